//! Captures: compulsory captures, chains of jumps, and the penalty for failing to capture.
//!
//! ```toml
//! [capture]
//! compulsory = "strict"        # or "huff"
//! chains     = "whole"         # or "may stop"
//! most       = true            # only the chains that take most
//! removed    = "at the end"    # or "at once"
//! crowning   = "ends the chain" # or "at the end", "jumps on"
//! turn-back  = false           # no jump straight back after another
//! first      = ["most", "by king", "most king", "king first"]  # in place of `most`
//! stop-in    = "courtyard"     # coming down there ends a chain
//! ```
//!
//! A chain is the jumps of one piece in one turn. With `huff`, a side that could have captured and did not (or broke a chain off) leaves
//! offenders, one of which the other side must remove before its own move.
//!
//! Invariant: offenders are determined in the position before the ordinary move; if a piece was captured, only its captor can offend.

mod first;
mod huff;
mod jumping;
mod words;

use std::sync::Arc;

use self::first::First;
use self::jumping::{Chaining, Chains, Crowning, Jumping};
use super::plan::{Hook, Lay, Plan, Station};
use super::rule::{Feature, FenField, FenPlace, Played, Rule, Sample, Style, Topic, Use};
use super::scope::Scope;
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::moves::{List, Move, View};
use crate::text::Report;

/// The keys of `[capture]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "capture",
    doc: "Compulsory captures, and chains of jumps.",
    keys: &[
        Key::optional(
            "compulsory",
            Shape::OneOf(&["strict", "huff"]),
            "Whether captures are compulsory: then a capture is the only legal move (`strict`), or a player who fails to capture may lose the piece that could have (`huff`); by default, captures are optional.",
            "\"strict\"",
        ),
        Key::optional(
            "chains",
            Shape::OneOf(&["whole", "may stop", "none"]),
            "Whether a chain of jumps must go on as far as it can, may stop after any jump, or is never more than one jump; by default, whole.",
            "\"may stop\"",
        ),
        Key::optional(
            "most",
            Shape::Flag,
            "Whether only the moves that capture the most pieces are legal.",
            "true",
        ),
        Key::optional(
            "first",
            Shape::List(&Shape::Line),
            "Which captures come before others, the most important first: each chooses among those that are left: `most` pieces, `most points`, `by` a type, `most` of a type, a type captured `first`.",
            "[\"most\", \"by king\", \"most king\", \"king first\"]",
        ),
        Key::optional(
            "removed",
            Shape::OneOf(&["at once", "at the end"]),
            "When jumped pieces are removed; until then they block the way and can't be jumped again; by default, at once.",
            "\"at the end\"",
        ),
        Key::optional(
            "crowning",
            Shape::OneOf(&["ends the chain", "at the end", "jumps on"]),
            "Whether a piece that lands where it promotes ends its chain there, jumps on and promotes only where it stops, or promotes and jumps on as what it has become; by default, it ends its chain.",
            "\"at the end\"",
        ),
        Key::optional(
            "turn-back",
            Shape::Flag,
            "Whether a piece may jump straight back in the direction from which it has just come; by default, it may.",
            "false",
        ),
        Key::optional("stop-in", Shape::Squares, "Squares on which a chain ends.", "\"courtyard\""),
    ],
};

/// Captures in the registry: every game has them.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("capture", Shape::Table(&KEYS), KEYS.doc, "")],
    read: |scope, root, report| {
        Some(Box::new(root.table("capture").map(|table| read(scope, table, report)).unwrap_or_default()))
    },
    ..Feature::NONE
};

/// The obligation to capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Compulsory {
    #[default]
    Free,
    Strict,
    Huff,
}

/// Captures as the rules have them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Capture {
    pub(crate) compulsory: Compulsory,
    may_stop: bool,
    /// True if a piece makes one jump in a move.
    once: bool,
    /// Which captures come before others, the most important first.
    first: Vec<First>,
    at_the_end: bool,
    crowning: Crowning,
    /// True if no jump goes straight back after another.
    onward: bool,
    stop_in: Option<[SquareSet; 2]>,
}

/// Reads `[capture]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Capture {
    let says = |key, wanted| table.text(key).is_some_and(|word| word.text == wanted);
    Capture {
        compulsory: match table.text("compulsory").map(|word| word.text) {
            Some("strict") => Compulsory::Strict,
            Some("huff") => Compulsory::Huff,
            _ => Compulsory::Free,
        },
        may_stop: says("chains", "may stop"),
        once: says("chains", "none"),
        first: first::read(scope, table, report),
        at_the_end: says("removed", "at the end"),
        crowning: match table.text("crowning").map(|word| word.text) {
            Some("at the end") => Crowning::AtTheEnd,
            Some("jumps on") => Crowning::JumpsOn,
            _ => Crowning::Ends,
        },
        onward: table.flag("turn-back") == Some(false),
        stop_in: table.text("stop-in").and_then(|word| scope.squares(word, report)),
    }
}

impl Rule for Capture {
    fn topic(&self) -> Topic {
        Topic { place: 50, heading: "Captures" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        words::sentences(self, scope)
    }

    fn fields(&self) -> Vec<FenField> {
        let (place, meaning) = (FenPlace::Named(60), "pieces that could have captured and may be huffed now");
        let field = FenField { place, example: "offenders=b3".into(), meaning };
        if self.huffs() { vec![field] } else { Vec::new() }
    }

    fn endangers_royals(&self) -> bool {
        self.huffs()
    }

    fn samples(&self, scope: &Scope<'_>, _style: Style<'_>) -> Vec<Sample> {
        let sample = |what, example, how: &str| Sample { place: 30, what, example, how: how.to_owned() };
        let square = scope.array.first().map_or_else(String::new, |(at, _)| scope.geometry().name(*at));
        let chain = chained(scope).filter(|_| !self.once).map(|example| {
            sample("a chain of jumps", example, "the square it starts from and every square it lands on")
        });
        let huff = sample("a huff", format!("x{square}"), "x and the square of the removed piece");
        chain.into_iter().chain(self.huffs().then_some(huff)).collect()
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        let one = |kind, what: &str| Use { place: 60, kind, what: what.to_owned() };
        let chain = one("chain", "a chain of two jumps or more");
        let huff = one("huff", "a piece removed for failing to capture");
        (scope.has_jumps() && !self.once)
            .then_some(chain)
            .into_iter()
            .chain(self.huffs().then_some(huff))
            .collect()
    }

    fn came_up(&self, scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let counts = played.kind != "chain" || played.taken.len() > 1;
        self.uses(scope).iter().position(|one| counts && one.kind == played.kind)
    }
}

impl Capture {
    fn huffs(&self) -> bool {
        self.compulsory == Compulsory::Huff
    }

    /// Returns `true` if captures affect which other moves are legal.
    fn is_duty(&self) -> bool {
        !self.first.is_empty() || self.compulsory != Compulsory::Free
    }
}

impl<B: Bits> Lay<B> for Capture {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let jumps = plan.types.iter().any(|kind| kind.movement.jumps().next().is_some());
        if !jumps && !self.is_duty() {
            return;
        }
        let (strict, huffs) = (self.compulsory == Compulsory::Strict, self.huffs());
        let facts = &mut plan.hooks.facts;
        facts.captures_exclude_others = strict;
        facts.captures_are_compulsory = strict || !self.first.is_empty();
        facts.failing_to_capture_costs = huffs;
        plan.lists_captures = true;
        let stop_in = self.stop_in.map_or([B::NONE; 2], |squares| squares.map(B::from_wide));
        let chaining = Chaining {
            may_stop: self.may_stop,
            at_the_end: self.at_the_end,
            crowning: self.crowning,
            stop_in: if self.once { [!B::NONE; 2] } else { stop_in },
        };
        let chains = jumps.then(|| (plan.maker(&Chains), chaining));
        if let Some((maker, chaining)) = chains {
            let onward = self.onward.then(|| plan.geometry.clone());
            plan.hook_of_both(Arc::new(Jumping { maker, chaining, onward }));
        }
        if strict || !self.first.is_empty() {
            plan.hook_of_both(Arc::new(Compelled { strict, first: self.first.clone().into() }));
        }
        if huffs {
            huff::lay(chains, plan);
        }
    }
}

/// The duty to capture, in play.
#[derive(Debug)]
struct Compelled {
    /// True if only captures are legal where there is one.
    strict: bool,
    /// Which captures come before others.
    first: Box<[First]>,
}

impl<B: Bits> Hook<B> for Compelled {
    fn stations(&self) -> &'static [Station] {
        &[Station::Duty]
    }

    fn narrows_captures(&self) -> bool {
        !self.first.is_empty()
    }

    fn narrow(&self, view: &View<'_, B>, List { moves, changes, .. }: &mut List) {
        let captures = moves.iter().filter(|mv| mv.takes()).count();
        if captures == 0 {
            return;
        }
        if self.strict && captures < moves.len() {
            moves.retain(|mv| mv.takes());
        }
        for first in &self.first {
            let rank = |mv: &Move| first.rank(view.state, changes, *mv);
            let ranks = moves.iter().filter(|mv| mv.takes()).map(rank);
            let (least, most) =
                ranks.fold((u64::MAX, 0), |(least, most), rank| (least.min(rank), most.max(rank)));
            if least < most {
                moves.retain(|mv| !mv.takes() || rank(mv) == most);
            }
        }
    }
}

/// Returns two jumps one after the other, over neighbouring pieces, as they are written; `None` if no piece jumps.
fn chained(scope: &Scope<'_>) -> Option<String> {
    let geometry = scope.geometry();
    let all = |(id, kind): (TypeId, _)| {
        let kind: &PieceType = kind;
        kind.movement.jumps().map(move |(jump, _)| (id, jump.step))
    };
    let mut jumps = (0..).zip(scope.types).flat_map(all);
    jumps.find_map(|(kind, by)| {
        let step = |from| {
            let next = geometry.step(from, i16::from(by.dx), i16::from(by.dy))?;
            geometry.lets_through(kind, Side::White.index(), from, next).then_some(next)
        };
        let land = |from| step(step(from)?);
        geometry.every().filter(|&from| !geometry.holes.has(from)).find_map(|from| {
            let next = land(from)?;
            Some([from, next, land(next)?].map(|square| geometry.name(square)).concat())
        })
    })
}
