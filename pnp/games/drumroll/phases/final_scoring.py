"""The end of the game: what scores besides the shows, and who has won. In: a table on which all hands lie open. Out:
prestige on a trial, an Outcome (DR-140 to DR-148).
"""

from __future__ import annotations

from pnp.games.drumroll.game_data import GameData
from pnp.games.drumroll.question import Question
from pnp.games.drumroll.state import DrumRollState, Player
from pnp.games.drumroll.trial import Trial
from pnp.referee.game import Outcome

OVER = Question("OVER", "DR-147", "", whom=lambda state: ())


def score_all(t: Trial) -> None:
    """Every bonus of the end; ties get them in full (DR-140 to DR-146)."""
    data = t.state.data
    number = data.numbers
    largest = max(len(player.troupe) for player in t.state.players)
    for seat, player in enumerate(t.state.players):
        if len(player.troupe) == largest:
            t.add_prestige(seat, number.largest_show, "DR-140", "for_largest_show", count=largest)
        if len({data.performers[each.card].type for each in player.troupe}) == len(data.types):
            t.add_prestige(seat, number.full_variety, "DR-141", "for_full_variety")
        if player.gave_perfect_show:
            t.add_prestige(seat, number.perfect_show, "DR-142", "for_perfect_show")
        least, worth = number.large_troupe
        if len(player.troupe) >= least:
            t.add_prestige(seat, worth, "DR-143", "for_large_troupe", count=len(player.troupe))
        for card in player.hand:
            card_data = data.investments.get(card)
            if card_data is None:
                continue
            t.add_prestige(seat, card_data.unused, "DR-144", "for_unused", card=card)
            if card_data.bonus:
                what, every, won = card_data.bonus
                t.add_prestige(seat, counted(player, what) // every * won, "DR-145", "for_card", card=card)
        if data.bank in player.staff:
            won = bank_prestige(data, player.bank)
            t.add_prestige(seat, won, "DR-146", "for_bank_coins", count=player.bank)
    t.set(phase=OVER.id, performing=None)
    over = outcome(t.state)
    assert over is not None
    t.note("DR-147", "won_by", reason=over.reason)
    if any(player.bank for player in t.state.players):
        t.note("DR-148", "no_tie_by_bank")


def counted(player: Player, what: str) -> int:
    """What a game-end card counts (DR-145)."""
    if what == "cubes_in_storage":
        return sum(player.storage)
    if what == "trailers":
        return sum(each.trailer for each in player.troupe)
    if what == "personnel":
        return len(player.staff)
    raise ValueError(f"no card of this game counts {what}")


def bank_prestige(data: GameData, coins: int) -> int:
    """What the coins on the Bank Representative are worth (DR-146)."""
    bank = data.personnel[data.bank]
    return min(bank.most, max((won for least, won in bank.scale if coins >= least), default=0))


def outcome(state: DrumRollState) -> Outcome | None:
    """Most prestige, then most coins, then shared (DR-147); None while the game goes on."""
    if state.phase != OVER.id:
        return None
    players = state.players
    most = max(player.prestige for player in players)
    first = [seat for seat, player in enumerate(players) if player.prestige == most]
    coins = max(players[seat].coins for seat in first)
    winners = tuple(seat for seat in first if players[seat].coins == coins)
    message = "most_prestige" if len(first) == 1 else "most_coins" if len(winners) == 1 else "shared_victory"
    seats = state.chain("and", [state.message("a_seat", seat=seat) for seat in winners])
    reason = state.message(message, seats=seats, prestige=most, coins=coins)
    return Outcome(winners, reason, "DR-147", "win" if len(winners) == 1 else "tie", "DR-147")
