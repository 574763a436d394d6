"""Tab: the words of what is offered, by any name, in any spelling."""

from __future__ import annotations

from pnp.cli.terminal.completion import completions

LINES = ("red: place louhi 1,0", "red: place louhi -1,0", "red: place vainamoinen 1,0", "red: pass", "blue: show louhi")
NAMES = {"louhi": "Mistress of the North", "vainamoinen": "Väinämöinen"}


def hits(before: str, word: str) -> list[str]:
    return completions(LINES, ("red", "blue"), ("options", "show"), before, word, lambda id: NAMES.get(id, id))


def test_a_line_is_completed_word_by_word() -> None:
    assert hits("", "p") == ["place", "pass"]
    assert hits("place ", "") == ["louhi", "vainamoinen"]
    assert hits("place louhi ", "") == ["1,0", "-1,0"]
    assert hits("place louhi ", "1") == ["1,0"]
    assert hits("place vainamoinen ", "") == ["1,0"]


def test_a_card_goes_by_all_its_names() -> None:
    assert hits("place ", "Väi") == hits("place ", "vai") == ["vainamoinen"]
    assert hits("place ", "mis") == hits("place ", "NORTH") == ["louhi"]


def test_a_seat_has_its_own_lines() -> None:
    assert hits("blue: ", "") == ["show"] and hits("blue: show ", "") == ["louhi"]
    assert hits("", "r") == ["red:"] and hits("", "opt") == ["options"]
    assert hits("place louhi 1,0; ", "") == ["place", "pass", "show", "red:", "blue:"]


def test_a_short_line_leaves_the_verb_out() -> None:
    assert hits("", "vai") == ["vainamoinen"]
    assert hits("vainamoinen ", "") == ["place", "vainamoinen", "1,0"] and hits("vainamoinen ", "1") == ["1,0"]


def test_nothing_fits_nothing() -> None:
    assert hits("", "x") == [] and hits("place louhi 1,0 ", "q") == []
