"""The modules of scripts/cap; the first line of each says what it is for."""
