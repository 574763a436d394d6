"""The record: the log of one game as text. In: the text of a `*.record` file. Out: its header and its lines, or
diagnostics; and back. Invariant: a record is only ever appended to; reading never raises for what people wrote; of
lines that were written together all count or, when the writing was cut short, none (docs/adr/0016).

    pnp-record: 1
    game: kalevala
    …
    ---
    red: place louhi 1,0      # a comment
    #= 20 9f3e61              # digest of the state after ply 20
    #+ 2 37
    red: place louhi 1,0      # these two plies, 37 bytes, were written together
    blue: pass
    #; 2                      # these two plies were typed as one line, which `undo` takes back whole
    blue: draw
    blue: pass
    #~ seal 5d0c…             # what is dealt from here on follows from the seed that this digest seals
    #~ seed 91f2… 07aa…       # the sealed seed and its salt, opened when the game was over
    #~ seat red another phone # at a hosted table this seat changed phones here
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, final

from msgspec import Struct
from msgspec.structs import replace

from pnp.base.diagnostics import Diagnostic, InputError, Report, Span
from pnp.referee.seat import seat_faults

FORMAT = 1
DIGEST_EVERY = 10
LONGEST_COUNT = 10  # a number of a mark has fewer digits
KEYS = ("pnp-record", "game", "rules", "cards", "extends", "seats", "teams", "bots", "options", "seal")
_SEED_MARK = re.compile(r"#~ (?:seal ([0-9a-f]{64})( branch)?|seed ([0-9a-f]{32}) ([0-9a-f]{32}))\s*")


class Header(Struct, frozen=True):
    """What the record begins with."""

    game: str
    seats: tuple[str, ...]
    rules: int = 1
    cards: str = ""
    options: dict[str, Any] = {}
    teams: tuple[tuple[str, ...], ...] = ()
    seal: str = ""  # of the seed of a digital deal
    extends: str = ""  # the game whose cards these are, with others
    bots: dict[str, str] = {}  # seats that a program plays, each with the program's name


class RecordLine(Struct, frozen=True, gc=False):
    """One ply as written: `number` counts the file's lines from 1, `text` is `seat: move` without `!` and comment."""

    number: int
    text: str
    overruled: bool = False
    comment: str = ""
    torn: bool = False  # the file ends without a newline here: left out when it cannot be read


@final
class DigestLine(Struct, frozen=True):
    """`#= ply digest`."""

    number: int
    ply: int
    digest: str


@final
class Sealed(Struct, frozen=True):
    """`#~ seal digest`: another seed deals from here on. In a branch what stands before was dealt elsewhere."""

    number: int
    seal: str
    is_branch: bool = False


@final
class Opened(Struct, frozen=True):
    """`#~ seed seed salt`: the seed that dealt so far."""

    number: int
    seed: str
    salt: str


class TypedLine(Struct, frozen=True):
    """`#; plies`: so many plies from `first` on were typed as one line."""

    first: int
    plies: int


Item = RecordLine | DigestLine | Sealed | Opened


class Record(Struct, frozen=True):
    """A whole record. `body` keeps the order of plies and digests; `file` is its name in messages.

    `stands` counts the lines of the file that count, header included. Behind them lies at most what a crash tore: lines
    of an unfinished batch, a piece of a digest, or a last ply without its line end (`torn`; the replay decides).
    """

    header: Header
    body: tuple[Item, ...] = ()
    file: str = "record"
    warnings: tuple[Diagnostic, ...] = ()
    stands: int = 0
    typed: tuple[TypedLine, ...] = ()

    @property
    def lines(self) -> Iterator[RecordLine]:
        """Only the plies."""
        return (line for line in self.body if isinstance(line, RecordLine))


def format_header(header: Header) -> str:
    """The header's text, `---` included."""
    seats = ", ".join(map(_seat, header.seats))
    options = ", ".join(f"{key}: {_scalar(value)}" for key, value in header.options.items())
    seal = f"seal: {header.seal}\n" if header.seal else ""
    extends = f"extends: {header.extends}\n" if header.extends else ""
    return (
        f"pnp-record: {FORMAT}\ngame: {header.game}\nrules: {header.rules}\ncards: {header.cards}\n{extends}"
        f"seats: [{seats}]\n{_teams_line(header.teams)}{_bots_line(header.bots)}options: {{{options}}}\n{seal}---\n"
    )


def _teams_line(teams: tuple[tuple[str, ...], ...]) -> str:
    listed = ", ".join(f"[{', '.join(map(_seat, team))}]" for team in teams)
    return f"teams: [{listed}]\n" if teams else ""


def _bots_line(bots: dict[str, str]) -> str:
    listed = ", ".join(f"{_seat(seat)}: {_scalar(bot)}" for seat, bot in bots.items())
    return f"bots: {{{listed}}}\n" if listed else ""


def format_line(text: str, overruled: bool = False, comment: str = "") -> str:
    """One ply as it is written, newline included."""
    if overruled:
        seat, _, move = text.partition(":")
        text = f"{seat}: !{move.strip()}"
    comment = " ".join(comment.split())
    return f"{text}  # {comment}\n" if comment else f"{text}\n"


def format_digest(ply: int, digest: str) -> str:
    """A digest line, newline included."""
    return f"#= {ply} {digest}\n"


def format_seal(seal: str, is_branch: bool = False) -> str:
    """The mark of a new seed, newline included."""
    return f"#~ seal {seal}{' branch' if is_branch else ''}\n"


def format_opened(seed: str, salt: str) -> str:
    """The mark that opens a seed, newline included."""
    return f"#~ seed {seed} {salt}\n"


def format_new_phone(seat: str) -> str:
    """The mark of a seat that another phone plays from here on, newline included; readers skip it as a comment."""
    return f"#~ seat {seat} another phone\n"


def format_batch(text: str, plies: int) -> str:
    """Lines that are written together, behind a mark that tells a reader whether all of them are there."""
    return f"#+ {plies} {len(text.encode())}\n{text}"


def format_typed(plies: int) -> str:
    """The mark of one typed line that stands for so many plies, newline included."""
    return f"#; {plies}\n"


def parse_record(text: str, file: str = "record") -> Record:
    """Read a record. Raises InputError when the header cannot be used; faulty plies are left to the replay.

    A last line without a newline may have been torn by a crash: it is marked `torn` and the replay decides.
    """
    head, separator, rest = _split_header(text)
    if not separator:
        raise InputError.single(
            Span(file, 1), "expected a line `---` after the header", "is this a pnp record?", "record-header"
        )
    report = Report()
    header = parse_header(head, file, report)
    first = head.count("\n") + 2
    body: list[Item] = []
    warnings: list[Diagnostic] = list(report.items)
    raws = rest.split("\n")
    typed: list[TypedLine] = []
    batch: _Batch | None = None
    plies = 0
    for number, raw in enumerate(raws, first):
        if raw.startswith("#"):
            if raw.startswith("#="):
                _read_digest(raw, number, number < first + len(raws) - 1, file, body, warnings)
            elif raw.startswith("#~"):
                _read_seed_mark(raw, number, number < first + len(raws) - 1, body)
            elif raw.startswith("#+"):
                batch = _read_batch(raw, number, len(body)) or batch
            elif raw.startswith("#;") and (count := raw[2:].strip()).isdecimal() and len(count) < LONGEST_COUNT:
                typed.append(TypedLine(plies + 1, int(count)))
            continue
        line = parse_line(raw, number)
        if line is not None:
            body.append(line)
            plies += 1
    stands, torn = _end_of(raws, first, body, batch)
    warnings += [torn.diagnostic(file)] if torn else []
    return Record(header, tuple(body), file, tuple(warnings), stands, tuple(typed))


class _Batch(Struct, frozen=True):
    """A mark `#+ plies size`: in which line it stands, and where in the body its plies begin."""

    number: int
    at: int
    plies: int
    size: int  # bytes

    def diagnostic(self, file: str) -> Diagnostic:
        """The warning that the batch is incomplete."""
        what = f"the last write of {self.plies} lines was interrupted: none of them counts"
        if self.plies == 1:
            what = "the last write was interrupted: its line does not count"
        hint = "enter it again; to keep the text as it is, delete this mark in the file"
        return Diagnostic(Span(file, self.number), what, hint, "warning", "torn-batch")


def _end_of(raws: list[str], first: int, body: list[Item], batch: _Batch | None) -> tuple[int, _Batch | None]:
    """How many lines of the file stand, and the last batch when it is incomplete: its plies leave the body."""
    end = first + len(raws) - 1
    is_torn = bool(raws[-1]) and bool(body) and isinstance(body[-1], RecordLine) and body[-1].number == end
    there = 0 if batch is None else sum(isinstance(item, RecordLine) for item in body[batch.at :])
    if batch is not None and there <= batch.plies:
        after = raws[batch.number + 1 - first :]
        if there < batch.plies or (is_torn and not _lacks_only_its_end(batch, after)):
            del body[batch.at :]
            return batch.number - 1, batch
    elif is_torn:
        body[-1] = replace(body[-1], torn=True)
        is_torn = False
    return end if is_torn or _is_comment(raws[-1]) else end - 1, None


def _read_batch(raw: str, number: int, at: int) -> _Batch | None:
    words = raw[2:].split()
    if len(words) != 2 or not all(word.isdecimal() and len(word) < LONGEST_COUNT for word in words):
        return None  # somebody's comment
    return _Batch(number, at, int(words[0]), int(words[1]))


def _lacks_only_its_end(batch: _Batch, raws: list[str]) -> bool:
    """Whether only the line end of a batch's last line is missing: an editor removed it, nothing was torn."""
    size = len("\n".join(raws).encode())
    return size >= batch.size - 1 and not raws[-1].endswith("\ufffd")  # half a letter


def _is_comment(raw: str) -> bool:
    """True for a remark somebody wrote, which counts without a line end too; our own marks do not."""
    return len(raw) > 1 and raw[0] == "#" and raw[1] not in "=+~;"


def _read_seed_mark(raw: str, number: int, has_end: bool, body: list[Item]) -> None:
    found = _SEED_MARK.fullmatch(raw)
    if found is None or not has_end:
        return  # somebody's comment, or torn: the seed lies in its own file until this line is whole
    seal, branch, seed, salt = found.groups()
    body.append(Sealed(number, seal, bool(branch)) if seal else Opened(number, seed, salt))


def _read_digest(raw: str, number: int, has_end: bool, file: str, body: list[Item], warnings: list[Diagnostic]) -> None:
    words = raw[2:].split()
    if not has_end:
        return  # it may be torn, and half a digest differs from every other
    if len(words) >= 2 and words[0].isdigit() and len(words[0]) < 10:
        body.append(DigestLine(number, int(words[0]), words[1]))
    else:
        what = "expected `#= <line> <digest>`"
        warnings.append(Diagnostic(Span(file, number, 1), what, "the line was skipped", "warning", "digest-line"))


def parse_line(raw: str, number: int = 0) -> RecordLine | None:
    """One ply, or None for a blank line or a comment."""
    comment = ""
    if "#" in raw:
        raw, comment = _split_comment(raw)
    text = raw.strip()
    if not text:
        return None
    overruled = False
    if "!" in text:
        seat, colon, move = text.partition(":")
        if colon and move.lstrip().startswith("!"):
            overruled, text = True, f"{seat}: {move.lstrip()[1:].strip()}"
    return RecordLine(number, text, overruled, comment)


def _split_comment(raw: str) -> tuple[str, str]:
    at = raw.find("#")
    while at > 0 and not raw[at - 1].isspace():
        at = raw.find("#", at + 1)
    return (raw, "") if at < 0 else (raw[:at], raw[at + 1 :].strip())


def _split_header(text: str) -> tuple[str, str, str]:
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        line = text[at:] if end < 0 else text[at:end]
        if line.rstrip() == "---":
            return text[:at], "---", "" if end < 0 else text[end + 1 :]
        if end < 0:
            break
        at = end + 1
    return text, "", ""


def line_of(header: str, key: str) -> int:
    """Return the number of the line with this key of a header; 1 where it is not at the beginning of a line."""
    return next((number for number, line in enumerate(header.split("\n"), 1) if line.startswith(f"{key}:")), 1)


def parse_header(text: str, file: str = "record", report: Report | None = None) -> Header:
    """Read the header's YAML; warnings go to the report. Raises InputError with every fault of it."""
    report = Report() if report is None else report
    plain = _plain_header(text)
    if plain is None:
        from pnp.base.yaml.spans import load_yaml  # a header somebody wrote by hand in another form

        plain, _ = load_yaml(text, file)
    if not isinstance(plain, dict):
        raise InputError.single(Span(file, 1), "expected a header of `key: value` lines", code="record-header")

    def at(key: str) -> Span:
        return Span(file, line_of(text, key))

    form = plain.get("pnp-record")
    if form is None:
        hint = "is this a pnp record?"
        report.error(at(""), f"expected `pnp-record: {FORMAT}` in the header", hint, "record-format")
    elif form != FORMAT:
        report.error(at("pnp-record"), f"expected pnp-record {FORMAT}, got “{form}”", code="record-format")
    for key in plain:
        if key not in KEYS:
            report.warning(at(str(key)), f"unknown key “{key}” in the header", code="unknown-key")
    game = plain.get("game")
    if not isinstance(game, str) or not game:
        report.error(at("game"), "the header has no game", "game: kalevala", "record-header")
    seats = plain.get("seats")
    names = [_as_written(seat) for seat in seats] if isinstance(seats, list) else []
    if not names:
        report.error(at("seats"), "the header has no seats", "seats: [anna, ben]", "record-header")
    for fault, hint in seat_faults(names):
        report.error(at("seats"), fault, hint, "record-seat")
    rules = plain.get("rules", 1)
    if not isinstance(rules, int) or isinstance(rules, bool):
        report.error(at("rules"), f"expected a whole number for rules, got “{rules}”", code="record-header")
        rules = 1
    options = plain.get("options") or {}
    if not isinstance(options, dict):
        report.error(at("options"), "expected options as `{key: value}`", code="record-header")
        options = {}
    teams = plain.get("teams") or []
    if not isinstance(teams, list) or not all(isinstance(team, list) for team in teams):
        report.error(
            at("teams"),
            "expected teams as a list of lists of seats",
            "teams: [[anna, carl], [ben, dora]]",
            "record-teams",
        )
        teams = []
    bots = plain.get("bots") or {}
    if not isinstance(bots, dict) or not {_as_written(seat) for seat in bots} <= set(names):
        report.error(
            at("bots"), "expected bots as `{seat: bot}`, for seats of this table", "bots: {ben: greedy}", "record-bots"
        )
        bots = {}
    report.raise_errors()
    return Header(
        str(game),
        tuple(names),
        rules,
        _as_written(plain.get("cards") or ""),
        {str(k): v for k, v in options.items()},
        tuple(tuple(map(_as_written, team)) for team in teams),
        _as_written(plain.get("seal") or ""),
        _as_written(plain.get("extends") or ""),
        {_as_written(seat): _as_written(bot) for seat, bot in bots.items()},
    )


def _as_written(value: Any) -> str:
    """A YAML value as it was written: `true` and not `True`."""
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _plain_header(text: str) -> dict[str, Any] | None:
    """The header as this program writes it, read without YAML (which costs a fifth of a command's start); else None."""
    found: dict[str, Any] = {}
    for raw in text.split("\n"):
        line, _ = _split_comment(raw) if "#" in raw else (raw, "")
        line = line.rstrip()
        if not line:
            continue
        key, colon, value = line.partition(": ")
        if key in ("cards", "seal"):
            found[key] = value.strip()
            continue
        plain = _plain_value(value.strip()) if colon and key in KEYS and key not in found else _NOT_PLAIN
        if plain is _NOT_PLAIN:
            return None
        found[key] = plain
    return found


_NOT_PLAIN: Any = object()


def _plain_value(text: str) -> Any:
    if text.startswith("[") and text.endswith("]"):
        inner = text[1:-1].strip()
        values = [_plain_value(part.strip()) for part in inner.split(",")] if _is_plain(inner) else [_NOT_PLAIN]
        return _NOT_PLAIN if _NOT_PLAIN in values else values
    if text.startswith("{") and text.endswith("}"):
        inner = text[1:-1].strip()
        if not inner:
            return {}
        pairs = [part.partition(": ") for part in inner.split(",")]
        if not _is_plain(inner.replace(": ", "")) or not all(colon for _, colon, _ in pairs):
            return _NOT_PLAIN
        found = {key.strip(): _plain_value(value.strip()) for key, _, value in pairs}
        return _NOT_PLAIN if _NOT_PLAIN in found.values() else found
    if not _is_plain(text):
        return _NOT_PLAIN
    if text in ("true", "false"):
        return text == "true"
    digits = text[1:] if text[0] in "+-" else text
    if digits.isdigit():
        return (
            int(text) if len(digits) < 19 and digits.isascii() and (digits == "0" or digits[0] != "0") else _NOT_PLAIN
        )
    return text


def _is_plain(text: str) -> bool:
    return bool(text) and all(c.isalnum() or c in "-_, " for c in text) and "null" not in text.lower().split()


def _seat(name: str) -> str:
    """A name as it stands in the list of seats: in quotes where something else would be read (`true`, `-`)."""
    return name if _is_plain(name) and name[0] != "-" and str(_plain_value(name)) == name else f"'{name}'"


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return text if _is_plain(text) and "," not in text else "'" + text.replace("'", "''") + "'"
