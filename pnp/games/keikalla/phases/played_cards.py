"""Cards played on the own turn: Manager, Rehab, TV Interview, Guest Star, Muse, Helicopter to the rehab; cards laid
open or shown (KEI-66, KEI-76 to KEI-81, KEI-115, KEI-177, KEI-178, KEI-V05, KEI-V23, KEI-V25).

In: a Trial and a `play`, `lay`, `rehab` or `show`. Out: the Trial further on, or a refusal.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION, MOVE, kind_of
from pnp.games.keikalla.moves import CALENDAR, CLEAR, HIT, PICK, RUMOURS, WAIVER, Lay, Play, RehabTown, Resign, Show
from pnp.games.keikalla.phases.band_abilities import take_last_back
from pnp.games.keikalla.phases.calendar import owe_swap
from pnp.games.keikalla.phases.claims import all_tabled, claim_song
from pnp.games.keikalla.phases.draws import gate_of, on_table
from pnp.games.keikalla.phases.flow import loose, open_decks, owe_shuffle
from pnp.games.keikalla.phases.gigs import arrive
from pnp.games.keikalla.phases.reputation import (
    clean_up,
    groupie_ends,
    remove_fame,
    remove_lover,
    suffer_groupie,
    take_map_card,
)
from pnp.games.keikalla.phases.stashes import STASH, settle_fresh
from pnp.games.keikalla.phases.travel import check_moving, spend
from pnp.games.keikalla.phases.warn_cards import act, owe_draw
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import AFTER, ARRIVE, FRESH, MOVING, Hand, Stash
from pnp.games.keikalla.trial import Trial
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat


def play(d: Trial, move: Play) -> None:
    """A card and what it is used for."""
    use, target = move.use
    act_for = USES.get((d.data.like(move.card), use))
    if act_for is None:
        label = d.data.label(move.card)
        if move.card == Card.BACK_TO_BACK:
            d.bar(rule_ids.BACK_TO_BACK, f"{label} is played with the gig: `gig back_to_back`")
        if move.card == Card.ROAD_SERVICE:
            d.bar(rule_ids.SAVED_CARDS, f"{label} only answers a Malfunction")
        known = " or ".join(f"`play {card} {how}"[:60].rstrip() + "`" for card, how in USES if card == move.card)
        d.bar(rule_ids.SAVED_CARDS, f"{label} is not used so" + (f": {known}" if known else ""))
    if use == WAIVER:
        waive(d, move.seat, move.card, target)
        return
    settle_fresh(d, move.seat)
    act_for(d, move, target)


def _spend(d: Trial, move: Play) -> None:
    """The card is shown and discarded; Hian's last Manager comes back (KEI-81)."""
    seat = move.seat
    card = d.lose(seat, ACTION, move.card)
    if move.last:
        take_last_back(d, seat, card)
    else:
        d.discard(card)


def _clear(d: Trial, move: Play, target: str) -> None:
    seat, player = move.seat, d.player(move.seat)
    if not player.fame:
        d.refuse(rule_ids.CLEAR, f"no Reputation lies in front of {d.name(seat)}")
    _spend(d, move)
    d.tell(rule_ids.CLEAR, f"{d.name(seat)} discards {d.data.labels(fame.card for fame in player.fame)}")
    remove_fame(d, seat, player.fame, manager=True)


def check_fetch(d: Trial, seat: Seat) -> None:
    """Refuse to fetch the map's Rehab card where there is no need, or none (KEI-77)."""
    if not d.s.rehab:
        d.bar(rule_ids.FETCH_REHAB, "the Rehab card of the map is used up")
    if not d.player(seat).has_fame(d.data, Card.MESSED_UP):
        d.refuse(rule_ids.FETCH_REHAB, f"no {d.data.label(Card.MESSED_UP)} lies in front of {d.name(seat)}")


def _fetch(d: Trial, move: Play, target: str) -> None:
    check_fetch(d, move.seat)
    _spend(d, move)
    d.tell(rule_ids.FETCH_REHAB, f"the Rehab card of {d.data.town(d.s.rehab)} is used from afar")
    take_map_card(d)
    clean_up(d, move.seat)


def _fetch_flying(d: Trial, move: Play, target: str) -> None:
    seat = move.seat
    check_fetch(d, seat)
    hiatus = d.player(seat).hiatus
    d.put(seat, hiatus=False)  # a fetched Rehab card is no movement (KEI-178)
    check_moving(d, seat, Card.HELICOPTER)
    d.put(seat, hiatus=hiatus)
    spend(d, seat, Card.HELICOPTER)
    d.discard(Card.HELICOPTER)
    d.tell(rule_ids.FETCH_FLIGHT, f"the Helicopter fetches the Rehab card of {d.data.town(d.s.rehab)}")
    take_map_card(d)
    clean_up(d, seat)
    owe_draw(d, seat, Card.HELICOPTER)


def _rehab(d: Trial, move: Play, target: str) -> None:
    if not d.player(move.seat).has_fame(d.data, Card.MESSED_UP):
        d.refuse(rule_ids.FETCH_REHAB, f"no {d.data.label(Card.MESSED_UP)} lies in front of {d.name(move.seat)}")
    _spend(d, move)
    d.note(rule_ids.REHAB, f"{d.data.label(Card.MESSED_UP)} is discarded, nothing else")
    clean_up(d, move.seat)


def rehab_here(d: Trial, move: RehabTown) -> None:
    """Q21: the Rehab card of this town is used (KEI-55)."""
    seat, player, data = move.seat, d.player(move.seat), d.data
    if move.town and move.town != d.s.rehab:
        d.bar(rule_ids.REHAB, "only the table lays the Rehab card")
    if not d.s.rehab:
        d.bar(rule_ids.REHAB, "the Rehab card of the map is used up")
    if player.at != d.s.rehab:
        d.refuse(rule_ids.REHAB, f"it lies in {data.town(d.s.rehab)}, the figurine is elsewhere")
    needs = player.has_fame(data, Card.MESSED_UP)
    if not needs and data.switches["rehab_needs_messed_up"]:
        d.refuse(rule_ids.REHAB, f"no {data.label(Card.MESSED_UP)} lies in front of {d.name(seat)}")
    if d.s.stage not in (MOVING, ARRIVE):
        d.bar(rule_ids.ANY_ORDER, "nothing of the town is used after the gig")
    arrive(d, move.verb)
    take_map_card(d)
    if needs:
        clean_up(d, seat)
        d.tell(rule_ids.REHAB, f"{data.label(Card.MESSED_UP)} is discarded; the Rehab card of the map is used up")
    else:
        heap = d.s.discards[ACTION]
        if data.switches["rehab_card_on_map"] == "one_of_the_three":
            d.set(discards={**d.s.discards, ACTION: heap[:-1]})
            d.gain(seat, ACTION, Card.REHAB)
        d.note(rule_ids.REHAB, "the Rehab card goes to the hand")


def _rumours(d: Trial, move: Play, target: str) -> None:
    seat, data, player = move.seat, d.data, d.player(move.seat)
    others = [fame for fame in player.fame if data.like(fame.card) != Card.MESSED_UP]
    if not others:
        d.bar(
            rule_ids.RUMOURS,
            f"nothing but {data.label(Card.MESSED_UP)} could be denied" if player.fame else "no Reputation",
        )
    if target and data.like(target) == Card.MESSED_UP:
        d.refuse(rule_ids.RUMOURS, f"{data.label(target)} cannot be denied")
    gone = next((fame for fame in player.fame if fame.card == target), None) if target else None
    if gone is None and len({fame.card for fame in others}) == 1 and not target:
        gone = others[0]
    if gone is None:
        d.bar(rule_ids.RUMOURS, f"say which of {data.labels(fame.card for fame in others)}")
    _spend(d, move)
    d.note(rule_ids.RUMOURS, f"{data.label(gone.card)} is denied and discarded")
    remove_fame(d, seat, (gone,), manager=False)


def _calendar(d: Trial, move: Play, target: str) -> None:
    _spend(d, move)
    d.tell(rule_ids.CALENDAR, f"draw {d.data.numbers['calendar_cards']} Venue cards")
    owe_swap(d, move.seat)


def _pick(d: Trial, move: Play, target: str) -> None:
    """Guest Star instead of the draw (KEI-66, KEI-176)."""
    seat, data, turn = move.seat, d.data, d.s.turn
    if d.s.stage != AFTER or turn.waiting:
        d.bar(rule_ids.GUEST_STAR, "that is done after a gig, instead of the draw")
    if turn.drawn or turn.guest:
        d.bar(rule_ids.GUEST_STAR, "not after a normal draw")
    _spend(d, move)
    decks = open_decks(d.s, d.player(seat))
    pile = max(decks, key=lambda name: d.s.piles[name])
    count = data.numbers["guest_star_cards"]
    d.tell(rule_ids.GUEST_STAR, f"draw {count} cards and keep one")
    d.push("KEI-Q29", seat, pile=pile)
    if data.is_digital:
        d.push("KEI-Q29d", seat, min(count, d.s.piles[pile] + len(loose(d.s, pile))), pile=pile)
    elif d.s.piles[pile] < count and loose(d.s, pile):
        owe_shuffle(d, pile)


def _lover(d: Trial, move: Play, target: str) -> None:
    seat, data, player = move.seat, d.data, d.player(move.seat)
    if player.lover_since < 0:
        d.bar(rule_ids.LOVER_LEAVES if move.card == Card.MANAGER else rule_ids.MUSE, "no Lover lies there")
    if move.card == Card.MANAGER:
        since = player.lover_since if data.switches["lover_manager_gigs"] == "since_lover" else 0
        need = data.numbers["lover_gigs"]
        if player.gigs - since < need:
            d.refuse(rule_ids.LOVER_LEAVES, f"{player.gigs - since} gigs are played, {need} are needed")
    _spend(d, move)
    remove_lover(d, seat, f"{data.label(move.card)} sends the Lover away")


def _muse_hit(d: Trial, move: Play, target: str) -> None:
    """The Muse brings a Hit Song (KEI-V23)."""
    seat, data, player = move.seat, d.data, d.player(move.seat)
    how = data.switches["muse_hit_song"]
    if player.owns(Card.HIT_SONG):
        d.refuse(rule_ids.MUSE, f"{d.name(seat)} owns a {data.label(Card.HIT_SONG)}")
    if how == "waiver_only":
        d.refuse(rule_ids.MUSE, "here the Muse only waives the threshold of a card just drawn")
    if how == "muse_itself" or (data.has_claims and all_tabled(d.s, Card.HIT_SONG)):
        claim_song(d, seat, move.card)
        return
    if data.is_digital:
        if move.card not in player.action.shown:
            d.lose(seat, ACTION, move.card, stays=True)
        d.push("KEI-Q34d", seat, 1)
        d.note(rule_ids.MUSE, "the decks are searched")
        return
    if not d.s.unseen.get(Card.HIT_SONG) or not any(d.can_lie(pile, Card.HIT_SONG) for pile in action_piles(d)):
        d.bar(rule_ids.MUSE, "no Hit Song is in the decks, so the Muse itself is one: `claim hit_song`")
    find_song(d, seat, move.card)


def action_piles(d: Trial) -> list[str]:
    """The Action decks that have cards."""
    return [pile for pile in d.s.piles if pile.startswith(ACTION) and d.s.piles[pile]]


def find_song(d: Trial, seat: Seat, card: str) -> None:
    """A Hit Song comes out of the decks, which are shuffled; the Muse is spent (KEI-V23)."""
    d.discard(d.lose(seat, ACTION, card))
    piles = [pile for pile in action_piles(d) if d.data.is_digital or d.can_lie(pile, Card.HIT_SONG)]
    pile = max(piles, key=lambda name: d.s.piles[name])
    d.sees(Card.HIT_SONG)
    d.resize(pile, -1)
    d.balance_second()
    if d.s.knowledge is not None:
        d.search(pile, Card.HIT_SONG)
    d.put(seat, laid=(*d.player(seat).laid, Card.HIT_SONG))
    d.tell(rule_ids.MUSE, f"a {d.data.label(Card.HIT_SONG)} is searched for in the decks, which are shuffled")


def song_found(d: Trial, seat: Seat, card: str) -> None:
    """Digital: what the search in the decks brought: a Hit Song, or nothing but the Muse (KEI-V23)."""
    if card == Card.HIT_SONG and action_piles(d):
        d.pop()
        find_song(d, seat, Card.MUSE)
    elif card == Card.MUSE:
        d.pop()
        claim_song(d, seat, card)
    else:
        d.bar(rule_ids.MUSE, "the search brings a Hit Song, or the Muse itself")


def waive(d: Trial, seat: Seat, card: str, kind: str) -> None:
    """TV Interview or Muse tables an achievement whatever the number of gigs, directly after its draw (KEI-V05)."""
    data, turn, player = d.data, d.s.turn, d.player(seat)
    if not data.has_waivers:
        d.refuse(rule_ids.WAIVER, "at this table no card waives a threshold")
    if not turn.fresh:
        d.bar(rule_ids.STASH_AT_ONCE, "that is done directly after the draw")
    d.answered(FRESH)
    named, kind = kind, kind_of(kind)
    if kind not in data.achievements:
        d.bar(rule_ids.WAIVER, "say which achievement: `waiver hit_song`")
    if player.owns(kind):
        d.refuse(rule_ids.ONE_OF_A_KIND, f"{d.name(seat)} owns a {data.label(kind)}")
    if player.gigs >= gate_of(d, kind):
        d.refuse(rule_ids.WAIVER, f"{data.label(kind)} may be kept: {player.gigs} gigs are performed")
    fresh = turn.fresh
    if fresh not in (UNKNOWN, named):
        d.bar(rule_ids.COUNT, f"{data.label(named)} is not the card just drawn")
    d.turn(fresh="")
    hand = list(player.action.cards)
    hand.remove(fresh)
    d.put(seat, action=Hand(tuple(hand), player.action.shown))
    if fresh == UNKNOWN:
        d.sees(named)
        d.learn(lambda known: known.reveal(("fresh", seat), kind, d.ply), data.label(kind))
        fresh = named
    d.put(seat, laid=(*d.player(seat).laid, fresh))
    spent = d.lose(seat, ACTION, card)
    d.discard(spent)
    d.note(rule_ids.WAIVER, f"{data.label(spent)} lets {d.name(seat)} table {data.label(kind)}")


def lay(d: Trial, move: Lay) -> None:
    """A card of the hand is tabled: a kept warn card (Q08), an achievement, a Groupie just dealt."""
    seat, data, kind = move.seat, d.data, kind_of(move.card)
    fresh = d.s.turn.fresh
    if kind in data.warns:
        lay_warn(d, seat, kind)
        return
    if kind in data.at_once and fresh and data.is_digital:
        d.answered(FRESH)
        if fresh == UNKNOWN:
            d.sees(kind)  # in the eyes of those who were not dealt it
        elif kind_of(fresh) != kind:
            d.bar(rule_ids.COUNT, f"{data.label(kind)} is not the card just dealt")
        hand = list(d.player(seat).action.cards)
        hand.remove(fresh)
        d.put(seat, action=Hand(tuple(hand), d.player(seat).action.shown))
        d.turn(fresh="")
        if data.like(kind) == Card.GROUPIE:
            suffer_groupie(d, seat, kind)
            groupie_ends(d, seat)
        else:
            on_table(d, seat, kind)
        return
    if d.s.ask is not None and d.s.ask.id == FRESH:
        d.bar(rule_ids.STASH_AT_ONCE, "the card just drawn is kept, `keep ?`, or stashed, `stash`")
    settle_fresh(d, seat)
    if d.s.ask is not None and d.s.ask.id == "KEI-Q28":
        if kind not in data.achievements:
            d.bar(rule_ids.SHOWN, "the achievement just taken is tabled")
        d.pop()
    if kind not in data.achievements:
        d.bar(rule_ids.SAVED_CARDS, f"{data.label(move.card)} is not laid: it is played or kept")
    if kind in d.player(seat).kinds_laid():
        d.refuse(rule_ids.ONE_OF_A_KIND, f"{d.name(seat)} has tabled a {data.label(kind)}")
    gate = gate_of(d, kind)
    if d.player(seat).gigs < gate:
        d.refuse(rule_ids.GATES, f"{data.label(kind)} is kept from {gate} gigs on")
    faced = [one for one in d.player(seat).action.cards if kind_of(one) == kind and one != kind]
    if data.is_digital and faced and move.card not in faced:
        d.bar(rule_ids.SECRET_TOWN, f"say its town: `lay {faced[0]}`")
    card = d.lose(seat, ACTION, move.card)
    d.put(seat, laid=(*d.player(seat).laid, card))
    d.note(rule_ids.SHOWN, f"{data.label(card)} lies open")


def lay_warn(d: Trial, seat: Seat, card: str) -> None:
    """Q08: a warn card kept in the opening hand acts on the first own turn (KEI-102)."""
    data, player = d.data, d.player(seat)
    if player.turns != 1 or d.s.turn.spoke or d.s.stage != MOVING:
        d.refuse(rule_ids.KEPT_WARNS, "only as the first thing of the own first turn")
    if data.switches["opening_warn_cards"] == "must_return":
        d.refuse(rule_ids.KEPT_WARNS, "warn cards had to be returned before the start")
    d.lose(seat, MOVE, card)
    d.lay_front(seat, card)
    d.note(rule_ids.KEPT_WARNS, f"{data.label(card)} acts as if it were drawn now")
    act(d, seat, card)


def show(d: Trial, move: Show) -> None:
    """Cards of a hand or a stash are shown to all; it has no effect in play (KEI-H08, KEI-H12)."""
    seat, data = move.seat, d.data
    if not d.s.is_set_up:
        d.bar(rule_ids.SETUP_ORDER, "there is nothing to show yet")
    if move.stash:
        _show_stash(d, move)
        return
    before = {kind: _copies_seen(d, seat, kind) for kind in data.achievements}
    for card in move.cards:
        face = data.faces.get(kind_of(card))
        if face is None or face.pile == "venue":
            d.bar(rule_ids.COUNT, f"{data.label(card)} is in nobody's hand")
        wanted = move.cards.count(card)
        hand = d.hand(seat, data.hand_of(card))
        if hand.shown.count(card) < wanted:
            d.lose(seat, data.hand_of(card), card, stays=True)
    d.note(rule_ids.AUDIT, f"{d.name(seat)} shows {data.labels(move.cards)}")
    told = any(event.rule == rule_ids.ONE_OF_A_KIND for event in d.found)
    for kind, copies in before.items():
        if _copies_seen(d, seat, kind) > max(1, copies) and not told:
            because = f"{d.name(seat)} holds a second {data.label(kind)}, which was to be stashed"
            d.irregular(seat, d.ply, rule_ids.ONE_OF_A_KIND, because)


def _copies_seen(d: Trial, seat: Seat, kind: str) -> int:
    """How many achievements of a kind a player is seen to own."""
    player = d.player(seat)
    return sum(kind_of(card) == kind for card in player.action.shown) + (kind in player.kinds_laid())


def _show_stash(d: Trial, move: Show) -> None:
    data = d.data
    found = next((one for one in d.s.stashes if one.id == move.stash), None)
    if found is None or len(move.cards) != 1:
        d.bar(rule_ids.CHECK, f"there is no stash {move.stash} of one card")
    card, kind = move.cards[0], kind_of(move.cards[0])
    if found.card == UNKNOWN:
        face = data.faces.get(kind)
        if face is None or face.pile != ACTION:
            d.bar(rule_ids.COUNT, f"{data.label(card)} cannot lie there")
        d.sees(card)
        d.learn(lambda known: known.show((STASH, found.id), kind, d.ply), data.label(card))
    elif found.card not in (card, kind) and card != kind_of(found.card):
        d.bar(
            rule_ids.COUNT, f"{found.id} is {data.label(found.card)}" if not data.is_digital else "it is another card"
        )
    elif card == kind:
        card = found.card
    everybody = tuple(range(len(d.s.players)))
    turned = Stash(found.id, found.town, found.by, card, found.rider, found.below, everybody)
    d.set(stashes=tuple(turned if one.id == found.id else one for one in d.s.stashes))
    d.note(rule_ids.AUDIT, f"{found.id} is {data.label(card)}")


def resign(d: Trial, move: Resign) -> None:
    """Out: skipped from now on, the stashes stay (KEI-172)."""
    seat = move.seat
    if seat == TABLE or not d.s.is_set_up:
        d.bar(rule_ids.OUT, "only a player who is in the game resigns")
    if d.player(seat).out:
        d.bar(rule_ids.OUT, f"{d.name(seat)} is out already")
    d.put(seat, out=True)
    d.tell(rule_ids.OUT, f"{d.name(seat)} is skipped from now on; the stashes stay")
    d.drop_turn(seat)


USES: dict[tuple[str, str], Callable[[Trial, Play, str], None]] = {
    (Card.MANAGER, CLEAR): _clear,
    (Card.MANAGER, Card.REHAB): _fetch,
    (Card.MANAGER, Card.LOVER): _lover,
    (Card.REHAB, ""): _rehab,
    (Card.TV, CALENDAR): _calendar,
    (Card.GUEST_STAR, CALENDAR): _calendar,
    (Card.TV, RUMOURS): _rumours,
    (Card.TV, WAIVER): _rumours,
    (Card.MUSE, WAIVER): _rumours,
    (Card.GUEST_STAR, PICK): _pick,
    (Card.MUSE, HIT): _muse_hit,
    (Card.MUSE, Card.LOVER): _lover,
    (Card.HELICOPTER, Card.REHAB): _fetch_flying,
}
