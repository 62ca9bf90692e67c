"""A screen reader for tests: hears what the program announces over AT-SPI, and walks the tree that it is told.

``python3 dev.py spoken`` prints both: after each key what was announced, and at the end all parts of the window.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jeepney
from jeepney.io.blocking import DBusConnection, open_dbus_connection

import dev

PATIENCE = 30.0
"""Seconds until something that must come has come."""
QUIET = 0.4
"""Seconds without a word after which nothing more is waited for, where it is not known what comes."""
DESKTOP = "/org/a11y/atspi/accessible/root"
ACCESSIBLE, VALUE, ACTION = (f"org.a11y.atspi.{name}" for name in ("Accessible", "Value", "Action"))
HEARD = "object:announcement"
ACTIVE, FOCUSABLE, SHOWING = 1, 11, 25
"""Numbers of states, as AT-SPI counts them."""


@dataclass(frozen=True)
class Node:
    """A part as a screen reader is told of it."""

    reader: Reader
    owner: str
    path: str

    def get(self, name: str, interface: str = ACCESSIBLE) -> Any:
        """Return a property."""
        address = jeepney.DBusAddress(self.path, self.owner, interface)
        return self.reader.ask(jeepney.Properties(address).get(name))[0][1]

    def call(self, method: str, signature: str | None = None, *args: object, interface: str = ACCESSIBLE) -> Any:
        """Call a method and return the first value that it answers."""
        address = jeepney.DBusAddress(self.path, self.owner, interface)
        answer = self.reader.ask(jeepney.new_method_call(address, method, signature, args))
        return answer[0] if answer else None

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.get("Name"))

    @property
    def description(self) -> str:
        """What is said of it."""
        return str(self.get("Description"))

    @property
    def role(self) -> str:
        """What kind of part it is."""
        return str(self.call("GetRoleName"))

    def has_state(self, number: int) -> bool:
        """Whether it has a state."""
        words = self.call("GetState")
        return bool(words[number // 32] >> number % 32 & 1)

    @property
    def value(self) -> float | None:
        """Where it stands, if it has a value."""
        has_value = VALUE in self.call("GetInterfaces")
        return float(self.get("CurrentValue", VALUE)) if has_value else None

    def set_value(self, value: float) -> None:
        """Bring it to another value."""
        address = jeepney.DBusAddress(self.path, self.owner, VALUE)
        self.reader.ask(jeepney.Properties(address).set("CurrentValue", "d", value))

    @property
    def children(self) -> list[Node]:
        """The parts in it."""
        return [Node(self.reader, owner, path) for owner, path in self.call("GetChildren")]

    def walk(self) -> Iterator[Node]:
        """Yield it and all parts in it that are shown."""
        yield self
        for child in self.children:
            if child.has_state(SHOWING):
                yield from child.walk()

    def act(self, action: str) -> None:
        """Do what a reader's user asks for."""
        names = [each[0] for each in self.call("GetActions", interface=ACTION)]
        assert action in names, names
        self.call("DoAction", "i", names.index(action), interface=ACTION)


class Reader:
    """Listens on a bus of its own; `env`: that of `dev.reader_bus`."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._session = open_dbus_connection(env["DBUS_SESSION_BUS_ADDRESS"])
        bus = jeepney.DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        address = self._session.send_and_get_reply(jeepney.new_method_call(bus, "GetAddress"), timeout=PATIENCE).body[0]
        status = jeepney.Properties(bus.with_interface("org.a11y.Status"))
        self._session.send_and_get_reply(status.set("IsEnabled", "b", True), timeout=PATIENCE)
        # Two: one that waits for an answer lets pass what comes meanwhile.
        self._asking, self._hearing = open_dbus_connection(address), open_dbus_connection(address)
        registry = jeepney.DBusAddress("/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "org.a11y.atspi.Registry")
        self._tell(self._hearing, jeepney.new_method_call(registry, "RegisterEvent", "s", (HEARD,)))
        rule = jeepney.MatchRule(type="signal", interface="org.a11y.atspi.Event.Object", member="Announcement")
        self._tell(self._hearing, jeepney.message_bus.AddMatch(rule))
        self.heard: list[str] = []

    @staticmethod
    def _tell(connection: DBusConnection, message: jeepney.Message) -> tuple[Any, ...]:
        answer = connection.send_and_get_reply(message, timeout=PATIENCE)
        assert answer.header.message_type is not jeepney.MessageType.error, answer.body
        return tuple(answer.body)

    def ask(self, message: jeepney.Message) -> tuple[Any, ...]:
        """Return the answer to a message."""
        return self._tell(self._asking, message)

    def listen(self, seconds: float) -> bool:
        """Wait for something to be said; False where nothing was."""
        try:
            message = self._hearing.receive(timeout=seconds)
        except TimeoutError:
            return False
        if message.header.fields.get(jeepney.HeaderFields.member) == "Announcement":
            self.heard.append(str(message.body[3][1]))
        return True

    def wait(self, claim: Callable[[str], object], after: int = 0) -> str:
        """Return the first thing said, after so many, of which a claim holds."""
        end = time.monotonic() + PATIENCE
        while True:
            for words in self.heard[after:]:
                if claim(words):
                    return words
            left = end - time.monotonic()
            assert left > 0, f"it was never said: {self.heard[after:]}"
            self.listen(left)

    def all_of_it(self) -> list[str]:
        """Return what is said until nothing more comes."""
        before = len(self.heard)
        while self.listen(QUIET):
            pass
        return self.heard[before:]

    def program(self) -> Node:
        """Return the program, as soon as it is there."""
        desktop = Node(self, "org.a11y.atspi.Registry", DESKTOP)
        self.look(lambda: desktop.children, "no program came")
        return desktop.children[-1]

    @staticmethod
    def look(claim: Callable[[], object], else_said: str) -> None:
        """Look until a claim holds of what nobody tells of."""
        end = time.monotonic() + PATIENCE
        while not claim():
            assert time.monotonic() < end, else_said
            time.sleep(0.05)

    def close(self) -> None:
        """Listen no more."""
        for connection in (self._session, self._asking, self._hearing):
            connection.close()


class Heard:
    """The program on a screen of its own, a hand on its keys, and who hears it."""

    def __init__(self, env: Mapping[str, str], *words: str) -> None:
        self._env = {**os.environ, **env, "PYTHONPATH": str(dev.ROOT), "LC_ALL": "C.UTF-8"}
        self.reader = Reader(self._env)
        command = [sys.executable, "-m", dev.PACKAGE, *words]
        self.process = subprocess.Popen(command, env=self._env, cwd=dev.ROOT)
        self.window = next(iter(self.reader.program().children))
        self.plane = self.find("canvas")
        self.reader.look(lambda: self.window.has_state(ACTIVE), "the window never got the keys")

    def find(self, role: str, name: str = "") -> Node:
        """Return the part of a role, once it is there."""
        found: list[Node] = []

        def search() -> bool:
            with contextlib.suppress(AssertionError):  # a part goes while it is asked
                found.extend(node for node in self.window.walk() if node.role == role and name in node.name)
            return bool(found)

        self.reader.look(search, f"there is no {role} {name}")
        return found[0]

    def key(self, *names: str) -> int:
        """Press keys; return how much had been said before."""
        before = len(self.reader.heard)
        subprocess.run(["xdotool", "key", *names], env=self._env, check=True, timeout=PATIENCE)
        return before

    def hears(self, *keys: str, claim: Callable[[str], object]) -> str:
        """Press keys and return what is said, once a claim holds of it."""
        return self.reader.wait(claim, self.key(*keys))

    def end(self) -> None:
        """End the program."""
        self.process.kill()
        self.process.wait()
        self.reader.close()


@contextlib.contextmanager
def started(*words: str) -> Iterator[Heard]:
    """Yield the program with those words on its command line, on a screen and a bus of its own."""
    with dev.virtual_screen() as screen, dev.reader_bus() as bus, tempfile.TemporaryDirectory() as folder:
        own = {"PERCEPTRON_LAB_CONFIG": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state"}
        heard = Heard({**screen, **bus, **own}, *words)
        try:
            yield heard
        finally:
            heard.end()


def tree(node: Node, depth: int = 0) -> Iterator[str]:
    """Yield a line for each part, indented."""
    value = node.value
    told = [node.role, node.name, f"[{value:g}]" if value is not None else "", node.description]
    yield "  " * depth + "  ".join(filter(None, told)).replace("\n", " / ")
    for child in node.children:
        if child.has_state(SHOWING):
            yield from tree(child, depth + 1)


def main(args: Sequence[str]) -> int:
    """Print what is heard, and the tree."""
    parser = argparse.ArgumentParser(prog="dev.py spoken", description=main.__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="what to open")
    parser.add_argument("--keys", default="Right Right Right Return Up space ctrl+z End", help="as xdotool names them")
    chosen = parser.parse_args(args)
    if not dev.has_reader_bus():
        raise dev.Stop("there is no bus for screen readers here: at-spi2-core is not installed")
    with started(*chosen.files) as heard:
        print("at the start:", *heard.reader.all_of_it(), sep="\n    ")
        for key in chosen.keys.split():
            heard.key(key)
            print(f"{key}:", *heard.reader.all_of_it(), sep="\n    ", flush=True)
        print(*tree(heard.window), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
