//! Generates the legal moves of the side to move on a [`CompactBoard`]: all of them, captures on a
//! square, or moves that capture nothing.

use std::ops::ControlFlow;

use shakmaty::{Bitboard, CastlingSide, Rank, Role, Square, attacks};

use super::super::own_board::{PROMOTIONS, Try, pawn_steps};
use super::board::{CompactBoard, Successor};

/// Which moves are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveChoice {
    /// All.
    All,
    /// Those that capture nothing.
    Quiet,
    /// Those that capture the man on a square.
    Capture(Square),
}

impl CompactBoard {
    /// Whether `test` holds for one of the wanted legal moves.
    pub fn some_move(&self, wanted: MoveChoice, mut test: impl FnMut(&Successor) -> bool) -> bool {
        let search = self.each_move(wanted, |_, made| match test(&made) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        search.is_break()
    }

    /// Calls `visit` for each wanted legal move until it breaks off.
    pub fn each_move<B>(
        &self,
        wanted: MoveChoice,
        mut visit: impl FnMut(Try, Successor) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let us = self.turn();
        let occupied = self.occupied();
        let own = self.side(us);
        let targets = match wanted {
            MoveChoice::All => !own,
            MoveChoice::Quiet => !occupied,
            MoveChoice::Capture(square) => Bitboard::from_square(square) & occupied & !own,
        };
        let Some(king) = self.king(us) else {
            return ControlFlow::Continue(());
        };
        let checked = self.checkers().any();
        // Men between the king and a sliding man; without a check, moves of other men cannot expose
        // the king.
        let shields = self.shields(king);
        let mut offer = |tried: Try, sure: bool| {
            let made = self.play(tried);
            if sure || made.after.is_safe(us) {
                visit(tried, made)?;
            }
            ControlFlow::Continue(())
        };
        for to in attacks::king_attacks(king) & targets {
            offer(Try::step(Role::King, king, to, None), false)?;
        }
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for from in self.men(role) & own {
                let reached = attacks::attacks(from, role.of(us), occupied);
                let sure = !checked && !shields.contains(from);
                for to in reached & targets {
                    offer(Try::step(role, from, to, None), sure)?;
                }
            }
        }
        let them = self.side(!us);
        let last = us.fold_wb(Rank::Eighth, Rank::First);
        for from in self.men(Role::Pawn) & own {
            let mut reached =
                (attacks::pawn_attacks(us, from) & them) | pawn_steps(us, from, occupied);
            reached &= targets;
            let sure = !checked && !shields.contains(from);
            for to in reached {
                if to.rank() == last {
                    for piece in PROMOTIONS {
                        offer(Try::step(Role::Pawn, from, to, Some(piece)), sure)?;
                    }
                } else {
                    offer(Try::step(Role::Pawn, from, to, None), sure)?;
                }
            }
        }
        if let Some(to) = self.en_passant() {
            for from in attacks::pawn_attacks(!us, to) & self.men(Role::Pawn) & own {
                let captured = Square::from_coords(to.file(), from.rank());
                if wanted == MoveChoice::All || wanted == MoveChoice::Capture(captured) {
                    offer(Try::step(Role::Pawn, from, to, None), false)?;
                }
            }
        }
        if !matches!(wanted, MoveChoice::Capture(_)) {
            for side in CastlingSide::ALL {
                if self.castles(us, side) {
                    offer(Try::Castle(side), true)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether there is a legal move.
    pub fn has_move(&self) -> bool {
        self.some_move(MoveChoice::All, |_| true)
    }

    /// Whether the side to move is mated.
    pub fn is_mate(&self) -> bool {
        self.checkers().any() && !self.has_move()
    }

    /// The number of pawn captures that can be tried and would capture nothing.
    pub fn vain_pawn_captures(&self) -> usize {
        let us = self.turn();
        let them = self.side(!us);
        let own = self.side(us);
        let vain: usize = (self.men(Role::Pawn) & own)
            .into_iter()
            .map(|from| (attacks::pawn_attacks(us, from) & !own & !them).count())
            .sum();
        // A man that can be captured en passant is on another square.
        vain - self.en_passant().map_or(0, |to| {
            (attacks::pawn_attacks(!us, to) & self.men(Role::Pawn) & own).count()
        })
    }

    /// The own men next to the king on its lines, with a sliding man of the other side somewhere
    /// behind them.
    fn shields(&self, king: Square) -> Bitboard {
        let us = self.turn();
        let occupied = self.occupied();
        let own = self.side(us);
        let near = attacks::queen_attacks(king, occupied) & own;
        let beyond = self.attackers(king, !us, occupied & !near);
        let mut shields = Bitboard::EMPTY;
        for slider in beyond {
            shields |= attacks::between(king, slider) & near;
        }
        shields
    }
}
