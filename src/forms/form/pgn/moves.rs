//! The play of a problem as the moves of a game: [`words`].

use shakmaty::Move;

use super::comment;
use keymove_records::record::LEFT_OUT;
use keymove_rules::position::Position;
use keymove_solve::{Continuation, Kind, Lines, Outcome, Tree, TryMove, Variation, Verdict};

/// A move and the play after it. The first move of the play is the game's, the others are variations.
#[derive(Debug, Default)]
struct GameNode {
    /// The move; `None` is a side that waits.
    m: Option<Move>,
    /// The sign of a good or a bad move.
    sign: &'static str,
    zugzwang: bool,
    /// The moves that threaten after it.
    threats: Vec<Move>,
    next: Vec<GameNode>,
}

/// The moves, numbers, signs, comments and brackets of a game with the play of `verdict`.
pub(super) fn words(verdict: &Verdict) -> Vec<String> {
    let none = Tree::default();
    let tree = verdict.tree.as_deref().unwrap_or(&none);
    let kind = verdict.stipulation.kind;
    let mut nodes = Vec::new();
    let told = match verdict.outcome() {
        Outcome::Checkmate => "checkmate already".to_owned(),
        Outcome::Stalemate => "stalemate already".to_owned(),
        // Without the play: the main line and the other keys.
        Outcome::Solved(solution) => {
            if verdict.tree.is_none() {
                nodes = line_and_moves(&solution.line, &solution.keys);
            }
            String::new()
        }
        Outcome::Helped(help) => {
            nodes = lines(kind, &help.solutions);
            String::new()
        }
        Outcome::Lost(loss) => {
            let longest = |defence: &&Variation| loss.longest.contains(&defence.reply);
            nodes.extend(tree.defences.iter().filter(longest).map(defence));
            if verdict.tree.is_none() {
                nodes = line_and_moves(&loss.line, &loss.longest);
            }
            String::new()
        }
        Outcome::Refuted { length, .. } => format!("no solution in {length}"),
        Outcome::GaveUp { limit, .. } => {
            format!("not solved: the limit of {} came first", limit.name())
        }
    };
    nodes.extend(tree.keys.iter().map(|key| attack(key, "$1")));
    nodes.extend(tree.tries.iter().flatten().map(try_move));
    let mut words: Vec<String> = (!told.is_empty())
        .then(|| comment(&told))
        .into_iter()
        .collect();
    write(&mut words, &verdict.position, &nodes, 0, false);
    words
}

/// A move of the attacker and the play after it.
fn attack(played: &Continuation, sign: &'static str) -> GameNode {
    let mut shown: Vec<&Variation> = played.variations.iter().filter(|v| v.shown).collect();
    // If nothing parries the threat, any reply lets it happen.
    if shown.is_empty() {
        shown.extend(played.variations.first());
    }
    // The game itself is as long as the solution.
    shown.sort_by_key(|v| std::cmp::Reverse(v.continuations.first().map_or(0, |c| c.moves)));
    GameNode {
        m: Some(played.m),
        sign,
        zugzwang: played.zugzwang,
        threats: played.threats.iter().map(|threat| threat.m).collect(),
        next: shown.into_iter().map(defence).collect(),
    }
}

/// A move of the defender and the play after it.
fn defence(variation: &Variation) -> GameNode {
    GameNode {
        m: Some(variation.reply),
        next: variation
            .continuations
            .iter()
            .map(|c| attack(c, ""))
            .collect(),
        ..GameNode::default()
    }
}

/// A try with its refutations, which come first: they are why it fails.
fn try_move(tried: &TryMove) -> GameNode {
    let mut node = attack(&tried.play, "$2");
    let refutations = tried.refutations.iter().map(|&m| GameNode {
        m: Some(m),
        sign: "$1",
        ..GameNode::default()
    });
    node.next.splice(0..0, refutations);
    node
}

/// The lines of help and series play as a tree: lines that begin alike share their first moves.
fn lines(kind: Kind, solutions: &[Lines]) -> Vec<GameNode> {
    let mut nodes = Vec::new();
    for line in solutions.iter().flat_map(|lines| &lines.lines) {
        add_line(&mut nodes, kind, line);
    }
    nodes
}

/// A line, and first moves with nothing after them.
fn line_and_moves(line: &[Move], moves: &[Move]) -> Vec<GameNode> {
    let mut nodes = Vec::new();
    add_line(&mut nodes, Kind::MATE, line);
    for &m in moves {
        below(&mut nodes, Some(m));
    }
    nodes
}

fn add_line(nodes: &mut Vec<GameNode>, kind: Kind, line: &[Move]) {
    let mut level = nodes;
    for (&m, left) in line.iter().zip((0..line.len()).rev()) {
        level = below(level, Some(m));
        if kind.is_reply_left_out(left) {
            level = below(level, None);
        }
    }
}

/// The play after `m` among these moves, to which it is added if it is not there.
fn below(level: &mut Vec<GameNode>, m: Option<Move>) -> &mut Vec<GameNode> {
    let at = level
        .iter()
        .position(|node| node.m == m)
        .unwrap_or_else(|| {
            level.push(GameNode {
                m,
                ..GameNode::default()
            });
            level.len() - 1
        });
    &mut level[at].next
}

/// Writes play that begins in `position`, `plies` half moves after the diagram. A move of Black that
/// `follows` White's at once has no number.
fn write(
    words: &mut Vec<String>,
    position: &Position,
    nodes: &[GameNode],
    plies: usize,
    follows: bool,
) {
    let Some((main, variations)) = nodes.split_first() else {
        return;
    };
    let (after, mut is_bare) = write_move(words, position, main, plies, follows);
    for variation in variations {
        let first = words.len();
        let (after, is_bare) = write_move(words, position, variation, plies, false);
        write(words, &after, &variation.next, plies + 1, is_bare);
        words[first].insert(0, '(');
        words.last_mut().expect("a move was written").push(')');
    }
    is_bare &= variations.is_empty();
    write(words, &after, &main.next, plies + 1, is_bare);
}

/// Writes one move; gives the position after it, and whether the move is the last word.
fn write_move(
    words: &mut Vec<String>,
    position: &Position,
    node: &GameNode,
    plies: usize,
    follows: bool,
) -> (Position, bool) {
    let mut after = position.clone();
    let san = match node.m {
        Some(m) => after.play_with_san(m),
        None => {
            after = position
                .passed()
                .expect("within a series nobody is in check");
            LEFT_OUT.to_owned()
        }
    };
    let is_white = position.turn().is_white();
    let began_black = is_white != plies.is_multiple_of(2);
    let number = (plies + usize::from(began_black)) / 2 + 1;
    words.push(match (is_white, follows) {
        (true, _) => format!("{number}. {san}"),
        (false, true) => san,
        (false, false) => format!("{number}... {san}"),
    });
    words.extend((!node.sign.is_empty()).then(|| node.sign.to_owned()));
    let moves = words.len();
    if node.zugzwang {
        words.push(comment("zugzwang"));
    }
    if let Some(passed) = after.passed().filter(|_| !node.threats.is_empty()) {
        let threats: Vec<String> = node.threats.iter().map(|&m| passed.san(m)).collect();
        words.push(comment(&format!("threat: {}", threats.join(", "))));
    }
    (after, words.len() == moves)
}
