//! Promotion: the first pieces of the text become others on the last ranks.

use super::Page;
use crate::board::Bits;
use crate::definition::Table;
use crate::export::words::sides;
use crate::feature::promotion;
use crate::model::movement::Course;
use crate::model::pieces::{Side, TypeId};

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
            let optional = table.flag("optional") == Some(true);
            let place = table.get("on").map_or(table.span(), |entry| entry.key_span);
            for side in sides(table) {
                let Some(depth) = self.depth(table, side, &from, optional) else {
                    self.unsaid(place, "promotion other than on the last ranks", "these squares");
                    continue;
                };
                let new = Promotion { from: from.clone(), to: to.clone(), depth, optional };
                match &mut found[side.index()] {
                    Some(known) if (&known.to, known.depth, known.optional) == (&to, depth, optional) => {
                        known.from.extend(new.from);
                    }
                    Some(_) => self.unsaid(table.span(), "two ways of promotion", "the second of them"),
                    none => *none = Some(new),
                }
            }
        }
        let [white, black] = found;
        let differ = white != black && !self.report.has_errors();
        let odd = (differ, "promotion that differs between White and Black");
        self.unsaid_in_if("promotion", "here", &[odd]);
        white.unwrap_or_default()
    }

    /// Returns the types that promote and the types they become.
    fn becomes(&mut self, table: &Table) -> Option<(Vec<TypeId>, Vec<TypeId>)> {
        let node = table.node("to")?;
        let how = table.text("how").filter(|word| word.text != "arriving");
        let lost = node.text().filter(|word| word.text == "lost");
        let odd = [(how, "promotion other than by arriving"), (lost, "promotion to lost pieces")];
        if let Some((word, what)) = odd.into_iter().find_map(|(word, what)| Some((word?, what))) {
            self.not_here(word.span, what);
            return None;
        }
        if let Some(word) = node.text() {
            return Some((self.types(table.text("pieces")?), self.types(word)));
        }
        let forms = table.named("to");
        let forms = forms.filter_map(|(name, node)| Some((name, self.scope.find(name.text)?, node.text()?)));
        let forms: Vec<_> = forms.map(|(name, from, to)| (name, from, self.types(to))).collect();
        let (.., to) = forms.first()?;
        if let Some((name, ..)) = forms.iter().find(|(.., other)| other != to) {
            self.not_here(name.span, "different promotions for different pieces");
            return None;
        }
        Some((forms.iter().map(|(_, from, _)| *from).collect(), to.clone()))
    }

    /// The number of ranks of a zone, if it is all of a side's last ranks, or if what is behind its first rank can't be reached.
    fn depth(&self, table: &Table, side: Side, from: &[TypeId], optional: bool) -> Option<u8> {
        let geometry = &self.rules.geometry;
        let zone = self.squares(table.text("on"))[side.index()];
        let first = zone.squares().map(|square| self.advanced(square, side)).min()?;
        let outside = (geometry.playable() & !zone).squares().map(|square| self.advanced(square, side));
        let outside: Vec<u8> = outside.filter(|rank| *rank >= first).collect();
        let rises = |course: &Course, by: i8| course.cycle.iter().any(|step| step.dy >= by);
        let far = |course: &Course| rises(course, 1) && course.max != Some(1) || rises(course, 2);
        let steps = |kind: &TypeId| {
            let movement = &self.kind(*kind).movement;
            movement.paths.is_empty() && !movement.moves.iter().flat_map(|term| &term.courses).any(far)
        };
        let mut starts = from.iter().flat_map(|kind| self.standing(*kind, side));
        let behind = starts.all(|square| self.advanced(square, side) < first);
        let stopped = !optional && behind && from.iter().all(steps) && !outside.contains(&first);
        (outside.is_empty() || stopped).then_some(geometry.ranks - first)
    }

    /// The letters of what may be chosen.
    pub(super) fn choice(&mut self, promotion: &Promotion) -> String {
        let stays = promotion.optional && promotion.from.len() == 1;
        let odd = (promotion.optional && !stays, "that several pieces need not promote");
        self.unsaid_in_if("promotion", "here", &[odd]);
        let kept = promotion.from.iter().filter(|_| stays);
        promotion.to.iter().chain(kept).filter_map(|kind| self.id(*kind)).collect()
    }

    /// The letter of a type in the diagram.
    pub(super) fn id(&self, kind: TypeId) -> Option<char> {
        self.pieces.iter().find(|piece| piece.kind == kind).map(|piece| piece.id)
    }
}
