//! Mate jobs: the shortest length, then every key of that length.
//!
//! [`solve_attack`] first narrows down the length from both ends (absence proved below, a mate
//! proved above), then decides every other first move at that length, then writes out one line.

mod any;

use super::board::Move;
use super::decide::{FIRST_SLICE, Question, SHALLOW, Share};
use super::goal::Goal;
use super::guide::Guide;
use super::limit::LimitKind;
use super::problem::Extent;
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::side::{Black, White};
use super::table::{Depth, defender_key};
use keymove_rules::bounds::Length;

// The shares of a slice, measured like the constants of `decide`: the short mates decided of 57,
// the long ones solved of 46.

/// With a claimed length, the slice is divided by this for finding a solution of that length.
/// Decided: 49 with 4, 50 with 2, 48 with 8.
pub const AT_CLAIM: u64 = 4;

/// Below a claimed length, the same for finding a shorter solution. Decided: 49 with 128 and with
/// 256 (the same nodes), 49 with 16 (4 % fewer), 48 with 64: a solution there is rare, so it hardly
/// matters.
const BELOW_CLAIM: u64 = 128;

/// Without a claim, the same for finding a solution of the next length. A node of finding takes
/// several times as long as a node of refuting: of 120 mates in 8 to 10, without a claimed length,
/// 20 million nodes each, 94 are decided in 130 s of user time with 16 and in 119 s with 64.
const NEXT: u64 = 64;

/// With a proved solution and its line as a guide, the same for a shorter one, for each position of
/// the line.
const SHORTER: u64 = 4;

/// The proved results of a mate job, in the search's own moves.
#[derive(Debug)]
pub struct Keys {
    /// The best mate, if one was proved.
    pub found: Option<Success>,
    /// The largest depth at which a mate is proved absent.
    pub refuted: Depth,
    /// The limit that was met.
    pub limit: Option<LimitKind>,
}

/// A proved mate.
#[derive(Debug)]
pub struct Success {
    /// Length of the proof.
    pub moves: Depth,
    /// First moves proved to mate within `moves`.
    pub keys: Vec<Move>,
    /// The number of first moves that are not decided at `moves`.
    pub open: usize,
    /// `2 * moves - 1` plies.
    pub line: Vec<Move>,
}

/// The state of the first phase: a mate is absent within `refuted`, proved within `proved`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Interval {
    /// No mate within this many moves.
    pub refuted: Depth,
    /// Mate within this many moves.
    pub proved: Option<Depth>,
}

impl Interval {
    /// Whether the length of the shortest solution is proved.
    pub fn is_exact(&self) -> bool {
        self.proved == Some(self.refuted + 1)
    }

    /// Whether it is known if there is a mate within `n`.
    pub fn is_decided(&self, n: Depth) -> bool {
        self.refuted >= n || self.proved.is_some_and(|proved| proved <= n)
    }

    /// Records whether there is a mate within `n`, which was not known before.
    pub fn learn(&mut self, n: Depth, is_mate: bool) {
        if is_mate {
            self.proved = Some(n);
        } else {
            self.refuted = n;
        }
    }
}

/// After the answer is found, a limit other than a stop is not a limit of the answer.
pub fn after_answer(ended: Proof<()>) -> Proof<()> {
    match ended {
        Err(Abort::Limit(LimitKind::Stopped)) => ended,
        _ => Ok(()),
    }
}

/// Solves a mate job on `board`, attacker to move, within `bound` moves; `guides` begin there. If
/// all keys are wanted, `told` receives each key when it is proved.
pub fn solve_attack<G: Goal>(
    search: &mut Search<G>,
    board: &G::Rules,
    bound: Depth,
    claimed: bool,
    extent: Extent,
    guides: &mut [Guide<G::Rules>],
    told: &dyn Fn(Move),
) -> Keys {
    let mut length = Interval {
        refuted: search.begun,
        proved: None,
    };
    for guide in &mut *guides {
        let own = guide.own_length();
        let own = own.filter(|_| !claimed || bound == Length::LONGEST);
        guide.begin(own.unwrap_or(bound).max(length.refuted + 1).min(bound));
    }
    let ended = if extent == Extent::Any {
        search.any_length(board, bound, guides, &mut length)
    } else {
        search.shortest_length(board, bound, claimed, guides, &mut length)
    };
    let mut limit = ended.err().and_then(Abort::limit);
    let mut found = None;
    if let Some(proved) = length.proved {
        let mut keys = Vec::new();
        let mut open = Vec::new();
        let decide = length.is_exact() && extent == Extent::AllKeys && limit.is_none();
        if decide {
            let ended = if proved == 2 && G::SIEVED {
                search.decide_all_in_two(board, &mut keys, &mut open, told)
            } else {
                search.survey(board, proved, &mut keys, &mut open);
                keys.iter().copied().for_each(told);
                search.decide_all(proved, &mut keys, &mut open, told)
            };
            limit = ended.err().and_then(Abort::limit);
        }
        search.allow_overtime();
        match search.write_line(board, proved, &mut length) {
            Ok(line) => {
                let moves = line.len().div_ceil(2) as Depth;
                if !decide {
                    search.survey(board, moves, &mut keys, &mut open);
                }
                if !keys.contains(&line[0]) {
                    keys.push(line[0]);
                    open.retain(|&(m, _)| m != line[0]);
                }
                found = Some(Success {
                    moves,
                    keys,
                    open: open.len(),
                    line,
                });
            }
            // There was a proof, but no line could be written out within any limit.
            Err(abort) => limit = limit.or(abort.limit()),
        }
    }
    Keys {
        found,
        refuted: length.refuted,
        limit,
    }
}

impl<G: Goal> Search<'_, G> {
    /// Narrows `length` down until it is exact or everything up to `bound` is refuted.
    fn shortest_length(
        &mut self,
        board: &G::Rules,
        bound: Depth,
        claimed: bool,
        guides: &mut [Guide<G::Rules>],
        length: &mut Interval,
    ) -> Proof<()> {
        let node = Question::Attack(board);
        let mut slice = FIRST_SLICE;
        let mut shortcut = None;
        if length.refuted >= bound {
            return Ok(());
        }
        loop {
            if claimed
                && length.proved.is_none()
                && bound > SHALLOW
                && length.refuted >= SHALLOW
                && self.find_within(node, bound, slice / AT_CLAIM)? == Some(true)
            {
                length.proved = Some(bound);
            }
            self.follow(board, guides, bound, slice, length)?;
            if !guides.is_empty() {
                self.tighten(board, slice / SHORTER, &mut shortcut, length)?;
            }
            self.deepen(node, bound, slice, length)?;
            if let Some(proved) = length.proved {
                self.note_proved(proved);
            }
            if length.is_exact() || length.refuted >= bound {
                return Ok(());
            }
            // Below a claimed length a mate is unlikely, and finding is not a way to refute.
            let share = slice / if claimed { BELOW_CLAIM } else { NEXT };
            if length.refuted >= SHALLOW {
                match self.find_within(node, length.refuted + 1, share)? {
                    Some(true) => length.proved = Some(length.refuted + 1),
                    Some(false) => self.refuted_one_more(length),
                    None => {}
                }
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// Continues along the `guides` that begin at `board`, with `slice` nodes per position, until
    /// something is proved. The first turns are the search's own: a solution found there needs no
    /// guide.
    fn follow(
        &mut self,
        board: &G::Rules,
        guides: &mut [Guide<G::Rules>],
        bound: Depth,
        slice: u64,
        length: &mut Interval,
    ) -> Proof<()> {
        if slice == FIRST_SLICE || bound <= SHALLOW {
            return Ok(());
        }
        for guide in guides.iter_mut().filter(|guide| guide.begins_at(board)) {
            if length.proved.is_some() {
                return Ok(());
            }
            match self.walk(guide, slice)? {
                Some(true) => length.proved = Some(guide.length()),
                Some(false) => {
                    length.refuted = length.refuted.max(guide.length());
                    self.note_refuted(length.refuted);
                    if guide.length() < bound {
                        guide.begin(bound);
                    }
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Looks for a shorter solution than the best one: the longest line of its proof is the guide
    /// to a solution that takes one move less, and so on down. `shortcut` keeps the guide between
    /// turns.
    fn tighten(
        &mut self,
        board: &G::Rules,
        slice: u64,
        shortcut: &mut Option<Guide<G::Rules>>,
        length: &mut Interval,
    ) -> Proof<()> {
        while let Some(proved) = length.proved.filter(|&n| n > length.refuted + 1) {
            let guide = match shortcut {
                Some(guide) if guide.length() + 1 == proved => guide,
                _ => {
                    let limit = self.budget.lower(self.nodes().saturating_add(slice));
                    let line = self.longest_line_of_proof(board, proved);
                    self.budget.restore(limit);
                    let line = match line {
                        Ok(line) => line,
                        // Measuring the proof takes more nodes than are left in this turn.
                        Err(Abort::Limit(LimitKind::Nodes)) if self.budget.left() > 0 => {
                            self.clear_stacks();
                            return Ok(());
                        }
                        Err(abort) => return Err(abort),
                    };
                    let moves = line.len().div_ceil(2) as Depth;
                    length.proved = Some(moves.clamp(length.refuted + 1, proved));
                    let mut guide = Guide::of_proof::<G>(board, &line);
                    guide.begin(moves.saturating_sub(1).max(1));
                    shortcut.insert(guide)
                }
            };
            if length.is_exact() {
                return Ok(());
            }
            match self.walk(guide, slice)? {
                Some(true) => length.proved = Some(guide.length()),
                Some(false) => {
                    length.refuted = length.refuted.max(guide.length());
                    self.note_refuted(length.refuted);
                }
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn refuted_one_more(&self, length: &mut Interval) {
        length.refuted += 1;
        self.note_refuted(length.refuted);
    }

    /// Refutes one depth after another, with `slice` nodes in total.
    fn deepen(
        &mut self,
        node: Question<G::Rules>,
        bound: Depth,
        slice: u64,
        length: &mut Interval,
    ) -> Proof<()> {
        let end = self.nodes().saturating_add(slice);
        while length.refuted < bound && !length.is_exact() {
            let left = if length.refuted < SHALLOW && bound < Length::LONGEST {
                u64::MAX
            } else {
                end.saturating_sub(self.nodes())
            };
            match self.refute_within(node, length.refuted + 1, left)? {
                Some(true) => length.proved = Some(length.refuted + 1),
                Some(false) => self.refuted_one_more(length),
                None => break,
            }
        }
        Ok(())
    }

    /// The longest line of the proof within `proved`.
    fn write_line(
        &mut self,
        board: &G::Rules,
        proved: Depth,
        length: &mut Interval,
    ) -> Proof<Vec<Move>> {
        if length.is_exact() {
            return self.shortest_line(board, proved);
        }
        let line = self.longest_line_of_proof(board, proved)?;
        let moves = line.len().div_ceil(2) as Depth;
        if moves > length.refuted + 1 {
            return Ok(line);
        }
        // The proof turns out to be a shortest one; in the line of such a mate every reply must
        // hold out longest.
        let longest = self.shortest_line(board, moves);
        if longest.is_err() {
            // Without the longest replies the line is correct only as the line of some proof, so
            // the answer withdraws the claim that nothing shorter is possible.
            length.refuted = moves.saturating_sub(2);
        }
        longest.or(Ok(line))
    }

    /// Sorts the first moves by the table's entries at length `n` into `keys` and `open` moves. The
    /// table may have forgotten decided moves, so a survey does not check [`Search::decide_all`].
    fn survey(
        &mut self,
        board: &G::Rules,
        n: Depth,
        keys: &mut Vec<Move>,
        open: &mut Vec<(Move, G::Rules)>,
    ) {
        open.clear();
        let mut moves = Vec::new();
        board.list::<White>(&mut moves);
        for m in moves {
            if keys.contains(&m) {
                continue;
            }
            if n == 1 {
                if G::is_reached_by(&board.play_unkeyed::<White>(m)) {
                    keys.push(m);
                }
                continue;
            }
            let child = board.play::<White>(m);
            let known = self.table.bounds(defender_key(child.hash()));
            if G::is_reached_by(&child) || known.proved <= n {
                keys.push(m);
            } else if known.refuted < n && child.any::<Black>() {
                open.push((m, child));
            }
        }
    }

    /// Decides the `open` first moves at length `n`, the cheap ones first.
    fn decide_all(
        &mut self,
        n: Depth,
        keys: &mut Vec<Move>,
        open: &mut Vec<(Move, G::Rules)>,
        told: &dyn Fn(Move),
    ) -> Proof<()> {
        let mut slice = FIRST_SLICE;
        while !open.is_empty() {
            let mut i = 0;
            while i < open.len() {
                let (m, child) = open[i];
                let node = Question::Defence(&child);
                match self.take_turn(node, n, Share::Refute, slice)? {
                    Some(true) => {
                        keys.push(m);
                        told(m);
                    }
                    Some(false) => {}
                    None => {
                        i += 1;
                        continue;
                    }
                }
                open.remove(i);
            }
            slice = slice.saturating_mul(2);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    use crate::{Extent, Kind, Limits, Outcome, Problem, Stipulation, Tables, Wanted, solve};
    use keymove_base::stop::Stop;

    #[test]
    fn a_decided_first_move_is_not_open_again_when_the_table_forgets_it() {
        let fen: Fen = "8/R7/8/7k/2K4N/8/p5p1/2R5 w - - 0 1"
            .parse()
            .expect("a FEN");
        let position: Chess = fen
            .into_position(CastlingMode::Standard)
            .expect("a legal position");
        let problem = Problem {
            position: position.into(),
            stipulation: Stipulation::new(Kind::MATE, 6),
            claimed: false,
            lines: Vec::new(),
            extent: Extent::AllKeys,
            limits: Limits::default(),
            wanted: Wanted::default(),
        };
        // One megabyte holds 65,536 entries; the answer takes millions of nodes.
        let verdict = solve(&problem, &mut Tables::new(1), &Stop::new()).expect("a mate problem");
        match verdict.outcome() {
            Outcome::Solved(solution) => {
                assert_eq!((solution.moves, solution.open), (6, 0));
                assert_eq!(solution.keys.len(), 4);
            }
            other => panic!("{other:?}"),
        }
    }
}
