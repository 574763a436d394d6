"""Words: what the referee writes can be read, nonsense gets an answer, and a table can be shown.

In: a case, or a whole game. Out: nothing, or BrokenPromise.
"""

from __future__ import annotations

from pnp.conformance.case import BrokenPromise, Case, NothingToCheck, Subject
from pnp.conformance.english_texts import english_texts
from pnp.conformance.message_ids import message_faults
from pnp.referee.message import ENGLISH
from pnp.referee.replay import Replay
from pnp.referee.ruling import Ambiguous, Invalid
from pnp.referee.seat import TABLE

NONSENSE = ("", ":", "anna", "anna:", "anna: ?", "anna: xyzzy 1 2 3", "stranger: pass", "table: undo x", "anna: ä")
WIDEST = 400  # characters of a line that `show` prints


def a_written_move_reads_back_the_same(case: Case) -> None:
    """Every move made or offered, written as a line and read again, in capitals, too, is the same move."""
    for table in case.tables:
        notation = table.notation
        case.at(table)
        for seat in case.game.to_act(table.positions[0].state):
            for move in case.game.legal_moves(table.positions[0].state, seat):
                line = notation.format(move)
                words = "“{}” is not parsed to the move that it was written from"
                case.holds(notation.parse(line) == move, words, line)
        for entry in table.entries:
            case.at(table, entry)
            assert entry.move is not None
            text = notation.format(entry.move)
            for typed in (text, text.upper()):
                read = notation.parse(typed)
                case.holds(read == entry.move, "“{}” is parsed as {}, expected {}", typed, read, entry.move)
    for offer in case.lines():
        if offer.entry.seat != TABLE and offer.entry.ply % 5 == 0:
            notation = offer.table.notation
            view = case.game.project(offer.before, offer.entry.seat)
            for move in case.game.legal_moves(view, offer.entry.seat):
                text = notation.format(move)
                case.holds(notation.parse(text) == move, "“{}” is offered but not parsed to the same move", text)


def nonsense_gets_an_answer(case: Case) -> None:
    """Nonsense is Invalid or Ambiguous, never an exception and never a move."""
    table = Replay(case.game, case.digital[0].setup)
    notation = table.notation
    name = table.setup.name(0)
    case.at(table)
    case.holds(name == case.seats[0], "the seats do not have the names of the setup")
    for words in NONSENSE:
        read = notation.parse(words)
        case.holds(isinstance(read, Invalid | Ambiguous), "expected an error for “{}”, got {}", words, read)
    for verb in notation.verbs():
        for rest in ("", " ?", " 1,", " ,", " =", " x=y", " 99999999999999999999", " " + "a " * 50):
            notation.parse(f"anna: {verb}{rest}")


def every_position_can_be_shown(case: Case) -> None:
    """Beginning, middle and end of a game have a text, for everybody and for a seat, in every language."""
    for table in case.tables:
        some = table.entries
        for entry in (some[0], some[len(some) // 2], some[-1]) if some else ():
            case.at(table, entry)
            for seat in (None, 0):
                for lang in case.book.languages:
                    text = case.game.show(case.game.project(entry.state, seat), seat, lang)
                    case.holds(bool(text.strip()), "`show` prints nothing in {}", lang)
                    widest = max(map(len, text.splitlines()), default=0)
                    words = "expected lines of `show` of at most {} characters, got {}"
                    case.holds(widest <= WIDEST, words, WIDEST, widest)


def every_message_exists_in_every_language(subject: Subject) -> int:
    """Whatever the rules say is a message with all its arguments, and in every language of the game.

    Words that a file of cards, rules or messages lacks in a language are found when it is loaded; these stand in code.
    """
    faults = message_faults(subject.entry, subject.book) if subject.entry is not None else None
    if subject.entry is None or faults is None:
        raise NothingToCheck("the rules use no messages")
    found = [f"{place}: there is no message “{id_}”" for id_, place in faults.unknown]
    found += [
        f"{place}: the message “{id_}” needs {lacking}, which is not given here"
        for id_, lacking, place in faults.lacking
    ]
    if set(subject.book.languages) - {ENGLISH}:
        found += [
            f"{place}: the page has no name for “{id_}” (add it under names: in game.yaml)"
            for id_, place in faults.unnamed
        ]
        found += [
            f"{place}: expected the id of a message, got the text “{text}”, which has no translation"
            for text, place in english_texts(subject.entry)
        ]
    if found:
        raise BrokenPromise("\n".join(found))
    return len(subject.book.messages) * len(subject.book.languages)


PROMISES = (a_written_move_reads_back_the_same, nonsense_gets_an_answer, every_position_can_be_shown)
