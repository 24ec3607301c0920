//! Output for people: [`text`] writes the findings about a record in the style of problem
//! literature.
//!
//! ```text
//! Findings -> heading, diagram, stipulation, what is proved
//!          -> keys or solutions with their play, set play, tries   (variations, solutions -> page)
//!          -> counters
//! ```
//!
//! `variations` decides which replies are written, and how; `notation` contains the notation, and
//! [`language`] every word. [`svg`] draws the diagram with its keys as a picture.
//!
#![doc = include_str!("report/manual.md")]

/// The manual of reports.
pub const MANUAL: &str = include_str!("report/manual.md");

mod diagram;
mod heading;
pub mod html;
pub mod language;
pub mod latex;
mod notation;
mod page;
pub mod sheet;
mod solutions;
pub mod svg;
mod variations;

use shakmaty::Move;

use heading::Head;
use keymove_base::language::Language;
use keymove_base::paint::Paint;
use keymove_records::epd::Epd;
use keymove_records::record::Findings;
use keymove_records::record::duplex::AnsweredSide;
use keymove_records::record::result::is_unsupported;
use keymove_records::soundness;
use keymove_rules::house::{House, Reserve, Variant};
use keymove_rules::position::Position;
use keymove_solve::{
    Continuation, Counters, Length, LimitKind, Loss, Outcome, Solution, Stipulation, Tree, Verdict,
};
use language::{Words, filled};
use notation::MoveNotation;
use page::{Page, STEP};

/// The look of the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Whether the diagram is in plain letters; otherwise it has figurines.
    pub ascii: bool,
    /// The language of words and letters.
    pub language: Language,
    /// Whether the cost of searches is included and, on a page or document, the verdict on the
    /// claims of the record, its line number, and totals of all records.
    pub details: bool,
    /// Whether verdicts and keys of the text, and verdicts of `check`, have colour.
    pub color: bool,
}

/// The title of a page or document, and where its solutions go.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Book {
    /// The title; `None` for the default on a page, and for none in a document.
    pub title: Option<String>,
    /// Whether all solutions come after all diagrams; otherwise each follows its own diagram.
    pub solutions_at_end: bool,
}

/// A record in a page or document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookEntry {
    /// The text at the place of the record.
    pub text: Vec<u8>,
    /// The text after all records.
    pub later: Vec<u8>,
}

/// The comments with these numbers.
fn comments(epd: &Epd, numbers: std::ops::Range<u8>) -> impl Iterator<Item = String> {
    let named = numbers.filter_map(|n| epd.operation(&format!("c{n}")));
    named.map(|comment| printable(&comment.text()))
}

/// The findings about a record as lines of text. The text begins with name, author, source and
/// award, as far as they are known, and ends with an empty line; without seconds if `no_time`. The
/// findings about the other side follow the play.
pub fn text(sides: &[AnsweredSide<'_>], style: Style, no_time: bool) -> Vec<u8> {
    let AnsweredSide { epd, findings } = &sides[0];
    let words = Words::of(style.language);
    let mut page = Page {
        color: style.color,
        ..Page::default()
    };
    let head = Head::of(epd);
    for (at, line) in head.lines().enumerate() {
        page.verbatim(line);
        if at == 0 {
            page.verbatim(&"=".repeat(line.chars().count()));
        }
    }
    if head.lines().next().is_some() {
        page.blank();
    }
    page.verbatim(diagram::diagram(epd.position().board(), words, style.ascii).trim_end());
    page.blank();
    page.line(0, &caption(epd, findings, words));
    let counters = write_findings(&mut page, sides, words);
    page.blank();
    if style.details {
        page.line(0, &cost(counters.into_iter(), words, no_time));
        page.blank();
    }
    page.into_text().into_bytes()
}

/// Adds the findings for each problem, also of the other side: what is proved, and the play.
/// Returns the cost of each search.
fn write_findings(
    page: &mut Page,
    sides: &[AnsweredSide<'_>],
    words: &'static Words,
) -> Vec<Counters> {
    let mut counters = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        if number > 0 {
            page.blank();
            page.line(0, &duplex(side, words));
        }
        for verdict in &side.findings.verdicts {
            Section::of(verdict, words)
                .marked(page.marked)
                .write(page, verdict);
            counters.push(verdict.counters);
        }
    }
    counters
}

/// The heading of the other side's answer.
fn duplex(side: &AnsweredSide<'_>, words: &Words) -> String {
    let turn = words.to_move(side.epd.position().turn());
    filled(words.duplex, turn)
}

/// Only the play: keys with as many of their variations as were wanted, or solutions, without
/// anything above or below them. Every line ends with a line feed.
pub fn play(verdict: &Verdict, language: Language) -> String {
    let mut page = Page::default();
    Section::of(verdict, Words::of(language)).play(&mut page, verdict);
    page.into_text()
}

/// A line that is not a job: a comment unchanged; a blank line is omitted.
pub fn passed_text(line: &[u8]) -> Vec<u8> {
    let text = printable(line.trim_ascii_end());
    if text.is_empty() {
        Vec::new()
    } else {
        (text + "\n").into_bytes()
    }
}

/// A line that should be a job but is not, with the reason.
pub fn error_text(line: &[u8], reason: &str, column: usize, style: Style) -> Vec<u8> {
    let words = Words::of(style.language);
    let line = printable(refused(line));
    let error = filled(words.error, column);
    let error = match style.color {
        true => Paint::Bad.on(&error),
        false => error,
    };
    let shown = soundness::reason(reason, style.language);
    let shown = printable(shown.as_bytes());
    match is_unsupported(reason) {
        true => format!("{shown}\n   {line}\n\n"),
        false => format!("{error} {shown}\n   {line}\n\n"),
    }
    .into_bytes()
}

/// The record of a refused problem without its `Error`, which has been written in words.
fn refused(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    let error = b" Error \"";
    let mut at = 0..line.len().saturating_sub(error.len());
    let error = at.find(|&at| line.starts_with(b"#") && line[at..].starts_with(error));
    &line[..error.unwrap_or(line.len())]
}

/// A problem that this program does not solve, as lines of text: its diagram, its task and the
/// author's solution from its record.
pub fn unsolved_text(epd: &Epd, reason: &str, style: Style) -> Vec<u8> {
    let words = Words::of(style.language);
    let mut page = Page::default();
    let head = Head::of(epd);
    head.lines().for_each(|line| page.verbatim(line));
    if head.lines().next().is_some() {
        page.blank();
    }
    match men_in_words(epd) {
        Some(men) => page.line(0, &men),
        None => {
            let board = epd.position().board();
            page.verbatim(diagram::diagram(board, words, style.ascii).trim_end());
        }
    }
    page.blank();
    page.line(0, &counted_task(epd));
    let reason = soundness::reason(reason, style.language);
    page.line(0, &printable(reason.as_bytes()));
    page.blank();
    if let Some(solution) = own_solution(epd) {
        page.line(0, &solution);
        page.blank();
    }
    page.into_text().into_bytes()
}

/// The task as in the record.
fn task(epd: &Epd) -> String {
    let mut asked = ["Task", "Stip"]
        .into_iter()
        .filter_map(|opcode| epd.operation(opcode));
    asked
        .next()
        .map(|asked| printable(&asked.text()))
        .unwrap_or_default()
}

/// The task, and the number of men on the diagram.
fn counted_task(epd: &Epd) -> String {
    match men_in_words(epd) {
        Some(_) => task(epd),
        None => heading::stipulation(epd.position(), &task(epd)),
    }
}

/// The men of a problem that no chess board can show, White's before Black's: `Ka1 Gb2 / Kh8`.
fn men_in_words(epd: &Epd) -> Option<String> {
    let men = epd.operation("Men")?;
    Some(printable(&men.text()))
}

/// The solution that the author wrote, if the record has it.
fn own_solution(epd: &Epd) -> Option<String> {
    let solution = epd.operation("Solution")?;
    Some(printable(&solution.text())).filter(|text| !text.trim().is_empty())
}

/// Text that is harmless on a terminal or page: bytes that are not UTF-8 and control characters are
/// replaced.
fn printable(text: &[u8]) -> String {
    keymove_base::error::printable(&String::from_utf8_lossy(text)).into_owned()
}

/// `#2 (7+5)`, and the facts that the board does not show.
fn caption(epd: &Epd, findings: &Findings, words: &Words) -> String {
    let stipulation = heading::stipulation(epd.position(), &findings.asked());
    let particulars = particulars(epd, findings, words);
    [stipulation, particulars].join("  ").trim_end().to_owned()
}

/// The facts that neither the board nor the stipulation shows.
fn particulars(epd: &Epd, findings: &Findings, words: &Words) -> String {
    let asked = findings.decisive().stipulation;
    heading::particulars(epd, Some(asked.beginner()), words)
}

/// The rules of the game as the record names them: `bughouse now, reserve any`.
fn house_rules(house: &House) -> String {
    let mut text = house.variant.to_string();
    if house.variant == Variant::Bughouse {
        text.push(' ');
        text.push_str(house.mate_rule.name());
    }
    if house.reserve != Reserve::Nobody {
        text.push_str(", reserve any");
    }
    text
}

/// The men in hand, White's letters in upper case: `PPn`.
fn men_in_hand(house: &House, words: &Words) -> String {
    let mut text = String::new();
    for (color, hand) in house.hands.zip_color() {
        for (role, count) in hand.zip_role() {
            let letter = words.letter(role);
            let letter = color.fold_wb(letter, letter.to_ascii_lowercase());
            text.extend(std::iter::repeat_n(letter, count.into()));
        }
    }
    text
}

/// The total cost of all searches.
fn cost(counters: impl Iterator<Item = Counters>, words: &Words, no_time: bool) -> String {
    let sum = counters.fold(Counters::default(), |sum, next| Counters {
        nodes: sum.nodes.saturating_add(next.nodes),
        elapsed: sum.elapsed.saturating_add(next.elapsed),
    });
    let mut text = words.nodes(sum.nodes);
    if !no_time {
        text.push_str(&format!(", {:.3} s", sum.elapsed.as_secs_f64()));
    }
    text
}

/// Sorts by the visible text, ignoring marks.
fn sort_as_read(written: &mut [String]) {
    written.sort_unstable_by(|a, b| sheet::reading(a).cmp(sheet::reading(b)));
}

/// One question about a position, and its answer.
struct Section<'a> {
    notation: MoveNotation,
    words: &'static Words,
    position: &'a Position,
    stipulation: Stipulation,
}

impl<'a> Section<'a> {
    fn of(verdict: &'a Verdict, words: &'static Words) -> Section<'a> {
        Section {
            notation: MoveNotation::new(words, verdict.stipulation.kind),
            words,
            position: &verdict.position,
            stipulation: verdict.stipulation,
        }
    }

    fn marked(self, marked: bool) -> Section<'a> {
        let notation = self.notation.marked(marked);
        Section { notation, ..self }
    }

    fn write(&self, page: &mut Page, verdict: &Verdict) {
        let turn = self.position.turn();
        let mut said = Vec::new();
        match &verdict.outcome() {
            Outcome::Checkmate => said.push(self.words.mated_already(turn).to_owned()),
            Outcome::Stalemate => said.push(self.words.stalemated_already(turn).to_owned()),
            Outcome::Solved(solution) => self.solved(solution, &mut said),
            Outcome::Helped(help) => {
                said.extend(
                    help.solutions
                        .first()
                        .map(|lines| solutions::heading(&self.notation, self.stipulation, lines)),
                );
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
        if !(page.run_in && self.is_as_asked(&verdict.outcome())) {
            page.line(0, &said.join("; "));
            page.paint(match verdict.outcome() {
                Outcome::Refuted { .. } => Paint::Bad,
                Outcome::GaveUp { .. } => Paint::Unsure,
                _ => Paint::Good,
            });
        }
        self.play(page, verdict);
    }

    /// Whether only the play needs to be written: one key, or solutions, of the stipulated length.
    fn is_as_asked(&self, outcome: &Outcome) -> bool {
        let length = self.stipulation.length;
        match outcome {
            Outcome::Solved(solution) => {
                let is_shortest = solution.refuted.saturating_add(1) == solution.moves;
                let is_one = solution.keys.len() == 1 && solution.open == 0;
                is_shortest && is_one && Length::of_moves(solution.moves) == length
            }
            Outcome::Helped(help) => help.length == length && help.limit.is_none(),
            _ => false,
        }
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
        } else if moves < asked && !self.stipulation.is_of_any_length() {
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
    fn play(&self, page: &mut Page, verdict: &Verdict) {
        let tree = verdict.tree.as_deref();
        match &verdict.outcome() {
            Outcome::Checkmate | Outcome::Stalemate | Outcome::GaveUp { .. } => (),
            Outcome::Solved(solution) => self.keys(page, solution, tree),
            Outcome::Helped(help) => {
                solutions::solutions(page, &self.notation, self.position, self.stipulation, help)
            }
            Outcome::Lost(loss) => match tree {
                Some(tree) if !tree.defences.is_empty() => (),
                _ => self.main_line(page, &loss.line),
            },
            Outcome::Refuted { escapes, .. } => {
                self.escapes(page, escapes);
                self.forced(page);
            }
        }
        solutions::set_play(page, &self.notation, verdict);
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
            if nodes.is_empty() {
                page.line(0, &format!("{} {}", self.words.set_play, self.words.none));
            } else {
                page.line(0, self.words.set_play);
            }
            for node in &nodes {
                page.node(STEP, node);
            }
        }
        if let Some(tries) = &tree.tries {
            page.blank();
            if !tries.is_empty() {
                page.line(0, self.words.tries);
            } else if tree.limit.is_none() {
                page.line(0, &format!("{} {}", self.words.tries, self.words.none));
            }
            for try_move in tries {
                let node = variations::try_move(&self.notation, self.position, try_move);
                page.node(STEP, &node);
            }
        }
        if let Some(limit) = tree.limit {
            page.blank();
            page.line(0, &filled(self.words.incomplete, self.words.limit(limit)));
        }
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
        let mut bare: Vec<String> = solution
            .keys
            .iter()
            .filter(|&&m| !played.iter().any(|key| key.m == m))
            .map(|&m| format!("{}!", self.notation.numbered(self.position, m, 0)))
            .collect();
        sort_as_read(&mut bare);
        if !bare.is_empty() {
            page.line(0, &bare.join(", "));
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
        let mut written: Vec<String> = self
            .stipulation
            .kind
            .forced_moves(self.position)
            .into_iter()
            .map(|m| format!("{}?!?", self.notation.numbered(self.position, m, 0)))
            .collect();
        sort_as_read(&mut written);
        if !written.is_empty() {
            page.blank();
            page.line(0, &written.join(", "));
        }
    }

    /// Writes the moves that escape mate; nothing if all of them do.
    fn escapes(&self, page: &mut Page, escapes: &[Move]) {
        if escapes.is_empty() || escapes.len() == self.position.legal_moves().len() {
            return;
        }
        let mut written: Vec<String> = escapes
            .iter()
            .map(|&m| self.notation.numbered(self.position, m, 0))
            .collect();
        sort_as_read(&mut written);
        page.line(
            STEP,
            &format!("{} {}", self.words.escapes, written.join(", ")),
        );
    }
}
