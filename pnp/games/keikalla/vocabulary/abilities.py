"""The abilities of Keikalla's cards: when their verbs happen. In: `{trigger: tabled, do: [{op: strike}]}`. Out: one
frozen value each. Invariant: a verb stands only where the rules read it; any other is a fault of the card.
"""

from __future__ import annotations

from pnp.games.keikalla.vocabulary import verbs
from pnp.library.effect.vocabulary import Ability, Effect

PlayedVerb = (
    verbs.Clear
    | verbs.FetchRehab
    | verbs.SendLoverAway
    | verbs.CleanUp
    | verbs.SwapDates
    | verbs.Deny
    | verbs.Waive
    | verbs.InviteGuestStar
    | verbs.FindSong
)
TabledVerb = (
    verbs.NewDate
    | verbs.LeaveCard
    | verbs.Strike
    | verbs.FlipPick
    | verbs.Wanted
    | verbs.Trash
    | verbs.BlindPick
    | verbs.GoHome
)
DrawnVerb = verbs.BreakDown | verbs.LeaveMember | verbs.MeetPolice


class Play(Ability, frozen=True, tag="play"):
    """It is played for this on one's own turn: `play manager clear`.

    menu: its place among the plays of all cards where they are offered · variant: the rule of the variant that it
    belongs to, which is cited where it is not possible; then it is not printed
    """

    do: tuple[PlayedVerb]
    menu: int = 0
    variant: str = ""

    @property
    def effect(self) -> PlayedVerb:
        """What it does."""
        return self.do[0]


class Announce(Ability, frozen=True, tag="announce"):
    """It is laid down before the first Movement card."""

    do: tuple[verbs.AllAboard]


class AtGig(Ability, frozen=True, tag="gig"):
    """It is played with a gig."""

    do: tuple[verbs.SecondGig]


class OnTheWay(Ability, frozen=True, tag="on_the_way"):
    """It is played while moving."""

    do: tuple[verbs.Flight | verbs.NewBus | verbs.Drive]


class InReply(Ability, frozen=True, tag="in_reply"):
    """It answers a card that was drawn."""

    do: tuple[verbs.Repair | verbs.FillIn]


class Stashed(Ability, frozen=True, tag="stashed"):
    """It may be laid face down in a town."""

    do: tuple[verbs.Decoy]


class Tabled(Ability, frozen=True, tag="tabled"):
    """It acts when it is laid open, which is at once."""

    do: tuple[TabledVerb, ...]


class Drawn(Ability, frozen=True, tag="drawn"):
    """It acts on whoever draws it."""

    do: tuple[DrawnVerb]


class InFront(Ability, frozen=True, tag="in_front"):
    """It holds as long as it lies in front."""

    do: tuple[verbs.Raided]


CardAbility = Play | Announce | AtGig | OnTheWay | InReply | Stashed | Tabled | Drawn | InFront
AnyEffect = (
    PlayedVerb
    | verbs.AllAboard
    | verbs.SecondGig
    | verbs.Flight
    | verbs.NewBus
    | verbs.Drive
    | verbs.Repair
    | verbs.FillIn
    | verbs.Decoy
    | TabledVerb
    | DrawnVerb
    | verbs.Raided
)


def effects_of(abilities: tuple[CardAbility, ...]) -> tuple[Effect, ...]:
    """All that some abilities do."""
    return tuple(effect for ability in abilities for effect in ability.do)
