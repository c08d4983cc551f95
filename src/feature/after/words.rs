//! Effects in the words of a rule sheet.

use super::{After, Deed, Rebirth, Selection};
use crate::board::SquareSet;
use crate::feature::condition::plural;
use crate::feature::move_kinds;
use crate::feature::scope::{Scope, at_reach, in_a_row, lines_of, sentence};
use crate::model::condition::{Its, Pieces, Whose};
use crate::model::pieces::TypeId;

impl After {
    /// The effect in words.
    pub(super) fn sentence(&self, scope: &Scope<'_>) -> String {
        let whose = self.side.map_or_else(String::new, |side| format!(" of {}'s", scope.side(side)));
        let check = if self.gives_check { " that gives check" } else { "" };
        let after = format!("after {}{whose}{check}", move_kinds::in_words(scope, &self.kinds));
        let when = self.when.as_ref().map(|when| format!(", if, before it, {}", when.words(scope)));
        let leaving =
            self.leaving.as_ref().map(|leaving| format!(", if, after it, {}", leaving.words(scope)));
        let asked: Vec<String> = when.into_iter().chain(leaving).collect();
        sentence(&format!("{after}{}, {}.", asked.join(" and"), self.deed.follows(scope)))
    }
}

impl Deed<SquareSet> {
    /// The consequence, in words.
    fn follows(&self, scope: &Scope<'_>) -> String {
        match self {
            Self::Remove(selection) => done(scope, selection, ["is removed", "are removed"]),
            Self::Flip(selection) => done(scope, selection, ["changes sides", "change sides"]),
            Self::Becomes(None) => "the piece that moved becomes one of the type that it captured".to_owned(),
            Self::Becomes(Some(kind)) => format!("the piece that moved becomes {}", scope.each_of(&[*kind])),
            Self::Wall(Its::Start) => "the square that the move began on turns into a wall".to_owned(),
            Self::Wall(_) => {
                "the square that the move ended on turns into a wall, and the piece on it is removed"
                    .to_owned()
            }
            Self::PutBack => "the piece that moved is put back on the square it came from".to_owned(),
            Self::PutTaken(rebirth) => rebirth.words(scope),
            Self::ToHand(selection) => {
                done(scope, selection, ["returns to its owner's hand", "return to their owners' hands"])
            }
            Self::Moved(selection) => {
                done(scope, selection, ["counts as having moved", "count as having moved"])
            }
            Self::Note(_, name, true) => {
                format!("the player who moved is marked “{}”", name.replace('-', " "))
            }
            Self::Note(_, name, false) => {
                format!("the player who moved loses the mark “{}”", name.replace('-', " "))
            }
        }
    }
}

impl Rebirth<SquareSet> {
    fn words(&self, scope: &Scope<'_>) -> String {
        let squares = scope.squares_of_both(self.on, "or");
        let same = match self.same {
            None => "",
            Some(Its::File) => ", on the file where the move ends,",
            Some(Its::Rank) => ", on the rank where the move ends,",
            Some(_) => ", whichever has the colour of the square where the move ends,",
        };
        let unmoved = if self.unmoved { ", and counts as unmoved" } else { "" };
        format!("the captured piece is put back on {squares}{same} if that square is empty{unmoved}")
    }
}

/// The fate of some pieces: in the singular, and in the plural.
fn done(scope: &Scope<'_>, selection: &Selection<SquareSet>, [one, several]: [&str; 2]) -> String {
    let single = match &selection[..] {
        [None] => true,
        [Some(chosen)] => is_one(scope, chosen),
        _ => false,
    };
    format!("{} {}", told(scope, selection), if single { one } else { several })
}

/// Returns `true` if at most one piece is meant.
fn is_one(scope: &Scope<'_>, chosen: &Pieces<SquareSet>) -> bool {
    matches!(chosen.types[..], [only] if scope.types[usize::from(only)].royal)
}

/// Pieces that an effect is about, in words.
fn told(scope: &Scope<'_>, selection: &Selection<SquareSet>) -> String {
    let each = selection.iter().map(|chosen| match chosen {
        None => "the piece that moved".to_owned(),
        Some(selected) => told_pieces(scope, selected),
    });
    in_a_row(&each.collect::<Vec<_>>(), "and")
}

/// Some pieces in words: `the opponent's rooks on the squares that …`.
fn told_pieces(scope: &Scope<'_>, selected: &Pieces<SquareSet>) -> String {
    let whose = |whose| match whose {
        Whose::Mine => "the mover's ",
        Whose::Theirs => "the opponent's ",
        Whose::Both => "",
    };
    let others = |types: &[TypeId]| -> Vec<TypeId> {
        (0..scope.types.len() as TypeId).filter(|kind| !types.contains(kind)).collect()
    };
    let kinds = |types: &[TypeId]| match types {
        types if types.is_empty() || others(types).is_empty() => "pieces".to_owned(),
        types if others(types).len() < types.len() => {
            format!("pieces other than {}", scope.each_of(&others(types)))
        }
        types => scope.list(types, "or"),
    };
    let reached = selected.reached.as_ref().map_or_else(String::new, |reached| {
        let by = &reached.by.notation;
        let from = match &reached.of {
            Some((owner, types)) => format!("{}{}", whose(*owner), kinds(types)),
            None => reached.from.words().to_owned(),
        };
        match &reached.until {
            None => at_reach(by, from.into()).plain(),
            Some((owner, types)) => format!(
                " in an unbroken row between {from} and {} along {}",
                one_of(scope, *owner, types),
                lines_of(by)
            ),
        }
    });
    let place = match (&selected.region, selected.its) {
        (Some(region), _) => format!(" on {}", scope.squares_of_both(*region, "or")),
        (None, Some(its)) => format!(" {}", its.place()),
        (None, None) => String::new(),
    };
    let and = if !place.is_empty() && reached.starts_with(" on ") { " and" } else { "" };
    let group =
        if selected.enclosed.is_some() { " whose groups have no empty square beside them" } else { "" };
    let place = place + and + &reached + group;
    let (owner, types) = (whose(selected.whose), &selected.types[..]);
    match others(types) {
        _ if types.is_empty() => format!("all {owner}pieces{place}"),
        others if others.len() < types.len() => {
            let names: Vec<String> = others.iter().map(|&kind| plural(&scope.type_name(kind))).collect();
            format!("all {owner}pieces{place}, other than {},", in_a_row(&names, "and"))
        }
        _ if is_one(scope, selected) => format!("{owner}{}{place}", kinds(types)),
        _ => {
            let names: Vec<String> = types.iter().map(|&kind| plural(&scope.type_name(kind))).collect();
            format!("all {owner}{}{place}", in_a_row(&names, "and"))
        }
    }
}

/// One of some pieces, in words: `one of the mover's pieces`.
fn one_of(scope: &Scope<'_>, whose: Whose, types: &[TypeId]) -> String {
    let names: Vec<String> = types.iter().map(|&kind| plural(&scope.type_name(kind))).collect();
    let names = if types.is_empty() || types.len() == scope.types.len() {
        "pieces".to_owned()
    } else {
        in_a_row(&names, "or")
    };
    match whose {
        Whose::Mine => format!("one of the mover's {names}"),
        Whose::Theirs => format!("one of the opponent's {names}"),
        Whose::Both => format!("one of the {names}"),
    }
}
