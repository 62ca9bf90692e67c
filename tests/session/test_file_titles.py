"""Files of the same name are told apart by as few folders as possible; any title makes the name of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.session.folders import file_name, file_titles


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


@pytest.mark.parametrize(
    "title", ["", "a/b\\c", "..", "\udce9", "x" * 500, "con:*?", "日本" * 99, " . ", "a\nb\0", "/Lecture 3/4", "-"]
)
def test_any_title_makes_the_name_of_a_file_and_that_name_itself(title: str, tmp_path: Path) -> None:
    name = file_name(title, "run")
    path = tmp_path / (name + ".perceptron")
    path.write_text("")
    assert path.parent == tmp_path and file_name(name, "run") == name
    assert not set(name) & set('<>:"|?*/\\\n')


def test_what_any_system_takes_in_a_name_stays() -> None:
    assert file_name("XOR, 2.5 & more (né) 🙂", "run") == "XOR, 2.5 & more (né) 🙂"
