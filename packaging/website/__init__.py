"""The site: pages for browsers, made of what the repository has; ``python3 dev.py site``."""
