//! Positions of games as jobs for the solver: one board of the match with its hands.
//!
//! Two kinds. Where the side to move has a mate in one, found here, whether or not it was played:
//! `dm 1` is proved. And where a game ended in mate, the positions of the winner before its last
//! moves: whether mate is forced there is for the solver to find out, `dm N` is the job.

use std::collections::HashSet;
use std::io::{self, Write};

use super::bfen::{BfenMen, Holdings, State};
use super::board::BughouseBoard;
use super::finding::{BpgnFinding, Severity};
use super::game::BpgnGame;
use super::mate::MateRule;
use super::replay::BpgnReplay;
use super::tags::decode;

/// Writes the jobs of a game, one line each, and appends what kept it from being played to its end.
///
/// `moves` is how many moves before a final mate the jobs go back, from 1.
///
/// # Errors
///
/// Those of the stream.
pub fn mine(
    game: &BpgnGame<'_>,
    file: &str,
    number: usize,
    moves: u32,
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
    // Counted from the end: the move of the winner that mates, the one before it...
    let mut to_mate = vec![None; before.len()];
    if let Some(winner) = winner {
        let last_moves = (0..before.len())
            .rev()
            .filter(|&index| game.half_moves()[index].seat == winner.seat);
        for (index, distance) in last_moves.zip(1..=moves) {
            to_mate[index] = Some(distance);
        }
    }
    let mut written = HashSet::new();
    for (index, board) in before.iter().enumerate() {
        let depth = if has_mate_in_one(board) {
            Some(1)
        } else {
            to_mate[index]
        };
        let Some(depth) = depth else {
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
            "{position} Variant \"bughouse\"; dm {depth}; id \"{} {number} {half_move}\";",
            decode(name.as_bytes())
        )?;
    }
    Ok(())
}

fn has_mate_in_one(board: &BughouseBoard) -> bool {
    board.legal_moves().into_iter().any(|m| {
        let mut after = board.clone();
        after.play(m);
        after.checkers().any() && after.is_mate(MateRule::Unblockable)
    })
}
