//! Trees and lines as JSON: every move with its SAN and UCI, and below it the moves that follow.

use serde::Serialize;
use shakmaty::{CastlingMode, Move};

use super::outcome::WrittenLength;
use super::{WrittenMove, written_line};
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
    san: String,
    uci: String,
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
    san: String,
    uci: String,
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

/// The tree of `position`.
pub(super) fn written_tree(position: &Position, mode: CastlingMode, tree: &Tree) -> WrittenTree {
    let writer = TreeWriter { mode };
    WrittenTree {
        keys: writer.continuations(position, &tree.keys),
        defences: writer.variations(position, &tree.defences),
        tries: tree
            .tries
            .as_ref()
            .map(|tries| tries.iter().map(|t| writer.try_move(position, t)).collect()),
        set_play: tree.set_play.as_ref().map(|variations| {
            position
                .passed()
                .map(|position| writer.variations(&position, variations))
                .unwrap_or_default()
        }),
        limit: tree.limit.map(LimitKind::name),
    }
}

/// Lines of `kind` that begin in `position`.
pub(super) fn written_lines(
    position: &Position,
    mode: CastlingMode,
    kind: Kind,
    lines: &Lines,
) -> WrittenLines {
    WrittenLines {
        moves: lines.lines.first().map(|_| WrittenLength(lines.length)),
        count: lines.count,
        lines: lines
            .lines
            .iter()
            .map(|line| written_line(position, mode, kind, line))
            .collect(),
    }
}

struct TreeWriter {
    mode: CastlingMode,
}

impl TreeWriter {
    /// Writes a move and plays it.
    fn play(&self, position: &mut Position, m: Move) -> WrittenMove {
        WrittenMove {
            san: position.play_with_san(m),
            uci: m.to_uci(self.mode).to_string(),
        }
    }

    fn continuations(
        &self,
        position: &Position,
        continuations: &[Continuation],
    ) -> Vec<WrittenContinuation> {
        continuations
            .iter()
            .map(|c| self.continuation(position, c))
            .collect()
    }

    fn continuation(&self, position: &Position, played: &Continuation) -> WrittenContinuation {
        let mut after = position.clone();
        let WrittenMove { san, uci } = self.play(&mut after, played.m);
        WrittenContinuation {
            san,
            uci,
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
        variations
            .iter()
            .map(|variation| {
                let mut after = position.clone();
                let WrittenMove { san, uci } = self.play(&mut after, variation.reply);
                WrittenVariation {
                    san,
                    uci,
                    ends: variation.ends,
                    shown: variation.shown,
                    continuations: self.continuations(&after, &variation.continuations),
                }
            })
            .collect()
    }

    fn try_move(&self, position: &Position, try_move: &TryMove) -> WrittenTry {
        let mut after = position.clone();
        after.play(try_move.play.m);
        WrittenTry {
            play: self.continuation(position, &try_move.play),
            refutations: try_move
                .refutations
                .iter()
                .map(|&m| self.play(&mut after.clone(), m))
                .collect(),
        }
    }
}
