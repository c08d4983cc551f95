//! Castling as part of a movement, such as `isO2`: with the outermost piece on that side at the start.

use super::read::{Guarded, guard};
use super::{JointMove, Part};
use crate::board::{Bits, Square};
use crate::definition::{Table, shown};
use crate::feature::scope::Scope;
use crate::model::movement::Castle;
use crate::model::pieces::{Side, TypeId};
use crate::text::{Diagnostic, Report};

/// Returns the ways of castling of all movements; reports those that lead nowhere.
pub(super) fn ways(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Vec<JointMove> {
    let mut all: Vec<JointMove> = Vec::new();
    for (kind, piece) in (0..).zip(scope.types) {
        let mut open = 0;
        for &castle in &piece.movement.castles {
            let new = of_both(scope, kind, castle);
            open += new.len();
            for way in new {
                if !all.iter().any(|other| other.parts == way.parts && other.side == way.side) {
                    all.push(way);
                }
            }
        }
        let shuffled = scope.starts.is_some_and(|starts| !starts.homes(kind).is_empty());
        if !piece.movement.castles.is_empty() && (shuffled || open == 0) {
            report.push(nowhere(&piece.name, shuffled, root));
        }
    }
    all
}

/// Returns the ways that others don't have already, for the sides that don't have them.
pub(super) fn besides(ways: Vec<JointMove>, others: &[JointMove]) -> Vec<JointMove> {
    let lacking = |way: JointMove| match others.iter().find(|other| other.parts == way.parts) {
        None => Some(way),
        Some(JointMove { side: None, .. }) => None,
        Some(JointMove { side: Some(side), .. }) => {
            let rest = way.side.unwrap_or(side.other());
            (rest != *side).then_some(JointMove { side: Some(rest), ..way })
        }
    };
    ways.into_iter().filter_map(lacking).collect()
}

/// The ways of one kind for both sides; ways that both sides have are given only once.
fn of_both(scope: &Scope<'_>, kind: TypeId, castle: Castle) -> Vec<JointMove> {
    let [white, black] = Side::BOTH.map(|side| of(scope, kind, castle, side));
    let shared = |way: &&JointMove| black.iter().any(|other| other.parts == way.parts);
    let both = white.iter().filter(shared).map(|way| JointMove { side: None, ..way.clone() });
    let alone = |ways: &[JointMove], others: &[JointMove]| -> Vec<JointMove> {
        ways.iter().filter(|way| !others.iter().any(|other| other.parts == way.parts)).cloned().collect()
    };
    both.chain(alone(&white, &black)).chain(alone(&black, &white)).collect()
}

/// The ways of one side, as White sees them.
pub(crate) fn of(scope: &Scope<'_>, kind: TypeId, castle: Castle, side: Side) -> Vec<JointMove> {
    let geometry = scope.geometry();
    let seen = |square| if side == Side::White { square } else { geometry.opposite(square) };
    let homes = scope.array.iter().filter(|(_, piece)| piece.get() == Some((kind, side)));
    let royal = scope.types[usize::from(kind)].royal;
    let way = |from: Square| {
        let step = if castle.right { 1 } else { -1 };
        let along = |squares: i16| {
            let file = u8::try_from(i16::from(geometry.file(from)) + step * squares).ok()?;
            geometry.square(file, geometry.rank(from))
        };
        let far = i16::try_from(castle.squares).ok()?;
        let (to, beside) = (along(far)?, along(far - 1)?);
        let edge = (1..).map_while(along).count();
        let reach = i16::try_from(edge).ok()? - i16::from(castle.inside);
        let found = (1..=reach).rev().find_map(|squares| {
            let square = along(squares)?;
            scope.array_at(seen(square)).map(|piece| (squares, square, piece))
        });
        let (away, partner, (other, whose)) = found?;
        let parts = [Part { kind, from, to }, Part { kind: other, from: partner, to: beside }];
        let guarded = if royal { Guarded::Path(kind) } else { Guarded::Nothing };
        let fits = whose == side && far <= away;
        fits.then(|| JointMove { parts, unattacked: guard(scope, guarded, parts), side: Some(side) })
    };
    homes.filter_map(|(square, _)| way(seen(*square))).collect()
}

/// The fault of a piece that has no partner to castle with.
fn nowhere(name: &str, shuffled: bool, root: &Table) -> Diagnostic {
    let piece = root.table("pieces").and_then(|pieces| pieces.get(name));
    let span = piece.map_or(root.span(), |entry| {
        entry.node.table().and_then(|own| own.node("moves")).map_or(entry.key_span, |node| node.span)
    });
    let moves = piece.and_then(|entry| entry.node.table()?.text("moves"));
    let written = moves.and_then(|word| word.text.split_whitespace().find(|term| term.contains('O')));
    let (message, label, help) = match shuffled {
        true => (
            format!("the {name}'s start square varies, so `O` can't say how it castles"),
            "needs a fixed start square",
            format!(
                "leave out `{}` and use `[castling]` instead: it says where both pieces go, wherever they start",
                shown(written.unwrap_or("O"))
            ),
        ),
        false => (
            format!("no {name} can castle like this at the start"),
            "there is nothing to castle with",
            format!(
                "`O` castles with the outermost piece on the rank, which must be of the same side and at least as far away as the square the {name} goes to; `[castling]` can name any two squares"
            ),
        ),
    };
    Diagnostic::error("ferz::castling::no_rook", message).at(span, label).help(help)
}
