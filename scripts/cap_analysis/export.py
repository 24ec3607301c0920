"""The answers of a run as Parquet, for DuckDB, pandas, Polars and R: one row per record, in the order of the input.

It has the columns of the table that `solver stats` writes (the moves of `keys` are a list), and the number of the `shard`.
`line` counts the lines of the whole input, from 1.
"""
import bisect
import os
import subprocess
import tempfile

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from . import durable
from .folder import Problem

TEXT, WHOLE, HALF = pa.string(), pa.int64(), pa.float32()

# The columns of `solver stats --format tsv`, see src/forms/form/tsv.rs and src/run/census/table.rs. Empty cells are null.
COLUMNS = {
    "fen": TEXT, "id": TEXT, "outcome": TEXT, "stipulation": TEXT, "length": HALF, "keys": TEXT, "line": WHOLE, "nodes": WHOLE,
    "seconds": pa.float64(), "limit": TEXT, "pv": TEXT, "error": TEXT, "text": TEXT, "duplex_outcome": TEXT, "duplex_length": HALF,
    "duplex_keys": TEXT, "duplex_nodes": WHOLE, "duplex_seconds": pa.float64(), "duplex_limit": TEXT, "duplex_pv": TEXT,
    "refuted": HALF, "safe": HALF,
}

# The number of bytes read at once. A row must not be longer: a line of input has at most 16 MiB, and its quotes are doubled.
BLOCK = 64 << 20

LISTS = ("keys", "duplex_keys")
NAMES = ("outcome", "limit", "duplex_outcome", "duplex_limit")


def type_of(name):
    if name in LISTS:
        return pa.list_(TEXT)
    return pa.dictionary(pa.int8(), TEXT) if name in NAMES else COLUMNS[name]


FIRST = ("line", "shard")
SCHEMA = pa.schema([("line", COLUMNS["line"]), ("shard", pa.int32()), *((name, type_of(name)) for name in COLUMNS if name not in FIRST)])


def export(folder, solver, path):
    """Writes the Parquet file, which gets its name when it is complete. Returns the number of rows."""
    missing = [shard["name"] for shard in folder.shards if not folder.result(shard).exists()]
    if missing:
        raise Problem(f"{len(missing)} shards have no result yet, the first is {missing[0]}")
    count = 0
    with durable.replacing(path) as part, tempfile.NamedTemporaryFile(dir=os.path.dirname(path) or ".", suffix=durable.ENDING) as table:
        write_table(folder, solver, table)
        with os.fdopen(os.dup(part), "wb") as file, pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
            for batch in batches(table.name, [shard["first"] for shard in folder.shards]):
                count += batch.num_rows
                writer.write_batch(batch)
    return count


def write_table(folder, solver, table):
    """Writes the table of all answers to an open file. `join` checks the results; only the solver parses its records."""
    with tempfile.TemporaryFile("w+") as said, subprocess.Popen(
        [solver, "join", str(folder.path)], stdout=subprocess.PIPE, stderr=said
    ) as joined:
        code = subprocess.run([solver, "stats", "--format", "tsv"], stdin=joined.stdout, stdout=table, check=False).returncode
        joined.stdout.close()
        if joined.wait():
            said.seek(0)
            raise Problem(said.read().strip().replace("solver: ", ""), joined.returncode)
    # Exit code 2: no line is a record; the rows are complete even then.
    if code not in (0, 2):
        raise Problem(f"{solver} stats: exit code {code}", 2)


def batches(table, firsts):
    """The rows of the table at the path `table`, in batches, with the shards that begin at the lines `firsts`.

    Arrow opens the table itself: its threads read ahead, and if one of them uses a Python file while the interpreter exits, the
    process aborts."""
    with pyarrow.csv.open_csv(
        table,
        pyarrow.csv.ReadOptions(block_size=BLOCK),
        pyarrow.csv.ParseOptions(delimiter="\t", newlines_in_values=True),
        pyarrow.csv.ConvertOptions(column_types=COLUMNS, null_values=[""], strings_can_be_null=True),
    ) as read:
        for batch in read:
            columns = dict(zip(batch.schema.names, batch.columns, strict=True))
            columns["shard"] = pa.array([bisect.bisect_right(firsts, line) - 1 for line in columns["line"].to_pylist()], pa.int32())
            for name in LISTS:
                columns[name] = pc.fill_null(pc.split_pattern(columns[name], " "), pa.scalar([], type_of(name)))
            yield pa.RecordBatch.from_arrays([columns[field.name].cast(field.type) for field in SCHEMA], schema=SCHEMA)
