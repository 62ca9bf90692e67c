"""Fields, lists and texts that bars, panels and dialogs share."""
