//! FILE.run: how the records of FILE were made, for `--resume`.
//!
//! Records do not contain the options they were made with, so a run with `-o FILE` writes them to a
//! second file: the version of the program, the options that affect the records ([`RunOptions`]),
//! the SHA-256 of the output written so far, and which input lines it answers ([`RunProgress`]).
//! The file is written when FILE is emptied, each time FILE is flushed to disk, and at the end; it
//! is kept. It is always true of FILE, except for the moment after a new run has emptied FILE: a
//! run over an empty file always starts from the beginning.
//!
//! Records written after the last flush (at most some seconds before a kill) are computed again:
//! after a power cut, that part of the file may contain zeros or anything else.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::digest::Fingerprint;
use super::resume::RunProgress;
use super::writer::Mark;
use super::{Config, Output};
use crate::answer::Settings;
use keymove_base::reason::Reason;
use keymove_base::replacement::{replace, sync_folder};
use keymove_base::trust::{self, folder_of};
use keymove_forms::collection::Reading;

/// The version of the layout that this program writes and reads.
const LAYOUT: u32 = 3;

/// The options that affect the records, each as it is typed, without defaults. Not included are
/// `-j`, `--threads`, and the options for progress and output files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunOptions(BTreeMap<String, String>);

impl RunOptions {
    /// The options of a run: every field of the structs that read and answer its records.
    pub fn of(config: &Config) -> RunOptions {
        #[derive(Serialize)]
        struct Given<'a> {
            #[serde(rename = "M")]
            memory: usize,
            #[serde(flatten)]
            reading: &'a Reading,
            #[serde(flatten)]
            settings: &'a Settings,
            known: Option<String>,
        }
        RunOptions::given(&Given {
            memory: config.memory,
            reading: &config.reading,
            settings: &config.settings,
            known: file_names(&config.known),
        })
    }

    /// The fields of `options` that are not as they are without an option.
    fn given(options: &impl Serialize) -> RunOptions {
        let given = serde_json::to_value(options).expect("plain values");
        let fields = given.as_object().into_iter().flatten();
        let typed = fields.filter_map(|(name, value)| match value {
            // `--first` and `--any`.
            Value::String(extent) if name == "extent" => {
                (extent != "all").then(|| (option(extent), String::new()))
            }
            Value::String(text) => Some((option(name), text.clone())),
            Value::Bool(true) => Some((option(name), String::new())),
            Value::Number(number) if number.as_u64() != Some(0) => {
                Some((option(name), number.to_string()))
            }
            _ => None,
        });
        RunOptions(typed.collect())
    }

    /// Each option with its value, which is empty for a flag.
    pub fn typed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(option, value)| (&**option, &**value))
    }

    /// The differences between these options and `here`, in words; `None` if they are equal.
    pub fn difference(&self, here: &RunOptions) -> Option<String> {
        let names: std::collections::BTreeSet<&String> =
            self.0.keys().chain(here.0.keys()).collect();
        let mut words = String::new();
        for name in names {
            let (then, now) = (self.0.get(name), here.0.get(name));
            if then == now {
                continue;
            }
            let typed = |value: Option<&String>| match value {
                None => format!("no {name}"),
                Some(value) if value.is_empty() => name.clone(),
                Some(value) => format!("{name} {value}"),
            };
            let comma = if words.is_empty() { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(words, "{comma}{} (here {})", typed(then), typed(now));
        }
        (!words.is_empty()).then_some(words)
    }
}

/// An option as it is typed.
fn option(name: &str) -> String {
    let hyphens = if name.len() == 1 { "-" } else { "--" };
    format!("{hyphens}{name}")
}

/// The contents of FILE.run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunRecord {
    /// The version of the layout: 3.
    layout: u32,
    /// The program and its version, as printed by `solver -V`.
    pub solver: String,
    /// The options.
    pub options: RunOptions,
    /// The number of bytes of FILE that were on disk.
    pub bytes: u64,
    /// Their SHA-256.
    pub sha256: String,
    /// The progress to which they belong.
    pub done: RunProgress,
}

/// The beginning of FILE that FILE.run covers.
#[derive(Debug, Clone, Default)]
pub struct HashedPrefix {
    /// Its length in bytes.
    pub bytes: u64,
    /// Its hash.
    pub fingerprint: Fingerprint,
}

/// A FILE.run with the constant part of its contents.
#[derive(Debug)]
pub struct RunFile {
    path: PathBuf,
    solver: String,
    options: RunOptions,
}

impl RunFile {
    /// The file for a run with `config`; `None` if its output cannot be resumed.
    pub fn of(config: &Config) -> Option<RunFile> {
        let (Output::File(path) | Output::Resume(path)) = &config.output else {
            return None;
        };
        config.settings.format.resumes().then(|| RunFile {
            path: beside(path),
            solver: config.solver.clone(),
            options: RunOptions::of(config),
        })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its name for message.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Records that FILE is on disk up to `mark`.
    ///
    /// # Errors
    ///
    /// The file cannot be written; its previous contents are intact.
    pub fn write(&self, mark: &Mark) -> io::Result<()> {
        let Mark { written, progress } = mark;
        let record = RunRecord {
            layout: LAYOUT,
            solver: self.solver.clone(),
            options: self.options.clone(),
            bytes: written.bytes,
            sha256: written.fingerprint.clone().hex(),
            done: progress.clone(),
        };
        let mut json = serde_json::to_vec_pretty(&record)?;
        json.push(b'\n');
        replace(&self.path, &json)
    }

    /// Removes the file if it exists.
    ///
    /// # Errors
    ///
    /// The file exists and cannot be removed.
    pub fn remove(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed.and_then(|()| sync_folder(folder_of(&self.path))),
        }
    }

    /// Compares the options of this run with those of the one that wrote `record`.
    ///
    /// # Errors
    ///
    /// A message if the records were made with other options.
    pub fn compare(&self, record: &RunRecord) -> Result<(), Reason> {
        match record.options.difference(&self.options) {
            Some(difference) => {
                let fault = format!("these records were made with other options: {difference}");
                Err(reason(&self.path, fault))
            }
            None => Ok(()),
        }
    }

    /// Takes over the version of the program that began the run; returns a message if it differs.
    pub fn begun_by(&mut self, record: &RunRecord) -> Option<String> {
        if record.solver == self.solver {
            return None;
        }
        let message = format!(
            "{}: these records were begun by {}, this is {}; all are proved, but an undisturbed run \
             may have other nodes and lines",
            self.name(),
            record.solver,
            self.solver
        );
        self.solver.clone_from(&record.solver);
        Some(message)
    }
}

/// The names of the files without their directories; `None` if there are none.
fn file_names(files: &[PathBuf]) -> Option<String> {
    let name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    let names: Vec<String> = files.iter().map(name).collect();
    (!names.is_empty()).then(|| names.join(" "))
}

/// The name of FILE.run for the records in `path`.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".run");
    PathBuf::from(name)
}

/// Reads FILE.run for the file of records `path`, if it exists.
///
/// # Errors
///
/// A message if it cannot be read.
pub fn of(path: &Path) -> Result<Option<RunRecord>, Reason> {
    let path = beside(path);
    let Some(bytes) = read(&path)? else {
        return Ok(None);
    };
    let layout = layout(&path, &bytes)?;
    if layout != LAYOUT {
        let fault = format!("layout {layout} is not known, this program reads {LAYOUT}");
        return Err(reason(&path, fault));
    }
    let record = serde_json::from_slice(&bytes);
    let record: RunRecord = record.map_err(|error| foreign(&path, &error))?;
    match record.done.fits() {
        true => Ok(Some(record)),
        false => Err(reason(&path, "more was done than there are lines")),
    }
}

/// Checks that FILE.run for the file of records `path` may be overwritten, because it was written
/// by a run or does not exist.
///
/// # Errors
///
/// A message if it is something else.
pub fn is_ours(path: &Path) -> Result<(), Reason> {
    let path = beside(path);
    read(&path)?.map_or(Ok(()), |bytes| layout(&path, &bytes).map(drop))
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, Reason> {
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return Err(reason(path, "not a regular file"));
    }
    match trust::place(path).and_then(fs::read) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(reason(path, format_args!("cannot be read: {error}"))),
    }
}

/// The version of the layout of any FILE.run.
fn layout(path: &Path, bytes: &[u8]) -> Result<u32, Reason> {
    /// The part common to all versions.
    #[derive(Deserialize)]
    struct AnyRunRecord {
        layout: u32,
        #[serde(rename = "solver")]
        _solver: String,
    }
    let record: Result<AnyRunRecord, _> = serde_json::from_slice(bytes);
    record
        .map(|record| record.layout)
        .map_err(|error| foreign(path, &error))
}

/// The reason with the name of the file.
fn reason(path: &Path, fault: impl Display) -> Reason {
    format!("{}: {fault}", path.display()).into()
}

fn foreign(path: &Path, error: &serde_json::Error) -> Reason {
    let (line, column) = (error.line(), error.column());
    format!("{}:{line}:{column}: not what a run writes", path.display()).into()
}

impl RunRecord {
    /// The beginning of `file`, if it matches what was recorded.
    ///
    /// # Errors
    ///
    /// A message if the file is shorter, was changed, or cannot be read.
    pub fn verified(&self, file: &mut File) -> io::Result<HashedPrefix> {
        let mut fingerprint = Fingerprint::default();
        let copied = file
            .rewind()
            .and_then(|()| io::copy(&mut file.take(self.bytes), &mut fingerprint));
        let bytes = copied?;
        if bytes < self.bytes {
            return Err(io::Error::other(format!(
                "it has {bytes} bytes, and had {} when it was written",
                self.bytes
            )));
        }
        match fingerprint.clone().hex() == self.sha256 {
            true => Ok(HashedPrefix { bytes, fingerprint }),
            false => Err(io::Error::other("it was changed after it was written")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(pairs: &[(&str, &str)]) -> RunOptions {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        RunOptions(pairs.iter().map(owned).collect())
    }

    #[test]
    fn a_difference_names_the_options_as_they_are_typed() {
        let then = options(&[("--first", ""), ("--nodes", "50"), ("-M", "256")]);
        let now = options(&[("--nodes", "1000"), ("-M", "256"), ("-Z", "1")]);
        assert_eq!(then.difference(&then), None);
        assert_eq!(
            then.difference(&now).as_deref(),
            Some("--first (here no --first), --nodes 50 (here --nodes 1000), no -Z (here -Z 1)")
        );
    }

    #[test]
    fn a_new_option_is_a_difference() {
        #[derive(Serialize)]
        struct New<'a> {
            #[serde(flatten)]
            settings: &'a Settings,
            #[serde(rename = "new-option")]
            new: bool,
        }
        let settings = Settings::default();
        let [then, now] = [false, true].map(|new| {
            let settings = &settings;
            RunOptions::given(&New { settings, new })
        });
        assert_eq!(then, RunOptions::default());
        let difference = then.difference(&now);
        assert_eq!(
            difference.as_deref(),
            Some("no --new-option (here --new-option)")
        );
    }

    fn of_text(text: &str) -> String {
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(text.as_bytes());
        fingerprint.hex()
    }

    #[test]
    fn a_file_is_held_against_what_was_on_the_disk() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let record = |text: &str| RunRecord {
            layout: LAYOUT,
            solver: String::new(),
            options: RunOptions::default(),
            bytes: text.len() as u64,
            sha256: of_text(text),
            done: RunProgress::none(true),
        };
        let verified = |holds: &str, wrote: &str| {
            fs::write(&path, holds).expect("written");
            let mut file = File::open(&path).expect("a file");
            let verified = record(wrote).verified(&mut file);
            verified
                .map(|written| (written.bytes, written.fingerprint.hex()))
                .map_err(|error| error.to_string())
        };
        for wrote in ["", "ab", "abcdef"] {
            assert_eq!(
                verified("abcdef", wrote),
                Ok((wrote.len() as u64, of_text(wrote)))
            );
        }
        let changed = verified("abXdef", "abcd").expect_err("changed");
        assert_eq!(changed, "it was changed after it was written");
        let shorter = verified("ab", "abcd").expect_err("shorter");
        assert_eq!(shorter, "it has 2 bytes, and had 4 when it was written");
    }
}
