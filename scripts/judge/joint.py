"""Helpself, helpreflex and series play, from their definitions: the sides do not oppose each other before the end.

Lengths are in half-moves, including the replies that a side omits in a series: `ser-h#3` has six, `ser-#3` five.
"""

import re

import chess

SIGN = re.compile(r"(hs|hr|ser-|ser-h|ser-s|ser-r)(#|==|=)")


def is_joint(kind):
    """Whether `kind` is a sign of such play."""
    return SIGN.fullmatch(kind) is not None


def is_series(kind):
    """Whether one side makes several moves in a row."""
    return is_joint(kind) and kind.startswith("ser-")


def is_over(board, kind):
    """Whether the side to move is in the final state that the aim requires."""
    if kind.endswith("=="):
        return board.is_stalemate() and passed(board).is_stalemate()
    return board.is_checkmate() if kind.endswith("#") else board.is_stalemate()


def passed(board):
    """The position after the side to move has omitted its move."""
    board = board.copy(stack=False)
    board.push(chess.Move.null())
    board.ep_square = None
    return board


def after(board, move):
    board = board.copy(stack=False)
    board.push(move)
    return board


def can_end(board, kind):
    """Whether the side to move can reach the aim with one move."""
    return any(is_over(after(board, m), kind) for m in list(board.legal_moves))


def may_go_on(board, kind, left):
    """Whether a line may continue here: see the table in src/rules/joint.rs."""
    play = SIGN.fullmatch(kind).group(1)
    if left == 1 and play in ("hs", "ser-s"):
        return all(is_over(after(board, m), kind) for m in list(board.legal_moves))
    if left > 1 and play in ("hr", "ser-r"):
        return not can_end(board, kind)
    return True


def step(board, kind, move, left):
    """The position and the length left after a legal move and the omitted reply, if any; None if the play forbids it."""
    board = after(board, move)
    if not is_series(kind) or left <= (1 if kind.startswith(("ser-#", "ser-=")) else 2):
        return board, left - 1
    if board.is_check() or kind.startswith("ser-r") and can_end(board, kind):
        return None
    return passed(board), left - 2


def half_moves(kind, n):
    """The number of half-moves in a line of n moves."""
    return int(2 * n) - kind.startswith(("ser-#", "ser-="))


def count(judge, board, kind, left):
    """The number of lines with this many half-moves left, with the memory and the effort of `judge`."""
    if left == 0:
        return int(is_over(board, kind))
    key = (kind, left, judge.key(board))
    if key not in judge.counts:
        judge.count()
        judge.counts[key] = sum(first_moves(judge, board, kind, left).values())
    return judge.counts[key]


def first_moves(judge, board, kind, left):
    """The number of lines by first move."""
    if not may_go_on(board, kind, left):
        return {}
    found = {}
    for move in list(board.legal_moves):
        following = step(board, kind, move, left)
        lines = following and count(judge, *following[:1], kind, following[1])
        if lines:
            found[move] = lines
    return found
