"""How to play: its words are there in every language, and its example is what the referee says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.catalog import all_games, find_game, rules_of
from pnp.checking.game import inspect
from pnp.library.card_folder import CardFolder
from pnp.library.loader import LoadedBook, read_book
from pnp.table.teaching.example_run import howto_faults
from tests.guard import some

STEP = '    - lines: ["ilmari: place l'
TAUGHT = [entry.slug for entry in all_games(()) if "howto.yaml" in entry.card_folder().files]


def wrong(line: str, rule: str) -> str:
    """The step with a line that is refused."""
    return STEP.replace("lines:", f'wrong: "{line}"\n      rule: {rule}\n      lines:')


def spoiled(old: str, new: str, count: int = 1) -> LoadedBook:
    """Kalevala with something else in its howto.yaml."""
    folder = find_game("kalevala", ()).card_folder()
    text = folder.files["howto.yaml"].decode()
    assert old in text
    files = folder.files | {"howto.yaml": text.replace(old, new, count).encode()}
    return read_book(CardFolder(folder.root, files, folder.slug))


def faults(loaded: LoadedBook) -> list[str]:
    if loaded.book is not None:
        game = rules_of(find_game("kalevala", ()))
        place = lambda *path: loaded.place("howto", *path)  # noqa: E731
        loaded.report.extend(howto_faults(loaded.book.howto, game, loaded.book, place))
    return [str(item) for item in loaded.report]


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_example_of_each_game_goes_as_it_is_told(slug: str) -> None:
    entry = find_game(slug, ())
    loaded = read_book(entry.card_folder())
    assert loaded.book is not None, [str(item) for item in loaded.report]
    howto = loaded.book.howto
    lines = [line for step in howto.example.steps for line in step.lines]
    assert len(lines) >= 3 and any(step.picture for step in howto.example.steps)
    found = howto_faults(howto, rules_of(entry), loaded.book, lambda *path: loaded.place("howto", *path))
    assert [str(item) for item in found] == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("place lemminkainen 1,1", "place lemminkainen 2,2", "[KAL-13]"),
        ('"table: start ukko"', '"table: start kullervo"', "is rejected"),
        ("scores: {aino: 6, ilmari: 2}", "scores: {aino: 7, ilmari: 2}", "expected a score of 7 for aino, got 6"),
        ('["ukko vainamoinen:new', '["vainamoinen ukko:new', "the picture does not match the table at this point"),
        ('["ukko vainamoinen:new', '["ukko kaarme:new', "the picture does not match the table at this point"),
        ("rule: KAL-04", 'rule: KAL-04\n    picture: ["vainamoinen louhi louhi louhi joukahainen"]', "does not match"),
        (STEP, wrong("ilmari: place ukko 3,3", "KAL-14"), "write a move that KAL-14 forbids"),
        (STEP, wrong("ilmari: place ukko 0,1", "KAL-14"), "is allowed here"),
    ],
)  # fmt: skip
def test_an_example_that_is_not_so_is_a_fault_at_its_place(old: str, new: str, fault: str) -> None:
    (found,) = faults(spoiled(old, new))
    assert fault in found and "howto.yaml:" in found


def test_a_move_that_is_refused_may_be_told_with_its_rule() -> None:
    assert faults(spoiled(STEP, wrong("ilmari: place ukko 3,3", "KAL-13"))) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("howto: kalevala", "howto: kalevla", "use the same name"),
        ("rule: KAL-13", "rule: KAL-99", "there is no rule KAL-99"),
        ("card: vainamoinen", "card: vainamo", "“tiles” has no card “vainamo”"),
        ("  markers:\n", "  marker:\n", "there is no component “marker”"),
        ('"ukko vainamoinen:zero"', '"uko vainamoinen:zero"', "there is no card “uko”"),
        ("  fi: Kerää enemmän", "  sv: Kerää enemmän", "“sv”"),
        ("source: house", "source: mine", "expected a source, got “mine”"),
        ("goal:", "gaol:", "unknown key “gaol”"),
        ("scores: {aino: 6", "scores: {anna: 6", "the example has no seat “anna”"),
        (
            '    - lines: ["ilmari: place l',
            '    - wrong: "ilmari: pass"\n      lines: ["ilmari: place l',
            "expected the rule that forbids this line, got none",
        ),
    ],
)
def test_a_fault_of_the_words_is_named_with_its_place(old: str, new: str, fault: str) -> None:
    found = [item for item in faults(spoiled(old, new)) if fault in item]
    assert found and "howto.yaml:" in found[0]


def test_a_game_has_one_leaf_that_teaches_it() -> None:
    folder = find_game("kalevala", ()).card_folder()
    files = folder.files | {"more.yaml": folder.files["howto.yaml"]}
    found = [str(item) for item in read_book(CardFolder(folder.root, files, folder.slug)).report]
    assert found and "expected one file with howto:, got a second" in found[0]


def test_check_plays_the_example() -> None:
    entry = find_game("kalevala", ())
    assert [item for item in inspect(entry, layouts=False) if item.severity == "error"] == []
    loaded = read_book(entry.card_folder())
    assert loaded.book is not None
    example = loaded.book.howto.example
    steps = (replace(example.steps[0], lines=("aino: pass",)), *example.steps[1:])
    howto = replace(loaded.book.howto, example=replace(example, steps=steps))
    (found,) = some(howto_faults(howto, rules_of(entry), loaded.book, lambda *path: loaded.place("howto", *path)))
    assert "KAL-10" in str(found)
