//! Converts a [`Tree`](keymove_solve::Tree) into nodes of a page.
//!
//! The tree decides which replies are shown, what threatens and what is zugzwang; this module only
//! writes it. It follows these conventions of problem literature:
//!
//! - replies with the same continuations are combined (`1...Ka1, Kb1 2.Qh8#`); several
//!   continuations (duals) are separated by commas;
//! - `K~` denotes all moves of the king (three or more), if no other man can be meant; `~` alone,
//!   in the last place, denotes every other legal move.

use shakmaty::{Move, Role, Square};

use super::notation::{MoveNotation, number};
use super::page::TextNode;
use keymove_rules::position::Position;
use keymove_solve::{Continuation, TryMove, Variation};

/// The minimum number of replies that are combined into `~`; fewer are written out.
const ANY: usize = 4;

/// The minimum number of moves that are combined into `K~`.
const ALL_OF_A_MAN: usize = 3;

/// A key with its play.
pub(super) fn key(notation: &MoveNotation, position: &Position, key: &Continuation) -> TextNode {
    on_own_line(continuation(notation, position, key, 0, "!", &[]))
}

/// A try with its play and its refutations.
pub(super) fn try_move(
    notation: &MoveNotation,
    position: &Position,
    try_move: &TryMove,
) -> TextNode {
    let TryMove { play, refutations } = try_move;
    on_own_line(continuation(notation, position, play, 0, "?", refutations))
}

/// The play if the other side begins.
pub(super) fn set_play(
    notation: &MoveNotation,
    position: &Position,
    variations: &[Variation],
) -> Vec<TextNode> {
    let Some(position) = position.passed() else {
        return Vec::new();
    };
    let shown: Vec<&Variation> = variations.iter().filter(|v| v.shown).collect();
    let any = shown.len() == position.legal_moves().len();
    replies(notation, &position, &shown, 1, any)
}

/// The moves of a side that is mated in any case, those that hold out longest first.
pub(super) fn defences(
    notation: &MoveNotation,
    position: &Position,
    variations: &[Variation],
) -> Vec<TextNode> {
    let mut sorted: Vec<&Variation> = variations.iter().collect();
    sorted.sort_by_key(|v| std::cmp::Reverse(v.continuations.first().map_or(0, |c| c.moves)));
    replies(notation, position, &sorted, 0, false)
}

/// A key or try gets a line of its own, however short its play is.
fn on_own_line(mut node: TextNode) -> TextNode {
    if !node.children.is_empty() {
        node.linear = None;
    }
    node
}

/// A move of the attacker, followed by `sign`, and the play after it.
fn continuation(
    notation: &MoveNotation,
    position: &Position,
    played: &Continuation,
    ply: usize,
    sign: &str,
    refutations: &[Move],
) -> TextNode {
    let words = notation.words;
    let mut after = position.clone();
    let written = notation.play(&mut after, played.m);
    let mut text = format!("{}{written}{sign}", number(ply));
    let threats: Vec<TextNode> = after
        .passed()
        .map(|next| {
            let threats = played.threats.iter();
            threats
                .map(|t| continuation(notation, &next, t, ply + 2, "", &[]))
                .collect()
        })
        .unwrap_or_default();
    let defences: Vec<&Variation> = played.variations.iter().filter(|v| v.shown).collect();
    // If a legal move is not written, `~` for "any other" would be wrong.
    let any = defences.len() + refutations.len() == after.legal_moves().len();
    let mut children = replies(notation, &after, &defences, ply + 1, any);

    let side_by_side: Option<Vec<&str>> = threats.iter().map(|t| t.linear.as_deref()).collect();
    match side_by_side {
        Some(lines) if lines.is_empty() => (),
        Some(lines) => text.push_str(&format!(" ({})", lines.join(", "))),
        None => {
            let headed = threats.iter().cloned();
            children.splice(0..0, headed.map(|t| with_heading(words.threat, t)));
        }
    }
    let brackets = text.ends_with(')');
    // A move that reaches the goal has no play that could be cut.
    if played.cut && !after.legal_moves().is_empty() {
        text.push_str(" ...");
    }
    let linear = match children.as_slice() {
        [] => Some(text.clone()),
        [reply] if threats.is_empty() || brackets => reply
            .linear
            .as_deref()
            .map(|line| format!("{text} {}", follow(line, ply + 1, brackets))),
        _ => None,
    };
    if played.zugzwang {
        text.push_str(&format!(" {}", words.zugzwang));
    }
    let mut node = TextNode {
        text,
        children,
        linear,
    };
    if !refutations.is_empty() {
        let refutations = refutations.iter();
        let refutations = refutations.map(|&m| notation.numbered(&after, m, ply + 1) + "!");
        node.refute(words.but, &refutations.collect::<Vec<String>>());
    }
    node
}

impl TextNode {
    /// Adds the refutations of a try.
    fn refute(&mut self, but: &str, refutations: &[String]) {
        self.text
            .push_str(&format!(" {but} {}", refutations.join(", ")));
        if self.children.is_empty() {
            self.linear = Some(self.text.clone());
        }
    }
}

/// `node` preceded by a word.
fn with_heading(word: &str, node: TextNode) -> TextNode {
    TextNode {
        text: format!("{word} {}", node.text),
        linear: node.linear.map(|line| format!("{word} {line}")),
        children: node.children,
    }
}

/// The continuation in the same line: the number of an odd ply is omitted, unless it follows a
/// bracket.
fn follow(line: &str, ply: usize, brackets: bool) -> &str {
    if ply.is_multiple_of(2) || brackets {
        line
    } else {
        line.strip_prefix(&number(ply)).unwrap_or(line)
    }
}

/// Replies with their continuations, those with the same continuations combined. `any`: every legal
/// move is among them or written elsewhere.
fn replies(
    notation: &MoveNotation,
    position: &Position,
    variations: &[&Variation],
    ply: usize,
    any: bool,
) -> Vec<TextNode> {
    let mut groups: Vec<(Vec<Move>, Vec<TextNode>)> = Vec::new();
    for variation in variations {
        let mut after = position.clone();
        after.play(variation.reply);
        let continuations: Vec<TextNode> = variation
            .continuations
            .iter()
            .map(|c| continuation(notation, &after, c, ply + 1, "", &[]))
            .collect();
        let same = |(_, others): &&mut (Vec<Move>, Vec<TextNode>)| {
            others.len() == continuations.len()
                && others
                    .iter()
                    .zip(&continuations)
                    .all(|(a, b)| a.reads_as(b))
        };
        match groups.iter_mut().find(same) {
            Some((replies, _)) => replies.push(variation.reply),
            None => groups.push((vec![variation.reply], continuations)),
        }
    }
    let mut written: Vec<(String, Vec<TextNode>)> = Vec::new();
    let mut others = None;
    let most = groups
        .iter()
        .filter(|(_, continuations)| !continuations.is_empty())
        .map(|(replies, _)| replies.len())
        .max()
        .unwrap_or(0);
    for (group, continuations) in groups {
        // The moves that reach the goal must be written out.
        let text = if continuations.is_empty() {
            listed(notation, position, &group)
        } else {
            by_man(notation, position, &group)
        };
        if any && others.is_none() && group.len() == most && most >= ANY && text.contains(", ") {
            let any = notation.standing_for(group[0], "~".to_owned());
            others = Some((any, continuations));
        } else {
            written.push((text, continuations));
        }
    }
    written
        .into_iter()
        .chain(others)
        .map(|(text, continuations)| reply(notation, &text, continuations, ply))
        .collect()
}

/// Replies, already written, with their continuations.
fn reply(
    notation: &MoveNotation,
    written: &str,
    continuations: Vec<TextNode>,
    ply: usize,
) -> TextNode {
    let text = format!("{}{written}", number(ply));
    let follow = |line: &str| follow(line, ply + 1, false).to_owned();
    let lines: Option<Vec<String>> = continuations
        .iter()
        .map(|c| c.linear.as_deref().map(follow))
        .collect();
    // Long duals are easier to distinguish if each has a line of its own.
    let short = |line: &String| line.split(' ').count() <= 2;
    let linear = lines
        .filter(|lines| lines.len() < 2 || lines.iter().all(short))
        .map(|lines| match lines.as_slice() {
            [] => text.clone(),
            lines => format!("{text} {}", lines.join(", ")),
        });
    match <[TextNode; 1]>::try_from(continuations) {
        Ok([only]) => TextNode {
            text: format!("{text} {}", follow(&only.text)),
            children: only.children,
            linear,
        },
        Err(several) => TextNode {
            text,
            children: several
                .into_iter()
                .enumerate()
                .map(|(at, node)| match at {
                    0 => node,
                    _ => with_heading(notation.words.or, node),
                })
                .collect(),
            linear,
        },
    }
}

/// All moves, written out.
fn listed(notation: &MoveNotation, position: &Position, moves: &[Move]) -> String {
    let written: Vec<String> = moves
        .iter()
        .map(|&m| notation.play(&mut position.clone(), m))
        .collect();
    written.join(", ")
}

/// The moves, with all moves of one man combined.
fn by_man(notation: &MoveNotation, position: &Position, moves: &[Move]) -> String {
    let legal = position.legal_moves();
    let mut written: Vec<String> = Vec::new();
    let mut done: Vec<Square> = Vec::new();
    for &m in moves {
        // A drop stands for itself.
        let Some(from) = m.from() else {
            written.push(notation.play(&mut position.clone(), m));
            continue;
        };
        if done.contains(&from) {
            continue;
        }
        let of_man = |among: &[Move]| among.iter().filter(|a| a.from() == Some(from)).count();
        // Another man that the letter could denote.
        let another = legal.iter().any(|a| {
            a.from() != Some(from)
                && a.role() == m.role()
                && (m.role() != Role::Pawn || a.from().map(Square::file) == Some(from.file()))
        });
        let count = of_man(moves);
        if count >= ALL_OF_A_MAN && count == of_man(&legal) && !another {
            done.push(from);
            let any = match m.role() {
                Role::Pawn => format!("{}~", from.file().char()),
                role => format!("{}~", notation.words.letter(role)),
            };
            written.push(notation.standing_for(m, any));
        } else {
            written.push(notation.play(&mut position.clone(), m));
        }
    }
    written.join(", ")
}
