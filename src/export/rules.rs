//! The rules between pieces and ends.

use std::collections::BTreeSet;

use super::Sheet;
use super::words::sides;
use crate::board::{Bits, SquareSet};
use crate::definition::{Node, Table};
use crate::feature::plan::MoveKind;
use crate::feature::{after, move_kinds, promotion};
use crate::ini::{listed, pawn, roaming, sided};
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::notation::moves;
use crate::text::Report;

/// Promotion of one side's pawns: the types, what they become, and whether they need not.
#[derive(Clone, Default)]
struct Pawns {
    from: Vec<TypeId>,
    to: Vec<TypeId>,
    optional: bool,
}

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

/// The text under a key; empty if there is none.
fn text<'a>(table: &'a Table, key: &str) -> &'a str {
    table.text(key).map_or("", |word| word.text)
}

/// The letter of a file.
fn letter(file: u8) -> String {
    char::from(b'a' + file).to_string()
}

impl Sheet<'_> {
    /// The regions of both sides under one option each, with the side in the place of a `#` or at the end.
    pub(super) fn regions(&mut self, option: &str, both: [SquareSet; 2]) {
        for (side, set) in Side::BOTH.into_iter().zip(both) {
            self.set(sided(option, side == Side::White), listed(&self.rules.geometry, set));
        }
    }

    /// Promotion of pawns, and of pieces with a promoted form.
    pub(super) fn promotion(&mut self) {
        let mut pawns: [Option<Pawns>; 2] = [None, None];
        let mut zones: [Option<SquareSet>; 2] = [None, None];
        let mut limits: [Vec<(TypeId, i64)>; 2] = Default::default();
        for (_, table) in self.root.rules("promotion", &promotion::KEYS) {
            self.here = table.span();
            let how = table.text("how").map_or("arriving", |word| word.text);
            let known = "pieces on to how move side optional limit";
            if !self.only_rule("promotion", table, &promotion::KEYS, known) {
                continue;
            }
            let optional = table.flag("optional") == Some(true);
            let zone = self.squares(table.text("on"));
            let here = table.get("to").map_or(table.span(), |entry| entry.key_span);
            let most = self.limits(table);
            for side in sides(table) {
                let at = side.index();
                limits[at].extend(&most);
                if zones[at].replace(zone[at]).is_some_and(|other| other != zone[at]) {
                    self.unsaid(here, "promotion in two zones of one side", "the second of them");
                }
                let (Some(from), Some(to)) = (table.text("pieces"), table.text("to")) else { continue };
                if to.text == "lost" || how != "arriving" || table.contains("move") {
                    self.not_here(here, "this way of promoting");
                    continue;
                }
                let rule = Pawns { from: self.types(from), to: self.types(to), optional };
                if pawns[at].replace(rule).is_some() {
                    self.unsaid(here, "two rules for pieces that promote", "the second of them");
                }
            }
            if let Some(forms) = table.table("to") {
                self.forms(table, forms, how, optional);
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
        let free = |limit: &(TypeId, i64)| {
            let becomes = |own: &Option<Pawns>| own.as_ref().is_some_and(|own| own.to.contains(&limit.0));
            limits.iter().zip(pawns).any(|(own, pawns)| becomes(pawns) && !own.contains(limit))
        };
        let odd = (all.iter().any(free), "a limit that only one side has");
        self.unsaid_in_if("promotion", "here", &[odd]);
        let text = |(kind, most)| format!("{}:{most}", self.letters.of(kind));
        let texts: Vec<String> = all.into_iter().map(text).collect();
        self.set_some("promotionLimit", (!texts.is_empty()).then(|| texts.join(" ")));
    }

    fn pawns(&mut self, pawns: &[Option<Pawns>; 2]) {
        for side in Side::BOTH {
            let Pawns { from, to, .. } = pawns[side.index()].clone().unwrap_or_default();
            for (option, types) in [("promotionPawnTypes", from), ("promotionPieceTypes", to)] {
                let letters = if types.is_empty() { "-".to_owned() } else { self.lettered(&types) };
                self.set(format!("{option}{}", side.capital()), letters);
            }
        }
        let optional: Vec<bool> = pawns.iter().flatten().map(|pawns| pawns.optional).collect();
        let differ = optional.windows(2).any(|pair| pair[0] != pair[1]);
        let odd = (differ, "that one side must promote and the other need not");
        self.unsaid_in_if("promotion", "here", &[odd]);
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
            match self.types(to)[..] {
                [to] if self.form_of(to) == Some(self.letters.of(from)) => {
                    pairs.push(format!("{}:{}", self.letters.of(from), self.letters.of(to)));
                }
                [to] if self.form_of(from) == Some(self.letters.of(to)) => back += 1,
                _ => {
                    let what = "what this piece becomes: the letter of a promoted form must be a plus and the letter of the piece";
                    self.not_here(entry.key_span, what);
                }
            }
        }
        let whole = self.squares(table.text("on")) == [self.rules.geometry.playable(); 2];
        let in_part = how != "arriving or leaving" && !whole;
        let odd = [
            (in_part, "a piece that turns over only as it arrives, or only as it leaves"),
            (sides(table).len() == 1, "pieces of one side that turn over"),
            (back != 0 && back != pairs.len(), "forms of which only some turn back"),
        ];
        self.unsaid_if(table.span(), "here", &odd);
        self.set("promotedPieceType", pairs.join(" "));
        self.flag_if("piecePromotionOnCapture", table.contains("move"));
        self.flag_if("mandatoryPiecePromotion", !optional);
        self.flag_if("pieceDemotion", back > 0);
    }

    /// The maximum number of pieces of a type that a side may have for another to become one.
    fn limits(&self, table: &Table) -> Vec<(TypeId, i64)> {
        let shared = table.integer("limit").zip(table.text("to")).into_iter();
        let shared = shared.flat_map(|(most, to)| self.types(to).into_iter().map(move |kind| (kind, most)));
        let own = table.named("limit");
        let own = own.filter_map(|(name, node)| Some((self.scope.find(name.text)?, node.integer()?)));
        shared.chain(own).collect()
    }

    /// Castling in two ways, to files that both sides share.
    pub(super) fn castling(&mut self) {
        let Some(table) = self.root.table("castling") else { return self.flag("castling", false) };
        self.only("castling", table, "ways unattacked side");
        let anywhere = table.named("ways").any(|(_, node)| node.table().is_some_and(is_from_anywhere));
        let geometry = &self.rules.geometry;
        let (mut files, mut partners): ([Option<u8>; 2], [Option<u8>; 2]) = Default::default();
        let mut home: Option<[u8; 2]> = None;
        let mut rooks: Vec<TypeId> = Vec::new();
        for way in self.rules.joint_moves() {
            let [king, rook] = way.parts;
            let squares = [king.from, king.to, rook.from, rook.to];
            let ([from, to, partner, beside], ranks) =
                (squares.map(|square| geometry.file(square)), squares.map(|square| geometry.rank(square)));
            let short = partner > from;
            let right = usize::from(!short);
            let seen = if short { to.checked_sub(1) } else { Some(to + 1) };
            let begins = [from, ranks[0]];
            let other = files[right].replace(to).is_some_and(|other| other != to)
                || !anywhere && partners[right].replace(partner).is_some_and(|other| other != partner)
                || !anywhere && home.replace(begins).is_some_and(|other| other != begins);
            if seen != Some(beside) || other || ranks.iter().any(|rank| *rank != ranks[0]) {
                return self.unsaid_in("castling", "these ways of castling", "here");
            }
            self.set("castlingKingPiece", self.letters.of(king.kind).to_string());
            if self.kind(king.kind).royal == way.unattacked.is_empty() {
                let what = "castling that heeds attacks on a piece that is not royal, or ignores attacks on one that is";
                return self.unsaid_in("castling", what, "here");
            }
            if !rooks.contains(&rook.kind) {
                rooks.push(rook.kind);
            }
        }
        let path = |text: &str| self.scope.find(text.strip_suffix("'s path")?);
        let known = |text: &str| text == "nothing" || path(text).is_some_and(|kind| self.kind(kind).royal);
        if let Some(word) = table.text("unattacked").filter(|word| !known(word.text)) {
            self.not_here(word.span, "which squares must not be attacked, other than the king's path");
        }
        self.set("castlingRookPieces", self.lettered(&rooks));
        self.files(["castlingKingsideFile", "castlingQueensideFile"], files);
        // where castling doesn't begin on the first rank, or the partners are not in the corners
        let corners = [Some(geometry.files - 1), Some(0)];
        if let Some([file, rank]) = home.filter(|[_, rank]| *rank > 0 || partners != corners) {
            self.set("castlingRank", (rank + 1).to_string());
            self.set("castlingKingFile", letter(file));
            self.files(["castlingRookKingsideFile", "castlingRookQueensideFile"], partners);
        }
        self.flag_if(roaming(), anywhere);
    }

    fn files(&mut self, options: [&str; 2], files: [Option<u8>; 2]) {
        for (option, file) in options.into_iter().zip(files) {
            self.set_some(option, file.map(letter));
        }
    }

    /// Captures in passing, of and by pawns.
    pub(super) fn en_passant(&mut self) {
        let Some(table) = self.root.table("en-passant") else {
            let steps = self.options.contains_key("doubleStepRegionWhite");
            return self.set_some("enPassantTypes", steps.then_some("-"));
        };
        self.only("en-passant", table, "pieces by on");
        let of = |key| table.text(key).map(|word| self.types(word));
        let pieces = of("pieces").unwrap_or_default();
        let by = of("by").unwrap_or_else(|| pieces.clone());
        // in Fairy-Stockfish, the types that may be captured in passing are those with first moves that may also capture so
        let differs = |kind: &TypeId| self.stepping.contains(kind) != pieces.contains(kind);
        let odd = !pieces.iter().all(|kind| by.contains(kind)) || by.iter().any(differs);
        self.unsaid_if(table.span(), "here", &[(odd, "en passant captures of these pieces by these")]);
        let letters = self.lettered(&by);
        if self.options.get(pawn()) != Some(&letters) {
            self.set("enPassantTypes", letters);
        }
        if table.contains("on") {
            // in Fairy-Stockfish, the squares are those of the side that captures
            let [white, black] = self.squares(table.text("on"));
            self.regions("enPassantRegion", [black, white]);
        }
    }

    /// Reports neutral pieces that no turn puts on the board, and those that are on it at the start.
    pub(super) fn neutral(&mut self) {
        let stands = self.rules.array.iter().any(|(_, piece)| piece.get().is_none());
        let odd = stands || !self.has("wallingRule", "neutral");
        let Some(table) = self.root.table("pieces") else { return };
        for kind in self.rules.types.iter().filter(|kind| kind.neutral && odd) {
            let span = table.get(&kind.name).map_or(table.span(), |entry| entry.key_span);
            let what = "a neutral piece other than one that each turn puts on the board";
            self.unsaid(span, what, "this piece");
        }
    }

    pub(super) fn turn(&mut self) {
        let Some(table) = self.root.table("turn") else { return };
        let mut rest = table.clone();
        rest.remove("first-mover");
        if let Some(parts) = rest.remove("every").filter(|parts| !self.walling(&parts.node)) {
            self.not_here(parts.key_span, "these parts of a turn");
        }
        self.each_paired("turn", &rest, "this pass");
    }

    /// A move and then a wall: as an arrow of the piece that moved, or anywhere on some squares; `false` if it is something else.
    fn walling(&mut self, parts: &Node) -> bool {
        let Some([first, second]) = parts.list() else { return false };
        let (Some(first), Some(second)) = (first.table(), second.table()) else { return false };
        // in a game with one type, its name says the same as `any`
        let all = first.text("move").is_some_and(|word| {
            word.text == "any" || self.rules.types.len() == 1 && self.scope.find(word.text).is_some()
        });
        let place = text(second, "place");
        let named = self.scope.find(place).filter(|_| place != "wall");
        let neutral = named.is_some_and(|kind| self.kind(kind).neutral);
        let known = second.keys().all(|key| ["place", "on", "at"].contains(&key));
        if !all || first.len() != 1 || self.has_royal() || !known || place != "wall" && !neutral {
            return false;
        }
        if second.contains("on") {
            self.regions("wallingRegion", self.squares(second.text("on")));
        }
        let rule = match second.text("at") {
            None if neutral => "neutral",
            None => "anywhere",
            Some(at) => {
                let by = at.text.strip_suffix(" from it").and_then(|by| moves::moves(&format!("m{by}")).ok());
                let alike = |kind: &PieceType| {
                    by.as_ref().is_some_and(|(by, _)| crate::compare::movements_alike(by, &kind.movement))
                };
                if neutral || !self.rules.types.iter().all(alike) {
                    return false;
                }
                "arrow"
            }
        };
        self.means("wallingRule", rule);
        true
    }

    /// Effects of moves: walls on the squares they begin on, blasts, and captors that turn to stone.
    pub(super) fn after(&mut self) {
        for (_, table) in self.root.rules("after", &after::KEYS) {
            self.here = table.span();
            let known = match (table.len(), text(table, "move"), text(table, "remove")) {
                (2, "capture", removed) if !removed.is_empty() => self.blast(removed),
                (2, captors, "it") if !captors.is_empty() => self.burst(captors),
                _ => self.paired("after", table),
            };
            self.unsaid_if(table.span(), "this rule", &[(!known, "`[after]`")]);
            if self.captors_to_stone(table).is_some() {
                let to_hand = self.root.table("hand").is_some_and(|hand| hand.contains("captures"));
                let odd = (to_hand, "captors that turn to stone where captured pieces go to hand");
                self.unsaid_if(table.span(), "here", &[odd]);
                if self.takes_royal() {
                    self.last_of_its_type();
                }
            }
        }
    }

    /// Returns `true` if some effect of a capture may remove the royal piece that makes it: it is then exported as the last of its type.
    pub(super) fn takes_royal(&self) -> bool {
        let blast = |one: &Table| spared(text(one, "remove")).is_some() && text(one, "move") == "capture";
        let stone = |table: &Table| {
            let captors = self.captors_to_stone(table).unwrap_or_default();
            captors.iter().any(|&kind| self.kind(kind).royal)
        };
        let effects = self.root.rules("after", &after::KEYS);
        effects.iter().any(|(_, table)| blast(table) || stone(table))
    }

    /// The royal types as pieces that must not run out.
    fn last_of_its_type(&mut self) {
        let royal: Vec<TypeId> = self.kinds().filter(|&kind| self.kind(kind).royal).collect();
        if !royal.is_empty() {
            self.flag("extinctionPseudoRoyal", true);
            self.set("extinctionPieceTypes", self.lettered(&royal));
            self.set("extinctionValue", "loss");
        }
    }

    /// A blast: everything around a capture is removed but pawns and immune types; `false` if it is a different one.
    fn blast(&mut self, removed: &str) -> bool {
        let pawn = self.declared_by(pawn());
        let Some(names) = spared(removed) else { return false };
        let spared = self.named(&names.replace(" or ", ", "));
        let (pawns, immune): (Vec<TypeId>, Vec<_>) = spared.into_iter().partition(|&kind| pawn == Some(kind));
        if pawns.is_empty() || immune.is_empty() != removed.starts_with("it, ") {
            return false;
        }
        self.set_some("blastImmuneTypes", (!immune.is_empty()).then(|| self.lettered(&immune)));
        self.flag("blastOnCapture", true);
        self.last_of_its_type();
        true
    }

    /// Captors that are removed after a blast that spares them; `false` if immune ones are among them.
    fn burst(&mut self, captors: &str) -> bool {
        let Some(names) = captors.strip_prefix("capture by any but ") else { return false };
        let types = self.named(names);
        !types.is_empty() && self.options.get("blastImmuneTypes") == Some(&self.lettered(&types))
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
}
