//! Ways that have an effect besides the move of one piece, or depend on more than the occupancy: captures in passing, of one's own pieces,
//! or en passant by a movement's own letters, pieces set down elsewhere, moves passed on to another piece.

use std::sync::Arc;

use super::route::{Clear, Laid};
use super::way::{Need, Way};
use crate::board::{Bits, Square};
use crate::model::path::Ends;
use crate::model::pieces::{Side, TypeId};
use crate::state::State;

/// A way from a square, with its requirements and effects.
#[derive(Clone, Debug)]
pub(crate) struct EffectWay<B> {
    /// Only an unmoved piece has it.
    first: bool,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) ends: Ends,
    pub(crate) tame: bool,
    clear: Clear<B>,
    enemies: B,
    royals: B,
    own: B,
    tame_hurdles: B,
    /// The squares that the last mover must have passed over.
    pub(crate) passed: B,
    /// The squares of the pieces captured in passing.
    pub(crate) taken: B,
    pub(crate) set_down: Option<(Square, Square)>,
    pub(crate) relay: Option<Square>,
}

/// The pieces on a board as the side whose piece moves sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<B> {
    pub(crate) occupied: B,
    pub(crate) own: B,
    pub(crate) enemy: B,
    pub(crate) royals: B,
    pub(crate) unmoved: B,
    /// The pieces over which the piece that moves may not jump.
    pub(crate) barred: B,
}

impl<B: Bits> EffectWay<B> {
    fn new(first: bool, from: Square, way: &Way<Square>) -> Self {
        let mut new = Self {
            first,
            from,
            to: way.to,
            ends: way.ends,
            tame: way.tame,
            clear: Clear::default(),
            enemies: B::NONE,
            royals: B::NONE,
            own: B::NONE,
            tame_hurdles: B::NONE,
            passed: B::NONE,
            taken: way.taken.iter().fold(B::NONE, |set, &at| set | B::bit(at)),
            set_down: way.set_down,
            relay: way.relay,
        };
        for &(at, need) in &way.needs {
            let set = match need {
                Need::Empty => &mut new.clear.line,
                Need::Hurdle => &mut new.clear.full,
                Need::TameHurdle => &mut new.tame_hurdles,
                Need::Enemy => &mut new.enemies,
                Need::RoyalEnemy => &mut new.royals,
                Need::Own => &mut new.own,
                Need::Passed => &mut new.passed,
            };
            *set |= B::bit(at);
        }
        new.clear.line |= new.passed;
        new.taken &= !new.passed;
        new
    }

    /// Returns `true` if every square of the way holds what it must, except the one it ends on.
    #[inline]
    pub(crate) fn is_open(&self, sides: &Sides<B>) -> bool {
        (!self.first || sides.unmoved.has(self.from))
            && self.clear.is_open(sides.occupied)
            && (self.enemies & !sides.enemy).is_empty()
            && (self.royals & !(sides.enemy & sides.royals)).is_empty()
            && (self.own & !sides.own).is_empty()
            && (self.tame_hurdles & !(sides.occupied & !sides.enemy)).is_empty()
            && ((self.clear.full | self.tame_hurdles) & sides.barred).is_empty()
    }

    /// Returns `true` if the target is empty when the piece arrives, whatever stood there before the move.
    pub(crate) fn ends_on_emptied(&self) -> bool {
        self.taken.has(self.to) || self.to == self.relay.unwrap_or(self.from)
    }

    /// Returns `true` if the way may end on its target, with these pieces on the board.
    #[inline]
    pub(crate) fn may_end(&self, sides: &Sides<B>) -> bool {
        let to = self.to;
        if self.ends_on_emptied() || !sides.occupied.has(to) {
            return self.ends.meets(Ends::EMPTY);
        }
        if sides.enemy.has(to) {
            let royal = sides.royals.has(to);
            return self.ends.meets(Ends::ENEMY) && !(self.tame && royal)
                || self.ends.meets(Ends::ROYAL) && royal;
        }
        sides.own.has(to) && self.ends.meets(Ends::OWN)
    }

    /// The squares on which the way captures an enemy that leaves the board.
    fn victims(&self) -> B {
        let takes = self.ends.meets(Ends::ROYAL) || self.ends.meets(Ends::ENEMY) && !self.tame;
        let end = takes && !self.ends_on_emptied();
        let at_the_end = if end { B::bit(self.to) } else { B::NONE };
        let gone = self.set_down.map_or(B::NONE, |(victim, _)| B::bit(victim));
        (self.taken & (self.enemies | self.royals) | at_the_end) & !gone
    }
}

/// The effect ways of a piece type of one side.
#[derive(Clone, Debug)]
pub(crate) struct EffectWays<B> {
    pub(crate) kind: TypeId,
    /// True if some of the ways are moves of other pieces.
    pub(crate) relays: bool,
    tables: Arc<Tables<B>>,
}

/// The ways of pieces that move alike.
#[derive(Debug)]
struct Tables<B> {
    ways: Vec<EffectWay<B>>,
    /// The ways that begin on square `s` are `ways[first[s]..first[s + 1]]`.
    first: Vec<u32>,
    /// By square: the ways that capture an enemy there.
    by_victim: Vec<Vec<u32>>,
}

impl<B: Bits> EffectWays<B> {
    /// Returns the same ways for another piece type, which shares the tables.
    pub(crate) fn for_type(&self, kind: TypeId) -> Self {
        Self { kind, ..self.clone() }
    }

    /// Builds the tables; `None` if there are no such ways.
    pub(crate) fn new(kind: TypeId, laid: &Laid) -> Option<Self> {
        let odd = Self::those(kind, laid, |way, from| !way.is_plain(from));
        (!odd.tables.ways.is_empty()).then_some(odd)
    }

    /// Builds the tables of all ways, those without such an effect too.
    pub(crate) fn all(kind: TypeId, laid: &Laid) -> Self {
        Self::those(kind, laid, |_, _| true)
    }

    /// Builds the tables of some ways.
    fn those(kind: TypeId, laid: &Laid, has: impl Fn(&Way<Square>, Square) -> bool) -> Self {
        let (mut ways, mut first) = (Vec::<EffectWay<B>>::new(), vec![0]);
        for (all, from) in laid.ways.iter().zip(0..) {
            let own = all.iter().filter(|(_, way)| has(way, from));
            ways.extend(own.map(|(first, way)| EffectWay::new(*first, from, way)));
            first.push(ways.len() as u32);
        }
        let mut by_victim = vec![Vec::new(); laid.ways.len()];
        for (index, way) in ways.iter().enumerate() {
            way.victims().squares().for_each(|square| by_victim[usize::from(square)].push(index as u32));
        }
        let relays = ways.iter().any(|way| way.relay.is_some());
        Self { kind, relays, tables: Arc::new(Tables { ways, first, by_victim }) }
    }

    /// The ways from a square.
    pub(crate) fn from(&self, square: Square) -> &[EffectWay<B>] {
        let at = usize::from(square);
        let Tables { ways, first, .. } = &*self.tables;
        &ways[first[at] as usize..first[at + 1] as usize]
    }

    /// Returns the pieces among some that could capture a royal enemy on a square, themselves or by passing the move on; those in `harmless`
    /// never capture it.
    pub(crate) fn takers(&self, (pieces, harmless): (B, B), target: Square, sides: &Sides<B>) -> B {
        let target_there = B::bit(target);
        let there = Sides {
            occupied: sides.occupied | target_there,
            enemy: sides.enemy | target_there,
            royals: sides.royals | target_there,
            ..*sides
        };
        let mut takers = B::NONE;
        let Tables { ways, by_victim, .. } = &*self.tables;
        for &index in &by_victim[usize::from(target)] {
            let way = &ways[index as usize];
            let able = pieces.has(way.from) && !takers.has(way.from) && way.passed.is_empty();
            if able
                && !harmless.has(way.relay.unwrap_or(way.from))
                && way.is_open(&there)
                && way.may_end(&there)
            {
                takers |= B::bit(way.from);
            }
        }
        takers
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Tables { ways, first, by_victim } = &*self.tables;
        let lists = by_victim.iter().map(|list| size_of_val(list) + size_of_val(&**list));
        size_of_val(&**ways) + size_of_val(&**first) + lists.sum::<usize>()
    }
}

/// Returns the pieces as a side sees them, given the occupancy `occupied` and pieces that are gone; `royals` are those that the other side
/// must protect.
pub(crate) fn sides<B: Bits>(state: &State<B>, by: Side, (occupied, gone): (B, B), royals: B) -> Sides<B> {
    let own = state.side(by) & !gone & occupied;
    let enemy = occupied & !own & !state.nobodys();
    Sides { occupied, own, enemy, royals, unmoved: state.slots.unmoved, barred: B::NONE }
}
