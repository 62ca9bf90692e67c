"""Shared libraries and programs of Linux: what they need, and whether they can be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

MAGIC = b"\x7fELF\x02\x01"


def is_elf(path: Path) -> bool:
    """Whether a path is a program or library for 64 bits, and no link.

    Parameters
    ----------
    path : Path
    """
    if path.is_symlink() or not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def elf_files(tree: Path) -> list[Path]:
    """Return all programs and libraries in a folder.

    Parameters
    ----------
    tree : Path
    """
    return sorted(path for path in tree.rglob("*") if is_elf(path))


def needed(path: Path) -> list[str]:
    """Return the names of the libraries that the loader looks for with this one."""
    from elftools.elf.dynamic import DynamicSection  # of the list "installers"
    from elftools.elf.elffile import ELFFile

    with open(path, "rb") as file:
        dynamic = (section for section in ELFFile(file).iter_sections() if isinstance(section, DynamicSection))
        return [tag.needed for section in dynamic for tag in section.iter_tags("DT_NEEDED")]


def run_path(path: Path) -> list[str]:
    """Return the folders in which the loader looks first for what a file needs, as the file names them."""
    from elftools.elf.dynamic import DynamicSection  # of the list "installers"
    from elftools.elf.elffile import ELFFile

    with open(path, "rb") as file:
        dynamic = (section for section in ELFFile(file).iter_sections() if isinstance(section, DynamicSection))
        tags = [tag for section in dynamic for tag in section.iter_tags()]
    paths = (getattr(tag, tag.entry.d_tag[3:].lower()) for tag in tags if tag.entry.d_tag in ("DT_RPATH", "DT_RUNPATH"))
    return [folder for path in paths for folder in path.split(":") if folder]


def is_aligned(path: Path) -> bool:
    """Whether the loader can map the file: `strip` damages some that were patched after they were linked."""
    from elftools.elf.elffile import ELFFile

    with open(path, "rb") as file:
        loads = [part.header for part in ELFFile(file).iter_segments("PT_LOAD")]
    return all(h.p_align <= 1 or h.p_offset % h.p_align == h.p_vaddr % h.p_align for h in loads)


def reachable(
    roots: Iterable[Path], libraries: dict[str, Path], ask: Callable[[Path], list[str]] | None = None
) -> tuple[set[Path], set[str]]:
    """Return what programs and libraries need, directly or not.

    Parameters
    ----------
    roots : iterable of Path
        What is loaded by its name.
    libraries : dict of str to Path
        The libraries beside them, by the names that the loader looks for.
    ask : callable or None
        Tells the names that a file needs; None asks `needed`.

    Returns
    -------
    tuple of set of Path and set of str
        Those of `libraries` that are needed, and the names that are not among them.
    """
    found: set[Path] = set()
    elsewhere: set[str] = set()
    left = list(roots)
    while left:
        for name in (ask or needed)(left.pop()):
            library = libraries.get(name)
            if library is None:
                elsewhere.add(name)
            elif library not in found:
                found.add(library)
                left.append(library)
    return found, elsewhere
