"""Parameters of a command that are the fields of a Struct. In: a function that takes Structs. Out: a function that
takes their fields, for Typer.

Invariant: the name of an option, its type, its default and its help stand in one place, the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Literal, get_args, get_type_hints

import typer
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields

Command = Callable[..., None]
Completions = Mapping[str, Callable[..., Any]]  # name of a field -> what Tab offers
Reader = Callable[[Any], Any]
Readers = Mapping[str, Reader]  # name of a field -> its value, of the word of its option


def with_fields(function: Command) -> Command:
    """Return the function as a command: each parameter whose type is a Struct is replaced by the Struct's fields."""
    return options_of({}, {})(function)


def options_of(completions: Completions, readers: Readers) -> Callable[[Command], Command]:
    """As `with_fields`, for Structs whose fields do not know Typer.

    Such a field has a `Meta`: its description is the help, and `extra` may give `names` of the option, `metavar` and
    `choices`. A field that has neither this nor Typer's annotation is no option.
    """

    def decorate(function: Command) -> Command:
        hints = get_type_hints(function, include_extras=True)
        groups = {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, Struct)}
        shown: list[Parameter] = []
        read = dict(readers)
        for parameter in signature(function).parameters.values():
            if parameter.name in groups:
                shown += _parameters(groups[parameter.name], completions, read)
            else:
                shown.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[parameter.name]))
        names = {parameter.name for parameter in shown}

        def command(**values: Any) -> None:
            for name, group in groups.items():
                given = {each: values.pop(each) for each in group.__struct_fields__ if each in names}
                values[name] = group(**{each: read[each](it) if each in read else it for each, it in given.items()})
            function(**values)

        command.__signature__ = Signature(shown)  # type: ignore[attr-defined]
        command.__annotations__ = {parameter.name: parameter.annotation for parameter in shown}
        command.__doc__, command.__name__ = function.__doc__, function.__name__
        return command

    return decorate


def _parameters(group: type[Struct], completions: Completions, read: dict[str, Reader]) -> list[Parameter]:
    """The options of a Struct; `read` learns how values that Typer gives become those of fields."""
    hints = get_type_hints(group, include_extras=True)
    found = []
    for field in fields(group):
        kind, *about = get_args(hints[field.name]) if hasattr(hints[field.name], "__metadata__") else [None]
        if not about:
            continue
        default = Parameter.empty if field.default is NODEFAULT else field.default
        if isinstance(about[0], Meta):
            kind, default = _typed(field.name, kind, default, about[0], read)
            hint: Any = Annotated[kind, _option(field.name, about[0], completions)]
        else:
            hint = hints[field.name]
        found.append(Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=hint))
    return found


def _typed(name: str, kind: Any, default: Any, meta: Meta, read: dict[str, Reader]) -> tuple[Any, Any]:
    """The type and the default that Typer is given."""
    if name in read:
        return str, ""
    choices = (meta.extra or {}).get("choices")
    if choices:
        read[name] = lambda value: value or ""
        return Literal[choices] if default else Literal[choices] | None, default or None
    if kind == tuple[str, ...]:
        read[name] = listed
        return list[str] | None, None
    return kind, default


def _option(name: str, meta: Meta, completions: Completions) -> Any:
    extra = meta.extra or {}
    names = extra.get("names") or (f"--{name}",)
    more: dict[str, Any] = {
        "min": meta.ge,
        "max": meta.le,
        "metavar": extra.get("metavar"),
        "autocompletion": completions.get(name),
    }
    return typer.Option(*names, help=meta.description, **more)


def listed(entries: Sequence[str] | None) -> tuple[str, ...]:
    """The words of an option that takes several, by commas or by being repeated."""
    return tuple(dict.fromkeys(part.strip() for entry in entries or () for part in entry.split(",") if part.strip()))
