"""What is chosen for a picture: of what it is, in which form, how large, and on which paper."""

from __future__ import annotations

from collections.abc import Mapping

from perceptron_gui.frozen import Frozen, asdict, replace
from perceptron_gui.translation import N_

CANVAS, PAGE = "canvas", "page"
"""The plane alone; the plane with what stands over it, beside this step. Anything else is the name of a panel."""
SCALES = (1, 2, 4)
SIZE, SMALLEST, LARGEST = (1280, 800), (320, 240), (7680, 4320)
"""Pixels of a picture without a window: as long as nobody asks for others, at least, and at most."""
PAPERS = (N_("A4"), N_("Letter"))


class PictureForm(Frozen):
    """A form in which a picture is written.

    Attributes
    ----------
    name : str
        Its suffix without the dot.
    text : str
        What the dialog calls it; marked for translation.
    """

    name: str
    text: str

    @property
    def suffix(self) -> str:
        """With its dot."""
        return f".{self.name}"


PNG = PictureForm("png", N_("PNG: dots, for slides and the web"))
SVG = PictureForm("svg", N_("SVG: lines and text, to go on with in a drawing program"))
PDF = PictureForm("pdf", N_("PDF: one page, to print"))
FORMS = {form.name: form for form in (PNG, SVG, PDF)}


class PictureChoice(Frozen):
    """What somebody wants of a picture.

    Attributes
    ----------
    what : str
        CANVAS, PAGE or the name of a panel.
    form : str
        One of FORMS.
    scale : int
        Dots of a PNG to a pixel of the screen, one of SCALES.
    paper : str
        Of a PDF, one of PAPERS.
    is_on_white : bool
        Whether it is light on white whatever the theme.
    """

    what: str = PAGE
    form: str = PNG.name
    scale: int = 2
    paper: str = PAPERS[0]
    is_on_white: bool = False

    def kept(self) -> dict[str, object]:
        """Return what preferences remember of it."""
        return asdict(self)

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> PictureChoice:
        """Return what was remembered; what makes no sense takes its default.

        Parameters
        ----------
        kept : mapping
            As `kept` returns it, perhaps damaged.
        """
        known: dict[str, tuple[object, ...]] = {
            "form": tuple(FORMS),
            "scale": SCALES,
            "paper": PAPERS,
            "is_on_white": (False, True),
        }
        good = {
            name: value
            for name, values in known.items()
            if (value := kept.get(name)) in values and type(value) is type(values[0])
        }
        what = kept.get("what")
        return replace(cls(what=what if isinstance(what, str) else PAGE), **good)
