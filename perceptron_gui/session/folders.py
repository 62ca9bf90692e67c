"""The folders of the program: preferences, and what it keeps for the next start."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_config_path, user_state_path

NAME = "perceptron-lab"


def config_folder() -> Path:
    """Return the folder of the preferences; it may not exist yet."""
    override = os.environ.get("PERCEPTRON_LAB_CONFIG")
    return Path(override) if override else _of_user(user_config_path)


def state_folder() -> Path:
    """Return the folder of what is kept for the next start: unsaved work, reports of faults; it may not exist yet."""
    override = os.environ.get("PERCEPTRON_LAB_CONFIG")
    return Path(override) / "state" if override else _of_user(user_state_path)


def _of_user(find: Callable[..., Path]) -> Path:
    """Return the user's folder; for a user without a home one that cannot be made.

    Nothing is kept for such a user: "~" would be a folder in the current one, and a folder that others can guess and
    make before us is no place for it.
    """
    try:
        return find(NAME, appauthor=False)
    except RuntimeError:
        return Path(os.devnull) / NAME
