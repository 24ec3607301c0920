//! The findings as JSON: one function for each outcome that has results of its own.

use serde::{Serialize, Serializer};
use shakmaty::{CastlingMode, Move};

use super::play::{WrittenLines, WrittenTree, written_lines, written_tree};
use super::{WrittenMove, written_line, written_set};
use keymove_records::epd::Epd;
use keymove_records::record::Findings;
use keymove_rules::position::Position;
use keymove_solve::{Help, Kind, Length, LimitKind, Lines, Loss, Outcome, Solution, Tree};

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
        let stipulation = verdict.stipulation;
        let outcome = verdict.outcome();
        let writer = OutcomeWriter {
            position: &verdict.position,
            mode: epd.mode(),
            kind: stipulation.kind,
        };
        let common = WrittenOutcome {
            outcome: verdict.name(),
            refuted: findings.refuted().map(WrittenLength),
            safe: findings.safe().map(WrittenLength),
            limit: findings.limit().map(LimitKind::name),
            tree: tree(findings).map(|tree| written_tree(writer.position, writer.mode, &tree)),
            set_play: writer.set_play(verdict.set_play.as_deref()),
            ..WrittenOutcome::default()
        };
        match &outcome {
            Outcome::Checkmate | Outcome::Stalemate | Outcome::GaveUp { .. } => common,
            Outcome::Solved(solution) => writer.solved(common, solution),
            Outcome::Helped(help) => writer.helped(common, help),
            Outcome::Lost(loss) => writer.lost(common, loss),
            Outcome::Refuted { escapes, open, .. } => WrittenOutcome {
                forced: writer.forced(stipulation.kind),
                ..writer.refuted(common, escapes, *open)
            },
        }
    }
}

/// Adds to the fields that every outcome has.
struct OutcomeWriter<'a> {
    position: &'a Position,
    mode: CastlingMode,
    kind: Kind,
}

impl OutcomeWriter<'_> {
    fn solved(&self, common: WrittenOutcome, solution: &Solution) -> WrittenOutcome {
        WrittenOutcome {
            moves: Some(WrittenLength::whole(solution.moves)),
            shortest: Some(solution.refuted.saturating_add(1) >= solution.moves),
            refuted: Some(WrittenLength::whole(solution.refuted)),
            keys: self.set(&solution.keys),
            open: Some(solution.open),
            pv: self.line(&solution.line),
            ..common
        }
    }

    fn helped(&self, common: WrittenOutcome, help: &Help) -> WrittenOutcome {
        let shortest = help.solutions.first();
        WrittenOutcome {
            moves: Some(WrittenLength(help.length)),
            shortest: Some(true),
            keys: self.set(&help.keys),
            open: Some(help.open),
            pv: shortest
                .and_then(|solutions| solutions.lines.first())
                .and_then(|line| self.line(line)),
            count: shortest.and_then(|solutions| solutions.count),
            solutions: Some(self.lines(self.position, &help.solutions)),
            ..common
        }
    }

    /// The set play of help and series play.
    fn set_play(&self, set_play: Option<&[Lines]>) -> Option<Vec<WrittenLines>> {
        let set_play = set_play?;
        Some(self.lines(&self.position.passed()?, set_play))
    }

    /// Lines from `position`, each length separately.
    fn lines(&self, position: &Position, lines: &[Lines]) -> Vec<WrittenLines> {
        let written = |lines| written_lines(position, self.mode, self.kind, lines);
        lines.iter().map(written).collect()
    }

    fn lost(&self, common: WrittenOutcome, loss: &Loss) -> WrittenOutcome {
        WrittenOutcome {
            moves: Some(WrittenLength::whole(loss.moves)),
            shortest: Some(loss.safe.saturating_add(1) >= loss.moves),
            safe: Some(WrittenLength::whole(loss.safe)),
            open: Some(loss.open).filter(|&open| open > 0),
            longest: self.set(&loss.longest),
            sooner: self.set(&loss.sooner),
            pv: self.line(&loss.line),
            ..common
        }
    }

    fn refuted(&self, common: WrittenOutcome, escapes: &[Move], open: usize) -> WrittenOutcome {
        let (escapes, open) = if escapes.is_empty() {
            (None, None)
        } else {
            (self.set(escapes), Some(open))
        };
        WrittenOutcome {
            escapes,
            open,
            ..common
        }
    }

    /// The forced moves of reflex play.
    fn forced(&self, kind: Kind) -> Option<Vec<WrittenMove>> {
        let forced = kind.forced_moves(self.position);
        (!forced.is_empty()).then(|| written_set(self.position, self.mode, &forced))
    }

    fn set(&self, moves: &[Move]) -> Option<Vec<WrittenMove>> {
        Some(written_set(self.position, self.mode, moves))
    }

    fn line(&self, moves: &[Move]) -> Option<Vec<WrittenMove>> {
        Some(written_line(self.position, self.mode, self.kind, moves))
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
