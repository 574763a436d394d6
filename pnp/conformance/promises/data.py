"""Data: whatever stands in the cards is read, and a change of it can be noticed.

In: a game as a whole. Out: how many data were looked at, or AssertionError with every datum at fault and its place.
"""

from __future__ import annotations

from pnp.conformance.case import BrokenPromise, NothingToCheck, Subject
from pnp.conformance.data_readers import readers_of, unread_in
from pnp.conformance.variation.effects import Variation
from pnp.library.loader import read_book

WORK = 40_000  # lines that are played at most, about: enough for all data of a small game


def every_value_is_read(subject: Subject) -> int:
    """Whatever stands in the cards is read by a layout, a text or the rules: a change of it changes something."""
    if subject.entry is None:
        raise NothingToCheck("the game has no files")
    if not all(case.goes_on for case in subject.cases):
        raise NothingToCheck("no game could be finished, so it is unknown which values it reads")
    loaded = read_book(subject.entry.card_folder())
    readers = readers_of(subject.entry, loaded, max(case.seeds for case in subject.cases))
    unread = [f"{each.span}: {each.name} ({each.what})" for each in unread_in(loaded, readers)]
    if unread:
        raise BrokenPromise("no layout, text or rule reads\n  " + "\n  ".join(unread))
    return len(readers)


def every_value_has_an_effect(subject: Subject) -> int:
    """Whatever is varied in the cards, the referee says something else, or a print shows it if it is `only_print`.

    Of a large game a sample is varied.
    """
    if subject.entry is None:
        raise NothingToCheck("the game has no files")
    if subject.entry.extends:
        raise NothingToCheck(f"its fields belong to {subject.entry.extends}, whose scenarios show their effects")
    if not all(case.goes_on for case in subject.cases):
        raise NothingToCheck("no game could be finished, so it is unknown what values change")
    variation = Variation(subject.entry, read_book(subject.entry.card_folder()), subject.scenarios, subject.lay)
    looked = list(variation.inert(WORK))
    inert = [f"{each.span}: {each.name} ({each.kind}) {each.fault}" for each in looked if each is not None]
    hint = "read it in a rule, show its effect in a scenario, declare it only_print, or remove it"
    if inert:
        raise BrokenPromise("\n  ".join(("a different value has no effect:", *inert, hint)))
    return len(looked)
