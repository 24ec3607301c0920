"""Gives results their names in the folder. While the disk is full they wait here, and nothing is lost."""
import contextlib
import hashlib
import os
import time

from . import durable, task
from .folder import Problem
from .pieces import whole_of

# Seconds between two tries while the disk is full.
RETRY = 0.5


class Spoilt(Exception):
    """A result that cannot be used: the piece must be solved again."""


class Placing:
    """Results that have no names yet, and the number of records that have."""

    def __init__(self, folder, say):
        self.folder, self.say = folder, say
        self.waiting = []
        # The pieces of each shard, by its name; the driver cuts them.
        self.parts = {}
        # Records that have results: of all runs, and of this one.
        self.records_done = self.done_now = 0
        self.not_before = 0.0

    def add(self, piece, result):
        self.waiting.append((piece, result))
        self.not_before = 0.0

    def go_on(self):
        """Gives results their names, or keeps them while the disk is full. Returns the spoilt ones with their reasons, and the
        number of those that met a full disk for the first time."""
        spoilt, full = [], 0
        if not self.waiting or time.monotonic() < self.not_before:
            return spoilt, full
        left = []
        for piece, result in self.waiting:
            try:
                self.place(piece, result)
            except FileNotFoundError as error:
                spoilt.append((piece, f"{error.filename}: gone"))
            except Spoilt as error:
                spoilt.append((piece, str(error)))
            except OSError as error:
                if error.errno not in task.PASSING:
                    raise
                if not piece.backoff:
                    self.say(f"{error}; trying again")
                    full += 1
                piece.backoff = 1
                left.append((piece, result))
        self.waiting = left
        if left:
            self.not_before = time.monotonic() + RETRY
        return spoilt, full

    def place(self, piece, result):
        data = result.get("data")
        if data is not None and hashlib.sha256(data).hexdigest() != result["sha256"]:
            raise Spoilt("the result was damaged on its way")
        if piece.is_whole:
            if self.folder.place(piece.shard, result["sha256"], source=result.get("part"), data=data):
                self.count(piece.shard)
            return
        if data is None:
            with open(result["part"], "rb") as file:
                data = file.read()
        durable.write(piece.done_path, data)
        self.drop_part(result)
        self.finish_parts(piece.shard)

    def finish_parts(self, shard):
        """Joins the results of a shard's parts, if all are there."""
        data = whole_of(self.folder, shard, self.parts[shard["name"]])
        if data is None:
            return
        if data.count(b"\n") != shard["lines"]:
            raise Problem(f"work/{shard['name']}: the parts have {data.count(10)} lines, the shard {shard['lines']}")
        if self.folder.place(shard, hashlib.sha256(data).hexdigest(), data=data):
            self.count(shard)
        for piece in self.parts[shard["name"]]:
            if not piece.is_whole:
                piece.done_path.unlink(missing_ok=True)
                piece.path.unlink(missing_ok=True)

    def count(self, shard):
        self.records_done += shard["records"]
        self.done_now += shard["records"]

    def drop_part(self, result):
        """Removes the file that a second attempt left behind."""
        if result.get("part"):
            with contextlib.suppress(OSError):
                os.unlink(result["part"])
