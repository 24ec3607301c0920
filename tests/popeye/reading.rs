//! What is read, and what is refused where.

use keymove::composition::{Compositions, PopeyeError};
use keymove::solve::Tables;
use proptest::prelude::*;

use crate::popeye::written;

/// The label, the position and the stipulation of each form that is to be solved.
fn records(input: &str) -> Vec<String> {
    let shown = |error: PopeyeError| format!("{}:{}: {error}", error.line, error.column);
    let mut records = Vec::new();
    for read in Compositions::new(input.as_bytes()) {
        let composition = match read {
            Ok(composition) => composition,
            Err(error) => {
                records.push(shown(error));
                continue;
            }
        };
        for twin in &composition.twins {
            let label = twin.label.as_ref();
            let label = label.map_or(String::new(), |label| format!("{label}) "));
            for &changed in &composition.choices.sides {
                records.push(match composition.simplex(twin, changed) {
                    Ok(simplex) => {
                        let epd = keymove::Epd::new(simplex.position);
                        format!("{label}{} {}", epd.to_string().trim(), simplex.stipulation)
                    }
                    Err(error) => shown(error),
                });
            }
        }
    }
    records
}

#[test]
fn one_problem_in_three_languages_and_two_ways_of_setting_it_up_is_the_same() {
    let same = [
        "BeginProblem Stipulation h#2.5 Pieces White Kg1 Rf1 Sb5 Pa2b3 Black Ke8 Qd8 Rh8 EndProblem",
        "begin stip h#2.5 forsyth 3qk2r/8/8/1S6/8/1P6/P7/5RK1 end",
        "anfa ford H#2.5 stei weis kg1 tf1 sb5 ba2b3 schw ke8 dd8 th8 ende",
        "ANFANGPROBLEM Forderung h# 2.5 Forsyth 3dk2t/8/8/1S6/8/1B6/B7/5TK1",
        "debut enonce h#2.5 pieces blanc rg1 tf1 cb5 pa2b3 noir re8 dd8 th8 fin",
        "debut forsyth 3dr2t/8/8/1C6/8/1P6/P7/5TR1 enonce h#2.5 fin",
        "begin pieces black k e8 q d8, rh8; white k g1 rf1 sb5 p a2b3 stip h#\n2.5 end",
    ];
    for input in same {
        let expected = ["3qk2r/8/8/1N6/8/1P6/P7/5RK1 w k - h#2.5"];
        assert_eq!(records(input), expected, "{input}");
    }
}

#[test]
fn options_and_twins_make_the_positions_that_they_name() {
    for (input, expected) in [
        (
            "begin stip #2 opti nocast h1 a8 forsyth r3k2r/8/8/8/8/8/8/R3K2R end",
            vec!["r3k2r/8/8/8/8/8/8/R3K2R w Qk - #2"],
        ),
        (
            "begin stip #2 opti nocastling e1 forsyth r3k2r/8/8/8/8/8/8/R3K2R end",
            vec!["r3k2r/8/8/8/8/8/8/R3K2R w kq - #2"],
        ),
        (
            "begin stip s#3 opti duplex pieces white ka1 pb5 black kh8 pc5 opti enpassant c7c6c5 end",
            vec![
                "7k/8/8/1Pp5/8/8/8/K7 w - c6 s#3",
                "7k/8/8/1Pp5/8/8/8/K7 b - - s#3",
            ],
        ),
        (
            "begin stip h=3 opti whitetoplay pieces white ka1 black kh8 end",
            vec!["7k/8/8/8/8/8/8/K7 w - - h=2.5"],
        ),
        (
            "begin stip h#3 opti halfduplex pieces white ka1 black kh8 end",
            vec!["7k/8/8/8/8/8/8/K7 w - - h#3"],
        ),
        (
            "begin stip #3 opti postkey pieces white ka1 black kh8 end",
            vec!["7k/8/8/8/8/8/8/K7 b - - -#2"],
        ),
        (
            "begin stip #2 pieces white ka1 black kh8 rh7
             twin move a1 b2 twin cont stip =1 add white qd1 pc2c3 remove h7
             twin rotate 90 polish twin exch a1 h8 end",
            vec![
                "a) 7k/7r/8/8/8/8/8/K7 w - - #2",
                "b) 7k/7r/8/8/8/8/1K6/8 w - - #2",
                "c) 7k/8/8/8/8/2P5/1KP5/3Q4 w - - =1",
                "d) KR6/8/8/8/8/8/8/7k w - - #2",
                "e) 7K/7r/8/8/8/8/8/k7 w - - #2",
            ],
        ),
        (
            "begin pieces white ke1 rh1 black kg8 zero stip #1 mirror a1<-->a8 twin stip #2 end",
            vec![
                "a) 4K2R/8/8/8/8/8/8/6k1 w - - #1",
                "b) 6k1/8/8/8/8/8/8/4K2R w K - #2",
            ],
        ),
    ] {
        assert_eq!(records(input), expected, "{input}");
    }
}

#[test]
fn a_refusal_names_the_word_and_its_place_and_the_next_problem_goes_on() {
    let good = "stip #1\npieces white kf6 qa2 black kh8\n";
    for (bad, message) in [
        ("condition Circe", "2:11: condition Circe is not supported"),
        (
            "pieces white ka1 gb2",
            "2:18: g is no man of orthodox chess",
        ),
        (
            "pieces white ka1 nab2",
            "2:18: na is no man of orthodox chess",
        ),
        (
            "pieces white royal ra1",
            "2:14: men that are royal are not supported",
        ),
        (
            "pieces neutral ra1",
            "2:8: men that are neutral are not supported",
        ),
        ("pieces ka1", "2:8: no colour stands before ka1"),
        (
            "forsyth 8/8/8/8/8/8/8/7",
            "2:9: 8/8/8/8/8/8/8/7 is not a board of 8 times 8 squares",
        ),
        (
            "forsyth 8/8/8/8/n7/8/8/8",
            "2:9: n is no man of orthodox chess",
        ),
        (
            "forsyth 8/8/8/8/.ro7/8/8/8",
            "2:9: .ro is no man of orthodox chess",
        ),
        (
            "stip rr#2",
            "2:6: stipulation rr#2 is not supported; #n, s#n, r#n, semi-r#n, h#n, hs#n, hr#n, ser-#n, \
             ser-h#n, ser-s#n and ser-r#n are, with = or == for #, and exact- before them",
        ),
        ("stip #0", "2:6: #0: the length is not in 1 to 1000 moves"),
        (
            "sstip white",
            "2:1: structured stipulations are not supported",
        ),
        ("option quodlibet", "2:8: option quodlibet is not supported"),
        (
            "option max 5",
            "2:8: max is the beginning of several keywords",
        ),
        (
            "option maxsol many",
            "2:15: many is not a number of solutions",
        ),
        (
            "option variation circe",
            "2:18: circe is no keyword that may stand here",
        ),
        ("twin rotate 45", "4:13: 45 is not 90, 180 or 270"),
        (
            "twin condition Circe",
            "4:16: condition Circe is not supported",
        ),
        (
            "title any text\nfoo",
            "3:1: foo is no keyword that may stand here",
        ),
        (
            "title NextProblem\nfoo",
            "3:1: foo is no keyword that may stand here",
        ),
    ] {
        // What stands behind a twin may be the twin's.
        let problem = if bad.starts_with("twin") {
            format!("{good}{bad}\n")
        } else {
            format!("{bad}\n{good}")
        };
        let input = format!("begin\n{problem}next {good}end\n");
        let refused = records(&input);
        assert_eq!(refused.len(), 2, "{input}{refused:?}");
        assert_eq!(refused[0], message);
        assert_eq!(refused[1], "7k/8/5K2/8/8/8/Q7/8 w - - #1");
    }
    for (input, message) in [
        (
            "Stipulation #2",
            "1:1: Stipulation: Popeye's input begins with BeginProblem, \
          AnfangProblem or DebutProbleme",
        ),
        ("begin stip", "1:7: a stipulation is missing behind stip"),
        ("begin stip #2 end", "1:15: the problem has no men"),
        (
            "begin pieces white ka1 black kh8 end",
            "1:34: the problem has no stipulation",
        ),
    ] {
        assert_eq!(records(input), [message]);
    }
    assert!(records("").is_empty());
    assert!(records("begin \n").is_empty());
}

#[test]
fn a_twin_that_is_impossible_costs_no_other_twin() {
    let problem = "stip #1 pieces white kf6 qa2 black kh8";
    let position = "7k/8/5K2/8/8/8/Q7/8 w - - #1";
    for (bad, message) in [
        ("move e5 e6", "there is no man on e5"),
        ("shift a1 h8", "shift a1 ==> h8 takes a man off the board"),
    ] {
        let input =
            format!("begin {problem}\ntwin {bad}\ntwin cont move a2 b2\ntwin move a2 c2 end");
        let expected = [
            format!("a) {position}"),
            format!("2:6: {message}"),
            format!("2:6: {message}"),
            "d) 7k/8/5K2/8/8/8/2Q5/8 w - - #1".to_owned(),
        ];
        assert_eq!(records(&input), expected, "{input}");
    }
}

/// Captions stand in the middle of the diagram, those of even lengths as well as of odd ones.
#[test]
fn captions_of_every_length_stand_in_the_middle() {
    let mut tables = Tables::new(4);
    for length in 1..=40_usize {
        let name = "x".repeat(length);
        for word in ["author", "origin", "title"] {
            let input = format!(
                "begin opti halfduplex {word} {name}\nstip #1 pieces white ka1 black kh8 end"
            );
            let text = written(&input, &mut tables);
            let before = " ".repeat(37_usize.saturating_sub(length) / 2);
            assert!(text.contains(&format!("\n{before}{name}\n")), "{text}");
            assert!(
                text.contains(&format!("\n{}HalfDuplex\n", " ".repeat(13))),
                "{text}"
            );
        }
    }
}

#[test]
fn a_man_that_stands_in_the_way_is_named_and_so_is_a_zero_position() {
    let mut tables = Tables::new(4);
    let problem = "stip #1 pieces white ka1 qb2 black kh8 sa3";
    let input = format!("begin opti noboard {problem} zero move b2 a3 twin add white ph3 end");
    let text = written(&input, &mut tables);
    assert!(
        text.starts_with("\nzeroposition\n\n\na) -bSa3  wQb2-->a3  \n\n"),
        "{text}"
    );
    assert!(text.contains("\nb) +wPh3  \n\n"), "{text}");
}

/// The set play of a series is the move that ends it, if it is made at once.
#[test]
fn series_have_short_set_play() {
    let mut tables = Tables::new(4);
    for (stipulation, men, expected) in [
        (
            "ser-h#2",
            "white kb6 rh1 pg2 black kb8",
            "\n  1...Rh1-h8 #\n\n",
        ),
        (
            "ser-s#2",
            "white ka1 rc4 pg4 black ka3 pa2b3c5g5",
            "\n  1...b3-b2 #\n\n",
        ),
        ("ser-s#2", "white ka1 rc3 pg4 black ka3 pa2b3c5g5", "\n\n"),
        (
            "ser-r#2",
            "white ka1 rh4 black ka3 pa2b3c5",
            "\n  1...b3-b2 #\n\n",
        ),
        ("ser-#2", "white kb6 rh1 pg2 black kb8", "\n  1."),
    ] {
        let input = format!("begin opti set noboard stip {stipulation} pieces {men} end");
        let text = written(&input, &mut tables);
        assert!(text.starts_with(expected), "{stipulation}: {text}");
    }
}

#[test]
fn options_choose_what_is_written() {
    let mut tables = Tables::new(4);
    let mut solution = |options: &str| {
        let input =
            format!("begin opti noboard {options} stip #2 pieces white kf6 qb1 black kh8 end");
        written(&input, &mut tables)
    };
    let plain = solution("");
    assert!(
        !plain.contains("threat:") && !plain.contains("1..."),
        "{plain}"
    );
    let keys = plain.matches(" !\n").count();
    assert!(keys > 1, "{plain}");
    let one = solution("maxsol 1");
    assert_eq!(one.matches(" !\n").count(), 1);
    assert!(one.ends_with(" !\n\nPartial solution\n\n\n"), "{one}");
    let numbered = solution("movenum start 3 upto 5");
    let numbers: Vec<&str> = numbered
        .lines()
        .filter_map(|line| {
            line.trim_start()
                .split_once("  (")
                .map(|(number, _)| number)
        })
        .collect();
    assert_eq!(numbers, ["3", "4", "5"], "{numbered}");
    let full = solution("vari");
    let silent = solution("vari nothreat");
    assert!(
        full.contains(" threat:\n") || full.contains(" zugzwang.\n"),
        "{full}"
    );
    assert!(
        !silent.contains("threat") && !silent.contains("zugzwang"),
        "{silent}"
    );
    assert!(silent.matches("1...").count() >= full.matches("1...").count());
}

/// In a problem whose defences are answered by mate at once, those are what is left out.
#[test]
fn short_variations_are_left_out_where_they_are_not_wanted() {
    let mut tables = Tables::new(4);
    let mut solution = |options: &str| {
        let input = format!(
            "begin opti noboard vari {options} stip #3
             forsyth k3s3/P7/K1p1S3/8/8/2p5/1P6/8 end"
        );
        written(&input, &mut tables)
    };
    let (all, long) = (solution(""), solution("noshort"));
    assert!(
        all.contains("      1...Se8-d6\n          2.Se6-c7 #\n"),
        "{all}"
    );
    assert!(!long.contains("2.Se6-c7 #"), "{long}");
    assert!(
        long.contains("      1...c6-c5\n          2.c3-c4 zugzwang.\n"),
        "{long}"
    );
}

/// Words that mean something, so that rubbish gets far.
const WORDS: [&str; 60] = [
    "begin",
    "anfangproblem",
    "debut",
    "next",
    "end",
    "weiter",
    "asuivre",
    "stip",
    "#2",
    "h#1",
    "=1",
    "s#1",
    "h=0.5",
    "#1.5",
    "pieces",
    "white",
    "black",
    "neutral",
    "ka1",
    "kh8",
    "qd4",
    "ra1h1",
    "pa7b2",
    "forsyth",
    "8/8/8/8/8/8/8/8",
    "7k/8/5K2/8/8/8/Q7/8",
    "option",
    "variation",
    "try",
    "defence",
    "2",
    "setplay",
    "nothreat",
    "noshort",
    "movenum",
    "start",
    "upto",
    "maxsol",
    "maxtime",
    "1",
    "duplex",
    "halfduplex",
    "nocastling",
    "h1",
    "enpassant",
    "e2e3e4",
    "postkey",
    "white",
    "twin",
    "cont",
    "move",
    "exch",
    "add",
    "remove",
    "rotate",
    "90",
    "mirror",
    "a1<-->h8",
    "polish",
    "zero",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn rubbish_is_read_to_its_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut input = b"begin ".to_vec();
        input.extend(&bytes);
        for found in Compositions::new(&input) {
            if let Err(error) = found {
                prop_assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn any_order_of_words_is_answered_or_refused(
        words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40)
    ) {
        let input = format!("begin {} ", words.join(" "));
        let mut tables = Tables::new(1);
        for composition in Compositions::new(input.as_bytes()).flatten() {
            let manner = keymove::popeye::PopeyeSettings {
                time: Some(std::time::Duration::from_millis(20)),
                timed: false,
            };
            let stop = keymove::stop::Stop::new();
            let answer = keymove::popeye::answer(&composition, manner, &mut tables, &stop);
            prop_assert!(answer.text.ends_with(b"\n\n\n"));
        }
    }
}
