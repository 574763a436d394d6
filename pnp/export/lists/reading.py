"""Rules to be read aloud: *How to play* and the statutes as one page for screen readers. In: a game. Out: HTML.

Tagged PDF would say the same of words that are set in columns, between pictures and with numbers in the margin; here
they stand in the order in which they are read. Invariant: every word of how to play, of the house rules and of every
printed rule is there, in one language, under headings that go down by one; a drawing is its words; the page asks the
network for nothing and holds no script.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from pnp import __version__
from pnp.export.disk_shelf import DiskShelf
from pnp.export.lists.aids import Aids, format_parts
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


class _Page:
    def __init__(self, book: CardBook, lang: str, words: dict[str, Words], resources: LayoutResources) -> None:
        """`words`: those of the printed leaf, which name its parts; `resources`: what aids are composed with."""
        self.book, self.lang, self.words, self.resources = book, lang, words, resources
        self.parts: list[tuple[str, str]] = []  # anchors and titles

    def html(self) -> str:
        """The whole page."""
        title = escape(localise(self.book.title, self.lang))
        body = "\n".join([*self._howto(), *self._aids(), *self._rules()])
        contents = "".join(f'<li><a href="#{anchor}">{name}</a></li>' for anchor, name in self.parts)
        digest = b64encode(sha256(STYLE.encode()).digest()).decode()
        policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
        return "\n".join(
            [
                "<!doctype html>",
                f'<html lang="{escape(self.lang)}">',
                '<head><meta charset="utf-8">',
                f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
                '<meta name="viewport" content="width=device-width, initial-scale=1">',
                f"<title>{title}</title><style>{STYLE}</style></head>",
                f'<body><a class="skip" href="#text">{self._label("skip")}</a>',
                f"<header><h1>{title}</h1></header>",
                f'<nav aria-label="{self._label("contents")}"><ul>{contents}</ul></nav>',
                f'<main id="text" tabindex="-1">\n{body}\n</main>',
                f"<footer><p>{title} {escape(self.book.version)} · pnp {escape(__version__)}</p></footer>",
                "</body></html>\n",
            ]
        )

    # How to play

    def _howto(self) -> Iterator[str]:
        howto = self.book.howto
        if not howto:
            return
        yield self._title(2, "how-to-play", self._word("how_to_play"))
        yield f"<p>{self._text(howto.opening)}</p><p><strong>{self._text(howto.goal)}</strong></p>"
        if box := [words for part in self.book.components for words in self._counted(part)]:
            yield self._title(3, "box", self._word("box"))
            yield self._list("ul", box)
        for part in _PARTS:
            if notes := howto.notes(part):
                yield self._title(3, part, self._word(part))
                yield self._list("ol" if part in _NUMBERED else "ul", map(self._note, notes))
            if part == "setup" and howto.cards:
                yield self._title(3, "cards", self._word("cards"))
                for shown in howto.cards:
                    yield f"<p>{self._card_picture(shown.card)}</p>"
                    yield self._list("ol", map(self._note, shown.points))

    def _counted(self, part: Component) -> Iterator[str]:
        """How many of a component there are, and what is said of it; nothing of what is only read."""
        count = (self.book.decks[part.deck].size if part.has_cards else 1) * part.copies
        if part.kind in _READ or not count:
            return
        note = self.book.howto.box.get(part.id)
        title, counted = (escape(localise(words, self.lang)) for words in (part.title, part.counted))
        words = [f"{count} {counted}" if counted and count > 1 else f"{count} × {title or part.id}"]
        words += [self._word("each")] if part.is_for_each_player else []
        words += [self._text(note.words)] if note and note.words else []
        yield ": ".join((words[0], ", ".join(words[1:]))) if words[1:] else words[0]

    def _note(self, note: Note) -> str:
        made = self._text(note.words) + self._reference(note.rule)
        if note.picture:
            rows = [", ".join(self._square(*square) for square in row) for row in note.squares()]
            words = "; ".join(f"{self._label('row')} {number}: {row}" for number, row in enumerate(rows, 1))
            made += f"<br>{self._label('picture')}: {words}"
        if isinstance(note, ExampleStep) and note.scores:
            made += "<br>" + ", ".join(f"{escape(seat.capitalize())} {points}" for seat, points in note.scores.items())
        return made

    def _square(self, what: str, mark: str) -> str:
        card = self.book.cards.get(what)
        name = localise(card.name, self.lang) if card is not None else self._drawing(what)
        words = self._label(what) if what in (EMPTY, UNSEEN) else escape(name.strip())
        known = MARKS.get(mark)
        marked = escape(known.get(self.lang, known["en"]) if known else self._drawing(mark))
        return f"{words} ({marked})" if words and marked else words or marked

    def _switch(self, option: Option) -> str:
        """A switch with what it may be, the usual first."""
        asked = self._text(option.words) + self._reference(option.rule)
        values = [option.default, *(value for value in option.values if value != option.default)]
        if isinstance(option.default, bool):
            values = [option.default, not option.default]
        words = [self._value(option, value) for value in values]
        words += [self._label("number")] if isinstance(option.default, int) and len(values) == 1 else []
        words[0] += f' <span class="usual">({self._label("usual")})</span>'
        return f"{asked}<br>{', '.join(words)}"

    def _value(self, option: Option, value: Any) -> str:
        words = option.choices.get(word_of(value)) or option.choices.get(str(value))
        if words:
            return self._text(words)
        return self._label("yes" if value else "no") if isinstance(value, bool) else escape(word_of(value))

    # Aids

    def _aids(self) -> Iterator[str]:
        pages = list(Aids(self.resources, self._paragraphs, self._card_picture).pages())
        if pages:
            yield self._title(2, "aids", self._label("aids"))
        for component, parts in pages:
            title = escape(localise(component.title, self.lang) or component.id)
            yield self._title(3, f"aid-{component.id}", title)
            yield from format_parts(parts, 4)

    def _card_picture(self, card: str) -> str:
        known = self.book.cards.get(card)
        return f"{self._label('picture')}: {escape(localise(known.name, self.lang) if known is not None else card)}"

    # The statutes

    def _rules(self) -> Iterator[str]:
        rulebook = self.book.rulebook
        yield self._title(2, "rules", self._label("rules"))
        for section in rulebook.sections:
            rules = [rule for rule in rulebook.of_section(section.id) if rule.summary]
            if not rules and not section.intro:
                continue
            yield self._title(3, f"section-{section.id}", self._text(section.title))
            if section.intro:
                yield f"<p>{self._text(section.intro)}</p>"
            for rule in rules:
                id_ = escape(rule.id)
                yield f'<p id="{id_}"><span class="id">{id_}</span> {self._text(rule.words)}</p>'
                if rule.examples:
                    yield self._list("ul", (self._text(words) for words in rule.examples))
        options = [option for option in self.book.options.values() if not option.unused]
        if options:
            yield self._title(3, "house-rules", self._word("house_rules"))
            yield self._list("ul", map(self._switch, options))
        if rulebook.credits:
            yield f"<p>{self._text(rulebook.credits)}</p>"

    # Words

    def _title(self, level: int, anchor: str, words: str) -> str:
        if level == 2 or anchor in (*_PARTS, "cards", "house-rules"):
            self.parts.append((escape(anchor), words))
        return f'<h{level} id="{escape(anchor)}">{words}</h{level}>'

    def _list(self, kind: str, items: Iterable[str]) -> str:
        return f"<{kind}>{''.join(f'<li>{item}</li>' for item in items)}</{kind}>"

    def _label(self, key: str) -> str:
        return escape(localise(LABELS[key], self.lang))

    def _word(self, key: str) -> str:
        return self._text(self.words.get(key, {"en": key}))

    def _reference(self, rule: str) -> str:
        known = self.book.rulebook.rules.get(rule)
        if known is None:
            return ""
        its = f"{self._label('rule')} {escape(rule)}"
        return f' (<a href="#{escape(rule)}">{its}</a>)' if known.summary else f" ({its})"

    def _drawing(self, name: str) -> str:
        """A drawing in words: what the game calls it, or else its name."""
        words = self.book.names.get(name) or MARKS.get(name, {})
        return localise(words, self.lang) or name.replace("-", " ").replace("_", " ")

    def _text(self, words: Words) -> str:
        """A text with its markup as HTML."""
        return self._paragraphs(parse_markup(localise(words, self.lang)).paragraphs)

    def _paragraphs(self, paragraphs: Sequence[Paragraph]) -> str:
        return "<br>".join(map(self._paragraph, paragraphs))

    def _paragraph(self, paragraph: Paragraph) -> str:
        made = "• " if paragraph.bullet else ""
        for piece in paragraph.pieces:
            if isinstance(piece, TextPiece):
                made += _marked(escape(piece.text), piece.mods)
            elif isinstance(piece, Break):
                made += "<br>"
            elif isinstance(piece, Sign):
                made += escape(self._drawing(piece.icon))
            else:
                made += escape(self._drawing(piece.name.removeprefix("icon.")))
        return made


def _marked(text: str, mods: Mods) -> str:
    text = f"<em>{text}</em>" if mods.italic else text
    return f"<strong>{text}</strong>" if mods.bold else text
