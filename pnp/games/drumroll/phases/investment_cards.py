"""Investment cards out of a hand: played at any moment, discarded above the limit, laid open at the end.

In: a state and a move. Out: why it is refused, or what it does to a trial (DR-160 to DR-174, DR-198). What a card does
is read from its fields; `when` holds the only moment at which a card may be played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.games.drumroll import rule_ids
from pnp.games.drumroll.game_data import Colours, InvestmentCard
from pnp.games.drumroll.moves import Discard, Play, Reveal
from pnp.games.drumroll.params import NONE
from pnp.games.drumroll.phases.benefits import Refusal, gains, receivers, refuse_gain, refuse_receiver
from pnp.games.drumroll.phases.performances import all_have_appeared
from pnp.games.drumroll.state import DrumRollState, Phase, can_hold, top_level
from pnp.games.drumroll.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Illegal, Invalid
from pnp.referee.seat import Seat


def refuse_play(state: DrumRollState, move: Play) -> Refusal | None:
    """The card is in the hand, and this is its moment (DR-160, DR-166 to DR-170, DR-191)."""
    if state.phase in Phase.BEFORE_TURN_ONE:
        return Illegal(rule_ids.ANY_TIME, "cards are played from the first turn on")
    player, card = state.players[move.seat], state.data.investments.get(move.card)
    if player.hand_revealed:
        return Illegal(rule_ids.REVEAL, f"{state.name(move.seat)} has laid the hand open")
    if card is None:
        return Illegal(rule_ids.ELSEWHERE, f"{state.data.label(move.card)} is no investment card")
    refusal = refuse_held(state, move.seat, card.id) or refuse_moment(state, move.seat, card)
    return refusal or _refuse_keys(card, move) or _refuse_effect(state, move, card)


def refuse_held(state: DrumRollState, seat: Seat, card: str) -> Illegal | None:
    """The hand must be able to hold it (DR-191, DR-199)."""
    if can_hold(state, seat, card):
        return None
    data, hand = state.data, state.players[seat].hand
    who, label = state.name(seat), data.label(card)
    if not hand:
        return Illegal(rule_ids.ELSEWHERE, f"{who} holds no investment card")
    if UNKNOWN not in hand:
        return Illegal(rule_ids.ELSEWHERE, f"{who} does not hold {label}")
    open_copies = state.investment_discards.count(card)
    copies = data.investments[card].copies if card in data.investments else 0
    if open_copies >= copies:
        return Illegal(rule_ids.ELSEWHERE, f"all {copies} copies of {label} lie open")
    because = f"no way to lay the unseen cards puts {label} into the hand of {who}"
    return Illegal(rule_ids.ELSEWHERE, because)


def refuse_moment(state: DrumRollState, seat: Seat, card: InvestmentCard) -> Illegal | None:
    """The moment printed on the card."""
    label = card.label
    if card.unblocks:
        return Illegal(rule_ids.UNBLOCK, f"{label} is played with a marker: `place <action> with={card.id}`")
    if card.bonus:
        return Illegal(rule_ids.END_ONLY, f"{label} scores at the end of the game, from the hand")
    if card.weight:
        if state.phase != Phase.DOUBLE_VOTE:
            return Illegal(rule_ids.DOUBLE_VOTE, f"{label} is played right after the votes are open")
        if seat in state.double_voters:
            return Illegal(rule_ids.DOUBLE_VOTE, f"the vote of {state.name(seat)} counts twice already")
    if (
        card.fires
        and state.phase in Phase.SHOWS_PHASES
        and (state.performing == seat or not state.data.switches.fire_card_in_others_show)
    ):
        return Illegal(rule_ids.FIRE_CARD, f"{label} is not played during a show")
    if card.applause and not applause_is_due(state, seat):
        return Illegal(rule_ids.APPLAUSE, f"{label} is played in one's own show, after the performers")
    return None


def applause_is_due(state: DrumRollState, seat: Seat) -> bool:
    """After the performers of the own show; a hand that the last of them made too full holds up what follows, not the
    applause (DR-115, DR-162, DR-169).
    """
    return state.performing == seat and (state.phase == Phase.AFTER_SHOW or all_have_appeared(state))


def _refuse_keys(card: InvestmentCard, move: Play) -> Illegal | None:
    """Keys that the card does not ask for."""
    asked = {
        "gain": any(part.cubes for part in card.choices),
        "spend": any(part.spends for part in card.choices),
        "to": any(part.trailers for part in card.choices),
        "performer": card.fires,
    }
    for key, wanted in asked.items():
        if getattr(move, key) and not wanted:
            return Illegal(rule_ids.RESOURCES, f"{card.label} asks for no {key}=")
    return None


def _refuse_effect(state: DrumRollState, move: Play, card: InvestmentCard) -> Refusal | None:
    data, seat = state.data, move.seat
    if card.fires:
        if not move.performer:
            return Invalid(f"{card.label} needs performer=<an own performer>")
        if state.players[seat].performer(move.performer) is None:
            return Illegal(
                rule_ids.FIRE_CARD, f"{data.label(move.performer)} is not in the circus of {state.name(seat)}"
            )
        return None
    if not card.choices:
        return None
    first = card.choices[0]
    if first.cubes:
        return _refuse_resources(state, move, card)
    if first.trailers:
        return _refuse_trailer(state, move, card)
    if first.spends:
        stored = state.players[seat].storage
        payable = [data.colours[colour] for colour in first.spends if stored[colour]]
        if not payable:
            return Illegal(rule_ids.SPENT_CUBES, f"{state.name(seat)} has no cube in storage to spend")
        if not move.spend:
            return Invalid(f"{card.label} needs spend=<one of {', '.join(payable)}>")
        if move.spend == NONE:
            return Illegal(rule_ids.INCOME, f"{card.label} gives nothing without a cube")
        if move.spend not in payable:
            return Illegal(rule_ids.SPENT_CUBES, f"{state.name(seat)} has no {move.spend} cube in storage")
    return None


def _refuse_resources(state: DrumRollState, move: Play, card: InvestmentCard) -> Refusal | None:
    """One of the choices of the card (DR-168)."""
    if not move.gain:
        return Invalid(f"{card.label} needs gain=<the cubes received>")
    refusals = [refuse_gain(state, part.cubes, move.gain, card.label) for part in card.choices]
    if not all(refusals):
        return None
    if not any(state.stock[state.data.colour_at[colour]] for colour in move.gain):
        return Illegal(rule_ids.OUT_OF_STOCK, f"no {' or '.join(move.gain)} cube is left")
    for refusal in refusals:
        if isinstance(refusal, Illegal) and refusal.rule == rule_ids.OUT_OF_STOCK:
            return refusal
    return Illegal(rule_ids.RESOURCES, f"{card.label} does not give {', '.join(move.gain)}")


def _refuse_trailer(state: DrumRollState, move: Play, card: InvestmentCard) -> Refusal | None:
    """A receiver is named (DR-150, DR-151, DR-174)."""
    possible = receivers(state, move.seat)
    if move.to == NONE:
        return Illegal(rule_ids.RECEIVER, f"{card.label} needs a performer who takes the trailer")
    if not possible and not (move.to and state.trailers):
        because = "no trailer is in stock" if not state.trailers else "every own performer has one"
        return Illegal(rule_ids.RECEIVER, f"{card.label} cannot be played: {because}")
    if not move.to:
        return Invalid(f"{card.label} needs to=<a performer without a trailer>")
    return refuse_receiver(state, move.seat, move.to)


def plays_of(state: DrumRollState, seat: Seat, card: InvestmentCard) -> Iterator[Play]:
    """Every way to play a card that may be legal."""
    data = state.data
    if card.unblocks or card.bonus or refuse_moment(state, seat, card):
        return
    if card.fires:
        yield from (Play(seat, card.id, performer=each.card) for each in state.players[seat].troupe)
    elif not card.choices:
        yield Play(seat, card.id)
    elif card.choices[0].cubes:
        ways = dict.fromkeys(way for part in card.choices for way in gains(state.stock, part.cubes).values() if way)
        yield from (Play(seat, card.id, gain=tuple(data.colours[colour] for colour in way)) for way in ways)
    elif card.choices[0].trailers:
        yield from (Play(seat, card.id, to=each) for each in receivers(state, seat))
    elif card.choices[0].spends:
        stored = state.players[seat].storage
        colours: Colours = card.choices[0].spends
        yield from (Play(seat, card.id, spend=data.colours[colour]) for colour in colours if stored[colour])
    else:
        yield Play(seat, card.id)


def play(t: Trial, move: Play) -> None:
    """The card takes effect and goes to the discards (DR-164)."""
    state, seat = t.state, move.seat
    data = state.data
    card = data.investments[move.card]
    t.note(rule_ids.ANY_TIME, "{} plays {}", t.name(seat), card.label)
    if state.performing is not None:
        t.note(rule_ids.CARDS_IN_SHOW, "between two steps of a show")
    t.discard_investment(seat, card.id)
    if card.weight:
        t.set(double_voters=(*state.double_voters, seat), no_double_vote=())
        t.announce(rule_ids.DOUBLE_VOTE, "the vote of {} counts {} times", t.name(seat), card.weight)
    elif card.fires:
        performer = state.players[seat].performer(move.performer)
        if performer is not None:
            t.announce(rule_ids.FIRE_CARD, "{} leaves: no coins, no prestige lost", data.label(move.performer))
            t.dismiss(seat, performer)
    elif card.applause:
        _applaud(t, seat, card)
    elif card.choices:
        _effect(t, move, card)


def _effect(t: Trial, move: Play, card: InvestmentCard) -> None:
    data, seat = t.state.data, move.seat
    part = card.choices[0]
    if part.cubes:
        for colour in move.gain:
            t.gain_cube(seat, data.colour_at[colour], rule_ids.RESOURCES, card.label)
        return
    if part.trailers and move.to not in ("", NONE):
        t.give_trailer(seat, move.to)
        t.note(rule_ids.RECEIVER, "{} can take it", data.label(move.to))
    if part.spends and move.spend not in ("", NONE):
        t.spend_cube(seat, data.colour_at[move.spend], rule_ids.INCOME, card.label)
    t.add_coins(seat, part.coins, rule_ids.INCOME, card.label, in_line=True)


def _applaud(t: Trial, seat: Seat, card: InvestmentCard) -> None:
    """Prestige for each outstanding performer of the type, less for each poor one (DR-169)."""
    state = t.state
    data = state.data
    assert card.applause is not None
    wanted, more, less = card.applause
    everywhere = data.switches.flipped_counts_outstanding == "everywhere"
    outstanding = poor = 0
    for each in state.players[seat].troupe:
        if data.performers[each.card].type == wanted:
            earlier = each.flipped and each.flipped < state.show
            outstanding += everywhere if earlier else each.level >= top_level(data, each)
            poor += not earlier and each.level == 1
    t.announce(rule_ids.APPLAUSE, "{} outstanding, {} poor", outstanding, poor)
    t.add_prestige(seat, outstanding * more + poor * less, rule_ids.APPLAUSE, card.label, in_line=True)


def refuse_discard(state: DrumRollState, move: Discard) -> Illegal | None:
    """Only above the hand limit (DR-171)."""
    player = state.players[move.seat]
    if len(player.hand) <= player.limit or player.hand_revealed:
        held, limit = len(player.hand), player.limit
        return Illegal(rule_ids.FREE_DISCARD, f"{state.name(move.seat)} holds {held} of at most {limit} cards")
    if move.card not in state.data.investments:
        return Illegal(rule_ids.ELSEWHERE, f"{state.data.label(move.card)} is no investment card")
    return refuse_held(state, move.seat, move.card)


def discard(t: Trial, move: Discard) -> None:
    """The card goes face up to the discards (DR-171)."""
    t.discard_investment(move.seat, move.card)
    player = t.player(move.seat)
    t.note(rule_ids.FREE_DISCARD, "above the limit; {} of at most {} are left", len(player.hand), player.limit)


def refuse_reveal(state: DrumRollState, move: Reveal) -> Illegal | None:
    """The whole hand, once, after the last salaries (DR-149, DR-198)."""
    seat = move.seat
    player, who = state.players[seat], state.name(seat)
    if state.phase != Phase.GAME_END:
        return Illegal(rule_ids.REVEAL, "hands are laid open after the last salaries")
    if player.hand_revealed:
        return Illegal(rule_ids.REVEAL, f"{who} has laid the hand open")
    if len(move.cards) != len(player.hand):
        return Illegal(rule_ids.WHOLE_HAND, f"{who} holds {len(player.hand)} cards, {len(move.cards)} are named")
    return refuse_copies(state, seat, move.cards)


def refuse_copies(state: DrumRollState, seat: Seat, cards: tuple[str, ...]) -> Illegal | None:
    """No copy too many, and none that this hand cannot have drawn (DR-198, DR-199)."""
    from pnp.referee.hidden.knowledge import Impossible

    data, hand = state.data, state.players[seat].hand
    knowledge = state.knowledge
    for card, count in Counter(cards).items():
        if card not in data.investments:
            return Illegal(rule_ids.WHOLE_HAND, f"{data.label(card)} is no investment card")
        known = hand.count(card)
        other = sum(player.hand.count(card) for player in state.players) - known
        left = data.investments[card].copies - state.investment_discards.count(card) - other
        if count > left or (count > known and UNKNOWN not in hand):
            because = f"{count} copies of {data.label(card)} are named, {max(left, 0)} can be there"
            return Illegal(rule_ids.WHOLE_HAND, because)
        if knowledge is not None:
            for _ in range(count):
                learned = knowledge.reveal(seat, card, state.ply + 1)
                if isinstance(learned, Impossible):
                    because = f"no way to lay the unseen cards puts {data.label(card)} there"
                    return Illegal(rule_ids.WHOLE_HAND, because)
                knowledge = learned.knowledge
    lacks = Counter(card for card in hand if card != UNKNOWN) - Counter(cards)
    if lacks:
        return Illegal(rule_ids.WHOLE_HAND, f"{data.labels_of(lacks)} is known to be in the hand of {state.name(seat)}")
    return None


def reveal(t: Trial, move: Reveal) -> None:
    """The hand lies open (DR-149)."""
    if t.state.knowledge is not None:
        for card in move.cards:
            t.learn(move.seat, card)
    order = tuple(sorted(move.cards))
    t.change_player(move.seat, hand=order, hand_revealed=True)
    t.note(rule_ids.WHOLE_HAND, "{} lays open {}", t.name(move.seat), t.state.data.labels_of(order) or "an empty hand")
