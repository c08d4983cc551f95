//! Ctrl-C, where the work done so far is worth reporting.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exit status of a command that was stopped, as shells report it for the signal of Ctrl-C.
pub(super) const STATUS: u8 = 130;

/// A flag that is set when the user stops the program. Doing so twice ends it at once.
#[cfg(unix)]
pub(super) fn listen() -> std::io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // in this order: if the flag were set first, the first signal would end the program
        signal_hook::flag::register_conditional_shutdown(signal, STATUS.into(), Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// A flag that is never set: Ctrl-C ends the program at once.
#[cfg(not(unix))]
pub(super) fn listen() -> std::io::Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
