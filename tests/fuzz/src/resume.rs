//! `--resume`: an output cut anywhere, gone on with, becomes the whole output again.
//!
//! The input is a file of EPD lines; its last byte chooses where the output is cut, and the form.

use keymove::answer::{Format, Settings};
use keymove::batch::lines::{Item, Lines};
use keymove::batch::resume::check;
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
    let format = if choice & 0x80 == 0 {
        Format::Epd
    } else {
        Format::Json
    };
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
        format,
        ..Settings::default()
    };
    // A last line feed ends the last line, and begins no other.
    let input = match input.split_last() {
        Some((last, rest)) if last.is_empty() => rest,
        _ => &input[..],
    };
    let mut output = Vec::new();
    let mut ends = vec![0];
    for line in input {
        output.extend(answered(line, &settings).text);
        output.push(b'\n');
        ends.push(output.len());
    }
    let cut = usize::from(choice & 0x7F) * (output.len() + 1) / 128;
    cut_at(input, &output, &ends, cut, format);
    cut_at(input, &output, &ends, output.len(), format);
    // FILE may hold anything: then it is refused, or a part of it is kept that ends with a line.
    let foreign = text.to_vec();
    let length = foreign.len();
    if let Ok(kept) = resumed(&foreign, input, format).0 {
        assert!(kept.bytes <= length as u64);
        assert!(kept.bytes == 0 || foreign[kept.bytes as usize - 1] == b'\n');
    }
}

/// Goes on after the first `cut` bytes of the output.
fn cut_at(input: &[&[u8]], output: &[u8], ends: &[usize], cut: usize, format: Format) {
    let (kept, next) = resumed(&output[..cut], input, format);
    let kept = kept.unwrap_or_else(|mismatch| {
        panic!(
            "{mismatch}: {} {}",
            shown(&output[..cut]),
            shown(&input.join(&b'\n'))
        )
    });
    let lines = kept.lines as usize;
    assert_eq!(kept.bytes, ends[lines] as u64);
    let whole = ends.iter().filter(|&&end| end > 0 && end <= cut).count();
    // A record that says it was stopped is done again, and all behind it: kept by a line that only says so.
    let says_stopped = memchr::memmem::find(output, b"stopped").is_some();
    assert!(
        lines == whole || (says_stopped && lines < whole),
        "{lines} {whole}"
    );
    assert_eq!(next.as_deref(), input.get(lines).copied());
    let read: usize = input[..lines].iter().map(|line| line.len() + 1).sum();
    assert_eq!(kept.read, read as u64);
}

type Kept = Result<keymove::batch::resume::Kept, keymove::batch::resume::Mismatch>;

/// What is kept of `records`, and the next line of the input.
fn resumed(records: &[u8], input: &[&[u8]], format: Format) -> (Kept, Option<Vec<u8>>) {
    let reader = |bytes: Vec<u8>| Box::new(std::io::Cursor::new(bytes));
    let mut whole = input.join(&b'\n');
    if !input.is_empty() {
        whole.push(b'\n');
    }
    let mut lines = Lines::of("in", reader(whole));
    let mut file = Lines::of("out", reader(records.to_vec()));
    let kept = check(&mut file, records.len() as u64, &mut lines, format);
    let next = match lines.next_item() {
        Some(Item::Line(line)) => Some(line.bytes),
        _ => None,
    };
    (kept, next)
}
