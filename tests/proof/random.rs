//! Random positions of every kind of play: both checkers accept the certificates of the search, and
//! nothing is left unproved.

use keymove::epd::Epd;
use keymove::exit::Exit;
use keymove::position::Position;
use keymove::solve::{Aim, Extent, Kind, Limits, PlayKind, Tables};
use shakmaty::Color;

use crate::brute_force::plain;
use crate::support::long::{least, share};

use crate::proof::huddles;
use crate::proof::positions::{self, Random, SHAPES};
use crate::proof::{Scratch, certificate, file, python, settings, verified};

/// A position in which the side to move reaches the goal (is mated) within two moves, or sometimes
/// any position.
fn position(kind: Kind, random: &mut Random) -> Position {
    let is_self = kind.play == PlayKind::SelfPlay;
    let any = kind.is_help() || random.chance(15);
    loop {
        let tried = if kind.aim == Aim::DoubleStalemate {
            let turn = Color::from_white(random.chance(50));
            let end = huddles::stuck(random, turn);
            if kind.play == PlayKind::Direct {
                huddles::retract_one(random, &end)
            } else {
                huddles::retract(random, &end)
            }
        } else if is_self || (kind.is_self_play() && random.chance(30)) {
            huddles::huddle(random, kind.aim == Aim::Stalemate)
        } else if kind.is_self_play() {
            // Sometimes both sides can reach the goal.
            let strong_moves = random.chance(40);
            SHAPES[random.below(SHAPES.len())].position(random, strong_moves)
        } else {
            SHAPES[random.below(SHAPES.len())].position(random, kind != Kind::MATED)
        };
        let moves = tried.as_ref().map_or(0, |p| p.legal_moves().len());
        let Some(position) = tried.filter(|_| (1..30).contains(&moves)) else {
            continue;
        };
        if any {
            return position;
        }
        if kind == Kind::MATED {
            if plain::loses(Kind::MATE, &position, 2) {
                return position;
            }
        } else if is_self {
            // A random position hardly ever has a solution; but moves taken back from a position
            // with a solution in one move may lead to one with a solution in two.
            if plain::wins(kind, &position, 1) {
                let before = (0..300).filter_map(|_| huddles::retract(random, &position));
                let longer = |p: &Position| !plain::wins(kind, p, 1) && plain::wins(kind, p, 2);
                return before.into_iter().find(longer).unwrap_or(position);
            }
        } else if plain::wins(kind, &position, 2) {
            return position;
        }
    }
}

/// Records that ask for this many moves.
pub fn records(kind: Kind, moves: u16, seed: u64, count: usize) -> Vec<String> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let position = position(kind, &mut random);
            let fields = Epd::new(position).fields();
            format!("{fields} Stip \"{}{moves}\";", kind.sign())
        })
        .collect()
}

/// The forced kinds with a depth that is reached in small positions.
pub const FORCED: [(Kind, u16); 11] = [
    (Kind::MATE, 3),
    (Kind::MATED, 2),
    (Kind::STALEMATE, 2),
    (Kind::SELFMATE, 2),
    (Kind::SELFSTALEMATE, 2),
    (kind_with(PlayKind::Reflex, Aim::Mate), 2),
    (kind_with(PlayKind::Reflex, Aim::Stalemate), 2),
    (kind_with(PlayKind::SemiReflex, Aim::Mate), 2),
    (kind_with(PlayKind::SemiReflex, Aim::Stalemate), 2),
    (kind_with(PlayKind::Direct, Aim::DoubleStalemate), 2),
    (kind_with(PlayKind::Reflex, Aim::DoubleStalemate), 2),
];

const fn kind_with(play: PlayKind, aim: Aim) -> Kind {
    Kind { play, aim }
}

#[test]
fn every_certificate_is_accepted_and_complete() {
    let scratch = Scratch::new();
    let mut tables = Tables::new(4);
    let settings = settings();
    for (seed, (kind, moves)) in (0..).zip(FORCED) {
        let certificates: Vec<String> = records(kind, moves, seed, share(120))
            .iter()
            .map(|record| certificate(record, &settings, &mut tables))
            .collect();
        let left = certificates.iter().filter(|c| c.contains("\nleft "));
        assert_eq!(left.count(), 0, "{}", kind.sign());
        let path = scratch.file(&format!("{seed}"), file(&certificates));
        let (totals, said) = verified(&[&path], 0);
        assert_eq!(totals.exit(), Exit::Success, "{said}");
        let [checked, unchecked, _] = totals.sums();
        assert_eq!(unchecked, 0, "{said}");
        eprintln!("{}: {checked} claims, {} nodes", kind.sign(), totals.nodes);
        // Double stalemates with so few men need only one move of look-ahead, and a side that must
        // reach the goal at once has no second move to be shown.
        let nodes = match (kind.play, kind.aim) {
            (_, Aim::DoubleStalemate) => 0,
            (PlayKind::Reflex | PlayKind::SemiReflex, _) => 1,
            _ => 30,
        };
        assert!(
            checked > least(400) as u64 && totals.nodes >= least(nodes) as u64,
            "{said}"
        );
    }
}

#[test]
fn deeper_play_is_certified_too() {
    let scratch = Scratch::new();
    let mut tables = Tables::new(4);
    let mut random = Random::new(40);
    let endings = [
        (Kind::MATE, "KQk", 6),
        (Kind::MATE, "KRPk", 5),
        (Kind::MATED, "KRk", 4),
        (Kind::STALEMATE, "KQk", 5),
        (Kind::SELFMATE, "KPkp", 4),
        (Kind::SELFSTALEMATE, "KPkr", 3),
        (kind_with(PlayKind::Reflex, Aim::Mate), "KPkq", 4),
        (kind_with(PlayKind::SemiReflex, Aim::Mate), "KRkr", 3),
    ];
    for (i, (kind, men, moves)) in endings.into_iter().enumerate() {
        let certificates: Vec<String> = (0..share(6))
            .map(|_| {
                let position = positions::ending(&mut random, men, kind == Kind::MATED);
                let fields = Epd::new(position).fields();
                let record = format!("{fields} Stip \"{}{moves}\";", kind.sign());
                certificate(&record, &settings(), &mut tables)
            })
            .collect();
        let path = scratch.file(&format!("{i}"), file(&certificates));
        let (totals, said) = verified(&[&path], 0);
        assert_eq!(totals.exit(), Exit::Success, "{said}");
        assert_eq!(totals.sums()[1], 0, "{}: {said}", kind.sign());
    }
}

#[test]
fn the_second_checker_accepts_them_too() {
    let Some(mut python) = python() else { return };
    let scratch = Scratch::new();
    let mut tables = Tables::new(4);
    for (seed, (kind, moves)) in (10..).zip(FORCED) {
        let certificates: Vec<String> = records(kind, moves, seed, 40)
            .iter()
            .map(|record| certificate(record, &settings(), &mut tables))
            .collect();
        python.arg(scratch.file(&format!("{seed}"), file(&certificates)));
    }
    let output = python.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}{complaints}");
    // `keys  checked  unchecked  failed`
    let unchecked = said.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words
            .get(2)
            .filter(|_| words.len() == 4)?
            .parse::<u32>()
            .ok()
    });
    assert_eq!(unchecked.sum::<u32>(), 0, "{said}");
}

#[test]
fn limits_leave_claims_open_and_none_false() {
    let scratch = Scratch::new();
    let mut tables = Tables::new(1);
    let (mut unchecked, mut left) = (0, 0);
    for (seed, (kind, moves)) in (20..).zip(FORCED) {
        let records = records(kind, moves + 1, seed, share(40));
        for (i, nodes) in [None, Some(200), Some(2000)].into_iter().enumerate() {
            let mut settings = settings();
            let defaults = &mut settings.defaults;
            defaults.extent = [Extent::AllKeys, Extent::First, Extent::Any][i];
            defaults.limits = Limits { nodes, time: None };
            defaults.wanted.certificate = Some([5, 30, 100_000][i]);
            let certificates: Vec<String> = records
                .iter()
                .map(|record| certificate(record, &settings, &mut tables))
                .collect();
            left += certificates
                .iter()
                .filter(|c| c.contains("\nleft "))
                .count();
            let path = scratch.file(&format!("{seed}-{i}"), file(&certificates));
            let (totals, said) = verified(&[&path], 0);
            assert_eq!(totals.exit(), Exit::Success, "{said}");
            unchecked += totals.sums()[1];
        }
    }
    assert!(
        unchecked > least(20) as u64 && left > least(20),
        "{unchecked} unchecked, {left} left"
    );
}

#[test]
fn exhaustion_proves_the_claims_that_certificates_omit() {
    let scratch = Scratch::new();
    let mut tables = Tables::new(4);
    let mut settings = settings();
    settings.defaults.wanted.certificate = Some(1);
    let kinds = FORCED
        .into_iter()
        .chain([(Kind::HELPMATE, 2), (Kind::HELPSTALEMATE, 1)]);
    for (seed, (kind, _)) in (30..).zip(kinds) {
        let certificates: Vec<String> = records(kind, 2, seed, 12)
            .iter()
            .map(|record| certificate(record, &settings, &mut tables))
            .collect();
        let path = scratch.file(&format!("{seed}"), file(&certificates));
        let (totals, said) = verified(&[&path], 1_000_000);
        assert_eq!(totals.exit(), Exit::Success, "{said}");
        assert_eq!(totals.sums()[1], 0, "{}: {said}", kind.sign());
    }
}
