"""What happened in a run, event by event: `journal.jsonl` in its folder.

Whoever starts the run again learns from it which pieces were cut in halves and how often each killed its worker; the
report draws it. An event is one line, written at once; a torn last line is nobody's event. While the disk is full
events wait in memory: the results in the folder, not the journal, say what is done.
"""
import json
import os
import time


class Journal:
    """The journal of a run, open to be added to."""

    def __init__(self, path):
        self.path = path
        self.waiting = []
        self.file = open(path, "ab", buffering=0)
        events, self.length = read_with_length(path)
        self.events = events
        if self.length < os.path.getsize(path):
            # A torn line: of a driver that died while it wrote.
            self.file.truncate(self.length)

    def add(self, event, **more):
        """Adds an event with the time of day."""
        entry = {"time": round(time.time(), 3), "event": event, **more}
        self.waiting.append(json.dumps(entry) + "\n")
        self.flush()

    def keep(self, event, **more):
        """Adds an event on which files rely, and sees to it that it is on the disk. False where that cannot be; then it is not
        added."""
        self.add(event, **more)
        if self.waiting:
            self.waiting.pop()
            return False
        os.fsync(self.file.fileno())
        return True

    def flush(self):
        """Writes what waits; False where the disk does not take it."""
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
    """The events of a journal; of none, none."""
    return read_with_length(path)[0]


def read_with_length(path):
    """The events, and how many bytes they take: up to the first line that is torn."""
    events, length = [], 0
    try:
        with open(path, "rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                try:
                    events.append(json.loads(line))
                except ValueError:
                    pass
                length += len(line)
    except FileNotFoundError:
        pass
    return events, length
