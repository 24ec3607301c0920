//! How answers are written: the four outcomes, from verdicts of the search and from verdicts made
//! up here.

use std::time::Duration;

use crate::support::json::object;
use crate::support::verdict::verdict;
use insta::assert_snapshot;
use keymove::answer::{
    Answer, Format, RecordOutcome, Settings, answer, answer_line, internal_error,
};
use keymove::epd::Epd;
use keymove::epd::moves::read_move;
use keymove::job::Defaults;
use keymove::position::Position;
use keymove::record::{Findings, answered};
use keymove::solve::{
    Counters, Extent, Kind, Length, LimitKind, Loss, Outcome, Solution, Stipulation, Tables,
    Verdict,
};
use keymove::stop::Stop;
use shakmaty::Move;

/// A mate in 2 by Kf6.
pub const MATE_2: &str = "7k/8/8/4K3/8/8/6Q1/8 w - -";

/// The answer of the whole way, depths from the command line.
pub fn run(line: &str, defaults: Defaults) -> Answer {
    let settings = Settings {
        defaults,
        no_time: true,
        ..Settings::default()
    };
    // Node counts are the search's business.
    let mut answer = answer(
        line.as_bytes(),
        &settings,
        &mut Tables::new(1),
        &Stop::new(),
    );
    let text = String::from_utf8(answer.text).expect("text");
    let words = text
        .split("; ")
        .map(|operation| match operation.strip_prefix("acn ") {
            Some(number) if number.bytes().all(|b| b.is_ascii_digit()) => "acn _",
            _ => operation,
        });
    answer.text = words.collect::<Vec<_>>().join("; ").into_bytes();
    answer
}

pub fn text(answer: &Answer) -> &str {
    std::str::from_utf8(&answer.text).expect("text")
}

fn depth(depth: u16) -> Defaults {
    Defaults {
        depth: Some(depth),
        ..Defaults::default()
    }
}

fn forced(depth: u16) -> Defaults {
    Defaults {
        force_depth: Some(depth),
        ..Defaults::default()
    }
}

/// What is written about `line` when `outcome` was found.
pub fn written(line: &str, stipulation: Stipulation, outcome: Outcome) -> String {
    let (epd, _) = Epd::read(line.as_bytes()).expect("a record");
    let findings = Findings::single(found(stipulation, &epd, outcome, 7));
    answered(&epd, &findings, false).to_string()
}

fn found(asked: Stipulation, epd: &Epd, outcome: Outcome, nodes: u64) -> Verdict {
    Verdict {
        counters: Counters {
            nodes,
            elapsed: Duration::from_millis(2900),
        },
        ..verdict(asked, epd.position(), outcome)
    }
}

/// The answers to "does it mate in 5", "is it mated in 5", as far as they were asked.
fn both(epd: &Epd, outcomes: impl IntoIterator<Item = (Outcome, u64)>) -> Findings {
    let asked = [Kind::MATE, Kind::MATED].map(|kind| Stipulation::new(kind, 5));
    let verdicts = asked.into_iter().zip(outcomes);
    Findings {
        asked: asked.to_vec(),
        verdicts: verdicts
            .map(|(asked, (outcome, nodes))| found(asked, epd, outcome, nodes))
            .collect(),
    }
}

/// The moves of a line, one after the other.
pub fn line(fields: &str, moves: &str) -> Vec<Move> {
    let mut position = position(fields);
    moves
        .split_whitespace()
        .map(|text| {
            let m = read_move(&position, text.as_bytes()).expect("a move");
            position.play(m);
            m
        })
        .collect()
}

/// Several first moves.
pub fn set(fields: &str, moves: &str) -> Vec<Move> {
    moves
        .split_whitespace()
        .map(|text| read_move(&position(fields), text.as_bytes()).expect("a move"))
        .collect()
}

fn position(fields: &str) -> Position {
    Epd::from_ascii(fields.as_bytes())
        .expect("a record")
        .position()
        .clone()
}

#[test]
fn solved() {
    let answer = run("7k/8/6K1/8/8/8/Q7/8 w - - id \"x\";", depth(2));
    assert_eq!(answer.outcome, RecordOutcome::Solved);
    assert_eq!(answer.messages, []);
    assert!(!answer.stopped);
    assert_snapshot!(text(&answer), @r#"7k/8/6K1/8/8/8/Q7/8 w - - acd 1; acn _; bm Qa8#; ce 32766; dm 1; id "x"; pm Qa8#; pv Qa8#;"#);
}

#[test]
fn solved_with_several_keys() {
    let answer = run(
        "7k/8/6K1/8/8/8/QR6/8 w - - bm Kf6; ce 15; am Kh6;",
        depth(1),
    );
    // Which of them pm and pv take is the search's business.
    assert!(text(&answer).starts_with(
        "7k/8/6K1/8/8/8/QR6/8 w - - acd 1; acn _; am Kh6; bm Qa8# Rb8# Rh2#; ce 32766; dm 1; pm "
    ));
}

#[test]
fn solved_in_two() {
    assert_snapshot!(text(&run("8/8/8/8/8/2K5/1R6/k7 b - - ; dm 1", depth(2))), @"8/8/8/8/8/2K5/1R6/k7 b - - ce 0;");
    assert_snapshot!(text(&run(&format!("{MATE_2} bm #2; c0 \"kept  as it is\" ;"), depth(1))), @r#"7k/8/8/4K3/8/8/6Q1/8 w - - acd 2; acn _; bm Kf6; c0 "kept  as it is" ; ce 32764; dm 2; pm Kf6; pv Kf6 Kh7 Qg7#;"#);
}

#[test]
fn refuted() {
    let answer = run(
        "7k/8/8/8/8/8/8/KQ6 w - - 3 9 dm 1; bm Qh1+; ce 900; pv Qh1+ Kg8; id 7;",
        depth(5),
    );
    assert_eq!(answer.outcome, RecordOutcome::Refuted);
    assert_snapshot!(text(&answer), @r##"7k/8/8/8/8/8/8/KQ6 w - - Refuted 1; Stip "#1"; acd 1; acn _; bm Qh1+; ce 900; fmvn 9; hmvc 3; id 7; pv Qh1+ Kg8;"##);
}

#[test]
fn refuted_loses_its_claims_and_earlier_results() {
    assert_snapshot!(
        text(&run(
            "7k/8/8/8/8/8/8/KQ6 w - - Stip \"#1\"; Refuted 4; Safe 2; Limit \"time\"; Open 3; Count 2; Dist 7; \
             acd 5; acn 6; acs 7; ce 32766; dm 1; bm #1; pm Qh1; pv Qh1#; id \"x\";",
            depth(5)
        )),
        @r##"7k/8/8/8/8/8/8/KQ6 w - - Refuted 1; Stip "#1"; acd 1; acn _; id "x";"##
    );
}

#[test]
fn mated() {
    let answer = run("7k/5K2/8/8/8/8/8/6R1 b - - dm -1; am Kh6;", depth(5));
    assert_eq!(answer.outcome, RecordOutcome::Solved);
    assert_snapshot!(text(&answer), @"7k/5K2/8/8/8/8/8/6R1 b - - acd 1; acn _; bm Kh7; ce -32765; pm Kh7; pv Kh7 Rh1#;");
    // One reply holds out longer.
    assert_snapshot!(text(&run("8/K7/2k5/8/8/8/8/1r6 w - - ce -32763;", depth(5))), @"8/K7/2k5/8/8/8/8/1r6 w - - acd 2; acn _; am Ka6; bm Ka8; ce -32763; pm Ka8; pv Ka8 Kc7 Ka7 Ra1#;");
}

#[test]
fn not_mated() {
    let answer = run(
        "7k/8/5K2/8/8/8/8/6R1 b - - ce -32765; bm Kh5; pv Kh7 Rh1#; am Kh7;",
        depth(5),
    );
    assert_eq!(answer.outcome, RecordOutcome::Refuted);
    assert_snapshot!(text(&answer), @r#"7k/8/5K2/8/8/8/8/6R1 b - - Safe 1; Stip "-#1"; acd 1; acn _; am Kh7; bm Kh7;"#);
}

#[test]
fn mated_already() {
    // Nothing else, whatever was asked.
    for operations in [
        "",
        "dm 3;",
        "ce -32767;",
        "ce -32761; bm Rf8 ; am Kh8; pv Rf8; acd 3; acn 4; acs 4;",
        "Stip \"-#2\";",
    ] {
        for defaults in [Defaults::default(), depth(1)] {
            let answer = run(
                &format!("R5k1/5ppp/8/8/8/8/8/4K3 b - - {operations} id \"x\";"),
                defaults,
            );
            assert_eq!(answer.outcome, RecordOutcome::Solved);
            assert_eq!(
                text(&answer),
                "R5k1/5ppp/8/8/8/8/8/4K3 b - - ce -32767; id \"x\";"
            );
        }
    }
}

#[test]
fn stalemate_already() {
    for operations in ["", "dm 1;", "ce -32765;", "bm Kh7; acd 3;"] {
        for defaults in [Defaults::default(), depth(1)] {
            let answer = run(
                &format!("7k/5Q2/6K1/8/8/8/8/8 b - - {operations} id \"x\";"),
                defaults,
            );
            assert_eq!(answer.outcome, RecordOutcome::Solved);
            assert_eq!(text(&answer), "7k/5Q2/6K1/8/8/8/8/8 b - - ce 0; id \"x\";");
        }
    }
}

#[test]
fn both_directions() {
    // It mates.
    let answer = run("7k/8/6K1/8/8/8/Q7/8 w - - id \"x\";", forced(1));
    assert_eq!(answer.outcome, RecordOutcome::Solved);
    assert_snapshot!(text(&answer), @r#"7k/8/6K1/8/8/8/Q7/8 w - - acd 1; acn _; bm Qa8#; ce 32766; dm 1; id "x"; pm Qa8#; pv Qa8#;"#);
    // It doesn't, but is mated; the first search is not counted.
    let answer = run("7k/5K2/8/8/8/8/8/6R1 b - - bm Kh6;", forced(1));
    assert_eq!(answer.outcome, RecordOutcome::Solved);
    assert_snapshot!(text(&answer), @"7k/5K2/8/8/8/8/8/6R1 b - - acd 1; acn _; bm Kh7; ce -32765; pm Kh7; pv Kh7 Rh1#;");
    // Neither; there is no Stip, and bm stays as it was.
    let answer = run("7k/8/5K2/8/8/8/8/6R1 b - - bm Kh5;", forced(1));
    assert_eq!(answer.outcome, RecordOutcome::Refuted);
    assert_snapshot!(text(&answer), @"7k/8/5K2/8/8/8/8/6R1 b - - Refuted 1; Safe 1; acd 1; acn _; bm Kh5;");
}

#[test]
fn both_directions_given_up() {
    let (epd, _) = Epd::read(b"7k/8/5K2/8/8/8/8/6R1 b - - bm Kh5;").expect("a record");
    let gave_up = |refuted| Outcome::GaveUp {
        refuted: Length::of_moves(refuted),
        limit: LimitKind::Nodes,
    };
    let refuted = Outcome::Refuted {
        length: Length::of_moves(5),
        escapes: Vec::new(),
        open: 0,
        limit: None,
    };
    let first = both(&epd, [(gave_up(3), 7)]);
    assert_snapshot!(answered(&epd, &first, false), @r#"7k/8/5K2/8/8/8/8/6R1 b - - Limit "nodes"; Refuted 3; acn 7; acs 2; bm Kh5;"#);
    let second = both(&epd, [(refuted, 7), (gave_up(0), 4)]);
    assert_snapshot!(answered(&epd, &second, false), @r#"7k/8/5K2/8/8/8/8/6R1 b - - Limit "nodes"; Refuted 5; Safe 0; acn 11; acs 5; bm Kh5;"#);
}

#[test]
fn gave_up() {
    let gave_up = |kind, limit| {
        written(
            "7k/8/8/8/8/8/8/KQ6 w - - dm 6; bm Qh1; ce 15; pv Qh1 Kg8;",
            Stipulation::new(kind, 6),
            Outcome::GaveUp {
                refuted: Length::of_moves(4),
                limit,
            },
        )
    };
    assert_snapshot!(gave_up(Kind::MATE, LimitKind::Nodes), @r##"7k/8/8/8/8/8/8/KQ6 w - - Limit "nodes"; Refuted 4; Stip "#6"; acn 7; acs 2; bm Qh1; ce 15; pv Qh1 Kg8;"##);
    assert_snapshot!(gave_up(Kind::MATE, LimitKind::Time), @r##"7k/8/8/8/8/8/8/KQ6 w - - Limit "time"; Refuted 4; Stip "#6"; acn 7; acs 2; bm Qh1; ce 15; pv Qh1 Kg8;"##);
    assert_snapshot!(gave_up(Kind::MATED, LimitKind::Stopped), @r#"7k/8/8/8/8/8/8/KQ6 w - - Limit "stopped"; Safe 4; Stip "-#6"; acn 7; acs 2; bm Qh1; ce 15; pv Qh1 Kg8;"#);
}

/// A solution of [`MATE_2`] with legal moves; the lengths are made up.
pub fn solution(moves: u16, refuted: u16) -> Solution {
    Solution {
        moves,
        refuted,
        keys: set(MATE_2, "Qg3 Kf6 Kf5"),
        open: 0,
        line: line(MATE_2, "Kf6 Kh7 Qg7"),
        limit: None,
    }
}

#[test]
fn solved_but_not_every_first_move_decided() {
    let solution = Solution {
        open: 12,
        limit: Some(LimitKind::Nodes),
        ..solution(2, 1)
    };
    assert_snapshot!(
        written(&format!("{MATE_2} dm 2;"), Stipulation::new(Kind::MATE, 5), Outcome::Solved(solution)),
        @r#"7k/8/8/4K3/8/8/6Q1/8 w - - Limit "nodes"; Open 12; acd 2; acn 7; acs 2; bm Kf5 Kf6 Qg3; ce 32764; dm 2; pm Kf6; pv Kf6 Kh7 Qg7#;"#
    );
}

#[test]
fn solved_but_not_proved_shortest() {
    let stipulation = Stipulation::new(Kind::MATE, 9);
    assert_snapshot!(written(MATE_2, stipulation, Outcome::Solved(solution(4, 2))), @"7k/8/8/4K3/8/8/6Q1/8 w - - Refuted 2; acd 4; acn 7; acs 2; bm Kf5 Kf6 Qg3; ce 32760; dm 4; pm Kf6; pv Kf6 Kh7 Qg7#;");
    assert_snapshot!(written(MATE_2, stipulation, Outcome::Solved(solution(4, 0))), @"7k/8/8/4K3/8/8/6Q1/8 w - - Refuted 0; acd 4; acn 7; acs 2; bm Kf5 Kf6 Qg3; ce 32760; dm 4; pm Kf6; pv Kf6 Kh7 Qg7#;");
    // Proved after all.
    assert_snapshot!(written(MATE_2, stipulation, Outcome::Solved(solution(4, 3))), @"7k/8/8/4K3/8/8/6Q1/8 w - - acd 4; acn 7; acs 2; bm Kf5 Kf6 Qg3; ce 32760; dm 4; pm Kf6; pv Kf6 Kh7 Qg7#;");
}

#[test]
fn mated_but_not_proved_shortest() {
    let fields = "7k/5K2/8/8/8/8/8/6R1 b - -";
    let loss = Loss {
        moves: 3,
        safe: 1,
        longest: set(fields, "Kh7"),
        open: 0,
        sooner: Vec::new(),
        line: line(fields, "Kh7 Rh1"),
        limit: Some(LimitKind::Stopped),
    };
    assert_snapshot!(written(fields, Stipulation::new(Kind::MATED, 5), Outcome::Lost(loss)), @r#"7k/5K2/8/8/8/8/8/6R1 b - - Limit "stopped"; Safe 1; acd 3; acn 7; acs 2; bm Kh7; ce -32761; pm Kh7; pv Kh7 Rh1#;"#);
}

#[test]
fn escapes_found_before_a_limit() {
    let fields = "k7/8/2K5/8/8/8/7R/8 b - -";
    let refuted = |escapes, open| Outcome::Refuted {
        length: Length::of_moves(4),
        escapes: set(fields, escapes),
        open,
        limit: Some(LimitKind::Time),
    };
    let stipulation = Stipulation::new(Kind::MATED, 4);
    assert_snapshot!(written(&format!("{fields} bm Kb7;"), stipulation, refuted("Ka7", 0)), @r#"k7/8/2K5/8/8/8/7R/8 b - - Limit "time"; Safe 4; Stip "-#4"; acd 4; acn 7; acs 2; bm Ka7;"#);
    assert_snapshot!(written(&format!("{fields} Open 3;"), stipulation, refuted("Ka7", 1)), @r#"k7/8/2K5/8/8/8/7R/8 b - - Limit "time"; Open 1; Safe 4; Stip "-#4"; acd 4; acn 7; acs 2; bm Ka7;"#);
    // Without moves of its own, Open would speak of those of the input.
    assert_snapshot!(written(&format!("{fields} bm Kb7;"), stipulation, refuted("", 2)), @r#"k7/8/2K5/8/8/8/7R/8 b - - Limit "time"; Safe 4; Stip "-#4"; acd 4; acn 7; acs 2; bm Kb7;"#);
}

#[test]
fn escapes_that_were_not_looked_for() {
    // Both moves escape; with --first one of them is enough.
    let line = "k7/8/2K5/8/8/8/7R/8 b - - bm #-1; id \"x\";";
    assert_snapshot!(text(&run(line, Defaults::default())), @r#"k7/8/2K5/8/8/8/7R/8 b - - Safe 1; Stip "-#1"; acd 1; acn _; bm Ka7 Kb8; id "x";"#);
    let first = Defaults {
        extent: Extent::First,
        ..Defaults::default()
    };
    assert_snapshot!(text(&run(line, first)), @r#"k7/8/2K5/8/8/8/7R/8 b - - Open 1; Safe 1; Stip "-#1"; acd 1; acn _; bm Ka7; id "x";"#);
}

#[test]
fn ce_has_no_value_for_the_longest_mates() {
    let stipulation = Stipulation::new(Kind::MATE, 400);
    let solved = |moves| {
        written(
            MATE_2,
            stipulation,
            Outcome::Solved(solution(moves, moves - 1)),
        )
    };
    assert!(solved(383).contains("ce 32002; dm 383;"));
    assert!(!solved(384).contains("ce "));
    assert!(solved(384).contains("dm 384;"));
    let fields = "7k/5K2/8/8/8/8/8/6R1 b - -";
    let lost = |moves| {
        let loss = Loss {
            moves,
            safe: moves - 1,
            longest: set(fields, "Kh7"),
            open: 0,
            sooner: Vec::new(),
            line: line(fields, "Kh7 Rh1"),
            limit: None,
        };
        written(
            fields,
            Stipulation::new(Kind::MATED, 400),
            Outcome::Lost(loss),
        )
    };
    assert!(lost(383).contains("ce -32001;"));
    assert!(!lost(384).contains("ce "));
    assert!(!lost(384).contains("dm "));
}

#[test]
fn chess960() {
    // Castling is the key, and its rights are written as files.
    let answer = run("3k4/8/8/8/8/8/2R1R3/RK6 w A -", depth(1));
    assert_snapshot!(text(&answer), @"3k4/8/8/8/8/8/2R1R3/RK6 w A - acd 1; acn _; bm O-O-O#; ce 32766; dm 1; pm O-O-O#; pv O-O-O#;");
}

#[test]
fn errors() {
    let refused = |line: &str| {
        let answer = run(line, Defaults::default());
        assert_eq!(answer.outcome, RecordOutcome::Malformed);
        assert_eq!(
            text(&run(text(&answer), Defaults::default())),
            text(&answer),
            "a second run"
        );
        let (column, reason) = answer.messages.last().expect("a reason");
        format!("{} | {column}: {reason}", text(&answer))
    };
    // Refused positions and jobs keep their bytes.
    assert_snapshot!(refused("8/8/8/8/8/8/8/4K3 w - - bm  Kd2 ;  id \"x\"; \r\0"), @r#"8/8/8/8/8/8/8/4K3 w - - bm  Kd2 ;  id "x"; Error "black has no king"; | 1: black has no king"#);
    assert_snapshot!(refused("8/8/8/8/8/8/8/4K3 w - - 0 1"), @r#"8/8/8/8/8/8/8/4K3 w - - 0 1 Error "black has no king"; | 1: black has no king"#);
    assert_snapshot!(refused("8/8/8/8/8/8/8/4K3 w - -;"), @r#"8/8/8/8/8/8/8/4K3 w - -; Error "black has no king"; | 1: black has no king"#);
    assert_snapshot!(refused("8/8/8/8/8/8/8/4K3 w - - bm Kd2"), @r#"8/8/8/8/8/8/8/4K3 w - - bm Kd2; Error "black has no king"; | 1: black has no king"#);
    assert_snapshot!(refused("7k/8/8/8/8/8/8/KQ6 w - - id \"x\"; Stip \"z#2\";"), @r#"7k/8/8/8/8/8/8/KQ6 w - - id "x"; Stip "z#2"; Error "stipulation z#2 is not supported"; | 34: stipulation z#2 is not supported"#);
    assert_snapshot!(refused("7k/8/8/8/8/8/8/KQ6 w - - Stip \"z#3\"; Error \"an earlier one\";"), @r#"7k/8/8/8/8/8/8/KQ6 w - - Stip "z#3"; Error "stipulation z#3 is not supported"; | 26: stipulation z#3 is not supported"#);
    assert_snapshot!(refused("7k/8/8/8/8/8/8/KQ6 w - - Stip \"a\\\"b\\\\;c\";"), @r#"7k/8/8/8/8/8/8/KQ6 w - - Stip "a\"b\\;c"; Error "stipulation a'b/,c is not supported"; | 26: stipulation a"b\;c is not supported"#);
    assert_snapshot!(refused("7k/8/8/8/8/8/8/KQ6 w - - dm 0; id \"no end"), @r#"7k/8/8/8/8/8/8/KQ6 w - - dm 0; id "no end"; Error "depth 0 is not between 1 and 1000"; | 26: depth 0 is not between 1 and 1000"#);
    // Lines that are not even fields stay as they are.
    assert_snapshot!(refused("startpos"), @"startpos | 1: startpos is not a board");
    assert_snapshot!(refused("7k/8/8/8/8/8/8/KQ6 w KX - id \"x\" "), @r#"7k/8/8/8/8/8/8/KQ6 w KX - id "x"  | 22: KX is not a set of castling rights"#);
}

#[test]
fn warnings_come_with_their_columns() {
    let answer = run("r3k2r/8/8/8/8/8/8/4K2R w KQkq - dm 1; ce 32763;", depth(1));
    let messages: Vec<_> = answer
        .messages
        .iter()
        .map(|(c, m)| format!("{c}: {m}"))
        .collect();
    assert_snapshot!(messages.join(" | "), @"26: warning: castling Q was dropped: king or rook is not in its place | 39: warning: ce 32763 is of the wrong parity, taken for #3 | 33: warning: dm says #1, ce says #3, which is followed");
}

#[test]
fn an_error_inside_the_program() {
    let line = b"7k/8/8/8/8/8/8/KQ6 w - - id \"x\"";
    let answer = internal_error(1, line, "index out\nof \"bounds\"", &Settings::default());
    assert_eq!(answer.outcome, RecordOutcome::Internal);
    assert_snapshot!(text(&answer), @r#"7k/8/8/8/8/8/8/KQ6 w - - id "x"; Error "internal: index out?of 'bounds'";"#);
    let json = Settings {
        format: Format::Json,
        ..Settings::default()
    };
    assert_snapshot!(text(&internal_error(1, line, "no", &json)), @r#"{"line":1,"id":"x","text":"7k/8/8/8/8/8/8/KQ6 w - - id \"x\"","error":"internal: no","column":1}"#);
    assert_eq!(
        internal_error(1, b"startpos", "no", &Settings::default()).text,
        b"startpos"
    );
}

#[test]
fn other_lines_pass() {
    for line in ["", "# x\r", "; x", "%", "  \t"] {
        let answer = run(line, Defaults::default());
        assert_eq!(answer.outcome, RecordOutcome::Passed);
        assert_eq!(text(&answer), line);
        assert_eq!(answer.messages, []);
    }
}

#[test]
fn time_is_whole_seconds_and_can_be_left_out() {
    let (epd, _) = Epd::read(format!("{MATE_2} acs 3;").as_bytes()).expect("a record");
    let asked = Stipulation::new(Kind::MATE, 2);
    let findings = Findings::single(found(asked, &epd, Outcome::Solved(solution(2, 1)), 7));
    assert!(
        answered(&epd, &findings, false)
            .to_string()
            .contains(" acs 2;")
    );
    assert!(!answered(&epd, &findings, true).to_string().contains("acs"));
}

#[test]
fn json() {
    let (epd, warnings) = Epd::read(
        b"7k/8/8/4K3/8/8/6Q1/8 w - - 3 9 dm 2; id \"x\"; c0 \"Stra\xdfe\"; bm Kf6; c1 \"a",
    )
    .expect("a record");
    let asked = Stipulation::new(Kind::MATE, 2);
    let findings = Findings::single(found(asked, &epd, Outcome::Solved(solution(2, 1)), 7));
    let json = |findings: &Findings| object(&epd, findings, false, &warnings);
    assert_snapshot!(json(&findings), @r##"{"line":1,"id":"x","fen":"7k/8/8/4K3/8/8/6Q1/8 w - -","board":"7k/8/8/4K3/8/8/6Q1/8","turn":"w","castling":"-","en_passant":"-","chess960":false,"stipulation":"#2","outcome":"solved","moves":2,"shortest":true,"refuted":1,"keys":[{"san":"Kf5","uci":"e5f5"},{"san":"Kf6","uci":"e5f6"},{"san":"Qg3","uci":"g2g3"}],"open":0,"pv":[{"san":"Kf6","uci":"e5f6"},{"san":"Kh7","uci":"h8h7"},{"san":"Qg7#","uci":"g2g7"}],"depth":2,"nodes":7,"seconds":2.9,"operations":{"c0":["Stra�e"],"c1":["a"],"fmvn":["9"],"hmvc":["3"],"id":["x"]},"warnings":[{"column":67,"text":"the string of c1 does not end, it was closed"}]}"##);
    assert_snapshot!(
        json(&both(&epd, [
            (Outcome::Refuted { length: Length::of_moves(5), escapes: vec![], open: 0, limit: None }, 7),
            (Outcome::GaveUp { refuted: Length::of_moves(2), limit: LimitKind::Time }, 5),
        ])),
        @r##"{"line":1,"id":"x","fen":"7k/8/8/4K3/8/8/6Q1/8 w - -","board":"7k/8/8/4K3/8/8/6Q1/8","turn":"w","castling":"-","en_passant":"-","chess960":false,"stipulation":"#5 -#5","outcome":"gave up","refuted":5,"safe":2,"limit":"time","nodes":12,"seconds":5.8,"operations":{"bm":["Kf6"],"c0":["Stra�e"],"c1":["a"],"fmvn":["9"],"hmvc":["3"],"id":["x"]},"warnings":[{"column":67,"text":"the string of c1 does not end, it was closed"}]}"##
    );
    let fields = "7k/8/5K2/8/8/8/8/6R1 b - -";
    let (epd, _) = Epd::read(fields.as_bytes()).expect("a record");
    let outcome = Outcome::Refuted {
        length: Length::of_moves(2),
        escapes: set(fields, "Kh7"),
        open: 0,
        limit: None,
    };
    let refuted = Findings::single(found(Stipulation::new(Kind::MATED, 2), &epd, outcome, 7));
    assert_snapshot!(object(&epd, &refuted, true, &[]), @r#"{"line":1,"fen":"7k/8/5K2/8/8/8/8/6R1 b - -","board":"7k/8/5K2/8/8/8/8/6R1","turn":"b","castling":"-","en_passant":"-","chess960":false,"stipulation":"-#2","outcome":"refuted","safe":2,"open":0,"escapes":[{"san":"Kh7","uci":"h8h7"}],"depth":2,"nodes":7,"operations":{},"warnings":[]}"#);
    // The whole way, errors included.
    let settings = Settings {
        defaults: depth(1),
        no_time: true,
        format: Format::Json,
        ..Settings::default()
    };
    let answer = |line: &str| {
        let answer = answer(
            line.as_bytes(),
            &settings,
            &mut Tables::new(1),
            &Stop::new(),
        );
        text(&answer).to_owned()
    };
    assert_snapshot!(answer("startpos"), @r#"{"line":1,"text":"startpos","error":"startpos is not a board","column":1}"#);
    assert_snapshot!(answer("8/8/8/8/8/8/8/4K3 w - - id \"x\"; Error \"y\";"), @r#"{"line":1,"id":"x","text":"8/8/8/8/8/8/8/4K3 w - - id \"x\";","error":"black has no king","column":1}"#);
    assert_eq!(answer("# comment"), "");
    assert_eq!(answer(" "), "");
    let copied = Settings {
        copied: true,
        ..settings.clone()
    };
    let copied = |line: &[u8]| {
        let answer = answer_line(7, line, &copied, &mut Tables::new(1), &Stop::new());
        text(&answer).to_owned()
    };
    assert_snapshot!(copied(b"# \"a\" \xff"), @r##"{"line":7,"copied":"# \"a\" �"}"##);
    assert_snapshot!(copied(b""), @r#"{"line":7,"copied":""}"#);
    let object = answer("7k/8/6K1/8/8/8/Q7/8 w - - id \"\\\"\";");
    assert!(serde_json::from_str::<serde_json::Value>(&object).is_ok());
}
