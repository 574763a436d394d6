"""Questions about a state: outcome, scores, phase, facts. In: a KekoState. Out: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.games.keko.phases.setup_moves import seats_to_show
from pnp.games.keko.state import EVERYBODY, KekoState, StackItem
from pnp.referee.game import Outcome
from pnp.referee.params import UNKNOWN


def outcome(state: KekoState) -> Outcome | None:
    """How the game ended (KEK-60, KEK-63, KEK-V04)."""
    if state.winners is None:
        return None
    return Outcome(state.winners, state.ending_text, state.ending_rule, state.ending_kind, "KEK-60")


def scores(state: KekoState) -> tuple[int, ...]:
    """Life."""
    return tuple(player.life for player in state.players)


def counters(state: KekoState) -> Mapping[str, tuple[int, ...]]:
    """The numbers people follow (KEK-09)."""
    return {"life": scores(state)}


def phase(state: KekoState) -> str:
    """The phase as 14.1 names it."""
    return state.phase


def facts(state: KekoState) -> Any:
    """Everything on the table as plain values."""
    question = state.question
    return {
        "players": [
            {
                "character": player.character,
                "life": player.life,
                "hand": sorted(card for card, _ in player.hand),
                "open": sorted(card for card, known in player.hand if known == EVERYBODY and card != UNKNOWN),
                "alive": player.alive,
                "used": sorted(player.used),
                "shown": sorted(player.shown),
            }
            for player in state.players
        ],
        "teams": state.teams,
        "play": [
            {
                "card": card.card,
                "copy": card.copy,
                "controller": card.controller,
                "counters": card.counters,
                "imprisoned": card.imprisoned,
                "used": sorted(card.used),
                "back_to": card.back_to,
            }
            for card in state.play
        ],
        "deck": state.deck_count,
        "top": [card for card, _ in state.deck_top],
        "bottom": [card for card, _ in state.deck_bottom],
        "discard": state.discard,
        "aside": sorted(state.out_of_game),
        "stock": sorted(state.deck.items()),
        "phase": state.phase,
        **({"asked": showing} if (showing := seats_to_show(state)) else {}),
        "active": state.active,
        "round": state.round,
        "plays": state.plays,
        "stack": [_entry(item) for item in state.stack],
        "queue": [[each.seat, each.card, each.ability] for each in state.queue],
        "question": [question.kind.id, question.seat, question.key, question.passed] if question else None,
        "quiet": state.skips_windows,
        "winners": state.winners,
    }


def _entry(item: StackItem) -> Any:
    hits = [[hit.seat, hit.amount] for hit in item.damages]
    return [item.kind, item.card, item.seat, item.is_resolving, [effect.verb for effect in item.effects_left], hits]
