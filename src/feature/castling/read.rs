//! The reader of `[castling]`: words become ids and squares, and every fault is reported.

use super::anywhere::Anywhere;
use super::{Castling, JointMove, Part};
use crate::board::{Bits, Square, SquareSet};
use crate::definition::{Node, Table, Word, shown};
use crate::feature::scope::{Scope, side_of};
use crate::model::pieces::{Side, TypeId};
use crate::text::{Diagnostic, Report};

/// The squares of a way that must not be attacked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Guarded {
    Nothing,
    Path(TypeId),
    Span,
}

/// A way of castling as it is read.
enum Read {
    Fixed(JointMove),
    Anywhere(Anywhere, Vec<JointMove>),
}

/// The settings that all ways of a table share.
#[derive(Clone, Copy)]
struct Common {
    side: Option<Side>,
    guarded: Option<Option<Guarded>>,
    /// True if the pieces may come to their squares by drops.
    dropped: bool,
}

impl Common {
    fn guarded(&self, first: TypeId) -> Guarded {
        self.guarded.unwrap_or(Some(Guarded::Path(first))).unwrap_or(Guarded::Nothing)
    }
}

/// Reads `[castling]`.
pub(super) fn read(scope: &Scope<'_>, table: &Table, dropped: bool, report: &mut Report) -> Option<Castling> {
    let side = side_of(table, "side");
    let guarded = table.text("unattacked").map(|word| read_guarded(scope, word, report));
    table.table("ways")?;
    let common = Common { side, guarded, dropped };
    let (mut ways, mut anywhere, mut expanded) = (Vec::new(), Vec::new(), Vec::new());
    for (name, node) in table.named("ways") {
        match read_way(scope, (name, node), common, report) {
            Some(Read::Fixed(way)) => ways.push(way),
            Some(Read::Anywhere(way, pairs)) => {
                expanded.extend(pairs);
                anywhere.push(way);
            }
            None => {}
        }
    }
    ways.extend(expanded);
    if let Some(at) = (1..ways.len()).find(|&at| ways[..at].iter().any(|one| one.is_like(&ways[at]))) {
        let place = table.named("ways").nth(at).map_or(table.span(), |(name, _)| name.span);
        report.push(
            Diagnostic::error("ferz::castling::twice", "two ways of castling are the same")
                .at(place, "the same pieces go to the same squares in a way above")
                .help("remove one of them"),
        );
        return None;
    }
    Some(Castling { ways, anywhere })
}

/// Reads one way of castling.
fn read_way(
    scope: &Scope<'_>,
    (name, node): (Word<'_>, &Node),
    common: Common,
    report: &mut Report,
) -> Option<Read> {
    let entries = node.table()?;
    let own = entries.text("side").filter(|_| scope.find("side").is_none());
    let whose = match own {
        Some(word) => Some(read_side(word, report)?),
        None => common.side,
    };
    let parts: Vec<(TypeId, Ends)> = entries
        .iter()
        .filter(|(name, _)| own.is_none() || *name != "side")
        .filter_map(|(name, entry)| {
            let kind = scope.piece(Word { text: name, span: entry.key_span }, report)?;
            Some((kind, read_ends(scope, entry.node.text()?, report)?))
        })
        .collect();
    let named = entries.len() - usize::from(own.is_some());
    if named != 2 {
        report.push(not_two(name, named));
        return None;
    }
    let [(kind, ends), (other, others)] = parts[..] else { return None };
    let mut misfits = |fault: Option<(&'static str, String, String)>| {
        if let Some((code, message, help)) = fault {
            report.push(Diagnostic::error(code, message).at(node.span, "in this way of castling").help(help));
        }
    };
    match (ends.from, others.from) {
        (None, None) => {
            let guarded = common.guarded(kind);
            let parts = [(kind, ends.to), (other, others.to)];
            let mut way = Anywhere { parts, side: whose, guarded, pairs: 0 };
            let pairs = way.ways(scope);
            misfits(nowhere(scope, &way, pairs.is_empty() && !common.dropped));
            way.pairs = pairs.len();
            Some(Read::Anywhere(way, pairs))
        }
        (Some(from), Some(partner)) => {
            let first = Part { kind, from, to: ends.to };
            let second = Part { kind: other, from: partner, to: others.to };
            misfits(misfit(scope, [first, second], whose, common.dropped));
            let unattacked = guard(scope, common.guarded(kind), [first, second]);
            Some(Read::Fixed(JointMove { parts: [first, second], unattacked, side: whose }))
        }
        _ => {
            report.push(
                Diagnostic::error("ferz::castling::bad_squares", "one of these pieces has two squares, the other only one")
                    .at(node.span, "in this way of castling")
                    .help("give both pieces two squares, such as `king = \"e1 g1\", rook = \"h1 f1\"`, or only the squares they go to, such as `king = \"g1\", rook = \"f1\"`"),
            );
            None
        }
    }
}

/// Reports a way that doesn't name two pieces.
fn not_two(name: Word<'_>, named: usize) -> Diagnostic {
    Diagnostic::error("ferz::castling::two_pieces", "a way of castling must name exactly two pieces")
        .at(name.span, match named {
            0 => "this one names none".to_owned(),
            1 => "this one names only one".to_owned(),
            more => format!("this one names {more}"),
        })
        .help("write, for example, `short = { king = \"e1 g1\", rook = \"h1 f1\" }`, with the pieces and squares of your game")
}

/// The only side that castles in a way.
fn read_side(word: Word<'_>, report: &mut Report) -> Option<Side> {
    let side = Side::named(word.text);
    if side.is_none() {
        report.push(
            Diagnostic::error("ferz::castling::bad_side", "`side` must be `white` or `black`")
                .at(word.span, "neither `white` nor `black`")
                .help("leave `side` out if both sides castle like this"),
        );
    }
    side
}

/// Returns what is wrong with the squares of a way, for the side that castles or, where both do, for either.
fn misfit(
    scope: &Scope<'_>,
    [first, second]: [Part; 2],
    side: Option<Side>,
    dropped: bool,
) -> Option<(&'static str, String, String)> {
    if first.from == second.from || first.to == second.to {
        let message = match first.from == second.from {
            true => format!("both pieces start on {}", scope.geometry().name(first.from)),
            false => format!("both pieces end up on {}", scope.geometry().name(first.to)),
        };
        let help = "give each piece its own squares".to_owned();
        return Some(("ferz::castling::same_square", message, help));
    }
    let seen = |side, square| if side == Side::White { square } else { scope.geometry().opposite(square) };
    let absent = |part: &Part, side| scope.array_at(seen(side, part.from)) != Some((part.kind, side));
    for part in [first, second].into_iter().filter(|_| !dropped) {
        let asked = Side::BOTH.into_iter().filter(|&own| side.is_none_or(|side| side == own));
        let Some(missing) = asked.clone().find(|&side| absent(&part, side)) else { continue };
        let code = if part == first { "ferz::castling::no_king" } else { "ferz::castling::no_rook" };
        let (name, square) = (scope.type_name(part.kind), scope.geometry().name(seen(missing, part.from)));
        let other = missing.other();
        let help = match side.is_none() && [first, second].iter().all(|part| !absent(part, other)) {
            true => {
                format!("if only {} castles like this, write `side = \"{}\"`", other.capital(), other.name())
            }
            false => format!(
                "the first square in `{name}` must be one where a {} {name} stands in `[setup]`",
                missing.name()
            ),
        };
        return Some((code, format!("no {} {name} stands on {square} at the start", missing.name()), help));
    }
    None
}

/// The squares of one piece in a way.
#[derive(Clone, Copy)]
struct Ends {
    /// `None` if it begins where it stands.
    from: Option<Square>,
    to: Square,
}

/// Returns the fault of a way whose pieces begin where they stand.
fn nowhere(scope: &Scope<'_>, way: &Anywhere, none: bool) -> Option<(&'static str, String, String)> {
    let [(first, to), (second, partner)] = way.parts;
    let geometry = scope.geometry();
    if to == partner || geometry.rank(to) != geometry.rank(partner) {
        let message = "the two pieces must go to different squares on the same rank".to_owned();
        let help = "both pieces move along the rank they stand on: name two squares of that rank".to_owned();
        return Some(("ferz::castling::same_square", message, help));
    }
    none.then(|| {
        let [first, second] = [first, second].map(|kind| scope.type_name(kind));
        let hand = if geometry.file(to) > geometry.file(partner) { "right" } else { "left" };
        let message = format!("at the start, no {first} on rank {} has a {second} to its {hand}", geometry.rank(to) + 1);
        let help = format!("the {second} must start on the side to which the {first} castles: check these two squares and `[setup]`");
        ("ferz::castling::no_rook", message, help)
    })
}

fn read_ends(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Ends> {
    let squares: Vec<Option<Square>> =
        word.text.split_whitespace().map(|name| scope.geometry().parse(name)).collect();
    match squares[..] {
        [Some(from), Some(to)] => return Some(Ends { from: Some(from), to }),
        [Some(to)] => return Some(Ends { from: None, to }),
        _ => {}
    }
    let names = || word.text.split_whitespace();
    let off = names().find(|name| names().count() <= 2 && scope.geometry().parse(name).is_none());
    let off = off.filter(|name| name.chars().all(char::is_alphanumeric));
    if let Some(name) = off.filter(|name| name.ends_with(|sign: char| sign.is_ascii_digit())) {
        let at = name.as_ptr() as usize - word.text.as_ptr() as usize;
        let corner = scope.geometry().name((scope.geometry().squares() - 1) as Square);
        let message = format!("`{}` is not a square on this board", shown(name));
        report.push(
            Diagnostic::error("ferz::castling::bad_squares", message)
                .at(word.span.within(0, at..at + name.len()), "off the board")
                .help(format!("this board's squares are a1 to {corner}")),
        );
        return None;
    }
    let message = match off {
        Some(name) => format!("`{}` is not a square", shown(name)),
        None => "this is neither one square nor two".to_owned(),
    };
    let problem = Diagnostic::error("ferz::castling::bad_squares", message).at(word.span, "expected squares");
    let apart = word.text.replace(['-', ',', '–', '>'], " ");
    let names: Vec<&str> = apart.split_whitespace().collect();
    report.push(match names[..] {
        [from, to] if [from, to].iter().all(|name| scope.geometry().parse(name).is_some()) => {
            problem.help(format!("did you mean `{from} {to}`?"))
        }
        _ => problem.help("write the square the piece leaves and the one it goes to, such as `e1 g1`, or only the one it goes to"),
    });
    None
}

fn read_guarded(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Guarded> {
    let named = |name: &str| scope.find(name);
    let place = |part: &str| part.as_ptr() as usize - word.text.as_ptr() as usize;
    let parts: Vec<&str> = word.text.split_whitespace().collect();
    let guarded = match parts[..] {
        ["nothing"] => Some(Guarded::Nothing),
        [owner, "path"] if owner.ends_with("'s") => {
            let text = owner.trim_end_matches("'s");
            let name = Word { text, span: word.span.within(place(text), 0..text.len()) };
            return scope.piece(name, report).map(Guarded::Path);
        }
        [one, "to", other] => named(one).and(named(other)).map(|_| Guarded::Span),
        _ => None,
    };
    if guarded.is_none() {
        report.push(
            Diagnostic::error("ferz::castling::bad_unattacked", "`unattacked` doesn't have a valid value")
                .at(word.span, "unknown squares")
                .help("write `king's path`, `rook to king` (with the names of your own pieces) or `nothing`"),
        );
    }
    guarded
}

pub(super) fn guard(scope: &Scope<'_>, guarded: Guarded, parts: [Part; 2]) -> SquareSet {
    match guarded {
        Guarded::Nothing => SquareSet::NONE,
        Guarded::Path(kind) => parts
            .iter()
            .filter(|part| part.kind == kind)
            .fold(SquareSet::NONE, |set, part| set | scope.geometry().span(part.from, part.to)),
        Guarded::Span => scope.geometry().span(parts[0].from, parts[1].from),
    }
}
