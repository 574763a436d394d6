"""The page. In: a replay, its look, whose knowledge it is told with, a language. Out: HTML that needs nothing else.

Invariant: everything people wrote is escaped; nothing is fetched; without JavaScript it is a log to read, below the
table as it is at the end.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from msgspec import json

from pnp import __version__
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
        body, script = "\n".join(self._body(tables[-1])), _own("replay.js")
        style = "\n".join((theme_css(self.look), _static("drawn.css"), places_css().decode(), _own("replay.css")))
        style += sheet_of(self.look, self.lang, LARGEST - len((data + body + script + style).encode()))
        policy = (
            f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
            "base-uri 'none'; form-action 'none'"
        )
        return "\n".join(
            (
                "<!doctype html>",
                f'<html lang="{escape(self.lang)}">',
                '<head><meta charset="utf-8">',
                f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
                '<meta name="generator" content="pnp referee replay">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f"<title>{escape(self.title)}: {escape(', '.join(self.seats))}</title>",
                f"<style>{style}</style></head>",
                "<body>",
                body,
                f'<script type="application/json" id="tables">{data}</script>',
                f"<script>{script}</script></body></html>\n",
            )
        )

    def _table(self, ply: Ply) -> str:
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
        scores = "" if drawing.has_seats else "".join(self._score(name, numbers, ply) for name in self.seats)
        title = f'<h2 class="unseen">{escape(self._word("table"))}</h2>'
        return f'<ul class="scores">{scores}</ul>{title}<div class="stage">{drawing.html}</div>'

    def _score(self, name: str, numbers: dict[str, dict[str, int]], ply: Ply) -> str:
        acts = ' class="acts"' if name in ply.to_act else ""
        has = " ".join(
            f"<span>{'' if what == 'score' else escape(what)} <b>{of[name]}</b></span>"
            for what, of in numbers.items()
            if name in of
        )
        sign = f" <small>{escape(self._word('acts'))}</small>" if acts else ""
        return f"<li{acts}><strong>{escape(name)}</strong> {has}{sign}</li>"

    def _body(self, table: str) -> Iterator[str]:
        outcome = self.replay.outcome
        texts = [format_outcome(outcome, self.seats, self.lang)] if outcome is not None else []
        if outcome is None:
            texts.append(self._word("unfinished"))
        if self.viewer is not None:
            texts.append(f"({self._word('seen_by').format(name=self.seats[self.viewer])})")
        yield f"<header><h1>{escape(self.title)}</h1><p>{escape(', '.join(self.seats))}. {escape(' '.join(texts))}</p>"
        yield f'</header><main><section id="table" aria-label="{escape(self._word("table"))}">{table}</section>'
        yield f'<section id="story"><div id="steps" hidden><div role="group" aria-label="{escape(self._word("line"))}">'
        for step, sign in STEPS:
            yield f'<button type="button" data-step="{step}" aria-label="{escape(self._word(step))}">{sign}</button>'
        yield f'</div><input type="range" min="0" max="{len(self.plies) - 1}" value="0" '
        yield f'aria-label="{escape(self._word("line"))}"><p id="now" aria-live="polite"></p>'
        yield f'<p class="keys">{escape(self._word("keys"))}</p></div>'
        yield f'<h2>{escape(self._word("lines"))}</h2><ol id="log">'
        for ply in self.plies:
            yield self._line(ply)
        book = self.replay.setup.book
        yield f"</ol></section></main><footer>{escape(self.title)} {escape(book.version)} · pnp {escape(__version__)}"
        yield "</footer>"

    def _line(self, ply: Ply) -> str:
        """A line of the log, with why."""
        words = f"<b>{escape(ply.seat)}</b> {escape(ply.label)}" if ply.number else escape(self._word("start"))
        news = "".join(f"<small>{escape(text)}</small>" for text in ply.news)
        reasons = "".join(
            f'<li>{escape(why.because)} <abbr title="{escape(why.words)}">{escape(why.rule)}</abbr></li>'
            for why in ply.why
        )
        why = f"<details><summary>{escape(self._word('why'))}</summary><ul>{reasons}</ul></details>" if reasons else ""
        link = f'<a href="#{ply.number}">{ply.number}</a>'
        return f'<li id="p{ply.number}">{link}<div><p>{words}</p>{news}{why}</div></li>'

    def _word(self, id: str) -> str:
        return label(id, self.lang)


def _own(name: str) -> str:
    return files("pnp.web.replay_page").joinpath(name).read_text("utf-8")


def _static(name: str) -> str:
    return files("pnp.web").joinpath("static", name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")
