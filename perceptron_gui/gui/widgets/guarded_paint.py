"""What Qt calls to paint, so that a fault in it is told like any other and costs one picture, not the program."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

Widget = TypeVar("Widget")
Given = ParamSpec("Given")
Paint = Callable[Concatenate[Widget, Given], None]


def guarded_paint(paint: Paint[Widget, Given]) -> Paint[Widget, Given]:
    """Return a way to paint that tells an exception, and lets go of its painters before Qt goes on.

    An exception keeps the locals of the frames that it left, and a painter among them. On its way through what painted
    into a picture, as for a file, it keeps that painter until the picture is gone, and the process ends.

    Parameters
    ----------
    paint : callable
        An override that paints: `paintEvent`, `paint`, `paintSection`.
    """

    @wraps(paint)
    def guarded(widget: Widget, /, *args: Given.args, **kwargs: Given.kwargs) -> None:
        try:
            paint(widget, *args, **kwargs)
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            traceback.clear_frames(error.__traceback__)

    return guarded
