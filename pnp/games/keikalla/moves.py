"""The lines of Keikalla as people type them.

anna: road_3 seinajoki          a Movement card and where it leads; via= when the way is not clear
anna: draw                      what must be drawn, unseen;  draw police  draw ? promo_gig
anna: answer road_service       to a warn card
ben: gig                        in the town of the figurine;  gig back_to_back
table: pick ?                   chance, set-up, shuffles

Of a calendar that the referee is told, the others hear only its length: `hidden=yes` says so in their lines.
In a digital deal the table deals (`table: deal ben road_2`) and three keys say what only some seats saw: `open=yes` of
a deal that everybody sees and `open=store` of a card that its player may store, `of=` the seat whose card is picked,
`which=` the card that is kept as a `?`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pnp.games.keikalla.card_ids import Word
from pnp.games.keikalla.params import (
    BAND_CARD,
    CARDS_OR_NONE,
    DEALT,
    DRAWN,
    FACED,
    LOSS,
    ONE,
    OPENED,
    SPACE,
    STORE,
    THE_TOWNS_IN_ORDER,
    TOWN,
    TOWNS,
    CheckParam,
    EitherParam,
    FestivalParam,
    UseParam,
)
from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.params import AMOUNT, SEAT, IntParam, ListParam, OptionalParam, SeatParam, WordParam
from pnp.referee.seat import TABLE, Seat

YES = WordParam(("yes",))
OPENNESS = WordParam(("yes", STORE))
ABOARD, ARRIVED, BAND, BUS, NONE = "aboard", "arrived", "band", "bus", "none"
REHAB, LOVER, ROAD_SERVICE, ROADIE = Word.REHAB, Word.LOVER, Word.ROAD_SERVICE, Word.ROADIE
CLEAR, CALENDAR, PICK, RUMOURS, WAIVER, HIT = "clear", "calendar", "pick", "rumours", "waiver", "hit"
USES = (CLEAR, REHAB, LOVER, CALENDAR, PICK, RUMOURS, WAIVER, HIT)


class Band(Move, frozen=True):
    """`anna: band jarkale`: which band is played (KEI-02)."""

    verb = "band"

    band: Annotated[str, BAND_CARD]


class Roll(Move, frozen=True):
    """`table: roll 2`: the die of Takajeejeet (KEI-83)."""

    verb = "roll"

    die: Annotated[int, IntParam(referee_message("param_die"), least=1)]


class Deal(Move, frozen=True):
    """`table: deal`: everybody has the cards of the set-up. Digital: `table: deal anna road_2`, who gets what."""

    verb = "deal"

    to: Annotated[Seat, OptionalParam(SeatParam(), TABLE)]
    cards: Annotated[tuple[str, ...], OptionalParam(DEALT, ())]
    managers: Annotated[int, AMOUNT] = -1
    open: Annotated[str, OPENNESS] = ""


class RehabTown(Move, frozen=True):
    """`table: rehab tampere` puts the Rehab card on the map (KEI-06); `cid: rehab` takes it there (KEI-55)."""

    verb = REHAB

    town: Annotated[str, OptionalParam(TOWN, "")]


class Duplicate(Move, frozen=True):
    """`anna: duplicate`, `duplicate 2`, `duplicate tampere`: surplus Venue cards are exchanged (KEI-08)."""

    verb = "duplicate"

    what: Annotated[int | tuple[str, ...], OptionalParam(EitherParam(TOWN, TOWNS), 1)]


class Extra(Move, frozen=True):
    """`anna: extra 1`: so many of Teenkeitin's extra Venue cards are taken in (KEI-82)."""

    verb = "extra"

    count: Annotated[int, AMOUNT]


class Tour(Move, frozen=True):
    """`anna: tour 9`, or the towns in order: the tour is laid (KEI-08, KEI-H04)."""

    verb = "tour"

    dates: Annotated[int | tuple[str, ...], EitherParam(TOWN, THE_TOWNS_IN_ORDER)]
    first: Annotated[str, TOWN] = ""
    hidden: Annotated[str, YES] = ""


class Return(Move, frozen=True):
    """`anna: return jimmy police`: warn cards of the opening hand go back (KEI-10)."""

    verb = "return"

    cards: Annotated[tuple[str, ...], ListParam(FACED)]


class Start(Move, frozen=True):
    """`table: start anna`: who named the song (KEI-11)."""

    verb = "start"

    who: Annotated[Seat, SEAT]


class Announce(Move, frozen=True):
    """`anna: announce aboard`, `announce rehab`: All aboard, or a trip to rehab, is said aloud (KEI-29, KEI-30)."""

    verb = "announce"

    what: Annotated[str, WordParam((ABOARD, REHAB))]
    last: Annotated[str, YES] = ""


class Road(Move, frozen=True):
    """Base of the five On the Road cards: where the figurine goes, and over what (KEI-20)."""

    card: ClassVar[str] = ""

    to: Annotated[str, OptionalParam(SPACE, "")]
    via: Annotated[tuple[str, ...], ListParam(SPACE)] = ()


class Road1(Road, frozen=True):
    """`anna: road_1 pori`: the card On the road 1 leads there."""

    verb = card = Word.ROAD_1


class Road2(Road, frozen=True):
    """`anna: road_2 por-vsa:2`: the card On the road 2 leads there."""

    verb = card = Word.ROAD_2


class Road3(Road, frozen=True):
    """`anna: road_3 seinajoki`: the card On the road 3 leads there."""

    verb = card = Word.ROAD_3


class Road4(Road, frozen=True):
    """`anna: road_4 kaustinen via=seinajoki`: the card On the road 4 leads there."""

    verb = card = Word.ROAD_4


class Road6(Road, frozen=True):
    """`anna: road_6 jyvaskyla via=parkano`: the card On the road 6 leads there."""

    verb = card = Word.ROAD_6


ROADS: dict[str, type[Road]] = {kind.card: kind for kind in (Road1, Road2, Road3, Road4, Road6)}


class Fly(Move, frozen=True):
    """`anna: fly oulu`: a Helicopter flies there (KEI-27)."""

    verb = "fly"

    to: Annotated[str, TOWN]


class Bus(Move, frozen=True):
    """`anna: bus`: a New Tour Bus goes on the table (KEI-37)."""

    verb = "bus"


class Roadie(Move, frozen=True):
    """`anna: roadie`: a Roadie drives (KEI-44)."""

    verb = ROADIE


class Draw(Move, frozen=True):
    """`anna: draw`, `draw ? police`: cards come from the deck that the open question says (KEI-20, KEI-60)."""

    verb = "draw"

    cards: Annotated[tuple[str, ...], OptionalParam(DRAWN, ())]
    deck: Annotated[int, IntParam(referee_message("param_deck"), least=1, most=2)] = 0


class Answer(Move, frozen=True):
    """`anna: answer road_service`: to a Malfunction or a Jimmy (KEI-35 to KEI-40)."""

    verb = "answer"

    how: Annotated[str, WordParam((ARRIVED, BAND, ROAD_SERVICE, BUS, ROADIE, NONE))]


class Stop(Move, frozen=True):
    """`anna: stop`: the movement is over (KEI-24)."""

    verb = "stop"


class Check(Move, frozen=True):
    """`cid: check take`, `check s2 leave`, `check s2 groupie`: a stash is looked at (KEI-51)."""

    verb = "check"

    what: Annotated[tuple[str, str], OptionalParam(CheckParam(), ("", ""))]


class Gig(Move, frozen=True):
    """`cid: gig`, `gig back_to_back`: a date is played here (KEI-15, KEI-75)."""

    verb = "gig"

    card: Annotated[str, OptionalParam(FACED, "")]


class Headline(Move, frozen=True):
    """`cid: headline`: the concert that wins the game (KEI-70)."""

    verb = "headline"


class Wait(Move, frozen=True):
    """`cid: wait`: no gig is allowed here, one Action card is drawn instead (KEI-64, KEI-113)."""

    verb = "wait"


class Keep(Move, frozen=True):
    """`ben: keep ?`: one of the three cards of a Guest Star (KEI-66)."""

    verb = "keep"

    card: Annotated[str, ONE]
    which: Annotated[str, FACED] = ""


class Avoid(Move, frozen=True):
    """`anna: avoid`: Reputation wards a trouble off (KEI-61); `avoid messed_up` names the card that goes."""

    verb = "avoid"

    card: Annotated[str, OptionalParam(FACED, "")]


class Accept(Move, frozen=True):
    """`anna: accept`: the trouble takes its effect."""

    verb = "accept"


class Insert(Move, frozen=True):
    """`anna: insert next`, `insert second`: where the promo gig goes (KEI-175)."""

    verb = "insert"

    where: Annotated[str, WordParam(("next", "second"))]


class Stash(Move, frozen=True):
    """`anna: stash`: the card just drawn lies face down here (KEI-50, KEI-52)."""

    verb = "stash"


class Play(Move, frozen=True):
    """`anna: play manager clear`: a card and what for (KEI-76 to KEI-78, KEI-V23)."""

    verb = "play"

    card: Annotated[str, FACED]
    use: Annotated[tuple[str, str], OptionalParam(UseParam(USES, (RUMOURS, WAIVER)), ("", ""))]
    last: Annotated[str, YES] = ""


class Lay(Move, frozen=True):
    """`anna: lay hit_song`, `lay headliner:oulu`, `lay police`, `lay groupie`: a card of the hand is tabled."""

    verb = "lay"

    card: Annotated[str, OPENED]


class Swap(Move, frozen=True):
    """`anna: swap 2`, `swap in=oulu out=turku`: dates are exchanged (KEI-A18)."""

    verb = "swap"

    count: Annotated[int, OptionalParam(AMOUNT, -1)]
    in_: Annotated[tuple[str, ...], ListParam(TOWN)] = ()
    out: Annotated[tuple[str, ...], ListParam(TOWN)] = ()


class Pick(Move, frozen=True):
    """`table: pick ?`, `pick road_2`: somebody else takes a card out of a hand (KEI-46, KEI-48)."""

    verb = "pick"

    card: Annotated[str, OptionalParam(ONE, "")]
    of: Annotated[Seat, SEAT] = TABLE


class Flip(Move, frozen=True):
    """`table: flip good`: which side the guitar pick shows (KEI-V24)."""

    verb = "flip"

    side: Annotated[str, WordParam(("good", "bad"))]


class Shuffle(Move, frozen=True):
    """`table: shuffle movement`: a discard pile goes into its deck (KEI-68)."""

    verb = "shuffle"

    pile: Annotated[str, WordParam(("movement", "move", "event", "action", "action1", "action2", "venue"))]


class Hamper(Move, frozen=True):
    """`cid: hamper police`: a stored card is played on the leader (KEI-V51)."""

    verb = "hamper"

    card: Annotated[str, FACED]


class EndTurn(Move, frozen=True):
    """`anna: end`: the own turn is over."""

    verb = "end"


class Claim(Move, frozen=True):
    """`ben: claim record_deal`: what all copies of are tabled (KEI-V40 to KEI-V43)."""

    verb = "claim"

    kind: Annotated[str, FACED]
    last: Annotated[str, YES] = ""


class Discard(Move, frozen=True):
    """`anna: discard road_1 road_2`, `discard none`: cards of the hand that must or may go."""

    verb = "discard"

    cards: Annotated[tuple[str, ...], CARDS_OR_NONE]


class Exchange(Move, frozen=True):
    """`anna: exchange roadie road_service …`: a Movement hand without a way forward (KEI-49)."""

    verb = "exchange"

    cards: Annotated[tuple[str, ...], ListParam(FACED)]


class Raid(Move, frozen=True):
    """`ben: raid hit_song`, `raid random`, `raid turn`: what a police raid costs (KEI-42)."""

    verb = "raid"

    what: Annotated[str, LOSS]


class Festival(Move, frozen=True):
    """`table: festival puska`: which large festival it is (KEI-V43)."""

    verb = "festival"

    name: Annotated[str, FestivalParam()]


class Date(Move, frozen=True):
    """`anna: date kemi`: the Venue card drawn for an empty calendar or a promo gig (KEI-114, KEI-175)."""

    verb = "date"

    town: Annotated[str, OptionalParam(TOWN, "")]
    hidden: Annotated[str, YES] = ""


class Show(Move, frozen=True):
    """`anna: show hit_song groupie`: cards of a hand, or of a stash, are shown (KEI-H08)."""

    verb = "show"

    cards: Annotated[tuple[str, ...], ListParam(OPENED)]
    stash: Annotated[str, WordParam()] = ""


class Resign(Move, frozen=True):
    """`anna: resign`: out, the others play on (KEI-172)."""

    verb = "resign"


MOVES: tuple[type[Move], ...] = (
    Band, Roll, Deal, RehabTown, Duplicate, Extra, Tour, Return, Start,
    Announce, *ROADS.values(), Fly, Bus, Roadie, Draw, Answer, Stop, Exchange,
    Check, Gig, Headline, Wait, Keep, Avoid, Accept, Insert, Stash, Play, Lay, Swap,
    Pick, Flip, Shuffle, Hamper, Claim, Discard, Raid, Festival, Date, Show, EndTurn, Resign,
)  # fmt: skip


def normalise_words(words: list[str]) -> list[str]:
    """`play road_3 seinajoki` and `3 seinajoki` are `road_3 seinajoki`, `play helicopter oulu` is `fly oulu`."""
    if len(words) < 2:
        return words
    verb, card = words[0].casefold(), words[1].casefold()
    road = f"road_{verb}"
    if road in ROADS:
        return [road, *words[1:]]
    if verb == "play":
        if card in ROADS:
            return words[1:]
        if card == Word.HELICOPTER and len(words) > 2 and words[2].casefold() != REHAB:
            return ["fly", *words[2:]]
        if card in (ROADIE, Word.NEW_TOUR_BUS) and len(words) == 2:
            return [card if card == ROADIE else BUS]
    return words
