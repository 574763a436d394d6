"""The record's text: its header, its lines, what a crash or a careless hand does to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.referee.record import (
    DigestLine,
    Header,
    RecordLine,
    format_digest,
    format_header,
    format_line,
    parse_line,
    parse_record,
)
from pnp.referee.seat import seat_faults

HEADER = "pnp-record: 1\ngame: kalevala\nrules: 1\ncards: 5d0c\nseats: [red, blue]\noptions: {deal: physical}\n---\n"


def test_the_contracts_example_is_read() -> None:
    text = HEADER + (
        "table: start ukko             # chance and set-up are moves of the seat `table`\n"
        "\n# a whole line of comment\n"
        "red: place louhi 1,0\n"
        "table: undo 3\n"
        "#= 20 9f3e61              # state digest after ply 20\n"
        "red: !place ukko 5,5          # overruled\n"
    )
    record = parse_record(text, "x.record")
    assert record.header == Header("kalevala", ("red", "blue"), 1, "5d0c", {"deal": "physical"})
    assert record.body[0] == RecordLine(
        8, "table: start ukko", False, "chance and set-up are moves of the seat `table`"
    )
    assert [line.text for line in record.lines] == [
        "table: start ukko",
        "red: place louhi 1,0",
        "table: undo 3",
        "red: place ukko 5,5",
    ]
    assert record.body[3] == DigestLine(13, 20, "9f3e61")
    assert record.body[4] == RecordLine(14, "red: place ukko 5,5", True, "overruled")


def test_the_contracts_commented_header_is_read() -> None:
    text = HEADER.replace("rules: 1\n", "rules: 1     # version\n").replace("5d0c", "5d0c…  # digest")
    assert parse_record(text).header.cards == "5d0c…"


@pytest.mark.parametrize(
    "old, new",
    [
        ("[red, blue]", "\n  - red\n  - blue"),
        ("[red, blue]", "['red', \"blue\"]"),
        ("{deal: physical}", "\n  deal: physical"),
        ("game: kalevala", "game:   'kalevala'"),
        ("\n", "\r\n"),
    ],
)
def test_a_header_in_another_form_of_yaml_means_the_same(old: str, new: str) -> None:
    assert parse_record(HEADER.replace(old, new)).header == parse_record(HEADER).header


@pytest.mark.parametrize(
    "options",
    [{}, {"deal": "digital", "seed": 7}, {"tie_result": "none", "cover": True, "x": False, "name": "no: yes, 'q'"}],
)
def test_a_header_reads_as_it_was_written(options: dict[str, object]) -> None:
    header = Header("kalevala", ("Åke", "ben-2"), 3, "5e10", options)
    assert parse_record(format_header(header)).header == header


@pytest.mark.parametrize("names", [("true", "null"), ("007", "1"), ("-", "--"), ("yes", "1e5"), ("٣", "שלום")])
def test_seats_read_as_they_were_written(names: tuple[str, ...]) -> None:
    assert parse_record(format_header(Header("kalevala", names))).header.seats == names


def test_seats_written_by_hand_are_what_they_look_like() -> None:
    assert parse_record(HEADER.replace("[red, blue]", "[007, true]")).header.seats == ("007", "true")
    assert parse_record(HEADER.replace("cards: 5d0c", "cards:")).header.cards == ""


@pytest.mark.parametrize(
    "text, fault",
    [
        ("", "---"),
        ("game: kalevala\n", "---"),
        (HEADER.replace("pnp-record: 1", "pnp-record: 2"), "pnp-record"),
        (HEADER.replace("game: kalevala\n", ""), "game"),
        (HEADER.replace("[red, blue]", "[red, red]"), "the same name"),
        (HEADER.replace("[red, blue]", "[red, table]"), "table"),
        (HEADER.replace("[red, blue]", "[red, 'a b']"), "a b"),
        (HEADER.replace("[red, blue]", "[]"), "seats"),
        (HEADER.replace("pnp-record: 1\n", ""), "expected `pnp-record: 1` in the header"),
        (HEADER.replace("[red, blue]", "[red, '']"), "a seat has no name"),
        (HEADER.replace("blue", "b" * 99), "too long"),
        (HEADER.replace("rules: 1", "rules: one"), "rules"),
        (HEADER.replace("{deal: physical}", "[1]"), "options"),
        ("- a\n---\n", "header"),
        ("{{{\n---\n", ""),
    ],
)
def test_a_bad_header_is_a_diagnostic(text: str, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_record(text, "x.record")
    assert fault in str(caught.value)
    assert all(item.span.file == "x.record" for item in caught.value.report)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("[red, blue]", "[red, Red]", 5),
        ("[red, blue]", "[red, 'a b']", 5),
        ("rules: 1", "rules: one", 3),
        ("{deal: physical}", "[1]", 6),
        ("game: kalevala", "game: ''", 2),
    ],
)
def test_a_fault_of_the_header_names_its_line(old: str, new: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_record(HEADER.replace(old, new), "x.record")
    assert [item.span.line for item in caught.value.report] == [line]


@pytest.mark.parametrize("names", ["aino, AINO", "aino, ａｉｎｏ", "ﬁ, fi", "aino, ｔａｂｌｅ", "straße, STRASSE"])
def test_names_that_look_alike_are_one_name(names: str) -> None:
    with pytest.raises(InputError):
        parse_record(HEADER.replace("red, blue", names), "x.record")


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200b", "\x07", "\x1b", "\u2028"])
def test_a_sign_that_turns_or_hides_text_is_printed_escaped(sign: str) -> None:
    for name in (f"ai{sign}no", f"ai{sign}{'n' * 99}"):
        [(fault, _)] = seat_faults([name])
        assert sign not in fault and f"\\u{ord(sign):04x}" in fault


def test_a_last_line_without_its_end_is_marked_torn() -> None:
    record = parse_record(HEADER + "red: place louhi 1,0\nblue: place k")
    assert [line.torn for line in record.lines] == [False, True]
    assert not any(line.torn for line in parse_record(HEADER + "red: place louhi 1,0\n").lines)
    assert not any(line.torn for line in parse_record(HEADER + "red: place louhi 1,0\n# tor").lines)


@given(st.text(alphabet=st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=200))
def test_any_body_is_read(body: str) -> None:
    parse_record(HEADER + body)


@given(st.text(alphabet="abc: !#=,-", max_size=30), st.booleans(), st.text(alphabet="ab #", max_size=9))
def test_a_line_reads_as_it_was_written(move: str, overruled: bool, comment: str) -> None:
    move = " ".join(move.replace("#", "").replace("!", "").split())
    if not move:
        return
    line = parse_line(format_line(f"red: {move}", overruled, comment))
    assert line is not None
    assert (line.text, line.overruled) == (f"red: {move}", overruled)
    assert line.comment == " ".join(comment.split()).strip()


def test_a_digest_line_reads_as_it_was_written() -> None:
    assert parse_record(HEADER + format_digest(10, "0a1b2c")).body == (DigestLine(8, 10, "0a1b2c"),)
