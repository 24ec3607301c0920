//! Several threads on one record prove the same as one thread.
//!
//! One thread is the judge, and it has its own judges. The tables are as small as possible, so that
//! the threads overwrite each other's entries all the time; with assertions enabled, as here,
//! threads are started after 64 nodes, so that small positions use them, too.
//! `scripts/judge/second --arguments "--threads 4 -M 1"` has brute force judge the answers of several
//! threads.

use std::fs;
use std::path::Path;
use std::time::Duration;

use keymove::answer::{Settings, answer};
use keymove::epd::Epd;
use keymove::job::{Defaults, Job};
use keymove::solve::{Extent, LimitKind, Limits, Outcome, Problem, Tables, solve};
use keymove::stop::Stop;

/// Suites of forced play.
const SUITES: [&str; 13] = [
    "mates-2",
    "mates-3",
    "mates-4",
    "mates-5",
    "mates-6",
    "mated",
    "en-passant",
    "castling",
    "under-promotion",
    "refuted",
    "bughouse",
    "crazyhouse",
    "selfmates",
];

fn lines(name: &str) -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let text = fs::read(path.join(name).with_extension("epd")).expect("the suite can be read");
    let lines = text.split(|&b| b == b'\n').map(<[u8]>::to_vec);
    lines.filter(|line| !line.is_empty()).collect()
}

fn tables(threads: usize) -> Tables {
    let mut tables = Tables::new(1);
    tables.set_threads(threads);
    tables
}

/// The operations of an answer that do not depend on the number of threads.
fn proved(line: &[u8], settings: &Settings, tables: &mut Tables) -> Vec<String> {
    let answer = answer(line, settings, tables, &Stop::new());
    let text = String::from_utf8(answer.text).expect("suites are UTF-8");
    let may_differ = |op: &str| {
        let word = op.split(' ').next();
        word.is_some_and(|word| ["acn", "pv", "pm"].contains(&word))
    };
    text.split(';')
        .map(|op| op.trim().to_owned())
        .filter(|op| !may_differ(op))
        .collect()
}

#[test]
fn several_threads_prove_the_same_as_one_thread() {
    let settings = Settings {
        no_time: true,
        ..Settings::default()
    };
    let mut alone = tables(1);
    let mut records = 0;
    for (suite, threads) in SUITES.iter().zip([2, 3, 8, 2, 4].into_iter().cycle()) {
        let mut together = tables(threads);
        for line in lines(suite) {
            let one = proved(&line, &settings, &mut alone);
            let several = proved(&line, &settings, &mut together);
            assert_eq!(one, several, "{threads} threads");
            records += 1;
        }
    }
    assert!(records > 300, "only {records} records");
}

fn problem(record: &str, extent: Extent, limits: Limits) -> Problem {
    let (epd, _) = Epd::read(record.as_bytes()).expect("a record");
    let defaults = Defaults {
        extent,
        limits,
        ..Defaults::default()
    };
    let (job, _) = Job::select(&epd, &defaults).expect("a job");
    job.single().expect("one question").clone()
}

/// There is no mate in seven, but a test could not wait for the refutation.
const LONG: &str = "rn1qkb1r/pp2pppp/2p2n2/3p1b2/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - Stip \"#7\";";

#[test]
fn all_threads_together_keep_to_the_limit_of_nodes() {
    for nodes in [1, 63, 64, 65, 1000, 20_000, 100_001] {
        let limits = Limits {
            nodes: Some(nodes),
            time: None,
        };
        let problem = problem(LONG, Extent::First, limits);
        let verdict = solve(&problem, &mut tables(3), &Stop::new()).expect("mate is supported");
        assert!(
            matches!(
                verdict.outcome(),
                Outcome::GaveUp {
                    limit: LimitKind::Nodes,
                    ..
                }
            ),
            "{:?}",
            verdict.outcome()
        );
        assert_eq!(verdict.counters.nodes, nodes);
    }
}

#[test]
fn a_raised_flag_and_a_limit_of_time_end_all_threads() {
    let stop = Stop::new();
    let endless = problem(LONG, Extent::AllKeys, Limits::default());
    let outcome = std::thread::scope(|scope| {
        let search = scope.spawn(|| solve(&endless, &mut tables(4), &stop));
        std::thread::sleep(Duration::from_millis(100));
        stop.raise();
        search.join().expect("no panic").expect("mate is supported")
    });
    let stopped = |limit| move |outcome: &Outcome| matches!(outcome, Outcome::GaveUp { limit: met, .. } if *met == limit);
    assert!(stopped(LimitKind::Stopped)(&outcome.outcome()));
    let limits = Limits {
        nodes: None,
        time: Some(Duration::from_millis(100)),
    };
    let short = problem(LONG, Extent::AllKeys, limits);
    let verdict = solve(&short, &mut tables(4), &Stop::new()).expect("mate is supported");
    assert!(stopped(LimitKind::Time)(&verdict.outcome()));
}
