"""Who works on what: the attempts that are under way, and which worker has room for another.

The driver names the worker of each attempt. Left to Dask, a piece would wait behind one that takes long, on a worker that may
have stopped, while others have nothing to do.
"""
import collections
import dataclasses


@dataclasses.dataclass
class Attempt:
    """One attempt at a piece."""

    key: str
    future: object
    piece: object
    # The address of its worker.
    worker: str
    # When it was handed out, and when the worker said that it began, on this process's steady clock.
    handed: float
    started: float = None


class Roster:
    """Attempts by their keys, and the load of each worker."""

    def __init__(self):
        self.out = {}
        # The attempts at each piece, by its name.
        self.at = {}
        # address -> threads, and address -> attempts.
        self.threads = {}
        self.load = collections.Counter()
        # Workers with a thread that has nothing, and those with fewer than one attempt in reserve for each thread: in the
        # order in which they came to be so.
        self.idle, self.spare = {}, {}

    def meet(self, threads):
        """These workers are there: their threads by their addresses."""
        if threads == self.threads:
            return
        changed = [worker for worker in (*self.threads, *threads) if (worker in self.threads) != (worker in threads)]
        self.threads = dict(threads)
        for worker in changed:
            self.sort(worker)

    def sort(self, worker):
        """Puts a worker among those with room, or takes it from there."""
        threads, load = self.threads.get(worker, 0), self.load[worker]
        for places, most in ((self.idle, threads), (self.spare, 2 * threads)):
            if load < most:
                places.setdefault(worker)
            else:
                places.pop(worker, None)
        if not load:
            del self.load[worker]

    def add(self, attempt):
        self.out[attempt.key] = attempt
        self.at.setdefault(attempt.piece.name, []).append(attempt)
        self.load[attempt.worker] += 1
        self.sort(attempt.worker)

    def take(self, key):
        """An attempt is over: it, or None where nobody waits for it."""
        attempt = self.out.pop(key, None)
        if attempt is not None:
            others = self.at[attempt.piece.name]
            others.remove(attempt)
            if not others:
                del self.at[attempt.piece.name]
            self.load[attempt.worker] -= 1
            self.sort(attempt.worker)
        return attempt

    def clear(self):
        """All attempts are lost, and nobody knows which workers are there; gives the pieces."""
        pieces = [attempts[0].piece for attempts in self.at.values()]
        self.__init__()
        return pieces

    def of(self, piece):
        """The attempts at a piece."""
        return list(self.at.get(piece.name, ()))

    def room(self, with_reserve, but=lambda worker: False):
        """A worker with a thread that has nothing; `with_reserve`: or with room for one piece more. None if there is none;
        `but` says which are not wanted."""
        places = (self.idle, self.spare) if with_reserve else (self.idle,)
        return next((worker for place in places for worker in place if not but(worker)), None)
