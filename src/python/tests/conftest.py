"""Shared by the judges: the records, and brute force with python-chess."""

import itertools
import json
import os
import pathlib

import chess
import pytest

PROJECT = pathlib.Path(__file__).resolve().parents[3]
DATA = pathlib.Path(os.environ.get("KEYMOVE_DATA", PROJECT / "../shared/data"))


@pytest.fixture(scope="session")
def mates():
    """3,000 mates in 1 to 3, each with every key."""
    path = DATA / "mates/all-keys-open.epd"
    if not path.exists():
        pytest.fail(f"{path} is not there: set KEYMOVE_DATA")
    return path.read_text().splitlines()


def mates_now(board):
    """The moves that mate at once."""
    found = []
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            if board.is_checkmate():
                found.append(move)
            board.pop()
    return found


def has_mate_now(board):
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mates = board.is_checkmate()
            board.pop()
            if mates:
                return True
    return False


def keys(board, length):
    """Every key of the shortest mate within 1 or 2, and its length; no keys and 0 without a mate."""
    found = mates_now(board)
    if found or length == 1:
        return found, 1 if found else 0
    for move in list(board.legal_moves):
        board.push(move)
        replies = list(board.legal_moves)
        if replies and all(mates_after(board, reply) for reply in replies):
            found.append(move)
        board.pop()
    return found, 2 if found else 0


def mates_after(board, reply):
    board.push(reply)
    mates = has_mate_now(board)
    board.pop()
    return mates


def replayed(board, line):
    """The board after a line, whose SAN and UCI must agree."""
    board = board.copy()
    for move in line:
        played = board.parse_san(str(move))
        assert played.uci() == move.uci or board.is_castling(played), (board.fen(), move)
        board.push(played)
    return board


def every(items, count):
    """This many of the items, spread over all of them."""
    items = list(items)
    assert len(items) >= count, f"{len(items)} are fewer than {count}"
    return [items[index * len(items) // count] for index in range(count)]


__all__ = ["DATA", "PROJECT", "every", "itertools", "json", "keys", "replayed"]
