"""Paint the pictures of docs/stock.md: all stock icons and sizes. Run in a checkout: python docs/images/stock.py"""

from __future__ import annotations

from collections.abc import Iterator

import elements
import yaml

STOCK = elements.DOCS.parent / "layouts" / "_stock"
PAGE, ICONS, SIZES = (
    elements.DOCS / "stock.md",
    elements.FOLDER / "stock-icons.png",
    elements.FOLDER / "stock-sizes.png",
)


def icon_names() -> list[str]:
    return sorted(path.stem for path in (STOCK / "icons").glob("*.svg"))


def icon_elements() -> Iterator[str]:
    """Yield a grid of the icons with their names."""
    for at, name in enumerate(icon_names()):
        x, y = at % 8 * 20, at // 8 * 18
        yield f"i{at}: {{kind: icon, icon: {name}, x: {x + 5.5}, y: {y + 2}, width: 9, height: 9}}\n"
        place = f"align: centre, x: {x}, y: {y + 12}, width: 20, height: 4"
        yield f't{at}: {{kind: text, text: "{name}", style: small, size: 6.5, {place}}}\n'


def sizes() -> dict[str, dict[str, object]]:
    loaded = yaml.safe_load((STOCK / "sizes.yaml").read_text("utf-8"))
    for size in loaded.values():
        if "like" in size:
            size.update({**loaded[size["like"]], **size})
            if size.get("turned"):
                size["width"], size["height"] = size["height"], size["width"]
    return loaded


def in_mm(length: object) -> float:
    return round(float(length[:-2]) * 25.4, 1) if isinstance(length, str) else float(str(length))


def size_elements() -> tuple[list[str], float]:
    """Return outlines of the sizes in rows at half scale, with name and mm, and the height they take."""
    lines: list[str] = []
    x, y, row = 3.0, 3.0, 0.0
    for at, (name, size) in enumerate(sizes().items()):
        width, height = in_mm(size["width"]) / 2, in_mm(size["height"]) / 2
        if max(width, height) > 62 or "press" in name:
            continue
        if x + max(width, 20) > 161:
            x, y, row = 3, y + row + 12, 0
        box = f"x: {x}, y: {y}, width: {width}, height: {height}"
        kind = "kind: ellipse" if size.get("shape") == "round" else "kind: rect"
        if size.get("shape") == "hex":  # flat top
            corners = [(0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)]
            kind = f"kind: polygon, points: {[[u * width, v * height] for u, v in corners]}"
        lines.append(f"s{at}: {{{kind}, fill: none, stroke: ink, stroke_width: 0.3, {box}}}\n")
        words = f"{name} {width * 2:g} × {height * 2:g}"
        place = f"x: {x}, y: {y + height + 1}, width: {max(width, 20)}, height: 7"
        lines.append(f't{at}: {{kind: text, text: "{words}", style: small, size: 6, min: 5, lines: 2, {place}}}\n')
        x, row = x + max(width, 20) + 4, max(row, height)
    return lines, y + row + 10


def main() -> None:
    outlines, height = size_elements()
    pictures = {
        "stock-icons": (list(icon_elements()), -(-len(icon_names()) // 8) * 18),
        "stock-sizes": (outlines, height),
    }
    for name, (lines, tall) in pictures.items():
        elements.paint(elements.Example("stock", f"../{name}", ("164", str(tall)), "", "quay", "".join(lines)))


if __name__ == "__main__":
    main()
