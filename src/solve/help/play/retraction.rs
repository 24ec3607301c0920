//! No rule of pruning drops a solution: random mates and stalemates, moves taken back from them,
//! and every move of the way there has to be among those that are tried.
//!
//! So only positions with a solution are looked at, at every length, and the final position is of
//! the kind that rules rely on: men shut in, pinned, blocked, just promoted or captured, castled,
//! captured en passant.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Move as ChessMove, Piece,
    Position as _, PositionError, Rank, Role, Setup, Square, attacks, fen::Fen,
};

use super::{Node, Play};
use crate::mix::SplitMix64;
use crate::solve::board::{Board, Orientation};
use crate::solve::goal::{Goal, Mate, Stalemate};
use crate::solve::limit::Limits;
use crate::solve::search::Search;
use crate::solve::table::Table;
use crate::stop::Stop;

/// What the generators draw.
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
/// Where rooks castle to.
const CASTLED: Bitboard = Bitboard(0x2800_0000_0000_0028);
pub(super) const LAST_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

pub(super) fn legal(setup: Setup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Theme {
    Any,
    /// Castling is taken back as soon as possible, and another rook put where the castled one was.
    Rooks,
    /// One side castles in the end; before, the other king stood where king or rook castled to.
    Kings,
    /// Men come to stand before black pawns, and leave squares on which these could capture.
    Pawns,
    /// Black officers shut in by their own side at the edge, after promotions, and captures by few
    /// white men.
    Cells,
}

/// Men on the board, and what their past moves are bound to.
struct Past {
    setup: Setup,
    /// King and rook that have castled don't move before.
    frozen: Bitboard,
    /// A double step that has to be taken back, since it was answered en passant.
    double_step: Option<Square>,
    theme: Theme,
    /// The moves taken back, the last one first.
    moves: Vec<ChessMove>,
}

impl Past {
    /// Black, to move, is mated or stalemated.
    fn ended(random: &mut Random, mate: bool, theme: Theme) -> Option<Past> {
        let mut setup = Setup::empty();
        setup.turn = Color::Black;
        let one = Color::from_white(random.chance(50));
        for color in [Color::White, Color::Black] {
            let has_castled = match theme {
                Theme::Rooks => random.chance(60),
                Theme::Kings => color == one,
                Theme::Any | Theme::Pawns | Theme::Cells => random.chance(5),
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
        if theme == Theme::Cells {
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
        let white = if theme == Theme::Cells { 3 } else { 4 };
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
            setup,
            frozen: Bitboard::EMPTY,
            double_step: None,
            theme,
            moves: Vec::new(),
        })
    }

    /// Takes back one move, if this try finds one.
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
                    Theme::Cells if color.is_white() => 60,
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
                // What pawns could capture, and where a rook will be after castling, are squares to
                // come from.
                let likely = match self.theme {
                    Theme::Any | Theme::Cells => squares,
                    Theme::Rooks => CASTLED,
                    Theme::Kings if role == Role::King => self.nearer(to),
                    // Out of the way of a check to the king that is to come there.
                    Theme::Kings => self.back_rank(),
                    Theme::Pawns => pawns_attack(board, !color),
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
            Theme::Any => men,
            Theme::Cells if color.is_white() => men,
            Theme::Cells => men & Bitboard::from(Rank::First),
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

    /// Where they have castled to.
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

/// What the pawns of a colour attack.
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

/// The squares at a distance from one to another.
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

/// A black officer at the edge, with black men on the squares next to it in its directions, but for
/// some that are taken already.
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

/// Puts king and rook back from where they have castled to.
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
        // The other king has to have room on the targets.
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

/// A line of that many plies to a mate or stalemate of Black, and the position it begins from.
fn line(
    random: &mut Random,
    mate: bool,
    theme: Theme,
    plies: usize,
) -> Option<(Chess, Vec<ChessMove>)> {
    let mut past = Past::ended(random, mate, theme)?;
    // Whoever stands there may be in check from the rook, and has to be the one that begins.
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
    // A right to capture en passant may be there that was not when the position was made.
    let over = if mate {
        position.is_checkmate()
    } else {
        position.is_stalemate()
    };
    over.then_some((first, moves))
}

/// The number of plies left where the line's move is not among those tried.
fn dropped<G: Goal<Rules = Board>>(
    play: &mut Play<G>,
    first: &Chess,
    moves: &[ChessMove],
) -> Option<u16> {
    let orientation = Orientation::new(Color::White);
    let mut node = Node::root(&orientation.board(first));
    for (i, m) in moves.iter().enumerate() {
        let plies = (moves.len() - i) as u16;
        let heading = play.narrow(&mut node, plies);
        play.search.moves.clear();
        let can_stop =
            G::MATE || plies == 1 || heading.is_nowhere() || play.can_stop(&mut node, plies);
        if can_stop && !heading.is_nowhere() {
            play.list(&node, plies, heading);
        }
        let board = node.board;
        let tried = play.search.moves.iter().copied();
        match tried
            .into_iter()
            .find(|&t| orientation.chess_move(t, &board) == *m)
        {
            Some(tried) => node = node.play(tried, plies),
            None => return Some(plies),
        }
    }
    None
}

/// What the lines have in them.
#[derive(Debug, Default)]
struct LineCensus {
    /// By plies.
    lines: [usize; 13],
    en_passant: usize,
    castling: usize,
    chess960: usize,
    promotion: usize,
    under_promotion: usize,
    /// Castlings with the other king on a target before: by colour, wing, and whether it was the
    /// rook's.
    kings: [usize; 8],
}

impl LineCensus {
    fn count(&mut self, first: &Chess, moves: &[ChessMove]) {
        self.count_kings(first, moves);
        self.lines[moves.len()] += 1;
        let has = |wanted: fn(&ChessMove) -> bool| usize::from(moves.iter().any(wanted));
        self.en_passant += has(|m| m.is_en_passant());
        self.castling += has(|m| m.is_castle());
        self.chess960 +=
            has(|m| matches!(m, ChessMove::Castle { king, .. } if king.file() != File::E));
        self.promotion += has(|m| m.is_promotion());
        self.under_promotion += has(|m| m.promotion().is_some_and(|r| r != Role::Queen));
    }

    fn count_kings(&mut self, first: &Chess, moves: &[ChessMove]) {
        for (i, m) in moves.iter().enumerate() {
            let ChessMove::Castle { king, rook } = *m else {
                continue;
            };
            let short = rook > king;
            let (king_to, rook_to) = if short {
                (File::G, File::F)
            } else {
                (File::C, File::D)
            };
            let white = king.rank() == Rank::First;
            let mut position = first.clone();
            let mut stood = [false; 2];
            for &m in &moves[..i] {
                let other = position.board().king_of(Color::from_white(!white));
                for (stood, file) in stood.iter_mut().zip([king_to, rook_to]) {
                    *stood |= other == Some(Square::from_coords(file, king.rank()));
                }
                position.play_unchecked(m);
            }
            for (on_rooks, stood) in stood.into_iter().enumerate() {
                let kind = 4 * usize::from(white) + 2 * usize::from(short) + on_rooks;
                self.kings[kind] += usize::from(stood);
            }
        }
    }

    /// A rook that has just castled is hardly ever without a move, so no stalemates of castled
    /// kings are asked for.
    fn is_worth_something(&self, mate: bool) -> bool {
        let kings = if mate {
            &self.kings[..]
        } else {
            &self.kings[4..]
        };
        kings.iter().all(|&lines| lines >= 5)
            && self.lines[1..].iter().all(|&lines| lines >= 10)
            && self.en_passant >= 40
            && self.castling - self.chess960 >= 40
            && self.chess960 >= 40
            && self.promotion - self.under_promotion >= 100
            && self.under_promotion >= 100
    }
}

/// Lines of every theme: the way to the end is among the moves tried.
fn no_line_is_dropped<G: Goal<Rules = Board>>(seed: u64, count: usize) {
    let mut random = Random::seeded(seed);
    let mut table = Table::new(1);
    table.begin_job();
    let stop = Stop::new();
    let mut seen = LineCensus::default();
    for i in 0..count {
        let (theme, plies) = match i % 5 {
            4 => (Theme::Cells, 2 + random.below(8)),
            0 => (Theme::Rooks, 3 + random.below(2)),
            1 => (Theme::Kings, 3 + random.below(3)),
            2 => (Theme::Pawns, 2 + random.below(2)),
            _ if random.chance(80) => (Theme::Any, 1 + random.below(5)),
            _ => (Theme::Any, 6 + random.below(7)),
        };
        let (first, moves) = loop {
            if let Some(found) = line(&mut random, G::MATE, theme, plies) {
                break found;
            }
        };
        seen.count(&first, &moves);
        let search = Search::<G>::new(&mut table, Limits::default(), &stop);
        let mut play = Play::new(search, true);
        if let Some(left) = dropped(&mut play, &first, &moves) {
            let fen = Fen::from_position(&first, EnPassantMode::Legal);
            panic!("{fen} {moves:?}: with {left} plies left the move is not tried");
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.is_worth_something(G::MATE), "{seen:?}");
}

#[test]
fn no_line_to_mate_is_dropped() {
    no_line_is_dropped::<Mate>(88_172_645_463_325_252, 5000);
}

#[test]
fn no_line_to_stalemate_is_dropped() {
    no_line_is_dropped::<Stalemate>(88_172_645_463_325_259, 10_000);
}
