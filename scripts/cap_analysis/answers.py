"""The answers of a run as a table. The solver reads its own records (`solver stats --format tsv`); nothing here does."""
import contextlib
import subprocess

import pyarrow as pa
import pyarrow.csv

from .folder import Problem

TEXT, WHOLE, HALF = pa.string(), pa.int64(), pa.float32()

# The columns of `solver stats --format tsv`, see src/form/tsv.rs and src/census/table.rs. Empty cells are null.
COLUMNS = {
    "fen": TEXT, "id": TEXT, "outcome": TEXT, "stipulation": TEXT, "length": HALF, "keys": TEXT, "line": WHOLE, "nodes": WHOLE,
    "seconds": pa.float64(), "limit": TEXT, "pv": TEXT, "error": TEXT, "text": TEXT, "duplex_outcome": TEXT, "duplex_length": HALF,
    "duplex_keys": TEXT, "duplex_nodes": WHOLE, "duplex_seconds": pa.float64(), "duplex_limit": TEXT, "duplex_pv": TEXT,
    "refuted": HALF, "safe": HALF,
}

# Bytes that are read at once. A row must not be longer: a line of input has 16 MiB at most, and its quotes are doubled.
BLOCK = 64 << 20


@contextlib.contextmanager
def table(solver, source):
    """The rows of the answered records that come from `source`, an open file or pipe of EPD: an iterator of batches."""
    said = subprocess.Popen([solver, "stats", "--format", "tsv"], stdin=source, stdout=subprocess.PIPE)
    try:
        yield pyarrow.csv.open_csv(
            said.stdout,
            pyarrow.csv.ReadOptions(block_size=BLOCK),
            pyarrow.csv.ParseOptions(delimiter="\t", newlines_in_values=True),
            pyarrow.csv.ConvertOptions(column_types=COLUMNS, null_values=[""], strings_can_be_null=True),
        )
        said.stdout.read()
        # With 2 no line is a record: the rows are whole all the same.
        if said.wait() not in (0, 2):
            raise Problem(f"{solver} stats: exit code {said.returncode}", 2)
    finally:
        said.stdout.close()
        if said.poll() is None:
            said.kill()
            said.wait()
