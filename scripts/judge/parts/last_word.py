"""The output of an engine as a client reads it through python-chess: every `info` on the way, and the state at the end.

A client that does not listen on the way only gets the last output: python-chess keeps the last score, the last line and
the last string for each rank of MultiPV, and `engine.analyse` returns nothing else.
"""

import re
import time
from dataclasses import dataclass

import chess
import chess.engine

STIPULATIONS = {
    "#": "mate",
    "-#": "mate",
    "=": "stalemate",
    "s#": "selfmate",
    "s=": "selfstalemate",
    "r#": "reflexmate",
    "r=": "reflexstalemate",
    "semi-r#": "semireflexmate",
    "semi-r=": "semireflexstalemate",
}
"""The value of the option `Stipulation` for each kind of play."""


@dataclass
class Asked:
    """A position with its claim: `score` is the expected one, negative if the side to move is mated."""

    board: chess.Board
    kind: str
    score: int

    def plies(self, score):
        """The number of plies of a complete line: the other side ends self play, and the mate of the side to move."""
        ends_with_other = score < 0 or self.kind[0] in "sr"
        return 2 * abs(score) - (not ends_with_other)

    def fault_of_line(self, score, line):
        """The fault in the line of `score mate`, or None."""
        if len(line) != self.plies(score):
            return f"mate {score} with {len(line)} plies"
        board = self.board.copy()
        for move in line:
            if move not in board.legal_moves:
                return f"{move} is not legal"
            board.push(move)
        is_reached = board.is_stalemate() if self.kind.endswith("=") else board.is_checkmate()
        return None if is_reached else f"mate {score}, but the line does not end in the goal"


def mate_in(info):
    """N of `score mate N` for the side to move; None if there is no score or a different one."""
    score = info.get("score")
    return score.relative.mate() if score is not None and score.relative.is_mate() else None


def faults_on_the_way(asked, infos):
    """The faults in the output: a mate that is taken back, or grows, or has no line; a depth that falls."""
    depth, shown = 0, {}
    for info in infos:
        if info.get("depth", depth) < depth:
            yield f"depth {info['depth']} after {depth}"
        depth = info.get("depth", depth)
        if "score" not in info:
            continue
        rank, mate = info.get("multipv", 1), mate_in(info)
        if mate is None:
            if shown:
                yield f"{info['score']} after a mate in {shown}"
            continue
        if rank in shown and (mate * shown[rank] <= 0 or abs(mate) > abs(shown[rank])):
            yield f"mate {mate} after mate {shown[rank]}"
        shown[rank] = mate
        fault = asked.fault_of_line(mate, info.get("pv", []))
        if fault:
            yield fault


def faults_of_the_last(asked, ranks, best, root_moves):
    """The faults in the final state of each rank of MultiPV, and in `bestmove`."""
    legal = list(asked.board.legal_moves)
    if best not in (root_moves or legal):
        yield f"bestmove {best}"
    mates = [mate_in(info) for info in ranks]
    if mates[:1] == [None] and any(mates):
        yield f"mates {mates}"
    for mate, info in zip(mates, ranks):
        if mate is None:
            continue
        fault = asked.fault_of_line(mate, info.get("pv", []))
        if fault:
            yield f"last: {fault}"
        if not fits(mate, info.get("string", "")):
            yield f"last: mate {mate}, but {info['string']!r}"
    if mates and mates[0] is not None:
        first = [info["pv"][0] for info in ranks if info.get("pv")]
        if best != first[0]:
            yield f"bestmove {best}, but the first line begins with {first[0]}"
        if len(set(first)) != len(first):
            yield f"a first move has two lines: {first}"
        if None in mates or mates != sorted(mates):
            yield f"lines out of order: {mates}"


def fits(mate, text):
    """Whether the text about absent mates permits `score mate N`."""
    absent = re.fullmatch(r"no \w+ within (\d+)(?:, not mated within (\d+))?", text)
    if not absent:
        return True
    own = int(absent[1])
    return own < mate if mate > 0 else int(absent[2] or own) < -mate


def listen(engine, asked, limit, multipv=None, root_moves=None, stop_after=None):
    """The result of `engine.analyse` as a list of ranks; every fault; the seconds from `stop`, which is sent after `stop_after`
    seconds, to the last output."""
    stopped = None
    with engine.analysis(asked.board, limit, multipv=multipv, root_moves=root_moves, game=object()) as analysis:
        if stop_after is not None:
            time.sleep(stop_after)
            stopped = time.perf_counter()
            analysis.stop()
        infos = list(analysis)
        best = analysis.wait().move
        delay = time.perf_counter() - stopped if stopped else 0.0
        ranks = [rank for rank in analysis.multipv if rank]
    faults = list(faults_on_the_way(asked, infos)) + list(faults_of_the_last(asked, ranks, best, root_moves))
    return ranks, faults, delay
