"""``render``: a picture or an animation of a run, without a display (C9)."""

from __future__ import annotations

import _thread
import contextlib
import os
import sys
import threading
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from perceptron_gui.cli import command_line
from perceptron_gui.cli.command_registry import INTERRUPTED, UsageError
from perceptron_gui.cli.interruption import HeldSignals
from perceptron_gui.cli.report import Progress
from perceptron_gui.engine.data.dataset import is_same_parts, with_split
from perceptron_gui.engine.data.settings import LARGEST_LIMIT
from perceptron_gui.engine.run.followers.variants import VariantName
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.atomic import check_folder, check_target, is_folder, is_same_file, replacing, write_folder
from perceptron_gui.files.file_work import LONGEST_PATH, FileError, named, shown
from perceptron_gui.files.output.mp4 import has_ffmpeg, missing
from perceptron_gui.files.sessions import is_session
from perceptron_gui.files.sessions.session_file import read_session
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.messages import symbol_words
from perceptron_gui.session.messages.run_end import reached
from perceptron_gui.session.output import picture_choice
from perceptron_gui.session.output.picture_choice import thinned
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.view.switches import OWN_SCALES
from perceptron_gui.session.view.view_state import LIGHT, THEMES
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.pictures.still import Pixels, Still

END = "end"
EQUAL, OWN = AXES = ("equal", "own")
FOR_FILMS = {"first": "--from", "last": "--to", "every": "--every", "fps": "--fps", "most_frames": "--most-frames"}
"""Options of an animation, by where their values are kept."""
FILMS = (*picture_choice.FILMS, picture_choice.FOLDER)
"""Forms with many pictures."""
MOST_LOOKED_AT = 5
"""Pictures whose colours make the palette of an animation."""


def form_of(output: str) -> str:
    """Return in which form a name asks for a picture: its suffix without the dot, or FOLDER. `output`: as typed."""
    return picture_choice.FOLDER if is_folder(output) else Path(output).suffix.lower()[1:]


def check_options(form: str, arguments: Namespace) -> None:
    """Refuse options that do not apply to a picture of this form.

    `form`: as `form_of` returns it. Raises `UsageError` when an animation is asked for one place, or a picture for
    several.
    """
    given, forms = vars(arguments), [f".{name}" for name in picture_choice.FILMS]
    if form in FILMS:
        if "visit" in given:
            raise UsageError(tr("--visit is for a single picture; use --from and --to for an animation."))
        return
    for name, option in FOR_FILMS.items():
        if name in given:
            words = tr("{option} is for animations: use -o with a name that ends in {forms}.")
            raise UsageError(words.format(option=option, forms=command_line.either([*forms, "/"])))


def visit(text: str) -> int | None:
    """Return a place of the run; None for its end.

    `text`: a whole number, or "end". Raises `ArgumentTypeError` when it is neither.
    """
    return None if text == END else command_line.whole(0, LARGEST_LIMIT)(text)


def check_place(option: str, wanted: int | None, last: int) -> None:
    """Refuse a place that the run does not have.

    `option`: that asks for it. `wanted`: visits completed; None for the end. `last`: of the run. Raises `UsageError`
    when it is after the end.
    """
    if wanted is not None and last < wanted:
        words = tr("{option} {visit} is past the end: the run has only {visits}.")
        visits = counted("{count} visit", "{count} visits", last, str)
        raise UsageError(words.format(option=option, visit=wanted, visits=visits))


def film_parts(
    still: Still, form: str, arguments: Namespace, progress: Progress, signals: HeldSignals
) -> Iterator[bytes]:
    """Yield the parts of an animation, painted one picture after the other; of FOLDER the pictures.

    `form`: one of FILMS, or FOLDER. `progress`: is told which picture is painted. Raises `UsageError` when the run has
    no such places. Raises `FileError` when ffmpeg fails.
    """
    given = vars(arguments)
    first, last, every = given.get("first", 0), given.get("last"), given.get("every", picture_choice.Every.MISTAKE)
    if last is not None and last < first:
        raise UsageError(tr("--to must not come before --from."))
    places = thinned(still.places(first, last, every), given.get("most_frames", picture_choice.USUAL_FRAMES))
    check_place("--from", first, places[-1])
    check_place("--to", last, places[-1])

    n_painted, n_all = count(), len(places) + (MOST_LOOKED_AT if form == picture_choice.GIF else 0)

    def show(place: int) -> None:
        signals.let_through()
        progress.say_part(min(next(n_painted) / n_all, 1.0))
        progress.say(tr("drawing visit {visit} of {last} …").format(visit=place, last=places[-1]))
        still.show(place)

    def pixels(place: int) -> Pixels:
        show(place)
        return still.pixels(arguments.scale)

    if form != picture_choice.FOLDER:
        yield from _packed(form, given.get("fps", picture_choice.USUAL_FPS), places, pixels)
        return
    for place in places:
        show(place)
        yield still.file(picture_choice.PNG.name, arguments.scale)


def _packed(form: str, fps: float, places: list[int], pixels: Callable[[int], Pixels]) -> Iterator[bytes]:
    if form == picture_choice.MP4:
        from perceptron_gui.files.output.mp4 import mp4

        return mp4(map(pixels, places), fps)
    from perceptron_gui.files.output.gif import Palette, gif

    # The colours of some pictures are those of all: the same points, regions and words.
    palette = Palette([pixels(place) for place in thinned(places, MOST_LOOKED_AT)])
    return gif(map(pixels, places), palette, fps)


LOOK_SECONDS = 0.25
TRIES, TRY_SECONDS = 5, 2.0
"""How often it is interrupted, and how long it has each time to leave nothing half-written behind."""
BLOCK = 2**12


def stop_with_input() -> None:
    """Interrupt the command, as Ctrl-C does, as soon as standard input ends."""
    threading.Thread(target=_stop_at_end, name="input", daemon=True).start()


def _stop_at_end() -> None:
    with contextlib.suppress(OSError):
        _wait_for_end()
    for _ in range(TRIES):
        _thread.interrupt_main()
        time.sleep(TRY_SECONDS)
    os._exit(INTERRUPTED)  # Ctrl-C may be ignored, as in what a shell starts in the background


def _wait_for_end() -> None:
    if sys.platform == "win32":
        import msvcrt
        from _winapi import PeekNamedPipe

        # While a thread reads a pipe, who asks what kind of file that is waits, as libraries do when they are loaded.
        while True:
            PeekNamedPipe(msvcrt.get_osfhandle(0), 0)
            time.sleep(LOOK_SECONDS)
    while os.read(0, BLOCK):
        pass


SMALLEST_SCALE, LARGEST_SCALE = 0.25, 8.0
MOST_POINTS, MOST_FEATURES = 10_000, 100
"""Up to here street, proof and bound are looked for along with the run (T2)."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what ``render`` takes (C9)."""
    command_line.add_geometry(parser, has_json=False)
    command_line.add_training(parser)
    add = parser.add_argument
    forms = tr("the picture: .png, .svg or .pdf; .gif or .mp4 for an animation; FOLDER/ for many pictures")
    add("-o", dest="output", metavar="OUT", type=command_line.filled, default=None, help=forms)
    add(
        "--size", metavar="WxH", type=size, default=picture_choice.SIZE, help=tr("size in pixels at scale 1 (1280x800)")
    )
    scales = command_line.decimal(SMALLEST_SCALE, LARGEST_SCALE)
    add("--scale", metavar="F", type=scales, default=1.0, help=tr("enlarge pictures made of pixels by this factor (1)"))
    add("--theme", **command_line.one_of(THEMES), default=LIGHT, help=tr("colours of the picture (light)"))
    views = command_line.one_of((picture_choice.PAGE, picture_choice.CANVAS))
    about_views = tr("the plane with counter and step, or the plane alone (page)")
    add("--view", **views, default=picture_choice.PAGE, help=about_views)
    add(
        "--axes",
        **command_line.one_of(AXES),
        default=None,
        help=tr("the same scale for both axes, or a separate scale for each (equal)"),
    )
    variants = tr("also draw the averaged line, the voted boundary, or the best line found")
    add("--variant", **command_line.one_of(map(str, VariantName)), default=None, help=variants)
    # What is for animations alone.
    add(
        "--from",
        dest="first",
        metavar="N",
        type=command_line.whole(0, LARGEST_LIMIT),
        help=tr("first visit of an animation (0)"),
    )
    add("--to", dest="last", metavar=f"N|{END}", type=visit, help=tr("last visit of an animation (end)"))
    add("--every", **command_line.one_of(picture_choice.Every), help=tr("how often to draw a picture (mistake)"))
    rate, n_frames = (
        command_line.decimal(picture_choice.SLOWEST, picture_choice.FASTEST),
        command_line.whole(2, picture_choice.MOST_FRAMES),
    )
    add("--fps", metavar="F", type=rate, help=tr("pictures per second (4)"))
    add("--most-frames", metavar="N", type=n_frames, help=tr("at most N pictures, evenly spaced (200)"))
    add(
        "--progress", action="store_true", default=False, help=tr("print progress as numbers from 0 to 1, one per line")
    )
    add("--while-input", action="store_true", default=False, help=tr("stop as soon as standard input ends"))
    add("--visit", metavar=f"N|{END}", type=visit, help=tr("the visit to draw (end)"))


def size(text: str) -> tuple[int, int]:
    """Return a width and a height.

    `text`: as in 1280x800. Raises `ArgumentTypeError` when it is none, or too small or too large.
    """
    width, _, height = text.strip().lower().partition("x")
    if all(part.isascii() and part.isdigit() and len(part) <= 5 for part in (width, height)):
        found = int(width), int(height)
        limits = zip(picture_choice.SMALLEST, found, picture_choice.LARGEST, strict=True)
        if all(low <= value <= high for low, value, high in limits):
            return found
    words = tr('needs a size from {least} to {most}, such as 1280x800, not "{text}"')
    least, most = ("x".join(map(str, each)) for each in (picture_choice.SMALLEST, picture_choice.LARGEST))
    raise ArgumentTypeError(words.format(least=least, most=most, text=shown(text)))


def run(arguments: Namespace) -> str:
    """Paint a picture and return what to print: nothing.

    `arguments`: what `add_arguments` declares. Raises `PointsFileError`, `SettingsError`, `UsageError` when the request
    makes no sense, or a file cannot be read or written.
    """
    path = command_line.points_file("render", arguments)
    output = _checked_output(arguments.output, path)
    check_options(form_of(output), arguments)
    session = session_to_paint(path, arguments)
    if arguments.while_input:
        stop_with_input()
    with Progress(tells_parts=arguments.progress) as progress, HeldSignals() as signals:
        parts = _painted(session, arguments, form_of(output), progress, signals)
        with named(output):
            _write(output, parts)
    return ""


def _checked_output(output: str | None, points: str) -> str:
    """Find out before a run that the picture cannot be written."""
    forms = command_line.either([f".{name}" for name in (*picture_choice.FORMS, *picture_choice.FILMS)])
    if output is None:
        words = tr("render needs a name for the picture: use -o with a name that ends in {forms}.")
        raise UsageError(words.format(forms=forms))
    form = form_of(output)
    if form not in (*picture_choice.FORMS, *FILMS):
        words = tr("{file}: the name of a picture must end in {forms}.")
        raise UsageError(words.format(file=shown(output, LONGEST_PATH), forms=forms))
    if is_same_file(output, points):
        raise UsageError(tr("-o would replace the points file; give the picture another name."))
    with named(output):
        if form == picture_choice.MP4 and not has_ffmpeg():
            raise FileError(missing())
        (check_folder if form == picture_choice.FOLDER else check_target)(output)
    return output


def _write(output: str, parts: Iterator[bytes]) -> None:
    """Write a picture, or a folder of them, whole or not at all."""
    if form_of(output) == picture_choice.FOLDER:
        write_folder(output, parts, picture_choice.PNG.suffix)
        return
    with replacing(output) as new:
        for part in parts:
            new.file.buffer.write(part)


def session_to_paint(path: str, arguments: Namespace) -> SavedSession:
    """Return points and rules by the options, with the view state of a session.

    `path`: a points file or a session. `arguments`: what `add_arguments` declares. Raises `PointsFileError`,
    `SettingsError`, `UsageError` when the request makes no sense, or the file cannot be read.
    """
    request, earlier = command_line.make_request(path, arguments, has_palette=True), SavedSession()
    if is_session(path):
        earlier = read_session(path).session
    if arguments.axes is not None and earlier.view.shows(OWN_SCALES) is not (arguments.axes == OWN):
        # The part of the plane that was seen with other scales is no good part with these.
        view = earlier.view.switched(OWN_SCALES, arguments.axes == OWN)
        earlier = replace(earlier, view=view, canvas=CanvasView(axes=earlier.canvas.axes))
    view = earlier.view if arguments.variant is None else earlier.view.switched(arguments.variant, True)
    points = request.points if request.split is None else with_split(request.points, request.split)
    document = Document(points, request.settings, earlier.document.title)
    # Points that came in the middle of a run come so again, unless an option makes it another run.
    if not _is_run_of(document, earlier.document):
        return replace(earlier, document=document, view=view, place=Place())
    limits = command_line.with_limits(
        earlier.document.settings, begun=max(earlier.place.visit, *earlier.place.arrivals, 0)
    )
    settings = replace(request.settings, max_epochs=limits.max_epochs, max_updates=limits.max_updates)
    return replace(earlier, document=replace(document, settings=settings), view=view)


def _is_run_of(document: Document, earlier: Document) -> bool:
    """Whether a run with the limits of the command goes through that of a session, which has its own or none (P9)."""
    a, b = document.dataset, earlier.dataset
    if a.classes != b.classes or a.X.shape != b.X.shape:
        return False
    if document.named_settings.essence != command_line.with_limits(earlier.named_settings).essence:
        return False
    return bool((a.X == b.X).all() and (a.labels == b.labels).all() and is_same_parts(a.parts, b.parts))


def _painted(
    session: SavedSession, arguments: Namespace, form: str, progress: Progress, signals: HeldSignals
) -> Iterator[bytes]:
    """Yield the parts of the file, painted without a display."""
    try:
        # Imported only now: no other command needs Qt.
        from perceptron_gui.gui.pictures.still import PictureError, Still
        from perceptron_gui.gui.style import theme
    except ImportError as error:
        words = tr("A picture cannot be drawn because a library is missing: {reason}.")
        raise UsageError(words.format(reason=" ".join(str(error).split()))) from None

    def tell(training: Run) -> None:
        signals.let_through()
        if progress.is_due:
            progress.say(f"{reached(training)} …")

    dataset = session.document.dataset
    symbol_words.use(session.view.symbols)
    still = Still(session, theme.THEMES[arguments.theme], arguments.size, arguments.view, tell)
    try:
        if dataset.n_samples <= MOST_POINTS and dataset.n_features <= MOST_FEATURES:
            still.analyze(signals.let_through)
        if form in FILMS:
            yield from film_parts(still, form, arguments, progress, signals)
        else:
            place = vars(arguments).get("visit")
            check_place("--visit", place, still.show(place))
            picture = still.file(form, arguments.scale)
            signals.let_through()
            yield picture
    except PictureError as error:
        raise UsageError(str(error)) from None
    finally:
        still.close()
