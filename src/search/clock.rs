//! The clock that a search takes its time from.

use std::time::Duration;

/// The clock of a search: a function that returns the time since some moment in the past. By default it is the machine's. With the feature
/// `web`, it is that of JavaScript on `wasm32-unknown-unknown`; without it, it stands still there, so that time limits never apply.
///
/// ```
/// use std::sync::atomic::{AtomicU64, AtomicBool, Ordering};
/// use std::time::Duration;
/// use ferz::{SearchRequest, Clock, Engine, Limits};
/// // a clock that goes on by a millisecond whenever it is looked at
/// static LOOKS: AtomicU64 = AtomicU64::new(0);
/// let clock = Clock::new(|| Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed)));
/// let engine = Engine::new(1, 1)?.with_clock(clock);
/// let game = ferz::Variant::load("chess", &[])?.start();
/// let ask = SearchRequest { limits: Limits { time: Some(Duration::from_millis(20)), ..Limits::default() }, ..SearchRequest::default() };
/// let opinion = engine.think(&game, &ask, &AtomicBool::new(false), &mut |_| ());
/// assert!(opinion.best.is_some() && opinion.time >= Duration::from_millis(20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// Creates a clock from a function that returns the time since a fixed moment. It must not go backwards.
    pub const fn new(now: fn() -> Duration) -> Self {
        Self(now)
    }

    /// Returns the time since the clock's fixed moment.
    pub fn now(self) -> Duration {
        (self.0)()
    }

    /// Returns the time that has passed since the clock read `then`.
    pub(super) fn since(self, then: Duration) -> Duration {
        self.now().saturating_sub(then)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self(machine)
    }
}

/// The time since the first call.
#[cfg(any(not(all(target_arch = "wasm32", target_os = "unknown")), feature = "web"))]
fn machine() -> Duration {
    use std::sync::LazyLock;
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    use std::time::Instant;
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    use web_time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// Always returns zero.
#[cfg(all(target_arch = "wasm32", target_os = "unknown", not(feature = "web")))]
fn machine() -> Duration {
    Duration::ZERO
}
