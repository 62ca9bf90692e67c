"""The site: every link leads somewhere, every page says its language, nothing is loaded from elsewhere."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import http.server
import json
import queue
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.training.factory import train
from perceptron_gui.files.lessons.lesson_file import read_lesson
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program import languages
from perceptron_gui.files.program.guide import GUIDE
from perceptron_gui.translation import ENGLISH
from tests.punctuation import misplaced
from website import build, lessons, pictures
from website.markdown import text_of

pytestmark = pytest.mark.together
MOST_BYTES = 300_000
CHROMIUM = shutil.which("chromium")
NARROW = 360
PATIENCE = 60.0
NAMES = tuple(languages.names())
PACKAGE = b"package" * 200_000


class Tags(HTMLParser):
    """The tags of a page, each with its attributes, and the words of each that has no others in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, *names: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.found if tag in names]


def paint(folder: Path, names: Iterable[str], shade: str) -> Path:
    """Paint what is no more than a picture."""
    folder.mkdir(parents=True)
    for name in names:
        Image.new("RGB", (40, 20), shade).save(folder / name)
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with all kinds of pictures and files; in Arabic one picture says something."""
    folder = tmp_path_factory.mktemp("site")
    names = ["film.gif", "primal-light.png", "primal-dark.png", *(path.name for path in (GUIDE / "pictures").iterdir())]
    names += [f"{name}-{number}.png" for name in shipped() for number in (1, 2)]
    painted = {code: paint(folder / f"painted/{code}", names, "white") for code in (ENGLISH, "ar")}
    Image.new("RGB", (60, 20)).save(painted["ar"] / "first-minutes.png")
    (folder / "dist").mkdir()
    (folder / "dist/lab.deb").write_bytes(PACKAGE)
    (folder / "dist/notes.txt").write_text("no download")
    build.Site(folder / "site", folder / "dist", painted).build()
    return folder / "site"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Tags]:
    found = {path: Tags(path) for path in site.rglob("*.html")}
    assert len(found) > 20 * len(NAMES)
    return found


def broken(site: Path, pages: dict[Path, Tags]) -> Iterator[str]:
    """Yield what leads nowhere, or out of the site."""
    resolved = functools.cache(Path.resolve)
    is_there = functools.cache(Path.exists)
    anchors = {path: {each.get("id") for _, each in tags.found} for path, tags in pages.items()}
    for path, tags in pages.items():
        for name in ("href", "src", "srcset", "data-index", "data-root"):
            for target in (attributes[name] for _, attributes in tags.found if name in attributes):
                file, _, anchor = target.partition("#")
                there = resolved(path.parent / file) if file else path
                if not there.is_relative_to(site) or not is_there(there):
                    yield f"{path.name}: {target}"
                elif anchor and anchor not in anchors[there]:
                    yield f"{path.name}: nothing is called {anchor} in {there.name}"


@pytest.mark.seldom
def test_every_link_and_picture_leads_to_something_on_the_site(site: Path, pages: dict[Path, Tags]) -> None:
    assert not [*broken(site, pages)]


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Tags]) -> None:
    loaded = [
        each.get("src", each.get("href", "")) for tags in pages.values() for each in tags.all("script", "link", "img")
    ]
    assert loaded and not [each for each in loaded if ":" in each or each.startswith("//")]
    for path in (site / "style.css", site / "site.js"):
        assert not re.search(r"https?:|@import|url\(|fetch\(", path.read_text(encoding="utf-8"))


def test_pages_are_light(pages: dict[Path, Tags]) -> None:
    assert max(path.stat().st_size for path in pages) < MOST_BYTES


def test_every_page_says_its_language_and_direction_and_signs_go_from_left_to_right(
    site: Path, pages: dict[Path, Tags]
) -> None:
    for path, tags in pages.items():
        folder = path.relative_to(site).parts[0]
        code = folder if folder in NAMES else ENGLISH
        is_leftwards = code.split("_")[0] in languages.RIGHT_TO_LEFT
        (root,) = tags.all("html")
        assert root == {"lang": code.replace("_", "-"), "dir": "rtl" if is_leftwards else "ltr"}, path
        assert {each.get("dir") for each in tags.all("bdi")} <= {"ltr"}, path
        if is_leftwards:
            written = tags.all("code") if not tags.all("pre") else tags.all("pre")
            assert all(each.get("dir") == "ltr" for each in written), path


def test_every_page_can_be_read_without_sight_mouse_or_script(pages: dict[Path, Tags]) -> None:
    for path, tags in pages.items():
        assert len(tags.all("h1")) == len(tags.all("main")) == 1, path
        assert tags.all("a")[0] == {"class": "skip", "href": "#text"}, path
        assert all(each["alt"].strip() and int(each["width"]) > 0 for each in tags.all("img")), path
        assert all("hidden" in each for each in tags.all("form")), path
        assert len(tags.all("title")) == 1
        assert not tags.all("style", "iframe", "object")


def test_every_language_has_the_guide_and_a_way_to_all_others(site: Path, pages: dict[Path, Tags]) -> None:
    for code in NAMES:
        for page in GUIDE.glob("*.md"):
            tags = pages[site / code / f"{page.stem}.html"]
            here = {each["hreflang"]: each["href"] for each in tags.all("link") if each.get("rel") == "alternate"}
            assert here == {
                each.replace("_", "-"): f"../{each}/{page.stem}.html" if each != code else f"{page.stem}.html"
                for each in NAMES
            }


def test_every_language_has_the_same_pages_and_its_front_names_all_that_readme_does(
    site: Path, pages: dict[Path, Tags]
) -> None:
    names = {path.name for path in (site / ENGLISH).glob("*.html")}
    assert {"lessons.html", "downloads.html", *(f"lesson-{name}.html" for name in shipped())} < names
    _, does = build._first_screen(ENGLISH)
    for code in NAMES:
        assert {path.name for path in (site / code).glob("*.html")} - {"index.html"} == names, code
        front = pages[site / build.front(code)]
        assert front.words.count("≈") == 1 and "perceptron_gui.lab" in front.words, code
        lead, said = build._first_screen(code)
        assert len(lead.strip()) > 80, code
        for sign in ("\n- **", "\n## ", "`", "*"):
            assert said.count(sign) == does.count(sign), (code, sign)
        assert [each["href"] for each in front.all("a") if "download" in each["href"]]
        assert len(front.all("img")) == 2  # the window, the film


def test_the_search_knows_every_heading_of_the_guide(site: Path, pages: dict[Path, Tags]) -> None:
    for code in NAMES:
        text = (site / code / "search.js").read_text(encoding="utf-8")
        places = json.loads(text.removeprefix("take(").removesuffix(");\n"))
        headings = sum(
            len(pages[site / code / f"{page.stem}.html"].all("h1", "h2", "h3")) for page in GUIDE.glob("*.md")
        )
        assert len(places) == headings
        for href, title, heading, _ in places:
            name, _, anchor = href.partition("#")
            assert title and heading
            assert any(each.get("id") == anchor for _, each in pages[site / code / name].found)


def test_words_of_the_site_are_there_in_every_language() -> None:
    words = json.loads((build.HERE / "words.json").read_text(encoding="utf-8"))
    assert words.keys() >= {*NAMES}
    for each in words.values():
        assert each.keys() == words[ENGLISH].keys()
        assert all(text.strip() for text in each.values())
        assert {name: re.findall(r"\{\w+\}", text) for name, text in each.items()} == {
            name: re.findall(r"\{\w+\}", text) for name, text in words[ENGLISH].items()
        }


@pytest.mark.parametrize("name", shipped())
def test_a_lesson_shows_all_its_pages_and_questions_in_each_of_its_languages(
    name: str, site: Path, pages: dict[Path, Tags]
) -> None:
    lesson = read_lesson(str(shipped()[name])).lesson
    tags = {code.split("_")[0]: site / code / f"lesson-{name}.html" for code in NAMES}
    written = {language for language in tags if language in dict(lesson.title.versions)}
    assert ENGLISH in written
    for language, path in tags.items():
        assert path.exists() == (language in written)
    for language in written:
        page = pages[tags[language]]
        assert len(page.all("section")) == len(lesson.pages)
        assert sum(each.get("class") == "question" for each in page.all("div")) == len(lesson.asked())
        assert lesson.title.in_language(language) in page.words
        for each in lesson.pages:
            for words in re.split(r"\$[^$]*\$|\n", each.text.in_language(language)):
                assert words.strip() in page.words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("هنا f(x) = w·x + b وإشارتها", 'هنا <bdi dir="ltr" class="whole">f(x) = w·x + b</bdi> وإشارتها'),
        ("الحد (هنا a < b = 1)، ثم", 'الحد (هنا <bdi dir="ltr" class="whole">a &lt; b = 1</bdi>)، ثم'),
        ("هنا (R̂/γ̂)².", 'هنا <bdi dir="ltr" class="whole">(R̂/γ̂)²</bdi>.'),
        ("هنا w وحده (نعم)", "هنا w وحده (نعم)"),
        ("هنا ‖w‖² ≤ ‖w₀‖² + R²·(1 + 1 + 1)", 'هنا <bdi dir="ltr">‖w‖² ≤ ‖w₀‖² + R²·(1 + 1 + 1)</bdi>'),
    ],
)
def test_formulas_among_words_from_right_to_left_keep_their_direction(text: str, wanted: str) -> None:
    assert text_of(text, {}, {}, is_leftwards=True).body == f"<p>{wanted}</p>\n"


def test_no_blank_follows_a_mark_that_is_as_wide_as_a_character(site: Path, pages: dict[Path, Tags]) -> None:
    text = text_of("# 一\n\n**甲。** 乙， *丙：* 丁", {}, {}, is_leftwards=False)
    assert "<strong>甲。</strong>乙" in text.body and "<em>丙：</em>丁" in text.body
    assert text.sections[0].text == "甲。乙， 丙：丁"  # what the source has between words stays
    for path in pages:
        if path.parent.name == "zh_CN":
            body = path.read_text(encoding="utf-8").partition("<main")[2]
            assert not [line for line in body.splitlines() if misplaced(line, "zh_CN")], path


def test_a_number_in_groups_stays_whole_and_a_corner_of_a_table_heads_nothing() -> None:
    assert "100\u00a0000 نقطة" in text_of("من 100 000 نقطة", {}, {}, is_leftwards=True).body
    assert "in 2020 300 of" in text_of("in 2020 300 of", {}, {}, is_leftwards=False).body
    body = text_of("# Keys\n\n| | key |\n|---|---|\n| a | b |", {}, {}, is_leftwards=False).body
    assert body.count("<th") - body.count("<thead") == body.count('<th scope="col">') == 1
    assert '<div class="wide" tabindex="0" role="group" aria-label="Keys"><table>' in body
    assert '<pre dir="ltr" tabindex="0">' in text_of("    w = 0\n", {}, {}, is_leftwards=False).body


def test_a_link_to_what_is_not_on_the_site_is_refused() -> None:
    with pytest.raises(KeyError):
        text_of("[there](nowhere.md)", {}, {}, is_leftwards=False)


def test_downloads_stand_there_in_every_language_with_their_sizes_and_sums(site: Path, pages: dict[Path, Tags]) -> None:
    assert [path.name for path in (site / "files").iterdir()] == ["lab.deb"]
    digest = hashlib.sha256(PACKAGE).hexdigest()
    for code in NAMES:
        page = pages[site / code / "downloads.html"]
        assert "1.4" in page.words and digest in page.words
        assert [each["href"] for each in page.all("a") if "download" in each] == ["../files/lab.deb"]


def test_without_installers_the_downloads_say_how_they_are_built_and_pages_have_the_pictures_of_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "names", lambda: {ENGLISH: "English"})
    build.Site(tmp_path / "site", tmp_path / "dist", {}).build()
    made = {path: Tags(path) for path in (tmp_path / "site").rglob("*.html")}
    assert "dev.py package" in made[tmp_path / "site/en/downloads.html"].words
    assert not made[tmp_path / "site/en/lesson-line-and-sign.html"].all("img")
    shown = {path.name for path in (tmp_path / "site/en/pictures").iterdir()}
    assert shown == {build.WINDOW.name, *(path.name for path in (GUIDE / "pictures").iterdir())}
    assert not [*broken(tmp_path / "site", made)]


def test_a_picture_is_in_the_language_of_its_page_where_it_says_something(site: Path, pages: dict[Path, Tags]) -> None:
    assert [path.name for path in (site / "ar/pictures").iterdir()] == ["first-minutes.png"]
    for code, wanted in ((ENGLISH, "pictures/"), ("ar", "pictures/"), ("de", "../en/pictures/")):
        first = pages[site / code / "01-first-minutes.html"].all("img")[0]
        assert (first["src"], first["width"]) == (f"{wanted}first-minutes.png", "60" if code == "ar" else "40")
    assert {each["src"] for each in pages[site / "ar/lesson-line-and-sign.html"].all("img")} == {
        f"../en/pictures/line-and-sign-{number}.png" for number in (1, 2)
    }


@pytest.mark.slow
def test_pictures_are_painted_in_a_language_and_the_film_takes_half_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the film its start and eight visits: all pictures stay as long."""
    folder = tmp_path / "pictures"
    pictures.windows("ar", folder, ["first-minutes"])
    with Image.open(folder / "first-minutes.png") as ours, Image.open(GUIDE / "pictures/first-minutes.png") as english:
        assert ours.size == english.size and ours.convert("RGB").tobytes() != english.convert("RGB").tobytes()
    name, file = next(iter(lessons.read().items()))
    lessons.paint({name: file}, folder)
    wanted = {f"{name}-{number}.png" for number in lessons.planes(file)}
    assert wanted and {path.name for path in folder.iterdir()} == {"first-minutes.png", *wanted}
    assert train(BY_NAME[pictures.FILM[0]].make(), TrainingSettings()).state.visits == 161
    monkeypatch.setattr(pictures, "FILM", (*pictures.FILM, "--to", "8"))
    pictures.film("ar", folder / "film.gif")
    with Image.open(folder / "film.gif") as film:
        assert film.n_frames == 1 + 8  # the start and every visit
        shown = 0
        for frame in range(film.n_frames - 1):  # the last stays until it begins anew
            film.seek(frame)
            shown += film.info["duration"]
    assert 29_000 <= shown / 8 * 161 <= 31_000


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and takes what a page says."""

    said: queue.Queue[str]

    def do_POST(self) -> None:
        self.said.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def ask_chromium(site: Path, tmp_path: Path) -> Iterator[Callable[[str, str], str]]:
    """Returns what a script says, by `say`, in a page with some others in frames as wide as a telephone."""
    said: queue.Queue[str] = queue.Queue()
    handler = functools.partial(type("Handler", (Server,), {"said": said}), directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, contextlib.ExitStack() as cleanup:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        cleanup.callback(thread.join)
        cleanup.callback(server.shutdown)

        def ask(frames: str, script: str) -> str:
            say = 'const say = (words) => fetch("/", { method: "POST", body: words });'
            body = f'{frames}<script>{say} addEventListener("load", () => {{ {script} }});</script>'
            (site / "trial.htm").write_text(f"<!DOCTYPE html><body>{body}", encoding="utf-8")
            still = [
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-sync",
            ]
            still += ["--disable-background-networking", "--disable-component-update", f"--user-data-dir={tmp_path}"]
            address = f"http://127.0.0.1:{server.server_port}/trial.htm"
            browser = subprocess.Popen([str(CHROMIUM), *still, address], stderr=subprocess.DEVNULL)
            cleanup.callback(browser.wait)
            cleanup.callback(browser.terminate)
            return said.get(timeout=PATIENCE)

        yield ask


def framed(path: str) -> str:
    return f'<iframe src="{path}" style="width:{NARROW}px; height:640px"></iframe>'


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
@pytest.mark.parametrize("code", NAMES)
def test_no_page_is_wider_than_a_telephone(code: str, site: Path, ask_chromium: Callable[[str, str], str]) -> None:
    paths = [path.relative_to(site).as_posix() for path in sorted((site / code).glob("*.html"))]
    paths += [path.name for path in site.glob("*.html")]
    script = """
      const frames = [...document.querySelectorAll("iframe")];
      const wide = frames.filter((each) => each.contentDocument.documentElement.scrollWidth > each.clientWidth);
      say(`${frames.length} seen, wide: ${wide.map((each) => each.src)}`);"""
    assert ask_chromium("".join(map(framed, paths)), script) == f"{len(paths)} seen, wide: "


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_search_finds_a_place_by_its_words_and_shows_it(ask_chromium: Callable[[str, str], str]) -> None:
    script = """
      const page = document.querySelector("iframe").contentDocument;
      const field = page.querySelector("input"), found = page.querySelector(".found");
      new MutationObserver(() => {
        const { left, right } = found.getBoundingClientRect(), link = found.querySelector("a");
        say(`${link.textContent}: ${link.getAttribute("href")}, ${left >= 0 && right <= page.defaultView.innerWidth}`);
      }).observe(found.querySelector("ol"), { childList: true });
      field.value = "Hyperplane DUAL";  // is looked for as soon as the index is there
      field.dispatchEvent(new Event("focus"));"""
    wanted = "Your notes: Hyperplane and dual form: ./13-your-notes.html#s2, true"
    assert ask_chromium(framed("en/01-first-minutes.html"), script) == wanted
