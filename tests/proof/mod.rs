//! Certificates: both checkers accept the certificates of the search, and neither accepts a forged
//! one.

mod command;
mod composed;
mod forgeries;
use crate::brute_force::huddles;
mod mutations;
use crate::brute_force::positions;
mod random;
use crate::support::scratch;
use crate::support::solver;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use keymove::answer::{Settings, answer};
use keymove::epd::passes_through;
use keymove::solve::Tables;
use keymove::stop::Stop;
use scratch::Scratch;

use keymove::verify::{self, CheckTotals, Inputs, JudgedLine, Verification};

/// The lines of the certificate of one record, with the record's question.
fn certificate(line: &str, settings: &Settings, tables: &mut Tables) -> String {
    let answer = answer(line.as_bytes(), settings, tables, &Stop::new());
    let [certificate] = answer
        .certificates
        .try_into()
        .expect("a certificate was wanted");
    String::from_utf8(certificate).unwrap()
}

/// Settings that make certificates.
fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.defaults.wanted.certificate = Some(100_000);
    settings
}

/// Certificates in the form of a file.
fn file(certificates: &[String]) -> String {
    let mut text = "keymove-proof 1\n".to_owned();
    for certificate in certificates {
        text.push_str(certificate);
        text.push('\n');
    }
    text.push_str(&format!("total {}\n", certificates.len()));
    text
}

/// The records of a file of EPD.
fn exhibits(
    file: &Arc<str>,
    reader: Box<dyn Read + Send>,
) -> impl Iterator<Item = JudgedLine> + Send + use<> {
    let file = Arc::clone(file);
    let lines = (1..).zip(BufReader::new(reader).split(b'\n'));
    lines.filter_map(move |(line, text)| {
        let text = text.map_err(|error| error.to_string().into());
        let is_record = !text.as_ref().is_ok_and(|text| passes_through(text));
        is_record.then(|| JudgedLine {
            file: Arc::clone(&file),
            line,
            text,
        })
    })
}

/// The findings of `solver verify`, and its output.
fn verified(files: &[&Path], effort: u64) -> (CheckTotals, String) {
    let verification = Verification {
        effort,
        workers: 2,
        ..Verification::default()
    };
    let mut said = Vec::new();
    let mut inputs = Inputs::default();
    for path in files {
        let opened = File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>);
        inputs.add(&path.to_string_lossy(), opened, exhibits);
    }
    let totals = verify::run(&verification, inputs, &mut said, &Stop::new()).unwrap();
    (totals, String::from_utf8(said).unwrap())
}

/// `scripts/verify-proof`, if there is a Python that can run it.
fn python() -> Option<Command> {
    let has_chess = Command::new("python3")
        .args(["-c", "import chess"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !has_chess {
        eprintln!("skipped: python3 with python-chess is not here");
        return None;
    }
    let mut command = Command::new("python3");
    command
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/verify-proof"))
        .args(["-j", "1"]);
    Some(command)
}

impl Scratch {
    /// The path of a file in the folder, which contains `bytes`.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}
