"""The program's own words are read from YAML once for each content of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pnp.library.catalogue import read_words
from tests.guard import some

PACKAGE = Path(__file__).parents[2] / "pnp"


def test_a_changed_catalogue_is_read_again(tmp_path: Path) -> None:
    file, module = tmp_path / "words.yaml", str(tmp_path / "module.py")
    file.write_text("yes: {en: Yes, fi: Kyllä}", "utf-8")
    assert read_words(module) == {"yes": {"en": "Yes", "fi": "Kyllä"}}
    file.write_text("back: {en: Back, fi: Takaisin}", "utf-8")
    assert read_words(module) == read_words(module) == {"back": {"en": "Back", "fi": "Takaisin"}}


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("words.yaml")), ids=lambda path: path.parent.name)
def test_every_phrase_is_text_in_english_and_finnish(file: Path) -> None:
    for id_, words in some(yaml.safe_load(file.read_text("utf-8")).items()):
        assert isinstance(id_, str), id_
        assert set(words) == {"en", "fi"} and all(isinstance(text, str) for text in words.values()), id_
