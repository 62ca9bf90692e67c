"""Dialogs and pages."""
