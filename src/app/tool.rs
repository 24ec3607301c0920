//! The definition of the command line: the commands by their names.

use clap::{Parser, Subcommand};

use crate::check::Check;
use crate::chest::Chest;
use crate::compare::Compare;
use crate::merge::Merge;
use crate::popeye::Popeye;
use crate::solve::Solve;
use crate::stats::Stats;
use crate::verify::Verify;
#[cfg(feature = "window")]
use crate::window::Window;
use crate::{PROGRAM, uci};
use keymove_base::desk::{ended, tell};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_forms::form::json::SCHEMA;
use keymove_run::bench;
use keymove_terminal::papers::Paper;
use keymove_terminal::print;

/// Solves chess problems and proves the answers: diagrams and variations for people, or with -b EPD
/// in, EPD out.
#[derive(Debug, Parser)]
#[command(name = "solver", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Exit codes: 0 done, 2 malformed records or unreadable files (the rest is done), 3 a record came to \
what --fail-on names (all is done), 64 usage, \
70 internal error, 74 output cannot be written, 130 stopped by a signal.")]
pub struct Arguments {
    #[command(flatten)]
    pub solve: Solve,
    #[command(subcommand)]
    pub tool: Option<Tool>,
}

#[derive(Debug, Subcommand)]
pub enum Tool {
    Compare(Compare),
    Merge(Merge),
    Check(Check),
    /// Search fixed positions and count nodes
    Bench,
    /// Print the JSON Schema of the lines of --format json
    Schema,
    Chest(Chest),
    #[command(flatten)]
    Paper(Paper),
    Verify(Verify),
    /// Talk to a chess GUI: an engine of the UCI protocol
    ///
    /// Commands are read from standard input and answered on standard output until `quit` or the
    /// end of the input. Every mate that is shown is proved, and its line is complete; what cannot
    /// be proved has the score 0. Options: Hash, MultiPV, SearchDepth (the greatest length in
    /// moves), Stipulation (mate, stalemate, selfmate and so on), UCI_Chess960, UCI_Variant
    /// (chess, crazyhouse, bughouse), and others that GUIs expect.
    Uci,
    Popeye(Popeye),
    Stats(Stats),
    #[cfg(feature = "window")]
    Window(Window),
}

impl Tool {
    /// Does it; an error is the exit code of what could not be begun.
    pub fn run(self) -> Result<Exit, Exit> {
        match self {
            Tool::Compare(compare) => compare.run(),
            Tool::Merge(merge) => merge.run(),
            Tool::Check(check) => check.run(),
            Tool::Bench => Ok(bench()),
            Tool::Schema => Ok(print(SCHEMA.as_bytes())),
            Tool::Chest(chest) => chest.run(),
            Tool::Paper(paper) => paper.run(&PROGRAM),
            Tool::Verify(verify) => verify.run(),
            Tool::Uci => uci::run(),
            Tool::Popeye(popeye) => popeye.run(),
            Tool::Stats(stats) => stats.run(),
            #[cfg(feature = "window")]
            Tool::Window(window) => window.run(),
        }
    }
}

/// Searches the fixed positions: nodes on standard output, time on standard error.
fn bench() -> Exit {
    let written = bench::run(std::io::stdout().lock()).map(|total| {
        // The nodes stand on stdout already.
        tell(total);
        Exit::Success
    });
    ended(written, &Stop::new())
}
