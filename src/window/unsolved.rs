//! Problems as they are, in the words of other programs: Olive's documents and Popeye's input. A
//! board that is not legal yet is written, too: somebody may be at work on it.

use shakmaty::{Board, Color, Square};

use super::export::ExportedProblem;
use super::request::RequestFault;
use super::twins::{diagram, in_popeyes_words};
use crate::collection::diagram::Diagram;
use crate::composition::stipulation::WrittenStipulation;
use crate::epd::Epd;
use crate::job::{Defaults, Job};

/// A legal position without rights, for operations whose own board is not.
const ANY: &[u8] = b"8/8/8/8/8/1k6/8/K7 w - -";

/// A problem in pieces.
struct Pieces<'a> {
    problem: &'a ExportedProblem,
    /// What is said of it; the position may be another.
    epd: Epd,
    diagram: Diagram,
    place: String,
}

impl<'a> Pieces<'a> {
    fn of(index: usize, problem: &'a ExportedProblem) -> Result<Pieces<'a>, RequestFault> {
        let place = format!("problems[{index}]");
        let refused = |fault: RequestFault| fault.within(&place);
        let line = problem.question.line().map_err(refused)?;
        let (epd, diagram) = match Epd::read(&line) {
            Ok((epd, _)) => {
                let mut diagram = diagram(&epd).map_err(refused)?;
                diagram.en_passant = epd.fields().split(' ').nth(3).and_then(|s| s.parse().ok());
                (epd, diagram)
            }
            Err(error) => {
                set_up(&line).ok_or_else(|| refused(RequestFault::at("record", error)))?
            }
        };
        Ok(Pieces {
            problem,
            epd,
            diagram,
            place,
        })
    }

    /// What the record says under this opcode.
    fn said(&self, opcode: &str) -> Option<String> {
        let text = self.epd.operation(opcode)?.text();
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// The men of a colour, `Kf6`.
    fn men(&self, color: Color) -> Vec<String> {
        let men = self.diagram.board.clone().into_iter();
        let mut men: Vec<(usize, Square)> = men
            .filter(|(_, piece)| piece.color == color)
            .map(|(square, piece)| (6 - usize::from(piece.role), square))
            .collect();
        men.sort_unstable();
        let letter = |rank: usize| ["K", "Q", "R", "B", "S", "P"][rank];
        men.iter()
            .map(|&(rank, square)| format!("{}{square}", letter(rank)))
            .collect()
    }

    /// The options that change what is asked.
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let is_duplex = self.epd.operation("dup").is_some();
        if is_duplex || self.problem.question.is_duplex() {
            options.push("Duplex".to_owned());
        }
        if self.diagram.other_side {
            options.push("HalfDuplex".to_owned());
        }
        // Only where a king and a rook stand that might castle.
        let free = Diagram {
            uncastled: Vec::new(),
            ..self.diagram.clone()
        }
        .fields();
        let free = free.split(' ').nth(2).unwrap_or_default().to_owned();
        let may = |letter| free.contains(letter);
        let corners = [
            ('K', Square::H1),
            ('Q', Square::A1),
            ('k', Square::H8),
            ('q', Square::A8),
        ];
        let ruled_out = corners
            .iter()
            .filter(|(letter, square)| may(*letter) && self.diagram.uncastled.contains(square));
        let squares: Vec<String> = ruled_out.map(|(_, square)| square.to_string()).collect();
        if !squares.is_empty() {
            options.push(format!("NoCastling {}", squares.join(" ")));
        }
        if let Some(square) = self.diagram.en_passant {
            options.push(format!("EnPassant {square}"));
        }
        options
    }

    /// The stipulation as Popeye and Olive write it.
    fn stipulation(&self) -> Result<&str, RequestFault> {
        let text = &self.diagram.stipulation;
        match WrittenStipulation::read(text.as_bytes()) {
            Ok(_) => Ok(text),
            Err(_) => {
                let message = format!("{text} has no place in this form");
                Err(RequestFault::at("stipulation", message).within(&self.place))
            }
        }
    }
}

/// A board that is no legal position, and what is said of it.
fn set_up(line: &[u8]) -> Option<(Epd, Diagram)> {
    let text = String::from_utf8_lossy(line);
    let mut words = text.splitn(5, ' ');
    let board = Board::from_ascii_board_fen(words.next()?.as_bytes()).ok()?;
    let turn = words.next()?;
    let rest = words.nth(2).unwrap_or_default();
    let (epd, _) = Epd::read(&[ANY, b" ", rest.as_bytes()].concat()).ok()?;
    let (job, _) = Job::select(&epd, &Defaults::default()).ok()?;
    let asked = job.single()?.stipulation;
    let diagram = Diagram {
        uncastled: vec![Square::A1, Square::H1, Square::A8, Square::H8],
        other_side: asked.beginner().char().to_string() != turn,
        ..Diagram::new(board, asked.to_string())
    };
    Some((epd, diagram))
}

/// Documents of Olive.
///
/// # Errors
///
/// A problem that Olive has no place for: one of another game, or a stipulation of its own.
pub fn olive(problems: &[ExportedProblem]) -> Result<String, RequestFault> {
    let mut out = String::new();
    for (index, problem) in problems.iter().enumerate() {
        let pieces = Pieces::of(index, problem)?;
        out.push_str("---\nalgebraic:\n");
        for (name, color) in [("white", Color::White), ("black", Color::Black)] {
            out.push_str(&format!("  {name}: [{}]\n", pieces.men(color).join(", ")));
        }
        let mut list = |name: &str, items: &[String]| {
            if !items.is_empty() {
                out.push_str(&format!("{name}:\n"));
                items
                    .iter()
                    .for_each(|item| out.push_str(&format!("  - {}\n", quoted(item))));
            }
        };
        let authors = pieces.said("c0").unwrap_or_default();
        let authors = authors
            .split(" & ")
            .map(str::trim)
            .filter(|name| !name.is_empty());
        list("authors", &authors.map(str::to_owned).collect::<Vec<_>>());
        let options = pieces.options();
        let mut member = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                out.push_str(&format!("{name}: {value}\n"));
            }
        };
        member(
            "award",
            pieces
                .said("c2")
                .map(|award| format!("{{distinction: {}}}", quoted(&award))),
        );
        let solutions = pieces
            .said("Count")
            .filter(|count| count.parse::<u64>().is_ok());
        member("intended-solutions", solutions);
        let all: Vec<String> = options.iter().map(|option| quoted(option)).collect();
        member(
            "options",
            (!all.is_empty()).then(|| format!("[{}]", all.join(", "))),
        );
        member(
            "source",
            pieces
                .said("c1")
                .map(|name| format!("{{name: {}}}", quoted(&name))),
        );
        member("stipulation", Some(quoted(pieces.stipulation()?)));
        member("title", pieces.said("id").map(|title| quoted(&title)));
        let twins = problem.question.twins();
        if !twins.is_empty() {
            out.push_str("twins:\n");
        }
        let lettered = problem.parts.iter().rev().zip(twins.iter().rev()).rev();
        for (part, twin) in lettered {
            out.push_str(&format!(
                "  {}: {}\n",
                part.letter,
                quoted(&in_popeyes_words(twin))
            ));
        }
    }
    Ok(out)
}

/// Input of Popeye.
///
/// # Errors
///
/// A problem that it has no place for: one of another game, or a stipulation of its own.
pub fn popeye(problems: &[ExportedProblem]) -> Result<String, RequestFault> {
    let mut out = String::new();
    for (index, problem) in problems.iter().enumerate() {
        let pieces = Pieces::of(index, problem)?;
        out.push_str(if index == 0 {
            "BeginProblem\n"
        } else {
            "NextProblem\n"
        });
        let named = [
            ("Author", "c0"),
            ("Origin", "c1"),
            ("Award", "c2"),
            ("Title", "id"),
        ];
        for (name, opcode) in named {
            if let Some(text) = pieces.said(opcode) {
                out.push_str(&format!("{name} {text}\n"));
            }
        }
        out.push_str(&format!("Stipulation {}\n", pieces.stipulation()?));
        let mut options = vec!["Variation".to_owned()];
        options.extend(problem.question.popeyes_options());
        options.extend(pieces.options());
        out.push_str(&format!("Option {}\nPieces\n", options.join(" ")));
        for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
            let men = pieces.men(color);
            if !men.is_empty() {
                out.push_str(&format!("  {name} {}\n", men.join(" ")));
            }
        }
        for (number, twin) in problem.question.twins().iter().enumerate() {
            let is_first = number == 0 && problem.question.is_zero_position();
            let word = if is_first { "ZeroPosition" } else { "Twin" };
            out.push_str(&format!("{word} {}\n", in_popeyes_words(twin)));
        }
    }
    if !out.is_empty() {
        out.push_str("EndProblem\n");
    }
    Ok(out)
}

/// A text of YAML: what JSON has in quotes is one.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
