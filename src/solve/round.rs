//! Several threads on one question: [`Search::ask_all`] lets every thread search it with the same
//! table.
//!
//! The driver above is the same as for one thread: it asks one question after another, each with
//! its slice of nodes. After the first [`ALONE`] nodes of a job, a question that is not answered
//! within [`FIRST_LOOK`] nodes is given to helpers as well, for the rest of the slice. They live as
//! long as the question, and their nodes count as if one thread had searched them; the first answer
//! ends the round, and since every answer is a proof, it does not matter which thread gave it.
//! `split` describes how they avoid each other's work.
//!
//! A thread that is stopped in the middle stores nothing, as with one thread. A helper's panic ends
//! the round and continues in the thread that asked.

use std::thread;

use super::decide::Question;
use super::goal::Goal;
use super::search::{Abort, Proof, Search};
use super::table::{Depth, Table};
use super::team::Team;
use keymove_base::pool::SEARCH_STACK;
use keymove_base::pool::panics::{Panic, pass_on, quietly};
use keymove_rules::bounds::Length;

/// Nodes of a job that one thread searches alone before it starts helpers: 15 ms, so short jobs
/// never start any. With assertions on, the number is very small, so that small positions are
/// searched by many threads, too.
pub const ALONE: u64 = if cfg!(debug_assertions) { 64 } else { 1 << 14 };

/// The same for every later question of the job, of which there are hundreds. Eight mates in 8 of 8
/// to 19 million nodes, all keys, `-M 256`: two threads are 1.72 times as fast as one with 512
/// nodes, 1.62 with 1,024, 1.61 with 2,048, 1.32 with as many as [`ALONE`]. Since helpers keep
/// their small tables: 1.70 with 128, 1.71 with 256, 1.69 with 512.
pub const FIRST_LOOK: u64 = ALONE / 64;

/// Refuting, a node leaves 0.13 to 0.24 entries in the table, so there is room for this many nodes
/// for each entry; finding, it leaves up to 1.0.
const REFUTING_NODES: u64 = 4;

/// The question for every thread.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a, R> {
    /// The node in question.
    pub node: Question<'a, R>,
    /// The question: is it won within this many moves?
    pub n: Depth,
    /// By proof-number search, otherwise by depth-first search.
    pub finding: bool,
}

/// The result of a helper.
struct Return {
    answer: Result<(Proof<bool>, u64), Panic>,
    table: Table,
}

/// Ends the round even if the thread that asked unwinds: otherwise the others would run until their
/// nodes are used up.
struct EndOnDrop<'a>(&'a Team);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl<'a, G: Goal> Search<'a, G> {
    /// Lets this thread search `task`, with no limit except the budget's.
    pub fn ask(&mut self, task: Task<G::Rules>) -> Proof<bool> {
        // This is a constant, so that it is not compiled for other goals.
        if const { G::MAY_HUNT } && task.finding && task.n == Length::LONGEST {
            return self.prove_unbounded(task.node);
        }
        match (task.node, task.finding) {
            (Question::Attack(board), false) => self.attack(board, task.n),
            (Question::Defence(board), false) => self.defend(board, task.n),
            (Question::Attack(board), true) => self.prove(board, task.n),
            (Question::Defence(board), true) => self.prove_defence(board, task.n),
        }
    }

    /// Lets all threads search `task`, with at most `slice` nodes for all of them together.
    pub fn ask_all(
        &mut self,
        team: &'a Team,
        slice: u64,
        task: Task<G::Rules>,
    ) -> Proof<Option<bool>> {
        let mut left = slice;
        while left > 0 {
            let room = self.table.make_room();
            let room = match task.finding {
                true => room,
                false => room.saturating_mul(REFUTING_NODES),
            };
            let nodes = left.min(room).min(self.budget.left());
            if nodes == 0 {
                // The limit of the job: the next question meets it.
                break;
            }
            let before = self.nodes();
            let answer = self.hold_round(team, nodes, task)?;
            if answer.is_some() {
                return Ok(answer);
            }
            left = left.saturating_sub((self.nodes() - before).max(1));
        }
        Ok(None)
    }

    /// Lets all threads search `task` once.
    fn hold_round(
        &mut self,
        team: &'a Team,
        nodes: u64,
        task: Task<G::Rules>,
    ) -> Proof<Option<bool>> {
        let helpers = self.table.threads() - 1;
        team.begin(nodes);
        self.budget.join(team);
        let (mine, returns) = thread::scope(|scope| {
            let end = EndOnDrop(team);
            let started: Vec<_> = (0..helpers)
                .map_while(|number| {
                    let (table, budget) = (self.table.share(), self.budget.of_helper(team));
                    // If fewer threads can be started than were asked for, these are enough.
                    thread::Builder::new()
                        .name(format!("helper {number}"))
                        .stack_size(SEARCH_STACK)
                        .spawn_scoped(scope, move || {
                            let _end = EndOnDrop(team);
                            let mut table = table;
                            let answer = quietly(|| {
                                let mut search = Search::<G>::within(&mut table, budget);
                                let answer = search.ask(task);
                                (answer, search.nodes())
                            });
                            Return { answer, table }
                        })
                        .ok()
                })
                .collect();
            let mine = self.ask(task);
            drop(end);
            let returns: Vec<Return> = started
                .into_iter()
                .map(|helper| helper.join().expect("its panics are caught"))
                .collect();
            (mine, returns)
        });
        let mut answer = mine.ok();
        let mut spent = 0;
        let mut failed = None;
        for Return {
            answer: theirs,
            table,
        } in returns
        {
            self.table.take_back(table);
            match theirs {
                Ok((theirs, nodes)) => {
                    spent += nodes;
                    debug_assert!(
                        answer.is_none() || theirs.is_err() || theirs.ok() == answer,
                        "one proves what another refutes"
                    );
                    answer = answer.or(theirs.ok());
                }
                Err(panic) => failed = Some(panic),
            }
        }
        self.table.own();
        self.budget.part(spent);
        self.clear_stacks();
        self.path.clear();
        if let Some(panic) = failed {
            pass_on(panic);
        }
        match (answer, mine) {
            (Some(answer), _) => Ok(Some(answer)),
            (None, Err(Abort::Limit(limit))) => Err(Abort::Limit(limit)),
            (None, _) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Color, fen::Fen};

    use super::super::board::{Board, Orientation};
    use super::super::finish::InCheck;
    use super::super::goal::Mate;
    use super::super::limit::Limits;
    use super::*;
    use keymove_base::stop::Stop;

    /// Mate, but helpers panic when they look for one.
    #[derive(Debug)]
    struct Broken;

    impl Goal for Broken {
        type Rules = Board;
        type End = InCheck;

        const MAY_HUNT: bool = true;

        fn in_one(board: &Board) -> Option<crate::board::Move> {
            let is_helper = thread::current()
                .name()
                .is_some_and(|name| name.starts_with("helper"));
            assert!(!is_helper, "broken in a helper");
            Mate::in_one(board)
        }

        fn is_reached_by(board: &Board) -> bool {
            Mate::is_reached_by(board)
        }
    }

    fn board() -> Board {
        let fen: Fen = "rn1qkb1r/pp2pppp/2p2n2/3p1b2/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 1"
            .parse()
            .expect("a FEN");
        let position: Chess = fen
            .into_position(CastlingMode::Standard)
            .expect("a legal position");
        Orientation::new(Color::White).board(&position)
    }

    #[test]
    fn the_panic_of_a_helper_ends_the_round_and_is_passed_on() {
        let (stop, team, board) = (Stop::new(), Team::new(), board());
        for finding in [false, true] {
            let mut table = Table::new(1);
            table.set_threads(3);
            table.begin_job();
            let panic = quietly(|| {
                let mut search =
                    Search::<Broken>::with_team(&mut table, Limits::default(), &stop, &team);
                let node = Question::Attack(&board);
                // It would run without end, were it not for the panic.
                search.ask_all(
                    &team,
                    u64::MAX,
                    Task {
                        node,
                        n: 20,
                        finding,
                    },
                )
            })
            .expect_err("helpers panic");
            assert_eq!(panic.message, "broken in a helper");
            assert!(panic.place.is_some_and(|place| place.contains("round.rs")));
        }
    }

    #[test]
    fn a_round_spends_its_nodes_and_no_more_and_leaves_nothing_behind() {
        let (stop, team, board) = (Stop::new(), Team::new(), board());
        let mut table = Table::new(1);
        table.set_threads(4);
        table.begin_job();
        let mut search = Search::<Mate>::with_team(&mut table, Limits::default(), &stop, &team);
        for (round, finding) in [false, true, false, true].into_iter().enumerate() {
            let before = search.nodes();
            let node = Question::Attack(&board);
            let slice = 50_000 + round as u64;
            let answer = search.ask_all(
                &team,
                slice,
                Task {
                    node,
                    n: 9,
                    finding,
                },
            );
            assert_eq!(answer, Ok(None), "it takes longer");
            assert_eq!(search.nodes() - before, slice);
            assert!(search.moves.is_empty() && search.ranked.is_empty() && search.path.is_empty());
            assert!(team.is_deserted(), "everybody has left");
        }
    }
}
