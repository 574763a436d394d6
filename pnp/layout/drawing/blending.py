"""Ways to blend what is drawn with what lies below it. In: nothing. Out: the words of CSS, each with that of PDF.

Invariant: a Layer's `blend` is one of these, or `Normal`, which paints it as one thing and no more.
"""

from __future__ import annotations

BLENDS = {
    word: "".join(part.capitalize() for part in word.split("-"))
    for word in (
        *("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light"),
        *("soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity"),
    )
}
