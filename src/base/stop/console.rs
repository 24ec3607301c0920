//! The events of a Windows console, in place of signals: Ctrl-C, Ctrl-Break, closing the window,
//! logging off, shutting down. The first event raises the stop flag, the second ends the process at
//! once; so does the first while the program waits for something ([`Stop::while_waiting`]). After
//! the last three of these events, Windows ends the process itself, but allows it a few seconds, in
//! which a run ends as after Ctrl-C.
//!
//! There is no event to request a progress report, like USR1 on Unix, and no signal for a failing
//! write.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::thread;

use signal_hook::low_level::exit;
use tokio::runtime::Builder;
use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

use crate::exit::Exit;
use crate::stop::Stop;

/// A flag that the first event raises. While the flag says that the program waits for something,
/// the first event ends the process.
///
/// # Errors
///
/// The events cannot be caught.
pub fn on_signals() -> io::Result<Stop> {
    let stop = Stop::new();
    let raised = Arc::clone(&stop.raised);
    let waiting = Arc::clone(&stop.waiting);
    at_each_event(move || {
        if raised.swap(true, Ordering::SeqCst) || waiting.load(Ordering::SeqCst) {
            end();
        }
    })?;
    Ok(stop)
}

/// There is no such signal on Windows: a failing write reports an error.
///
/// # Errors
///
/// None.
pub fn let_writes_fail() -> io::Result<()> {
    Ok(())
}

/// Makes the first event end the process at once while `waiting` is set.
///
/// # Errors
///
/// The events cannot be caught.
pub fn end_while(waiting: &Arc<AtomicBool>) -> io::Result<()> {
    let waiting = Arc::clone(waiting);
    at_each_event(move || {
        if waiting.load(Ordering::SeqCst) {
            end();
        }
    })
}

fn end() -> ! {
    exit(i32::from(Exit::Interrupted.code()))
}

/// Runs `act` in a thread of its own for each event.
fn at_each_event(act: impl Fn() + Send + 'static) -> io::Result<()> {
    let (mut key, mut other_key) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut logoff, mut shutdown) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
    let runtime = Builder::new_current_thread().build()?;
    thread::Builder::new().spawn(move || {
        loop {
            runtime.block_on(poll_fn(|context| {
                let events = [
                    key.poll_recv(context),
                    other_key.poll_recv(context),
                    close.poll_recv(context),
                    logoff.poll_recv(context),
                    shutdown.poll_recv(context),
                ];
                match events.iter().any(Poll::is_ready) {
                    true => Poll::Ready(()),
                    false => Poll::Pending,
                }
            }));
            act();
        }
    })?;
    Ok(())
}
