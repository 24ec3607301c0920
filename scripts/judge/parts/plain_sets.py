"""The sets of scripts/judge/second in which an answer is a length, keys and a number: duplex, help play of 3.5 and 4 moves, bare
endings, men in hand; and the set that compares the brute force itself with python-chess."""

import chess
import chess.variant

from . import epd, house, mutants
from .brute import Judge
from .cpp import Hard
from .sets import Record, Tally, board_fields, compare, fill, part, passed, reserve_of, run, uci


def judge_set(name, options, make, effort, sides=("",)):
    """Fills a set with the results of `make(rng, brute)`, has it solved, and compares every side of every answer."""
    tally = Tally(name, options, effort)
    records = fill(tally, lambda: make(tally.rng, tally.brute))
    answers = run(options, [record.line for record in records])
    tally.allow(100 * effort)
    for record, answer in zip(records, answers):
        read, faults = epd.read_record(answer), []
        if read.has("Limit"):
            tally.leave("a limit of the solver")
            continue
        try:
            for side in sides:
                truth = record.truth[side]
                if truth is not None:
                    faults += [side + fault for fault in compare(tally.brute, part(read, side), record.stip, truth, record.rules)]
                elif any(opcode.startswith(side) for opcode, _ in read.operations):
                    faults.append(f"{side}: an answer where that side cannot begin")
        except Hard:
            tally.leave("line too hard for the brute force")
            continue
        solved = max((truth[0] or 0 for truth in record.truth.values() if truth), default=0)
        tally.judge(solved, faults, record.line, answer)
    return tally.end()


# ---- the brute force itself


def judge_brute(options):
    """Perft, moves and states of random games and positions: brute.cpp against python-chess, including hands."""
    tally = Tally("brute", options, 10**9)
    brute, rng = tally.brute, tally.rng
    kinds = ("plain", "plain", "castling", "chess960", "passant", "promotion", "crazyhouse", "bughouse now", "bughouse unblockable")
    while tally.judged < options.count:
        rules = rng.choice(kinds)
        board = played_board(rng, rules)
        if board is None:
            continue
        rules = rules if "house" in rules else ""
        depth = rng.choice((1, 2, 2, 3)) if not rules else rng.choice((1, 1, 2))
        fen, faults = board_fields(board), []
        state = "mate" if board.is_checkmate() else "stalemate" if stalemate(board, rules) else "check" if board.is_check() else "quiet"
        if brute.state(fen, rules) != state:
            faults.append(f"state {brute.state(fen, rules)}, not {state}")
        own = set(brute.ask(fen, "moves", rules).split()) - {"-"}
        due = {uci(board, move) for move in board.legal_moves}
        if own != due:
            faults.append(f"moves false {sorted(own - due)}, missing {sorted(due - own)}")
        if int(brute.ask(fen, f"perft {depth}", rules)) != perft(board, depth):
            faults.append(f"perft {depth} {brute.ask(fen, f'perft {depth}', rules)}, not {perft(board, depth)}")
        # Positions near the end, including mates, count as solutions here.
        tally.judge(bool(state != "quiet" or board.castling_rights or board.has_legal_en_passant() or rules), faults, f"{fen} {rules}", "")
        faults = answers_differ(rng, brute)
        if faults:
            tally.judge(True, faults, faults[0], "")
        mates = sum(1 for move in board.legal_moves if after(board, move).is_checkmate())
        tally.left["mates in one seen"] += mates
        keys = brute.solve(fen, "#1", rules)[2]
        if keys != mates:
            tally.judge(True, [f"{keys} mates in one, not {mates}"], fen, "")
    return tally.end()


def answers_differ(rng, brute):
    """One small question of any kind, put to brute.cpp and to the plain search over python-chess."""
    board, stip = mutants.random_board(rng, 3, 5), rng.choice(ANSWERED)
    if board is None:
        return []
    (kind, n), fen, plain = epd.read_stipulation(stip), board_fields(board), Judge()
    due = {uci(board, move) for move in plain.keys(board, kind, n)}
    if not epd.has_lines(kind):
        own = brute.within(fen, stip)
    else:
        lines = brute.lines(fen, stip)
        own, count = {line[0] for line in lines}, plain.solutions(board, kind, n)
        if count != len(lines):
            return [f"{fen} {stip}: {len(lines)} lines, not {count}"]
    return [] if own == due else [f"{fen} {stip}: {sorted(own)}, not {sorted(due)}"]


ANSWERED = "#1 #2 =1 =2 ==1 s#1 s=1 r#1 semi-r#1 r=1 h#1 h#1.5 h=1 h==1 hs#2 hr#1.5 ser-#2 ser-=2 ser-h#1 ser-s#1 ser-r#1".split()


def stalemate(board, rules):
    return not rules.startswith("bughouse") and board.is_stalemate()


def after(board, move):
    made = board.copy(stack=False)
    made.push(move)
    return made


def perft(board, depth):
    return 1 if depth == 0 else sum(perft(after(board, move), depth - 1) for move in list(board.legal_moves))


def played_board(rng, kind):
    """A position from a random game or a random one, with the answer for `kind`."""
    if "house" in kind:
        board = house.HouseBoard()
        board.rules = (kind.split()[0], kind.split()[-1] if kind != "crazyhouse" else "now", False)
        board.pockets[rng.random() < 0.5].add(rng.choice(mutants.KINDS))
    elif kind == "plain" and rng.random() < 0.5:
        return mutants.random_board(rng, 3, 12)
    elif kind == "promotion":
        board = chess.Board("8/PPPk1P2/8/8/8/8/1pp1K1pp/R1N2N1R w - - 0 1")
    elif kind == "castling":
        board = chess.Board("r3k2r/1p2p3/8/8/8/8/1P2P3/R3K2R w KQkq - 0 1")
    elif kind == "chess960":
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        for square in chess.SquareSet(~(board.kings | board.rooks)):
            if rng.random() < 0.9:
                board.remove_piece_at(square)
        if board.was_into_check():
            return None
    else:
        board = chess.Board()
    for _ in range(rng.randint(0, 12 if kind in ("castling", "chess960", "promotion") else 90)):
        moves = list(board.legal_moves)
        if not moves:
            break
        passant = [m for m in moves if board.piece_type_at(m.from_square) == chess.PAWN and abs(m.to_square - m.from_square) == 16]
        captures = [m for m in moves if board.is_capture(m)]
        board.push(rng.choice(passant if kind == "passant" and passant and rng.random() < 0.5 else captures if captures and rng.random() < 0.3 else moves))
    board.clear_stack()
    return board


# ---- duplex

DUPLEX = ("#1 #2 #2 #3 -#1 -#2 =1 =2 ==1 s#1 s#2 s=1 s=2 r#1 r#2 r=1 semi-r#1 semi-r#2 h#1 h#1.5 h#2 h#2 h#2.5 h=1 h=2 h=1.5 hs#2 hs#2.5 hr#2 "
          "ser-#2 ser-#3 ser-=2 ser-h#2 ser-h#3 ser-h=2 ser-s#2 ser-r#2 exact").split()


def judge_duplex(options):
    """dup: the answers for both sides, each as if it were to move. Half of the records have a solution for the other side."""
    pool = [(board, stip) for board, stip, _ in mutants.problems() if len(board.piece_map()) < 15 and epd.read_stipulation(stip)
            and epd.read_stipulation(stip)[1] <= (3 if stip[0] in "h#" and not stip.startswith(("hs", "hr")) else 2)]

    def make(rng, brute):
        if rng.random() < 0.6:
            board, stip = rng.choice(pool)
            board = mutants.mutated(rng, board, 2)
            # The solved side is usually the other one.
            if board and rng.random() < 0.7:
                if board.is_check():
                    return None
                board = passed(board)
                if not mutants.is_legal(board):
                    return None
        else:
            board, stip = mutants.random_board(rng, 4, 8), rng.choice(DUPLEX[:-1])
        if board is None or board.is_check() and rng.random() < 0.9:
            return None
        fen = board_fields(board)
        truth = {"": brute.solve(fen, stip), "Duplex": None}
        if not board.is_check():
            truth["Duplex"] = brute.solve(board_fields(passed(board)), stip)
        solved = truth["Duplex"] and truth["Duplex"][0]
        return Record(f'{fen} Stip "{stip}"; dup;', stip, truth), solved

    return judge_set("duplex", options, make, 30_000, sides=("", "Duplex"))


# ---- help play and bare endings


class Ladder:
    """Positions with solutions, by stipulation and length. Long solutions are found in small steps: solved positions are changed,
    those with longer solutions more often."""

    def __init__(self, stips):
        self.solved = {stip: {} for stip in stips}

    def add(self, stip, length, *boards):
        self.solved[stip].setdefault(length, []).extend(boards)

    def draw(self, rng, stip, share, steepness, changes):
        """A changed position, or None; False if a random one is wanted instead."""
        longest = sorted((length for length, boards in self.solved[stip].items() if boards), reverse=True)
        if not longest or rng.random() >= share:
            return False
        board = rng.choice(self.solved[stip][longest[min(int(rng.expovariate(steepness)), len(longest) - 1)]])
        return mutants.mutated(rng, board, changes)

    def record(self, brute, board, stip):
        """The record, and the length of its solution."""
        fen = board_fields(board)
        truth = brute.solve(fen, stip)
        if truth[0]:
            self.add(stip, truth[0], board)
        return Record(f'{fen} Stip "{stip}";', stip, {"": truth}), truth[0]


def judge_help(name, options, stips, plies, low, high):
    """Help play of one length, from the ends of longer problems, their mutants and random positions."""
    ladder = Ladder(stips)
    for board, stip, lines in mutants.problems():
        for wanted in ladder.solved:
            if stip.startswith(wanted[:2]) and not stip.startswith("h=="):
                ladder.add(wanted, plies / 2, *(at for at in mutants.cut(board, lines, plies) if len(at.piece_map()) <= high))

    def make(rng, brute):
        stip = rng.choice(stips)
        board = ladder.draw(rng, stip, 0.7, 1.0, 3)
        if board is False:
            board = mutants.random_board(rng, low, high - 1)
        if board is None or len(board.piece_map()) > high:
            return None
        record, length = ladder.record(brute, board, stip)
        # Short ones are easy to find, and numerous.
        if length and length < plies / 2 - 1 and rng.random() < 0.5:
            return None
        return record, length

    return judge_set(name, options, make, 6_000)


def judge_h35(options):
    """h#3.5 and h=3.5."""
    return judge_help("h3.5", options, ("h#3.5", "h#3.5", "h#3.5", "h=3.5"), 7, 4, 6)


def judge_h4(options):
    """h=4 with few men, and some h#4."""
    return judge_help("h=4", options, ("h=4", "h=4", "h=4", "h#4"), 8, 3, 5)


def judge_endings(options):
    """Few men: stalemate without pawns, self and reflex play, asked in five to seven moves."""
    stips = "=5 =5 =5 =5 =6 =6 =6 =7 s#5 s#5 s#5 s#6 s=5 s=5 r#5 r=5 semi-r#5 semi-r=5 s==5 ==5".split()
    ladder = Ladder(stips)
    for board, stip, _ in mutants.problems():
        for wanted in stips:
            if wanted[0] in "sr" and stip[:-1] == wanted[:-1] and len(board.piece_map()) <= 7:
                ladder.add(wanted, int(stip[-1]), board)

    def make(rng, brute):
        stip = rng.choice(stips)
        bare = stip[0] == "="
        board = ladder.draw(rng, stip, 0.85, 0.7, 2)
        if board is False:
            board = mutants.random_board(rng, 3, 4 if bare else 5, pawns=False)
        if board is None or bare and board.pawns or len(board.piece_map()) > (5 if bare else 7):
            return None
        record, length = ladder.record(brute, board, stip)
        if length and rng.random() < {1: 0.95, 2: 0.6}.get(length, 0):
            return None
        return record, length

    return judge_set("endings", options, make, 6_000)


# ---- men in hand


class Houses:
    """Makes records with hands: problems with men in hand, small random positions, mutants of solved problems."""

    def __init__(self, variants, stips, hands):
        self.variants, self.stips, self.hands = variants, stips, hands
        self.pool = [board for board, stip, _ in mutants.problems() if stip in ORTHODOX and len(board.piece_map()) <= 12]
        self.solved = {}

    def position(self, rng, stip):
        """The four fields with a hand, or None."""
        form, solved = rng.random(), self.solved.get(stip)
        if solved and form < 0.6:
            board, given = rng.choice(solved)
            board = mutants.mutated(rng, board, 2)
            if rng.random() < 0.3:
                given = "".join(sorted(given + rng.choice("PNBRQpnbrq")))[: rng.randint(0, 4)]
        elif form < 0.75:
            board, given = mutants.mutated(rng, rng.choice(self.pool), 2), "".join(rng.choices("PNBRQpnbrq", k=rng.randint(0, 2)))
        else:
            board = mutants.random_board(rng, 3, 8 if "3" not in stip else 6)
            strong = "".join(rng.choices("PNBRQ", k=rng.randint(0, self.hands)))
            weak = "".join(rng.choices("PNBRQ", (5, 2, 2, 1, 0), k=rng.choice((0, 0, 1, 1, 2))))
            given = board and (strong + weak.lower() if board.turn else weak + strong.lower())
        return board and (board, given)

    def record(self, rng, brute):
        """(record, length of its solution), or None."""
        stip, variant = rng.choice(self.stips), rng.choice(self.variants)
        made = self.position(rng, stip)
        if made is None:
            return None
        board, given = made
        placed, rest = board_fields(board).split(" ", 1)
        fen = f"{placed}[{given}] {rest}"
        rules = "crazyhouse" if variant == "crazyhouse" else "bughouse " + rng.choice(("now", "unblockable"))
        operations = f'Variant "{variant}";'
        if rules == "bughouse now":
            operations = 'MateRule "now"; ' + operations
        if stip[0] in "#-" and rng.random() < 0.12:
            rules += reserve_of(board.turn if stip[0] == "-" else not board.turn)
            operations = 'Reserve "any"; ' + operations
        truth = brute.solve(fen, stip, rules)
        if brute.ask(fen, "moves", rules) == "-":
            return None
        if truth[0] and truth[0] > 1:
            self.solved.setdefault(stip, []).append((board, given))
        # Usually the first move already reaches the goal, or no move does.
        if truth[0] == 1 and rng.random() < 0.8:
            return None
        return Record(f'{fen} {operations} Stip "{stip}";', stip, {"": truth}, rules), truth[0]


ORTHODOX = ("#1", "#2", "#3", "=2", "s#1", "s#2", "s=2", "r#1")


def judge_crazyhouse(options):
    """Crazyhouse: stalemate and selfstalemate."""
    houses = Houses(("crazyhouse",), ("=1", "=2", "=2", "=2", "=3", "s=1", "s=2", "s=2"), 1)
    return judge_set("crazyhouse", options, houses.record, 20_000)


def judge_hands(options):
    """Bughouse (and crazyhouse) with hands: mates in two and three."""
    houses = Houses(("bughouse",) * 4 + ("crazyhouse",), ("#2", "#2", "#3", "-#1", "-#2", "s#2"), 3)
    return judge_set("hands", options, houses.record, 20_000)
