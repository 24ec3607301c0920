//! `--format pgn`: every problem as a game that begins with its diagram, and its solution as
//! variations, which `--from pgn` reads as the author's claims.
//!
//! A key has `$1`, a try `$2` and each of its refutations `$1`; what threatens after a move is a
//! comment, as a game has no place for it. In a series the side that waits plays `--`, as
//! python-chess 1.11.2, SCID and ChessBase write it.

mod moves;

use super::pieces::{dated, text};
use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Unsearched, Written};
use keymove_records::epd::{Epd, RULES};
use keymove_records::job::Job;
use keymove_records::record::duplex::AnsweredSide;
use keymove_records::record::stated::claimed_count;

/// The most columns of a line, see section 4.3 of the PGN standard.
const COLUMNS: usize = 79;

/// Games.
pub(super) struct PgnForm;

impl Form for PgnForm {
    fn layout(&self) -> Layout {
        Layout {
            for_readers: true,
            ..Layout::default()
        }
    }

    fn job(&self, _: u64, epd: &Epd, job: Job, _: &Settings) -> Result<Job, Unsearched> {
        let rule = RULES[1..].iter().find(|rule| epd.operation(rule).is_some());
        match rule {
            Some(rule) => Err(Unsearched::Refused(
                format!("{rule} has no place in PGN").into(),
            )),
            None => Ok(job),
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, _: &Settings) -> Written {
        let game = |side: &AnsweredSide<'_>| {
            let verdict = side.findings.decisive();
            let asked = text(&side.epd, "Stip").or_else(|| {
                let is_named = side.findings.is_named();
                is_named.then(|| verdict.stipulation.to_string())
            });
            let tags = tags(&side.epd, &side.epd.fields(), asked);
            let remark = text(&side.epd, "c3").map(|text| comment(&text));
            let words = remark.into_iter().chain(moves::words(verdict));
            tags + &broken(words)
        };
        let games: Vec<String> = record.sides.iter().map(game).collect();
        games.join("\n").into_bytes().into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        let has_place = |epd: &&Epd| RULES[1..].iter().all(|rule| epd.operation(rule).is_none());
        let game = refusal.unsolved.filter(has_place).map(|epd| {
            let tags = tags(epd, &epd.fields(), text(epd, "Stip"));
            tags + &broken([comment(&refusal.cause.to_string())].into_iter())
        });
        game.unwrap_or_default().into_bytes()
    }
}

/// The tags of a problem: `fields` are the four fields of its diagram, `asked` is its stipulation as
/// composers write it.
pub fn tags(epd: &Epd, fields: &str, asked: Option<String>) -> String {
    let source = text(epd, "c1").unwrap_or_default();
    let (place, date) = dated(&source);
    let day = (0..3).map(|at| {
        date.get(at)
            .map_or("??".to_owned(), |part| format!("{part:0>2}"))
    });
    let date = (!date.is_empty()).then(|| day.collect::<Vec<_>>().join("."));
    let unknown = || Some("?".to_owned());
    let named = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    // In the words of composers, which are read with and without `duplex`: `h#3 2.1`.
    let solutions = claimed_count(epd).map_or_else(String::new, |number| format!(" {number}.1"));
    let chess960 = || epd.mode().is_chess960().then(|| "Chess960".to_owned());
    let mut out = String::new();
    for (name, value) in [
        ("Event", text(epd, "id").or_else(unknown)),
        ("Site", named(place).or_else(unknown)),
        ("Date", date.or_else(|| named("????.??.??"))),
        ("Round", unknown()),
        ("White", text(epd, "c0").or_else(unknown)),
        ("Black", unknown()),
        ("Result", named("*")),
        ("Award", text(epd, "c2")),
        ("Keywords", text(epd, "c4")),
        ("Variant", text(epd, "Variant").or_else(chess960)),
        ("SetUp", named("1")),
        ("FEN", Some(format!("{fields} 0 1"))),
        ("Stipulation", asked.map(|asked| asked + &solutions)),
    ] {
        if let Some(value) = value {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            out.push_str(&format!("[{name} \"{value}\"]\n"));
        }
    }
    out.push('\n');
    out
}

/// A comment among the moves, which cannot contain a brace.
pub fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace(['{', '}'], "|"))
}

/// The words of a game and its result, in lines that are not too long.
fn broken(words: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    let mut column = 0;
    let words: Vec<String> = words.chain(["*".to_owned()]).collect();
    for word in words.iter().flat_map(|word| word.split(' ')) {
        let width = word.chars().count();
        if column > 0 {
            let is_full = column + 1 + width > COLUMNS;
            out.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
    out
}
