"""Cards played on one's own turn: Manager, Rehab, TV Interview, Guest Star, Muse, Helicopter to the rehab; cards laid
open or shown (KEI-66, KEI-76 to KEI-81, KEI-115, KEI-177, KEI-178, KEI-V05, KEI-V23, KEI-V25).

In: a Trial and a `play`, `lay`, `rehab` or `show`. Out: the changed Trial, or a refusal.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import ACTION, MOVE, kind_of
from pnp.games.keikalla.held import faced
from pnp.games.keikalla.moves import Deal, Lay, Play, RehabTown, Resign, Show
from pnp.games.keikalla.phases.band_abilities import take_last_back
from pnp.games.keikalla.phases.calendar import require_swap
from pnp.games.keikalla.phases.claims import all_laid, claim_song
from pnp.games.keikalla.phases.draws import apply_table_card, threshold_of
from pnp.games.keikalla.phases.gigs import arrive, check_arrival
from pnp.games.keikalla.phases.guest_star import invite_guest_star
from pnp.games.keikalla.phases.reputation import (
    clean_up,
    groupie_ends,
    remove_lover,
    remove_reputation_cards,
    suffer_groupie,
    take_map_card,
)
from pnp.games.keikalla.phases.stashes import ACHIEVEMENT_TAKEN, JUST_DRAWN, keep_just_drawn, show_stash
from pnp.games.keikalla.phases.travel import check_moving, spend
from pnp.games.keikalla.phases.warn_cards import apply_warn_card, require_draw
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import AFTER, ARRIVE, MOVING, Hand, KeikallaState, OpenQuestion
from pnp.games.keikalla.trial import Trial
from pnp.games.keikalla.vocabulary.abilities import Play as PlayAbility
from pnp.games.keikalla.vocabulary.verbs import (
    CleanUp,
    Clear,
    Deny,
    FetchRehab,
    FindSong,
    GoHome,
    InviteGuestStar,
    Raided,
    Repair,
    SecondGig,
    SendLoverAway,
    SwapDates,
    Waive,
)
from pnp.library.effect.vocabulary import Effect
from pnp.library.words import join_texts
from pnp.referee.move import Move
from pnp.referee.params import UNKNOWN
from pnp.referee.seat import TABLE, Seat

SONG_SEARCH = Question("KEI-Q34d", "ask_song_search", "KEI-V23")


def _achievements(t: Trial, seat: Seat) -> list[Move]:
    own = [card for card in t.player(seat).action.cards if kind_of(card) in t.data.achievements]
    return [Lay(seat, card) for card in dict.fromkeys(own or faced(t.state, t.data.achievements))]


@JUST_DRAWN.answer(Lay)
@ACHIEVEMENT_TAKEN.answer(Lay, choices=_achievements)
def lay(t: Trial, move: Lay) -> None:
    """A card of the hand is laid open: a kept warn card (Q08), an achievement, a Groupie just dealt."""
    seat, data, kind = move.seat, t.data, kind_of(move.card)
    just_drawn = t.state.turn.just_drawn
    if kind in data.warns:
        lay_warn(t, seat, kind)
        return
    if kind in data.at_once and just_drawn and data.is_digital:
        t.pop_if(JUST_DRAWN)
        if just_drawn == UNKNOWN:
            t.reveal(kind)  # in the eyes of those who were not dealt it
        elif kind_of(just_drawn) != kind:
            t.bar("KEI-H06", "not_just_dealt", card=kind)
        hand = list(t.player(seat).action.cards)
        hand.remove(just_drawn)
        t.change_player(seat, action=Hand(tuple(hand), t.player(seat).action.shown))
        t.change_turn(just_drawn="")
        if data.does(kind, GoHome):
            suffer_groupie(t, seat, kind)
            groupie_ends(t, seat)
        else:
            apply_table_card(t, seat, kind)
        return
    if t.is_asked(JUST_DRAWN):
        t.bar("KEI-154", "keep_or_stash")
    keep_just_drawn(t, seat)
    if t.is_asked(ACHIEVEMENT_TAKEN):
        if kind not in data.achievements:
            t.bar("KEI-V03", "taken_is_tabled")
        t.pop()
    if kind not in data.achievements:
        t.bar("KEI-79", "not_laid", card=move.card)
    if kind in t.player(seat).kinds_laid():
        t.refuse("KEI-50", "has_tabled", seat=seat, card=kind)
    threshold = threshold_of(t, kind)
    if t.player(seat).gigs < threshold:
        t.refuse("KEI-V02", "kept_from", card=kind, threshold=threshold)
    faced = [one for one in t.player(seat).action.cards if kind_of(one) == kind and one != kind]
    if data.is_digital and faced and move.card not in faced:
        t.bar("KEI-H05", "say_its_town", line=f"lay {faced[0]}")
    if t.can_take(seat, ACTION, move.card):
        t.agreed()
    card = t.take_from_hand(seat, ACTION, move.card)
    t.agreed()
    t.change_player(seat, laid=(*t.player(seat).laid, card))
    t.note("KEI-V03", "lies_open", card=card)


def lay_warn(t: Trial, seat: Seat, card: str) -> None:
    """Q08: a warn card kept in the opening hand acts on the first own turn (KEI-102)."""
    data, player = t.data, t.player(seat)
    if player.turns != 1 or t.state.turn.has_acted or t.state.phase != MOVING:
        t.refuse("KEI-102", "first_thing")
    if data.switches["opening_warn_cards"] == "must_return":
        t.refuse("KEI-102", "had_to_be_returned")
    t.take_from_hand(seat, MOVE, card)
    t.lay_in_front(seat, card)
    t.note("KEI-102", "acts_as_drawn", card=card)
    apply_warn_card(t, seat, card)


@JUST_DRAWN.answer(Play)
def play(t: Trial, move: Play) -> None:
    """A card and what it is used for."""
    use = move.use[0]
    found = t.data.play_for(move.card, use)
    if found is None:
        if t.data.does(move.card, SecondGig):
            t.bar("KEI-75", "played_with_gig", card=move.card)
        if t.data.does(move.card, Repair):
            t.bar("KEI-79", "only_answers", card=move.card)
        lines = [
            f"`play {card} {other.effect.typed}".rstrip() + "`" for card, other in t.data.plays if card == move.card
        ]
        ways = join_texts(t.message("or"), lines)
        t.bar("KEI-79", "not_used_so_but" if lines else "not_used_so", card=move.card, ways=ways)
    if isinstance(found.effect, Waive):
        waive(t, move, found.variant)
        return
    keep_just_drawn(t, move.seat)
    PLAYS[type(found.effect)](t, move, found)


def _spend(t: Trial, move: Play) -> None:
    """The card is shown and discarded; Hian's last Manager comes back (KEI-81)."""
    seat = move.seat
    if not move.last and t.can_take(seat, ACTION, move.card):
        t.agreed()
    card = t.take_from_hand(seat, ACTION, move.card)
    if move.last:
        take_last_back(t, seat, card)
    else:
        t.discard(card)
    t.agreed()


def _clear(t: Trial, move: Play, found: PlayAbility) -> None:
    seat, player = move.seat, t.player(move.seat)
    if not player.reputation_cards:
        t.refuse("KEI-76", "no_reputation_before", seat=seat)
    _spend(t, move)
    t.announce("KEI-76", "discards", seat=seat, cards=[card.kind for card in player.reputation_cards])
    remove_reputation_cards(t, seat, player.reputation_cards, manager=True)


def check_fetch(t: Trial, seat: Seat) -> None:
    """Refuse to fetch the map's Rehab card where there is no need, or none (KEI-77)."""
    if not t.state.rehab:
        t.bar("KEI-77", "map_card_used_up")
    if not t.player(seat).is_messed_up(t.data):
        t.refuse("KEI-77", "none_lies_before", card=t.data.doer(Raided), seat=seat)


def _fetch(t: Trial, move: Play, found: PlayAbility) -> None:
    if t.data.pile_of(move.card) != ACTION:
        _fetch_flying(t, move)
        return
    check_fetch(t, move.seat)
    _spend(t, move)
    t.announce("KEI-77", "used_from_afar", town=t.state.rehab)
    take_map_card(t)
    clean_up(t, move.seat)


def _fetch_flying(t: Trial, move: Play) -> None:
    """With a Movement card (KEI-178)."""
    seat, card = move.seat, move.card
    check_fetch(t, seat)
    hiatus = t.player(seat).hiatus
    t.change_player(seat, hiatus=False)  # a fetched Rehab card is no movement (KEI-178)
    check_moving(t, seat, card)
    t.change_player(seat, hiatus=hiatus)
    spend(t, seat, card)
    t.agreed()
    t.discard(card)
    t.announce("KEI-178", "flown_for", town=t.state.rehab)
    take_map_card(t)
    clean_up(t, seat)
    require_draw(t, seat, card)


def _rehab(t: Trial, move: Play, found: PlayAbility) -> None:
    messed_up = t.data.doer(Raided)
    if not t.player(move.seat).is_messed_up(t.data):
        t.refuse("KEI-77", "none_lies_before", card=messed_up, seat=move.seat)
    _spend(t, move)
    t.note("KEI-55", "discarded_alone", card=messed_up)
    clean_up(t, move.seat)


def rehab_here(t: Trial, move: RehabTown) -> None:
    """Q21: the Rehab card of this town is used (KEI-55)."""
    seat, player, data = move.seat, t.player(move.seat), t.data
    if move.town and move.town != t.state.rehab:
        t.bar("KEI-55", "table_lays_rehab")
    if not t.state.rehab:
        t.bar("KEI-55", "map_card_used_up")
    if player.at != t.state.rehab:
        t.refuse("KEI-55", "rehab_elsewhere", town=t.state.rehab)
    needs, messed_up = player.is_messed_up(data), data.doer(Raided)
    if not needs and data.switches["rehab_needs_messed_up"]:
        t.refuse("KEI-55", "none_lies_before", card=messed_up, seat=seat)
    if t.state.phase not in (MOVING, ARRIVE):
        t.bar("KEI-155", "nothing_after_gig")
    check_arrival(t, move.verb)
    t.agreed()
    arrive(t, move.verb)
    take_map_card(t)
    if needs:
        clean_up(t, seat)
        t.announce("KEI-55", "cleaned_up", card=messed_up)
    else:
        pile_cards = t.state.discards[ACTION]
        if data.switches["rehab_card_on_map"] == "one_of_the_three":
            t.change(discards={**t.state.discards, ACTION: pile_cards[:-1]})
            t.add_to_hand(seat, ACTION, Card.REHAB)
        t.note("KEI-55", "rehab_to_hand")


def _rumours(t: Trial, move: Play, found: PlayAbility) -> None:
    seat, data, player, target = move.seat, t.data, t.player(move.seat), move.use[1]
    others = [card for card in player.reputation_cards if not data.does(card.kind, Raided)]
    if not others:
        because = "nothing_else_denied" if player.reputation_cards else "no_reputation"
        t.bar("KEI-78", because, card=data.doer(Raided))
    if target and data.does(target, Raided):
        t.refuse("KEI-78", "not_deniable", card=target)
    gone = next((card for card in player.reputation_cards if card.kind == target), None) if target else None
    if gone is None and len({card.kind for card in others}) == 1 and not target:
        gone = others[0]
    if gone is None:
        t.bar("KEI-78", "say_which_of", cards=[card.kind for card in others])
    _spend(t, move)
    t.note("KEI-78", "denied", card=gone.kind)
    remove_reputation_cards(t, seat, (gone,), manager=False)


def _calendar(t: Trial, move: Play, found: PlayAbility) -> None:
    _spend(t, move)
    t.announce("KEI-177", "draw_venues", count=t.data.numbers["calendar_cards"])
    require_swap(t, move.seat)


def _pick(t: Trial, move: Play, found: PlayAbility) -> None:
    """Guest Star instead of the draw (KEI-66, KEI-176)."""
    seat, turn = move.seat, t.state.turn
    if t.state.phase != AFTER or turn.waiting:
        t.bar("KEI-66", "instead_of_draw")
    if turn.drawn or turn.guest:
        t.bar("KEI-66", "not_after_draw")
    _spend(t, move)
    invite_guest_star(t, seat)


def _lover(t: Trial, move: Play, found: PlayAbility) -> None:
    seat, data, player = move.seat, t.data, t.player(move.seat)
    if player.lover_since < 0:
        t.bar(found.variant or "KEI-V23", "no_lover")
    if isinstance(found.effect, SendLoverAway) and found.effect.after_gigs:
        since = player.lover_since if data.switches["lover_manager_gigs"] == "since_lover" else 0
        need = data.numbers["lover_gigs"]
        if player.gigs - since < need:
            t.refuse("KEI-V25", "gigs_needed", need=need, gigs=player.gigs - since)
    _spend(t, move)
    remove_lover(t, seat, "card_sends_away", card=move.card)


def _muse_hit(t: Trial, move: Play, found: PlayAbility) -> None:
    """The Muse brings a Hit Song (KEI-V23)."""
    seat, data, player = move.seat, t.data, t.player(move.seat)
    how = data.switches["muse_hit_song"]
    if player.owns(Card.HIT_SONG):
        t.refuse("KEI-V23", "owns", seat=seat, card=Card.HIT_SONG)
    if how == "waiver_only":
        t.refuse("KEI-V23", "muse_only_waives")
    if how == "muse_itself" or (data.has_claims and all_laid(t.state, Card.HIT_SONG)):
        claim_song(t, seat, move.card)
        return
    if data.is_digital:
        if move.card not in player.action.shown:
            t.take_from_hand(seat, ACTION, move.card, stays=True)
        t.ask(SONG_SEARCH, seat, 1)
        t.note("KEI-V23", "decks_are_searched")
        return
    if not t.state.unseen.get(Card.HIT_SONG) or not any(t.may_contain(pile, Card.HIT_SONG) for pile in action_piles(t)):
        t.bar("KEI-V23", "no_song_so_muse")
    find_song(t, seat, move.card)


def action_piles(t: Trial) -> list[str]:
    """The Action decks that have cards."""
    return [pile for pile in t.state.piles if pile.startswith(ACTION) and t.state.piles[pile]]


def find_song(t: Trial, seat: Seat, card: str) -> None:
    """A Hit Song comes out of the decks, which are shuffled; the Muse is spent (KEI-V23)."""
    t.discard(t.take_from_hand(seat, ACTION, card))
    piles = [pile for pile in action_piles(t) if t.data.is_digital or t.may_contain(pile, Card.HIT_SONG)]
    pile = max(piles, key=lambda name: t.state.piles[name])
    t.reveal(Card.HIT_SONG)
    t.resize_pile(pile, -1)
    t.balance_second_deck()
    if t.state.knowledge is not None:
        t.search(pile, Card.HIT_SONG)
    t.change_player(seat, laid=(*t.player(seat).laid, Card.HIT_SONG))
    t.announce("KEI-V23", "song_searched", card=Card.HIT_SONG)


def _song_or_muse(state: KeikallaState, question: OpenQuestion) -> str:
    decks = any(size for pile, size in state.piles.items() if pile.startswith(ACTION))
    return Card.HIT_SONG if state.unseen.get(Card.HIT_SONG) and decks else Card.MUSE


@SONG_SEARCH.drawn(opens=lambda t, question, card: True, found=_song_or_muse)
def song_found(t: Trial, question: OpenQuestion, move: Deal) -> None:
    """Digital: what the search in the decks brought: a Hit Song, or nothing but the Muse (KEI-V23)."""
    seat, card = question.seat, kind_of(move.cards[0])
    if card == Card.HIT_SONG and action_piles(t):
        t.pop()
        find_song(t, seat, Card.MUSE)
    elif card == Card.MUSE:
        t.pop()
        claim_song(t, seat, card)
    else:
        t.bar("KEI-V23", "song_or_muse")


def waive(t: Trial, move: Play, variant: str) -> None:
    """A TV Interview tables an achievement whatever the number of gigs, directly after its draw (KEI-V05)."""
    seat, card, kind = move.seat, move.card, move.use[1]
    data, turn, player = t.data, t.state.turn, t.player(seat)
    if not data.has_waivers:
        t.refuse(variant or "KEI-V05", "no_waivers")
    if not turn.just_drawn:
        t.bar("KEI-154", "directly_after")
    t.pop_if(JUST_DRAWN)
    named, kind = kind, kind_of(kind)
    if kind not in data.achievements:
        t.bar("KEI-V05", "say_achievement")
    if player.owns(kind):
        t.refuse("KEI-50", "owns", seat=seat, card=kind)
    if player.gigs >= threshold_of(t, kind):
        t.refuse("KEI-V05", "no_waiver_needed", card=kind, gigs=player.gigs)
    just_drawn = turn.just_drawn
    if just_drawn not in (UNKNOWN, named):
        t.bar("KEI-H06", "not_just_drawn", card=named)
    t.change_turn(just_drawn="")
    hand = list(player.action.cards)
    hand.remove(just_drawn)
    t.change_player(seat, action=Hand(tuple(hand), player.action.shown))
    if just_drawn == UNKNOWN:
        t.reveal(named)
        t.learn(lambda known: known.reveal(("fresh", seat), kind, t.ply), kind)
        just_drawn = named
    t.change_player(seat, laid=(*t.player(seat).laid, just_drawn))
    spent = t.take_from_hand(seat, ACTION, card)
    t.discard(spent)
    t.note("KEI-V05", "waived", card=spent, seat=seat, other_card=kind)


def show(t: Trial, move: Show) -> None:
    """Cards of a hand or a stash are shown to all; it has no effect in play (KEI-H08, KEI-H12)."""
    seat, data = move.seat, t.data
    if not t.state.is_set_up:
        t.bar("KEI-104", "nothing_to_show")
    if move.stash:
        show_stash(t, move)
        return
    before = {kind: _copies_seen(t, seat, kind) for kind in data.achievements}
    for card in move.cards:
        card_data = data.cards.get(kind_of(card))
        if card_data is None or card_data.pile == "venue":
            t.bar("KEI-H06", "in_nobodys_hand", card=card)
        wanted = move.cards.count(card)
        hand = t.hand(seat, data.hand_of(card))
        if hand.shown.count(card) < wanted:
            t.take_from_hand(seat, data.hand_of(card), card, stays=True)
    t.note("KEI-H08", "shows", seat=seat, cards=move.cards)
    reported = any(event.rule == "KEI-50" for event in t.found)
    for kind, copies in before.items():
        if _copies_seen(t, seat, kind) > max(1, copies) and not reported:
            t.report_irregularity(seat, t.ply, "KEI-50", "holds_a_second", seat=seat, card=kind)


def _copies_seen(t: Trial, seat: Seat, kind: str) -> int:
    """How many achievements of a kind a player is seen to own."""
    player = t.player(seat)
    return sum(kind_of(card) == kind for card in player.action.shown) + (kind in player.kinds_laid())


def resign(t: Trial, move: Resign) -> None:
    """Out: skipped from now on, the stashes stay (KEI-172)."""
    seat = move.seat
    if seat == TABLE or not t.state.is_set_up:
        t.bar("KEI-172", "who_resigns")
    if t.player(seat).out:
        t.bar("KEI-172", "out_already", seat=seat)
    t.change_player(seat, out=True)
    t.announce("KEI-172", "skipped_from_now", seat=seat)
    t.drop_turn(seat)


PLAYS: dict[type[Effect], Callable[[Trial, Play, PlayAbility], None]] = {
    Clear: _clear,
    FetchRehab: _fetch,
    CleanUp: _rehab,
    SendLoverAway: _lover,
    SwapDates: _calendar,
    Deny: _rumours,
    InviteGuestStar: _pick,
    FindSong: _muse_hit,
}
