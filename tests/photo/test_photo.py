"""Photos of printed cards beside a record: what lies where it should, what is new or missing, and what to type."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.cli.main import main as pnp
from pnp.cli.referee.open_record import finder
from pnp.photo.photo import ReadPhoto, compare_photo, photo_values, read_photo
from pnp.photo.picture import PhotoError
from pnp.referee.scene import Piece
from pnp.referee.view import ReplayView
from pnp.table.offers import list_offers
from pnp.table.session import Session
from tests.photo.printed import printed
from tests.photo.simulated import Hardship, photograph

pytest.importorskip("zxingcpp")

SQUARES = {(0, 0): "vainamoinen", (1, 0): "louhi", (0, 1): "ukko", (1, 1): "kullervo"}
OPENING = ["table: start vainamoinen", "aino: place louhi 1,0", "ilmari: place ukko 0,1"]
MILD = Hardship(tilt=6, turn=3, blur=0.08, noise=3, light=0.2, shadows=1)


@pytest.fixture
def table(tmp_path: Path) -> Session:
    find = finder(None, True)
    game, book = find("kalevala")
    session = Session.create(tmp_path / "k.record", game, book, ["aino", "ilmari"], {"deal": "physical"}, find, (), {})
    assert session.submit(OPENING).written
    return session


def photo_of(squares: dict[tuple[int, int], str], hardship: Hardship = MILD, seed: int = 1, size: int = 3) -> bytes:
    """Codes are as large on it as on a photo of 8 megapixels of a table twice as large."""
    game, chance = printed("kalevala"), Random(seed)
    laid = [
        game.lay(card, 15 + x * 46 + chance.uniform(-1, 1), 20 + y * 46 + chance.uniform(-1, 1), chance.uniform(-3, 3))
        for (x, y), card in squares.items()
    ]
    return photograph(laid, (180.0, 135.0), size, seed, hardship).data


def values(
    session: Session, data: bytes, viewer: int | None = None, zone: str = "", lang: str = "en"
) -> dict[str, Any]:
    return photo_values(compare_photo(read(data), session, viewer, zone), session, viewer, lang)


@cache
def read(data: bytes) -> ReadPhoto:
    """The codes of a photo, looked for once."""
    return read_photo(data, printed("kalevala").resources)


def places(found: list[dict[str, Any]]) -> set[tuple[str, str]]:
    return {(card["card"], card["key"]) for card in found}


def test_a_new_tile_is_found_on_its_square_and_the_line_proposed(table: Session) -> None:
    before = table.store.path.read_bytes()
    found = values(table, photo_of({**SQUARES, (2, 0): "ilmarinen"} | {(1, 1): "kullervo"}))
    assert places(found["same"]) == {("vainamoinen", "0,0"), ("louhi", "1,0"), ("ukko", "0,1")}
    assert places(found["new"]) == {("ilmarinen", "2,0"), ("kullervo", "1,1")} and not found["missing"]
    assert table.store.path.read_bytes() == before


@pytest.mark.ci  # one line is proposed from a photo above, too
@pytest.mark.parametrize("turn", [0, 90, 180])
def test_the_one_line_that_explains_the_photo_is_proposed_however_it_was_taken(table: Session, turn: int) -> None:
    after = {square: card for square, card in SQUARES.items() if square != (1, 1)} | {(1, 1): "joukahainen"}
    found = values(table, photo_of(after, Hardship(tilt=6, turn=turn, blur=0.08, noise=3), size=8), viewer=0)
    assert [line["line"] for line in found["lines"]] == ["aino: place joukahainen 1,1"]
    assert found["lines"][0]["is_own"] and found["is_sure"]
    assert values(table, photo_of(after), viewer=1)["lines"][0]["is_own"] is False


def test_what_the_rules_forbid_is_never_proposed(table: Session) -> None:
    """Beside a Kullervo only a Kullervo may be placed, so there is no line for an Ukko."""
    assert table.submit(["aino: place kullervo 1,1"]).written
    found = values(table, photo_of({**SQUARES, (2, 1): "ukko"}))
    assert places(found["new"]) == {("ukko", "2,1")} and found["lines"] == []


@pytest.mark.ci
def test_a_tile_that_is_not_seen_is_told_and_one_beyond_the_edge_is_not(table: Session) -> None:
    assert table.submit(["aino: place joukahainen 1,1", "ilmari: place ilmarinen 2,0"]).written
    known = {**SQUARES, (1, 1): "joukahainen", (2, 0): "ilmarinen"}
    without = {square: card for square, card in known.items() if square != (0, 1)}
    assert places(values(table, photo_of(without))["missing"]) == {("ukko", "0,1")}


@pytest.mark.ci
def test_the_first_tile_is_told_by_the_table(tmp_path: Path) -> None:
    find = finder(None, True)
    game, book = find("kalevala")
    session = Session.create(tmp_path / "n.record", game, book, ["a", "b"], {"deal": "physical"}, find, (), {})
    assert [line["line"] for line in values(session, photo_of({(1, 1): "louhi"}))["lines"]] == ["table: start louhi"]


@pytest.mark.ci
def test_a_photo_of_a_hand_tells_the_hand(table: Session) -> None:
    game = printed("kalevala")
    laid = [
        game.lay(card, 20 + number * 50, 30, 6 * number - 8) for number, card in enumerate(("ukko", "louhi", "ukko"))
    ]
    data = photograph(laid, (195.0, 110.0), 3, 5, MILD).data
    found = values(table, data, viewer=0, zone="hands")
    assert [line["line"] for line in found["lines"]] == ["table: adjust hand aino louhi ukko ukko ? ?"]
    assert table.submit([found["lines"][0]["line"]]).written
    again = values(table, data, viewer=0, zone="hands", lang="fi")
    assert len(again["same"]) == 3 and not again["new"] and "3 korttia on siellä" in again["words"]
    assert not values(table, data, viewer=1, zone="hands")["same"]


def test_a_zone_that_is_none_and_a_photo_without_codes_are_refused_in_words(table: Session) -> None:
    data = photo_of(SQUARES)
    with pytest.raises(PhotoError, match="no zone “sky”"):
        values(table, data, zone="sky")
    with pytest.raises(PhotoError, match="found no code"):
        values(table, photograph([], (300.0, 230.0), 3, 1, MILD).data)


@pytest.mark.ci
def test_cards_of_another_game_are_named_and_nothing_else_said(table: Session) -> None:
    other = printed("suomi1918")
    card = next(iter(other.faces))
    data = photograph([other.lay(card, 60, 20)], (180.0, 135.0), 3, 3, MILD).data
    with pytest.raises(PhotoError, match="not cards of this game"):
        values(table, data)
    mixed = photograph(
        [other.lay(card, 90, 20), printed("kalevala").lay("ukko", 20, 40)], (180.0, 135.0), 3, 3, MILD
    ).data
    assert values(table, mixed)["foreign"] == [other.cards[card].code]


@pytest.mark.ci
@pytest.mark.parametrize("game", ["suomi1918", "keko", "drumroll", "keikalla"])
def test_cards_of_every_game_are_known_again_where_they_lie(game: str, tmp_path: Path) -> None:
    """A zone of a dealt table in which the seat sees cards is photographed: all is as the referee knows it."""
    find = finder(None, True)
    rules, book = find(game)
    names = ["a", "b", "c"][: max(2, book.players[0])]
    session = Session.create(tmp_path / "g.record", rules, book, names, {"deal": "digital", "seed": 5}, find, (), {})
    seen: list[Piece] = []
    while not seen:  # until the seat has cards to look at
        scene = rules.scene(ReplayView(session.replay, 0).state)
        seen = [piece for piece in scene if piece.card in printed(game).faces and piece.owner in (None, 0)]
        assert seen or (session.replay.plies < 60 and session.submit([list_offers(session.replay)[0].line]).written)
    zone = Counter(piece.zone for piece in seen).most_common(1)[0][0]
    cards = [piece.card for piece in seen if piece.zone == zone]
    laid = [printed(game).lay(card, 10 + 75 * (at % 4), 10 + 105 * (at // 4), 2) for at, card in enumerate(cards[:12])]
    rows = (len(laid) + 3) // 4
    size = (320.0, 15.0 + 105 * rows)
    data = photograph(laid, size, 8 if rows < 3 else 12, 2, MILD).data
    found = photo_values(compare_photo(read_photo(data, printed(game).resources), session, 0, zone), session, 0, "en")
    assert len(found["same"]) == len(laid) > 0
    assert found["new"] == [] and len(found["missing"]) == len(cards) - len(laid)
    fewer = photograph(laid[:-1], size, 8 if rows < 3 else 12, 2, MILD).data
    if len(laid) > 1:
        read = read_photo(fewer, printed(game).resources)
        [missing] = compare_photo(read, session, 0, zone).compared.missing[: 1 + len(cards) - len(laid)]
        assert missing.zone == zone


def test_the_command_says_what_differs_and_writes_nothing(
    table: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, record = tmp_path / "table.jpg", Path(table.store.path)
    image.write_bytes(photo_of({**{k: v for k, v in SQUARES.items() if k != (1, 1)}, (2, 0): "kaarme"}))
    before = record.read_bytes()
    assert pnp(["referee", "photo", str(record), str(image), "--seat", "aino"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["  new: Käärme board 2,0", "  aino: place kaarme 2,0"]
    image.write_bytes(b"no picture")
    assert pnp(["referee", "photo", str(record), str(image), "--lang", "fi"]) == 1
    assert "tämä ei ole JPEG" in capsys.readouterr().err
    assert pnp(["referee", "photo", str(record), str(tmp_path / "none.jpg")]) == 1
    assert "none.jpg" in capsys.readouterr().err
    assert record.read_bytes() == before
