//! The rules between pieces and ends.

use std::collections::BTreeSet;

use super::Sheet;
use super::pieces::pawn;
use super::squares::written;
use super::words::sides;
use crate::board::{Bits, SquareSet};
use crate::definition::{Node, Table};
use crate::feature::plan::MoveKind;
use crate::feature::{after, move_kinds, promotion};
use crate::ini;
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::text::{Report, Span};

/// Promotion of one side's pawns: the types, the squares and what they become.
type Pawns = (Vec<TypeId>, SquareSet, Vec<TypeId>, bool);

/// The types that a blast spares, if it removes all else around: `it, any but pawn at K from it`. Captors spared as well are
/// left to another effect.
fn spared(removed: &str) -> Option<&str> {
    removed.strip_prefix("it, ").unwrap_or(removed).strip_prefix("any but ")?.strip_suffix(" at K from it")
}

/// Returns `true` if a way of castling leaves open where a piece begins.
fn is_from_anywhere(way: &Table) -> bool {
    let mut squares = way.iter().filter(|(key, _)| *key != "side").filter_map(|(_, entry)| entry.node.text());
    squares.any(|word| !word.text.trim().contains(' '))
}

/// The letter of a file.
fn letter(file: u8) -> String {
    char::from(b'a' + file).to_string()
}

impl Sheet<'_> {
    /// The regions of both sides under one option each.
    pub(super) fn regions(&mut self, option: &str, both: [SquareSet; 2]) {
        for (side, set) in Side::BOTH.into_iter().zip(both) {
            let text = written(&self.rules.geometry, set);
            self.set(format!("{option}{}", side.capital()), text);
        }
    }

    /// Promotion of pawns, and of pieces with a promoted form.
    pub(super) fn promotion(&mut self) {
        let root = self.root;
        let mut pawns: [Option<Pawns>; 2] = [None, None];
        let mut zones: [Option<SquareSet>; 2] = [None, None];
        let mut limits: [Vec<(TypeId, i64)>; 2] = Default::default();
        for (_, table) in root.rules("promotion", &promotion::KEYS) {
            self.here = table.span();
            let forms = table.table("to");
            let how = table.text("how").map_or("arriving", |word| word.text);
            let known = ["pieces", "on", "to", "how", "move", "side", "optional", "limit"];
            if !self.only_rule("promotion", table, &promotion::KEYS, &known) {
                continue;
            }
            let optional = table.flag("optional") == Some(true);
            let zone = self.squares(table.text("on"));
            let here = table.get("to").map_or(table.span(), |entry| entry.key_span);
            for side in sides(table) {
                let own = zone[side.index()];
                if zones[side.index()].replace(own).is_some_and(|other| other != own) {
                    self.unsaid(here, "promotion in two zones of one side", "the second of them");
                }
                if forms.is_some() {
                    continue;
                }
                let (Some(from), Some(to)) = (table.text("pieces"), table.text("to")) else { continue };
                if to.text == "lost" || how != "arriving" || table.contains("move") {
                    self.unsaid(here, "this way of promoting", "here");
                    continue;
                }
                let rule = (self.types(from), own, self.types(to), optional);
                if pawns[side.index()].replace(rule).is_some() {
                    self.unsaid(here, "two rules for pieces that promote", "the second of them");
                }
            }
            if let Some(forms) = forms {
                self.forms(table, forms, how, optional);
            }
            let most = self.limits(table, here);
            for side in sides(table) {
                limits[side.index()].extend(&most);
            }
        }
        self.pawns(&pawns);
        self.zones = zones.map(|zone| zone.unwrap_or(SquareSet::NONE));
        self.regions("promotionRegion", self.zones);
        self.limited(&limits, &pawns);
    }

    /// The limits of both sides, which share an option.
    fn limited(&mut self, limits: &[Vec<(TypeId, i64)>; 2], pawns: &[Option<Pawns>; 2]) {
        let all: BTreeSet<(TypeId, i64)> = limits.iter().flatten().copied().collect();
        let free = |(kind, most): &(TypeId, i64)| {
            let becomes = |own: &Option<Pawns>| own.as_ref().is_some_and(|(_, _, to, _)| to.contains(kind));
            limits.iter().zip(pawns).any(|(own, pawns)| becomes(pawns) && !own.contains(&(*kind, *most)))
        };
        if all.iter().any(free) {
            let place = self.root.get("promotion").map_or(self.root.span(), |entry| entry.key_span);
            self.unsaid(place, "a limit that only one side has", "here");
        }
        if !all.is_empty() {
            let text = |(kind, most)| format!("{}:{most}", self.letters.of(kind));
            let texts: Vec<String> = all.into_iter().map(text).collect();
            self.set("promotionLimit", texts.join(" "));
        }
    }

    fn pawns(&mut self, pawns: &[Option<Pawns>; 2]) {
        let of = |side: Side| pawns[side.index()].clone();
        for side in Side::BOTH {
            let (from, _, to, _) = of(side).unwrap_or((Vec::new(), SquareSet::NONE, Vec::new(), false));
            let word = |text: String| if text.is_empty() { "-".to_owned() } else { text };
            let (from, to) = (word(self.lettered(&from)), word(self.lettered(&to)));
            self.set(format!("promotionPawnTypes{}", side.capital()), from);
            self.set(format!("promotionPieceTypes{}", side.capital()), to);
        }
        let optional: Vec<bool> = pawns.iter().flatten().map(|(.., optional)| *optional).collect();
        if optional.windows(2).any(|pair| pair[0] != pair[1]) {
            let span = self.root.get("promotion").map_or(self.root.span(), |entry| entry.key_span);
            self.unsaid(span, "that one side must promote and the other need not", "here");
        }
        // pawns that have nothing to promote to could not enter the zone of other pieces in Fairy-Stockfish
        if optional.first().is_none_or(|optional| *optional) {
            self.flag("mandatoryPawnPromotion", false);
        }
    }

    /// Pieces that turn over.
    fn forms(&mut self, table: &Table, forms: &Table, how: &str, optional: bool) {
        let mut pairs = Vec::new();
        let mut back = 0;
        for (name, entry) in forms.iter() {
            let (Some(from), Some(to)) = (self.scope.find(name), entry.node.text()) else { continue };
            let to = self.types(to);
            match to.as_slice() {
                [to] if self.form_of(*to) == Some(self.letters.of(from)) => {
                    pairs.push(format!("{}:{}", self.letters.of(from), self.letters.of(*to)));
                }
                [to] if self.form_of(from) == Some(self.letters.of(*to)) => back += 1,
                _ => self.unsaid(
                    entry.key_span,
                    "what this piece becomes: the letter of a promoted form must be a plus and the letter of the piece",
                    "here",
                ),
            }
        }
        let whole = self.squares(table.text("on")).iter().all(|zone| *zone == self.rules.geometry.playable());
        if how != "arriving or leaving" && !whole {
            self.unsaid(
                table.span(),
                "a piece that turns over only as it arrives, or only as it leaves",
                "here",
            );
        }
        self.set("promotedPieceType", pairs.join(" "));
        if sides(table).len() == 1 {
            self.unsaid(table.span(), "pieces of one side that turn over", "here");
        }
        if table.contains("move") {
            self.flag("piecePromotionOnCapture", true);
        }
        if !optional {
            self.flag("mandatoryPiecePromotion", true);
        }
        match back {
            0 => {}
            _ if back == pairs.len() => self.flag("pieceDemotion", true),
            _ => self.unsaid(table.span(), "forms of which only some turn back", "here"),
        }
    }

    /// The maximum number of pieces of a type that a side may have for another to become one.
    fn limits(&mut self, table: &Table, here: Span) -> Vec<(TypeId, i64)> {
        let Some(entry) = table.get("limit") else { return Vec::new() };
        let mut found = Vec::new();
        if let Some(most) = entry.node.integer() {
            let to = table.text("to").map_or_else(Vec::new, |word| self.types(word));
            found.extend(to.iter().map(|&kind| (kind, most)));
        }
        for (name, entry) in entry.node.table().into_iter().flat_map(Table::iter) {
            match (self.scope.find(name), entry.node.integer()) {
                (Some(kind), Some(most)) => found.push((kind, most)),
                _ => self.unsaid(here, "this limit", "here"),
            }
        }
        found
    }

    /// Castling in two ways, to files that both sides share.
    pub(super) fn castling(&mut self) {
        let root = self.root;
        let Some(table) = root.table("castling") else { return self.flag("castling", false) };
        let known = ["ways", "unattacked", "side"];
        let place = root.get("castling").map_or(root.span(), |entry| entry.key_span);
        self.only("castling", table, &known);
        let anywhere = table.named("ways").any(|(_, node)| node.table().is_some_and(is_from_anywhere));
        let geometry = &self.rules.geometry;
        let mut files: [Option<u8>; 2] = [None, None];
        let mut home: Option<[u8; 2]> = None;
        let mut partners: [Option<u8>; 2] = [None, None];
        let mut rooks: Vec<TypeId> = Vec::new();
        for way in self.rules.joint_moves() {
            let [king, rook] = way.parts;
            let [from, to] = [king.from, king.to].map(|square| geometry.file(square));
            let [partner, beside] = [rook.from, rook.to].map(|square| geometry.file(square));
            let short = partner > from;
            let right = usize::from(!short);
            let seen = if short { to.checked_sub(1) } else { Some(to + 1) };
            let ranks = [king.from, king.to, rook.from, rook.to].map(|square| geometry.rank(square));
            let other = files[right].replace(to).is_some_and(|other| other != to)
                || !anywhere && partners[right].replace(partner).is_some_and(|other| other != partner)
                || !anywhere && home.replace([from, ranks[0]]).is_some_and(|other| other != [from, ranks[0]]);
            if seen != Some(beside) || other || ranks.iter().any(|rank| *rank != ranks[0]) {
                return self.unsaid(place, "these ways of castling", "here");
            }
            self.set("castlingKingPiece", self.letters.of(king.kind).to_string());
            let nothing = way.unattacked.is_empty();
            if self.rules.types[usize::from(king.kind)].royal == nothing {
                return self.unsaid(
                    place,
                    "castling that heeds attacks on a piece that is not royal, or ignores attacks on one that is",
                    "here",
                );
            }
            if !rooks.contains(&rook.kind) {
                rooks.push(rook.kind);
            }
        }
        let said = table.text("unattacked").map_or("nothing", |word| word.text);
        if said != "nothing" && !self.is_royal_path(said) {
            let span = table.get("unattacked").map_or(place, |entry| entry.key_span);
            self.unsaid(span, "which squares must not be attacked, other than the king's path", "here");
        }
        self.set("castlingRookPieces", self.lettered(&rooks));
        for (file, option) in files.into_iter().zip(["castlingKingsideFile", "castlingQueensideFile"]) {
            if let Some(file) = file {
                self.set(option, letter(file));
            }
        }
        if let Some(home) = home {
            self.castling_home(home, partners);
        }
        if anywhere {
            self.flag(crate::ini::roaming(), true);
        }
    }

    /// The squares on which castling begins, where they are not on the first rank or the partners not in the corners: the file and rank of the
    /// piece that castles, and the files of the others.
    fn castling_home(&mut self, [file, rank]: [u8; 2], partners: [Option<u8>; 2]) {
        if rank == 0 && partners == [Some(self.rules.geometry.files - 1), Some(0)] {
            return;
        }
        self.set("castlingRank", (rank + 1).to_string());
        self.set("castlingKingFile", letter(file));
        let options = ["castlingRookKingsideFile", "castlingRookQueensideFile"];
        for (file, option) in partners.into_iter().zip(options) {
            if let Some(file) = file {
                self.set(option, letter(file));
            }
        }
    }

    /// Returns `true` if a text names the path of a royal piece.
    fn is_royal_path(&self, text: &str) -> bool {
        let kind = text.strip_suffix("'s path").and_then(|name| self.scope.find(name));
        kind.is_some_and(|kind| self.rules.types[usize::from(kind)].royal)
    }

    /// Captures in passing, of and by pawns.
    pub(super) fn en_passant(&mut self) {
        let Some(table) = self.root.table("en-passant") else {
            if self.options.contains_key("doubleStepRegionWhite") {
                self.set("enPassantTypes", "-");
            }
            return;
        };
        self.only("en-passant", table, &["pieces", "by", "on"]);
        let of = |key| table.text(key).map(|word| self.types(word));
        let pieces = of("pieces").unwrap_or_default();
        let by = of("by").unwrap_or_else(|| pieces.clone());
        // in Fairy-Stockfish, the types that may be captured in passing are those with first moves that may also capture so
        let passes = |kind: &TypeId| self.stepping.contains(kind);
        if !pieces.iter().all(|kind| by.contains(kind))
            || by.iter().any(|kind| passes(kind) != pieces.contains(kind))
        {
            let span = table.span();
            self.unsaid(span, "en passant captures of these pieces by these", "here");
        }
        let letters = self.lettered(&by);
        if self.options.get(pawn()) != Some(&letters) {
            self.set("enPassantTypes", letters);
        }
        if let Some(on) = table.text("on") {
            // in Fairy-Stockfish, the squares are those of the side that captures
            let [white, black] = self.squares(Some(on));
            self.regions("enPassantRegion", [black, white]);
        }
    }

    /// Reports neutral pieces that no turn puts on the board, and those that are on it at the start.
    pub(super) fn neutral(&mut self) {
        let placed =
            self.options.get("wallingRule").map(String::as_str) == ini::value("wallingRule", "neutral");
        let stands = self.rules.array.iter().any(|(_, piece)| piece.get().is_none());
        let Some(table) = self.root.table("pieces") else { return };
        for kind in self.rules.types.iter().filter(|kind| kind.neutral && (!placed || stands)) {
            let span = table.get(&kind.name).map_or(table.span(), |entry| entry.key_span);
            self.unsaid(
                span,
                "a neutral piece other than one that each turn puts on the board",
                "this piece",
            );
        }
    }

    pub(super) fn turn(&mut self) {
        let Some(table) = self.root.table("turn") else { return };
        self.only("turn", table, &["first-mover", "pass", "every"]);
        if let Some(parts) = table.get("every")
            && !self.walling(&parts.node)
        {
            self.unsaid(parts.key_span, "these parts of a turn", "here");
        }
        match table.text("pass").map(|word| word.text) {
            Some("always") => self.flag("pass", true),
            Some(_) => self.flag("passOnStalemate", true),
            None => {}
        }
    }

    /// A move and then a wall: as an arrow of the piece that moved, or anywhere on some squares; `false` if it is something else.
    fn walling(&mut self, parts: &Node) -> bool {
        let Some([first, second]) = parts.list() else { return false };
        let (Some(first), Some(second)) = (first.table(), second.table()) else { return false };
        let text = |table: &Table, key: &str| table.text(key).map(|word| word.text.to_owned());
        let all =
            text(first, "move").as_deref() == Some("any") && first.len() == 1 || self.moves_alone(first);
        if !all || self.rules.types.iter().any(|kind| kind.royal) {
            return false;
        }
        let neutral = match text(second, "place").as_deref() {
            Some("wall") => false,
            Some(name)
                if self.scope.find(name).is_some_and(|kind| self.rules.types[usize::from(kind)].neutral) =>
            {
                true
            }
            _ => return false,
        };
        if !second.iter().all(|(key, _)| ["place", "on", "at"].contains(&key)) {
            return false;
        }
        if let Some(on) = second.text("on") {
            let both = self.squares(Some(on));
            self.regions("wallingRegion", both);
        }
        let rule = match text(second, "at") {
            None if neutral => "neutral",
            None => "anywhere",
            Some(_) if neutral => return false,
            Some(at) => {
                let Some(by) = at.strip_suffix(" from it") else { return false };
                let same = |kind: &PieceType| {
                    let movement =
                        crate::notation::moves::moves(&format!("m{by}")).ok().map(|(movement, _)| movement);
                    movement
                        .is_some_and(|movement| crate::compare::movements_alike(&movement, &kind.movement))
                };
                if !self.rules.types.iter().all(same) {
                    return false;
                }
                "arrow"
            }
        };
        self.means("wallingRule", rule);
        true
    }

    /// Returns `true` if a part of a turn lets only pieces of the only type move.
    fn moves_alone(&self, part: &Table) -> bool {
        let named = part.text("move").and_then(|word| self.scope.find(word.text));
        part.len() == 1 && self.rules.types.len() == 1 && named.is_some()
    }

    /// Effects of moves: walls on the squares they begin on, blasts, and captors that turn to stone.
    pub(super) fn after(&mut self) {
        let root = self.root;
        for (_, table) in root.rules("after", &after::KEYS) {
            self.here = table.span();
            let text = |key| table.text(key).map(|word| word.text);
            match (table.len(), text("move"), text("wall"), text("remove")) {
                (2, Some("any"), Some("its start"), _) => self.means("wallingRule", "trail"),
                (2, Some(_), Some("its square"), _) if self.petrify(table) => {}
                (2, Some("capture"), _, Some(removed)) if self.blast(removed) => {}
                (2, Some(captors), _, Some("it")) if self.burst(captors) => {}
                (2, Some(moves), ..) if text("flip").is_some_and(|flip| self.flip(moves, flip)) => {}
                _ => self.unsaid(table.span(), "`[after]`", "this rule"),
            }
        }
    }

    /// Returns `true` if some effect of a capture may remove the royal piece that makes it: it is then exported as the last of its type.
    pub(super) fn takes_royal(&self) -> bool {
        let blast = |table: &Table| {
            table.text("remove").is_some_and(|word| spared(word.text).is_some())
                && table.text("move").is_some_and(|word| word.text == "capture")
        };
        let stone = |table: &Table| {
            let captors = self.captors_to_stone(table).unwrap_or_default();
            captors.iter().any(|&kind| self.rules.types[usize::from(kind)].royal)
        };
        let effects = self.root.rules("after", &after::KEYS);
        effects.iter().any(|(_, table)| blast(table) || stone(table))
    }

    /// The royal types as pieces that must not run out.
    fn last_of_its_type(&mut self) {
        let types = (0..).zip(&self.rules.types);
        let royal: Vec<TypeId> = types.filter(|(_, kind)| kind.royal).map(|(id, _)| id).collect();
        if !royal.is_empty() {
            self.flag("extinctionPseudoRoyal", true);
            let letters = self.lettered(&royal);
            self.set("extinctionPieceTypes", letters);
            self.set("extinctionValue", "loss");
        }
    }

    /// A blast: everything around a capture is removed but pawns and immune types; `false` if it is a different one.
    fn blast(&mut self, removed: &str) -> bool {
        let pawn = self.options.get(pawn()).cloned();
        let names =
            |text: &str| text.replace(" or ", ", ").split(", ").map(|name| self.scope.find(name)).collect();
        let Some(spared) = spared(removed).and_then(|text| -> Option<Vec<TypeId>> { names(text) }) else {
            return false;
        };
        let (pawns, immune): (Vec<TypeId>, Vec<TypeId>) =
            spared.into_iter().partition(|&kind| pawn == Some(self.letters.of(kind).to_string()));
        if pawns.is_empty() || immune.is_empty() != removed.starts_with("it, ") {
            return false;
        }
        if !immune.is_empty() {
            let letters = self.lettered(&immune);
            self.set("blastImmuneTypes", letters);
        }
        self.flag("blastOnCapture", true);
        self.last_of_its_type();
        true
    }

    /// Returns `true` if pieces change sides by a rule that Fairy-Stockfish has a name for.
    pub(super) fn flips(&self) -> bool {
        self.options.contains_key("flipEnclosedPieces")
    }

    /// Pieces that change sides; `false` if they do so by a rule that Fairy-Stockfish has no name for.
    fn flip(&mut self, moves: &str, flipped: &str) -> bool {
        let found = ini::FLIPS.iter().find(|(_, effect)| *effect == [moves, flipped]);
        if let Some((meaning, _)) = found {
            self.means("flipEnclosedPieces", meaning);
        }
        found.is_some()
    }

    /// Captors that are removed after a blast that spares them; `false` if immune ones are among them.
    fn burst(&mut self, captors: &str) -> bool {
        let Some(names) = captors.strip_prefix("capture by any but ") else { return false };
        let types: Option<Vec<TypeId>> = names.split(", ").map(|name| self.scope.find(name)).collect();
        types.is_some_and(|types| self.options.get("blastImmuneTypes") == Some(&self.lettered(&types)))
    }

    /// Captors that turn to stone.
    fn petrify(&mut self, table: &Table) -> bool {
        let Some(captors) = self.captors_to_stone(table) else { return false };
        if self.root.table("hand").is_some_and(|hand| hand.contains("captures")) {
            self.unsaid(table.span(), "captors that turn to stone where captured pieces go to hand", "here");
        }
        let letters = self.lettered(&captors);
        self.set("petrifyOnCaptureTypes", letters);
        if self.takes_royal() {
            self.last_of_its_type();
        }
        true
    }

    /// The types of an effect by which captors turn to stone.
    fn captors_to_stone(&self, table: &Table) -> Option<Vec<TypeId>> {
        table.text("wall").filter(|word| word.text == "its square" && table.len() == 2)?;
        let kinds = move_kinds::read(&self.scope, table.text("move")?, &mut Report::default())?;
        match &kinds.0[..] {
            [MoveKind::Capture { of, by }] if of.is_empty() && !by.is_empty() => Some(by.clone()),
            _ => None,
        }
    }

    pub(super) fn capture(&mut self) {
        let Some(table) = self.root.table("capture") else { return };
        if self.only("capture", table, &["compulsory"]) {
            match table.text("compulsory").map(|word| word.text) {
                Some("strict") => self.flag("mustCapture", true),
                _ => self.unsaid(table.span(), "what happens if a capture is missed", "here"),
            }
        }
    }
}
