//! Small random positions for the judges of the search, and what the table holds of them against
//! depth-first search, which keeps the length that it has proved and nothing else.

use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup, Square};

use super::goal::Goal;
use super::limit::Limits;
use super::rules::Rules;
use super::search::Search;
use super::side::{Black, White};
use super::table::{Depth, Table, attacker_key, defender_key};
use crate::mix::SplitMix64;
use crate::position::Position;
use crate::stop::Stop;

/// A legal position of two kings and a few men.
pub fn position(random: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    let kings = [Color::Black, Color::White].map(|color| Piece {
        color,
        role: Role::King,
    });
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let men = (0..2 + random.below(3)).map(|_| Piece {
        color: Color::from_white(random.chance(75)),
        role: roles[random.below(roles.len())],
    });
    let men: Vec<Piece> = kings.into_iter().chain(men).collect();
    for (place, piece) in men.into_iter().enumerate() {
        // The black king in a corner's neighbourhood, the white one near it more often than not.
        let square = match place {
            0 if random.chance(80) => {
                [Square::G8, Square::H8, Square::H7, Square::G7][random.below(4)]
            }
            1 if random.chance(70) => {
                [Square::F6, Square::G6, Square::H6, Square::F7][random.below(4)]
            }
            _ => Square::new(random.below(64) as u32),
        };
        setup.board.set_piece_at(square, piece);
    }
    let chess = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    Some(chess.into())
}

/// The attacker's nodes two moves deep below `board`, and the defender's between them.
fn below<R: Rules>(board: &R) -> (Vec<R>, Vec<R>) {
    let (mut attacker, mut defender) = (vec![*board], Vec::new());
    let mut place = 0;
    while place < attacker.len() {
        let at = attacker[place];
        place += 1;
        let mut moves = Vec::new();
        at.list::<White>(&mut moves);
        for m in moves {
            let child = at.play::<White>(m);
            defender.push(child);
            if place == 1 {
                let mut replies = Vec::new();
                child.list::<Black>(&mut replies);
                attacker.extend(replies.into_iter().map(|m| child.play::<Black>(m)));
            }
        }
    }
    (attacker, defender)
}

/// Judges what a search knows of the first moves below `board`: solutions within four moves, and
/// that there is none within two; beyond them depth-first search takes long.
pub fn judge_bounds<G: Goal>(search: &mut Search<G>, board: &G::Rules) {
    let stop = Stop::new();
    let mut table = Table::new(1);
    table.begin_job();
    let mut judge = Search::<G>::new(&mut table, Limits::default(), &stop);
    let (attacker, defender) = below(board);
    let attacker = attacker.into_iter().map(|at| (true, at));
    for (attacks, at) in attacker.chain(defender.into_iter().map(|at| (false, at))) {
        let key = if attacks {
            attacker_key(at.hash())
        } else {
            defender_key(at.hash())
        };
        let known = search.table.bounds(key);
        let mut wins = |n: Depth| {
            let answer = if attacks {
                judge.attack(&at, n)
            } else {
                judge.defend(&at, n)
            };
            answer.expect("there is no limit")
        };
        if known.proved <= 4 {
            assert!(wins(known.proved), "{known:?} at {:?}", at.men());
        }
        let refuted = known.refuted.min(2);
        if refuted > 0 {
            assert!(!wins(refuted), "{known:?} at {:?}", at.men());
        }
    }
}
