"""A policy of the machine: which value of a setting holds (C12), what is told, and that no file stops a start."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.cli.window_start import UsageError, read_arguments
from perceptron_gui.files import opened_file
from perceptron_gui.files.program import policy
from perceptron_gui.files.program.policy import FILE_NAME, LARGEST_FILE, LOCKED, SETTINGS, Policy, read_policy
from perceptron_gui.files.program.preferences import Preferences, load_preferences, save_preferences
from perceptron_gui.frozen import replace
from perceptron_gui.session import folders
from perceptron_gui.session.view.switches import DESKTOP
from perceptron_gui.session.view.view_state import ViewState
from tests.effort import random_sets
from tests.files import hostile
from tests.files.sessions.json_schema import allows

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = tuple(str(Path(folder).resolve()) for folder in ("a", "b", "c"))
Write = Callable[[object], Path]


def values(name: str) -> tuple[str, str, str]:
    """Return three values that a setting can have, none of them that of the desktop."""
    found = [each for each in SETTINGS[name].values() if each != DESKTOP] or FOLDERS
    first, second, third = (*found, found[-1])[:3]  # of a switch the last is what is off
    return first, second, third


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the policy of this machine would be."""
    folder = tmp_path / "machine"
    folder.mkdir()
    monkeypatch.setattr(policy, "machine_folders", lambda: [folder, tmp_path / "another"])
    return folder / FILE_NAME


@pytest.fixture
def write(place: Path) -> Write:
    """Return what writes the policy."""

    def write(entries: object) -> Path:
        place.write_bytes(entries if isinstance(entries, bytes) else json.dumps(entries).encode())
        return place

    return write


# Which value holds


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize(("has_option", "has_choice", "has_policy", "is_locked"), [*product([True, False], repeat=4)])
def test_a_lock_wins_over_an_option_this_over_a_choice_and_this_over_the_policy(
    name: str, has_option: bool, has_choice: bool, has_policy: bool, is_locked: bool, write: Write
) -> None:
    asked, chosen, set_for_all = values(name)
    write(({name: set_for_all} if has_policy else {}) | ({LOCKED: [name]} if is_locked else {}))
    found = Preferences(policy=read_policy({name: asked if has_option else ""}))
    can_choose = hasattr(found, name)
    if has_choice and can_choose:
        found = replace(found, **{name: chosen})  # as it is loaded
    order = [
        (has_policy and is_locked, set_for_all),
        (has_option, asked),
        (has_choice and can_choose, chosen),
        (has_policy, set_for_all),
        (True, ""),
    ]
    assert found.held(name) == next(value for says, value in order if says)
    assert bool(found.policy.why_locked(name)) is (is_locked and has_policy)
    assert len(found.policy.unheeded()) == (has_option and has_policy and is_locked)
    assert len(found.policy.flaws()) == (is_locked and not has_policy)


CHOSEN_HERE = [name for name in SETTINGS if hasattr(Preferences(), name)]


def test_users_choose_what_has_a_menu() -> None:
    assert CHOSEN_HERE == ["language", "theme", "resume"]


@pytest.mark.parametrize("name", ["language", "theme"])
def test_as_the_desktop_is_a_choice_only_where_it_was_chosen(name: str, write: Write) -> None:
    write({name: values(name)[2]})
    usual = Preferences(policy=read_policy())
    assert usual.held(name) == values(name)[2]
    assert replace(usual, theme=DESKTOP).held(name) == values(name)[2]  # as earlier versions wrote it unasked
    assert usual.choosing(name, DESKTOP if name == "theme" else "").held(name) == DESKTOP
    assert save_preferences(usual.choosing(name, ""))
    assert replace(load_preferences(), policy=read_policy()).held(name) == DESKTOP


@pytest.mark.parametrize("name", CHOSEN_HERE)
def test_a_choice_that_is_gone_is_none(name: str, write: Write) -> None:
    write({name: values(name)[2]})
    assert Preferences(policy=read_policy(), **{name: "gone"}).held(name) == values(name)[2]


def test_what_somebody_else_decided_is_not_kept_as_the_users_choice(write: Write) -> None:
    write({"theme": "dark"})
    for asked in ("", "projector"):
        started = Preferences(policy=read_policy({"theme": asked}))
        assert started.view_state.theme == (asked or "dark")
        kept = started.with_view_state(started.view_state)
        assert kept.theme == DESKTOP and not kept.chosen
        assert save_preferences(kept) and load_preferences().view_state.theme == DESKTOP
    changed = started.with_view_state(ViewState(theme="light"))
    assert changed.held("theme") == "light" and changed.view_state.theme == "light"  # the option has had its time
    assert save_preferences(changed)
    assert replace(load_preferences(), policy=read_policy()).held("theme") == "light"


def test_a_lock_leaves_what_the_user_had_chosen_for_the_time_after_it(write: Write) -> None:
    write({"theme": "dark", LOCKED: ["theme"]})
    locked = Preferences(theme="contrast", policy=read_policy())
    assert locked.view_state.theme == "dark"
    assert locked.with_view_state(locked.view_state).theme == "contrast"


def test_a_policy_is_never_kept_and_never_read_from_preferences(config_folder: Path) -> None:
    assert save_preferences(Preferences(policy=Policy(entries={"theme": "dark"})))
    text = (config_folder / "preferences.json").read_text(encoding="utf-8")
    assert "policy" not in text
    forged = json.loads(text) | {"policy": {"entries": {"theme": "dark"}, "asked": {"theme": "dark"}}}
    (config_folder / "preferences.json").write_text(json.dumps(forged), encoding="utf-8")
    assert load_preferences() == Preferences()


# Where it lies


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="of the XDG base directories")
def test_what_lies_in_etc_comes_before_what_a_users_environment_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_DIRS", f"/opt/school{os.pathsep}relative{os.pathsep}/etc/xdg")
    found = [str(folder) for folder in folders.machine_folders()]
    assert found == ["/etc/perceptron-lab", "/opt/school/perceptron-lab", "/etc/xdg/perceptron-lab"]
    monkeypatch.delenv("XDG_CONFIG_DIRS")
    assert [str(folder) for folder in folders.machine_folders()][1:] == ["/etc/xdg/perceptron-lab"]


def test_the_first_file_counts_alone_even_if_it_is_damaged(write: Write, tmp_path: Path) -> None:
    other = tmp_path / "another" / FILE_NAME
    other.parent.mkdir()
    other.write_text('{"theme": "dark", "lessons": "/x"}')
    assert read_policy().path == str(other) and read_policy().value("theme") == "dark"
    write({"theme": "light"})
    assert read_policy().value("theme") == "light" and not read_policy().value("lessons")
    write(b"{")
    assert not read_policy().value("theme")


def test_where_there_is_none_no_file_is_opened(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_file, "opened_file", pytest.fail)
    monkeypatch.setattr(os, "open", pytest.fail)
    assert read_policy() == Policy() and not read_policy().flaws()
    place.parent.rmdir()
    place.parent.write_text("no folder")
    assert read_policy() == Policy()


# What is told


FLAWS = {
    '{"theme": "pink"}': '"theme" needs one of desktop, light, dark, projector, contrast, not "pink".',
    '{"theme": 7}': "contrast, not 7.",
    '{"theme": null}': "contrast, not null.",
    '{"theme": ["dark"]}': 'contrast, not ["dark"].',
    '{"language": "tlh"}': '"language" needs one of desktop, ',
    '{"language": ""}': 'not "".',
    '{"lessons": "lessons/of/mine"}': "needs the full path of a folder, such as",
    '{"lessons": "~/lessons"}': 'not "~/lessons".',
    '{"lessons": "/srv/a\\u0000b"}': "needs the full path",
    '{"lessons": "/srv/\\ud800"}': "needs the full path",
    '{"lessons": ""}': "needs the full path",
    '{"colour": "red"}': 'no setting called "colour", only language, theme, lessons, resume and locked.',
    '{"locked": "theme"}': '"locked" needs a list with any of language, theme, lessons, resume, not "theme".',
    '{"locked": ["speed"]}': 'resume, not ["speed"].',
    '{"locked": [{}]}': "resume, not [{}].",
    '{"locked": ["theme"]}': '"theme" is locked, but has no value: add one, or unlock it.',
}


@pytest.mark.parametrize("text", FLAWS)
def test_each_flaw_is_one_sentence_that_says_what_would_be_right_and_the_rest_holds(text: str, write: Write) -> None:
    wrong = json.loads(text)
    good = {name: values(name)[0] for name in SETTINGS if name not in wrong and name not in wrong.get(LOCKED, ())}
    path = write(good | wrong)
    found = read_policy()
    (flaw,) = found.flaws()
    assert flaw.startswith(f"{path}: ") and FLAWS[text] in flaw and flaw.isprintable()
    assert {name: found.value(name) for name in good} == good
    assert not found.locked


def test_two_flaws_are_two_sentences_and_a_file_without_any_has_none(write: Write) -> None:
    write({"theme": "pink", "colour": 1})
    assert len(read_policy().flaws()) == 2
    write({"$schema": "policy.schema.json", "theme": DESKTOP, "language": DESKTOP, LOCKED: ["theme"]})
    assert read_policy().flaws() == [] and read_policy().locked == {"theme"}


BOM = "\ufeff"
WHOLE = {
    b"": "line 1: the file is damaged here: this is not JSON.",
    b'{"theme": "dark",\n oops}': "line 2: the file is damaged here: this is not JSON.",
    b"[1, 2]": "a policy must be one JSON object, such as",
    b"null": "a policy must be one JSON object",
    b"[" * 60_000: "a policy must be one JSON object",
    b'{"theme": ' + b"9" * 5000 + b"}": "a policy must be one JSON object",
    '{"theme": "dark"}'.encode("utf-16"): "it is not UTF-8 text.",
    '{"theme": "größer"}'.encode("cp1252"): "it is not UTF-8 text.",
    b'{"theme": "dark"}' + b" " * LARGEST_FILE: "larger than 64 KiB",
}


@pytest.mark.parametrize("content", WHOLE, ids=range(len(WHOLE)))
def test_of_a_damaged_file_nothing_holds_and_one_sentence_says_why(content: bytes, write: Write) -> None:
    path = write(content)
    found = read_policy({"theme": "light"})
    assert found.value("theme") == "light" and not found.value("language") and not found.locked
    (flaw,) = found.flaws()
    assert flaw.startswith(str(path)) and WHOLE[content] in flaw


def test_the_mark_that_windows_notepad_writes_is_no_harm(write: Write) -> None:
    write((BOM + '{"theme": "dark"}\r\n').encode())
    assert read_policy().value("theme") == "dark" and not read_policy().flaws()


def in_the_way(place: Path) -> Iterator[tuple[Callable[[], object], str]]:
    """Yield what makes something odd in the place of the file, and what is said of it."""
    yield place.mkdir, "because it is a folder."
    yield lambda: place.symlink_to(place), "cannot be read because "
    yield lambda: place.symlink_to(place.parent / "gone"), "because there is no such file."
    yield lambda: os.mkfifo(place), "because it is not a regular file."
    yield lambda: place.symlink_to("/dev/zero"), "because it is not a regular file."
    yield lambda: (place.touch(), os.truncate(place, 100 * 2**20)), "larger than 64 KiB"


@pytest.mark.skipif(sys.platform == "win32", reason="it has neither pipes in folders nor links for everybody")
@pytest.mark.parametrize("number", range(6))
def test_what_is_no_file_is_told_and_holds_up_nothing(number: int, place: Path) -> None:
    make, words = [*in_the_way(place)][number]
    make()
    (flaw,) = read_policy().flaws()
    assert flaw.startswith(str(place)) and words in flaw


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads everything")
@pytest.mark.parametrize("is_folder", [True, False])
def test_what_nobody_may_read_is_told(is_folder: bool, write: Write) -> None:
    path = write({"theme": "dark"})
    closed = path.parent if is_folder else path
    closed.chmod(0)
    try:
        assert "because permission is denied." in read_policy().flaws()[0]
    finally:
        closed.chmod(0o700)


def test_a_hostile_file_gives_values_that_hold_and_sentences(write: Write) -> None:
    for seed in range(random_sets(300)):
        write(hostile.policies(random.Random(seed)))
        found = read_policy()
        for name in SETTINGS:
            assert found.value(name) == "" or SETTINGS[name].fits(found.value(name))
        assert found.locked <= {name for name in SETTINGS if found.value(name)}
        for flaw in found.flaws():
            assert flaw.isprintable() and flaw.endswith(".") and len(flaw) < 5000, seed


# The schema


def test_the_published_schema_is_that_of_the_program() -> None:
    published = json.loads((ROOT / "docs/policy.schema.json").read_text(encoding="utf-8"))
    words = "write it anew: python -m perceptron_gui.files.program.policy docs/policy.schema.json"
    assert published == policy.schema(), words


def test_the_schema_allows_what_has_no_flaw(write: Write) -> None:
    odd = (None, 7, "", "pink", "gone", [], ["theme"], {}, DESKTOP)
    for name, value in product((*SETTINGS, LOCKED, "colour"), odd):
        write({name: value})
        # What a schema has no word for: whole paths, and that what is locked has a value.
        if (name, type(value)) != ("lessons", str) and (name, value) != (LOCKED, ["theme"]):
            assert allows(policy.schema(), {name: value}) is not bool(read_policy().flaws()), (name, value)


@pytest.mark.skipif(sys.platform == "win32", reason="its folder is one of Linux")
def test_the_example_for_those_who_install_is_a_policy_without_a_flaw(write: Write) -> None:
    text = (ROOT / "packaging/ADMIN.md").read_text(encoding="utf-8")
    example = json.loads(text.split("```json")[1].split("```")[0])
    write(example)
    assert read_policy().flaws() == [] and {*SETTINGS, LOCKED} == {*example} and read_policy().locked


def test_what_management_tools_are_told_to_ask_for_is_what_the_installer_writes() -> None:
    text = (ROOT / "packaging/ADMIN.md").read_text(encoding="utf-8")
    script = (ROOT / "packaging/windows/installer.nsi").read_text(encoding="utf-8")
    (windows,) = re.findall(r'!define WINDOWS "(.*)"', script)
    (key,) = re.findall(r'!define UNINSTALL_KEY "(.*)"', script)
    key = key.replace("${WINDOWS}", windows).replace("${NAME}", folders.NAME)
    for told in re.findall(r"(?i)(?:HKEY_LOCAL_MACHINE|HKLM:)\\(software.*?perceptron-lab)", text):
        assert told.casefold() == key.casefold()
    assert text.casefold().count(key.casefold()) == 2
    assert 'WriteRegStr SHCTX "${UNINSTALL_KEY}" DisplayVersion "${VERSION}"' in script


# On the command line


def test_the_window_has_an_option_for_the_theme() -> None:
    for typed in (["--theme", "dark"], ["--theme=dark"], ["--demo", "--theme", "dark"]):
        assert read_arguments(typed).asked["theme"] == "dark"
    assert read_arguments(["--smoke", "x", "--theme", "dark"]).smoke == "x"
    assert not read_arguments([]).asked["theme"]
    for wrong in (["--theme"], ["--theme="], ["--theme", "pink"], ["--theme", "--demo"]):
        with pytest.raises(UsageError, match=r"There is no theme .*: use --theme with one of desktop, light"):
            read_arguments(wrong)


@pytest.fixture
def class_folder(tmp_path: Path, write: Write) -> Path:
    """Return the folder of a class with a lesson, what cannot be read, and what is no lesson."""
    folder = tmp_path / "class"
    folder.mkdir()
    shipped = ROOT / "perceptron_gui/resources/lessons"
    (folder / "Week 3.lesson").write_bytes(next(shipped.glob("*two-forms.lesson")).read_bytes())
    (folder / "bad.lesson").write_bytes(b"\x1b[31m{")
    (folder / "folder.lesson").mkdir()
    (folder / "notes.txt").write_text("no lesson")
    write({"lessons": str(folder)})
    return folder


def test_the_lessons_of_a_class_are_listed_after_those_of_the_program(
    class_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lessons"]) == 0
    out, err = capsys.readouterr()
    assert not err
    week, bad, folder = out.splitlines()[-3:]
    assert week.startswith("Week 3.lesson  ") and "two forms" in week
    assert bad.startswith("bad.lesson  ") and "damaged" in bad and "\x1b" not in bad
    assert folder.startswith("folder.lesson  ") and "it is a folder" in folder
    assert main(["lessons", "Week 3.lesson"]) == 0
    assert capsys.readouterr().out.encode() == (class_folder / "Week 3.lesson").read_bytes()


@pytest.mark.parametrize("name", ["bad.lesson", "folder.lesson", "none.lesson", "../class/Week 3.lesson", "notes.txt"])
def test_what_is_no_lesson_of_the_class_is_refused(
    name: str, class_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lessons", name]) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1


@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_cannot_be_read_is_told_and_the_other_lessons_stay(
    is_there: bool, tmp_path: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "none"
    if is_there:
        folder.write_text("no folder")
    write({"lessons": str(folder), "colour": 1})
    assert main(["lessons"]) == 0
    out, err = capsys.readouterr()
    assert "two-forms" in out
    flaw, sentence = err.splitlines()
    assert '"colour"' in flaw and sentence.startswith(f"{folder}: this folder of lessons cannot be read because ")


SCRIPT = """
import sys
from perceptron_gui.files.program import policy
from perceptron_gui.gui import app
from perceptron_gui.gui.bars.note_bar import NoteBar
folder = sys.argv.pop(1)
policy.machine_folders = lambda: [policy.Path(folder)]
make = app.make_window
def make_and_close(*args):
    window = make(*args)
    window.ready.connect(lambda: app.QTimer.singleShot(0, say))
    def say():
        bars = [bar for bar in window.central_area.findChildren(NoteBar) if bar.isVisible()]
        words = " ".join(bar.text.text() for bar in bars)
        print(window.controller.view_state.theme, app.load_preferences().theme, words, sep="|")
        window.close()
    return window
app.make_window = make_and_close
from perceptron_gui.__main__ import main
sys.exit(main())
"""


def test_a_whole_start_follows_the_policy_and_says_what_is_wrong_in_both_places(write: Write) -> None:
    path = write({"theme": "dark", LOCKED: ["theme"], "colour": 1})
    command = [sys.executable, "-c", SCRIPT, str(path.parent), "--theme", "projector"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    flaw, unheeded = done.stderr.splitlines()
    known = "language, theme, lessons, resume and locked"
    assert flaw == f'{path}: there is no setting called "colour", only {known}.'
    assert unheeded == f"--theme projector is ignored: {path} sets it to dark for everyone."
    theme, kept, words = done.stdout.strip().split("|")
    assert (theme, kept, words) == ("dark", DESKTOP, flaw)
