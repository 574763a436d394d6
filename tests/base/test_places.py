"""Places follow the environment and never the current folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pnp.base import places


def test_data_root_holds_the_games() -> None:
    assert os.path.isfile(os.path.join(places.data_root("cards"), "kalevala", "game.yaml"))


def test_own_variables_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", "/c")
    monkeypatch.setenv("PNP_CONFIG_DIR", "/d")
    assert (places.cache_dir(), places.config_dir()) == ("/c", "/d")


@pytest.mark.parametrize(
    ("platform", "cache", "config"),
    [
        ("linux", "/h/.cache/pnp", "/h/.config/pnp"),
        ("darwin", "/h/Library/Caches/pnp", "/h/Library/Application Support/pnp"),
        ("win32", "/h/AppData/Local/pnp/Cache", "/h/AppData/Local/pnp"),
    ],
)
def test_each_system_has_its_habit(platform: str, cache: str, config: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PNP_CACHE_DIR", "PNP_CONFIG_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/h")
    monkeypatch.setenv("USERPROFILE", "/h")
    monkeypatch.setattr(sys, "platform", platform)
    assert (Path(places.cache_dir()).as_posix(), Path(places.config_dir()).as_posix()) == (cache, config)
    if platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", "/x")
        monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
        assert (places.cache_dir(), places.config_dir()) == ("/x/pnp", "/h/.config/pnp")


def test_shown_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert places.shown_path(str(tmp_path / "cards" / "a.yaml")) == os.path.join("cards", "a.yaml")
    assert places.shown_path("/elsewhere/a.yaml") == "/elsewhere/a.yaml"
