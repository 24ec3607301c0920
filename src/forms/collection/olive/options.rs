//! The options and conditions of a document: [`OliveOptions`].
//!
//! An option is what Popeye reads after `Option`, with all its words. A word that is no option
//! begins a condition of fairy chess, as in Olive. With an option that is not supported no twin is
//! solved, as with a condition.

use shakmaty::{Bitboard, Square};

use super::facts::{bare, brief};
use crate::collection::diagram::Diagram;
use crate::collection::yaml::{YamlDocument, is_null};
use crate::composition::{LoneOptions, PopeyeErrorKind};
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;

/// The effect of a document's options, apart from those about the display of the solution.
#[derive(Debug, Default)]
pub(super) struct OliveOptions {
    /// Whether both sides solve.
    pub duplex: bool,
    /// In help play, whether White begins and the first move of Black is left out.
    pub white_to_play: bool,
    /// Whether set play is asked for, and tries with at most this number of refutations.
    pub set_play: bool,
    pub tries: usize,
    /// The conditions of fairy chess, and the options that are not supported.
    pub conditions: Vec<String>,
    pub unsupported: Vec<String>,
    other_side: bool,
    uncastled: Bitboard,
    en_passant: Option<Square>,
}

impl OliveOptions {
    /// Reads the options of a document.
    ///
    /// # Errors
    ///
    /// The node of an option that is not supported or not understood, and a message.
    pub fn read(document: &YamlDocument) -> Result<OliveOptions, (usize, Cause)> {
        let mut options = OliveOptions::default();
        for name in ["conditions", "condition", "options", "option"] {
            let Some(node) = document.get(0, name) else {
                continue;
            };
            let refused = |cause| (node, cause);
            let texts = document.list(node);
            let texts =
                texts.ok_or_else(|| refused(format!("{name} is not a list of texts").into()))?;
            for text in texts.iter().filter(|text| !is_null(text)) {
                match name.starts_with("option") {
                    true => options.add(bare(text)).map_err(refused)?,
                    false => options.conditions.push(brief(bare(text))),
                }
            }
        }
        Ok(options)
    }

    /// Reads an option or several.
    fn add(&mut self, text: &str) -> Result<(), Cause> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        // Only the shortest solutions are looked for anyway.
        words.retain(|word| !word.eq_ignore_ascii_case("StopOnShortSolutions"));
        let text = words.join(" ");
        let shown = || excerpt(text.as_bytes());
        let LoneOptions { choices, rest } = match LoneOptions::read(&text) {
            Ok(read) => read,
            Err(error) if error.kind == PopeyeErrorKind::Choice => {
                self.unsupported.push(brief(&text));
                return Ok(());
            }
            Err(error) if error.kind == PopeyeErrorKind::NoSquare => {
                let words = [shown(), excerpt(error.word.as_bytes())];
                return Err(Reason::new("option {}: {} is not a square", words).into());
            }
            Err(error) => return Err(format!("option {}: {error}", shown()).into()),
        };
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            let rest = excerpt(rest.as_bytes());
            return Err(format!("option {}: {rest} is not an option", shown()).into());
        }
        if !rest.is_empty() {
            self.conditions.push(brief(rest));
        }
        if choices.post_key_play {
            self.unsupported.push("PostKeyPlay".to_owned());
        }
        self.duplex |= choices.sides.len() > 1;
        self.other_side |= choices.sides[..] == [true];
        self.white_to_play |= choices.white_to_play;
        self.set_play |= choices.set_play;
        self.tries = self.tries.max(choices.tries);
        self.uncastled |= choices.no_castling;
        let passed = choices.en_passant.map(|(square, ..)| square);
        self.en_passant = passed.or(self.en_passant);
        Ok(())
    }

    /// The conditions and options because of which nothing is solved, each with the reason.
    pub fn restrictions(&self) -> impl Iterator<Item = (&String, Reason)> {
        let because = |text| move |name: &String| Reason::new(text, [name.clone()]);
        let conditions = self.conditions.iter();
        let conditions = conditions.map(move |name| (name, because("condition {}")(name)));
        let options = self.unsupported.iter();
        conditions.chain(options.map(move |name| (name, because("option {}")(name))))
    }

    /// Changes the diagram.
    pub fn set_up(&self, diagram: &mut Diagram) {
        diagram.other_side ^= self.other_side;
        diagram.uncastled = self.uncastled;
        diagram.en_passant = self.en_passant;
    }
}

/// Whether the stipulation of a document has the signs of set play, `*`, and of tries, `v`.
pub(super) fn marks(document: &YamlDocument) -> (bool, bool) {
    let text = document.get(0, "stipulation");
    let text = text.and_then(|node| document.text(node)).map(bare);
    let text = text.unwrap_or_default().to_lowercase();
    let signs = |word: &str| word.trim_start_matches(|c| !"*v!".contains(c)).to_owned();
    let signs: Vec<String> = text.split_whitespace().map(signs).collect();
    let signs: String = signs
        .into_iter()
        .filter(|s| s.chars().all(|c| "*v!".contains(c)))
        .collect();
    let set_play = ["set play", "setplay"]
        .iter()
        .any(|name| text.contains(name));
    (set_play || signs.contains('*'), signs.contains('v'))
}
