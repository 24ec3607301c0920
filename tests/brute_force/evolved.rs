//! Self play in positions that have solutions. Positions of the suites are changed, one man at a
//! time, and a change is kept if the slow judge still finds a solution. Nearly all random selfmates
//! are refuted, so a search that refutes everything would pass.

use keymove::epd::Epd;
use keymove::position::Position;
use keymove::solve::{Aim, Kind, Length, Outcome, PlayKind, Problem, Stipulation, Tables, Wanted};
use shakmaty::{Bitboard, Color, EnPassantMode, Move, Piece, Position as _, Role, Setup};

use crate::brute_force::judge::Judge;
use crate::brute_force::positions::{PAWNS, Random, legal};
use crate::brute_force::truth::truth;
use crate::brute_force::{Under, asked_for, compare, exact, joint, problem};
use crate::support::long::share;

/// The suites with self play of this aim.
fn suites(aim: Aim) -> &'static [&'static str] {
    match aim {
        Aim::Mate => &["selfmates", "reflexmates", "helpselfmates", "exact"],
        _ => &["selfstalemates", "reflexstalemates", "helpselfmates"],
    }
}

/// The positions from which the solutions of the suites go on, with an attacker to move.
fn seeds(aim: Aim) -> Vec<Position> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("expected");
    let mut seeds = Vec::new();
    for suite in suites(aim) {
        let file = folder.join(suite).with_extension("epd");
        let answers = std::fs::read_to_string(file).expect("the answers are there");
        for answer in answers.lines() {
            let (epd, _) = Epd::read(answer.as_bytes()).expect("a record");
            let pv = epd.operation("pv").map(|pv| pv.operands());
            let mut position = epd.position().clone();
            for (ply, word) in pv.into_iter().flatten().enumerate() {
                if ply % 2 == 0 {
                    seeds.push(position.clone());
                }
                let written = |m: &Move| *position.san(*m).as_bytes() == *word;
                let Some(m) = position.legal_moves().into_iter().find(written) else {
                    break;
                };
                position.play(m);
            }
        }
    }
    seeds
}

/// The position with one man moved, added, removed or exchanged for another, or with all men one
/// square further.
fn mutated(random: &mut Random, position: &Position) -> Option<Position> {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.castling_rights = Bitboard::EMPTY;
    setup.ep_square = None;
    let men = setup.board.occupied();
    let kings = setup.board.kings();
    let put = |random: &mut Random, setup: &mut Setup, man: Piece| {
        let squares = if man.role == Role::Pawn {
            PAWNS
        } else {
            Bitboard::FULL
        };
        let to = random.square(squares & !setup.board.occupied())?;
        setup.board.set_piece_at(to, man);
        Some(())
    };
    match random.below(6) {
        0 | 1 => {
            let man = setup.board.remove_piece_at(random.square(men)?)?;
            put(random, &mut setup, man)?;
        }
        2 => {
            setup.board.remove_piece_at(random.square(men & !kings)?)?;
        }
        3 => {
            let color = Color::from_white(random.chance(50));
            let role = random.role([3, 2, 2, 2, 1]);
            put(random, &mut setup, Piece { color, role })?;
        }
        4 => {
            let from = random.square(men & !kings)?;
            let color = setup.board.color_at(from)?;
            let role = random.role([1, 2, 2, 2, 2]);
            setup.board.set_piece_at(from, Piece { color, role });
        }
        _ => {
            let (files, ranks) = [(1, 0), (-1, 0), (0, 1), (0, -1)][random.below(4)];
            let mut moved = shakmaty::Board::empty();
            for (from, man) in setup.board.clone() {
                let file = from.file().offset(files)?;
                let to = shakmaty::Square::from_coords(file, from.rank().offset(ranks)?);
                moved.set_piece_at(to, man);
            }
            setup.board = moved;
        }
    }
    let pawns_stand = (setup.board.pawns() & !PAWNS).is_empty();
    legal(setup, position.mode()).filter(|_| pawns_stand)
}

/// Whether `moves` moves of each side are few enough lines for the judge.
fn is_small(position: &Position, moves: u16) -> bool {
    let ours = position.legal_moves().len();
    let theirs = position.passed().map_or(ours, |p| p.legal_moves().len());
    let lines = (ours.max(4) * theirs.max(4)).checked_pow(moves.into());
    position.board().occupied().count() <= 16 && lines.is_some_and(|lines| lines <= 40_000)
}

/// Whether there is a solution of exactly this length and none that is shorter, in a position that
/// the judge decides soon.
fn is_solved(asked: Stipulation, position: &Position) -> bool {
    if !is_small(position, asked.length.moves()) || position.legal_moves().is_empty() {
        return false;
    }
    let asked_here = Problem {
        stipulation: asked,
        ..problem(position, asked.kind, 1)
    };
    match truth(&asked_here) {
        Outcome::Solved(solution) => solution.moves == asked.length.moves(),
        Outcome::Helped(help) => help.length == asked.length,
        _ => false,
    }
}

/// Different positions with a solution of the stipulated length, each but the first ones changed
/// from one before it.
fn evolved(asked: Stipulation, seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut stock = seeds(asked.kind.aim);
    stock.retain(|position| is_solved(asked, position));
    assert!(!stock.is_empty(), "{asked}: no seed");
    let first = stock.len();
    while stock.len() < first + count {
        let parent = stock[random.below(stock.len())].clone();
        if let Some(child) = mutated(&mut random, &parent)
            && !stock.contains(&child)
            && is_solved(asked, &child)
        {
            stock.push(child);
        }
    }
    stock.split_off(first)
}

/// Problems that are asked as they are solved, one in five with a move less, one with a move more.
fn problems(asked: Stipulation, seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let of_position = |position: Position| {
        let moves = asked.length.moves();
        let moves = match random.below(5) {
            0 if moves > 1 => moves - 1,
            1 if is_small(&position, moves + 1) => moves + 1,
            _ => moves,
        };
        Problem {
            stipulation: asked.with_moves(moves),
            claimed: random.chance(50),
            wanted: Wanted {
                tree: asked.kind.has_lines(),
                set_play: asked.kind.has_lines(),
                ..Wanted::default()
            },
            ..problem(&position, asked.kind, 1)
        }
    };
    evolved(asked, seed, count)
        .into_iter()
        .map(of_position)
        .collect()
}

/// Compares the answers for every extent, and those within small limits, with exhaustion. Returns
/// the complete answer of exhaustion.
fn agree(problem: &Problem, tables: &mut Tables, under: &mut Under) -> Outcome {
    let Stipulation { kind, exact, .. } = problem.stipulation;
    if kind.has_lines() {
        return joint::agree(problem, tables);
    }
    if exact {
        return exact::agree(problem, tables);
    }
    let (truth, judge) = (truth(problem), &mut Judge::default());
    compare(problem, &truth, tables, judge);
    for nodes in [1, 7, 40, 300] {
        under.nodes(problem, nodes, tables, judge);
    }
    truth
}

#[test]
fn solutions_of_self_play_are_those_of_exhaustion() {
    let mut tables = Tables::new(1);
    let mut under = Under::default();
    let kinds = [
        (PlayKind::SelfPlay, Aim::Mate, 1..=2),
        (PlayKind::SelfPlay, Aim::Stalemate, 1..=2),
        (PlayKind::Reflex, Aim::Mate, 1..=2),
        (PlayKind::SemiReflex, Aim::Mate, 1..=2),
        (PlayKind::HelpSelf, Aim::Mate, 1..=1),
        (PlayKind::HelpReflex, Aim::Mate, 1..=1),
    ];
    for (seed, (play, aim, lengths)) in (61..).zip(kinds) {
        let kind = Kind { play, aim };
        let (mut judged, mut solved) = (0, 0);
        for (moves, exact) in lengths.flat_map(|moves| [(moves, false), (moves, true)]) {
            let asked = Stipulation {
                exact,
                ..Stipulation::within(kind, Length::of_moves(moves))
            };
            for problem in problems(asked, seed, asked_for(share(120))) {
                let outcome = agree(&problem, &mut tables, &mut under);
                judged += 1;
                let is_solved = matches!(outcome, Outcome::Solved(_) | Outcome::Helped(_));
                solved += usize::from(is_solved);
            }
        }
        eprintln!("{}: {solved} of {judged} are solved", kind.sign());
        assert!(2 * solved > judged, "{}: {solved} of {judged}", kind.sign());
    }
    assert!(under.is_worth_something(), "{under:?}");
}
