"""Access over the network: the addresses on which a run listens, and its answers to strangers."""
import os
import re
import signal
import socket
import subprocess
import sys

import psutil
import pytest
from conftest import CAP, OPTIONS, ROOT, SOLVER, answers, events, until

DASK = [sys.executable, "-m"]


def listening(processes):
    """The sockets of TCP on which these processes listen, as (address, port), from the kernel's tables."""
    inodes = set()
    for process in processes:
        folder = f"/proc/{process.pid}/fd"
        try:
            for name in os.listdir(folder):
                if found := re.fullmatch(r"socket:\[(\d+)\]", os.readlink(f"{folder}/{name}")):
                    inodes.add(found[1])
        except OSError:
            continue
    sockets = set()
    for table, family, words in (("tcp", socket.AF_INET, 1), ("tcp6", socket.AF_INET6, 4)):
        with open(f"/proc/net/{table}", encoding="ascii") as file:
            for line in list(file)[1:]:
                fields = line.split()
                if fields[3] == "0A" and fields[9] in inodes:
                    digits, port = fields[1].split(":")
                    # Each word of 32 bits is in the machine's byte order.
                    raw = b"".join(int(digits[8 * at : 8 * at + 8], 16).to_bytes(4, sys.byteorder) for at in range(words))
                    sockets.add((socket.inet_ntop(family, raw), int(port, 16)))
    return sockets


def test_a_socket_that_all_may_reach_is_seen():
    with socket.create_server(("0.0.0.0", 0)) as wide, socket.create_server(("::1", 0), family=socket.AF_INET6) as narrow:
        found = listening([psutil.Process()])
        assert {("0.0.0.0", wide.getsockname()[1]), ("::1", narrow.getsockname()[1])} <= found


@pytest.fixture
def slow_run(suite, tmp_path, wrapper):
    """A run with two workers that takes some seconds."""
    solver = wrapper("slow", 'case "$1" in -V|split|bench) exec $REAL "$@";; esac\nsleep 0.5; exec $REAL "$@"')
    folder = tmp_path / "run"
    run = subprocess.Popen([*CAP, "run", suite, "-o", folder, "--records", "20", "--workers", "2", "--solver", solver, "--", *OPTIONS],
                           stderr=subprocess.DEVNULL)
    yield run, folder
    run.kill()
    run.wait()


def test_a_run_listens_on_loopback_only_and_lets_nobody_in_without_its_key(slow_run, suite):
    run, folder = slow_run
    seen, ports = set(), set()

    def look():
        tree = [psutil.Process(run.pid), *psutil.Process(run.pid).children(recursive=True)]
        for process in tree:
            ports.update((process.pid, port) for _, port in listening([process]))
        seen.update(listening(tree))
        return len(events(folder, "done")) >= 2 or run.poll() is not None

    until(look)
    assert run.poll() is None
    assert {address for address, _ in seen} == {"127.0.0.1"}, seen
    # The scheduler and two workers: each has a port of Dask's and a port for its pages.
    assert len({pid for pid, _ in ports}) >= 3 and len(seen) >= 6, ports
    address = events(folder, "connected")[0]["scheduler"]
    assert address.startswith("tls://127.0.0.1:")
    script = f"from distributed import Client; Client({address!r}, timeout=3)"
    stranger = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert stranger.returncode and "TLS" in stranger.stderr, stranger.stderr
    plain = subprocess.run([sys.executable, "-c", script.replace("tls://", "tcp://")], capture_output=True, text=True, check=False)
    assert plain.returncode, plain.stderr
    assert run.wait(120) == 0
    done = subprocess.run([SOLVER, "join", folder], capture_output=True, check=True)
    assert done.stdout == answers(suite)


def manual(title):
    """The shell commands under a title of the manual."""
    text = (ROOT / "src/app/manuals/mass.md").read_text()
    return text.split(f"## {title}")[1].split("```sh\n")[1].split("```")[0]


@pytest.fixture
def started():
    """Starts commands of a shell that run until the test ends."""
    processes = []

    def start(command, **more):
        processes.append(subprocess.Popen(["bash", "-c", command], start_new_session=True, stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL, **more))
        return processes[-1]

    yield start
    for process in processes:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def test_the_manuals_recipe_for_tls_works_between_two_addresses(suite, tmp_path, started):
    """The manual's commands work unchanged, except for the addresses: the machine has two on loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    recipe = manual("Over a network").replace("10.0.0.1", "127.0.0.1").replace("10.0.0.2", "127.0.0.2").replace("8786", str(port))
    recipe = recipe.replace("dask scheduler", " ".join([*DASK, "distributed.cli.dask_scheduler"]))
    recipe = recipe.replace("dask worker", " ".join([*DASK, "distributed.cli.dask_worker"])).replace("--nworkers 8", "--nworkers 2")
    recipe = recipe.replace("\\\n", " ").replace("scripts/cap run", " ".join([*CAP, "run"]))
    recipe = recipe.replace("huge.epd", str(suite)).replace("--no-time", " ".join(OPTIONS))
    lines = [line for line in recipe.splitlines() if line and not line.startswith("#")]
    long = [line for line in lines if "dask_scheduler" in line or "dask_worker" in line]
    run = next(line for line in lines if " run " in line)
    subprocess.run(["bash", "-ec", "\n".join(line for line in lines if line not in [*long, run])], cwd=tmp_path, check=True, capture_output=True)
    environment = {**os.environ, "CAP_SOLVER": SOLVER}
    others = [started(f"{line}; :", cwd=tmp_path, env=environment) for line in long]
    done = subprocess.run(["bash", "-c", f"{run.replace(' -o ', f' --solver {SOLVER} --records 20 -o ')}"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    joined = subprocess.run([SOLVER, "join", tmp_path / "run1"], capture_output=True, check=True)
    assert joined.stdout == answers(suite)
    workers = {event["worker"].split("//")[-1].split(":")[0] for event in events(tmp_path / "run1", "done")}
    assert workers == {"127.0.0.2"}
    found = listening([child for process in others for child in psutil.Process(process.pid).children(recursive=True)])
    assert {address for address, _ in found} <= {"127.0.0.1", "127.0.0.2"} and len(found) >= 4, found
    # A client without a certificate of this authority is refused, whatever other certificate it has.
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    own = "\n".join(line for line in lines if line.startswith(("openssl", "umask")))
    subprocess.run(["bash", "-ec", own], cwd=stranger, check=True, capture_output=True)
    files = [word for name, file in (("ca-file", "ca.pem"), ("cert", "node.pem"), ("key", "node.key"))
             for word in (f"--tls-{name}", stranger / file)]
    refused = subprocess.run([*CAP, "run", suite, "-o", tmp_path / "run2", "--scheduler", f"tls://127.0.0.1:{port}", *files,
                              "--solver", SOLVER, "--", *OPTIONS], capture_output=True, text=True, timeout=120, check=False)
    assert refused.returncode == 2 and "certificate" in refused.stderr.lower(), refused.stderr
