"""Files of the same name are told apart by as few folders as possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.session.file_titles import file_titles


@pytest.mark.parametrize(
    ("paths", "titles"),
    [
        (["/mon/a.csv", "/mon/b.csv"], ["a.csv", "b.csv"]),
        (["/mon/a.csv", "/tue/a.csv", "/tue/b.csv"], ["a.csv — mon", "a.csv — tue", "b.csv"]),
        (["/mon/x/a.csv", "/tue/x/a.csv", "/wed/a.csv"], ["a.csv — mon/x", "a.csv — tue/x", "a.csv — wed"]),
        (["/x/a.csv", "/mon/x/a.csv", "/a.csv"], ["a.csv — /x", "a.csv — mon/x", "a.csv — /"]),
        ([], []),
    ],
)
def test_alike_names_have_as_many_folders_as_tell_them_apart(paths: list[str], titles: list[str]) -> None:
    assert file_titles(paths) == [title.replace("/", str(Path("/"))) for title in titles]
