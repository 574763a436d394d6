"""What `pnp build` made. In: a BuildResult. Out: lines for people, values for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checking.fault_values import fault_values
from pnp.cli.arguments import columns

if TYPE_CHECKING:
    from pnp.export.order.build_files import Forecast
    from pnp.export.order.building import BuildResult


def product_values(product: BuildResult) -> dict[str, object]:
    """What was made, for programs; the manifest holds more."""
    from msgspec import to_builtins

    manifest = product.manifest
    about = {name: getattr(manifest, name) for name in ("game", "title", "paper", "lang", "theme")}
    warnings = [fault_values(item) for item in product.warnings]
    files = to_builtins(manifest.files)
    if product.forecast is not None:
        about |= {"forecast": to_builtins(product.forecast)}
    if product.plan:
        about |= {"plan": product.plan}
        files = [{name: value for name, value in file.items() if name not in _UNPAINTED} for file in files]
    made = {"folder": product.folder, "manifest": product.manifest_path, "pieces": product.pieces}
    return {**about, **made, "files": files, "warnings": warnings}


_UNPAINTED = ("bytes", "sha256")  # what files lack that were only planned


def product_lines(product: BuildResult, seconds: float) -> list[str]:
    """What was made, as lines."""
    import os

    from pnp.base.diagnostics import LOST
    from pnp.base.places import shown_path
    from pnp.cli.terminal.ink import print_faults
    from pnp.library.words import BOTH

    manifest = product.manifest
    rows = [["", "file", "pages", "faces", "size"]]
    pngs = [file for file in manifest.files if file.kind == "png"]
    for file in manifest.files:
        if file.kind != "png":
            rows.append(["", file.file, f"{file.pages:5}", f"{file.faces:5}", _size(file.bytes)])
    if pngs:
        total = _size(sum(file.bytes for file in pngs))
        rows.append(["", f"png{os.sep}", "", f"{len(pngs):5}", total])
    if product.plan:
        rows = [row[:-1] for row in rows]  # what was not painted has no size
    many = "1 piece" if product.pieces == 1 else f"{product.pieces} pieces"
    head = f"{manifest.title}: {many} on {manifest.paper}, {manifest.lang}, {manifest.theme}, in {seconds:.2f} s"
    lines = [head, *columns(rows)]
    if product.forecast is not None:
        lines = [head.replace(f", in {seconds:.2f} s", ""), *_forecast_lines(product.forecast)]
    if product.plan:
        lines += ["", *product.plan.splitlines(), "nothing was written (--forecast)"]
    of_layouts = [item for item in product.warnings if not item.span.file.startswith("--") and item.code not in LOST]
    for item in product.warnings:
        if manifest.sheets.get("service") or item not in of_layouts:  # not only pnp check says these
            print_faults([item])
    if manifest.update is not None:
        lines += [f"  remove {removal.describe()}" for removal in product.removed] or ["  nothing to remove"]
    if product.leaves and product.forecast is None:
        lines.append(f"  {_paper(product)}")
    if of_layouts:
        many = f"{len(of_layouts)} warning{'s' if len(of_layouts) > 1 else ''}"
        both = f" --lang {manifest.lang}" if BOTH in manifest.lang else ""
        lines.append(f"  {many}: pnp check {manifest.game}{both}")
    return lines if product.forecast is not None or product.plan else [*lines, shown_path(product.manifest_path)]


def _forecast_lines(found: Forecast) -> list[str]:
    """What a print takes, and what would take less."""
    leaves = f"  paper  {_many(found.leaves, 'sheet', 'sheets')}, {_many(found.sides, 'printed side', 'printed sides')}"
    cuts = [f"{_many(found.cuts, 'straight cut', 'straight cuts')}, one sheet at a time"] if found.cuts else []
    cuts += [f"{_many(found.outlines, 'piece', 'pieces')} cut out by hand"] if found.outlines else []
    lines = [leaves, f"  cuts   {', '.join(cuts) or 'none of cards and chits'}"]
    lines.append(
        f"  ink    {found.ink:.0%} of a side on average; in total as much as {found.black_sides:.1f} black sides"
    )
    return [*lines, *(f"  tip    {line}" for line in found.advice), "nothing was written (--forecast)"]


def _many(count: int, one: str, more: str) -> str:
    return f"{count:,} {one if count == 1 else more}"


def _paper(product: BuildResult) -> str:
    """How much paper the set takes, and what shares it."""
    leaves = "1 sheet of paper" if product.leaves == 1 else f"{product.leaves} sheets of paper"
    if not product.saved:
        return leaves
    return f"{leaves}, {product.saved} fewer because components share sheets (--no-share): {'; '.join(product.shared)}"


def _size(count: int) -> str:
    return f"{count / 1000:6.0f} kB" if count < 10_000_000 else f"{count / 1_000_000:6.1f} MB"
