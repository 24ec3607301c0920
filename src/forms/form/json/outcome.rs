//! The findings as JSON: the fields common to all outcomes, and those specific to each.

use serde::{Serialize, Serializer};
use shakmaty::Move;

use super::WrittenMove;
use super::play::{MoveWriter, WrittenLines, WrittenTree};
use keymove_records::epd::Epd;
use keymove_records::record::Findings;
use keymove_solve::{Kind, Length, LimitKind, Outcome, Tree, Verdict};

/// The fields of a record with the findings.
#[derive(Default, Serialize)]
pub(super) struct WrittenOutcome {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<WrittenLength>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<WrittenLength>,
    #[serde(skip_serializing_if = "Option::is_none")]
    safe: Option<WrittenLength>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sooner: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    escapes: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<WrittenMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<WrittenTree>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<WrittenLines>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<Vec<WrittenLines>>,
}

/// A length in full moves, a number with or without `.5`.
pub(super) struct WrittenLength(pub Length);

impl WrittenLength {
    fn whole(moves: u16) -> WrittenLength {
        WrittenLength(Length::of_moves(moves))
    }
}

impl Serialize for WrittenLength {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.0.moves();
        if self.0.has_half() {
            serializer.serialize_f64(f64::from(moves) + 0.5)
        } else {
            serializer.serialize_u16(moves)
        }
    }
}

impl WrittenOutcome {
    /// The `findings` about the record `epd`.
    pub(super) fn new(epd: &Epd, findings: &Findings) -> WrittenOutcome {
        let verdict = findings.decisive();
        let position = &*verdict.position;
        let writer = MoveWriter {
            mode: epd.mode(),
            kind: verdict.stipulation.kind,
        };
        let set_play = verdict.set_play.as_ref();
        let common = WrittenOutcome {
            outcome: verdict.name(),
            refuted: findings.refuted().map(WrittenLength),
            safe: findings.safe().map(WrittenLength),
            limit: findings.limit().map(LimitKind::name),
            tree: tree(findings).map(|tree| writer.tree(position, &tree)),
            set_play: set_play
                .and_then(|set_play| Some(writer.lines(&position.passed()?, set_play))),
            ..WrittenOutcome::default()
        };
        common.with_results(verdict, &writer)
    }

    /// With the fields that only some outcomes have.
    fn with_results(self, verdict: &Verdict, writer: &MoveWriter) -> WrittenOutcome {
        let position = &*verdict.position;
        let set = |moves: &[Move]| Some(writer.set(position, moves));
        let line = |moves: &[Move]| Some(writer.line(position, moves));
        match &verdict.outcome() {
            Outcome::Checkmate | Outcome::Stalemate | Outcome::GaveUp { .. } => self,
            Outcome::Solved(solution) => WrittenOutcome {
                moves: Some(WrittenLength::whole(solution.moves)),
                shortest: Some(solution.refuted.saturating_add(1) >= solution.moves),
                refuted: Some(WrittenLength::whole(solution.refuted)),
                keys: set(&solution.keys),
                open: Some(solution.open),
                pv: line(&solution.line),
                ..self
            },
            Outcome::Helped(help) => {
                let shortest = help.solutions.first();
                let first = shortest.and_then(|solutions| solutions.lines.first());
                WrittenOutcome {
                    moves: Some(WrittenLength(help.length)),
                    shortest: Some(true),
                    keys: set(&help.keys),
                    open: Some(help.open),
                    pv: first.and_then(|moves| line(moves)),
                    count: shortest.and_then(|solutions| solutions.count),
                    solutions: Some(writer.lines(position, &help.solutions)),
                    ..self
                }
            }
            Outcome::Lost(loss) => WrittenOutcome {
                moves: Some(WrittenLength::whole(loss.moves)),
                shortest: Some(loss.safe.saturating_add(1) >= loss.moves),
                safe: Some(WrittenLength::whole(loss.safe)),
                open: Some(loss.open).filter(|&open| open > 0),
                longest: set(&loss.longest),
                sooner: set(&loss.sooner),
                pv: line(&loss.line),
                ..self
            },
            Outcome::Refuted { escapes, open, .. } => {
                // The forced moves of reflex play.
                let forced = writer.kind.forced_moves(position);
                let known = |moves: &[Move]| set(moves).filter(|set| !set.is_empty());
                WrittenOutcome {
                    forced: known(&forced),
                    escapes: known(escapes),
                    open: (!escapes.is_empty()).then_some(*open),
                    ..self
                }
            }
        }
    }
}

/// The play that was found. If both directions were asked, keys, tries and set play belong to the
/// mate, defences to being mated.
fn tree(findings: &Findings) -> Option<Tree> {
    let trees = || {
        let verdicts = findings.verdicts.iter();
        verdicts.filter_map(|verdict| Some((verdict.stipulation.kind, verdict.tree.as_deref()?)))
    };
    if findings.is_named() {
        return trees().next().map(|(_, tree)| tree.clone());
    }
    let of = |is_mated: bool| {
        let tree = trees().find(|(kind, _)| (*kind == Kind::MATED) == is_mated);
        tree.map(|(_, tree)| tree)
    };
    trees().next()?;
    Some(Tree {
        // A direction that was not asked has no play.
        defences: of(true).map_or_else(Vec::new, |tree| tree.defences.clone()),
        limit: trees().find_map(|(_, tree)| tree.limit),
        ..of(false).cloned().unwrap_or_default()
    })
}
