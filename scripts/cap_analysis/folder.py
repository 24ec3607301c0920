"""A run's folder: what was planned and what is there.

    shards/     the input in shards and their manifest, made by `solver split`
    results/    the answers, NAME.epd, each with its SHA-256 beside it; whole, or not there
    work/       what is under way
    journal.jsonl, cap.lock

A result gets its name when all of it is on the disk (durable.py). Only the driver gives names, and only while it holds the lock.
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess

from . import durable


class Problem(Exception):
    """What keeps a command from its work, in words for people; `code` is the exit code."""

    def __init__(self, message, code=2):
        super().__init__(message)
        self.code = code


class Folder:
    """A run's folder with the manifest in it."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.shards_path = self.path / "shards"
        self.results = self.path / "results"
        self.work = self.path / "work"
        self.journal = self.path / "journal.jsonl"
        self.lock = self.path / "cap.lock"
        self.manifest = read_manifest(self.shards_path)
        self.shards = self.manifest["shards"]
        self.options = self.manifest["options"]
        # The files of --known, each with its SHA-256.
        self.known = self.manifest.get("known", [])
        self.token = hashlib.sha256((self.shards_path / "manifest.sha256").read_bytes()).hexdigest()[:12]

    def make(self):
        """Makes the folders for what comes, and removes what a driver that died left unfinished. Only with the lock."""
        self.results.mkdir(exist_ok=True)
        self.work.mkdir(exist_ok=True)
        for place in (self.results, self.work, self.shards_path):
            for unfinished in place.glob(f"*{durable.ENDING}"):
                unfinished.unlink(missing_ok=True)

    def digest(self):
        """What answers depend on beside the lines: options, files that they name, solver."""
        said = json.dumps([self.options, self.known, self.manifest["solver"]]).encode()
        return hashlib.sha256(said).hexdigest()[:12]

    def result(self, shard):
        return self.results / shard["name"]

    def done(self):
        """The names of the shards that have results."""
        try:
            return {entry.name for entry in os.scandir(self.results) if entry.name.endswith(".epd")}
        except FileNotFoundError:
            return set()

    def check_results(self):
        """Sets aside results whose SHA-256 is not the one beside them; gives their names. A result that somebody put
        here without one is left to `solver join`."""
        bad = []
        for shard in self.shards:
            path = self.result(shard)
            beside = path.with_suffix(".sha256")
            if path.exists() and beside.exists():
                if beside.read_text(errors="replace").split()[:1] != [sha256_of(path)]:
                    bad.append(shard["name"])
                    os.replace(path, self.work / (shard["name"] + ".bad"))
        return bad

    def place(self, shard, sha256, source=None, data=None):
        """Makes a result of the file `source`, which is on the disk already, or of `data`. False where there is one."""
        final = self.result(shard)
        if final.exists():
            return False
        durable.write(final.with_suffix(".sha256"), f"{sha256}  {final.name}\n".encode())
        if source is None:
            durable.write(final, data)
        else:
            durable.put(source, final)
        return True

    def restore(self, shard, solver):
        """Cuts the input once more to have a shard again that was lost or spoilt.

        Raises Problem where the input is not what it was."""
        inputs = [entry["file"] for entry in self.manifest["inputs"]]
        if "-" in inputs:
            raise Problem(f"shards/{shard['name']} is not what was cut, and the input was standard input: it cannot be cut again")
        ((kind, number),) = self.manifest["size"].items()
        again = self.work / "again"
        shutil.rmtree(again, ignore_errors=True)
        split(solver, again, inputs, [f"--{kind}", str(number)], self.options)
        found = again / "shards" / shard["name"]
        if not found.exists() or sha256_of(found) != shard["sha256"]:
            shutil.rmtree(again, ignore_errors=True)
            raise Problem(f"shards/{shard['name']} is not what was cut, and the input has changed since: it cannot be cut again")
        durable.put(found, self.shards_path / shard["name"])
        shutil.rmtree(again, ignore_errors=True)


def split(solver, path, files, size, options):
    """`solver split`. Raises Problem with what it says."""
    command = [solver, "split", *size, "-o", str(path), *files]
    if options:
        command += ["--", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=None)
    if done.returncode:
        raise Problem(done.stderr.strip().removeprefix("solver: "), done.returncode)


def read_manifest(shards):
    """The manifest in a folder of shards, if it is the one that was written."""
    path = shards / "manifest.json"
    try:
        text = path.read_bytes()
        said = (shards / "manifest.sha256").read_text().split()
    except FileNotFoundError as error:
        raise Problem(f"{error.filename}: there is no run here ({error.strerror})") from None
    if said[:1] != [hashlib.sha256(text).hexdigest()]:
        raise Problem(f"{path}: not the manifest that was written: its SHA-256 is not the one in manifest.sha256")
    return json.loads(text)


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
