"""The parts of *How to play*. In: a howto element, the width of a column. Out: Blocks: what is in the box, then what is
told, with numbers, signs, and pictures of cards and of what lies on the table.

Invariant: every count stands in the card book: a component's number is that of its pieces, never a word of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import Shape
from pnp.layout.drawing.path import ellipse_path, rect_path
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.flow.rule_blocks import Block, BlockMaker, Draw, first_baseline
from pnp.layout.painting.groups import fitted, outline_of
from pnp.layout.painting.pictures import settled
from pnp.layout.painting.shapes import rounded
from pnp.layout.template.element import FaceElement, HowtoElement, IconElement
from pnp.library.card import Card, Component
from pnp.library.rulebook import EMPTY, PARTS, ExampleStep, ExplainedCard, Note
from pnp.library.words import ANY, Words, localise

_GAP = 1.4  # mm between a text and its picture, and between two things in the box
_READ = ("rules", "booklet")  # what is read is not looked for in the box
_EDGE = 0.2  # mm, around a picture of a thing in the box
_DISC = 5.0  # mm, round a number
_PAD = 2.0  # mm, inside a box
_SIGN = 12.0  # mm, of a step in a box
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
        elif part == "cards":
            blocks += maker.cards()
        elif notes := howto.notes(part):
            blocks.append(maker.title(maker.word(part)))
            made = [
                maker.note(note, n if part in _NUMBERED else 0, part in element.boxed)
                for n, note in enumerate(notes, 1)
            ]
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
    """Makes blocks of what is told and shown. sign: side of a drawing beside words, mm."""

    def __init__(
        self, canvas: FaceCanvas, element: HowtoElement, width: float, margin: float, sign: float = 0.0
    ) -> None:
        super().__init__(canvas, element, width, margin)
        self.sign = sign or canvas.measure(element.icon_size, margin, (0.0, 0.0, margin, 0.0))

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

    def cards(self) -> list[Block]:
        """Cards with numbers on them, each with what they mean on its right."""
        shown = self.canvas.scope.book.facts.howto.cards
        return [self.title(self.word("cards")), *map(self._explained, shown)] if shown else []

    def _explained(self, shown: ExplainedCard) -> Block:
        canvas = self.canvas
        card = canvas.scope.book.card(shown.card)
        layout = self._layout_of(card) if card else ""
        template = None if canvas.resources.layout_fault(layout) else canvas.resources.inset_template(layout)
        if template is None:
            return Block(0.0, 0.0, lambda canvas, x, y: None)
        size = template.size
        wide = canvas.measure(self.element.card_width, self.width, (0.0, 0.0, self.width, 0.0))
        scale = wide / size.width
        beside = HowtoMaker(canvas, self.element, self.width - wide - 2 * _GAP, 6.5)
        notes = [
            beside.note(point, number) if point.at else beside.paragraph(beside._with_rule(point), self.element.style)
            for number, point in enumerate(shown.points, 1)
        ]
        tops = [sum(note.height + self.rule_gap for note in notes[:at]) for at in range(len(notes))]
        box = (wide, size.height * scale)

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            self.draw_face(canvas, layout, shown.card, (x, y, *box))
            self._draw_edge(canvas, layout, (x, y, *box))
            for number, (point, note, top) in enumerate(zip(shown.points, notes, tops, strict=True), 1):
                if point.at:
                    left, down = (at * scale - _DISC / 2 for at in point.at)
                    self._disc(canvas, number, x + left, y + down)
                note.draw(canvas, x + wide + 2 * _GAP, y + top)

        return Block(max(box[1], tops[-1] + notes[-1].height if notes else 0.0), self.rule_gap, draw)

    def note(self, note: Note, number: int, is_boxed: bool = False) -> Block:
        """A sentence with its number or sign on the left, and its picture below; in a box where that is asked for."""
        if is_boxed:
            inner = HowtoMaker(self.canvas, self.element, self.width - 2 * _PAD, _SIGN + _PAD, _SIGN)
            return self._boxed(inner.note(note, number))
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

    def _boxed(self, inner: Block) -> Block:
        """The block in a frame of the colour of the titles' rules."""
        height = inner.height + 2 * _PAD
        stroke = self.canvas.colour(self.element.title_rule, self.element, "title_rule")

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            canvas.add(self.element, (Shape(rounded(rect_path(x, y, self.width, height, (_PAD,))), "", stroke, 0.5),))
            inner.draw(canvas, x + _PAD, y + _PAD)

        return Block(height, inner.gap, draw)

    def _with_rule(self, note: Note) -> Words:
        """The words, with the rule that says them in full behind them."""
        rule = f" <grey><72%><nobreak>{note.rule}</></></>" if note.rule else ""
        return {lang: f"{text}{rule}" for lang, text in note.words.items()}

    def _marked(self, note: Note, number: int, baseline: float) -> tuple[float, Draw]:
        """The sign or the number on the left, and its height; a dot where there is neither."""
        canvas, element = self.canvas, self.element
        if note.icon:
            side = self.sign

            def draw_icon(canvas: FaceCanvas, x: float, y: float) -> None:
                self._draw_icon(canvas, note.icon, (x, y, side, side))

            return side, draw_icon
        if not number:
            fill = canvas.colour(element.number_fill, element, "number_fill")
            middle = baseline * 0.64  # of the small letters

            def draw_dot(canvas: FaceCanvas, x: float, y: float) -> None:
                canvas.add(element, (Shape(ellipse_path(x + self.margin - 2.6, y + middle, 0.7, 0.7), fill),))

            return 0.0, draw_dot
        return _DISC, lambda canvas, x, y: self._disc(canvas, number, x, y)

    def _disc(self, canvas: FaceCanvas, number: int, x: float, y: float) -> None:
        fill = canvas.colour(self.element.number_fill, self.element, "number_fill")
        style, setting = self.set({ANY: str(number)}, self.element.number_style, _DISC)
        canvas.add(self.element, (Shape(ellipse_path(x + _DISC / 2, y + _DISC / 2, _DISC / 2, _DISC / 2), fill),))
        self.paint(canvas, style, setting, (x, y, _DISC, _DISC))

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
