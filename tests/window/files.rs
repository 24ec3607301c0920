//! Files come in as contents, and go out in every form as the program writes them.

use std::fs;
use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::client::Window;
use crate::support::scratch::Scratch;
use crate::support::solver::solver;

const OLIVE: &str = "---\nalgebraic:\n  white: [Ka1, Qb2]\n  black: [Kh8]\nauthors: [Loyd, Shinkman]\n\
                     source: {name: Die Schwalbe, issue: 7}\nstipulation: h#1\ntitle: \"T: x\"\n\
                     twins:\n  b: Move b2 b3\n---\nalgebraic: {white: [Ka1, Gb2], black: [Kh8]}\n\
                     stipulation: \"#2\"\n";

const PGN: &str = "[Event \"x\"]\n[FEN \"7k/8/8/4K3/8/8/6Q1/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n*\n";

fn listed(window: &Window, body: &Value) -> Value {
    let answered = window.post("records", body);
    assert_eq!(answered.status, 200, "{answered:?}");
    answered.json()
}

#[test]
fn a_file_is_its_problems() {
    let window = Window::open(&[]);
    let olive = listed(&window, &json!({ "name": "/home/x/a.olv", "text": OLIVE }));
    assert_eq!(olive["form"], "Olive");
    let problems = olive["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 2, "{problems:?}");
    let first = &problems[0];
    assert_eq!(first["fen"], "7k/8/8/8/8/8/1Q6/K7 b - -");
    assert_eq!(first["stipulation"], "h#1");
    assert_eq!(first["author"], "Loyd & Shinkman");
    assert_eq!(first["source"], "Die Schwalbe 7");
    assert_eq!(
        (&first["line"], &first["counts"]),
        (&json!(2), &json!("(2+1)"))
    );
    assert_eq!(first["twins"], json!(["b) Move b2 b3"]));
    assert_eq!(first["parts"][1]["fen"], "7k/8/8/8/8/1Q6/8/K7 b - -");
    assert_eq!(problems[1]["illegal"], "unsupported: fairy men: Gb2");
    assert_eq!(problems[1]["stipulation"], "#2");

    let pgn = listed(&window, &json!({ "name": "x.pgn", "text": PGN }));
    assert_eq!(
        (&pgn["form"], &pgn["problems"][0]["white"]),
        (&json!("PGN"), &json!(2))
    );
}

#[test]
fn a_files_claims_about_its_solution_are_for_the_verdict() {
    let window = Window::open(&[]);
    let text = "---\nalgebraic: {white: [Ke5, Qg2], black: [Kh8]}\nstipulation: \"#2\"\n\
                solution: |\n  1.Qg2-g3 !\n      1...Kh8-h7\n          2.Qg3-g7 #\n";
    let listing = listed(&window, &json!({ "name": "x.olv", "text": text }));
    let problem = &listing["problems"][0];
    let claimed = problem["claimed"].as_str().expect("a record");
    assert!(
        !problem["record"]
            .as_str()
            .expect("a record")
            .contains("Qg3"),
        "{problem}"
    );
    let verdict = window.solved("check", &json!({ "record": claimed }));
    assert_eq!(verdict["parts"][0]["object"]["verdict"], "key", "{verdict}");
}

/// The number of solutions that an author means comes from each form, and goes into each that has a
/// place for it; a number that an answer found is not the author's.
#[test]
fn the_number_of_solutions_that_is_meant_comes_and_goes() {
    const BOARD: &str = "1bk1K3/n5N1/7r/8/2p5/8/3B4/8 b - -";
    let window = Window::open(&[]);
    let olive = "---\nalgebraic:\n  white: [Ke8, Bd2, Sg7]\n  black: [Kc8, Rh6, Bb8, Sa7, Pc4]\n\
                 intended-solutions: 2\nstipulation: h#2\n";
    let answer = said(
        Scratch::new().0.as_path(),
        &["-b", &format!("{BOARD} Stip \"h#2\";")],
    );
    assert!(answer.contains("Count 2;"), "{answer}");
    let pgn =
        format!("[SetUp \"1\"]\n[FEN \"{BOARD} 0 1\"]\n[Stipulation \"h#2 duplex 2.1\"]\n\n*\n");
    for (name, text, meant) in [
        (
            "x.epd",
            format!("{BOARD} Stip \"h#2\"; Count 2;\n"),
            json!(2),
        ),
        (
            "x.epd",
            format!("{BOARD} Stip \"h#2 2.1.1.1\";\n"),
            json!(2),
        ),
        ("x.epd", format!("{BOARD} Stip \"h#2\";\n"), Value::Null),
        ("x.epd", answer, Value::Null),
        ("x.olv", olive.to_owned(), json!(2)),
        ("x.pgn", pgn, json!(2)),
    ] {
        let listing = listed(&window, &json!({ "name": name, "text": text }));
        let problem = &listing["problems"][0];
        assert_eq!(problem["solutions"], meant, "{text}: {problem}");
    }
    let record = format!("{BOARD} Count 2; Stip \"h#2\";");
    for (form, place) in [
        ("olive", "intended-solutions: 2\n"),
        ("pgn", "[Stipulation \"h#2 2.1\"]"),
        ("diagrams", "Count 2;"),
    ] {
        let body = json!({ "problems": [{ "record": record }], "form": form });
        let file = exported(&window, &body);
        let text = file["text"].as_str().expect("text");
        assert!(text.contains(place), "{form}: {text}");
    }
    let twins = json!({ "record": record, "twins": ["b) Pc4-c5"] });
    let checked = window.solved("check", &twins);
    for part in checked["parts"].as_array().expect("a list") {
        assert!(!part["record"].to_string().contains("Count"), "{part}");
    }
}

#[test]
fn files_that_cannot_be_read_are_reported() {
    let window = Window::open(&[]);
    for (bytes, told) in [
        (&b"\x1f\x8b\x08\0"[..], "x.gz: this is compressed by gzip; "),
        (b"{\"fen\": 1}", "x.gz: this is JSON; "),
        (b"fen,stip", "x.gz: this is a table (CSV); "),
        (b"\0\0\0\0", "x.gz:1: this is binary data, not text"),
    ] {
        let coded = STANDARD.encode(bytes);
        let refused = listed(&window, &json!({ "name": "x.gz", "base64": coded }));
        assert_eq!(refused["problems"], json!([]));
        let message = refused["messages"][0].as_str().unwrap_or_default();
        assert!(message.starts_with(told), "{refused}");
    }
    let wrong = window.post("records", &json!({ "name": "x", "base64": "?" }));
    assert_eq!(
        (wrong.status, &wrong.json()["error"]["place"]),
        (400, &json!("base64"))
    );
}

/// The program's output for `problems.epd` in a folder.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = solver(arguments)
        .current_dir(folder)
        .output()
        .expect("started");
    String::from_utf8(output.stdout).expect("text")
}

fn exported(window: &Window, body: &Value) -> Value {
    let file = window.solved("export", body);
    assert_eq!(file["stopped"], false, "{file}");
    file
}

const RECORDS: [&str; 4] = [
    "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\"; c0 \"Loyd\"; id \"one\";",
    "7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#1\";",
    "8/8/8/3K4/8/8/5Q2/7k w - - Stip \"#3\"; bm Qa1;",
    "8/8 w - -",
];

#[test]
fn files_are_byte_for_byte_those_of_the_program() {
    let window = Window::open(&[]);
    let scratch = Scratch::new();
    fs::write(scratch.0.join("problems.epd"), RECORDS.join("\n") + "\n").expect("written");
    let question = |record: &&str| json!({ "record": record, "no_time": true, "tries": 1 });
    let problems: Vec<Value> = RECORDS.iter().map(question).collect();
    for (form, options) in [
        ("text", &["--tries=1"][..]),
        ("text", &["--tries=1", "--language=de"]),
        ("html", &["--tries=1", "--format=html", "--language=fr"]),
        ("latex", &["--tries=1", "--format=latex"]),
        ("json", &["--tries=1", "--format=json"]),
        ("tsv", &["--format=tsv"]),
        ("epd", &["-b"]),
    ] {
        let language = options
            .iter()
            .find_map(|option| option.strip_prefix("--language="));
        let body = json!({
            "problems": problems, "form": form, "language": language.unwrap_or("en"),
        });
        let file = exported(&window, &body);
        let arguments = [options, &["--no-time", "problems.epd"]].concat();
        let written = said(&scratch.0, &arguments);
        assert_eq!(
            file["text"].as_str(),
            Some(written.as_str()),
            "{form} {options:?}"
        );
        let told = file["messages"].as_array().expect("messages");
        assert!(
            told[told.len() - 1]
                .as_str()
                .is_some_and(|told| told.starts_with("problem 4: ")),
            "{file}"
        );
    }
    let proofs = exported(
        &window,
        &json!({ "problems": problems, "form": "certificate" }),
    );
    said(&scratch.0, &["-b", "--proof", "proofs.txt", "problems.epd"]);
    let written = fs::read_to_string(scratch.0.join("proofs.txt")).expect("read");
    assert_eq!(proofs["text"].as_str(), Some(written.as_str()));
    let diagrams = exported(
        &window,
        &json!({ "problems": problems, "form": "diagrams" }),
    );
    assert_eq!(diagrams["text"], RECORDS.join("\n") + "\n");
}

/// The problems of a row: itself, or its diagram and its twins.
fn parts(row: &Value) -> Vec<&Value> {
    match row["parts"].as_array() {
        Some(parts) => parts.iter().collect(),
        None => vec![row],
    }
}

/// A diagram and its twins are one row, from Olive and from Popeye, if the page's twins make the same
/// problems of it; otherwise each is a row of its own.
#[test]
fn a_diagram_and_its_twins_are_one_row() {
    const HEAD: &str = "algebraic: {white: [Ka1, Qb2], black: [Kh8]}\nstipulation: h#1\n";
    let window = Window::open(&[]);
    let rows = |name: &str, text: &str| {
        let listing = listed(&window, &json!({ "name": name, "text": text }));
        listing["problems"].as_array().expect("a list").clone()
    };
    let texts = |row: &Value| row["twins"].as_array().map_or(0, Vec::len);
    let olive = |twins: &str| rows("a.olv", &format!("---\n{HEAD}twins:{twins}\n"));
    for (twins, seen) in [
        ("\n  b: Qb2-b3\n  c: Continued Move b3 b4", vec![2]),
        ("\n  b: Stipulation h=1\n  c: Rotate 90", vec![2]),
        // A zero position: its diagram is no problem.
        ("\n  a: Move b2 b3\n  b: Move b2 b4", vec![2]),
        ("\n  a: Move b2 b3", vec![1]),
        // Olive's reader understands more than the page's; a part is not legal; other letters; a side
        // that begins; both sides.
        ("\n  b: Qb2=R", vec![0, 0]),
        ("\n  b: Move h8 b1", vec![0, 0]),
        ("\n  x: Move b2 b3", vec![0, 0]),
        ("\n  b: Black", vec![0, 0]),
        ("\n  b: Move b2 b3\noptions: [Duplex]", vec![0, 0, 0, 0]),
    ] {
        let rows = olive(twins);
        assert_eq!(rows.iter().map(texts).collect::<Vec<_>>(), seen, "{twins}");
    }
    let zero = &olive("\n  a: Move b2 b3\n  b: Move b2 b4")[0];
    assert_eq!(zero["fen"], "7k/8/8/8/8/8/1Q6/K7 b - -");
    let popeye = |twins: &str, options: &str| {
        let head = "autor A\ntitel T\nford h#1 steine weiss ka1 db2 schw kh7";
        let text = format!("AnfangProblem\n{head} {options}\n{twins}\nende\n");
        rows("a.inp", &text)
    };
    let german = "zwilling versetze b2 b3 hinzu weiss ta7\nzwilling ferner drehung 90";
    let [row] = &popeye(german, "")[..] else {
        panic!("one row");
    };
    assert_eq!(
        row["twins"],
        json!(["b) Move b2 b3 Add white Ra7", "c) Continued Rotate 90"])
    );
    assert_eq!((&row["id"], &row["author"]), (&json!("T"), &json!("A")));
    assert_eq!(popeye(german, "option duplex").len(), 6);
    let [row] = &popeye(
        "nullstellung tausche b2 a1\nzwilling entferne b2",
        "option halbduplex",
    )[..] else {
        panic!("one row");
    };
    assert_eq!(row["twins"], json!(["a) Exchange b2 a1", "b) Remove b2"]));
    assert_eq!(row["fen"], "8/7k/8/8/8/8/1Q6/K7 w - -");
}

/// The answer to a row is the answer to each of its problems, and its solution in the document is a
/// claim about the right one.
#[test]
fn a_row_with_twins_is_solved_as_its_problems_are() {
    let window = Window::open(&[]);
    let text = "---\nalgebraic: {white: [Ke5, Qg2], black: [Kh8]}\nstipulation: \"#2\"\n\
                twins: {b: Move e5 e6}\nsolution: |\n  a)\n  1.Ke5-f6 !\n\n  b) wKe5-->e6\n  1.Ke6-d5 !\n";
    let listing = listed(&window, &json!({ "name": "twins.olv", "text": text }));
    let row = &listing["problems"][0];
    let question = json!({ "record": row["record"], "twins": row["twins"], "no_time": true });
    let whole = window.solved("solve", &question);
    let answers = |answer: &Value| {
        let parts = answer["parts"].as_array().expect("a list").clone();
        let keys = parts.iter().map(|part| part["object"]["keys"].clone());
        keys.collect::<Vec<_>>()
    };
    let apart: Vec<Value> = parts(row)
        .iter()
        .flat_map(|part| answers(&window.solved("solve", &json!({ "record": part["record"] }))))
        .collect();
    assert_eq!(answers(&whole), apart);
    assert_eq!(apart.len(), 2);
    assert_ne!(apart[0], apart[1]);
    let verdicts: Vec<Value> = parts(row)
        .iter()
        .map(|part| {
            let verdict = window.solved("check", &json!({ "record": part["claimed"] }));
            verdict["parts"][0]["object"]["verdict"].clone()
        })
        .collect();
    assert_eq!(verdicts, ["sound", "key"]);
    // A solution without letters is not asked either.
    let text = text
        .replace("  a)\n", "")
        .replace("\n  b) wKe5-->e6\n  1.Ke6-d5 !\n", "");
    let listing = listed(&window, &json!({ "name": "twins.olv", "text": text }));
    let row = &listing["problems"][0];
    assert_eq!(row["record"], "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";");
    for part in parts(row) {
        let record = part["record"].as_str().expect("a record");
        assert!(
            !record.contains("Kf6") && part["claimed"] != Value::Null,
            "{part}"
        );
    }
}

/// A file that went out in another program's format comes in again unchanged.
#[test]
fn olives_documents_and_popeyes_input_come_back_as_they_went() {
    let window = Window::open(&[]);
    let problems = json!([
        {
            "record": "7k/8/6K1/8/8/8/8/1Q6 b - - Stip \"h#1\"; c0 \"A & B\"; c1 \"S: 7\"; id \"T: x'y\";",
            "twins": ["b) Qb1-c1", "c) Continued Rotate 90"], "duplex": false,
        },
        { "record": "r3k3/8/8/8/8/8/8/4K2R w K - Stip \"#2\"; id \"castles\";", "set_play": true },
        { "record": "4k3/8/8/8/3pP3/8/8/4K2R b - e3 Stip \"s#2\"; id \"both\";", "tries": 2 },
    ]);
    let asked = [
        "7k/8/6K1/8/8/8/8/1Q6 b - - h#1",
        "7k/8/6K1/8/8/8/8/2Q5 b - - h#1",
        "k7/2K5/8/8/8/7Q/8/8 b - - h#1",
        "r3k3/8/8/8/8/8/8/4K2R w K - #2",
        "4k3/8/8/8/3pP3/8/8/4K2R b - e3 s#2",
    ];
    for form in ["olive", "popeye"] {
        let file = exported(&window, &json!({ "problems": problems, "form": form }));
        let listing = listed(
            &window,
            &json!({ "name": file["name"], "text": file["text"] }),
        );
        let rows = listing["problems"].as_array().expect("a list");
        let seen = rows.iter().flat_map(parts).map(|problem| {
            let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
            format!("{} {}", text("fen"), text("stipulation"))
        });
        assert_eq!(seen.collect::<Vec<_>>(), asked, "{form}: {file}");
        let first = &listing["problems"][0];
        assert_eq!(
            first["twins"],
            json!(["b) Move b1 c1", "c) Continued Rotate 90"])
        );
        assert_eq!(
            (&first["author"], &first["source"]),
            (&json!("A & B"), &json!("S: 7"))
        );
        assert!(
            first["id"]
                .as_str()
                .is_some_and(|id| id.starts_with("T: x'y")),
            "{first}"
        );
    }
    let body = json!({ "problems": problems, "form": "olive", "solution": true });
    let solved = exported(&window, &body);
    let scratch = Scratch::new();
    let plain = exported(&window, &json!({ "problems": problems, "form": "olive" }));
    let text = plain["text"].as_str().expect("text");
    fs::write(scratch.0.join("problems.olv"), text).expect("written");
    // Requests beyond the solution are not part of a document, so only the first is compared.
    let written = said(&scratch.0, &["--format=olv", "problems.olv"]);
    let first = |text: &str| text.split("\n---").next().expect("a document").to_owned();
    assert_eq!(
        first(solved["text"].as_str().expect("text")),
        first(&written)
    );
    assert!(first(&written).contains("solution: |2-\n"), "{written}");
}

/// The unedited parts of a file of Olive are saved unchanged, byte for byte.
#[test]
fn olives_documents_keep_fields_that_records_lack() {
    const FILE: &str = "---\nalgebraic:\n  white: [Ke5, Qg2] # here\n  black: [Kh8]\nauthors:\n- A\n\
                        comments: [seen]\nintended-solutions: 1\nkeywords:\n- Model mates\nsolution: |2-\n  1.Qg2-g3 !\n\
                        source: {name: S, date: {year: 1999}}\nstipulation: \"#2\"\n# end\n---\n\
                        algebraic: {white: [Ka1, Gb2], black: [Kh8]}\nkeywords: [Fairy]\nstipulation: \"#2\"\n---\nother: 1\n\
                        ---\nalgebraic:\n  white: [Ka1, Qb2]\n  black: [Kh8]\nkeywords: [K]\nstipulation: h#1\n\
                        twins:\n  b: Qb2=R\n";
    let window = Window::open(&[]);
    let listing = listed(&window, &json!({ "name": "a.olv", "text": FILE }));
    let documents = listing["documents"].as_array().expect("a list");
    assert_eq!(documents.len(), 4);
    let problems = listing["problems"].as_array().expect("a list");
    let own: Vec<_> = problems
        .iter()
        .map(|problem| &problem["document"])
        .collect();
    assert_eq!(own, [0, 1, 2, 3, 3]);
    let saved = |problems: &[Value], solution: bool| {
        let body = json!({ "problems": problems, "form": "olive", "solution": solution });
        exported(&window, &body)["text"]
            .as_str()
            .expect("text")
            .to_owned()
    };
    let whole: Vec<Value> = documents
        .iter()
        .map(|text| json!({ "document": text }))
        .collect();
    assert_eq!(saved(&whole, false), FILE);
    // The program itself puts solutions into the file.
    let scratch = Scratch::new();
    fs::write(scratch.0.join("a.olv"), FILE).expect("written");
    let lines = |text: &str| text.trim_end().to_owned();
    assert_eq!(
        lines(&saved(&whole, true)),
        lines(&said(&scratch.0, &["--format=olv", "a.olv"]))
    );

    let edited = |index: usize, change: &dyn Fn(&str) -> String| {
        let problem = &problems[index];
        let record = problem["record"].as_str().expect("a record");
        let at = usize::try_from(problem["document"].as_u64().expect("a number")).expect("small");
        json!({ "record": change(record), "listed": record, "document": documents[at] })
    };
    let first = documents[0].as_str().expect("text");
    let named = edited(0, &|record| {
        assert!(record.contains(" Count 1;"), "{record}");
        record.replace("id \"S\"", "id \"T\"")
    });
    let titled = first.replace("# end\n", "title: \"T\"\n# end\n");
    assert_eq!(saved(&[named], false), titled);
    let counted = |count: &str| {
        let named = edited(0, &|record| {
            let named = record.replace("id \"S\"", "id \"T\"");
            named.replace(" Count 1;", count)
        });
        saved(&[named], false)
    };
    let intended = "intended-solutions: 1\n";
    let two = intended.replace('1', "2");
    assert_eq!(counted(" Count 2;"), titled.replace(intended, &two));
    assert_eq!(counted(""), titled.replace(intended, ""));
    let other = edited(0, &|record| {
        record.replace("#2", "#3").replace("6Q1", "5Q2")
    });
    let (board, rest) = first.split_once("authors").expect("authors");
    let rest = rest
        .replace("solution: |2-\n  1.Qg2-g3 !\n", "")
        .replace("#2", "#3");
    let board = board.replace(" # here", "").replace("g2", "f2");
    assert_eq!(saved(&[other], false), format!("{board}authors{rest}"));
    // Separate twins, if one of them was edited.
    let twins = [
        edited(3, &str::to_owned),
        edited(4, &|record| record.replace("h#1", "h#2")),
    ];
    let told = saved(&twins, false);
    assert!(
        !told.contains("twins:") && told.matches("keywords: [K]").count() == 2,
        "{told}"
    );
    assert!(
        told.contains("[Ka1, Rb2]") && told.contains("h#2") && !told.contains("title"),
        "{told}"
    );

    // Members that are not on separate lines: the problem is saved, and a message names the lost
    // ones.
    let flow = json!({ "document": "{stipulation: x, keywords: [y]}", "record": "7k/8/5K2/8/8/8/8/6Q1 w - - Stip \"#1\";" });
    let answer = exported(&window, &json!({ "problems": [flow], "form": "olive" }));
    assert!(
        answer["messages"][0]
            .as_str()
            .is_some_and(|text| text.contains("is lost")),
        "{answer}"
    );
    let two = json!({ "problems": [{ "document": "a: 1\n---\nb: 1\n" }], "form": "olive" });
    let (event, fault) = window.last_event("export", &two);
    assert_eq!(
        (event.as_str(), &fault["place"]),
        ("error", &json!("problems[0].document"))
    );
}

/// A document with twins is edited as one problem: only the members that were edited change.
#[test]
fn a_document_keeps_its_twins() {
    const FILE: &str = "---\nalgebraic:\n  white: [Ka1, Qb2] # here\n  black: [Kh8]\nauthors: [A]\n\
                        intended-solutions: 1\nkeywords: [K]\nsolution: |2-\n  a)\n  1.Kh8-g8 Qb2-g7 #\n\
                        stipulation: h#1\ntwins:\n  b: Move b2 b3 # seen\n  c: 'Continued Rotate 90'\n# end\n";
    let window = Window::open(&[]);
    let saved = |file: &str, change: &dyn Fn(&mut Value)| {
        let listing = listed(&window, &json!({ "name": "a.olv", "text": file }));
        let row = &listing["problems"][0];
        let mut problem = json!({
            "record": row["record"], "twins": row["twins"], "document": listing["documents"][0],
            "listed": row["record"], "listed_twins": row["twins"],
        });
        change(&mut problem);
        let body = json!({ "problems": [problem], "form": "olive" });
        let text = exported(&window, &body)["text"].clone();
        text.as_str().expect("text").to_owned()
    };
    assert_eq!(saved(FILE, &|_| {}), FILE);
    let named = saved(FILE, &|problem| {
        let record = problem["record"].as_str().expect("a record");
        problem["record"] = json!(format!("{record} id \"T\";"));
    });
    assert_eq!(named, FILE.replace("twins:", "title: \"T\"\ntwins:"));
    let (before, _) = FILE.split_once("twins:").expect("twins");
    let unsolved = before.replace("solution: |2-\n  a)\n  1.Kh8-g8 Qb2-g7 #\n", "");
    let edited = saved(FILE, &|problem| problem["twins"][0] = json!("b) Qb2-c3"));
    let due = "twins:\n  b: \"Move b2 c3\"\n  c: \"Continued Rotate 90\"\n# end\n";
    assert_eq!(edited, format!("{unsolved}{due}"));
    let alone = saved(FILE, &|problem| problem["twins"] = json!([]));
    assert_eq!(alone, format!("{unsolved}# end\n"));
    // A twin that was not edited keeps its words; the member may have another name.
    let other = FILE
        .replace("twins:", "twin:")
        .replace("Move b2 b3 #", "Qb2-b3 #");
    let edited = saved(&other, &|problem| {
        problem["twins"][1] = json!("c) Rotate 180")
    });
    let due = "# end\ntwins:\n  b: \"Qb2-b3\"\n  c: \"Rotate 180\"\n";
    assert_eq!(edited, format!("{unsolved}{due}"));
    // A zero position stays one.
    let zero = FILE
        .replace("  b: Move", "  a: Move")
        .replace("  c:", "  b:");
    assert_eq!(saved(&zero, &|_| {}), zero);
    let edited = saved(&zero, &|problem| {
        problem["twins"][1] = json!("b) Rotate 180")
    });
    let due = "twins:\n  a: \"Move b2 b3\"\n  b: \"Rotate 180\"\n# end\n";
    assert_eq!(edited, format!("{unsolved}{due}"));
}

/// A problem that cannot be written is named, and the others are written.
#[test]
fn a_problem_that_cannot_be_written_is_left_out() {
    let window = Window::open(&[]);
    let twin = json!({ "record": RECORDS[0], "twins": ["b) Pg3-g4"] });
    let house = json!({ "record": "7k/8/8/8/8/8/2Q5/K7[Qn] w - - Variant \"crazyhouse\"; dm 2; id \"house\";" });
    let last = json!({ "record": "7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#1\"; id \"last\";" });
    for form in ["olive", "popeye", "pgn", "diagrams", "text"] {
        let body = json!({ "problems": [twin, house, last], "form": form });
        let file = exported(&window, &body);
        let mut due = vec![
            json!({ "problem": 0, "message": "there is no man on g3", "place": "problems[0].twins[0]" }),
        ];
        if ["olive", "popeye"].contains(&form) {
            let message = "only problems of orthodox chess have a place here";
            due.push(json!({ "problem": 1, "message": message, "place": "problems[1].record" }));
        }
        assert_eq!(file["left_out"], json!(due), "{form}");
        let text = file["text"].as_str().expect("text");
        assert!(text.contains("last"), "{form}: {text}");
        assert_eq!(text.contains("house"), due.len() == 1, "{form}: {text}");
        assert!(!text.contains("one"), "{form}: {text}");
        let none = json!({ "problems": [twin, twin], "form": form });
        let refused = window.post("export", &none);
        assert_eq!(
            (refused.status, &refused.json()["error"]["place"]),
            (400, &json!("problems[0].twins[0]")),
            "{form}"
        );
    }
}

#[test]
fn half_a_board_is_kept_and_a_rule_without_a_place_is_reported() {
    let window = Window::open(&[]);
    let half = json!([{ "record": "8/8/8/8/8/8/1Q6/K7 w - - Stip \"#2\"; id \"no king yet\";" }]);
    let file = exported(&window, &json!({ "problems": half, "form": "olive" }));
    let text = file["text"].as_str().expect("text");
    assert!(text.contains("white: [Ka1, Qb2]\n  black: []"), "{text}");
    let house =
        json!([{ "record": "7k/8/8/8/8/8/2Q5/K7[Qn] w - - Variant \"crazyhouse\"; dm 2;" }]);
    let (event, fault) =
        window.last_event("export", &json!({ "problems": house, "form": "popeye" }));
    assert_eq!(event, "error");
    assert_eq!(fault["place"], "problems[0].record", "{fault}");
}

#[test]
fn a_picture_is_the_programs_own() {
    let window = Window::open(&[]);
    let scratch = Scratch::new();
    fs::write(scratch.0.join("problems.epd"), RECORDS[0]).expect("written");
    let folder = scratch.0.join("svg");
    for (look, style) in [("screen", "screen"), ("book", "book")] {
        let folder = folder.join(look);
        let name = folder.to_str().expect("text");
        said(
            &scratch.0,
            &["--svg", name, "--svg-style", style, "problems.epd"],
        );
        let picture = fs::read_dir(&folder)
            .expect("a folder")
            .next()
            .expect("a picture");
        let picture = fs::read_to_string(picture.expect("a picture").path()).expect("read");
        let body = json!({
            "problems": [{ "record": RECORDS[0] }], "form": "svg", "look": look, "solution": true,
        });
        assert_eq!(exported(&window, &body)["text"], picture, "{look}");
        let body = json!({ "problems": [{ "record": RECORDS[0] }], "form": "svg", "look": look });
        let bare = exported(&window, &body);
        assert!(
            bare["text"]
                .as_str()
                .is_some_and(|text| text.starts_with("<svg")),
            "{bare}"
        );
    }
}

/// The API with everyday tools: `solver help window` in practice.
#[test]
fn the_api_is_used_with_curl_alone() {
    let window = Window::open(&[]);
    let address = format!("http://{}/{}", window.host, window.secret);
    let curl = |name: &str, body: Option<&str>| -> String {
        let mut curl = Command::new("curl");
        curl.args([
            "--silent",
            "--show-error",
            "--fail",
            "--no-buffer",
            "--max-time",
            "60",
        ]);
        if let Some(body) = body {
            curl.args([
                "--header",
                "Content-Type: application/json",
                "--data-binary",
                body,
            ]);
        }
        let output = curl
            .arg(format!("{address}/{name}"))
            .output()
            .expect("curl is installed");
        assert!(output.status.success(), "{name}: {output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let value = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    let last = |text: &str| -> Value {
        let data = text
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix("data: "));
        value(data.expect("an event"))
    };
    let about = value(&curl("about", None));
    assert!(
        about["version"]
            .as_str()
            .is_some_and(|version| version.starts_with("solver "))
    );
    assert!(curl("", None).to_lowercase().starts_with("<!doctype html>"));
    assert_eq!(value(&curl("opened", None))["problems"], json!([]));
    let read = curl(
        "read",
        Some(r##"{"text": "white: Ke5 Qg2 black: Kh8", "stipulation": "#2"}"##),
    );
    let record = value(&read)["problems"][0]["record"].clone();
    assert_eq!(record, "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";");
    let question = json!({ "record": record, "tries": 1, "languages": ["de"] }).to_string();
    let events = curl("solve", Some(&question));
    assert!(events.starts_with("event: started\ndata: {"), "{events}");
    let solved = last(&events);
    assert_eq!(solved["parts"][0]["object"]["keys"][0]["san"], "Kf6");
    assert!(
        solved["parts"][0]["text"]["de"]
            .as_str()
            .is_some_and(|text| text.contains("Matt in 2"))
    );
    let checked = last(&curl("check", Some(&question)));
    assert_eq!(
        checked["parts"][0]["object"]["verdict"], "sound",
        "{checked}"
    );
    let stopped = value(&curl(
        "stop",
        Some(&json!({ "job": solved["job"] }).to_string()),
    ));
    assert_eq!(stopped["stopped"], false);
    let export = json!({ "problems": [{ "record": record }], "form": "popeye" }).to_string();
    let file = last(&curl("export", Some(&export)));
    assert_eq!(file["name"], "problems.inp");
    assert!(
        file["text"]
            .as_str()
            .is_some_and(|text| text.contains("White Ke5 Qg2")),
        "{file}"
    );
    let records = json!({ "name": "problems.inp", "text": file["text"] }).to_string();
    assert_eq!(
        value(&curl("records", Some(&records)))["problems"][0]["fen"],
        "7k/8/8/4K3/8/8/6Q1/8 w - -"
    );
    assert_eq!(value(&curl("alive", Some("{}"))), json!({}));
}
