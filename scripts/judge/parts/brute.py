"""The judge of the scripts: every line, searched by python-chess.

Written from the definitions alone. The only technique in addition to exhaustion is a memo of attacker positions, keyed
by the whole position; the rest is order of moves, which changes the cost and never the answer.
"""

import chess

from .epd import has_lines, is_exact, plain
from .house import HouseBoard, hands

NEVER = 1 << 20
"""A depth that no search reaches."""


class TooHard(Exception):
    """The effort allowed for a record is spent; nothing follows from that."""


def position_key(board):
    """Everything that a position's future depends on (no repetition, no 50-move rule)."""
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.turn,
        board.castling_rights,
        board.ep_square,
        hands(board),
    )


def check_candidates(board):
    """Legal moves that include every checking move; most other moves are left out.

    A move checks directly (it lands where its piece attacks the king), by discovery (it leaves a line), or is special:
    promotion, castling, en passant.
    """
    if isinstance(board, HouseBoard):
        # Every drop may give check.
        yield from list(board.legal_moves)
        return
    us, king = board.turn, board.king(not board.turn)
    occupied, ours = board.occupied, board.occupied_co[us]
    diagonals = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & occupied]
    straights = (
        chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & occupied]
        | chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & occupied]
    )
    # Every man that the king sees is taken for one that may uncover a line.
    discoverers = (diagonals | straights) & ours
    seventh = chess.BB_RANK_7 if us else chess.BB_RANK_2
    special = board.pawns & ours & seventh
    if board.ep_square is not None:
        special |= board.pawns & ours & chess.BB_PAWN_ATTACKS[not us][board.ep_square]
    everywhere = discoverers | special
    sees = {
        chess.PAWN: chess.BB_PAWN_ATTACKS[not us][king],
        chess.KNIGHT: chess.BB_KNIGHT_ATTACKS[king],
        chess.BISHOP: diagonals,
        chess.ROOK: straights,
        chess.QUEEN: diagonals | straights,
    }
    somewhere = sees[chess.PAWN] | sees[chess.KNIGHT] | sees[chess.QUEEN]
    movers = ours & ~board.kings & ~everywhere
    for move in board.generate_pseudo_legal_moves(movers, somewhere):
        if chess.BB_SQUARES[move.to_square] & sees[board.piece_type_at(move.from_square)]:
            if not board.is_into_check(move):
                yield move
    if everywhere:
        yield from board.generate_legal_moves(everywhere)
    if board.castling_rights and not discoverers & board.kings:
        yield from board.generate_castling_moves()


def mating_moves(board):
    """The moves that mate at once."""
    for move in check_candidates(board):
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            yield move


class Judge:
    """Answers questions about one position and the positions after it; effort counts the attacker's positions."""

    def __init__(self, effort=0):
        self.memo = {}
        self.counts = {}
        self.refuters = {}
        self.threats = {}
        self.effort = effort or NEVER**2
        self.spent = 0

    def mates(self, board, n):
        return self.wins(board, "#", n)

    def mated(self, board, n):
        return self.loses(board, "#", n)

    # Direct, self and reflex play: n counts the attacker's moves.

    def wins(self, board, kind, n):
        """Whether the side to move reaches the goal of kind within n, or in exactly n if the kind says so."""
        if is_exact(kind):
            return n > 0 and self.wins_exactly(board, plain(kind), n)
        key = (kind, position_key(board))
        refuted, proved = self.memo.get(key, (0, NEVER))
        if not refuted < n < proved:
            return n >= proved
        self.count()
        # Shorter mates are tried first; for other goals that costs more than it saves.
        for depth in range(refuted + 1, n + 1) if kind == "#" else [n]:
            if self.has_key(board, kind, depth):
                self.memo[key] = (refuted, depth)
                return True
            refuted = depth
            self.memo[key] = (refuted, proved)
        return False

    def has_key(self, board, kind, n):
        if kind == "#" and n == 1:
            return any(True for _ in mating_moves(board))
        threats = self.threats.setdefault((kind, n), [])
        for move in self.attacks(board, kind, threats):
            if self.after(board, move, lambda b: self.loses(b, kind, n - 1)):
                remember(threats, move)
                return True
        return False

    def attacks(self, board, kind, threats=()):
        """The attacker's moves in this order: moves that worked nearby, checks (for mate), the rest."""
        if kind.startswith("r") and self.can_reach(board, kind):
            return ()
        moves = list(board.legal_moves)
        legal = set(moves)
        likely = [*threats, *(check_candidates(board) if kind == "#" else ())]
        return dict.fromkeys([m for m in likely if m in legal] + moves)

    def loses(self, board, kind, n):
        """Whether the other side, with n more moves after the reply, can't be kept from the goal of kind."""
        if is_exact(kind):
            return self.loses_exactly(board, plain(kind), n)
        if kind.startswith(("r", "semi-r")) and self.can_reach(board, kind):
            # The side must reach the goal, as the other side wants.
            return True
        replies = list(board.legal_moves)
        is_direct = kind in ("#", "=", "==")
        if is_direct and not replies:
            return is_goal(board, kind)
        last = board.peek() if board.move_stack else None
        known = self.refuters.setdefault((kind, n, last), [])
        general = self.refuters.setdefault((kind, n), [])
        legal = set(replies)
        first = [m for m in known + general if m in legal]
        if last is not None:
            first += [m for m in replies if m.to_square == last.to_square]
        for reply in dict.fromkeys(first + replies):
            if not self.after(board, reply, lambda b: not is_direct and is_goal(b, kind) or self.wins(b, kind, n)):
                remember(known, reply)
                remember(general, reply)
                return False
        return bool(replies)

    def wins_exactly(self, board, kind, n):
        """Whether the side to move reaches the goal of kind with its n-th move and no sooner, in every line."""
        key = ("exact", kind, n, position_key(board))
        if key not in self.counts:
            self.count()
            self.counts[key] = any(self.after(board, m, lambda b: self.loses_exactly(b, kind, n - 1)) for m in self.attacks(board, kind))
        return self.counts[key]

    def loses_exactly(self, board, kind, n):
        """The same after the move: the other side is to reply, and n more moves follow."""
        if n == 0:
            return self.loses(board, kind, 0)
        if kind.startswith(("r", "semi-r")) and self.can_reach(board, kind):
            return False
        replies = list(board.legal_moves)
        return bool(replies) and all(self.after(board, r, lambda b: self.wins_exactly(b, kind, n)) for r in replies)

    def can_reach(self, board, kind):
        """Whether the side to move can mate (stalemate) the other at once."""
        if kind.endswith("#"):
            return any(True for _ in mating_moves(board))
        return any(self.after(board, m, lambda b: is_goal(b, kind)) for m in list(board.legal_moves))

    def keys(self, board, kind, n):
        """The first moves that reach the goal of kind within n; help and series play: in exactly n."""
        if has_lines(kind):
            return set(self.first_moves(board, plain(kind), half_moves(plain(kind), n)))
        return {m for m in self.attacks(board, plain(kind)) if self.after(board, m, lambda b: self.loses(b, kind, n - 1))}

    # Help and series play, in which the sides do not oppose each other before the end. Lengths are in half-moves, including the
    # replies that a side omits in a series: `ser-h#3` has six, `ser-#3` five.

    def solutions(self, board, kind, n):
        """The number of lines of exactly n moves."""
        return self.lines(board, kind, half_moves(kind, n))

    def lines(self, board, kind, left):
        """The number of lines with this many half-moves left."""
        if left == 0:
            return int(is_goal(board, kind))
        if left == 1 and kind == "h#":
            return sum(1 for _ in mating_moves(board))
        key = (kind, left, position_key(board))
        if key not in self.counts:
            self.count()
            self.counts[key] = sum(self.first_moves(board, kind, left).values())
        return self.counts[key]

    def first_moves(self, board, kind, left):
        """The number of lines by first move: see the table in src/rules/joint.rs."""
        moves = list(board.legal_moves)
        if left == 1 and kind.startswith(("hs", "ser-s")) and not all(self.after(board, m, lambda b: is_goal(b, kind)) for m in moves):
            return {}
        if left > 1 and kind.startswith(("hr", "ser-r")) and self.can_reach(board, kind):
            return {}
        found = {m: self.after(board, m, lambda b: self.lines_after(b, kind, left - 1)) for m in moves}
        return {move: number for move, number in found.items() if number}

    def lines_after(self, board, kind, left):
        """The same after a move; in a series the other side then omits its reply, except for the last one."""
        if not kind.startswith("ser-") or left <= (not kind.startswith(("ser-#", "ser-="))):
            return self.lines(board, kind, left)
        if board.is_check() or kind.startswith("ser-r") and self.can_reach(board, kind):
            return 0
        return self.after(board, chess.Move.null(), lambda b: self.lines(b, kind, left - 1))

    def after(self, board, move, question):
        """The answer of `question` for the board after a move; the move is taken back even if the question is too hard."""
        board.push(move)
        try:
            return question(board)
        finally:
            board.pop()

    def count(self):
        self.spent += 1
        if self.spent > self.effort:
            raise TooHard


def half_moves(kind, n):
    """The number of half-moves in a line of n moves."""
    return int(2 * n) - (kind.removeprefix("ser-") in ("#", "=", "=="))


def is_goal(board, kind):
    """Whether the side to move is mated or stalemated, or both sides are, according to the kind's sign."""
    if kind.endswith("#"):
        return board.is_checkmate()
    if not board.is_stalemate() or not kind.endswith("=="):
        return board.is_stalemate()
    board.push(chess.Move.null())
    stuck = not any(True for _ in board.legal_moves)
    board.pop()
    return stuck


def remember(moves, move):
    """Puts a move first in a short list."""
    if move in moves:
        moves.remove(move)
    moves.insert(0, move)
    del moves[3:]
