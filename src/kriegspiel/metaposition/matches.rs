//! Matches of the player: against a king that moves at random, and against one that resists as long as it can.

use shakmaty::{Bitboard, Square, attacks};

use super::Metaposition;
use super::evaluation::{Grade, evaluate};
use super::plan::{NodeId, Plan};
use super::umpire::Answer;

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// White mated with the move of this number; refused tries are not counted.
    Mate(u16),
    /// Black's king took a man.
    Taken,
    /// Black's king is not attacked and has no move.
    Stalemate,
    /// It went on for longer than the longest match.
    Endless,
}

/// Numbers that look random: SplitMix64 (Steele, Lea and Flood 2014). Equal seeds give equal numbers, everywhere.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Dice for one of many matches.
    pub fn new(seed: u64, number: u64) -> Dice {
        let mut dice = Dice(seed);
        dice.0 = dice.next() ^ number.wrapping_mul(0xd134_2543_de82_ef95);
        dice
    }

    /// One of `sides` numbers from 0 on.
    pub fn roll(&mut self, sides: usize) -> usize {
        ((u128::from(self.next()) * sides as u128) >> 64) as usize
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Plays one match against a random king that begins on `king`. `seen` gets the grade of White's reference board after
/// each try, refused or not.
pub fn play(
    plan: &mut Plan,
    start: NodeId,
    king: Square,
    longest: u16,
    dice: &mut Dice,
    mut seen: impl FnMut(Grade),
) -> End {
    let (mut id, mut king, mut moves) = (start, king, 0);
    loop {
        let node = plan.node(id);
        if node.mated.contains(king) {
            return End::Mate(moves + 1);
        }
        let answers = &node.answers;
        let Some(answer) = answers.iter().position(|(_, kings)| kings.contains(king)) else {
            return End::Stalemate;
        };
        let (said, kings) = answers[answer];
        let mut taken = false;
        if let Some(pseudomove) = node.pseudomove {
            let before = node.metaposition.placement;
            let refused = said == Answer::Illegal;
            let placement = if refused {
                before
            } else {
                before.after(pseudomove.from, pseudomove.to)
            };
            seen(evaluate(&Metaposition { placement, kings }, !refused));
        }
        if said != Answer::Illegal {
            moves += 1;
            if moves >= longest {
                return End::Endless;
            }
            let replies = attacks::king_attacks(king) & node.free;
            let chosen = replies.into_iter().nth(dice.roll(replies.count()));
            king = chosen.unwrap_or(king);
            taken = node.takeable.contains(king);
        }
        if taken {
            return End::Taken;
        }
        match plan.follow(id, answer) {
            Some(next) => id = next,
            None => return End::Taken,
        }
    }
}

/// How long the strongest resistance lasts from each king of a start: the levels are those of
/// [`Plan::resisted`]. What is never mated for sure is [`End::Endless`].
pub fn resist(kings: Bitboard, levels: &[Bitboard]) -> Vec<End> {
    let ending = |king| match levels.iter().position(|level| level.contains(king)) {
        Some(index) => End::Mate(index as u16 + 1),
        None => End::Endless,
    };
    kings.into_iter().map(ending).collect()
}
