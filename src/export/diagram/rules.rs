//! Castling, captures in passing, shuffles, turns and bans.

use std::collections::BTreeSet;

use super::Page;
use super::promotion::Promotion;
use crate::board::{Bits, Square, Symmetry};
use crate::definition::Node;
use crate::export::castling::{mirrored, written};
use crate::feature::castling::by_letter;
use crate::feature::forbid;
use crate::feature::rule::{JointMove, Part};
use crate::model::movement::{Castle, Course};
use crate::model::pieces::{Side, TypeId};
use crate::text::Diagnostic;
use crate::walk::trails;

/// What is said where the Diagram has random starts, but not their conditions.
const CONDITIONS: &str = "the Interactive Diagram can't ask for conditions of random starts: not all that it sets up meet this one";

/// What is said where it doesn't have such random starts.
const NO_SHUFFLE: &str =
    "the Interactive Diagram has no such random starts: only the usual start position is exported";

impl Page<'_> {
    /// Castling, in the movement of the piece that goes to the side.
    pub(super) fn castling(&mut self) {
        if let Some(table) = self.root.table("en-passant") {
            self.only("en-passant", table, "pieces by");
        }
        let Some(table) = self.root.table("castling") else { return };
        self.only("castling", table, "ways unattacked");
        let kinds: Vec<TypeId> = self.rules.joint_moves().map(|way| way.parts[0].kind).collect();
        let Some(&kind) = kinds.first() else { return };
        let royal = self.kind(kind).royal;
        let unattacked = table.text("unattacked").filter(|word| royal && !word.text.ends_with("'s path"));
        if let Some(word) = unattacked {
            self.not_here(word.span, "which squares must not be attacked, other than the king's path");
        }
        let both = Side::BOTH.map(|side| self.ways(kind, side));
        let [Some(white), Some(black)] = both else {
            let why = "the other piece lands elsewhere, or isn't the outermost one";
            return self.unsaid_in("castling", "this castling", why);
        };
        let even = white.iter().all(|way| white.contains(&mirrored(way)));
        if white != black || kinds.iter().any(|other| *other != kind) || !even && self.stand().is_none() {
            return self.unsaid_in("castling", "castling that differs between White and Black", "here");
        }
        let Some(piece) = self.pieces.iter_mut().find(|piece| piece.kind == kind) else { return };
        piece.moves.push_str(&written(&white));
    }

    /// The ways of a side, as its pieces stand at the start; `None` if one can't be expressed.
    fn ways(&self, kind: TypeId, side: Side) -> Option<BTreeSet<Castle>> {
        let geometry = &self.rules.geometry;
        let seen = |square: Square| if side == Side::White { square } else { geometry.opposite(square) };
        let stands = |part: &Part| self.scope.array_at(seen(part.from)) == Some((part.kind, side));
        let ways = self.rules.joint_moves().filter(|way| way.is_of(side) && way.parts.iter().all(stands));
        ways.map(|way| self.way(way, side).filter(|_| self.standing(kind, side).len() == 1)).collect()
    }

    /// A way in the Diagram's terms, if it reads back as the same: the partner is the outermost piece on that side, or the next, and lands
    /// beside the other.
    fn way(&self, way: &JointMove, side: Side) -> Option<Castle> {
        let geometry = &self.rules.geometry;
        let king = &way.parts[0];
        let [from, to] = [king.from, king.to].map(|square| geometry.file(square));
        let (right, squares) = (to > from, from.abs_diff(to).into());
        let same = |castle: &Castle| {
            let all = by_letter(&self.scope, king.kind, *castle, side);
            castle.squares > 0 && all.iter().any(|other| other.parts == way.parts)
        };
        let castle = [false, true].map(|inside| Castle { right, squares, inside }).into_iter().find(same)?;
        // there, left and right are the player's own if the pieces stand rotated, whatever the rules say
        let rotated = [Some(geometry.symmetry), self.stand()].map(|one| one == Some(Symmetry::Rotate));
        let turned = side == Side::Black && rotated[0] != rotated[1];
        Some(if turned { mirrored(&castle) } else { castle })
    }

    pub(super) fn turn(&mut self) {
        let Some(table) = self.root.table("turn") else { return };
        if self.only("turn", table, "first-mover")
            && let Some(word) = table.text("first-mover").filter(|word| word.text != Side::White.name())
        {
            self.not_here(word.span, "that Black moves first");
        }
    }

    /// Bans: only that of pieces that could never move again, if there would be no such piece.
    pub(super) fn bans(&mut self, promotion: &Promotion) {
        for (_, ban) in self.root.rules("forbid", &forbid::KEYS) {
            let stranded = ban.text("leaving").is_some_and(|word| word.text == "it can never move");
            let odd = !stranded || ban.len() != 1 || self.can_be_stranded(promotion);
            self.unsaid_if(ban.span(), "here", &[(odd, "this ban")]);
        }
    }

    /// Returns `true` if a piece may stand where it can never move again.
    fn can_be_stranded(&self, promotion: &Promotion) -> bool {
        let geometry = &self.rules.geometry;
        self.kinds().any(|kind| {
            let promotes = promotion.from.contains(&kind) && !promotion.optional;
            let last = geometry.ranks - if promotes { promotion.depth } else { 0 };
            let terms = self.kind(kind).movement.moves.iter();
            let courses: Vec<&Course> = terms.flat_map(|term| &term.courses).collect();
            let stays = |square| trails(geometry, &courses, (kind, Side::White), square).next().is_none();
            geometry.playable().squares().any(|square| geometry.rank(square) < last && stays(square))
        })
    }

    /// Random starts.
    pub(super) fn shuffle(&mut self) {
        let Some(setup) = self.root.table("setup") else { return };
        let (Some(entry), Some(list)) = (setup.get("shuffle"), setup.list("shuffle")) else { return };
        let (left_out, note) = match self.shuffled(list) {
            Some(letters) => {
                self.set("shuffle", letters);
                (setup.get("where"), CONDITIONS)
            }
            None => (Some(entry), NO_SHUFFLE),
        };
        if let Some(entry) = left_out {
            self.report.push(Diagnostic::warning("ferz::export::start", note).at(entry.key_span, "left out"));
        }
    }

    /// The letters of pieces that change places, `!` before those that stand on squares of both colours.
    fn shuffled(&self, list: &[Node]) -> Option<String> {
        if self.stand() != Some(Symmetry::Mirror) {
            return None;
        }
        let (mut found, mut coloured) = (String::new(), Vec::new());
        for word in list.iter().filter_map(Node::text) {
            let (names, on) = word.text.split_once(" on ").unwrap_or((word.text, ""));
            let kinds = names.split_whitespace().map(|name| self.scope.find(name));
            match (&kinds.collect::<Option<Vec<_>>>()?[..], on) {
                (&[kind], "light" | "dark") => {
                    if let Some(at) = coloured.iter().position(|known| *known == (kind, on != "light")) {
                        coloured.remove(at);
                        found.extend(['!', self.id(kind)?]);
                    } else {
                        coloured.push((kind, on == "light"));
                    }
                }
                (&[kind, ref rest @ ..], "") if rest.iter().all(|other| *other == kind) => {
                    found.push(self.id(kind)?)
                }
                (&[left, kind, right], "") if left == right && self.castles(kind, left) => {
                    found.extend([self.id(left)?, self.id(kind)?]);
                }
                _ => return None,
            }
        }
        coloured.is_empty().then_some(found)
    }

    /// Returns `true` if a type castles with another in both corners, so that shuffles keep it between the two.
    fn castles(&self, kind: TypeId, other: TypeId) -> bool {
        let geometry = &self.rules.geometry;
        let pairs = |way: &JointMove| [way.parts[0].kind, way.parts[1].kind] == [kind, other];
        let files = self.standing(other, Side::White).into_iter().map(|square| geometry.file(square));
        self.rules.joint_moves().any(pairs) && files.eq([0, geometry.files - 1])
    }
}
