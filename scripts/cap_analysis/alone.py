"""Whether a place belongs to its user alone. Files that others may have put there are neither trusted nor written to.

Another user of the machine can be the first to make a file in /tmp under any name that can be guessed, and can plant links in
every folder that others can write to. Like `task`, this module travels to the workers.
"""
import os
import stat

OTHERS = stat.S_IWGRP | stat.S_IWOTH


def intrusion(path):
    """The reason why another user could have changed the file or folder `path`. None if it belongs to this user alone: it is not a
    link, this user owns it, others cannot write to it, and it is not in a folder where everybody may replace it."""
    path = os.path.abspath(path)
    state = os.lstat(path)
    if stat.S_ISLNK(state.st_mode):
        return f"{path} is a link"
    if not (stat.S_ISDIR(state.st_mode) or stat.S_ISREG(state.st_mode)):
        return f"{path} is neither a file nor a folder"
    if state.st_uid != os.geteuid():
        return f"{path} belongs to another user (uid {state.st_uid})"
    if state.st_mode & OTHERS:
        return f"{path} can be written by others (mode {stat.S_IMODE(state.st_mode):o})"
    above = os.path.realpath(path)
    while above != os.path.dirname(above):
        above = os.path.dirname(above)
        mode = os.stat(above).st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"{above} lets everybody exchange its contents (mode {stat.S_IMODE(mode):o})"
    return None


def make_folder(path):
    """Makes the folder `path` with mode 0700, or takes one that this user made before. Returns the reason if neither is possible."""
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        pass
    if not stat.S_ISDIR(os.lstat(path).st_mode):
        return f"{path} is not a folder"
    return intrusion(path)


def keep_others_out():
    """From now on, others cannot write to the files that this process and its children make."""
    os.umask(os.umask(OTHERS) | OTHERS)
