//! `solver window`: a page on this machine, and the browser that shows it.

use std::env;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::caught;
use keymove_base::desk::{complain, complained, ended};
use keymove_base::exit::Exit;
use keymove_base::stop::signals;
use keymove_window::{Address, LARGEST_FILE, Secrets, WayIn, WindowError, WindowRequest, serve};

/// How long a window without a page stays open, if it may close.
const IDLE: Duration = Duration::from_secs(10 * 60);

/// A window that is to be opened.
#[derive(Debug, Clone)]
pub struct WindowOpening {
    /// A file of problems to begin with.
    pub file: Option<PathBuf>,
    /// Whether a browser is started.
    pub browser: bool,
    /// Whether it ends when its page was closed.
    pub once: bool,
    /// The port; 0: any that is free.
    pub port: u16,
    /// Jobs that are searched at once.
    pub workers: usize,
    /// Memory for the tables of one worker, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// The program, as `solver -V` says it.
    pub solver: String,
}

/// Opens the window and serves it until Ctrl-C.
pub fn run(opening: &WindowOpening) -> Result<Exit, Exit> {
    let stop = caught(signals::on_signals())?;
    let file = opening.file.as_deref();
    let file = file.map(|path| stop.while_waiting(|| read(path)));
    let file = file
        .transpose()
        .map_err(|message| complained(message, Exit::Malformed))?;
    let (listener, address) =
        listening(opening.port).map_err(|message| complained(message, Exit::Internal))?;
    let way_in = show(&address, opening.browser).map_err(|error| ended(Err(error), &stop))?;
    let request = WindowRequest {
        address,
        workers: opening.workers,
        memory: opening.memory,
        idle: opening.once.then_some(IDLE),
        file,
        way_in,
        complain: |message| complain(message),
        solver: opening.solver.clone(),
    };
    serve(listener, request, &stop)
        .map_err(|WindowError::System(error)| complained(error, Exit::Internal))?;
    Ok(match stop.is_raised() {
        true => Exit::Interrupted,
        false => Exit::Success,
    })
}

/// The name of a file without its folders, and its bytes.
fn read(path: &Path) -> Result<(String, Vec<u8>), String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        let mut file = file.take(LARGEST_FILE as u64 + 1);
        file.read_to_end(&mut bytes)
    });
    read.map_err(|error| told(&error))?;
    if bytes.len() > LARGEST_FILE {
        return Err(told(&"a window takes files of at most 16 MiB"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok((name.into_owned(), bytes))
}

/// A socket that only this machine reaches.
fn listening(port: u16) -> Result<(TcpListener, Address), String> {
    let secrets = Secrets::new().map_err(|error| format!("no random numbers: {error}"))?;
    let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .or_else(|first| TcpListener::bind((Ipv6Addr::LOCALHOST, port)).map_err(|_| first));
    let told = |error: io::Error| match port {
        0 => format!("cannot listen: {error}"),
        port => format!("cannot listen on port {port}: {error}"),
    };
    let listener = bound.map_err(told)?;
    let socket = listener.local_addr().map_err(told)?;
    Ok((listener, Address { socket, secrets }))
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
    let way_in = WayIn::new(address).map_err(|error| format!("no file for the browser: {error}"));
    let started = way_in.and_then(|way_in| browse(&way_in.address()).map(|()| way_in));
    if let Err(message) = &started {
        complain(format_args!("{message}; open the address above"));
    }
    Ok(started.ok())
}

/// Starts the browser that `BROWSER` names, or the one of the desktop.
fn browse(address: &str) -> Result<(), String> {
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
            return Ok(());
        }
    }
    Err("no browser could be started".to_owned())
}
