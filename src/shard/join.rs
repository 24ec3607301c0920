//! Putting together: every result is looked at before anything is written.
//!
//! What is wrong is told of all results, not of the first one, each with its file and line, so that
//! one look is enough to see what must be solved again.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use super::error::ShardError;
use super::manifest::{HASH_NAME, Manifest, NAME, Shard, paths};
use crate::answer::Settings;
use crate::batch::digest;
use crate::batch::lines::{Input, InputLines};
use crate::batch::resume::{self, Asked, Kept, ResumePoint};
use crate::batch::run_file::{self, RunOptions};
use crate::collection::{InputForm, Reading};

/// Writes the results of the shards in `folder` to `out`, in order, if all are there and answer
/// their shards. Gives what was put together.
///
/// # Errors
///
/// [`ShardError`]; nothing was written, unless it is `out` itself that cannot be written, which has
/// the name `out_name`.
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

/// Files of records among shards and results that are none of this run's.
fn strangers(folder: &Path, manifest: &Manifest) -> Result<Vec<String>, ShardError> {
    let mut faults = Vec::new();
    for place in ["shards", "results"] {
        let path = folder.join(place);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            // That nothing is solved yet is told shard by shard.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(ShardError::Read(path, error)),
        };
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".epd") && name != NAME && name != HASH_NAME)
            .collect();
        names.sort_unstable();
        // The names of shards are in order, see the manifest's reader.
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

/// What is wrong with the result of a shard.
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
    if let Some(fault) = wrong_hash(&result, &shard.name) {
        return Some(fault);
    }
    if let Some(fault) = wrong_run(&result, length, manifest) {
        return Some(fault);
    }
    match headway(&asked, &result, length, manifest) {
        Ok(ResumePoint {
            question: Some(place),
            ..
        }) => Some(format!("{place}: nobody searched this record")),
        Ok(kept) if kept.lines < shard.lines => Some(format!(
            "{}:{}: the result ends here, or was stopped; {} has {} lines",
            result.display(),
            kept.lines + 1,
            asked.display(),
            shard.lines
        )),
        Ok(_) => None,
        Err(reason) => Some(reason),
    }
}

/// How far the result answers its shard, if what is in it does.
fn headway(
    asked: &Path,
    result: &Path,
    length: u64,
    manifest: &Manifest,
) -> Result<ResumePoint, String> {
    let file = File::open(result).map_err(|error| format!("{}: {error}", result.display()))?;
    let mut records = InputLines::of(&result.to_string_lossy(), Box::new(file));
    let reading = Reading {
        from: Some(InputForm::Epd),
        ..Reading::default()
    };
    let mut lines = InputLines::new([Input::File(asked.to_owned())], &reading);
    let run = manifest.run.as_ref();
    let asked = Asked {
        settings: &Settings::default(),
        only_open: run.is_some_and(RunOptions::is_only_open),
    };
    resume::check(
        &mut records,
        length,
        &mut lines,
        asked,
        &mut Kept::new(true),
    )
    .map_err(|mismatch| mismatch.to_string())
}

/// What is wrong with a result of which the run that made it left a file beside it.
fn wrong_run(result: &Path, length: u64, manifest: &Manifest) -> Option<String> {
    let record = match run_file::of(result) {
        Ok(record) => record?,
        Err(reason) => return Some(reason),
    };
    let should = manifest.run.as_ref();
    if let Some(difference) = should.and_then(|should| record.options.difference(should)) {
        return Some(format!(
            "{}: solved with other options than the manifest's: {difference}",
            result.display()
        ));
    }
    let hashed =
        File::open(result).and_then(|mut file| record.hashed(&mut file, length.min(record.bytes)));
    if let Err(error) = hashed {
        return Some(format!("{}: {error}", result.display()));
    }
    (length > record.bytes).then(|| {
        format!(
            "{}: its run did not end: the last {} bytes were not on the disk; --resume goes on with it",
            result.display(),
            length - record.bytes
        )
    })
}

/// What is wrong with a result of which the SHA-256 stands beside it.
fn wrong_hash(result: &Path, name: &str) -> Option<String> {
    let beside = result.with_extension("sha256");
    let should = match fs::read_to_string(&beside) {
        Ok(line) => line,
        // Whoever solves shards by hand leaves none.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return Some(format!("{}: {error}", beside.display())),
    };
    match digest::of_file(result) {
        Ok(hash) if should.trim_end() == digest::line(&hash, name) => None,
        Ok(_) => Some(format!(
            "{}: not the result that was written: its SHA-256 is not the one in {}",
            result.display(),
            beside.display()
        )),
        Err(error) => Some(format!("{}: {error}", result.display())),
    }
}
