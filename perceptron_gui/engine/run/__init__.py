"""A run with its past: the cursor, the record, and what leaves the engine."""
