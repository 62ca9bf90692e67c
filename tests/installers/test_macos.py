"""The application for macOS, as other systems can tell: its forms, what is left out, what the disk image shows."""

from __future__ import annotations

import plistlib
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from installers import desktop_files, file_types, macos
from installers.product import PACKAGING

SPEC = PACKAGING / "perceptron-lab.spec"


def test_what_the_application_says_of_itself_is_a_property_list() -> None:
    info = plistlib.loads(plistlib.dumps(macos.info()))
    assert info == macos.info()
    kinds, (*own, points) = info["UTExportedTypeDeclarations"], info["CFBundleDocumentTypes"]
    for kind, said, opened in zip(file_types.TYPES, kinds, own, strict=True):
        assert opened["LSItemContentTypes"] == [said["UTTypeIdentifier"]]
        assert opened["CFBundleTypeRole"] == ("Editor" if kind.is_opened else "None")
        assert opened["CFBundleTypeIconFile"] == said["UTTypeIconFile"] == f"{kind.icon}.icns"
        assert said["UTTypeIdentifier"].startswith(desktop_files.APP_ID)
        assert said["UTTypeTagSpecification"] == {
            "public.filename-extension": [kind.extension],
            "public.mime-type": [kind.mime],
        }
    assert len({said["UTTypeIdentifier"] for said in kinds}) == len(file_types.TYPES)
    assert points["LSHandlerRank"] == "Alternate"


def test_the_rights_of_the_signed_application_are_few_and_allow_another_qt() -> None:
    rights = macos.entitlements()
    assert set(rights.values()) == {True}
    assert "com.apple.security.cs.disable-library-validation" in rights
    assert len(rights) == 2


def test_what_is_not_used_is_left_out_before_the_application_is_sealed() -> None:
    names = ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", "PySide6/Qt/translations/qtbase_de.qm", "numpy/a.so")
    unused = ("PySide6/Qt/plugins/tls/libqsecure.dylib", "PySide6/Qt/translations/qtquick_de.qm", "PySide6/Qt/qml/x/y")
    unused += ("PySide6/Qt/translations/qtbase_nl.qm",)
    assert [entry[0] for entry in macos.used([(name, "", "DATA") for name in names + unused])] == list(names)


def test_the_disk_image_shows_the_application_and_where_to_drag_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(macos, "run", lambda *words: commands.append(tuple(map(str, words))))
    monkeypatch.setattr(macos, "STAGE", tmp_path / "stage")
    application = tmp_path / "Perceptron Lab.app"
    (application / "Contents").mkdir(parents=True)
    (application / "Contents/real").write_text("")
    (application / "Contents/link").symlink_to("real")
    monkeypatch.delenv(macos.SIGNER, raising=False)
    macos.make_dmg(application, tmp_path / "made.dmg")
    names = {path.name for path in (tmp_path / "stage").iterdir()}
    assert names == {"Perceptron Lab.app", "Applications", "LICENSE", "ADMIN.md"}
    assert (tmp_path / "stage/Applications").readlink() == Path("/Applications")
    assert (tmp_path / "stage/Perceptron Lab.app/Contents/link").is_symlink()
    assert [command[0] for command in commands] == ["hdiutil"]
    monkeypatch.setenv(macos.SIGNER, "Somebody")
    macos.make_dmg(application, tmp_path / "made.dmg")
    assert [command[:3] for command in commands[2:]] == [("codesign", "--sign", "Somebody")]


def run_spec(monkeypatch: pytest.MonkeyPatch, platform: str) -> dict[str, dict[str, Any]]:
    """Run the spec on a system without freezing anything; return what it gives to each step."""
    given: dict[str, dict[str, Any]] = {}

    def step(name: str) -> Any:
        def take(*_: object, **options: Any) -> types.SimpleNamespace:
            given[name] = options
            lists = {part: [("PySide6/Qt/qml/x", "", "DATA")] for part in ("binaries", "datas", "scripts")}
            return types.SimpleNamespace(pure=[], **lists)

        return take

    hooks = types.ModuleType("PyInstaller.utils.hooks")
    hooks.collect_submodules = lambda name: [name]  # type: ignore[attr-defined]
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "path", list(sys.path))
    names = {
        "SPECPATH": str(PACKAGING),
        **{name: step(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")},
    }
    exec(compile(SPEC.read_text(encoding="utf-8"), SPEC, "exec"), names)
    return given


def test_on_macos_the_spec_makes_an_application_with_our_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(macos.SIGNER, "Somebody")
    given = run_spec(monkeypatch, "darwin")
    assert given["EXE"]["codesign_identity"] == "Somebody"
    assert Path(given["EXE"]["entitlements_file"]) == macos.ENTITLEMENTS
    assert not given["EXE"]["console"]
    bundle = given["BUNDLE"]
    assert (bundle["name"], bundle["bundle_identifier"]) == ("Perceptron Lab.app", desktop_files.APP_ID)
    assert bundle["info_plist"] == macos.info()
    assert Path(bundle["icon"]).name == macos.info()["CFBundleDocumentTypes"][0]["CFBundleTypeIconFile"]


def test_elsewhere_it_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    given = run_spec(monkeypatch, "linux")
    assert "BUNDLE" not in given
    assert given["EXE"]["console"]
