"""The verbs of Keikalla's cards. In: `{op: clear}` in a card's `abilities`. Out: one frozen value each.

Each has words in `cards/keikalla/phrases.yaml`, and is read in one place of `phases/`: where the rule stands that is
named here. What a card is played for is typed by its verb, `play manager clear`.
"""

from __future__ import annotations

from typing import ClassVar

from pnp.library.effect.vocabulary import Effect

# Played on one's own turn


class Played(Effect, frozen=True):
    """Base of what a card may be played for."""

    word: ClassVar[str | None] = None  # what is typed for it, where that is not the verb

    @property
    def typed(self) -> str:
        """The word behind `play` and the card; "" for a card that is played for this without a word."""
        return self.verb if self.word is None else self.word


class Clear(Played, frozen=True, tag="clear"):
    """All Reputation is discarded (KEI-76)."""


class FetchRehab(Played, frozen=True, tag="rehab"):
    """The Rehab card of the map is used from afar (KEI-77, KEI-178)."""


class SendLoverAway(Played, frozen=True, tag="lover"):
    """The Lover leaves, where that is said after some gigs (KEI-V25)."""

    after_gigs: bool = False


class CleanUp(Played, frozen=True, tag="clean_up"):
    """Messed Up is removed (KEI-55)."""

    word: ClassVar[str | None] = ""


class SwapDates(Played, frozen=True, tag="calendar"):
    """Venue cards are drawn and swapped into the tour (KEI-177)."""


class Deny(Played, frozen=True, tag="rumours"):
    """One Reputation card is discarded (KEI-78)."""


class Waive(Played, frozen=True, tag="waiver"):
    """An achievement is tabled whatever its threshold (KEI-V05)."""


class InviteGuestStar(Played, frozen=True, tag="pick"):
    """One of some Action cards is kept instead of a draw (KEI-66)."""


class FindSong(Played, frozen=True, tag="hit"):
    """A Hit Song is received (KEI-V23)."""


# Said or done at another time


class AllAboard(Effect, frozen=True, tag="all_aboard"):
    """Nobody is left behind on this trip (KEI-29)."""


class SecondGig(Effect, frozen=True, tag="second_gig"):
    """A gig more where the last one was (KEI-75)."""


class Flight(Effect, frozen=True, tag="fly"):
    """The figurine goes straight from town to town (KEI-27)."""


class NewBus(Effect, frozen=True, tag="new_bus"):
    """A bus that holds a card more, and bears a breakdown (KEI-36 to KEI-38)."""


class Drive(Effect, frozen=True, tag="drive"):
    """More steps until the movement ends (KEI-44)."""


class Repair(Effect, frozen=True, tag="repair"):
    """A breakdown is called off (KEI-35)."""


class FillIn(Effect, frozen=True, tag="fill_in"):
    """The member left behind is waited for after the gig (KEI-40)."""


class Decoy(Effect, frozen=True, tag="decoy"):
    """It may be stashed, and strikes whoever looks at it (KEI-52)."""


# Movement cards that act when they are drawn


class BreakDown(Effect, frozen=True, tag="break_down"):
    """The trip stops (KEI-33)."""


class LeaveMember(Effect, frozen=True, tag="leave_member"):
    """Back to where the trip began (KEI-39)."""


class MeetPolice(Effect, frozen=True, tag="meet_police"):
    """A raid, a fine for speeding, or a convoy (KEI-42)."""


# Action cards that act when they are tabled


class NewDate(Effect, frozen=True, tag="new_date"):
    """A Venue card more comes next, or after the next (KEI-175)."""


class LeaveCard(Effect, frozen=True, tag="leave_card"):
    """An Action card stays behind when the next trip ends (KEI-48)."""


class Strike(Effect, frozen=True, tag="strike"):
    """Movement cards go, and none are drawn for a trip (KEI-47)."""


class FlipPick(Effect, frozen=True, tag="flip_pick"):
    """The guitar pick is flipped before each gig (KEI-V24)."""


class Wanted(Effect, frozen=True, tag="wanted"):
    """Police as the next first card ends the trip (KEI-45)."""


class Trash(Effect, frozen=True, tag="trash"):
    """No second set in this town (KEI-46, KEI-75)."""


class BlindPick(Effect, frozen=True, tag="blind_pick"):
    """Somebody else picks the next first Movement card (KEI-46)."""


class GoHome(Effect, frozen=True, tag="go_home"):
    """Home, and `turns_lost` (KEI-162)."""


class Raided(Effect, frozen=True, tag="raided"):
    """While it lies there the police raid the band (KEI-42)."""
