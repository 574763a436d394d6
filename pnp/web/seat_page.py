"""The page of a seat. In: the state that a seat is sent, what its address asks for. Out: HTML, whole or only its parts.

Invariant: a page holds nothing that is not in the bytes of its seat, in what its rulings say, or on everybody's screen;
what the script swaps (`part=1`) is the same HTML as what the page had, but that a form says neither a ply nor an id:
the script does, so that a part that did not change is the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct, structs
from starlette.requests import Request

from pnp.referee.params import UNKNOWN as UNKNOWN_CARD
from pnp.referee.seat import TABLE_NAME
from pnp.table.option_tree import choices_of, leaves_of
from pnp.web.choices import Choice, Choices, choices_at
from pnp.web.drawing import Drawing, Look, draw
from pnp.web.drawing.zones import UNKNOWN
from pnp.web.pages import capitalise, render
from pnp.web.rule_page import Found
from pnp.web.seat_form import Notice
from pnp.web.words import words

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
        """Return what every address of this phone says, and `more`, which may be 0."""
        values = {"lang": self.lang, "scheme": self.scheme, "size": self.size, **more}
        return [(name, value) for name, value in values.items() if value != ""]


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
        public: Mapping[str, Any],
    ) -> None:
        self._links: dict[tuple[Any, ...], str] = {}
        self.state, self.path, self.title, self.languages = state, here, title, languages
        self.asked = structs.replace(asked, lang=asked.lang if asked.lang in languages else "")
        self.notice = notice
        self.choices: Choices = choices_at(state["options"], asked.at)
        self.once = "" if asked.is_part else secrets.token_urlsafe(9)
        self.public = public  # what everybody sees
        self.hidden = {piece["zone"] for piece in public["scene"] if self._is_mine(piece) and piece["card"] in UNKNOWN}
        mine = [piece for piece in state["scene"] if self._is_held(piece)]
        held = {piece["card"] for piece in mine}
        table = [piece for piece in state["scene"] if not self._is_held(piece)]
        self.hand = self._draw(mine, held.__contains__, look, is_open=False) if mine else None
        self.table = self._draw(table, lambda key: key not in held, look, is_open=True)
        self.held = held if look.data.cover else set()
        self.drawn = self.table.drawn | (self.hand.drawn if self.hand else frozenset())
        self.sheet = look.sheet(state["lang"], self.table.faces | (self.hand.faces if self.hand else frozenset()))

    def html(self) -> str:
        """The page, or its parts."""
        name = "seat_parts.html" if self.asked.is_part else "seat.html"
        return render(name, self.state["lang"], page=self, state=self.state, notice=self.notice, choices=self.choices)

    def link(self, *way: str, **more: Any) -> str:
        """An address of this page with a way into the options, as this phone wants it."""
        key = (way, *more.items())
        if key not in self._links:
            query = [*self.asked.kept(**more), *(("at", key) for key in way)]
            self._links[key] = f"{self.path}?{urlencode(query)}" if query else self.path
        return self._links[key]

    @property
    def is_mine(self) -> bool:
        """Whether something is asked of this seat."""
        return not self.state["outcome"] and self.state["you"] in self.state["to_act"]

    def _is_mine(self, piece: Mapping[str, Any]) -> bool:
        return bool(piece["owner"] == self.state["you"])

    def _is_held(self, piece: Mapping[str, Any]) -> bool:
        """Whether it is in this seat's hand: the seat knows it, the table does not."""
        return self._is_mine(piece) and piece["zone"] in self.hidden and piece["card"] not in UNKNOWN

    def _nodes(self) -> list[Choice]:
        """The choices that a piece or a place may stand for, and what may be chosen in place of the last one."""
        return [*self.choices.by_key().values(), *self.choices.instead]

    def _draw(self, scene: list[dict[str, Any]], is_here: Callable[[str], bool], look: Look, is_open: bool) -> Drawing:
        """A part of the table; its pieces and places are the controls of these choices."""
        nodes: dict[str, dict[str, str]] = {}
        for choice in self._nodes():
            if is_open and self._verb(choice) in self.state["secret"]:
                continue  # what is answered in secret stands under the cover alone
            where = {"line": choice.line} if choice.line else {"href": self.link(*choice.way)}
            nodes.setdefault(choice.key, {"label": capitalise(choice.full_label), **where})
        for choice in self.choices.instead:
            if choice.key in nodes:
                nodes[choice.key]["kind"] = "instead"
        for key in self.choices.way[-1:] if self.choices.chosen else ():
            taken = {"label": self.choices.chosen[-1], "href": self.link(*self.choices.back), "kind": "taken"}
            nodes.setdefault(key, taken)
        nodes = {key: node for key, node in nodes.items() if is_here(key)}
        once = f"{self.once}-d" if self.once else ""
        here, state = self.link(*self.choices.way), {**self.state, "scene": scene}
        return draw(state, nodes, here, look, once=once, is_hand=not is_open)

    @property
    def asked_of_me(self) -> list[Mapping[str, Any]]:
        """The questions as everybody may read them over this seat's shoulder, those to it first; a question that
        several seats are asked is there once, with the others in `also`.
        """
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for it in self._asked_openly():
            same = found.setdefault((it["words"], it["rule"] or ""), {**it, "also": []})
            if same["seat"] != it["seat"]:
                same["also"].append(it["seat"])
        return list(found.values())

    def _asked_openly(self) -> list[Mapping[str, Any]]:
        you, questions = self.state["you"], self.state["questions"]
        if self.held and any(question["seat"] == you for question in self.public["questions"]):
            questions = [
                *(it for it in questions if it["seat"] != you),
                *(it for it in self.public["questions"] if it["seat"] == you),
            ]
        return sorted(questions, key=lambda it: it["seat"] != you)

    @property
    def asked_in_secret(self) -> list[Mapping[str, Any]]:
        """The questions that say what is in the hand."""
        open_ones = {question["words"] for question in self._asked_openly()}
        return [it for it in self.state["questions"] if it["words"] not in open_ones]

    def is_secret(self, choice: Choice) -> bool:
        """Whether it is nobody else's business: it names a card in the hand, or what is voted."""
        words = choice.line.replace("=", " ").replace(",", " ").split()
        return self._verb(choice) in self.state["secret"] or not self.held.isdisjoint(
            (choice.key, *words[1:], *choice.way)
        )

    @staticmethod
    def _verb(choice: Choice) -> str:
        """What a choice begins with, be it a whole line or the way to one."""
        return next(iter((*choice.line.split(), *choice.way)), "")

    @property
    def is_covered(self) -> bool:
        """Whether there is something that only this seat may look at."""
        return bool(self.hand and self.held) or any(map(self.is_secret, self.choices.all()))

    @property
    def _log(self) -> list[dict[str, Any]]:
        """The last lines as this page shows them: of a covered hand as everybody saw them."""
        found: list[dict[str, Any]] = (self.public if self.held else self.state)["log"]
        return found

    def undone(self, proposal: Mapping[str, Any]) -> str:
        """Return the moves that a proposal takes back, in words; lines of the table only where there are no others."""
        known = [line for line in self._log if line["ply"] in proposal["lines"]]
        named = [line for line in known if line["seat"] in self.state["seats"]] or known
        moves = [f"{line['seat']} {line['label']}" for line in named]
        if earlier := len(proposal["lines"]) - len(known):
            moves.insert(0, words("undo_more", self.state["lang"], count=earlier))
        return "; ".join(moves)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The last lines, the newest first, without cards that the table dealt face down."""
        shown = [line for line in self._log if line["seat"] != TABLE_NAME or not line["line"].endswith(UNKNOWN_CARD)]
        return shown[::-1][:LOG_LINES]

    @property
    def gained(self) -> dict[str, int]:
        """What the points of each seat changed by with the last move of a player and what followed from it."""
        found = dict.fromkeys(self.state["seats"], 0)
        for line in reversed(self.state["log"]):
            for name, changed in line["changes"].items():
                old, new = changed.get("score", (0, 0))
                found[name] = found.get(name, 0) + new - old
            if line["seat"] in found:
                break
        return found

    @property
    def can_hint(self) -> bool:
        """Whether this seat may ask now what to do."""
        return self.is_mine and "hints" in self.state

    @property
    def can_undo(self) -> bool:
        """Whether this seat has a line that it might take back."""
        return any(line["seat"] == self.state["you"] for line in self.state["log"])

    def listed(self, is_secret: bool = False) -> Iterable[tuple[str, list[Choice]]]:
        """The choices that are not drawn, in their groups: the open ones, or those under the cover."""
        for group in self.choices.groups:
            rest = [it for it in group.choices if it.key not in self.drawn and self.is_secret(it) == is_secret]
            if rest:
                yield group.label, rest

    def big(self, is_secret: bool = False) -> list[Choice]:
        """The big buttons: the open ones, or those under the cover."""
        return [choice for choice in self.choices.big if self.is_secret(choice) == is_secret]

    def others(self) -> list[Choice]:
        """What may be chosen in place of the last one, and is not drawn."""
        return [it for it in self.choices.instead if it.key not in self.drawn and not self.is_secret(it)]

    @property
    def why(self) -> tuple[str, str]:
        """Return the line of a choice that is not offered, `{}` for its key, and what the key is: a `card` or the `key`
        of a place. The script asks about it.
        """
        cards = {piece["card"] for piece in self.state["scene"]}
        for choice in self.choices.all() if self.is_mine else ():
            line = choice.line or next((leaf["line"] for leaf in self._leaves(choice)), "")
            if choice.key and choice.key in line and not self.is_secret(choice):  # “nothing more” has no key
                before, key, after = line.rpartition(choice.key)
                return f"{before}{{}}{after}", "card" if key in cards else "key"
        return "", ""

    @property
    def first(self) -> str:
        """Return what the script says for a tap that means nothing: what comes first, or whose turn it is."""
        lang, names = self.state["lang"], ", ".join(self.state["to_act"])
        if not self.is_mine:
            return words("turn_of", lang, names=names) if names else ""
        return words("choose_card_first" if self.why[1] == "card" else "choose_first", lang)

    def _leaves(self, choice: Choice) -> Iterable[dict[str, Any]]:
        node: Any = {"": self.state["options"]}
        for key in choice.way:
            node = choices_of(node)[1].get(key, {})
        return leaves_of(node)


def rules_page(found: Found, here: str, title: str, lang: str, asked: Asked) -> str:
    """The page of the rulebook, for a seat that goes back to its table."""
    back = f"{here}?{urlencode(asked.kept(lang=lang))}"
    return render("rules.html", lang, found=found, here=here, title=title, asked=asked, back=back)
