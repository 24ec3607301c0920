//! Positions of games as jobs for the solver: one board of the match with its hands.
//!
//! Where the side to move has a mate in one, found here, whether or not it was played: `dm 1` is
//! proved. Where a game ended in mate, the positions of the winner before its last moves: whether
//! mate is forced there is for the solver to find out, `dm N` is the job. And, where losses are asked
//! for, the positions of the loser before its last moves, each with `Stip "-#N"`: is it mated in N?

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

use super::bfen::{BfenMen, Holdings, State};
use super::finding::{BpgnFinding, Severity};
use super::game::BpgnGame;
use super::mate::MateRule;
use super::replay::BpgnReplay;
use super::seat::Seat;
use super::tags::decode;

/// Which jobs are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mining {
    /// How many moves before a final mate the jobs go back, from 1.
    pub moves: u32,
    /// Whether the loser's positions are jobs, too.
    pub losses: bool,
}

/// Writes the jobs of a game, one line each, and appends what kept it from being played to its end.
///
/// # Errors
///
/// Those of the stream.
pub fn mine(
    game: &BpgnGame<'_>,
    file: &str,
    number: usize,
    wanted: Mining,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<()> {
    findings.extend(game.problems());
    let mut replay = match BpgnReplay::start(game) {
        Ok(replay) => replay,
        Err(error) => {
            findings.push(BpgnFinding::in_text(
                Severity::Error,
                0,
                format!("FEN: {error}"),
            ));
            return Ok(());
        }
    };
    let mut before = Vec::with_capacity(game.half_moves().len());
    for half_move in game.half_moves() {
        before.push(replay.boards.board(half_move.seat.board).clone());
        if let Err(refusal) = replay.step(game, half_move) {
            before.pop();
            findings.push(BpgnFinding::at_half_move(
                Severity::Error,
                half_move,
                refusal.to_string(),
            ));
            break;
        }
    }
    let winner = game.half_moves()[..before.len()].last().filter(|last| {
        let board = replay.boards.board(last.seat.board);
        board.is_mate(MateRule::Unblockable)
    });
    // Counted from the end: the move of the winner that mates, the one before it... And the loser's
    // last move, after which it was mated in one.
    let mut questions = vec![None; before.len()];
    if let Some(winner) = winner {
        let mut ask = |seat: Seat, question: fn(u32) -> MateQuestion| {
            let last_moves = (0..before.len())
                .rev()
                .filter(|&index| game.half_moves()[index].seat == seat);
            for (index, distance) in last_moves.zip(1..=wanted.moves) {
                questions[index] = Some(question(distance));
            }
        };
        ask(winner.seat, MateQuestion::Mate);
        if wanted.losses {
            ask(winner.seat.opponent(), MateQuestion::Mated);
        }
    }
    let mut written = HashSet::new();
    for (index, board) in before.iter().enumerate() {
        let question = if board.has_mate_in_one(MateRule::Unblockable) {
            Some(MateQuestion::Mate(1))
        } else {
            questions[index]
        };
        let Some(question) = question else {
            continue;
        };
        let position = format!(
            "{}[{}] {}",
            BfenMen(board),
            Holdings(board.hands()),
            State(board)
        );
        if !written.insert(position.clone()) {
            continue;
        }
        let half_move = BpgnGame::name(&game.half_moves()[index]);
        // Quotation marks end the operand, and nothing escapes them.
        let name = file.replace(['"', '\n', '\r'], "'");
        writeln!(
            out,
            "{position} {question} id \"{} {number} {half_move}\";",
            decode(name.as_bytes())
        )?;
    }
    Ok(())
}

/// What is asked of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MateQuestion {
    /// Does the side to move mate in so many moves?
    Mate(u32),
    /// Is it mated in so many?
    Mated(u32),
}

impl fmt::Display for MateQuestion {
    /// The operations, in the order that a record has them in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MateQuestion::Mate(moves) => write!(f, "Variant \"bughouse\"; dm {moves};"),
            MateQuestion::Mated(moves) => write!(f, "Stip \"-#{moves}\"; Variant \"bughouse\";"),
        }
    }
}
