//! Paths laid out: every way a path leads from a square, with what must stand on the squares it depends on.
//!
//! The walk is that of the notation's description: a leg is tried on each square of its ray; an occupied square ends the ray; the square
//! the piece began on, and squares that the move itself has emptied, count as empty; a capture in passing exists only if the rest can be
//! completed. The walk is made once, when a game is compiled, for every occupancy at once: what a square must hold becomes a condition of
//! the way. It is generic over the plane, so that a movement can be laid out on a board, or around a piece on an endless one.

use std::fmt::Debug;

use smallvec::SmallVec;

use super::budget::{Budget, PER_PATH, PER_WAY, TooManyWays};
use crate::board::Wrap;
use crate::model::movement::Offset;
use crate::model::path::{Ends, Jumped, Leg, Path, Place, Reach};
use crate::order;

/// Squares on which paths are laid out, as the mover sees them.
pub(crate) trait Plane {
    /// A square.
    type At: Copy + Ord + Debug;

    /// Returns the square a displacement away, if a piece may go there directly.
    fn step(&self, from: Self::At, by: Offset, wrap: Wrap) -> Option<Self::At>;

    /// The squares that a displacement jumps, for one that can be lame.
    fn jumped(&self, from: Self::At, by: Offset, wrap: Wrap) -> Option<Vec<Self::At>> {
        let mut at = from;
        let steps = by.steps();
        let between = steps[..steps.len().saturating_sub(1)].iter().map(|&step| {
            at = self.step(at, step, wrap)?;
            Some(at)
        });
        between.collect()
    }

    /// Every square.
    fn every(&self) -> Vec<Self::At>;

    /// Returns `true` if a path that is limited to some squares has this way.
    fn allows(&self, _place: &Place, _from: Self::At, _way: &Way<Self::At>) -> bool {
        true
    }

    /// The number of steps from a square to the middle of the board, at least 1.
    fn to_the_middle(&self, from: Self::At) -> u16;
}

/// The content that a square must have for a way to be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Need {
    Empty,
    /// Any piece.
    Hurdle,
    /// Any piece but an enemy.
    TameHurdle,
    Enemy,
    RoyalEnemy,
    Own,
    /// Nothing; but the last mover passed over it, and is captured.
    Passed,
}

/// One way from a square to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Way<At> {
    pub(crate) to: At,
    /// The permitted content of `to`, of which `OWN` and `ENEMY` are captured.
    pub(crate) ends: Ends,
    /// The required content of other squares, in order of the squares.
    pub(crate) needs: SmallVec<[(At, Need); 8]>,
    /// The squares of the pieces captured in passing.
    pub(crate) taken: Vec<At>,
    /// A captured piece (its square) is set down on another square.
    pub(crate) set_down: Option<(At, At)>,
    /// The square of the piece that moves instead.
    pub(crate) relay: Option<At>,
    /// Royal pieces can't be captured on `to`.
    pub(crate) tame: bool,
    /// The squares on which the moved piece may be captured en passant.
    pub(crate) leaves: Vec<At>,
}

impl<At: Copy + Ord> Way<At> {
    /// Returns `true` if all that matters is which squares are occupied, and all that happens is the move of one piece, which captures what
    /// stands where it ends.
    #[inline]
    pub(crate) fn is_plain(&self, from: At) -> bool {
        let occupancy = |need: &(At, Need)| matches!(need.1, Need::Empty | Need::Hurdle);
        let usual = Ends::USUAL | Ends::ROYAL;
        self.needs.iter().all(occupancy)
            && self.taken.is_empty()
            && self.set_down.is_none()
            && self.relay.is_none()
            && self.ends.is_within(usual)
            && !(self.tame && self.ends.meets(Ends::ENEMY))
            && self.to != from
    }

    /// Splits off what is not plain about its ends; the plain part first.
    fn split(mut self, from: At) -> impl Iterator<Item = Self> {
        let ends = self.ends;
        // a way that spares royal pieces is handled separately
        let usual = if self.tame { Ends::EMPTY } else { Ends::USUAL | Ends::ROYAL };
        self.ends = ends.and(usual);
        let (first, second) = match self.is_plain(from) {
            true => (ends.and(usual), ends.without(usual)),
            // a capture en passant is another move than one to an empty square
            false => (ends.without(Ends::PASSED), ends.and(Ends::PASSED)),
        };
        let second = (second != Ends::NOTHING).then(|| Self { ends: second, ..self.clone() });
        self.ends = first;
        (first != Ends::NOTHING).then_some(self).into_iter().chain(second)
    }
}

/// Returns every way that a path of a game leads from a square; those that differ in nothing appear once.
///
/// # Errors
/// If there are too many of them, which there are not once the game has been read.
pub(crate) fn ways<P: Plane>(plane: &P, path: &Path, from: P::At) -> Result<Vec<Way<P::At>>, TooManyWays> {
    ways_within(plane, path, from, &Budget::default())
}

/// The same within a budget.
///
/// # Errors
/// If it is exhausted.
pub(crate) fn ways_within<P: Plane>(
    plane: &P,
    path: &Path,
    from: P::At,
    budget: &Budget,
) -> Result<Vec<Way<P::At>>, TooManyWays> {
    let mut walker = Walker {
        plane,
        legs: &path.legs,
        from,
        origin: from,
        needs: Vec::new(),
        taken: Vec::new(),
        unloads: None,
        leaves: Vec::new(),
        relay: None,
        found: Vec::new(),
        budget,
    };
    let start = Start { at: from, steps: 0, phase: 0, most: 0 };
    budget.spend(PER_PATH)?;
    walker.leg(0, start)?;
    let allowed = |way: &Way<P::At>| path.place.as_ref().is_none_or(|place| plane.allows(place, from, way));
    let mut found = walker.found;
    found.sort_unstable();
    found.dedup();
    Ok(found.into_iter().filter(allowed).collect())
}

/// The start of a leg, with the direction of the previous leg.
#[derive(Clone, Copy)]
struct Start<At> {
    at: At,
    /// The number of displacements of the previous leg, its place in the cycle, and its limit.
    steps: usize,
    phase: usize,
    most: usize,
}

/// A walk along a path.
struct Walker<'a, P: Plane> {
    plane: &'a P,
    legs: &'a [Leg],
    /// The square of the piece whose move it is.
    from: P::At,
    /// The square of the piece that continues the move: another one after a relay.
    origin: P::At,
    needs: Vec<(P::At, Need)>,
    taken: Vec<P::At>,
    /// The first square on which a captured piece is set down, and the number of pieces captured before.
    unloads: Option<(P::At, usize)>,
    leaves: Vec<P::At>,
    relay: Option<P::At>,
    found: Vec<Way<P::At>>,
    budget: &'a Budget,
}

/// The known content of a square.
enum Known {
    Empty,
    Occupied,
    Nothing,
}

impl<P: Plane> Walker<'_, P> {
    fn known(&self, at: P::At) -> Known {
        if at == self.origin || self.taken.contains(&at) {
            return Known::Empty;
        }
        match self.needs.iter().find(|(square, _)| *square == at) {
            Some((_, Need::Empty | Need::Passed)) => Known::Empty,
            Some(_) => Known::Occupied,
            // the piece that has passed on its move stays
            None if at == self.from => Known::Occupied,
            None => Known::Nothing,
        }
    }

    /// Spends the steps of a square: the longer the way to it, the longer it takes to find out what is known of it.
    #[inline]
    fn visit(&self) -> Result<(), TooManyWays> {
        self.budget.spend(1 + (self.needs.len() + self.taken.len()) as u64 / 8)
    }

    /// Walks the legs from an index on.
    fn leg(&mut self, index: usize, start: Start<P::At>) -> Result<(), TooManyWays> {
        let leg = &self.legs[index];
        let (needs, unloads, leaves) = (self.needs.len(), self.unloads, self.leaves.len());
        if leg.unloads && self.unloads.is_none() {
            self.unloads = Some((start.at, self.taken.len()));
        }
        if leg.cycle.is_empty() {
            for at in self.plane.every().into_iter().filter(|&at| at != start.at) {
                self.visit()?;
                self.arrive(index, Start { at, steps: 1, phase: 0, most: 1 })?;
            }
        } else {
            self.ride(index, start)?;
        }
        self.needs.truncate(needs);
        self.leaves.truncate(leaves);
        self.unloads = unloads;
        Ok(())
    }

    /// Walks along a leg as far as the way may be clear.
    fn ride(&mut self, index: usize, start: Start<P::At>) -> Result<(), TooManyWays> {
        let leg = &self.legs[index];
        let most = match leg.reach {
            Reach::Most(most) => usize::from(most),
            Reach::Unlimited => usize::MAX,
            Reach::Rest if start.most == usize::MAX => usize::MAX,
            Reach::Rest => start.most.saturating_sub(start.steps),
            Reach::Same => start.steps,
            Reach::Half => usize::from(self.plane.to_the_middle(start.at)),
        };
        let phase = if leg.goes_on { start.phase } else { 0 };
        let mut at = start.at;
        for step in 1..=most {
            self.visit()?;
            let by = leg.cycle[(phase + step - 1) % leg.cycle.len()];
            if leg.jumped != Jumped::Anything && !self.jump(leg, at, by) {
                return Ok(());
            }
            let Some(next) = self.plane.step(at, by, leg.wrap).filter(|&next| next != start.at) else {
                return Ok(());
            };
            at = next;
            if leg.skips && step == 1 {
                continue;
            }
            if leg.reach != Reach::Same || step == most {
                self.arrive(index, Start { at, steps: step, phase: phase + step, most })?;
            }
            match self.known(at) {
                Known::Empty => {}
                Known::Occupied => return Ok(()),
                Known::Nothing => self.needs.push((at, Need::Empty)),
            }
            if leg.leaves_rights {
                self.leaves.push(at);
            }
        }
        Ok(())
    }

    /// Records what a leap that can be lame needs on the squares it jumps; returns `false` if they can't hold it.
    fn jump(&mut self, leg: &Leg, at: P::At, by: Offset) -> bool {
        let Some(jumped) = self.plane.jumped(at, by, leg.wrap) else { return false };
        for square in jumped {
            let need = if leg.jumped == Jumped::Empty { Need::Empty } else { Need::Hurdle };
            match self.known(square) {
                Known::Nothing => self.needs.push((square, need)),
                Known::Empty if need == Need::Empty => {}
                Known::Occupied if need == Need::Hurdle => {}
                _ => return false,
            }
            if leg.leaves_rights {
                self.leaves.push(square);
            }
        }
        true
    }

    /// Ends a leg on a square, for everything that may stand there.
    fn arrive(&mut self, index: usize, start: Start<P::At>) -> Result<(), TooManyWays> {
        let (leg, at) = (&self.legs[index], start.at);
        let known = self.known(at);
        if index + 1 == self.legs.len() {
            return self.finish(leg, at, &known);
        }
        let (may_be_empty, may_be_occupied) =
            (!matches!(known, Known::Occupied), !matches!(known, Known::Empty));
        let fresh = matches!(known, Known::Nothing);
        let mut each = |ends, need: Need, takes: bool| {
            if !leg.ends.meets(ends) {
                return Ok(());
            }
            if fresh || takes {
                self.needs.push((at, need));
            }
            self.taken.extend(takes.then_some(at));
            self.leg(index + 1, start)?;
            self.taken.truncate(self.taken.len() - usize::from(takes));
            if fresh || takes {
                self.needs.pop();
            }
            Ok(())
        };
        if may_be_empty {
            each(Ends::EMPTY, Need::Empty, false)?;
            if fresh {
                each(Ends::PASSED, Need::Passed, true)?;
            }
        }
        if may_be_occupied {
            each(Ends::HURDLE, if leg.tame { Need::TameHurdle } else { Need::Hurdle }, false)?;
        }
        if fresh {
            each(Ends::ENEMY, Need::Enemy, true)?;
            each(Ends::ROYAL, Need::RoyalEnemy, true)?;
            each(Ends::OWN, Need::Own, true)?;
            if leg.ends.meets(Ends::RELAY) {
                let before = (self.origin, self.relay);
                self.needs.push((at, Need::Own));
                (self.origin, self.relay) = (at, Some(at));
                self.leg(index + 1, start)?;
                (self.origin, self.relay) = before;
                self.needs.pop();
            }
        }
        Ok(())
    }

    /// Records the move that ends on a square.
    fn finish(&mut self, leg: &Leg, to: P::At, known: &Known) -> Result<(), TooManyWays> {
        let quiet = leg.ends.and(Ends::EMPTY | Ends::PASSED);
        let takes = leg.ends.and(Ends::ENEMY | Ends::ROYAL | Ends::OWN | Ends::RELAY);
        let (quiet, takes) = match known {
            Known::Empty => (quiet.and(Ends::EMPTY), Ends::NOTHING),
            Known::Occupied if to == self.from => (Ends::NOTHING, Ends::NOTHING),
            Known::Occupied => (Ends::NOTHING, takes),
            Known::Nothing => (quiet, takes),
        };
        // what is set down depends on whether a piece is captured where the move ends
        let parts = match self.unloads {
            None => [quiet | takes, Ends::NOTHING],
            Some(_) => [quiet, takes],
        };
        for ends in parts.into_iter().filter(|&ends| ends != Ends::NOTHING) {
            self.budget.spend(PER_WAY + self.needs.len() as u64)?;
            let kept = |&(at, need): &(P::At, Need)| at != to || need != Need::Hurdle;
            let mut needs: SmallVec<_> = self.needs.iter().copied().filter(kept).collect();
            order::values(&mut needs);
            needs.dedup();
            let mut way = Way {
                to,
                ends,
                needs,
                taken: self.taken.clone(),
                set_down: None,
                relay: self.relay,
                tame: leg.tame,
                leaves: self.leaves.clone(),
            };
            if let Some((put, before)) = self.unloads
                && !self.set_down(&mut way, put, before)
            {
                continue;
            }
            way.leaves.retain(|&at| at != to);
            order::values(&mut way.taken);
            self.found.extend(way.split(self.from));
        }
        Ok(())
    }

    /// Sets the captured piece down; returns `false` if there is no room for it.
    fn set_down(&self, way: &mut Way<P::At>, put: P::At, before: usize) -> bool {
        let victim = if way.ends.meets(Ends::ENEMY | Ends::OWN | Ends::ROYAL) {
            Some(way.to)
        } else {
            self.taken.get(before).or_else(|| self.taken[..before].last()).copied()
        };
        let Some(victim) = victim else { return true };
        if victim == put {
            way.taken.retain(|&at| at != put);
        } else {
            way.set_down = Some((victim, put));
        }
        put != way.to
    }
}
