"""The rulebook, and how to play. In: `cards/<game>/rulebook.yaml`, `howto.yaml`. Out: rules by id, with their words.

Invariant: the rule id connects everything: rulings, the printed summary, `pnp rules ID` and the tests use the same id.
"""

from __future__ import annotations

from msgspec import Struct

from pnp.library.words import ANY, Words, localise


class Rule(Struct, frozen=True):
    """One rule.

    enforced: `judge` when some ruling returns this id, `people` when the players must see to it.
    source:   `seed`, `public` or `house`, with the document's lines, as printed by `pnp rules`.
    summary:  printed in the rules summary.
    diagram:  name of a drawing in the game's layouts that explains it (may be empty).
    """

    id: str
    section: str
    words: Words
    enforced: str = "judge"
    source: str = ""
    summary: bool = True
    diagram: str = ""
    examples: tuple[Words, ...] = ()


class Section(Struct, frozen=True):
    """A part of the rulebook; `intro` is printed under its title."""

    id: str
    title: Words
    intro: Words = {}


class Rulebook(Struct, frozen=True):
    """Sections in printing order and all rules by id in document order."""

    sections: tuple[Section, ...] = ()
    rules: dict[str, Rule] = {}
    credits: Words = {}

    def of_section(self, section: str) -> list[Rule]:
        """The rules of one section, in order."""
        return [rule for rule in self.rules.values() if rule.section == section]

    def find(self, text: str) -> Rule | None:
        """A rule by its id in any case, with or without hyphen, or by its number alone (`13`)."""
        from pnp.base.suggest import fold_name

        wanted = fold_name(text)
        for id_, rule in self.rules.items():
            number = fold_name(id_.partition("-")[2])
            if wanted and wanted in (fold_name(id_), number, number.lstrip("0")):
                return rule
        return None

    def search(self, text: str) -> list[Rule]:
        """The rules in whose words, in any one language, all words of the text stand, or begin a word."""
        wanted = _folded(text).split()
        if not wanted:
            return []
        return [
            rule
            for rule in self.rules.values()
            if any(all(f" {word}" in f" {_folded(words)}" for word in wanted) for words in rule.words.values())
        ]

    def that_name(self, names: Words) -> list[Rule]:
        """The rules in whose words a name stands, in the language of either."""
        wanted = {lang: f" {folded} " for lang, name in names.items() if (folded := _folded(name))}
        return [
            rule
            for rule in self.rules.values()
            if any(
                name in f" {_folded(words)} "
                for lang, words in rule.words.items()
                for name in (wanted.get(lang, ""), wanted.get(ANY, ""))
                if name
            )
        ]

    def cite(self, rule_id: str, lang: str = "en") -> str:
        """`KAL-14: No line may …`; only the id when the rulebook does not hold it."""
        rule = self.rules.get(rule_id)
        return f"{rule_id}: {localise(rule.words, lang)}" if rule else rule_id


def _folded(text: str) -> str:
    """The words of a text as names are folded, with blanks between them."""
    from pnp.base.suggest import fold_name

    return " ".join(map(fold_name, "".join(char if char.isalnum() else " " for char in text).split()))


PARTS = ("box", "setup", "cards", "turn", "example", "end", "missed")
"""The parts of the sheet, in the order in which a table needs them."""

EMPTY, UNSEEN = ".", "*"
"""In a picture: an empty place; a card that lies face down."""


class Note(Struct, frozen=True):
    """Something that is told.

    icon: a drawing beside it · rule: the rule that says it in full
    picture: rows of squares, each a card's id or a word, with a mark after a colon; see EMPTY, UNSEEN
    """

    words: Words
    icon: str = ""
    rule: str = ""
    picture: tuple[str, ...] = ()

    def squares(self) -> list[list[tuple[str, str]]]:
        """The picture as rows of (what, mark)."""
        return [[square_of(word) for word in row.split()] for row in self.picture]


def square_of(word: str) -> tuple[str, str]:
    """`ukko:new` → what stands there, and its mark."""
    what, _, mark = word.partition(":")
    return what, mark


class BoxNote(Struct, frozen=True):
    """What is said of a component. card: the one that is shown; the first unless said."""

    words: Words = {}
    card: str = ""


class CallOut(Note, frozen=True):
    """What a card, or a place on it, means. at: the place, mm from the card's left and top edge."""

    at: tuple[float, ...] = ()


class ExplainedCard(Struct, frozen=True):
    """A card that is shown large, with numbers on it that are explained beside it."""

    card: str = ""
    points: tuple[CallOut, ...] = ()


class ExampleStep(Note, frozen=True):
    """A step of the example.

    lines: what is typed, for the referee, who must allow it · wrong: a line that he refuses before them, by `rule`
    scores: what the seats have then
    """

    lines: tuple[str, ...] = ()
    wrong: str = ""
    scores: dict[str, int] = {}


class Example(Struct, frozen=True):
    """A round as it may go. options: switches that are not as usual · before: lines that are made and not told."""

    seats: tuple[str, ...] = ()
    options: dict[str, bool | int | str] = {}
    before: tuple[str, ...] = ()
    steps: tuple[ExampleStep, ...] = ()


class HowTo(Struct, frozen=True):
    """The whole leaf; one without an opening is none."""

    opening: Words = {}
    goal: Words = {}
    box: dict[str, BoxNote] = {}
    setup: tuple[Note, ...] = ()
    cards: tuple[ExplainedCard, ...] = ()
    turn: tuple[Note, ...] = ()
    example: Example = Example()
    end: tuple[Note, ...] = ()
    missed: tuple[Note, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.opening)

    def notes(self, part: str) -> tuple[Note, ...]:
        """What is told in a part; box and cards hold no notes."""
        notes: tuple[Note, ...] = self.example.steps if part == "example" else getattr(self, part)
        return notes
