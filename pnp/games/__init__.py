"""The games: one folder is one game, a value `GAME` that keeps the protocol of `referee/game.py`.

In: a CardBook and moves. Out: rulings. Invariant: no game imports another; none reads a file, a clock or a die.

To change …
- what is allowed: `<game>/judge.py`, in the larger games `<game>/phases/`, and its `scenarios/*.md` in the tests
- what a card of Keko does: `keko/vocabulary/` (its words), `keko/effects/` (what they do), `cards/keko/phrases.yaml`
- a question in Drum Roll or Keikalla: a `Question` in its `phases/`; in Drum Roll its place in `COURSE`
- how good a move looks to bots: `<game>/simulation/rating.py`
- views, the dealer and redaction: `<game>/secrets/`; page, reasons and news: `<game>/table_view/`
"""
