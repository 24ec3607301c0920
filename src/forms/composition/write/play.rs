//! The tree of direct and self play.
//!
//! ```text
//!       1...Ke4-d4            set play
//!           2.Qa1-a4 #
//!
//!    1.Qb2-f6 ? threat:       a try (?) or a key (!), its threats, then its variations
//!           2.Bc8-b7 #
//!       1...Bc5*e3
//!           2.Rg3*e3 #
//!     but                     of a try: what refutes it
//!       1...d3-d2 !
//! ```

use shakmaty::Move;

use super::signed;
use super::solution::SolutionWriter;
use crate::composition::order::{Generator, sort};
use keymove_rules::position::Position;
use keymove_solve::{Continuation, Kind, TryMove, Variation};

/// A first move with its play.
#[derive(Debug, Clone, Copy)]
pub(super) enum Phase<'a> {
    /// A key.
    Key(&'a Continuation),
    /// A try.
    Try(&'a TryMove),
}

impl SolutionWriter<'_> {
    /// Writes an empty line.
    pub(super) fn blank(&mut self) {
        self.push("\n");
    }

    /// Writes a first move of any kind with its number.
    pub(super) fn move_number(&mut self, number: usize, position: &Position, m: Move) {
        let text = signed(m, &position.after(m), None, self.phrases);
        self.push(&format!("{number:3}  ({text} )\n"));
    }

    /// Writes a forced first move, which reaches the goal on the wrong side.
    pub(super) fn forced_move(&mut self, position: &Position, m: Move) {
        let text = signed(
            m,
            &position.after(m),
            Some(self.kind.aim.sign()),
            self.phrases,
        );
        self.push(&format!("   1.{text} ?!?\n"));
    }

    /// Writes a key or a try with its play, and an empty line.
    pub(super) fn phase(&mut self, position: &Position, phase: Phase<'_>) {
        match phase {
            Phase::Key(key) => self.continuation(1, position, key, " !"),
            Phase::Try(TryMove { play, refutations }) => {
                self.continuation(1, position, play, " ?");
                self.push(&format!("    {}\n", self.phrases.but));
                let after = position.after(play.m);
                let mut refutations = refutations.clone();
                sort(&mut refutations, Generator::Every, |&m| m);
                for m in refutations {
                    let refuted = after.after(m);
                    // The goal, if the defender was to reach it, but too soon.
                    let ends = self.kind.is_self_play() && self.kind.aim.is_reached(&refuted);
                    let text = signed(
                        m,
                        &refuted,
                        ends.then(|| self.kind.aim.sign()),
                        self.phrases,
                    );
                    self.push(&format!("      1...{text} !\n"));
                }
            }
        }
        self.blank();
    }

    /// Writes replies with their continuations, except for those that are not variations. `number`
    /// is the number of the move they answer, `full` the number of moves that the attacker needs
    /// after the best reply.
    pub(super) fn variations(
        &mut self,
        number: usize,
        position: &Position,
        variations: &[Variation],
        full: Option<u16>,
    ) {
        let mut shown: Vec<&Variation> = variations
            .iter()
            .filter(|v| v.shown || !self.choices.threats && !v.continuations.is_empty())
            .filter(|v| {
                self.choices.short_variations
                    || v.continuations
                        .first()
                        .is_none_or(|c| full.is_none_or(|full| c.moves >= full))
            })
            .collect();
        sort(&mut shown, Generator::Every, |v| v.reply);
        for variation in shown {
            self.reply(number, position, variation.reply, variation.ends);
            let after = position.after(variation.reply);
            self.continuations(number + 1, &after, &variation.continuations);
        }
    }

    /// Writes a single reply; `ends`: it reaches the goal.
    pub(super) fn reply(&mut self, number: usize, position: &Position, m: Move, ends: bool) {
        let after = position.after(m);
        let text = signed(m, &after, ends.then(|| self.kind.aim.sign()), self.phrases);
        let digits = 8 * number - 1;
        self.push(&format!("{number:digits$}...{text}\n"));
    }

    /// Writes the word below a reply that refutes a key which has already been played.
    pub(super) fn refutes(&mut self) {
        self.push(&format!("        {}\n", self.phrases.refutes));
    }

    /// Writes the part before the replies to a key that has already been played.
    pub(super) fn threats(&mut self, position: &Position, threats: &[Continuation]) {
        let (threat, zugzwang) = (self.phrases.threat, self.phrases.zugzwang);
        if position.is_check() {
            self.push(" +\n");
        } else if !self.choices.threats {
            self.blank();
        } else if threats.is_empty() {
            self.push(&format!(" {zugzwang}\n"));
        } else {
            self.push(&format!(" {threat}\n"));
            if let Some(passed) = position.passed() {
                self.continuations(2, &passed, threats);
            }
        }
    }

    fn continuations(&mut self, number: usize, position: &Position, list: &[Continuation]) {
        let mut sorted: Vec<&Continuation> = list.iter().collect();
        let mates = matches!(self.kind, Kind::MATE | Kind::MATED)
            && list.first().is_some_and(|c| c.moves == 1);
        let generator = if mates {
            Generator::Mating
        } else {
            Generator::Every
        };
        sort(&mut sorted, generator, |c| c.m);
        for continuation in sorted {
            self.continuation(number, position, continuation, "");
        }
    }

    /// Writes a move of the attacker, followed by a sign and the play after it.
    fn continuation(
        &mut self,
        number: usize,
        position: &Position,
        played: &Continuation,
        sign: &str,
    ) {
        let after = position.after(played.m);
        let ends = played.moves == 1 && !self.kind.is_self_play();
        let text = signed(
            played.m,
            &after,
            ends.then(|| self.kind.aim.sign()),
            self.phrases,
        );
        // The last digit of a number is in the same column, whatever the depth.
        let digits = if number == 1 { 4 } else { 8 * number - 5 };
        let shows_play = self.choices.variations && !ends;
        let word = if !shows_play || !self.choices.threats {
            String::new()
        } else if !played.threats.is_empty() {
            format!(" {}", self.phrases.threat)
        } else if played.zugzwang {
            format!(" {}", self.phrases.zugzwang)
        } else {
            String::new()
        };
        self.push(&format!("{number:digits$}.{text}{sign}{word}\n"));
        if !shows_play {
            return;
        }
        self.complete &= !played.cut;
        if self.choices.threats
            && let Some(passed) = after.passed()
        {
            self.continuations(number + 1, &passed, &played.threats);
        }
        let full = played.moves.checked_sub(1);
        self.variations(number, &after, &played.variations, full);
    }
}
