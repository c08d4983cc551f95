//! Pieces in hand, and drops.

use super::Sheet;
use super::words::sides;
use crate::board::{Bits, SquareSet};
use crate::definition::Table;
use crate::feature::hand;
use crate::ini::pawn;
use crate::model::pieces::{Side, TypeId};

impl Sheet<'_> {
    /// Hands and drops.
    pub(super) fn hand(&mut self) {
        if let Some(table) = self.root.table("hand") {
            let mut rest = table.clone();
            ["start", "white", "black"].iter().for_each(|key| drop(rest.remove(key)));
            let removes = self.root.contains("after") && !self.options.contains_key("flipEnclosedPieces");
            if let Some(supply) = rest.remove("supply")
                && (removes || self.scope.has_captures())
            {
                self.not_here(supply.key_span, "an endless supply of pieces that may be removed");
            }
            self.each_paired("hand", &rest, "where captured pieces go");
        }
        let mut open = vec![[SquareSet::NONE; 2]; self.rules.types.len()];
        let mut unmoved: Vec<bool> = Vec::new();
        for (_, table) in self.root.rules("drop", &hand::DROP) {
            if table.contains("with") {
                self.gate(table);
                continue;
            }
            self.only_rule("drop", table, &hand::DROP, "pieces on side as unmoved");
            self.flag_if("dropPromoted", table.contains("as"));
            unmoved.push(table.flag("unmoved").unwrap_or(false));
            let on = self.squares(table.text("on"));
            for kind in table.text("pieces").map_or_else(Vec::new, |word| self.types(word)) {
                for side in sides(table).into_iter().map(Side::index) {
                    open[usize::from(kind)][side] |= on[side];
                }
            }
        }
        if unmoved.is_empty() {
            return;
        }
        self.flag("pieceDrops", true);
        let [some, not_all] = [true, false].map(|flag| unmoved.contains(&flag));
        self.flag_if("castlingDroppedPiece", some);
        let odd = (some && not_all, "drops of which only some count as unmoved");
        self.unsaid_in_if("drop", "here", &[odd]);
        self.drops(&open);
    }

    /// Pieces that enter where others leave for the first time.
    fn gate(&mut self, table: &Table) {
        self.only_rule("drop", table, &hand::DROP, "pieces on with");
        let pawns = self.declared_by(pawn());
        let but = pawns.map_or_else(String::new, |kind| format!(" but {}", self.kind(kind).name));
        let types = table.text("pieces").map_or_else(Vec::new, |word| self.types(word));
        let mut held = self.kinds().filter(|&kind| self.is_in_hand(kind) && Some(kind) != pawns);
        let with = format!("first move of any{but}");
        let of = |key| table.text(key).map(|word| word.text.split_whitespace().collect::<Vec<_>>().join(" "));
        let usual = of("on").as_deref() == Some("its start") && of("with") == Some(with);
        if !usual || !held.all(|kind| types.contains(&kind)) {
            return self.not_here(table.span(), "this way in which pieces come in");
        }
        let mut array = self.rules.array.iter().filter_map(|(at, piece)| Some((*at, piece.get()?)));
        let ahead = array.any(|(at, (kind, side))| Some(kind) != pawns && self.advanced(at, side) > 0);
        let odd = (ahead, "pieces that come in behind a piece that doesn't begin on the first rank");
        self.unsaid_if(table.span(), "here", &[odd]);
        self.flag("gating", true);
        self.flag("seirawanGating", true);
    }

    /// Returns `true` if a side has a piece of a type in hand at the start.
    pub(super) fn begins_in_hand(&self, kind: TypeId) -> bool {
        let position = self.variant.start_position();
        let mut held = Side::BOTH.into_iter().flat_map(|side| position.hand(side));
        held.any(|(other, number)| number > 0 && other.index() == usize::from(kind))
    }

    /// Returns `true` if pieces of a type are in hand, or may come there.
    pub(super) fn is_in_hand(&self, kind: TypeId) -> bool {
        let Some(hand) = self.root.table("hand") else { return true };
        let may_come = hand.contains("captures") || hand.contains("supply");
        may_come && !self.kind(kind).royal && self.form_of(kind).is_none() || self.begins_in_hand(kind)
    }

    /// One region for all types, but for pawns, which stay away from the first rank and the zone of promotion unless it is said.
    fn drops(&mut self, open: &[[SquareSet; 2]]) {
        let geometry = &self.rules.geometry;
        let held: Vec<TypeId> = self.kinds().filter(|&kind| self.is_in_hand(kind)).collect();
        let pawns = self.declared_by(pawn());
        let of = |kind: TypeId| open[usize::from(kind)];
        let others: Vec<TypeId> = held.iter().copied().filter(|&kind| Some(kind) != pawns).collect();
        let all = [0, 1].map(|side| others.iter().fold(SquareSet::NONE, |all, &kind| all | of(kind)[side]));
        let region = if others.is_empty() { [geometry.playable(); 2] } else { all };
        // a piece that is bound to some squares is dropped only there, too
        let pieces = self.root.table("pieces");
        let bound = |kind| pieces.and_then(|all| all.table(&self.kind(kind).name)?.text("within"));
        let narrow = |kind| {
            let bound = self.squares(bound(kind));
            [0, 1].map(|side| region[side] & bound[side])
        };
        if others.iter().any(|&kind| of(kind) != narrow(kind)) {
            return self.unsaid_in("drop", "drops of different pieces on different squares", "here");
        }
        let home = [0, geometry.ranks - 1].map(|rank| geometry.whole_rank(rank));
        self.regions("dropRegion", region);
        let Some(pawns) = pawns.filter(|kind| held.contains(kind)) else { return };
        let fits = |[in_zone, at_home]: [bool; 2], side: usize| {
            let zone = if in_zone { SquareSet::NONE } else { self.zones[side] };
            let home = if at_home { SquareSet::NONE } else { home[side] };
            region[side] & !zone & !home == of(pawns)[side]
        };
        let ways = [[false, false], [true, false], [false, true], [true, true]];
        let Some([in_zone, at_home]) = ways.into_iter().find(|way| fits(*way, 0) && fits(*way, 1)) else {
            return self.unsaid_in("drop", "where pawns may be dropped", "here");
        };
        self.flag_if("promotionZonePawnDrops", in_zone);
        self.flag_if("firstRankPawnDrops", at_home);
    }
}
