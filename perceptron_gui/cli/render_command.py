"""``render``: a picture of a run, without a display (C9)."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from perceptron_gui.cli.progress import Progress
from perceptron_gui.cli.refusals import UsageError
from perceptron_gui.cli.request import add_geometry, add_training, make_request, points_file
from perceptron_gui.cli.values import LARGEST_LIMIT, choice, either, filled, number, whole
from perceptron_gui.engine.data.parts import with_split
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.variants import VariantName
from perceptron_gui.files.atomic import check_target, is_same_file, replacing
from perceptron_gui.files.file_errors import LONGEST_PATH, FileError, shown
from perceptron_gui.files.sessions.session_file import is_session, read_session
from perceptron_gui.session.document import Document
from perceptron_gui.session.messages.stop_line import reached
from perceptron_gui.session.picture_choice import CANVAS, FORMS, PAGE
from perceptron_gui.session.reel import Every, thinned
from perceptron_gui.session.saved.place import Place
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view_state import LIGHT, THEMES
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.pictures.still import Pixels, Still

SIZE = (1280, 800)
SMALLEST, LARGEST = (320, 240), (7680, 4320)
SMALLEST_SCALE, LARGEST_SCALE = 0.25, 8.0
END = "end"
MOST_POINTS, MOST_FEATURES = 10_000, 100
"""Up to here street, proof and bound are looked for along with the run (T2)."""
PLATFORM = "QT_QPA_PLATFORM"
GIF = "gif"
MOST_FRAMES, USUAL_FRAMES, USUAL_FPS = 10_000, 200, 4.0
MOST_LOOKED_AT = 5
"""Pictures whose colours make the palette of an animation."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what ``render`` takes (C9).

    Parameters
    ----------
    parser : ArgumentParser
    """
    add_geometry(parser, has_json=False)
    add_training(parser)
    add = parser.add_argument
    add(
        "-o",
        dest="output",
        metavar="OUT",
        type=filled,
        default=None,
        help=tr("the picture: .png, .svg, .pdf, or .gif, which moves"),
    )
    add("--size", metavar="WxH", type=size, default=SIZE, help=tr("in pixels at scale 1 (1280x800)"))
    add("--scale", metavar="F", type=scale, default=1.0, help=tr("dots of a PNG to a pixel (1)"))
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
    add("--from", dest="first", metavar="N", type=whole(0, LARGEST_LIMIT), help=tr("where an animation begins (0)"))
    add("--to", dest="last", metavar=f"N|{END}", type=visit, help=tr("where it ends (end)"))
    everies = "|".join(Every)
    add("--every", metavar=everies, type=choice(Every, [*Every]), help=tr("what is between two pictures (mistake)"))
    add("--fps", metavar="F", type=fps, help=tr("pictures a second (4)"))
    add("--most-frames", metavar="N", type=whole(2, MOST_FRAMES), help=tr("pictures at most, evenly chosen (200)"))
    add("--visit", metavar=f"N|{END}", type=visit, default=None, help=tr("the place of the run (end)"))


def size(text: str) -> tuple[int, int]:
    """Return a width and a height.

    Parameters
    ----------
    text : str
        As in 1280x800.

    Raises
    ------
    ArgumentTypeError
        When it is none, or too small or too large.
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


def scale(text: str) -> float:
    """Return how many dots there are to a pixel.

    Parameters
    ----------
    text : str
        A decimal.

    Raises
    ------
    ArgumentTypeError
        When it is none, or too small or too large.
    """
    found = number(text)
    if not SMALLEST_SCALE <= found <= LARGEST_SCALE:
        words = tr('needs a number from {least} to {most}, not "{text}"')
        raise ArgumentTypeError(words.format(least=SMALLEST_SCALE, most=f"{LARGEST_SCALE:g}", text=shown(text)))
    return found


def fps(text: str) -> float:
    """Return how many pictures there are a second.

    Parameters
    ----------
    text : str
        A decimal.

    Raises
    ------
    ArgumentTypeError
        When it is none, or too small or too large.
    """
    found = number(text)
    if not 0.1 <= found <= 50:
        raise ArgumentTypeError(tr('needs a number from 0.1 to 50, not "{text}"').format(text=shown(text)))
    return found


def visit(text: str) -> int | None:
    """Return a place of the run; None for its end.

    Parameters
    ----------
    text : str
        A whole number, or "end".

    Raises
    ------
    ArgumentTypeError
        When it is neither.
    """
    return None if text == END else whole(0, LARGEST_LIMIT)(text)


def run(arguments: Namespace) -> str:
    """Paint a picture and return what to print: nothing.

    Parameters
    ----------
    arguments : Namespace
        What `add_arguments` declares.

    Raises
    ------
    PointsFileError, SettingsError, UsageError
        When the request makes no sense, or a file cannot be read or written.
    """
    path = points_file("render", arguments)
    output = _checked_output(arguments.output, path)
    session = _session(path, arguments)
    with Progress() as progress:
        parts = _painted(session, arguments, Path(output).suffix.lower()[1:], progress)
        try:
            with replacing(output) as new:
                for part in parts:
                    new.file.buffer.write(part)
        except FileError as flaw:
            raise flaw.in_file(output) from None
    return ""


def _checked_output(output: str | None, points: str) -> str:
    """Find out before a run that the picture cannot be written."""
    forms = either([f".{name}" for name in (*FORMS, GIF)])
    if output is None:
        words = tr("render needs a picture to write, write -o OUT with OUT ending in {forms}.")
        raise UsageError(words.format(forms=forms))
    if Path(output).suffix.lower()[1:] not in (*FORMS, GIF):
        words = tr("{file}: a picture ends in {forms}.")
        raise UsageError(words.format(file=shown(output, LONGEST_PATH), forms=forms))
    if is_same_file(output, points):
        raise UsageError(tr("-o would replace the points file, give the picture another name."))
    try:
        check_target(output)
    except FileError as flaw:
        raise flaw.in_file(output) from None
    return output


def _session(path: str, arguments: Namespace) -> SavedSession:
    """Return points and rules as the options say, and how a session was looked at."""
    request, earlier = make_request(path, arguments), SavedSession()
    if is_session(path):
        earlier = read_session(path).session
    view = earlier.view if arguments.variant is None else earlier.view.switched(arguments.variant, True)
    points = request.points if request.split is None else with_split(request.points, request.split)
    document = Document(points, request.settings, earlier.document.title)
    return replace(earlier, document=document, view=view, place=Place())


def _painted(session: SavedSession, arguments: Namespace, form: str, progress: Progress) -> Iterator[bytes]:
    """Yield the parts of the file, painted without a display."""
    os.environ[PLATFORM] = "offscreen"
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
        if form == GIF:
            yield from _film(still, arguments, progress)
        else:
            _check_place("--visit", arguments.visit, still.show(arguments.visit))
            yield still.file(form, arguments.scale)
    except PictureError as error:
        raise UsageError(str(error)) from None
    finally:
        still.close()


def _check_place(option: str, wanted: int | None, last: int) -> None:
    if wanted is not None and last < wanted:
        words = tr("{option} {visit} is after the end: the run has {visits}.")
        visits = counted("{count} visit", "{count} visits", last, str)
        raise UsageError(words.format(option=option, visit=wanted, visits=visits))


def _film(still: Still, arguments: Namespace, progress: Progress) -> Iterator[bytes]:
    """Yield the parts of an animation, painted one picture after the other."""
    from perceptron_gui.files.gif import Palette, gif

    given = vars(arguments)
    first, last, every = given.get("first", 0), given.get("last"), given.get("every", Every.MISTAKE)
    if last is not None and last < first:
        raise UsageError(tr("--to needs a visit after that of --from."))
    places = thinned(still.places(first, last, every), given.get("most_frames", USUAL_FRAMES))
    _check_place("--from", first, places[-1])
    _check_place("--to", last, places[-1])

    def pixels(place: int) -> Pixels:
        progress.say(tr("painting visit {visit} of {last} …").format(visit=place, last=places[-1]))
        still.show(place)
        return still.pixels(arguments.scale)

    # The colours of some pictures are those of all: the same points, regions and words.
    palette = Palette([pixels(place) for place in thinned(places, MOST_LOOKED_AT)])
    yield from gif(map(pixels, places), palette, given.get("fps", USUAL_FPS))


def _teller(progress: Progress) -> Callable[[Run], None]:
    def tell(training: Run) -> None:
        if progress.is_due:
            progress.say(f"{reached(training)} …")

    return tell


def _is_worth_analysis(document: Document) -> bool:
    dataset = document.dataset
    return dataset.n_samples <= MOST_POINTS and dataset.n_features <= MOST_FEATURES
