//! Men put on a board at random, in the motifs on which the rules of pruning rely: pinned, blocked,
//! near a king. All judges of help play use it.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, FromSetup, Piece, PositionError, Role, Setup, Square,
    attacks,
};

use keymove_base::mix::SplitMix64;

/// The source of chance for the generators.
pub(super) struct Random(SplitMix64);

impl Random {
    pub(super) fn seeded(seed: u64) -> Random {
        Random(SplitMix64(seed))
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.0.chance(percent)
    }

    pub(super) fn square(&mut self, squares: Bitboard) -> Option<Square> {
        match squares.count() {
            0 => None,
            count => squares.into_iter().nth(self.below(count)),
        }
    }

    pub(super) fn officer(&mut self) -> Role {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][self.below(4)]
    }

    pub(super) fn man(&mut self) -> Role {
        if self.chance(35) {
            Role::Pawn
        } else {
            self.officer()
        }
    }
}

pub(super) const EDGE: Bitboard = Bitboard(0xff81_8181_8181_81ff);
pub(super) const LAST_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

pub(super) fn legal(setup: Setup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// The squares from `low` to `high` steps away from a square.
pub(super) fn near(centre: Square, low: u32, high: u32) -> Bitboard {
    let within = |distance: u32| {
        let once = |squares: Bitboard| {
            let grown = squares.into_iter().map(attacks::king_attacks);
            grown.fold(squares, |all, more| all | more)
        };
        (0..distance).fold(Bitboard::from(centre), |squares, _| once(squares))
    };
    within(high) & !within(low - 1)
}

pub(super) fn put(setup: &mut Setup, random: &mut Random, man: Piece, squares: Bitboard) {
    let mut free = squares & !setup.board.occupied();
    if man.role == Role::Pawn {
        free &= !LAST_RANKS;
    }
    if let Some(square) = random.square(free) {
        setup.board.set_piece_at(square, man);
    }
}

/// A black man with a white line piece behind it, as seen from the king.
pub(super) fn pin(setup: &mut Setup, random: &mut Random, king: Square) {
    let Some(pinner) = random.square(attacks::queen_attacks(king, Bitboard::EMPTY)) else {
        return;
    };
    let line = attacks::between(king, pinner) & !setup.board.occupied();
    let straight = king.file() == pinner.file() || king.rank() == pinner.rank();
    let role = match (straight, random.chance(30)) {
        (_, true) => Role::Queen,
        (true, _) => Role::Rook,
        (false, _) => Role::Bishop,
    };
    let pinned = random.man();
    if line.any() {
        put(setup, random, pinned.of(Color::Black), line);
        put(setup, random, role.of(Color::White), pinner.into());
    }
}

/// A black pawn with a man before it.
pub(super) fn block(setup: &mut Setup, random: &mut Random) {
    let free = !LAST_RANKS & !setup.board.occupied();
    let Some(square) = random.square(free) else {
        return;
    };
    setup.board.set_piece_at(square, Color::Black.pawn());
    if let Some(front) = square.offset(-8) {
        let color = Color::from_white(random.chance(50));
        let role = random.man();
        put(setup, random, role.of(color), front.into());
    }
}
