//! Values as texts for `serde`: squares, kinds of moves, and types that can only be written, since reading them takes a variant.

use std::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceType};
use super::position::Position;
use super::square::Square;

fn write<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// As `e4`.
impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// As its name.
impl Serialize for MoveKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self, serializer)
    }
}

impl<'de> Deserialize<'de> for MoveKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| D::Error::custom(format!("there is no kind of move `{name}`")))
    }
}

/// As its letter, a capital.
impl Serialize for PieceType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self, serializer)
    }
}

/// As its letter, a capital for White.
impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self, serializer)
    }
}

/// In coordinate notation.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self, serializer)
    }
}

/// As a FEN.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self, serializer)
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use serde_json::{from_str, to_string};

    use super::*;
    use crate::game::{Outcome, Score, Variant, Verdict};
    use crate::model::pieces::Side;

    #[track_caller]
    fn both_ways<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, text: &str) {
        assert_eq!(to_string(value).expect("it can be written"), text);
        assert_eq!(&from_str::<T>(text).expect("it can be read"), value);
    }

    #[test]
    fn values_are_read_back() {
        both_ways(&Square::new(11, 11).expect("a square"), "\"l12\"");
        both_ways(&MoveKind::PromotionInPlace, "\"promotion in place\"");
        both_ways(&MoveKind::Special, "\"special\"");
        both_ways(&Side::Black, "\"black\"");
        both_ways(&Verdict::Lose, "\"lose\"");
        both_ways(&Score::Win(3), "{\"win\":3}");
        let outcome = Outcome { winner: None, reason: "stalemate".to_owned() };
        both_ways(&outcome, "{\"winner\":null,\"reason\":\"stalemate\"}");
        assert!(from_str::<Square>("\"e44\"").is_err());
        assert!(from_str::<MoveKind>("\"jump\"").is_err());
    }

    #[test]
    fn what_belongs_to_a_variant_is_written() {
        let variant = Variant::load("chess", &[]).expect("a built-in game");
        let position = variant.start_position();
        let next = position.parse_move("Nf3").expect("legal");
        assert_eq!(to_string(&next).expect("a text"), "\"g1f3\"");
        assert_eq!(to_string(&next.piece()).expect("a text"), "\"N\"");
        assert_eq!(to_string(&position).expect("a text"), format!("\"{position}\""));
    }
}
