//! Piece counts: `count(their queen or rook) >= 2`, and `my pawn on rank 8`, which means that there is one.

use super::read::{any_of, some};
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Told, nameless};
use crate::board::{Bits, SquareSet};
use crate::feature::plan::Few;
use crate::feature::scope::{Scope, at_reach, in_a_row, lines_of, with_article};
use crate::model::condition::{Comparison, Pieces, Safety, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::notation::condition::{self as notation, Form};
use crate::notation::squares::{Leaf, SquareExpr};
use crate::state::State;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("count(", "a number of pieces: `count(mine) = 1`")],
    is: |form| matches!(form, Form::Count { .. } | Form::Holds(_)),
    resolve: |form, resolver, report| {
        let (pieces, comparison, number) = parts(form)?;
        let pieces = resolver.pieces(pieces, report)?;
        Some(Condition::Fact(Fact::Count(Count { pieces, comparison, number })))
    },
    reads: |form| parts(form).map_or_else(String::new, |(pieces, by, number)| reads(pieces, by, number)),
    denied: Some(|form| {
        parts(form).map_or_else(String::new, |(pieces, by, number)| denied(pieces, by, number))
    }),
    together: nameless,
};

/// The contrary of a count.
fn denied(pieces: &notation::Pieces, by: Comparison, number: u32) -> String {
    let contrary = match by {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    };
    reads(pieces, contrary, number)
}

fn parts(form: &Form) -> Option<(&notation::Pieces, Comparison, u32)> {
    match form {
        Form::Count { pieces, op, right } => Some((pieces, *op, *right)),
        Form::Holds(pieces) => Some((pieces, Comparison::AtLeast, 1)),
        _ => None,
    }
}

fn reads(pieces: &notation::Pieces, by: Comparison, number: u32) -> String {
    let (owner, verb) = match pieces.side {
        Whose::Mine => ("the player", "has"),
        Whose::Theirs => ("the opponent", "has"),
        Whose::Both => ("both sides together", "have"),
    };
    let kinds = named(pieces);
    let anywhere = pieces.region.is_none() && pieces.reached.is_none() && pieces.its.is_none();
    if let ([(kind, _)], true, Some(safety)) = (&pieces.types[..], anywhere, pieces.safety)
        && let Some(said) = is_attacked((pieces.side, &kind.replace('-', " ")), safety, (by, number))
    {
        return said;
    }
    let what = match (by, number) {
        (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => {
            format!("no {}", if kinds.is_empty() { "piece" } else { &kinds })
        }
        (Comparison::AtLeast, 1) | (Comparison::Greater, 0) => some(&kinds),
        _ if kinds.is_empty() => amount(by, number),
        _ => format!("{} ({kinds})", amount(by, number)),
    };
    format!("{owner} {verb} {what}{}", place_said(pieces, is_several(by, number)))
}

/// The words for pieces of one type that are attacked, or not, or guarded, wherever they stand: `the opponent's king is attacked`.
fn is_attacked(
    (whose, kind): (Whose, &str),
    safety: Safety,
    (by, number): (Comparison, u32),
) -> Option<String> {
    let owner = match whose {
        Whose::Mine => "the player's",
        Whose::Theirs => "the opponent's",
        Whose::Both => return None,
    };
    let is = match (by, number) {
        (Comparison::AtLeast, 1) | (Comparison::Greater, 0) => true,
        (Comparison::Less, 1) | (Comparison::Equal | Comparison::AtMost, 0) => false,
        _ => return None,
    };
    // `no king that is not attacked` is not the same as `the king is attacked`: there may be none
    let denies = safety == Safety::Safe && !is;
    (!denies).then(|| format!("{owner} {kind} is {}", safety.said(is)))
}

/// The types of some pieces as an author has named them: `queen or rook`, `piece other than a pawn`.
fn named(pieces: &notation::Pieces) -> String {
    match &pieces.except[..] {
        [] => any_of(&pieces.types),
        except => {
            let each: Vec<String> =
                except.iter().map(|(name, _)| with_article(&name.replace('-', " "))).collect();
            format!("piece other than {}", in_a_row(&each, "or"))
        }
    }
}

/// Returns `true` if the pieces of a count are named in the plural.
fn is_several(by: Comparison, number: u32) -> bool {
    match by {
        Comparison::Greater | Comparison::NotEqual => number > 1,
        _ => number > 1 || (by, number) == (Comparison::Less, 0),
    }
}

/// ` in the courtyard`, ` on rank 8`, of one piece or several.
pub(super) fn place_said(pieces: &notation::Pieces, several: bool) -> String {
    let reached = pieces.reached.as_deref().map_or_else(String::new, reached_said);
    let place = match &pieces.region {
        None if pieces.in_hand => " in hand".to_owned(),
        None => pieces.its.map_or_else(String::new, |its| format!(" {}", its.place())),
        Some(SquareExpr::Leaf(Leaf::Named(name), _)) => format!(" in the {}", name.replace('-', " ")),
        Some(other) => format!(" on {}", squares_said(other)),
    };
    let and = if !place.is_empty() && reached.starts_with(" on ") { " and" } else { "" };
    place + and + &reached + &engaged_said(pieces, several)
}

/// `ranks 2 to 6`, `the courtyard`.
pub(super) fn squares_said(squares: &SquareExpr) -> String {
    let the = if matches!(squares, SquareExpr::Leaf(Leaf::Named(_), _)) { "the " } else { "" };
    format!("{the}{}", squares.to_string().replace("..", " to ").replace('-', " "))
}

/// ` that is attacked`, ` that attacks the player's king`.
fn engaged_said(pieces: &notation::Pieces, several: bool) -> String {
    match &pieces.attacking {
        None => attacked(pieces.safety, several),
        Some(selected) => attacks((selected.side, &any_of(&selected.types)), several),
    }
}

/// ` that attacks the player's king`.
fn attacks((whose, kinds): (Whose, &str), several: bool) -> String {
    let what = if kinds.is_empty() { "piece" } else { kinds };
    let verb = if several { "attack" } else { "attacks" };
    match whose {
        Whose::Mine => format!(" that {verb} the player's {what}"),
        Whose::Theirs => format!(" that {verb} the opponent's {what}"),
        Whose::Both => format!(" that {verb} any {what}"),
    }
}

/// ` next to its square`, ` a knight's leap away from its square`.
fn reached_said(reached: &notation::Reached) -> String {
    let some = |selected: &notation::Pieces| {
        let kinds = any_of(&selected.types);
        match (selected.side, kinds.is_empty()) {
            (Whose::Mine, true) => "one of the player's pieces".to_owned(),
            (Whose::Mine, false) => format!("the player's {kinds}"),
            (Whose::Theirs, true) => "one of the opponent's pieces".to_owned(),
            (Whose::Theirs, false) => format!("the opponent's {kinds}"),
            (Whose::Both, true) => "any piece".to_owned(),
            (Whose::Both, false) => format!("any {kinds}"),
        }
    };
    let by = &reached.by.0;
    let from =
        reached.of.as_ref().map_or_else(|| reached.from.spoken().to_owned(), |selected| some(selected));
    match &reached.until {
        None => at_reach(by, &from),
        Some(selected) => {
            format!(" in an unbroken row between {from} and {} along {}", some(selected), lines_of(by))
        }
    }
}

/// ` that is attacked`, ` that are not attacked`.
fn attacked(wanted: Option<Safety>, several: bool) -> String {
    let verb = if several { "are" } else { "is" };
    wanted.map_or_else(String::new, |safety| format!(" that {verb} {}", safety.said(true)))
}

/// `only one piece`, `at least two pieces`.
fn amount(by: Comparison, number: u32) -> String {
    counted(by, number, if number == 1 { "piece" } else { "pieces" })
}

fn counted(by: Comparison, number: u32, what: &str) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let digits = number.to_string();
    let word = usize::try_from(number).ok().and_then(|at| WORDS.get(at).copied()).unwrap_or(&digits);
    let by = if (by, number) == (Comparison::Equal, 1) { "only" } else { by.words() };
    format!("{by} {word} {what}")
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
        if let Some((whose, types)) = &pieces.attacking {
            let attackers = |at| asked.attacks().attackers(state, at, side, None);
            let victims = pieces_of(state, (*whose, me), types) & !state.side(side);
            squares &= victims.squares().fold(S::NONE, |found, at| found | attackers(at));
        }
        let Some(safety) = pieces.safety else { return squares };
        let attackers = |at, by| !asked.attacks().attackers(asked.state(), at, by, None).is_empty();
        let those = squares.squares().filter(|&at| match safety {
            Safety::Attacked => attackers(at, side.other()),
            Safety::Safe => !attackers(at, side.other()),
            Safety::Guarded => attackers(at, side),
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
    fn clause(&self, scope: &Scope<'_>) -> String {
        let Pieces { whose, types, region, safety, .. } = &self.pieces;
        if let ([kind], None, Some(safety)) = (&types[..], region, safety)
            && let Some(said) =
                is_attacked((*whose, &scope.type_name(*kind)), *safety, (self.comparison, self.number))
        {
            return said;
        }
        let place = stands(scope, &self.pieces);
        let subject = match self.pieces.whose {
            Whose::Mine => "the player has",
            Whose::Theirs => "the opponent has",
            Whose::Both => "both players together have",
        };
        let several = is_several(self.comparison, self.number);
        format!("{subject} {}{place}{}", self.told_amount(scope), engaged(scope, &self.pieces, several))
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

/// The types of some pieces, `queen or rook`; nothing for those of every type.
pub(super) fn kinds_of(scope: &Scope<'_>, pieces: &Pieces<SquareSet>) -> String {
    if pieces.types.is_empty() { String::new() } else { scope.list(&pieces.types, "or") }
}

/// Returns the place of some pieces in words, if it matters.
pub(super) fn stands(scope: &Scope<'_>, pieces: &Pieces<SquareSet>) -> String {
    match pieces.region {
        _ if pieces.in_hand => " in hand".to_owned(),
        None => String::new(),
        Some(region) => place(scope, region),
    }
}

/// ` that is attacked`, ` that attacks the player's king`.
fn engaged(scope: &Scope<'_>, pieces: &Pieces<SquareSet>, several: bool) -> String {
    match &pieces.attacking {
        None => attacked(pieces.safety, several),
        Some((whose, types)) => {
            let kinds = if types.is_empty() { String::new() } else { scope.list(types, "or") };
            attacks((*whose, &kinds), several)
        }
    }
}

/// ` in the courtyard (e5 and f6)`, ` on rank 8 (for Black rank 1)`.
fn place(scope: &Scope<'_>, region: [SquareSet; 2]) -> String {
    let named = scope.regions.iter().find(|(_, squares)| **squares == region);
    let squares = scope.squares_of_both(region, "or");
    match named {
        Some((name, _)) if region[0].count() > 1 => format!(" in the {} ({squares})", name.replace('-', " ")),
        _ => format!(" on {squares}"),
    }
}
