//! The output that options choose, and rubbish that is read to its end.

use keymove::composition::Compositions;
use keymove::solve::Tables;
use proptest::prelude::*;

use crate::popeye::written;

/// Captions are in the middle of the diagram, whether their length is even or odd.
#[test]
fn captions_of_every_length_are_centred() {
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
fn a_man_in_the_way_is_named_and_so_is_a_zero_position() {
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

/// The set play of a series is the move that ends it, made at once.
#[test]
fn series_have_short_set_play() {
    let mut tables = Tables::new(4);
    let play = "\n  1...b3-b2 #\n\n";
    let men = "white ka1 rc4 pg4 black ka3 pa2b3c5g5";
    let direct = "white kb6 rh1 pg2 black kb8";
    let reflex = "white ka1 rh4 black ka3 pa2b3c5";
    for (stipulation, men, expected) in [
        ("ser-h#2", direct, "\n  1...Rh1-h8 #\n\n"),
        ("ser-s#2", men, play),
        ("ser-s#2", &men.replace("rc4", "rc3"), "\n\n"),
        ("ser-r#2", reflex, play),
        ("ser-#2", direct, "\n  1."),
    ] {
        let input = format!("begin opti set noboard stip {stipulation} pieces {men} end");
        let text = written(&input, &mut tables);
        assert!(text.starts_with(expected), "{stipulation}: {text}");
    }
}

#[test]
fn options_choose_the_output() {
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

/// In a problem whose defences are answered by mate at once, these defences are omitted.
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

/// Meaningful words, so that rubbish gets far.
const WORDS: &str = "begin anfangproblem debut next end weiter asuivre stip #2 h#1 =1 s#1 h=0.5 #1.5 pieces white black \
    neutral ka1 kh8 qd4 ra1h1 pa7b2 forsyth 8/8/8/8/8/8/8/8 7k/8/5K2/8/8/8/Q7/8 option variation try defence \
    2 setplay nothreat noshort movenum start upto maxsol maxtime 1 duplex halfduplex nocastling h1 enpassant \
    e2e3e4 postkey white twin cont move exch add remove rotate 90 mirror a1<-->h8 polish zero";

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
        words in prop::collection::vec(
            prop::sample::select(WORDS.split(' ').collect::<Vec<_>>()), 0..40)
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
