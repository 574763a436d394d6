"""`pnp set`. In: a game, a card, a field, a value. Out: the file of the card with that value, and what changed.

Invariant: nothing but the bytes of that value changes, and nothing at all where it is refused.
"""

from __future__ import annotations

from typing import Annotated

import typer

from pnp.catalog import find_game
from pnp.checking.fault_values import fault_values
from pnp.cli import completing
from pnp.cli.arguments import GameName, Games, Json, print_json
from pnp.cli.terminal.ink import print_faults

CardName = Annotated[
    str, typer.Argument(metavar="CARD", help="id or code of the card", autocompletion=completing.cards)
]
FieldName = Annotated[
    str,
    typer.Argument(
        metavar="FIELD",
        help="a field, or name, code, copies; in a language: name.fi, text.rule.fi",
        autocompletion=completing.fields,
    ),
]
Value = Annotated[str, typer.Argument(metavar="VALUE", help="new value; lists as in YAML: [a, b]")]
Was = Annotated[str | None, typer.Option("--was", metavar="VALUE", help="change it only if this is the current value")]


def set_(
    game: GameName,
    card: CardName,
    field: FieldName,
    value: Value,
    was: Was = None,
    json: Json = False,
    games: Games = None,
) -> None:
    """Change one value of a card in its file, and no other byte."""
    from pnp.library.editing.card_edit import edit_card, format_cell

    entry = find_game(game, games or ())
    edit = edit_card(entry.card_folder(), entry.cards, card, field, value, was)
    if json:
        place = {"file": edit.place.file, "line": edit.place.line, "column": edit.place.column}
        values = {"card": edit.card, "field": edit.field, "before": edit.before, "after": edit.after}
        print_json({**values, **place, "faults": [fault_values(item) for item in edit.faults]})
        return
    if edit.before == edit.after:
        print(f"{edit.place}: {edit.card}: {edit.field} is already {format_cell(edit.after)}")
        return
    before = "nothing" if edit.before is None else format_cell(edit.before)
    print(f"{edit.place}: {edit.card}: {edit.field} {before} → {format_cell(edit.after)}")
    print_faults(edit.faults)
