"""Points as they are edited, taken back, made to order and listed."""
