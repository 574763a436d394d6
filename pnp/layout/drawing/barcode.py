"""Bar codes (Code 128, ISO/IEC 15417). In: a text. Out: dark and light modules from left to right.

Printable ASCII in set B; an even number of digits in set C, two a sign. Invariant: the same text gives the same
modules; each sign is 11 of them, the last 13.
"""

from __future__ import annotations

MAX_LETTERS = 48
_TABLE = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 "
    "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 "
    "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 "
    "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 "
    "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 "
    "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 "
    "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
)  # widths of bars and gaps in turn, of each sign
_WIDTHS = tuple(_TABLE.split())
_START_B, _START_C, _STOP = 104, 105, 106


class BarcodeError(ValueError):
    """The text cannot be written in bars; the message is for people."""


def barcode_modules(text: str) -> list[bool]:
    """The modules of a text, True for dark, without the quiet zones."""
    odd = next((letter for letter in text if not " " <= letter <= "~"), "")
    if odd:
        raise BarcodeError(
            f"expected only ASCII letters, digits and signs in a bar code, got “{odd}” (U+{ord(odd):04X})"
        )
    if not 0 < len(text) <= MAX_LETTERS:
        raise BarcodeError(f"expected 1 to {MAX_LETTERS} characters in a bar code, got {len(text)}")
    if text.isdigit() and len(text) % 2 == 0:
        signs = [_START_C, *(int(text[at : at + 2]) for at in range(0, len(text), 2))]
    else:
        signs = [_START_B, *(ord(letter) - 32 for letter in text)]
    check = (signs[0] + sum(place * sign for place, sign in enumerate(signs[1:], 1))) % 103
    modules: list[bool] = []
    for sign in (*signs, check, _STOP):
        for number, width in enumerate(_WIDTHS[sign]):
            modules += [number % 2 == 0] * int(width)
    return modules
