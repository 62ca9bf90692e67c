"""Whether an artefact has all that the program reads: lessons, languages, fonts, guide, data, and Qt's own words.

What is compared is the tree that it was built from, file by file: what is new there must be in it without a word here.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

from installers.product import ROOT
from installers.shell import BuildError
from installers.trimming import LOCALE, QT_LANGUAGES

RESOURCES = "perceptron_gui/resources"
TREE = ROOT / RESOURCES
KINDS = {
    "lessons": "lessons/*.lesson",
    "languages": "locale/*/perceptron_lab.po",
    "fonts": "fonts/*.[ot]tf",
    "pages of the guide": "**/guide/*.md",
    "data sets": "data/*.csv",
}
"""What is counted for the table; none of them may be empty."""


def check(package: Path | zipfile.Path, qt_words: Path | None = None) -> str:
    """Return what of each kind is there.

    Parameters
    ----------
    package : Path or zipfile.Path
        The folder in which ``perceptron_gui`` lies.
    qt_words : Path or None
        The folder of Qt's catalogues; None where Qt is not inside.

    Raises
    ------
    BuildError
        When a file is missing, or is not as in the tree.
    """
    files = sorted(path.relative_to(TREE) for path in TREE.rglob("*") if path.is_file())
    wrong = [str(file) for file in files if not _is_same(package.joinpath(RESOURCES, *file.parts), TREE / file)]
    if qt_words:
        wrong += [name for name in _qt_catalogues() if not (qt_words / name).is_file()]
    if wrong:
        raise BuildError(f"missing, or not as in the tree: {', '.join(wrong[:20])}")
    counts = {name: len(list(TREE.glob(pattern))) for name, pattern in KINDS.items()}
    if none := [name for name, count in counts.items() if not count]:
        raise BuildError(f"the tree itself has no {', '.join(none)}")
    words = [f"{len(_qt_catalogues())} of Qt's catalogues"] if qt_words else []
    return ", ".join([f"{len(files)} files", *(f"{count} {name}" for name, count in counts.items()), *words])


def _is_same(there: Path | zipfile.Path, here: Path) -> bool:
    return there.is_file() and there.read_bytes() == here.read_bytes()


def _qt_catalogues() -> list[str]:
    """Return the names of Qt's catalogues in the languages that the program speaks, as far as Qt speaks them."""
    return [f"qtbase_{name}.qm" for name in QT_LANGUAGES if (LOCALE / name).is_dir()]
