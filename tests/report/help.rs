//! Help play: numbered solutions, halves, set play, shorter solutions, counts.

use crate::support::json::side;
use keymove::solve::Verdict;

use crate::report::{ALL, ASCII, PLAY, below_diagram, judged, shown};

/// Three helpmates in 2 and none in 1.
const THREE: &str = "8/8/7p/4K3/6k1/1Q6/8/8 b - - Stip \"h#2\";";

fn changed(change: impl FnOnce(&mut Verdict)) -> String {
    let (epd, mut findings) = judged(THREE, ALL);
    change(&mut findings.verdicts[0]);
    below_diagram(&keymove::report::text(
        &[side(&epd, &findings)],
        ASCII,
        true,
    ))
}

#[test]
fn unlisted_solutions_are_counted() {
    let text = changed(|help| {
        help.solutions[0].lines.truncate(1);
        help.solutions[0].count = Some(2001);
    });
    assert!(
        text.contains("\nhelpmate in 2, 2001 solutions\n   1) 1.Kh4 "),
        "{text}"
    );
    assert!(text.contains("\n   and 2000 more\n"), "{text}");
}

#[test]
fn uncounted_solutions_are_reported() {
    let text = changed(|help| {
        help.solutions[0].count = None;
        let reached = help.bounds.reached.as_mut().expect("solutions");
        reached.keys.most += 1;
        help.limit = Some(keymove::solve::LimitKind::Nodes);
    });
    let said = "\nhelpmate in 2, at least 3 solutions; 1 first move undecided; stopped by the node\n      limit\n";
    assert!(text.contains(said), "{text}");
}

#[test]
fn set_play_may_be_empty() {
    let text = changed(|help| {
        help.set_play = Some(Vec::new());
    });
    assert!(text.contains("\nset play: none\n"), "{text}");
    assert!(!shown(THREE, PLAY).contains("set play"));
}
