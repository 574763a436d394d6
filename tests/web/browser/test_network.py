"""A phone that loses the network says so within five seconds, sends what was tapped when it is back, and that once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.web.browser.conftest import Open
from tests.web.hosting import Host, new_record


@pytest.mark.ci
def test_what_was_tapped_without_a_network_is_sent_once_when_it_is_back(tmp_path: Path, open_phone: Open) -> None:
    host = Host(new_record(tmp_path, "kalevala", "aino", "ilmari", "--seed", "5"))
    try:
        phone = open_phone(host.at("aino"), "aino")
        tile = next(it for it in phone.look_until(lambda it: bool(it.choices)).choices if it.key == "louhi")
        sight = phone.tap(tile)
        square = next(it for it in sight.choices if it.line == "place louhi 1,0")
        time.sleep(0.4)  # nothing is tapped by accident right after a change
        phone.page.context.set_offline(True)
        phone.touch(phone.page.locator(square.selector).first)
        phone.look_until(lambda it: "not connected" in it.words, "that it is not connected", 8)
        phone.look_until(lambda it: "will be sent when connected" in it.words, "that it will be sent")
        assert host.state("aino")["ply"] == sight.ply
        phone.page.context.set_offline(False)
        phone.wait_for(sight.ply + 1)
        phone.look_until(lambda it: "not connected" not in it.words, "that it is connected")
        assert host.record.read_text("utf-8").count("aino: place louhi 1,0") == 1
    finally:
        host.stop()
