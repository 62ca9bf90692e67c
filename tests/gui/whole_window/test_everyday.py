"""Everyday use: whatever the registries have is drawn so that any two values meet, and a tenth of that is played.

``python -m tests.gui.everyday --all [SEED]`` plays all of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.session.view.switches import SWITCHES
from tests.effort import change
from tests.gui.everyday.__main__ import kind_of, tenth
from tests.gui.everyday.cover import Cover, Row
from tests.gui.everyday.factors import cover, factors, is_allowed

ROOT = Path(__file__).parents[3]
SEED = 5
SECONDS = "4"
"""Of CPU time in which a row may begin: what is left of a tenth waits for a quicker machine."""


def is_held(rows: Sequence[Mapping[str, object]], one: tuple[str, object], other: tuple[str, object]) -> bool:
    """Whether a row has both values."""
    return any(row[one[0]] == one[1] and row[other[0]] == other[1] for row in rows)


@pytest.mark.parametrize("seed", range(12))
def test_every_pair_that_is_allowed_stands_in_a_row_and_every_row_is_allowed(seed: int) -> None:
    random = Random(seed)
    table = {f"factor {i}": tuple(range(random.randint(1, 6))) for i in range(random.randint(2, 6))}
    names = list(table)
    banned = [
        {name: random.choice(table[name]) for name in random.sample(names, min(random.randint(1, 3), len(names)))}
        for _ in range(random.randint(0, 4))
    ]
    whole = [dict(zip(names, values, strict=True)) for values in every(list(table.values()))]
    possible = [row for row in whole if not any(ban.items() <= row.items() for ban in banned)]

    def may_be(part: Row) -> bool:
        return any(part.items() <= row.items() for row in possible)

    rows = Cover(table, may_be, seed).rows()
    assert all(row in possible for row in rows)
    assert len(rows) <= max(len(possible), 1)
    for first, second in combinations(names, 2):
        for value in table[first]:
            for beside in table[second]:
                one, other = (first, value), (second, beside)
                assert is_held(rows, one, other) == is_held(possible, one, other)


def every(values: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return all ways to take one of each."""
    rows: list[tuple[int, ...]] = [()]
    for each in values:
        rows = [(*row, value) for row in rows for value in each]
    return rows


@cache
def drawn() -> list[Row]:
    """Return the rows of a seed."""
    return cover(SEED)


@pytest.mark.seldom
def test_the_same_seed_draws_the_same_rows_and_another_one_others() -> None:
    assert cover(SEED) == drawn()
    assert cover(SEED + 1) != drawn()


def test_the_cover_holds_every_entry_of_the_registries_and_what_the_program_refuses_in_no_row() -> None:
    rows, every_value = drawn(), factors()
    assert {row["sample"] for row in rows} == set(BY_NAME)
    assert {row["panel"] for row in rows} == {entry.name for entry in PANELS}
    assert {name for row in rows for name, value in row.items() if value is True} >= {each.action for each in SWITCHES}
    made_of = {row["mode"]: {str(other["model"]) for other in rows if other["mode"] == row["mode"]} for row in rows}
    assert all(each.startswith("linear of ") for each in made_of["primal"])
    assert {"linear of identity", "rbf of identity", "linear of x1*x2"} <= made_of["dual"] == made_of["multiclass"]
    assert all(is_allowed(row) and row.keys() == every_value.keys() for row in rows)
    switch, other = (each.action for each in SWITCHES[-2:])
    assert all(is_held(rows, (switch, on), (other, off)) for on in (True, False) for off in (True, False))
    assert all(is_held(rows, ("sample", name), (switch, True)) for name in BY_NAME)


def test_ten_tenths_are_all_rows() -> None:
    for n_rows in (0, 7, 563):
        played = [row for number in range(10) for row in range(*tenth(number, n_rows))]
        assert played == [*range(n_rows)]


def test_a_fault_is_of_a_kind_by_what_it_says_and_where() -> None:
    fault = 'Traceback\n  File "a.py", line 3, in f\n    f()\n  File "b.py", line 7, in g\n    g()\nValueError: empty\n'
    assert kind_of(fault) == 'ValueError: empty (File "b.py", line 7, in g)'
    assert kind_of("Qt: a complaint") == "Qt: a complaint"


def test_a_tenth_of_everyday_use_raises_nothing_and_warns_of_nothing(tmp_path: Path) -> None:
    seed = change() % 1000
    words = [sys.executable, "-X", "faulthandler", "-m", "tests.gui.everyday", "--seconds", SECONDS, str(seed)]
    env = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert not done.returncode, f"{done.stdout}\n{done.stderr}"
    assert "no kinds of faults" in done.stdout
