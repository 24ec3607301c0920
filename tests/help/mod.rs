//! Every command has examples in its `--help`, and they work unchanged.

mod color;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::path::path;

const PROBLEMS: &str = "\
7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\"; id \"one\";
6k1/5ppp/8/8/8/8/8/R3K3 w Q - dm 1; id \"two\";
";

const POPEYE: &str = "\
BeginProblem
Stipulation #2
Option Variation Try
Pieces White Ke5 Qg2 Black Kh8
EndProblem
";

fn run(folder: &Path, command: &str) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", &format!("{{\n{command}\n}} 2>&1 </dev/null")])
        .current_dir(folder)
        .env("PATH", path())
        .env("HOME", folder)
        .output()
        .expect("started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text)
}

/// The programs.
const PROGRAMS: [&str; 3] = ["solver", "kriegspiel", "bpgn"];

/// Every command, by its words, the first of which is the program.
fn commands(folder: &Path) -> Vec<String> {
    let mut commands = PROGRAMS.map(str::to_owned).to_vec();
    let mut at = 0;
    while let Some(command) = commands.get(at).cloned() {
        commands.extend(under(folder, &command));
        at += 1;
    }
    assert!(commands.len() >= 25, "{commands:?}");
    commands
}

/// A directory with the files that the examples name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a directory");
    fs::write(folder.join("problems.epd"), PROBLEMS).expect("written");
    fs::write(folder.join("problems.inp"), POPEYE).expect("written");
    fs::write(
        folder.join("problem.chest"),
        "LE\nf 7k/8/8/4K3/8/8/6Q1/8\nz2w\n",
    )
    .expect("written");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = project.join("tests/kriegspiel/examples/game.pgn");
    fs::copy(game, folder.join("games.pgn")).expect("copied");
    // The sample has a wrong result, for the README.
    let sample = fs::read_to_string(project.join("tests/bpgn/smothered.bpgn")).expect("read");
    fs::write(folder.join("match.bpgn"), sample.replace("0-1", "1-0")).expect("written");
    folder
}

/// The names of the commands under `command`, from its help.
fn under(folder: &Path, command: &str) -> Vec<String> {
    // A program has them on a page of its own.
    let (typed, heading) = match PROGRAMS.contains(&command) {
        true => (
            format!("{command} help"),
            format!("\nCommands ({command} help COMMAND shows their options):\n"),
        ),
        false => (format!("{command} -h"), "\nCommands:\n".to_owned()),
    };
    let (_, help) = run(folder, &typed);
    let commands = help.split(&heading).nth(1).unwrap_or_default();
    commands
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(|name| format!("{command} {name}"))
        .collect()
}

#[test]
fn the_examples_of_every_help_work() {
    let folder = folder("help");
    for command in &commands(&folder) {
        let (code, help) = run(&folder, &format!("{command} --help"));
        assert_eq!(code, Some(0), "{help}");
        let examples = help
            .split("\nExamples:\n")
            .nth(1)
            .unwrap_or_else(|| panic!("{command} has no examples: {help}"));
        let examples: Vec<&str> = examples.lines().filter(|line| !line.is_empty()).collect();
        assert!(!examples.is_empty(), "{command}");
        for example in examples {
            assert!(
                example.len() <= 80 && example.starts_with("  "),
                "{example}"
            );
            if example.trim() == "solver bench" {
                // It takes long and names no file; expected/bench.txt has its output.
                continue;
            }
            if example.trim().starts_with("solver window") {
                // A window stays open until Ctrl-C; `window` opens these.
                continue;
            }
            let (code, shown) = run(&folder, example);
            assert_eq!(code, Some(0), "{example}\n{shown}");
        }
    }
}

#[test]
fn every_position_in_a_help_is_solved() {
    let folder = folder("positions");
    let mut found = 0;
    for command in &commands(&folder) {
        let (_, help) = run(&folder, &format!("{command} --help"));
        let words: Vec<&str> = help.split_whitespace().collect();
        let words = words.join(" ");
        for quoted in words.split('\'').skip(1) {
            let board = quoted.split(' ').next().unwrap_or_default();
            if board.matches('/').count() == 7 {
                let (code, shown) = run(&folder, &format!("echo '{quoted}' | solver -b"));
                assert_eq!(code, Some(0), "{quoted}\n{shown}");
                found += 1;
            }
        }
    }
    assert!(found >= 3, "only {found}");
}

/// The words of a help text, without layout and markup.
fn said(text: &str) -> Vec<String> {
    let letters = |c: char| c.is_alphanumeric();
    text.split(|c| !letters(c))
        .filter(|word| word.len() > 3)
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_command_has_a_page_with_the_text_of_its_help() {
    let folder = folder("man");
    for program in PROGRAMS {
        let (code, shown) = run(&folder, &format!("{program} man pages/man1"));
        assert_eq!((code, shown.as_str()), (Some(0), ""));
    }
    let commands = commands(&folder);
    let pages = fs::read_dir(folder.join("pages/man1"))
        .expect("pages")
        .count();
    assert_eq!(pages, commands.len());
    for command in &commands {
        let name = folder.join(format!("pages/man1/{}.1", command.replace(' ', "-")));
        let page = fs::read_to_string(&name).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        for section in [
            ".SH NAME",
            ".SH SYNOPSIS",
            ".SH OPTIONS",
            ".SH EXAMPLES\n.nf\n",
        ] {
            assert!(page.contains(section), "{name:?} has no {section}");
        }
        let plain = page
            .replace("\\-", "-")
            .replace("\\fB", " ")
            .replace("\\fI", " ");
        let page = said(&plain.replace("\\fR", " ").replace("\\e", "\\"));
        let (_, help) = run(&folder, &format!("{command} --help"));
        // Headings, and the list of manuals, are not part of a page.
        let (before, behind) = help.split_once("\nManuals (").unwrap_or((&help, ""));
        let behind = behind
            .split_once("\nExamples:")
            .map_or("", |(_, behind)| behind);
        let is_heading = |line: &&str| line.ends_with(':') && !line.starts_with(' ');
        let lines = before.lines().chain(behind.lines());
        let help: Vec<&str> = lines.filter(|line| !is_heading(line)).collect();
        let help = help.join("\n");
        // Clap's text about help itself, and headings that differ in pages.
        let own = "Usage Commands COMMAND Arguments Options Examples possible Print this message \
                   help given subcommand summary with";
        let lost: Vec<String> = said(&help)
            .into_iter()
            .filter(|word| !own.split(' ').any(|own| own == word))
            .filter(|word| !page.contains(word))
            .collect();
        assert!(lost.is_empty(), "{name:?} lacks {lost:?}");
    }
    let umpire = fs::read_to_string(folder.join("pages/man1/kriegspiel-umpire.1")).expect("read");
    let typed = "\n\\&printf 'new\\entry e2e4\\entries\\en' | kriegspiel umpire\n.fi\n";
    assert!(umpire.ends_with(typed), "{umpire}");
    let (_, alone) = run(&folder, "solver man");
    let page = fs::read_to_string(folder.join("pages/man1/solver.1")).expect("read");
    assert_eq!(alone, page);
}

/// An option of a command that names a file is taken for one that is read, but for `-o`. Anyone who adds another says
/// here which it is. The run over records examines its own files.
#[test]
fn no_option_of_a_command_names_a_file() {
    let folder = folder("files");
    let mut found = Vec::new();
    for command in &commands(&folder) {
        let (_, help) = run(&folder, &format!("{command} --help"));
        let options = help.lines().map(str::trim_start);
        for option in options.filter(|line| line.starts_with('-')) {
            let named = option
                .split_once(" <")
                .and_then(|(_, rest)| rest.split_once('>'));
            if named.is_some_and(|(value, _)| ["FILE", "DIR", "PREFIX", "PATH"].contains(&value)) {
                let (option, _) = option.split_once(" <").expect("it was split");
                found.push(format!("{command} {option}"));
            }
        }
    }
    found.retain(|option| !option.starts_with("solver --") && !option.ends_with("-o, --output"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn bash_completes_commands_options_and_values() {
    let folder = folder("completions");
    let (code, shown) = run(&folder, "solver completions bash files");
    assert_eq!((code, shown.as_str()), (Some(0), ""));
    let completed = |typed: &str| {
        let words: Vec<String> = typed.split(' ').map(|word| format!("'{word}'")).collect();
        let script = format!(
            ". files/solver; COMP_WORDS=({}) COMP_CWORD={}; _solver solver {} {}; echo ${{COMPREPLY[*]}}",
            words.join(" "),
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        );
        let (code, shown) = run(
            &folder,
            &format!("bash -c \"{script}\"").replace('$', "\\$"),
        );
        assert_eq!(code, Some(0), "{shown}");
        shown.trim().to_owned()
    };
    assert_eq!(completed("solver help ep"), "epd");
    assert_eq!(completed("solver help me"), "merge measured");
    assert_eq!(completed("solver verify --cl"), "--claims");
    assert_eq!(completed("solver --job self"), "selfmate selfstalemate");
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let (code, shown) = run(&folder, &format!("solver completions {shell}"));
        assert_eq!(code, Some(0), "{shown}");
        assert!(
            ["popeye", "selfstalemate", "basics", "measured"]
                .iter()
                .all(|word| shown.contains(word)),
            "{shell}"
        );
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = folder("papers");
    for command in [
        "man problems.epd",
        "completions bash problems.epd",
        "man >/dev/full",
    ] {
        let (code, shown) = run(&folder, &format!("solver {command}"));
        assert_eq!(code, Some(74), "{command}: {shown}");
        assert!(shown.starts_with("solver: "), "{shown}");
    }
}
