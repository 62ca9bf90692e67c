"""What painting does to points: which are selected, where they go, as values; no window."""
