"""Data varied one by one: what nobody would notice is a broken promise, told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.conformance.proof import BROKEN, KEPT, Verdict, prove, read_scenarios, scenario_folder, subject_of
from pnp.conformance.variation.effects import Inert, Variation, likeliest
from pnp.conformance.variation.faces import Faces
from pnp.conformance.variation.places import Place, VariedDatum, data_to_vary, parts_of
from pnp.library.loader import read_book, read_varied
from tests.editing import edit_file
from tests.games.tables import refereed_slugs
from tests.guard import some

PROMISE = "every_value_has_an_effect"


def proven() -> Verdict:
    """The promise, held against the new game of the current folder."""
    (verdict,) = prove(subject_of(find_game("mygame", ["."])), PROMISE)
    return verdict


def faults(verdict: Verdict) -> str:
    assert verdict.state == BROKEN
    return " ".join(verdict.words.split())


def test_a_change_of_any_datum_of_a_new_game_is_noticed(mygame: Path) -> None:
    verdict = proven()
    assert (verdict.state, verdict.checks) == (KEPT, len(data_to_vary(read_book(str(mygame / "cards")))))


def test_a_field_that_is_read_and_changes_nothing(mygame: Path) -> None:
    edit_file(mygame / "cards" / "treasures.yaml", ("  lucky: bool\n", "  lucky: bool\n  shine: int\n"))
    edit_file(mygame / "cards" / "treasures.yaml", ("defaults: {lucky: false}", "defaults: {lucky: false, shine: 3}"))
    edit_file(mygame / "rules.py", ("    t.agreed()\n", '    t.field(m.card, "shine")\n    t.agreed()\n'))
    words = faults(proven())
    assert "treasures.yaml:" in words and "shine (treasures) changes nothing that players read or see" in words


def test_a_number_that_the_rulebook_prints_and_no_rule_follows(mygame: Path) -> None:
    edit_file(mygame / "cards" / "game.yaml", ("constants:\n", "constants:\n  turns: {value: 9, source: house}\n"))
    edit_file(mygame / "cards" / "rulebook.yaml", ("in the order of the seats", "in the order of {turns} seats"))
    edit_file(mygame / "rules.py", ("    t.agreed()\n", '    t.constant("turns")\n    t.agreed()\n'))
    assert "turns (constant) is printed on the rulebook, but no ruling depends on it" in faults(proven())
    edit_file(mygame / "cards" / "game.yaml", ("{value: 9, ", "{value: 9, only_print: true, "))
    assert proven().state == KEPT


def test_a_number_that_is_only_announced_while_the_judge_goes_by_another(mygame: Path) -> None:
    announced = '    t.announce(ENDS, "reaches", reach=t.constant("reach"))\n    t.agreed()\n'
    edit_file(mygame / "cards" / "messages.yaml", ("words:\n", 'words:\n  reaches: {en: "you reach {reach} cards"}\n'))
    edit_file(
        mygame / "rules.py", ("    t.agreed()\n", announced), ('t[THE_ROW], t.constant("reach")', "t[THE_ROW], 1")
    )
    words = faults(proven())
    assert "game.yaml:" in words and "reach (constant) is only announced; no decision depends on it" in words


def test_a_field_has_an_effect_though_only_the_last_of_many_cards_shows_it(mygame: Path) -> None:
    """A rank changes nothing on the cards that always lose; that is no fault of the rank."""
    deck, rules = mygame / "cards" / "treasures.yaml", mygame / "rules.py"
    more = "".join(f"  - {{id: shell{n}, name: Shell {n}, value: 0, rank: {n}}}\n" for n in (*range(9), 20))
    deck.write_text(deck.read_text("utf-8") + more, "utf-8")
    edit_file(deck, ("total: 5 ", "total: 15 "), ("  lucky: bool\n", "  lucky: bool\n  rank: int\n"))
    edit_file(deck, ("{lucky: false}", "{lucky: false, rank: 0}"))
    won = '    t.add(SUM[m.seat], t.field(m.card, "value"))\n'
    edit_file(rules, (won, f'{won}    t.add(SUM[m.seat], max(0, t.field(m.card, "rank") - 19))\n'))
    entry = find_game("mygame", ["."])
    variation = Variation(entry, read_book(entry.card_folder()))
    rank = next(datum for datum in variation.data if datum.key == ("treasures", "rank"))
    silent = [place.card for place in rank.places if not variation.effect_of(rank.only(place.card)).ruling]
    assert len(silent) > 8 and variation.effect_of(rank).ruling


def test_a_switch_that_is_read_and_changes_nothing(mygame: Path) -> None:
    switch = '  moonlit: {default: false, rule: MYG-05, words: {en: "The moon shines."}}\n'
    edit_file(
        mygame / "cards" / "game.yaml", ("anna ben --option lucky=false\n", f"anna ben --option lucky=false\n{switch}")
    )
    edit_file(mygame / "rules.py", ("    t.agreed()\n", '    t.option("moonlit")\n    t.agreed()\n'))
    assert "moonlit (option) changes nothing" in faults(proven())
    edit_file(mygame / "cards" / "game.yaml", ("{default: false, ", "{default: false, unused: for later, "))
    assert proven().state == KEPT


def test_a_name_that_only_equals_some_text_of_the_code(mygame: Path) -> None:
    game = mygame / "cards" / "game.yaml"
    game.write_text(f"{game.read_text('utf-8')}\nnames: {{lies_between: {{en: moon}}}}\n", "utf-8")
    assert "lies_between (name) changes nothing" in faults(proven())


def test_rules_that_stumble_over_another_value_read_it(mygame: Path) -> None:
    edit_file(mygame / "cards" / "game.yaml", ("constants:\n", "constants:\n  odd: {value: 9, source: house}\n"))
    edit_file(mygame / "rules.py", ("    t.agreed()\n", '    assert t.constant("odd") == 9\n    t.agreed()\n'))
    assert proven().state == KEPT


def test_a_book_is_varied_as_if_people_had_typed_it() -> None:
    loaded = read_book(find_game("kalevala").card_folder())
    varied = read_varied(loaded, [("game", ("constants", "max_line", "value"), 8), ("card ukko", ("value",), 9)])
    assert loaded.book is not None and varied.book is not None
    assert (loaded.book.constant("max_line"), varied.book.constant("max_line")) == (7, 8)
    assert varied.book.cards["ukko"].fields["value"] == 9
    assert varied.book.digest != loaded.book.digest == read_varied(loaded, []).book.digest  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("value", "values", "others"),
    [
        (True, (), [False]),
        (3, (), [4, 7, 2, 0, 6]),
        ("red", ("red", "blue", "green"), ["blue", "green"]),
        ("red", (), ["blue", "red q"]),
        (["a", "b"], (), [["b"], ["a"], ["c"]]),
        ({"en": "moon"}, (), [{"en": "moon q"}]),
    ],
)
def test_another_value_is_of_the_same_type(value: object, values: tuple[str, ...], others: list[object]) -> None:
    siblings = {bool: False, int: 7, str: "blue", list: ["c"], dict: {}}
    places = [Place("card a", ("x",), value), Place("card b", ("x",), siblings[type(value)])]
    datum = VariedDatum("cards", "x", True, values, places)
    assert [edits[0][2] for edits in datum.edits(places[0])] == others


def test_a_copy_more_is_a_copy_with_its_face_in_a_deck_that_is_larger() -> None:
    loaded = read_book(find_game("keikalla").card_folder())
    copies = next(datum for datum in data_to_vary(loaded) if datum.key == ("actions", "copies"))
    assert copies.is_judged
    places = {place.card: place for place in some(copies.places)}
    more, fewer = (read_varied(loaded, edits).book for edits in copies.edits(places["headliner"]))
    assert more is not None and fewer is not None
    assert [len(book.cards["headliner"].faces) for book in (more, fewer)] == [5, 3]
    assert [book.decks["actions"].size for book in (more, fewer)] == [55, 53]


def test_verbs_are_left_out_and_their_parameters_changed() -> None:
    burn = {"trigger": "enters", "do": [{"op": "damage", "amount": 2, "to": "you"}, {"op": "draw", "amount": 1}]}
    still = {"trigger": "static", "mods": [{"mod": "draw_number", "add": 1}]}
    found = {name: (path, bool(within)) for name, path, _, within in parts_of([burn, still])}
    assert found == {
        "trigger enters": (("abilities", 0), True),
        "damage": (("abilities", 0, "do", 0), True),
        "damage.amount": (("abilities", 0, "do", 0, "amount"), False),
        "damage.to": (("abilities", 0, "do", 0, "to"), False),
        "draw": (("abilities", 0, "do", 1), True),
        "draw.amount": (("abilities", 0, "do", 1, "amount"), False),
        "trigger static": (("abilities", 1), True),
        "mod draw_number": (("abilities", 1, "mods", 0), True),
        "mod draw_number.add": (("abilities", 1, "mods", 0, "add"), False),
    }
    loaded = read_book(find_game("keikalla").card_folder())
    clear = next(datum for datum in data_to_vary(loaded) if datum.key == ("actions", "clear"))
    ((edits,),) = (list(clear.edits(place)) for place in clear.places)
    varied = read_varied(loaded, edits).book
    assert varied is not None and "Discard all" not in varied.cards["manager"].texts["rule"]["en"]


def test_what_a_component_is_made_with_changes_its_sheets() -> None:
    entry = find_game("keikalla")
    loaded = read_book(entry.card_folder())
    assert loaded.book is not None
    sheets = Faces(entry, loaded.book).sheets
    components = {datum.name: datum for datum in data_to_vary(loaded) if datum.kind == "component"}
    figures = {"figures.foot": "the sheets of figures", "figures.base": "the sheets of figures"}
    for name, words in some({**figures, "aid.copies": "the copies of aid"}.items()):
        first = next(components[name].edits(components[name].places[0]))
        varied = read_varied(loaded, first).book
        assert varied is not None
        assert sheets.differing(varied) == words
    assert sheets.differing(loaded.book) == ""


@pytest.mark.slow
@pytest.mark.parametrize("slug", refereed_slugs())
def test_every_datum_of_the_games_has_an_effect(slug: str) -> None:
    entry = find_game(slug)
    folder = scenario_folder(entry)
    assert folder is not None
    subject = subject_of(entry)
    found = list(Variation(entry, read_book(entry.card_folder()), read_scenarios(folder), subject.lay).inert())
    assert len(list(some(found))) > 30
    assert [each for each in found if isinstance(each, Inert)] == []


def test_each_value_that_a_card_has_is_tried_before_any_comes_twice() -> None:
    """Of fourteen Managers seven bear //: only taking a mark away is seen, for of four in play its share is two."""
    loaded = read_book(find_game("keikalla").card_folder())
    deck2 = next(datum for datum in data_to_vary(loaded) if datum.key == ("actions", "deck2")).only("manager")
    assert {place.value for place in likeliest(deck2, ())[:3]} == {False, True}
