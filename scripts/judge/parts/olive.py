"""The men of a document of Olive: `algebraic` has a list for each side, such as [Kc8, Sf3]."""
import chess

LETTERS = dict(zip(chess.PIECE_TYPES, "PSBRQK"))


def men(board, color):
    """The list for one side."""
    return [LETTERS[man.piece_type] + chess.square_name(square) for square, man in board.piece_map().items() if man.color == color]


def diagram(document):
    """The men of a document on a board. Raises KeyError or ValueError for a man or a square that chess does not have."""
    board, kinds = chess.Board(None), {letter: kind for kind, letter in LETTERS.items()}
    for side, listed in document["algebraic"].items():
        for man in listed or []:
            board.set_piece_at(chess.parse_square(man[1:]), chess.Piece(kinds[man[0]], side == "white"))
    return board
