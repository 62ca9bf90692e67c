"""Weight space, against fractions and against directions drawn at random."""
