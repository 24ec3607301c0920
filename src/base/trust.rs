//! Checks which files are within the reach of other users of this machine: files that are executed,
//! trusted or replaced must not be.
//!
//! root can change everything, so root is trusted like the user. A user with write permission for a
//! folder can put a file or a link under any name into it, unless the folder is sticky like `/tmp`:
//! then existing entries remain their owner's. On systems other than Unix none of this is known,
//! and everything is trusted.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// The maximum number of links to follow, as in the Linux kernel.
const MOST_LINKS: usize = 40;

/// Opens `path` for writing from the beginning, as resolved by [`place`], and locks it; its previous
/// contents are lost.
///
/// # Errors
///
/// The file cannot be opened, belongs to another user, or a run is writing it.
pub fn create(path: &Path) -> io::Result<File> {
    let place = place(path)?;
    let mut options = OpenOptions::new();
    let file = open(&place, options.write(true).create(true).truncate(false))?;
    lock(&file, &place)?;
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(file)
}

/// Opens `place`, as returned by [`place()`]: a link put there meanwhile is not followed.
///
/// # Errors
///
/// The file cannot be opened.
pub fn open(place: &Path, options: &mut OpenOptions) -> io::Result<File> {
    system::open(place, options)
}

/// The file that writing to `path` would write, whether or not it exists: the path with all links
/// resolved.
///
/// # Errors
///
/// A link on the way was made by another user or is in another user's folder; or the file belongs
/// to another user, in a folder that everybody may write to ([`io::ErrorKind::PermissionDenied`]).
pub fn place(path: &Path) -> io::Result<PathBuf> {
    let mut parts: VecDeque<OsString> = parts(path).collect();
    let mut place = PathBuf::new();
    let mut links = 0;
    while let Some(part) = parts.pop_front() {
        let next = place.join(part);
        // In case of an error, this is not a link, or the error will be reported on writing.
        let Some(target) = fs::read_link(&next).ok().filter(|_| !is_stream(&next)) else {
            place = next;
            continue;
        };
        links += 1;
        if links > MOST_LINKS {
            return Err(io::Error::other("too many links"));
        }
        if system::is_foreign_link(&next) {
            return Err(denied(&next, "a link that another user made"));
        }
        // A relative link is relative to its own folder.
        for part in self::parts(&target).rev().collect::<Vec<_>>() {
            parts.push_front(part);
        }
    }
    if system::is_planted(&place) {
        let what = "a file of another user in a folder that is everybody's";
        return Err(denied(&place, what));
    }
    Ok(place)
}

fn parts(path: &Path) -> impl DoubleEndedIterator<Item = OsString> {
    path.components().map(|part| part.as_os_str().to_owned())
}

fn denied(path: &Path, what: &str) -> io::Error {
    let message = format!("{} is {what}", path.display());
    io::Error::new(io::ErrorKind::PermissionDenied, message)
}

/// Whether `path` names a stream that this process, or another one, has open. It may be a log,
/// which must not be replaced or truncated.
pub fn is_stream(path: &Path) -> bool {
    let is_in_fd = path.parent().is_some_and(|folder| folder.ends_with("fd"));
    is_in_fd && (path.starts_with("/proc") || path.starts_with("/dev"))
}

/// The folder that contains `path`.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Whether only `owner` and root can change the file at `path`, an absolute path, or replace it:
/// there is no link on the way, the file and all folders above it belong to them, and nobody else
/// may write there.
pub fn is_out_of_reach(path: &Path, owner: Owner) -> bool {
    path.canonicalize().is_ok_and(|real| real == path)
        && path
            .ancestors()
            .all(|place| system::is_of(place, owner, place == path))
}

pub use system::{FileId, Owner, id, is_at, is_mine, owner};

#[cfg(unix)]
mod system {
    use std::fs::{File, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
    use std::path::Path;

    use rustix::fs::OFlags;

    use super::{folder_of, is_stream};

    /// The user id.
    pub type Owner = u32;

    const ROOT: Owner = 0;
    const OTHERS_WRITE: u32 = 0o002;
    const ANY_OTHER_WRITES: u32 = 0o022;
    const STICKY: u32 = 0o1000;

    /// The owner of the file with this `data`.
    pub fn owner(data: &Metadata) -> Owner {
        data.uid()
    }

    /// Whether the owner is the user of this process.
    pub fn is_mine(data: &Metadata) -> bool {
        data.uid() == rustix::process::geteuid().as_raw()
    }

    /// The device of a file, and its inode.
    pub type FileId = (u64, u64);

    fn identity(data: &Metadata) -> FileId {
        (data.dev(), data.ino())
    }

    /// The identity of the file at `path`, following links.
    pub fn id(path: &Path) -> Option<FileId> {
        path.metadata().ok().as_ref().map(identity)
    }

    /// Whether `file` is still the one at `place`.
    pub fn is_at(file: &File, place: &Path) -> bool {
        file.metadata().ok().as_ref().map(identity) == id(place)
    }

    fn is_trusted(data: &Metadata) -> bool {
        data.uid() == ROOT || is_mine(data)
    }

    pub fn open(place: &Path, options: &mut OpenOptions) -> io::Result<File> {
        if !is_stream(place) {
            options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed());
        }
        options.open(place)
    }

    /// Whether the link at `path` may come from another user: it, or its folder, belongs to one.
    pub fn is_foreign_link(path: &Path) -> bool {
        // The system's own links show what this process has open, and where.
        let is_safe = |data: io::Result<Metadata>| data.is_ok_and(|data| is_trusted(&data));
        let is_ours = is_safe(path.symlink_metadata()) && is_safe(folder_of(path).metadata());
        !is_ours && !path.starts_with("/proc")
    }

    /// Whether another user may have put the file at `place` there to make this process write into
    /// it.
    pub fn is_planted(place: &Path) -> bool {
        let (Ok(data), Ok(folder)) = (place.metadata(), folder_of(place).metadata()) else {
            return false;
        };
        let is_device = data.file_type().is_char_device() || data.file_type().is_block_device();
        folder.mode() & OTHERS_WRITE != 0
            && !is_stream(place)
            && !is_device
            && !is_trusted(&data)
            && data.uid() != folder.uid()
    }

    /// Whether only `owner` and root may change `place`: the file itself or, for a folder above it,
    /// its next component.
    pub fn is_of(place: &Path, owner: Owner, is_file: bool) -> bool {
        place.symlink_metadata().is_ok_and(|data| {
            let is_sticky = !is_file && data.mode() & STICKY != 0;
            (data.uid() == ROOT || data.uid() == owner)
                && (data.mode() & ANY_OTHER_WRITES == 0 || is_sticky)
        })
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::Metadata;
    use std::path::Path;

    pub use file::{FileId, id, is_at, open};

    /// Users are not distinguished.
    pub type Owner = ();

    /// The owner of the file: unknown.
    pub fn owner(_: &Metadata) -> Owner {}

    /// Whether the owner is the user of this process: assumed.
    pub fn is_mine(_: &Metadata) -> bool {
        true
    }

    pub fn is_foreign_link(_: &Path) -> bool {
        false
    }

    pub fn is_planted(_: &Path) -> bool {
        false
    }

    pub fn is_of(_: &Path, _: Owner, _: bool) -> bool {
        true
    }

    #[cfg(windows)]
    mod file {
        use std::fs::{File, OpenOptions};
        use std::io;
        use std::os::windows::fs::OpenOptionsExt;
        use std::path::Path;

        use winapi_util::file::{information, typ};
        use winapi_util::{AsHandleRef, Handle, HandleRef};

        const SHARE_READ: u32 = 1;
        const SHARE_DELETE: u32 = 4;
        const SHARING_VIOLATION: i32 = 32;

        /// The volume of a file, and its index there.
        pub type FileId = (u64, u64);

        /// The identity of the regular file or folder at `path`, also if a standard stream refers
        /// to it.
        pub fn id(path: &Path) -> Option<FileId> {
            match path.to_str() {
                Some("/dev/stdin") => identity(HandleRef::stdin()),
                Some("/dev/stdout") => identity(HandleRef::stdout()),
                _ => identity(Handle::from_path_any(path).ok()?),
            }
        }

        fn identity(handle: impl AsHandleRef) -> Option<FileId> {
            let handle = handle.as_handle_ref();
            if !typ(&handle).ok()?.is_disk() {
                return None;
            }
            let data = information(&handle).ok()?;
            Some((data.volume_serial_number(), data.file_index()))
        }

        /// Whether `file` is still the one at `place`.
        pub fn is_at(file: &File, place: &Path) -> bool {
            identity(file) == id(place)
        }

        /// While the file is open, others may read or replace it, but not write it.
        pub fn open(place: &Path, options: &mut OpenOptions) -> io::Result<File> {
            let opened = options.share_mode(SHARE_READ | SHARE_DELETE).open(place);
            opened.map_err(|error| match error.raw_os_error() {
                Some(SHARING_VIOLATION) => {
                    let busy = "another program has it open";
                    io::Error::new(io::ErrorKind::ResourceBusy, busy)
                }
                _ => error,
            })
        }
    }

    #[cfg(not(windows))]
    mod file {
        use std::fs::{File, OpenOptions};
        use std::io;
        use std::path::{Path, PathBuf};

        /// Only paths can be compared.
        pub type FileId = PathBuf;

        /// The path with links resolved.
        pub fn id(path: &Path) -> Option<FileId> {
            path.canonicalize().ok()
        }

        /// Whether the file is at its place: assumed.
        pub fn is_at(_: &File, _: &Path) -> bool {
            true
        }

        pub fn open(place: &Path, options: &mut OpenOptions) -> io::Result<File> {
            options.open(place)
        }
    }
}

/// Locks `file`, which was opened at `place`: two programs that write it would corrupt it.
///
/// # Errors
///
/// Another program is writing it, or has just replaced it ([`io::ErrorKind::ResourceBusy`]).
pub fn lock(file: &File, place: &Path) -> io::Result<()> {
    // On Windows nobody else can have opened it for writing ([`open`]), and a lock would keep readers away.
    let is_locked = cfg!(not(windows)) && matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    // Not every file system has locks, and not every file: then the user must take care.
    if is_locked || !is_at(file, place) {
        let busy = "another run is writing it";
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, busy));
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    use super::*;

    /// The id of a user who is neither root nor runs the tests.
    const STRANGER: u32 = 65534;

    /// A folder of this user, with all links in its path resolved.
    fn mine() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("there");
        (folder, path)
    }

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("mine");
    }

    #[test]
    fn what_others_may_write_is_within_their_reach() {
        let (_folder, path) = mine();
        let me = path.metadata().expect("there").uid();
        let program = path.join("lib/own/program");
        fs::create_dir_all(folder_of(&program)).expect("made");
        fs::write(&program, "").expect("written");
        let places = [path.join("lib"), path.join("lib/own"), program.clone()];
        let usual = [0o755, 0o755, 0o755];
        places
            .iter()
            .zip(usual)
            .for_each(|(place, bits)| mode(place, bits));
        assert!(is_out_of_reach(&program, me));
        for place in &places {
            for bits in [0o775, 0o757, 0o777] {
                mode(place, bits);
                assert!(!is_out_of_reach(&program, me), "{place:?} {bits:o}");
            }
            mode(place, 0o755);
        }
        // What is in a sticky folder is nobody's but its owner's.
        mode(&places[1], 0o1777);
        assert!(is_out_of_reach(&program, me));
        mode(&places[1], 0o755);
        assert_eq!(is_out_of_reach(&program, STRANGER), me == 0, "another's");
        let link = path.join("link");
        symlink(path.join("lib"), &link).expect("made");
        assert!(!is_out_of_reach(&link.join("own/program"), me));
        assert!(!is_out_of_reach(&path.join("none"), me));
    }

    #[test]
    fn own_links_are_followed_to_files_that_need_not_be_there() {
        let (_folder, path) = mine();
        let file = path.join("file");
        symlink("b", path.join("a")).expect("made");
        symlink(&file, path.join("b")).expect("made");
        symlink(".", path.join("here")).expect("made");
        let place = |name: &str| place(&path.join(name)).expect("followed");
        assert_eq!(place("a"), file);
        assert_eq!(place("here/a"), file);
        assert_eq!(place("new"), path.join("new"));
        symlink("loop", path.join("loop")).expect("made");
        assert!(super::place(&path.join("loop")).is_err());
        assert_eq!(
            super::place(Path::new("new")).expect("there"),
            Path::new("new")
        );
    }

    #[test]
    fn a_stream_is_no_place() {
        for path in ["/dev/fd/1", "/proc/self/fd/1", "/proc/1/fd/7"] {
            assert!(is_stream(Path::new(path)), "{path}");
        }
        for path in ["/dev/null", "/proc/self/cwd", "fd/1", "/home/fd/1"] {
            assert!(!is_stream(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn links_and_files_that_another_user_planted_are_refused() {
        let (_folder, path) = mine();
        if path.metadata().expect("there").uid() != 0 {
            // Only root can make files that are somebody else's.
            return;
        }
        let (file, link, inner) = (path.join("file"), path.join("link"), path.join("dir"));
        let mine = path.join("precious");
        fs::write(&mine, "mine").expect("written");
        fs::write(&file, "theirs").expect("written");
        chown(&file, Some(STRANGER), None).expect("root may");
        symlink(&mine, &link).expect("made");
        symlink(".", &inner).expect("made");
        mode(&path, 0o1777);
        assert!(place(&link).is_ok() && place(&inner.join("new")).is_ok());
        for planted in [&link, &inner] {
            std::os::unix::fs::lchown(planted, Some(STRANGER), None).expect("root may");
        }
        for planted in [&file, &link, &inner.join("new"), &inner.join("precious")] {
            let refused = place(planted).expect_err("planted");
            assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
            assert!(create(planted).is_err(), "{planted:?}");
        }
        assert_eq!(fs::read(&mine).expect("there"), b"mine");
        // Where only root may write, a file of another user is there with root's will.
        mode(&path, 0o755);
        assert!(place(&file).is_ok());
        assert!(place(&link).is_err());
        // A link that takes the place of a file between looking and opening.
        let mut options = OpenOptions::new();
        assert!(open(&link, options.write(true)).is_err());
    }
}
