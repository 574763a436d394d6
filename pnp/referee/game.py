"""The protocol every game keeps: one value, `GAME`, with named hooks. In: states and moves. Out: rulings and states.

Internal: a game is declared (docs/rules.md), and `declare` derives these hooks. Drum Roll and Keikalla implement them
(ADR 36).

Invariant: hooks are pure. A State is never changed; `judge` decides *and* explains and nothing else knows legality;
`legal_moves` equals the candidates judged legal (a game may list them faster, conformance proves it equal).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from msgspec import Struct

from pnp.library.card import CardBook
from pnp.library.rulebook import Rulebook
from pnp.referee.message import Message, make_message
from pnp.referee.move import Deal, Move, Roll, Shuffle
from pnp.referee.ruling import ACCEPTED, Event, Illegal, Legal, Reason, Ruling
from pnp.referee.scene import Piece
from pnp.referee.seat import Seat

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary

PHYSICAL, DIGITAL = "physical", "digital"
BY_COPY = "copies"  # of a digital deal in which every copy has numbers of its own (`dealer:` in a header)


class Setup(Struct, frozen=True):
    """What is agreed before the first line: who sits where, who plays with whom, switches, cards, who deals."""

    seats: tuple[str, ...]
    book: CardBook
    options: dict[str, Any] = {}
    deal: str = PHYSICAL
    teams: tuple[tuple[Seat, ...], ...] = ()

    def name(self, seat: Seat) -> str:
        """The name of a seat (`table` for the table)."""
        return self.seats[seat] if seat >= 0 else "table"

    def message(self, id: str, /, **args: Any) -> Message:
        """One of the game's messages in English, which knows itself in other languages."""
        return make_message(self, id, args)

    def refuse_seats(self, rule: str) -> Illegal | None:
        """Why so many cannot play, by the game's rule about it; None when they can."""
        fewest, most = self.book.players
        if fewest <= len(self.seats) <= most:
            return None
        id = "referee.seats_exactly" if fewest == most else "referee.seats"
        return Illegal(rule, self.message(id, fewest=fewest, most=most, count=len(self.seats)))


class State(Struct, frozen=True, gc=False):
    """Base of every game's state. `ply` is the number of the record's line that made it (set by the replay).

    `gc=False` here and for moves, events, rulings and entries: a value that is never changed cannot refer to one made
    after it, so it is in no cycle and the garbage collector, which took a tenth of a replay, can skip it.
    """

    setup: Setup
    ply: int = 0

    def name(self, seat: Seat) -> str:
        """Return a seat's name."""
        return self.setup.name(seat)

    def message(self, id: str, /, **args: Any) -> Message:
        """One of the game's messages about this table."""
        return make_message(self.setup, id, args)

    def refusal(self, rule: str, id: str, /, **args: Any) -> Illegal:
        """A refusal by a rule, with one of the game's messages."""
        return Illegal(rule, self.message(id, **args))

    def reason(self, rule: str, id: str, /, **args: Any) -> Reason:
        """Why something is so by a rule, with one of the game's messages."""
        return Reason(rule, self.message(id, **args))


class Decision(Struct, frozen=True):
    """Something somebody must decide: who, what (verbs they may use), why, by which rule."""

    seat: Seat
    verbs: tuple[str, ...]
    why: str
    rule: str = ""


class Outcome(Struct, frozen=True):
    """How a game ended. No winners: nobody won (the reason says whether all lost).

    rule: why it ended · closing: the rule that forbids every later move, where that is another one.
    """

    winners: tuple[Seat, ...]
    reason: str
    rule: str = ""
    kind: str = "win"  # win | tie | a game's own word such as collapse
    closing: str = ""


class Chance(Protocol):
    """Cards and dice of a digital deal. Equal keys give equal answers, so an undone draw comes again."""

    def shuffle(self, key: str, items: Sequence[str]) -> tuple[str, ...]:
        """`items` in an order that depends on the seed and `key` alone."""
        ...

    def pick(self, key: str, count: int) -> int:
        """A number from 0 to count - 1 that depends on the seed and `key` alone."""
        ...

    def draw(self, key: str, cards: Sequence[str], moment: str = "") -> str:
        """One of these cards, every copy equally likely.

        moment: what stands for `key` where cards are compared with a deck that has a card more or less; it must tell
        this draw from others without saying how many cards are left
        """
        ...


S = TypeVar("S", bound=State)
Pick = Callable[[int], int]  # pick(n) is a number from 0 to n - 1
Bot = Callable[[Any, Seat, Pick], Move]  # sees the view of its seat and picks: (view, seat, pick) -> move


class Adjustment(Struct, frozen=True):
    """One correction of fact, `table: adjust <move's verb> …`: its move class, what it does, and the message of what
    it corrects. is_act: it says what is done and not what is so, so it may be said twice: the top tile is removed.
    """

    move: type[Move]
    apply: Callable[[Any, Any], Any]  # (state, move) -> state | Illegal
    help: str
    is_act: bool = False


class Game(Struct, Generic[S], frozen=True):
    """One game. Hooks take the state first.

    setup(setup) -> state before the first line, or Illegal (wrong number of seats, bad switch)
    judge(state, move) -> Legal | Unverified | Illegal, whoever asks: a full state or a view; Invalid when a choice is
        missing that this table asks for (a key whose need follows from the state)
    apply(state, event) -> state; folding a ruling's events gives its `after` (the ply aside)
    force(state, move) -> Legal | Illegal: the move as a table overruled it; Illegal only when physically impossible
    to_act(state) -> seats that may move now, TABLE when chance is due; empty when the game is over
    candidates(state, seat) -> a superset of the legal moves; legal_moves(state, seat) -> exactly them
    project(state, seat) -> the state as that seat (None: the public) knows it
    redact(move, seat) -> the move as they saw it
    redact_event(event, seat) -> what happened as they saw it, None for what they did not notice; a game whose events
        are no more than its moves tells everybody its news (`is_news`)
    is_revealed(state, move, ply) -> True when everybody knows by now what `redact` hides of the line of that ply: a
        vote after its reveal
    scores, outcome, phase, pending: what `verify`, `show` and `options` print
    counters(state) -> the numbers people follow, one a seat by what is counted ({"coins": (5, 3)}); shown when they
        change, so only what everybody may know. Without the hook the scores; {} for a game without points
    facts(state) -> plain values that say everything on the table (digests, comparisons); no derived fields, no ply
    census(state) -> how many copies of each kind lie in places that are known, `?` for all other cards of the game
    conceals(before, after) -> True when the line between these states put cards among those that nobody can tell apart:
        a pile was shuffled or grew, a card was taken unseen. No other line may make a known card unknown
    retold: people type the same lines at a physical table as at a digital one, except deals, which are not typed there
    show(state, seat, lang) -> the table as text, for a state already projected
    scene(view) -> what lies where on the table, in mm, as this view knows it; nothing where the game cannot say
    explain(state, move, ruling) -> why a legal move does what it does, each with its rule; the ruling is the judge's
        own of this move in this state, so nothing is judged again
    news(state, move, ruling) -> what an accepted line brings that people must do or know at the table, besides its
        counters; for everybody, so nothing secret
    chance(state, chance) -> the table's next move in a digital deal; forced(state) -> a move the referee writes itself
    implied(state, seat) -> the line that goes without saying before this seat's next one: the turn's draw, a section in
        which nothing is done. It is written only where the line that was typed is refused without it
    roll_dice(state, move, chance) -> the move; `table: roll` without numbers with the dice that the app throws for it
    spellings(book) -> other names of cards with their ids, as `show` prints them: ("K2", "black-2")
    lies_open(state, move) -> False when the move names as lying openly what does not lie there: of several readings of
        a line it is not the one that is meant
    own_deck(copies) -> the line that tells the table which deck of its own is played, {card: how many}
    normalise_words(words) -> the words of a line after the seat, where a game reads a long way of writing a thing as
        the short one
    tally(state, seat) -> what a playtest counts at the end besides wins, endings and cards, as {what: which}: how the
        seat is classed, e.g. {"victory card": "vic-kingdom"}; None: how the whole game is. Ids of cards get their names
    measure(state, seat) -> numbers of a seat at the end, as {what: {which: number}}: e.g. {"coins": {"acrobat": 7}}
    rate(view, seat, moves) -> how good each of these legal moves looks to the seat, as numbers that are only compared
        with each other; all at once, because what they share is then found once (`opponents/rating.py`)
    fill(view, hidden, pick) -> a state in which these cards lie in the hidden hands of a view, and any others that are
        out of sight where `hidden` says nothing; projected it is the view again. Piles that nobody knows stay so
    value(state) -> the chance of each seat to win from here, when nothing is hidden, 0 to 1; without it what follows
        from the scores (`opponents/valuing.py`)
    """

    slug: str
    version: int
    players: tuple[int, int]
    moves: tuple[type[Move], ...]
    setup: Callable[[Setup], S | Illegal]
    judge: Callable[[S, Any], Ruling]
    apply: Callable[[S, Event], S]
    force: Callable[[S, Any], Legal | Illegal]
    to_act: Callable[[S], tuple[Seat, ...]]
    candidates: Callable[[S, Seat], Sequence[Move]]
    legal_moves: Callable[[S, Seat], Sequence[Move]]
    project: Callable[[S, Seat | None], S]
    redact: Callable[[Any, Seat | None], Move]
    scores: Callable[[S], tuple[int, ...]]
    outcome: Callable[[S], Outcome | None]
    phase: Callable[[S], str]
    facts: Callable[[S], Any]
    show: Callable[[S, Seat | None, str], str]
    chance: Callable[[S, Chance], Move]
    census: Callable[[S], Mapping[str, int]]
    explain: Callable[[S, Any, Any], tuple[Reason, ...]] = lambda state, move, ruling: ()
    news: Callable[[S, Any, Any], tuple[str, ...]] = lambda state, move, ruling: ()
    counters: Callable[[S], Mapping[str, tuple[int, ...]]] | None = None
    pending: Callable[[S], tuple[Decision, ...]] = lambda state: ()
    forced: Callable[[S], Move | None] = lambda state: None
    implied: Callable[[S, Seat], Move | None] = lambda state, seat: None
    conceals: Callable[[S, S], bool] = lambda before, after: False
    scene: Callable[[S], tuple[Piece, ...]] = lambda view: ()
    retold: bool = True
    adjustments: tuple[Adjustment, ...] = ()
    redact_event: Callable[[Event, Seat | None], Event | None] = lambda event, seat: (
        event if getattr(event, "is_news", False) else None
    )
    is_revealed: Callable[[S, Any, int], bool] = lambda state, move, ply: False
    has_teams: bool = False  # a header may say who plays with whom: `teams: [[anna, carl], [ben, dora]]`
    dealt: tuple[type[Move], ...] = ()  # what else than deals, throws and shuffles the referee does at a digital table
    moves_after_end: tuple[type[Move], ...] = ()  # moves that may be made when the game is over: cards are shown
    max_plies: int = 2000  # random play is over within so many plies; 0: only the table ends the game
    horizon: int = 2  # moves that a bot which thinks ahead lets follow, as they are rated, before it asks who is ahead
    trust: float = 1.5  # how much more it tries a move that is rated a standard deviation better: e to this power
    max_plies_per_seat: int = 60  # plies a seat after which a simulated game that only the table ends is stopped
    bots: Mapping[str, Bot] = {}
    rate: Callable[[S, Seat, Sequence[Move]], Sequence[float]] | None = None
    fill: Callable[[S, Mapping[Any, tuple[str, ...]], Pick], S] | None = None
    value: Callable[[S], Sequence[float]] | None = None
    tally: Callable[[S, Seat | None], Mapping[str, str]] = lambda state, seat: {}
    measure: Callable[[S, Seat], Mapping[str, Mapping[str, float]]] = lambda state, seat: {}
    roll_dice: Callable[[S, Any, Chance], Move] = lambda state, move, chance: move
    spellings: Callable[[CardBook], Iterable[tuple[str, str]]] = lambda book: ()
    lies_open: Callable[[S, Any], bool] = lambda state, move: True
    own_deck: Callable[[Mapping[str, int]], Move] | None = None
    normalise_words: Callable[[list[str]], list[str]] = lambda words: words
    declared: Any = None  # what `declare` compiled (`kernel/compiled.py`); None for a game with hooks of its own
    fewest_win: bool = False  # whoever has the fewest points wins
    vocabulary: Vocabulary | None = None  # the words of its cards' effects (docs/effects.md)
    rulebook: Rulebook = Rulebook()  # rules whose words are not in the card book's rulebook


def counters_of(game: Game[S], state: S) -> Mapping[str, tuple[int, ...]]:
    """The numbers people follow, as everybody knows them; a game that does not say which has its scores."""
    known = game.project(state, None)
    return game.counters(known) if game.counters is not None else {"score": game.scores(known)}


def standing_of(game: Game[S], state: S) -> tuple[int, ...]:
    """The scores of all seats so that more is better: below 0 where the fewest points win; none without scores."""
    scores = game.scores(state)
    return tuple(-score for score in scores) if game.fewest_win else scores


def is_dealt(game: Game[Any], move: Move | None) -> bool:
    """Whether a line of the table is the dealer's at a digital table: people do not choose what chance decides."""
    return isinstance(move, (Deal, Roll, Shuffle, *game.dealt))


def judged_legal(game: Game[S], state: S, seat: Seat) -> list[Move]:
    """The definition of `legal_moves`: the candidates that the judge accepts."""
    return [move for move in game.candidates(state, seat) if isinstance(game.judge(state, move), ACCEPTED)]
