"""Boards with hands for the scripts: bughouse and crazyhouse as problems.

Moves are made by python-chess's crazyhouse; this module adds the differences: frozen hands, bughouse's rule of mate and
the defender's reserve. Nothing is shared with the solver.
"""

import chess
import chess.variant

VARIANTS = ("bughouse", "crazyhouse")
MATE_RULES = ("unblockable", "now")


class Supply(chess.variant.CrazyhousePocket):
    """A hand that never becomes empty; `held` is its original contents."""

    def __init__(self, held):
        super().__init__()
        self.held = held

    def add(self, piece_type):
        pass

    def remove(self, piece_type):
        pass

    def reset(self):
        pass

    def count(self, piece_type):
        return int(piece_type != chess.KING)

    def copy(self):
        return self


class HouseBoard(chess.variant.CrazyhouseBoard):
    """One board of a match; `rules` is (variant, mate rule, whether the defender has a reserve)."""

    rules = ("crazyhouse", "now", False)

    def _push_capture(self, move, capture_square, piece_type, was_promoted):
        if self.rules[0] == "crazyhouse":
            super()._push_capture(move, capture_square, piece_type, was_promoted)

    def is_checkmate(self):
        if not self.is_check() or any(chess.Board.generate_legal_moves(self)):
            return False
        if self.rules[1] == "unblockable":
            return not self.legal_drop_squares_mask()
        return not any(self.generate_legal_drops())

    def copy(self, *, stack=True):
        board = super().copy(stack=stack)
        board.rules = self.rules
        return board

    def _algebraic_without_suffix(self, move, *, long=False):
        san = super()._algebraic_without_suffix(move, long=long)
        return "P" + san if san.startswith("@") else san


def read_board(fen, rules):
    """The board of a FEN with its hands; a reserve belongs to the side not to move."""
    board = HouseBoard(fen, chess960=True)
    if any(pocket.count(chess.KING) for pocket in board.pockets):
        raise ValueError("a king in hand")
    board.rules = rules
    return against(board, not board.turn)


def against(board, defender):
    """The board with the reserve, if it has one, in the hand of `defender`."""
    if not getattr(board, "rules", (None, None, False))[2]:
        return board
    board = board.copy()
    held = [getattr(pocket, "held", pocket) for pocket in board.pockets]
    board.pockets = [Supply(hand) if color == defender else hand for color, hand in enumerate(held)]
    return board


def hands(board):
    """The contents of the hands as a value that can be compared; empty without hands."""
    if not isinstance(board, HouseBoard):
        return ()
    counts = tuple(tuple(pocket.count(role) for role in chess.PIECE_TYPES) for pocket in board.pockets)
    return counts + ((board.promoted,) if board.rules[0] == "crazyhouse" else ())


def waits(board):
    """Whether the side to move has no move but is neither mated nor stalemated: a man could still arrive to be dropped."""
    if not isinstance(board, HouseBoard) or any(board.generate_legal_moves()):
        return False
    idle = against(board, board.turn)
    return any(idle.generate_legal_moves()) or (idle.is_check() and not idle.is_checkmate())
