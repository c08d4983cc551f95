//! In which order steps are looked at: those that are likely to be best first.

use super::table::mark;
use super::worth::Worth;
use crate::board::Bits;
use crate::model::men::Content;
use crate::state::State;
use crate::tables::Tables;
use crate::walk::{How, Link, Step, chain};

/// Ranks of kinds of steps; within each, better ones stand higher.
const BEST: i32 = 1 << 30;
const FORCED: i32 = 1 << 26;
const TAKES: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const LOSES: i32 = -(1 << 24);
/// Bounds of what history says.
const MOST_HISTORY: i32 = 16_384;

/// A step of a list by its number, and how early it is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) rank: i32,
    pub(super) index: u16,
}

/// Takes the highest of the rest to the front of it.
#[inline]
pub(super) fn pick(ranked: &mut [Ranked], from: usize) -> Ranked {
    let mut best = from;
    for index in from + 1..ranked.len() {
        if ranked[index].rank > ranked[best].rank {
            best = index;
        }
    }
    ranked.swap(from, best);
    ranked[from]
}

/// How quiet steps have done: by man and target.
#[derive(Clone, Debug)]
pub(super) struct Past {
    scores: Box<[[i16; 256]]>,
}

impl Past {
    pub(super) fn new(types: usize) -> Self {
        Self { scores: vec![[0; 256]; 2 + 2 * types].into() }
    }

    #[inline]
    pub(super) fn of(&self, man: Content, step: Step) -> i32 {
        i32::from(self.scores[man.index()][usize::from(step.to)])
    }

    /// A step has done well, or badly if `by` is negative.
    #[inline]
    pub(super) fn note(&mut self, man: Content, step: Step, by: i32) {
        let score = &mut self.scores[man.index()][usize::from(step.to)];
        let old = i32::from(*score);
        *score = (old + by - old * by.abs() / MOST_HISTORY) as i16;
    }
}

/// What the men are worth that a step takes.
pub(super) fn prize<B: Bits>(worth: &Worth<B>, state: &State<B>, links: &[Link], step: Step) -> i32 {
    match step.how {
        How::Chain => chain(links, step).map(|link| worth.man(state.at(link.over))).sum(),
        How::Huff => worth.man(state.at(step.from)),
        _ if step.takes() => worth.man(state.at(step.take)),
        _ => 0,
    }
}

/// What a man gains by becoming another.
#[inline]
pub(super) fn crowning<B: Bits>(worth: &Worth<B>, state: &State<B>, step: Step) -> i32 {
    match step.how {
        How::Script | How::Decline | How::Huff => 0,
        _ => worth.man(step.after) - worth.man(state.at(step.from)),
    }
}

/// Whether it neither takes nor promotes and is a step of a man.
#[inline]
pub(super) fn is_quiet<B: Bits>(state: &State<B>, step: Step) -> bool {
    match step.how {
        How::Move => !step.takes() && step.after == state.at(step.from),
        How::Script => true,
        _ => false,
    }
}

/// Whether a capture probably costs more than it brings: the man taken is worth less, and its place is guarded.
pub(super) fn loses<B: Bits>(tables: &Tables<B>, worth: &Worth<B>, state: &State<B>, step: Step) -> bool {
    if step.how != How::Move || !step.takes() {
        return false;
    }
    let mover = worth.man(state.at(step.from));
    if worth.man(state.at(step.take)) + 60 >= mover
        || worth.types[usize::from(state.at(step.from).kind())].royal
    {
        return false;
    }
    let (from, to, take) = (B::bit(step.from), B::bit(step.to), B::bit(step.take));
    let occupied = state.occupied() & !from & !take | to;
    tables.attacks.attacked(state, step.to, state.side.other(), occupied, take)
}

/// What is known when a position's steps are ranked.
pub(super) struct Ranking<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) worth: &'a Worth<B>,
    pub(super) state: &'a State<B>,
    pub(super) past: &'a Past,
    pub(super) links: &'a [Link],
    /// The best step as far as is known, as the table writes it.
    pub(super) best: u32,
    pub(super) killers: [Option<Step>; 2],
}

impl<B: Bits> Ranking<'_, B> {
    pub(super) fn rank(&self, step: Step) -> i32 {
        if self.best != 0 && mark(step) == self.best {
            return BEST;
        }
        let (worth, state) = (self.worth, self.state);
        if matches!(step.how, How::Huff | How::InPlace) {
            return FORCED + prize(worth, state, self.links, step) + crowning(worth, state, step);
        }
        let gain = prize(worth, state, self.links, step) + crowning(worth, state, step);
        if step.takes() {
            let cheap = worth.man(state.at(step.from)) / 16;
            let base = if loses(self.tables, worth, state, step) { LOSES } else { TAKES };
            return base + gain * 8 - cheap;
        }
        if gain != 0 {
            return if gain > 0 { TAKES + gain * 8 } else { LOSES };
        }
        if self.killers[0] == Some(step) {
            return KILLER + 1;
        }
        if self.killers[1] == Some(step) {
            return KILLER;
        }
        self.past.of(state.at(step.from), step)
    }

    /// Ranks all steps of a list.
    pub(super) fn all(&self, steps: &[Step], ranked: &mut Vec<Ranked>) {
        ranked.clear();
        let each = steps.iter().enumerate();
        ranked.extend(each.map(|(index, &step)| Ranked { rank: self.rank(step), index: index as u16 }));
    }
}
