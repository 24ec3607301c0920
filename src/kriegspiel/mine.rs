//! Finds problems in games: moments at which the side to move could force mate whatever the other
//! side had. A problem is the player's record up to that moment, with the tags `depth` and `Keys`
//! as written by `solver kriegspiel solve --keys`, `Positions`, `Tries` and `Grade`.
//!
//! The more surprising the mate, the higher the grade: see `grade`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use shakmaty::Color;

use super::belief::Belief;
use super::belief::history::{BeliefStage, follow_stages, start};
use super::filter::{Comments, filter, normal_tags};
use super::finding::RecordFinding;
use super::notation::write::write_game;
use super::notation::{Game, GameResult, Viewpoint};
use super::own_board::Try;
use super::problem::certain::{CertainMate, Lookout};
use super::problem::show::keys;
use super::rules::{RuleSet, is_recorded_whole};
use keymove_base::stop::Stop;

/// The parameters of the search for problems.
#[derive(Debug, Clone, Copy)]
pub struct ProblemMining {
    /// The maximum number of positions of a belief that is followed.
    pub positions: usize,
    /// The minimum number of positions of a belief for a problem.
    pub least: usize,
    /// The limits for the search for mates.
    pub lookout: Lookout,
}

/// A problem: a number that is the same for the same positions and the same depth, and the record.
pub type MinedProblem = (u64, Vec<u8>);

/// The problems of a game, those of White's moments before Black's if it is an umpire's record, and
/// the reason if a record could not be followed to its end.
pub fn mine(
    game: &Game,
    wanted: ProblemMining,
    stop: &Stop,
) -> (Vec<MinedProblem>, Option<RecordFinding>) {
    let players = match game.filtered() {
        Some(Viewpoint::For(player)) => vec![player],
        _ => vec![Color::White, Color::Black],
    };
    let mut problems = Vec::new();
    for player in players {
        let record = filter(game.clone(), Viewpoint::For(player), Comments::None);
        let mined = record.and_then(|made| mine_record(&made.game, wanted, stop, &mut problems));
        if let Err(finding) = mined {
            return (problems, Some(finding));
        }
    }
    (problems, None)
}

/// Appends the problems of a player's record.
fn mine_record(
    game: &Game,
    wanted: ProblemMining,
    stop: &Stop,
    problems: &mut Vec<MinedProblem>,
) -> Result<(), RecordFinding> {
    let first = start(game)?;
    let whole = is_recorded_whole(game, &first);
    let is_over = !matches!(game.termination, None | Some(GameResult::Unknown));
    let mut turn = shakmaty::Position::turn(&first);
    let mut played = 0;
    let each = |stage: BeliefStage<'_>| {
        if stage.recorded_move.is_some() {
            played += 1;
            turn = !turn;
        }
        let Ok(belief) = stage.after else {
            return ControlFlow::Break(());
        };
        // In a finished game, no side is to move at the end.
        let is_end = is_over && played == game.turns.len();
        if turn == stage.own.color()
            && belief.len() >= wanted.least
            && !is_end
            && let Some(mate) = wanted.lookout.certain(belief, whole, stop)
        {
            problems.push(problem(game, played, belief, &mate));
        }
        ControlFlow::Continue(())
    };
    follow_stages(game, wanted.positions, || stop.is_raised(), each).map(|_| ())
}

fn problem(game: &Game, played: usize, belief: &Belief, mate: &CertainMate) -> MinedProblem {
    let depth = 2 * mate.moves - 1;
    let mut boards = belief.boards().to_vec();
    boards.sort_unstable();
    let mut hasher = DefaultHasher::new();
    (depth, &boards).hash(&mut hasher);
    let mut record = game.clone();
    record.turns.truncate(played);
    record.termination = Some(GameResult::Unknown);
    let viewpoint = game.filtered().unwrap_or(Viewpoint::No);
    record.tags = normal_tags(record.tags, RuleSet::of(game), viewpoint);
    let own = boards[0].own_board(boards[0].turn());
    record.set_tag("Result", "*");
    for (name, value) in [
        ("depth", depth.to_string()),
        ("Positions", belief.len().to_string()),
        ("Tries", mate.plan.size().to_string()),
        ("Keys", keys(&mate.keys, &own).join(" ")),
        ("Grade", grade(belief, mate).to_string()),
    ] {
        // The tag goes to the end.
        record.tags.retain(|tag| tag.name != name.as_bytes());
        record.set_tag(name, &value);
    }
    let mut text = Vec::new();
    write_game(&record, &mut text);
    text.push(b'\n');
    (hasher.finish(), text)
}

/// How surprising a mate is: a point for each time the belief can be halved, 3 if only one first
/// try solves, 3 if that try is quiet, 3 for a second move, and one for each further try of the
/// first turn, at most 3.
fn grade(belief: &Belief, mate: &CertainMate) -> usize {
    let only = match mate.keys[..] {
        [key] if mate.all_keys => Some(key),
        _ => None,
    };
    belief.len().ilog2() as usize
        + 3 * usize::from(only.is_some())
        + 3 * usize::from(only.is_some_and(|key| is_quiet(belief, key)))
        + 3 * (mate.moves as usize - 1)
        + mate.plan.steps.len().saturating_sub(1).min(3)
}

/// Whether a try captures nothing in any position, and checks only where it mates.
fn is_quiet(belief: &Belief, tried: Try) -> bool {
    let mut made = belief
        .boards()
        .iter()
        .filter_map(|board| board.answer(tried));
    made.all(|made| {
        made.capture.is_none() && (made.after.checkers().is_empty() || made.after.is_mate())
    })
}
