"""The state of a disk after a power cut, from a log of strace: only synchronised data is certain.

`History` is one run of a program: its calls that change files of one folder. `History.cut` plays a beginning of it and
returns the files that the next start finds: a write since the last fsync of its file is complete, lost, zeros, arbitrary
bytes, or cut short; names are as the last fsync of the folder left them, plus the first few changes since.
"""
import contextlib
import os
import re
import subprocess
import threading
import time

CALLS = ("openat", "write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync", "rename", "renameat", "renameat2",
         "unlink", "unlinkat", "close")
LINE = re.compile(r"^(\d+) +(\w+)\((.*)\) += (\d+)(<.*)?( \(.*\))?$")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


class History:
    """The calls of one run, in order, and the files that existed before it."""

    def __init__(self, folder, command, lines, pause):
        """Runs `command`, which reads `lines` from standard input, a few of them after each `pause` in seconds."""
        self.folder = str(folder)
        self.before = files(folder)
        log = self.folder + ".log"
        traced = ["strace", "-f", "-qq", "-y", "-xx", "-s", "10000000", "-o", log, "-e", f"trace={','.join(CALLS)}"]
        running = subprocess.Popen([*traced, *command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        feeder = threading.Thread(target=feed, args=(running.stdin, lines, pause))
        feeder.start()
        self.code = running.wait()
        feeder.join()
        with open(log, encoding="ascii") as text:
            self.calls = list(read(text))
        os.unlink(log)

    def cut(self, dice):
        """The files of the folder after a power cut at a random moment, and the number of calls made before it."""
        disk = Disk(self.folder, self.before)
        end = dice.randrange(1, len(self.calls) + 1)
        for call in self.calls[:end]:
            disk.do(*call)
        return disk.after_cut(dice), end


def files(folder):
    """The bytes of all files of a folder."""
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()} if folder.exists() else {}


def feed(stdin, lines, pause):
    """Writes lines, a few after each pause, until the reader closes its end."""
    with contextlib.suppress(BrokenPipeError), stdin:
        for at in range(0, len(lines), 5):
            stdin.write(b"".join(lines[at:at + 5]))
            stdin.flush()
            time.sleep(pause)


def read(text):
    """The successful calls in a log: thread, name, arguments, result."""
    begun = {}
    for line in text:
        line = line.rstrip("\n")
        thread, _, rest = line.partition(" ")
        if rest.endswith("<unfinished ...>"):
            begun[thread] = line.removesuffix("<unfinished ...>")
            continue
        if "resumed>" in rest:
            line = begun.pop(thread) + rest.partition("resumed>")[2]
        found = LINE.match(line)
        if found:
            _, name, arguments, result = found.groups()[:4]
            yield name, arguments, int(result)


def text_of(arguments):
    """The strings among the arguments of a call."""
    return [bytes.fromhex(text.replace("\\x", "")) for text in TEXT.findall(arguments)]


class Disk:
    """The files of one folder: their contents on the disk, and the changes on the way there."""

    def __init__(self, folder, before):
        self.folder = folder
        self.durable = dict(enumerate(before.values()))
        self.waiting = {number: [] for number in self.durable}
        self.names = dict(zip(before, self.durable))
        self.seen = dict(self.names)
        self.renamed = []
        self.open = {}

    def name(self, path):
        """The name inside the folder, or None if the path is outside."""
        folder, _, name = path.decode().rpartition("/")
        return name if folder == self.folder else None

    def do(self, call, arguments, result):
        """Replays a call."""
        texts = text_of(arguments) if call != "lseek" else []
        descriptor = int(re.match(r"\d+", arguments)[0]) if arguments[:1].isdigit() else None
        if call == "openat":
            self.open[result] = self.opened(texts[0], arguments)
        elif call == "close":
            self.open.pop(descriptor, None)
        elif call.startswith("rename"):
            old, new = map(self.name, texts)
            self.change(new, self.seen.pop(old), old)
        elif call.startswith("unlink"):
            if (name := self.name(texts[0])) in self.seen:
                del self.seen[name]
                self.renamed.append((name, None, None))
        elif self.open.get(descriptor) == "folder":
            if call == "fsync":
                self.names = dict(self.seen)
                self.renamed = []
        elif self.open.get(descriptor):
            self.on_file(call, arguments, result, descriptor, texts)

    def opened(self, path, arguments):
        """The object behind a descriptor that was opened: a file with its offset, the folder, or nothing relevant."""
        if path.decode() == self.folder:
            return "folder"
        name = self.name(path)
        if name is None:
            return None
        if name not in self.seen:
            number = len(self.durable)
            self.durable[number], self.waiting[number] = b"", []
            self.change(name, number, None)
        number = self.seen[name]
        if "O_TRUNC" in arguments:
            self.waiting[number].append(("cut", 0, b""))
        return [number, 0]

    def change(self, name, number, old):
        """Gives a file a name."""
        self.seen[name] = number
        self.renamed.append((name, number, old))

    def on_file(self, call, arguments, result, descriptor, texts):
        """Replays a call on a file of the folder."""
        number, place = self.open[descriptor]
        if call == "write":
            self.waiting[number].append(("write", place, texts[-1][:result]))
            self.open[descriptor][1] += result
        elif call == "pwrite64":
            self.waiting[number].append(("write", int(arguments.rpartition(", ")[2]), texts[-1][:result]))
        elif call == "lseek":
            self.open[descriptor][1] = result
        elif call == "ftruncate":
            self.waiting[number].append(("cut", int(arguments.rpartition(", ")[2]), b""))
        elif call in ("fsync", "fdatasync"):
            for change in self.waiting[number]:
                self.durable[number] = changed(self.durable[number], *change)
            self.waiting[number] = []

    def after_cut(self, dice):
        """The files that the next start finds, by name."""
        names = dict(self.names)
        for name, number, old in self.renamed[:dice.randint(0, len(self.renamed))]:
            names.pop(old, None)
            if number is None:
                names.pop(name, None)
            else:
                names[name] = number
        return {name: self.left(number, dice) for name, number in names.items()}

    def left(self, number, dice):
        """The bytes of a file that survive."""
        bytes_, fates = self.durable[number], ["done", "lost", "zeros", "anything", "begun"]
        if dice.random() < 0.5:
            fates = [dice.choice(fates)]
        for how, place, text in self.waiting[number]:
            fate = dice.choice(fates)
            if how == "cut":
                if fate != "lost":
                    bytes_ = changed(bytes_, how, place, text)
                continue
            if fate == "begun":
                whole, text = text, text[:dice.randint(0, len(text))]
                if dice.random() < 0.5:
                    text += bytes(len(whole) - len(text))
            elif fate == "zeros":
                text = bytes(len(text))
            elif fate == "anything":
                text = dice.randbytes(len(text))
            if fate != "lost":
                bytes_ = changed(bytes_, how, place, text)
        return bytes_


def changed(old, how, place, text):
    """The bytes of a file after a change."""
    if how == "cut":
        return old[:place].ljust(place, b"\0")
    return old[:place].ljust(place, b"\0") + text + old[place + len(text):]
