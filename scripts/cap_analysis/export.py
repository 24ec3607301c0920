"""The answers of a run as Parquet, for DuckDB, pandas, Polars and R: a row a record, in the order of the input."""
import os

import pyarrow as pa
import pyarrow.parquet as pq

from .answers import row
from .folder import Problem

SCHEMA = pa.schema([
    ("line", pa.int64()),
    ("shard", pa.int32()),
    ("fen", pa.string()),
    ("id", pa.string()),
    ("outcome", pa.dictionary(pa.int8(), pa.string())),
    ("stipulation", pa.string()),
    ("length", pa.float32()),
    ("keys", pa.list_(pa.string())),
    ("nodes", pa.int64()),
    ("seconds", pa.int32()),
    ("limit", pa.dictionary(pa.int8(), pa.string())),
    ("refuted", pa.float32()),
    ("safe", pa.float32()),
    ("pv", pa.string()),
    ("error", pa.string()),
    ("text", pa.string()),
])

# Rows of one group: what a reader holds at once.
GROUP = 1 << 16


def export(folder, path):
    """Writes the Parquet file; gives the number of rows. It gets its name when it is whole."""
    missing = [shard["name"] for shard in folder.shards if not folder.result(shard).exists()]
    if missing:
        raise Problem(f"{len(missing)} shards have no result yet, the first is {missing[0]}")
    part = f"{path}.part"
    count = 0
    try:
        with pq.ParquetWriter(part, SCHEMA, compression="zstd") as writer:
            for rows in groups(folder):
                count += len(rows)
                writer.write_table(pa.Table.from_pylist(rows, schema=SCHEMA))
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
    return count


def groups(folder):
    rows = []
    for number, shard in enumerate(folder.shards):
        lines = folder.result(shard).read_bytes().split(b"\n")
        for at, line in enumerate(lines[:-1]):
            found = row(line)
            if found is not None:
                found["line"] = shard["first"] + at
                found["shard"] = number
                rows.append(found)
                if len(rows) == GROUP:
                    yield rows
                    rows = []
    yield rows
