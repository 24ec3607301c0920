//! `dup;`: the other side's answer in addition to that of the side to move, in every form.

use keymove::answer::{Format, RecordOutcome, Settings, answer};
use keymove::epd::Epd;
use keymove::job::Defaults;
use keymove::report::Style;
use keymove::solve::{Kind, Stipulation, Tables};
use keymove::stop::Stop;
use serde_json::Value;

/// Positions in which either side may begin.
const PLACES: [&str; 5] = [
    "8/8/8/8/8/1K1Q4/8/k7 w - -",
    "3K4/2P1B3/k7/8/8/8/8/8 b - -",
    "r3k3/8/8/8/8/8/8/4K2R b Kq -",
    "8/6p1/8/5K1k/8/6P1/3p4/8 w - -",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -",
];

fn settings(format: Format) -> Settings {
    Settings {
        format,
        no_time: true,
        style: Style {
            ascii: true,
            ..Style::default()
        },
        ..Settings::default()
    }
}

fn answered(line: &str, settings: &Settings) -> String {
    let answer = answer(line.as_bytes(), settings, &mut Tables::new(4), &Stop::new());
    assert_ne!(answer.outcome, RecordOutcome::Malformed, "{line}");
    // In help play a message says if the other side usually begins.
    assert!(answer.cause.is_none(), "{line}: {:?}", answer.cause);
    let mut warnings = answer.warnings.iter();
    let is_expected = warnings.all(|warning| warning.text.contains("usually"));
    assert!(is_expected, "{line}: {:?}", answer.warnings);
    String::from_utf8(answer.text).expect("UTF-8")
}

/// The same men, the other side to move.
fn turned(place: &str) -> String {
    let record = Epd::from_ascii(place.as_bytes()).expect("a record");
    Epd::new(record.position().passed().expect("no check")).fields()
}

/// The operations of a record without those of its question.
fn operations(record: &str) -> Vec<String> {
    let record = Epd::from_ascii(record.as_bytes()).expect("a record");
    let is_asked = |o: &&keymove::epd::Operation| o.is("Stip") || o.is("dup");
    record
        .operations()
        .iter()
        .filter(|o| !is_asked(o))
        .map(|o| String::from_utf8(o.as_bytes().to_vec()).expect("UTF-8"))
        .collect()
}

/// Every stipulation, in one move, or in two if that is fast.
fn stipulations() -> impl Iterator<Item = Stipulation> {
    let solved = Kind::ALL.into_iter().filter(|kind| kind.is_solved());
    solved
        .flat_map(|kind| [1, 2].map(|moves| Stipulation::new(kind, moves)))
        .flat_map(|asked| [false, true].map(|exact| Stipulation { exact, ..asked }))
        .filter(|asked| asked.is_solved())
}

#[test]
fn each_side_is_answered_as_if_it_were_alone() {
    let settings = settings(Format::Epd);
    let (mut solved, mut pairs) = (0, 0);
    for place in PLACES {
        for asked in stipulations() {
            let stip = format!("Stip \"{asked}\";");
            let both = answered(&format!("{place} {stip} dup;"), &settings);
            let mut expected = operations(&answered(&format!("{place} {stip}"), &settings));
            let other = operations(&answered(&format!("{} {stip}", turned(place)), &settings));
            solved += other.iter().filter(|o| o.starts_with("bm ")).count();
            expected.extend(other.iter().map(|operation| format!("Duplex{operation}")));
            expected.sort_unstable();
            let found = operations(&both).into_iter();
            // Moves of the other side stand in quotes.
            let mut found: Vec<String> = found
                .map(|o| match o.starts_with("Duplex") {
                    true => o.replace('"', ""),
                    false => o,
                })
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{place} {asked}");
            assert!(both.contains(&stip) && both.contains(" dup;"), "{both}");
            assert_eq!(answered(&both, &settings), both);
            pairs += 1;
        }
    }
    assert!(
        pairs >= 500 && solved >= 25,
        "{pairs} pairs, {solved} solved"
    );
}

#[test]
fn json_holds_the_whole_answer_of_the_other_side() {
    let settings = settings(Format::Json);
    for place in PLACES {
        let object = |line: &str| -> Value {
            let mut object: Value = serde_json::from_str(&answered(line, &settings)).expect("JSON");
            // If only one side is asked, a message says that usually the other one begins.
            object["warnings"] = Value::Array(Vec::new());
            object
        };
        let mut both = object(&format!("{place} Stip \"h#2\"; dup; Duplex 1; id \"x\";"));
        // An opcode that is the prefix of the other side's is the record's own.
        assert_eq!(both["operations"]["Duplex"], serde_json::json!(["1"]));
        let mut other = both["duplex"].take();
        other["warnings"] = Value::Array(Vec::new());
        assert_eq!(
            other,
            object(&format!("{} Stip \"h#2\"; id \"x\";", turned(place)))
        );
    }
}

#[test]
fn readers_see_the_other_side_below() {
    let place = PLACES[4];
    for (format, heading) in [
        (Format::Text, "duplex: Black to move"),
        (Format::Html, "duplex: Black to move"),
        (Format::Latex, "duplex: Black to move"),
    ] {
        let both = answered(&format!("{place} Stip \"#1\"; dup;"), &settings(format));
        let (own, other) = both.split_once(heading).expect("a heading");
        assert!(own.contains("Ra8"), "{both}");
        assert!(other.contains("no mate within 1"), "{both}");
    }
    // Popeye's layout, which Olive reads, has no words for a side without a solution.
    let line = "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - Stip \"#1\"; dup;";
    let mut olive = settings(Format::Olive);
    olive.defaults.wanted.tree = true;
    let both = answered(line, &olive);
    let own = both.find("1.Ra1*a8 # !").expect("White's key");
    let other = both.find("1.Ra8*a1 # !").expect("Black's key");
    assert!(own < other, "{both}");
}

#[test]
fn the_command_line_asks_it_of_every_record() {
    let settings = Settings {
        defaults: Defaults {
            duplex: true,
            ..Defaults::default()
        },
        ..settings(Format::Epd)
    };
    let line = format!("{} Stip \"#1\";", PLACES[4]);
    let text = answered(&line, &settings);
    assert!(text.contains(" DuplexRefuted 1;"), "{text}");
    assert!(text.contains(" dm 1;") && text.contains(" dup;"), "{text}");
}

#[test]
fn in_check_the_other_side_cannot_begin() {
    let line = "6k1/5ppp/8/8/8/8/8/K3r3 w - - Stip \"#1\"; dup;";
    let answer = answer(
        line.as_bytes(),
        &settings(Format::Epd),
        &mut Tables::new(4),
        &Stop::new(),
    );
    let text = String::from_utf8(answer.text).expect("UTF-8");
    assert!(
        !text.contains("Duplex") && text.contains(" Refuted 1;"),
        "{text}"
    );
    assert_eq!((answer.warnings.len(), answer.cause), (1, None));
    assert!(
        answer.warnings[0].text.contains("in check"),
        "{:?}",
        answer.warnings
    );
}

#[test]
fn both_sides_have_a_certificate() {
    let mut settings = settings(Format::Epd);
    settings.defaults.wanted.certificate = Some(1000);
    let line = format!("{} Stip \"#2\"; dup;", PLACES[0]);
    let answer = answer(
        line.as_bytes(),
        &settings,
        &mut Tables::new(4),
        &Stop::new(),
    );
    let certificates: Vec<String> = answer
        .certificates
        .iter()
        .map(|c| String::from_utf8_lossy(c).into_owned())
        .collect();
    assert_eq!(certificates.len(), 2);
    assert!(certificates[0].starts_with(&format!("epd {}", PLACES[0])));
    assert!(certificates[1].starts_with(&format!("epd {}", turned(PLACES[0]))));
}
