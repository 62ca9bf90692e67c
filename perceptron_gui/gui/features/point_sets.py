"""Whole sets of points: imported, exported, generated in a dialog, and partly held out of training (H1).

Points are held out by hand or at random, with one look at the test part.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import cast

from PySide6 import QtWidgets
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QFormLayout, QWidget

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.dataset import Dataset, HoldOut, Part, with_part, with_split
from perceptron_gui.engine.data.generator import LEAST_CLASSES, MOST_CLASSES, MOST_POINTS, Recipe, RecipeError, Shape
from perceptron_gui.engine.data.settings import LARGEST_SEED
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import DocumentDialog, Handlers, WindowCommands
from perceptron_gui.gui.filing.background_work import ReadWork, WritingCommands, ask_for_target, look_at, points_filter
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.painted_widget import PointsPicture
from perceptron_gui.gui.widgets.plain_text import caption, in_column
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.messages.run_end import parts_text
from perceptron_gui.session.points import points_to_order
from perceptron_gui.translation import N_, tr

SUFFIX = ".csv"


class PointsCommands(WritingCommands):
    """Imports and exports points."""

    _filing: FileCommands

    words = N_("Exported the points to {name}.")

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {
            "file.import": self.ask_and_import,
            "file.preview": partial(self.ask_and_import, look_at),
            "file.export": self.export,
        }

    def ask_and_import(self, read: ReadWork | None = None) -> None:
        """Ask for a points file and open it. `read`: how it is read, see `BackgroundReading.begin`."""
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Import points"), self._filing.folder, points_filter())
        if name:
            self._filing.open_path(Path(python_path(name)), read)

    def export(self) -> None:
        """Ask for a file, and write the present points to it."""
        imported = self._filing.imported(self._controller.document)
        suggestion = imported.path if imported else self._suggested("points", SUFFIX)
        path = ask_for_target(self._window, tr("Export points"), suggestion)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the present points to a known path, without asking. `path`: what is there is replaced."""
        from perceptron_gui.files.points.points_file import fitting_label_name, write_points

        document = self._controller.document
        imported = self._filing.imported(document)
        label_name = fitting_label_name(document.dataset.features, imported.label_name if imported else "label")
        self._begin(path, partial(write_points, path, document.dataset, label_name))


class GeneratorCommands(WindowCommands):
    """Generates points in the background, previews them, and applies them as one step of undo. `filing`: shows them."""

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._filing = filing
        self._shown: Dataset | None = None  # as it was generated last

    @cached_property
    def dialog(self) -> "GeneratorDialog":
        """The dialog with the generator's options; made when first needed (A9)."""
        dialog = GeneratorDialog(self._window)
        dialog.asked.connect(self._make)
        dialog.taken.connect(self.take)
        self.follow_document(dialog)
        return dialog

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"data.generate": self.show_dialog}

    def show_dialog(self) -> None:
        """Show what points are to be like."""
        self.dialog.set_theme(self._window.theme)
        self.dialog.ask()
        self.show_about_document(self.dialog)

    def take(self, made: Dataset, adds: bool) -> None:
        """Replace the document's points, or add to them. `adds`: whether those that are there stay."""
        document = self._controller.document
        if adds and not points_to_order.adding_problem(document):
            self._controller.edit(points_to_order.after_those_of(document, made), N_("add generated points"))
        elif not adds:
            self._show_instead(points_to_order.in_place_of(document, made))

    def _show_instead(self, document: Document) -> None:
        """Show generated points, which are in no file, in the place of those that are there.

        Those that were generated just before, or are on a page of a lesson, are edited: it is their document.
        """
        now, pins = self._controller.document, self._controller.view_state.pins
        if not now.is_page:
            document = replace(document, title=tr(SHAPES[self.dialog.shape.currentData()]), note="")
        if now.is_page or now.dataset is self._shown:
            # L10n: what is undone, as in “Undo generate points”
            self._controller.edit(document, N_("generate points"))
            self._window.canvas.fit()
        else:
            self._filing.show_new(replace(document, origin="generated"), is_safe=False, what=N_("generate points"))
            self._controller.change_view(pins=pins)  # rules to compare, of whatever points
        self._shown = self._controller.document.dataset

    def _make(self, recipe: Recipe) -> None:
        self._controller.background.ask(partial(points_to_order.make_points, recipe), self._show_made)

    def _show_made(self, made: points_to_order.Made) -> None:
        self.dialog.show_made(made.recipe, made.dataset)


SHAPES = {
    Shape.BLOBS: N_("Clouds"),
    Shape.LINE: N_("Bands side by side"),
    Shape.RING: N_("Rings"),
    Shape.MOONS: N_("Moons"),
    Shape.XOR: N_("Chessboard (XOR)"),
    Shape.SPIRALS: N_("Spirals"),
}
PERCENT = 100


def _percent(text: str) -> Fraction:
    return Fraction(checked_field.read_count(text.strip().removesuffix("%"), 0, PERCENT), PERCENT)


def _length(text: str) -> Fraction:
    wanted = tr("0 or a number above 0, such as 0.5")
    return decimal_fraction(checked_field.read_coordinate(text, wanted)) if text.strip() else Fraction(0)


READERS: dict[str, Callable[[str], object]] = {
    "n_classes": partial(checked_field.read_count, least=LEAST_CLASSES, most=MOST_CLASSES),
    "per_class": partial(checked_field.read_count, least=1, most=MOST_POINTS // LEAST_CLASSES),
    "margin": _length,
    "distance": _length,
    "overlap": _percent,
    "outliers": partial(checked_field.read_count, least=0, most=MOST_POINTS),
    "seed": checked_field.read_seed,
}
CAPTIONS = (
    N_("Classes"),
    N_("Points per class"),
    N_("Margin: half the street"),
    N_("Distance from the origin"),
    N_("Overlap, percent"),
    N_("Outliers in total"),
    N_("Random seed"),
)


class GeneratorDialog(DocumentDialog):
    """Every change of an option generates new points; the previewed points are those applied.

    `asked`: points are to be made; `show_made` brings them. `taken`: the points that are shown, and whether they are to
    be added to those that are there.
    """

    asked = Signal(object)
    taken = Signal(object, bool)

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Generate points"))
        self._recipe: Recipe | None = None
        self._made: Dataset | None = None
        self._is_awaited: bool | None = None
        self._document = Document()
        self.shape = Choice("{name}")
        for shape, words in SHAPES.items():
            self.shape.add(tr(words), shape)
        self.fields = {name: checked_field.CheckedField(read) for name, read in READERS.items()}
        # L10n: a button: the next seed
        self.next_seed = QtWidgets.QPushButton(tr("Next"))
        self.picture, self.promise = PointsPicture(), caption(name="")
        self.picture.setAccessibleName(tr("Preview of the points"))
        # It takes the width of the picture; else a long sentence would say how wide the dialog is.
        self.promise.setSizePolicy(QtWidgets.QSizePolicy.Policy.Ignored, QtWidgets.QSizePolicy.Policy.Preferred)
        self._lay_out()
        self._show_first()
        self._listen()

    def _lay_out(self) -> None:
        form = QtWidgets.QFormLayout()
        form.addRow(tr("Shape"), self.shape)
        seed_row = QtWidgets.QHBoxLayout()
        seed_row.addWidget(self.fields["seed"], 1)
        seed_row.addWidget(self.next_seed)
        self.next_seed.setAutoDefault(False)
        for words, (name, field) in zip(CAPTIONS, self.fields.items(), strict=True):
            checked_field.add_field(form, tr(words), field, seed_row if name == "seed" else None)
        look = QtWidgets.QVBoxLayout()
        look.addWidget(self.picture, 1)
        look.addWidget(self.promise)
        row = QtWidgets.QHBoxLayout()
        row.addLayout(form)
        row.addLayout(look, 1)
        in_column(self, row, self._make_buttons(), margins=None).setStretch(0, 1)

    def _make_buttons(self) -> QtWidgets.QDialogButtonBox:
        buttons = checked_field.dialog_buttons(self, standard=checked_field.Buttons.Close)
        role = QtWidgets.QDialogButtonBox.ButtonRole.ApplyRole
        self.replace = checked_field.add_button(buttons, tr("Replace the points"), role)
        self.add = checked_field.add_button(buttons, tr("Add to the points"), role)
        self.replace.clicked.connect(lambda: self.take(adds=False))
        self.add.clicked.connect(lambda: self.take(adds=True))
        self.replace.setDefault(True)
        self.add.setAutoDefault(False)
        return buttons

    def _show_first(self) -> None:
        usual = Recipe()
        texts = {"margin": "0.5", "distance": "0", "overlap": "0"}
        for name, field in self.fields.items():
            field.show_text(texts.get(name, str(getattr(usual, name))))

    def _listen(self) -> None:
        self.shape.currentIndexChanged.connect(self.ask)
        self.next_seed.clicked.connect(self.take_next_seed)
        for field in self.fields.values():
            # After the field itself, which knows nothing of the others.
            field.textEdited.connect(self.ask)
            field.textChanged.connect(self.ask)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self.picture.set_theme(theme)

    def set_document(self, document: Document) -> None:
        """Note the points to which generated ones would be added."""
        self._document = document
        self._enable()

    def ask(self) -> None:
        """Request new points, or show errors below invalid fields."""
        shape: Shape = self.shape.currentData()
        margin = self.fields["margin"]
        margin.setEnabled(shape.has_margin)
        margin.setToolTip(
            "" if shape.has_margin else tr("Only a curve separates these classes, so there is no margin.")
        )
        recipe = self._read(shape)
        if recipe is not None and recipe == self._recipe:
            return
        self._recipe, self._made, self._is_awaited = recipe, None, None
        self.promise.setText(points_to_order.generated_text(recipe) if recipe is not None else "")
        self._enable()
        if recipe is not None:
            self.asked.emit(recipe)

    def _read(self, shape: Shape) -> Recipe | None:
        """Return the recipe in the fields; None if one is invalid."""
        fields = {name: field for name, field in self.fields.items() if field.isEnabled()}
        if any([field.check() for field in fields.values()]):  # a list: all of them say what is wrong
            return None
        values = {"margin": Fraction(0)} | {name: field.value() for name, field in fields.items()}
        try:
            return Recipe(shape, **values)  # type: ignore[arg-type]
        except RecipeError as error:
            self.fields[error.field].complain(str(error))
            return None

    def show_made(self, recipe: Recipe, dataset: Dataset) -> None:
        """Show generated points, and apply them if the user asked for that meanwhile.

        `recipe`: another than the newest one is too late.
        """
        if recipe != self._recipe:
            return
        self._made, is_awaited = dataset, self._is_awaited
        self.picture.show_points(dataset)
        self._enable()
        if is_awaited is not None:
            self.take(adds=is_awaited)

    def take(self, adds: bool) -> None:
        """Apply the shown points, or as soon as they are generated; or go to the first invalid field.

        `adds`: whether those that are there stay.
        """
        if self._recipe is None:
            wrong = [field for field in self.fields.values() if field.property("bad")]
            (wrong or list(self.fields.values()))[0].setFocus()
        elif self._made is None:
            self._is_awaited = adds
        else:
            self._is_awaited = None
            self.taken.emit(self._made, adds)

    def take_next_seed(self) -> None:
        """Make other points of the same kind."""
        field = self.fields["seed"]
        if not field.check():
            seed = field.value()
            assert isinstance(seed, int)
            field.show_text(str((seed + 1) % (LARGEST_SEED + 1)))

    def _enable(self) -> None:
        """Enable the possible buttons, and give a reason on the others."""
        problem = points_to_order.adding_problem(self._document)
        self.add.setEnabled(not problem)
        self.add.setToolTip(problem)


class HoldOutCommands(WindowCommands):
    """Draws the parts, moves selected points from one to another, and looks at the test part."""

    @cached_property
    def dialog(self) -> "HoldOutDialog":
        """The dialog for holding out points; made when first needed (A9)."""
        dialog = HoldOutDialog(self._window)
        # L10n: what is undone, as in “Undo hold out”
        dialog.drawn.connect(partial(self._hold_out, what=N_("hold out")))
        self.follow_document(dialog)
        return dialog

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {
            "data.hold_out": self.show_dialog,
            "data.validate": partial(self.put_selected, Part.VALIDATION),
            "data.test": partial(self.put_selected, Part.TEST),
            "data.train": partial(self.put_selected, Part.TRAINING),
            "data.train_all": self.train_on_all,
            "data.look": self.look_at_test,
        }

    def show_dialog(self) -> None:
        """Show shares and seed of the draw."""
        self.show_about_document(self.dialog)

    def put_selected(self, part: Part) -> None:
        """Put the selected points into a part."""
        dataset = self._controller.document.dataset
        selection = [i for i in self._controller.view_state.selection if i < dataset.n_samples]
        if selection:
            self._hold_out(with_part(dataset, selection, part), N_("put into another part"))

    def train_on_all(self) -> None:
        """Hold nothing out any more."""
        dataset = self._controller.document.dataset
        self._hold_out(with_part(dataset, range(dataset.n_samples), Part.TRAINING), N_("train on all"))

    def look_at_test(self) -> None:
        """Show the errors of the test part; that it was looked at is remembered."""
        snapshot = self._controller.snapshot
        visit = snapshot.visit if snapshot is not None else 0
        self._controller.change_view(shows_test=True, has_looked=True, looked_at=visit)

    def _hold_out(self, dataset: Dataset, what: str) -> None:
        """Apply a new division into parts, and report their sizes."""
        document = self._controller.document.with_dataset(dataset)
        self._controller.edit(document, what)
        if not document.problem:
            self._controller.noticed.emit(parts_text(dataset))


FIRST_SHARE = "25"
"""Percent that are offered at first."""


class HoldOutDialog(DocumentDialog):
    """Shares and seed of the parts, with the resulting sizes below; the draw happens on Apply.

    `drawn`: the points, in the parts that were drawn.
    """

    drawn = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Hold out points"))
        self._document = Document()
        self.validation = checked_field.CheckedField(checked_field.read_share)
        self.test = checked_field.CheckedField(checked_field.read_share)
        self.seed = checked_field.CheckedField(checked_field.read_seed)
        self.fields = self.validation, self.test, self.seed
        form = QFormLayout()
        for field, name, text in zip(
            self.fields,
            (
                tr("Validation: percent of each class"),
                tr("Test: percent of each class"),
                tr("Random seed"),
            ),
            (FIRST_SHARE, FIRST_SHARE, "0"),
            strict=True,
        ):
            checked_field.add_field(form, name, field)
            field.show_text(text)
            field.textChanged.connect(self._tell)
        self.told, self.now = caption(name=""), caption()
        in_column(self, form, self.told, self.now, checked_field.dialog_buttons(self, self.apply), margins=None)
        self.setMinimumWidth(480)

    def set_document(self, document: Document) -> None:
        """Note the points that would be divided."""
        self._document = document
        self.now.setText(tr("Now: {parts}").format(parts=parts_text(document.dataset)))
        self._tell()

    def apply(self) -> None:
        """Draw the parts; or go to the first field with something wrong."""
        if not checked_field.all_right(self.fields):
            return
        try:
            dataset = self._document.dataset
            self.drawn.emit(with_split(dataset, self._hold_out().split(dataset)))
        except SettingsError:
            self.validation.setFocus()  # what is wrong stands below

    def _hold_out(self) -> HoldOut:
        validation, test = (cast("Fraction", field.value()) for field in (self.validation, self.test))
        return HoldOut(validation, test, cast("int", self.seed.value()))

    def _tell(self) -> None:
        """Show the parts' sizes, or why the shares do not fit together; errors of one field appear below it."""
        dataset = self._document.dataset
        try:
            said, is_wrong = parts_text(with_split(dataset, self._hold_out().split(dataset))), False
        except checked_field.InputError:
            said, is_wrong = "", False
        except SettingsError as error:
            said, is_wrong = str(error), True
        self.told.setObjectName("problem" if is_wrong else "")
        self.told.style().polish(self.told)
        self.told.setText(said)
