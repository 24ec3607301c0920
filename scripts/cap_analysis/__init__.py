"""The modules of scripts/cap; the first line of each states its purpose."""
