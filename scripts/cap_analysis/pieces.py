"""Pieces: shards, and the halves of shards that kill whoever works on them.

A piece has a name from which it can be made again: `0000003` is a shard, `0000003.8-16` its lines from the ninth to
the sixteenth. Three deaths and it is cut in halves; a line that is left alone and kills three times more gets an
`Error`, as the solver writes one. Cuts and deaths are in the journal, so that another driver goes on with them.
"""
import hashlib
import os
import re

from .folder import write_durably

DEATHS = 3


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
        self.deaths = 0
        self.cost = 0.0
        # Whose clock says when it may be tried again, after a failure that is not its own.
        self.not_before = 0.0
        self.backoff = 0

    @property
    def lines(self):
        return self.end - self.first

    def told(self):
        """What a worker is told of it."""
        return {"name": self.name, "lines": self.lines, "sha256": self.sha256, "path": str(self.path)}

    def bytes(self):
        return self.path.read_bytes()

    def halves(self, folder):
        """Both halves, cut by lines; their files are written."""
        middle = (self.first + self.end) // 2
        parts = [Piece(folder, self.shard, self.first, middle), Piece(folder, self.shard, middle, self.end)]
        for part in parts:
            part.write(folder)
        return parts

    def write(self, folder):
        """Writes the file of a half."""
        if self.is_whole:
            return
        lines = (folder.shards_path / self.shard["name"]).read_bytes().split(b"\n")[self.first : self.end]
        data = b"".join(line + b"\n" for line in lines)
        self.sha256 = hashlib.sha256(data).hexdigest()
        write_durably(self.path, data)


def with_error(line, reason):
    """A record as the solver gives one back that it failed on: with `Error` at its end."""
    text = line.rstrip(b" \t\r\0")
    if text.count(b'"') % 2:
        # A string that does not end: the solver ends it.
        text += b'"'
    if len(text.split()) > 4 and not text.endswith(b";"):
        text += b";"
    reason = re.sub(r'["\\\x00-\x1f]', " ", reason)
    return text + f' Error "{reason}";'.encode()


def planned(folder, events):
    """The pieces that are to be done, as far as the journal's `events` say how shards were cut."""
    cuts = {event["piece"] for event in events if event["event"] == "cut"}
    deaths = {}
    for event in events:
        if event["event"] == "died":
            deaths[event["piece"]] = deaths.get(event["piece"], 0) + 1
    done = folder.done()
    pieces = []
    for shard in folder.shards:
        if shard["name"] in done:
            continue
        waiting = [Piece(folder, shard, 0, shard["lines"])]
        while waiting:
            piece = waiting.pop()
            if piece.name in cuts and piece.lines > 1:
                if piece.path.exists():
                    waiting.extend(reversed(piece.halves(folder)))
                    continue
            piece.deaths = deaths.get(piece.name, 0)
            pieces.append(piece)
    return pieces


def whole_of(folder, shard, pieces):
    """The bytes of a shard's result, made of those of its `pieces`; None while one lacks."""
    parts = []
    for piece in sorted(pieces, key=lambda piece: piece.first):
        if not os.path.exists(piece.done_path):
            return None
        parts.append(piece.done_path.read_bytes())
    return b"".join(parts)
