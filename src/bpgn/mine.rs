//! Positions of games as jobs for the solver: one board of the match with its hands.
//!
//! Where the side to move has a mate in one, found here, whether or not it was played: `dm 1` is
//! proved. Where a game ended in mate, the positions of the winner before its last moves: whether
//! mate is forced there is for the solver to find out, `dm N` is the job. And, where losses are
//! asked for, the positions of the loser before its last moves, each with `Stip "-#N"`: is it mated
//! in N?
//!
//! Of a match these are positions of bughouse, of a PGN of crazyhouse positions of crazyhouse, by
//! the mate rule of each.

use std::collections::HashSet;
use std::io::{self, Write};

use super::bfen::{Holdings, StateFields, men_text};
use super::board::BughouseBoard;
use super::check::no_start;
use super::crazyhouse::CrazyhouseReplay;
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, HalfMove};
use super::mate::MateRule;
use super::replay::{BpgnReplay, MoveRefusal};
use super::seat::Seat;
use crate::house::Variant;

/// Which jobs are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MateMining {
    /// How many moves before a final mate the jobs go back, from 1.
    pub moves: u32,
    /// Whether the loser's positions are jobs, too.
    pub losses: bool,
}

/// The positions of a game before each half-move that was played, on the board of that half-move.
struct MinedGame {
    variant: Variant,
    before: Vec<BughouseBoard>,
    /// The last board that was played on, as it stands at the end.
    last: Option<BughouseBoard>,
}

impl MinedGame {
    /// Both boards of a match.
    fn of_match(
        game: &BpgnGame<'_>,
        findings: &mut Vec<BpgnFinding>,
    ) -> Result<MinedGame, BpgnFinding> {
        let mut replay = BpgnReplay::start(game).map_err(|error| no_start(game, &error))?;
        let board = |replay: &BpgnReplay, half_move: &HalfMove| {
            replay.boards.board(half_move.seat.board).clone()
        };
        let before = played(game, findings, |half_move| {
            let before = board(&replay, half_move);
            replay.step(game, half_move).map(|_| before)
        });
        let last = before.len().checked_sub(1);
        let last = last.map(|last| board(&replay, &game.half_moves()[last]));
        Ok(MinedGame {
            variant: Variant::Bughouse,
            before,
            last,
        })
    }

    /// The one board of crazyhouse.
    fn of_crazyhouse(
        game: &BpgnGame<'_>,
        findings: &mut Vec<BpgnFinding>,
    ) -> Result<MinedGame, BpgnFinding> {
        let mut replay = CrazyhouseReplay::start(game)
            .map_err(|error| BpgnFinding::in_text(Severity::Error, 0, format!("FEN: {error}")))?;
        let before = played(game, findings, |half_move| {
            let before = replay.board.clone();
            replay.step(game, half_move).map(|()| before)
        });
        Ok(MinedGame {
            variant: Variant::Crazyhouse,
            last: (!before.is_empty()).then_some(replay.board),
            before,
        })
    }

    fn mate_rule(&self) -> MateRule {
        match self.variant {
            Variant::Bughouse => MateRule::Unblockable,
            Variant::Crazyhouse => MateRule::Now,
        }
    }
}

/// What `step` gives back for each half-move, up to one that is refused, which is told.
fn played(
    game: &BpgnGame<'_>,
    findings: &mut Vec<BpgnFinding>,
    mut step: impl FnMut(&HalfMove) -> Result<BughouseBoard, MoveRefusal>,
) -> Vec<BughouseBoard> {
    let mut boards = Vec::with_capacity(game.half_moves().len());
    for half_move in game.half_moves() {
        match step(half_move) {
            Ok(before) => boards.push(before),
            Err(refusal) => {
                let text = refusal.to_string();
                findings.push(BpgnFinding::at_half_move(Severity::Error, half_move, text));
                break;
            }
        }
    }
    boards
}

/// Writes the jobs of a match, one line each, and appends what kept it from being played to its
/// end. Gives back how many there are.
///
/// # Errors
///
/// Those of the stream.
pub fn mine(
    game: &BpgnGame<'_>,
    place: (&str, usize),
    wanted: MateMining,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<usize> {
    findings.extend(game.problems());
    let mined = MinedGame::of_match(game, findings);
    written(mined, game, place, wanted, out, findings)
}

/// The same of a game of crazyhouse, read by [`Reader::pgn`](super::read::Reader::pgn).
///
/// # Errors
///
/// Those of the stream.
pub fn mine_crazyhouse(
    game: &BpgnGame<'_>,
    place: (&str, usize),
    wanted: MateMining,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<usize> {
    findings.extend(game.problems());
    let mined = MinedGame::of_crazyhouse(game, findings);
    written(mined, game, place, wanted, out, findings)
}

fn written(
    mined: Result<MinedGame, BpgnFinding>,
    game: &BpgnGame<'_>,
    place: (&str, usize),
    wanted: MateMining,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<usize> {
    match mined {
        Ok(mined) => mined.write(game, place, wanted, out),
        Err(finding) => {
            findings.push(finding);
            Ok(0)
        }
    }
}

impl MinedGame {
    /// What is asked before each half-move of a game that ended in mate. Counted from the end: the
    /// move of the winner that mates, the one before it... And the loser's last move, after which
    /// it was mated in one.
    fn questions(&self, game: &BpgnGame<'_>, wanted: MateMining) -> Vec<Option<MateQuestion>> {
        let mut questions = vec![None; self.before.len()];
        let played = &game.half_moves()[..self.before.len()];
        let mated = self
            .last
            .as_ref()
            .is_some_and(|last| last.is_mate(self.mate_rule()));
        let Some(winner) = played.last().filter(|_| mated) else {
            return questions;
        };
        let mut ask = |seat: Seat, question: fn(u32) -> MateQuestion| {
            let last_moves = (0..played.len())
                .rev()
                .filter(|&index| played[index].seat == seat);
            for (index, distance) in last_moves.zip(1..=wanted.moves) {
                questions[index] = Some(question(distance));
            }
        };
        ask(winner.seat, MateQuestion::Mate);
        if wanted.losses {
            ask(winner.seat.opponent(), MateQuestion::Mated);
        }
        questions
    }

    fn write(
        &self,
        game: &BpgnGame<'_>,
        (file, number): (&str, usize),
        wanted: MateMining,
        out: &mut impl Write,
    ) -> io::Result<usize> {
        // Quotation marks end the operand, and a backslash may begin an escape.
        let file = file.replace(['"', '\n', '\r'], "'").replace('\\', "/");
        let questions = self.questions(game, wanted);
        let mut written = HashSet::new();
        for ((board, half_move), question) in
            self.before.iter().zip(game.half_moves()).zip(questions)
        {
            let question = if board.has_mate_in_one(self.mate_rule()) {
                Some(MateQuestion::Mate(1))
            } else {
                question
            };
            let Some(question) = question else {
                continue;
            };
            let mut position = Vec::with_capacity(96);
            men_text(board).append(&mut position);
            position.push(b'[');
            Holdings(board.hands()).append(&mut position);
            position.extend_from_slice(b"] ");
            StateFields(board).append(&mut position);
            if written.contains(&position) {
                continue;
            }
            let variant = self.variant;
            let asked = match question {
                MateQuestion::Mate(moves) => format!("Variant \"{variant}\"; dm {moves};"),
                MateQuestion::Mated(moves) => {
                    format!("Stip \"-#{moves}\"; Variant \"{variant}\";")
                }
            };
            let place = match self.variant {
                Variant::Bughouse => BpgnGame::name(half_move),
                Variant::Crazyhouse => {
                    let dots = half_move.seat.color.fold_wb(".", "...");
                    format!("{}{dots}", half_move.number)
                }
            };
            out.write_all(&position)?;
            writeln!(out, " {asked} id \"{file} {number} {place}\";")?;
            written.insert(position);
        }
        Ok(written.len())
    }
}

/// What is asked of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MateQuestion {
    /// Does the side to move mate in so many moves?
    Mate(u32),
    /// Is it mated in so many?
    Mated(u32),
}
