"""Pages without JavaScript. In: the state that a seat is sent, a language. Out: HTML.

Invariant: a page holds nothing that is not in the bytes of its seat, in what its rulings say, or on everybody's screen;
what people wrote is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment

from pnp.base.templates import templates
from pnp.library.words import localise
from pnp.web.drawing import Look, Memory, draw
from pnp.web.drawing.qr import qr_svg
from pnp.web.opening import BOT_EXAMPLE, Opening
from pnp.web.questions import without_notation
from pnp.web.words import words

HERE = Path(__file__).parent


@lru_cache(1)
def _templates() -> Environment:
    found = templates(HERE / "templates")
    found.filters["capitalise"] = capitalise
    found.filters["asked"] = without_notation
    return found


def render(name: str, lang: str, **values: Any) -> str:
    """A template in a language."""
    return _templates().get_template(name).render(lang=lang, words=partial(_localise, lang), **values)


def capitalise(text: str) -> str:
    """Words as a sentence or a button begins."""
    return text[:1].upper() + text[1:]


def _localise(lang: str, id: str, **args: Any) -> str:
    return words(id, lang, **args) if args else _fixed_words(id, lang)


@lru_cache(1000)
def _fixed_words(id: str, lang: str) -> str:
    """Words that stand on every page."""
    return words(id, lang)


def screen_page(
    state: dict[str, Any],
    look: Look,
    here: str,
    title: str,
    join: str,
    is_part: bool = False,
    memory: Memory | None = None,
) -> str:
    """The public screen; `is_part`: only what changes on it."""
    is_open = len(state["joined"]) < len(state["seats"])
    drawing = draw(state, {}, here, look, is_screen=True, memory=memory)
    return render(
        "screen_parts.html" if is_part else "screen.html",
        state["lang"],
        state=state,
        drawing=drawing,
        sheet=look.sheet(state["lang"], drawing.faces),
        here=here,
        title=title,
        join=join,
        qr=qr_svg(join) if is_open else "",
    )


def opening_page(
    opening: Opening, lang: str, fields: Mapping[str, str] | None = None, messages: Sequence[str] = ()
) -> str:
    """What is asked before there is a table; what was answered and cannot be, with why."""
    fewest, most = opening.book.players
    typed = dict(fields or {})
    return render(
        "opening.html",
        lang,
        here=f"/p/{opening.key}",
        title=localise(opening.book.title, lang),
        fewest=fewest,
        most=most,
        seats=typed.get("seats", opening.seats),
        deal=typed.get("deal", ""),
        switches=opening.switches(lang, typed),
        bot=BOT_EXAMPLE,
        messages=messages,
    )


def join_page(
    lang: str,
    code: str = "",
    title: str = "",
    free: Sequence[str] = (),
    message: str = "",
    taken: Sequence[str] = (),
    game: str = "",
    picture: str = "",
) -> str:
    """Where people choose a seat, or type the code of a table; `picture`: the back of a card of the game."""
    values = {"code": code, "title": title, "free": free, "message": message, "taken": taken}
    return render("join.html", lang, **values, game=game, picture=picture)


def message_page(lang: str, message: str, detail: str = "", back: str = "") -> str:
    """Return a page with one message; `back`: the address that the user came from, where that is known."""
    return render("message.html", lang, message=message, detail=detail, back=back)
