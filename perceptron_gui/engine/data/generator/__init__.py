"""Points made to order: what is asked for, how they are drawn, and what is certain about them beforehand."""
