//! Bans and duties.

use toml::{Table, Value};

use super::{hand, outside, promotion, setup, texts};
use crate::board::Symmetry;
use crate::ini::game::{Game, Sided};
use crate::ini::keys::TYPES;
use crate::ini::squares::Squares;
use crate::ini::types::{self, Type};

/// The movement of the hoppers that neither capture nor jump over pieces of their own type.
pub(crate) const HOPPER: &str = "pR";

/// Pieces that drops need around them: the meaning of the option, and when a drop is forbidden.
pub(crate) const ENCLOSING: [(&str, &str); 3] = [
    ("flank", "count(their any between its square and my any at Q) = 0"),
    ("beside", "count(my any at K from its square) = 0"),
    ("apart", "count(their any at W from its square) > 0"),
];

/// The squares above others that are empty, as a condition.
pub(crate) fn floating(ranks: usize) -> String {
    format!("its square on ranks 2..{ranks} and count(any at bW from its square) = 0")
}

/// The same squares as Black sees them from the other side of the board.
fn hanging(ranks: usize) -> String {
    format!("its square on ranks 1..{} and count(any at fW from its square) = 0", ranks.saturating_sub(1))
}

/// A check from pieces that the king can't all capture from where it stands, as a condition.
pub(crate) fn fleeing(king: &str) -> String {
    let attackers = |place| format!("count(their any{place} attacking my {king})");
    format!("check and {} > {}", attackers(""), attackers(" on its square"))
}

/// The moves of hoppers that capture or jump over their own type.
pub(crate) fn spared(name: &str) -> String {
    format!("capture of {name} by {name} or {name} over {name}")
}

/// Captures that come before all other moves.
pub(super) fn capture(game: &mut Game<'_>) -> Table {
    if game.settings.is("mustCapture") { texts([("compulsory", "strict".into())]) } else { Table::new() }
}

/// Writes the bans.
pub(super) fn forbid(game: &mut Game<'_>) -> Table {
    let mut bans = Bans(Table::new());
    let settings = game.settings;
    // only checks to the royal type of the table are banned
    if !settings.is("checking") && game.types.iter().any(Type::is_king) {
        bans.add("checks", &[("gives", "check")]);
        if setup::has_parts(game) {
            game.refuse("wallingRule", "a ban on checks that is about a whole turn");
        }
    }
    if settings.is("pieceDrops") {
        bans.of_drops(game);
        if settings.is("dropOppositeColoredBishop") {
            bans.of_colours(game);
        }
    }
    bans.of_walls(game);
    for (name, when) in enclosing(game) {
        bans.add(name, &[("move", "drop"), ("when", &when)]);
    }
    bans.of_drops_from_outside(game);
    bans.of_moves(game);
    bans.0
}

/// The bans of a game, by their names.
struct Bans(Table);

impl Bans {
    fn add(&mut self, name: impl Into<String>, entries: &[(&str, &str)]) {
        let entries = entries.iter().map(|&(key, text)| (key, text.to_owned()));
        self.0.insert(name.into(), Value::Table(texts(entries)));
    }

    /// Bans on drops, but for those of pieces bound to a colour.
    fn of_drops(&mut self, game: &mut Game<'_>) {
        let settings = game.settings;
        let base = |letter: char| game.base(letter).map(|one| one.name.clone());
        let most = if dropped_from_outside(game) { 0 } else { settings.number("dropNoDoubledCount") };
        let doubled = settings.letters("dropNoDoubled").into_iter().take(1).filter_map(base);
        for name in doubled.filter(|_| most > 0) {
            let when = if most == 1 {
                format!("my {name} on its file")
            } else {
                format!("count(my {name} on its file) >= {most}")
            };
            // either side up
            let forms = game.types.iter().filter(|one| settings.is("dropPromoted") && one.from.is_some());
            let forms = forms.filter(|one| one.from.and_then(base).as_deref() == Some(&*name));
            let drops = std::iter::once(&name).chain(forms.map(|one| &one.name));
            let drops: Vec<String> = drops.map(|name| format!("drop of {name}")).collect();
            self.add(format!("two-{name}s"), &[("move", &drops.join(" or ")), ("when", &when)]);
        }
        if settings.is("shogiPawnDropMateIllegal") {
            for name in settings.typed(TYPES[18][0]).and_then(|piece| base(piece.letter)).into_iter() {
                let drop = format!("drop of {name}");
                self.add(format!("{name}-mate"), &[("move", &drop), ("gives", "checkmate")]);
            }
        }
        // checks to types other than the royal one of the table don't count as checks by drop
        if !settings.is("dropChecks") && game.types.iter().any(Type::is_king) {
            self.add("drop-checks", &[("move", "drop"), ("gives", "check")]);
        }
        if dropped_on_top(game) {
            let ranks = game.size.ranks;
            if game.symmetry == Symmetry::SameSide {
                self.add("floating", &[("move", "drop"), ("when", &floating(ranks))]);
            } else {
                // down is the same direction for both sides, and for Black it is forward
                for (side, when) in [("white", floating(ranks)), ("black", hanging(ranks))] {
                    self.add(
                        format!("floating-{side}"),
                        &[("side", side), ("move", "drop"), ("when", &when)],
                    );
                }
            }
        }
    }

    /// Colour-bound pieces, of which one is dropped on each colour, and other drops that would leave them no room.
    fn of_colours(&mut self, game: &mut Game<'_>) {
        let bound = game.settings.typed(TYPES[2][0]).and_then(|piece| game.base(piece.letter));
        let Some(name) = bound.map(|one| one.name.clone()) else { return };
        let (drop, another) = (format!("drop of {name}"), format!("my {name} on its colour"));
        self.add(format!("two-{name}s-of-a-colour"), &[("move", &drop), ("when", &another)]);
        for (label, squares) in rooms(game) {
            let squares_written = squares.write(game.size);
            let full = format!("count(my any in {squares_written}) = {}", squares.0.len());
            let leaving = format!("{full} and count(my {name} in {squares_written}) = 0");
            let others = format!("drop of any but {name}");
            self.add(format!("no-{label}-room"), &[("move", &others), ("leaving", &leaving)]);
        }
    }

    /// Drops on squares that no piece reaches from the edge.
    fn of_drops_from_outside(&mut self, game: &mut Game<'_>) {
        if !dropped_from_outside(game) {
            return;
        }
        let petrifies =
            ["petrifyOnCaptureTypes", "petrifyOnCapture"].map(|option| game.settings.text(option));
        let walls_grow = petrifies.iter().any(|text| !matches!(*text, "" | "-" | "false"));
        if walls_grow || !game.start.walls.is_empty() || setup::walling_rule(game) != "none" {
            game.refuse("enclosingDrop", "drops from outside between walls");
        }
        let first = game.settings.squares("enclosingDropStart", game.size);
        if first.0.iter().any(|square| game.start.at(*square).is_none()) {
            game.refuse("enclosingDropStart", "squares that must be filled before drops from outside");
        }
        let closed = |white| outside::closed(game.size, game.symmetry, white);
        let (white, black) = (closed(true), closed(false));
        if white == black {
            self.add("inside", &[("move", "drop"), ("when", &white)]);
        } else {
            for (side, when) in [("white", white), ("black", black)] {
                self.add(format!("inside-{side}"), &[("side", side), ("move", "drop"), ("when", &when)]);
            }
        }
    }

    fn of_walls(&mut self, game: &mut Game<'_>) {
        if setup::walling_rule(game) == "edge" {
            let rim = setup::rim(game.size).write(game.size);
            let when = format!("not its square on {rim} and not its square at W from a wall");
            self.add("inland-walls", &[("move", "placing"), ("when", &when)]);
        }
        // a check can only be answered by a move
        let types = game.types.clone();
        if game.settings.is("wallOrMove") && types.iter().any(|one| types::royal(game, one).is_some()) {
            self.add("walls-in-check", &[("move", "placing"), ("when", "check")]);
        }
    }

    /// Bans on moves of pieces on the board.
    fn of_moves(&mut self, game: &mut Game<'_>) {
        if game.settings.is("makpongRule") {
            let types = game.types.clone();
            let royal = types.iter().filter(|one| types::royal(game, one).is_some());
            for king in royal.map(|one| &one.name) {
                self.add(format!("fleeing-{king}"), &[("move", king), ("when", &fleeing(king))]);
            }
        }
        let facing =
            |one: &&Type| TYPES.iter().any(|[option, moves, _]| one.option == *option && *moves == HOPPER);
        for name in game.types.iter().filter(facing).map(|one| &one.name) {
            self.add(format!("{name}-to-{name}"), &[("move", &spared(name))]);
        }
        let stuck = promotion::stuck(game).into_iter().map(|(side, (pawns, region))| {
            (side, (pawns, format!("its square on {}", region.write(game.size))))
        });
        for (side, (pawns, when)) in stuck.chain(promotion::used_up(game)) {
            let name = side.map_or("no-promotion".to_owned(), |side| format!("no-{side}-promotion"));
            let entries = [("move", pawns.as_str()), ("when", &when)].into_iter();
            self.add(name, &entries.chain(side.map(|side| ("side", side))).collect::<Vec<_>>());
        }
        if game.settings.is("immobilityIllegal") {
            self.add("stranded", &[("leaving", "it can never move")]);
            // there, captures don't count: not even the pieces that only capture may move
            let quiet =
                |one: &Type| one.moves.always.iter().any(|term| !term.contains('c') || term.contains('m'));
            if game.types.iter().any(|one| !one.moves.always.is_empty() && !quiet(one)) {
                game.refuse("immobilityIllegal", "a ban that is about moves without captures");
            }
        }
        for letter in game.settings.letters("mutuallyImmuneTypes") {
            let names = game.names(letter);
            if let Some(first) = names.first() {
                let listed = game.list(&names);
                self.add(format!("immune-{first}"), &[("capture", &listed), ("by", &listed)]);
            }
        }
    }
}

/// The squares of each colour that a side may drop its pieces on, where these are few.
fn rooms(game: &Game<'_>) -> Vec<(&'static str, Squares)> {
    let Sided::Both(region) = game.region("dropRegionWhite", "dropRegionBlack") else { return Vec::new() };
    let of = |dark: bool| {
        let squares = region.0.iter().filter(|(file, rank)| ((file + rank) % 2 == 0) == dark);
        Squares(squares.copied().collect())
    };
    if region.0.len() > game.start.hand.len() {
        return Vec::new();
    }
    vec![("dark", of(true)), ("light", of(false))]
}

/// Returns `true` if pieces are dropped on top of what lies below.
pub(in crate::ini) fn dropped_on_top(game: &Game<'_>) -> bool {
    let settings = game.settings;
    settings.is("pieceDrops") && (settings.is("dropOnTop") || settings.meaning("enclosingDrop") == "on-top")
}

/// Returns `true` if pieces are dropped on squares that they reach from the edge: no other rule says on which squares.
pub(super) fn dropped_from_outside(game: &Game<'_>) -> bool {
    game.settings.is("pieceDrops") && game.settings.meaning("enclosingDrop") == "outside"
}

/// Drops that need pieces around their square, and those that need none at the beginning.
fn enclosing(game: &mut Game<'_>) -> Vec<(&'static str, String)> {
    let settings = game.settings;
    if hand::gates(game) && settings.meaning("enclosingDrop") != "none" {
        game.refuse("enclosingDrop", "pieces that come with the moves of others, but not everywhere");
    }
    let meaning = settings.meaning("enclosingDrop");
    let Some((_, needed)) = ENCLOSING.iter().find(|known| known.0 == meaning) else {
        if !["none", "on-top", "outside"].contains(&meaning) {
            game.refuse("enclosingDrop", "drops that need other pieces around them");
        }
        return Vec::new();
    };
    if !settings.is("pieceDrops") {
        return Vec::new();
    }
    let first = settings.squares("enclosingDropStart", game.size);
    let is_open = |square: &(usize, usize)| game.start.at(*square).is_none();
    if !first.0.iter().any(is_open) {
        return vec![("idle", (*needed).to_owned())];
    }
    let text = first.write(game.size);
    if first != first.opposite(game.size, game.symmetry) {
        game.refuse("enclosingDropStart", "squares for the first drops that are not the same for both sides");
    }
    let rest = Squares::all(game.size).without(&first).write(game.size);
    let filled = format!("count(any any in {text})");
    vec![
        ("idle", format!("{filled} >= {} and {needed}", first.0.len())),
        ("outer", format!("{filled} < {} and its square in {rest}", first.0.len())),
    ]
}

/// Writes the duties.
pub(super) fn must(game: &mut Game<'_>) -> Table {
    let settings = game.settings;
    if !settings.is("mustDrop") {
        return Table::new();
    }
    let kind = match settings.text("mustDropType").contains('*') {
        true => "drop".to_owned(),
        false => {
            let names: Vec<String> = settings
                .letters("mustDropType")
                .into_iter()
                .filter_map(|letter| game.base(letter).map(|one| one.name.clone()))
                .collect();
            format!("drop of {}", game.list(&names))
        }
    };
    texts([("move", kind)])
}
