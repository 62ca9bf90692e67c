"""The lessons that come with the program."""

from pathlib import Path

FOLDER = Path(__file__).parents[2] / "resources/lessons"


def shipped() -> dict[str, Path]:
    """Return the lessons by their names, in the order of the course: a number and a name make up a file's name."""
    paths = sorted(FOLDER.glob("*.lesson"))
    return {path.stem.partition("-")[2] or path.stem: path for path in paths}
