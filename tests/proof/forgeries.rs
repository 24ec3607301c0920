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

/// Lies, one a line: the certificate, a text that occurs once in it, the lie in its place, and a name.
const LIES: &str = r##"
# A missing reply, or one too many.
mate [p e2f3 c3c1 2 1] [p e2f3 c3c1 2] a reply is missing
mate [p f3f2 c3h3] [p f3f2] no reply is there
mate [p f3f2 c3h3] [p f3f2 c3h3*2] a reply too many
castling [a8e8*2] [a8e8] a reply is missing in a run
mated [r a4b5 a4a3] [r a4b5] a move is missing
mate [p f3f2 c3h3] [p f3f2 c3h3*999999999] a huge run
# False leaves.
mate [p f3f2 c3h3] [p f3f2 c3c1] the leaf is no mate
threat [p f6f7 a3h3] [p f6f7 a3f8] stalemate called mate
stalemate [p f6f7 a3f8] [p f6f7 a3h3] mate called stalemate
stalemate [p a3h3 h3h6] [p a3h3 h3g3] check called stalemate
selfmate [p a1a4 a4c4 .] [p a1a4 . .] a reply is no selfmate
mate [p f3f2 c3h3] [p f3f2 .] a reply is no end in direct play
selfmate [a4c4] [a4a5] a leaf of self play
threat [win f6f7 2 1\n] [fail f6f7 2 h8h7\n] a key that is said to fail
mated [r a4b5 a4a3] [r a4b5 -] no reply, yet there is one
# Wrong depths.
mate [win e2f3 3 0] [win e2f3 2 0] a mate in three in two
mate [win e2f3 3 0] [win e2f3 0 0] a mate in no moves
mated [win a3a2 2 1] [win a3a2 1 1] mated in two in one
mated [fail a3a4 2 0] [fail a3a4 3 0] three moves refuted by two
refuted [fail a1a2 3] [fail a1a2 4] four moves refuted by three
refuted [h1h8 3 f3e2 0] [h1h8 3 f3e2] a leaf against two moves
selfmate [win a1a4 2 0] [win a1a4 1 0] a selfmate in two in one
mate [ce 32762; dm 3] [ce 32764; dm 2] shorter than shown
# Illegal moves.
mate [p e2f3 c3c1 2 1] [p e2f4 c3c1 2 1] an illegal key
mate [p f3f2 c3h3] [p f3f2 h3c3] an illegal leaf
mated [r a4b5 a4a3] [r a4b5 a4a1] an illegal reply
refuted [h1h8 3 f3e2 0] [h1h8 3 f3e1 0] an illegal reply first
castling [p e8h8] [p e8g8] castling as the king goes
threat [p f6f7 a3h3] [p f6f7 a3h3q] no such promotion
en-passant [w - d6] [w - -] no en passant
castling [b kq -] [b q -] no castling
refuted [fail a1a2 3] [fail a1a3 3] an illegal first move
help [e8d6 g8e6 d7d8q] [e8d6 g8e6 d7d6] an illegal solution
# The graph.
mate [win e2f3 3 0] [win e2f3 3 7] a node that is not there
mate [c3c1 2 1] [c3c1 3 1] a node points beyond
mate [c3c1 2 1] [c3c1 2 0] a node points at itself
mate [c3c1 2 1] [c3c1 1 1] one node for two positions
mate [c3c1 2 1] [c3c1 1 2] nodes change places
threat [win f6f7 2 1] [win f6f7 2 0] a node of another key
mated [win a3a2 2 1] [win a3a2 2 0] a node that refutes for one that wins
threat [win f6f7 2 1\n] [] nobody asks
mate [end 3] [end 4] another number of nodes
mate [p f3g3 c3c1\n] [] a node is missing
mate [end 3] [win e2f3 3 3\nend 3] a statement below the nodes
# The moves.
mate [play #] [play =] another kind of play
mate [play #] [play -#] the other side
selfmate [play s#] [play #] direct for self play
one [play #\n] [play #\nplay #\n] the same play twice
mate [play #\n] [] no play at all
one [play #\n] [play #\nline f7g7\n] a solution in forced play
help [line f6e7 e8g7 g8f7 d7d8q] [line f6e7 e8g7 g8f7] an unfinished solution
mated [fail a3a4 2 0] [fail a3a4 2 c3c4 0] a reply too many in a statement
refuted [h1h8 3 f3e2 0] [h1h8 3 0] no reply in a statement
# The claims of the record, compared with the facts that are shown.
threat [bm Kf7] [bm Ke6 Kf7] a key that fails
threat [bm Kf7 Kg6] [bm Kg6] a key is left out
mated [bm Ka4] [bm Ka2 Ka4] a reply that does not escape
mated [bm Ka4] [bm Ka2] an escape is left out
mate [pv Kf3 Kh1 Kg3 Kg1 Rc1#] [pv Kf3 Kf1 Rc1#] a line too short
mate [Kg1 Rc1#] [Kg1 Rc2] a line without end
one [bm Qe8#] [bm Qd7 Qe8#] a mate in one that does not exist
one [bm Qe8# ] [bm ] a mate in one that is left out
one [bm Qe8# Qf8# Qg7# Qh7#; ce 32766; dm 1; pm Qe8#; pv Qe8#] [Refuted 1; Stip "#1"] refuted, yet there
one [bm Qe8# Qf8# Qg7# Qh7#; ce 32766; dm 1; pm Qe8#; pv Qe8#] [ce -32767] checkmate already
"##;

/// The same; the result is no longer a file of certificates.
const SPOILED: &str = r##"
mate [end 3\n] [] no end of the record
mate [total 1\n] [] no end of the file
mate [p f3g3 c3c1\nend 3\ntotal 1\n] [p f3g3] cut in the middle
mate [total 1\n] [total 1] cut before the last line feed
mate [total 1] [total 2] another number of records
mate [total 1\n] [total 1\n\n] more behind the end
mate [keymove-proof 1\n] [keymove-proof 2\n] another version
mate [play #\n] [play #\nq\n] an unknown line
mate [p f3f2 c3h3] [p f3f2  c3h3] two blanks
mate [p f3f2 c3h3] [p f3f2 c3h9] no square
mate [p f3f2 c3h3] [p f3f2 c3h3*1] a run of one
mate [win e2f3 3 0] [win e2f3 +3 0] a sign before a number
mate [win e2f3 3 0] [win e2f3 3 9999999999] a number too long
mate [win e2f3 3 0] [win e2f3 1001 0] a depth beyond all
mate [end 3\n] [end 3\r\n] a carriage return
mate [epd 8/8/8/8/8/2R5/4K3/6k1] [epd 8/8/8/8/8/2R5/4K3/8] no position
castling [castling.010] [castling.ö] a byte that is not ASCII
"##;

/// A forged certificate.
struct Forgery {
    name: &'static str,
    text: String,
    exit: Exit,
}

fn forgeries() -> Vec<Forgery> {
    let forged = |line: &'static str, exit| {
        let (of, rest) = line.split_once(" [").unwrap();
        let (truth, rest) = rest.split_once("] [").unwrap();
        let (lie, _) = rest.split_once("] ").unwrap();
        let [truth, lie] = [truth, lie].map(|text| text.replace("\\n", "\n").replace("\\r", "\r"));
        let (_, text) = TRUTHS.iter().find(|(name, _)| *name == of).unwrap();
        assert_eq!(text.matches(&truth).count(), 1, "{line}");
        Forgery {
            name: line,
            text: text.replace(&truth, &lie),
            exit,
        }
    };
    let table = |table: &'static str, exit| {
        let lines = table.lines().skip(1).filter(|line| !line.starts_with('#'));
        lines.map(move |line| forged(line, exit))
    };
    let lies = table(LIES, Exit::Found);
    lies.chain(table(SPOILED, Exit::Malformed)).collect()
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
