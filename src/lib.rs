//! A rules-definition interpreter for chess variants and their cousins.
//!
//! A game is data: one TOML file with a small move language. [`Variant::load`] reads it, checks it and compiles it;
//! [`Variant::start`] begins a [`Game`] that lists legal moves, plays them and knows how it ends.
//!
//! ```
//! let variant = ferz::Variant::load("courier", &[])?;
//! let mut game = variant.start();
//! game.play("Kf2").unwrap();
//! assert_eq!(game.made()[0].coordinates, "g1f2");
//! # Ok::<(), ferz::LoadError>(())
//! ```
//!
//! The layers, from the bottom: squares, text, the small notations, the definition, the model, the state, walks, moves, features, rules and
//! tables, play, search, games, their records in PGN, pictures and comparisons of them, rule sheets, the layout of game files, lints of
//! whole games and templates of new ones. No module knows one above it, and none knows a game. The command line is a package of its own,
//! `ferz-cli`.

pub(crate) mod board;
#[cfg(feature = "tools")]
pub(crate) mod compare;
pub(crate) mod definition;
#[cfg(feature = "tools")]
pub(crate) mod draw;
pub(crate) mod feature;
#[cfg(feature = "tools")]
pub(crate) mod format;
pub(crate) mod game;
#[doc(hidden)]
pub mod internals;
#[cfg(feature = "tools")]
pub(crate) mod lint;
pub(crate) mod model;
pub(crate) mod moves;
pub(crate) mod notation;
pub mod pgn;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod search;
#[cfg(feature = "tools")]
pub(crate) mod sheet;
pub(crate) mod state;
pub(crate) mod tables;
#[cfg(feature = "tools")]
pub(crate) mod template;
pub mod text;
pub(crate) mod walk;

pub use game::{
    Choice, Counted, Engine, ExampleOutcome, Explorer, Game, GameResult, Level, LoadError, Made,
    NoTrainingPosition, OptionInfo, PieceInfo, PlayError, PositionError, Score, SearchInfo, SearchRequest,
    SearchResult, Stated, StepInfo, Steps, TableTooLarge, TrainingPosition, Tuned, Tuning, TuningRound,
    Variant, builtin_games,
};
pub use model::men::Side;
pub use moves::{Move, TooManyMoves};
pub use play::{CountError, Counting, Last};
pub use search::{Clock, Course, Limits, Method, NoMethod, Pondering, Stages, Values, ValuesError};
