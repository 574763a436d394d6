"""A first layout for cards that have none. In: the fields and texts of a deck. Out: the texts of layout files.

The stock card: name on top, the first number in the corner, the picture if there is one, texts in the middle, the other
fields as lines at the foot. Invariant: what a card lacks leaves no trace on it; nothing but the stock is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pnp.base.yaml.text import quote_yaml

LINES = 8  # fields at the foot; more would leave no room for texts
_LINE, _FOOT = 3.6, 8.0  # mm
_TOP, _HIGH = 17.0, 88.0  # of what stands below the name; of the card


class StarterDeck(Struct, frozen=True):
    """What a layout must know of a deck. fields: name → type · labels: what people call a field · art: the field that
    names a picture in `layouts/art/`.
    """

    layout: str
    fields: Mapping[str, str]
    slots: Sequence[str]
    labels: Mapping[str, str]
    art: str = ""


def starter_files(decks: Sequence[StarterDeck]) -> dict[str, str]:
    """The files of a layouts folder."""
    files = {f"{deck.layout}.yaml": _face(deck) for deck in decks}
    files["card-back.yaml"] = "# The back of every card: the stock's.\nextends: _stock/back\n"
    files["theme.yaml"] = (
        "# Colours, fonts and text styles. The language is explained in docs/layouts.md.\n"
        'extends: _stock/theme\ndefault: colour\ncolours:\n  paper: "#fbf6ea"\n  accent: "#245a63"\n'
    )
    return files


def left_out(deck: StarterDeck) -> list[str]:
    """The fields that the layout does not show."""
    return _fields(deck)[1][LINES:] + [name for name, kind in deck.fields.items() if kind in ("list", "map")]


def _fields(deck: StarterDeck) -> tuple[str, list[str]]:
    """The field in the corner, and those at the foot."""
    plain = [name for name, kind in deck.fields.items() if kind not in ("list", "map") and name != deck.art]
    corner = next((name for name in plain if deck.fields[name] in ("int", "number")), "")
    return corner, [name for name in plain if name != corner]


def _face(deck: StarterDeck) -> str:
    corner, others = _fields(deck)
    shown = others[:LINES]
    text_bottom = _FOOT + _LINE * len(shown)
    text_top = _TOP
    lines = [
        "# The face of a card. What is said here is laid over layouts/_stock/card.yaml;",
        "# docs/layouts.md explains every key.",
        "extends: _stock/card",
        "elements:",
    ]
    if corner:
        lines.append("  name: {x: 15, width: 100% - 19, align: left, min: 6.5}")
    else:
        lines.append("  name: {min: 6.5}")
    if deck.art:
        height = round((_HIGH - _TOP - text_bottom) * (0.5 if deck.slots else 1.0), 1)
        text_top = _TOP + height + 1.5
        file = _quoted(f"art/{{{deck.art}}}")
        image = f"kind: image, image: {file}, fit: fill, optional: true, when: {{{deck.art}: present}}"
        lines.append(f"  picture: {{y: {_TOP:g}, height: {height:g}, elements: {{art: {{{image}}}}}}}")
    else:
        lines.append("  picture: null")
    if deck.slots:
        text = "\n\n".join(f"{{text.{slot}}}" for slot in deck.slots)
        place = f"y: {text_top:g}, bottom: {text_bottom:g}, size: 9.5, min: 6.5, align: left"
        lines.append(f"  rule: {{text: {_quoted(text)}, when: {_any(deck.slots)}, {place}}}")
    else:
        lines.append("  rule: null")
    if corner:
        lines += _element("corner", corner, f"{{{corner}}}", "style: index, size: 20, colour: accent, "
                          "x: margin, y: margin, width: 10, height: 9, valign: middle")  # fmt: skip
    for number, name in enumerate(shown):
        label = deck.labels.get(name, name)
        place = f"style: body, size: 7.5, lines: 1, x: margin, right: margin, height: {_LINE:g}, "
        place += f"bottom: {_FOOT - 1 + _LINE * (len(shown) - 1 - number):g}"
        lines += _element(f"line_{number + 1}", name, f"{_held(label)}: {{{name}}}", place)
    return "\n".join(lines) + "\n"


def _element(key: str, field: str, text: str, options: str) -> list[str]:
    return [f"  {key}: {{kind: text, text: {_quoted(text)}, when: {{{field}: present}}, {options}}}"]


def _any(slots: Sequence[str]) -> str:
    conditions = [f"{{text.{slot}: present}}" for slot in slots]
    return conditions[0] if len(conditions) == 1 else "[" + ", ".join(conditions) + "]"


def _held(label: str) -> str:
    """A label whose signs mean only themselves."""
    return "".join("\\" + sign if sign in "\\*{<" else sign for sign in label)


def _quoted(text: str) -> str:
    written = quote_yaml(text)
    return written if written.startswith('"') else f'"{written}"'
