//! Chases: which sides attacked the same piece with every move between two occurrences of a position.
//!
//! A move chases a piece if it creates a new attack on that piece without giving check. An attack by a piece other than the moving one is
//! new if it did not exist before; one by the moving piece itself is also new if the enemy has moved into it, from another line. Attacks
//! are legal captures, as if it were that side's turn. Pieces are identified by the squares on which they stood at the first occurrence.

use super::{legal, make};
use crate::board::{Bits, Square};
use crate::model::chase::Chase;
use crate::model::pieces::Side;
use crate::moves::{List, Move};
use crate::state::{Mark, State};
use crate::tables::Tables;

/// Returns, by side, whether all its moves chased one piece, given the positions in order; the last one repeats the first.
pub(crate) fn chasing<B: Bits>(tables: &Tables<B>, states: &[State<B>]) -> [bool; 2] {
    let Some(chase) = &tables.chase else { return [false; 2] };
    let squares = tables.rules.geometry.squares();
    // for each square: where its piece stood at the first occurrence
    let mut home: Vec<Square> = (0..squares).map(|square| square as Square).collect();
    let mut chased: [Option<B>; 2] = [None; 2];
    let plies = states.len().saturating_sub(1);
    for ply in 0..plies {
        let [earlier, before, after] =
            [&states[if ply == 0 { plies } else { ply } - 1], &states[ply], &states[ply + 1]];
        let us = before.side;
        let moved = moved(before, after, us);
        let so_far = &mut chased[us.index()];
        if let Some((from, to)) = moved {
            home[usize::from(to)] = home[usize::from(from)];
        }
        if so_far.is_none_or(|pieces| !pieces.is_empty()) {
            let now = Glance { tables, chase, states: [earlier, before, after], us, moved }.chased();
            let pieces = now.squares().fold(B::NONE, |set, square| set | B::bit(home[usize::from(square)]));
            *so_far = Some(so_far.map_or(pieces, |old| old & pieces));
        }
        if chased.iter().all(|pieces| pieces.is_some_and(|pieces| pieces.is_empty())) {
            break;
        }
    }
    chased.map(|pieces| pieces.is_some_and(|pieces| !pieces.is_empty()))
}

/// Returns the origin and target of the piece that a side has moved, if exactly one has moved.
fn moved<B: Bits>(before: &State<B>, after: &State<B>, us: Side) -> Option<(Square, Square)> {
    let left = before.side(us) & !after.side(us);
    let reached = after.side(us) & !before.side(us);
    (left.count() == 1 && reached.count() == 1).then(|| (left.first(), reached.first()))
}

/// Returns the position with the given side to move.
pub(super) fn turned<B: Bits>(tables: &Tables<B>, state: &State<B>, side: Side) -> State<B> {
    let mut turned = state.fresh_copy();
    if turned.side != side {
        turned.slots.passed = Mark::default();
        turned.side = side;
        tables.settle(&mut turned);
    }
    turned
}

/// One move, with the positions before and after it, as tested for chases.
struct Glance<'a, B> {
    tables: &'a Tables<B>,
    chase: &'a Chase<B>,
    /// The positions before the enemy's last move, before the move, and after it.
    states: [&'a State<B>; 3],
    us: Side,
    /// The origin and target of the moving piece.
    moved: Option<(Square, Square)>,
}

impl<B: Bits> Glance<'_, B> {
    /// Returns the squares of the enemies that are chased.
    fn chased(&self) -> B {
        let ([_, _, after], us, them) = (self.states, self.us, self.us.other());
        let hunters = self.chase.by.iter().fold(B::NONE, |set, &kind| set | after.of(kind, us));
        let all = self.chase.chased(them);
        let quarry = all.fold(B::NONE, |set, (kind, on)| set | after.of(kind, them) & *on);
        let attacked = |&at: &Square| self.tables.attacks.attackers(after, at, us, None).meets(hunters);
        let quarry = quarry.squares().filter(attacked).fold(B::NONE, |set, square| set | B::bit(square));
        // a move that gives check chases nothing
        if quarry.is_empty() || self.tables.attacks.in_check(after, them) {
            return B::NONE;
        }
        let old = self.old_attacks(quarry);
        let (now, list) = self.turned(after, us);
        let chases = self.pairs(&now, &list, quarry).filter(|&(mv, pair)| {
            hunters.has(pair.0) && !old.contains(&pair) && self.is_chase((&now, &list), mv, pair)
        });
        chases.fold(B::NONE, |set, (_, (_, at))| set | B::bit(at))
    }

    /// Returns the attacks after the move that it has not created. Those by other pieces existed before the move; one by the moving piece
    /// existed even before the enemy's last move, along the same line, and neither of the two pieces has left that line.
    fn old_attacks(&self, quarry: B) -> Vec<(Square, Square)> {
        let [earlier, before, _] = self.states;
        let (us, them) = (self.us, self.us.other());
        let (state, list) = self.turned(before, us);
        let mut old: Vec<_> = self.pairs(&state, &list, quarry).map(|(_, pair)| pair).collect();
        let Some((from, to)) = self.moved else { return old };
        let fled = moved(earlier, before, them);
        let (state, list) = self.turned(earlier, us);
        let was = |at| fled.filter(|(_, to)| *to == at).map_or(at, |(from, _)| from);
        let earliest: Vec<_> = self.pairs(&state, &list, !B::NONE).map(|(_, pair)| pair).collect();
        old.retain_mut(|(hunter, at)| {
            let stays = *hunter != from;
            let kept =
                stays || earliest.contains(&(from, was(*at))) && self.same_line((from, was(*at)), (to, *at));
            *hunter = if stays { *hunter } else { to };
            kept
        });
        old
    }

    /// Returns `true` if two attacks go along the same line in the same direction, whatever their lengths.
    fn same_line(&self, one: (Square, Square), other: (Square, Square)) -> bool {
        let geometry = &self.tables.rules.geometry;
        let way = |(from, to): (Square, Square)| {
            let of = |square| (i32::from(geometry.file(square)), i32::from(geometry.rank(square)));
            let ((file, rank), (to_file, to_rank)) = (of(from), of(to));
            (to_file - file, to_rank - rank)
        };
        let (a, b) = (way(one), way(other));
        a.0 * b.1 == a.1 * b.0 && a.0 * b.0 + a.1 * b.1 > 0
    }

    /// Returns the position with the given side to move, and its legal moves.
    fn turned(&self, state: &State<B>, side: Side) -> (State<B>, List) {
        let turned = turned(self.tables, state, side);
        let list = legal(self.tables, &turned);
        (turned, list)
    }

    /// Returns the captures on some squares: each move, its origin, and the square of a piece that it captures.
    fn pairs<'s>(
        &'s self,
        state: &'s State<B>,
        list: &'s List,
        quarry: B,
    ) -> impl Iterator<Item = (Move, (Square, Square))> + 's {
        list.moves.iter().flat_map(move |&mv| {
            let taken = self.tables.effect(state, &list.changes, mv).taken();
            let taken = taken.into_iter().filter(move |(square, _)| quarry.has(*square) && !mv.is_drop());
            taken.map(move |(square, _)| (mv, (mv.from, square)))
        })
    }

    /// Returns `true` if a new attack is a chase.
    fn is_chase(&self, (now, list): (&State<B>, &List), mv: Move, (from, at): (Square, Square)) -> bool {
        let them = self.us.other();
        let kind = |square| now.at(square).get().map(|(kind, _)| kind);
        let (Some(hunter), Some(hunted)) = (kind(from), kind(at)) else { return false };
        if hunter == hunted {
            let (turned, back) = self.turned(self.states[2], them);
            if self.pairs(&turned, &back, B::bit(from)).any(|(_, (by, _))| by == at) {
                return false;
            }
        }
        if self.chase.even_if_protected.contains(&(hunter, hunted)) {
            return true;
        }
        let mut taken = now.fresh_copy();
        make::<B, false>(self.tables, &mut taken, mv, &list.changes);
        let place = B::bit(mv.to);
        let (turned, back) = self.turned(&taken, them);
        self.pairs(&turned, &back, place).next().is_none()
    }
}
