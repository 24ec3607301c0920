//! The search for a plan.
//!
//! Within a turn, no order of tries has to be searched: any try may be made that wins in all
//! remaining positions in which it is legal. If it is refused, those positions are excluded, and
//! the rest is a smaller belief; and a subset of a won belief is won. So tries are made in any
//! order until no position is left, or no try wins (`PlanSearch::decide`). Only the play after an
//! announcement is searched (`PlanSearch::after`).
//!
//! Pruning: a try cannot win a belief if it loses one of its positions for a player who sees
//! everything (`Clairvoyant::falls`); that is an ordinary search for mate without any belief. It is
//! done first, and a position that spoils a try is remembered for as long as it remains.

use super::super::announcement::{Announcement, Finish};
use super::super::belief::board::{CompactBoard, Successor};
use super::super::belief::moves::MoveChoice;
use super::super::belief::{Belief, announced};
use super::super::own_board::Try;
use super::plan::{MoveResult, Reply, TryPlan};
use super::replay::replay;
use super::seeing::{Clairvoyant, Cutoff};
use super::turn::{Effect, PlayerTurn};
use super::{Allowance, Conclusion, Inquiry, Reason};
use keymove_base::stop::Stop;

/// Answers `problem`; undecided if `stop` is raised. A plan is replayed before it is returned.
pub fn solve(problem: &Inquiry, limits: Allowance, stop: &Stop) -> Conclusion {
    let mut search = PlanSearch {
        seeing: Clairvoyant::new(problem.goal, problem.rules, limits.until, stop),
        most: limits.positions,
    };
    search.answer(problem).unwrap_or_else(|Cutoff| {
        Conclusion::Undecided(if stop.is_raised() {
            Reason::Stopped
        } else {
            Reason::Time
        })
    })
}

/// The result for a belief.
enum Decision {
    Won(TryPlan),
    /// The indices of positions that no try wins.
    Lost(Vec<usize>),
    /// A belief during the search was too large.
    Unknown,
}

/// The result for a try that is legal in all positions of a belief.
enum TryDecision {
    Won(Vec<(Announcement, MoveResult)>),
    Lost,
    Unknown,
}

struct PlanSearch {
    seeing: Clairvoyant,
    // The maximum number of positions of a belief.
    most: usize,
}

impl PlanSearch {
    fn answer(&mut self, problem: &Inquiry) -> Result<Conclusion, Cutoff> {
        let boards = problem.belief.boards();
        if boards.len() > self.most {
            return Ok(Conclusion::Undecided(Reason::Positions));
        }
        let plan = match self.decide(boards, problem.depth, true)? {
            Decision::Unknown => return Ok(Conclusion::Undecided(Reason::Positions)),
            Decision::Lost(left) => {
                let left: Vec<CompactBoard> = left.into_iter().map(|index| boards[index]).collect();
                if !problem.is_whole && self.winnable(boards, problem.depth)? > 0 {
                    return Ok(Conclusion::Undecided(Reason::Unannounced));
                }
                let winnable = self.winnable(&left, problem.depth).ok();
                return Ok(Conclusion::No { left, winnable });
            }
            Decision::Won(plan) => plan,
        };
        for board in boards {
            self.seeing.look_at_the_clock()?;
            let proved = board
                .position()
                .ok_or_else(|| format!("{} is not a legal chess position", board.fen()))
                .and_then(|position| {
                    replay(
                        &plan,
                        [&position],
                        problem.depth,
                        problem.goal,
                        problem.rules,
                    )
                });
            if let Err(text) = proved {
                return Ok(Conclusion::Undecided(Reason::Unproved(text)));
            }
        }
        let (keys, open) = if problem.keys {
            self.keys(problem)
        } else {
            (Vec::new(), Vec::new())
        };
        Ok(Conclusion::Yes { plan, keys, open })
    }

    /// The number of positions that a player who sees everything wins.
    fn winnable(&mut self, boards: &[CompactBoard], depth: u32) -> Result<usize, Cutoff> {
        let wins = |board| self.seeing.wins(board, depth).map(usize::from);
        boards.iter().map(wins).sum()
    }

    /// Every try that wins in all positions in which it is legal, and those for which this is
    /// unknown. Since the belief is won, the rest after such a try is won, too.
    fn keys(&mut self, problem: &Inquiry) -> (Vec<Try>, Vec<Try>) {
        let boards = problem.belief.boards();
        let (mut keys, mut open) = (Vec::new(), Vec::new());
        for tried in tries(boards) {
            match self.solves(boards, tried, problem.depth) {
                Ok(Some(true)) => keys.push(tried),
                Ok(Some(false)) if problem.is_whole => {}
                // With more announcements, the player may win by it.
                Ok(Some(false))
                    if matches!(self.could_win(boards, tried, problem.depth), Ok(false)) => {}
                _ => open.push(tried),
            }
        }
        (keys, open)
    }

    /// Whether a try wins in some position for a player who sees everything.
    fn could_win(
        &mut self,
        boards: &[CompactBoard],
        tried: Try,
        depth: u32,
    ) -> Result<bool, Cutoff> {
        for made in boards.iter().filter_map(|board| board.answer(tried)) {
            self.seeing.look_at_the_clock()?;
            if self.seeing.mates(&made.after) || self.seeing.falls(&made.after, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a try is legal in some position and wins in all of these, if that can be decided.
    fn solves(
        &mut self,
        boards: &[CompactBoard],
        tried: Try,
        depth: u32,
    ) -> Result<Option<bool>, Cutoff> {
        let made: Vec<Successor> = boards
            .iter()
            .filter_map(|board| board.answer(tried))
            .collect();
        if made.is_empty() {
            return Ok(Some(false));
        }
        self.seeing.look_at_the_clock()?;
        for made in &made {
            if !(self.seeing.mates(&made.after) || self.seeing.falls(&made.after, depth)?) {
                return Ok(Some(false));
            }
        }
        Ok(match self.after(&made, depth)? {
            TryDecision::Won(_) => Some(true),
            TryDecision::Lost => Some(false),
            TryDecision::Unknown => None,
        })
    }

    /// Decides a belief; the player is to move and has `depth` half-moves. With `whole`, all
    /// positions that cannot be won are found; otherwise one is enough.
    fn decide(
        &mut self,
        boards: &[CompactBoard],
        depth: u32,
        whole: bool,
    ) -> Result<Decision, Cutoff> {
        if depth == 0 {
            return Ok(Decision::Lost((0..boards.len()).collect()));
        }
        let tries = tries(boards);
        let mut grid = Vec::with_capacity(boards.len() * tries.len());
        for (index, board) in boards.iter().enumerate() {
            self.seeing.tick()?;
            let begin = grid.len();
            for tried in &tries {
                grid.push(match board.answer(*tried) {
                    None => Effect::Illegal,
                    Some(made) if self.seeing.mates(&made.after) => Effect::Mates,
                    Some(_) => Effect::Legal,
                });
            }
            if whole || grid[begin..].contains(&Effect::Mates) {
                continue;
            }
            if depth < 3 || !self.some_try_wins(board, &tries, &mut grid[begin..], depth)? {
                return Ok(Decision::Lost(vec![index]));
            }
        }
        let mut turn = PlayerTurn::new(boards, self.seeing.rules, tries, grid);
        let mut unknown = false;
        while !turn.left.is_empty() {
            if turn.mate() {
                continue;
            }
            if depth < 3 || !self.advance(&mut turn, depth, &mut unknown)? {
                break;
            }
        }
        Ok(if turn.left.is_empty() {
            Decision::Won(turn.plan)
        } else if unknown {
            Decision::Unknown
        } else {
            Decision::Lost(turn.left)
        })
    }

    /// Whether a player who sees everything wins from `board`, in which no try mates.
    fn some_try_wins(
        &mut self,
        board: &CompactBoard,
        tries: &[Try],
        row: &mut [Effect],
        depth: u32,
    ) -> Result<bool, Cutoff> {
        for (tried, effect) in tries.iter().zip(row) {
            if *effect != Effect::Legal {
                continue;
            }
            let Some(made) = board.answer(*tried) else {
                continue;
            };
            if self.seeing.falls(&made.after, depth)? {
                *effect = Effect::Wins;
                return Ok(true);
            }
            *effect = Effect::Fails;
        }
        Ok(false)
    }

    /// Makes one try that wins without being mate everywhere; `false` if there is none.
    fn advance(
        &mut self,
        turn: &mut PlayerTurn<'_>,
        depth: u32,
        unknown: &mut bool,
    ) -> Result<bool, Cutoff> {
        for number in 0..turn.tries.len() {
            if !turn.is_new(number) || !self.may_win(turn, number, depth)? {
                continue;
            }
            let tried = turn.tries[number];
            let legal: Vec<usize> = turn.legal(number).collect();
            let made: Vec<Successor> = legal
                .iter()
                .filter_map(|index| turn.boards[*index].answer(tried))
                .collect();
            match self.after(&made, depth)? {
                TryDecision::Won(after) => {
                    turn.make(number, after);
                    return Ok(true);
                }
                TryDecision::Lost => turn.lost[number] = Some(legal.len()),
                TryDecision::Unknown => {
                    *unknown = true;
                    turn.lost[number] = Some(legal.len());
                }
            }
        }
        Ok(false)
    }

    /// Whether a player who sees everything wins with the try wherever it is legal.
    fn may_win(
        &mut self,
        turn: &mut PlayerTurn<'_>,
        number: usize,
        depth: u32,
    ) -> Result<bool, Cutoff> {
        let width = turn.tries.len();
        for slot in 0..turn.left.len() {
            let index = turn.left[slot];
            let cell = index * width + number;
            if turn.grid[cell] == Effect::Legal
                && let Some(made) = turn.boards[index].answer(turn.tries[number])
            {
                turn.grid[cell] = if self.seeing.falls(&made.after, depth)? {
                    Effect::Wins
                } else {
                    Effect::Fails
                };
            }
            if turn.grid[cell] == Effect::Fails {
                turn.spoilt[number] = Some(index);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The continuation of a try that is legal in all positions in which it was made.
    fn after(&mut self, made: &[Successor], depth: u32) -> Result<TryDecision, Cutoff> {
        let mut groups = Groups::default();
        for made in made {
            groups.add(self.announced(made), made.after);
        }
        let mut unknown = false;
        let mut after = Vec::with_capacity(groups.0.len());
        // Cases that are decided immediately come first.
        for (announcement, belief) in &groups.0 {
            match announcement.end {
                Some(Finish::Mate) => after.push((*announcement, MoveResult::Mate)),
                Some(Finish::Stalemate) => return Ok(TryDecision::Lost),
                None if belief
                    .boards()
                    .iter()
                    .all(|board| self.seeing.goal.is_won_ending(board)) =>
                {
                    after.push((*announcement, MoveResult::Ending));
                }
                None if depth < 3 => return Ok(TryDecision::Lost),
                None => {}
            }
        }
        for (announcement, belief) in &groups.0 {
            if after.iter().any(|(done, _)| done == announcement) {
                continue;
            }
            let Some(replies) = self.replies(belief)? else {
                unknown = true;
                continue;
            };
            let mut plans = Vec::with_capacity(replies.0.len());
            for (announcement, belief) in &replies.0 {
                if announcement.end.is_some() {
                    return Ok(TryDecision::Lost);
                }
                match self.decide(belief.boards(), depth - 2, false)? {
                    Decision::Won(plan) => plans.push(Reply {
                        announcement: *announcement,
                        belief: belief.len(),
                        plan,
                    }),
                    Decision::Lost(_) => return Ok(TryDecision::Lost),
                    Decision::Unknown => unknown = true,
                }
            }
            after.push((*announcement, MoveResult::Replies(plans)));
        }
        Ok(if unknown {
            TryDecision::Unknown
        } else {
            TryDecision::Won(after)
        })
    }

    fn announced(&self, made: &Successor) -> Announcement {
        announced(self.seeing.rules, made.capture, &made.after)
    }

    /// All replies of the other side, by announcement; `None` if there are too many.
    fn replies(&mut self, belief: &Belief) -> Result<Option<Groups>, Cutoff> {
        let mut groups = Groups::default();
        for board in belief.boards() {
            self.seeing.tick()?;
            let too_many = board.some_move(MoveChoice::All, |made| {
                groups.add(self.announced(made), made.after) > self.most
            });
            if too_many {
                return Ok(None);
            }
        }
        Ok(Some(groups))
    }
}

/// The possible tries: the own men are the same in all positions.
fn tries(boards: &[CompactBoard]) -> Vec<Try> {
    boards
        .first()
        .map(|board| board.own_board(board.turn()).tries())
        .unwrap_or_default()
}

/// Positions grouped by announcement.
#[derive(Default)]
struct Groups(Vec<(Announcement, Belief)>);

impl Groups {
    /// Adds a position; returns the size of its group.
    fn add(&mut self, announcement: Announcement, board: CompactBoard) -> usize {
        let index = match self.0.iter().position(|(known, _)| *known == announcement) {
            Some(index) => index,
            None => {
                self.0.push((announcement, Belief::default()));
                self.0.len() - 1
            }
        };
        let (_, belief) = &mut self.0[index];
        belief.insert(board);
        belief.len()
    }
}
