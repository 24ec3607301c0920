//! The umpire against slow twins that step over the board square by square.

use keymove_base::mix::SplitMix64;
use keymove_kriegspiel::announcement::{Announcement, Directions, captured_square};
use keymove_kriegspiel::own_board::{OwnBoard, Try};
use keymove_kriegspiel::umpire::{Response, Umpire, legal_if_possible};
use shakmaty::{CastlingSide, Chess, Color, Piece, Position as _, Role, Square};

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
const LEAPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

fn at(file: i32, rank: i32) -> Option<Square> {
    ((0..8).contains(&file) && (0..8).contains(&rank))
        .then(|| Square::new((rank * 8 + file) as u32))
}

fn coords(square: Square) -> (i32, i32) {
    (square.file() as i32, square.rank() as i32)
}

/// The number of squares on the line through `from`.
fn length(from: Square, (df, dr): (i32, i32)) -> usize {
    let (file, rank) = coords(from);
    (-7..8)
        .filter(|n| at(file + n * df, rank + n * dr).is_some())
        .count()
}

/// The letters of the check to the side to move, found by stepping from its king.
fn letters(position: &Chess) -> String {
    let board = position.board();
    let us = position.turn();
    let king = board.king_of(us).expect("a king");
    let (file, rank) = coords(king);
    let mut letters = Vec::new();
    for (df, dr) in STRAIGHT.into_iter().chain(DIAGONAL) {
        let first = (1..8)
            .map_while(|n| Some((n, at(file + n * df, rank + n * dr)?)))
            .find_map(|(n, square)| Some((n, board.piece_at(square)?)));
        let Some((distance, Piece { color, role })) = first else {
            continue;
        };
        let straight = df == 0 || dr == 0;
        let pawn = role == Role::Pawn
            && distance == 1
            && !straight
            // White's pawns attack upwards: they are below a black king.
            && dr == us.fold_wb(1, -1);
        let slides =
            role == Role::Queen || role == if straight { Role::Rook } else { Role::Bishop };
        if color == us || !(pawn || slides) {
            continue;
        }
        letters.push(match (df, dr) {
            (0, _) => 'F',
            (_, 0) => 'R',
            direction if length(king, direction) > length(king, (-df, dr)) => 'L',
            _ => 'S',
        });
    }
    for (df, dr) in LEAPS {
        let piece = at(file + df, rank + dr).and_then(|square| board.piece_at(square));
        if piece == Some(Role::Knight.of(!us)) {
            letters.push('N');
        }
    }
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// Every possible try with the men of `us`, found by stepping from each of them.
fn tries(position: &Chess, us: Color) -> Vec<Try> {
    let own = |square: Square| position.board().color_at(square) == Some(us);
    let mut tries = Vec::new();
    for from in position.board().by_color(us) {
        let (file, rank) = coords(from);
        let role = position.board().role_at(from).expect("a man");
        let mut step = |to: Square| {
            let promotions: &[Option<Role>] =
                if role == Role::Pawn && [0, 7].contains(&coords(to).1) {
                    &[
                        Some(Role::Queen),
                        Some(Role::Rook),
                        Some(Role::Bishop),
                        Some(Role::Knight),
                    ]
                } else {
                    &[None]
                };
            tries.extend(promotions.iter().map(|&promotion| Try::Step {
                role,
                from,
                to,
                promotion,
            }));
        };
        let lines: Vec<(i32, i32)> = match role {
            Role::Rook => STRAIGHT.to_vec(),
            Role::Bishop => DIAGONAL.to_vec(),
            Role::Queen | Role::King => STRAIGHT.into_iter().chain(DIAGONAL).collect(),
            Role::Knight => LEAPS.to_vec(),
            Role::Pawn => {
                let up = us.fold_wb(1, -1);
                for side in [-1, 1] {
                    at(file + side, rank + up)
                        .filter(|to| !own(*to))
                        .into_iter()
                        .for_each(&mut step);
                }
                let first = us.fold_wb(1, 6);
                (1..=if rank == first { 2 } else { 1 })
                    .map_while(|n| at(file, rank + n * up).filter(|to| !own(*to)))
                    .for_each(&mut step);
                continue;
            }
        };
        let reach = if matches!(role, Role::King | Role::Knight) {
            1
        } else {
            7
        };
        for (df, dr) in lines {
            (1..=reach)
                .map_while(|n| at(file + n * df, rank + n * dr).filter(|to| !own(*to)))
                .for_each(&mut step);
        }
    }
    let first = us.fold_wb(0, 7);
    for (side, between) in [
        (CastlingSide::KingSide, 5..7),
        (CastlingSide::QueenSide, 1..4),
    ] {
        let free = between
            .map(|file| at(file, first).expect("a square"))
            .all(|square| !own(square));
        if free && position.castles().has(us, side) {
            tries.push(Try::Castle(side));
        }
    }
    tries
}

fn sorted(mut tries: Vec<Try>) -> Vec<String> {
    let mut names: Vec<String> = tries.drain(..).map(|t| format!("{t:?}")).collect();
    names.sort();
    names
}

#[test]
fn random_games_and_the_slow_twins() {
    let mut random = SplitMix64(3);
    let (mut doubles, mut passants, mut castlings, mut promotions, mut refused) = (0, 0, 0, 0, 0);
    for _ in 0..150 {
        let mut umpire = Umpire::default();
        for _ in 0..200 {
            let before = umpire.position().clone();
            let us = before.turn();
            let possible = umpire.tries();
            if umpire.tried().is_empty() {
                for color in [Color::White, Color::Black] {
                    let own = umpire.own_board(color);
                    let own_tries = own.tries();
                    assert_eq!(own_tries.len(), own.count_tries());
                    assert_eq!(sorted(own_tries), sorted(tries(&before, color)));
                }
                for played in before.legal_moves() {
                    assert_eq!(legal_if_possible(&before, Try::of(played)), Some(played));
                }
            }
            let Some(&tried) = possible.get(random.below(possible.len().max(1))) else {
                break;
            };
            let played = before
                .legal_moves()
                .into_iter()
                .find(|played| Try::of(*played) == tried);
            let answer = umpire.answer(tried);
            let Some(played) = played else {
                assert_eq!(answer, Response::Illegal);
                assert_eq!(umpire.answer(tried), Response::Nonsense);
                assert_eq!(*umpire.position(), before);
                refused += 1;
                continue;
            };
            let after = before.clone().play(played).expect("a legal move");
            assert_eq!(*umpire.position(), after);
            let Response::Yes(Announcement {
                capture, checks, ..
            }) = answer
            else {
                panic!("{played} is legal");
            };
            assert_eq!(checks.to_string(), letters(&after));
            assert_eq!(checks, Directions::of(&after));
            // The square from which the other side's man is now missing.
            let theirs = |position: &Chess| position.board().by_color(!us);
            assert_eq!((theirs(&before) & !theirs(&after)).first(), capture);
            assert_eq!(captured_square(played), capture);
            doubles += usize::from(checks.len() > 1);
            passants += usize::from(played.is_en_passant());
            castlings += usize::from(played.is_castle());
            promotions += usize::from(played.is_promotion());
            if after.is_game_over() {
                break;
            }
        }
    }
    assert!(refused > 1_000 && promotions > 0 && castlings > 0 && passants > 0 && doubles > 0);
}

#[test]
fn a_man_that_is_lost_makes_way() {
    let mut own = OwnBoard::of(&Chess::default(), Color::Black);
    assert_eq!(own.count_tries(), 34);
    assert_eq!(own.lose(Square::A7), Some(Role::Pawn));
    assert_eq!(own.lose(Square::A7), None);
    // a6, a5 and axb6 are gone; the rook has seven squares ahead of it.
    assert_eq!(own.count_tries(), 34 - 3 + 7);
}
