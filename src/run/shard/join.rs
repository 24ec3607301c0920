//! Joins results, after checking every one of them.
//!
//! Faults are reported for all results, not only for the first faulty one, each with file and line,
//! so that a single call shows everything that must be solved again.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use memchr::memchr_iter;

use super::error::ShardError;
use super::manifest::{HASH_NAME, Manifest, NAME, Shard, paths};
use crate::batch::digest;
use crate::batch::lines::{Input, InputLines};
use crate::batch::run_file;
use keymove_forms::collection::{InputForm, Reading};

/// Writes the results of the shards in `folder` to `out`, in order, if all exist and answer their
/// shards. Returns the manifest.
///
/// # Errors
///
/// [`ShardError`]; nothing has been written, unless the error is that `out`, called `out_name`,
/// cannot be written.
pub fn join(folder: &Path, out: &mut impl Write, out_name: &Path) -> Result<Manifest, ShardError> {
    let manifest = Manifest::read(folder)?;
    let mut faults = strangers(folder, &manifest)?;
    for shard in &manifest.shards {
        faults.extend(fault(folder, shard, &manifest));
    }
    if !faults.is_empty() {
        return Err(ShardError::Results(faults));
    }
    for shard in &manifest.shards {
        let (_, result) = paths(folder, shard);
        copy(&result, out, out_name)?;
    }
    let written = out.flush();
    written.map_err(|error| ShardError::Write(out_name.to_owned(), error))?;
    Ok(manifest)
}

/// Copies `result` to `out`.
fn copy(result: &Path, out: &mut impl Write, out_name: &Path) -> Result<(), ShardError> {
    let unread = |error| ShardError::Read(result.to_owned(), error);
    let mut file = File::open(result).map_err(unread)?;
    let mut piece = vec![0; 1 << 16];
    loop {
        let length = match file.read(&mut piece).map_err(unread)? {
            0 => return Ok(()),
            length => length,
        };
        out.write_all(&piece[..length])
            .map_err(|error| ShardError::Write(out_name.to_owned(), error))?;
    }
}

/// Files of records among the shards and results that do not belong to this run.
fn strangers(folder: &Path, manifest: &Manifest) -> Result<Vec<String>, ShardError> {
    let mut faults = Vec::new();
    for place in ["shards", "results"] {
        let path = folder.join(place);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            // Nothing has been solved yet; this is reported for each shard.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(ShardError::Read(path, error)),
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".epd") && name != NAME && name != HASH_NAME)
            .collect();
        names.sort_unstable();
        // The names of shards are in order; the reader of the manifest checks that.
        names.retain(|name| {
            let found = manifest.shards.binary_search_by(|shard| {
                (shard.name.len(), shard.name.as_str()).cmp(&(name.len(), name))
            });
            found.is_err()
        });
        faults.extend(
            names
                .iter()
                .map(|name| format!("{}: no shard of this run", path.join(name).display())),
        );
    }
    Ok(faults)
}

/// The fault of the result of a shard, if any.
fn fault(folder: &Path, shard: &Shard, manifest: &Manifest) -> Option<String> {
    let (asked, result) = paths(folder, shard);
    match digest::of_file(&asked) {
        Ok(hash) if hash == shard.sha256 => {}
        Ok(_) => {
            return Some(format!(
                "{}: not the shard that was cut: its SHA-256 is not the manifest's",
                asked.display()
            ));
        }
        Err(error) => return Some(format!("{}: {error}", asked.display())),
    }
    let length = match fs::metadata(&result) {
        Ok(data) => data.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Some(format!("{}: not solved yet", result.display()));
        }
        Err(error) => return Some(format!("{}: {error}", result.display())),
    };
    let is_vouched = match vouched(&result, &shard.name) {
        Ok(is_vouched) => is_vouched,
        Err(fault) => return Some(fault),
    };
    let has_run = match by_its_run(&asked, &result, length, manifest) {
        Ok(has_run) => has_run,
        Err(fault) => return Some(fault),
    };
    if !is_vouched && !has_run {
        return Some(format!(
            "{0}: neither {0}.run nor a .sha256 beside it says how it was made; solver -b -o makes both \
             records and .run",
            result.display()
        ));
    }
    match lines_of(&result) {
        Ok(lines) if lines == shard.lines => None,
        Ok(lines) => Some(format!(
            "{}: {lines} lines, and {} has {}",
            result.display(),
            asked.display(),
            shard.lines
        )),
        Err(error) => Some(format!("{}: {error}", result.display())),
    }
}

/// The number of complete lines in a file.
fn lines_of(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let (mut lines, mut piece) = (0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(lines),
            length => lines += memchr_iter(b'\n', &piece[..length]).count() as u64,
        }
    }
}

/// Whether FILE.run exists for a result.
///
/// # Errors
///
/// A message: the result was made with other options or from another shard, was changed, or is
/// incomplete.
fn by_its_run(
    asked: &Path,
    result: &Path,
    length: u64,
    manifest: &Manifest,
) -> Result<bool, String> {
    let Some(record) = run_file::of(result)? else {
        return Ok(false);
    };
    let name = result.display();
    let should = manifest.run.as_ref();
    if let Some(difference) = should.and_then(|should| record.options.difference(should)) {
        return Err(format!(
            "{name}: solved with other options than the manifest's: {difference}"
        ));
    }
    let verified = File::open(result).map_err(|error| error.to_string());
    let verified = verified.and_then(|mut file| record.verified(&mut file));
    verified.map_err(|reason| format!("{name}: {reason}"))?;
    if length > record.bytes {
        return Err(format!(
            "{name}: its run did not end: the last {} bytes are not vouched for; --resume goes on with \
             it",
            length - record.bytes
        ));
    }
    let reading = Reading {
        from: Some(InputForm::Epd),
        encoding: record.options.encoding(),
        ..Reading::default()
    };
    let mut lines = InputLines::new([Input::File(asked.to_owned())], &reading);
    let skipped = record.done.skip(&mut lines);
    skipped.map_err(|_| format!("{name}: not the answers to {}", asked.display()))?;
    Ok(true)
}

/// Whether the SHA-256 of a result is given in a file.
///
/// # Errors
///
/// A message if it is a different one.
fn vouched(result: &Path, name: &str) -> Result<bool, String> {
    let beside = result.with_extension("sha256");
    let should = match fs::read_to_string(&beside) {
        Ok(line) => line,
        // If shards are solved by hand, there is none.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(format!("{}: {error}", beside.display())),
    };
    match digest::of_file(result) {
        Ok(hash) if should.trim_end() == digest::line(&hash, name) => Ok(true),
        Ok(_) => Err(format!(
            "{}: not the result that was written: its SHA-256 is not the one in {}",
            result.display(),
            beside.display()
        )),
        Err(error) => Err(format!("{}: {error}", result.display())),
    }
}
