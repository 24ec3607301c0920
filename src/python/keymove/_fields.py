"""The types of answers, as `solver schema` describes them; a test compares the two."""

from __future__ import annotations

from typing import Literal, TypedDict

Found = Literal["solved", "lost", "checkmate", "stalemate", "refuted", "longer", "gave up"]
#: The outcome of a record: see `Answer.outcome`.
Outcome = Literal[Found, "malformed"]
#: The limit that ended a search: see `Answer.limit`.
Limit = Literal["nodes", "time", "stopped"]


class MoveFields(TypedDict):
    """A move, in SAN and in UCI notation."""

    san: str
    uci: str


class _MoveAndLength(MoveFields):
    moves: int


class Continuation(_MoveAndLength, total=False):
    """A move of the attacker and the play after it. Empty and false fields are left out.

    `moves` is the number of moves to the goal, including this one; `threats` is the play if the
    defender passes; `zugzwang` is true if the defender would not lose as soon by passing;
    `variations` are all legal replies; `cut` is true if threats and variations are left out because
    the tree is large enough or a limit was met.
    """

    threats: list[Continuation]
    zugzwang: bool
    variations: list[Variation]
    cut: bool


class _Failing(TypedDict):
    refutations: list[MoveFields]


class Try(Continuation, _Failing):
    """A continuation that fails after the moves of `refutations`, which `variations` leave out."""


class _Reply(MoveFields):
    shown: bool
    continuations: list[Continuation]


class Variation(_Reply, total=False):
    """A move of the defender and the play after it.

    `shown` is true if the reply is usually printed with a solution; more than one of
    `continuations` is a dual; `ends` is true if the reply itself reaches the goal, and left out
    otherwise.
    """

    ends: bool


class _Keys(TypedDict):
    keys: list[Continuation]


class Tree(_Keys, total=False):
    """The play: moves of the attacker and every reply, down to the goal.

    `defences` are the replies of a side that is mated; `tries` and `set_play` are included if they
    were asked for; `limit` is the limit that was reached before the tree was complete.
    """

    defences: list[Variation]
    tries: list[Try]
    set_play: list[Variation]
    limit: Limit


class _Lines(TypedDict):
    lines: list[list[MoveFields]]


class Solutions(_Lines, total=False):
    """Help play: the solutions of one length; the first thousand are in `lines`."""

    moves: float
    count: int


class WarningFields(TypedDict):
    """A warning about a record, and its column in bytes, counted from 1."""

    column: int
    text: str


class Fields(TypedDict, total=False):
    """An answer as `solver --format json` writes it; fields without a value are left out."""

    line: int
    id: str
    fen: str
    board: str
    turn: Literal["w", "b"]
    castling: str
    en_passant: str
    chess960: bool
    variant: Literal["bughouse", "crazyhouse"]
    mate_rule: Literal["unblockable", "now"]
    reserve: Literal["any"]
    stipulation: str
    outcome: Found
    moves: float
    shortest: bool
    refuted: float
    safe: int
    keys: list[MoveFields]
    open: int
    longest: list[MoveFields]
    sooner: list[MoveFields]
    escapes: list[MoveFields]
    forced: list[MoveFields]
    limit: Limit
    pv: list[MoveFields]
    tree: Tree
    count: int
    solutions: list[Solutions]
    set_play: list[Solutions]
    depth: int
    nodes: int
    seconds: float
    operations: dict[str, list[str]]
    warnings: list[WarningFields]
    duplex: Fields
    text: str
    error: str
    column: int
