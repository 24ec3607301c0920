"""Judges the exact tables of K+R and K+Q against a bare king: every plan followed to the mates, short wins solved again.

What must hold of a set of king squares won in n moves, and is asked here:
- the plan the table shows is replayed with the umpire of umpire.py, set after set, down to the mates (upper bound);
- no square of the set is nearer to mate than n in plain chess, nor is the set won in less where the plain solver of
  beliefs.py reaches (lower bound). One known square may take longer than plain chess: after the king's reply White
  does not see where it went.
"""

import json
import subprocess
from collections import deque

import chess

from .beliefs import Solver, TooMany, by_announcement
from .umpire import Pool

NAMES = {"krk": "R", "kqk": "Q"}


def distances(symbol):
    """Plain chess: moves to mate, White to move, by (white king, man, black king) square; retrograde, without symmetry."""
    king = [[square for square in chess.SQUARES if chess.BB_KING_ATTACKS[origin] >> square & 1] for origin in chess.SQUARES]

    def rays(origin, blocker):
        full = chess.Board(None)
        full.set_piece_at(origin, chess.Piece.from_symbol(symbol))
        full.set_piece_at(blocker, chess.Piece.from_symbol("K"))
        return int(full.attacks(origin))

    attacks = {(man, other): rays(man, other) for man in chess.SQUARES for other in chess.SQUARES if man != other}
    # Black to move: the replies that are left; a man that can be taken is no win.
    replies, won, queue = {}, {}, deque()
    legal = lambda white, man, black: len({white, man, black}) == 3 and chess.square_distance(white, black) > 1
    for (man, white), reach in attacks.items():
        for black in chess.SQUARES:
            if legal(white, man, black):
                guarded = chess.square_distance(white, man) == 1
                # The king itself gives no shelter: look through it.
                through = reach | int(chess.SquareSet(chess.ray(man, black)) & behind(man, black, white)) if reach >> black & 1 else reach
                free = [to for to in king[black] if to != white and chess.square_distance(white, to) > 1
                        and not (to != man and through >> to & 1) and not (to == man and guarded)]
                takes = man in free
                if not free and reach >> black & 1:
                    queue.append((white, man, black, 0))
                elif free and not takes:
                    replies[white, man, black] = len(free)
    # Breadth first: positions with Black to move that are lost in 0, 1, 2, ... moves.
    while queue:
        white, man, black, lost = queue.popleft()
        before = [(origin, man) for origin in king[white]] + [
            (white, origin) for origin in chess.SquareSet(attacks[man, white]) if not blocked(origin, man, black)]
        for place in before:
            at = (*place, black)
            if not legal(*at) or at in won or attacks[place[1], place[0]] >> black & 1:
                continue
            won[at] = lost + 1
            for origin in king[black]:
                parent = (*place, origin)
                if parent in replies:
                    replies[parent] -= 1
                    if not replies[parent]:
                        queue.append((*parent, lost + 1))
    return won


def blocked(origin, target, square):
    return bool(chess.between(origin, target) >> square & 1)


def behind(man, black, white):
    """The squares on the line from `man` beyond the black king, as far as the white king."""
    found = 0
    for square in chess.SquareSet(chess.ray(man, black)):
        if chess.between(man, square) >> black & 1 and not chess.between(man, square) >> white & 1:
            found |= 1 << square
    return found


class Table:
    """The solver's table of one ending, asked through its command line."""

    def __init__(self, solver, name):
        command = [solver, "kriegspiel", "ending", name, "--ask", "--format", "json"]
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.letter, self.known = NAMES[name], {}

    def ask(self, king, man, squares):
        """What the table says of a set; None where it refuses to answer."""
        at = king, man, frozenset(squares)
        if at not in self.known:
            names = " ".join(chess.square_name(square) for square in sorted(squares))
            place = f"K{chess.square_name(king)} {self.letter}{chess.square_name(man)}"
            self.program.stdin.write(f"{place}: {names}\n")
            answer = json.loads(self.program.stdout.readline())
            self.known[at] = None if "error" in answer else answer
        return self.known[at]


class EndingJudge:
    """Compares one table with the rules."""

    def __init__(self, table, judge, effort):
        self.table, self.judge, self.effort = table, judge, effort
        self.distances, self.verified, self.pool = distances(table.letter), {}, Pool()

    def position(self, king, man, black):
        board = chess.Board(None)
        for square, symbol in ((king, "K"), (man, self.table.letter), (black, "k")):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        return self.pool.position(board)

    def squares(self, king, man):
        """Where the black king may be with White to move."""
        free = [square for square in chess.SQUARES if square not in (king, man)]
        return [square for square in free if self.position(king, man, square).board.is_valid()]

    def differ(self, king, man, squares, text):
        self.judge.wrong += 1
        names = " ".join(chess.square_name(square) for square in sorted(squares))
        print(f"K{chess.square_name(king)} {self.table.letter}{chess.square_name(man)}, king on {names}: {text}", flush=True)

    def follow(self, king, man, squares):
        """Follows the table's plan for a won set to its end; None, or what is wrong with it."""
        work, queries = [(king, man, frozenset(squares))], 0
        while work:
            at = work.pop()
            if at in self.verified:
                continue
            queries += 1
            if queries > self.effort:
                self.judge.counts["plans cut short"] += 1
                return None
            self.verified[at] = True
            said = self.table.ask(*at)
            if said is None or said["moves"] is None:
                return f"{self.text(at)} is said to be won, and then is not"
            left = set(at[2])
            for step in said["tries"]:
                wrong = self.step(at, said["moves"], step, left, work)
                if wrong:
                    return f"{self.text(at)}, {step['try']}: {wrong}"
            if left:
                return f"{self.text(at)}: nothing is tried for {self.names(left)}"
            if max(step["moves"] for step in said["tries"]) != said["moves"]:
                return f"{self.text(at)}: {said['moves']} moves, but its tries need others"
            self.judge.counts["sets followed"] += 1
        return None

    def step(self, at, moves, step, left, work):
        """Replays one try for what is left of a set; appends the sets that must be won in turn."""
        king, man, _ = at
        origin, target = (chess.parse_square(name[-2:]) for name in step["try"].split("-"))
        move = chess.Move(origin, target)
        if origin not in (king, man) or target in (king, man):
            return "impossible"
        legal = {square for square in left if move in self.position(king, man, square).legal}
        if self.names(legal) != sorted(step["legal"]) or self.names(left - legal) != sorted(step["refused"]) or not legal:
            return f"legal on {self.names(legal)}"
        groups, mates = {}, {}
        for square in legal:
            said, after = self.position(king, man, square).play(move)
            if said.end == "stalemate":
                return f"stalemate on {chess.square_name(square)}"
            (mates if said.end else groups).setdefault(said.check or "silent", {})[square] = after
        answers = {answer["announced"]: answer for answer in step["answers"]}
        if answers.keys() != groups.keys() | mates.keys():
            return f"announcements {sorted(groups.keys() | mates.keys())}"
        king, man = (target, man) if origin == king else (king, target)
        for name, answer in answers.items():
            group = groups.get(name, {})
            if self.names(mates.get(name, {})) != sorted(answer["mates"]) or self.names(group) != sorted(answer["before"]):
                return f"{name}: mates on {self.names(mates.get(name, {}))}, before {self.names(group)}"
            replies = by_announcement(play for after in group.values() for play in after.plays)
            if any(said.capture or said.check or said.end for said in replies):
                return f"{name}: a man is lost"
            after = {position.board.king(chess.BLACK) for positions in replies.values() for position in positions}
            if self.names(after) != sorted(answer["after"]):
                return f"{name}: after the reply {self.names(after)}"
            if not after:
                continue
            then = self.table.ask(king, man, after)
            if then is None or then["moves"] != answer["moves"]:
                return f"{name}: {answer['moves']} moves, but of its own {then and then['moves']}"
            if answer["moves"] >= step["moves"]:
                return f"{name}: {answer['moves']} moves are not less than {step['moves']}"
            work.append((king, man, frozenset(after)))
        left -= legal
        return None

    def names(self, squares):
        return sorted(chess.square_name(square) for square in squares)

    def text(self, at):
        king, man, squares = at
        return f"K{chess.square_name(king)} {self.table.letter}{chess.square_name(man)} {self.names(squares)}"

    def judge_set(self, king, man, squares):
        """Everything asked of one set."""
        counts = self.judge.counts
        counts["sets of king squares"] += 1
        said = self.table.ask(king, man, squares)
        if said is None or sorted(said["king"]) != self.names(squares):
            return self.differ(king, man, squares, f"answer {said}")
        moves = said["moves"]
        plain = [self.distances.get((king, man, square)) for square in squares]
        if moves is not None:
            if None in plain or moves < max(plain):
                return self.differ(king, man, squares, f"won in {moves}, in plain chess {plain}")
            if max(plain) == 1 == len(plain) and moves != 1:
                self.differ(king, man, squares, f"mate in 1, not in {moves}")
            counts["one square, as long as in plain chess" if plain == [moves] else
                   "one square, longer than in plain chess" if len(plain) == 1 else "several squares"] += 1
            wrong = self.follow(king, man, squares)
            if wrong:
                self.differ(king, man, squares, wrong)
        # Not won in less than said, nor at all where the table says so, as deep as the effort reaches.
        solver, belief = Solver(effort=4000), {self.position(king, man, square) for square in squares}
        for n in range(1, (moves or 99) + 1):
            try:
                won = not solver.rest(belief, 2 * n - 1)
            except TooMany:
                break
            counts[f"solved again for {n}"] += 1
            if won != (n == moves):
                return self.differ(king, man, squares, f"{'won' if won else 'not won'} in {n}, the table says {moves}")
            if won:
                counts["lengths solved again"] += 1


def judge_endings(options, judge, rng):
    """Random sets of one to four king squares, most of them near the edge."""
    judges = [EndingJudge(Table(options.solver, name), judge, options.queries) for name in NAMES]
    for number in range(options.endings):
        one = rng.choice(judges)
        for _ in range(40):
            king, man, squares = random_set(one, rng)
            said = one.table.ask(king, man, squares)
            # Every other set should be short enough to be solved again.
            if number % 2 or said is None or said["moves"] is not None and said["moves"] <= 3:
                break
        one.judge_set(king, man, squares)


def random_set(one, rng):
    """A placement, and one to four king squares near each other."""
    while True:
        king, man = rng.sample(chess.SQUARES, 2)
        if rng.random() < 0.7:
            king = chess.square(rng.randint(1, 6), rng.choice((2, 5)))
        free = one.squares(king, man) if king != man else []
        if rng.random() < 0.7:
            free = [square for square in free if chess.square_rank(square) in (0, 7) and chess.square_distance(square, king) <= 3]
        if free:
            break
    first = rng.choice(free)
    near = [square for square in free if square != first and chess.square_distance(square, first) <= 2]
    return king, man, {first, *rng.sample(near, min(len(near), rng.randint(0, 3)))}
