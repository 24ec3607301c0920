"""The one way to write a file that another process trusts. It has its name when all of it is on the disk, and only then.

Between any two system calls the machine may stop: then the file is what it was before, or not there, and beside it may lie
one whose name ends with `ENDING`, which nobody reads. `folder.Folder.make` removes those. In a folder that others can write
to, no link that they planted is followed.
"""
import errno
import os
import secrets

# Of files under way.
ENDING = ".new"


def new_file(path, mode=0o666):
    """A file that is to become `path`: its name, which nobody can foresee, and its descriptor."""
    new = f"{path}.{secrets.token_hex(8)}{ENDING}"
    return new, os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)


def write(path, data, mode=0o666):
    """Writes `data`, bytes, into the file `path`, in the place of what it was.

    Raises OSError; then the file is what it was."""
    new, file = new_file(path, mode)
    try:
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        finally:
            os.close(file)
        put(new, path)
    except OSError:
        try:
            os.unlink(new)
        except OSError:
            pass
        raise


def put(source, path):
    """Gives the file `source`, which is on the disk already, the name `path`, on the same disk."""
    os.replace(source, path)
    sync_folder(os.path.dirname(path) or ".")


def remove(path):
    """Removes a file, if it is there, for good."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
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
