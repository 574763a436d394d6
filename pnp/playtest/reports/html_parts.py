"""Parts of the page. In: plots and rows of text. Out: HTML, escaped, well-formed as XML.

Invariant: a part that is wider than the screen scrolls by itself, by keyboard too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1c1b1a; --paper: #fbfaf7; --card: #ffffff; --soft: #635f58; --rule: #dcd8cf;
  --bar: #7f9db9; --above: #2a744a; --below: #ab4a33; --error: #1c1b1a; --first: #2f6690; --second: #a8622a; }
@media (prefers-color-scheme: dark) { :root { --ink: #eae6de; --paper: #191817; --card: #22201e; --soft: #aaa59b;
  --rule: #3a3835; --bar: #4f6f8f; --above: #5cb07e; --below: #dd7a61; --error: #f4f0e8; --first: #7fb2dc;
  --second: #e0a267; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 96rem; padding: clamp(1rem, 3vw, 2.5rem); font: 16px/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { font-size: clamp(1.35rem, 3.2vw, 2rem); line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; margin: 0 0 .6rem; } p { max-width: 46rem; margin: .4rem 0 .8rem; }
.soft { color: var(--soft); }
section, .part { background: var(--card); border: 1px solid var(--rule); border-radius: .6rem;
  padding: clamp(.8rem, 2vw, 1.4rem); margin: 1.1rem 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem; margin: 1.2rem 0;
  padding: 0; list-style: none; }
.figures li { background: var(--card); border: 1px solid var(--rule); border-radius: .6rem; padding: .7rem .9rem; }
.figures b { display: block; font-size: 1.45rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: .88rem; line-height: 1.35; display: block; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem 2rem;
  align-items: start; }
.plots { display: grid; gap: 1.2rem; min-width: 0; } figure { margin: 0; min-width: 0; }
.wide { overflow-x: auto; min-width: 0; }
.wide:focus-visible { outline: 2px solid var(--first); outline-offset: 2px; }
svg { width: 100%; min-width: 27rem; height: auto; display: block; }
svg text { font: 12.5px system-ui, sans-serif; fill: var(--ink); }
svg .tick { fill: var(--soft); } svg .grid { stroke: var(--rule); } svg .bar { fill: var(--bar); }
svg .above { fill: var(--above); } svg .below { fill: var(--below); } svg .zero { stroke: var(--soft); }
svg .error { stroke: var(--error); stroke-width: 1.5; } svg .base { stroke: var(--ink); stroke-dasharray: 4 3; }
svg .faint { stroke: var(--soft); stroke-width: 1; } svg .dot { fill: var(--bar); }
svg .book { fill: var(--card); stroke: var(--ink); stroke-width: 2; }
svg polygon.above, svg polygon.below { stroke: var(--card); }
svg .line { fill: none; stroke-width: 2.2; } svg .band { opacity: .2; }
svg .line.first { stroke: var(--first); } svg .line.second { stroke: var(--second); stroke-dasharray: 6 4; }
svg .band.first, svg .mark.first { fill: var(--first); } svg .band.second, svg .mark.second { fill: var(--second); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; font-size: .92rem; }
table + table { margin-top: 1.2rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { text-align: right; padding: .22rem .5rem; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { font-weight: 600; } tbody th { font-weight: 400; } thead th { color: var(--soft); }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 7rem; }
code { font-size: .92em; overflow-wrap: anywhere; } a { color: var(--first); }
@media (max-width: 40rem) { svg text { font-size: 15px; } }
@media print { section, .part, .figures li { break-inside: avoid; border-color: #ccc; } }
"""


def whole_page(title: str, inside: str) -> str:
    """A page that needs nothing else; `inside` is HTML."""
    return (
        '<!DOCTYPE html>\n<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/>'
        '<meta name="generator" content="pnp playtest"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{inside}</main></body></html>\n"
    )


def section(title: str, plots: Sequence[str], tables: str, note: str = "") -> str:
    """Plots, one below the other, and beside them the tables that hold their numbers."""
    intro = f"<p>{escape(note)}</p>" if note else ""
    numbers = [f" {at}" if len(plots) > 1 else "" for at in range(1, len(plots) + 1)]
    figures = [
        f"<figure>{scrolling(plot, f'{title}: plot{at}')}</figure>" for at, plot in zip(numbers, plots, strict=True)
    ]
    return (
        f'<section><h2>{escape(title)}</h2>{intro}<div class="pair"><div class="plots">{"".join(figures)}</div>'
        f"{scrolling(tables, f'{title}: numbers')}</div></section>"
    )


def part(title: str, inside: str) -> str:
    """Something without a plot; `inside` is HTML."""
    return f'<div class="part"><h2>{escape(title)}</h2>{inside}</div>'


def scrolling(inside: str, label: str) -> str:
    """What scrolls to the side by itself where it is too wide."""
    return f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}">{inside}</div>'


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], kinds: Sequence[str] = ()) -> str:
    """A table whose rows begin with their name; kinds: a class for the cells of each column."""
    marks = [f' class="{kind}"' for kind in kinds] or [""] * len(head)
    top = "".join(
        f'<th scope="col"{mark}>{escape(cell)}</th>' if cell or at else "<td></td>"
        for at, (cell, mark) in enumerate(zip(head, marks, strict=True))
    )
    lines = []
    for name, *cells in rows:
        inside = "".join(f"<td{mark}>{escape(cell)}</td>" for cell, mark in zip(cells, marks[1:], strict=True))
        lines.append(f'<tr><th scope="row"{marks[0]}>{escape(name)}</th>{inside}</tr>')
    title = f"<caption>{escape(caption)}</caption>"
    return f"<table>{title}<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return f"<p{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{escape(text)}</p>"


def key_figures(figures: Iterable[tuple[str, str]]) -> str:
    """Numbers at a glance: the number, and what it is."""
    items = "".join(f"<li><b>{escape(value)}</b><span>{escape(what)}</span></li>" for value, what in figures)
    return f'<ul class="figures">{items}</ul>' if items else ""
