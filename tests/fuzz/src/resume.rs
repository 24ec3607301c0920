//! `--resume`: an output cut anywhere, gone on with, becomes the whole output again.
//!
//! The input is a file of EPD lines; its last byte chooses where the output is cut, and the form.

use keymove::answer::{Answer, Format, Settings, Status};
use keymove::batch::lines::{InputLines, Item};
use keymove::batch::resume::{Asked, Kept, Mismatch, ResumePoint, check};
use keymove::form::tsv::HEADER;
use keymove::job::Defaults;
use keymove::solve::Limits;

use crate::epd::answered;
use crate::shown;

/// The most lines of a file; more make nothing new.
const MOST_LINES: usize = 4;

/// Nodes of one search: what the answers are is the business of another target.
const NODES: u64 = 8;

/// Answers all lines, cuts the answers, and finds out where to go on.
pub fn run(data: &[u8]) {
    let Some((&choice, text)) = data.split_last() else {
        return;
    };
    let input: Vec<&[u8]> = text.split(|&b| b == b'\n').take(MOST_LINES).collect();
    let settings = Settings {
        defaults: Defaults {
            depth: Some(1),
            limits: Limits {
                nodes: Some(NODES),
                time: None,
            },
            ..Defaults::default()
        },
        no_time: true,
        format: match (choice & 0x80, choice & 2) {
            (0, _) => Format::Epd,
            (_, 0) => Format::Json,
            _ => Format::Tsv,
        },
        copied: choice & 1 != 0,
        ..Settings::default()
    };
    // A last line feed ends the last line, and begins no other.
    let input = match input.split_last() {
        Some(([], rest)) => rest,
        _ => &input[..],
    };
    let mut output = Vec::new();
    if settings.format == Format::Tsv {
        output.extend(HEADER.as_bytes());
        output.push(b'\n');
    }
    // Where each line's record ends; a line without one ends with the record before.
    let mut ends = Vec::new();
    for (number, line) in (1..).zip(input) {
        let answer = answered(number, line, &settings);
        if !has_no_record(&answer, &settings) {
            output.extend(answer.text);
            output.push(b'\n');
        }
        ends.push(output.len());
    }
    let cut = usize::from(choice & 0x7F) * (output.len() + 1) / 128;
    cut_at(input, &output, &ends, cut, &settings);
    cut_at(input, &output, &ends, output.len(), &settings);
    // FILE may hold anything: then it is refused, or a part of it is kept that ends with a line.
    let length = text.len();
    if let Ok(kept) = resumed(text, input, &settings).0 {
        assert!(kept.bytes <= length as u64);
        assert!(kept.bytes == 0 || text[kept.bytes as usize - 1] == b'\n');
    }
}

fn has_no_record(answer: &Answer, settings: &Settings) -> bool {
    let leaves_out = match settings.format {
        Format::Json => !settings.copied,
        Format::Tsv => true,
        _ => false,
    };
    answer.status == Status::Passed && leaves_out
}

/// Goes on after the first `cut` bytes of the output: all whole records are kept, and the next line
/// is the first of which the record is not.
fn cut_at(input: &[&[u8]], output: &[u8], ends: &[usize], cut: usize, settings: &Settings) {
    let (kept, next) = resumed(&output[..cut], input, settings);
    let kept = kept.unwrap_or_else(|mismatch| {
        let input = input.join(&b'\n');
        panic!("{mismatch}: {}\n{}", shown(&output[..cut]), shown(&input))
    });
    let lines = kept.lines as usize;
    let bytes = kept.bytes as usize;
    let begun = match settings.format {
        Format::Tsv if cut > HEADER.len() => HEADER.len() + 1,
        _ => 0,
    };
    assert_eq!(bytes, lines.checked_sub(1).map_or(begun, |last| ends[last]));
    let whole = ends.iter().copied().filter(|end| *end <= cut).max();
    // A record is done again that says it was stopped, be it in a string: no harm is done.
    let says_stopped = memchr::memmem::find(output, b"stopped").is_some();
    let whole = whole.unwrap_or(begun);
    assert!(
        bytes == whole || (says_stopped && bytes < whole),
        "{bytes} {whole}"
    );
    let next = next.map_or(input.len(), |number| number as usize - 1);
    assert!(next >= lines);
    let without_record = |index: &usize| ends[*index] == bytes;
    assert!(
        (lines..next).all(|index| without_record(&index)),
        "{next} {lines}"
    );
    let read: usize = input[..lines].iter().map(|line| line.len() + 1).sum();
    assert_eq!(kept.read, read as u64);
}

/// What is kept of `records`, and the number of the line that comes next.
fn resumed(
    records: &[u8],
    input: &[&[u8]],
    settings: &Settings,
) -> (Result<ResumePoint, Mismatch>, Option<u64>) {
    let reader = |bytes: Vec<u8>| Box::new(std::io::Cursor::new(bytes));
    let mut whole = input.join(&b'\n');
    if !input.is_empty() {
        whole.push(b'\n');
    }
    let mut lines = InputLines::of("in", reader(whole));
    let mut file = InputLines::of("out", reader(records.to_vec()));
    let asked = Asked {
        settings,
        only_open: false,
    };
    let (length, mut counts) = (records.len() as u64, Kept::new(true));
    let kept = check(&mut file, length, &mut lines, asked, &mut counts);
    let next = match lines.next_item() {
        Some(Item::Line(line)) => Some(line.number),
        _ => None,
    };
    (kept, next)
}
