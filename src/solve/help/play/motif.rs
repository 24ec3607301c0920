//! Random positions of the kinds that the rules of pruning could get wrong.
//!
//! Each [`Motif`] is made to test an assumption of a rule: that the men of a castling are on its
//! target squares, that a man next to another is in its way, that a number of captures lets only
//! a certain number of pawns pass. White mates or stalemates Black here; the judge turns boards
//! round.

use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Setup, Square, attacks};

use super::placement::{EDGE, LAST_RANKS, Random, block, near, pin, put};

/// The parts of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motif {
    /// Chess960: a king is on the square to which the other king or its rook castles.
    KingOnTarget,
    /// Chess960: any man, or the castling king or rook itself, is on a target of castling, king and
    /// rook are neighbours, two rooks are on one side, or both colours may castle.
    MenOnTargets,
    /// A castled rook, or a line that the castling king leaves, is aimed at the other king.
    CastlingLines,
    /// A king and its rooks on their squares of normal chess or near them, with few men in the way;
    /// the black king is on an edge, its own or near White's.
    Castlings,
    /// A pawn may be captured en passant, now or after its double step, with kings and line pieces
    /// around.
    EnPassant,
    /// Pawns next to promotion, a king next to their promotion squares.
    Promotions,
    /// More men of a kind or of a colour than a set has.
    Crowd,
    /// Pawns that block each other, and a few men that they can capture.
    Chains,
    /// Pawns on their first squares with one or both squares before them occupied, or free.
    DoubleSteps,
    /// Pinned black men, some next to their pinners, the black king with few squares.
    Pins,
    /// A black king shut in by its own men.
    Boxed,
    /// Both kings in or next to corners, few men.
    Corners,
    /// A lone black king, or one with blocked pawns only.
    Lone,
    /// Black pawns about to promote and black officers near their king, which only their own men
    /// can shut in.
    Walled,
}

impl Motif {
    /// All motifs.
    pub const ALL: [Motif; 14] = [
        Motif::KingOnTarget,
        Motif::MenOnTargets,
        Motif::CastlingLines,
        Motif::Castlings,
        Motif::EnPassant,
        Motif::Promotions,
        Motif::Crowd,
        Motif::Chains,
        Motif::DoubleSteps,
        Motif::Pins,
        Motif::Boxed,
        Motif::Corners,
        Motif::Lone,
        Motif::Walled,
    ];

    /// One attempt at a position, which may be illegal.
    pub fn setup(self, random: &mut Random) -> Option<Setup> {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(random.chance(50));
        match self {
            Motif::KingOnTarget => king_on_target(&mut setup, random)?,
            Motif::MenOnTargets => men_on_targets(&mut setup, random)?,
            Motif::CastlingLines => castling_lines(&mut setup, random)?,
            Motif::Castlings => castlings(&mut setup, random)?,
            Motif::EnPassant => en_passant(&mut setup, random)?,
            Motif::Promotions => promotions(&mut setup, random)?,
            Motif::Crowd => crowd(&mut setup, random)?,
            Motif::Chains => chains(&mut setup, random)?,
            Motif::DoubleSteps => double_steps(&mut setup, random)?,
            Motif::Pins => pins(&mut setup, random)?,
            Motif::Boxed => boxed(&mut setup, random)?,
            Motif::Corners => corners(&mut setup, random)?,
            Motif::Lone => lone(&mut setup, random)?,
            Motif::Walled => walled(&mut setup, random)?,
        }
        Some(setup)
    }
}

/// A castling: its colour, its side, and the final squares of king and rook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Castling {
    /// The colour that castles.
    pub color: Color,
    /// To the h side.
    pub short: bool,
}

impl Castling {
    fn any(random: &mut Random) -> Castling {
        Castling {
            color: Color::from_white(random.chance(40)),
            short: random.chance(50),
        }
    }

    fn square(self, file: usize) -> Square {
        let rank = self.color.fold_wb(Rank::First, Rank::Eighth);
        Square::from_coords(File::new(file as u32), rank)
    }

    /// The final square of the king.
    pub fn king_to(self) -> Square {
        self.square(if self.short { 6 } else { 2 })
    }

    /// The final square of the rook.
    pub fn rook_to(self) -> Square {
        self.square(if self.short { 5 } else { 3 })
    }

    /// Puts a rook with a right beyond the king on `file`.
    fn put_rook(self, setup: &mut Setup, random: &mut Random, file: usize) -> Option<()> {
        let rook = if self.short {
            file + 1 + random.below(7 - file)
        } else {
            random.below(file)
        };
        let rook = self.square(rook);
        if setup.board.occupied().contains(rook) {
            return None;
        }
        setup.board.set_piece_at(rook, self.color.rook());
        setup.castling_rights.add(rook);
        Some(())
    }

    /// Puts king and rook, sometimes both rooks, on free squares.
    fn put(self, setup: &mut Setup, random: &mut Random) -> Option<()> {
        let file = if random.chance(30) {
            4
        } else {
            1 + random.below(6)
        };
        let king = self.square(file);
        if setup.board.occupied().contains(king) {
            return None;
        }
        setup.board.set_piece_at(king, self.color.king());
        self.put_rook(setup, random, file)?;
        if random.chance(20) {
            let other = Castling {
                short: !self.short,
                ..self
            };
            other.put_rook(setup, random, file)?;
        }
        Some(())
    }
}

/// A few men for both, hardly more than a mate or stalemate needs.
fn put_few(setup: &mut Setup, random: &mut Random, white: usize, black: usize) {
    let king = setup.board.king_of(Color::Black);
    let around = |distance| king.map_or(Bitboard::FULL, |king| near(king, 1, distance));
    for _ in 0..white {
        let squares = if random.chance(50) {
            around(3)
        } else {
            Bitboard::FULL
        };
        let role = [
            Role::Knight,
            Role::Knight,
            Role::Bishop,
            Role::Bishop,
            Role::Rook,
            Role::Pawn,
            Role::Pawn,
            Role::Queen,
        ][random.below(8)];
        put(setup, random, role.of(Color::White), squares);
    }
    for _ in 0..black {
        let squares = if random.chance(60) {
            around(2)
        } else {
            Bitboard::FULL
        };
        let role = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop][random.below(4)];
        put(setup, random, role.of(Color::Black), squares);
    }
}

/// Puts a king on the board if it is missing: White's is usually some squares from Black's.
fn put_kings(setup: &mut Setup, random: &mut Random, squares: Bitboard) {
    if setup.board.king_of(Color::Black).is_none() {
        put(setup, random, Color::Black.king(), squares);
    }
    if setup.board.king_of(Color::White).is_none() {
        let squares = match setup.board.king_of(Color::Black) {
            Some(king) if random.chance(75) => near(king, 2, 3),
            _ => Bitboard::FULL,
        };
        put(setup, random, Color::White.king(), squares);
    }
}

fn king_on_target(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let castling = Castling::any(random);
    let target = if random.chance(60) {
        castling.rook_to()
    } else {
        castling.king_to()
    };
    // Sometimes next to it.
    let target = if random.chance(15) {
        random.square(near(target, 1, 1))?
    } else {
        target
    };
    setup.board.set_piece_at(target, (!castling.color).king());
    castling.put(setup, random)?;
    let (white, black) = match castling.color {
        Color::White => (random.below(3), random.below(3)),
        Color::Black => (1 + random.below(3), random.below(2)),
    };
    put_few(setup, random, white, black);
    Some(())
}

fn men_on_targets(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let castling = Castling::any(random);
    if random.chance(30) {
        // King and rook side by side or on their targets.
        let king = if random.chance(50) {
            castling.king_to()
        } else {
            castling.rook_to()
        };
        let step = if castling.short { 1 } else { -1 };
        let rook = king.offset(step)?;
        setup.board.set_piece_at(king, castling.color.king());
        setup.board.set_piece_at(rook, castling.color.rook());
        setup.castling_rights.add(rook);
    } else {
        castling.put(setup, random)?;
    }
    if random.chance(30) {
        let other = Castling {
            color: !castling.color,
            short: random.chance(50),
        };
        other.put(setup, random)?;
    }
    for target in [castling.king_to(), castling.rook_to()] {
        if random.chance(50) {
            let role = if random.chance(40) {
                Role::Rook
            } else {
                random.officer()
            };
            let color = Color::from_white(random.chance(50));
            put(setup, random, role.of(color), target.into());
        }
    }
    put_kings(setup, random, EDGE);
    let (white, black) = (random.below(3), random.below(2));
    put_few(setup, random, white, black);
    Some(())
}

fn castling_lines(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let castling = Castling::any(random);
    castling.put(setup, random)?;
    let own = setup.board.king_of(castling.color)?;
    let other = (!castling.color).king();
    let (rook, king) = (castling.rook_to(), castling.king_to());
    let lines = match random.below(3) {
        0 => attacks::rook_attacks(rook, Bitboard::EMPTY),
        1 => attacks::queen_attacks(own, Bitboard::EMPTY),
        _ => near(king, 2, 2),
    };
    put(setup, random, other, lines);
    // A line piece behind the king that castles.
    if random.chance(50) {
        let target = setup.board.king_of(!castling.color)?;
        let behind = attacks::ray(own, target) & !attacks::between(own, target);
        let role = match own.file() == target.file() || own.rank() == target.rank() {
            true => Role::Rook,
            false => Role::Bishop,
        };
        put(setup, random, role.of(castling.color), behind);
    }
    let (white, black) = (random.below(3), random.below(3));
    put_few(setup, random, white, black);
    Some(())
}

fn castlings(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let colors = match random.below(5) {
        0 => &Color::ALL[..],
        1 | 2 => &[Color::White],
        _ => &[Color::Black],
    };
    for &color in colors {
        let castling = Castling {
            color,
            short: random.chance(50),
        };
        if random.chance(40) {
            castling.put(setup, random)?;
            continue;
        }
        let sides = match random.below(3) {
            0 => &[0, 7][..],
            1 => &[0],
            _ => &[7],
        };
        let king = castling.square(4);
        setup.board.set_piece_at(king, color.king());
        if color.is_black() && random.chance(50) {
            for _ in 0..2 {
                let squares = near(castling.king_to(), 1, 1) & Bitboard::from(Rank::Seventh);
                put(setup, random, Color::Black.pawn(), squares);
            }
            let role = [Role::Queen, Role::Rook, Role::Bishop][random.below(3)];
            put(setup, random, role.of(Color::White), Bitboard::FULL);
        }
        for &file in sides {
            let rook = castling.square(file);
            setup.board.set_piece_at(rook, color.rook());
            setup.castling_rights.add(rook);
        }
    }
    put_kings(setup, random, EDGE);
    let black = setup.board.king_of(Color::Black)?;
    for _ in 0..random.below(4) {
        let role = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop][random.below(4)];
        let color = Color::from_white(random.chance(40));
        put(setup, random, role.of(color), near(black, 1, 2));
    }
    let (white, black) = (random.below(3), random.below(2));
    put_few(setup, random, white, black);
    Some(())
}

fn en_passant(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let hunter = Color::from_white(random.chance(60));
    let (file, beside) = match random.below(8) {
        0 => (0, 1),
        7 => (7, 6),
        file => (
            file,
            if random.chance(50) {
                file - 1
            } else {
                file + 1
            },
        ),
    };
    let at = |file: usize, rank| Square::from_coords(File::new(file as u32), rank);
    let fifth = hunter.fold_wb(Rank::Fifth, Rank::Fourth);
    let home = hunter.fold_wb(Rank::Seventh, Rank::Second);
    setup.board.set_piece_at(at(beside, fifth), hunter.pawn());
    let victim = if random.chance(40) {
        setup.turn = hunter;
        let passed = at(file, fifth).offset(hunter.fold_wb(8, -8))?;
        setup.ep_square = Some(passed);
        at(file, fifth)
    } else {
        at(file, home)
    };
    setup.board.set_piece_at(victim, (!hunter).pawn());
    // Kings and line pieces where the two pawns that disappear could open a line.
    let lines = attacks::queen_attacks(at(beside, fifth), Bitboard::EMPTY)
        | attacks::queen_attacks(at(file, fifth), Bitboard::EMPTY)
        | near(at(file, fifth), 1, 2);
    for color in Color::ALL {
        let squares = if random.chance(70) {
            lines
        } else {
            Bitboard::FULL
        };
        put(setup, random, color.king(), squares);
    }
    if random.chance(60) {
        let role = [Role::Rook, Role::Bishop, Role::Queen][random.below(3)];
        let color = Color::from_white(random.chance(70));
        put(setup, random, role.of(color), lines);
    }
    // Men in the way, so that a pawn may have no other move than this capture.
    if random.chance(40) {
        let front = at(beside, fifth).offset(hunter.fold_wb(8, -8))?;
        let man = random.man();
        let color = Color::from_white(random.chance(50));
        put(setup, random, man.of(color), front.into());
    }
    let (white, black) = (random.below(2), random.below(3));
    put_few(setup, random, white, black);
    Some(())
}

fn promotions(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let last = Bitboard::from(Rank::Eighth) | Bitboard::from(Rank::Seventh);
    let color = Color::from_white(random.chance(70));
    let squares = color.fold_wb(last, Bitboard(last.0.swap_bytes()));
    put(setup, random, Color::Black.king(), squares);
    for _ in 0..1 + random.below(3) {
        let rank = if random.chance(70) {
            color.fold_wb(Rank::Seventh, Rank::Second)
        } else {
            color.fold_wb(Rank::Sixth, Rank::Third)
        };
        put(setup, random, color.pawn(), rank.into());
    }
    if random.chance(40) {
        let rank = color.fold_wb(Rank::Second, Rank::Seventh);
        put(setup, random, (!color).pawn(), rank.into());
    }
    // Men that they could capture, or that are in their way.
    for _ in 0..random.below(3) {
        let role = random.officer();
        let rank = color.fold_wb(Rank::Eighth, Rank::First);
        let of = Color::from_white(random.chance(25) ^ color.is_black());
        put(setup, random, role.of(of), rank.into());
    }
    put_kings(setup, random, Bitboard::FULL);
    let (white, black) = (random.below(2), random.below(2));
    put_few(setup, random, white, black);
    Some(())
}

fn crowd(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let corner = random.square(EDGE)?;
    setup.board.set_piece_at(corner, Color::Black.king());
    put_kings(setup, random, Bitboard::FULL);
    let role = random.officer();
    let color = Color::from_white(random.chance(30));
    let most = color.fold_wb(10, 20);
    for _ in 0..3 + random.below(most) {
        let role = if random.chance(60) {
            role
        } else {
            random.man()
        };
        let squares = if color.is_black() && random.chance(50) {
            near(corner, 1, 3)
        } else {
            Bitboard::FULL
        };
        put(setup, random, role.of(color), squares);
    }
    let (white, black) = (random.below(3), random.below(3));
    put_few(setup, random, white, black);
    Some(())
}

fn chains(setup: &mut Setup, random: &mut Random) -> Option<()> {
    for _ in 0..2 + random.below(4) {
        let free = !LAST_RANKS & !setup.board.occupied();
        let square = random.square(free)?;
        let front = square.offset(-8)?;
        setup.board.set_piece_at(square, Color::Black.pawn());
        if random.chance(80) {
            put(setup, random, Color::White.pawn(), front.into());
        }
    }
    put_kings(setup, random, EDGE);
    for _ in 0..random.below(3) {
        let role = [Role::Knight, Role::Bishop, Role::Pawn][random.below(3)];
        let color = Color::from_white(random.chance(50));
        put(setup, random, role.of(color), Bitboard::FULL);
    }
    Some(())
}

fn double_steps(setup: &mut Setup, random: &mut Random) -> Option<()> {
    for _ in 0..1 + random.below(3) {
        let color = Color::from_white(random.chance(35));
        let home = Bitboard::from(color.fold_wb(Rank::Second, Rank::Seventh));
        let pawn = random.square(home & !setup.board.occupied())?;
        setup.board.set_piece_at(pawn, color.pawn());
        for steps in [8, 16] {
            let front = pawn.offset(color.fold_wb(steps, -steps))?;
            if random.chance(40) {
                let role = random.man();
                let of = Color::from_white(random.chance(50));
                put(setup, random, role.of(of), front.into());
            }
        }
    }
    let squares = if random.chance(60) {
        EDGE
    } else {
        Bitboard::FULL
    };
    put_kings(setup, random, squares);
    let (white, black) = (random.below(3), random.below(2));
    put_few(setup, random, white, black);
    Some(())
}

fn pins(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let king = random.square(EDGE)?;
    setup.board.set_piece_at(king, Color::Black.king());
    for _ in 0..1 + random.below(2) {
        pin(setup, random, king);
    }
    put_kings(setup, random, EDGE);
    if random.chance(40) {
        let role = random.man();
        put(setup, random, role.of(Color::Black), near(king, 1, 1));
    }
    let (white, black) = (random.below(2), random.below(2));
    put_few(setup, random, white, black);
    Some(())
}

fn boxed(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let king = random.square(EDGE)?;
    setup.board.set_piece_at(king, Color::Black.king());
    for _ in 0..2 + random.below(3) {
        let role = random.man();
        put(setup, random, role.of(Color::Black), near(king, 1, 1));
    }
    if random.chance(50) {
        block(setup, random);
    }
    put_kings(setup, random, EDGE);
    let white = random.below(3);
    put_few(setup, random, white, 0);
    Some(())
}

fn corners(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    for color in Color::ALL {
        let corner = corners[random.below(4)];
        let squares = if random.chance(60) {
            corner.into()
        } else {
            near(corner, 1, 1)
        };
        put(setup, random, color.king(), squares);
    }
    for _ in 0..1 + random.below(3) {
        let piece = Piece {
            color: Color::from_white(random.chance(60)),
            role: random.man(),
        };
        let corner = corners[random.below(4)];
        let squares = if random.chance(60) {
            near(corner, 1, 2)
        } else {
            Bitboard::FULL
        };
        put(setup, random, piece, squares);
    }
    Some(())
}

fn lone(setup: &mut Setup, random: &mut Random) -> Option<()> {
    for _ in 0..random.below(3) {
        let pawn = random.square(!LAST_RANKS & !setup.board.occupied())?;
        setup.board.set_piece_at(pawn, Color::Black.pawn());
        let man = random.man();
        put(setup, random, man.of(Color::White), pawn.offset(-8)?.into());
    }
    put_kings(setup, random, Bitboard::FULL);
    let white = 1 + random.below(2);
    put_few(setup, random, white, 0);
    Some(())
}

fn walled(setup: &mut Setup, random: &mut Random) -> Option<()> {
    let king = random.square(Rank::First.into())?;
    setup.board.set_piece_at(king, Color::Black.king());
    for _ in 0..2 + random.below(3) {
        let rank = [Rank::Second, Rank::Second, Rank::Third][random.below(3)];
        let squares = near(king, 1, 3) & Bitboard::from(rank);
        put(setup, random, Color::Black.pawn(), squares);
    }
    for _ in 0..random.below(3) {
        let role = random.officer();
        put(setup, random, role.of(Color::Black), near(king, 1, 2));
    }
    put_kings(setup, random, EDGE);
    let role = [Role::Pawn, Role::Knight, Role::Bishop][random.below(3)];
    put(setup, random, role.of(Color::White), near(king, 1, 3));
    Some(())
}
