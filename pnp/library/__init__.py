"""Data of a game, for printing and for play: cards, decks, constants, options, rulebook. Values, no behaviour.

To change …
- the options of a component kind (board, box …): `reading/component.py`, then `layout/sheets/production.py`
- how a spreadsheet becomes cards: `sheets/` (`from:` in a deck), `editing/sheet_edit.py` (`pnp set` in a csv)
- the import of a table: `importing/` (`table_reader.py`, then table → columns → values → decks → folder)
- how a value is edited: `editing/` (`card_edit.py`: one, several at once, a deck as a table)
- the parts shared by card effects of all games: `effect/`
- lessons and How to play: `reading/lesson.py`, `reading/rulebook.py`
"""
