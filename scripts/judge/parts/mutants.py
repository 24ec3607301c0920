"""Positions for judges: composed problems and their mutants, and small random ones.

Random positions seldom have solutions; mutants of solved problems have them in more than half of all cases, and otherwise
are near misses. A mutant is a problem shifted, mirrored or with its colours swapped, with a man dropped, added, moved
or changed. Nothing here is shared with the solver.
"""

import json
import os
import pathlib

import chess

from . import epd
from .shapes import EDGE, KINDS, put, put_one, shifted

DATA = pathlib.Path(os.environ.get("KEYMOVE_DATA", pathlib.Path(__file__).resolve().parents[4] / "shared/data"))


def is_legal(board):
    """Whether a solver accepts the position and the side to move has a move."""
    return epd.refusal(board) is None and any(board.legal_moves)


def problems(data=DATA):
    """(board, stipulation, lines) of the composed problems and of the solved records next to them; lines: UCI moves."""
    found = []
    for name in ("problems-open", "oracle-open", "popeye-open"):
        for text in (pathlib.Path(data) / "stipulations" / f"{name}.jsonl").read_text().splitlines():
            record = json.loads(text)
            expected = record.get("expected", record)
            solved = expected.get("keys") or expected.get("solutions") or expected.get("lines") or expected.get("popeye")
            if solved:
                fen = record["fen"] + " 0 1" * (len(record["fen"].split()) == 4)
                lines = [line.split() for line in expected.get("lines") or [] if isinstance(line, str)]
                found.append((chess.Board(fen), record["stip"], lines))
    return found


def cut(board, lines, plies):
    """The positions at this many half-moves before the end of each line, and their moves."""
    found = []
    for line in lines:
        if len(line) < plies:
            continue
        at = board.copy(stack=False)
        try:
            for move in line[: len(line) - plies]:
                at.push_uci(move)
        except ValueError:
            continue
        at.clear_stack()
        found.append(at)
    return found


def mutant(rng, board):
    """Makes one change; None if the result is not a position."""
    made = board.copy(stack=False)
    kind = rng.choice(("shift", "mirror", "swap", "drop", "drop", "add", "move", "move", "change", "recolour"))
    men = [s for s in made.piece_map() if made.piece_type_at(s) != chess.KING]
    free = [s for s in chess.SQUARES if made.piece_at(s) is None]
    if kind == "shift":
        made = shifted(board, rng.choice((-1, 0, 1)), rng.choice((-1, 0, 1)))
    elif kind == "mirror":
        made = made.transform(chess.flip_horizontal)
        made.castling_rights = 0
        made.ep_square = None
    elif kind == "swap":
        made = made.mirror()
    elif kind == "add":
        made.set_piece_at(rng.choice(free), chess.Piece(rng.choice(KINDS), rng.random() < 0.5))
    elif kind == "move":
        origin = rng.choice(list(made.piece_map()))
        near = [s for s in free if chess.square_distance(s, origin) == 1]
        made.set_piece_at(rng.choice(near or free), made.remove_piece_at(origin))
    elif men:
        square = rng.choice(men)
        man = made.remove_piece_at(square)
        if kind == "change":
            made.set_piece_at(square, chess.Piece(rng.choice(KINDS), man.color))
        elif kind == "recolour":
            made.set_piece_at(square, chess.Piece(man.piece_type, not man.color))
    if made is None:
        return None
    if kind not in ("swap", "mirror", "shift"):
        made.ep_square = None
    made.castling_rights = made.clean_castling_rights()
    return made if is_legal(made) else None


def mutated(rng, board, most=3):
    """Makes up to `most` changes, perhaps none; None if one failed."""
    for _ in range(rng.randint(0, most)):
        board = board and mutant(rng, board)
    return board if board and is_legal(board) else None


class Questions:
    """Positions with stipulations: a share of mutants of problems with at most this many men, otherwise random ones."""

    def __init__(self, stipulations, share, men=16):
        self.stipulations, self.share = stipulations, share
        self.pool = [(board, stip) for board, stip, _ in problems() if stip in stipulations and len(board.piece_map()) <= men]

    def draw(self, rng):
        """(board, stipulation); the board is None if a mutant is not a position."""
        if rng.random() < self.share:
            board, stip = rng.choice(self.pool)
            return mutated(rng, board, 2), stip
        stip = rng.choice(self.stipulations)
        return random_board(rng, 4, 7), stip


def random_board(rng, low, high, pawns=True):
    """Few men anywhere; the kings are seldom far apart. None if the result is not a position."""
    made = chess.Board.empty()
    made.turn = rng.random() < 0.5
    put(rng, made, chess.Piece(chess.KING, not made.turn), EDGE if rng.random() < 0.7 else chess.SQUARES)
    close = [s for s in chess.SQUARES if chess.square_distance(s, made.king(not made.turn)) in (2, 3)]
    put(rng, made, chess.Piece(chess.KING, made.turn), close if rng.random() < 0.6 else chess.SQUARES)
    for _ in range(rng.randint(low, high) - 2):
        put_one(rng, made, made.turn if rng.random() < 0.6 else not made.turn, (4 if pawns else 0, 2, 2, 3, 3), chess.SQUARES)
    return made if is_legal(made) else None
