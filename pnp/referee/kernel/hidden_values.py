"""Questions to the table about dice and hidden values: rolls, values that are assigned in secret, values that become
public. In: the counters, facts and dice of a game. Out: these questions, with all that the referee derives from one.

Invariant: an unknown value is `?`. With real dice and slips, what is rolled or assigned in secret needs no line.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Annotated, Any, ClassVar

from pnp.referee.game import Chance, Pick
from pnp.referee.kernel.counter import Counter, Dice, Fact
from pnp.referee.kernel.place import ALL, EVERYBODY, Field, Place
from pnp.referee.kernel.question import Question
from pnp.referee.move import Move, Roll
from pnp.referee.params import SEAT, UNKNOWN, WORD, ListParam
from pnp.referee.seat import TABLE, Seat

ROLL, ASSIGN, REVEAL = "kernel.roll", "kernel.assign", "kernel.reveal"
MOST_OFFERED = 60  # rolls that are listed; of more some are, as examples


class Throw(Move, frozen=True):
    """`table: roll cup anna 3 4 4`: the faces that are up; `?` is unknown to the referee."""

    verb: ClassVar[str] = "roll"

    what: Annotated[str, WORD]
    of: Annotated[Seat, SEAT]
    dice: Annotated[tuple[str, ...], ListParam(WORD, unknown=True)]


class Assign(Move, frozen=True):
    """`table: assign role anna spy`: the value that a seat gets in secret; `?` is unknown to the referee."""

    what: Annotated[str, WORD]
    of: Annotated[Seat, SEAT]
    value: Annotated[str, WORD]


class Reveal(Move, frozen=True):
    """`table: reveal role anna spy`: a hidden value becomes public."""

    what: Annotated[str, WORD]
    of: Annotated[Seat, SEAT]
    values: Annotated[tuple[str, ...], ListParam(WORD)]


def questions(fields: Sequence[Field[Any]]) -> list[Question]:
    """The questions to the table that the dice and the hidden values of a game take.

    ValueError for dice and hidden values without a rule.
    """
    dice = [field for field in fields if isinstance(field, Dice)]
    hidden = [field for field in fields if isinstance(field, Counter | Fact) and field.seen_by != EVERYBODY]
    for field in dict.fromkeys((*dice, *hidden)):
        if not field.rule:
            raise ValueError(f"{field.id}: expected rule=…, the rule that a refused line about it cites")
    found = [_rolling(dice)] if dice else []
    return [*found, _assigning(hidden), _revealing(hidden)] if hidden else found


# dice


def _rolling(dice: Sequence[Dice]) -> Question:
    question = Question(dice[0].rule, ROLL, chance=True)
    is_plain = len(dice) == 1 and dice[0].of == TABLE and isinstance(dice[0].faces[0], int)
    if is_plain:

        @question.answer(Roll, offers=lambda t, seat: [Roll(seat, each) for each in _rolls(t)], dealt=_plain_roll)
        def roll(t: Any, m: Roll) -> None:
            _rolled(t, m.dice)
    else:

        @question.answer(Throw, offers=_throws, dealt=_throw, hides=("dice",))
        def throw(t: Any, m: Throw) -> None:
            place, _ = _asked_of(t, m)
            _rolled(t, tuple(_value(place, word) for word in m.dice))

    _seen_where_it_lies(question, dice)
    return question


def _rolled(t: Any, dice: tuple[Any, ...]) -> None:
    place, field = _asked(t)
    if len(dice) != t.about["count"]:
        t.bar(field.rule, "kernel.other_count", count=t.about["count"], zone=field.id)
    _check_values(t, place, dice)
    t.note(field.rule, "kernel.roll_was_due", zone=field.id)
    t.put(place, field.in_order((*t.about["keep"], *dice)), field.rule)


def _rolls(t: Any) -> list[tuple[Any, ...]]:
    """What dice may show; of very many rolls some, as examples."""
    (_, field), count = _asked(t), t.about["count"]
    every = list(combinations_with_replacement(field.faces, count))
    return every[:: -(-len(every) // MOST_OFFERED)]


def _throws(t: Any, seat: Seat) -> list[Move]:
    return [_thrown(t, dice) for dice in _rolls(t)]


def _thrown(t: Any, dice: Iterable[Any]) -> Throw:
    return Throw(TABLE, t.about["zone"], t.about["seat"], tuple(map(str, dice)))


def _throw(t: Any, chance: Chance) -> Move:
    return _thrown(t, _fall(t, chance))


def _plain_roll(t: Any, chance: Chance) -> Move:
    return Roll(TABLE, _fall(t, chance))


def _fall(t: Any, chance: Chance) -> tuple[Any, ...]:
    """How the dice that are asked for fall at a digital table."""
    (_, field), name = _asked(t), f"{t.about['zone']} {t.about['seat']}"
    picks = (chance.pick(f"roll {name} {t.state.chances} {die}", len(field.faces)) for die in range(t.about["count"]))
    fallen: tuple[Any, ...] = field.in_order(field.faces[at] for at in picks)
    return fallen


# values that are dealt in secret


def _assigning(hidden: Sequence[Any]) -> Question:
    question = Question(hidden[0].rule, ASSIGN, chance=True)

    @question.answer(Assign, choices=_assignments, dealt=_assignment, hides=("value",))
    def assign(t: Any, m: Assign) -> None:
        place, field = _asked_of(t, m)
        value = _value(place, m.value)
        _check_values(t, place, (value,))
        t.note(field.rule, "kernel.assign_was_due", zone=m.what, seat=m.of)
        t.put(place, value, field.rule)

    _seen_where_it_lies(question, hidden)
    return question


def left_of(t: Any, field: Fact) -> list[Any]:
    """The values of a hidden fact that are not known to be somebody's."""
    known = Count(place.read(t.values) for place in field.places(len(t.state.setup.seats)))
    return list((Count(field.values) - known).elements())


def _assignments(t: Any, seat: Seat) -> list[Move]:
    _, field = _asked(t)
    return [Assign(TABLE, field.id, t.about["seat"], str(value)) for value in dict.fromkeys(left_of(t, field))]


def _assignment(t: Any, chance: Chance) -> Move:
    _, field = _asked(t)
    left = left_of(t, field)
    value = left[chance.pick(f"assign {field.id} {t.state.chances}", len(left))]
    return Assign(TABLE, field.id, t.about["seat"], str(value))


# hidden values that become public


def _revealing(hidden: Sequence[Any]) -> Question:
    question = Question(hidden[0].rule, REVEAL, chance=True)

    @question.answer(Reveal, offers=_possible, dealt=_truth)
    def reveal(t: Any, m: Reveal) -> None:
        place, field = _asked_of(t, m)
        now, told = place.read(t.values), tuple(_value(place, word) for word in m.values)
        _check_values(t, place, told)
        before = now if isinstance(now, tuple) else (now,)
        if isinstance(field, Dice):
            told = field.in_order(told)
            is_true = not Count(face for face in before if face != UNKNOWN) - Count(told)
        else:
            is_true = all(old in (UNKNOWN, new) for old, new in zip(before, told, strict=False))
        if len(told) != len(before) or not is_true:
            t.bar(field.rule, "kernel.not_what_it_is", zone=m.what, seat=m.of)
        t.reveal_value(place, told if isinstance(now, tuple) else told[0])

    return question


def _possible(t: Any, seat: Seat) -> list[Move]:
    place, field = _asked(t)
    now = place.read(t.values)
    if isinstance(field, Dice):
        known, unknown = [face for face in now if face != UNKNOWN], sum(face == UNKNOWN for face in now)
        every = [field.in_order((*known, *rest)) for rest in combinations_with_replacement(field.faces, unknown)]
        found: list[tuple[Any, ...]] = every[:: -(-len(every) // MOST_OFFERED)]
    elif isinstance(now, tuple):
        choices = [(each,) if each != UNKNOWN else field.values for each in now]
        found = [value for value, _ in zip(product(*choices), range(MOST_OFFERED), strict=False)]
    elif now != UNKNOWN:
        found = [(now,)]
    else:
        found = [(value,) for value in dict.fromkeys(left_of(t, field) if isinstance(field, Fact) else ())]
    return [Reveal(TABLE, field.id, t.about["seat"], tuple(map(str, value))) for value in found]


def _truth(t: Any, chance: Chance) -> Move:
    value = t[_asked(t)[0]]
    values = value if isinstance(value, tuple) else (value,)
    return Reveal(TABLE, t.about["zone"], t.about["seat"], tuple(map(str, values)))


# common to all


def _asked(t: Any) -> tuple[Place[Any], Any]:
    """The place that the table is asked about, and its field."""
    place: Place[Any] = t.places[t.about["zone"], t.about["seat"]]
    return place, place.field


def _asked_of(t: Any, m: Any) -> tuple[Place[Any], Any]:
    """The place that a line speaks of; barred where another one is asked."""
    place, field = _asked(t)
    if (m.what, m.of) != place.where:
        t.bar(field.rule, "kernel.no_choice")
    return place, field


def _value(place: Place[Any], word: str) -> Any:
    """The value that a word means for a counter, a fact or a die."""
    values = getattr(place.field, "values", ())
    found = next((value for value in values if str(value) == word), None)
    if found is not None:
        return found
    return int(word) if word.lstrip("-").isdecimal() else word


def _check_values(t: Any, place: Place[Any], values: Iterable[Any]) -> None:
    """Bar a value that a die or a fact cannot have; `?` can be only where the place is not public."""
    possible = getattr(place.field, "values", ())
    known = (value for value in values if value != UNKNOWN or place.seers == ALL)
    wrong = next((value for value in known if possible and value not in possible), None)
    if wrong is not None:
        t.bar(place.field.rule, "kernel.no_face", zone=place.name, what=str(wrong))  # type: ignore[attr-defined]


def _seen_where_it_lies(question: Question, fields: Sequence[Field[Any]]) -> None:
    """Whoever sees the place hears the line."""
    by_id = {field.id: field for field in fields}
    for answer in question.answers.values():
        if answer.hides:
            answer.sees = lambda move, seat: by_id[move.what][move.of].is_seen_by(seat)


def filled(t: Any, pick: Pick) -> Iterator[tuple[Place[Any], Any]]:
    """Something for each hidden value that this table does not know: of facts and dice, one of those that it can be."""
    for where in t.values["hidden_values"]:
        place = t.places[where]
        field, value = place.field, place.read(t.values)
        if isinstance(field, Dice) and UNKNOWN in value:
            rolled = (field.faces[pick(len(field.faces))] if face == UNKNOWN else face for face in value)
            yield place, field.in_order(rolled)
        elif isinstance(field, Fact) and not isinstance(field, Dice) and value == UNKNOWN:
            left = left_of(t, field)
            if left:
                yield place, left[pick(len(left))]
