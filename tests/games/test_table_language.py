"""Lines typed in the language of the table: verbs, words and keys are read beside those of the notation.

The names are those that buttons and logs print (`verb_…` and `word_…` messages), so what is printed can be typed.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from pnp.library.words import in_language
from pnp.playtest.simulate import SEAT_NAMES, simulate
from pnp.referee.move import Move
from pnp.referee.notation import verb_of
from pnp.referee.replay import Replay
from pnp.referee.ruling import Ambiguous, Invalid
from pnp.referee.verb_words import verb_spellings, word_spellings
from pnp.table.session import Session
from pnp.table.short_line import parse_typed
from tests.games.physical import Table
from tests.games.tables import agreed, book_of, game_of, play_lines, refereed_slugs, scaffold_table
from tests.guard import some

SEATS = ("mia", "olli")
MOST_LINES = 250
NOT_NAMED = {"keikalla": {"road", "play"}}  # several lines, and what is always allowed


def verbs_in(table: Replay[Any], prompt: str) -> set[str]:
    """The verbs that are read anywhere in a sentence."""
    words = re.findall(r"\w+", prompt)
    return {verb for at in range(len(words)) for verb in table.notation.verbs_named(words[at:])[0]}


def table_of(slug: str, *lines: str, **options: Any) -> Replay[Any]:
    """A physical table after some lines."""
    return play_lines(Replay(game_of(slug), agreed(slug, SEATS, "physical", **options)), lines)


@pytest.mark.parametrize(
    ("slug", "typed", "meant"),
    [
        ("kalevala", "mia: laske vainamoinen 1,0", "mia: place vainamoinen 1,0"),
        ("kalevala", "mia: laske seppo ilmarinen 1 0", "mia: place ilmarinen 1,0"),
        ("kalevala", "pöytä: aloita ukko", "table: start ukko"),
        ("kalevala", "table: peru 2", "table: undo 2"),
        ("kalevala", "table: korjaa pisteet mia 3", "table: adjust score mia 3"),
        ("kalevala", "table: korjaa hand mia 3", "table: adjust hand mia 3"),
        ("suomi1918", "mia: pelaa musta 1", "mia: play black-1"),
        ("suomi1918", "mia: hylkää sininen 4", "mia: discard blue-4"),
        ("suomi1918", "mia: poista sininen 4", "mia: discard blue-4"),
        ("drumroll", "mia: aseta paikkaan rehearsal", "mia: place rehearsal"),
        ("drumroll", "mia: jaa kuutiot nuorallatanssija punainen", "mia: distribute PF-ACR-1=red"),
        ("drumroll", "mia: äänestä lykkäys", "mia: vote delay"),
        ("drumroll", "mia: pidä PF-ACR-1 antaa=PF-MAG-8", "mia: keep PF-ACR-1 give=PF-MAG-8"),
        ("drumroll", "mia: jätä väliin", "mia: pass"),
        ("keko", "mia: päätä vuoro", "mia: end"),
        ("keko", "mia: nosta 2", "mia: draw 2"),
        ("keko", "table: ensin mia=6 olli=1", "table: first mia=6 olli=1"),
        ("keko", "mia: käytä black sands spyder kohde=olli", "mia: use black_sands_spyder at=olli"),
        ("keikalla", "mia: tien päällä kaksi seinäjoki", "mia: road_2 seinajoki"),
        ("keikalla", "mia: aja tietä 3 kemi", "mia: road_3 kemi"),
        ("keikalla", "mia: vastaa perillä", "mia: answer arrived"),
        ("keikalla", "mia: vastaa tiepalvelu", "mia: answer road_service"),
        ("keikalla", "mia: soita keikka", "mia: gig"),
        ("keikalla", "mia: suunnittele 9", "mia: tour 9"),
        ("keikalla", "mia: suunnittele kiertue 9", "mia: tour 9"),
        ("keikalla", "mia: jemmaa", "mia: stash"),
        ("keikalla", "table: katkopaikkakunta pori", "table: rehab pori"),
        ("keikalla", "mia: tarkista s1 jätä", "mia: check s1 leave"),
        ("keikalla", "table: sekoita keikkakortit", "table: shuffle venue"),
    ],
)
def test_a_finnish_line_is_read(slug: str, typed: str, meant: str) -> None:
    notation = table_of(slug).notation
    move = notation.parse(typed)
    assert isinstance(move, Move), move
    assert notation.format(move) == meant


@pytest.mark.parametrize(
    ("scaffold", "typed", "meant"),
    [
        ("mygame", "anna: ota star", "anna: take star"),
        ("mygame", "pöytä aseta star coin", "table: lay star coin"),
        ("hands/mygame", "anna: luovuta", "anna: resign"),
        ("effects/mygame", "anna: pelaa frost", "anna: play frost"),
    ],
)
def test_usual_verbs_of_a_declared_game_are_read(scaffold: str, typed: str, meant: str) -> None:
    notation = scaffold_table(scaffold).notation
    move = notation.parse(typed)
    assert isinstance(move, Move), (move, list(notation.forms), list(notation.setup.book.cards))
    assert notation.format(move) == meant


def test_a_verb_that_is_two_is_answered_with_its_readings() -> None:
    """In Keikalla both `exchange` and `swap` are called `vaihda`."""
    reading = table_of("keikalla").notation.parse("mia: vaihda roadie roadie")
    assert isinstance(reading, Ambiguous | Move)
    reading = table_of("keikalla").notation.parse("mia: vaihda")
    assert isinstance(reading, Ambiguous) and {line.split()[1] for line in reading.readings} == {"exchange", "swap"}


def test_a_word_that_is_not_similar_gets_no_verb_suggested() -> None:
    """`ensin` shares letters with `resign`, which would end the game."""
    for typed in ("ensin", "ensi"):
        reading = table_of("kalevala").notation.parse(f"table: {typed} mia=6 olli=1")
        assert isinstance(reading, Invalid) and not reading.nearest, reading


def test_the_record_keeps_the_canonical_line(tmp_path: Any) -> None:
    def finder(slug: str) -> Any:
        return game_of(slug), book_of(slug)

    session = Session.create(tmp_path / "a.record", game_of("kalevala"), book_of("kalevala"), SEATS, {}, finder)
    assert session.submit(["aloita ukko"]).written
    assert session.submit(["laske vainamoinen 1,0"]).written
    assert session.submit(["peru"]).written
    lines = session.store.read().splitlines()
    assert [line for line in lines if line.startswith(("table:", "mia:"))] == [
        "table: start ukko",
        "mia: place vainamoinen 1,0",
        "table: undo",
    ]


def test_an_answer_is_read_without_its_verb() -> None:
    table = table_of(
        "keikalla",
        *("mia: band jarkale", "olli: band hian", "table: deal", "table: rehab pori", "mia: tour 9", "olli: tour 9"),
        *("table: start mia", "mia: road_2 seinajoki", "mia: draw malfunction"),
    )
    move = parse_typed(table, "mia: perillä")
    assert isinstance(move, Move) and table.notation.format(move) == "mia: answer arrived"


@pytest.mark.parametrize("slug", refereed_slugs())
def test_the_verbs_of_a_finnish_prompt_are_read(slug: str) -> None:
    """A prompt names the verbs that answer it, as Finnish or as the referee writes them."""
    unread = {}
    prompts = 0
    for seed in range(2):
        desk = Table(slug, min(3, game_of(slug).players[1]), seed)
        while desk.replay.outcome is None and desk.replay.plies < MOST_LINES:
            for decision in desk.replay.decisions:
                prompts += 1
                prompt = in_language(decision.why, "fi")
                read = verbs_in(desk.replay, prompt)
                unread.update(
                    {verb: prompt for verb in decision.verbs if verb not in read | NOT_NAMED.get(slug, set())}
                )
            desk.step()
    assert prompts > 40 and not unread


@pytest.mark.parametrize("slug", refereed_slugs())
def test_every_correction_has_a_finnish_name_that_is_read(slug: str) -> None:
    notation = table_of(slug).notation
    for verb in some([verb_of(kind) for kind in notation.adjustments]):
        names = [name for name, _ in word_spellings([verb], notation.setup.book) if name != verb]
        for name in some(names):
            assert notation.parse(f"table: korjaa {name} mia 3") == notation.parse(f"table: adjust {verb} mia 3"), name


@pytest.mark.parametrize("slug", refereed_slugs())
def test_every_name_of_a_verb_is_read_in_the_lines_of_a_game(slug: str) -> None:
    """Whatever a verb is called, the line means the same, or that is one of its readings."""
    played = simulate(game_of(slug), book_of(slug), SEAT_NAMES[:2], 4)
    notation = played.notation
    read = 0
    for entry in played.entries[:MOST_LINES]:
        assert entry.move is not None
        verb, line = notation.verb(entry.move), notation.format_move(entry.move)
        if verb.startswith("adjust"):
            continue
        for spelling in some([*verb_spellings(verb, played.setup.book)]):
            got = notation.parse_move(entry.move.seat, spelling + line.removeprefix(verb))
            lines = got.readings if isinstance(got, Ambiguous) else ()
            assert got == entry.move or notation.format(entry.move) in lines, (spelling, line, got)
            read += 1
    assert read > 40
