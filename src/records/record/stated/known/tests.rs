use std::fs;
use std::path::Path;

use super::*;
use crate::epd::{Epd, Operation, passes_through};
use crate::record::stated::{Remarks, Stated, asked};

const PLACE: &str = "7k/8/8/4K3/8/8/6Q1/8 w - -";

fn record(operations: &str) -> Epd {
    Epd::from_ascii(format!("{PLACE} {operations}").as_bytes()).expect("a record")
}

fn remarks(record: &Epd) -> Remarks {
    Remarks::of(record.clone(), &Stated::read(record).claim)
}

/// The operations of two records' join.
fn joined(one: &str, two: &str) -> Result<String, Contradiction> {
    let (one, two) = (record(one), record(two));
    let read = |record| Stated::read(record).known().expect("a result");
    let joined = read(&one).join(&read(&two));
    if let Some(contradiction) = joined.contradiction() {
        return Err(contradiction);
    }
    let (both, _) = remarks(&one).combine(&remarks(&two), joined.solution());
    let text = joined.record(both.record()).to_string();
    Ok(text
        .strip_prefix(PLACE)
        .expect("its position")
        .trim()
        .to_owned())
}

/// Every answer of this program that is kept with it says what it says after being read.
#[test]
fn answers_that_are_read_are_written_alike() {
    let mut answers = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join("expected");
    for file in fs::read_dir(folder).expect("the folder") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "epd") {
            continue;
        }
        let name = path.display().to_string();
        let text = fs::read(&path).expect("its bytes");
        for line in text.split(|&b| b == b'\n').filter(|l| !passes_through(l)) {
            let Ok(record) = Epd::from_ascii(line) else {
                continue;
            };
            let known = Stated::read(&record)
                .known()
                .unwrap_or_else(|e| panic!("{name}: {record}: {e}"));
            if known.is_empty() {
                continue;
            }
            assert_eq!(known.contradiction(), None, "{record}");
            assert_eq!(
                known.record(&record).to_string(),
                record.to_string(),
                "{name}"
            );
            let again = known.join(&known);
            assert_eq!(
                again.record(&record).to_string(),
                record.to_string(),
                "{name}"
            );
            answers += 1;
        }
    }
    assert!(answers > 700, "{answers}");
}

#[test]
fn bounds_that_meet_make_a_shortest_solution() {
    let any = "Open 3; Refuted 0; acd 2; acn 20; bm Kf6; ce 32764; dm 2; pm Kf6; pv Kf6 Kh7 Qg7#;";
    let refuted = "Limit \"nodes\"; Refuted 1; Stip \"#5\"; acn 30; id \"a\";";
    let both = "Limit \"nodes\"; Open 3; acd 2; acn 50; bm Kf6; ce 32764; dm 2; id \"a\"; pm Kf6; pv Kf6 Kh7 Qg7#;";
    assert_eq!(joined(any, refuted), Ok(both.to_owned()));
    assert_eq!(joined(refuted, any), Ok(both.to_owned()));
    // And the one that has all keys takes the others' place, at its own cost.
    let all = "acd 2; acn 69; bm Kf6; ce 32764; dm 2; pm Kf6; pv Kf6 Kh7 Qg7#;";
    assert_eq!(joined(both, all), Ok(all.replace("pm", "id \"a\"; pm")));
    assert_eq!(joined(all, any), Ok(all.to_owned()));
}

#[test]
fn the_deeper_refutation_is_kept_and_the_deeper_question_stays_open() {
    let done = "Refuted 3; Stip \"#3\"; acd 3; acn 10;";
    let tried = "Limit \"nodes\"; Refuted 2; Stip \"#9\"; acn 40;";
    let both = "Limit \"nodes\"; Refuted 3; Stip \"#9\"; acn 50;";
    assert_eq!(joined(done, tried), Ok(both.to_owned()));
    let deeper = "Refuted 9; Stip \"#9\"; acd 9; acn 99;";
    assert_eq!(joined(tried, deeper), Ok(deeper.to_owned()));
    assert_eq!(joined(deeper, done), Ok(deeper.to_owned()));
    let stopped = "Limit \"stopped\"; Refuted 2; Stip \"#9\"; acn 41;";
    assert_eq!(joined(stopped, tried), Ok(tried.to_owned()));
    // So does it if both have a solution of one length.
    let [short, long] = ["=3", "=4"]
        .map(|asked| format!("Dist 2; Stip \"{asked}\"; acd 2; acn 9; bm Kf6; pm Kf6;"));
    assert!(joined(&short, &long).is_ok_and(|both| both.contains("Stip \"=4\";")));
    assert_eq!(joined(&short, &long), joined(&long, &short));
}

/// Where a limit came before it was known of any reply how long it holds out, all of them are open.
#[test]
fn a_loss_under_a_limit_says_which_replies_hold_out_or_how_many_are_open() {
    let place = "7k/8/5K2/8/8/8/6Q1/8 b - -";
    let written = |operations: &str| {
        let record = Epd::from_ascii(format!("{place} {operations}").as_bytes());
        let record = record.expect("a record");
        let known = Stated::read(&record).known().expect("a result");
        known.record(&record).to_string()
    };
    let unknown = "Limit \"nodes\"; acd 1; acn 3; ce -32765;";
    assert_eq!(
        written(unknown),
        format!("{place} Limit \"nodes\"; Open 1; acd 1; acn 3; ce -32765;")
    );
    let known = "acd 1; acn 3; bm Kh7; ce -32765;";
    assert!(!written(known).contains("Open"));
}

#[test]
fn both_directions_are_joined_and_taken_in_by_a_solution() {
    let five = "Refuted 5; Safe 5; acd 5; acn 10;";
    let seven = "Limit \"time\"; Refuted 7; acn 70;";
    assert_eq!(
        joined(five, seven),
        Ok("Limit \"time\"; Refuted 7; Safe 5; acn 80;".to_owned())
    );
    let half_way = "Limit \"nodes\"; Refuted 5; Safe 2; acn 7;";
    assert_eq!(joined(half_way, five), Ok(five.to_owned()));
    let mate = "Refuted 2; acd 6; acn 9; bm Kf6; dm 6;";
    assert_eq!(
        joined(five, mate),
        Ok("Open 30; acd 6; acn 19; bm Kf6; ce 32756; dm 6;".to_owned())
    );
}

#[test]
fn what_cannot_both_be_true_is_told() {
    let lengths = |reached, refuted| Contradiction::Lengths {
        reached: Length::of_moves(reached),
        refuted: Length::of_moves(refuted),
    };
    assert_eq!(
        joined("dm 2;", "Refuted 4; Stip \"#4\";"),
        Err(lengths(2, 4))
    );
    // Nobody has refuted what is shorter than a claimed mate.
    assert_eq!(joined("dm 3;", "dm 2;"), Ok("ce 32764; dm 2;".to_owned()));
    let answer = "acd 3; acn 9; ce 32762; dm 3;";
    assert_eq!(joined("dm 2;", answer), Err(lengths(2, 2)));
    assert!(joined("dm 4;", answer).is_ok());
    let keys = |bm| format!("acd 2; acn 1; bm {bm}; dm 2;");
    assert!(joined(&keys("Kf6"), &keys("Ke6")).is_err());
    assert!(joined(&keys("Kf6"), &keys("Ke6 Kf6")).is_err());
    // The one move of another program is no set of keys.
    assert!(joined("bm Kf6; dm 2;", "bm Ke6; dm 2;").is_ok());
    let count = |n| format!("Count {n}; Dist 2; Stip \"h#2\";");
    assert!(joined(&count(1), &count(1)).is_ok());
    assert!(joined(&count(1), &count(2)).is_err());
}

#[test]
fn what_no_run_could_write_is_not_taken_for_known() {
    for operations in [
        "Refuted 3; dm 3;",
        "Refuted x; Stip \"#3\";",
        "bm Qh9; dm 2;",
        "ce -32767;",
        "Dist 3; Refuted 1; Stip \"h#3\";",
    ] {
        assert!(
            Stated::read(&record(operations)).known().is_err(),
            "{operations}"
        );
    }
    for operations in [
        "",
        "bm Kf6;",
        "Error \"internal: x\"; dm 2;",
        "Stip \"s#3\";",
    ] {
        assert!(
            Stated::read(&record(operations))
                .known()
                .expect(operations)
                .is_empty()
        );
    }
}

#[test]
fn a_claim_that_proves_nothing_says_so() {
    let claim = Stated::read(&record("Limit \"nodes\"; Refuted 0; Stip \"#3\";")).claim;
    assert_eq!(claim.to_string(), "gave up");
    let claim = Stated::read(&record("Refuted 0; Stip \"#3\";")).claim;
    assert_eq!(claim.to_string(), "nothing proved");
}

#[test]
fn what_is_no_result_is_united() {
    let unite = |one, two| {
        let (both, left_out) = remarks(&record(one)).combine(&remarks(&record(two)), None);
        let text = |o: &Operation| String::from_utf8_lossy(o.as_bytes()).into_owned();
        let left_out: Vec<String> = left_out.iter().map(text).collect();
        (
            both.record().to_string()[PLACE.len()..].trim().to_owned(),
            left_out.join("; "),
        )
    };
    assert_eq!(
        unite(
            "c0 \"a\"; id \"1\";",
            "c0 \"b\"; c1 \"c\"; id \"2\"; acn 5;"
        ),
        (
            "c0 \"a\"; c1 \"b\"; c2 \"c\"; id \"1\";".to_owned(),
            "id \"2\"".to_owned()
        )
    );
    assert_eq!(
        unite("id 1; hmvc 3;", "c0 \"a\"; id \"1\"; hmvc 4;"),
        ("c0 \"a\"; hmvc 3; id 1;".to_owned(), String::new())
    );
    assert_eq!(
        unite("eco A00; v9 \"x\";", "eco B01; v9 \"y\"; v9 \"x\"; rc 2;"),
        (
            "eco A00; rc 2; v0 \"y\"; v9 \"x\";".to_owned(),
            "eco B01".to_owned()
        )
    );
    for (one, two) in [("id 1;", "acd 3; bm Kf6;"), ("acd 3; bm Kf6;", "id 1;")] {
        assert_eq!(unite(one, two).0, "acd 3; bm Kf6; id 1;");
    }
    assert_eq!(
        unite("bm Kf6;", "bm Ke6; ce 12; dm 4;").0,
        "bm Kf6;",
        "moves beside a mate are its keys"
    );
}

#[test]
fn what_is_known_of_one_exact_length_says_nothing_of_another() {
    for stipulation in ["exact-h#3", "exact-#3", "exact-s=3"] {
        let refuted = record(&format!("Refuted 3; Stip \"{stipulation}\";"));
        let known = Stated::read(&refuted).known().expect("a result");
        let asked = |text: &str| {
            let stipulation = text.parse::<Stipulation>().expect("one");
            known.bounds(stipulation).is_some()
        };
        assert!(asked(stipulation));
        for other in [
            stipulation.replace('3', "2"),
            stipulation.replace("exact-", ""),
        ] {
            assert!(!asked(&other), "{stipulation} is taken for {other}");
        }
    }
    let mate = Stated::read(&record("Refuted 3; Stip \"#3\";"))
        .known()
        .expect("a result");
    let exact = "exact-#2".parse::<Stipulation>().expect("one");
    assert!(mate.bounds(exact).is_none());
    let unnamed = Stated::read(&record("Refuted 3; Safe 3;"))
        .known()
        .expect("a result");
    assert!(unnamed.bounds(exact).is_none());
}

/// Each length of `exact-` is a question of its own.
#[test]
fn an_exact_length_says_nothing_of_another() {
    let known = |operations: &str| Stated::read(&record(operations)).known().expect("a result");
    let none = known("Refuted 3; Stip \"exact-h#3\"; acd 3; acn 9;");
    let one = known("Count 1; Dist 2; Stip \"exact-h#2\"; acd 2; acn 9;");
    let lengths = ["h#2", "exact-h#2", "exact-h#3", "exact-h#2.5"];
    let heard = |known: &KnownResult| {
        lengths.map(|text| {
            let question = asked(&record(&format!("Stip \"{text}\";")));
            known.bounds(question.expect(text)).is_some()
        })
    };
    assert_eq!(heard(&none), [false, false, true, false]);
    assert_eq!(heard(&one), [false, true, false, false]);
    assert_ne!(none.goal, one.goal);
    // Of one length they do contradict each other, and what is known is written as it was.
    let other = known("Count 1; Dist 3; Stip \"exact-h#3\"; acd 3; acn 9;");
    assert_eq!(none.goal, other.goal);
    assert!(none.join(&other).contradiction().is_some());
    let twice = none.join(&none).record(&record("")).to_string();
    assert_eq!(
        twice,
        format!("{PLACE} Refuted 3; Stip \"exact-h#3\"; acd 3; acn 9;")
    );
    let wrong = Stated::read(&record("Dist 2; Stip \"exact-h#3\";")).known();
    assert_eq!(
        wrong.expect_err("another length").to_string(),
        "Dist 2 is not a length of exact-h#3"
    );
}
