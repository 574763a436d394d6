"""The page. In: a replay, its look, whose knowledge it is told with, a language. Out: HTML that needs nothing else.

Invariant: everything people wrote is escaped; nothing is fetched; without JavaScript it is a log to read, below the
table as it is at the end.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from markupsafe import Markup
from msgspec import json

from pnp import __version__
from pnp.base.templates import templates
from pnp.library.catalogue import read_words
from pnp.library.words import localise
from pnp.referee.message import phrases
from pnp.referee.replay import Replay
from pnp.referee.seat import Seat
from pnp.table.messages import format_outcome
from pnp.table.seat_feed import piece_values
from pnp.web.drawing import draw
from pnp.web.drawing.look import Look
from pnp.web.drawing.places import places_css
from pnp.web.drawing.theme import theme_css
from pnp.web.replay_page.deltas import make_deltas
from pnp.web.replay_page.faces import PageLook, sheet_of
from pnp.web.replay_page.plies import Ply, list_plies

label = phrases(read_words(__file__))
HERE = Path(__file__).parent
LARGEST = 1_400_000  # bytes of a page
STEPS = (("first", "«"), ("back", "‹"), ("play", "▶"), ("on", "›"), ("last", "»"))


def replay_page(replay: Replay[Any], look: Look, viewer: Seat | None, lang: str) -> str:
    """The whole page. Without a viewer a game that is over is told as it was, another as everybody knows it."""
    has_secrets = viewer is not None or replay.outcome is None
    return _Page(replay, PageLook(look), viewer, has_secrets, lang).html()


class _Page:
    """One page in the making."""

    def __init__(self, replay: Replay[Any], look: PageLook, viewer: Seat | None, has_secrets: bool, lang: str) -> None:
        self.replay, self.look, self.viewer, self.lang = replay, look, viewer, lang
        self.has_secrets, self.seats = has_secrets, replay.setup.seats
        self.plies = list_plies(replay, viewer, has_secrets, lang)
        self.title = localise(replay.setup.book.title, lang)

    def html(self) -> str:
        """The whole page."""
        tables = [self._table(ply) for ply in self.plies]
        tokens, deltas = make_deltas(tables)
        data = json.encode([tokens, deltas, [ply.number for ply in self.plies]]).decode().replace("<", "\\u003c")
        body, script = self._body(tables[-1]), _own("replay.js")
        style = "\n".join((theme_css(self.look), _static("drawn.css"), places_css().decode(), _own("replay.css")))
        style += sheet_of(self.look, self.lang, LARGEST - len((data + body + script + style).encode()))
        policy = (
            f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        return self._render("page.html", policy=policy, style=style, body=body, data=data, script=script)

    def _render(self, name: str, **values: Any) -> Markup:
        return Markup(templates(HERE).get_template(name).render(page=self, **values))

    def _table(self, ply: Ply) -> Markup:
        """The table after a line, and what its seats have."""
        numbers = {what: dict(zip(self.seats, values, strict=False)) for what, values in ply.counters.items()}
        state = {
            "ply": ply.number,
            "lang": self.lang,
            "seats": list(self.seats),
            "you": None if self.viewer is None else self.seats[self.viewer],
            "to_act": list(ply.to_act),
            "counters": numbers,
            "scene": [piece_values(piece, self.replay.setup, self.lang) for piece in ply.scene],
        }
        drawing = draw(state, {}, "", self.look, is_screen=True)
        return self._render("table.html", ply=ply, numbers=numbers, drawing=drawing)

    def _body(self, table: Markup) -> Markup:
        outcome, book = self.replay.outcome, self.replay.setup.book
        texts = [self.word("unfinished") if outcome is None else format_outcome(outcome, self.seats, self.lang)]
        if self.viewer is not None:
            texts.append(f"({self.word('seen_by').format(name=self.seats[self.viewer])})")
        return self._render("body.html", table=table, texts=texts, steps=STEPS, version=book.version, pnp=__version__)

    def word(self, id: str) -> str:
        """A word of the page itself."""
        return label(id, self.lang)


def _own(name: str) -> str:
    return files("pnp.web.replay_page").joinpath(name).read_text("utf-8")


def _static(name: str) -> str:
    return files("pnp.web").joinpath("static", name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")
