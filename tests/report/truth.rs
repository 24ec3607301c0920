//! The play that the search finds is the play that its plain twin finds.

use keymove::solve::{Continuation, Outcome, Tables, Tree, Variation, Wanted, solve};
use keymove::stop::Stop;
use shakmaty::{CastlingMode, Move};

use crate::report::{ALL, judge, problem};

/// The play as text, sorted, so that two trees are equal if they have the same contents.
fn sorted(tree: &Tree) -> Vec<String> {
    let mut lines = Vec::new();
    for key in &tree.keys {
        continuation("key", key, &mut lines);
    }
    for t in tree.tries.iter().flatten() {
        let mut refutations: Vec<String> = t.refutations.iter().map(|&m| uci(m)).collect();
        refutations.sort_unstable();
        let name = format!("try but {}", refutations.join(" "));
        continuation(&name, &t.play, &mut lines);
    }
    variations("defence", &tree.defences, &mut lines);
    match &tree.set_play {
        Some(set_play) => variations("set play", set_play, &mut lines),
        None => lines.push("no set play".to_owned()),
    }
    lines.sort_unstable();
    lines
}

fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

fn continuation(path: &str, played: &Continuation, lines: &mut Vec<String>) {
    assert!(!played.cut, "{path}");
    let path = format!("{path} {}", uci(played.m));
    let zugzwang = if played.zugzwang { " zugzwang" } else { "" };
    lines.push(format!("{path} in {}{zugzwang}", played.moves));
    for threat in &played.threats {
        continuation(&format!("{path} threat"), threat, lines);
    }
    variations(&path, &played.variations, lines);
}

fn variations(path: &str, variations: &[Variation], lines: &mut Vec<String>) {
    for v in variations {
        let path = format!("{path} {}", uci(v.reply));
        lines.push(format!("{path} ends {} shown {}", v.ends, v.shown));
        for c in &v.continuations {
            continuation(&path, c, lines);
        }
    }
}

#[test]
fn trees_of_every_stipulation() {
    let lines = [
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;",
        "8/8/8/4RN1P/4K3/2P4N/2P2p1Q/4k3 w - - dm 2;",
        "8/8/3q1n2/k4n2/8/1r6/1P6/1K6 b - - dm 2;",
        "8/4p3/8/8/3Q3R/K2p4/8/N1k5 w - - dm 2;",
        "8/8/8/8/8/3K4/1R6/k7 w - - Stip \"#3\";",
        "4k2r/8/5K2/8/3Pp3/8/QQ6/8 b k d3 Stip \"#2\";",
        "5k2/3p4/4Q3/8/5N2/8/2K5/8 w - - Stip \"=2\";",
        "8/8/8/8/6p1/7k/7p/2Q4K w - - Stip \"s#2\";",
        "8/8/8/8/8/6pk/7p/R6K w - - Stip \"s#1\";",
        "8/8/7p/8/8/7k/7p/2Q4K w - - Stip \"s=2\";",
        "8/P7/8/8/8/4K3/1Q6/6k1 b - - Stip \"-#2\";",
        "8/1r6/8/8/8/5K2/4Q2k/8 b - - Stip \"-#1\";",
        "8/8/8/8/8/5k2/8/K6R w - - Stip \"#2\";",
    ];
    for line in lines {
        let (_, problem) = problem(line, ALL);
        let found = solve(&problem, &mut Tables::new(1), &Stop::new()).expect("supported");
        let expected = judge::judged(&problem);
        let tree = |tree: Option<Box<Tree>>| tree.as_deref().map(sorted);
        assert_eq!(tree(found.tree), tree(expected.tree), "{line}");
    }
}

/// Tries with up to three refutations, and keys longer than the shortest; for every stipulation,
/// positions whose threats are partly parried, or whose solution is shorter than stipulated.
#[test]
fn trees_with_all_that_can_be_asked_for() {
    let everything = Wanted {
        tries: 3,
        longer_keys: true,
        ..ALL
    };
    let suites = [
        include_str!("../../suites/mates-2.epd"),
        include_str!("../../suites/mates-3.epd"),
        include_str!("../../suites/stalemates.epd"),
        include_str!("../../suites/selfmates.epd"),
        include_str!("../../suites/selfstalemates.epd"),
        include_str!("../../suites/reflexmates.epd"),
        include_str!("../../suites/reflexstalemates.epd"),
        include_str!("../../suites/double-stalemates.epd"),
    ];
    let mut seen = Seen::default();
    let mut tables = Tables::new(1);
    for line in suites.iter().flat_map(|suite| suite.lines()) {
        let Some((_, mut problem)) = is_small(line).then(|| problem(line, everything)) else {
            continue;
        };
        // One move more than needed, if exhaustion can still do it.
        if problem.stipulation.length.moves() == 1 {
            problem.stipulation = problem.stipulation.with_moves(2);
        }
        let found = solve(&problem, &mut tables, &Stop::new()).expect("supported");
        let expected = judge::judged(&problem);
        let tree = |tree: Option<Box<Tree>>| tree.as_deref().map(sorted);
        seen.look_at(found.tree.as_deref());
        assert_eq!(tree(found.tree), tree(expected.tree), "{line}");
    }
    assert!(
        seen.tries >= 500 && seen.longer >= 10 && seen.separated >= 30 && seen.sooner >= 10,
        "{seen:?}"
    );
}

/// Whether exhaustion can finish it: two moves, or three with few men.
fn is_small(line: &str) -> bool {
    if line.is_empty() || line.starts_with('#') {
        return false;
    }
    let (_, problem) = problem(line, ALL);
    let men = problem.position.board().occupied().count();
    match problem.stipulation.length.moves() {
        1 | 2 => men <= 16,
        3 => men <= 6,
        _ => false,
    }
}

/// The features of the trees.
#[derive(Debug, Default)]
struct Seen {
    /// Tries with several refutations.
    tries: usize,
    /// Keys longer than the shortest.
    longer: usize,
    /// Replies that parry some of the threats.
    separated: usize,
    /// Replies that let the attacker be faster than threatened.
    sooner: usize,
}

impl Seen {
    fn look_at(&mut self, tree: Option<&Tree>) {
        let Some(tree) = tree else { return };
        let several = |t: &&keymove::solve::TryMove| t.refutations.len() > 1;
        self.tries += tree.tries.iter().flatten().filter(several).count();
        let shortest = tree.keys.first().map_or(0, |key| key.moves);
        self.longer += tree.keys.iter().filter(|key| key.moves > shortest).count();
        let tries = tree.tries.iter().flatten().map(|t| &t.play);
        for first in tree.keys.iter().chain(tries) {
            self.look_behind(first);
        }
    }

    fn look_behind(&mut self, played: &Continuation) {
        let threatened = played.threats.first().map_or(0, |t| t.moves);
        let is_threat = |c: &Continuation| played.threats.iter().any(|t| t.m == c.m);
        for v in &played.variations {
            let fastest = v.continuations.first().map_or(0, |c| c.moves);
            if (1..threatened).contains(&fastest) {
                self.sooner += 1;
            } else if fastest == threatened && v.shown && v.continuations.iter().any(is_threat) {
                self.separated += 1;
            }
            v.continuations.iter().for_each(|c| self.look_behind(c));
        }
    }
}

#[test]
fn solutions_of_help_play() {
    let lines = [
        "8/8/7p/4K3/6k1/1Q6/8/8 b - - Stip \"h#2\";",
        "8/8/8/kP6/8/2K5/7R/3b4 w - - Stip \"h#1.5\";",
        "7k/8/5KQ1/8/8/8/8/8 w - - Stip \"h#0.5\";",
        "6k1/8/5PK1/8/3B2p1/p7/8/8 b - - Stip \"h#2\";",
        "8/3P4/k7/1R6/8/b7/3K4/8 b - - Stip \"h=2\";",
        "8/8/8/8/8/6k1/4q3/7K w - - Stip \"h#1\";",
    ];
    for line in lines {
        let (_, problem) = problem(line, ALL);
        let helped = |outcome| match outcome {
            Outcome::Helped(help) => (help.length, help.solutions),
            other => panic!("{line}: {other:?}"),
        };
        let found = solve(&problem, &mut Tables::new(1), &Stop::new()).expect("supported");
        let expected = judge::judged(&problem);
        assert_eq!(
            helped(found.outcome()),
            helped(expected.outcome()),
            "{line}"
        );
        assert_eq!(found.set_play, expected.set_play, "{line}");
    }
}
