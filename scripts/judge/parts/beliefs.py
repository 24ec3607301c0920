"""Beliefs and problems of Kriegspiel: the knowledge of a player after a filtered history, whether a mate can be forced,
and whether a plan forces it. Plain sets of full positions, based on python-chess (see umpire.py)."""

import re
from collections import defaultdict, namedtuple

import chess

from .umpire import Announcement, bare

HalfMove = namedtuple("HalfMove", "san tries capture check")
"""`san` is None for the opponent's move, and `tries` is then their number; otherwise names in the order they were tried."""

TAG = re.compile(r'^\[(\w+) "(.*)"\]\s*$')
HALF_MOVE = re.compile(r"(?:\d+\.+\s*)?(\S+)\s*\{\(([^:)]*):([^)]*)\)[^}]*\}")


class TooMany(Exception):
    """More positions than the cap allows."""


class History:
    """A filtered record: tags, player, start, half-moves."""

    def __init__(self, tags, half_moves):
        self.tags, self.half_moves = tags, half_moves
        self.start = chess.Board(tags.get("FEN", chess.STARTING_FEN))
        self.player = {"white": chess.WHITE, "black": chess.BLACK}.get(tags.get("Filtered", "").lower(), self.start.turn)
        self.depth = int(tags.get("depth", 1))
        self.forced, self.epsilon = (tags.get(name, "F").upper() == "T" for name in ("forced", "epsilon"))

    @property
    def asks(self):
        """Whether the player is to move at the end."""
        return (self.start.turn == self.player) == (len(self.half_moves) % 2 == 0)

    def text(self):
        """The record in the notation v0.9."""
        lines = [f'[{name} "{value}"]' for name, value in self.tags.items()] + [""]
        number, turn = self.start.fullmove_number, self.start.turn
        for index, half in enumerate(self.half_moves):
            says = ",".join(filter(None, ("X" + half.capture if half.capture else "", "C" + half.check if half.check else "")))
            tries = half.tries if half.san is None else ",".join(reversed(half.tries))
            count = f"{number}. " if turn else f"{number}... " if index == 0 else ""
            lines.append(f"{count}{half.san or '??'} {{({says}:{tries})}}")
            number, turn = number + (not turn), not turn
        return "\n".join(lines + [self.tags.get("Result", "*"), "", ""])


def read_histories(text):
    """The records of a file in the notation v0.9, filtered, without variations."""
    for record in re.split(r"\n(?=\[)(?<!\]\n)", "\n" + text.replace("\r\n", "\n")):
        lines = record.split("\n")
        tags = dict(match.groups() for match in map(TAG.match, lines) if match)
        body = "\n".join(line for line in lines if not TAG.match(line))
        if not tags and not body.strip():
            continue
        half_moves = []
        for san, says, tries in HALF_MOVE.findall(body):
            says = [item.strip() for item in says.split(",")]
            capture = next((item[1:] for item in says if item.startswith("X")), None)
            check = next((item[1:] for item in says if item.startswith("C")), "")
            if san == "??":
                half_moves.append(HalfMove(None, int(tries), capture, check))
            else:
                half_moves.append(HalfMove(san, [name.strip() for name in tries.split(",") if name.strip()][::-1], capture, check))
        yield History(tags, half_moves)


def read_moves(belief, half):
    """Looks up the moves of one own half-move: the same moves are possible in every position of a belief."""
    names = next(iter(belief)).names
    return [names.get(bare(name)) for name in half.tries], names[bare(half.san)]


def follow(belief, half, ends):
    """The belief after another half-move, which may have ended the game in one of `ends`."""
    found = set()
    if half.san is None:
        for position in belief:
            if position.refused >= half.tries:
                for said, after in position.plays:
                    if (said.capture, said.check) == (half.capture, half.check) and said.end in ends:
                        found.add(after)
    elif belief:
        tries, move = read_moves(belief, half)
        if half.san.endswith("#"):
            ends = ("mate",)
        for position in belief:
            if move in position.legal and position.legal.isdisjoint(tries):
                said, after = position.play(move)
                if (said.capture, said.check) == (half.capture, half.check) and said.end in ends:
                    found.add(after)
    return found


def last_ends(history):
    """The ways in which the last half-move may have ended the game, by the result; also not at all, since a player may resign."""
    result, mover = history.tags.get("Result", "*"), history.start.turn == bool(len(history.half_moves) % 2)
    return {"*": (None,), "1/2-1/2": (None, "stalemate")}.get(result, (None, "mate") if (result == "1-0") == mover else (None,))


def beliefs(history, pool, cap=None):
    """The belief at the start and after each half-move."""
    found = [{pool.position(history.start)}]
    for index, half in enumerate(history.half_moves):
        last = index + 1 == len(history.half_moves)
        found.append(follow(found[-1], half, last_ends(history) if last else (None,)))
        if cap is not None and len(found[-1]) > cap:
            raise TooMany
    return found


def by_announcement(plays):
    """Groups (announcement, position) pairs: the positions by announcement."""
    groups = defaultdict(set)
    for said, after in plays:
        groups[said].add(after)
    return groups


def counts_as_mate(position, forced, epsilon):
    """Whether the position after the player's move counts as mate: a bare king that cannot take, against men that their king protects."""
    board = position.board
    them, us = board.turn, not board.turn
    if not (forced or epsilon) or chess.popcount(board.occupied_co[them]) != 1:
        return False
    king, named = board.king(us), False
    safe = [square for square in chess.scan_forward(board.occupied_co[us]) if chess.square_distance(square, king) == 1]
    kinds = [board.piece_type_at(square) for square in safe]
    if forced:
        named = chess.QUEEN in kinds or chess.ROOK in kinds or any(
            kind == chess.PAWN and 0 < chess.square_file(square) < 7 for square, kind in zip(safe, kinds))
    if epsilon:
        colours = {sum(divmod(square, 8)) % 2 for square, kind in zip(safe, kinds) if kind == chess.BISHOP}
        named = named or len(colours) == 2 or chess.BISHOP in kinds and chess.KNIGHT in kinds
    return named and not any(said.capture for said, _ in position.plays)


class Solver:
    """Tells whether a belief can be won within a depth in half-moves. The opponent sees everything."""

    def __init__(self, forced=False, epsilon=False, effort=None):
        self.forced, self.epsilon = forced, epsilon
        self.rests, self.answers, self.seen = {}, {}, {}
        self.effort = effort

    def rest(self, belief, depth):
        """The rest of a belief after every try that wins wherever it is legal; empty if the belief is won."""
        belief, depth = frozenset(belief), depth - (depth % 2 == 0)
        if depth < 1:
            return belief
        if (belief, depth) not in self.rests:
            left, untried = belief, set(next(iter(belief)).possible) if belief else set()
            again = True
            while left and again:
                again = False
                for move in sorted(untried, key=str):
                    part = frozenset(position for position in left if move in position.legal)
                    if part and self.wins(part, move, depth):
                        left -= part
                        untried.remove(move)
                        again = True
            self.rests[belief, depth] = left
        return self.rests[belief, depth]

    def won(self, belief, depth):
        """Whether the rest of a belief is empty. The positions are first tested alone: one that loses alone also loses with others."""
        return not any(self.rest((position,), depth) for position in belief) and not self.rest(belief, depth)

    def wins(self, part, move, depth):
        """Whether a set of positions, in all of which the move is legal, is won by it."""
        if (part, move, depth) not in self.answers:
            if self.effort is not None:
                self.effort -= len(part)
                if self.effort < 0:
                    raise TooMany
            # One position that is not won alone is enough to lose the set.
            if len(part) > 1 and not all(self.wins(frozenset((position,)), move, depth) for position in part):
                self.answers[part, move, depth] = False
            else:
                groups = by_announcement(position.play(move) for position in part)
                self.answers[part, move, depth] = all(self.settled(said, group, depth) for said, group in groups.items())
        return self.answers[part, move, depth]

    def settled(self, said, group, depth):
        """Whether a group of positions with one announcement after the player's move is won."""
        if said.end is not None:
            return said.end == "mate"
        if all(counts_as_mate(position, self.forced, self.epsilon) for position in group):
            return True
        if depth < 3:
            return False
        replies = by_announcement(play for position in group for play in position.plays)
        return all(reply.end is None for reply in replies) and all(
            self.won(belief, depth - 2) for belief in sorted(replies.values(), key=len))

    def sees(self, position, depth):
        """Whether a player who sees everything wins within the depth, in plain chess with the same definition of mate."""
        at = position, depth
        if at not in self.seen:
            self.seen[at] = any(self.sees_through(position.play(move), depth) for move in position.legal)
        return self.seen[at]

    def sees_through(self, play, depth):
        said, after = play
        if said.end is not None:
            return said.end == "mate"
        if counts_as_mate(after, self.forced, self.epsilon):
            return True
        return depth >= 3 and all(reply.end is None and self.sees(then, depth - 2) for reply, then in after.plays)

    def keys(self, belief, depth):
        """Every first try that begins a plan: it is legal somewhere, wins there, and the rest is also won."""
        if self.rest(belief, depth):
            return set()
        belief, found = frozenset(belief), set()
        position = next(iter(belief))
        for name, move in position.names.items():
            part = frozenset(position for position in belief if move in position.legal)
            if part and self.wins(part, move, depth - (depth % 2 == 0)):
                found.add(name)
        return found

    def any_order(self, belief, depth):
        """Whether rest() is empty, found by all orders of tries: slow, for few positions."""
        known = {}

        def won(left):
            if left not in known:
                known[left] = not left
                for move in next(iter(left)).possible if left else ():
                    part = frozenset(position for position in left if move in position.legal)
                    if part and self.wins(part, move, depth) and won(left - part):
                        known[left] = True
                        break
            return known[left]

        return won(frozenset(belief))


class BadPlan(Exception):
    """A plan does not do what it claims."""


def check_plan(plan, belief, depth, forced, epsilon):
    """Replays a plan, as the solver prints it in JSON, against every position of a belief."""
    if depth < 1:
        raise BadPlan("longer than the depth")
    left = set(belief)
    for step in plan:
        if not left:
            raise BadPlan(f"{step['try']}: no positions are left for this try")
        position = next(iter(left))
        move = position.names.get(step["try"])
        if move is None or bare(step["move"]) != step["try"]:
            raise BadPlan(f"{step['try']} ({step['move']}): no such try")
        part = {position for position in left if move in position.legal}
        if len(part) != step["positions"] or not part:
            raise BadPlan(f"{step['try']}: legal in {len(part)} positions, not {step['positions']}")
        groups = by_announcement(position.play(move) for position in part)
        written = {key(answer["announced"]): answer["then"] for answer in step["after"]}
        if written.keys() != groups.keys() or len(written) != len(step["after"]):
            raise BadPlan(f"{step['try']}: announcements {sorted(map(str, groups))}")
        ends = {said.end for said in groups}
        takes = {said.capture is not None for said in groups}
        suffix = "#" if ends == {"mate"} else "+" if "mate" not in ends and all(said.check for said in groups) else None
        if suffix and not step["move"].endswith(suffix) or "stalemate" in ends:
            raise BadPlan(f"{step['move']}: {sorted(map(str, groups))}")
        if takes == {False} and "x" in step["move"]:
            raise BadPlan(f"{step['move']} takes nothing")
        for said, group in groups.items():
            check_answer(step["try"], said, group, written[said], depth, forced, epsilon)
        left -= part
    if left:
        raise BadPlan(f"not won in {len(left)} positions, for example {min(position.fen for position in left)}")


def check_answer(name, said, group, then, depth, forced, epsilon):
    """Checks the part of a plan about one announcement of one own move."""
    if (then == "mate") != (said.end == "mate"):
        raise BadPlan(f"{name}: {said} is {'no ' if then == 'mate' else ''}mate")
    if isinstance(then, str):
        if then != "mate" and not all(counts_as_mate(position, forced, epsilon) for position in group):
            raise BadPlan(f"{name}: {said} does not count as mate")
        return
    replies = by_announcement(play for position in group for play in position.plays)
    written = {key(answer["announced"]): answer for answer in then}
    if written.keys() != replies.keys() or len(written) != len(then):
        raise BadPlan(f"{name}, {said}: replies {sorted(map(str, replies))}")
    for reply, belief in replies.items():
        if reply.end is not None or written[reply]["positions"] != len(belief):
            raise BadPlan(f"{name}, {said}, {reply}: {len(belief)} positions")
        check_plan(written[reply]["plan"], belief, depth - 2, forced, epsilon)


def key(announced):
    """An announcement as the solver writes it in JSON."""
    return Announcement(announced["capture"], announced["check"], announced["end"])
