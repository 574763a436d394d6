"""A game's colours for its pages. In: a Look. Out: a small style sheet of variables.

Roles are given colours of the game's theme by `screen.yaml`; where it gives none, by the theme's usual names.
Invariant: words can be read on what they stand on: a test measures every pair of `PAIRS` of every built-in game.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from pnp.layout.drawing.colour import resolve_colour
from pnp.web.drawing.look import Look

# role: what it stands for in a theme that says nothing else
LIGHT = {
    "ground": "paper 90% ink",  # the table itself
    "paper": "paper",  # what words stand on
    "ink": "ink",
    "over": "ink 80% paper",  # words on the table
    "quiet": "ink 72% paper",
    "line": "ink 25% paper",
    "card": "paper",  # panels and blank cards
    "accent": "accent",
    "on": "paper",  # words on the accent
    "mark": "accent",  # rings round what is new
}
DARK = {
    "ground": "#22242a",
    "paper": "#17181c",
    "ink": "#f1ede2",
    "over": "#d8d1c2",
    "quiet": "#b5ae9f",
    "line": "#3b3d45",
    "card": "#22242a",
    "accent": "#e2a55a",
    "on": "#17181c",
    "mark": "#e2a55a",
}
# words, what they stand on
PAIRS = (
    ("ink", "paper"), ("ink", "card"), ("over", "ground"),
    ("quiet", "paper"), ("quiet", "card"),
    ("on", "accent"), ("accent", "paper"), ("accent", "card"),
)  # fmt: skip


def theme_css(look: Look) -> str:
    """The style sheet; dark where people prefer it, or the game does."""
    light, dark = colours(look, False), colours(look, True)
    if look.data.scheme == "dark":
        usual = f":root{{color-scheme:dark;{_rules(dark)}}}\n"
    else:
        usual = f":root{{color-scheme:light dark;{_rules(light)}}}\n"
        usual += f"@media (prefers-color-scheme: dark){{:root{{{_rules(dark)}}}}}\n"
    chosen = "".join(
        f':root[data-scheme="{scheme}"]{{color-scheme:{scheme};{_rules(of)}}}\n'
        for scheme, of in (("light", light), ("dark", dark))
    )
    return usual + chosen


def colours(look: Look, is_dark: bool) -> dict[str, str]:
    """`#rrggbb` of each role."""
    given = look.data.dark if is_dark else look.data.colours
    palette = look.resources.theme.colours if look.resources is not None else {}
    found = {}
    for role, usual in (DARK if is_dark else LIGHT).items():
        for name in (given.get(role, ""), usual, DARK[role]):
            with suppress(ValueError):
                colour = resolve_colour(name, _plain(palette)) if name else ""
                if colour:
                    found[role] = colour
                    break
    return found


def _plain(palette: Mapping[str, str]) -> dict[str, str]:
    return {"paper": "#ffffff", "ink": "#1c1b1a", "accent": "#8a2b1f", **palette}


def _rules(of: Mapping[str, str]) -> str:
    return ";".join(f"--{role}:{colour}" for role, colour in of.items())


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, 1 to 21 (WCAG)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
