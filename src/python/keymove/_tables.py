"""Answers as tables, one row for each answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._answers import Answer

#: The columns and their types: integers, numbers, booleans, text, lists of moves in SAN.
COLUMNS = {
    "line": "int",
    "id": "text",
    "fen": "text",
    "stipulation": "text",
    "outcome": "text",
    "moves": "number",
    "shortest": "truth",
    "keys": "moves",
    "pv": "moves",
    "refuted": "number",
    "safe": "number",
    "open": "int",
    "count": "int",
    "limit": "text",
    "nodes": "int",
    "seconds": "number",
    "error": "text",
}

#: The number of rows that are converted at once.
BLOCK = 10_000


def row(answer: Answer) -> dict[str, Any]:
    """An answer as a row."""
    fields: Mapping[str, Any] = answer.fields
    of: dict[str, Any] = {name: fields.get(name) for name in COLUMNS}
    of["outcome"] = answer.outcome
    for name in ("keys", "pv"):
        moves = fields.get(name)
        of[name] = None if moves is None else [move["san"] for move in moves]
    for name in ("moves", "refuted", "safe"):
        of[name] = None if of[name] is None else float(of[name])
    return of


def _blocks(answers: Iterable[Answer]) -> Iterator[list[dict[str, Any]]]:
    rows = map(row, answers)
    while block := list(islice(rows, BLOCK)):
        yield block


def arrow(answers: Iterable[Answer]) -> pyarrow.Table:
    """A table of Arrow."""
    import pyarrow as pa

    types = {
        "int": pa.int64(),
        "number": pa.float64(),
        "truth": pa.bool_(),
        "text": pa.string(),
        "moves": pa.list_(pa.string()),
    }
    schema = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    batches = (pa.RecordBatch.from_pylist(block, schema=schema) for block in _blocks(answers))
    return pa.Table.from_batches(batches, schema=schema)


def pandas_frame(answers: Iterable[Answer]) -> pandas.DataFrame:
    """A data frame of pandas."""
    import pandas as pd

    types = {"int": "Int64", "number": "Float64", "truth": "boolean", "text": "string", "moves": "object"}
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for answer in answers:
        for name, value in row(answer).items():
            columns[name].append(value)
    series = {name: pd.Series(columns[name], dtype=types[kind]) for name, kind in COLUMNS.items()}
    return pd.DataFrame(series)


def polars_frame(answers: Iterable[Answer]) -> polars.DataFrame:
    """A data frame of polars."""
    import polars as pl

    types: dict[str, Any] = {
        "int": pl.Int64,
        "number": pl.Float64,
        "truth": pl.Boolean,
        "text": pl.String,
        "moves": pl.List(pl.String),
    }
    schema = {name: types[kind] for name, kind in COLUMNS.items()}
    frames = [pl.DataFrame(block, schema=schema) for block in _blocks(answers)]
    return pl.concat(frames) if frames else pl.DataFrame(schema=schema)
