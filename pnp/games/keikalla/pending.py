"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions with their texts."""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import EVENT, MOVE, kind_of
from pnp.games.keikalla.judge import ANSWERS
from pnp.games.keikalla.menu import Menu
from pnp.games.keikalla.moves import ROADS, Check, Draw, EndTurn, Fly, Gig, Headline, Lay, RehabTown, Stash, Wait
from pnp.games.keikalla.params import LEAVE
from pnp.games.keikalla.phases.flow import DRAWS, counted, missing
from pnp.games.keikalla.phases.hampering import may_hamper
from pnp.games.keikalla.phases.setup_moves import surplus_of
from pnp.games.keikalla.phases.stored_cards import is_far_behind
from pnp.games.keikalla.phases.travel import needs_pick
from pnp.games.keikalla.queries import held_kinds, outcome, to_act
from pnp.games.keikalla.state import AFTER, BANDS, JUST_DRAWN, MOVING, KeikallaState, Question
from pnp.referee.game import Decision
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

# What is asked, by the question's id. {cards}: how many · {who}: whose they are · {most}, {takes}, {pile}: as named
WORDS = {
    "KEI-Q02": "roll the die: does the band begin with Reputation?",
    "KEI-Q03": "deal everybody's cards",
    "KEI-Q04": "draw a Venue card and name its town: the Rehab card lies there",
    "KEI-Q09": "pick a card of {who}'s Movement hand, unseen: it comes first",
    "KEI-Q11": "draw {cards} for the one played; name a warn card",
    "KEI-Q12": "shuffle the discard pile into the deck {pile}",
    "KEI-Q13": "answer the Malfunction",
    "KEI-Q14": "answer: a band member was left behind",
    "KEI-Q15": "raid: say what is lost",
    "KEI-Q15d": "pick a card of {who}'s Action hand, unseen: the raid takes it",
    "KEI-Q16": "speeding: discard the best On the Road card, or none",
    "KEI-Q17": "discard {cards}: the Movement hand is over its limit",
    "KEI-Q18": "draw {cards} to fill the Movement hand; name a warn card",
    "KEI-Q19": "pick a card of {who}'s Action hand, unseen: the rider leaves it behind",
    "KEI-Q21": "check: take the card of the stash, or leave it",
    "KEI-Q21d": "the stash is looked at",
    "KEI-Q22": "flip the guitar pick: is the band ready for the stage?",
    "KEI-Q23": "an Action card is drawn",
    "KEI-Q25": "avoid the trouble, or accept it",
    "KEI-Q26": "insert the promo gig: as the next date, or as the second",
    "KEI-Q26d": "a Venue card for the promo gig",
    "KEI-Q27": "the strike: discard all Roadies and the {takes} best Movement cards, or none",
    "KEI-Q28": "lay the achievement just taken",
    JUST_DRAWN: "stash the card just drawn, or keep it: then the Groupie acts",
    "KEI-Q29": "keep one of the cards",
    "KEI-Q29d": "cards for the Guest Star",
    "KEI-Q30": "swap dates: up to {most} of those drawn come in, or 0",
    "KEI-Q30t": "swap dates: `swap in=… out=…`, up to {most} of those drawn, or `swap 0`",
    "KEI-Q31": "tour: lay the unplayed dates in their new order; their number alone keeps the order",
    "KEI-Q31p": "say the date drawn for the promo gig",
    "KEI-Q32": "draw a festival and name it",
    "KEI-Q33": "store the card (`draw store`), or lay it open",
    "KEI-Q34d": "the decks are searched for a Hit Song",
    "KEI-Q35": "draw a Venue card and say the date: the calendar is empty",
    "KEI-Q35d": "a date for the empty calendar",
    "KEI-Q09d": "the first Movement card comes from the deck",
    "KEI-04": "Venue cards are dealt",
    "KEI-05": "Movement cards are dealt",
    "KEI-08": "Venue cards for the surplus ones",
    "KEI-10": "Movement cards for the returned ones",
    "KEI-82": "extra Venue cards",
    "KEI-177": "Venue cards to choose from",
}
RULES = {
    "KEI-Q02": rule_ids.TAKAJEEJEET, "KEI-Q03": rule_ids.MANAGERS, "KEI-Q04": rule_ids.REHAB_TOWN,
    "KEI-Q09": rule_ids.HOTEL, "KEI-Q09d": rule_ids.HOTEL, "KEI-Q11": rule_ids.ONE_DRAWN,
    "KEI-Q12": rule_ids.RESHUFFLE, "KEI-Q13": rule_ids.MALFUNCTION, "KEI-Q14": rule_ids.JIMMY,
    "KEI-Q15": rule_ids.POLICE, "KEI-Q15d": rule_ids.POLICE, "KEI-Q16": rule_ids.POLICE, "KEI-Q17": rule_ids.LIMIT,
    "KEI-Q18": rule_ids.REFILL, "KEI-Q19": rule_ids.RIDER, "KEI-Q21": rule_ids.CHECK, "KEI-Q21d": rule_ids.CHECK,
    "KEI-Q22": rule_ids.LOVER, "KEI-Q23": rule_ids.DRAWS, "KEI-Q25": rule_ids.SHIELD, "KEI-Q26": rule_ids.PROMO,
    "KEI-Q26d": rule_ids.PROMO, "KEI-Q27": rule_ids.STRIKE, "KEI-Q28": rule_ids.SHOWN,
    JUST_DRAWN: rule_ids.STASH_AT_ONCE,
    "KEI-Q29": rule_ids.PICK, "KEI-Q29d": rule_ids.GUEST_STAR, "KEI-Q30": rule_ids.SWAP, "KEI-Q31": rule_ids.CALENDAR,
    "KEI-Q32": rule_ids.CLAIM_HEADLINER, "KEI-Q33": rule_ids.STORE, "KEI-Q34d": rule_ids.MUSE,
    "KEI-Q35": rule_ids.EMPTY_CALENDAR, "KEI-Q35d": rule_ids.EMPTY_CALENDAR,
}  # fmt: skip

MOVEMENT_DRAWS = ("KEI-Q11", "KEI-Q18")


def pending(state: KeikallaState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule (section 4.2 of the rules)."""
    if outcome(state):
        return ()
    return tuple(_decision(state, seat) for seat in to_act(state))


def _decision(state: KeikallaState, seat: Seat) -> Decision:
    question, data = state.question, state.data
    if question is not None and seat == to_act(state)[0]:
        dealt = data.is_digital and question.id in DRAWS
        verbs = ("deal",) if dealt else _answers(state, question)
        return Decision(seat, verbs, _question_text(state, question, dealt), RULES.get(question.id, question.id))
    if may_hamper(state, seat):
        return Decision(seat, ("hamper",), f"play a stored card on {state.name(state.seat)}", rule_ids.HAMPER)
    if state.phase == BANDS:
        return Decision(seat, ("band",), "take a band", rule_ids.BANDS)
    if not state.is_set_up:
        return _setup_decision(state, seat)
    if seat == TABLE:
        words = WORDS["KEI-Q09"].format(who=state.name(state.seat))
        return Decision(seat, ("pick",), words, rule_ids.HOTEL)
    return _turn_decision(state, seat)


def _answers(state: KeikallaState, question: Question) -> tuple[str, ...]:
    """The verbs that answer a question."""
    if question.id == "KEI-Q31":
        return ("date", "tour") if question.card else ("tour",)
    if question.id == JUST_DRAWN:
        return ("stash", "keep")
    return tuple(kind.verb for kind in ANSWERS[question.id])


def _question_text(state: KeikallaState, question: Question, dealt: bool) -> str:
    data = state.data
    whose = int(question.card) if question.id == "KEI-Q15d" else state.seat if question.seat == TABLE else question.seat
    words = WORDS[_question_key(state, question)].format(
        cards=counted(question.count, "card"),
        who=state.name(whose),
        most=question.count,
        takes=data.strike_takes,
        pile=question.pile,
    )
    if question.card and question.id == "KEI-Q25":
        words += f": {data.label(question.card)}"
    if question.id in MOVEMENT_DRAWS and not dealt:
        words += _or_store(state, question.seat)
    if state.offer.cards and UNKNOWN not in state.offer.cards:  # nobody else's view names them
        words += f": {data.labels(state.offer.cards)}"
    return f"{words}, {counted(question.count, 'card')} for {state.name(question.seat)}" if dealt else words


def _or_store(state: KeikallaState, seat: Seat) -> str:
    """With real cards whoever may store types it while drawing; a digital table asks when the card is dealt."""
    may_store = state.data.switches["hampering"] and not state.data.is_digital and is_far_behind(state, seat)
    return ", or `draw store` a harmful card" if may_store else ""


def _question_key(state: KeikallaState, question: Question) -> str:
    """The key of a question's text; it differs where dates are named."""
    if question.id == "KEI-Q31" and question.card:
        return "KEI-Q31p"
    return "KEI-Q30t" if question.id == "KEI-Q30" and state.players[question.seat].order else question.id


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
        words = f"draw {many}; name one that is tabled at once{_or_store(state, seat)}"
        return Decision(seat, ("draw", "play"), words, rule_ids.DRAWS)
    if left > 0:
        words = f"draw up to {left} more{_or_store(state, seat)}, or end the turn"
        return Decision(seat, ("draw", "end", "play"), words, rule_ids.DRAWS)
    return Decision(seat, ("end", "play"), "end the turn", rule_ids.DRAWS)
