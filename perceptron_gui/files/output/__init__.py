"""What is written of a run: tables, programs, animations."""
