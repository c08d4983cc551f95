//! Rules beyond moving one man a turn.

use smallvec::SmallVec;

use super::Tables;
use crate::board::{Bits, Square};
use crate::feature::capture::{Capture, Compulsory, Taking};
use crate::feature::castling::Castling;
use crate::feature::declaration::{Declarations, Declared};
use crate::feature::en_passant::EnPassant;
use crate::feature::promotion::{Pools, Promotion, Waits};
use crate::feature::turn::{self, Turn, Turns};
use crate::model::men::{Piece, Side};
use crate::moves::{Change, Effect, List, Makers, Move, PieceTable, TurnPart};
use crate::rules::Rules;
use crate::state::{Slot, SlotDeclaration, State};
use crate::walk::Attacks;

/// What a game needs that remembers more than where men stand and whether they have moved.
#[derive(Clone, Debug)]
pub(crate) struct Special<B> {
    turn: Turns,
    /// Lost men and men that wait.
    waits: Option<Waits<B>>,
    taking: Taking<B>,
    /// Declarations the mover must make.
    declared: Option<Declared>,
    /// Which positions need their steps listed and looked at one by one, apart from those with something due.
    listed: Listed,
    /// Whether there is anything to remember beside where men stand.
    remembers: bool,
    /// Whether nothing follows a step but the other side's turn.
    plain: bool,
}

/// What follows from the rules of a game for searching it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts {
    /// Where a capture is legal, other moves may not be.
    pub(crate) captures_are_compulsory: bool,
    /// Who fails to capture may lose the piece that could have.
    pub(crate) failing_to_capture_costs: bool,
    /// A turn may have several moves, so that passing is not like having moved.
    pub(crate) turns_have_parts: bool,
}

/// What a move has done, as far as something is to be remembered of it.
#[derive(Clone, Debug)]
pub(crate) struct Made<B> {
    /// The piece that moved, before and after.
    pub(crate) mover: (Piece, Piece),
    pub(crate) taken: SmallVec<[(Square, Piece); 4]>,
    /// The changes that followed from those of the move itself.
    pub(crate) following: Vec<Change>,
    /// The squares whose content the move itself changed.
    pub(crate) touched: B,
    /// The pieces that could have taken before the move, where it matters.
    pub(crate) takers: B,
}

/// Which positions need their steps listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    /// Only those with something due.
    Due,
    /// Those where a man can jump: every capture is a jump, so that elsewhere no duty to take bears.
    Jumps,
    All,
}

impl<B: Bits> Special<B> {
    /// The special rules of a game, if it has any.
    pub(super) fn compile(
        rules: &Rules,
        makers: &mut Makers,
        declare: &mut dyn FnMut(SlotDeclaration) -> Slot,
    ) -> (Option<Self>, Option<Pools>) {
        let (turn, capture) = (rules.the::<Turn>(), rules.the::<Capture>());
        let has_programme = turn.has_programme();
        let turn = turn.compile(&rules.array, makers, declare);
        let pools = rules.get::<Promotion>().and_then(|promotion| promotion.declare(declare));
        let waits = rules.get::<Promotion>().and_then(|promotion| promotion.waits(makers, pools));
        let declarations = rules.get::<Declarations>().map_or(&[][..], |all| &all.0);
        let declared = Declared::compile(declarations, declare);
        let moves = || rules.types.iter().flat_map(|kind| &kind.movement.moves);
        let jumps = moves().any(|m| !m.jumps.is_empty());
        let by_jumps_only =
            moves().all(|m| !m.capture || m.courses.is_empty()) && rules.get::<EnPassant>().is_none();
        let duty = capture.is_duty();
        let checks = rules.get::<Castling>().is_some_and(|castling| !castling.lost_by_check.is_empty());
        let listed = match (jumps || duty, by_jumps_only) {
            _ if declared.is_some() => Listed::All,
            (true, false) => Listed::All,
            (true, true) => Listed::Jumps,
            (false, _) => Listed::Due,
        };
        let remembers =
            waits.is_some() || declared.is_some() || has_programme || capture.compulsory == Compulsory::Huff;
        let special = (listed != Listed::Due || remembers || checks).then(|| Self {
            turn,
            waits,
            taking: capture.compile(makers, declare),
            declared,
            listed,
            remembers,
            plain: !remembers && !checks,
        });
        (special, pools)
    }

    /// Whether this position's steps must be listed and looked at one by one.
    #[inline(always)]
    pub(crate) fn concerns(&self, attacks: &Attacks<B>, state: &State<B>) -> bool {
        self.listed == Listed::All
            || self.remembers && self.is_pending(state)
            || self.listed == Listed::Jumps && attacks.jumpers(state.side).can_jump(state)
    }

    /// Whether what is remembered bears on this position's steps.
    #[inline(always)]
    fn is_pending(&self, state: &State<B>) -> bool {
        !self.taking.offenders(state).is_empty()
            || self.turn.stage(state).is_some()
            || self.waits.as_ref().is_some_and(|waits| {
                waits.is_due(state) && !self.turn.is_under_way(state) || waits.promotes_by_loss(state)
            })
    }

    /// Lists the moves that come before ordinary ones, if any are due.
    pub(crate) fn preludes(&self, state: &State<B>, list: &mut List) {
        if let Some(waits) = self.waits.as_ref().filter(|_| !self.turn.is_under_way(state)) {
            waits.due(state, list);
        }
        if list.steps.is_empty() && self.huffs() {
            self.taking.huffs(state, list);
        }
    }

    /// Lists the captures of several pieces.
    pub(crate) fn captures(
        &self,
        attacks: &Attacks<B>,
        state: &State<B>,
        kinds: &[PieceTable<B>],
        held: (B, B),
        list: &mut List,
    ) {
        self.taking.chains(attacks, state, kinds, held, list);
    }

    /// Leaves the moves in a list that this part of the turn and the duty to capture admit.
    pub(crate) fn narrow(&self, state: &State<B>, list: &mut List) {
        self.turn.narrow(state, &mut list.steps);
        self.taking.keep_duty(list);
    }

    /// Adds the move that leaves this part of the turn out, if it may be left out.
    pub(crate) fn pass(&self, state: &State<B>, list: &mut List) {
        if self.turn.stage(state).is_some_and(|stage| stage.optional) {
            list.steps.push(self.turn.decline);
        }
    }

    /// Whether a move has been made in this turn, and another is to come.
    pub(crate) fn is_under_way(&self, state: &State<B>) -> bool {
        self.turn.is_under_way(state)
    }

    /// Whether more may follow from a capture than masks know of.
    pub(crate) fn captures_are_doubtful(&self, state: &State<B>) -> bool {
        self.waits.as_ref().is_some_and(|waits| waits.promotes_by_loss(state))
    }

    /// Whether pieces that are taken are remembered.
    pub(crate) fn counts_taken(&self) -> bool {
        self.waits.is_some()
    }

    /// Whether movers declare attacks or forgo them.
    pub(crate) fn has_declarations(&self) -> bool {
        self.declared.is_some()
    }

    /// What a search has to know.
    pub(crate) fn facts(&self) -> Facts {
        Facts {
            captures_are_compulsory: self.is_strict() || self.takes_most(),
            failing_to_capture_costs: self.huffs(),
            turns_have_parts: self.turn.has_every(),
        }
    }

    /// Whether steps are made as in any game: a turn is one step, with nothing to remember.
    #[inline(always)]
    pub(crate) fn makes_plainly(&self) -> bool {
        self.plain
    }

    /// Whether the steps of this position are those of any game, and no duty to take can bear on the next ones.
    #[inline]
    pub(crate) fn is_calm(&self, attacks: &Attacks<B>, state: &State<B>) -> bool {
        self.listed == Listed::Due
            && !self.concerns(attacks, state)
            && self.waits.as_ref().is_none_or(|waits| waits.is_idle(state))
    }

    /// Whether steps that take nothing are of no use where a man can jump.
    #[inline]
    pub(crate) fn only_jumps(&self) -> bool {
        self.listed == Listed::Jumps && self.taking.compulsory == Compulsory::Strict
    }

    /// Whether there is anything to remember beside what stands where.
    #[inline(always)]
    pub(crate) fn remembers(&self) -> bool {
        self.remembers
    }

    /// Saves what a step may change beside where men stand.
    #[inline(always)]
    pub(crate) fn save(&self, state: &mut State<B>) {
        if self.remembers {
            state.save();
        }
    }

    /// Puts back what [`save`](Self::save) saved.
    #[inline(always)]
    pub(crate) fn recall(&self, state: &mut State<B>) {
        if self.remembers {
            state.recall();
            self.freeze(state);
        }
    }

    /// Works out what follows from what the slots hold, after they have been put back or read.
    #[inline]
    pub(crate) fn freeze(&self, state: &mut State<B>) {
        if let Some(waits) = &self.waits {
            waits.freeze(state);
        }
    }

    /// Men that can't be taken now: immune ones, ones attacked in silence, and royal ones, which a promotion in place or an
    /// earlier step of the same turn may have left attacked.
    #[inline(always)]
    pub(crate) fn barred(&self, attacks: &Attacks<B>, state: &State<B>) -> B {
        let immune = self.waits.as_ref().map_or(B::NONE, |waits| waits.immune(state));
        let silent = self.declared.as_ref().map_or(B::NONE, |declared| declared.barred(state));
        immune | silent | attacks.royals(state, state.side.other())
    }

    /// Men that can't move now.
    #[inline(always)]
    pub(crate) fn immobile(&self, state: &State<B>) -> B {
        self.waits.as_ref().map_or(B::NONE, |waits| waits.immobile(state))
    }

    /// Whether who fails to take is huffed.
    #[inline]
    pub(crate) fn huffs(&self) -> bool {
        self.taking.compulsory == Compulsory::Huff
    }

    /// Whether captures are compulsory outright, so that where there is one no other step is legal.
    #[inline]
    pub(crate) fn is_strict(&self) -> bool {
        self.taking.compulsory == Compulsory::Strict
    }

    /// Whether of several captures only those that take most are legal.
    pub(crate) fn takes_most(&self) -> bool {
        self.taking.is_most()
    }

    /// Whether a step after which the position is `state` may be made in silence or with a warning.
    #[inline]
    pub(crate) fn warns(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> bool {
        state.side != by && !self.attacked(attacks, state, by).is_empty()
    }

    /// The enemy men whose attack by a side is to be declared.
    #[inline]
    fn attacked(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> B {
        self.declared.as_ref().map_or(B::NONE, |declared| declared.attacked(attacks, state, by))
    }

    /// The men of the side to move that a step leaves offending if it takes nothing; asked before the step.
    #[inline]
    pub(crate) fn takers(&self, tables: &Tables<B>, state: &State<B>, step: Move) -> B {
        if !self.huffs() || step.part() != TurnPart::Move || step.takes() {
            return B::NONE;
        }
        if self.listed == Listed::Jumps && !tables.attacks.jumpers(state.side).can_jump(state) {
            return B::NONE;
        }
        let kinds = &tables.kinds[state.side.index()];
        let kept = (self.barred(&tables.attacks, state), self.immobile(state));
        self.taking.takers(&tables.attacks, state, kinds, kept)
    }

    /// Adds to an effect what follows from the changes of the move itself.
    #[inline(always)]
    pub(super) fn add_following(&self, effect: &mut Effect<'_, B>) {
        if let Some(waits) = &self.waits {
            waits.follow(effect);
        }
    }

    /// What a move that has been made leaves to be remembered; `true` if it ended the turn.
    #[inline]
    pub(crate) fn follow(
        &self,
        tables: &Tables<B>,
        state: &mut State<B>,
        step: Move,
        Made { mover, taken, following, touched, takers }: &Made<B>,
    ) -> bool {
        let (touched, takers) = (*touched, *takers);
        if self.remembers {
            tables.layout.end(state, touched);
        }
        if step.is_plain() {
            tables.react(state, step);
        }
        if let Some(waits) = &self.waits {
            waits.react(state, step, *mover, (taken, following));
        }
        if self.turn.goes_on(state, step, mover.0) {
            return false;
        }
        if self.huffs() && step.part() == TurnPart::Move {
            let offenders = self.offenders(tables, state, step, takers);
            self.taking.put_offenders(state, offenders);
        }
        self.end_turn(tables, state, step);
        true
    }

    /// The men that failed to take, where they now stand.
    #[inline]
    fn offenders(&self, tables: &Tables<B>, state: &State<B>, step: Move, takers: B) -> B {
        if step.takes() {
            let kinds = &tables.kinds[state.side.index()];
            let broken_off = self.taking.could_go_on(&tables.attacks, state, kinds, step.to);
            return if broken_off { B::bit(step.to) } else { B::NONE };
        }
        match takers.has(step.from) {
            true => (takers & !B::bit(step.from)) | B::bit(step.to),
            false => takers,
        }
    }

    /// Ends the turn of the side to move, and begins the other's.
    #[inline]
    fn end_turn(&self, tables: &Tables<B>, state: &mut State<B>, step: Move) {
        let us = state.side;
        self.turn.end(state);
        if let Some(declared) = &self.declared {
            declared.end_turn(&tables.attacks, state, us, step.declared());
        }
        turn::pass(state);
        if let Some(waits) = &self.waits {
            waits.begin_turn(state, us.other());
        }
        tables.begin_turn(state);
    }
}
