"""The messages of the referee: every language has every message, with the same arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.library.loader import read_book
from pnp.library.reading import component, deck, game, node, rulebook
from tests.referee.kernel.tables import GAMES

CARDS = {path.name: path.read_text("utf-8") for path in (GAMES / "cove" / "cards").glob("*.yaml")}


def faults(folder: Path, **files: str) -> list[str]:
    for name, text in {**CARDS, **{f"{name}.yaml": text for name, text in files.items()}}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [f"{fault.span.line}: {fault.message}" for fault in read_book(folder).report.items]


def test_messages_are_read_with_their_languages(tmp_path: Path) -> None:
    assert faults(tmp_path) == []
    book = read_book(tmp_path).book
    assert book is not None
    assert book.messages["watched"] == {"en": "{colour} is watched", "fi": "vahdittu väri on {colour}"}


WORDS = "messages: cove\nwords:\n  turn: "


@pytest.mark.parametrize(
    "text, expected",
    [
        (WORDS + "{en: land a card}\n", "3: no words in “fi”"),
        (
            WORDS + '{en: "{card} lands", fi: "{kortti} maihin"}\n',
            "3: the arguments in “fi” differ from the first language",
        ),
        (WORDS + '{en: "{card", fi: "{card}"}\n', "3: a brace in “{card” is not closed"),
        *(
            (WORDS + f'{{en: "{odd}", fi: "{odd}"}}\n', f"3: expected only arguments in the braces of “{odd}”")
            for odd in ("{}", "{card!r}", "{card.name}", "{card[0]}", "{n:>3}", "{n:a|b|c}", "{n:{card}|cards}")
        ),
        ("messages: other\nwords: {}\n", "1: expected the name of the game, “cove”, got “other”"),
        ("messages: cove\n", "1: the key “words” is missing"),
        ("messages: cove\nword: {}\nwords: {}\n", "2: unknown key “word”"),
    ],
)
def test_what_is_wrong_with_messages_is_reported(tmp_path: Path, text: str, expected: str) -> None:
    assert any(fault.startswith(expected) for fault in faults(tmp_path, messages=text))


def test_messages_stand_in_several_files_each_once(tmp_path: Path) -> None:
    words = '{en: "{colour} is guarded", fi: "{colour} on vahdissa"}'
    assert faults(tmp_path, more=f"messages: cove\nwords:\n  guarded: {words}\n") == []
    found = faults(tmp_path, more=f"messages: cove\nwords:\n  guarded: {words}\n  watched: {words}\n")
    assert found == ["4: duplicate message “watched”"]


DECK = CARDS["goods.yaml"]


def test_messages_call_cards_as_their_deck_says(tmp_path: Path) -> None:
    called = DECK.replace("total: 18", 'total: 18\ncalled: "{colour} {value}"').replace("[red, green, blue]", COLOURS)
    assert faults(tmp_path, goods=called) == []
    book = read_book(tmp_path).book
    assert book is not None
    assert [book.called("red2", lang) for lang in ("en", "fi")] == ["red 2", "punainen 2"]
    assert book.called("beach", "fi") == "ranta" and book.called("nothing", "fi") == "nothing"


COLOURS = "{required: true, values: [red, green, blue]}"


@pytest.mark.parametrize("pattern", ["{colour}", "{copies}", "{value", "{}"])
def test_only_required_fields_are_in_what_cards_are_called(tmp_path: Path, pattern: str) -> None:
    found = faults(tmp_path, goods=DECK.replace("total: 18", f'total: 18\ncalled: "{pattern}"'))
    assert len(found) == 1 and found[0].startswith("4: ")


TEXT = (Path(__file__).parents[2] / "docs" / "cards.md").read_text("utf-8")


def documented_keys(heading: str) -> set[str]:
    """The keys in the first column of the table after a heading or sentence."""
    lines = TEXT[TEXT.index(heading) + len(heading) :].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    keys: set[str] = set()
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        keys |= {word.strip(" `") for word in line.split("|")[1].split(",")}
    return keys


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("## A deck", deck.DECK_KEYS),
        ("or in full:", node.FIELD_KEYS),
        ("A **card** has", (*deck.CARD_KEYS, "any declared field")),
        ("## The game", game.GAME_KEYS),
        ("key of a component", component.COMPONENT_KEYS),
        ("\n| option | meaning |", tuple(key for options in component.OPTIONS.values() for key in options)),
        ("## The rulebook", rulebook.RULE_KEYS),
    ],
)
def test_every_key_is_documented(heading: str, keys: tuple[str, ...]) -> None:
    assert documented_keys(heading) == set(keys) - {"note"}


def test_every_type_of_a_field_is_documented() -> None:
    assert all(f"`{name}`" in TEXT for name in node.TYPES)


def test_every_kind_of_component_lists_its_options() -> None:
    rows = TEXT[TEXT.index("| kind | what it is |") :].splitlines()[2:]
    documented = {row.split("|")[1].strip(" `"): row.split("|")[3] for row in rows[: len(component.OPTIONS)]}
    assert {kind: set(cell.replace("`", "").split()) for kind, cell in documented.items()} == {
        kind: set(options) for kind, options in component.OPTIONS.items()
    }
