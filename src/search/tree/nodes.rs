//! The search tree: what is known of its positions, and the selection of the next one to visit.
//!
//! This module knows no rules. All values of a node are seen by the side that chooses the move leading to it, so that a side compares the
//! children of a position as they are; where that move ends the turn, values change sign on the way up.

use super::super::{DECIDED, WON};
use crate::moves::Move;
use crate::order;

/// The value that corresponds to a winning probability of about three quarters, by a logistic function.
const SCALE: f32 = 200.0;

/// The share of the mean visit result in a node's score; the rest is the backed-up minimax value.
const BY_MEAN: f32 = 0.3;

/// The exploration constant (PUCT).
const URGE: f32 = 1.0;

/// The difference in value at which a move's prior drops to about a third.
const TEMPER: f32 = 60.0;

/// A node of the tree: a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The move that leads here.
    pub(super) mv: Move,
    /// True if that move ends the turn.
    turned: bool,
    /// The number of its children and the index of the first.
    count: u32,
    first: u32,
    /// The number of visits.
    pub(super) visits: u32,
    /// The depth in plies to which the position has been searched, captures aside.
    pub(super) depth: u8,
    /// The backed-up minimax value.
    pub(super) value: i16,
    /// The proven lower and upper bounds of the value.
    low: i16,
    high: i16,
    /// The prior: the share of visits it deserves before any.
    share: f32,
    /// The mean winning probability over its visits.
    mean: f32,
    /// The score used for selection, from 0 to 1.
    score: f32,
}

/// Returns the winning probability that corresponds to a value.
fn chance(value: i16) -> f32 {
    match i32::from(value) {
        value if value > DECIDED => 1.0,
        value if value < -DECIDED => 0.0,
        value => 1.0 / (1.0 + (-value as f32 / SCALE).exp()),
    }
}

impl Node {
    /// Creates a node at a ply from the root with the value found for its side to move; `exact` if that value is proven.
    pub(super) fn new(
        (mv, turned): (Move, bool),
        ply: usize,
        depth: i32,
        (found, exact): (i32, bool),
    ) -> Self {
        let soonest = (WON - ply as i32) as i16;
        let mut node = Self {
            mv,
            turned,
            count: 0,
            first: 0,
            visits: 0,
            depth: depth as u8,
            value: 0,
            low: -soonest,
            high: soonest,
            share: 0.0,
            mean: 0.0,
            score: 0.0,
        };
        node.find(found, exact);
        node
    }

    /// Records the value that a search has found for its side to move. Wins and losses found are proven.
    pub(super) fn find(&mut self, found: i32, exact: bool) {
        let value = found.clamp(-WON, WON) as i16;
        let (low, high) = self.bounds();
        let (low, high) = match found {
            _ if exact => (value, value),
            _ if found > DECIDED => (low.max(value), high),
            _ if found < -DECIDED => (low, high.min(value)),
            _ => (low, high),
        };
        self.settle(value, low, high);
    }

    /// Returns the proven bounds of the value for the side to move.
    fn bounds(&self) -> (i16, i16) {
        if self.turned { (-self.high, -self.low) } else { (self.low, self.high) }
    }

    /// Sets a value and its bounds, all for its side to move.
    fn settle(&mut self, value: i16, low: i16, high: i16) {
        let value = value.clamp(low, high.max(low));
        (self.value, self.low, self.high) =
            if self.turned { (-value, -high, -low) } else { (value, low, high) };
        self.weigh();
    }

    fn weigh(&mut self) {
        let seen = chance(self.value);
        let mean = if self.visits == 0 { seen } else { self.mean };
        self.score = seen + BY_MEAN * (mean - seen);
    }

    /// Adds a visit with this winning probability for the side that chooses the node.
    fn visit(&mut self, chance: f32) {
        self.visits += 1;
        self.mean += (chance - self.mean) / self.visits as f32;
        self.weigh();
    }

    /// Returns `true` if the value is proven, so that further visits are useless.
    pub(super) fn is_settled(&self) -> bool {
        self.low >= self.high
    }

    /// Returns `true` if the node is a proven win or loss.
    pub(super) fn is_decided(&self) -> bool {
        i32::from(self.low) > DECIDED || i32::from(self.high) < -DECIDED
    }

    /// Returns the value for the side to move.
    pub(super) fn params(&self) -> i32 {
        i32::from(if self.turned { -self.value } else { self.value })
    }

    /// Returns `true` if the node is expanded: its children are in the tree.
    pub(super) fn is_open(&self) -> bool {
        self.count > 0
    }
}

/// A tree in an arena of fixed capacity. The children of a node are adjacent.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    room: usize,
}

impl Tree {
    /// Creates a tree with one node in this many bytes, or in less if that much memory is not available, but with room for at least `least`
    /// nodes.
    pub(super) fn new(root: Node, (least, bytes): (usize, usize)) -> Self {
        let mut room = (bytes / size_of::<Node>()).min(u32::MAX as usize).max(least);
        let mut nodes = Vec::new();
        while room > least && nodes.try_reserve_exact(room).is_err() {
            room = (room / 2).max(least);
        }
        nodes.push(root);
        Self { nodes, room }
    }

    /// Returns how full the arena is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.nodes.len() as u64 * 1000 / self.room as u64) as u32
    }

    /// Returns `true` if there is room for this many more nodes.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.room - self.nodes.len() >= more
    }

    pub(super) fn at(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub(super) fn at_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    /// Returns the children of a node.
    pub(super) fn below(&self, at: u32) -> &[Node] {
        let node = self.at(at);
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    /// Adds the children of a node to the tree; there must be room for them.
    pub(super) fn open(&mut self, at: u32, below: &[Node]) {
        let first = self.nodes.len();
        self.nodes.extend_from_slice(below);
        let best = below.iter().map(|node| node.value).max().unwrap_or(0);
        let weight = |node: &Node| ((f32::from(node.value) - f32::from(best)) / TEMPER).exp();
        let sum: f32 = below.iter().map(weight).sum();
        self.nodes[first..].iter_mut().for_each(|node| node.share = weight(node) / sum);
        let node = self.at_mut(at);
        (node.first, node.count) = (first as u32, below.len() as u32);
        self.settle(at);
    }

    /// Sets the value and the bounds of a node from those of its children.
    fn settle(&mut self, at: u32) {
        let most = |of: fn(&Node) -> i16| self.below(at).iter().map(of).max().unwrap_or(0);
        let (value, low, high) = (most(|n| n.value), most(|n| n.low), most(|n| n.high));
        let node = self.at_mut(at);
        let (least, best) = node.bounds();
        node.settle(value, low.max(least), high.min(best));
    }

    /// Selects the child to visit next by its score and its prior relative to its visits (PUCT, C. D. Rosin, 2011). Children that can't be
    /// better than what is proven are left out (M. Winands, Y. Björnsson and J.-T. Saito, Monte-Carlo tree search solver, 2008; with bounds
    /// as of T. Cazenave and A. Saffidine, 2010); `None` if no other is left.
    pub(super) fn next(&self, at: u32) -> Option<u32> {
        let node = self.at(at);
        let (sure, _) = node.bounds();
        let urge = URGE * (node.visits as f32 + 1.0).sqrt();
        let mut best: Option<(f32, u32)> = None;
        for (index, below) in self.below(at).iter().enumerate() {
            if below.is_settled() || below.high <= sure {
                continue;
            }
            let rank = below.score + urge * below.share / (1.0 + below.visits as f32);
            if best.is_none_or(|(most, _)| rank > most) {
                best = Some((rank, node.first + index as u32));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Backs up the result at the end of a path to all nodes on it.
    pub(super) fn back_up(&mut self, way: &[u32]) {
        let Some((&last, before)) = way.split_last() else { return };
        let mut found = chance(self.at(last).value);
        self.at_mut(last).visit(found);
        for &at in before.iter().rev() {
            self.settle(at);
            let node = self.at_mut(at);
            found = if node.turned { 1.0 - found } else { found };
            node.visit(found);
        }
    }

    /// Returns the children of a node, best first: those visited often or proven by their value, then the rest.
    pub(super) fn ranking(&self, at: u32) -> Vec<u32> {
        let node = self.at(at);
        let most = self.below(at).iter().map(|node| node.visits).max().unwrap_or(0);
        let rank = |index: u32| {
            let node = self.at(index);
            let known = node.is_settled() || node.is_decided() || node.visits.saturating_mul(4) >= most;
            (std::cmp::Reverse(known), std::cmp::Reverse(node.value), std::cmp::Reverse(node.visits))
        };
        let mut below: Vec<u32> = (node.first..node.first + node.count).collect();
        order::by_key(&mut below, |&index| rank(index));
        below
    }

    /// Returns the best line from a node.
    pub(super) fn line(&self, mut at: u32) -> Vec<Move> {
        let mut moves = vec![self.at(at).mv];
        while let Some(&next) = self.ranking(at).first() {
            moves.push(self.at(next).mv);
            at = next;
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::pieces::Piece;

    const PLENTY: (usize, usize) = (2, 1 << 16);

    fn mv(to: u8) -> Move {
        Move::plain(0, to, 0, Piece::default())
    }

    /// Builds a tree whose root has children of these values, each after a move that ends the turn.
    fn tree(values: &[(i32, bool)]) -> Tree {
        let mut tree = Tree::new(Node::new((mv(0), false), 0, 1, (0, false)), PLENTY);
        let node = |(to, found): (usize, &(i32, bool))| Node::new((mv(to as u8), true), 1, 0, *found);
        tree.open(0, &values.iter().enumerate().map(node).collect::<Vec<_>>());
        tree
    }

    #[test]
    fn a_position_is_worth_what_its_best_move_is() {
        let mut tree = tree(&[(100, false), (-30, false)]);
        assert_eq!(tree.at(0).params(), 30);
        // the second move does not end the turn
        let below =
            [Node::new((mv(3), true), 2, 0, (-70, false)), Node::new((mv(4), false), 2, 0, (-90, false))];
        let second = tree.below(0)[1];
        assert_eq!(second.params(), -30);
        tree.open(2, &below);
        tree.back_up(&[0, 2]);
        assert_eq!((tree.at(2).params(), tree.at(0).params()), (70, -70));
        assert_eq!((tree.at(0).visits, tree.at(2).visits, tree.at(1).visits), (1, 1, 0));
    }

    #[test]
    fn a_step_that_keeps_the_turn_keeps_the_sign() {
        let mut tree = Tree::new(Node::new((mv(0), false), 0, 1, (0, false)), PLENTY);
        tree.open(0, &[Node::new((mv(1), false), 1, 0, (50, false))]);
        assert_eq!((tree.at(0).params(), tree.at(1).params()), (50, 50));
        tree.at_mut(1).find(WON - 2, false);
        tree.back_up(&[0, 1]);
        assert!(tree.at(0).is_decided() && tree.at(0).params() == WON - 2);
    }

    #[test]
    fn a_win_is_settled_when_none_is_sooner() {
        // the second loses at once for the side then to move
        let tree = tree(&[(-40, false), (1 - WON, true), (10, false)]);
        assert!(tree.at(0).is_settled() && tree.at(0).is_decided());
        assert_eq!((tree.at(0).params(), tree.next(0)), (WON - 1, None));
        assert_eq!(tree.line(0)[1..], [mv(1)]);
    }

    #[test]
    fn a_later_win_leaves_sooner_ones_to_look_for() {
        let tree = tree(&[(40, false), (5 - WON, false)]);
        assert!(tree.at(0).is_decided() && !tree.at(0).is_settled());
        assert!(tree.next(0).is_some());
    }

    #[test]
    fn what_is_settled_below_the_best_is_not_visited() {
        let tree = tree(&[(0, true), (60, false), (WON - 2, true)]);
        // a draw is certain, the last loses, and only the second may still be better
        assert_eq!(tree.next(0), Some(2));
        assert_eq!(tree.ranking(0)[0], 1);
    }

    #[test]
    fn the_better_step_is_visited_more_and_none_is_forgotten() {
        let mut tree = tree(&[(-60, false), (0, false), (20, false)]);
        for _ in 0..2000 {
            let next = tree.next(0).expect("nothing is settled");
            tree.back_up(&[0, next]);
        }
        let visits: Vec<u32> = tree.below(0).iter().map(|node| node.visits).collect();
        assert!(visits[0] > visits[1] && visits[1] > visits[2] && visits[2] > 10, "{visits:?}");
        assert_eq!(visits.iter().sum::<u32>(), tree.at(0).visits);
    }

    #[test]
    fn it_keeps_to_its_room() {
        let root = Node::new((mv(0), false), 0, 1, (0, false));
        let tree = Tree::new(root, (1, 10 * size_of::<Node>()));
        assert!(tree.has_room(9) && !tree.has_room(10));
        assert!(Tree::new(root, (4, 0)).has_room(3));
    }
}
