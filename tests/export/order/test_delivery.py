"""Files arrive whole or not at all, under names that no file system takes amiss."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.catalog import book_of, find_game
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order import delivery
from pnp.export.order.delivery import deliver, file_names, safe_name
from pnp.export.order.faces import make_faces
from pnp.export.order.order import PrintOrder, contradictions, printed_parts
from pnp.export.order.resolve import resolve
from pnp.layout.drawing.frame import Frame
from pnp.layout.sheets.components import ComponentPart
from tests.guard import some


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_files_arrive_in_folders_of_their_own(tmp_path: Path) -> None:
    deliver(str(tmp_path / "a" / "b"), [("one.pdf", b"1"), ("png/tiles/two.png", b"2")])
    assert files(tmp_path) == {"a/b/one.pdf": b"1", "a/b/png/tiles/two.png": b"2"}


def test_a_stop_while_writing_leaves_the_old_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deliver(str(tmp_path), [("one.pdf", b"old"), ("manifest.json", b"old")])

    real = open

    def stopping(path: str, mode: str = "r", **rest: object) -> object:
        if "two" in str(path):
            raise KeyboardInterrupt
        return real(path, mode, **rest)  # type: ignore[call-overload]

    monkeypatch.setattr(delivery, "open", stopping, raising=False)
    with pytest.raises(KeyboardInterrupt):
        deliver(str(tmp_path), [("one.pdf", b"new"), ("two.pdf", b"new"), ("manifest.json", b"new")])
    assert files(tmp_path) == {"one.pdf": b"old", "manifest.json": b"old"}


def test_a_full_disk_leaves_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = open

    def full(path: str, mode: str = "r", **rest: object) -> object:
        if "two" in str(path):
            raise OSError(28, "No space left on device")
        return real(path, mode, **rest)  # type: ignore[call-overload]

    monkeypatch.setattr(delivery, "open", full, raising=False)
    with pytest.raises(InputError, match=r"two\.png: cannot be written: no space left on device"):
        deliver(str(tmp_path / "out" / "game" / "a4"), [("png/one.png", b"1"), ("png/two.png", b"2")])
    assert list(tmp_path.iterdir()) == []


def test_files_that_go_take_their_empty_folders_along(tmp_path: Path) -> None:
    deliver(str(tmp_path / "out"), [("png/a/one.png", b"1"), ("png/b/two.png", b"2"), ("all.pdf", b"3")])
    (tmp_path / "out" / "png" / "b" / "mine.txt").write_text("mine")
    deliver(str(tmp_path / "out"), [("all.pdf", b"4")], ["png/a/one.png", "png/b/two.png", "never.pdf"])
    assert files(tmp_path / "out") == {"all.pdf": b"4", "png/b/mine.txt": b"mine"}
    assert not (tmp_path / "out" / "png" / "a").exists()


def test_the_manifest_is_the_last_to_take_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, done = os.replace, []

    def watching(source: str, target: str) -> None:
        done.append(os.path.basename(target))
        assert len(list(tmp_path.rglob("*.tmp"))) == 4 - len(done), "all others are whole before the first is renamed"
        real(source, target)

    monkeypatch.setattr(os, "replace", watching)
    deliver(str(tmp_path), [("b.pdf", b""), ("a.pdf", b""), ("manifest.json", b"")])
    assert done == ["b.pdf", "a.pdf", "manifest.json"]


def test_what_is_in_the_way_is_reported(tmp_path: Path) -> None:
    (tmp_path / "one.pdf").mkdir()
    with pytest.raises(InputError, match=r"one\.pdf: cannot be written: a folder of that name"):
        deliver(str(tmp_path), [("zero.pdf", b"0"), ("one.pdf", b"1")])
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="cannot be written"):
        deliver(str(tmp_path / "file" / "below"), [("one.pdf", b"1")])
    assert files(tmp_path) == {"file": b""}


def test_a_link_in_the_output_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "one.pdf").symlink_to(tmp_path / "precious")
    deliver(str(tmp_path / "out"), [("one.pdf", b"new")])
    assert (tmp_path / "precious").read_bytes() == b"mine"


@given(st.text(max_size=120))
def test_every_name_becomes_a_plain_file_name(name: str) -> None:
    safe = safe_name(name)
    assert safe and len(safe) <= 61
    assert not set(safe) & set('/\\:*?"<>|. \0\n') and safe.isprintable()


def test_names_people_meant_stay_readable() -> None:
    assert [
        safe_name(name) for name in ("tiles", "väinämöinen", "page-1", "../../etc/passwd", "CON", "..", "a b.c")
    ] == [
        "tiles",
        "väinämöinen",
        "page-1",
        "etc-passwd",
        "_CON",
        "unnamed",
        "a-b-c",
    ]


def test_names_that_differ_in_case_alone_are_two_files_on_every_system() -> None:
    assert file_names(["Sun", "sun", "SUN", "Straße", "strasse"]) == ["Sun", "sun-2", "SUN-3", "Straße", "strasse-2"]
    assert file_names(["con", "LPT1"], others=["_CON"]) == ["_con-2", "_LPT1"]


CONTRADICTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"cut": ("svg", "dxf")}, []),
    ({"cut": ("svg", "pdf")}, ["--cut"]),
    ({"registration": "silhouette", "crop": "none"}, []),
    ({"registration": "silhouette", "crop": "outer"}, ["--crop"]),
    ({"registration": "silhouette", "duplex": "fold"}, ["--duplex"]),
    ({"side": "back", "duplex": "long"}, []),
    ({"side": "back", "duplex": "fold"}, ["--side"]),
    ({"since": "there", "once": True}, ["--since"]),
    ({"since": "there", "service": "makeplayingcards"}, ["--since"]),
    ({"side": "front", "service": "makeplayingcards"}, ["--side"]),
    ({"fit": True}, ["--fit"]),
    ({"fit": True, "service": "makeplayingcards"}, []),
]


@pytest.mark.parametrize(("order", "options"), CONTRADICTIONS)
def test_what_cannot_be_had_together_names_the_option_that_gives_way(order: dict[str, Any], options: list[str]) -> None:
    assert [option for option, _ in contradictions(PrintOrder(**order))] == options


@pytest.mark.parametrize(("order", "option"), [({"mark": "mine"}, "--deck"), ({"since": "there"}, "--since")])
def test_some_orders_are_of_one_game(order: dict[str, Any], option: str) -> None:
    assert not list(contradictions(PrintOrder(**order), games=1))
    assert [found for found, _ in contradictions(PrintOrder(**order), games=2)] == [option]


def test_copies_are_printed_by_one_rule() -> None:
    parts = [ComponentPart("ukko", 0, copies=8), ComponentPart("none", 1, copies=0)]
    assert [part.copies for part in printed_parts(parts, PrintOrder())] == [8, 0]
    assert [part.copies for part in printed_parts(parts, PrintOrder(copies=3))] == [24, 0]
    assert [part.copies for part in printed_parts(parts, PrintOrder(copies=3, once=True))] == [3, 0]


def test_a_job_knows_the_faces_of_the_cards_that_are_chosen() -> None:
    entry = find_game("kalevala")
    job = resolve(entry, book_of(entry), PrintOrder(only=("tiles",), cards="ukko,louhi"), BuildCache())
    keys = [key for component in job.components for key in job.face_keys(component)]
    assert {key.card.id for key in keys if key.card} == {"ukko", "louhi"}
    assert [component.id for component in job.components] == ["tiles"]


def test_who_builds_something_of_faces_gets_frames() -> None:
    entry = find_game("kalevala")
    cache = BuildCache()
    job = resolve(entry, book_of(entry), PrintOrder(only=("tiles",)), cache)
    painted, frames = make_faces(job, cache), make_faces(job, cache, are_frames=True)
    assert painted.portfolio.digests == frames.portfolio.digests
    assert not painted.portfolio.composed
    assert not any(isinstance(face, Frame) for face in painted.portfolio.faces)
    assert all(isinstance(face, Frame) for face in some(frames.portfolio.faces))
    assert all(isinstance(frames.portfolio.frame(number), Frame) for number in range(len(frames.portfolio.faces)))
