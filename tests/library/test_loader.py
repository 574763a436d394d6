"""Every kind of fault in a card database has a test; whatever is wrong, there is a diagnostic with a place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import msgpack

from pnp.base.diagnostics import Diagnostic, InputError
from pnp.base.places import data_root
from pnp.library.card import CardBook
from pnp.library.card_folder import CardFolder, open_card_folder
from pnp.library.loader import digest_book, load_book, read_book
from tests.marks import examples

GAME = """\
game: tiny
title: Tiny
players: [2, 4]
languages: [en, fi]
letters: TIN
codes: TY
source: house
constants: {hand: 3}
options:
  long:
    default: false
    rule: TIN-02
    words: {en: Play longer., fi: Pidempi peli.}
components:
  cards: {deck: main, face: card, back: back, title: Cards}
"""
DECK = """\
deck: main
title: {en: Cards, fi: Kortit}
total: 5
source: house
fields:
  cost: {type: int, required: true}
  colour: [red, blue]
texts: [rule]
cards:
  - {id: ant, name: Ant, code: TY1, copies: 2, cost: 1, colour: red}
  - id: bee
    name: {en: Bee, fi: Mehiläinen}
    code: TY2
    copies: 3
    cost: 2
    text: {rule: {en: "Costs {cost}.", fi: "Hinta {cost}."}}
"""
RULES = """\
rulebook: tiny
sections:
  - id: play
    title: {en: Play, fi: Peli}
    rules:
      - {id: TIN-01, source: house, words: {en: "Hold {hand} cards.", fi: "Kädessä on {hand} korttia."}}
      - {id: TIN-02, source: seed L1; public, enforced: people, words: {en: See TIN-01., fi: Katso TIN-01.}}
"""


def shelf(game: str = GAME, deck: str = DECK, rules: str = RULES, **more: str) -> CardFolder:
    files = {"game.yaml": game, "main.yaml": deck, "rulebook.yaml": rules, **more}
    return CardFolder("tiny", {name: text.encode() for name, text in files.items() if text}, "tiny")


def faults(**files: str) -> list[Diagnostic]:
    reading = read_book(shelf(**files))
    assert (reading.book is None) == bool(reading.report.errors)
    return reading.report.items


def test_a_whole_book() -> None:
    book = load_book(shelf())
    assert (book.slug, book.players, book.languages) == ("tiny", (2, 4), ("en", "fi"))
    assert book.constant("hand") == 3
    assert book.decks["main"].size == 5
    assert list(book.cards) == ["ant", "bee"]
    assert book.cards["ant"].fields == {"cost": 1, "colour": "red"}
    assert book.cards["bee"].texts["rule"] == {"en": "Costs 2.", "fi": "Hinta 2."}
    assert book.rulebook.cite("TIN-01") == "TIN-01: Hold 3 cards."
    assert book.options["long"].values == (False, True)
    assert len(book.digest) == 8


def test_an_option_may_list_words_and_give_a_range_of_numbers() -> None:
    book = load_book(shelf(game=GAME.replace("default: false", "default: none\n    values: [none]\n    range: [3, 6]")))
    assert book.options["long"].values == ("none", 3, 4, 5, 6)
    assert [item.code for item in faults(game=GAME.replace("default: false", "default: 7\n    range: [3, 6]"))] == [
        "default"
    ]


def test_places_of_what_was_read() -> None:
    reading = read_book(shelf())
    assert str(reading.place("card bee", "text", "rule", "fi")) == "tiny/main.yaml:16:44"
    assert str(reading.place("rule TIN-02", "words", "en")).startswith("tiny/rulebook.yaml:7:")
    assert str(reading.place("card cat")) == "tiny/game.yaml"
    assert reading.origin("cat", "name") is None
    assert str(reading.origin("ant", "cost")).startswith("tiny/main.yaml:10:")


NO_SOURCE = ["10:5 missing-source", "11:5 missing-source"]
TWO_SECTIONS = "- {title: {en: x, fi: x}, rules: []}\n  - note: y"
TWICE_PLAY = "- {id: play, title: {en: x, fi: x}, rules: []}\n  - id: play"

# what is wrong: the file that is changed, what is replaced by what, and the diagnostics that come of it
FAULTS = {
    "unknown key": ("deck", "copies: 3", "copeis: 3", ["14:5 unknown-key did you mean “copies”?"]),
    "unknown key of a game": ("game", "letters:", "leters:", ["5:1 unknown-key"]),
    "missing id": ("deck", "id: ant, ", "", ["10:5 missing-key"]),
    "missing name": ("deck", "name: Ant, ", "", ["10:5 missing-key"]),
    "missing field": ("deck", "    cost: 2\n", "", ["11:5 missing-key type int"]),
    "empty value": ("deck", "id: ant,", "id: ,", ["10:6 missing-key"]),
    "wrong type": ("deck", "cost: 1,", "cost: one,", ["10:54 wrong-type"]),
    "truth is no number": ("deck", "cost: 1,", "cost: true,", ["10:54 wrong-type"]),
    "unknown value": ("deck", "colour: red}", "colour: rad}", ["10:65 unknown-value did you mean “red”?"]),
    "copies as text": ("deck", "copies: 2", "copies: two", ["10:45 wrong-type"]),
    "negative copies": ("deck", "copies: 2", "copies: -2", ["10:45 out-of-range"]),
    "total": ("deck", "total: 5", "total: 6", ["3:8 total"]),
    "duplicate id": ("deck", "id: bee", "id: ANT", ["11:9 duplicate first in tiny/main.yaml, line 10"]),
    "duplicate code": ("deck", "code: TY2", "code: TY1", ["13:11 duplicate"]),
    "bad code": ("deck", "code: TY2", "code: T-2", ["13:11 bad-code"]),
    "bad id": ("deck", "id: bee", "id: b e e", ["11:9 bad-name"]),
    "missing translation": ("deck", ", fi: Mehiläinen", "", ["12:11 missing-translation"]),
    "missing translation of a text": ("deck", ', fi: "Hinta {cost}."', "", ["16:18 missing-translation"]),
    "a text for one language": ("rules", "{en: See TIN-01., fi: Katso TIN-01.}", "See", ["7:72 missing-translation"]),
    "unknown language": ("deck", "fi: Mehiläinen", "sv: Bi", ["12:11 missing-translation", "12:21 unknown-language"]),
    "empty words": ("deck", "fi: Mehiläinen", "fi: ", ["12:21 empty-text"]),
    "unknown text": ("deck", "text: {rule:", "text: {rool:", ["16:12 unknown-key one of: rule"]),
    "undeclared field": ("deck", "cost: 2", "price: 2", ["11:5 missing-key", "15:5 unknown-key"]),
    "no source": ("deck", "source: house\n", "", ["9:5 missing-source", "10:5 missing-source"]),
    "bad source": ("deck", "source: house", "source: x", [*NO_SOURCE, "4:9 bad-source"]),
    "unknown datum": ("deck", "source: house", "source: {rest: house, prise: seed}", ["4:23 unknown-key"]),
    "bad field type": ("deck", "type: int", "type: integer", ["6:16 unknown-value"]),
    "reserved name": ("deck", "  colour: [red, blue]", "  copies: int", ["7:3 bad-name", "10:57 unknown-key"]),
    "text twice": ("deck", "texts: [rule]", "texts: [rule, rule]", ["8:15 duplicate-value"]),
    "cards are no list": ("deck", "cards:\n", "cards: {}\nnote:\n", ["9:8 wrong-type", "3:8 total"]),
    "a card is no mapping": ("deck", "{id: ant,", "[id: ant,", ["10:68 yaml"]),
    "a text as a card": ("deck", "cards:\n", "cards:\n  - ant\n", ["10:5 wrong-type"]),
    "no deck": ("deck", "deck: main", "dock: main", ["1:1 unknown-file"]),
    "component of an unknown deck": ("game", "deck: main", "deck: mian", ["15:17 unknown-deck did you mean “main”?"]),
    "component without face": ("game", "face: card, ", "", ["15:10 missing-key"]),
    "component without deck": ("game", "deck: main, ", "", ["15:10 missing-key"]),
    "component of unknown kind": ("game", "{deck: main,", "{kind: pages, deck: main,", ["15:17 unknown-value"]),
    "default not a value": ("game", "default: false", "default: maybe\n    values: [a, b]", ["11:14 default"]),
    "option without values": ("game", "default: false", "default: maybe", ["11:14 missing-key"]),
    "option of an unknown rule": ("game", "rule: TIN-02", "rule: TIN-07", ["12:11 unknown-rule"]),
    "option named deal": ("game", "  long:", "  deal:", ["10:3 bad-name"]),
    "no game": ("game", GAME, "", ["0:0 missing-file"]),
    "other slug": ("game", "game: tiny", "game: teeny", ["1:7 slug"]),
    "bad slug": ("game", "game: tiny", "game: ../Tiny", ["1:7 bad-name", "1:7 slug"]),
    "players": ("game", "[2, 4]", "[4, 2]", ["3:10 out-of-range"]),
    "players as text": ("game", "[2, 4]", "two", ["3:10 wrong-type"]),
    "bad language": ("game", "[en, fi]", "[en, fi, Finnish!]", ["4:21 bad-language"]),
    "constant without source": ("game", "source: house\n", "", ["7:19 missing-source", "10:5 missing-source"]),
    "constant without value": ("game", "{hand: 3}", "{hand: {source: seed}}", ["8:19 missing-key"]),
    "constant that is a map": (
        "game",
        "{hand: 3}",
        "{hand: {two: 5, three: 4}}",
        ["8:19 missing-key hand: {value: {two: …}}"],
    ),
    "bad rule id": ("rules", "id: TIN-02", "id: T-02", ["7:14 bad-rule-id"]),
    "duplicate rule": ("rules", "id: TIN-02", "id: TIN-01", ["7:14 duplicate"]),
    "rule without words": ("rules", "words: {en: See TIN-01., fi: Katso TIN-01.}", "note: x", ["7:9 missing-key"]),
    "rule of an unknown rule": ("rules", "See TIN-01.", "See TIN-09.", ["7:77 unknown-rule did you mean “TIN-02”?"]),
    "placeholder of nothing": ("rules", "Hold {hand}", "Hold {hnd}", ["6:49 unknown-placeholder"]),
    "rule enforced by nobody": ("rules", "enforced: people", "enforced: gods", ["7:57 unknown-value"]),
    "rule of no source": ("rules", "source: seed L1; public", "source: seed L1; me", ["7:30 bad-source"]),
    "sections without ids": ("rules", "- id: play", TWO_SECTIONS, ["3:5 missing-key", "4:5 missing-key"]),
    "the same section twice": ("rules", "- id: play", TWICE_PLAY, ["4:9 duplicate"]),
    "source of brackets": ("rules", "source: seed L1; public", "source: 'house[[[[…'", ["7:30 bad-source"]),
    "a rulebook of nothing": ("rules", "rulebook: tiny", "rulebook: [null]", ["1:11 wrong-type"]),
    "a rulebook of another game": ("rules", "rulebook: tiny", "rulebook: other", ["1:11 slug"]),
    "not YAML": ("rules", "rulebook: tiny", "rulebook: [", ["3:3 yaml"]),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_reported_at_its_place(name: str) -> None:
    file, old, new, expected = FAULTS[name]
    text = {"game": GAME, "deck": DECK, "rules": RULES}[file]
    assert old in text
    found = faults(**{file: text.replace(old, new, 1)})
    reported = [f"{item.span.line}:{item.span.column} {item.code}" for item in found]
    for want in expected:
        place, _, hint = want.partition(" ")[0], *want.partition(" ")[1:]
        code, _, hint = hint.partition(" ")
        assert f"{place} {code}" in reported
        if hint:
            assert any(item.hint == hint for item in found)
    assert len(reported) == len(expected)
    assert all(item.message and item.span.file.startswith("tiny/") for item in found)


def test_every_bad_card_is_reported_in_one_run() -> None:
    cards = "".join(f"  - {{id: c{n}, name: C, cost: x}}\n" for n in range(30))
    found = faults(deck=DECK[: DECK.index("  - {id: ant")].replace("total: 5\n", "") + cards)
    assert [item.span.line for item in found] == list(range(9, 39))


def test_drafts_are_warned_about() -> None:
    reading = read_book(
        shelf(game=GAME.replace("[en, fi]", "[en]\ndrafts: [fi]"), deck=DECK.replace(", fi: Mehiläinen", ""))
    )
    assert reading.book is not None
    assert [item.code for item in reading.report.warnings] == ["missing-translation"]


def test_a_deck_may_have_defaults_faces_and_maps() -> None:
    deck = """\
deck: main
kind: tokens
title: {"*": X}
source: {rest: house, copies: seed L3}
fields: {pre: {type: map, of: int}, tags: {type: list, values: [a, b]}, town: text, look: {only_print: true}}
defaults: {copies: 2, pre: {}}
cards:
  - {id: a, name: A, tags: [a, b], source: public P1}
  - {id: b, name: B, pre: {blue: 8, 2: 3}, faces: [{town: SJK}, {town: JNS}], source: {pre: "house (guess)"}}
"""
    book = load_book(shelf(deck=deck))
    a, b = book.cards.values()
    assert (a.copies, a.fields) == (2, {"tags": ["a", "b"], "pre": {}})
    assert b.faces == ({"town": "SJK"}, {"town": "JNS"})
    assert (a.source_of("copies").kind, b.source_of("copies").note, b.source_of("pre").note) == (
        "public",
        "L3",
        "guess",
    )
    assert (book.playing_cards, book.decks["main"].kind) == ({}, "tokens")
    again = msgpack.decode(msgpack.encode(book), type=CardBook)
    assert again == book and again.cards["b"].fields["pre"] == {"blue": 8, 2: 3}
    for old, new, code in (
        ("blue: 8", "blue: x", "wrong-type"),
        ("town: SJK", "town: 1", "wrong-type"),
        (", {town: JNS}", "", "faces"),
        ("tags: [a, b]", "tags: [a, c]", "unknown-value"),
        ("{copies: 2,", "{copies: 2, colour: x,", "unknown-key"),
    ):
        assert [item.code for item in faults(deck=deck.replace(old, new, 1))] == [code]


def test_tables_are_plain_data() -> None:
    book = load_book(shelf(**{"map.yaml": "table: map\nsource: public P2\nrows: [{from: a, to: b, no: 1}]\n"}))
    assert book.tables["map"].rows == [{"from": "a", "to": "b", "no": 1}]
    assert book.tables["map"].source.note == "P2"
    assert [item.code for item in faults(**{"map.yaml": "table: map\nrows: []\n"})] == ["missing-key"]
    assert [item.code for item in faults(**{"x.yaml": "- 1\n"})] == ["wrong-type"]


def test_the_digest_is_about_what_the_referee_reads() -> None:
    plain = load_book(shelf()).digest
    same = {
        "a name": {"deck": DECK.replace("name: Ant", "name: Aunt")},
        "a text": {"deck": DECK.replace("Costs", "It costs")},
        "a code": {"deck": DECK.replace("TY2", "TY9")},
        "a source": {"deck": DECK.replace("source: house", "source: public")},
        "a rule's words": {"rules": RULES.replace("Hold", "Keep")},
    }
    other = {
        "a cost": {"deck": DECK.replace("cost: 2", "cost: 3")},
        "copies": {"deck": DECK.replace("copies: 2", "copies: 3").replace("total: 5", "total: 6")},
        "an id": {"deck": DECK.replace("id: bee", "id: bees")},
        "a constant": {"game": GAME.replace("hand: 3", "hand: 4")},
        "a switch": {"game": GAME.replace("default: false", "default: true")},
        "players": {"game": GAME.replace("[2, 4]", "[2, 5]")},
        "only a look": {"deck": DECK.replace("colour: [red, blue]", "colour: {values: [red, blue], only_print: true}")},
    }
    assert {name: load_book(shelf(**files)).digest for name, files in same.items()} == dict.fromkeys(same, plain)
    digests = {load_book(shelf(**files)).digest for files in other.values()}
    assert len(digests) == len(other) and plain not in digests
    assert digest_book(load_book(shelf())) == plain


def test_folders_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the cards folder"):
        load_book(tmp_path / "none")
    (tmp_path / "game.yaml").write_bytes(b"\xff\xfe")
    (tmp_path / "notes.txt").write_text("no matter")
    (tmp_path / ".#game.yaml").symlink_to("an editor's own")
    assert [item.code for item in read_book(tmp_path).report] == ["not-utf8"]


def test_what_only_looks_like_a_card_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("game: a")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "gone.yaml").symlink_to("nowhere/gone.yaml")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "old.yml").write_text("deck: a")
    (tmp_path / "LOUD.YAML").write_text("deck: a")
    reported = {Path(item.span.file).name: (item.message, item.hint) for item in read_book(tmp_path).report}
    assert set(reported) == {"folder.yaml", "gone.yaml", "loop.yaml", "old.yml", "LOUD.YAML"}
    assert reported["loop.yaml"][0].startswith("cannot be read: ")
    assert reported["folder.yaml"][0].startswith("expected a card file, got a folder")
    assert "“nowhere/gone.yaml”" in reported["gone.yaml"][0]
    assert reported["old.yml"] == ("expected a name that ends in .yaml; this file is ignored", "rename it to old.yaml")


def test_a_link_to_a_card_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("game: a")
    (tmp_path / "game.yaml").symlink_to(tmp_path / "real")
    assert "missing-file" not in [item.code for item in read_book(tmp_path).report]


REAL = open_card_folder(data_root("cards") + "/kalevala")
NAMES = sorted(REAL.files)
SCRAPS = [
    b"",
    b": ",
    b"\n",
    b"- ",
    b"{",
    b"]",
    b"&a ",
    b"*a",
    b"!!x ",
    b"\t",
    b"'",
    b"\x00",
    b"\xff",
    b"null",
    b"{x}",
    b"9" * 30,
]


@settings(max_examples=examples(80), suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.sampled_from(SCRAPS)), min_size=1, max_size=3),
)
def test_mutilated_databases_never_raise(name: str, cuts: list[tuple[float, int, bytes]]) -> None:
    data = REAL.files[name]
    for where, length, scrap in cuts:
        at = int(where * len(data))
        data = data[:at] + scrap + data[at + length :]
    loaded = read_book(CardFolder("x", {**REAL.files, name: data}))
    assert loaded.book is not None or loaded.report.errors
    assert all(item.span.file.startswith("x/") and item.message for item in loaded.report)


WORDS = ["en", "fi", "ant", "house", "x y", ""]
KEYS = ["id", "name", "cards", "en", "fi", "copies", "fields", "cost", "values"]
values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.floats(allow_nan=False) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=examples(120), suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["game", "deck", "rules"]), st.integers(0, 30), values)
def test_any_value_in_any_place_never_raises(file: str, number: int, value: object) -> None:
    """One key of a good file gets a value it was not made for."""
    import json

    text = {"game": GAME, "deck": DECK, "rules": RULES}[file]
    lines = [n for n, line in enumerate(text.splitlines()) if ": " in line or line.endswith(":")]
    at = lines[number % len(lines)]
    changed = text.splitlines()
    changed[at] = changed[at].partition(":")[0] + ": " + json.dumps(value)
    reading = read_book(shelf(**{file: "\n".join(changed)}))
    assert reading.book is not None or reading.report.errors
