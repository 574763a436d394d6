"""Reasons and news of what effects do. In: the rules that a game cites, what it words itself. Out: a row for each.

Invariant: every happening has one row, which a game may replace or leave out (`CardEffects(says=…)`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Said = tuple[str, str, bool]  # rule, id of the message, whether it is news
Worded = Callable[..., None]  # f(t, piece=, doing=, …): a game words it itself
Says = Mapping[str, tuple[str, str] | Said | Worded | None]

REASONS = (
    "counters_off", "counters_on", "discards", "draws", "finds", "gains_life", "gives", "loses_life", "named",
    "named_type", "pays", "trade",
)  # fmt: skip
NEWS = (
    "attached", "attached_to", "becomes", "cancelled", "changes_sides", "copied", "deck_is_shuffled", "falls_off",
    "instead", "looks_at_hand", "looks_at_top", "prevented", "redirected", "reflected", "reshuffled", "silenced",
    "swaps_hands", "time_comes", "turned_over", "unsilenced", "wins", "no_choice", "not_waiting",
)  # fmt: skip
QUIET = (  # nothing is said of these unless a game does
    "comes_up", "condition_holds", "done", "empty_hand", "enters", "finds_nothing", "hit", "keeps_order", "leaves",
    "damage_changed", "makes_room", "milled", "next_effect", "no_damage", "none_unsilenced", "nothing_meant",
    "nothing_to_choose", "number", "on_itself", "passed_over", "queued", "resolves", "rolled", "sets_off",
    "shuffled_in", "silenced_all", "source_gone", "takes_discard", "used_up",
)  # fmt: skip
FORBIDDEN = ("may_not", "nothing_happens")
OF_TURNS = ("extra_turn", "phase_again", "phase_is_skipped", "turn_is_skipped")


def make_sayings(rule: str, may_not: str, turns: str, says: Says) -> dict[str, Said | Worded | None]:
    """Return the rule and message of each happening; None where nothing is said."""
    found: dict[str, Said | Worded | None] = dict.fromkeys(QUIET)
    found |= {name: _row(says[name], True) for name in QUIET if name in says}
    for names, cited, is_news in (
        (REASONS, rule, False), (NEWS, rule, True), (FORBIDDEN, may_not, True), (OF_TURNS, turns, True)
    ):  # fmt: skip
        for name in names:
            found[name] = _row(says.get(name, (cited, f"effects.{name}")), is_news)
    unknown = sorted(set(says) - set(found))
    if unknown:
        raise ValueError(f"says={{…}}: expected one of {', '.join(found)}, got {', '.join(unknown)}")
    return found


def _row(own: tuple[str, str] | Said | Worded | None, is_news: bool) -> Said | Worded | None:
    if own is None or callable(own):
        return own
    return (own[0], own[1], own[2] if len(own) > 2 else is_news)
