"""Where workers come from: processes of this machine, an existing scheduler, Slurm."""
import logging
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

import cloudpickle
import dask
import distributed
from dask.utils import parse_bytes
from distributed import Client, SpecCluster
from distributed.security import Security
from tornado.web import ErrorHandler

from . import alone, durable, task
from .folder import Problem

# Schedulers and workers need nothing of this project.
cloudpickle.register_pickle_by_value(alone)
cloudpickle.register_pickle_by_value(durable)
cloudpickle.register_pickle_by_value(task)


class Travelling:
    """A function that arrives as a complete copy of itself, whatever is installed there. Dask alone would send the name of its
    module."""

    def __init__(self, function):
        self.function = function
        self.bytes = cloudpickle.dumps(function)

    def __call__(self, *arguments):
        return self.function(*arguments)

    def __reduce__(self):
        return cloudpickle.loads, (self.bytes,)


SOLVE, SETTLE = Travelling(task.solve), Travelling(task.settle)

# A worker's death is reported at once and counted here, per piece: after three the piece is cut. Dask cannot count halves.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 0,
    # A piece goes to a worker only when a thread is free: pieces that wait at a worker die with it.
    "distributed.scheduler.worker-saturation": 1.0,
    "distributed.comm.timeouts.connect": "10s",
    "distributed.admin.log-length": 0,
}


def quiet():
    """Silences Dask's own messages: the driver reports the same things in other words."""
    dask.config.set(SETTINGS)
    # Each of its loggers has its own level.
    logging.disable(logging.CRITICAL)


# Anyone who reaches a port of Dask can run programs there as its user. Processes that are started here listen on loopback, unless
# the user names another interface, and refuse everybody without a certificate.
LOOPBACK, LOOPBACK_INTERFACE = "127.0.0.1", "lo"

# The environment of Dask's processes that are started here. Workers have no pages: the scheduler's pages show everything.
ENVIRONMENT = {"DASK_DISTRIBUTED__WORKER__HTTP__ROUTES": "[]", "DASK_DISTRIBUTED__WORKER__USE_FILE_LOCKING": "False"}

# The settings that give Dask its certificates, under the names in `Security`.
TLS = {
    "tls_ca_file": "DASK_DISTRIBUTED__COMM__TLS__CA_FILE",
    "tls_worker_cert": "DASK_DISTRIBUTED__COMM__TLS__WORKER__CERT",
    "tls_worker_key": "DASK_DISTRIBUTED__COMM__TLS__WORKER__KEY",
}


# The host names of requests to pages on loopback.
OWN_HOST = re.compile(r"(127\.0\.0\.1|localhost)(:[0-9]+)?", re.IGNORECASE)


def is_own(request):
    """Whether a request comes from a browser whose user opened an address of this machine, and not from a foreign page: such a
    page may have a host name that leads here, or open a WebSocket."""
    hosts = request.headers.get_list("Host")
    origins = [origin for name in ("Origin", "Sec-WebSocket-Origin") for origin in request.headers.get_list(name)]
    return (len(hosts) == 1 and OWN_HOST.fullmatch(hosts[0]) is not None
            and all(origin.lower() == f"http://{hosts[0]}".lower() for origin in origins))


class Scheduler(distributed.Scheduler):
    """A scheduler whose pages (the dashboard) refuse requests of foreign pages."""

    def start_http_server(self, *arguments, **more):
        super().start_http_server(*arguments, **more)
        application = self.http_application
        find = application.find_handler

        def find_own(request, **more):
            if is_own(request):
                return find(request, **more)
            return application.get_handler_delegate(request, ErrorHandler, {"status_code": 403})

        application.find_handler = find_own


def settle_process(place):
    """Makes Dask work in the folder `place`: by default it would look for modules in a folder in /tmp that anybody can make.
    Processes that it starts do not find modules relative to their current folder, either."""
    dask.config.set({"temporary-directory": place, "distributed.worker.use-file-locking": False})
    tempfile.tempdir = place
    if "PYTHONPATH" in os.environ:
        paths = os.environ["PYTHONPATH"].split(os.pathsep)
        os.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(path) for path in paths if path)


class Own:
    """Scheduler and workers that end with this driver. Their processes, and the files that these make for themselves, are in
    `place`, a folder of the run that no other user can see, where Python finds no foreign modules either. Key and certificate
    are made for each run."""

    def __init__(self, place):
        settle_process(place)
        self.place = place
        self.security = Security.temporary()

    def client(self):
        return Client(self.cluster, security=self.security)

    def close(self):
        self.cluster.close(timeout=5)
        shutil.rmtree(self.place, ignore_errors=True)


class Local(Own):
    """Workers of this machine, with a scheduler in this process: there is no server, and everything ends together.

    They listen on loopback only. Other users of the machine can connect there, too, so TLS is used: key and certificate live in
    the memory of the run's processes, which get them through the environment.

    Dask's own nannies give up a worker that dies while it starts, so that after some deaths no worker is left; here a thread
    restarts every dead worker, however often.
    """

    are_workers_alike = True

    def __init__(self, workers, place):
        super().__init__(place)
        options = {"host": LOOPBACK, "protocol": "tls://", "security": self.security, "dashboard_address": f"{LOOPBACK}:0"}
        self.cluster = SpecCluster(scheduler={"cls": Scheduler, "options": options}, security=self.security, silence_logs=logging.CRITICAL)
        # The solver is the driver's, regardless of CAP_SOLVER.
        self.environment = {name: value for name, value in os.environ.items() if name != "CAP_SOLVER"} | ENVIRONMENT
        for name, setting in TLS.items():
            self.environment[setting] = getattr(self.security, name)
        self.processes = [None] * workers
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.supervise, name="workers", daemon=True)
        self.thread.start()

    def supervise(self):
        """Starts workers that are not running, each at most once a second."""
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
        # It dies with the thread that started it, and so with this driver, however that dies. Only the driver gets Ctrl-C;
        # otherwise the solvers would end on their own and be counted as dead.
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", self.cluster.scheduler_address, "--no-nanny", "--nthreads", "1",
             "--name", str(number), "--memory-limit", "0", "--no-dashboard", "--death-timeout", "60", "--host", LOOPBACK,
             "--dashboard-address", f"{LOOPBACK}:0", "--local-directory", self.place],
            cwd=self.place, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=task.die_with_parent,
            start_new_session=True,
        )

    def close(self):
        self.ended.set()
        self.thread.join()
        super().close()


class Remote:
    """A scheduler that another program started. It may disappear for a while. `security`: the certificates for `tls://`."""

    are_workers_alike = False

    def __init__(self, address, security=None):
        if not re.fullmatch(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}", address):
            raise Problem(f"--scheduler: {address} is not of the form tls://host:8786 or tcp://host:8786", 64)
        # Dask's own configuration may also name certificates.
        if address.startswith("tls:") and not (security or Security()).tls_client_cert:
            raise Problem("--scheduler: tls:// needs --tls-ca-file, --tls-cert and --tls-key", 64)
        self.address, self.security = address, security

    def client(self):
        # No client is made unless a scheduler answers: a client that finds none keeps its thread for good.
        host, _, port = self.address.partition("://")[2].rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
        client = Client(self.address, timeout=10, set_as_default=False, security=self.security)
        client.run_on_scheduler(SETTLE)
        return client

    def close(self):
        # Scheduler and workers belong to another program.
        pass


class Slurm(Own):
    """Workers as jobs of Slurm, through dask-jobqueue. Certificate and key are files in `place`."""

    are_workers_alike = False

    def __init__(self, words, place, say):
        from dask_jobqueue import SLURMCluster

        if shutil.which("sbatch") is None:
            raise Problem("--slurm: there is no sbatch on this machine; --slurm-script prints what would be submitted", 64)
        if shlex.quote(place) != place:
            raise Problem(f"--slurm: the shell would read {place} differently in a shell script, where it is written unchanged", 64)
        super().__init__(place)
        settings, jobs = slurm_settings(words, place)
        options = dask.config.get("jobqueue.slurm.scheduler-options", {}) | {"dashboard_address": f"{LOOPBACK}:0"}
        try:
            self.cluster = SLURMCluster(**settings, security=self.security, shared_temp_directory=place, scheduler_cls=Scheduler,
                                        scheduler_options=options, silence_logs=logging.CRITICAL)
        except (RuntimeError, ValueError) as error:
            raise Problem(f"--slurm: {error.__cause__ or error}", 64) from None
        if self.cluster.scheduler_address.startswith(f"tls://{LOOPBACK}:"):
            say("the scheduler listens on this machine only; jobs on other machines need interface=NAME in --slurm")
        self.cluster.scale(jobs=jobs)

    def close(self):
        for name in ("ca_file", "cert", "key"):
            # Otherwise Python would miss them when it exits.
            getattr(self.cluster, f"_job_{name}").close()
        super().close()


def slurm_settings(words, place):
    """The settings for dask-jobqueue in `key=value,...`, for jobs that work in the folder `place`, and the number of jobs."""
    # Importing it loads its configuration.
    import dask_jobqueue  # noqa: F401

    configured = dask.config.get("jobqueue.slurm")
    settings = {"cores": 1, "memory": "1GB", "walltime": "01:00:00", "interface": configured["interface"] or LOOPBACK_INTERFACE,
                "python": shlex.quote(sys.executable)}
    jobs = 1
    for word in filter(None, words.split(",")):
        key, equals, value = word.partition("=")
        if not equals:
            raise Problem(f"--slurm: {word!r} is not of the form key=value", 64)
        if key == "jobs":
            jobs = positive(key, value)
        elif key in ("cores", "processes"):
            settings[key] = positive(key, value)
        elif key in ("queue", "account", "memory", "walltime", "interface", "python"):
            settings[key] = value
        else:
            # --slurm "constraint=avx2": settings that dask-jobqueue does not know go to sbatch.
            settings.setdefault("job_extra_directives", []).append(f"--{key}={value}")
    settings.setdefault("processes", settings["cores"])
    if settings["processes"] > settings["cores"]:
        raise Problem(f"--slurm: {settings['processes']} processes have {settings['cores']} cores; each needs one", 64)
    try:
        parse_bytes(settings["memory"])
    except ValueError:
        raise Problem(f"--slurm: memory={settings['memory']} is not of the form 16GB", 64) from None
    # Others may have put modules into the folder in which a job starts.
    prologue = ["umask go-w", *(f"export {name}={shlex.quote(value)}" for name, value in ENVIRONMENT.items()), f"cd {place} || exit"]
    if os.sep in os.environ.get("CAP_SOLVER", ""):
        prologue.insert(0, f"export CAP_SOLVER={shlex.quote(os.path.abspath(os.environ['CAP_SOLVER']))}")
    settings["job_script_prologue"] = [*configured["job-script-prologue"], *prologue]
    settings["local_directory"] = place
    settings["worker_extra_args"] = [*configured["worker-extra-args"], "--no-dashboard", "--dashboard-address", f"{LOOPBACK}:0"]
    return settings, jobs


def positive(key, text):
    """A number in `--slurm`."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise Problem(f"--slurm: {key}={text} is no number from 1 on", 64)
    return int(text)


def slurm_script(words):
    """The script that would be submitted. Nothing is started: a run makes the address, the folder and the files in it."""
    from dask_jobqueue.slurm import SLURMJob

    settings, _ = slurm_settings(words, "FOLDER")
    security = Security(tls_ca_file="FOLDER/CA_FILE", tls_worker_cert="FOLDER/CERT", tls_worker_key="FOLDER/KEY", require_encryption=True)
    return SLURMJob(scheduler="tls://ADDRESS", name="NAME", protocol="tls://", security=security, **settings).job_script()


def certificates(ca_file, certificate, key):
    """The certificates that the command line names; None if it names none."""
    if not (ca_file or certificate or key):
        return None
    if not (ca_file and certificate and key):
        raise Problem("--tls-ca-file, --tls-cert and --tls-key belong together", 64)
    for path in (ca_file, certificate, key):
        if not os.path.exists(path):
            raise Problem(f"{path}: no such file")
    return Security(tls_ca_file=ca_file, tls_client_cert=certificate, tls_client_key=key, require_encryption=True)
