//! Castling, captures in passing, shuffles, turns and bans.

use super::Page;
use super::promotion::Promotion;
use crate::board::{Bits, Square, Symmetry};
use crate::definition::Word;
use crate::feature::forbid;
use crate::feature::rule::JointMove;
use crate::model::movement::{Course, Offset};
use crate::model::pieces::{Side, TypeId};
use crate::order;
use crate::text::Diagnostic;

/// A way of castling in the Diagram: whether to the right, by how many squares, and whether the piece at the edge stays.
type Castle = (bool, u8, bool);

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
        let even = white.iter().all(|(right, squares, jumps)| white.contains(&(!right, *squares, *jumps)));
        if white != black || kinds.iter().any(|other| *other != kind) || !even && self.stand().is_none() {
            return self.unsaid_in("castling", "castling that differs between White and Black", "here");
        }
        let Some(piece) = self.pieces.iter_mut().find(|piece| piece.kind == kind) else { return };
        piece.moves.push_str(&written(&white));
    }

    /// The ways of a side, as its pieces stand at the start; `None` if one can't be expressed.
    fn ways(&self, kind: TypeId, side: Side) -> Option<Vec<Castle>> {
        let geometry = &self.rules.geometry;
        let standing = |square: Square, kind| self.scope.array_at(square) == Some((kind, side));
        let seen = |square: Square| if side == Side::White { square } else { geometry.opposite(square) };
        let mut ways: Vec<Castle> = Vec::new();
        for way in self.rules.joint_moves().filter(|way| way.is_of(side)) {
            let [king, other] = &way.parts;
            if !standing(seen(king.from), king.kind) || !standing(seen(other.from), other.kind) {
                continue;
            }
            let one = self.way(way, side, &seen).filter(|_| self.standing(kind, side).len() == 1)?;
            if !ways.contains(&one) {
                ways.push(one);
            }
        }
        order::values(&mut ways);
        Some(ways)
    }

    /// A way in the Diagram's terms, if it has them: the partner is the outermost piece on that side, or the next, and lands beside the other.
    fn way(&self, way: &JointMove, side: Side, seen: &dyn Fn(Square) -> Square) -> Option<Castle> {
        let geometry = &self.rules.geometry;
        let at = |square: Square| (i16::from(geometry.file(seen(square))), geometry.rank(seen(square)));
        let [king, other] = &way.parts;
        let [(from, rank), (to, rank_to)] = [at(king.from), at(king.to)];
        let [(partner, level), (beside, level_to)] = [at(other.from), at(other.to)];
        let right = to > from;
        let step = if right { 1 } else { -1 };
        let level = [rank_to, level, level_to].iter().all(|other| *other == rank);
        if !level || to == from || (partner - from) * step <= 0 || beside != to - step {
            return None;
        }
        let beyond = self.rules.array.iter().filter(|(square, _)| {
            let file = i16::from(geometry.file(*square));
            geometry.rank(*square) == rank && (file - partner) * step > 0
        });
        let beyond: Vec<i16> = beyond.map(|(square, _)| i16::from(geometry.file(*square))).collect();
        let edge = if right { i16::from(geometry.files) - 1 } else { 0 };
        let jumps = match beyond[..] {
            [] => false,
            [only] if only == edge => true,
            _ => return None,
        };
        // on a rotated board, left and right are the player's own
        let right =
            if self.stand() == Some(Symmetry::Rotate) && side == Side::Black { !right } else { right };
        Some((right, to.abs_diff(from) as u8, jumps))
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
            let stranded =
                ban.len() == 1 && ban.text("leaving").is_some_and(|word| word.text == "it can never move");
            if !stranded || self.can_be_stranded(promotion) {
                self.not_here(ban.span(), "this ban");
            }
        }
    }

    /// Returns `true` if a piece may stand where it can never move again.
    fn can_be_stranded(&self, promotion: &Promotion) -> bool {
        let geometry = &self.rules.geometry;
        let types = (0u8..).zip(&self.rules.types);
        types.into_iter().any(|(kind, piece)| {
            let promotes = promotion.from.contains(&kind) && !promotion.optional;
            let last = geometry.ranks - if promotes { promotion.depth } else { 0 };
            let open = |square: Square| {
                let goes = |course: &Course| {
                    let steps = course.cycle.iter().cycle().take(usize::from(course.stride.max(1)));
                    let sum = |(x, y), step: &Offset| (x + i16::from(step.dx), y + i16::from(step.dy));
                    let (dx, dy) = steps.fold((0, 0), sum);
                    geometry.step(square, dx, dy).is_some()
                };
                piece.movement.moves.iter().flat_map(|term| &term.courses).any(goes)
            };
            geometry.playable().squares().any(|square| geometry.rank(square) < last && !open(square))
        })
    }

    /// Random starts.
    pub(super) fn shuffle(&mut self) {
        let Some(setup) = self.root.table("setup") else { return };
        let (Some(entry), Some(list)) = (setup.get("shuffle"), setup.list("shuffle")) else { return };
        let words: Vec<Word<'_>> = list.iter().filter_map(|node| node.text()).collect();
        let letters = self.shuffled(&words);
        let (left_out, note) = match letters {
            Some(_) => (
                setup.get("where"),
                "the Interactive Diagram can't ask for conditions of random starts: not all that it sets up meet this one",
            ),
            None => (
                Some(entry),
                "the Interactive Diagram has no such random starts: only the usual start position is exported",
            ),
        };
        if let Some(letters) = letters {
            self.set("shuffle", letters);
        }
        if let Some(entry) = left_out {
            self.report.push(Diagnostic::warning("ferz::export::start", note).at(entry.key_span, "left out"));
        }
    }

    /// The letters of pieces that change places, `!` before those that stand on squares of both colours.
    fn shuffled(&self, words: &[Word<'_>]) -> Option<String> {
        if self.stand() != Some(Symmetry::Mirror) {
            return None;
        }
        let letter =
            |kind: TypeId| self.pieces.iter().find(|piece| piece.kind == kind).map(|piece| piece.id.clone());
        let (mut found, mut coloured) = (String::new(), Vec::new());
        for word in words {
            let (names, on) = word.text.split_once(" on ").unwrap_or((word.text, ""));
            let kinds: Option<Vec<TypeId>> =
                names.split_whitespace().map(|name| self.scope.find(name)).collect();
            let kinds = kinds?;
            match (&kinds[..], on) {
                (&[kind], "light" | "dark") => {
                    if let Some(at) = coloured.iter().position(|known| *known == (kind, on != "light")) {
                        coloured.remove(at);
                        found += &format!("!{}", letter(kind)?);
                    } else {
                        coloured.push((kind, on == "light"));
                    }
                }
                ([kind, rest @ ..], "") if rest.iter().all(|other| other == kind) => found += &letter(*kind)?,
                (&[left, kind, right], "") if left == right && self.castles(kind, left) => {
                    found += &letter(left)?;
                    found += &letter(kind)?;
                }
                _ => return None,
            }
        }
        coloured.is_empty().then_some(found)
    }

    /// Returns `true` if a type castles with another in both corners, so that shuffles keep it between the two.
    fn castles(&self, kind: TypeId, other: TypeId) -> bool {
        let pairs = |way: &JointMove| [way.parts[0].kind, way.parts[1].kind] == [kind, other];
        let own = self.pieces.iter().find(|piece| piece.kind == other).map(|piece| &piece.squares[0]);
        let files = own.into_iter().flatten().map(|square| self.rules.geometry.file(*square));
        self.rules.joint_moves().any(pairs) && files.eq([0, self.rules.geometry.files - 1])
    }
}

/// Ways of castling as part of a movement: `isO2`, `ilO3irO4`.
fn written(ways: &[Castle]) -> String {
    let mut written = String::new();
    for (right, squares, jumps) in ways {
        let both = ways.contains(&(!right, *squares, *jumps));
        let side = match (both, right) {
            (true, true) => continue,
            (true, false) => "s",
            (false, true) => "r",
            (false, false) => "l",
        };
        written += &format!("i{side}{}O{squares}", if *jumps { "j" } else { "" });
    }
    written
}
