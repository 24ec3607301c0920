//! The written form of answers to stipulations other than mates.

use insta::assert_snapshot;
use keymove::job::Defaults;
use keymove::solve::{Help, Kind, Length, LimitKind, Lines, Outcome, Solution, Stipulation};

use crate::epd::record_writing::{MATE_2, line, run, set, solution, text, written};

#[test]
fn other_stipulations_keep_stip() {
    assert_snapshot!(
        written(
            &format!("{MATE_2} Stip \"s#4\"; ce 15; id \"x\";"),
            Stipulation::new(Kind::SELFMATE, 4),
            Outcome::Solved(solution(2, 1))
        ),
        @r#"7k/8/8/4K3/8/8/6Q1/8 w - - Dist 2; Stip "s#4"; acd 2; acn 7; acs 2; bm Kf5 Kf6 Qg3; ce 15; id "x"; pm Kf6; pv Kf6 Kh7 Qg7#;"#
    );
}

/// White forces Black to stalemate White.
const SELFSTALEMATE: &str = "K7/2qk4/8/8/2Q5/8/8/8 w - -";

#[test]
fn self_play_and_stalemates() {
    let solution = |refuted, open, limit| {
        Outcome::Solved(Solution {
            moves: 2,
            refuted,
            keys: set(SELFSTALEMATE, "Qe6"),
            open,
            line: line(SELFSTALEMATE, "Qe6 Kd8 Qe8 Kxe8"),
            limit,
        })
    };
    let asked = Stipulation::new(Kind::SELFSTALEMATE, 3);
    let write = |outcome| {
        written(
            &format!("{SELFSTALEMATE} Stip \"s=3\"; dm 1; pv Qxc7#;"),
            asked,
            outcome,
        )
    };
    assert_snapshot!(write(solution(1, 0, None)), @r#"K7/2qk4/8/8/2Q5/8/8/8 w - - Dist 2; Stip "s=3"; acd 2; acn 7; acs 2; bm Qe6+; pm Qe6+; pv Qe6+ Kd8 Qe8+ Kxe8;"#);
    assert_snapshot!(write(solution(1, 5, Some(LimitKind::Nodes))), @r#"K7/2qk4/8/8/2Q5/8/8/8 w - - Dist 2; Limit "nodes"; Open 5; Stip "s=3"; acd 2; acn 7; acs 2; bm Qe6+; pm Qe6+; pv Qe6+ Kd8 Qe8+ Kxe8;"#);
    assert_snapshot!(write(solution(0, 5, None)), @r#"K7/2qk4/8/8/2Q5/8/8/8 w - - Dist 2; Open 5; Refuted 0; Stip "s=3"; acd 2; acn 7; acs 2; bm Qe6+; pm Qe6+; pv Qe6+ Kd8 Qe8+ Kxe8;"#);
    let refuted = Outcome::Refuted {
        length: Length::of_moves(3),
        escapes: Vec::new(),
        open: 0,
        limit: None,
    };
    assert_snapshot!(write(refuted), @r#"K7/2qk4/8/8/2Q5/8/8/8 w - - Refuted 3; Stip "s=3"; acd 3; acn 7; acs 2;"#);
    let gave_up = Outcome::GaveUp {
        refuted: Length::of_moves(1),
        limit: LimitKind::Time,
    };
    assert_snapshot!(write(gave_up), @r#"K7/2qk4/8/8/2Q5/8/8/8 w - - Limit "time"; Refuted 1; Stip "s=3"; acn 7; acs 2;"#);
    // There is nothing to do, whatever the question is.
    assert_snapshot!(write(Outcome::Stalemate), @"K7/2qk4/8/8/2Q5/8/8/8 w - - ce 0;");
}

/// White begins, and Black is mated in a move and a half.
const HELPMATE: &str = "8/8/8/6Pp/1R6/4K3/7k/8 w - h6";

/// Its solutions, or only those in `lines`.
fn help(count: Option<u64>, lines: &[&str], open: usize, limit: Option<LimitKind>) -> Outcome {
    Outcome::Helped(Help {
        length: Length::of_half_moves(3),
        keys: set(HELPMATE, "Kf2"),
        open,
        solutions: vec![Lines {
            length: Length::of_half_moves(3),
            count,
            lines: lines.iter().map(|moves| line(HELPMATE, moves)).collect(),
        }],
        limit,
    })
}

#[test]
fn help_play() {
    let asked =
        |moves, half| Stipulation::within(Kind::HELPMATE, Length::of_moves(moves).with_half(half));
    let write = |moves, outcome| {
        let record = format!("{HELPMATE} Stip \"h#{moves}.5\"; Count 9; Dist 3; Open 1; id \"x\";");
        written(&record, asked(moves, true), outcome)
    };
    let both = ["Kf2 Kh1 Rh4", "Kf2 h4 Rxh4"];
    assert_snapshot!(write(1, help(Some(2), &both, 0, None)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Count 2; Dist 1.5; Stip "h#1.5"; acd 2; acn 7; acs 2; bm Kf2; id "x"; pm Kf2; pv Kf2 Kh1 Rh4#;"##);
    // A longer bound is kept; the length is the one that was found.
    assert_snapshot!(write(2, help(Some(2), &both, 0, None)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Count 2; Dist 1.5; Stip "h#2.5"; acd 2; acn 7; acs 2; bm Kf2; id "x"; pm Kf2; pv Kf2 Kh1 Rh4#;"##);
    // One solution was enough, or there was only time for one.
    assert_snapshot!(write(2, help(None, &both[..1], 20, None)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Dist 1.5; Open 20; Stip "h#2.5"; acd 2; acn 7; acs 2; bm Kf2; id "x"; pm Kf2; pv Kf2 Kh1 Rh4#;"##);
    assert_snapshot!(write(2, help(None, &both[..1], 20, Some(LimitKind::Nodes))), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Dist 1.5; Limit "nodes"; Open 20; Stip "h#2.5"; acd 2; acn 7; acs 2; bm Kf2; id "x"; pm Kf2; pv Kf2 Kh1 Rh4#;"##);
    let refuted = |half_moves| Outcome::Refuted {
        length: Length::of_half_moves(half_moves),
        escapes: Vec::new(),
        open: 0,
        limit: None,
    };
    assert_snapshot!(write(2, refuted(5)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Refuted 2.5; Stip "h#2.5"; acd 3; acn 7; acs 2; id "x";"##);
    assert_snapshot!(write(0, refuted(1)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Refuted 0.5; Stip "h#0.5"; acd 1; acn 7; acs 2; id "x";"##);
    assert_snapshot!(written(HELPMATE, asked(2, false), refuted(4)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Assumed; Refuted 2; Stip "h#2"; acd 2; acn 7; acs 2;"##);
    // A limit leaves whole moves.
    let gave_up = |refuted| Outcome::GaveUp {
        refuted: Length::of_moves(refuted),
        limit: LimitKind::Stopped,
    };
    assert_snapshot!(write(2, gave_up(1)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Limit "stopped"; Refuted 1; Stip "h#2.5"; acn 7; acs 2; id "x";"##);
    assert_snapshot!(write(2, gave_up(0)), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Limit "stopped"; Refuted 0; Stip "h#2.5"; acn 7; acs 2; id "x";"##);
}

#[test]
fn every_stipulation_the_whole_way() {
    let answer = |record: &str| {
        let answer = run(record, Defaults::default());
        // In help play a message says if the other side usually begins.
        let mut messages = answer.messages();
        assert!(
            messages.all(|(_, text)| text.contains("usually")),
            "{record}"
        );
        text(&answer).to_owned()
    };
    // The found lines are proved; the search decides which of several lines is shown.
    assert_snapshot!(answer("8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Stip \"h#1.5\";"), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Count 2; Dist 1.5; Stip "h#1.5"; acd 2; acn _; bm Kf2; pm Kf2; pv Kf2 Kh1 Rh4#;"##);
    assert_snapshot!(answer("8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Stip \"h#0.5\"; id 1;"), @r##"8/8/8/6Pp/1R6/4K3/7k/8 w - h6 Refuted 0.5; Stip "h#0.5"; acd 1; acn _; id 1;"##);
    assert_snapshot!(answer("3r4/8/8/4B3/1N6/3R4/5PPP/1k4K1 w - - Stip \"s#1\";"), @r##"3r4/8/8/4B3/1N6/3R4/5PPP/1k4K1 w - - Dist 1; Stip "s#1"; acd 1; acn _; bm Rd1+; pm Rd1+; pv Rd1+ Rxd1#;"##);
    assert_snapshot!(answer("K7/2qk4/8/8/2Q5/8/8/8 w - - Stip \"s=1\"; id 1;"), @r##"K7/2qk4/8/8/2Q5/8/8/8 w - - Refuted 1; Stip "s=1"; acd 1; acn _; id 1;"##);
    assert_snapshot!(answer("7k/5Q2/6K1/8/8/8/8/8 b - - Stip \"h=2\";"), @"7k/5Q2/6K1/8/8/8/8/8 b - - ce 0;");
    assert!(
        answer("K7/2qk4/8/8/2Q5/8/8/8 w - - Stip \"s=2\";")
            .contains(r#"Dist 2; Stip "s=2"; acd 2; acn _; bm Qe6+; pm Qe6+; pv Qe6+ "#)
    );
    assert!(
        answer("7k/5K2/8/8/8/8/8/6Q1 w - - Stip \"=1\";")
            .contains(r#"Dist 1; Stip "=1"; acd 1; acn _; bm Qb1 Qg6; pm Q"#)
    );
    assert!(
        answer("1K1Rk2r/8/8/8/8/8/8/8 b k - Stip \"h=2.5\";").contains(
            r#"Count 3; Dist 2.5; Stip "h=2.5"; acd 3; acn _; bm Kxd8; pm Kxd8; pv Kxd8 "#
        )
    );
}
