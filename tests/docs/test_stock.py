"""docs/stock.md lists every stock size and colour with its numbers, and its picture every icon."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    sys.path.insert(0, str(ROOT / "docs" / "images"))
    return importlib.import_module("stock")


def rows_of(page: str, title: str) -> dict[str, str]:
    section = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([\w-]+)` \| `?([^|`]+?)`? \|", section, re.M))


def test_every_stock_size_is_listed_in_mm(script: ModuleType) -> None:
    listed = rows_of((ROOT / "docs" / "stock.md").read_text("utf-8"), "Sizes")
    sizes = script.sizes()
    assert listed == {
        name: f"{script.in_mm(size['width']):g} × {script.in_mm(size['height']):g}" for name, size in sizes.items()
    }


def test_every_stock_colour_is_listed(script: ModuleType) -> None:
    theme = yaml.safe_load((ROOT / "layouts" / "_stock" / "theme.yaml").read_text("utf-8"))
    assert rows_of((ROOT / "docs" / "stock.md").read_text("utf-8"), "Colours") == theme["colours"]


def test_every_stock_icon_is_in_the_picture(script: ModuleType) -> None:
    painted = "".join(script.icon_elements())
    assert [name for name in script.icon_names() if f"icon: {name}," not in painted] == []
