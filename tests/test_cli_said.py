"""Whatever a file or a command brings, nothing of it acts on the terminal, and a message is one short line (C7)."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.file_work import LONGEST_MESSAGE
from perceptron_gui.files.sessions.session_file import plain_of
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.effort import random_sets

ACTING = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
SIGNS = [*"\x1b\x07\u2028\u2029\u202e\u2066\x7f\r\b\x0b\x85", "\x9b31m", "\x1b]0;a\x07", "\x1b[2J"]
OPTIONS = (
    *([], ["--json"], ["--mode", "multiclass"], ["--features", "poly2"], ["--mode", "dual"], ["--max-updates", "3"]),
    *(["--kernel", "rbf", "--mode", "dual"], ["--holdout", "0.3"], ["--variant", "pocket"], ["--bias"]),
)
COMMANDS = ("train", "analyze", "render", "samples", "--play", "--demo", "--remove", "hello")
POINTS: Any = plain_of(SavedSession(Document(Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]))))


class Enemy:
    """Who writes files and commands so that messages about them do something."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def name(self) -> str:
        """Return a name with something in it that acts, perhaps a long one."""
        parts = ["a", "b", *self.rng.choices(SIGNS, k=2), "x" * self.rng.choice([1, 50, 400])]
        return "".join(self.rng.choices(parts, k=self.rng.choice([1, 2, 3])))

    def table(self, folder: Path) -> list[str]:
        """Write a points file, and return a command that reads it."""
        rng, labels = self.rng, [self.name() for _ in range(self.rng.choice([1, 2, 2, 3]))]
        head = [self.name(), self.name(), rng.choice(["label", self.name()])]
        rows = [[str(rng.randrange(9)), str(rng.randrange(9)), labels[i % len(labels)]] for i in range(6)]
        if rng.random() < 0.2:
            rows[rng.randrange(6)][rng.randrange(3)] = self.name()
        lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in (head, *rows)]
        name = folder / rng.choice(["a.csv", "\x1b[31m" + "b" * rng.choice([1, 200]) + ".csv", "\u202evsc.a"])
        name.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
        more = [
            ["--positive", labels[0]],
            ["--features", f"{head[0]}^2, sin({self.name()})"],
            ["--log", self.name()],
            [],
        ]
        return [rng.choice(["train", "analyze"]), str(name), *rng.choice(OPTIONS), *rng.choice(more)]

    def session(self, folder: Path) -> list[str]:
        """Write a session with an entry or its name changed, and return a command that reads it."""
        plain, rng = json.loads(json.dumps(POINTS)), self.rng
        inner, key = rng.choice([*entries(plain)])
        if rng.random() < 0.3 and isinstance(inner, dict):
            inner[self.name()] = inner.pop(key)
        else:
            inner[key] = rng.choice([self.name(), [self.name(), self.name()]])
        path = folder / "s.perceptron"
        path.write_text(json.dumps(plain, ensure_ascii=rng.random() < 0.5), errors="surrogatepass", encoding="utf-8")
        return [rng.choice(["train", "analyze"]), str(path), *rng.choice(OPTIONS)]

    def command(self, folder: Path) -> list[str]:
        """Return a command that makes no sense."""
        options = [self.name(), f"--{self.name()}", "--features", "--order", "-o"]
        return [self.rng.choice(COMMANDS), *self.rng.choices(options, k=self.rng.randrange(1, 4)), "--nonsense"]


def entries(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the group or list that each entry is in, and its name or place."""
    for key, value in [*(plain.items() if isinstance(plain, dict) else enumerate(plain))]:
        yield plain, key
        if isinstance(value, dict | list):
            yield from entries(value)


@pytest.mark.parametrize("kind", ["table", "session", "command"])
def test_nothing_of_a_file_or_a_command_acts_on_the_terminal(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    enemy, n_said = Enemy(20), 0
    for _ in range(random_sets(50, least=50)):
        arguments = getattr(enemy, kind)(tmp_path)
        out, error = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            code = main(arguments)
        told = error.getvalue()
        assert not ACTING.search(out.getvalue()) and not ACTING.search(told), arguments
        assert len(told) <= LONGEST_MESSAGE + 1 and told.count("\n") == bool(told) == (code != 0), arguments
        n_said += bool(told)
    assert n_said > 10


def test_json_has_the_names_of_a_file_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    classes = ["a\x1b[31m", "b\u202e\u2028\x7f"]
    (tmp_path / "a.csv").write_text(f'x,y,label\n1,2,"{classes[0]}"\n3,0,"{classes[1]}"\n', encoding="utf-8")
    assert main(["train", str(tmp_path / "a.csv"), "--json"]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed)["classes"] == classes and not ACTING.search(printed)
    assert main(["train", str(tmp_path / "a.csv")]) == 0
    assert "b\\u202e" in capsys.readouterr().out
