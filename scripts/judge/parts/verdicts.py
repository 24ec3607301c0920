"""Verdicts of `solver check`: claims of all kinds, true and false, about two- and three-movers, selfmates and helpmates.

The required messages follow from the truth (brute force) and the claims of the record (`solver check --help`). The verdict must
be that of the gravest message; every required defect must be reported, and no other.
"""

import json
import re
import subprocess

import chess

from . import epd, mutants
from .sets import Record, Tally, board_fields, fill, number, uci
from .trees import Walk

GRAVITY = "illegal,no solution,short,key,avoided,try,line,cooked,count,dual,several,undecided,unread,unclaimed".split(",")

STIPS = "#2 #2 #2 #3 #3 s#2 =2 h#2 h#2 h#2.5 h#3 h#1.5".split()


def san(board, text):
    return board.san(board.parse_uci(text)) if text != "--" else text


class Claim:
    """A record with its claims; moves are UCI, and `pv` may end with a word that is not a move."""

    def __init__(self, board, stip):
        self.board, self.stip = board, stip
        self.bm = self.pm = self.am = self.pv = self.count = None

    def line(self):
        """The record as EPD."""
        say = {}
        for opcode, moves in (("bm", self.bm), ("pm", self.pm), ("am", self.am)):
            if moves:
                say[opcode] = " ".join(san(self.board, move) for move in moves)
        if self.pv:
            at, words = self.board.copy(stack=False), []
            for move in self.pv:
                try:
                    words.append(san(at, move))
                    at.push_uci(move)
                except ValueError:
                    words.append(move)
            say["pv"] = " ".join(words)
        if self.count is not None:
            say["Count"] = str(self.count)
        say["Stip"] = f'"{self.stip}"'
        return board_fields(self.board) + "".join(f" {opcode} {text};" for opcode, text in sorted(say.items()))

    def keys(self):
        """The moves that are claimed as keys."""
        return set(self.bm or self.pm or (self.pv or [])[:1])


def invented(rng, brute, board, stip, truth):
    """A record with claims, some of them false; `truth` is the answer at the claimed length or less."""
    claim = Claim(board, stip)
    length, keys, count = truth
    legal = [uci(board, move) for move in board.legal_moves]
    others = [move for move in legal if move not in keys] or legal
    right = sorted(keys)
    chance = rng.random
    if chance() < 0.6:
        form = rng.choice(("all", "all", "all", "one", "part", "more", "wrong"))
        claim.bm = {"all": right, "one": right[:1], "part": right[: rng.randint(1, len(right) or 1)],
                    "more": right + [rng.choice(others)], "wrong": [rng.choice(others)]}[form] or None
        claim.bm = claim.bm and sorted(set(claim.bm))
    elif chance() < 0.4:
        claim.pm = [rng.choice(right if right and chance() < 0.7 else legal)]
    if chance() < 0.2:
        claim.am = [rng.choice(others if chance() < 0.6 else legal)]
    if chance() < 0.35:
        claim.count = max(0, (count if stip[0] == "h" else len(keys)) + rng.choice((0, 0, 0, 1, -1, 2)))
    if chance() < 0.45:
        claim.pv = invented_line(rng, brute, claim)
    return claim


def invented_line(rng, brute, claim):
    """A line that is right, or wrong somewhere, or stops before the end, or continues after it."""
    kind, bound = epd.read_stipulation(claim.stip)
    if kind[0] == "h":
        lines = brute.lines(board_fields(claim.board), claim.stip)
        line = list(rng.choice(lines)) if lines else []
    else:
        line = forced_line(rng, brute, claim.board, kind, int(bound))
    if line and rng.random() < 0.3:
        line = line[: rng.randint(1, len(line))]
    if rng.random() < 0.5 and line:
        at = rng.randrange(len(line))
        board = played(claim.board, line[:at])
        changed = line[:at] + [uci(board, rng.choice(list(board.legal_moves)))]
        board.push_uci(changed[-1])
        for move in line[at + 1 :]:
            # The rest stays unchanged, as far as it is legal.
            if chess.Move.from_uci(move) not in board.legal_moves:
                break
            changed.append(move)
            board.push_uci(move)
        line = changed
    if line and rng.random() < 0.1:
        board = played(claim.board, line)
        more = list(board.legal_moves)
        line.append(uci(board, rng.choice(more)) if more and rng.random() < 0.7 else "a1a1")
    return line or None


def forced_line(rng, brute, board, kind, bound):
    """A line of direct or self play in which the attacker makes keys, if there are any, and the defender any moves."""
    board, line = board.copy(stack=False), []
    plies = 2 * bound - (not kind.startswith("s"))
    while len(line) < plies:
        legal = [uci(board, move) for move in board.legal_moves]
        attacks = len(line) % 2 == 0
        if not legal or attacks and kind == "s#" and line and board.is_checkmate():
            break
        keys = sorted(brute.solve(board_fields(board), f"{kind}{bound - len(line) // 2}")[1]) if attacks else []
        line.append(rng.choice(keys or legal))
        board.push_uci(line[-1])
    return line


def played(board, line):
    board = board.copy(stack=False)
    for move in line:
        board.push_uci(move)
    return board


class Due:
    """The messages of `check` about a claim: names of defects with their required contents, and names that are optional."""

    def __init__(self, brute, claim):
        self.brute, self.claim, self.board = brute, claim, claim.board
        self.kind, self.bound = epd.read_stipulation(claim.stip)
        self.told, self.allowed = {}, set()
        self.length, self.keys, self.number = brute.solve(board_fields(self.board), claim.stip)
        if not self.length:
            self.told["no solution"] = None
            self.allowed = {"line"}
        elif self.kind.startswith("h"):
            self.helped()
        elif self.length < self.bound:
            self.told["short"] = number(self.length)
            self.allowed = {"line"}
        else:
            self.forced()

    def wrong_keys(self):
        false = self.claim.keys() - self.keys
        if false:
            self.told["key"] = {san(self.board, move) for move in false}
        avoided = set(self.claim.am or []) & self.keys
        if avoided:
            self.told["avoided"] = {san(self.board, move) for move in avoided}

    # Direct and self play.

    def forced(self):
        self.wrong_keys()
        claimed, confirmed = self.claim.keys(), len(self.claim.keys() & self.keys)
        named, found = max(1, len(claimed)), len(self.keys)
        if self.claim.count is not None:
            expected = self.claim.count
            if found < expected:
                self.told["count"] = (found, expected)
        else:
            # One key instead of another is a different key; in addition to it, it is a cook.
            expected = confirmed or named
        if found > expected:
            self.told["cooked"] = (found, self.claim.count if self.claim.count is not None else named)
        line = self.line()
        if line == "due":
            self.told["line"] = None
        elif line == "may be":
            self.allowed.add("line")
        duals = set()
        for key in sorted(self.keys if not confirmed else claimed & self.keys):
            duals |= self.duals(self.board, key, int(self.bound), [])
        if duals:
            self.told["dual"] = duals

    def line(self):
        """Whether the claimed line goes wrong: required, optional, no."""
        line, kind = self.claim.pv, self.kind
        if not line:
            return "no"
        self_play = kind.startswith("s")
        whole = 2 * int(self.bound) - (not self_play)
        board, verdict, judged = self.board.copy(stack=False), "no", True
        for at, move in enumerate(line):
            if at and at % 2 == 0 and self_play and is_over(board, kind) and judged:
                return "due"
            try:
                board.parse_uci(move)
            except ValueError:
                return "due"
            if at % 2 == 0 and judged:
                left = int(self.bound) - at // 2
                length, keys, _ = self.brute.solve(board_fields(board), f"{kind}{left}") if left > 0 else (None, set(), 0)
                if move not in keys:
                    judged = False
                    if at == 0 and move not in self.claim.keys():
                        # A wrong key is reported as such, unless other moves are claimed.
                        return "due"
                    if at > 0 and length == left:
                        return "due"
                    # A move that takes longer than necessary, but may reach the goal in time: the rest may be judged or not.
                    verdict = "may be"
            board.push_uci(move)
        # A line goes to the end, which it may reach sooner against a weak defence.
        return verdict if len(line) <= whole and is_over(board, kind) else "due"

    def duals(self, board, key, moves, line):
        """The shown replies with several continuations, and the lines that lead to them."""
        walk = Walk(self.brute, self.claim.stip)
        line = line + [plain(board, key)]
        after = board.copy(stack=False)
        after.push_uci(key)
        if moves == 1:
            return set()
        threats, found = walk.threats(after, moves - 1), set()
        for reply, said in walk.replies(after, moves - 1).items():
            if said == "goal" or not walk.is_shown(after, threats, reply, said, moves - 1):
                continue
            length, keys = said
            there = after.copy(stack=False)
            there.push_uci(reply)
            shown = line + [plain(after, reply)]
            if len(keys) > 1:
                found.add((tuple(shown), tuple(sorted(plain(there, move) for move in keys))))
            for move in keys:
                found |= self.duals(there, move, length, shown)
        return found

    # Help play.

    def helped(self):
        if self.length < self.bound:
            self.told["short"] = number(self.length)
        else:
            self.wrong_keys()
        found = self.brute.counts(board_fields(self.board), self.claim.stip).get(float(self.bound), 0)
        if not found:
            self.allowed |= {"line", "count", "key"}
            return
        self.helped_line()
        claimed = self.claim.count if self.claim.count is not None else len(self.claim.keys()) or None
        if claimed is None:
            if found > 1:
                self.told["several"] = found
        elif found > claimed:
            self.told["cooked"] = (found, claimed)
        elif found < claimed:
            self.told["count"] = (found, claimed)

    def helped_line(self):
        line = self.claim.pv
        if not line:
            return
        lines = self.brute.lines(board_fields(self.board), self.claim.stip)
        if tuple(line) in lines:
            return
        if "short" in self.told or len(lines) >= 1000:
            self.allowed.add("line")
        if "line" not in self.allowed or "a1a1" in line:
            self.told["line"] = None


def is_over(board, kind):
    return board.is_checkmate() if kind.endswith("#") else board.is_stalemate()


def plain(board, text):
    return san(board, text).rstrip("+#")


def faults_of(answer, due):
    """The faults in one object of `check`."""
    defects = {defect["name"]: defect for defect in answer["defects"]}
    names = [defect["name"] for defect in answer["defects"]]
    faults = []
    lacking, false = set(due.told) - set(names), set(names) - set(due.told) - due.allowed
    if lacking or false:
        faults.append(f"defects missing {sorted(lacking)}, false {sorted(false)}; reported {names}")
    if names != sorted(set(names), key=GRAVITY.index):
        faults.append(f"not the gravest first, each once: {names}")
    if answer["verdict"] != (names[0] if names else "sound"):
        faults.append(f"verdict {answer['verdict']}, defects {names}")
    if due.length and due.told.get("no solution", 0) == 0 and not (due.length < due.bound):
        keys = {san(due.board, move) for move in due.keys}
        if set(answer["keys"]) != keys:
            faults.append(f"keys {answer['keys']}, not {sorted(keys)}")
    for name in set(due.told) & set(names):
        faults += said_wrong(name, due.told[name], defects[name], due)
    return faults


def said_wrong(name, wanted, defect, due):
    if name == "short" and str(defect["found"]) != wanted:
        return [f"short {defect['found']}, not {wanted}"]
    if name in ("key", "avoided") and set(defect["moves"]) != wanted:
        return [f"{name} {defect['moves']}, not {sorted(wanted)}"]
    if name in ("cooked", "count") and (defect["found"], defect["claimed"]) != wanted:
        return [f"{name} {defect['found']} for {defect['claimed']}, not {wanted}"]
    if name == "several" and defect["found"] != wanted:
        return [f"several {defect['found']}, not {wanted}"]
    if name == "dual":
        strip = lambda moves: tuple(move.rstrip("+#") for move in moves)
        told = {(strip(d["line"]), tuple(sorted(strip(d["continuations"])))) for d in defect["duals"]}
        if told != wanted:
            return [f"duals missing {sorted(wanted - told)[:3]}, false {sorted(told - wanted)[:3]}"]
    return []


def judge_check(options):
    """Verdicts of solver check: true and false claims about two- and three-movers, selfmates and helpmates."""
    tally = Tally("check", options, 20_000)
    brute, rng = tally.brute, tally.rng
    questions = mutants.Questions(STIPS, 0.7, men=18)
    verdicts = {}

    def make():
        board, stip = questions.draw(rng)
        if board is None:
            return None
        # One in six claims a longer or a shorter length than its problem had.
        if rng.random() < 0.17:
            stip = re.sub(r"\d+", lambda n: str(max(1, int(n[0]) + rng.choice((-1, 1)))), stip, count=1)
            if stip in ("h#4", "h#3.5", "#4", "s#3", "=3"):
                return None
        truth = brute.solve(board_fields(board), stip)
        if truth[0] == 1 and rng.random() < 0.8:
            return None
        claim = invented(rng, brute, board, stip, truth)
        return Record(claim.line(), stip, truth, due=Due(brute, claim)), truth[0]

    records = fill(tally, make)
    command = [options.solver, "check", "--format", "json", "--progress", "never", "-M", "64", "-j", "1"]
    made = subprocess.run(command, input="".join(record.line + "\n" for record in records), capture_output=True, text=True)
    answers = [json.loads(line) for line in made.stdout.splitlines()]
    if len(answers) != len(records) + 1:
        raise RuntimeError(f"{len(answers)} objects for {len(records)} records: {made.stderr[-500:]}")
    totals = answers.pop()["totals"]
    for record, answer in zip(records, answers):
        verdicts[answer["verdict"]] = verdicts.get(answer["verdict"], 0) + 1
        if "undecided" in [defect["name"] for defect in answer["defects"]]:
            tally.leave("undecided by the solver")
            continue
        tally.judge(record.truth[0], faults_of(answer, record.due), record.line, json.dumps(answer)[:900])
    if {name: n for name, n in totals.items() if n and name != "records"} != verdicts:
        tally.judge(False, [f"totals {totals}, not {verdicts}"], "totals", "")
    print(f"check: verdicts {dict(sorted(verdicts.items(), key=lambda pair: -pair[1]))}")
    return tally.end()
