"""Toll Bridge, a game that was written from the documentation alone, and the ways in which a tester broke it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import find_game
from pnp.cli.main import main
from pnp.conformance.proof import BROKEN, prove, subject_of
from tests.conformance.mutants import SEEDS, STRANGERS, Mutant, copied, subject

Capture = pytest.CaptureFixture[str]
Edit = tuple[str, str]

RULES, GOODS, GAME = "rules.py", "cards/goods.yaml", "cards/game.yaml"
MESSAGES, RULEBOOK, HOWTO = "cards/messages.yaml", "cards/rulebook.yaml", "cards/howto.yaml"
VALUE = "  value: {type: int, required: true}\n"
ASKED = "    t.ask(WINDOW, *t.seats)\n"
PASSES = "        t.move(card, ROAD[seat], ACROSS[seat])\n"
LIMIT = '    limit = t.constant("bridge")'
PERMIT_CHECK = '    if t.field(m.card, "goods") != "permit":\n        t.refuse(PERMIT, "no_permit", card=m.card)\n'
DRAW = '        t.draw(PILE, HAND[seat], t.constant("hand") - len(t[HAND[seat]]), rule=DRAWS)'
LAST_RULE = "      - {id: TOL-12, enforced: people"
WHISTLE = '      - {id: TOL-13, source: house, words: {en: "No whistling.", fi: "Ei vihellellä."}}\n'
SWAP = '''SWAP = Question(COLLIDE, "may_swap")


class Swap(Move, frozen=True):
    """`anna: swap`"""


@SWAP.answer(Swap)
def swap(t: Trial, m: Swap) -> None:
    t.agreed()


def begin('''


def broken(what: str, *edits: tuple[str, str, str]) -> Mutant:
    return Mutant(what, "tollbridge", edits)


def in_rules(what: str, *edits: Edit) -> Mutant:
    return broken(what, *((RULES, old, new) for old, new in edits))


CHECKED = (
    (
        broken("a message lacks its Finnish", (MESSAGES, ', fi: "silta kestää {limit}"', "")),
        "no words in “fi”",
    ),
    (broken("a card lacks its Finnish", (GOODS, "{en: Wool 3, fi: Villa 3}", "{en: Wool 3}")), "no words in “fi”"),
    (
        in_rules("a sentence instead of the id of a message", ('"no_permit", card', '"this is no permit", card')),
        "message “this is no permit” does not exist",
    ),
    (broken("a field that no card has", (GOODS, VALUE, f"{VALUE}  stars: int\n")), "no card has the field “stars”"),
    (
        broken(
            "a value that nobody reads",
            (GOODS, VALUE, f"{VALUE}  stars: int\n"),
            (GOODS, "goods: wool, value: 3}", "goods: wool, value: 3, stars: 2}"),
        ),
        "“stars” of wool3 is never used",
    ),
    (broken("a constant that nobody reads", (GAME, "  idle: 1\n", "  idle: 1\n  luck: 7\n")), "the constant “luck”"),
    (
        broken(
            "a question that nothing asks",
            (RULES, "def begin(", SWAP),
            (RULES, "(SENDING, WINDOW, ROLL)", "(SENDING, WINDOW, ROLL, SWAP)"),
            (MESSAGES, "  draws:", '  may_swap: {en: "swap", fi: "vaihda"}\n  draws:'),
        ),
        "the rules never ask the question SWAP",
    ),
    (
        in_rules("a rule id that the rulebook lacks", ('"TOL-06", "TOL-07"', '"TOL-06", "TOL-77"')),
        "TOL-77 is not in the rulebook",
    ),
    (
        broken("a rule that nothing returns", (RULEBOOK, LAST_RULE, f"{WHISTLE}{LAST_RULE}")),
        "the referee enforces TOL-13",
    ),
    (broken("copies that do not add up", (GOODS, "copies: 6", "copies: 5")), "add up to 29, but total is 30"),
    (broken("an example that is not so", (HOWTO, "table: roll 3", "table: roll 9")), "howto.yaml"),
)
PROVEN = (
    (in_rules("hands are seen by everybody", ("seen_by=OWNER, rule=SENDS", "rule=SENDS")), "every scenario passes"),
    (
        in_rules("the choice is not secret", ('"choose_a_load", secret=True', '"choose_a_load"')),
        "a sampled state can be played on",
    ),
    (
        in_rules(
            "news tell a card of a hand",
            (ASKED, f'    t.announce(PERMIT, "no_permit", card=sorted(t[HAND[0]])[0])\n{ASKED}'),
        ),
        "a secret leaks to no other seat",
    ),
    (
        in_rules("a copy in two places", (PASSES, f"{PASSES}        t.put(RIVER, (*t[RIVER], card))\n")),
        "no card is lost or doubled",
    ),
    (in_rules("a card never leaves the road", (PASSES, "")), "every scenario passes"),
    (
        in_rules("a number in the code that a constant only announces", ('EXTRA, t.constant("permit")', "EXTRA, 4")),
        "every value has an effect",
    ),
    (
        in_rules("two rule ids are mixed up", ('announce(COLLIDE, "collide"', 'announce(DIE, "collide"')),
        "every scenario passes",
    ),
    (
        in_rules("nobody is asked after the window", ("passed(lambda t: t.ask(ROLL))", "passed(lambda t: None)")),
        "games end",
    ),
    (in_rules("an empty hand is asked", ("len(t[PILE]) < len(t.seats)", "len(t[RIVER]) > 99")), "games end"),
    (
        in_rules(
            "only who holds a permit is asked",
            (ASKED, '    t.ask(WINDOW, *[s for s in t.seats if "permit" in t[HAND[s]]] or t.seats)\n'),
        ),
        "a secret leaks to no other seat",
    ),
    (
        in_rules(
            "the bridge is Python's random",
            (LIMIT, '    import random\n    limit = random.randint(0, 2) + t.constant("bridge")'),
        ),
        "",  # which one notices is luck, too
    ),
    (
        in_rules(
            "a state in a list of the module",
            ("def begin(t: Trial) -> None:\n", "SEEN: list[int] = []\n\n\ndef begin(t: Trial) -> None:\n"),
            (LIMIT, '    SEEN.append(1)\n    limit = len(SEEN) % 3 + t.constant("bridge")'),
        ),
        "undo restores",
    ),
    (
        in_rules("an exception at 12 points", ("worth(t, card))", "worth(t, card))\n        assert t[POINTS[0]] < 12")),
        "games end",
    ),
    (
        in_rules("cards are drawn at digital tables alone", (DRAW, f"        if t.is_digital:\n    {DRAW}")),
        "retold",
    ),
    (in_rules("permits score more", ('t.constant("idle") if', 't.constant("idle") + 1 if')), "every scenario passes"),
    (
        in_rules(
            "a check after the line is agreed", (f"{PERMIT_CHECK}    t.agreed()\n", f"    t.agreed()\n{PERMIT_CHECK}")
        ),
        "games end",
    ),
)


def test_the_game_itself_has_no_fault_and_keeps_every_promise(capsys: Capture) -> None:
    assert main(["check", "tollbridge", "--strict", "--games", str(STRANGERS)]) == 0
    assert capsys.readouterr().out == "tollbridge: no faults\n"
    verdicts = list(prove(subject_of(find_game("tollbridge", [STRANGERS]), SEEDS)))
    assert len(verdicts) > 40
    assert [verdict for verdict in verdicts if verdict.state == BROKEN] == []


@pytest.mark.parametrize(("mutant", "words"), CHECKED, ids=[mutant.what for mutant, _ in CHECKED])
def test_check_names_what_cards_and_code_show(mutant: Mutant, words: str, tmp_path: Path, capsys: Capture) -> None:
    copied(mutant, tmp_path)
    assert main(["check", "tollbridge", "--strict", "--games", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(words in line and ":" in line for line in lines), lines


@pytest.mark.parametrize(("mutant", "promise"), PROVEN, ids=[mutant.what for mutant, _ in PROVEN])
def test_a_proof_names_what_only_play_shows(mutant: Mutant, promise: str, tmp_path: Path) -> None:
    verdicts = list(prove(subject(mutant, tmp_path), promise))
    assert BROKEN in {verdict.state for verdict in verdicts}, verdicts
