"""What is wrong with YAML that cannot be parsed. In: the parser's error and the text. Out: a Diagnostic in words that
need no knowledge of parsers, at the place where something is to be done.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, Span

# The parser's messages → ours, with a hint. {there} is the character where it stopped, {from} where the part began.
_MESSAGES = (
    ("expected ',' or '}'", "expected a comma before this, or a } for the { in {from}",
     "quote a text that contains “: ”, a comma or a bracket"),
    ("expected ',' or ']'", "expected a comma before this, or a ] for the [ in {from}",
     "quote a text that contains a comma or a bracket"),
    ("could not find expected ':'", "expected a value for this key", "write a colon and a space after a key"),
    ("did not find expected key", "this belongs neither to the value before it nor to the map that begins in {from}",
     "check the indentation, and quote texts that contain “: ” or begin with a special character"),
    ("did not find expected '-' indicator", "expected “- ” here, because the list that begins in {from} continues",
     "check the indentation of the list"),
    ("cannot start any token", "a text cannot begin with {there}", "quote the text"),
    ("expected node content", "a text cannot begin with {there}", "quote the text"),
    ("found undefined tag handle", "a text cannot begin with !", "quote the text"),
    ("did not find expected alphabetic", "a text cannot begin with * or &", "quote the text"),
    ("found unknown escape character", "invalid escape sequence: in double quotes a backslash begins one",
     "use single quotes, or double the backslash"),
    ("expected hexdecimal number", "invalid escape sequence: in double quotes a backslash begins one",
     "use single quotes, or double the backslash"),
    ("expected comment or line break", "expected a line break after > or |",
     "put the text on the next line, indented; or quote a text that begins with this character"),
)  # fmt: skip
MAX_DEPTH = 60
_TOO_DEEP = "maximum nesting depth"  # libyaml's own limit, which is met before events come
_UNCLOSED = ("unexpected end of stream", "found unexpected document indicator")
_SECOND_COLON = "mapping values are not allowed"
_NO_BLANK = re.compile(r"\s*(?:- )?[\w.]+:[^\s:/]")
_AFTER_QUOTES = re.compile(r"""[^'"#]*(?:[:,\[{-]\s)(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*\Z""")


def syntax_fault(fault: Any, text: str, file: str) -> Diagnostic:
    """An error of the parser as a diagnostic."""
    position = getattr(fault, "position", None)
    if position is not None:  # an error about a character
        return character_fault(text, position, file)
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    began = getattr(fault, "context_mark", None) or mark
    problem = str(getattr(fault, "problem", "") or fault).strip()
    there = _line(text, mark)[mark.column : mark.column + 1] if mark else ""
    if there == "\t":
        return _at(mark, file, "expected spaces as indentation, got a tab", "indent with spaces")
    if _TOO_DEEP in problem:
        return replace(_at(mark, file, f"nested deeper than {MAX_DEPTH} levels", ""), code="depth")
    if any(part in problem for part in _UNCLOSED):
        return _at(began, file, "expected a closing quote for the one here", "close the quote, or remove it")
    if _SECOND_COLON in problem:
        return _at(mark, file, *_second_colon(text, mark))
    if mark and _AFTER_QUOTES.match(_line(text, mark)[: mark.column]):
        return _at(
            mark,
            file,
            "expected the end of the value after the closing quote",
            "escape a quote in a text: '' in single quotes, \\\" in double quotes",
        )
    line = f"line {began.line + 1}" if began else "a line above"
    words = {"{there}": f"“{there}”" if there else "nothing", "{from}": line}
    message, hint = next(((message, hint) for part, message, hint in _MESSAGES if part in problem), (problem, ""))
    for word, meant in words.items():
        message = message.replace(word, meant)
    return _at(mark, file, message, hint)


def _second_colon(text: str, mark: Any) -> tuple[str, str]:
    """A value where there is one already: in the same line, or because this line continues the one before."""
    line = _line(text, mark)
    before = line[: mark.column]
    if ": " in before or before.lstrip().startswith(("'", '"')):
        return "expected one “: ” in this line, got two", "quote a text that contains “: ”"
    above = next((one for one in reversed(text.split("\n")[: mark.line]) if one.strip()), "")
    if _NO_BLANK.match(above) and ": " not in above:
        return "expected a key in the line above, got a text", "write a space after the colon of a key"
    if ":" not in above:
        return "expected a key in the line above, got a text", "write a colon and a space after a key"
    return "unexpected indentation: this line continues the text above", "give all keys of a map the same indentation"


def _at(mark: Any, file: str, message: str, hint: str) -> Diagnostic:
    span = Span(file, mark.line + 1, mark.column + 1) if mark else Span(file)
    return Diagnostic(span, message, hint, "error", "yaml")


def _line(text: str, mark: Any) -> str:
    """The line of a mark; empty past the end."""
    lines = text.split("\n")
    return lines[mark.line] if mark.line < len(lines) else ""


def character_fault(text: str, position: int, file: str) -> Diagnostic:
    """The diagnostic of a character that YAML forbids."""
    before = text[:position]
    span = Span(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
    number = ord(text[position : position + 1] or "\0")
    return Diagnostic(span, f"the character U+{number:04X} is not allowed", "remove it", "error", "character")
