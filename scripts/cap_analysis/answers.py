"""The answers of a run as a table. The solver reads its own records (`solver stats --format tsv`); nothing here does."""
import csv
import io
import subprocess

from .folder import Problem

# A cell must not be longer: a line of input has 16 MiB at most, and its quotes are doubled.
csv.field_size_limit(64 << 20)


def write_table(solver, source, target):
    """Writes the rows of the answered records in `source`, an open file or pipe of EPD, to the open file `target`."""
    code = subprocess.run([solver, "stats", "--format", "tsv"], stdin=source, stdout=target, check=False).returncode
    # With 2 no line is a record: the rows are whole all the same.
    if code not in (0, 2):
        raise Problem(f"{solver} stats: exit code {code}", 2)


def rows(file):
    """The rows of a table in an open binary file, each as a dict by the names of the columns."""
    file.seek(0)
    with io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="") as text:
        # Before Python 3.11 the module csv takes no NUL.
        yield from csv.DictReader((line.replace("\0", "\N{REPLACEMENT CHARACTER}") for line in text), delimiter="\t")
