"""Permissions, group and extended attributes of a file, as far as a new file in its place keeps them."""

from __future__ import annotations

import contextlib
import os
import stat
import sys

from perceptron_gui.translation import tr


def keep_attributes(old: str, new: str) -> tuple[str, ...]:
    """Give a file the permissions, the group and the extended attributes of the one whose place it takes.

    `old`: path of the present file; there may be none. `new`: path of the file that takes its place. Returns sentences
    on what cannot be kept.
    """
    try:
        status = os.stat(old)
    except FileNotFoundError:
        return ()
    remarks = []
    _keep_group(status, new)
    os.chmod(new, stat.S_IMODE(status.st_mode))
    if not _keep_extended(old, new):
        remarks.append(tr("Its extended attributes could not be kept."))
    if status.st_nlink > 1:
        remarks.append(tr("Its other hard links keep the old content."))
    return tuple(remarks)


def _keep_group(status: os.stat_result, new: str) -> None:
    """Keep the group, where the system lets us: a folder of a course is shared by one."""
    if sys.platform != "win32" and os.stat(new).st_gid != status.st_gid:
        with contextlib.suppress(OSError):
            os.chown(new, -1, status.st_gid)


def _keep_extended(old: str, new: str) -> bool:
    """Copy the extended attributes, labels and access lists among them; False where one cannot be."""
    if sys.platform != "linux":
        return True
    try:
        names = set(os.listxattr(old))
    except OSError:
        return True  # a file system without any
    is_whole = True
    for name in names:
        try:
            value = os.getxattr(old, name)
            # The system has given the new file its own label, which often nobody else may set.
            if _extended(new, name) != value:
                os.setxattr(new, name, value)
        except OSError:
            is_whole = False
    return is_whole


def _extended(path: str, name: str) -> bytes | None:
    if sys.platform != "linux":
        return None
    try:
        return os.getxattr(path, name)
    except OSError:
        return None
