"""Tests of My Game: what cards do is printed and played from the same data, and every rule is cited by some ruling.

Run them with `pytest mygame`. `pnp prove mygame` runs the scenarios and the conformance tests of every game: no card is
lost, records replay, views leak no secret …
"""

from __future__ import annotations

from pathlib import Path

from pnp.catalog import book_of, find_game, rules_of
from pnp.conformance.promises.rulings import every_scenario_passes
from pnp.conformance.proof import KEPT, hold_whole, subject_of

ENTRY = find_game("mygame", [Path(__file__).parent.parent])
GAME, BOOK = rules_of(ENTRY), book_of(ENTRY)


def test_the_scenarios_are_answered_as_written() -> None:
    """What `scenarios/*.md` shows: refusals by their rule, reasons, the end."""
    verdict = hold_whole(every_scenario_passes, subject_of(ENTRY))
    assert verdict.state == KEPT, verdict.words


def test_every_card_is_shown_in_a_scenario() -> None:
    """A card whose effects nobody has tried may print what nobody meant."""
    folder = Path(__file__).parent / "scenarios"
    lines = [line.casefold() for file in folder.glob("*.md") for line in file.read_text("utf-8").splitlines()]
    played = [line for line in lines if ": play " in line]
    names = {card.id: (card.id, card.name["en"].casefold()) for card in BOOK.playing_cards.values()}
    shown = {id_ for id_, words in names.items() if any(word in line for word in words for line in played)}
    assert names.keys() - shown == set()


def test_every_card_has_its_words_in_every_language() -> None:
    texts = [card.texts["rule"] for card in BOOK.playing_cards.values()]
    assert texts and all(text[lang] for text in texts for lang in BOOK.languages)


def test_the_rules_know_the_rulebook() -> None:
    """Every id that rules.py names is in rulebook.yaml, and every rule for the judge is named there."""
    text = Path(ENTRY.rules).read_text(encoding="utf-8")
    judged = {id_ for id_, rule in BOOK.rulebook.rules.items() if rule.enforced == "judge"}
    assert judged == {id_ for id_ in BOOK.rulebook.rules if f'"{id_}"' in text}
    assert GAME.players == BOOK.players
