"""Where workers come from: processes of this machine, a scheduler that is there already, Slurm."""
import logging
import os
import shutil
import subprocess
import sys
import threading
import time

import cloudpickle
import dask
from distributed import Client, LocalCluster
from distributed.security import Security

from . import durable, task
from .folder import Problem

# Schedulers and workers need nothing of this project.
cloudpickle.register_pickle_by_value(durable)
cloudpickle.register_pickle_by_value(task)


class Travelling:
    """A function that is itself again where it arrives, whatever is installed there. Dask alone would send the name of its
    module."""

    def __init__(self, function):
        self.function = function
        self.bytes = cloudpickle.dumps(function)

    def __call__(self, *arguments):
        return self.function(*arguments)

    def __reduce__(self):
        return cloudpickle.loads, (self.bytes,)


SOLVE, SETTLE = Travelling(task.solve), Travelling(task.settle)

# A worker's death is told at once and counted here, per piece: three and it is cut. Dask's own count knows no halves.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 0,
    # A piece goes to a worker when a thread is free, not before: what waits at a worker dies with it.
    "distributed.scheduler.worker-saturation": 1.0,
    "distributed.comm.timeouts.connect": "10s",
    "distributed.admin.log-length": 0,
}


def quiet():
    """Dask's own messages are about things that are told here in other words."""
    dask.config.set(SETTINGS)
    # Each of its loggers has a level of its own.
    logging.disable(logging.CRITICAL)


# Whoever reaches a port of Dask can run programs there as its user. What is started here listens where no other machine comes.
LOOPBACK = "127.0.0.1"

# The settings that give Dask its certificates, by the names that `Security` has for them.
TLS = {
    "tls_ca_file": "DASK_DISTRIBUTED__COMM__TLS__CA_FILE",
    "tls_worker_cert": "DASK_DISTRIBUTED__COMM__TLS__WORKER__CERT",
    "tls_worker_key": "DASK_DISTRIBUTED__COMM__TLS__WORKER__KEY",
}


class Local:
    """Workers of this machine, with a scheduler in this process: no server, and it all ends together.

    They listen on loopback only, and since other users of the machine come there, too, with TLS: key and certificate are made
    for each run and live in the memory of its processes, to which they go through the environment.

    Dask's own nannies give a worker up that dies while it starts, so that after some deaths none is left; here a thread
    starts every dead one again, however often.
    """

    are_workers_alike = True

    def __init__(self, workers):
        self.security = Security.temporary()
        self.cluster = LocalCluster(
            n_workers=0, processes=True, memory_limit=None, dashboard_address=dashboard_port(), silence_logs=logging.CRITICAL,
            host=LOOPBACK, protocol="tls://", security=self.security,
        )
        # The solver is the driver's, not one that is named beside it.
        self.environment = {name: value for name, value in os.environ.items() if name != "CAP_SOLVER"}
        for name, setting in TLS.items():
            self.environment[setting] = getattr(self.security, name)
        self.processes = [None] * workers
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.supervise, name="workers", daemon=True)
        self.thread.start()

    def client(self):
        return Client(self.cluster, security=self.security)

    def supervise(self):
        """Starts what is not running; a worker that dies at once is not started in haste."""
        begun = [0.0] * len(self.processes)
        while not self.ended.is_set():
            for number, process in enumerate(self.processes):
                if (process is None or process.poll() is not None) and time.monotonic() - begun[number] > 1:
                    begun[number] = time.monotonic()
                    self.processes[number] = self.worker(number)
            self.ended.wait(0.2)
        for process in self.processes:
            if process is not None:
                process.kill()
                process.wait()

    def worker(self, number):
        # It dies with the thread that started it: with this driver, however that dies. Ctrl-C is for the driver alone, or
        # the solvers would end on their own and be counted as dead.
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", self.cluster.scheduler_address, "--no-nanny", "--nthreads", "1",
             "--name", str(number), "--memory-limit", "0", "--no-dashboard", "--death-timeout", "60", "--host", LOOPBACK,
             "--dashboard-address", f"{LOOPBACK}:0"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=task.die_with_parent,
            start_new_session=True,
        )

    def close(self):
        self.ended.set()
        self.thread.join()
        self.cluster.close(timeout=5)


class Remote:
    """A scheduler that somebody started. It may be gone for a while, and come back. `security`: the certificates for `tls://`."""

    are_workers_alike = False

    def __init__(self, address, security=None):
        self.address, self.security = address, security

    def client(self):
        client = Client(self.address, timeout=10, set_as_default=False, security=self.security)
        client.run_on_scheduler(SETTLE)
        return client

    def close(self):
        # Scheduler and workers are somebody else's.
        pass


class Slurm:
    """Workers as jobs of Slurm, through dask-jobqueue."""

    are_workers_alike = False

    def __init__(self, words):
        self.cluster, jobs = slurm_cluster(words)
        if shutil.which("sbatch") is None:
            self.cluster.close()
            raise Problem("--slurm: there is no sbatch on this machine; --slurm-script prints what would be submitted", 64)
        self.cluster.scale(jobs=jobs)

    def client(self):
        return Client(self.cluster)

    def close(self):
        self.cluster.close(timeout=5)


def slurm_cluster(words):
    """The cluster that `key=value,...` describes, and the number of jobs."""
    from dask_jobqueue import SLURMCluster

    settings = {"cores": 1, "memory": "1GB", "walltime": "01:00:00"}
    jobs = 1
    for word in filter(None, words.split(",")):
        key, equals, value = word.partition("=")
        if not equals:
            raise Problem(f"--slurm: {word!r} is not of the form key=value", 64)
        if key == "jobs":
            jobs = int(value)
        elif key in ("cores", "processes"):
            settings[key] = int(value)
        elif key in ("queue", "account", "memory", "walltime", "interface", "python"):
            settings[key] = value
        else:
            # --slurm "constraint=avx2": what dask-jobqueue has no word for goes to sbatch.
            settings.setdefault("job_extra_directives", []).append(f"--{key}={value}")
    settings.setdefault("processes", settings["cores"])
    return SLURMCluster(**settings, silence_logs=logging.CRITICAL), jobs


def slurm_script(words):
    """What would be submitted."""
    cluster, _ = slurm_cluster(words)
    try:
        return cluster.job_script()
    finally:
        cluster.close()


def certificates(ca_file, certificate, key):
    """What the command line says of TLS; None where it says nothing."""
    if not (ca_file or certificate or key):
        return None
    if not (ca_file and certificate and key):
        raise Problem("--tls-ca-file, --tls-cert and --tls-key belong together", 64)
    for path in (ca_file, certificate, key):
        if not os.path.exists(path):
            raise Problem(f"{path}: no such file")
    return Security(tls_ca_file=ca_file, tls_client_cert=certificate, tls_client_key=key, require_encryption=True)


def dashboard_port():
    """A free port where bokeh is there to draw."""
    try:
        import bokeh  # noqa: F401
    except ImportError:
        return None
    return f"{LOOPBACK}:0"
