//! `solver chest`: Chest's input, job after job, text of its layout on standard output; also under the
//! names `chest` and `dchest`.
//!
//! Chest had one letter an option, what belongs to it in the same word or in the next (`-LS`,
//! `-M 128`). Programs that call it may pass letters that mean nothing here: those are taken out
//! before clap sees them, as far as the word goes, since nobody can tell which of them take one
//! more.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::thread;

use clap::Args;

use super::arguments::called_as;
use keymove_base::desk::{complain, complained, ended};
use keymove_base::exit::Exit;
use keymove_base::language::Language;
use keymove_base::pool::SEARCH_STACK;
use keymove_base::pool::panics::quietly;
use keymove_base::stop::{Stop, signals};
use keymove_base::units::{megabytes, named, number};
use keymove_doors::chest::{ChestJob, Jobs, kind_of, text};
use keymove_records::job::{Defaults, TYPED_DEPTHS};
use keymove_run::record_lines::open;
use keymove_solve::{Kind, Limits, Tables, Wanted, solve};
use keymove_terminal::arguments::tell_if_read;
use keymove_terminal::{caught, no_thread, refuse};

/// The letters of all options, including help and version.
const LETTERS: &[u8] = b"brLMzZxjhV";

const LETTER_SETS: &[(&str, Language)] = &[
    ("E", Language::English),
    ("S", Language::ProblemEnglish),
    ("D", Language::German),
];

/// Read and answer as Chest does, for Olive and other programs that call it. The same as calling
/// this program by the name chest or dchest
#[derive(Debug, Args)]
pub struct Chest {
    /// EPD records in, EPD records out: the bulk run, as `solver -b`
    #[arg(short, long)]
    pub bulk: bool,
    /// Write the variations as well
    #[arg(short = 'r', long)]
    tree: bool,
    /// Letters of the men: E (N for the knight), S (S for the knight), D (German)
    #[arg(short = 'L', long, default_value = "E", value_name = "LETTERS")]
    #[arg(value_parser = named(LETTER_SETS))]
    letters: Language,
    /// Memory for the tables, in megabytes, or as 2G
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    memory: usize,
    /// Depth in full moves for jobs that name none [default: 5]
    #[arg(short = 'z', long, value_name = "N", value_parser = number::<u16>(TYPED_DEPTHS))]
    depth: Option<u16>,
    /// Override the depth of every job
    #[arg(short = 'Z', long, value_name = "N", value_parser = number::<u16>(TYPED_DEPTHS))]
    force_depth: Option<u16>,
    /// The side to move is mated
    #[arg(short = 'x', long)]
    mated: bool,
    /// The goal of jobs that name none: o mate, O stalemate, s selfmate, S selfstalemate, h
    /// helpmate, H helpstalemate
    #[arg(short = 'j', long, value_name = "LETTER", value_parser = job)]
    job: Option<Kind>,
    #[command(flatten)]
    limits: Limits,
    /// Files in Chest's input language; none, or -: standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// Options that mean nothing here, as they were typed.
    #[arg(skip)]
    pub ignored: Vec<String>,
}

impl Chest {
    /// Does the jobs. The first signal ends the one under way, and what it proved by then is written.
    pub fn run(self) -> Result<Exit, Exit> {
        refuse(&[(
            self.mated && self.job.is_some_and(|kind| kind != Kind::MATE),
            "-x asks for mate; it cannot be used with another -j",
        )])
        .map_err(|refused| refused.show())?;
        let stop = caught(signals::on_signals())?;
        for option in &self.ignored {
            complain(format_args!(
                "note: {option} means nothing here and is passed over"
            ));
        }
        tell_if_read(&self.files, "jobs of Chest");
        let defaults = Defaults {
            depth: self.depth,
            force_depth: self.force_depth,
            kind: self.job,
            mated: self.mated,
            limits: self.limits,
            wanted: Wanted {
                tree: self.tree,
                ..Wanted::default()
            },
            ..Defaults::default()
        };
        let mut answers = ChestAnswers {
            language: self.letters,
            memory: self.memory,
            stop: &stop,
            jobs: 0,
            exit: Exit::Success,
        };
        let written = thread::scope(|scope| {
            let search = || answers.write(&self.files, &defaults);
            let search = thread::Builder::new()
                .name("search".into())
                .stack_size(SEARCH_STACK)
                .spawn_scoped(scope, search);
            Ok(search
                .map_err(no_thread)?
                .join()
                .expect("panics are caught"))
        })?;
        let exit = ended(written.map(|()| answers.exit), &stop);
        if exit == Exit::Success && answers.jobs == 0 {
            let message = "there is no job: nothing but comments";
            return Err(complained(message, Exit::Malformed));
        }
        Ok(exit)
    }

    /// The command line of the bulk run that this asks for.
    pub fn bulk_run(self) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["solver".into(), "-b".into()];
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("{name}={value}").into()));
        };
        option("--memory", Some(self.memory.to_string()));
        option("--depth", self.depth.map(|depth| depth.to_string()));
        option(
            "--force-depth",
            self.force_depth.map(|depth| depth.to_string()),
        );
        option("--job", self.job.map(|kind| kind.name().to_owned()));
        option("--nodes", self.limits.nodes.map(|nodes| nodes.to_string()));
        let time = self.limits.time.map(|time| time.as_secs_f64());
        option("--time", time.map(|time| time.to_string()));
        if self.mated {
            words.push("--mated".into());
        }
        words.push("--".into());
        words.extend(self.files.into_iter().map(PathBuf::into_os_string));
        words
    }
}

/// Answers job after job: anyone who waits for the first wants all of the machine for it.
struct ChestAnswers<'a> {
    language: Language,
    memory: usize,
    stop: &'a Stop,
    /// Jobs that were answered.
    jobs: u64,
    exit: Exit,
}

impl ChestAnswers<'_> {
    /// Writes the answers to the jobs of all files, which are opened when it is their turn.
    fn write(&mut self, files: &[PathBuf], defaults: &Defaults) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let mut tables = Tables::new(self.memory);
        for path in files {
            if self.stop.is_raised() {
                break;
            }
            let name = path.display().to_string();
            let opened = self.stop.while_waiting(|| open(path));
            let mut jobs = match opened {
                Ok(input) => Jobs::new(&name, BufReader::new(input), defaults),
                Err(error) => {
                    self.refuse(format_args!("{name}: cannot be read: {error}"));
                    continue;
                }
            };
            while let Some(job) = self.stop.while_waiting(|| jobs.next()) {
                match job {
                    Ok(job) => out.write_all(self.answer(&job, &mut tables).as_bytes())?,
                    Err(error) => self.refuse(error),
                }
                out.flush()?;
                if self.stop.is_raised() {
                    break;
                }
            }
        }
        if self.stop.is_raised() {
            self.exit = self.exit.min(Exit::Interrupted);
        }
        Ok(())
    }

    fn refuse(&mut self, message: impl Display) {
        complain(message);
        self.exit = self.exit.min(Exit::Malformed);
    }

    fn answer(&mut self, job: &ChestJob, tables: &mut Tables) -> String {
        let verdict = quietly(|| {
            solve(&job.problem, tables, self.stop)
                .expect("boards without hands have every kind of stipulation")
        });
        match verdict {
            Ok(verdict) => {
                for warning in &job.warnings {
                    complain(warning);
                }
                self.jobs += 1;
                text(job, &verdict, self.language)
            }
            Err(panic) => {
                complain(panic);
                self.exit = self.exit.min(Exit::Internal);
                *tables = Tables::new(self.memory);
                String::new()
            }
        }
    }
}

/// The arguments with the command `chest` written out where the program's name says it, and those
/// options of that command, as text, that mean nothing here: they are no longer among the
/// arguments.
pub fn as_command(arguments: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let mut arguments = called_as(&["chest", "dchest"], "chest", arguments);
    let mut ignored = Vec::new();
    if arguments.get(1).is_some_and(|word| word == "chest") {
        let mut files_only = false;
        arguments.retain(|word| {
            files_only |= word == "--";
            let foreign = !files_only && is_foreign(word.as_encoded_bytes());
            if foreign {
                ignored.push(word.to_string_lossy().into_owned());
            }
            !foreign
        });
    }
    (arguments, ignored)
}

/// Whether a word is an option of one letter that means nothing here.
fn is_foreign(word: &[u8]) -> bool {
    matches!(word, [b'-', letter, ..] if letter.is_ascii_alphanumeric() && !LETTERS.contains(letter))
}

fn job(letter: &str) -> Result<Kind, &'static str> {
    kind_of(letter.as_bytes()).ok_or(
        "o, O, s, S, h and H are jobs; what Chest has no letter for is asked in EPD (-b, Stip) or of \
         solver popeye",
    )
}
