//! Nothing is paid twice: `--known`, `--only-open` and `--dedup`.

use crate::support::feed;
use crate::support::scratch;
use crate::support::solver;

use std::fs;
use std::io::Write as _;
use std::process::Output;

use feed::fed;
use scratch::Scratch;
use solver::solver;

const PLACE: &str = "7k/8/8/4K3/8/8/6Q1/8 w - -";

fn solved(arguments: &[&str]) -> Output {
    let common = ["-b", "-M", "8", "--no-time"];
    fed(&mut solver(&[&common, arguments].concat()), b"")
}

/// The answers, and the nodes that were searched for them.
fn answers(scratch: &Scratch, arguments: &[&str]) -> (Vec<u8>, u64) {
    let stats = scratch.path("stats.json");
    let output = solved(&[&["--stats", &stats], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let stats: serde_json::Value =
        serde_json::from_slice(&fs::read(&stats).unwrap()).expect("JSON");
    (output.stdout, stats["nodes"].as_u64().unwrap())
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// So many records of each of several suites, and positions that ask for nothing.
fn suite() -> String {
    let mut records = String::new();
    for (name, count) in [
        ("mates-3", 12),
        ("mated", 12),
        ("refuted", 20),
        ("selfmates", 8),
        ("helpmates", 14),
        ("stalemates", 8),
        ("crazyhouse", 8),
        ("bughouse", 8),
        ("quirks", 40),
    ] {
        let lines = lines_of(name).into_iter().take(count);
        records.extend(lines.map(|line| format!("{line}\n")));
    }
    for line in lines_of("mates-2").into_iter().take(10) {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        records.push_str(&format!("{} id \"open\";\n", fields.join(" ")));
    }
    records
}

fn lines_of(name: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/suites/");
    let bytes = fs::read(format!("{folder}{name}.epd")).expect("a suite");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// Records without what a search costs, and without the line that one of several searches found.
fn claims(records: &[u8]) -> Vec<String> {
    let cost = ["acn ", "pm ", "pv "];
    let without = |line: &str| -> String {
        let kept: Vec<&str> = line
            .split("; ")
            .filter(|operation| !cost.iter().any(|opcode| operation.starts_with(opcode)))
            .collect();
        kept.join("; ").trim_end_matches(';').to_owned()
    };
    String::from_utf8_lossy(records)
        .lines()
        .map(without)
        .collect()
}

/// That nothing in `new` is worse than in `old`.
fn assert_not_worse(scratch: &Scratch, old: &[u8], new: &[u8]) {
    let (old, new) = (scratch.file("old", old), scratch.file("new", new));
    let compared = fed(&mut solver(&["compare", &old, &new]), b"");
    assert_eq!(
        compared.status.code(),
        Some(0),
        "{}",
        text(&compared.stdout)
    );
}

#[test]
fn known_answers_are_taken_without_a_search() {
    let scratch = Scratch::new();
    let input = scratch.file("in", suite());
    let malformed = solved(&[&input]);
    let known = scratch.file("known", &malformed.stdout);
    let stats = scratch.path("stats.json");
    let again = solved(&["--known", &known, "--stats", &stats, &input]);
    assert_eq!(again.status.code(), malformed.status.code());
    assert_eq!(
        String::from_utf8_lossy(&again.stdout),
        String::from_utf8_lossy(&malformed.stdout)
    );
    let stats: serde_json::Value = serde_json::from_slice(&fs::read(stats).unwrap()).unwrap();
    // Play that is over before it begins costs nothing; nothing else was left.
    assert_eq!(stats["nodes"], 0);
    // The same from a compressed file, among others, by two workers.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&malformed.stdout).unwrap();
    let packed = scratch.file("known.gz", packed.finish().unwrap());
    let other = scratch.file("other", format!("# nothing\n{PLACE} dm 2;\n"));
    let arguments = ["--known", &other, "--known", &packed, "-j", "2", &input];
    assert!(solved(&arguments).stdout == malformed.stdout);
}

#[test]
fn a_deeper_run_begins_where_the_last_one_ended() {
    let scratch = Scratch::new();
    let mut lines = lines_of("mates-4");
    lines.extend(lines_of("refuted"));
    lines.extend(lines_of("selfmates").into_iter().take(12));
    lines.extend(lines_of("helpmates").into_iter().take(20));
    lines.extend(lines_of("mated").into_iter().take(20));
    let input = scratch.file("in", lines.join("\n"));
    // At least one node in so many that were paid is not paid again.
    for (shallow, deep, one_in) in [
        // A limit, and a hundred times as much.
        (&["--nodes", "2000"][..], &["--nodes", "200000"][..], 12),
        // One move more, to the end.
        (&["-Z", "2"], &["-Z", "3"], 12),
        // Any mate, then the shortest: most of it has to be looked at with other eyes.
        (&["--any"], &[], 25),
    ] {
        let (first, paid) = answers(&scratch, &[shallow, &[&input]].concat());
        let known = scratch.file("known", &first);
        let (plain, whole) = answers(&scratch, &[deep, &[&input]].concat());
        let (better, rest) = answers(&scratch, &[deep, &["--known", &known, &input]].concat());
        assert!(
            rest < whole,
            "{deep:?}: {rest} nodes, {whole} without, {paid} before"
        );
        assert!(
            (whole - rest) * one_in >= paid,
            "{deep:?}: {rest} nodes, {whole} without, {paid} before"
        );
        assert_not_worse(&scratch, &plain, &better);
        if !deep.contains(&"--nodes") {
            assert_eq!(claims(&better), claims(&plain), "{deep:?}");
        }
        assert_not_worse(&scratch, &first, &better);
    }
}

#[test]
fn open_records_alone_are_searched_and_none_gets_worse() {
    let scratch = Scratch::new();
    let input = scratch.file("in", suite());
    let first = solved(&["--nodes", "20", &input]).stdout;
    let path = scratch.file("first", &first);
    let again = solved(&["--only-open", "--nodes", "60", &path]).stdout;
    let full = solved(&["--only-open", &path]).stdout;
    let is_open = |line: &&str| line.contains("Limit ") || line.contains("Open ");
    let (before, after) = (
        String::from_utf8_lossy(&first),
        String::from_utf8_lossy(&full),
    );
    let mut open = 0;
    for (old, new) in before.lines().zip(after.lines()) {
        if is_open(&old) {
            open += 1;
            assert!(!is_open(&new), "{old}\n{new}");
        } else {
            assert_eq!(old, new);
        }
    }
    assert!(open > 8, "{open}");
    assert_eq!(before.lines().count(), after.lines().count());
    assert_not_worse(&scratch, &first, &again);
    assert_not_worse(&scratch, &again, &full);
    // What is put together in steps is what one whole run finds.
    assert_eq!(claims(&full), claims(&solved(&[&input]).stdout));
}

/// With 144 nodes every solution is counted, but not every line listed.
#[test]
fn a_limit_met_when_every_solution_is_counted_leaves_nothing_open() {
    let scratch = Scratch::new();
    let position = "6k1/8/8/7R/8/4p3/1RR5/3K4 w - -";
    let input = scratch.file("in", format!("{position} Stip \"h#2.5\";\n"));
    let counted = solved(&["--nodes", "144", &input]).stdout;
    assert!(
        text(&counted).contains("Count 8; Dist 1.5; Stip"),
        "{}",
        text(&counted)
    );
    // Records of earlier versions have the limit nevertheless.
    for limit in ["", "Limit \"nodes\"; "] {
        let old = text(&counted).replace("Stip ", &format!("{limit}Stip "));
        let path = scratch.file("old", &old);
        let again = solved(&["--only-open", "--nodes", "1", &path]).stdout;
        assert_eq!(text(&again), text(&counted));
    }
}

#[test]
fn lines_that_ask_the_same_are_searched_once_and_answered_each() {
    let scratch = Scratch::new();
    let lines: Vec<String> = suite().lines().map(str::to_owned).collect();
    let mut repeated = String::new();
    for i in 0..3 * lines.len() {
        // Neighbours ask the same, so that one waits for the other; later ones ask again.
        let line = &lines[i / 2 % lines.len()];
        repeated.push_str(&format!("{line} c{} \"own\";\n", i % 7));
    }
    let once = scratch.file("once", lines.join("\n"));
    let input = scratch.file("in", repeated);
    let nodes = |arguments: &[&str]| -> (Vec<u8>, u64) {
        let stats = scratch.path("stats.json");
        let output = solved(&[&["--stats", &stats], arguments].concat());
        let stats: serde_json::Value = serde_json::from_slice(&fs::read(stats).unwrap()).unwrap();
        (output.stdout, stats["nodes"].as_u64().unwrap())
    };
    let (_, distinct) = nodes(&[&once]);
    let (plain, all) = nodes(&[&input]);
    for workers in ["1", "2", "5"] {
        let (deduped, paid) = nodes(&["--dedup", "-j", workers, &input]);
        assert!(deduped == plain, "-j {workers}");
        assert!(
            paid <= distinct,
            "-j {workers}: {paid} nodes for {distinct}"
        );
    }
    assert!(all > 2 * distinct, "{all} {distinct}");
}

#[test]
fn what_is_known_and_false_is_told_and_left_aside() {
    let scratch = Scratch::new();
    let input = scratch.file("in", format!("{PLACE} dm 3; id \"a\";\n"));
    let truth = solved(&[&input]).stdout;
    for lie in [
        // Nothing is within it.
        format!("{PLACE} acd 1; acn 7; dm 1;\n"),
        // Two that contradict each other.
        format!("{PLACE} acd 2; acn 7; dm 2;\n{PLACE} Refuted 3; Stip \"#3\"; acd 3; acn 7;\n"),
    ] {
        let known = scratch.file("known", &lie);
        let output = solved(&["--known", &known, &input]);
        assert_eq!(output.status.code(), Some(1), "{lie}");
        assert_eq!(text(&output.stdout), text(&truth));
        let stderr = text(&output.stderr);
        let says = format!("{input}:1:1: warning: what is known cannot be true");
        assert!(
            stderr.contains(&says) && stderr.contains(&known),
            "{stderr}"
        );
    }
    // One that is believed, and does no more harm than that.
    for lie in [
        "Refuted 2; Stip \"#2\"; acd 2; acn 7;",
        "Limit \"nodes\"; Refuted 1; Stip \"#9\"; acn 7;",
    ] {
        let known = scratch.file("known", format!("{PLACE} {lie}\n"));
        let output = solved(&["--known", &known, &input]);
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{}",
            text(&output.stderr)
        );
        assert!(
            !text(&output.stdout).contains("internal"),
            "{}",
            text(&output.stdout)
        );
    }
    // Another position, and another job, are no answers.
    let known = scratch.file(
        "known",
        "7k/8/8/4K3/8/8/6Q1/8 b - - Refuted 9; Stip \"#9\"; acd 9; acn 7;\n\
         7k/8/8/4K3/8/8/6Q1/8 w - - Refuted 9; Stip \"s#9\"; acd 9; acn 7;\n\
         7k/8/8/4K3/8/8/6Q1/8 w - - Safe 9; Stip \"-#9\"; acd 9; acn 7;\n",
    );
    assert_eq!(
        text(&solved(&["--known", &known, &input]).stdout),
        text(&truth)
    );
}

#[test]
fn files_that_are_no_records_are_told_and_nothing_is_written_over() {
    let scratch = Scratch::new();
    let input = scratch.file("in", format!("{PLACE} dm 2;\n"));
    let truth = solved(&[&input]).stdout;
    let known = scratch.file("game.pgn", "\n[Event \"x\"]\n\n1. e4 e5 *\n");
    let output = solved(&["--known", &known, &input]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, truth);
    let says = format!("{known}:2: this is no EPD record, nor are 1 lines after it");
    assert!(
        text(&output.stderr).contains(&says),
        "{}",
        text(&output.stderr)
    );
    let out = scratch.file("out", "as it was\n");
    let output = solved(&["--known", "/no/such", "-o", &out, &input]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("/no/such: cannot be read: "));
    let output = solved(&["--known", &out, "-o", &out, &input]);
    assert_eq!(output.status.code(), Some(64), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&out).unwrap(), "as it was\n");
}

#[test]
fn known_records_are_named_by_file_and_line() {
    let scratch = Scratch::new();
    let input = scratch.file("in", format!("{PLACE} dm 2;\n"));
    // Behind more lines than stand between two marks of the index.
    for before in [0, 1, 4095, 4096, 4097, 9000] {
        let mut known = String::new();
        for line in 0..before {
            known.push_str(&"#".repeat(line % 50));
            known.push('\n');
        }
        let searched = "acd 2; acn 7;";
        known.push_str(&format!("{PLACE} {searched} dm 2;\n"));
        known.push_str(&format!("{PLACE} {searched} Refuted 3; Stip \"#3\";\n"));
        known.push_str(&format!("{PLACE} {searched} bm Qh9; dm 2;\n"));
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(known.as_bytes()).unwrap();
        for (name, bytes) in [
            ("known", known.into_bytes()),
            ("known.gz", packed.finish().unwrap()),
        ] {
            let path = scratch.file(name, bytes);
            let output = solved(&["--known", &path, &input]);
            assert_eq!(output.status.code(), Some(1));
            let stderr = text(&output.stderr);
            let (one, two, three) = (before + 1, before + 2, before + 3);
            let both =
                format!("reached within 2 and refuted within 3 ({path}:{one}, {path}:{two})");
            assert!(stderr.contains(&both), "{both} is not in {stderr}");
            let unclear = format!("{path}:{three} is not believed: bm: Qh9 is not");
            assert!(stderr.contains(&unclear), "{unclear} is not in {stderr}");
        }
    }
}

#[test]
fn an_exact_length_is_known_by_itself_alone() {
    let scratch = Scratch::new();
    let place = "4N1b1/3P4/1B3k2/8/p7/7p/2p4P/7K b - -";
    let lengths = ["exact-h#1", "exact-h#2", "h#2", "exact-h#3"];
    let inputs =
        lengths.map(|length| scratch.file(length, format!("{place} Stip \"{length}\";\n")));
    let truths = inputs.each_ref().map(|input| answers(&scratch, &[input]));
    for (known, (truth, _)) in lengths.iter().zip(&truths) {
        let known = scratch.file(&format!("known {known}"), truth);
        for (input, (own, nodes)) in inputs.iter().zip(&truths) {
            let (answer, searched) = answers(&scratch, &["--known", &known, input]);
            assert_eq!(text(&answer), text(own));
            let is_same = truth == own;
            assert_eq!(
                searched,
                if is_same { 0 } else { *nodes },
                "{known} for {input}"
            );
        }
    }
}

#[test]
fn what_is_known_of_a_duplex_is_known_of_the_side_it_is_said_of() {
    let scratch = Scratch::new();
    let place = "8/8/8/8/8/5k2/7p/5K2";
    let input = scratch.file(
        "in",
        format!("{place} b - - dup; Stip \"h#2\"; id \"a\";\n"),
    );
    let (truth, nodes) = answers(&scratch, &[&input]);
    assert!(
        text(&truth).contains("DuplexDist 2;") && nodes > 20,
        "{nodes}"
    );
    let known = scratch.file("known", &truth);
    let (again, searched) = answers(&scratch, &["--known", &known, &input]);
    assert_eq!((text(&again), searched), (text(&truth), 0));
    // A record of the other side alone is another question, as the source of its nodes shows.
    let told = text(&truth).replace("Duplexacn ", "Duplexacn 7");
    assert_ne!(told, text(&truth));
    let known = scratch.file("known", told);
    let (one, two) = (
        format!("{place} b - - dup; Stip \"h#2\"; id \"a\";\n"),
        format!("{place} w - - Stip \"h#2\"; id \"b\";\n"),
    );
    for lines in [[&one, &two], [&two, &one]] {
        let both = scratch.file("both", lines.map(String::as_str).concat());
        let (plain, _) = answers(&scratch, &["--known", &known, &both]);
        let (deduped, _) = answers(&scratch, &["--dedup", "--known", &known, &both]);
        assert_eq!(text(&deduped), text(&plain));
    }
    // The same of a record of the other side alone: of this one all has to be searched.
    let other = scratch.file("other", format!("{place} w - - Stip \"h#2\";\n"));
    let (solved, _) = answers(&scratch, &[&other]);
    let known = scratch.file("known", &solved);
    let (again, searched) = answers(&scratch, &["--known", &known, &input]);
    assert_eq!(text(&again), text(&truth));
    assert!(0 < searched && searched < nodes, "{searched} of {nodes}");
    // What is false of one side is no word about the other.
    let lie = format!(
        "{place} w - - Refuted 9; Stip \"h#9\"; acd 9; acn 7;\n\
         {place} b - - DuplexRefuted 9; Duplexacd 9; Duplexacn 7; Stip \"h#9\"; dup;\n"
    );
    let known = scratch.file("known", lie);
    let own = scratch.file("own", format!("{place} b - - Stip \"h#2\"; id \"a\";\n"));
    let (truth, _) = answers(&scratch, &[&own]);
    assert_eq!(answers(&scratch, &["--known", &known, &own]).0, truth);
}

#[test]
fn lines_that_differ_in_their_id_alone_are_answered_each() {
    let scratch = Scratch::new();
    let mut input = String::new();
    for line in suite().lines().filter(|line| !line.contains(" id ")) {
        input.push_str(&format!("{line} id \"a\";\n"));
    }
    for line in suite().lines() {
        // Of every kind: longer, a word, one that is not plain, none, in another place, twice.
        let mut words = line.splitn(2, " id ");
        let (head, tail) = (words.next().unwrap(), words.next());
        let rest = tail
            .and_then(|tail| tail.split_once(';'))
            .map_or("", |rest| rest.1);
        for id in [
            "id \"x y; z\";",
            "id BK.01;",
            "id \"a\\\"b\";",
            "",
            "id \"a\"; id \"b\";",
            "c9 \"no id a; b\"; id a;",
        ] {
            input.push_str(&format!("{head} {id}{rest}\n{line}\n"));
        }
    }
    let input = scratch.file("in", input);
    let plain = solved(&["--nodes", "300", &input]);
    for workers in ["1", "3"] {
        let deduped = solved(&["--dedup", "--nodes", "300", "-j", workers, &input]);
        let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let (one, other) = (lossy(&plain.stdout), lossy(&deduped.stdout));
        for (one, other) in one.lines().zip(other.lines()) {
            assert_eq!(one, other, "-j {workers}");
        }
        assert!(deduped.stdout == plain.stdout);
        assert_eq!(lossy(&deduped.stderr), lossy(&plain.stderr));
        assert_eq!(deduped.status.code(), plain.status.code());
    }
}

#[test]
fn what_nobody_searched_is_no_answer() {
    let scratch = Scratch::new();
    let input = scratch.file("in", format!("{PLACE} dm 3; id \"a\";\n"));
    let (truth, nodes) = answers(&scratch, &[&input]);
    // Not even what would be the answer: a suite claims it, and it is to be found out.
    for claim in [
        "bm Kf6; ce 32764; dm 2; pm Kf6; pv Kf6 Kh7 Qg7#;",
        "dm 1;",
        "Refuted 3; Stip \"#3\";",
        "Limit \"nodes\"; Refuted 2; Stip \"#3\";",
    ] {
        let known = scratch.file("known", format!("{PLACE} {claim}\n"));
        let output = solved(&["--known", &known, &input]);
        assert_eq!(text(&output.stdout), text(&truth), "{claim}");
        assert_eq!(output.status.code(), Some(0));
        let says = format!("{known}:1 is not believed: nobody searched it");
        assert!(
            text(&output.stderr).contains(&says),
            "{}",
            text(&output.stderr)
        );
        let (_, searched) = answers(&scratch, &["--known", &known, &input]);
        assert_eq!(searched, nodes, "{claim}");
    }
    let open = scratch.file(
        "open",
        format!("{PLACE} Limit \"nodes\"; Refuted 2; Stip \"#3\";\n"),
    );
    let (answer, _) = answers(&scratch, &["--only-open", &open]);
    assert!(text(&answer).contains(" dm 2;"), "{}", text(&answer));
    // Questions are not open: they stay, and that is told.
    let output = solved(&["--only-open", &input]);
    assert_eq!(output.stdout, fs::read(&input).unwrap());
    let says = "solver: --only-open: 1 record was passed on without a search";
    assert!(
        text(&output.stderr).starts_with(says),
        "{}",
        text(&output.stderr)
    );
    let known = scratch.file("known", &truth);
    assert_eq!(text(&solved(&["--only-open", &known]).stderr), "");
}

#[test]
fn a_depth_that_is_forced_asks_another_question_of_an_exact_record() {
    let scratch = Scratch::new();
    let place = "8/8/8/8/4k3/8/4r1r1/3K4 w - -";
    let asks = |stip: &str| scratch.file(stip, format!("{place} Stip \"{stip}\";\n"));
    let exact = asks("exact-r#3");
    let (one, _) = answers(&scratch, &["-Z", "1", &exact]);
    assert!(text(&one).contains("Stip \"exact-r#1\""), "{}", text(&one));
    let known = scratch.file("known", &one);
    for stip in ["exact-r#3", "r#3", "r#1", "exact-r#2"] {
        let input = asks(stip);
        let (truth, nodes) = answers(&scratch, &[&input]);
        let (answer, searched) = answers(&scratch, &["--known", &known, &input]);
        assert_eq!((text(&answer), searched), (text(&truth), nodes), "{stip}");
        let both = scratch.file("both", [&truth[..], &one].concat());
        let merged = fed(&mut solver(&["merge", &both]), b"");
        assert_eq!(merged.status.code(), Some(0), "{}", text(&merged.stderr));
        assert_eq!(merged.stdout, [&truth[..], &one].concat(), "{stip}");
    }
    // What is known of an open record is not lost.
    for (open, depth) in [
        (
            "Limit \"nodes\"; Refuted 2; Stip \"exact-r#3\"; acn 7;",
            "1",
        ),
        (
            "Limit \"nodes\"; Refuted 2; Stip \"exact-r#3\"; acn 7;",
            "4",
        ),
        ("Limit \"nodes\"; Refuted 2; Stip \"r#3\"; acn 7;", "2"),
        ("Limit \"nodes\"; Refuted 3; Safe 2; acn 7;", "2"),
    ] {
        let line = format!("{place} {open}\n");
        let path = scratch.file("open", &line);
        let output = solved(&["--only-open", "-Z", depth, &path]);
        assert_eq!(text(&output.stdout), line);
        let says = format!("{path}:1:1: warning: -Z {depth} asks ");
        assert!(
            text(&output.stderr).starts_with(&says),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_record_with_both_answers_bears_no_limit() {
    let scratch = Scratch::new();
    let input = scratch.file("in", "R7/8/2kP4/8/7K/8/8/8 b - -\n");
    let (mut complete, mut limited) = (0, 0);
    for nodes in (1..=40).map(|step| (step * 1000).to_string()) {
        let record = answers(&scratch, &["--nodes", &nodes, &input]).0;
        let record = text(&record);
        let is_complete = record.contains("Refuted 5; Safe 5;") && record.contains("acd 5;");
        assert_ne!(is_complete, record.contains("Limit "), "{record}");
        *(if is_complete {
            &mut complete
        } else {
            &mut limited
        }) += 1;
    }
    assert!(complete > 0 && limited > 0, "{complete} {limited}");
}
