"""Writes the schema of sessions: ``python -m perceptron_gui.files.sessions.schema_file docs/session.schema.json``."""

from __future__ import annotations

import json
import sys

from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.sessions.session_file import schema


def write_schema(path: str) -> None:
    """Write the schema as a file. `path`: where it is to be."""
    write_bytes(path, (json.dumps(schema(), indent=1, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    write_schema(sys.argv[1])
