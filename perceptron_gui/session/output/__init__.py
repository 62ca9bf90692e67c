"""The exports, and what they contain of a run."""
