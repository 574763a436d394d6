"""Game data: the cards and switches in the shape the rules need. In: a Setup. Out: a part of every state.

Invariant: every number, mark, name and switch comes from the CardBook (`cards/keikalla/`); nothing is repeated in
Python. A kind of card is its id; where a copy's face is known it may carry it: `headliner:seinajoki`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec import Struct

from pnp.base.diagnostics import InputError, Span
from pnp.base.suggest import fold_name
from pnp.games.keikalla.atlas import Atlas, read_atlas
from pnp.games.keikalla.card_ids import Ability, Word
from pnp.games.keikalla.card_ids import Card as Id
from pnp.games.keikalla.vocabulary.abilities import CardAbility, Play, Tabled, effects_of
from pnp.games.keikalla.vocabulary.registry import VOCABULARY
from pnp.games.keikalla.vocabulary.verbs import FillIn, Flight, GoHome, MeetPolice, Strike
from pnp.library.card import Card, CardBook
from pnp.library.effect.vocabulary import Effect
from pnp.library.words import ANY, join_texts, text_of
from pnp.referee.game import DIGITAL, Setup

ACTION, MOVE, EVENT, VENUE = "action", "move", "event", "venue"  # hands, and what they are drawn from
MOVEMENT, ACTION_1, ACTION_2 = "movement", "action1", "action2"  # further piles
COST_TURNS = frozenset({FillIn, GoHome, MeetPolice})  # verbs that need `turns_lost`
PILES = (MOVEMENT, MOVE, EVENT, ACTION, ACTION_1, ACTION_2, VENUE)


class CardData(Struct, frozen=True):
    """What is printed on a kind of card.

    like: the card as which it works, and does what that one does · pile: `action`, `move`, `event` or `venue`
    marked: copies that bear // · does: its verbs · tabled: what happens when it is laid open · turns_lost: its price
    """

    id: str
    label: str
    like: str
    category: str
    pile: str
    copies: int
    marked: int = 0
    steps: int = 0
    roadie: bool = False
    convoy: bool = False
    at_once: bool = False
    warns: bool = False
    home: str = ""
    town: str = ""
    ability: str = ""
    does: frozenset[type[Effect]] = frozenset()
    tabled: tuple[Effect, ...] = ()
    turns_lost: int = 0


class GameData(Struct, frozen=True):
    """Cards by what is printed on them, numbers, and switches."""

    atlas: Atlas
    cards: dict[str, CardData]
    numbers: dict[str, Any]
    switches: dict[str, Any]
    seats: int
    is_digital: bool
    venues: dict[str, str]  # town -> its Venue card
    festivals: dict[str, str]  # what is drawn for a fifth Headliner: folded name -> town
    headliner_towns: dict[str, int]  # the towns that the Headliner cards name, and how many cards name each
    headliner_marks: dict[str, int]  # how many of those bear //
    warns: frozenset[str]  # Movement cards that act when drawn (KEI-22)
    at_once: frozenset[str]  # Action cards that must be laid open when drawn (KEI-62)
    copies: dict[str, dict[str, int]]  # of the kinds of each hand
    doers: dict[type[Effect], tuple[str, ...]]  # the cards that have each effect
    plays: tuple[tuple[str, Play], ...]  # what each card may be played for, in the order in which it is offered
    troubles: frozenset[str]  # what acts when it is tabled, and is no Reputation (KEI-61)
    reputation_kinds: frozenset[str]
    achievements: tuple[str, ...]
    harmful: frozenset[str]  # cards that the last player may store (KEI-V52)
    best: tuple[str, ...]  # Movement cards from the best to the worst (KEI-47)
    absent: frozenset[str]  # printed cards that are not in this game
    places: dict[str, int]  # each card's place in the database
    strike_takes: int  # how many of the best a strike takes
    die: int  # sides of Takajeejeet's die, and which of them bring Stage Presence
    lucky: tuple[int, ...]

    # switches

    @property
    def has_two_moves(self) -> bool:
        """Two Movement decks (KEI-V10)."""
        return bool(self.switches["two_movement_decks"])

    @property
    def has_jokers(self) -> bool:
        """Jokers and two Action decks (KEI-V20)."""
        return bool(self.switches["jokers_two_action_decks"])

    @property
    def has_thresholds(self) -> bool:
        """Achievements are kept from some gigs on, and lie open (KEI-V02)."""
        return bool(self.switches["thresholds"])

    @property
    def has_long_tours(self) -> bool:
        """Eleven dates (KEI-V01)."""
        return self._with_thresholds("eleven_dates")

    @property
    def has_waivers(self) -> bool:
        """TV Interview and Song Muse waive a threshold (KEI-V05)."""
        return self._with_thresholds("waiver_cards")

    @property
    def has_claims(self) -> bool:
        """More than four play (KEI-V40)."""
        return self.switches["more_players"] == "auto" and self.seats >= int(self.numbers["more_players_from"])

    @property
    def shows_achievements(self) -> bool:
        """An achievement lies open when it is received (KEI-V03, KEI-V41)."""
        return self.has_thresholds or self.seats >= self.numbers["more_players_from"]

    @property
    def is_ordered(self) -> bool:
        """The referee knows the order of the dates (KEI-H04): when registered, and where it deals itself."""
        return self.is_digital or self.switches["calendar_order"] == "registered"

    @property
    def tour_length(self) -> int:
        """Venue cards that each player gets (KEI-04, KEI-V01)."""
        return int(self.numbers["long_tour" if self.has_long_tours else "tour_dates"])

    @property
    def toured_to_win(self) -> tuple[int, str]:
        """Venues to play before headlining, and the rule (KEI-V04, KEI-A23)."""
        if self.has_long_tours:
            return int(self.numbers["venues_to_win"]), "KEI-V04"
        return int(self.switches["tours_needed_base_game"]), "KEI-A23"

    def threshold(self, kind: str) -> int:
        """The gigs that an achievement needs (KEI-V02)."""
        return int(self.numbers["gates"].get(kind, 0)) if self.has_thresholds else 0

    def _with_thresholds(self, name: str) -> bool:
        value = self.switches[name]
        return value == "always" or (value == "with_thresholds" and self.has_thresholds)

    # cards

    def card_data(self, card: str) -> CardData:
        """What is printed on a card, whatever copy it is."""
        return self.cards[kind_of(card)]

    def does(self, card: str, verb: type[Effect]) -> bool:
        """Whether this is among what a card does; a card nobody knows does nothing."""
        card_data = self.cards.get(kind_of(card))
        return card_data is not None and verb in card_data.does

    def doing(self, verb: type[Effect]) -> tuple[str, ...]:
        """The cards that do this, in the order of the database."""
        return self.doers.get(verb, ())

    def doer(self, verb: type[Effect], among: Iterable[str] = ()) -> str:
        """The card that does this: one of those at hand, else the first there is; "" for none."""
        those = self.doing(verb)
        return next((kind_of(card) for card in among if kind_of(card) in those), those[0] if those else "")

    def play_for(self, card: str, typed: str) -> Play | None:
        """What a card is played for by this word."""
        like = self.like(card)
        return next((play for id_, play in self.plays if id_ == like and play.effect.typed == typed), None)

    def moves_on(self, card: str) -> bool:
        """A card that moves the figurine by its own choice (KEI-64)."""
        card_data = self.cards[kind_of(card)]
        return bool(card_data.steps) or Flight in card_data.does

    def like(self, card: str) -> str:
        """The card as which this one works: jokers copy two others (KEI-V26)."""
        card_data = self.cards.get(kind_of(card))
        return card_data.like if card_data else card

    def label(self, card: str) -> str:
        """What people call a card: `Record Deal`, `Headliner Seinäjoki`."""
        kind, _, town = card.partition(":")
        card_data = self.cards.get(kind)
        name = card_data.label if card_data else kind
        return join_texts(" ", (name, self.atlas.label(town))) if town else name

    def labels(self, cards: Iterable[str]) -> str:
        """Several cards, in the order of the database."""
        return join_texts(", ", map(self.label, self.sort(cards)))

    def named(self, value: Any) -> Any:
        """What a message says of a value: towns, and cards in the order of the database, by their names."""
        towns = self.atlas.towns
        if isinstance(value, str):
            if value in towns:
                return towns[value].name
            if value in self.absent:  # a joker that is not in this game has no name here
                return text_of({ANY: value})
            return self.label(value) if value.partition(":")[0] in self.cards else value
        if isinstance(value, tuple | list | frozenset) and all(isinstance(item, str) for item in value):
            return join_texts(", ", map(self.named, value if towns.keys() >= set(value) else self.sort(value)))
        return value

    def sort(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards in the order of the database, hidden ones last."""
        order = self.places
        return tuple(sorted(cards, key=lambda card: (order.get(kind_of(card), len(order)), card)))

    def faced(self, cards: Iterable[str]) -> tuple[str, ...]:
        """These kinds as they lie open: a Headliner with its town, once for each town (KEI-H05)."""
        return tuple(
            f"{card}:{town}" if town else card
            for card in cards
            for town in (sorted(self.headliner_towns) if card == Id.HEADLINER else ("",))
        )

    def copies_of(self, card: str) -> int:
        """How many copies there are of a kind, or of one face of a Headliner."""
        town = face_town(card)
        return self.headliner_towns.get(town, 0) if town else self.card_data(card).copies

    def copies_marked_for(self, card: str, pile: str) -> int:
        """How many copies bear the mark of an Action deck: // for the second, none for the first (KEI-V22)."""
        town = face_town(card)
        marked = self.headliner_marks.get(town, 0) if town else self.card_data(card).marked
        return marked if pile == ACTION_2 else self.copies_of(card) - marked

    def pile_of(self, card: str) -> str:
        """The draw pile a Movement card belongs to."""
        pile = self.cards[kind_of(card)].pile
        return pile if self.has_two_moves or pile == ACTION else MOVEMENT

    @property
    def move_pile(self) -> str:
        """The draw pile of the cards that move on: the Move deck, or the only one."""
        return MOVE if self.has_two_moves else MOVEMENT

    def hand_of(self, card: str) -> str:
        """The hand a card is held in: Event cards are held apart where there are two Movement decks (KEI-V14)."""
        pile = self.cards[kind_of(card)].pile
        return MOVE if pile == EVENT and not self.has_two_moves else pile

    def copies_in(self, pile: str) -> dict[str, int]:
        """All copies of the kinds of one hand (`action`, `move` …) that are in the game."""
        return self.copies[pile]

    def town(self, word: str) -> str:
        """The name of a town."""
        return self.atlas.label(word)


PILE_MEMBERS = {ACTION: (ACTION,), MOVEMENT: (MOVE, EVENT), MOVE: (MOVE,), EVENT: (EVENT,), VENUE: (VENUE,)}


@cache
def kind_of(card: str) -> str:
    """The kind of a card without what is known of its copy."""
    return card.partition(":")[0]


def face_town(card: str) -> str:
    """The town of a Headliner whose copy is known, else nothing (KEI-H05)."""
    return card.partition(":")[2]


def game_data_of(setup: Setup) -> GameData:
    """The game data of a table."""
    book = setup.book
    switches = {name: setup.options.get(name, option.default) for name, option in book.options.items()}
    numbers = {name: constant.value for name, constant in book.constants.items()}
    atlas = read_atlas(book.tables["map"].rows)
    cards = {
        card_data.id: card_data for card_data in _all_card_data(book, atlas, bool(switches["jokers_two_action_decks"]))
    }

    def those(*categories: str) -> frozenset[str]:
        return frozenset(id_ for id_, card_data in cards.items() if card_data.category in categories)

    warns = frozenset(id_ for id_, card_data in cards.items() if card_data.pile in (MOVE, EVENT) and card_data.at_once)
    at_once = frozenset(id_ for id_, card_data in cards.items() if card_data.pile == ACTION and card_data.at_once)
    reputation_kinds = those("reputation")
    troubles = frozenset(id_ for id_, card_data in cards.items() if card_data.tabled) - reputation_kinds
    strikes = [id_ for id_, card_data in cards.items() if Strike in card_data.does]
    roads = sorted((id_ for id_, card_data in cards.items() if card_data.steps), key=lambda id_: -cards[id_].steps)
    flying = tuple(id_ for id_, card_data in cards.items() if Flight in card_data.does)
    best = (*flying, *roads) if switches["best_movement_ranking"] == "helicopter_first" else (*roads, *flying)
    band_with_die = next(card for card in book.decks["bands"].cards if _ability_of(card) == Ability.STAGE_PRESENCE)
    chance = band_with_die.fields["ability"]["chance"]
    headliner_towns = book.cards[Id.HEADLINER].faces
    return GameData(
        atlas=atlas,
        cards=cards,
        numbers=numbers,
        switches=switches,
        seats=len(setup.seats),
        is_digital=setup.deal == DIGITAL,
        venues={card_data.town: id_ for id_, card_data in cards.items() if card_data.pile == VENUE},
        festivals={fold_name(name): town for name, town in atlas.festival_towns().items()},
        headliner_towns=Counter(atlas.by_id[card_data["town"].casefold()] for card_data in headliner_towns),
        headliner_marks=Counter(atlas.by_id[copy["town"].casefold()] for copy in headliner_towns if copy.get("deck2")),
        warns=warns,
        at_once=at_once,
        copies={pile: _copies(cards, members) for pile, members in PILE_MEMBERS.items()},
        doers=_doers(cards),
        plays=tuple(_plays(book, cards)),
        troubles=troubles,
        reputation_kinds=reputation_kinds,
        achievements=tuple(id_ for id_, card_data in cards.items() if card_data.category == "achievement"),
        harmful=warns | troubles | {id_ for id_ in reputation_kinds if cards[id_].warns},
        best=best,
        places={id_: number for number, id_ in enumerate(cards)},
        absent=frozenset(book.playing_cards).difference(cards),
        strike_takes=max((_number(book.cards[id_], "takes_best") for id_ in strikes), default=0),
        die=chance["die"],
        lucky=tuple(chance["success"]),
    )


def _copies(cards: dict[str, CardData], piles: tuple[str, ...]) -> dict[str, int]:
    return {id_: card_data.copies for id_, card_data in cards.items() if card_data.pile in piles and card_data.copies}


def _doers(cards: dict[str, CardData]) -> dict[type[Effect], tuple[str, ...]]:
    found: dict[type[Effect], tuple[str, ...]] = {}
    for id_, card_data in cards.items():
        for verb in card_data.does:
            found[verb] = (*found.get(verb, ()), id_)
    return found


def _plays(book: CardBook, cards: dict[str, CardData]) -> list[tuple[str, Play]]:
    """What each card may be played for, as its `menu` says."""
    found = [(id_, play) for id_ in cards for play in _abilities(book.cards[id_]) if isinstance(play, Play)]
    return sorted(found, key=lambda entry: entry[1].menu)


def _abilities(card: Card) -> tuple[CardAbility, ...]:
    return VOCABULARY.abilities_of(card.abilities)


def _all_card_data(book: CardBook, atlas: Atlas, jokers: bool) -> Iterable[CardData]:
    for card in book.decks["actions"].cards:
        yield _card_data(card, ACTION)
    for card in book.decks["jokers"].cards:
        if jokers:
            yield _card_data(card, ACTION)
    for card in book.decks["movement"].cards:
        yield _card_data(card, card.fields["pile"])
    for deck, pile in (("venues", VENUE), ("bands", "band")):
        for card in book.decks[deck].cards:
            place = card.fields["town" if pile == VENUE else "home"]
            town = atlas.by_id[place.casefold()]
            yield _card_data(card, pile, town=town if pile == VENUE else "", home=town if pile == "band" else "")


def _card_data(card: Card, pile: str, **places: str) -> CardData:
    fields, abilities = card.fields, _abilities(card)
    marks = fields.get("markings", ())
    copies = [{**fields, **card_data} for card_data in card.faces] or [fields] * card.copies
    like = fields.get("same_as") or card.id
    does = frozenset(map(type, effects_of(abilities)))
    return CardData(
        id=card.id,
        label=text_of(card.name),
        like=like,
        category=fields.get("category", pile),
        pile=pile,
        copies=card.copies,
        marked=sum(bool(copy.get("deck2")) for copy in copies),
        steps=fields.get("steps") or 0,
        roadie=bool(fields.get(Word.ROADIE)),
        convoy=bool(fields.get("convoy")),
        at_once="table" in marks,
        warns="warn" in marks,
        ability=_ability_of(card),
        does=does,
        tabled=tuple(effect for ability in abilities if isinstance(ability, Tabled) for effect in ability.do),
        turns_lost=_number(card, "turns_lost") if does & COST_TURNS else 0,
        **places,
    )


def _ability_of(card: Card) -> str:
    """The id of a band's ability."""
    return str(card.fields.get("ability", {}).get("id", ""))


def _number(card: Card, field: str) -> int:
    """A number that a card must bear. Raises InputError when it does not."""
    value = card.fields.get(field)
    if not isinstance(value, int):
        raise InputError.single(Span(card.id), f"expected a number for {field}", code="field")
    return value
