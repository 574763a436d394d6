"""A table as plain values for programs: rulings, and what follows from a line. In: entries and rulings of a replay or
of its view, a language. Out: values of the JSON contract.

Invariant: a refusal names its rule, its words and the reason; nothing is in a value that its viewer may not know.
"""

from __future__ import annotations

from typing import Any

from pnp.library.card import CardBook
from pnp.library.rulebook import Rulebook
from pnp.library.words import LocalisedText, in_language, localise
from pnp.referee.game import counters_of
from pnp.referee.kernel_rules import kernel_rulebook
from pnp.referee.move import Undo
from pnp.referee.replay import Entry, Replay
from pnp.referee.ruling import Ambiguous, Cleared, Illegal, Invalid, Irregularity, Legal, Ruling, Unverified
from pnp.referee.seat import seat_name
from pnp.referee.words import REFEREE_WORDS
from pnp.table.events import event_values

ENGLISH = "en"
SCORE = "score"  # the number of a game that has no other; its words are left out where that is clear


def rulebooks_of(table: Replay[Any]) -> tuple[Rulebook, ...]:
    return (table.setup.book.rulebook, table.game.rulebook, kernel_rulebook())


def rule_words(table: Replay[Any], rule_id: str, lang: str) -> str:
    """The words of a rule: the game's, or one that holds at every table; empty for an unknown id."""
    for rulebook in rulebooks_of(table):
        rule = rulebook.rules.get(rule_id)
        if rule is not None:
            return localise(rule.words, lang)
    return ""


def ruling_values(ruling: Ruling, table: Replay[Any], lang: str) -> dict[str, Any]:
    """A ruling as plain values."""
    because = getattr(ruling, "because", None)
    values: dict[str, Any] = {
        "ruling": ruling.name,
        "rule": getattr(ruling, "rule", None),
        "because": in_language(because, lang) if because else because,
        "assuming": [in_language(text, lang) for text in getattr(ruling, "assuming", ())],
    }
    if isinstance(ruling, Illegal):
        values["words"] = rule_words(table, ruling.rule, lang)
    if isinstance(ruling, Ambiguous):
        values["readings"] = list(ruling.readings)
    if isinstance(ruling, Invalid):
        values["nearest"] = list(ruling.nearest)
    if isinstance(ruling, Legal | Unverified):
        seats = table.setup.seats
        values["irregular"] = [
            irregularity_values(item, seats) for item in ruling.events if isinstance(item, Irregularity)
        ]
        values["cleared"] = [cleared_values(item, seats) for item in ruling.events if isinstance(item, Cleared)]
    return values


def line_news(entry: Entry, replay: Replay[Any]) -> tuple[str, ...]:
    """Return what the players must do or know after an accepted line, also after a correction.

    Of a line that the rules forbid, the rules do not say what follows: there the changed numbers must do.
    """
    kind = type(entry.move)
    has_news = kind in replay.game.moves or kind in replay.notation.adjustments
    return replay.news(entry) if has_news and entry.accepted and entry.breach is None else ()


def changed_counters(entry: Entry, replay: Replay[Any]) -> list[tuple[str, dict[str, tuple[int, int]]]]:
    """The seats whose numbers a line changed, each with what changed and from what to what."""
    before, after = counters_of(replay.game, entry.state_before), counters_of(replay.game, entry.state)
    changes = []
    for seat, name in enumerate(replay.setup.seats):
        pairs = {what: (before[what][seat], after[what][seat]) for what in after if what in before}
        changed = {what: pair for what, pair in pairs.items() if pair[0] != pair[1]}
        if changed:
            changes.append((name, changed))
    return changes


def counter_name(book: CardBook, what: str, lang: str) -> str:
    """What a number is called: by its id in English, as the game's cards do in another language."""
    if lang == ENGLISH or isinstance(what, LocalisedText):
        return in_language(what, lang)
    words = book.names.get(what) or (REFEREE_WORDS["referee.score"] if what == SCORE else {})
    return localise(words, lang) or what


def follow_up_values(entry: Entry, replay: Replay[Any], lang: str = "en") -> dict[str, Any]:
    """What follows from an accepted line, as plain values."""
    values: dict[str, Any] = {
        "news": [in_language(line, lang) for line in line_news(entry, replay)],
        "changes": dict(changed_counters(entry, replay)),
        "events": event_values(entry, replay, lang),
    }
    if type(entry.move) is Undo:
        values["undone"] = [{"ply": line.ply, "line": replay.format(line)} for line in replay.undone_by(entry)]
    again, gone = replay.reopened(entry)
    if again or gone:
        values["irregular"] = [irregularity_values(item, replay.setup.seats, lang) for item in again]
        values["cleared"] = [cleared_values(item, replay.setup.seats) for item in gone]
    return values


def irregularity_values(item: Irregularity, seats: tuple[str, ...], lang: str = "en") -> dict[str, Any]:
    """An irregularity as plain values. Not certain: it is this one or one of the suspects."""
    return {
        "seat": seat_name(seats, item.seat),
        "ply": item.ply,
        "rule": item.rule,
        "because": in_language(item.because, lang),
        "found_at": item.found_at,
        "certain": item.certain,
        "suspects": [{"seat": seat_name(seats, seat), "ply": ply} for seat, ply in item.suspects],
    }


def cleared_values(item: Irregularity | Cleared, seats: tuple[str, ...]) -> dict[str, Any]:
    """A claim that is no longer accused, as plain values."""
    return {"seat": seat_name(seats, item.seat), "ply": item.ply, "rule": item.rule}
