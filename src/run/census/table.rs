//! `solver stats --format tsv`: a row for each answered record, for databases.
//!
//! The columns are those of [`tsv`] with the same meaning (`stipulation` as far as the record
//! states it: for a mate that was found, its own length), followed by `refuted` and `safe`: the
//! largest depths, in full moves, for which it is proved that the side to move does not reach the
//! goal, and is not mated, if the record says so. Records are converted back into findings through
//! [`KnownResult`], as in `solver merge`, so that every command interprets a record in the same
//! way. Outcomes are those counted by [`Census`](super::Census):
//!
//! | `outcome` | counted as |
//! |---|---|
//! | `solved`, `lost` | solved, with a length |
//! | `checkmate`, `stalemate` | solved, over already |
//! | `refuted`, `gave up` | the same |
//! | `error` | malformed, or an internal error, which begins with `internal: ` |
//! | `unanswered` | unanswered |
//!
//! For a record whose results cannot be read, or cannot have been written by this program, the row
//! has only its outcome and, in `error`, the reason.

use std::sync::LazyLock;

use std::borrow::Cow;

use crate::answer::RecordOutcome;
use keymove_forms::form::tsv::{self, Row};
use keymove_records::epd::{Epd, passes_through, without_error, written_error};
use keymove_records::record::Findings;
use keymove_records::record::duplex::{self, AnsweredSide, other_side};
use keymove_records::record::knowledge::RecordClaim;
use keymove_records::record::known_result::{KnownResult, Unclear};
use keymove_records::record::result::JobResult;
use keymove_solve::{Kind, Length};

/// The first row, without its line feed.
pub static HEADER: LazyLock<String> =
    LazyLock::new(|| format!("{}\t\"refuted\"\t\"safe\"", tsv::HEADER));

/// The row of `text`, which is line `line` of its file, from 1, without line feeds; `None` for a
/// line that is not a record.
pub fn row(line: u64, text: &[u8]) -> Option<Vec<u8>> {
    if passes_through(text) {
        return None;
    }
    let malformed = |reason: &str| Row::refused(line, without_error(text), reason);
    let epd = match Epd::read(text) {
        Ok((epd, _)) => epd,
        Err(error) => {
            let reason = written_error(text).unwrap_or_else(|| error.to_string());
            return Some(with_bounds(malformed(&reason), None));
        }
    };
    let knowledge = RecordClaim::of(&epd);
    if let RecordClaim::Error(reason) = &knowledge {
        return Some(with_bounds(malformed(reason), None));
    }
    let Some(result) = JobResult::with_claim(&epd, &knowledge) else {
        return Some(with_bounds(Row::bare(line, &epd, "unanswered", ""), None));
    };
    Some(match sides(&epd, &knowledge) {
        // If the play is over, the stipulation and the cost are unknown.
        Ok(sides) if sides[0].findings.decisive().bounds.over.is_some() => {
            let over = sides[0].findings.decisive().name();
            with_bounds(Row::bare(line, &epd, over, ""), None)
        }
        Ok(sides) => {
            let no_time = epd.operation("acs").is_none();
            let row = Row::answered(line, &sides, no_time);
            with_bounds(row, Some(&sides[0].findings))
        }
        Err(Unclear(why)) => {
            let row = Row::bare(line, &epd, outcome(result.outcome, &knowledge), &why);
            with_bounds(row, None)
        }
    })
}

/// The row of `text`, line `line` of its file, which is known not to be a record because of
/// `reason`.
pub fn refused_row(line: u64, text: &[u8], reason: &str) -> Vec<u8> {
    with_bounds(Row::refused(line, without_error(text), reason), None)
}

/// The results in `epd`, whose claim is `knowledge`, for each side.
fn sides<'a>(epd: &'a Epd, knowledge: &RecordClaim) -> Result<Vec<AnsweredSide<'a>>, Unclear> {
    let side = |epd: Cow<'a, Epd>, known: KnownResult| AnsweredSide {
        epd,
        findings: known.findings().into(),
    };
    let own = KnownResult::with_claim(epd, knowledge)?;
    let mut sides = vec![side(Cow::Borrowed(epd), own)];
    if duplex::is_answered(epd)
        && let Some(other) = other_side(epd)
    {
        let known = KnownResult::of(&other)?;
        sides.push(side(Cow::Owned(other), known));
    }
    Ok(sides)
}

/// The outcome, in a word, of a record whose results cannot be read.
fn outcome(outcome: RecordOutcome, knowledge: &RecordClaim) -> &'static str {
    match (outcome, knowledge) {
        (RecordOutcome::Refuted, _) => "refuted",
        (RecordOutcome::GaveUp, _) => "gave up",
        (_, RecordClaim::Stalemate) => "stalemate",
        (_, RecordClaim::Solved(distance)) if distance.plies() == 0 => "checkmate",
        (_, RecordClaim::Solved(distance)) if distance.stipulation.kind == Kind::MATED => "lost",
        _ => "solved",
    }
}

/// `row` with the cells `refuted` and `safe` appended.
fn with_bounds(row: Row, findings: Option<&Findings>) -> Vec<u8> {
    let mut row = row.to_bytes(false);
    for bound in [
        findings.and_then(Findings::refuted),
        findings.and_then(Findings::safe),
    ] {
        row.push(b'\t');
        row.extend(
            bound
                .filter(|bound| *bound > Length::NONE)
                .map(|bound| bound.to_string())
                .unwrap_or_default()
                .bytes(),
        );
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Census;

    /// The non-empty cells of the row of `text`, each with the name of its column.
    fn cells(text: &str) -> Vec<(String, String)> {
        let row = String::from_utf8(row(3, text.as_bytes()).expect("a record")).expect("UTF-8");
        HEADER
            .split('\t')
            .map(|name| name.trim_matches('"').to_owned())
            .zip(row.split('\t').map(str::to_owned))
            .filter(|(name, cell)| !cell.is_empty() && name != "fen" && name != "line")
            .collect()
    }

    fn cells_named(text: &str, names: &[&str]) -> Vec<String> {
        let cells = cells(text);
        names
            .iter()
            .map(|name| {
                let cell = cells.iter().find(|(column, _)| column == name);
                cell.map_or_else(String::new, |(_, cell)| cell.clone())
            })
            .collect()
    }

    #[test]
    fn a_refuted_record_that_keeps_its_askers_line_is_refuted() {
        let record = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - Refuted 5; Safe 5; acd 5; acn 9; \
                      bm Rxb2; ce 621; id \"WAC.002\"; pv Rxb2;";
        let names = [
            "outcome", "length", "keys", "pv", "refuted", "safe", "nodes", "id",
        ];
        assert_eq!(
            cells_named(record, &names),
            ["refuted", "", "", "", "5", "5", "9", "WAC.002"]
        );
    }

    #[test]
    fn each_row_has_the_outcome_that_is_counted() {
        let outcomes = [
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - acd 2; acn 69; bm Kf6; ce 32764; dm 2; pv Kf6 Kh7 Qg7#;",
                "solved",
            ),
            (
                "7k/8/5K2/8/8/8/6Q1/8 b - - acd 1; acn 3; bm Kh7; ce -32765; pv Kh7 Qg7#;",
                "lost",
            ),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - ce -32767;", "checkmate"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - ce 0;", "stalemate"),
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - Refuted 1; Stip \"#1\"; acd 1; acn 2;",
                "refuted",
            ),
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - Limit \"nodes\"; Refuted 1; Stip \"#4\"; acn 9;",
                "gave up",
            ),
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - Limit \"nodes\"; Refuted 4; Stip \"#4\"; acd 4; acn 9;",
                "refuted",
            ),
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - Limit \"nodes\"; Refuted 4; Stip \"#4\"; acn 9;",
                "refuted",
            ),
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - id \"nobody looked\";",
                "unanswered",
            ),
            ("7k/8/8/4K3/8/8/6Q1/8 w - - bm Kf6;", "unanswered"),
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - acd 2; acn 69; bm Ka1; dm 2;",
                "solved",
            ),
            (
                "7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; Error \"internal: a bug\";",
                "error",
            ),
            (
                "8/8/8/8/8/8/8/8 w - - id \"k\"; Error \"as it was said\";",
                "error",
            ),
            ("what is this", "error"),
        ];
        for (record, outcome) in outcomes {
            assert_eq!(cells_named(record, &["outcome"]), [outcome], "{record}");
            let mut census = Census::default();
            census.count(&"in".into(), 1, record.as_bytes());
            let figures = census.figures();
            let counted = &figures.outcomes;
            let numbers = [
                ("error", counted.malformed + counted.internal_errors),
                ("unanswered", figures.unanswered),
                ("gave up", counted.gave_up),
                ("refuted", counted.refuted),
                ("solved", counted.solved.records - counted.solved.over),
                ("lost", counted.solved.records - counted.solved.over),
                ("checkmate", counted.solved.over),
                ("stalemate", counted.solved.over),
            ];
            let own = numbers.iter().find(|(name, _)| *name == outcome);
            assert_eq!(own.expect("it is counted").1, 1, "{record}");
        }
    }

    #[test]
    fn an_error_is_told_in_the_words_that_were_written() {
        let cells_named = |text| cells_named(text, &["error", "id"]);
        assert_eq!(
            cells_named("8/8/8/8/8/8/8/8 w - - id \"k\"; Error \"as it was said\";"),
            ["as it was said", "k"]
        );
        let unclear = "7k/8/8/4K3/8/8/6Q1/8 w - - acd 2; acn 69; bm Ka1; dm 2; id \"x\";";
        assert!(cells_named(unclear)[0].starts_with("bm: "), "{unclear}");
        assert!(cells_named("what is this")[0].contains("is not a board"));
    }
}
