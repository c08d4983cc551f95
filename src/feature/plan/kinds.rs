//! Kinds of move, as bans and duties name them.

use crate::board::Bits;
use crate::feature::rule::KindOfMove;
use crate::model::pieces::{Piece, TypeId, places_of};
use crate::moves::{Effect, Move, Origin};
use crate::state::State;

/// Kinds of move, one of which a move must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveKinds(pub(crate) Vec<MoveKind>);

/// A kind of move. An empty list of types stands for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Any,
    By(Vec<TypeId>),
    Capture {
        of: Vec<TypeId>,
        by: Vec<TypeId>,
    },
    Drop {
        of: Vec<TypeId>,
    },
    Promotion {
        of: Vec<TypeId>,
        to: Vec<TypeId>,
    },
    /// A kind that a feature adds.
    Named(&'static KindOfMove),
    /// By one of these that has not moved before: used only by gates of pieces in hand.
    First {
        of: Vec<TypeId>,
    },
    /// A jump of one of the first over one of the second: never tested on a move, because it is laid out in tables.
    Over {
        by: Vec<TypeId>,
        hurdles: Vec<TypeId>,
    },
}

/// Kinds of move as masks over the places of types.
#[derive(Clone, Debug, Default)]
pub(crate) struct KindMasks {
    by: u64,
    drops: u64,
    captures: Vec<(u64, u64)>,
    promotions: Vec<(u64, u64)>,
    /// True if some kind is not expressed by masks.
    named: bool,
}

impl KindMasks {
    /// Masks that tell nothing.
    pub(crate) const UNKNOWN: Self =
        Self { by: 0, drops: 0, captures: Vec::new(), promotions: Vec::new(), named: true };

    /// Returns `true` if no drop is of one of the kinds.
    pub(crate) fn spares_drops(&self) -> bool {
        !self.named && self.by == 0 && self.drops == 0
    }

    /// Returns `true` if a plain move or a drop is of one of the kinds; `None` if that is not known. What a piece becomes by a promotion may
    /// change where more follows.
    #[inline(always)]
    pub(crate) fn has<B: Bits>(&self, state: &State<B>, mv: Move, more_follows: bool) -> Option<bool> {
        if self.named {
            return None;
        }
        let after = mv.after.place();
        if mv.is_drop() {
            return Some((self.by | self.drops) >> after & 1 != 0);
        }
        if !mv.is_plain() {
            return None;
        }
        let before = state.at(mv.from).place();
        if self.by >> before & 1 != 0 {
            return Some(true);
        }
        if mv.takes() && !self.captures.is_empty() {
            let taken = state.at(mv.take).place();
            if self.captures.iter().any(|(of, by)| of >> taken & by >> before & 1 != 0) {
                return Some(true);
            }
        }
        if before == after {
            return Some(false);
        }
        let mut promotions = self.promotions.iter().filter(|(of, _)| of >> before & 1 != 0);
        match more_follows && promotions.clone().any(|(_, to)| *to != !0) {
            true => None,
            false => Some(promotions.any(|(_, to)| to >> after & 1 != 0)),
        }
    }
}

impl MoveKinds {
    /// Returns the kinds as masks.
    pub(crate) fn masks(&self) -> KindMasks {
        let some = |types: &[TypeId]| if types.is_empty() { !0 } else { places_of(types) };
        let mut masks = KindMasks::default();
        for kind in &self.0 {
            match kind {
                MoveKind::Any => masks.by = !0,
                MoveKind::By(types) => masks.by |= places_of(types),
                MoveKind::Capture { of, by } => masks.captures.push((some(of), some(by))),
                MoveKind::Drop { of } => masks.drops |= some(of),
                MoveKind::Promotion { of, to } => masks.promotions.push((some(of), some(to))),
                MoveKind::Named(_) => masks.named = true,
                MoveKind::First { .. } | MoveKind::Over { .. } => {}
            }
        }
        masks
    }

    /// Returns `true` if a move with this effect is of one of the kinds; `name` is its name, given by the feature that made it.
    pub(crate) fn has<B: Bits>(&self, effect: &Effect<'_, B>, name: &str) -> bool {
        self.0.iter().any(|kind| kind.is(effect, name))
    }

    /// Returns the indices of the types that make the moves of these kinds, a bit for each, if there is no other requirement.
    pub(crate) fn only_by(&self) -> Option<u64> {
        self.0.iter().try_fold(0, |all, kind| match kind {
            MoveKind::By(types) => Some(all | places_of(types)),
            _ => None,
        })
    }

    /// Returns `true` if all of them are captures.
    pub(crate) fn are_captures(&self) -> bool {
        self.0.iter().all(|kind| matches!(kind, MoveKind::Capture { .. }))
    }

    /// Returns the types that may be dropped by moves of these kinds, if no other moves are; an empty list stands for all.
    pub(crate) fn only_drops(&self) -> Option<Vec<TypeId>> {
        let mut all = Vec::new();
        for kind in &self.0 {
            match kind {
                MoveKind::Drop { of } if of.is_empty() => return (self.0.len() == 1).then(Vec::new),
                MoveKind::Drop { of } => all.extend(of),
                _ => return None,
            }
        }
        Some(all)
    }
}

impl MoveKind {
    fn is<B: Bits>(&self, effect: &Effect<'_, B>, name: &str) -> bool {
        let among = |types: &[TypeId], piece: Piece| {
            types.is_empty() || !piece.is_empty() && types.contains(&piece.kind())
        };
        // the most frequent test first
        match self {
            Self::Any => return true,
            Self::Capture { of, by } if of.is_empty() && by.is_empty() => return effect.captures(|_| true),
            Self::Drop { of } if of.is_empty() => return effect.origin() == Origin::Hand,
            _ => {}
        }
        let (before, after) = effect.mover();
        match self {
            Self::Any => true,
            Self::By(types) => !before.is_empty() && among(types, before),
            Self::Capture { of, by } => among(by, before) && effect.captures(|piece| among(of, piece)),
            // the piece that comes from the hand, whatever becomes of it
            Self::Drop { of } => effect.origin() == Origin::Hand && among(of, before),
            Self::Promotion { of, to } => effect.promotes() && among(of, before) && among(to, after),
            Self::Named(kind) => kind.names.contains(&name),
            Self::First { .. } | Self::Over { .. } => false,
        }
    }
}
