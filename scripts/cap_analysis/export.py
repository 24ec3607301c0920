"""The answers of a run as Parquet, for DuckDB, pandas, Polars and R: a row a record, in the order of the input.

What they say is what `solver stats` counts: the columns of its table (answers.py), with the moves of `keys` as a list, and
`shard`, the number of the shard. `line` counts the lines of the input as a whole, from 1.
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
from .answers import write_table
from .folder import Problem

TEXT, WHOLE, HALF = pa.string(), pa.int64(), pa.float32()

# The columns of `solver stats --format tsv`, see src/forms/form/tsv.rs and src/run/census/table.rs. Empty cells are null.
COLUMNS = {
    "fen": TEXT, "id": TEXT, "outcome": TEXT, "stipulation": TEXT, "length": HALF, "keys": TEXT, "line": WHOLE, "nodes": WHOLE,
    "seconds": pa.float64(), "limit": TEXT, "pv": TEXT, "error": TEXT, "text": TEXT, "duplex_outcome": TEXT, "duplex_length": HALF,
    "duplex_keys": TEXT, "duplex_nodes": WHOLE, "duplex_seconds": pa.float64(), "duplex_limit": TEXT, "duplex_pv": TEXT,
    "refuted": HALF, "safe": HALF,
}

# Bytes that are read at once. A row must not be longer: a line of input has 16 MiB at most, and its quotes are doubled.
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
    """Writes the Parquet file; gives the number of rows. It gets its name when it is whole."""
    missing = [shard["name"] for shard in folder.shards if not folder.result(shard).exists()]
    if missing:
        raise Problem(f"{len(missing)} shards have no result yet, the first is {missing[0]}")
    part, descriptor = durable.new_file(path)
    try:
        with os.fdopen(descriptor, "wb") as file, tempfile.NamedTemporaryFile(dir=os.path.dirname(path) or ".", suffix=durable.ENDING) as table:
            join(folder, solver, table)
            count = written(folder, table.name, file)
            file.flush()
            os.fsync(file.fileno())
        durable.put(part, path)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
    return count


def join(folder, solver, table):
    """Writes the table of all answers to an open file."""
    # What is put together is looked at by `join`.
    with tempfile.TemporaryFile("w+") as said, subprocess.Popen(
        [solver, "join", str(folder.path)], stdout=subprocess.PIPE, stderr=said
    ) as joined:
        with joined.stdout:
            write_table(solver, joined.stdout, table)
        if joined.wait():
            said.seek(0)
            raise Problem(said.read().strip().replace("solver: ", ""), joined.returncode)


def written(folder, table, file):
    """Writes the rows of the table at the path `table` to an open Parquet file; gives their number.

    Arrow opens the table itself: its threads read ahead, and one of them that asks a file of Python's while the interpreter
    ends takes the process down (SIGABRT)."""
    firsts = [shard["first"] for shard in folder.shards]
    count = 0
    with pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer, pyarrow.csv.open_csv(
        table,
        pyarrow.csv.ReadOptions(block_size=BLOCK),
        pyarrow.csv.ParseOptions(delimiter="\t", newlines_in_values=True),
        pyarrow.csv.ConvertOptions(column_types=COLUMNS, null_values=[""], strings_can_be_null=True),
    ) as batches:
        for batch in batches:
            count += batch.num_rows
            writer.write_batch(converted(batch, firsts))
    return count


def converted(batch, firsts):
    """A batch of the table as one of the file."""
    columns = {name: batch.column(name) for name in batch.schema.names}
    columns["shard"] = pa.array([bisect.bisect_right(firsts, line) - 1 for line in columns["line"].to_pylist()], pa.int32())
    for name in LISTS:
        columns[name] = words(columns[name])
    for name in NAMES:
        columns[name] = columns[name].dictionary_encode().cast(pa.dictionary(pa.int8(), TEXT))
    return pa.RecordBatch.from_arrays([columns[field.name] for field in SCHEMA], schema=SCHEMA)


def words(cells):
    """The words of each cell as a list, of an empty one none."""
    split = pc.split_pattern(cells, " ")
    ends = pc.cumulative_sum(pc.fill_null(pc.list_value_length(split), 0))
    return pa.ListArray.from_arrays(pa.concat_arrays([pa.array([0], pa.int32()), ends.cast(pa.int32())]), pc.list_flatten(split))
