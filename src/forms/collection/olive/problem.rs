//! Reads a document of Olive as a problem: a diagram for each twin, and further facts.

use shakmaty::{Board, Color};

use super::facts::{bare, brief, facts, put_remarks};
use super::letters;
use super::options::{OliveOptions, marks};
use super::solution::{self, SolutionPart};
use super::tree::RETRO;
use super::twins::{DescribedTwin, OliveTwin, begin, described, twins};
use crate::collection::diagram::{Diagram, FAIRY_MEN, man};
use crate::collection::problem::{CollectedProblem, PlayWanted, ProblemFacts, TwinnedDiagram};
use crate::collection::rows::one_line;
use crate::collection::yaml::YamlDocument;
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;
use keymove_records::epd::moves::read_move;
use keymove_records::epd::{Epd, Operation};
use keymove_records::job::{restriction, stipulation_named};
use keymove_rules::stipulation::AskedText;
use keymove_solve::Stipulation;

/// The members that are read; each may occur only once.
const READ: [&str; 11] = [
    "algebraic",
    "stipulation",
    "twins",
    "twin",
    "options",
    "option",
    "conditions",
    "condition",
    "solution",
    "intended-solutions",
    "keywords",
];

/// The first of [`READ`], which say what is asked: none may be missed because of its spelling.
const ASKED: usize = 8;

/// The maximum number of characters of the author's solution that is given to each unsolved twin.
const LONGEST_SOLUTION: usize = 20_000;

/// Something that a solution may depend on.
const UNREAD_TWIN: &str = "a twin that could not be read";

/// A document, or a part of it, that can be solved.
#[derive(Debug)]
pub(super) struct OliveProblem {
    facts: ProblemFacts,
    diagram: Diagram,
    /// The twins of the diagram as they are described, each after its letter.
    described: Vec<String>,
    twins: Vec<OliveTwin>,
    /// The parts of the solution by the letters of the twins, if wanted.
    solution: Vec<SolutionPart>,
    /// Whether both sides solve.
    duplex: bool,
    /// What its solution depends on that is not known here.
    doubt: Option<&'static str>,
    /// The play that the document asks for in addition to the solution.
    wanted: PlayWanted,
}

/// Why there is no problem: the [place](YamlDocument::place), the facts that are known nevertheless,
/// the cause.
type Refused = ((usize, usize), ProblemFacts, Cause);

impl OliveProblem {
    /// Reads a document, with its solution if `claims`.
    pub fn read(document: &YamlDocument, claims: bool) -> Result<OliveProblem, Box<Refused>> {
        let mut facts = facts(document);
        let written = facts.stipulation.take();
        let asked = written
            .as_deref()
            .and_then(|text| AskedText::read(text.as_bytes()).ok());
        // A text that is not understood is the task.
        facts.stipulation = asked.map(|asked| asked.stipulation.to_string()).or(written);
        facts.solutions = facts.solutions.or(asked.and_then(|asked| asked.solutions));
        let refused =
            |node: usize, cause: Cause| Box::new((document.place(node), facts.clone(), cause));
        if let Some((key, name)) = misspelt(document) {
            let reason = format!("{name} is written {} in Olive", name.to_lowercase());
            return Err(refused(key, reason.into()));
        }
        let men = document
            .get(0, "algebraic")
            .filter(|&node| document.is_mapping(node))
            .ok_or_else(|| refused(0, "there is no diagram (algebraic)".into()))?;
        let board = board(document, men).map_err(|(node, cause)| refused(node, cause))?;
        if let Some(node) = document.get(0, "stipulation")
            && facts.stipulation.is_none()
        {
            let reason = "the stipulation is not a text: without quotes # begins a comment";
            return Err(refused(node, reason.into()));
        }
        if let Some((key, name)) = document.repeated(&READ) {
            return Err(refused(key, format!("{name} is given twice").into()));
        }
        let mut diagram = Diagram::new(board, facts.stipulation.clone().unwrap_or_default());
        let node = document.get(0, "stipulation").unwrap_or(0);
        let beginner = asked.and_then(|asked| asked.beginner);
        begin(&mut diagram, beginner).map_err(|cause| refused(node, cause))?;
        let options = OliveOptions::read(document).map_err(|(node, cause)| refused(node, cause))?;
        options.set_up(&mut diagram);
        let duplex = options.duplex || asked.is_some_and(|asked| asked.duplex);
        let described =
            described(document).map_err(|(node, reason)| refused(node, reason.into()))?;
        let is_rotated = described.iter().any(|twin| twin.rotates());
        let texts = described.iter().map(DescribedTwin::lettered).collect();
        let mut twins = twins(described, diagram.clone(), document.place(0).0);
        if options.white_to_play {
            twins.iter_mut().for_each(OliveTwin::begin_with_white);
        }
        if duplex {
            twins = twins.into_iter().flat_map(OliveTwin::of_both).collect();
        }
        for (restriction, reason) in options.restrictions() {
            let twins = twins.iter_mut();
            twins.for_each(|twin| twin.restrict(restriction, &reason));
        }
        let is_wanted = claims || !twins.iter().all(OliveTwin::is_solved);
        let text = document.get(0, "solution").filter(|_| is_wanted);
        let text = text
            .and_then(|node| document.text(node))
            .unwrap_or_default();
        // A twin may continue from one that was not understood.
        let has_unread_twin = twins.iter().any(|twin| twin.diagram.is_err());
        let doubt = doubt(document, is_rotated).or(has_unread_twin.then_some(UNREAD_TWIN));
        let letters: Vec<&str> = twins.iter().map(|twin| twin.letter.as_str()).collect();
        let solution = solution::parts(bare(text), &letters);
        let (set_play, has_tries) = marks(document);
        let wanted = PlayWanted {
            set_play: set_play || options.set_play,
            tries: options.tries.max(usize::from(has_tries)),
        };
        facts.condition = Some(options.conditions.join(", "));
        facts.option = Some(options.unsupported.join(", "));
        Ok(OliveProblem {
            facts,
            diagram,
            described: texts,
            twins,
            solution,
            duplex,
            doubt: doubt.filter(|_| claims),
            wanted,
        })
    }

    /// The same with the comments and the keywords of its document.
    pub fn with_remarks(mut self, document: &YamlDocument) -> OliveProblem {
        put_remarks(&mut self.facts, document);
        self
    }

    /// The problem of each twin; `line` converts a line of the document to a line of the file.
    pub fn problems(&self, line: impl Fn(usize) -> u64) -> Vec<CollectedProblem> {
        let mut has_diagram = false;
        let mut problems = Vec::with_capacity(self.twins.len());
        for twin in &self.twins {
            let mut facts = self.facts_of(&twin.letter, twin.diagram.as_ref().ok());
            facts.twin = Some(twin.caption.trim_end().to_owned());
            let is_legal = |diagram: &Diagram| problem_of(diagram).is_some();
            if twin.diagram.as_ref().is_ok_and(is_legal) {
                facts.has_own_diagram = !has_diagram && twin.letter != "a";
                has_diagram = true;
            }
            let number = line(twin.line);
            let problem = match &twin.diagram {
                // A problem that is not solved may have an illegal position.
                Ok(diagram) if facts.task.is_some() && !is_legal(diagram) => {
                    let named =
                        |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
                    let restriction = restriction(named(&facts.condition), named(&facts.option));
                    let asked = brief(&diagram.stipulation);
                    let asked = || Reason::new("stipulation {}", [asked]);
                    let cause = Cause::Unsupported(restriction.unwrap_or_else(asked));
                    facts.unsolved(cause, number)
                }
                Ok(diagram) => facts.problem(&diagram.fields(), number),
                Err(cause) => facts.unsolved(cause.clone(), number),
            };
            problems.push(CollectedProblem {
                caption: twin.heading(),
                wanted: self.wanted,
                ..problem
            });
        }
        if !self.described.is_empty() {
            let facts = ProblemFacts {
                claims: Vec::new(),
                ..self.facts_of("", Some(&self.diagram))
            };
            let diagram = facts.problem(&self.diagram.fields(), problems[0].number);
            problems[0].twinned = Some(Box::new(TwinnedDiagram {
                line: diagram.line().into_owned(),
                twins: self.described.clone(),
                records: problems.len(),
            }));
        }
        problems
    }

    /// The claims of the solution about a twin.
    fn claims_of(
        &self,
        letter: &str,
        diagram: &Diagram,
        stipulation: Stipulation,
    ) -> Vec<Operation> {
        let is_other = letter.ends_with("duplex");
        let letter = letter.trim_end_matches("duplex").trim_end();
        let is_label = |label: &str| {
            let mut twins = self.twins.iter();
            twins.any(|twin| twin.letter.trim_end_matches("duplex").trim_end() == label)
        };
        // In a duplex without twins, `a)` and `b)` are the sides.
        let side = |part: &SolutionPart| match part.letter.as_str() {
            "a" if self.duplex && letter.is_empty() => Some(false),
            "b" if self.duplex && letter.is_empty() => Some(true),
            _ => None,
        };
        let is_of = |part: &&SolutionPart| match side(part) {
            Some(side) => side == is_other,
            None => part.letter == letter || !is_label(&part.letter),
        };
        let parts = self.solution.iter().filter(is_of);
        let record = problem_of(diagram);
        let [own, other] = sides(diagram);
        let is_own = |m: &str| {
            let is_of = |side: &Option<Epd>| {
                let side = side.as_ref().map(Epd::position);
                side.is_some_and(|side| read_move(side, m.as_bytes()).is_ok())
            };
            let is_own = is_of(&own);
            (is_own != is_of(&other)).then_some(is_own)
        };
        let mut claims: Vec<Operation> = parts
            .flat_map(|part| {
                if side(part).is_none() && part.letter != letter {
                    // It is not known which twin the solution is about, if it says anything.
                    return match solution::claims(&part.text, stipulation).is_empty() {
                        true => Vec::new(),
                        false => solution::unread(&part.text),
                    };
                }
                letters::claims(&part.text, stipulation, record.as_ref(), |text| {
                    match self.duplex && side(part).is_none() {
                        true => solution::claims_of_side(text, stipulation, is_own),
                        false => solution::claims(text, stipulation),
                    }
                })
            })
            .collect();
        claims.extend(self.doubt.map(|doubt| Operation::string("Doubt", doubt)));
        claims
    }

    /// The author's own solution, which the reader of a problem that is not solved here gets.
    fn own_solution(&self) -> Option<Operation> {
        let own = self.solution.iter().map(|part| part.text.as_str());
        let own = one_line(&own.collect::<Vec<_>>().join(" "));
        let own: String = own.chars().take(LONGEST_SOLUTION).collect();
        (!own.is_empty()).then(|| Operation::string("Solution", &own))
    }

    fn facts_of(&self, letter: &str, diagram: Option<&Diagram>) -> ProblemFacts {
        let mut facts = self.facts.clone();
        if let Some(diagram) = diagram {
            let asked = Some(diagram.stipulation.clone()).filter(|asked| !asked.is_empty());
            match stipulation_named(diagram.stipulation.as_bytes()) {
                Some(stipulation) => {
                    (facts.stipulation, facts.task) = (asked, None);
                    facts.claims = self.claims_of(letter, diagram, stipulation);
                }
                None => {
                    (facts.stipulation, facts.task) = (None, asked);
                    facts.others.extend(self.own_solution());
                }
            }
            if diagram.other_side {
                facts.others.push(Operation::words("HalfDuplex", [""; 0]));
            }
        }
        if !letter.is_empty() {
            let label = if letter.ends_with("duplex") {
                letter.to_owned()
            } else {
                format!("{letter})")
            };
            facts.id = Some(facts.id.map_or(label.clone(), |id| format!("{id} {label}")));
            // Composers do not agree on whether the number applies to each twin or to all together.
            facts.solutions = None;
        }
        facts
    }
}

/// What the solution of a document depends on that is not known here: how the position arose, or in
/// which direction a board is rotated (counterclockwise for Popeye, clockwise for many composers).
fn doubt(document: &YamlDocument, is_rotated: bool) -> Option<&'static str> {
    let keywords = document.get(0, "keywords").into_iter();
    let mut keywords = keywords.flat_map(|node| document.texts(node));
    let is_retro = |text: &str| {
        let text = text.to_lowercase();
        ["retro", "cantcastler", "a posteriori"]
            .iter()
            .any(|part| text.contains(part))
    };
    let retro = keywords.any(is_retro).then_some(RETRO);
    retro.or(is_rotated.then_some("which way a board is rotated"))
}

/// A member that is not read because of its spelling, although it says what is asked.
fn misspelt(document: &YamlDocument) -> Option<(usize, &str)> {
    let mut keys = document.members(0).map(|(key, _)| key);
    keys.find_map(|key| {
        let name = document.text(key)?;
        let is_asked = |asked: &&str| name != *asked && name.eq_ignore_ascii_case(asked);
        READ[..ASKED].iter().any(is_asked).then_some((key, name))
    })
}

/// The problem of a diagram, and the same with the other side to begin.
fn sides(diagram: &Diagram) -> [Option<Epd>; 2] {
    let other = Diagram {
        other_side: !diagram.other_side,
        ..diagram.clone()
    };
    [diagram, &other].map(problem_of)
}

/// The problem of a diagram, if its position is legal.
fn problem_of(diagram: &Diagram) -> Option<Epd> {
    Epd::from_ascii(diagram.fields().as_bytes()).ok()
}

/// The men in `algebraic`.
fn board(document: &YamlDocument, men: usize) -> Result<Board, (usize, Cause)> {
    let mut board = Board::empty();
    let mut sides = Vec::new();
    for (key, value) in document.members(men) {
        if document.is_empty(value) {
            continue;
        }
        let color = match document.text(key).map(str::to_lowercase).as_deref() {
            Some("white") => Color::White,
            Some("black") => Color::Black,
            _ => {
                let name = document.text(key).unwrap_or("others");
                let reason = Reason::new(FAIRY_MEN, [excerpt(name.as_bytes())]);
                return Err((key, Cause::Unsupported(reason)));
            }
        };
        if sides.contains(&color) {
            return Err((key, format!("{color} is given twice").into()));
        }
        sides.push(color);
        let written = document.list(value).filter(|_| !document.is_mapping(value));
        let written = written.ok_or_else(|| (value, "this is not a list of men".into()))?;
        for text in written.iter().flat_map(|text| men_in(text)) {
            let (role, square) = man(text).map_err(|cause| (value, cause))?;
            if board.piece_at(square).is_some() {
                let reason = Reason::new("two men stand on {}", [square.to_string()]);
                return Err((value, reason.into()));
            }
            board.set_piece_at(square, role.of(color));
        }
    }
    Ok(board)
}

/// The men in an item of a list: one, which may have a property of fairy chess before it, or several.
fn men_in(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.iter().all(|word| man(word).is_ok()) && !words.is_empty() {
        true => words,
        false => vec![text],
    }
}

/// The men and the solution, as the author wrote them, of a document that no chess board can show.
pub(super) fn in_words(document: &YamlDocument) -> Vec<Operation> {
    let sides = document.get(0, "algebraic").into_iter();
    let sides = sides.flat_map(|men| document.members(men));
    let sides = sides.map(|(_, men)| document.texts(men).join(" "));
    let men = sides.collect::<Vec<_>>().join(" / ");
    let solution = document.get(0, "solution");
    let solution = solution.and_then(|node| document.text(node)).map(bare);
    let texts = [("Men", Some(men.as_str())), ("Solution", solution)];
    let operations = texts.into_iter().filter_map(|(opcode, text)| {
        let text: String = one_line(text?).chars().take(LONGEST_SOLUTION).collect();
        (!text.is_empty()).then(|| Operation::string(opcode, &text))
    });
    operations.collect()
}
