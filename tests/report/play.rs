//! Keys, threats, variations, duals, tries, set play, in the notation of problem literature.

use crate::support::json::side;
use keymove::bounds::Bounds;
use keymove::solve::{Kind, Length, Stipulation, Tree, Verdict};

use crate::report::{ALL, ASCII, PLAY, below_diagram, judged, shown};

/// A mate in 2 by zugzwang, attributed to Morphy.
const ZUGZWANG: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;";

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

/// The text for Morphy's problem with a different tree.
fn with_tree(change: impl FnOnce(&mut Tree)) -> String {
    let (epd, mut findings) = judged(ZUGZWANG, ALL);
    change(findings.verdicts[0].tree.as_mut().expect("a tree"));
    below_diagram(&keymove::report::text(
        &[side(&epd, &findings)],
        ASCII,
        true,
    ))
}

#[test]
fn cut_play_shows_dots() {
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
fn a_limit_of_the_play_is_reported() {
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

/// `K~` and `~` only represent moves that are really played in that way.
#[test]
fn a_tilde_is_not_written_where_a_move_is_missing() {
    // All replies of a bishop have the same answer; one of them is removed.
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

/// This does not test whether the outcome suits the stipulation; but none may panic.
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
