"""A form of the table that is added to the registry is offered by the dialog, and written from the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from perceptron_gui.files.output import written_runs
from perceptron_gui.files.output.written_runs import TABLE_FORMATS
from perceptron_gui.session.output.run_table import Selection
from tests.files.test_table_formats import DUMMY
from tests.gui.conftest import Desk
from tests.session.bench import XOR


def test_a_form_added_to_the_registry_is_in_the_dialog_and_is_written(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []

    def answer(parent: object, title: str, suggestion: str, filters: str, **_: object) -> tuple[str, str]:
        shown.append(filters)
        return str(tmp_path / "run"), DUMMY.file_filter

    monkeypatch.setattr(written_runs, "TABLE_FORMATS", (*TABLE_FORMATS, DUMMY))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    desk.show(XOR)
    desk.do("run.step")
    desk.settle()
    desk.commands.panels.export(Selection())
    desk.wait(lambda: desk.message == "Wrote run.loud.")
    assert shown == ["Points files (*.csv *.tsv *.txt);;Loud files (*.loud);;All files (*)"]
    assert (tmp_path / "run.loud").read_text().startswith("visit!epoch!point!")
