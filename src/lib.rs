//! A rules-definition interpreter for chess variants and their cousins.
//!
//! A game is data: one TOML file with a small move language. [`Variant::load`] reads it, checks it and compiles it;
//! [`Variant::start`] begins a [`Game`] that lists legal steps, plays them and knows how it ends.
//!
//! ```
//! let variant = ferz::Variant::load("courier", &[])?;
//! let mut game = variant.start();
//! game.play("Kf2").unwrap();
//! assert_eq!(game.made()[0].coordinates, "g1f2");
//! # Ok::<(), ferz::LoadError>(())
//! ```
//!
//! The layers, from the bottom: squares, text, the small notations, the definition, the model, the state, walks, features, rules and
//! tables, play, search, games, their records in PGN, pictures and comparisons of them, rule sheets, lints of whole games, the protocols of
//! interfaces, matches, the studio, and the protocol of editors.
//! No module knows one above it, and none knows a game.

pub(crate) mod board;
#[cfg(feature = "app")]
pub(crate) mod compare;
pub(crate) mod definition;
#[cfg(feature = "app")]
pub(crate) mod disk;
#[cfg(feature = "app")]
pub(crate) mod draw;
pub(crate) mod feature;
#[cfg(feature = "app")]
pub(crate) mod format;
pub(crate) mod game;
#[cfg(feature = "app")]
pub(crate) mod lint;
#[cfg(feature = "app")]
pub(crate) mod lsp;
pub(crate) mod model;
pub(crate) mod moves;
pub(crate) mod notation;
pub mod pgn;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod search;
#[cfg(feature = "app")]
pub(crate) mod sheet;
pub(crate) mod state;
#[cfg(feature = "studio")]
pub(crate) mod studio;
pub(crate) mod tables;
#[cfg(feature = "app")]
pub(crate) mod template;
pub mod text;
pub(crate) mod walk;

#[cfg(feature = "app")]
pub(crate) mod arena;
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "app")]
pub(crate) mod protocol;

pub use game::{
    Ask, Choice, Engine, ExampleOutcome, Game, GameResult, Insight, Lesson, Level, LoadError, Made, NoLesson,
    NoRoom, Opinion, OptionInfo, PieceInfo, PlayError, PositionError, Round, Score, Scout, Stated, StepInfo,
    Steps, Tuned, Tuning, Variant, builtin_games,
};
pub use model::men::Side;
pub use moves::Move;
pub use play::{CountError, Counting, Last};
pub use search::{Course, Limits, Method, NoMethod, Pondering, Stages, Values, ValuesError};
