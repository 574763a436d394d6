"""What must be decided now, by whom, and by which rule. In: a state. Out: Decisions with their texts."""

from __future__ import annotations

from pnp.games.keikalla.asking import answers_to
from pnp.games.keikalla.game_data import EVENT, MOVE, kind_of
from pnp.games.keikalla.held import held_kinds
from pnp.games.keikalla.menu import Menu
from pnp.games.keikalla.moves import (
    ARRIVED,
    NONE,
    ROADS,
    Answer,
    Check,
    Draw,
    EndTurn,
    Exchange,
    Fly,
    Gig,
    Headline,
    Lay,
    RehabTown,
    Stash,
    Stop,
    Wait,
)
from pnp.games.keikalla.params import LEAVE
from pnp.games.keikalla.phases.flow import ONE_DRAWN, REFILL_DRAW, missing
from pnp.games.keikalla.phases.hampering import may_hamper
from pnp.games.keikalla.phases.setup_moves import surplus_of
from pnp.games.keikalla.phases.travel import FIRST_CARD, needs_pick
from pnp.games.keikalla.phases.warn_cards import LEFT_BEHIND, MALFUNCTION
from pnp.games.keikalla.queries import outcome, to_act
from pnp.games.keikalla.state import AFTER, BANDS, MOVING, KeikallaState, OpenQuestion, Player
from pnp.library.words import join_texts
from pnp.referee.game import Decision
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def pending(state: KeikallaState) -> tuple[Decision, ...]:
    """What must be decided now, by whom, and by which rule (section 4.2 of the rules)."""
    if outcome(state):
        return ()
    return tuple(_decision(state, seat) for seat in to_act(state))


def implied(state: KeikallaState, seat: Seat) -> Move | None:
    """What goes before a line with real cards: cards drawn unseen, nothing against a warn card, the end of a trip.

    The turn of another is over once all that was due in it is done and no draw is left that its player might want: how
    many cards are drawn is the player's choice (KEI-60). Nobody draws because somebody else goes on.
    """
    if state.data.is_digital:
        return None
    question, turn = state.question, state.turn
    if seat != state.seat:
        is_done = question is None and state.phase == AFTER and (turn.guest or turn.drawn >= max(1, turn.limit))
        return EndTurn(state.seat) if is_done else None
    if question is not None:
        return _unsaid_answer(state, question) if question.seat == seat else None
    if state.phase == MOVING:
        return Stop(seat)
    is_due = state.phase == AFTER and not turn.drawn and not turn.guest
    return Draw(seat, ()) if is_due else None


def _unsaid_answer(state: KeikallaState, question: OpenQuestion) -> Move | None:
    """What silence means as an answer; of a malfunction with a bus there is something to choose."""
    seat, asked = question.seat, question.asks
    if asked in (ONE_DRAWN, REFILL_DRAW):
        return Draw(seat, ())
    if asked is LEFT_BEHIND:
        return Answer(seat, NONE)
    player = state.players[seat]
    if asked is MALFUNCTION and not player.buses:
        return Answer(seat, ARRIVED if player.at in state.data.atlas.towns else NONE)
    return None


def _decision(state: KeikallaState, seat: Seat) -> Decision:
    question = state.question
    if question is not None and seat == to_act(state)[0]:
        return Decision(seat, _verbs(state, question), _question_text(state, question), question.asks.rule)
    if may_hamper(state, seat):
        return Decision(seat, ("hamper",), state.message("ask_hamper", seat=state.seat), "KEI-V51")
    if state.phase == BANDS:
        return Decision(seat, ("band",), state.message("ask_band"), "KEI-02")
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
    data, prompt = state.data, question.asks.message
    text = state.message(
        prompt if isinstance(prompt, str) else prompt(state, question),
        count=question.count,
        seat=state.seat if question.seat == TABLE else question.seat,
        whose_seat=int(question.card) if question.card.isdigit() else TABLE,
        card=question.card,
        takes=data.strike_takes,
        pile=question.pile,
        store=_may_store(state, question.seat),
    )
    if state.offer.cards and UNKNOWN not in state.offer.cards:  # nobody else's view names them
        text = state.message("prompt_of", prompt=text, cards=state.offer.cards)
    if data.is_digital and question.is_drawn:
        return state.message("prompt_of_deal", prompt=text, count=question.count, seat=question.seat)
    return text


def _may_store(state: KeikallaState, seat: Seat) -> bool:
    """With real cards whoever may store types it while drawing; a digital table asks when the card is dealt."""
    return bool(state.data.switches["hampering"]) and not state.data.is_digital and state.is_far_behind(seat)


def _named(state: KeikallaState, seat: Seat) -> dict[str, bool]:
    """What a prompt says about cards that are drawn without their name."""
    decoy = bool(state.data.switches["decoy_groupie_optional"]) and not state.data.is_digital
    return {"store": _may_store(state, seat), "decoy": decoy}


def _setup_decision(state: KeikallaState, seat: Seat) -> Decision:
    if seat == TABLE:
        return Decision(seat, ("start",), state.message("ask_start"), "KEI-11")
    if not state.players[seat].planned:
        length, named = state.data.tour_length, state.data.is_ordered and not state.data.is_digital
        verbs: tuple[str, ...] = ("tour", "duplicate")
        if state.data.is_digital and UNKNOWN not in state.players[seat].venues:
            verbs = ("duplicate",) if surplus_of(state.players[seat].venues) else ("tour",)
        id = "ask_named_tour" if named else "ask_tour"
        words = state.message(id, count=length, twice="duplicate" in verbs)
        return Decision(seat, verbs, words, "KEI-08")
    return Decision(seat, ("return",), state.message("ask_return"), "KEI-10")


def _turn_decision(state: KeikallaState, seat: Seat) -> Decision:
    if state.phase == AFTER:
        return _draw_decision(state, seat)
    player, data, turn = state.players[seat], state.data, state.turn
    if turn.must_play:
        verb = turn.must_play if turn.must_play in ROADS else Fly.verb
        return Decision(seat, (verb,), state.message("ask_picked", card=turn.must_play), "KEI-46")
    here = _here(state, seat)
    if player.hiatus:
        return _offer(state, seat, [("play", state.message("may_clear")), *here], "KEI-64")
    if state.phase != MOVING:
        return _offer(state, seat, here, "KEI-15")
    lacks = missing(state, player)
    ways: list[tuple[str, str]] = []
    if needs_pick(state, seat):
        ways += [("pick", state.message("may_pick"))] if data.is_digital else []
    elif any(data.cards[card].steps for zone in (MOVE, EVENT) for card in held_kinds(state, seat, zone)):
        ways.append(("road", state.message("may_travel")))
        if _may_exchange(state, player):
            ways.append((Exchange.verb, state.message("may_exchange")))
    if lacks:
        ways.append(("stop", state.message("may_stop", count=lacks)))
        ways += [("end", state.message("may_end"))] if not turn.played else []
    if player.turns > 1 or turn.has_acted:
        return _offer(state, seat, [*ways, *here], "KEI-23")
    may_have_kept = data.switches["opening_warn_cards"] != "must_return"
    if may_have_kept and any(card == UNKNOWN or card in data.warns for card in player.move.cards):
        here.append((Lay.verb, state.message("may_lay_kept")))
    return _offer(state, seat, [*ways, *here], "KEI-102")


def _may_exchange(state: KeikallaState, player: Player) -> bool:
    """With real cards nobody knows whether a hand has a way forward: whoever has none shows it (KEI-49)."""
    data, hand = state.data, player.move.cards
    if data.is_digital or data.has_two_moves or state.turn.played or not data.switches["dead_hand_exchange"]:
        return False
    return UNKNOWN in hand and not any(card != UNKNOWN and data.card_data(card).steps for card in hand)


def _here(state: KeikallaState, seat: Seat) -> list[tuple[str, str]]:
    """What may be done where the figurine stands, when the trip is over, or ends with it."""
    player = state.players[seat]
    stash = next((item.id for item in state.stashes_in(player.at)), "")
    lines: list[tuple[Move, str]] = [
        (Headline(seat), "may_headline_here"),
        (Gig(seat, ""), "may_gig"),
        (Wait(seat), "may_wait"),
        (RehabTown(seat, ""), "may_rehab"),
        *([(Check(seat, (stash, "" if state.data.is_digital else LEAVE)), "may_check")] if stash else []),
        (EndTurn(seat), "may_end"),
    ]
    lacks = state.phase == MOVING and missing(state, player)
    menu = Menu(state)
    allowed = [(line.verb, state.message(id)) for line, id in lines if menu.allows(line)]
    return [item for item in allowed if not (lacks and item[0] == EndTurn.verb)]


def _offer(state: KeikallaState, seat: Seat, ways: list[tuple[str, str]], rule: str) -> Decision:
    *most, last = (words for _, words in ways)
    why = join_texts(state.message("or"), (join_texts(", ", most), last)) if most else last
    return Decision(seat, tuple(verb for verb, _ in ways), why, rule)


def _draw_decision(state: KeikallaState, seat: Seat) -> Decision:
    turn = state.turn
    left = 0 if turn.guest else turn.limit - turn.drawn
    ways: list[tuple[str, str]] = []
    menu = Menu(state)
    if turn.just_drawn and menu.allows(Stash(seat)):
        ways.append((Stash.verb, state.message("may_stash")))
    if turn.just_drawn not in ("", UNKNOWN) and menu.allows(Lay(seat, kind_of(turn.just_drawn))):
        ways.append((Lay.verb, state.message("may_lay")))
    if ways:
        if menu.allows(EndTurn(seat)):  # then it may be kept
            ways += [(Draw.verb, state.message("may_draw_more", count=left))] if left > 0 else []
            ways.append((EndTurn.verb, state.message("may_keep_and_end")))
        return _offer(state, seat, ways, "KEI-154")
    if not turn.drawn and not turn.guest:
        id = "ask_draw_one" if turn.limit == 1 else "ask_draw_some"
        words = state.message(id, count=turn.limit, **_named(state, seat))
        return Decision(seat, ("draw", "play"), words, "KEI-60")
    if left > 0:
        words = state.message("ask_draw_more", count=left, **_named(state, seat))
        return Decision(seat, ("draw", "end", "play"), words, "KEI-60")
    return Decision(seat, ("end", "play"), state.message("may_end"), "KEI-60")
