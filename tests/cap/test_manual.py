"""Every command line of `solver help mass` is run, and gives the same bytes."""
import os
import re
import shutil
import socket
import subprocess
import sys

import pytest
from conftest import ROOT, SOLVER, answers, one, until

MANUAL = (ROOT / "src/app/manuals/mass.md").read_text()
SHELL = re.findall(r"```sh\n(.*?)```", MANUAL, re.S)
PYTHON = re.findall(r"```python\n(.*?)```", MANUAL, re.S)
OPTIONS = ["--first", "--no-time"]

# Slurm as far as these lines use it: a job is started at once, on this machine, and squeue and scancel are not called.
SBATCH = """#!/bin/bash
array=0-0; case $1 in --array=*) array=${1#--array=}; shift;; esac
script=$(mktemp ./job.XXXXXX); cp "$1" "$script"
for number in $(seq ${array/-/ }); do SLURM_ARRAY_TASK_ID=$number bash "$script" >>jobs.log 2>&1 & done
echo "Submitted batch job 1"
"""

# `keymove.solve_many`, done by the program: CI has no wheel. The package's own tests judge the real one.
KEYMOVE = f"""
import subprocess
class Answer:
    def __init__(self, text): self.to_epd = lambda: text
def solve_many(records, workers, first, no_time):
    assert (workers, first, no_time) == (1, True, True)
    done = subprocess.run([{SOLVER!r}, "-b", "--from", "epd", "--first", "--no-time"], input="".join(records), capture_output=True, text=True)
    return map(Answer, done.stdout.splitlines())
"""


@pytest.fixture
def place(tmp_path):
    """A folder with the files that the manual names, and the programs in its `bin`."""
    lines = [line for name in ("mates-2", "mates-3") for line in (ROOT / f"suites/{name}.epd").read_text().splitlines(keepends=True)]
    (tmp_path / "suite.epd").write_text("".join(line for line in lines if line.strip() and line[0] != "#"))
    shutil.copy(tmp_path / "suite.epd", tmp_path / "huge.epd")
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/solver").symlink_to(SOLVER)
    (tmp_path / "bin/python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / "bin/sbatch").write_text(SBATCH)
    (tmp_path / "bin/scancel").write_text("#!/bin/sh\n")
    for name in ("python3", "sbatch", "scancel"):
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def run(place, text, *words):
    path = f"{place}/bin:{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "CAP_SOLVER": SOLVER, "DASK_TEMPORARY_DIRECTORY": str(place)}
    done = subprocess.run([*(words or ("bash", "-ec")), text], cwd=place, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done
    return done.stdout


def expected(place):
    return one([place / "suite.epd"], OPTIONS).stdout


def test_gnu_parallel_and_slurm_give_the_same_bytes(place):
    # Smaller parts, so that there are several.
    parallel = SHELL[0].replace("-l 1000", "-l 10")
    run(place, parallel)
    assert (place / "answers.epd").read_bytes() == expected(place) and len(list((place / "r").glob("??????"))) >= 5
    shutil.rmtree(place / "r")
    (place / "array.sh").write_text(SHELL[1])
    split, _, joined = parallel.splitlines()
    submit = re.search(r"`(sbatch --array=\S+ array.sh)`", MANUAL)[1]
    last = int(re.search(r"0-(\d+)", submit)[1])
    run(place, split + "; " + submit.replace(f"0-{last}", f"0-{len(list((place / 's').iterdir())) - 1}"))
    parts = sorted(path.name for path in (place / "s").iterdir())
    whole = [place / "r" / f"{part}.run" for part in parts]
    until(lambda: all(path.exists() for path in whole) and run(place, joined) == "" and (place / "answers.epd").read_bytes() == expected(place))


def test_dask_with_the_python_package_gives_the_same_bytes(place):
    (place / "keymove.py").write_text(KEYMOVE)
    run(place, PYTHON[0].replace("1000", "10"), sys.executable, "-c")
    assert (place / "answers.epd").read_bytes() == expected(place)


def test_cap_gives_the_same_bytes_on_this_machine(place):
    install, line = SHELL[2].splitlines()
    assert (ROOT / install.split()[-1]).exists()
    run(place, line)
    assert answers(place / "run1") == expected(place)


@pytest.fixture
def network(place):
    """The lines about several machines, with two addresses of this one; and about certificates alone."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    text = re.sub(r"10\.0\.0\.", "127.0.0.", SHELL[3]).replace("8786", port).replace("127.0.0.1:8787", "127.0.0.1:0").replace("--nworkers 8", "--nworkers 2")
    return text, text[: text.index("dask scheduler")]


def test_cap_gives_the_same_bytes_between_two_addresses(place, network):
    run(place, "trap 'kill $(jobs -p)' EXIT\n" + network[0])
    assert answers(place / "run1") == expected(place)


def test_cap_gives_the_same_bytes_on_jobs_of_slurm(place, network):
    run(place, network[1])
    code = PYTHON[1].replace("ib0", "lo").replace("cores=8, processes=8", "cores=2, processes=2").replace("jobs=20", "jobs=1")
    run(place, code, sys.executable, "-c")
    assert answers(place / "run1") == expected(place)
