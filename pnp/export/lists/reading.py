"""Rules to be read aloud: *How to play* and the statutes as one page for screen readers. In: a game. Out: HTML.

Tagged PDF would say the same of words that are set in columns, between pictures and with numbers in the margin; here
they stand in the order in which they are read. Invariant: every word of how to play, of the house rules and of every
printed rule is there, in one language, under headings that go down by one; a drawing is its words; the page asks the
network for nothing and holds no script.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from pnp import __version__
from pnp.base.templates import templates
from pnp.export.disk_shelf import DiskShelf
from pnp.export.lists.aids import Aids, blocks_of
from pnp.export.lists.request import ExportRequest, Files
from pnp.export.order.order import GameFolders
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.template.name_template import word_of
from pnp.layout.text.markup import Break, Mods, Paragraph, Sign, TextPiece, parse_markup
from pnp.library.card import CardBook, Component, Option
from pnp.library.catalogue import read_words
from pnp.library.rulebook import EMPTY, UNSEEN, ExampleStep, Note
from pnp.library.words import Words, localise

LABELS: dict[str, Words] = read_words(__file__)
MARKS: dict[str, Words] = read_words(__file__, "marks.yaml")  # signs of pictures and texts
STYLE = """
:root{color-scheme:light dark;font:1.05rem/1.55 system-ui,sans-serif}
body{margin:0 auto;padding:1rem;max-width:44rem;background:#fff;color:#1a1a1a;overflow-wrap:break-word}
a{color:#0b4aa0}.id,.usual{color:#555;font-size:.85em}
.skip{position:absolute;left:-99rem}.skip:focus{position:static}
li{margin:.35rem 0}
@media(prefers-color-scheme:dark){body{background:#141414;color:#eee}a{color:#9cc4ff}.id,.usual{color:#b5b5b5}}
"""
_READ = ("rules", "booklet")
_PARTS = ("setup", "turn", "example", "end", "missed")
_NUMBERED = ("setup", "example")


def make_reading(game: GameFolders, book: CardBook, request: ExportRequest) -> Files:
    """The exporter: one page in one language."""
    lang = request.lang or book.languages[0]
    resources = LayoutResources(DiskShelf(games=game.shelves), book, lang=lang)
    words: dict[str, Words] = {}
    for name in ("rules", "howto"):
        template = resources.template(name) or resources.template(f"_stock/{name}")
        words |= template.words if template else {}
    page = _Page(book, lang, words, resources)
    return [(f"{book.slug}-rules-{lang}.html", page.html().encode())]


class Section(Struct):
    """A heading, and below it tags with what is in each. is_listed: the contents name it"""

    level: int
    anchor: str
    title: str
    blocks: list[tuple[str, list[Any]]]
    is_listed: bool = False


class _Page:
    def __init__(self, book: CardBook, lang: str, words: dict[str, Words], resources: LayoutResources) -> None:
        """`words`: those of the printed sheet, which name its parts; `resources`: what aids are composed with."""
        self.book, self.lang, self.words, self.resources = book, lang, words, resources

    def html(self) -> str:
        """The whole page."""
        sections = [*self._howto(), *self._aids(), *self._rules()]
        if self.book.rulebook.credits:
            sections[-1].blocks.append(("p", [self._text(self.book.rulebook.credits)]))
        digest = b64encode(sha256(STYLE.encode()).digest()).decode()
        template = templates(Path(__file__).parent).get_template("reading.html")
        return template.render(
            page=self,
            title=localise(self.book.title, self.lang),
            policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
            style=STYLE,
            sections=sections,
            version=self.book.version,
            pnp=__version__,
        )

    # How to play

    def _howto(self) -> Iterator[Section]:
        howto = self.book.howto
        if not howto:
            return
        opening = [self._text(howto.opening), Markup("<strong>{}</strong>").format(self._text(howto.goal))]
        yield Section(2, "how-to-play", self._word("how_to_play"), [("p", opening)], True)
        if box := [words for part in self.book.components for words in self._counted(part)]:
            yield Section(3, "box", self._word("box"), [("ul", box)])
        for part in _PARTS:
            if notes := howto.notes(part):
                tag = "ol" if part in _NUMBERED else "ul"
                yield Section(3, part, self._word(part), [(tag, list(map(self._note, notes)))], True)
            if part == "setup" and howto.cards:
                blocks: list[tuple[str, list[Any]]] = []
                for shown in howto.cards:
                    blocks += [("p", [self._card_picture(shown.card)]), ("ol", list(map(self._note, shown.points)))]
                yield Section(3, "cards", self._word("cards"), blocks, True)

    def _counted(self, part: Component) -> Iterator[Markup]:
        """How many of a component there are, and what is said of it; nothing of what is only read."""
        count = (self.book.decks[part.deck].size if part.has_cards else 1) * part.copies
        if part.kind in _READ or not count:
            return
        note = self.book.howto.box.get(part.id)
        title, counted = (localise(words, self.lang) for words in (part.title, part.counted))
        first = escape(f"{count} {counted}" if counted and count > 1 else f"{count} × {title or part.id}")
        words = [self._word("each")] if part.is_for_each_player else []
        words += [self._text(note.words)] if note and note.words else []
        yield Markup(": ").join((first, Markup(", ").join(words))) if words else first

    def _note(self, note: Note) -> Markup:
        made = self._text(note.words) + self._reference(note.rule)
        if note.picture:
            rows = [Markup(", ").join(self._square(*square) for square in row) for row in note.squares()]
            lines = (escape(f"{self.label('row')} {number}: ") + row for number, row in enumerate(rows, 1))
            made += Markup("<br>{}: {}").format(self.label("picture"), Markup("; ").join(lines))
        if isinstance(note, ExampleStep) and note.scores:
            scores = ", ".join(f"{seat.capitalize()} {points}" for seat, points in note.scores.items())
            made += Markup("<br>{}").format(scores)
        return made

    def _square(self, what: str, mark: str) -> str:
        card = self.book.cards.get(what)
        name = localise(card.name, self.lang) if card is not None else self._drawing(what)
        words = self.label(what) if what in (EMPTY, UNSEEN) else name.strip()
        known = MARKS.get(mark)
        marked = known.get(self.lang, known["en"]) if known else self._drawing(mark)
        return f"{words} ({marked})" if words and marked else words or marked

    def _switch(self, option: Option) -> Markup:
        """An option with what it may be, the usual first."""
        asked = self._text(option.words) + self._reference(option.rule)
        values = [option.default, *(value for value in option.values if value != option.default)]
        if isinstance(option.default, bool):
            values = [option.default, not option.default]
        words = [self._value(option, value) for value in values]
        words += [escape(self.label("number"))] if isinstance(option.default, int) and len(values) == 1 else []
        words[0] += Markup(' <span class="usual">({})</span>').format(self.label("usual"))
        return Markup("{}<br>{}").format(asked, Markup(", ").join(words))

    def _value(self, option: Option, value: Any) -> Markup:
        words = option.choices.get(word_of(value)) or option.choices.get(str(value))
        if words:
            return self._text(words)
        return escape(self.label("yes" if value else "no") if isinstance(value, bool) else word_of(value))

    # Aids

    def _aids(self) -> Iterator[Section]:
        pages = list(Aids(self.resources, self._paragraphs, self._card_picture).pages())
        if pages:
            yield Section(2, "aids", self.label("aids"), [], True)
            for component, parts in pages:
                title = localise(component.title, self.lang) or component.id
                yield Section(3, f"aid-{component.id}", title, list(blocks_of(parts, 4)))

    def _card_picture(self, card: str) -> Markup:
        known = self.book.cards.get(card)
        return escape(f"{self.label('picture')}: {localise(known.name, self.lang) if known is not None else card}")

    # The statutes

    def _rules(self) -> Iterator[Section]:
        rulebook = self.book.rulebook
        yield Section(2, "rules", self.label("rules"), [], True)
        for section in rulebook.sections:
            rules = [rule for rule in rulebook.of_section(section.id) if rule.summary]
            blocks: list[tuple[str, list[Any]]] = [("p", [self._text(section.intro)])] if section.intro else []
            for rule in rules:
                blocks.append(("rule", [(rule.id, self._text(rule.words))]))
                blocks += [("ul", [self._text(words) for words in rule.examples])] if rule.examples else []
            if blocks:
                yield Section(3, f"section-{section.id}", self._text(section.title), blocks)
        options = [option for option in self.book.options.values() if not option.unused]
        if options:
            yield Section(3, "house-rules", self._word("house_rules"), [("ul", list(map(self._switch, options)))], True)

    # Words

    def label(self, key: str) -> str:
        """A word of the page itself."""
        return localise(LABELS[key], self.lang)

    def _word(self, key: str) -> Markup:
        return self._text(self.words.get(key, {"en": key}))

    def _reference(self, rule: str) -> Markup:
        known = self.book.rulebook.rules.get(rule)
        if known is None:
            return Markup()
        its = f"{self.label('rule')} {rule}"
        return Markup(' (<a href="#{}">{}</a>)').format(rule, its) if known.summary else escape(f" ({its})")

    def _drawing(self, name: str) -> str:
        """A drawing in words: what the game calls it, or else its name."""
        words = self.book.names.get(name) or MARKS.get(name, {})
        return localise(words, self.lang) or name.replace("-", " ").replace("_", " ")

    def _text(self, words: Words) -> Markup:
        """A text with its markup as HTML."""
        return self._paragraphs(parse_markup(localise(words, self.lang)).paragraphs)

    def _paragraphs(self, paragraphs: Sequence[Paragraph]) -> Markup:
        return Markup("<br>").join(map(self._paragraph, paragraphs))

    def _paragraph(self, paragraph: Paragraph) -> Markup:
        made = Markup("• " if paragraph.bullet else "")
        for piece in paragraph.pieces:
            if isinstance(piece, TextPiece):
                made += _marked(piece.text, piece.mods)
            elif isinstance(piece, Break):
                made += Markup("<br>")
            else:
                made += self._drawing(piece.icon if isinstance(piece, Sign) else piece.name.removeprefix("icon."))
        return made


def _marked(text: str, mods: Mods) -> Markup:
    made = Markup("<em>{}</em>").format(text) if mods.italic else escape(text)
    return Markup("<strong>{}</strong>").format(made) if mods.bold else made
