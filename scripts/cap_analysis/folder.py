"""A run's folder:

    shards/     the input in shards and their manifest, made by `solver split`
    results/    the answers, NAME.epd, each with its SHA-256 in NAME.sha256; complete, or absent
    work/       unfinished answers
    journal.jsonl, cap.lock

A result gets its name when it is completely on the disk (durable.py). Only the driver gives names, and only while it holds the
lock. The folder decides which program runs and where it writes, so a driver works only in a folder of its user alone (alone.py).
"""
import hashlib
import json
import os
import pathlib
import re
import secrets
import shutil
import subprocess
import tempfile

from . import alone, durable
from .foreign import is_count, is_list, is_object, is_text, parse
from .task import file_sha256


# The beginning of the names of folders that only a run's processes may see.
PRIVATE = "dask-"


class Problem(Exception):
    """The reason why a command cannot do its work; `code` is the exit code."""

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
        """Makes the folders, and removes unfinished files of a driver that died. Needs the lock."""
        self.results.mkdir(exist_ok=True)
        self.work.mkdir(exist_ok=True)
        for place in (self.results, self.work, self.shards_path):
            for unfinished in place.glob(f"*{durable.ENDING}"):
                unfinished.unlink(missing_ok=True)
        for private in self.work.glob(f"{PRIVATE}*"):
            shutil.rmtree(private, ignore_errors=True)

    def private(self):
        """Makes a folder that only this run's processes can see and write to; `make` removes it, at the latest."""
        return tempfile.mkdtemp(prefix=PRIVATE, dir=self.work)

    def secret(self):
        """A word that no other user can know."""
        path = self.work / "secret"
        if not path.exists():
            durable.write(path, secrets.token_hex(8).encode(), mode=0o600)
        return path.read_text()

    def output(self, named, name):
        """The path of a file that a command makes: the one that the user `named`, or `name` in this folder. Raises Problem if others
        could redirect it, or if it is a file of the run or of its input, under whatever name."""
        if not named:
            check_alone(self.path)
            return self.path / name
        path = pathlib.Path(named)
        folders = (self.shards_path, self.results, self.work)
        asked = [pathlib.Path(entry["file"]) for entry in [*self.manifest["inputs"], *self.known]]
        own = [self.journal, self.lock, *asked, *(file for folder in folders for file in folder.rglob("*"))]
        if any(folder in path.resolve().parents for folder in folders) or (
                path.is_file() and any(file.is_file() and file.samefile(path) for file in own)):
            raise Problem(f"{named}: the run needs this file; what is written needs a file of its own", 64)
        return path

    def digest(self):
        """A digest of everything that answers depend on, except the lines: options, files that they name, solver."""
        said = json.dumps([self.options, self.known, self.manifest["solver"]]).encode()
        return hashlib.sha256(said).hexdigest()[:12]

    def input_names(self):
        """The names of the files of the input, without their folders."""
        return ["standard-input" if entry["file"] == "-" else pathlib.Path(entry["file"]).name for entry in self.manifest["inputs"]]

    def result(self, shard):
        return self.results / shard["name"]

    def done(self):
        """The names of the shards that have results."""
        try:
            return {entry.name for entry in os.scandir(self.results) if entry.name.endswith(".epd")}
        except FileNotFoundError:
            return set()

    def check_results(self):
        """Sets aside results that do not match their SHA-256 files; returns their names. A result that was put here without such
        a file is left to `solver join`."""
        bad = []
        for shard in self.shards:
            path = self.result(shard)
            beside = path.with_suffix(".sha256")
            if path.exists() and beside.exists():
                if beside.read_text(errors="replace").split()[:1] != [file_sha256(path)]:
                    bad.append(shard["name"])
                    os.replace(path, self.work / (shard["name"] + ".bad"))
        return bad

    def place(self, shard, sha256, source=None, data=None):
        """Makes a result of the file `source`, whose contents are on the disk already, or of `data`. Returns False if there is one."""
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
        """Cuts the input again to replace a shard that was lost or spoilt.

        Raises Problem if the input has changed."""
        inputs = [entry["file"] for entry in self.manifest["inputs"]]
        if "-" in inputs:
            raise Problem(f"shards/{shard['name']} is not the shard that was cut, and the input was standard input: it cannot be cut again")
        with tempfile.TemporaryDirectory(prefix=PRIVATE, dir=self.work) as again:
            split(solver, again, inputs, size_of(self.manifest["size"]), self.options)
            found = pathlib.Path(again) / "shards" / shard["name"]
            if not found.exists() or file_sha256(found) != shard["sha256"]:
                raise Problem(f"shards/{shard['name']} is not the shard that was cut, and the input has changed since: it cannot be cut again")
            durable.put(found, self.shards_path / shard["name"])


def check_alone(path):
    """Raises Problem if another user could have changed the run's folder `path`."""
    work = os.path.join(path, "work")
    if not os.path.isdir(path):
        raise Problem(f"{path}: not a folder", 64)
    places = [path, *(os.path.join(path, name) for name in ("shards", "results"))]
    for place in (path, work):
        if os.path.isdir(place):
            places += [entry.path for entry in os.scandir(place)]
    for place in places:
        if os.path.lexists(place) and (reason := alone.intrusion(place)):
            raise Problem(f"{reason}: nothing is written in a run's folder that is not its user's alone (see chmod -R go-w)", 64)


def split(solver, path, files, size, options):
    """Runs `solver split`. Raises Problem with its message."""
    succeed([solver, "split", *size, "-o", str(path), *files, *(["--", *options] if options else ())])


def succeed(command):
    """Runs a command of the solver. Raises Problem with its message if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise Problem(done.stderr.strip().replace("solver: ", ""), done.returncode)


def read_manifest(shards):
    """Reads the manifest in a folder of shards. Raises Problem if it was changed."""
    path = shards / "manifest.json"
    try:
        text = path.read_bytes()
        said = (shards / "manifest.sha256").read_text().split()
    except FileNotFoundError as error:
        raise Problem(f"{error.filename}: there is no run here ({error.strerror})") from None
    if said[:1] != [hashlib.sha256(text).hexdigest()]:
        raise Problem(f"{path}: not the manifest that was written: its SHA-256 is not the one in manifest.sha256")
    try:
        manifest = parse(text)
    except ValueError as error:
        raise Problem(f"{path}: {error}") from None
    if not is_manifest(manifest):
        raise Problem(f"{path}: not a manifest of shards")
    return manifest


def is_manifest(value):
    """Whether a value is a manifest of `solver split`, as far as it is used here. Names of shards cannot lead elsewhere."""
    file = {"file": is_text, "sha256": is_text}
    shard = {"name": lambda name: is_text(name) and re.fullmatch(r"[0-9]{7,}\.epd", name), "sha256": is_text,
             "first": is_count, "lines": is_count, "records": is_count, "bytes": is_count}
    is_it = is_object(value, options=is_list(is_text), solver=is_text, records=is_count, size=lambda size: size_of(size) is not None,
                      inputs=is_list(lambda entry: is_object(entry, lines=is_count, **file)),
                      shards=is_list(lambda entry: is_object(entry, **shard)))
    return is_it and is_list(lambda entry: is_object(entry, **file))(value.get("known", []))


def size_of(value):
    """The option of `solver split` for the manifest's size, with its number; None if it is not a size."""
    for name in ("records", "shards"):
        if is_object(value, **{name: is_count}) and len(value) == 1:
            return [f"--{name}", str(value[name])]
    return None
