//! `solver compare`: a case for every verdict and every rule of section 6.

use std::fs;
use std::process::{Command, Stdio};

use keymove::compare::{Change, Report, compare};
use keymove::exit::Exit;

/// Mate in two by a rook; five keys.
const ROOK: &str = "8/8/8/8/8/2K5/k7/7R w - -";
const FIVE_KEYS: &str = "bm Rc1 Rd1 Re1 Rf1 Rg1; ce 32764; dm 2; pm Rc1; pv Rc1 Ka3 Ra1#;";
/// The side to move is mated in two; `Kh3` holds out longest.
const LOST: &str = "8/1r6/8/8/8/5K2/4Q2k/8 b - -";
const LOST_IN_TWO: &str = "am Kg1 Kh1; bm Kh3; ce -32763; pm Kh3; pv Kh3 Qg2+ Kh4 Qg4#;";
/// There is no mate here.
const BARE: &str = "8/8/8/8/8/2K5/8/k7 w - -";

fn one(fields: &str, expected: &str, actual: &str) -> (Change, bool, String) {
    let report = compare(
        format!("{fields} {expected}\n").as_bytes(),
        format!("{fields} {actual}\n").as_bytes(),
    );
    assert_eq!(report.pairs().len(), 1, "{report:?}");
    let pair = &report.pairs()[0];
    assert_eq!(report.exit().code(), u8::from(pair.worse));
    assert_eq!(report.count(pair.verdict), 1);
    (pair.verdict, pair.worse, pair.detail.clone())
}

#[track_caller]
fn check(fields: &str, expected: &str, actual: &str, verdict: Change, worse: bool) -> String {
    let (found, is_worse, detail) = one(fields, expected, actual);
    assert_eq!((found, is_worse), (verdict, worse), "{detail}");
    assert_eq!(detail.is_empty(), verdict == Change::Same, "{detail}");
    detail
}

#[test]
fn equal_records_are_the_same() {
    check(ROOK, FIVE_KEYS, FIVE_KEYS, Change::Same, false);
    check(LOST, LOST_IN_TWO, LOST_IN_TWO, Change::Same, false);
    let refuted = "Refuted 3; Stip \"#3\"; acn 5;";
    check(BARE, refuted, refuted, Change::Same, false);
    let gave_up = "Limit \"nodes\"; Refuted 3; Stip \"#5\";";
    check(BARE, gave_up, gave_up, Change::Same, false);
    check(
        BARE,
        "Refuted 5; Safe 5;",
        "Refuted 5; Safe 5;",
        Change::Same,
        false,
    );
    check(BARE, "", "", Change::Same, false);
}

#[test]
fn counters_and_unknown_operations_are_looked_over() {
    let counted = format!("acd 2; acn 99; acs 3; c0 \"it\"; zz 5; {FIVE_KEYS}");
    check(ROOK, FIVE_KEYS, &counted, Change::Same, false);
    check(ROOK, &counted, FIVE_KEYS, Change::Same, false);
}

#[test]
fn a_shorter_mate_is_shorter() {
    let longer = "Refuted 0; bm Kc2; ce 32762; dm 3;";
    check(ROOK, longer, FIVE_KEYS, Change::Shorter, false);
    check(LOST, "ce -32761;", LOST_IN_TWO, Change::Shorter, false);
}

#[test]
fn a_longer_mate_is_longer() {
    let detail = check(ROOK, "dm 1;", FIVE_KEYS, Change::Longer, true);
    assert_eq!(detail, "#1, now #2");
    check(LOST, "ce -32765;", LOST_IN_TWO, Change::Longer, true);
}

#[test]
fn what_is_not_proved_any_more_is_lost() {
    let refuted = "Refuted 3; Stip \"#3\";";
    let gave_up = "Limit \"time\"; Refuted 1; Stip \"#3\";";
    check(ROOK, FIVE_KEYS, refuted, Change::Lost, true);
    check(ROOK, FIVE_KEYS, gave_up, Change::Lost, true);
    check(ROOK, "dm 2;", "", Change::Lost, true);
    check(BARE, refuted, gave_up, Change::Lost, true);
    check(BARE, refuted, "", Change::Lost, true);
    check(
        BARE,
        "Refuted 5; Safe 5;",
        "Refuted 5; Safe 4;",
        Change::Lost,
        true,
    );
    check(LOST, LOST_IN_TWO, FIVE_KEYS_OF_NOBODY, Change::Lost, true);
    check(
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "ce 0;",
        "",
        Change::Lost,
        true,
    );
    check(
        "7k/6Q1/6K1/8/8/8/8/8 b - -",
        "ce -32767;",
        "",
        Change::Lost,
        true,
    );
}

/// A mate claimed for a side that is mated, with a line that holds what it says.
const FIVE_KEYS_OF_NOBODY: &str = "bm Kg1; dm 1;";

#[test]
fn a_length_not_proved_shortest_any_more_is_lost() {
    let unproved = FIVE_KEYS.replace("bm", "Refuted 0; bm");
    let detail = check(ROOK, FIVE_KEYS, &unproved, Change::Lost, true);
    assert_eq!(detail, "#2, now #2 (only 0 refuted)");
    check(ROOK, &unproved, FIVE_KEYS, Change::Same, false);
}

#[test]
fn what_was_not_known_is_new() {
    check(ROOK, "", FIVE_KEYS, Change::New, false);
    check(
        ROOK,
        "Limit \"nodes\"; Refuted 1; Stip \"#2\";",
        FIVE_KEYS,
        Change::New,
        false,
    );
    check(BARE, "", "Refuted 5; Safe 5;", Change::New, false);
    check(
        BARE,
        "Limit \"nodes\"; Refuted 1; Stip \"#5\";",
        "Limit \"nodes\"; Refuted 2; Stip \"#5\";",
        Change::New,
        false,
    );
    check(
        BARE,
        "Error \"internal: x\";",
        "Refuted 5; Safe 5;",
        Change::New,
        false,
    );
    check(LOST, "Stip \"-#2\";", LOST_IN_TWO, Change::New, false);
    check(
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
        "",
        "ce 0;",
        Change::New,
        false,
    );
}

#[test]
fn a_run_that_gave_up_tells_nothing_new() {
    check(
        BARE,
        "",
        "Limit \"nodes\"; Refuted 2; Stip \"#5\";",
        Change::Same,
        false,
    );
    check(
        BARE,
        "bm Kb3;",
        "Limit \"nodes\"; Refuted 2; bm Kb3;",
        Change::Same,
        false,
    );
}

#[test]
fn a_lost_key_is_worse_and_a_new_one_is_not() {
    let four = FIVE_KEYS.replace(" Rd1", "");
    let detail = check(ROOK, FIVE_KEYS, &four, Change::KeysDiffer, true);
    assert_eq!(detail, "bm lacks Rd1");
    let detail = check(ROOK, &four, FIVE_KEYS, Change::KeysDiffer, false);
    assert_eq!(detail, "bm has also Rd1");
}

#[test]
fn keys_are_sets_of_moves_however_written() {
    let written = "bm Rh1-c1,h1d1 Re1! R1f1 Rg1+; dm 2;";
    check(ROOK, written, FIVE_KEYS, Change::Same, false);
    check(
        ROOK,
        "bm Rg1 Rf1 Re1 Rd1 Rc1 Rc1; dm 2;",
        FIVE_KEYS,
        Change::Same,
        false,
    );
    check(
        "7k/5Q2/6K1/8/8/8/8/8 w - -",
        "bm Qg7; dm 1;",
        "bm f7g7; dm 1;",
        Change::Same,
        false,
    );
}

#[test]
fn replies_are_compared_too() {
    let other = LOST_IN_TWO.replace("am Kg1 Kh1;", "am Kg1;");
    check(LOST, LOST_IN_TWO, &other, Change::KeysDiffer, false);
    check(LOST, &other, LOST_IN_TWO, Change::KeysDiffer, false);
    check(LOST, "bm Kh3; ce -32763;", LOST_IN_TWO, Change::Same, false);
    check(
        LOST,
        "bm Kg1; ce -32763;",
        LOST_IN_TWO,
        Change::KeysDiffer,
        true,
    );
}

#[test]
fn escapes_are_compared_too() {
    let two = "Safe 1; Stip \"-#1\"; bm Kg1 Kh3;";
    check(LOST, two, two, Change::Same, false);
    check(
        LOST,
        two,
        "Safe 1; Stip \"-#1\"; bm Kh3;",
        Change::KeysDiffer,
        true,
    );
}

#[test]
fn keys_beside_open_are_a_part() {
    let open = "Open 2; bm Rc1 Rd1 Re1; dm 2;";
    check(ROOK, FIVE_KEYS_ONLY, open, Change::Same, false);
    check(ROOK, open, FIVE_KEYS, Change::Same, false);
    let open_one = "Open 1; bm Rc1 Rd1 Re1; dm 2;";
    check(ROOK, FIVE_KEYS_ONLY, open_one, Change::KeysDiffer, true);
    check(ROOK, open_one, FIVE_KEYS, Change::KeysDiffer, false);
    check(
        ROOK,
        "Open 9; bm Rh2; dm 2;",
        FIVE_KEYS,
        Change::KeysDiffer,
        true,
    );
}

const FIVE_KEYS_ONLY: &str = "bm Rc1 Rd1 Re1 Rf1 Rg1; dm 2;";

#[test]
fn keys_of_a_mate_not_proved_shortest_are_a_part() {
    let one = "Refuted 0; bm Rd1; dm 2;";
    let other = "Refuted 0; bm Re1; dm 2;";
    check(ROOK, one, other, Change::Same, false);
}

#[test]
fn another_line_is_accepted() {
    let other = "bm Rc1 Rd1 Re1 Rf1 Rg1; ce 32764; dm 2; pm Rg1; pv Rg1 Ka3 Ra1#;";
    check(ROOK, FIVE_KEYS, other, Change::Same, false);
    let uci = "bm Rc1 Rd1 Re1 Rf1 Rg1; ce 32764; dm 2; pm h1g1; pv h1g1 a2a3 g1a1;";
    check(ROOK, FIVE_KEYS, uci, Change::Same, false);
}

#[test]
fn a_line_that_shows_nothing_is_an_error() {
    let with_line = |line: &str| FIVE_KEYS.replace("pm Rc1; pv Rc1 Ka3 Ra1#;", line);
    for (line, why) in [
        ("pv Rc1 Ka4 Ra1#;", "pv at ply 2: Ka4 is not a legal move"),
        ("pv Rc1;", "pv has 1 ply, #2 takes 3"),
        ("pv Rc1 Ka3 Rb1 Ka4 Ra1;", "pv has 5 plies, #2 takes 3"),
        ("pv Rc1 Ka3 Rb1;", "pv does not end as #2 asks"),
        ("pm Rd1; pv Rc1 Ka3 Ra1#;", "pm is not the first move of pv"),
        ("", "there is no pv"),
    ] {
        let detail = check(ROOK, FIVE_KEYS, &with_line(line), Change::Error, true);
        assert_eq!(detail, why);
    }
    // Nobody expected one.
    check(ROOK, "dm 2;", &with_line(""), Change::Same, false);
    // It would be an error beside a new solution as well.
    check(ROOK, "", &with_line("pv Rc1 Ka3 Rb1;"), Change::Error, true);
    let disagreeing = FIVE_KEYS.replace("32764", "32762");
    check(ROOK, "", &disagreeing, Change::Error, true);
}

#[test]
fn an_error_is_an_error() {
    let detail = check(
        ROOK,
        FIVE_KEYS,
        "dm 2; Error \"internal: oops\";",
        Change::Error,
        true,
    );
    assert_eq!(detail, "internal: oops");
    check(ROOK, "", "Error \"internal: oops\";", Change::Error, true);
    check(ROOK, "Error \"a\";", "Error \"b\";", Change::Same, false);
}

#[test]
fn other_goals_have_a_dist() {
    let fields = "7k/5K2/8/8/8/8/8/6Q1 w - -";
    let solved = "Dist 1; Stip \"=1\"; bm Qb1 Qg6; pm Qg6; pv Qg6;";
    check(fields, solved, solved, Change::Same, false);
    let other = solved.replace("pm Qg6; pv Qg6;", "pm Qg5; pv Qg5;");
    check(fields, solved, &other, Change::Error, true);
    check(
        fields,
        "Dist 2; Stip \"=2\";",
        solved,
        Change::Shorter,
        false,
    );
    check(
        fields,
        solved,
        "Refuted 1; Stip \"=1\";",
        Change::Lost,
        true,
    );
    check(fields, "dm 1;", solved, Change::Lost, true);
    let fields = "8/8/8/8/8/2K5/k7/7R b - -";
    let one = "Count 1; Dist 1; Stip \"h#2\"; bm Ka3; pv Ka3 Ra1#;";
    check(fields, one, one, Change::Same, false);
    let two = one.replace("Count 1", "Count 2");
    check(fields, one, &two, Change::KeysDiffer, false);
    check(fields, &two, one, Change::KeysDiffer, true);
}

/// White moves, and Black is mated in a move and a half: two solutions.
const HELP: &str = "8/8/8/6Pp/1R6/4K3/7k/8 w - h6";
const HELPED: &str = "Count 2; Dist 1.5; Stip \"h#2.5\"; bm Kf2; pm Kf2; pv Kf2 Kh1 Rh4#;";
/// White makes Black mate it in two.
const SELFMATE: &str = "7q/8/8/4Q3/8/1Q6/P7/K1kb4 w - -";
const SELFMATED: &str = "Dist 2; Stip \"s#2\"; bm Qe3+; pm Qe3+; pv Qe3+ Kc2 Qb2+ Qxb2#;";

#[test]
fn half_moves_count() {
    let full = "Refuted 2.5; Stip \"h#2.5\";";
    check(HELP, full, full, Change::Same, false);
    let longer = "Refuted 3.5; Stip \"h#3.5\";";
    let detail = check(HELP, full, longer, Change::New, false);
    assert_eq!(detail, "refuted 2.5, now refuted 3.5");
    check(HELP, longer, full, Change::Lost, true);
    let gave_up = "Limit \"nodes\"; Refuted 2; Stip \"h#2.5\";";
    let detail = check(HELP, full, gave_up, Change::Lost, true);
    assert_eq!(detail, "refuted 2.5, now refuted 2, gave up");
    check(HELP, gave_up, full, Change::New, false);
    // Half a move more mates the other side.
    let whole = "Refuted 3; Stip \"h#3\";";
    check(HELP, full, whole, Change::Lost, true);
    check(HELP, full, HELPED, Change::New, false);
    check(HELP, HELPED, full, Change::Lost, true);
}

#[test]
fn lengths_of_help_play() {
    check(HELP, HELPED, HELPED, Change::Same, false);
    let asked = HELPED.replace("h#2.5", "h#1.5");
    check(HELP, HELPED, &asked, Change::Same, false);
    let later = "Count 9; Dist 2.5; Stip \"h#2.5\"; bm Kf3;";
    let detail = check(HELP, later, HELPED, Change::Shorter, false);
    assert_eq!(detail, "h#2.5, now h#1.5");
    check(HELP, HELPED, later, Change::Longer, true);
    let other = HELPED.replace("h#2.5", "h#2").replace("1.5", "2");
    check(HELP, HELPED, &other, Change::Lost, true);
    // A length that the job can't have is none.
    let odd = HELPED.replace("Dist 1.5", "Dist 1");
    check(HELP, HELPED, &odd, Change::Lost, true);
    let line = HELPED.replace(" Rh4#", "");
    let detail = check(HELP, HELPED, &line, Change::Error, true);
    assert_eq!(detail, "pv has 2 plies, h#1.5 takes 3");
}

#[test]
fn solutions_are_counted() {
    let one = HELPED.replace("Count 2", "Count 1");
    let detail = check(HELP, HELPED, &one, Change::KeysDiffer, true);
    assert_eq!(detail, "2 solutions, now 1");
    check(HELP, &one, HELPED, Change::KeysDiffer, false);
    // A search that was stopped has not counted, and claims no complete set.
    let open = "Dist 1.5; Limit \"nodes\"; Open 3; Stip \"h#2.5\"; bm Kf2; pv Kf2 Kh1 Rh4#;";
    check(HELP, HELPED, open, Change::Same, false);
    check(HELP, open, HELPED, Change::Same, false);
    let more = HELPED.replace("bm Kf2", "bm Kf2 Kf3 Kf4 Ke2 Kd2");
    check(HELP, &more, open, Change::KeysDiffer, true);
    // More solutions than a file can hold of, elsewhere, but not here.
    let many = HELPED.replace("Count 2", "Count 18446744073709551615");
    check(HELP, HELPED, &many, Change::KeysDiffer, false);
}

#[test]
fn lengths_of_self_play() {
    check(SELFMATE, SELFMATED, SELFMATED, Change::Same, false);
    let open = SELFMATED.replace("Stip", "Limit \"nodes\"; Open 4; Stip");
    check(SELFMATE, SELFMATED, &open, Change::Same, false);
    let unproved = SELFMATED.replace("Stip", "Refuted 0; Stip");
    let detail = check(SELFMATE, SELFMATED, &unproved, Change::Lost, true);
    assert_eq!(detail, "s#2, now s#2 (only 0 refuted)");
    check(SELFMATE, &unproved, SELFMATED, Change::Same, false);
    let stalemated = SELFMATED.replace("s#2", "s=2");
    check(SELFMATE, SELFMATED, &stalemated, Change::Lost, true);
    let short = SELFMATED.replace(" Qxb2#", "");
    let detail = check(SELFMATE, SELFMATED, &short, Change::Error, true);
    assert_eq!(detail, "pv has 3 plies, s#2 takes 4");
    let refuted = "Refuted 2; Stip \"s#2\";";
    check(SELFMATE, SELFMATED, refuted, Change::Lost, true);
    // A refuted selfmate is none of the mates that both directions look for.
    let both = "Refuted 5; Safe 5;";
    check(SELFMATE, refuted, both, Change::Lost, true);
    check(SELFMATE, both, refuted, Change::Lost, true);
    // Beside another goal, a dm and a line that happens to mate say nothing.
    let claims = "Stip \"s#2\"; bm Qe3+; dm 3; pv Qe3+ Kc2 Qb2+ Qxb2#;";
    check(SELFMATE, claims, SELFMATED, Change::Same, false);
    let other = SELFMATED.replace("Qe3+; pm", "a3; pm");
    check(SELFMATE, claims, &other, Change::KeysDiffer, true);
}

#[test]
fn lengths_of_stalemates() {
    let fields = "7k/1P2PK2/8/8/8/8/8/8 w - -";
    let solved = "Dist 2; Stip \"=2\"; bm b8=Q+ e8=Q+; pm b8=Q+; pv b8=Q+ Kh7 Qf8;";
    check(fields, solved, solved, Change::Same, false);
    let one = solved.replace(" e8=Q+", "");
    check(fields, solved, &one, Change::KeysDiffer, true);
    let deeper = solved.replace("=2\"", "=3\"");
    check(fields, solved, &deeper, Change::Same, false);
    let mate = solved.replace(" Qf8", " Qg8");
    let detail = check(fields, solved, &mate, Change::Error, true);
    assert_eq!(detail, "pv does not end as =2 asks");
    let gave_up = "Limit \"time\"; Refuted 1; Stip \"=2\";";
    check(fields, gave_up, solved, Change::New, false);
    check(fields, solved, gave_up, Change::Lost, true);
}

#[test]
fn a_suite_of_any_claims_will_do() {
    for claim in [
        "dm 2;",
        "ce 32764;",
        "bm #2;",
        "ce +M2;",
        "pv Rc1 Ka3 Ra1#;",
    ] {
        check(ROOK, claim, FIVE_KEYS, Change::Same, false);
    }
    check(LOST, "dm -2;", LOST_IN_TWO, Change::Same, false);
    // Moves alone are held against the keys.
    check(
        ROOK,
        "bm Rf1 Rg1 Re1 Rd1 Rc1;",
        FIVE_KEYS,
        Change::Same,
        false,
    );
    check(ROOK, "bm Rh2;", FIVE_KEYS, Change::KeysDiffer, true);
    // An evaluation is no claim.
    check(ROOK, "ce 500;", FIVE_KEYS, Change::New, false);
}

fn verdicts(report: &Report) -> Vec<(Change, Option<u64>, Option<u64>)> {
    report
        .pairs()
        .iter()
        .map(|p| (p.verdict, p.expected_line, p.actual_line))
        .collect()
}

#[test]
fn records_are_paired_by_position_in_any_order() {
    let expected = format!("% comment\n\n{ROOK} dm 2;\n{BARE} Refuted 3;\n{LOST} ce -32763;\n");
    let actual = format!("{LOST} {LOST_IN_TWO}\n8/8/8/8/8/1k6/8/K7 w - - ;\n{ROOK} {FIVE_KEYS}");
    let report = compare(expected.as_bytes(), actual.as_bytes());
    assert_eq!(
        verdicts(&report),
        [
            (Change::Same, Some(3), Some(3)),
            (Change::Missing, Some(4), None),
            (Change::Same, Some(5), Some(1)),
            (Change::Extra, None, Some(2)),
        ]
    );
    assert_eq!((report.worse(), report.exit()), (1, Exit::Found));
}

#[test]
fn an_extra_record_is_not_worse() {
    let report = compare(b"", format!("{ROOK} {FIVE_KEYS}\n").as_bytes());
    assert_eq!(verdicts(&report), [(Change::Extra, None, Some(1))]);
    assert_eq!(report.exit(), Exit::Success);
}

#[test]
fn positions_are_equal_when_the_game_goes_on_alike() {
    // Counters and an en-passant square that nobody can capture on make no other position.
    let report = compare(
        b"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1 id \"a\"",
        b"4k3/8/8/8/4P3/8/8/4K3 b - - id \"b\"; hmvc 0;",
    );
    assert_eq!(verdicts(&report), [(Change::Same, Some(1), Some(1))]);
    let report = compare(
        b"4k3/8/8/8/4P3/8/8/4K2R b K - ;\n",
        b"4k3/8/8/8/4P3/8/8/4K2R b - - ;\n",
    );
    assert_eq!(report.count(Change::Missing), 1);
    assert_eq!(report.count(Change::Extra), 1);
}

#[test]
fn repeated_positions_are_paired_by_id() {
    let expected =
        format!("{ROOK} dm 2; id \"a\";\n{ROOK} dm 3; id \"b\";\n{ROOK} dm 4; id \"c\";\n");
    let actual =
        format!("{ROOK} dm 3; id \"b\";\n{ROOK} dm 2; id \"a\";\n{ROOK} dm 2; id \"d\";\n");
    let report = compare(expected.as_bytes(), actual.as_bytes());
    assert_eq!(
        verdicts(&report),
        [
            (Change::Same, Some(1), Some(2)),
            (Change::Same, Some(2), Some(1)),
            (Change::Missing, Some(3), None),
            (Change::Extra, None, Some(3)),
        ]
    );
}

#[test]
fn repeated_positions_without_ids_are_paired_in_order() {
    let expected = format!("{ROOK} Stip \"#1\"; Refuted 1;\n{ROOK} dm 2;\n");
    let actual = format!("{ROOK} Stip \"#1\"; Refuted 1;\n{ROOK} dm 2; id \"x\";\n");
    let report = compare(expected.as_bytes(), actual.as_bytes());
    assert_eq!(
        verdicts(&report),
        [
            (Change::Same, Some(1), Some(1)),
            (Change::Same, Some(2), Some(2)),
        ]
    );
}

#[test]
fn a_malformed_line_belongs_to_itself() {
    // The first is no position at all, the second an illegal one to which the run adds its reason.
    let expected = "not a record\n8/8/8/8/8/8/8/K7 w - - dm 2\n";
    let actual = "not a record\n8/8/8/8/8/8/8/K7 w - - dm 2; Error \"black has no king\";\n";
    for (expected, actual) in [(expected, actual), (actual, expected), (actual, actual)] {
        let report = compare(expected.as_bytes(), actual.as_bytes());
        assert_eq!(report.count(Change::Same), 2, "{report:?}");
        assert_eq!(report.exit(), Exit::Success);
    }
}

#[test]
fn a_malformed_line_elsewhere_makes_the_input_unreadable() {
    let report = compare(b"not a record\n", b"");
    assert_eq!(verdicts(&report), [(Change::Missing, Some(1), None)]);
    assert_eq!((report.unreadable(), report.exit()), (1, Exit::Malformed));
    let report = compare(b"", b"\x89PNG\r\n");
    assert_eq!(verdicts(&report), [(Change::Extra, None, Some(1))]);
    assert_eq!((report.unreadable(), report.exit()), (1, Exit::Malformed));
}

fn sample() -> Report {
    let expected = format!("{ROOK} {FIVE_KEYS} id \"a\";\n{LOST} dm -1; id \"b\";\n{BARE} dm 1;\n");
    let actual =
        format!("{ROOK} {FIVE_KEYS} id \"a\";\n{LOST} {LOST_IN_TWO} id \"b\";\nnonsense\n");
    compare(expected.as_bytes(), actual.as_bytes())
}

#[test]
fn text_has_a_line_for_each_difference_and_the_totals() {
    let mut text = Vec::new();
    sample()
        .write_text(false, &mut text)
        .expect("a Vec takes all");
    insta::assert_snapshot!(String::from_utf8_lossy(&text), @r#"
    longer 2:2 8/1r6/8/8/8/5K2/4Q2k/8 b - - "b": -#1, now -#2 (worse)
    missing 3:- 8/8/8/8/8/2K5/8/k7 w - - (worse)
    extra -:3 nonsense: unreadable at column 1: nonsense is not a board
    4 records: 1 same, 0 shorter, 1 longer, 0 lost, 0 new, 0 keys-differ, 0 error, 1 missing, 1 extra; 2 worse; 1 unreadable
    "#);
    let mut all = Vec::new();
    sample()
        .write_text(true, &mut all)
        .expect("a Vec takes all");
    assert!(all.starts_with(b"same 1:1 8/8/8/8/8/2K5/k7/7R w - - \"a\"\nlonger"));
}

#[test]
fn json_has_an_object_for_each_difference_and_the_totals() {
    let mut text = Vec::new();
    sample()
        .write_json(false, &mut text)
        .expect("a Vec takes all");
    let lines: Vec<serde_json::Value> = text
        .split(|&b| b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).expect("an object a line"))
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["verdict"], "longer");
    assert_eq!(lines[0]["worse"], true);
    assert_eq!(lines[0]["expected_line"], 2);
    assert_eq!(lines[0]["id"], "b");
    assert_eq!(lines[1]["actual_line"], serde_json::Value::Null);
    let last = &lines[3];
    assert_eq!(last["totals"]["same"], 1);
    assert_eq!(last["totals"]["keys-differ"], 0);
    assert_eq!((&last["worse"], &last["exit"]), (&2.into(), &2.into()));
}

#[test]
fn verdicts_are_named_alike_in_text_and_json() {
    for verdict in Change::ALL {
        assert_eq!(serde_json::json!(verdict), verdict.name());
    }
}

/// Runs `solver compare` with two files of that content, `-` for what is on standard input.
fn run(name: &str, expected: &str, actual: &str, options: &[&str]) -> (Option<i32>, String) {
    let directory =
        std::env::temp_dir().join(format!("keymove-compare-{}-{name}", std::process::id()));
    fs::create_dir_all(&directory).expect("a directory for the files");
    let (first, second) = (directory.join("expected.epd"), directory.join("actual.epd"));
    fs::write(&first, expected).expect("the file is written");
    fs::write(&second, actual).expect("the file is written");
    let output = Command::new(env!("CARGO_BIN_EXE_solver"))
        .arg("compare")
        .args(options)
        .arg(&first)
        .arg("-")
        .stdin(Stdio::from(
            fs::File::open(&second).expect("it was written"),
        ))
        .output()
        .expect("the solver runs");
    fs::remove_dir_all(&directory).expect("the directory goes");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text)
}

#[test]
fn the_program_says_it_with_its_exit_code() {
    let good = format!("{ROOK} {FIVE_KEYS}\n");
    let bad = format!("{ROOK} Refuted 2; Stip \"#2\";\n");
    let (code, text) = run("same", &good, &good, &[]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("1 record: 1 same"), "{text}");
    let (code, text) = run("lost", &good, &bad, &[]);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("lost 1:1 "), "{text}");
    let (code, text) = run("json", &good, &bad, &["--format", "json"]);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("{\"verdict\":\"lost\""), "{text}");
    let (code, text) = run("all", &good, &good, &["--all"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("same 1:1 "), "{text}");
    assert_eq!(run("garbage", &good, "garbage\n", &[]).0, Some(2));
}

#[test]
fn a_file_that_is_not_there_is_unreadable() {
    let output = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["compare", "no-such-file.epd", "-"])
        .stdin(Stdio::null())
        .output()
        .expect("the solver runs");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("no-such-file.epd"), "{message}");
}

#[test]
fn what_is_said_of_the_other_side_is_held_against_it() {
    let both = |other: &str| format!("Stip \"#2\"; {FIVE_KEYS} dup; {other}");
    let expected = both("DuplexRefuted 2;");
    check(ROOK, &expected, &expected, Change::Same, false);
    let detail = check(
        ROOK,
        &expected,
        &both("DuplexRefuted 1;"),
        Change::Lost,
        true,
    );
    assert!(detail.starts_with("duplex: "), "{detail}");
}
