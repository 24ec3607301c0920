"""Whole runs: killed and resumed, merged, reported, exported, and the equivalent without Python."""
import json
import os
import signal
import subprocess

import duckdb
import psutil
import pytest
from cap_analysis.cli import QUERIES
from conftest import CAP, OPTIONS, ROOT, SOLVER, answers, cap, events, until


def run_words(suite, folder, *more):
    return ["run", suite, "-o", folder, "--records", "6", "--workers", "2", "--solver", SOLVER, *more, "--", *OPTIONS]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run whose worker and driver were killed, and which was continued and completed."""

    place = tmp_path_factory.mktemp("run")
    suite, folder = place / "suite.epd", place / "run1"
    lines = [line for name in ("mates-5", "malformed") for line in (ROOT / f"suites/{name}.epd").read_bytes().splitlines()]
    # Twice as many shards as a fast machine completes before the test can look.
    suite.write_bytes(2 * b"".join(line + b"\n" for line in lines))
    first = subprocess.Popen([*CAP, *map(str, run_words(suite, folder))], stderr=subprocess.DEVNULL)
    until(lambda: events(folder, "start") or first.poll() is not None)
    assert first.poll() is None
    worker = next(child for child in psutil.Process(first.pid).children() if "distributed.cli.dask_worker" in child.cmdline())
    os.kill(worker.pid, signal.SIGKILL)
    # It is held, so that it does not end before the second one arrives.
    first.send_signal(signal.SIGSTOP)
    second = cap(*run_words(suite, folder))
    first.send_signal(signal.SIGCONT)
    assert second.returncode == 64 and f"process {first.pid}" in second.stderr
    until(lambda: events(folder, "done") or first.poll() is not None)
    first.kill()
    first.wait()
    again = cap(*run_words(suite, folder))
    assert again.returncode == 0, again.stderr
    return suite, folder


def test_a_killed_run_that_is_gone_on_with_gives_the_bytes_of_one(finished):
    suite, folder = finished
    merged = cap("merge", folder, "--solver", SOLVER)
    assert merged.returncode == 0, merged.stderr
    assert (folder / "answers.epd").read_bytes() == answers(suite)
    assert len(events(folder, "driver")) == 2
    status = cap("status", folder)
    assert "no driver" not in status.stdout and "shards done" in status.stdout


def test_another_run_in_the_same_folder_is_refused(finished):
    suite, folder = finished
    other = run_words(suite, folder)
    other[-1] = "8"
    for words, reason in [(other, "other options"), (run_words(SOLVER, folder), "other files"),
                          (["run", "-o", folder / "nothing", "--solver", SOLVER], "no run here")]:
        refused = cap(*words)
        assert refused.returncode == 64 and reason in refused.stderr, refused.stderr


def test_the_report_is_one_page_with_all_that_happened(finished):
    _, folder = finished
    assert cap("report", folder, "--html", "--solver", SOLVER).returncode == 0
    page = (folder / "report.html").read_text()
    for word in ("Outcomes by length", "#5", "Workers", "Slowest records", "<svg", "2 starts of the driver"):
        assert word in page, word
    for word in ("<script", "http://", "https://", "src="):
        assert word not in page.replace("http://www.w3.org", ""), word


def test_the_queries_of_the_help_run_on_the_exported_table(finished, monkeypatch):
    suite, folder = finished
    assert cap("export", folder, "--parquet", folder / "run1.parquet", "--solver", SOLVER).returncode == 0
    shown = cap("export", "--help").stdout
    monkeypatch.chdir(folder)
    found = [duckdb.sql(query).fetchall() for query in QUERIES]
    assert all(query in shown for query in QUERIES)
    stats = json.loads(subprocess.run([SOLVER, "stats", "--format", "json", folder / "answers.epd"], capture_output=True, check=True).stdout)
    assert sum(record[2] for record in found[0]) == stats["records"]
    assert {record[1]: record[2] for record in found[0] if record[0] == "solved"} == {
        length["stipulation"]: length["records"] for length in stats["solved"]["by_length"] if not length["stipulation"].startswith("-")
    }
    assert found[1][0][2:] and [record[2] for record in found[1]] == sorted((record[2] for record in found[1]), reverse=True)
    assert [record[0] for record in found[2]] == sorted(record[0] for record in found[2])


def test_results_that_contradict_each_other_are_shown_by_merge_and_report(finished, tmp_path):
    suite, folder = finished
    records = answers(suite).decode(errors="replace").splitlines()
    at = next(number for number, line in enumerate(records) if " dm 5;" in line)
    fields = " ".join(records[at].split(" ")[:4])
    other, out = tmp_path / "other.epd", tmp_path / "out.epd"
    wrong = f'{fields} Refuted 7; Stip "#7"; acd 7; acn 1;'
    new = '7k/8/8/4K3/8/8/6Q1/8 w - - Refuted 1; Stip "#1"; acd 1; acn 1; id "<new>";'
    other.write_text(f"# a comment\n{wrong}\n{new}\n")
    merged = cap("merge", folder, other, "-o", out, "--solver", SOLVER)
    # The suite also has malformed records.
    assert merged.returncode == 2 and merged.stdout == f"{out}\n", merged.stderr
    says = f"{other}:2: this record contradicts {folder / 'answers.epd'}:{at + 1}: reached within 5 and refuted within 7"
    assert says in merged.stderr, merged.stderr
    found = out.read_text(errors="replace").splitlines()
    assert {records[at], wrong, new} <= set(found)
    assert cap("report", folder, "--html", "--solver", SOLVER).returncode == 0
    section = (folder / "report.html").read_text().split("<h2>Conflicts</h2>")[1]
    assert "this record contradicts" in section and "Refuted 7" in section and "a board" not in section
    # Merged with answers that agree, there are no contradictions.
    other.write_text(new + "\n")
    assert cap("merge", folder, other, "-o", out, "--solver", SOLVER).returncode == 2
    assert cap("report", folder, "--html", "--solver", SOLVER).returncode == 0
    assert "<h2>Conflicts</h2><p>None.</p>" in (folder / "report.html").read_text()
    assert new in out.read_text(errors="replace")


def test_gnu_parallel_over_the_shards_gives_the_same_bytes(finished, tmp_path):
    suite, _ = finished
    manual = (ROOT / "src/run/shard/manual.md").read_text()
    block = next(block.split("```")[0] for block in manual.split("```sh\n")[1:] if "parallel" in block)
    os.symlink(SOLVER, tmp_path / "solver")
    os.symlink(suite, tmp_path / "suite.epd")
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", block.replace("--first --no-time", " ".join(OPTIONS)).replace("--records 1000", "--records 9")],
                          cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert (tmp_path / "answers.epd").read_bytes() == answers(suite), done.stderr


def test_slurm_is_told_from_its_absence_and_its_script_is_shown(tmp_path):
    shown = cap("run", "-o", tmp_path / "x", "--slurm-script", "queue=short,cores=8,memory=16GB,walltime=04:00:00,constraint=avx2")
    assert shown.returncode == 0, shown.stderr
    for line in ("#SBATCH -p short", "#SBATCH --cpus-per-task=8", "#SBATCH -t 04:00:00", "#SBATCH --constraint=avx2", "dask worker"):
        assert line in shown.stdout.replace("distributed.cli.dask_worker", "dask worker"), shown.stdout


def test_a_worker_looks_at_its_solver_once():
    """A task travels with the variables of its module; state that it must remember must not be among them."""
    import cloudpickle
    from cap_analysis import task
    from cap_analysis.cluster import SOLVE

    one, other = (cloudpickle.loads(cloudpickle.dumps(SOLVE)) for _ in range(2))
    looks = []
    for solve in (one, other):
        names = solve.__globals__["solve_piece"].__globals__
        real = names["wrong_solver"].__globals__["probe"]
        names["wrong_solver"].__globals__["probe"] = lambda path, real=real: looks.append(path) or real(path)
        expected = {**task.probe(SOLVER), "total": None}
        assert names["wrong_solver"](SOLVER, expected) is None
    assert looks == [SOLVER]
