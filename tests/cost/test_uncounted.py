"""What is dear runs uncounted only where other tests run nearly all that it runs."""

from __future__ import annotations

from pathlib import Path

from coverage import CoverageData

from tests.cost.uncounted import choose, lines_ran, listed, write_uncounted

SHARED = {f"shared {line}" for line in range(100)}
ALONE = {f"alone {line}" for line in range(40)}


def test_a_dear_test_is_chosen_when_others_run_what_it_runs() -> None:
    ran = {"dear": SHARED, "cheap": SHARED, "only one": SHARED | ALONE, "": {"fixture"}}
    assert choose({"dear": 2.0, "cheap": 0.1, "only one": 2.0}, ran) == ["dear"]


def test_of_two_that_run_the_same_the_cheaper_is_counted() -> None:
    assert choose({"dearer": 3.0, "dear": 2.0}, {"dear": SHARED, "dearer": SHARED}) == ["dearer"]


def test_the_lines_of_a_run_are_those_of_its_tests(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / "data"))
    for context, line in (("a.py::test_x[one]|run", 1), ("a.py::test_x[two]|run", 2), ("a.py::test_x[two]|setup", 3)):
        data.set_context(context)
        data.add_lines({"a.py": [line]})
    assert lines_ran(data) == {"a.py::test_x": {("a.py", 1), ("a.py", 2)}, "": {("a.py", 3)}}
    for starters, chosen in ((set[str](), {"a.py::test_x"}), ({"a.py::test_x"}, set[str]())):
        write_uncounted({"a.py::test_x[one]": 9.0}, data, starters, tmp_path / "list.txt")
        lines = (tmp_path / "list.txt").read_text("utf-8").splitlines()[1:]
        assert set(lines) == listed() | chosen and lines == sorted(lines), "what was not run stays"
