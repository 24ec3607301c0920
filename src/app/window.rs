//! `solver window`: a page on this machine, and the browser that shows it.

use std::borrow::Cow;
use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;

use super::own_name;
use keymove_base::desk::{complain, complained, ended};
use keymove_base::exit::Exit;
use keymove_base::stop::signals;
use keymove_base::units::{megabytes, number};
use keymove_terminal::arguments::all_cores;
use keymove_terminal::caught;
use keymove_window::{Address, LARGEST_FILE, Secrets, WayIn, WindowError, WindowRequest, serve};

/// The time after which `--once` closes a window without a page.
const IDLE: Duration = Duration::from_secs(10 * 60);

/// Open a page in the browser: set up, solve, read and keep problems
///
/// This program serves the page to this machine only, and to those who know its address, which
/// contains a secret. Nothing leaves the machine, and no other files are read or written than those
/// given to the browser. Ctrl-C ends it. Programs may use its API: solver help window
#[derive(Debug, Args)]
pub struct Window {
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
    memory: usize,

    /// Problems to solve at the same time [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = number::<usize>(1..=256))]
    workers: Option<usize>,

    /// A file of problems to open: EPD, PGN, Olive's documents (.olv) or Popeye's input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Window {
    /// Opens the window and serves it until Ctrl-C.
    pub fn run(self) -> Result<Exit, Exit> {
        let stop = caught(signals::on_signals())?;
        let file = self.file.as_deref();
        let file = file.map(|path| stop.while_waiting(|| read(path)));
        let file = file.transpose()?;
        let secrets = Secrets::new().map_err(|error| {
            complained(format_args!("no random numbers: {error}"), Exit::Internal)
        })?;
        let (listener, socket) =
            listen(self.port.unwrap_or(0)).map_err(|error| match self.port {
                None => complained(format_args!("cannot listen: {error}"), Exit::Internal),
                Some(port) => {
                    let message = format_args!("cannot listen on port {port}: {error}");
                    complained(message, Exit::Internal)
                }
            })?;
        let address = Address { socket, secrets };
        let way_in = show(&address, !self.no_browser).map_err(|error| ended(Err(error), &stop))?;
        let request = WindowRequest {
            address,
            workers: self.workers.unwrap_or_else(all_cores),
            memory: self.memory,
            idle: self.once.then_some(IDLE),
            file,
            way_in,
            complain: |message| complain(message),
            solver: own_name(),
        };
        serve(listener, request, &stop)
            .map_err(|WindowError::System(error)| complained(error, Exit::Internal))?;
        Ok(match stop.is_raised() {
            true => Exit::Interrupted,
            false => Exit::Success,
        })
    }
}

/// The name of a file without its folders, and its bytes.
fn read(path: &Path) -> Result<(String, Vec<u8>), Exit> {
    let failed = |error: &dyn Display| {
        let message = format_args!("{}: {error}", path.display());
        complained(message, Exit::Malformed)
    };
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        let mut file = file.take(LARGEST_FILE as u64 + 1);
        file.read_to_end(&mut bytes)
    });
    read.map_err(|error| failed(&error))?;
    if bytes.len() > LARGEST_FILE {
        return Err(failed(&"a window takes files of at most 16 MiB"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok((name.into_owned(), bytes))
}

/// Opens a socket that only this machine reaches, on a free port if `port` is 0.
fn listen(port: u16) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .or_else(|first| TcpListener::bind((Ipv6Addr::LOCALHOST, port)).map_err(|_| first))?;
    let socket = listener.local_addr()?;
    Ok((listener, socket))
}

/// Says where the page is, and starts a browser if that is wanted: then gives the file that leads it
/// to the page.
fn show(address: &Address, browser: bool) -> io::Result<Option<WayIn>> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", address.page())?;
    if out.is_terminal() {
        writeln!(out, "The page is for you alone; Ctrl-C ends it.")?;
    }
    out.flush()?;
    if !browser {
        return Ok(None);
    }
    let fault = match WayIn::new(address) {
        Ok(way_in) if browse(&way_in.address()) => return Ok(Some(way_in)),
        Ok(_) => Cow::from("no browser could be started"),
        Err(error) => format!("no file for the browser: {error}").into(),
    };
    complain(format_args!("{fault}; open the address above"));
    Ok(None)
}

/// Starts the browser that `BROWSER` names, or that of the desktop; `false` if none could be started.
fn browse(address: &str) -> bool {
    let chosen = env::var("BROWSER").unwrap_or_default();
    // A list of commands; in some of them `%s` is the address.
    let chosen = chosen
        .split(if cfg!(windows) { ';' } else { ':' })
        .map(str::trim)
        .filter(|words| !words.is_empty());
    let desktop = match env::consts::OS {
        "windows" => "rundll32 url.dll,FileProtocolHandler",
        "macos" => "open",
        _ => "xdg-open",
    };
    for command in chosen.chain([desktop]) {
        let mut words = command.split_whitespace();
        let Some(program) = words.next() else {
            continue;
        };
        let mut arguments: Vec<String> = words.map(|word| word.replace("%s", address)).collect();
        if !command.contains("%s") {
            arguments.push(address.to_owned());
        }
        let mut browser = Command::new(program);
        browser
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Ok(mut child) = browser.spawn() {
            // Nobody else waits for it; it ends when it likes.
            std::thread::spawn(move || child.wait());
            return true;
        }
    }
    false
}
