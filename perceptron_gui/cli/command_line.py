"""The arguments of a command, its points and settings, with the checks of the command line (C2, C3, C7).

Argparse reads them, with sentences of our own. The rules of a session are the defaults of its points (C10), and a limit
ends every run, since no window does (P7).
"""

import argparse
import math
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn

from perceptron_gui.cli.command_registry import PROGRAM, Command, UsageError
from perceptron_gui.cli.report import shown_width
from perceptron_gui.engine.data.dataset import (
    Dataset,
    DatasetError,
    HoldOut,
    Split,
    in_class_order,
    positive_class,
    split_of,
)
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import OWNERS, Kernel, KernelName
from perceptron_gui.engine.data.settings import LARGEST_LIMIT, LARGEST_SEED, Mode, Order, TrainingSettings, with_mode
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import mapping_problem
from perceptron_gui.files.file_work import LONGEST_PATH, LONGEST_SHOWN, listed, shown
from perceptron_gui.files.lessons import refuse_as_points
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.files.sessions import is_session
from perceptron_gui.files.spelling import find_class, is_rounded, parse_number, shortest
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.wording import ended, joined
from perceptron_gui.translation import N_, capitalised, ntr, tr

HELP_COLUMN, HELP_WIDTH = 34, 100
"""Where the meanings of the options begin in the help, and how wide it is: to ask the terminal costs start-up time."""


CLOSING = "，。、；：！？）”"
PARTS = re.compile(rf"(?:(?<!\s)\s+)?(?:[（“]*(?:[⺀-ꓐ]|[^\s⺀-ꓐ（“{CLOSING}]+)[{CLOSING}]*|\S)")
"""A word, or one sign of a script without blanks between words, with what must stand on the same line."""


class _Help(argparse.HelpFormatter):
    """Says "usage" in the language that is shown, and knows how wide its letters are."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        if shown_width(text) == len(text):
            return super()._split_lines(text, width)
        lines = [""]
        for part in PARTS.findall(text):
            if shown_width(lines[-1] + part) > width:
                lines.append("")
            lines[-1] += part if lines[-1] else part.lstrip()
        return lines

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, tr("usage") + ": " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """Reads the arguments of one command; options that are not given have no entry in the result.

    `options`: every declared option by its names as typed.
    """

    def __init__(self, command: Command) -> None:
        self._command, summary = command.name, tr(command.summary)
        self.options: dict[str, argparse.Action] = {}
        super().__init__(
            prog=f"{PROGRAM} {command.name}",
            usage=f"{PROGRAM} {command.name} {command.operands}",
            description=ended(capitalised(summary)),
            formatter_class=lambda prog: _Help(prog, max_help_position=HELP_COLUMN, width=HELP_WIDTH),
            argument_default=argparse.SUPPRESS,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self._positionals.title, self._optionals.title = tr("positional arguments"), tr("options")
        self.add_argument("-h", "--help", action="store_true", help=tr("show this help"))

    def add_argument(self, *names: Any, **details: Any) -> argparse.Action:
        """Declare an option or operand as argparse does, and remember the option's names.

        `names`: of an option, or the one destination of an operand. `details`: as in
        `argparse.ArgumentParser.add_argument`.
        """
        action = super().add_argument(*names, **details)
        self.options.update(dict.fromkeys(action.option_strings, action))
        return action

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Return the values of the arguments by their destinations.

        `arguments`: without the command. Raises `UsageError` when an option is unknown or its value makes no sense.
        """
        try:
            return self.parse_args(self._arranged(arguments))
        except argparse.ArgumentError as error:
            words = tr("{option} {problem}.")
            raise UsageError(words.format(option=error.argument_name, problem=error.message)) from None

    def error(self, message: str) -> NoReturn:
        """Raise what argparse itself would print before it exits.

        `message`: what is wrong. Raises `UsageError` always.
        """
        raise UsageError(ended(capitalised(message)))

    def _arranged(self, arguments: Sequence[str]) -> list[str]:
        """Return options first, each joined to its value, then -- and all others.

        So arranged, every version of argparse reads alike: -1,2 is a value, and options may stand around a file.
        """
        options: list[str] = []
        others: list[str] = []
        rest = iter(arguments)
        for argument in rest:
            if argument == "--":
                others += rest
            elif argument.startswith("-") and argument != "-":
                options.append(self._joined(argument, rest))
            else:
                others.append(argument)
        return [*options, "--", *others] if others else options

    def _joined(self, argument: str, rest: Iterator[str]) -> str:
        """Return a known option with its value, which is the next of `rest` unless it follows an =."""
        name, equals, value = argument.partition("=")
        if name not in self.options:
            raise UsageError(ended(self._unknown(name)))
        option = self.options[name]
        if option.nargs == 0:
            if equals:
                raise UsageError(tr("{option} takes no value.").format(option=name))
            return name
        if not equals:
            value = next(rest, "")
        # Before Python 3.13 argparse cannot take -- for a value.
        if not value or value == "--" or (not equals and value.partition("=")[0] in self.options):
            words = tr("{option} needs a value: {option} {value}.")
            raise UsageError(words.format(option=name, value=option.metavar))
        return f"{name}={value}"

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        # A guess at a name of a million letters would take seconds.
        close = get_close_matches(name[:LONGEST_SHOWN], self.options, n=1)
        words = tr('{command} has no option "{option}"; see --help')
        if close:
            words = tr('{command} has no option "{option}"; perhaps you meant {guess}')
        return words.format(command=self._command, option=shown(name), guess="".join(close))


MAX_PLACES = 6
"""Places of numbers that are trained on exactly (E2)."""


def number(text: str) -> float:
    """Return a plain decimal.

    `text`: as typed. Raises `ArgumentTypeError` when it is none; like all of this module the rest of a sentence that
    begins with the option.
    """
    value = parse_number(text)
    if value is None:
        raise ArgumentTypeError(tr('needs a plain decimal such as 0.5, not "{text}"').format(text=shown(text)))
    if value:  # the settings say better what is wrong with η = 0
        _check_digits(text, value)
    return value


def numbers(text: str) -> tuple[float, ...]:
    """Return plain decimals.

    `text`: decimals separated by commas. Raises `ArgumentTypeError` when one of them is none.
    """
    return tuple(_part(part, text) for part in text.split(","))


def _part(part: str, whole: str) -> float:
    """Return one of the decimals of a list; the sentence of a refusal shows the whole of it."""
    value = parse_number(part)
    if value is None:
        words = tr('needs plain decimals separated by commas, such as 1,-0.5,2, not "{text}"')
        raise ArgumentTypeError(words.format(text=shown(whole)))
    _check_digits(part, value)
    return value


def _check_digits(text: str, value: float) -> None:
    """Refuse digits that a double does not keep, where the double passes for exact without them (E2)."""
    if math.isfinite(value) and round(value, MAX_PLACES) == value and is_rounded(text):
        words = tr('cannot keep all digits of "{text}"; use {number}')
        raise ArgumentTypeError(words.format(text=shown(text), number=shortest(value)))


def shares(text: str) -> tuple[Fraction, Fraction]:
    """Return the shares to validate and to test on, as the decimals that were typed (H1).

    `text`: one decimal, or two separated by a comma; the second is 0 where it is missing. Raises `ArgumentTypeError`
    when there are more, or one is none from 0 to below 1, or has more digits than a number keeps.
    """
    parts = text.split(",", 2)
    values = [parse_number(part) for part in parts]
    if len(parts) > 2 or not all(value is not None and 0 <= value < 1 for value in values):
        words = tr('needs one or two decimals from 0 to below 1, such as 0.2 or 0.2,0.1, not "{text}"')
        raise ArgumentTypeError(words.format(text=shown(text)))
    for part in parts:
        if is_rounded(part):
            words = tr('cannot keep all digits of "{text}"; use {number}')
            raise ArgumentTypeError(words.format(text=shown(part), number=shortest(abs(float(part)))))
    validation, test = (*map(decimal_fraction, map(float, parts)), Fraction(0))[:2]
    return validation, test


def decimal(least: float, most: float) -> Callable[[str], float]:
    """Return a reader of decimals. `least`, `most`: their range, both included."""

    def read(text: str) -> float:
        found = number(text)
        if not least <= found <= most:
            words = tr('needs a number from {least} to {most}, not "{text}"')
            raise ArgumentTypeError(words.format(least=shortest(least), most=shortest(most), text=shown(text)))
        return found

    return read


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers. `least`, `most`: their range, both included."""

    def read(text: str) -> int:
        plain = text.strip()
        # The length comes first: turning a long text into a number takes long, and is refused by Python beyond 4 300.
        is_plain = plain.isascii() and plain.isdigit() and len(plain.lstrip("0")) <= len(str(most))
        if not (is_plain and least <= int(plain) <= most):
            words = tr('needs a whole number from {least} to {most}, not "{text}"')
            raise ArgumentTypeError(words.format(least=least, most=most, text=shown(text)))
        return int(plain)

    return read


limit = whole(1, LARGEST_LIMIT)
"""Reads a limit of epochs or updates."""


def filled(text: str) -> str:
    """Return a text unchanged, refusing an empty one.

    `text`: as typed. Raises `ArgumentTypeError` when it is empty or blank.
    """
    if not text.strip():
        raise ArgumentTypeError(tr("must not be empty"))
    return text


def one_of(names: Iterable[str]) -> dict[str, Any]:
    """Return how an option that takes one of some names is declared. `names`: texts, or an enumeration of them."""
    known = {str(name): name for name in names}

    def read(text: str) -> str:
        if text not in known:
            words = tr('needs {choices}, not "{text}"')
            raise ArgumentTypeError(words.format(choices=either([*known]), text=shown(text)))
        return known[text]

    return {"metavar": "|".join(known), "type": read}


def either(names: Sequence[str]) -> str:
    """Return names as alternatives: a, b or c. `names`: at least one."""
    if len(names) == 1:
        return names[0]
    return tr("{first} or {last}").format(first=joined(names[:-1]), last=names[-1])


MAX_EPOCHS = 10_000
MAX_RANDOM_UPDATES = 1_000_000


def with_limits(settings: TrainingSettings, begun: int = 0) -> TrainingSettings:
    """Return the rules with limits, which end every run (P7).

    `settings`: limits that it has stay. `begun`: visits that a session has made, or more: a limit that it does not have
    lies after them.
    """
    order, epochs, updates = settings.order, settings.max_epochs, settings.max_updates
    if not order.has_epochs:
        return replace(settings, max_epochs=None, max_updates=updates or max(begun + 1, MAX_RANDOM_UPDATES))
    return replace(settings, max_epochs=None if order is Order.ONLINE else epochs or max(begun + 1, MAX_EPOCHS))


class Source(Frozen, eq=False):
    """Points, and the rules by which they are trained on unless an option says otherwise."""

    # at least one point of each of two classes; of a session also the classes of its palette without points
    dataset: Dataset
    settings: TrainingSettings  # without limits and a + class where nothing says them


def read_source(path: str, most_classes: int | None) -> Source:
    """Read a file of points.

    `path`: a session where its name says so, else a points file. `most_classes`: a points file with more is refused.
    Raises `PointsFileError`, `UsageError` when it cannot be read, or nothing can be learned from it; one sentence.
    """
    if is_session(path):
        # All that a session can hold takes a tenth of a start, which a points file does without.
        from perceptron_gui.files.sessions.session_file import read_session

        document = read_session(path).session.document
        # A + class without points is none.
        has_positive = document.settings.positive in document.dataset.present
        settings = document.settings if has_positive else replace(document.settings, positive=None)
        source = Source(document.dataset, settings)
        no_points = tr("{file}: there are no points; add at least one for each of two classes.")
    else:
        refuse_as_points(path)
        source = Source(read_points(path, most_classes=most_classes).dataset, TrainingSettings())
        no_points = tr("{file}: there is a header row but no points; add at least one for each of two classes.")
    file, names = shown(path, LONGEST_PATH), with_points(source.dataset)
    if not source.dataset.n_samples:
        raise UsageError(no_points.format(file=file))
    if len(names) < 2:
        words = tr("{file}: all points belong to the class {name}, but at least two classes are needed.")
        raise UsageError(words.format(file=file, name=listed(names)))
    return source


def with_points(dataset: Dataset) -> list[str]:
    """Return the names of the classes that have points."""
    return [dataset.classes[k] for k in dataset.present]


def without_empty(dataset: Dataset, settings: TrainingSettings) -> Source:
    """Return points and rules without classes that have no points: the palette has them, reports do not.

    The run is the same (M1): their start weights go with them, and who is + stays so.

    `settings`: whose + class, where one is named, has points.
    """
    present = dataset.present
    if len(present) == len(dataset.classes):
        return Source(dataset, settings)
    return Source(in_class_order(dataset, present), settings.with_classes(present, dataset.features))


MAX_CLASSES = 1000
"""A label column with more of them, where each is learned, is rather an identifier: every visit asks all classes."""
FEATURES = "identity|poly2|poly3|x1,x2^2,…"
FILE = N_(
    "a CSV file in UTF-8 with a header row, columns of numbers, and one column of labels (named label, "
    "class, target, species or y; otherwise the last column), or a session (.perceptron)"
)
WITH_START = {"bias", "features", "kernel"}
"""Rules that decide how many start weights there are."""
SETTINGS = frozenset(TrainingSettings.__struct_fields__)
"""Options with one of these destinations are settings of the run."""


class Request(Frozen, eq=False, dict=True):
    """Points and the rules to train or analyze them by."""

    points: Dataset  # those of the file
    settings: TrainingSettings
    split: Split | None = None  # which of the points are held out (H1); None trains on all of them

    @cached_property
    def dataset(self) -> Dataset:
        """The points to train on."""
        return self.points if self.split is None else self.points.only(self.split.training)

    def places(self, indices: Iterable[int]) -> list[int]:
        """Return where points that are trained on stand in the file. `indices`: into `dataset`."""
        return [*indices] if self.split is None else self.split.training[[*indices]].tolist()

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of the entries of φ(x): of the columns, where φ is the identity."""
        return self.settings.features.names(self.dataset.features)

    @property
    def positive(self) -> str | None:
        """The class that is +, as first written; None in multiclass."""
        index = positive_class(self.dataset, self.settings.positive)
        if not self.settings.mode.is_binary or index is None:
            return None
        return self.dataset.classes[index]


def add_geometry(parser: ArgumentParser, has_json: bool = True) -> None:
    """Declare the points file and the options that say which separating surface is looked for.

    `has_json`: whether the command can answer as JSON.
    """
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", default=[], help=tr(FILE))
    add("--mode", **one_of(Mode), help=tr("the algorithm to use (primal)"))
    add("--no-bias", dest="bias", action="store_false", help=tr("the boundary passes through the origin"))
    add("--positive", metavar="LABEL", type=filled, help=tr("the + class in the binary modes; all others are -"))
    add("--features", metavar=FEATURES, type=filled, help=tr("features computed from each point (identity)"))
    add("--kernel", **one_of(KernelName), help=tr("kernel for dual and multiclass (linear)"))
    for name, owners in OWNERS.items():
        limits = owners[0].limits
        read = whole(int(limits.ge or 0), int(limits.le or 0)) if owners[0].is_whole else number
        words = "; ".join(tr(each.option) for each in owners)
        add(f"--{name}", metavar="N" if owners[0].is_whole else "F", type=read, help=words)
    add(
        "--holdout",
        metavar="V[,T]",
        type=shares,
        help=tr("share of each class held out for validation, and for testing (none)"),
    )
    add(
        "--holdout-seed", metavar="N", type=whole(0, LARGEST_SEED), help=tr("seed for choosing the held-out points (0)")
    )
    if has_json:
        add("--json", action="store_true", default=False, help=tr("print one JSON object"))


def add_training(parser: ArgumentParser) -> None:
    """Declare the options that say how the run goes."""
    add = parser.add_argument
    add("--order", **one_of(Order), help=tr("the order in which points are visited (cyclic)"))
    add("--eta", metavar="F", type=number, help=tr("learning rate (1)"))
    add("--beta", metavar="F", type=number, help=tr("margin: points with y·f ≤ β also cause an update (0)"))
    add("--initial", metavar="w1,…,wd,b", type=numbers, help=tr("start weights and bias (leave out b with --no-bias)"))
    add("--max-epochs", metavar="N", type=limit, help=tr("stop after N passes (10000; not with random or online)"))
    add("--max-updates", metavar="N", type=limit, help=tr("stop after N updates (random: 1000000)"))
    add("--seed", metavar="N", type=whole(0, LARGEST_SEED), help=tr("seed for the shuffled and random orders (0)"))


def points_file(command: str, arguments: Namespace) -> str:
    """Return the path of the one points file that a command was given.

    `command`: its name, for the refusal. `arguments`: what `add_geometry` declares. Raises `UsageError` when there is
    none, or more than one.
    """
    files: Sequence[str] = arguments.files
    if not files or not files[0]:
        words = tr("{command} needs a points file: perceptron-gui {command} FILE.")
        raise UsageError(words.format(command=command))
    if len(files) > 1:
        words = tr('{command} takes only one points file; leave out "{file}".')
        raise UsageError(words.format(command=command, file=shown(files[1])))
    return files[0]


def make_request(path: str, arguments: Namespace, is_trained: bool = True, has_palette: bool = False) -> Request:
    """Read points and settle which rules hold: options win over those of a session.

    `path`: a points file or a session. `arguments`: what `add_geometry`, and perhaps `add_training`, declare.
    `is_trained`: whether rules of a session count that say how the run goes. `has_palette`: whether classes of a
    session without points stay, for a picture in its colours. Raises `PointsFileError`, `SettingsError`, `UsageError`
    when the file or an option makes no sense; one sentence.
    """
    told: dict[str, Any] = {name: value for name, value in vars(arguments).items() if name in SETTINGS}
    if "features" in told:
        told["features"] = FeatureMap.read(told["features"])
    positive, is_learned_each = told.pop("positive", None), told.get("mode") is Mode.MULTICLASS
    source = read_source(path, MAX_CLASSES if is_learned_each else None)
    rules = source.settings if is_trained else source.settings.geometry
    rules = with_mode(rules, told.get("mode", rules.mode))
    if "initial" in told and rules.mode is Mode.MULTICLASS:
        raise UsageError(
            tr(
                "--initial works only in the binary modes; multiclass starts from zero, or from the weights in a "
                "session."
            )
        )
    told["kernel"] = _kernel(arguments, rules.kernel)
    settings = with_limits(replace(_with_room(rules, told), **told))
    if positive is not None:
        settings = replace(settings, positive=_positive(path, source.dataset, positive))
    _check_positive(path, source.dataset, settings)
    source = Source(source.dataset, settings) if has_palette else without_empty(source.dataset, settings)
    points = replace(source.dataset, parts=None)
    return Request(points, source.settings, _split(source.dataset, source.settings, arguments))


def _with_room(settings: TrainingSettings, told: dict[str, Any]) -> TrainingSettings:
    """Return the file's rules without start weights that do not fit the options, which win."""
    wanted = replace(settings, initial=None, **{name: told[name] for name in WITH_START & told.keys()})
    return settings if wanted == replace(settings, initial=None) else wanted


def _split(dataset: Dataset, settings: TrainingSettings, arguments: Namespace) -> Split | None:
    """Draw what is held out, or take the parts of a session; a feature that is not finite there is refused now."""
    given = vars(arguments)
    if "holdout" not in given and dataset.parts is None:
        return None
    if problem := mapping_problem(dataset, settings.features):
        raise DatasetError(problem)
    if "holdout" not in given:
        return split_of(dataset)
    validation, test = given["holdout"]
    return HoldOut(validation, test, given.get("holdout_seed", 0)).split(dataset)


def _kernel(arguments: Namespace, kernel: Kernel) -> Kernel:
    """Return the chosen kernel; numbers that it does not use have their defaults."""
    given = vars(arguments)
    told = {name: given[name] for name in OWNERS if name in given}
    return replace(kernel, name=given.get("kernel", kernel.name), **told).essence


def _check_positive(path: str, dataset: Dataset, settings: TrainingSettings) -> None:
    """Refuse binary training while it is open which class is +."""
    names = with_points(dataset)
    if len(names) > 2 and settings.mode.is_binary and settings.positive is None:
        words = ntr(
            "{file}: there is {count} class ({names}); choose the + class with --positive, or use --mode multiclass.",
            "{file}: there are {count} classes ({names}); choose the + class with --positive, or use --mode "
            "multiclass.",
            len(names),
        )
        raise UsageError(words.format(file=shown(path, LONGEST_PATH), count=len(names), names=listed(names)))


def _positive(path: str, dataset: Dataset, label: str) -> int:
    names = with_points(dataset)
    index = find_class(names, label)
    if index is None:
        words = tr('{file}: no point belongs to the class "{name}"; the classes are {names}.')
        raise UsageError(words.format(file=shown(path, LONGEST_PATH), name=shown(label), names=listed(names)))
    return dataset.present[index]
