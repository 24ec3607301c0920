//! `solver chest`: Chest's input, job after job, text of its layout on standard output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use super::{caught, pooled};
use keymove_base::desk::{complain, complained, ended, reads_standard_input, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::language::Language;
use keymove_base::pool::panics::Panic;
use keymove_base::pool::queue::{Weigh, Window};
use keymove_base::pool::{self, Plan, PoolJob, Sink};
use keymove_base::stop::{Stop, signals};
use keymove_doors::chest::{ChestError, ChestJob, Jobs, text};
use keymove_records::job::Defaults;
use keymove_solve::{Tables, solve};

/// What `solver chest` is to do.
#[derive(Debug, Clone)]
pub struct ChestRequest {
    /// The files; none, or `-`: standard input.
    pub files: Vec<PathBuf>,
    /// What jobs leave open, and how much of the answer is wanted.
    pub defaults: Defaults,
    /// The letters of the men.
    pub language: Language,
    /// Memory for the tables, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// Options that mean nothing here, as they were typed.
    pub passed_over: Vec<String>,
}

/// Does it. The first signal ends the job under way, and what it proved by then is written.
pub fn run(request: &ChestRequest) -> Result<Exit, Exit> {
    let stop = caught(signals::on_signals())?;
    for option in &request.passed_over {
        complain(format_args!(
            "note: {option} means nothing here and is passed over"
        ));
    }
    if reads_standard_input(&request.files) {
        tell_if_typed("jobs of Chest");
    }
    // One job after the other: whoever waits for the first wants all of the machine for it.
    let plan = Plan {
        window: Window {
            items: 64,
            ..Window::default()
        },
        ..Plan::searching(1)
    };
    let work = ChestWork {
        language: request.language,
        memory: request.memory,
        stop: stop.clone(),
    };
    let mut page = ChestPrinter {
        out: io::stdout().lock(),
        jobs: 0,
        exit: Exit::Success,
    };
    let end = pool::run(&plan, items(request), work, &mut page, &stop);
    let exit = ended(pooled(end, page.exit), &stop);
    if exit == Exit::Success && page.jobs == 0 {
        let message = "there is no job: nothing but comments";
        return Err(complained(message, Exit::Malformed));
    }
    Ok(exit)
}

/// What a worker is given: a job, or why there is none.
#[derive(Debug)]
enum Errand {
    Job(ChestJob),
    Told(String),
}

impl Weigh for Errand {
    fn bytes(&self) -> usize {
        // A record of this length is a board and little more.
        256
    }
}

/// The jobs of all files. They are opened as they are come to.
fn items(request: &ChestRequest) -> impl Iterator<Item = Vec<Errand>> + Send + 'static {
    let mut files = request.files.clone();
    if files.is_empty() {
        files.push("-".into());
    }
    let defaults = request.defaults.clone();
    files.into_iter().flat_map(move |path| {
        let name = path.display().to_string();
        let opened: io::Result<Box<dyn BufRead + Send>> = if path.as_os_str() == "-" {
            Ok(Box::new(BufReader::new(io::stdin())))
        } else {
            File::open(&path).map(|file| Box::new(BufReader::new(file)) as _)
        };
        let (jobs, failed) = match opened {
            Ok(input) => (Some(Jobs::new(&name, input, &defaults)), None),
            Err(error) => (
                None,
                Some(Errand::Told(format!("{name}: cannot be read: {error}"))),
            ),
        };
        let errand = |read: Result<ChestJob, ChestError>| match read {
            Ok(job) => Errand::Job(job),
            Err(error) => Errand::Told(error.to_string()),
        };
        let jobs = jobs.into_iter().flatten().map(errand);
        failed.into_iter().chain(jobs).map(|errand| vec![errand])
    })
}

/// What a worker does.
struct ChestWork {
    language: Language,
    memory: usize,
    stop: Stop,
}

/// What is to be written of one job.
#[derive(Debug)]
struct ChestAnswer {
    text: String,
    messages: Vec<String>,
    exit: Exit,
}

impl Weigh for ChestAnswer {
    fn bytes(&self) -> usize {
        self.text.len() + self.messages.iter().map(String::len).sum::<usize>()
    }
}

impl PoolJob for ChestWork {
    type Input = Errand;
    type Output = ChestAnswer;
    type State = Tables;

    fn state(&self) -> Tables {
        Tables::new(self.memory)
    }

    fn run(&self, tables: &mut Tables, errand: &Errand) -> ChestAnswer {
        let job = match errand {
            Errand::Job(job) => job,
            Errand::Told(message) => {
                return ChestAnswer {
                    text: String::new(),
                    messages: vec![message.clone()],
                    exit: Exit::Malformed,
                };
            }
        };
        let verdict = solve(&job.problem, tables, &self.stop)
            .expect("boards without hands have every kind of stipulation");
        ChestAnswer {
            text: text(job, &verdict, self.language),
            messages: job.warnings.clone(),
            exit: Exit::Success,
        }
    }

    fn failed(&self, _: &Errand, panic: &Panic) -> ChestAnswer {
        ChestAnswer {
            text: String::new(),
            messages: vec![panic.to_string()],
            exit: Exit::Internal,
        }
    }
}

/// Writes answers as they come, and remembers the worst of them.
struct ChestPrinter<W> {
    out: W,
    jobs: u64,
    exit: Exit,
}

impl<W: Write> Sink<ChestAnswer> for ChestPrinter<W> {
    type Error = io::Error;

    fn put(&mut self, answered: ChestAnswer) -> io::Result<()> {
        for message in &answered.messages {
            tell(message);
        }
        self.jobs += u64::from(!answered.text.is_empty());
        self.exit = self.exit.min(answered.exit);
        self.out.write_all(answered.text.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
