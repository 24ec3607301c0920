//! An open window, and a client of its own: it sends exactly the bytes that are written here.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// An open window, closed when this value is dropped.
pub struct Window {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub host: String,
    /// The first word of every path.
    pub secret: String,
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answered {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Window {
    /// Opens a window with these arguments.
    pub fn open(arguments: &[&str]) -> Window {
        let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
            .args(["window", "--no-browser"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut line = String::new();
        let mut told = BufReader::new(child.stdout.take().expect("piped"));
        told.read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://").expect("an address");
        let (host, path) = address.split_once('/').expect("a path");
        let secret = path.strip_suffix('/').expect("a folder");
        Window {
            child,
            host: host.to_owned(),
            secret: secret.to_owned(),
        }
    }

    /// A request, without a body.
    pub fn head(&self, method: &str, name: &str) -> String {
        let Window { host, secret, .. } = self;
        format!("{method} /{secret}/{name} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n")
    }

    /// A request with a body, as a page sends it.
    pub fn question(&self, name: &str, body: &str) -> String {
        let head = self.head("POST", name);
        let length = body.len();
        format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("connected");
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a timeout");
        stream
    }

    /// The answer to these bytes.
    pub fn answer(&self, request: &[u8]) -> Answered {
        let mut stream = self.connect();
        // A server that refuses a request need not read it.
        let _ = stream.write_all(request);
        Answered::read(stream)
    }

    pub fn post(&self, name: &str, body: &Value) -> Answered {
        self.answer(self.question(name, &body.to_string()).as_bytes())
    }

    pub fn get(&self, name: &str) -> Answered {
        self.answer(format!("{}\r\n", self.head("GET", name)).as_bytes())
    }

    /// The last event of a job, with its name.
    pub fn last_event(&self, name: &str, body: &Value) -> (String, Value) {
        let answered = self.post(name, body);
        assert_eq!(answered.status, 200, "{answered:?}");
        answered.events().pop().expect("an event")
    }

    /// The answer to a job.
    pub fn solved(&self, name: &str, body: &Value) -> Value {
        let (event, data) = self.last_event(name, body);
        assert_eq!(event, "answer", "{data}");
        data
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.expect("started").success());
    }

    pub fn exit_code(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }

    /// The memory that the process uses, in kilobytes.
    pub fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("its status");
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let words: Vec<&str> = line.expect("a line").split_whitespace().collect();
        words[1].parse().expect("a number")
    }
}

impl Answered {
    /// Reads to the end.
    pub fn read(mut stream: TcpStream) -> Answered {
        let mut bytes = Vec::new();
        // After a refusal the rest may be reset.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (headers, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = headers.split(' ').nth(1).and_then(|word| word.parse().ok());
        let is_chunked = headers
            .to_lowercase()
            .contains("transfer-encoding: chunked");
        Answered {
            status: status.unwrap_or(0),
            headers: headers.to_owned(),
            body: match is_chunked {
                true => joined(body),
                false => body.to_owned(),
            },
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Its events, each with its name.
    pub fn events(&self) -> Vec<(String, Value)> {
        let events = self.body.split("\n\n").filter(|event| !event.is_empty());
        let event = |event: &str| {
            let (name, data) = event.split_once('\n').expect("two lines");
            let name = name.strip_prefix("event: ").expect("a name");
            let data = data.strip_prefix("data: ").expect("data");
            let data = serde_json::from_str(data).expect("JSON");
            (name.to_owned(), data)
        };
        events.map(event).collect()
    }
}

/// Chunks without their lengths. Lengths count bytes; a chunk that was cut off is left out.
fn joined(chunks: &str) -> String {
    let (mut rest, mut whole) = (chunks.as_bytes(), Vec::new());
    while let Some(at) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&rest[..at]).unwrap_or_default();
        let Ok(length) = usize::from_str_radix(length, 16) else {
            break;
        };
        let Some(chunk) = rest.get(at + 2..at + 2 + length) else {
            break;
        };
        whole.extend_from_slice(chunk);
        rest = rest.get(at + 4 + length..).unwrap_or_default();
    }
    String::from_utf8_lossy(&whole).into_owned()
}
