"""Sessions on disk: strict JSON, whose form follows from the values it holds (C10)."""
