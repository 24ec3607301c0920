//! The events of a Windows console, in place of signals: Ctrl-C, Ctrl-Break, the window that is closed, the user
//! who logs off, the machine that shuts down. The first raises the stop flag, the second ends the process at
//! once; so does the first while something is waited for ([`Stop::while_waiting`]). After the last three of these
//! events Windows ends the process by itself, but gives it a few seconds, in which a run ends as after Ctrl-C.
//!
//! Nothing asks how far the run is, as USR1 does on Unix, and no write is stopped by a signal.

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

/// A flag that the first event raises. While the flag says that something is waited for, the first
/// event ends the process.
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

/// There is no such signal here: a write that fails says so.
///
/// # Errors
///
/// None.
pub fn let_writes_fail() -> io::Result<()> {
    Ok(())
}

/// Lets Ctrl-C pass: it is meant for a program that this one waits for.
///
/// # Errors
///
/// The event cannot be caught.
pub fn leave_to_others() -> io::Result<()> {
    // Caught for as long as this is kept, and nobody asks.
    std::mem::forget(ctrl_c()?);
    Ok(())
}

/// Lets the first event, too, end the process at once while `waiting` is up.
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

/// Does `act` in a thread of its own whenever an event comes.
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
