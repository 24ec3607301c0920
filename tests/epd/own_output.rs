//! A run over its own output changes nothing.

use std::time::Duration;

use crate::support::verdict::verdict;
use keymove::answer::{Format, RecordOutcome, Settings, answer};
use keymove::epd::Epd;
use keymove::job::{Defaults, Job};
use keymove::record::{Findings, answered};
use keymove::solve::{
    Counters, Extent, Help, Kind, Length, LimitKind, Lines, Loss, Outcome, Solution, Stipulation,
    Tables, Verdict,
};
use keymove::stop::Stop;
use shakmaty::Move;

/// Every outcome, every way to name a job, and unusual records.
const RECORDS: [&str; 61] = [
    // Mates in 1, 2 and 3.
    "7k/8/6K1/8/8/8/Q7/8 w - -",
    "7k/8/6K1/8/8/8/QR6/8 w - - 0 1 id \"two keys; at least\"",
    "7k/8/6K1/8/8/8/Q7/8 w - - Stip \"#1\"; dm 1; acd 3; acn 7; acs 9; pm Qa8; bm Qa8#; ce 32766; pv Qa8#;",
    "7k/8/6K1/8/8/8/Q7/8 w - - Stip \"#3\";",
    "7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; am Kd4; c0 \"x\"; c9 y ; zz;",
    "7k/8/8/4K3/8/8/6Q1/8 w - - bm #2; ce 15;",
    "7k/8/8/4K3/8/8/6Q1/8 w - - ce +M2;",
    "7k/8/8/4K3/8/8/6Q1/8 w - - ce 32763;",
    "7k/8/8/4K3/8/8/6Q1/8 w - - pv Kf6 Kh7 Qg7#;",
    "3k4/8/8/8/8/8/2R1R3/RK6 w A - dm 1;",
    "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 bm #1; ep; 00:00;",
    // No mate.
    "7k/8/8/8/8/8/8/KQ6 w - - dm 1; bm Qb7; ce 900; pv Qb7;",
    "7k/8/8/8/8/8/8/KQ6 w - - Stip \"#2\";",
    "7k/8/8/4K3/8/8/6Q1/8 w - - dm 1; pv Kf6 Kh7 Qg7#;",
    "8/8/8/8/8/2k5/8/K1R5 b - - ce 32764; bm #1; id x",
    // Mated.
    "7k/5K2/8/8/8/8/8/6R1 b - - dm -1;",
    "7k/5K2/8/8/8/8/8/6R1 b - - id \"both directions\";",
    "8/K7/2k5/8/8/8/8/1r6 w - - ce -32763; bm Ka6; am Ka8;",
    "8/K7/2k5/8/8/8/8/1r6 w - - Stip \"-#3\";",
    "8/K7/2k5/8/8/8/8/1r6 w - - pv Ka8 Kc7 Ka7 Ra1#;",
    // Not mated.
    "7k/8/5K2/8/8/8/8/6R1 b - - ce -32765; bm Kh5; am Kh7;",
    "7k/8/8/8/8/5K2/8/6R1 b - - bm #-1; id \"several escapes\";",
    // Over already.
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - dm 3; bm Rf8;",
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - ce -32767; id \"x\";",
    "7k/5Q2/6K1/8/8/8/8/8 b - - bm Kh7; pv Kh7;",
    "7k/5Q2/6K1/8/8/8/8/8 b - - ce 0;",
    // Neither direction.
    "7k/8/8/8/8/8/8/K7 w - - id 1; hmvc 3; fmvn 7;",
    "7k/8/8/8/8/8/8/K7 w - - 3 7 ;D1 3 ;D2 9",
    "7k/8/8/8/8/8/8/K7 w - - 3 7;3;9;27",
    // Other goals: solved, also sooner than requested; refuted; over already.
    "7k/1P2PK2/8/8/8/8/8/8 w - - Stip \"=2\"; dm 3; pv Kf6 Kg8 e8=Q#; ce 15;",
    "7k/1P2PK2/8/8/8/8/8/8 w - - Stip \"=1\"; id \"x\";",
    "7k/5Q2/6K1/8/8/8/8/8 b - - Stip \"=1\";",
    "3r4/8/8/4B3/1N6/3R4/5PPP/1k4K1 w - - Stip \"s#2\"; acd 1; Dist 9; Count 4;",
    "7q/8/8/4Q3/8/1Q6/P7/K1kb4 w - - Stip \"s#2\"; bm a3;",
    "7q/8/8/4Q3/8/1Q6/P7/K1kb4 w - - Stip \"s#1\"; bm a3;",
    "K7/2qk4/8/8/2Q5/8/8/8 w - - Stip \"s=2\"; Refuted 1;",
    "K7/2qk4/8/8/2Q5/8/8/8 w - - Stip \"s=1\";",
    // Help play, half and whole moves.
    "8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Stip \"h#1.5\";",
    "8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Stip \"h#2.5\"; Refuted 1; bm Kf3;",
    "8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Stip \"h#0.5\";",
    "3K4/2P1B3/k7/8/8/8/8/8 b - - Stip \"h#2\"; pv Ka7 Bc5+ Ka8 c8=Q#;",
    "3K4/2P1B3/k7/8/8/8/8/8 b - - Stip \"h#1\"; dm 2;",
    "1K1Rk2r/8/8/8/8/8/8/8 b k - Stip \"h=2.5\";",
    "1K1Rk2r/8/8/8/8/8/8/8 b k - Stip \"h=1.5\"; Open 3;",
    "7k/6Q1/6K1/8/8/8/8/8 b - - Stip \"h#2\"; id \"x\";",
    // Exact play, and both sides.
    "7k/8/5K2/8/8/8/Q7/8 w - - Stip \"exact-#2\"; bm Qg2;",
    "7k/8/5K2/8/8/8/Q7/8 w - - Stip \"exact-#1\"; Refuted 1;",
    "8/8/8/2p5/8/6pk/7p/R6K w - - Stip \"exact-s#2\"; dm 2;",
    "7k/8/5K2/8/8/8/Q7/8 w - - Stip \"#2\"; dup;",
    "7k/8/5K2/8/8/8/Q7/8 w - - dup; dm 2; DuplexRefuted 1;",
    "8/8/8/8/8/1K1Q4/8/k7 w - - dup; Duplexbm Ka1;",
    "3K4/2P1B3/k7/8/8/8/8/8 b - - Stip \"h#2\"; dup; DuplexDist 1; Duplexbm Kd7;",
    // Errors.
    "7k/8/8/8/8/8/8/K7 w - - Stip \"s#3\"",
    "7k/8/8/8/8/8/8/K7 w - - Stip \"r#3\"; Error \"an earlier one\";",
    "7k/8/8/8/8/8/8/K7 w - - dm 0; id \"no end",
    "7k/8/8/8/8/8/8/8 w - - 0 1\r",
    "7k/8/8/8/8/8/8/8 w - -",
    "startpos; bm e4;\r",
    // No jobs.
    "# comment\r",
    "",
    "\t\0",
];

/// Options that users may set; nothing deeper than three moves, which exhaustion can still search.
fn settings() -> Vec<Settings> {
    let with = |change: fn(&mut Defaults)| {
        let mut settings = Settings {
            no_time: true,
            format: Format::Epd,
            ..Settings::default()
        };
        settings.defaults.force_depth = Some(2);
        change(&mut settings.defaults);
        settings
    };
    vec![
        with(|_| ()),
        with(|of| of.extent = Extent::First),
        with(|of| of.extent = Extent::Any),
        with(|of| of.mated = true),
        with(|of| (of.depth, of.force_depth) = (Some(2), None)),
        // A limit that is reached early, and one in the middle.
        with(|of| (of.limits.nodes, of.force_depth) = (Some(40), None)),
        with(|of| (of.depth, of.mated, of.force_depth) = (Some(1), true, None)),
    ]
}

#[test]
fn a_second_run_changes_nothing() {
    let mut tables = Tables::new(16);
    let stop = Stop::new();
    let mut seen = Vec::new();
    for settings in settings() {
        for record in RECORDS {
            let first = answer(record.as_bytes(), &settings, &mut tables, &stop);
            let second = answer(&first.text, &settings, &mut tables, &stop);
            assert_eq!(
                String::from_utf8_lossy(&second.text),
                String::from_utf8_lossy(&first.text),
                "{record}"
            );
            assert_eq!(second.outcome, first.outcome, "{record}");
            if first.outcome != RecordOutcome::Malformed {
                // In help play a message says if the other side usually begins.
                let mut messages = second.messages();
                assert!(
                    messages.all(|(_, text)| text.contains("usually")),
                    "{record}"
                );
            }
            seen.push(first.outcome);
        }
    }
    // The table above is only useful if it has everything in it.
    for status in [
        RecordOutcome::Passed,
        RecordOutcome::Solved,
        RecordOutcome::Refuted,
        RecordOutcome::Malformed,
    ] {
        assert!(seen.contains(&status));
    }
}

/// Answers of length 4, if the kind has such answers.
fn solved(asked: Stipulation, moves: &[Move], limit: Option<LimitKind>) -> Vec<Outcome> {
    let forced = |(open, refuted)| match asked.kind {
        Kind::MATED => Outcome::Lost(Loss {
            moves: 4,
            safe: refuted,
            longest: moves[..1].to_vec(),
            open: 0,
            sooner: moves[1..].to_vec(),
            line: moves[..1].to_vec(),
            limit,
        }),
        _ => Outcome::Solved(Solution {
            moves: 4,
            refuted,
            keys: moves.to_vec(),
            open,
            line: moves[..1].to_vec(),
            limit,
        }),
    };
    let helped = |(open, count)| {
        Outcome::Helped(Help {
            length: asked.length.with_moves(4),
            keys: moves.to_vec(),
            open,
            solutions: vec![Lines {
                length: asked.length.with_moves(4),
                count,
                lines: vec![moves[..1].to_vec()],
            }],
            limit,
        })
    };
    if asked.kind.is_help() {
        [(0, Some(u64::MAX)), (0, None), (4, None)]
            .map(helped)
            .to_vec()
    } else {
        [(0, 3), (4, 3), (0, 1), (0, 0)].map(forced).to_vec()
    }
}

/// Possible results of a search, with invented lengths.
fn outcomes(asked: Stipulation, moves: &[Move]) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for limit in [LimitKind::Nodes, LimitKind::Time, LimitKind::Stopped] {
        for refuted in [0, 3] {
            outcomes.push(Outcome::GaveUp {
                refuted: Length::of_moves(refuted),
                limit,
            });
        }
        for limit in [None, Some(limit)] {
            outcomes.extend(solved(asked, moves, limit));
            outcomes.push(Outcome::Refuted {
                length: asked.length,
                escapes: match asked.kind {
                    Kind::MATED => moves[1..].to_vec(),
                    _ => Vec::new(),
                },
                open: usize::from(asked.kind == Kind::MATED),
                limit,
            });
        }
    }
    outcomes
}

/// The same for limits and depths that exhaustion doesn't reach: if the second run finds the same
/// result, it has the same question and writes the same record.
#[test]
fn a_second_run_asks_for_the_same() {
    let (epd, _) = Epd::read(b"8/K7/2k5/8/8/8/6P1/1r6 w - - dm 6; bm Ka6; ce 15; id \"x\";")
        .expect("a record");
    let mut moves: Vec<Move> = epd.position().legal_moves().into_iter().collect();
    assert!(moves.len() > 3);
    // The others are open.
    moves.truncate(2);
    let kinds = [
        Kind::MATE,
        Kind::MATED,
        Kind::STALEMATE,
        Kind::SELFMATE,
        Kind::SELFSTALEMATE,
        Kind::HELPMATE,
        Kind::HELPSTALEMATE,
    ];
    for (kind, half) in kinds
        .into_iter()
        .flat_map(|kind| [(kind, false), (kind, true)])
        .filter(|&(kind, half)| !half || kind.is_help())
    {
        let asked = Stipulation::within(kind, Length::of_moves(6).with_half(half));
        for outcome in outcomes(asked, &moves) {
            let findings = Findings::single(Verdict {
                counters: Counters {
                    nodes: 7,
                    elapsed: Duration::from_secs(1),
                },
                ..verdict(asked, epd.position(), outcome.clone())
            });
            let first = answered(&epd, &findings, false);
            let (read, warnings) = Epd::read(&first.to_bytes()).expect("a record");
            assert_eq!(warnings, []);
            let (job, warnings) = Job::select(&read, &Defaults::default()).expect("a job");
            let mut warnings = warnings.iter();
            assert!(warnings.all(|w| w.text.contains("usually")), "{first}");
            let problem = job.single().expect("one question");
            // A mate's length replaces its bound; other goals keep their Stip.
            let moves = match (kind, &outcome) {
                (Kind::MATE, Outcome::Solved(_)) | (Kind::MATED, Outcome::Lost(_)) => 4,
                _ => 6,
            };
            assert_eq!(problem.stipulation, asked.with_moves(moves), "{first}");
            // A claim beyond the default depth is still a claim, and one within it still isn't.
            assert_eq!(problem.claimed, moves > 5);
            assert_eq!(answered(&read, &findings, false), first);
        }
    }
}
