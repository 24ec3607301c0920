//! Certificates as files: the whole proof of each record, written so that anybody can check it.
//!
//! [`mod@write`] makes them out of [`Certificate`](keymove_solve::Certificate)s, [`read`] knows the
//! lines, [`check`] is the checker, which shares nothing with the search but plain types.
//! `scripts/verify-proof` checks the same format a second time, in another language with another
//! library.
//!
//! # The format, version 1
//!
//! ASCII lines that end with LF, of at most 65,536 bytes with it; one blank between words. Numbers
//! are decimal, without a sign or zeros in front, of at most nine digits; a length `<n>` is at most
//! 1000. In angle brackets: parts of a line.
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
//! A record has at most one part of a kind; in a part the statements stand first, then its nodes.
//!
//! **Moves** are UCI: `e2e4`, `e7e8q`. Castling is the king's square and the rook's (`e1h1`),
//! always; a drop is `P@e4`. *In order* means: by this text, as ASCII.
//!
//! **Bughouse and crazyhouse.** Where the record has a `Variant`, its rules hold: drops are moves,
//! and a check is mate as `MateRule` says.
//!
//! **Attacker and defender.** The attacker is who has to force the goal: the side that is to move
//! in the record, but in `-#` the other one. The goal of `#`, `-#` and `=` is that the *defender*,
//! to move, is checkmated (`#`, `-#`) or stalemated. The goal of `s#` and `s=` (self play) is that
//! the *attacker*, to move, is checkmated or stalemated. *n* always counts the attacker's moves.
//! There is no 50-move rule and no repetition. `==` and `s==` are `=` and `s=`, but the other side,
//! too, has to be without a move if it were to move (en passant is no move then).
//!
//! **Reflex play** (`r#`, `r=`, `r==`) is self play in which a side that has moves after which the
//! *other* side is mated (stalemated) has no other moves; in `semi-r#`, `semi-r=` and `semi-r==`
//! only the defender is so bound. Wherever this format says *move* or *reply*, such a side has none
//! but those: a mate that the defender must give is an item `.` of a `p` node, a mate that the
//! attacker must give is the only item, `-`, of an `r` node, and a first move in the place of which
//! the attacker must mate does not win.
//!
//! A move of the attacker **wins at once** if it reaches the goal; in self play, if the defender
//! has moves after it and all of them reach the goal. The attacker **wins within one** if it has a
//! move that wins at once or, in self play, if the goal is reached already. A checker sees that for
//! itself: nothing of length 1 has a node.
//!
//! **Nodes** are numbered in the order of their lines, from 0, anew in each part. Each belongs to
//! one position with the attacker to move, and is told what to show by those who point at it,
//! always from further up: to win within n moves (`p`), or to refute n moves (`r`). If several
//! point at it, its position must be the same for all (men, side to move, castling rights, and an
//! en-passant square only where a capture on it is legal), and the hardest demand counts: the least
//! n to win, the greatest to refute. Somebody points at every node. In a statement `<node>` is the
//! node's number; in an item it is how many lines further down the node is, at least 1. So a
//! checker reads once, and keeps only positions of nodes still to come.
//!
//! **`p <move> <item> ...`** wins within n (at least 1): the attacker plays the move; then there is
//! an item for each legal reply, in order:
//!
//! | item | meaning |
//! |---|---|
//! | `.` | the reply reaches the goal (self play) |
//! | `<move>` | this move of the attacker wins at once; n is at least 2 |
//! | `<number>` | the node after the reply, which wins within n - 1; n is at least 2 |
//!
//! Without replies there are no items; then the move has to reach the goal.
//!
//! **`r <item> ...`** refutes n (at least 1): for each legal move of the attacker, in order, an
//! item says why that move does not win within n:
//!
//! | item | meaning |
//! |---|---|
//! | `-` | there is no reply, and the goal is not reached |
//! | `<reply>` | the attacker has no move then; or n is at most 2, and the attacker does not win within one then |
//! | `<reply>:<number>` | the node after the reply, which refutes n - 1; n is at least 2 |
//!
//! No reply here reaches the goal. The attacker has a move in every `r` node.
//!
//! An item followed by `*k` stands for k of it; k is at least 2.
//!
//! **Statements.** `win m n node`: the node wins within n. If m is the attacker's, the node's
//! position is the record's and its move is m; else its position is the one after m. `fail m n
//! ...`: for an attacker's m the same as an item of a node that refutes n; for a defender's m, the
//! node after m refutes n.
//!
//! **What follows for the record.** `#n` is reached by each `bm` that has a `win` within n; nothing
//! shorter exists if every first move has a `fail` of n - 1; `bm` is complete if every other first
//! move has a `fail` of n. In `-#` every first move must have a `win` within n, and the length is
//! right if each `bm` has a `fail` of n - 1. For n = 1 the checker looks for itself, and so it does
//! at first moves that leave no reply. In help play a line shows its first move and its length;
//! that nothing is shorter, and how many there are, is not certified.
//!
//! The reasons of `left`: `nodes` (it takes more than `--proof-limit`), `search` (forgotten, and
//! too dear to prove again), `stopped`, `undecided` (the record does not say of which moves, and it
//! is forgotten), `exhaustion` (help play).

pub mod check;
pub mod part;
pub mod read;
pub mod write;
