//! Trails compiled into backward tables: the pieces that could capture on a square.
//!
//! The capturing movement of a type is split into components (the leaps of one shape, the rides along one shape), which are joined again as
//! far as no two squares are connected by two of them. Types share the squares between two squares where they agree about them, as the
//! riders of an orthodox board do.

use std::sync::Arc;

use super::compile::{Groups, Walk, look};
use super::components::{Component, Route, components, together};
use super::hurdles::HurdlesBySide;
use super::lookups::{Lookups, Moving, Paths};
use super::route::{Clear, Laid, Purpose};
use super::trail::trails;
use crate::board::isa::Isa;
use crate::board::{Bits, Geometry, PerSquare, Square, SquareSet};
use crate::model::movement::Course;
use crate::model::pieces::{MAX_TYPES, PieceType, Side, TypeId, place_of};
use crate::state::State;

/// The squares between two squares, for all movements of all pieces: tables laid end to end, each shared by the movements that agree about
/// it.
#[derive(Clone, Debug)]
pub(crate) struct Between<B> {
    squares: usize,
    sets: Box<[B]>,
}

impl<B: Bits> Between<B> {
    /// Returns the squares between `from` and `to`, by the table that begins at `table`.
    #[inline(always)]
    pub(crate) fn get(&self, table: u32, from: Square, to: Square) -> B {
        self.sets[(table as usize + usize::from(to)) * self.squares + usize::from(from)]
    }

    /// Returns the squares between each square and `to`.
    #[inline(always)]
    pub(crate) fn row(&self, table: u32, to: Square) -> &[B] {
        &self.sets[(table as usize + usize::from(to)) * self.squares..][..self.squares]
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.sets)
    }
}

/// A builder of the tables of [`Between`], used while a game is compiled.
pub(crate) struct BetweenBuilder<B> {
    squares: usize,
    sets: Vec<B>,
    /// `known[i]`: whether `sets[i]` has been entered.
    known: Vec<bool>,
}

impl<B: Bits> BetweenBuilder<B> {
    pub(crate) fn new(squares: usize) -> Self {
        Self { squares, sets: Vec::new(), known: Vec::new() }
    }

    /// Returns the start of a table that holds these routes, of which no two have the same pair of squares.
    fn place(&mut self, routes: &[Route<B>]) -> usize {
        let squares = self.squares;
        let at = |start: usize, route: &Route<B>| {
            (start + usize::from(route.to)) * squares + usize::from(route.from)
        };
        let agrees = |start: &usize| {
            routes.iter().all(|route| {
                let at = at(*start, route);
                !self.known[at] || self.sets[at] == route.clear.line
            })
        };
        let tables = self.sets.len() / (squares * squares);
        let start = (0..tables).map(|table| table * squares).find(agrees).unwrap_or_else(|| {
            self.add();
            tables * squares
        });
        for route in routes {
            self.sets[at(start, route)] = route.clear.line;
            self.known[at(start, route)] = true;
        }
        start
    }

    /// Adds a table.
    fn add(&mut self) {
        let more = self.sets.len() + self.squares * self.squares;
        self.sets.resize(more, B::NONE);
        self.known.resize(more, false);
    }

    /// Returns the tables; at least one empty one, for boards on which nothing can be captured.
    pub(crate) fn finish(mut self) -> Between<B> {
        if self.sets.is_empty() {
            self.add();
        }
        Between { squares: self.squares, sets: self.sets.into() }
    }
}

/// A way in which the pieces of a type capture, and the squares they attack a square from. The sets are adjacent, so that four words are
/// intersected at once where the machine supports it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Row<B> {
    /// The squares from which they attack whatever stands between.
    pub(crate) leap: B,
    /// The squares from which they attack if one set of squares is empty.
    pub(crate) ride: B,
    /// The squares from which they may attack a square that an enemy royal piece here can reach or that is watched.
    pub(crate) near: B,
    /// The squares from which they may attack at all: the union of the first two.
    pub(crate) any: B,
    /// The start of the table of [`Between`] that holds the squares between.
    pub(crate) between: u32,
    way: Way,
}

/// Rows are processed three at a time, which reduces loop overhead.
pub(crate) type RowTriple<B> = [Row<B>; 3];

/// The pieces that attack in one way.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The place of their type.
    place: u8,
    /// True if only unmoved pieces attack like this.
    first: bool,
    /// True if waiting pieces don't attack like this.
    freezes: bool,
}

impl<B: Bits> Row<B> {
    /// Returns the pieces of a side that attack like this.
    #[inline(always)]
    pub(crate) fn pieces(&self, state: &State<B>, side: Side) -> B {
        self.way.pieces(state, side)
    }

    /// Returns the pieces of both sides whose type attacks like this.
    #[inline(always)]
    pub(crate) fn whole(&self, state: &State<B>) -> B {
        state.pieces_at(self.way.place)
    }

    /// Returns `true` if pieces of the type attack like this.
    pub(crate) fn is_of(&self, kind: TypeId) -> bool {
        place_of(kind) == usize::from(self.way.place)
    }
}

impl Way {
    #[inline(always)]
    fn pieces<B: Bits>(self, state: &State<B>, side: Side) -> B {
        let mut pieces = state.pieces_at(self.place) & state.side(side);
        if self.freezes {
            pieces &= !state.frozen;
        }
        if self.first {
            pieces &= state.slots.unmoved;
        }
        pieces
    }

    /// Returns `true` if only some of the pieces of the type attack like this.
    fn is_partial(self) -> bool {
        self.first || self.freezes
    }
}

/// Pairs of squares with more than one route, or with one that needs hurdles, which most ways of capturing don't have.
#[derive(Clone, Debug)]
pub(crate) struct Several<B> {
    way: Way,
    from: PerSquare<B>,
    squares: usize,
    /// The lines of the routes, and by pair of squares the index of the first; the next pair's index ends them.
    lines: Arc<[B]>,
    first: Arc<[u32]>,
    /// The number of hurdles that each route needs, and further squares that must be occupied; empty if there are none.
    hurdles: Arc<[(u32, B)]>,
}

impl<B: Bits> Several<B> {
    /// Lays out routes that are sorted by their pairs of squares, not yet assigned to pieces.
    fn new(squares: usize, all: &[Route<B>]) -> Self {
        let mut from = PerSquare::<B>::default();
        let mut first = vec![0u32; squares * squares + 1];
        for route in all {
            from[route.to] |= B::bit(route.from);
            first[usize::from(route.to) * squares + usize::from(route.from) + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let lines = all.iter().map(|route| route.clear.line).collect();
        let hurdles = match all.iter().all(Route::is_ride) {
            true => Arc::default(),
            false => all.iter().map(|route| (route.clear.hurdles, route.clear.full)).collect(),
        };
        Self { way: Way::default(), from, squares, lines, first: first.into(), hurdles }
    }

    /// Returns the pieces of a side that attack a square like this, if the squares between allow it.
    #[inline(always)]
    pub(crate) fn pieces(&self, state: &State<B>, square: Square, side: Side) -> B {
        self.from[square] & self.way.pieces(state, side)
    }

    /// Returns the pieces of a side that attack like this, wherever they stand.
    pub(crate) fn all(&self, state: &State<B>, side: Side) -> B {
        self.way.pieces(state, side)
    }

    /// Returns `true` if pieces of the type attack like this.
    pub(crate) fn is_of(&self, kind: TypeId) -> bool {
        place_of(kind) == usize::from(self.way.place)
    }

    /// Returns the routes from a square to another.
    #[inline(always)]
    pub(crate) fn routes(&self, from: Square, to: Square) -> impl Iterator<Item = Clear<B>> + '_ {
        let at = usize::from(to) * self.squares + usize::from(from);
        (self.first[at] as usize..self.first[at + 1] as usize).map(|index| {
            let (hurdles, full) = self.hurdles.get(index).copied().unwrap_or((0, B::NONE));
            Clear { line: self.lines[index], hurdles, full }
        })
    }

    /// Returns `true` if some route between two squares is open.
    #[inline(always)]
    pub(crate) fn is_open(&self, from: Square, to: Square, occupied: B) -> bool {
        self.routes(from, to).any(|route| route.is_open(occupied))
    }

    fn bytes(&self) -> usize {
        self.from.bytes()
            + size_of_val(&*self.lines)
            + size_of_val(&*self.first)
            + size_of_val(&*self.hurdles)
    }
}

/// All ways of capturing of one side.
#[derive(Clone, Debug)]
pub(crate) struct AttackTables<B> {
    /// By target: one row per way of capturing, padded with empty ones to triples.
    rows: PerSquare<Box<[RowTriple<B>]>>,
    /// The table of squares between, if it is the same for all ways, all pieces of a type attack alike and no two squares have several
    /// routes.
    between: Option<u32>,
    /// By target: the squares between it and every other, if there is such a table.
    pub(crate) lines: Option<Box<[PerSquare<B>]>>,
    /// True if some pieces attack like this only before they have moved.
    pub(crate) first: bool,
    /// The walks that give the squares pieces attack, by the places of their types.
    walks: Box<[Option<Walk<B>>; MAX_TYPES]>,
    /// The attacks as two lookups for every type, if none needs more and a lookup is cheap.
    pairs: Option<Pairs<B>>,
    sets: Arc<[B]>,
    pub(crate) several: Box<[Several<B>]>,
}

/// Two lookups per square, by the places of types.
type Pairs<B> = Box<[Groups<B, 2>; MAX_TYPES]>;

/// A component as the tables hold it, whatever the type.
struct Column<B> {
    /// True if only unmoved pieces attack like this.
    first: bool,
    /// The table of the squares between, if they matter.
    between: Option<u32>,
    /// By target.
    rows: PerSquare<Row<B>>,
    several: Option<Several<B>>,
}

/// The origin of the columns of a type: how its pieces capture, in general and before they have moved, and whether its hurdles are told
/// apart.
type Attacking = ([Moving; 2], bool);

/// Returns the place of a key among those known.
fn place(known: &[Attacking], key: &Attacking) -> Option<usize> {
    known.iter().position(|other| other == key)
}

/// The columns made so far, which types that capture alike share.
pub(crate) struct Columns<B> {
    keys: Vec<Attacking>,
    all: Vec<Arc<[Column<B>]>>,
}

impl<B> Default for Columns<B> {
    fn default() -> Self {
        Self { keys: Vec::new(), all: Vec::new() }
    }
}

/// Squares that matter to a royal piece of a side on the square `king`, besides those it can reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    pub(crate) side: Side,
    pub(crate) king: Square,
    pub(crate) squares: SquareSet,
}

/// The inputs to building the attack tables of all sides.
pub(crate) struct Layout<'a, B> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) types: &'a [PieceType],
    /// The types whose pieces don't attack while they wait.
    pub(crate) freezing: &'a [TypeId],
    pub(crate) watched: &'a [Watched],
    pub(crate) hurdles: &'a HurdlesBySide<B>,
    pub(crate) between: BetweenBuilder<B>,
    pub(crate) lookups: &'a mut Lookups<B>,
    pub(crate) columns: Columns<B>,
}

impl<B: Bits> Layout<'_, B> {
    /// Returns the columns of a type of a side.
    fn columns(&mut self, kind: TypeId, side: Side) -> Arc<[Column<B>]> {
        let laid = self.laid(kind, side);
        let apart = laid.is_some() && self.hurdles[side.index()].iter().any(|hurdles| hurdles.kind == kind);
        let captures = |first: bool| {
            let paths = laid.clone().map(|laid| Paths { laid, first, purpose: Purpose::Attacks });
            let courses = self.courses(kind, first);
            (Moving::new(self.geometry, &courses, paths.as_ref(), (kind, side)), courses)
        };
        let [(always, courses), (before, first)] = [false, true].map(captures);
        let key = ([always, before], apart);
        if let Some(place) = place(&self.columns.keys, &key) {
            return Arc::clone(&self.columns.all[place]);
        }
        let components =
            components(self.geometry, [&courses, &first], (laid.as_deref(), apart), (kind, side));
        let columns = together(components).into_iter().map(|component| component.column(self));
        let columns: Arc<[Column<B>]> = columns.collect();
        self.columns.keys.push(key);
        self.columns.all.push(Arc::clone(&columns));
        columns
    }

    /// Returns the squares to which a royal piece of a type with these courses may move from a square, and those watched for it there.
    fn zone(&self, courses: &[&Course], (kind, side): (TypeId, Side), king: Square) -> B {
        let trails = trails(self.geometry, courses, (kind, side), king);
        let mut zone = trails.flat_map(|trail| trail.squares).fold(B::NONE, |set, to| set | B::bit(to));
        if let Some(laid) = self.lookups.known(kind, side) {
            let ends = laid.ways[usize::from(king)].iter().map(|(_, way)| way.to);
            zone |= ends.fold(B::NONE, |set, to| set | B::bit(to));
        }
        let watched = self.watched.iter().filter(|w| (w.side, w.king) == (side, king));
        watched.fold(zone, |zone, watched| zone | B::from_wide(watched.squares))
    }

    /// Returns, by the square of a royal piece of a side, the union of `spared` over the square of the piece itself and the squares it may
    /// move to.
    pub(crate) fn near_spared(&self, spared: &PerSquare<B>, royal: Side) -> PerSquare<B> {
        let mut near = PerSquare::default();
        for (kind, piece) in (0..).zip(self.types).filter(|(_, piece)| piece.royal) {
            let courses: Vec<&Course> = piece.movement.moves.iter().flat_map(|m| &m.courses).collect();
            for king in self.geometry.every() {
                let zone = self.zone(&courses, (kind, royal), king) | B::bit(king);
                near[king] = zone.squares().fold(near[king], |set, to| set | spared[to]);
            }
        }
        near
    }

    /// Returns the courses on which the pieces of a type capture.
    fn courses(&self, kind: TypeId, first: bool) -> Vec<&'_ Course> {
        let moves = self.types[usize::from(kind)].movement.moves.iter();
        moves.filter(|m| m.capture && m.first == first).flat_map(|m| &m.courses).collect()
    }

    /// Returns the paths of a piece type laid out, if it has any and may capture royal pieces.
    fn laid(&mut self, kind: TypeId, side: Side) -> Option<Arc<Laid>> {
        let paths = &self.types[usize::from(kind)].movement.paths;
        (!paths.is_empty()).then(|| self.lookups.laid(self.geometry, paths, (kind, side)))
    }
}

impl<B: Bits> AttackTables<B> {
    /// Builds the tables of a side.
    pub(crate) fn new(layout: &mut Layout<'_, B>, side: Side) -> Self {
        let geometry = layout.geometry;
        let (mut ways, mut columns) = (Vec::new(), Vec::new());
        for kind in 0..layout.types.len() as TypeId {
            let freezes = layout.freezing.contains(&kind);
            let own = layout.columns(kind, side);
            ways.extend(own.iter().map(|column| Way {
                place: place_of(kind) as u8,
                first: column.first,
                freezes,
            }));
            columns.push(own);
        }
        let all = || ways.iter().copied().zip(columns.iter().flat_map(|own| &**own));
        let betweens: Vec<u32> = all().filter_map(|(_, column)| column.between).collect();
        let several: Vec<Several<B>> = all()
            .filter_map(|(way, column)| column.several.clone().map(|several| Several { way, ..several }))
            .collect();
        let rows = PerSquare::from_fn(|square| match usize::from(square) < geometry.squares() {
            true => row_triples(all().map(|(way, column)| Row { way, ..column.rows[square] }), ways.len()),
            false => Box::default(),
        });
        let mut walks = Box::new([const { None }; MAX_TYPES]);
        for (kind, piece) in layout.types.iter().enumerate() {
            let takes = piece.movement.moves.iter().filter(|m| m.capture);
            let courses: Vec<&Course> = takes.flat_map(|m| &m.courses).collect();
            let kind = kind as TypeId;
            let paths = layout.laid(kind, side);
            let paths = paths.map(|laid| Paths { laid, first: false, purpose: Purpose::Attacks });
            walks[place_of(kind)] = layout.lookups.walk(geometry, &courses, paths.as_ref(), (kind, side));
        }
        let alike = several.is_empty()
            && betweens.windows(2).all(|two| two[0] == two[1])
            && !ways.iter().any(|way| way.is_partial());
        let mut all = Self {
            rows,
            between: alike.then(|| betweens.first().copied().unwrap_or_default()),
            lines: None,
            first: ways.iter().any(|way| way.first),
            pairs: pairs(&walks, layout.lookups),
            walks,
            sets: Arc::new([]),
            several: several.into(),
        };
        all.mark_near(layout, side.other());
        all
    }

    /// Builds the squares between for finding attacks in one pass, if there is one table of them.
    pub(crate) fn draw_lines(&mut self, all: &Between<B>) {
        let rows = |table| move |to: usize| all.row(table, to as Square).iter().copied().collect();
        self.lines = self.between.map(|table| (0..all.squares).map(rows(table)).collect());
    }

    /// Attaches the shared sets of all walks.
    pub(crate) fn attach(&mut self, sets: &Arc<[B]>) {
        self.walks.iter_mut().flatten().for_each(|walk| walk.attach(sets));
        self.sets = Arc::clone(sets);
    }

    /// Returns the squares that some pieces attack.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn attacked_squares<I: Isa>(&self, state: &State<B>, pieces: B, occupied: B) -> B {
        let mut attacked_squares = B::NONE;
        if let Some(pairs) = self.pairs.as_ref().filter(|_| I::GATHERS) {
            for from in pieces.squares() {
                let groups = &pairs[state.at(from).place()];
                attacked_squares |= look::<B, I, 2>(&groups[from], &self.sets, occupied);
            }
            return attacked_squares;
        }
        for from in pieces.squares() {
            if let Some(walk) = &self.walks[state.at(from).place()] {
                attacked_squares |= walk.reach::<I>(from, occupied);
            }
        }
        attacked_squares
    }

    /// Computes the squares from which an attack can reach squares near or watched for enemy royal pieces.
    fn mark_near(&mut self, layout: &Layout<'_, B>, royal: Side) {
        let (geometry, types) = (layout.geometry, layout.types);
        for (kind, piece) in types.iter().enumerate().filter(|(_, piece)| piece.royal) {
            let courses: Vec<&Course> = piece.movement.moves.iter().flat_map(|m| &m.courses).collect();
            for king in geometry.every() {
                let zone = layout.zone(&courses, (kind as TypeId, royal), king);
                let mut near = vec![B::NONE; self.rows(king).len()];
                for to in zone.squares() {
                    near.iter_mut().zip(self.rows(to)).for_each(|(near, row)| *near |= row.any);
                }
                let rows = self.rows[king].as_flattened_mut();
                rows.iter_mut().zip(near).for_each(|(row, near)| row.near |= near);
            }
        }
    }

    /// Returns the rows of a target square.
    #[inline(always)]
    pub(crate) fn rows(&self, target: Square) -> &[Row<B>] {
        self.rows[target].as_flattened()
    }

    /// Returns the rows of a target square, three at a time.
    #[inline(always)]
    pub(crate) fn row_triples(&self, target: Square) -> &[RowTriple<B>] {
        &self.rows[target]
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let several = self.several.iter().map(Several::bytes);
        let walks = self.walks.iter().flatten().map(Walk::bytes);
        let rows = self.rows.bytes() + self.rows.iter().map(|row| size_of_val(&**row)).sum::<usize>();
        let lines = self.lines.iter().flatten().map(PerSquare::bytes);
        let pairs = self.pairs.iter().flat_map(|pairs| pairs.iter()).map(|groups| groups.bytes());
        rows + several.sum::<usize>() + walks.sum::<usize>() + lines.sum::<usize>() + pairs.sum::<usize>()
    }
}

impl<B: Bits> Component<B> {
    /// Enters the routes that are the only one for their pair into rows, and keeps the others separately.
    fn column(self, layout: &mut Layout<'_, B>) -> Column<B> {
        let single = self.single();
        let between = layout.between.place(&single) as u32;
        let mut rows = PerSquare::from_fn(|_| Row { between, ..Row::default() });
        let mut odd = Vec::new();
        for ways in self.pairs() {
            let (way, from) = (ways[0], B::bit(ways[0].from));
            let row = &mut rows[way.to];
            if ways.len() > 1 || !way.is_ride() {
                odd.extend_from_slice(ways);
            } else if way.clear.line.is_empty() {
                row.leap |= from;
                row.any |= from;
            } else {
                row.ride |= from;
                row.any |= from;
            }
        }
        Column {
            first: self.first,
            between: (!single.is_empty()).then_some(between),
            rows,
            several: (!odd.is_empty()).then(|| Several::new(layout.geometry.squares(), &odd)),
        }
    }
}

/// Returns two lookups for every walk, if none needs more.
fn pairs<B: Bits>(walks: &[Option<Walk<B>>; MAX_TYPES], lookups: &mut Lookups<B>) -> Option<Pairs<B>> {
    if B::WIDTH > 64 {
        return None;
    }
    let nowhere = Groups::default();
    let mut pairs = Box::new(std::array::from_fn(|_| nowhere.clone()));
    for (pair, walk) in pairs.iter_mut().zip(walks) {
        if let Some(walk) = walk {
            *pair = walk.pairs(lookups)?;
        }
    }
    Some(pairs)
}

/// Groups rows by threes, padded with empty ones.
fn row_triples<B: Bits>(mut rows: impl Iterator<Item = Row<B>>, count: usize) -> Box<[RowTriple<B>]> {
    let mut triple = |_| std::array::from_fn(|_| rows.next().unwrap_or_default());
    (0..count.div_ceil(3)).map(&mut triple).collect()
}
