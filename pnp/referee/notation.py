"""Notation: one grammar for all games, `seat: [!]verb word… key=value…`. In: a line as people type it. Out: a Move,
Invalid or Ambiguous. And back: the canonical line.

The fields of a game's move classes are the grammar: `Annotated[…, PARAM]` without a default is a plain word, with a
default it is `key=value`. Parsing is lenient (case, ä=a, unique prefixes, names in every language, card codes),
formatting is canonical. Invariant: `parse(format(move)) == move` for every move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, get_type_hints

from pnp.base.suggest import fold_name, nearest_names
from pnp.library.words import join_texts
from pnp.referee.game import Adjustment, Game, Setup
from pnp.referee.message import at_table, referee_message, words_of
from pnp.referee.move import KERNEL_MOVES, Move, Resign
from pnp.referee.params import (
    LONGEST_NAME,
    ListParam,
    Names,
    OptionalParam,
    Param,
    Problem,
    as_typed,
    odd_signs,
    quoted,
)
from pnp.referee.ruling import Ambiguous, Invalid
from pnp.referee.seat import TABLE, TABLE_NAME, Seat, seat_name
from pnp.referee.verb_words import verb_spellings, word_spellings

ADJUST = "adjust"
ABOUT = "about_"  # the message that says what a verb is for begins so
ROOMS = {  # where a move that is no game's own is defined, and how the ids of its words begin
    "pnp.referee.effects.": "effects.",
    "pnp.referee.": "referee.",
    "pnp.games.sandbox.": "sandbox.",
}
LONGEST_VALUE = 40  # words of a key's value
LONGEST_LINE = 20_000  # characters; the longest move there is, a deck of fifty cards, has a tenth
_EXAMPLES = re.compile(r"^(`[^`]*`[,;:.]?\s*(and |or )?)+")
_RULE_IDS = re.compile(r"\s*\((?:[A-Z]+-[A-Z]?\d+\w*(?:, | to )?)+\)")
VERB_CUTOFF = 0.75  # verbs are short: a word less similar than this was not meant as one


def verb_of(move: type[Move]) -> str:
    """The word people type for a move class."""
    return move.verb or move.__name__.lower()


class ParamSlot:
    """One parameter of a move: its field, how to read it, and its default when it is a key."""

    __slots__ = ("default", "is_key", "name", "param")

    def __init__(self, name: str, param: Param, is_key: bool, default: Any) -> None:
        self.name, self.param, self.is_key, self.default = name, param, is_key, default


class MoveForm:
    """The grammar of one move class."""

    __slots__ = ("keys", "kind", "plain", "verb")

    def __init__(self, kind: type[Move], verb: str) -> None:
        self.kind = kind
        self.verb = verb
        hints = get_type_hints(kind, include_extras=True)
        fields = kind.__struct_fields__[1:]
        defaults = kind.__struct_defaults__
        first_key = len(fields) - len(defaults)
        slots = []
        for number, name in enumerate(fields):
            metadata = getattr(hints[name], "__metadata__", None)
            if not metadata:
                raise TypeError(f"{kind.__name__}.{name} needs Annotated[type, parameter]")
            is_key = number >= first_key
            slots.append(ParamSlot(name, metadata[0], is_key, defaults[number - first_key] if is_key else None))
        self.plain = tuple(slot for slot in slots if not slot.is_key)
        self.keys = {slot.name.rstrip("_"): slot for slot in slots if slot.is_key}

    def usage(self) -> str:
        """`place <a card> <a square x,y> [points=<a number>]`; `at_table` words it."""
        parts: list[str] = [as_typed(self.verb)]
        parts += [referee_message("referee.slot", what=slot.param.expects()) for slot in self.plain]
        for key, slot in self.keys.items():
            parts.append(referee_message("referee.key_slot", key=as_typed(key), what=slot.param.expects()))
        return join_texts(" ", parts)

    def meaning(self) -> str:
        """What the move is for: its class's docstring without the example and the rule ids."""
        text = " ".join((self.kind.__doc__ or "").partition("\n\n")[0].split())
        return _RULE_IDS.sub("", _EXAMPLES.sub("", text)).strip(" .")

    def read(self, seat: Seat, words: Sequence[str], names: Names) -> Move | Problem:
        """The move that `words` (without the verb) mean."""
        plain, keyed = self._divide(words, names) if "=" in " ".join(words) else (words, ())
        values: list[Any] = []
        at = 0
        for slot in self.plain:
            if at >= len(plain):
                if isinstance(slot.param, OptionalParam):
                    values.append(slot.param.absent)
                    continue
                return self._problem("referee.needs", verb=self.verb, what=slot.param.expects())
            got = slot.param.read(plain[at:], names)
            if type(got) is Problem:
                return got
            values.append(got[0])
            at += got[1]
        if not self.plain and len(self.keys) == 1 and len(plain) == 1:
            # The only key of a move may be typed as a plain last word: `undo 3`.
            keyed = (*keyed, (next(iter(self.keys)), [plain[at]]))
            at += 1
        if at < len(plain):
            return self._too_much(plain, at)
        given: dict[str, Any] = {}
        for key, texts in keyed:
            slot = self._key(key, names)  # type: ignore[assignment]
            if slot is None:
                near = tuple(nearest_names(key, self.keys))
                return self._problem("referee.knows_no_key", near, verb=self.verb, key=key)
            if slot.name in given:
                return self._problem("referee.key_twice", key=key)
            if not texts:
                return self._problem("referee.key_needs", key=f"{key}=", what=slot.param.expects())
            got = _read_key(slot, texts, names)
            if isinstance(got, Problem):
                return got
            given[slot.name] = got[0]
        return self.kind(seat, *values, **given)

    def _key(self, key: str, names: Names) -> ParamSlot | None:
        """The parameter of a key, by its name in any language."""
        if key in self.keys or odd_signs(key):
            return self.keys.get(key)
        spelled = {fold_name(spelling): name for spelling, name in word_spellings(self.keys, names.book)}
        return self.keys.get(fold_name(key)) or self.keys.get(spelled.get(fold_name(key), ""))

    def _divide(self, words: Sequence[str], names: Names) -> tuple[list[str], tuple[tuple[str, list[str]], ...]]:
        """The plain words, and the keys with their words: as many after `give=dove` as still make sense."""
        plain: list[str] = []
        keyed: list[tuple[str, list[str]]] = []
        at = 0
        while at < len(words):
            key, equals, text = words[at].partition("=")
            at += 1
            if not equals:
                plain.append(key)
                continue
            end = next((later for later in range(at, len(words)) if "=" in words[later]), len(words))
            slot, more = self._key(key, names), 0
            if slot is not None and text:
                more = next(
                    (n for n in range(end - at, 0, -1) if _is_read(slot, [text, *words[at : at + n]], names)), 0
                )
            keyed.append((key, [word for word in (text, *words[at : at + more]) if word]))
            at += more
        return plain, tuple(keyed)

    def _too_much(self, plain: Sequence[str], at: int) -> Problem:
        key = next((key for key in self.keys if fold_name(key) == fold_name(plain[at])), "")
        if key and at + 1 < len(plain):
            line = " ".join((self.verb, *plain[:at], f"{key}={plain[at + 1]}", *plain[at + 2 :]))
            return Problem(referee_message("referee.is_a_key", typed=quoted(key), key=as_typed(key)), nearest=(line,))
        return self._problem("referee.too_much", typed=plain[at])

    def _problem(self, id: str, nearest: tuple[str, ...] = (), what: str = "", **typed: str) -> Problem:
        """What is wrong with the words of this form."""
        words = {name: quoted(word) for name, word in typed.items()}
        return Problem(referee_message(id, what=what, usage=self.usage(), **words), nearest)

    def values(self, move: Move, names: Names) -> list[tuple[str, str, bool]]:
        """The fields of a move as it is written, each with its value in words, and whether these are a list.

        A key that has its default, and a plain field that may be left out and is, have no words.
        """
        written: list[tuple[str, str, bool]] = []
        for slot in (*self.plain, *self.keys.values()):
            value, param = getattr(move, slot.name), slot.param
            text = "" if slot.is_key and value == slot.default else param.write(value, names)
            while isinstance(param, OptionalParam):
                param = param.each
            written.append((slot.name.rstrip("_"), text, isinstance(param, ListParam)))
        return written

    def write(self, move: Move, names: Names) -> str:
        """The canonical words of a move, verb first; keys that have their default are left out."""
        parts = [self.verb, *(slot.param.write(getattr(move, slot.name), names) for slot in self.plain)]
        lone = len(self.keys) == 1 and not self.plain and not self.kind.names_lone_key
        for key, slot in self.keys.items():
            value = getattr(move, slot.name)
            if value != slot.default:
                text = slot.param.write(value, names)
                if isinstance(slot.param, ListParam):
                    text = text.replace(" ", ",")
                parts.append(text if lone else f"{key}={text}")
        return " ".join(part for part in parts if part)


def _read_key(slot: ParamSlot, texts: list[str], names: Names) -> tuple[Any, int] | Problem:
    """The value of a key; several values are divided by commas."""
    if isinstance(slot.param, ListParam):
        texts = " ".join(texts).replace(",", ", ").split()
    got = slot.param.read(texts, names)
    if isinstance(got, Problem) or got[1] == len(texts):
        return got
    return Problem(referee_message("referee.too_much_here", typed=quoted(texts[got[1]])))


def _is_read(slot: ParamSlot, texts: list[str], names: Names) -> bool:
    return not isinstance(_read_key(slot, texts, names), Problem)


@cache
def form_of(kind: type[Move], verb: str) -> MoveForm:
    """The grammar of a move class, read once: type hints are slow to resolve."""
    return MoveForm(kind, verb)


class Notation:
    """Reads and writes the lines of one table (one game, its seats and its cards)."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.setup = setup
        self.names = Names(setup.seats, setup.book, game.spellings(setup.book))
        self.adjustments: dict[type[Move], Adjustment] = {item.move: item for item in game.adjustments}
        kinds = dict.fromkeys((*game.moves, *KERNEL_MOVES))
        self.forms: dict[str, MoveForm] = {verb_of(kind): form_of(kind, verb_of(kind)) for kind in kinds}
        # A verb of the kernel that a game knows too (`anna: end` her turn): the kernel's is the table's.
        shared = {verb_of(kind) for kind in KERNEL_MOVES}
        self._of_seats = {verb_of(kind): form_of(kind, verb_of(kind)) for kind in game.moves if verb_of(kind) in shared}
        self._of_kind: dict[type[Move], MoveForm] = {
            form.kind: form for form in (*self.forms.values(), *self._of_seats.values())
        }
        self._normalise_words = game.normalise_words
        self._adjust: dict[str, MoveForm] = {}
        for item in game.adjustments:
            form = form_of(item.move, f"{ADJUST} {verb_of(item.move)}")
            self._adjust[verb_of(item.move)] = form
            self._of_kind[item.move] = form
        self._seat_words = {f"{seat_name(setup.seats, seat)}": seat for seat in (TABLE, *range(len(setup.seats)))}

    def split_seat(self, text: str) -> tuple[Seat, str] | Invalid | Ambiguous:
        """`anna: play x` as (seat, `play x`)."""
        word, colon, rest = text.partition(":")
        word = word.strip()
        if not colon:
            return self._without_colon(text)
        seat = self._seat_words.get(word)
        if seat is None:
            found = self.names.find_seat(word)
            if isinstance(found, Problem):
                if found.readings:
                    return Ambiguous(found.message, tuple(f"{name}: {rest.strip()}" for name in found.readings))
                if found.nearest:
                    return _invalid("referee.no_such_seat", found.nearest, typed=quoted(word))
                id = "referee.no_such_seat_of" if word else "referee.no_seat_named"
                return _invalid(id, typed=quoted(word), seats=self._all_seats)
            seat = found
        return seat, rest.strip()

    @property
    def _all_seats(self) -> str:
        return as_typed(", ".join((*self.names.seats, TABLE_NAME)))

    def _without_colon(self, text: str) -> tuple[Seat, str] | Invalid:
        """`ben place louhi 1,0`: the first word is the seat, if it is the whole name of one and no verb."""
        word, _, rest = text.strip().partition(" ")
        seat = None if word in self.forms else self._seat_words.get(word, self.names.seat_named(word))
        if seat is None or not rest:
            return _invalid("referee.seat_and_move_of", seats=self._all_seats)
        return seat, rest.strip()

    def parse(self, text: str) -> Move | Invalid | Ambiguous:
        """The move of a whole line `seat: verb …` (without `!` and comment)."""
        if len(text) > LONGEST_LINE:
            return _invalid("referee.long_line", count=f"{len(text):,}")
        split = self.split_seat(text)
        return self.parse_move(*split) if type(split) is tuple else split  # type: ignore[return-value]

    def parse_move(self, seat: Seat, text: str) -> Move | Invalid | Ambiguous:
        """The move of `verb word… key=value…`, made by `seat`."""
        words = text.split()
        got = self._parse_words(seat, words) if words and words[0] in self.forms else None
        if got is not None and not isinstance(got, Invalid):
            return got
        named, count = self.verbs_named(words)
        if count > 1 or (named and got is None):
            rest = words[count:]
            read = {verb: self._parse_words(seat, [verb, *rest]) for verb in named}
            chosen = self._choose_verb(" ".join(words[:count]), named, read, seat, rest)
            return read[chosen] if isinstance(chosen, str) else chosen
        return got or self._parse_words(seat, words)

    def _parse_words(self, seat: Seat, words: list[str]) -> Move | Invalid | Ambiguous:
        """The same for words of which the first is a verb of the notation, or the beginning of one."""
        words = self._normalise_words(words)
        if not words:
            return _invalid("referee.nothing_said", verbs=as_typed(", ".join(self.verbs())))
        verb, words = words[0], words[1:]
        form = self.forms.get(verb)
        if form is None:
            if fold_name(verb) == ADJUST and not odd_signs(verb):
                return self._parse_adjust(seat, words)
            found = self._find_verb(verb, self._forms_for(seat), seat, words)
            if not isinstance(found, str):
                return found
            if found == ADJUST:
                return self._parse_adjust(seat, words)
            form, verb = self.forms[found], found
        if seat != TABLE:
            form = self._of_seats.get(verb, form)
        return self._read(form, seat, words)

    def verbs(self) -> list[str]:
        """All words a line may begin with."""
        return [*self.forms, *([ADJUST] if self._adjust else [])]

    def usages(self, verb: str = "") -> list[tuple[str, str]]:
        """How every move is written, or those of one verb, and what each is for."""
        kernel = [form for form in self.forms.values() if form.kind is not Resign or form.verb not in self._of_seats]
        moves = [(self.usage(form), self._meaning(form)) for form in (*kernel, *self._of_seats.values())]
        return [line for line in (*moves, *self.adjust_usages()) if not verb or verb in line[0].split()[:2]]

    def usage(self, form: MoveForm) -> str:
        """How a move is written, in the words of this game."""
        return at_table(form.usage(), self.setup)

    def _meaning(self, form: MoveForm) -> str:
        """What a move is for: a message of the game, the referee or the sandbox, else what stands with its class."""
        module = form.kind.__module__
        room = next((room for begins, room in ROOMS.items() if module.startswith(begins)), "")
        id = room + ABOUT + form.verb
        return self.setup.message(id) if words_of(id, self.setup.book) else form.meaning()

    def forms_of(self, verbs: Sequence[str], seat: Seat) -> list[MoveForm]:
        """The grammar of these verbs as this seat uses them."""
        own = {} if seat == TABLE else self._of_seats
        return [own.get(verb, self.forms[verb]) for verb in dict.fromkeys(verbs) if verb in self.forms]

    def adjust_usages(self) -> list[tuple[str, str]]:
        """How every correction is written and what it corrects, in the game's order."""
        about = {kind: self.setup.message(item.help) for kind, item in self.adjustments.items()}
        return [(self.usage(form), about[form.kind]) for form in self._adjust.values()]

    def format(self, move: Move) -> str:
        """The canonical line of a move, seat first."""
        return f"{seat_name(self.names.seats, move.seat)}: {self.format_move(move)}"

    def format_move(self, move: Move) -> str:
        """The canonical words of a move without its seat."""
        return self._of_kind[type(move)].write(move, self.names)

    def is_bare(self, move: Move) -> bool:
        """The move is written as its verb alone."""
        return self.format_move(move) == self.verb(move)

    def verb(self, move: Move) -> str:
        """What a move's line begins with: `place`, `adjust hand`."""
        return self._of_kind[type(move)].verb

    def values(self, move: Move) -> list[tuple[str, str, bool]]:
        """The fields of a move with their values in words (see `MoveForm.values`)."""
        return self._of_kind[type(move)].values(move, self.names)

    def _parse_adjust(self, seat: Seat, words: Sequence[str]) -> Move | Invalid | Ambiguous:
        if not self._adjust:
            return _invalid("referee.no_corrections")
        if not words:
            usages = join_texts("; ", (self.usage(form) for form in self._adjust.values()))
            return _invalid("referee.correct_what", usages=usages)
        named, count = self._correction_named(words)
        form = self._adjust.get(named)
        if form is None:
            found = self._find_verb(words[0], self._adjust, seat, words[1:])
            if isinstance(found, Invalid):
                verbs = as_typed(", ".join(self._adjust))
                return _invalid("referee.not_corrected", found.nearest, typed=quoted(words[0]), verbs=verbs)
            if not isinstance(found, str):
                return found
            form = self._adjust[found]
        return self._read(form, seat, words[count:])

    def _correction_named(self, words: Sequence[str]) -> tuple[str, int]:
        """What the first words name that can be adjusted, in any language, and how many words they are."""
        spelled = {fold_name(name): verb for name, verb in word_spellings(self._adjust, self.setup.book)}
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            joined = " ".join(words[:count])
            if not odd_signs(joined) and (named := spelled.get(fold_name(joined))):
                return named, count
        return words[0], 1

    def _find_verb(
        self, word: str, forms: Mapping[str, MoveForm | None], seat: Seat, rest: Sequence[str]
    ) -> str | Invalid | Ambiguous:
        verbs, key = list(forms), "" if odd_signs(word) else fold_name(word)
        exact = [verb for verb in verbs if fold_name(verb) == key]
        hits = exact or [verb for verb in verbs if key and fold_name(verb).startswith(key)]
        if hits:
            read = {verb: self._read(form, seat, rest) for verb in hits if (form := forms[verb]) is not None}
            return self._choose_verb(word, hits, read, seat, rest)
        near = nearest_names(word.lower(), verbs, cutoff=VERB_CUTOFF)
        # Of the verbs that are similar those that go with the other words, if any does.
        sound = [
            verb for verb in near if (form := forms[verb]) and not isinstance(self._read(form, seat, rest), Invalid)
        ]
        return _invalid("referee.no_move", tuple(sound or near), typed=quoted(word))

    def _choose_verb(
        self,
        word: str,
        hits: Sequence[str],
        read: Mapping[str, Move | Invalid | Ambiguous],
        seat: Seat,
        rest: Sequence[str],
    ) -> str | Ambiguous:
        """Of the verbs that are called or begin so, the one with which the line makes sense to the end: `p v 2,0`."""
        sound = [verb for verb in hits if not isinstance(read.get(verb), Invalid)]
        if len(hits) == 1 or (len(sound) == 1 and rest):  # `p` alone is no pass
            return hits[0] if len(hits) == 1 else sound[0]
        hits = sound or hits if rest else hits
        lines = tuple(self._line_of(verb, seat, read.get(verb)) for verb in hits)
        readings = as_typed(", ".join(hits))
        return Ambiguous(referee_message("referee.several", typed=quoted(word), readings=readings), lines)

    def verbs_named(self, words: Sequence[str]) -> tuple[tuple[str, ...], int]:
        """The verbs that the first words name in any language, as many words as make a name, and how many they are.

        `road 3`, `laske`, `aja tietä 3`. The name of a card is a verb only before other words: `tien päällä 3 kemi`.
        """
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            joined = " ".join(words[:count])
            signs, rest = odd_signs(joined), words[count:]
            found = self._verb_names.get(fold_name(joined), ())
            verbs = tuple(dict.fromkeys(verb for verb, known, alone in found if signs <= known and (alone or rest)))
            if verbs:
                return verbs, count
        return (), 0

    def names_of_verb(self, verb: str) -> list[str]:
        """What a verb is called in every language, folded."""
        named = self._verb_names.items()
        return [name for name, found in named if any(other == verb and alone for other, _, alone in found)]

    @cached_property
    def _verb_names(self) -> dict[str, list[tuple[str, frozenset[str], bool]]]:
        """By what a verb is called in any language, folded: the verb, odd signs of that name, whether it goes alone."""
        names: dict[str, list[tuple[str, frozenset[str], bool]]] = {}
        book = self.setup.book
        for verb in self.verbs():
            card = book.playing_cards.get(verb)
            for spelling in (verb, *verb_spellings(verb, book)):
                names.setdefault(fold_name(spelling), []).append((verb, odd_signs(spelling), True))
            for spelling in card.name.values() if card is not None else ():
                names.setdefault(fold_name(spelling), []).append((verb, odd_signs(spelling), False))
        return names

    def _forms_for(self, seat: Seat) -> dict[str, MoveForm | None]:
        """The grammar of every verb as this seat uses it; corrections have words of their own."""
        own = self._of_seats if seat != TABLE else {}
        return {verb: own.get(verb) or self.forms.get(verb) for verb in self.verbs()}

    def _line_of(self, verb: str, seat: Seat, read: Move | Invalid | Ambiguous | None) -> str:
        """The line with this verb as people can type it; with … when the other words do not go with the verb."""
        if isinstance(read, Ambiguous):
            return read.readings[0]
        if isinstance(read, Move):
            return self.format(read)
        return f"{seat_name(self.names.seats, seat)}: {verb} …"

    def _read(self, form: MoveForm, seat: Seat, words: Sequence[str]) -> Move | Invalid | Ambiguous:
        got = form.read(seat, words, self.names)
        if type(got) is not Problem:
            return got
        # Each reading in the place of the word that could not be told apart: a line people can type, or no reading.
        again = (_replaced(words, got.word, reading) for reading in got.readings)
        lines = [line for line in again if line is not None and self._makes_sense(form, seat, line)]
        if len(lines) == 1:
            return self._read(form, seat, lines[0])
        if lines:
            readings = tuple(dict.fromkeys(self._canonical_line(form, seat, line) for line in lines))
            return Ambiguous(at_table(got.message, self.setup), readings)
        # A whole line is proposed with its seat: without it another one might be meant.
        who, whole = f"{seat_name(self.names.seats, seat)}: ", f"{form.verb} "
        near = tuple(who + line if line.startswith(whole) else line for line in got.nearest)
        return Invalid(at_table(got.message, self.setup), near)

    def _makes_sense(self, form: MoveForm, seat: Seat, words: Sequence[str]) -> bool:
        """True when it can be read, or when only another word, which means several things, prevents it."""
        got = form.read(seat, words, self.names)
        return not isinstance(got, Problem) or bool(got.readings)

    def _canonical_line(self, form: MoveForm, seat: Seat, words: Sequence[str]) -> str:
        """The canonical line of these words; unchanged where one of them still means several things."""
        got = form.read(seat, words, self.names)
        if isinstance(got, Problem):
            return f"{seat_name(self.names.seats, seat)}: {' '.join((form.verb, *words))}"
        return self.format(got)


def _invalid(id: str, nearest: tuple[str, ...] = (), **args: str) -> Invalid:
    """Why a line says nothing, and what may have been meant."""
    return Invalid(referee_message(id, **args), nearest)


def _replaced(words: Sequence[str], word: str, reading: str) -> list[str] | None:
    """`words` with `reading` where `word` (perhaps of several words, perhaps in the value of a key) stands."""
    parts = word.split()
    for at in range(len(words) - len(parts) + 1) if parts else ():
        if list(words[at : at + len(parts)]) == parts:
            return [*words[:at], reading, *words[at + len(parts) :]]
    for at, given in enumerate(words):
        key, equals, text = given.partition("=") if "=" in given else ("", "", given)
        values = text.split(",")
        for number, value in enumerate(values):
            head, sign, tail = _number_after(value)
            if head == word:
                new = ",".join((*values[:number], reading + sign + tail, *values[number + 1 :]))
                return [*words[:at], key + equals + new, *words[at + 1 :]]
    return None


def _number_after(value: str) -> tuple[str, str, str]:
    """`shibber.2*3` as (`shibber`, `.`, `2*3`): what is written after a name in a value."""
    at = next((at for at, sign in enumerate(value) if sign in ".*/:"), len(value))
    return value[:at], value[at : at + 1], value[at + 1 :]
