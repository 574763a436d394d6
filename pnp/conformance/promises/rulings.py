"""Rulings: what is asked can be answered, what is offered is accepted, and every rule that is cited exists.

In: a case, or a whole game. Out: nothing, or BrokenPromise. Rule ids are checked both ways: what a ruling, a reason, a
prompt, an ending or an irregularity cites is in the rulebook; what the rulebook leaves to the judge, something returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.conformance.case import BrokenPromise, Case, NothingToCheck, PlayedLine, Subject, is_accepted
from pnp.referee.game import PHYSICAL, Setup, judged_legal
from pnp.referee.kernel_rules import kernel_rulebook
from pnp.referee.move import KERNEL_MOVES
from pnp.referee.notation import verb_of
from pnp.referee.ruling import Illegal, Irregularity
from pnp.referee.seat import TABLE

KERNEL_VERBS = frozenset(map(verb_of, KERNEL_MOVES))


def a_seat_that_must_act_has_a_move(case: Case) -> None:
    """Whoever may act is offered a move; whoever made one was to act."""
    for line in case.lines():
        acting = case.game.to_act(line.before)
        seat = line.entry.seat
        case.holds(seat in acting or seat == TABLE, "seat {} moves, but seats {} must act", seat, acting)
        for seat in acting:
            if seat != TABLE and case.game.forced(line.before) is None:
                moves = case.game.legal_moves(line.before, seat)
                case.holds(bool(moves), "before this line {} must act but has no legal move", case.seats[seat])


def every_prompt_can_be_answered(case: Case) -> None:
    """What `pending` asks, somebody may answer, with verbs that the game has, one of which is on offer."""
    verbs = {verb_of(kind) for kind in case.game.moves} | KERNEL_VERBS
    asked = 0
    for line in case.lines():
        acting = case.game.to_act(line.before)
        for decision in case.game.pending(line.before):
            asked += 1
            name = line.table.setup.name(decision.seat)
            case.holds(bool(decision.why), "the prompt for {} has no words", name)
            # The table may type a line for those who are to act (`ok`: nobody answers); then that line is on offer.
            is_offered = decision.seat == TABLE and bool(case.game.legal_moves(line.before, TABLE))
            case.holds(decision.seat in acting or is_offered, "{} is asked but need not act", name)
            # `road` means `road_1` and similar verbs.
            unknown = [asked for asked in decision.verbs if not any(verb.startswith(asked) for verb in verbs)]
            case.holds(not unknown, "{} is asked for “{}”, but the game has no such move", name, ", ".join(unknown))
            if decision.seat == TABLE or case.game.forced(line.before) is not None:
                continue
            view = case.game.project(line.before, decision.seat)
            offered = {verb_of(type(move)) for move in case.game.legal_moves(view, decision.seat)}
            words = "{} is asked for “{}”, but the legal moves are “{}”"
            answered = not decision.verbs or any(verb.startswith(decision.verbs) for verb in offered)
            case.holds(answered, words, name, ", ".join(decision.verbs), ", ".join(sorted(offered)))
    if not asked:
        case.nothing("the game has no prompts (`pending`)")


def legal_moves_are_those_the_judge_accepts(case: Case) -> None:
    """`legal_moves` lists what the judge accepts, each once, on the full state and on the seat's own view."""
    for line in case.lines(every=1 if len(case.digital[0].entries) < 20 else 3):
        seat = line.entry.seat
        if seat == TABLE:
            continue
        own = case.game.project(line.before, seat)
        for view in (line.before,) if own is line.before else (line.before, own):
            legal = list(case.game.legal_moves(view, seat))
            case.holds(len(legal) == len(set(legal)), "a move is offered twice")
            judged = judged_legal(case.game, view, seat)
            other = set(legal) ^ set(judged)
            case.holds(not other, "`legal_moves` and the judge disagree on {}", next(iter(other), None))


def check_choices(case: Case, state: Any, pick: Callable[[int], int], most: int) -> None:
    """Of the moves that whoever acts might make, and of those on offer, so many: they are offered exactly where the
    judge accepts them, on the full state and on the seat's own view.
    """
    game = case.game
    if game.forced(state) is not None:
        return
    for seat in game.to_act(state):
        own = state if seat == TABLE else game.project(state, seat)
        for view in () if seat == TABLE else (state,) if own == state else (state, own):
            offered, might = game.legal_moves(view, seat), game.candidates(view, seat)
            choices = set(offered)
            for moves in (offered, might):
                for _ in range(min(most, len(moves))):
                    move = moves[pick(len(moves))]
                    agree = is_accepted(game.judge(view, move)) == (move in choices)
                    case.holds(agree, "`legal_moves` and the judge disagree on {}", move)


def every_offered_line_is_accepted(case: Case) -> None:
    """Each line that a seat is offered, in turn or out of it, typed as it is written, is accepted at the table.

    With real cards what others have told in secret may forbid a line that nobody honest says: offering less would tell
    what they told, so there it is enough that the line is accepted as far as the seat knows.
    """
    offers = 0
    for line in case.lines(every=1 if len(case.digital[0].entries) < 20 else 4):
        if line.entry.seat != TABLE and case.game.forced(line.before) is None:
            for seat in dict.fromkeys((line.entry.seat, line.entry.ply % len(case.seats))):
                offers += _check_offers(case, line, seat)
    if not offers:
        case.nothing("no seat ever chooses")


def _check_offers(case: Case, line: PlayedLine, seat: int) -> int:
    """What one seat is offered before a line, in turn or out of it; how much that was."""
    notation = line.table.notation
    known = case.game.project(line.before, seat)
    rests_on_secrets = line.table.setup.deal == PHYSICAL and any(
        entry.move is not None and case.game.redact(entry.move, seat) != entry.move
        for entry in line.table.entries[: line.entry.ply - 1]
    )
    moves = case.game.legal_moves(known, seat)
    for move in moves:
        text = notation.format(move)
        read: Any = notation.parse(text)
        case.holds(read == move, "“{}” is offered but parsed as {}", text, read)
        ruling = case.game.judge(line.before, move)
        if rests_on_secrets and not is_accepted(ruling):
            ruling = case.game.judge(known, move)
        case.holds(is_accepted(ruling), "before this line “{}” is offered but rejected: {}", text, ruling)
    return len(moves)


def known_rules(subject: Subject | Case) -> frozenset[str]:
    """The ids of all rules a referee of this game may cite."""
    books = (subject.book.rulebook, subject.game.rulebook, kernel_rulebook())
    return frozenset(id_ for book in books for id_ in book.rules)


def cited(case: Case) -> Mapping[str, str]:
    """Every rule id that the referee cites in this case, and where: playing, asking, refusing, ending, explaining."""
    if case.cited is None:
        case.cited = dict(_citations(case))
    return case.cited


def _citations(case: Case) -> Iterator[tuple[str, str]]:
    game = case.game
    for players in range(len(case.seats) + 8):  # too few, too many: the refusal names a rule
        refused = game.setup(Setup(tuple(f"s{at}" for at in range(players)), case.book, case.digital[0].setup.options))
        if isinstance(refused, Illegal):
            yield refused.rule, "the set-up"
    others = [line.move for line in case.lines(case.digital)]
    others = others[:: len(others) // 40 + 1]
    for line in case.lines():
        for decision in game.pending(line.before):
            yield decision.rule, f"the prompt for {line.table.setup.name(decision.seat)}"
        for event in line.entry.ruling.events:  # type: ignore[attr-defined]
            if isinstance(event, Irregularity):
                yield event.rule, "an irregularity"
        for reason in game.explain(line.before, line.move, line.entry.ruling):
            yield reason.rule, "a reason"
        if line.entry.outcome is not None:
            yield line.entry.outcome.rule, "the end of the game"
            yield line.entry.outcome.closing, "the end of the game"
        is_physical = line.table.setup.deal == PHYSICAL
        if line.entry.ply % (20 if is_physical else 5) == 1:
            tried = [*others, *(game.candidates(line.before, line.entry.seat) if line.entry.seat != TABLE else ())]
            for move in tried[: 60 if is_physical else 200]:
                for ruling in (game.judge(line.before, move), game.force(line.before, move)):
                    if isinstance(ruling, Illegal):
                        yield ruling.rule, f"the refusal of “{line.table.notation.format(move)}”"


def every_cited_rule_is_in_the_rulebook(case: Case) -> None:
    """An answer `illegal PIE-99` without words is useless: every id that the referee cites has its words."""
    known = known_rules(case)
    for rule, how in cited(case).items():
        if rule:
            case.holds(rule in known, "{} cites {}, which is not in the rulebook", how, rule)


def every_scenario_passes(subject: Subject) -> int:
    """Every scenario of the game's author gets the answers it expects. Returns the number of scenarios.

    Of each table that does not the first such line is told: what comes after it stands on another table.
    """
    wrong = [shown.fault for shown in subject.shown if shown.fault]
    if wrong:
        raise BrokenPromise("\n".join(wrong))
    return len(subject.scenarios)


def every_rule_for_the_referee_is_cited(subject: Subject) -> int:
    """Every rule marked `enforced: judge` is returned for some line of a scenario or of the games played."""
    if subject.entry is not None and subject.entry.extends:
        raise NothingToCheck(f"the rules belong to {subject.entry.extends}, whose scenarios show them")
    judged = {id_ for id_, rule in subject.book.rulebook.rules.items() if rule.enforced == "judge"}
    returned = {rule for case in subject.cases for rule in cited(case)}
    known = known_rules(subject)
    for shown in subject.shown:  # `every_scenario_passes` reports those that fail
        unknown = sorted(shown.returned - known)
        if unknown:
            name = shown.scenario.name
            raise BrokenPromise(f"{name}: cites {', '.join(unknown)}, which is not in the rulebook")
        returned |= shown.returned
    missing = sorted(judged - returned)
    if missing:
        raise BrokenPromise(
            f"the rulebook assigns {', '.join(missing)} to the referee, but no game and no scenario cites "
            f"{'it' if len(missing) == 1 else 'them'}\n  add a scenario to tests/scenarios/*.md, "
            "or write `enforced: people`"
        )
    return len(judged)


def rules_and_cards_agree_on_the_number_of_players(subject: Subject) -> int:
    """The rules and `cards/game.yaml` give the same numbers of players; people read the one, bots play by the other."""
    rules, cards = subject.game.players, subject.book.players
    assert rules == cards, f"rules.py is for {rules[0]} to {rules[1]} players, game.yaml for {cards[0]} to {cards[1]}"
    return 1


PROMISES = (
    a_seat_that_must_act_has_a_move,
    every_prompt_can_be_answered,
    legal_moves_are_those_the_judge_accepts,
    every_offered_line_is_accepted,
    every_cited_rule_is_in_the_rulebook,
)
