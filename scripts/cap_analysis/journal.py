"""The events of a run: `journal.jsonl` in its folder.

A driver that continues the run learns from it which pieces were cut in halves and how often each killed its worker; the report
draws it. An event is one line, written at once; a torn last line is not an event. While the disk is full, events wait in memory:
the results in the folder, not the journal, show which pieces are done.
"""
import json
import os
import re
import time

from .foreign import is_count, is_list, is_number, is_object, is_text, parse


def is_piece(value):
    return is_text(value) and re.fullmatch(r"[0-9]{7,19}(\.[0-9]{1,19}-[0-9]{1,19})?", value) is not None


# The types of the fields that are read again, and the fields that each event must have.
KINDS = {
    "piece": is_piece, "into": is_list(is_piece), "worker": is_text, "reason": is_text, "record": is_text, "own": lambda own: own in (True, False),
    "line": is_count, "lines": is_count, "bytes": is_count, "kept": is_count, "begun": is_number, "ended": is_number, "seconds": is_number,
}
FIELDS = {
    "joined": ("worker",), "left": ("worker",), "refused": ("worker", "reason"), "died": ("piece", "worker", "reason"), "cut": ("piece", "into"),
    "given up": ("piece", "line", "reason"), "retry": ("piece",), "taken back": ("piece",),
    "done": ("piece", "worker", "begun", "ended", "seconds", "lines", "bytes", "kept"), "driver": (), "stopped": (), "complete": (),
}


def is_event(value):
    """Whether a value is an event such as `Journal.add` writes."""
    if not is_object(value, event=is_text) or not is_number(value.get("time", 0)):
        return False
    # The fields of other events are not read.
    fields = FIELDS.get(value["event"])
    return fields is None or (all(name in value for name in fields)
                              and all(kind(value[name]) for name, kind in KINDS.items() if name in value))


class Journal:
    """The journal of a run, open for appending."""

    def __init__(self, path):
        self.path = path
        self.waiting = []
        self.file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o666), "ab", buffering=0)
        self.events, self.length, _ = read_whole(path)
        if self.length < os.path.getsize(path):
            # A torn line, of a driver that died while writing it.
            self.file.truncate(self.length)

    def add(self, event, **more):
        """Adds an event with the time of day."""
        entry = {"time": round(time.time(), 3), "event": event, **more}
        self.waiting.append(json.dumps(entry) + "\n")
        self.flush()

    def keep(self, event, **more):
        """Adds an event on which files rely, and makes sure that it is on the disk. Returns False if that is impossible; then it is
        not added."""
        self.add(event, **more)
        if self.waiting:
            self.waiting.pop()
            return False
        os.fsync(self.file.fileno())
        return True

    def flush(self):
        """Writes the waiting events; returns False if the disk does not take them."""
        while self.waiting:
            line = self.waiting[0].encode()
            try:
                written = self.file.write(line)
            except OSError:
                return False
            if written < len(line):
                self.file.truncate(self.length)
                return False
            self.length += written
            self.waiting.pop(0)
        return True

    def close(self):
        self.flush()
        self.file.close()


def read(path):
    """The events of a journal, none if there is no file."""
    return read_whole(path)[0]


def read_whole(path):
    """The events, the number of bytes up to the first torn line, and the number of lines that are not events."""
    events, length, strange = [], 0, 0
    try:
        with open(path, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                try:
                    event = parse(line)
                except ValueError:
                    event = None
                if is_event(event):
                    event.setdefault("time", events[-1]["time"] if events else 0)
                    events.append(event)
                else:
                    strange += 1
                length += len(line)
    except FileNotFoundError:
        pass
    return events, length, strange
