"""The user guide as one page for browsers and as a PDF, for the stick; Qt sets both, as it does in the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from installers.product import ROOT, TITLE, VERSION
from installers.target import Target

GUIDE = ROOT / "build/guide"
STYLE = (
    "<style>body { max-width: 46em; margin: 2em auto; padding: 0 1em } img { max-width: 100%; height: auto }</style>"
)
PICTURE_WIDTH = 560
"""Of a picture in the PDF, in 96ths of an inch: most of what the margins of A4 leave."""
POINTS = 9
"""Size of its letters."""


def build() -> list[Path]:
    """Write both in a process of its own, which has no screen."""
    shutil.rmtree(GUIDE, ignore_errors=True)
    GUIDE.mkdir(parents=True)
    command = [sys.executable, "-m", "installers.guide", str(GUIDE)]
    subprocess.run(command, check=True, env=_environment(), cwd=ROOT)
    return [GUIDE]


def _environment() -> dict[str, str]:
    return {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "packaging"))),
    }


def write(folder: Path) -> None:
    """Write guide.html with its pictures, and guide.pdf.

    Parameters
    ----------
    folder : Path
    """
    from perceptron_gui.files.program.guide import GUIDE as SOURCE
    from perceptron_gui.files.program.guide import guide_pages
    from perceptron_gui.gui.app import make_application

    make_application()
    names = {page.name: f"#{page.name.removesuffix('.md')}" for page in guide_pages()}
    text = "\n\n".join(page.text for page in guide_pages())
    for name, anchor in names.items():
        text = text.replace(f"({name})", f"({anchor})")
    shutil.copytree(SOURCE / "pictures", folder / "pictures")
    (folder / "guide.html").write_text(_html(text, list(names.values())), encoding="utf-8", newline="\n")
    _write_pdf(text, SOURCE, folder / "guide.pdf")


def _html(text: str, anchors: list[str]) -> str:
    """Return the pages as one, with a place that links reach at the head of each."""
    from perceptron_gui.gui.features.user_guide import markdown_document

    page = markdown_document(text).toHtml().replace("</head>", f"<title>{TITLE} {VERSION}</title>{STYLE}</head>", 1)
    left = iter(anchors)
    return re.sub(r"<h1\b", lambda _: f'<h1 id="{next(left)[1:]}"', page)


def _write_pdf(text: str, source: Path, path: Path) -> None:
    """Print the pages on A4, each beginning on a sheet of its own."""
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QFont, QImage, QPageSize, QPdfWriter, QTextCursor, QTextDocument, QTextFormat

    from perceptron_gui.gui.features.user_guide import blocks, markdown_document

    document = markdown_document(text)
    document.setDefaultFont(QFont("Inter", POINTS))
    for picture in sorted((source / "pictures").glob("*.png")):
        image = QImage(str(picture))
        image.setDevicePixelRatio(image.width() / PICTURE_WIDTH)
        kind = QTextDocument.ResourceType.ImageResource.value
        document.addResource(kind, QUrl(f"pictures/{picture.name}"), image)
    for block in list(blocks(document))[1:]:
        if block.blockFormat().headingLevel() == 1:
            form = block.blockFormat()
            form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
            QTextCursor(block).setBlockFormat(form)
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setTitle(f"{TITLE} {VERSION}")
    document.print_(writer)


TARGET = Target("guide", "the user guide, as a page and as a PDF", build, systems=("linux", "win32", "darwin"))

if __name__ == "__main__":
    write(Path(sys.argv[1]))
