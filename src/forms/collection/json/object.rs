//! The members of an object that are used: [`JsonObject`].

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

use crate::collection::member::usual_name;
use keymove_records::epd::{MOVES_OR_NUMBERS, Operation};

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonObject, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = JsonObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<JsonObject, A::Error> {
        // The derived implementation, with the names of the members normalized.
        JsonObject::deserialize(MapAccessDeserializer::new(SmallNames {
            map,
            seen: Vec::new(),
        }))
    }
}

/// A map whose names are normalized by [`usual_name`]. If two names mean the same, the first one
/// counts, except for names of the stipulation; a repeated name is an error.
struct SmallNames<A> {
    map: A,
    /// The names so far, as written and as normalized.
    seen: Vec<(String, String)>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for SmallNames<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let Some(name) = self.map.next_key::<Cow<'_, str>>()? else {
            return Ok(None);
        };
        let usual = usual_name(&name);
        let is_asked = ["fen", "stipulation", "depth", "variant"].contains(&&*usual);
        let is_other =
            |(seen, read): &(String, String)| !is_asked && *read == usual && *seen != *name;
        let read = match self.seen.iter().any(is_other) {
            true => "",
            false => &usual,
        };
        let read = seed.deserialize(read.into_deserializer()).map(Some);
        self.seen.push((name.into_owned(), usual));
        read
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// An object with its member names in lower case; other members are dropped.
#[derive(Deserialize)]
#[serde(remote = "Self")]
pub(super) struct JsonObject {
    pub fen: Option<String>,
    pub stipulation: Option<Scalar>,
    pub depth: Option<Scalar>,
    #[serde(rename = "matein")]
    pub mate_in: Option<AnyValue>,
    pub turn: Option<AnyValue>,
    pub id: Option<Scalar>,
    #[serde(rename = "puzzleid")]
    pub puzzle_id: Option<Scalar>,
    #[serde(rename = "problemid")]
    pub problem_id: Option<Scalar>,
    pub title: Option<Scalar>,
    pub name: Option<Scalar>,
    pub author: Option<Scalar>,
    pub source: Option<Scalar>,
    pub award: Option<Scalar>,
    pub variant: Option<AnyValue>,
    /// `Mate in two`, or anything else.
    #[serde(rename = "type")]
    pub kind: Option<AnyValue>,
    /// For a puzzle.
    pub themes: Option<AnyValue>,
    #[serde(default)]
    pub operations: KeptOperations,

    /// For a malformed line.
    pub text: Option<String>,
    pub error: Option<String>,
    /// For a line that was not a record.
    pub copied: Option<String>,

    /// For an answer.
    pub outcome: Option<String>,
    pub moves: Option<AnyValue>,
    pub shortest: Option<bool>,
    pub refuted: Option<Scalar>,
    pub safe: Option<Scalar>,
    pub keys: Option<Vec<NamedMove>>,
    pub open: Option<u64>,
    pub longest: Option<Vec<NamedMove>>,
    pub sooner: Option<Vec<NamedMove>>,
    pub escapes: Option<Vec<NamedMove>>,
    pub limit: Option<String>,
    pub pv: Option<Vec<NamedMove>>,
    pub count: Option<u64>,
    pub nodes: Option<u64>,
    pub seconds: Option<f64>,
    #[serde(rename = "materule")]
    pub mate_rule: Option<String>,
    pub reserve: Option<String>,
    pub duplex: Option<Box<JsonObject>>,
}

/// A move; its other members are ignored.
#[derive(Deserialize)]
pub(super) struct NamedMove {
    pub san: String,
}

/// Any value: its text if it is a [`Scalar`], or an object with a `key`, as in lichess data.
pub(super) struct AnyValue(Option<String>);

impl<'de> Deserialize<'de> for AnyValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnyValue, D::Error> {
        let value = Box::<RawValue>::deserialize(deserializer)?;
        let text = serde_json::from_str::<Scalar>(value.get());
        let keyed = || serde_json::from_str::<Keyed>(value.get());
        let text = text.or_else(|_| keyed().map(|Keyed { key }| key));
        Ok(AnyValue(text.ok().map(|Scalar(text)| text)))
    }
}

#[derive(Deserialize)]
struct Keyed {
    key: Scalar,
}

/// The text of a member of any type.
pub(super) fn text_of(value: &Option<AnyValue>) -> Option<&str> {
    value.as_ref()?.0.as_deref()
}

/// Text, a number as text, or several texts.
pub(super) struct Scalar(pub String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text or a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar(number.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<Scalar, A::Error> {
        let mut all = String::new();
        while let Some(text) = texts.next_element::<Cow<'_, str>>()? {
            if !all.is_empty() {
                all.push_str(", ");
            }
            all.push_str(&text);
        }
        Ok(Scalar(all))
    }
}

/// Operations kept from the input, as text: ` id "x"; bm Ka1;`.
#[derive(Default)]
pub(super) struct KeptOperations {
    /// All of them.
    pub text: Vec<u8>,
    /// The opcodes of [`MARKED`] that are among them.
    marked: Vec<&'static str>,
}

/// Opcodes that also correspond to members of an object.
const MARKED: [&str; 3] = ["id", "Variant", "dup"];

impl KeptOperations {
    /// Whether the operation `opcode`, one of [`MARKED`], is among them.
    pub fn has(&self, opcode: &str) -> bool {
        self.marked.contains(&opcode)
    }
}

impl<'de> Deserialize<'de> for KeptOperations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KeptOperations, D::Error> {
        deserializer.deserialize_map(KeptVisitor)
    }
}

struct KeptVisitor;

impl<'de> Visitor<'de> for KeptVisitor {
    type Value = KeptOperations;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("opcodes with lists of operands")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<KeptOperations, A::Error> {
        let mut kept = KeptOperations::default();
        while let Some(opcode) = map.next_key::<String>()? {
            let opcode = word(&opcode);
            let marked = MARKED.into_iter().filter(|marked| *marked == opcode);
            kept.marked.extend(marked);
            kept.text.push(b' ');
            kept.text.extend_from_slice(opcode.as_bytes());
            let Operands(operands) = map.next_value()?;
            let is_text = !MOVES_OR_NUMBERS.contains(&opcode.as_bytes());
            operands
                .split_terminator('\n')
                .for_each(|operand| add_operand(&mut kept.text, operand, is_text));
            kept.text.push(b';');
        }
        Ok(kept)
    }
}

/// Operands, each followed by a line feed, which no line of input can contain.
struct Operands(String);

impl<'de> Deserialize<'de> for Operands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Operands, D::Error> {
        deserializer.deserialize_seq(OperandsVisitor)
    }
}

struct OperandsVisitor;

impl<'de> Visitor<'de> for OperandsVisitor {
    type Value = Operands;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of operands")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut operands: A) -> Result<Operands, A::Error> {
        let mut all = String::new();
        while let Some(operand) = operands.next_element::<String>()? {
            all.push_str(&operand.replace('\n', " "));
            all.push('\n');
        }
        Ok(Operands(all))
    }
}

/// Adds an operand, in quotes unless it is a word in an operation that takes only words.
fn add_operand(text: &mut Vec<u8>, operand: &str, is_text: bool) {
    text.push(b' ');
    if !is_text && word(operand) == operand {
        text.extend_from_slice(operand.as_bytes());
        return;
    }
    text.push(b'"');
    for c in operand.chars() {
        match c {
            '"' | '\\' => text.extend_from_slice(&[b'\\', c as u8]),
            c if c.is_control() => text.push(b'?'),
            c => text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    text.push(b'"');
}

/// `text` as a word of an operation: characters that would end the word are replaced.
pub(super) fn word(text: &str) -> String {
    if text.is_empty() {
        return "?".to_owned();
    }
    let ends = |c: char| c.is_whitespace() || c.is_control() || c == ';' || c == '"';
    text.chars()
        .map(|c| if ends(c) { '?' } else { c })
        .collect()
}

/// An operation with words as operands.
pub(super) fn words<'a>(opcode: &str, operands: impl IntoIterator<Item = &'a str>) -> Operation {
    Operation::words(opcode, operands.into_iter().map(word))
}
