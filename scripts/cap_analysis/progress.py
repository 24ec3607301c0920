"""Shows the progress of a run: a bar on a terminal, a plain line each minute elsewhere."""
import sys
import time

from .foreign import printable

EVERY = {True: 0.5, False: 60.0}


def clock(seconds):
    seconds = int(seconds + 0.999)
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


class Progress:
    """Writes the progress to standard error from time to time."""

    def __init__(self, show):
        self.terminal = sys.stderr.isatty()
        self.show = show
        self.begun = time.monotonic()
        self.last = self.begun
        self.width = 0

    def say(self, message):
        """Writes a message on lines of its own."""
        self.clear()
        for line in message.splitlines():
            print(f"cap: {printable(line)}", file=sys.stderr, flush=True)

    def clear(self):
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)
            self.width = 0

    def tell(self, done, total, since, left, workers, failures):
        """`done` of `total` records, `since` of them in this run; `left`: estimated seconds of work, or None."""
        now = time.monotonic()
        if not self.show or now - self.last < EVERY[self.terminal]:
            return
        self.last = now
        rate = since / (now - self.begun) if now > self.begun else 0.0
        text = f"{done} of {total} records, {rate:.0f} records/s, {workers} workers"
        if left is not None and workers:
            text += f", {clock(left / workers)} left"
        if failures:
            text += f", {failures} failures"
        if self.terminal:
            share = done / total if total else 1.0
            bar = "#" * int(20 * share)
            text = f"[{bar:<20}] {text}"
            print("\r" + text.ljust(self.width), end="", file=sys.stderr, flush=True)
            self.width = len(text)
        else:
            print(f"cap: {text}", file=sys.stderr, flush=True)
