"""The work on a piece: a worker starts the solver on it, watches it, and examines its output.

This module, `alone` and `durable` travel to the workers by value, so workers need Dask and the solver and nothing else of this
project. They import only the standard library. A task answers with a dict, whose `outcome` is one of

    done      the answers are complete and on the disk: `sha256`, `lines`, `bytes` (`data`, if there is no shared disk)
    died      the solver ended without answers: `reason`, and `own`: whether that was its own fault
    full      a resource ran out: the disk, a quota, the network, processes
    damaged   the piece is missing, or differs from the one that was cut
    stranger  this worker's solver is another file, and the driver has not given its bench total yet
    refused   this worker cannot do it: its solver is missing or differs from the driver's, or it may not write: `reason`
    setup     the solver does not accept its options, or a file that they name is missing: `reason`, `exit`
    dropped   the driver no longer waits for the result

It is the solver's own fault if it crashes, does not end (within the limit, if there is one), ends with an unknown exit code, or
takes more memory than the machine has. TERM, INT, HUP and KILL are sent by other programs, except a KILL for which the kernel
counts one more process killed for lack of memory.
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

# Seconds between two checks of a running solver. A shard takes longer by half of that on average, so the interval begins short
# and grows; at 1,000 records per shard it costs less than 1 % of the time.
SHORTEST_LOOK, LONGEST_LOOK = 0.002, 0.5

# Seconds for which a worker that must not work keeps a piece: after that time it has been sent away.
REFUSAL = 2.0

# The reason for which the driver has to give its bench total.
STRANGER = "another file of the same version"

# Signals that a process causes itself.
OWN_SIGNALS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGILL, signal.SIGFPE, signal.SIGSYS, signal.SIGTRAP,
               signal.SIGXCPU, signal.SIGXFSZ}

# Errors that may pass, and for which neither solver nor worker is to blame.
PASSING = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE,
           errno.ESTALE, errno.ETIMEDOUT, errno.EINTR}


def solve(piece, how, data=None):
    """Solves a piece (a dict with `name`, `lines`, `sha256`, `path`) with the settings in `how`; `data` is its bytes, if there
    is no shared disk."""
    alone.keep_others_out()
    begun, wall = time.monotonic(), time.time()
    result = {"piece": piece["name"], "worker": worker_name(), "host": socket.gethostname(), "begun": wall}
    try:
        tell({"event": "start", "piece": piece["name"], "key": task_key()})
        result.update(solve_piece(piece, how, data))
    except OSError as error:
        result.update(outcome="full" if error.errno in PASSING else "refused", reason=str(error))
    if result["outcome"] == "refused":
        # A worker that refused at once would be free at once, and would get one piece after another.
        time.sleep(REFUSAL)
    result.update(seconds=time.monotonic() - begun, ended=time.time())
    return result


def solve_piece(piece, how, data):
    solver = os.environ.get("CAP_SOLVER", how["solver"])
    reason = wrong_solver(solver, how["expected"]) or wrong_known(how["known"], how["place"])
    if reason:
        return {"outcome": "stranger" if reason == STRANGER else "refused", "reason": reason}
    if data is None:
        return in_folder(piece, how, solver, piece["path"], how["work"])
    # Without a shared disk, a later attempt on this machine still finds the earlier results, and nothing that others planted:
    # they do not know the name before the folder exists.
    folder = os.path.join(tempfile.gettempdir(), f"cap-{os.getuid()}-{how['secret']}")
    if reason := alone.make_folder(folder):
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
    """The outcome if the file `path` is not the piece; otherwise None."""
    try:
        if file_sha256(path) == piece["sha256"]:
            return None
    except FileNotFoundError:
        return {"outcome": "damaged", "reason": f"{path}: gone"}
    return {"outcome": "damaged", "reason": f"{path}: not the shard that was cut"}


def in_folder(piece, how, solver, path, work):
    """Solves the piece in the file `path`; unfinished answers are in the folder `work`."""
    if damage := damaged(piece, path):
        return damage
    # Answers with other options, or from another solver, have another name.
    part = os.path.join(work, f"{piece['name']}-{how['digest']}.part")
    for attempt in range(3):
        kept = vouched_lines(part)
        memory_kills = kills_for_memory()
        code, reason, messages = run_solver(solver, how, path, part)
        if code == 74 and "another run is writing it" in messages:
            # Its solver is still running somewhere, cut off from the scheduler, or a second one was started near the end.
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
        # The solver repeats the message of the C library.
        lasts = any(os.strerror(number) in said for number in errno.errorcode if number not in PASSING)
        return {"outcome": "refused" if lasts else "full", "reason": said}
    lines = line_count(part)
    if code == 64 or code == 2 and lines < piece["lines"]:
        # A file is missing: the piece, or one that the options name.
        return damaged(piece, path) or {"outcome": "setup", "reason": said or f"exit code {code}", "exit": code}
    if code not in (0, 2, 3, 70) or lines != piece["lines"]:
        reason = f"exit code {code} after {lines} of {piece['lines']} lines: {said}"
        return {"outcome": "died", "own": True, "reason": reason}
    with open(part, "rb") as file:
        os.fsync(file.fileno())
    return {"outcome": "done", "part": part, "sha256": file_sha256(part), "lines": lines, "bytes": os.path.getsize(part),
            "kept": kept, "messages": messages}


def ended_by(name, is_for_memory):
    """The outcome for a solver that a signal ended; `is_for_memory`: the kernel meanwhile killed a process for lack of memory."""
    reason = f"the solver was ended by {name.name}"
    if name == signal.SIGKILL and is_for_memory:
        return {"outcome": "died", "own": True, "reason": f"{reason}, for want of memory"}
    return {"outcome": "died", "own": name in OWN_SIGNALS, "reason": reason}


def kills_for_memory():
    """The number of processes that the kernel of this machine has killed for lack of memory; 0 if it does not tell."""
    try:
        with open("/proc/vmstat", encoding="ascii") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("oom_kill ")), 0)
    except OSError:
        return 0


def run_solver(solver, how, path, part):
    """Runs the solver to its end. Returns its exit code, the reason for killing it (or None), and its messages (the last 64 kB)."""
    jobs = [] if any(word.startswith(("-j", "--workers")) for word in how["options"]) else ["-j", "1"]
    command = [solver, "-b", "--from", "epd", *jobs, *how["options"], "-o", part, "--resume", path]
    key = task_key()
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
                                   preexec_fn=die_with_parent, cwd=how["place"])
        look, reason = SHORTEST_LOOK, None
        size, grown = -1, time.monotonic()
        try:
            while running.poll() is None and not reason:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    running.wait(look)
                look = min(look * 1.5, LONGEST_LOOK)
                now, length = time.monotonic(), file_length(part)
                if length != size:
                    size, grown = length, now
                if is_dropped(key):
                    reason = "dropped"
                elif how["stall"] and now - grown > how["stall"] and running.poll() is None:
                    reason = f"no record was finished in {how['stall']:g} s"
        finally:
            if running.poll() is None:
                running.kill()
            running.wait()
        said.seek(max(0, said.tell() - (1 << 16)))
        return running.returncode, reason, said.read().decode(errors="replace")


def die_with_parent():
    """In the child: on Linux the solver dies with its worker. Elsewhere its lock on the file shows that it is alive."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def looked_at(path):
    """The known facts about a file in its present state: a dict to read and to fill, so that each file is examined once."""
    state = os.stat(path)
    # This module arrives anew with each task, with new variables, so lasting facts are kept in a module that stays.
    return vars(sys).setdefault("cap_probed", {}).setdefault((path, state.st_mtime_ns, state.st_size), {})


def wrong_solver(solver, expected):
    """The reason why this solver must not work for this run; None if it may."""
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
    """The reason why the files of `--known`, named from the folder `place` (None: the current one), are not the files of this
    run; None if they are."""
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


def asked(path, word):
    """A run of a solver with one argument."""
    return subprocess.run([path, word], capture_output=True, text=True, errors="replace", check=False, stdin=subprocess.DEVNULL)


def probe(path):
    """The version and SHA-256 of a solver."""
    said = asked(path, "-V")
    return {"version": said.stdout.split("\n")[0] or f"(exit code {said.returncode})", "sha256": file_sha256(path)}


def bench_total(path):
    """The nodes of `solver bench`: two builds that search alike have the same number. None if there is no number."""
    return next((int(line.split()[0]) for line in asked(path, "bench").stdout.splitlines() if line.endswith("in all")), None)


def file_sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def line_count(path):
    """The number of complete lines of a file; 0 without a file."""
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
    """The number of lines of a part after which the solver continues: the lines that its .run confirms."""
    if not file_length(part):
        return 0
    try:
        with open(part + ".run", encoding="utf-8") as file:
            return json.load(file)["done"]["items"]
    except (OSError, ValueError, LookupError, TypeError):
        return 0


def copy_part(source, target):
    """Copies a part that is still being written: its .run first, so that the copy has all the lines that the .run confirms."""
    with contextlib.suppress(FileNotFoundError):
        shutil.copyfile(source + ".run", target + ".run")
        shutil.copyfile(source, target)


# Dask. Without a worker around the task (in tests), messages are not heard and the task cannot be dropped.


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
    worker = this_worker()
    return worker and worker.get_current_task()


def is_dropped(key):
    worker = this_worker()
    if worker is None or key is None:
        return False
    task = worker.state.tasks.get(key)
    return task is None or task.state == "cancelled"


def settle(dask_scheduler):
    """Gives a scheduler that another program started the settings that cluster.SETTINGS gives to our own."""
    dask_scheduler.allowed_failures = 0
    dask_scheduler.WORKER_SATURATION = 1.0
