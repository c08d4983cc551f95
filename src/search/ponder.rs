//! Pondering: thinking on the opponent's time.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{Clock, Limits};

/// A handle that tells a pondering search, while it runs, that the expected move has been made. Until then no time limit applies; limits on
/// depth and nodes apply from the beginning. A clone is a handle to the same search.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use ferz::{SearchRequest, Engine, Limits, Pondering};
/// let game = ferz::Variant::load("chess", &[])?.start();
/// let pondering = Pondering::default();
/// let ask = SearchRequest { pondering: Some(pondering.clone()), ..SearchRequest::default() };
/// let opinion = std::thread::scope(|scope| {
///     let thinks = scope.spawn(|| Engine::new(1, 1).unwrap().think(&game, &ask, &AtomicBool::new(false), &mut |_| ()));
///     // the other side has made the move
///     pondering.hit(Limits { time: Some(Duration::from_millis(10)), ..Limits::default() });
///     thinks.join().unwrap()
/// });
/// assert!(opinion.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pondering {
    hit: Arc<OnceLock<(Duration, Limits)>>,
    clock: Clock,
}

impl Pondering {
    /// Uses another clock, which has to be that of the search.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Reports a ponder hit: from now on the clock runs, and these time limits apply. Further calls have no effect.
    pub fn hit(&self, limits: Limits) {
        // the first call counts
        let _ = self.hit.set((self.clock.now(), limits));
    }

    /// Returns `true` if the expected move has been made (a ponder hit).
    pub fn is_hit(&self) -> bool {
        self.hit.get().is_some()
    }

    /// Returns when the clock started to run, and its limits.
    pub(super) fn clock(&self) -> Option<(Duration, Limits)> {
        self.hit.get().copied()
    }
}
