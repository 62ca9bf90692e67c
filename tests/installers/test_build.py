"""How installers are put together: what is built after what, what is left out, and what is said of the parts."""

from __future__ import annotations

import base64
import configparser
import glob
import hashlib
import io
import itertools
import json
import re
import struct
import sys
import tarfile
import tomllib
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

import PySide6
import pytest

import twice
from installers import (
    components,
    contents,
    deb,
    desktop_files,
    elf,
    embedded,
    file_types,
    frozen,
    inner_parts,
    manual,
    notices,
    product,
    registry,
    sbom,
    table,
    trimming,
    wheels,
    windows_trimming,
)
from installers.components import Component
from installers.debian_licences import licence_of
from installers.forms import WORKFLOWS
from installers.shell import BuildError, run
from installers.target import Target, size_of
from perceptron_gui.cli.command_line import Parser
from perceptron_gui.cli.command_registry import COMMANDS
from perceptron_gui.files import lessons, sessions
from perceptron_gui.files.program import languages
from perceptron_gui.gui.app import DESKTOP_ID
from perceptron_gui.session.programs.written_program import TEMPLATES
from perceptron_gui.translation import ENGLISH

LANG = "{http://www.w3.org/XML/1998/namespace}lang"
"""What names the language of a part of a file in XML."""


def target(name: str, *needs: str, systems: tuple[str, ...] = ("linux", "win32", "darwin")) -> Target:
    return Target(name, "", list, needs=needs, systems=systems)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be three targets, of which one is for no system."""
    targets = (target("stick", "deb"), target("deb", "frozen"), target("frozen"), target("other", systems=("none",)))
    monkeypatch.setattr(registry, "TARGETS", {each.name: each for each in targets})


def test_what_a_library_of_linux_needs_is_read_and_whether_the_loader_can_map_it(tmp_path: Path) -> None:
    pytest.importorskip("elftools", reason="python3 dev.py setup test installers")
    library = next(Path(PySide6.__file__).parent.glob("QtWidgets*.so"), None)
    if library is None:
        pytest.skip("libraries of Linux are read there")
    assert "libQt6Widgets.so.6" in elf.needed(library)
    assert elf.is_aligned(library)
    content = bytearray(library.read_bytes())
    (start,), (size,) = struct.unpack_from("<Q", content, 32), struct.unpack_from("<H", content, 54)
    rows = (start + i * size for i in range(struct.unpack_from("<H", content, 56)[0]))
    first = next(row for row in rows if struct.unpack_from("<I", content, row) == (1,))
    struct.pack_into("<Q", content, first + 8, struct.unpack_from("<Q", content, first + 8)[0] + 8)
    damaged = tmp_path / "damaged.so"
    damaged.write_bytes(content)
    assert not elf.is_aligned(damaged)


def test_a_target_is_built_after_what_it_needs_and_once(three: None) -> None:
    assert [each.name for each in registry.chosen(["stick", "deb"])] == ["frozen", "deb", "stick"]
    assert [each.name for each in registry.chosen([])] == ["frozen", "deb", "stick"]


def test_an_unknown_target_and_one_for_another_system_are_refused(three: None) -> None:
    with pytest.raises(BuildError, match="there is no target 'msi'; there are: stick, deb, frozen, other"):
        registry.chosen(["msi"])
    with pytest.raises(BuildError, match="other is built on none only"):
        registry.chosen(["other"])


def test_sizes_count_files_once_and_no_links(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("folder/file")
    assert size_of(tmp_path) == 5
    assert size_of(tmp_path / "folder/file") == 5
    assert Target("x", "", list, most_mib=2).most_bytes == 2 * 2**20
    assert Target("x", "", list, most_mb=2).most_bytes == 2e6


def test_a_table_has_columns_as_wide_as_their_cells() -> None:
    assert table.table([["a", "b"], ["long", "c"]]) == "a     b\n----  -\nlong  c"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a frozen program whose libraries are text: the names of those that they need."""
    inside = tmp_path / "program/_internal"
    files = {
        "PySide6/QtGui.abi3.so": "libQt6Gui.so.6 libc.so.6",
        "PySide6/Qt/lib/libQt6Gui.so.6": "libicu.so libEGL.so.1",
        "PySide6/Qt/lib/libQt6Network.so.6": "libssl.so",
        "PySide6/Qt/plugins/platforms/libqxcb.so": "libxcb-cursor.so.0",
        "PySide6/Qt/plugins/platforms/libqvnc.so": "libQt6Network.so.6",
        "PySide6/QtPrintSupport.abi3.so": "libQt6PrintSupport.so.6",
        "PySide6/Qt/lib/libQt6PrintSupport.so.6": "libQt6Gui.so.6",
        "PySide6/Qt/plugins/printsupport/libcupsprintersupport.so": "libQt6PrintSupport.so.6 libcups.so.2",
        "libicu.so": "libstdc++.so.6",
        "libssl.so": "",
        "libstdc++.so.6": "",
        "libxcb-cursor.so.0": "libxcb.so.1",
        "libpython3.11.so.1.0": "libm.so.6",
        "numpy.libs/libblas.so": "",
        "numpy/core.so": "libblas.so",
    }
    for name, needs in files.items():
        (inside / name).parent.mkdir(parents=True, exist_ok=True)
        (inside / name).write_text(needs)
    (inside / "libQt6Network.so.6").symlink_to("PySide6/Qt/lib/libQt6Network.so.6")
    monkeypatch.setattr(elf, "is_elf", lambda path: path.is_file() and not path.is_symlink())
    monkeypatch.setattr(elf, "needed", lambda path: path.read_text().split())
    return inside


def test_what_nobody_needs_is_left_out_and_what_the_system_has_is_not_brought(tree: Path) -> None:
    needs = trimming.trim(tree)
    left = {path.name for path in tree.rglob("*") if path.is_file() or path.is_symlink()}
    assert needs == {"libc.so.6", "libcups.so.2", "libEGL.so.1", "libm.so.6", "libstdc++.so.6", "libxcb.so.1"}
    assert {"libqvnc.so", "libQt6Network.so.6", "libssl.so", "libstdc++.so.6"}.isdisjoint(left)
    assert {"libqxcb.so", "libicu.so", "libxcb-cursor.so.0", "libpython3.11.so.1.0", "libblas.so"} <= left


def test_what_prints_stays_and_the_system_has_the_printers(tree: Path) -> None:
    assert "libcups.so.2" in trimming.trim(tree)
    assert (tree / "PySide6/Qt/plugins/printsupport/libcupsprintersupport.so").is_file()
    assert (tree / "PySide6/Qt/lib/libQt6PrintSupport.so.6").is_file()
    assert "PrintSupport" in windows_trimming.QT_MODULES, "Windows has its printers in that library, and no plugin"


def test_a_library_that_is_nowhere_stops_the_build(tree: Path) -> None:
    (tree / "libicu.so").write_text("libnowhere.so.1")
    with pytest.raises(BuildError, match=r"neither in the program nor known to be in the system: libnowhere\.so\.1"):
        trimming.trim(tree)


def test_the_package_depends_on_what_the_libraries_need() -> None:
    needs = ["libc.so.6", "libEGL.so.1", "libX11.so.6", "libglib-2.0.so.0", "libgthread-2.0.so.0"]
    assert deb.dependencies(needs) == [
        "libc6 (>= 2.36)",
        *("fontconfig", "libegl1", "libglib2.0-0", "libx11-6", "xkb-data"),
    ]
    text = deb.control_text(needs, 4096)
    assert "\nInstalled-Size: 4\n" in text
    assert text.endswith("everything is included.\n")


def test_the_package_says_its_changes_in_debians_form() -> None:
    head, *_, foot = deb.changelog_text().splitlines()
    assert head == f"perceptron-lab ({product.VERSION}) unstable; urgency=medium"
    assert re.fullmatch(r" -- .+ <\S+@\S+>  \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+]0000", foot)


def test_whatever_debians_checker_is_told_to_pass_over_says_why() -> None:
    lines = (product.PACKAGING / "linux/lintian-overrides").read_text(encoding="utf-8").splitlines()
    for before, line in itertools.pairwise(lines):
        if line and not line.startswith("#"):
            assert line.startswith("perceptron-lab: ") and before, line
            assert before.startswith("# ") or before.startswith("perceptron-lab: "), line


def part(name: str, text: Path, licence: str = "MIT") -> Component:
    return Component(name, "1.0", licence, f"pkg:pypi/{name}@1.0", (text,))


def test_every_part_has_its_licence_beside_the_program(tmp_path: Path) -> None:
    text = tmp_path / "LICENSE.txt"
    text.write_text("words of a licence")
    made = tmp_path / "made"
    notices.write_list(made, [part("one", text), part("two", text, "Zlib")])
    for name in ("one", "two"):
        assert (made / "licences" / name / "LICENSE.txt").read_text() == "words of a licence"
    words = (made / "THIRD_PARTY.md").read_text(encoding="utf-8")
    assert "| one | 1.0 | MIT | `licences/one` |" in words
    assert "_internal/PySide6/Qt/lib/libQt6*.so.6" in words
    assert (made / "LICENSE").read_text().startswith("MIT License")


def test_the_list_of_parts_is_the_same_every_time(tmp_path: Path) -> None:
    parts = [part("one", tmp_path), part("two", tmp_path, "MIT AND Zlib")]
    data = json.loads(sbom.text(parts))
    assert sbom.text(parts) == sbom.text(parts)
    assert [each["purl"] for each in data["components"]] == ["pkg:pypi/one@1.0", "pkg:pypi/two@1.0"]
    assert data["components"][1]["licenses"] == [{"expression": "MIT AND Zlib"}]
    assert data["dependencies"][0]["dependsOn"] == ["pkg:pypi/one@1.0", "pkg:pypi/two@1.0"]


def test_no_list_of_parts_is_made_with_one_whose_licence_nobody_knows(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="licence of two"):
        sbom.text([part("one", tmp_path), part("two", tmp_path, "")])


FREE = "Permission is hereby granted, free of charge, to any person obtaining a copy"
MACHINES = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
OTHERS = "Files: debian/*\nCopyright: somebody\nLicense: GPL-2+\n"


@pytest.mark.parametrize(
    ("package", "text", "licence"),
    [
        ("libffi8", f"{MACHINES}Files: *\nLicense: Expat\n {FREE}\n\n{OTHERS}", "MIT"),
        ("libbrotli1", f"{MACHINES}Files: *\nLicense: MIT\n\n{OTHERS}\nLicense: MIT\n {FREE}\n", "MIT"),
        ("libxcb1", f"{MACHINES}Files: *\nLicense: MIT/X\n {FREE}\n Except as  contained in this notice,\n the name of",
         "X11"),
        ("libuuid1", f"{MACHINES}Files: *\nLicense: GPL-2+\n\nFiles: libuuid/*\n lib/*\nLicense: BSD-3-clause\n",
         "BSD-3-Clause"),
        ("libzstd1", f"{MACHINES}{OTHERS}\nFiles: *\nLicense: BSD-3-clause or GPL-2\n", "BSD-3-Clause OR GPL-2.0-only"),
        ("liblzma5", f"{MACHINES}License:\n Different ones\n\nFiles: *\nLicense: PD\n As you like.\n",
         "LicenseRef-public-domain"),
        ("libxkbcommon0", f"{FREE}\nExcept as contained in this notice, the names of the authors\n\n"
         "Permission to use, copy, modify, and distribute this\nsoftware", "X11 AND HPND"),
    ],
)  # fmt: skip
def test_packages_of_debian_say_their_licences_themselves(package: str, text: str, licence: str) -> None:
    assert licence_of(package, text) == licence
    listed = json.loads(sbom.text([part(package, Path(), licence)]))["components"][0]["licenses"]
    assert listed == (
        [{"expression": licence}] if "-public" in licence or " " in licence else [{"license": {"id": licence}}]
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "All rights reserved.",
        f"{MACHINES}{OTHERS}",
        f"{MACHINES}Files: *\nLicense: Beerware\n",
        f"{MACHINES}Files: *\nLicense: MIT\n",
    ],
)
def test_a_licence_that_nobody_has_looked_at_ends_the_build(text: str) -> None:
    with pytest.raises(BuildError, match="licence of libnew1 is not known"):
        licence_of("libnew1", text)


def test_the_licence_of_every_locked_library_is_known() -> None:
    assert components.locked()["numpy"]
    assert not components.locked().keys() - components.LICENCES.keys()
    for each in components.libraries():
        assert each.texts, each.name
        assert all(text.is_file() for text in each.texts)


def test_fonts_and_data_of_others_come_with_their_licences() -> None:
    for each in components.carried():
        assert all(text.stat().st_size for text in each.texts), each.name
    listed = json.loads(sbom.text(components.carried()))["components"]
    assert {each["name"]: each["type"] for each in listed} == {
        "Inter": "library", "STIX Two": "library", "Noto Sans": "library", "Iris": "data",
        "Palmer penguins": "data", "UCI Wine": "data",
    }  # fmt: skip


def test_no_font_and_no_data_set_comes_without_somebody_who_holds_its_rights() -> None:
    """And of every library in a wheel, and what Qt is linked with, the list says the licence."""
    holders = {"Inter": "Inter-", "STIX Two": "STIXTwo", "Noto Sans": "NotoSans", "Iris": "iris", "UCI Wine": "wine",
               "Palmer penguins": "penguins"}  # fmt: skip
    assert holders.keys() == {each.name for each in components.carried()}
    files = [*components.FONTS.glob("*.[ot]tf"), *components.DATA.glob("*.csv")]
    assert not [path.name for path in files if not path.name.startswith(tuple(holders.values()))]
    if sys.platform == "linux":
        brought = [path.as_posix() for path in Path(PySide6.__file__).parents[1].glob("*.libs/*")]
        rows = inner_parts.ROW.findall(components.INSIDE_OTHERS.read_text(encoding="utf-8"))
        for place in (where for _, where, _, _ in rows if inner_parts.LIBRARY.match(where)):
            assert any(f"/{place}" in path for path in brought), f"no wheel brings {place} any more"
    listed = json.loads(sbom.text([*components.libraries(), *inner_parts.parts({inner_parts.QT, "numpy", "pillow"})]))
    licences = {each["name"]: each["licenses"] for each in listed["components"]}
    assert all(licences.values())
    wanted = ("PCRE2", "HarfBuzz", "ICU", "libpng", "Unicode Character Database", "Public Suffix List")
    assert {f"{name} (pyside6-essentials)" for name in ("Qt", *wanted)} <= licences.keys()
    assert licences["OpenBLAS (numpy)"] == [{"license": {"id": "BSD-3-Clause"}}]
    assert "LibTIFF (pillow)" in licences
    # As Qt's own qt_attribution.json says.
    for name, licence in {
        "Smooth scaling": "BSD-2-Clause AND Imlib2",
        "libpng": "Libpng AND libpng-2.0",
        "libdbus-1 headers": "AFL-2.1 OR GPL-2.0-or-later",
        "Vulkan API Registry": "Apache-2.0 OR MIT",
        "FreeType, PCF fonts": "MIT AND MIT-open-group",
    }.items():
        assert licences[f"{name} (pyside6-essentials)"] == [{"expression": licence}]
    holders_of = {
        name: whose for name, _, _, whose in inner_parts.ROW.findall(components.INSIDE_OTHERS.read_text("utf-8"))
    }
    assert "Colin Plumb" in holders_of["MD5"] and "Alexander Peslyak" in holders_of["MD4"]
    # Their list is of this series of Qt: with another one somebody must look at it again.
    assert components.locked()[inner_parts.QT].startswith("6.10.")


def test_what_came_along_from_the_builders_machine_ends_the_build(tmp_path: Path) -> None:
    for name in ("numpy", "numpy.libs", "pillow.libs", "PySide6", "PIL", "json", "_pyi_rth_utils", "perceptron_gui"):
        (tmp_path / name).mkdir()
    (tmp_path / "heapq.pyc").touch()
    (tmp_path / "python3.11").mkdir()
    (tmp_path / "libQt6Core.so.6").symlink_to("PySide6/Qt/lib/libQt6Core.so.6")
    components.check_owned(tmp_path)
    (tmp_path / "numpy.libs/libnew-1.so").touch()
    with pytest.raises(BuildError, match="libnew-1"):
        inner_parts.check_libraries(tmp_path)
    (tmp_path / "pytest").mkdir()
    with pytest.raises(BuildError, match="came along: pytest"):
        components.check_owned(tmp_path)


def test_a_package_lacks_nothing_that_is_new_in_the_tree(tmp_path: Path) -> None:
    """A folder, and a wheel, which is read without being unpacked."""
    wheel = tmp_path / "all.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for path in contents.TREE.rglob("*"):
            if path.is_file():
                packed.write(path, path.relative_to(product.ROOT))
    told = contents.check(zipfile.Path(wheel))
    assert f"{len(languages.known()) - 1} languages" in told
    words = tmp_path / "translations"
    words.mkdir()
    for name in ("ar", "de", "es", "fr", "pt_BR"):
        (words / f"qtbase_{name}.qm").touch()
    with pytest.raises(BuildError, match=r"as in the tree: qtbase_zh_CN.qm$"):
        contents.check(product.ROOT, words)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    there = tmp_path / contents.RESOURCES
    lesson, catalogue = next(there.glob("lessons/*")), there / "locale/de/perceptron_lab.po"
    lesson.unlink()
    catalogue.write_text("older", encoding="utf-8")
    with pytest.raises(BuildError, match=rf"lessons/{lesson.name}, locale/de/perceptron_lab.po$"):
        contents.check(tmp_path)


def test_two_builds_are_told_apart_by_the_file_that_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twice, "PLACE", tmp_path / "unpacked")
    folders = [tmp_path / name for name in ("one", "other")]
    for folder, word in zip(folders, ("a", "b"), strict=True):
        folder.mkdir()
        (folder / "same.txt").write_text("same")
        (folder / "SHA256SUMS").write_text(word)
        with zipfile.ZipFile(folder / "p.whl", "w") as packed:
            packed.writestr(zipfile.ZipInfo("p/same.py"), "")
            packed.writestr(zipfile.ZipInfo("p/other.py"), word)
    rows, is_same = twice.compared(*folders)
    assert not is_same
    told = {name: (outcome, remark) for name, outcome, remark in rows}
    assert told["same.txt"][0] == "same"
    assert told["SHA256SUMS"][0] == "may differ"
    assert told["p.whl"] == ("DIFFERS", "1 files in it: p/other.py")
    (folders[0] / "p.whl").unlink()
    assert twice.compared(*folders)[0][1][1:] == ["DIFFERS", f"there is no {folders[0] / 'p.whl'}"]
    (folders[1] / "p.whl").unlink()
    assert twice.compared(*folders)[1]


def test_an_sdist_says_nothing_of_who_packed_it(tmp_path: Path) -> None:
    made = []
    for turn, mode in enumerate((0o600, 0o664)):
        source = tmp_path / f"{turn}.tar.gz"
        with tarfile.open(source, "w:gz") as packed:
            for name in ("p/b.py", "p/a.py") if turn else ("p/a.py", "p/b.py"):
                info = tarfile.TarInfo(name)
                info.mode, info.mtime, info.uname, info.size = mode, turn, f"user{turn}", 1
                packed.addfile(info, io.BytesIO(name[2:3].encode()))
        wheels.settle_source(source, tmp_path / f"settled-{turn}.tar.gz")
        made.append((tmp_path / f"settled-{turn}.tar.gz").read_bytes())
    assert made[0] == made[1]
    with tarfile.open(tmp_path / "settled-0.tar.gz") as packed:
        assert packed.getnames() == ["p/a.py", "p/b.py"]
        assert {(each.mode, each.mtime, each.uname) for each in packed} == {(0o644, product.commit_time(), "")}


def test_menu_entry_type_and_program_name_each_other() -> None:
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[method-assign,assignment]
    entry.read(desktop_files.RESOURCES / f"{DESKTOP_ID}.desktop", encoding="utf-8")
    words = entry["Desktop Entry"]
    assert desktop_files.APP_ID == DESKTOP_ID
    assert words["MimeType"].split(";") == [*(kind.mime for kind in file_types.TYPES if kind.is_opened), ""]
    assert words["Exec"] == "perceptron-gui %f"
    assert "Education" in words["Categories"].split(";")
    assert (desktop_files.RESOURCES / f"{words['Icon']}.svg").exists()


def test_a_linux_desktop_knows_every_type_of_files_by_its_name_and_icon() -> None:
    told = ElementTree.parse(desktop_files.RESOURCES / "perceptron-lab.xml").getroot()
    found = [
        (
            each.get("type"),
            *(part.text or part.get("name") or part.get("pattern") for part in each if not part.get(LANG)),
        )
        for each in told
    ]
    assert found == [(kind.mime, kind.title, kind.icon, f"*.{kind.extension}") for kind in file_types.TYPES]
    assert [kind.extension for kind in file_types.TYPES] == [
        suffix.lstrip(".") for suffix in (sessions.SUFFIX, lessons.SUFFIX, lessons.ANSWERS_SUFFIX)
    ]
    manifest = (product.PACKAGING / f"flatpak/{DESKTOP_ID}.yml").read_text(encoding="utf-8")
    renamed = manifest.partition("rename-mime-icons:\n")[2].partition("finish-args")[0]
    assert [line.strip("- ") for line in renamed.splitlines()] == [*file_types.ICONS]


def test_the_metadata_of_the_software_centre_is_filled_in() -> None:
    root = ElementTree.fromstring(desktop_files._metainfo().encode())
    assert root.findtext("id") == DESKTOP_ID
    opened = [kind.mime for kind in file_types.TYPES if kind.is_opened]
    assert [each.text for each in root.iterfind("provides/mediatype")] == opened
    assert "{" not in desktop_files._metainfo()


def test_a_remark_of_the_software_centre_that_nobody_gave_a_reason_for_ends_the_build() -> None:
    known = "P: x.y.Z:3: cid-contains-uppercase-letter x.y.Z\nI: x.y.Z:14: unknown-tag developer\nValidation was good"
    desktop_files.check_metainfo(known)
    for remark in ("I: x.y.Z:9: unknown-tag owner", "W: x.y.Z:~: release-time-missing", "E: x.y.Z:2: tag-empty name"):
        with pytest.raises(BuildError, match=remark.split(": ")[-1]):
            desktop_files.check_metainfo(f"{known}\n{remark}")
    with pytest.raises(BuildError, match="did not answer"):
        desktop_files.check_metainfo("sh: appstreamcli: not found")


def test_every_desktop_reads_of_the_program_in_the_languages_that_it_speaks() -> None:
    spoken = {*languages.known()} - {ENGLISH}
    entry = (desktop_files.RESOURCES / f"{DESKTOP_ID}.desktop").read_text(encoding="utf-8")
    for name in ("GenericName", "Comment", "Keywords"):
        assert {*re.findall(rf"^{name}\[(\w+)\]=", entry, re.MULTILINE)} == spoken, name
    assert not [line for line in re.findall(r"^Keywords.*", entry, re.MULTILINE) if line.count(";") != 5]
    types = ElementTree.parse(desktop_files.RESOURCES / "perceptron-lab.xml").getroot()
    told = ElementTree.fromstring(desktop_files._metainfo().encode())
    texts = [*types, told.find("description"), told.find("description/ul")]
    for parent, kind in [
        *((each, "{*}comment") for each in types),
        (told, "summary"),
        (texts[-2], "p"),
        (texts[-1], "li"),
    ]:
        assert parent is not None
        parts = parent.findall(kind)
        n_english = sum(part.get(LANG) is None for part in parts)
        for language in spoken:
            written = [part.text for part in parts if (part.get(LANG) or "").replace("-", "_") == language]
            assert len(written) == n_english and all(written), (kind, language)


def test_the_man_page_names_every_command_and_option() -> None:
    words = manual.text().replace("\\-", "-").replace("\\(aq", "'")
    for command in COMMANDS.values():
        assert f"\n{command.operands and f'perceptron-gui {command.name} {command.operands}'}\n" in words
        parser = Parser(command)
        command.load().add_arguments(parser)
        for option in parser.options.values():
            assert f"\\fB{', '.join(option.option_strings)}" in words


def test_icons_are_drawn_in_every_size(tmp_path: Path) -> None:
    desktop_files.draw_icons(tmp_path)
    for size in desktop_files.SIZES:
        pictures = set()
        for icon in file_types.ICONS:
            content = (tmp_path / f"{size}x{size}" / desktop_files.icon_file(icon, "png")).read_bytes()
            assert content[:8] == b"\x89PNG\r\n\x1a\n"
            assert int.from_bytes(content[16:20]) == size
            pictures.add(content)
        assert len(pictures) == len(file_types.ICONS) == 3, "each has its own"


def test_a_command_that_fails_says_what_it_said() -> None:
    with pytest.raises(BuildError, match=r"(?s)words.*failed with 3: sh -c"):
        run("sh", "-c", "echo words; exit 3")


def test_freezing_needs_no_folder_of_an_earlier_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tmp_path / "build/package/frozen/program"
    for name, path in (("WORK", tmp_path / "build/package"), ("TREE", tree), ("INSIDE", tree / "_internal")):
        monkeypatch.setattr(frozen, name, path)
    monkeypatch.setattr(frozen, "SYSTEM_NEEDS", tree.parent / "needs.json")
    monkeypatch.setattr(frozen.dev, "build_kernel", lambda: True)
    monkeypatch.setattr(frozen.notices, "write", lambda made: None)
    monkeypatch.setattr(frozen.contents, "check", lambda made, qt_words: "")

    def freeze(*command: object, cwd: Path, env: dict[str, str]) -> str:
        assert cwd.is_dir()
        frozen.INSIDE.mkdir(parents=True)
        return ""

    monkeypatch.setattr(frozen, "run", freeze)
    assert frozen.build() == [tree]
    assert frozen.system_needs() == []
    assert (tree / "qt.conf").read_text().splitlines() == ["[Paths]", "Prefix = _internal/PySide6/Qt"]


def test_wheels_and_installers_take_every_template_of_programs_along() -> None:
    """What was built is asked for a program by `--smoke`, and a wheel for its templates when it is tried."""
    patterns = tomllib.loads((product.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    package = product.ROOT / "perceptron_gui"
    found = [glob.glob(str(package / each), recursive=True) for each in patterns["package-data"]["perceptron_gui"]]
    packed = {str(Path(path).relative_to(product.ROOT)) for path in itertools.chain(*found)}
    templates = product.ROOT.glob("perceptron_gui/resources/programs/**/*.jinja")
    wanted = {str(path.relative_to(product.ROOT)) for path in templates}
    assert {str(TEMPLATES.relative_to(product.ROOT) / f"{name}.jinja") for name in ("numpy", "sklearn")} <= wanted
    assert wanted <= packed
    assert '(str(PACKAGE / "resources"), "perceptron_gui/resources")' in (
        product.PACKAGING / "perceptron-lab.spec"
    ).read_text(encoding="utf-8")


def test_a_wheel_with_further_files_records_them_all(tmp_path: Path) -> None:
    bare, library = tmp_path / "p-1-py3-none-any.whl", tmp_path / "visits.library"
    library.write_bytes(b"library")
    with zipfile.ZipFile(bare, "w") as packed:
        packed.writestr("p/__init__.py", "")
        packed.writestr("p-1.dist-info/WHEEL", "Root-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr("p-1.dist-info/RECORD", "p/__init__.py,,\n")
    made = wheels.with_kernel(bare, library, wheels.WINDOWS)
    assert made.name == "p-1-py3-none-win_amd64.whl"
    with zipfile.ZipFile(made) as packed:
        assert packed.read("p-1.dist-info/WHEEL") == b"Root-Is-Purelib: false\nTag: py3-none-win_amd64\n"
        assert packed.read("perceptron_gui/engine/native/visits.library") == b"library"
        rows = [line.split(",") for line in packed.read("p-1.dist-info/RECORD").decode().splitlines()]
        assert sorted(row[0] for row in rows) == sorted(packed.namelist())
        for name, digest, size in rows:
            content = packed.read(name)
            right = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            is_itself = name == "p-1.dist-info/RECORD"
            assert (digest, size) == (("", "") if is_itself else (f"sha256={right}", str(len(content))))


def test_a_release_takes_the_python_whose_hash_is_known() -> None:
    workflow = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")
    assert f"/{embedded.VERSION}/python-{embedded.VERSION}-embed-amd64.zip" in workflow
    assert f"{embedded.SWITCH}:" in workflow


def test_of_qt_s_words_those_of_our_languages_are_kept() -> None:
    from PySide6.QtCore import QLibraryInfo

    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    assert {path.stem.removeprefix("qtbase_") for path in folder.glob("qtbase_*.qm")} == {*trimming.QT_LANGUAGES}
    dropped = {name.removesuffix(".qm").removeprefix("qtbase_") for name in trimming.OTHER_WORDS}
    assert {*trimming.QT_LANGUAGES} - dropped == {"ar", "de", "es", "fr", "pt_BR", "zh_CN"}
