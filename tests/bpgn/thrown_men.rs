//! Men placed at random around a king, and hands, for the sieves of
//! [`BughouseBoard::has_mate_in_one`] and of the test for a safe king: random games hardly ever
//! reach two men in a line, a double check, a mate by castling or in passing. Each of these is
//! counted.

use std::collections::BTreeMap;

use keymove_base::mix::SplitMix64;
use keymove_bpgn::bfen::{BfenMen, StateFields};
use keymove_bpgn::board::{BughouseBoard, DROPPABLE, Hands};
use keymove_bpgn::mate::MateRule;
use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Bitboard, Board, Color, File, Move, Rank, Role, Square};

use crate::bpgn::matches::assert_agrees;

/// The number of positions that are tested for a mate in one; every `TWIN`th also goes to the slow
/// twin.
const POSITIONS: usize = 60_000;
const TWIN: usize = 60;

/// The kinds of men, pawns more often than the rest.
const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next() % bound
    }

    fn chance(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    /// A square, usually near another one.
    fn square(&mut self, near: Square) -> Square {
        let any = Square::new(self.below(64) as u32);
        if self.chance(3) {
            return any;
        }
        let step = |random: &mut Random| random.below(5) as i32 - 2;
        let file = i32::from(near.file() as u8) + step(self);
        let rank = i32::from(near.rank() as u8) + step(self);
        if (0..8).contains(&file) && (0..8).contains(&rank) {
            Square::new((8 * rank + file) as u32)
        } else {
            any
        }
    }
}

/// A position, often with castling or a pawn that may be captured in passing; none if the kings
/// are next to each other.
fn thrown(random: &mut Random) -> Option<BughouseBoard> {
    let us = Color::from_white(random.chance(2));
    let castles = random.chance(4);
    let passing = !castles && random.chance(4);
    // Ordinary castling cannot mate in this way: one of the kings would have been next to the
    // square on which the rook arrives.
    let home = |file: u64| Square::from_coords(File::new(file as u32), us.backrank());
    let own_king = if castles {
        home(1 + random.below(6))
    } else {
        Square::new(random.below(64) as u32)
    };
    let rank = match (castles, passing) {
        (true, _) => random.below(3),
        (_, true) => 4 + random.below(4),
        _ => random.below(8),
    };
    let rank = us.relative_rank(Rank::new(rank as u32));
    let king = Square::from_coords(File::new(random.below(8) as u32), rank);
    if own_king == king || king_attacks(king).contains(own_king) {
        return None;
    }
    let mut men = Board::empty();
    men.set_piece_at(own_king, us.king());
    men.set_piece_at(king, (!us).king());
    let put = |men: &mut Board, square: Square, role: Role, color: Color| {
        let backrank = Bitboard::BACKRANKS.contains(square);
        if men.piece_at(square).is_none() && !(role == Role::Pawn && backrank) {
            men.set_piece_at(square, role.of(color));
        }
    };
    if castles {
        let file = own_king.file() as u64;
        for rook in [random.below(file), file + 1 + random.below(7 - file)] {
            put(&mut men, home(rook), Role::Rook, us);
        }
    }
    let mut passed = None;
    if passing {
        let beside = king.file() as u64 + random.below(3);
        let file = beside.saturating_sub(1).min(7) as u32;
        let at = |file: u32, rank| Square::from_coords(File::new(file), us.relative_rank(rank));
        put(&mut men, at(file, Rank::Fifth), Role::Pawn, !us);
        let beside = if file == 0 { 1 } else { file - 1 };
        put(&mut men, at(beside, Rank::Fifth), Role::Pawn, us);
        passed = Some(at(file, Rank::Sixth));
    }
    let mut throw = |random: &mut Random, count: u64, roles: &[Role], color: Color| {
        for _ in 0..count {
            let role = roles[random.below(roles.len() as u64) as usize];
            let square = random.square(king);
            put(&mut men, square, role, color);
        }
    };
    let count = 2 + random.below(6);
    throw(random, count, &ROLES, us);
    let count = random.below(9);
    throw(random, count, &ROLES[..5], !us);
    let mut hands = Hands::default();
    if random.chance(2) {
        *hands.piece_mut(DROPPABLE[random.below(5) as usize].of(us)) += 1;
    }
    let mut board = BughouseBoard::new(men, Bitboard::EMPTY, hands, us).ok()?;
    if castles {
        for file in 0..8 {
            board.allow_castling(home(file));
        }
    }
    if let Some(square) = passed {
        board.allow_en_passant(square);
    }
    Some(board)
}

/// The kind of a mate.
fn kind(board: &BughouseBoard, m: Move, after: &BughouseBoard) -> &'static str {
    let king = after.men().king_of(after.turn()).expect("a king");
    let to = m.to();
    match m {
        Move::Castle { .. } => "castling",
        Move::EnPassant { .. } => "in passing",
        Move::Put {
            role: Role::Knight, ..
        } => "drop of a knight",
        Move::Put { .. } => "drop beside the king",
        Move::Normal {
            promotion: Some(_), ..
        } => "promotion",
        Move::Normal {
            role: Role::Pawn, ..
        } if m.is_capture() => "capture by a pawn",
        Move::Normal {
            role: Role::Pawn, ..
        } => "step of a pawn",
        _ if after.checkers().count() > 1 => "double check",
        Move::Normal {
            role: Role::Knight, ..
        } => "knight",
        Move::Normal { from, .. } => {
            // Only the man that moved there, and men behind it, covered the square.
            let us = board.turn();
            let covering = board.men().attacks_to(to, us, board.men().occupied());
            if covering.without(from).any() {
                return "beside the king";
            }
            let occupied = after.men().occupied();
            let behind = after.men().attacks_to(to, us, occupied);
            let through = behind
                .into_iter()
                .any(|one| between(one, to).contains(from));
            assert!(through, "covered by {behind:?}");
            assert!(king_attacks(king).contains(to));
            "covered from behind"
        }
    }
}

#[test]
fn mates_in_one_of_every_kind_are_found_and_no_others() {
    let mut random = Random(SplitMix64(16));
    let mut kinds = BTreeMap::new();
    let mut none = 0;
    let mut positions = 0;
    while positions < POSITIONS {
        let Some(board) = thrown(&mut random) else {
            continue;
        };
        let us = board.turn();
        let king = board.men().king_of(!us).expect("a king");
        let occupied = board.men().occupied();
        let checked = board.men().attacks_to(king, us, occupied).any();
        if checked && !random.chance(20) {
            continue;
        }
        positions += 1;
        // The twin castles from e1 and e8 alone.
        let castles = !StateFields(&board).to_string().contains(" - ");
        if positions % TWIN == 0 && !castles {
            assert_agrees(&board);
        }
        let mut mating = Vec::new();
        for m in board.legal_moves() {
            let mut after = board.clone();
            after.play(m);
            if after.is_mate(MateRule::Unblockable) {
                mating.push(m);
                // If the king was in check, the mating man is not the one that has moved.
                let kind = if checked {
                    "in check before"
                } else {
                    kind(&board, m, &after)
                };
                *kinds.entry(kind).or_insert(0) += 1;
            }
        }
        none += u32::from(mating.is_empty());
        assert_eq!(
            board.has_mate_in_one(MateRule::Unblockable),
            !mating.is_empty(),
            "{}: {mating:?}",
            BfenMen(&board)
        );
    }
    assert!(none > 1000, "{none}");
    let rare: Vec<_> = kinds.iter().filter(|(_, count)| **count < 5).collect();
    assert!(kinds.len() == 12 && rare.is_empty(), "{kinds:?}");
}
