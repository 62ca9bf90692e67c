"""The options of the commands: one table feeds the parser and the help (C3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from perceptron_gui.cli import values
from perceptron_gui.cli.values import Parse, UsageError
from perceptron_gui.engine.settings import LARGEST_SEED, Mode, Order
from perceptron_gui.files.flaw import shown

HELP = ("-h", "--help")


@dataclass(frozen=True)
class Option:
    """One option.

    Attributes
    ----------
    name : str
        As typed: --eta.
    field : str
        The field of `Options` that it sets.
    help : str
    value : str
        What stands for its value in the help; empty for a switch.
    parse : callable
        Makes the value of its text.
    setting : object
        What a switch sets.
    """

    name: str
    field: str
    help: str
    value: str = ""
    parse: Parse = values.text
    setting: object = True


@dataclass(frozen=True)
class Options:
    """What a command was told."""

    file: str
    mode: Mode = Mode.PRIMAL
    bias: bool = True
    positive: str | None = None
    features: str = "identity"
    kernel: str = "linear"
    json: bool = False
    order: Order = Order.CYCLIC
    eta: float = 1.0
    initial: tuple[float, ...] | None = None
    max_epochs: int | None = None
    max_updates: int | None = None
    seed: int = 0
    log: str | None = None


GEOMETRY = (
    Option("--mode", "mode", "which algorithm (primal)", "|".join(Mode), values.choice(Mode, [*Mode])),
    Option("--no-bias", "bias", "the boundary passes through the origin", setting=False),
    Option("--positive", "positive", "the class that is + in the binary modes, the others are the rest", "LABEL"),
    Option(
        "--features",
        "features",
        "monomials of the coordinates (identity)",
        "identity|poly2|poly3",
        values.choice(str, ["identity"], ["poly2", "poly3"]),
    ),
    Option(
        "--kernel",
        "kernel",
        "kernel of the dual (linear)",
        "linear|poly|rbf",
        values.choice(str, ["linear"], ["poly", "rbf"]),
    ),
    Option("--degree", "degree", "of the polynomial kernel", "N", values.later),
    Option("--coef0", "coef0", "of the polynomial kernel", "F", values.later),
    Option("--gamma", "gamma", "of the Gaussian kernel", "F", values.later),
    Option("--json", "json", "print one JSON object"),
)
TRAINING = (
    Option(
        "--order",
        "order",
        "in which order the points are visited (cyclic)",
        "|".join(Order),
        values.choice(Order, [*Order]),
    ),
    Option("--eta", "eta", "learning rate (1)", "F", values.number),
    Option("--initial", "initial", "start weights and bias, no b with --no-bias", "w1,…,wd,b", values.numbers),
    Option(
        "--max-epochs",
        "max_epochs",
        "passes at most (10000; not in random and online)",
        "N",
        values.whole(1, values.LARGEST_LIMIT),
    ),
    Option(
        "--max-updates", "max_updates", "updates at most (random: 1000000)", "N", values.whole(1, values.LARGEST_LIMIT)
    ),
    Option("--seed", "seed", "of the shuffled and random orders (0)", "N", values.whole(0, LARGEST_SEED)),
    Option("--log", "log", "write every update to a CSV file", "F.csv"),
)
SAMPLES = (Option("-o", "output", "write the points to this file", "F"),)


def parse(command: str, table: Sequence[Option], arguments: Sequence[str]) -> Options:
    """Return what `arguments` say about one points file.

    Raises
    ------
    UsageError
        When they say nothing that makes sense.
    """
    found, files = scan(command, table, arguments)
    if not files or not files[0]:
        raise UsageError(f"{command} needs a points file, write perceptron-gui {command} FILE.")
    if len(files) > 1:
        raise UsageError(f'{command} takes one points file, not also "{shown(files[1])}".')
    return Options(file=files[0], **found)


def scan(command: str, table: Sequence[Option], arguments: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the values of the options by their fields, and the arguments that are no options.

    Raises
    ------
    UsageError
        When an option is unknown or its value makes no sense.
    """
    known = {option.name: option for option in table}
    found: dict[str, Any] = {}
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            others += rest
        elif argument.startswith("-") and argument != "-":
            option, value = _option(command, argument, known, rest)
            found[option.field] = value
        else:
            others.append(argument)
    return found, others


def _option(command: str, argument: str, known: dict[str, Option], rest: Iterator[str]) -> tuple[Option, object]:
    name, equals, text = argument.partition("=")
    option = known.get(name)
    if option is None:
        raise UsageError(f'{command} has no option "{shown(name)}"{_guess(name, known)}.')
    if not option.value:
        if equals:
            raise UsageError(f"{name} takes no value.")
        return option, option.setting
    if not equals:
        text = next(rest, "")
    if not text or text.partition("=")[0] in known:
        raise UsageError(f"{name} needs a value, write {name} {option.value}.")
    return option, option.parse(name, text)


def _guess(name: str, known: dict[str, Option]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    return f", did you mean {close[0]}" if close else ", see --help"


def described(table: Sequence[Option]) -> str:
    """Return the lines of the help on the options of `table`."""
    heads = [f"  {option.name} {option.value}".rstrip() for option in table]
    width = min(max(map(len, heads)), 34)
    lines = [
        f"{head:<{width}}  {option.help}" if len(head) <= width else f"{head}\n{'':<{width}}  {option.help}"
        for head, option in zip(heads, table, strict=True)
    ]
    return "\n".join(lines)
