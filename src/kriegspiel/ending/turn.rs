//! One turn of White: computes the sets won before a try from those won after it.
//!
//! After a try, the umpire's answer divides the king squares into classes: one for every
//! announcement, one for "no". A set is won by the try if its part in every class is. So the
//! maximal sets won by a try are the unions of one member of every class's family; these families
//! are small, while their product is large, so only the families are stored.
//!
//! The family of "no" comes from the sets won in the same turn, restricted to the squares for which
//! the try is refused. So the won sets and these families grow together until nothing is added
//! ([`WhiteTurn::complete`]).

use super::WhitePlacement;
use super::folding::Folding;
use super::geometry::tries;
use super::maximal::Maximal;
use super::symmetry::Symmetry;

/// The squares with one answer of the umpire, and the maximal won sets among them.
#[derive(Debug, Clone)]
struct Class {
    squares: u64,
    won: Maximal,
}

/// A try that is useful for some square.
#[derive(Debug, Clone)]
struct TurnTry {
    /// The folded placement after it.
    after: u32,
    /// Maps the squares of the folded placement to those of the turn.
    symmetry: Symmetry,
    /// One class for every announcement.
    announced: Vec<Class>,
    /// The class of "no", if the try can be refused.
    refused: Option<Class>,
}

/// White's turn in one placement: its tries, and the sets won so far.
#[derive(Debug, Clone)]
pub struct WhiteTurn {
    steps: Vec<TurnTry>,
    won: Maximal,
}

impl WhiteTurn {
    /// A turn in which only the empty set is won.
    pub fn new(placement: WhitePlacement, folding: &Folding) -> WhiteTurn {
        let mut steps = Vec::new();
        for try_move in tries(placement) {
            // A try that is legal for no square, or stalemates wherever it is legal, is useless.
            let announced = try_move.announced();
            if announced.is_empty() {
                continue;
            }
            let Some((after, symmetry)) = folding.find(try_move.after) else {
                continue;
            };
            let class = |squares| Class {
                squares,
                won: Maximal::default(),
            };
            steps.push(TurnTry {
                after: after as u32,
                symmetry: symmetry.inverse(),
                announced: announced
                    .iter()
                    .map(|&(_, squares)| class(squares))
                    .collect(),
                refused: (try_move.refused != 0).then(|| Class {
                    won: Maximal::of_empty_set(),
                    ..class(try_move.refused)
                }),
            });
        }
        WhiteTurn {
            steps,
            won: Maximal::of_empty_set(),
        }
    }

    /// Adds the sets that are won after White's move, with Black to move: `fresh` returns the new
    /// ones, by folded placement. `false` if there are none.
    pub fn learn<'a>(&mut self, fresh: impl Fn(usize) -> &'a [u64]) -> bool {
        let mut learnt = false;
        for step in &mut self.steps {
            for &set in fresh(step.after as usize) {
                let set = step.symmetry.set(set);
                for class in &mut step.announced {
                    learnt |= class.won.insert(set & class.squares);
                }
            }
        }
        learnt
    }

    /// Finds all sets won because of the added sets.
    pub fn complete(&mut self) {
        let mut found = Vec::new();
        loop {
            found.clear();
            for step in &mut self.steps {
                if step.is_fresh() {
                    step.unite(&mut self.won, &mut found);
                    step.settle();
                }
            }
            if found.is_empty() {
                return;
            }
            for class in self
                .steps
                .iter_mut()
                .filter_map(|step| step.refused.as_mut())
            {
                for set in &found {
                    class.won.insert(set & class.squares);
                }
            }
        }
    }

    /// The sets won.
    pub fn won(&self) -> &Maximal {
        &self.won
    }

    /// From now on, only sets found later are fresh.
    pub fn settle(&mut self) {
        self.won.settle();
    }
}

impl TurnTry {
    fn classes(&self) -> impl Iterator<Item = &Class> {
        self.refused.iter().chain(&self.announced)
    }

    fn is_fresh(&self) -> bool {
        self.classes().any(|class| !class.won.fresh().is_empty())
    }

    fn settle(&mut self) {
        for class in self.refused.iter_mut().chain(&mut self.announced) {
            class.won.settle();
        }
    }

    /// Adds to `won` every union of one set of each class, at least one of them fresh, and to
    /// `found` those that were not covered when they were added.
    fn unite(&self, won: &mut Maximal, found: &mut Vec<u64>) {
        let families: Vec<&Maximal> = self.classes().map(|class| &class.won).collect();
        unite(&families, 0, false, &mut |set| {
            if won.insert(set) {
                found.push(set);
            }
        });
    }
}

fn unite(families: &[&Maximal], so_far: u64, fresh: bool, give: &mut impl FnMut(u64)) {
    let Some((first, rest)) = families.split_first() else {
        give(so_far);
        return;
    };
    if fresh || rest.iter().any(|family| !family.fresh().is_empty()) {
        for set in first.settled() {
            unite(rest, so_far | set, fresh, give);
        }
    }
    for set in first.fresh() {
        unite(rest, so_far | set, true, give);
    }
}
