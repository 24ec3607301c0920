//! The bar charts in a page's summary: the numbers of records by verdict, outcome, length and cost.
//! Costs are grouped by powers of ten, so the charts stay small.

use std::collections::BTreeMap;
use std::time::Duration;

use super::words::PageWords;
use keymove_base::drawing::escaped;
use keymove_solve::Length;

/// The numbers of records; the size depends on the kinds of answers, not on their number.
#[derive(Debug, Clone, Default)]
pub struct BarCharts {
    verdicts: BTreeMap<&'static str, u64>,
    outcomes: BTreeMap<&'static str, u64>,
    lengths: BTreeMap<Length, u64>,
    /// By the number of digits of the node count.
    nodes: BTreeMap<u32, u64>,
    /// By the number of digits of the time in microseconds.
    times: BTreeMap<u32, u64>,
}

impl BarCharts {
    /// Counts a record: its verdict and outcome, by name, the length of its solution, and its cost.
    pub fn count(
        &mut self,
        verdict: &'static str,
        outcome: &'static str,
        length: Option<Length>,
        cost: Option<(u64, Duration)>,
    ) {
        *self.verdicts.entry(verdict).or_default() += 1;
        *self.outcomes.entry(outcome).or_default() += 1;
        if let Some(length) = length {
            *self.lengths.entry(length).or_default() += 1;
        }
        if let Some((nodes, time)) = cost {
            let digits = |n: u64| n.checked_ilog10().map_or(0, |log| log + 1);
            *self.nodes.entry(digits(nodes)).or_default() += 1;
            let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            *self.times.entry(digits(micros)).or_default() += 1;
        }
    }

    /// The charts, side by side; without times if `no_time`.
    pub(super) fn plots(&self, words: &PageWords, no_time: bool) -> String {
        let named = |all: &[(&'static str, &str)], numbers: &BTreeMap<&str, u64>| {
            let rows = all.iter().filter_map(|(name, word)| {
                let number = numbers.get(name).copied()?;
                Some(((*word).to_owned(), number))
            });
            rows.collect::<Vec<_>>()
        };
        let lengths = self
            .lengths
            .iter()
            .map(|(length, n)| (length.to_string(), *n));
        let mut text = "<div class=plots>".to_owned();
        text.push_str(&bars(
            words.verdict,
            &named(&words.verdicts, &self.verdicts),
        ));
        text.push_str(&bars(
            words.outcome,
            &named(&words.outcomes, &self.outcomes),
        ));
        text.push_str(&bars(words.lengths, &lengths.collect::<Vec<_>>()));
        text.push_str(&bars(
            words.nodes,
            &by_digits(&self.nodes, |power| {
                let (number, unit) = [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")]
                    .into_iter()
                    .find(|(size, _)| power >= *size)
                    .unwrap_or((1, ""));
                format!("< {}{unit}", power / number)
            }),
        ));
        if !no_time {
            text.push_str(&bars(
                words.time,
                &by_digits(&self.times, |micros| match micros {
                    0..1000 => format!("< {micros} µs"),
                    1000..1_000_000 => format!("< {} ms", micros / 1000),
                    _ => format!("< {} s", micros / 1_000_000),
                }),
            ));
        }
        text.push_str("</div>");
        text
    }
}

/// Rows for every number of digits between the smallest and the largest.
fn by_digits(numbers: &BTreeMap<u32, u64>, label: impl Fn(u64) -> String) -> Vec<(String, u64)> {
    let (Some((&least, _)), Some((&greatest, _))) =
        (numbers.first_key_value(), numbers.last_key_value())
    else {
        return Vec::new();
    };
    (least..=greatest)
        .map(|digits| {
            let below = 10u64.saturating_pow(digits);
            (label(below), numbers.get(&digits).copied().unwrap_or(0))
        })
        .collect()
}

/// A bar for each row; the longest takes the full width.
fn bars(title: &str, rows: &[(String, u64)]) -> String {
    const ROW: usize = 18;
    const LEFT: f64 = 96.0;
    const WIDE: f64 = 150.0;
    if rows.is_empty() {
        return String::new();
    }
    let most = rows
        .iter()
        .map(|(_, number)| *number)
        .max()
        .unwrap_or(1)
        .max(1);
    let height = ROW * rows.len();
    let mut text = format!(
        "<figure><h3>{}</h3><svg viewBox=\"0 0 300 {height}\" role=img aria-label=\"{}\">",
        escaped(title),
        escaped(title)
    );
    for (at, (label, number)) in rows.iter().enumerate() {
        let wide = (*number as f64 / most as f64 * WIDE).max(if *number > 0 { 1.0 } else { 0.0 });
        let y = at * ROW;
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=end>{}</text>\
             <rect x=\"{LEFT}\" y=\"{}\" width=\"{wide:.1}\" height=\"12\"/>\
             <text x=\"{:.1}\" y=\"{}\">{number}</text>",
            LEFT - 6.0,
            y + 13,
            escaped(label),
            y + 3,
            LEFT + wide + 5.0,
            y + 13,
        ));
    }
    text.push_str("</svg></figure>");
    text
}
