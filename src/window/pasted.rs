//! Reads pasted text: every form of file, and also the middle of Popeye's input and men in the algebraic
//! form (`white: Kf6 Qg6 black: Kh8`).

use shakmaty::{Board, Color, Role, Square};

use super::reading::{ProblemListing, form};
use keymove_forms::collection::InputForm;
use keymove_forms::collection::diagram::Diagram;
use keymove_rules::stipulation::AskedText;

/// The name of the text in messages.
const PASTED: &str = "the pasted text";

/// The problems in `text`; `asked` is what is asked of those that say nothing.
pub fn listing(text: &str, asked: Option<AskedText>) -> ProblemListing {
    let text = text.trim();
    // A string from the source of a program.
    let text = match text.contains('\n') {
        true => text,
        false => text.trim_matches(['"', '\'', ',']),
    };
    if let Some(men) = men(text) {
        let stipulation = asked.map_or_else(String::new, |asked| asked.stipulation.to_string());
        let mut diagram = Diagram::new(men.board, stipulation);
        diagram.begin_with(asked.and_then(|asked| asked.beginner));
        let note = men.has_knights.then_some("N is read as S, a knight");
        let listing = ProblemListing::of_position(&diagram.fields(), None);
        return note.into_iter().fold(listing, ProblemListing::noting);
    }
    let lower = text.to_lowercase();
    let keywords = ["pieces", "steine", "pièces", "forsyth"];
    let is_middle = keywords.iter().any(|keyword| lower.contains(keyword));
    match form(text.as_bytes()) {
        Ok(InputForm::Epd) if is_middle => popeye(text, asked),
        Ok(InputForm::Epd) if !text.contains(['\n', ';']) => {
            ProblemListing::of_position(text, asked).or_description(PASTED, text.as_bytes())
        }
        _ => ProblemListing::of_file(PASTED, text.as_bytes().to_vec()),
    }
}

/// The middle of Popeye's input. Popeye wants a stipulation; a board is worth something without.
fn popeye(middle: &str, asked: Option<AskedText>) -> ProblemListing {
    let read = |middle: &str| {
        // On its own lines, which messages name.
        let input = format!("BeginProblem {middle}\nEndProblem\n");
        ProblemListing::of_file(PASTED, input.into_bytes())
    };
    let listing = read(middle);
    if listing.is_legal() {
        return listing;
    }
    match asked {
        Some(asked) => read(&format!("Stipulation {} {middle}", asked.stipulation)),
        None => match read(&format!("Stipulation #1 {middle}")) {
            read if read.is_legal() => read.unasked(),
            _ => listing,
        },
    }
}

/// Men with their colours.
struct Men {
    board: Board,
    has_knights: bool,
}

/// The men of a text that has nothing else in it: `white: Kf6, Qg6 black: Kh8`, `Kf6 Qg6 / Kh8`.
fn men(text: &str) -> Option<Men> {
    const WHITE: [&str; 6] = ["white", "w", "weiss", "weiß", "blanc", "blancs"];
    const BLACK: [&str; 6] = ["black", "b", "s", "schwarz", "noir", "noirs"];
    let spaced = text.replace('/', " black ");
    let words = spaced.split(|c: char| c.is_whitespace() || ":,;[]{}\"'=".contains(c));
    let mut men = Men {
        board: Board::empty(),
        has_knights: false,
    };
    let mut color = Color::White;
    for word in words.filter(|word| !word.is_empty()) {
        let lower = word.to_lowercase();
        if WHITE.contains(&lower.as_str()) {
            color = Color::White;
        } else if BLACK.contains(&lower.as_str()) {
            color = Color::Black;
        } else {
            let (role, squares) = man(word)?;
            men.has_knights |= word.starts_with('N');
            for square in squares {
                if men.board.piece_at(square).is_some() {
                    return None;
                }
                men.board.set_piece_at(square, role.of(color));
            }
        }
    }
    (!men.board.occupied().is_empty()).then_some(men)
}

/// A word of men, `Kf6`, `Pa2b3` or `e4`, a pawn.
fn man(word: &str) -> Option<(Role, Vec<Square>)> {
    let (role, squares) = match word.as_bytes().first()? {
        b'a'..=b'h' => (Role::Pawn, word.as_bytes()),
        b'K' => (Role::King, &word.as_bytes()[1..]),
        b'Q' => (Role::Queen, &word.as_bytes()[1..]),
        b'R' => (Role::Rook, &word.as_bytes()[1..]),
        b'B' => (Role::Bishop, &word.as_bytes()[1..]),
        b'S' | b'N' => (Role::Knight, &word.as_bytes()[1..]),
        b'P' => (Role::Pawn, &word.as_bytes()[1..]),
        _ => return None,
    };
    let squares: Option<Vec<Square>> = squares
        .chunks(2)
        .map(|square| Square::from_ascii(square).ok())
        .collect();
    squares
        .filter(|squares| !squares.is_empty())
        .map(|squares| (role, squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards in a pasted text.
    fn boards(text: &str) -> Vec<String> {
        let seen = serde_json::to_value(listing(text, None)).expect("JSON");
        let problems = seen["problems"].as_array().expect("a list");
        let fen = |problem: &serde_json::Value| {
            let fen = problem["fen"].as_str().map(str::to_owned);
            fen.unwrap_or_else(|| problem["illegal"].to_string())
        };
        problems.iter().map(fen).collect()
    }

    #[test]
    fn one_position_in_every_form() {
        let fen = "7k/8/5KQ1/8/8/8/8/8 w - -";
        for text in [
            "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
            "7k/8/5KQ1/8/8/8/8/8 w - - #1",
            " 7k/8/5KQ1/8/8/8/8/8\n",
            "7k/8/5KQ1/8/8/8/8/8 w - - dm 1; id \"x\";",
            "BeginProblem\nStipulation #1\nPieces White Kf6 Qg6 Black Kh8\nEndProblem",
            "Pieces\n  White Kf6 Qg6\n  Black Kh8",
            "stip #1 pieces White Kf6 Qg6 Black Kh8",
            "---\nalgebraic:\n  white: [Kf6, Qg6]\n  black: [Kh8]\nstipulation: \"#1\"\n",
            "white: Kf6, Qg6; black: Kh8",
            "white: [Kf6, Qg6]\nblack: [Kh8]",
            "Kf6 Qg6 / Kh8",
            "w Kf6 Qg6 b Kh8",
        ] {
            assert_eq!(boards(text), [fen], "{text}");
        }
        // The board is shown, legal or not.
        let fen = "7k/8/5KN1/4P3/8/8/8/8 w - -";
        assert_eq!(boards("Kf6 Ng6 e5 / Kh8"), [fen]);
        assert_eq!(boards("K f6 / Kh8"), [""; 0]);
    }

    #[test]
    fn several_lines_are_several_problems_and_what_is_wrong_is_said() {
        let text = "7k/8/5KQ1/8/8/8/8/8 w - - dm 1;\n7K/8/5kq1/8/8/8/8/8 b - - dm 1;\n";
        assert_eq!(boards(text).len(), 2);
        let seen = serde_json::to_value(listing("7k/8/6Q1/8/8/8/8/8 w - -", None)).expect("JSON");
        let problem = &seen["problems"][0];
        assert_eq!(problem["fen"], "7k/8/6Q1/8/8/8/8/8 w - -");
        assert_eq!(problem["counts"], "(1+1)");
        assert!(
            problem["illegal"]
                .as_str()
                .is_some_and(|text| text.contains("king"))
        );
        let seen = serde_json::to_value(listing("hello", None)).expect("JSON");
        assert_eq!(seen["problems"], serde_json::json!([]));
        let told = seen["messages"][0].as_str().expect("a message");
        assert!(
            told.starts_with("no position was found in the pasted text"),
            "{told}"
        );
    }
}
