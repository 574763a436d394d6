"""Lengths as layouts write them. In: `4`, `2.5in`, `50%`, `100% - 2*margin`. Out: a number at once, or an Expression
that `evaluate` turns into mm when the parent box and the names are known.

Invariant: a text that compiles can only fail for a name that nobody knows or a division by nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from pnp.base.units import parse_length

MAX_LENGTH = 200  # characters of an expression
_OPERATORS = {"+": 1, "-": 1, "*": 2, "/": 2}


class Percent(Struct, frozen=True):
    """A part of the parent box: 1 is all of it."""

    part: float


class Name(Struct, frozen=True):
    """A value looked up when the face is composed."""

    name: str


class Expression(Struct, frozen=True):
    """A sum in postfix order: numbers, Percent, Name and operators."""

    source: str
    steps: tuple[float | Percent | Name | str, ...]

    @property
    def names(self) -> list[str]:
        """The names it needs."""
        return [step.name for step in self.steps if isinstance(step, Name)]

    @property
    def has_percent(self) -> bool:
        """True when it depends on the parent box."""
        return any(isinstance(step, Percent) for step in self.steps)


Length = float | Expression


def parse_measure(value: object) -> Length:
    """Compile a length; ValueError holds a sentence for people."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _finite(float(value), value)
    if not isinstance(value, str):
        raise ValueError("expected a length: a number of mm, 2.5in, 50% or a sum of such")
    if len(value) > MAX_LENGTH:
        raise ValueError("expected a length of at most {MAX_LENGTH} characters")
    try:
        return _finite(parse_length(value), value)
    except ValueError:
        pass
    steps = tuple(_postfix(_tokens(value), value))
    if len(steps) == 1 and isinstance(steps[0], float):
        return steps[0]
    return Expression(value, steps)


def evaluate(length: Length, whole: float, lookup: Callable[[str], float]) -> float:
    """The length in mm; `whole` is what 100% means, `lookup` gives the names or raises LookupError."""
    if isinstance(length, float):
        return length
    stack: list[float] = []
    for step in length.steps:
        if isinstance(step, float):
            stack.append(step)
        elif isinstance(step, Percent):
            stack.append(step.part * whole)
        elif isinstance(step, Name):
            stack.append(lookup(step.name))
        elif step == "~":
            stack.append(-stack.pop())
        else:
            right, left = stack.pop(), stack.pop()
            if step == "+":
                stack.append(left + right)
            elif step == "-":
                stack.append(left - right)
            elif step == "*":
                stack.append(left * right)
            elif right:
                stack.append(left / right)
            else:
                raise LookupError(f"“{length.source}” divides by zero")
    return stack[0]


def _finite(number: float, value: object) -> float:
    if not -100_000 <= number <= 100_000:
        raise ValueError(f"the length {value} is too large")
    return number


def _tokens(text: str) -> list[str | float | Percent | Name]:
    tokens: list[str | float | Percent | Name] = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign.isspace():
            at += 1
        elif sign in "+-*/()":
            tokens.append(sign)
            at += 1
        elif sign.isdigit() or sign == ".":
            end = at
            while end < len(text) and (text[end].isdigit() or text[end] == "."):
                end += 1
            unit = end
            while unit < len(text) and (text[unit].isalpha() or text[unit] in '%"'):
                unit += 1
            tokens.append(_number(text[at:end], text[end:unit], text))
            at = unit
        elif sign.isalpha() or sign == "_":
            end = at
            while end < len(text) and (text[end].isalnum() or text[end] in "_."):
                end += 1
            tokens.append(Name(text[at:end]))
            at = end
        else:
            raise ValueError(f"unexpected “{sign}” in the length “{text}”")
    return tokens


def _number(digits: str, unit: str, text: str) -> float | Percent:
    try:
        if unit == "%":
            return Percent(float(digits) / 100)
        return _finite(parse_length(digits + unit), text)
    except ValueError:
        raise ValueError(f"expected a length in mm, cm, in, pt or %, got “{digits}{unit}”") from None


def _postfix(tokens: list[str | float | Percent | Name], text: str) -> list[float | Percent | Name | str]:
    """Shunting-yard; raises ValueError when the sum is not well formed."""
    out: list[float | Percent | Name | str] = []
    waiting: list[str] = []
    operand_due = True
    for token in tokens:
        if not isinstance(token, str):
            if not operand_due:
                raise ValueError(f"an operator is missing in “{text}”")
            out.append(token)
            operand_due = False
        elif token == "(":
            if not operand_due:
                raise ValueError(f"an operator is missing in “{text}”")
            waiting.append(token)
        elif token == ")":
            if operand_due:
                raise ValueError(f"a value is missing in “{text}”")
            while waiting and waiting[-1] != "(":
                out.append(waiting.pop())
            if not waiting:
                raise ValueError(f"unmatched “)” in “{text}”")
            waiting.pop()
        elif operand_due:
            if token != "-":
                raise ValueError(f"a value is missing in “{text}”")
            waiting.append("~")
        else:
            while waiting and waiting[-1] != "(" and (_OPERATORS.get(waiting[-1], 3) >= _OPERATORS[token]):
                out.append(waiting.pop())
            waiting.append(token)
            operand_due = True
    if operand_due:
        raise ValueError(f"a value is missing in “{text}”" if text.strip() else "expected a length, got an empty text")
    while waiting:
        sign = waiting.pop()
        if sign == "(":
            raise ValueError(f"unmatched “(” in “{text}”")
        out.append(sign)
    return out
