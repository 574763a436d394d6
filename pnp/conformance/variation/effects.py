"""What a datum changes. In: a catalog entry that can be loaded. Out: for each datum what differs when it is varied:
a line of a table, a face, or nothing.

Invariant: a datum has an effect when one of its values, in one of its places, makes people be told or shown something
else; a constant that the rules are to read must change what is decided, not only the words for it. Lists and files for
other programs show everything there is, so they are no effect. Where every other value is refused by the loader, or the
rules stumble over one, the datum is judged: that is an effect, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Span
from pnp.catalog import CatalogEntry, rules_of
from pnp.conformance.scenario import Lay, Scenario
from pnp.conformance.variation.faces import Faces
from pnp.conformance.variation.places import Edit, Place, VariedDatum, data_to_vary
from pnp.conformance.variation.scripts import Answer, Script, answers, scripts_of
from pnp.library.card import CardBook
from pnp.library.effect.text import KIND, RULE
from pnp.library.loader import LoadedBook, read_varied
from pnp.library.read_log import Datum
from pnp.referee.game import Game

CONTEXT, WIDTH = 40, 80  # letters of an answer that are quoted before the difference, and in all


class Effect(Struct, frozen=True):
    """What a field value changes: a decision (`ruling`), its words (`wording`), a print (`face`); `refused` why
    no other value is possible.
    """

    ruling: str = ""
    wording: str = ""
    face: str = ""
    refused: str = ""

    def suffices(self, datum: VariedDatum) -> bool:
        """Whether a datum may have this effect alone: cards may have words for the table, a number is to be used."""
        is_number = datum.is_judged and datum.kind == "constant"
        return bool(self.ruling or (self.wording and not is_number) or (self.face and not datum.is_judged))

    def fault(self, datum: VariedDatum) -> str:
        """What is wrong with a datum of this effect; "" where nothing is."""
        if self.refused or self.suffices(datum):
            return ""
        if self.wording:
            return f"is only announced; no decision depends on it ({self.wording})"
        if self.face:
            return f"is printed on {self.face}, but no ruling depends on it"
        return "changes nothing that players read or see"


class Inert(Struct, frozen=True):
    """A datum without the effect it should have: where, which, and what is wrong with it."""

    span: Span
    kind: str
    name: str
    fault: str


class Variation:
    """The tables and faces of one game, ready to be played and composed again with varied cards."""

    def __init__(
        self, entry: CatalogEntry, loaded: LoadedBook, scenarios: Sequence[Scenario] = (), lay: Lay | None = None
    ) -> None:
        assert loaded.book is not None
        self.loaded, self.book = loaded, loaded.book
        self.game: Game[Any] = rules_of(entry)
        self.scripts = scripts_of(self.game, self.book, scenarios, lay)
        self.entry = entry
        self._faces: Faces | None = None
        self.data = data_to_vary(loaded)

    @property
    def faces(self) -> Faces:
        """The faces, composed when they are first asked for."""
        if self._faces is None:
            self._faces = Faces(self.entry, self.book)
        return self._faces

    def inert(self, work: int = 0) -> Iterator[Inert | None]:
        """Every datum in turn: what is wrong with it, or None.

        work: about how many lines are played for it, so that of a large game only some data are looked at; 0: all.
        """
        lines = sum(len(script.lines) for script in self.scripts)
        step = max(1, lines * len(self.data) // work) if work else 1
        for datum in self.data[::step]:
            fault = self.effect_of(datum).fault(datum)
            yield Inert(datum.span(self.loaded), datum.kind, datum.name, fault) if fault else None

    def effect_of(self, datum: VariedDatum) -> Effect:
        """What differs when it is varied, tried first in the places where that is likeliest."""
        if datum.kind == "option" and (ruling := self._unswitched(datum.name)):
            return Effect(ruling)
        effect, refused, tried = Effect(), "", 0
        for number, place in enumerate(likeliest(datum, self.scripts)):
            for edits in datum.edits(place):
                found = self._try(datum, place, edits, is_first=number == 0)
                tried += not found.refused
                refused = refused or found.refused
                effect = Effect(found.ruling, effect.wording or found.wording, effect.face or found.face)
                if effect.suffices(datum):
                    return effect
        return effect if tried else Effect(refused=refused or "it has no other value")

    def _unswitched(self, option: str) -> str:
        """A table that sets the switch itself, and goes another way without that."""
        for script in self.scripts:
            if option in script.options:
                others = {name: value for name, value in script.options.items() if name != option}
                if line := self._differs(replace(script, options=others), self.book).ruling:
                    return line
        return ""

    def _try(self, datum: VariedDatum, place: Place, edits: list[Edit], is_first: bool) -> Effect:
        """One variation; its face first where the rules need not read it."""
        varied = read_varied(self.loaded, edits)
        book, data = varied.book, list(_as_read(datum, place))
        if book is None:
            return Effect(refused=str(varied.report.errors[0]))
        try:
            if not datum.is_judged and (face := self._face(book, datum, data)):
                return Effect(face=face)
            effect = self._ruling(book, datum, place, data, is_first)
            if effect.suffices(datum) or not datum.is_judged:
                return effect
            return replace(effect, face=self._face(book, datum, data))
        except Exception as fault:  # rules that were written for another value: whoever stumbles over it reads it
            return Effect(ruling=f"{type(fault).__name__}: {fault}")

    def _ruling(self, book: CardBook, datum: VariedDatum, place: Place, data: list[Datum], is_first: bool) -> Effect:
        """The table and line where the referee decides something else, or says something else."""
        rule = self.book.options[datum.name].rule if datum.kind == "option" else ""
        is_ability = place.path[:1] == ("abilities",)  # nobody is seen to read these
        likely = [
            script
            for script in self.scripts
            if _is_in(place, script) or datum.name in script.options or (rule and rule in script.words)
        ]
        others = [script for script in self.scripts if script.lines and script not in likely]
        wording = ""
        for script in (*likely, *(others if is_first else others[:1])):
            if is_ability or script.may_differ(self.game, book, data):
                found = self._differs(script, book)
                wording = wording or found.wording
                if found.suffices(datum):
                    return found
        return Effect(wording=wording)

    def _differs(self, script: Script, book: CardBook) -> Effect:
        """The first line that is decided otherwise, or the first of which only the words are others."""
        known, wording = iter(script.answers), ""
        for answer in answers(script, self.game, book):
            was = next(known, Answer(""))
            if answer.decided != was.decided:
                return Effect(_otherwise(script, answer.decided, was.decided))
            if answer.wording != was.wording:
                wording = wording or _otherwise(script, answer.wording, was.wording)
        return Effect(wording=wording)

    def _face(self, book: CardBook, datum: VariedDatum, data: list[Datum]) -> str:
        if datum.kind in ("constant", "table") and book.rulebook != self.book.rulebook:
            return "the rulebook"
        return self.faces.differing(book, data) or self.faces.sheets.differing(book)


def _otherwise(script: Script, answer: str, was: str) -> str:
    """Where two answers differ, in a few words of each."""
    same = next((at for at, (one, other) in enumerate(zip(answer, was, strict=False)) if one != other), 0)
    start = max(0, same - CONTEXT)
    return f"{script.name}: “{answer[start : start + WIDTH]}” instead of “{was[start : start + WIDTH]}”"


def likeliest(datum: VariedDatum, scripts: Sequence[Script]) -> list[Place]:
    """Cards that are often played come first, each with each of its values once before any comes twice."""
    if len(datum.places) < 2:
        return datum.places
    earlier = Counter[tuple[str, str]]()
    ranks: dict[int, tuple[int, int]] = {}
    for number, place in enumerate(datum.places):
        face = place.card, repr(place.value)
        ranks[number] = earlier[face], -sum(_is_in(place, script) for script in scripts)
        earlier[face] += bool(place.card)
    return [datum.places[number] for number in sorted(ranks, key=ranks.__getitem__)]


def _is_in(place: Place, script: Script) -> bool:
    """A table at which a card, or the word itself, comes up."""
    if place.card:
        return place.card in script.words
    return isinstance(place.value, str) and place.value in script.words


def _as_read(datum: VariedDatum, place: Place) -> Iterator[Datum]:
    """The datum as a ReadLog calls it, and what it stands in; of what a card can do the texts that are made from it."""
    if place.path[:1] == ("abilities",):
        yield from (("card", place.card, "text", slot) for slot in (RULE, KIND))
        return
    path = (*(("card", place.card) if place.card else (datum.kind,)), *datum.name.split("."))
    yield from (path[:end] for end in range(3 if place.card else 2, len(path) + 1))
