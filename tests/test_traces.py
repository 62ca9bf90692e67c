"""What a test changes for those after it is found, and put back."""

import os
import sys
from pathlib import Path

import numpy as np

from tests.traces import Traces


def test_a_changed_environment_folder_and_path_are_told_and_put_back(tmp_path: Path) -> None:
    before, folder = Traces(), Path.cwd()
    os.environ["PERCEPTRON_LAB_LEFT"] = "1"
    del os.environ["PERCEPTRON_LAB_CONFIG"]
    os.chdir(tmp_path)
    sys.path.append("left")
    told = before.changed(Traces())
    assert [line.split()[0] for line in told] == ["environment", "folder", "sys_path"]
    assert "PERCEPTRON_LAB_LEFT was None, is '1'" in told[0]
    before.put_back()
    assert before.changed(Traces()) == []
    assert Path.cwd() == folder
    assert "left" not in sys.path


def test_a_way_to_write_numbers_that_was_changed_is_told() -> None:
    before = Traces()
    with np.errstate(all="ignore"):
        told = before.changed(Traces())
    assert [line.split()[0] for line in told] == ["numpy"]


def test_a_library_that_was_imported_meanwhile_is_no_change() -> None:
    before, after = Traces(), Traces()
    after._others["pyqtgraph"] = {"antialias": True}
    before._others.pop("pyqtgraph", None)
    assert before.changed(after) == []
