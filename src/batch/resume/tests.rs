use super::*;
use crate::answer::Format;
use crate::epd::without_error;

fn read_back(format: Format) -> &'static dyn ReadBack {
    format.form().read_back().expect("a form that is read back")
}

fn checked_by(
    records: &mut InputLines,
    length: usize,
    lines: &mut InputLines,
    settings: &Settings,
) -> Result<ResumePoint, Mismatch> {
    let asked = Asked {
        settings,
        only_open: false,
    };
    check(records, length as u64, lines, asked, &mut Kept::new(true))
}

fn third_line(bytes: &[u8]) -> InputLine {
    InputLine::plain("in".into(), 3, bytes.to_vec())
}

fn epd(record: &str, line: &str) -> bool {
    is_answer(
        record.as_bytes(),
        &third_line(line.as_bytes()),
        read_back(Format::Epd),
    )
}

fn json(record: &str, line: &str) -> bool {
    is_answer(
        record.as_bytes(),
        &third_line(line.as_bytes()),
        read_back(Format::Json),
    )
}

#[test]
fn a_hand_is_the_same_however_it_is_written() {
    let record =
        |hand: &str| format!("8/8/8/8/8/1k6/8/K7{hand} w - - Variant \"bughouse\"; acn 1;");
    let line = record("/Nqn");
    assert!(epd(&record("[Nnq]"), &line));
    assert!(!epd(&record("[Nnqq]"), &line));
    assert!(!epd(&record("[]"), &line));
    assert!(epd(&record("[]"), &record("")));
}

#[test]
fn an_answer_keeps_placement_side_and_id() {
    let line = "8/8/8/8/8/8/11kP4/K7 w KQ e3 0 1 id BK.01; dm 3\r";
    assert!(epd(
        "8/8/8/8/8/8/2kP4/K7 w - - Refuted 3; acd 3; id \"BK.01\";",
        line
    ));
    assert!(epd("8/8/8/8/8/8/2kP4/K7 w - - Refuted 3;", line));
    assert!(!epd("8/8/8/8/8/8/2kP4/K7 b - - id \"BK.01\";", line));
    assert!(!epd("8/8/8/8/8/8/2k1P3/K7 w - - id \"BK.01\";", line));
    assert!(!epd("8/8/8/8/8/8/2kP4/K7 w - - id \"BK.02\";", line));
    assert!(!epd("", line));
}

#[test]
fn what_is_no_job_must_be_the_same() {
    assert!(epd("# a", "# a"));
    assert!(!epd("# a Error \"x\";", "# a"));
    assert!(epd("", ""));
    assert!(!epd("8/8/8/8/8/8/8/8 w - -", " "));
    assert!(!json("{}", "# a"));
}

#[test]
fn a_malformed_line_may_have_an_error_at_its_end() {
    assert!(epd(
        "8/8 w - - id \"open Error \"no white king\";",
        "8/8 w - - id \"open \r"
    ));
    assert!(epd("what is this", "what is this"));
    assert!(epd(
        "8/8/8/8/8/8/8/8 w - - c0 \"open\"; id \"x\"; Error \"no white king\";",
        "8/8/8/8/8/8/8/8 w - - c0 \"open; id \"x\""
    ));
}

/// Found by the fuzz target: a `"` within a string, as the run reads it, and another one.
#[test]
fn a_string_within_a_string_is_read_as_the_run_reads_it() {
    let fields = "8/8/8/8/8/2K5/k7/7R w - -";
    let line = format!("{fields} ce 32764; id \"qReserve \"any\";x.070\";");
    let record = |id: &str| format!("{fields} Refuted 1; acn 8; id \"{id}\"; x.070\";");
    assert!(epd(&record("qReserve \"any"), &line));
    assert!(!epd(&record("qReserve \"all"), &line));
    assert!(!epd(&record("qReserve \"any").replace("7R", "6R1"), &line));
}

#[test]
fn json_holds_position_and_operations_or_the_line() {
    let line = "8/8/8/8/8/8/2kP4/K7 w KQ - 0 1; id \"a\";";
    let fen = "8/8/8/8/8/8/2kP4/K7 w - -";
    let record = |more| format!("{{\"line\":3,{more}\"fen\":\"{fen}\"}}");
    assert!(json(&record("\"id\":\"a\","), line));
    assert!(json(&record(""), line));
    assert!(!json(&record("\"id\":\"b\","), line));
    assert!(!json("{\"line\":3,\"fen\":\"8/8 w - -\"}", line));
    let elsewhere = format!("{{\"line\":4,\"fen\":\"{fen}\"}}");
    assert!(!json(&elsewhere, line), "another line");
    assert!(!json("{\"line\":3}", line), "no position");
    let hand = "8/8/8/8/8/8/2kP4/K7[n] w - -";
    assert!(json(
        &format!("{{\"line\":3,\"id\":\"a&\",\"fen\":\"{hand}\"}}"),
        &format!("{hand} Variant \"bughouse\"; dm 4; id \"a&;")
    ));
    let broken = third_line(b"8/8\xff w - -");
    let malformed = |text: &str| format!("{{\"line\":3,\"text\":\"{text}\",\"error\":\"bad\"}}");
    let is_its =
        |text: &str| is_answer(malformed(text).as_bytes(), &broken, read_back(Format::Json));
    let text = String::from_utf8_lossy(without_error(&broken.bytes)).into_owned();
    assert!(text.starts_with("8/8\u{fffd} w - -"));
    assert!(is_its(&text));
    assert!(!is_its("8/8 w - -"));
    assert!(json("{\"line\":3,\"copied\":\"# a\"}", "# a"));
    assert!(!json("{\"line\":3,\"copied\":\"# b\"}", "# a"));
}

#[test]
fn what_has_no_record_in_json_is_passed_over() {
    let records = "{\"line\":2,\"fen\":\"8 w\",\"stipulation\":\"#5\",\"outcome\":\"refuted\",\"nodes\":1}\n\
         {\"line\":5,\"fen\":\"9 w\",\"stipulation\":\"#5\",\"outcome\":\"refuted\",\"nodes\":1}\n";
    let kept = |input: &'static str, copied| {
        let mut lines = InputLines::of("in", Box::new(input.as_bytes()));
        let mut file = InputLines::of("out", Box::new(records.as_bytes()));
        let settings = Settings {
            format: Format::Json,
            copied,
            ..Settings::default()
        };
        let kept = checked_by(&mut file, records.len(), &mut lines, &settings);
        (kept.ok(), lines.next_item())
    };
    let input = "# a\n8 w\n\n%\n9 w\n# b\n8 w\n";
    let (done, next) = kept(input, false);
    let whole = ResumePoint {
        lines: 5,
        bytes: records.len() as u64,
        read: 15,
        ..ResumePoint::default()
    };
    assert_eq!(done, Some(whole));
    assert!(matches!(next, Some(Item::Line(line)) if line.number == 6));
    assert_eq!(kept(input, true).0, None, "line 1 has no object");
    // No comment: a NUL stands before the `;`.
    assert!(json(
        "{\"line\":3,\"text\":\"\\u0000;\",\"error\":\"bad\",\"column\":1}",
        "\0;"
    ));
}

#[test]
fn stopped_records_are_known_in_either_form() {
    let stopped = |record: &str, format| read_back(format).is_stopped(record.as_bytes());
    assert!(stopped(
        "8 w - - Limit \"stopped\"; Refuted 2;",
        Format::Epd
    ));
    assert!(!stopped(
        "8 w - - Limit \"nodes\"; id \"stopped\";",
        Format::Epd
    ));
    assert!(stopped(
        "{\"fen\":\"\",\"limit\":\"stopped\"}",
        Format::Json
    ));
    assert!(!stopped("{\"fen\":\"\",\"limit\":\"nodes\"}", Format::Json));
    assert!(!stopped("# Limit", Format::Json));
}

fn checked(
    records: &'static str,
    lines: &'static str,
) -> (Result<ResumePoint, Mismatch>, Option<Item>) {
    let mut input = InputLines::of("in", Box::new(lines.as_bytes()));
    let mut file = InputLines::of("out", Box::new(records.as_bytes()));
    let settings = Settings::default();
    let kept = checked_by(&mut file, records.len(), &mut input, &settings);
    (kept, input.next_item())
}

#[test]
fn the_input_goes_on_where_the_records_end() {
    let next = |records| match checked(records, "#1\n#2\n#3") {
        (Ok(kept), Some(Item::Line(line))) => (kept.lines, kept.bytes, line.number),
        (Ok(kept), None) => (kept.lines, kept.bytes, 0),
        other => panic!("{other:?}"),
    };
    assert_eq!(next(""), (0, 0, 1));
    assert_eq!(next("#1\n"), (1, 3, 2));
    assert_eq!(next("#1\n#2"), (1, 3, 2), "torn, though it looks whole");
    assert_eq!(next("#1\nLimit \"stopped\";\n#3\n"), (1, 3, 2));
    assert_eq!(next("#1\n#2\n#3\n"), (3, 9, 0));
}

#[test]
fn what_an_earlier_limit_left_open_is_told() {
    let told = |records: &'static str, format, nodes| {
        let mut input = InputLines::of("in", Box::new(&b"8 w - -\n8 w - -\n8 w - -"[..]));
        let mut file = InputLines::of("out", Box::new(records.as_bytes()));
        let mut settings = Settings {
            format,
            ..Settings::default()
        };
        settings.defaults.limits.nodes = nodes;
        let kept = checked_by(&mut file, records.len(), &mut input, &settings);
        kept.expect("answers")
            .earlier
            .map(|earlier| earlier.to_string())
    };
    let json = "{\"line\":1,\"fen\":\"8 w - -\",\"stipulation\":\"#5\",\"outcome\":\"gave up\",\"limit\":\"nodes\",\"nodes\":1000}\n\
                {\"line\":2,\"fen\":\"8 w - -\",\"stipulation\":\"#5\",\"outcome\":\"gave up\",\"limit\":\"time\",\"nodes\":10}\n\
                {\"line\":3,\"fen\":\"8 w - -\",\"stipulation\":\"#5\",\"outcome\":\"gave up\",\"limit\":\"nodes\",\"nodes\":2000}\n";
    assert_eq!(told(json, Format::Json, Some(1000)), None);
    let one = "out:1: this record is kept, but an earlier run ended its search after 1000 nodes";
    let more = "; --only-open goes on with them";
    assert_eq!(
        told(json, Format::Json, Some(1001)),
        Some(format!("{one}{more}"))
    );
    let two = format!("{one}, and those of 1 after it{more}");
    assert_eq!(told(json, Format::Json, None), Some(two));
}

#[test]
fn a_mismatch_names_both_places() {
    let message = |records| checked(records, "#1\n#2\n").0.unwrap_err().to_string();
    assert_eq!(
        message("#1\n#3\n"),
        "out:2: this record is not the answer to in:2"
    );
    assert_eq!(message("#1\n#2\n#3\n"), "out:3: the input has fewer lines");
    assert_eq!(message("#1\n#2\ntorn"), "out:3: the input has fewer lines");
    assert_eq!(
        message("#1\ntorn"),
        "out:2: this line has no end, and is not the beginning of the answer to in:2"
    );
}

#[test]
fn records_end_where_a_lost_write_left_zeros() {
    let kept = |records| checked(records, "#1\n#2\n").0.map(|kept| kept.lines);
    for (records, lines) in [
        ("\0\0\0", 0),
        ("\0\0\0\n", 0),
        ("#1\n\0\0\0", 1),
        ("#1\n#2\0\0", 1),
        ("#1\n\0\0\n#2\n", 1),
        ("#1\n#\0\0\n", 1),
        ("#1\n#2\n\0\0", 2),
        ("#1\n#2\n\0\0\n", 2),
    ] {
        assert_eq!(kept(records), Ok(lines), "{records:?}");
    }
    let of_zeros = checked("#1\n#\0\n", "#1\n#\0\n#2\n").0.expect("answers");
    assert_eq!(of_zeros.lines, 2, "zeros of the input are no loss");
}

#[test]
fn a_torn_line_is_a_beginning_of_its_answer() {
    let torn = |text: &str, line: &str, format| {
        is_beginning(
            text.as_bytes(),
            &third_line(line.as_bytes()),
            read_back(format),
        )
    };
    let line = "8/8/8/8/8/8/11kP4/K7 w KQ e3 0 1 id BK.01; dm 3";
    for text in [
        "",
        "8/8/8",
        "8/8/8/8/8/8/2kP4/K7 w - - Refuted 3; id",
        "8/8/8/8/8/8/11kP4/K7 w KQ e3 0 1 id BK.01; dm 3; Error \"int",
    ] {
        assert!(torn(text, line, Format::Epd), "{text}");
    }
    for text in ["notes", "8/8/8/8/8/8/2kP4/K7 b", "8/8/8/8/8/8/2k1", "\0x"] {
        assert!(!torn(text, line, Format::Epd), "{text}");
    }
    assert!(torn("# a", "# a comment", Format::Epd));
    assert!(!torn("# a comment, and more", "# a comment", Format::Epd));
    assert!(torn("8/8 w", "8/8 w - - id \"open \r", Format::Epd));
    assert!(torn("{\"line\":3,\"id\"", line, Format::Json));
    assert!(!torn("{\"line\":33,\"id\"", line, Format::Json));
    assert!(torn("8/8/8/8/8/8/2kP4/K7 w - -\tBK", line, Format::Tsv));
    assert!(torn("\tBK", line, Format::Tsv));
    assert!(!torn("notes", line, Format::Tsv));
}

#[test]
fn a_question_ends_what_is_kept() {
    let place = "7k/8/8/4K3/8/8/6Q1/8 w - -";
    let question = format!("{place} dm 2;");
    let answer = format!("{place} acd 2; acn 70; bm Kf6; ce 32764; dm 2; pm Kf6; pv Kf6 Kh7 Qg7#;");
    let input: &'static str = format!("{question}\n").repeat(3).leak();
    let kept = |records: &[&str]| {
        let text: &'static str = format!("{}\n", records.join("\n")).leak();
        let headway = checked(text, input).0.expect("answers");
        (headway.lines, headway.question)
    };
    assert_eq!(kept(&[&question]), (0, Some("out:1".to_owned())));
    assert_eq!(
        kept(&[&answer, &question, &answer]),
        (1, Some("out:2".to_owned()))
    );
    assert_eq!(kept(&[&answer, &answer]), (2, None));
}
