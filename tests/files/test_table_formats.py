"""A form in which the run's table is written is one entry of the registry: its suffixes and the file follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.output import written_runs
from perceptron_gui.files.output.written_runs import CSV, TABLE_FORMATS, TableFormat, format_of, write_table
from perceptron_gui.session.output.run_table import Selection


def loudly(cells: list[str]) -> str:
    return "!".join(cells) + "!\n"


DUMMY = TableFormat("Loud files", (".loud",), loudly, loudly)


@pytest.fixture
def with_dummy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written_runs, "TABLE_FORMATS", (*TABLE_FORMATS, DUMMY))


def test_no_suffix_stands_for_two_forms() -> None:
    suffixes = [suffix for form in TABLE_FORMATS for suffix in form.suffixes]
    assert len(set(suffixes)) == len(suffixes)


@pytest.mark.parametrize("name", ["run.csv", "run.CSV", "run.tsv", "run.txt", "run.dat", "run"])
def test_a_suffix_that_no_other_form_claims_is_csv(name: str, with_dummy: None) -> None:
    assert format_of(name) is CSV


def test_a_form_added_to_the_registry_is_written(tmp_path: Path, with_dummy: None) -> None:
    run = Run(Dataset.of([[1, 1], [0, 1]], [1, 0]), TrainingSettings())
    run.advance(6)
    for name in ("run.csv", "run.LOUD"):
        list(write_table(run, Selection(), str(tmp_path / name)))
    plain, loud = (tmp_path / "run.csv").read_text(), (tmp_path / "run.LOUD").read_text()
    assert len(plain.splitlines()) == run.visit + 1
    assert loud == "".join(line.replace(",", "!") + "!\n" for line in plain.splitlines())
