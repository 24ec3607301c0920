//! Counting records, and showing the counts.

use serde_json::Value;

use super::*;
use keymove_solve::{Kind, Length, Stipulation};

/// Counts a record in line `line` that took this number of milliseconds and nodes.
fn count(stats: &mut Stats, line: u64, millis: u64, nodes: u64, reached: Option<Stipulation>) {
    let outcome = match reached {
        Some(_) => RecordOutcome::Solved,
        None => RecordOutcome::GaveUp,
    };
    let measure = AnswerStats {
        reached,
        limit: reached.is_none().then_some(LimitKind::Nodes),
        nodes,
        unasked: None,
    };
    let place = Some(("a.epd".into(), line));
    stats.count(outcome);
    let elapsed = Some(Duration::from_millis(millis));
    stats.measure(outcome, measure, place, elapsed);
}

fn json(stats: &Stats) -> Value {
    serde_json::from_slice(&stats.to_json()).expect("an object")
}

#[test]
fn the_slowest_are_the_three_that_took_longest_and_of_equals_the_first() {
    let mate = Some(Stipulation::new(Kind::MATE, 2));
    let lines = |no_time| -> Vec<u64> {
        let mut stats = Stats::new(no_time);
        for (line, time) in (1..).zip([3, 9, 1, 9, 2, 7, 9, 3, 3]) {
            count(&mut stats, line, time, 100 - time, mate);
        }
        stats.slowest.iter().map(|slow| slow.line).collect()
    };
    assert_eq!(lines(false), [2, 4, 7]);
    assert_eq!(lines(true), [3, 5, 1], "by nodes");
}

#[test]
fn solved_records_are_sorted_by_their_goal_and_its_length() {
    let help = Stipulation::within(Kind::HELPMATE, Length::of_half_moves(5));
    let mut stats = Stats::new(true);
    for (line, reached) in (1..).zip([
        Some(help),
        Some(Stipulation::new(Kind::MATE, 10)),
        Some(Stipulation::new(Kind::MATE, 2)),
        Some(Stipulation::new(Kind::MATE, 2)),
        Some(Stipulation::new(Kind::MATED, 1)),
        None,
    ]) {
        count(&mut stats, line, 1, 10 * line, reached);
    }
    stats.count(RecordOutcome::Solved);
    let text = stats.to_string();
    assert!(text.starts_with("7 records, 210 nodes\n"), "{text}");
    let solved = "\nsolved    6: #2 2, #10 1, -#1 1, h#2.5 1, over already 1\n";
    assert!(text.contains(solved), "{text}");
    let limits = "\ngave up   1; limits met, also by solved ones: nodes 1\n";
    assert!(text.contains(limits), "{text}");
    let help = &json(&stats)["solved"]["by_length"][3];
    assert_eq!(help["moves"], 2.5);
}

#[test]
fn a_run_that_is_resumed_goes_on_with_the_same_numbers() {
    for no_time in [false, true] {
        let mut stats = Stats::new(no_time);
        for (line, &kind) in (1..).zip(Kind::ALL.iter()) {
            let within = Stipulation::within(kind, Length::of_half_moves(4));
            let exact = Stipulation {
                exact: true,
                ..within
            };
            let is_exact = line % 2 == 0 && exact.is_solved();
            let reached = if is_exact { exact } else { within };
            count(&mut stats, line, 5 * line, 7, Some(reached));
        }
        stats.count(RecordOutcome::Unsupported);
        let read: Stats = serde_json::from_value(json(&stats.all_kept())).expect("as written");
        let read = Stats::new(no_time).continuing(read);
        assert_eq!((read.kept, read.lines), (stats.lines, stats.lines));
        assert_eq!(read.has_times, !no_time);
        assert_eq!(json(&read), json(&stats.all_kept()));
    }
}

#[test]
fn without_times_there_are_none() {
    let published = |no_time| {
        let mut stats = Stats::new(no_time);
        count(&mut stats, 1, 5, 7, None);
        stats.publish(RunStage::Complete);
        json(&stats)
    };
    assert!(published(true).get("wall_seconds").is_none());
    assert!(published(true)["slowest"][0].get("seconds").is_none());
    assert_eq!(published(false)["slowest"][0]["seconds"], 0.005);
}

#[test]
fn errors_are_counted_apart_from_unsupported_records() {
    let mut stats = Stats::new(true);
    assert!(!stats.has_faults());
    stats.count(RecordOutcome::Unsupported);
    assert_eq!(
        (stats.malformed, stats.errors(), stats.has_faults()),
        (1, 0, false)
    );
    stats.count(RecordOutcome::Malformed);
    assert_eq!(
        (stats.malformed, stats.errors(), stats.has_faults()),
        (2, 1, true)
    );
    stats.count(RecordOutcome::Passed);
    assert_eq!((stats.lines, stats.records), (3, 2));
}

#[test]
fn the_time_of_processors_stands_behind_any_name() {
    let stat = "7 (a ) b) S 1 7 7 0 -1 4194304 90 0 0 0 123 45 0 0 20 0 1 0 99 0 0";
    assert_eq!(ticks(stat), Some(168));
    assert_eq!(ticks("7 (a) S 1"), None);
    assert_eq!(ticks(""), None);
}

#[test]
fn more_outcomes_than_lines_do_not_fit() {
    let mut stats = Stats::new(true);
    for line in 1..=4 {
        count(
            &mut stats,
            line,
            1,
            10,
            Some(Stipulation::new(Kind::MATE, 2)),
        );
    }
    for outcome in [
        RecordOutcome::Solved,
        RecordOutcome::Passed,
        RecordOutcome::Malformed,
        RecordOutcome::Unsupported,
        RecordOutcome::Unreadable,
    ] {
        stats.count(outcome);
    }
    assert!(stats.fit(9) && stats.all_kept().fit(9) && stats.fit(10));
    assert!(!stats.fit(8));
    let changes: [fn(&mut Stats); 7] = [
        |stats| stats.malformed = u64::MAX,
        |stats| stats.kept = u64::MAX,
        |stats| stats.refuted = u64::MAX - 3,
        |stats| stats.unsupported = 3,
        |stats| stats.records = 9,
        |stats| stats.limits.time = 9,
        |stats| stats.solved.over = u64::MAX,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut changed = stats.clone();
        change(&mut changed);
        assert!(!changed.fit(9), "{number}");
    }
}
