"""The referee's texts. In: rulings, entries, positions. Out: sentences for people, and the values of the JSON contract.

Invariant: a refusal names its rule, the rule's words and the reason; nothing is in a text that its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pnp.base.diagnostics import shorten_line, shorten_words
from pnp.library.words import in_language
from pnp.referee.game import Outcome, counters_of
from pnp.referee.move import Move
from pnp.referee.notation import LONGEST_LINE, verb_of
from pnp.referee.replay import Entry, Replay, digest_of
from pnp.referee.ruling import Ambiguous, Cleared, Illegal, Invalid, Irregularity, Ruling, Unverified
from pnp.referee.seat import Seat, seat_name
from pnp.table.events import event_values
from pnp.table.offers import OfferedLine, kinds_of
from pnp.table.plain_values import (
    SCORE,
    changed_counters,
    counter_name,
    irregularity_values,
    line_news,
    rule_words,
    rulebooks_of,
)
from pnp.table.why import WhyAnswer
from pnp.table.wording import phrase

MOST_EXAMPLES = 4  # of what a prompt offers
MOST_OFFERS = 24  # lines, unless all are wanted
MOST_UNDONE = 24  # of the lines that an `undo` took back; who took back more knows what is meant


def format_rule(table: Replay[Any], typed: str, lang: str) -> str:
    """`KAL-13: A tile goes to …`, however the rule was named; empty when there is none."""
    for rulebook in rulebooks_of(table):
        rule = rulebook.find(typed)
        if rule is not None:
            return rulebook.cite(rule.id, lang)
    return ""


def format_ruling(ruling: Ruling, table: Replay[Any], lang: str = "en") -> list[str]:
    """A ruling in a few lines."""
    if isinstance(ruling, Illegal):
        words = rule_words(table, ruling.rule, lang)
        lines = [f"{ruling.rule}: {words}" if words else ruling.rule]
        return [*lines, phrase("because", lang, reason=in_language(ruling.because, lang))]
    if isinstance(ruling, Ambiguous):
        because = in_language(ruling.because, lang)
        listed = () if all(reading in because for reading in ruling.readings) else ruling.readings  # once is enough
        return [shorten_words(because), *(f"  {reading}" for reading in listed)]
    if isinstance(ruling, Invalid):
        near = phrase("near", lang, names=", ".join(ruling.nearest)) if ruling.nearest else ""
        return [shorten_words(in_language(ruling.because, lang) + near)]
    if isinstance(ruling, Unverified) and ruling.assuming:
        texts = "; ".join(in_language(text, lang) for text in ruling.assuming)
        return [phrase("assuming", lang, text=texts)]
    return []


def format_refused_line(text: str, ruling: Ruling, table: Replay[Any], lang: str = "en") -> str:
    """A whole refusal."""
    return "\n  ".join([f"{shorten_line(text)} — {phrase(ruling.name, lang)}", *format_ruling(ruling, table, lang)])


def format_why(answer: WhyAnswer, lang: str) -> str:
    """What `why` answers, for people."""
    seen = answer.seen
    if answer.move is None or not answer.accepted:
        return format_refused_line(answer.typed, answer.ruling, seen, lang)
    if answer.breach is not None:
        broken = (phrase("forbidden", lang), *format_ruling(answer.breach, seen, lang))
        return "\n  ".join((f"{seen.notation.format(answer.move)} — {phrase('allowed', lang)}", *broken))
    lines = (
        *format_ruling(answer.ruling, seen, lang),
        *(f"{in_language(reason.because, lang)} [{reason.rule}]" for reason in answer.reasons),
    )
    ruled = (f"{seen.notation.format(answer.move)} — {phrase(answer.ruling.name, lang)}", *lines)
    return "\n".join((*map(seen.notation.format, answer.left_out), "\n  ".join(ruled)))


def format_entry(entry: Entry, replay: Replay[Any], lang: str = "en") -> str:
    """An accepted line: ply, canonical text, and what followed from it."""
    lines = [f"{entry.ply:>3}  {replay.format(entry)}"]
    if entry.breach is not None:
        reason = in_language(entry.breach.because, lang)
        lines.append(f"     {phrase('overruled', lang, reason=reason)} [{entry.breach.rule}]")
    lines += [f"     {phrase('undone', lang, line=line)}" for line in format_undone(entry, replay, lang)]
    lines += [f"     {in_language(line, lang)}" for line in line_news(entry, replay)]
    lines += [f"     {line}" for line in format_changes(entry, replay, lang)]
    lines += [f"     {line}" for line in format_ruling(entry.ruling, replay, lang)]
    lines += [f"     ! {line}" for line in format_new_irregularities(entry, replay, lang)]
    return "\n".join(lines)


def format_undone(entry: Entry, replay: Replay[Any], lang: str = "en") -> list[str]:
    """The lines that an `undo` took back, with their plies; of many the last."""
    undone = replay.undone_by(entry)
    lines = [f"{line.ply:>3}  {replay.format(line)}" for line in undone[-MOST_UNDONE:]]
    before = len(undone) - MOST_UNDONE
    return [phrase("undone_before", lang, count=before), *lines] if before > 0 else lines


def format_changes(entry: Entry, replay: Replay[Any], lang: str = "en") -> list[str]:
    """`mia: coins 5 → 3, prestige 0 → 2`, a line for every seat whose numbers changed."""
    changes = changed_counters(entry, replay)
    return [
        f"{name}: {', '.join(_changed(replay, what, *pair, lang) for what, pair in of.items())}" for name, of in changes
    ]


def _changed(replay: Replay[Any], what: str, old: int, new: int, lang: str) -> str:
    return f"{counter_name(replay.setup.book, what, lang)} {old} → {new}"


def format_irregularity(item: Irregularity | Cleared, seats: tuple[str, ...], lang: str = "en") -> str:
    """A contradiction that came to light, whom it may be, or who is in doubt no more."""
    who = _whose_line(item, seats, lang)
    if isinstance(item, Cleared):
        return phrase("doubted_no_more", lang, who=who, rule=item.rule)
    reason = in_language(item.because, lang)
    return phrase("irregular" if item.certain else "doubted", lang, who=who, reason=reason, rule=item.rule)


def _whose_line(item: Irregularity | Cleared, seats: tuple[str, ...], lang: str) -> str:
    return phrase("at_ply", lang, name=seat_name(seats, item.seat), ply=item.ply)


def format_new_irregularities(entry: Entry, replay: Replay[Any], lang: str = "en") -> list[str]:
    """What a line proves about earlier ones; an `undo` withdraws what the undone lines had proved."""
    seats = replay.setup.seats
    again, gone = replay.reopened(entry)
    withdrawn = [
        phrase(
            f"{'irregular' if it.certain else 'doubted'}_no_more", lang, who=_whose_line(it, seats, lang), rule=it.rule
        )
        for it in gone
    ]
    return [*withdrawn, *(format_irregularity(item, seats, lang) for item in (*entry.irregularity_events, *again))]


def format_irregularities(replay: Replay[Any], lang: str = "en") -> list[str]:
    """All that stands, with the ply at which it came to light."""
    seats = replay.setup.seats
    texts = ((format_irregularity(item, seats, lang), item.found_at) for item in replay.irregularities)
    return [f"! {phrase('found_at', lang, text=text, ply=ply)}" for text, ply in texts]


def join_names(names: Iterable[str], lang: str = "en") -> str:
    """`mia, olli and pia`."""
    *first, last = (*names,) or ("",)
    return phrase("and", lang, first=", ".join(first), last=last) if first else last


def format_outcome(outcome: Outcome, seats: tuple[str, ...], lang: str = "en") -> str:
    """How the game ended."""
    winners = join_names((seats[seat] for seat in outcome.winners), lang)
    rule = f" [{outcome.rule}]" if outcome.rule else ""
    words = in_language(outcome.reason, lang)
    reason = f"{words[:1].upper()}{words[1:]}.{rule}"
    if not winners:  # whether all lose or nobody wins, the reason says
        return phrase("over", lang, reason=reason)
    return phrase("one_wins" if len(outcome.winners) == 1 else "many_win", lang, names=winners, reason=reason)


def format_next(replay: Replay[Any], lang: str = "en") -> str:
    """Who is to do what, as far as the viewer of the table may know."""
    if replay.outcome is not None:
        return format_outcome(replay.outcome, replay.setup.seats, lang)
    names = join_names((seat_name(replay.setup.seats, seat) for seat in replay.to_act), lang)
    lines = [phrase("to_act", lang, names=names) if names else phrase("none_to_act", lang)]
    view, decisions = replay.known, replay.decisions
    verbs: dict[Seat, tuple[str, ...]] = {}
    for decision in decisions:
        verbs[decision.seat] = (*verbs.get(decision.seat, ()), *decision.verbs)
    for at, decision in enumerate(decisions):
        rule = f" [{decision.rule}]" if decision.rule else ""
        lines.append(f"  {seat_name(replay.setup.seats, decision.seat)}: {in_language(decision.why, lang)}{rule}")
        if decision.seat not in {later.seat for later in decisions[at + 1 :]}:
            examples = format_examples(replay, view, decision.seat, verbs[decision.seat], lang)
            lines += [f"    {example}" for example in examples]
    return "\n".join(lines)


def format_examples(replay: Replay[Any], view: Any, seat: Seat, verbs: tuple[str, ...], lang: str = "en") -> list[str]:
    """`such as: place louhi 1,0 · pass`, a move for each verb that is asked for; without any, how they are written.

    What is not asked for is `…`: a card played out of turn would read as if the hand were known to hold it.
    """
    examples: dict[int, Move] = {}  # by the verb that is asked for
    has_more = False
    notation = replay.notation
    for move in replay.game.legal_moves(view, seat):
        place = _place_of(verb_of(type(move)), verbs)
        if place is None:
            has_more = True
        elif place not in examples or (move.has_full_example and notation.is_bare(examples[place])):
            examples[place] = move
    if examples:
        # Where several are asked, a line must say whose it is.
        write = notation.format if len(replay.to_act) > 1 else notation.format_move
        lines = [write(examples[place]) for place in sorted(examples)]
        more = ["…"] if has_more or len(lines) > MOST_EXAMPLES else []
        return [phrase("such_as", lang, lines=" · ".join((*lines[:MOST_EXAMPLES], *more)))]
    return [
        phrase("type", lang, form=in_language(notation.usage(form), lang)) for form in notation.forms_of(verbs, seat)
    ]


def _place_of(verb: str, verbs: tuple[str, ...]) -> int | None:
    """Where a verb stands among those that are asked for; `road` stands for `road_1`, too, and not for `roadie`."""
    return next((at for at, asked in enumerate(verbs) if verb == asked or verb.startswith(f"{asked}_")), None)


def format_offers(
    offers: Sequence[OfferedLine], seats: tuple[str, ...], most: int | None = MOST_OFFERS, lang: str = "en"
) -> list[str]:
    """The offers with their numbers, in at most `most` lines; of a kind that is cut, how many others there are."""
    kinds = kinds_of(offers)
    width = len(str(len(offers))) + 2
    shown = len(offers) if most is None else _shown_of_each([len(numbers) for _, _, numbers in kinds], most - 1)
    lines: list[str] = []
    for seat, verb, numbers in kinds:
        whole = len(numbers) <= shown + 1
        for number in numbers if whole else numbers[:shown]:
            lines.append(f"{number:>{width}}  {offers[number - 1].line}")
        if not whole:
            cut = numbers[shown:]
            between = phrase("range", lang, first=cut[0], last=cut[-1])
            lines.append(f"{'…':>{width}}  {seat_name(seats, seat)}: {verb} … ({between})")
    if most is not None and len(lines) >= most:  # more kinds than lines
        more = phrase("more_kinds", lang, count=len(lines) - most + 2)
        lines = [*lines[: most - 2], f"{'…':>{width}}  {more}"]
    if len(lines) < len(offers):
        lines.append(f"{'…':>{width}}  {phrase('all_options', lang, count=len(offers))}")
    return lines


def _shown_of_each(sizes: Sequence[int], most: int) -> int:
    """How many lines of each kind can be shown in `most`, with one more line for how many others there are."""
    shown = max(sizes, default=0)
    while shown and sum(min(size, shown + 1) for size in sizes) > most:
        shown -= 1
    return shown


def format_counters(replay: Replay[Any], state: Any, lang: str = "en") -> list[str]:
    """`red 4, blue 0` and `coins: red 3, blue 5`: the numbers people follow, none of a game without points."""
    lines = []
    for what, numbers in counters_of(replay.game, state).items():
        head = "" if what == SCORE else f"{counter_name(replay.setup.book, what, lang)}: "
        pairs = zip(replay.setup.seats, numbers, strict=True)
        lines.append(head + ", ".join(f"{name} {number}" for name, number in pairs))
    return lines


def entry_values(entry: Entry, replay: Replay[Any], lang: str = "en") -> dict[str, Any]:
    """One line of `verify --json`; scores, seats and phase are those after the line."""
    game, seats = replay.game, replay.setup.seats
    ruling, state = entry.ruling, entry.state
    refusal = ruling if isinstance(ruling, Illegal) else entry.breach
    because = refusal.because if refusal else getattr(ruling, "because", None)
    assuming = ruling.assuming if isinstance(ruling, Unverified) else ()
    values: dict[str, Any] = {
        "ply": entry.ply,
        "line": entry.line,
        "seat": _format_seat(entry, seats),
        "move": _format_move(entry, replay),
        "ruling": ruling.name,
        "rule": refusal.rule if refusal else None,
        "because": in_language(because, lang) if because else because,
        "assuming": [in_language(text, lang) for text in assuming],
        "scores": dict(zip(seats, game.scores(state), strict=True)),
        "to_act": [seat_name(seats, seat) for seat in ([] if entry.outcome else game.to_act(state))],
        "phase": "over" if entry.outcome else game.phase(state),
        "events": event_values(entry, replay, lang),
    }
    if entry.overruled:
        values["overruled"] = True
    if isinstance(ruling, Ambiguous):
        values["readings"] = list(ruling.readings)
    return values


def _format_seat(entry: Entry, seats: tuple[str, ...]) -> str:
    return seat_name(seats, entry.seat) if entry.move is not None else entry.text.partition(":")[0].strip()


def _format_move(entry: Entry, replay: Replay[Any]) -> str:
    if entry.move is not None:
        return replay.notation.format_move(entry.move)
    return shorten_line(entry.text.partition(":")[2].strip() or entry.text, LONGEST_LINE)


def result_values(replay: Replay[Any], lang: str = "en") -> dict[str, Any]:
    """The last line of `verify --json`."""
    outcome, seats = replay.outcome, replay.setup.seats
    return {
        "result": {
            "over": outcome is not None,
            "winners": [seats[seat] for seat in outcome.winners] if outcome else [],
            "reason": in_language(outcome.reason, lang) if outcome else "",
            "kind": outcome.kind if outcome else None,
            "rule": outcome.rule or None if outcome else None,
        },
        "irregularities": [irregularity_values(item, seats) for item in replay.irregularities],
        "plies": replay.plies,
        "digest": digest_of(replay.game, replay.state),
    }
