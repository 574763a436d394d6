"""`pnp prove` names what is wrong with a game, and where: new games with one fault planted in each."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from pnp.cli.main import main
from tests.deadline import COMMAND
from tests.editing import edit_file
from tests.guard import some

Capture = pytest.CaptureFixture[str]
Change = tuple[str, str, str]
"""A file, words that stand there once, and words in their place."""

RULES = "rules.py"
TAKES = '    row, reach = t[THE_ROW], t.constant("reach")\n'
ASKED = "    t.ask(BIDDING, *t.seats)\n"
ONCE = "    begin=begin,\n"
FROM_HERE = "from pnp.referee.kernel import"
DECLARED = "\n\nGAME = declare("


class Fault(Struct, frozen=True):
    """A new game with one fault: which promise is broken, and what is said of it."""

    what: str
    promise: str
    words: tuple[str, ...]
    changes: tuple[Change, ...]
    has_hands: bool = False


def hook(words: str) -> Change:
    """A hook that the author gives to `declare`."""
    return RULES, ONCE, f"{ONCE}    {words},\n"


def wrapped(code: str, hooks: str, names: str) -> tuple[Change, ...]:
    """The game that is declared, with some of its hooks replaced by those of `code`."""
    imports = f"from msgspec.structs import replace\n{names}\n{FROM_HERE}"
    return (
        (RULES, FROM_HERE, imports),
        (RULES, "GAME = declare(", "DECLARED = declare("),
        (RULES, "    ending=ending,\n)", f"    ending=ending,\n)\n\n{code}\nGAME = replace(DECLARED, {hooks})\n"),
    )


TWICE = """
def judge(state, move):
    ruling = DECLARED.judge(state, move)
    if isinstance(move, Take) and isinstance(ruling, Legal):
        taken = ruling.after.taken
        everybody = tuple((*cards, *({move.card} - {*cards})) for cards in taken)
        return replace(ruling, after=replace(ruling.after, taken=everybody))
    return ruling

"""
LEGAL = "from pnp.referee.ruling import Legal"

FAULTS = (
    Fault(
        "a card lies in two places",
        "no card is lost or doubled",
        ("of trophy are in known places (taken.0, taken.1), but 1 are printed: a card is in two places", "“anna: take"),
        wrapped(TWICE, "judge=judge", LEGAL),
    ),
    Fault(
        "a card lies in two places, and the census calls all cards hidden",
        "cards on the table are counted",
        ("the facts list cards in known places (coin, flag, heart), but the card count has all cards hidden",),
        wrapped(TWICE, "judge=judge, census=lambda state: {'?': 5}", LEGAL),
    ),
    Fault(
        "a rule id that the rulebook lacks",
        "every cited rule is in the rulebook",
        ("the end of the game cites MYG-99, which is not in the rulebook",),
        ((RULES, 'END = "MYG-06"', 'END = "MYG-99"'),),
    ),
    Fault(
        "a rule for the judge that nothing returns",
        "every rule for the referee is cited",
        ("the rulebook assigns MYG-07 to the referee, but no game and no scenario cites it",),
        (("cards/rulebook.yaml", "        enforced: people\n", ""),),
    ),
    Fault(
        "everybody hears of a card in a hand",
        "a secret leaks to no other seat",
        ("all viewers read", "takes", "at a digital table of 2, game 1, line 1 “table: deal anna"),
        ((RULES, ASKED, f"    t.announce(HIGHEST, 'wins', seat=0, card=t[HAND[0]][0], bid='the best card')\n{ASKED}"),),
        has_hands=True,
    ),
    Fault(
        "a prompt tells a card of a hand",
        "a secret leaks to no other seat",
        (
            "the public sees Asked(item=Open(question='choose_a_bid'",
            "'card', 'fish5'",
            "at a digital table of 2, game 1",
        ),
        (
            (RULES, ASKED, "    t.ask(BIDDING, *t.seats, card=t[HAND[0]][0])\n"),
            ("cards/messages.yaml", "bid a card of your hand, in secret", "bid a card, such as {card}"),
        ),
        has_hands=True,
    ),
    Fault(
        "a number that everybody sees follows from a card of a hand",
        "a secret leaks to no other seat",
        ("it would see CounterChanged(counter=('points', 0), value=114", "at a digital table of 2, game 1, line"),
        (
            (
                RULES,
                ASKED,
                "    t.put(POINTS[0], ord(t[HAND[0]][0][0]))\n    t.ask(BIDDING, *t.seats)\n",
            ),
        ),
        has_hands=True,
    ),
    Fault(
        "a seat's view is the whole table",
        "a view matches its redacted record",
        ("the view of the public does not match its redacted lines", "line 1 “table: deal anna"),
        (hook("project=lambda state, seat: state"),),
        has_hands=True,
    ),
    Fault(
        "a prompt that no move answers",
        "every prompt can be answered",
        ("is asked for “jump”, but the game has no such move", "at a digital table of 2, game 1, line 1 “table: lay"),
        (
            hook('pending=lambda s: tuple(Decision(seat, ("jump",), "jump", TURN) for seat in GAME.to_act(s))'),
            (RULES, FROM_HERE, f"from pnp.referee.game import Decision\n{FROM_HERE}"),
        ),
    ),
    Fault(
        "an offered line that is refused",
        "games end and every line is accepted",
        ("is offered but rejected: illegal [MYG-04]", "lies between others", "line 1 “table: lay"),
        (hook("legal_moves=lambda state, seat: GAME.candidates(state, seat)"),),
    ),
    Fault(
        "a datum that nobody reads",
        "every value is read",
        ("no layout, text or rule reads", "treasures.yaml:21:57: weight (treasures)"),
        (
            ("cards/treasures.yaml", "  lucky: bool\n", "  lucky: bool\n  weight: int\n"),
            ("cards/treasures.yaml", "value: 2}", "value: 2, weight: 3}"),
        ),
    ),
    Fault(
        "a state that its events do not lead to",
        "events rebuild the state after a line",
        (
            "applying its events gives box = ['heart',",
            "at a digital table of 2, game 1, line 1 “table: lay",
        ),
        (hook("apply=lambda state, event: state"),),
    ),
    Fault(
        "a state that the record does not lead to",
        "a record replays to the same table",
        ("read again from the record, the line gives sum.", "line"),
        (
            (RULES, 'SEATS = "MYG-01"', 'MADE = [0]\nSEATS = "MYG-01"'),
            (RULES, "    t.agreed()\n", "    t.agreed()\n    MADE[0] += 1\n    t.add(SUM[m.seat], MADE[0])\n"),
        ),
    ),
    Fault(
        "somebody is asked who has no move",
        "games end and every line is accepted",
        (
            "is asked but has no legal move: “take a card from an end of the row”",
            "at a digital table of 2, game 1, line",
        ),
        ((RULES, "*row[-reach:]):", '*row[-reach:]) or m.card == "trophy":'),),
    ),
    Fault(
        "play goes round in circles",
        "games end and every line is accepted",
        ("the game does not end: it is not over after 2,000 lines", "repeats the state after line"),
        (
            (RULES, "last=m.card != row[0])\n", "last=m.card != row[0])\n    t.move(m.card, TAKEN[m.seat], THE_ROW)\n"),
            (RULES, '    t.add(SUM[m.seat], t.field(m.card, "value"))\n', ""),
        ),
    ),
    Fault(
        "nobody is asked, and the game is not over",
        "games end and every line is accepted",
        ("no seat must act, but the game is not over", "at a digital table of 2, game 1, line"),
        (hook("outcome=lambda state: None"),),
    ),
    Fault(
        "the rules raise an exception",
        "games end and every line is accepted",
        ("KeyError: 'trophy'", "mygame/rules.py:77, in take", "at a digital table of 2, game 1, line"),
        ((RULES, TAKES, f'{TAKES}    if m.card == "trophy":\n        {{}}[m.card]\n'),),
    ),
)


@pytest.fixture
def new_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """The folder in which a new game is made."""
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    return tmp_path


def prove(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """The exit code of `pnp prove`, and what it prints and says of errors, each as one line."""
    code = main(["prove", "mygame", "--games", ".", "-n", "1", *words])
    printed = capsys.readouterr()
    return code, " ".join(printed.out.split()), " ".join(printed.err.split())


def make(fault: Fault, folder: Path) -> Path:
    """A new game with the fault."""
    assert main(["new", "mygame", *(["--hands"] if fault.has_hands else [])]) == 0
    game = folder / "mygame"
    for file, old, new in fault.changes:
        edit_file(game / file, (old, new))
    return game


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.what for fault in FAULTS])
def test_a_fault_is_named_with_its_place(fault: Fault, new_game: Path, capsys: Capture) -> None:
    make(fault, new_game)
    capsys.readouterr()
    code, printed, _ = prove(capsys, "--players", "2")
    assert code == 1
    _, found, rest = printed.partition(f"FAILED {fault.promise} ")
    assert found, printed
    report = rest.partition(" reproduce: ")[0]
    for words in fault.words:
        assert words in report, report


def test_a_fault_is_shown_again_by_the_line_that_is_printed(new_game: Path, capsys: Capture) -> None:
    fault = next(fault for fault in FAULTS if fault.what == "somebody is asked who has no move")
    make(fault, new_game)
    capsys.readouterr()
    assert main(["prove", "mygame", "--games", ".", "-n", "1", "--records", "tables"]) == 1
    printed = capsys.readouterr().out
    again = next(line for line in printed.splitlines() if "reproduce: " in line).partition("reproduce: pnp ")[2]
    assert again == 'prove mygame --games . -n 1 --players 2 -k "games end and every line is accepted"'
    assert main(shlex.split(again)) == 1
    assert fault.words[0] in " ".join(capsys.readouterr().out.split())
    table = new_game / "tables" / "mygame-games-end-and-every-line-is-accepted.record"
    assert f"record: {table.relative_to(new_game)}" in printed
    assert main(["referee", "options", str(table), "--games", "."]) in (0, 1)
    assert "take a card from an end of the row" in capsys.readouterr().out


def test_programs_read_the_place_of_a_fault(new_game: Path, capsys: Capture) -> None:
    make(next(fault for fault in FAULTS if fault.what == "an offered line that is refused"), new_game)
    capsys.readouterr()
    assert main(["prove", "mygame", "--games", ".", "-n", "1", "-k", "games end", "--json"]) == 1
    broken = json.loads(capsys.readouterr().out)
    assert [(each["state"], each["players"], each["ply"]) for each in broken] == [("broken", 2, 1), ("broken", 4, 1)]
    assert broken[0]["line"].startswith("table: lay ") and broken[0]["line"] in broken[0]["record"]


# a game that cannot be loaded is never passed


LOADS: list[tuple[str, tuple[Change, ...], tuple[str, ...]]] = [
    (
        "its rules raise",
        ((RULES, 'SEATS = "MYG-01"', 'SEATS = "MYG-01"\nHAND_SIZE = {}["hand"]'),),
        ("mygame/rules.py:23: the rules cannot be imported: KeyError: 'hand'",),
    ),
    (
        "what its rules import raises",
        ((RULES, 'ROW = "MYG-02"', 'ROW = Question(TURN)\nROW = "MYG-02"'),),
        ("mygame/rules.py:23: the rules cannot be imported: NameError",),
    ),
    (
        "its rules are no Python",
        ((RULES, "def take(", "def take("[:-1]),),
        ("mygame/rules.py:73:26: the rules cannot be",),
    ),
    (
        "its rules declare nothing",
        ((RULES, DECLARED, "\n\nGAMES = declare("),),
        ("rules.py: expected a variable GAME in the module",),
    ),
    (
        "it has another name inside",
        ((RULES, 'slug="mygame"', 'slug="yourgame"'),),
        ("rules.py: GAME has the slug “yourgame”, its folder is “mygame” (use the same name for both)",),
    ),
    (
        "a message lacks in a language",
        (("cards/game.yaml", "languages: [en] ", "languages: [en, fi] "),),
        ("mygame/cards/messages.yaml:4:16: no words in “fi” (add a translation)", "mygame/cards/rulebook.yaml:10:16:"),
    ),
]


@pytest.mark.parametrize(("what", "changes", "parts"), LOADS, ids=[what for what, _, _ in LOADS])
def test_a_game_that_cannot_be_loaded_is_not_proven(
    what: str, changes: tuple[Change, ...], parts: tuple[str, ...], new_game: Path, capsys: Capture
) -> None:
    make(Fault(what, "", (), changes), new_game)
    capsys.readouterr()
    code, printed, errors = prove(capsys)
    assert (code, printed) == (1, "")
    assert errors.endswith("mygame: not checked, because it cannot be loaded")
    for words in some(parts):
        assert words in errors, errors


def test_the_other_games_of_the_folder_are_proven_all_the_same(new_game: Path, capsys: Capture) -> None:
    make(Fault("", "", (), LOADS[0][1]), new_game)
    assert main(["new", "yourgame"]) == 0
    assert main(["new", "cards_only"]) == 0
    (new_game / "cards_only" / RULES).unlink()
    capsys.readouterr()
    assert main(["prove", "--games", ".", "-n", "1", "--players", "2", "-k", "card"]) == 1
    printed = capsys.readouterr()
    assert "yourgame: " in printed.out and " 0 failed" in printed.out
    assert "mygame: not checked, because it cannot be loaded" in printed.err
    assert "cards_only: not checked, because it has no rules" in printed.err


def test_names_that_are_no_game_with_rules_are_refused(new_game: Path, capsys: Capture) -> None:
    make(Fault("", "", (), ()), new_game)
    capsys.readouterr()
    assert main(["prove", "mygmae", "--games", "."]) == 2
    assert "mygmae: unknown game (did you mean “mygame”?)" in capsys.readouterr().err
    assert prove(capsys, "-k", "mygame")[::2] == (
        1,
        "pnp: no property has the words “mygame” (it is the name of a game: pnp prove mygame)",
    )
    (new_game / "mygame" / RULES).unlink()
    assert prove(capsys) == (
        2,
        "",
        "mygame: the game has no rules to check (write rules.py (docs/rules.md); pnp check needs no rules)",
    )


def test_a_sentence_in_the_code_of_a_game_with_two_languages_is_named(new_game: Path, capsys: Capture) -> None:
    game = make(Fault("", "", (), ()), new_game)
    _translate(game / "cards")
    edit_file(game / RULES, ('"lay_at_an_end", card=m.card', '"lay_at_an_end", card="the card"'))
    capsys.readouterr()
    code, printed, _ = prove(capsys, "--players", "2", "-k", "message")
    assert code == 1 and "FAILED every message exists in every language" in printed
    assert "rules.py:84:44: expected the id of a message, got the text “the card”, which has no translation" in printed
    assert "the page has no name for “box” (add it under names: in game.yaml)" in printed


def _translate(cards: Path) -> None:
    """Give every text of a new game words in a second language."""
    for file in cards.glob("*.yaml"):
        text = re.sub(r"\{en: (\".*?\"|[^}]*)\}", r"{en: \1, fi: \1}", file.read_text("utf-8"))
        text = re.sub(r"^  en: (.*)$", r"  en: \1\n  fi: \1", text, flags=re.M)
        file.write_text(text.replace("languages: [en]", "languages: [en, fi]"), encoding="utf-8")


def test_under_pytest_a_game_that_cannot_be_loaded_is_not_passed_by_its_name(new_game: Path) -> None:
    make(Fault("", "", (), LOADS[0][1]), new_game)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--pyargs",
        "pnp.conformance",
        "-k",
        "mygame",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=new_game, check=False, timeout=COMMAND)
    assert done.returncode == 1 and "1 failed" in done.stdout, done.stdout
    assert "mygame/rules.py:23: the rules cannot be imported: KeyError: 'hand'" in done.stdout
