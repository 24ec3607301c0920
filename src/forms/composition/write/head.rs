//! Writes the part above the solution: texts, diagram, stipulation and the number of men, twins.

use shakmaty::{Color, File, Rank, Square};

use crate::composition::language::Phrases;
use crate::composition::stipulation::WrittenStipulation;
use crate::composition::{Composition, TwinForm};
use keymove_base::error::printable_bytes;
use keymove_solve::{Length, Stipulation};

/// Texts are centred in this number of columns, the width of the diagram.
const WIDTH: usize = BETWEEN.len() - 1;

/// The number of men ends in this column.
const CAPTION: usize = 35;

const BORDER: &str = "+---a---b---c---d---e---f---g---h---+\n";
const BETWEEN: &str = "|                                   |\n";

/// Writes the diagram with everything around it.
pub fn write(out: &mut Vec<u8>, composition: &Composition, phrases: &Phrases) {
    let texts = &composition.texts;
    for remark in &texts.remarks {
        line(out, remark);
    }
    out.push(b'\n');
    for text in [&texts.authors, &texts.origins, &texts.awards, &texts.titles]
        .into_iter()
        .flatten()
    {
        centred(out, text);
    }
    out.push(b'\n');
    out.extend_from_slice(BORDER.as_bytes());
    for rank in Rank::ALL.into_iter().rev() {
        out.extend_from_slice(BETWEEN.as_bytes());
        let mut row = format!("{rank} ");
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            row.push_str(&match composition.diagram.piece_at(square) {
                None => "  . ".to_owned(),
                Some(piece) => {
                    let colour = piece.color.fold_wb(' ', '-');
                    format!(" {colour}{} ", phrases.letter(piece.role))
                }
            });
        }
        out.extend_from_slice(format!("{row}  {rank}\n").as_bytes());
    }
    out.extend_from_slice(BETWEEN.as_bytes());
    out.extend_from_slice(BORDER.as_bytes());
    let count = |color: Color| composition.diagram.by_color(color).count();
    let men = format!("{} + {}", count(Color::White), count(Color::Black));
    let stipulation = caption(composition);
    let room = CAPTION.saturating_sub(2 + stipulation.len());
    out.extend_from_slice(format!("  {stipulation}{men:>room$}\n").as_bytes());
    match composition.choices.sides[..] {
        [true] => centred(out, phrases.half_duplex.as_bytes()),
        [_, _] => centred(out, phrases.duplex.as_bytes()),
        _ => (),
    }
}

/// The stipulation under the diagram: half a move less if White is to play.
fn caption(composition: &Composition) -> String {
    let choices = &composition.choices;
    let WrittenStipulation {
        text, stipulation, ..
    } = &composition.stipulation;
    let half_moves = stipulation.length.half_moves();
    let text = if choices.white_to_play && stipulation.kind.is_help() && half_moves > 1 {
        Stipulation {
            length: Length::of_half_moves(half_moves - 1),
            ..*stipulation
        }
        .to_string()
    } else {
        text.clone()
    };
    format!("{text}{}", choices.restrictions)
}

/// Writes that the diagram itself is not a problem: a head without play.
pub fn write_zero_position(out: &mut Vec<u8>, phrases: &Phrases) {
    out.extend_from_slice(format!("\n{}\n\n", phrases.zero_position).as_bytes());
}

/// Writes the line above a twin's solution: the changes, each followed by two blanks.
pub fn write_twin(out: &mut Vec<u8>, twin: &TwinForm) {
    let Some(label) = &twin.label else {
        return;
    };
    let caption = twin_caption(label, twin.continued, &twin.changes);
    out.extend_from_slice(format!("\n{caption}\n").as_bytes());
}

/// The line above a twin's solution: `b) wKa1-->a2  `, with a leading `+` if the twin is made from
/// the previous one.
pub fn twin_caption(label: &str, continued: bool, changes: &[String]) -> String {
    let sign = if continued { "+" } else { "" };
    let changes: String = changes.iter().map(|change| format!("{change}  ")).collect();
    format!("{sign}{label}) {changes}")
}

fn line(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&printable_bytes(text));
    out.push(b'\n');
}

fn centred(out: &mut Vec<u8>, text: &[u8]) {
    let before = WIDTH.saturating_sub(text.len()) / 2;
    out.extend(std::iter::repeat_n(b' ', before));
    line(out, text);
}
