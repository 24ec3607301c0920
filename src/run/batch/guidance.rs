//! Lines for a person at a terminal: one that describes the run, and the next command to type.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::lines::Input;
use super::run_file::RunOptions;
use super::stats::Stats;
use super::{Config, MEMORY, Output};
use keymove_base::desk::counted;
use keymove_base::error::printable;
use keymove_base::language::Language;
use keymove_base::packed::shell_word;
use keymove_forms::collection::problem::looks_like_board;
use keymove_forms::form::{Format, PlayShown};
use keymove_records::epd::{Epd, passes_through};
use keymove_records::job::Job;

/// Files of this many bytes are read twice, to count their records: a fraction of a second.
const COUNTED: u64 = 64 << 20;

/// A position that names no task.
const NO_TASK: &str = "7k/8/6K1/8/8/8/8/R7 w - -";

/// Describes the run over `config` before it begins; `None` if it has only one record.
pub(super) fn beginning(config: &Config) -> Option<String> {
    let names: Vec<_> = config.inputs.iter().map(Input::name).collect();
    let files = match &names[..] {
        [name] if **name == *"-" => "standard input".into(),
        [name] => printable(name),
        names => format!("{} inputs", names.len()).into(),
    };
    let records = match records(config) {
        Some(0 | 1) => return None,
        Some(records) => format!("{files}: {records} records"),
        None => files.into_owned(),
    };
    let workers = counted(config.workers as u64, "worker", "workers");
    let output = &config.output;
    Some(match task(config) {
        Some(task) => {
            format!("{records}; records that name no task: {task}; {workers}; answers to {output}")
        }
        None => format!("{records}; {workers}; answers to {output}"),
    })
}

/// The number of records, if all inputs are EPD and can be read twice in a moment.
fn records(config: &Config) -> Option<u64> {
    let size: u64 = config.inputs.iter().map(Input::size).sum::<Option<u64>>()?;
    let is_cheap = size <= COUNTED && config.reading.encoding.is_none();
    let numbers = config.inputs.iter().map(|input| match input {
        Input::Position { .. } => Some(1),
        Input::File(path) => lines_of_epd(BufReader::new(File::open(path).ok()?)),
        Input::Stdin => None,
    });
    is_cheap.then(|| numbers.sum()).flatten()
}

/// The number of records of a file that begins as EPD does.
fn lines_of_epd(mut file: impl BufRead) -> Option<u64> {
    let (mut records, mut line) = (0, Vec::new());
    while file.read_until(b'\n', &mut line).ok()? > 0 {
        if !passes_through(line.trim_ascii_end()) {
            let board = line.split(|b| b.is_ascii_whitespace()).next()?;
            if records == 0 && !looks_like_board(std::str::from_utf8(board).ok()?) {
                return None;
            }
            records += 1;
        }
        line.clear();
    }
    Some(records)
}

/// The task of records that name none, in signs.
fn task(config: &Config) -> Option<String> {
    let epd: Epd = NO_TASK.parse().ok()?;
    let (job, _) = Job::select(&epd, &config.settings.defaults).ok()?;
    let tasks = job.questions.iter().map(|asked| asked.stipulation);
    Some(
        tasks
            .map(|task| task.to_string())
            .collect::<Vec<_>>()
            .join(", then "),
    )
}

/// The command that solves what the run over `config` left open: it goes on where a signal ended
/// the run, or tries ten times as hard where records met a limit. `None` if nothing is open.
pub(super) fn next_command(config: &Config, stats: &Stats) -> Option<String> {
    let mut next = config.clone();
    let met = stats.limits;
    let limits = &mut next.settings.defaults.limits;
    if met.nodes > 0 {
        limits.nodes = Some(limits.nodes?.saturating_mul(10));
    }
    if met.time > 0 {
        limits.time = Some(limits.time?.saturating_mul(10));
    }
    let format = config.settings.format;
    format.row()?;
    match &config.output {
        Output::File(path) | Output::Resume(path) if met.stopped > 0 && format.resumes() => {
            next.settings.defaults.limits = config.settings.defaults.limits;
            next.output = Output::Resume(path.clone());
        }
        _ if met.nodes + met.time == 0 => return None,
        // The answers are the input, so that only open records are searched.
        Output::File(path) | Output::Resume(path)
            if format == Format::Epd && config.proof.is_none() =>
        {
            next.known = vec![path.clone()];
            next.inputs = vec![Input::File(path.clone())];
            (next.reading.from, next.reading.last_positions) = (None, false);
            next.reading.encoding = None;
            let (old, new) = (mark(config), mark(&next));
            let stem = path.file_stem()?.to_str()?;
            let stem = stem.strip_suffix(&*old).unwrap_or(stem);
            next.output = Output::File(path.with_file_name(format!("{stem}{new}.epd")));
        }
        _ => {}
    }
    words(&next)
}

/// The end of the name of a file of answers, by the limits of their run: `-20k`.
fn mark(config: &Config) -> String {
    let limits = config.settings.defaults.limits;
    let nodes = limits
        .nodes
        .map(|nodes| format!("-{}", short(&nodes.to_string())));
    let time = limits.time.map(|time| format!("-{}s", time.as_secs_f64()));
    nodes.unwrap_or_default() + &time.unwrap_or_default()
}

/// The command line of the run over `config`.
fn words(config: &Config) -> Option<String> {
    let (settings, style) = (&config.settings, config.settings.style);
    let format = settings.format;
    let mut words = Vec::new();
    // Standard input is written anew by the same program.
    words.extend(
        config
            .inputs
            .contains(&Input::Stdin)
            .then(|| "... |".to_owned()),
    );
    words.push("solver".to_owned());
    words.extend(format.resumes().then(|| "-b".to_owned()));
    for (option, value) in RunOptions::of(config).typed() {
        let has_it_anyhow = match option {
            "-M" => config.memory == MEMORY,
            "--format" => format == Format::Text || matches!(config.output, Output::File(_)),
            "--tree" => format.form().layout().play != PlayShown::Asked,
            // Its files are named below, with their folders.
            "--known" => true,
            _ => false,
        };
        match (option, value) {
            _ if has_it_anyhow => {}
            (_, "") => words.push(option.to_owned()),
            ("--tries", number) => words.push(format!("--tries={number}")),
            _ => words.extend([option.to_owned(), shell_word(&short(value)).into_owned()]),
        }
    }
    let flags = [(style.ascii, "--ascii"), (style.details, "--details")];
    let flags = flags.iter().filter(|(is_given, _)| *is_given);
    words.extend(flags.map(|(_, option)| (*option).to_owned()));
    let languages = Language::NAMES.iter().skip(1);
    let language = languages.filter(|(_, own)| *own == style.language);
    let named = language.map(|(name, _)| ("--language", Path::new(name)));
    let named = named.chain(
        settings
            .title
            .iter()
            .map(|title| ("--title", Path::new(title))),
    );
    let named = named.chain(config.known.iter().map(|path| ("--known", &**path)));
    let named = named.chain(config.svg.iter().map(|path| ("--svg", &**path)));
    let named = named.chain(config.proof.iter().map(|path| ("--proof", &**path)));
    let named = named.chain(match &config.output {
        Output::Stdout => None,
        Output::File(path) => Some(("-o", &**path)),
        Output::Resume(path) => Some(("--resume -o", &**path)),
    });
    for (option, value) in named {
        words.extend([option.to_owned(), shell_word(value.to_str()?).into_owned()]);
    }
    for input in &config.inputs {
        words.push(match input {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => shell_word(path.to_str()?).into_owned(),
            Input::Position { text, .. } => shell_word(text).into_owned(),
        });
    }
    Some(words.join(" "))
}

/// A number with a unit, if it is a number of thousands; other text is returned as it is.
fn short(text: &str) -> String {
    let units = ["000000000", "000000", "000"]
        .into_iter()
        .zip(["G", "M", "k"]);
    let mut parts = units.filter_map(|(zeros, unit)| Some((text.strip_suffix(zeros)?, unit)));
    match parts.next().filter(|_| text.parse::<u64>().is_ok()) {
        Some((number, unit)) if !number.is_empty() => format!("{number}{unit}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_a_unit() {
        for (number, text) in [
            ("20000", "20k"),
            ("10000000", "10M"),
            ("000", "000"),
            ("1500", "1500"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn only_lines_that_begin_as_epd_are_counted() {
        let counted = |text: &str| lines_of_epd(text.as_bytes());
        assert_eq!(counted(&format!("# 1\n\n{NO_TASK}\nnonsense\n")), Some(2));
        assert_eq!(counted("[Event \"x\"]\n\n1. e4 *\n"), None);
    }
}
