//! Records as servers and other programs write them: pawn tries, things of notations to come, wild
//! 16 named by its server, plain games.

use crate::kriegspiel::command_line::solver;

/// Darkboard's way: the number of pawn tries beside what the notation has, an empty `Variant`, and
/// wild 16 in `Event` alone.
const PAWN_TRIES: &str = r#"[Event "ICC w16"]
[Site ""]
[White "anna"]
[Black "Darkboard"]
[Result "*"]
[Variant ""]
[Opening ""]

1.   e4 {(:)}
     d5 {(P1:)}
2.   exd5 {(Xd5:dxc3,exf5)}
     Qxd5 {(Xd5:)}
3.   Nc3 {(:)}
     c5 {(:)}
4.   d4 {(P1:)}
     Nf6 {(P1:cxb4)}
5.   dxc5 {(Xc5:)}
     Qe5+ {(CF:)}
*
"#;

fn out(arguments: &[&str], input: &str) -> String {
    String::from_utf8(solver(arguments, input).stdout).expect("UTF-8")
}

fn told(arguments: &[&str], input: &str) -> String {
    String::from_utf8(solver(arguments, input).stderr).expect("UTF-8")
}

#[test]
fn pawn_tries_are_read_checked_and_written() {
    let found = out(&["check"], PAWN_TRIES);
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(
        found.starts_with("-:1:1: note: ICC w16: whether"),
        "{found}"
    );
    let written = out(&["filter", "--for", "no"], PAWN_TRIES);
    for kept in [
        "d5 {(P1:)}\n",
        "4. d4 {(P1:)}\nNf6 {(P1:cxb4)}\n",
        "2. exd5 {(Xd5:dxc3,exf5)}\n",
    ] {
        assert!(written.contains(kept), "{kept}{written}");
    }
    assert!(
        written.contains("[Rules \"wild16\"]\n[Filtered \"no\"]\n"),
        "{written}"
    );
    assert!(!written.contains("\"\"]"), "{written}");
    assert_eq!(out(&["filter", "--for", "no"], &written), written);
    let white = out(&["filter", "--for", "white"], PAWN_TRIES);
    for kept in ["1. e4 {(:)}\n?? {(P1:0)}\n", "4. d4 {(P1:)}\n?? {(P1:0)}\n"] {
        assert!(white.contains(kept), "{kept}{white}");
    }
    let other = out(&["convert", "--to", "proposal"], PAWN_TRIES);
    assert!(other.contains("Nf6 {(K:cxb4:P1)}\n"), "{other}");
    assert_eq!(out(&["convert", "--to", "v0.9"], &other), written);
    // What is not on the board is found where it stands.
    let wrong = PAWN_TRIES.replace("Nf6 {(P1:", "Nf6 {(P3:");
    assert!(
        out(&["check"], &wrong).contains("-:16:12: P3 is wrong: the pawn tries are 1\n"),
        "{}",
        out(&["check"], &wrong)
    );
    let page = out(&["html"], PAWN_TRIES);
    assert!(page.contains("1 pawn try"), "{page}");
}

/// The sizes of the belief of a record with these lines of moves.
fn sizes(rules: &str, filtered: &str, moves: &str) -> Vec<u64> {
    let record = format!("[Event \"{rules}\"]\n[Filtered \"{filtered}\"]\n\n{moves} *\n");
    let line = out(&["belief", "--format", "json"], &record);
    let object: serde_json::Value = serde_json::from_str(&line).expect(&line);
    let sizes = object["sizes"].as_array().expect("sizes").iter();
    sizes.map(|size| size.as_u64().expect("a number")).collect()
}

#[test]
fn pawn_tries_part_beliefs_where_the_rules_announce_them() {
    let hidden = |told: &str| {
        sizes(
            "ICC w16 3 0",
            "white",
            &format!("1. e4 {{(:)}} ?? {{({told}:0)}}"),
        )
    };
    assert_eq!(hidden(""), [1, 1, 20]);
    // d5 and f5, and all others.
    assert_eq!(hidden("P1"), [1, 1, 2]);
    assert_eq!(hidden("P0"), [1, 1, 18]);
    let own = |rules: &str, told: &str| {
        sizes(rules, "black", &format!("1. ?? {{(:0)}} d5 {{({told}:)}}"))
    };
    // c4 and e4.
    assert_eq!(own("ICC w16 3 0", "P1"), [1, 20, 2]);
    assert_eq!(own("ICC w16 3 0", ""), [1, 20, 20]);
    // By Berkeley's rules nobody announces them: whoever wrote this meant something else.
    assert_eq!(own("a match", "P1"), [1, 20, 20]);
    // A pawn that may become four pieces has one try or four.
    let last = |told: &str| {
        let record = format!(
            "[Event \"w16\"]\n[Filtered \"black\"]\n[FEN \"1n5k/P7/8/8/8/8/8/K7 b - - 0 1\"]\n\n1... Kg8 {{({told}:)}} *"
        );
        solver(&["belief"], &record).status.code()
    };
    assert_eq!(
        [last("P1"), last("P4"), last("P2"), last("P0")],
        [Some(0), Some(0), Some(2), Some(2)]
    );
}

#[test]
fn what_is_not_known_in_a_payload_hides_nothing_beside_it() {
    let game = |second: &str, third: &str| {
        format!("1. e4 {{(:)}} d5 {{(:)}} 2. exd5 {{({second})}} Qxd5 {{({third})}} *\n")
    };
    for (second, third, place) in [
        ("Xd5,Z3:exf5", "Xd5,Z9:", 36),
        ("Z3,Xd5:exf5", "Z9,Xd5:", 32),
        ("Xd5,Z:exf5", "Z,Xd5:", 36),
        ("Xd5,pawn:exf5", "Xd5,pawn:", 36),
        ("Xd5, a word :exf5", "Xd5, a word :", 37),
        ("Xd5,:exf5", "Xd5,:", 36),
        ("Xd5,\u{e9}t\u{e9}:exf5", "Xd5:", 36),
        ("Xd5:exf5:0.4s", "Xd5::0.3s", 40),
    ] {
        let game = game(second, third);
        let found = out(&["check"], &game);
        let [line] = found.lines().collect::<Vec<_>>()[..] else {
            panic!("{second}: {found}");
        };
        assert!(
            line.starts_with(&format!("-:1:{place}: ")) && line.ends_with(": kept as it stands"),
            "{second}: {line}"
        );
        let written = out(&["filter", "--for", "no"], &game);
        for text in [second, third] {
            // Captures and checks stand first.
            let tail = text
                .trim_start_matches("Z3,")
                .trim_start_matches("Z9,")
                .trim_start_matches("Z,");
            assert!(written.contains(&tail[..3]), "{text}{written}");
            assert!(
                text.starts_with('Z') || written.contains(&format!("{{({text})}}")),
                "{text}: {written}"
            );
        }
        assert_eq!(
            told(&["filter", "--for", "no"], &game).lines().count(),
            1,
            "{second}"
        );
        let wrong = game.replace("Xd5", "Xd4");
        let found = out(&["check"], &wrong);
        assert_eq!(
            found.matches("Xd4 is wrong: the capture was on d5").count(),
            2,
            "{found}"
        );
        let legal = game.replace("exf5", "d4");
        assert!(
            out(&["check"], &legal).contains("the try d4 was legal"),
            "{second}"
        );
    }
    let game = game("Xd5:exf5,,", "Xd5:");
    assert_eq!(out(&["check"], &game), "-:1:36: a try is empty\n");
    assert!(out(&["filter", "--for", "no"], &game).contains("{(Xd5:exf5,,)}"));
    // A belief does not go on where it may be a capture or a check that is written otherwise.
    let belief = |told: &str| {
        let record = format!("[Filtered \"white\"]\n\n1. e4 {{(:)}} ?? {{({told}:0)}} *");
        solver(&["belief"], &record).status.code()
    };
    assert_eq!(
        [
            belief("Z3"),
            belief("P1,N"),
            belief("P1,xe4"),
            belief("P1,e4")
        ],
        [Some(0), Some(2), Some(2), Some(2)]
    );
    // What is no payload at all is a remark, as it was.
    for remark in ["better: Nf3", "0:02:55", "idea: a4", "see Smith:Jones"] {
        let game = format!("1. e4 {{({remark})}} *\n");
        assert!(
            out(&["check"], &game).contains(" is not announced in this notation\n"),
            "{remark}"
        );
        assert!(out(&["filter", "--for", "no"], &game).contains(&format!("{{({remark})}}")));
    }
}

#[test]
fn wild_16_of_the_server_is_never_berkeleys() {
    let plain = "[Event \"ICC w16 2 0\"]\n[Site \"Internet Chess Club\"]\n[White \"ann\"]\n[Black \"bob\"]\n\
                 [Result \"0-1\"]\n[ICCResult \"White checkmated\"]\n\n1. f3 e5 2. g4 Qh4#\n{White checkmated}\n0-1\n";
    for who in ["white", "black", "no"] {
        let written = out(&["filter", "--for", who], plain);
        assert!(written.contains("[Rules \"wild16\"]\n"), "{written}");
    }
    let problem = |tags: &str| {
        let record = format!(
            "{tags}[Filtered \"white\"]\n[SetUp \"1\"]\n[FEN \"1k6/ppp5/8/8/8/8/PPP4R/1K6 b - - 0 1\"]\n\
             [depth \"1\"]\n\n1... ?? {{(:0)}} *\n"
        );
        let line = out(&["solve", "--format", "json"], &record);
        let object: serde_json::Value = serde_json::from_str(&line).expect(&line);
        object["solved"].as_str().expect(&line).to_owned()
    };
    assert_eq!(problem(""), "no");
    for event in ["ICC w16 1 0", "ICC wild 16", "rated wild16"] {
        let event = format!("[Event \"{event}\"]\n");
        assert_eq!(problem(&event), "undecided", "{event}");
        // An earlier version of this program called them so.
        let berkeley = format!("{event}[Rules \"Kriegspiel (Berkeley)\"]\n");
        assert_eq!(problem(&berkeley), "undecided");
    }
}

#[test]
fn plain_games_are_told_of_once() {
    let plain = "[Event \"a game\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n\
                 1. Nf3 Nf6 2. d4 d5 3. Nbd2 Nbd7 *\n\n";
    let output = solver(&["check"], &plain.repeat(40));
    let found = String::from_utf8_lossy(&output.stdout);
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(
        found.contains("filter --for makes records of it"),
        "{found}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "40 games, 240 half-moves, 1 finding, 0 notes, 0 unreadable, 40 plain\n"
    );
    // What servers say of the moves is no announcement.
    let said = plain.replace("d4 d5", "d4 { (0.3 to 0.1) good } d5 {(a novelty)}");
    assert_eq!(out(&["check"], &said).lines().count(), 1);
    // What is wrong with them is found as in any record, and is all that a filter says.
    let wrong = plain.replace("3. Nbd2", "3. Nbe4");
    assert!(out(&["check"], &wrong).contains("Nbe4 is impossible"));
    assert_eq!(told(&["filter", "--for", "white"], &plain.repeat(3)), "");
}

#[test]
fn the_header_is_that_of_the_notation() {
    let record = "[White \"a\"]\n[Filtered \"no\"]\n[Event \"e\"]\n[Rules \"\"]\n\n1. e4 {(:)} *\n";
    assert_eq!(
        out(&["check"], record),
        "-:1:1: note: tags that a record has are missing: Site, Date, Round, Black, Result\n\
         -:1:1: note: the order of the tags is Event, Site, Date, Round, White, Black, Result, Rules, Filtered\n"
    );
    for rules in [
        "[Rules \"\"]",
        "[Rules \"Berkeley\"]",
        "[Variant \"berkeley\"]",
        "[Variant \"-\"]",
    ] {
        let record = record.replace("[Rules \"\"]", rules);
        let written = out(&["filter", "--for", "no"], &record);
        assert!(
            written.contains("[Rules \"Kriegspiel (Berkeley)\"]\n[Filtered \"no\"]\n"),
            "{written}"
        );
        assert!(!out(&["check"], &written).contains("order"));
    }
    let unknown = record.replace("[Rules \"\"]", "[Rules \"Kriegspiel (RAND)\"]");
    let written = out(&["filter", "--for", "no"], &unknown);
    assert!(
        written.contains("[Rules \"Kriegspiel (RAND)\"]\n"),
        "{written}"
    );
}

#[test]
fn a_move_is_proposed_as_the_filter_writes_it() {
    let record = "[FEN \"4k3/8/8/8/R2p1p1R/8/8/4K3 w - - 0 1\"]\n\n1. Rxd4 {(Xd4:)} *\n";
    assert_eq!(
        out(&["check"], record),
        "-:3:4: Rxd4 is Raxd4: on the own board other men can try to go there, too\n"
    );
    assert!(out(&["filter", "--for", "no"], record).contains("1. Raxd4 {(Xd4:)}\n"));
}

#[test]
fn every_run_ends_with_what_it_came_to() {
    let record = "[Filtered \"white\"]\n\n1. e4 {(:)} ?? {(:0)} *\n";
    assert_eq!(
        told(&["mine"], record),
        "1 game, 2 half-moves, 0 problems; of 1 player's record only the player's own moments: the umpire's record \
         has those of both sides\n"
    );
    assert_eq!(
        told(&["mine"], "1. e4 {(:)} e5 {(:)} *\n"),
        "1 game, 2 half-moves, 0 problems\n"
    );
    assert_eq!(told(&["belief"], record), "1 game, 2 half-moves\n");
    assert_eq!(
        told(&["belief", "/nowhere.pgn"], "").lines().last(),
        Some("0 games, 0 half-moves, 1 unreadable")
    );
}

#[test]
fn a_page_without_beliefs_has_the_own_men_alone() {
    let game = "[White \"a\"]\n\n1. e4 {(:)} e5 {(:)} 2. Nf3 {(:)} Nc6 {(:)} *\n";
    let with = out(&["html", "--for", "white"], game);
    let without = out(&["html", "--for", "white", "--no-beliefs"], game);
    let data = |page: &str| {
        let at = page.find("class=game>{").expect("a game");
        page[at..].lines().next().expect("a line").to_owned()
    };
    let (with, without) = (data(&with), data(&without));
    assert!(
        with.contains("\"shade\":\"") && with.contains("20 positions"),
        "{with}"
    );
    assert!(
        !without.contains("\"shade\":\"1 ") && !without.contains("positions"),
        "{without}"
    );
    assert!(
        without.contains("5N2") && without.len() < with.len(),
        "{without}"
    );
    let told = told(&["html", "--for", "white", "--progress", "always"], game);
    assert!(told.contains("1 record"), "{told}");
}
