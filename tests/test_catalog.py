"""Games are found where somebody put them, books are kept by content, and foreign rules fail politely."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, all_games, book_of, find_game, rules_of
from pnp.library import book_cache
from tests.deadline import COMMAND

GAME = "game: {0}\ntitle: {0}\nplayers: 2\n"
DECK = "deck: main\ntitle: Cards\nsource: house\ncards:\n  - {id: ant, name: Ant, copies: 2}\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    for slug in ("alpha", "beta"):
        cards = tmp_path / "games" / slug / "cards"
        cards.mkdir(parents=True)
        (cards / "game.yaml").write_text(GAME.format(slug))
        (cards / "main.yaml").write_text(DECK)
    (tmp_path / "games" / "notes").mkdir()
    return tmp_path / "games"


def test_built_in_games() -> None:
    entry = find_game("kalevala")
    assert (entry.slug, entry.origin, entry.rules) == ("kalevala", "built in", "pnp.games.kalevala")
    assert "kalevala" in [entry.slug for entry in all_games()]
    assert book_of(entry).slug == "kalevala"


@pytest.mark.parametrize("slug", ["kalevla", "", "../kalevala", "sandbox", "a/b", "\0"])
def test_an_unknown_game(slug: str) -> None:
    with pytest.raises(InputError) as caught:
        find_game(slug)
    assert caught.value.report.items[0].code == "unknown-game"
    if slug == "kalevla":
        assert "kalevala" in caught.value.report.items[0].hint


def test_folders_named_by_somebody(games: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    assert {"alpha", "beta", "kalevala"} <= {entry.slug for entry in all_games([games])}
    assert find_game("beta", [games / "beta"]).cards == str(games / "beta" / "cards")
    with pytest.raises(InputError, match="unknown game"):
        find_game("alpha")
    monkeypatch.chdir(games)
    assert find_game("alpha").is_near
    assert not find_game("alpha", ["."]).is_near
    assert find_game("alpha", ["."]).origin == "folder"
    with pytest.raises(InputError, match="no games here"):
        find_game("alpha", [games / "notes"])
    with pytest.raises(InputError, match="no games here"):
        find_game("alpha", [games / "missing"])
    game = rules_of(find_game("alpha", [games]))
    assert game.players == (2, 2)


def test_the_book_is_kept_by_content(games: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = find_game("alpha", [games])
    first = book_of(entry)
    kept = list((cache / "books").iterdir())
    assert len(kept) == 1
    with monkeypatch.context() as patch:
        patch.setattr("pnp.library.loader.load_book", None)
        assert book_of(entry) == first
    (games / "alpha" / "cards" / "main.yaml").write_text(DECK.replace("copies: 2", "copies: 3"))
    assert book_of(entry).cards["ant"].copies == 3
    (games / "alpha" / "cards" / "main.yaml").write_text("deck: [")
    with pytest.raises(InputError):
        book_of(entry)


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 300, None])
def test_a_damaged_cache_is_ignored_and_mended(games: Path, cache: Path, damage: bytes | None) -> None:
    entry = find_game("alpha", [games])
    book = book_of(entry)
    (kept,) = (cache / "books").iterdir()
    data = kept.read_bytes()
    kept.write_bytes(data[:-3] + b"???" if damage is None else damage)
    assert book_of(entry) == book
    assert kept.read_bytes() == data
    assert [path.name for path in (cache / "books").iterdir()] == [kept.name]


def test_a_cache_that_cannot_be_written_is_no_fault(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "file"))
    assert book_of(find_game("alpha", [games])).slug == "alpha"


def test_old_books_are_dropped(games: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_cache, "MAX_CACHED_BOOKS", 3)
    for copies in range(1, 7):
        (games / "alpha" / "cards" / "main.yaml").write_text(DECK.replace("copies: 2", f"copies: {copies}"))
        book_of(find_game("alpha", [games]))
    assert len(list((cache / "books").iterdir())) == 3


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("def broken(:\n", "rules.py:1:12: the rules cannot be imported: SyntaxError"),
        ("raise SystemExit(3)\n", "rules.py:1: the rules cannot be imported: SystemExit"),
        ("x = 1\ny = 1 / 0\n", "rules.py:2: the rules cannot be imported: ZeroDivisionError"),
        ("import nothing_of_that_name\n", "rules.py:1: the rules cannot be imported: ModuleNotFoundError"),
        ("GAME = 7\n", "rules.py: expected GAME to be a Game, got 7"),
        ("game = 7\n", "rules.py: expected a variable GAME in the module"),
        ("from pnp.games.kalevala import GAME\n", "rules.py: GAME has the slug “kalevala”, its folder is “alpha”"),
    ],
)
def test_foreign_rules_that_fail(games: Path, cache: Path, rules: str, message: str) -> None:
    (games / "alpha" / "rules.py").write_text(rules)
    with pytest.raises(InputError) as caught:
        rules_of(find_game("alpha", [games]))
    assert message in str(caught.value.report.items[0])


def test_foreign_rules_that_work(games: Path, cache: Path) -> None:
    text = "from pnp.games.sandbox import sandbox_game\nfrom pnp.library.loader import load_book\n"
    text += "import os\nGAME = sandbox_game(load_book(os.path.join(os.path.dirname(__file__), 'cards')))\n"
    (games / "beta" / "rules").mkdir()
    (games / "beta" / "rules" / "__init__.py").write_text(text.replace("(__file__)", "(os.path.dirname(__file__))"))
    entry = find_game("beta", [games])
    assert entry.rules.endswith("__init__.py")
    assert rules_of(entry) is rules_of(entry)


def test_installed_games(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    """A package with an entry point in the group `pnp.games`; broken ones of others do no harm."""
    site = tmp_path / "site"
    shutil.copytree(games / "alpha", site / "alpha")
    (site / "alpha" / "__init__.py").write_text("")
    info = site / "alpha-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: alpha\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[pnp.games]\nalpha = alpha\ngone = not_there_at_all\nbad = alpha.x.y\n")
    monkeypatch.syspath_prepend(str(site))
    entry = find_game("alpha")
    assert (entry.origin, entry.rules) == ("installed", "")
    assert book_of(entry).slug == "alpha"
    assert "gone" not in [entry.slug for entry in all_games()]


def test_a_warm_start_is_lean(cache: Path) -> None:
    """With a warm cache neither YAML nor the loader nor package metadata is imported."""
    code = (
        "import sys; from pnp.catalog import book_of, find_game; book_of(find_game('kalevala'));"
        "print(sorted({'yaml','pnp.library.loader','pathlib','dataclasses','importlib.metadata','re','hashlib'}"
        " & set(sys.modules) - before))"
    )
    code = "import sys; import msgspec; before = set(sys.modules); " + code
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ},
            timeout=COMMAND,
        )
        for _ in range(2)
    ]
    assert runs[1].stdout.strip() == "[]"


def test_an_entry_is_a_plain_value() -> None:
    assert CatalogEntry("x", "cards", "layouts") == CatalogEntry("x", "cards", "layouts", "", "built in")


@pytest.mark.parametrize("name", ["kalevala", "Kalevala", "KALEVALA"])
def test_a_game_is_found_in_capitals_too(name: str) -> None:
    assert find_game(name).slug == "kalevala"


def test_folders_named_once_for_all_commands(mygame: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    with pytest.raises(InputError, match="unknown game"):
        find_game("mygame")
    monkeypatch.setenv("PNP_GAMES", os.pathsep.join([str(mygame.parent), ""]))
    assert find_game("MyGame").cards == str(mygame / "cards")
    assert not find_game("MyGame").is_near
    assert "mygame" in [entry.slug for entry in all_games()]
    monkeypatch.setenv("PNP_GAMES", str(mygame / "layouts"))
    with pytest.raises(InputError, match="found no games here"):
        find_game("mygame")
