//! Typed arguments become the intended command, or a message that explains the error.

use std::ffi::OsString;
use std::time::Duration;

use keymove::answer::Format;
use keymove::app::{Command, NoCommand, parse};
use keymove::batch::fail_on::FailOn;
use keymove::batch::lines::Input;
use keymove::batch::progress::When;
use keymove::batch::{Config, Output};
use keymove::language::Language;
use keymove::report::Style;
use keymove::solve::{Extent, Kind};

fn parsed(line: &str) -> Result<Command, NoCommand> {
    let words = format!("solver {line}");
    parse(words.split_whitespace().map(OsString::from))
}

fn run_of(command: Result<Command, NoCommand>) -> Result<Config, NoCommand> {
    match command? {
        Command::Solve(solve) => solve.config(),
        other => panic!("{other:?}"),
    }
}

fn bulk(line: &str) -> Config {
    run_of(parsed(line)).unwrap_or_else(|reason| panic!("{line}: {reason:?}"))
}

/// The first line of the usage error.
fn refused(line: &str) -> String {
    match run_of(parsed(line)) {
        Err(NoCommand::Usage(text)) => text.lines().next().unwrap_or_default().to_owned(),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn without_options_the_defaults_are_those_of_the_contract() {
    let config = bulk("-b");
    assert_eq!(config.inputs, [Input::Stdin]);
    assert_eq!(config.output, Output::Stdout);
    assert_eq!(config.memory, 256);
    assert!(config.workers >= 1);
    assert_eq!(config.progress, When::Auto);
    let settings = config.settings;
    assert_eq!(settings.format, Format::Epd);
    assert!(!settings.no_time);
    let defaults = settings.defaults;
    assert_eq!((defaults.depth, defaults.force_depth), (None, None));
    assert_eq!((defaults.kind, defaults.mated), (None, false));
    assert_eq!(defaults.extent, Extent::AllKeys);
    assert_eq!((defaults.limits.nodes, defaults.limits.time), (None, None));
}

#[test]
fn short_and_long_names_mean_the_same() {
    let short = bulk("-b -z 3 -Z 4 -x -M 64 -j 2 -o out a.epd");
    let long =
        bulk("--bulk --depth 3 --force-depth 4 --mated --memory 64 --workers 2 --output out a.epd");
    assert_eq!(format!("{short:?}"), format!("{long:?}"));
    assert_eq!(short.settings.defaults.depth, Some(3));
    assert_eq!(short.settings.defaults.force_depth, Some(4));
    assert!(short.settings.defaults.mated);
    assert_eq!((short.memory, short.workers), (64, 2));
    assert_eq!(short.output, Output::File("out".into()));
    assert_eq!(short.inputs, [Input::File("a.epd".into())]);
}

#[test]
fn every_kind_has_its_name() {
    let kinds = [
        ("mate", Kind::MATE),
        ("stalemate", Kind::STALEMATE),
        ("selfmate", Kind::SELFMATE),
        ("selfstalemate", Kind::SELFSTALEMATE),
        ("helpmate", Kind::HELPMATE),
        ("helpstalemate", Kind::HELPSTALEMATE),
    ];
    for (name, kind) in kinds {
        let config = bulk(&format!("-b -J {name}"));
        assert_eq!(config.settings.defaults.kind, Some(kind));
    }
}

#[test]
fn limits_extent_and_forms() {
    let config =
        bulk("-b --nodes 1000 --time 0.25 --first --no-time --format json --progress never");
    let settings = config.settings;
    assert_eq!(settings.defaults.limits.nodes, Some(1000));
    let quarter = Duration::from_millis(250);
    assert_eq!(settings.defaults.limits.time, Some(quarter));
    assert_eq!(settings.defaults.extent, Extent::First);
    assert!(settings.no_time);
    assert_eq!(settings.format, Format::Json);
    assert_eq!(config.progress, When::Never);
    assert_eq!(bulk("-b --any").settings.defaults.extent, Extent::Any);
}

#[test]
fn without_b_the_answer_is_text() {
    let config = bulk("a.epd");
    assert_eq!(config.inputs, [Input::File("a.epd".into())]);
    let settings = config.settings;
    assert_eq!(settings.format, Format::Text);
    assert_eq!(settings.style, Style::default());
    assert!(settings.defaults.wanted.tree);
    assert_eq!(bulk("").inputs, [Input::Stdin]);
    assert_eq!(bulk("--format text").settings.format, Format::Text);
    let style = bulk("--ascii --language de").settings.style;
    assert_eq!((style.ascii, style.language), (true, Language::German));
    assert_eq!(
        bulk("--language fr").settings.style.language,
        Language::French
    );
}

#[test]
fn the_play_is_wanted_where_there_is_a_place_for_it() {
    let wanted = |line| {
        let wanted = bulk(line).settings.defaults.wanted;
        (wanted.tree, wanted.tries, wanted.set_play)
    };
    assert_eq!(wanted("-b"), (false, 0, false));
    assert_eq!(wanted("-b --format json"), (false, 0, false));
    assert_eq!(wanted("-b --format json --tree"), (true, 0, false));
    assert_eq!(wanted("--format json --tries"), (true, 1, false));
    assert_eq!(wanted("-b --format json --set-play"), (true, 0, true));
    assert_eq!(wanted("--tries --set-play"), (true, 1, true));
    assert_eq!(wanted("--tries=3"), (true, 3, false));
    assert!(bulk("--longer-keys").settings.defaults.wanted.longer_keys);
}

#[test]
fn pictures_go_with_every_form() {
    for line in ["--svg d", "-b --svg d", "-b --format json --svg d"] {
        assert_eq!(bulk(line).svg, Some("d".into()), "{line}");
    }
    assert_eq!(bulk("-b").svg, None);
}

#[test]
fn a_hyphen_is_a_standard_stream() {
    let [a, b] = ["a", "b"].map(|name| Input::File(name.into()));
    assert_eq!(bulk("-b a - b").inputs, [a, Input::Stdin, b]);
    assert_eq!(bulk("-b -o -").output, Output::Stdout);
    assert_eq!(bulk("-b -o x --resume").output, Output::Resume("x".into()));
}

#[test]
fn a_file_may_be_called_like_a_command() {
    for name in ["./compare", "compare", "help"] {
        let inputs = bulk(&format!("-b {name}")).inputs;
        assert_eq!(inputs, [Input::File(name.into())]);
    }
}

#[test]
fn compare_and_bench_are_commands() {
    for line in ["compare --all a b --format json", "bench"] {
        assert!(matches!(parsed(line), Ok(Command::Tool(_))), "{line}");
    }
    assert!(refused("compare a").contains("required arguments"));
}

#[test]
fn mate_and_being_mated_do_not_contradict_each_other() {
    let defaults = bulk("-b -x -J mate").settings.defaults;
    assert_eq!((defaults.kind, defaults.mated), (None, true));
}

#[test]
fn fail_on_takes_a_list_or_several_options() {
    let fail_on = |line: &str| bulk(line).fail_on;
    assert_eq!(fail_on("-b"), []);
    let both = [FailOn::Limit, FailOn::Refuted];
    assert_eq!(fail_on("-b --fail-on limit,refuted"), both);
    assert_eq!(fail_on("-b --fail-on limit --fail-on refuted"), both);
    assert_eq!(fail_on("-b --fail-on error"), [FailOn::Error]);
}

#[test]
fn status_and_summary_are_shown_as_asked() {
    let config = bulk("-b");
    assert_eq!(config.summary, When::Auto);
    assert_eq!(config.stats, None);
    let config = bulk("-b --progress always --summary always --stats s");
    assert_eq!(config.progress, When::Always);
    assert_eq!(config.summary, When::Always);
    assert_eq!(config.stats, Some("s".into()));
    assert_eq!(bulk("-b --summary never").summary, When::Never);
}

#[test]
fn numbers_have_units() {
    let config = bulk("-b --nodes 10M -M 2G --time 5m --proof p --proof-limit 50k");
    let defaults = config.settings.defaults;
    assert_eq!(defaults.limits.nodes, Some(10_000_000));
    assert_eq!(defaults.limits.time, Some(Duration::from_secs(300)));
    assert_eq!(defaults.wanted.certificate, Some(50_000));
    assert_eq!(config.memory, 2048);
    assert_eq!(bulk("-b -M 512M").memory, 512);
    assert_eq!(
        bulk("-b --time 1.5h").settings.defaults.limits.time,
        Some(Duration::from_secs(5400))
    );
    assert_eq!(
        refused("-b --nodes 10X"),
        "error: invalid value '10X' for '--nodes <N>': not a count, as 5000, 20k, 1.5M, 2G or 1e6"
    );
}

/// The text that is shown instead of doing something.
fn shown(line: &str) -> String {
    match parsed(line) {
        Err(NoCommand::Text(text)) => text,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn numbers_times_and_sizes_are_read_as_people_write_them() {
    let times = ["--time 500ms x", "--time 1h30m x", "--time 90 x"];
    let sizes = ["-M 2GiB x", "-M 512MB x"];
    let others = ["--nodes 10M x", "merge --memory 1g x"];
    for line in times.iter().chain(&sizes).chain(&others) {
        parsed(line).unwrap_or_else(|reason| panic!("{line}: {reason:?}"));
    }
}

#[test]
fn positions_of_fen_go_before_files() {
    let position = |argument, text: &str| Input::Position {
        argument,
        text: text.to_owned(),
    };
    let empty = "7k/8/8/8/8/8/8/K7 w - -";
    let words = ["solver", "-b", "--fen", empty, "--fen", "x", "file"];
    let config = run_of(parse(words.map(Into::into))).expect("a run");
    let file = Input::File("file".into());
    assert_eq!(config.inputs, [position(1, empty), position(2, "x"), file]);
}

#[test]
fn the_version_is_the_programs_after_every_command() {
    let lines = "-V/--version/compare -V/verify --version/bench -V/\
                 chest -V/man -V";
    for line in lines.split('/') {
        let shown = shown(line);
        let lines: Vec<&str> = shown.lines().collect();
        let [version, processor] = lines[..] else {
            panic!("{line}: {shown}");
        };
        // A release build names its commit.
        let version = version.split(" (").next();
        let plain = concat!("solver ", env!("CARGO_PKG_VERSION"));
        assert_eq!(version, Some(plain), "{line}");
        let built = format!("built for {}", std::env::consts::ARCH);
        assert!(processor.starts_with(&built), "{line}: {processor}");
        assert_eq!(
            processor.split(' ').any(|word| word == "avx2"),
            cfg!(target_feature = "avx2"),
            "{processor}"
        );
    }
}
