"""LayoutResources: everything composing needs, in one value. In: a shelf, a card book, a theme's name and a language.
Out: templates, icons, fonts and pictures, each read once.

Invariant: nothing is read before it is asked for; what is wrong with a file stands in `report` once, however often it
is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from typing import Any

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import hint_nearest, nearest_names
from pnp.layout.drawing.art_files import ArtFiles
from pnp.layout.drawing.colour import resolve_colour
from pnp.layout.drawing.picture import Picture
from pnp.layout.drawing.svg.vector import Icon
from pnp.layout.shelf import Shelf, path_fault
from pnp.layout.template.element import Style
from pnp.layout.template.template import (
    Template,
    layer_tree,
    merge_layers,
    read_styles,
    read_template,
    report_untranslated,
    style_names,
)
from pnp.layout.template.theme import (
    FontRole,
    Theme,
    merge_layer,
    merge_theme,
    read_colours,
    read_fonts,
    read_theme,
    theme_names,
)
from pnp.layout.template.tree import Tree, grow_tree
from pnp.layout.text.font_files import FontFiles
from pnp.layout.text.measure import Metrics
from pnp.layout.text.truetype import FontError, TrueType, file_name, is_lining, with_lining_figures
from pnp.library.card import CardBook
from pnp.library.words import BOTH, split_languages

STOCK = "_stock"
FALLBACK_FONT = "vera/Regular"
MAX_EXTENDS = 20
_NAME_HINT = "use letters a-z, digits, - and _ for the name of a layout, and / for folders"
_NAME = re.compile(r"[A-Za-z0-9_][\w-]*(/[A-Za-z0-9_][\w-]*)*", re.ASCII)

# Where a datum of a card was written: (card id, datum such as `text.rule` or `name`) -> its place, if known.
Origins = Callable[[str, str], Span | None]


class LayoutResources:
    """One game under one theme, in one language, or in two that stand side by side (`en+fi`)."""

    def __init__(
        self,
        shelf: Shelf,
        book: CardBook,
        theme: str = "",
        lang: str = "en",
        origins: Origins = lambda card, datum: None,
        like: LayoutResources | None = None,
        codes: bool = False,
    ) -> None:
        """`like`: resources of the same layout files, theme and language, whose knowledge of them is taken over.
        `codes`: faces show their card's code where their layout has a place for it, for cameras.
        """
        self.shelf = shelf
        self.book = book
        self.lang, self.second = split_languages(lang)
        self.origins = origins
        self.codes = codes
        self.report = Report()
        self.memo: dict[Any, Any] = {}  # what composing wants to keep between faces
        self._trees: dict[str, Tree | None] = {}
        self._templates: dict[str, Template | None] = {}
        self._metrics: dict[str, Metrics] = {}
        self._art = ArtFiles(shelf, self._add_report, self._fonts_in)
        self._font_files = FontFiles(shelf, book.slug, self._add_report)
        self._sizes: dict[str, Tree] | None = None
        self._styles: dict[str, Style] = {}
        self._colours: dict[str, str] = {}
        self._fonts: dict[str, FontRole] = {}
        self._alike: dict[tuple[str, bool, str], LayoutResources] = {}
        self.theme_names: list[str] = []
        self.is_themed = True  # False: the theme cannot be read, so nothing that uses it can be judged
        if like is not None:
            self._inherit(like)
        self.theme = self._read_theme(theme)

    def _inherit(self, other: LayoutResources) -> None:
        self._trees, self._templates, self._sizes = other._trees, other._templates, other._sizes
        self._metrics, self._art, self._font_files = other._metrics, other._art, other._font_files
        self.report.items += [item for item in other.report if item not in self.report.items]

    # What composing asks for ------------------------------------------------------------------------------------

    def template(self, name: str) -> Template | None:
        """The layout of that name; None when it cannot be used, and `report` says why."""
        if name not in self._templates:
            self._templates[name] = None
            self._templates[name] = self._read_template(name)
        return self._templates[name]

    def icon(self, name: str) -> Icon | None:
        """The icon of that name; None when there is none, or it cannot be read (then `report` says why)."""
        return self._art.icon(name, self.icon_source)

    def metrics(self, font: str) -> Metrics:
        """A font ready to measure; the fall-back font when that font is not installed or damaged."""
        found = self._metrics.get(font)
        if found is None:
            found = self._metrics[font] = self._read_font(font)
        return found

    def picture(self, path: str) -> Picture | Icon | str:
        """An image below the game's folder, or the sentence that says why not; "" when that is reported already."""
        fault = path_fault(path)
        if fault:
            return fault
        place = self.image_source(path)
        return self._art.picture(place, path) if self.shelf.exists(place) else self._no_file(place, path)

    def colour(self, name: str) -> str:
        """`#rrggbb`, or "" for none; ValueError when the palette has no such colour."""
        found = self._colours.get(name)
        if found is None:
            found = self._colours[name] = resolve_colour(name, self.theme.colours)
        return found

    def role(self, name: str) -> FontRole:
        """The fonts of a role, or of a single font `family/Style`."""
        role = self._fonts.get(name)
        if role is None:
            family, _, _ = name.partition("/")
            cuts = [name, *(f"{family}/{cut}" for cut in ("Bold", "Italic", "BoldItalic"))]
            role = FontRole(*(cut if self._font_files.has(cut) else name for cut in cuts))
            self._fonts[name] = role
        return role

    @property
    def lang_label(self) -> str:
        """The language, or both: `en+fi`."""
        return f"{self.lang}{BOTH}{self.second}" if self.second else self.lang

    def fresh_copy(
        self, theme: str | None = None, lang: str | None = None, origins: Origins | None = None
    ) -> LayoutResources:
        """Resources of the same game that remember nothing yet; what is not given is as it is here."""
        theme, lang = self.theme.name if theme is None else theme, self.lang_label if lang is None else lang
        return LayoutResources(self.shelf, self.book, theme, lang, origins or self.origins, codes=self.codes)

    def in_one_language(self, lang: str) -> LayoutResources:
        """The same game and theme in one language; its faults are reported here."""
        return self._alike_in(lang, self.codes)

    def in_theme(self, theme: str) -> LayoutResources:
        """The same game and language under another theme; its faults are reported here."""
        return self._alike_in(self.lang_label, self.codes, theme)

    def _alike_in(self, lang: str, codes: bool, theme: str = "") -> LayoutResources:
        known = self._alike.get((lang, codes, theme))
        if known is None:
            known = self._alike[lang, codes, theme] = self.fresh_copy(theme or None, lang)
            known.codes, known.report = codes, self.report
        return known

    def inset_template(self, name: str) -> Template | None:
        """The layout as it is drawn small within another face, where no code is read."""
        return self._alike_in(self.lang_label, False).template(name) if self.codes else self.template(name)

    @property
    def is_usual_theme(self) -> bool:
        """True for the theme that is used when none is asked for."""
        return self.theme.name == next(iter(self.theme_names), "")

    # What an exporter asks for ----------------------------------------------------------------------------------

    def font_bytes(self, font: str) -> bytes:
        """The file of a font that a Frame names."""
        data = self._font_data(font) or self._font_data(FALLBACK_FONT)
        if data is None:
            raise InputError.single(
                Span(font), "no font is installed", "pip install fontpkg-fira-sans-condensed", "font"
            )
        return data

    def image_bytes(self, source: str) -> bytes:
        """The file of an image that a Frame names."""
        return self._art.image_bytes(source)

    def image_digest(self, source: str) -> str:
        """What tells a drawing that is printed as a picture from others."""
        return self._art.digest(source)

    def icon_source(self, name: str) -> str:
        """The path of an icon on the shelf; "" when there is none."""
        if not _NAME.fullmatch(name) or len(name) > 100:
            return ""
        for root in (self.book.slug, STOCK):
            path = f"{root}/icons/{name}.svg"
            if self.shelf.exists(path):
                return path
        return ""

    def image_source(self, path: str) -> str:
        """The name an Image item gets: a path on the shelf."""
        return path if path.startswith(f"{STOCK}/") else f"{self.book.slug}/{path}"

    # What is known (see tree.KnownNames) ----------------------------------------------------------------

    def colour_fault(self, text: str) -> str:
        """ "" when the palette has the colour."""
        try:
            self.colour(text)
        except ValueError as fault:
            return str(fault)
        return ""

    def font_fault(self, text: str) -> str:
        """ "" when it is a role of the theme or an installed font."""
        if text in self._fonts or self._font_files.has(text):
            return ""
        if "/" not in text and any(name.startswith(text + "/") for name in self._font_files.names()):
            return f"expected a font, got the family “{text}”; write “{text}/Regular”, or a role of the theme"
        return _sentence(f"there is no font “{text}”", text, [*self._fonts, *self._font_files.names()])

    def style_fault(self, text: str) -> str:
        """ "" when the theme or the layout has the style."""
        return "" if text in self._styles else _sentence(f"there is no style “{text}”", text, self._styles)

    def icon_fault(self, text: str) -> str:
        """ "" when there is such an icon, and it can be read."""
        if self.icon_source(text):
            return "" if self.icon(text) else f"the icon “{text}” cannot be used"
        return _sentence(f"there is no icon “{text}”", text, self.icon_names())

    def layout_fault(self, text: str) -> str:
        """ "" when there is such a layout."""
        if self._templates.get(text) or self._layout_path(text):
            return ""
        return _sentence(f"there is no layout “{text}”", text, self.layout_names())

    def icon_names(self) -> list[str]:
        """All icons of the game and the stock."""
        files = [*self.shelf.names(f"{self.book.slug}/icons"), *self.shelf.names(f"{STOCK}/icons")]
        return [file[:-4] for file in files if file.endswith(".svg")]

    def layout_names(self) -> list[str]:
        """All layouts of the game."""
        names = [file[:-5] for file in self.shelf.names(self.book.slug) if file.endswith(".yaml")]
        return [name for name in names if name not in ("theme", "sizes", "screen")]

    # Reading ----------------------------------------------------------------------------------------------------

    def _layout_path(self, name: str) -> str:
        if not _NAME.fullmatch(name) or len(name) > 100:
            return ""
        whole = (f"{STOCK}/", f"{self.book.extends or STOCK}/")  # of the game that this one extends: `kalevala/tile`
        path = f"{name}.yaml" if name.startswith(whole) else f"{self.book.slug}/{name}.yaml"
        return path if self.shelf.exists(path) else ""

    def _no_file(self, place: str, path: str) -> str:
        folder, _, name = place.rpartition("/")
        near = nearest_names(name, self.shelf.names(folder), 1)
        return f"there is no image “{path}”" + (f"; did you mean “{near[0]}”?" if near else "")

    def _tree(self, path: str) -> Tree | None:
        """A YAML file as a Tree; None when it cannot be read, and `report` says why."""
        if path not in self._trees:
            self._trees[path] = None
            try:
                value, spans = self.shelf.yaml(path)
                self._trees[path] = grow_tree(value, spans)
            except InputError as fault:
                self._add_report(fault.report)
        return self._trees[path]

    def _read_template(self, name: str) -> Template | None:
        path = self._layout_path(name)
        if not path:
            place = Span(self.shelf.shown(f"{self.book.slug}/{name}.yaml"))
            hint = hint_nearest(name, self.layout_names()) if _NAME.fullmatch(name) else _NAME_HINT
            self._add_report(
                Report(InputError.single(place, f"there is no layout “{name}”", hint, "unknown-layout").report)
            )
            return None
        report = Report()
        layers = self._layers(path, report)
        if not layers:
            self._add_report(report)
            return None
        tree = merge_layers(layers, self.theme.name, report, bool(self.second), self.codes)
        theme_styles = self._styles
        self._styles = {**theme_styles, **dict.fromkeys(style_names(tree), Style())}
        try:
            styles = read_styles(tree, theme_styles, report, self)
            self._styles = styles
            template = read_template(name, tree, styles, self._read_sizes, report, self)
        finally:
            self._styles = theme_styles
        report_untranslated(tree, template, [lang for lang in (self.lang, self.second) if lang], report)
        self._add_report(report)
        return template

    def _layers(self, path: str, report: Report) -> list[Tree]:
        """The file and all it extends, the base first; empty when one of them cannot be read: what is written over a
        layout that is not there would only be reported as one fault after another.
        """
        layers: list[Tree] = []
        seen: list[str] = []
        while path:
            tree = self._tree(path)
            if tree is None:
                return []
            seen.append(path)
            layers.append(layer_tree(tree, report))
            extends = tree.get("extends")
            if extends is None or extends.value is None:
                break
            if not isinstance(extends.value, str):
                report.error(extends.span, "expected the name of one layout", "such as extends: _stock/card", "type")
                return []
            base = self._layout_path(extends.value)
            if not base:
                hint = hint_nearest(extends.value, [*self.layout_names(), *self._stock_names()])
                report.error(extends.span, f"there is no layout “{extends.value}”", hint, "unknown-layout")
                return []
            if base in seen:
                circle = [*seen[seen.index(base) :], base]
                names = " → ".join(part.removesuffix(".yaml") for part in circle)
                report.error(extends.span, "the layout extends itself", names, "circle")
                return []
            if len(seen) > MAX_EXTENDS:
                report.error(
                    extends.span, f"expected at most {MAX_EXTENDS} layouts that extend each other", "", "extends"
                )
                return []
            path = base
        return layers[::-1]

    def _stock_names(self) -> list[str]:
        files = self.shelf.names(STOCK)
        return [f"{STOCK}/{file[:-5]}" for file in files if file.endswith(".yaml") and file not in _NO_LAYOUTS]

    def _read_sizes(self) -> dict[str, Tree]:
        if self._sizes is None:
            self._sizes = {}
            for root in (STOCK, self.book.slug):
                path = f"{root}/sizes.yaml"
                tree = self._tree(path) if self.shelf.exists(path) else None
                if tree is not None and isinstance(tree.value, dict):
                    self._sizes.update(tree.value)
                elif tree is not None and tree.value is not None:
                    where = "expected a map of sizes"
                    self._add_report(
                        Report(InputError.single(tree.span, where, "such as small: {width: 44, height: 67}").report)
                    )
        return self._sizes

    def _read_theme(self, name: str) -> Theme:
        stock, own = f"{STOCK}/theme.yaml", f"{self.book.slug}/theme.yaml"
        report = Report()
        path = own if self.shelf.exists(own) else stock
        tree = self._tree(path) if self.shelf.exists(path) else None
        if tree is None or not isinstance(tree.value, dict):
            self.is_themed = False
            if tree is not None:
                report.error(tree.span, "expected a map", "such as extends: _stock/theme", "type")
            elif not self.report.items:
                report.error(Span(self.shelf.shown(path)), "there is no theme file", code="unreadable")
            self._add_report(report)
            return Theme(name)
        layers = [tree]
        known = [f"{STOCK}/theme", *([f"{self.book.extends}/theme"] if self.book.extends else [])]
        while path != stock and (extends := layers[-1].get("extends")) is not None:
            path = f"{extends.value}.yaml" if extends.value in known else ""
            base = self._tree(path) if path and self.shelf.exists(path) else None
            if base is None:
                message = f"there is no theme file “{extends.plain()}”"
                report.error(extends.span, message, f"write extends: {known[-1]}", "theme")
                break
            del known[1:]  # that game's own theme starts from the stock's
            layers.append(base)
        tree = reduce(lambda below, above: merge_layer(below, above, report), reversed(layers))
        self.theme_names = theme_names(tree)
        if name and name not in self.theme_names:
            hint = hint_nearest(name, self.theme_names)
            report.error(Span(self.shelf.shown(path)), f"there is no theme “{name}”", hint, "unknown-theme")
        usual = tree.get("default")
        if usual is not None and self.theme_names and usual.value not in self.theme_names:
            word = str(usual.plain())
            report.error(
                usual.span, f"there is no theme “{word}”", hint_nearest(word, self.theme_names), "unknown-theme"
            )
        name = name or next(iter(self.theme_names), "")
        merged = merge_theme(tree, name, report)
        # Colours and fonts first: the rest of the theme is checked against them. Their faults are reported below, once.
        self.theme = Theme(name, read_colours(merged, Report()))
        self._fonts = read_fonts(merged, Report(), self)
        self._styles = dict.fromkeys(style_names(merged), Style())
        theme = read_theme(merged, name, report, self)
        self._styles = theme.styles
        self._add_report(report)
        return theme

    def _read_font(self, font: str) -> Metrics:
        for name in (font, FALLBACK_FONT):
            try:
                data = self._font_data(name)
                if data is not None:
                    return Metrics(name, TrueType(data))
            except FontError as fault:
                place = Span(self._font_files.place(name))
                self._add_report(Report(InputError.single(place, str(fault), code="font").report))
        raise InputError.single(Span(font), f"neither the font “{font}” nor the fallback is installed", code="font")

    def _fonts_in(self, drawing: str) -> list[bytes]:
        """The fonts that a drawing's text names, and the one in place of those that the game does not have."""
        names = [*self._font_files.named_in(drawing), FALLBACK_FONT]
        return [data for name in dict.fromkeys(names) if (data := self._font_files.data(name)) is not None]

    def _font_data(self, font: str) -> bytes | None:
        """The bytes of a font as its name in a Frame asks for it; None when it is not installed. Raises FontError."""
        data = self._font_files.data(file_name(font))
        return with_lining_figures(data) if data is not None and is_lining(font) else data

    def _add_report(self, report: Report) -> None:
        for item in report:
            if item not in self.report.items:
                self.report.items.append(item)


_NO_LAYOUTS = ("theme.yaml", "sizes.yaml", "papers.yaml", "sheets.yaml")


def _sentence(message: str, word: str, names: Any) -> str:
    near = nearest_names(word, names, 1)
    return message + (f"; did you mean “{near[0]}”?" if near else "")
