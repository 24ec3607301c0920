//! An experiment side by side: every start is a job of the pool, the outcomes come in the order of
//! the starts.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use keymove_base::pool::panics::Panic;
use keymove_base::pool::queue::Weigh;
use keymove_base::pool::{self, End, Failure, Plan, PoolJob};
use keymove_base::stop::Stop;
use keymove_kriegspiel::ending::distance::Distances;
use keymove_kriegspiel::ending::{Ending, WhitePlacement};
use keymove_kriegspiel::metaposition::experiment::Experiment;
use keymove_kriegspiel::metaposition::matches::MatchEnd;
use keymove_kriegspiel::metaposition::search::Deliberation;

/// Whether what is under way is to end.
pub type Halt = Arc<dyn Fn() -> bool + Send + Sync>;

/// The played part of an experiment.
#[derive(Debug, Default)]
pub struct Harvest {
    /// In the order of the starts, without those that were not played to the end.
    pub outcomes: Vec<Vec<MatchEnd>>,
    /// The errors of this program, each with its start, in words.
    pub panics: Vec<String>,
}

/// Plays `experiment` with so many workers until all is played or `halt` says to stop, which is
/// asked before every match, and `stop`, which it must know. `played` hears how many starts are
/// done, and of how many.
///
/// # Errors
///
/// There is no thread to be had, or one died.
pub fn run(
    experiment: &Experiment,
    ending: Ending,
    workers: usize,
    (halt, stop): (&Halt, &Stop),
    mut played: impl FnMut(usize, usize),
) -> io::Result<Harvest> {
    let starts = experiment.placements(ending);
    let all = starts.len();
    let mut harvest = Harvest::default();
    let mut gather = |of_start| {
        match of_start {
            Yield::Played(outcome) => {
                harvest.outcomes.push(outcome);
                played(harvest.outcomes.len(), all);
            }
            Yield::Panicked(message) => harvest.panics.push(message),
            Yield::Halted => {}
        }
        Ok::<(), Infallible>(())
    };
    let job = MatchJob {
        experiment: *experiment,
        distances: experiment.distances(ending),
        halt: Arc::clone(halt),
    };
    let plan = Plan::searching(workers);
    let numbered = starts.into_iter().enumerate();
    let source = numbered.map(|(index, placement)| vec![NumberedStart { index, placement }]);
    match pool::run(&plan, source, job, &mut gather, stop) {
        Ok(End::Complete | End::Stopped) => Ok(harvest),
        Ok(End::Broken) => Err(io::Error::other("a thread died")),
        Err(Failure::Thread(error)) => Err(error),
        Err(Failure::Sink(never)) => match never {},
    }
}

/// A start and its index among all.
struct NumberedStart {
    index: usize,
    placement: WhitePlacement,
}

impl Weigh for NumberedStart {}

/// The result of a start.
enum Yield {
    Played(Vec<MatchEnd>),
    Halted,
    Panicked(String),
}

impl Weigh for Yield {}

/// The job: a start in, its outcome out.
struct MatchJob {
    experiment: Experiment,
    distances: Option<Distances>,
    halt: Halt,
}

impl PoolJob for MatchJob {
    type Input = NumberedStart;
    type Output = Yield;
    type State = Deliberation;

    fn state(&self) -> Deliberation {
        Deliberation::new(self.experiment.depth)
    }

    fn run(&self, search: &mut Deliberation, start: &NumberedStart) -> Yield {
        let NumberedStart { index, placement } = *start;
        let distances = self.distances.as_ref();
        self.experiment
            .play(search, index, placement, distances, &*self.halt)
            .map_or(Yield::Halted, Yield::Played)
    }

    fn failed(&self, start: &NumberedStart, panic: &Panic) -> Yield {
        Yield::Panicked(format!("start {}: {panic}", start.index + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_kriegspiel::metaposition::opponent::Opponent;
    use keymove_kriegspiel::metaposition::search::DEPTH;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn experiment(opponent: Opponent) -> Experiment {
        Experiment {
            depth: DEPTH,
            opponent,
            seed: 1,
            starts: Some(20),
            kings: Some(1),
            limit: 300,
        }
    }

    fn harvest(opponent: Opponent, workers: usize, halt: Halt) -> Harvest {
        let experiment = experiment(opponent);
        let stop = Stop::new();
        let mut told = Vec::new();
        let played = |done, all| told.push((done, all));
        let harvest = run(
            &experiment,
            Ending::Bishops,
            workers,
            (&halt, &stop),
            played,
        )
        .expect("two threads");
        let all = 1..=harvest.outcomes.len();
        assert_eq!(told, all.map(|done| (done, 20)).collect::<Vec<_>>());
        harvest
    }

    #[test]
    fn workers_do_not_change_the_outcomes() {
        for opponent in [Opponent::Random, Opponent::Best] {
            let one = harvest(opponent, 1, Arc::new(|| false)).outcomes;
            assert_eq!(one.len(), 20);
            assert_eq!(one, harvest(opponent, 4, Arc::new(|| false)).outcomes);
        }
    }

    #[test]
    fn what_was_played_before_the_halt_is_kept_in_order() {
        let whole = harvest(Opponent::Random, 1, Arc::new(|| false)).outcomes;
        let asked = Arc::new(AtomicUsize::new(0));
        let halt = move || asked.fetch_add(1, Ordering::Relaxed) >= 7;
        // With one match a start, seven matches are seven starts.
        assert_eq!(
            harvest(Opponent::Random, 1, Arc::new(halt)).outcomes,
            whole[..7]
        );
    }

    #[test]
    fn a_panic_costs_its_start_and_no_other() {
        let whole = harvest(Opponent::Random, 1, Arc::new(|| false)).outcomes;
        let asked = Arc::new(AtomicUsize::new(0));
        let halt = move || {
            let number = asked.fetch_add(1, Ordering::Relaxed);
            assert!(number != 3, "the fourth question");
            false
        };
        let harvest = harvest(Opponent::Random, 1, Arc::new(halt));
        assert_eq!(harvest.outcomes, [&whole[..3], &whole[4..]].concat());
        let [message] = &harvest.panics[..] else {
            panic!("{:?}", harvest.panics)
        };
        assert!(
            message.starts_with("start 4: internal: the fourth question (at src/"),
            "{message}"
        );
    }

    #[test]
    fn a_raised_flag_leaves_nothing_to_be_played() {
        let stop = Stop::new();
        stop.raise();
        let halted = stop.clone();
        let halt: Halt = Arc::new(move || halted.is_raised());
        let experiment = experiment(Opponent::Best);
        let harvest =
            run(&experiment, Ending::Rook, 2, (&halt, &stop), |_, _| ()).expect("threads");
        assert!(harvest.outcomes.is_empty() && harvest.panics.is_empty());
    }
}
