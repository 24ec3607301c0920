//! The search for one `go`: the sequence of questions to the solver.
//!
//! Every answer of the solver is a proof, and what it learned stays in the tables for the next
//! question ([`solve_further`]), and for the next `go` of the same game. Two questions take turns,
//! in slices of nodes that double: does the side to move mate, and is it mated itself? The first is
//! asked in two ways: refuting one depth after the other, which proves the shortest mate, and
//! looking for any mate within a depth some way above, which is often found much earlier; if the
//! `go` gives no length, also for any mate at all. A mate that has been found is then shortened
//! until nothing shorter is left. Read [`analyse`] first.

use shakmaty::Move;

use super::assignment::{Assignment, News, ProvedLine, SearchUpdate};
use super::results::{Defence, Holdout, is_complete};
use keymove_base::stop::Stop;
use keymove_rules::bounds::Bounds;
use keymove_rules::position::Position;
use keymove_solve::{Extent, Kind, Length, Limits, Problem, Stipulation, Tables, solve_further};

/// The nodes of the first turn. Mates in 4 to 14 of matetrack found within 300,000 nodes, out of
/// 237: 155 with 2^12, 119 with 2^16.
const FIRST_TURN: u64 = 1 << 12;

/// How far above the refuted depth any mate is looked for, in successive turns. Mates found as
/// above, in turns half as long as those that refute: 133 with (2, 4, 8, 16), 130 with (3, 6, 12,
/// 24), 137 with 8 alone, 133 with 12 alone, 110 with 100 alone; in turns of the same length, 151
/// with (3, 6, 12, 24).
const ABOVE: [u16; 3] = [4, 8, 16];

/// The nodes for shortening a mate that is already short enough (`go mate N`), in addition to as
/// many as it took to find it.
const POLISH: u64 = 1 << 16;

/// The flag was raised, or the nodes are used up.
struct Exhausted;

/// Searches until everything is decided, a limit is met or the flag is raised; the last update is
/// [`News::Done`]. `tables` must be ready ([`Tables::begin`]) and contain only what was proved in
/// the same game.
pub fn analyse(assignment: &Assignment, tables: &mut Tables, tell: &mut dyn FnMut(SearchUpdate)) {
    let mut analysis = Analysis {
        assignment,
        tables,
        tell,
        steps: assignment.stop.with_own_depth(),
        nodes: 0,
        holds_out: None,
        lines: Vec::new(),
        longer: None,
    };
    // Both ends are the same for the session: proofs were reported as soon as they were found.
    let (Ok(()) | Err(Exhausted)) = analysis.search();
    analysis.tell(News::Done);
}

struct Analysis<'a> {
    assignment: &'a Assignment,
    tables: &'a mut Tables,
    tell: &'a mut dyn FnMut(SearchUpdate),
    /// The flag for questions about other positions.
    steps: Stop,
    nodes: u64,
    /// The last report on the defence: the safest move, and the number of moves for which it is
    /// known to hold.
    holds_out: Option<(Move, u16)>,
    /// The proved lines last reported.
    lines: Vec<ProvedLine>,
    /// The length of the solution last reported that is longer than asked.
    longer: Option<u16>,
}

impl Analysis<'_> {
    fn search(&mut self) -> Result<(), Exhausted> {
        let defence = self.own_defence()?;
        match defence {
            Some(defence) if defence.best_holdout().is_none() => {
                self.tell_lost(&defence);
                Ok(())
            }
            defence if self.assignment.first.is_empty() => self.every_move(defence),
            defence => self.chosen_moves(defence),
        }
    }

    /// The search without `searchmoves`.
    fn every_move(&mut self, mut defence: Option<Defence>) -> Result<(), Exhausted> {
        let Assignment {
            position, bound, ..
        } = self.assignment;
        let mut attack = Bounds::UNKNOWN;
        let mut end = u64::MAX;
        for round in 0.. {
            let turn = FIRST_TURN << round.min(40);
            if attack.refuted.moves() < *bound && attack.shortest().is_none() {
                let before = attack.clone();
                self.hunt(position, &mut attack, *bound, round, turn, true)?;
                self.tell_attack(&before, &attack);
            }
            if attack.shortest().is_some() {
                return self.other_keys(&attack);
            }
            if let Some(defence) = &mut defence
                && attack.reached.is_none()
                && self.hold_out(defence, round, turn / 4)?
            {
                return Ok(());
            }
            let is_safe = defence.as_ref().is_none_or(|d| d.safe() >= *bound);
            if attack.refuted.moves() >= *bound && is_safe {
                return Ok(());
            }
            let is_decided =
                attack.reached.is_some() || defence.as_ref().is_some_and(|d| d.lost().is_some());
            if is_decided && self.assignment.any {
                if end == u64::MAX {
                    end = self.nodes.saturating_mul(2).saturating_add(POLISH);
                } else if self.nodes >= end {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Reports progress of the attack.
    fn tell_attack(&mut self, before: &Bounds, now: &Bounds) {
        if now.refuted > before.refuted {
            self.tell(News::Refuted(now.refuted.moves()));
        }
        if now.reached.is_some() && now.line() != before.line() {
            self.tell_lines(vec![ProvedLine {
                moves: now.moves(),
                lost: false,
                line: now.line().to_vec(),
            }]);
        }
    }

    /// Reports a solution that is longer than asked, if it is shorter than the one last reported.
    fn tell_longer(&mut self, moves: u16) {
        let Assignment {
            kind, bound, open, ..
        } = self.assignment;
        if moves > *bound && !open && self.longer.is_none_or(|longer| moves < longer) {
            self.longer = Some(moves);
            let text = format!("{} in {moves} (within {bound} open)", kind.name());
            self.tell(News::Note(text));
        }
    }

    /// Reports the proved lines, the best one first, if they differ from those last reported.
    fn tell_lines(&mut self, lines: Vec<ProvedLine>) {
        if lines != self.lines {
            self.lines.clone_from(&lines);
            self.tell(News::Proved(lines));
        }
    }

    /// The number of the lines last reported that reach the goal.
    fn won(&self) -> usize {
        self.lines.iter().filter(|line| !line.lost).count()
    }

    /// The replies of the side to move if it may itself be mated, in the order in which they are
    /// tried: first those that leave the other side the fewest moves. Replies after which it is
    /// mated at once are detected.
    fn own_defence(&mut self) -> Result<Option<Defence>, Exhausted> {
        let Assignment {
            position,
            kind,
            first,
            ..
        } = self.assignment;
        if *kind != Kind::MATE {
            return Ok(None);
        }
        let mut defence = Defence::new(position, *kind, first);
        defence
            .replies
            .sort_by_cached_key(|reply| match reply.position.legal_moves().len() {
                // Stalemate comes last.
                0 if !reply.position.is_checkmate() => usize::MAX,
                moves => moves,
            });
        for reply in &mut defence.replies {
            let (position, known) = (&reply.position, &mut reply.known);
            self.ask(position, known, 1, Extent::First, u64::MAX, false)?;
        }
        self.tell_defence(&defence);
        Ok(Some(defence))
    }

    /// Works on the replies for about `turn` nodes; as long as one is not lost, on the one that
    /// holds out longest. Returns whether the answer is final: the side is mated, and the number of
    /// moves is known.
    fn hold_out(
        &mut self,
        defence: &mut Defence,
        round: u32,
        turn: u64,
    ) -> Result<bool, Exhausted> {
        let bound = self.assignment.bound;
        let end = self.nodes.saturating_add(turn);
        while let Some(i) = defence.best_holdout() {
            let reply = &mut defence.replies[i];
            if reply.safe() >= bound || self.nodes >= end {
                break;
            }
            let position = reply.position.clone();
            let left = end - self.nodes;
            self.hunt(&position, &mut reply.known, bound, round, left, false)?;
            self.tell_defence(defence);
        }
        if defence.best_holdout().is_some() {
            return Ok(false);
        }
        self.tell_lost(defence);
        while self.nodes < end {
            let longest = defence.replies.iter_mut().max_by_key(|r| r.known.moves());
            let Some(reply) = longest.filter(|reply| reply.known.shortest().is_none()) else {
                return Ok(true);
            };
            let position = reply.position.clone();
            let left = end - self.nodes;
            self.hunt(&position, &mut reply.known, bound, round, left, false)?;
            self.tell_lost(defence);
        }
        Ok(false)
    }

    /// Reports the replies of a side that is mated, the longest play first.
    fn tell_lost(&mut self, defence: &Defence) {
        let mut replies: Vec<_> = defence.replies.iter().collect();
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.known.moves()));
        replies.truncate(self.assignment.shown);
        let line_of = |reply: &Holdout| ProvedLine {
            moves: reply.known.moves(),
            lost: true,
            line: std::iter::once(reply.m)
                .chain(reply.known.line().iter().copied())
                .collect(),
        };
        self.tell_lines(replies.into_iter().map(line_of).collect());
    }

    /// Reports which move is to be played while nothing is proved, and how long it holds out.
    fn tell_defence(&mut self, defence: &Defence) {
        let Some(i) = defence.best_holdout() else {
            return;
        };
        let (safest, moves) = (defence.replies[i].m, defence.safe());
        if self.holds_out != Some((safest, moves)) {
            self.holds_out = Some((safest, moves));
            self.tell(News::HoldsOut { safest, moves });
        }
    }

    /// The search restricted to the `searchmoves`: one length after the other.
    fn chosen_moves(&mut self, mut defence: Option<Defence>) -> Result<(), Exhausted> {
        let Assignment {
            position,
            kind,
            bound,
            first,
            shown,
            ..
        } = self.assignment;
        let mut open: Vec<(Move, Defence)> = first
            .iter()
            .map(|&m| (m, Defence::new(&position.after(m), *kind, &[])))
            .collect();
        for moves in 1..=*bound {
            self.lines_of(&mut open, moves)?;
            if self.won() >= *shown || open.is_empty() {
                return Ok(());
            }
            if self.won() == 0 {
                self.tell(News::Refuted(moves));
                if let Some(defence) = &mut defence {
                    let turn = FIRST_TURN.max(self.nodes / 4);
                    if self.hold_out(defence, u32::from(moves), turn)? {
                        return Ok(());
                    }
                }
            }
        }
        let Some(defence) = defence.as_mut().filter(|_| self.won() == 0) else {
            return Ok(());
        };
        for round in 0.. {
            let turn = FIRST_TURN << round.min(40);
            if defence.safe() >= *bound || self.hold_out(defence, round, turn)? {
                break;
            }
        }
        Ok(())
    }

    /// Finds further keys of the same length, then moves that reach the goal later, as many as
    /// wanted.
    fn other_keys(&mut self, attack: &Bounds) -> Result<(), Exhausted> {
        let Assignment {
            position,
            kind,
            bound,
            shown,
            ..
        } = self.assignment;
        let mut open: Vec<(Move, Defence)> = position
            .legal_moves()
            .into_iter()
            .filter(|m| attack.line().first() != Some(m))
            .map(|m| (m, Defence::new(&position.after(m), *kind, &[])))
            .collect();
        for moves in attack.moves()..=*bound {
            if self.won() >= *shown || open.is_empty() {
                return Ok(());
            }
            self.lines_of(&mut open, moves)?;
        }
        Ok(())
    }

    /// Removes the moves that reach the goal within `moves` from `open` and reports their lines,
    /// one rank after the other, until as many lines as wanted have been reported.
    fn lines_of(&mut self, open: &mut Vec<(Move, Defence)>, moves: u16) -> Result<(), Exhausted> {
        let mut i = 0;
        while i < open.len() && self.won() < self.assignment.shown {
            let (m, defence) = &mut open[i];
            if !self.is_lost_within(defence, moves - 1)? {
                i += 1;
                continue;
            }
            let (rest, replies) = defence.lost().expect("every reply was proved to lose");
            let mut lines = self.lines.clone();
            lines.push(ProvedLine {
                moves: rest + 1,
                lost: false,
                line: std::iter::once(*m).chain(replies).collect(),
            });
            self.tell_lines(lines);
            open.remove(i);
        }
        Ok(())
    }

    /// Whether the goal is reached within `moves` moves of the attacker after every reply.
    fn is_lost_within(&mut self, defence: &mut Defence, moves: u16) -> Result<bool, Exhausted> {
        if defence.reached {
            return Ok(true);
        }
        if defence.replies.is_empty() {
            return Ok(false);
        }
        for i in 0..defence.replies.len() {
            let reply = &mut defence.replies[i];
            while !reply.is_lost() {
                if reply.known.refuted.moves() >= moves {
                    // For the next length, it will probably refute again.
                    defence.replies.swap(0, i);
                    return Ok(false);
                }
                let position = reply.position.clone();
                self.ask(
                    &position,
                    &mut reply.known,
                    moves,
                    Extent::First,
                    u64::MAX,
                    false,
                )?;
            }
        }
        Ok(true)
    }

    /// Works on a position with the attacker to move for about `turn` nodes per question. Proofs
    /// are within `bound`; if the `go` gives no length, of any length.
    fn hunt(
        &mut self,
        position: &Position,
        known: &mut Bounds,
        bound: u16,
        round: u32,
        turn: u64,
        shown: bool,
    ) -> Result<(), Exhausted> {
        if known.reached.is_some() {
            let shorter = known.moves() - 1;
            return self.ask(position, known, shorter, Extent::First, turn, shown);
        }
        if self.assignment.any {
            return self.ask(position, known, bound, Extent::Any, turn, shown);
        }
        self.ask(position, known, bound, Extent::First, turn, shown)?;
        if known.reached.is_some() || known.refuted.moves() >= bound {
            return Ok(());
        }
        let above = ABOVE[round as usize % ABOVE.len()];
        let within = known.refuted.moves().saturating_add(above).min(bound);
        self.ask(position, known, within, Extent::Any, turn, shown)?;
        if !self.assignment.open || known.reached.is_some() {
            return Ok(());
        }
        self.ask(position, known, Length::LONGEST, Extent::Any, turn, shown)
    }

    /// Asks the solver for a solution within `bound` and at most `nodes` nodes. `shown`: refuted
    /// depths belong to the position itself and are reported.
    fn ask(
        &mut self,
        position: &Position,
        known: &mut Bounds,
        bound: u16,
        extent: Extent,
        nodes: u64,
        shown: bool,
    ) -> Result<(), Exhausted> {
        if known.refuted.moves() >= bound {
            return Ok(());
        }
        let left = match self.assignment.nodes {
            Some(limit) => limit.saturating_sub(self.nodes),
            None => u64::MAX,
        };
        if left == 0 || self.assignment.stop.is_raised() {
            return Err(Exhausted);
        }
        let stipulation = Stipulation::new(self.assignment.kind, bound);
        let problem = Problem {
            extent,
            limits: Limits {
                nodes: Some(nodes.min(left)).filter(|&nodes| nodes < u64::MAX),
                time: None,
            },
            ..Problem::new(position.clone(), stipulation)
        };
        let stop = if shown {
            &self.assignment.stop
        } else {
            &self.steps
        };
        let verdict = solve_further(&problem, self.tables, stop)
            .expect("the session refuses what the game has no search for");
        self.nodes += verdict.counters.nodes;
        let found = verdict.bounds;
        let refuted = match found.over {
            // The attacker has no move.
            Some(_) => Length::of_moves(Length::LONGEST),
            None => found.refuted,
        };
        known.refuted = known.refuted.max(refuted);
        let (moves, kind) = (found.moves(), self.assignment.kind);
        if shown && moves > bound && extent == Extent::Any {
            self.tell_longer(moves);
        }
        // A line may break off where the tables have forgotten a part; the next turn completes it.
        let is_asked = moves > 0 && (moves <= bound || self.assignment.open);
        let is_shorter = known.reached.is_none() || moves < known.moves();
        if is_asked && is_shorter && is_complete(position, found.line(), kind, moves) {
            known.reached = found.reached;
        }
        Ok(())
    }

    fn tell(&mut self, news: News) {
        (self.tell)(SearchUpdate {
            number: self.assignment.number,
            nodes: self.nodes,
            permille: self.tables.permille(),
            news,
        });
    }
}
