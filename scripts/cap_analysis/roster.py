"""The attempts that are under way, and the workers that have room for another.

The driver names the worker of each attempt. If Dask chose the worker, a piece might wait behind a slow one, on a worker that
may have stopped, while other workers are idle.
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
    # The times on this process's steady clock at which it was handed out, and at which the worker reported its start.
    handed: float
    started: float = None


class Roster:
    """Attempts by their keys, and the number of attempts of each worker."""

    def __init__(self):
        self.out = {}
        # The attempts at each piece, by its name.
        self.at = {}
        self.load = collections.Counter()

    def add(self, attempt):
        self.out[attempt.key] = attempt
        self.at.setdefault(attempt.piece.name, []).append(attempt)
        self.load[attempt.worker] += 1

    def take(self, key):
        """Removes an attempt that is over and returns it; None if the driver does not wait for it."""
        attempt = self.out.pop(key, None)
        if attempt is not None:
            others = self.at[attempt.piece.name]
            others.remove(attempt)
            if not others:
                del self.at[attempt.piece.name]
            self.load[attempt.worker] -= 1
        return attempt

    def clear(self):
        """Forgets all attempts, which are lost, and returns their pieces."""
        pieces = [attempts[0].piece for attempts in self.at.values()]
        self.__init__()
        return pieces

    def of(self, piece):
        """The attempts at a piece."""
        return list(self.at.get(piece.name, ()))

    def room(self, workers, with_reserve):
        """The places for more attempts, each as its worker's address: idle threads, and `with_reserve` one more place for each
        thread after these. `workers`: address -> name and threads."""
        idle, reserve = [], []
        for address, (_, threads) in workers.items():
            load = self.load[address]
            idle += [address] * (threads - load)
            reserve += [address] * min(threads, 2 * threads - load)
        return idle + reserve if with_reserve else idle
