//! `--format json`: JSON Lines, always one object per line.
//!
//! The fields are documented only in [`SCHEMA`], which `solver schema` prints. Fields without a
//! value are omitted.

mod outcome;
mod play;

use std::collections::BTreeMap;

use serde::Serialize;

use super::{AnsweredRecord, Form, Layout, PlayShown, Refusal, Settings, Written};
use keymove_base::error::Warning;
use keymove_records::epd::{Epd, without_error, written_id};
use keymove_records::record::duplex::PREFIX;
use keymove_records::record::{Findings, answered};
use keymove_rules::house::Reserve;
use outcome::WrittenOutcome;

/// The JSON Schema (draft 2020-12) of a line: it describes every field and allows no others. It
/// ends with a line feed.
pub const SCHEMA: &str = include_str!("record.schema.json");

/// An answered record.
#[derive(Serialize)]
struct Object<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(flatten)]
    position: WrittenPosition<'a>,
    stipulation: String,
    #[serde(flatten)]
    outcome: WrittenOutcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u16>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    operations: BTreeMap<String, Vec<String>>,
    warnings: Vec<WrittenWarning<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplex: Option<Box<Object<'a>>>,
}

/// The fields of the record, and the operations that belong to the board.
#[derive(Serialize)]
struct WrittenPosition<'a> {
    fen: &'a str,
    board: &'a str,
    turn: &'a str,
    castling: &'a str,
    en_passant: &'a str,
    chess960: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate_rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserve: Option<&'static str>,
}

impl<'a> WrittenPosition<'a> {
    /// The position of `epd`, whose fields are the text `fields`.
    fn new(epd: &Epd, fields: &'a str) -> WrittenPosition<'a> {
        let house = epd.position().house();
        let mut parts = fields.split(' ');
        let mut part = || parts.next().expect("a record is written with four fields");
        WrittenPosition {
            fen: fields,
            board: part(),
            turn: part(),
            castling: part(),
            en_passant: part(),
            chess960: epd.mode().is_chess960(),
            variant: house.map(|house| house.variant.name()),
            mate_rule: house.map(|house| house.mate_rule.name()),
            reserve: house
                .is_some_and(|house| house.reserve != Reserve::Nobody)
                .then_some("any"),
        }
    }
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct WrittenMove {
    san: String,
    uci: String,
}

#[derive(Serialize)]
struct WrittenWarning<'a> {
    column: usize,
    text: &'a str,
}

impl WrittenWarning<'_> {
    fn of(warning: &Warning) -> WrittenWarning<'_> {
        WrittenWarning {
            column: warning.column,
            text: &warning.text,
        }
    }
}

/// A line that should be a record but is not.
#[derive(Serialize)]
struct ErrorObject<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    text: &'a str,
    error: &'a str,
    column: usize,
}

/// JSON Lines.
pub(super) struct JsonForm;

impl Form for JsonForm {
    fn layout(&self) -> Layout {
        Layout {
            play: PlayShown::Asked,
            ..Layout::default()
        }
    }

    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written {
        let (no_time, number) = (settings.no_time, record.number);
        let fields: Vec<String> = record.sides.iter().map(|side| side.epd.fields()).collect();
        let mut objects = record.sides.iter().zip(&fields).map(|(side, fields)| {
            answer_object(number, (&side.epd, fields), &side.findings, no_time)
        });
        let mut object = objects.next().expect("one side is to move");
        object.warnings = record.warnings.iter().map(WrittenWarning::of).collect();
        object.duplex = objects.next().map(Box::new);
        written(&object).into()
    }

    fn unanswered(&self, refusal: &Refusal<'_>, _: &Settings) -> Vec<u8> {
        let text = without_error(refusal.line);
        written(&ErrorObject {
            line: refusal.number,
            id: written_id(text),
            text: &String::from_utf8_lossy(text),
            error: &refusal.cause.to_string(),
            column: refusal.column,
        })
    }
}

/// The object for one side's answer; `fields` are those of `epd`.
fn answer_object<'a>(
    line: u64,
    (epd, fields): (&'a Epd, &'a str),
    findings: &Findings,
    no_time: bool,
) -> Object<'a> {
    let counters = findings.counters();
    Object {
        line,
        id: epd.operation("id").map(|id| lossy(&id.text())),
        position: WrittenPosition::new(epd, fields),
        stipulation: findings.asked(),
        outcome: WrittenOutcome::new(epd, findings),
        depth: findings.depth(),
        nodes: counters.nodes,
        seconds: (!no_time).then_some(counters.elapsed.as_secs_f64()),
        operations: kept_operations(epd, findings),
        warnings: Vec::new(),
        duplex: None,
    }
}

/// The operations of the record that the answer keeps.
fn kept_operations(epd: &Epd, findings: &Findings) -> BTreeMap<String, Vec<String>> {
    let mut operations: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for operation in answered(epd, findings, true).operations() {
        if operation.was_read() && operation.without_prefix(PREFIX).is_none() {
            let operands = operations.entry(lossy(operation.opcode())).or_default();
            operands.extend(operation.operands().iter().map(|operand| lossy(operand)));
        }
    }
    operations
}

fn written(object: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(object)
        .expect("strings, numbers, lists and maps with keys of text can always be written")
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
