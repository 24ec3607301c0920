//! The answer to one question about a position in words: what is proved, and the play.

use shakmaty::Move;

use super::language::{Words, filled};
use super::notation::MoveNotation;
use super::page::{Page, STEP, TextNode};
use super::{sort_as_read, variations};
use keymove_base::paint::Paint;
use keymove_rules::position::Position;
use keymove_solve::{
    Continuation, Length, LimitKind, Loss, Outcome, Solution, Stipulation, Tree, Verdict,
};

/// One question about a position, and its answer.
pub(super) struct Section<'a> {
    pub(super) notation: MoveNotation,
    pub(super) words: &'static Words,
    pub(super) position: &'a Position,
    pub(super) stipulation: Stipulation,
    /// Whether somebody asked for this stipulation.
    is_asked: bool,
}

impl<'a> Section<'a> {
    pub(super) fn of(verdict: &'a Verdict, words: &'static Words) -> Section<'a> {
        Section {
            notation: MoveNotation::new(words, verdict.stipulation.kind),
            words,
            position: &verdict.position,
            stipulation: verdict.stipulation,
            is_asked: true,
        }
    }

    /// The answer for a record that asks nothing, so that the length is only a limit.
    pub(super) fn unasked(self, is_unasked: bool) -> Section<'a> {
        Section {
            is_asked: !is_unasked,
            ..self
        }
    }

    pub(super) fn marked(self, marked: bool) -> Section<'a> {
        let notation = self.notation.marked(marked);
        Section { notation, ..self }
    }

    pub(super) fn write(&self, page: &mut Page, verdict: &Verdict) {
        let turn = self.position.turn();
        let outcome = verdict.outcome();
        let mut said = Vec::new();
        match &outcome {
            Outcome::Checkmate => said.push(self.words.mated_already(turn).to_owned()),
            Outcome::Stalemate => said.push(self.words.stalemated_already(turn).to_owned()),
            Outcome::Solved(solution) => self.solved(solution, &mut said),
            Outcome::Helped(help) => {
                said.extend(help.solutions.first().map(|lines| self.heading(lines)));
                self.unfinished(help.open, help.limit, &mut said);
            }
            Outcome::Lost(loss) => self.lost(loss, &mut said),
            Outcome::Refuted {
                length,
                open,
                limit,
                ..
            } => {
                said.push(self.words.absent(self.stipulation, length));
                self.unfinished(*open, *limit, &mut said);
            }
            Outcome::GaveUp { refuted, limit } => {
                said.push(match refuted {
                    &Length::NONE => self.words.nothing_proved.to_owned(),
                    length => self.words.absent(self.stipulation, length),
                });
                self.unfinished(0, Some(*limit), &mut said);
            }
        }
        page.line(0, &said.join("; "));
        page.paint(match outcome {
            Outcome::Refuted { .. } => Paint::Bad,
            Outcome::GaveUp { .. } => Paint::Unsure,
            _ => Paint::Good,
        });
        self.play(page, verdict);
    }

    /// Adds the length and the number of keys, and what is uncertain about them.
    fn solved(&self, solution: &Solution, said: &mut Vec<String>) {
        let length = self.length(solution.moves, solution.refuted);
        said.push(format!(
            "{length}, {}",
            self.words.keys(solution.keys.len())
        ));
        if solution.refuted > 0 && solution.refuted.saturating_add(1) < solution.moves {
            said.push(self.words.absent(self.stipulation, solution.refuted));
        }
        self.unfinished(solution.open, solution.limit, said);
    }

    /// Adds how long the side to move holds out.
    fn lost(&self, loss: &Loss, said: &mut Vec<String>) {
        said.push(self.length(loss.moves, loss.safe));
        if loss.safe > 0 && loss.safe.saturating_add(1) < loss.moves {
            said.push(self.words.absent(self.stipulation, loss.safe));
        }
        self.unfinished(loss.open, loss.limit, said);
    }

    /// `mate in 3 (shorter than stipulated)`, `mate in 7 (within 5 open)`.
    fn length(&self, moves: u16, refuted: u16) -> String {
        let mut text = self.words.reached(self.stipulation, moves);
        let asked = self.stipulation.length.moves();
        if refuted < asked && asked < moves {
            let open = filled(self.words.longer, self.stipulation.length);
            text.push_str(&format!(" ({open})"));
        } else if refuted.saturating_add(1) < moves {
            text.push_str(&format!(" ({})", self.words.not_shortest));
        } else if moves < asked && self.is_asked && !self.stipulation.is_of_any_length() {
            text.push_str(&format!(" ({})", self.words.shorter));
        }
        text
    }

    fn unfinished(&self, open: usize, limit: Option<LimitKind>, said: &mut Vec<String>) {
        if open > 0 {
            said.push(self.words.undecided(open));
        }
        said.extend(limit.map(|limit| self.words.limit(limit).to_owned()));
    }

    /// Writes all play.
    pub(super) fn play(&self, page: &mut Page, verdict: &Verdict) {
        let tree = verdict.tree.as_deref();
        match &verdict.outcome() {
            Outcome::Checkmate | Outcome::Stalemate | Outcome::GaveUp { .. } => (),
            Outcome::Solved(solution) => self.keys(page, solution, tree),
            Outcome::Helped(help) => self.solutions(page, help),
            Outcome::Lost(loss) => match tree {
                Some(tree) if !tree.defences.is_empty() => (),
                _ => self.main_line(page, &loss.line),
            },
            Outcome::Refuted { escapes, .. } => {
                self.escapes(page, escapes);
                self.forced(page);
            }
        }
        self.help_set_play(page, verdict);
        let Some(tree) = tree else { return };
        if !tree.defences.is_empty() {
            page.blank();
            for node in variations::defences(&self.notation, self.position, &tree.defences) {
                page.node(0, &node);
            }
        }
        if let Some(set_play) = &tree.set_play {
            let nodes = variations::set_play(&self.notation, self.position, set_play);
            page.blank();
            self.phase(page, self.words.set_play, &nodes);
        }
        if let Some(tries) = &tree.tries {
            let written = |t| variations::try_move(&self.notation, self.position, t);
            let nodes: Vec<TextNode> = tries.iter().map(written).collect();
            page.blank();
            if !nodes.is_empty() || tree.limit.is_none() {
                self.phase(page, self.words.tries, &nodes);
            }
        }
        if let Some(limit) = tree.limit {
            page.blank();
            page.line(0, &filled(self.words.incomplete, self.words.limit(limit)));
        }
    }

    /// Writes a heading with the play below it, or says that there is none.
    fn phase(&self, page: &mut Page, heading: &str, nodes: &[TextNode]) {
        match nodes {
            [] => page.line(0, &format!("{heading} {}", self.words.none)),
            _ => page.line(0, heading),
        }
        nodes.iter().for_each(|node| page.node(STEP, node));
    }

    /// Writes every key with its play, if there is a tree.
    fn keys(&self, page: &mut Page, solution: &Solution, tree: Option<&Tree>) {
        page.blank();
        let played = tree.map_or(&[][..], |tree| &tree.keys);
        let longer = |key: &&Continuation| key.moves > solution.moves;
        for key in played.iter().filter(|key| !longer(key)) {
            page.node(0, &variations::key(&self.notation, self.position, key));
            page.paint(Paint::Key);
        }
        let bare = solution.keys.iter().copied();
        let bare = bare.filter(|&m| !played.iter().any(|key| key.m == m));
        let bare = self.first_moves(bare, "!");
        if !bare.is_empty() {
            page.line(0, &bare);
            page.paint(Paint::Key);
        }
        if played.iter().any(|key| longer(&key)) {
            page.blank();
            page.line(0, self.words.longer_keys);
        }
        for key in played.iter().filter(longer) {
            page.node(STEP, &variations::key(&self.notation, self.position, key));
        }
        if played.is_empty() {
            self.main_line(page, &solution.line);
        }
    }

    /// Writes the main line.
    fn main_line(&self, page: &mut Page, line: &[Move]) {
        if line.len() > 1 {
            let written = self.notation.line(self.position, line, 0);
            page.line(STEP, &format!("{} {written}", self.words.line));
        }
    }

    /// Writes the forced moves of reflex play that prevent a solution.
    fn forced(&self, page: &mut Page) {
        let forced = self.stipulation.kind.forced_moves(self.position);
        if !forced.is_empty() {
            page.blank();
            page.line(0, &self.first_moves(forced.into_iter(), "?!?"));
        }
    }

    /// Writes the moves that escape mate; nothing if all of them do.
    fn escapes(&self, page: &mut Page, escapes: &[Move]) {
        if escapes.is_empty() || escapes.len() == self.position.legal_moves().len() {
            return;
        }
        let escapes = self.first_moves(escapes.iter().copied(), "");
        page.line(STEP, &format!("{} {escapes}", self.words.escapes));
    }

    /// First moves, each followed by `sign`, in alphabetical order.
    fn first_moves(&self, moves: impl Iterator<Item = Move>, sign: &str) -> String {
        let written = moves.map(|m| self.notation.numbered(self.position, m, 0) + sign);
        let mut written: Vec<String> = written.collect();
        sort_as_read(&mut written);
        written.join(", ")
    }
}
