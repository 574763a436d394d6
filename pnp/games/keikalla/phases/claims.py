"""More than four players: an achievement is claimed when all its copies lie open (KEI-V40 to KEI-V44).

In: a Trial and a claim. Out: the changed Trial, or a refusal. Invariant: what stands in for a
missing achievement lies in front like one, and is not lost to raids.
"""

from __future__ import annotations

from pnp.games.keikalla.card_ids import Card
from pnp.games.keikalla.game_data import ACTION
from pnp.games.keikalla.moves import Claim, Festival
from pnp.games.keikalla.phases.band_abilities import take_last_back
from pnp.games.keikalla.phases.flow import settle
from pnp.games.keikalla.phases.gigs import arrive
from pnp.games.keikalla.question import Question
from pnp.games.keikalla.state import ARRIVE, KeikallaState
from pnp.games.keikalla.trial import Trial
from pnp.referee.move import Move
from pnp.referee.seat import TABLE, Seat

FESTIVAL = Question("KEI-Q32", "ask_festival", "KEI-V43", key="festival {moment}")


def laid_copies(state: KeikallaState, kind: str) -> int:
    """How many copies of an achievement lie open; a stand-in is none."""
    return sum(card.partition(":")[0] == kind for player in state.players for card in player.laid)


def all_laid(state: KeikallaState, kind: str) -> bool:
    """Every copy lies open (KEI-V40, KEI-V42, KEI-V43)."""
    return laid_copies(state, kind) >= state.data.cards[kind].copies


def _check_claim(t: Trial, seat: Seat, kind: str, rule: str) -> None:
    data = t.data
    if not data.has_claims:
        many = data.numbers["more_players_from"]
        t.refuse(rule, "for_more_players" if len(t.state.players) < many else "not_at_this_table", count=many)
    if t.player(seat).owns(kind):
        t.refuse("KEI-50", "owns", seat=seat, card=kind)
    if not all_laid(t.state, kind):
        t.refuse(rule, "not_all_tabled", copies=data.cards[kind].copies, tabled=laid_copies(t.state, kind))


def _stand_in(t: Trial, seat: Seat, kind: str, cards: tuple[str, ...], last: str = "") -> None:
    spent = tuple(t.take_from_hand(seat, ACTION, card) for card in cards)
    if last:  # the claim stands, though its Manager comes back
        take_last_back(t, seat, Card.MANAGER)
        spent = tuple(card for card in spent if card != Card.MANAGER)
    t.change_player(seat, stand_ins=(*t.player(seat).stand_ins, (kind, spent)))
    t.announce("KEI-V44", "stays_as" if spent else "claim_stays_as", cards=spent, card=kind)


def claim(t: Trial, move: Claim) -> None:
    """An achievement is claimed when all its copies lie open (KEI-V40 to KEI-V43)."""
    seat, data, kind = move.seat, t.data, move.kind
    player = t.player(seat)
    if kind == Card.RECORD_DEAL:
        _check_claim(t, seat, kind, "KEI-V40")
        back = player.previous_town or player.home
        if player.at != back:
            t.refuse("KEI-V40", "town_before", town=back)
        arrive_to_claim(t)
        _stand_in(t, seat, kind, (Card.MANAGER,), last=move.last)
        t.note("KEI-V40", "signs_in", seat=seat, town=back)
    elif kind == Card.HIT_SONG and data.has_jokers and not all_laid(t.state, kind):
        _check_no_song(t, seat)
        claim_song(t, seat, Card.MUSE)
    elif kind == Card.HIT_SONG:
        _check_claim(t, seat, kind, "KEI-V42")
        arrive_to_claim(t)
        claim_song(t, seat, Card.MUSE)
    elif kind == Card.HEADLINER:
        _check_claim(t, seat, kind, "KEI-V43")
        fewest = min(item.gigs for item in t.state.players if not item.out)
        if player.gigs > fewest:
            t.refuse("KEI-V43", "not_last_place", seat=seat, gigs=player.gigs, fewest=fewest)
        arrive_to_claim(t)
        _stand_in(t, seat, kind, (Card.TV, Card.MANAGER), last=move.last)
        t.ask(FESTIVAL, TABLE)
        t.note("KEI-V43", "festival_is_drawn")
    else:
        t.bar("KEI-V40", "no_achievement", card=kind)


def _check_no_song(t: Trial, seat: Seat) -> None:
    """The Muse is the Hit Song where none can be in the decks (KEI-V23)."""
    s, data = t.state, t.data
    if data.is_digital:
        t.bar("KEI-V23", "referee_searches")
    if data.switches["muse_hit_song"] == "waiver_only":
        t.refuse("KEI-V23", "muse_only_waives")
    if t.player(seat).owns(Card.HIT_SONG):
        t.refuse("KEI-V23", "owns", seat=seat, card=Card.HIT_SONG)
    unseen = sum(s.unseen[kind] for kind in data.copies_in(ACTION))
    hidden = unseen - sum(size for pile, size in s.piles.items() if pile.startswith(ACTION))
    if s.unseen[Card.HIT_SONG] > hidden and data.switches["muse_hit_song"] != "muse_itself":
        t.refuse("KEI-V23", "song_in_decks")
    t.assume("KEI-V23", "no_song_found")


def arrive_to_claim(t: Trial) -> None:
    """A claim is made on arrival or later."""
    if t.state.phase != ARRIVE:
        arrive(t, "claim")


def claim_song(t: Trial, seat: Seat, card: str) -> None:
    """The Muse itself counts as the Hit Song (KEI-V23, KEI-V42, KEI-A37)."""
    if card not in t.data.cards:
        t.bar("KEI-V42", "no_muse_here")
    _stand_in(t, seat, Card.HIT_SONG, (card,))
    t.note("KEI-V42" if t.data.has_claims else "KEI-V23", "muse_counts")


def _festivals(t: Trial, seat: Seat) -> list[Move]:
    names = sorted(town.festival for town in t.data.atlas.towns.values() if town.festival)
    return [Festival(TABLE, name.casefold().replace(" ", "_").replace("-", "_")) for name in names]


@FESTIVAL.answer(Festival, choices=_festivals)
def festival(t: Trial, move: Festival) -> None:
    """Q32: one of the nine large festivals (KEI-V43)."""
    data = t.data
    seat = next(
        s for s, p in enumerate(t.state.players) if not p.festival and any(k == Card.HEADLINER for k, _ in p.stand_ins)
    )
    town = data.festivals.get(move.name.replace("_", ""))
    if town is None:
        t.bar("KEI-V43", "no_such_festival", name=move.name)
    t.pop()
    t.change_player(seat, festival=town)
    t.announce("KEI-V43", "may_headline", seat=seat, town=town)


def seats_without_song(state: KeikallaState) -> tuple[Seat, ...]:
    """Who can never get a Hit Song any more, and so not win (KEI-V42)."""
    data = state.data
    if not data.has_claims or not all_laid(state, Card.HIT_SONG):
        return ()
    used = sum(card == Card.MUSE for player in state.players for _, cards in player.stand_ins for card in cards)
    if data.has_jokers and used < data.cards[Card.MUSE].copies:
        return ()
    return tuple(seat for seat, player in enumerate(state.players) if not player.out and not player.owns(Card.HIT_SONG))


def retire_without_song(t: Trial) -> None:
    """The game of those who can never get a Hit Song any more is over (KEI-V42)."""
    for seat in seats_without_song(t.state):
        t.change_player(seat, out=True)
        t.announce("KEI-V42", "out_without_song", seat=seat)
        t.drop_turn(seat)
    settle(t)
