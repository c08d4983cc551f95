//! Internals that the program `ferz` uses beyond the public interface, layer by layer as the modules stand.
//!
//! This is no public interface: anything here may change or go at any time, in any version.

pub mod board {
    pub use crate::board::{Cells, Square, SquareSet, Symmetry};
}

pub mod definition {
    #[cfg(feature = "tools")]
    pub use crate::definition::schema;
    pub use crate::definition::{Definition, Hint, Key, KeyTable, Kind, Library, Word};
}

pub mod feature {
    pub use crate::feature::rule::{JointMove, Part};

    pub mod condition {
        #[cfg(feature = "tools")]
        pub use crate::feature::condition::condition;
        pub use crate::feature::condition::{ENTRIES, reads};
    }
    pub mod scope {
        pub use crate::feature::scope::fault_at;
    }
}

pub mod game {
    pub use crate::game::{Balance, BuiltIn, Held, Manner, MoveWords, look_at};
}

pub mod model {
    pub mod figures {
        pub use crate::model::figures::names;
    }
    pub mod pieces {
        pub use crate::model::pieces::{PieceType, TypeId};
    }
    pub mod movement {
        pub use crate::model::movement::Movement;
    }
}

pub mod notation {
    pub use crate::notation::{KnownMovement, known_by_name, known_movements};

    pub mod moves {
        pub use crate::notation::moves::{
            MEANINGS, Rewriting, WrittenTerm, describe, in_legs, moves, moves_on, rewritings,
            without_castling, written,
        };
    }
}

pub mod rules {
    pub use crate::rules::{ROOT, Rules, resolve};
}

#[cfg(feature = "tools")]
pub mod compare {
    pub use crate::compare::{movement_names, movements_alike};
}

#[cfg(feature = "tools")]
pub mod draw {
    pub mod board {
        pub use crate::draw::board::{Cell, Edge, Ground, Picture, PieceStyle};
    }
    pub mod figure {
        pub use crate::draw::figure::{compass, figure, kanji, pointed};
    }
    pub mod movement {
        pub use crate::draw::movement::Diagram;
    }
    pub mod svg {
        pub use crate::draw::svg::{Frame, board, escaped, movement};
    }
    pub mod text {
        pub use crate::draw::text::{Figures, Look, Mark, board, figure, hand};
    }
}

#[cfg(feature = "tools")]
pub mod lint {
    pub use crate::lint::{Reading, suggestion};
}

#[cfg(feature = "tools")]
pub mod sheet {
    pub use crate::sheet::{Look, Sheet, sheet};

    pub mod html {
        pub use crate::sheet::html::write;
    }
    pub mod markdown {
        pub use crate::sheet::markdown::write;
    }
    pub mod text {
        pub use crate::sheet::text::{drawn, wrapped, write};
    }
}
