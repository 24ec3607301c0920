//! Certificates as files: the whole proof of each record, in a form that anybody can check.
//!
//! [`mod@write`] makes them from [`Certificate`](keymove_solve::Certificate)s, [`read`] parses
//! their lines, and [`check`] is the checker, which shares nothing with the search except plain
//! types. `scripts/verify-proof` is a second checker for the same format, in another language and
//! with another chess library.
//!
//! # The format, version 1
//!
//! The file consists of ASCII lines, each of at most 65,536 bytes including the LF at its end;
//! words are separated by one blank. Numbers are decimal with at most nine digits, without a sign
//! or leading zeros; a length `<n>` is at most 1000. Angle brackets denote parts of a line.
//!
//! ```text
//! keymove-proof 1                        the first line
//! epd <record>                           a record begins: four fields, and claims as the bulk run writes them
//! play <kind>                            a part of it: a kind of direct, self, reflex or help play; what follows is about it
//! win <move> <n> <node>                  a statement about a first move
//! fail <move> <n> <reply> <node>         another; <node> may be missing
//! fail <move> <n> <node>                 the same if <move> is the defender's
//! line <move> ...                        help play: a full solution
//! left <win|fail> <move|*> <n> <reason>  claimed, but not certified here, and why; proves nothing
//! p <move> <item> ...                    a node that proves a win
//! r <item> ...                           a node that refutes
//! end <nodes>                            the record ends; so many p and r lines it had
//! total <records>                        the last line
//! ```
//!
//! A record has at most one part for each kind; within a part, the statements come first, then the
//! nodes.
//!
//! **Moves** are in UCI notation: `e2e4`, `e7e8q`. Castling is always the king's square and the
//! rook's (`e1h1`); a drop is `P@e4`. *In order* means sorted by this text, as ASCII.
//!
//! **Bughouse and crazyhouse.** If the record has a `Variant`, its rules apply: drops are moves,
//! and `MateRule` decides whether a check is mate.
//!
//! **Attacker and defender.** The attacker has to force the goal. It is the side to move in the
//! record, but in `-#` the other side. The goal of `#`, `-#` and `=` is that the *defender*, to
//! move, is checkmated (`#`, `-#`) or stalemated. The goal of `s#` and `s=` (self play) is that the
//! *attacker*, to move, is checkmated or stalemated. *n* always counts the attacker's moves. There
//! is no 50-move rule and no repetition. `==` and `s==` are like `=` and `s=`, except that the
//! other side, too, must have no move if it were to move (en passant does not count as a move
//! then).
//!
//! **Reflex play** (`r#`, `r=`, `r==`) is self play in which a side that has moves that mate
//! (stalemate) the *other* side must play one of them; in `semi-r#`, `semi-r=` and `semi-r==` this
//! binds only the defender. Wherever this format says *move* or *reply*, such a side has only those
//! moves: a mate that the defender must give is an item `.` of a `p` node; a mate that the attacker
//! must give is the only item, `-`, of an `r` node; and a first move does not win if the attacker
//! must mate instead of playing it.
//!
//! A move of the attacker **wins at once** if it reaches the goal; in self play, if the defender
//! has moves after it and all of them reach the goal. The attacker **wins within one** if it has a
//! move that wins at once or, in self play, if the goal is already reached. A checker verifies this
//! itself: nothing of length 1 has a node.
//!
//! **Nodes** are numbered in the order of their lines, from 0, anew in each part. A node belongs to
//! one position with the attacker to move. References to the node, which always come from earlier
//! lines, determine what it must show: a win within n moves (`p`), or that n moves are refuted
//! (`r`). If there are several references, their position must be the same (men, side to move,
//! castling rights, and an en-passant square only if a capture on it is legal), and the hardest
//! demand counts: the smallest n for a win, the largest for a refutation. Every node is referenced.
//! In a statement, `<node>` is the node's number; in an item, it is the distance in lines to the
//! node further down, at least 1. So a checker can work in one pass and needs to keep only the
//! positions of nodes still to come.
//!
//! **`p <move> <item> ...`** wins within n (at least 1): the attacker plays the move; then there is
//! one item for each legal reply, in order:
//!
//! | item | meaning |
//! |---|---|
//! | `.` | the reply reaches the goal (self play) |
//! | `<move>` | this move of the attacker wins at once; n is at least 2 |
//! | `<number>` | the node after the reply, which wins within n - 1; n is at least 2 |
//!
//! If there are no replies, there are no items, and the move must reach the goal.
//!
//! **`r <item> ...`** refutes n (at least 1): for each legal move of the attacker, in order, an
//! item shows why that move does not win within n:
//!
//! | item | meaning |
//! |---|---|
//! | `-` | there is no reply, and the goal is not reached |
//! | `<reply>` | the attacker has no move then; or n is at most 2, and the attacker does not win within one then |
//! | `<reply>:<number>` | the node after the reply, which refutes n - 1; n is at least 2 |
//!
//! No reply in such a node reaches the goal. The attacker has at least one move in every `r` node.
//!
//! An item followed by `*k` stands for k equal items; k is at least 2.
//!
//! **Statements.** `win m n node`: the node wins within n. If m is a move of the attacker, the
//! node's position is the record's and its move is m; otherwise its position is the one after m.
//! `fail m n ...`: for an attacker's m, the same as an item of a node that refutes n; for a
//! defender's m, the node after m refutes n.
//!
//! **Conclusions for the record.** `#n` is reached by each `bm` that has a `win` within n. Nothing
//! shorter exists if every first move has a `fail` of n - 1. `bm` is complete if every other first
//! move has a `fail` of n. In `-#`, every first move must have a `win` within n, and the length is
//! right if each `bm` has a `fail` of n - 1. For n = 1, and for first moves without a reply, the
//! checker decides itself. In help play a line proves its first move and its length; it is not
//! certified that nothing is shorter, nor how many solutions there are.
//!
//! The reasons in a `left` line are: `nodes` (the proof needs more than `--proof-limit`), `search`
//! (the proof was forgotten and would be too expensive to repeat), `stopped`, `undecided` (the
//! record does not say for which moves, and the search has forgotten it), `exhaustion` (help play).

pub mod check;
pub mod part;
pub mod read;
pub mod write;
