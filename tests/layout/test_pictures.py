"""docs/layouts.md: each element has an example that can be used as it stands, and its picture is of today."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pnp.cli.main import main
from pnp.layout.sheets.components import digest_frame
from pnp.layout.template.element import KINDS
from tests.golden import FIXTURE, OPTION
from tests.guard import some

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "images" / "layouts"


@cache
def elements() -> ModuleType:
    spec = importlib.util.spec_from_file_location("elements", DOCS / "images" / "elements.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_each_kind_of_element_has_an_example_and_a_picture() -> None:
    examples = elements().read_examples()
    assert set(KINDS) <= {example.kind for example in examples}
    assert {path.stem for path in PICTURES.iterdir()} == {example.name for example in examples}


@pytest.mark.usefixtures(FIXTURE)  # so that `make golden` paints them anew
@pytest.mark.parametrize("example", elements().read_examples(), ids=lambda example: example.name)
def test_an_example_has_no_fault_and_its_picture_is_current(example: Any, pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption(OPTION):
        elements().paint(example)
    _, face, report = elements().compose(example)
    assert not report.items, [str(item) for item in report]
    assert elements().digest_in(example.name) == digest_frame(face.frame), (
        f"{example.name}.png shows something else; `make golden` paints it anew"
    )


def test_the_game_of_the_pictures_has_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "quay", "--strict", "--games", str(DOCS / "examples")]) == 0, capsys.readouterr()


def test_an_example_draws_what_its_kind_is_called() -> None:
    for example in some(elements().read_examples()):
        assert f"kind: {example.kind}" in example.elements or example.kind not in KINDS, example.name
