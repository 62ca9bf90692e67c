"""What can be exported, and what of a run goes into it."""
