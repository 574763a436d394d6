"""Effects of any game: words that it declares are read, checked and printed without a word of another game."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.catalog import book_of, find_game, vocabulary_of
from pnp.cli.main import main
from pnp.library.loader import read_book
from pnp.library.schema import ability_schemas

RULES = """
from typing import Literal

from pnp.games.sandbox import sandbox_game
from pnp.library.card import CardBook
from pnp.library.effect.vocabulary import Ability, Effect, PhraseParts, Vocabulary
from pnp.library.effect.text import Wording, capitalised
from msgspec.structs import replace


class Plant(Effect, frozen=True, tag="plant"):
    amount: int
    where: Literal["garden", "field"]


class Repeat(Effect, frozen=True, tag="repeat"):
    options: tuple[tuple[Plant, ...], ...]


class Spring(Ability, frozen=True, tag="spring"):
    do: tuple[Plant | Repeat, ...]
    cost: tuple[Plant, ...] = ()


def word_card(card, abilities, book, lang):
    wording = Wording(book.phrases, lang)

    def clause(effect):
        return wording.fill(wording.template(effect), {"n": lambda form: str(effect.amount)})

    return capitalised(wording.joined([clause(effect) for ability in abilities for effect in ability.do])) + "."


GAME = replace(
    sandbox_game(CardBook("seeds", {}, (1, 4))),
    vocabulary=Vocabulary(
        ability=Spring, effect=Plant | Repeat, phrases=PhraseParts(needed=("frames",)), word_card=word_card
    ),
)
"""
CARDS = {
    "game.yaml": "game: seeds\ntitle: Seeds\nversion: '1'\nplayers: [1, 4]\nlanguages: [en]\nsource: house\n",
    "seeds.yaml": """deck: seeds
title: Seeds
source: house
texts: [rule]
cards:
  - id: bean
    name: Bean
    abilities:
      - trigger: spring
        do: [{op: plant, amount: 2, where: garden}, {op: plant, amount: 1, where: field}]
""",
    "phrases.yaml": """phrases: seeds
source: house
verbs:
  plant:
    - {for: {where: field}, en: "sow {n} in the field"}
    - {en: "plant {n} by the house"}
frames: {en: {join: " and ", comma: ", "}}
""",
}


def seeds(folder: Path, old: str = "", new: str = "", rules: str = RULES) -> Path:
    """A third party's game with effects; some words of its cards changed."""
    cards = folder / "seeds" / "cards"
    cards.mkdir(parents=True)
    for name, text in CARDS.items():
        (cards / name).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    if rules:
        (folder / "seeds" / "rules.py").write_text(rules, encoding="utf-8")
    return folder


def test_a_game_prints_its_cards_in_words_of_its_own(tmp_path: Path) -> None:
    book = book_of(find_game("seeds", [seeds(tmp_path)]))
    assert book.cards["bean"].texts["rule"] == {"en": "Plant 2 by the house and sow 1 in the field."}


@pytest.mark.parametrize(
    ("old", "new", "fault", "hint"),
    [
        ("op: plant, amount: 2", "op: plan, amount: 2", "there is no verb “plan”", "plant"),
        ("trigger: spring", "trigger: sprung", "there is no trigger “sprung”", "spring"),
        ("where: garden", "where: gardn", "“gardn” is not allowed here", "garden"),
        ("amount: 2", "amount: -2", "expected a number from 0, got -2", ""),
        ("op: plant, amount: 2, where: garden", "op: repeat, options: [[{op: sow}]]", "there is no verb “sow”", ""),
        ("op: plant, amount: 2, where: garden", "op: repeat, options: []", "the phrases have no words for", "phrases"),
        ("texts: [rule]", "texts: [rule]\nmust_do: {seed: {any_of: [plnt]}}", "there is no verb “plnt”", "plant"),
        ("frames:", "nouns:", "unknown key “nouns”", "frames"),
        ("  plant:\n", "  plants:\n", "there is no verb “plants”", "plant"),
    ],
)
def test_faults_are_reported_in_the_words_of_the_game(
    tmp_path: Path, old: str, new: str, fault: str, hint: str
) -> None:
    faults = read_book(find_game("seeds", [seeds(tmp_path, old, new)]).card_folder()).report.errors
    assert any(fault in item.message and hint in item.hint and item.span.line for item in faults), faults


def test_a_game_without_words_for_effects_is_reported_once(tmp_path: Path) -> None:
    faults = read_book(find_game("seeds", [seeds(tmp_path, rules="")]).card_folder()).report.errors
    assert [item.code for item in faults] == ["no-vocabulary"]
    assert faults[0].span.line and "docs/effects.md" in faults[0].hint


def test_rules_that_cannot_be_imported_are_a_fault_of_the_cards_that_need_them(tmp_path: Path) -> None:
    faults = read_book(find_game("seeds", [seeds(tmp_path, rules="GAME = None\n")]).card_folder()).report.errors
    assert [item.code for item in faults] == ["rules"]


def test_a_kept_book_is_read_again_when_its_words_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    for join, text in (('" and "', "house and sow"), ('"; "', "house; sow")):
        rules = RULES.replace("wording.joined(", f"{join}.join(")
        folder = tmp_path / join.strip('"').strip()
        assert main(["check", "seeds", "--games", str(seeds(folder, rules=rules))]) == 0
        assert text in book_of(find_game("seeds", [folder])).cards["bean"].texts["rule"]["en"]


def test_the_schema_is_that_of_the_words(tmp_path: Path) -> None:
    vocabulary = vocabulary_of(find_game("seeds", [seeds(tmp_path)]))
    assert vocabulary is not None
    assert set(ability_schemas(vocabulary)) == {"ability", "Spring", "Plant", "Repeat"}


def test_the_vocabulary_of_the_manual_works(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "effects.md").read_text(encoding="utf-8")
    manual = manual[manual.index("## Your own vocabulary") :]
    code = manual[manual.index("```python") + 9 :].partition("```")[0]
    phrases = manual[manual.index("```yaml\nphrases:") + 8 :].partition("```")[0]
    assert phrases == CARDS["phrases.yaml"]
    game = "from msgspec.structs import replace\nfrom pnp.games.sandbox import sandbox_game\n"
    game += "from pnp.library.card import CardBook\n"
    game += 'GAME = replace(sandbox_game(CardBook("seeds", {}, (1, 4))), vocabulary=VOCABULARY)\n'
    book = book_of(find_game("seeds", [seeds(tmp_path, rules=code + game)]))
    assert book.cards["bean"].texts["rule"] == {"en": "Plant 2 by the house and sow 1 in the field."}
