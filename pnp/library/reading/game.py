"""The game file. In: `game.yaml`. Out: a CardBook that still lacks decks, tables and rules.

Invariant: languages are read first, because all words are checked against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.base.suggest import hint_nearest
from pnp.library.card import CardBook, Constant, Option, OwnDeck, Source
from pnp.library.reading.component import read_components
from pnp.library.reading.node import Languages, Node, read_source, same
from pnp.library.words import Words

GAME_KEYS = (
    "game", "title", "version", "players", "minutes", "age", "languages", "drafts", "letters", "codes", "about",
    "references", "constants", "options", "names", "components", "own_deck", "sandbox", "source", "note",
)  # fmt: skip
CONSTANT_KEYS = ("value", "source", "note", "only_print")
OPTION_KEYS = ("default", "values", "range", "choices", "rule", "source", "words", "unused", "note")
OWN_DECK_KEYS = ("deck", "cards", "each", "rule", "note")
MAX_SEATS = 30
MAX_DECK = 100_000
MAX_MINUTES = 10_000
MAX_AGE = 99


def read_languages(node: Node, asked: Sequence[str] = ()) -> Languages:
    """The languages of a game, English when it names none; those in `asked` are drafts if it does not declare them."""
    complete = _codes(node.get("languages"))
    drafts = _codes(node.get("drafts"))
    for code in drafts:
        if code in complete:
            node.child("drafts").error(f"“{code}” is already in languages", code="duplicate-value")
    complete = complete or ("en",)
    drafts = tuple(code for code in dict.fromkeys((*drafts, *asked)) if code not in complete)
    return Languages(complete, drafts, asked)


def is_language(word: str) -> bool:
    """A language's code: en, fi, pt-BR."""
    return word.isascii() and word.replace("-", "").isalpha() and word[:2].islower() and len(word) <= 12


def _codes(node: Node | None) -> tuple[str, ...]:
    codes: list[str] = []
    for item in node.items() if node else []:
        word = item.text()
        if word and not is_language(word):
            item.error(f"expected a language code, got “{word[:20]}”", "such as en, fi or pt-BR", "bad-language")
        elif word in codes:
            item.error(f"“{word}” appears twice", code="duplicate-value")
        elif word:
            codes.append(word)
    return tuple(codes)


def read_game(node: Node, languages: Languages) -> CardBook:
    """Everything of game.yaml."""
    node.check_keys(GAME_KEYS, ("game", "title", "players"))
    name, title, about = node.get("game"), node.get("title"), node.get("about")
    source = node.get("source")
    base = read_source(source) if source else None
    minutes, age = node.get("minutes"), node.get("age")
    players = _read_span(node.get("players"), MAX_SEATS, ("fewest", "most"))
    return CardBook(
        slug=_read_slug(name) if name else "",
        title=title.words(languages, name=True) if title else {},
        players=players,
        minutes=_read_span(minutes, MAX_MINUTES, ("shortest", "longest")) if minutes else (0, 0),
        age=age.whole(1, MAX_AGE, 1) if age else 0,
        languages=languages.complete,
        drafts=languages.drafts,
        letters=_read_letters(node.get("letters")),
        codes=_read_letters(node.get("codes")),
        about=about.words(languages) if about else {},
        constants=_read_constants(node.get("constants"), base),
        options=_read_options(node.get("options"), languages, base),
        components=read_components(node.get("components"), languages, players[1]),
        names=_read_names(node.get("names"), languages),
        references=_read_references(node.get("references")),
        sandbox=_read_sandbox(node.get("sandbox")),
        own_deck=_read_own_deck(node.get("own_deck")),
        version=node.text_of("version", "1"),
    )


def is_slug(word: str) -> bool:
    """A game's name in files, commands and Python: small letters, digits and _, beginning with a letter."""
    return word.isidentifier() and word.isascii() and word.islower() and len(word) <= 40


def _read_slug(node: Node) -> str:
    word = node.text()
    if word and not is_slug(word):
        node.error(f"“{word[:40]}” is not a valid name for a game", "use small letters a-z, digits and _", "bad-name")
    return word


def _read_letters(node: Node | None) -> str:
    word = node.text() if node else ""
    if node and word and not (word.isascii() and word.isalpha() and word.isupper() and len(word) <= 5):
        node.error(f"expected letters for ids, got “{word[:20]}”", "one to five capitals A-Z", "bad-name")
        return ""
    return word


def _read_own_deck(node: Node | None) -> OwnDeck | None:
    """Which deck people may build, of how many cards."""
    if node is None or not node.check_keys(OWN_DECK_KEYS, ("deck", "cards")):
        return None
    deck, span, each = node.get("deck"), node.get("cards"), node.get("each")
    ends = [item.whole(1, MAX_DECK, 1) for item in span.items()] if span else []
    if span and (len(ends) != 2 or ends[0] > ends[1]):
        span.error("expected [fewest, most]", code="wrong-type")
        return None
    if deck is None or not ends:
        return None
    return OwnDeck(
        deck=deck.text(),
        least=ends[0],
        most=ends[1],
        each=each.whole(1, MAX_DECK, 1) if each else 0,
        rule=node.text_of("rule"),
    )


def _read_span(node: Node | None, limit: int, ends: tuple[str, str]) -> tuple[int, int]:
    """One number, or the least and the most."""
    if node is None:
        return (1, limit)
    if not isinstance(node.value, list):
        number = node.whole(1, limit, 2)
        return (number, number)
    if len(node.value) != 2:
        node.error(f"expected [{', '.join(ends)}]", code="wrong-type")
        return (1, limit)
    least, most = (item.whole(1, limit, 2) for item in node.items())
    if least > most:
        node.error(f"{least} is more than {most}", f"[{', '.join(ends)}]", "out-of-range")
    return (least, max(least, most))


def _with_source(node: Node, base: Source | None) -> Source:
    child = node.get("source")
    source = read_source(child) if child else base
    if source is None:
        if child is None:
            node.error("no source", "add source: seed, public or house", "missing-source")
        return Source()
    return source


def _read_constants(node: Node | None, base: Source | None) -> dict[str, Constant]:
    constants: dict[str, Constant] = {}
    if node is None or not node.is_map():
        return constants
    for name, child in node.children():
        if not name.isidentifier():
            child.error_at_key(f"“{name}” is not a valid name for a constant", "use letters, digits and _", "bad-name")
        elif isinstance(child.value, dict) and not set(child.value) & set(CONSTANT_KEYS):
            first = next(iter(child.value), "key")
            hint = f"{name}: {{value: {{{first}: …}}}}"
            child.error(f"expected “value” in the constant “{name}”, got its entries", hint, "missing-key")
        elif isinstance(child.value, dict):
            if child.check_keys(CONSTANT_KEYS, ("value",)):
                printed = child.get("only_print")
                only_print = printed.flag(False) if printed else False
                constants[name] = Constant(child.value.get("value"), _with_source(child, base), only_print)
        elif child.value is None:
            child.error_at_key(f"“{name}” is empty", code="missing-key")
        else:
            if base is None:
                child.error("no source", "write {value: …, source: …}", "missing-source")
            constants[name] = Constant(child.value, base or Source())
    return constants


def _read_options(node: Node | None, languages: Languages, base: Source | None) -> dict[str, Option]:
    options: dict[str, Option] = {}
    if node is None or not node.is_map():
        return options
    for name, child in node.children():
        if not name.isidentifier() or name == "deal":
            child.error_at_key(
                f"“{name}” is not a valid name for an option", "use letters, digits and _; deal is reserved", "bad-name"
            )
        elif child.check_keys(OPTION_KEYS, ("default", "words")):
            words, values = child.get("words"), _read_values(child)
            options[name] = Option(
                id=name,
                default=child.value.get("default"),
                values=values,
                choices=_read_choices(child.get("choices"), values, languages),
                words=words.words(languages) if words else {},
                rule=child.text_of("rule"),
                source=_with_source(child, base),
                unused=child.text_of("unused"),
            )
    return options


def _read_choices(node: Node | None, values: tuple[Any, ...], languages: Languages) -> dict[str, Words]:
    """The meanings of values, by value."""
    found: dict[str, Words] = {}
    if node is None or not node.is_map():
        return found
    known = [word for word in values if isinstance(word, str)]
    for name, child in node.children():
        if name not in known:
            child.error_at_key(f"this option has no value “{name}”", hint_nearest(name, known), "default")
        found[name] = child.words(languages)
    return found


def _read_values(node: Node) -> tuple[Any, ...]:
    """The values of an option: listed, then a range of whole numbers; or both truth values with the default first."""
    default, listed, span = node.get("default"), node.get("values"), node.get("range")
    values: list[Any] = []
    for item in listed.items() if listed else []:
        if isinstance(item.value, dict | list) or item.value is None:
            item.wrong_type("a word, a number or true/false")
        else:
            values.append(item.value)
    if span:
        ends = [item.whole(-1000, 1000, 0) for item in span.items()]
        if len(ends) != 2 or ends[0] > ends[1]:
            span.error("expected [least, most]", code="wrong-type")
        else:
            values += range(ends[0], ends[1] + 1)
    if default and not (listed or span):
        if isinstance(default.value, bool):
            return (default.value, not default.value)
        default.error("expected a list of values: this option is not true or false", "add values: […]", "missing-key")
    if default and values and not any(same(default.value, value) for value in values):
        names = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
        default.error(
            f"the default “{default.value}” is not among the values", hint_nearest(str(default.value), names), "default"
        )
    return tuple(values)


def _read_names(node: Node | None, languages: Languages) -> dict[str, dict[str, str]]:
    if node is None or not node.is_map():
        return {}
    return {name: child.words(languages) for name, child in node.children()}


def _read_references(node: Node | None) -> dict[str, str]:
    if node is None or not node.is_map():
        return {}
    return {name: child.text() for name, child in node.children()}


def _read_sandbox(node: Node | None) -> dict[str, Any]:
    if node is None or not node.is_map():
        return {}
    return {name: child.value for name, child in node.children()}
