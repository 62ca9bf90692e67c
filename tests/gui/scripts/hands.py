"""Plays scripts: hands (xdotool) on the mouse and keys of a real screen, and questions to the program on it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from perceptron_gui.files.points.sample_files import IRIS
from tests.gui.scripts.script import Script

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = float(os.environ.get("PERCEPTRON_LAB_PATIENCE", "60"))
"""Seconds until something that must come has come, on a machine that is busy with other things."""
CLICKS = 6
BUTTONS = {"left": 1, "middle": 2, "right": 3, "up": 4, "down": 5}
PICTURES = "PERCEPTRON_LAB_PICTURES"
"""Variable of the environment: the folder where pictures are kept."""


class ScriptError(AssertionError):
    """A step that could not be done, or a claim that did not hold."""


class Child:
    """The program on a screen, in a process of its own."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "QT_LOGGING_RULES": "", **env}
        self._start()

    def _start(self) -> None:
        self._noise = tempfile.TemporaryFile()  # noqa: SIM115
        self._heard = 0
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.gui.scripts.player"],
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._noise,
        )
        self._rest = b""
        self._answer()

    def restart(self) -> None:
        """End the process and start another."""
        self.end()
        self._start()

    def ask(self, do: str, **words: Any) -> dict[str, Any]:
        """Ask, and return the answer."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps({"do": do, **words}).encode() + b"\n")
            self._process.stdin.flush()
        answer = self._answer()
        if answer.get("problem"):
            raise ScriptError(answer["problem"])
        return answer

    def until(self, claim: str, seconds: float = PATIENCE) -> None:
        """Wait until a claim holds."""
        try:
            answer = self.ask("until", claim=claim, seconds=seconds)
        except ScriptError as error:
            raise ScriptError(f"it does not hold that {claim}: {error}") from None
        if not answer["holds"]:
            raise ScriptError(f"it does not hold that {claim}")

    def value(self, expression: str) -> Any:
        """Return what an expression is worth."""
        return self.ask("value", expression=expression)["value"]

    def noise(self) -> str:
        """Return what the program has written to its standard error since the last time."""
        # The child writes at the place that both share, so this must not move it.
        new = os.pread(self._noise.fileno(), 100_000, self._heard)
        self._heard += len(new)
        return new.decode()

    def __enter__(self) -> Child:
        """Return the child itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self.end()

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._noise.close()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        end = time.monotonic() + 2 * PATIENCE
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._process.stdout], [], [], max(end - time.monotonic(), 0))
            received = os.read(self._process.stdout.fileno(), 65536) if ready else b""
            if not received:
                what = "does not answer" if not ready else "has ended"
                raise ScriptError(f"the program {what}\n{self.noise()}")
            self._rest += received
        line, self._rest = self._rest.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer


class Hands:
    """Mouse and keys of a screen; every event has arrived before the next is sent."""

    def __init__(self, child: Child, env: Mapping[str, str]) -> None:
        self._child = child
        self._env = {**os.environ, **env}
        self._at: list[int] | None = None

    def xdotool(self, *words: object) -> str:
        """Run xdotool and return what it says."""
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self._env, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            raise ScriptError(f"{' '.join(command)}: {done.stderr.strip()}")
        return done.stdout

    def rest(self) -> None:
        """Let everything go, which a script that failed may not have done, and put the mouse into a corner."""
        self.xdotool(*(word for button in (1, 2, 3) for word in ("mouseup", button)), "mousemove", 1599, 999)

    def move(self, place: list[int]) -> None:
        """Move the mouse to [window, x, y]."""
        self.xdotool("mousemove", "--window", *place)
        if place != self._at:
            window, x, y = place
            here = f"pointer[0] == {window} and abs(pointer[1] - {x}) <= 1 and abs(pointer[2] - {y}) <= 1"
            self._child.until(here)
        self._at = place

    def button(self, verb: str, name: str) -> None:
        """Press ("mousedown") or let go ("mouseup") of a button."""
        before = self._child.value("buttons")
        self.xdotool(verb, BUTTONS[name])
        self._child.until(f"buttons > {before}")

    def click(self, name: str) -> None:
        """Press a button and let go at once, however busy the machine is."""
        before = self._child.value("buttons")
        self.xdotool("click", BUTTONS[name])
        self._child.until(f"buttons >= {before} + 2")

    def wheel(self, direction: str, times: int) -> None:
        """Turn the wheel."""
        for _ in range(times):
            before = self._child.value("wheels")
            self.xdotool("click", BUTTONS[direction])
            self._child.until(f"wheels > {before}")

    def keys(self, words: list[str]) -> None:
        """Press keys, one after the other."""
        for word in words:
            before = self._child.value("keys")
            self.xdotool("key", word)
            self._child.until(f"keys >= {before + word.count('+') + 1 - 2 * word.endswith('++')}")

    def type(self, text: str) -> None:
        """Type a text."""
        before = self._child.value("keys")
        self.xdotool("type", "--delay", 6, "--", text)
        self._child.until(f"keys >= {before + len(text)}")

    @contextlib.contextmanager
    def holding(self, keys: str) -> Iterator[None]:
        """Hold keys such as "ctrl+shift" meanwhile."""
        for key in keys.split("+"):
            before = self._child.value("keys")
            self.xdotool("keydown", key)
            self._child.until(f"keys > {before}")
        yield
        for key in keys.split("+"):
            self.xdotool("keyup", key)


class Performance:
    """One script being played."""

    def __init__(self, script: Script, child: Child, env: Mapping[str, str], folder: Path, pictures: Path) -> None:
        self._script = script
        self._child = child
        self._env = env
        self._hands = Hands(child, env)
        self._folder = folder
        self._pictures = pictures
        self._noted: dict[str, Any] = {}
        self.taken: list[Path] = []

    def play(self) -> None:
        """Play all steps; a failure says where it was, and takes a picture."""
        self._begin()
        for step in self._script.steps:
            filled = step.filled("folder", str(self._folder)).filled("data", str(IRIS.parent))
            try:
                self._do(filled.verb, filled.rest)
            except ScriptError as error:
                with contextlib.suppress(ScriptError):
                    self._child.ask("picture", path=str(self._pictures / f"{self._script.name}-failed.png"))
                line = f"{self._script.name}, line {step.number}: {filled.verb} {filled.rest}"
                raise ScriptError(f"{self._script.claim}\n{line}\n{error}\n{self._child.noise()}") from None

    def finish(self) -> None:
        """Close the window, and see to it that nothing was complained of."""
        self._child.ask("finish")
        self._check_noise()

    def _check_noise(self) -> None:
        if noise := self._child.noise():
            raise ScriptError(f"{self._script.name}: the program complained\n{noise}")

    def _begin(self) -> None:
        self._child.ask("begin", folder=str(self._folder), noted=self._noted)
        self._child.until("is_ready")
        self._hands.rest()

    def _do(self, verb: str, rest: str) -> None:
        steps: dict[str, Callable[[str], object]] = {
            "own": lambda rest: None,
            "example": self._example,
            "empty": lambda rest: self._points(""),
            "points": self._points,
            "file": self._file,
            "click": lambda rest: self._click(rest, "left"),
            "right": lambda rest: self._click(rest, "right"),
            "drag": lambda rest: self._drag(rest, "left"),
            "pan": lambda rest: self._drag(rest, "middle"),
            "press": self._press,
            "carry": lambda rest: self._hands.move(self._place(rest)),
            "move": lambda rest: self._hands.move(self._place(rest)),
            "release": lambda rest: self._hands.button("mouseup", rest or "left"),
            "wheel": self._wheel,
            "key": lambda rest: self._hands.keys(rest.split()),
            "type": self._hands.type,
            "with": self._with,
            "size": self._size,
            "put": self._put,
            "close": lambda rest: self._hands.xdotool("key", "alt+F4"),
            "choose": self._choose,
            "tap": lambda rest: self._fingers(rest, "tap"),
            "hold": self._hold,
            "pinch": lambda rest: self._fingers(rest, "pinch"),
            "drop": lambda rest: self._child.ask("drop", path=rest),
            "restart": self._restart,
            "end": self._end_second_window,
            "expect": self._child.until,
            "settle": lambda rest: self._child.ask("settle", seconds=PATIENCE),
            "note": self._note,
            "shot": self._take,
        }
        if verb not in steps:
            raise ScriptError(f"there is no step {verb!r}")
        steps[verb](rest)

    # How a script begins

    def _example(self, name: str) -> None:
        self._child.ask("example", name=name)
        self._child.ask("settle", seconds=PATIENCE)

    def _points(self, text: str) -> None:
        rows = [[words[0], *map(float, words[1:])] for words in map(str.split, text.split(",")) if words]
        self._child.ask("points", rows=rows)
        self._child.ask("settle", seconds=PATIENCE)

    def _file(self, rest: str) -> None:
        name, _, lines = rest.partition(" ")
        (self._folder / name).write_text(lines.replace("|", "\n") + "\n", encoding="utf-8")

    # Hands

    def _place(self, words: str) -> list[int]:
        kind, _, rest = words.partition(" ")
        end = time.monotonic() + PATIENCE
        while True:
            try:
                place: list[int] = self._child.ask("place", kind=kind, words=rest)["place"]
                return place
            except ScriptError as error:
                # A menu or a list may be on its way, and asking without a pause keeps it from coming.
                if kind != "item" or time.monotonic() > end:
                    raise ScriptError(f"{words}: {error}") from None
                self._child.ask("breathe")

    def _click(self, words: str, button: str) -> None:
        self._hands.move(self._place(words))
        if not words.startswith("widget"):
            self._hands.button("mousedown", button)
            self._hands.button("mouseup", button)
            return
        for tries in range(CLICKS):
            # Where the machine is busy, a list may take so long to open that the click chooses from it.
            self._child.ask("slow_down", times=2**tries)
            self._hands.click(button)
            if self._child.value("has_its_list"):
                return
        raise ScriptError(f"{words}: its list does not stay open")

    def _press(self, words: str) -> None:
        self._hands.move(self._place(words))
        self._hands.button("mousedown", "left")

    def _drag(self, words: str, button: str) -> None:
        places = [self._place(part.strip()) for part in words.split("->")]
        self._hands.move(places[0])
        self._hands.button("mousedown", button)
        for place in places[1:]:
            self._hands.move(place)
        self._hands.button("mouseup", button)

    def _wheel(self, rest: str) -> None:
        direction, times, where = rest.split(" ", 2)
        self._hands.move(self._place(where))
        self._hands.wheel(direction, int(times))

    def _with(self, rest: str) -> None:
        keys, verb, words = rest.split(" ", 2)
        with self._hands.holding(keys):
            self._do(verb, words)

    def _size(self, rest: str) -> None:
        width, height = map(int, rest.split("x"))
        window = self._child.ask("window")
        native = [round(part * window["scale"]) for part in (width, height)]
        self._hands.xdotool("windowsize", window["id"], *native)
        self._child.until(f"[width, height] == [max({width}, 960), max({height}, 600)]")

    def _put(self, rest: str) -> None:
        x, y = map(int, rest.split())
        self._hands.xdotool("windowmove", self._child.ask("window")["id"], x, y)
        self._child.until(f"near(place, [{x}, {y}], 40)")

    def _choose(self, rest: str) -> None:
        """Click through a menu, from the menu bar on."""
        first, *others = (part.strip() for part in rest.split(">"))
        self._click(f"menu {first}", "left")
        for name in others:
            self._click(f"item {name}", "left")

    def _fingers(self, words: str, what: str) -> None:
        kind, _, rest = words.partition(" ")
        self._child.ask("fingers", kind=kind, words=rest, what=what)

    def _hold(self, words: str) -> None:
        self._fingers(words, "down")
        self._child.until("menu")
        self._fingers(words, "up")

    # Windows

    def _restart(self, _: str) -> None:
        self._child.until("is_closed")
        self._check_noise()
        self._child.restart()
        self._begin()

    def _second_windows(self) -> list[str]:
        own = self._child.ask("window")["id"]
        with contextlib.suppress(ScriptError):
            found = self._hands.xdotool("search", "--onlyvisible", "--name", "Perceptron Lab").split()
            return [window for window in found if int(window) != own]
        return []

    def _end_second_window(self, _: str) -> None:
        end = time.monotonic() + PATIENCE
        while not (found := self._second_windows()):
            if time.monotonic() > end:
                raise ScriptError("no second window came")
            self._child.ask("settle", seconds=1)
        process = int(self._hands.xdotool("getwindowpid", found[0]))
        environment = Path(f"/proc/{process}/environ").read_bytes().decode()
        if str(self._folder) not in environment:
            raise ScriptError("the second window is not of this script")
        self._hands.xdotool("windowactivate", "--sync", found[0])
        self._take("second")
        self._hands.xdotool("key", "alt+F4")
        while Path(f"/proc/{process}").exists():
            if time.monotonic() > end:
                os.kill(process, signal.SIGKILL)
                raise ScriptError("the second window does not close")
            self._child.ask("settle", seconds=1)

    # Eyes

    def _note(self, rest: str) -> None:
        name, _, expression = rest.partition("=")
        value = self._noted[name.strip()] = self._child.value(expression)
        self._child.ask("note", name=name.strip(), value=value)

    def _take(self, name: str) -> None:
        plain = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
        path = self._pictures / f"{self._script.name}-{plain}.png"
        self._child.until("is_closed or is_seen")
        self._child.ask("picture", path=str(path))
        self.taken.append(path)
