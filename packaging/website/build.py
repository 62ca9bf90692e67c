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
import sys
from collections.abc import Mapping, Sequence
from functools import partial
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
from perceptron_gui.session.wording import said_of
from perceptron_gui.translation import ENGLISH, tr
from website import lessons, pictures
from website.markdown import Picture, text_of

HERE = Path(__file__).parent
SITE = ROOT / "build/site"
ACCESSIBILITY = "20-accessibility.md"
DOES, OTHERS = "## What it does", "## Where to read on"
"""Headings of README: what stands before and below the first is seen first, but the commands for a checkout."""
ICON = ROOT / "perceptron_gui/resources/desktop/perceptron-lab.svg"
WINDOW = ROOT / "assets/screenshots/primal-light.png"
FILES = (".deb", ".run", ".exe", ".dmg", ".zip", ".whl")
"""What can be taken; what each is for is among the words, by the same name."""


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
    about: str  # which of the words says what it is for
    megabytes: str
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

    `dist`: where installers are, if they were built. `painted`: a folder of pictures for each language; what is in
    none is the English one's. Without any there are those of the guide.
    """

    def __init__(self, folder: Path, dist: Path, painted: Mapping[str, Path]) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "lessons").mkdir(parents=True)
        for name, path in shipped().items():
            shutil.copy(path, folder / f"lessons/{name}.lesson")
        shutil.copy(ICON, folder / "icon.svg")
        for name in ("style.css", "site.js"):
            shutil.copy(HERE / name, folder)
        self._pictures: dict[str, Picture] = {}
        if ENGLISH not in painted:
            self._take_pictures(ENGLISH, [WINDOW, *(GUIDE / "pictures").iterdir()])
        for code in sorted(painted, key=lambda code: code != ENGLISH):
            self._take_pictures(code, [*painted[code].iterdir()])
        self._lessons = lessons.read()
        self._files = downloads(dist, folder)
        self._names = languages.names()
        self._words: dict[str, dict[str, str]] = json.loads((HERE / "words.json").read_text(encoding="utf-8"))
        loader = FileSystemLoader(HERE / "templates")
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)

    def _take_pictures(self, code: str, paths: Sequence[Path]) -> None:
        """Copy the pictures of a language, but not what is the English one again, as planes without words are."""
        folder, english = self.folder / code / "pictures", self.folder / ENGLISH / "pictures"
        folder.mkdir(parents=True, exist_ok=True)
        for path in paths:
            same = english / path.name
            if same.exists() and same.read_bytes() == path.read_bytes():
                continue
            shutil.copy(path, folder)
            found = f"{code}/pictures/{path.name}"
            self._pictures[found] = picture_in(self.folder, found)

    def _picture(self, code: str, name: str) -> Picture | None:
        """Return a picture in a language, or else in English, as seen from the root of the site."""
        return self._pictures.get(f"{code}/pictures/{name}") or self._pictures.get(f"{ENGLISH}/pictures/{name}")

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
        film = self._picture(code, "film.gif")
        size = f"{(self.folder / film.href).stat().st_size / 1e6:.1f}" if film else ""
        lead, does = (
            text_of(each, {}, {}, is_leftwards=translation.is_leftwards()).body for each in _first_screen(code)
        )
        values = {"film": film, "film_size": size, "lead": Markup(lead), "does": Markup(does)}
        self._write("front.html", front(code), code, TITLE, **values)
        self._write_guide(code)
        read = [each for name, file in self._lessons.items() if (each := lessons.in_language(name, file))]
        if read:
            self._write("lessons.html", f"{code}/lessons.html", code, _lessons_title(), lessons=read)
        for each, after in zip(read, [*read[1:], None], strict=False):
            path = f"{code}/lesson-{each.name}.html"
            self._write("lesson.html", path, code, each.title, lesson=each, next=after, formula=lessons.formula)
        self._write("downloads.html", f"{code}/downloads.html", code, self._words[code]["downloads"], files=self._files)

    def _write_guide(self, code: str) -> None:
        pages = [Link(f"{code}/{_html(page.name)}", page.title) for page in guide_pages()]
        links = {page.name: _html(page.name) for page in guide_pages()}
        shown = {path.name: self._picture(code, path.name) for path in (GUIDE / "pictures").iterdir()}
        placed = {
            f"pictures/{name}": each._replace(href=posixpath.relpath(each.href, code))
            for name, each in shown.items()
            if each
        }
        places: list[Sequence[str]] = []
        for page, here, after in zip(guide_pages(), pages, [*pages[1:], None], strict=True):
            text = text_of(page.text, links, placed, is_leftwards=translation.is_leftwards())
            values = {"body": Markup(text.body), "pages": pages, "pages_title": tr("User guide"), "next": after}
            self._write("guide.html", here.path, code, page.title, **values)
            name = _html(page.name)
            places += [(f"{name}#{one.anchor}", page.title, one.heading, one.text) for one in text.sections]
        index = f"take({json.dumps(places, ensure_ascii=False, separators=(',', ':'))});\n"
        (self.folder / code / "search.js").write_text(index, encoding="utf-8", newline="\n")

    def _write_english(self) -> None:
        """Write what the repository has in English alone. A link of it to what is not on the site fails."""
        for path, source in (("changes.html", ROOT / "CHANGELOG.md"), ("admin.html", ROOT / "packaging/ADMIN.md")):
            text = text_of(source.read_text(encoding="utf-8"), {}, {}, is_leftwards=False)
            self._write("page.html", path, ENGLISH, text.title, body=Markup(text.body))

    def _write(self, template: str, path: str, code: str, title: str, **values: object) -> None:
        """Write a page in the language that is shown. `path`: seen from the root of the site."""

        def url(target: str) -> str:
            found = posixpath.relpath(target, posixpath.dirname(path) or ".")
            return f"{found}/" if target.endswith("/") else found

        here = self._language(code, path)
        text = self._templates.get_template(template).render(
            **{"pages": (), "pages_title": "", "body": "", **values},
            url=url,
            tr=tr,
            said_of=said_of,
            path=path,
            picture=partial(self._picture, code),
            code=code,
            lang=here.lang,
            name=here.name,
            dir=here.dir,
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
            Link(f"{code}/downloads.html", words["downloads"]),
            Link("changes.html", words["changes"], is_english=True),
        ]


def _lang(code: str) -> str:
    return code.replace("_", "-")


def _html(name: str) -> str:
    return f"{Path(name).stem}.html"


def _lessons_title() -> str:
    return re.sub(r"\(&\w\)|&", "", tr("&Lessons"))


def _first_screen(code: str) -> tuple[str, str]:
    """Return what the program is, and what it does: README says it in English."""
    if code == ENGLISH:
        before, _, after = (ROOT / "README.md").read_text(encoding="utf-8").partition(DOES)
        return before.split("\n\n")[1], DOES + after.partition(OTHERS)[0]
    lead, heading, does = (HERE / f"front/{code}.md").read_text(encoding="utf-8").partition("## ")
    return lead, heading + does


def downloads(dist: Path, folder: Path) -> list[Download]:
    """Copy what was built into the site, and return it with sizes and sums."""
    found = []
    for path in sorted(dist.glob("*")):
        if path.suffix in FILES:
            (folder / "files").mkdir(exist_ok=True)
            shutil.copy(path, folder / "files")
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = f"{path.stat().st_size / 1e6:.1f}"
            found.append(Download(f"files/{path.name}", path.name, path.suffix[1:], size, digest))
    return found


def main(arguments: Sequence[str]) -> int:
    """Build the site; ``--without-pictures`` leaves out what takes a painter."""
    painted = {} if "--without-pictures" in arguments else pictures.painted(languages.names())
    Site(SITE, DIST, painted).build()
    sizes = {path: path.stat().st_size for path in SITE.rglob("*") if path.is_file()}
    pages = [size for path, size in sizes.items() if path.suffix == ".html"]
    words = f"{len(pages)} pages, the longest {max(pages) / 1e3:.0f} kB, {sum(sizes.values()) / 1e6:.1f} MB in all"
    print(f"{SITE.relative_to(ROOT)}: {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
