"""Put the site together: a front, the guide and the lessons in every language, downloads, changes.

Jinja2, with which the program writes runs down, fills the templates; markdown-it-py, which the tools bring anyhow,
reads what is written as Markdown. A generator of whole sites would want another layout of the guide, and know nothing
of questions that the engine words.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from PIL import Image

from installers.product import DIST, ROOT, TITLE, VERSION
from perceptron_gui import translation
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program import languages
from perceptron_gui.files.program.guide import GUIDE, NOTES, guide_pages
from perceptron_gui.translation import ENGLISH, tr
from website import lessons
from website.markdown import Picture, Text, text_of

HERE = Path(__file__).parent
SITE = ROOT / "build/site"
ACCESSIBILITY = "20-accessibility.md"
DOES, OTHERS = "## What it does", "## Where to read on"
"""Headings of README: what stands before and below the first is seen first, but the commands for a checkout."""
ICON = ROOT / "perceptron_gui/resources/desktop/perceptron-lab.svg"
WINDOW = ROOT / "assets/screenshots/primal-light.png"
FILM = ("two-classes", "--every", "visit", "--fps", "5.4", "--size", "960x600")
"""An example and how it is rendered: its start and 161 visits, in 30 seconds."""
KINDS = {
    ".deb": "for Debian and Ubuntu",
    ".run": "for any Linux, without an administrator",
    ".exe": "the installer for Windows",
    ".dmg": "for macOS",
    ".zip": "the stick: everything for machines without internet",
    ".whl": "for a Python that is there",
}


class Link(NamedTuple):
    """A page in a list; `path` is seen from the root of the site."""

    path: str
    title: str
    is_english: bool = False  # in every language


class Language(NamedTuple):
    """A language that a page is in, and where."""

    lang: str
    dir: str
    name: str
    path: str


class Download(NamedTuple):
    """A file to take."""

    path: str
    name: str
    about: str
    size: str
    digest: str


def picture_in(folder: Path, path: str) -> Picture:
    """Return a picture of the site with its size."""
    with Image.open(folder / path) as image:
        return Picture(path, *image.size)


def front(code: str) -> str:
    """Return where a language begins."""
    return "index.html" if code == ENGLISH else f"{code}/index.html"


class Site:
    """The site in a folder, which is made anew.

    `dist`: where installers are, if they were built. `has_pictures`: whether film and planes are painted, too.
    """

    def __init__(self, folder: Path, dist: Path, *, has_pictures: bool) -> None:
        self.folder, self._dist = folder, dist
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(GUIDE / "pictures", folder / "pictures")
        shutil.copy(WINDOW, folder / "pictures")
        (folder / "lessons").mkdir()
        for name, path in shipped().items():
            shutil.copy(path, folder / f"lessons/{name}.lesson")
        shutil.copy(ICON, folder / "icon.svg")
        for name in ("style.css", "site.js"):
            shutil.copy(HERE / name, folder)
        self._lessons = lessons.read()
        if has_pictures:
            lessons.paint(self._lessons, folder / "lessons")
            render_film(folder / "pictures/film.gif")
        found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in (".png", ".gif"))
        self._pictures = {path: picture_in(folder, path) for path in found}
        self._names = languages.names()
        self._words: dict[str, dict[str, str]] = json.loads((HERE / "words.json").read_text(encoding="utf-8"))
        loader = FileSystemLoader(HERE / "templates")
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)

    def build(self) -> None:
        """Write all pages."""
        try:
            for code in self._names:
                languages.speak(code)
                self._write_language(code)
        finally:
            languages.speak(ENGLISH)
        self._write_english()

    def _write_language(self, code: str) -> None:
        window = self._pictures[f"pictures/{WINDOW.name}"]
        film = self._pictures.get("pictures/film.gif")
        size = f"{(self.folder / film.href).stat().st_size / 1e6:.1f}" if film else ""
        summary = tr(
            "Perceptron Lab {version}<br>See how Rosenblatt's perceptron learns, one exact step at a time."
        ).partition("<br>")[2]
        first = [Markup(self._english(each).body) for each in _first_screen()] if code == ENGLISH else []
        values = {"summary": summary, "window": window, "film": film, "film_size": size, "first": first}
        self._write("front.html", front(code), code, TITLE, **values)
        self._write_guide(code)
        read = [each for name, file in self._lessons.items() if (each := lessons.in_language(name, file))]
        if read:
            self._write("lessons.html", f"{code}/lessons.html", code, _lessons_title(), lessons=read)
        for each in read:
            self._write(
                "lesson.html", f"{code}/lesson-{each.name}.html", code, each.title, lesson=each, formula=lessons.formula
            )

    def _write_guide(self, code: str) -> None:
        pages = [Link(f"{code}/{_html(page.name)}", page.title) for page in guide_pages()]
        links = {page.name: _html(page.name) for page in guide_pages()}
        pictures = {
            path: picture._replace(href=f"../{path}")
            for path, picture in self._pictures.items()
            if path.startswith("pictures/")
        }
        places: list[Sequence[str]] = []
        for page, here, after in zip(guide_pages(), pages, [*pages[1:], None], strict=True):
            text = text_of(page.text, links, pictures, is_leftwards=translation.is_leftwards())
            values = {"body": Markup(text.body), "pages": pages, "pages_title": tr("User guide"), "next": after}
            self._write("guide.html", here.path, code, page.title, **values)
            name = _html(page.name)
            places += [(f"{name}#{one.anchor}", page.title, one.heading, one.text) for one in text.sections]
        index = f"take({json.dumps(places, ensure_ascii=False, separators=(',', ':'))});\n"
        (self.folder / code / "search.js").write_text(index, encoding="utf-8", newline="\n")

    def _write_english(self) -> None:
        files = downloads(self._dist, self.folder)
        self._write("downloads.html", "downloads.html", ENGLISH, self._words[ENGLISH]["downloads"], files=files)
        for path, source in (("changes.html", ROOT / "CHANGELOG.md"), ("admin.html", ROOT / "packaging/ADMIN.md")):
            text = self._english(source.read_text(encoding="utf-8"))
            self._write("page.html", path, ENGLISH, text.title, body=Markup(text.body))

    def _english(self, markdown: str) -> Text:
        """Return a text of the repository. A link of it to what is not on the site would lead nowhere, and fails."""
        window = self._pictures[f"pictures/{WINDOW.name}"]
        return text_of(markdown, {}, {WINDOW.relative_to(ROOT).as_posix(): window}, is_leftwards=False)

    def _write(self, template: str, path: str, code: str, title: str, **values: object) -> None:
        """Write a page in the language that is shown. `path`: seen from the root of the site."""

        def url(target: str) -> str:
            found = posixpath.relpath(target, posixpath.dirname(path) or ".")
            return f"{found}/" if target.endswith("/") else found

        (_, direction, *_), common = (
            self._language(code, path),
            {"url": url, "tr": tr, "path": path, "pictures": self._pictures},
        )
        text = self._templates.get_template(template).render(
            **{"pages": (), "pages_title": "", "body": "", **common, **values},
            code=code,
            lang=_lang(code),
            name=self._names[code],
            dir=direction,
            title=title,
            product=TITLE,
            version=VERSION,
            words=self._words[code],
            menu=self._menu(code),
            languages=[self._language(each, path) for each in self._names],
        )
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(re.sub(r"\n\s*\n+", "\n", text) + "\n", encoding="utf-8", newline="\n")

    def _language(self, code: str, path: str) -> Language:
        """Return where a page is in a language, or else where that begins."""
        first, _, name = path.partition("/")
        is_there = first in self._names and name != "index.html" and (self._has_lessons(code) or "lesson" not in name)
        leftwards = code.split("_")[0] in languages.RIGHT_TO_LEFT
        there = f"{code}/{name}" if is_there else front(code)
        return Language(_lang(code), "rtl" if leftwards else "ltr", self._names[code], there)

    def _has_lessons(self, code: str) -> bool:
        """Whether all lessons are written in a language."""
        tag = code.split("_")[0]
        return all(tag in {*dict(each.lesson.title.versions), each.lesson.language} for each in self._lessons.values())

    def _menu(self, code: str) -> list[Link]:
        words, titles = self._words[code], {page.name: page.title for page in guide_pages()}
        first = next(iter(titles))
        return [
            Link(front(code), TITLE),
            Link(f"{code}/{_html(first)}", tr("User guide")),
            Link(f"{code if self._has_lessons(code) else ENGLISH}/lessons.html", _lessons_title()),
            *(Link(f"{code}/{_html(name)}", titles[name]) for name in (NOTES, ACCESSIBILITY)),
            Link("downloads.html", words["downloads"], is_english=True),
            Link("changes.html", words["changes"], is_english=True),
        ]


def _lang(code: str) -> str:
    return code.replace("_", "-")


def _html(name: str) -> str:
    return f"{Path(name).stem}.html"


def _lessons_title() -> str:
    return re.sub(r"\(&\w\)|&", "", tr("&Lessons"))


def _first_screen() -> tuple[str, str]:
    before, _, after = (ROOT / "README.md").read_text(encoding="utf-8").partition(DOES)
    return before.partition("\n    ")[0], DOES + after.partition(OTHERS)[0]


def render_film(path: Path) -> None:
    """Paint the film, as the program's command does: a GIF plays in every browser, and needs no other program."""
    name, *options = FILM
    start = [sys.executable, "-m", "perceptron_gui"]
    with tempfile.TemporaryDirectory() as folder:
        points = Path(folder) / "points.csv"
        subprocess.run([*start, "samples", name, "-o", points], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        subprocess.run([*start, "render", points, "-o", path, *options], check=True, cwd=ROOT)


def downloads(dist: Path, folder: Path) -> list[Download]:
    """Copy what was built into the site, and return it with sizes and sums."""
    found = []
    for path in sorted(dist.glob("*")):
        if path.suffix in KINDS:
            (folder / "files").mkdir(exist_ok=True)
            shutil.copy(path, folder / "files")
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = f"{path.stat().st_size / 1e6:.1f} MB"
            found.append(Download(f"files/{path.name}", path.name, KINDS[path.suffix], size, digest))
    return found


def main(arguments: Sequence[str]) -> int:
    """Build the site; ``--without-pictures`` leaves out what takes a painter."""
    Site(SITE, DIST, has_pictures="--without-pictures" not in arguments).build()
    sizes = {path: path.stat().st_size for path in SITE.rglob("*") if path.is_file()}
    pages = [size for path, size in sizes.items() if path.suffix == ".html"]
    words = f"{len(pages)} pages, the longest {max(pages) / 1e3:.0f} kB, {sum(sizes.values()) / 1e6:.1f} MB in all"
    print(f"{SITE.relative_to(ROOT)}: {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
