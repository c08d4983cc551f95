//! Movements of pieces in Betza's notation: read, put into words, recognised, compared, and written in other ways.

use crate::board::Cells;
#[cfg(feature = "tools")]
use crate::compare::{movement_names, movements_alike};
use crate::feature::scope::fault_at;
pub use crate::model::movement::Movement;
pub use crate::notation::moves::{Rewriting, SIGNS, rewritings};
use crate::notation::moves::{describe, moves_on};
pub use crate::notation::{KnownMovement, known_by_name, known_movements};
use crate::text::{Diagnostic, Severity, Span};

impl Movement {
    /// Reads a movement on a board with cells of this shape; returns it with warnings about what may be a mistake. `place` is that of the
    /// text in the [sources](crate::text::Sources) that the diagnostics are about.
    ///
    /// ```
    /// use ferz::{Cells, movement::Movement, text::Span};
    /// let (movement, warnings) = Movement::read(Cells::Squares, "fmW fcF", Span::default()).unwrap();
    /// assert!(warnings.is_empty());
    /// assert!(movement.words().starts_with("moves one square straight forward without capturing"));
    /// let faults = Movement::read(Cells::Squares, "fmW E", Span::default()).unwrap_err();
    /// assert_eq!((faults[0].labels[0].span.start, faults[0].code), (4, "ferz::moves::unknown_letter"));
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn read(cells: Cells, text: &str, place: Span) -> Result<(Self, Vec<Diagnostic>), Vec<Diagnostic>> {
        let warning = |lint| Diagnostic { severity: Severity::Warning, ..fault_at(place, lint) };
        match moves_on(cells, text) {
            Ok((movement, lints)) => Ok((movement, lints.iter().map(warning).collect())),
            Err(faults) => Err(faults.iter().map(|fault| fault_at(place, fault)).collect()),
        }
    }

    /// Returns the movement in words, without a capital at the beginning and a full stop at the end.
    pub fn words(&self) -> String {
        describe(self)
    }

    /// Returns the names by which the movement is known, however it is written, the most common one first; none for most. With the feature
    /// `tools`.
    ///
    /// ```
    /// use ferz::{Cells, movement::Movement, text::Span};
    /// let (movement, _) = Movement::read(Cells::Squares, "RB", Span::default()).unwrap();
    /// assert_eq!(movement.names(), ["queen"]);
    /// ```
    #[cfg(feature = "tools")]
    pub fn names(&self) -> &'static [&'static str] {
        movement_names(self)
    }

    /// Returns `true` if both movements are equivalent on every board of at most 16 by 16 squares, whatever stands there.
    ///
    /// Movements that are limited to some squares, and those that lead more than a million ways, are equivalent only if they are written
    /// alike. With the feature `tools`.
    ///
    /// ```
    /// use ferz::{Cells, movement::Movement, text::Span};
    /// let read = |text| Movement::read(Cells::Squares, text, Span::default()).unwrap().0;
    /// assert!(read("W nD").is_alike(&read("R2")));
    /// assert!(!read("W D").is_alike(&read("R2")));
    /// ```
    #[cfg(feature = "tools")]
    pub fn is_alike(&self, other: &Self) -> bool {
        movements_alike(self, other)
    }
}
