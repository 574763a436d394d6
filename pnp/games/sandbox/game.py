"""The sandbox: a referee for any card book. In: a CardBook without rules. Out: a Game.

It knows zones (draw pile, hands, open zones, discard pile), whose turn it is, counters and dice, and refuses only what
no table can do: a copy that does not exist, a card that lies elsewhere, a draw from an empty pile. Invariant: the open
cards, the hands and the pile always add up to the printed cards, unless the table adjusted a size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.games.sandbox import rulebook
from pnp.games.sandbox.moves import Count, Discard, Done, Draw, Play, SetCounter, SetHand, SetPile, Take
from pnp.library.card import CardBook
from pnp.library.words import localise
from pnp.referee.correction import SetTurn, of_a_player
from pnp.referee.game import DIGITAL, Adjustment, Chance, Decision, Game, Outcome, Setup, State
from pnp.referee.move import Deal, Move, Roll, Shuffle
from pnp.referee.params import UNKNOWN
from pnp.referee.ruling import Event, Illegal, Legal, Reason, Ruling
from pnp.referee.seat import TABLE, Seat

DISCARD, PILE, SCORE = "discard", "deck", "score"


class Hand(Struct, frozen=True):
    """Cards of a hand whose faces are known, sorted, and the number of the others; `seen` ones everybody knows."""

    known: tuple[str, ...] = ()
    unknown: int = 0
    seen: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """All cards of the hand."""
        return len(self.known) + self.unknown


class SandboxState(State, frozen=True):
    """Everything on a table without rules. `zones` are open; `due` is a digital draw that is still to be dealt."""

    turn: Seat = 0
    pile: int = 0
    hands: tuple[Hand, ...] = ()
    zones: tuple[tuple[str, tuple[str, ...]], ...] = ()
    counters: tuple[tuple[Seat, str, int], ...] = ()
    dice: tuple[int, ...] = ()
    due: tuple[Seat, int] | None = None

    def zone(self, name: str) -> tuple[str, ...]:
        """The open cards of a zone."""
        return dict(self.zones).get(name, ())


class MoveApplied(Event, frozen=True):
    """The move as it was made; `apply` does what it says."""

    move: Move


def setup(agreed: Setup) -> SandboxState | Illegal:
    """Everybody has an empty hand, all cards lie in the draw pile (SBX-1)."""
    fewest, most = agreed.book.players
    if not fewest <= len(agreed.seats) <= most:
        number = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        return Illegal(rulebook.SEATS, f"the game is for {number} seats, not for {len(agreed.seats)}")
    total = sum(card.copies for card in agreed.book.playing_cards.values())
    return SandboxState(agreed, pile=total, hands=tuple(Hand() for _ in agreed.seats))


def unseen(state: SandboxState, kind: str) -> int:
    """Copies of a card whose place nobody has told (SBX-3)."""
    copies = state.setup.book.cards[kind].copies
    return copies - sum(zone.count(kind) for _, zone in state.zones) - sum(h.known.count(kind) for h in state.hands)


def judge(state: SandboxState, move: Move) -> Ruling:
    """Refuse what no table can do."""
    refusal = _refuse_order(state, move) or _refuse(state, move)
    return refusal or _happen(state, move)


def force(state: SandboxState, move: Move) -> Legal | Illegal:
    """Overruled: order does not matter, matter does."""
    return _refuse(state, move) or _happen(state, move)


def _happen(state: SandboxState, move: Move) -> Legal:
    event = MoveApplied(move)
    return Legal((event,), apply(state, event))


def _refuse_order(state: SandboxState, move: Move) -> Illegal | None:
    if isinstance(move, Roll | Shuffle | Deal):
        if move.seat != TABLE:
            return Illegal(rulebook.TABLE_ONLY, f"`table: …` tells this, not {state.setup.name(move.seat)}")
        if state.due is not None and not isinstance(move, Deal):
            return Illegal(rulebook.DEAL_DUE, f"{_due_words(state)} is due first")
        return None
    if state.due is not None:
        return Illegal(rulebook.DEAL_DUE, f"{_due_words(state)} is due first")
    if move.seat != state.turn:
        who = state.setup.name(move.seat)
        return Illegal(rulebook.TURN, f"it is the turn of {state.setup.name(state.turn)}, not of {who}")
    return None


def _due_words(state: SandboxState) -> str:
    seat, count = state.due or (0, 0)
    return f"the deal of {count} card{'s' if count != 1 else ''} to {state.setup.name(seat)}"


def _refuse(state: SandboxState, move: Move) -> Illegal | None:
    setup, name = state.setup, state.setup.name(move.seat)
    if isinstance(move, Draw) and move.count > state.pile:
        return Illegal(rulebook.PILE, f"{state.pile} cards are left in the draw pile, not {move.count}")
    if isinstance(move, Play | Discard):
        hand = state.hands[move.seat]
        if move.card in hand.known:
            return None
        if not hand.unknown:
            return Illegal(rulebook.HELD, f"{name} holds no {move.card}")
        if unseen(state, move.card) < 1:
            copies = setup.book.cards[move.card].copies
            return Illegal(rulebook.CONSERVED, f"all {copies} copies of {move.card} are known to be elsewhere")
    if isinstance(move, Take) and move.card not in state.zone(move.zone):
        return Illegal(rulebook.ZONE, f"no {move.card} lies in “{move.zone}”")
    if isinstance(move, Deal):
        return _refuse_deal(state, move)
    if isinstance(move, Shuffle) and move.zone not in (PILE, *dict(state.zones)):
        return Illegal(rulebook.ZONE, f"there is no zone “{move.zone}”")
    return None


def _refuse_deal(state: SandboxState, move: Deal) -> Illegal | None:
    if move.to == TABLE:
        return Illegal(rulebook.ZONE, "cards are dealt to a seat")
    if state.due is not None and (move.to, len(move.cards)) != state.due:
        return Illegal(rulebook.DEAL_DUE, f"{_due_words(state)} is due")
    if len(move.cards) > state.pile:
        return Illegal(rulebook.PILE, f"{state.pile} cards are left in the draw pile, not {len(move.cards)}")
    for kind in dict.fromkeys(move.cards):
        if kind != UNKNOWN and move.cards.count(kind) > unseen(state, kind):
            copies = state.setup.book.cards[kind].copies
            return Illegal(rulebook.CONSERVED, f"all {copies} copies of {kind} are known to be elsewhere")
    return None


def apply(state: SandboxState, event: Event) -> SandboxState:
    """The table after one event."""
    assert isinstance(event, MoveApplied)
    move, ply = event.move, state.ply + 1
    if isinstance(move, Draw):
        if state.setup.deal == DIGITAL:
            return replace(state, ply=ply, due=(move.seat, move.count))
        hand = state.hands[move.seat]
        drawn = replace(hand, unknown=hand.unknown + move.count)
        return replace(state, ply=ply, pile=state.pile - move.count, hands=_with(state, move.seat, drawn))
    if isinstance(move, Play | Discard):
        zone = move.to if isinstance(move, Play) else DISCARD
        left = _leave(state.hands[move.seat], move.card)
        return replace(state, ply=ply, hands=_with(state, move.seat, left), zones=_put(state, zone, move.card))
    if isinstance(move, Take):
        hand = state.hands[move.seat]
        known, seen = (tuple(sorted((*cards, move.card))) for cards in (hand.known, hand.seen))
        taken = replace(hand, known=known, seen=seen)
        zones = tuple((name, _less(zone, move.card) if name == move.zone else zone) for name, zone in state.zones)
        return replace(state, ply=ply, hands=_with(state, move.seat, taken), zones=zones)
    if isinstance(move, Deal):
        hand = state.hands[move.to]
        known = tuple(sorted((*hand.known, *(card for card in move.cards if card != UNKNOWN))))
        dealt = Hand(known, hand.unknown + move.cards.count(UNKNOWN), hand.seen)
        pile = state.pile - len(move.cards)
        return replace(state, ply=ply, pile=pile, hands=_with(state, move.to, dealt), due=None)
    if isinstance(move, Shuffle):
        if move.zone == PILE:
            return replace(state, ply=ply)
        zones = tuple(item for item in state.zones if item[0] != move.zone)
        return replace(state, ply=ply, pile=state.pile + len(state.zone(move.zone)), zones=zones)
    if isinstance(move, Count):
        return replace(state, ply=ply, counters=_counted(state, move.seat, move.counter, move.value))
    if isinstance(move, Roll):
        return replace(state, ply=ply, dice=move.dice)
    assert isinstance(move, Done)
    return replace(state, ply=ply, turn=(state.turn + 1) % len(state.hands))


def _leave(hand: Hand, card: str) -> Hand:
    # A known copy goes first: the faces of equal cards cannot be told apart, so nothing is lost by it.
    if card not in hand.known:
        return replace(hand, unknown=max(hand.unknown - 1, 0))
    return replace(hand, known=_less(hand.known, card), seen=_less(hand.seen, card))


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _with(state: SandboxState, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _put(state: SandboxState, zone: str, card: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    zones = dict(state.zones)
    zones[zone] = (*zones.get(zone, ()), card)
    return tuple(zones.items())


def _counted(state: SandboxState, seat: Seat, counter: str, value: int) -> tuple[tuple[Seat, str, int], ...]:
    others = tuple(item for item in state.counters if item[:2] != (seat, counter))
    return tuple(sorted((*others, (seat, counter, value))))


def to_act(state: SandboxState) -> tuple[Seat, ...]:
    """The table while a deal is due, else the seat whose turn it is."""
    return (TABLE,) if state.due is not None else (state.turn,)


def candidates(state: SandboxState, seat: Seat) -> Sequence[Move]:
    """What may be worth saying: draw, play or discard what may be held, take what lies open, done."""
    return list(_candidates(state, seat))


def _candidates(state: SandboxState, seat: Seat) -> Iterator[Move]:
    if seat == TABLE:
        return
    yield Draw(seat)
    for kind in state.setup.book.playing_cards:
        yield Play(seat, kind)
        yield Discard(seat, kind)
    for zone, cards in state.zones:
        for kind in dict.fromkeys(cards):
            yield Take(seat, kind, zone)
    yield Done(seat)


def legal_moves(state: SandboxState, seat: Seat) -> Sequence[Move]:
    """The candidates that are not refused."""
    return [move for move in candidates(state, seat) if not isinstance(judge(state, move), Illegal)]


def project(state: SandboxState, seat: Seat | None) -> SandboxState:
    """Of the hands of the others only what everybody saw is left."""
    hands = tuple(
        hand if at == seat else Hand(hand.seen, hand.size - len(hand.seen), hand.seen)
        for at, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands)


def redact(move: Any, seat: Seat | None) -> Move:
    """A deal to somebody else becomes `?`."""
    if isinstance(move, Deal) and move.to != seat:
        return Deal(move.seat, move.to, (UNKNOWN,) * len(move.cards))
    return move  # type: ignore[no-any-return]


def scores(state: SandboxState) -> tuple[int, ...]:
    """The counter `score` of every seat."""
    values = {seat: value for seat, counter, value in state.counters if counter == SCORE}
    return tuple(values.get(seat, 0) for seat in range(len(state.hands)))


def outcome(state: SandboxState) -> Outcome | None:
    """The table ends a game without rules."""
    return None


def phase(state: SandboxState) -> str:
    """`deal` while a digital draw is due, else `turn`."""
    return "deal" if state.due is not None else "turn"


def pending(state: SandboxState) -> tuple[Decision, ...]:
    """The draw that is still to be dealt."""
    if state.due is None:
        return ()
    return (Decision(TABLE, ("deal",), f"{_due_words(state)} is due", rulebook.DEAL_DUE),)


def facts(state: SandboxState) -> Any:
    """Everything on the table as plain values."""
    hands = [[*hand.known, hand.unknown] for hand in state.hands]
    return [state.turn, state.pile, hands, sorted(state.zones), state.counters, state.dice, state.due]


def census(state: SandboxState) -> dict[str, int]:
    """Open and known cards by kind; `?` counts the pile and unknown cards of hands (SBX-3)."""
    known: dict[str, int] = {UNKNOWN: state.pile + sum(hand.unknown for hand in state.hands)}
    for cards in (*(zone for _, zone in state.zones), *(hand.known for hand in state.hands)):
        for card in cards:
            known[card] = known.get(card, 0) + 1
    return known


def chance(state: SandboxState, source: Chance) -> Move:
    """Deal what is due from one shuffled order of all cards."""
    seat, count = state.due or (0, 0)
    book = state.setup.book
    every = [card.id for card in book.playing_cards.values() for _ in range(card.copies)]
    dealt = {kind: card.copies - unseen(state, kind) for kind, card in book.playing_cards.items()}
    left: list[str] = []  # the order without the copies that have left the pile, the first ones of each kind
    for kind in source.shuffle("deck", every):
        if dealt[kind]:
            dealt[kind] -= 1
        else:
            left.append(kind)
    return Deal(TABLE, seat, tuple(left[:count]))


def explain(state: SandboxState, move: Any, ruling: Any) -> tuple[Reason, ...]:
    """Why a move is possible."""
    if isinstance(move, Play | Discard):
        return (Reason(rulebook.HELD, f"playing {move.card} openly shows that it was held"),)
    if isinstance(move, Done):
        following = state.setup.name((state.turn + 1) % len(state.hands))
        return (Reason(rulebook.TURN, f"the turn goes to {following}"),)
    return ()


def show(state: SandboxState, seat: Seat | None, lang: str) -> str:
    """The table as text."""
    setup, book = state.setup, state.setup.book

    def names(cards: Sequence[str]) -> str:
        return ", ".join(localise(book.cards[card].name, lang) for card in cards) or "–"

    lines = [f"{localise(book.title, lang)} · draw pile {state.pile}"]
    for name, cards in state.zones:
        lines.append(f"  {name}: {names(cards)}")
    if state.dice:
        lines.append(f"  dice: {' '.join(str(die) for die in state.dice)}")
    for at, hand in enumerate(state.hands):
        mark = "▸" if at == state.turn else " "
        counters = "  ".join(f"{counter} {value}" for of, counter, value in state.counters if of == at)
        held = f"hand {hand.size}" + (f" ({names(hand.known)})" if hand.known else "")
        lines.append(f"{mark} {setup.name(at)}: {held}" + (f"  {counters}" if counters else ""))
    return "\n".join(lines)


def _adjust_turn(state: SandboxState, move: SetTurn) -> SandboxState | Illegal:
    return replace(state, turn=move.of)


def _adjust_counter(state: SandboxState, move: SetCounter) -> SandboxState:
    return replace(state, counters=_counted(state, move.of, move.counter, move.value))


def _adjust_hand(state: SandboxState, move: SetHand) -> SandboxState | Illegal:
    hand = state.hands[move.of]
    return replace(state, hands=_with(state, move.of, replace(hand, unknown=max(move.size - len(hand.known), 0))))


def _adjust_pile(state: SandboxState, move: SetPile) -> SandboxState:
    return replace(state, pile=move.size)


def random_bot(view: Any, seat: Seat, pick: Any) -> Move:
    """Any legal move."""
    moves = legal_moves(view, seat)
    return moves[int(pick(len(moves)))]


def sandbox_game(book: CardBook) -> Game[SandboxState]:
    """The sandbox referee of a card book."""
    return Game(
        slug=book.slug,
        version=1,
        players=book.players,
        moves=(Draw, Play, Discard, Take, Count, Done, Deal, Roll, Shuffle),
        setup=setup,
        judge=judge,
        apply=apply,
        force=force,
        to_act=to_act,
        candidates=candidates,
        legal_moves=legal_moves,
        project=project,
        redact=redact,
        scores=scores,
        outcome=outcome,
        phase=phase,
        facts=facts,
        show=show,
        chance=chance,
        census=census,
        explain=explain,
        pending=pending,
        rulebook=rulebook.sandbox_rulebook(),
        adjustments=(
            Adjustment(SetTurn, of_a_player(_adjust_turn, "turn"), "whose turn it is"),
            Adjustment(SetCounter, _adjust_counter, "a counter"),
            Adjustment(SetHand, of_a_player(_adjust_hand, "hand"), "how many cards a hand holds"),
            Adjustment(SetPile, _adjust_pile, "how many cards the draw pile holds"),
        ),
        max_plies=0,
        bots={"random": random_bot},
    )
