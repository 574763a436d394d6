"""Questions: decisions somebody must make, each a value of the phase where it is asked, with what answers it.

In: what the phases declare. Out: the value of an open question. Invariant: an id, as section 4.2 of the rules has it,
names one question; states and the digests of records hold ids alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pnp.referee import kernel

Asks = str | Callable[[Any, Any], str]  # the id of a message, or (state, open question) -> id
Guard = Callable[[Any, Any, Any], None]  # (trial, open question, move)
Drawn = Callable[[Any, Any, Any], None]  # (trial, open question, deal)
Sees = Callable[[Any, Any, str], bool]  # (trial, open question, card)
Found = Callable[[Any, Any], str]  # (state, open question)
Fits = Callable[[Any, Any, str], bool]  # (trial, open question, card)
Owed = Callable[[Any, Any], int]  # (state, open question)

QUESTIONS: dict[str, Question] = {}


class Draw:
    """A draw that is due, as the table of a digital deal answers it.

    step: what the deal of the cards does · opens: whether all see a card · at_once: all cards come in one line
    storable: who is far behind may store a harmful one (KEI-V50) · found: the card is not drawn but lies somewhere
    fits: which cards need not be drawn again
    """

    __slots__ = ("at_once", "fits", "found", "opens", "step", "storable")

    def __init__(
        self, step: Drawn, opens: Sees | None, at_once: bool, storable: bool, found: Found | None, fits: Fits | None
    ) -> None:
        self.step, self.opens, self.at_once = step, opens, at_once
        self.storable, self.found, self.fits = storable, found, fits


class Question(kernel.Question):
    """An open decision, answered as those of the kernel are, with what Keikalla's deals need.

    rule: what is cited, by default the id
    message: what is asked; `pending` says what it may name · verbs: those that a prompt names, if not all
    key: the key of a chance that is picked from the choices · guard: refuses some lines of kinds that answer
    shows_offer: who is asked sees the cards of the offer
    owed: how many cards are missing or too many now; without it the count of an open question changes by answers alone
    """

    def __init__(
        self,
        id: str,
        message: Asks,
        rule: str = "",
        *,
        verbs: Callable[[Any], tuple[str, ...]] | None = None,
        key: str = "",
        guard: Guard | None = None,
        shows_offer: bool = False,
        owed: Owed | None = None,
    ) -> None:
        super().__init__(rule or id, id)
        self.id, self.message, self.key = id, message, key
        self.verbs, self.guard, self.shows_offer, self.owed = verbs, guard, shows_offer, owed
        self.draw: Draw | None = None
        QUESTIONS[id] = self

    def drawn(
        self,
        *,
        opens: Sees | None = None,
        at_once: bool = False,
        storable: bool = False,
        found: Found | None = None,
        fits: Fits | None = None,
    ) -> Callable[[Drawn], Drawn]:
        """A digital table deals for this question; the function that is decorated says what the deal does."""

        def attach(step: Drawn) -> Drawn:
            self.draw = Draw(step, opens, at_once, storable, found, fits)
            return step

        return attach
