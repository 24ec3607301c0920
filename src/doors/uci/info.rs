//! Writes `info` lines.

use std::time::Duration;

/// The known outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Mate in this number of moves; negative if the side to move is mated; 0 if it is already
    /// mated.
    Mate(i32),
    /// Nothing is proved.
    Nothing,
}

/// The cost so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Nodes.
    pub nodes: u64,
    /// The used part of the tables, in thousandths.
    pub permille: u16,
    /// Time since the `go`.
    pub time: Duration,
}

/// An `info` line: `depth` and `seldepth` are in plies, `rank` is the number of the line, from 1,
/// and `rest` is appended (a `pv`, a `string`).
pub fn info(
    depth: u32,
    seldepth: u32,
    rank: usize,
    score: Score,
    cost: &Cost,
    rest: &str,
) -> String {
    let score = match score {
        Score::Mate(moves) => format!("mate {moves}"),
        Score::Nothing => "cp 0".to_owned(),
    };
    let Cost {
        nodes,
        permille,
        time,
    } = cost;
    // Within less than a millisecond, the speed is meaningless.
    let speed = u128::from(*nodes) * 1_000_000 / time.as_micros().max(1000);
    let time = time.as_millis();
    format!(
        "info depth {depth} seldepth {seldepth} multipv {rank} score {score} nodes {nodes} \
         nps {speed} hashfull {permille} time {time}{rest}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_fields_in_order() {
        let cost = Cost {
            nodes: 5000,
            permille: 7,
            time: Duration::from_millis(20),
        };
        assert_eq!(
            info(5, 3, 2, Score::Mate(2), &cost, " pv e2e4"),
            "info depth 5 seldepth 3 multipv 2 score mate 2 nodes 5000 nps 250000 hashfull 7 \
             time 20 pv e2e4"
        );
        let cost = Cost {
            nodes: u64::MAX,
            time: Duration::ZERO,
            ..cost
        };
        assert!(info(0, 0, 1, Score::Nothing, &cost, "").contains(" score cp 0 "));
    }
}
