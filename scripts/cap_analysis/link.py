"""The driver's connection to the cluster, which may be lost for a while: its workers, and the tasks for them."""
import contextlib
import ssl
import time

from .cluster import SOLVE
from .folder import Problem

# Seconds between two checks of the workers, and between two attempts to reach a scheduler.
LOOK, RETRY = 1.0, 1.0


def wrong_certificate(error):
    """The TLS error that caused another error; None if there is none. Waiting does not repair a certificate."""
    while error is not None and not (isinstance(error, ssl.SSLError) and ("CERT" in str(error) or "ALERT" in str(error))):
        error = error.__cause__ or error.__context__
    return error


class Link:
    """A client of Dask that is opened again when the scheduler comes back."""

    def __init__(self, crew, journal, say):
        self.crew, self.journal, self.say = crew, journal, say
        # Whether it is certain that no worker can do a task that one of them cannot do.
        self.are_workers_alike = crew.are_workers_alike
        self.client = None
        # address -> name and threads
        self.workers = {}
        self.looked = 0.0

    def is_up(self):
        return self.client is not None and self.client.status == "running"

    def was_lost(self):
        """Whether a connection was lost; if so, says it and notes it in the journal."""
        if self.client is None:
            return False
        self.say("the scheduler is gone; waiting for it")
        self.journal.add("scheduler gone")
        self.close()
        return True

    def open(self, stopped, hear):
        """Waits for a scheduler; `hear` gets the events of workers. False if `stopped` is set before there is one."""
        is_told = False
        while not stopped.is_set():
            try:
                self.client = self.crew.client()
                break
            except (OSError, TimeoutError) as error:
                if wrong := wrong_certificate(error):
                    raise Problem(f"the scheduler cannot be reached: {wrong}") from None
                if not is_told:
                    self.say(f"no scheduler yet: {error}")
                is_told = True
                stopped.wait(RETRY)
        if self.client is None:
            return False
        self.client.subscribe_topic("cap", lambda event: hear(event[1]))
        self.journal.add("connected", scheduler=self.client.scheduler.address)
        page = self.client.dashboard_link
        self.say(f"scheduler {self.client.scheduler.address}" + (f", dashboard {page}" if page else ""))
        return True

    def close(self):
        if self.client is not None:
            client, self.client = self.client, None
            # A connection that is breaking may raise anything.
            with contextlib.suppress(Exception):
                client.close(timeout=2)

    def look(self):
        """Updates the workers; arrivals and departures are noted in the journal."""
        now = time.monotonic()
        if now - self.looked < LOOK:
            return
        self.looked = now
        try:
            found = self.client.scheduler_info(n_workers=-1)["workers"]
        except Exception:  # noqa: BLE001 - the connection may break at any moment; is_up() sees it
            return
        names = {address: f"{worker['name']} at {address}" for address, worker in found.items()}
        for address in names.keys() - self.workers.keys():
            self.journal.add("joined", worker=names[address])
        for address in self.workers.keys() - names.keys():
            self.journal.add("left", worker=self.workers[address][0])
        self.workers = {address: (names[address], found[address]["nthreads"]) for address in names}

    def threads(self):
        return sum(threads for _, threads in self.workers.values())

    def name(self, address):
        return self.workers.get(address, (address,))[0]

    def submit(self, key, worker, *task):
        """Hands a task to a worker, or to any other if that one has just gone; None if the connection broke."""
        try:
            return self.client.submit(SOLVE, *task, key=key, workers=[worker], allow_other_workers=True, pure=False, retries=0)
        except Exception:  # noqa: BLE001 - the connection broke; is_up() sees it
            return None

    def cancel(self, future):
        # The task may be over, or the scheduler gone.
        with contextlib.suppress(Exception):
            self.client.cancel([future], force=True)

    def send_away(self, address):
        """Ends a worker."""
        # It may be gone already.
        with contextlib.suppress(Exception):
            self.client.retire_workers([address], close_workers=True, remove=True)
