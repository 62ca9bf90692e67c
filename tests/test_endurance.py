"""Hours of use are played in pieces that are resumed, and a rise is told from ups and downs with its error."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from tests import endurance
from tests.benchmarks.figures import descriptors, is_flat, pooled_slope
from tests.endurance import Period, Piece


def piece(rise: float = 0.0, more: int = 0, minutes: int = 60, fault: str = "", level: float = 170.0) -> Piece:
    """Return a piece in which memory rises by so many MB an hour, and a descriptor stays open every `more` minutes."""
    rows = tuple(
        Period(
            minute=minute,
            megabytes=level + rise * minute / 60 + 2 * (minute % 2),
            descriptors=40 + (minute // more if more else 0),
            answers=(0.01, 0.05, 0.2),
            visits=1e6,
            clicks=48,
            deeds=48,
            idle_percent=0.0,
            wakeups=0.5,
        )
        for minute in range(1, minutes + 1)
    )
    return Piece(minutes / 60, 0, fault, rows)


def put(folder: Path, number: int, made: Piece) -> None:
    folder.mkdir(exist_ok=True)
    endurance.place_of(folder, number).write_text(json.dumps(asdict(made)), encoding="utf-8")


def test_a_common_slope_is_that_of_least_squares_with_a_level_for_each_part() -> None:
    rise, error = pooled_slope([([0, 1, 2, 3], [0, 2, 4, 6]), ([5, 6, 7], [1, 3, 5])])
    assert (rise, error) == (2.0, 0.0)
    rise, error = pooled_slope([([0, 1, 2, 3], [0.0, 1.0, 0.0, 1.0])])
    assert rise == pytest.approx(0.2)
    assert error == pytest.approx(math.sqrt(0.8 / 2 / 5))
    assert all(map(math.isnan, pooled_slope([([0, 1], [0, 1])])))
    assert all(map(math.isnan, pooled_slope([])))


def test_a_slope_is_flat_that_is_none_or_surely_small() -> None:
    assert is_flat(0.5, 0.3, 0.1) and is_flat(1.0, 0.1, 2.0) and is_flat(-3.0, 0.1, 2.0)
    assert not is_flat(3.0, 0.1, 2.0)
    assert is_flat(math.nan, math.nan, 0.0)


def test_open_files_are_counted(tmp_path: Path) -> None:
    before = descriptors()
    with (tmp_path / "file").open("w"):
        assert descriptors() == before + (before > 0)


@pytest.mark.parametrize(
    ("pieces", "verdict"),
    [
        ([piece(), piece(level=190.0)], "held"),
        ([piece(rise=60.0)], "missed: ≤ 10 MB/h"),
        ([piece(more=5)], "missed: ≤ 1 descriptor/h"),
        ([piece(level=300.0)], "missed: ≤ 280 MB"),
        ([piece(), piece(fault="KeyError")], "missed: no fault"),
        ([piece(rise=300.0, minutes=12)], "held"),
    ],
)
def test_what_misses_an_aim_is_named(pieces: Sequence[Piece], verdict: str) -> None:
    assert endurance.told(pieces)[1] == verdict


def test_a_short_piece_tells_of_no_rise() -> None:
    assert endurance.told([piece(minutes=12)])[0] == "at most 172 MB, too short to tell a rise"


def test_the_same_command_goes_on_with_the_piece_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[int] = []

    def call(command: Sequence[str], **_: object) -> int:
        played.append(int(command[-1]))
        if len(played) != 1:  # the first time it is killed
            put(tmp_path, played[-1], piece())
        return 0

    monkeypatch.setattr("tests.endurance.subprocess.call", call)
    monkeypatch.setenv("DISPLAY", ":0")
    put(tmp_path, 0, piece())
    assert endurance.go_on(tmp_path, 3, 1.0) == 1
    assert endurance.go_on(tmp_path, 3, 1.0) == 0
    assert played == [1, 1, 2]
    said = capsys.readouterr().out
    assert "piece 2 did not come to its end" in said
    assert "3 pieces, 3 h: at most 172 MB, " in said.splitlines()[-1]
