"""Small random positions in which mates, en passant, castling and promotion are far more frequent than by chance."""

import chess

from . import epd

SHAPES = ("plain", "edge", "box", "en-passant", "castling", "promotion")

KINDS = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


def random_board(rng, shape, strong_moves, low, high):
    """One attempt at a position of that shape in which the strong or the weak side moves; None if it is illegal."""
    board = chess.Board.empty()
    us = board.turn = rng.choice((chess.WHITE, chess.BLACK))
    strong = us if strong_moves else not us
    if shape == "castling":
        put_castling(rng, board, us)
    elif shape == "promotion":
        for _ in range(rng.randint(1, 2)):
            put(rng, board, chess.Piece(chess.PAWN, us), rank_squares(6 if us else 1))
    double_step = put_en_passant(rng, board, us) if shape == "en-passant" else None
    if board.king(not strong) is None:
        put(rng, board, chess.Piece(chess.KING, not strong), chess.SQUARES if shape == "plain" else EDGE)
    hunted = board.king(not strong)
    if board.king(strong) is None:
        close = [s for s in chess.SQUARES if chess.square_distance(s, hunted) in (2, 3)]
        put(rng, board, chess.Piece(chess.KING, strong), close if rng.random() < 0.6 else chess.SQUARES)
    if shape == "box":
        hole = list(chess.SquareSet(chess.BB_KING_ATTACKS[hunted]))
        for _ in range(rng.randint(1, 2)):
            put_one(rng, board, not strong, (4, 2, 2, 1, 0), hole)
    men = max(rng.randint(low, high), chess.popcount(board.occupied))
    while chess.popcount(board.occupied) < men:
        if rng.random() < (0.75 if strong_moves else 0.9):
            put_one(rng, board, strong, (3, 3, 2, 4, 4), chess.SQUARES)
        else:
            put_one(rng, board, not strong, (4, 2, 2, 2, 1), chess.SQUARES)
    if double_step is not None:
        file = chess.square_file(double_step)
        passed, origin = (chess.square(file, r) for r in ((5, 6) if us else (2, 1)))
        if board.piece_at(passed) or board.piece_at(origin):
            return None
        board.ep_square = passed
    return board if acceptable(board) else None


def acceptable(board):
    """Legal for a problem solver: no game has to lead to the position, but an en-passant square must be possible."""
    doubtful = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
    return epd.refusal(board) is None and not board.status() & ~doubtful


def rank_squares(*ranks):
    return [s for s in chess.SQUARES if chess.square_rank(s) in ranks]


EDGE = [s for s in chess.SQUARES if chess.BB_SQUARES[s] & (chess.BB_BACKRANKS | chess.BB_FILE_A | chess.BB_FILE_H)]


def shifted(board, files, ranks):
    """Moves all men alike; None if one leaves the board or a pawn reaches the first or last rank."""
    made = chess.Board.empty()
    made.turn = board.turn
    for square, man in board.piece_map().items():
        file, rank = chess.square_file(square) + files, chess.square_rank(square) + ranks
        if not (0 <= file < 8 and 0 <= rank < 8) or man.piece_type == chess.PAWN and rank in (0, 7):
            return None
        made.set_piece_at(chess.square(file, rank), man)
    return made


def put(rng, board, piece, squares):
    """Puts a piece on one of the squares that is free, if there is one."""
    free = [s for s in squares if not board.piece_at(s)]
    if free:
        board.set_piece_at(rng.choice(free), piece)


def put_one(rng, board, color, weights, squares):
    """Puts a man, whose kind is drawn by weight (pawn, knight, bishop, rook, queen)."""
    kind = rng.choices(KINDS, weights)[0]
    inside = [s for s in squares if kind != chess.PAWN or 0 < chess.square_rank(s) < 7]
    put(rng, board, chess.Piece(kind, color), inside)


def put_castling(rng, board, color):
    """King and one or two rooks on their home squares, with castling rights."""
    rank = 0 if color else 7
    board.set_piece_at(chess.square(4, rank), chess.Piece(chess.KING, color))
    for file in rng.choice(((0,), (7,), (0, 7))):
        board.set_piece_at(chess.square(file, rank), chess.Piece(chess.ROOK, color))
        board.castling_rights |= chess.BB_SQUARES[chess.square(file, rank)]


def put_en_passant(rng, board, color):
    """A pawn of the other side that has just moved two squares, and one or two own pawns next to it."""
    file, rank = rng.randrange(8), 4 if color else 3
    board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, not color))
    beside = [f for f in (file - 1, file + 1) if 0 <= f < 8]
    for f in rng.sample(beside, rng.randint(1, len(beside))):
        board.set_piece_at(chess.square(f, rank), chess.Piece(chess.PAWN, color))
    return chess.square(file, rank)
