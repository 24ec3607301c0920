//! The kinds of play: with the source of their problems, their number, and the features that are
//! needed.

use keymove::solve::{Length, Stipulation};

use crate::brute_force::Group;
use crate::brute_force::judge::Judge;
use crate::brute_force::plain;
use crate::brute_force::seen::Seen;
use crate::brute_force::sources::{Problems, Source};
use crate::brute_force::verdicts::name;

/// The side to move mates, or is mated.
pub const MATES: Group<'_> = Group {
    source: Source::Shapes,
    hands: false,
    effort: 1_000_000,
    cases: [450, 1800],
    limited: 4,
    limits: &[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    needs: "40 en passant possible, 40 castling possible, 10 promotion, 50 given up, 100 decided",
};

const LOSSES: Group<'_> = Group {
    effort: 200_000,
    cases: [150, 600],
    ..MATES
};

/// Direct and self play with every other goal.
const FORCED: Group<'_> = Group {
    source: Source::Stock,
    effort: 15_000_000,
    cases: [300, 1200],
    limited: 5,
    needs: "80 in 1, 80 in 2, 200 refuted, 30 promotion possible, 30 en passant possible, 30 castling possible",
    ..MATES
};

/// Shorter play is not a solution. (Of 40 mates none has only a short solution; of 80 one, of 200
/// eight.)
const EXACT: Group<'_> = Group {
    cases: [120, 120],
    limited: 1,
    limits: &[1, 1, 1, 7, 7, 7, 40, 40, 40, 300, 300, 300],
    needs: "12 solved, 12 refuted, 12 too short, 1 only too short",
    ..FORCED
};

pub const HELP: Group<'_> = Group {
    effort: 60_000,
    cases: [300, 1200],
    limited: 3,
    limits: &[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
    needs: "20 in 0.5, 20 in 1, 20 in 1.5, 20 in 2, 20 in 2.5, 20 refuted, 20 longer lines, \
        20 set play, 20 promotion, 20 underpromotion, 10 en passant, 10 castling, \
        100 given up, 20 left open, 100 decided",
    ..MATES
};

/// Series, and play with help until the last move.
const JOINT: Group<'_> = Group {
    effort: 1_500,
    cases: [10, 40],
    limited: 1,
    limits: &[1, 5, 20, 100, 500],
    needs: "8 refuted",
    ..MATES
};

/// Mates with men in hand.
pub const HANDS: Group<'_> = Group {
    hands: true,
    effort: 300_000,
    cases: [525, 2100],
    limited: 7,
    limits: &[1, 3, 10, 40, 200],
    needs: "20 drop, 20 spoilt by hands",
    ..MATES
};

pub const LOSSES_WITH_HANDS: Group<'_> = Group {
    effort: 45_000,
    cases: [225, 900],
    ..HANDS
};

const OTHERS_WITH_HANDS: Group<'_> = Group {
    source: Source::Stock,
    cases: [100, 400],
    needs: "20 in 1, 20 refuted, 20 spoilt by hands",
    ..HANDS
};

const DUELS: Group<'_> = Group {
    source: Source::Duels,
    effort: 400_000,
    cases: [24, 24],
    needs: "4 both bound, 1 castling possible, 1 promotion possible",
    ..JOINT
};

const CROWDS: Group<'_> = Group {
    source: Source::Crowds,
    effort: 500_000,
    cases: [150, 600],
    limited: 12,
    limits: &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048],
    needs: "2 en passant possible, 2 castling possible, 2 promotion possible",
    ..MATES
};

const SUITES: Group<'_> = Group {
    source: Source::Suites,
    effort: 40_000,
    cases: [30, 120],
    needs: "60 solved",
    ..JOINT
};

pub const ENDINGS: Group<'_> = Group {
    limited: 2,
    limits: &[300, 1_000, 5_000, 20_000, 100_000],
    ..MATES
};

#[test]
fn every_mate_is_that_of_exhaustion() {
    MATES.judge_all(1, "#3: 20 in 1, 20 in 2, 20 in 3, 20 refuted, 20 left open");
    LOSSES.judge_all(2, "-#2: 20 lost, 20 escapes, 20 en passant, 20 castling");
}

#[test]
fn every_stalemate_is_that_of_exhaustion() {
    FORCED.judge_all(11, "=3: 80 in 3, 30 several keys");
}

#[test]
fn every_selfmate_is_that_of_exhaustion() {
    FORCED.judge_all(12, "s#3: 80 in 3, 30 several keys");
    FORCED.judge_all(13, "s=2: 30 several keys");
}

#[test]
fn every_reflexmate_is_that_of_exhaustion() {
    FORCED.judge_all(21, "r#2, r=2: 30 several keys, 30 bound");
}

#[test]
fn every_semireflexmate_is_that_of_exhaustion() {
    FORCED.judge_all(23, "semi-r#2, semi-r=2: 30 several keys");
}

#[test]
fn every_double_stalemate_is_that_of_exhaustion() {
    FORCED.judge_all(25, "==2, s==2, r==2, semi-r==2");
}

#[test]
fn all_exact_play_is_that_of_exhaustion() {
    EXACT.judge_all(81, "exact-#3, exact-=3, exact-==2");
    EXACT.judge_all(82, "exact-s#2, exact-s=2, exact-s==2");
}

#[test]
fn all_exact_reflex_play_is_that_of_exhaustion() {
    EXACT.judge_all(83, "exact-r#2, exact-r=2, exact-r==2");
    EXACT.judge_all(84, "exact-semi-r#2, exact-semi-r=2, exact-semi-r==2");
}

#[test]
fn every_helpmate_is_that_of_exhaustion() {
    HELP.judge_all(21, "h#2.5: 3 unlisted lines");
}

#[test]
fn every_helpstalemate_is_that_of_exhaustion() {
    HELP.judge_all(22, "h=2.5");
    JOINT.judge_all(77, "h==2");
}

#[test]
fn every_series_is_that_of_exhaustion() {
    JOINT.judge_all(71, "ser-#5, ser-=5, ser-h#5, ser-h=5: 12 solved");
    JOINT.judge_all(74, "ser-r#5, ser-r=5: 8 solved");
    JOINT.judge_all(73, "ser-s#5, ser-s=5, ser-s==5");
    JOINT.judge_all(72, "ser-==5, ser-h==5, ser-r==5");
}

#[test]
fn all_help_until_the_last_move_is_that_of_exhaustion() {
    JOINT.judge_all(76, "hr#5, hr=5: 8 solved");
    JOINT.judge_all(75, "hs#5, hs=5, hs==5, hr==5");
}

#[test]
fn all_play_with_hands_is_that_of_exhaustion() {
    HANDS.judge_all(31, "#3: 20 in 1, 20 in 2, 20 refuted, 5 left open");
    LOSSES_WITH_HANDS.judge_all(32, "-#2: 20 lost, 20 escapes");
    OTHERS_WITH_HANDS.judge_all(41, "s#2: 5 in 2, 5 drop");
    OTHERS_WITH_HANDS.judge_all(42, "=2: 5 in 2, 45 drop");
    // A side that captures has a man to drop again, so selfstalemates in two are rare.
    OTHERS_WITH_HANDS.judge_all(43, "s=2: 1 in 2");
}

#[test]
fn reflex_play_obliges_the_sides_and_other_play_skips_the_goal() {
    DUELS.judge_all(91, "r#2, semi-r#2, hr#2, ser-r#2");
    DUELS.judge_all(95, "hs#2, ser-#2, ser-h#2, ser-s#2");
}

#[test]
fn every_verdict_of_a_crowd_is_that_of_exhaustion() {
    CROWDS.judge_all(51, "#3: 5 in 1, 5 in 2");
    CROWDS.judge_all(52, "-#2: 5 lost");
    CROWDS.judge_all(53, "=2, s#2, s=2");
    CROWDS.judge_all(56, "h#2.5, h=2.5: 5 solved");
}

#[test]
fn solutions_of_self_play_are_those_of_exhaustion() {
    SUITES.judge_all(61, "s#1, s#2, exact-s#1, exact-s#2");
    SUITES.judge_all(62, "s=1, s=2, exact-s=1, exact-s=2");
    SUITES.judge_all(63, "r#1, r#2, exact-r#1, exact-r#2");
    SUITES.judge_all(64, "semi-r#1, semi-r#2, exact-semi-r#1, exact-semi-r#2");
    SUITES.judge_all(65, "hs#1, exact-hs#1, hr#1, exact-hr#1, hs=1");
    SUITES.judge_all(67, "ser-s#1, ser-s#2, ser-s=1, ser-r#2");
}

/// Deep enough for proof-number search and for slices, with men for the defender, too.
pub const DEEP_MATES: &str = "KQk #7, KRk #7, KPk #7, KBBk #6, KQkr #5, KQkp #6, KRkp #5, KPkp #6, \
    KPPk #6, KBNk #5, KRRkr #5, KRPk #5, KQkq #5, KNNkp #5";

const DEEP_LOSSES: &str = "KQk -#6, KRk -#6, KPk -#6, KBBk -#5, KQkr -#4, KQkp -#5, KRkp -#4, \
    KPkp -#5, KPPk -#5, KBNk -#4, KRRkr -#4, KRPk -#4, KQkq -#4, KNNkp -#4";

const DEEP_FORCED: &str = "KQk =5, KRk =5, KPk =6, KPkp =5, KRkp =4, KQkr s#3, KPkp s#5, \
    KRPkq s#3, KPkr s=4, KQkq s=3, KPkp s=5, KRk s=4, KQk exact-#4, KRk exact-=4, \
    KQQk exact-#4, KRRk exact-#5";

/// Deep enough for tables to overflow and for lines of one length to meet.
const DEEP_HELP: &str = "Kkq h#3, KRk h#3, KPk h#4, KBNk h#3, KQkp h#2.5, KRkp h#3, KPkp h#3.5, \
    KPPk h#3, KNkp h#3.5, KBkn h#3, Kkq h=3, KRk h=3, KPk h=4, KBNk h=3, KQkp h=2.5, KRkp h=3, \
    KPkp h=3.5, KPPk h=3, KNkp h=3.5, KBkn h=3";

/// Judges every ending of a list on this many positions.
fn judge_endings(list: &str, seed: u64, cases: [usize; 2], needs: &str) {
    let mut seen = Seen::default();
    let group = Group { cases, ..ENDINGS };
    for (seed, ending) in (seed..).zip(list.split(", ")) {
        let (men, asked) = ending.split_once(' ').expect("men and a stipulation");
        let source = Source::Ending(men);
        Group { source, ..group }.judge(asked, seed, &mut seen);
    }
    seen.expect(needs, group.cases(), cases[1], list);
}

#[test]
fn deeper_mates_are_those_of_exhaustion() {
    judge_endings(
        DEEP_MATES,
        2,
        [4, 6],
        "5 in 6, 2 in 7, 1 longer than the shortest",
    );
    judge_endings(DEEP_LOSSES, 3, [1, 2], "1 lost, 5 escapes");
}

#[test]
fn deeper_play_is_that_of_exhaustion() {
    judge_endings(DEEP_FORCED, 14, [6, 6], "7 solved, 7 refuted, 10 given up");
}

#[test]
fn deeper_help_is_that_of_exhaustion() {
    judge_endings(DEEP_HELP, 23, [4, 4], "17 solved, 7 refuted, 2 left open");
}

/// The slow judge and the definition give the same answers to all questions about a position.
fn agree_with_plain(group: Group<'_>, list: &str, seed: u64, count: usize) {
    for asked in list.split(", ") {
        let mut reached = 0;
        for problem in Problems::new(group, asked, seed).take(count) {
            let name = &name(&problem);
            let Stipulation {
                kind,
                exact,
                length,
            } = problem.stipulation;
            let position = &problem.position;
            if position.legal_moves().is_empty() {
                continue;
            }
            let judge = &mut Judge::default();
            // The deep question comes first, so that its results in the tables answer the others.
            for plies in (0..=length.half_moves()).rev().filter(|_| kind.is_help()) {
                let found = judge.solutions(kind, position, Length::of_half_moves(plies));
                let lines = plain::lines(kind.aim, position, plies);
                assert_eq!(found.count, Some(lines.len() as u64), "{name}");
                assert!(lines.starts_with(&found.lines), "{name}");
                reached += lines.len();
            }
            for n in (0..=length.moves()).rev().filter(|_| !kind.is_help()) {
                let wins = plain::wins(kind, position, n);
                assert_eq!(judge.wins(kind, position, n), wins, "{name}");
                let loses = plain::loses(kind, position, n.min(1));
                assert_eq!(judge.loses(kind, position, n.min(1)), loses, "{name}");
                reached += usize::from(wins && !exact);
            }
            for n in (0..length.moves())
                .rev()
                .filter(|_| exact && !kind.is_help())
            {
                for m in position.legal_moves() {
                    let next = position.after(m);
                    let loses = plain::loses_exactly(kind, &next, n);
                    assert_eq!(judge.loses_exactly(kind, &next, n), loses, "{name}");
                    reached += usize::from(loses);
                }
            }
        }
        assert!(reached >= 10, "{asked}: {reached}");
    }
}

#[test]
fn the_judge_agrees_with_plain_exhaustion() {
    agree_with_plain(MATES, "#3", 7, 150);
    agree_with_plain(FORCED, "=3, s#2, s=2", 17, 100);
    let exact = "exact-#2, exact-s#2, exact-r#2, exact-semi-r#2";
    agree_with_plain(EXACT, exact, 85, 60);
    agree_with_plain(HELP, "h#2.5, h=2.5", 26, 100);
}
