//! What is a claim: of this solver's answers, of engines, of suites.

use crate::verify::{found, said, text};

/// What an engine says of a position that has another key, too, with a depth in its own plies.
const ENGINE: &str = "nB6/1p1Np3/1P3p2/p2P1Np1/P3P2p/P1p2P2/2rp1kPP/nbbK1B1R w - - ce 32760; dm 4; \
                      bm Ne5; pv Ne5 fxe5 Bxe5 Nb3 Nh6 Ke3 Ng4#;\n";

/// Four mates in one.
const ANSWER: &str = "7k/5Q2/6K1/8/8/8/8/8 w - - acd 1; acn 5; bm Qe8# Qf8# Qg7# Qh7#; ce 32766; \
                      dm 1; pm Qe8#; pv Qe8#;\n";

#[test]
fn one_best_move_of_an_engine_is_not_every_key() {
    assert_eq!(found(&[], ENGINE), (Some(0), vec![]));
    let with_depth = ENGINE.replace("ce 32760", "acd 31; acn 123456; ce 32760");
    assert_eq!(found(&[], &with_depth), (Some(0), vec![]));
    let (code, lines) = found(&["--claims", "keys,complete"], ENGINE);
    assert_eq!(code, Some(1));
    assert_eq!(lines, ["-:1: complete: Nh6 wins within 4"]);
    // One that is no key fails all the same.
    let wrong = ENGINE.replace("bm Ne5", "bm Bf4");
    let (code, lines) = found(&["--claims", "keys"], &wrong);
    assert_eq!(code, Some(1), "{lines:?}");
}

#[test]
fn an_answer_of_this_solver_has_every_key() {
    assert_eq!(found(&[], ANSWER), (Some(0), vec![]));
    let lacking = ANSWER.replace(" Qf8#", "");
    let (code, lines) = found(&[], &lacking);
    assert_eq!(code, Some(1));
    assert_eq!(lines, ["-:1: complete: Qf8# wins within 1"]);
    // It may say that so many are lacking.
    let open = lacking.replace("acd 1; acn 5", "Open 1");
    assert_eq!(found(&[], &open), (Some(0), vec![]));
    let open = open.replace(" Qg7#", "");
    assert_eq!(found(&[], &open).0, Some(1));
}

#[test]
fn replies_that_lose_sooner_are_every_other_one_in_answers_only() {
    // Kg2 holds out for 4 moves, Kg1 does not.
    let answer = "3B4/8/6K1/8/7Q/8/7k/8 b - - acd 4; acn 8105; am Kg1; bm Kg2; ce -32759; pm Kg2; \
                  pv Kg2 Bb6 Kf3 Qf2+ Kg4 Bc7 Kh3 Qg3#;\n";
    assert_eq!(found(&["--effort", "1000000"], answer), (Some(0), vec![]));
    // In this one both lose in 1; naming one of them says nothing of the other.
    let engine = "k7/8/1K6/8/8/8/8/7R b - - ce -32765; bm Kb8; pv Kb8 Rh8#;\n";
    assert_eq!(found(&[], engine), (Some(0), vec![]));
}

#[test]
fn only_the_chosen_claims_are_looked_at() {
    // The key is wrong, the line is right.
    let record = "7k/8/8/4K3/8/8/6Q1/8 w - - bm Qg3 Qa2; dm 2; pv Qg3 Kh7 Qg7#;\n";
    let (code, lines) = found(&[], record);
    assert_eq!(code, Some(1));
    assert!(
        lines.iter().any(|line| line.starts_with("-:1: keys: ")),
        "{lines:?}"
    );
    let names = |arguments: &[&str]| {
        let output = text(&said(arguments, record).stdout);
        let rows = output
            .lines()
            .filter(|line| !line.starts_with("-:"))
            .skip(2);
        let names = rows.map(|row| row.split(' ').next().expect("a name").to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), ["keys", "line", "shortest", "all"]);
    assert_eq!(names(&["--claims", "shortest"]), ["shortest", "all"]);
    assert_eq!(
        names(&["--claims", "keys,complete"]),
        ["complete", "keys", "all"]
    );
    assert_eq!(
        said(&["--claims", "shortness"], record).status.code(),
        Some(64)
    );
}

#[test]
fn moves_beside_a_stipulation_are_its_keys() {
    let of = |record: &str| found(&[], &format!("{record}\n"));
    let (code, lines) = of("7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\"; bm Qg3;");
    assert_eq!(code, Some(1));
    assert_eq!(lines, ["-:1: keys: Qg3 does not win within 2"]);
    assert_eq!(
        of("7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\"; bm Kf6;").0,
        Some(0)
    );
    assert_eq!(
        of("8/8/8/2p5/8/6pk/7p/R6K w - - Stip \"s#2\"; bm Ra4;").0,
        Some(0)
    );
    assert_eq!(
        of("8/8/8/2p5/8/6pk/7p/R6K w - - Stip \"s#2\"; bm Ra5;").0,
        Some(1)
    );
    let help = "4N1b1/3P4/1B3k2/8/p7/7p/2p4P/7K b - - Stip \"h#2\"; ";
    assert_eq!(of(&format!("{help}bm Ke7; Count 2;")).0, Some(0));
    let (code, lines) = of(&format!("{help}Count 1;"));
    assert_eq!(code, Some(1));
    assert_eq!(lines, ["-:1: count: there are 2 solutions"]);
    assert_eq!(of(&format!("{help}bm Kg7;")).0, Some(1));
    // What is refuted or given up has its moves from somewhere else.
    let kept = "8/8/8/8/8/5k2/8/K6R w - - Refuted 1; Stip \"#1\"; bm Rh8; acd 1; acn 9;";
    assert_eq!(of(kept), (Some(0), vec![]));
}

#[test]
fn lines_are_read_as_matetrack_writes_them() {
    let good = "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - bm #2; PV: h5a5 c8d7 a5d5;\n";
    assert_eq!(found(&["--claims", "line"], good), (Some(0), vec![]));
    for (bad, why) in [
        ("h5a5 c8d7 a5d8", "pv does not end as #2 asks"),
        ("h5a5 c8d7", "pv has 2 plies, #2 takes 3"),
        ("h5h1 c8d7 a5d5", "a5d5 is not a legal move"),
    ] {
        let (code, lines) = found(&[], &good.replace("h5a5 c8d7 a5d5", bad));
        assert_eq!(code, Some(1), "{bad}");
        assert!(
            lines[0].starts_with("-:1: line: ") && lines[0].contains(why),
            "{lines:?}"
        );
    }
    let mated = "k7/8/1K6/8/8/8/8/7R b - - bm #-1; PV: a8b8 h1h8;\n";
    assert_eq!(found(&[], mated), (Some(0), vec![]));
}

/// An answer of this solver whose `acd` was changed: nobody knows whether its keys are all there are.
#[test]
fn keys_that_may_be_meant_to_be_all_are_counted_as_unchecked() {
    let answer = "8/q7/8/3K1n2/8/8/1q1P4/1k2q3 w - - Dist 1; Stip \"r#3\"; bm d3 d4 Kc4 Kc6; acd 1; acn 77;\n";
    let complete = |record: &str| {
        let output = said(&["--format", "json"], record);
        let lines = text(&output.stdout);
        let totals: serde_json::Value =
            serde_json::from_str(lines.lines().last().expect("totals")).expect("JSON");
        let claims = &totals["totals"]["claims"]["complete"];
        ["checked", "unchecked", "failed"].map(|state| claims[state].as_u64())
    };
    assert_eq!(complete(answer), [Some(1), Some(0), Some(0)]);
    let truncated = answer.replace("bm d3", "bm");
    assert_eq!(complete(&truncated), [Some(0), Some(0), Some(1)]);
    for changed in [("acd 1", "acd 3"), ("acd 1;", ""), ("acn 77;", "")] {
        let hidden = truncated.replace(changed.0, changed.1);
        assert_eq!(complete(&hidden), [Some(0), Some(1), Some(0)], "{hidden}");
    }
    // Another program names the move that it would play.
    let engine = "7k/8/8/4K3/8/8/6Q1/8 w - - bm Kf6; dm 2;\n";
    assert_eq!(complete(engine), [None, None, None]);
}

#[test]
fn nothing_to_verify_is_an_error() {
    for input in [
        "",
        "# a comment\n\n",
        "7k/8/8/4K3/8/8/6Q1/8 w - - 0 1\n",
        "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";\n",
        "7k/8/8/4K3/8/8/6Q1/8 w - - bm Kf6;\n",
    ] {
        let output = said(&[], input);
        assert_eq!(output.status.code(), Some(2), "{input}");
        assert_eq!(
            text(&output.stderr),
            "solver: nothing to verify: no record claims anything\n"
        );
    }
    let output = said(&["--claims", "count"], ANSWER);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no record makes such a claim"));
}

#[test]
fn a_series_is_replayed_with_the_moves_that_are_left_out() {
    let answer = "8/4K2k/6p1/5N2/3n1BR1/8/8/8 b - - Count 1; Dist 3; Stip \"ser-h#3\"; acd 3; \
                  acn 9; bm g5; pm g5; pv g5 -- Kg6 -- Kh5 Rxg5#;\n";
    assert_eq!(found(&[], answer), (Some(0), vec![]));
    for (true_one, lie, why) in [
        ("Count 1", "Count 2", "count: there are 1 solutions"),
        (
            "bm g5",
            "bm Kg8",
            "keys: no solution of 6 plies begins with Kg8",
        ),
        (
            "bm g5",
            "bm g5 Kg8",
            "keys: no solution of 6 plies begins with Kg8",
        ),
        (
            "g5 -- Kg6 -- Kh5",
            "g5 Kg6 Kh5",
            "line: pv at ply 2: Kg6 stands where -- is due",
        ),
        (
            "Kg6 -- Kh5 Rxg5#",
            "Kg6 Kh5 -- Rxg5#",
            "line: pv at ply 4: Kh5 stands where -- is due",
        ),
        (
            "Kh5 Rxg5#",
            "Kh5 --",
            "line: pv at ply 6: the side to move does not wait",
        ),
        (
            "Kh5 Rxg5#",
            "Kh5 Rg1",
            "line: pv does not end as ser-h#3 asks",
        ),
        // The knight's check would have to be answered.
        (
            "g5 -- Kg6",
            "Nc6+ -- Kg6",
            "line: pv at ply 2: a side in check cannot wait",
        ),
        ("ser-h#3", "ser-s#3", "line: Rxg5# is no move of this play"),
    ] {
        assert!(answer.contains(true_one), "{true_one}");
        let (code, lines) = found(&[], &answer.replace(true_one, lie));
        assert_eq!(code, Some(1), "{lie}: {lines:?}");
        let shown = lines.iter().any(|line| line.contains(why));
        assert!(shown, "{lie}: {lines:?}");
    }
    let absent = "8/4K2k/6p1/5N2/3n1BR1/8/8/8 b - - Refuted 2; Stip \"ser-h#2\"; acd 2; acn 9;\n";
    assert_eq!(found(&[], absent), (Some(0), vec![]));
    let lie = absent
        .replace("Refuted 2", "Refuted 3")
        .replace("h#2", "h#3");
    assert_eq!(found(&[], &lie).0, Some(1));
}

#[test]
fn the_answers_to_the_suites_of_series_and_helpself_play_hold() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for suite in ["series", "helpselfmates"] {
        let file = root.join("expected").join(suite).with_extension("epd");
        let answers = std::fs::read_to_string(file).expect("the answers are there");
        assert_eq!(found(&[], &answers), (Some(0), vec![]), "{suite}");
    }
}

#[test]
fn exact_play_is_held_against_every_line() {
    let answer = "7k/8/5K2/8/8/8/Q7/8 w - - Dist 2; Stip \"exact-#2\"; acd 2; acn 58; \
                  bm Kf7 Qa7 Qg2; pm Kf7; pv Kf7 Kh7 Qh2#;\n";
    assert_eq!(found(&[], answer), (Some(0), vec![]));
    let (code, lines) = found(&[], &answer.replace(" Qa7", ""));
    assert_eq!(code, Some(1));
    assert_eq!(lines, ["-:1: complete: Qa7 wins in exactly 2"]);
    let (code, lines) = found(&[], &answer.replace("Qa7", "Qa8+"));
    assert_eq!(code, Some(1));
    assert!(
        lines.contains(&"-:1: keys: Qa8+ does not win in exactly 2".to_owned()),
        "{lines:?}"
    );
    // There are mates in one; that they are none in exactly one is false.
    let refuted = "7k/5Q2/6K1/8/8/8/8/8 w - - Refuted 1; Stip \"exact-#1\"; acd 1; acn 5;\n";
    assert_eq!(found(&[], refuted).0, Some(1));
}

#[test]
fn what_is_claimed_of_the_other_side_is_looked_at_too() {
    let answer = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - Stip \"#1\"; acd 1; acn 1; bm Ra8#; ce 32766; dm 1; \
                  dup; pm Ra8#; pv Ra8#; DuplexRefuted 1;\n";
    assert_eq!(found(&[], answer), (Some(0), vec![]));
    let both = answer
        .replace("6k1/5ppp", "r5k1/5ppp")
        .replace("Ra8#", "Rxa8#");
    let (code, lines) = found(&[], &both);
    assert_eq!(code, Some(1));
    assert_eq!(lines, ["-:1: refuted: Rxa1# wins within 1"]);
}
