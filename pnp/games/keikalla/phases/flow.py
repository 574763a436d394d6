"""How a turn goes on by itself: its beginning, the end of movement, its end, reshuffles for draws.

In: a Trial after a move. Out: the Trial at the next decision (`settle`). Steps that wait for a decision lie under it
as questions whose id begins with `then`. Invariant: after `settle` somebody has something to decide, or it is over.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import ACTION, ACTION_1, ACTION_2, MOVE, MOVEMENT, VENUE
from pnp.games.keikalla.moves import Shuffle
from pnp.games.keikalla.phases.band_abilities import take_announced_back
from pnp.games.keikalla.question import QUESTIONS, Question
from pnp.games.keikalla.state import AFTER, ARRIVE, END, MOVING, REFILL, KeikallaState, OpenQuestion, Player, Turn
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.verbs import AllAboard, Drive, FillIn, LeaveCard, MeetPolice, Strike
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

ACTION_DRAW = Question("KEI-Q23", "ask_action_draw", "KEI-60")
SHUFFLE_DUE = Question("KEI-Q12", "ask_shuffle", "KEI-68")
RIDER_PICK = Question("KEI-Q19", "ask_rider_pick", "KEI-48")


def limit_of(state: KeikallaState, player: Player) -> int:
    """How many Movement cards a hand may hold (KEI-25, KEI-V15)."""
    numbers = state.data.numbers
    plain = numbers["move_hand" if state.data.has_two_moves else "movement_hand"]
    if player.reputation >= numbers["closed_reputation"]:
        plain = numbers["closed_hand"]
    return int(plain + numbers["new_bus_bonus"] * len(player.buses))


def missing(state: KeikallaState, player: Player) -> int:
    """How many cards the hand lacks at the end of movement; with two decks nothing is missing there (KEI-123)."""
    if state.data.has_two_moves and state.phase != END:
        return 0
    return max(0, limit_of(state, player) - player.move.size)


def surplus(state: KeikallaState, player: Player) -> int:
    """How many cards the hand holds over its limit (KEI-25)."""
    return max(0, player.move.size - limit_of(state, player))


def _still_missing(state: KeikallaState, question: OpenQuestion) -> int:
    return missing(state, state.players[question.seat])


def _still_replaced(state: KeikallaState, question: OpenQuestion) -> int:
    """How many cards still replace played ones: no more than the hand has room for; an Event card always fits."""
    return question.count if state.data.has_two_moves else min(question.count, _still_missing(state, question))


ONE_DRAWN = Question("KEI-Q11", "ask_one_drawn", "KEI-121", owed=_still_replaced)
REFILL_DRAW = Question("KEI-Q18", "ask_refill", "KEI-24", owed=_still_missing)


def refill_pile(state: KeikallaState) -> str:
    """The pile that fills the Movement hand."""
    return MOVE if state.data.has_two_moves else MOVEMENT


def is_closed(state: KeikallaState, player: Player, town: str) -> bool:
    """Too much Reputation for this town (KEI-63)."""
    famous = player.reputation >= state.data.numbers["closed_reputation"]
    return famous and town in state.data.atlas.towns and state.data.atlas.towns[town].is_small_or_large


# turns


def begin_turn(t: Trial, seat: Seat) -> None:
    """BEGIN: a lost turn is skipped, and so is a player who is out (KEI-67, KEI-172)."""
    count = len(t.state.players)
    for _ in range(64 * count):
        player = t.player(seat)
        if t.state.is_over:
            return
        if player.out:
            seat = (seat + 1) % count
            continue
        t.change_player(seat, turns=player.turns + 1, start=player.at)
        if not player.turns_to_lose:
            break
        t.change_player(seat, turns_to_lose=player.turns_to_lose - 1)
        t.announce("KEI-67", "loses_a_turn", seat=seat, left=player.turns_to_lose - 1)
        seat = (seat + 1) % count
    t.change(seat=seat, phase=MOVING, turn=Turn())


def end_movement(t: Trial, stopped: bool = False) -> None:
    """REFILL, then everything that ends with a movement part (KEI-24, KEI-126)."""
    t.change(phase=REFILL, questions=tuple(question for question in t.state.questions if question.id != ONE_DRAWN.id))
    if stopped:
        t.change_turn(stopped=True)
    t.push("then_refilled", t.state.seat)
    need = missing(t.state, t.player(t.state.seat))
    if need:
        t.ask(REFILL_DRAW, t.state.seat, need, pile=refill_pile(t.state))


def refilled(t: Trial, question: OpenQuestion) -> None:
    """Roadie, strike, convoy and rider end or fire with the movement (KEI-44, KEI-133, KEI-43, KEI-134)."""
    seat, player, data = question.seat, t.player(question.seat), t.data
    in_town = player.at in data.atlas.towns
    t.change(phase=END if t.state.turn.stopped else ARRIVE)
    if player.roadie_drives and data.switches["roadie_duration"] == "this_turns_movement":
        stop_driving(t, seat)
    if player.rehab_trip and player.at == t.state.rehab:
        t.change_player(seat, rehab_trip=False, spared_raids=0)
        t.announce("KEI-30", "rehab_reached", seat=seat)
    if player.no_refill:
        t.change_player(seat, no_refill=False)
        t.take_from_front(seat, Strike)
        t.announce("KEI-133", "strike_over", seat=seat)
    if player.convoy and in_town and data.switches["convoy_on_arrival"] == "no_effect":
        end_convoy(t, seat)
    if player.rider and player.at != player.latest_town:
        if not player.action.size:
            end_rider(t, seat)
        else:
            t.announce("KEI-134", "somebody_picks", seat=seat, town=player.latest_town)
            t.ask(RIDER_PICK, TABLE, pile=ACTION)
    if t.state.turn.stopped:
        under = t.state.questions
        t.change(questions=())
        end_turn(t)
        t.change(questions=(*t.state.questions, *under))


def stop_driving(t: Trial, seat: Seat) -> None:
    """The Roadie at the wheel is discarded (KEI-44)."""
    t.change_player(seat, roadie_drives=False)
    t.take_from_front(seat, Drive)
    t.announce("KEI-44", "driver_discarded")


def end_convoy(t: Trial, seat: Seat) -> None:
    """The police leave (KEI-43)."""
    t.change_player(seat, convoy=False)
    t.take_from_front(seat, MeetPolice)
    t.announce("KEI-43", "convoy_over")


def end_rider(t: Trial, seat: Seat) -> None:
    """The rider is over (KEI-48)."""
    t.change_player(seat, rider=False)
    t.take_from_front(seat, LeaveCard)


def end_turn(t: Trial) -> None:
    """END: what lasted for the turn goes; a lost turn, new cards and a new date come (4.1)."""
    seat, player, data, turn = t.state.seat, t.player(t.state.seat), t.data, t.state.turn
    t.change(phase=END)
    if player.manager_back:
        take_announced_back(t, seat)
    t.take_from_front(seat, AllAboard)
    if player.waiting_member and turn.done:
        lost = data.card_data(data.doer(FillIn)).turns_lost
        t.change_player(seat, waiting_member=False, turns_to_lose=t.player(seat).turns_to_lose + lost)
        t.announce("KEI-40", "waits_for_member", seat=seat)
    if player.bar_fight_turn and player.bar_fight_turn < player.turns:
        t.change_player(seat, bar_fight_turn=0)
    if player.hotel_turn and player.hotel_turn < player.turns:
        t.change_player(seat, hotel_turn=0)
    t.push("then_next", seat)
    if not player.dates and data.switches["empty_calendar"] != "none":
        t.push("then_date", seat)
    if data.has_two_moves and not player.no_refill:
        t.push("then_moves", seat)


def _next(t: Trial, question: OpenQuestion) -> None:
    begin_turn(t, (question.seat + 1) % len(t.state.players))


def _end(t: Trial, question: OpenQuestion) -> None:
    end_turn(t)


def _moves(t: Trial, question: OpenQuestion) -> None:
    need = missing(t.state, t.player(question.seat))
    if need:
        t.announce("KEI-V13", "draws_moves", seat=question.seat, need=need)
        t.ask(REFILL_DRAW, question.seat, need, pile=MOVE)


# piles


def kept_roads(state: KeikallaState, pile: str) -> tuple[str, ...]:
    """The topmost On the Road cards, which stay in the discard pile (KEI-68)."""
    pile_cards = state.discards.get(pile, ())
    roads = [at for at, card in enumerate(pile_cards) if card != UNKNOWN and state.data.card_data(card).steps]
    return tuple(
        pile_cards[at] for at in roads[len(roads) - min(state.data.switches["reshuffle_keep_roads"], len(roads)) :]
    )


def cards_to_reshuffle(state: KeikallaState, pile: str) -> tuple[str, ...]:
    """The cards of a discard pile that may be shuffled in (KEI-68)."""
    pile = ACTION if pile.startswith(ACTION) else pile
    cards = list(state.discards.get(pile, ()))
    for card in kept_roads(state, pile):
        at = len(cards) - 1 - cards[::-1].index(card)
        del cards[at]
    return tuple(cards)


def reshuffle(t: Trial, pile: str) -> None:
    """A discard pile goes into its deck; the topmost On the Road cards stay (KEI-68, KEI-165, KEI-V27)."""
    name = ACTION if pile.startswith(ACTION) else pile
    cards, pile_cards = cards_to_reshuffle(t.state, pile), kept_roads(t.state, name)
    t.change(discards={**t.state.discards, name: pile_cards})
    if pile in (ACTION_1, ACTION_2):
        _reshuffle_marked(t, cards)
    elif pile == VENUE:
        for card in cards:
            if card != UNKNOWN:
                t.hide(card)
        t.resize_pile(VENUE, len(cards))
    else:
        t.shuffle_in(cards, pile)
    t.announce(
        "KEI-165" if pile == VENUE else "KEI-68",
        "shuffled_in_but" if pile_cards else "shuffled_in",
        count=len(cards),
        left=len(pile_cards),
    )


def _reshuffle_marked(t: Trial, cards: tuple[str, ...]) -> None:
    """Both Action decks get their own cards back; of which mark a hidden copy was is only estimated."""
    data, second = t.data, t.state.second_deck
    kinds = [card.partition(":")[0] for card in cards]
    marked: dict[str, int] = {}
    for kind in sorted(set(kinds)):
        card_data, n = data.cards[kind], kinds.count(kind)
        marked[kind] = round(n * card_data.marked / card_data.copies)
    for card in cards:
        t.hide(card)
    into = sum(marked.values())
    t.resize_pile(ACTION_2, into)
    t.resize_pile(ACTION_1, len(kinds) - into)
    if second is not None:
        t.change(second_deck={kind: second.get(kind, 0) + marked.get(kind, 0) for kind in {*second, *marked}})
    knowledge = t.state.knowledge
    if knowledge is not None:
        knowledge = knowledge.lay(kinds, "mix").draw("mix", into, "mix").bury("mix", into, ACTION_2)
        knowledge = knowledge.draw("mix", len(kinds) - into, "mix").bury("mix", len(kinds) - into, ACTION_1)
        t.change(knowledge=knowledge.shuffle((), ACTION_1).shuffle((), ACTION_2))
    t.announce("KEI-V22", "marked_to_second", into=into)


@SHUFFLE_DUE.answer(Shuffle, choices=lambda t, seat: [Shuffle(TABLE, t.state.questions[-1].pile)])
def shuffle(t: Trial, move: Shuffle) -> None:
    """Q12, or whenever the table likes (`reshuffle: any_own_turn`): a discard pile goes into its deck (KEI-68)."""
    pile, question, s = move.pile, t.state.question, t.state
    if pile not in s.piles:
        t.bar("KEI-68", "no_such_deck", pile=pile, piles=", ".join(s.piles))
    asked = t.is_asked(SHUFFLE_DUE)
    if asked and question is not None and pile != question.pile:
        t.bar("KEI-68", "deck_needed", pile=question.pile)
    empty_after = s.phase == AFTER and pile.startswith("action") and not s.piles[pile]
    if not asked and not empty_after and t.data.switches["reshuffle"] != "any_own_turn":
        t.refuse("KEI-68", "deck_not_empty", count=s.piles[pile])
    if not cards_to_reshuffle(s, pile):
        t.bar("KEI-68", "nothing_to_shuffle")
    if asked:
        t.pop()
    reshuffle(t, pile)


def open_decks(state: KeikallaState, player: Player) -> tuple[str, ...]:
    """The Action decks this player may draw from (KEI-V21)."""
    if not state.data.has_jokers:
        return (ACTION,)
    return (ACTION_2,) if Card.RECORD_DEAL in player.kinds_laid() else (ACTION_1, ACTION_2)


# the loop

_STEPS: dict[str, Callable[[Trial, OpenQuestion], None]] = {
    "then_refilled": refilled,
    "then_end": _end,
    "then_next": _next,
    "then_moves": _moves,
}


def on_step(name: str) -> Callable[[Callable[[Trial, OpenQuestion], None]], Callable[[Trial, OpenQuestion], None]]:
    """Registers what the referee does when a step's turn comes."""

    def register(step: Callable[[Trial, OpenQuestion], None]) -> Callable[[Trial, OpenQuestion], None]:
        _STEPS[name] = step
        return step

    return register


def settle(t: Trial) -> None:
    """Go on until somebody must decide."""
    while not t.state.is_over:
        recount(t)
        question = t.state.question
        if question is None:
            if not _needs_shuffle(t):
                return
        elif question.id.startswith("then"):
            t.pop()
            _STEPS[question.id](t, question)
        elif question.is_drawn and question.pile in t.state.piles:
            if not _ready_to_draw(t, question):
                return
        else:
            return


def recount(t: Trial) -> None:
    """The open question on top, about the size of a hand, asks for what is owed now; without a debt it is answered.

    Those below it wait: what is above them may still change the hand.
    """
    question = t.state.question
    owed = question.asks.owed if question is not None and question.id in QUESTIONS else None
    if question is not None and owed is not None:
        t.set_count(owed(t.state, question))


def _ready_to_draw(t: Trial, question: OpenQuestion) -> bool:
    """True when something changed: no card can be drawn, or the discard pile must be shuffled first."""
    piles = (question.pile,)
    there = t.state.piles[question.pile]
    if question.count <= 0:
        t.pop()
        return True
    if there >= question.count:
        return False
    if cards_to_reshuffle(t.state, piles[0]):
        require_shuffle(t, piles[0])
        return False
    if there:
        draw = question.asks.draw
        if draw is not None and draw.at_once:
            t.set_count(there)
        return False
    t.pop()
    if question.asks is ACTION_DRAW:
        t.change_turn(drawn=t.state.turn.drawn + 1)
    t.announce("KEI-68", "nothing_is_drawn")
    return True


def require_shuffle(t: Trial, pile: str) -> None:
    """Q12: a deck is too small for the draw that is due (KEI-68)."""
    t.ask(SHUFFLE_DUE, TABLE, pile=pile)
    stay = len(kept_roads(t.state, pile))
    t.announce("KEI-68", "shuffle_but_roads" if stay else "shuffle_now", pile=pile, stay=stay)


def _needs_shuffle(t: Trial) -> bool:
    """After a gig the first draw needs a card; without one the discard pile is shuffled, or nothing is drawn."""
    turn = t.state.turn
    if t.state.phase != AFTER or turn.drawn or turn.guest:
        return False
    piles = open_decks(t.state, t.player(t.state.seat))
    if any(t.state.piles[pile] for pile in piles):
        return False
    if cards_to_reshuffle(t.state, piles[0]):
        require_shuffle(t, piles[0])
        return True
    t.change_turn(drawn=1)
    t.announce("KEI-68", "nothing_is_drawn")
    return False
