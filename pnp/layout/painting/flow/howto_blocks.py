"""The parts of *How to play*. In: a howto element, the width of a column. Out: Blocks: what is in the box, then what is
told, with numbers, signs, and pictures of what lies on the table.

Invariant: every count stands in the card book: a component's number is that of its pieces, never a word of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Shape
from pnp.layout.drawing.path import ellipse_path
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.flow.rule_blocks import Block, BlockMaker, Draw, first_baseline
from pnp.layout.painting.groups import fitted, outline_of
from pnp.layout.painting.pictures import settled
from pnp.layout.template.element import FaceElement, HowtoElement, IconElement
from pnp.layout.template.name_template import word_of
from pnp.layout.text.typesetting import SHORT_LINE
from pnp.library.card import Card, Component, Option
from pnp.library.rulebook import EMPTY, PARTS, ExampleStep, Note
from pnp.library.words import ANY, Words, localise

_GAP = 1.4  # mm between a text and its picture, and between two things in the box
_READ = ("rules", "booklet")  # what is read is not looked for in the box
_EDGE = 0.2  # mm, around a picture of a thing in the box
_TICK = 3.2  # mm, a box to be ticked
_NUMBERED = ("setup", "example")
_WHOLE = ("turn",)  # parts that stand in one column if they fit: what is done in a turn is taken in at a glance
_BLANK = "\u00a0"  # no line is broken at it


def howto_blocks(canvas: FaceCanvas, element: HowtoElement, width: float, margin: float) -> list[Block]:
    """The asked parts as blocks of this width; what a game does not say is left out."""
    howto = canvas.scope.book.facts.howto
    maker = HowtoMaker(canvas, element, width, margin)
    blocks: list[Block] = []
    for part in element.parts:
        if part not in PARTS:
            canvas.fault(element, f"how to play has no part “{part}”", "unknown-section", "parts", ", ".join(PARTS))
        elif part == "box":
            blocks += maker.box()
        elif part == "switches":
            blocks += maker.switches()
        elif notes := howto.notes(part):
            blocks.append(maker.title(maker.word(part)))
            made = [maker.note(note, n if part in _NUMBERED else 0) for n, note in enumerate(notes, 1)]
            kept = len(made) - 1 if part in _WHOLE else 0 if notes[0].picture else 1
            # A part does not begin with one step at a column's foot.
            made = [replace(block, keeps=n < min(kept, len(made) - 1)) for n, block in enumerate(made)]
            blocks += made
    return blocks


class _Shown(Struct, frozen=True):
    """A thing in the box: the layout and card of its picture, and its words."""

    layout: str
    card: str
    words: Words


class HowtoMaker(BlockMaker[HowtoElement]):
    """Makes blocks of what is told and shown."""

    def word(self, key: str) -> Words:
        """A word of the layout, in every language."""
        template = self.canvas.template
        if key not in template.words:
            self.canvas.fault(self.element, f"words: has no “{key}”", "placeholder", "parts")
        return template.words.get(key, {ANY: key})

    # what is in the box

    def box(self) -> list[Block]:
        """All components that are not only read, a row of pictures after the other."""
        shown = [thing for part in self.canvas.scope.book.facts.components if (thing := self._shown(part))]
        across = self.element.across
        rows = [self._row(shown[at : at + across]) for at in range(0, len(shown), across)]
        return [self.title(self.word("box")), *rows] if rows else []

    def _shown(self, part: Component) -> _Shown | None:
        if part.kind in _READ or not part.copies:
            return None
        note = self.canvas.scope.book.facts.howto.box.get(part.id)
        deck = self.canvas.scope.book.deck(part.deck) if part.has_cards else None
        cards = [card for card in deck.cards if card.copies] if deck else []
        if part.has_cards and not cards:
            return None
        card = next((card for card in cards if note and card.id == note.card), cards[0] if cards else None)
        count = (deck.size if deck else 1) * part.copies
        words = [part.title, *([self.word("each")] if part.is_for_each_player else []), *([note.words] if note else [])]
        languages = (*self.canvas.scope.book.facts.languages, self.canvas.resources.lang)
        texts = {lang: [localise(each, lang) for each in words if each] for lang in languages}
        return _Shown(
            layout=part.face_of(card) if card else part.face,
            card=card.id if card else "",
            words={
                lang: "\n".join((f"**{_counted(count, title, localise(part.counted, lang))}**", *more))
                for lang, (title, *more) in texts.items()
            },
        )

    def _row(self, things: Sequence[_Shown]) -> Block:
        """Things beside each other: each a picture, and its words on the right."""
        canvas, element, across = self.canvas, self.element, self.element.across
        parent = (0.0, 0.0, self.width, 0.0)
        wide, high = (canvas.measure(side, self.width, parent) for side in element.piece)
        cell = (self.width - 3 * _GAP * (across - 1)) / across
        room = cell - wide - _GAP
        texts = [self.set(thing.words, element.style, room) for thing in things]
        height = max(high, *(setting.height for _, setting in texts))

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            for at, (thing, (style, setting)) in enumerate(zip(things, texts, strict=True)):
                left = x + at * (cell + 3 * _GAP)
                self.draw_face(canvas, thing.layout, thing.card, (left, y, wide, high))
                self._draw_edge(canvas, thing.layout, (left, y, wide, high))
                top = y + max(0.0, (high - setting.height) / 2)
                self.paint(canvas, style, setting, (left + wide + _GAP, top, room, setting.height))

        return Block(height, _GAP, draw)

    def _draw_edge(self, canvas: FaceCanvas, layout: str, box: Box) -> None:
        """Where the paper of a picture ends: white paper has no edge on white paper."""
        template = None if canvas.resources.layout_fault(layout) else canvas.resources.inset_template(layout)
        if template is None:
            return
        scale, left, top = fitted(template.size, box)
        edge = Shape(
            outline_of(template.size),
            stroke=canvas.colour("ink 45% paper", self.element, "stroke"),
            width=_EDGE / scale,
        )
        with canvas.group(settled((scale, 0.0, 0.0, scale, left, top))):
            canvas.add(self.element, (edge,))

    # what is told

    def note(self, note: Note, number: int) -> Block:
        """A sentence with its number or sign on the left, and its picture below."""
        margin = self.margin
        room = self.width - margin
        style, setting = self.set(self._with_rule(note), self.element.style, room)
        marked = self._marked(note, number, first_baseline(style, setting))
        height = max(setting.height, marked[0])
        # Beside a sign that is taller the words stand in its middle.
        drop = max(0.0, (marked[0] - setting.height) / 2) if note.icon else 0.0
        parts: list[tuple[float, Draw]] = []
        if note.picture:
            size, draw_picture = self._picture(note, room)
            parts.append((height + _GAP, draw_picture))
            height += size + 2 * _GAP
        if isinstance(note, ExampleStep) and note.scores:
            scores: Words = {ANY: " · ".join(f"{seat.capitalize()} **{n}**" for seat, n in note.scores.items())}
            own_style, own = self.set(scores, self.element.score_style, room)
            parts.append((height, self.drawing(own_style, own, room)))
            height += own.height

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            marked[1](canvas, x, y)
            self.paint(canvas, style, setting, (x + margin, y + drop, room, setting.height))
            for top, draw_part in parts:
                draw_part(canvas, x + margin, y + top)

        return Block(height, self.rule_gap, draw)

    # what a table may agree on

    def switches(self) -> list[Block]:
        """Every switch as boxes to be ticked; what holds unless people agree otherwise is ticked already."""
        options = [option for option in self.canvas.scope.book.facts.options.values() if not option.unused]
        if not options:
            return []
        intro = self.paragraph(self.word("switches_intro"), self.element.score_style, keeps=True)
        return [self.title(self.word("switches")), intro, *map(self._switch, options)]

    def _switch(self, option: Option) -> Block:
        """A switch: its box and its words, or its words and below them a box for each choice."""
        words = self._with_rule(Note(option.words, rule=option.rule))
        is_flag = isinstance(option.default, bool)
        if not is_flag:
            words = {lang: f"{text}\n{self._choices(option, lang)}" for lang, text in words.items()}
        indent = _TICK + _GAP
        style, setting = self.set(words, self.element.style, self.width - indent)
        top = first_baseline(style, setting) - 0.9 * _TICK
        name = "box-ticked" if option.default else "box"

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            if is_flag:
                self._draw_icon(canvas, name, (x, y + top, _TICK, _TICK))
            self.paint(canvas, style, setting, (x + indent, y, self.width - indent, setting.height))

        return Block(setting.height, self.rule_gap, draw)

    @staticmethod
    def _choices(option: Option, lang: str) -> str:
        """A box for each value, that of the usual one ticked; a line to write a number on."""

        def worded(value: Any) -> str:
            return localise(option.choices.get(str(value), {ANY: word_of(value)}), lang)

        others = [worded(value) for value in option.values if value != option.default and not isinstance(value, int)]
        if any(isinstance(value, int) for value in (option.default, *option.values)):
            others.append("____")
        boxes = [f"{{box-ticked}} {worded(option.default)}", *(f"{{box}} {each}" for each in others)]
        return "\\ \\ \\ ".join(boxes)

    def _with_rule(self, note: Note) -> Words:
        """The words, with the rule that says them in full behind them."""
        rule = f" <grey><72%><nobreak>{note.rule}</></></>" if note.rule else ""
        return {lang: f"{_bound(text)}{rule}" for lang, text in note.words.items()}

    def _marked(self, note: Note, number: int, baseline: float) -> tuple[float, Draw]:
        """The sign or the number on the left, and its height; a dot where there is neither."""
        canvas, element = self.canvas, self.element
        if note.icon:
            side = canvas.measure(element.icon_size, self.margin, (0.0, 0.0, self.margin, 0.0))

            def draw_icon(canvas: FaceCanvas, x: float, y: float) -> None:
                self._draw_icon(canvas, note.icon, (x, y, side, side))

            return side, draw_icon
        fill = canvas.colour(element.number_fill, element, "number_fill")
        if not number:
            middle = baseline * 0.64  # of the small letters

            def draw_dot(canvas: FaceCanvas, x: float, y: float) -> None:
                canvas.add(element, (Shape(ellipse_path(x + self.margin - 2.6, y + middle, 0.7, 0.7), fill),))

            return 0.0, draw_dot
        style, setting = self.set({ANY: str(number)}, element.number_style, 5.0)

        def draw_number(canvas: FaceCanvas, x: float, y: float) -> None:
            canvas.add(element, (Shape(ellipse_path(x + 2.5, y + 2.5, 2.5, 2.5), fill),))
            self.paint(canvas, style, setting, (x, y, 5.0, 5.0))

        return 5.0, draw_number

    def _draw_icon(self, canvas: FaceCanvas, name: str, box: Box) -> None:
        element = self.element
        icon = IconElement(id=element.id, span=element.span, kind="icon", icon=name, colour=element.icon_colour)
        canvas.painters[IconElement](canvas, icon, box)

    def _picture(self, note: Note, room: float) -> tuple[float, Draw]:
        """Squares as they lie on the table, no wider than the column."""
        rows = note.squares()
        size = self.canvas.resources.inset_template(self.element.square)
        wide, high = (size.size.width, size.size.height) if size else (9.0, 9.0)
        scale = min(1.0, room / (wide * max(len(row) for row in rows)))

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            for down, row in enumerate(rows):
                for across, (what, mark) in enumerate(row):
                    if what != EMPTY:
                        box = (x + across * wide * scale, y + down * high * scale, wide * scale, high * scale)
                        self.draw_square(canvas, what, mark, box)

        return high * scale * len(rows), draw

    def draw_square(self, canvas: FaceCanvas, what: str, mark: str, box: Box) -> None:
        """A square of a picture; its layout is told what stands there, the mark, and the layout of the card."""
        card = canvas.scope.book.card(what)
        given = {"item": what, "mark": mark, "layout": self._layout_of(card) if card else ""}
        self.draw_face(canvas, self.element.square, card.id if card else "", box, given)

    def _layout_of(self, card: Card) -> str:
        parts = self.canvas.scope.book.facts.components
        return next((part.face_of(card) for part in parts if part.has_cards and part.deck == card.deck), "")

    def draw_face(
        self, canvas: FaceCanvas, layout: str, card: str, box: Box, given: dict[str, str] | None = None
    ) -> None:
        """Another layout in a box."""
        element = self.element
        face = FaceElement(
            id=element.id, span=element.span, kind="face", layout=layout, card=card, with_=dict(given or {})
        )
        canvas.painters[FaceElement](canvas, face, box)


def _counted(count: int, title: str, counted: str) -> str:
    if count == 1:
        return title
    return f"{count}{_BLANK}{counted}" if counted else f"{count}{_BLANK}×{_BLANK}{title}"


def _bound(text: str) -> str:
    """The words with the last two bound together, three if those are short: the end of a sentence does not stand on a
    line alone, or with nothing but the id of a rule.
    """
    words = text.split(" ")
    last = 2 if sum(map(len, words[-2:])) > SHORT_LINE else 3
    return " ".join((*words[:-last], _BLANK.join(words[-last:])))
