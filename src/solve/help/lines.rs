//! Lists the solutions of one length, in a second walk over the counted positions.
//!
//! At each node the moves are taken in the order of their UCI notation, and only those that lead to
//! counted solutions, so the lines come out sorted and no line is walked in vain.

use shakmaty::Move as ChessMove;

use super::move_order::MoveOrder;
use super::play::Node;
use super::{HelpSolver, LengthResult};
use crate::board::{Board, Move};
use crate::goal::Goal;
use crate::limit::LimitKind;
use crate::search::{Abort, Proof};
use crate::verdict::Lines;

impl<G: Goal<Rules = Board>, C: MoveOrder> HelpSolver<'_, G, C> {
    /// The lines of `plies` plies from `board` on, which `survey` has counted; and the limit that
    /// kept it from counting them all. None if there are none to show. A limit that keeps counted
    /// lines from being listed leaves nothing unknown; a stop is reported, since the job is then
    /// repeated.
    pub fn lines(
        &mut self,
        board: &Board,
        plies: u16,
        survey: &LengthResult,
    ) -> (Option<Lines>, Option<LimitKind>) {
        let complete = self.play.complete && survey.limit.is_none();
        let mut limit = survey.limit;
        let mut lines = Vec::new();
        if complete && survey.count > 0 {
            let most = (self.room / usize::from(plies)).clamp(1, Lines::LISTED);
            let mut line = Vec::with_capacity(usize::from(plies));
            let walked = self.walk(&Node::root(board), plies, most, &mut line, &mut lines);
            limit = walked
                .err()
                .and_then(Abort::limit)
                .filter(|&limit| limit == LimitKind::Stopped);
            self.play.forget_line();
            self.room = self.room.saturating_sub(lines.len() * usize::from(plies));
        }
        if lines.is_empty() && !survey.witness.is_empty() {
            lines.push(self.written(board, plies, &survey.witness));
        }
        let listed = (!lines.is_empty()).then(|| Lines {
            length: self.play.move_order.length(plies),
            // The greatest number means "this many or more".
            count: complete
                .then_some(survey.count)
                .filter(|&count| count < u64::MAX),
            lines,
        });
        (listed, limit)
    }

    /// Appends the lines that continue from `node`, until there are `most` of them.
    fn walk(
        &mut self,
        node: &Node,
        plies: u16,
        most: usize,
        line: &mut Vec<ChessMove>,
        lines: &mut Vec<Vec<ChessMove>>,
    ) -> Proof<()> {
        if plies == 0 {
            lines.push(line.clone());
            return Ok(());
        }
        let mut moves = Vec::new();
        node.list(self.play.move_order, plies, &mut moves);
        let mut sorted: Vec<(String, ChessMove, Move)> = moves
            .into_iter()
            .map(|m| {
                let written = self.orientation.chess_move(m, &node.board);
                (written.to_uci(self.mode).to_string(), written, m)
            })
            .collect();
        sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (_, written, m) in sorted {
            if lines.len() == most {
                break;
            }
            if self.play.after(node, m, plies)? > 0 {
                line.push(written);
                self.walk(
                    &node.play(self.play.move_order, m, plies),
                    plies - 1,
                    most,
                    line,
                    lines,
                )?;
                line.pop();
            }
        }
        Ok(())
    }

    /// A line of the search as moves of shakmaty.
    fn written(&self, board: &Board, plies: u16, line: &[Move]) -> Vec<ChessMove> {
        let mut node = Node::root(board);
        let mut left = plies;
        line.iter()
            .map(|&m| {
                let written = self.orientation.chess_move(m, &node.board);
                node = node.play(self.play.move_order, m, left);
                left -= 1;
                written
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::help;
    use super::super::move_order::InTurn;
    use super::super::play::play_key;
    use super::*;
    use crate::board::Orientation;
    use crate::goal::Mate;
    use crate::limit::Limits;
    use crate::small::recorded;
    use crate::table::Table;
    use crate::{Extent, Kind, Outcome, Problem, Stipulation, Wanted};
    use keymove_base::stop::Stop;
    use keymove_rules::bounds::Length;

    /// The numbers of solutions of h#0.5 and h#1.5, where `known` has the number for each first
    /// move of the latter.
    fn counts(known: Option<u64>) -> Vec<Option<u64>> {
        let problem = Problem {
            position: recorded("7k/8/6K1/8/8/8/8/R7 w - -").into(),
            stipulation: Stipulation::within(Kind::HELPMATE, Length::of_half_moves(3)),
            claimed: false,
            lines: Vec::new(),
            extent: Extent::AllKeys,
            limits: Limits::default(),
            wanted: Wanted {
                tree: true,
                ..Wanted::default()
            },
        };
        let mut table = Table::new(1);
        table.begin_job();
        let orientation = Orientation::new(shakmaty::Color::White);
        let root = Node::root(&orientation.board(problem.position.chess()));
        let mut moves = Vec::new();
        root.list(InTurn, 3, &mut moves);
        for m in moves {
            if let Some(known) = known {
                let key = play_key(root.play(InTurn, m, 3).board.hash, 2);
                table.store_count(key, known, u64::MAX);
            }
        }
        match help::<Mate>(&problem, Length::NONE, &mut table, &Stop::new()).outcome() {
            Outcome::Helped(help) => help.solutions.iter().map(|lines| lines.count).collect(),
            outcome => panic!("{outcome:?}"),
        }
    }

    #[test]
    fn a_number_too_great_to_count_is_left_out() {
        let truth = counts(None);
        assert!(matches!(truth[..], [Some(1), Some(2..)]), "{truth:?}");
        let most = counts(Some(u64::MAX / 100));
        assert!(matches!(most[..], [Some(1), Some(_)]), "{most:?}");
        assert_eq!(counts(Some(u64::MAX / 2)), [Some(1), None]);
        assert_eq!(counts(Some(u64::MAX)), [Some(1), None]);
    }
}
