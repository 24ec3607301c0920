"""EPD records, and other kinds of positions that are accepted instead."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from . import _native
from ._arguments import whole

if TYPE_CHECKING:
    import chess

    from ._answers import Answer

    #: The input of `solve`, `solve_many`, `parse` and `verify`: a FEN or an EPD record, as text or
    #: bytes; a `Record`; an `Answer`; a board of python-chess.
    Position = Union[str, bytes, "Record", "Answer", chess.Board]


@dataclass(frozen=True)
class Record:
    """A position and operations, as `parse` reads them. Records with the same EPD text are equal.

    Attributes:
        fen: the position, the first four fields of a FEN; men in hand in brackets.
        operations: operands by opcode, strings without quotes. An opcode that occurs twice has the
            operands of both.
        stipulation: the record's stipulation (`#3`, `h#2.5`), or None if it names none.
        warnings: pairs of a column in bytes, counted from 1, and a warning.
    """

    fen: str
    operations: dict[str, tuple[str, ...]]
    stipulation: str | None
    warnings: tuple[tuple[int, str], ...]
    _text: str

    @property
    def id(self) -> str | None:
        """The text of the operation `id`, if there is one."""
        operands = self.operations.get("id")
        return None if operands is None else " ".join(operands)

    def to_epd(self) -> str:
        """The record in the standard's form: four fields, then operations sorted by opcode."""
        return self._text

    def board(self) -> chess.Board:
        """The position as a board of python-chess, which must be installed.

        Raises:
            ValueError: it is a bughouse board, which python-chess does not support.
        """
        return board(self.fen, self.operations.get("Variant", ()))

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __str__(self) -> str:
        return self._text


@dataclass(frozen=True)
class Verification:
    """The result of proving the claims of a record again without the search.

    A claim is checked, failed or, if it needs more than the effort, unchecked. A verification is
    true if no claim failed and at least one was checked.

    Attributes:
        checked, unchecked: the numbers of claims.
        failed: the false claims: the kind (`keys`, `pv`, `shortest`, ...) and the reason.
        claims: the numbers of checked, unchecked and failed claims of each kind.
    """

    checked: int
    unchecked: int
    failed: tuple[tuple[str, str], ...]
    claims: dict[str, dict[str, int]]

    def __bool__(self) -> bool:
        return not self.failed and self.checked > 0


def parse(record: Position) -> Record:
    """Reads a record of EPD, or a FEN, or the position of a board of python-chess.

    Raises:
        RecordError: it cannot be read, or the position is not legal for problems.
    """
    text, fen, operations, stipulation, warnings = _native.read(line(record))
    named: dict[str, tuple[str, ...]] = {}
    for opcode, operands in operations:
        name = opcode.decode("utf-8", "replace")
        named[name] = named.get(name, ()) + tuple(one.decode("utf-8", "replace") for one in operands)
    return Record(fen, named, stipulation, tuple(warnings), text.decode("utf-8", "replace"))


def verify(record: Position, *, effort: int = 100_000) -> Verification:
    """Proves the claims of a record, of this or another program, again without the search.

    Args:
        record: a record with claims (`bm`, `dm`, `pv`, ...), or an answer.
        effort: the largest number of positions for the exhaustive check of a claim; 0: no such
            check.

    Raises:
        RecordError: the record cannot be read.
    """
    text = line(record)
    effort = whole("effort", effort, 0, (1 << 64) - 1)
    _native.read(text)
    failed = []
    totals: dict[str, Any] = {}
    for said in map(json.loads, _native.verify(text, effort).splitlines()):
        if "totals" in said:
            totals = said["totals"]
        elif "failed" in said:
            failed.append((said["claim"], said["failed"]))
        else:
            from ._errors import InternalError, RecordError

            reason = said["error"]
            if reason.startswith("internal:"):
                raise InternalError(reason)
            raise RecordError(reason, 1, text.decode("utf-8", "replace"))
    return Verification(totals["checked"], totals["unchecked"], tuple(failed), totals["claims"])


def board(fen: str, variant: tuple[str, ...] = ()) -> chess.Board:
    """A board of python-chess."""
    import chess
    import chess.variant

    if not variant:
        castling = fen.split()[2]
        return chess.Board(fen + " 0 1", chess960=not set(castling) <= set("KQkq-"))
    if variant == ("crazyhouse",):
        return chess.variant.CrazyhouseBoard(fen + " 0 1")
    raise ValueError("python-chess does not support bughouse boards")


def line(record: Position) -> bytes:
    """The record as a line of EPD, without a line feed."""
    if isinstance(record, str):
        return _bytes(record).rstrip(b"\r\n")
    if isinstance(record, (bytes, bytearray, memoryview)):
        return bytes(record).rstrip(b"\r\n")
    if hasattr(record, "to_epd"):
        return _bytes(record.to_epd())
    if hasattr(record, "epd") and hasattr(record, "uci_variant"):
        return _line_of_board(record)
    raise TypeError(
        f"a record is str, bytes, a Record, an Answer or a chess.Board, not {type(record).__name__}"
    )


def _bytes(text: str) -> bytes:
    try:
        # Bytes that are not text are kept.
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _line_of_board(record: chess.Board) -> bytes:
    variant = record.uci_variant
    if variant not in ("chess", "crazyhouse"):
        raise ValueError(f"boards of {variant} are not supported")
    fen = record.epd(shredder=record.chess960)
    if variant == "crazyhouse":
        fen += ' Variant "crazyhouse";'
    return fen.encode()


def lines(records: Iterable[Position]) -> Iterator[bytes]:
    """The records as lines, one after another. A missing value is its name, which is no record."""
    return (str(record).encode() if _is_missing(record) else line(record) for record in records)


def _is_missing(record: object) -> bool:
    is_nan = isinstance(record, float) and record != record
    return record is None or is_nan or type(record).__name__ in ("NAType", "NaTType")
