//! What a player knows of the other side's men without a belief: enough for a bound on its tries
//! when the positions that fit are too many to be kept.

use shakmaty::{Chess, Color, Position as _, Role};

/// What is known of the other side's men without looking at positions: enough for a bound on its
/// tries.
#[derive(Debug, Clone)]
pub struct Material {
    pieces: Vec<usize>,
    pawns: usize,
    captured: usize,
    moves: usize,
    from_start: bool,
}

impl Material {
    /// The men of `color` in `position`.
    pub fn of(position: &Chess, color: Color) -> Material {
        let side = position.board().by_color(color);
        let count = |role| (position.board().by_role(role) & side).count();
        let mut pieces = Vec::new();
        for (role, most) in [
            (Role::Queen, MOST_QUEEN),
            (Role::Rook, 14),
            (Role::Bishop, 13),
            (Role::Knight, 8),
            // Two ways to castle.
            (Role::King, 10),
        ] {
            pieces.extend(std::iter::repeat_n(most, count(role)));
        }
        Material {
            pieces,
            pawns: count(Role::Pawn),
            captured: 0,
            moves: 0,
            from_start: *position == Chess::default(),
        }
    }

    /// One of the men was captured.
    pub fn lose(&mut self) {
        self.captured += 1;
    }

    /// One more move was made.
    pub fn moved(&mut self) {
        self.moves += 1;
    }

    /// No more tries than this are possible.
    pub fn most_tries(&self) -> usize {
        // From its second rank a pawn stands before promotion after four moves and promotes with
        // the fifth.
        let (before, promoted) = if self.from_start {
            (
                (self.moves / 4).min(self.pawns),
                (self.moves / 5).min(self.pawns),
            )
        } else {
            (self.pawns, self.pawns)
        };
        let pawns = (0..self.pawns).map(|index| {
            if index < promoted {
                MOST_QUEEN
            } else if index < before {
                12
            } else {
                4
            }
        });
        let mut most: Vec<usize> = self.pieces.iter().copied().chain(pawns).collect();
        most.sort_unstable();
        most.iter().skip(self.captured).sum()
    }
}

const MOST_QUEEN: usize = 27;
