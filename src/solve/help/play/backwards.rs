//! Lines made from their ends: a random mate or stalemate, and moves taken back from it, so that
//! there is a solution of a known length. [`line`] returns one.
//!
//! A [`Theme`] decides which rules of pruning the moves should test: castled men, kings on the
//! squares of castling, pawns that could capture, men shut in.

use shakmaty::{
    Bitboard, Chess, Color, File, Move as ChessMove, Piece, Position as _, Rank, Role, Setup,
    Square, attacks,
};

use super::placement::{EDGE, LAST_RANKS, Random, block, legal, near, pin, put};

/// The squares to which rooks castle.
const CASTLED: Bitboard = Bitboard(0x2800_0000_0000_0028);
/// The theme of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Theme {
    Any,
    /// Castling is taken back as soon as possible, and another rook is put on the castled one's
    /// square.
    Rooks,
    /// One side castles in the end; before that, the other king was on a target of its king or
    /// rook.
    Kings,
    /// Men move in front of black pawns, and leave squares on which these could capture.
    Pawns,
    /// Black officers shut in by their own side at the edge, after promotions, and captures by few
    /// white men.
    SelfBlocks,
    /// Men end on squares where others began, after many captures.
    Exchanges,
}

/// Men on the board, and the limits on their past moves.
struct Past {
    setup: Setup,
    /// King and rook that have castled don't move before that.
    frozen: Bitboard,
    /// A double step that has to be taken back, since an en-passant capture answered it.
    double_step: Option<Square>,
    theme: Theme,
    /// The final squares of the men.
    ends: Bitboard,
    /// The moves that were taken back, the last one first.
    moves: Vec<ChessMove>,
}

impl Past {
    /// A position in which Black, to move, is mated or stalemated.
    fn ended(random: &mut Random, mate: bool, theme: Theme) -> Option<Past> {
        let mut setup = Setup::empty();
        setup.turn = Color::Black;
        let one = Color::from_white(random.chance(50));
        for color in [Color::White, Color::Black] {
            let has_castled = match theme {
                Theme::Rooks => random.chance(60),
                Theme::Kings => color == one,
                Theme::Any | Theme::Pawns | Theme::SelfBlocks | Theme::Exchanges => {
                    random.chance(5)
                }
            };
            if has_castled {
                let rank = color.fold_wb(Rank::First, Rank::Eighth);
                let (king, rook) = if random.chance(50) {
                    (File::C, File::D)
                } else {
                    (File::G, File::F)
                };
                let king = Square::from_coords(king, rank);
                setup.board.set_piece_at(king, color.king());
                let rook = Square::from_coords(rook, rank);
                setup.board.set_piece_at(rook, color.rook());
                if theme == Theme::Rooks {
                    let squares = attacks::rook_attacks(rook, Bitboard::EMPTY);
                    put(&mut setup, random, color.rook(), squares);
                }
            }
        }
        if setup.board.king_of(Color::Black).is_none() {
            let squares = match setup.board.king_of(Color::White) {
                Some(king) if random.chance(70) => near(king, 2, 3),
                None if random.chance(80) => EDGE,
                _ => Bitboard::FULL,
            };
            put(&mut setup, random, Color::Black.king(), squares);
        }
        let king = setup.board.king_of(Color::Black)?;
        if setup.board.king_of(Color::White).is_none() {
            let squares = if random.chance(60) {
                near(king, 2, 3)
            } else {
                Bitboard::FULL
            };
            put(&mut setup, random, Color::White.king(), squares);
        }
        if theme == Theme::Pawns {
            block(&mut setup, random);
        }
        if theme == Theme::SelfBlocks || theme == Theme::Exchanges && random.chance(50) {
            for _ in 0..1 + random.below(2) {
                shut_in(&mut setup, random);
            }
        }
        for _ in 0..random.below(if mate { 5 } else { 7 }) {
            match random.below(5) {
                0 | 1 => {
                    let role = random.man();
                    put(&mut setup, random, role.of(Color::Black), near(king, 1, 1));
                }
                2 => pin(&mut setup, random, king),
                3 => block(&mut setup, random),
                _ => {
                    let role = random.man();
                    put(&mut setup, random, role.of(Color::Black), Bitboard::FULL);
                }
            }
        }
        let white = if theme == Theme::SelfBlocks { 3 } else { 4 };
        for _ in 0..1 + random.below(white) {
            let role = random.man();
            let squares = match random.below(4) {
                0 => Bitboard::from(Rank::Eighth),
                1 | 2 => near(king, 1, 3),
                _ => Bitboard::FULL,
            };
            put(&mut setup, random, role.of(Color::White), squares);
        }
        let position = legal(setup.clone())?;
        let over = if mate {
            position.is_checkmate()
        } else {
            position.is_stalemate()
        };
        over.then_some(Past {
            ends: setup.board.occupied(),
            setup,
            frozen: Bitboard::EMPTY,
            double_step: None,
            theme,
            moves: Vec::new(),
        })
    }

    /// Takes back one move, if this attempt finds one.
    fn take_back(&mut self, random: &mut Random) -> Option<()> {
        let mut setup = self.setup.clone();
        let color = !setup.turn;
        setup.turn = color;
        let (mut frozen, mut double_step) = (self.frozen, None);
        let board = &mut setup.board;
        let m = if let Some(to) = self.double_step {
            let from = to.offset(color.fold_wb(-16, 16))?;
            board.remove_piece_at(to)?;
            board.set_piece_at(from, color.pawn());
            normal(Role::Pawn, from, to)
        } else if (matches!(self.theme, Theme::Rooks | Theme::Kings) || random.chance(50))
            && let Some((king, rook)) = uncastled(board, random, color, frozen, self.theme)
        {
            setup.castling_rights.add(rook);
            frozen.add(king);
            frozen.add(rook);
            ChessMove::Castle { king, rook }
        } else {
            let likely = self.likely(random, color);
            let to = random.square(likely)?;
            let man = board.remove_piece_at(to)?;
            let sixth = color.fold_wb(Rank::Sixth, Rank::Third);
            let last = to.rank() == color.fold_wb(Rank::Eighth, Rank::First);
            if man.role == Role::Pawn && to.rank() == sixth && random.chance(60) {
                let taken = to.offset(color.fold_wb(-8, 8))?;
                let origin = to.offset(color.fold_wb(8, -8))?;
                let from = random.square(attacks::pawn_attacks(!color, to))?;
                let needed = Bitboard::from(taken) | Bitboard::from(origin) | Bitboard::from(from);
                if (board.occupied() & needed).any() {
                    return None;
                }
                board.set_piece_at(from, color.pawn());
                board.set_piece_at(taken, (!color).pawn());
                double_step = Some(taken);
                ChessMove::EnPassant { from, to }
            } else {
                let promotion = (man.role != Role::King && man.role != Role::Pawn)
                    .then_some(man.role)
                    .filter(|_| last && random.chance(70));
                let role = if promotion.is_some() {
                    Role::Pawn
                } else {
                    man.role
                };
                let mut capture = random.chance(match self.theme {
                    Theme::SelfBlocks if color.is_white() => 60,
                    Theme::Exchanges => 45,
                    _ => 30,
                });
                let squares = if role == Role::Pawn {
                    capture = random.chance(50);
                    if capture {
                        attacks::pawn_attacks(!color, to)
                    } else {
                        let one = to.offset(color.fold_wb(-8, 8))?;
                        let fourth = color.fold_wb(Rank::Fourth, Rank::Fifth);
                        if to.rank() == fourth && !board.occupied().contains(one) {
                            Bitboard::from(one) | Bitboard::from(one.offset(color.fold_wb(-8, 8))?)
                        } else {
                            one.into()
                        }
                    }
                } else {
                    attacks::attacks(to, man, board.occupied())
                };
                let mut squares = squares & !board.occupied();
                if role == Role::Pawn {
                    squares &= !LAST_RANKS;
                }
                // Squares on which pawns could capture, and the square of a rook after castling,
                // are squares to come from.
                let likely = match self.theme {
                    Theme::Any | Theme::SelfBlocks => squares,
                    Theme::Rooks => CASTLED,
                    Theme::Kings if role == Role::King => self.nearer(to),
                    // Away from checks to the king that is to come there.
                    Theme::Kings => self.back_rank(),
                    Theme::Pawns => pawns_attack(board, !color),
                    Theme::Exchanges => self.ends,
                };
                let likely = if (likely & squares).any() && random.chance(80) {
                    likely
                } else {
                    squares
                };
                let from = random.square(squares & likely)?;
                board.set_piece_at(from, Piece { color, role });
                let taken = random.man();
                let capture =
                    (capture && (taken != Role::Pawn || !LAST_RANKS.contains(to))).then_some(taken);
                if let Some(role) = capture {
                    board.set_piece_at(to, role.of(!color));
                } else if role == Role::Pawn && from.file() != to.file() {
                    return None;
                }
                ChessMove::Normal {
                    role,
                    from,
                    capture,
                    to,
                    promotion,
                }
            }
        };
        let mut tried = setup.clone();
        if let Some(taken) = double_step {
            tried.ep_square = taken.offset(color.fold_wb(8, -8));
        }
        let position = legal(tried)?;
        if !position.is_legal(m) {
            return None;
        }
        self.setup = setup;
        self.frozen = frozen;
        self.double_step = double_step;
        self.moves.push(m);
        Some(())
    }

    /// Men whose move is worth taking back.
    fn likely(&self, random: &mut Random, color: Color) -> Bitboard {
        let board = &self.setup.board;
        let men = board.by_color(color) & !self.frozen;
        let likely = match self.theme {
            Theme::Any | Theme::Exchanges => men,
            Theme::SelfBlocks if color.is_white() => men,
            Theme::SelfBlocks => men & Bitboard::from(Rank::First),
            Theme::Rooks => men & board.rooks(),
            Theme::Kings if self.frozen.any() => men & board.kings() & !self.targets(),
            Theme::Kings => men & !board.kings() & !board.rooks(),
            Theme::Pawns if color.is_white() => men,
            Theme::Pawns => men & Bitboard(board.by_piece(Color::Black.pawn()).0 >> 8),
        };
        if likely.any() && random.chance(70) {
            likely
        } else {
            men
        }
    }

    /// The rank of king and rook that have castled.
    fn back_rank(&self) -> Bitboard {
        let castled = self.frozen.first();
        castled.map_or(Bitboard::EMPTY, |square| square.rank().into())
    }

    /// The squares to which they castled.
    fn targets(&self) -> Bitboard {
        let castling = self.moves.iter().find_map(|m| match *m {
            ChessMove::Castle { king, rook } => Some(rook > king),
            _ => None,
        });
        let files = match castling {
            Some(true) => [File::F, File::G],
            Some(false) => [File::C, File::D],
            None => return Bitboard::EMPTY,
        };
        let [one, other] = files.map(Bitboard::from_file);
        (one | other) & self.back_rank()
    }

    /// The squares nearer to those targets than `square`.
    fn nearer(&self, square: Square) -> Bitboard {
        let targets = self.targets();
        let distance = |square: Square| {
            let all = targets.into_iter().map(|target| target.distance(square));
            all.min()
        };
        Bitboard::FULL
            .into_iter()
            .filter(|&other| distance(other) < distance(square))
            .collect()
    }

    /// The first position of the line.
    fn position(&self, random: &mut Random) -> Option<Chess> {
        let mut setup = self.setup.clone();
        if let Some(taken) = self.double_step {
            setup.ep_square = taken.offset(setup.turn.fold_wb(8, -8));
        }
        for color in Color::ALL {
            let rank = color.fold_wb(Rank::First, Rank::Eighth);
            let king = Square::from_coords(File::E, rank);
            if setup.board.king_of(color) == Some(king) {
                for file in [File::A, File::H] {
                    let rook = Square::from_coords(file, rank);
                    if random.chance(20) && setup.board.piece_at(rook) == Some(color.rook()) {
                        setup.castling_rights.add(rook);
                    }
                }
            }
        }
        legal(setup)
    }
}

/// The squares that the pawns of a colour attack.
fn pawns_attack(board: &shakmaty::Board, color: Color) -> Bitboard {
    board
        .by_piece(color.pawn())
        .into_iter()
        .fold(Bitboard::EMPTY, |all, pawn| {
            all | attacks::pawn_attacks(color, pawn)
        })
}

fn normal(role: Role, from: Square, to: Square) -> ChessMove {
    ChessMove::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
    }
}

/// Puts a black officer at the edge, with black men on the squares next to it in its directions,
/// except on squares that are already occupied.
fn shut_in(setup: &mut Setup, random: &mut Random) {
    let rank = Bitboard::from(if random.chance(75) {
        Rank::First
    } else {
        Rank::Eighth
    });
    let free = (rank | (EDGE & near(Square::A1, 1, 2))) & !setup.board.occupied();
    let Some(square) = random.square(free) else {
        return;
    };
    let officer = random.officer().of(Color::Black);
    setup.board.set_piece_at(square, officer);
    let mut exits = attacks::attacks(square, officer, Bitboard::EMPTY);
    if officer.role != Role::Knight {
        exits &= attacks::king_attacks(square);
    }
    for exit in exits {
        let role = if random.chance(60) {
            Role::Pawn
        } else {
            random.officer()
        };
        put(setup, random, role.of(Color::Black), exit.into());
    }
}

/// Puts king and rook back from the squares to which they castled.
fn uncastled(
    board: &mut shakmaty::Board,
    random: &mut Random,
    color: Color,
    frozen: Bitboard,
    theme: Theme,
) -> Option<(Square, Square)> {
    let rank = color.fold_wb(Rank::First, Rank::Eighth);
    let king_to = board.king_of(color)?;
    let rook_file = match king_to.file() {
        File::C => File::D,
        File::G => File::F,
        _ => return None,
    };
    let rook_to = Square::from_coords(rook_file, rank);
    if king_to.rank() != rank
        || board.piece_at(rook_to) != Some(color.rook())
        || frozen.contains(king_to)
        || frozen.contains(rook_to)
    {
        return None;
    }
    let left = rook_file == File::D;
    let far = theme == Theme::Kings && random.chance(80);
    let (king, rook) = if far {
        // The other king needs room on the targets.
        let king = if left {
            5 + random.below(2)
        } else {
            1 + random.below(3)
        };
        let rook = if left {
            random.below(king)
        } else {
            king + 1 + random.below(7 - king)
        };
        (File::new(king as u32), File::new(rook as u32))
    } else if random.chance(60) {
        (File::E, if left { File::A } else { File::H })
    } else {
        let king = 1 + random.below(6);
        let rook = if left {
            random.below(king)
        } else {
            king + 1 + random.below(7 - king)
        };
        (File::new(king as u32), File::new(rook as u32))
    };
    let (king, rook) = (
        Square::from_coords(king, rank),
        Square::from_coords(rook, rank),
    );
    board.remove_piece_at(king_to)?;
    board.remove_piece_at(rook_to)?;
    if board.occupied().contains(king) || board.occupied().contains(rook) {
        board.set_piece_at(king_to, color.king());
        board.set_piece_at(rook_to, color.rook());
        return None;
    }
    board.set_piece_at(king, color.king());
    board.set_piece_at(rook, color.rook());
    Some((king, rook))
}

/// A line of this many plies to a mate or stalemate of Black, and the position from which it
/// begins.
pub(super) fn line(
    random: &mut Random,
    mate: bool,
    theme: Theme,
    plies: usize,
) -> Option<(Chess, Vec<ChessMove>)> {
    let mut past = Past::ended(random, mate, theme)?;
    // The king on a target may be in check from the rook, so its side has to begin.
    let castler_is_white = past
        .setup
        .board
        .king_of(Color::White)
        .is_some_and(|king| king.rank() == Rank::First);
    let plies = match theme {
        Theme::Kings if castler_is_white => plies + plies % 2,
        Theme::Kings => plies | 1,
        _ => plies,
    };
    let mut tries = 0;
    while past.moves.len() < plies {
        let _ = past.take_back(random);
        tries += 1;
        if tries > 30 * plies {
            return None;
        }
    }
    let kings = past.setup.board.kings();
    if theme == Theme::Kings && (kings & past.targets() & !past.frozen).is_empty() {
        return None;
    }
    let first = past.position(random)?;
    let moves: Vec<ChessMove> = past.moves.iter().rev().copied().collect();
    let mut position = first.clone();
    for &m in &moves {
        if !position.is_legal(m) {
            return None;
        }
        position.play_unchecked(m);
    }
    // There may be a right to capture en passant that the position did not have when it was made.
    let over = if mate {
        position.is_checkmate()
    } else {
        position.is_stalemate()
    };
    over.then_some((first, moves))
}
