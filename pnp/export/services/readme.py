"""The README of a build for a card printer. In: what was made. Out: a text about what to upload where.

Invariant: every file that was made is accounted for, with the number of cards it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.export.pdf.output_intent import OutputIntent
from pnp.export.services.fitting import Fit, format_fits
from pnp.export.services.pieces import Crafted
from pnp.export.services.service import DPI, Service
from pnp.layout.sheets.components import ComponentPart
from pnp.library.catalogue import read_words


class WrittenOrder(Struct, frozen=True):
    """One order: the deck's title, its folder (or PDF), parts, fits, files, and how many of these are backs."""

    title: str
    folder: str
    parts: list[ComponentPart]
    fits: list[Fit]
    files: list[str]
    backs: int

    @property
    def cards(self) -> int:
        """How many cards it makes."""
        return sum(part.copies for part in self.parts)


_WORDS = read_words(__file__, "readme.yaml")


def readme(
    service: Service,
    title: str,
    written: Sequence[WrittenOrder],
    left_out: Sequence[str],
    press: OutputIntent | None = None,
    crafted: Sequence[Crafted] = (),
) -> str:
    """The whole text; `press`: of which the files have the inks; `crafted`: what is no deck."""
    lines = [f"{title}, for {service.title} ({service.address})", ""]
    steps = _WORDS["steps"][service.id] if written else _WORDS["no_deck"]
    made = [step.format(address=service.address, back=_back(service, written)) for step in steps]
    lines += [f"{number}. {step}" for number, step in enumerate(filter(None, made), 1)]
    lines += ["", "Contents:", ""]
    for one in written:
        products = list(dict.fromkeys(fit.product for fit in one.fits))
        sizes = ", ".join(
            f"{product.describe()}"
            + ("" if service.form == "pdf" else f", {product.width} × {product.height} px at {DPI} dpi")
            for product in products
        )
        what = f"{one.folder}.pdf" if service.form == "pdf" else f"{one.folder}/"
        lines.append(f"{what}  {one.title}: {one.cards} card{'s' if one.cards != 1 else ''}, {sizes}")
        scaled = format_fits(one.fits)
        if scaled:
            lines.append(f"  {scaled}, because {service.title} has no card of that size")
        if not all(fit.has_bleed for fit in one.fits):
            lines.append("  some cards have no bleed: white may show at their edges")
        if service.form == "each":
            lines += [f"  {part.copies:3} × {part.card}" for part in one.parts]
        lines.append("")
    if service.most and len(written) > 1:
        lines += [f"An order holds at most {service.most} cards; each folder is a separate order.", ""]
    for kind in dict.fromkeys(one.product.kind for one in crafted):
        lines += [_WORDS["others"][kind], ""]
        for other in (one for one in crafted if one.product.kind == kind):
            lines += [f"{other.folder}  {other.lines[0]}", *(f"  {line}" for line in other.lines[1:]), ""]
    if left_out and crafted:
        lines += [f"Not made by {service.title}; print at home (pnp build):", *(f"  {one}" for one in left_out)]
        lines.append("")
    elif left_out:
        lines += ["Not for a print service; print at home (pnp build):", f"  {', '.join(left_out)}", ""]
    if press is not None:
        lines += [
            f"These PDFs are {press.norm.title} in the inks of “{press.name}”, with at most {press.limit} % ink.",
            "Black and grey text uses only black ink; black text overprints what is below it. Check a proof.",
            "",
        ]
    elif service.id in _WORDS["form"]:
        lines += [*_WORDS["form"][service.id], ""]
    return "\n".join(lines)


def _back(service: Service, written: Sequence[WrittenOrder]) -> str:
    """The step about backs; all of them where the decks differ."""
    common, each, none = _WORDS["backs"][service.form]
    steps = [none if not one.backs else common if one.backs == 1 and len(one.parts) > 1 else each for one in written]
    return " Or: ".join(dict.fromkeys(steps))
