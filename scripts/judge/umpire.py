"""The Berkeley rules of Kriegspiel on python-chess: what may be tried, what is announced, how a move is written.

Written from the rules, slow and plain; shares nothing with the solver. Start reading at `Position`.
"""

from collections import namedtuple

import chess

Announcement = namedtuple("Announcement", "capture check end")
"""Square name or None; letters in alphabetical order; "mate", "stalemate" or None."""

DIAGONALS = ((1, 1), (1, -1))
PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


def shift(square, files, ranks):
    """The square so many files and ranks away, or None off the board."""
    file, rank = chess.square_file(square) + files, chess.square_rank(square) + ranks
    return chess.square(file, rank) if 0 <= file < 8 and 0 <= rank < 8 else None


def ray(square, files, ranks):
    """The squares from `square` in one direction, nearest first, to the edge."""
    while (square := shift(square, files, ranks)) is not None:
        yield square


def letters(board):
    """The letters of the check the side to move is in, "" without one."""
    king, found = board.king(board.turn), []
    for checker in board.checkers():
        files = chess.square_file(checker) - chess.square_file(king)
        ranks = chess.square_rank(checker) - chess.square_rank(king)
        if files == 0:
            found.append("F")
        elif ranks == 0:
            found.append("R")
        elif abs(files) != abs(ranks):
            found.append("N")
        else:
            rising, falling = (sum(1 for side in (1, -1) for _ in ray(king, side * f, side * r)) for f, r in DIAGONALS)
            own, other = (rising, falling) if files == ranks else (falling, rising)
            found.append("L" if own > other else "S")
    return "".join(sorted(found))


def possible_moves(board):
    """The moves possible on the mover's own board: own men only, every pawn capture, castling with the right to it."""
    colour = board.turn
    own = board.occupied_co[colour]
    mine = [(square, board.piece_type_at(square)) for square in chess.scan_forward(own)]
    free = lambda square: square is not None and not own >> square & 1
    forward, first, last = (1, 1, 7) if colour else (-1, 6, 0)
    moves = []

    def pawn(origin, target):
        kinds = PROMOTIONS if chess.square_rank(target) == last else (None,)
        moves.extend(chess.Move(origin, target, kind) for kind in kinds)

    for square, kind in mine:
        if kind == chess.PAWN:
            step = shift(square, 0, forward)
            if free(step):
                pawn(square, step)
                double = shift(square, 0, 2 * forward)
                if chess.square_rank(square) == first and free(double):
                    pawn(square, double)
            for side in (-1, 1):
                target = shift(square, side, forward)
                if free(target):
                    pawn(square, target)
            continue
        steps = [(f, r) for f in (-2, -1, 0, 1, 2) for r in (-2, -1, 0, 1, 2)]
        if kind == chess.KNIGHT:
            steps = [(f, r) for f, r in steps if abs(f * r) == 2]
        else:
            steps = [(f, r) for f, r in steps if max(abs(f), abs(r)) == 1]
            if kind == chess.BISHOP:
                steps = [(f, r) for f, r in steps if f and r]
            elif kind == chess.ROOK:
                steps = [(f, r) for f, r in steps if not (f and r)]
        for f, r in steps:
            if kind in (chess.KNIGHT, chess.KING):
                target = shift(square, f, r)
                if free(target):
                    moves.append(chess.Move(square, target))
                continue
            for target in ray(square, f, r):
                if not free(target):
                    break
                moves.append(chess.Move(square, target))
    home = 0 if colour else 56
    for rook, king_to, between in ((7, 6, (5, 6)), (0, 2, (1, 2, 3))):
        if board.castling_rights >> (home + rook) & 1 and all(free(home + file) for file in between):
            moves.append(chess.Move(home + 4, home + king_to))
    return moves


def write_move(board, move, possible, capture=False):
    """SAN without suffix, told apart from the other moves in `possible`; x for pawn captures and where `capture` says."""
    kind = board.piece_type_at(move.from_square)
    target = chess.square_name(move.to_square)
    if kind == chess.PAWN:
        text = target
        if chess.square_file(move.from_square) != chess.square_file(move.to_square):
            text = chess.square_name(move.from_square)[0] + "x" + target
        return text + ("=" + chess.piece_symbol(move.promotion).upper() if move.promotion else "")
    if kind == chess.KING and abs(move.from_square - move.to_square) == 2:
        return "O-O" if move.to_square > move.from_square else "O-O-O"
    rivals = [other.from_square for other in possible if other.to_square == move.to_square
              and other.from_square != move.from_square and board.piece_type_at(other.from_square) == kind]
    origin = chess.square_name(move.from_square)
    names = [chess.square_name(rival) for rival in rivals]
    if not names:
        which = ""
    elif all(name[0] != origin[0] for name in names):
        which = origin[0]
    elif all(name[1] != origin[1] for name in names):
        which = origin[1]
    else:
        which = origin
    return chess.piece_symbol(kind).upper() + which + ("x" if capture else "") + target


def bare(text):
    """SAN without check, mate and, for men, the sign of capture."""
    text = text.rstrip("+#!?")
    return text if text[:1] in "abcdefgh" else text.replace("x", "")


def ready_square(board):
    """The square en passant if a pawn stands ready to capture there, legally or not: otherwise it is no part of what a player
    has to reckon with, since no try can ever meet it."""
    return board.ep_square if board.has_pseudo_legal_en_passant() else None


class Position:
    """One full position: the men, castling, the en passant square as in a FEN, the side to move."""

    def __init__(self, board, pool):
        self.board, self.pool, self.number = board, pool, len(pool.known)
        self._legal = self._possible = self._names = None
        self._plays = {}

    def __hash__(self):
        # Sets of positions have the same order in every run.
        return self.number

    @property
    def legal(self):
        """The moves the umpire says yes to."""
        if self._legal is None:
            self._legal = dict.fromkeys(self.board.legal_moves).keys()
        return self._legal

    def play(self, move):
        """What is announced after a legal move, and the position after it."""
        if move not in self._plays:
            capture = move.to_square if self.board.is_capture(move) else None
            if self.board.is_en_passant(move):
                capture = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
            after = self.board.copy(stack=False)
            after.push(move)
            check, end = letters(after) if after.is_check() else "", None
            if not any(after.legal_moves):
                end = "mate" if check else "stalemate"
            said = Announcement(None if capture is None else chess.square_name(capture), check, end)
            self._plays[move] = said, self.pool.position(after)
        return self._plays[move]

    @property
    def plays(self):
        """All of them: (announcement, position) pairs."""
        return [self.play(move) for move in self.legal]

    @property
    def possible(self):
        """What may be tried, legal or not."""
        if self._possible is None:
            self._possible = possible_moves(self.board)
            assert self.legal <= set(self._possible), self.board.fen()
        return self._possible

    @property
    def refused(self):
        """How many tries the umpire would refuse."""
        return len(self.possible) - len(self.legal)

    @property
    def names(self):
        """Every possible move by its name on the own board."""
        if self._names is None:
            self._names = {write_move(self.board, move, self.possible): move for move in self.possible}
            assert len(self._names) == len(self.possible), self.board.fen()
        return self._names

    @property
    def fen(self):
        return self.board.epd(en_passant="xfen")


class Pool:
    """All positions met, each once, so that belief sets are sets of objects."""

    def __init__(self):
        self.known = {}

    def position(self, board):
        key = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
               board.occupied_co[chess.WHITE], board.occupied, board.castling_rights, ready_square(board), board.turn)
        if key not in self.known:
            self.known[key] = Position(board.copy(stack=False), self)
        return self.known[key]
