//! The examples at the end of each `--help`. A test runs them all, with files of these names.
//!
//! Each line is typed as it stands, `#` and what follows included.

use clap::{Arg, ArgAction, Command};

/// A command, the words after `solver`, and its examples.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "",
        "  solver problems.epd                     # diagrams, keys and variations
  solver --tries --set-play problems.epd
  solver --format html problems.epd >book.html
  solver -b problems.epd >answers.epd     # EPD in, EPD out
  solver -b --format tsv --summary always problems.epd >answers.tsv
  solver -b -z 3 --time 10s --nodes 5M problems.epd
  solver '7k/8/6K1/8/8/8/Q7/8 w - - #1'   # or a file in another form:
  gzip <problems.epd | solver -b          # PGN, .olv and CSV are read, too
  echo '7k/8/6K1/8/8/8/Q7/8 w - - Stip \"#1\";' | solver",
    ),
    (
        "compare",
        "  solver -b problems.epd >now.epd
  solver compare problems.epd now.epd     # are the claims of the problems true?",
    ),
    (
        "merge",
        "  solver -b --nodes 500 problems.epd >quick.epd
  solver -b --known quick.epd problems.epd >answers.epd
  solver merge -o all.epd quick.epd answers.epd",
    ),
    (
        "check",
        "  solver check --allow dual problems.epd
  solver check --format json --allow dual problems.epd",
    ),
    ("bench", "  solver bench"),
    #[cfg(feature = "window")]
    (
        "window",
        "  solver window problems.epd              # in the browser; Ctrl-C ends it
  solver window --no-browser --once",
    ),
    ("schema", "  solver schema >record.schema.json"),
    (
        "chest",
        "  solver chest -r -LS -M 128 problem.chest
  printf 'f 7k/8/8/4K3/8/8/6Q1/8\\nz2w\\n' | solver chest
  ln -s \"$(command -v solver)\" chest && ./chest -b problems.epd",
    ),
    (
        "completions",
        "  solver completions bash ~/.local/share/bash-completion/completions
  solver completions zsh >_solver         # into a folder of $fpath",
    ),
    (
        "man",
        "  solver man ~/.cargo/share/man/man1
  solver man                              # one page, as man wants it",
    ),
    (
        "verify",
        "  solver -b --proof proofs.txt problems.epd >answers.epd
  solver verify answers.epd proofs.txt",
    ),
    (
        "split",
        "  solver split --records 1 -o run1 problems.epd
  solver split --shards 2 -o run2 problems.epd -- --first --no-time",
    ),
    (
        "join",
        "  solver split --shards 2 -o run3 problems.epd && mkdir run3/results
  for s in run3/shards/*.epd; do solver -b -o run3/results/${s##*/} $s; done
  solver join -o answers.epd run3",
    ),
    (
        "stats",
        "  solver -b problems.epd | solver stats
  solver -b problems.epd >answers.epd; solver stats --format json answers.epd",
    ),
    (
        "uci",
        "  printf 'position fen 7k/8/8/4K3/8/8/6Q1/8 w - -\\ngo mate 2\\n' | solver uci
  printf 'setoption name MultiPV value 3\\ngo nodes 9999\\n' | solver uci",
    ),
    (
        "popeye",
        "  solver popeye problems.inp
  solver popeye -maxmem 512M -maxtime 60 problems.inp
  echo 'begin stip h#1 forsyth 8/8/8/8/8/6K1/R7/6k1 end' | solver popeye",
    ),
    (
        "kriegspiel",
        "  solver kriegspiel check games.pgn
  solver kriegspiel filter --for white games.pgn >white.pgn
  solver kriegspiel belief white.pgn",
    ),
    ("kriegspiel check", "  solver kriegspiel check games.pgn"),
    (
        "kriegspiel filter",
        "  solver kriegspiel filter --for white games.pgn >white.pgn",
    ),
    (
        "kriegspiel convert",
        "  solver kriegspiel convert --to proposal games.pgn",
    ),
    (
        "kriegspiel belief",
        "  solver kriegspiel filter --for white games.pgn >white.pgn
  solver kriegspiel belief --positions 50k white.pgn",
    ),
    (
        "kriegspiel mine",
        "  solver kriegspiel mine --depth 3 games.pgn >problems.pgn",
    ),
    (
        "kriegspiel solve",
        "  solver kriegspiel solve --keys --fen '7k/8/5KQ1/8/8/8/8/8 w - - 0 1'",
    ),
    (
        "kriegspiel ending",
        "  solver kriegspiel ending kqk --position 'Kc3 Qd5' --king e7",
    ),
    (
        "kriegspiel player",
        "  solver kriegspiel player kqk --depth 1 --longest 5",
    ),
    (
        "kriegspiel play",
        "  echo go | solver kriegspiel play krk --position 'Kf6 Ra1' --king 'g8 h8'",
    ),
    (
        "kriegspiel show",
        "  solver kriegspiel filter --for white games.pgn >white.pgn
  solver kriegspiel show --at 3 white.pgn
  solver kriegspiel show --position 'Kc5 Rf3' --try Re3",
    ),
    (
        "kriegspiel html",
        "  solver kriegspiel html games.pgn >games.html",
    ),
    (
        "kriegspiel umpire",
        "  printf 'new\\ntry e2e4\\ntries\\n' | solver kriegspiel umpire",
    ),
    (
        "bpgn",
        "  solver bpgn check match.bpgn
  solver bpgn columns match.bpgn
  solver bpgn mine match.bpgn | solver -b",
    ),
    ("bpgn check", "  solver bpgn check match.bpgn"),
    (
        "bpgn format",
        "  solver bpgn format --to 1.2 match.bpgn >normal.bpgn",
    ),
    ("bpgn columns", "  solver bpgn columns match.bpgn"),
    ("bpgn json", "  solver bpgn json match.bpgn"),
    ("bpgn html", "  solver bpgn html match.bpgn >match.html"),
    (
        "bpgn split",
        "  solver bpgn split -o match match.bpgn   # match-A.pgn, match-B.pgn",
    ),
    (
        "bpgn join",
        "  solver bpgn split -o match match.bpgn
  solver bpgn join match-A.pgn match-B.pgn",
    ),
    ("bpgn position", "  solver bpgn position --at 2b match.bpgn"),
    (
        "bpgn mine",
        "  solver bpgn mine --moves 2 match.bpgn | solver -b",
    ),
];

/// The examples of the command `path`, its words after `solver`.
pub fn of(path: &str) -> Option<&'static str> {
    let (_, examples) = EXAMPLES.iter().find(|(of, _)| *of == path)?;
    Some(examples)
}

/// `command` and all those under it with their examples.
pub fn added(command: Command) -> Command {
    each(command, "", &|command, path| {
        let Some(examples) = of(path) else {
            return command;
        };
        let codes = match command.get_after_help() {
            Some(codes) => format!("{codes}\n\n"),
            None => String::new(),
        };
        command.after_long_help(format!("{codes}Examples:\n{examples}"))
    })
}

/// `command` and all those under it, each changed by `change`, which is told its path.
fn each(command: Command, path: &str, change: &impl Fn(Command, &str) -> Command) -> Command {
    let mut command = change(command, path);
    let names: Vec<String> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    for name in names {
        let path = format!("{path} {name}").trim_start().to_owned();
        command = command.mut_subcommand(name, |command| each(command, &path, change));
    }
    command
}

/// `command` with what its definitions cannot say.
pub fn mended(command: Command) -> Command {
    each(command, "", &|command, path| {
        if path != "bpgn format" {
            return command;
        }
        // Its --version is an old name of --to; -V is this program's as everywhere.
        command.disable_version_flag(true).arg(
            Arg::new("program-version")
                .short('V')
                .action(ArgAction::Version)
                .help("Print the program's version"),
        )
    })
}
