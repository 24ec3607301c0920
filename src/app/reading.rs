//! The arguments that say how inputs are read, and the problems among them: what is a file and what
//! is a position.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use keymove_forms::collection::Reading;
use keymove_forms::collection::problem::{looks_like_board, resembles_board};
use keymove_rules::stipulation::{asks_something, side_named};
use keymove_run::batch::lines::Input;
use keymove_solve::Stipulation;
use keymove_terminal::{NoCommand, usage};

#[derive(Debug, Args)]
pub struct ReadingArguments {
    /// A position, as FEN or EPD
    #[arg(long = "fen", value_name = "FEN")]
    #[arg(long_help = "A position to solve, as FEN or EPD; may be given several times")]
    fens: Vec<String>,

    #[command(flatten)]
    pub reading: Reading,
}

impl ReadingArguments {
    /// The positions of `--fen`, then `files`; where there are neither, standard input.
    pub fn inputs(&self, files: Vec<PathBuf>) -> Result<Vec<Input>, NoCommand> {
        let given = self.fens.iter().enumerate();
        let given = given.map(|(index, fen)| match fen.trim() {
            "" => Err(usage("--fen needs a position, and this one is empty")),
            _ => position(index + 1, fen.clone()),
        });
        inputs(given.collect::<Result<_, _>>()?, files)
    }

    /// The stipulation of records that name none.
    pub fn stip(&self) -> Option<Stipulation> {
        self.reading.asked.map(|asked| asked.stipulation)
    }

    /// Whether `--stip` asks for the other side's solution as well.
    pub fn is_duplex(&self) -> bool {
        self.reading.asked.is_some_and(|asked| asked.duplex)
    }
}

/// The arguments as inputs, behind those that were `given`: none at all is standard input, as `-` is.
pub fn inputs(given: Vec<Input>, files: Vec<PathBuf>) -> Result<Vec<Input>, NoCommand> {
    if names_men(&missing_words(&files)) {
        return Err(usage(
            "a position is given as FEN or EPD: solver '7k/8/8/4K3/8/8/6Q1/8 w - - #2'",
        ));
    }
    let mut inputs = given;
    let before = inputs.len();
    for (index, path) in files.into_iter().enumerate() {
        let word = path.to_str().unwrap_or_default();
        match inputs.last_mut() {
            Some(Input::Position { text, .. }) if !path.exists() && is_turn(word, text) => {
                return Err(usage(format_args!(
                    "a position is one argument, so quote it: solver '{text} {word} ...'"
                )));
            }
            // What is asked of a position may stand behind it in quotes of its own.
            Some(Input::Position { text, .. }) if !path.exists() && is_asked(word) => {
                text.push(' ');
                text.push_str(word);
            }
            _ => inputs.push(input(before + index + 1, path)?),
        }
    }
    if inputs.is_empty() {
        inputs.push(Input::Stdin);
    }
    Ok(inputs)
}

/// The words of the arguments that are not files.
fn missing_words(files: &[PathBuf]) -> String {
    let missing = files.iter().filter(|path| !path.exists());
    let words: Vec<&str> = missing.filter_map(|path| path.to_str()).collect();
    words.join(" ")
}

/// Whether a text is a position as people write it, men with their squares: `White: Ke5 Qa1 Black: Kh8`.
fn names_men(text: &str) -> bool {
    let words = text.split(|c: char| c.is_whitespace() || ",;:/+.".contains(c));
    let words = words.filter(|word| !word.is_empty() && !is_asked(word));
    let (sides, men): (Vec<&str>, Vec<&str>) = words.partition(|word| side_named(word).is_some());
    men.len() + sides.len() > 1 && !men.is_empty() && men.into_iter().all(is_man)
}

/// Whether a word is a man with its squares: `Ke5`, `wKe5`, `Pa2b2`.
fn is_man(word: &str) -> bool {
    let color = word.strip_prefix(['w', 'b']).unwrap_or(word);
    let squares = color.strip_prefix(char::is_alphabetic).unwrap_or_default();
    let is_square = |at: &[u8]| matches!(at, [b'a'..=b'h', b'1'..=b'8']);
    !squares.is_empty() && squares.as_bytes().chunks(2).all(is_square)
}

/// Whether a word is the side to move that belongs to the bare board before it.
fn is_turn(word: &str, text: &str) -> bool {
    looks_like_board(text) && ["w", "b", "W", "B"].contains(&word)
}

/// Whether a word is a stipulation, or was meant as one.
fn is_asked(word: &str) -> bool {
    word.parse::<Stipulation>().is_ok() || asks_something(word.as_bytes())
}

/// The input that an argument names: standard input, a position, or a file. An existing file is read as
/// a file, whatever its name.
fn input(argument: usize, path: PathBuf) -> Result<Input, NoCommand> {
    if path.as_os_str() == "-" {
        return Ok(Input::Stdin);
    }
    if path.exists() {
        return Ok(Input::File(path));
    }
    let text = match OsString::from(path).into_string() {
        Ok(text) => text,
        Err(name) => return Ok(Input::File(name.into())),
    };
    let board = text.split_whitespace().next().unwrap_or_default();
    if !resembles_board(board) {
        return Ok(Input::File(text.into()));
    }
    position(argument, text)
}

/// A position that stands on the command line.
fn position(argument: usize, text: String) -> Result<Input, NoCommand> {
    if text.contains('\n') {
        return Err(usage("a position on the command line is one line"));
    }
    Ok(Input::Position { argument, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_position_is_asked_of_it_or_a_file() {
        let position = "7k/8/5KQ1/8/8/8/8/8 w - -";
        let read = |words: &[&str]| inputs(Vec::new(), words.iter().map(PathBuf::from).collect());
        for word in ["#1", "mate in 1", "z#2", "h# 2"] {
            let given = Input::Position {
                argument: 1,
                text: format!("{position} {word}"),
            };
            assert_eq!(read(&[position, word]), Ok(vec![given]), "{word}");
        }
        let file = Input::File("more.epd".into());
        assert_eq!(
            read(&[position, "more.epd"]).map(|inputs| inputs[1].clone()),
            Ok(file)
        );
        let board = "7k/8/5KQ1/8/8/8/8/8";
        let reason = read(&[board, "w", "-", "-", "#1"]).expect_err("not quoted");
        let NoCommand::Usage(text) = reason else {
            panic!("{reason:?}");
        };
        assert!(
            text.contains(&format!("quote it: solver '{board} w ...'")),
            "{text}"
        );
    }

    #[test]
    fn men_with_squares_are_no_file() {
        for text in [
            "White: Ke5 Qa1 Black: Kh8",
            "Ke5,Qa1/Kh8",
            "wKe5 wQa1 bKh8",
            "Ke5 Qa1 + Kh8 #2",
            "w Ke5, Pa2b2; b Kh8.",
            "Re5 Da1 / Rh8",
        ] {
            let words = text.split(' ').map(PathBuf::from).collect();
            for files in [vec![text.into()], words] {
                let Err(NoCommand::Usage(reason)) = inputs(Vec::new(), files) else {
                    panic!("{text}");
                };
                assert!(reason.contains("given as FEN or EPD: solver '"), "{reason}");
            }
        }
        for text in [
            "Ke5",
            "white",
            "Ke5.epd",
            "no/Ke5",
            "black white",
            "a1/b2",
            "#2",
        ] {
            let file = Input::File(text.into());
            assert_eq!(
                inputs(Vec::new(), vec![text.into()]),
                Ok(vec![file]),
                "{text}"
            );
        }
    }

    #[test]
    fn a_position_is_told_from_a_file() {
        let text = "7k/8/5KQ1/8/8/8/8/8 w - - #1";
        let given = Input::Position {
            argument: 2,
            text: text.to_owned(),
        };
        assert_eq!(input(2, text.into()), Ok(given));
        for text in [
            "7k/8/8/4K3/8/8/6D1/8 w - - #2",
            "7k/8/8/4K3/8/8/6Q1 w - - #2",
        ] {
            let given = Input::Position {
                argument: 1,
                text: text.to_owned(),
            };
            assert_eq!(input(1, text.into()), Ok(given));
        }
        let file = "suites/mates-2.epd";
        assert_eq!(input(1, file.into()), Ok(Input::File(file.into())));
        assert_eq!(
            input(1, "no/such".into()),
            Ok(Input::File("no/such".into()))
        );
        assert_eq!(input(1, "-".into()), Ok(Input::Stdin));
        assert!(input(1, "7k/8/5KQ1/8/8/8/8/8\nw - -".into()).is_err());
    }
}
