//! The conversion of an outcome back to a verdict, for outcomes that are invented or found by a
//! slow judge.

use keymove::bounds::{Bounds, Length, MoveRange, Reached};
use keymove::position::Position;
use keymove::solve::{Help, Loss, Outcome, Solution, Stipulation, Verdict};

/// The verdict on the question `asked` about `position` with the outcome `outcome`.
pub fn verdict(asked: Stipulation, position: &Position, outcome: Outcome) -> Verdict {
    let reached = |length, keys, line| Reached {
        length,
        keys,
        counts: None,
        line,
    };
    let moves = Length::of_moves;
    let (bounds, limit) = match outcome {
        Outcome::Checkmate => (Bounds::over(true), None),
        Outcome::Stalemate => (Bounds::over(false), None),
        Outcome::Solved(Solution {
            moves: length,
            refuted,
            keys,
            open,
            line,
            limit,
        }) => {
            let keys = MoveRange::new(keys, open);
            (
                known(reached(moves(length), keys, line), moves(refuted)),
                limit,
            )
        }
        Outcome::Lost(Loss {
            moves: length,
            safe,
            longest,
            open,
            line,
            limit,
            ..
        }) => {
            let keys = MoveRange::new(longest, open);
            (
                known(reached(moves(length), keys, line), moves(safe)),
                limit,
            )
        }
        Outcome::Helped(help) => return helped(asked, position, help),
        Outcome::Refuted {
            length,
            escapes,
            open,
            limit,
        } => {
            let bounds = Bounds {
                escapes: MoveRange::new(escapes, open),
                ..Bounds::refuted(length)
            };
            (bounds, limit)
        }
        Outcome::GaveUp { refuted, limit } => (Bounds::refuted(refuted), Some(limit)),
    };
    Verdict {
        limit,
        ..Verdict::new(asked, position.clone(), bounds)
    }
}

fn helped(asked: Stipulation, position: &Position, help: Help) -> Verdict {
    let shortest = help.solutions.first();
    let count = shortest.and_then(|lines| lines.count);
    let line = shortest.and_then(|lines| lines.lines.first());
    let reached = Reached {
        length: help.length,
        keys: MoveRange::new(help.keys, help.open),
        counts: count.map(|count| (count, count)),
        line: line.cloned().unwrap_or_default(),
    };
    Verdict {
        limit: help.limit,
        solutions: help.solutions,
        ..Verdict::new(
            asked,
            position.clone(),
            known(reached, help.length.shorter()),
        )
    }
}

fn known(reached: Reached, refuted: Length) -> Bounds {
    Bounds {
        reached: Some(reached),
        ..Bounds::refuted(refuted)
    }
}
