//! Connections: a limited number at once, each with a limited time to send its request, and all in one
//! thread that never searches and never reads a file of problems itself.
//!
//! ```text
//! bytes -> server (connections) -> gate (is it allowed?) -> routes -> page: its files
//!                                                                -> jobs -> events
//! ```
//!
//! - `gate` is the only way in: the secret in the address, `Host`, `Origin`. Anyone without
//!   the secret gets 404 and nothing else, and cannot keep others out by opening connections (`visitors`).
//! - `way_in` hands the secret to a browser without showing it to anybody else.
//! - One thread listens, a worker for each job searches. A job that nobody listens to any more is
//!   stopped, and what was not proved by then is said to be open.

mod address;
mod body;
mod events;
mod gate;
mod jobs;
mod page;
mod routes;
mod visitors;
mod way_in;

use std::cell::{Cell, RefCell};
use std::io;
use std::net::TcpListener;
use std::rc::Rc;
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::task::{LocalSet, yield_now};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::reading::ProblemListing;
pub use address::{Address, Secrets};
use jobs::JobQueue;
use keymove_base::stop::Stop;
use routes::answer;
use visitors::{Visitor, Visitors};
pub use way_in::WayIn;

/// The longest time for the head of a request, and for a connection without a request.
const HEADERS: Duration = Duration::from_secs(10);

/// The longest time that a client may leave sent bytes unread.
const UNREAD: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const HEAD: usize = 64 << 10;

/// Large requests that come in at once; the others wait.
const HELD: usize = 4;

/// The time between two looks at the flag that ends the program.
const LOOK: Duration = Duration::from_millis(100);

/// The options of a window.
#[derive(Debug)]
pub struct WindowRequest {
    /// Where it listens, and its secrets.
    pub address: Address,
    /// Jobs that are searched at once.
    pub workers: usize,
    /// Memory for the tables of one worker, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// The time without a request and an open stream of events after which the window ends.
    pub idle: Option<Duration>,
    /// A file of problems to begin with: its name, without folders, and its bytes.
    pub file: Option<(String, Vec<u8>)>,
    /// The file that leads a browser to the page, if one was started.
    pub way_in: Option<WayIn>,
    /// Tells the person who started the window what went wrong.
    pub complain: fn(&str),
    /// The program, as `solver -V` says it.
    pub solver: String,
}

/// Why there is no window.
#[derive(Debug)]
pub enum WindowError {
    /// An error of the system.
    System(io::Error),
}

impl From<io::Error> for WindowError {
    fn from(error: io::Error) -> WindowError {
        WindowError::System(error)
    }
}

/// The state that all connections share.
pub(crate) struct OpenWindow {
    pub request: WindowRequest,
    pub jobs: JobQueue,
    /// The problems of the file that the window was opened with.
    pub opened: ProblemListing,
    /// The file that leads to the page; `None` once it was used.
    pub way_in: RefCell<Option<WayIn>>,
    /// Large requests that may come in.
    pub held: Semaphore,
    /// Texts that are read at once.
    pub readers: Semaphore,
    visitors: Rc<Visitors>,
    /// When somebody with the secret was last heard.
    heard: Cell<Instant>,
    /// Streams of events that are open.
    streams: Cell<usize>,
}

impl OpenWindow {
    /// Somebody with the secret is there.
    pub fn hear(&self) {
        self.heard.set(Instant::now());
    }

    fn is_idle(&self) -> bool {
        let quiet = self
            .request
            .idle
            .is_some_and(|idle| self.heard.get().elapsed() >= idle);
        quiet && self.streams.get() == 0
    }
}

/// A stream of events, open as long as this lives.
pub(crate) struct Presence {
    window: Rc<OpenWindow>,
}

impl Presence {
    /// One more stream of events.
    pub fn stream(window: &Rc<OpenWindow>) -> Presence {
        window.streams.set(window.streams.get() + 1);
        let window = Rc::clone(window);
        Presence { window }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.window.streams.set(self.window.streams.get() - 1);
        self.window.hear();
    }
}

/// Serves the window on `listener` until `stop` is raised or, if it may, it is idle. Jobs under way
/// are stopped then.
///
/// # Errors
///
/// The system has no threads, or cannot listen.
pub fn serve(
    listener: TcpListener,
    mut request: WindowRequest,
    stop: &Stop,
) -> Result<(), WindowError> {
    listener.set_nonblocking(true)?;
    let opened = match &request.file {
        Some((name, bytes)) => ProblemListing::of_file(name, bytes.clone()),
        None => ProblemListing::default(),
    };
    let window = Rc::new(OpenWindow {
        jobs: JobQueue::start(request.workers, request.memory)?,
        opened,
        way_in: RefCell::new(request.way_in.take()),
        request,
        held: Semaphore::new(HELD),
        readers: Semaphore::new(2),
        visitors: Rc::default(),
        heard: Cell::new(Instant::now()),
        streams: Cell::new(0),
    });
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let ended = LocalSet::new().block_on(&runtime, listen(listener, &window, stop));
    window.jobs.stop_all();
    // Nobody waits any more for a text that is still being read.
    runtime.shutdown_background();
    Ok(ended?)
}

async fn listen(listener: TcpListener, window: &Rc<OpenWindow>, stop: &Stop) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    while !stop.is_raised() && !window.is_idle() {
        match timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) if window.visitors.make_room() => {
                let window = Rc::clone(window);
                let visitors = Rc::clone(&window.visitors);
                visitors.enter(|visitor| connection(stream, window, visitor));
                // Those who are here are heard before the next one comes in.
                yield_now().await;
            }
            Ok(Ok((stream, _))) => turn_away(&stream),
            // Too many files are open, say: one may be closed soon.
            Ok(Err(_)) => sleep(LOOK).await,
            Err(_) => {}
        }
    }
    Ok(())
}

/// Answers that there are too many connections, if the answer can be written without waiting.
fn turn_away(stream: &TcpStream) {
    // A visitor that this does not reach sees the connection closed.
    let _ = stream.try_write(
        b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    );
}

/// Serves a connection to its end.
async fn connection(stream: TcpStream, window: Rc<OpenWindow>, visitor: Visitor) {
    // An event that waits for another one is late.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(UNREAD));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(HEAD)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            service_fn(|request| answer(Rc::clone(&window), &visitor, request)),
        );
    // A client that is gone cannot be told why.
    let _ = served.await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::thread;

    use super::*;

    #[test]
    fn an_idle_window_ends_but_not_while_it_answers() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let socket = listener.local_addr().expect("its address");
        let address = Address {
            socket,
            secrets: Secrets::new().expect("random numbers"),
        };
        let page = address.page();
        let request = WindowRequest {
            address,
            workers: 1,
            memory: 1,
            idle: Some(Duration::from_millis(500)),
            file: None,
            way_in: None,
            complain: |_| (),
            solver: String::new(),
        };
        let window = thread::spawn(move || serve(listener, request, &Stop::default()));
        // A problem that nobody solves in three times the idle time; no line is read before.
        let body =
            r##"{"record": "4k3/8/8/8/8/8/8/R3K3 w - -", "stipulation": "#40", "seconds": 1.5}"##;
        let (_, path) = page["http://".len()..].split_once('/').expect("a path");
        let head = format!(
            "POST /{path}solve HTTP/1.1\r\nHost: {socket}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        let mut client = TcpStream::connect(socket).expect("a connection");
        client.write_all((head + body).as_bytes()).expect("sent");
        let mut said = String::new();
        client.read_to_string(&mut said).expect("an answer");
        assert!(said.contains("event: answer"), "{said}");
        // Nobody stops it.
        window.join().expect("no panic").expect("a window");
    }
}
