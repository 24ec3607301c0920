//! The browser's way to the page, and the attempts of others.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::client::{Answered, Window};
use crate::support::scratch::Scratch;
use crate::support::waiting::waits_for_a_pipe;

/// A browser that records its arguments, and continues when it may, or when its home is gone.
const BROWSER: &str = "#!/bin/sh\necho \"$1\" > \"$HOME/.named\"\nmv \"$HOME/.named\" \"$HOME/named\"\n\
                       while [ -d \"$HOME\" ] && [ ! -e \"$HOME/go\" ]; do sleep 0.01; done\n";

/// Everything that all users may read about the processes: their command lines.
fn command_lines() -> impl Iterator<Item = String> {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    processes.filter_map(|process| {
        let line = fs::read(process.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).into_owned())
    })
}

fn asked(host: &str, path: &str, headers: &str) -> Answered {
    let mut stream = TcpStream::connect(host).expect("connected");
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    Answered::read(stream)
}

/// A window whose browser is a script in a home of its own.
struct Home {
    scratch: Scratch,
    child: Child,
    page: String,
}

impl Drop for Home {
    fn drop(&mut self) {
        // The browser ends by itself.
        let _ = fs::write(self.scratch.0.join("go"), "");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Home {
    fn open() -> Home {
        let scratch = Scratch::new();
        let browser = scratch.0.join("browser");
        fs::write(&browser, BROWSER).expect("written");
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("executable");
        let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
            .arg("window")
            .env("HOME", &scratch.0)
            .env("BROWSER", &browser)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut page = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut page)
            .expect("an address");
        Home {
            scratch,
            child,
            page: page.trim().to_owned(),
        }
    }

    /// The file with which the browser was started.
    fn named(&self) -> PathBuf {
        let named = self.scratch.0.join("named");
        while !named.exists() {
            thread::sleep(Duration::from_millis(5));
        }
        let named = fs::read_to_string(named).expect("an address");
        let path = named.trim().strip_prefix("file://").expect("a file");
        PathBuf::from(path)
    }

    /// The folders of the home that belong to the window.
    fn folders(&self) -> usize {
        let entries = fs::read_dir(&self.scratch.0).expect("a folder").flatten();
        entries.filter(|entry| entry.path().is_dir()).count()
    }

    fn split_page(&self) -> (String, String) {
        let address = self.page.strip_prefix("http://").expect("an address");
        let (host, path) = address.split_once('/').expect("a path");
        (host.to_owned(), format!("/{path}"))
    }
}

/// The address to which a page sends its reader.
fn refreshed(text: &str) -> String {
    let (_, rest) = text.split_once("0; url=").expect("it leads on");
    rest.split('"').next().expect("an address").to_owned()
}

fn rights(path: &Path) -> u32 {
    let data = path.metadata().expect("it is there");
    data.permissions().mode() & 0o777
}

/// Another process reads all command lines from before the start until the browser has arrived.
#[test]
fn nothing_in_a_command_line_leads_to_the_page_and_the_file_leads_once() {
    let ended = Arc::new(AtomicBool::new(false));
    let spy = thread::spawn({
        let ended = Arc::clone(&ended);
        move || {
            let mut seen = BTreeSet::new();
            while !ended.load(Ordering::SeqCst) {
                seen.extend(command_lines());
            }
            seen
        }
    });
    let mut home = Home::open();
    let file = home.named();
    // At least one complete round with the browser in it.
    let browser = home.scratch.0.join("browser").display().to_string();
    assert!(command_lines().any(|line| line.contains(&browser)));
    thread::sleep(Duration::from_millis(100));
    ended.store(true, Ordering::SeqCst);
    let seen = spy.join().expect("no panic");

    let (host, path) = home.split_page();
    let text = fs::read_to_string(&file).expect("a page");
    let ticket = refreshed(&text);
    let ticket_path = ticket
        .strip_prefix(&format!("http://{host}"))
        .expect("a path");
    let told: Vec<_> = seen.iter().filter(|line| line.contains(&browser)).collect();
    assert!(!told.is_empty(), "the spy saw the browser");
    for line in seen {
        for secret in [&path[..], ticket_path] {
            assert!(!line.contains(secret.trim_matches('/')), "{line}");
        }
    }
    assert_eq!(
        (rights(&file), rights(file.parent().expect("a folder"))),
        (0o600, 0o700)
    );
    assert!(
        !text.contains(&path),
        "the page's own secret is not in the file"
    );

    let more = asked(&host, &format!("{ticket_path}about"), "");
    assert_eq!(more.status, 404, "it opens nothing else");
    // As browsers do: a file is a page elsewhere, and the page for the ticket is one of ours.
    let first = asked(&host, ticket_path, "Sec-Fetch-Site: cross-site\r\n");
    assert_eq!((first.status, refreshed(&first.body)), (200, path.clone()));
    let page = asked(&host, &path, "Sec-Fetch-Site: same-origin\r\n");
    assert_eq!(page.status, 200);
    assert_eq!(home.folders(), 0, "the file is gone");

    // If the owner comes second, the page and the terminal report what happened.
    let second = asked(&host, ticket_path, "Sec-Fetch-Site: cross-site\r\n");
    assert_eq!(second.status, 410);
    assert!(
        second.body.contains("works once") && second.body.contains("Ctrl-C"),
        "{second:?}"
    );
    assert!(
        !second.body.contains(&path) && !second.body.contains("refresh"),
        "{second:?}"
    );
    home.child.kill().expect("it runs");
    let mut complaint = String::new();
    let mut errors = home.child.stderr.take().expect("piped");
    errors.read_to_string(&mut complaint).expect("a text");
    assert!(complaint.contains("works once"), "{complaint}");
}

#[test]
fn an_unopened_file_is_removed_with_the_window() {
    let mut home = Home::open();
    assert!(home.named().is_file());
    let id = home.child.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &id]).status();
    assert!(sent.expect("started").success());
    home.child.wait().expect("it ends");
    assert_eq!(home.folders(), 0);
}

/// More connections than allowed, some silent, some with half a request, all of them made again and
/// again; the owner can still connect.
#[test]
fn connections_of_strangers_do_not_block_the_owner() {
    let window = Window::open(&[]);
    let mut strangers: Vec<TcpStream> = (0..400)
        .map(|number| {
            let mut stream = window.connect();
            if number % 2 == 0 {
                let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost:");
            }
            stream
        })
        .collect();
    let ended = Arc::new(AtomicBool::new(false));
    let flood = thread::spawn({
        let (ended, host) = (Arc::clone(&ended), window.host.clone());
        move || {
            for place in (0..strangers.len()).cycle() {
                if ended.load(Ordering::SeqCst) {
                    return place;
                }
                if let Ok(stream) = TcpStream::connect(&host) {
                    strangers[place] = stream;
                }
            }
            0
        }
    });
    let answers: Vec<u16> = (0..100).map(|_| window.get("about").status).collect();
    ended.store(true, Ordering::SeqCst);
    flood.join().expect("no panic");
    assert_eq!(answers, [200; 100]);
}

/// A pipe without a writer, and a device that never ends.
#[test]
fn endless_input_is_not_a_file_of_problems_and_ctrl_c_ends_the_wait() {
    let scratch = Scratch::new();
    let pipe = scratch.0.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("started");
    assert!(made.success());
    let start = |file: &Path| {
        Command::new(env!("CARGO_BIN_EXE_solver"))
            .args(["window", "--no-browser"])
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started")
    };
    let zero = start(Path::new("/dev/zero"))
        .wait_with_output()
        .expect("it ends");
    assert_eq!(zero.status.code(), Some(2), "{zero:?}");
    let told = String::from_utf8_lossy(&zero.stderr).into_owned();
    assert!(
        told.contains("/dev/zero: a window takes files of at most 16 MiB"),
        "{told}"
    );

    let mut waiting = start(&pipe);
    while !waits_for_a_pipe(&waiting) {
        thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill")
        .args(["-s", "INT", &waiting.id().to_string()])
        .status();
    assert!(sent.expect("started").success());
    assert_eq!(waiting.wait().expect("it ends").code(), Some(130));
}
