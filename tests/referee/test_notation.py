"""Reading is generous, writing is canonical, and the three failures are never mixed."""

from __future__ import annotations

from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.games.sandbox import sandbox_game
from pnp.games.sandbox.moves import Draw, Play, SetCounter, Take
from pnp.referee.game import Setup
from pnp.referee.move import Deal, End, Move, Resign, Shuffle, Undo
from pnp.referee.notation import MoveForm, Notation
from pnp.referee.params import (
    CARD,
    SQUARE,
    WORD,
    IntParam,
    ListParam,
    Names,
    OptionalParam,
    Problem,
    WordParam,
)
from pnp.referee.ruling import Ambiguous, Invalid
from pnp.referee.seat import TABLE
from tests.conftest import small_book


@pytest.fixture
def notation() -> Notation:
    book = small_book()
    return Notation(sandbox_game(book), Setup(("anna", "ben", "Åke"), book))


@pytest.mark.parametrize(
    "line",
    [
        "anna: play old-man",
        "ANNA: PLAY OLD-MAN",
        "  anna :  play   old_man ",
        "anna: play Old Man",
        "anna: play äijä",
        "anna: pl aija",
        "anna: play TT3",
        "an: play old",
        "anna: play old-man to=table",
    ],
)
def test_generous_reading(notation: Notation, line: str) -> None:
    assert notation.parse(line) == Play(0, "old-man")


def test_canonical_writing(notation: Notation) -> None:
    assert notation.format(Play(0, "old-man")) == "anna: play old-man"
    assert notation.format(Play(1, "fox", to="market")) == "ben: play fox to=market"
    assert notation.format(Draw(0)) == "anna: draw"
    assert notation.format(Draw(0, 3)) == "anna: draw 3"
    assert notation.format(Deal(TABLE, 1, ("fox", "?"))) == "table: deal ben fox ?"
    assert notation.format(SetCounter(TABLE, 2, "score", -4)) == "table: adjust counter Åke score -4"


@pytest.mark.parametrize(
    ("typed", "read"),
    [("red", "red"), ("R", "red"), ("Punainen", "red"), ("pun", "red"), ("meren sini", "blue"), ("indigo", "blue")],
)
def test_a_word_is_read_by_what_the_game_calls_it(typed: str, read: str) -> None:
    book = replace(small_book(), names={"red": {"fi": "punainen"}, "blue": {"en": "indigo", "fi": "meren sini"}})
    words = typed.split()
    assert WordParam(("red", "blue")).read(words, Names(("anna",), book)) == (read, len(words))


def test_the_words_themselves_count_before_what_they_are_called() -> None:
    """So a line that was read before its words got names means the same."""
    names = Names(("anna",), replace(small_book(), names={"red": {"fi": "blå"}}))
    assert WordParam(("red", "blue")).read(["bl"], names) == ("blue", 1)
    assert isinstance(WordParam(("red", "blue")).read(["green"], names), Problem)


class March(Move, frozen=True):
    """A move whose last words may be left out, and which has a key."""

    verb = "march"

    how: Annotated[str, OptionalParam(WORD, "")]
    cards: Annotated[tuple[str, ...], OptionalParam(ListParam(CARD, unknown=True), ())]
    pace: Annotated[int, IntParam()] = 1


class EndTurn(Move, frozen=True):
    """A verb of the kernel that the game knows as well."""

    verb = "end"


def test_words_may_be_left_out() -> None:
    book = small_book()
    game = replace(sandbox_game(book), moves=(March,))
    own = Notation(game, Setup(("anna", "ben"), book))
    for line, move in {
        "anna: march": March(0, "", ()),
        "anna: march fast": March(0, "fast", ()),
        "anna: march fast fox ?": March(0, "fast", ("fox", "?")),
        "anna: march pace=3": March(0, "", (), 3),
    }.items():
        assert own.parse(line) == move
        assert own.format(move) == line
    assert isinstance(own.parse("anna: march fast xyzzy"), Invalid)


def test_a_game_reads_a_long_form_as_the_short_one() -> None:
    book = small_book()
    game = replace(sandbox_game(book), normalise_words=lambda words: words[1:] if words[:1] == ["please"] else words)
    own = Notation(game, Setup(("anna", "ben"), book))
    assert own.parse("anna: please draw 3") == Draw(0, 3)
    assert isinstance(own.parse("anna: please"), Invalid)


def test_a_verb_of_the_kernel_is_the_tables_and_the_games_own_the_seats() -> None:
    book = small_book()
    own = Notation(replace(sandbox_game(book), moves=(EndTurn,)), Setup(("anna", "ben"), book))
    assert own.parse("table: end") == End(TABLE)
    assert own.parse("anna: end") == EndTurn(0) == own.parse("anna: en")
    assert own.format(EndTurn(0)) == "anna: end" and own.format(End(TABLE)) == "table: end"


def test_a_seat_is_found_without_its_diacritics(notation: Notation) -> None:
    assert notation.parse("ake: resign") == Resign(2)


def test_the_only_key_may_be_typed_plainly(notation: Notation) -> None:
    assert notation.parse("table: undo 3") == notation.parse("table: undo plies=3") == Undo(TABLE, 3)
    assert notation.parse("table: undo") == Undo(TABLE)


def test_a_shuffle_asks_for_a_pile() -> None:
    book = small_book()
    shuffling = Notation(replace(sandbox_game(book), moves=(Shuffle,)), Setup(("anna", "ben"), book))
    reading = shuffling.parse("table: shuffle")
    assert isinstance(reading, Invalid) and reading.because == "“shuffle” needs a pile: shuffle <a pile>"
    assert shuffling.parse("table: shuffle Deck") == Shuffle(TABLE, "deck")


def test_invalid_names_what_was_expected_and_what_is_near(notation: Notation) -> None:
    reading = notation.parse("anna: play foks")
    assert isinstance(reading, Invalid)
    assert reading.nearest == ("fox",)
    verb = notation.parse("anna: paly fox")
    assert isinstance(verb, Invalid)
    assert "play" in verb.nearest
    seat = notation.parse("annna: play fox")
    assert isinstance(seat, Invalid)
    assert seat.nearest == ("anna",)
    other = notation.parse("nobody: play fox")
    assert isinstance(other, Invalid)
    assert "the seats are anna, ben" in other.because and not other.nearest


def test_ambiguous_lists_lines_that_can_be_typed() -> None:
    book = small_book()
    notation = Notation(sandbox_game(book), Setup(("anna", "ben"), book))
    reading = notation.parse("anna: d")
    assert isinstance(reading, Ambiguous)
    assert any(line.startswith("anna: draw") for line in reading.readings)
    for text in ("anna: take tt market", "anna: play tt to=market", "anna: play tt"):
        reading = notation.parse(text)
        assert isinstance(reading, Ambiguous)
        for line in reading.readings:
            assert isinstance(notation.parse(line), Move)


def test_a_beginning_of_several_verbs_is_the_one_whose_words_make_sense(notation: Notation) -> None:
    assert notation.parse("anna: d fox") == notation.parse("anna: discard fox")
    assert isinstance(notation.parse("anna: d xyzzy"), Ambiguous)


def test_readings_that_make_no_sense_are_no_readings(notation: Notation) -> None:
    reading = notation.parse("anna: take tt xyzzy yzzyx")
    assert isinstance(reading, Invalid)


def test_an_ambiguous_seat_lists_its_lines() -> None:
    book = small_book()
    notation = Notation(sandbox_game(book), Setup(("anna", "antti", "ä", "a"), book))
    reading = notation.parse("ann: draw")
    assert not isinstance(reading, Ambiguous)
    reading = notation.parse("an: draw")
    assert isinstance(reading, Ambiguous)
    assert reading.readings == ("anna: draw", "antti: draw")
    assert notation.parse("Ä: draw") == notation.parse("ä: draw")
    assert notation.parse("A: draw") == notation.parse("a: draw")


def test_a_name_counts_before_the_code_all_cards_share() -> None:
    book = small_book()
    notation = Notation(sandbox_game(book), Setup(("anna", "ben"), book))
    codes = {card.code for card in book.playing_cards.values() if card.code}
    assert codes, "the book needs codes"
    for code in codes:
        assert not isinstance(notation.parse(f"anna: play {code}"), Invalid | Ambiguous)


@pytest.mark.parametrize("typed", ["anna play fox", "ANNA play fox", " anna   play fox"])
def test_a_colon_may_be_left_out_after_the_whole_name_of_a_seat(notation: Notation, typed: str) -> None:
    assert notation.parse(typed) == notation.parse("anna: play fox")


@pytest.mark.parametrize("typed", ["an play fox", "anna", "draw play fox"])
def test_without_a_colon_nothing_else_is_a_seat(notation: Notation, typed: str) -> None:
    assert isinstance(notation.parse(typed), Invalid)


def test_a_line_without_a_seat_is_answered_with_the_seats(notation: Notation) -> None:
    other = notation.parse("play fox")
    assert isinstance(other, Invalid)
    assert "anna" in other.because and not other.nearest


def test_ambiguous_card_is_written_out_in_place(notation: Notation) -> None:
    reading = notation.parse("anna: take tt market")
    assert isinstance(reading, Ambiguous)
    assert reading.readings == ("anna: take bear market", "anna: take fox market", "anna: take old-man market")
    assert notation.parse(reading.readings[0]) == Take(0, "bear", "market")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "play fox",
        "anna:",
        "anna: play",
        "anna: play fox bear",
        "anna: play fox to=",
        "anna: play fox to=a to=b",
        "anna: play fox zone=market",
        "anna: draw many",
        "anna: draw 1_0",
        "anna: draw 0",
        "anna: draw 99999999999999999999999999",
        "table: adjust",
        "table: adjust nothing 1",
        "table: deal anna fox lynx",
        "anna: ...",
    ],
)
def test_faults_are_invalid_with_a_reason(notation: Notation, line: str) -> None:
    reading = notation.parse(line)
    assert isinstance(reading, Invalid), reading
    assert reading.because


class Travel(Move, frozen=True):
    square: Annotated[tuple[int, int], SQUARE]
    with_: Annotated[tuple[str, ...], ListParam(CARD)] = ()
    points: Annotated[int | None, IntParam("points")] = None


def test_keys_with_lists_and_reserved_words() -> None:
    names = Names(("anna",), small_book())
    form = MoveForm(Travel, "travel")
    move = form.read(0, ["-2,7", "points=3", "with=fox,bear"], names)
    assert move == Travel(0, (-2, 7), ("fox", "bear"), 3)
    assert form.write(move, names) == "travel -2,7 with=fox,bear points=3"
    assert form.read(0, ["-2,", "7"], names) == Travel(0, (-2, 7))


@given(st.text(max_size=60))
def test_any_text_gets_an_answer(text: str) -> None:
    book = small_book()
    notation = Notation(sandbox_game(book), Setup(("anna", "ben"), book))
    for line in (text, f"anna: {text}", f"anna: play {text}", f"table: adjust {text}"):
        assert isinstance(notation.parse(line), Move | Invalid | Ambiguous)


class Wage(Move, frozen=True):
    """Skips some wages; its only key is always named."""

    names_lone_key = True

    skip: Annotated[tuple[str, ...], ListParam(WORD)] = ()


def test_a_lone_key_may_be_left_out_and_is_written_when_the_move_asks_for_it(notation: Notation) -> None:
    form = MoveForm(Wage, "wage")
    names = notation.names
    assert form.read(0, ["skip=a,b"], names) == Wage(0, skip=("a", "b"))
    assert form.read(0, ["a"], names) == Wage(0, skip=("a",))
    assert form.write(Wage(0, skip=("a", "b")), names) == "wage skip=a,b"
    assert form.write(Wage(0), names) == "wage"
    assert MoveForm(Undo, "undo").write(Undo(TABLE, 3), names) == "undo 3"
