"""What the user is doing, without Qt: documents, undo, the training thread, preferences."""
