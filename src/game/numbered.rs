//! Positions as the code that numbers moves and fills planes sees them: also without the width of the board, and without moves as values.

use super::erased::CompiledPosition;
use crate::board::{Bits, Square, SquareSet, U256};
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Effect, Entry, List, Move, Origin};
use crate::play;
use crate::state::{SlotShape, Words};

/// The form of a move, a part of what identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Form {
    /// A piece goes from one square to another, or does something where it stands.
    Move,
    /// A piece comes from a hand.
    Drop,
    /// Something is put on the board.
    Place,
    /// A piece is removed, and none moves.
    Remove,
    /// A part of a turn is left out.
    Decline,
    /// A turn is left out.
    Pass,
    /// Pieces change sides, instead of a first move.
    Swap,
    /// None of these.
    Other,
}

/// The piece type that stands for none.
pub(crate) const NO_TYPE: TypeId = TypeId::MAX;

/// The properties that distinguish a move from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trait {
    pub(crate) form: Form,
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The type that the moving piece becomes, if it becomes another; for a drop, the type of the dropped piece.
    pub(crate) becomes: TypeId,
    /// The type of a piece that comes from the hand besides the one that moves.
    pub(crate) adds: TypeId,
    /// True if the mover announces what the move attacks.
    pub(crate) announced: bool,
}

/// The shape of a slot's content, for a plane of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// 1 on each square of a set.
    Squares,
    /// One number, on every square.
    Number,
    /// A number on one square.
    NumberAt,
    /// For each piece type, one number on every square.
    Counts,
    /// On squares in a queue, their places in it, from 1.
    Queue,
}

/// A slot as planes show it: its name, its shape, and whether each side has its own.
pub(crate) type Shown = (String, Shape, bool);

/// The part of a position's state that a plane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Squares(SquareSet),
    Number(u8),
    At(u8, Square),
}

/// A position whose moves are numbered.
pub(crate) trait Numbered {
    /// Returns the squares that a piece of a type and a side may ever go to from a square, whatever stands on the board.
    fn ever(&self, piece: (TypeId, Side), from: Square) -> SquareSet;
    /// Returns the names of the kinds of moves that rules make up.
    fn made_up(&self) -> Vec<&'static str>;
    /// Returns `true` if a move may be made with an announcement or without.
    fn announces(&self) -> bool;
    /// Replaces the moves of a list with those that the rules of movement allow, whether or not the game is over.
    fn moves_into(&self, list: &mut List);
    /// Replaces `traits` with the properties that distinguish the moves of a list.
    fn traits_into(&self, list: &List, traits: &mut Vec<Trait>);
    /// Makes a move of a list for good, and returns the number of idle plies after it.
    fn advance(&mut self, mv: Move, list: &List, idle: u32) -> u32;
    /// Returns the slots in order.
    fn shown(&self) -> Vec<Shown>;
    /// Returns the squares of unmoved pieces where that matters, those with rights, and those that the last move passed over.
    fn rights(&self) -> [SquareSet; 3];
    /// Returns the pieces of a type and a side.
    fn pieces(&self, kind: TypeId, side: Side) -> SquareSet;
    /// Returns walls and pieces that belong to nobody.
    fn nobodys(&self) -> SquareSet;
    /// Calls `each` with the planes of all slots, numbered in order, the side to move's before the other's, and what they show.
    fn remember(&self, each: &mut dyn FnMut(usize, Content));
}

fn wide<B: Bits>(set: B) -> SquareSet {
    U256::from_words(set.words())
}

impl<B: Bits> CompiledPosition<B> {
    /// Returns the properties that distinguish a move made up by a rule from others.
    fn trait_of(&self, effect: &Effect<'_, B>, name: &str) -> Trait {
        let mv = effect.mv();
        let (from, to, announced) = (mv.from, mv.to, mv.announced());
        let bare = Trait { form: Form::Other, from, to, becomes: NO_TYPE, adds: NO_TYPE, announced };
        match (name, effect.origin()) {
            ("pass", _) => Trait { form: Form::Pass, ..bare },
            ("swap", _) => Trait { form: Form::Swap, ..bare },
            ("decline", _) => Trait { form: Form::Decline, ..bare },
            ("huff" | "remove", _) => Trait { form: Form::Remove, to: mv.take, ..bare },
            (_, Origin::Hand) => Trait { form: Form::Drop, becomes: mv.after.kind(), ..bare },
            (_, Origin::Nowhere) if effect.places() => Trait { form: Form::Place, ..bare },
            (_, Origin::Nowhere) => bare,
            (name, Origin::Square(from)) => {
                let mut adds = NO_TYPE;
                if name == "gate" {
                    // the origin comes first, with the piece that is put there
                    let mut first = true;
                    effect.each_own(|change| {
                        if std::mem::take(&mut first)
                            && let Some((kind, _)) = change.after.get()
                        {
                            adds = kind;
                        }
                    });
                }
                Trait { form: Form::Move, from, adds, becomes: self.becoming(from, mv), ..bare }
            }
        }
    }

    /// Returns the type that the piece on a square becomes by a move, if it becomes another.
    #[inline(always)]
    fn becoming(&self, from: Square, mv: Move) -> TypeId {
        let (before, after) = (self.state.at(from), mv.after);
        if before == after || !after.is_owned() || before.kind() == after.kind() {
            NO_TYPE
        } else {
            after.kind()
        }
    }
}

impl<B: Bits> Numbered for CompiledPosition<B> {
    fn ever(&self, (kind, side): (TypeId, Side), from: Square) -> SquareSet {
        wide(self.tables.kinds[side.index()][usize::from(kind)].ever_reaches(from))
    }

    fn made_up(&self) -> Vec<&'static str> {
        self.tables.makers.names().collect()
    }

    fn announces(&self) -> bool {
        self.tables.hooks.as_ref().is_some_and(|hooks| hooks.has_announcements())
    }

    fn moves_into(&self, list: &mut List) {
        list.full = None;
        play::legal_into(&self.tables, &self.state, list);
    }

    fn traits_into(&self, list: &List, traits: &mut Vec<Trait>) {
        traits.clear();
        traits.extend(list.moves.iter().map(|&mv| match self.tables.writing(mv) {
            None => {
                let (from, to, announced) = (mv.from, mv.to, mv.announced());
                let becomes = self.becoming(from, mv);
                Trait { form: Form::Move, from, to, becomes, adds: NO_TYPE, announced }
            }
            Some(_) if mv.is_drop() => {
                let (to, becomes, announced) = (mv.to, mv.after.kind(), mv.announced());
                Trait { form: Form::Drop, from: to, to, becomes, adds: NO_TYPE, announced }
            }
            Some(writing) => {
                let effect = self.tables.effect(&self.state, &list.changes, mv);
                self.trait_of(&effect, writing.name())
            }
        }));
    }

    fn advance(&mut self, mv: Move, list: &List, idle: u32) -> u32 {
        let changes: &[Entry] = &list.changes;
        let idle = {
            let effect = self.tables.effect(&self.state, changes, mv);
            self.tables.idle_after(&effect, &self.idle_resets, idle)
        };
        self.listed.take();
        let undo = play::make::<B, true>(&self.tables, &mut self.state, mv, changes);
        match self.tables.chase {
            Some(_) => self.made.push((mv, undo)),
            None => self.state.forget(),
        }
        idle
    }

    fn shown(&self) -> Vec<Shown> {
        let slots = self.tables.layout.slots().iter();
        slots
            .map(|(declared, _)| {
                let shape = match declared.shape {
                    SlotShape::Squares => Shape::Squares,
                    SlotShape::Flag | SlotShape::Number | SlotShape::Counted => Shape::Number,
                    SlotShape::NumberAt => Shape::NumberAt,
                    SlotShape::CountsByType => Shape::Counts,
                    SlotShape::Queue { .. } => Shape::Queue,
                };
                (declared.name.to_string(), shape, declared.per_side)
            })
            .collect()
    }

    fn rights(&self) -> [SquareSet; 3] {
        // only those that can still be used, as a FEN tells them
        let slots = self.tables.effective(&self.state, true);
        [slots.unmoved, slots.rights, slots.passed.squares].map(wide)
    }

    fn pieces(&self, kind: TypeId, side: Side) -> SquareSet {
        wide(self.state.of(kind, side))
    }

    fn nobodys(&self) -> SquareSet {
        wide(self.state.nobodys())
    }

    fn remember(&self, each: &mut dyn FnMut(usize, Content)) {
        let (us, mut plane) = (self.state.side, 0);
        for (declared, slot) in self.tables.layout.slots() {
            let sides = [us, us.other()];
            for &side in &sides[..if declared.per_side { 2 } else { 1 }] {
                let words = Words(slot.words_of(&self.state, side));
                match declared.shape {
                    SlotShape::Squares => each(plane, Content::Squares(wide(words.squares::<B>()))),
                    SlotShape::Flag | SlotShape::Number => {
                        each(plane, Content::Number(words.0[0].min(255) as u8));
                    }
                    // what is left, from 1, so that 0 is no count
                    SlotShape::Counted => {
                        let (count, limit) = words.counted();
                        let left = if limit == 0 { 0 } else { limit.saturating_sub(count).max(1) };
                        each(plane, Content::Number(left.min(255) as u8));
                    }
                    SlotShape::NumberAt => {
                        let (number, square) = words.number_at();
                        each(plane, Content::At(number, square));
                    }
                    SlotShape::CountsByType => {
                        for kind in 0..self.tables.rules.types.len() {
                            each(plane + kind, Content::Number(words.count(kind as TypeId)));
                        }
                        plane += self.tables.rules.types.len() - 1;
                    }
                    SlotShape::Queue { .. } => {
                        for (at, (square, _)) in words.queue().enumerate() {
                            each(plane, Content::At((at + 1).min(255) as u8, square));
                        }
                    }
                }
                plane += 1;
            }
        }
    }
}
