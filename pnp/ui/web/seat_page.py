"""The page of a seat. In: the state that a seat is sent, what its address asks for. Out: HTML, whole or only its parts.

Invariant: a page holds nothing that is not in the bytes of its seat, in what its rulings say, or on everybody's screen;
what the script swaps (`part=1`) is the same HTML as what the page had.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct, structs
from starlette.requests import Request

from pnp.ui.web.choices import Choice, Choices, choices_at
from pnp.ui.web.drawing import Drawing, Look, draw
from pnp.ui.web.drawing.zones import UNKNOWN
from pnp.ui.web.pages import capitalise, render
from pnp.ui.web.rule_page import Found
from pnp.ui.web.seat_form import Notice

MOST_STEPS = 20  # of a way into the options
LOG_LINES = 3
SCHEMES, SIZES = ("light", "dark"), ("2", "3")


class Asked(Struct, frozen=True):
    """What the address of a page asks for.

    lang: as asked for, "" for the browser's · scheme: `light` or `dark` · size: of the words · at: the way into the
    options · is_part: only what the script swaps · rules: what is looked up in the rulebook
    """

    lang: str = ""
    scheme: str = ""
    size: str = ""
    at: tuple[str, ...] = ()
    is_part: bool = False
    rules: str | None = None

    def root(self) -> Markup:
        """How the page is to look, for its first tag."""
        found = {"scheme": self.scheme, "size": self.size}
        return Markup("").join(Markup(' data-{}="{}"').format(name, value) for name, value in found.items() if value)

    def kept(self, **more: Any) -> list[tuple[str, str]]:
        """What every address of this phone says."""
        values = {"lang": self.lang, "scheme": self.scheme, "size": self.size, **more}
        return [(name, value) for name, value in values.items() if value]


def asked_by(request: Request, fields: Mapping[str, str] | None = None) -> Asked:
    """What a request asks for, in its address or, where that says nothing, in its form."""
    query = request.query_params

    def one_of(name: str, known: Iterable[str]) -> str:
        found = (query.get(name, ""), (fields or {}).get(name, ""))
        return next((value for value in found if value in known), "")

    lang = one_of("lang", [query.get("lang", ""), (fields or {}).get("lang", "")])[:8]
    at = tuple(query.getlist("at"))[:MOST_STEPS]
    is_part = "part" in query or "part" in (fields or {})
    return Asked(lang, one_of("scheme", SCHEMES), one_of("size", SIZES), at, is_part, query.get("rules"))


class SeatPage:
    """One page: what its templates ask for."""

    def __init__(
        self,
        state: dict[str, Any],
        here: str,
        title: str,
        languages: Sequence[str],
        look: Look,
        asked: Asked,
        notice: Notice,
    ) -> None:
        self.state, self.path, self.title, self.languages = state, here, title, languages
        self.asked = structs.replace(asked, lang=asked.lang if asked.lang in languages else "")
        self.notice = notice
        self.choices: Choices = choices_at(state["options"], asked.at)
        self.once = secrets.token_urlsafe(9)
        mine = [piece for piece in state["scene"] if self._is_held(piece)]
        held = {piece["card"] for piece in mine}
        table = [piece for piece in state["scene"] if not self._is_held(piece)]
        self.hand = self._draw(mine, held, look) if mine else None
        self.table = self._draw(table, {choice.key for choice in self._nodes()} - held, look)
        self.drawn = self.table.drawn | (self.hand.drawn if self.hand else frozenset())

    def html(self) -> str:
        """The page, or its parts."""
        name = "seat_parts.html" if self.asked.is_part else "seat.html"
        return render(name, self.state["lang"], page=self, state=self.state, notice=self.notice, choices=self.choices)

    def link(self, *way: str, **more: Any) -> str:
        """An address of this page with a way into the options, as this phone wants it."""
        query = [*self.asked.kept(**more), *(("at", key) for key in way)]
        return f"{self.path}?{urlencode(query)}" if query else self.path

    @property
    def is_mine(self) -> bool:
        """Whether something is asked of this seat."""
        return not self.state["outcome"] and self.state["you"] in self.state["to_act"]

    def _is_held(self, piece: dict[str, Any]) -> bool:
        """Whether it is in this seat's hand: the seat knows it, the table does not see it."""
        return piece["owner"] == self.state["you"] and not piece["is_face_up"] and piece["card"] not in UNKNOWN

    def _nodes(self) -> list[Choice]:
        """The choices that a piece or a place may stand for, and what may be chosen in place of the last one."""
        return [*self.choices.by_key().values(), *self.choices.instead]

    def _draw(self, scene: list[dict[str, Any]], keys: Collection[str], look: Look) -> Drawing:
        """A part of the table; its pieces and places are the controls of these choices."""
        nodes: dict[str, dict[str, str]] = {}
        for choice in self._nodes():
            if choice.key in keys:
                where = {"line": choice.line} if choice.line else {"href": self.link(*choice.way)}
                nodes.setdefault(choice.key, {"label": capitalise(choice.full_label), **where})
        for choice in self.choices.instead:
            if choice.key in keys:
                nodes[choice.key]["kind"] = "instead"
        for key in self.choices.way[-1:] if self.choices.chosen else ():
            nodes.setdefault(
                key, {"label": self.choices.chosen[-1], "href": self.link(*self.choices.back), "kind": "taken"}
            )
        return draw({**self.state, "scene": scene}, nodes, self.link(*self.choices.way), look, once=f"{self.once}-d")

    @property
    def asked_of_me(self) -> list[dict[str, Any]]:
        """The questions, those to this seat first."""
        return sorted(self.state["questions"], key=lambda it: it["seat"] != self.state["you"])

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The last lines, the newest first."""
        return list(reversed(self.state["log"]))[:LOG_LINES]

    @property
    def can_undo(self) -> bool:
        """Whether this seat has a line that it might take back."""
        return any(line["seat"] == self.state["you"] for line in self.state["log"])

    def listed(self) -> Iterable[tuple[str, list[Choice]]]:
        """The choices that are not drawn, in their groups."""
        for group in self.choices.groups:
            if rest := [choice for choice in group.choices if choice.key not in self.drawn]:
                yield group.label, rest

    def others(self) -> list[Choice]:
        """What may be chosen in place of the last one, and is not drawn."""
        return [choice for choice in self.choices.instead if choice.key not in self.drawn]


def rules_page(found: Found, here: str, title: str, lang: str, asked: Asked) -> str:
    """The page of the rulebook, for a seat that goes back to its table."""
    back = f"{here}?{urlencode(asked.kept(lang=lang))}"
    return render("rules.html", lang, found=found, here=here, title=title, asked=asked, back=back)
