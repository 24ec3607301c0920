//! The paper's experiment: matches from every start of greatest uncertainty, and how many moves they took.

use std::collections::BTreeMap;
use std::thread;

use serde::Serialize;

use super::matches::{Dice, End, play, resist};
use super::plan::Plan;
use super::search::Player;
use super::{Ending, Metaposition, Placement};
use crate::kriegspiel::ending;

/// Who has Black's king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resistance {
    /// Each legal reply is as likely as the others, taking a man among them.
    Random,
    /// The king knows what the player knows and will do, and is mated as late as possible, if at all.
    Best,
}

/// What is to be played.
#[derive(Debug, Clone, Copy)]
pub struct Experiment {
    /// White.
    pub player: Player,
    /// Black.
    pub resistance: Resistance,
    /// For the random king.
    pub seed: u64,
    /// So many starts, drawn with the seed; none: all.
    pub starts: Option<usize>,
    /// Moves after which a match counts as endless.
    pub longest: u16,
    /// The most nodes of the plan of one start, for the strongest resistance.
    pub nodes: usize,
    /// Threads.
    pub workers: usize,
}

/// What came of one start.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The start.
    pub placement: Placement,
    /// One for each of its kings; none: the plan grew past its limit.
    pub ends: Option<Vec<End>>,
}

/// How many matches ended in which way.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Distribution {
    /// Starts played.
    pub starts: usize,
    /// Starts whose plan grew past the limit; their matches are not counted.
    pub undecided_starts: usize,
    /// Starts from which every match was won.
    pub won_starts: usize,
    /// Matches played.
    pub matches: usize,
    /// Matches won.
    pub won: usize,
    /// Matches in which Black's king took a man.
    pub taken: usize,
    /// Stalemates.
    pub stalemate: usize,
    /// Matches that were not won within the limit, or never would be.
    pub endless: usize,
    /// The mean number of moves of the matches won.
    pub average: Option<f64>,
    /// Moves to mate, and the matches that took so many.
    pub moves: BTreeMap<u16, usize>,
}

impl Distribution {
    /// Counts outcomes.
    pub fn of(outcomes: &[Outcome]) -> Distribution {
        let mut all = Distribution::default();
        for outcome in outcomes {
            all.starts += 1;
            let Some(ends) = &outcome.ends else {
                all.undecided_starts += 1;
                continue;
            };
            all.matches += ends.len();
            let before = all.won;
            for end in ends {
                match end {
                    End::Mate(moves) => {
                        all.won += 1;
                        *all.moves.entry(*moves).or_default() += 1;
                    }
                    End::Taken => all.taken += 1,
                    End::Stalemate => all.stalemate += 1,
                    End::Endless => all.endless += 1,
                }
            }
            all.won_starts += usize::from(all.won - before == ends.len());
        }
        if all.won > 0 {
            let total: usize = all
                .moves
                .iter()
                .map(|(&n, &count)| usize::from(n) * count)
                .sum();
            all.average = Some(total as f64 / all.won as f64);
        }
        all
    }
}

/// How the player compares with the exact table.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Starts that the table says are won for sure.
    pub table_won: usize,
    /// Those of them from which the player won every match.
    pub player_won: usize,
    /// The table's moves, summed over these.
    pub table_moves: usize,
    /// The player's longest match, summed over these.
    pub player_moves: usize,
    /// Moves wasted: the player's longest match less the table's moves, and how many starts.
    pub wasted: BTreeMap<i32, usize>,
}

impl Comparison {
    /// Compares outcomes with a table of the same ending.
    pub fn of(outcomes: &[Outcome], table: &ending::Table) -> Comparison {
        let mut comparison = Comparison::default();
        for Outcome { placement, ends } in outcomes {
            let known = known_placement(*placement);
            let value =
                known.and_then(|known| table.moves_to_mate(known, placement.uncontrolled()));
            let (Some(value), Some(ends)) = (value, ends) else {
                continue;
            };
            comparison.table_won += 1;
            let mates = ends.iter().map(|end| match end {
                End::Mate(moves) => Some(*moves),
                _ => None,
            });
            let Some(Some(longest)) = mates
                .collect::<Option<Vec<u16>>>()
                .map(|all| all.into_iter().max())
            else {
                continue;
            };
            comparison.player_won += 1;
            comparison.table_moves += usize::from(value);
            comparison.player_moves += usize::from(longest);
            let wasted = i32::from(longest) - i32::from(value);
            *comparison.wasted.entry(wasted).or_default() += 1;
        }
        comparison
    }
}

/// The table's ending.
pub fn known_ending(ending: Ending) -> ending::Ending {
    match ending {
        Ending::Rook => ending::Ending::Rook,
        Ending::Queen => ending::Ending::Queen,
        Ending::Bishops => ending::Ending::Bishops,
        Ending::BishopKnight => ending::Ending::BishopAndKnight,
    }
}

fn known_placement(placement: Placement) -> Option<ending::Placement> {
    let ending = known_ending(placement.ending());
    ending::Placement::new(ending, placement.king(), placement.men()).ok()
}

impl Experiment {
    /// The starts that are played.
    pub fn placements(&self, ending: Ending) -> Vec<Placement> {
        let mut all = Placement::all(ending);
        let Some(starts) = self.starts.filter(|&starts| starts < all.len()) else {
            return all;
        };
        let mut dice = Dice::new(self.seed, u64::MAX);
        for index in 0..starts {
            let drawn = index + dice.roll(all.len() - index);
            all.swap(index, drawn);
        }
        all.truncate(starts);
        all
    }

    /// Plays all matches. The outcomes are in the order of the starts and the same for any number of workers; there are fewer if `halt`
    /// said to stop.
    pub fn run(&self, ending: Ending, halt: &(dyn Fn() -> bool + Sync)) -> Vec<Outcome> {
        let placements = self.placements(ending);
        let share = placements.len().div_ceil(self.workers.max(1)).max(1);
        let shares = placements.chunks(share).enumerate();
        thread::scope(|scope| {
            let workers: Vec<_> = shares
                .map(|(index, placements)| {
                    scope.spawn(move || self.play_all(placements, index * share, halt))
                })
                .collect();
            let mut outcomes = Vec::new();
            for worker in workers {
                match worker.join() {
                    Ok(done) => outcomes.extend(done),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            outcomes
        })
    }

    fn play_all(
        &self,
        placements: &[Placement],
        first: usize,
        halt: &dyn Fn() -> bool,
    ) -> Vec<Outcome> {
        let mut plan = Plan::new(self.player);
        let mut outcomes = Vec::new();
        for (index, &placement) in placements.iter().enumerate() {
            if self.resistance == Resistance::Best {
                plan = Plan::new(self.player);
            }
            let metaposition = Metaposition::uncertain(placement);
            let start = plan.start(metaposition);
            let ends = match self.resistance {
                Resistance::Random => {
                    let mut ends = Vec::new();
                    for king in metaposition.kings {
                        if halt() {
                            return outcomes;
                        }
                        let number = ((first + index) * 64 + king.to_usize()) as u64;
                        let mut dice = Dice::new(self.seed, number);
                        ends.push(play(
                            &mut plan,
                            start,
                            king,
                            self.longest,
                            &mut dice,
                            |_| (),
                        ));
                    }
                    Some(ends)
                }
                Resistance::Best => {
                    let grown = plan.grow(self.nodes, halt);
                    if halt() {
                        return outcomes;
                    }
                    grown.then(|| resist(metaposition.kings, &plan.resisted(&[start])[0]))
                }
            };
            outcomes.push(Outcome { placement, ends });
        }
        outcomes
    }
}
