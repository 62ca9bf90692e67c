"""Animations by ``render``: which places of a run, how fast, and in which form (C9)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from perceptron_gui.cli.refusals import UsageError
from perceptron_gui.cli.values import choice, decimal, either, whole
from perceptron_gui.engine.data.settings import LARGEST_LIMIT
from perceptron_gui.files.picture_folder import is_folder
from perceptron_gui.session.film_choice import (
    FASTEST,
    FILMS,
    FOLDER,
    GIF,
    MOST_FRAMES,
    MP4,
    SLOWEST,
    USUAL_FPS,
    USUAL_FRAMES,
    Every,
)
from perceptron_gui.session.picture_choice import PNG
from perceptron_gui.session.reel import thinned
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.cli.progress import Progress
    from perceptron_gui.gui.pictures.still import Pixels, Still

END = "end"
FOR_FILMS = {"first": "--from", "last": "--to", "every": "--every", "fps": "--fps", "most_frames": "--most-frames"}
"""Options of an animation, by where their values are kept."""
MOST_LOOKED_AT = 5
"""Pictures whose colours make the palette of an animation."""


def form_of(output: str) -> str:
    """Return in which form a name asks for a picture: its suffix without the dot, or FOLDER. `output`: as typed."""
    return FOLDER if is_folder(output) else Path(output).suffix.lower()[1:]


def add_film(parser: ArgumentParser) -> None:
    """Declare what is for animations alone."""
    add = parser.add_argument
    add("--from", dest="first", metavar="N", type=whole(0, LARGEST_LIMIT), help=tr("where an animation begins (0)"))
    add("--to", dest="last", metavar=f"N|{END}", type=visit, help=tr("where it ends (end)"))
    everies = "|".join(Every)
    add("--every", metavar=everies, type=choice(Every, [*Every]), help=tr("what is between two pictures (mistake)"))
    add("--fps", metavar="F", type=decimal(SLOWEST, FASTEST), help=tr("pictures a second (4)"))
    add("--most-frames", metavar="N", type=whole(2, MOST_FRAMES), help=tr("pictures at most, evenly chosen (200)"))
    add("--progress", action="store_true", default=False, help=tr("write the part that is painted, a line each"))
    add("--while-input", action="store_true", default=False, help=tr("stop as soon as standard input ends"))


def check_options(form: str, arguments: Namespace) -> None:
    """Refuse what a picture of this form has no use for.

    `form`: as `form_of` returns it. Raises `UsageError` when an animation is asked for one place, or a picture for
    several.
    """
    given, forms = vars(arguments), [f".{name}" for name in FILMS]
    if form in (*FILMS, FOLDER):
        if "visit" in given:
            raise UsageError(tr("--visit is the place of one picture, an animation takes --from and --to."))
        return
    for name, option in FOR_FILMS.items():
        if name in given:
            words = tr("{option} is for an animation, give -o OUT with OUT ending in {forms}.")
            raise UsageError(words.format(option=option, forms=either([*forms, "/"])))


def visit(text: str) -> int | None:
    """Return a place of the run; None for its end.

    `text`: a whole number, or "end". Raises `ArgumentTypeError` when it is neither.
    """
    return None if text == END else whole(0, LARGEST_LIMIT)(text)


def check_place(option: str, wanted: int | None, last: int) -> None:
    """Refuse a place that the run does not have.

    `option`: that asks for it. `wanted`: visits completed; None for the end. `last`: of the run. Raises `UsageError`
    when it is after the end.
    """
    if wanted is not None and last < wanted:
        words = tr("{option} {visit} is after the end: the run has {visits}.")
        visits = counted("{count} visit", "{count} visits", last, str)
        raise UsageError(words.format(option=option, visit=wanted, visits=visits))


def film_parts(still: Still, form: str, arguments: Namespace, progress: Progress) -> Iterator[bytes]:
    """Yield the parts of an animation, painted one picture after the other; of FOLDER the pictures.

    `form`: one of FILMS, or FOLDER. `progress`: is told which picture is painted. Raises `UsageError` when the run has
    no such places. Raises `FileError` when ffmpeg fails.
    """
    given = vars(arguments)
    first, last, every = given.get("first", 0), given.get("last"), given.get("every", Every.MISTAKE)
    if last is not None and last < first:
        raise UsageError(tr("--to needs a visit after that of --from."))
    places = thinned(still.places(first, last, every), given.get("most_frames", USUAL_FRAMES))
    check_place("--from", first, places[-1])
    check_place("--to", last, places[-1])

    n_painted, n_all = count(), len(places) + (MOST_LOOKED_AT if form == GIF else 0)

    def show(place: int) -> None:
        progress.say_part(min(next(n_painted) / n_all, 1.0))
        progress.say(tr("painting visit {visit} of {last} …").format(visit=place, last=places[-1]))
        still.show(place)

    if form != FOLDER:
        yield from _packed(form, given.get("fps", USUAL_FPS), places, partial(_pixels, still, show, arguments.scale))
        return
    for place in places:
        show(place)
        yield still.file(PNG.name, arguments.scale)


def _pixels(still: Still, show: Callable[[int], None], scale: float, place: int) -> Pixels:
    show(place)
    return still.pixels(scale)


def _packed(form: str, fps: float, places: list[int], pixels: Callable[[int], Pixels]) -> Iterator[bytes]:
    if form == MP4:
        from perceptron_gui.files.mp4 import mp4

        return mp4(map(pixels, places), fps)
    from perceptron_gui.files.gif import Palette, gif

    # The colours of some pictures are those of all: the same points, regions and words.
    palette = Palette([pixels(place) for place in thinned(places, MOST_LOOKED_AT)])
    return gif(map(pixels, places), palette, fps)
