"""README tells the truth about keys and commands."""

from __future__ import annotations

from pathlib import Path

from perceptron_gui.cli.registry import COMMANDS
from perceptron_gui.session.actions import ACTIONS

README = Path(__file__).parents[1] / "README.md"


def test_the_table_of_keys_is_the_table_of_actions() -> None:
    text = README.read_text(encoding="utf-8")
    rows = [f"| {action.shortcut} | {action.text.rstrip('…')} |" for action in ACTIONS if action.shortcut]
    missing = [row for row in rows if row not in text]
    assert not missing, "README lacks:\n" + "\n".join(missing)


def test_the_pictures_of_the_readme_exist() -> None:
    text = README.read_text(encoding="utf-8")
    names = [part.split(")")[0] for part in text.split("](")[1:] if part.startswith("assets/")]
    assert names
    assert all((README.parent / name).exists() for name in names)


def test_the_list_of_commands_is_that_of_the_program() -> None:
    lines = README.read_text(encoding="utf-8").split("## On the command line")[1].split("##")[0].splitlines()
    for command in COMMANDS.values():
        assert any(f" run {command.name} " in line and line.endswith(f"# {command.summary}") for line in lines)
