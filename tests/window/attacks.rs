//! A client without access gets no answer, and a client with access cannot block the others.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Answered, Window};
use crate::support::scratch::Scratch;

/// A problem that takes milliseconds.
const EASY: &str = "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";";

/// A problem that takes longer than any test.
const HARD: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - Stip \"#30\";";

fn easy() -> Value {
    json!({ "record": EASY })
}

/// Whether the window gives the correct answer, and soon.
fn is_well(window: &Window) {
    let answer = window.solved("solve", &easy());
    assert_eq!(answer["parts"][0]["object"]["keys"][0]["san"], "Kf6");
}

#[test]
fn strangers_hear_404_and_nothing_else() {
    let window = Window::open(&[]);
    let Window { host, secret, .. } = &window;
    let port: u16 = host
        .rsplit(':')
        .next()
        .expect("a port")
        .parse()
        .expect("a port");
    let body = easy().to_string();
    let send = |path: &str, headers: &[&str]| {
        let length = body.len();
        let headers = headers.join("\r\n");
        let request = format!(
            "POST {path} HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        window.answer(request.as_bytes())
    };
    let own = format!("Host: {host}");
    let solve = format!("/{secret}/solve");
    assert_eq!(send(&solve, &[&own]).status, 200, "this one is asked in");
    let other = if secret.starts_with('_') { "-" } else { "_" };
    let wrong = format!("/{other}{}/solve", &secret[1..]);
    let shorter = format!("/{}/solve", &secret[..31]);
    let other_page = format!("Origin: http://127.0.0.1:{}", port ^ 1);
    let by_another_name = format!("Origin: http://localhost:{port}");
    let secure = format!("Origin: https://{host}");
    let rebound = format!("Host: evil.example:{port}");
    let other_port = format!("Host: 127.0.0.1:{}", port ^ 1);
    let elsewhere = format!("http://evil.example/{secret}/solve");
    let longer_name = format!("Host: {host}.evil.example");
    let two_names = format!("Host: {host}, evil.example");
    let swapped = secret.chars().map(|c| match c.is_ascii_lowercase() {
        true => c.to_ascii_uppercase(),
        false => c.to_ascii_lowercase(),
    });
    let swapped = format!("/{}/solve", swapped.collect::<String>());
    let escaped = format!("/%{:02x}{}/solve", secret.as_bytes()[0], &secret[1..]);
    for (path, headers) in [
        ("/solve", &[&own[..]][..]),
        ("/", &[&own]),
        ("//solve", &[&own]),
        (&wrong, &[&own]),
        (&shorter, &[&own]),
        (&swapped, &[&own]),
        (&escaped, &[&own]),
        (&format!("/{secret}"), &[&own]),
        (&format!("/{solve}"), &[&own]),
        (&format!("/x{solve}"), &[&own]),
        ("/favicon.ico", &[&own]),
        ("/../etc/passwd", &[&own]),
        (&solve, &["X: without a host"]),
        (&solve, &[&longer_name]),
        (&solve, &[&two_names]),
        (&solve, &["Host: evil.example"]),
        (&solve, &[&rebound]),
        (&solve, &[&other_port]),
        (&solve, &["Host: 127.0.0.1"]),
        (&solve, &[&own, &rebound]),
        (&elsewhere, &[&own]),
        (&solve, &[&own, "Origin: http://evil.example"]),
        (&solve, &[&own, "Origin: null"]),
        (&solve, &[&own, &other_page, "Sec-Fetch-Site: same-site"]),
        (&solve, &[&own, &other_page]),
        (&solve, &[&own, &by_another_name]),
        (&solve, &[&own, &secure]),
        (&solve, &[&own, "Sec-Fetch-Site: cross-site"]),
        (&solve, &[&own, "Sec-Fetch-Site: same-site"]),
        (&solve, &[&own, "Sec-Fetch-Site: x"]),
    ] {
        let answered = send(path, headers);
        let Answered {
            status,
            headers: told,
            body,
        } = &answered;
        assert_eq!((*status, body.as_str()), (404, ""), "{path} {headers:?}");
        let told = told.to_lowercase();
        assert!(
            !told.contains("content-type") && !told.contains("access-control"),
            "{told}"
        );
        assert!(
            !told.contains("server:") && !told.contains("policy"),
            "{told}"
        );
    }
    assert_eq!(window.get("../about").status, 404);
    // HTTP/1.0 without a host, and data that is not HTTP at all.
    let old = format!("GET /{secret}/ HTTP/1.0\r\n\r\n");
    assert_eq!(window.answer(old.as_bytes()).status, 404);
    let nonsense = window.answer(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n");
    assert_eq!((nonsense.status, nonsense.body.as_str()), (400, ""));
    is_well(&window);
}

#[test]
fn it_listens_to_this_machine_alone() {
    let window = Window::open(&[]);
    assert!(window.host.starts_with("127.0.0.1:"), "{}", window.host);
    let port = window.host.rsplit(':').next().expect("a port");
    let listening = fs::read_to_string("/proc/net/tcp").expect("sockets");
    let port = format!(":{:04X}", port.parse::<u16>().expect("a number"));
    let own = listening.lines().filter(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words[1].ends_with(&port) && words[3] == "0A"
    });
    let own: Vec<&str> = own.collect();
    assert_eq!(own.len(), 1, "{own:?}");
    assert!(own[0].contains("0100007F:"), "{own:?}");
}

/// Requests that a form can send, and questions that a page may ask beforehand.
#[test]
fn forms_and_preflights_are_refused() {
    let window = Window::open(&[]);
    for media in [
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "text/plain",
        "application/jsonx",
        "application/json\r\nContent-Encoding: gzip",
    ] {
        let head = window.head("POST", "solve");
        let request = format!("{head}Content-Type: {media}\r\nContent-Length: 2\r\n\r\n{{}}");
        assert_eq!(window.answer(request.as_bytes()).status, 415, "{media}");
    }
    let head = window.head("POST", "solve");
    let untyped = window.answer(format!("{head}Content-Length: 2\r\n\r\n{{}}").as_bytes());
    assert_eq!(untyped.status, 415);
    for method in ["PUT", "DELETE", "PATCH", "TRACE", "BREW", "CONNECT"] {
        let request = format!("{}\r\n", window.head(method, "solve"));
        assert_eq!(window.answer(request.as_bytes()).status, 405, "{method}");
    }
    let head = format!("{}\r\n", window.head("HEAD", "about"));
    let head = window.answer(head.as_bytes());
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    let head = window.head("OPTIONS", "solve");
    let own = window.answer(format!("{head}\r\n").as_bytes());
    assert_eq!(own.status, 405);
    let foreign = window.answer(format!("{head}Origin: http://evil.example\r\n\r\n").as_bytes());
    assert_eq!(foreign.status, 404);
    for answered in [own, foreign] {
        assert!(!answered.headers.to_lowercase().contains("access-control"));
    }
}

/// Requests that two readers would cut differently are refused, or read in one way with one answer.
#[test]
fn a_request_inside_another_is_not_answered() {
    let window = Window::open(&[]);
    let inner = format!(
        "GET /{}/about HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        window.secret
    );
    let both = format!(
        "Content-Length: {}\r\nTransfer-Encoding: chunked",
        5 + inner.len()
    );
    let chunk = "2\r\n{}\r\n0\r\n\r\n";
    for (lines, body) in [
        (&both[..], chunk),
        ("Content-Length: 2\r\nContent-Length: 60", "{}"),
        ("Content-Length: +2", "{}"),
        ("Content-Length: 2, 3", "{}"),
        ("Transfer-Encoding: xchunked", chunk),
        ("Transfer-Encoding: chunked, identity", chunk),
        ("Transfer-Encoding : chunked", chunk),
        (
            "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 2",
            "{}",
        ),
        ("Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n"),
        (
            "Transfer-Encoding: chunked",
            "fffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        ),
    ] {
        // The connection stays open, so that a second request could be answered.
        let head = window.head("POST", "alive");
        let head = head.replace(
            "Connection: close\r\n",
            "Content-Type: application/json\r\n",
        );
        let Answered {
            status,
            headers,
            body: told,
        } = window.answer(format!("{head}{lines}\r\n\r\n{body}{inner}").as_bytes());
        let told = headers + &told;
        assert!([200, 400].contains(&status), "{lines}: {told}");
        assert!(!told.contains("\"version\""), "{lines}: {told}");
        assert_eq!(told.matches(" 200 OK").count(), usize::from(status == 200));
    }
    for (request, due) in [
        (window.question("alive", "{\"x\": 1}"), [400, 400]),
        (window.question("alive", "{"), [400, 400]),
        (window.question("read", &"[".repeat(100_000)), [400, 400]),
        (
            format!(
                "{}X: {}\r\n\r\n",
                window.head("GET", "about"),
                "x".repeat(300_000)
            ),
            [400, 431],
        ),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), [0, 400]),
    ] {
        let status = window.answer(request.as_bytes()).status;
        assert!(
            due.contains(&status),
            "{status}: {}",
            &request[..40.min(request.len())]
        );
    }
    is_well(&window);
}

#[test]
fn large_bodies_are_refused_at_once_whether_they_say_their_length_or_not() {
    let window = Window::open(&[]);
    let before = window.memory();
    for (name, length) in [
        ("records", 17 << 20),
        ("export", 17 << 20),
        ("solve", 2 << 20),
    ] {
        let head = window.head("POST", name);
        let head = format!("{head}Content-Type: application/json\r\n");
        // None of it is sent, and there is no wait for it.
        let said = window.answer(format!("{head}Content-Length: {length}\r\n\r\n").as_bytes());
        assert_eq!(said.status, 413, "{name}");
        let mut streamed = format!("{head}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
        for _ in 0..=length >> 16 {
            streamed.extend_from_slice(b"10000\r\n");
            streamed.extend_from_slice(&[b' '; 0x10000]);
            streamed.extend_from_slice(b"\r\n");
        }
        assert_eq!(window.answer(&streamed).status, 413, "{name}");
    }
    let grown = window.memory().saturating_sub(before);
    assert!(grown < 64 << 10, "{grown} kB");
    is_well(&window);
}

#[test]
fn of_a_thousand_jobs_at_once_some_are_done_and_the_others_are_refused() {
    let window = Window::open(&["-j", "2", "-M", "16"]);
    let before = window.memory();
    let job = json!({ "record": HARD, "seconds": 0.3 });
    let request = window.question("solve", &job.to_string());
    let mut streams: Vec<TcpStream> = Vec::new();
    for _ in 0..1000 {
        // A stream that is refused is refused; the others stay open.
        if let Ok(mut stream) = TcpStream::connect(&window.host) {
            let _ = stream.write_all(request.as_bytes());
            streams.push(stream);
        }
    }
    let grown = window.memory().saturating_sub(before);
    assert!(grown < 128 << 10, "{grown} kB");
    let mut done = 0;
    let mut refused = 0;
    for stream in streams {
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a timeout");
        let answered = Answered::read(stream);
        match answered.status {
            200 => {
                let (event, data) = answered.events().pop().expect("an event");
                assert_eq!(event, "answer", "{data}");
                assert_eq!(data["parts"][0]["object"]["limit"], "time");
                done += 1;
            }
            // Nothing at all: the connection was refused.
            503 | 0 => refused += 1,
            _ => panic!("{answered:?}"),
        }
    }
    // Two at once and sixteen that wait, and more when those are done.
    assert!((18..200).contains(&done), "{done} done, {refused} refused");
    is_well(&window);
}

#[test]
fn clients_that_never_read_hold_neither_memory_nor_workers() {
    let window = Window::open(&["-j", "2", "-M", "16"]);
    is_well(&window);
    // Every first move as a try, in 200 twins: megabytes.
    let twins = vec!["#3"; 200];
    let record = "8/8/8/3K4/8/8/5Q2/7k w - - Stip \"#3\";";
    let large = json!({ "record": record, "tries": 100, "twins": twins,
                        "languages": ["en", "de", "fr"] });
    let request = window.question("solve", &large.to_string());
    let before = window.memory();
    let mut deaf = Vec::new();
    for _ in 0..2 {
        let mut stream = window.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        deaf.push(stream);
    }
    for _ in 0..10 {
        is_well(&window);
    }
    let grown = window.memory().saturating_sub(before);
    assert!(grown < 128 << 10, "{grown} kB");
    // The rest of the answers can be read: the jobs were done.
    let answered = Answered::read(deaf.pop().expect("a stream"));
    assert!(
        answered.body.len() > 3 << 20,
        "{} bytes",
        answered.body.len()
    );
    assert_eq!(answered.events().pop().expect("an event").0, "answer");
}

#[test]
fn the_job_of_a_client_that_is_gone_ends() {
    let window = Window::open(&["-j", "1"]);
    let request = window.question("solve", &json!({ "record": HARD }).to_string());
    for _ in 0..30 {
        let mut stream = window.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut first = [0; 1];
        // The answer has begun, and so has the job or its time in the queue.
        stream.read_exact(&mut first).expect("an answer");
        drop(stream);
        thread::sleep(Duration::from_millis(20));
    }
    is_well(&window);
}

#[test]
fn half_a_request_disturbs_nobody() {
    let window = Window::open(&["-j", "1"]);
    let whole = window.question("solve", &easy().to_string());
    let mut halves: Vec<TcpStream> = (0..100)
        .map(|number| {
            let mut stream = window.connect();
            let end = whole.len() * number / 100;
            stream.write_all(&whole.as_bytes()[..end]).expect("sent");
            stream
        })
        .collect();
    is_well(&window);
    // The other half may come later.
    let mut late = halves.pop().expect("a half");
    let rest = whole.len() * 99 / 100;
    late.write_all(&whole.as_bytes()[rest..]).expect("sent");
    assert_eq!(Answered::read(late).status, 200);
    drop(halves);
}

/// Contents come in and go out; a path in a request is an ordinary word.
#[test]
fn no_field_names_a_file_of_the_machine() {
    let scratch = Scratch::new();
    let secret_file = scratch.0.join("private.epd");
    fs::write(&secret_file, "7k/8/8/4K3/8/8/6Q1/8 w - - id \"PRIVATE\";\n").expect("written");
    let absent = scratch.0.join("absent");
    let window = Window::open(&[]);
    for path in [&secret_file, &absent] {
        let path = path.to_str().expect("text");
        let paths = [
            path.to_owned(),
            format!("file://{path}"),
            format!("../../..{path}"),
        ];
        for path in &paths {
            for (name, body) in [
                ("read", json!({ "text": path })),
                ("records", json!({ "name": path, "text": path })),
                ("solve", json!({ "record": path })),
                ("solve", json!({ "record": EASY, "stipulation": path })),
                ("solve", json!({ "record": EASY, "twins": [path] })),
                ("solve", json!({ "record": EASY, "languages": [path] })),
                ("solve", json!({ "record": EASY, "extent": path })),
                ("solve", json!({ "record": EASY, "file": path })),
                ("check", json!({ "record": path })),
                ("stop", json!({ "job": path })),
                ("alive", json!({ "path": path })),
                (
                    "export",
                    json!({ "problems": [{ "record": path }], "form": "olive" }),
                ),
                (
                    "export",
                    json!({ "problems": [{ "record": path }], "form": "epd" }),
                ),
                (
                    "export",
                    json!({ "problems": [{ "record": EASY }], "form": path }),
                ),
                (
                    "export",
                    json!({ "problems": [], "form": "epd", "output": path }),
                ),
            ] {
                let answered = window.post(name, &body);
                assert!(
                    !answered.body.contains("PRIVATE"),
                    "{name} {body}: {answered:?}"
                );
            }
            let answered = window.get(path);
            assert_eq!(answered.status, 404, "{path}");
            let encoded = window.get(&path.replace('/', "%2f"));
            assert_eq!(encoded.status, 404, "{path}");
        }
    }
    let left: Vec<_> = fs::read_dir(&scratch.0).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
    is_well(&window);
}

#[test]
fn answers_forbid_unsafe_actions_of_a_browser() {
    let window = Window::open(&[]);
    for answered in [
        window.get(""),
        window.get("about"),
        window.post("solve", &easy()),
    ] {
        let told = answered.headers.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none';",
            "frame-ancestors 'none'",
            "referrer-policy: no-referrer",
            "x-content-type-options: nosniff",
            "cache-control: no-store",
            "cross-origin-resource-policy: same-origin",
            "cross-origin-opener-policy: same-origin",
        ] {
            assert!(told.contains(header), "{header} in {told}");
        }
        assert!(!told.contains("set-cookie"), "{told}");
    }
    let page = window.get("").body;
    assert!(!page.contains("://"), "the page names an address elsewhere");
}
