"""What a worker does with a piece: start the solver on it, watch it, look at what it wrote.

This module, `alone` and `durable` travel to the workers by value, so they need Dask and the solver and nothing of this project.
They import nothing but the standard library, and what a task says goes back as a dict: `outcome` is one of

    done      the answers are whole and on the disk: `sha256`, `lines`, `bytes` (`data`, where there is no shared disk)
    died      the solver ended without them: `reason`, and `own`: whether it did so by its own doing
    full      there was no room for its output, or for it: the disk, a quota, the network, processes
    damaged   the piece is not there, or not what was cut
    stranger  this worker's solver is another file, and the driver did not say its bench total
    refused   this worker cannot do it: its solver is not the driver's or not there, it may not write: `reason`
    setup     the solver does not understand its options, or lacks a file that they name: `reason`, `exit`
    dropped   nobody waits for it any more

By its own doing a solver ends that crashes, that comes to no end (where a limit for that is given), that ends with a code that
says nothing, or for which the machine had no memory. By TERM, INT, HUP and KILL somebody else ended it; only where the kernel
counts one more process killed for want of memory, a KILL is the solver's.
"""
import contextlib
import ctypes
import errno
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from . import alone, durable

# How often a running solver is looked at, in seconds. A shard of 0.1 s costs half of this more on average, so that it
# begins short and grows to the longest; at 1,000 records a shard it is below 1 % of the time.
SHORTEST_LOOK, LONGEST_LOOK = 0.002, 0.5

# How long a worker that must not work keeps a piece, in seconds: until it is sent away.
REFUSAL = 2.0

# Why the driver must say its bench total.
STRANGER = "another file of the same version"

# The signals that a process brings on itself.
OWN_SIGNALS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGILL, signal.SIGFPE, signal.SIGSYS, signal.SIGTRAP,
               signal.SIGXCPU, signal.SIGXFSZ}

# What may be over in a while, for which nobody is to blame.
PASSING = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE,
           errno.ESTALE, errno.ETIMEDOUT, errno.EINTR}


def solve(piece, how, data=None):
    """Solves a piece (a dict with `name`, `lines`, `sha256`, `path`) as `how` says; `data` is its bytes, where there is
    no shared disk."""
    alone.keep_others_out()
    begun, wall = time.monotonic(), time.time()
    result = {"piece": piece["name"], "worker": worker_name(), "host": socket.gethostname(), "begun": wall}
    try:
        tell({"event": "start", "piece": piece["name"], "key": task_key()})
        result.update(solve_piece(piece, how, data))
    except OSError as error:
        if error.errno not in PASSING:
            time.sleep(REFUSAL)
        result.update(outcome="full" if error.errno in PASSING else "refused", reason=str(error))
    result.update(seconds=time.monotonic() - begun, ended=time.time())
    return result


def solve_piece(piece, how, data):
    solver = os.environ.get("CAP_SOLVER", how["solver"])
    reason = wrong_solver(solver, how["expected"]) or wrong_known(how["known"], how["place"])
    if reason == STRANGER:
        return {"outcome": "stranger", "reason": reason}
    if reason:
        # Who refuses at once would be free at once, and get one piece after the other.
        time.sleep(REFUSAL)
        return {"outcome": "refused", "reason": reason}
    if data is None:
        return in_folder(piece, how, solver, piece["path"], how["work"])
    # Where the disk is not shared a later attempt on this machine still finds what was done, and nothing that others put there:
    # they do not know the name before the folder is there.
    folder = os.path.join(tempfile.gettempdir(), f"cap-{os.getuid()}-{how['secret']}")
    if reason := alone.make_folder(folder):
        time.sleep(REFUSAL)
        return {"outcome": "refused", "reason": reason}
    path = os.path.join(folder, piece["name"] + ".epd")
    durable.write(path, data)
    result = in_folder(piece, how, solver, path, folder)
    if result["outcome"] == "done":
        with open(result.pop("part"), "rb") as file:
            result["data"] = file.read()
        for name in os.listdir(folder):
            if name.startswith(piece["name"] + "-") or name == piece["name"] + ".epd":
                os.unlink(os.path.join(folder, name))
    return result


def damaged(piece, path):
    """What is to be told where the file `path` is not the piece; otherwise None."""
    try:
        if file_sha256(path) == piece["sha256"]:
            return None
    except FileNotFoundError:
        return {"outcome": "damaged", "reason": f"{path}: gone"}
    return {"outcome": "damaged", "reason": f"{path}: not the shard that was cut"}


def in_folder(piece, how, solver, path, work):
    """Solves the piece in the file `path`; what is under way stands in the folder `work`."""
    if damage := damaged(piece, path):
        return damage
    # Answers of other options, or of another solver, have another name.
    part = os.path.join(work, f"{piece['name']}-{how['digest']}.part")
    for attempt in range(3):
        kept = vouched_lines(part)
        memory_kills = kills_for_memory()
        code, reason, messages = run_solver(solver, how, path, part)
        if code == 74 and "another run is writing it" in messages:
            # Its solver lives on somewhere, cut off from the scheduler, or a second one was started near the end.
            copy = f"{part[:-5]}.{os.getpid()}-{attempt}.part"
            copy_part(part, copy)
            part = copy
            continue
        if code == 2 and "cannot resume" in messages:
            os.replace(part, part + ".foreign")
            with contextlib.suppress(FileNotFoundError):
                os.replace(part + ".run", part + ".foreign.run")
            continue
        break
    if reason:
        return {"outcome": "dropped"} if reason == "dropped" else {"outcome": "died", "own": True, "reason": reason}
    if code < 0:
        return ended_by(signal.Signals(-code), kills_for_memory() > memory_kills)
    said = messages.strip()
    if code == 130:
        return {"outcome": "died", "own": False, "reason": said or "the solver was stopped"}
    if code == 74:
        # The words of the C library, as the solver repeats them.
        if any(os.strerror(number) in said for number in errno.errorcode if number not in PASSING):
            time.sleep(REFUSAL)
            return {"outcome": "refused", "reason": said}
        return {"outcome": "full", "reason": said}
    lines = line_count(part)
    if code == 64 or code == 2 and lines < piece["lines"]:
        # A file is lacking: the piece, or one of the options'.
        return damaged(piece, path) or {"outcome": "setup", "reason": said or f"exit code {code}", "exit": code}
    if code not in (0, 2, 3, 70) or lines != piece["lines"]:
        reason = f"exit code {code} after {lines} of {piece['lines']} lines: {said}"
        return {"outcome": "died", "own": True, "reason": reason}
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    return {
        "outcome": "done",
        "part": part,
        "sha256": file_sha256(part),
        "lines": lines,
        "bytes": os.path.getsize(part),
        "kept": kept,
        "messages": messages,
    }


def ended_by(name, is_for_memory):
    """What is to be told of a solver that a signal ended; `is_for_memory`: meanwhile the kernel killed for want of memory."""
    reason = f"the solver was ended by {name.name}"
    if name == signal.SIGKILL and is_for_memory:
        return {"outcome": "died", "own": True, "reason": f"{reason}, for want of memory"}
    return {"outcome": "died", "own": name in OWN_SIGNALS, "reason": reason}


def kills_for_memory():
    """How many processes the kernel has killed on this machine for want of memory; 0 where it does not say."""
    try:
        with open("/proc/vmstat", encoding="ascii") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("oom_kill ")), 0)
    except OSError:
        return 0


def run_solver(solver, how, path, part):
    """Runs the solver to its end: exit code, why it was ended (or None), what it said (the last 64 kB)."""
    jobs = [] if any(word.startswith(("-j", "--workers")) for word in how["options"]) else ["-j", "1"]
    command = [solver, "-b", "--from", "epd", *jobs, *how["options"], "-o", part, "--resume", path]
    key = task_key()
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, preexec_fn=die_with_parent, cwd=how["place"]
        )
        look, reason = SHORTEST_LOOK, None
        size, grown = -1, time.monotonic()
        try:
            while True:
                try:
                    running.wait(look)
                    break
                except subprocess.TimeoutExpired:
                    look = min(look * 1.5, LONGEST_LOOK)
                if is_dropped(key):
                    reason = "dropped"
                elif how["stall"]:
                    now, length = time.monotonic(), file_length(part)
                    if length != size:
                        size, grown = length, now
                    elif now - grown > how["stall"]:
                        reason = f"no record was finished in {how['stall']:g} s"
                if reason:
                    running.kill()
                    running.wait()
                    break
        finally:
            if running.poll() is None:
                running.kill()
                running.wait()
        said.seek(max(0, said.tell() - (1 << 16)))
        return running.returncode, reason, said.read().decode(errors="replace")


def die_with_parent():
    """In the child: where the system can, the solver dies with its worker. Otherwise its lock on the file tells."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def looked_at(path):
    """What was found out about a file in its present state: a dict to be read and filled, so that each is looked at once."""
    state = os.stat(path)
    # This module arrives anew with each task, its variables too: what is to be kept stands where the process finds it.
    return vars(sys).setdefault("cap_probed", {}).setdefault((path, state.st_mtime_ns, state.st_size), {})


def wrong_solver(solver, expected):
    """Why this solver must not work for this run; None if it may."""
    path = shutil.which(solver)
    if path is None:
        return f"{solver}: there is no such program"
    found = looked_at(path)
    if "sha256" not in found:
        found.update(probe(path))
    if found["version"] != expected["version"]:
        return f"{path}: version {found['version']}, the driver's is {expected['version']}"
    if found["sha256"] == expected["sha256"]:
        return None
    if expected["total"] is None:
        return STRANGER
    if "total" not in found:
        found["total"] = bench_total(path)
    if found["total"] != expected["total"]:
        return f"{path}: bench total {found['total']}, the driver's is {expected['total']}"
    return None


def wrong_known(files, place=None):
    """Why the files of `--known`, named from the folder `place` (None: the current one), are not those of this run; None if
    they are."""
    for file in files:
        path = os.path.abspath(os.path.join(place or "", file["file"]))
        try:
            found = looked_at(path)
            if "sha256" not in found:
                found["sha256"] = file_sha256(path)
        except FileNotFoundError:
            return f"{file['file']}: there is no such file"
        if found["sha256"] != file["sha256"]:
            return f"{file['file']}: not what it was when this run was planned"
    return None


def probe(path):
    """The version and SHA-256 of a solver."""
    said = subprocess.run([path, "-V"], capture_output=True, text=True, errors="replace", check=False, stdin=subprocess.DEVNULL)
    return {"version": said.stdout.split("\n")[0] or f"(exit code {said.returncode})", "sha256": file_sha256(path)}


def bench_total(path):
    """The nodes of `solver bench`, which tell whether two builds search alike; None where it says none."""
    said = subprocess.run([path, "bench"], capture_output=True, text=True, errors="replace", check=False, stdin=subprocess.DEVNULL)
    return next((int(line.split()[0]) for line in said.stdout.splitlines() if line.endswith("in all")), None)


def file_sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def line_count(path):
    """The lines of a file that have an end; 0 where there is none."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def file_length(path):
    try:
        return os.path.getsize(path)
    except FileNotFoundError:
        return 0


def vouched_lines(part):
    """The lines of a part that the solver goes on after: those that its .run vouches for."""
    if not file_length(part):
        return 0
    try:
        with open(part + ".run", encoding="utf-8") as file:
            return json.load(file)["done"]["items"]
    except (OSError, ValueError, LookupError, TypeError):
        return 0


def copy_part(source, target):
    """Copies a part that is still written: its .run first, so that what that vouches for is there in the copy."""
    with contextlib.suppress(FileNotFoundError):
        shutil.copyfile(source + ".run", target + ".run")
        shutil.copyfile(source, target)


# What is Dask's. Without a worker around it (in tests) there is nothing to tell and nobody who could drop the task.


def this_worker():
    try:
        from distributed import get_worker

        return get_worker()
    except (ImportError, ValueError):
        return None


def worker_name():
    worker = this_worker()
    return f"{worker.name} at {worker.address}" if worker else "none"


def tell(event):
    worker = this_worker()
    if worker:
        worker.log_event("cap", {**event, "time": time.time()})


def task_key():
    try:
        from distributed.worker import thread_state

        return getattr(thread_state, "key", None)
    except ImportError:
        return None


def is_dropped(key):
    worker = this_worker()
    if worker is None or key is None:
        return False
    task = worker.state.tasks.get(key)
    return task is None or task.state == "cancelled"


def settle(dask_scheduler):
    """On a scheduler that somebody started: what cluster.SETTINGS says to one's own."""
    dask_scheduler.allowed_failures = 0
    dask_scheduler.WORKER_SATURATION = 1.0
