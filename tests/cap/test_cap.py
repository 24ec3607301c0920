"""Runs of scripts/cap, undisturbed and disturbed: each ends in the bytes of one `solver -b`, or says why not."""
import os
import random
import resource
import signal
import socket
import ssl
import time

import psutil
import pytest
from conftest import OPTIONS, ROOT, SOLVER, answers, cap, children, command, done, kill, one, until, workers


@pytest.mark.parametrize("count", [1, 2])
def test_bytes_messages_and_exit_code_are_those_of_one_run(suite, tmp_path, count):
    whole = one(suite)
    run = cap(suite, tmp_path / "run", "--workers", count)
    assert answers(tmp_path / "run") == whole.stdout
    assert (run.returncode, run.stderr) == (whole.returncode, whole.stderr.decode(errors="replace")) and whole.returncode == 2
    assert len(done(tmp_path / "run")) >= 4 * count and os.stat(tmp_path / "run").st_mode & 0o777 == 0o700
    # The same command again solves nothing.
    before = [path.stat().st_mtime_ns for path in done(tmp_path / "run")]
    assert cap(suite, tmp_path / "run", "--workers", count).returncode == 2
    assert before == [path.stat().st_mtime_ns for path in done(tmp_path / "run")]


def test_a_file_without_lines_has_no_answers(tmp_path):
    empty = tmp_path / "empty.epd"
    empty.write_bytes(b"")
    assert cap([empty], tmp_path / "run", "--workers", 1).returncode == 0 and answers(tmp_path / "run") == b""


def test_a_driver_that_was_killed_is_continued_and_a_stopped_one_leaves_nothing_behind(suite, tmp_path, slow, start):
    for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
        before = len(done(tmp_path / "run"))
        driver = start(*command(suite, tmp_path / "run", "--workers", 2, solver=slow))
        until(lambda: len(done(tmp_path / "run")) > before)
        below = children(driver, "")
        os.kill(driver.pid, number)
        assert driver.wait(20) == (-9 if number == signal.SIGKILL else 130), driver.log.read_text()
        until(lambda: not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in below), 20)
        assert "Traceback" not in driver.log.read_text()
    times = [path.stat().st_mtime_ns for path in done(tmp_path / "run")]
    assert cap(suite, tmp_path / "run").returncode == 2 and answers(tmp_path / "run") == one(suite).stdout
    assert set(times) < {path.stat().st_mtime_ns for path in done(tmp_path / "run")}


def test_a_worker_that_was_killed_is_replaced(suite, tmp_path, slow, start):
    driver = start(*command(suite, tmp_path / "run", "--workers", 1, solver=slow))
    for count in (1, 3):
        until(lambda: len(done(tmp_path / "run")) >= count)
        kill(*workers(driver))
    assert driver.wait(120) == 2 and driver.log.read_bytes() == one(suite).stderr and answers(tmp_path / "run") == one(suite).stdout


def test_scheduler_workers_and_driver_that_were_killed_at_once(suite, tmp_path, slow, start, dask):
    address, loops = dask(slow, slow)
    words = command(suite, tmp_path / "run", "--scheduler", address)
    driver = start(*words)
    until(lambda: len(done(tmp_path / "run")) >= 2)
    kill(*children(loops[0], "dask_scheduler"))
    assert driver.wait(60) == 75 and "the same command continues" in driver.log.read_text()
    driver = start(*words)
    until(lambda: len(done(tmp_path / "run")) >= 5)
    kill(*(process for loop in loops for process in children(loop, "distributed.cli")), driver)
    last = start(*words)
    assert last.wait(120) == 2 and answers(tmp_path / "run") == one(suite).stdout


def test_the_messages_of_a_run_that_was_killed_are_whole(suite, tmp_path, wrapper, start):
    """A solver that is killed after its first messages, in the middle of another one."""
    stops = wrapper("stops", 'if mkdir "$input.once" 2>/dev/null; then $REAL "$@"; printf "solver: half" >&2; kill -9 $$; fi')
    run = cap(suite, tmp_path / "run", "--workers", 2, solver=stops)
    assert run.stderr == one(suite).stderr.decode(errors="replace") and answers(tmp_path / "run") == one(suite).stdout


def test_a_disk_that_is_full_for_a_while(suite, tmp_path):
    """No file may have more than 3,000 bytes, which is less than the answers to some pieces."""
    def full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))

    run = cap(suite, tmp_path / "run", "--workers", 2, limits=full)
    assert run.returncode in (74, 75) and not (tmp_path / "run/answers.epd").exists(), run
    assert cap(suite, tmp_path / "run").returncode == 2 and answers(tmp_path / "run") == one(suite).stdout


def test_a_piece_that_always_fails_is_named_and_the_others_are_solved(suite, tmp_path, wrapper):
    lines = suite[0].read_bytes().split(b"\n")
    lines[40] = b'7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; id "poison";'
    suite[0].write_bytes(b"\n".join(lines))
    count = tmp_path / "count"
    dies = wrapper("dies", f'grep -q poison "$input" && echo >>{count} && kill -SEGV $$')
    run = cap(suite, tmp_path / "run", "--workers", 2, solver=dies)
    assert run.returncode == 75 and not (tmp_path / "run/answers.epd").exists()
    assert f"{suite[0]}:33-48: not solved: the solver was ended by SIGSEGV" in run.stderr and run.stderr.count("not solved") == 1
    assert len(count.read_text()) == 3
    before = {path.name for path in done(tmp_path / "run")}
    assert cap(suite, tmp_path / "run").returncode == 2 and answers(tmp_path / "run") == one(suite).stdout
    assert len({path.name for path in done(tmp_path / "run")} - before) == 1


def test_parts_and_answers_that_were_changed_are_solved_again(suite, tmp_path, wrapper, start):
    driver = start(*command(suite, tmp_path / "run", "--workers", 2, solver=wrapper("hangs", '$REAL "$@"; exec sleep 1000')))
    until(lambda: len(children(driver, "sleep 1000")) == 2)
    kill(driver)
    for path in (tmp_path / "run/pieces").glob("*.out"):
        path.write_bytes(path.read_bytes()[:-20])
    assert cap(suite, tmp_path / "run").returncode == 2 and answers(tmp_path / "run") == one(suite).stdout
    path = sorted((tmp_path / "run/pieces").glob("*.out"))[3]
    path.write_bytes(path.read_bytes()[:-20])
    run = cap(suite, tmp_path / "run")
    assert run.returncode == 75 and f"{suite[0]}:49-64: the answers were changed" in run.stderr, run
    assert cap(suite, tmp_path / "run").returncode == 2 and answers(tmp_path / "run") == one(suite).stdout


@pytest.mark.parametrize("ending", ["out", "done"])
def test_a_pipe_in_the_place_of_an_answer_is_refused(suite, tmp_path, ending):
    assert cap(suite, tmp_path / "run").returncode == 2
    path = next((tmp_path / "run/pieces").glob(f"*.{ending}"))
    path.unlink()
    os.mkfifo(path)
    run = cap(suite, tmp_path / "run")
    assert run.returncode == 64 and f"{path}: not a regular file" in run.stderr, run


def test_a_worker_whose_solver_has_another_version_is_refused_by_name(suite, tmp_path, wrapper, dask):
    address, _ = dask(wrapper("older", "", version="solver 0.0.9"), SOLVER, tmp_path / "missing")
    run = cap(suite, tmp_path / "run", "--scheduler", address)
    assert run.returncode == 2 and answers(tmp_path / "run") == one(suite).stdout
    assert "refused: worker w0 at tcp://127.0.0.1:" in run.stderr and "is solver 0.0.9, the driver's is solver 0." in run.stderr
    assert "refused: worker w2 at" in run.stderr and "worker w1" not in run.stderr


def test_a_second_driver_and_another_run_are_refused(suite, tmp_path, slow, wrapper, start):
    folder = tmp_path / "run"
    known = tmp_path / "known.epd"
    known.write_bytes(one(suite[1:]).stdout)
    options = [*OPTIONS, "--known", known]
    driver = start(*command(suite, folder, "--workers", 2, solver=slow, options=options))
    until(lambda: done(folder))
    refusals = [(cap(suite, folder, options=options), f"{folder}: another driver is at work")]
    kill(driver)
    driver.wait()
    refusals += [(cap(suite, folder), f"{folder}: a run with other options: --no-time -M 4 --known {known}"),
                 (cap(suite[:1], folder, options=options), f"{folder}: a run with other input: {suite[0]} {suite[1]}"),
                 (cap(suite, folder, options=options, solver=wrapper("newer", "", version="solver 9.9")), "a run with other solver: 'solver 0.")]
    for path in (known, suite[1]):
        text = path.read_bytes()
        path.write_bytes(text + b"# more\n")
        refusals.append((cap(suite, folder, options=options), "another content"))
        path.write_bytes(text)
    for refused, reason in refusals:
        assert refused.returncode == 64 and reason in refused.stderr, refused
    assert cap(suite, folder, options=options).returncode == 2 and answers(folder) == one(suite, options).stdout


@pytest.mark.parametrize("options, code, reason", [
    (["--nosuch"], 64, "error: unexpected argument '--nosuch'"), (["--known", "nosuch.epd"], 2, "solver: nosuch.epd: cannot be read"),
    (["--format", "json"], 64, "cap: --format: "), (["-bofile"], 64, "cap: -bofile: "), (["--proof=x"], 64, "cap: --proof=x: "),
    ([ROOT / "suites/mates-2.epd"], 64, "mates-2.epd: not options only"),
])
def test_what_no_piece_can_help_is_refused_before_the_run(suite, tmp_path, options, code, reason):
    run = cap(suite, tmp_path / "run", options=options)
    assert run.returncode == code and reason in run.stderr, run
    assert not list((tmp_path / "run").glob("pieces/*"))


def test_files_folders_and_programs_that_cannot_be_used(suite, tmp_path):
    wide = tmp_path / "wide.epd"
    wide.write_text("8/8/8/8/8/8/8/8 w - -\n", encoding="utf-16")
    assert "UTF-16" in cap([wide], tmp_path / "run").stderr
    assert cap([tmp_path / "nosuch"], tmp_path / "run").returncode == 2
    assert "no solver: No such file" in cap(suite, tmp_path / "run", solver="/no/such/solver").stderr
    (tmp_path / "open").mkdir(mode=0o755)
    assert "nobody else may look" in cap(suite, tmp_path / "open").stderr
    gone = cap(suite, tmp_path / "run", "--scheduler", "tcp://127.0.0.1:9", environment={"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"})
    assert gone.returncode == 75 and "tcp://127.0.0.1:9" in gone.stderr, gone


def test_its_ports_are_on_loopback_and_closed_to_strangers(suite, tmp_path, wrapper, start):
    driver = start(*command(suite, tmp_path / "run", "--workers", 2, solver=wrapper("hangs", "exec sleep 1000")))
    until(lambda: len(children(driver, "sleep 1000")) == 2)
    listening = {found.laddr for process in [psutil.Process(driver.pid), *workers(driver)]
                 for found in process.net_connections() if found.status == psutil.CONN_LISTEN}
    assert len(listening) >= 5 and {found.ip for found in listening} == {"127.0.0.1"}, listening
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    request, pages = b"GET /status HTTP/1.0\r\nHost: localhost\r\n\r\n", 0
    for address in listening:
        try:
            with socket.create_connection(address, 20) as plain:
                plain.sendall(request)
                page = plain.recv(100)
        except ConnectionError:
            page = b""
        if page.startswith(b"HTTP"):
            assert b" 404 " in page, page
            pages += 1
            continue
        with pytest.raises((ssl.SSLError, ConnectionError)), socket.create_connection(address, 20) as plain, context.wrap_socket(plain) as secure:
            secure.sendall(request)
            assert secure.recv(100) == b"answered"
    assert len(listening) - pages >= 3


def test_chaos(suite, tmp_path, wrapper, start, dask, pytestconfig):
    """Drivers, schedulers, workers and solvers are killed in any mix (--kills), in turn with own workers and with a scheduler by hand."""
    rng, kills, runs, solver = random.Random(61), {}, 0, wrapper("slow", "sleep 0.2")
    address, loops = dask(solver, solver)
    while sum(kills.values()) < pytestconfig.getoption("kills"):
        folder, more = tmp_path / f"run{runs}", ["--scheduler", address] if runs % 2 else ["--workers", "2"]
        words = command(suite, folder, *more, solver=solver)
        driver, begun = start(*words), time.monotonic()
        while driver.poll() != 2:
            assert time.monotonic() - begun < 300, driver.log.read_text()
            if driver.poll() is not None:
                assert driver.returncode in (-9, 75), driver.log.read_text()
                driver = start(*words)
            time.sleep(rng.uniform(0.3, 2.5))
            found = {"worker": [each for loop in loops[1:] for each in children(loop, "distributed.cli")] if runs % 2 else workers(driver),
                     "scheduler": children(loops[0], "distributed.cli") if runs % 2 else [], "driver": [driver] if done(folder) else [],
                     "solver": [each for top in [driver, *loops] for each in children(top, f"bash {solver} -b")]}
            kind = rng.choices(list(found), (6, 2, 2, 4))[0]
            if found[kind] and driver.poll() is None and sum(kills.values()) < pytestconfig.getoption("kills"):
                kill(rng.choice(found[kind]))
                kills[kind] = kills.get(kind, 0) + 1
        assert answers(folder) == one(suite).stdout
        runs += 1
    print(f"{sum(kills.values())} kills in {runs} runs, equal bytes: {kills}")
