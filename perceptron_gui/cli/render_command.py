"""``render``: a picture of a run, without a display (C9)."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from perceptron_gui.cli.film import END, add_film, check_options, check_place, film_parts, form_of, visit
from perceptron_gui.cli.limits import with_limits
from perceptron_gui.cli.progress import PartLines, Progress
from perceptron_gui.cli.refusals import UsageError
from perceptron_gui.cli.request import add_geometry, add_training, make_request, points_file
from perceptron_gui.cli.values import choice, decimal, either, filled
from perceptron_gui.cli.while_input import stop_with_input
from perceptron_gui.engine.data.part_codes import is_same_parts
from perceptron_gui.engine.data.parts import with_split
from perceptron_gui.engine.run.variants import VariantName
from perceptron_gui.files.atomic import check_target, is_same_file, replacing
from perceptron_gui.files.file_errors import LONGEST_PATH, FileError, shown
from perceptron_gui.files.mp4 import has_ffmpeg, missing
from perceptron_gui.files.picture_folder import check_folder, write_folder
from perceptron_gui.files.sessions.session_file import read_session
from perceptron_gui.files.sessions.session_name import is_session
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.film_choice import FILMS, FOLDER, MP4
from perceptron_gui.session.messages.stop_line import reached
from perceptron_gui.session.picture_choice import CANVAS, FORMS, LARGEST, PAGE, PNG, SIZE, SMALLEST
from perceptron_gui.session.saved.place import Place
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view_state import LIGHT, THEMES
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run

SMALLEST_SCALE, LARGEST_SCALE = 0.25, 8.0
MOST_POINTS, MOST_FEATURES = 10_000, 100
"""Up to here street, proof and bound are looked for along with the run (T2)."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what ``render`` takes (C9)."""
    add_geometry(parser, has_json=False)
    add_training(parser)
    add = parser.add_argument
    add(
        "-o",
        dest="output",
        metavar="OUT",
        type=filled,
        default=None,
        help=tr("the picture: .png, .svg or .pdf; .gif or .mp4, which move; FOLDER/ for many"),
    )
    add("--size", metavar="WxH", type=size, default=SIZE, help=tr("in pixels at scale 1 (1280x800)"))
    add(
        "--scale",
        metavar="F",
        type=decimal(SMALLEST_SCALE, LARGEST_SCALE),
        default=1.0,
        help=tr("dots of a PNG to a pixel (1)"),
    )
    themes = "|".join(THEMES)
    add("--theme", metavar=themes, type=choice(str, THEMES), default=LIGHT, help=tr("its colours (light)"))
    views = "|".join((PAGE, CANVAS))
    add(
        "--view",
        metavar=views,
        type=choice(str, (PAGE, CANVAS)),
        default=PAGE,
        help=tr("the plane with counter and this step, or alone (page)"),
    )
    add(
        "--variant",
        metavar="|".join(VariantName),
        type=choice(str, [*VariantName]),
        default=None,
        help=tr("what else to draw: the average, the vote, or the best of all weights"),
    )
    add_film(parser)
    add("--visit", metavar=f"N|{END}", type=visit, help=tr("the place of the run (end)"))


def size(text: str) -> tuple[int, int]:
    """Return a width and a height.

    `text`: as in 1280x800. Raises `ArgumentTypeError` when it is none, or too small or too large.
    """
    width, _, height = text.strip().lower().partition("x")
    if all(part.isascii() and part.isdigit() and len(part) <= 5 for part in (width, height)):
        found = int(width), int(height)
        if all(low <= value <= high for low, value, high in zip(SMALLEST, found, LARGEST, strict=True)):
            return found
    words = tr('needs a size from {least} to {most}, such as 1280x800, not "{text}"')
    raise ArgumentTypeError(words.format(least=_named(SMALLEST), most=_named(LARGEST), text=shown(text)))


def _named(found: tuple[int, int]) -> str:
    return f"{found[0]}x{found[1]}"


def run(arguments: Namespace) -> str:
    """Paint a picture and return what to print: nothing.

    `arguments`: what `add_arguments` declares. Raises `PointsFileError`, `SettingsError`, `UsageError` when the request
    makes no sense, or a file cannot be read or written.
    """
    path = points_file("render", arguments)
    output = _checked_output(arguments.output, path)
    check_options(form_of(output), arguments)
    session = session_to_paint(path, arguments)
    if arguments.while_input:
        stop_with_input()
    with PartLines() if arguments.progress else Progress() as progress:
        parts = _painted(session, arguments, form_of(output), progress)
        try:
            _write(output, parts)
        except FileError as flaw:
            raise flaw.in_file(output) from None
    return ""


def _checked_output(output: str | None, points: str) -> str:
    """Find out before a run that the picture cannot be written."""
    forms = either([f".{name}" for name in (*FORMS, *FILMS)])
    if output is None:
        words = tr("render needs a picture to write, write -o OUT with OUT ending in {forms}.")
        raise UsageError(words.format(forms=forms))
    form = form_of(output)
    if form not in (*FORMS, *FILMS, FOLDER):
        words = tr("{file}: a picture ends in {forms}.")
        raise UsageError(words.format(file=shown(output, LONGEST_PATH), forms=forms))
    if is_same_file(output, points):
        raise UsageError(tr("-o would replace the points file, give the picture another name."))
    try:
        if form == MP4 and not has_ffmpeg():
            raise FileError(missing())
        (check_folder if form == FOLDER else check_target)(output)
    except FileError as flaw:
        raise flaw.in_file(output) from None
    return output


def _write(output: str, parts: Iterator[bytes]) -> None:
    """Write a picture, or a folder of them, whole or not at all."""
    if form_of(output) == FOLDER:
        write_folder(output, parts, PNG.suffix)
        return
    with replacing(output) as new:
        for part in parts:
            new.file.buffer.write(part)


def session_to_paint(path: str, arguments: Namespace) -> SavedSession:
    """Return points and rules as the options say, and how a session was looked at.

    `path`: a points file or a session. `arguments`: what `add_arguments` declares. Raises `PointsFileError`,
    `SettingsError`, `UsageError` when the request makes no sense, or the file cannot be read.
    """
    request, earlier = make_request(path, arguments, has_palette=True), SavedSession()
    if is_session(path):
        earlier = read_session(path).session
    view = earlier.view if arguments.variant is None else earlier.view.switched(arguments.variant, True)
    points = request.points if request.split is None else with_split(request.points, request.split)
    document = Document(points, request.settings, earlier.document.title)
    # Points that came in the middle of a run come so again, unless an option makes it another run.
    if not _is_run_of(document, earlier.document):
        return replace(earlier, document=document, view=view, place=Place())
    limits = with_limits(earlier.document.settings, begun=max(earlier.place.visit, *earlier.place.arrivals, 0))
    settings = replace(request.settings, max_epochs=limits.max_epochs, max_updates=limits.max_updates)
    return replace(earlier, document=replace(document, settings=settings), view=view)


def _is_run_of(document: Document, earlier: Document) -> bool:
    """Whether a run with the limits of the command goes through that of a session, which has its own or none (P9)."""
    a, b = document.dataset, earlier.dataset
    if a.classes != b.classes or a.X.shape != b.X.shape:
        return False
    if document.named_settings.essence != with_limits(earlier.named_settings).essence:
        return False
    return bool((a.X == b.X).all() and (a.labels == b.labels).all() and is_same_parts(a.parts, b.parts))


def _painted(session: SavedSession, arguments: Namespace, form: str, progress: Progress) -> Iterator[bytes]:
    """Yield the parts of the file, painted without a display."""
    try:
        # Imported only now: no other command needs Qt.
        from perceptron_gui.gui.pictures.still import PictureError, Still
    except ImportError as error:
        words = tr("A picture cannot be painted because a library is missing: {reason}.")
        raise UsageError(words.format(reason=" ".join(str(error).split()))) from None
    still = Still(session, arguments.theme, arguments.size, arguments.view, _teller(progress))
    try:
        if _is_worth_analysis(session.document):
            still.analyze()
        if form in (*FILMS, FOLDER):
            yield from film_parts(still, form, arguments, progress)
        else:
            place = vars(arguments).get("visit")
            check_place("--visit", place, still.show(place))
            yield still.file(form, arguments.scale)
    except PictureError as error:
        raise UsageError(str(error)) from None
    finally:
        still.close()


def _teller(progress: Progress) -> Callable[[Run], None]:
    def tell(training: Run) -> None:
        if progress.is_due:
            progress.say(f"{reached(training)} …")

    return tell


def _is_worth_analysis(document: Document) -> bool:
    dataset = document.dataset
    return dataset.n_samples <= MOST_POINTS and dataset.n_features <= MOST_FEATURES
