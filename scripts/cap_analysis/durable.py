"""Writes files that other processes trust. A file gets its name only when it is completely on the disk.

The machine may stop between any two system calls: then the file is unchanged or missing, and there may be another file
whose name ends with `ENDING`, which is never read. `folder.Folder.make` removes such files. In a folder to which others can
write, links that they planted are not followed.
"""
import contextlib
import errno
import os
import secrets

# The ending of the names of unfinished files.
ENDING = ".new"


@contextlib.contextmanager
def replacing(path, mode=0o666):
    """Yields the descriptor of a file that becomes `path`; until then its name cannot be guessed. If that fails, `path` is
    unchanged and the file is removed."""
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
    """Writes `data`, bytes, into the file `path`, and replaces its contents.

    Raises OSError; then the file is unchanged."""
    with replacing(path, mode) as file:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]


def put(source, path):
    """Renames the file `source`, whose contents are on the disk already, to `path` on the same disk."""
    os.replace(source, path)
    sync_folder(os.path.dirname(path) or ".")


def remove(path):
    """Removes a file if it exists, durably."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    sync_folder(os.path.dirname(path) or ".")


def sync_folder(path):
    """Makes sure that the names in a folder are on the disk."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    except OSError as error:
        # Some network file systems do not support it.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(folder)
