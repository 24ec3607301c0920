//! The arguments of `solver window`.

use std::path::PathBuf;

use clap::Args;

use super::units::{megabytes, number};
use super::{all_cores, version};
use crate::command::window::WindowOpening;

/// Open a page in the browser: set up, solve, read and keep problems
///
/// This program serves the page to this machine only, and to those who know its address, which
/// contains a secret. Nothing leaves the machine, and no other files are read or written than those
/// given to the browser. Ctrl-C ends it. Programs may use its API: solver help window
#[derive(Debug, Args)]
pub(super) struct WindowArguments {
    /// Print the address and start no browser
    #[arg(long)]
    no_browser: bool,

    /// End ten minutes after the page is closed
    #[arg(long)]
    once: bool,

    /// Listen on this port [default: any that is free]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=u16::MAX.into()))]
    port: Option<u16>,

    /// Memory for the tables of one worker, in megabytes, or as 2G
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    memory: u32,

    /// Problems to solve at the same time [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = number::<u16>(1..=256))]
    workers: Option<u16>,

    /// A file of problems to open: EPD, PGN, Olive's (.olv), Popeye's input, CSV or JSON
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl WindowArguments {
    pub(super) fn meant(self) -> WindowOpening {
        WindowOpening {
            file: self.file,
            browser: !self.no_browser,
            once: self.once,
            port: self.port.unwrap_or(0),
            workers: self.workers.map_or_else(all_cores, usize::from),
            memory: self.memory as usize,
            solver: version::name(),
        }
    }
}
