"""Lessons: pages of sessions with questions that the engine judges, and the answers to them (L1–L6)."""
