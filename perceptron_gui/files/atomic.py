"""Writing a file, or a folder of pictures, all or nothing: others see the old one or the complete new one.

The attributes of the old one are kept, what a killed writer left behind is swept away, and a stamp tells later whether
a file is still the one that was read or written.
"""

import contextlib
import errno
import os
import re
import shutil
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple, TextIO

from perceptron_gui.files.file_work import FileError, reason
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr


class FileStamp(NamedTuple):
    """Identity and state of a file on disk; another program that writes to it changes at least one of these."""

    # which file it is
    device: int
    inode: int
    size: int  # bytes
    mtime_ns: int  # when its content was changed, in nanoseconds

    @classmethod
    def of(cls, status: os.stat_result) -> "FileStamp":
        """Return the stamp of a file. `status`: what the system says of it."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

    @classmethod
    def at(cls, path: str | os.PathLike[str]) -> "FileStamp | None":
        """Return the stamp of the file at a path, or None where there is none. `path`: perhaps through links."""
        try:
            return cls.of(os.stat(path))
        except (OSError, ValueError):
            return None


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


TEMPORARY = re.compile(r"\.points-([0-9]{1,10})-([0-9a-f]{4})[0-9a-f]{8}\.tmp|\.points-([0-9]{1,10})-[0-9a-f]{8}\.tmp")
"""Of this version, with the place of the process, and of earlier ones."""
STALE_SECONDS = 3600
"""Nobody writes for so long without a sign of life; the clock of a shared folder may be off by some minutes."""
PROCESSES = "/proc/self/ns/pid"
"""Where Linux says which processes can be seen: a number is another process's elsewhere."""


def temporary_path(folder: str) -> str:
    """Return the path of a new temporary file or folder, different for every process and thread.

    `folder`: where it is to be.
    """
    return os.path.join(folder, f".points-{os.getpid()}-{_place()}{os.urandom(4).hex()}.tmp")


@cache
def _place() -> str:
    """Return four letters for the machine, and the processes on it, among which a number is that of one process."""
    try:
        seen = os.readlink(PROCESSES)
    except OSError:
        seen = ""
    name = os.environ.get("COMPUTERNAME", "") if sys.platform == "win32" else os.uname().nodename
    return f"{zlib.crc32(f'{name} {seen}'.encode()) % 2**16:04x}"


def sweep(folder: str) -> None:
    """Remove what processes of this machine left that are gone, and files of others not written to for an hour.

    `folder`: where to look.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = TEMPORARY.fullmatch(entry.name)
            if match:
                with contextlib.suppress(OSError):
                    _remove_stale(entry, int(match[1] or match[3]), is_of_here=match[2] == _place())


def _remove_stale(entry: os.DirEntry[str], process: int, is_of_here: bool) -> None:
    is_gone = _is_old(entry) if sys.platform == "win32" else not _is_running(process)
    if not is_gone:
        return
    if entry.is_dir(follow_symlinks=False):
        if is_of_here:
            shutil.rmtree(entry.path, ignore_errors=True)
    elif entry.is_file(follow_symlinks=False) and (is_of_here or _is_old(entry)):
        os.unlink(entry.path)


def _is_old(entry: os.DirEntry[str]) -> bool:
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > STALE_SECONDS


def _is_running(process: int) -> bool:
    """Whether a process of this machine has that number; never asked on Windows, where asking would end it."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # it is another user's
    return True


class Written(Frozen):
    """A file that was written."""

    stamp: FileStamp  # tells later whether another program has changed it since
    remarks: tuple[str, ...] = ()  # sentences on what was lost with the file whose place it took


class NewFile:
    """A file while it is written. `written`: what it became; there when it has taken its place."""

    written: Written

    def __init__(self, file: TextIO) -> None:
        self.file = file


def check_target(path: str) -> None:
    """Check before any work whether the target can be written at all.

    `path`: where a file is to be written. Raises `FileError` when it is already plain that it cannot.
    """
    target = _target(path)
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        _check_folder(os.path.dirname(target))
        return
    except (OSError, ValueError) as error:
        raise _refusal(reason(error)) from None
    if stat.S_ISDIR(mode):
        raise _refusal(tr("it is a folder"))
    if not stat.S_ISREG(mode):
        raise _refusal(tr("it is not a regular file"))
    if not os.access(target, os.W_OK):
        raise _refusal(_why_closed(target))
    _check_folder(os.path.dirname(target))


def is_same_file(one: str, other: str) -> bool:
    """Whether two paths lead to the same existing file. `one`, `other`: paths, perhaps through links."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _target(path: str) -> str:
    """Return the file that `path` leads to through all links."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError) as error:
        # no file can have a name with NUL in it
        raise _refusal(reason(error)) from None


def _refusal(why: str) -> FileError:
    return FileError(tr("the file cannot be written because {reason}.").format(reason=why), reason=why)


def _check_folder(folder: str, refusal: Callable[[str], FileError] = _refusal) -> None:
    if not os.path.isdir(folder):
        raise refusal(tr("there is no such folder"))
    if not os.access(folder, os.W_OK):
        raise refusal(_why_closed(folder))


def _why_closed(path: str) -> str:
    """Return why an existing file or folder cannot be written."""
    is_read_only = sys.platform != "win32" and os.statvfs(path).f_flag & os.ST_RDONLY
    return reason(OSError(errno.EROFS if is_read_only else errno.EACCES, ""))


@contextlib.contextmanager
def replacing(path: str) -> Iterator[NewFile]:
    """Open a UTF-8 text file that takes the place of another when the block ends well, and is removed when not.

    After the block, file and folder are on the disk, not only in the system's memory.

    `path`: the file whose place it takes, if there is one. Returns to be written to; its `written` is there after the
    block. Raises `FileError` when it cannot be written.
    """
    check_target(path)
    target = _target(path)
    folder = os.path.dirname(target)
    temporary = temporary_path(folder)
    # Until it has the permissions of the file whose place it takes, nobody else may read what may be private.
    mode = 0o600 if os.path.exists(target) else 0o666
    try:
        with open(
            temporary, "x", encoding="utf-8", newline="", opener=lambda name, flags: os.open(name, flags, mode)
        ) as file:
            new = NewFile(file)
            yield new
            file.flush()
            os.fsync(file.fileno())
        remarks = keep_attributes(target, temporary)
        stamp = FileStamp.of(os.stat(temporary))
        os.replace(temporary, target)
    except OSError as error:
        raise _refusal(reason(error)) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
    _sync_folder(folder)
    new.written = Written(stamp, remarks)
    sweep(folder)


def write_bytes(path: str, data: bytes) -> Written:
    """Replace a file's content by some bytes, or leave it unchanged on failure.

    `path`: the file; a new one if there is none. `data`: all of its content. Raises `FileError` when it cannot be
    written.
    """
    with replacing(path) as new:
        new.file.buffer.write(data)
    return new.written


def _sync_folder(folder: str) -> None:
    """Let the new name of a file survive a power cut; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


DIGITS = 4
"""Of the number that is the name of a picture, at least."""


def is_folder(path: str) -> bool:
    """Whether a folder is asked for: its name ends as folders do. `path`: as typed."""
    return path.endswith(("/", os.sep))


def check_folder(path: str) -> None:
    """Check before any work whether the target can be written at all.

    `path`: of the folder: a new one, or one with nothing in it. Raises `FileError` when it is already plain that it
    cannot be written.
    """
    target = os.path.realpath(path)
    try:
        if os.listdir(target):
            raise _folder_refusal(tr("it is not empty; choose a new one"))
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        raise _folder_refusal(reason(error)) from None
    _check_folder(os.path.dirname(target), _folder_refusal)


def write_folder(path: str, pictures: Iterable[bytes], suffix: str) -> None:
    """Write pictures as 0001.png, 0002.png and so on.

    `path`: of the folder: a new one, or one with nothing in it. `pictures`: the content of each file. `suffix`: of
    their names, with its dot. Raises `FileError` when they cannot be written; nothing is left then.
    """
    check_folder(path)
    target = os.path.realpath(path)
    above = os.path.dirname(target)
    sweep(above)
    temporary = temporary_path(above)
    try:
        os.mkdir(temporary)
        for number, picture in enumerate(pictures, 1):
            with open(os.path.join(temporary, f"{number:0{DIGITS}d}{suffix}"), "xb") as file:
                file.write(picture)
                file.flush()
                os.fsync(file.fileno())
        if os.path.isdir(target):
            os.rmdir(target)  # not every system lets a folder take the place of another
        os.rename(temporary, target)
    except OSError as error:
        raise _folder_refusal(reason(error)) from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _folder_refusal(why: str) -> FileError:
    return FileError(tr("the folder cannot be written because {reason}.").format(reason=why), reason=why)
