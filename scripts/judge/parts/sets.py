"""Common code for the sets of scripts/judge/second: half of the records solved, a run of the solver, a tally of the results.

`fill` collects records that the brute force has answered, `Tally` counts their results, `compare` compares one answer of
the solver with one of the brute force.
"""

import collections
import itertools
import random
import re
import shlex
import subprocess
import sys
import time

import chess

from . import epd, house
from .cpp import Brute, Hard

SOLVED = 0.5
"""The intended share of records with a solution in a set."""

LEAST = 0.4
"""A set with a smaller share has judged too little."""


def number(length):
    """2.0 as "2", 2.5 as "2.5"."""
    return str(int(length)) if length == int(length) else str(length)


def uci(board, move):
    """UCI; castling is written with the two squares of the king, or in Chess960 with those of king and rook."""
    if getattr(move, "drop", None):
        return move.uci()
    usual = chess.square_file(move.from_square) == 4 and chess.square_file(move.to_square) in (0, 7)
    return board.uci(move, chess960=board.chess960 and board.is_castling(move) and not usual)


def passed(board):
    """The position if the side to move could pass."""
    board = board.copy(stack=False)
    board.turn, board.ep_square = not board.turn, None
    return board


class Tally:
    """A set: its brute force, its random numbers, the number of judged records and their results."""

    def __init__(self, name, options, effort):
        self.name, self.options = name, options
        self.brute, self.rng = Brute(effort), random.Random(options.seed)
        self.judged = self.solved = self.differences = 0
        self.left, self.lengths = collections.Counter(), collections.Counter()
        self.started = time.process_time(), time.monotonic()

    def judge(self, solved, faults, line, answer):
        """Counts one record with the faults in its answer; `solved`: false, true or the length of the solution."""
        self.judged += 1
        self.solved += bool(solved)
        if solved and solved is not True:
            self.lengths[number(solved)] += 1
        if faults:
            self.differences += 1
            print(f"DIFFERENCE in {line}\n  solver: {answer}")
            for fault in faults:
                print(f"  judge:  {fault}")

    def leave(self, why):
        """Counts a candidate that was not judged, with the reason."""
        self.left[why] += 1

    def allow(self, effort):
        """From now on questions may take this many nodes."""
        self.brute.close()
        self.brute = Brute(effort)

    def end(self):
        """Prints the row of the table; True if all is well."""
        self.brute.close()
        wanted = self.options.count
        print(
            f"{self.name}: {self.judged} judged, {self.solved} with a solution, {self.differences} differences, seed {self.options.seed}, "
            f"lengths {dict(sorted(self.lengths.items()))}, "
            f"{time.monotonic() - self.started[1]:.0f} s; not judged: {dict(sorted(self.left.items())) or 'none'}",
            flush=True,
        )
        if self.judged < wanted:
            print(f"{self.name}: too few were judged; {wanted} were requested")
        if self.solved < LEAST * self.judged:
            print(f"{self.name}: too few have solutions")
        return not self.differences and self.judged >= wanted and self.solved >= LEAST * self.judged


def fill(tally, make, count=None):
    """Calls `make` until there are enough records of both kinds; it returns (record, solved), or None if it made no record."""
    wanted = count or tally.options.count
    quota = {True: int(wanted * SOLVED + 0.5)}
    quota[False] = wanted - quota[True]
    found, seen = [], set()
    for tries in itertools.count():
        if len(found) == wanted:
            return found
        if tries > 400 * wanted:
            print(f"{tally.name}: only {len(found)} found in {tries} tries")
            return found
        try:
            made = make()
        except Hard:
            tally.leave("too hard for the brute force")
            continue
        if made is None:
            continue
        record, solved = made
        if quota[bool(solved)] == 0:
            tally.leave("surplus " + ("solved" if solved else "unsolved"))
        elif record.line in seen:
            tally.leave("twice")
        else:
            seen.add(record.line)
            quota[bool(solved)] -= 1
            found.append(record)
            if len(found) % 100 == 0:
                print(f"{tally.name}: {len(found)} found, {tries + 1} tried", file=sys.stderr, flush=True)


class Record:
    """A line for the solver, the answer of the brute force to it, and whatever else a set needs."""

    def __init__(self, line, stip, truth, rules="", **more):
        self.line, self.stip, self.truth, self.rules = line, stip, truth, rules
        self.__dict__.update(more)


def run(options, lines, *arguments):
    """The solver's answers, one per line."""
    arguments = [*shlex.split(options.arguments), *arguments]
    command = [options.solver, "-b", "--no-time", "--progress", "never", *arguments]
    for option, value in (("-M", "64"), ("-j", "1")):
        command += [option, value] if option not in arguments else []
    made = subprocess.run(command, input="".join(line + "\n" for line in lines), capture_output=True, text=True)
    answers = made.stdout.splitlines()
    if made.returncode not in (0, 2) or len(answers) != len(lines):
        raise RuntimeError(f"{' '.join(map(str, command))}: exit {made.returncode}, {len(answers)} lines for {len(lines)}: {made.stderr[-500:]}")
    return answers


# ---- one answer against the truth


def part(record, prefix):
    """The operations for one side of a duplex, under their usual names."""
    if prefix:
        # The moves are quoted.
        own = [(o.removeprefix(prefix), [word for text in v for word in text.split()])
               for o, v in record.operations if o.startswith(prefix) or o == "Stip"]
        return epd.Record(passed(record.board), own)
    return epd.Record(record.board, [(o, v) for o, v in record.operations if not o.startswith("Duplex")])


def moves_of(record, opcode):
    found = record.move_set(opcode)
    return set() if found is None else {uci(record.board, move) for move in found}


def compare(brute, record, stip, truth, rules=""):
    """The faults in `record` (an epd.Record), for which the brute force gives `truth` = (length, keys, number)."""
    kind, bound = epd.read_stipulation(stip)
    length, keys, count = truth
    faults = []

    def hold(name, said, due):
        if said != due:
            faults.append(f"{name} {said}, not {due}")

    if record.has("Limit") or record.has("Error"):
        return ["a limit or an error"]
    if kind == "-#":
        record.board = house.against(record.board, record.board.turn)
    if not any(record.board.legal_moves) and not is_waiting(brute, record.board, rules):
        state = brute.state(board_fields(record.board), rules)
        due = -32767 if state == "mate" else 0
        hold("ce", record.number("ce"), due)
        return faults
    if length is None:
        opcode = "Safe" if kind == "-#" else "Refuted"
        hold(opcode, record.length(opcode), bound)
        if kind == "-#":
            replies = brute.replies(board_fields(record.board), f"#{bound}", rules)
            hold("bm", moves_of(record, "bm"), {move for move, said in replies.items() if said == (None, set())})
        for claim in ("dm", "Dist", "pv"):
            if record.has(claim):
                faults.append(f"{claim} {record.text(claim)}, but there is no solution")
        return faults
    for opcode in ("Refuted", "Safe"):
        if record.has(opcode):
            faults.append(f"{opcode} {record.text(opcode)}, but there is a solution in {number(length)}")
    if kind == "#":
        hold("dm", record.number("dm"), int(length))
    elif kind == "-#":
        hold("ce", record.number("ce"), -32767 + 2 * int(length))
    else:
        hold("Dist", record.length("Dist"), length)
        if epd.has_lines(kind):
            hold("Count", record.number("Count"), count)
    said = moves_of(record, "bm")
    if said != keys:
        faults.append(f"keys false {sorted(said - keys)}, missing {sorted(keys - said)}")
    return faults or line_faults(brute, record, kind, length, rules)


def board_fields(board):
    """Four fields of any board, hands in brackets, castling as KQkq, or the file of an inner rook."""
    return " ".join(board.fen(en_passant="legal").split()[:4])


def reserve_of(colour):
    """The text after the rules that lets brute.cpp give that side any man to drop."""
    return " reserve " + chess.COLOR_NAMES[colour]


def is_waiting(brute, board, rules):
    return bool(rules) and brute.state(board_fields(board), rules) in ("check", "quiet")


def line_faults(brute, record, kind, length, rules=""):
    """The faults in `pv`: every move must be legal, the attacker's moves keys, the defender's the longest, the goal reached."""
    words = record.get("pv")
    if not words:
        return ["no pv"]
    play, aim = re.fullmatch(r"(.*?)(#|==?)", kind).groups()
    board, written, left, attacks = record.board.copy(stack=False), [], int(length), play != "-"
    for word in words:
        try:
            move = epd.read_move(board, word) if word != "--" else chess.Move.null()
        except ValueError:
            return [f"pv: {word} is not legal"]
        written.append(uci(board, move) if move else "--")
        if attacks and not epd.has_lines(kind):
            reached, keys, _ = brute.solve(board_fields(board), f"{play if play != '-' else ''}{aim}{left}", rules)
            if reached != left or written[-1] not in keys:
                return [f"pv: before {word} the goal is reached in {reached} by {sorted(keys)}, not in {left}"]
            left -= 1
        board.push(move)
        attacks = not attacks
    if epd.has_lines(kind):
        good = brute.is_line(board_fields(record.board), kind + number(length), written, rules)
        return [] if good else [f"pv {' '.join(words)} is not a line"]
    self_play = play in ("s", "r", "semi-r")
    plies = 2 * int(length) - (not self_play and play != "-")
    if len(words) != plies:
        return [f"pv has {len(words)} half moves, not {plies}"]
    if aim == "==":
        return [] if board.is_stalemate() else ["pv does not end in stalemate"]
    ended = brute.state(board_fields(board), rules)
    due = "mate" if aim == "#" else "stalemate"
    return [] if ended == due else [f"pv ends in {ended}"]

