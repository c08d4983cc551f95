//! Thinking in the time of the other side.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{Clock, Limits};

/// Tells a search that thinks about an expected step, while it runs, that the step has been made. Until then no time limits it;
/// limits of depth and nodes hold from the beginning. A copy tells the same search.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use ferz::{Ask, Engine, Limits, Pondering};
/// let game = ferz::Variant::load("chess", &[])?.start();
/// let pondering = Pondering::default();
/// let ask = Ask { pondering: Some(pondering.clone()), ..Ask::default() };
/// let opinion = std::thread::scope(|scope| {
///     let thinks = scope.spawn(|| Engine::new(1, 1).unwrap().think(&game, &ask, &AtomicBool::new(false), &mut |_| ()));
///     // the other side takes its time, and then makes the step
///     std::thread::sleep(Duration::from_millis(30));
///     pondering.hit(Limits { time: Some(Duration::from_millis(10)), ..Limits::default() });
///     thinks.join().unwrap()
/// });
/// assert!(opinion.step.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pondering {
    hit: Arc<OnceLock<(Duration, Limits)>>,
    clock: Clock,
}

impl Pondering {
    /// With another clock, which has to be that of the search.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// The expected step has been made: from now on the clock runs, and these limits of time hold. Said twice, it counts once.
    pub fn hit(&self, limits: Limits) {
        // the first word holds
        let _ = self.hit.set((self.clock.now(), limits));
    }

    /// Returns `true` if the expected move has been made (a ponder hit).
    pub fn is_hit(&self) -> bool {
        self.hit.get().is_some()
    }

    /// Since when the clock runs, and what limits it.
    pub(super) fn clock(&self) -> Option<(Duration, Limits)> {
        self.hit.get().copied()
    }
}
