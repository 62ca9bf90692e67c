"""What is built for people without a checkout: one module a target, one line of `registry.py` each."""
