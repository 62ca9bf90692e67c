"""The installer for Windows: what it takes along, what it leaves out, and that it removes just what it installs."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
import struct
import sys
import zipfile
from pathlib import Path

import pytest
from PySide6.QtGui import QImageReader

from installers import embedded, file_types, icons, pe, product, windows, windows_tree, windows_trimming
from installers.shell import BuildError
from perceptron_gui.files.program import languages

MACHINE = 0x8664
READS = pytest.mark.skipif(importlib.util.find_spec("pefile") is None, reason="python3 dev.py setup test installers")


def program(imports: list[str], delayed: list[str], machine: int = MACHINE) -> bytes:
    """Return a program for Windows of one section that does nothing but need libraries."""
    head, start, place = 0x80, 0x1000, 0x400
    sizes = {1: (20, 12), 13: (32, 4)}
    section, directories = b"", [0] * 32
    for number, names in ((1, imports), (13, delayed)):
        step, at = sizes[number]
        # One import by its number, from each library.
        table, texts = b"", struct.pack("<QQ", 2**63 + 1, 0)
        begin = start + len(section)
        for name in names:
            entry = bytearray(step)
            thunks = begin + step * (len(names) + 1)
            struct.pack_into("<2I", entry, 12, *(thunks, thunks) if number == 13 else (0, thunks))
            struct.pack_into("<I", entry, at, begin + step * (len(names) + 1) + len(texts))
            table, texts = table + entry, texts + name.encode() + b"\0"
        directories[2 * number] = begin
        section += table + bytes(step) + texts
    optional = struct.pack("<H106xI", 0x20B, 16) + struct.pack("<32I", *directories)
    coff = struct.pack("<HHIIIHH", machine, 1, 0, 0, 0, len(optional), 0)
    table = struct.pack("<8sIIII16x", b".rdata", len(section), start, len(section), place)
    front = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", head)
    return (front.ljust(head, b"\0") + b"PE\0\0" + coff + optional + table).ljust(place, b"\0") + section


@READS
def test_the_libraries_of_a_program_are_read_those_that_it_loads_later_too(tmp_path: Path) -> None:
    path = tmp_path / "a.dll"
    path.write_bytes(program(["KERNEL32.dll", "Qt6Core.dll"], ["dwmapi.dll"]))
    assert pe.needed(path) == ["dwmapi.dll", "kernel32.dll", "qt6core.dll"]


@READS
def test_a_program_for_another_processor_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.dll"
    path.write_bytes(program([], [], machine=0x14C))
    with pytest.raises(ValueError, match="not for 64-bit PCs"):
        pe.needed(path)


def write(tree: Path, files: dict[str, list[str]]) -> None:
    """Write libraries that need others."""
    for name, imports in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes(program(imports, []))


LIBRARIES = {
    "perceptron-gui.exe": ["kernel32.dll"],
    "python/_ctypes.pyd": ["python311.dll", "libffi-8.dll", "api-ms-win-crt-math-l1-1-0.dll"],
    "python/python311.dll": [],
    "python/libffi-8.dll": [],
    "lib/numpy/core.pyd": ["openblas.dll", "python311.dll"],
    "lib/numpy.libs/openblas.dll": [],
    "lib/shiboken6/Shiboken.pyd": ["msvcp140.dll"],
    "lib/shiboken6/msvcp140.dll": [],
    "lib/shiboken6/vcamp140.dll": ["d3dcompiler_47.dll"],
    "lib/PySide6/msvcp140.dll": [],
    "lib/PySide6/Qt6Core.dll": [],
    "lib/PIL/_imaging.cp311-win_amd64.pyd": ["python311.dll"],
    "lib/PIL/_webp_unused.cp311-win_amd64.pyd": ["python311.dll"],
    "lib/PySide6/Qt6Qml.dll": ["Qt6Core.dll", "ncrypt.dll"],
    "lib/PySide6/QtQml.pyd": ["Qt6Qml.dll"],
    "lib/PySide6/opengl32sw.dll": [],
    "lib/PySide6/designer.exe": ["nowhere.dll"],
    "lib/PySide6/plugins/platforms/qminimal.dll": ["Qt6Qml.dll"],
    **{f"lib/PySide6/Qt{name}.pyd": ["Qt6Core.dll"] for name in windows_trimming.QT_MODULES},
    **{f"lib/PySide6/plugins/{name}": ["Qt6Core.dll"] for name in windows_trimming.PLUGINS},
}


@READS
def test_what_nobody_needs_is_left_out(tmp_path: Path) -> None:
    write(tmp_path, LIBRARIES)
    windows_trimming.trim(tmp_path)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    unused = ("vcamp140", "unused", "Qml", "opengl32sw", "designer", "qminimal")
    assert left == {name for name in LIBRARIES if not any(word in name for word in unused)}


@READS
@pytest.mark.parametrize(("name", "needs"), [("python/x.pyd", "nowhere.dll"), ("lib/a/x.pyd", "beside-another.dll")])
def test_a_library_that_windows_would_not_find_stops_the_build(tmp_path: Path, name: str, needs: str) -> None:
    write(tmp_path, {**LIBRARIES, name: [needs], "lib/b/beside-another.dll": []})
    with pytest.raises(BuildError, match=f"{name} needs {needs}"):
        windows_trimming.trim(tmp_path)


def test_wheels_without_a_plugin_that_the_window_needs_stop_the_build(tmp_path: Path) -> None:
    write(tmp_path, {name: needs for name, needs in LIBRARIES.items() if "qwindows" not in name})
    with pytest.raises(BuildError, match=r"the wheels have no qwindows\.dll"):
        windows_trimming.trim(tmp_path)


def test_every_file_is_installed_and_removed_and_nothing_else(tmp_path: Path) -> None:
    for name in ("a.txt", "lib/b c.pyc", "lib/deep/d.pyd"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    install, remove = windows.file_list(tmp_path).split("!macro RemoveFiles")
    assert re.findall(r'SetOutPath "(.*)"|File "(.*)"', install) == [
        *(("$INSTDIR", ""), ("", str(tmp_path / "a.txt")), ("$INSTDIR\\lib", ""), ("", str(tmp_path / "lib/b c.pyc"))),
        *(("$INSTDIR\\lib\\deep", ""), ("", str(tmp_path / "lib/deep/d.pyd"))),
    ]
    assert re.findall(r'(Delete|RMDir) "\$INSTDIR\\(.*)"', remove) == [
        *(("Delete", "a.txt"), ("Delete", "lib\\b c.pyc"), ("Delete", "lib\\deep\\d.pyd")),
        *(("RMDir", "lib\\deep"), ("RMDir", "lib")),
    ]
    assert "/r" not in remove
    (tmp_path / "$x").write_text("")
    with pytest.raises(BuildError, match="would misread"):
        windows.file_list(tmp_path)


def test_the_script_is_told_all_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(windows, "run", lambda *words, **_: told.extend(map(str, words)))
    monkeypatch.setattr(windows, "FILES", tmp_path / "files.nsh")
    windows.pack(tmp_path, tmp_path / "x.ico", tmp_path / "made.exe", "1.2.3")
    script = windows.SCRIPT.read_text(encoding="utf-8")
    given = {word[2:].split("=")[0] for word in told if word.startswith("-D")} | {"NSISDIR"}
    given |= set(re.findall(r"!define (\w+)", script))
    given |= {name for names in re.findall(r"!macro \w+ (.*)", script) for name in names.split()}
    of_headers = {"If", "IfNot", "ElseIf", "Else", "EndIf", "AndIf", "FileExists", "Errors", "Silent", "AtLeastWin10"}
    of_headers |= {"GetParameters", "GetOptions", "RefreshShellIcons"}
    assert set(re.findall(r"\$\{(\w+)\}", script)) - given - of_headers == set()
    assert "-DVERSION=1.2.3" in told


def test_every_type_of_files_is_registered_with_its_icon_and_taken_back() -> None:
    install, remove = windows.type_list().split("!macro RemoveTypes")
    keys = [(f"PerceptronLab.{kind.name.capitalize()}", f".{kind.extension}") for kind in file_types.TYPES]
    assert re.findall(r'RemoveType "(.*?)" "(.*?)"', remove) == keys
    assert re.findall(r'InstallType "(.*?)" "(.*?)" "(.*?)" "(.*?)" "(.*?)"', install) == [
        (*key, f"$(Type{kind.name.capitalize()})", kind.mime, f"{kind.icon}.ico")
        for key, kind in zip(keys, file_types.TYPES, strict=True)
    ]
    opened = [key for (key, _), kind in zip(keys, file_types.TYPES, strict=True) if kind.is_opened]
    assert re.findall(r'InstallOpener "(.*)"', install) == opened == ["PerceptronLab.Session", "PerceptronLab.Lesson"]


def test_the_installer_says_all_that_it_says_in_every_language_of_the_program_and_english_where_windows_has_none() -> (
    None
):
    told: dict[str, dict[str, str]] = {}
    for word, language, text in re.findall(r'LangString (\w+) \$\{LANG_(\w+)\} "([^"$`]+)"', windows.speech()):
        told.setdefault(word, {})[language] = text
    written = json.loads(windows.WORDS.read_text(encoding="utf-8"))
    assert {*written} == {*languages.known()}
    names = [words["nsis"] for words in written.values()]
    assert names[0] == "English" and len({*names}) == len(names)
    assert re.findall("MUI_LANGUAGE (.*)", windows.speech()) == names
    named = re.findall(r"\$\((\w+)\)", windows.SCRIPT.read_text(encoding="utf-8") + windows.type_list())
    assert {*told} == {*named}
    for texts in told.values():
        assert [*texts] == names
        assert len({*texts.values()}) == len(names)
        assert len({product.TITLE in text for text in texts.values()}) == 1 and not re.search(
            "[{}]", "".join(texts.values())
        )
    assert told["TypeLesson"]["Spanish"] == "Lección de Perceptron Lab"


def test_the_installer_asks_nobody_for_a_language_and_is_removed_in_the_one_it_was_installed_in() -> None:
    script = windows.SCRIPT.read_text(encoding="utf-8")
    assert "LANGDLL" not in script and "MUI_LANGUAGE" not in script
    key = 'SHCTX "${UNINSTALL_KEY}" Language'
    assert f"WriteRegDWORD {key} $LANGUAGE" in script
    of_start = script.partition("Function un.onInit")[2].partition("FunctionEnd")[0]
    assert f"ReadRegDWORD $0 {key}" in of_start
    # There NSIS still has the words of Windows: what is refused to people is refused when that is over.
    assert "!insertmacro Refuse" not in of_start and "${If} ${Silent}\n        Call un.MayRemove" in of_start
    assert "MUI_CUSTOMFUNCTION_UNGUIINIT un.MayRemove" in script.partition("!insertmacro Speak")[0]


def test_a_word_that_nsis_would_misread_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "WORDS", tmp_path / "words.json")
    (tmp_path / "words.json").write_text('{"en": {"nsis": "English", "ForAll": "costs $5"}}')
    with pytest.raises(BuildError, match=r"would misread this: costs \$5"):
        windows.speech()


@pytest.mark.skipif(shutil.which("makensis") is None, reason="NSIS is not installed")
def test_nsis_takes_the_script_with_all_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "FILES", tmp_path / "files.nsh")
    tree = tmp_path / "tree"
    tree.mkdir()
    icons.write(tree, icons.ico)
    windows.pack(tree, tree / f"{product.NAME}.ico", tmp_path / "made.exe", "1.2.3")
    assert (tmp_path / "made.exe").read_bytes()[:2] == b"MZ"


def archive(path: Path, folder: str = "") -> bytes:
    """Return an embeddable Python of few files."""
    with zipfile.ZipFile(path, "w") as packed:
        for name in ("python311.dll", "python311.zip", "_ssl.pyd", "libssl-3.dll", "python.exe", "_socket.pyd"):
            packed.writestr(folder + name, name)
    return path.read_bytes()


@pytest.mark.parametrize("folder", ["", "cp311/"])
def test_python_comes_without_openssl_and_looks_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    content = archive(tmp_path / "x.zip", folder)
    monkeypatch.setattr(embedded, "archive", lambda: content)
    monkeypatch.setattr(embedded, "store_modules", lambda path: None)
    monkeypatch.setattr(sys, "version_info", (3, 11, 7, "final", 0))
    embedded.unpack(tmp_path / "python")
    names = {path.name for path in (tmp_path / "python").iterdir()}
    assert names == {"python311.dll", "python311.zip", "_socket.pyd", "python311._pth"}
    assert (tmp_path / "python/python311._pth").read_bytes() == b"python311.zip\r\n.\r\n..\\lib\r\n"


def test_a_python_of_another_series_cannot_compile_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 13, 1, "final", 0))
    with pytest.raises(BuildError, match=r"has Python 3\.11\.9: build it with a Python of that series"):
        embedded.unpack(tmp_path / "python")


def test_a_zip_that_is_not_python_orgs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "python.zip"
    content = archive(path)
    monkeypatch.setenv(embedded.SWITCH, str(path))
    with pytest.raises(BuildError, match=r"is not python-3\.11\.9-embed-amd64\.zip of python\.org"):
        embedded.archive()
    monkeypatch.setattr(embedded, "RELEASED", hashlib.sha256(content).hexdigest())
    assert embedded.archive() == content


def test_the_standard_library_is_packed_without_compression(tmp_path: Path) -> None:
    path = tmp_path / "python311.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("json/__init__.pyc", b"x" * 1000)
    embedded.store_modules(path)
    with zipfile.ZipFile(path) as packed:
        (info,) = packed.infolist()
        assert (info.filename, info.compress_type, packed.read(info)) == ("json/__init__.pyc", 0, b"x" * 1000)


def test_modules_are_compiled_and_their_sources_left_out(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package/__init__.py").write_text("answer = 42\n")
    windows_tree.compile_modules(tmp_path)
    (made,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert made.relative_to(tmp_path).as_posix() == "package/__init__.pyc"
    # Bit 0: it has a hash of its source; bit 1, not set: nobody looks for the source.
    assert made.read_bytes()[:8] == importlib.util.MAGIC_NUMBER + b"\1\0\0\0"
    (tmp_path / "wrong.py").write_text("def\n")
    with pytest.raises(BuildError, match="cannot be compiled"):
        windows_tree.compile_modules(tmp_path)


def test_the_icon_has_every_size(tmp_path: Path) -> None:
    icons.write(tmp_path, icons.ico)
    icons.write(tmp_path, icons.icns)
    for name in file_types.ICONS:
        reader = QImageReader(str(tmp_path / f"{name}.ico"))
        sizes = []
        for number in range(reader.imageCount()):
            reader.jumpToImage(number)
            image = reader.read()
            sizes.append(image.width())
            assert image.pixelColor(image.width() // 2, image.height() // 2).alpha() == 255
        assert tuple(sizes) == icons.ICO_SIZES
        check_icns((tmp_path / f"{name}.icns").read_bytes())


def check_icns(content: bytes) -> None:
    """Check that an icon of macOS has every picture in its size."""
    assert content[:4] == b"icns"
    assert struct.unpack(">I", content[4:8]) == (len(content),)
    place, kinds = 8, {}
    while place < len(content):
        kind, size = struct.unpack_from(">4sI", content, place)
        kinds[kind.decode()] = int.from_bytes(content[place + 8 + 16 : place + 8 + 20])
        place += size
    assert kinds == icons.ICNS_KINDS
