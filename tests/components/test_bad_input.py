"""Whatever stands in game.yaml and the tables, people get sentences with places, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from tests.components.games import build, spoiled

ODD = ["[]", "{}", "-1", "''", "[[1]]", "{by: [1], a: {}}", "{by: size}", "99999999999", "nan"]
PLACES = [
    ("map", "kind: board", "kind: {}"),
    ("map", "face: map", "face: {}"),
    ("map", "kind: board", "kind: board, overlap: {}"),
    ("map", "kind: board", "kind: board, marks: {}"),
    ("coins", "    deck: coins\n", "    deck: {}\n"),
    ("coins", '{{by: size, big: coin-big, hex: fish, "*": coin}}', "{}"),
    ("coins", "    deck: coins\n", "    deck: coins\n    gap: {}\n"),
    ("figures", "base: slot", "base: {}"),
    ("figures", "base: slot", "foot: {}"),
    ("figures", "base: slot", "copies: {}"),
    ("box", "holds: [crew]", "holds: {}"),
    ("box", "cards: 54", "cards: {}"),
    ("box", "cards: 54", "thickness: {}"),
    ("box", "side: box-side", "side: {}"),
    ("box", "cards: 54", "copies: {}"),
    ("booklet", "creep: 0.1", "creep: {}"),
    ("booklet", "creep: 0.1", "copies: {}"),
]


@pytest.mark.parametrize(("only", "old", "new"), PLACES, ids=lambda word: word[:24].strip())
def test_odd_values_in_components(tmp_path: Path, only: str, old: str, new: str) -> None:
    entry = spoiled(tmp_path)
    file = tmp_path / "games" / "harbour" / "cards" / "game.yaml"
    text = file.read_text("utf-8")
    old = old.replace("{{", "{").replace("}}", "}")
    assert old in text
    for odd in ODD:
        file.write_text(text.replace(old, new.replace("{}", odd)), "utf-8")
        _try(tmp_path, entry, only)


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("island", "{q: 0, r: 0, ground: wood}", "{}"),
        ("island", "q: 0, r: 0", "q: {}, r: 0"),
        ("sea", "x_mm: 60", "x_mm: {}"),
        ("sea", "a: NOR, b: EST", "a: {}, b: EST"),
        ("sea", "steps: 6", "steps: {}"),
        ("sea", "via: [[150, 310]]", "via: {}"),
        ("sea", "{id: NOR-EST, a: NOR, b: EST, steps: 6}", "{}"),
        ("sea", "id: SUD", "id: {}"),
    ],
    ids=lambda word: word[:24],
)
def test_odd_values_in_tables(tmp_path: Path, table: str, old: str, new: str) -> None:
    entry = spoiled(tmp_path)
    file = tmp_path / "games" / "harbour" / "cards" / f"{table}.yaml"
    text = file.read_text("utf-8")
    assert old in text
    for odd in ODD:
        file.write_text(text.replace(old, new.replace("{}", odd), 1), "utf-8")
        _try(tmp_path, entry, "map")


def _try(tmp_path: Path, entry: object, only: str) -> None:
    try:
        build(tmp_path / "out", entry, only=(only,))  # type: ignore[arg-type]
    except InputError as fault:
        assert fault.report.errors
        assert all(item.message and item.span.file for item in fault.report)
