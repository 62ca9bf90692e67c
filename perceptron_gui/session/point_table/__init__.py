"""The points as a table: its cells, the order of its rows, the row in which another point is typed."""
