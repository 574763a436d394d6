"""User interfaces: command line, hosted table, studio, replay page, and the wording of rulings.

To change …
- a command: a function in `cli/` and one line in `cli/main.py`; shell completion: `cli/completing.py`
- what `pnp check` reports: `checking/`; of composed faces: `pnp/layout/checks/`
- the studio: `studio/desk.py` (the game as its files are now), `studio/studio.py`, `studio/app.py`, `studio/static/`
- a page of the hosted table: `web/templates/`, `web/static/`, `web/words.py`; choices side by side: `web/choices.py`
- how a table is drawn: `layouts/<game>/screen.yaml`, `web/drawing/` (`zones.py`, `blocks.py`, `arrange.py`, `art.py`)
- who gets a seat, undo by consent: `web/consent.py`, `web/new_phones.py`; who is connected: `web/presence.py`
- which requests are rejected: `web/gate.py`, `web/requests.py`, cases in `tests/ui/web/hostile.yaml`
- the replay page of a game: `replay_page/` (`plies.py`, `page.py`, `replay.js`)
- lessons: `teaching/lesson_run.py`; the example of How to play: `teaching/example_run.py`
"""
