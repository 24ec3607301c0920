"""The Berkeley rules of Kriegspiel on python-chess: permitted tries, announcements, the notation of moves.

Written from the rules, slow and plain; shares nothing with the solver. Start reading at `Position`.
"""

from collections import namedtuple
from functools import cached_property

import chess

Announcement = namedtuple("Announcement", "capture check end")
"""Square name or None; letters in alphabetical order; "mate", "stalemate" or None."""

PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


def letters(board):
    """The letters of the check to the side to move, or ""."""
    king, found = board.king(board.turn), []
    for checker in board.checkers():
        line = chess.ray(king, checker)
        if not line:
            found.append("N")
        elif chess.square_file(checker) == chess.square_file(king):
            found.append("F")
        elif chess.square_rank(checker) == chess.square_rank(king):
            found.append("R")
        else:
            # The king's own square is on the line.
            own, other = chess.popcount(line) - 1, chess.popcount(chess.BB_DIAG_ATTACKS[king][0] & ~line)
            found.append("L" if own > other else "S")
    return "".join(sorted(found))


def possible_moves(board):
    """The moves possible on the mover's own board: own men only, every pawn capture, castling with the right to it."""
    own = board.copy(stack=False)
    for square in chess.SquareSet(board.occupied_co[not board.turn]):
        own.remove_piece_at(square)
    own.ep_square = None
    moves = list(own.pseudo_legal_moves)
    for square in own.pieces(chess.PAWN, own.turn):
        for target in own.attacks(square) - own.occupied:
            kinds = PROMOTIONS if chess.BB_SQUARES[target] & chess.BB_BACKRANKS else (None,)
            moves += (chess.Move(square, target, kind) for kind in kinds)
    return moves


def write_move(board, move, possible, capture=False):
    """SAN without suffix, unique among the moves in `possible`; x for pawn captures and if `capture` is true."""
    kind = board.piece_type_at(move.from_square)
    target = chess.square_name(move.to_square)
    if kind == chess.PAWN:
        text = target
        if chess.square_file(move.from_square) != chess.square_file(move.to_square):
            text = chess.square_name(move.from_square)[0] + "x" + target
        return text + ("=" + chess.piece_symbol(move.promotion).upper() if move.promotion else "")
    if kind == chess.KING and abs(move.from_square - move.to_square) == 2:
        return "O-O" if move.to_square > move.from_square else "O-O-O"
    origin = chess.square_name(move.from_square)
    rivals = [chess.square_name(other.from_square) for other in possible if other.to_square == move.to_square
              and other.from_square != move.from_square and board.piece_type_at(other.from_square) == kind]
    # The shortest part of the square that no rival's square has: nothing, the file, the rank or both.
    which = next(which for which in (origin[:0], origin[0], origin[1], origin) if not any(which in rival for rival in rivals))
    return chess.piece_symbol(kind).upper() + which + ("x" if capture else "") + target


def bare(text):
    """SAN without check and mate signs and, except for pawns, without the sign of capture."""
    text = text.rstrip("+#!?")
    return text if text[:1] in "abcdefgh" else text.replace("x", "")


def ready_square(board):
    """The en-passant square if a pawn is ready to capture there, legally or not; otherwise it does not belong to the knowledge
    of a player, since no try can ever reach it."""
    return board.ep_square if board.has_pseudo_legal_en_passant() else None


def wants_men(board):
    """Whether each side has a bare king, or a king with one knight or bishop: by section IV.B the umpire announces stalemate."""
    men = [chess.popcount(side) for side in board.occupied_co]
    return not board.pawns | board.rooks | board.queens and max(men) <= 2


class Position:
    """One full position: the men, castling, the en-passant square as in a FEN, the side to move."""

    def __init__(self, board, pool):
        self.board, self.pool, self.number = board, pool, len(pool.known)
        self._plays = {}

    def __hash__(self):
        # Sets of positions must have the same order in every run.
        return self.number

    @cached_property
    def legal(self):
        """The moves that the umpire accepts."""
        return dict.fromkeys(self.board.legal_moves).keys()

    def play(self, move):
        """The announcement after a legal move, and the position after it."""
        if move not in self._plays:
            capture = move.to_square if self.board.is_capture(move) else None
            if self.board.is_en_passant(move):
                capture = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
            after = self.board.copy(stack=False)
            after.push(move)
            check, end = letters(after) if after.is_check() else "", None
            if not any(after.legal_moves):
                end = "mate" if check else "stalemate"
            elif wants_men(after):
                end = "stalemate"
            said = Announcement(None if capture is None else chess.square_name(capture), check, end)
            self._plays[move] = said, self.pool.position(after)
        return self._plays[move]

    @property
    def plays(self):
        """All these plays: (announcement, position) pairs."""
        return [self.play(move) for move in self.legal]

    @cached_property
    def possible(self):
        """The permitted tries, legal or not."""
        moves = possible_moves(self.board)
        assert self.legal <= set(moves), self.board.fen()
        return moves

    @property
    def refused(self):
        """The number of tries that the umpire would refuse."""
        return len(self.possible) - len(self.legal)

    @cached_property
    def names(self):
        """Every possible move by its name on the player's own board."""
        names = {write_move(self.board, move, self.possible): move for move in self.possible}
        assert len(names) == len(self.possible), self.board.fen()
        return names

    @property
    def fen(self):
        return self.board.epd(en_passant="xfen")


class Pool:
    """All positions met, each once, so that beliefs are sets of objects."""

    def __init__(self):
        self.known = {}

    def position(self, board):
        key = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
               board.occupied_co[chess.WHITE], board.occupied, board.castling_rights, ready_square(board), board.turn)
        if key not in self.known:
            self.known[key] = Position(board.copy(stack=False), self)
        return self.known[key]
