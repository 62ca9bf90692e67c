"""The examples of docs/spec.md are what the program answers, and its tables of the command line are complete."""

from __future__ import annotations

import json
import math
import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from perceptron_gui import cli
from perceptron_gui.cli.command_line import Parser
from perceptron_gui.cli.command_registry import COMMANDS, overview
from tests.engine.kernel_referee import KernelReferee
from tests.engine.referee import Referee, Rules, dot, random_word, shuffled

PAGE = (Path(__file__).resolve().parents[1] / "docs/spec.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(console|csv|json)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXTBOOK, SIGNS = [(3, 3), (4, 3), (1, 1)], [1, 1, -1]
POINTS = "x1,x2,label\n3,3,B\n4,3,B\n1,1,A\n"


def rule(label: str) -> str:
    """Return the text of a rule."""
    return re.split(r"^##", PAGE.split(f"\n### {label} ")[1], maxsplit=1, flags=re.MULTILINE)[0]


def commands(block: str) -> Iterator[tuple[list[str], str]]:
    """Yield the commands of a console block, each with what it prints."""
    for part in block.removeprefix("$ ").split("\n$ "):
        command, _, printed = part.rstrip("\n").partition("\n")
        yield shlex.split(command), printed


def test_every_console_block_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown: list[str] = []
    for kind, name, text in BLOCK.findall(PAGE):
        if kind != "console":
            Path(name).write_text(text, encoding="utf-8")
            continue
        for (program, *arguments), printed in commands(text):
            shown.append(program)
            if program == "cat":
                assert Path(arguments[0]).read_text(encoding="utf-8").rstrip("\n") == printed
            else:
                assert cli.main(arguments) == 0
                assert capsys.readouterr().out.rstrip("\n") == printed, arguments
    assert shown.count("perceptron-gui") >= 8
    assert shown.count("cat") >= 4


def referee(**rules: object) -> Referee:
    """Return a run over the points of "textbook", in fractions."""
    return Referee(Rules(**rules)).add(TEXTBOOK, SIGNS)  # type: ignore[arg-type]


def test_a_tie_of_decimals_is_missed_by_plain_floats() -> None:
    points = [(-0.9, -0.7), (0.1, -0.2)]
    exact, floats = (Referee(Rules(), reading=reading).add(points, [1, -1]).run() for reading in ("decimals", "floats"))
    assert (exact.mistakes, floats.mistakes) == (3, 2)
    assert floats.rows[0][1] == -0.49999999999999994


def test_the_orders_are_those_of_the_example() -> None:
    passes = [" ".join(map(str, shuffled(0, epoch, 5))) for epoch in (1, 2)]
    steps = " ".join(str(random_word(0, step) % 5) for step in range(6))
    assert all(text in rule("P4").replace("\n", " ") for text in (*passes, steps))


def test_loss_and_effect_of_an_update_are_those_of_the_examples() -> None:
    run = referee().run(until=2)
    assert (run.loss(), run.score(2)) == (7, 7)
    assert referee().run(until=3).score(2) == 4


def test_the_run_from_start_weights_makes_four_mistakes() -> None:
    run = referee(initial=(1.0, 1.0, -2.0)).run()
    assert (run.mistakes, run.rows) == (4, [[1, 1, -4]])


def test_the_dual_sum_is_that_of_the_example() -> None:
    run = referee(mode="dual").run()
    assert (run.alpha, run.score(0)) == ([2, 0, 5], 3)


def test_xor_under_the_polynomial_kernel_is_that_of_the_example() -> None:
    xor = [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)]
    run = KernelReferee(Rules(mode="dual", kernel=("poly", 2, 1.0))).add(xor, [1, 1, -1, -1]).run()
    assert (run.stop, run.epoch, run.mistakes, run.alpha) == ("converged", 8, 21, [7, 4, 5, 5])
    assert run.parameters() == [[1]]
    assert "after 21 mistakes" in rule("D5")


def test_xor_under_the_laplacian_kernel_has_the_margin_of_the_example() -> None:
    quarter, weights = 0.25, [1 + math.exp(-2) - 2 * math.exp(-1)] * 4
    margin_squared = sum(quarter * quarter * each for each in weights)
    assert math.sqrt(margin_squared) == pytest.approx((1 - math.exp(-1)) / 2)
    assert f"≈ {math.sqrt(margin_squared):.3f}" in rule("T7")
    assert f"≈ {2 / margin_squared:.2f}: at most {int(2 / margin_squared)} mistakes" in rule("T7")


def test_the_batch_run_makes_fifteen_mistakes_in_twelve_updates() -> None:
    run = referee(order="batch").run()
    assert (run.mistakes, len(run.log)) == (15, 12)


def test_margin_and_bounds_are_those_of_the_examples() -> None:
    vectors = [[*point, 1] for point in TEXTBOOK]
    signed = [[sign * value for value in row] for sign, row in zip(SIGNS, vectors, strict=True)]
    nearest = [Fraction(5, 18) * a + Fraction(13, 18) * c for a, c in zip(signed[0], signed[2], strict=True)]
    assert nearest == [Fraction(1, 9), Fraction(1, 9), Fraction(-4, 9)]
    square = dot(nearest, nearest)
    assert min(dot(nearest, row) for row in signed) == square == Fraction(2, 9)
    radius = max(dot(row, row) for row in vectors)
    assert (radius / square, 3 * radius / square, (radius + 2) / square) == (117, 351, 126)
    at_most = [t for t in (107, 108) if (t * square + dot(nearest, [1, 1, -2])) ** 2 <= square * (6 + t * radius)]
    assert at_most == [107]


def test_the_averaged_weights_are_those_of_the_example() -> None:
    rows = [referee().run(until=visits).rows[0] for visits in range(1, 19)]
    assert [sum(column, Fraction(0)) / 18 for column in zip(*rows, strict=True)] == [
        Fraction(31, 18),
        Fraction(31, 18),
        Fraction(-23, 18),
    ]


def options_of(name: str) -> set[str]:
    """Return the long options of a command."""
    parser = Parser(COMMANDS[name])
    COMMANDS[name].load().add_arguments(parser)
    return {option for option in parser.options if option.startswith("--")} - {"--help"}


def test_every_option_has_a_row_with_the_commands_that_take_it() -> None:
    rows = re.findall(r"^\| `(--[\w-]+)[^|]*(?:\\\|[^|]*)*\| (▫?) ?\|", rule("C3"), re.MULTILINE)
    assert {name for name, _ in rows} == options_of("train")
    assert {name for name, mark in rows if mark} == options_of("analyze")


def planned_options() -> set[str]:
    return {*re.findall(r"`(--[\w-]+)", "".join(rule("C3").split("**Not built yet**")[1:]))}


def test_no_planned_option_is_taken() -> None:
    assert not planned_options() & options_of("train")


def test_every_option_of_pictures_has_a_row() -> None:
    rows = set(re.findall(r"^\| `(--[\w-]+)", rule("C9"), re.MULTILINE))
    assert rows == options_of("render") - options_of("train")
    assert options_of("train") - options_of("render") == {"--json", "--log"}


def test_help_promises_only_what_works(capsys: pytest.CaptureFixture[str]) -> None:
    words = [overview()]
    for name in COMMANDS:
        assert cli.main([name, "--help"]) == 0
        words.append(capsys.readouterr().out)
    for planned in planned_options():
        assert planned not in "".join(words)


def test_every_command_has_a_row_and_a_line_in_the_help() -> None:
    rows = re.findall(r"^\| `perceptron-gui ([a-z]+) ([^`]*)` \| (.*) \|$", rule("C2"), re.MULTILINE)
    assert [(name, operands) for name, operands, _ in rows] == [(c.name, c.operands) for c in COMMANDS.values()]
    for command in COMMANDS.values():
        assert re.search(rf"  perceptron-gui {re.escape(command.name)} .*  {re.escape(command.summary)}\n", overview())


@pytest.mark.parametrize(("command", "label"), [("train", "C4"), ("analyze", "C5")])
def test_every_field_of_the_json_has_a_row(
    command: str, label: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "points.csv"
    file.write_text(POINTS)
    cli.main([command, str(file), "--json"])
    fields = [*json.loads(capsys.readouterr().out)]
    first_cells = re.findall(r"^\| (`[^|]+) \|", rule(label), re.MULTILINE)
    assert [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)] == fields
