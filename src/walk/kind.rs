//! A type of man as the generator sees it, steps, and who receives them.

use super::attacks::{Attacks, Danger, Notes};
use std::sync::Arc;

use super::compile::{Lookups, Visit, Walk};
use super::swarm::Swarm;
use crate::board::isa::Isa;
use crate::board::{Bits, Geometry, Square};
use crate::model::men::{Content, Side, TypeId};
use crate::model::movement::{Course, Move, Movement};
use crate::state::{Board, State};

/// How a step changes the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum How {
    /// What leaves `from` comes to `to` as `after`, and what stood on `take` is gone.
    #[default]
    Move,
    /// The changes of script number `at` of the tables.
    Script,
    /// A chain of jumps, whose links stand at `at` in the list's links.
    Chain,
    /// The man on `from` becomes another where it stands, before its owner's turn goes on.
    InPlace,
    /// The enemy man on `from` is removed for having failed to take.
    Huff,
    /// An optional step is not made.
    Decline,
}

/// A step, packed. Opaque outside: [`crate::Game::coordinates`] and [`crate::Game::san`] write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The square of the man taken (of a chain: of the first); `from` if none is.
    pub(crate) take: Square,
    pub(crate) after: Content,
    pub(crate) at: u16,
    pub(crate) how: How,
    /// A warning is said with it.
    pub(crate) declared: bool,
}

impl Step {
    /// A plain step.
    #[inline(always)]
    pub(crate) fn plain(from: Square, to: Square, take: Square, after: Content) -> Self {
        Self { from, to, take, after, at: 0, how: How::Move, declared: false }
    }

    pub(crate) fn takes(self) -> bool {
        self.take != self.from
    }

    /// Whether it is a step of a man, not one that goes before or after.
    pub(crate) fn is_ordinary(self) -> bool {
        matches!(self.how, How::Move | How::Script | How::Chain)
    }
}

/// What a man becomes where it arrives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrival<B> {
    /// Where it becomes another; empty for most types.
    pub(crate) zone: B,
    pub(crate) choices: Box<[Content]>,
    /// It may also stay what it is.
    pub(crate) optional: bool,
    /// Only types its owner has lost are to be had; if none is, it stays what it is.
    pub(crate) lost: bool,
}

impl<B: Bits> Arrival<B> {
    /// What a man may be after arriving in the zone; `own` is what it is now.
    #[inline]
    pub(crate) fn each(&self, state: &State<B>, own: Content, mut each: impl FnMut(Content)) {
        let mut any = false;
        for &choice in &self.choices {
            if !self.lost || state.pools.lost(choice.side(), choice.kind()) > 0 {
                any = true;
                each(choice);
            }
        }
        if self.optional || !any {
            each(own);
        }
    }

    /// How many choices there are.
    #[inline]
    pub(crate) fn count(&self, state: &State<B>, own: Content) -> u64 {
        if !self.lost {
            return (self.choices.len() as u64 + u64::from(self.optional)).max(1);
        }
        let mut count = 0;
        self.each(state, own, |_| count += 1);
        count
    }
}

/// Where a man may go, by what the square it comes to holds.
#[derive(Clone, Debug, Default)]
enum Goes<B> {
    #[default]
    Nowhere,
    /// Every way both ends on empty squares and takes.
    Alike(Walk<B>),
    Parts(Box<[Part<B>]>),
}

/// Ways of going that end on the same kinds of squares.
#[derive(Clone, Debug)]
struct Part<B> {
    /// All squares or none: whether they may end on empty squares, and whether they take.
    quiet: B,
    take: B,
    walk: Walk<B>,
}

impl<B: Bits> Goes<B> {
    fn new(
        geometry: &Geometry,
        movement: &Movement,
        first: bool,
        man: (TypeId, Side),
        lookups: &mut Lookups<B>,
    ) -> Self {
        let mut part = |(quiet, take): (bool, bool)| {
            let wanted = |m: &&Move| (m.first, m.quiet, m.capture) == (first, quiet, take);
            let moves = movement.moves.iter().filter(wanted);
            let courses: Vec<&Course> = moves.flat_map(|m| &m.courses).collect();
            let all = |on: bool| if on { !B::NONE } else { B::NONE };
            let walk = Walk::new(geometry, &courses, man, lookups)?;
            Some(Part { quiet: all(quiet), take: all(take), walk })
        };
        let mut parts: Vec<Part<B>> =
            [(true, true), (true, false), (false, true)].into_iter().filter_map(&mut part).collect();
        match &parts[..] {
            [] => Self::Nowhere,
            [part] if !part.quiet.is_empty() && !part.take.is_empty() => Self::Alike(parts.remove(0).walk),
            _ => Self::Parts(parts.into()),
        }
    }

    #[inline(always)]
    fn targets<I: Isa>(&self, from: Square, Board { own, enemy, .. }: Board<B>) -> B {
        let occupied = own | enemy;
        match self {
            Self::Nowhere => B::NONE,
            Self::Alike(walk) => walk.reach::<I>(from, occupied) & !own,
            Self::Parts(parts) => {
                let mut targets = B::NONE;
                for part in parts {
                    let ends = !occupied & part.quiet | enemy & part.take;
                    targets |= part.walk.reach::<I>(from, occupied) & ends;
                }
                targets
            }
        }
    }

    fn takes(&self) -> bool {
        match self {
            Self::Nowhere => false,
            Self::Alike(_) => true,
            Self::Parts(parts) => parts.iter().any(|part| !part.take.is_empty()),
        }
    }

    fn walks(&mut self) -> impl Iterator<Item = &mut Walk<B>> {
        let (one, parts): (Option<&mut Walk<B>>, &mut [Part<B>]) = match self {
            Self::Nowhere => (None, &mut []),
            Self::Alike(walk) => (Some(walk), &mut []),
            Self::Parts(parts) => (None, parts),
        };
        one.into_iter().chain(parts.iter_mut().map(|part| &mut part.walk))
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Nowhere => 0,
            Self::Alike(walk) => walk.bytes(),
            Self::Parts(parts) => parts.iter().map(|part| part.walk.bytes()).sum(),
        }
    }
}

/// How the steps of the men of a type are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// All men at once.
    Swarm,
    /// Man by man, by one walk that ends on every square but those of its own side.
    Walk,
    /// Man by man, target by target.
    Royal,
    /// Man by man, whatever there is to mind.
    Odd,
}

/// A type of man of one side.
#[derive(Clone, Debug)]
pub(crate) struct Kind<B> {
    pub(crate) content: Content,
    pub(crate) royal: bool,
    /// How its steps are found where a royal man's safety is told beforehand.
    pub(crate) kernel: Kernel,
    pub(crate) arrival: Arrival<B>,
    /// Enemy types it may not take.
    pub(crate) spares: Box<[TypeId]>,
    swarm: Option<Swarm<B>>,
    goes: Goes<B>,
    /// What a man that has not moved can do beside.
    first: Goes<B>,
    /// Whether all is in `goes`.
    whole: bool,
}

impl<B: Bits> Kind<B> {
    /// A type of which a side has so many men in the array.
    pub(crate) fn new(
        geometry: &Geometry,
        movement: &Movement,
        content: Content,
        (royal, men): (bool, usize),
        lookups: &mut Lookups<B>,
    ) -> Self {
        let man = (content.kind(), content.side());
        let first = Goes::new(geometry, movement, true, man, lookups);
        Self {
            content,
            royal,
            kernel: Kernel::Odd,
            arrival: Arrival::default(),
            spares: Box::new([]),
            swarm: if royal { None } else { Swarm::new(geometry, movement, man, men) },
            goes: Goes::new(geometry, movement, false, man, lookups),
            whole: matches!(first, Goes::Nowhere),
            first,
        }
    }

    /// Puts the sets of all walks in place, and chooses the kernel.
    pub(crate) fn attach(&mut self, sets: &Arc<[B]>) {
        self.kernel = match (&self.goes, self.spares.is_empty()) {
            _ if self.royal => Kernel::Royal,
            (_, true) if self.swarm.is_some() => Kernel::Swarm,
            (Goes::Alike(_), true) if self.whole => Kernel::Walk,
            _ => Kernel::Odd,
        };
        self.goes.walks().chain(self.first.walks()).for_each(|walk| walk.attach(sets));
    }

    /// Where a man of this type on `from` may go, royal safety aside.
    #[inline(always)]
    pub(crate) fn targets<I: Isa>(&self, from: Square, board: Board<B>) -> B {
        let targets = self.goes.targets::<I>(from, board);
        if self.whole || !board.unmoved.has(from) {
            return targets;
        }
        targets | self.first.targets::<I>(from, board)
    }

    /// Where every one of some men of this type may come, royal safety aside, by its kernel; not for [`Kernel::Swarm`].
    #[inline(always)]
    pub(crate) fn each<I: Isa>(&self, men: B, board: Board<B>, visitor: &mut impl Visit<B>) {
        if let (Kernel::Walk, Goes::Alike(walk)) = (self.kernel, &self.goes) {
            return walk.each::<I>(men, board.own | board.enemy, &mut NotOwn { own: board.own, visitor });
        }
        for from in men.squares() {
            visitor.visit(from, self.targets::<I>(from, board));
        }
    }

    /// For [`Kernel::Swarm`]: calls `each` with the targets of the men along every way, and by how much they moved.
    #[inline(always)]
    pub(crate) fn swarm(&self, men: B, board: Board<B>, each: impl FnMut(B, i16)) {
        if let Some(swarm) = &self.swarm {
            swarm.each(men, board, each);
        }
    }

    /// The squares whose men it may not take.
    #[inline(always)]
    pub(crate) fn spared(&self, state: &State<B>) -> B {
        let mut spared = B::NONE;
        for &kind in &self.spares {
            spared |= state.men(kind);
        }
        spared & state.side(self.content.side().other())
    }

    /// Whether it takes by coming to where the man taken stands.
    pub(crate) fn takes(&self) -> bool {
        self.goes.takes() || self.first.takes()
    }

    /// Bytes its tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.goes.bytes() + self.first.bytes()
    }
}

/// Keeps men from coming to where their own stand.
struct NotOwn<'a, B, V> {
    own: B,
    visitor: &'a mut V,
}

impl<B: Bits, V: Visit<B>> Visit<B> for NotOwn<'_, B, V> {
    #[inline(always)]
    fn visit(&mut self, from: Square, reach: B) {
        self.visitor.visit(from, reach & !self.own);
    }
}

/// What a generator looks at.
pub(crate) struct View<'a, B> {
    pub(crate) state: &'a State<B>,
    pub(crate) attacks: &'a Attacks<B>,
    pub(crate) kinds: &'a [Kind<B>],
    pub(crate) danger: Danger<B>,
    pub(crate) notes: &'a Notes<B>,
    /// What [`Attacks::struck_near`] has found with the royal man lifted, if it was asked.
    pub(crate) struck: Option<B>,
}

/// Who receives legal steps. The default is one that has received none, to be put in the place of one in use.
pub(crate) trait Sink<B: Bits>: Default {
    /// A man of a kind may go from a square to each of some squares, taking what stands there.
    fn moves(&mut self, state: &State<B>, kind: &Kind<B>, from: Square, targets: B);

    /// Men of a kind may come to each of some squares, each from the square whose number is less by `by`, taking what stands
    /// there if `takes`.
    fn swarm(&mut self, state: &State<B>, kind: &Kind<B>, targets: B, by: i16);

    /// A man of a kind may go from–to, taking on a square that may be another than the one it comes to.
    fn take(&mut self, state: &State<B>, kind: &Kind<B>, from: Square, to: Square, take: Square);

    /// A step that a feature has made up whole.
    fn whole(&mut self, step: Step);

    /// Whether it needs no more steps.
    fn sated(&self) -> bool {
        false
    }
}
