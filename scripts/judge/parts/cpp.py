"""brute.cpp as a Python object: it is compiled when necessary, asked line by line, and ends with its owner."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "brute.cpp"
COMPILE = ["g++", "-O3", "-march=native", "-std=c++17"]


class Hard(Exception):
    """The question takes more nodes than allowed."""


def compiled():
    """The program, compiled once for each state of its source, into target/."""
    if shutil.which("g++") is None:
        subprocess.run(["apt-get", "install", "-y", "-qq", "g++"], check=True, stdout=subprocess.DEVNULL)
    stamp = hashlib.sha256(SOURCE.read_bytes() + " ".join(COMPILE).encode()).hexdigest()[:12]
    program = HERE.parents[2] / "target" / "judge" / f"brute-{stamp}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as folder:
            made = pathlib.Path(folder) / "brute"
            subprocess.run([*COMPILE, "-o", made, SOURCE], check=True)
            os.replace(made, program)
    return program


class Brute:
    """Questions to the brute force; each takes at most `effort` nodes, otherwise Hard is raised."""

    def __init__(self, effort=2_000_000):
        self.process = subprocess.Popen(
            [compiled(), str(effort)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def close(self):
        """Ends the program and waits for it, so that its time is counted."""
        self.process.stdin.close()
        self.process.wait()

    def ask(self, fen, question, rules=""):
        """The answer as brute.cpp writes it: see the head of that file."""
        line = "\t".join([" ".join(fen.split()[:4]), question] + [rules] * bool(rules))
        self.process.stdin.write(line + "\n")
        said = self.process.stdout.readline().rstrip("\n")
        if said == "hard":
            raise Hard(line)
        if not said or said.startswith("error"):
            raise ValueError(f"{line}: {said}")
        return said

    def solve(self, fen, stip, rules=""):
        """(length, first moves as UCI, number of lines or keys); (None, set(), 0): not reached."""
        length, keys, number = self.ask(fen, stip, rules).split("\t")
        if number == "0" and length == "0" and keys == "-":
            return None, set(), 0
        return float(length), set() if keys == "-" else set(keys.split()), int(number)

    def within(self, fen, stip, rules=""):
        """The moves that reach the goal within the stipulated length, including longer ways."""
        said = self.ask(fen, f"within {stip}", rules)
        return set() if said == "-" else set(said.split())

    def replies(self, fen, stip, rules=""):
        """The attacker's result after each move of the defender, who is to move: (length, moves), (None, set()) or "goal"."""
        found = {}
        for word in self.ask(fen, f"replies {stip}", rules).split():
            if word == "-":
                continue
            move, said = word.split("=", 1)
            length, _, keys = said.partition(":")
            found[move] = "goal" if said == "goal" else (None, set()) if said == "-" else (int(length), set(keys.split(",")))
        return found

    def lines(self, fen, stip, rules=""):
        """Every line of exactly that length, as a list of tuples of UCI moves and "--"."""
        said = self.ask(fen, f"lines {stip}", rules)
        return [] if said == "-" else [tuple(line.split(",")) for line in said.split()]

    def is_line(self, fen, stip, moves, rules=""):
        """Whether these moves are a line of exactly that length."""
        return self.ask(fen, f"line {stip} {','.join(moves)}", rules) == "yes"

    def counts(self, fen, stip, rules=""):
        """The number of lines of each length up to the bound that has lines."""
        pairs = (word.split(":") for word in self.ask(fen, f"counts {stip}", rules).split())
        return {float(length): int(number) for length, number in pairs if number != "0"}

    def state(self, fen, rules=""):
        """"mate", "stalemate", "check" or "quiet"."""
        return self.ask(fen, "state", rules)
