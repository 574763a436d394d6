"""Good orders of dates. In: towns. Out: a few orders worth proposing, the shortest way first.

Invariant: an order holds every town once, and no fanatic town at its end where the table plays so (KEI-V30).
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.keikalla.state import Cards, KeikallaState
from pnp.referee.seat import Seat


def propose_orders(state: KeikallaState, seat: Seat, towns: Cards, length: int) -> Iterator[Cards]:
    """Orders of `length` of these towns: from the figurine to the nearest and on; some with other beginnings."""
    start = state.players[seat].at
    different = tuple(dict.fromkeys(towns))
    if len(different) < length:
        different = towns  # a Guest Star may bring a town twice
    found: dict[Cards, None] = {}
    firsts = sorted(dict.fromkeys(different), key=lambda town: state.data.atlas.steps_from(start)[town])[:3]
    for first in firsts:
        found[_open_ended(state, _shorten(state, start, _nearest(state, first, different))[:length])] = None
    yield from found


def _nearest(state: KeikallaState, first: str, towns: Cards) -> Cards:
    order, left = [first], list(towns)
    left.remove(first)
    while left:
        steps = state.data.atlas.steps_from(order[-1])
        following = min(left, key=lambda town: (steps[town], town))
        left.remove(following)
        order.append(following)
    return tuple(order)


def _shorten(state: KeikallaState, start: str, order: Cards) -> Cards:
    """Turn parts of the way round while that makes it shorter."""
    atlas, best = state.data.atlas, list(order)
    better = True
    while better:
        better = False
        for at in range(1, len(best) - 1):
            for to in range(at + 1, len(best)):
                before, after = best[at - 1], best[to + 1] if to + 1 < len(best) else None
                now = atlas.steps_from(before)[best[at]] + (atlas.steps_from(best[to])[after] if after else 0)
                turned = atlas.steps_from(before)[best[to]] + (atlas.steps_from(best[at])[after] if after else 0)
                if turned < now:
                    best[at : to + 1] = reversed(best[at : to + 1])
                    better = True
    return tuple(best)


def _open_ended(state: KeikallaState, order: Cards) -> Cards:
    """No fanatic town among the last dates, where the table plays so."""
    data = state.data
    if not data.switches["fanatic_venues"]:
        return order
    last = data.numbers["open_last_dates"]
    fanatic = [town for town in order if data.atlas.towns[town].fanatic]
    others = [town for town in order if not data.atlas.towns[town].fanatic]
    if len(others) < last or not any(town in fanatic for town in order[-last:]):
        return order
    late = [town for town in order[-last:] if town in fanatic]
    rest = [town for town in order if town not in late]
    ends = others[-last:]
    return (*(town for town in rest if town not in ends), *late, *ends)
