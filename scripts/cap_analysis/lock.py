"""One driver for a run: a lock with its owner's name and a heartbeat.

The kernel releases the lock when its process dies, in whatever way. If two machines do not see each other's locks (some network
file systems), the heartbeat decides: the count in the file grows every BEAT seconds, and a driver that finds a foreign owner
there watches it for WATCH seconds of its own steady clock. Times of day are not compared, so clocks may jump.
"""
import fcntl
import json
import os
import socket
import threading
import time
import uuid

from .foreign import is_count, is_object, is_text, parse

BEAT = 2.0
WATCH = 3.5 * BEAT


class Refused(Exception):
    """Another driver is at work."""


class Lock:
    """Held from `take` to `give_back`."""

    def __init__(self, path):
        self.path = path
        self.token = uuid.uuid4().hex
        self.beats = 0
        self.lost = None
        self.ended = threading.Event()
        self.file = None

    def take(self):
        self.file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666), "r+b", buffering=0)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = self.read() or {}
            self.file.close()
            raise Refused(described(owner)) from None
        owner = self.read()
        if owner and owner["host"] != socket.gethostname() and self.is_alive(owner):
            self.file.close()
            raise Refused(described(owner))
        self.write()
        threading.Thread(target=self.beat, name="heart", daemon=True).start()
        return self

    def is_alive(self, owner):
        """Whether the heartbeat of a foreign owner continues."""
        end = time.monotonic() + WATCH
        while time.monotonic() < end:
            time.sleep(BEAT / 4)
            now = self.read()
            if now and now != owner:
                return True
        return False

    def beat(self):
        while not self.ended.wait(BEAT):
            owner = self.read()
            if owner and owner["token"] != self.token:
                self.lost = described(owner)
                return
            self.beats += 1
            try:
                self.write()
            except OSError:
                # The disk may be full for a while.
                continue

    def read(self):
        with open(self.path, "rb") as file:
            return owner_in(file)

    def write(self):
        owner = {"host": socket.gethostname(), "pid": os.getpid(), "token": self.token, "beats": self.beats}
        # A single write of fixed length, so that no reader sees half of it.
        os.pwrite(self.file.fileno(), json.dumps(owner).encode().ljust(256), 0)

    def give_back(self):
        self.ended.set()
        self.file.truncate(0)
        self.file.close()


def described(owner):
    where = f"host {owner['host']}, process {owner['pid']}" if owner else "not named yet"
    return f"another driver is at work ({where})"


def owner_of(path):
    """The owner of the lock, or None: for commands that only look."""
    try:
        with open(path, "rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return owner_in(file)
    except FileNotFoundError:
        pass
    return None


def owner_in(file):
    """The owner according to an open lock; None if it is empty, or just being written."""
    try:
        owner = parse(file.read(1 << 10))
    except ValueError:
        return None
    return owner if is_object(owner, host=is_text, pid=is_count, token=is_text, beats=is_count) else None
