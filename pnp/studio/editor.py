"""The editor of whoever works here. In: a file and a place in it. Out: the command that opens it there.

`PNP_EDITOR` is a command, with `{file}`, `{line}`, `{column}` where they belong, or a program that is known here;
otherwise `VISUAL`, if its program has a window of its own, else VS Code if it is installed. Invariant: a command is a
list of words that no shell reads; what a file is called never becomes an option.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Mapping

VARIABLE = "PNP_EDITOR"
WITH_COLON = ("subl", "zed", "hx", "lite-xl", "micro")  # file:line:column
AFTER_GOTO = ("code", "code-insiders", "codium", "vscodium", "cursor", "windsurf")
WITH_PLUS = ("vim", "nvim", "vi", "gvim", "emacs", "emacsclient", "nano", "gedit", "kak", "joe", "mousepad", "xed")
IN_TERMINAL = ("vim", "nvim", "vi", "nano", "kak", "joe", "hx", "micro", "ed", "ex")


def editor_command(
    environ: Mapping[str, str],
    file: str,
    line: int,
    column: int,
    which: Callable[[str], str | None] = shutil.which,
) -> list[str] | None:
    """The words of the command; None when no editor is known that can be opened from here."""
    own = _words(environ.get(VARIABLE, ""))
    if own:
        return _filled(own, file, line, column)
    visual = _words(environ.get("VISUAL", ""))
    if visual and _name(visual[0]) not in IN_TERMINAL:
        return _filled(visual, file, line, column)
    code = which("code")
    return _filled([code], file, line, column) if code else None


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError:  # a quotation mark that does not end
        return []


def _name(program: str) -> str:
    name = os.path.basename(program.replace("\\", "/")).lower()
    return name.removesuffix(".exe").removesuffix(".cmd")


def _filled(words: list[str], file: str, line: int, column: int) -> list[str]:
    file = os.path.abspath(file)  # it begins with no -
    at, there = max(line, 1), max(column, 1)
    if any("{file}" in word for word in words):
        values = {"{file}": file, "{line}": str(at), "{column}": str(there)}
        return [_replaced(word, values) for word in words]
    name = _name(words[0])
    if name in AFTER_GOTO:
        return [*words, "-g", f"{file}:{at}:{there}"]
    if name in WITH_COLON:
        return [*words, f"{file}:{at}:{there}"]
    if name in WITH_PLUS:
        return [*words, f"+{at}", file]
    return [*words, file]


def _replaced(word: str, values: Mapping[str, str]) -> str:
    for place, value in values.items():
        word = word.replace(place, value)
    return word
