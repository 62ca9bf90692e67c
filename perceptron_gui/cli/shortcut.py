"""The entry in the desktop's menu, made and removed by the command line (C2)."""

from __future__ import annotations

import os
import sys

from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.files import own_program
from perceptron_gui.files.file_errors import LONGEST_PATH, FileError, reason, shown
from perceptron_gui.translation import tr


def answer(option: str) -> str:
    """Make or remove the entry, and return what to print.

    `option`: --install-shortcut or --remove-shortcut. Raises `UsageError` when that cannot be; one sentence.
    """
    if not sys.platform.startswith("linux"):
        raise UsageError(tr("{option} makes a menu entry on Linux only.").format(option=option))
    # Imported only now: help and version can do without.
    from perceptron_gui.files import menu_entry

    command = own_command()
    if not menu_entry.can_name(command):
        words = tr("{path}: a menu entry cannot name a program in such a folder.")
        raise UsageError(words.format(path=shown(command[0], LONGEST_PATH)))
    try:
        if option == "--remove-shortcut":
            was_there = menu_entry.remove_entry()
            return (tr("The menu entry is removed.") if was_there else tr("There was no menu entry.")) + "\n"
        path = menu_entry.install_entry(command)
    except RuntimeError:
        raise UsageError(tr("There is no home folder to put a menu entry into.")) from None
    except OSError as error:
        raise UsageError(
            tr("The menu entry cannot be changed because {reason}.").format(reason=reason(error))
        ) from None
    except FileError as flaw:
        raise UsageError(tr("The menu entry is not written: {why}").format(why=flaw.sentence)) from None
    return tr("The menu entry is {path}.").format(path=shown(str(path), LONGEST_PATH)) + "\n"


def own_command() -> list[str]:
    """Return how the menu starts this program: by its script where it has one, else as it starts itself."""
    script = os.path.abspath(sys.argv[0])
    if os.path.basename(script).startswith("perceptron-gui") and os.access(script, os.X_OK):
        return [script]
    return own_program.own_command()
