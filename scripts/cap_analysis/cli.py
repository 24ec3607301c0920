"""The command line of scripts/cap."""
import argparse
import importlib.util
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from . import alone, durable, givenup, task
from .folder import Folder, Problem, check_alone, read_manifest, split, succeed
from .foreign import printable
from .journal import Journal, read, read_whole
from .lock import Lock, Refused, owner_of

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Questions to the Parquet file of a run, for DuckDB: the help shows them, and a test runs them.
QUERIES = [
    "select outcome, stipulation, count(*) as records, sum(nodes) as nodes from 'run1.parquet' group by all order by all",
    "select line, id, nodes, fen from 'run1.parquet' order by nodes desc nulls last limit 10",
    "select length, count(*) as records, avg(len(keys)) as keys, quantile_cont(nodes, 0.99) as nodes_99 "
    "from 'run1.parquet' where outcome = 'solved' group by length order by length",
]


def default_solver():
    """The solver of CAP_SOLVER, of the Python package keymove if that is installed, or the built one."""
    packaged = importlib.util.find_spec("keymove") and shutil.which("solver", path=os.path.dirname(sys.executable))
    built = ROOT / "target" / "release" / "solver"
    built = str(built) if built.exists() else shutil.which("solver")
    return os.environ.get("CAP_SOLVER") or packaged or built or "solver"


def parser():
    whole = argparse.ArgumentParser(prog="cap", description=__import__("__main__").__doc__ or __doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, summary, function, folder=None, **more):
        made = commands.add_parser(name, help=summary, description=summary,
                                   formatter_class=argparse.RawDescriptionHelpFormatter, **more)
        made.set_defaults(function=function)
        if function is not status_command:
            made.add_argument("--solver", default=default_solver(), metavar="PATH",
                              help="the solver, at this path on every worker (or at the path in its CAP_SOLVER)")
        if folder:
            made.add_argument(folder, metavar="DIR")
        return made

    run = command("run", "Solve a collection in shards; after an interruption the same command continues", run_command,
                  usage="cap run FILE... -o DIR [options] [-- options of solver -b]")
    run.add_argument("files", nargs="*", metavar="FILE", help="EPD, plain or compressed; without FILE the run in DIR continues")
    run.add_argument("-o", "--output", required=True, metavar="DIR", help="the run's folder")
    size = run.add_mutually_exclusive_group()
    size.add_argument("--records", default=None, metavar="N", help="records in a shard (default 1000)")
    size.add_argument("--shards", default=None, metavar="K", help="number of shards")
    work_arguments(run)

    retry = command("retry", "Try the records again that were given up", retry_command, "output", usage="cap retry DIR [options, as for run]")
    work_arguments(retry)
    retry.set_defaults(files=[], records=None, shards=None)

    command("status", "Show the progress of a run", status_command, "folder")

    merge = command("merge", "Join the answers of a run; with FILEs, merge them into one collection", merge_command, "folder")
    merge.add_argument("files", nargs="*", metavar="FILE", help="earlier answers; the better one of two is kept")
    merge.add_argument("-o", "--output", metavar="OUT", help="default: answers.epd in DIR, or with FILEs merged.epd")

    report = command("report", "Report the results of a run, as text or as a page", report_command, "folder")
    report.add_argument("--html", nargs="?", const="", metavar="FILE", help="one page, default: report.html in DIR")

    queries = "\n".join(f'  duckdb -c "{query}"' for query in QUERIES)
    export = command("export", "Export the answers of a run as a table", export_command, "folder",
                     epilog=f"With cap export run1 --parquet run1.parquet:\n\n{queries}")
    export.add_argument("--parquet", nargs="?", const="", required=True, metavar="FILE", help="default: answers.parquet in DIR")

    return whole


def work_arguments(made):
    """The arguments of commands that solve."""
    where = made.add_mutually_exclusive_group()
    where.add_argument("--workers", type=positive, metavar="N", help="processes of this machine (default: all cores)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786")
    where.add_argument("--slurm", metavar="KEY=VALUE,...",
                       help="jobs of Slurm: queue, account, cores, memory, walltime, jobs; other keys go to sbatch")
    where.add_argument("--slurm-script", metavar="KEY=VALUE,...", help="print the script that --slurm would submit, and exit")
    for name, what in (("ca-file", "the authority that signed all certificates"), ("cert", "this driver's certificate"), ("key", "its key")):
        made.add_argument(f"--tls-{name}", metavar="FILE", help=f"for --scheduler tls://host:8786: {what} (PEM)")
    made.add_argument("--no-shared", action="store_true", help="workers do not see DIR: everything travels through Dask")
    made.add_argument("--stall", type=amount, metavar="SEC",
                     help="a solver that finishes no record in this time counts as dead (default: ten times --time of "
                     "the options, plus a minute; without --time there is no limit)")
    made.add_argument("--no-stragglers", action="store_true", help="do not start a shard twice near the end")
    made.add_argument("--quiet", action="store_true", help="no progress bar, and no line every minute")


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def amount(text):
    number = float(text)
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError("a number from 0 on")
    return number


def main(arguments=None):
    arguments = sys.argv[1:] if arguments is None else arguments
    # Others must not be able to write to its files, or the next run rejects them; the output may not have bytes for every character.
    alone.keep_others_out()
    if sys.stdout is not None:
        sys.stdout.reconfigure(errors="backslashreplace")
    options = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, options = arguments[:at], arguments[at + 1 :]
    try:
        try:
            given = parser().parse_args(arguments)
        except SystemExit as end:
            return 64 if end.code else 0
        given.options = options
        return given.function(given) or 0
    except Problem as problem:
        for line in str(problem).splitlines():
            complain(line)
        return problem.code
    except Refused as refused:
        complain(refused)
        return 64
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        complain(error if error.filename is None else f"{error.filename}: {error.strerror}")
        return 74
    except KeyboardInterrupt:
        return 130
    except ModuleNotFoundError as missing:
        if missing.name.startswith("cap_analysis"):
            raise
        complain(f"{missing}: pip install -r {ROOT / 'scripts' / 'cap-requirements.txt'}")
        return 64


def complain(line):
    print(f"cap: {printable(line)}", file=sys.stderr)


def tell(line):
    print(printable(line))


def stall(given):
    """The seconds after which a solver that finishes no record counts as dead."""
    time = re.search(r"(?:^|\n)--time[=\n]([0-9.]+)([smh]?)(?:\n|$)", "\n".join(given.options))
    if given.stall is None and time:
        return 10 * float(time[1]) * {"m": 60, "h": 3600}.get(time[2], 1) + 60
    return given.stall


def planned_folder(given):
    """The run's folder: the existing one, if it belongs to the same run, or a new one."""
    path = pathlib.Path(given.output)
    files = [name if name == "-" else str(pathlib.Path(name).resolve()) for name in given.files]
    if (path / "shards").exists():
        folder = Folder(path)
        there = [entry["file"] for entry in folder.manifest["inputs"]]
        wanted = {"records": int(given.records)} if given.records and given.records.isdecimal() else None
        if files and files != there:
            raise Problem(f"{path}: a run over other files: {' '.join(there)}", 64)
        if given.options and given.options != folder.options or not given.options and given.files and folder.options:
            raise Problem(f"{path}: a run with other options: {' '.join(folder.options) or 'none'}", 64)
        if wanted and wanted != folder.manifest["size"]:
            raise Problem(f"{path}: a run with shards of another size: {folder.manifest['size']}", 64)
        if reason := task.wrong_known(folder.known):
            raise Problem(f"{path}: {reason}", 64)
        check_options(given.solver, folder)
        given.options = folder.options
        return folder
    if not files:
        raise Problem(f"{path}: there is no run here to continue, and no FILE", 64)
    for name in files:
        if name != "-" and not os.path.exists(name):
            raise Problem(f"{name}: no such file")
    size = ["--shards", given.shards] if given.shards else ["--records", given.records or "1000"]
    split(given.solver, path, files, size, given.options)
    return Folder(path)


def check_options(solver, folder):
    """Raises Problem if `solver split` does not accept the manifest's options: they might write files."""
    with tempfile.TemporaryDirectory() as place:
        split(solver, place, [os.devnull], ["--records", "1"], folder.options)
        if read_manifest(pathlib.Path(place) / "shards").get("known", []) != folder.known:
            raise Problem(f"{folder.shards_path}: the files of --known are not those of the options", 64)


def retry_command(given):
    check_alone(given.output)
    if not Folder(given.output).journal.exists():
        raise Problem(f"{given.output}: no run has begun here", 64)
    return run_command(given, retry=True)


def run_command(given, retry=False):
    if given.slurm_script is not None:
        from . import cluster

        print(cluster.slurm_script(given.slurm_script))
        return 0
    solver = shutil.which(given.solver)
    if solver is None:
        raise Problem(f"{given.solver}: there is no such program; cargo build --release, or --solver PATH", 64)
    given.solver = str(pathlib.Path(solver).resolve())
    path = pathlib.Path(given.output)
    path.mkdir(parents=True, exist_ok=True)
    check_alone(path)
    from . import cluster
    from .driver import Driver, Interrupted

    cluster.quiet()
    security = cluster.certificates(given.tls_ca_file, given.tls_cert, given.tls_key)
    lock = Lock(path / "cap.lock").take()
    journal = crew = None
    try:
        folder = planned_folder(given)
        folder.make()
        expected = {**task.probe(given.solver), "total": None}
        if expected["version"] != folder.manifest["solver"]:
            raise Problem(
                f"{path}: a run of {folder.manifest['solver']}; {given.solver} is {expected['version']}", 64
            )
        journal = Journal(folder.journal)
        if retry:
            count = givenup.take_back(folder, journal)
            print(f"cap: trying records again that were given up: {count}", file=sys.stderr)
        givenup.finish(folder, journal)
        # `place` is the folder for relative names in options; other people's workers have their own.
        how = {"solver": given.solver, "options": folder.options, "digest": folder.digest(), "work": str(folder.work),
               "secret": folder.secret(), "place": None if given.scheduler else os.getcwd(), "stall": stall(given),
               "known": folder.known, "expected": expected}
        crew = crew_of(given, folder, security)
        driver = Driver(folder, crew, journal, lock, how, shared=not given.no_shared, show=not given.quiet,
                        stragglers=not given.no_stragglers)
        try:
            lost = driver.run()
        except Interrupted:
            driver.progress.say("stopped; run the same command to continue")
            return 130
        given_up = givenup.told(read(folder.journal))
        lines = [f"not done: {name}" for name in lost] + given_up
        lines += [f"cap retry {given.output} tries them again"] if given_up else []
        lines += [] if lost else [f"all {len(folder.shards)} shards are done: cap merge {given.output}"]
        for line in lines:
            driver.progress.say(line)
        return 2 if lost else 3 if given_up else 0
    finally:
        if journal:
            journal.close()
        if crew:
            crew.close()
        lock.give_back()


def crew_of(given, folder, security):
    """The workers that the command line names."""
    from . import cluster

    if given.scheduler:
        return cluster.Remote(given.scheduler, security)
    if given.slurm is not None:
        return cluster.Slurm(given.slurm, folder.private(), complain)
    return cluster.Local(given.workers or os.cpu_count() or 1, folder.private())


def status_command(given):
    folder = Folder(given.folder)
    done = folder.done()
    records = sum(shard["records"] for shard in folder.shards if shard["name"] in done)
    events, _, strange = read_whole(folder.journal)
    tell(f"{records} of {folder.manifest['records']} records, {len(done)} of {len(folder.shards)} shards done")
    tell(f"options: {' '.join(folder.options) or 'none'}; {folder.manifest['solver']}")
    counted = {name: sum(event["event"] == name for event in events) for name in ("died", "cut", "given up", "refused", "damaged", "full")}
    tell("failures: " + (", ".join(f"{name} {count}" for name, count in counted.items() if count) or "none"))
    if strange:
        tell(f"journal.jsonl: {strange} lines are not events of a run and are ignored")
    given_up = givenup.told(events)
    for line in [*given_up, f"cap retry {given.folder} tries them again"] if given_up else ["given up: none"]:
        tell(line)
    if owner := owner_of(folder.lock):
        tell(f"a driver is at work: host {owner['host']}, process {owner['pid']}")
    elif len(done) < len(folder.shards):
        tell(f"no driver is at work; cap run -o {given.folder} continues")
    return 0


def merge_command(given):
    folder = Folder(given.folder)
    answers = folder.output(None if given.files else given.output, "answers.epd")
    out = str(folder.output(given.output, "merged.epd")) if given.files else None
    succeed([given.solver, "join", "-o", str(answers), str(folder.path)])
    for line in givenup.told(read(folder.journal)):
        complain(line)
    if not given.files:
        tell(answers)
        return 0
    done = subprocess.run([given.solver, "merge", "-o", out, str(answers), *given.files], stderr=subprocess.PIPE, text=True,
                          errors="replace", check=False)
    for line in done.stderr.splitlines():
        print(printable(line), file=sys.stderr)
    durable.write(folder.path / "conflicts.txt", conflicts_in(done.stderr).encode())
    # 1: some records contradict each other; 2: some are malformed and left out. All others are written.
    if done.returncode in (0, 1, 2):
        tell(out)
    return done.returncode


def conflicts_in(said):
    """The messages of `solver merge` about records that contradict each other, with the records: the report shows them."""
    return "".join(re.findall(r"^(?:solver: )?(.*: this record contradicts .*\n(?:  .*\n)*)", said, re.M))


def report_command(given):
    from . import report

    folder = Folder(given.folder)
    # Before anything is read or computed, because the path may not be allowed.
    path = None if given.html is None else folder.output(given.html, "report.html")
    solver = os.path.abspath(shutil.which(given.solver) or given.solver)
    with report.laid_out(folder) as (place, names):
        if path is None:
            code = subprocess.run([solver, "stats", *names], cwd=place, check=False).returncode
            for line in givenup.told(read(folder.journal)):
                tell(line)
            return code
        counts = report.counted(solver, place, names)
    told = folder.path / "conflicts.txt"
    text = report.page(
        folder,
        read(folder.journal),
        counts,
        report.diagrams(solver, counts["slowest"]),
        told.read_text(errors="replace") if told.exists() else None,
    )
    durable.write(path, text.encode())
    tell(path)
    return 0


def export_command(given):
    folder = Folder(given.folder)
    path = str(folder.output(given.parquet, "answers.parquet"))
    # Not at the top, because it loads pyarrow.
    from .export import export

    tell(f"{path}: {export(folder, given.solver, path)} rows")
    return 0
