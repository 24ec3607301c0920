//! Extracts positions of games as jobs for the solver: one board of the match with its hands.
//!
//! If the side to move has a mate in one, whether or not it was played, the mate is found here, and
//! `dm 1` is proved. If a game ended in mate, the positions of the winner before its last moves are
//! jobs with `dm N`: the solver has to find out whether mate is forced there. If losses are wanted,
//! the positions of the loser before its last moves are jobs with `Stip "-#N"`: is it mated in N?
//!
//! In a match, these are positions of bughouse; in a PGN of crazyhouse, positions of crazyhouse;
//! each with the mate rule of its game.

use std::collections::HashSet;
use std::io::{self, Write};

use super::bfen::{BfenMen, Holdings, StateFields};
use super::board::BughouseBoard;
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, HalfMove};
use super::mate::MateRule;
use super::replay::BpgnReplay;
use super::seat::Seat;

pub use keymove_rules::house::Variant;

/// The kinds of jobs that are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MateMining {
    /// The number of moves before a final mate for which there are jobs, from 1.
    pub moves: u32,
    /// Whether there are also jobs for the loser's positions.
    pub losses: bool,
}

/// Writes the jobs of a game, one per line, and appends the fault that prevented it from being
/// played to its end. A game of crazyhouse must have been read by
/// [`Reader::pgn`](super::read::Reader::pgn). Returns the number of jobs.
///
/// # Errors
///
/// Errors of the stream.
pub fn mine(
    game: &BpgnGame<'_>,
    variant: Variant,
    (file, number): (&str, usize),
    wanted: MateMining,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<usize> {
    findings.extend(game.problems());
    let (start, rule) = match variant {
        Variant::Bughouse => (BpgnReplay::start(game), MateRule::Unblockable),
        Variant::Crazyhouse => (BpgnReplay::crazyhouse(game), MateRule::Now),
    };
    let mut replay = match start {
        Ok(replay) => replay,
        Err(error) => {
            findings.push(error);
            return Ok(0);
        }
    };
    let before = boards_before(game, &mut replay, findings);
    let played = &game.half_moves()[..before.len()];
    let winner = played
        .last()
        .filter(|last| replay.boards.board(last.seat.board).is_mate(rule));
    let questions = winner.map_or(Vec::new(), |winner| questions(played, winner.seat, wanted));
    // A quotation mark would end the operand, and a backslash may begin an escape.
    let file = file.replace(['"', '\n', '\r'], "'").replace('\\', "/");
    let mut written = HashSet::new();
    for (index, (board, half_move)) in before.iter().zip(played).enumerate() {
        let question = if board.has_mate_in_one(rule) {
            Some(MateQuestion::Mate(1))
        } else {
            questions.get(index).copied().flatten()
        };
        let Some(question) = question else {
            continue;
        };
        let (men, hands, state) = (BfenMen(board), Holdings(board.hands()), StateFields(board));
        let position = format!("{men}[{hands}] {state}");
        if written.contains(&position) {
            continue;
        }
        let asked = match question {
            MateQuestion::Mate(moves) => format!("Variant \"{variant}\"; dm {moves};"),
            MateQuestion::Mated(moves) => format!("Stip \"-#{moves}\"; Variant \"{variant}\";"),
        };
        let place = match variant {
            Variant::Bughouse => BpgnGame::name(half_move),
            Variant::Crazyhouse => {
                let dots = half_move.seat.color.fold_wb(".", "...");
                format!("{}{dots}", half_move.number)
            }
        };
        writeln!(out, "{position} {asked} id \"{file} {number} {place}\";")?;
        written.insert(position);
    }
    Ok(written.len())
}

/// The boards before each half-move that can be played.
fn boards_before(
    game: &BpgnGame<'_>,
    replay: &mut BpgnReplay,
    findings: &mut Vec<BpgnFinding>,
) -> Vec<BughouseBoard> {
    let mut before = Vec::with_capacity(game.half_moves().len());
    for half_move in game.half_moves() {
        let board = replay.boards.board(half_move.seat.board).clone();
        if let Err(illegal) = replay.step(game, half_move) {
            let text = illegal.to_string();
            findings.push(BpgnFinding::at_half_move(Severity::Error, half_move, text));
            break;
        }
        before.push(board);
    }
    before
}

/// The questions for the positions before the half-moves of a game that ended in mate, counted from
/// the end: the winner's mating move, the winner's move before it, and so on; and the loser's last
/// move, which allowed a mate in one.
fn questions(played: &[HalfMove], winner: Seat, wanted: MateMining) -> Vec<Option<MateQuestion>> {
    let mut questions = vec![None; played.len()];
    let mut ask = |seat: Seat, question: fn(u32) -> MateQuestion| {
        let last_moves = (0..played.len())
            .rev()
            .filter(|&index| played[index].seat == seat);
        for (index, distance) in last_moves.zip(1..=wanted.moves) {
            questions[index] = Some(question(distance));
        }
    };
    ask(winner, MateQuestion::Mate);
    if wanted.losses {
        ask(winner.opponent(), MateQuestion::Mated);
    }
    questions
}

/// The question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MateQuestion {
    /// Whether the side to move mates in this number of moves.
    Mate(u32),
    /// Whether it is mated in this number of moves.
    Mated(u32),
}
