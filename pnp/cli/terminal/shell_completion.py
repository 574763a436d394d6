"""Tab in a shell. In: what bash, zsh, fish or PowerShell ask with. Out: the words that may follow; or the script with
which the shell asks, printed or put where that shell looks for it.

Typer's own way, of which only one thing is ours: a command is imported when its words are complete, as when it runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from typer import completion
from typer.core import TyperCommand, TyperGroup

from pnp.base.diagnostics import InputError, Span, UsageError
from pnp.base.files import reason_of

PROGRAM = "pnp"
ASKED = "_PNP_COMPLETE"  # a variable of the environment that the scripts set
INSTALL, SHOW = "--install-completion", "--show-completion"
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")

Commands = Mapping[tuple[str, ...], tuple[str, str, str]]
Usual = Mapping[str, str]  # first word of commands -> the command that is meant where no second one is


class _Words(TyperGroup):
    """Commands that begin with some words."""

    def __init__(
        self, begin: tuple[str, ...], commands: Commands, usual: Usual, command_of: Callable[..., Any]
    ) -> None:
        super().__init__(name=" ".join(begin) or PROGRAM)
        self._begin, self._commands_there, self._usual, self._command_of = begin, commands, usual, command_of

    def list_commands(self, ctx: Any) -> list[str]:
        """The words that may come next."""
        begin = len(self._begin)
        return list(dict.fromkeys(path[begin] for path in self._commands_there if path[:begin] == self._begin))

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The words that may come next, also those of the usual command."""
        found = list(super().shell_complete(ctx, incomplete))
        if self._begin and self._begin[0] in self._usual:
            command = self._command_of((*self._begin, self._usual[self._begin[0]]))
            with command.make_context(self.name, [], ctx, resilient_parsing=True) as inner:
                found += command.params[0].shell_complete(inner, incomplete)
        return found

    def get_command(self, ctx: Any, name: str) -> Any:
        """A command with its line of help, as it is listed."""
        path = (*self._begin, name)
        _, _, about = self._commands_there.get(path, ("", "", ""))
        return TyperCommand(name, help=about, callback=list)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """A command with its parameters."""
        path = (*self._begin, args[0])
        if path in self._commands_there:
            ctx.obj = args[1:]
            return args[0], self._command_of(path), args[1:]
        if any(longer[: len(path)] == path for longer in self._commands_there):
            return args[0], _Words(path, self._commands_there, self._usual, self._command_of), args[1:]
        if self._begin and self._begin[0] in self._usual:
            name = self._usual[self._begin[0]]
            return name, self._command_of((*self._begin, name)), args
        return args[0], TyperCommand(args[0], callback=list), []


def complete(commands: Commands, usual: Usual, command_of: Callable[..., Any]) -> int:
    """Answer what the shell asks; `command_of` makes the command of its words, `usual` is meant where none is named."""
    completion.completion_init()  # type: ignore[attr-defined]
    try:
        _Words((), commands, usual, command_of).main(args=[], prog_name=PROGRAM, complete_var=ASKED)
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def script_for(option: str, shell: str) -> str:
    """What `--show-completion` and `--install-completion` print. Raises UsageError or InputError."""
    shell = shell or _running_shell()
    if shell not in SHELLS:
        what = f"the shell “{shell}” is not supported" if shell else "cannot detect the shell"
        raise UsageError.single(Span(option), what, f"name one of: {', '.join(SHELLS)}", "shell")
    if option == SHOW:
        return str(completion.get_completion_script(prog_name=PROGRAM, complete_var=ASKED, shell=shell))  # type: ignore[attr-defined]
    try:
        _, path = completion.install(shell=shell, prog_name=PROGRAM, complete_var=ASKED)  # type: ignore[attr-defined]
    except OSError as fault:
        place = Span(os.fspath(fault.filename or option))
        raise InputError.single(place, f"cannot be written: {reason_of(fault)}", "", "unwritable") from None
    return f"{path}\nStart {shell} again to complete with Tab."


def _running_shell() -> str:
    import shellingham  # type: ignore[import-untyped]  # Typer brings it

    try:
        return str(shellingham.detect_shell()[0])
    except (shellingham.ShellDetectionFailure, RuntimeError):
        return ""
