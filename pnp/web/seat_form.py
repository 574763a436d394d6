"""What the forms of a seat's page send. In: their fields. Out: the table's answer, and its words.

A form sends a move, several, a question about one, a proposal or an answer to one, what a bot is to do. Invariant: a
form does what the requests of the same name do for programs, no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, json

from pnp.referee.seat import Seat
from pnp.web.hosted_table import Answer, HostedTable
from pnp.web.requests import AgreeBody, BotBody, HintBody, MoveBody, SeatBody, UndoBody, WhyBody, form_as
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


async def send_form(
    table: HostedTable, key: str, viewer: Seat, fields: dict[str, str], lang: str, hints: Hints
) -> Answer:
    """Do what a form asks for. Raises Refused."""
    if "read" in fields:
        return await table.ask(table.read_end, viewer)
    if "agree" in fields:
        agreed = form_as(fields, AgreeBody)
        return await table.ask(table.agree, viewer, agreed.proposal, agreed.agree)
    if "undo" in fields:
        undo = form_as(fields, UndoBody)
        return await table.ask(table.undo, key, viewer, undo.ply, undo.count, undo.id, lang)
    if "seat" in fields:
        seat = form_as(fields, SeatBody)
        return await table.ask(table.change_seat, key, viewer, seat.seat, seat.id, lang)
    if "bot" in fields:
        bot = form_as(fields, BotBody)
        return await table.ask(table.ask_bot, viewer, bot.bot, bot.ply, bot.again, lang)
    if "hint" in fields:
        return await hints.hint(table, viewer, form_as(fields, HintBody).ply, lang)
    if "why" in fields:
        return await table.ask(table.why, viewer, form_as(fields, WhyBody).line, lang)
    if "take" in fields:
        return await _take(table, key, viewer, fields, lang)
    move = form_as(fields, MoveBody)
    return await table.ask(table.move, key, viewer, move.line, move.ply, move.id, lang)


async def _take(table: HostedTable, key: str, viewer: Seat, fields: dict[str, str], lang: str) -> Answer:
    """The moves that were ticked, one after the other; the first that is refused stops the rest.

    Each has an id of its own that follows from the form's, so a form that comes twice makes no move twice.
    """
    ticked = [form_as({**fields, "line": fields[name]}, MoveBody) for name in fields if name.startswith("line.")]
    if not ticked:
        return Answer(422, json.encode({"accepted": False, "words": words("take_none", lang)}))
    ply, done = ticked[0].ply, Answer(200, b"{}")
    for count, move in enumerate(ticked):
        done = await table.ask(table.move, key, viewer, move.line, ply, f"{move.id}.{count}" if move.id else "", lang)
        values = json.decode(done.body)
        if done.status != 200:
            return Answer(done.status, json.encode({**values, "taken": count, "stopped_at": move.line}))
        ply = values["ply"]
    return done


def notice_of(done: Answer, fields: Mapping[str, str], lang: str) -> Notice:
    """An answer in the words of a page."""
    values: dict[str, Any] = json.decode(done.body)
    typed = fields.get("line", "") if "typed" in fields else ""
    stopped = values.get("stopped_at", "")
    taken = f"{words('taken', lang, count=values['taken'], line=stopped)} " if stopped else ""
    if done.status == 409:
        return Notice(409, taken + words("moved_on", lang), typed=typed)
    if "hint" in fields and done.status == 200:
        return Notice(rule=(values["why"] or {}).get("rule", ""), hint=tuple(values["words"]))
    rule, because = values.get("rule") or "", values.get("because") or ""
    lines = [values.get("words") or words("allowed" if values.get("accepted") else "refused", lang)]
    if values.get("accepted"):
        lines = [words("allowed", lang), *(reason["because"] for reason in values.get("reasons", ()))]
    if "tap" in fields and values.get("ruling") in ("invalid", "ambiguous"):
        return Notice(done.status, words("not_a_choice", lang), is_why=True)
    near = values.get("nearest") or values.get("readings") or ()
    because = " · ".join((because, *near)) if near else because
    return Notice(done.status, taken + " ".join(lines), rule, because, typed, "why" in fields)
