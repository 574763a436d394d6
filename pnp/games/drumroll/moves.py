"""The moves of Drum Roll as people type them (section 10 of the rules).

table: deal area PS-ORG PF-TAM-3 …      cards turned up · deal anna RG-1 · deal virtual RG-2
anna: keep PF-ACR-1 give=PF-MAG-1       set-up · take white blue · table: start anna
anna: place equipment with=unblock      or pass · invest · hire PF-JUG-3 · decline [tickets]
anna: convert PS-AG1 red yellow         distribute PF-ACR-1=red,yellow · bank 2 · return PS-ORG
ben: vote delay                         table: next
ben: perform PF-JUG-1 gain=red,white    flip PF-MAG-3 · fire PF-TAM-5 · pay skip=PF-BIZ-3
ben: play trailer to=PF-ACR-1           discard fire · reveal unblock
table: look ben income4 fire            ben: pick fire       (digital)
"""

from __future__ import annotations

from typing import Annotated

from pnp.games.drumroll.params import (
    ACTION,
    ANY_CARD,
    AREA,
    COLOUR,
    COLOURS,
    COLOURS_OR_NONE,
    DECK,
    HIRED,
    INVESTMENT,
    ONLY_NONE,
    PERFORMER,
    PERSON,
    SECRET_INVESTMENT,
    SECRET_PERFORMER,
    VIRTUAL,
    VOTED,
    CubesParam,
    OrNoneParam,
    PlaceParam,
)
from pnp.referee.message import referee_message
from pnp.referee.move import Move
from pnp.referee.params import SEAT, IntParam, ListParam, OptionalParam
from pnp.referee.seat import Seat


class Deal(Move, frozen=True):
    """`table: deal area …`, `table: deal anna RG-1`: cards turned up or dealt (DR-005, DR-006, DR-011, DR-012)."""

    to: Annotated[Seat | str, PlaceParam(AREA, VIRTUAL)]
    cards: Annotated[tuple[str, ...], ListParam(ANY_CARD)]


class Start(Move, frozen=True):
    """`table: start anna`: who most recently visited a circus (DR-016)."""

    of: Annotated[Seat, SEAT]


class Shuffle(Move, frozen=True):
    """`table: shuffle performers`: the discards are the deck now (DR-182, DR-197)."""

    deck: Annotated[str, DECK]


class Next(Move, frozen=True):
    """`table: next`: nobody plays another Double Vote (DR-096)."""


class Keep(Move, frozen=True):
    """`anna: keep PF-ACR-1 give=PF-MAG-1`: one performer is kept, the other passed to the left (DR-013)."""

    card: Annotated[str, SECRET_PERFORMER]
    give: Annotated[str, PERFORMER] = ""


class Take(Move, frozen=True):
    """`anna: take white blue`: the first cubes are taken (DR-014)."""

    colours: Annotated[tuple[str, ...], COLOURS]


class Bank(Move, frozen=True):
    """`anna: bank 2`: coins go onto the Bank Representative (DR-022)."""

    coins: Annotated[int, IntParam(referee_message("param_coins"), least=0, most=9999)]


class Decline(Move, frozen=True):
    """`anna: decline`: what is asked is not done (DR-058); `anna: decline tickets`: not that either (DR-060a)."""

    action: Annotated[str, OptionalParam(ACTION, "")]


class Place(Move, frozen=True):
    """`anna: place equipment with=unblock`: a marker goes on an action (DR-030)."""

    action: Annotated[str, ACTION]
    with_: Annotated[str, INVESTMENT] = ""


class Invest(Move, frozen=True):
    """`anna: invest`: pays for a card that nobody else sees (DR-054)."""


class Hire(Move, frozen=True):
    """`anna: hire PF-JUG-3`: a performer or a personnel card is paid and taken (DR-055, DR-056)."""

    card: Annotated[str, HIRED]


class Convert(Move, frozen=True):
    """`anna: convert PS-AG1 red yellow`: an Agent changes a cube; an Assistant is named alone (DR-074, DR-075)."""

    person: Annotated[str, PERSON]
    colours: Annotated[tuple[str, ...], OptionalParam(COLOURS, ())]


class Distribute(Move, frozen=True):
    """`anna: distribute PF-ACR-1=red,yellow PF-MAG-1=blue`: cubes go onto performers (DR-070)."""

    has_full_example = True

    feeds: Annotated[tuple[tuple[str, tuple[str, ...]], ...], OptionalParam(CubesParam(), ())]


class Vote(Move, frozen=True):
    """`anna: vote show`: whether a show is given now or later, in secret (DR-090)."""

    choice: Annotated[str, VOTED]


class Play(Move, frozen=True):
    """`anna: play trailer to=PF-ACR-1`: an investment card takes effect (DR-160)."""

    card: Annotated[str, INVESTMENT]
    gain: Annotated[tuple[str, ...], COLOURS] = ()
    spend: Annotated[str, OrNoneParam(COLOUR)] = ""
    to: Annotated[str, OrNoneParam(PERFORMER)] = ""
    performer: Annotated[str, PERFORMER] = ""


class Discard(Move, frozen=True):
    """`anna: discard trailer_bonus`: an investment card goes, above the hand limit (DR-162)."""

    card: Annotated[str, INVESTMENT]


class Return(Move, frozen=True):
    """`anna: return PS-ORG`: the Show Organizer goes back for the starting player's tile (DR-080)."""

    card: Annotated[str, PERSON]


class Perform(Move, frozen=True):
    """`anna: perform PF-JUG-1 gain=red,white`: a performer brings the benefit of the level reached (DR-103)."""

    card: Annotated[str, PERFORMER]
    gain: Annotated[tuple[str, ...], COLOURS_OR_NONE] = ()
    spend: Annotated[str, OrNoneParam(COLOUR)] = ""
    to: Annotated[str, OrNoneParam(PERFORMER)] = ""
    look: Annotated[str, ONLY_NONE] = ""
    benefit: Annotated[str, ONLY_NONE] = ""


class Flip(Move, frozen=True):
    """`anna: flip PF-MAG-3`: a performer brings prestige instead of the benefit (DR-106)."""

    card: Annotated[str, PERFORMER]


class Fire(Move, frozen=True):
    """`anna: fire PF-TAM-5`: a performer who cannot perform leaves the circus (DR-108)."""

    card: Annotated[str, PERFORMER]


class Pay(Move, frozen=True):
    """`anna: pay skip=PF-BIZ-3`: all salaries are paid, less those skipped (DR-120, DR-124)."""

    names_lone_key = True

    skip: Annotated[tuple[str, ...], ListParam(OrNoneParam(HIRED))] = ()


class Reveal(Move, frozen=True):
    """`anna: reveal resource_bonus unblock`: the whole hand is laid open at the end (DR-149)."""

    cards: Annotated[tuple[str, ...], OptionalParam(ListParam(INVESTMENT), ())]


class Look(Move, frozen=True):
    """`table: look ben income4 fire`: what a seat looks at; digital only (DR-172)."""

    to: Annotated[Seat, SEAT]
    cards: Annotated[tuple[str, ...], ListParam(SECRET_INVESTMENT)]


class Pick(Move, frozen=True):
    """`ben: pick fire`: the card that is kept of those looked at; digital only (DR-165)."""

    card: Annotated[str, SECRET_INVESTMENT]


MOVES: tuple[type[Move], ...] = (
    Deal, Start, Shuffle, Next, Keep, Take, Bank, Decline, Place, Invest, Hire, Convert, Distribute, Vote, Play,
    Discard, Return, Perform, Flip, Fire, Pay, Reveal, Look, Pick,
)  # fmt: skip
