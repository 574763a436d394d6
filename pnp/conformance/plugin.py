"""The pytest plugin. In: games named with `--games`, and the game folders in the folder where pytest was started (the
built-in and installed games only where there are none). Out: the cases of every promise.

Invariant: import stays light, because pytest loads this in every project that has pnp installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Add `--games` and `--pnp-seeds`."""
    group = parser.getgroup("pnp", "conformance tests of games")
    group.addoption("--games", action="append", default=[], help="a folder that contains games (repeatable)")
    group.addoption(
        "--pnp-seeds", type=int, default=3, help="games to play for each game, number of seats and kind of table"
    )


def pytest_report_header(config: Any) -> list[str]:
    """Show which folders of the project are taken for games: their code is run."""
    folders = game_folders(config)
    return [f"pnp games from: {', '.join(str(folder) for folder in folders)}"] if folders else []


def game_folders(config: Any) -> list[Path]:
    """Folders with games: named ones, and the place where pytest was started."""
    here = Path(str(config.invocation_params.dir))
    named = [Path(path) for path in config.getoption("--games")]
    found = [here.parent] if is_game_folder(here) else []
    if any(is_game_folder(path) for path in sorted(here.iterdir()) if path.is_dir()):
        found.append(here)
    return list(dict.fromkeys(path.resolve() for path in (*named, *found)))


def is_game_folder(path: Path) -> bool:
    """True for a third party's game: `<slug>/cards/game.yaml` beside `rules.py` or `layouts/`."""
    has_more = (path / "rules.py").is_file() or (path / "layouts").is_dir()
    return has_more and (path / "cards" / "game.yaml").is_file()
