"""Pieces: shards, and parts of shards that kill the workers on them.

A piece can be made again from its name: `0000003` is a shard, `0000003.8-16` its lines from the ninth to the sixteenth. After
three deaths, whatever their cause, it is cut in halves: cutting costs little. A single line is given up, and gets an `Error` in
the solver's form, when the solver died on it through its own fault (task.py) on two different workers, or twice on the only
worker. If workers vanish or solvers are killed, that is not the line's fault; but after SUSPECT such deaths, with pauses
between them, it is given up as well; otherwise a record that takes down its machine would block the run for ever. Cuts and deaths
are in the journal, so that another driver continues with them.
"""
import hashlib
import math
import os
import re

from . import durable

# The number of deaths after which several lines are cut in halves.
DEATHS = 3

# The number of deaths that are not the solver's fault after which a single line is given up all the same.
SUSPECT = 6


class Piece:
    """Lines `first` to `end` (from 0, without `end`) of a shard."""

    def __init__(self, folder, shard, first, end):
        self.shard = shard
        self.first, self.end = first, end
        self.is_whole = (first, end) == (0, shard["lines"])
        stem = shard["name"].removesuffix(".epd")
        self.name = stem if self.is_whole else f"{stem}.{first}-{end}"
        self.path = folder.shards_path / shard["name"] if self.is_whole else folder.work / f"{self.name}.epd"
        self.done_path = folder.result(shard) if self.is_whole else folder.work / f"{self.name}.done"
        self.sha256 = shard["sha256"] if self.is_whole else None
        # The workers on which its solver died through its own fault, and the number of other deaths.
        self.own_deaths = []
        self.other_deaths = 0
        # The time of the last one, on the driver's steady clock.
        self.died_at = -math.inf
        self.cost = 0.0
        # The time on that clock from which it may be tried again, after a failure that is not its own.
        self.not_before = 0.0
        self.backoff = 0

    @property
    def lines(self):
        return self.end - self.first

    def told(self):
        """The description of the piece that a worker gets."""
        return {"name": self.name, "lines": self.lines, "sha256": self.sha256, "path": str(self.path)}

    def bytes(self):
        return self.path.read_bytes()

    @property
    def deaths(self):
        return len(self.own_deaths) + self.other_deaths

    def died(self, worker, own):
        """Counts a death on that worker, through its own fault or not."""
        if own:
            self.own_deaths.append(worker)
        else:
            self.other_deaths += 1

    def is_to_be_cut(self):
        return self.lines > 1 and self.deaths >= DEATHS

    def is_hopeless(self, workers):
        """Whether this line must be given up. `workers`: their number."""
        own = len(self.own_deaths)
        # Three times on one of several workers: the others do not answer.
        is_own = len(set(self.own_deaths)) >= 2 or own >= (2 if workers <= 1 else 3)
        return self.lines == 1 and (is_own or self.other_deaths >= SUSPECT)

    def halves(self, folder):
        """Both halves, cut by lines."""
        middle = (self.first + self.end) // 2
        return [Piece(folder, self.shard, self.first, middle), Piece(folder, self.shard, middle, self.end)]

    def write(self, folder):
        """Writes the file of a part."""
        if self.is_whole:
            return
        lines = (folder.shards_path / self.shard["name"]).read_bytes().split(b"\n")[self.first : self.end]
        data = b"".join(line + b"\n" for line in lines)
        self.sha256 = hashlib.sha256(data).hexdigest()
        durable.write(self.path, data)


def with_error(line, reason):
    """A record with an `Error` at its end, in the form of a record on which the solver failed."""
    text = line.rstrip(b" \t\r\0")
    if text.count(b'"') % 2:
        # The solver closes a string that is not closed.
        text += b'"'
    if len(text.split()) > 4 and not text.endswith(b";"):
        text += b";"
    reason = re.sub(r'["\\\x00-\x1f]', " ", reason)
    return text + f' Error "{reason}";'.encode()


def stem_of(name):
    """The name of a piece's shard, as a piece."""
    return name.partition(".")[0]


def named(folder, shard, name):
    """The piece of that name."""
    _, dot, lines = name.partition(".")
    first, end = map(int, lines.split("-")) if dot else (0, shard["lines"])
    return Piece(folder, shard, first, end)


def planned(folder, events):
    """The pieces of the shards without results, with their cuts and deaths according to the journal's `events`."""
    cuts, deaths = {}, {}
    for event in events:
        if event["event"] == "cut":
            cuts[event["piece"]] = event["into"]
        elif event["event"] == "died":
            deaths.setdefault(event["piece"], []).append((event["worker"], event.get("own", True)))
        elif event["event"] in ("retry", "taken back"):
            # Its deaths no longer count, and `retry` says how it is cut now.
            for known in (cuts, deaths) if "into" in event else (deaths,):
                for name in [name for name in known if stem_of(name) == event["piece"]]:
                    del known[name]
            if event.get("into", [event["piece"]]) != [event["piece"]]:
                cuts[event["piece"]] = event["into"]
    done = folder.done()
    pieces = []
    for shard in folder.shards:
        if shard["name"] in done:
            continue
        waiting = [shard["name"].removesuffix(".epd")]
        while waiting:
            name = waiting.pop()
            piece = named(folder, shard, name)
            if name in cuts and is_cut(piece, [named(folder, shard, part) for part in cuts[name]]):
                waiting.extend(reversed(cuts[name]))
                continue
            for worker, own in deaths.get(name, ()):
                piece.died(worker.rpartition(" at ")[0] or worker, own)
            pieces.append(piece)
    return pieces


def is_cut(piece, parts):
    """Whether the parts are the lines of a piece in order, cut at least once."""
    ends = [piece.first, *(part.end for part in parts)]
    return (len(parts) > 1 and ends[-1] == piece.end and [part.first for part in parts] == ends[:-1]
            and all(first < end for first, end in zip(ends, ends[1:])))


def whole_of(folder, shard, pieces):
    """The bytes of a shard's result, joined from the results of its `pieces`; None while one is missing."""
    parts = []
    for piece in sorted(pieces, key=lambda piece: piece.first):
        if not os.path.exists(piece.done_path):
            return None
        parts.append(piece.done_path.read_bytes())
    return b"".join(parts)
