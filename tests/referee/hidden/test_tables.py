"""Knowledge at tables that people can follow: opening turns of Suomi 1918, tiles of Kalevala, one trait at a time."""

from __future__ import annotations

import pickle
from collections.abc import Hashable

import pytest

from pnp.referee.hidden.knowledge import Impossible, Knowledge, Learned
from tests.referee.hidden.deals import assert_explained


class Suomi:
    """As much of Suomi 1918 as its first turns need: 34 numbers, 14 actions that nobody can play yet."""

    LOW = tuple(f"{colour}-{value}" for colour in ("blue", "black", "white", "red") for value in (1, 2))
    HIGH = tuple(
        f"{colour}-{value}"
        for colour, last in (("blue", 9), ("black", 9), ("white", 8), ("red", 8))
        for value in range(3, last + 1)
    ) + tuple(f"act-{index}" for index in range(14))

    def __init__(self, seats: str) -> None:
        self.seats = seats
        self.knowledge = Knowledge.start(self.LOW, self.HIGH).deal(seats, 4)
        self.top = dict.fromkeys(("blue", "black", "white", "red"), 0)
        self.found: list[tuple[Hashable, int, str, int]] = []

    def read(self, *lines: str) -> Suomi:
        for ply, line in enumerate(lines, 1):
            seat, verb, card = line.replace(":", "").split()
            if verb == "discard":
                fitting = [f"{colour}-{value + 1}" for colour, value in self.top.items()]
                self.learn(self.knowledge.claim(seat, fitting, ply, "SOC-25"))
            self.learn(self.knowledge.reveal(seat, card, ply))
            if verb == "play":
                self.top[card.split("-")[0]] += 1
            self.knowledge = self.knowledge.draw(seat)
        return self

    def learn(self, learned: Learned | Impossible) -> None:
        assert isinstance(learned, Learned)
        self.knowledge = learned.knowledge
        for item in learned.accusations:
            self.found.append((item.claim.by, item.claim.ply, item.claim.rule, item.found_at))
            assert item.certain


def test_suomi_irregular_low_card() -> None:
    """A 1-card played before a reshuffle was there since the deal, so also when nothing was said to fit (SOC-44)."""
    game = Suomi("ABC").read(
        "A: play black-1", "B: discard blue-2", "C: play red-1", "A: play black-2", "B: play white-1"
    )
    assert game.found == [("B", 2, "SOC-25", 5)]


def test_suomi_later_draw_proves_nothing() -> None:
    game = Suomi("ABC").read(
        "A: play black-1", "B: discard blue-2", "C: play red-1", "A: play black-2", "B: play black-3"
    )
    assert game.found == []


def test_suomi_drawn_high_card() -> None:
    """B was dealt four low cards and drew black-3: matching black-3 with B's oldest place would accuse B at the end."""
    game = Suomi("ABC").read(
        *("A: play black-1", "B: play white-1", "C: play black-2", "A: play blue-1", "B: play black-3"),
        *("C: play blue-2", "A: play blue-3", "B: play white-2", "C: play blue-4", "A: play black-4"),
        *("B: play red-1", "C: play black-5", "A: play blue-5", "B: play red-2"),
    )
    assert game.found == []


def test_suomi_two_players_second_turn() -> None:
    """B holds four of seven low cards, and only three of them do not fit: the count alone proves it (SOC-15)."""
    game = Suomi("AB").read("A: play black-1")
    assert game.knowledge.must_hold("B", ["black-2", "blue-1", "white-1", "red-1"], trusting=False)
    game = Suomi("AB").read("A: play black-1", "B: discard red-2")
    assert game.found == [("B", 2, "SOC-25", 2)]


def test_suomi_card_that_lies_in_the_open_is_refused() -> None:
    game = Suomi("AB").read("A: play black-1")
    assert game.knowledge.reveal("B", "black-1", 2) == Impossible("B", "black-1", 0)
    assert game.knowledge.reveal("B", "black-3", 2) == Impossible("B", "black-3", 1)
    assert game.knowledge.possible_kinds("B") == set(Suomi.LOW) - {"black-1"}


TILES = {"vainamoinen": 6, "ukko": 7, "kullervo": 6, "kaarme": 8, "joukahainen": 8, "ilmarinen": 9, "louhi": 9}
TILES["lemminkainen"] = 6


def kalevala() -> Knowledge:
    return Knowledge.start(TILES).deal(("red", "blue"), 5)


def learned(result: Learned | Impossible) -> Knowledge:
    """The knowledge after a line that brought nothing false to light."""
    assert isinstance(result, Learned)
    assert not result.accusations
    return result.knowledge


def test_kalevala_all_copies_elsewhere() -> None:
    """KAL-48: on the board, or taken into the other hand by an exchange."""
    game = kalevala()
    for ply in range(6):
        game = learned(game.reveal("red", "kullervo", ply)).draw("red")
    assert game.reveal("blue", "kullervo", 7) == Impossible("blue", "kullervo", 0)
    game = game.take("red", "kullervo")
    assert not game.can_hold("blue", "kullervo")
    assert game.can_hold("red", "kullervo")
    assert learned(game.reveal("red", "kullervo", 8)).known("red") == ()


def test_kalevala_known_hand_lacks_the_tile() -> None:
    """KAL-48: a hand of which every tile is known."""
    game = kalevala()
    for ply in range(5):
        game = learned(game.reveal("red", "louhi", ply))
    game = game.take("red", "ukko")
    assert game.size("red") == 1
    assert game.possible_kinds("red") == {"ukko"}
    assert isinstance(game.reveal("red", "louhi", 6), Impossible)


def test_kalevala_pass() -> None:
    """KAL-49: certain with an empty hand, refutable by a known tile and when every kind would have a square."""
    game = kalevala()
    assert game.must_hold("red", TILES, trusting=False)
    assert not game.must_hold("red", ["ukko", "louhi"], trusting=False)
    assert game.take("red", "louhi").must_hold("red", ["ukko", "louhi"], trusting=False)
    assert not game.must_hold("green", TILES)
    assert learned(game.claim("green", TILES, 3, "KAL-10")) == game
    passed = learned(game.claim("red", ["ukko", "louhi"], 3, "KAL-10"))
    assert passed.possible_kinds("red") == set(TILES) - {"ukko", "louhi"}
    assert passed.possible_kinds("red", trusting=False) == set(TILES)


def test_kalevala_tile_that_cannot_have_come_since() -> None:
    """KAL-50: a pass draws nothing, so what comes out of the hand next was there."""
    game = learned(kalevala().claim("red", ["ukko", "louhi"], 3, "KAL-10"))
    result = game.reveal("red", "louhi", 5)
    assert isinstance(result, Learned)
    (found,) = result.accusations
    assert (found.claim.by, found.claim.ply, found.claim.rule) == ("red", 3, "KAL-10")
    assert (found.certain, found.found_at, found.proved_by) == (True, 5, "louhi")
    after = result.knowledge.draw("red")
    assert not after.evidence.claims
    assert after.can_hold("red", "ukko")


def test_kalevala_tile_that_came_since() -> None:
    """KAL-50: drawn after an own placement, or taken by an own exchange."""
    game = learned(kalevala().claim("red", ["ukko", "louhi"], 3, "KAL-10"))
    drawn = learned(game.reveal("red", "kaarme", 5)).draw("red")
    assert learned(drawn.reveal("red", "louhi", 7)).known("red") == ()
    taken = game.take("red", "louhi")
    assert learned(taken.reveal("red", "louhi", 7)).hidden("red") == 5


def test_two_claims_that_cannot_both_be_true_are_both_in_doubt() -> None:
    """Two hands hold all cards and both deny the fox: one of them is wrong, and nobody can say which."""
    game = Knowledge.start(["fox", "owl", "owl", "owl"]).draw("ann", 2).draw("ben", 2)
    game = learned(game.claim("ann", ["fox"], 1, "R-01"))
    result = game.claim("ben", ["fox"], 2, "R-01")
    assert [(item.claim.by, item.certain) for item in result.accusations] == [("ann", False), ("ben", False)]
    assert [claim.by for item in result.accusations for claim in item.suspects] == ["ben", "ann"]
    assert result.knowledge.can_hold("ann", "fox") and result.knowledge.can_hold("ben", "fox")
    proof = result.knowledge.reveal("ben", "fox", 3)
    assert isinstance(proof, Learned)
    assert [(item.claim.by, item.certain) for item in proof.accusations] == [("ben", True)]
    assert [claim.by for claim in proof.cleared] == ["ann"]
    assert not proof.knowledge.doubts


def test_every_claim_that_denied_a_card_is_false() -> None:
    game = Knowledge.start("aabbccdd").draw(0, 3)
    for ply in (1, 2, 3):
        game = learned(game.claim(0, ["a"], ply, "R-01"))
    result = game.reveal(0, "a", 4)
    assert isinstance(result, Learned)
    assert [(item.claim.ply, item.certain) for item in result.accusations] == [(1, True), (2, True), (3, True)]


def test_unseen_choice_makes_a_hand_uncertain() -> None:
    """One of two managers may have gone: neither hand is known to have one (KEI-H12); together they have both."""
    game = Knowledge.start("abcd").draw(0, 1).take(0, "manager").take(0, "manager").draw(1, 1)
    game = learned(game.claim(0, ["a"], 1, "R-01")).transfer(0, 1, 1)
    assert (game.size(0), game.known(0), game.size(1)) == (2, (), 2)
    assert game.must_hold(0, ["manager"])
    assert game.possible_kinds(0) == {"manager", "b", "c", "d"}
    assert game.possible_kinds(1) == {"manager", "a", "b", "c", "d"}
    game = learned(game.reveal(1, "manager", 2))
    assert not game.must_hold(1, ["manager"])
    assert isinstance(learned(game.reveal(0, "manager", 3)).reveal(0, "manager", 4), Impossible)


def test_whole_hands_move_with_their_past() -> None:
    game = Knowledge.start("aabb").draw(0, 2).draw(1, 2)
    game = learned(game.claim(0, ["a"], 1, "R-01")).swap(0, 1)
    assert game.possible_kinds(1) == {"b"}
    assert game.transfer(1, 2, 2).possible_kinds(2) == {"b"}
    result = game.reveal(1, "a", 2)
    assert isinstance(result, Learned)
    assert [item.claim.by for item in result.accusations] == [0]


def test_buried_cards_can_be_drawn_again() -> None:
    game = Knowledge.start("aab").draw(0, 2).bury(0, 1, top=True).draw(1)
    assert game.possible_kinds(1) == {"a", "b"}
    assert isinstance(learned(game.reveal(1, "b", 1)).reveal(0, "b", 2), Impossible)


def test_piles_keep_their_own_cards() -> None:
    game = Knowledge.start("aa").lay("xy", "other").lay("z", "other", top=True)
    assert (game.pile_size(), game.pile_size("other")) == (2, 3)
    assert learned(game.turn_up("z", 1, "other")).pile_size("other") == 2
    assert isinstance(game.turn_up("x", 1, "other"), Impossible)
    assert game.draw(0, 1, "other").possible_kinds(0) == {"z"}
    assert game.shuffle(pile="other").draw(0, 1, "other").possible_kinds(0) == {"x", "y", "z"}
    assert game.unseen() == {"a": 2, "x": 1, "y": 1, "z": 1}


def test_claim_about_a_draw_only() -> None:
    game = learned(Knowledge.start("abc").draw(0).draw(0).claim(0, ["a"], 1, "R-01", drawn=True))
    assert learned(game.reveal(0, "b", 2)).can_hold(0, "a")
    with pytest.raises(ValueError, match="must follow the draw"):
        game.claim(0, ["b"], 2, "R-01", drawn=True)


def test_more_cards_than_there_are() -> None:
    game = Knowledge.start("ab")
    with pytest.raises(ValueError, match="which has 2"):
        game.draw(0, 3)
    with pytest.raises(ValueError, match="which has 2"):
        game.deal((0, 1), 2)
    with pytest.raises(ValueError, match="which has 0"):
        game.transfer(0, 1, 1)
    assert game.bury(0, 0) == game.transfer(0, 1, 0) == game


def test_knowledge_is_a_value() -> None:
    game = kalevala().take("red", "ukko")
    again = kalevala().take("red", "ukko")
    assert game == again
    after = learned(game.claim("blue", ["ukko"], 1, "KAL-10"))
    assert game == again != after
    assert pickle.loads(pickle.dumps(after)) == after


def test_a_line_that_shows_a_card_and_denies_others_is_weighed_as_one() -> None:
    """Shown b proves ply 2 false, and then nobody need have lied at ply 1 or 3."""
    knowledge = Knowledge.start("abcd").draw(0, 2)
    for kind, ply in (("a", 1), ("b", 2)):
        knowledge = knowledge.claim(0, kind, ply, "R-01").knowledge
    for stays in (False, True):
        learned = knowledge.deny(0, "b", "c", 3, "R-01", stays=stays)
        assert isinstance(learned, Learned)
        assert [(item.claim.ply, item.certain) for item in learned.accusations] == [(2, True)]
        assert learned.knowledge.known(0) == (("b",) if stays else ())
        assert not learned.knowledge.can_hold(0, "c")
        assert_explained(learned.knowledge)
    result = knowledge.claim(0, "c", 3, "R-01")
    assert [(item.claim.ply, item.certain) for item in result.accusations] == [(1, False), (2, False), (3, False)]
    again = knowledge.take(0, "e").deny(0, "e", "c", 3, "R-01")
    assert isinstance(again, Learned)
    assert [item.claim.ply for item in again.accusations] == [1, 2, 3]
