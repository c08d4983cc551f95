//! Ctrl-C, where what is done so far is worth telling.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exit status of a command that was stopped, as shells have it for the signal of Ctrl-C.
pub(super) const STATUS: u8 = 130;

/// A flag that is set when the user stops the program. Who does so twice ends it at once.
#[cfg(unix)]
pub(super) fn listen() -> std::io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // in this order: what is true already the first time would end it the first time
        signal_hook::flag::register_conditional_shutdown(signal, STATUS.into(), Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// A flag that nobody sets: Ctrl-C ends the program at once.
#[cfg(not(unix))]
pub(super) fn listen() -> std::io::Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
