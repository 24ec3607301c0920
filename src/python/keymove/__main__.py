"""The program `solver`: the same arguments, the same exit codes."""

import signal
import sys

from . import _native


def main() -> int:
    """Runs the program with the arguments of this process."""
    # The program itself handles Ctrl-C: it ends with whole records.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run(["solver", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
