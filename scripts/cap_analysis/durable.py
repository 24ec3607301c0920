"""The one way to write a file that another process trusts. It has its name when all of it is on the disk, and only then.

Between any two system calls the machine may stop: then the file is what it was before, or not there, and beside it may lie
one whose name ends with `ENDING`, which nobody reads. `folder.Folder.make` removes those. In a folder that others can write
to, no link that they planted is followed.
"""
import contextlib
import errno
import os
import secrets

# Of files under way.
ENDING = ".new"


@contextlib.contextmanager
def replacing(path, mode=0o666):
    """The descriptor of a file that is to become `path`, with a name that nobody can foresee. Where that fails, `path` is what it
    was, and the file is removed."""
    new = f"{path}.{secrets.token_hex(8)}{ENDING}"
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        try:
            yield file
            os.fsync(file)
        finally:
            os.close(file)
        put(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def write(path, data, mode=0o666):
    """Writes `data`, bytes, into the file `path`, in the place of what it was.

    Raises OSError; then the file is what it was."""
    with replacing(path, mode) as file:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]


def put(source, path):
    """Gives the file `source`, which is on the disk already, the name `path`, on the same disk."""
    os.replace(source, path)
    sync_folder(os.path.dirname(path) or ".")


def remove(path):
    """Removes a file, if it is there, for good."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    sync_folder(os.path.dirname(path) or ".")


def sync_folder(path):
    """Sees to it that the names in a folder are on the disk."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    except OSError as error:
        # Some network file systems know no such thing.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(folder)
