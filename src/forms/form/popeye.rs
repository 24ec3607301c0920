//! `--format popeye`: the problems as input for Popeye. They are not solved.

use shakmaty::Color;

use super::pieces::{Pieces, stipulation_of};
use super::{AnsweredRecord, Form, Layout, Refusal, Settings, Unsearched, Written};
use keymove_base::reason::Reason;
use keymove_records::epd::Epd;
use keymove_records::job::Job;
use keymove_records::soundness::Ledger;

/// Input for Popeye.
pub(super) struct PopeyeForm;

impl Form for PopeyeForm {
    fn layout(&self) -> Layout {
        Layout {
            for_readers: true,
            ends_lines: true,
            between: Some(b"NextProblem"),
            ..Layout::default()
        }
    }

    fn answered(&self, _: &AnsweredRecord<'_>, _: &Settings) -> Written {
        unreachable!("no job is searched")
    }

    fn unanswered(&self, _: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        Vec::new()
    }

    fn job(&self, _: u64, epd: &Epd, job: Job, settings: &Settings) -> Result<Job, Unsearched> {
        let wanted = settings.defaults.wanted;
        let set_play = wanted.set_play.then(|| "SetPlay".to_owned());
        let tries = (wanted.tries > 0).then(|| format!("Try Defence {}", wanted.tries));
        let mut options: Vec<String> = set_play.into_iter().chain(tries).collect();
        let text = Pieces::of(epd.clone(), stipulation_of(&job)).and_then(|pieces| {
            options.extend(pieces.options(settings.defaults.duplex));
            problem(&pieces, &options, &[])
        });
        Err(match text {
            Ok(text) => Unsearched::Written(text.into_bytes()),
            Err(reason) => Unsearched::Refused(reason),
        })
    }

    fn head(&self, _: &Settings) -> Option<Vec<u8>> {
        Some(b"BeginProblem".to_vec())
    }

    fn tail(&self, _: &Ledger, _: &Settings, _: bool) -> Option<Vec<u8>> {
        Some(b"EndProblem".to_vec())
    }
}

/// A problem as Popeye is asked it, with these options in addition to `Variation`, and with these
/// lines about its twins.
///
/// # Errors
///
/// A stipulation of this program alone.
pub fn problem(pieces: &Pieces, options: &[String], twins: &[String]) -> Result<String, Reason> {
    let mut out = String::new();
    let named = [
        ("Author", "c0"),
        ("Origin", "c1"),
        ("Award", "c2"),
        ("Title", "id"),
    ];
    for (name, opcode) in named {
        if let Some(text) = pieces.text(opcode) {
            out.push_str(&format!("{name} {text}\n"));
        }
    }
    out.push_str(&format!("Stipulation {}\n", pieces.stipulation()?));
    let options = [&["Variation".to_owned()], options].concat();
    out.push_str(&format!("Option {}\nPieces\n", options.join(" ")));
    for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
        let men = pieces.men(color);
        if !men.is_empty() {
            out.push_str(&format!("  {name} {}\n", men.join(" ")));
        }
    }
    out.extend(twins.iter().map(|twin| format!("{twin}\n")));
    Ok(out)
}
