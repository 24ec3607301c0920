"""A whole solution in Popeye's layout, including twins, read strictly and replayed by python-chess.

The play of a twin begins with a separate line, `a)`, `b) bRb4-->f3`, `+c) bKc3<-->bPf4`: its letter, in order, a `+` if it
continues from the previous twin, and its change. Each change is made on the board, and the man that it names must be on its
square. The play is a tree (popeye_tree) or lines of help play, depending on the stipulation. The forms of the changes were
taken from Popeye's own outputs, and none of the solver's code is used.
"""

import re

import chess

from . import popeye_tree
from .popeye_tree import END, MEN, Unreadable
from .shapes import shifted

CAPTION = re.compile(r"(?P<continued>\+?)(?P<label>[a-z]|z[1-9]\d*)\)(?P<changes>.*)")
MAN = r"([wb])([KQRBSP])([a-h][1-8])"
CHANGES = [
    ("move", re.compile(rf"{MAN}-->([a-h][1-8])")),
    ("exchange", re.compile(rf"{MAN}<-->{MAN}")),
    ("add", re.compile(rf"(\+?){MAN}")),
    ("remove", re.compile(rf"-{MAN}")),
    ("rotate", re.compile(r"rotate (90|180|270)")),
    ("mirror", re.compile(r"mirror (a1<-->h1|a1<-->a8|a1<-->h8|a8<-->h1)")),
    ("shift", re.compile(r"shift ([a-h][1-8]) ==> ([a-h][1-8])")),
    ("polish", re.compile(r"PolishType")),
    ("stipulation", re.compile(r"((?:exact-)?(?:semi-|ser-)?[hsr]?[hsr]?[#=]=?\d+(?:\.5)?)")),
]
LETTERS = {**{letter: man for letter, man in MEN.items() if letter}, "P": chess.PAWN}
MIRRORS = {
    "a1<-->h1": chess.flip_horizontal,
    "a1<-->a8": chess.flip_vertical,
    "a1<-->h8": chess.flip_anti_diagonal,
    "a8<-->h1": chess.flip_diagonal,
}


def taken(board, colour, letter, square):
    """Takes a man from a board, on which it must be."""
    man = chess.Piece(LETTERS[letter], colour == "w")
    if board.piece_at(chess.parse_square(square)) != man:
        raise Unreadable(f"there is no {colour}{letter} on {square}")
    return board.remove_piece_at(chess.parse_square(square))


def change(board, text):
    """Makes a change; returns the new stipulation, if the change is one."""
    name, parts = next(((name, found.groups()) for name, pattern in CHANGES if (found := pattern.fullmatch(text))), ("", ()))
    if name == "stipulation":
        return parts[0]
    if name == "move":
        target = chess.parse_square(parts[3])
        man = taken(board, *parts[:3])
        if board.piece_at(target):
            raise Unreadable(f"{text}: the square is occupied")
        board.set_piece_at(target, man)
    elif name == "exchange":
        one, other = taken(board, *parts[:3]), taken(board, *parts[3:])
        board.set_piece_at(chess.parse_square(parts[5]), one)
        board.set_piece_at(chess.parse_square(parts[2]), other)
    elif name == "add":
        square = chess.parse_square(parts[3])
        if bool(parts[0]) == bool(board.piece_at(square)):
            raise Unreadable(f"{text}: a + belongs to a free square, and only to that")
        board.set_piece_at(square, chess.Piece(LETTERS[parts[2]], parts[1] == "w"))
    elif name == "remove":
        taken(board, *parts)
    elif name == "rotate":
        for _ in range(int(parts[0]) // 90):
            board.apply_transform(chess.flip_diagonal)
            board.apply_transform(chess.flip_horizontal)
    elif name == "mirror":
        board.apply_transform(MIRRORS[parts[0]])
    elif name == "shift":
        a, b = map(chess.parse_square, parts)
        made = shifted(board, chess.square_file(b) - chess.square_file(a), chess.square_rank(b) - chess.square_rank(a))
        if made is None:
            raise Unreadable(f"{text}: a man leaves the board")
        board.set_piece_map(made.piece_map())
    elif name == "polish":
        board.apply_mirror()
        board.apply_transform(chess.flip_vertical)
    else:
        raise Unreadable(f"{text!r} is not a change of a twin")
    return None


def parts_of(text):
    """The captions of the twins, each with the text below it; a single None for a problem without twins."""
    parts = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        found = CAPTION.fullmatch(line.rstrip(" "))
        if found:
            parts.append((found, []))
        elif parts:
            parts[-1][1].append(line)
        else:
            parts.append((None, [line]))
        if found and parts[0][0] is None:
            raise Unreadable(f"line {number}: play before the first twin")
    return parts


def label(index):
    return chr(ord("a") + index) if index < 26 else f"z{index - 25}"


def beginner(stipulation):
    """The side that begins: White, or in help play of whole moves Black."""
    return chess.WHITE if not stipulation.startswith("h") or stipulation.endswith(".5") else chess.BLACK


def play(lines, board, stipulation):
    """The facts about one problem's play, which must exist."""
    text = "\n".join(lines).rstrip("\n")
    if re.fullmatch(r"h[#=]\d+(\.5)?", stipulation):
        found = popeye_tree.help_lines(f"{text}\n\n{END}\n", board, stipulation[1])
        if not found:
            raise Unreadable("there is no line")
        half_moves = int(2 * float(stipulation[2:]))
        wrong = [line for line in found if len(line.split()) > half_moves or (half_moves - len(line.split())) % 2]
        if wrong:
            raise Unreadable(f"{wrong[0]} is not a line of {stipulation}")
        return frozenset(found)
    tree = popeye_tree.parse(f"{text}\n\n\n{END}\n")
    if not tree.phases and not tree.set_play:
        raise Unreadable("there is no move")
    popeye_tree.replay(tree, board, stipulation)
    return tree.fact()


def begun(board, stipulation, corners):
    """The position in which the play of a diagram begins; `corners` are the corners from which a rook may still castle."""
    position = board.copy()
    position.turn = beginner(stipulation)
    position.castling_rights = corners
    position.castling_rights = position.clean_castling_rights()
    return position


def read(text, board, stipulation, corners=chess.BB_CORNERS):
    """The facts about a solution: (label, play) for each problem. `board` is the diagram."""
    parts = parts_of(text)
    if parts[0][0] is None:
        whole = begun(board, stipulation, corners)
        return [("", play(parts[0][1], whole, stipulation))]
    facts = []
    last, last_stipulation = board, stipulation
    for index, (caption, lines) in enumerate(parts):
        if caption["label"] != label(index):
            raise Unreadable(f"twin {caption['label']} in the place of {label(index)}")
        twin, asked = (last.copy(), last_stipulation) if caption["continued"] else (board.copy(), stipulation)
        changes = [text for text in re.split(r"  +", caption["changes"].strip()) if text]
        for text in changes:
            asked = change(twin, text) or asked
        twin = begun(twin, asked, corners)
        if not twin.is_valid():
            raise Unreadable(f"twin {caption['label']} is not a position")
        facts.append((caption["label"], play(lines, twin, asked)))
        last, last_stipulation = twin, asked
    if len(facts) < 2 and not parts[0][0]["changes"].strip():
        raise Unreadable("a single twin")
    return facts
