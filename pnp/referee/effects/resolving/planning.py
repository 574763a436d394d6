"""Choices that are made when a card is played, before it may be answered. In: a list of effects. Out: what was chosen.

Only the effects of the list itself are planned: what is inside a condition or a table of dice is chosen when it comes
up, and a search when it is made. Invariant: planning changes nothing but the names of a `Doing`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.referee.effects.effect_table import effects_of
from pnp.referee.effects.plain import MARK, PLANNING, TRYING, Doing
from pnp.referee.effects.resolving.answering import open_window
from pnp.referee.effects.resolving.counters import FROM, TO
from pnp.referee.effects.resolving.run import Run, Unnamed, Waiting
from pnp.referee.effects.vocabulary.values import CHOSEN, Selector


def plan(t: Any, doing: Doing) -> None:
    """Choose for one effect after another; then the card may be answered."""
    cards = effects_of(t)
    effects = cards.find(t, doing.card, doing.path)
    while doing.at < len(effects):
        run = Run(t, doing)
        try:
            _choose(run, effects[doing.at])
        except Unnamed:
            pass
        except Waiting:
            return
        marks = tuple(pair for pair in run.doing.names if pair[0].startswith(MARK))
        doing = run.doing.next().with_names({f"plan{doing.at}": marks})
    number = doing.get(PLANNING)
    if number == TRYING:
        return
    names = tuple(pair for pair in doing.names if pair[0] != PLANNING)
    planned = (replace(each, names=names) if each.number == number else each for each in t[cards.announced])
    t.put(cards.announced, tuple(planned), cards.rule)
    open_window(t, number)


def try_plan(t: Any, doing: Doing) -> None:
    """Choose as far as a line names the choices, to refuse what cannot be; nothing changes, and nothing is asked."""
    was, t.is_listing = t.is_listing, False  # an answer would end a trial that lists
    try:
        plan(t, doing.with_names({PLANNING: TRYING}))
    finally:
        t.is_listing = was


def _choose(run: Run, effect: Any) -> None:
    for name in ("who", "to", "with_"):
        who = getattr(effect, name, None)
        if isinstance(who, str) and who in CHOSEN:
            run.seats(who)
    for target, only, mark in targets(run, effect):
        run.pieces(target, only, *mark)
    if effect.verb == "choose_one" and run.marked("option") is None:
        count = len(effect.options)
        run.ask(run.cards.ask.option, run.doing.you, count=count, among=tuple(range(count)))
    if effect.verb in ("name_card", "name_type") and run.marked("named") is None:
        run.ask(run.cards.ask.name if effect.verb == "name_card" else run.cards.ask.type, run.doing.you)


def targets(run: Run, effect: Any) -> list[tuple[Selector, Any, tuple[str, ...]]]:
    """The selectors of an effect, with the cards that it can do something with and where the choice is kept."""
    found: list[tuple[Any, Any, tuple[str, ...]]]
    if effect.verb == "move_counters":
        found = [(effect.from_, lambda piece: piece.counters > 0, (FROM,)), (effect.to, run.takes_counters, (TO,))]
        found = found[:1] if effect.share else found
    else:
        found = [(getattr(effect, "target", None), run.can_do(effect), ())]
    return [each for each in found if isinstance(each[0], Selector)]


def missing_choice(t: Any, doing: Doing, least: int = 0, count: int | None = None) -> str:
    """The verb that lacks a card in play that it must choose, in a list of effects; "" if none does.

    least: how many cards each effect must find at least, also where it need not choose · count: of the first effects
    """
    run = Run(t, doing)
    for effect in effects_of(t).find(t, doing.card, doing.path)[:count]:
        found: list[int] = []
        for target, only, _ in targets(run, effect):
            pieces = [piece.number for piece in run.meant(target, only)]
            if len(pieces) < max(target.choose, least) or (found and least and found == pieces and len(pieces) == 1):
                return str(effect.verb)
            found = pieces
    return ""
