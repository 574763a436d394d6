"""What is in force is derived once and shared; it must equal what the slow way reads piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from pnp.catalog import book_of, find_game, rules_of
from pnp.playtest.simulate import Simulator
from pnp.referee.effects.card_effects import CardEffects
from pnp.referee.effects.in_force import CardText, InForce
from pnp.referee.effects.plain import Doing, Lasting, Piece
from pnp.referee.effects.vocabulary.abilities import AnyAbility
from tests.referee.effects.tables import SCAFFOLD

ENTRY = find_game("mygame", [SCAFFOLD.parent])
BOOK = book_of(ENTRY)
ABILITIES: dict[str, Any] = {
    id_: convert(list(card.abilities), tuple[AnyAbility, ...]) for id_, card in BOOK.playing_cards.items()
}
TEXTS = {id_: CardText(abilities) for id_, abilities in ABILITIES.items()}
STAY = sorted(id_ for id_, card in BOOK.playing_cards.items() if card.fields["type"] != "spell")
LASTING = sorted(id_ for id_, found in ABILITIES.items() for effect in found[0].do if effect.verb == "lasting")


def _speaking(pieces: tuple[Piece, ...], turn: int, seats: int) -> list[Piece]:
    """The cards in play whose abilities count, read piece by piece."""
    silenced = {
        piece.host
        for piece in pieces
        for ability in ABILITIES[piece.text]
        for mod in ability.mods
        if piece.host and mod.name == "silenced"
    }
    order = [(turn + by) % seats for by in range(seats)]
    return [piece for seat in order for piece in pieces if piece.seat == seat and piece.number not in silenced]


def _holding(pieces: list[Piece], lasting: tuple[Lasting, ...], name: str) -> Iterator[tuple[Any, Doing]]:
    """The modifiers of a kind, or all, read piece by piece."""
    for piece in pieces:
        for number, ability in enumerate(ABILITIES[piece.text]):
            for at, mod in enumerate(ability.mods):
                if not name or mod.name == name:
                    yield mod, Doing(piece.text, (number, "mods"), piece.seat, at, piece.number)
    for each in lasting:
        if each.kind == "mods":
            mods = ABILITIES[each.doing.card][0].do[0].mods
            for at, mod in enumerate(mods):
                if not name or mod.name == name:
                    yield mod, Doing(each.doing.card, each.doing.path, each.doing.you, at, 0, 0, each.doing.names)


@st.composite
def _tables(draw: Any) -> tuple[tuple[Piece, ...], tuple[Lasting, ...], int, int]:
    seats = draw(st.integers(2, 4))
    seat = st.integers(0, seats - 1)
    count = draw(st.integers(0, 8))
    pieces = tuple(
        Piece(
            number, draw(st.sampled_from(STAY)), draw(seat), draw(seat), draw(st.integers(0, count)),
            draw(st.sampled_from(("", "", *STAY))),
        )
        for number in range(1, count + 1)
    )  # fmt: skip
    kinds = st.sampled_from(("mods", "control"))
    lasting = tuple(
        Lasting(
            draw(kinds), Doing(card, (0, "do", 0, "mods"), draw(seat), names=(("chosen_player", 0),)), "end_of_turn"
        )
        for card in draw(st.lists(st.sampled_from(LASTING), max_size=3))
    )
    return pieces, lasting, draw(seat), seats


@given(_tables())
def test_what_is_in_force_equals_what_is_read_piece_by_piece(table: Any) -> None:
    pieces, lasting, turn, seats = table
    fast = InForce(pieces, lasting, turn, seats, TEXTS.__getitem__)
    speaking = _speaking(pieces, turn, seats)
    assert list(_holding(speaking, lasting, "")) == fast.mods
    for name in {mod.name for mod, _ in fast.mods} | {"silenced", "plays"}:
        assert list(_holding(speaking, lasting, name)) == fast.by_name.get(name, [])
    triggers = {ability.trigger for found in ABILITIES.values() for ability in found}
    for trigger in triggers:
        slow = [
            (piece, number, ability)
            for piece in speaking
            for number, ability in enumerate(ABILITIES[piece.text])
            if ability.trigger == trigger
        ]
        assert slow == fast.by_trigger.get(trigger, [])


def test_what_is_kept_during_a_line_equals_what_is_derived_again(monkeypatch: Any) -> None:
    game = rules_of(ENTRY)
    usual, asked = CardEffects.in_force, 0

    def in_force(self: Any, t: Any) -> InForce:
        nonlocal asked
        asked += 1
        kept: InForce = usual(self, t)
        self._last = None, None
        fresh = self._derived(t)
        for name in (name for name in InForce.__slots__ if name not in ("_made_of", "kept")):
            assert getattr(kept, name) == getattr(fresh, name), name
        return kept

    monkeypatch.setattr(CardEffects, "in_force", in_force)
    simulator = Simulator(game, BOOK, ("anna", "ben", "carl"))
    for seed in range(4):
        simulator.play(seed, ("random",) * 3)
    assert asked > 1000
