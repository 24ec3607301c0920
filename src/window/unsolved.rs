//! Problems as they are, in pieces for the words of other programs, as Popeye's input, and as games of
//! PGN. A board that is not legal yet is written, too: somebody may be at work on it.

use shakmaty::{Bitboard, Board, Color, Square};

use super::export::ExportedProblem;
use super::question::AskedProblem;
use super::request::RequestFault;
use super::twins::{diagram, in_popeyes_words};
use keymove_forms::collection::diagram::Diagram;
use keymove_forms::composition::stipulation::WrittenStipulation;
use keymove_records::epd::Epd;
use keymove_records::job::{Defaults, Job};
use keymove_records::record::knowledge::claimed_count;

/// A legal position without rights, for operations whose own board is not.
pub(super) const ANY: &[u8] = b"8/8/8/8/8/1k6/8/K7 w - -";

/// A problem in pieces.
pub(crate) struct Pieces<'a> {
    question: &'a AskedProblem,
    /// What is said of it; the position may be another.
    epd: Epd,
    diagram: Diagram,
}

impl<'a> Pieces<'a> {
    /// The pieces of a problem.
    pub fn of(question: &'a AskedProblem) -> Result<Pieces<'a>, RequestFault> {
        let line = question.line()?;
        let (epd, diagram) = match Epd::read(&line) {
            Ok((epd, _)) => {
                let mut diagram = diagram(&epd)?;
                diagram.en_passant = epd.fields().split(' ').nth(3).and_then(|s| s.parse().ok());
                (epd, diagram)
            }
            Err(error) => set_up(&line).ok_or_else(|| RequestFault::at("record", error))?,
        };
        Ok(Pieces {
            question,
            epd,
            diagram,
        })
    }

    /// What the record says under this opcode.
    pub fn said(&self, opcode: &str) -> Option<String> {
        said(&self.epd, opcode)
    }

    /// The men of a colour, `Kf6`.
    pub fn men(&self, color: Color) -> Vec<String> {
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
    pub fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let is_duplex = self.epd.operation("dup").is_some();
        if is_duplex || self.question.is_duplex() {
            options.push("Duplex".to_owned());
        }
        if self.diagram.other_side {
            options.push("HalfDuplex".to_owned());
        }
        // Only where a king and a rook stand that might castle.
        let free = Diagram {
            uncastled: Bitboard::EMPTY,
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
            .filter(|(letter, square)| may(*letter) && self.diagram.uncastled.contains(*square));
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
    pub fn stipulation(&self) -> Result<&str, RequestFault> {
        let text = &self.diagram.stipulation;
        match WrittenStipulation::read(text.as_bytes()) {
            Ok(_) => Ok(text),
            Err(_) => {
                let message = format!("{text} has no place in this form");
                Err(RequestFault::at("stipulation", message))
            }
        }
    }
}

/// What a record says under this opcode, if that is more than nothing.
fn said(epd: &Epd, opcode: &str) -> Option<String> {
    let text = epd.operation(opcode)?.text();
    let text = String::from_utf8_lossy(&text).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// A source without its date, and the date in the order year, month, day: `S 7, 3/1999`.
pub fn dated(source: &str) -> (&str, Vec<&str>) {
    let (name, date) = source.rsplit_once(", ").unwrap_or(("", source));
    let parts: Vec<&str> = date.rsplit('/').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match parts[0].len() == 4 && parts.len() <= 3 && parts.iter().all(is_number) {
        true => (name, parts),
        false => (source, Vec::new()),
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
        uncastled: Bitboard::CORNERS,
        other_side: asked.beginner().char().to_string() != turn,
        ..Diagram::new(board, asked.to_string())
    };
    Some((epd, diagram))
}

/// Input of Popeye that asks these problems.
pub fn popeyes_input(problems: &[String]) -> String {
    match problems.is_empty() {
        true => String::new(),
        false => format!(
            "BeginProblem\n{}EndProblem\n",
            problems.join("NextProblem\n")
        ),
    }
}

/// A problem as Popeye is asked it.
///
/// # Errors
///
/// A problem that Popeye's input has no place for: one of another game, or a stipulation of its own.
pub fn popeye(problem: &ExportedProblem) -> Result<String, RequestFault> {
    let question = &problem.question;
    let pieces = Pieces::of(question)?;
    let mut out = String::new();
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
    options.extend(question.popeyes_options());
    options.extend(pieces.options());
    out.push_str(&format!("Option {}\nPieces\n", options.join(" ")));
    for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
        let men = pieces.men(color);
        if !men.is_empty() {
            out.push_str(&format!("  {name} {}\n", men.join(" ")));
        }
    }
    for (number, twin) in question.twins().iter().enumerate() {
        let is_first = number == 0 && question.is_zero_position();
        let word = if is_first { "ZeroPosition" } else { "Twin" };
        out.push_str(&format!("{word} {}\n", in_popeyes_words(twin)));
    }
    Ok(out)
}

/// Games of PGN without moves, whose tags are the problem and its twins.
///
/// # Errors
///
/// A record whose operations cannot be read.
pub fn pgn(problem: &ExportedProblem) -> Result<String, RequestFault> {
    let mut out = String::new();
    for part in &problem.parts {
        let mut words = part.record.splitn(5, ' ');
        let fields: Vec<&str> = words.by_ref().take(4).collect();
        let operations = [ANY, b" ", words.next().unwrap_or_default().as_bytes()].concat();
        let (epd, _) = Epd::read(part.record.as_bytes())
            .or_else(|_| Epd::read(&operations))
            .map_err(|error| RequestFault::at("record", error))?;
        let source = said(&epd, "c1").unwrap_or_default();
        let (place, date) = dated(&source);
        let day = (0..3).map(|at| {
            date.get(at)
                .map_or("??".to_owned(), |part| format!("{part:0>2}"))
        });
        let date = (!date.is_empty()).then(|| day.collect::<Vec<_>>().join("."));
        let is_duplex = epd.operation("dup").is_some() || problem.question.is_duplex();
        let duplex = if is_duplex { " duplex" } else { "" };
        // In the words of composers, which are read with and without `duplex`: `h#3 2.1`.
        let solutions =
            claimed_count(&epd).map_or_else(String::new, |number| format!(" {number}.1"));
        let unknown = || Some("?".to_owned());
        let named = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        for (name, value) in [
            ("Event", said(&epd, "id").or_else(unknown)),
            ("Site", named(place).or_else(unknown)),
            ("Date", date.or_else(|| named("????.??.??"))),
            ("Round", unknown()),
            ("White", said(&epd, "c0").or_else(unknown)),
            ("Black", unknown()),
            ("Result", named("*")),
            ("Award", said(&epd, "c2")),
            ("Keywords", said(&epd, "c4")),
            ("Variant", said(&epd, "Variant")),
            ("SetUp", named("1")),
            ("FEN", Some(format!("{} 0 1", fields.join(" ")))),
            (
                "Stipulation",
                said(&epd, "Stip").map(|stipulation| stipulation + duplex + &solutions),
            ),
        ] {
            if let Some(value) = value {
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                out.push_str(&format!("[{name} \"{value}\"]\n"));
            }
        }
        let comment =
            said(&epd, "c3").map(|text| format!("{{{}}} ", text.replace(['{', '}'], "|")));
        out.push_str(&format!("\n{}*\n\n", comment.unwrap_or_default()));
    }
    Ok(out)
}
