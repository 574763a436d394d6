"""The rules of Kalevala, as they are declared: what is asked, what each answer does, how the game ends.

Refusals of a placement come most specific first: the game is over KAL-43 · a deal or the start is due KAL-03, KAL-04,
KAL-41 · out of turn KAL-08 · not in the hand KAL-09 · the square (`placing.py`) · wrong points KAL-35 to KAL-40b.
"""

from __future__ import annotations

from typing import Any

from pnp.games.kalevala import explain
from pnp.games.kalevala.board import Board, Square, is_on_table, label_of, spans_at, square_of
from pnp.games.kalevala.moves import Discard, Place, Start, placements
from pnp.games.kalevala.placing import fitting, free_squares, has_room, refusal_of, squares_for, stack_squares
from pnp.games.kalevala.score import Scored, score
from pnp.games.kalevala.table import (
    ASIDE,
    BOARD,
    DECK,
    HAND,
    LAST,
    PASSES,
    SCORE,
    board_of,
    can_act,
    data_of,
    hand_of,
    is_stuck,
    may_discard,
)
from pnp.library.words import join_texts
from pnp.referee.game import Decision
from pnp.referee.kernel import TABLE, Deal, Message, Move, Pass, Phase, Question, Seat, Trial
from pnp.referee.kernel.question import Due
from pnp.referee.kernel_rules import REF_SEAT
from pnp.referee.params import UNKNOWN

STARTING = Question("KAL-03", "put_start", chance=True)
TURN = Question("KAL-08", "place_one")
DEALING = Question("KAL-41", "deal")


def begin(t: Trial) -> None:
    """The starting tile comes first (KAL-03)."""
    t.ask(STARTING)


# The start and the deals


@STARTING.answer(Start, offers=lambda t, seat: [Start(TABLE, tile) for tile in data_of(t).tiles])
def start(t: Trial, m: Start) -> None:
    """The starting tile goes to 0,0, and hands are dealt, or drawn by hand (KAL-03 to KAL-06)."""
    data, deck = data_of(t), len(t[DECK]) - 1
    if m.tile not in data.starting:
        t.refuse("KAL-03", "cannot_start", tile=m.tile)
    if not t.unseen(m.tile):
        t.bar("KAL-02", "none_in_deck", tile=m.tile)
    t.agreed()
    t.move(m.tile, DECK, BOARD["0,0"], rule="KAL-03")
    t.note("KAL-03", "starts", tile=m.tile)
    scores = ":".join(str(t[SCORE[seat]]) for seat in t.seats)
    t.note("KAL-06", "belongs_to_nobody", tile=m.tile, scores=scores)
    t.note("KAL-02", "tiles_left_of", left=deck, total=len(data.pile))
    t.note("KAL-04", "each_gets", count=data.hand_size)
    t.note("KAL-05", "begins", seat=t.turn)
    if not t.is_digital:
        t.note("KAL-51", "trusts_start")
    if deck >= data.hand_size * len(t.seats):
        t.deal(DECK, HAND, data.hand_size, "KAL-04")
        sizes = []
    else:  # the pile was corrected to fewer tiles
        sizes = [t.draw(DECK, HAND[seat], data.hand_size, "KAL-04") for seat in t.seats]
    if t.is_digital:
        t.later(next_turn)
        return
    if not sizes:
        t.announce("", "each_draws", count=data.hand_size)
        return
    each = (t.message("draws_so_many" if n else "draws_none", seat=seat, count=n) for seat, n in enumerate(sizes))
    t.announce("", "plain", what=join_texts(t.message("and"), each))
    end_if_over(t)


@DEALING.asks
def what_is_due(t: Trial, table: Seat) -> Decision:
    """The deals that are due."""
    whose = [t.message("count_to", count=due.count, seat=due.to[1]) for due in t.dues]
    return Decision(table, ("deal",), t.message("deal", whose=join_texts(", ", whose)), t.dues[0].rule)


@DEALING.answer(Deal)
def deal(t: Trial, m: Deal) -> None:
    """A deal of the opening or a draw, of tiles that the draw pile can have (KAL-02, KAL-04, KAL-41)."""
    for tile in dict.fromkeys(m.cards):
        if tile != UNKNOWN and m.cards.count(tile) > t.unseen(tile):
            t.bar("KAL-02", "deck_cannot_hold", count=m.cards.count(tile), tile=tile, left=t.unseen(tile))
    t.note(t.dues[0].rule, "gets", seat=m.to, count=len(m.cards))
    t.note("KAL-02", "tiles_left", left=len(t[DECK]) - len(m.cards))


# The order of play


def check_order(t: Trial, m: Move) -> None:
    """Refuse what comes in the wrong order: the start, deals, turns (KAL-03, KAL-04, KAL-08, KAL-41)."""
    stack = t.get("stack")
    if type(m) is Start:
        if m.seat != TABLE:
            t.bar(REF_SEAT, "table_starts")
        if board_of(t).tops:
            t.bar("KAL-03", "has_started")
        return
    if type(m) is Deal:
        if m.seat != TABLE:
            t.bar(REF_SEAT, "referee.table_deals")
        if not t.is_digital:
            t.bar("KAL-47", "drawn_by_hand")
    check_started(t)
    if type(m) is Deal:
        if not stack:
            t.refuse("KAL-41", "none_due", seat=m.to)
    elif stack:
        due = t.dues[0]
        t.refuse(due.rule, "must_be_dealt" if due.rule == "KAL-04" else "must_draw", seat=due.to[1], count=due.count)
    elif m.seat != t.turn:
        t.refuse("KAL-08", "referee.not_your_turn", turn_seat=t.turn, seat=m.seat)


def check_started(t: Trial) -> None:
    """Nothing goes without a starting tile (KAL-03)."""
    if not board_of(t).tops:
        t.bar("KAL-03", "start_first")


# What may be done


@TURN.asks
def asks(t: Trial, seat: Seat) -> Decision:
    """What is to be done with the hand, as far as the referee sees it."""
    hand, data, discards = hand_of(t, seat), data_of(t), may_discard(t, seat)
    aside = ("discard", "pass") if discards else ("pass",)
    if is_stuck(t, seat):
        why = t.message("nothing_fits", discards=discards) if hand else t.message("pass_empty_hand")
        return Decision(seat, aside, why, "KAL-11")
    free = "place_or_pass" if t.is_hidden(HAND[seat]) else "place_one_or_pass"
    if t.is_hidden(HAND[seat]):
        fit = fitting(board_of(t))
        if set(fit).isdisjoint(t.may_lie(HAND[seat])):
            return Decision(seat, aside, t.message("nothing_can_fit", discards=discards), "KAL-11")
        if not data.voluntary_pass:
            if set(fit).intersection(hand) or t.must_lie(fit, HAND[seat]):
                return Decision(seat, ("place",), t.message("place_one"), "KAL-10")
            words = t.message("place_if_any_fits", discards=discards, fitting=len(fit), kinds=len(data.tiles))
            return Decision(seat, ("place", *aside), words, "KAL-10")
    if data.voluntary_pass:
        return Decision(seat, ("place", "pass"), t.message(free), "KAL-07")
    return Decision(seat, ("place",), t.message("place_one"), "KAL-07")


@TURN.lists
def options(t: Trial, seat: Seat) -> list[Move]:
    """Every tile of the hand on every square where it may go; else what a stuck player does (KAL-07 to KAL-27)."""
    board, data, hand = board_of(t), data_of(t), hand_of(t, seat)
    hidden = t.is_hidden(HAND[seat])
    tiles = t.may_lie(HAND[seat]) if hidden else tuple(dict.fromkeys(hand))
    open_squares: list[Square] | None = None  # where any tile but a Kullervo may be laid: found once for the whole hand
    moves: list[Move] = []
    for tile in tiles:
        placement = placements(seat, tile).__getitem__
        if tile in data.walling:
            moves += map(placement, free_squares(board, tile))
            continue
        if open_squares is None:
            open_squares = free_squares(board, tile)
        moves += map(placement, open_squares)
        if tile in data.covering or tile in data.exchanging:
            moves += map(placement, stack_squares(board, tile))
    if not hidden and moves and not data.voluntary_pass:
        return moves
    if data.voluntary_pass or stuck_refusal(t, seat) is None:
        moves.append(Pass(seat))
    if may_discard(t, seat):
        moves += [Discard(seat, tile) for tile in tiles if stuck_refusal(t, seat, tile) is None]
    return moves


def forced(t: Trial) -> Pass | None:
    """In a digital deal the referee writes the pass of a stuck player itself (KAL-11)."""
    is_asked = t.is_digital and not t.get("stack") and t.get("over") is None
    return Pass(t.turn) if is_asked and not can_act(t, t.turn) else None


# Placing


def tiles_of(t: Trial, seat: Seat) -> tuple[str, ...]:
    """The kinds of tiles in a hand; all, where some are hidden."""
    hand = hand_of(t, seat)
    return data_of(t).tiles if t.is_hidden(HAND[seat]) else tuple(dict.fromkeys(hand))


def near(t: Trial, seat: Seat) -> list[Move]:
    """Every tile on every square beside or under a tile."""
    board = board_of(t)
    squares = (*board.reach, *board.tops)
    return [placements(seat, tile)[square] for tile in tiles_of(t, seat) for square in squares]


@TURN.answer(Place, offers=near)
def place(t: Trial, m: Place) -> None:
    """A tile is laid, covers another or is exchanged for it, as the square decides, and scores (KAL-07 to KAL-40c)."""
    seat, tile, before = m.seat, m.tile, board_of(t)
    check_held(t, seat, tile)
    refusal = refusal_of(before, tile, m.at)
    if refusal:
        rule, because, args = refusal
        t.refuse(rule, because, **args)
        if not is_on_table(m.at):
            t.bar("KAL-13", "off_the_table", square=f"{m.at[0]},{m.at[1]}")
    square = square_of(m.at)
    lines = score(before, square, tile)
    if m.points is not None:
        lines = check_points(t, before, square, lines, m.points)
    t.agreed()
    gone, where = before.tops.get(square), BOARD[label_of(square)]
    is_exchange = gone is not None and tile in before.data.exchanging
    proof = "was_known" if tile in t.shown(HAND[seat]) else "" if tile in hand_of(t, seat) else "shows_held"
    t.move(tile, HAND[seat], where, rule="KAL-21" if gone and not is_exchange else "KAL-24" if gone else "KAL-13")
    if gone and is_exchange:
        t.move(gone, where, HAND[seat], last=True, rule="KAL-24")
    t.put(LAST, square)
    t.put(PASSES, 0)
    t.add(SCORE[seat], lines[0][0] + lines[1][0], "KAL-38")
    t.explain(explain.placed, seat, tile, square, proof, before, board_of(t), lines)
    if gone:
        t.announce("", "goes_to_hand" if is_exchange else "is_covered_now", gone=gone, square=where.key, seat=seat)
    t.pass_turn(after=seat)
    draw(t, seat, is_exchange and not before.data.exchange_draws)


def check_held(t: Trial, seat: Seat, tile: str) -> None:
    """The tile may be in the hand (KAL-09, KAL-48)."""
    hand = hand_of(t, seat)
    if tile in hand:
        return
    if not t.is_hidden(HAND[seat]):
        t.bar("KAL-09", "not_held", tile=tile, seat=seat)
    if not t.unseen(tile):
        copies = data_of(t).copies.get(tile, 0)
        t.bar("KAL-09", "only_copy_elsewhere" if copies == 1 else "copies_elsewhere", tile=tile, count=copies)
    if not t.can_lie(tile, HAND[seat]):
        t.bar("KAL-09", "cannot_be_held", seat=seat, tile=tile)


def check_points(
    t: Trial, board: Board, square: Square, lines: tuple[Scored, Scored], claimed: int
) -> tuple[Scored, Scored]:
    """Wrong points are refused with the rule of the line that was miscounted (KAL-35 to KAL-40b).

    A table that overrules counts as it says.
    """
    (row, row_rule), (column, column_rule) = lines
    if claimed == row + column:
        return lines
    left, right, up, down = spans_at(board, square)
    # What would be typed if the row, or the column, were counted the other way round.
    if claimed == (0 if row else left + 1 + right) + column:
        rule = row_rule
    elif claimed == row + (0 if column else up + 1 + down):
        rule = column_rule
    else:
        rule = "KAL-38"
    if row and column and claimed in (row, column):
        rule = "KAL-38"
    t.refuse(rule, "wrong_points", points=row + column, row=row, column=column, claimed=claimed)
    return (claimed, ""), (0, "")


def draw(t: Trial, seat: Seat, fills_hand: bool = False) -> None:
    """A tile is drawn, but for one who took one from the board (KAL-41, KAL-44); then it is the other's turn."""
    deck = len(t[DECK])
    if fills_hand:
        t.note("KAL-41", "fills_hand", seat=seat)
        t.announce("", "fills_hand", seat=seat)
    elif deck:
        t.note("KAL-41", "draws_one", seat=seat, left=deck - 1)
        if t.draw(DECK, HAND[seat], 1, "KAL-41") and t.is_digital:
            t.later(next_turn)
        if not t[DECK]:
            t.announce("", "draws_last", seat=seat)
    else:
        t.note("KAL-41", "deck_is_empty", seat=seat)
        t.note("KAL-44", "played_out", seat=seat, left=len(t[HAND[seat]]))
        t.announce("", "deck_is_empty", seat=seat)
    next_turn(t)


# Passing and laying aside


def stuck_refusal(t: Trial, seat: Seat, tile: str = "") -> tuple[str, dict[str, Any]] | None:
    """Why a player is not stuck: a tile known to be in the hand, or the one laid aside, fits; or one must (KAL-10)."""
    board, hand = board_of(t), hand_of(t, seat)
    for held in (*hand, tile) if tile else hand:
        squares = squares_for(board, held) if held in board.data.values else ()
        if squares:
            return "holds_one_that_fits", {"seat": seat, "tile": held, "square": label_of(squares[0])}
    if t.is_hidden(HAND[seat]) and t.must_lie(fitting(board), HAND[seat]):
        return "must_hold_one", {"seat": seat}
    return None


def check_stuck(t: Trial, seat: Seat, tile: str = "") -> None:
    """No tile of the hand fits, as far as anybody can see (KAL-10, KAL-49)."""
    refusal = stuck_refusal(t, seat, tile)
    if refusal:
        t.refuse("KAL-10", refusal[0], **refusal[1])


def says_nothing_fits(t: Trial, seat: Seat, tile: str = "") -> bool:
    """A hidden hand that a line says this of is believed until a tile proves it false (KAL-49, KAL-50)."""
    fit = fitting(board_of(t))
    if t.is_overruled or not fit or not t.is_hidden(HAND[seat]):
        return False
    t.claim_with(tile, HAND[seat], fit, "KAL-10", "holds_none", seat=seat, tiles=fit)
    return True


@TURN.answer(Pass)
def pass_turn(t: Trial, m: Pass) -> None:
    """A turn without a placement, only when nothing in the hand fits (KAL-10 to KAL-12)."""
    seat, data, hand = m.seat, data_of(t), hand_of(t, m.seat)
    if not data.voluntary_pass:
        check_stuck(t, seat)
    t.agreed()
    if not hand:
        t.note("KAL-11", "hand_is_empty", seat=seat)
        t.note("KAL-44", "other_plays_on")
    elif data.voluntary_pass:
        t.note("KAL-10", "may_always_pass")
    elif t.is_hidden(HAND[seat]):
        claimed = fitting(board_of(t)) if says_nothing_fits(t, seat) else ()
        t.note("KAL-49", "says_nothing_fits", seat=seat, tiles=claimed or t.message("no_tile"))
    else:
        t.note("KAL-11", "hand_fits_nowhere", seat=seat)
    t.note("KAL-12", "plays_again", seat=seat)
    t.pass_turn(after=seat)
    t.add(PASSES, 1)
    if how_it_ends(t) is None:
        t.announce("", "passes_now", count=t[PASSES], most=data.passes_to_end)
    next_turn(t)


def each_tile(t: Trial, seat: Seat) -> list[Move]:
    """Every tile laid aside, where the table plays so."""
    return [Discard(seat, tile) for tile in tiles_of(t, seat)] if data_of(t).stuck_player_discards else []


@TURN.answer(Discard, offers=each_tile)
def discard(t: Trial, m: Discard) -> None:
    """A stuck player lays a tile aside and draws, where the table plays so (KAL-11 with its switch)."""
    seat, tile = m.seat, m.tile
    if not data_of(t).stuck_player_discards:
        t.refuse("KAL-11", "nothing_laid_aside")
    if not may_discard(t, seat):
        t.refuse("KAL-11", "no_hand_to_discard" if t[DECK] else "no_deck_to_discard")
    check_held(t, seat, tile)
    check_stuck(t, seat, tile)
    t.agreed()
    is_believed = says_nothing_fits(t, seat, tile)
    t.move(tile, HAND[seat], ASIDE, rule="KAL-11")
    t.note("KAL-11", "laid_aside", seat=seat, tile=tile)
    if is_believed:
        t.note("KAL-49", "believed", seat=seat)
    t.pass_turn(after=seat)
    t.put(PASSES, 0)
    draw(t, seat)


def had_said(t: Trial, item: Any, event: Any) -> Message:
    """What a pass that is false, or in doubt, had said (KAL-50)."""
    claim = item.claim
    passed = {"seat": claim.by[1], "ply": claim.ply}
    if not item.certain:
        return t.message("passed_at", **passed)
    # A tile that came to light in another hand, or that fitted nowhere then, proves it by the count alone.
    if item.proved_by not in claim.kinds:
        return t.message("passed_with_one", **passed)
    return t.message("passed_with", **passed, tile=item.proved_by)


# The end


def next_turn(t: Trial) -> None:
    """After a line, and again after the deal that it brings: the end, or whose turn it is; passes proved false."""
    if not end_if_over(t):
        t.note("KAL-42", "turn_goes_to", seat=t.turn)
    explain.note_false_passes(t)


def how_it_ends(t: Trial) -> Message | None:
    """Why the game is over; None while somebody can still place (KAL-43, KAL-44)."""
    board, hands = board_of(t), t.get("hands")
    if not board.tops or any(type(item) is Due for item in (*t.get("stack"), *t.queued)):
        return None
    if not any(hands):
        return t.message("hands_empty")
    if t[PASSES] >= board.data.passes_to_end:
        return t.message("passes_in_row", count=t[PASSES])
    if t.is_digital and not has_room(board) and not any(can_act(t, seat) for seat in t.seats):
        return t.message("nobody_can_place")
    return None


def end_if_over(t: Trial) -> bool:
    """End the game when it is over: the higher score wins (KAL-43, KAL-45, KAL-46)."""
    why = how_it_ends(t)
    if why is None:
        return False
    scores = [t[SCORE[seat]] for seat in t.seats]
    best = max(scores)
    winners = [seat for seat in t.seats if scores[seat] == best]
    is_tie = len(winners) > 1
    if is_tie and data_of(t).tie_result != "shared":
        winners = []
    because = ("tied" if winners else "tied_for_nobody") if is_tie else "won"
    args: dict[str, Any] = {
        "why": why,
        "score": ":".join(map(str, sorted(scores, reverse=True))),
        "seat": winners[0] if winners else 0,
    }
    t.note("KAL-43", because, **args)
    if any(t.get("hands")):
        t.note("KAL-45", "hand_costs_nothing")
    names = join_texts(t.message("and"), map(t.setup.name, winners))
    t.note("KAL-46", "won_with" if winners else "nobody_won_with", winners=names, points=best)
    t.end(winners, "KAL-43", because, kind="tie" if is_tie else "win", **args)
    return True


PLAYING = Phase("play", TURN)
