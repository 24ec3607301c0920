//! Standard output that is closed when the program starts, as by `solver -b problems.epd >&-`.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in the place of a closed stream, and takes a write to
//! a stream that is closed for a success: answers would vanish without an error. So the stream is
//! examined before that, and a socket without a peer takes its place, to which every write fails with
//! [`NotConnected`](std::io::ErrorKind::NotConnected).

use std::io;

/// Makes writes to standard output fail if it was closed when the program started. Only on Linux is
/// this known.
///
/// # Errors
///
/// There is no socket to be had.
pub fn fail_closed_output() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if linux::was_closed() {
        rustix::stdio::dup2_stdout(std::os::unix::net::UnixDatagram::unbound()?)?;
    }
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    pub fn was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }

    // SAFETY: the system calls every function in this section once before `main`; this one takes and
    // returns nothing, and only asks the kernel about a descriptor.
    #[allow(unsafe_code)]
    #[used]
    #[unsafe(link_section = ".init_array")]
    static EXAMINE: extern "C" fn() = examine;

    extern "C" fn examine() {
        let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        CLOSED.store(flags.is_err(), Ordering::Relaxed);
    }
}
