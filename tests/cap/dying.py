"""A process that is killed between two of its system calls; the calls of `os` that change the disk are counted."""
import os
import signal

CALLS = ("open", "write", "fsync", "replace", "rename", "unlink", "remove", "truncate", "ftruncate")


def dies_after(calls):
    """Kills this process at the call with this number. A `write` at which it dies has written half of its bytes."""
    left = [calls]
    for name in CALLS:
        setattr(os, name, counted(getattr(os, name), name, left))


def counted(call, name, left):
    def wrapped(*arguments, **more):
        if left[0] == 0:
            if name == "write":
                call(arguments[0], arguments[1][: len(arguments[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1
        return call(*arguments, **more)

    return wrapped


def fails_at(call, error):
    """Makes the call with that number, and all calls after it, fail with a system error."""
    left = [call]
    for name in CALLS:
        if name in ("write", "open", "fsync", "replace"):
            setattr(os, name, failing(getattr(os, name), left, error))


def failing(call, left, error):
    def wrapped(*arguments, **more):
        if left[0] == 0:
            raise OSError(error, os.strerror(error))
        left[0] -= 1
        return call(*arguments, **more)

    return wrapped
