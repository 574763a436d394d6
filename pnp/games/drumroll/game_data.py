"""Game data: cards and constants in the shape that the rules read.

In: a Setup. Out: one value that every state carries.
Invariant: every number, colour, name and switch comes from the CardBook (`cards/drumroll/`); colours, types and actions
are counted in the order of its constants. Nothing is repeated in Python, so a changed cost changes the ruling.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from pnp.library.card import Card, CardBook
from pnp.library.words import WordsText, text_of
from pnp.referee.game import DIGITAL, Setup

PERFORMERS, PERSONNEL, INVESTMENTS, REGIONS = "performers", "personnel", "investments", "regions"  # the decks
# The actions that give no cube, by their ids.
TICKETS, INVEST, HIRE_PERFORMER, HIRE_PERSONNEL = "tickets", "invest", "hire_performer", "hire_personnel"
Colours = tuple[int, ...]


class ScaledNumber(Struct, frozen=True):
    """A number that may depend on how many bizarre performers a circus has (DR-123)."""

    base: int
    step: int = 0
    least: int = -1000
    most: int = 1000

    def at(self, bizarre: int) -> int:
        """The number in a circus with so many of them, the card itself included."""
        return max(self.least, min(self.most, self.base + self.step * (bizarre - 1)))


class BenefitPart(Struct, frozen=True):
    """One part of a benefit or of an investment card: a price, and what it gives.

    spends: colours of which one cube must be spent · pays: coins · cubes: for each cube gained the colours it may have
    looks: investment cards looked at, of which one is kept
    """

    spends: Colours
    pays: int
    coins: int
    cubes: tuple[Colours, ...]
    trailers: int
    skips: int
    looks: int

    @property
    def has_price(self) -> bool:
        """True when something must be given for it."""
        return bool(self.spends or self.pays)


class Level(Struct, frozen=True):
    """A level of performance: the colour it needs besides the lower ones, and its benefit."""

    colour: int
    parts: tuple[BenefitPart, ...]


class PerformerCard(Struct, frozen=True):
    """What is printed on a performer.

    type: its place in the list of types · colours: of its levels · hand: cards more in the hand
    """

    id: str
    type: int
    cost: int
    levels: tuple[Level, ...]
    colours: Colours
    salary: ScaledNumber
    secondary: ScaledNumber
    flip: ScaledNumber
    hand: int


class PersonnelCard(Struct, frozen=True):
    """What is printed on a personnel card.

    limit: cubes in a distribution · prestige, coins: after each show
    scale: (coins on it, prestige) of a bank, and the most it can give
    agent: colours a cube may become · assistant: colour in, colours out
    """

    id: str
    cost: int
    salary: int
    organizes: bool
    limit: int
    prestige: int
    coins: int
    scale: tuple[tuple[int, int], ...]
    most: int
    agent: Colours
    assistant: tuple[int, Colours] | None


class When:
    """The moments at which an investment card may be played, as its `when` says; `any` is no limit."""

    OWN_PLACEMENT, NOT_IN_SHOWS, OWN_SHOW = "own_placement", "any_except_show", "own_show"
    VOTES_OPEN, GAME_END = "after_vote_reveal", "game_end"


class InvestmentCard(Struct, frozen=True):
    """What an investment card does.

    when: as on the card · choices: what it gives, one of these · applause: type, prestige for outstanding, for poor
    bonus: what counts at the end, how many of it for how much prestige · unused: prestige in the hand at the end
    """

    id: str
    copies: int
    when: str
    unused: int
    unblocks: bool
    fires: bool
    weight: int
    choices: tuple[BenefitPart, ...]
    applause: tuple[int, int, int] | None
    bonus: tuple[str, int, int] | None


class RegionTile(Struct, frozen=True):
    """A region: for each of its types `prestige` for every full group of `every` performers."""

    id: str
    types: tuple[int, ...]
    every: int
    prestige: int


class Action(Struct, frozen=True):
    """A place for markers.

    word: what people call it in a sentence · colour: of the cube a cube action gives, -1 otherwise
    most: markers a player, or in all
    """

    id: str
    word: WordsText
    colour: int
    most: int


class Switches(Struct, frozen=True):
    """Section 11 of the rules, under the names of the options."""

    delay_penalty_only_if_delayed: bool
    vote_before_turn_end: bool
    flipped_counts_outstanding: str
    flipped_magician_hand: bool
    useless_cubes: str
    assistant_gives: str
    agent_and_assistant_same_phase: bool
    benefit_optional: bool
    compensation_shortfall: str
    region_bonus_moment: str
    perfect_show_fired_spoils: bool
    organizer_before_show: str
    organizer_over_full_area: str
    unblock_counts: bool
    out_of_stock_cube_action: str
    pass_coin: str
    fire_card_in_others_show: bool


class Numbers(Struct, frozen=True):
    """The constants, for this number of players where they depend on it."""

    start_coins: int
    start_cubes: int
    start_score: int
    pass_coins: int
    invest_cost: int
    hand: int
    secret: int
    shows: int
    votes_after: tuple[int, ...]
    last_turn: int
    virtual_vote: int
    personnel: int
    performers: int
    same_type: int
    token: int
    cube_actions: int
    markers: int
    cubes: int
    slots: tuple[int, ...]
    delay_penalty: int
    delay_after: int
    fire_penalty: int
    unpaid: int
    trailer: int
    largest_show: int
    full_variety: int
    perfect_show: int
    large_troupe: tuple[int, int]


class GameData(Struct, frozen=True):
    """All of it.

    stock, tokens, trailers: how many of each are printed · decks: which deck a card is of
    unblock, organizer, bank: the cards that do this · double: what a vote counts with a Double Vote
    """

    colours: tuple[str, ...]
    types: tuple[str, ...]
    bizarre: int
    actions: tuple[Action, ...]
    action_at: dict[str, int]
    colour_at: dict[str, int]
    performers: dict[str, PerformerCard]
    personnel: dict[str, PersonnelCard]
    investments: dict[str, InvestmentCard]
    regions: dict[str, RegionTile]
    decks: dict[str, str]
    stock: Colours
    tokens: int
    trailers: int
    is_digital: bool
    switches: Switches
    numbers: Numbers
    unblock: str
    organizer: str
    bank: str
    double: int

    def colour_words(self, colours: Iterable[int]) -> tuple[str, ...]:
        """`red, white`."""
        return tuple(self.colours[colour] for colour in colours)


def game_data_of(setup: Setup) -> GameData:
    """The game data of a table."""
    book, seats = setup.book, len(setup.seats)
    colours, types = tuple(book.constant("colours")), tuple(book.constant("types"))
    read = _Reader(colours, types)
    decks = {name: book.decks[name].cards for name in (PERFORMERS, PERSONNEL, INVESTMENTS, REGIONS)}
    performers = {card.id: read.performer(card) for card in decks[PERFORMERS]}
    personnel = {card.id: read.person(card) for card in decks[PERSONNEL]}
    investments = {card.id: read.investment(card) for card in decks[INVESTMENTS]}
    actions = tuple(
        Action(
            item["id"],
            text_of({**book.names.get(item["id"], {}), "en": item["id"]}),
            colours.index(item["gives"]) if "gives" in item else -1,
            item.get("markers") or item["markers_per_player"],
        )
        for item in book.constant("actions")
    )
    options = {name: setup.options.get(name, book.options[name].default) for name in Switches.__struct_fields__}
    cubes = {card.fields["colour"]: card.copies for card in book.decks["cubes"].cards}
    return GameData(
        colours=colours,
        types=types,
        bizarre=types.index(next(iter(_scaled_types(decks[PERFORMERS])), types[-1])),
        actions=actions,
        action_at={action.id: at for at, action in enumerate(actions)},
        colour_at={colour: at for at, colour in enumerate(colours)},
        performers=performers,
        personnel=personnel,
        investments=investments,
        regions={card.id: read.region(card) for card in decks[REGIONS]},
        decks={card.id: name for name, cards in decks.items() for card in cards},
        stock=tuple(cubes[colour] for colour in colours),
        tokens=_copies(book, "cost"),
        trailers=_copies(book, "salary"),
        is_digital=setup.deal == DIGITAL,
        switches=Switches(**options),
        numbers=_numbers(book, seats),
        unblock=next((card.id for card in investments.values() if card.unblocks), ""),
        organizer=next((person.id for person in personnel.values() if person.organizes), ""),
        bank=next((person.id for person in personnel.values() if person.scale), ""),
        double=max(card.weight for card in investments.values()),
    )


def _copies(book: CardBook, field: str) -> int:
    """How many tokens there are that change a card's cost or salary."""
    return sum(card.copies for card in book.decks["tokens"].cards if card.fields.get(field))


def _scaled_types(cards: Iterable[Card]) -> list[str]:
    return [card.fields["type"] for card in cards if isinstance(card.fields["salary"], dict)]


def _numbers(book: CardBook, seats: int) -> Numbers:
    def per(name: str) -> Any:
        return book.constant(name)

    area, turns, ends = per("hiring_area"), per("preparation_turns"), per("end_bonuses")
    virtual = turns["virtual_delay_vote"]
    return Numbers(
        start_coins=per("start_coins"),
        start_cubes=per("start_cubes"),
        start_score=per("score_start"),
        pass_coins=per("pass_coins"),
        invest_cost=per("invest_cost"),
        hand=per("hand_limit")["base"],
        secret=per("setup_performers")["dealt"],
        shows=per("shows"),
        votes_after=tuple(turns["vote_after"]),
        last_turn=turns["max"],
        virtual_vote=virtual["after_turn"] if seats == virtual["players"] else 0,
        personnel=area["personnel"][seats],
        performers=area["performers"][seats],
        same_type=area["same_type_at_most"][seats],
        token=area["discount_per_token"],
        cube_actions=per("cube_action_limit")[seats],
        markers=per("action_markers"),
        cubes=per("distribution_limit"),
        slots=tuple(per("ticket_track")["slots"]),
        delay_penalty=per("delay_vote_penalty")["prestige"],
        delay_after=per("delay_vote_penalty")["after_turn"],
        fire_penalty=per("fire_penalty")["prestige"],
        unpaid=per("unpaid_coin_penalty")["prestige"],
        trailer=per("trailer_salary"),
        largest_show=ends["largest_show"],
        full_variety=ends["full_variety"],
        perfect_show=ends["perfect_show"],
        large_troupe=(ends["large_troupe"]["at_least"], ends["large_troupe"]["prestige"]),
    )


class _Reader:
    """Reads the fields of cards with colours and types as numbers."""

    def __init__(self, colours: tuple[str, ...], types: tuple[str, ...]) -> None:
        self.colours, self.types = colours, types

    def choice(self, words: Any) -> Colours:
        """A colour, `any`, or a list of colours to choose from."""
        if words == "any":
            return tuple(range(len(self.colours)))
        return tuple(self.colours.index(word) for word in ([words] if isinstance(words, str) else words))

    def part(self, fields: dict[str, Any]) -> BenefitPart:
        return BenefitPart(
            spends=self.choice(fields["spend_cube"]) if "spend_cube" in fields else (),
            pays=fields.get("spend_coins", 0),
            coins=fields.get("gain_coins", 0),
            cubes=tuple(map(self.choice, fields.get("gain_cubes", ()))),
            trailers=fields.get("gain_trailers", 0),
            skips=fields.get("skip_salary", 0),
            looks=fields.get("invest_look", 0),
        )

    def performer(self, card: Card) -> PerformerCard:
        fields = card.fields
        levels = sorted(fields["levels"], key=lambda level: int(level["stars"]))
        return PerformerCard(
            id=card.id,
            type=self.types.index(fields["type"]),
            cost=fields["hiring_cost"],
            levels=tuple(
                Level(self.colours.index(level["cube"]), tuple(map(self.part, level["benefit"]))) for level in levels
            ),
            colours=tuple(self.colours.index(level["cube"]) for level in levels),
            salary=_scaled(fields["salary"]),
            secondary=_scaled(fields["secondary_salary"]),
            flip=_scaled(fields["flip_prestige"]),
            hand=fields.get("hand_size_bonus", 0),
        )

    def person(self, card: Card) -> PersonnelCard:
        effect, kind = card.fields["effect"], card.fields["effect"]["type"]
        converts = kind == "convert_one_to_two"
        return PersonnelCard(
            id=card.id,
            cost=card.fields["hiring_cost"],
            salary=card.fields["salary"],
            organizes=kind == "show_organizer",
            limit=effect["value"] if kind == "distribution_limit" else 0,
            prestige=effect.get("prestige", 0),
            coins=effect.get("coins", 0),
            scale=tuple(sorted((int(coins), won) for coins, won in effect.get("prestige_by_coins", {}).items())),
            most=effect.get("max_prestige", 0),
            agent=self.choice(effect["options"]) if kind == "convert_any_to_one_of" else (),
            assistant=(self.colours.index(effect["from"]), self.choice(effect["to"])) if converts else None,
        )

    def investment(self, card: Card) -> InvestmentCard:
        effect, fields = card.fields["effect"], card.fields
        bonus, applause = effect.get("prestige_per"), effect.get("performer_type")
        choices = tuple(map(self.part, effect.get("choose", (effect,))))
        return InvestmentCard(
            id=card.id,
            copies=card.copies,
            when=fields["when"],
            unused=fields.get("unused_prestige", 0),
            unblocks=bool(effect.get("ignore_cube_slot_limits")),
            fires=bool(effect.get("fire_performer")),
            weight=effect.get("vote_weight", 0),
            choices=tuple(part for part in choices if part != self.part({})),
            applause=(self.types.index(applause), effect["prestige_per_outstanding"], effect["prestige_per_poor"])
            if applause
            else None,
            bonus=(bonus["what"], bonus["every"], bonus["prestige"]) if bonus else None,
        )

    def region(self, card: Card) -> RegionTile:
        fields = card.fields
        types = tuple(self.types.index(word) for word in fields["types"])
        return RegionTile(card.id, types, fields["every"], fields["prestige"])


def _scaled(value: Any) -> ScaledNumber:
    if isinstance(value, int):
        return ScaledNumber(value)
    return ScaledNumber(value["base"], value["per_other_bizarre"], value.get("min", -1000), value.get("max", 1000))
