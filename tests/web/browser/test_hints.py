"""A hint on the smallest phone: it is asked for, read while others do something, and closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.table.option_tree import leaves_of
from tests.web.browser.conftest import Open
from tests.web.hosting import Host, new_record

pytestmark = pytest.mark.ci
SMALL = {"width": 320, "height": 640}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Both seats are asked for a band at once."""
    host = Host(new_record(tmp_path, "keikalla", "aino", "ilmari", "--deal", "digital", "--seed", "5"), "--hints")
    yield host
    host.stop()


def test_a_hint_is_asked_for_and_read_on_a_small_phone(host: Host, open_phone: Open) -> None:
    phone, screen = open_phone(host.at("aino"), "aino", viewport=SMALL), open_phone(host.at(""), device="")
    lines = [f"aino: {leaf['line']}" for leaf in leaves_of(host.state("aino")["options"])]
    phone.look_until(lambda it: bool(it.choices), "choices")
    phone.push("A hint")
    shown = phone.look_until(lambda it: "A hint for you" in it.words, "the hint")
    assert shown.choices, "the choices are still there"
    [box] = phone.page.locator("#said .hint").all()
    words = box.inner_text()
    line = max((line for line in lines if line in words), key=len)
    assert "chance to win" in words and "KEI-" in words
    place = box.bounding_box()
    assert place is not None and place["x"] >= 0 and place["x"] + place["width"] <= SMALL["width"]
    assert place["y"] >= 0 and place["y"] + place["height"] <= SMALL["height"], "all of it is seen at once"
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    assert host.post("ilmari", "hint", ply=host.state()["ply"]).status_code == 200
    for seen in (phone, screen):
        sight = seen.look_until(lambda it: "ilmari took a hint" in it.words, "that there was another hint")
        assert ("A hint for you" in sight.words) == (seen is phone), "it stays to be read, by nobody else"
        assert (line in sight.words) == (seen is phone)
    phone.push("Close", "link")
    phone.look_until(lambda it: "A hint for you" not in it.words, "the table without the hint")
