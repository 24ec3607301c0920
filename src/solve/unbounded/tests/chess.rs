//! Chess: all positions within reach of a first one, or as many as time allows, and the tables of
//! bare endings.
//!
//! If not all positions are examined, two lengths enclose the true one: one with the other
//! positions lost for the attacker, one with them won at once.

use std::collections::HashMap;

use shakmaty::{CastlingMode, Chess, Color, FromSetup, Piece, Position as _, Role, Setup, Square};

use super::*;
use crate::Endings;
use crate::board::Orientation;
use crate::goal::Mate;
use crate::long::{least, share, step};
use crate::small;
use keymove_base::mix::SplitMix64;

/// The positions within reach of a first one, nearest first.
struct Reach {
    turn: Color,
    chess: Vec<Chess>,
    positions: Positions,
    /// The number of positions whose moves are all known.
    expanded: usize,
}

impl Reach {
    /// Continues until there are `most` positions.
    fn of(first: &Chess, most: usize) -> Reach {
        let turn = first.turn();
        let mut numbers = HashMap::from([(first.clone(), 0_u32)]);
        let mut chess = vec![first.clone()];
        let mut positions = Positions::default();
        let mut expanded = 0;
        while expanded < chess.len() && chess.len() < most {
            let position = chess[expanded].clone();
            expanded += 1;
            let mut moves = Vec::new();
            for m in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(m);
                let number = *numbers.entry(child).or_insert_with_key(|child| {
                    chess.push(child.clone());
                    chess.len() as u32 - 1
                });
                moves.push(number);
            }
            positions.goals.push(position.is_checkmate());
            let is_attacker = position.turn() == turn;
            let (attacks, defences) = if is_attacker {
                (moves, Vec::new())
            } else {
                (Vec::new(), moves)
            };
            positions.attacks.push(attacks);
            positions.defences.push(defences);
        }
        for _ in expanded..chess.len() {
            positions.attacks.push(Vec::new());
            positions.defences.push(Vec::new());
            positions.goals.push(false);
        }
        Reach {
            turn,
            chess,
            positions,
            expanded,
        }
    }

    fn is_attacker(&self, at: usize) -> bool {
        self.chess[at].turn() == self.turn
    }

    /// The least and the greatest length that each position may have, including the attacker's move
    /// that led there.
    fn lengths(&mut self) -> [Vec<Depth>; 2] {
        let mut both = [Vec::new(), Vec::new()];
        for (is_greatest, lengths) in [true, false].into_iter().zip(&mut both) {
            if !is_greatest {
                // The others are won at once by a move to a mate.
                let mated = self.chess.len() as u32;
                self.positions.attacks.push(Vec::new());
                self.positions.defences.push(Vec::new());
                self.positions.goals.push(true);
                for at in self.expanded..self.chess.len() {
                    self.positions.attacks[at] = vec![mated];
                    self.positions.goals[at] = true;
                }
            }
            let [attack, defence] = self.positions.lengths();
            *lengths = (0..self.chess.len())
                .map(|at| match self.is_attacker(at) {
                    true => attack[at],
                    false => defence[at].saturating_add(1).min(UNPROVED),
                })
                .collect();
        }
        both
    }
}

/// Kings among pawns that block each other, and a man or two that may be free to move.
fn blocked(random: &mut SplitMix64) -> Option<Chess> {
    let mut setup = Setup::empty();
    let mut put = |square: u32, color, role| {
        let square = Square::new(square);
        let is_free = setup.board.piece_at(square).is_none();
        setup.board.set_piece_at(square, Piece { color, role });
        is_free
    };
    let mut is_free = true;
    for _ in 0..2 + random.below(4) {
        let square = (8 + random.below(40)) as u32;
        is_free &=
            put(square, Color::White, Role::Pawn) & put(square + 8, Color::Black, Role::Pawn);
    }
    for _ in 0..random.below(3) {
        let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];
        let square = (8 + random.below(48)) as u32;
        let color = Color::from_white(random.chance(60));
        is_free &= put(square, color, roles[random.below(roles.len())]);
    }
    for color in Color::ALL {
        is_free &= put(random.below(64) as u32, color, Role::King);
    }
    let chess = Chess::from_setup(setup, CastlingMode::Standard).ok();
    chess.filter(|_| is_free)
}

#[test]
fn whatever_is_kept_of_chess_is_so() {
    let mut source = SplitMix64(43);
    let mut table = Table::new(16);
    let mut count = Count::default();
    let (most, asked, nodes) = match step() {
        1 => (40_000, 400, 1000),
        _ => (4000, 50, 400),
    };
    let mut graphs = 0;
    while graphs < share(100) {
        let first = match graphs % 2 {
            0 => small::position(&mut source).map(|position| position.chess().clone()),
            _ => blocked(&mut source),
        };
        let Some(first) = first else { continue };
        graphs += 1;
        let mut reach = Reach::of(&first, most);
        let [greatest, least] = reach.lengths();
        let orientation = Orientation::new(reach.turn);
        let boards: Vec<_> = reach.chess.iter().map(|c| orientation.board(c)).collect();
        table.begin_job();
        for _ in 0..asked {
            let at = source.below(reach.expanded);
            if reach.is_attacker(at) {
                // If the two are different, the table is judged all the same.
                let length = match greatest[at] == least[at] {
                    true => Some(greatest[at]),
                    false => None,
                };
                count.ask::<Mate>(&mut table, &boards[at], length, nodes);
            }
        }
        for (at, board) in boards.iter().enumerate() {
            let key = match reach.is_attacker(at) {
                true => attacker_key(board.hash),
                false => defender_key(board.hash),
            };
            count.judge(&table, key, least[at]..=greatest[at]);
        }
    }
    eprintln!("{count:?}");
    assert!(
        count.won > least(400) && count.lost > least(200),
        "{count:?}"
    );
    let entries = least(600);
    assert!(
        count.proofs > entries && count.refutations > entries,
        "{count:?}"
    );
}

#[test]
fn no_bare_ending_is_won_sooner_than_its_table_says() {
    let endings = Endings::new(64);
    let stop = Stop::new();
    let mut source = SplitMix64(44);
    let (mut table, mut truth) = (Table::new(16), Table::new(1));
    let mut count = Count::default();
    let men: &[&[(Color, Role)]] = &[
        &[(Color::White, Role::Rook)],
        &[(Color::White, Role::Queen)],
        &[(Color::White, Role::Bishop)],
        &[(Color::White, Role::Queen), (Color::Black, Role::Rook)],
        &[(Color::White, Role::Rook), (Color::Black, Role::Knight)],
        &[(Color::White, Role::Rook), (Color::Black, Role::Bishop)],
        &[(Color::White, Role::Bishop), (Color::White, Role::Knight)],
        &[(Color::White, Role::Knight), (Color::White, Role::Knight)],
    ];
    // Tables of four men take seconds.
    let men = &men[..if step() == 1 { men.len() } else { 3 }];
    let mut asked = 0;
    table.begin_job();
    truth.begin_job();
    while asked < share(4000) {
        let mut setup = Setup::empty();
        let kings = Color::ALL.map(|color| (color, Role::King));
        for &(color, role) in kings.iter().chain(men[asked % men.len()]) {
            let square = Square::new(source.below(64) as u32);
            setup.board.set_piece_at(square, Piece { color, role });
        }
        let number = setup.board.occupied().count();
        let Ok(chess) = Chess::from_setup(setup, CastlingMode::Standard) else {
            continue;
        };
        if number < 2 + men[asked % men.len()].len() || chess.legal_moves().is_empty() {
            continue;
        }
        asked += 1;
        let board = Orientation::new(Color::White).board(&chess);
        let mut exact = Search::<Mate>::new(&mut truth, Limits::default(), &stop);
        exact.allow_endings(&endings, ANY);
        let node = Question::Attack(&board);
        let known = exact.read_off(node, ANY).expect("there is no limit");
        let is_won = known.expect("it is a bare ending");
        let length = truth.bounds(attacker_key(board.hash)).proved;
        assert_eq!(is_won, length != UNPROVED);
        count.ask::<Mate>(&mut table, &board, Some(length), 2000);
        count.judge(&table, attacker_key(board.hash), length..=length);
    }
    eprintln!("{count:?}");
    assert!(count.won > least(1000), "{count:?}");
}
