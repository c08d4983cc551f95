//! Piece counts: `count(their queen or rook) >= 2`, and `my pawn on rank 8`, which means that there is one.

use super::chain::enclosed;
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::{Bits, SquareSet};
use crate::feature::plan::Few;
use crate::feature::scope::{Scope, at_reach, lines_of};
use crate::model::condition::{Comparison, Pieces, Safety, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::notation::condition::Form;
use crate::state::State;
use crate::text::{Clause, Phrase};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("count(", "a number of pieces: `count(mine) = 1`")],
    is: |form| matches!(form, Form::Count { .. } | Form::Holds(_)),
    resolve: |form, resolver, report| {
        let (pieces, comparison, number) = match form {
            Form::Count { pieces, op, right } => (pieces, *op, *right),
            Form::Holds(pieces) => (pieces, Comparison::AtLeast, 1),
            _ => return None,
        };
        let pieces = resolver.pieces(pieces, report)?;
        let (comparison, number) = comparison.normal(number);
        Some(Condition::Fact(Fact::Count(Count { pieces, comparison, number })))
    },
};

/// The statement about pieces of one type that are attacked, or not, or guarded, wherever they stand: `the opponent's king is attacked`.
fn attacked_anywhere(scope: &Scope<'_>, count: &Count<SquareSet>) -> Option<Clause> {
    let Pieces { whose, types, safety, .. } = &count.pieces;
    let anywhere = Pieces { safety: None, ..count.pieces.clone() }.is_anywhere();
    let (&[kind], true, safety, owner) = (&types[..], anywhere, (*safety)?, whose.role()?) else {
        return None;
    };
    let is = match (count.comparison, count.number) {
        (Comparison::AtLeast, 1) => true,
        (Comparison::AtMost, 0) => false,
        _ => return None,
    };
    // `no king that is not attacked` is not the same as `the king is attacked`: there may be none
    let denies = safety == Safety::Safe && !is;
    let subject = Phrase::from(owner) + format!("'s {}", scope.type_name(kind));
    (!denies).then(|| Clause::about(subject, format!("is {}", safety.said(is))))
}

/// Returns `true` if the pieces of a count are named in the plural.
fn is_several(by: Comparison, number: u32) -> bool {
    match by {
        Comparison::Greater | Comparison::NotEqual => number > 1,
        _ => number > 1 || (by, number) == (Comparison::Less, 0),
    }
}

/// Some pieces as their owner's, or anybody's: `the player's queen or rook`, `one of the opponent's pieces`, `any piece`.
fn some_of(scope: &Scope<'_>, whose: Whose, types: &[TypeId]) -> Phrase {
    let kinds = if types.is_empty() { String::new() } else { scope.list(types, "or") };
    match (whose.role(), kinds.is_empty()) {
        (Some(owner), true) => Phrase::from("one of ") + owner + "'s pieces",
        (Some(owner), false) => Phrase::from(owner) + format!("'s {kinds}"),
        (None, true) => "any piece".into(),
        (None, false) => format!("any {kinds}").into(),
    }
}

/// ` in the courtyard`, ` on rank 8`, ` that is attacked`: where some pieces stand, and what else is asked of one of them or of several.
pub(super) fn qualities(scope: &Scope<'_>, pieces: &Pieces<SquareSet>, several: bool) -> Phrase {
    let place = match pieces.region {
        _ if pieces.in_hand => " in hand".into(),
        Some(region) => scope.place_of(region, pieces.whose.role()),
        None => pieces.its.map_or_else(Phrase::default, |its| format!(" {}", its.place()).into()),
    };
    let Some(reached) = &pieces.reached else { return place + engaged(scope, pieces, several) };
    let some = |(whose, types): &(Whose, Vec<TypeId>)| some_of(scope, *whose, types);
    let (by, along) = (reached.by.notation.as_str(), ["file", "rank"].contains(&&*reached.by.notation));
    let from = reached.of.as_ref().map_or_else(|| reached.from.spoken().into(), some);
    let and = if !place.is_empty() && along && reached.until.is_none() { " and" } else { "" };
    let reached = match &reached.until {
        None => at_reach(by, from),
        Some(until) => {
            Phrase::from(" in an unbroken row between ")
                + from
                + " and "
                + some(until)
                + format!(" along {}", lines_of(by))
        }
    };
    place + and + reached + engaged(scope, pieces, several)
}

/// ` that is attacked`, ` that attacks the player's king`.
fn engaged(scope: &Scope<'_>, pieces: &Pieces<SquareSet>, several: bool) -> Phrase {
    if pieces.enclosed.is_some() {
        let group = if several {
            "groups have no empty square beside them"
        } else {
            "group has no empty square beside it"
        };
        return format!(" whose {group}").into();
    }
    let Some((whose, types)) = &pieces.attacking else {
        let are = if several { "are" } else { "is" };
        return pieces
            .safety
            .map_or_else(Phrase::default, |safety| format!(" that {are} {}", safety.said(true)).into());
    };
    let verb = if several { "attack" } else { "attacks" };
    let what = if types.is_empty() { "piece".to_owned() } else { scope.list(types, "or") };
    match whose.role() {
        Some(owner) => Phrase::from(format!(" that {verb} ")) + owner + format!("'s {what}"),
        None => format!(" that {verb} any {what}").into(),
    }
}

/// `only one piece`, `at least two pieces`.
fn amount(by: Comparison, number: u32) -> String {
    counted(by, number, if number == 1 { "piece" } else { "pieces" })
}

fn counted(by: Comparison, number: u32, what: &str) -> String {
    let by = if (by, number) == (Comparison::Equal, 1) { "only" } else { by.words() };
    format!("{by} {} {what}", in_letters(number))
}

/// A number, in letters up to ten.
pub(crate) fn in_letters(number: u32) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = usize::try_from(number).ok().and_then(|at| WORDS.get(at).copied());
    word.map_or_else(|| number.to_string(), str::to_owned)
}

/// A number of pieces of one type: `herons`.
pub(crate) fn plural(name: &str) -> String {
    let vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match (name.strip_suffix("man"), name.strip_suffix('y')) {
        (Some(stem), _) => format!("{stem}men"),
        (_, Some(stem)) if !vowel(stem) => format!("{stem}ies"),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end)) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

/// The largest piece count that is distinguished.
const MOST: u32 = 256;

/// A piece count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Count<S> {
    pub(crate) pieces: Pieces<S>,
    pub(crate) comparison: Comparison,
    pub(crate) number: u32,
}

impl<S: Clone> Count<S> {
    /// Returns the count that holds where this one does not.
    fn denied(&self) -> Self {
        let (comparison, number) = self.comparison.contrary().normal(self.number);
        Self { pieces: self.pieces.clone(), comparison, number }
    }

    /// Returns the same count with the players exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { pieces: self.pieces.mirrored(), ..self.clone() }
    }
}

impl<S> Count<S> {
    /// Returns `true` if it depends on the squares of a move.
    pub(crate) fn is_of_move(&self) -> bool {
        self.pieces.its.is_some() || self.pieces.reached.as_ref().is_some_and(|reached| reached.of.is_none())
    }

    #[inline(always)]
    pub(crate) fn admits(&self, count: u32) -> bool {
        self.comparison.holds(count, self.number)
    }
}

impl<S: Bits> Count<S> {
    /// Returns limits on piece numbers, one of which is met wherever the count holds for either player; `None` if there are none, or if it
    /// matters where the pieces stand.
    pub(crate) fn few(&self) -> Option<Vec<Few>> {
        let most = match self.comparison {
            Comparison::Equal | Comparison::AtMost => self.number,
            Comparison::Less => self.number.saturating_sub(1),
            Comparison::NotEqual | Comparison::Greater | Comparison::AtLeast => return None,
        };
        let sides = match self.pieces.whose {
            Whose::Both => vec![None],
            Whose::Mine | Whose::Theirs => Side::BOTH.map(Some).into(),
        };
        let few = |side| Few { types: self.pieces.types.iter().copied().collect(), side, most };
        let anywhere = self.pieces.is_seen() && self.pieces.region.is_none();
        anywhere.then(|| sides.into_iter().map(few).collect())
    }

    /// Returns `true` if the count holds for a player.
    #[inline(always)]
    pub(crate) fn holds_for(&self, state: &State<S>, me: Side) -> bool {
        let Pieces { whose, types, region, .. } = &self.pieces;
        let here = |side: Side| match region {
            Some(region) => region[side.index()],
            None => !S::NONE,
        };
        let (us, them) = (me, me.other());
        self.admits_number_of(match (whose, &types[..], region) {
            (Whose::Mine, &[kind], _) => state.of(kind, us) & here(us),
            (Whose::Theirs, &[kind], _) => state.of(kind, them) & here(them),
            (Whose::Both, &[kind], None) => state.pieces(kind) & !state.nobodys(),
            (Whose::Both, [], None) => state.side(us) | state.side(them),
            (Whose::Mine, [], None) => state.side(us),
            (Whose::Theirs, [], None) => state.side(them),
            _ => squares_of(&self.pieces, state, me),
        })
    }

    /// Returns `true` if there is the right number of these pieces.
    #[inline(always)]
    fn admits_number_of(&self, pieces: S) -> bool {
        // counting is slow on processors without an instruction for it
        match self.number <= 1 && !pieces.at_most_one() {
            true => {
                matches!(self.comparison, Comparison::NotEqual | Comparison::Greater | Comparison::AtLeast)
            }
            false => self.admits(pieces.count()),
        }
    }
}

/// Returns the number of some pieces on the board, with every property required of them.
pub(super) fn number_asked<S: Bits>(pieces: &Pieces<S>, asked: &impl Asked<S>) -> u32 {
    let (state, me) = (asked.state(), asked.side());
    if pieces.in_hand {
        return in_hand(pieces, asked);
    }
    number_of(pieces, state, me, |mut squares: S, side| {
        if let Some(of_move) = pieces.its {
            squares &= asked.its(of_move);
        }
        if let Some(reached) = &pieces.reached {
            let origins = match &reached.of {
                Some((whose, types)) => pieces_of(state, (*whose, me), types),
                None => asked.its(reached.from),
            };
            let until = |whose, types: &[TypeId]| pieces_of(state, (whose, me), types);
            let from = |origin| match &reached.until {
                None => reached.by.open_to(me, origin, squares, state.occupied()),
                Some((whose, types)) => reached.by.between(me, origin, squares, until(*whose, types)),
            };
            squares = origins.squares().fold(S::NONE, |found, origin| found | from(origin));
        }
        if let Some(near) = &pieces.enclosed {
            squares &= enclosed(near, state.side(side), !state.occupied());
        }
        if let Some((whose, types)) = &pieces.attacking {
            let attackers = |at| asked.attacks().captors(state, at, side);
            let victims = pieces_of(state, (*whose, me), types) & !state.side(side);
            squares &= victims.squares().fold(S::NONE, |found, at| found | attackers(at));
        }
        let Some(safety) = pieces.safety else { return squares };
        let attacked = |at| !asked.attacks().captors(state, at, side.other()).is_empty();
        let those = squares.squares().filter(|&at| match safety {
            Safety::Attacked => attacked(at),
            Safety::Safe => !attacked(at),
            // whoever recaptures does not capture this piece
            Safety::Guarded => !asked.attacks().attackers(state, at, side, None).is_empty(),
        });
        those.fold(S::NONE, |set, at| set | S::bit(at))
    })
}

/// Returns the number of some pieces in hand.
fn in_hand<S: Bits>(pieces: &Pieces<S>, asked: &impl Asked<S>) -> u32 {
    let of = |side| pieces.types.iter().map(|&kind| asked.in_hand(side, kind)).sum::<u32>();
    let me = asked.side();
    match pieces.whose {
        Whose::Mine => of(me),
        Whose::Theirs => of(me.other()),
        Whose::Both => of(me) + of(me.other()),
    }
}

/// Returns the pieces of some types, of all if none are named, of an owner as seen by a player.
pub(crate) fn pieces_of<S: Bits>(state: &State<S>, (whose, me): (Whose, Side), types: &[TypeId]) -> S {
    let of_types = match types {
        [] => state.side(Side::White) | state.side(Side::Black),
        types => types.iter().fold(S::NONE, |set, &kind| set | state.pieces(kind)),
    };
    match whose {
        Whose::Mine => of_types & state.side(me),
        Whose::Theirs => of_types & state.side(me.other()),
        Whose::Both => of_types & !state.nobodys(),
    }
}

/// Returns the number of some pieces on the board, as seen by a player.
#[inline]
pub(super) fn number_of<S: Bits>(
    pieces: &Pieces<S>,
    state: &State<S>,
    me: Side,
    those: impl Fn(S, Side) -> S,
) -> u32 {
    let of = |side: Side| those(seen(pieces, state, side), side).count();
    match pieces.whose {
        Whose::Mine => of(me),
        Whose::Theirs => of(me.other()),
        Whose::Both => of(me) + of(me.other()),
    }
}

/// Returns the squares of a side's pieces of some types, in the region they must stand in.
#[inline]
pub(super) fn seen<S: Bits>(pieces: &Pieces<S>, state: &State<S>, side: Side) -> S {
    let squares = match &pieces.types[..] {
        [] => state.side(side),
        types => types.iter().fold(S::NONE, |set, &kind| set | state.of(kind, side)),
    };
    match &pieces.region {
        None => squares,
        Some(region) => squares & region[side.index()],
    }
}

/// Returns the squares of some pieces on the board, as seen by a player.
pub(crate) fn squares_of<S: Bits>(pieces: &Pieces<S>, state: &State<S>, me: Side) -> S {
    let of = |side| seen(pieces, state, side);
    match pieces.whose {
        Whose::Mine => of(me),
        Whose::Theirs => of(me.other()),
        Whose::Both => of(me) | of(me.other()),
    }
}

impl<S: PartialEq> Meaning<S> for Count<S> {
    fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T> {
        Fact::Count(Count {
            pieces: self.pieces.map(convert),
            comparison: self.comparison,
            number: self.number,
        })
    }

    #[inline]
    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        self.admits(number_asked(&self.pieces, asked))
    }

    fn contrary(&self) -> Option<Fact<S>>
    where
        S: Clone,
    {
        Some(Fact::Count(self.denied()))
    }

    fn count(&self) -> Option<&Self> {
        Some(self).filter(|_| self.pieces.is_seen())
    }

    fn at_most(&self) -> Option<(Whose, u32)> {
        if !self.pieces.types.is_empty() || self.pieces.region.is_some() || !self.pieces.is_seen() {
            return None;
        }
        let most = match self.comparison {
            Comparison::Equal | Comparison::AtMost => Some(self.number),
            Comparison::Less => self.number.checked_sub(1),
            Comparison::NotEqual | Comparison::Greater | Comparison::AtLeast => None,
        };
        most.map(|most| (self.pieces.whose, most))
    }

    fn must_stand(&self) -> Option<&Pieces<S>> {
        let some = matches!(self.comparison, Comparison::AtLeast | Comparison::Greater | Comparison::Equal);
        let there = self.pieces.region.is_some() && self.pieces.whose != Whose::Both;
        (some && there && self.number > 0).then_some(&self.pieces)
    }

    fn implies(&self, other: &Self) -> bool {
        self.pieces == other.pieces && (0..=MOST).all(|count| !self.admits(count) || other.admits(count))
    }
}

impl Told for Count<SquareSet> {
    fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause {
        if !holds {
            return self.denied().clause(scope, true);
        }
        if let Some(clause) = attacked_anywhere(scope, self) {
            return clause;
        }
        let several = is_several(self.comparison, self.number);
        let what = Phrase::from(format!(" {}", self.told_amount(scope)));
        let what = what + qualities(scope, &self.pieces, several);
        let pieces = &self.pieces;
        let trails = pieces.safety.is_some() || pieces.attacking.is_some() || pieces.enclosed.is_some();
        let clause = match self.pieces.whose.role() {
            Some(owner) => Clause::of(owner, Phrase::from("has") + what),
            None => Clause::about("both players together", Phrase::from("have") + what),
        };
        clause.trailing(trails)
    }

    fn is_about_theirs(&self) -> bool {
        self.pieces.whose == Whose::Theirs
    }

    fn may(&self, amounts: &dyn Amounts, me: Side, hold: bool) -> bool {
        let (least, most) = amounts.count(&self.pieces, me);
        (least..=most).any(|count| self.admits(count) == hold)
    }

    fn agrees(&self, others: &[&Fact<SquareSet>], amounts: &dyn Amounts, me: Side) -> bool {
        let (least, most) = amounts.count(&self.pieces, me);
        let admits = |other: &&Fact<SquareSet>, count| match other {
            Fact::Count(other) if other.pieces == self.pieces => other.admits(count),
            _ => true,
        };
        (least..=most).any(|count| self.admits(count) && others.iter().all(|other| admits(other, count)))
    }

    fn why_never(&self, amounts: &dyn Amounts, denied: bool) -> Option<String> {
        let range = amounts.range(&self.pieces);
        let number = self.number;
        let asked = match self.comparison {
            Comparison::AtMost if number == 0 && !denied => number.to_string(),
            // the range already says all there is to say
            _ if denied || Side::BOTH.iter().all(|&me| amounts.count(&self.pieces, me).0 == 0) => {
                return Some(range);
            }
            Comparison::Equal => number.to_string(),
            Comparison::NotEqual => "any other number".to_owned(),
            Comparison::Less => format!("fewer than {number}"),
            Comparison::AtMost => format!("{number} or fewer"),
            Comparison::Greater => format!("more than {number}"),
            Comparison::AtLeast => format!("{number} or more"),
        };
        Some(format!("{range}, never {asked}"))
    }
}

impl Count<SquareSet> {
    fn told_amount(&self, scope: &Scope<'_>) -> String {
        let types: &[TypeId] = &self.pieces.types;
        let name = if types.is_empty() { "piece".to_owned() } else { scope.list(types, "or") };
        match (self.comparison, self.number) {
            (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => format!("no {name}"),
            (Comparison::AtLeast, 1) | (Comparison::Greater | Comparison::NotEqual, 0) => {
                if types.is_empty() { "a piece".to_owned() } else { scope.each_of(types) }
            }
            (by, number) if types.is_empty() => amount(by, number),
            (by, number) if types.len() == 1 => {
                counted(by, number, &if number == 1 { name } else { plural(&name) })
            }
            (by, number) => {
                let others: Vec<TypeId> =
                    (0..scope.types.len() as TypeId).filter(|kind| !types.contains(kind)).collect();
                match (types.len(), others.len()) {
                    (_, 0) => amount(by, number),
                    (named, left) if named > 2 * left => {
                        format!("{} other than {}", amount(by, number), scope.each_of(&others))
                    }
                    _ => format!("{} of these types: {name}", amount(by, number)),
                }
            }
        }
    }
}
