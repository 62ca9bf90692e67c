"""An installation for all users that a second one uses, and that is purged afterwards."""

from __future__ import annotations

import shutil

from installers.product import WORK
from installers.shell import BuildError
from proofs.artefacts import Artefact
from proofs.chroot import SECOND
from proofs.installed import window
from proofs.screens import wait_for, x_screen
from proofs.upgrade import is_still

OWN = (".config/perceptron-lab", ".local/state/perceptron-lab")
"""What ADMIN.md says that the program writes for each user; it stays."""
EMPTY = {".config", ".local", ".local/state"}
PREFERENCES = ".config/perceptron-lab/preferences.json"


def purge_after_second_user(artefact: Artefact) -> str:
    """Let a second user open a window, purge the program, and return what is left of it.

    Parameters
    ----------
    artefact : Artefact
        Which is not installed.

    Raises
    ------
    BuildError
        When anything is left but that user's own settings, or these are gone.
    """
    system, everybody = artefact.system, artefact.for_all_users()
    before = system.state()
    everybody.install()
    home = system.root / f"home/{SECOND}"
    with x_screen() as screen:
        command = system.command(everybody.program, user=SECOND, env=screen.env, binds=[screen.folder])
        with window(command, screen):
            wait_for(lambda: is_still(screen, WORK / "second-user.png"), "the window shows nothing")
            wait_for((home / OWN[1]).is_dir, "the window keeps nothing for its next start")
    everybody.uninstall()
    after = system.state()
    changed = {name for name in after.keys() | before.keys() if after.get(name) != before.get(name)}
    kept = {name.removeprefix(f"home/{SECOND}/") for name in changed}
    wrong = [name for name in kept if name not in EMPTY and not name.startswith((*OWN, "root/"))]
    if wrong:
        raise BuildError(f"changed: {', '.join(sorted(wrong)[:20])}")
    if PREFERENCES not in kept:
        raise BuildError("the second user's preferences are gone")
    files = sum((home / name).is_file() for name in kept)
    for name in (".config", ".local"):
        shutil.rmtree(home / name, ignore_errors=True)
    return f"{files} files of the second user's stay, of the program none"
