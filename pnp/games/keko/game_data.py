"""Game data: cards and switches in the shape that the rules read. In: a Setup. Out: one value.

Invariant: every number, name, effect and switch comes from the CardBook (`cards/keko/`); nothing is repeated here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.games.keko.params import CHARACTER_DECK
from pnp.games.keko.vocabulary.abilities import AnyAbility
from pnp.games.keko.vocabulary.inflection import CardWording, short_name
from pnp.games.keko.vocabulary.registry import VOCABULARY
from pnp.games.keko.vocabulary.values import Filter, Selector
from pnp.games.keko.vocabulary.verbs import (
    AddCounters,
    ChooseOne,
    Damage,
    Draw,
    GainLife,
    If,
    Imprison,
    Mill,
    MoveCounters,
    Prevent,
    PutInDiscard,
    Release,
    RemoveCounters,
    Roll,
    Search,
    Shuffle,
    TakeDiscardTop,
)
from pnp.games.keko.vocabulary.wording import word_kind
from pnp.library.card import Card, CardBook
from pnp.library.effect.text import NoPhrase
from pnp.library.effect.vocabulary import Effect
from pnp.library.words import Words, text_of
from pnp.referee.game import DIGITAL, Setup

PLAY_DECK = "play"
ACTION, CREATURE, ITEM, KRYSTAL, LOCATION, TRANSPORTATION = (
    "action",
    "creature",
    "item",
    "krystal",
    "location",
    "transportation",
)
TYPES = (ACTION, CREATURE, ITEM, KRYSTAL, LOCATION, TRANSPORTATION)
ONCE = "once_per_turn"
NO_LIMIT = "none"
GIVER, TAKER = "from", "on"  # the keys with which both cards of a move of counters are typed


class CardData(Struct, frozen=True):
    """One kind of card, or a Character (type "").

    kind: its type line · triggers: the numbers of its abilities by trigger
    automatic: abilities without choice, die or damage
    """

    id: str
    label: str
    kind: str
    type: str
    subtype: str
    sudden: bool
    uses_counters: bool
    names: tuple[str, ...]
    abilities: tuple[AnyAbility, ...]
    triggers: dict[str, tuple[int, ...]]
    automatic: frozenset[int]
    draw: int = 0
    life: int = 0
    keys: tuple[str, ...] = ()

    @property
    def stays(self) -> bool:
        """True for a card that stays in play."""
        return self.type not in (ACTION, "")

    def ability_numbers(self, trigger: str) -> tuple[int, ...]:
        """The abilities of a trigger, in printed order."""
        return self.triggers.get(trigger, ())


class Switches(Struct, frozen=True):
    """The options of the table (section “rulings” and “variants” of the rulebook)."""

    team_play: bool
    legacy_rule: bool
    build_your_own_deck: bool
    starting_location: bool
    ownership_rules: bool
    sudden_timing: str
    repeat_activated: str
    abilities_in_comes_into_play_section: bool
    section_back: bool
    krystal_partial: str
    flip_moment: str
    eliminated_cards: str
    all_die_together: str
    reveal_searched: bool
    cost_damage_modified: bool
    ownership_on_self_damage: bool
    keko_key_shared: bool
    hand_limit: int
    max_life: int
    starting_location_enters: bool
    swap_with_yourself: bool
    implicit_pass: bool
    limit_reset: str
    round_limit: int


class GameData(Struct, frozen=True):
    """Cards by what is printed on them, numbers of the rules, switches.

    cards_with, modifying: the cards with a trigger, with a modifier
    limited: the cards of which a player may have only so many in play
    words: what each selector and filter of a card is called: `a Creature in play`
    meant: the cards that a selector may mean by what is printed on them, for each verb it stands with
    """

    cards: dict[str, CardData]
    words: dict[Selector | Filter, str]
    meant: dict[tuple[Selector, type[Effect]], frozenset[str]]
    cards_with: dict[str, frozenset[str]]
    modifying: dict[str, frozenset[str]]
    limited: frozenset[str]
    copies: dict[str, int]
    characters: tuple[str, ...]
    starting_hand: int
    creatures_per_turn: int
    item_limit: int
    least_deck: int
    most_deck: int
    die_sides: int
    ownership_life: int
    ownership_damage: int
    is_digital: bool
    switches: Switches

    def label(self, card: str) -> str:
        """A card as people call it."""
        card_data = self.cards.get(card)
        return card_data.label if card_data else card

    def labels(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Several cards, as they come."""
        return tuple(map(self.label, cards))

    def matters_at_start(self, card: str) -> bool:
        """Whether a card does something in a Starting Hand."""
        return bool(self.cards[card].ability_numbers("starting_hand"))

    def describe(self, which: Selector | Filter) -> str:
        """Which cards are meant, in the words of the cards themselves."""
        return self.words.get(which) or self.words[Filter()]

    def keys_of(self, character: str) -> tuple[str, ...]:
        """The words that make a card the Character's own (KEK-A14).

        Where a shared key counts for one only, it is that of the Character in whose deck entry it stands first.
        """
        card_data = self.cards[character]
        if self.switches.keko_key_shared:
            return card_data.keys
        first = {key: id_ for id_ in reversed(self.characters) for key in self.cards[id_].keys}
        return tuple(key for key in card_data.keys if first[key] == character)


def game_data_of(setup: Setup) -> GameData:
    """The data of a table's game."""
    book = setup.book

    def switch(name: str) -> Any:
        value = setup.options.get(name, book.options[name].default)
        return 0 if value == NO_LIMIT else value

    play, characters = book.decks[PLAY_DECK].cards, book.decks[CHARACTER_DECK].cards
    cards = {card.id: card_data_of(card, book) for card in (*play, *characters)}
    triggers = {trigger for card_data in cards.values() for trigger in card_data.triggers}
    return GameData(
        cards=cards,
        words=words_of(book, cards),
        meant=meant_of(cards),
        limited=frozenset(id_ for id_, card_data in cards.items() if card_data.type in (ITEM, TRANSPORTATION)),
        cards_with={
            trigger: frozenset(id_ for id_, card_data in cards.items() if trigger in card_data.triggers)
            for trigger in triggers
        },
        modifying={
            name: frozenset(id_ for id_, card_data in cards.items() if name in modifiers_of(card_data))
            for name in {name for card_data in cards.values() for name in modifiers_of(card_data)}
        },
        copies={card.id: card.copies for card in play},
        characters=tuple(card.id for card in characters),
        starting_hand=book.constant("starting_hand"),
        creatures_per_turn=book.constant("creatures_per_turn"),
        item_limit=book.constant("item_limit"),
        least_deck=book.constant("least_deck"),
        most_deck=book.constant("most_deck"),
        die_sides=book.constant("die_sides"),
        ownership_life=book.constant("ownership_life"),
        ownership_damage=book.constant("ownership_damage"),
        is_digital=setup.deal == DIGITAL,
        switches=Switches(**{name: switch(name) for name in Switches.__struct_fields__}),
    )


def modifiers_of(card_data: CardData) -> set[str]:
    """What a card modifies while it lies in play."""
    static = (card_data.abilities[number] for number in card_data.ability_numbers("static"))
    return {mod.name for ability in static for mod in ability.mods}


def words_of(book: CardBook, cards: dict[str, CardData]) -> dict[Selector | Filter, str]:
    """What the cards call those they mean: one wording for the print and for the referee."""
    words: dict[Selector | Filter, str] = {}
    for card_data in cards.values():
        card = book.cards[card_data.id]
        for ability in card_data.abilities:
            meant: list[Selector | Filter] = [ability.filter]
            for effect in inner((*ability.cost, *ability.do)):
                if isinstance(effect, Search):
                    meant.append(effect.filter)
                for target in (wanted(effect, key) for key in (GIVER, TAKER)):
                    if target is not None:
                        meant += (target, single(target))
            words |= {which: _in_each_language(card, book, CardWording.cited, which) for which in meant}
    return words


def _in_each_language(card: Card, book: CardBook, word: Callable[..., str], *args: Any) -> str:
    """What a card is called or means; a card of your own may lack words that only the referee says."""
    words: Words = {}
    for lang in book.languages:
        try:
            words[lang] = word(CardWording(card, "", book, lang), *args)
        except NoPhrase:
            continue
    return text_of(words)


def meant_of(cards: dict[str, CardData]) -> dict[tuple[Selector, type[Effect]], frozenset[str]]:
    """The cards that each selector may mean: asked so often that they are found once for a table."""
    effects = (
        effect
        for card_data in cards.values()
        for ability in card_data.abilities
        for effect in inner((*ability.cost, *ability.do))
    )
    return {
        (selector, type(effect)): frozenset(
            id_ for id_, card_data in cards.items() if _may_mean(effect, selector, card_data)
        )
        for effect in effects
        for name in effect.__struct_fields__
        if isinstance(selector := getattr(effect, name), Selector)
    }


def _may_mean(effect: Effect, selector: Selector, card_data: CardData) -> bool:
    """A card is one of those by what is printed on it; the verb may ask for something itself."""
    return (
        (not selector.type or card_data.type in selector.type)
        and (not selector.subtype or card_data.subtype in selector.subtype)
        and (card_data.uses_counters or not (selector.uses_counters or isinstance(effect, AddCounters)))
        and (card_data.type == CREATURE or not isinstance(effect, Imprison | Release))
    )


def wanted(effect: Effect, key: str = TAKER) -> Selector | None:
    """The cards that an effect lets choose with a key, with what its verb itself asks for; None where it has none."""
    moves = {GIVER: "from_", TAKER: "to"} if isinstance(effect, MoveCounters) else {}
    target = getattr(effect, moves.get(key, "target"), None)
    return _with_verb(target, type(effect), key) if isinstance(target, Selector) else None


@cache
def _with_verb(target: Selector, verb: type[Effect], key: str) -> Selector:
    if verb is AddCounters or (verb is MoveCounters and key == TAKER):
        return target if target.has_counters else replace(target, uses_counters=True)
    if verb in (RemoveCounters, MoveCounters):
        return replace(target, uses_counters=False, has_counters=True)
    if verb in (Imprison, Release):
        return replace(target, type=target.type or (CREATURE,), imprisoned=verb is Release)
    return target


def single(selector: Selector) -> Selector:
    """One card of those that a selector means."""
    return replace(selector, choose=1, up_to=0, any_number=False, all=False)


def inner(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Effects and those inside them."""
    for effect in effects:
        yield effect
        if isinstance(effect, If):
            yield from inner((*effect.then, *effect.else_))
        elif isinstance(effect, Roll):
            for row in effect.table.values():
                yield from inner(row)
        elif isinstance(effect, ChooseOne):
            for option in effect.options:
                yield from inner(option)


def card_data_of(card: Card, book: CardBook) -> CardData:
    """A card as the rules read it."""
    fields = card.fields
    abilities = VOCABULARY.abilities_of(card.abilities)
    triggers: dict[str, tuple[int, ...]] = {}
    for number, ability in enumerate(abilities):
        triggers[ability.trigger] = (*triggers.get(ability.trigger, ()), number)
    return CardData(
        id=card.id,
        label=text_of({lang: short_name(name) for lang, name in card.name.items()}),
        kind=_in_each_language(card, book, _kind),
        type=str(fields.get("type") or ""),
        subtype=str(fields.get("subtype") or ""),
        sudden=bool(fields.get("sudden")),
        uses_counters=bool(fields.get("uses_counters")),
        names=tuple(fields.get("names") or ()),
        abilities=abilities,
        triggers=triggers,
        automatic=frozenset(number for number, ability in enumerate(abilities) if is_automatic(ability)),
        draw=int(fields.get("draw") or 0),
        life=int(fields.get("life") or 0),
        keys=tuple(fields.get("keys") or ()),
    )


def _kind(speech: CardWording) -> str:
    return word_kind(speech.card, speech.book, speech.lang)


def is_automatic(ability: AnyAbility) -> bool:
    """No choice, no die, no damage: it needs nobody, so it happens at once (14.6)."""
    return not ability.may and all(map(_needs_nobody, (*ability.cost, *ability.do)))


def _needs_nobody(effect: Effect) -> bool:
    if isinstance(effect, GainLife | Draw | Shuffle | TakeDiscardTop | Mill | Prevent):
        return True
    if isinstance(effect, AddCounters | RemoveCounters | PutInDiscard):
        target = effect.target
        return target == "self" or (isinstance(target, Selector) and target.all)
    if isinstance(effect, If):
        return all(map(_needs_nobody, (*effect.then, *effect.else_)))
    return False


def does_damage(effects: Iterable[Effect]) -> bool:
    """Some of the effects is damage."""
    for effect in effects:
        if isinstance(effect, Damage):
            return True
        if isinstance(effect, If) and does_damage((*effect.then, *effect.else_)):
            return True
        if isinstance(effect, ChooseOne) and any(map(does_damage, effect.options)):
            return True
    return False


def fits(card_data: CardData, filter_: Filter) -> bool:
    """A card is one of those that a filter means (KEK-E13)."""
    return (
        (not filter_.type or card_data.type in filter_.type)
        and (not filter_.subtype or card_data.subtype in filter_.subtype)
        and (not filter_.name_is or card_data.id in filter_.name_is)
    )
