//! Writes a verdict as a line of text or as a JSON object.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use super::words::{ReasonWords, counted, filled, form_for};
use super::{Defect, Dual, Soundness, WrongTry};
use crate::cause::{Cause, reason};
use crate::epd::Epd;
use crate::record::stated::{ClaimedLine, Claims, LineSource};
use keymove_base::error::{Warning, printable};
use keymove_base::language::Language;
use keymove_rules::position::Position;

/// The maximum number of duals, and of cooks, in text; JSON has more.
const WRITTEN: usize = 6;

/// The verdict on a record as text, without a line feed: the verdict, the claimed stipulation, the
/// `id`, and the defects.
pub fn line(epd: &Epd, soundness: &Soundness) -> Vec<u8> {
    let mut text = soundness.verdict().to_owned();
    if let Some(claimed) = soundness.claimed {
        text.push_str(&format!(" {claimed}"));
    }
    if let Some(id) = epd.operation("id") {
        let id = String::from_utf8_lossy(&id.text()).into_owned();
        text.push_str(&format!(" \"{}\"", printable(&id)));
    }
    let phrases = soundness.summary();
    if !phrases.is_empty() {
        text.push_str(&format!(": {phrases}"));
    }
    if let Some(other) = &soundness.duplex {
        text.push_str(&format!(
            "; duplex {}: {}",
            other.verdict(),
            other.summary()
        ));
    }
    text.into_bytes()
}

/// The text for a line that is not a record, or whose job is not done.
pub fn cause_line(cause: &Cause) -> Vec<u8> {
    let (name, reason) = (Defect::from(cause).name(), cause.reason().to_string());
    format!("{name}: {}", printable(&reason)).into_bytes()
}

/// The JSON object for a verdict on a record.
#[derive(Serialize)]
struct JudgedObject<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stipulation: Option<String>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<&'a ClaimsObject>,
    keys: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    defects: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplex: Option<Value>,
}

/// The claims of a record in SAN; words that are not legal moves are kept unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClaimsObject {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    avoided: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set_play: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tries: Vec<ClaimedTryObject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct ClaimedTryObject {
    #[serde(rename = "move")]
    first: Vec<String>,
    refutations: Vec<String>,
}

impl ClaimsObject {
    /// The claims of a record with this position.
    pub(super) fn of(claims: &Claims, position: &Position) -> ClaimsObject {
        let of_source = |source| {
            let lines = claims
                .lines
                .iter()
                .filter(move |line| line.source == source);
            lines.map(written_line)
        };
        let tries = claims.tries.iter().map(|claimed| {
            let after = claimed.first.moves.first().map(|&m| position.after(m));
            let refutations = after.map(|after| claimed.refutations.written(&after).collect());
            ClaimedTryObject {
                first: claimed.first.written(position).collect(),
                refutations: refutations.unwrap_or_default(),
            }
        });
        ClaimsObject {
            keys: claims.keys.written(position).collect(),
            avoided: claims.avoided.written(position).collect(),
            count: claims.count,
            pv: of_source(LineSource::Pv).next(),
            lines: of_source(LineSource::Line).collect(),
            set_play: of_source(LineSource::SetPlay).collect(),
            tries: tries.collect(),
            unread: claims.unread.clone(),
        }
    }
}

/// A line in SAN as far as it can be played, the rest unchanged; a line with `~` is kept unchanged.
fn written_line(line: &ClaimedLine) -> Vec<String> {
    let [reading] = line.readings.as_slice() else {
        return line.written.clone();
    };
    let mut san = reading.san();
    san.extend(line.written.iter().skip(san.len()).cloned());
    san
}

/// A line that could not be judged.
#[derive(Serialize)]
struct IllegalObject<'a> {
    line: u64,
    text: &'a str,
    verdict: &'static str,
    defects: [Value; 1],
}

/// The verdict on line `number` of an input as a JSON object, without a line feed: `line id fen
/// stipulation verdict claimed keys solutions defects warnings`. Each defect has its `name` and its
/// own fields. In a duplex the verdict covers both sides, and `duplex` has the other side's
/// verdict.
pub fn object(number: u64, epd: &Epd, soundness: &Soundness, warnings: &[Warning]) -> Vec<u8> {
    let warning = |warning: &Warning| json!({ "column": warning.column, "text": warning.text });
    written(&JudgedObject {
        line: number,
        id: epd
            .operation("id")
            .map(|id| String::from_utf8_lossy(&id.text()).into_owned()),
        fen: epd.fields(),
        stipulation: soundness.claimed.map(|claimed| claimed.to_string()),
        verdict: soundness.verdict(),
        claimed: soundness.claims.as_ref(),
        keys: soundness.keys.clone(),
        solutions: soundness.solutions,
        defects: soundness.values(),
        warnings: warnings.iter().map(warning).collect(),
        duplex: soundness.duplex.as_deref().map(Soundness::value),
    })
}

/// The object for line `number` with content `text` that is not a record, or whose job is not done.
pub fn cause_object(number: u64, text: &[u8], cause: &Cause, column: usize) -> Vec<u8> {
    let defect = Defect::from(cause);
    let mut value = defect.value();
    value["column"] = column.into();
    written(&IllegalObject {
        line: number,
        text: &String::from_utf8_lossy(text),
        verdict: defect.name(),
        defects: [value],
    })
}

fn written(object: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(object).expect("strings, numbers and lists can always be written")
}

impl Soundness {
    /// Lists the defects of this side, or its findings if it has no defects, and adds the intended
    /// number of solutions.
    fn summary(&self) -> String {
        let words = ReasonWords::of(Language::English);
        let phrases = self.defects.iter().map(|d| d.phrase(self, words));
        let mut phrases: Vec<String> = phrases.collect();
        let counts = |d: &Defect| matches!(d, Defect::Count { .. } | Defect::Cooked { .. });
        let is_said = !self.is_help() || self.defects.iter().any(counts);
        let meant = self.meant.filter(|_| !is_said);
        if self.defects.is_empty() || meant.is_some() {
            phrases.push(self.found(meant));
        }
        phrases.retain(|phrase| !phrase.is_empty());
        phrases.join("; ")
    }

    fn values(&self) -> Vec<Value> {
        self.defects.iter().map(Defect::value).collect()
    }

    /// The JSON object as one side of a duplex.
    fn value(&self) -> Value {
        let mut value = json!({
            "verdict": self.verdict(),
            "keys": self.keys,
            "defects": self.values(),
        });
        if let Some(claims) = &self.claims {
            value["claimed"] = json!(claims);
        }
        if let Some(solutions) = self.solutions {
            value["solutions"] = solutions.into();
        }
        value
    }

    /// The keys, or the number of solutions, and of those that are `meant`.
    fn found(&self, meant: Option<u64>) -> String {
        let words = ReasonWords::of(Language::English);
        let solutions = |count| counted(words.solutions, count);
        match (self.solutions, meant) {
            (Some(found), Some(meant)) => format!("{} ({meant} meant)", solutions(found)),
            (Some(found), None) => solutions(found),
            (None, Some(meant)) => format!("{} meant", solutions(meant)),
            (None, None) => self.keys.join(", "),
        }
    }

    fn is_help(&self) -> bool {
        self.claimed.is_some_and(|claimed| claimed.kind.has_lines())
    }

    /// The defects as phrases in `language`, without the solution; empty if there are none.
    pub fn reasons(&self, language: Language) -> Vec<String> {
        let words = ReasonWords::of(language);
        let own = self.defects.iter().map(|d| d.phrase(self, words));
        let others = self.duplex.iter().flat_map(|other| {
            let phrases = other.defects.iter().map(|d| d.phrase(other, words));
            phrases.map(|phrase| filled(words.duplex, &[&phrase]))
        });
        own.chain(others).collect()
    }
}

impl Defect {
    fn phrase(&self, soundness: &Soundness, words: &ReasonWords) -> String {
        let is_help = soundness.is_help();
        match self {
            Defect::Illegal(text) | Defect::Unsupported(text) => reason(text, words.language),
            Defect::NoSolution(within) => filled(words.no_solution, &[&within.to_string()]),
            Defect::Short(found) => {
                let short = filled(words.short, &[&found.to_string()]);
                match soundness.claimed {
                    Some(claimed) => filled(words.not, &[&short, &claimed.length.to_string()]),
                    None => short,
                }
            }
            Defect::Key(wrong) => wrong_keys(wrong, &soundness.keys, words),
            Defect::Avoided(moves) => {
                filled(form_for(words.avoided, moves), &[&words.listed(moves)])
            }
            Defect::Line(line) => words.line(line),
            Defect::Cooked {
                moves,
                found,
                claimed,
            } => cooked(moves, (*found, *claimed), soundness, words),
            Defect::Count { found, claimed } => {
                let phrases = if is_help { words.solutions } else { words.keys };
                filled(
                    words.not,
                    &[&counted(phrases, *found), &claimed.to_string()],
                )
            }
            Defect::Several(found) => filled(words.several, &[&counted(words.solutions, *found)]),
            Defect::Duals(duals) => {
                let dual = |dual: &Dual| filled(words.dual, &[&words.san(&dual.to_string())]);
                listed(duals, dual, "; ", words.more_duals)
            }
            Defect::Try(WrongTry { first, reason }) => {
                filled(words.try_move, &[&words.try_reason(first, reason)])
            }
            Defect::Undecided(open) => words.why[*open as usize].to_owned(),
            Defect::Doubtful(what) => {
                let what = reason(&what.clone().into(), words.language);
                filled(words.rests_on, &[&printable(&what)])
            }
            Defect::Unread(parts) => {
                let shown = |part: &String| printable(part).into_owned();
                filled(words.unread, &[&listed(parts, shown, " | ", words.more)])
            }
            Defect::Unclaimed => words.unclaimed.to_owned(),
        }
    }

    fn value(&self) -> Value {
        let mut value = match self {
            Defect::Illegal(reason) | Defect::Unsupported(reason) => {
                json!({ "reason": reason.to_string() })
            }
            Defect::NoSolution(within) => json!({ "within": within.to_string() }),
            Defect::Short(found) => json!({ "found": found.to_string() }),
            Defect::Key(moves) => json!({ "moves": moves }),
            Defect::Avoided(moves) => json!({ "moves": moves }),
            Defect::Line(line) => {
                let source = line.source.name();
                let words = ReasonWords::of(Language::English);
                let reason = words.line_reason(&line.reason);
                json!({ "of": source, "line": line.before, "move": line.wrong, "reason": reason })
            }
            Defect::Try(wrong) => {
                let words = ReasonWords::of(Language::English);
                let reason = words.try_reason(&wrong.first, &wrong.reason);
                json!({ "move": wrong.first, "reason": reason })
            }
            Defect::Unread(parts) => json!({ "texts": parts }),
            Defect::Several(found) => json!({ "found": found }),
            Defect::Cooked {
                moves,
                found,
                claimed,
            } => json!({ "moves": moves, "found": found, "claimed": claimed }),
            Defect::Count { found, claimed } => json!({ "found": found, "claimed": claimed }),
            Defect::Duals(duals) => json!({
                "duals": duals
                    .iter()
                    .map(|d| json!({ "line": d.line, "continuations": d.continuations }))
                    .collect::<Vec<_>>(),
            }),
            Defect::Undecided(open) => {
                json!({ "reason": ReasonWords::of(Language::English).why[*open as usize] })
            }
            Defect::Doubtful(what) => json!({ "reason": format!("it rests on {what}") }),
            Defect::Unclaimed => json!({}),
        };
        value["name"] = self.name().into();
        value
    }
}

/// First moves that are no keys, and what the keys are.
fn wrong_keys(wrong: &[String], keys: &[String], words: &ReasonWords) -> String {
    let no_key = filled(form_for(words.no_key, wrong), &[&words.listed(wrong)]);
    match keys {
        [] => no_key,
        keys => filled(
            form_for(words.other_key, keys),
            &[&no_key, &words.listed(keys)],
        ),
    }
}

/// The phrase for `moves` that solve as well, of the numbers found and claimed.
fn cooked(
    moves: &[String],
    (found, claimed): (u64, u64),
    soundness: &Soundness,
    words: &ReasonWords,
) -> String {
    if soundness.is_help() {
        let cooks = words.san(&named(moves, found));
        let solutions = counted(words.solutions, found);
        let not = filled(words.not, &[&solutions, &claimed.to_string()]);
        return format!("{not}: {cooks}");
    }
    let cooks = words.san(&named(moves, moves.len() as u64));
    if moves.len() == soundness.keys.len() {
        format!("{}: {cooks}", counted(words.keys, found))
    } else {
        filled(words.cooked, &[&cooks])
    }
}

/// Moves or lines one after the other; `all` is their total number.
fn named(moves: &[String], all: u64) -> String {
    let mut text = moves
        .iter()
        .take(WRITTEN)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    if all > moves.len().min(WRITTEN) as u64 {
        text.push_str(", ...");
    }
    text
}

impl fmt::Display for Dual {
    /// `1.Qf6 Kb3 2.Kd2, Kc3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, m) in self.line.iter().enumerate() {
            if ply % 2 == 0 {
                write!(f, "{}.", ply / 2 + 1)?;
            }
            write!(f, "{m} ")?;
        }
        let number = self.line.len() / 2 + 1;
        write!(f, "{number}.{}", self.continuations.join(", "))
    }
}

/// The first items of `all` in words, and the number of the remaining ones.
fn listed<T>(all: &[T], word: impl Fn(&T) -> String, between: &str, more: &str) -> String {
    let mut words: Vec<String> = all.iter().take(WRITTEN).map(word).collect();
    if all.len() > WRITTEN {
        words.push(filled(more, &[&(all.len() - WRITTEN).to_string()]));
    }
    words.join(between)
}
