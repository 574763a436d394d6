"""Cards: none is lost, duplicated or invented, and both kinds of table count them alike.

In: a case. Out: nothing, or BrokenPromise. The game's own `census` is compared with what lines and `facts` show, never
with itself: a card whose place is known stays there unless the game says that this line hides cards (a reshuffle).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from pnp.base.suggest import fold_name
from pnp.conformance.case import Case, of_cards
from pnp.conformance.wording import first_difference
from pnp.referee.game import PHYSICAL
from pnp.referee.hidden.knowledge import Knowledge
from pnp.referee.kernel.zone import CONCEALED
from pnp.referee.move import KERNEL_MOVES, Deal, Move
from pnp.referee.params import UNKNOWN
from pnp.referee.replay import Entry, Replay
from pnp.referee.seat import TABLE

TWINS = 3  # how many kinds may share the word that `facts` use for them: two Venue cards of one town


@of_cards
def no_card_is_lost_or_doubled(case: Case) -> None:
    """Every printed card is counted once: none is in two places, no kind is there more often than it was printed."""
    for line in case.lines():
        count_cards(case, line.after)


def count_cards(case: Case, state: Any) -> None:
    """Hold the census of a state against what was printed."""
    printed = {kind: card.copies for kind, card in state.setup.book.playing_cards.items()}
    size = sum(printed.values())
    census = case.game.census(state)
    for kind, count in census.items():
        case.holds(count >= 0, "expected a card count of 0 or more, got {} of {}", count, kind)
        if kind != UNKNOWN and count > printed.get(kind, 0):
            where = ", ".join(places_of(kind, case.game.facts(state)))
            words = "{} of {} are in known places ({}), but {} are printed: a card is in two places"
            case.holds(False, words, count, kind, where or "the facts list none", printed.get(kind, 0))
        case.checks += 1
    total = sum(census.values())
    words = "the card count is {}, but {} cards are printed: a card is {}"
    case.holds(total == size, words, total, size, "in two places" if total > size else "lost")


@of_cards
def a_known_card_stays_known_until_it_is_hidden(case: Case) -> None:
    """A card whose place was known does not become unknown, unless `conceals` says that this line hides cards.

    Otherwise it could be drawn and played again, and a census that counts “all others” as `?` would never notice.
    """
    for line in case.lines():
        if case.game.conceals(line.before, line.after):
            continue
        before, after = case.game.census(line.before), case.game.census(line.after)
        for kind in case.book.playing_cards:
            was, is_ = before.get(kind, 0), after.get(kind, 0)
            words = "{} of {} were in known places, {} are after this line, but `conceals` does not say that it hid any"
            case.holds(is_ >= was, words, was, kind, is_)


@of_cards
def every_known_card_is_in_the_facts(case: Case) -> None:
    """A card that was revealed, and every card that was dealt by name, is in `facts` and in the census."""
    named = _names_in_facts(case)
    for table in case.tables:
        from_the_start = case.game.census(table.positions[0].state)
        for line in case.lines([table], 1 if len(table.entries) < 300 else 3):
            census, lying = case.game.census(line.after), words_in(case.game.facts(line.after))
            folded = {fold_name(part) for word in lying for part in (word, word.partition(":")[0])}
            for kind, names in named.items():
                known = census.get(kind, 0) - from_the_start.get(kind, 0)
                is_named = known <= 0 or any(lying[name] or name in folded for name in names)
                words = "the card count has {} of {} in known places, but the facts list none"
                case.holds(is_named, words, known, kind)
            if isinstance(line.move, Deal) and line.move.seat == TABLE:
                for kind, count in Counter(line.move.cards).items():
                    if kind in case.book.playing_cards:
                        there = case.game.census(line.before).get(kind, 0) + count
                        lay = words_in(case.game.facts(line.before))[kind]
                        printed = line.before.setup.book.playing_cards[kind].copies
                        words = "{} of {} are dealt, but the card count already had {} of {} in known places"
                        case.holds(there <= printed or lay > 0, words, count, kind, there - count, printed)
                        here = census.get(kind, 0)  # what the same line turned up and shuffled away is hidden again
                        is_hidden = case.game.conceals(line.before, line.after)
                        words = "{} of {} are dealt, but the card count has {}"
                        case.holds(here >= count or is_hidden, words, count, kind, here)


def _names_in_facts(case: Case) -> dict[str, tuple[str, ...]]:
    """The words that name a kind in plain values: its id, and field values that few others share, such as its town."""
    words: dict[str, list[str]] = {}
    for kind, card in case.book.playing_cards.items():
        words[kind] = [kind, *(fold_name(value) for value in card.fields.values() if isinstance(value, str))]
    shared = Counter(word for each in words.values() for word in set(each))
    return {kind: tuple(word for word in each if word == kind or shared[word] <= TWINS) for kind, each in words.items()}


def words_in(value: Any) -> Counter[str]:
    """How often each word occurs in plain values."""
    found: Counter[str] = Counter()
    rest = [to_builtins(value)]
    while rest:
        item = rest.pop()
        if isinstance(item, str):
            found[item] += 1
        elif isinstance(item, dict):
            rest += [*item, *item.values()]
        elif isinstance(item, list | tuple):
            rest += item
    return found


@of_cards
def cards_on_the_table_are_counted(case: Case) -> None:
    """A census that calls all cards hidden is always right, and a card could lie in two places: where `facts` name
    cards that lie somewhere, the census knows of some. (Which, is not asked: a list may also name cards that were
    guessed, marked or seen.)
    """
    named: Counter[str] = Counter()
    counted = 0
    for line in case.lines(every=1 if len(case.digital[0].entries) < 300 else 3):
        lying = Counter(_cards_listed(case, line.after))
        census = case.game.census(line.after)
        counted += sum(min(count, census.get(kind, 0)) for kind, count in lying.items())
        named += lying
        if named and not counted:
            case.at(line.table, line.entry)
    if not named:
        case.nothing("the facts list no cards")
    words = "the facts list cards in known places ({}), but the card count has all cards hidden"
    case.holds(counted > 0, words, ", ".join(sorted(named)[:3]))


def _cards_listed(case: Case, state: Any) -> Iterator[str]:
    """The cards in the facts that stand in lists of nothing but cards."""
    cards = case.book.playing_cards
    rest: list[Any] = [to_builtins(case.game.facts(state))]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest += value.values()
        elif isinstance(value, list):
            kinds = [str(item).partition("@")[0] for item in value]
            if all(kind in cards or kind in (UNKNOWN, CONCEALED) for kind in kinds):
                yield from (kind for kind in kinds if kind in cards)
            else:
                rest += value


def places_of(kind: str, facts: Any) -> list[str]:
    """The places in plain values that have a card: `hands.0`."""
    found: list[str] = []
    rest: list[tuple[str, Any]] = [("", to_builtins(facts))]
    while rest:
        path, value = rest.pop()
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in inside:
            if item == kind:
                found.append(path)
            rest.append((f"{path}.{key}".lstrip("."), item))
    return sorted(found)


def a_digital_game_retold_with_real_cards_is_the_same(case: Case) -> None:
    """A digital game typed again at a physical table, without deals that nobody types there, is the game that everybody
    saw: after each line the physical table knows what the public knew of the digital one, and it ends the same way.

    A draw that is not counted there, a pile that never shrinks, a hand that the public sees: all make a difference. A
    secret choice is a closed fist there until it is revealed.
    """
    if not case.game.retold:
        case.nothing("players type other lines at a physical table (`retold=False`)")
    for digital in case.digital:
        physical = Replay(case.game, replace(digital.setup, deal=PHYSICAL))
        sealed: list[Entry] = []
        for entry in digital.entries:
            case.at(digital, entry)
            if type(entry.move) in KERNEL_MOVES:
                break
            was_typed = _retell(case, physical, entry)
            if was_typed and entry.seat != TABLE and physical.entries[-1].move != entry.move:
                sealed.append(entry)
            sealed = _reveal(case, physical, sealed, entry.state)
            if case.game.to_act(entry.state) != (TABLE,) and was_typed:
                _compare(case, entry, physical)
                check_books(case, entry.state, physical.state)
        else:
            words = "with real cards the game ends differently: expected {}, got {}"
            case.holds(physical.outcome == digital.outcome, words, digital.outcome, physical.outcome)


def _retell(case: Case, physical: Replay[Any], entry: Entry) -> bool:
    """Type a line of the digital game as people at a physical table type it; False when they would not type it."""
    assert entry.move is not None
    if entry.seat == TABLE and TABLE not in physical.to_act:
        return False  # real cards were drawn by hand
    ways: tuple[Move, ...] = (case.game.redact(entry.move, None), entry.move)
    ruling: Any = None
    for move in dict.fromkeys(ways):
        savepoint = physical.savepoint()
        retold = physical.apply_move(move)
        if retold.accepted:
            case.holds(not retold.irregularities, "with real cards the line is irregular: {}", retold.irregularities)
            return True
        ruling = retold.ruling
        physical.rollback(savepoint)
    case.holds(entry.seat == TABLE, "with real cards the line is rejected: {}", ruling)
    return False


def _reveal(case: Case, physical: Replay[Any], sealed: list[Entry], state: Any) -> list[Entry]:
    """Type the secret choices that the digital game has revealed; returns those that stay closed."""
    closed = []
    for secret in sealed:
        assert secret.move is not None
        if not case.game.is_revealed(state, secret.move, secret.ply):
            closed.append(secret)
        else:
            opened = physical.apply_move(secret.move)
            case.holds(opened.accepted, "with real cards the revealed answer is rejected: {}", opened.ruling)
    return closed


def _compare(case: Case, entry: Entry, physical: Replay[Any]) -> None:
    public = to_builtins(case.game.facts(case.game.project(entry.state, None)))
    real = to_builtins(case.game.facts(physical.state))
    words = "in a digital game the public knows {}, with real cards {}"
    case.holds(public == real, words, *first_difference(public, real))
    acting, there = case.game.to_act(entry.state), case.game.to_act(physical.state)
    case.holds(acting == there, "in a digital game seats {} must act, with real cards {}", acting, there)


@of_cards
def reasoning_about_hidden_cards_matches_the_table(case: Case) -> None:
    """With real cards the reasoning about hidden ones has as many of them in a place as lie there, and may have each.

    Looked at are places that the reasoning names as the state does: a zone and whose it is, or a seat of `hands`. Where
    a digital game is retold, the cards are those of the digital one: the truth is never ruled out.
    """
    looked = 0
    for line in case.lines(case.physical):
        looked += check_books(case, line.after, line.after)
    if not looked:
        case.nothing("the referee does not reason about hidden cards, or it names their places differently")


def check_books(case: Case, truth: Any, state: Any) -> int:
    """Hold the reasoning of one table against what lies at another, or at the same; how many places were looked at."""
    knowledge, looked = getattr(state, "knowledge", None), 0
    if not isinstance(knowledge, Knowledge):
        return 0
    for hand in {slot.hand for slot in knowledge.evidence.slots}:
        lying = _lying(truth, hand)
        if lying is None:
            continue
        looked += 1
        booked = knowledge.size(hand)
        case.holds(booked == len(lying), "{} has {} cards, but the evidence says {}", hand, len(lying), booked)
        kinds = {entry.partition("@")[0] for entry in lying} & case.book.playing_cards.keys()
        wrong = kinds - knowledge.possible_kinds(hand, trusting=False)
        case.holds(not wrong, "{} has {}, which the evidence rules out", hand, wrong)
    return looked


def _lying(state: Any, hand: Any) -> Any:
    """What the state has in a place that the reasoning about hidden cards names; None where it has no such place."""
    zone, key = hand if isinstance(hand, tuple) and len(hand) == 2 else ("hands", hand)
    there = getattr(state, zone, None) if isinstance(zone, str) else None
    if isinstance(there, Mapping):
        return there.get(key)
    if isinstance(there, tuple) and isinstance(key, int) and 0 <= key < len(there):
        return there[key] if isinstance(there[key], tuple) else None
    return None


PROMISES = (
    reasoning_about_hidden_cards_matches_the_table,
    no_card_is_lost_or_doubled,
    a_known_card_stays_known_until_it_is_hidden,
    every_known_card_is_in_the_facts,
    cards_on_the_table_are_counted,
    a_digital_game_retold_with_real_cards_is_the_same,
)
