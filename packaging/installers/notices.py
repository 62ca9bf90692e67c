"""What goes into every artefact: our licence, those of others with their texts, and a list that machines read."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from installers import components, inner_parts, sbom
from installers.components import Component
from installers.product import PACKAGING, ROOT, TITLE

HEAD = PACKAGING / "third_party_head.md"
FILE = "THIRD_PARTY.md"
LIST = "sbom.cdx.json"
FOLDER = "licences"


def write(tree: Path, inside: str = "_internal") -> None:
    """Write them into the folder of the frozen program.

    Parameters
    ----------
    tree : Path
    inside : str
        Name of the folder in it where libraries lie.
    """
    components.check_owned(tree / inside)
    inner_parts.check_libraries(tree / inside)
    parts = [
        *components.runtime(),
        *components.libraries(),
        *components.carried(),
        *components.system_libraries(tree / inside),
    ]
    write_list(tree, parts)


def write_list(tree: Path, parts: Sequence[Component]) -> None:
    """Write our licence, the licences of components and what they hold of others, the table, and the list for machines.

    Parameters
    ----------
    tree : Path
        The folder to write into.
    parts : sequence of Component
    """
    parts = [*parts, *inner_parts.parts({part.name for part in parts})]
    tree.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / "LICENSE", tree / "LICENSE")
    rows = [f"| {part.name} | {part.version} | {part.licence} | {_copy(part, tree)} |" for part in parts]
    table = ["| what | version | licence | text |", "|---|---|---|---|", *rows]
    head = HEAD.read_text(encoding="utf-8").format(title=TITLE)
    (tree / FILE).write_text(head + "\n" + "\n".join(table) + "\n", encoding="utf-8")
    (tree / LIST).write_text(sbom.text(parts), encoding="utf-8")


def _copy(part: Component, tree: Path) -> str:
    """Copy the texts of a component, and return where they are."""
    if part.within:
        return f"`{FOLDER}/{part.within}`"
    folder = tree / FOLDER / part.name
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[str, bytes] = {}
    for text in part.texts:
        content, name = text.read_bytes(), text.name
        if content in names.values():
            continue
        while name in names:
            name = f"{text.parent.name}-{name}"
        names[name] = content
        (folder / name).write_bytes(content)
    return f"`{FOLDER}/{part.name}`"
