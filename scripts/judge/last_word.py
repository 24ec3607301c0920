"""What a client of an engine reads, heard through python-chess: every `info` on the way, and what is left at the end.

A client that does not listen on the way has the last word alone: python-chess keeps for each rank of MultiPV the
last score, the last line and the last string, and `engine.analyse` gives back no more.
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
"""The value of the option `Stipulation` for each kind of play that an engine is asked for."""


@dataclass
class Asked:
    """A position with its claim: `score` is what is due, negative where the side to move is mated."""

    board: chess.Board
    kind: str
    score: int

    def plies(self, score):
        """How many plies a complete line has: the other side ends self play, and the mate of the side to move."""
        ends_with_other = score < 0 or self.kind[0] in "sr"
        return 2 * abs(score) - (not ends_with_other)

    def fault_of_line(self, score, line):
        """What is wrong with the line of `score mate`; None if nothing is."""
        if len(line) != self.plies(score):
            return f"mate {score} with {len(line)} plies"
        board = self.board.copy()
        for move in line:
            if move not in board.legal_moves:
                return f"{move} is not legal"
            board.push(move)
        is_reached = board.is_stalemate() if self.kind.endswith("=") else board.is_checkmate()
        return None if is_reached else f"mate {score}, but the line does not end where it should"


def mate_in(info):
    """N of `score mate N` for the side to move; None if the score is another, or there is none."""
    score = info.get("score")
    return score.relative.mate() if score is not None and score.relative.is_mate() else None


def faults_on_the_way(asked, infos):
    """What is wrong in what was said: a mate that is taken back, or grows, or has no line; a depth that falls."""
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
    """What is wrong with what is left at the end, for each rank of MultiPV, and with `bestmove`."""
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
    """Whether what was said of mates that are absent leaves room for `score mate N`."""
    absent = re.fullmatch(r"no \w+ within (\d+)(?:, not mated within (\d+))?", text)
    if not absent:
        return True
    own = int(absent[1])
    return own < mate if mate > 0 else int(absent[2] or own) < -mate


def listen(engine, asked, limit, multipv=None, root_moves=None, stop_after=None):
    """What `engine.analyse` returns, as a list of ranks; every fault; the seconds from `stop`, which is sent after `stop_after`
    seconds, to the last word."""
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
