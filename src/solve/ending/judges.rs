//! The tables are right: they are compared with a plain analysis of all positions that uses neither
//! symmetry nor retraction; every length is compared with its neighbours by the search's own
//! generator; and they agree with the search itself and with published facts about these endings.
//!
//! `KEYMOVE_ENDINGS=all` judges every position of every ending with four men instead of a sample.

mod stand_in;

use std::env;
use std::sync::OnceLock;
use std::time::Duration;

use shakmaty::{
    CastlingMode, Chess, Color, Move as ChessMove, Piece, Position, Role, Setup, Square,
};

use super::roster::MOST;
use super::*;
use crate::attacks::{Sq, bit};
use crate::board::{KING, NO_SQUARE, ROOK};
use crate::budget::Budget;
use crate::long::{least, share, step};
use crate::{Extent, Kind, Limits, Outcome, Problem, Stipulation, Tables, Verdict, Wanted, solve};
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;

type Squares = [Sq; MOST + 2];

/// One set of tables for all tests: those with four men take seconds here.
fn endings() -> &'static Endings {
    static ENDINGS: OnceLock<Endings> = OnceLock::new();
    ENDINGS.get_or_init(|| Endings::new(256))
}

fn taken(roster: &Roster) -> Arc<Ending> {
    let stop = Stop::new();
    let budget = Budget::new(Limits::default(), &stop);
    let ending = endings().take(roster, &budget).expect("no limit is met");
    ending.expect("somebody can mate")
}

/// A board with these men and no castling; kings first, then the roster's men.
fn board(roles: &[usize], attackers: usize, squares: &Squares) -> Board {
    let mut board = Board {
        roles: [0; 6],
        colors: [0; 2],
        hash: 0,
        castling: [NO_SQUARE; 4],
        may_castle: false,
        ep: NO_SQUARE,
    };
    board.roles[KING] = bit(squares[0]) | bit(squares[1]);
    board.colors = [bit(squares[1]), bit(squares[0])];
    for (i, &role) in roles.iter().enumerate() {
        board.roles[role] |= bit(squares[i + 2]);
        board.colors[usize::from(i < attackers)] |= bit(squares[i + 2]);
    }
    board.hash = board.key();
    board
}

/// The men written as in `KBNK`: the attacker's, then the defender's.
struct Name {
    roles: Vec<usize>,
    attackers: usize,
    roster: Roster,
}

fn name(text: &str) -> Name {
    let (own, hostile) = text[1..].split_once('K').expect("two kings");
    let roles: Vec<usize> = format!("{own}{hostile}")
        .chars()
        .map(|letter| "PNBRQK".find(letter).expect("a man"))
        .collect();
    let (roster, _) = Roster::read(&board(&roles, own.len(), &[0, 63, 20, 45])).expect("an ending");
    Name {
        roles,
        attackers: own.len(),
        roster,
    }
}

/// Every ending with four men in which the attacker has some.
fn all_names() -> Vec<String> {
    let men = ['Q', 'R', 'B', 'N'];
    let mut names = Vec::new();
    for (i, a) in men.iter().enumerate() {
        names.extend(men[i..].iter().map(|b| format!("K{a}{b}K")));
        names.extend(men.iter().map(|b| format!("K{a}K{b}")));
    }
    names
}

/// All positions of king and one man against king, by 64 * 64 * 64 places, with shakmaty's moves
/// forward and nothing else.
struct Plain {
    /// By place, White to move: moves to mate.
    won: Vec<Option<u8>>,
    /// By place, Black to move; illegal places are `None` too.
    lost: Vec<Option<u8>>,
    /// Places that are legal with Black to move.
    legal: Vec<bool>,
}

fn plain(role: Role) -> Plain {
    let places = 64 * 64 * 64;
    let at = |[a, b, c]: [Square; 3]| (usize::from(a) * 64 + usize::from(b)) * 64 + usize::from(c);
    let squares =
        |place: usize| [place / 4096, place / 64 % 64, place % 64].map(|sq| Square::new(sq as u32));
    let position = |place: usize, turn: Color| -> Option<Chess> {
        let [white, black, man] = squares(place);
        if white == black || white == man || black == man {
            return None;
        }
        let mut setup = Setup::empty();
        setup.board.set_piece_at(
            white,
            Piece {
                color: Color::White,
                role: Role::King,
            },
        );
        setup.board.set_piece_at(
            black,
            Piece {
                color: Color::Black,
                role: Role::King,
            },
        );
        setup.board.set_piece_at(
            man,
            Piece {
                color: Color::White,
                role,
            },
        );
        setup.turn = turn;
        setup.position(CastlingMode::Standard).ok()
    };
    // The positions after the moves; captures are left out.
    let follow = |place: usize, turn: Color, chess: &Chess| -> Vec<Option<usize>> {
        let after = |m: &ChessMove| {
            let mut after = squares(place);
            let mover = match (turn, m.role()) {
                (Color::Black, _) => 1,
                (Color::White, Role::King) => 0,
                (Color::White, _) => 2,
            };
            after[mover] = m.to();
            (!m.is_capture()).then(|| at(after))
        };
        chess.legal_moves().iter().map(after).collect()
    };
    let mut plain = Plain {
        won: vec![None; places],
        lost: vec![None; places],
        legal: vec![false; places],
    };
    let (mut attacks, mut defences) = (Vec::new(), Vec::new());
    for place in 0..places {
        if let Some(chess) = position(place, Color::White) {
            attacks.push((place, follow(place, Color::White, &chess)));
        }
        if let Some(chess) = position(place, Color::Black) {
            plain.legal[place] = true;
            if chess.is_checkmate() {
                plain.lost[place] = Some(0);
            }
            let moves = follow(place, Color::Black, &chess);
            if !moves.is_empty() {
                defences.push((place, moves));
            }
        }
    }
    for n in 1.. {
        let mut found = false;
        for (place, moves) in &attacks {
            let wins = |to: &Option<usize>| to.is_some_and(|to| plain.lost[to].is_some());
            if plain.won[*place].is_none() && moves.iter().any(wins) {
                plain.won[*place] = Some(n);
                found = true;
            }
        }
        for (place, moves) in &defences {
            let loses = |to: &Option<usize>| to.is_some_and(|to| plain.won[to].is_some());
            if plain.lost[*place].is_none() && moves.iter().all(loses) {
                plain.lost[*place] = Some(n);
            }
        }
        if !found {
            return plain;
        }
    }
    unreachable!("the loop has no end of its own")
}

/// The numbers of positions with Black to move that are lost in 0, 1, 2, ... moves, one for each
/// class of symmetric positions, and last the number that are not lost.
fn statistics(plain: &Plain) -> Vec<usize> {
    let longest = plain.lost.iter().flatten().max().expect("some are lost");
    let mut counts = vec![0; usize::from(*longest) + 2];
    let images = |place: usize| {
        let squares = [place / 4096, place / 64 % 64, place % 64];
        (0..8).map(move |i| {
            squares.iter().fold(0, |image, &sq| {
                let (mut file, mut rank) = (sq % 8, sq / 8);
                if i & 1 != 0 {
                    file = 7 - file;
                }
                if i & 2 != 0 {
                    rank = 7 - rank;
                }
                if i & 4 != 0 {
                    (file, rank) = (rank, file);
                }
                image * 64 + rank * 8 + file
            })
        })
    };
    for place in (0..plain.lost.len()).filter(|&place| plain.legal[place]) {
        if images(place).all(|image| image >= place) {
            let class = plain.lost[place].map_or(counts.len() - 1, usize::from);
            counts[class] += 1;
        }
    }
    counts
}

#[test]
fn rook_and_queen_alone_are_as_a_plain_analysis_of_all_positions_has_them() {
    // For the rook: the statistics of Bain's data set of 28,056 positions (1994).
    let rook = [
        27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390,
        2796,
    ];
    for (text, role, longest) in [("KRK", Role::Rook, 16), ("KQK", Role::Queen, 10)] {
        let name = name(text);
        let ending = taken(&name.roster);
        let plain = plain(role);
        assert_eq!(plain.won.iter().flatten().max(), Some(&longest), "{text}");
        if text == "KRK" {
            assert_eq!(statistics(&plain), rook);
        }
        let mut judged = 0;
        for place in 0..plain.won.len() {
            let squares = [place / 4096, place / 64 % 64, place % 64].map(|sq| sq as Sq);
            let [a, b, _] = squares.map(i32::from);
            let touch = (a % 8 - b % 8).abs() <= 1 && (a / 8 - b / 8).abs() <= 1;
            if touch || squares[2] == squares[0] || squares[2] == squares[1] {
                continue;
            }
            let board = board(&name.roles, 1, &[squares[0], squares[1], squares[2], 0]);
            let expected = |n: Option<u8>| n.map_or(UNPROVED, Depth::from);
            assert_eq!(
                ending.defence(&board),
                Some(expected(plain.lost[place])),
                "{board:?}"
            );
            if let Some(length) = ending.attack(&board) {
                assert_eq!(length, expected(plain.won[place]), "{board:?}");
                judged += 1;
            } else {
                assert!(board.is_check::<Black>() && plain.won[place].is_none());
            }
        }
        assert!(judged > 140_000, "only {judged} positions of {text}");
    }
}

/// Compares the length of a position with the lengths of all its successors.
fn judge_neighbours(ending: &Ending, board: &Board) -> bool {
    let mut is_judged = false;
    let mut moves = Vec::new();
    if board.checkers::<Black>() == 0 {
        board.list::<White>(&mut moves);
        let after = moves.iter().map(|&m| {
            let after = ending.defence(&board.play::<White>(m));
            after.expect("a legal move leads to a legal position")
        });
        let best = after.min().unwrap_or(UNPROVED);
        let expected = if best == UNPROVED { best } else { best + 1 };
        assert_eq!(ending.attack(board), Some(expected), "{board:?}");
        is_judged = true;
    }
    if board.checkers::<White>() == 0 {
        moves.clear();
        board.list::<Black>(&mut moves);
        let after = moves.iter().map(|&m| {
            let after = ending.attack(&board.play::<Black>(m));
            after.expect("a legal reply leads to a legal position")
        });
        let is_mate = board.checkers::<Black>() != 0;
        let longest = after.max().unwrap_or(if is_mate { 0 } else { UNPROVED });
        assert_eq!(ending.defence(board), Some(longest), "{board:?}");
        is_judged = true;
    }
    is_judged
}

fn random_squares(random: &mut SplitMix64) -> Squares {
    std::array::from_fn(|_| random.below(64) as Sq)
}

fn is_possible(squares: &Squares) -> bool {
    let [a, b] = [squares[0], squares[1]].map(i32::from);
    let touch = (a % 8 - b % 8).abs() <= 1 && (a / 8 - b / 8).abs() <= 1;
    let occupied = squares.iter().fold(0, |bits, &sq| bits | bit(sq));
    !touch && occupied.count_ones() as usize == squares.len()
}

/// A table whose lengths agree with all their neighbours is right: by induction on n, the positions
/// with value n are exactly those won in n.
#[test]
fn every_length_follows_from_those_of_the_moves() {
    // The longest mates: Nalimov's tables; Ströhlein 1970 for the queen against the rook.
    let known = [("KQKR", 35), ("KBBK", 19), ("KBNK", 33), ("KRKN", 40)];
    let all = env::var("KEYMOVE_ENDINGS").is_ok_and(|which| which == "all");
    let names = if all {
        all_names()
    } else {
        let some = &known[..share(known.len())];
        some.iter().map(|(name, _)| (*name).to_owned()).collect()
    };
    let mut random = SplitMix64(14);
    for text in names {
        let name = name(&text);
        let ending = taken(&name.roster);
        let longest = ending.attack.iter().filter(|&&n| n < OPEN).max();
        if let Some(&(_, expected)) = known.iter().find(|(known, _)| *known == text) {
            assert_eq!(longest, Some(&expected), "{text}");
        }
        let mut judged = 0;
        let mut judge = |squares: &Squares| {
            if is_possible(squares) {
                let board = board(&name.roles, name.attackers, squares);
                judged += usize::from(judge_neighbours(&ending, &board));
            }
        };
        if all {
            for slot in 0..name.roster.slots() {
                judge(&name.roster.squares(slot));
            }
            println!("{text}: longest {longest:?}, {judged} positions");
        } else {
            (0..20_000).for_each(|_| judge(&random_squares(&mut random)));
        }
        assert!(judged > 15_000, "{text}: only {judged}");
    }
}

fn solved(board: &Board, kind: Kind, extent: Extent, endings: &Endings) -> Verdict {
    let mut setup = Setup::empty();
    for sq in (0..64).filter(|&sq| board.occupied() & bit(sq) != 0) {
        let piece = Piece {
            color: Color::from_white(board.colors[1] & bit(sq) != 0),
            role: Role::ALL[board.role_at(sq)],
        };
        setup.board.set_piece_at(Square::new(u32::from(sq)), piece);
    }
    setup.turn = Color::from_white(kind == Kind::MATE);
    let chess: Chess = setup.position(CastlingMode::Standard).expect("it is legal");
    let problem = Problem {
        position: chess.into(),
        stipulation: Stipulation::new(kind, 6),
        claimed: false,
        lines: Vec::new(),
        extent,
        limits: Limits::default(),
        wanted: Wanted::default(),
    };
    solve(&problem, &mut Tables::sharing(16, endings), &Stop::new()).expect("it is a mate problem")
}

fn sorted(moves: &[ChessMove]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(|m| format!("{m:?}")).collect();
    names.sort();
    names
}

/// Everything in an outcome except the line.
fn gist(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Solved(s) => format!(
            "{} {} {} {:?} {} plies",
            s.moves,
            s.refuted,
            s.open,
            sorted(&s.keys),
            s.line.len()
        ),
        Outcome::Lost(l) => format!(
            "{} {} {:?} {:?} {} plies",
            l.moves,
            l.safe,
            sorted(&l.longest),
            sorted(&l.sooner),
            l.line.len()
        ),
        Outcome::Refuted {
            length, escapes, ..
        } => format!("refuted {length} {:?}", sorted(escapes)),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_search_answers_the_same_without_tables() {
    let none = Endings::new(0);
    let mut random = SplitMix64(41);
    let mut solved_late = 0;
    // A table of four men takes longer to build than to judge, so every run includes only one.
    let endings_of = [
        ("KQK", share(20)),
        ("KRK", share(30)),
        ("KQKR", share(15)),
        ("KBNK", 10),
        ("KRKN", 5),
    ];
    let taken_of = if step() == 1 {
        &endings_of[..]
    } else {
        &endings_of[..3]
    };
    for &(text, wanted) in taken_of {
        let name = name(text);
        let ending = taken(&name.roster);
        let mut left = wanted;
        while left > 0 {
            let squares = random_squares(&mut random);
            if !is_possible(&squares) {
                continue;
            }
            let board = board(&name.roles, name.attackers, &squares);
            let attack = ending.attack(&board).filter(|n| (5..=7).contains(n));
            let defence = ending.defence(&board).filter(|n| (4..=6).contains(n));
            let (kind, length) = match (attack, defence) {
                (Some(n), _) => (Kind::MATE, n),
                (None, Some(n)) => (Kind::MATED, n),
                (None, None) => continue,
            };
            left -= 1;
            solved_late += usize::from(length > 4);
            let with = solved(&board, kind, Extent::AllKeys, endings());
            let without = solved(&board, kind, Extent::AllKeys, &none);
            assert_eq!(gist(&with.outcome()), gist(&without.outcome()), "{board:?}");
            assert!(with.counters.nodes < without.counters.nodes, "{board:?}");
            for extent in [Extent::First, Extent::Any] {
                let one = solved(&board, kind, extent, endings());
                match (one.outcome(), &with.outcome()) {
                    (Outcome::Solved(one), Outcome::Solved(all)) => {
                        assert_eq!(one.moves, all.moves);
                        assert!(sorted(&all.keys).contains(&sorted(&one.keys)[0]));
                    }
                    (Outcome::Lost(one), Outcome::Lost(all)) => assert_eq!(one.moves, all.moves),
                    (Outcome::Refuted { .. }, Outcome::Refuted { .. }) => {}
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(
        solved_late > least(50),
        "only {solved_late} are longer than the search alone goes"
    );
}

/// Whether the table exists or not; otherwise the bytes of an answer would depend on earlier jobs.
#[test]
fn no_table_costs_more_than_the_nodes_that_a_job_has() {
    let roster = name("KQK").roster;
    let endings = Endings::new(1);
    let stop = Stop::new();
    let budget = Budget::new(Limits::default(), &stop);
    let nodes = roster.nodes();
    assert!(nodes > 100, "{nodes}");
    let taken = |nodes| {
        let job = endings.within(nodes, 6);
        job.take(&roster, &budget).expect("no limit is met")
    };
    assert!(taken(100).is_none() && taken(nodes - 1).is_none());
    assert!(taken(nodes).is_some());
    assert!(taken(nodes - 1).is_none(), "although it is there");
}

#[test]
fn a_table_left_in_the_making_is_finished_by_the_next_job_and_waited_for_by_others() {
    let roster = name("KQK").roster;
    let endings = Endings::new(1);
    let stop = Stop::new();
    let limits = Limits {
        nodes: None,
        time: Some(Duration::ZERO),
    };
    let late = Budget::new(limits, &stop);
    for _ in 0..5 {
        assert!(endings.take(&roster, &late).is_err(), "there is no time");
    }
    let budget = Budget::new(Limits::default(), &stop);
    let take = || {
        let stop = Stop::new();
        let budget = Budget::new(Limits::default(), &stop);
        endings
            .take(&roster, &budget)
            .expect("no limit is met")
            .expect("a table")
    };
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(take);
        let other = scope.spawn(take);
        (one.join().expect("it ends"), other.join().expect("it ends"))
    });
    assert!(Arc::ptr_eq(&one, &other), "the work was done twice");
    let fresh = Endings::new(1)
        .take(&roster, &budget)
        .expect("no limit is met");
    let fresh = fresh.expect("a table");
    assert!(one.attack == fresh.attack && one.defence == fresh.defence);
    stop.raise();
    let rook = name("KRK").roster;
    assert!(endings.take(&rook, &budget).is_err(), "the run is over");
    assert!(
        endings.take(&roster, &budget).is_ok(),
        "it is there already"
    );
}

#[test]
fn what_was_not_used_for_longest_goes_first_and_what_is_too_large_is_not_made() {
    let stop = Stop::new();
    let budget = Budget::new(Limits::default(), &stop);
    let names: Vec<Roster> = ["KQK", "KRK", "KBK"].map(|text| name(text).roster).into();
    let endings = Endings::with_capacity(2 * names[0].bytes());
    let take = |roster: &Roster| {
        endings
            .take(roster, &budget)
            .expect("no limit is met")
            .expect("a table")
    };
    let (queen, rook) = (take(&names[0]), take(&names[1]));
    assert!(Arc::ptr_eq(&queen, &take(&names[0])));
    take(&names[2]);
    assert!(
        Arc::ptr_eq(&queen, &take(&names[0])),
        "it was used after the rook's"
    );
    assert!(
        !Arc::ptr_eq(&rook, &take(&names[1])),
        "there was no room for it"
    );
    let large = endings.take(&name("KBNK").roster, &budget);
    assert!(large.expect("no limit is met").is_none());
    assert!(
        4 << 20 >= name("KBNK").roster.bytes(),
        "the manual says 4 MB"
    );
}

#[test]
fn every_turned_and_mirrored_position_has_the_same_length() {
    let name = name("KRK");
    let ending = taken(&name.roster);
    let mut random = SplitMix64(8);
    for _ in 0..20_000 {
        let squares = random_squares(&mut random);
        if !is_possible(&squares) {
            continue;
        }
        let board = board(&name.roles, name.attackers, &squares);
        let lengths = (ending.attack(&board), ending.defence(&board));
        for turn in 1..8 {
            let image = squares.map(|sq| {
                let mut sq = sq ^ if turn & 1 != 0 { 7 } else { 0 };
                sq ^= if turn & 2 != 0 { 56 } else { 0 };
                if turn & 4 != 0 {
                    sq >> 3 | (sq & 7) << 3
                } else {
                    sq
                }
            });
            let image = super::judges::board(&name.roles, name.attackers, &image);
            assert_eq!((ending.attack(&image), ending.defence(&image)), lengths);
        }
    }
    assert_eq!(name.roles, [ROOK]);
}
