//! A rules-definition interpreter for chess variants and their cousins.
//!
//! A game is data: one TOML file with a small move language. [`Variant::load`] reads it, checks it and compiles it.
//!
//! | type | |
//! | --- | --- |
//! | [`Variant`] | the rules: board, piece types, options, ends |
//! | [`Position`] | a position as a value: its pieces and legal moves, its FEN, its outcome, perft |
//! | [`Game`] | a position with the moves that led to it: repetition, taking back, algebraic notation |
//! | [`Move`], [`Square`], [`Piece`], [`PieceType`], [`Side`] | small values that say what they are by themselves |
//! | [`Explorer`] | millions of moves a second, for searches and random games |
//! | [`Engine`] | a player of any game |
//! | [`pgn`] | records of games |
//! | [`spaces`] | numbered actions and planes of observation, and many games at once, for programs that learn |
//!
//! For programs that help to write games, or show them, most of it with the feature `tools`:
//!
//! | module | |
//! | --- | --- |
//! | [`text`] | sources, places in them, and reports of what is wrong there |
//! | [`language`] | the keys of game files, the words of conditions, the schema |
//! | [`movement`] | movements in Betza's notation |
//! | `draw` | boards, movements and figures, in text and as SVG |
//! | `lint` | checks of whole games, corrections, random games by the thousand |
//! | `format`, `template` | the layout of game files, and texts to begin with |
//! | `compare` | the differences between two games |
//! | `ini`, `diagram`, `export` | games from the variants.ini of Fairy-Stockfish and from pages with the Interactive Diagram, and for other programs |
//!
//! ```
//! let courier = ferz::Variant::load("courier", &[])?;
//! let mut game = courier.start();
//! game.play_text("Kf2").unwrap();
//! assert_eq!(game.moves()[0].to_string(), "g1f2");
//! assert_eq!(game.legal_moves().len(), 27);
//! # Ok::<(), ferz::LoadError>(())
//! ```
//!
//! A game of random moves, as PGN:
//!
//! ```
//! use ferz::pgn::{Notation, Record};
//! let mut game = ferz::Variant::load("chess", &[])?.start();
//! let mut random: usize = 1;
//! for _ in 0..300 {
//!     let moves = game.legal_moves();
//!     if moves.is_empty() {
//!         break;
//!     }
//!     random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!     game.play(&moves[(random >> 33) % moves.len()]).unwrap();
//! }
//! let mut record = Record::of(&game, Notation::San);
//! record.set("White", "Nobody");
//! assert!(record.to_string().contains("\n1. "));
//! # Ok::<(), ferz::LoadError>(())
//! ```
//!
//! The layers, from the bottom: squares, text, the small notations, the definition, the model, the state, walks, moves, features, rules and
//! tables, play, search, games, their spaces for learning, their records in PGN, pictures and comparisons of them, movements by themselves, rule
//! sheets, the layout of game files, lints of whole games and templates of new ones, and the languages of other programs. No module knows one
//! above it, and none knows a game. The command line is a package of its own, `ferz-cli`; like all front ends it has what is public here, and
//! nothing else.

pub(crate) mod board;
#[cfg(feature = "tools")]
pub mod compare;
pub(crate) mod definition;
#[cfg(feature = "tools")]
pub mod diagram;
#[cfg(feature = "tools")]
pub mod draw;
#[cfg(feature = "tools")]
pub mod export;
pub(crate) mod feature;
#[cfg(feature = "tools")]
pub mod format;
pub(crate) mod game;
#[cfg(feature = "tools")]
pub mod ini;
pub mod language;
#[cfg(feature = "tools")]
pub mod lint;
pub(crate) mod model;
pub mod movement;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod order;
pub mod pgn;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod search;
#[cfg(feature = "tools")]
pub(crate) mod sheet;
pub mod spaces;
pub(crate) mod state;
pub(crate) mod tables;
#[cfg(feature = "tools")]
pub mod template;
pub mod text;
pub(crate) mod walk;

pub use board::Cells;
pub use definition::{Folder, LARGEST_FILE};
pub use game::{
    Balance, Choice, Counted, End, Engine, ExampleOutcome, Explorer, FenError, Game, Held, Level, LoadError,
    Manner, Move, MoveKind, MoveList, MoveWords, Obstacle, OptionInfo, Outcome, ParseSquareError,
    ParseTrainingPositionError, Piece, PieceType, PieceTypeInfo, PlayError, Position, Score, SearchInfo,
    SearchRequest, SearchResult, Setup, SetupError, Square, StatedPerft, Strength, TableTooLarge,
    TrainingPosition, Tuning, TuningProgress, TuningRound, Variant, Verdict, add_to_library, builtin_about,
    builtin_family, builtin_file, builtin_games, library_files, read_game_file,
};
#[cfg(feature = "tools")]
pub use lint::{Checked, check_text};
pub use model::pieces::Side;
pub use moves::TooManyMoves;
pub use play::{Last, Perft, PerftError};
pub use search::{
    Bound, Clock, Dice, Limits, Method, ParseMethodError, Pondering, Tapered, TaperedTable, Values,
    ValuesError,
};
#[cfg(feature = "tools")]
pub use sheet::SheetFormat;
