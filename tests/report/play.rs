//! Keys, threats, variations, duals, tries, set play, in the notation of problem literature.

use crate::support::json::side;
use insta::assert_snapshot;
use keymove::bounds::Bounds;
use keymove::solve::{Kind, Length, Stipulation, Tree, Verdict, Wanted};

use crate::report::{ALL, ASCII, PLAY, below_diagram, gallery, judged, shown};

/// A mate in 2 by zugzwang, attributed to Morphy.
const ZUGZWANG: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;";

#[test]
fn zugzwang() {
    assert_snapshot!(shown(ZUGZWANG, ALL));
}

#[test]
fn direct_play() {
    let positions = [
        (
            "a threat that is parried",
            "8/8/8/4RN1P/4K3/2P4N/2P2p1Q/4k3 w - - dm 2;",
        ),
        (
            "a double threat, several replies",
            "8/2Q1K3/4P2k/4p3/6P1/8/p5Q1/6N1 w - - dm 2;",
        ),
        (
            "several keys, with check",
            "8/4p3/8/8/3Q3R/K2p4/8/N1k5 w - - dm 2;",
        ),
        ("Black begins", "8/8/3q1n2/k4n2/8/1r6/1P6/1K6 b - - dm 2;"),
        ("en passant", "8/8/2r4q/6p1/6Pp/5P2/5k2/7K b - g3 dm 1;"),
        (
            "castling mates",
            "2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - Stip \"#1\";",
        ),
        (
            "two moves of the same man",
            "6k1/8/6K1/8/8/8/8/R6R w - - dm 1;",
        ),
    ];
    assert_snapshot!(gallery(
        positions.map(|(name, line)| (name, shown(line, ALL)))
    ));
}

#[test]
fn three_moves() {
    assert_snapshot!(gallery([
        (
            "variations in variations",
            shown("8/8/8/8/8/3K4/1R6/k7 w - - Stip \"#3\";", PLAY)
        ),
        (
            "threats that branch",
            shown("8/8/8/8/1Q6/3K4/p7/k7 w - - Stip \"#3\";", PLAY)
        ),
        (
            "duals that branch",
            shown("7k/8/8/4K3/8/8/8/QR6 w - - Stip \"#3\";", PLAY)
        ),
    ]));
}

#[test]
fn every_stipulation_of_forced_play() {
    let positions = [
        ("stalemate", "5k2/3p4/4Q3/8/5N2/8/2K5/8 w - - Stip \"=2\";"),
        ("selfmate", "8/8/8/8/6p1/7k/7p/2Q4K w - - Stip \"s#2\";"),
        (
            "selfmate in one",
            "8/8/8/8/8/6pk/7p/R6K w - - Stip \"s#1\";",
        ),
        ("selfstalemate", "8/8/7p/8/8/7k/7p/2Q4K w - - Stip \"s=2\";"),
        ("mated", "8/P7/8/8/8/4K3/1Q6/6k1 b - - Stip \"-#2\";"),
        ("White is mated", "K7/8/1k6/8/8/8/8/7r w - - Stip \"-#1\";"),
        ("not mated", "8/1r6/8/8/8/5K2/4Q2k/8 b - - Stip \"-#1\";"),
    ];
    assert_snapshot!(gallery(
        positions.map(|(name, line)| (name, shown(line, ALL)))
    ));
}

#[test]
fn a_shorter_solution_is_marked() {
    let text = shown("8/8/8/8/8/6pk/7p/R6K w - - Stip \"s#2\";", PLAY);
    assert!(
        text.contains("\nselfmate in 1 (shorter than stipulated), "),
        "{text}"
    );
    assert!(text.starts_with("s#2 (2+3)\n"), "{text}");
    let text = shown("7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#\";", PLAY);
    assert!(text.contains("\nmate in 2, 1 key\n"), "{text}");
}

/// The text for Morphy's problem with another tree.
fn with_tree(change: impl FnOnce(&mut Tree)) -> String {
    let (epd, mut findings) = judged(ZUGZWANG, ALL);
    change(findings.verdicts[0].tree.as_mut().expect("a tree"));
    below_diagram(&keymove::report::text(
        &[side(&epd, &findings)],
        ASCII,
        true,
    ))
}

/// A reply that parries one of two threats is no less a defence than one that parries both.
#[test]
fn separated_threats_are_written() {
    let text = shown("7B/5R2/3p3N/3P4/1K2k2r/4N3/4Q3/8 w - - Stip \"#2\";", PLAY);
    let below = text
        .split("\n1.Kc3! (2.Qd3#, 2.Qf3#)\n")
        .nth(1)
        .expect("the key");
    let variations: Vec<&str> = below.lines().take_while(|l| l.starts_with(' ')).collect();
    assert_eq!(
        variations,
        ["   1...Rh3 2.Qd3#", "   1...Rf4 2.Re7#"],
        "{text}"
    );
}

#[test]
fn longer_keys_stand_apart() {
    let longer = Wanted {
        longer_keys: true,
        ..PLAY
    };
    let text = shown("4N3/6K1/6Q1/8/7k/5B2/8/8 w - - Stip \"=2\";", longer);
    let (shortest, others) = text.split_once("\nlonger:\n").expect("a heading");
    assert!(
        shortest.ends_with("\n1.Bg2=!\n1.Qg2=!\n") || shortest.ends_with("\n1.Qg2=!\n1.Bg2=!\n"),
        "{text}"
    );
    let expected = "   1.Qg1! (2.Qg2=)\n      1...Kh3 2.Qf2=\n";
    assert!(others.starts_with(expected), "{text}");
}

#[test]
fn every_refutation_is_written() {
    let twice = Wanted { tries: 2, ..PLAY };
    let text = shown(ZUGZWANG, twice);
    let tries: Vec<&str> = text.lines().filter(|l| l.contains('?')).collect();
    let expected = [
        "   1.Ra2? zugzwang but 1...a6!, 1...a5!",
        "   1.Ra3? zugzwang but 1...a6!, 1...a5!",
        "   1.Ra4? zugzwang but 1...a6!, 1...a5!",
        "   1.Ra5? zugzwang but 1...a6!",
        "   1.Rxa7+? but 1...Bxa7!",
    ];
    assert_eq!(tries, expected, "{text}");
}

#[test]
fn what_is_cut_shows_dots() {
    let text = with_tree(|tree| {
        let key = &mut tree.keys[0];
        key.variations.clear();
        key.cut = true;
    });
    assert!(text.contains("\n1.Ra6! ...\n"), "{text}");
}

#[test]
fn a_mate_is_never_cut() {
    let text = with_tree(|tree| {
        for v in &mut tree.keys[0].variations {
            v.continuations[0].cut = true;
        }
    });
    assert!(!text.contains("..\n") && text.contains("2.b7#\n"), "{text}");
}

#[test]
fn a_limit_of_the_play_is_told() {
    let text = with_tree(|tree| {
        tree.limit = Some(keymove::solve::LimitKind::Time);
        tree.tries = Some(Vec::new());
    });
    assert!(
        text.contains("\nthe play is incomplete: stopped by the time limit\n"),
        "{text}"
    );
    assert!(!text.contains("tries: none"), "{text}");
}

#[test]
fn without_a_tree_there_is_the_line() {
    let (epd, mut findings) = judged(ZUGZWANG, PLAY);
    findings.verdicts[0].tree = None;
    let text = below_diagram(&keymove::report::text(
        &[side(&epd, &findings)],
        ASCII,
        true,
    ));
    assert!(text.contains("\n1.Ra6!\n   line: 1.Ra6 "), "{text}");
}

#[test]
fn a_key_that_the_tree_lacks_is_written_all_the_same() {
    let text = with_tree(|tree| tree.keys.clear());
    assert!(text.contains("\n1.Ra6!\n"), "{text}");
}

/// `K~` and `~` stand for nothing but moves that are played so.
#[test]
fn a_tilde_is_not_written_where_a_move_is_missing() {
    // All replies of a bishop have the same answer, one of them is taken away.
    let all = with_tree(|_| ());
    assert!(all.contains("1...B~ 2.Rxa7#"), "{all}");
    let fewer = with_tree(|tree| {
        let key = &mut tree.keys[0];
        let at = key
            .variations
            .iter()
            .position(|v| v.reply.role() == shakmaty::Role::Bishop);
        key.variations.remove(at.expect("a bishop's move"));
    });
    assert!(
        !fewer.split("set play").next().expect("keys").contains('~'),
        "{fewer}"
    );
}

#[test]
fn no_line_is_longer_than_the_page() {
    let records = include_str!("../../suites/mates-2.epd").lines().take(40);
    for line in records {
        let text = shown(line, ALL);
        assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
        assert!(text.lines().all(|l| !l.ends_with(' ')), "{text}");
    }
}

/// The same outcome for another stipulation is not what is tested here; but none may panic.
#[test]
fn every_kind_has_words() {
    for kind in [
        Kind::MATE,
        Kind::MATED,
        Kind::STALEMATE,
        Kind::SELFMATE,
        Kind::SELFSTALEMATE,
        Kind::HELPMATE,
        Kind::HELPSTALEMATE,
    ] {
        let (epd, _) = judged(ZUGZWANG, PLAY);
        let refuted = Bounds::refuted(Length::of_moves(3));
        let findings = keymove::record::Findings::single(Verdict::new(
            Stipulation::new(kind, 3),
            epd.position().clone(),
            refuted,
        ));
        let text = below_diagram(&keymove::report::text(
            &[side(&epd, &findings)],
            ASCII,
            true,
        ));
        assert!(
            text.contains("\nproved: no") && text.contains(" within 3\n"),
            "{text}"
        );
    }
}
