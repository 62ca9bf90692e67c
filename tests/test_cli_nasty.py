"""Whatever the file or the command: one plain sentence, exit code 2, nothing left behind (C7)."""

import contextlib
import io
import json
import os
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.__main__ import main
from tests.effort import random_sets

GOOD = b"x1,x2,label\n1,2,A\n-1,0.5,B\n"
HEAD = b"x1,x2,label\n1,2,A\n"

# name, content, line that must be named, words that must be there
FILES: list[tuple[str, bytes, int | None, str]] = [
    ("empty", b"", None, "empty"),
    ("only blanks", b" \n\n\t\n", None, "empty"),
    ("only a byte order mark", b"\xef\xbb\xbf", None, "empty"),
    ("only a header", b"x1,x2,label\n", None, "no points"),
    ("a blank first line", b"\n" + GOOD, 1, "blank"),
    ("no header", b"1,2,A\n-1,0.5,B\n", 1, "must name the columns"),
    ("no header, numbers only", b"1,2,1\n-1,0.5,0\n", 1, "must name the columns"),
    ("no header, decimal commas", b"1,5;2,5;A\n1;2;B\n", 1, "must name the columns"),
    ("one column", b"label\nA\nB\n", 1, "only one column"),
    ("columns separated by spaces", b"x1 x2 label\n1 2 A\n", 1, "only one column"),
    ("a column without a name", b",x1,label\n0,1,A\n1,2,B\n", 1, "column 1 has no name"),
    ("a comma behind every row", b"x1,x2,label,\n1,2,A,\n", 1, "column 4 has no name"),
    ("two columns of one name", b"x,x,label\n1,2,A\n", 1, '"x"'),
    ("two label columns", b"x,target,species\n1,0,A\n", 1, '"target" and "species"'),
    ("too many columns", b",".join(b"x%d" % i for i in range(10_002)) + b"\n", 1, "10000"),
    ("a short row", HEAD + b"1,2\n3,4,B\n", 3, "2 cells"),
    ("a long row", HEAD + b"1,2,B,4\n", 3, "4 cells"),
    ("a row of one cell", HEAD + b"1;2;B\n", 3, "1 cell,"),
    ("a comment", HEAD + b"# more\n1,2,B\n", 3, "1 cell,"),
    ("a blank line between", HEAD + b"\n1,2,B\n", 3, "blank"),
    ("a row of empty cells between", HEAD + b",,\n1,2,B\n", 3, "empty"),
    ("a word for a number", HEAD + b"1,two,B\n", 3, '"two" in column "x2"'),
    ("a missing number", HEAD + b"1,,B\n", 3, 'column "x2" is empty'),
    ("nan", HEAD + b"nan,1,B\n", 3, '"nan"'),
    ("inf", HEAD + b"1,-inf,B\n", 3, '"-inf"'),
    ("infinity", HEAD + b"1,Infinity,B\n", 3, '"Infinity"'),
    ("beyond the largest value", HEAD + b"1,1e13,B\n", 3, "too large"),
    ("barely beyond it", HEAD + b"1,-1000000000000.5,B\n", 3, "too large"),
    ("beyond all doubles", HEAD + b"1,1e999,B\n", 3, "too large"),
    ("underscores", HEAD + b"1_000,1,B\n", 3, '"1_000"'),
    ("hexadecimal", HEAD + b"0x10,1,B\n", 3, '"0x10"'),
    ("a complex number", HEAD + b"1j,1,B\n", 3, '"1j"'),
    ("a fraction", HEAD + b"1/2,1,B\n", 3, '"1/2"'),
    ("a percentage", HEAD + b"5%,1,B\n", 3, '"5%"'),
    ("a currency", HEAD + "1 €,1,B\n".encode(), 3, '"1 €"'),
    ("digits of another script", HEAD + "٣,1,B\n".encode(), 3, '"٣"'),
    ("full-width digits", HEAD + "１,1,B\n".encode(), 3, '"１"'),
    ("a typographic minus", HEAD + "−1,1,B\n".encode(), 3, '"−1"'),
    ("a space for thousands", HEAD + "1\u00a0000,1,B\n".encode(), 3, "000"),
    ("a space that is none", HEAD + "1\u00a0,1,B\n".encode(), 3, r'"1\xa0"'),
    ("a separator of records", HEAD + b"1\x1c,1,B\n", 3, r'"1\x1c"'),
    ("a quoted comma for thousands", HEAD + b'"1,000",1,B\n', 3, '"1,000"'),
    ("thousands or decimals", b"x1;label\n1;A\n1,125;B\n", 3, "thousands or decimals"),
    ("commas and points", b"x1;label\n1,5;A\n2.5;B\n", 3, '"1,5"'),
    ("both in one number", b"x1;label\n1;A\n1.234,5;B\n", 3, '"1.234,5"'),
    ("a formula", HEAD + b"=A1,1,B\n", 3, '"=A1"'),
    ("a true value", HEAD + b"True,1,B\n", 3, '"True"'),
    ("text behind the label", b"x,y,group\n1,2,A\n", 2, 'label is in column "y"'),
    ("an empty label", HEAD + b"1,2,\n", 3, "label"),
    ("a label of blanks", HEAD + b"1,2,  \n", 3, "label"),
    ("one class", HEAD + b"1,3,A\n", None, "belong to the class"),
    ("one class written twice", b"x,label\n1,1\n2,1.0\n", None, "belong to the class"),
    ("three classes", HEAD + b"1,3,B\n1,4,C\n", None, '"A", "B" and "C"'),
    ("a hundred classes", b"x,label\n" + b"".join(b"1,%d\n" % i for i in range(100)), None, "100 classes"),
    ("an open quote", HEAD + b'1,2,"B\n1,2,A\n', 3, "never closed"),
    ("an open quote in the header", b'x1,"x2,label\n1,2,A\n', 1, "never closed"),
    ("text behind a quote", HEAD + b'1,2,"B"b\n', 3, "quote"),
    ("a cell without end", HEAD + b"1,2," + b"B" * 200_000 + b"\n", 3, "131072"),
    ("a line of a mebibyte", HEAD + b"1," * 2**19 + b"B\n", 3, "cells"),
    ("a label that is a page of text", HEAD + b"1,2," + b"B" * 1001 + b"\n", 3, "1001 characters"),
    ("a column named by a page of text", b"x" * 1001 + b",label\n1,A\n", 1, "1001 characters"),
    ("a mebibyte of header", b"x" * 2**20 + b"\n1\n", 1, "131072"),
    ("an error behind a cell of two lines", b'x,label\n1,"A\nA"\n1,B\ntwo,C\n', 5, '"two"'),
    ("a row that begins above its error", b'x,label\n1,A\ntwo,"B\nB"\n', 3, '"two"'),
    ("control characters in a cell", HEAD + b"\x1b[31m\x07,1,B\n", 3, "x1b"),
    ("a newline in a number", HEAD + b'"1\n2",1,B\n', 3, r"1\n2"),
    ("NUL bytes", HEAD + b"1,\0,B\n", 3, "NUL"),
    ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 3, "NUL"),
    ("Latin-1", HEAD + "1,2,Bär\n".encode("latin-1"), 3, "UTF-8"),
    ("Latin-1 with old line ends", HEAD.replace(b"\n", b"\r") + b"1,2,\xe4\r", 3, "UTF-8"),
    ("a cut letter at the end", HEAD + "1,2,ä".encode()[:-1], 3, "UTF-8"),
    ("an encoded surrogate", HEAD + b"1,2,\xed\xa0\x80\n", 3, "UTF-8"),
    ("UTF-16", GOOD.decode().encode("utf-16"), None, "UTF-16"),
    ("UTF-16 without a mark", GOOD.decode().encode("utf-16-be"), 1, "NUL"),
    ("JSON", b'{"points": [[1, 2]],\n "labels": ["A"]}\n', 1, ""),
    ("HTML", b"<!DOCTYPE html>\n<html><body>404</body></html>\n", 1, "only one column"),
]

# arguments, words that must be there
COMMANDS: list[tuple[str, str]] = [
    ("train", "train FILE"),
    ("analyze", "analyze FILE"),
    ("train good.csv good.csv", "one points file"),
    ("train nowhere.csv", "nowhere.csv: the file cannot be read because there is no such file"),
    ("train folder", "folder: the file cannot be read because it is a folder"),
    ("train good.csv/inside", "cannot be read"),
    ("train " + "a" * 300, "cannot be read"),
    ("nowhere.csv", "nowhere.csv: the file cannot be read because there is no such file."),
    ("trian", "trian: there is no such file or command"),
    ("--demo trian", "trian: the file cannot be read because there is no such file."),
    ("-- trian", "trian: the file cannot be read because there is no such file."),
    ("good.csv good.csv", "one file"),
    ("--demo good.csv good.csv", "one file"),
    ("--demo folder", "folder: the file cannot be read because it is a folder"),
    ("--play", "--play needs a saved session"),
    ("--play good.csv", "--play needs a saved session"),
    ("--play nowhere.perceptron", "nowhere.perceptron: the file cannot be read because there is no such file."),
    ("--play --demo good.csv", "cannot be used together"),
    ("--dmeo", '"--dmeo"'),
    ("-x good.csv", '"-x"'),
    ("render good.csv -o a.jpg", "the name of a picture must end in .png, .svg, .pdf, .gif or .mp4"),
    ("samples xro", "perhaps you meant xor."),
    ("samples iris-petal", "perhaps you meant iris-petals, iris-"),
    ("samples three", "three-classes"),
    ("samples ", "lists them all"),
    ("samples quantum", "lists them all"),
    ("samples " + "x" * 500, "lists them all"),
    ("samples xor ring", 'leave out "ring"'),
    ("samples -o new.csv", "-o needs the name of a data set"),
    ("samples xor -o", "-o needs a value"),
    ("samples xor -o=", "-o needs a value"),
    ("samples xor --json", '"--json"'),
    ("samples xor -p new.csv", '"-p"'),
    ("samples xor -o folder", "folder: the file cannot be written because it is a folder"),
    ("samples xor -o no/such/new.csv", "no such folder"),
    ("samples xor -o good.csv/new.csv", "cannot be written"),
    (f"samples xor -o {os.devnull}", "not a regular file"),
    ("train good.csv --frobnicate", '"--frobnicate"'),
    ("train good.csv --etta 1", "perhaps you meant --eta"),
    ("train good.csv --et 1", "perhaps you meant --eta"),
    ("train good.csv --max-e=1", '"--max-e"'),
    ("train good.csv -h1", '"-h1"'),
    ("train good.csv --positive --", "--positive needs a value: --positive LABEL"),
    ("train good.csv --positive=--", "--positive needs a value"),
    ("train -- good.csv --json", 'leave out "--json"'),
    ("samples xor -onew.csv", '"-onew.csv"'),
    ("train good.csv -v", '"-v"'),
    ("train good.csv --json=yes", "no value"),
    ("train good.csv --eta", "--eta needs a value"),
    ("train good.csv --eta --json", "--eta needs a value"),
    ("train good.csv --eta=", "--eta needs a value"),
    ("train good.csv --eta 0", "above 0"),
    ("train good.csv --eta -1", "above 0"),
    ("train good.csv --eta 1e13", "at most 10¹²"),
    ("train good.csv --eta 1e999", "at most 10¹²"),
    ("train good.csv --eta 1e-999", "above 0"),
    ("train good.csv --eta nan", '"nan"'),
    ("train good.csv --eta 0,5", '"0,5"'),
    ("train good.csv --eta 1_0", '"1_0"'),
    ("train good.csv --mode quantum", "primal, dual or multiclass"),
    ("train good.csv --mode PRIMAL", "primal, dual or multiclass"),
    ("train good.csv --order sideways", "cyclic"),
    ("train good.csv --features poly9", "identity"),
    ("train good.csv --features x1,x9", "no column"),
    ("analyze good.csv --features __import__('os')", "at character 12"),
    ("train good.csv --features exp(1000+x1)", "The feature exp(1000 + x1) is too large at the point"),
    ("train good.csv --features exp(350+x1)", "The feature exp(350 + x1) is too large at the point (1, 2)"),
    ("analyze good.csv --features exp(350+x1)", "must be from −10¹⁴⁰ to 10¹⁴⁰."),
    ("train good.csv --features poly2 --initial 1,2,3", "6 start weights"),
    ("train good.csv --kernel rbf", "primal has no kernel"),
    ("train good.csv --kernel sigmoid", "linear, poly, rbf or laplacian"),
    ("train good.csv --mode dual --kernel poly --degree 0", "whole number"),
    ("train good.csv --mode dual --kernel poly --degree 2.5", "whole number"),
    ("train good.csv --mode dual --kernel poly --coef0 -1", "from 0 to 10¹²"),
    ("train good.csv --mode dual --kernel rbf --gamma 0", "above 0"),
    ("train good.csv --mode dual --kernel rbf --initial 1,2,3", "only start weight is the bias"),
    ("train good.csv --mode dual --kernel rbf --initial 1 --no-bias", "Without a bias"),
    ("train good.csv --initial 1,2", "3 start weights"),
    ("train good.csv --initial 1,2,3,4", "3 start weights"),
    ("train good.csv --no-bias --initial 1,2,3", "2 start weights"),
    ("train good.csv --initial 1,2,", '"1,2,"'),
    ("train good.csv --initial 1;2;3", '"1;2;3"'),
    ("train good.csv --initial 1,nan,2", '"1,nan,2"'),
    ("train good.csv --initial 1,1e13,2", "from −10¹² to 10¹²"),
    ("train good.csv --initial 0,0,0 --mode multiclass", "multiclass"),
    ("train good.csv --positive C", '"A" and "B"'),
    ("train good.csv --positive C --mode multiclass", '"A" and "B"'),
    ("train good.csv --positive=", "--positive needs a value"),
    ("train good.csv --max-epochs 0", "--max-epochs needs a whole number"),
    ("train good.csv --max-epochs -5", "--max-epochs needs a whole number"),
    ("train good.csv --max-epochs 1.5", "--max-epochs needs a whole number"),
    ("train good.csv --max-updates 1e3", "--max-updates needs a whole number"),
    ("train good.csv --max-updates " + "9" * 5000, "--max-updates needs a whole number"),
    ("train good.csv --seed -1", "--seed needs a whole number"),
    ("train good.csv --seed 18446744073709551616", "--seed needs a whole number"),
    ("train good.csv --seed ٣", "--seed needs a whole number"),
    ("train good.csv --log good.csv", "replace the points file"),
    ("train good.csv --log folder/../good.csv", "replace the points file"),
    ("train good.csv --log folder", "folder: the file cannot be written because it is a folder"),
    ("train good.csv --log no/such/log.csv", "no such folder"),
    ("train good.csv --log good.csv/log.csv", "cannot be written"),
    (f"train good.csv --log {os.devnull}", "not a regular file"),
    ("analyze good.csv --eta 1", '"--eta"'),
    ("analyze good.csv --order cyclic", '"--order"'),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "good.csv").write_bytes(GOOD)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def refusal(arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must be refused, and return its sentence."""
    before = contents(folder)
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    sentence = err.removesuffix(".\n")
    assert re.search(r"\. |Traceback|Errno|None", sentence) is None
    assert sentence.isprintable()
    assert contents(folder) == before
    return err


@pytest.mark.parametrize(
    ("command", "content", "line", "says"),
    [(("train", "analyze")[number % 2], *case[1:]) for number, case in enumerate(FILES)],
    ids=[case[0] for case in FILES],
)
def test_a_bad_file_is_refused_in_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, content: bytes, line: int | None, says: str
) -> None:
    (folder / "bad.csv").write_bytes(content)
    sentence = refusal([command, "bad.csv", "--json"], folder, capsys)
    place = f"bad.csv, line {line}: " if line is not None else "bad.csv: "
    assert sentence.startswith(place)
    assert says in sentence
    assert len(sentence) < 300


@pytest.mark.parametrize(("arguments", "says"), COMMANDS, ids=[case[0][:50] for case in COMMANDS])
def test_a_bad_command_is_refused_in_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: str, says: str
) -> None:
    assert says in refusal(arguments.split(" "), folder, capsys)


@pytest.mark.parametrize("name", ["a\nb.csv", "a\x1b[31m.csv", "\udcff.csv", "a\0b.csv"])
def test_a_file_name_cannot_break_the_sentence(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    refusal(["train", name], folder, capsys)


@pytest.mark.parametrize("command", ["train good.csv --log", "samples iris -o"])
def test_no_file_can_be_written_under_a_name_with_nul(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert "its name is not valid" in refusal([*command.split(), "a\0b.csv"], folder, capsys)


def test_an_empty_argument_is_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refusal(["train", ""], folder, capsys)
    refusal(["", ""], folder, capsys)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that bind")
def test_a_file_without_permission_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "good.csv").chmod(0)
    before = main(["train", "good.csv"])
    (folder / "good.csv").chmod(0o600)
    assert before == 2
    assert "permission is denied" in capsys.readouterr().err


def test_a_full_disk_leaves_no_log(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "the disk is full" in refusal(["train", "good.csv", "--log", "log.csv"], folder, capsys)


def test_too_little_memory_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("perceptron_gui.cli.command_line.read_points", fail)
    assert "memory" in refusal(["train", "good.csv"], folder, capsys)


def outcome(content: bytes, arguments: list[str]) -> tuple[int, str, str]:
    """Run a command on a file and return exit code and streams."""
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "points.csv"
        path.write_bytes(content)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([arguments[0], str(path), *arguments[1:]])
        assert [*Path(name).iterdir()] == [path]
    return code, out.getvalue(), err.getvalue()


PIECES = st.sampled_from(
    ["x1", "label", "A", "B", "1", "-2.5", "1,5", "1e13", ",", ";", "\t", "\n", "\r\n", '"', " ", "é"]
)
CONTENTS = st.one_of(st.binary(max_size=60), st.lists(PIECES, max_size=40).map(lambda parts: "".join(parts).encode()))


@given(CONTENTS, st.sampled_from(["train", "analyze"]))
@settings(max_examples=random_sets(100), deadline=None)
def test_no_bytes_whatever_lead_to_anything_but_an_answer_or_a_sentence(content: bytes, command: str) -> None:
    code, out, err = outcome(content, [command, "--json"])
    assert (code == 0 and out.count("\n") == 1 and not err) or (code == 2 and not out and err.count("\n") == 1)


WORDS = st.sampled_from(
    [
        "--eta",
        "--initial",
        "--json",
        "--mode",
        "dual",
        "--seed",
        "-1",
        "1,2,3",
        "=",
        "--eta=.5",
        "--",
        "-h",
        "",
        "--log",
    ]
)


@given(st.lists(st.one_of(WORDS, st.text(max_size=5)), max_size=5))
@settings(max_examples=random_sets(100), deadline=None)
def test_no_options_whatever_lead_to_anything_but_an_answer_or_a_sentence(arguments: list[str]) -> None:
    if any(word.startswith("--log") for word in arguments):
        arguments = [word for word in arguments if not word.startswith("--log")]
    code, out, err = outcome(GOOD, ["train", *arguments])
    assert (code == 0 and out and not err) or (code == 2 and not out and err.count("\n") == 1)


def test_numbers_beyond_all_doubles_are_told_as_powers_of_ten_and_are_null_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By pencil: 10¹² to the 11th is 10¹³², and (10²⁶⁴ + 1)¹⁰ has the root 10¹³²⁰."""
    far = tmp_path / "far.csv"
    far.write_text("x1,label\n1000000000000,B\n3,B\n-5,A\n", encoding="utf-8")
    rules = ["--features", "x1^9*x1^2", "--mode", "dual", "--kernel", "poly"]
    told = {}
    for command, degree in (("analyze", "10"), ("analyze", "2"), ("train", "2")):
        assert main([command, str(far), *rules, "--degree", degree]) == 0
        told[command, degree] = capsys.readouterr().out
        assert main([command, str(far), *rules, "--degree", degree, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["bound"] is None
        assert "e+308" not in json.dumps(found)
    assert re.search(r"radius R̂ +≈ 10¹³²⁰\n", told["analyze", "10"])
    for command in ("analyze", "train"):
        assert re.search(
            r"bound +≈ 1.58186·10⁵¹⁷ \(≈ 1.58·10⁵¹⁷ mistakes at most(, in every order but batch)?\)\n",
            told[command, "2"],
        )
    assert main(["train", str(far), *rules, "--degree", "2", "--initial", "3", "--beta", "1"]) == 0
    assert "(≈ 1.58·10⁵¹⁷ mistakes and near misses at most)" in capsys.readouterr().out
