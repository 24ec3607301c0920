//! Output for people, and the tree in JSON.

mod command_line;
use crate::support::data;
use crate::support::json::side;
mod help;
mod html;
mod json;
mod judge;
mod outcomes;
mod picture;
mod play;
pub mod popeye;
mod reasons;
use crate::support::scratch;
mod sheet;
mod soundness;
mod truth;
mod two_movers;

use keymove::answer::{Answer, Format, Settings, answer};
use keymove::epd::Epd;
use keymove::job::{Defaults, Job};
use keymove::record::Findings;
use keymove::report::{Style, text};
use keymove::solve::{Problem, Tables, Wanted};
use keymove::stop::Stop;

/// Everything that can be requested.
const ALL: Wanted = Wanted {
    tree: true,
    tries: 1,
    longer_keys: false,
    set_play: true,
    certificate: None,
};

/// The keys and their play.
const PLAY: Wanted = Wanted {
    tree: true,
    tries: 0,
    longer_keys: false,
    set_play: false,
    certificate: None,
};

const ASCII: Style = Style {
    ascii: true,
    language: keymove::language::Language::English,
    details: true,
    color: false,
};

/// Settings of a run over text.
fn settings(format: Format, wanted: Wanted) -> Settings {
    Settings {
        defaults: Defaults {
            wanted,
            ..Defaults::default()
        },
        no_time: true,
        format,
        style: ASCII,
        ..Settings::default()
    }
}

/// The record, and its job with `wanted`.
fn job(line: &str, wanted: Wanted) -> (Epd, Job) {
    let (epd, _) = Epd::read(line.as_bytes()).expect("a record");
    let defaults = Defaults {
        wanted,
        ..Defaults::default()
    };
    let (job, _) = Job::select(&epd, &defaults).expect("a job");
    (epd, job)
}

fn problem(line: &str, wanted: Wanted) -> (Epd, Problem) {
    let (epd, job) = job(line, wanted);
    let problem = job.single().expect("one question").clone();
    (epd, problem)
}

/// The results of the plain twin of the search.
fn judged(line: &str, wanted: Wanted) -> (Epd, Findings) {
    let (epd, problem) = problem(line, wanted);
    let findings = Findings::single(judge::judged(&problem));
    (epd, findings)
}

/// The text about the twin's results, from the stipulation on.
fn shown(line: &str, wanted: Wanted) -> String {
    let (epd, findings) = judged(line, wanted);
    below_diagram(&text(&[side(&epd, &findings)], ASCII, true))
}

/// The text without diagram and heading.
fn below_diagram(text: &[u8]) -> String {
    let text = String::from_utf8(text.to_vec()).expect("text");
    let (_, below) = text.split_once("a b c d e f g h\n\n").expect("a diagram");
    below.to_owned()
}

/// The answer of the complete run.
fn answered(line: &str, settings: &Settings) -> Answer {
    answer(line.as_bytes(), settings, &mut Tables::new(1), &Stop::new())
}

/// Several texts as one, for a snapshot.
fn gallery<'a>(texts: impl IntoIterator<Item = (&'a str, String)>) -> String {
    texts
        .into_iter()
        .map(|(name, text)| format!("-------- {name}\n{text}"))
        .collect()
}
