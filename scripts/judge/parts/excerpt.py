"""Code shared by the judges of pages and of LaTeX: the beginnings of some suites, and a list of everything that is wrong."""
import pathlib

SUITES = pathlib.Path(__file__).resolve().parents[3] / "suites"
bad = []


def expect(what, is_so):
    """Notes and prints whether a condition holds; half-moves are many, so only failed ones are printed."""
    if not is_so or not what.startswith("half-move"):
        print(("ok   " if is_so else "FAIL ") + what)
    if not is_so:
        bad.append(what)


def quoted(text):
    """Text as it is written in a string of EPD."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def suites(number):
    """The first records of some suites."""
    parts = [(SUITES / f"{name}.epd").read_text().splitlines() for name in ("mates-2", "mates-3", "selfmates", "helpmates", "crazyhouse")]
    return "".join(f"{line}\n" for part in parts for line in [one for one in part if one.strip() and one.strip()[0] not in "#%"][:number])
