"""A hosted table: a page for each seat and a public screen, over HTTP in the local network. `host` imports it.

To change …
- a page: `templates/`, `static/`, `words.yaml`; choices side by side: `choices.py`
- how a table is drawn: `layouts/<game>/screen.yaml`, `drawing/` (`zones.py`, `blocks.py`, `arrange.py`, `art.py`)
- what a seat may ask and is answered: `seat_requests.py`, `bodies.py`
- who gets a seat, undo by consent: `seating.py`, `consent.py`, `new_phones.py`; who is connected: `presence.py`
- which requests are rejected: `gate.py`, `requests.py`, cases in `tests/web/hostile.yaml`
- the page of a whole game: `replay_page/`; hints and reviews: `advice/`
"""
