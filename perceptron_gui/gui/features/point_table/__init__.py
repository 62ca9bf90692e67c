"""The panel that has the points as a table."""
