"""Lessons: every line is legal, every wrong move is wrong by the rule it names, and learners get on."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.catalog import find_game
from pnp.checking.rules import inspect_rules
from pnp.cli.teacher import begin_lesson
from pnp.library.loader import read_book
from pnp.library.words import localise
from pnp.table.teaching.lesson_run import MADE, OTHER, REFUSED, LessonRun, lesson_faults
from tests.cli.referee.conftest import Run, run
from tests.guard import some

__all__ = ["run"]

GAMES = ("kalevala", "suomi1918")


def lesson_run(slug: str) -> LessonRun:
    return begin_lesson(find_game(slug, ()))


@pytest.mark.parametrize("slug", GAMES)
def test_a_lesson_is_played_to_its_end_and_every_wrong_move_is_refused(slug: str) -> None:
    lesson = lesson_run(slug)
    assert not lesson_faults(lesson.lesson, lesson.replay.game, lesson.replay.setup.book).items
    tried = own = 0
    while (step := lesson.step) is not None:
        if not step.do:
            lesson.go_on()
            continue
        before = lesson.replay.plies
        for wrong in step.wrong:
            found = lesson.attempt(wrong.line)
            assert found.kind == REFUSED and found.wrong == wrong and lesson.replay.plies == before
            tried += 1
        assert lesson.attempt(step.do).kind == MADE
        own += 1
    assert own >= 6 and tried >= 8


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("lang", ["en", "fi"])
def test_a_learner_who_presses_enter_hears_everything(run: Run, slug: str, lang: str) -> None:
    lesson = lesson_run(slug).lesson
    moves = sum(bool(step.do) for step in lesson.steps)
    code, out, _ = run("teach", slug, "--lang", lang, piped="\n" * moves)
    assert code == 0
    text = " ".join(out.split())
    for words in some(it for step in lesson.steps for it in (step.words, step.then) if it):
        assert " ".join(localise(words, lang).split()) in text
    assert " ".join(localise(lesson.end, lang).split()) in text
    for rule in some(rule for step in lesson.steps for rule in step.rules):
        assert f"{rule}: " in out


def test_a_wrong_move_is_explained_and_another_legal_one_is_called_so(run: Run) -> None:
    typed = (
        "place vainamoinen 1,1\nplace louhi 1,0\nhint\nrule KAL-14\nplace ukko 1,0\nnonsense\nPlace Väinämöinen 1,0\n"
    )
    code, out, _ = run("teach", "kalevala", piped=typed)
    assert code == 1 and "stops here" in out  # the pipe ended before the lesson
    text = " ".join(out.split())
    assert "KAL-13" in out and "Corner to corner is not enough." in text
    assert "“aino: place louhi 1,0” is also allowed." in text
    assert "KAL-14: " in out and "KAL-09" in out and "cannot be read" in out
    assert out.index("is also allowed") < out.index("aino: score 0 → 2")


def test_another_legal_move_is_shown_with_what_it_would_bring(run: Run) -> None:
    out = run("teach", "kalevala", piped="\n\n\n\nplace ukko 0,-1\n")[1]  # the lesson wants a Seppo Ilmarinen
    brought = out.partition("“aino: place ukko 0,-1” is also allowed.")[2].partition("This lesson goes on")[0]
    assert "row Ukko 7, Joukahainen 0, Lemminkäinen 1: 3 points" in brought and "aino: score 8 → 11" in brought
    assert "[KAL-" not in brought


def test_after_a_move_the_lesson_speaks_and_the_proof_is_printed_on_request(run: Run) -> None:
    code, out, _ = run("teach", "kalevala", piped="why\n\nwhy\n")
    assert code == 1
    before, _, rest = out.partition("aino: score 0 → 2")
    words, _, proof = rest.partition("2 + 0 = 2 points [KAL-38]")
    assert "No move has been tried yet." in before and "[KAL-" not in before
    assert words.lstrip().startswith("8 beats 7") and "then it is the turn of ilmari [KAL-42]" in proof


def test_what_the_learner_draws_is_said_in_words_and_what_others_draw_is_not(run: Run) -> None:
    out = run("teach", "kalevala", piped="\n" * 20)[1]
    assert "You are dealt: Väinämöinen, Käärme, Louhi, Louhi, Kullervo" in out
    assert "You draw: Lemminkäinen" in out and "You draw: Seppo Ilmarinen (ilmarinen)" in out
    assert "deal aino" not in out and "deal ilmari" not in out
    out = run("teach", "suomi1918", "--lang", "fi", piped="\n" * 20)[1]
    assert "Nostat: Keräykset (white-3)" in out and "deal" not in out.replace("deal_", "")


@pytest.mark.parametrize("slug", GAMES)
def test_the_rule_that_the_introduction_cites_is_one_of_the_game(run: Run, slug: str) -> None:
    out = " ".join(run("teach", slug, piped="")[1].split())
    (rule,) = re.findall(r"rule ([A-Z]+-\w+) cites a rule", out)
    assert rule in lesson_run(slug).replay.setup.book.rulebook.rules


def test_a_rule_that_does_not_exist_is_said_to_be_none(run: Run) -> None:
    out = run("teach", "suomi1918", piped="rule KAL-13\nrule\n")[1]
    assert "unknown rule “KAL-13”" in out and "usage: rule ID" in out


def test_the_finnish_lesson_reads_finnish_commands_beside_the_english_ones(run: Run) -> None:
    typed = "sääntö SOC-18\nrule SOC-19\nvihje\nplay M1\nmiksi\nlopeta\nplay S1\n"
    code, out, _ = run("teach", "suomi1918", "--lang", "fi", piped=typed)
    text = " ".join(out.split())
    assert code == 1 and "SOC-18: Kortin" in out and "SOC-19: Vasemman" in out
    assert "vihje näyttää siirron, miksi perustelee edellisen, sääntö SOC-02 kertoo säännön, lopeta lopettaa" in text
    assert "Tämän oppitunnin siirto: play black-1" in out
    assert "aino: play black-1" in out and "aino nostaa kortin [SOC-29]" in out
    assert "blue-1" not in out.partition("aino: play black-1")[2], "lopeta leaves"


def test_another_legal_move_changes_nothing() -> None:
    lesson = lesson_run("kalevala")
    while lesson.step is not None and not lesson.step.do:
        lesson.go_on()
    plies, step = lesson.replay.plies, lesson.step
    found = lesson.attempt("place louhi 1,0")
    assert found.kind == OTHER and found.reasons and lesson.replay.plies == plies and lesson.step is step


def test_a_learner_sees_no_card_of_the_other(run: Run) -> None:
    _, out, _ = run("teach", "suomi1918", piped="\n" * 20)
    steps = lesson_run("suomi1918").lesson.steps
    lines = [other.line for step in steps for other in step.lines]
    dealt = {card for line in some(lines) if "deal ilmari" in line for card in line.split()[3:]}
    played = {line.split()[-1] for line in lines if line.startswith("ilmari")}
    names = lesson_run("suomi1918").replay.setup.book.cards
    never_seen = [names[card].name["en"] for card in some(dealt - played)]
    shown = "".join(line for line in out.splitlines() if "next:" not in line)  # the next card of a stack is no secret
    assert len(never_seen) > 3 and not [name for name in never_seen if name in shown]


def test_a_game_without_a_lesson_says_so(run: Run) -> None:
    code, _, err = run("teach", "keko")
    assert code == 2 and "keko has no lesson" in err and "docs/teach.md" in err
    assert "games with a lesson: kalevala, suomi1918" in err
    assert run("teach", "kalevla")[0] == 2


@pytest.fixture
def spoil(tmp_path: Path) -> Callable[[str, str], list[str]]:
    """What `pnp check` says of Kalevala's lesson with something else in it."""

    def check(old: str, new: str) -> list[str]:
        folder = tmp_path / "kalevala"
        if not folder.exists():
            shutil.copytree(Path(find_game("kalevala", ()).cards), folder)
            (tmp_path / "cards").mkdir()
            shutil.move(folder, tmp_path / "cards" / "kalevala")
        file = tmp_path / "cards" / "kalevala" / "teach.yaml"
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), "utf-8")
        entry: Any = find_game("kalevala", ())
        spoilt = replace(entry, cards=str(tmp_path / "cards" / "kalevala"))
        loaded = read_book(spoilt.card_folder())
        inspect_rules(spoilt, loaded, loaded.report)
        file.write_text(text, "utf-8")
        return [str(item) for item in loaded.report if "teach.yaml" in str(item)]

    return check


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("do: place vainamoinen 1,0", "do: place vainamoinen 5,5", "KAL-13"),
        ("rule: KAL-16", "rule: KAL-13", "got KAL-16"),
        ("line: place ilmarinen 1,0", "line: place kaarme 1,0", "is allowed here"),
        ("rules: [KAL-06]", "rules: [KAL-99]", "unknown rule KAL-99"),
        ("you: aino", "you: anna", "the lesson has no seat “anna”"),
        ("    hint:\n", "    hnt:\n", "unknown key “hnt”"),
        ("      fi: Kumpikin nostaa", "      sv: Kumpikin nostaa", "“fi”"),
        ('line: "table: start ukko"', 'line: "table: start kullervo"', "is rejected"),
        ("teach: kalevala", "teach: kalevla", "use the same name"),
    ],
)
def test_a_fault_of_a_lesson_is_named_with_its_place(
    spoil: Callable[[str, str], list[str]], old: str, new: str, fault: str
) -> None:
    found = spoil(old, new)
    assert any(fault in item for item in found), found
    assert all(item.split("teach.yaml:")[1][0].isdigit() for item in some(found))
