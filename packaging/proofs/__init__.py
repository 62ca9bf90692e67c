"""Proofs that what was built can be installed, works, and goes without a trace: run by ``packaging/smoke.py``."""
