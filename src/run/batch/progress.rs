//! Messages and a single status line on stderr.
//!
//! The status line is shorter than 80 columns, so that it never wraps. All output to stderr goes
//! through here, so that the line can be cleared before a message and drawn again after it.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use super::lines::Input;
use super::stats::Stats;
use super::watch::Underway;
pub use keymove_base::desk::When;
use keymove_base::desk::{StatusLine, clock, complain, tell};

/// A record that takes at least this long is shown in the status line.
const LONG: Duration = Duration::from_secs(1);

/// The maximum length of the status line.
const COLUMNS: usize = 79;

/// The stderr of a run.
#[derive(Debug)]
pub struct Progress {
    /// The size of all inputs in bytes, if it is known.
    total: Option<u64>,
    start: Instant,
    line: StatusLine,
}

impl Progress {
    /// Starts the clock.
    pub fn new(when: When, inputs: &[Input]) -> Progress {
        // If lines are typed in, it would get in their way.
        let is_shown = when.or(|| io::stderr().is_terminal() && !reads_terminal(inputs));
        Progress {
            total: inputs.iter().map(Input::size).sum(),
            start: Instant::now(),
            line: StatusLine::new(is_shown),
        }
    }

    /// Whether the status line is drawn without being requested.
    pub fn is_shown(&self) -> bool {
        self.line.is_shown()
    }

    /// Draws the status line if it is due. `read` is the number of input bytes done. `underway` is
    /// called for the record that has been running longest.
    pub fn draw(&mut self, stats: &Stats, read: u64, underway: impl FnOnce() -> Option<Underway>) {
        if self.line.is_due() {
            let text = self.status(stats, read, Now::Running(underway()));
            self.line.draw(&text);
        }
    }

    /// Writes the status line as a message, whether or not it is enabled.
    pub fn tell(&mut self, stats: &Stats, read: u64, underway: Option<Underway>) {
        let text = self.status(stats, read, Now::Running(underway));
        self.say(&text);
    }

    fn status(&self, stats: &Stats, read: u64, now: Now) -> String {
        status(self.total, stats, read, self.start.elapsed(), now)
    }

    /// Clears the status line to make room for something else. It is drawn again later.
    pub fn clear(&mut self) {
        self.line.clear();
    }

    /// Writes a message on a line of its own.
    pub fn complain(&mut self, message: &str) {
        self.clear();
        complain(message);
    }

    fn say(&mut self, line: &str) {
        self.clear();
        tell(line);
    }

    /// Leaves the final status on the screen, or `summary` instead, if there is one.
    pub fn finish(mut self, stats: &Stats, read: u64, summary: Option<&str>) {
        if let Some(summary) = summary {
            for line in summary.lines() {
                self.say(line);
            }
        } else if self.line.is_shown() {
            let text = self.status(stats, read, Now::Ended);
            self.line.leave(&text);
        }
    }
}

/// Whether any of `inputs` is typed in at a terminal.
pub(super) fn reads_terminal(inputs: &[Input]) -> bool {
    inputs.contains(&Input::Stdin) && io::stdin().is_terminal()
}

/// The time shown in the status line.
enum Now {
    /// The record that has been running longest, and the estimated remaining time.
    Running(Option<Underway>),
    /// The elapsed time.
    Ended,
}

/// The number of lines by outcome, each preceded by a blank.
fn outcomes(stats: &Stats) -> String {
    let groups = [
        ("solved", stats.solved.records),
        ("refuted", stats.refuted),
        ("gave up", stats.gave_up),
        ("malformed", stats.malformed - stats.unsupported),
        ("unsupported", stats.unsupported),
        ("internal errors", stats.internal_errors),
    ];
    let shown = groups.into_iter().filter(|(_, number)| *number > 0);
    shown
        .map(|(name, number)| format!(" {name} {number}"))
        .collect()
}

/// The status line.
fn status(total: Option<u64>, stats: &Stats, read: u64, elapsed: Duration, now: Now) -> String {
    let done = stats.lines;
    let all = total.filter(|_| read > 0).and_then(|bytes| {
        let lines = u128::from(done) * u128::from(bytes) / u128::from(read);
        u64::try_from(lines).ok()
    });
    let mut text = match all {
        // Where all is done, the number is no estimate.
        Some(all) if all <= done => format!("{done}/{done} 100%"),
        Some(all) => format!("{done}/~{all} {}%", 100 * done / all),
        None => done.to_string(),
    };
    text.push_str(&outcomes(stats));
    let answered = done - stats.kept;
    let rate = answered as f64 / elapsed.as_secs_f64().max(0.001);
    let decimals = if rate < 10.0 { 1 } else { 0 };
    text.push_str(&format!(" {rate:.decimals$}/s"));
    let mut add = |part: String| {
        if text.len() + part.len() <= COLUMNS {
            text.push_str(&part);
        }
    };
    let underway = match now {
        Now::Ended => {
            add(format!(" in {}", clock(elapsed)));
            text.truncate(COLUMNS);
            return text;
        }
        Now::Running(underway) => underway,
    };
    if let Some(record) = underway.filter(|record| record.elapsed >= LONG) {
        add(format!(" line {} {}", record.line, clock(record.elapsed)));
        if record.refuted > 0 {
            add(format!(" refuted {}", record.refuted));
        }
    }
    if let Some(left) = all.and_then(|all| all.checked_sub(done))
        && left > 0
        && answered > 0
    {
        add(format!(
            " ETA {}",
            clock(Duration::from_secs_f64(left as f64 / rate))
        ));
    }
    text.truncate(COLUMNS);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that has answered 150 lines, after 100 of an earlier run.
    fn stats() -> Stats {
        let mut stats = Stats::new(true);
        (stats.kept, stats.lines) = (100, 250);
        (stats.solved.records, stats.refuted) = (120, 20);
        (stats.gave_up, stats.malformed) = (9, 1);
        stats
    }

    fn running(total: Option<u64>, read: u64, seconds: u64) -> String {
        let elapsed = Duration::from_secs(seconds);
        status(total, &stats(), read, elapsed, Now::Running(None))
    }

    #[test]
    fn the_number_of_lines_and_the_time_left_are_estimated_from_the_bytes() {
        assert_eq!(
            running(Some(8000), 2000, 10),
            "250/~1000 25% solved 120 refuted 20 gave up 9 malformed 1 15/s ETA 0:50"
        );
        let slow = running(Some(8000), 2000, 100);
        assert!(slow.ends_with(" 1.5/s ETA 8:20"), "{slow}");
    }

    #[test]
    fn an_unknown_total_is_not_invented() {
        for text in [running(None, 2000, 10), running(Some(8000), 0, 10)] {
            assert!(text.starts_with("250 solved 120 "), "{text}");
            assert!(!text.contains("ETA"), "{text}");
        }
    }

    #[test]
    fn an_empty_run_divides_by_nothing() {
        let text = status(
            Some(0),
            &Stats::new(true),
            0,
            Duration::ZERO,
            Now::Running(None),
        );
        assert_eq!(text, "0 0.0/s");
    }

    #[test]
    fn the_line_never_wraps() {
        let huge = 99_999_999_999;
        let mut stats = stats();
        (stats.lines, stats.solved.records) = (2 * huge, huge);
        (stats.refuted, stats.gave_up) = (huge, huge);
        (stats.malformed, stats.unsupported) = (2 * huge, huge);
        let elapsed = Duration::from_secs(1);
        let text = status(Some(huge), &stats, 1, elapsed, Now::Running(None));
        assert_eq!(text.len(), COLUMNS);
    }

    #[test]
    fn a_long_record_shows_its_time_and_depth() {
        let now = |seconds, refuted| {
            Now::Running(Some(Underway {
                line: 17,
                elapsed: Duration::from_secs(seconds),
                refuted,
            }))
        };
        let stats = Stats::new(true);
        let shown = |now| status(None, &stats, 0, Duration::from_secs(42), now);
        assert_eq!(shown(now(42, 5)), "0 0.0/s line 17 0:42 refuted 5");
        assert_eq!(shown(now(42, 0)), "0 0.0/s line 17 0:42");
        assert_eq!(shown(now(0, 5)), "0 0.0/s");
    }

    #[test]
    fn the_last_line_says_how_long_it_took() {
        let elapsed = Duration::from_secs(100);
        let text = status(Some(8000), &stats(), 8001, elapsed, Now::Ended);
        assert_eq!(
            text,
            "250/250 100% solved 120 refuted 20 gave up 9 malformed 1 1.5/s in 1:40"
        );
    }
}
