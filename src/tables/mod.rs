//! The rules laid out for one board width: what play looks things up in.
//!
//! Compiling loses names, notation and everything that can't change play. What a game doesn't have leaves no trace here: hooks
//! are ordered lists, and a game without castling has no castling hook to ask.

use std::sync::Arc;

use crate::board::Bits;
use crate::feature::castling::{Script, Ways};
use crate::feature::en_passant::Passing;
use crate::feature::end::End;
use crate::model::condition::Condition;
use crate::model::men::{Content, Side, TypeId};
use crate::rules::Rules;
use crate::state::{Keys, Mark, Slots, State};
use crate::walk::{Attacks, Kind, Sink, Step, View};

/// A hook that adds steps to those of the men's movements.
#[derive(Clone, Debug)]
enum Generator<B> {
    Castling(Ways<B>),
    Passing(Passing<B>),
}

/// The tables of a game.
#[derive(Clone, Debug)]
pub(crate) struct Tables<B> {
    pub(crate) rules: Arc<Rules>,
    pub(crate) keys: Keys,
    pub(crate) attacks: Attacks<B>,
    /// The types of men of each side.
    pub(crate) kinds: [Box<[Kind<B>]>; 2],
    pub(crate) scripts: Box<[Script]>,
    pub(crate) ends: Box<[End<B>]>,
    /// Whether some end can hold though there are steps.
    pub(crate) cuts: bool,
    generators: Box<[Generator<B>]>,
    /// Types whose moves depend on whether a man has moved.
    tracked: Box<[TypeId]>,
}

impl<B: Bits> Tables<B> {
    /// Lays out the tables. The board must fit the width.
    pub(crate) fn compile(rules: &Arc<Rules>) -> Self {
        let geometry = &rules.geometry;
        assert!(geometry.squares() <= B::WIDTH, "the board fits the width it is compiled for");
        let kinds = Side::BOTH.map(|side| {
            let kind = |(id, piece): (usize, &crate::model::men::PieceType)| {
                Kind::new(geometry, &piece.movement, Content::man(id as TypeId, side), piece.royal)
            };
            let mut kinds: Box<[Kind<B>]> = rules.types.iter().enumerate().map(kind).collect();
            rules.promotion.iter().for_each(|promotion| promotion.compile(&mut kinds));
            kinds
        });
        let (mut generators, mut scripts) = (Vec::new(), Vec::new());
        if let Some(castling) = &rules.castling {
            generators.push(Generator::Castling(castling.compile(geometry, &mut scripts)));
        }
        if let Some(en_passant) = &rules.en_passant {
            generators.push(Generator::Passing(en_passant.compile(geometry, &rules.types)));
        }
        let ends: Box<[End<B>]> = rules.ends.iter().map(End::compile).collect();
        let tracked =
            rules.types.iter().enumerate().filter(|(_, kind)| kind.movement.moves.iter().any(|m| m.first));
        Self {
            rules: Arc::clone(rules),
            keys: Keys::new(rules.types.len()),
            attacks: Attacks::new(geometry, &rules.types),
            kinds,
            scripts: scripts.into(),
            cuts: ends.iter().any(|end| !end.condition.is_history() && !end.condition.needs_no_step()),
            ends,
            generators: generators.into(),
            tracked: tracked.map(|(id, _)| id as TypeId).collect(),
        }
    }

    /// Steps beside those of the men's movements.
    #[inline(always)]
    pub(crate) fn generate<S: Sink<B>>(&self, view: &View<'_, B>, sink: &mut S) {
        for generator in &self.generators {
            match generator {
                Generator::Castling(ways) => ways.generate(view, sink),
                Generator::Passing(passing) => passing.generate(view, sink),
            }
        }
    }

    /// What follows a step, before the side to move changes.
    #[inline(always)]
    pub(crate) fn react(&self, state: &mut State<B>, step: Step) {
        for generator in &self.generators {
            if let Generator::Passing(passing) = generator {
                passing.react(state, step);
            }
        }
    }

    fn ways(&self) -> Option<&Ways<B>> {
        self.generators.iter().find_map(|g| if let Generator::Castling(ways) = g { Some(ways) } else { None })
    }

    fn passing(&self) -> Option<&Passing<B>> {
        self.generators
            .iter()
            .find_map(|g| if let Generator::Passing(passing) = g { Some(passing) } else { None })
    }

    /// The squares whose men count as unmoved in a position that doesn't say: those where the array has the same man,
    /// if its type's moves depend on it.
    pub(crate) fn fresh_unmoved(&self, state: &State<B>) -> B {
        let of_array =
            self.rules.array.iter().filter(|&&(square, man)| state.at(square) == man && self.tracks(man));
        of_array.fold(B::NONE, |set, &(square, _)| set | B::bit(square))
    }

    /// Whether a man's moves depend on whether it has moved.
    pub(crate) fn tracks(&self, man: Content) -> bool {
        !man.is_empty() && self.tracked.contains(&man.kind())
    }

    /// The squares whose men may castle in a position that doesn't say.
    pub(crate) fn fresh_castlers(&self, state: &State<B>) -> B {
        self.ways().map_or(B::NONE, |ways| ways.fresh(state))
    }

    /// The castling field of a FEN.
    pub(crate) fn castling_field(&self, state: &State<B>) -> String {
        self.ways().map_or_else(|| "-".to_owned(), |ways| ways.field(state))
    }

    /// Reads the castling field of a FEN; `Err` has the place of the letter and what is wrong with it.
    pub(crate) fn read_castling_field(&self, state: &State<B>, field: &str) -> Result<B, (usize, String)> {
        match self.ways() {
            Some(ways) => ways.read_field(&self.rules.geometry, state, field),
            None if field == "-" => Ok(B::NONE),
            None => Err((0, "this game has no castling".to_owned())),
        }
    }

    /// The mark left by the last step, if it passed over a square.
    pub(crate) fn mark(&self, state: &State<B>, over: crate::board::Square) -> Option<Mark<B>> {
        self.passing()?.mark(state, over)
    }

    /// Whether a step is castling, and if so, whether towards White's right hand.
    pub(crate) fn castling(&self, step: Step) -> Option<bool> {
        (step.script != 0).then(|| self.ways()?.right_hand(step)).flatten()
    }

    /// Slots with only what can still change play; `passable` says whether a capture in passing is among the steps.
    pub(crate) fn effective(&self, slots: Slots<B>, passable: bool) -> Slots<B> {
        Slots {
            castlers: self.ways().map_or(B::NONE, |ways| ways.effective(slots.castlers)),
            passed: if passable { slots.passed } else { Mark::default() },
            ..slots
        }
    }

    /// What resets the count of idle plies: captures, and steps of these types.
    pub(crate) fn idle_resets(&self) -> (bool, Vec<TypeId>) {
        let idle = self.ends.iter().find_map(|end| match &end.condition {
            Condition::Idle { captures, types, .. } => Some((*captures, types.clone())),
            _ => None,
        });
        idle.unwrap_or_else(|| {
            (true, self.rules.promotion.as_ref().map_or_else(Vec::new, |p| p.pieces.clone()))
        })
    }

    /// Bytes the tables take.
    pub(crate) fn bytes(&self) -> usize {
        self.attacks.bytes() + self.kinds.iter().flatten().map(Kind::bytes).sum::<usize>()
    }
}
