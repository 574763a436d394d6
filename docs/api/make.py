"""The pages for game authors, from the docstrings of what they import. Run in a checkout: python docs/api/make.py

In: `pnp.referee.kernel` and `pnp.referee.effects`. Out: docs/api/*.md; tests/test_api_pages.py holds them against the
code and runs their examples. Invariant: nothing is said here that no docstring says, but which name is on which page.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pnp.referee import effects, kernel

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# What a step says, asks and lets happen. What else a trial can is the machinery's.
SAYS = ("refuse", "bar", "claim", "claim_with", "is_believed", "check_lies", "agreed", "note", "announce", "explain")
ASKS = (
    "__getitem__", "known", "shown", "is_hidden", "field", "constant", "table", "spaces", "free", "option", "seats",
    "turn", "others", "playing", "sides", "allies", "kinds", "may_lie", "can_lie", "must_lie", "open_place", "where",
    "dues", "once", "unseen", "named", "is_digital", "choices",
)  # fmt: skip
HAPPENS = (
    "move", "draw", "turn_up", "deal", "play_with", "look", "shuffle", "reveal", "add", "put", "roll", "assign",
    "reveal_value", "fill_in", "ask", "later", "pass_turn", "leave", "enter", "end", "end_by",
)  # fmt: skip
PARAMS = {"CARD": "str", "SEAT": "Seat", "NUMBER": "int", "AMOUNT": "int"}  # and the type of the field
PARAM_CLASSES = ("WordParam", "IntParam", "ListParam", "OrUnknown", "SpaceParam")
WORDS = ("EACH_SEAT", "ANY", "TABLE", "EVERYBODY", "OWNER", "OTHERS", "NOBODY")
ABOUT = {
    "declarations": "Declarations: zones, counters, questions, phases",
    "trial": "The trial `t`: what a step can call",
    "moves": "Moves and their parameters",
    "effects": "Effects of cards",
}


class Page:
    """A page while it is written."""

    def __init__(self, name: str) -> None:
        self.lines = [f"# {ABOUT[name]}", ""]

    def say(self, *lines: str) -> None:
        """Lines as they are."""
        self.lines += [*lines, ""]

    def entry(self, shown: str, thing: Any, level: str = "##", call: str = "") -> None:
        """A heading, how it is called, its docstring, where it stands."""
        self.say(f"{level} `{shown}`")
        if call:
            self.say("```python", call, "```")
        self.say(*rendered(doc_of(thing)))
        if place := place_of(thing):
            self.say(f"<sub>{place}</sub>")

    def text(self) -> str:
        """The page."""
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self.lines)).rstrip() + "\n"


def doc_of(thing: Any) -> str:
    """The docstring, as its author wrote it."""
    found = inspect.getdoc(thing)
    if not found:
        raise ValueError(f"{thing!r} has no docstring")
    return found


def rendered(doc: str) -> Iterator[str]:
    """A docstring as Markdown: paragraphs, a list where lines begin with a name and a colon, examples as code."""
    in_code = False
    for block in re.split(r"\n\n+", doc):
        lines = block.splitlines()
        in_code = lines[0].startswith(">>>") or lines[0].startswith("    ")
        if in_code:
            yield from ("```python", *(line.removeprefix("    ") for line in lines), "```", "")
        elif any(_ITEM.match(line) for line in lines):
            yield from (*_items(lines), "")
        else:
            yield from (*lines, "")


_ITEM = re.compile(r"(\w+(?:\([\w, ]*\))?(?:, \w+)*)(?:: | -> )")


def _items(lines: list[str]) -> Iterator[str]:
    """`name: meaning · other: meaning`, a line or several, as a list; words before the first name stay a paragraph."""
    whole = "\n".join(lines)
    found: list[str] = []
    for line in whole.splitlines():
        for part in re.split(r" · (?=\w+(?:, \w+)*: )", line):
            if item := _ITEM.match(part):
                found.append(f"- `{item[1]}`: {part[item.end() :]}")
            elif found and found[-1].startswith("- "):
                found[-1] += f" {part.strip()}"
            else:
                found.append(part)
    head = [line for line in found if not line.startswith("- ")]
    yield from (*head, "") if head else ()
    yield from (line for line in found if line.startswith("- "))


def place_of(thing: Any) -> str:
    """The file of a name, from the root of the checkout."""
    module = inspect.getmodule(thing)
    file = getattr(module, "__file__", None)
    return Path(file).relative_to(ROOT).as_posix() if file else ""


def call_of(shown: str, function: Callable[..., Any], skips: int = 0) -> str:
    """How a function is called: a line, or one for each argument where that is too long."""
    signature = inspect.signature(function)
    parts = [_parameter(part) for part in list(signature.parameters.values())[skips:]]
    kinds = [part.kind for part in list(signature.parameters.values())[skips:]]
    keyed = next((at for at, kind in enumerate(kinds) if kind is inspect.Parameter.KEYWORD_ONLY), -1)
    if keyed >= 0 and inspect.Parameter.VAR_POSITIONAL not in kinds:
        parts.insert(keyed, "*")
    result = signature.return_annotation
    gives = "" if result in ("None", inspect.Signature.empty) else f" -> {_plain(str(result))}"
    line = f"{shown}({', '.join(parts)}){gives}"
    return line if len(line) <= 100 else f"{shown}(\n" + "".join(f"    {part},\n" for part in parts) + f"){gives}"


def _parameter(part: inspect.Parameter) -> str:
    """`of: Key = TABLE`: a default that has a name by its name."""
    if part.default is inspect.Parameter.empty:
        return _plain(str(part))
    named = {repr(getattr(kernel, name)): name for name in WORDS}
    default = repr(part.default)
    return f"{part.name}: {_plain(str(part.annotation))} = {named.get(default, default)}"


def _plain(text: str) -> str:
    return re.sub(r"\b(Place|Field)\[\w+\]", r"\1", text.replace("'", ""))


def declarations() -> Page:
    """Zones, counters, facts, questions, phases, the game."""
    page = Page("declarations")
    page.say(
        "The module of a game declares these values, and `declare` makes a game from them ([rules.md](../rules.md))."
    )
    page.entry("declare", kernel.declare, call=call_of("declare", kernel.declare))
    for kind in (
        kernel.Zone,
        kernel.Board,
        kernel.Counter,
        kernel.Fact,
        kernel.Dice,
        kernel.Sheet,
        kernel.Keys,
        kernel.Question,
        kernel.Phase,
    ):
        page.entry(kind.__name__, kind, call=call_of(kind.__name__, kind.__init__, 1))
        if kind is kernel.Question:
            for name in ("answer", "all_answered", "all_passed"):
                step = getattr(kind, name)
                page.entry(f"Question.{name}", step, "###", call_of(f"QUESTION.{name}", step, 1))
    page.say("## Constants for owners and viewers")
    page.say(*(f"- `{name}` is `{getattr(kernel, name)!r}`" for name in WORDS))
    return page


def trial() -> Page:
    """What a step has."""
    page = Page("trial")
    page.entry("Trial", kernel.Trial)
    for title, names in (("Checks and reasons", SAYS), ("Queries", ASKS), ("Changes", HAPPENS)):
        page.say(f"## {title}")
        for name in names:
            thing = getattr(kernel.Trial, name)
            if name == "__getitem__":
                page.entry("t[…]", thing, "###", "t[ZONE]  t[ZONE[seat]]  t[COUNTER[seat]]  t[FACT]")
            elif isinstance(thing, property):
                result = _plain(str(inspect.signature(thing.fget).return_annotation))  # type: ignore[arg-type]
                page.entry(f"t.{name}", thing.fget, "###", f"t.{name} -> {result}")
            elif callable(thing):
                page.entry(f"t.{name}", thing, "###", call_of(f"t.{name}", thing, 1))
    return page


def moves() -> Page:
    """Moves that are there, and what fields are annotated with."""
    page = Page("moves")
    page.entry("Move", kernel.Move)
    for move in (kernel.Deal, kernel.Roll, kernel.Pass, kernel.Commit, kernel.Look):
        page.entry(move.__name__, move)
    page.say("## Parameters", "", "The annotation of a field sets how its word is parsed.")
    for name, kind in PARAMS.items():
        page.entry(name, type(getattr(kernel, name)), "###", f"field: Annotated[{kind}, {name}]")
    for name in PARAM_CLASSES:
        param = getattr(kernel, name)
        page.entry(name, param, "###", call_of(name, param.__init__, 1))
    page.say("## Messages, chance and setup")
    page.entry("referee_message", kernel.referee_message, "###", call_of("referee_message", kernel.referee_message))
    page.entry("Decision", kernel.Decision, "###")
    page.entry("Chance", kernel.Chance, "###")
    for name in ("shuffle", "pick", "draw"):
        method = getattr(kernel.Chance, name)
        page.entry(f"Chance.{name}", method, "####", call_of(f"chance.{name}", method, 1))
    for name in ("Setup", "Message", "in_language"):
        page.entry(name, getattr(kernel, name), "###")
    page.say("### `Seat`", "A seat is a number, from 0, clockwise; `TABLE` is the table.")
    return page


def effect_page() -> Page:
    """What a game's rules ask of the effects."""
    page = Page("effects")
    page.say(
        "This page is the Python API. The effects that cards can use are documented in [effects.md](../effects.md)."
    )
    kind = effects.CardEffects
    page.entry("CardEffects", kind, call=call_of("CardEffects", kind.__mro__[1].__init__, 1))
    page.say(*rendered(doc_of(kind.__mro__[1])))
    for name, thing in vars(kind).items():
        if not name.startswith("_") and callable(thing):
            page.entry(f"CardEffects.{name}", thing, "###", call_of(f"CARDS.{name}", thing, 1))
    page.entry("Use", effects.Use)
    return page


def pages() -> dict[str, str]:
    """All pages by the names of their files."""
    made = {
        "declarations": declarations(), "trial": trial(), "moves": moves(), "effects": effect_page(),
    }  # fmt: skip
    files = {f"{name}.md": page.text() for name, page in made.items()}
    head = (
        "# API reference for rules\n\n"
        "Everything that `rules.py` imports, generated from the docstrings by `python docs/api/make.py`.\n"
        "[rules.md](../rules.md) explains how the parts work together.\n\n"
        "The examples use a digital table of the game that `pnp new mygame --hands` creates: anna (seat 0) holds\n"
        "fish1 to fish4, ben (seat 1) holds rope1 to rope4, and salt8 is on offer.\n\n"
    )
    listed = "".join(f"- [{ABOUT[name]}]({name}.md)\n" for name in made)
    return {"README.md": head + listed, **files}


if __name__ == "__main__":
    for name, text in pages().items():
        (HERE / name).write_text(text, "utf-8")
    print(f"docs/api: {len(pages())} pages")
