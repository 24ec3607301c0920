//! Writes a job's answer as text: eight lines of head, the solution, three lines of foot.
//!
//! ```text
//! 8 . . . . . . . k   mate in 2 moves          head: the position, beside it the job
//! ...
//! Solution (in 2 moves):                       or: No solution (in 2 moves)
//!
//! 1.Kf6! zugzwang                              the play, as for every other reader
//!    1...Kh7 2.Qg7#
//!                                              foot
//! Time 0.000 s
//! 26 nodes
//! ```
//!
//! Olive keeps the text between the first eight line ends and the last three. The last line ends
//! with one, so the two written lines of the foot are removed, and the blank one stays.
//!
//! A reply that stands for every other one is `=*=`, which Olive replaces by `~`.

use std::fmt::Write as _;

use shakmaty::{Color, File, Position as _, Rank, Square};

use super::draft::ChestJob;
use keymove_base::language::Language;
use keymove_forms::report;
use keymove_forms::report::language::Words;
use keymove_solve::{Length, LimitKind, Outcome, Verdict};

/// The number of lines before the solution.
pub const HEAD: usize = 8;

/// The number of lines after it.
pub const FOOT: usize = 3;

/// The notation for every other reply.
const ANY: &str = "=*=";

/// The answer to `job`, with men in the letters of `language`. Every line ends with a line feed.
pub fn text(job: &ChestJob, verdict: &Verdict, language: Language) -> String {
    // Writing to a string cannot fail.
    let mut text = head(job, Words::of(language));
    text.push_str(&headline(verdict));
    text.push('\n');
    let play = report::play(verdict, language);
    let play = play.trim_matches('\n').replace('~', ANY);
    if !play.is_empty() {
        let _ = writeln!(text, "\n{play}");
    }
    let (nodes, seconds) = (
        verdict.counters.nodes,
        verdict.counters.elapsed.as_secs_f64(),
    );
    let _ = write!(text, "\nTime {seconds:.3} s\n{nodes} nodes\n");
    text
}

/// The board, one rank per line, with the facts that it does not show next to it.
fn head(job: &ChestJob, words: &Words) -> String {
    let (chess, asked) = (job.problem.position.chess(), job.problem.stipulation);
    let fields = job.epd.fields();
    let castling = fields.split(' ').nth(2).unwrap_or("-");
    let mut beside = vec![
        format!("{} in {} moves ({asked})", asked.kind.name(), asked.length),
        format!("{} to move", side(chess.turn())),
    ];
    if castling != "-" {
        beside.push(format!("castling {castling}"));
    }
    beside.extend(
        chess
            .legal_ep_square()
            .map(|square| format!("en passant {square}")),
    );
    let [white, black] = Color::ALL.map(|color| chess.board().by_color(color).count());
    beside.push(format!("{white}+{black} men"));

    let mut text = String::new();
    for (row, rank) in Rank::ALL.into_iter().rev().enumerate() {
        text.push(rank.char());
        for file in File::ALL {
            let man = chess.board().piece_at(Square::from_coords(file, rank));
            let letter = man.map_or('.', |man| {
                let letter = words.letter(man.role);
                man.color.fold_wb(letter, letter.to_ascii_lowercase())
            });
            text.extend([' ', letter]);
        }
        if let Some(beside) = beside.get(row) {
            text.push_str("   ");
            text.push_str(beside);
        }
        text.push('\n');
    }
    text
}

fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The line above the play. Programs look for its first word.
fn headline(verdict: &Verdict) -> String {
    let turn = side(verdict.position.turn());
    let solved = |length: Length, shortest: bool, open: usize, limit: Option<LimitKind>| {
        let mut text = format!("Solution (in {length} moves):");
        if !shortest {
            text.push_str(" not proved the shortest");
        }
        if open > 0 {
            let _ = write!(text, " {open} first moves undecided");
        }
        text + &stopped(limit)
    };
    let forced = |moves: u16, refuted: u16, open, limit| {
        let shortest = refuted.saturating_add(1) >= moves;
        solved(Length::of_moves(moves), shortest, open, limit)
    };
    match verdict.outcome() {
        Outcome::Checkmate => format!("No solution ({turn} is checkmated already)"),
        Outcome::Stalemate => format!("No solution ({turn} is stalemated already)"),
        Outcome::Solved(found) => forced(found.moves, found.refuted, found.open, found.limit),
        Outcome::Helped(help) => solved(help.length, true, help.open, help.limit),
        Outcome::Lost(loss) => forced(loss.moves, loss.safe, loss.open, loss.limit),
        Outcome::Refuted { length, limit, .. } => {
            format!("No solution (in {length} moves){}", stopped(limit))
        }
        Outcome::GaveUp { refuted, limit } => {
            let limit = stopped(Some(limit));
            match refuted {
                Length::NONE => format!("Not solved{limit}"),
                length => format!("Not solved, no solution in {length} moves{limit}"),
            }
        }
    }
}

/// The limit that ended the search, if any.
fn stopped(limit: Option<LimitKind>) -> String {
    limit.map_or_else(String::new, |limit| match limit {
        LimitKind::Stopped => " [interrupted]".to_owned(),
        limit => format!(" [{} limit]", limit.name()),
    })
}
