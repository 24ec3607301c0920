//! The written form of answers: the four outcomes, from verdicts of the search and from invented
//! verdicts.

use std::time::Duration;

use crate::support::json::object;
use crate::support::verdict::verdict;
use insta::assert_snapshot;
use keymove::answer::{Answer, Format, RecordOutcome, Settings, answer, refused};
use keymove::cause::Cause;
use keymove::compare::{Change, compare};
use keymove::epd::Epd;
use keymove::epd::moves::read_move;
use keymove::job::Defaults;
use keymove::position::Position;
use keymove::record::{Findings, answered};
use keymove::solve::{
    Counters, Kind, Length, LimitKind, Loss, Outcome, Solution, Stipulation, Tables, Verdict,
};
use keymove::stop::Stop;
use shakmaty::Move;

/// A mate in 2 by Kf6.
pub const MATE_2: &str = "7k/8/8/4K3/8/8/6Q1/8 w - -";

/// The answer of the complete run, with depths from the command line.
pub fn run(line: &str, defaults: Defaults) -> Answer {
    let settings = Settings {
        defaults,
        no_time: true,
        ..Settings::default()
    };
    // Node counts depend on the search.
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

/// The record written for `line` if `outcome` was found.
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

/// The answers to "does it mate in 5" and "is it mated in 5", if they were asked.
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

/// A solution of [`MATE_2`] with legal moves; the lengths are invented.
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
    // Proved later.
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
    assert_snapshot!(written(&format!("{fields} bm Kb7;"), stipulation, refuted("Ka7", 0)), @r#"k7/8/2K5/8/8/8/7R/8 b - - Assumed; Limit "time"; Safe 4; Stip "-#4"; acd 4; acn 7; acs 2; bm Ka7;"#);
    assert_snapshot!(written(&format!("{fields} Open 3;"), stipulation, refuted("Ka7", 1)), @r#"k7/8/2K5/8/8/8/7R/8 b - - Assumed; Limit "time"; Open 1; Safe 4; Stip "-#4"; acd 4; acn 7; acs 2; bm Ka7;"#);
    // Without moves of its own, Open would refer to the moves of the input.
    assert_snapshot!(written(&format!("{fields} bm Kb7;"), stipulation, refuted("", 2)), @r#"k7/8/2K5/8/8/8/7R/8 b - - Assumed; Limit "time"; Safe 4; Stip "-#4"; acd 4; acn 7; acs 2; bm Kb7;"#);
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
fn an_error_inside_the_program() {
    let line = b"7k/8/8/8/8/8/8/KQ6 w - - id \"x\"";
    let answer = refused(
        (1, 1),
        line,
        Cause::read("internal: index out\nof \"bounds\""),
        &Settings::default(),
    );
    assert_eq!(answer.outcome, RecordOutcome::Internal);
    assert_snapshot!(text(&answer), @r#"7k/8/8/8/8/8/8/KQ6 w - - id "x"; Error "internal: index out?of 'bounds'";"#);
    let json = Settings {
        format: Format::Json,
        ..Settings::default()
    };
    assert_snapshot!(text(&refused((1, 1), line, Cause::read("internal: no"), &json)), @r#"{"line":1,"id":"x","text":"7k/8/8/8/8/8/8/KQ6 w - - id \"x\"","error":"internal: no","column":1}"#);
    assert_eq!(
        refused(
            (1, 1),
            b"startpos",
            Cause::read("internal: no"),
            &Settings::default()
        )
        .text,
        b"startpos"
    );
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
}

#[test]
fn moves_out_of_a_reserve_are_quoted_and_read_in_both_forms() {
    let solved = |line: &str| {
        let settings = Settings {
            no_time: true,
            ..Settings::default()
        };
        let answer = answer(
            line.as_bytes(),
            &settings,
            &mut Tables::new(1),
            &Stop::new(),
        );
        assert_eq!(answer.outcome, RecordOutcome::Solved, "{line}");
        String::from_utf8(answer.text).expect("UTF-8")
    };
    for (question, written) in [
        // The second knight is not in hand.
        (
            "7k/6pp/8/3Q4/8/8/8/K3R3[n] w - - Reserve \"any\"; Variant \"crazyhouse\"; dm 3;",
            "bm Re8+; ce 32762; dm 3; pm Re8+; pv \"Re8+ N@f8 Rxf8+ N@g8 N@f7#\";",
        ),
        (
            "7k/6pp/8/3Q4/8/8/8/K3R3[nn] w - - Variant \"crazyhouse\"; dm 3;",
            "bm Re8+; ce 32762; dm 3; pm Re8+; pv Re8+ N@f8 Rxf8+ N@g8 N@f7#;",
        ),
        (
            "K5r1/8/1q6/8/8/8/8/7k[] w - - Reserve \"any\"; Variant \"crazyhouse\"; dm -3;",
            "bm \"B@d8 B@e8 B@f8\"; ce -32761; pm \"B@d8\"; pv \"B@d8 Rxd8+ N@c8 Rxc8+ N@b8 N@c7#\";",
        ),
    ] {
        let answer = solved(question);
        assert!(answer.trim_end().ends_with(written), "{answer}");
        // Without quotes, as before, it is the same answer.
        let plain = answer.replace(written, &written.replace('"', ""));
        for read in [&answer, &plain] {
            assert_eq!(solved(read), answer);
            assert_eq!(
                compare(read.as_bytes(), answer.as_bytes()).count(Change::Same),
                1
            );
            assert_eq!(compare(answer.as_bytes(), read.as_bytes()).worse(), 0);
        }
    }
}
