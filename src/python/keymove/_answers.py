"""Answers, and the iterator over them."""

from __future__ import annotations

import json
import os
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import InternalError, RecordError
from ._records import Record, lines, parse

if TYPE_CHECKING:
    import chess
    import pandas
    import polars
    import pyarrow

    from ._fields import Fields, Limit, MoveFields, Outcome, Tree
    from ._records import Position


#: A decoder that does not detect the encoding, and does not check for text after the value.
_decoded: Callable[[str], tuple[Fields, int]] = json.JSONDecoder().raw_decode


class Move(str):
    """A move, as its SAN text (`Kf6`, `Qg7#`).

    Attributes:
        uci: the move in UCI notation, `e5f6`; `N@f7` is a drop, `0000` the reply that a side leaves
            out in a series.
    """

    __slots__ = ("uci",)
    uci: str

    def __new__(cls, san: str, uci: str) -> Move:
        move = super().__new__(cls, san)
        move.uci = uci
        return move

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return str(self), self.uci

    def __repr__(self) -> str:
        return str(self)

    def chess(self) -> chess.Move:
        """The move of python-chess, which must be installed."""
        import chess

        return chess.Move.from_uci(self.uci)


def _moves(written: list[MoveFields] | None) -> list[Move]:
    return [Move(move["san"], move["uci"]) for move in written or ()]


class Answer:
    """The answer to one record. It contains only proved statements.

    It can be pickled, compared, and shown in a notebook: the diagram with its keys, and the play.
    """

    __slots__ = ("_fields", "_found", "_json")

    def __init__(self, found: _native.FoundRecord | _Written) -> None:
        self._found: _native.FoundRecord | _Written = found
        self._json: bytes = found.json
        self._fields: Fields | None = None

    @property
    def fields(self) -> Fields:
        """The whole answer as `solver --format json` writes it; `solver schema` describes it."""
        fields = self._fields
        if fields is None:
            fields = self._fields = _decoded(self._json.decode())[0]
        return fields

    @property
    def line(self) -> int:
        """The number of the record in the input, counted from 1, including blank lines and
        comments."""
        return self.fields["line"]

    @property
    def id(self) -> str | None:
        """The text of the operation `id`, if there is one."""
        return self.fields.get("id")

    @property
    def fen(self) -> str | None:
        """The position, the first four fields of a FEN; None if it could not be read."""
        return self.fields.get("fen")

    @property
    def stipulation(self) -> str | None:
        """The stipulation: `#3`, `-#3`, `s#3`, `h#2.5`. `#5 -#5` if the record has none: mate in 5,
        otherwise mated in 5. None if the record could not be read."""
        return self.fields.get("stipulation")

    @property
    def outcome(self) -> Outcome:
        """The outcome:

        - `"solved"`: the goal is reached within the stipulated length;
        - `"lost"`: the side to move is mated within it;
        - `"checkmate"`, `"stalemate"`: the game is already over;
        - `"refuted"`: it is proved that there is no solution within the stipulated length;
        - `"longer"`: the goal is reached, but in more moves than stipulated (see `moves`); it is
          open whether there is a solution within the stipulated length, since a limit was reached
          first;
        - `"gave up"`: a limit was reached first, and nothing is decided; see `limit` and `refuted`;
        - `"malformed"`: the record could not be read or is not supported; see `error`.
        """
        return "malformed" if "error" in self.fields else self.fields["outcome"]

    @property
    def limit(self) -> Limit | None:
        """The limit that was reached: `"nodes"`, `"time"` or `"stopped"`. A solution may have been
        found all the same: then `shortest` and `open` say how much of it is proved."""
        return self.fields.get("limit")

    @property
    def error(self) -> RecordError | InternalError | None:
        """The error, if the record is malformed."""
        reason = self.fields.get("error")
        if reason is None:
            return None
        if reason.startswith("internal:"):
            return InternalError(reason)
        return RecordError(reason, self.fields["column"], self.fields["text"], self.line)

    @property
    def moves(self) -> float | int | None:
        """Solved or lost: the length in full moves; in help play it may end in .5."""
        return self.fields.get("moves")

    @property
    def shortest(self) -> bool | None:
        """Solved or lost: whether `moves` is proved to be the shortest length."""
        return self.fields.get("shortest")

    @property
    def refuted(self) -> float | int | None:
        """The largest length in full moves for which it is proved that the goal is not reached."""
        return self.fields.get("refuted")

    @property
    def safe(self) -> int | None:
        """The largest length in full moves for which it is proved that the side to move is not
        mated."""
        return self.fields.get("safe")

    @property
    def keys(self) -> list[Move]:
        """Solved: every first move that reaches the goal in the shortest length, sorted; with
        `first` or `any` one of them. Moves that a limit left undecided are counted by `open`."""
        return _moves(self.fields.get("keys"))

    @property
    def open(self) -> int:
        """The number of first moves that were not decided."""
        return self.fields.get("open", 0)

    @property
    def longest(self) -> list[Move]:
        """Lost: the replies that hold out for the whole length."""
        return _moves(self.fields.get("longest"))

    @property
    def pv(self) -> list[Move]:
        """Solved or lost: a full line, in which the defender holds out as long as possible."""
        return _moves(self.fields.get("pv"))

    @property
    def solutions(self) -> list[list[Move]]:
        """Help play and series: the solutions of the shortest length, and with `tree` of all
        lengths, the shortest first; at most a thousand of a length. See `count`."""
        return [_moves(one) for length in self.fields.get("solutions", ()) for one in length["lines"]]

    @property
    def count(self) -> int | None:
        """Help play and series: the number of solutions of the shortest length; None if they were
        not all counted."""
        return self.fields.get("count")

    @property
    def tree(self) -> Tree | None:
        """The play, if it was asked for; see `Tree`."""
        return self.fields.get("tree")

    @property
    def nodes(self) -> int:
        """The number of nodes that were searched: the same on every machine."""
        return self.fields.get("nodes", 0)

    @property
    def seconds(self) -> float | None:
        """The seconds that the search took; None with `no_time`."""
        return self.fields.get("seconds")

    @property
    def duplex(self) -> Fields | None:
        """The answer for the other side as fields, if it was asked for."""
        return self.fields.get("duplex")

    @property
    def warnings(self) -> list[str]:
        """Warnings about the record, which could still be read."""
        return [warning["text"] for warning in self.fields.get("warnings", ())]

    @property
    def record(self) -> Record:
        """The answer as a record of EPD, as `solver -b` writes it.

        Raises:
            RecordError: the record is malformed.
        """
        return parse(self._line())

    def to_epd(self) -> str:
        """The answer as a line of EPD, as `solver -b` writes it."""
        return self._line().decode("utf-8", "surrogateescape")

    def to_text(self) -> str:
        """The answer as text for people: diagram, solution and, with `tree`, the play."""
        return self._found.text().decode("utf-8", "replace")

    def to_pgn(self) -> str:
        """The problem as a game; its variations are the solution, with `tree` all of the play."""
        return self._found.pgn().decode("utf-8", "replace")

    def to_svg(self) -> str | None:
        """The diagram with its keys as a picture; None if there is no position."""
        return self._found.svg()

    def _line(self) -> bytes:
        return self._found.epd()

    def _repr_html_(self) -> str | None:
        return self._found.html()

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        fields = self.fields
        if "error" in fields:
            return f"<keymove.Answer malformed: {fields['error']}>"
        said = [fields["stipulation"], self.outcome]
        if self.moves is not None:
            said.append(f"in {self.moves}")
        if self.keys:
            said.append(", ".join(self.keys))
        if self.limit:
            said.append(f"limit {self.limit}")
        return f"<keymove.Answer {': '.join(said[:2])} {' '.join(said[2:])}".rstrip() + ">"

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Answer) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __getstate__(self) -> _Written:
        found = self._found
        return found if isinstance(found, _Written) else _Written(found)

    def __setstate__(self, state: _Written) -> None:
        self.__init__(state)  # type: ignore[misc]


class _Written:
    """What was found, in the forms of an answer that is no longer in the process that found it."""

    def __init__(self, found: _native.FoundRecord) -> None:
        forms = (found.epd(), found.text(), found.pgn(), found.svg(), found.html())
        self.json = found.json
        self._packed = zlib.compress(pickle.dumps(forms))

    def _forms(self) -> tuple[bytes, bytes, bytes, str | None, str | None]:
        forms: tuple[bytes, bytes, bytes, str | None, str | None]
        forms = pickle.loads(zlib.decompress(self._packed))
        return forms

    def epd(self) -> bytes:
        return self._forms()[0]

    def text(self) -> bytes:
        return self._forms()[1]

    def pgn(self) -> bytes:
        return self._forms()[2]

    def svg(self) -> str | None:
        return self._forms()[3]

    def html(self) -> str | None:
        return self._forms()[4]


class Answers(Iterator[Answer]):
    """An iterator over the answers to records, in their order; `solve_many` returns it.

    It can be read once. Searches begin when the first answer is asked for, and end with the
    iterator: when it is deleted, closed (`close`, `with`) or interrupted by Ctrl-C. One thread may
    read it at a time; a forked process cannot continue reading it.
    """

    def __init__(
        self, records: Iterable[Position], work: dict[str, Any], asked: dict[str, Any]
    ) -> None:
        if hasattr(records, "columns") or isinstance(records, Mapping):
            raise TypeError("records are one column of a table, such as table['fen'], not a table")
        if isinstance(records, (str, bytes, os.PathLike)) or not isinstance(records, Iterable):
            raise TypeError("records are an iterable of records: an open file, a list, a generator")
        self._stream = _native.Stream(lines(records), work, asked)

    def __iter__(self) -> Answers:
        return self

    def __next__(self) -> Answer:
        return Answer(next(self._stream))

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the searches under way, and waits for their end. Unread answers are lost."""
        self._stream.close()

    def to_arrow(self) -> pyarrow.Table:
        """All remaining answers as a table of Arrow, which must be installed. The manual describes
        the columns."""
        from ._tables import arrow

        return arrow(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The same as a data frame of pandas, which must be installed; Arrow is not needed."""
        from ._tables import pandas_frame

        return pandas_frame(self)

    def to_polars(self) -> polars.DataFrame:
        """The same as a data frame of polars, which must be installed; Arrow is not needed."""
        from ._tables import polars_frame

        return polars_frame(self)
