//! A picture for each record, in a directory.
//!
//! A picture is written, and on the disk, before its record, so that a record that is kept (see
//! [`super::resume`]) has its picture.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use keymove_base::replacement::{put, sync_folder, usual_rights};
use keymove_forms::report::svg::Drawing;

/// Writes pictures into a directory.
#[derive(Debug)]
pub struct Drawings {
    directory: PathBuf,
}

impl Drawings {
    /// Makes the directory if there is none.
    ///
    /// # Errors
    ///
    /// The folder cannot be made.
    pub fn new(directory: &Path) -> io::Result<Drawings> {
        fs::create_dir_all(directory)?;
        Ok(Drawings {
            directory: directory.to_owned(),
        })
    }

    /// Where the picture of a line goes: `00012.svg`, `00012-Loyd-1859.svg`. `line` is the line of
    /// the output of a bulk run, counted from 1; with one input that is the line of the input as
    /// well.
    pub fn path(&self, line: u64, drawing: &Drawing) -> PathBuf {
        let name = match drawing.name.as_str() {
            "" => format!("{line:05}.svg"),
            name => format!("{line:05}-{name}.svg"),
        };
        self.directory.join(name)
    }

    /// Writes a picture; one of an earlier run is replaced. What a link leads to stays.
    ///
    /// # Errors
    ///
    /// Its path, and why it cannot be written.
    pub fn write(&self, line: u64, drawing: &Drawing) -> Result<(), (PathBuf, io::Error)> {
        let path = self.path(line, drawing);
        self.put(&path, drawing.svg.as_ref())
            .map_err(|error| (path, error))
    }

    /// Sees to it that the names of all pictures are on the disk, as the pictures are.
    ///
    /// # Errors
    ///
    /// The folder, and why that cannot be done.
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
