//! The last lines that a client reads: once a mate was shown, no later line takes it back, shows a
//! longer one or a smaller depth, and the answer is the first move of the last line. Every way in
//! which a search can end is judged by `scripts/judge/uci`, through python-chess.

use std::collections::BTreeMap;

/// The fields of an `info` line: the words after a name.
fn field<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1).copied()
}

/// The faults in the lines that answer one `go`, up to its `bestmove` or as far as they were read;
/// and the mate in the last line of the first rank, if there is one.
pub fn judged(lines: &[String]) -> Result<Option<i32>, String> {
    let mut depth = 0;
    let mut shown: BTreeMap<&str, i32> = BTreeMap::new();
    // The first moves by rank, as a client keeps them.
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    let mut last = "";
    for line in lines {
        let (said, _) = line.split_once(" string ").unwrap_or((line, ""));
        let words: Vec<&str> = said.split_whitespace().collect();
        match words[..] {
            ["info", _, ..] => {}
            ["bestmove", best, ..] => {
                let is_first = first.get("1").is_none_or(|m| *m == best);
                if !is_first || (!shown.is_empty() && !last.contains(" score mate ")) {
                    return Err(format!("{line} after {last}"));
                }
                continue;
            }
            _ => continue,
        }
        last = line;
        let number: u32 = field(&words, "depth").map_or(0, |n| n.parse().expect("plies"));
        if number < depth {
            return Err(format!("{line} after depth {depth}"));
        }
        depth = number;
        let rank = field(&words, "multipv").expect("a rank");
        let Some(mate) = field(&words, "mate") else {
            if shown.is_empty() {
                continue;
            }
            return Err(format!("{line} after a mate in {shown:?}"));
        };
        let mate: i32 = mate.parse().expect("moves");
        if let Some(before) = shown.insert(rank, mate)
            && (mate.signum() != before.signum() || mate.abs() > before.abs())
        {
            return Err(format!("{line} after mate {before}"));
        }
        if let Some(m) = field(&words, "pv") {
            first.insert(rank, m);
        }
    }
    let moves: std::collections::BTreeSet<_> = first.values().collect();
    if moves.len() < first.len() {
        return Err(format!("a first move has two lines: {first:?}"));
    }
    Ok(shown.get("1").copied())
}

#[test]
fn a_mate_that_is_taken_back_is_seen() {
    let mate = |depth, n, m| {
        format!("info depth {depth} seldepth 1 multipv 1 score mate {n} nodes 1 pv {m} a1a2")
    };
    let nothing = "info depth 11 multipv 1 score cp 0 nodes 1 string no mate within 5".to_owned();
    let best = "bestmove e2e4 ponder a1a2".to_owned();
    let first = mate(11, 6, "e2e4");
    assert_eq!(
        judged(&[nothing.clone(), first.clone(), best.clone()]),
        Ok(Some(6))
    );
    for wrong in [
        vec![first.clone(), nothing.clone()],
        vec![first.clone(), mate(13, 7, "e2e4")],
        vec![first.clone(), mate(13, -5, "e2e4")],
        vec![first.clone(), mate(9, 5, "e2e4")],
        vec![mate(11, 6, "d2d4"), best],
    ] {
        assert!(judged(&wrong).is_err(), "{wrong:?}");
    }
}
