"""What tells a Linux desktop of the program: menu entry, icons, the type of its files, man page, AppStream metadata."""

from __future__ import annotations

import datetime
import gzip
import os
import re
import shutil
import sys
from pathlib import Path

from installers import file_types, manual
from installers.product import AUTHORS, NAME, PACKAGING, PROGRAM, ROOT, SUMMARY, TITLE, VERSION, commit_time
from installers.shell import BuildError, run

APP_ID = "org.perceptronlab.PerceptronLab"
RESOURCES = ROOT / "perceptron_gui/resources/desktop"
ENTRY = f"applications/{APP_ID}.desktop"
METAINFO = f"metainfo/{APP_ID}.metainfo.xml"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
CHECKERS = {"desktop-file-validate": "desktop-file-utils", "appstreamcli": "appstream", "mandoc": "mandoc"}
"""Programs that check these files, and the Debian package of each."""
VALIDATE = ("sh", "-c", 'appstreamcli validate --pedantic --no-net "$1" || true', "sh")
"""What asks AppStream's checker about a file; whether its answer is good is judged by its words."""
REMARK = re.compile(r"^[EWIP]: [^ ]+: ([a-z-]+)(.*)$", re.MULTILINE)
TOLERATED = {
    "cid-contains-uppercase-letter": "as many applications have it; with another one a pinned icon would be lost",
    "url-homepage-missing": "the project has no address; who reads this has got the package from somebody",
    "unknown-tag developer": "AppStream before 1.0 does not know it; later ones ask for it",
}
"""What AppStream's checker may remark, and why it stays so."""

DRAW = """
import sys
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
application = QGuiApplication([])
for drawing, size, path in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
    renderer = QSvgRenderer(drawing)
    image = QImage(int(size), int(size), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    assert image.save(path)
"""


def write(share: Path) -> None:
    """Write all of them, and check them.

    Parameters
    ----------
    share : Path
        The folder that is to be /usr/share or ~/.local/share.

    Raises
    ------
    BuildError
        When a file is not what its standard asks for.
    """
    entry, metainfo = share / ENTRY, share / METAINFO
    for path in (entry, metainfo, share / "mime/packages/x", share / "man/man1/x"):
        path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(RESOURCES / entry.name, entry)
    shutil.copyfile(RESOURCES / f"{NAME}.xml", share / f"mime/packages/{NAME}.xml")
    metainfo.write_text(_metainfo(), encoding="utf-8")
    _write_manual(share / f"man/man1/{PROGRAM}.1.gz")
    draw_icons(share / "icons/hicolor")
    run("desktop-file-validate", entry)
    check_metainfo(run(*VALIDATE, metainfo))


def check_metainfo(said: str) -> None:
    """Make sure that AppStream's checker remarks nothing of which nobody has said why it stays.

    Parameters
    ----------
    said : str
        What it printed.

    Raises
    ------
    BuildError
        When it does.
    """
    remarks = [(tag, f"{tag}{rest}".strip()) for tag, rest in REMARK.findall(said)]
    if "alidation" not in said:
        raise BuildError(f"AppStream's checker did not answer: {said}")
    if wrong := [words for tag, words in remarks if tag not in TOLERATED and words not in TOLERATED]:
        raise BuildError(f"{said}\nAppStream's checker remarks: {', '.join(wrong)}")


def _metainfo() -> str:
    date = datetime.datetime.fromtimestamp(commit_time(), datetime.UTC).date().isoformat()
    words = {"app_id": APP_ID, "title": TITLE, "summary": SUMMARY, "authors": AUTHORS, "program": PROGRAM}
    template = (PACKAGING / "linux/metainfo.xml").read_text(encoding="utf-8")
    opened = (kind.mime for kind in file_types.TYPES if kind.is_opened)
    media = "\n    ".join(f"<mediatype>{mime}</mediatype>" for mime in opened)
    return template.format(**words, media=media, version=VERSION, date=date)


def _write_manual(path: Path) -> None:
    plain = path.with_suffix("")
    plain.write_text(manual.text(), encoding="utf-8")
    run("mandoc", "-T", "lint", "-W", "error", plain)
    path.write_bytes(gzip.compress(plain.read_bytes(), mtime=0))
    plain.unlink()


def draw_icons(theme: Path) -> None:
    """Draw the icons of the program and of its files in all usual sizes.

    Parameters
    ----------
    theme : Path
        The folder of the icon theme.
    """
    told: list[str | Path] = []
    for icon in file_types.ICONS:
        drawing = RESOURCES / f"{icon}.svg"
        for size in map(str, SIZES):
            path = theme / f"{size}x{size}" / icon_file(icon, "png")
            path.parent.mkdir(parents=True, exist_ok=True)
            told += [drawing, size, path]
        scalable = theme / "scalable" / icon_file(icon, "svg")
        scalable.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(drawing, scalable)
    # In a process of its own: Qt allows one application in each.
    run(
        sys.executable,
        "-c",
        DRAW,
        *told,
        env={"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")},
    )


def icon_file(icon: str, form: str) -> str:
    """Return where an icon lies in the folder of its size.

    Parameters
    ----------
    icon : str
        One of `file_types.ICONS`.
    form : str
        How its name ends.
    """
    return f"{'apps' if icon == NAME else 'mimetypes'}/{icon}.{form}"
