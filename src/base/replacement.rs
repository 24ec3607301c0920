//! A file that takes the place of another when all of it is on the disk: [`Replacement`], or for
//! bytes that are all there already [`replace`].
//!
//! Every file that another process believes without reading its records one by one is written here:
//! manifests, what `merge` and `join` put together, tables of endings, `--stats`, what `--resume`
//! knows of a run. Written is a temporary file in the same folder; it is brought to the disk, gets
//! the name, and the folder is brought to the disk. Whatever ends the program between two of these
//! steps, at the place stands the old file or the new one, whole; a temporary file may remain, its
//! name begins with a dot and that of the file.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use crate::trust::{self, folder_of, is_mine, is_stream};

/// What is to stand in some place.
pub enum Replacement {
    /// A device or a pipe has no place that could be taken: it is written into.
    Device(File),
    /// A file beside it.
    Beside {
        /// The file under way, when something was written.
        file: Option<NamedTempFile>,
        /// What it will be.
        target: PathBuf,
        /// What is there now, if anything is: nobody else is to write it meanwhile.
        old: Option<File>,
    },
}

/// Puts a file of `bytes` into the place of `path`, on the disk when this returns.
///
/// # Errors
///
/// The file cannot be written; what was there is still there.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::of(path)?;
    replacement.write_all(bytes)?;
    replacement.put()
}

impl Replacement {
    /// The replacement of `path`. Links are followed, also links to a file that is not there yet,
    /// but not those of another user, see [`trust::place`].
    ///
    /// # Errors
    ///
    /// The file cannot be written, or nothing beside it, or a run is writing it
    /// ([`io::ErrorKind::ResourceBusy`]).
    pub fn of(path: &Path) -> io::Result<Replacement> {
        let target = trust::place(path)?;
        if is_stream(&target) || target.metadata().is_ok_and(|data| !data.is_file()) {
            let device = trust::open(&target, File::options().append(true))?;
            return Ok(Replacement::Device(device));
        }
        // Better now than when all is done.
        temporary(&target)?;
        Ok(Replacement::Beside {
            file: None,
            old: locked(&target)?,
            target,
        })
    }

    /// Puts it into its place, when it is on the disk, with the rights of the file that was there.
    ///
    /// # Errors
    ///
    /// The new file does not come there; what was there stays.
    pub fn put(self) -> io::Result<()> {
        let Replacement::Beside { file, target, old } = self else {
            return Ok(());
        };
        let file = file.map_or_else(|| temporary(&target), Ok)?;
        // Somebody may have begun it.
        let old = old.map_or_else(|| locked(&target), |old| Ok(Some(old)))?;
        if let Ok(data) = target.metadata()
            && is_mine(&data)
        {
            file.as_file().set_permissions(data.permissions())?;
        }
        if cfg!(windows) {
            // Not every file system there replaces a file that is open.
            drop(old);
        }
        put(file, &target)?;
        sync_folder(folder_of(&target))
    }
}

/// Puts `file` at `target` once it is on the disk. A program that reads the old file keeps reading it.
///
/// # Errors
///
/// The file cannot be put there; the old one stays.
pub fn put(file: NamedTempFile, target: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    // `persist` fails on Windows while somebody reads what is there.
    let (_file, path) = file.keep().map_err(|error| error.error)?;
    let mut patience = TRIES;
    loop {
        match fs::rename(&path, target) {
            Err(error) if is_held(&error) && patience > 0 => {
                patience -= 1;
                thread::sleep(PAUSE);
            }
            renamed => return renamed.inspect_err(|_| drop(fs::remove_file(&path))),
        }
    }
}

/// On Windows another program, such as a virus scanner, may hold the old file for a moment: the file is
/// replaced within a second, or not at all.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Whether Windows says that another program holds a file: access denied, or a sharing violation.
fn is_held(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32))
}

/// A new file beside `target`.
fn temporary(target: &Path) -> io::Result<NamedTempFile> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".new");
    if !target.metadata().is_ok_and(|data| is_mine(&data)) {
        usual_rights(&mut builder);
    }
    builder.tempfile_in(folder_of(target))
}

/// The file at `target`, locked, if there is one that can be.
fn locked(target: &Path) -> io::Result<Option<File>> {
    match trust::open(target, File::options().read(true)) {
        Ok(file) => lock(&file, target).map(|()| Some(file)),
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => Err(error),
        Err(_) => Ok(None),
    }
}

/// Locks `file`, which was opened at `place`: two programs that write it would spoil it.
///
/// # Errors
///
/// Another one writes it, or has just put a new one there ([`io::ErrorKind::ResourceBusy`]).
pub fn lock(file: &File, place: &Path) -> io::Result<()> {
    // On Windows nobody else can have opened it for writing ([`trust::open`]), and a lock would keep readers away.
    let is_locked = cfg!(not(windows)) && matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    // Not every file system has locks, and not every file: then the user must take care.
    if is_locked || !trust::is_at(file, place) {
        let busy = "another run is writing it";
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, busy));
    }
    Ok(())
}

/// Sees to it that the names in a folder are on the disk.
///
/// # Errors
///
/// They cannot be brought there. Where the system has no such thing, for it or for folders of that
/// kind, that is no error.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some network file systems know no such thing.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// The rights of a file made in the usual way, not those of a temporary one.
pub fn usual_rights<'a, 'b, 'c>(builder: &'a mut Builder<'b, 'c>) -> &'a mut Builder<'b, 'c> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        // What the user's mask takes away is taken away when the file is made.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Replacement::Device(file) => file.write(bytes),
            Replacement::Beside {
                file: Some(file), ..
            } => file.write(bytes),
            Replacement::Beside { file, target, .. } => {
                file.insert(temporary(target)?).write(bytes)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Replacement::Device(file) => file.flush(),
            Replacement::Beside { file, .. } => file.as_mut().map_or(Ok(()), Write::flush),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in `folder`, without the file `name`.
    fn others(folder: &Path, name: &str) -> Vec<String> {
        fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string())
            .map(|name| name.expect("UTF-8"))
            .filter(|other| other != name)
            .collect()
    }

    #[test]
    fn the_old_file_stands_until_the_new_one_is_put() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        replace(&path, b"old").expect("written");
        let mut new = Replacement::of(&path).expect("a file");
        new.write_all(b"new").expect("written");
        assert_eq!(fs::read(&path).expect("a file"), b"old");
        assert_eq!(others(folder.path(), "file").len(), 1);
        drop(new);
        assert_eq!(fs::read(&path).expect("a file"), b"old");
        let mut new = Replacement::of(&path).expect("a file");
        new.write_all(b"new").expect("written");
        new.put().expect("put");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
        assert_eq!(others(folder.path(), "file"), Vec::<String>::new());
    }

    #[cfg(unix)]
    #[test]
    fn the_rights_are_those_of_the_old_file_or_of_any_new_one() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder");
        let rights = |path: &Path| path.metadata().expect("a file").permissions().mode() & 0o777;
        let usual = folder.path().join("usual");
        fs::write(&usual, b"").expect("a file");
        let path = folder.path().join("file");
        replace(&path, b"new").expect("written");
        assert_eq!(rights(&path), rights(&usual));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("rights");
        replace(&path, b"newer").expect("written");
        assert_eq!(rights(&path), 0o640);
    }
}
