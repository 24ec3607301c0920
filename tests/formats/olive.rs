//! Olive's documents: the real collection, and what is written back.

use std::fs;

use crate::formats::{Scratch, data, problems, run, text, written};

/// The document without its solution, line for line.
fn without_solution(text: &str) -> Vec<&str> {
    let mut inside = false;
    text.lines()
        .filter(|line| {
            if line.starts_with("solution:") {
                inside = true;
            } else if line.starts_with(|c: char| !c.is_whitespace()) {
                inside = false;
            }
            !inside
        })
        .collect()
}

#[test]
fn everything_but_the_solution_is_kept() {
    let scratch = Scratch::new();
    let source = fs::read_to_string(problems("olv")).expect("text");
    for ends in ["\n", "\r\n"] {
        let source = source.replace('\n', ends);
        let file = written(&scratch, "in.olv", &source);
        let output = run(&["--format", "olv", &file]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let solved = text(&output.stdout);
        assert_eq!(without_solution(&solved), without_solution(&source));
        assert_eq!(solved.matches('\n').count(), solved.matches(ends).count());
        for solution in [
            "   1.Qg6-g7 # !",
            "   1.Ke5-f6 ! ",
            "  1...Q",
            "  1.g5-g4 R",
        ] {
            assert!(solved.contains(solution), "{solution} in {solved}");
        }
        for word in ["nothing else", "\\", "mate in", " key", "1) "] {
            assert!(!solved.contains(word), "{word} in {solved}");
        }
        // What was written is read again as it was.
        let again = written(&scratch, "again.olv", &solved);
        let answers = |file: &str| text(&run(&["-b", file]).stdout);
        assert_eq!(answers(&again), answers(&file));
    }
}

#[test]
fn what_cannot_be_solved_keeps_its_solution() {
    let scratch = Scratch::new();
    let document = "---\nalgebraic:\n  white: [Ka1, LEb1]\n  black: [Kh8]\nsolution: mine\nstipulation: '#2'\n";
    let limit = "---\nalgebraic:\n  white: [Ka1, Qb1, Sc3, Rd4]\n  black: [Ke8, Qd8, Rh8, Pe7]\nsolution: mine\nstipulation: '#4'\n";
    let file = written(&scratch, "x.olv", format!("{document}{limit}"));
    let output = run(&["--format", "olv", "--nodes", "5", &file]);
    assert_eq!(text(&output.stdout), format!("{document}{limit}"));
    let messages = text(&output.stderr);
    assert!(
        messages.contains("unsupported: fairy men: LEb1"),
        "{messages}"
    );
    assert!(
        messages.contains("the document keeps its solution"),
        "{messages}"
    );
    let epd = run(&["--format", "olv", &problems("epd")]);
    assert_eq!(
        epd.status.code(),
        Some(2),
        "records of EPD are no documents: {epd:?}"
    );
    assert!(
        text(&epd.stderr).contains("is no document of Olive"),
        "{epd:?}"
    );
}

#[test]
fn twins_are_written_as_olive_reads_them() {
    let scratch = Scratch::new();
    let twins = |twin: &str| {
        format!(
            "---\nalgebraic:\n  white: [Kf6, Qg6]\n  black: [Kh8]\nsolution: mine\nstipulation: '#1'\ntwins:\n  b: {twin}\n"
        )
    };
    for twin in ["Stipulation s#1", "Move h8 a8", "Remove g6"] {
        let file = written(&scratch, "none.olv", twins(twin));
        let output = run(&["--format", "olv", &file]);
        assert_eq!(text(&output.stdout), twins(twin));
        let messages = text(&output.stderr);
        let due = "a problem in it has no solution; the document keeps its solution";
        assert!(messages.contains(due), "{messages}");
    }
    for (twin, caption) in [
        ("Stipulation h#1.5", "b) {h#1.5}"),
        ("Stipulation h#1.5 Move g6 g5", "b) wQg6-->g5  {h#1.5}"),
        ("Move g6 g5 Stipulation h#1.5", "b) wQg6-->g5  {h#1.5}"),
        ("Move h8 f8", "b) bKh8-->f8"),
    ] {
        let file = written(&scratch, "twins.olv", twins(twin));
        let solved = text(&run(&["--format", "olv", &file]).stdout);
        let captions: Vec<&str> = solved
            .lines()
            .filter_map(|line| line.strip_prefix("  "))
            .filter(|line| line.starts_with("b)"))
            .collect();
        assert_eq!(captions, [caption], "{solved}");
    }
}

/// The letter and the square of a move in any of the notations of such files.
fn essence(written: &str) -> Option<(char, String)> {
    let written = written.trim_end_matches(['!', '?', '#', '+', ' ']);
    let man = match written.chars().next()? {
        'N' | 'S' => 'S',
        letter @ ('K' | 'Q' | 'R' | 'B') => letter,
        'a'..='h' => 'P',
        _ => return None,
    };
    let square = written.get(written.len().checked_sub(2)?..)?;
    Some((man, square.to_owned()))
}

/// The first moves in a solution of a file: what stands behind `1.` or `1...`.
fn first_moves(solution: &str) -> Vec<(char, String)> {
    let mut moves = Vec::new();
    // A long text in quotes is broken by a backslash, and goes on behind another.
    let text = solution.replace("\\\n  \\", "").replace("\\n", "\n");
    for (at, _) in text.match_indices("1.") {
        let rest = text[at + 2..].trim_start_matches('.').trim_start();
        let word: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
        moves.extend(essence(&word));
    }
    moves
}

#[test]
fn a_real_collection_has_the_keys_it_states() {
    let Some(folder) = data::folder("olv") else {
        return;
    };
    let file = folder.join("broodings-50.olv");
    let source = fs::read_to_string(&file).expect("text");
    let file = file.to_str().expect("text");
    let output = run(&["-b", "--nodes", "300k", file]);
    let answers = text(&output.stdout);
    assert_eq!(
        answers.lines().count(),
        15,
        "twelve documents, one with four twins: {answers}"
    );
    let (unsupported, solved): (Vec<&str>, Vec<&str>) = answers
        .lines()
        .partition(|line| line.contains("Error \"unsupported: "));
    assert_eq!(unsupported.len(), 6, "{answers}");
    let documents: Vec<&str> = source.split("---\n").skip(1).collect();
    let mut judged = 0;
    for answer in solved {
        let complete = !answer.contains(" Limit ");
        let Some(keys) = answer.split("; ").find_map(|o| o.strip_prefix("bm ")) else {
            assert!(!complete, "{answer}");
            continue;
        };
        let id = answer.split("id \"").nth(1).expect("an id");
        let number = id.split("Broodings 50, ").nth(1);
        let document = match number {
            Some(rest) => {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                documents[digits.parse::<usize>().expect("a number") - 1]
            }
            None => documents[1],
        };
        let stated = first_moves(document.split("solution:").nth(1).expect("a solution"));
        for key in keys.split(' ') {
            let key = essence(key).expect("a move");
            assert!(stated.contains(&key), "{key:?} of {id} in {stated:?}");
            judged += 1;
        }
    }
    assert!(judged >= 10, "{judged}");
}

#[test]
fn a_real_collection_is_written_back() {
    let Some(folder) = data::folder("olv") else {
        return;
    };
    let file = folder.join("broodings-50.olv");
    let source = fs::read_to_string(&file).expect("text");
    let output = run(&[
        "--format",
        "olv",
        "--nodes",
        "300k",
        file.to_str().expect("text"),
    ]);
    let solved = text(&output.stdout);
    assert_eq!(without_solution(&solved), without_solution(&source));
    for solution in [
        "  a)\n\n    1.Rb4-c4 Bc5-b4 +   2.a5*b4 Sd4-b5 #\n",
        "  b) -bPf3  bRb4-->f3\n",
        "  +c) bKc3<-->bPf4\n",
        "  +d) bPd2<-->wPe4\n",
        "     1.Ra7-a6 ! threat:\n            2.Qb7-a7 +\n",
        "        1...Qa2*a3\n            2.d2-d4 +\n                2...c4*d3 ep.\n",
    ] {
        assert!(solved.contains(solution), "{solution}");
    }
}
