"""Worlds behind a view of a declared game. In: a view, cards for its hidden places. Out: the state in which they lie
there, with an answer in every fist.

Piles stay as little known as they are, but for the cards that somebody else has seen there; each keeps as many cards of
its own decks out of hands as it has. Invariant: `project` of what comes out is the view again.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from pnp.referee.game import Pick
from pnp.referee.kernel import asking, hidden_values
from pnp.referee.kernel.compiled import CompiledRules
from pnp.referee.kernel.place import EVERYBODY, NOBODY, Key
from pnp.referee.kernel.question import FIST, Commit, Open
from pnp.referee.kernel.question import Answered as Given
from pnp.referee.kernel.table import Draft
from pnp.referee.kernel.zone import CONCEALED, UNSEEN, Cards, Zone
from pnp.referee.opponents.sampling import Hidden, Unseen, copies_of
from pnp.referee.params import UNKNOWN


def fill(game: CompiledRules, view: Any, hidden: Hidden, pick: Pick) -> Any:
    """The state behind a view in which these cards, and any others that are out of sight, lie where it sees none."""
    state = _with_cards(game, view, hidden, pick)
    if state.knowledge is not None:
        state = replace(state, knowledge=None)  # in a world every card is known
    if state.hidden_values:
        d = Draft(state, game.places)
        for place, value in hidden_values.filled(d, pick):  # one after the other, for what one has no other can have
            d.write(place, value)
        state = d.done()
    for at, item in enumerate(state.stack):
        if type(item) is Open and any(given.move == FIST for given in item.answers):
            answered = _with_answers(game, state, at, item, pick)
            state = replace(state, stack=(*state.stack[:at], answered, *state.stack[at + 1 :]))
    return state


def _with_cards(game: CompiledRules, view: Any, hidden: Hidden, pick: Pick) -> Any:
    held, setup = game.held, view.setup
    unseen: Unseen | None = None
    state = view
    # Piles first: what must be left in them of their own decks cannot be in a hand.
    for zone in sorted(held.zones, key=lambda zone: zone.seen_by != NOBODY):
        for key in zone.keys_at(view):
            entries = zone.read(view, key)
            if zone.seen_by == EVERYBODY or not any(entry in UNSEEN for entry in entries):
                continue
            if unseen is None:
                copies = Counter(game.copies(setup))
                copies.subtract(held.seen(view))
                unseen = Unseen(copies_of(copies), hidden, pick)
            if zone.seen_by == NOBODY:
                state = _in_pile(game, state, zone, key, entries, unseen)
            else:
                cards = tuple(UNKNOWN if entry in UNSEEN else entry for entry in entries)
                state = zone.replaced(state, key, unseen.fill(zone[key].where, cards, game.printed(setup).fits(zone)))
    return state


def _in_pile(game: CompiledRules, state: Any, zone: Zone, key: Key, entries: Cards, unseen: Unseen) -> Any:
    """Cards of a pile that somebody else has seen, and of which nobody knows who has."""
    count = sum(entry in UNSEEN for entry in entries)
    if zone.begins and zone.begins is not True:
        own = frozenset(game.printed(state.setup).kinds_in(zone))
        drawn = iter(unseen.draw_of(count, own.__contains__))
    elif CONCEALED in entries:
        drawn = iter(unseen.draw(entries.count(CONCEALED)))
    if CONCEALED not in entries:
        return state
    return zone.replaced(state, key, tuple(next(drawn) if entry == CONCEALED else entry for entry in entries))


def _with_answers(game: CompiledRules, state: Any, at: int, item: Open, pick: Pick) -> Open:
    """Any answer for everybody who gave one in secret."""
    answers = []
    for given in item.answers:
        if given.move == FIST:
            others = tuple(other for other in item.answers if other.seat != given.seat)
            open_ = replace(item, seats=(*item.seats, given.seat), answers=others)
            asked = replace(state, stack=(*state.stack[:at], open_))
            moves = [move for move in asking.legal_moves(game, asked, given.seat) if type(move) is not Commit]
            answers.append(Given(given.seat, given.ply, moves[pick(len(moves))]) if moves else given)
        else:
            answers.append(given)
    return replace(item, answers=tuple(answers))
