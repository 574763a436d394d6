"""Whatever the words of effects can say, they can print: in English and Finnish, with every player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from msgspec import convert

from pnp.catalog import book_of, find_game
from pnp.referee.effects.vocabulary.abilities import AnyAbility
from pnp.referee.effects.vocabulary.modifiers import ACTS
from pnp.referee.effects.vocabulary.values import One, Player, Single, Whose, Zone
from pnp.referee.effects.wording import word_card
from tests.guard import some
from tests.referee.effects.tables import SCAFFOLD, game_of, text_of

BOOK = book_of(find_game("mygame", [SCAFFOLD.parent]))
PLAYERS, ONES = get_args(Player), (*get_args(One), "them")
NUMBERS: list[Any] = [
    *(1, 3, {"var": "amount"}, {"var": "N"}, {"half": {"double": 3}}, {"half_up": 5}, {"plus": [1, 2, 3]}),
    *({"minus": [5, {"times": [2, 2]}]},),
    *({"life": who} for who in ONES),
    *({"counters": card} for card in ("self", "trigger_card", "chosen_card", "host")),
    *({"count": {"zone": zone}} for zone in get_args(Zone)),
    *({"count": {"zone": "hand", "who": who}} for who in ONES),
    *({"count": {"zone": "in_play", "who": who, "filter": {"type": ["spirit"]}}} for who in ONES),
]
STATES = ("counters", "silenced")
TARGETS: list[Any] = [
    *("self", "trigger_card", "chosen_card", "host"),
    *(
        {**number, "controller": whose, "not_self": is_other, **which}
        for number in ({"choose": 1}, {"choose": 2}, {"up_to": 1}, {"up_to": 3}, {"all": True})
        for whose in get_args(Whose)
        for is_other in (False, True)
        for which in ({}, {"type": ["spirit", "charm"]}, {"name_is": ["frost", "otter"]})
    ),
    *({"choose": 1, "controller": whose} for whose in ("active_player", "trigger_player", "chosen_player")),
    *({**number, key: is_so} for number in ({"choose": 1}, {"all": True}) for key in STATES for is_so in (True, False)),
    {"up_to": 2, "having": {"type": ["charm"]}},
]


def all_mods() -> Iterator[dict[str, Any]]:
    for who in PLAYERS:
        for mod in ("damage_taken", "damage_dealt", "draw_number", "plays"):
            yield from ({"mod": mod, "add": add, "who": who} for add in (-1, 2))
        yield {"mod": "reflect", "who": who}
        yield from ({"mod": "damage_taken", "add": add, "who": who, "limit": "once_per_turn"} for add in (-1, 2))
        yield {"mod": "damage_dealt", "add": 2, "who": who, "to": "other", "filter": {"type": ["spirit"]}}
        yield {"mod": "number", "of": "plays", "add": 1, "who": who}
        for to in get_args(Single):
            yield {"mod": "redirect", "who": who, "to": to}
            yield {"mod": "redirect", "who": who, "to": to, "amount": {"life": "you"}}
        for act in ACTS:
            for filter_ in ({}, {"type": ["spell"]}, {"name_is": ["frost"]}, {"named": "N"}):
                yield {"mod": "may_not", "what": act, "who": who, "filter": filter_}


def all_effects() -> Iterator[dict[str, Any]]:
    for who in PLAYERS:
        for number in NUMBERS:
            for verb in ("gain_life", "lose_life", "draw", "mill"):
                yield {"op": verb, "amount": number, "who": who}
            yield {"op": "draw", "amount": number, "who": who, "from": "discard"}
            yield {"op": "damage", "amount": number, "to": who}
            for pick in ("owner", "you", "random"):
                yield {"op": "discard", "amount": number, "who": who, "pick": pick}
        yield from ({"op": verb, "who": who} for verb in ("extra_turn", "skip_turn"))
        yield {"op": "skip_phase", "phase": "draw", "who": who}
        yield {"op": "unless", "who": who, "pay": [{"op": "lose_life", "amount": 1}], "do": [{"op": "extra_turn"}]}
    for target in TARGETS:
        for number in (1, 2, {"counters": "self"}):
            yield {"op": "add_counters", "amount": number, "target": target}
        for amount in (1, {"half": {"counters": "chosen_card"}}, "all"):
            yield {"op": "remove_counters", "amount": amount, "target": target}
            yield {"op": "move_counters", "amount": amount, "from": target, "to": {"choose": 1}}
            yield {"op": "move_counters", "amount": amount, "from": {"choose": 1}, "to": target, "share": True}
        yield from ({"op": verb, "target": target} for verb in ("silence", "unsilence"))
        yield from ({"op": verb, "target": target} for verb in ("exile", "put_in_discard", "return_to_hand"))
        for until in ("", "end_of_turn", "your_next_turn"):
            yield {"op": "take_control", "target": target, "until": until}
        if isinstance(target, dict):
            verbs = ("attach", "become", "copy") if target.get("choose") == 1 else ()
            yield from ({"op": verb, "target": target} for verb in verbs)
            yield {"op": "choose_card", "target": target}
    for mod in all_mods():
        yield {"op": "lasting", "until": "end_of_turn", "mods": [mod]}
    for compared in ("ge", "gt", "eq", "le", "lt"):
        cond = {"cmp": {"a": {"life": "you"}, "is": compared, "b": 3}}
        yield {"op": "if", "cond": cond, "then": [{"op": "extra_turn"}]}
    for zone in ("deck", "discard"):
        for filter_ in ({}, {"type": ["spirit"]}, {"name_is": ["frost"]}, {"having": {"type": ["charm"]}}):
            for more in ({}, {"amount": 2}, {"amount": 2, "up_to": True}):
                yield from (
                    {"op": "search", "zone": zone, "to": to, "filter": filter_, **more} for to in ("hand", "play")
                )
    for take in (0, 1, 2):
        yield from ({"op": "look_top", "amount": 3, "take": take, "rest": rest} for rest in ("top", "bottom"))
    yield from ({"op": "look_hand", "who": who} for who in PLAYERS)
    yield from ({"op": "shuffle", "with": what} for what in ("", "discard", "self"))
    for who in get_args(Single):
        yield from ({"op": "give", "amount": number, "to": who} for number in (1, 2, {"life": "you"}))
    rows = {1: [{"op": "extra_turn"}], 2: [{"op": "extra_turn"}], 6: [{"op": "draw", "amount": 1}]}
    for sides in (6, 20):
        yield {"op": "roll", "dice": 2, "sides": sides, "save_as": "N"}
        yield {"op": "roll", "sides": sides, "table": rows}
    yield {"op": "name_type", "save_as": "N"}
    yield from ({"op": "attach_to_player", "who": who} for who in get_args(Single))
    yield {"op": "choose_number", "save_as": "N", "most": {"life": "you"}}
    yield {"op": "choose_number", "save_as": "N", "least": 1, "most": 4}
    options = [[{"op": "extra_turn"}], [{"op": "draw", "amount": 1}], [{"op": "gain_life", "amount": 1}]]
    yield {"op": "choose_several", "choose": 2, "options": options}
    yield from ({"op": verb, "who": who} for verb in ("win", "lose") for who in PLAYERS)


def words_of(*abilities: dict[str, Any]) -> list[str]:
    """The text of a card with these abilities, in both languages."""
    typed = convert(abilities, tuple[AnyAbility, ...])
    return [word_card(BOOK.cards["otter"], typed, BOOK, lang) for lang in ("en", "fi")]


def test_every_effect_has_words() -> None:
    for effect in some(all_effects()):
        for text in some(words_of({"trigger": "play", "do": [effect]})):
            assert text.endswith(".") and "{" not in text and "  " not in text, text


def test_every_modifier_has_words_while_its_card_is_in_play() -> None:
    for mod in some(all_mods()):
        assert all("{" not in text for text in words_of({"trigger": "static", "mods": [mod]}))


def test_every_trigger_has_words() -> None:
    events = (
        *("draws", "gains_life", "loses_life", "discards", "plays", "card_enters", "card_leaves"),
        *("takes_damage", "deals_damage", "silences"),
    )
    for trigger in some((*events, "start_of_turn", "end_of_turn")):
        for who in some(get_args(Whose)):
            texts = words_of({"trigger": trigger, "who": who, "do": [{"op": "extra_turn"}], "may": True})
            assert all(text.startswith("**") and "{" not in text for text in texts)


def test_words_of_a_game_come_before_the_usual_ones(tmp_path: Path) -> None:
    cards = "  - {id: oak, name: {en: Oak, fi: Tammi}, abilities: [{trigger: play, do: [{op: draw, amount: 1}]}]}\n"
    own = "verbs:\n  draw:\n  - {for: {amount: 1}, en: a card for you, fi: kortti sinulle}\n"
    assert text_of(game_of(tmp_path, cards, own), "oak", "fi") == "Kortti sinulle."
