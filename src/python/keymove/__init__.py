"""Chess problems solved and proved.

    >>> import keymove
    >>> a = keymove.solve("7k/8/8/4K3/8/8/6Q1/8 w - -", "#2")
    >>> a.outcome, a.moves, a.keys, a.pv
    ('solved', 2, [Kf6], [Kf6, Kh7, Qg7#])

`solve` takes one position, `solve_many` any number of them; `parse` reads a record of EPD, `verify`
proves the claims of one again. Whatever an answer says rests on a complete search; a search that a
limit ended says so (`Answer.limit`), and never looks like a refutation.

Units: lengths are full moves, memory is megabytes of 2^20 bytes, time is seconds. Nodes are counted
by the search; equal work gives equal answers with any number of workers and on any machine, if time
is not limited and each record has one thread.

Threads may call everything here at the same time; one `Answers` is read by one thread at a time. One
interpreter of a process may import the package; in another one (a subinterpreter) that is an ImportError.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ._answers import Answer, Answers, Move
from ._errors import InternalError, RecordError
from ._fields import Continuation, Fields, Limit, Outcome, Tree, Try, Variation
from ._native import __version__
from ._records import Record, Verification, parse, verify

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
    nodes: int | None = None,
    time: float | None = None,
    memory: int = 64,
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
        stipulation: what to reach, in how many moves: `#3`, `s#3`, `h#2.5`, `ser-h=5`, `-#3`. The
            number is a bound; the shortest solution within it is looked for. None: what the record
            asks; if it does not, mate in 5, or mated in 5.
        nodes: the nodes that it may take; None: no limit.
        time: the seconds that it may take; None: no limit.
        memory: megabytes for the tables of the search.
        threads: threads that work on it.
        first: one key instead of every key.
        any: any proved solution within the length; the shortest need not be proved.
        tree: the variations, too.
        tries: with the tree, first moves that fail to at most so many replies.
        set_play: with the tree, what happens if the other side begins.
        longer_keys: with the tree, keys that need longer, up to the stipulated length.
        duplex: the answer for the other side, too, as if it were to move.
        no_time: leave out the seconds that it took.

    Raises:
        RecordError: the record cannot be read or is not supported, or asks something else than
            `stipulation`.
        ValueError: an argument is out of range.
        InternalError: a bug in this package.
    """
    if stipulation is not None:
        read = parse(record)
        if read.stipulation not in (None, stipulation):
            raise RecordError(
                f"the record itself asks {read.stipulation}, not {stipulation}", 1, read.to_epd()
            )
    answers = solve_many(
        [record],
        stipulation=stipulation,
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
    raise RecordError("this is no record but a comment or a blank line")


def solve_many(
    records: Iterable[Position],
    *,
    stipulation: str | None = None,
    nodes: int | None = None,
    time: float | None = None,
    memory: int = 64,
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
) -> Answers:
    """Solves records, many at a time, and gives the answers in their order.

    Memory stays flat whatever the length of the input, which may be endless. Other threads of
    Python run meanwhile. Ctrl-C ends it at once.

    Args:
        records: FENs, records of EPD or boards of python-chess; an open file will do. Blank lines
            and comments (`#`) are passed over.
        stipulation: what is asked of records that do not say; None: mate in 5, or mated in 5.
        nodes: the nodes that one record may take; None: no limit.
        time: the seconds that one record may take; None: no limit.
        memory: megabytes for the tables of one worker.
        workers: records that are worked on at the same time; None: one for each processor.
        threads: threads that work on one record.
        ahead: records that are read at most before their answers are asked for. It bounds the
            memory and how long one record may hold back the others; 1: none is read before the
            answer to the last one is given.

    The other arguments are those of `solve`.

    A record that cannot be read has an answer with the outcome `"malformed"`, and the reason is its
    `error`; the others are not touched by it.

    Raises:
        ValueError: an argument is out of range.
        MemoryError: there is no such memory for each worker.
        What `records` raises comes after the answers to the records before.
    """
    options = {
        "stipulation": stipulation,
        "nodes": nodes,
        "time": time,
        "memory": memory,
        "workers": _processors() if workers is None else workers,
        "threads": threads,
        "first": first,
        "any": any,
        "tree": tree,
        "tries": tries,
        "set_play": set_play,
        "longer_keys": longer_keys,
        "duplex": duplex,
        "no_time": no_time,
        "ahead": ahead,
    }
    return Answers(records, options)


def _processors() -> int:
    """The processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
