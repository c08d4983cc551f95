//! Pieces in hand, and drops.

use super::Sheet;
use super::pieces::pawn;
use super::words::sides;
use crate::board::{Bits, Square, SquareSet};
use crate::definition::Table;
use crate::feature::hand;
use crate::model::pieces::{PieceType, Side, TypeId};

/// Returns `true` if a piece may capture, as far as its terms show.
fn may_capture(kind: &PieceType) -> bool {
    !kind.movement.paths.is_empty() || kind.movement.moves.iter().any(|term| term.capture)
}

impl Sheet<'_> {
    /// Hands and drops.
    pub(super) fn hand(&mut self) {
        let root = self.root;
        if let Some(table) = root.table("hand") {
            self.only("hand", table, &["captures", "promoted", "start", "white", "black", "supply"]);
            match table.text("captures").map(|word| (word.text, word.span)) {
                None => {}
                Some(("to the other side", _)) => self.flag("capturesToHand", true),
                Some((_, span)) => self.unsaid(span, "where captured pieces go", "here"),
            }
            if table.text("promoted").is_some_and(|word| word.text == "stay") {
                self.flag("dropLoop", true);
            }
            if let Some(supply) = table.get("supply")
                && (self.rules.types.iter().any(may_capture) || root.contains("after") && !self.flips())
            {
                self.unsaid(supply.key_span, "an endless supply of pieces that may be removed", "here");
            }
        }
        let none = SquareSet::NONE;
        let mut open = vec![[none; 2]; self.rules.types.len()];
        let mut unmoved: Vec<bool> = Vec::new();
        for (_, table) in root.rules("drop", &hand::DROP) {
            if table.contains("with") {
                self.gate(table);
                continue;
            }
            self.only_rule("drop", table, &hand::DROP, &["pieces", "on", "side", "as", "unmoved"]);
            if table.contains("as") {
                self.flag("dropPromoted", true);
            }
            unmoved.push(table.flag("unmoved").unwrap_or(false));
            let on = self.squares(table.text("on"));
            let types = table.text("pieces").map_or_else(Vec::new, |word| self.types(word));
            for side in sides(table) {
                for &kind in &types {
                    open[usize::from(kind)][side.index()] |= on[side.index()];
                }
            }
        }
        if unmoved.is_empty() {
            return;
        }
        self.flag("pieceDrops", true);
        if unmoved.contains(&true) {
            self.flag("castlingDroppedPiece", true);
            if unmoved.contains(&false) {
                let span = root.get("drop").map_or(root.span(), |entry| entry.key_span);
                self.unsaid(span, "drops of which only some count as unmoved", "here");
            }
        }
        self.drops(&open);
    }

    /// Pieces that enter where others leave for the first time.
    fn gate(&mut self, table: &Table) {
        self.only_rule("drop", table, &hand::DROP, &["pieces", "on", "with"]);
        let text = |key| table.text(key).map_or("", |word| word.text);
        let pawns = self.options.get(pawn()).and_then(|letter| {
            let types = 0..self.rules.types.len() as TypeId;
            types.into_iter().find(|&kind| self.letters.of(kind).to_string() == *letter)
        });
        let movers = pawns.map_or_else(
            || "any".to_owned(),
            |kind| format!("any but {}", self.rules.types[usize::from(kind)].name),
        );
        let types = table.text("pieces").map_or_else(Vec::new, |word| self.types(word));
        let all = (0..self.rules.types.len() as TypeId)
            .filter(|&kind| self.is_in_hand(kind) && Some(kind) != pawns);
        let same = all.clone().all(|kind| types.contains(&kind));
        let with = text("with").split_whitespace().collect::<Vec<_>>().join(" ");
        if text("on") != "its start" || with != format!("first move of {movers}") || !same {
            return self.unsaid(table.span(), "this way in which pieces come in", "here");
        }
        let first = |at: Square, side: Side| {
            let rank = self.rules.geometry.rank(at);
            rank == if side == Side::White { 0 } else { self.rules.geometry.ranks - 1 }
        };
        let mut array = self.rules.array.iter().filter_map(|(at, piece)| Some((*at, piece.get()?)));
        if array.any(|(at, (kind, side))| Some(kind) != pawns && !first(at, side)) {
            self.unsaid(
                table.span(),
                "pieces that come in behind a piece that doesn't begin on the first rank",
                "here",
            );
        }
        self.flag("gating", true);
        self.flag("seirawanGating", true);
    }

    /// Returns `true` if pieces of a type are in hand, or may come there.
    pub(super) fn is_in_hand(&self, kind: TypeId) -> bool {
        let Some(hand) = self.root.table("hand") else { return true };
        let position = self.variant.start_position();
        let held = |side: Side| {
            let mut own = position.hand(side).into_iter();
            own.any(|(other, number)| number > 0 && other.index() == usize::from(kind))
        };
        let may_come = hand.contains("captures") || hand.contains("supply");
        let captured = !self.rules.types[usize::from(kind)].royal && self.form_of(kind).is_none();
        may_come && captured || Side::BOTH.into_iter().any(held)
    }

    /// One region for all types, but for pawns, which stay away from the first rank and the zone of promotion unless it is said.
    fn drops(&mut self, open: &[[SquareSet; 2]]) {
        let geometry = &self.rules.geometry;
        let span = self.root.get("drop").map_or(self.root.span(), |entry| entry.key_span);
        let first = self.options.get(pawn()).and_then(|letter| letter.chars().next());
        let is_pawn = |kind: usize| first == Some(self.letters.of(kind as TypeId));
        let may = |kind: &usize| self.is_in_hand(*kind as TypeId);
        // a piece that is bound to some squares is dropped only there, too
        let bound: Vec<[SquareSet; 2]> = self
            .rules
            .types
            .iter()
            .map(|kind| self.root.table("pieces").and_then(|all| all.table(&kind.name)?.text("within")))
            .map(|word| self.squares(word))
            .collect();
        let others: Vec<usize> = (0..open.len()).filter(may).filter(|&kind| !is_pawn(kind)).collect();
        let pawns = (0..open.len()).find(|kind| is_pawn(*kind) && may(kind)).map(|kind| open[kind]);
        let all = [geometry.playable(); 2];
        let widest = |side: usize| others.iter().fold(SquareSet::NONE, |all, &kind| all | open[kind][side]);
        let region = if others.is_empty() { all } else { [widest(0), widest(1)] };
        let narrow = |kind: &usize| [0, 1].map(|side| region[side] & bound[*kind][side]);
        if others.iter().any(|kind| open[*kind] != narrow(kind)) {
            return self.unsaid(span, "drops of different pieces on different squares", "here");
        }
        self.regions("dropRegion", region);
        let Some(pawns) = pawns else { return };
        let zone = self.zones;
        let rank = |rank: u8| {
            let squares = (0..geometry.files).filter_map(|file| geometry.square(file, rank));
            squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
        };
        let home = [rank(0), rank(geometry.ranks - 1)];
        for (in_zone, at_home) in [(false, false), (true, false), (false, true), (true, true)] {
            let fits = Side::BOTH.into_iter().all(|side| {
                let side = side.index();
                let zone = if in_zone { SquareSet::NONE } else { zone[side] };
                let home = if at_home { SquareSet::NONE } else { home[side] };
                region[side] & !zone & !home == pawns[side]
            });
            if fits {
                if in_zone {
                    self.flag("promotionZonePawnDrops", true);
                }
                if at_home {
                    self.flag("firstRankPawnDrops", true);
                }
                return;
            }
        }
        self.unsaid(span, "where pawns may be dropped", "here");
    }
}
