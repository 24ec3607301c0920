//! Puts the tokens of a solution into their places in the play: [`PlayReader`].
//!
//! Move numbers give the place of a move: `2.` is followed by the attacker's second move, `1...` by
//! the reply to the first. So a tree of variations is a list of lines, each starting with the first
//! move, and no knowledge of the rules of chess is needed here. For the meaning of the claims see
//! [`keymove_records::record::stated`].
//!
//! ```text
//! 1.Sc3 ? Bxc3 2.Qf2           Line Nc3 Bxc3 Qf2;
//!     but 1...Sf2 !            Try Nc3 Nf2;
//! 1.Rd5 ! threat: 2.Re5 #      bm Rd5; Line Rd5 -- Re5;
//!     1...Sc~ 2.Qf1 #          Line Rd5 Nc~ Qf1;
//! 1...b5 2.Rd4 #               SetPlay b5 Rd4;     (before all first moves)
//! ```
//!
//! A line is claimed only if all its moves were read and have a place. A word that is not
//! understood, or a move without a place, becomes `Unread`, and so does everything after it until a
//! number gives the place of the next move. A line of prose is ignored if a first move follows,
//! because a first move has its place without any words.

use crate::collection::solution::{ClaimsDraft, DEEPEST, LEFT_OUT, SolutionToken};
use keymove_records::epd::Operation;
use keymove_solve::{PlayKind, Stipulation};

/// Something that a solution may depend on.
pub(super) const RETRO: &str = "retro-analysis, which is not done here";

/// The maximum number of half moves of a path, which each bracket copies.
const LONGEST_PATH: usize = 1000;

/// The maximum number of lines that share one place: `2.Qa1/Qb1/Qc1`.
const MOST_ALTERNATIVES: usize = 64;

/// A half move of the current line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    /// The move, or several alternatives.
    Moves(Vec<String>),
    /// A move that was not understood or is not known.
    Unknown,
}

impl Step {
    /// A move that is not made.
    fn left_out() -> Step {
        Step::Moves(vec![LEFT_OUT.to_owned()])
    }
}

/// A first move of forced play and the remarks about it.
#[derive(Debug, Default)]
struct PlayPhase {
    /// The move, or several alternatives.
    moves: Vec<String>,
    marks: String,
    /// Whether `but` and a reply were read.
    is_refuted: bool,
    refutations: Vec<String>,
}

impl PlayPhase {
    /// Whether the move is claimed to solve.
    fn is_key(&self) -> bool {
        !self.is_try() && self.marks.contains('!')
    }

    /// Whether the move is claimed to fail.
    fn is_try(&self) -> bool {
        self.is_refuted || self.marks.contains('?')
    }

    /// Whether the move reaches the goal on the wrong side because it must, so that there is no
    /// solution: Popeye's `?!?`.
    fn is_forced(&self) -> bool {
        self.marks.ends_with("?!?")
    }

    /// Whether the move has a `!?` and no refutation is given.
    fn is_doubtful(&self) -> bool {
        self.marks.contains('!') && self.marks.contains('?') && self.refutations.is_empty()
    }
}

/// A place in the play.
#[derive(Debug, Clone, Default)]
struct Place {
    path: Vec<Step>,
    /// Whether a move was added to the path since it was last stored.
    is_new: bool,
    /// Whether moves have no place until the next number.
    is_lost: bool,
    /// Whether a word may have taken the place of a move.
    has_gap: bool,
    /// The number of half moves up to a failing move of the attacker, `2.Qd4 ?`; 0 if there is
    /// none.
    failing: usize,
}

/// Reads a solution token by token.
#[derive(Default)]
pub(super) struct PlayReader {
    /// Whether the lines are those of help or series play, without phases.
    has_lines: bool,
    is_series: bool,
    /// 1 if the first half of the first move is left out.
    offset: usize,
    /// Whether play of this kind cannot be read.
    is_strange: bool,
    place: Place,
    /// Whether the path ends in a refutation.
    is_refutation: bool,
    /// The places where brackets were opened.
    outside: Vec<Place>,
    /// Whether the next move is an alternative to the last one.
    is_beside: bool,
    /// Whether a first move captures en passant.
    has_en_passant: bool,
    /// Whether a number, a move or a word was read.
    has_words: bool,
    /// Whether a first move was read.
    has_begun: bool,
    /// Whether the heading of set play was read.
    is_set_play: bool,
    /// Whether `but` was read without a reply so far.
    has_but: bool,
    /// Whether a refutation and its `!` were read, so that another refutation may follow.
    is_closed: bool,
    /// The number of half moves in a complete line.
    whole: usize,
    /// Whether the next move does not begin a row without a number.
    is_placed: bool,
    /// Whether a number or a word gives the place of the next move.
    is_numbered: bool,
    /// Whether a number was read.
    has_numbers: bool,
    /// The last row of prose.
    remark: Option<String>,
    phases: Vec<PlayPhase>,
    draft: ClaimsDraft,
    was_unread: bool,
}

impl PlayReader {
    /// A reader of the solution of a problem with this stipulation.
    pub fn new(stipulation: Stipulation) -> PlayReader {
        let kind = stipulation.kind;
        PlayReader {
            has_lines: kind.has_lines(),
            is_series: kind.is_series(),
            offset: usize::from(stipulation.length.has_half()),
            is_strange: kind.play == PlayKind::Mated,
            place: Place {
                is_lost: true,
                ..Place::default()
            },
            whole: stipulation.length.plies(kind) as usize,
            is_placed: true,
            ..PlayReader::default()
        }
    }

    /// Reads the next token.
    pub fn read(&mut self, token: SolutionToken<'_>) {
        let was_unread = std::mem::take(&mut self.was_unread);
        let remark = self.remark.take();
        let remark = remark.filter(|_| !self.is_beginning(&token));
        if let Some(remark) = &remark {
            self.skip(remark, was_unread);
        }
        match token {
            SolutionToken::Number(number, dots) => {
                (self.has_numbers, self.is_placed) = (true, true);
                self.number(number, dots);
            }
            SolutionToken::Row(place) => self.row(place),
            SolutionToken::Unsure(word) => self.draft.doubt(word),
            SolutionToken::Move(m) => self.add(m, was_unread),
            SolutionToken::Mark(mark) => self.mark(mark),
            SolutionToken::Dots => self.dots(),
            SolutionToken::Pass => self.pass(was_unread),
            SolutionToken::Or => self.is_beside = true,
            SolutionToken::Comma => self.comma(),
            SolutionToken::EnPassant => self.has_en_passant |= self.length() == 1,
            SolutionToken::But => self.has_but = true,
            SolutionToken::Threat => self.threat(),
            SolutionToken::SetPlay => self.is_set_play = true,
            // `but cooked by`
            SolutionToken::Heading => (self.is_set_play, self.has_but) = (false, false),
            SolutionToken::Remark(row) => self.remark = Some(row.to_owned()),
            SolutionToken::Open if self.outside.len() < DEEPEST => {
                self.outside.push(self.place.clone());
                (self.place.is_new, self.place.is_lost) = (false, true);
            }
            SolutionToken::Open => self.skip("(", was_unread),
            SolutionToken::Close => {
                if let Some(outside) = self.outside.pop() {
                    self.keep();
                    self.place = outside;
                }
            }
            SolutionToken::Word(word) => {
                self.has_words = true;
                self.skip(word, was_unread);
                (self.place.is_lost, self.place.has_gap) = (true, true);
            }
        }
        if remark.is_some() {
            (self.place.is_lost, self.place.has_gap) = (true, true);
        }
    }

    /// Whether a row of prose before this token can be dropped without loss: a first move follows,
    /// or set play before all first moves, or further text that is not play.
    fn is_beginning(&self, token: &SolutionToken<'_>) -> bool {
        match token {
            // The prose may be about solutions that are not given.
            _ if self.has_lines && self.has_begun => false,
            SolutionToken::Number(number, dots) => {
                *number == 1 && (!dots || self.offset == 1 || !self.has_begun)
            }
            SolutionToken::Mark(_)
            | SolutionToken::SetPlay
            | SolutionToken::Heading
            | SolutionToken::Remark(_) => true,
            _ => false,
        }
    }

    /// Half moves of the path.
    fn length(&self) -> usize {
        self.place.path.len()
    }

    fn number(&mut self, number: usize, dots: bool) {
        (self.is_beside, self.has_words, self.is_closed) = (false, true, false);
        let half_moves = 2 * number.saturating_sub(1) + usize::from(dots);
        let at = half_moves.checked_sub(self.offset);
        let is_read = |at: &usize| number > 0 && *at < LONGEST_PATH && !self.is_strange;
        let Some(at) = at.filter(is_read) else {
            self.keep();
            self.place.path.clear();
            self.place.is_lost = true;
            return;
        };
        // Otherwise the line continues.
        if at < self.length() || at == 0 {
            self.keep();
        }
        let is_other_line = self.has_lines && self.length() > 1 && !self.is_in_set_play();
        self.place.path.truncate(at);
        if at < self.place.failing {
            self.place.failing = 0;
        }
        if at == 0 {
            (self.has_begun, self.is_set_play) = (true, false);
            if std::mem::take(&mut self.has_but) {
                self.skip("but", false);
            }
            if !self.has_lines {
                self.phases.push(PlayPhase::default());
            }
        } else if at == 1 && self.offset == 1 {
            // `1... 2.a2 Rh1`
            if self.length() == 0 && self.has_lines && !self.place.is_lost && !self.place.has_gap {
                self.place.path = vec![Step::left_out()];
            }
        } else if at == 1 {
            let is_before = !self.has_begun && !self.place.has_gap && self.length() == 0;
            if is_before || self.is_set_play {
                self.place.path = vec![Step::left_out()];
            } else if is_other_line {
                // Set play, or another continuation of the first move.
                self.place.path = vec![Step::Unknown];
            }
        }
        let is_left_out = !dots && (self.is_series || !self.has_lines);
        if self.length() + 1 == at && is_left_out && self.length() > 0 && !self.place.has_gap {
            self.place.path.push(Step::left_out());
        }
        self.place.path.resize(at, Step::Unknown);
        (self.place.is_lost, self.place.has_gap) = (false, false);
        self.is_numbered = true;
    }

    /// Handles a row that begins with a move without a number: it is a reply to move `place` if the
    /// number after it says so; otherwise the next move of the line, or a line of its own if no
    /// line has numbers.
    fn row(&mut self, place: Option<usize>) {
        if let Some(number) = place {
            self.number(number, true);
        } else if self.length() == self.whole && !self.place.is_lost {
            if self.has_lines && !self.has_numbers {
                self.number(1, self.offset == 1);
            } else {
                self.keep();
                (self.place.is_lost, self.place.has_gap) = (true, true);
            }
        }
        self.is_placed = false;
    }

    /// Handles a pass: before a line of help play, or after a move.
    fn pass(&mut self, was_unread: bool) {
        if self.place.is_lost || self.length() >= self.whole {
            (self.place.is_lost, self.place.has_gap) = (true, true);
            return self.skip(LEFT_OUT, was_unread);
        }
        self.place.path.push(Step::left_out());
    }

    /// Handles dots that stand apart from a number. Before a line they mean its first half move;
    /// after a move of the attacker, a reply follows; elsewhere their meaning is
    /// unknown.
    fn dots(&mut self) {
        if self.length() == 0 && self.has_lines && !self.place.is_lost {
            self.place.path.push(Step::left_out());
        } else if self.length().is_multiple_of(2) && self.place.is_new {
            (self.place.is_lost, self.place.has_gap) = (true, true);
        }
    }

    /// Handles a comma: an alternative to the last move follows, except in help play and after a
    /// first move, where the next move follows.
    fn comma(&mut self) {
        if self.length() == 1 && !self.has_lines && !self.is_in_set_play() {
            (self.place.is_lost, self.place.has_gap) = (true, true);
        } else {
            self.is_beside = !self.has_lines;
        }
    }

    /// Handles a threat, in which the other side passes.
    fn threat(&mut self) {
        if !self.has_lines && self.length() % 2 == 1 {
            self.place.path.push(Step::left_out());
            (self.place.is_lost, self.place.has_gap) = (false, false);
            self.is_numbered = true;
        }
    }

    fn add(&mut self, m: String, was_unread: bool) {
        let is_beside = std::mem::take(&mut self.is_beside) && self.place.is_new;
        if !std::mem::replace(&mut self.has_words, true) {
            // The number of the first move may be omitted.
            self.number(1, self.offset == 1);
        }
        if self.place.is_lost {
            self.place.has_gap = true;
            return self.skip(&m, was_unread);
        }
        if m == "~" && self.has_lines && self.length() == 0 {
            // `1.~ Kd4` is set play.
            return self.place.path.push(Step::left_out());
        }
        let is_beside = is_beside || self.is_closed && self.length() == 2;
        if !is_beside {
            // Moves of the side that plays for the goal have numbers.
            let is_reply = self.has_lines || self.length() % 2 == 1;
            if !std::mem::replace(&mut self.is_placed, true) || !is_reply && !self.is_numbered {
                self.draft.doubt(&m);
            }
            self.is_numbered = false;
        }
        match self.place.path.last_mut() {
            Some(Step::Moves(moves)) if is_beside => {
                if moves.len() >= MOST_ALTERNATIVES {
                    return self.skip(&m, was_unread);
                }
                moves.push(m.clone());
            }
            _ => self.place.path.push(Step::Moves(vec![m.clone()])),
        }
        self.place.is_new = true;
        if self.place.path.contains(&Step::Unknown) {
            return self.skip(&m, was_unread);
        }
        let length = self.length();
        let is_set_play = self.is_in_set_play();
        let Some(phase) = self.phases.last_mut().filter(|_| !is_set_play) else {
            return;
        };
        match length {
            1 => phase.moves.push(m),
            2 if self.has_but || self.is_closed || phase.is_refuted => {
                phase.is_refuted |= self.has_but;
                phase.refutations.push(m);
                (self.is_refutation, self.has_but) = (true, false);
            }
            _ => {}
        }
    }

    /// Whether the path begins with a move that is not made.
    fn is_in_set_play(&self) -> bool {
        self.place.path.first() == Some(&Step::left_out())
    }

    fn mark(&mut self, mark: &str) {
        let length = self.length();
        let is_set_play = self.is_in_set_play();
        let is_attack = length > 1 && length % 2 == 1 && !self.has_lines;
        let is_aside = self.has_lines && !self.outside.is_empty();
        if (is_attack || is_aside) && mark.contains('?') {
            self.place.failing = length;
        }
        let Some(phase) = self.phases.last_mut().filter(|_| !is_set_play) else {
            return;
        };
        match (length, self.place.path.last()) {
            (1, _) => phase.marks.push_str(mark),
            // `1...Kf5 !` refutes a try.
            (2, Some(Step::Moves(replies)))
                if phase.marks.contains('?') && mark.contains('!') && !self.is_refutation =>
            {
                phase.refutations.extend(replies.iter().cloned());
                (self.is_refutation, self.is_closed) = (true, true);
            }
            (2, _) => self.is_closed = self.is_refutation && mark.contains('!'),
            _ => {}
        }
    }

    /// Stores the lines of the path if they are longer than a first move and were read completely.
    fn keep(&mut self) {
        let is_line = (self.length() > 1 || self.has_lines) && self.place.failing == 0;
        if std::mem::take(&mut self.place.is_new) && is_line && !self.is_refutation {
            for line in self.lines() {
                self.draft.line(&line);
            }
        }
        self.is_refutation = false;
    }

    /// The lines of the path, one for each alternative move. If there are alternatives in several
    /// places, the last of them are joined in one word, any of whose moves may follow.
    fn lines(&self) -> Vec<Vec<String>> {
        let mut lines: Vec<Vec<String>> = vec![Vec::new()];
        for step in &self.place.path {
            let Step::Moves(moves) = step else {
                return Vec::new();
            };
            let joined = [moves.join("/")];
            let moves = if lines.len() > 1 { &joined } else { &moves[..] };
            let longer = lines.iter().flat_map(|line| {
                let each = moves
                    .iter()
                    .map(|m| [&line[..], std::slice::from_ref(m)].concat());
                each.collect::<Vec<_>>()
            });
            lines = longer.collect();
        }
        lines
    }

    /// Records a word that was not read; `goes_on`: the previous word was not read either.
    fn skip(&mut self, word: &str, goes_on: bool) {
        self.was_unread = true;
        self.draft.skip(word, goes_on);
    }

    /// The claims as operations of a record.
    pub fn finish(mut self) -> Vec<Operation> {
        self.keep();
        if let Some(remark) = self.remark.take().filter(|_| self.has_lines) {
            self.skip(&remark, false);
        }
        self.phases
            .retain(|phase| !phase.moves.is_empty() && !phase.is_forced());
        let has_key = self.phases.iter().any(PlayPhase::is_key);
        for phase in self.phases {
            let first = phase.moves.join(" ");
            if phase.is_doubtful() && !has_key {
                let unclear = format!("1.{first} {}", phase.marks);
                self.draft.skip(&unclear, false);
            } else if phase.is_try() {
                // The replies to any move of a man are not searched for.
                let tries = phase.moves.into_iter().filter(|m| !m.ends_with('~'));
                let tries = tries.map(|m| (m, phase.refutations.clone()));
                self.draft.tries.extend(tries);
            } else if phase.is_key() || !has_key {
                self.draft.keys.extend(phase.moves);
            } else {
                let unclear = format!("1.{first} has neither ! nor ?");
                self.draft.skip(&unclear, false);
            }
        }
        let retro = self
            .has_en_passant
            .then(|| Operation::string("Doubt", RETRO));
        let mut operations = self.draft.operations();
        operations.extend(retro);
        operations
    }
}
