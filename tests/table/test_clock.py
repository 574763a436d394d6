"""The clock: who is to act uses time, nobody loses by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.diagnostics import UsageError
from pnp.table.clock import ClockSetting, TableClock, format_left, parse_clock


def clock(tmp_path: Path, bonus: float = 0.0) -> TableClock:
    return TableClock(tmp_path / "k.record", ("anna", "ben"), ClockSetting(60.0, bonus))


def test_times_as_people_write_them() -> None:
    assert parse_clock("10m") == ClockSetting(600.0) and parse_clock("10m+5s") == ClockSetting(600.0, 5.0)
    assert parse_clock("1h30m").time == 5400.0 and parse_clock("90s").time == 90.0


@pytest.mark.parametrize("typed", ["", "10", "m", "0m", "10m+", "10m+x", "-5m", "99h", "10 minutes"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="expected a time"):
        parse_clock(typed)


def test_time_runs_for_who_is_to_act(tmp_path: Path) -> None:
    watch = clock(tmp_path)
    watch.update(100.0, ["anna"], 1)
    assert watch.left("anna", 110.0) == 50.0 and watch.left("ben", 110.0) == 60.0
    watch.update(110.0, ["ben"], 2)
    watch.update(115.0, ["anna", "ben"], 3)  # both
    watch.update(120.0, ["table"], 4)
    values = watch.values(500.0)["seats"]
    assert values["anna"]["left"] == 45.0 and values["ben"]["left"] == 50.0
    assert not values["anna"]["runs"] and not values["anna"]["out"]


def test_a_line_gives_time_back_and_never_more_than_was_used(tmp_path: Path) -> None:
    watch = clock(tmp_path, bonus=5.0)
    watch.update(0.0, ["anna"], 1)
    watch.update(20.0, ["ben"], 2)
    watch.update(22.0, ["anna"], 3)
    assert watch.left("anna", 22.0) == 45.0 and watch.left("ben", 22.0) == 60.0


def test_time_that_is_out_is_told_and_decides_nothing(tmp_path: Path) -> None:
    watch = clock(tmp_path)
    watch.update(0.0, ["anna"], 1)
    its = watch.values(72.4)["seats"]["anna"]
    assert its["out"] and its["text"] == "-0:12"
    watch.update(80.0, ["ben"], 2)
    assert watch.left("anna", 90.0) == -20.0


def test_what_was_used_is_there_again_and_a_pause_is_nobodys(tmp_path: Path) -> None:
    watch = clock(tmp_path)
    watch.update(0.0, ["anna"], 1)
    watch.update(10.0, ["ben"], 2)
    again = clock(tmp_path)
    again.update(5000.0, ["ben"], 2)
    assert again.left("anna", 5000.0) == 50.0 and again.left("ben", 5000.0) == 60.0
    file = tmp_path / "k.record.clock"
    assert file.stat().st_mode & 0o077 == 0
    file.write_text("nonsense")
    assert clock(tmp_path).left("anna", 0.0) == 60.0


def test_what_is_left_is_written_as_on_clocks() -> None:
    assert [format_left(it) for it in (587.9, 0.0, -0.4, -12.0, 3661.0)] == ["9:47", "0:00", "0:00", "-0:12", "1:01:01"]
