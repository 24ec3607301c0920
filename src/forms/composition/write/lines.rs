//! Lines of help play, `  1.Kc8-b8 0-0   2.g3-g2 Rf1-f8 #`, and of series,
//! `  1.Kf8-e7   2.Ke7-d8 Rf1-f8 #`.

use shakmaty::Move;

use super::signed;
use super::solution::SolutionWriter;
use crate::composition::order::{Generator, rank};
use keymove_rules::position::Position;
use keymove_solve::Length;

/// The half move with which a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStart {
    /// `1.`: with the first move.
    Move,
    /// `1...`: the first half of the first move is omitted.
    Half,
    /// `1...  ...  2.`: the whole first move is omitted.
    Second,
}

impl LineStart {
    /// The beginning of lines of `length`. `white_to_play`: only the set play is wanted, which
    /// begins in the middle of a move.
    pub fn of(length: Length, white_to_play: bool) -> LineStart {
        match (length.has_half(), white_to_play) {
            (true, _) => LineStart::Half,
            (false, true) => LineStart::Second,
            (false, false) => LineStart::Move,
        }
    }

    /// The beginning of the set play of such lines.
    #[must_use]
    pub fn before(self) -> LineStart {
        match self {
            LineStart::Move => LineStart::Half,
            LineStart::Half | LineStart::Second => LineStart::Second,
        }
    }
}

/// Sorts lines of one length in the order in which Popeye finds them; `generator` is the one for
/// their last moves.
pub fn sort(lines: &mut [Vec<Move>], generator: Generator) {
    lines.sort_by_cached_key(|line| {
        let mut ranks: Vec<_> = line.iter().map(|&m| rank(m, Generator::Every)).collect();
        if let (Some(last), Some(&m)) = (ranks.last_mut(), line.last()) {
            *last = rank(m, generator);
        }
        ranks
    });
}

impl SolutionWriter<'_> {
    /// Writes a line from `position`; `goal` is the sign of what it reaches.
    pub(super) fn line(
        &mut self,
        position: &Position,
        line: &[Move],
        start: LineStart,
        goal: &str,
    ) {
        let mut position = position.clone();
        let first = match start {
            LineStart::Move => 0,
            LineStart::Half => 1,
            LineStart::Second => 2,
        };
        let mut text = match start {
            LineStart::Move => String::new(),
            LineStart::Half => "  1...".to_owned(),
            LineStart::Second => "  1...  ...".to_owned(),
        };
        let mut plies = first;
        for (&m, left) in line.iter().zip((0..line.len()).rev()) {
            position.play(m);
            let goal = (left == 0).then_some(goal);
            let written = signed(m, &position, goal, self.phrases);
            if plies % 2 == 0 {
                let gap = match text.is_empty() || text.ends_with("...") {
                    true => "",
                    false => " ",
                };
                text.push_str(&format!("{gap}{:3}.{written}", plies / 2 + 1));
            } else if text.ends_with("...") {
                text.push_str(&written);
            } else {
                text.push_str(&format!(" {written}"));
            }
            plies += 1;
            if self.kind.is_reply_left_out(left) {
                position = position
                    .passed()
                    .expect("within a series nobody is in check");
                plies += 1;
            }
        }
        self.push(&format!("{text}\n"));
    }
}
