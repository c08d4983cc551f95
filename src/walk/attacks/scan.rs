//! Checks and pins against the only royal piece of a side, found by its enemies.

use super::{Attacks, CheckInfo, Guarded, Notes};
use crate::board::{Bits, Square};
use crate::state::State;
use crate::walk::hurdles::Hurdles;
use crate::walk::route::Clear;

impl<B: Bits> Attacks<B> {
    /// Returns the constraints for a guarded royal piece, in one pass.
    #[inline(always)]
    pub(crate) fn scan(
        &self,
        state: &State<B>,
        guarded: &Guarded<'_, B>,
        notes: &mut Notes<B>,
    ) -> CheckInfo<B> {
        let (king, them) = (guarded.king, state.side.other());
        let (side, enemy) = (&self.sides[them.index()], state.side(them));
        let (mut leapers, mut riders, mut near, mut any) = (B::NONE, B::NONE, B::NONE, B::NONE);
        for trio in side.row_triples(king.first()) {
            for row in trio {
                let pieces = row.whole(state);
                leapers |= row.leap & pieces;
                riders |= row.ride & pieces;
                near |= row.near & pieces;
                any |= row.any & pieces;
            }
        }
        let check_info = CheckInfo { king, near: near & enemy, ..CheckInfo::none() };
        // a fourth set costs nothing where four words fit a register
        let any = if B::WIDTH == 64 { any } else { leapers | riders };
        if !any.meets(enemy) {
            return check_info;
        }
        let check_info = check_info.leapt_at(leapers & enemy);
        let lines = &guarded.lines[usize::from(king.first())];
        check_info.ridden_at(|from| lines[from], riders & enemy, state, notes)
    }

    /// Returns the constraints, testing one way of capturing after another.
    #[inline(never)]
    pub(super) fn scan_oddly(&self, state: &State<B>, king: B, notes: &mut Notes<B>) -> CheckInfo<B> {
        let them = state.side.other();
        // a piece landing behind another may enable an enemy jump, so jumps escape the argument
        let beside =
            !self.jumpers[them.index()].types().is_empty() || !self.effect_ways[them.index()].is_empty();
        if beside || self.royal_captures.is_some() {
            return self.all_doubtful(state);
        }
        let mut check_info = CheckInfo { king, ..CheckInfo::none() };
        for row in self.sides[them.index()].rows(king.first()) {
            let pieces = row.pieces(state, them);
            check_info.near |= row.near & pieces;
            check_info = check_info.leapt_at(row.leap & pieces);
            let lines = self.between.row(row.between, king.first());
            check_info =
                check_info.ridden_at(|from| lines[usize::from(from)], row.ride & pieces, state, notes);
        }
        self.scan_several(state, check_info)
    }

    /// Adds threats along pairs of squares with several routes.
    #[inline(never)]
    fn scan_several(&self, state: &State<B>, mut check_info: CheckInfo<B>) -> CheckInfo<B> {
        let (them, king) = (state.side.other(), check_info.king.first());
        for several in &self.sides[them.index()].several {
            check_info.near |= several.all(state, them);
            for from in several.pieces(state, king, them).squares() {
                let own = self.hurdles_of(several, them);
                let routes = several.routes(from, king);
                self.scan_routes((routes, own), state, &mut check_info, B::bit(from));
            }
        }
        check_info
    }

    /// Returns one of the pinned pieces, after `done` others, and its possible targets: those along every line it alone stands in.
    #[inline(always)]
    pub(crate) fn pin(&self, state: &State<B>, pinned: B, notes: &Notes<B>, done: usize) -> (Square, B) {
        // as many pins as pieces, none of them seen yet: each piece stands in one line
        match notes.pins.get(done) {
            Some(&line) if notes.pinning == done + pinned.count() as usize && line.meets(pinned) => {
                ((line & pinned).first(), line)
            }
            _ => self.pin_anew(state, pinned.first()),
        }
    }

    #[cold]
    fn pin_anew(&self, state: &State<B>, pinned: Square) -> (Square, B) {
        let (them, occupied) = (state.side.other(), state.occupied());
        let king = self.royals(state, state.side).first();
        let mut lines = !B::NONE;
        for row in self.sides[them.index()].rows(king) {
            for from in (row.ride & row.pieces(state, them)).squares() {
                let line = self.between.row(row.between, king)[usize::from(from)];
                if line & occupied == B::bit(pinned) {
                    lines &= line | B::bit(from);
                }
            }
        }
        (pinned, lines)
    }

    /// Adds a pair with routes of its own. A check must be parried on all open routes: by a piece that moves into their lines or captures
    /// the attacker. A hurdle that moves away parries it too; such moves are doubtful, and so are those of a piece that may open a route by
    /// leaving it or by becoming a hurdle and, where it matters which pieces the hurdles are, of a piece that captures a hurdle.
    fn scan_routes(
        &self,
        (routes, hurdles): (impl Iterator<Item = Clear<B>>, Option<&Hurdles<B>>),
        state: &State<B>,
        check_info: &mut CheckInfo<B>,
        from: B,
    ) {
        let (mut shared, occupied) = (!B::NONE, state.occupied());
        for route in routes {
            let (standing, missing) = ((route.line & occupied).count(), route.full & !occupied);
            if missing.is_empty() {
                let jumped = hurdles.filter(|_| standing == route.hurdles);
                let jumped = jumped.map(|hurdles| (hurdles, route.squares() & occupied));
                if let Some((hurdles, jumped)) = jumped {
                    check_info.doubt_to |= jumped;
                    if !hurdles.among(state, jumped).is_empty() {
                        continue;
                    }
                }
                if standing == route.hurdles {
                    check_info.check = true;
                    shared &= route.line & !occupied;
                    check_info.doubt_from |= route.full | route.line & occupied;
                } else if standing == route.hurdles + 1 {
                    check_info.doubt_from |= route.line & occupied;
                } else if standing + 1 == route.hurdles {
                    check_info.doubt_to |= route.line & !occupied;
                }
            } else if missing.at_most_one() && standing == route.hurdles {
                check_info.doubt_to |= missing;
            } else if missing.at_most_one() && standing == route.hurdles + 1 {
                check_info.doubt_from |= route.line & occupied;
            }
        }
        if shared != !B::NONE {
            check_info.check_mask &= shared | from;
        }
    }
}
