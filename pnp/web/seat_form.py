"""What the forms of a seat's page send. In: their fields. Out: the table's answer, and its words.

Invariant: a form does what the requests of the same name do for programs (`seat_requests.py`), no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, json

from pnp.web.bodies import AgreeBody, BotBody, HintBody, MoveBody, SeatBody, UndoBody, WhyBody
from pnp.web.hosted_table import HostedTable
from pnp.web.requests import form_as
from pnp.web.seat_requests import Answer, Asker
from pnp.web.thinking.hints import Hints
from pnp.web.words import words


class Notice(Struct, frozen=True):
    """What was answered to what a page sent: in words, by which rule, why; what had been typed; the lines of a hint."""

    status: int = 200
    words: str = ""
    rule: str = ""
    because: str = ""
    typed: str = ""
    is_why: bool = False
    hint: tuple[str, ...] = ()


NO_NOTICE = Notice()
ASKING = {"why", "hint"}  # fields of a form that only asks: its answer is read, and nothing is done
# The field by which a form says what it asks for; a form with several, such as of a bot on a seat, asks for the first.
BODIES: dict[str, type[Struct]] = {
    "agree": AgreeBody,
    "undo": UndoBody,
    "seat": SeatBody,
    "bot": BotBody,
    "hint": HintBody,
    "why": WhyBody,
}


async def send_form(table: HostedTable, by: Asker, fields: dict[str, str], hints: Hints) -> Answer:
    """Do what a form asks for. Raises Refused."""
    if "read" in fields:
        return await table.ask(table.requests.read_end, by)
    kind = next((body for name, body in BODIES.items() if name in fields), MoveBody)
    if kind is MoveBody and "take" in fields:
        return await _take(table, by, fields)
    body = form_as(fields, kind)
    if isinstance(body, HintBody):
        return await hints.hint(table, by, body.ply)
    return await table.ask(table.requests.answer, by, body)


async def _take(table: HostedTable, by: Asker, fields: dict[str, str]) -> Answer:
    """The moves that were ticked, one after the other; the first that is refused stops the rest.

    Each has an id of its own that follows from the form's, so a form that comes twice makes no move twice.
    """
    ticked = [form_as({**fields, "line": fields[name]}, MoveBody) for name in fields if name.startswith("line.")]
    if not ticked:
        return Answer(422, {"accepted": False, "words": words("take_none", by.lang)})
    ply, done = ticked[0].ply, Answer(200, {})
    for count, move in enumerate(ticked):
        move.ply, move.id = ply, f"{move.id}.{count}" if move.id else ""
        done = await table.ask(table.requests.answer, by, move)
        if done.status != 200:
            return Answer(done.status, {**done.values, "taken": count, "stopped_at": move.line})
        ply = done.values["ply"]
    return done


def notice_of(done: Answer, fields: Mapping[str, str], lang: str) -> Notice:
    """An answer in the words of a page."""
    values: dict[str, Any] = json.decode(done.body)  # messages as texts
    typed = fields.get("line", "") if "typed" in fields else ""
    stopped = values.get("stopped_at", "")
    taken = f"{words('taken', lang, count=values['taken'], line=stopped)} " if stopped else ""
    if done.status == 409:
        return Notice(409, taken + words("moved_on", lang), typed=typed)
    if "hint" in fields and done.status == 200:
        return Notice(rule=(values["why"] or {}).get("rule", ""), hint=tuple(values["words"]))
    if "tap" in fields and values.get("ruling") in ("invalid", "ambiguous"):
        return Notice(done.status, words("not_a_choice", lang), is_why=True)
    rule, because = values.get("rule") or "", values.get("because") or ""
    near = values.get("nearest") or values.get("readings") or ()
    lines = [values.get("words") or words("refused", lang)]
    if values.get("accepted"):
        lines = [words("allowed", lang), *(reason["because"] for reason in values.get("reasons", ()))]
    text = taken + " ".join(lines)
    return Notice(done.status, text, rule, " · ".join((because, *near)) if near else because, typed, "why" in fields)
