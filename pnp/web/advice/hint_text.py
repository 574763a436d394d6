"""A hint in words, and as plain values. In: a hint, the table as its seat knows it. Out: lines of text, JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.library.words import in_language
from pnp.playtest.advice.hint import Hint
from pnp.playtest.advice.weighing import Estimate
from pnp.referee.replay import Replay
from pnp.table.plain_values import counter_name
from pnp.table.story.past import reason_values
from pnp.web.advice.labels import hundredths, label


def hint_lines(found: Hint, table: Replay[Any], lang: str) -> Iterator[str]:
    """The move first, then all about it, indented."""
    notation, setup = table.notation, table.setup
    yield notation.format(found.move)
    if found.chance is None:
        yield f"  {label('only', lang)}"
    else:
        by = label(
            "known" if found.knower is None else "chance",
            lang,
            name=setup.name(found.seat),
            **_hundredths(found.chance, lang),
        )
        yield f"  {by}"
    if found.guessed:
        from pnp.web.drawing.look import Look

        look = Look(None, setup.book)
        zones = ", ".join(look.zone_word(zone, lang) for zone in found.guessed)
        yield f"  {label('guessed', lang, zones=zones)}"
    if found.reason is not None:
        because = in_language(found.reason.because, lang)
        yield f"  {label('why', lang, because=because, rule=found.reason.rule)}"
    if found.changes:
        pairs = ((counter_name(setup.book, what, lang), old, new) for what, old, new in found.changes)
        yield f"  {', '.join(f'{what} {old} → {new}' for what, old, new in pairs)}"
    if found.others:
        yield f"  {label('next', lang)}"
    for other in found.others:
        is_worse = other.worse.is_sure and other.worse.mean > 0
        how = label("fewer" if is_worse else "alike", lang, **_hundredths(other.worse, lang, 1))
        yield f"    {notation.format_move(other.move)}: {how}"


def _hundredths(of: Estimate, lang: str, digits: int = 0) -> dict[str, str]:
    parts = {"mean": of.mean, "low": of.low, "high": of.high}
    return {name: hundredths(part, lang, digits) for name, part in parts.items()}


def hint_values(found: Hint, table: Replay[Any], lang: str) -> dict[str, Any]:
    """The hint for programs."""
    notation = table.notation
    return {
        "ply": found.ply,
        "seat": table.setup.name(found.seat),
        "line": notation.format(found.move),
        "chance": None if found.chance is None else estimate_values(found.chance),
        "why": None if found.reason is None else reason_values(table, found.reason, lang),
        "changes": {counter_name(table.setup.book, what, lang): [old, new] for what, old, new in found.changes},
        "next": [
            {
                "line": notation.format(other.move),
                "worse": {**estimate_values(other.worse), "sure": other.worse.is_sure},
            }
            for other in found.others
        ],
        "worlds": found.worlds,
        "guessed": found.guessed,
    }


def estimate_values(of: Estimate) -> dict[str, float]:
    """A mean and its interval, in four digits."""
    return {"mean": round(of.mean, 4), "low": round(of.low, 4), "high": round(of.high, 4)}
