//! The text if nothing is solved: refuted, gave up, over already, both directions, errors,
//! comments.

use crate::support::json::side;
use crate::support::verdict::verdict;
use insta::assert_snapshot;
use keymove::answer::{Format, RecordOutcome, refused};
use keymove::cause::Cause;
use keymove::position::Position;
use keymove::record::Findings;
use keymove::report::text;
use keymove::solve::{Counters, Kind, Length, LimitKind, Outcome, Stipulation, Verdict};

use crate::report::{ALL, ASCII, PLAY, answered, below_diagram, gallery, job, judged, settings};

/// The text about `outcome` of a problem.
fn said(stipulation: Stipulation, outcome: Outcome) -> String {
    let (epd, _) = judged("7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;", PLAY);
    let findings = Findings::single(counted(stipulation, epd.position(), outcome));
    below_diagram(&text(&[side(&epd, &findings)], ASCII, true))
}

fn counted(asked: Stipulation, position: &Position, outcome: Outcome) -> Verdict {
    Verdict {
        counters: Counters {
            nodes: 1,
            ..Counters::default()
        },
        ..verdict(asked, position, outcome)
    }
}

#[test]
fn gave_up() {
    let gave_up = |kind, refuted, limit| {
        said(
            Stipulation::new(kind, 8),
            Outcome::GaveUp {
                refuted: Length::of_moves(refuted),
                limit,
            },
        )
    };
    assert_snapshot!(gallery([
        ("nodes", gave_up(Kind::MATE, 4, LimitKind::Nodes)),
        ("time", gave_up(Kind::SELFMATE, 0, LimitKind::Time)),
        ("stopped", gave_up(Kind::MATED, 2, LimitKind::Stopped)),
    ]));
}

#[test]
fn half_a_move_is_refuted_too() {
    let text = said(
        Stipulation::within(Kind::HELPMATE, Length::of_half_moves(5)),
        Outcome::Refuted {
            length: Length::of_half_moves(5),
            escapes: Vec::new(),
            open: 0,
            limit: None,
        },
    );
    assert!(
        text.contains("\nproved: no helpmate within 2.5\n"),
        "{text}"
    );
}

#[test]
fn a_length_that_is_not_proved_the_shortest() {
    let (epd, mut findings) = judged("7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;", PLAY);
    let verdict = &mut findings.verdicts[0];
    let reached = verdict.bounds.reached.as_mut().expect("a mate");
    reached.length = Length::of_moves(7);
    reached.keys.most = 2;
    verdict.bounds.refuted = Length::of_moves(4);
    verdict.limit = Some(LimitKind::Nodes);
    let text = below_diagram(&text(&[side(&epd, &findings)], ASCII, true));
    assert!(
        text.contains(
            "\nmate in 7 (not proved the shortest), 1 key; proved: no mate within 4; 1 first\n      \
             move undecided; stopped by the node limit\n"
        ),
        "{text}"
    );
}

#[test]
fn a_mate_longer_than_asked_names_the_open_length() {
    let (epd, mut findings) = judged("7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;", PLAY);
    let verdict = &mut findings.verdicts[0];
    let reached = verdict.bounds.reached.as_mut().expect("a mate");
    reached.length = Length::of_moves(7);
    verdict.bounds.refuted = Length::of_moves(1);
    verdict.limit = Some(LimitKind::Nodes);
    let text = below_diagram(&text(&[side(&epd, &findings)], ASCII, true));
    assert!(
        text.contains("\nmate in 7 (within 2 open), 1 key"),
        "{text}"
    );
}

#[test]
fn both_directions_show_both_findings() {
    let (epd, _) = job("8/8/8/8/8/2k5/8/K1R5 b - -", ALL);
    let asked = [Kind::MATE, Kind::MATED].map(|kind| Stipulation::new(kind, 5));
    let refuted = |asked| {
        let outcome = Outcome::Refuted {
            length: Length::of_moves(5),
            escapes: Vec::new(),
            open: 0,
            limit: None,
        };
        counted(asked, epd.position(), outcome)
    };
    let findings = Findings {
        asked: asked.to_vec(),
        verdicts: asked.map(refuted).to_vec(),
    };
    let text = below_diagram(&text(&[side(&epd, &findings)], ASCII, true));
    assert_eq!(
        text,
        "mate in at most 5, or mated (2+1)  Black to move\nproved: no mate within 5\nproved: not mated within 5\n\n2 nodes\n\n"
    );
}

#[test]
fn a_panic_is_an_error_like_any_other() {
    let answer = refused(
        (1, 1),
        b"line",
        Cause::read("internal: oops"),
        &settings(Format::Text, PLAY),
    );
    let text = String::from_utf8(answer.text).expect("text");
    assert_eq!(text, "error in column 1: internal: oops\n   line\n\n");
}

#[test]
fn a_status_does_not_depend_on_the_form() {
    for line in ["", "# a", "8/8", "7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;"] {
        let status = |format| answered(line, &settings(format, PLAY)).outcome;
        assert_eq!(status(Format::Text), status(Format::Epd), "{line}");
    }
    let answer = answered("8/8 w - -", &settings(Format::Text, PLAY));
    assert_eq!(answer.outcome, RecordOutcome::Malformed);
    assert!(answer.cause.is_some());
}
