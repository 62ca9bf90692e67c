"""Animations as MP4, encoded by the program ffmpeg where it is installed."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from itertools import repeat
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.files.file_work import FileError, reason, shown
from perceptron_gui.files.program.own_program import environment_of_others
from perceptron_gui.translation import tr

Picture = NDArray[np.uint32]
"""Shape (height, width), each pixel as 0xffrrggbb."""
PROGRAM = "ffmpeg"
BLOCK = 2**20
LONGEST_ANSWER = 200


def has_ffmpeg() -> bool:
    """Whether the program that packs is installed."""
    return shutil.which(PROGRAM) is not None


def mp4(pictures: Iterable[Picture], fps: float, rest: float = 2.0) -> Iterator[bytes]:
    """Yield the parts of a file, when all pictures are packed.

    `pictures`: shape (height, width): all of one size; of an odd one the last row or column is left off, since colours
    are kept for two by two. `fps`: pictures a second. `rest`: seconds that the last picture stays. Raises `FileError`
    when ffmpeg is missing or fails.
    """
    # Its index stands before the pictures and is written last: ffmpeg needs a file that it can go back in.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = Path(folder) / "made.mp4"
        with open(Path(folder) / "told.txt", "w+b") as told:
            _pack(_frames(pictures, fps, rest), fps, made, told)
        with open(made, "rb") as file:
            while block := file.read(BLOCK):
                yield block


def _frames(pictures: Iterable[Picture], fps: float, rest: float) -> Iterator[Picture]:
    picture: Picture | None = None
    for picture in pictures:
        picture = picture[: picture.shape[0] & ~1, : picture.shape[1] & ~1]
        yield picture
    if picture is not None:
        yield from repeat(picture, max(round(rest * fps) - 1, 0))


def _pack(frames: Iterator[Picture], fps: float, made: Path, told: IO[bytes]) -> None:
    process: subprocess.Popen[bytes] | None = None
    try:
        with contextlib.suppress(BrokenPipeError):  # it says itself why it does not read on
            for frame in frames:
                if process is None:
                    process = _start(frame.shape, fps, made, told)
                assert process.stdin is not None
                process.stdin.write(np.ascontiguousarray(frame, dtype="<u4").data)
        if process is None or _ends_badly(process) or not made.is_file():
            raise FileError(tr("ffmpeg could not write the animation: {answer}.").format(answer=_answer(told)))
    finally:
        if process is not None and process.poll() is None:
            process.kill()
            _ends_badly(process)


def _ends_badly(process: subprocess.Popen[bytes]) -> bool:
    """Close the pipe, wait, and return whether it failed."""
    with contextlib.suppress(BrokenPipeError):
        process.communicate()
    return process.returncode != 0


def _start(shape: tuple[int, ...], fps: float, made: Path, told: IO[bytes]) -> subprocess.Popen[bytes]:
    program = shutil.which(PROGRAM)
    if program is None:
        raise FileError(missing())
    height, width = shape
    frames = ["-f", "rawvideo", "-pix_fmt", "bgr0", "-video_size", f"{width}x{height}", "-framerate", f"{fps:g}"]
    packed = ["-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact"]
    command = [program, "-loglevel", "error", "-y", *frames, "-i", "-", *packed, str(made)]
    no_console = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=told,
            env=environment_of_others(),
            creationflags=no_console,
        )
    except OSError as error:
        raise FileError(tr("ffmpeg could not be started because {reason}.").format(reason=reason(error))) from None


def missing() -> str:
    """Return the message for a machine without ffmpeg."""
    return tr("an .mp4 needs the program ffmpeg, which is not installed; a .gif works without it.")


def _answer(told: IO[bytes]) -> str:
    """Return the last line that ffmpeg told."""
    told.seek(0, os.SEEK_END)
    told.seek(max(told.tell() - BLOCK, 0))
    lines = told.read().decode("utf-8", "replace").strip().splitlines()
    return shown(lines[-1].strip().rstrip("."), LONGEST_ANSWER) if lines else tr("it does not say why")
