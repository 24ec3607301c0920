//! Trees and lines as JSON: every move with its SAN and UCI, and below it the moves that follow.

use serde::Serialize;
use shakmaty::{CastlingMode, Move};

use super::WrittenMove;
use super::outcome::WrittenLength;
use keymove_records::record::{LEFT_OUT, san_line};
use keymove_rules::position::Position;
use keymove_solve::{Continuation, Kind, LimitKind, Lines, Tree, TryMove, Variation};

/// The play of a problem.
#[derive(Serialize)]
pub(super) struct WrittenTree {
    keys: Vec<WrittenContinuation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    defences: Vec<WrittenVariation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<WrittenTry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<Vec<WrittenVariation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

#[derive(Serialize)]
struct WrittenContinuation {
    #[serde(flatten)]
    m: WrittenMove,
    moves: u16,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threats: Vec<WrittenContinuation>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    zugzwang: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<WrittenVariation>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

#[derive(Serialize)]
struct WrittenVariation {
    #[serde(flatten)]
    m: WrittenMove,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ends: bool,
    shown: bool,
    continuations: Vec<WrittenContinuation>,
}

#[derive(Serialize)]
struct WrittenTry {
    #[serde(flatten)]
    play: WrittenContinuation,
    refutations: Vec<WrittenMove>,
}

/// Solutions of one length.
#[derive(Serialize)]
pub(super) struct WrittenLines {
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<WrittenLength>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    lines: Vec<Vec<WrittenMove>>,
}

/// Writes the moves of one problem.
pub(super) struct MoveWriter {
    pub mode: CastlingMode,
    pub kind: Kind,
}

impl MoveWriter {
    /// Writes a move and plays it.
    fn play(&self, position: &mut Position, m: Move) -> WrittenMove {
        WrittenMove {
            san: position.play_with_san(m),
            uci: m.to_uci(self.mode).to_string(),
        }
    }

    /// First moves, sorted by SAN (ASCII).
    pub fn set(&self, position: &Position, moves: &[Move]) -> Vec<WrittenMove> {
        let written = moves.iter().map(|&m| self.play(&mut position.clone(), m));
        let mut set: Vec<WrittenMove> = written.collect();
        set.sort_unstable();
        set.dedup();
        set
    }

    /// A line; an omitted reply is a null move.
    pub fn line(&self, position: &Position, moves: &[Move]) -> Vec<WrittenMove> {
        let mut played = moves.iter().peekable();
        let mut uci = |san: &str| match played.next_if(|_| san != LEFT_OUT) {
            Some(m) => m.to_uci(self.mode).to_string(),
            None => NULL_MOVE.to_owned(),
        };
        let words = san_line(position, self.kind, moves).into_iter();
        let written = words.map(|san| WrittenMove {
            uci: uci(&san),
            san,
        });
        written.collect()
    }

    /// Lines from `position`, each length separately.
    pub fn lines(&self, position: &Position, lines: &[Lines]) -> Vec<WrittenLines> {
        let written = lines.iter().map(|solutions| WrittenLines {
            moves: solutions
                .lines
                .first()
                .map(|_| WrittenLength(solutions.length)),
            count: solutions.count,
            lines: solutions
                .lines
                .iter()
                .map(|line| self.line(position, line))
                .collect(),
        });
        written.collect()
    }

    /// The tree of `position`.
    pub fn tree(&self, position: &Position, tree: &Tree) -> WrittenTree {
        let tries = tree.tries.as_ref();
        let passed = position.passed();
        WrittenTree {
            keys: self.continuations(position, &tree.keys),
            defences: self.variations(position, &tree.defences),
            tries: tries.map(|tries| tries.iter().map(|t| self.try_move(position, t)).collect()),
            set_play: tree.set_play.as_ref().map(|set_play| {
                passed.map_or_else(Vec::new, |passed| self.variations(&passed, set_play))
            }),
            limit: tree.limit.map(LimitKind::name),
        }
    }

    fn continuations(
        &self,
        position: &Position,
        continuations: &[Continuation],
    ) -> Vec<WrittenContinuation> {
        let written = continuations.iter().map(|c| self.continuation(position, c));
        written.collect()
    }

    fn continuation(&self, position: &Position, played: &Continuation) -> WrittenContinuation {
        let mut after = position.clone();
        WrittenContinuation {
            m: self.play(&mut after, played.m),
            moves: played.moves,
            threats: after
                .passed()
                .map(|next| self.continuations(&next, &played.threats))
                .unwrap_or_default(),
            zugzwang: played.zugzwang,
            variations: self.variations(&after, &played.variations),
            cut: played.cut && !after.legal_moves().is_empty(),
        }
    }

    fn variations(&self, position: &Position, variations: &[Variation]) -> Vec<WrittenVariation> {
        let written = variations.iter().map(|variation| {
            let mut after = position.clone();
            WrittenVariation {
                m: self.play(&mut after, variation.reply),
                ends: variation.ends,
                shown: variation.shown,
                continuations: self.continuations(&after, &variation.continuations),
            }
        });
        written.collect()
    }

    fn try_move(&self, position: &Position, try_move: &TryMove) -> WrittenTry {
        let after = position.after(try_move.play.m);
        let refutations = try_move.refutations.iter();
        WrittenTry {
            play: self.continuation(position, &try_move.play),
            refutations: refutations
                .map(|&m| self.play(&mut after.clone(), m))
                .collect(),
        }
    }
}

/// The null move of UCI.
const NULL_MOVE: &str = "0000";
