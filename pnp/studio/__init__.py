"""The studio: a page of a game that is being made: its faces as they print, live, with their faults beside them.

To change …
- the game as its files are now: `desk.py`; who watches it: `studio.py`; requests: `app.py`; the page: `static/`
"""
