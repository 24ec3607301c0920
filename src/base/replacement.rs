//! A file that replaces another one when it is completely on disk: [`Replacement`], or [`replace`]
//! for bytes that are already complete.
//!
//! Every file that other processes trust without reading it record by record is written here:
//! the output of `merge`, tables of endings, `--stats`, the file of `--resume`. A temporary file in the same folder is written, flushed to disk and renamed, and the
//! folder is flushed. Whatever ends the program between these steps, the place holds either the old
//! file or the new one, complete; a temporary file may remain, whose name begins with a dot and the
//! name of the file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

use crate::trust::{self, folder_of, is_mine, is_stream};

/// The new content of a path.
pub enum Replacement {
    /// A device or a pipe cannot be replaced: it is written directly.
    Device(File),
    /// A temporary file in the same folder.
    Beside {
        /// The temporary file, once something has been written.
        file: Option<NamedTempFile>,
        /// The final path.
        target: PathBuf,
        /// The existing file, if there is one, which must not be written by others meanwhile.
        old: Option<File>,
    },
}

/// Replaces the file at `path` by one with content `bytes`, which is on disk when this returns.
///
/// # Errors
///
/// The file cannot be written; the old one is intact.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::at(trust::place(path)?)?;
    replacement.write_all(bytes)?;
    replacement.put()
}

impl Replacement {
    /// The replacement of `path`. Links are followed, even to files that do not exist yet, but not
    /// those of other users, see [`trust::place`].
    ///
    /// # Errors
    ///
    /// The file cannot be written, or no temporary file can be created, or a run is writing it
    /// ([`io::ErrorKind::ResourceBusy`]).
    pub fn of(path: &Path) -> io::Result<Replacement> {
        let target = trust::place(path)?;
        spare_run(&target)?;
        Replacement::at(target)
    }

    fn at(target: PathBuf) -> io::Result<Replacement> {
        if is_stream(&target) || target.metadata().is_ok_and(|data| !data.is_file()) {
            let device = trust::open(&target, File::options().append(true))?;
            return Ok(Replacement::Device(device));
        }
        // Better to fail now than at the end.
        temporary(&target)?;
        Ok(Replacement::Beside {
            file: None,
            old: locked(&target)?,
            target,
        })
    }

    /// Flushes the new file to disk and renames it, with the permissions of the old one.
    ///
    /// # Errors
    ///
    /// The file cannot be replaced; the old one is intact.
    pub fn put(self) -> io::Result<()> {
        let Replacement::Beside { file, target, old } = self else {
            return Ok(());
        };
        let file = file.map_or_else(|| temporary(&target), Ok)?;
        // A run may have begun it meanwhile.
        let old = old.map_or_else(|| locked(&target), |old| Ok(Some(old)))?;
        if let Ok(data) = target.metadata()
            && is_mine(&data)
        {
            file.as_file().set_permissions(data.permissions())?;
        }
        if cfg!(windows) {
            // Not every file system on Windows replaces an open file.
            drop(old);
        }
        put(file, &target)?;
        sync_folder(folder_of(&target))
    }
}

/// Moves `file` to `target` once it is on disk. A program that reads the old file continues to read
/// it.
///
/// # Errors
///
/// The file cannot be moved; the old one is intact.
pub fn put(file: NamedTempFile, target: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    // On Windows, `persist` fails while another program reads the existing file.
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

/// On Windows another program, such as a virus scanner, may hold the old file for a moment:
/// replacing it is retried for a second.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Whether Windows says that another program holds a file: access denied, or a sharing violation.
fn is_held(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32))
}

/// A new temporary file in the folder of `target`.
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

/// The file at `target`, locked, if it exists and can be locked.
fn locked(target: &Path) -> io::Result<Option<File>> {
    match trust::open(target, File::options().read(true)) {
        Ok(file) => trust::lock(&file, target).map(|()| Some(file)),
        Err(error) if error.kind() == io::ErrorKind::ResourceBusy => Err(error),
        Err(_) => Ok(None),
    }
}

/// Checks that `place` is not the FILE.run of a FILE that a run is writing: it writes both.
///
/// # Errors
///
/// It is ([`io::ErrorKind::ResourceBusy`]).
pub fn spare_run(place: &Path) -> io::Result<()> {
    match place.extension() {
        Some(extension) if extension == "run" => locked(&place.with_extension("")).map(drop),
        _ => Ok(()),
    }
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

    /// The entries of `folder`, except for the file `name`.
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

    #[cfg(not(windows))]
    #[test]
    fn a_file_that_a_run_writes_is_spared_and_so_is_its_file_of_the_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let file = trust::create(&path("out.epd")).expect("made");
        let is_busy = |refused: io::Result<()>| {
            refused.is_err_and(|error| error.kind() == io::ErrorKind::ResourceBusy)
        };
        for name in ["out.epd", "out.epd.run"] {
            assert!(is_busy(Replacement::of(&path(name)).map(drop)), "{name}");
        }
        assert!(is_busy(trust::create(&path("out.epd")).map(drop)));
        // The run itself writes its second file.
        replace(&path("out.epd.run"), b"{}").expect("written");
        for name in ["out.run", "other.run", "out.epd.run.run"] {
            assert!(Replacement::of(&path(name)).is_ok(), "{name}");
        }
        drop(file);
        assert!(Replacement::of(&path("out.epd.run")).is_ok());
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
