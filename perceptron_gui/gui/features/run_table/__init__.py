"""The panel that has the run as a table."""
