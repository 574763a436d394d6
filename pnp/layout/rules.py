"""The rulebook in columns. In: a rules element, its box, the book's sections. Out: blocks placed on pages.

Invariant: every rule with `summary` that the element asks for stands on exactly one page, in order, its id in the
margin; a title never stands alone at a column's foot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Report
from pnp.base.nearest import hint_nearest
from pnp.layout.bilingual import BELOW, BESIDE, fill_both, second_of, speaking
from pnp.layout.easel import Box, Easel
from pnp.layout.element import Face, Rules, Style
from pnp.layout.filling import fill_text
from pnp.layout.frame import Shape
from pnp.layout.lettering import Case
from pnp.layout.markup import parse_markup
from pnp.layout.shapes import rounded
from pnp.layout.text import Setting, set_text
from pnp.layout.wording import case_of, paint_setting, report_overflow, runs_of
from pnp.library.rulebook import Rule, Section
from pnp.library.words import ANY, Words, say

_ENDLESS = 100_000.0
_SMALLEST = 0.5  # of the type; the styles' own `min` holds first
_STEPS = 14
_EXAMPLE_GAP = 0.8  # mm before an example
_DIAGRAM_GAP = 1.5  # mm round a diagram
_HALVES = 5.0  # mm between two languages beside each other

Draw = Callable[[Easel, float, float], None]  # at the left and top edge, mm


class Block(Struct, frozen=True, eq=False):
    """What is never divided between columns. keeps: it stands above the next block, never at a column's foot."""

    height: float
    gap: float
    draw: Draw
    keeps: bool = False


class Placed(Struct, frozen=True, eq=False):
    """A block in a column of a page."""

    page: int
    column: int
    top: float
    block: Block


class _Flow(Struct, frozen=True, eq=False):
    """All pages, made once, and what was wrong on the way."""

    placed: list[Placed]
    pages: int
    report: Report


def paint_rules(easel: Easel, element: Rules, box: Box) -> None:
    """This page's part of the rulebook."""
    gutter = easel.measure(element.gutter, box[2], box)
    width = (box[2] - gutter * (element.columns - 1)) / element.columns
    margin = easel.measure(element.margin, box[2], box)
    if width - margin < 5:
        raise LookupError("the columns are too narrow for words beside the margin")
    key = ("rules", easel.template.name, element.span, box)
    memo = easel.workshop.memo
    if key not in memo:
        memo[key] = _lay_out(easel, element, width, margin, box)
    flow: _Flow = memo[key]
    if easel.scope.page == 1:
        easel.report.extend(flow.report)
    easel.pages = max(easel.pages, flow.pages)
    if easel.scope.pages < flow.pages:
        return  # the page is composed again, knowing how many there are
    for item in flow.placed:
        if item.page == easel.scope.page:
            item.block.draw(easel, box[0] + item.column * (width + gutter), box[1] + item.top)


def _lay_out(easel: Easel, element: Rules, width: float, margin: float, box: Box) -> _Flow:
    """All pages: the type as large as `pages` allows, the last page's columns balanced when that is asked for."""
    outer, scale = easel.report, easel.scale
    first: Report | None = None

    def place(factor: float) -> list[Placed]:
        nonlocal first
        easel.report, easel.scale = Report(), factor
        placed = _flow(_blocks(easel, element, width, margin), element.columns, box[3])
        first = first or easel.report
        return placed

    try:
        placed = place(scale)
        if element.pages and _pages(placed) > element.pages:
            small, large = scale * _SMALLEST, scale
            smallest = placed = place(small)
            if _pages(smallest) > element.pages:
                message = f"the rules take {_pages(smallest)} pages at their smallest type, {element.pages} are allowed"
                easel.fault(element, message, "text-overflow", "pages")
            else:
                for _ in range(_STEPS):
                    middle = (small + large) / 2
                    tried = place(middle)
                    if _pages(tried) > element.pages:
                        large = middle
                    else:
                        small, placed = middle, tried
        if any(item.block.height > box[3] + 1e-3 for item in placed):
            easel.fault(element, "a rule with its diagram is higher than the column", "text-overflow")
        report = Report(dict.fromkeys([*(first or ()), *easel.report]))
    finally:
        easel.report, easel.scale = outer, scale
    if element.balance and placed:
        placed = _balance(placed, element.columns, _balanced_height(placed, element.columns, box[3]))
    return _Flow(placed, _pages(placed), report)


def _pages(placed: Sequence[Placed]) -> int:
    return placed[-1].page if placed else 1


def _balanced_height(placed: Sequence[Placed], columns: int, height: float) -> float:
    last = placed[-1].page
    blocks = [item.block for item in placed if item.page == last]
    low, high = 0.0, height
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _flow(blocks, columns, middle)[-1].page > 1:
            low = middle
        else:
            high = middle
    return high


def _balance(placed: list[Placed], columns: int, height: float) -> list[Placed]:
    """The last page's blocks again, in lower columns."""
    last = placed[-1].page if placed else 1
    kept = [item for item in placed if item.page < last]
    again = _flow([item.block for item in placed if item.page == last], columns, height)
    return kept + [Placed(item.page + last - 1, item.column, item.top, item.block) for item in again]


def _flow(blocks: Sequence[Block], columns: int, height: float) -> list[Placed]:
    """Put blocks one below the other, into the next column when one does not fit."""
    placed: list[Placed] = []
    column, top = 0, 0.0
    at = 0
    while at < len(blocks):
        end = at + 1
        while blocks[end - 1].keeps and end < len(blocks):
            end += 1
        together = blocks[at:end]
        gap = together[0].gap if top else 0.0
        needed = sum(block.height for block in together) + sum(block.gap for block in together[1:])
        if top and top + gap + needed > height + 1e-3:
            column, top, gap = column + 1, 0.0, 0.0
        for number, block in enumerate(together):
            top += block.gap if number else gap
            placed.append(Placed(column // columns + 1, column % columns, top, block))
            top += block.height
        at = end
    return placed


def _blocks(easel: Easel, element: Rules, width: float, margin: float) -> list[Block]:
    """The asked sections as blocks of this width."""
    book = easel.workshop.book.rulebook
    maker: _Maker | _Pair = _Maker(easel, element, width, margin)
    if element.second == "beside" and second_of(easel):
        maker = _Pair(easel, element, width, margin)
    blocks: list[Block] = []
    for section in _sections(easel, element):
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
    if element.credits and book.credits:
        gap = easel.measure(element.section_gap, 0.0, (0.0, 0.0, width, 0.0))
        blocks.append(maker.paragraph(book.credits, element.example_style, gap))
    return blocks


def _sections(easel: Easel, element: Rules) -> list[Section]:
    sections = {section.id: section for section in easel.workshop.book.rulebook.sections}
    if not element.sections:
        return list(sections.values())
    for name in element.sections:
        if name not in sections:
            easel.fault(
                element,
                f"the rulebook has no section “{name}”",
                "unknown-section",
                "sections",
                hint_nearest(name, sections),
            )
    return [sections[name] for name in element.sections if name in sections]


class _Pair:
    """Makes blocks of two halves, a language each; the ids stand on the left only."""

    def __init__(self, easel: Easel, element: Rules, width: float, margin: float) -> None:
        half = (width - margin - _HALVES) / 2
        if half < 5:
            raise LookupError("the columns are too narrow for two languages beside each other")
        workshop = easel.workshop
        self.left = _Maker(easel, element, margin + half, margin, workshop.lang)
        self.right = _Maker(easel, element, half, 0.0, workshop.second)
        self.shift = width - half

    def title(self, words: Words) -> Block:
        return self._joined(self.left.title(words), self.right.title(words))

    def paragraph(self, words: Words, style: str, gap: float | None = None, keeps: bool = False) -> Block:
        return self._joined(*(one.paragraph(words, style, gap, keeps) for one in (self.left, self.right)))

    def rule(self, rule: Rule) -> Block:
        return self._joined(self.left.rule(rule), self.right.rule(replace(rule, diagram="")))

    def _joined(self, left: Block, right: Block) -> Block:
        def draw(easel: Easel, x: float, y: float) -> None:
            left.draw(easel, x, y)
            right.draw(easel, x + self.shift, y)

        return Block(max(left.height, right.height), left.gap, draw, left.keeps)


class _Maker:
    """Makes blocks of one width: in both languages of the face, or in `lang` alone."""

    def __init__(self, easel: Easel, element: Rules, width: float, margin: float, lang: str = "") -> None:
        self.lang = lang
        self.easel = easel
        self.element = element
        self.width = width
        self.margin = margin
        parent = (0.0, 0.0, width, 0.0)
        self.rule_gap = easel.measure(element.rule_gap, 0.0, parent)
        self.section_gap = easel.measure(element.section_gap, 0.0, parent)

    def title(self, words: Words) -> Block:
        case, setting = self._set(words, self.element.title_style, self.width, BESIDE)
        line = self.easel.colour(self.element.title_rule, self.element, "title_rule")
        space = 0.6 if line else 0.0

        def draw(easel: Easel, x: float, y: float) -> None:
            self._paint(easel, case, setting, (x, y, self.width, setting.height))
            if line:
                below = y + setting.height + space / 2
                path = rounded(("M", x, below, "L", x + self.width, below))
                easel.add(self.element, (Shape(path, "", line, 0.3),))

        return Block(setting.height + space, self.section_gap, draw, keeps=True)

    def paragraph(self, words: Words, style: str, gap: float | None = None, keeps: bool = False) -> Block:
        case, setting = self._set(words, style, self.width)

        def draw(easel: Easel, x: float, y: float) -> None:
            self._paint(easel, case, setting, (x, y, self.width, setting.height))

        return Block(setting.height, self.rule_gap if gap is None else gap, draw, keeps)

    def rule(self, rule: Rule) -> Block:
        room = self.width - self.margin
        id_case, id_setting = self._set(
            {ANY: rule.id}, self.element.id_style, self.margin - 1.0 if self.margin > 2 else room
        )
        case, setting = self._set(rule.words, self.element.style, room)
        parts: list[tuple[float, float, Draw]] = []
        height = setting.height
        # The id stands on the baseline of the rule's first line.
        drop = max(0.0, _first(case, setting) - _first(id_case, id_setting))
        lift = max(0.0, _first(id_case, id_setting) - _first(case, setting))
        if self.element.examples:
            for example in rule.examples:
                height += _EXAMPLE_GAP
                own_case, own = self._set(example, self.element.example_style, room)
                parts.append((height, own.height, self._drawing(own_case, own, room)))
                height += own.height
        if rule.diagram:
            found = self._diagram(rule, room)
            if found is not None:
                size, draw_diagram = found
                parts.append((height + _DIAGRAM_GAP, size, draw_diagram))
                height += size + 2 * _DIAGRAM_GAP

        def draw(easel: Easel, x: float, y: float) -> None:
            if self.margin > 2:
                self._paint(easel, id_case, id_setting, (x, y + drop, self.margin - 1.0, id_setting.height))
            self._paint(easel, case, setting, (x + self.margin, y + lift, room, setting.height))
            for top, _, draw_part in parts:
                draw_part(easel, x + self.margin, y + lift + top)

        return Block(max(height + lift, id_setting.height), self.rule_gap, draw)

    def _drawing(self, case: Case | None, setting: Setting, width: float) -> Draw:
        def draw(easel: Easel, x: float, y: float) -> None:
            self._paint(easel, case, setting, (x, y, width, setting.height))

        return draw

    def _diagram(self, rule: Rule, room: float) -> tuple[float, Draw] | None:
        easel, element = self.easel, self.element
        fault = easel.workshop.layout_fault(rule.diagram)
        if fault:
            easel.fault(element, f"the diagram of {rule.id}: {fault}", "unknown-layout")
            return None
        template = easel.workshop.template(rule.diagram)
        if template is None:
            return None
        size = template.size
        width = size.width
        if element.diagram_width is not None:
            width = min(width, easel.measure(element.diagram_width, room, (0.0, 0.0, room, 0.0)))
        width = min(width, room)
        height = size.height * width / size.width
        face = Face(id=rule.diagram, span=element.span, kind="face", layout=rule.diagram)

        def draw(easel: Easel, x: float, y: float) -> None:
            easel.painters[Face](easel, face, (x, y, width, height))

        return height, draw

    def _set(self, words: Words, style: str, width: float, both: str = BELOW) -> tuple[Case | None, Setting]:
        easel, element = self.easel, self.element
        case = case_of(easel, element, Style(style=style))
        if case is None:
            return None, Setting(8.0, (), 0.0)
        if self.lang:
            with speaking(easel, self.lang):
                paragraphs, source = fill_text(easel, element, parse_markup(say(words, self.lang)), "kind")
        else:
            first, second = (parse_markup(say(words, lang)) for lang in (easel.workshop.lang, easel.workshop.second))
            paragraphs, source = fill_both(easel, element, first, second, "kind", case.look.both or both)
        runs = runs_of(easel, element, case, paragraphs, source)
        setting = set_text(runs, case.leading, width, _ENDLESS, case.look.size, case.look.min)
        if setting.fault:
            report_overflow(easel, element, setting.fault, paragraphs, source)
        return case, setting

    def _paint(self, easel: Easel, case: Case | None, setting: Setting, box: Box) -> None:
        if case is not None:
            paint_setting(easel, self.element, case, setting, box)


def _first(case: Case | None, setting: Setting) -> float:
    """From the top to the first baseline, mm."""
    if case is None or not setting.lines:
        return 0.0
    return case.leading.ascent * setting.lines[0].factor * setting.size * 25.4 / 72
