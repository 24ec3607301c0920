//! Problems as they are, with their twins, as Popeye's input and as games of PGN. A board that is not legal yet is written, too: somebody may be at work on it.

use shakmaty::{Bitboard, Board};

use super::export::ExportedProblem;
use super::question::AskedProblem;
use super::request::RequestFault;
use super::twins::in_popeyes_words;
use keymove_forms::collection::diagram::Diagram;
use keymove_forms::form::pieces::{Pieces, stipulation_of, text};
use keymove_forms::form::{pgn, popeye};
use keymove_records::epd::Epd;
use keymove_records::job::{Defaults, Job};
use keymove_records::record::duplex;

/// A legal position without rights, for operations whose own board is not.
pub(super) const ANY: &[u8] = b"8/8/8/8/8/1k6/8/K7 w - -";

/// The pieces of a problem; its record may have another position.
///
/// # Errors
///
/// Its record cannot be read, or has a question that other programs have no place for.
pub(super) fn pieces(question: &AskedProblem) -> Result<Pieces, RequestFault> {
    let line = question.line()?;
    match Epd::read(&line) {
        Ok((epd, _)) => of_record(epd),
        Err(error) => set_up(&line).ok_or_else(|| RequestFault::at("record", error)),
    }
}

/// The pieces of a record.
///
/// # Errors
///
/// It has other rules, or asks nothing.
pub(super) fn of_record(epd: Epd) -> Result<Pieces, RequestFault> {
    let (job, _) = Job::select(&epd, &Defaults::default())
        .map_err(|error| RequestFault::at("record", error))?;
    Pieces::of(epd, stipulation_of(&job)).map_err(|reason| RequestFault::at("record", reason))
}

/// A board that is no legal position, and what is said of it.
fn set_up(line: &[u8]) -> Option<Pieces> {
    let text = String::from_utf8_lossy(line);
    let mut words = text.splitn(5, ' ');
    let board = Board::from_ascii_board_fen(words.next()?.as_bytes()).ok()?;
    let turn = words.next()?;
    let rest = words.nth(2).unwrap_or_default();
    let (epd, _) = Epd::read(&[ANY, b" ", rest.as_bytes()].concat()).ok()?;
    let (job, _) = Job::select(&epd, &Defaults::default()).ok()?;
    let asked = job.single()?.stipulation;
    let diagram = Diagram {
        uncastled: Bitboard::CORNERS,
        other_side: asked.beginner().char().to_string() != turn,
        ..Diagram::new(board, asked.to_string())
    };
    Some(Pieces { epd, diagram })
}

/// Input of Popeye that asks these problems.
pub fn popeyes_input(problems: &[String]) -> String {
    match problems.is_empty() {
        true => String::new(),
        false => format!(
            "BeginProblem\n{}EndProblem\n",
            problems.join("NextProblem\n")
        ),
    }
}

/// A problem as Popeye is asked it.
///
/// # Errors
///
/// A problem that Popeye's input has no place for: one of another game, or a stipulation of its own.
pub fn popeye(problem: &ExportedProblem) -> Result<String, RequestFault> {
    let question = &problem.question;
    let pieces = pieces(question)?;
    let options = [
        question.popeyes_options(),
        pieces.options(question.is_duplex()),
    ]
    .concat();
    let twin = |(number, twin): (usize, &String)| {
        let is_first = number == 0 && question.is_zero_position();
        let word = if is_first { "ZeroPosition" } else { "Twin" };
        format!("{word} {}", in_popeyes_words(twin))
    };
    let twins: Vec<String> = question.twins().iter().enumerate().map(twin).collect();
    popeye::problem(&pieces, &options, &twins)
        .map_err(|reason| RequestFault::at("stipulation", reason))
}

/// Games of PGN without moves, whose tags are the problem and its twins.
///
/// # Errors
///
/// A record whose operations cannot be read.
pub fn games(problem: &ExportedProblem) -> Result<String, RequestFault> {
    let mut out = String::new();
    for part in &problem.parts {
        let mut words = part.record.splitn(5, ' ');
        let fields: Vec<&str> = words.by_ref().take(4).collect();
        let operations = [ANY, b" ", words.next().unwrap_or_default().as_bytes()].concat();
        let (epd, _) = Epd::read(part.record.as_bytes())
            .or_else(|_| Epd::read(&operations))
            .map_err(|error| RequestFault::at("record", error))?;
        let is_duplex = duplex::is_asked(&epd) || problem.question.is_duplex();
        let duplex = if is_duplex { " duplex" } else { "" };
        let asked = text(&epd, "Stip").map(|asked| asked + duplex);
        out.push_str(&pgn::tags(&epd, &fields.join(" "), asked));
        let remark = text(&epd, "c3").map(|text| pgn::comment(&text) + " ");
        out.push_str(&format!("{}*\n\n", remark.unwrap_or_default()));
    }
    Ok(out)
}
