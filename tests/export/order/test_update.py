"""Update packs: printed set − removed + reprinted = the set as it is now; torn and foreign manifests are reported."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import InputError
from pnp.catalog import CatalogEntry, book_of
from pnp.cli.main import main
from pnp.export.order.building import BuildResult, build_game
from pnp.export.order.manifest import FORMAT, MadeComponent, MadeFace, Manifest, PrintedSet, load_manifest, plan_update
from pnp.export.order.order import PrintOrder
from pnp.layout.sheets.components import ComponentPart
from pnp.library.card import Component
from tests.export.small import write_game
from tests.marks import examples


def make(entry: CatalogEntry, folder: Path, **order: object) -> BuildResult:
    return build_game(entry, book_of(entry), PrintOrder(folder=str(folder / "out"), **order))  # type: ignore[arg-type]


def printed(product: BuildResult) -> Counter[str]:
    """How often each card's name stands on the fronts of the deck's PDF."""
    path = Path(product.folder, "deck.pdf")
    if not path.exists():
        return Counter()
    words: Counter[str] = Counter()
    for page in pypdfium2.PdfDocument(path.read_bytes()):
        words.update(page.get_textpage().get_text_range().split())
    return Counter({word: count for word, count in words.items() if word in NAMES})


NAMES = ("ant", "bee", "cow", "dog")


def removed(product: BuildResult) -> list[str]:
    lines = Path(product.folder, "remove.txt").read_text("utf-8").splitlines()
    return [line.strip() for line in lines[1:] if line.strip()]


def test_only_what_changed_was_added_or_recounted(tmp_path: Path) -> None:
    first = make(write_game(tmp_path, {"ant": 3, "bee": 2, "cow": 1}), tmp_path)
    entry = write_game(tmp_path, {"ant": 3, "bee": 4, "dog": 2}, values={"ant": 9})
    second = make(entry, tmp_path, since=first.manifest_path)
    assert printed(second) == {"ant": 3, "bee": 2, "dog": 2}
    assert removed(second) == [
        "3 × Card ant (The deck): changed, printed again",
        "1 × Card cow (The deck): no longer in the game",
    ]
    assert second.manifest.update is not None
    assert (second.manifest.update.printed, second.manifest.update.removed) == (7, 4)
    assert second.folder.endswith(f"a4-en-update-{second.manifest.update.since}")
    whole = make(entry, tmp_path)
    assert second.manifest.components == whole.manifest.components


def test_fewer_copies_are_taken_out_and_nothing_is_printed(tmp_path: Path) -> None:
    first = make(write_game(tmp_path, {"ant": 3, "bee": 2}), tmp_path)
    second = make(write_game(tmp_path, {"ant": 1, "bee": 2}), tmp_path, since=first.folder)
    assert removed(second) == ["2 of 3 × Card ant (The deck): fewer copies now"]
    assert [file.file for file in second.manifest.files] == ["remove.txt"]


def test_packs_follow_each_other(tmp_path: Path) -> None:
    first = make(write_game(tmp_path, {"ant": 1}), tmp_path)
    second = make(write_game(tmp_path, {"ant": 1, "bee": 1}), tmp_path, since=first.manifest_path)
    third = make(write_game(tmp_path, {"ant": 1, "bee": 1, "cow": 1}), tmp_path, since=second.manifest_path)
    assert [printed(one) for one in (second, third)] == [{"bee": 1}, {"cow": 1}]
    assert len({first.folder, second.folder, third.folder}) == 3


def test_a_new_back_is_a_new_card_and_a_new_id_is_none(tmp_path: Path) -> None:
    first = make(write_game(tmp_path, {"ant": 2}), tmp_path)
    entry = write_game(tmp_path, {"ant": 2})
    deck = Path(entry.cards, "deck.yaml")
    deck.write_text(deck.read_text("utf-8").replace("id: ant", "id: emmet"), "utf-8")
    assert make(entry, tmp_path, since=first.manifest_path).removed == []
    second = make(write_game(tmp_path, {"ant": 2}, own_backs=True), tmp_path, since=first.manifest_path)
    assert removed(second) == ["2 × Card ant (The deck): changed, printed again"]


def test_paper_makes_no_difference_and_the_language_is_that_of_the_manifest(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 2, "bee": 1})
    first = make(entry, tmp_path, lang="fi")
    again = make(entry, tmp_path, since=first.manifest_path, paper="letter", duplex="short", crop="none")
    assert (again.manifest.lang, again.manifest.update and again.manifest.update.printed) == ("fi", 0)
    other = make(entry, tmp_path, since=first.manifest_path, lang="en")
    assert printed(other) == {"ant": 2, "bee": 1}
    assert [removal.name for removal in other.removed] == ["Kortti ant", "Kortti bee"]


def test_only_leaves_other_components_as_they_were(tmp_path: Path) -> None:
    first = make(write_game(tmp_path, {"ant": 2}), tmp_path)
    entry = write_game(tmp_path, {"ant": 3})
    second = make(entry, tmp_path, since=first.manifest_path, only=("sheet",))
    assert second.removed == [] and second.manifest.update is not None and second.manifest.update.printed == 0
    third = make(entry, tmp_path, since=second.manifest_path)
    assert printed(third) == {"ant": 1}


counts = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 4), max_size=6)
looks = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 2), max_size=6)


@given(counts, looks, counts, looks)
@settings(max_examples=examples(200))
def test_printed_minus_removed_plus_new_is_the_set(
    before: dict[str, int], faces_before: dict[str, int], after: dict[str, int], faces_after: dict[str, int]
) -> None:
    old = [MadeFace(card, copies, f"{card}{faces_before.get(card, 0)}", None) for card, copies in before.items()]
    manifest = Manifest(
        FORMAT, "pnp", "small", "Small", "1", "", "en", "", "a4", {}, [MadeComponent("deck", "Deck", old)], []
    )
    digests = [f"{card}{look}" for card in "abcdef" for look in range(3)]
    parts = [
        ComponentPart(card, digests.index(f"{card}{faces_after.get(card, 0)}"), -1, copies)
        for card, copies in after.items()
    ]
    update = plan_update(PrintedSet(manifest, "x"), [(Component("deck", {}), parts)], digests, ())
    have = Counter[str]()
    for face in old:
        have[face.face] += face.copies
    for removal in update.removed:
        have[f"{removal.card}{faces_before.get(removal.card, 0)}"] -= removal.copies
    assert min(have.values(), default=0) >= 0
    for part in update.parts.get("deck", []):
        have[digests[part.face]] += part.copies
    want = Counter[str]()
    for part in parts:
        want[digests[part.face]] += part.copies
    assert +have == +want


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a complete build manifest"),
        (b"{", "not a complete build manifest"),
        (b"[" * 100_000, "not a complete build manifest"),
        (b"\xff\xfe", "not a complete build manifest"),
        (b'{"manifest": 2}', "not a complete build manifest"),
    ],
)
def test_a_torn_manifest_is_reported(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(data)
    entry = write_game(tmp_path, {"ant": 1})
    with pytest.raises(InputError, match=message):
        make(entry, tmp_path, since=str(path))
    assert not (tmp_path / "out").exists()


def test_half_a_manifest_and_another_format_are_reported(tmp_path: Path) -> None:
    entry = write_game(tmp_path, {"ant": 1})
    first = make(entry, tmp_path)
    data = Path(first.manifest_path).read_bytes()
    torn = tmp_path / "torn.json"
    for text in (
        data[: len(data) // 2],
        data.replace(b'"manifest": 1', b'"manifest": 7'),
        data.replace(b": 1", b": -1"),
    ):
        torn.write_bytes(text)
        with pytest.raises(InputError, match="not a complete build manifest"):
            make(entry, tmp_path, since=str(torn))
    assert load_manifest(data) == first.manifest


def test_a_foreign_or_missing_manifest_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = write_game(tmp_path, {"ant": 1})
    first = make(entry, tmp_path)
    assert main(["build", "kalevala", "--since", first.manifest_path, "-o", str(tmp_path / "k")]) == 1
    assert "expected a manifest of kalevala, got one of small" in capsys.readouterr().err
    assert main(["build", "kalevala", "--since", str(tmp_path / "none"), "-o", str(tmp_path / "k")]) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert not (tmp_path / "k").exists()


@pytest.mark.parametrize("words", [["--cards", "ukko"], ["--once"], ["--for", "gamecrafter"]])
def test_what_does_not_go_with_an_update_is_reported(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "kalevala", "--since", "x", *words]) == 2
    assert "update pack" in capsys.readouterr().err
