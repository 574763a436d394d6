"""A build for a card printer. In: a game, a PrintOrder and a Service. Out: pictures or PDFs exactly as that printer
wants them, a README about what to upload where, and a manifest.

Decks of cards are made here; what else a printer makes (`other_components.py`) follows. The rest is named in the README
as what to print at home. Invariant: every face has exactly the canvas of a product. What was scaled or left out is
reported; what was asked for by name and cannot be made, or lacks bleed, is reported for all decks at once, and nothing
is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, Report, Span
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.building import BuildResult, about_book, build_folder, deliver_build
from pnp.export.order.delivery import file_names, folder_name, safe_name
from pnp.export.order.faces import Faces, describe_press, for_press, make_faces, read_press
from pnp.export.order.manifest import MadeFile, made_component, made_file, make_manifest
from pnp.export.order.order import GameFolders, PrintOrder, printed_parts
from pnp.export.order.resolve import resolve
from pnp.export.pdf.document import About
from pnp.export.pdf.output_intent import OutputIntent
from pnp.export.pictures.png import face_sheets
from pnp.export.services.fitting import Fit, Misfit, find_fit, fit_frame, format_fits
from pnp.export.services.other_components import RESERVED, make_others, other_notices
from pnp.export.services.pieces import Crafted, OrderPainter
from pnp.export.services.service import DPI, SERVICES, Service
from pnp.layout.checks.inspection import faces_of
from pnp.layout.checks.preflight import preflight
from pnp.layout.drawing.frame import Outline
from pnp.layout.sheets.components import ComponentPart, with_copies
from pnp.library.card import CardBook, Component
from pnp.library.catalogue import read_words
from pnp.library.words import localise


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
        lines += [_WORDS["together"].format(most=service.most), ""]
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


class PrintDeck(Struct, frozen=True):
    """A component that the printer can make: its parts, and how each of its faces is fitted."""

    component: Component
    title: str
    parts: list[ComponentPart]
    fits: dict[int, Fit]


def build_for_service(
    game: GameFolders, book: CardBook, order: PrintOrder, cache: BuildCache | None = None
) -> BuildResult:
    """Make everything ordered by the card printer it names; InputError reports every fault."""
    service, cache = SERVICES[order.service], cache or BuildCache()
    job = resolve(game, book, order, cache)
    made = make_faces(job, cache, are_frames=True)
    intent = read_press(order, service.pdfx, service.ink)
    if intent is not None:
        made = for_press(made, intent, cache)
    resources, digests = made.resources, made.portfolio.digests
    painter = OrderPainter(made.pdf_resources, order.forecast)
    about = replace(about_book(resources, service.title), press=intent)
    decks, left = _decks(made, service, order)
    taken = {deck.component.id for deck in decks}
    rest = [
        (component, printed_parts(there, order))
        for component, parts in made.components
        if component.id not in taken and (there := with_copies(component, parts))
    ]
    others = make_others(made, painter, service, order, about, rest) if service.makes_others else None
    if others is not None:
        notices = [*_scaled(decks, service), *other_notices(others, book.slug)]
        left_out = [f"{_title(one.component, resources.lang)}: {one.why}" for one in others.declined]
        taken |= others.made
    else:
        notices = [*_scaled(decks, service), *_left_out(left, book.slug, service)]
        left_out = [_title(component, resources.lang) for component, _ in rest]
    files: list[tuple[MadeFile, bytes]] = []
    written: list[WrittenOrder] = []
    for deck, folder in zip(decks, file_names([deck.component.id for deck in decks], RESERVED), strict=True):
        for label, parts in _orders(deck.parts, service.most, folder):
            new = list(_files(made, painter, deck, parts, label, service, about))
            files += new
            backs = sum("back" in file.file.rpartition("/")[2] or "/backs/" in file.file for file, _ in new)
            written.append(
                WrittenOrder(deck.title, label, parts, list(deck.fits.values()), [f.file for f, _ in new], backs)
            )
    cache.save()
    crafted = others.crafted if others is not None else []
    files += [file for one in crafted for file in one.files]
    sets = [(one, printed_parts(with_copies(one, parts), order)) for one, parts in made.components if one.id in taken]
    ours = replace(book, components=tuple(component for component, _ in sets))
    label = folder_name(service.id, resources, order, ours, service.pdfx)
    text = readme(service, localise(book.title, resources.lang), written, left_out, intent, crafted).encode()
    files.append(made_file("README.txt", "txt", [component.id for component, _ in sets], 1, 0, text))
    manifest = make_manifest(
        resources,
        service.id,
        {"service": service.id, "fit": order.fit} | describe_press(intent),
        [made_component(component, parts, resources, digests) for component, parts in sets],
        [file for file, _ in files],
        backs=job.backs,
    )
    folder = build_folder(order, label, manifest)
    if not order.forecast:
        deliver_build(order, label, manifest, files)
    pieces = sum(part.copies for _, parts in sets for part in parts)
    warnings = [*notices, *made.portfolio.report.warnings, *_outside_safe(made, decks, service)]
    return BuildResult(folder, manifest, pieces, warnings, plan=text.decode() if order.forecast else "")


def foreseen(order: PrintOrder) -> list[Diagnostic]:
    """What the printer will object to, known before anything is made."""
    service = SERVICES[order.service]
    if service.pdfx != "x1a" or order.press:
        return []
    message = f"{service.title} asks for PDF/X-1a in CMYK and will likely reject these PDFs, which are RGB"
    return [Diagnostic(Span("--for"), message, "--press PROFILE.icc writes PDF/X-1a", "warning", "service")]


def _title(component: Component, lang: str) -> str:
    return localise(component.title, lang) or component.id


def _decks(made: Faces, service: Service, order: PrintOrder) -> tuple[list[PrintDeck], dict[str, Misfit]]:
    """All decks that can be made, with their fits, and the others with why; InputError when one that was asked for by
    name, or every one, has none, and the printer makes nothing else.
    """
    report, faces, slug = Report(), made.portfolio.faces, made.resources.book.slug
    decks: list[PrintDeck] = []
    left: dict[str, Misfit] = {}
    for component, parts in made.components:
        parts = with_copies(component, parts)
        if component.kind != "cards" or not parts:
            continue
        parts = printed_parts(parts, order)
        numbers = {part.face for part in parts} | {part.back for part in parts if part.back >= 0}
        fits: dict[int, Fit] = {}
        misfits: dict[tuple[str, str], Misfit] = {}
        for number in sorted(numbers):
            try:
                fits[number] = find_fit(faces[number], service, order.fit)
            except Misfit as fault:
                name = faces[number].name
                misfits.setdefault((name.rpartition("/")[0] or name, str(fault)), fault)
        if not misfits:
            decks.append(PrintDeck(component, _title(component, made.resources.lang), parts, fits))
        for (layout, _), misfit in misfits.items():
            if misfit.kind != "bleed" and (service.makes_others or component.id not in order.only):
                left.setdefault(component.id, misfit)
                continue
            template = made.resources.template(layout)
            place = template.span if template is not None else Span(slug)
            report.error(
                place, f"component {component.id}: {misfit}", _remedy(misfit, slug, service, order.only), "service"
            )
    if not decks and not report.errors and not service.makes_others:
        for name, misfit in left.items():
            report.error(Span(slug), f"component {name}: {misfit}", _remedy(misfit, slug, service, ()), "service")
        message = f"{service.title} can make none of the components"
        hint = f"The Game Crafter also makes tiles, chits, boards and booklets: pnp build {slug} --for gamecrafter"
        report.error(Span(slug), message, hint, "service")
    report.raise_errors()
    return decks, left


def _remedy(fault: Misfit, slug: str, service: Service, only: Sequence[str]) -> str:
    """What to do about a misfit: where scaling helps, the command that does it."""
    if fault.kind != "size":
        return fault.hint
    return f"{_command(slug, service, only)} {fault.hint}"


def _command(slug: str, service: Service, only: Sequence[str]) -> str:
    named = f" --only {','.join(only)}" if only else ""
    return f"pnp build {slug} --for {service.id}{named} --fit"


def _scaled(decks: Sequence[PrintDeck], service: Service) -> Iterator[Diagnostic]:
    """A note for each way in which cards are scaled."""
    ways: dict[str, list[str]] = {}
    for deck in decks:
        scaled = format_fits(list(deck.fits.values()))
        if scaled:
            products = ", ".join(dict.fromkeys(fit.product.describe() for fit in deck.fits.values()))
            ways.setdefault(f"{scaled}, for {products}", []).append(deck.component.id)
    for way, names in ways.items():
        yield Diagnostic(Span("--for"), f"{service.title}: {', '.join(names)} {way}", "", "note", "service")


def _left_out(left: dict[str, Misfit], slug: str, service: Service) -> Iterator[Diagnostic]:
    """A warning for each deck that is not made."""
    for name, fault in left.items():
        hint = _remedy(fault, slug, service, ()) if fault.kind == "size" else "print it at home: pnp build " + slug
        yield Diagnostic(Span("--for"), f"component {name} is left out: {fault}", hint, "warning", "service")


def _orders(parts: Sequence[ComponentPart], most: int, folder: str) -> list[tuple[str, list[ComponentPart]]]:
    """The parts as orders of no more cards than the printer takes, and their folders."""
    if not most or sum(part.copies for part in parts) <= most:
        return [(folder, list(parts))]
    orders: list[list[ComponentPart]] = [[]]
    room = most
    for part in parts:
        left = part.copies
        while left:
            if not room:
                orders.append([])
                room = most
            taken = min(left, room)
            orders[-1].append(replace(part, copies=taken))
            left, room = left - taken, room - taken
    return [(f"{folder}-order-{number}", some) for number, some in enumerate(orders, 1)]


def _files(
    made: Faces,
    painter: OrderPainter,
    deck: PrintDeck,
    parts: Sequence[ComponentPart],
    folder: str,
    service: Service,
    about: About,
) -> Iterator[tuple[MadeFile, bytes]]:
    numbers = list(dict.fromkeys([part.face for part in parts] + [part.back for part in parts if part.back >= 0]))
    fitted = [fit_frame(made.portfolio.frame(number), deck.fits[number]) for number in numbers]
    at = {number: place for place, number in enumerate(numbers)}
    ids = [deck.component.id]
    if service.form == "pdf":
        pages = face_sheets(fitted)
        sheets = [
            replace(pages[at[number]], side=side)
            for part in parts
            for _ in range(part.copies)
            for number, side in ((part.back, "back"), (part.face, "front"))
            if number >= 0
        ]
        data = painter.document(fitted, sheets, replace(about, title=f"{about.title}: {deck.title}"))
        yield made_file(f"{folder}.pdf", "pdf", ids, len(sheets), len(fitted), data)
        return
    pictures = dict(zip(numbers, painter.pictures(fitted), strict=True))
    for name, number in _pictures(parts, folder, service.form == "copies"):
        yield made_file(name, "png", ids, 1, 1, pictures[number])


def _pictures(parts: Sequence[ComponentPart], folder: str, is_each_copy: bool) -> Iterator[tuple[str, int]]:
    """Names of pictures, in the deck's order, and the faces on them."""
    backs = {part.back for part in parts}
    common = backs.pop() if len(backs) == 1 else -1
    digits = max(2, len(str(sum(part.copies for part in parts) if is_each_copy else len(parts))))
    count = 0
    if is_each_copy:
        for part in parts:
            for _ in range(part.copies):
                count += 1
                yield f"{folder}/fronts/{count:0{digits}}-{safe_name(part.card)}.png", part.face
                if part.back >= 0 and common < 0:
                    yield f"{folder}/backs/{count:0{digits}}-{safe_name(part.card)}.png", part.back
        if common >= 0:
            yield f"{folder}/backs/back.png", common
        return
    for part in parts:
        count += 1
        stem = f"{folder}/{count:0{digits}}-{safe_name(part.card)}-x{part.copies}"
        yield f"{stem}.png", part.face
        if part.back >= 0 and common < 0:
            yield f"{stem}-back.png", part.back
    if common >= 0:
        yield f"{folder}/back.png", common


def _outside_safe(made: Faces, decks: Sequence[PrintDeck], service: Service) -> list[Diagnostic]:
    """What stands nearer to the cut than this printer allows, each place once."""
    resources, found = made.resources, dict[tuple[Span, str], Diagnostic]()
    ways = {_key(made.portfolio.faces[number]): fit for deck in decks for number, fit in deck.fits.items()}
    for deck in decks:
        for face in faces_of(resources, deck.component):
            fit = ways.get(_key(face.frame))
            if fit is None:
                continue
            safe = service.safe / min(fit.across, fit.down)
            for item in preflight(resources, replace(face, size=replace(face.size, safe=safe))):
                if item.code == "outside-safe":
                    message = f"for {service.title}: {item.message}"
                    found.setdefault((item.span, item.code), replace(item, message=message))
    return list(found.values())


def _key(face: Outline) -> tuple[float, float, float]:
    return face.width, face.height, face.bleed
