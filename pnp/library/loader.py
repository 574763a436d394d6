"""The loader. In: a folder of card files, by its path or as a CardFolder. Out: a LoadedBook: the CardBook, and every
fault of every file.

Invariant: reading never raises for bad input, and a book comes out only when no error was found; `load_book` raises
InputError instead. Faults are reported all at once, each with its file, line and column.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.digest import digest_bytes
from pnp.base.files import decode_text
from pnp.base.suggest import hint_nearest
from pnp.base.yaml.spans import Spans, load_yaml
from pnp.library.book_reader import BookReader, fill_book, look_up, placeholders
from pnp.library.card import CardBook, DataTable, Deck, OwnDeck, Source
from pnp.library.card_folder import CardFolder, open_card_folder
from pnp.library.reading.component import check_component
from pnp.library.reading.deck import CardRegistry, read_deck
from pnp.library.reading.game import read_game, read_languages
from pnp.library.reading.node import Languages, Node, read_source, without_sources
from pnp.library.reading.rulebook import read_messages, read_rulebook, rule_ids_in
from pnp.library.rulebook import HowTo, Rulebook
from pnp.library.words import Words

if TYPE_CHECKING:
    from pnp.library.effect.vocabulary import Vocabulary
    from pnp.library.sheets.sheet_deck import SheetDeck


def digest_book(book: CardBook) -> str:
    """The digest of what the referee reads."""
    from msgspec.json import encode

    return digest_bytes(encode(_canonical(_facts(book))), 4)


def _canonical(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _canonical(value[raw]) for key, raw in sorted((str(raw), raw) for raw in value)}
    return [_canonical(item) for item in value] if isinstance(value, list | tuple) else value


def _facts(book: CardBook) -> list[Any]:
    return [
        list(book.players),
        [_deck_facts(book.decks[id_]) for id_ in sorted(book.decks)],
        {name: constant.value for name, constant in book.constants.items() if not constant.only_print},
        [[option.id, option.default, list(option.values)] for option in book.options.values()],
        {name: table.rows for name, table in book.tables.items()},
    ]


def _deck_facts(deck: Deck) -> list[Any]:
    looks = {name for name, field in deck.fields.items() if field.only_print}
    return [
        deck.id,
        deck.kind,
        [
            [
                card.id,
                card.copies,
                _judged(card.fields, looks),
                [_judged(face, looks) for face in card.faces],
                *([list(card.abilities)] if card.abilities else []),  # cards without keep the digest they always had
            ]
            for card in deck.cards
        ],
    ]


def _judged(fields: dict[str, Any], looks: set[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in looks}


GAME, RULEBOOK = "game.yaml", "rulebook.yaml"
TABLE_KEYS = ("table", "rows", "source", "note")


class LoadedBook:
    """The result of reading a game: `book` is None when there are errors.

    nodes: where things are defined, by what they are: `game`, `deck tiles`, `card ukko`, `rule KAL-14`, `section end`,
    `option tie_result`, `component aid`, `name points`, `table map`, `message not_higher`, `lesson`,
    `howto`.
    """

    __slots__ = ("added", "book", "documents", "folder", "nodes", "report", "sheets")

    def __init__(self, folder: CardFolder) -> None:
        self.folder = folder
        self.book: CardBook | None = None
        self.report = Report()
        self.nodes: dict[str, Node] = {}
        self.documents: dict[str, Node] = {}  # every file that could be parsed, by its name
        self.added: dict[str, Node] = {}  # those of a folder that extends a game
        self.sheets: dict[str, SheetDeck] = {}  # the cards of decks that stand in sheets, by the deck's file

    def place(self, what: str, *path: str | int) -> Span:
        """Where something is defined: `place("card ukko", "text", "rule", "fi")`; else the game's own file."""
        node = self.nodes.get(what)
        return node.spans.at((*node.path, *path)) if node else Span(self.folder.shown(GAME))

    def sheet_of(self, deck: Node) -> Node | None:
        """What a sheet holds of the deck of a file; None when its cards stand in the file."""
        return next((sheet.cards for sheet in self.sheets.values() if sheet.deck is deck.spans), None)

    def origin(self, card: str, datum: str) -> Span | None:
        """Where a datum of a card is defined: `name`, `value`, `text.rule`; None for an unknown card."""
        return self.place(f"card {card}", *datum.split(".")) if f"card {card}" in self.nodes else None


def load_book(folder: str | os.PathLike[str] | CardFolder) -> CardBook:
    """The CardBook of a folder; InputError with every fault when it has errors."""
    loaded = read_book(folder)
    if loaded.book is None:
        raise InputError(loaded.report)
    return loaded.book


def read_book(folder: str | os.PathLike[str] | CardFolder, asked: Sequence[str] = ()) -> LoadedBook:
    """Read every file and report every fault; of missing translations only those in the languages `asked`, if any. A
    language that the game does not declare counts as a draft, so that everything it lacks is reported.
    """
    if not isinstance(folder, CardFolder):
        path = os.fspath(folder)
        try:
            folder = open_card_folder(path)
        except InputError as fault:
            loaded = LoadedBook(CardFolder(path, {}))
            loaded.report.extend(fault.report)
            return loaded
    loaded = LoadedBook(folder)
    loaded.documents = _documents(loaded, folder.base or folder)
    loaded.added = _documents(loaded, folder) if folder.base is not None else {}
    _read_sheets(loaded, folder)
    return _assembled(loaded, asked)


def read_varied(loaded: LoadedBook, edits: Iterable[tuple[str, tuple[str | int, ...], Any]]) -> LoadedBook:
    """The same files with other values in some places, as if people had typed them: what (of `nodes`), path, value."""
    varied, edits = LoadedBook(loaded.folder), list(edits)

    def copies(documents: dict[str, Node]) -> dict[str, Node]:
        values = {name: node.value for name, node in documents.items()}
        for what, path, value in edits:
            node = loaded.nodes[what]
            name = next((name for name, each in documents.items() if each.spans is node.spans), "")
            if name:
                values[name] = _with_value(values[name], (*node.path, *path), value)
        return {name: Node(value, documents[name].spans, varied.report) for name, value in values.items()}

    varied.documents, varied.added = copies(loaded.documents), copies(loaded.added)
    cards = copies({name: sheet.cards for name, sheet in loaded.sheets.items()})
    varied.sheets = {name: replace(sheet, cards=cards[name]) for name, sheet in loaded.sheets.items()}
    return _assembled(varied)


def _with_value(whole: Any, path: Sequence[str | int], value: Any) -> Any:
    """A copy of a document with another value in one place; all else is shared."""
    if not path:
        return value
    key, *rest = path
    changed = whole.copy()
    changed[key] = _with_value(whole[key] if rest else None, rest, value)
    return changed


def _assembled(loaded: LoadedBook, asked: Sequence[str] = ()) -> LoadedBook:
    game = loaded.documents.get(GAME)
    if game is not None and isinstance(game.value, dict) and "extends" in game.value:
        hint = "such as extends: drumroll"  # the catalog found no name, so these files are read as a game of their own
        game.child("extends").error("extends: needs the name of one game, on the same line", hint, "extends")
        return loaded
    book = _Assembly(loaded, dict(loaded.documents), asked, dict(loaded.added)).book()
    if not loaded.report.errors:
        loaded.book = book
    return loaded


def _documents(loaded: LoadedBook, folder: CardFolder) -> dict[str, Node]:
    """The files that can be parsed as YAML."""
    documents: dict[str, Node] = {}
    for name, data in folder.files.items():
        shown = folder.shown(name)
        try:
            value, spans = load_yaml(decode_text(data, shown), shown)
        except InputError as fault:
            loaded.report.extend(fault.report)
        else:
            documents[name] = Node(value, spans, loaded.report)
    if GAME not in folder.files:
        place = Span(folder.shown(GAME))
        loaded.report.error(place, "the game has no game.yaml", "pnp new writes one", "missing-file")
    return documents


def _read_sheets(loaded: LoadedBook, folder: CardFolder) -> None:
    """The cards that stand in sheets; only a game that has such a deck pays for what reads them."""
    values = [node.value for node in (*loaded.documents.values(), *loaded.added.values())]
    if any(isinstance(value, dict) and "deck" in value and value.get("from") is not None for value in values):
        from pnp.library.sheets.documents import read_all_sheets

        game = loaded.documents.get(GAME, Node({}, Spans(GAME), Report()))
        languages = read_languages(Node(game.value, game.spans, Report()))
        loaded.sheets = read_all_sheets(folder, loaded.documents, loaded.added, languages, loaded.report)


class _Assembly:
    """Assembles the files of one game, with those `added` by a folder that extends it, and checks them against each
    other.
    """

    def __init__(
        self, loaded: LoadedBook, documents: dict[str, Node], asked: Sequence[str], added: dict[str, Node]
    ) -> None:
        self.asked = asked
        self.loaded = loaded
        self.report = loaded.report
        self.documents = documents
        self.added = added
        self.slug = (loaded.folder.base or loaded.folder).slug
        self.gone: dict[str, Node | None] = {}  # cards that an extension leaves out; None: that was reported
        self._vocabulary: Vocabulary | None = None
        self._lacks_vocabulary = False  # there is no vocabulary, and that was reported

    def book(self) -> CardBook:
        """The book; meaningful only when the report holds no error."""
        game = self.documents.pop(GAME, None)
        if game is None or not game.is_map():  # without languages and letters the other files cannot be checked
            return CardBook("", {}, (1, 1))
        languages = read_languages(game, self.asked)
        book = read_game(game, languages)
        self._note_game(game, book)
        rules = self.documents.pop(RULEBOOK, None)
        registry = CardRegistry(languages, book.codes, self.vocabulary_at, self.loaded.sheet_of)
        decks: dict[str, Deck] = {}
        tables: dict[str, DataTable] = {}
        phrases: dict[str, Any] = {}
        messages: dict[str, Words] = {}
        howto = HowTo()
        for name, node in self.documents.items():
            if not isinstance(node.value, dict):
                node.is_map()
            elif "deck" in node.value:
                self._add_deck(node, registry, decks)
            elif "table" in node.value:
                self._add_table(node, tables)
            elif "phrases" in node.value:
                phrases = self._read_phrases(node, languages)
            elif "messages" in node.value:
                self._add_messages(node, languages, book.slug, messages)
            elif "teach" in node.value:
                self._check_lesson(node, languages, book.slug)
            elif "howto" in node.value:
                howto = self._read_howto(node, languages, book.slug)
            else:
                hint = (
                    "the rules must be in rulebook.yaml"
                    if "rulebook" in node.value
                    else "begin it with deck:, table:, phrases:, messages:, teach: or howto:"
                )
                node.error(f"{name} has none of the keys of a card file", hint, "unknown-file")
        rulebook = read_rulebook(rules, languages, book.letters, self.slug or book.slug) if rules else Rulebook()
        if rules:
            self._note_rules(rules)
        if self.added:
            book = self._extended(book, languages, decks, registry)
        printed = dict.fromkeys(part.deck for part in book.components if part.deck in decks)
        decks = {**{id_: decks[id_] for id_ in printed}, **decks}  # in the order of the components
        book = replace(book, decks=decks, tables=tables, rulebook=rulebook, phrases=phrases, messages=messages)
        book = replace(book, howto=howto)
        if not self.report.errors:
            self._check_references(book)
        if not self.report.errors and any(card.abilities for card in book.cards.values()):
            book = self._with_effects(book)
        if not self.report.errors:
            book = fill_book(book)
            return replace(book, digest=digest_book(book))
        return book

    def _note_game(self, game: Node, book: CardBook) -> None:
        self.loaded.nodes["game"] = game
        for block, what in (("options", "option"), ("components", "component"), ("names", "name")):
            entries = game.get(block)
            self.loaded.nodes.update({f"{what} {key}": child for key, child in entries.children()} if entries else {})
        wanted = self.slug
        if wanted and book.slug and book.slug != wanted:
            game.child("game").error(
                f"expected the name of the folder, “{wanted}”, got “{book.slug}”", "use the same name", "slug"
            )

    def _add_deck(self, node: Node, registry: CardRegistry, decks: dict[str, Deck]) -> None:
        deck = read_deck(node, registry)
        if deck is None:
            return
        if deck.id in decks:
            first = self.loaded.place(f"deck {deck.id}")
            node.child("deck").error(f"duplicate deck “{deck.id}”", f"first in {first.file}", "duplicate")
            return
        decks[deck.id] = deck
        self.loaded.nodes[f"deck {deck.id}"] = node
        self._note_cards(node)

    def _note_cards(self, node: Node) -> None:
        cards = (self.loaded.sheet_of(node) or node).get("cards")
        for item in cards.items() if cards and isinstance(cards.value, list) else []:
            if isinstance(item.value, dict):
                self.loaded.nodes[f"card {item.value.get('id')}"] = item

    def _extended(
        self, book: CardBook, languages: Languages, decks: dict[str, Deck], registry: CardRegistry
    ) -> CardBook:
        """The book with the cards of a folder that extends the game, which go into `decks`."""
        from pnp.library.reading.extension import Extension  # only for such folders

        game = self.added.pop(GAME, None)
        if game is None or not game.is_map():
            return book
        extension = Extension(game, self.loaded.folder.slug)
        book = extension.read_game(book, languages)
        files = {id_: self.loaded.nodes[f"deck {id_}"] for id_ in decks}
        for name, node in self.added.items():
            if isinstance(node.value, dict) and "deck" not in node.value:
                node.error(
                    f"expected a file with deck:, got {name}",
                    "an extension has only game.yaml and files with deck:",
                    "unknown-file",
                )
                continue
            extension.extend_deck(node, decks, files, registry)
            self._note_cards(node)
        self.gone = dict(extension.gone)
        return replace(book, own_cards=tuple(extension.own))

    def _add_table(self, node: Node, tables: dict[str, DataTable]) -> None:
        if not node.check_keys(TABLE_KEYS, ("table", "rows", "source")):
            return
        name, source = node.get("table"), node.get("source")
        id_ = name.identifier() if name else ""
        if id_ in tables:
            node.child("table").error(f"duplicate table “{id_}”", code="duplicate")
        tables[id_] = DataTable(
            id_, without_sources(node.value.get("rows")), (read_source(source) if source else None) or Source()
        )
        self.loaded.nodes[f"table {id_}"] = node

    def _read_phrases(self, node: Node, languages: Languages) -> dict[str, Any]:
        from pnp.library.effect.text import read_phrases  # only for games whose cards have effects

        vocabulary = self.vocabulary_at(node.child("phrases"))
        if "phrases" in self.loaded.nodes:
            node.error_at_key("expected one file with phrases:, got a second", code="duplicate")
        self.loaded.nodes["phrases"] = node
        return read_phrases(node, languages, vocabulary) if vocabulary else {}

    def _add_messages(self, node: Node, languages: Languages, slug: str, messages: dict[str, Words]) -> None:
        for id_, child, words in read_messages(node, languages, slug):
            if id_ in messages:
                first = self.loaded.place(f"message {id_}")
                child.error_at_key(f"duplicate message “{id_}”", f"first in {first.file}", "duplicate")
                continue
            messages[id_] = words
            self.loaded.nodes[f"message {id_}"] = child

    def _check_lesson(self, node: Node, languages: Languages, slug: str) -> None:
        from pnp.library.reading.lesson import read_lesson  # only for games that have one

        if "lesson" in self.loaded.nodes:
            node.error_at_key("expected one file with teach:, got a second", code="duplicate")
        self.loaded.nodes["lesson"] = node
        read_lesson(node, languages, slug)

    def _read_howto(self, node: Node, languages: Languages, slug: str) -> HowTo:
        from pnp.library.reading.rulebook import read_howto  # only for games that have one

        if "howto" in self.loaded.nodes:
            node.error_at_key("expected one file with howto:, got a second", code="duplicate")
        self.loaded.nodes["howto"] = node
        return read_howto(node, languages, slug)

    def _with_effects(self, book: CardBook) -> CardBook:
        """The book with its effects checked against the other cards, and the texts made from them."""
        from pnp.library.effect.check import check_effects, with_ids
        from pnp.library.effect.text import add_texts, laid_over, usual_phrases

        def node_of(card: str) -> Node:
            return self.loaded.nodes[f"card {card}"]

        vocabulary = self.loaded.folder.find_vocabulary()
        assert vocabulary is not None  # or there would be no abilities
        check_effects(book, vocabulary, node_of)
        if self.report.errors:
            return book
        book = replace(with_ids(book), phrases=laid_over(usual_phrases(vocabulary.usual), book.phrases))
        return add_texts(book, vocabulary, node_of) if book.phrases else book

    def vocabulary_at(self, node: Node) -> Vocabulary | None:
        """The vocabulary of the game's effects; a missing one is a fault where it is needed, reported once."""
        if self._vocabulary is None and not self._lacks_vocabulary:
            try:
                self._vocabulary = self.loaded.folder.find_vocabulary()
            except InputError as fault:
                self.report.extend(fault.report)
            else:
                if self._vocabulary is None:
                    hint = "declare one in rules.py, or extend a game that has one: docs/effects.md"
                    node.error_at_key("this game has no vocabulary of effects", hint, "no-vocabulary")
            self._lacks_vocabulary = self._vocabulary is None
        return self._vocabulary

    def _note_rules(self, rules: Node) -> None:
        sections = rules.get("sections")
        for section in sections.items() if sections and isinstance(sections.value, list) else []:
            self.loaded.nodes[f"section {_id_of(section)}"] = section
            listed = section.get("rules")
            for rule in listed.items() if listed and isinstance(listed.value, list) else []:
                self.loaded.nodes[f"rule {_id_of(rule)}"] = rule

    # one file against another

    def _check_references(self, book: CardBook) -> None:
        nodes = self.loaded.nodes
        printed = {part.deck for part in book.components if part.has_cards}
        for part in book.components:
            check_component(part, nodes[f"component {part.id}"], book.decks, printed)
        for option in book.options.values():
            if option.rule and option.rule not in book.rulebook.rules:
                hint = hint_nearest(option.rule, book.rulebook.rules)
                nodes[f"option {option.id}"].child("rule").error(
                    f"there is no rule {option.rule}", hint, "unknown-rule"
                )
            node = nodes[f"option {option.id}"]
            self._check_words(book, node.child("words"), strict=True)
            choices = node.get("choices")
            for _, words in choices.children() if choices else ():
                self._check_words(book, words, strict=True)
        if book.own_deck is not None:
            self._check_own_deck(book, book.own_deck, nodes["game"].child("own_deck"))
        for rule in book.rulebook.rules.values():
            node = nodes[f"rule {rule.id}"]
            self._check_words(book, node.child("words"), strict=True)
            examples = node.get("examples")
            for example in examples.items() if examples else []:
                self._check_words(book, example, strict=True)
        if book.howto:
            from pnp.library.reading.rulebook import check_howto

            check_howto(book.howto, nodes["howto"], book)
        for card in book.cards.values():
            texts = nodes[f"card {card.id}"].get("text")
            for _, node in texts.children() if texts else []:
                self._check_words(book, node, strict=False)

    def _check_own_deck(self, book: CardBook, own: OwnDeck, node: Node) -> None:
        decks = [deck.id for deck in book.decks.values() if deck.kind == "cards"]
        if own.deck not in decks:
            node.child("deck").error(f"there is no deck “{own.deck}”", hint_nearest(own.deck, decks), "unknown-deck")
        if own.rule and own.rule not in book.rulebook.rules:
            hint = hint_nearest(own.rule, book.rulebook.rules)
            node.child("rule").error(f"there is no rule {own.rule}", hint, "unknown-rule")

    def _check_words(self, book: CardBook, node: Node, strict: bool) -> None:
        """Report unknown rule ids and, where icons are not possible, unknown placeholders."""
        for child in [node] if isinstance(node.value, str) else [item for _, item in node.children()]:
            text = str(child.value)
            for _, _, key in placeholders(text) if strict else ():
                if look_up(key, BookReader(book), None, "en") is None:
                    self._report_no_datum(key, book, child)
            for word in rule_ids_in(text, book.letters):
                if word not in book.rulebook.rules:
                    hint = hint_nearest(word, book.rulebook.rules)
                    child.error(f"there is no rule {word}", hint, "unknown-rule")

    def _report_no_datum(self, key: str, book: CardBook, node: Node) -> None:
        """A placeholder that means nothing, or meant a card that an extension leaves out: told there, and once."""
        card = next((card for card in self.gone if card in key.split(".")[1:]), "")
        if not card:
            hint = hint_nearest(key, book.constants)
            node.error(f"unknown placeholder “{{{key}}}”", hint, "unknown-placeholder")
        elif (where := self.gone[card]) is not None:
            self.gone[card] = None
            what = f"a text of the game names “{card}” in {node.span.file}:{node.span.line}"
            where.error(what, f"instead, add a card with copies: 0 and replaces: {card}", "named")


def _id_of(node: Node) -> str:
    return str(node.value.get("id")) if isinstance(node.value, dict) else ""
