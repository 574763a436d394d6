"""What the referee prints can be typed back, and what people type at a table is read as they mean it, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.referee.move import Move
from pnp.referee.replay import Replay
from pnp.referee.ruling import Ambiguous, Illegal, Invalid
from pnp.referee.view import ReplayView
from pnp.table.line_completion import with_seat
from pnp.table.short_line import parse_typed
from tests.games.tables import agreed, game_of, play_lines, refereed_slugs
from tests.guard import some


def table_of(slug: str, *lines: str, seats: tuple[str, ...] = ("mia", "olli"), **options: Any) -> Replay[Any]:
    """A physical table after some lines."""
    return play_lines(Replay(game_of(slug), agreed(slug, seats, "physical", **options)), lines)


def normalised(slug: str, text: str) -> str:
    """The canonical words of a line, or why it cannot be read."""
    table = table_of(slug)
    move = table.notation.parse(text)
    assert isinstance(move, Move), f"{text}: {move}"
    return table.notation.format_move(move)


@pytest.mark.parametrize(
    ("slug", "typed", "meant"),
    [
        ("suomi1918", "mia: play K2", "play black-2"),
        ("suomi1918", "mia: play b2", "play blue-2"),
        ("suomi1918", "mia: play S1", "play blue-1"),
        ("suomi1918", "mia: play M4 mellakat", "play black-4"),
        ("suomi1918", "mia: play valkoinen 1", "play white-1"),
        ("suomi1918", "mia: discard musta 4", "discard black-4"),
        ("suomi1918", "mia: play black 1", "play black-1"),
        ("drumroll", "mia: place hire performer", "place hire_performer"),
        ("drumroll", "mia: place sell tickets", "place tickets"),
        ("drumroll", "mia: place sell-tickets", "place tickets"),
        ("drumroll", "mia: distribute rope walker=red,yellow", "distribute PF-ACR-1=red,yellow"),
        ("drumroll", "mia: keep rope walker give=dove wizard", "keep PF-ACR-1 give=PF-MAG-8"),
        ("drumroll", "table: deal area lion tamer, tumbler", "deal area PF-TAM-1 PF-ACR-3"),
        ("drumroll", "table: deal area lion tamer tumbler", "deal area PF-TAM-1 PF-ACR-3"),
        ("kalevala", "mia: place seppo ilmarinen 1 0", "place ilmarinen 1,0"),
        ("kalevala", "mia: p v 2,0", "place vainamoinen 2,0"),
        ("kalevala", "mia: place louhi 1, 0", "place louhi 1,0"),
        ("kalevala", "mia: place louhi -1 -2", "place louhi -1,-2"),
        ("keko", "mia: choose on=black sands spyder,shibber queen.2", "choose on=black_sands_spyder,shibber_queen.2"),
        ("keko", "mia: use black sands spyder at=ol", "use black_sands_spyder at=olli"),
        ("keko", "mia: play fydo's whistle", "play fydos_whistle"),
        ("keko", "table: deal mia fydo", "deal mia general_fydo"),
        ("keikalla", "mia: road 3 kemi", "road_3 kemi"),
        ("keikalla", "mia: discard road 1 guest star", "discard road_1 guest_star"),
        ("keko", "mia: choose on=shibber queen", "choose on=shibber_queen"),
    ],
)
def test_names_are_read_however_they_are_printed(slug: str, typed: str, meant: str) -> None:
    assert normalised(slug, typed) == meant


@pytest.mark.parametrize("slug", refereed_slugs())
def test_every_name_and_code_of_a_card_is_read_as_that_card(slug: str) -> None:
    table = table_of(slug)
    book, cards = table.setup.book, table.notation.names.cards
    extra = dict(table.game.spellings(book))
    assert book.playing_cards
    for card in book.playing_cards.values():
        for spelling in (card.id, card.code, *card.name.values()):
            got = cards.read(spelling.split(), "a card") if spelling else (card.id, 0)
            alike = [other.id for other in book.playing_cards.values() if spelling in other.name.values()]
            if isinstance(got, tuple):
                assert got == (card.id, len(spelling.split())) or (spelling in extra and got[0] == extra[spelling])
            else:
                assert len(alike) > 1 and set(alike) == set(got.readings), f"{spelling}: {got}"
    for spelling, id_ in extra.items():
        assert cards.read(spelling.split(), "a card") == (id_, len(spelling.split()))


@pytest.mark.parametrize(
    ("slug", "typed", "proposed"),
    [
        ("keko", "mia: play snare", "deffilwynes_snare"),
        ("keko", "mia: play snear", "deffilwynes_snare"),
        ("keko", "mia: play shiber quen", "shibber_queen"),
        ("drumroll", "mia: place rehersal", "rehearsal"),
        ("drumroll", "mia: keep rope walker give dove wizard", "mia: keep rope walker give=dove wizard"),
        ("kalevala", "mia: place luohi 1,0", "louhi"),
        ("drumroll", "mia: plae tickets", "place"),
    ],
)
def test_what_is_not_known_is_answered_with_what_is_near(slug: str, typed: str, proposed: str) -> None:
    reading = table_of(slug).notation.parse(typed)
    assert isinstance(reading, Invalid) and proposed in reading.nearest, reading


def test_a_verb_with_which_the_line_could_not_be_read_is_not_proposed() -> None:
    reading = table_of("drumroll").notation.parse("mia: plae tickets")
    assert isinstance(reading, Invalid) and reading.nearest == ("place",)  # `play tickets` names no card


def test_a_name_that_is_the_first_word_of_a_move_is_no_seat_of_the_line() -> None:
    """The table is asked for `deal mia …`: `mia moscow` is that, and not a line of mia's."""
    table = table_of("drumroll", "table: deal area PS-ORG PS-AG1 PS-POP PF-TAM-3 PF-JUG-3 PF-BIZ-4")
    move = parse_typed(table, "mia moscow")
    assert isinstance(move, Move) and table.notation.format(move) == "table: deal mia RG-1"
    unread = parse_typed(table, "mia mascow")
    assert isinstance(unread, Invalid) and not unread.nearest


def test_a_line_that_nobody_may_make_now_is_answered_with_why() -> None:
    """`deal` and `draw` before the bands are taken: the table or any seat is refused for one reason."""
    table = table_of("keikalla")
    for typed, line in (("deal", "table: deal"), ("draw", "mia: draw")):
        assert with_seat(ReplayView(table, None), typed) == line
        ruling = table.judge_line(line).ruling
        assert isinstance(ruling, Illegal) and "takes a band" in ruling.because


def test_where_few_words_can_stand_all_of_them_are_listed() -> None:
    table = table_of("drumroll")
    reading = table.notation.parse("mia: place white")
    assert isinstance(reading, Invalid)
    actions = [action["id"] for action in table.setup.book.constant("actions")]
    assert actions and all(action in reading.because for action in actions)


@pytest.mark.parametrize(
    "typed", ["be': next", "ben: n💥ext", "ben: next;", "ben: pl*ay moo", "ben: play m\u200boo", "b.en: next"]
)
def test_signs_that_are_no_letters_are_not_passed_over(typed: str) -> None:
    table = table_of("keko", seats=("anna", "ben"))
    assert isinstance(table.notation.parse("ben: next"), Move)
    assert isinstance(table.notation.parse(typed), Invalid)


def test_a_name_in_decomposed_letters_is_the_same_name() -> None:
    assert normalised("kalevala", "mia: place va\u0308ina\u0308mo\u0308inen 1,0") == "place vainamoinen 1,0"


def test_of_several_readings_the_only_one_that_is_not_forbidden_is_meant() -> None:
    """`shib` may be three cards; only one of them lies in play, so only that one can be imprisoned."""
    lines = (
        "table: deal mia pagley",
        "table: deal olli engrole",
        "table: deal 2",
        "table: first mia=6 olli=1",
        "mia: draw 2",
    )
    corrections = ("table: adjust play shibber olli", "table: adjust hand mia 4")
    table = table_of("keko", *lines, *corrections, "mia: next", "mia: next")
    typed = "mia: play imprison on=shib"
    assert isinstance(table.notation.parse(typed), Ambiguous), "the words alone do not say which"
    move = table.parse(typed)
    assert isinstance(move, Move) and table.notation.format(move) == "mia: play imprison on=shibber"
    twice = play_lines(table, ["table: adjust play shibber_queen olli"])
    assert isinstance(twice.parse(typed), Ambiguous), "now two lie there"


def test_no_reading_is_chosen_by_what_is_hidden() -> None:
    """In a digital deal the referee knows the hands; what `k` may be follows from open cards alone."""
    texts = [f"{who}: play {letter}" for who in ("mia", "olli") for letter in ("re", "wh", "bl", "act")]
    readings = []
    for hand in (("red-5", "white-5"), ("white-6", "blue-6")):
        table = Replay(game_of("suomi1918"), agreed("suomi1918", ("mia", "olli"), "digital"))
        for line in ("table: adjust turn mia", f"table: adjust hand mia {' '.join(hand)}"):
            table.read(line)
        readings.append([table.parse(text) for text in texts])
    assert readings[0] == readings[1] and any(isinstance(reading, Ambiguous) for reading in readings[0])


@pytest.mark.parametrize("slug", refereed_slugs())
def test_the_grammar_explains_what_every_move_is_for(slug: str) -> None:
    usages = table_of(slug).notation.usages()
    assert len(usages) > 5
    for usage, meaning in usages:
        assert len(meaning) > 8, usage
        assert not meaning.startswith("`") and "KEI-" not in meaning, usage
    assert {usage.split()[0] for usage, _ in table_of(slug).notation.usages("undo")} == {"undo"}


def test_the_grammar_addresses_players_and_names_each_move_once() -> None:
    for slug in some(refereed_slugs()):
        usages = table_of(slug).notation.usages()
        assert not [usage for usage, meaning in usages if "kernel" in meaning], slug
        assert [usage for usage, _ in usages].count("resign") == 1, slug


@pytest.mark.parametrize("typed", ["black-2,blue-1", "black-2, blue-1", "black-2 blue-1", "K2,B1", "musta 2,sininen 1"])
def test_several_cards_may_be_divided_by_commas(typed: str) -> None:
    assert normalised("suomi1918", f"table: adjust hand mia {typed}") == "adjust hand mia black-2 blue-1"


def test_of_cards_between_commas_the_wrong_one_is_named() -> None:
    reading = table_of("suomi1918").notation.parse("table: adjust hand mia black-2,blue-10")
    assert isinstance(reading, Invalid)
    assert "got “blue-10”" in reading.because and "blue-1" in reading.nearest


@pytest.mark.parametrize(("typed", "canonical"), [
    ("deck moo*50, baby draggyn*50", "deck moo*50 baby_draggyn*50"),
    ("deck moo*99,moo", "deck moo*99 moo"),
    ("deck soldier hound moo*3 shibber", "deck soldier_hound moo*3 shibber"),
])  # fmt: skip
def test_a_deck_is_typed_with_names_of_several_words(typed: str, canonical: str) -> None:
    assert normalised("keko", f"table: {typed}") == canonical


@pytest.mark.parametrize("count", ["0", "1000", "99999999"])
def test_a_number_of_copies_that_cannot_be_typed_is_refused_as_such(count: str) -> None:
    reading = table_of("keko").notation.parse(f"table: deck shibber moo*{count}")
    assert isinstance(reading, Invalid)
    assert f"“moo*{count}”: 1 to 999 copies" in reading.because


def test_what_cannot_be_adjusted_is_no_unknown_move() -> None:
    reading = table_of("suomi1918").notation.parse("table: adjust score mia 5")
    assert isinstance(reading, Invalid)
    assert reading.because == (
        "“score” cannot be adjusted in this game, only turn, discard, removed, hand, victory, top"
    )
