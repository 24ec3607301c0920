//! What is counted, and how it is told.

use super::*;
use crate::batch::answering::LineAnswer;
use keymove_solve::{Kind, Length, Stipulation};

/// A record in line `line` that took so many milliseconds and nodes.
fn done(line: u64, millis: u64, nodes: u64, reached: Option<Stipulation>) -> LineAnswer {
    let status = if reached.is_some() {
        RecordOutcome::Solved
    } else {
        RecordOutcome::GaveUp
    };
    let mut done = LineAnswer {
        place: Some(("a.epd".into(), line)),
        elapsed: Duration::from_millis(millis),
        ..LineAnswer::empty(status)
    };
    done.answer.measure = Some(AnswerStats {
        reached,
        limit: reached.is_none().then_some(LimitKind::Nodes),
        nodes,
    });
    done
}

fn counted_all(no_time: bool, answers: &[LineAnswer]) -> Figures {
    let (mut stats, mut tally) = (Stats::new(no_time), Tally::default());
    for answer in answers {
        tally.count(answer.answer.outcome);
        let measure = answer.answer.measure.expect("a record");
        stats.count(
            answer.answer.outcome,
            measure,
            answer.place.clone(),
            answer.elapsed,
        );
    }
    stats.figures(&tally, RunStage::Complete)
}

#[test]
fn the_slowest_are_the_five_that_took_longest_and_of_equals_the_first() {
    let mate = Some(Stipulation::new(Kind::MATE, 2));
    let times = [3, 9, 1, 9, 2, 7, 9, 3, 3];
    let answers: Vec<LineAnswer> = (1..)
        .zip(times)
        .map(|(line, time)| done(line, time, 100 - time, mate))
        .collect();
    let lines = |no_time| -> Vec<u64> {
        let figures = counted_all(no_time, &answers);
        figures.slowest.iter().map(|slow| slow.line).collect()
    };
    assert_eq!(lines(false), [2, 4, 7, 6, 1]);
    assert_eq!(lines(true), [3, 5, 1, 8, 9], "by nodes");
}

#[test]
fn solved_records_are_sorted_by_what_is_reached_and_its_length() {
    let help = Stipulation::within(Kind::HELPMATE, Length::of_half_moves(5));
    let answers = [
        done(1, 1, 10, Some(help)),
        done(2, 1, 20, Some(Stipulation::new(Kind::MATE, 10))),
        done(3, 1, 30, Some(Stipulation::new(Kind::MATE, 2))),
        done(4, 1, 40, Some(Stipulation::new(Kind::MATE, 2))),
        done(5, 1, 50, Some(Stipulation::new(Kind::MATED, 1))),
        done(6, 1, 60, None),
    ];
    let figures = counted_all(true, &answers);
    let lengths: Vec<(&str, f64, u64)> = figures
        .outcomes
        .solved
        .by_length
        .iter()
        .map(|length| (length.stipulation.as_str(), length.moves, length.records))
        .collect();
    assert_eq!(
        lengths,
        [
            ("#2", 2.0, 2),
            ("#10", 10.0, 1),
            ("-#1", 1.0, 1),
            ("h#2.5", 2.5, 1)
        ]
    );
    assert_eq!((figures.outcomes.records, figures.outcomes.nodes), (6, 210));
    let text = figures.to_string();
    assert!(text.starts_with("6 records, 210 nodes\n"), "{text}");
    assert!(
        text.contains("\nsolved    5: #2 2, #10 1, -#1 1, h#2.5 1\n"),
        "{text}"
    );
    let limits = "\ngave up   1; limits met, also by solved ones: nodes 1\n";
    assert!(text.contains(limits), "{text}");
}

#[test]
fn what_another_run_goes_on_with_is_what_was_counted() {
    for no_time in [false, true] {
        let mut stats = Stats::new(no_time);
        for (line, &kind) in (1..).zip(Kind::ALL.iter()) {
            let within = Stipulation::within(kind, Length::of_half_moves(4));
            let exact = Stipulation {
                exact: true,
                ..within
            };
            let reached = if line % 2 == 0 && exact.is_solved() {
                exact
            } else {
                within
            };
            let answer = done(line, 5 * line, 7, Some(reached));
            let measure = answer.answer.measure.expect("a record");
            stats.count(answer.answer.outcome, measure, answer.place, answer.elapsed);
        }
        let tally = Tally {
            answered: 99,
            solved: 99,
            ..Tally::default()
        };
        let json = serde_json::to_string(&stats).expect("numbers");
        let read: Stats = serde_json::from_str(&json).expect("what was written");
        let outcome = |stats: &Stats| {
            let figures = stats.figures(&tally, RunStage::Running);
            let outcomes = serde_json::to_value(figures.outcomes).expect("numbers");
            (
                outcomes,
                serde_json::to_value(figures.slowest).expect("numbers"),
            )
        };
        assert_eq!(outcome(&read), outcome(&stats));
        assert_eq!(serde_json::to_string(&read).expect("numbers"), json);
    }
}

#[test]
fn without_times_there_are_none() {
    let json = |no_time| {
        let figures = counted_all(no_time, &[done(1, 5, 7, None)]);
        let json: serde_json::Value = serde_json::from_slice(&figures.to_json()).unwrap();
        json
    };
    assert!(json(true).get("wall_seconds").is_none());
    assert!(json(true)["slowest"][0].get("seconds").is_none());
    assert_eq!(json(false)["slowest"][0]["seconds"], 0.005);
}

#[test]
fn the_time_of_processors_stands_behind_any_name() {
    let stat = "7 (a ) b) S 1 7 7 0 -1 4194304 90 0 0 0 123 45 0 0 20 0 1 0 99 0 0";
    assert_eq!(ticks(stat), Some(168));
    assert_eq!(ticks("7 (a) S 1"), None);
    assert_eq!(ticks(""), None);
}
