"""The program starts itself as it was installed, and programs of others without the libraries that it brings."""

from __future__ import annotations

import os
import sys

import pytest

from perceptron_gui.files.program.own_program import environment_of_others, own_command


def test_by_python_it_is_a_module_that_imports_nothing_of_the_current_folder() -> None:
    assert own_command() == [sys.executable, "-P", "-m", "perceptron_gui"]


def test_a_frozen_program_starts_itself_without_the_words_for_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command() == [sys.executable]


def test_so_does_the_one_that_starts_python_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys._xoptions, "launched", True)
    assert own_command() == [sys.executable]


@pytest.mark.parametrize(("before", "after"), [(None, None), ("/opt/lib", "/opt/lib")])
def test_programs_of_others_find_the_libraries_of_the_system(
    monkeypatch: pytest.MonkeyPatch, before: str | None, after: str | None
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/perceptron-lab/_internal")
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    env = environment_of_others()
    assert env.get("LD_LIBRARY_PATH") == after and "LD_LIBRARY_PATH_ORIG" not in env
    assert os.environ["LD_LIBRARY_PATH"] == "/usr/lib/perceptron-lab/_internal"


def test_from_source_the_environment_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/lib")
    assert environment_of_others() == dict(os.environ)
