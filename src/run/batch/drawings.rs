//! Writes a picture for each record into a directory.
//!
//! A picture is on disk before its record is written, so that every record that is kept (see
//! [`super::resume`]) has its picture.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use keymove_base::replacement::{put, sync_folder, usual_rights};
use keymove_base::trust;
use keymove_forms::report::svg::Drawing;

/// Writes pictures into a directory.
#[derive(Debug)]
pub struct Drawings {
    directory: PathBuf,
}

impl Drawings {
    /// Creates the directory if it does not exist.
    ///
    /// # Errors
    ///
    /// The directory cannot be created, or belongs to another user ([`trust::place`]).
    pub fn new(directory: &Path) -> io::Result<Drawings> {
        let directory = trust::place(directory)?;
        fs::create_dir_all(&directory)?;
        Ok(Drawings { directory })
    }

    /// The path of the picture for a line: `00012.svg`, `00012-Loyd-1859.svg`. `line` is the output
    /// line of a batch run, from 1; with a single input, it is also the input line.
    pub fn path(&self, line: u64, drawing: &Drawing) -> PathBuf {
        let name = match drawing.name.as_str() {
            "" => format!("{line:05}.svg"),
            name => format!("{line:05}-{name}.svg"),
        };
        self.directory.join(name)
    }

    /// Writes a picture, replacing that of an earlier run. If the path is a link, its target is not
    /// changed.
    ///
    /// # Errors
    ///
    /// The path, and why it cannot be written.
    pub fn write(&self, line: u64, drawing: &Drawing) -> Result<(), (PathBuf, io::Error)> {
        let path = self.path(line, drawing);
        self.put(&path, drawing.svg.as_ref())
            .map_err(|error| (path, error))
    }

    /// Makes sure that the directory entries of all pictures are on disk.
    ///
    /// # Errors
    ///
    /// The directory, and why this failed.
    pub fn sync(&self) -> Result<(), (PathBuf, io::Error)> {
        sync_folder(&self.directory).map_err(|error| (self.directory.clone(), error))
    }

    fn put(&self, path: &Path, svg: &[u8]) -> io::Result<()> {
        let mut file = Builder::new();
        let mut file = usual_rights(&mut file).tempfile_in(&self.directory)?;
        file.write_all(svg)?;
        put(file, path)
    }
}

/// Whether a file in the directory may be a picture.
pub fn is_picture(name: &str) -> bool {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    digits >= 5 && name[digits..].starts_with(['.', '-']) && name.ends_with(".svg")
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown, symlink};

    use super::*;

    #[test]
    fn a_link_that_another_user_made_is_no_directory_for_pictures() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("there");
        let (private, link) = (path.join("private"), path.join("link"));
        fs::create_dir(&private).expect("made");
        symlink(&private, &link).expect("made");
        assert_eq!(Drawings::new(&link).expect("mine").directory, private);
        if path.metadata().expect("there").uid() != 0 {
            // Only root can make a link that is somebody else's.
            return;
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o1777)).expect("mine");
        lchown(&link, Some(65534), None).expect("root may");
        for planted in [link.clone(), link.join("deeper")] {
            let refused = Drawings::new(&planted).expect_err("planted");
            assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
        }
        assert!(!private.join("deeper").exists());
    }
}
