//! Promotion: the first pieces of the text become others on the last ranks.

use super::Page;
use super::pieces::gain;
use crate::board::{Bits, SquareSet};
use crate::definition::Table;
use crate::export::words::sides;
use crate::feature::promotion;
use crate::model::pieces::{Side, TypeId};
use crate::text::Span;

/// Promotion as the Diagram knows it: the same for both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Promotion {
    pub(super) from: Vec<TypeId>,
    pub(super) to: Vec<TypeId>,
    /// The number of ranks, counted from the last one.
    pub(super) depth: u8,
    pub(super) optional: bool,
}

/// Keys that are read.
const READ: &str = "pieces on to how side optional";

impl Page<'_> {
    /// The promotion of both sides.
    pub(super) fn promotion(&mut self) -> Promotion {
        let mut found: [Option<Promotion>; 2] = [None, None];
        for (_, table) in self.root.rules("promotion", &promotion::KEYS) {
            if !self.only("promotion", table, READ) {
                continue;
            }
            let Some((from, to)) = self.becomes(table) else { continue };
            for side in sides(table) {
                self.one_side(table, side, (from.clone(), to.clone()), &mut found[side.index()]);
            }
        }
        let [white, black] = found;
        if white != black && !self.report.has_errors() {
            self.unsaid_in("promotion", "promotion that differs between White and Black", "here");
        }
        white.unwrap_or_default()
    }

    /// Adds what a table says of a side.
    fn one_side(
        &mut self,
        table: &Table,
        side: Side,
        (from, to): (Vec<TypeId>, Vec<TypeId>),
        found: &mut Option<Promotion>,
    ) {
        let optional = table.flag("optional") == Some(true);
        let zone = self.squares(table.text("on"))[side.index()];
        let Some(depth) = self.depth(zone, side, &from, optional) else {
            let place = table.get("on").map_or(table.span(), |entry| entry.key_span);
            return self.unsaid(place, "promotion other than on the last ranks", "these squares");
        };
        let new = Promotion { from, to, depth, optional };
        match found {
            None => *found = Some(new),
            Some(known) if (&known.to, known.depth, known.optional) == (&new.to, depth, optional) => {
                known.from.extend(new.from);
            }
            Some(_) => self.unsaid(table.span(), "two ways of promotion", "the second of them"),
        }
    }

    /// Returns the types that promote and the types they become.
    fn becomes(&mut self, table: &Table) -> Option<(Vec<TypeId>, Vec<TypeId>)> {
        let entry = table.get("to")?;
        let how = table.text("how").filter(|word| word.text != "arriving");
        let lost = entry.node.text().filter(|word| word.text == "lost");
        let odd = [(how, "promotion other than by arriving"), (lost, "promotion to lost pieces")];
        if let Some((word, what)) = odd.into_iter().find_map(|(word, what)| Some((word?, what))) {
            self.not_here(word.span, what);
            return None;
        }
        if let Some(word) = entry.node.text() {
            return Some((self.types(table.text("pieces")?), self.types(word)));
        }
        let forms = entry.node.table()?;
        let each: Vec<(TypeId, Vec<TypeId>, Span)> = forms
            .iter()
            .filter_map(|(name, entry)| {
                Some((self.scope.find(name)?, self.types(entry.node.text()?), entry.key_span))
            })
            .collect();
        let (_, to, _) = each.first()?.clone();
        if let Some((.., place)) = each.iter().find(|(_, other, _)| *other != to) {
            self.not_here(*place, "different promotions for different pieces");
            return None;
        }
        Some((each.into_iter().map(|(from, ..)| from).collect(), to))
    }

    /// The number of ranks of a zone, if it is all of a side's last ranks, or if what is behind its first rank can't be reached.
    fn depth(&self, zone: SquareSet, side: Side, from: &[TypeId], optional: bool) -> Option<u8> {
        let geometry = &self.rules.geometry;
        let first = zone.squares().map(|square| self.advanced(square, side)).min()?;
        let whole = |only: Option<u8>| {
            let mut behind = geometry.playable().squares().filter(|square| {
                let rank = self.advanced(*square, side);
                only.map_or(rank >= first, |only| rank == only)
            });
            behind.all(|square| zone.has(square))
        };
        let steps = |kind: &TypeId| {
            let movement = &self.kind(*kind).movement;
            let mut courses = movement.moves.iter().flat_map(|term| &term.courses);
            movement.paths.is_empty() && courses.all(|course| gain(course).is_some_and(|gain| gain < 2))
        };
        let mut starts = from.iter().flat_map(|kind| self.standing(*kind, side));
        let starts = starts.all(|square| self.advanced(square, side) < first);
        let stopped = !optional && starts && from.iter().all(steps) && whole(Some(first));
        (whole(None) || stopped).then_some(geometry.ranks - first)
    }

    /// The letters of what may be chosen.
    pub(super) fn choice(&mut self, promotion: &Promotion) -> String {
        let kept: &[TypeId] = match (promotion.optional, &promotion.from[..]) {
            (false, _) => &[],
            (true, own @ [_]) => own,
            (true, _) => {
                self.unsaid_in("promotion", "that several pieces need not promote", "here");
                &[]
            }
        };
        let chosen = promotion.to.iter().chain(kept);
        let letter = |kind: &TypeId| {
            self.pieces.iter().find(|piece| piece.kind == *kind).map(|piece| piece.id.as_str())
        };
        chosen.filter_map(letter).collect()
    }
}
