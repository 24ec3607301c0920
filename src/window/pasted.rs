//! What somebody pastes, as a text that the program reads: also the middle of Popeye's input, and
//! men in the algebraic form (`white: Kf6 Qg6 black: Kh8`).

use super::reading::{Listing, form};

/// The problems in `text`.
pub fn listing(text: &str) -> Listing {
    let text = text.trim();
    let is_one_line = !text.contains('\n');
    if form(text.as_bytes()).is_some() || !is_one_line && text.contains('/') && !is_loose(text) {
        return Listing::of_file("pasted text", text.as_bytes().to_vec());
    }
    if let Some(men) = men(text) {
        let note = men.has_knights.then_some("N is read as S, a knight");
        let listing = popeye(&format!("Pieces {}", men.words));
        return note
            .into_iter()
            .fold(listing, |listing, note| listing.noting(note));
    }
    let lower = text.to_lowercase();
    let keywords = ["pieces", "steine", "pièces", "forsyth"];
    if keywords.iter().any(|keyword| lower.contains(keyword)) {
        return popeye(text);
    }
    match is_one_line && !text.contains(';') {
        true => Listing::of_position(text),
        false => Listing::of_file("pasted text", text.as_bytes().to_vec()),
    }
}

/// The middle of Popeye's input. Popeye wants a stipulation; a board is worth something without.
fn popeye(middle: &str) -> Listing {
    let read = |middle: &str| {
        let input = format!("BeginProblem\n{middle}\nEndProblem\n");
        Listing::of_file("pasted text", input.into_bytes())
    };
    let listing = read(middle);
    if listing.is_legal() {
        return listing;
    }
    let asked = read(&format!("Stipulation #1\n{middle}"));
    if asked.is_legal() {
        asked.unasked()
    } else {
        listing
    }
}

/// Men with their colours, as Popeye writes them.
struct Men {
    words: String,
    has_knights: bool,
}

fn is_loose(text: &str) -> bool {
    men(text).is_some()
}

/// The men of a text that has nothing else in it: `white: Kf6, Qg6 black: Kh8`, `Kf6 Qg6 / Kh8`.
fn men(text: &str) -> Option<Men> {
    const WHITE: [&str; 6] = ["white", "w", "weiss", "weiß", "blanc", "blancs"];
    const BLACK: [&str; 6] = ["black", "b", "s", "schwarz", "noir", "noirs"];
    let spaced = text.replace('/', " black ");
    let words = spaced.split(|c: char| c.is_whitespace() || ":,;[]{}\"'=".contains(c));
    let mut out: Vec<String> = Vec::new();
    let mut has_knights = false;
    for word in words.filter(|word| !word.is_empty()) {
        let lower = word.to_lowercase();
        if WHITE.contains(&lower.as_str()) {
            out.push("White".to_owned());
        } else if BLACK.contains(&lower.as_str()) {
            out.push("Black".to_owned());
        } else {
            if out.is_empty() {
                out.push("White".to_owned());
            }
            has_knights |= word.contains('N');
            out.push(man(word)?);
        }
    }
    (out.len() > 2).then(|| Men {
        words: out.join(" "),
        has_knights,
    })
}

/// A word of men, `Kf6`, `Pa2b3` or `e4`, a pawn.
fn man(word: &str) -> Option<String> {
    let (name, squares) = match word.as_bytes().first()? {
        b'a'..=b'h' if word.len().is_multiple_of(2) => ('P', word),
        letter if letter.is_ascii_alphabetic() => (char::from(*letter), &word[1..]),
        _ => return None,
    };
    let name = match name {
        'N' => 'S',
        'K' | 'Q' | 'R' | 'B' | 'S' | 'P' => name,
        _ => return None,
    };
    let mut squares = squares.as_bytes().chunks(2);
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let all = squares.len() > 0 && squares.all(is_square);
    all.then(|| {
        format!(
            "{name}{}",
            word.trim_start_matches(|c: char| c.is_ascii_uppercase())
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards in a pasted text.
    fn boards(text: &str) -> Vec<String> {
        let seen = serde_json::to_value(listing(text)).expect("JSON");
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
        let fen = "7k/8/5KN1/4P3/8/8/8/8 w - -";
        assert_eq!(boards("Kf6 Ng6 e5 / Kh8"), [fen]);
    }

    #[test]
    fn several_lines_are_several_problems_and_what_is_wrong_is_said() {
        let text = "7k/8/5KQ1/8/8/8/8/8 w - - dm 1;\n7K/8/5kq1/8/8/8/8/8 b - - dm 1;\n";
        assert_eq!(boards(text).len(), 2);
        let seen = serde_json::to_value(listing("7k/8/6Q1/8/8/8/8/8 w - -")).expect("JSON");
        let problem = &seen["problems"][0];
        assert_eq!(problem["fen"], "7k/8/6Q1/8/8/8/8/8 w - -");
        assert_eq!(problem["counts"], "(1+1)");
        assert!(
            problem["illegal"]
                .as_str()
                .is_some_and(|text| text.contains("king"))
        );
        assert_eq!(boards("hello"), ["\"the position: no board\""]);
    }
}
