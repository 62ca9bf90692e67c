"""What was learned, as values: how a prediction is made."""
