"""`pnp rules`. In: a rulebook. Out: all rules, one rule with its words and examples, or the switches of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import to_builtins

from pnp.base.diagnostics import InputError, Span
from pnp.base.suggest import hint_nearest
from pnp.catalog import book_of, find_game
from pnp.cli.arguments import GameName, Games, Json, Lang, pick_language, print_json, wrap
from pnp.library.card import CardBook, Option, format_value, format_values
from pnp.library.words import localise

if TYPE_CHECKING:
    from pnp.library.rulebook import Rule, Rulebook

RuleNames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID|WORDS…]", help="a rule id such as KAL-14 or 14, or words to search for"),
]
Switches = Annotated[bool, typer.Option("--options", help="show the options of the game instead")]


def rules(
    game: GameName,
    rule: RuleNames = None,
    lang: Lang = "",
    options: Switches = False,
    json: Json = False,
    games: Games = None,
) -> None:
    """Show the rulebook, one rule with its examples, or the options of a game."""
    entry = find_game(game, games or ())
    book = book_of(entry)
    lang = pick_language(book, lang)
    rulebook = book.rulebook
    if not rulebook.rules:
        from pnp.games.sandbox.rulebook import sandbox_rulebook

        rulebook = sandbox_rulebook()
    if options:
        values = [_option_values(option) for option in book.options.values()]
        print_json(values) if json else print(_format_options(book, lang))
    elif rule:
        rules = _find(rulebook, " ".join(rule), game)
        if len(rules) == 1:
            print_json(_rule_values(rules[0])) if json else print(_format_rule(rules[0], rulebook, book, lang))
        else:
            print_json([_rule_values(item) for item in rules]) if json else print(_format_rules(rules, lang))
    elif json:
        print_json([_rule_values(item) for item in rulebook.rules.values()])
    else:
        print(_format_rulebook(rulebook, book, lang))


def _find(rulebook: Rulebook, typed: str, game: str) -> list[Rule]:
    """A rule by its id or number, else those in whose words these stand. Raises InputError."""
    rule = rulebook.find(typed)
    if rule is not None:
        return [rule]
    if found := rulebook.search(typed):
        return found
    hint = hint_nearest(typed.upper(), rulebook.rules)
    raise InputError.single(
        Span(game), f"unknown rule “{typed}”, and no rule contains these words", hint, "unknown-rule"
    )


def _format_rules(found: list[Rule], lang: str) -> str:

    width = max(len(rule.id) for rule in found) + 2
    return "\n".join(wrap(localise(rule.words, lang), f"{rule.id:{width}}", " " * width) for rule in found)


def _format_rulebook(rulebook: Rulebook, book: CardBook, lang: str) -> str:

    lines = [localise(book.title, lang)]
    width = max(map(len, rulebook.rules), default=0) + 2
    for section in rulebook.sections:
        lines += ["", localise(section.title, lang).upper()]
        if section.intro:
            lines.append(wrap(localise(section.intro, lang), "  ", "  "))
        for rule in rulebook.of_section(section.id):
            mark = "" if rule.enforced == "judge" else " °"
            lines.append(wrap(localise(rule.words, lang) + mark, f"  {rule.id:{width}}", " " * (width + 2)))
    if any(rule.enforced == "people" for rule in rulebook.rules.values()):
        lines += ["", "  ° enforced by the players, not by the referee"]
    if rulebook.credits:
        lines += ["", wrap(localise(rulebook.credits, lang), "  ", "  ")]
    return "\n".join(lines)


def _format_rule(rule: Rule, rulebook: Rulebook, book: CardBook, lang: str) -> str:

    section = next((localise(part.title, lang) for part in rulebook.sections if part.id == rule.section), "")
    lines = [f"{rule.id}  {section}", "", wrap(localise(rule.words, lang), "  ", "  ")]
    for example in rule.examples:
        lines += ["", wrap(f"Example: {localise(example, lang)}", "  ", "  ")]
    switches = [option for option in book.options.values() if option.rule == rule.id]
    for option in switches:
        lines += ["", wrap(f"Option {_shown(option)}: {localise(option.words, lang)}", "  ", "    ")]
    seen = "the referee" if rule.enforced == "judge" else "the players"
    lines += ["", f"  Enforced by {seen}. Source: {rule.source}."]
    named = [key for key in book.references if key in rule.source.replace(";", " ").split()]
    lines += [wrap(f"{key}: {book.references[key]}", "    ", "      ") for key in named]
    return "\n".join(lines)


def _format_options(book: CardBook, lang: str) -> str:

    if not book.options:
        return f"{localise(book.title, lang)} has no options."
    lines = [f"{localise(book.title, lang)}: pnp referee new {book.slug} … --option NAME=VALUE"]
    for option in book.options.values():
        rule = f" [{option.rule}]" if option.rule else ""
        lines += ["", f"  {_shown(option)}", wrap(localise(option.words, lang) + rule, "      ", "      ")]
        choices = ((value, localise(words, lang)) for value, words in option.choices.items())
        lines += [wrap(f"{value}: {words}", "      ", "        ") for value, words in choices if words != value]
    return "\n".join(lines)


def _shown(option: Option) -> str:
    """`name = default (or other)`."""
    others = [value for value in option.values if format_value(value) != format_value(option.default)]
    return f"{option.id} = {format_value(option.default)} (or {format_values(others)})"


def _rule_values(rule: Rule) -> dict[str, Any]:

    values: dict[str, Any] = to_builtins(rule)
    return values


def _option_values(option: Option) -> dict[str, Any]:

    values: dict[str, Any] = to_builtins(option)
    return values
