"""Lengths. In: what people write (`63`, `"2.5in"`, `"8pt"`). Out: millimetres.

Invariant: inside the program a length is mm. Type sizes alone are kept in points, because every printer's manual and
every typeface speaks of points.
"""

PT_PER_MM = 72 / 25.4
MM_PER_PT = 25.4 / 72
MM_PER_INCH = 25.4

_FACTORS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, '"': MM_PER_INCH, "pt": MM_PER_PT}


def parse_length(value: object) -> float:
    """Return the length in mm of a number (mm) or a text such as `63mm`, `2.5in`, `8pt`.

    Raises ValueError with a message for the user when the text is no length.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r} is not a length; write a number of mm or a text such as 2.5in")
    if isinstance(value, int | float):
        return float(value)
    text = value.strip().lower()
    for unit, factor in _FACTORS.items():
        if text.endswith(unit):
            text, scale = text[: -len(unit)].strip(), factor
            break
    else:
        scale = 1.0
    try:
        return float(text) * scale
    except ValueError:
        raise ValueError(f"{value!r} is not a length; units are mm, cm, in and pt") from None
