//! Every diagnostic that the notation requires, at its line and column: `|` marks the place.

use keymove_kriegspiel::check::{POSITIONS, check};

use crate::kriegspiel::examples::read_all;

/// Checks that the only finding of `marked` is of this kind, at the mark.
fn assert_found(kind: &str, marked: &str) {
    let (before, after) = marked.split_once('|').expect("a mark");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, str::len) + 1;
    let found: Vec<String> = read_all(format!("{before}{after}"))
        .iter()
        .flat_map(|read| check(read, POSITIONS))
        .map(|finding| {
            let kind = serde_json::to_value(finding.kind).expect("a word");
            let (kind, place) = (kind.as_str().expect("a word").to_owned(), finding.place);
            format!("{kind} {}:{}", place.line, place.column)
        })
        .collect();
    assert_eq!(found, [format!("{kind} {line}:{column}")], "{marked}");
}

#[test]
fn in_an_umpires_record() {
    for (kind, marked) in [
        ("nonsense-try", "1. e4 {(:)}\ne5 {(:dxc6,|Bd4,dxe6)} *"),
        ("nonsense-try", "1. e4 {(:)}\ne5 {(:dxc6, |d7x)} *"),
        ("legal-try", "1. e4 {(:)}\ne5 {a remark (:dxc6,\n|d5)} *"),
        ("duplicate-try", "1. e4 {(:)}\ne5 {(:|dxc6,dxe6,dxc6)} *"),
        ("capture", "1. e4 {(:)} d5 {(:)}\n2. exd5 {|(:)} *"),
        ("capture", "1. e4 {(:)} d5 {(:)}\n2. exd5 {( |Xd6 :)} *"),
        ("capture", "1. e4 {(|Xe4:)} *"),
        ("capture", "1. e4 {(:)} d5 {(:)}\n2. exd5 {|(K::)} *"),
        ("check", "1. e4 {(:)} f5 {(:)}\n2. Qh5+ {|(:)} *"),
        (
            "check",
            "1. e4 {(:)} f5 {(:)}\n2. Qh5+ {a remark\n(|CL:)} *",
        ),
        ("check", "1. e4 {(|CF:)} *"),
        ("check", "1. e4 {(:)} d5 {(:)}\n2. exd5 {(Xd5,|CN:)} *"),
        ("check", "1. e4 {(:)} f5 {(:)}\n2. Qh5+ {(K::|CF)} *"),
        (
            "order",
            "[FEN \"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1\"]\n1. Nf6+ {(|CNF:)} *",
        ),
        (
            "order",
            "[FEN \"4k3/8/8/8/4p3/8/8/K3R3 w - - 0 1\"]\n1. Rxe4+ {(|CF,Xe4:)} *",
        ),
        ("missing-payload", "1. e4 {(:)}\n|e5 {a remark} *"),
        ("broken-payload", "1. e4 {(:)}\ne5 {|(Xe4)} *"),
        ("broken-payload", "1. e4 {(:)}\ne5 {(|xe4:)} *"),
        ("count", "1. e4 {(:)}\ne5 {(: |2)} *"),
        (
            "illegal-move",
            "1. e4 {(:)} f6 {(:)}\n2. Qh5+ {(CS:)} |a6 {(:)} *",
        ),
        ("illegal-move", "1. e4 {(:)} |Ke4 {(:)} *"),
        (
            "illegal-move",
            "1. f3 {(:)} e5 {(:)} 2. g4 {(:)} Qh4# {(CS:)}\n3. |a3 {(:)} *",
        ),
        (
            "result",
            "1. f3 {(:)} e5 {(:)} 2. g4 {(:)} Qh4# {(CS:)}\n|1-0",
        ),
        ("result", "[Result \"1-0\"]\n1. e4 {(:)} |0-1"),
        ("tag", "[Round \"1\"]\n|[Round \"2\"]\n1. e4 {(:)} *"),
        ("tag", "|[Filtered \"none\"]\n1. e4 {(:)} *"),
    ] {
        assert_found(kind, marked);
    }
}

#[test]
fn in_a_players_record() {
    for (kind, rest) in [
        ("nonsense-try", "e4 {(:dxc3,\n|Bd4)} ?? {(:0)} *"),
        ("legal-try", "e4 {(:|d4)} ?? {(:0)} *"),
        ("duplicate-try", "e4 {(:|dxc3,dxc3)} ?? {(:0)} *"),
        ("capture", "e4 {(:)} ?? {(:0)}\n2. exd5 {|(:)} *"),
        ("capture", "e4 {(:)} ?? {(:0)}\n2. exd5 {(|Xd6:)} *"),
        ("capture", "e4 {(:)} ?? {(|Xe5:0)} *"),
        ("check", "e4 {(:)} ?? {(:0)}\n2. Qh5+ {|(:)} *"),
        ("check", "e4 {(:)} ?? {(|CD:0)} *"),
        ("missing-payload", "e4 {(:)}\n|?? *"),
        ("broken-payload", "e4 {(:)}\n?? {|(0)} *"),
        ("count", "e4 {(:)} ?? {(:|15)} *"),
        ("count", "e4 {(:)} ?? {(:|)} *"),
        ("count", "e4 {(:|3)} ?? {(:0)} *"),
        ("illegal-move", "|e5 {(:)} ?? {(:0)} *"),
        ("illegal-move", "e4 {(:)}\n?? {(:0)}\n2. |Bf8 {(:)} *"),
        ("illegal-move", "e4 {(:)}\n|e5 {(:)} *"),
        ("impossible", "e4 {(:)} ?? {|(CR:0)} *"),
        ("impossible", "e4 {(:)} ?? {(:0)}\n2. |Bxc4 {(Xc4:)} *"),
        ("result", "f3 {(:)} ?? {(:0)} 2. g4 {(:)} ?? {(CS:0)}\n|1-0"),
    ] {
        assert_found(kind, &format!("[Filtered \"white\"]\n\n1. {rest}"));
    }
}
