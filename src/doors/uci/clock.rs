//! The time for a move when there is a clock.

use std::time::Duration;

use super::message::Go;

/// The assumed number of remaining moves if it is not given.
const MOVES_LEFT: u32 = 30;

/// The time reserved for transmitting a move.
const RESERVE: Duration = Duration::from_millis(50);

/// The time for one move; `None` if there is no limit.
///
/// With a clock, it is the remaining time divided by the number of remaining moves, plus three
/// quarters of the increment; at most half of the remaining time, and a reserve is kept.
/// move adds; never more than half of what is left, and a reserve is kept.
pub fn time_for_move(go: &Go, white: bool) -> Option<Duration> {
    let side = usize::from(!white);
    let share = go.time[side].map(|left| {
        let moves = go
            .movestogo
            .map_or(MOVES_LEFT, |moves| moves.clamp(1, MOVES_LEFT));
        let share = left / moves + go.increment[side] * 3 / 4;
        let most = if moves == 1 { left } else { left / 2 };
        share.min(most).min(left.saturating_sub(RESERVE))
    });
    match (share, go.movetime) {
        (Some(share), Some(time)) => Some(share.min(time)),
        (share, time) => share.or(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_share_is_never_more_than_what_is_left() {
        for left in [0, 10, 50, 60, 1000, 300_000] {
            for increment in [0, 100, 5000] {
                for movestogo in [None, Some(0), Some(1), Some(5), Some(400)] {
                    let go = Go {
                        time: [Some(ms(left)), None],
                        increment: [ms(increment), ms(0)],
                        movestogo,
                        ..Go::default()
                    };
                    let time = time_for_move(&go, true).expect("a limit");
                    assert!(time <= ms(left.saturating_sub(50)), "{go:?}");
                    assert_eq!(time_for_move(&go, false), None);
                }
            }
        }
        let go = Go {
            time: [Some(ms(60_000)), Some(ms(1000))],
            ..Go::default()
        };
        assert_eq!(time_for_move(&go, true), Some(ms(2000)));
        let both = Go {
            movetime: Some(ms(20)),
            ..go
        };
        assert_eq!(time_for_move(&both, true), Some(ms(20)));
    }
}
