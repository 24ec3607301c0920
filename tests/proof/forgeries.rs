//! Every possible lie in a certificate, given to both checkers. A lie is made from a true
//! certificate by replacing one text that occurs exactly once.

use std::collections::HashSet;
use std::fs;

use keymove::exit::Exit;

use crate::proof::{Scratch, python, verified};

/// The true certificates, one record per file.
const TRUTHS: [(&str, &str); 10] = [
    ("mate", include_str!("truths/mate.proof")),
    ("threat", include_str!("truths/threat.proof")),
    ("stalemate", include_str!("truths/stalemate.proof")),
    ("mated", include_str!("truths/mated.proof")),
    ("refuted", include_str!("truths/refuted.proof")),
    ("selfmate", include_str!("truths/selfmate.proof")),
    ("castling", include_str!("truths/castling.proof")),
    ("en-passant", include_str!("truths/en-passant.proof")),
    ("one", include_str!("truths/one.proof")),
    ("help", include_str!("truths/help.proof")),
];

/// A forged certificate.
struct Forgery {
    name: String,
    text: String,
    exit: Exit,
}

#[derive(Default)]
struct Forge(Vec<Forgery>);

impl Forge {
    /// In the certificate `of`, replaces a text that occurs once by a lie.
    fn lie(&mut self, name: &str, of: &str, truth: &str, lie: &str) {
        self.replace(name, of, truth, lie, Exit::Found);
    }

    /// The same, if the result is no longer a file of certificates.
    fn spoil(&mut self, name: &str, of: &str, truth: &str, lie: &str) {
        self.replace(name, of, truth, lie, Exit::Malformed);
    }

    fn replace(&mut self, name: &str, of: &str, truth: &str, lie: &str, exit: Exit) {
        let text = TRUTHS.iter().find(|(name, _)| *name == of).unwrap().1;
        let count = text.matches(truth).count();
        assert_eq!(
            count, 1,
            "{name}: {truth:?} stands {count} times in\n{text}"
        );
        self.0.push(Forgery {
            name: format!("{of}: {name}"),
            text: text.replace(truth, lie),
            exit,
        });
    }
}

fn forgeries() -> Vec<Forgery> {
    let mut forge = Forge::default();

    // A missing reply, or one too many.
    forge.lie(
        "a reply is missing",
        "mate",
        "p e2f3 c3c1 2 1",
        "p e2f3 c3c1 2",
    );
    forge.lie("no reply is there", "mate", "p f3f2 c3h3", "p f3f2");
    forge.lie("a reply too many", "mate", "p f3f2 c3h3", "p f3f2 c3h3*2");
    forge.lie("a reply is missing in a run", "castling", "a8e8*2", "a8e8");
    forge.lie("a move is missing", "mated", "r a4b5 a4a3", "r a4b5");
    forge.lie("a huge run", "mate", "p f3f2 c3h3", "p f3f2 c3h3*999999999");

    // False leaves.
    forge.lie("the leaf is no mate", "mate", "p f3f2 c3h3", "p f3f2 c3c1");
    forge.lie(
        "stalemate called mate",
        "threat",
        "p f6f7 a3h3",
        "p f6f7 a3f8",
    );
    forge.lie(
        "mate called stalemate",
        "stalemate",
        "p f6f7 a3f8",
        "p f6f7 a3h3",
    );
    forge.lie(
        "check called stalemate",
        "stalemate",
        "p a3h3 h3h6",
        "p a3h3 h3g3",
    );
    forge.lie(
        "a reply is no selfmate",
        "selfmate",
        "p a1a4 a4c4 .",
        "p a1a4 . .",
    );
    forge.lie(
        "a reply is no end in direct play",
        "mate",
        "p f3f2 c3h3",
        "p f3f2 .",
    );
    forge.lie("a leaf of self play", "selfmate", "a4c4", "a4a5");
    forge.lie(
        "a key that is said to fail",
        "threat",
        "win f6f7 2 1\n",
        "fail f6f7 2 h8h7\n",
    );
    forge.lie(
        "no reply, yet there is one",
        "mated",
        "r a4b5 a4a3",
        "r a4b5 -",
    );

    // Wrong depths.
    forge.lie(
        "a mate in three in two",
        "mate",
        "win e2f3 3 0",
        "win e2f3 2 0",
    );
    forge.lie("a mate in no moves", "mate", "win e2f3 3 0", "win e2f3 0 0");
    forge.lie(
        "mated in two in one",
        "mated",
        "win a3a2 2 1",
        "win a3a2 1 1",
    );
    forge.lie(
        "three moves refuted by two",
        "mated",
        "fail a3a4 2 0",
        "fail a3a4 3 0",
    );
    forge.lie(
        "four moves refuted by three",
        "refuted",
        "fail a1a2 3",
        "fail a1a2 4",
    );
    forge.lie(
        "a leaf against two moves",
        "refuted",
        "h1h8 3 f3e2 0",
        "h1h8 3 f3e2",
    );
    forge.lie(
        "a selfmate in two in one",
        "selfmate",
        "win a1a4 2 0",
        "win a1a4 1 0",
    );
    forge.lie(
        "shorter than shown",
        "mate",
        "ce 32762; dm 3",
        "ce 32764; dm 2",
    );

    // Illegal moves.
    forge.lie(
        "an illegal key",
        "mate",
        "p e2f3 c3c1 2 1",
        "p e2f4 c3c1 2 1",
    );
    forge.lie("an illegal leaf", "mate", "p f3f2 c3h3", "p f3f2 h3c3");
    forge.lie("an illegal reply", "mated", "r a4b5 a4a3", "r a4b5 a4a1");
    forge.lie(
        "an illegal reply first",
        "refuted",
        "h1h8 3 f3e2 0",
        "h1h8 3 f3e1 0",
    );
    forge.lie("castling as the king goes", "castling", "p e8h8", "p e8g8");
    forge.lie("no such promotion", "threat", "p f6f7 a3h3", "p f6f7 a3h3q");
    forge.lie("no en passant", "en-passant", "w - d6", "w - -");
    forge.lie("no castling", "castling", "b kq -", "b q -");
    forge.lie(
        "an illegal first move",
        "refuted",
        "fail a1a2 3",
        "fail a1a3 3",
    );
    forge.lie(
        "an illegal solution",
        "help",
        "e8d6 g8e6 d7d8q",
        "e8d6 g8e6 d7d6",
    );

    // The graph.
    forge.lie(
        "a node that is not there",
        "mate",
        "win e2f3 3 0",
        "win e2f3 3 7",
    );
    forge.lie("a node points beyond", "mate", "c3c1 2 1", "c3c1 3 1");
    forge.lie("a node points at itself", "mate", "c3c1 2 1", "c3c1 2 0");
    forge.lie("one node for two positions", "mate", "c3c1 2 1", "c3c1 1 1");
    forge.lie("nodes change places", "mate", "c3c1 2 1", "c3c1 1 2");
    forge.lie(
        "a node of another key",
        "threat",
        "win f6f7 2 1",
        "win f6f7 2 0",
    );
    forge.lie(
        "a node that refutes for one that wins",
        "mated",
        "win a3a2 2 1",
        "win a3a2 2 0",
    );
    forge.lie("nobody asks", "threat", "win f6f7 2 1\n", "");
    forge.lie("another number of nodes", "mate", "end 3", "end 4");
    forge.lie("a node is missing", "mate", "p f3g3 c3c1\n", "");
    forge.lie(
        "a statement below the nodes",
        "mate",
        "end 3",
        "win e2f3 3 3\nend 3",
    );

    // The moves.
    forge.lie("another kind of play", "mate", "play #", "play =");
    forge.lie("the other side", "mate", "play #", "play -#");
    forge.lie("direct for self play", "selfmate", "play s#", "play #");
    forge.lie("the same play twice", "one", "play #\n", "play #\nplay #\n");
    forge.lie("no play at all", "mate", "play #\n", "");
    forge.lie(
        "a solution in forced play",
        "one",
        "play #\n",
        "play #\nline f7g7\n",
    );
    forge.lie(
        "an unfinished solution",
        "help",
        "line f6e7 e8g7 g8f7 d7d8q",
        "line f6e7 e8g7 g8f7",
    );
    forge.lie(
        "a reply too many in a statement",
        "mated",
        "fail a3a4 2 0",
        "fail a3a4 2 c3c4 0",
    );
    forge.lie(
        "no reply in a statement",
        "refuted",
        "h1h8 3 f3e2 0",
        "h1h8 3 0",
    );

    // The claims of the record, compared with the facts that are shown.
    forge.lie("a key that fails", "threat", "bm Kf7", "bm Ke6 Kf7");
    forge.lie("a key is left out", "threat", "bm Kf7 Kg6", "bm Kg6");
    forge.lie(
        "a reply that does not escape",
        "mated",
        "bm Ka4",
        "bm Ka2 Ka4",
    );
    forge.lie("an escape is left out", "mated", "bm Ka4", "bm Ka2");
    forge.lie(
        "a line too short",
        "mate",
        "pv Kf3 Kh1 Kg3 Kg1 Rc1#",
        "pv Kf3 Kf1 Rc1#",
    );
    forge.lie("a line without end", "mate", "Kg1 Rc1#", "Kg1 Rc2");
    forge.lie(
        "a mate in one that is none",
        "one",
        "bm Qe8#",
        "bm Qd7 Qe8#",
    );
    forge.lie("a mate in one that is left out", "one", "bm Qe8# ", "bm ");
    forge.lie(
        "refuted, yet there",
        "one",
        "bm Qe8# Qf8# Qg7# Qh7#; ce 32766; dm 1; pm Qe8#; pv Qe8#",
        "Refuted 1; Stip \"#1\"",
    );
    forge.lie(
        "checkmate already",
        "one",
        "bm Qe8# Qf8# Qg7# Qh7#; ce 32766; dm 1; pm Qe8#; pv Qe8#",
        "ce -32767",
    );

    // Files that are no longer certificates.
    forge.spoil("no end of the record", "mate", "end 3\n", "");
    forge.spoil("no end of the file", "mate", "total 1\n", "");
    forge.spoil(
        "cut in the middle",
        "mate",
        "p f3g3 c3c1\nend 3\ntotal 1\n",
        "p f3g3",
    );
    forge.spoil(
        "cut before the last line feed",
        "mate",
        "total 1\n",
        "total 1",
    );
    forge.spoil("another number of records", "mate", "total 1", "total 2");
    forge.spoil("more behind the end", "mate", "total 1\n", "total 1\n\n");
    forge.spoil(
        "another version",
        "mate",
        "keymove-proof 1\n",
        "keymove-proof 2\n",
    );
    forge.spoil("an unknown line", "mate", "play #\n", "play #\nq\n");
    forge.spoil("two blanks", "mate", "p f3f2 c3h3", "p f3f2  c3h3");
    forge.spoil("no square", "mate", "p f3f2 c3h3", "p f3f2 c3h9");
    forge.spoil("a run of one", "mate", "p f3f2 c3h3", "p f3f2 c3h3*1");
    forge.spoil(
        "a sign before a number",
        "mate",
        "win e2f3 3 0",
        "win e2f3 +3 0",
    );
    forge.spoil(
        "a number too long",
        "mate",
        "win e2f3 3 0",
        "win e2f3 3 9999999999",
    );
    forge.spoil(
        "a depth beyond all",
        "mate",
        "win e2f3 3 0",
        "win e2f3 1001 0",
    );
    forge.spoil("a carriage return", "mate", "end 3\n", "end 3\r\n");
    forge.spoil(
        "no position",
        "mate",
        "epd 8/8/8/8/8/2R5/4K3/6k1",
        "epd 8/8/8/8/8/2R5/4K3/8",
    );
    forge.spoil(
        "a byte that is not ASCII",
        "castling",
        "castling.010",
        "castling.ö",
    );
    forge.0
}

#[test]
fn truths_are_accepted() {
    let scratch = Scratch::new();
    let mut files = Vec::new();
    for (name, text) in TRUTHS {
        let path = scratch.file(name, text);
        let (totals, said) = verified(&[&path], 0);
        assert_eq!(totals.exit(), Exit::Success, "{name}: {said}");
        assert_eq!(totals.claims["certificate"], [1, 0, 0], "{name}");
        files.push(path);
    }
    if let Some(mut python) = python() {
        let output = python.args(files).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}{complaints}");
    }
}

#[test]
fn no_lie_is_accepted() {
    let scratch = Scratch::new();
    for (i, forgery) in forgeries().iter().enumerate() {
        let path = scratch.file(&i.to_string(), &forgery.text);
        let (totals, said) = verified(&[&path], 0);
        assert_eq!(totals.exit(), forgery.exit, "{}: {said}", forgery.name);
    }
}

#[test]
fn no_lie_is_accepted_by_the_second_checker() {
    let Some(mut python) = python() else { return };
    let scratch = Scratch::new();
    let forgeries = forgeries();
    for (i, forgery) in forgeries.iter().enumerate() {
        python.arg(scratch.file(&format!("{i}"), &forgery.text));
    }
    let output = python.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // A complaint is `FILE:LINE: ...`, and about a claim or a certificate `FILE:LINE: WHAT: ...`.
    let complained: HashSet<&str> = said
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter_map(|(place, _)| place.rsplit_once(':'))
        .map(|(file, _)| file)
        .collect();
    for (i, forgery) in forgeries.iter().enumerate() {
        let path = scratch.0.join(i.to_string());
        let file = path.to_str().unwrap();
        assert!(complained.contains(file), "{}: {said}", forgery.name);
    }
    // The exit codes, one test each.
    for exit in [Exit::Found, Exit::Malformed] {
        let (i, _) = (0..).zip(&forgeries).find(|(_, f)| f.exit == exit).unwrap();
        let mut python = crate::proof::python().unwrap();
        let path = scratch.0.join(format!("{i}"));
        assert!(fs::exists(&path).unwrap());
        let status = python.arg(path).output().unwrap().status;
        assert_eq!(status.code(), Some(i32::from(exit.code())));
    }
}
