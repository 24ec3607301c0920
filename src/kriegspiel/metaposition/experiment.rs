//! The paper's experiment: matches from every start of greatest uncertainty, and the numbers of
//! moves.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use serde::Serialize;
use shakmaty::Square;

use super::Metaposition;
use super::matches::{MatchEnd, play};
use super::opponent::{King, Opponent};
use super::search::Deliberation;
use crate::ending::chance::Chance;
use crate::ending::distance::Distances;
use crate::ending::folding::Folding;
use crate::ending::{Ending, WhitePlacement};

/// The parameters of an experiment.
#[derive(Debug, Clone, Copy)]
pub struct Experiment {
    /// The depth of White's search, in pseudomoves.
    pub depth: u8,
    /// Black.
    pub opponent: Opponent,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of starts drawn with the seed; `None` for all.
    pub starts: Option<usize>,
    /// The number of kings of each start drawn with the seed; `None` for all.
    pub kings: Option<usize>,
    /// The number of moves after which a match counts as not won.
    pub limit: u16,
}

/// The numbers of matches by outcome.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Distribution {
    /// The number of starts played.
    pub starts: usize,
    /// The number of starts from which every match was won.
    pub won_starts: usize,
    /// The number of matches played.
    pub matches: usize,
    /// The number of matches won.
    pub won: usize,
    /// The number of matches in which Black's king captured a man.
    pub taken: usize,
    /// The number of stalemates.
    pub stalemate: usize,
    /// The number of matches not won within the limit.
    pub endless: usize,
    /// The average number of moves of the won matches.
    pub average: Option<f64>,
    /// The median number of moves of the won matches.
    pub median: Option<u16>,
    /// The largest number of moves of a won match.
    pub longest: Option<u16>,
    /// The number of won matches by moves to mate.
    pub moves: BTreeMap<u16, usize>,
}

impl Distribution {
    /// The distribution of the outcomes of the matches from each start.
    pub fn of(outcomes: &[Vec<MatchEnd>]) -> Distribution {
        let mut all = Distribution::default();
        for ends in outcomes {
            all.starts += 1;
            all.matches += ends.len();
            let before = all.won;
            for end in ends {
                match end {
                    MatchEnd::Mate(moves) => {
                        all.won += 1;
                        *all.moves.entry(*moves).or_default() += 1;
                    }
                    MatchEnd::Taken => all.taken += 1,
                    MatchEnd::Stalemate => all.stalemate += 1,
                    MatchEnd::Endless => all.endless += 1,
                }
            }
            all.won_starts += usize::from(all.won - before == ends.len());
        }
        let moves = || {
            all.moves
                .iter()
                .flat_map(|(&moves, &count)| repeat_n(moves, count))
        };
        if all.won > 0 {
            let total: usize = moves().map(usize::from).sum();
            all.average = Some(total as f64 / all.won as f64);
        }
        all.median = moves().nth(all.won.div_ceil(2).saturating_sub(1));
        all.longest = moves().last();
        all
    }
}

impl Experiment {
    /// The starts to be played.
    pub fn placements(&self, ending: Ending) -> Vec<WhitePlacement> {
        let mut all = Folding::new(ending).placements().to_vec();
        let random = Chance::of_game(self.seed, u64::MAX);
        draw(&mut all, self.starts, random);
        all
    }

    /// The distances that [`Experiment::play`] needs if the best king plays Black.
    pub fn distances(&self, ending: Ending) -> Option<Distances> {
        (self.opponent == Opponent::Best).then(|| Distances::new(ending))
    }

    /// Plays all matches of the start with this index among [`Experiment::placements`]; `None` if
    /// `halt` returned true. The outcome depends on nothing else, so starts may be played in any
    /// order and in parallel, each with a player of its own.
    pub fn play(
        &self,
        search: &mut Deliberation,
        index: usize,
        placement: WhitePlacement,
        distances: Option<&Distances>,
        halt: &dyn Fn() -> bool,
    ) -> Option<Vec<MatchEnd>> {
        let start = Metaposition::uncertain(placement);
        let mut ends = Vec::new();
        for square in self.squares(start, index) {
            if halt() {
                return None;
            }
            let game = (index * 64 + square.to_usize()) as u64;
            let random = Chance::of_game(self.seed, game);
            let king = match distances {
                Some(distances) => King::Best(distances, random),
                None => King::Random(random),
            };
            ends.push(play(search, start, square, king, self.limit, |_, _, _| ()));
        }
        Some(ends)
    }

    /// The initial squares of the king, one for each match.
    fn squares(&self, start: Metaposition, index: usize) -> Vec<Square> {
        let mut squares: Vec<Square> = start.kings.into_iter().collect();
        // The numbers of games are below this one.
        let random = Chance::of_game(self.seed, (1 << 32) + index as u64);
        draw(&mut squares, self.kings, random);
        squares
    }
}

/// Keeps `count` random items; all if there are not more, or `count` is `None`.
fn draw<T>(all: &mut Vec<T>, count: Option<usize>, mut random: Chance) {
    let Some(count) = count.filter(|&count| count < all.len()) else {
        return;
    };
    for index in 0..count {
        let drawn = index + random.below(all.len() - index);
        all.swap(index, drawn);
    }
    all.truncate(count);
}
