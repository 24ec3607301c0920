//! The options for reading files.

use serde::{Serialize, Serializer};

use super::encoding::TextEncoding;
use super::form::InputForm;
use keymove_base::units;
#[cfg(feature = "clap")]
use keymove_rules::stipulation::StipulationError;
use keymove_rules::stipulation::{AskedText, Kind, Stipulation};

/// Options for reading files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Reading {
    /// The task of problems that name none.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(id = "stip", long, value_name = "STIP", conflicts_with = "depth",
        value_parser = asked_of_all,
        help = "Stipulation for records that name none: '#3', 'h#2.5'",
        long_help = "Stipulation for records that name none: '#3', 'h#2.5', 's=3', 'ser-#3 duplex'"))]
    pub asked: Option<AskedText>,

    /// The form of the files [default: recognised by their first line]
    #[serde(serialize_with = "not_epd")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORM", value_parser = units::named(&InputForm::NAMES)))]
    pub from: Option<InputForm>,

    /// The encoding of the files: latin1, windows-1251, utf-16le [default: UTF-8, and Windows-1252
    /// for lines that are not UTF-8]
    #[serde(serialize_with = "units::as_text")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = encoding_named))]
    pub encoding: Option<TextEncoding>,

    /// PGN: solve the last position of games that start from the initial position
    #[serde(rename = "final")]
    #[cfg_attr(feature = "clap", arg(long = "final"))]
    pub last_positions: bool,

    /// Whether a document of Olive is one item, with its text and its problems.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub documents: bool,
    /// Whether solutions given with the problems become operations of their records; see
    /// [`keymove_records::record::stated`].
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub claims: bool,
    /// Whether the comments and the keywords of a game of PGN or a document of Olive become
    /// operations of its record.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub remarks: bool,
    /// Whether a file in another form than EPD is refused.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub only_epd: bool,
    /// Whether a line of EPD is kept byte for byte if no encoding is given.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip = true))]
    pub keeps_bytes: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            from: None,
            last_positions: false,
            documents: false,
            claims: false,
            remarks: false,
            encoding: None,
            only_epd: false,
            keeps_bytes: true,
            asked: None,
        }
    }
}

impl Reading {
    /// The same, with play of `kind` in `depth` moves asked of the problems that ask nothing.
    pub fn asking(mut self, kind: Option<Kind>, depth: Option<u16>) -> Reading {
        let asked = kind.map(|kind| Stipulation::new(kind, depth.unwrap_or(1)));
        self.asked = self.asked.or(asked.map(AskedText::from));
        self
    }
}

/// Reads an encoding by its name.
#[cfg(feature = "clap")]
fn encoding_named(name: &str) -> Result<TextEncoding, String> {
    let known = "names are those of the web: utf-8, latin1, windows-1251, koi8-r, utf-16le";
    TextEncoding::named(name).ok_or_else(|| known.to_owned())
}

/// Serializes a declared form; to declare EPD makes no difference.
fn not_epd<S: Serializer>(form: &Option<InputForm>, serializer: S) -> Result<S::Ok, S::Error> {
    let form = form.filter(|form| *form != InputForm::Epd);
    units::as_text(&form.map(InputForm::name), serializer)
}

/// A stipulation for records that name none. Who is to move, and how many solutions are meant, is
/// said by each record.
#[cfg(feature = "clap")]
fn asked_of_all(text: &str) -> Result<AskedText, String> {
    let asked = AskedText::read(text.as_bytes()).map_err(|error| match error {
        StipulationError::Unknown { meant: None, .. } => format!(
            "the stipulations are {}; N is a number of moves, in help play also with half a move, \
             h#2.5",
            signs()
        ),
        _ => error.to_string(),
    })?;
    let meant = asked.stipulation;
    match (asked.beginner, asked.solutions) {
        (Some(_), _) => Err(format!("the records say who is to move; write {meant}")),
        (_, Some(_)) => Err(format!(
            "the records say how many solutions are meant (Count); write {meant}"
        )),
        _ => Ok(asked),
    }
}

/// The signs of all stipulations with mate; stalemate and double stalemate are beside each.
#[cfg(feature = "clap")]
fn signs() -> String {
    use keymove_solve::Aim;
    let solved = Kind::ALL.into_iter().filter(|kind| kind.is_solved());
    let mates = solved.filter(|kind| kind.aim == Aim::Mate);
    let signs: Vec<String> = mates.map(|kind| format!("{}N", kind.sign())).collect();
    format!(
        "{}, all but -#N also with = or ==, and with exact- before them",
        signs.join(", ")
    )
}

#[cfg(all(test, feature = "clap"))]
mod tests {
    use super::*;

    #[test]
    fn stipulations_are_read_and_others_hinted_at() {
        for (text, meaning) in [
            ("h#2.5", "h#2.5"),
            ("2#", "#2"),
            ("H#2", "h#2"),
            ("mate in 2", "#2"),
        ] {
            let read = asked_of_all(text).map(|asked| asked.stipulation.to_string());
            assert_eq!(read, Ok(meaning.to_owned()));
        }
        assert!(asked_of_all("ser-#2 duplex").is_ok_and(|asked| asked.duplex));
        assert!(
            asked_of_all("#2, Black to move").is_err_and(|reason| reason.ends_with("write #2"))
        );
        assert!(asked_of_all("h#2 2.1.1").is_err_and(|reason| reason.ends_with("write h#2")));
        assert!(
            asked_of_all("h#2 Loyd").is_err_and(|reason| reason.ends_with("did you mean h#2?"))
        );
        assert!(asked_of_all("pser-#2").is_err_and(|reason| reason.contains("h#N")));
        assert!(asked_of_all("#1001").is_err_and(|reason| reason.contains("1 and 1000")));
    }
}
