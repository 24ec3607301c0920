"""Solves chess problems and proves the solutions.

    >>> import keymove
    >>> a = keymove.solve("7k/8/8/4K3/8/8/6Q1/8 w - -", "#2")
    >>> a.outcome, a.moves, a.keys, a.pv
    ('solved', 2, [Kf6], [Kf6, Kh7, Qg7#])

`solve` takes one position, `solve_many` any number of them; `parse` reads a record of EPD, `verify`
proves the claims of a record again. Every statement of an answer rests on a complete search; a
search that a limit ended says so (`Answer.limit`), and never looks like a refutation.

Units: lengths are full moves, memory is megabytes of 2^20 bytes, time is seconds. Nodes are counted
by the search; equal work gives equal answers with any number of workers and on any machine, if time
is not limited and each record has one thread.

Several threads may use the package at the same time; one `Answers` is read by one thread at a time.
Only one interpreter of a process may import the package; in another one (a subinterpreter) the
import raises an ImportError.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from ._answers import Answer, Answers, Move
from ._arguments import amount, text, truth, whole
from ._errors import InternalError, RecordError
from ._fields import Continuation, Fields, Limit, Outcome, Tree, Try, Variation
from ._native import __version__
from ._records import Record, Verification, line, parse, verify

if TYPE_CHECKING:
    from ._records import Position

__all__ = [
    "Answer",
    "Answers",
    "Continuation",
    "Fields",
    "InternalError",
    "Limit",
    "Move",
    "Outcome",
    "Record",
    "RecordError",
    "Tree",
    "Try",
    "Variation",
    "Verification",
    "__version__",
    "parse",
    "solve",
    "solve_many",
    "verify",
]


def solve(
    record: Position,
    stipulation: str | None = None,
    *,
    depth: int | None = None,
    nodes: int | str | None = None,
    time: float | str | None = None,
    memory: int | str = 256,
    threads: int = 1,
    first: bool = False,
    any: bool = False,
    tree: bool = True,
    tries: int = 0,
    set_play: bool = False,
    longer_keys: bool = False,
    duplex: bool = False,
    no_time: bool = False,
) -> Answer:
    """Solves one problem.

    Args:
        record: a FEN, a record of EPD, or a board of python-chess.
        stipulation: the goal and the number of moves: `#3`, `s#3`, `h#2.5`, `ser-h=5`, `-#3`. The
            number is a bound: the search looks for the shortest solution within it. None: the
            record's own stipulation; without one, mate in 5, or mated in 5.
        depth: the number of moves of a record without one; None: 5.
        nodes: the largest number of nodes, also as `"10M"`; None: no limit.
        time: the largest number of seconds, also as `"5m"`; None: no limit.
        memory: the most megabytes for the tables of the search, also as `"1G"`.
        threads: the number of threads.
        first: find one key instead of every key.
        any: find any solution within the length, without a proof that it is the shortest.
        tree: include the variations.
        tries: include in the tree first moves that fail to at most this number of replies.
        set_play: include in the tree the play if the other side begins.
        longer_keys: include in the tree keys that take longer, up to the stipulated length.
        duplex: also solve for the other side, as if it were to move.
        no_time: leave out the seconds that the search took.

    Raises:
        RecordError: the record cannot be read, is not supported, or has another stipulation than
            `stipulation`.
        ValueError: an argument is out of range.
        InternalError: a bug in this package.
    """
    own = line(record)
    if stipulation is not None:
        read = parse(own)
        if read.stipulation not in (None, stipulation):
            raise RecordError(
                f"the record itself asks {read.stipulation}, not {stipulation}", 1, read.to_epd()
            )
    answers = solve_many(
        [own],
        stipulation=stipulation,
        depth=depth,
        nodes=nodes,
        time=time,
        memory=memory,
        workers=1,
        threads=threads,
        first=first,
        any=any,
        tree=tree,
        tries=tries,
        set_play=set_play,
        longer_keys=longer_keys,
        duplex=duplex,
        no_time=no_time,
        ahead=1,
    )
    for answer in answers:
        if answer.error is not None:
            raise answer.error
        return answer
    raise RecordError("a comment or a blank line, not a record")


def solve_many(
    records: Iterable[Position],
    *,
    stipulation: str | None = None,
    depth: int | None = None,
    nodes: int | str | None = None,
    time: float | str | None = None,
    memory: int | str = 256,
    workers: int | None = None,
    threads: int = 1,
    first: bool = False,
    any: bool = False,
    tree: bool = False,
    tries: int = 0,
    set_play: bool = False,
    longer_keys: bool = False,
    duplex: bool = False,
    no_time: bool = False,
    ahead: int = 4096,
    on_blank: Literal["skip", "keep"] = "skip",
) -> Answers:
    """Solves many records, several at a time, and returns the answers in the order of the records.

    Memory use does not depend on the length of the input, which may be endless. Other Python
    threads run during the search. Ctrl-C stops it at once.

    Args:
        records: FENs, EPD records or boards of python-chess, for example an open file or a column
            of a table. Blank lines and comments (`#`) are skipped; a missing value (None, NaN) is a
            malformed record.
        stipulation: the stipulation of records without one; None: mate in 5, or mated in 5.
        depth: the number of moves of records without one; None: 5.
        nodes: the largest number of nodes for a record, also as `"10M"`; None: no limit.
        time: the largest number of seconds for a record, also as `"5m"`; None: no limit.
        memory: the most megabytes for the tables of each worker, also as `"1G"`.
        workers: the number of records solved at the same time; None: one for each processor.
        threads: the number of threads for each record.
        ahead: the largest number of records that are read before their answers are taken. It bounds
            the memory, and the number of answers that can wait behind a slow one. 1: no record is
            read before the answer to the previous one has been taken.
        on_blank: "keep": blank lines and comments have answers as well, with the outcome
            "malformed", so that there are as many answers as records; "skip": they have none.

    The other arguments are the same as for `solve`.

    The answer to a record that cannot be read has the outcome `"malformed"` and the reason in
    `error`; other records are not affected.

    Raises:
        ValueError: an argument is out of range.
        MemoryError: there is not enough memory for each worker.
        Any exception of `records`, after the answers to the records before it.
    """
    if on_blank not in ("skip", "keep"):
        raise ValueError('on_blank is "skip" or "keep"')
    first, any = truth("first", first), truth("any", any)
    if first and any:
        raise ValueError("first and any cannot be used together")
    work = {
        "memory": amount("memory", memory),
        "workers": whole("workers", _processors() if workers is None else workers, 1, 1024),
        "threads": whole("threads", threads, 1, 512),
        "ahead": whole("ahead", ahead, 1, 1 << 20),
        "keeps_blank": on_blank == "keep",
    }
    asked = {
        "stipulation": text("stipulation", stipulation, "#2"),
        "depth": amount("depth", depth),
        "nodes": amount("nodes", nodes),
        "time": amount("time", time),
        "extent": "first" if first else "any" if any else "all",
        "tree": truth("tree", tree),
        "tries": whole("tries", tries, 0, 1 << 31),
        "set_play": truth("set_play", set_play),
        "longer_keys": truth("longer_keys", longer_keys),
        "duplex": truth("duplex", duplex),
        "no_time": truth("no_time", no_time),
    }
    return Answers(records, work, asked)


def _processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
