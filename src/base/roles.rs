//! The files named by a command, each with its role: no file may be both read and written, or
//! written for two purposes, under whatever name, link or redirection.
//!
//! A regular file is identified by its device and inode, a file that does not exist yet by its
//! folder and name; if the names of two new files differ only in case, they count as the same,
//! because the file system may not distinguish them. Devices and pipes are never the same. A file
//! that a command replaces after it has read everything (`merge -o`) may be an input, and is not
//! registered here.

use std::fmt;
use std::path::Path;

use crate::trust::{self, FileId, folder_of};

/// The files of one command.
#[derive(Debug, Default)]
pub struct Roles(Vec<Role>);

#[derive(Debug)]
struct Role {
    /// The option, or another name for the role.
    name: String,
    /// The path as given.
    path: String,
    /// The file, if it exists.
    file: Option<FileId>,
    /// Its folder, and its name there.
    place: Option<(FileId, String)>,
    writes: bool,
    /// For a folder, which of its files belong to the role, by name.
    names: Option<fn(&str) -> bool>,
}

/// Two roles of the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameFile {
    path: String,
    roles: [String; 2],
}

impl fmt::Display for SameFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SameFile {
            path,
            roles: [a, b],
        } = self;
        write!(
            f,
            "{path}: {a} and {b} at once; what is written needs a file of its own"
        )
    }
}

impl std::error::Error for SameFile {}

impl Roles {
    /// Registers a file that is read.
    pub fn reads(&mut self, name: &str, path: &Path) {
        self.0.push(Role::of(name, path, false));
    }

    /// Registers a file that is written.
    pub fn writes(&mut self, name: &str, path: &Path) {
        self.0.push(Role::of(name, path, true));
    }

    /// Registers that standard input is read.
    pub fn reads_stdin(&mut self) {
        self.reads("standard input", Path::new("/dev/stdin"));
    }

    /// Registers that standard output is written.
    pub fn writes_stdout(&mut self) {
        self.writes("standard output", Path::new("/dev/stdout"));
    }

    /// Registers that the files in `folder` whose names `names` accepts belong only to this role.
    pub fn owns(&mut self, name: &str, folder: &Path, names: fn(&str) -> bool) {
        self.0.push(Role {
            file: trust::id(folder),
            names: Some(names),
            ..Role::of(name, folder, true)
        });
    }

    /// Checks that every written file has only one role.
    ///
    /// # Errors
    ///
    /// Two roles have the same file.
    pub fn check(&self) -> Result<(), SameFile> {
        for (number, b) in self.0.iter().enumerate() {
            let same = |a: &&Role| (a.writes || b.writes) && (a.is(b) || b.is(a));
            if let Some(a) = self.0[..number].iter().find(same) {
                return Err(SameFile {
                    path: if a.writes { &b.path } else { &a.path }.clone(),
                    roles: [a.name.clone(), b.name.clone()],
                });
            }
        }
        Ok(())
    }
}

impl Role {
    fn of(name: &str, path: &Path, writes: bool) -> Role {
        let data = path.metadata();
        let is_other = data.as_ref().is_ok_and(|data| !data.is_file());
        let real = match data {
            Ok(_) => path.canonicalize(),
            // The target of a link that may not be followed does not matter.
            Err(_) => trust::place(path),
        };
        let place = real.ok().filter(|_| !is_other).and_then(|real| {
            let name = real.file_name()?.to_string_lossy().to_lowercase();
            Some((trust::id(folder_of(&real))?, name))
        });
        Role {
            name: name.to_owned(),
            path: path.display().to_string(),
            file: trust::id(path).filter(|_| !is_other),
            place,
            writes,
            names: None,
        }
    }

    /// Whether `other` may be the same file.
    fn is(&self, other: &Role) -> bool {
        match (self.names, &self.file, &other.file) {
            (Some(names), Some(folder), _) => other
                .place
                .as_ref()
                .is_some_and(|(place, name)| place == folder && names(name)),
            (None, Some(file), Some(other)) => file == other,
            (None, None, None) => self.place.is_some() && self.place == other.place,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn clash(reads: &[&Path], writes: &[&Path]) -> Option<String> {
        let mut roles = Roles::default();
        reads.iter().for_each(|path| roles.reads("input", path));
        writes.iter().for_each(|path| roles.writes("output", path));
        roles.check().err().map(|same| same.to_string())
    }

    #[test]
    fn one_file_is_known_under_all_its_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).expect("made");
        fs::write(path("file"), "").expect("written");
        fs::write(path("other"), "").expect("written");
        fs::hard_link(path("file"), path("hard")).expect("linked");
        let mut names = vec!["file", "./file", "sub/../file", "hard"];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("file", path("link")).expect("linked");
            std::os::unix::fs::symlink(".", path("here")).expect("linked");
            names.extend(["link", "here/file", "here/here/link"]);
        }
        for name in &names {
            let (file, name) = (path("file"), path(name));
            assert!(clash(&[&file], &[&name]).is_some(), "{name:?}");
            assert!(clash(&[&name], &[&file]).is_some(), "{name:?}");
            assert!(clash(&[], &[&file, &name]).is_some(), "{name:?}");
            assert_eq!(clash(&[&file, &name], &[]), None, "read twice");
            assert_eq!(clash(&[&path("other")], &[&name]), None);
        }
        let device = Path::new("/dev/null");
        assert_eq!(clash(&[device], &[device, device]), None);
    }

    #[test]
    fn new_files_are_known_by_folder_and_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("sub")).expect("made");
        let new = path("new");
        for name in ["new", "sub/../new", "NEW"] {
            assert!(clash(&[], &[&new, &path(name)]).is_some(), "{name}");
        }
        assert_eq!(clash(&[], &[&new, &path("newer")]), None);
        assert_eq!(clash(&[], &[&new, &path("sub/new")]), None);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("new", path("link")).expect("linked");
            assert!(clash(&[], &[&new, &path("link")]).is_some());
        }
    }

    #[test]
    fn in_a_folder_files_of_certain_names_are_one_role_s() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for (name, is_same) in [("a.svg", true), ("a.epd", false), ("none.svg", true)] {
            if name != "none.svg" {
                fs::write(path(name), "").expect("written");
            }
            let mut roles = Roles::default();
            roles.owns("--svg", folder.path(), |name| name.ends_with(".svg"));
            roles.reads("input", &path(name));
            assert_eq!(roles.check().is_err(), is_same, "{name}");
        }
    }
}
