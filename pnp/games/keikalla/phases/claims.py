"""More than four players: what all copies of are tabled is claimed (KEI-V40 to KEI-V44).

In: a Trial and a claim. Out: the Trial further on, or a refusal. Invariant: what stands for a
missing achievement lies in front like one, and is not lost to raids.
"""

from __future__ import annotations

from pnp.games.keikalla import rule_ids
from pnp.games.keikalla.game_data import ACTION
from pnp.games.keikalla.moves import Claim, Festival
from pnp.games.keikalla.phases.band_abilities import take_last_back
from pnp.games.keikalla.phases.flow import settle
from pnp.games.keikalla.phases.gigs import arrive
from pnp.games.keikalla.rule_ids import Card
from pnp.games.keikalla.state import ARRIVE, KeikallaState
from pnp.games.keikalla.trial import Trial
from pnp.referee.seat import TABLE, Seat


def tabled(state: KeikallaState, kind: str) -> int:
    """How many copies of an achievement lie open; what stands for one is none."""
    return sum(card.partition(":")[0] == kind for player in state.players for card in player.laid)


def all_tabled(state: KeikallaState, kind: str) -> bool:
    """Every copy lies open (KEI-V40, KEI-V42, KEI-V43)."""
    return tabled(state, kind) >= state.data.faces[kind].copies


def _check_claim(d: Trial, seat: Seat, kind: str, rule: str) -> None:
    data = d.data
    if not data.has_claims:
        many = data.numbers["more_players_from"]
        d.refuse(
            rule, f"that is for games of {many} and more players" if len(d.s.players) < many else "not at this table"
        )
    if d.player(seat).owns(kind):
        d.refuse(rule_ids.ONE_OF_A_KIND, f"{d.name(seat)} owns a {data.label(kind)}")
    if not all_tabled(d.s, kind):
        d.refuse(rule, f"only {tabled(d.s, kind)} of {data.faces[kind].copies} are tabled")


def _stand_in(d: Trial, seat: Seat, kind: str, cards: tuple[str, ...], last: str = "") -> None:
    spent = tuple(d.lose(seat, ACTION, card) for card in cards)
    if last:  # the claim stands, though its Manager comes back
        take_last_back(d, seat, Card.MANAGER)
        spent = tuple(card for card in spent if card != Card.MANAGER)
    d.put(seat, stand_ins=(*d.player(seat).stand_ins, (kind, spent)))
    d.tell(rule_ids.STAND_IN, f"{d.data.labels(spent) or 'the claim'} stays in front as the {d.data.label(kind)}")


def claim(d: Trial, move: Claim) -> None:
    """What all copies of are tabled is claimed (KEI-V40 to KEI-V43)."""
    seat, data, kind = move.seat, d.data, move.kind
    player = d.player(seat)
    if kind == Card.RECORD_DEAL:
        _check_claim(d, seat, kind, rule_ids.CLAIM_DEAL)
        back = player.before or player.home
        if player.at != back:
            d.refuse(rule_ids.CLAIM_DEAL, f"the town before the latest gig is {data.town(back)}")
        arrive_for(d)
        _stand_in(d, seat, kind, (Card.MANAGER,), last=move.last)
        d.note(rule_ids.CLAIM_DEAL, f"{d.name(seat)} signs in {data.town(back)}")
    elif kind == Card.HIT_SONG and data.has_jokers and not all_tabled(d.s, kind):
        _check_no_song(d, seat)
        claim_song(d, seat, Card.MUSE)
    elif kind == Card.HIT_SONG:
        _check_claim(d, seat, kind, rule_ids.CLAIM_SONG)
        arrive_for(d)
        claim_song(d, seat, Card.MUSE)
    elif kind == Card.HEADLINER:
        _check_claim(d, seat, kind, rule_ids.CLAIM_HEADLINER)
        fewest = min(item.gigs for item in d.s.players if not item.out)
        if player.gigs > fewest:
            d.refuse(rule_ids.CLAIM_HEADLINER, f"{d.name(seat)} has {player.gigs} gigs, the last place {fewest}")
        arrive_for(d)
        _stand_in(d, seat, kind, (Card.TV, Card.MANAGER), last=move.last)
        d.push("KEI-Q32", TABLE)
        d.note(rule_ids.CLAIM_HEADLINER, "a festival is drawn")
    else:
        d.bar(rule_ids.CLAIM_DEAL, f"{data.label(kind)} is no achievement")


def _check_no_song(d: Trial, seat: Seat) -> None:
    """The Muse is the Hit Song where none can be in the decks (KEI-V23)."""
    s, data = d.s, d.data
    if data.is_digital:
        d.bar(rule_ids.MUSE, "the referee searches the decks: `play song_muse hit`")
    if data.switches["muse_hit_song"] == "waiver_only":
        d.refuse(rule_ids.MUSE, "here the Muse only waives the threshold of a card just drawn")
    if d.player(seat).owns(Card.HIT_SONG):
        d.refuse(rule_ids.MUSE, f"{d.name(seat)} owns a {data.label(Card.HIT_SONG)}")
    unseen = sum(s.unseen[kind] for kind in data.copies_in(ACTION))
    hidden = unseen - sum(size for pile, size in s.piles.items() if pile.startswith(ACTION))
    if s.unseen[Card.HIT_SONG] > hidden and data.switches["muse_hit_song"] != "muse_itself":
        d.refuse(rule_ids.MUSE, "a Hit Song is in the decks: `play song_muse hit`")
    d.believe(rule_ids.MUSE, "no Hit Song was found in the decks")


def arrive_for(d: Trial) -> None:
    """A claim is made on arrival or later."""
    if d.s.stage != ARRIVE:
        arrive(d, "claim")


def claim_song(d: Trial, seat: Seat, card: str) -> None:
    """The Muse itself counts as the Hit Song (KEI-V23, KEI-V42, KEI-A37)."""
    if card not in d.data.faces:
        d.bar(rule_ids.CLAIM_SONG, "only a Song Muse brings one more, and there is none in this game")
    _stand_in(d, seat, Card.HIT_SONG, (card,))
    d.note(rule_ids.CLAIM_SONG if d.data.has_claims else rule_ids.MUSE, "the Muse itself counts as the Hit Song")


def festival(d: Trial, move: Festival) -> None:
    """Q32: one of the nine large festivals (KEI-V43)."""
    data = d.data
    seat = next(
        s for s, p in enumerate(d.s.players) if not p.festival and any(k == Card.HEADLINER for k, _ in p.stand_ins)
    )
    town = data.festivals.get(move.name.replace("_", ""))
    if town is None:
        d.bar(rule_ids.CLAIM_HEADLINER, f"{move.name} is none of the festivals")
    d.pop()
    d.put(seat, festival=town)
    d.tell(rule_ids.CLAIM_HEADLINER, f"{d.name(seat)} may headline in {data.town(town)}")


def without_song(state: KeikallaState) -> tuple[Seat, ...]:
    """Who can never get a Hit Song any more, and so not win (KEI-V42)."""
    data = state.data
    if not data.has_claims or not all_tabled(state, Card.HIT_SONG):
        return ()
    used = sum(card == Card.MUSE for player in state.players for _, cards in player.stand_ins for card in cards)
    if data.has_jokers and used < data.faces[Card.MUSE].copies:
        return ()
    return tuple(seat for seat, player in enumerate(state.players) if not player.out and not player.owns(Card.HIT_SONG))


def without_a_song(d: Trial) -> None:
    """The game of those who can never get a Hit Song any more is over (KEI-V42)."""
    for seat in without_song(d.s):
        d.put(seat, out=True)
        d.tell(rule_ids.CLAIM_SONG, f"{d.name(seat)} can get no Hit Song any more and is out")
        d.drop_turn(seat)
    settle(d)
