//! Pictures of mates: the faults of a picture that is not a mate, and the ways to mend them.
//!
//! Take the final position of a true solution that agrees with the picture in all men that are
//! placed. Men without a place may be obstacles on their squares or may have gone, so a line of
//! White's is clear if no man is placed on it, and a line of Black's only if no man at all is on
//! it. The final position does not have a fault by this measure, so one of these holds there:
//!
//! - no check, or a single one that is answered or stopped: another white man gives check;
//! - a flight: a black man blocks it or a white one guards it;
//! - a man between the king and the only man that gives check: it is not there;
//! - a black man that can capture the man that gives check, or go between: it is pinned, a man is
//!   in its way, or it is not there.
//!
//! Flights that no white man without a place attacks with the moves that are left need black men on
//! all of them, and their moves are counted together: an h#5 examines 0.37 million pictures instead
//! of 0.93 million and takes half the time, 32 mates in 3 to 10 take 0.97 times.

use super::budget::PictureBudget;
use super::{FittingPictures, Hopeless, PictureFault, PictureLimits, Pictures};
use crate::attacks::{self, Bits, Sq, bit, lowest, pop};
use crate::board::{Board, KING, NO_SQUARE, PAWN, QUEEN};
use crate::help::castlings;
use crate::help::move_order::MovesLeft;
use crate::help::net::distance;
use crate::help::reach::attacked_from;
use crate::help::self_blocks::NO_CELLS;
use crate::side::{Black, White};

use super::men::{ManState, Picture, PictureMan, seen};

/// The most pictures of a final square that are examined where only known ones are carried on.
const CARRIED: usize = 100;

/// The squares from which pawns make double steps.
const SEVENTH: Bits = 0x00ff_0000_0000_0000;

/// The squares around a mated king that are not guarded, and the men that give check.
struct Guarded {
    flights: Bits,
    checks: usize,
    /// The last of them.
    checker: Sq,
}

impl Pictures {
    /// The fault of a picture of a mate that is mended first.
    pub(super) fn mate_fault(&self, picture: &Picture) -> Result<Option<PictureFault>, Hopeless> {
        let crowded = picture.undecided & picture.placed;
        if crowded != 0
            && let Some(i) = picture.undecided_on(lowest(crowded))
        {
            return Ok(Some(PictureFault::Crowded(i)));
        }
        let king = self.limits.king;
        let Guarded {
            mut flights,
            checks,
            checker,
        } = self.guarded_squares(picture);
        let attackable = self.attackable(picture);
        let only_black = flights & !attackable;
        if checks == 0 && attackable & bit(king) == 0
            || only_black != 0 && picture.moves_to_fill(only_black) > picture.moves_without_place()
        {
            return Err(Hopeless);
        }
        let mut least = usize::MAX;
        let mut found = None;
        if checks == 0 {
            least = self.ways_to_attack(picture, king, least);
            found = Some(PictureFault::NoCheck);
        }
        let blocks = ways_to_block(picture, flights);
        while let Some(sq) = pop(&mut flights) {
            if least == 0 {
                break;
            }
            let ways = usize::from(blocks[usize::from(sq)]);
            let ways = if ways < least && attackable & bit(sq) != 0 {
                ways + self.ways_to_attack(picture, sq, least - ways)
            } else {
                ways
            };
            if ways < least {
                least = ways;
                found = Some(PictureFault::Flight(sq));
            }
        }
        if least == 0 {
            return Err(Hopeless);
        }
        if checks == 1
            && least > 1
            && let Some(fault) = self.answer(picture, checker)
        {
            return Ok(Some(fault));
        }
        Ok(found)
    }

    /// A mate's flights and checks as far as men guard from the squares on which they are.
    fn guarded_squares(&self, picture: &Picture) -> Guarded {
        let king = self.limits.king;
        let mut guarded = Guarded {
            flights: attacks::king(king) & !picture.black_men,
            checks: 0,
            checker: NO_SQUARE,
        };
        for man in &picture.white[..picture.whites] {
            let near = guarded.flights | bit(king);
            if !matches!(man.state, ManState::Undecided | ManState::Placed)
                || attacked_from(man.role(), man.at) & near == 0
            {
                continue;
            }
            let seen = seen(man.role(), man.at, picture.placed & !bit(king));
            guarded.flights &= !seen;
            if seen & bit(king) != 0 {
                guarded.checks += 1;
                guarded.checker = man.at;
            }
        }
        guarded
    }

    /// White men without a place that can still move, each with the most moves it can make in all.
    #[inline(always)]
    fn movable<'a>(&self, picture: &'a Picture) -> impl Iterator<Item = (&'a PictureMan, usize)> {
        let most = self.limits.white_moves;
        let spent = picture.white_moves_sum();
        let men = picture.white[..picture.whites].iter();
        men.filter(|man| man.state != ManState::Placed)
            .map(move |man| (man, (most + usize::from(man.moves)).saturating_sub(spent)))
            .filter(|&(_, left)| left > 0)
            .map(move |(man, left)| (man, left.min(most)))
    }

    /// The squares that white men without a place may attack after a move or more, and perhaps others.
    pub(super) fn attackable(&self, picture: &Picture) -> Bits {
        let mut squares = 0;
        for (man, left) in self.movable(picture) {
            for (role, journey) in man.lives(true) {
                squares |= match role {
                    PAWN => attacks::pawns::<White>(journey[left]),
                    _ => journey.get(left + 1).copied().unwrap_or(!0),
                };
            }
        }
        squares
    }

    /// The number of ways in which a white man without a place attacks a square, if it is less than
    /// `enough`; otherwise `enough` or more.
    fn ways_to_attack(&self, picture: &Picture, sq: Sq, enough: usize) -> usize {
        let mut ways = 0;
        for (man, left) in self.movable(picture) {
            // A pawn becomes a queen, not a rook or a bishop.
            for (role, journey) in man.lives(true) {
                let squares = match role {
                    PAWN => attacks::pawn::<Black>(sq),
                    _ => attacked_from(role, sq),
                };
                let mut to = squares & journey[left] & !picture.placed;
                if role == man.born() && man.state == ManState::Undecided {
                    to &= !bit(man.from);
                }
                ways += to.count_ones() as usize;
            }
            if ways >= enough {
                break;
            }
        }
        ways
    }

    /// The fault by which the only check is stopped or answered.
    fn answer(&self, picture: &Picture, checker: Sq) -> Option<PictureFault> {
        let men = picture.men();
        let line = attacks::between(self.limits.king, checker);
        if line & men != 0 {
            return Some(PictureFault::Shut(lowest(line & men)));
        }
        let mut found = None;
        for (i, man) in picture.black[..picture.blacks].iter().enumerate() {
            if matches!(man.state, ManState::Taken | ManState::Away) {
                continue;
            }
            let goes = if man.role() == PAWN {
                let step = (bit(man.at) >> 8) & !men;
                let two = ((step & (SEVENTH >> 8)) >> 8) & !men;
                (step | two) & line | attacks::pawn::<Black>(man.at) & bit(checker)
            } else {
                seen(man.role(), man.at, men) & (line | bit(checker))
            };
            if goes == 0 || self.is_pinned(picture, man) {
                continue;
            }
            found = Some(PictureFault::Answer(i, lowest(goes)));
            if man.state == ManState::Placed {
                break;
            }
        }
        found
    }

    /// Whether another white man can give check.
    pub(super) fn checked(&mut self, picture: &mut Picture) -> bool {
        let king = self.limits.king;
        let squares = attacks::queen(king, 0) | attacks::knight(king);
        self.white_on(picture, squares, |role, sq, placed| {
            role != KING && seen(role, sq, placed & !bit(king)) & bit(king) != 0
        })
    }

    /// Whether the man between the king and the only man that gives check can go away, or another
    /// man can give check.
    pub(super) fn opened(&mut self, picture: &mut Picture, sq: Sq) -> bool {
        if let Some(i) = picture.undecided_on(sq) {
            return self.changed(picture, i) || self.checked(picture);
        }
        self.fits_after(picture, |next| {
            next.away(sq);
            true
        }) || self.checked(picture)
    }

    /// Whether the answer of a black man to the only check can be prevented.
    pub(super) fn prevented(&mut self, picture: &mut Picture, i: usize, to: Sq) -> bool {
        let man = picture.black[i];
        let mark = picture.mark();
        if man.state == ManState::Undecided {
            if self.changed(picture, i) {
                return true;
            }
            // Otherwise it stays on its square.
            picture.stay(i);
        }
        let ended = self.pinned(picture, &man)
            || self.filled(picture, attacks::between(man.at, to), true)
            || self.checked(picture);
        picture.undo(mark);
        ended
    }
}

/// The number of ways in which black men without a place block each of these flights.
fn ways_to_block(picture: &Picture, flights: Bits) -> [u8; 64] {
    let mut ways = [0; 64];
    let flights = flights & !picture.placed;
    for man in &picture.black[..picture.blacks] {
        let most = picture.black_moves + usize::from(man.moves);
        if most == 0 || !matches!(man.state, ManState::Undecided | ManState::Away) {
            continue;
        }
        for (role, journey) in man.lives(false) {
            // A pawn becomes a rook or a bishop, not a queen.
            let as_role = 1 + u8::from(role == QUEEN && man.born() == PAWN);
            let mut squares = journey[most] & flights;
            while let Some(sq) = pop(&mut squares) {
                ways[usize::from(sq)] += as_role;
            }
        }
    }
    ways
}

/// The subset of `kings` on which the black king may be mated after `left` moves, which are `plies`
/// plies.
pub fn squares(
    board: &Board,
    kings: Bits,
    left: MovesLeft,
    plies: u16,
    budget: &mut PictureBudget,
    pictures: &mut FittingPictures,
) -> Bits {
    // A capture en passant at once would need rules of its own.
    if board.ep != NO_SQUARE {
        return kings;
    }
    if board.may_castle {
        return squares_castling(board, kings, left, plies, budget, pictures);
    }
    let only_carried = budget.room(plies) == 0;
    let from = board.king::<Black>();
    let men = board.us::<White>().count_ones() - 1;
    let (mut within, mut squares) = (0, 0);
    let mut rest = kings;
    while let Some(king) = pop(&mut rest) {
        let Some(moves) = left.black.checked_sub(distance(from, king)) else {
            continue;
        };
        within += 1;
        // Where a new search does not pay, known pictures are carried on.
        if only_carried && !pictures.is_carried(king) {
            squares |= bit(king);
            continue;
        }
        let limits = PictureLimits {
            mate: true,
            king,
            white_moves: left.white,
            black_moves: moves,
            captures: !0,
            stands: !0,
            pins: true,
            men: 0,
            cells: NO_CELLS,
        };
        let room = match only_carried {
            true => CARRIED,
            false => budget.room(plies),
        };
        let mut unused = room;
        if pictures.exist(board, limits, &mut unused, men) {
            squares |= bit(king);
        }
        budget.spend(plies, room - unused);
    }
    budget.earn(plies, within - squares.count_ones(), within);
    squares
}

/// The same if a side may still castle.
fn squares_castling(
    board: &Board,
    kings: Bits,
    left: MovesLeft,
    plies: u16,
    budget: &mut PictureBudget,
    pictures: &mut FittingPictures,
) -> Bits {
    let boards = match budget.room(plies) {
        0 => None,
        _ => castlings::boards(board, left),
    };
    let Some(boards) = boards else {
        return kings;
    };
    let mut found = 0;
    for (board, left) in &boards {
        found |= squares(board, kings & !found, *left, plies, budget, pictures);
    }
    pictures.forget();
    found
}
