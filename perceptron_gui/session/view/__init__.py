"""The view state of a document, and its switches."""
