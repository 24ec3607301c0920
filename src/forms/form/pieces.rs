//! A problem in pieces, for the words of other programs: [`Pieces`].

use shakmaty::{Bitboard, Color, Position as _, Rank, Square};

use crate::collection::diagram::Diagram;
use crate::composition::stipulation::WrittenStipulation;
use keymove_base::reason::Reason;
use keymove_records::epd::Epd;
use keymove_records::job::Job;
use keymove_records::record::duplex;
use keymove_solve::Stipulation;

/// A problem in pieces.
#[derive(Debug, Clone)]
pub struct Pieces {
    /// The record.
    pub epd: Epd,
    /// Its men, its stipulation and its side to move.
    pub diagram: Diagram,
}

/// The stipulation of a job that asks one question.
pub fn stipulation_of(job: &Job) -> Option<Stipulation> {
    job.single().map(|problem| problem.stipulation)
}

impl Pieces {
    /// The pieces of `epd`, which asks for `stipulation`, if it names one question.
    ///
    /// # Errors
    ///
    /// The record has rules or a stipulation for which the other programs have no place.
    pub fn of(epd: Epd, stipulation: Option<Stipulation>) -> Result<Pieces, Reason> {
        let position = epd.position();
        if position.house().is_some() || epd.mode().is_chess960() {
            return Err("only problems of orthodox chess have a place here".into());
        }
        let Some(stipulation) = stipulation else {
            return Err("a stipulation is needed here: add Stip".into());
        };
        let castles = position.chess().castles();
        let en_passant = epd.fields().split(' ').nth(3).map(str::parse);
        let diagram = Diagram {
            uncastled: Bitboard::CORNERS & !castles.castling_rights(),
            en_passant: en_passant.and_then(Result::ok),
            other_side: stipulation.beginner() != position.turn(),
            ..Diagram::new(position.board().clone(), stipulation.to_string())
        };
        Ok(Pieces { epd, diagram })
    }

    /// The text of the operation `opcode`, unless it is empty.
    pub fn text(&self, opcode: &str) -> Option<String> {
        text(&self.epd, opcode)
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

    /// The options that change the question.
    pub fn options(&self, is_duplex: bool) -> Vec<String> {
        let mut options = Vec::new();
        if is_duplex || duplex::is_asked(&self.epd) {
            options.push("Duplex".to_owned());
        }
        if self.diagram.other_side {
            options.push("HalfDuplex".to_owned());
        }
        // Only where a king and a rook are that might castle.
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
            // Squares of one option have no blanks between them, or Popeye 4.104 ignores all but the
            // first.
            options.push(format!("NoCastling {}", squares.concat()));
        }
        if let Some(square) = self.diagram.en_passant {
            // The whole double step: `f3` alone would be ignored, too.
            let (file, rank) = square.coords();
            let [from, to] = match rank {
                Rank::Third => [Rank::Second, Rank::Fourth],
                _ => [Rank::Seventh, Rank::Fifth],
            };
            let [from, to] = [from, to].map(|rank| Square::from_coords(file, rank));
            options.push(format!("EnPassant {from}{square}{to}"));
        }
        options
    }

    /// The stipulation as Popeye and Olive write it.
    ///
    /// # Errors
    ///
    /// It is one of this program alone.
    pub fn stipulation(&self) -> Result<&str, Reason> {
        let text = &self.diagram.stipulation;
        match WrittenStipulation::read(text.as_bytes()) {
            Ok(_) => Ok(text),
            Err(_) => Err(format!("{text} has no place in this form").into()),
        }
    }
}

/// The text of the operation `opcode` of a record, unless it is empty.
pub fn text(epd: &Epd, opcode: &str) -> Option<String> {
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
