"""The blackboard of a run, visit by visit, to be printed: the worked solution, and the run as a table."""
