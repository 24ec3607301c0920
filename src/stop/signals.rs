//! Ctrl-C and TERM: the first raises the stop flag, the second ends the process at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::Exit;
use crate::stop::Stop;

/// A flag that the first signal raises.
///
/// # Errors
///
/// The signals cannot be caught.
pub fn on_signals() -> io::Result<Stop> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: at the first signal the flag is still down when the shutdown looks at it.
        let code = i32::from(Exit::Interrupted.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(Stop::from_flag(raised))
}

/// Lets the first signal, too, end the process at once while `waiting` is up.
///
/// # Errors
///
/// The signals cannot be caught.
pub fn end_while(waiting: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        let code = i32::from(Exit::Interrupted.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(waiting))?;
    }
    Ok(())
}
