"""Packed points are the same in every bit, and refused in a sentence where they are none."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.file_work import FileError
from perceptron_gui.files.sessions import json_forms
from perceptron_gui.files.sessions.session_file import plain_of, read_session, schema, session_from, write_session
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.effort import random_sets
from tests.files.sessions.random_sessions import sessions
from tests.files.sessions.test_session_file import SESSION, allows, assert_same


def packed() -> Any:
    """Return a session with packed points, as JSON has it."""
    return json.loads(json.dumps(plain_of(SESSION, is_packed=True)))


@settings(max_examples=random_sets(8), deadline=None, suppress_health_check=[*HealthCheck])
@given(sessions())
def test_any_session_is_read_as_it_was_packed(tmp_path_factory: pytest.TempPathFactory, session: SavedSession) -> None:
    path = tmp_path_factory.getbasetemp() / "packed.perceptron"
    write_session(path, session, is_packed=True)
    assert_same(read_session(path).session, session)
    assert allows(schema(), json.loads(path.read_bytes()))


def test_points_of_many_pieces_come_back_in_their_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(json_forms, "BYTES_AT_ONCE", 2**13)
    points = Dataset.of(np.random.default_rng(0).normal(size=(80_000, 3)), [0, 1] * 40_000, rounded=range(0, 80_000, 3))
    parts: list[float] = []
    write_session(tmp_path / "a.perceptron", SavedSession(Document(points)), parts.append, is_packed=True)
    read = read_session(tmp_path / "a.perceptron").session.document.dataset
    assert read.X.tobytes() == points.X.tobytes() and read.rounded == points.rounded
    assert (read.labels == points.labels).all()
    assert len(parts) > 200  # other threads get their turn after every piece


def test_points_that_would_be_too_large_packed_are_written_as_decimals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_forms, "MOST_BYTES", 4 * 17)
    assert "packed" in packed()["document"]["dataset"]
    monkeypatch.setattr(json_forms, "MOST_BYTES", 4 * 17 - 1)
    assert "packed" not in packed()["document"]["dataset"] and session_from(packed()).document.dataset.n_samples == 4


def row(x: float, label: int) -> str:
    """Return a packed point of two features."""
    return b64encode(np.array([(x, 1.0)], "<f8").tobytes() + bytes([label])).decode()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (5, "packed must be a list of texts"),
        ([5], "packed.0 must be points of 17 bytes each in base64"),
        (["€"], "packed.0 must be points of 17 bytes"),
        (["AAAA"], "packed.0 must be points of 17 bytes"),
        ([row(1, 0), row(1, 0)[:-1]], "packed.1 must be points of 17 bytes"),
        ([row(1, 2)], "packed.0 must be points of 2 classes"),
        ([row(float("nan"), 0)], "A coordinate must be"),
        ([row(float("inf"), 0)], "A coordinate must be"),
        ([row(1e13, 0)], "A coordinate must be"),
    ],
)
def test_what_is_no_packed_point_is_refused_in_a_sentence(found: Any, words: str) -> None:
    plain = packed()
    plain["document"]["dataset"]["packed"] = found
    with pytest.raises(FileError, match=words):
        session_from(plain)


def test_points_stand_there_once() -> None:
    plain = packed()
    plain["document"]["dataset"]["rows"] = []
    with pytest.raises(FileError, match='exactly one of the entries "rows" and "packed"'):
        session_from(plain)
