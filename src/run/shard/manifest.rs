//! The manifest of a split, `shards/manifest.json`.
//!
//! Its SHA-256 is in a second file. So a manifest that has been edited can be distinguished from
//! the original, and the hashes in the manifest do the same for every shard.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use super::split::ShardSize;
use crate::batch::digest;
use crate::batch::run_file::RunOptions;
use keymove_base::replacement::replace;

/// The name of the file within `shards`.
pub const NAME: &str = "manifest.json";

/// The name of the file with its SHA-256.
pub const HASH_NAME: &str = "manifest.sha256";

/// The version of the layout that this program writes and reads.
const LAYOUT: u32 = 1;

/// The input, the shards, and the options for solving them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the layout of the folder: 1.
    pub layout: u32,
    /// The program that created it, and its version, as printed by `solver -V`.
    pub solver: String,
    /// The options with which every shard is to be solved.
    pub options: Vec<String>,
    /// The files from which the options take known answers: other contents would give other
    /// answers.
    #[serde(default)]
    pub known: Vec<KnownShard>,
    /// All options that affect the records; missing in manifests of version 0.1.0.
    #[serde(default)]
    pub run: Option<RunOptions>,
    /// The size of the shards: with the same size, the same input gives the same shards.
    pub size: ShardSize,
    /// The total number of lines.
    pub lines: u64,
    /// The number of these that are records or should be.
    pub records: u64,
    /// The input files, in order.
    pub inputs: Vec<InputFile>,
    /// The shards, in order.
    pub shards: Vec<Shard>,
}

/// A file of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputFile {
    /// Its name as given, `-` for standard input.
    pub file: String,
    /// The number of its lines.
    pub lines: u64,
    /// The SHA-256 of its decompressed lines, each with a line feed; it equals that of the file if
    /// the file is not compressed and ends with a line feed.
    pub sha256: String,
}

/// A file of known answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownShard {
    /// Its name as given in the options.
    pub file: String,
    /// Its SHA-256.
    pub sha256: String,
}

/// A part of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The name of its file and of the result.
    pub name: String,
    /// Its first line in the whole input, from 1.
    pub first: u64,
    /// The number of its lines.
    pub lines: u64,
    /// The number of these that are records or should be.
    pub records: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
}

impl Manifest {
    /// An empty manifest for a split by `solver`.
    pub fn new(solver: String, options: Vec<String>, run: RunOptions, size: ShardSize) -> Manifest {
        Manifest {
            layout: LAYOUT,
            solver,
            options,
            known: Vec::new(),
            run: Some(run),
            size,
            lines: 0,
            records: 0,
            inputs: Vec::new(),
            shards: Vec::new(),
        }
    }

    /// Reads the manifest of `folder` and checks its hash and its consistency.
    ///
    /// # Errors
    ///
    /// [`ShardError::Manifest`] with the reason, or [`ShardError::Read`].
    pub fn read(folder: &Path) -> Result<Manifest, ShardError> {
        let path = folder.join("shards").join(NAME);
        let bytes = fs::read(&path).map_err(|error| ShardError::Read(path.clone(), error))?;
        let hash_path = folder.join("shards").join(HASH_NAME);
        let hash = fs::read_to_string(&hash_path)
            .map_err(|error| ShardError::Read(hash_path.clone(), error))?;
        let wrong = |reason: String| ShardError::Manifest(path.clone(), reason);
        if hash.trim_end() != digest::line(&digest::of_bytes(&bytes), NAME) {
            return Err(wrong(format!(
                "not the manifest that was written: its SHA-256 is not the one in {HASH_NAME}"
            )));
        }
        let manifest: Manifest =
            serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
        manifest
            .contradiction()
            .map_or(Ok(()), |reason| Err(wrong(reason)))?;
        Ok(manifest)
    }

    /// A contradiction in the manifest, if there is one.
    fn contradiction(&self) -> Option<String> {
        if self.layout != LAYOUT {
            return Some(format!(
                "layout {} is not known, this program reads {LAYOUT}",
                self.layout
            ));
        }
        let mut next = 1;
        for (number, shard) in self.shards.iter().enumerate() {
            if shard.name != name(number) {
                let should = name(number);
                return Some(format!("shard {:?} should be {should}", shard.name));
            }
            if shard.first != next {
                return Some(format!("{} should begin with line {next}", shard.name));
            }
            next += shard.lines;
        }
        let records: u64 = self.shards.iter().map(|shard| shard.records).sum();
        let of_inputs: u64 = self.inputs.iter().map(|input| input.lines).sum();
        (next - 1 != self.lines || records != self.records || of_inputs != self.lines)
            .then(|| "the numbers of lines or records do not add up".to_owned())
    }

    /// The contents of the file, with one line for each shard, so that `grep` finds one among a
    /// million.
    fn to_json(&self) -> Vec<u8> {
        let list = |items: Vec<String>| {
            if items.is_empty() {
                "[]".to_owned()
            } else {
                format!("[\n    {}\n  ]", items.join(",\n    "))
            }
        };
        // Most runs have no known answers, and their manifests do not mention them.
        let known = match self.known.as_slice() {
            [] => String::new(),
            known => format!("\"known\": {},\n  ", list(known.iter().map(json).collect())),
        };
        format!(
            "{{\n  \"layout\": {},\n  \"solver\": {},\n  \"options\": {},\n  {known}\"run\": {},\n  \"size\": {},\n  \"lines\": {},\n  \
             \"records\": {},\n  \"inputs\": {},\n  \"shards\": {}\n}}\n",
            self.layout,
            json(&self.solver),
            json(&self.options),
            json(&self.run),
            json(&self.size),
            self.lines,
            self.records,
            list(self.inputs.iter().map(json).collect()),
            list(self.shards.iter().map(json).collect()),
        )
        .into_bytes()
    }

    /// Writes the manifest and its hash into `shards`.
    pub(super) fn write(&self, shards: &Path) -> Result<(), ShardError> {
        let json = self.to_json();
        let hash = digest::line(&digest::of_bytes(&json), NAME) + "\n";
        for (name, bytes) in [(NAME, json.as_slice()), (HASH_NAME, hash.as_bytes())] {
            let path = shards.join(name);
            replace(&path, bytes).map_err(|error| ShardError::Write(path, error))?;
        }
        Ok(())
    }
}

/// A part of the manifest, on one line.
fn json(part: &impl Serialize) -> String {
    serde_json::to_string(part).expect("strings and numbers can always be written")
}

/// The name of shard `number`, from 0.
pub(super) fn name(number: usize) -> String {
    format!("{number:07}.epd")
}

/// The paths of a shard of `folder` and of its result.
pub(super) fn paths(folder: &Path, shard: &Shard) -> (PathBuf, PathBuf) {
    (
        folder.join("shards").join(&shard.name),
        folder.join("results").join(&shard.name),
    )
}
