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


_NO_DECK = (
    "Make a game at {address} and add the products listed below, with their files.",
    "Check every part in the proof before you order.",
)
_STEPS = {
    "gamecrafter": (
        "Make a game at {address}. For each folder, add a deck of the size given below.",
        "Upload all pictures of the folder to that deck at once; their names put them in order.",
        "{back}",
        "Set the quantity of each card to the number after the x in the name of its picture.",
        "Check every card in the proof against the cut line (38 px inside the picture) and the safe zone (75 px).",
    ),
    "makeplayingcards": (
        "For each folder, start an order at {address} with the size and the number of cards given below.",
        "Choose different pictures for the fronts, and upload the folder “fronts”: one picture per card, in order.",
        "{back}",
        "Check every card in the preview; the outer 36 px of each picture are cut off.",
    ),
    "drivethrucards": (
        "For each PDF, make a title at {address} as its publisher, of the size given below.",
        "Upload the PDF. Its pages are back 1, front 1, back 2, front 2 and so on, with all copies of each card.",
        "Order a proof. Bleed and safe area are an eighth of an inch.",
    ),
}
# What a printer may object to in the files, so that people know beforehand.
_FORM = {
    "drivethrucards": (
        "These PDFs are not PDF/X: colours are RGB and grey, some areas are translucent, there is no output intent.",
        "As far as we know, DriveThruCards asks for PDF/X-1a in CMYK with at most 240 % ink; read its guide.",
        "`--press PROFILE.icc` writes PDF/X-1a for a press: ask for the profile of theirs, or use a SWOP profile.",
    ),
}
# How things that are no decks are ordered, by the kind of product.
_SHEETS = "for each number upload the front, the back and the cut lines (svg); backs are flipped like pages"
_OTHERS = {
    "chit": "Chits: add the component named below for each folder; the number after the x is its quantity.",
    "board": "Boards: add the component named below, upload its picture, and check where the board folds.",
    "mat": "Mats: add the component named below, upload its picture, and check where the mat folds.",
    "punchout": f"Punchouts: {_SHEETS}.",
    "cardstock": f"Card stock: {_SHEETS}.",
    "booklet": "Booklet: add the component named below and upload its pages in order; page 1 is the cover.",
    "document": "Documents: add a Document for each PDF; it is printed on both sides and folded.",
    "box": "Box: add the component named below and place the walls on its template.",
}
_BACKS = {
    "each": (
        "Use “back.png” as the back of the deck.",
        "Give each card the back whose name begins like the name of the card's picture.",
        "The cards have no backs: keep the plain back of the service.",
    ),
    "copies": (
        "Choose the same picture for all backs, and upload “backs/back.png”.",
        "Choose different pictures for the backs, and upload the folder “backs”; its order is that of the fronts.",
        "The cards have no backs: leave them blank.",
    ),
    "pdf": ("", "", ""),
}


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
    steps = _STEPS[service.id] if written else _NO_DECK
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
        lines += [_OTHERS[kind], ""]
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
    elif service.id in _FORM:
        lines += [*_FORM[service.id], ""]
    return "\n".join(lines)


def _back(service: Service, written: Sequence[WrittenOrder]) -> str:
    """The step about backs; all of them where the decks differ."""
    common, each, none = _BACKS[service.form]
    steps = [none if not one.backs else common if one.backs == 1 and len(one.parts) > 1 else each for one in written]
    return " Or: ".join(dict.fromkeys(steps))
