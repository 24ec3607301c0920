//! Pages for readers: complete, self-contained, and foreign text in them is text.

use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::scratch::Scratch;

const EVIL: [&str; 7] = [
    "<script>alert(1)</script>",
    "\\\"onload=alert(1) x=\\\"",
    "' onmouseover='alert(1)",
    "]]> --> </main></body></html>",
    "</script></style><svg onload=alert(1)>",
    "\\\\end{document} \\\\input{/etc/passwd} $ % # _ ^ ~ { }",
    "\u{1b}[31m Ж ♔ \u{202e}",
];

/// The program's output for `records` in `form`, and its exit code.
fn written(name: &str, records: &str, options: &[&str]) -> (String, Option<i32>) {
    let folder = Scratch::new();
    let path = folder.0.join(format!("{name}.epd"));
    std::fs::write(&path, records).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["--no-time", "-M", "1", "--progress", "never"])
        .args(options)
        .arg(&path)
        .output()
        .expect("started");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (text, output.status.code())
}

fn page(name: &str, records: &str, options: &[&str]) -> String {
    let options = [&["--format", "html"], options].concat();
    written(name, records, &options).0
}

/// The beginning of the script.
const SCRIPT: &str = "<script type=module>";

/// Every tag and every attribute of a page, without scripts and styles.
fn tags(page: &str) -> Vec<String> {
    let mut text = page.to_owned();
    for (open, close) in [("<style>", "</style>"), (SCRIPT, "</script>")] {
        let start = text.find(open).expect("one");
        let end = start + text[start..].find(close).expect("its end");
        text.replace_range(start..end + close.len(), "");
    }
    let parts = text.split('<').skip(1);
    parts
        .map(|part| part.split('>').next().expect("a beginning").to_owned())
        .collect()
}

#[test]
fn foreign_text_makes_no_element_and_no_attribute() {
    let harmless = page("html-harmless", &records(|_| "a"), &[]);
    let hostile = page("html-hostile", &records(|at| EVIL[at]), &[]);
    let names = |page: &str| -> Vec<String> {
        tags(page)
            .iter()
            .map(|tag| {
                // Text between quotation marks is data.
                let outside: Vec<&str> = tag.split('"').step_by(2).collect();
                outside.join("\"\"")
            })
            .collect()
    };
    assert_eq!(names(&harmless), names(&hostile));
    assert!(names(&hostile).len() > 100);
    for evil in ["<script>alert", "<svg onload", "\u{1b}"] {
        assert!(!hostile.contains(evil), "{evil}");
    }
    assert!(hostile.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(hostile.contains("]]&gt; --&gt; &lt;/main&gt;"));
}

/// A record, a comment, a line that is not a record, and claims, with `evil(n)` wherever text can
/// occur.
fn records(evil: impl Fn(usize) -> &'static str) -> String {
    (0..EVIL.len())
        .map(|at| {
            let text = evil(at);
            let word = text
                .split(' ')
                .next()
                .expect("a word")
                .replace([';', '"'], "");
            format!(
                "7k/8/8/4K3/8/8/6Q1/8 w - - bm {word}; Stip \"#2\"; id \"{text}\"; c0 \"{text}\"; \
                 c9 \"{text}\";\n# {text}\n4k3/8/8/8/8/8/8/8 w - - id \"{text}\";\n\
                 4k3/8/8/8/8/8/8/4K3 w - - Stip \"{text}\";\n"
            )
        })
        .collect()
}

#[test]
fn a_page_needs_nothing_from_elsewhere_and_lets_nothing_else_run() {
    let page = page("html-alone", &records(|at| EVIL[at]), &[]);
    for tag in tags(&page) {
        let lower = tag.to_lowercase();
        for loading in [
            "src=",
            "<link",
            "<img",
            "<iframe",
            "http-equiv=refresh",
            "style=\"",
            " on",
        ] {
            let outside: Vec<&str> = lower.split('"').step_by(2).collect();
            assert!(!outside.join("").contains(loading), "{tag}");
        }
        if let Some(href) = tag.split("href=\"").nth(1) {
            assert!(href.starts_with('#'), "{tag}");
        }
    }
    let policy = page
        .split("Content-Security-Policy content=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a policy");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    for (part, tag) in [("style", "<style>"), ("script", SCRIPT)] {
        let text = page
            .split(tag)
            .nth(1)
            .and_then(|rest| rest.split(&format!("</{part}>")).next())
            .expect("one");
        let digest = STANDARD.encode(Sha256::digest(text));
        let due = format!("{part}-src 'sha256-{digest}'");
        assert!(policy.contains(&due), "{part} has changed: {due}");
    }
}

#[test]
fn a_page_has_every_record_in_order_with_any_number_of_workers() {
    let suite = std::fs::read_to_string("suites/mates-2.epd").expect("read");
    let one = page("html-j1", &suite, &["-j", "1", "--tries", "--set-play"]);
    let two = page("html-j2", &suite, &["-j", "2", "--tries", "--set-play"]);
    assert_eq!(one, two);
    let records = suite.lines().filter(|l| l.contains(" id ")).count();
    assert_eq!(one.matches("<article ").count(), records);
    assert_eq!(one.matches("</article>").count(), records);
    assert!(one.starts_with("<!DOCTYPE html>") && one.ends_with("</html>\n"));
    // Every man on every diagram refers to a definition that exists.
    for name in one
        .split("href=\"#")
        .skip(1)
        .map(|r| r.split('"').next().expect("a name"))
    {
        assert!(one.contains(&format!("id=\"{name}\"")) || one.contains(&format!("id={name}>")));
    }
    let details = one.matches("<details").count();
    assert_eq!(details, one.matches("</details>").count());
    assert!(details > records);
    assert!(one.contains("tries:") && one.contains("set play:"));
}

#[test]
fn the_page_says_the_verdict_and_counts_it() {
    let records = "7k/8/8/4K3/8/8/6Q1/8 w - - bm Qg3; Stip \"#2\"; id \"false\";\n\
                   7k/8/8/4K3/8/8/6Q1/8 w - - bm Kf6; Stip \"#2\"; id \"true\";\n\
                   6k1/5ppp/8/8/8/8/8/R3K3[Pp] w - - Variant \"crazyhouse\"; Stip \"#1\";\n";
    let english = page("html-verdict", records, &["--details"]);
    let plain = page("html-plain", records, &[]);
    for detail in [
        "class=v",
        "claimed:",
        "nodes<",
        "line 1",
        "id=verdict",
        "id=outcome",
    ] {
        assert!(
            english.contains(detail) && !plain.contains(detail),
            "{detail}"
        );
    }
    assert!(english.contains("<b>other key</b>: Qg3 is no key, Kf6 is"));
    assert!(english.contains("data-verdict=\"key\"") && english.contains("claimed: Qg3"));
    assert_eq!(english.matches("<b>sound</b>").count(), 2);
    assert!(
        english.contains("href=\"#wP\" transform=") && english.contains("href=\"#bP\" transform=")
    );
    let german = page("html-german", records, &["--language", "de", "--details"]);
    assert!(german.contains("<b>anderer Schlüssel</b>") && german.contains("<html lang=de>"));
    assert!(german.contains("anderer Schlüssel</b>: Dg3 ist kein Schlüssel, aber Kf6"));
    let french = page("html-french", records, &["--language", "fr", "--details"]);
    assert!(french.contains("autre clé</b>: Dg3 n’est pas une clé, mais Rf6"));
    let short = "8/8/8/8/8/k1K5/8/1R6 w - - Stip \"#2\";\n";
    let options = ["--format", "latex", "--language", "de", "--details"];
    let (latex, _) = written("latex-german", short, &options);
    assert!(latex.contains("\\verdict{kurzlösig}{: gelöst in 1, nicht 2}"));
    let (latex, _) = written(
        "latex-verdict",
        records,
        &["--format", "latex", "--details"],
    );
    assert!(latex.contains("\\verdict{other key}{: Qg3 is no key, Kf6 is}"));
    assert!(latex.contains("\\fen{7k/8/8/4K3/8/8/6Q1/8}\n\\stip{\\#2}"));
    assert!(
        latex.contains("\\fen{6k1/5ppp/8/8/8/8/8/R3K3}"),
        "hands are no part of a board"
    );
}

/// Refusals and doubts in all forms, each in a separate document.
#[test]
fn no_english_sentence_is_left_on_a_page_in_another_language() {
    let document = |black: &str, more: &str| {
        format!("---\nalgebraic: {{white: [Ke5, Qg2], black: [{black}]}}\n{more}\n")
    };
    let records = [
        document("Kh8", "stipulation: +"),
        document("Kh8, Gb2", "stipulation: '#2'"),
        document("Kh8, Kh7", "stipulation: '#2'"),
        document("Ke6", "stipulation: '#2'"),
        document("Kh8, Pe1", "stipulation: '#2'"),
        document("Kh8, Se5", "stipulation: '#2'"),
        document("Kh8", "stipulation: '#2'\noptions: [Circe]"),
        document("Kh8", "stipulation: '#2'\noptions: [NoCastling z1]"),
        document(
            "Kh8",
            "stipulation: '#2'\ntwins: {b: Remove c3, c: Hop e5 e6, d: Shift a1 h1}",
        ),
        document(
            "Kh8",
            "stipulation: '#2'\nkeywords: [retro]\nsolution: 1.Qg3!",
        ),
        document(
            "Kh8",
            "stipulation: h#2\ntwins: {b: Rotate 90}\nsolution: a) 1.Kh7 Kf6 2.Kg8 Qg7#",
        ),
        "---\nalgebraic: [\n".to_owned(),
    ]
    .concat();
    let english = [
        "unsupported: ",
        "stipulation +",
        "fairy men",
        "more than one",
        "in check",
        "first or last",
        "stand on",
        "is not a square",
        "there is no",
        "no keyword",
        "off the board",
        "retro-analysis",
        "it rests",
        "which way",
        "cannot be read",
        "error in",
    ];
    for (language, due) in [("de", "nicht unterstützt"), ("fr", "non pris en charge")] {
        for form in ["text", "html", "latex"] {
            let options = [
                "--from",
                "olv",
                "--format",
                form,
                "--language",
                language,
                "--details",
            ];
            let (page, _) = written("no-english", &records, &options);
            let (_, body) = page.split_once("<main").unwrap_or(("", &page));
            let (body, _) = body.split_once("<script").unwrap_or((body, ""));
            assert!(body.contains(due), "{language} {form}: {body}");
            let left: Vec<&&str> = english
                .iter()
                .filter(|words| body.contains(**words))
                .collect();
            assert!(left.is_empty(), "{language} {form}: {left:?} in {body}");
        }
    }
}

#[test]
fn foreign_text_in_a_document_gives_no_command() {
    let (document, _) = written(
        "latex-hostile",
        &records(|at| EVIL[at]),
        &["--format", "latex"],
    );
    let (harmless, _) = written("latex-harmless", &records(|_| "a"), &["--format", "latex"]);
    // Foreign text adds only commands that write a character.
    let commands = |text: &str| -> std::collections::BTreeSet<String> {
        text.split('\\')
            .skip(1)
            .map(|rest| rest.chars().take_while(char::is_ascii_alphabetic).collect())
            .collect()
    };
    let more: Vec<String> = commands(&document)
        .difference(&commands(&harmless))
        .filter(|name| !name.starts_with("text") && *name != "unknown")
        .cloned()
        .collect();
    assert_eq!(more, Vec::<String>::new());
    assert_eq!(document.matches("\\end{document}").count(), 1);
    assert_eq!(document.matches("\\begin{diagram}").count(), EVIL.len());
    // Braces are balanced, so no text ends the group that contains it.
    let body = document.replace("\\{", "").replace("\\}", "");
    assert_eq!(body.matches('{').count(), body.matches('}').count());
}

/// A problem and its twin, with author and source, between two others.
const BOOK: &str = "\
7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\"; id \"first\"; bm Kf6;
8/8/8/8/8/6k1/8/5K1R b - - Stip \"#1\"; Twin \"a)\"; id \"pair a)\"; c0 \"Жуков\"; c1 \"Broodings, 2009\"; c3 \"note\";
7k/8/5K2/8/8/8/8/6Q1 w - - Stip \"#1\"; Twin \"b) Qg2-->g1\"; id \"pair b)\"; c0 \"Жуков\"; c1 \"Broodings, 2009\";
6k1/5ppp/8/8/8/8/8/R3K3 w - - Stip \"#1\"; id \"last\";
";

#[test]
fn a_book_has_its_title_its_authors_above_the_diagrams_and_twins_under_one() {
    let html = page("html-book", BOOK, &["--title", "A & <B>"]);
    assert!(
        html.contains("<title>A &amp; &lt;B&gt;</title>")
            && html.contains("<h1>A &amp; &lt;B&gt;</h1>")
    );
    assert_eq!(
        html.matches("<use href=\"#b\"/>").count(),
        3,
        "four records, one of them a twin"
    );
    assert!(
        html.contains("<svg class=d role=img aria-label=\"7k/8/5K2/8/8/8/8/6Q1 w - -\"></svg>")
    );
    let pair = html.find("<h2>pair</h2>").expect("the pair");
    let (author, diagram) = (
        html[pair..].find("Жуков"),
        html[pair..].find("<svg class=d "),
    );
    assert!(author < diagram, "{author:?} {diagram:?}");
    assert!(html.contains("<p class=w>Жуков, Broodings 2009</p><svg"));
    assert_eq!(
        html.matches("Жуков").count(),
        1,
        "above its diagram, not again of the twin"
    );
    assert!(html.contains("twin\" data-verdict") && html.contains("<h2>b) Qg2→g1</h2>"));
    let (latex, _) = written(
        "latex-book",
        BOOK,
        &["--format", "latex", "--title", "A & B_1"],
    );
    assert!(latex.contains("\\LARGE\\bfseries A \\& B\\_1\\end{center}"));
    assert_eq!(latex.matches("\\begin{diagram}").count(), 3);
    assert!(latex.contains("\\twin{b) Qg2$\\rightarrow$g1}"));
    let composer = latex.find("\\composer{").expect("an author");
    assert!(latex[composer..].find("\\begin{diagram}") < latex[composer..].find("\\end{diagram}"));
    for form in ["text", "json", "tsv"] {
        let options = ["--format", form, "--title", "x"];
        assert_eq!(
            written("html-title", BOOK, &options).1,
            Some(64),
            "{options:?}"
        );
    }
}

#[test]
fn forms_for_readers_are_not_for_bulk_runs() {
    for form in ["html", "latex"] {
        let (_, code) = written("html-bulk", "", &["-b", "--format", form]);
        assert_eq!(code, Some(64));
        let (_, code) = written("html-ascii", "", &["--ascii", "--format", form]);
        assert_eq!(code, Some(64));
    }
}
