"""Pure part of play: moves, rulings, records, views, the protocol of a game. No input, no output, no randomness.

`kernel/` derives a whole game from its declarations (zones, counters, questions, phases); `hidden/` reasons about
unseen cards; `effects/` is what cards of any declared game may do; `opponents/` rates moves.

To change …
- how a typed line is parsed: `notation.py`, `params.py` (a field's grammar), `verb_words.py`
- a verb for effects of any declared game: a class in `effects/vocabulary/verbs.py`, rows in `phrases.yaml`, a resolver
  in `effects/resolving/`, a card and a scenario in `scaffold/effects/` (ADR 25)
- how hidden hands are proven: `hidden/knowledge.py`, `hidden/contradiction.py`, `hidden/solver.py`
- what a viewer may know: `view.py`
"""
