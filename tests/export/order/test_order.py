"""An order says what it wants once, and whatever in it cannot be had together is reported from one list."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.catalog import book_of, find_game
from pnp.export.cache.build_cache import BuildCache
from pnp.export.order.faces import make_faces
from pnp.export.order.order import PrintOrder, contradictions, printed_parts
from pnp.export.order.resolve import resolve
from pnp.layout.drawing.frame import Frame
from pnp.layout.sheets.components import ComponentPart
from tests.guard import some

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
