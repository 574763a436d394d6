"""Blocks of words in a column, and those of a printed rulebook. In: a flow element, the width of a column. Out: Blocks:
titles, paragraphs, rules with their examples and diagrams, in one language or two.

Invariant: a Block knows its height before it is placed, and draws exactly that much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Span
from pnp.base.suggest import hint_nearest
from pnp.layout.drawing.frame import Shape
from pnp.layout.painting.bilingual import BELOW, BESIDE, fill_both, fill_text, in_language, second_of
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.glyph_runs import TextStyle
from pnp.layout.painting.shapes import rounded
from pnp.layout.painting.text_element import paint_setting, report_overflow, runs_of, text_style_of
from pnp.layout.template.element import FaceElement, FlowElement, RulesElement, Style
from pnp.layout.template.name_template import word_of
from pnp.layout.text.markup import Paragraph, parse_markup
from pnp.layout.text.typesetting import Run, Setting, set_text
from pnp.library.card import Option
from pnp.library.rulebook import Rule, Section
from pnp.library.words import ANY, Words, localise

_ENDLESS = 100_000.0
_EXAMPLE_GAP = 0.8  # mm before an example
_DIAGRAM_GAP = 1.5  # mm round a diagram
_HALVES = 5.0  # mm between two languages beside each other


Draw = Callable[[FaceCanvas, float, float], None]  # at the left and top edge, mm
Flow = TypeVar("Flow", bound=FlowElement)


class Block(Struct, frozen=True, eq=False):
    """What is never divided between columns. keeps: it stands above the next block, never at a column's foot."""

    height: float
    gap: float
    draw: Draw
    keeps: bool = False


class _Measured(Struct, frozen=True, eq=False):
    """Words filled and measured, and where they are written."""

    paragraphs: list[Paragraph]
    source: Span | None
    runs: list[Run]


class BlockMaker(Generic[Flow]):
    """Makes blocks of one width: in both languages of the face, or in `lang` alone."""

    def __init__(self, canvas: FaceCanvas, element: Flow, width: float, margin: float, lang: str = "") -> None:
        self.lang = lang
        self.canvas = canvas
        self.element = element
        self.width = width
        self.margin = margin
        parent = (0.0, 0.0, width, 0.0)
        self.rule_gap = canvas.measure(element.rule_gap, 0.0, parent)
        self.section_gap = canvas.measure(element.section_gap, 0.0, parent)
        self._styles: dict[str, TextStyle | None] = {}

    def word(self, key: str) -> Words:
        """A word of the layout, in every language."""
        template = self.canvas.template
        if key not in template.words:
            self.canvas.fault(self.element, f"words: has no “{key}”", "placeholder", "kind")
        return template.words.get(key, {ANY: key})

    def title(self, words: Words) -> Block:
        text_style, setting = self.set(words, self.element.title_style, self.width, BESIDE)
        line = self.canvas.colour(self.element.title_rule, self.element, "title_rule")
        space = 0.6 if line else 0.0

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            self.paint(canvas, text_style, setting, (x, y, self.width, setting.height))
            if line:
                below = y + setting.height + space / 2
                path = rounded(("M", x, below, "L", x + self.width, below))
                canvas.add(self.element, (Shape(path, "", line, 0.3),))

        return Block(setting.height + space, self.section_gap, draw, keeps=True)

    def paragraph(self, words: Words, style: str, gap: float | None = None, keeps: bool = False) -> Block:
        text_style, setting = self.set(words, style, self.width)

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            self.paint(canvas, text_style, setting, (x, y, self.width, setting.height))

        return Block(setting.height, self.rule_gap if gap is None else gap, draw, keeps)

    def drawing(self, text_style: TextStyle | None, setting: Setting, width: float) -> Draw:
        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            self.paint(canvas, text_style, setting, (x, y, width, setting.height))

        return draw

    def set(self, words: Words, style: str, width: float, both: str = BELOW) -> tuple[TextStyle | None, Setting]:
        canvas, element = self.canvas, self.element
        if style not in self._styles:
            self._styles[style] = text_style_of(canvas, element, Style(style=style))
        text_style = self._styles[style]
        if text_style is None:
            return None, Setting(8.0, (), 0.0)
        langs = [self.lang] if self.lang else [canvas.resources.lang, canvas.resources.second]
        texts = tuple(localise(words, lang) for lang in langs)
        # Blocks are made in several sizes until the pages are full: what words measure in parts of the size stays.
        key = ("measured", canvas.template.name, element.span, style, both, self.lang, texts)
        measured = canvas.once_for_all(key, lambda: self._measured(text_style, texts, both))
        setting = set_text(
            measured.runs, text_style.leading, width, _ENDLESS, text_style.look.size, text_style.look.min
        )
        if setting.fault:
            report_overflow(canvas, element, setting.fault, measured.paragraphs, measured.source)
        return text_style, setting

    def _measured(self, text_style: TextStyle, texts: Sequence[str], both: str) -> _Measured:
        canvas, element = self.canvas, self.element
        if self.lang:
            with in_language(canvas, self.lang):
                paragraphs, source = fill_text(canvas, element, parse_markup(texts[0]), "kind")
        else:
            first, second = map(parse_markup, texts)
            paragraphs, source = fill_both(canvas, element, first, second, "kind", text_style.look.both or both)
        return _Measured(paragraphs, source, runs_of(canvas, element, text_style, paragraphs, source))

    def paint(self, canvas: FaceCanvas, text_style: TextStyle | None, setting: Setting, box: Box) -> None:
        if text_style is not None:
            paint_setting(canvas, self.element, text_style, setting, box)


def first_baseline(text_style: TextStyle | None, setting: Setting) -> float:
    """From the top to the first baseline, mm."""
    if text_style is None or not setting.lines:
        return 0.0
    return text_style.leading.ascent * setting.lines[0].factor * setting.size * 25.4 / 72


def rule_blocks(canvas: FaceCanvas, element: RulesElement, width: float, margin: float) -> list[Block]:
    """The asked sections as blocks of this width."""
    book = canvas.scope.book.facts.rulebook
    maker: RuleMaker | _BilingualMaker = RuleMaker(canvas, element, width, margin)
    if element.second == "beside" and second_of(canvas):
        maker = _BilingualMaker(canvas, element, width, margin)
    blocks: list[Block] = []
    for section in _sections(canvas, element):
        rules = [
            rule
            for rule in book.of_section(section.id)
            if rule.summary and (not element.only or rule.enforced == element.only)
        ]
        if not rules and not section.intro:
            continue
        blocks.append(maker.title(section.title))
        if section.intro:
            blocks.append(maker.paragraph(section.intro, element.intro_style, keeps=bool(rules)))
        blocks += [maker.rule(rule) for rule in rules]
    options = [option for option in canvas.scope.book.facts.options.values() if not option.unused]
    if element.options and options:
        words = BlockMaker(canvas, element, width, margin).word
        blocks.append(maker.title(words("house_rules")))
        blocks.append(maker.paragraph(words("house_rules_intro"), element.intro_style, keeps=True))
        blocks += [maker.rule(Rule(option.rule, "", _boxes(option))) for option in options]
    if element.credits and book.credits:
        gap = canvas.measure(element.section_gap, 0.0, (0.0, 0.0, width, 0.0))
        blocks.append(maker.paragraph(book.credits, element.example_style, gap))
    return blocks


def _boxes(option: Option) -> Words:
    """An option as boxes to tick, that of the default ticked; a line to write a number on."""
    if isinstance(option.default, bool):
        return {lang: f"{{{'box-ticked' if option.default else 'box'}}} {text}" for lang, text in option.words.items()}
    made: Words = {}
    for lang, text in option.words.items():
        worded = {
            value: localise(option.choices.get(str(value), {ANY: word_of(value)}), lang) for value in option.values
        }
        others = [worded[value] for value in option.values if value != option.default and not isinstance(value, int)]
        if any(isinstance(value, int) for value in (option.default, *option.values)):
            others.append("____")
        boxes = [f"{{box-ticked}} {worded[option.default]}", *(f"{{box}} {each}" for each in others)]
        made[lang] = f"{text}\n" + "\\ \\ \\ ".join(boxes)
    return made


def _sections(canvas: FaceCanvas, element: RulesElement) -> list[Section]:
    sections = {section.id: section for section in canvas.scope.book.facts.rulebook.sections}
    if not element.sections:
        return list(sections.values())
    for name in element.sections:
        if name not in sections:
            canvas.fault(
                element,
                f"the rulebook has no section “{name}”",
                "unknown-section",
                "sections",
                hint_nearest(name, sections),
            )
    return [sections[name] for name in element.sections if name in sections]


class _BilingualMaker:
    """Makes blocks of two halves, a language each; the ids stand on the left only."""

    def __init__(self, canvas: FaceCanvas, element: RulesElement, width: float, margin: float) -> None:
        half = (width - margin - _HALVES) / 2
        if half < 5:
            raise LookupError("the columns are too narrow for two languages side by side")
        resources = canvas.resources
        self.left = RuleMaker(canvas, element, margin + half, margin, resources.lang)
        self.right = RuleMaker(canvas, element, half, 0.0, resources.second)
        self.shift = width - half

    def title(self, words: Words) -> Block:
        return self._joined(self.left.title(words), self.right.title(words))

    def paragraph(self, words: Words, style: str, gap: float | None = None, keeps: bool = False) -> Block:
        return self._joined(*(one.paragraph(words, style, gap, keeps) for one in (self.left, self.right)))

    def rule(self, rule: Rule) -> Block:
        return self._joined(self.left.rule(rule), self.right.rule(replace(rule, diagram="")))

    def _joined(self, left: Block, right: Block) -> Block:
        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            left.draw(canvas, x, y)
            right.draw(canvas, x + self.shift, y)

        return Block(max(left.height, right.height), left.gap, draw, left.keeps)


class RuleMaker(BlockMaker[RulesElement]):
    """Makes blocks of rules with their examples and diagrams."""

    def rule(self, rule: Rule) -> Block:
        room = self.width - self.margin
        id_style, id_setting = self.set(
            {ANY: rule.id}, self.element.id_style, self.margin - 1.0 if self.margin > 2 else room
        )
        text_style, setting = self.set(rule.words, self.element.style, room)
        parts: list[tuple[float, float, Draw]] = []
        height = setting.height
        # The id stands on the baseline of the rule's first line.
        drop = max(0.0, first_baseline(text_style, setting) - first_baseline(id_style, id_setting))
        lift = max(0.0, first_baseline(id_style, id_setting) - first_baseline(text_style, setting))
        if self.element.examples:
            for example in rule.examples:
                height += _EXAMPLE_GAP
                own_style, own = self.set(example, self.element.example_style, room)
                parts.append((height, own.height, self.drawing(own_style, own, room)))
                height += own.height
        if rule.diagram:
            found = self._diagram(rule, room)
            if found is not None:
                size, draw_diagram = found
                parts.append((height + _DIAGRAM_GAP, size, draw_diagram))
                height += size + 2 * _DIAGRAM_GAP

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            if self.margin > 2:
                self.paint(canvas, id_style, id_setting, (x, y + drop, self.margin - 1.0, id_setting.height))
            self.paint(canvas, text_style, setting, (x + self.margin, y + lift, room, setting.height))
            for top, _, draw_part in parts:
                draw_part(canvas, x + self.margin, y + lift + top)

        return Block(max(height + lift, id_setting.height), self.rule_gap, draw)

    def _diagram(self, rule: Rule, room: float) -> tuple[float, Draw] | None:
        canvas, element = self.canvas, self.element
        fault = canvas.resources.layout_fault(rule.diagram)
        if fault:
            canvas.fault(element, f"the diagram of {rule.id}: {fault}", "unknown-layout")
            return None
        template = canvas.resources.template(rule.diagram)
        if template is None:
            return None
        size = template.size
        width = size.width
        if element.diagram_width is not None:
            width = min(width, canvas.measure(element.diagram_width, room, (0.0, 0.0, room, 0.0)))
        width = min(width, room)
        height = size.height * width / size.width
        face = FaceElement(id=rule.diagram, span=element.span, kind="face", layout=rule.diagram)

        def draw(canvas: FaceCanvas, x: float, y: float) -> None:
            canvas.painters[FaceElement](canvas, face, (x, y, width, height))

        return height, draw
