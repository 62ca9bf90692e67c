"""The panel of the features, and the dialog of one's own."""
