"""The installer for Windows: NSIS's, of a tree with Python, the libraries and the program; built on Linux."""

from __future__ import annotations

import json
from pathlib import Path

from installers import embedded, file_types, mingw, windows_tree
from installers.product import AUTHORS, DIST, NAME, PACKAGING, PROGRAM, TITLE, VERSION, WORK, commit_time
from installers.shell import BuildError, run
from installers.target import Target, size_of
from installers.windows_tree import ICON, TREE

SCRIPT = PACKAGING / "windows/installer.nsi"
WORDS = SCRIPT.with_name("words.json")
"""All that the installer says by itself, by language; NSIS has the rest under the name that stands with it."""
FILES = WORK / "windows/files.nsh"
FORBIDDEN = '$"`'
"""Signs that mean something else in NSIS's scripts."""


def build() -> list[Path]:
    """Lay the files out as they are installed, and pack them."""
    windows_tree.lay_out()
    DIST.mkdir(exist_ok=True)
    made = DIST / f"{NAME}-{VERSION}-windows-x86_64.exe"
    pack(TREE, TREE / ICON, made, VERSION)
    return [made]


def pack(tree: Path, icon: Path, made: Path, version: str) -> None:
    """Pack a folder.

    Parameters
    ----------
    tree : Path
    icon : Path
        Of the installer.
    made : Path
        The installer.
    version : str
        What it says.
    """
    words = {"TITLE": TITLE, "NAME": NAME, "PROGRAM": PROGRAM, "WINDOW_PROGRAM": mingw.WINDOW_PROGRAM}
    words |= {"VERSION": version, "NUMBERS": ".".join(mingw.version_numbers()), "AUTHORS": AUTHORS}
    words |= {"ICON": ICON, "PYTHON": embedded.LIBRARY}
    words |= {"ICON_FILE": str(icon), "MADE": str(made), "KILOBYTES": str(size_of(tree) // 1024)}
    defines = [f"-D{name}={value}" for name, value in words.items()]
    FILES.write_text(speech() + file_list(tree) + type_list(), encoding="utf-8")
    # The target first: all plugins and headers are chosen by it.
    env = {"SOURCE_DATE_EPOCH": str(commit_time())}
    include = f"-X!include /CHARSET=UTF8 {FILES}"
    run("makensis", "-V2", "-WX", "-XTarget amd64-unicode", *defines, include, SCRIPT, env=env)


def speech() -> str:
    """Return a macro of NSIS's that lets the installer speak every language, English where Windows has another."""
    said = ["!macro Speak"]
    for language, words in json.loads(WORDS.read_text(encoding="utf-8")).items():
        name = words.pop("nsis")
        said.append(f"!insertmacro MUI_LANGUAGE {name}")
        words |= {_type_words(kind): kind.titles[language] for kind in file_types.TYPES}
        for word, text in words.items():
            if set(text) & set(FORBIDDEN):
                raise BuildError(f"NSIS would misread this: {text}")
            said.append(f'LangString {word} ${{LANG_{name}}} "{text.format(title=TITLE)}"')
    return "\n".join([*said, "!macroend", ""])


def file_list(tree: Path) -> str:
    """Return two macros of NSIS's: one that installs every file of a folder, and one that removes just these.

    Parameters
    ----------
    tree : Path
    """
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    if wrong := [path.name for path in files if set(path.name) & set(FORBIDDEN)]:
        raise BuildError(f"NSIS would misread these names: {', '.join(wrong)}")
    folders = sorted({folder for path in files for folder in path.relative_to(tree).parents if folder.parts})
    install = ["!macro InstallFiles"]
    for folder in [Path(), *folders]:
        install.append(f'SetOutPath "{_place(folder)}"')
        install += [f'File "{path}"' for path in files if path.relative_to(tree).parent == folder]
    # Not in the folder that is to go.
    remove = ["!macro RemoveFiles", 'SetOutPath "$TEMP"']
    remove += [f'Delete "{_place(path.relative_to(tree))}"' for path in files]
    remove += [f'RMDir "{_place(folder)}"' for folder in reversed(folders)]
    return "\n".join([*install, "!macroend", *remove, "!macroend", ""])


def type_list() -> str:
    """Return two macros of NSIS's: one that tells Windows of the types of files, and one that takes that back."""
    told, back = ["!macro InstallTypes"], ["!macro RemoveTypes"]
    for kind in file_types.TYPES:
        key = f'"PerceptronLab.{kind.name.capitalize()}" ".{kind.extension}"'
        told.append(f'!insertmacro InstallType {key} "$({_type_words(kind)})" "{kind.mime}" "{kind.icon}.ico"')
        if kind.is_opened:
            told.append(f'!insertmacro InstallOpener "PerceptronLab.{kind.name.capitalize()}"')
        back.append(f"!insertmacro RemoveType {key}")
    return "\n".join([*told, "!macroend", *back, "!macroend", ""])


def _type_words(kind: file_types.FileType) -> str:
    return f"Type{kind.name.capitalize()}"


def _place(path: Path) -> str:
    return "\\".join(["$INSTDIR", *path.parts])


TARGET = Target(
    "windows",
    "the installer for Windows, silent where asked",
    build,
    programs={"makensis": "nsis", **mingw.PROGRAMS},
    most_mb=55,
)
