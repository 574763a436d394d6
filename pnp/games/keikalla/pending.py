"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions with their texts."""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.asking import answers_to
from pnp.games.keikalla.game_data import EVENT, MOVE, kind_of
from pnp.games.keikalla.held import held_kinds
from pnp.games.keikalla.menu import Menu
from pnp.games.keikalla.moves import ROADS, Check, Draw, EndTurn, Fly, Gig, Headline, Lay, RehabTown, Stash, Wait
from pnp.games.keikalla.params import LEAVE
from pnp.games.keikalla.phases.flow import counted, missing, or_store
from pnp.games.keikalla.phases.hampering import may_hamper
from pnp.games.keikalla.phases.setup_moves import surplus_of
from pnp.games.keikalla.phases.travel import FIRST_CARD, needs_pick
from pnp.games.keikalla.queries import outcome, to_act
from pnp.games.keikalla.state import AFTER, BANDS, MOVING, KeikallaState, OpenQuestion
from pnp.referee.game import Decision
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def pending(state: KeikallaState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule (section 4.2 of the rules)."""
    if outcome(state):
        return ()
    return tuple(_decision(state, seat) for seat in to_act(state))


def _decision(state: KeikallaState, seat: Seat) -> Decision:
    question = state.question
    if question is not None and seat == to_act(state)[0]:
        return Decision(seat, _verbs(state, question), _question_text(state, question), question.asks.rule)
    if may_hamper(state, seat):
        return Decision(seat, ("hamper",), f"play a stored card on {state.name(state.seat)}", rule_ids.HAMPER)
    if state.phase == BANDS:
        return Decision(seat, ("band",), "take a band", rule_ids.BANDS)
    if not state.is_set_up:
        return _setup_decision(state, seat)
    if seat == TABLE:
        return Decision(seat, ("pick",), _question_text(state, OpenQuestion(FIRST_CARD.id, TABLE)), FIRST_CARD.rule)
    return _turn_decision(state, seat)


def _verbs(state: KeikallaState, question: OpenQuestion) -> tuple[str, ...]:
    """The verbs that a prompt names."""
    asked = question.asks
    if asked.verbs is not None:
        return asked.verbs(question)
    return tuple(kind.verb for kind in answers_to(state, question))


def _question_text(state: KeikallaState, question: OpenQuestion) -> str:
    data, words = state.data, question.asks.words
    text = (words if isinstance(words, str) else words(state, question)).format(
        cards=counted(question.count, "card"),
        who=state.name(state.seat if question.seat == TABLE else question.seat),
        most=question.count,
        takes=data.strike_takes,
        pile=question.pile,
    )
    if state.offer.cards and UNKNOWN not in state.offer.cards:  # nobody else's view names them
        text += f": {data.labels(state.offer.cards)}"
    if data.is_digital and question.is_drawn:
        return f"{text}, {counted(question.count, 'card')} for {state.name(question.seat)}"
    return text


def _setup_decision(state: KeikallaState, seat: Seat) -> Decision:
    if seat == TABLE:
        return Decision(seat, ("start",), "say who first names the song: `start` and the seat", rule_ids.SONG)
    if not state.players[seat].planned:
        length, named = state.data.tour_length, state.data.is_ordered and not state.data.is_digital
        words = f"lay a tour: `tour` and the {length} towns in order" if named else f"lay a tour of {length} dates"
        verbs: tuple[str, ...] = ("tour", "duplicate")
        if state.data.is_digital and UNKNOWN not in state.players[seat].venues:
            verbs = ("duplicate",) if surplus_of(state.players[seat].venues) else ("tour",)
        more = "; of two cards of one town one goes back first: `duplicate`" if "duplicate" in verbs else ""
        return Decision(seat, verbs, words + more, rule_ids.NO_DUPLICATES)
    return Decision(seat, ("return",), "return warn cards, if there are any", rule_ids.RETURN_WARNS)


def _turn_decision(state: KeikallaState, seat: Seat) -> Decision:
    if state.phase == AFTER:
        return _draw_decision(state, seat)
    player, data, turn = state.players[seat], state.data, state.turn
    if turn.must_play:
        verb = turn.must_play if turn.must_play in ROADS else Fly.verb
        return Decision(seat, (verb,), f"{data.label(turn.must_play)} was picked and is played first", rule_ids.HOTEL)
    here = _here(state, seat)
    if player.hiatus:
        return _offer(seat, [("play", "clear the Reputation with a Manager"), *here], rule_ids.HIATUS)
    if state.phase != MOVING:
        return _offer(seat, here, rule_ids.GIG)
    lacks = missing(state, player)
    ways: list[tuple[str, str]] = []
    first = player.turns == 1 and not turn.has_acted
    if first and any(card == UNKNOWN or card in data.warns for card in player.move.cards):
        ways.append(("lay", "lay the warn cards that were kept"))
    if needs_pick(state, seat):
        ways += [("pick", "let the first Movement card be picked")] if data.is_digital else []
    elif any(data.cards[card].steps for zone in (MOVE, EVENT) for card in held_kinds(state, seat, zone)):
        ways.append(("road", "travel"))
    if lacks:
        ways.append(("stop", f"stop and draw the {counted(lacks, 'card')} missing"))
        ways += [("end", "end the turn")] if not turn.played else []
    return _offer(seat, [*ways, *here], rule_ids.KEPT_WARNS if first else rule_ids.REPEAT)


def _here(state: KeikallaState, seat: Seat) -> list[tuple[str, str]]:
    """What may be done where the figurine stands, when the trip is over, or ends with it."""
    player = state.players[seat]
    stash = next((item.id for item in state.stashes_in(player.at)), "")
    lines: list[tuple[Move, str]] = [
        (Headline(seat), "headline"),
        (Gig(seat, ""), "play the gig"),
        (Wait(seat), "wait: draw a card instead of a gig"),
        (RehabTown(seat, ""), "use the Rehab card"),
        *([(Check(seat, (stash, "" if state.data.is_digital else LEAVE)), "check the stash")] if stash else []),
        (EndTurn(seat), "end the turn"),
    ]
    lacks = state.phase == MOVING and missing(state, player)
    menu = Menu(state)
    allowed = [(line.verb, words) for line, words in lines if menu.allows(line)]
    return [item for item in allowed if not (lacks and item[0] == EndTurn.verb)]


def _offer(seat: Seat, ways: list[tuple[str, str]], rule: str) -> Decision:
    words = [words for _, words in ways]
    why = ", ".join(words[:-1]) + (" or " if len(words) > 1 else "") + words[-1]
    return Decision(seat, tuple(verb for verb, _ in ways), why, rule)


def _draw_decision(state: KeikallaState, seat: Seat) -> Decision:
    turn = state.turn
    left = 0 if turn.guest else turn.limit - turn.drawn
    ways: list[tuple[str, str]] = []
    menu = Menu(state)
    if turn.just_drawn and menu.allows(Stash(seat)):
        ways.append((Stash.verb, "stash the card just drawn"))
    if turn.just_drawn not in ("", UNKNOWN) and menu.allows(Lay(seat, kind_of(turn.just_drawn))):
        ways.append((Lay.verb, "lay it open"))
    if ways:
        if menu.allows(EndTurn(seat)):  # then it may be kept
            ways += [(Draw.verb, f"keep it and draw up to {left} more")] if left > 0 else []
            ways.append((EndTurn.verb, "keep it and end the turn"))
        return _offer(seat, ways, rule_ids.STASH_AT_ONCE)
    if not turn.drawn and not turn.guest:
        many = "an Action card" if turn.limit == 1 else f"1 to {turn.limit} Action cards"
        words = f"draw {many}; name one that is tabled at once{or_store(state, seat)}"
        return Decision(seat, ("draw", "play"), words, rule_ids.DRAWS)
    if left > 0:
        words = f"draw up to {left} more{or_store(state, seat)}, or end the turn"
        return Decision(seat, ("draw", "end", "play"), words, rule_ids.DRAWS)
    return Decision(seat, ("end", "play"), "end the turn", rule_ids.DRAWS)
