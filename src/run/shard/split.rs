//! Cuts the lines of the input, in order and byte for byte, into shards.
//!
//! Everything is written into a temporary folder that gets its final name at the end, so the shards
//! exist completely or not at all. A shard always begins with a line whose first word looks like a
//! board. So no shard can be mistaken for a file of another form, a compressed file or UTF-16,
//! whatever is in the middle of the input, and comments stay with the record before them.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use super::manifest::{InputFile, KnownShard, Manifest, Shard, name};
use crate::batch::digest::{self, Fingerprint};
use crate::batch::lines::{Input, InputLine, InputLines, Item};
use crate::batch::run_file::RunOptions;
use keymove_base::replacement::sync_folder;
use keymove_base::roles::Roles;
use keymove_base::trust;
use keymove_forms::collection::Reading;
use keymove_forms::collection::record::looks_like_board;

/// The size of shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardSize {
    /// This number of records in each, at least 1; fewer in the last.
    Records(u64),
    /// This number of shards, at least 1; their sizes differ by at most one record.
    Shards(u64),
}

/// The options of a split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splitting {
    /// Where the lines come from.
    pub inputs: Vec<Input>,
    /// The size of the shards.
    pub size: ShardSize,
    /// The folder for the shards, which is created if necessary.
    pub folder: PathBuf,
    /// The options with which every shard is to be solved.
    pub options: Vec<String>,
    /// The files from which these options take known answers (`--known`).
    pub known: Vec<PathBuf>,
    /// The options that affect the records.
    pub run: RunOptions,
    /// The program and its version, as printed by `solver -V`.
    pub solver: String,
}

/// Splits the input.
///
/// # Errors
///
/// [`ShardError`]; then the folder has no shards, or only those that it had before.
pub fn split(splitting: &Splitting) -> Result<Manifest, ShardError> {
    let folder = &splitting.folder;
    let shards = folder.join("shards");
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| ShardError::Write(path, error)
    };
    fs::create_dir_all(folder).map_err(failed(folder))?;
    let made = folder.join("shards.new");
    let mut roles = Roles::default();
    splitting
        .inputs
        .iter()
        .for_each(|input| input.enter(&mut roles));
    roles.owns("shards", &made, |_| true);
    roles.check().map_err(ShardError::SameFile)?;
    let lock_path = folder.join("split.lock");
    let lock = trust::place(&lock_path)
        .and_then(|place| trust::open(&place, File::options().write(true).create(true)))
        .map_err(|error| match error.kind() {
            io::ErrorKind::ResourceBusy => ShardError::Busy(folder.clone()),
            _ => failed(&lock_path)(error),
        })?;
    if let Err(TryLockError::WouldBlock) = lock.try_lock() {
        return Err(ShardError::Busy(folder.clone()));
    }
    if shards.exists() {
        return Err(ShardError::Exists(shards));
    }
    if made.is_symlink() || made.exists() {
        // It is from a process that died, since nobody else holds the lock.
        remove_shards(&made).map_err(failed(&made))?;
    }
    fs::create_dir(&made).map_err(failed(&made))?;
    let cut = cut(splitting, &made).and_then(|manifest| {
        manifest.write(&made)?;
        sync_folder(&made).map_err(failed(&made))?;
        fs::rename(&made, &shards).map_err(failed(&shards))?;
        sync_folder(folder).map_err(failed(folder))?;
        Ok(manifest)
    });
    if cut.is_err() {
        // If it cannot be removed, the next attempt overwrites it.
        let _ = fs::remove_dir_all(&made);
    }
    // The lock's file is removed along with the lock; a process that waits for it then finds the
    // shards. A file with contents belongs to someone else.
    if lock.metadata().is_ok_and(|data| data.len() == 0) {
        let _ = fs::remove_file(&lock_path);
    }
    cut
}

/// Removes a folder of incomplete shards.
///
/// # Errors
///
/// The folder cannot be removed: it is a link, or contains files that are not shards.
fn remove_shards(made: &Path) -> io::Result<()> {
    if made.is_symlink() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    for entry in fs::read_dir(made)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_shard = name.strip_suffix(".epd");
        let is_shard = is_shard.is_some_and(|number| number.parse::<u64>().is_ok());
        if is_shard || name.trim_start_matches('.').starts_with("manifest.") {
            fs::remove_file(made.join(name))?;
        }
    }
    fs::remove_dir(made)
}

/// Writes the shards into `made`.
fn cut(splitting: &Splitting, made: &Path) -> Result<Manifest, ShardError> {
    let sizes = match splitting.size {
        ShardSize::Records(records) => Sizes::Records(records.max(1)),
        ShardSize::Shards(shards) => Sizes::counted(splitting, shards.max(1))?,
    };
    let mut manifest = empty_manifest(splitting)?;
    let mut input: Option<OpenHash> = None;
    let mut shard: Option<OpenShard> = None;
    each_line(&splitting.inputs, |file, line| {
        if input.as_ref().is_none_or(|input| input.number != file) {
            manifest.inputs.extend(input.take().map(OpenHash::finish));
            for passed in manifest.inputs.len()..file {
                manifest
                    .inputs
                    .push(OpenHash::new(splitting, passed).finish());
            }
        }
        let open = input.get_or_insert_with(|| OpenHash::new(splitting, file));
        open.lines += 1;
        open.hash.add(&line.bytes);
        open.hash.add(b"\n");
        let is_full = shard.as_ref().is_some_and(|shard| {
            shard.records
                >= sizes.of(
                    manifest.shards.len() as u64,
                    manifest.records - shard.records,
                )
        });
        if is_full && may_begin(line) {
            manifest
                .shards
                .extend(shard.take().map(OpenShard::finish).transpose()?);
        }
        let open = match &mut shard {
            Some(open) => open,
            None => shard.insert(OpenShard::new(
                made,
                manifest.shards.len(),
                manifest.lines + 1,
            )?),
        };
        open.add(line)?;
        manifest.lines += 1;
        manifest.records += u64::from(line.is_job());
        Ok(())
    })?;
    manifest.inputs.extend(input.map(OpenHash::finish));
    for passed in manifest.inputs.len()..splitting.inputs.len() {
        manifest
            .inputs
            .push(OpenHash::new(splitting, passed).finish());
    }
    manifest
        .shards
        .extend(shard.map(OpenShard::finish).transpose()?);
    Ok(manifest)
}

/// A manifest without shards.
fn empty_manifest(splitting: &Splitting) -> Result<Manifest, ShardError> {
    let mut manifest = Manifest::new(
        splitting.solver.clone(),
        splitting.options.clone(),
        splitting.run.clone(),
        splitting.size,
    );
    for path in &splitting.known {
        let sha256 = digest::of_file(path);
        manifest.known.push(KnownShard {
            file: path.to_string_lossy().into_owned(),
            sha256: sha256.map_err(|error| ShardError::Read(path.clone(), error))?,
        });
    }
    Ok(manifest)
}

/// The sizes of the shards in records.
enum Sizes {
    Records(u64),
    /// The total number of records, for this number of shards.
    Shards {
        records: u64,
        shards: u64,
    },
}

impl Sizes {
    /// The sizes for a number of shards, for which the records must be counted first.
    fn counted(splitting: &Splitting, shards: u64) -> Result<Sizes, ShardError> {
        if let Some(input) = splitting.inputs.iter().find(|input| !input.is_regular()) {
            return Err(ShardError::ReadTwice(input.name().to_string()));
        }
        let mut records = 0;
        each_line(&splitting.inputs, |_, line| {
            records += u64::from(line.is_job());
            Ok(())
        })?;
        Ok(Sizes::Shards { records, shards })
    }

    /// The number of records in shard `number`; `before` records are in earlier ones.
    fn of(&self, number: u64, before: u64) -> u64 {
        match *self {
            Sizes::Records(records) => records,
            Sizes::Shards { records, shards } => {
                let end = u128::from(records) * u128::from(number + 1) / u128::from(shards);
                // There are at most as many shards as records, so none is empty.
                u64::try_from(end)
                    .expect("at most the records")
                    .saturating_sub(before)
                    .max(1)
            }
        }
    }
}

/// Whether a shard may begin with `line`.
fn may_begin(line: &InputLine) -> bool {
    let word = line.bytes.split(u8::is_ascii_whitespace).next();
    word.and_then(|word| std::str::from_utf8(word).ok())
        .is_some_and(looks_like_board)
}

/// Passes each line of the inputs to `f`, with the index of its input.
fn each_line(
    inputs: &[Input],
    mut f: impl FnMut(usize, &InputLine) -> Result<(), ShardError>,
) -> Result<(), ShardError> {
    for (number, input) in inputs.iter().enumerate() {
        let mut lines = InputLines::new([input.clone()], &Reading::default());
        while let Some(item) = lines.next_item() {
            match item {
                Item::Line(line) if line.form.is_some() || line.record.is_some() => {
                    return Err(ShardError::Input(format!(
                        "{}:{}: not EPD; only lines of EPD can be cut into shards (solver -b reads \
                         this file as a whole)",
                        line.file, line.number
                    )));
                }
                Item::Line(line) if line.is_cut => {
                    return Err(ShardError::Input(format!(
                        "{}:{}: a line longer than 16 MiB cannot stand in a shard",
                        line.file, line.number
                    )));
                }
                Item::Line(line) => f(number, &line)?,
                Item::Unreadable(message) => return Err(ShardError::Input(message)),
                Item::Rest(_) | Item::Note(_) => {}
            }
        }
    }
    Ok(())
}

/// An input file that is being read.
struct OpenHash {
    number: usize,
    file: String,
    lines: u64,
    hash: Fingerprint,
}

impl OpenHash {
    fn new(splitting: &Splitting, number: usize) -> OpenHash {
        OpenHash {
            number,
            file: splitting.inputs[number].name().to_string(),
            lines: 0,
            hash: Fingerprint::default(),
        }
    }

    fn finish(self) -> InputFile {
        InputFile {
            file: self.file,
            lines: self.lines,
            sha256: self.hash.hex(),
        }
    }
}

/// A shard that is being written.
struct OpenShard {
    path: PathBuf,
    out: BufWriter<File>,
    name: String,
    first: u64,
    lines: u64,
    records: u64,
    bytes: u64,
    hash: Fingerprint,
}

impl OpenShard {
    fn new(made: &Path, number: usize, first: u64) -> Result<OpenShard, ShardError> {
        let name = name(number);
        let path = made.join(&name);
        let file = File::create(&path).map_err(|error| ShardError::Write(path.clone(), error))?;
        Ok(OpenShard {
            path,
            out: BufWriter::with_capacity(1 << 16, file),
            name,
            first,
            lines: 0,
            records: 0,
            bytes: 0,
            hash: Fingerprint::default(),
        })
    }

    fn add(&mut self, line: &InputLine) -> Result<(), ShardError> {
        for bytes in [line.bytes.as_slice(), b"\n"] {
            self.hash.add(bytes);
            let written = self.out.write_all(bytes);
            written.map_err(|error| ShardError::Write(self.path.clone(), error))?;
            self.bytes += bytes.len() as u64;
        }
        self.lines += 1;
        self.records += u64::from(line.is_job());
        Ok(())
    }

    fn finish(self) -> Result<Shard, ShardError> {
        let written = self
            .out
            .into_inner()
            .map_err(io::IntoInnerError::into_error);
        let written = written.and_then(|file| file.sync_all());
        written.map_err(|error| ShardError::Write(self.path, error))?;
        Ok(Shard {
            name: self.name,
            first: self.first,
            lines: self.lines,
            records: self.records,
            bytes: self.bytes,
            sha256: self.hash.hex(),
        })
    }
}
