//! Piece types: the option that declares each, its letter and its movement.

use std::collections::BTreeSet;

use super::Sheet;
use crate::board::{Bits, SquareSet};
use crate::compare::written_alike;
use crate::definition::Table;
use crate::feature::forbid;
use crate::ini::{HOPPER, TYPES, king, listed, own_words, pawn};
use crate::model::movement::{Course, Movement, Offset};
use crate::model::path::{Leg, Path};
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::notation::moves;
use crate::text::{Report, sentence};

/// The letters of piece types in a section.
#[derive(Debug, Default)]
pub(super) struct Letters {
    /// By type: its own letter, and that of the type it is the promoted form of.
    all: Vec<(char, Option<char>)>,
}

impl Letters {
    /// The letter that stands for a type in options.
    pub(super) fn of(&self, kind: TypeId) -> char {
        self.all.get(usize::from(kind)).map_or('?', |(letter, _)| *letter)
    }

    /// Returns the letter of a piece in hand.
    pub(super) fn cased(&self, kind: TypeId, side: Side) -> String {
        cased(self.of(kind), side)
    }

    /// Returns the notation of a piece on the board.
    pub(super) fn written(&self, kind: TypeId, side: Side) -> String {
        match self.all.get(usize::from(kind)) {
            Some((_, Some(base))) => format!("+{}", cased(*base, side)),
            _ => self.cased(kind, side),
        }
    }
}

/// Returns a letter in the case of a side.
fn cased(letter: char, side: Side) -> String {
    if side == Side::White { letter.to_ascii_uppercase().into() } else { letter.into() }
}

/// The maximum number of piece types with a movement of their own.
const OWN: usize = 25;

/// The word of a piece that loses when all of its kind are attacked.
const TOGETHER: &str = "together";

/// Keys of a piece that are read, or say nothing about how it moves.
pub(super) const SAID: &str = "letter synonyms moves also within royal glyphs figure kanji san neutral";

/// The movement of the known type that widens from a rank on.
const WIDE: &str = "fsW";

/// The movement of pawns with their first one, and that of pawns which make it from everywhere.
const STEPPING: &str = "fmW fcF ifmnD";
const LEAPING: [&str; 2] = ["fmR2 fcF", "fmW fcF fmnD"];

/// Those of pawns whose first move may be three squares long as well.
const STRIDING: [&str; 2] = ["fmW fcF ifmR3", "fmW fcF ifmnD ifmnH"];

/// Returns `true` if a piece moves differently to its left and to its right.
pub(super) fn is_lopsided(kind: &PieceType) -> bool {
    changes(kind, |step| Offset { dx: -step.dx, ..step })
}

/// Returns `true` if a piece moves differently forward and backward.
pub(super) fn has_a_front(kind: &PieceType) -> bool {
    changes(kind, |step| Offset { dy: -step.dy, ..step })
}

/// Returns `true` if the movement of a piece changes when its steps are turned.
fn changes(kind: &PieceType, turned: impl Fn(Offset) -> Offset) -> bool {
    let back = |cycle: &[Offset]| cycle.iter().map(|step| turned(*step)).collect();
    let course = |course: &Course| Course { cycle: back(&course.cycle), ..course.clone() };
    let leg = |leg: &Leg| Leg { cycle: back(&leg.cycle), ..leg.clone() };
    let path = |path: &Path| Path { legs: path.legs.iter().map(leg).collect(), ..path.clone() };
    let Movement { moves, paths, .. } = &kind.movement;
    moves.iter().any(|term| term.courses.iter().any(|one| !term.courses.contains(&course(one))))
        || paths.iter().any(|one| !paths.contains(&path(one)))
}

/// Returns `true` if a movement is one of these.
fn is_one_of(texts: [&str; 2], movement: &Movement) -> bool {
    texts.iter().filter_map(|text| parsed(text)).any(|known| written_alike(&known, movement))
}

fn parsed(text: &str) -> Option<Movement> {
    moves::moves(text).ok().map(|(movement, _)| movement)
}

/// Returns the movement of a text of variants.ini, read back as in game files.
fn back(text: &str) -> Option<Movement> {
    parsed(&own_words(text)?)
}

/// A movement in the words of variants.ini, with what stands in options of its own.
struct Written {
    /// Without spaces; empty if the type is only declared by name.
    text: String,
    movement: Movement,
    /// The squares on which first moves are made, if the file names them.
    first_on: Option<[SquareSet; 2]>,
    /// True if a first move may be three squares long.
    triple: bool,
    /// True if it gives check along an open line to a piece of its own type.
    flying: bool,
    /// The rank from which on it moves as a known type, before which it only goes forward.
    widens: Option<(&'static str, u8)>,
}

impl Sheet<'_> {
    /// Declares the piece types.
    pub(super) fn pieces(&mut self) {
        let Some(table) = self.root.table("pieces") else { return };
        self.give_letters();
        let mut used: Vec<&'static str> = Vec::new();
        let (mut custom, mut royal, mut first) = (0, 0, false);
        for (id, kind) in (0..).zip(&self.rules.types) {
            let Some(entry) = table.get(&kind.name) else { continue };
            let Some(own) = entry.node.table() else { continue };
            self.only(&format!("pieces.{}", kind.name), own, SAID);
            // a neutral piece can only be one that a turn puts on the board
            if kind.neutral {
                continue;
            }
            let royals = self.rules.types.iter().filter(|kind| kind.royal).count();
            if own.text("royal").is_some_and(|word| word.text != TOGETHER || royals > 1) {
                let what = format!("what kind of piece the {} is", kind.name);
                self.unsaid(entry.key_span, &what, "this piece");
                continue;
            }
            let Some(written) = self.movement(own, kind) else {
                let place = own.node("moves").map_or(own.span(), |node| node.span);
                self.unsaid(place, &format!("how the {} moves", kind.name), "this movement");
                continue;
            };
            royal += usize::from(kind.royal);
            let plain = own.text("royal").is_none();
            if royal > 1 && kind.royal && (written.flying || self.takes_royal())
                || written.flying && !kind.royal
            {
                self.unsaid(entry.key_span, "a second royal type", "this piece");
                continue;
            }
            let single = Side::BOTH.iter().all(|side| self.standing(id, *side).len() <= 1);
            let is_king = kind.royal && plain && royal == 1 && single;
            if kind.royal && !is_king {
                self.royal_by_number(id, plain);
            }
            let Some(option) = self.declared((id, is_king), &written, (&mut used, &mut custom)) else {
                let what = format!("more than {OWN} piece types with movements of their own");
                self.unsaid(entry.key_span, &what, "one more");
                continue;
            };
            self.within(&option, own);
            if written.flying {
                self.flag("flyingGeneral", true);
            }
            if let Some((option, rank)) = written.widens {
                self.set(format!("{option}PromotionRank"), (rank + 1).to_string());
            }
            if written.movement.asks_for_unmoved() || written.first_on.is_some() {
                first = true;
                self.stepping.push(id);
                self.double_steps(id, own, &written);
            }
        }
        self.flag("doubleStep", first);
    }

    /// A type that is royal besides another one, or of which some pieces may be attacked: it is exported as pieces that must not run out.
    fn royal_by_number(&mut self, id: TypeId, each: bool) {
        let own = self.letters.of(id);
        let letters = self.options.get("extinctionPieceTypes").map_or(String::new(), Clone::clone);
        self.options.insert("extinctionPieceTypes".to_owned(), format!("{letters}{own}"));
        self.set("extinctionValue", "loss");
        self.flag("extinctionPseudoRoyal", true);
        if each {
            // so that each of them is royal, however many there are
            let squares = self.rules.geometry.playable().count();
            self.set("extinctionPieceCount", squares.to_string());
        } else {
            self.flag("dupleCheck", true);
        }
    }

    /// Declares a type, and returns its option; `None` if there is no free one. `is_king` is true of the type that is royal by its option. `used` are the options of known types that have been given, and
    /// the number of types with movements of their own.
    fn declared(
        &mut self,
        (id, is_king): (TypeId, bool),
        written: &Written,
        (used, custom): (&mut Vec<&'static str>, &mut usize),
    ) -> Option<String> {
        let letter = self.letters.of(id);
        let is_plain = is_king && parsed("K").is_some_and(|known| written_alike(&known, &written.movement));
        // a royal piece that an effect may remove is exported as royal by being the last of its type
        let known = match is_king {
            true if !is_plain || !self.takes_royal() => Some(king()),
            _ => self.known(id, written, used),
        };
        if let Some(option) = known {
            used.push(option);
            let bare = is_plain || !is_king;
            let value = if bare { letter.to_string() } else { format!("{letter}:{}", written.text) };
            self.set(option, value);
            return Some(option.to_owned());
        }
        if *custom == OWN {
            return None;
        }
        *custom += 1;
        let option = format!("customPiece{custom}");
        self.set(option.clone(), format!("{letter}:{}", written.text));
        Some(option)
    }

    /// The option of a type that is known by name.
    fn known(&self, id: TypeId, written: &Written, used: &[&'static str]) -> Option<&'static str> {
        if let Some((option, _)) = written.widens {
            return Some(option).filter(|option| !used.contains(option));
        }
        // in Fairy-Stockfish, hoppers that only hop have rules of their own
        let hops = written.movement.moves.is_empty() && !written.movement.paths.is_empty();
        if hops {
            let known = TYPES.iter().find(|known| known[1] == HOPPER && !used.contains(&known[0]))?[0];
            let is_spared = self.is_ruled("forbid", &forbid::KEYS, known, id);
            return (written.text == HOPPER && is_spared).then_some(known);
        }
        let free = TYPES.iter().filter(|known| !used.contains(&known[0]) && known[0] != king());
        // pawns don't turn over as other pieces do
        let free = free.filter(|known| known[0] != pawn() || !self.turns_over(id));
        let alike = |text: &str| parsed(text).is_some_and(|known| written_alike(&known, &written.movement));
        let idle = written.text.is_empty();
        let fits = |known: &&[&str; 3]| {
            idle && known[1].is_empty() || !idle && alike(known[1]) || known[0] == pawn() && alike(STEPPING)
        };
        // not a type that differs only in having a rank of its own
        let widening = |known: &&[&str; 3]| known[1] == WIDE;
        free.filter(|known| !widening(known)).find(fits).map(|known| known[0])
    }

    /// Returns `true` if a type has a promoted form.
    fn turns_over(&self, id: TypeId) -> bool {
        let own = Some(self.letters.of(id));
        self.kinds().any(|kind| self.form_of(kind) == own)
    }

    /// The movement of a type in the words of variants.ini, if they read back as the same one.
    fn movement(&self, own: &Table, kind: &PieceType) -> Option<Written> {
        let text = own.text("moves")?.text;
        let named =
            self.root.table("movements").and_then(|names| names.text(text)).map_or(text, |word| word.text);
        let mut written = Written {
            text: moves::without_castling(named).split_whitespace().collect(),
            // the ways of castling have options of their own
            movement: match own.contains("within") {
                // … and so do the squares it is bound to
                true => Movement { castles: Vec::new(), ..parsed(named)? },
                false => Movement { castles: Vec::new(), ..kind.movement.clone() },
            },
            first_on: None,
            triple: false,
            flying: false,
            widens: None,
        };
        if let Some(rest) = written.text.strip_suffix("kR").filter(|_| kind.royal).map(str::to_owned) {
            written.movement = parsed(&rest)?;
            (written.text, written.flying) = (rest, true);
        }
        if let Some(also) = own.get("also") {
            let [one] = also.node.list()? else { return None };
            let one = one.table()?;
            let (moves, on) = (one.text("moves")?, one.text("on")?);
            if one.len() != 2 {
                return None;
            }
            let both = self.scope.squares(on, &mut Report::default())?;
            if written.text == "fW" && moves.text == "sW" {
                written.widens =
                    Some((TYPES.iter().find(|known| known[1] == WIDE)?[0], self.ranks_from(both[0])?));
                return Some(written);
            }
            let terms: Vec<String> = moves.text.split_whitespace().map(|term| format!("i{term}")).collect();
            written.text += &terms.concat();
            written.movement = parsed(&format!("{named} {}", terms.join(" ")))?;
            written.first_on = Some(both);
        }
        if named.is_empty() {
            return Some(written);
        }
        let (leaps, strides) =
            (is_one_of(LEAPING, &written.movement), is_one_of(STRIDING, &written.movement));
        if leaps || strides {
            // double steps from everywhere, and triple ones
            (written.text, written.movement) = (STEPPING.split_whitespace().collect(), parsed(STEPPING)?);
            written.first_on =
                if leaps { Some([self.rules.geometry.playable(); 2]) } else { written.first_on };
            written.triple = strides;
        }
        let alike =
            |text: &str| back(text).is_some_and(|movement| written_alike(&movement, &written.movement));
        // in ferz, rides may be doubled letters
        let tries = [written.text.clone(), written.text.replace("WW", "R").replace("FF", "B")];
        let fine = tries.into_iter().find(|text| alike(text))?;
        Some(Written { text: fine, ..written })
    }

    /// The first of the ranks, if a set is that rank and all beyond it.
    fn ranks_from(&self, set: SquareSet) -> Option<u8> {
        let geometry = &self.rules.geometry;
        let first = set.squares().map(|square| geometry.rank(square)).min()?;
        let beyond = geometry.playable().squares().filter(|square| geometry.rank(*square) >= first);
        (beyond.collect::<SquareSet>() == set).then_some(first)
    }

    /// The squares to which a type is bound.
    fn within(&mut self, option: &str, own: &Table) {
        let Some(both) = own.text("within").and_then(|word| self.scope.squares(word, &mut Report::default()))
        else {
            return;
        };
        self.regions(&format!("mobilityRegion#{}", sentence(option)), both);
    }

    /// The squares of first moves. Fairy-Stockfish ties them to squares, which fits unmoved pieces if they only go forward, from one
    /// rank.
    fn double_steps(&mut self, id: TypeId, own: &Table, written: &Written) {
        let regions = written.first_on.or_else(|| self.homes(id, &written.movement));
        let Some(regions) = regions else {
            let place = own.node("moves").map_or(own.span(), |node| node.span);
            return self.unsaid(
                place,
                "first moves of pieces that can come back to such a square",
                "this movement",
            );
        };
        for (set, key) in regions.into_iter().zip(["doubleStepRegionWhite", "doubleStepRegionBlack"]) {
            let text = listed(&self.rules.geometry, set);
            // for a side that has none of these pieces nothing need be set
            match self.options.get(key).map(String::as_str) {
                Some(_) if set.is_empty() => {}
                Some(other) if other != "-" && other != text => {
                    self.unsaid(own.span(), "first moves of two types from different squares", "this piece");
                }
                _ => {
                    if written.triple {
                        self.options.insert(key.replace("double", "triple"), text.clone());
                    }
                    self.options.insert(key.to_owned(), text);
                }
            }
        }
    }

    /// The ranks where pieces stand at the start, if no other piece of theirs comes there.
    fn homes(&self, id: TypeId, movement: &Movement) -> Option<[SquareSet; 2]> {
        let geometry = &self.rules.geometry;
        let forward = |course: &Course| course.cycle.iter().all(|step| step.dy > 0);
        if !movement.paths.is_empty() || !movement.moves.iter().flat_map(|term| &term.courses).all(forward) {
            return None;
        }
        // in Fairy-Stockfish, a dropped piece could make a first move, which it can't in ferz
        if self.droppable().any(|kind| kind == id) && !self.options.contains_key("castlingDroppedPiece") {
            return None;
        }
        let of = |side: Side| {
            let ranks: BTreeSet<u8> =
                self.standing(id, side).into_iter().map(|square| geometry.rank(square)).collect();
            let home = ranks.first().map_or(SquareSet::NONE, |rank| geometry.whole_rank(*rank));
            (ranks.len() < 2).then_some(home)
        };
        Some([of(Side::White)?, of(Side::Black)?])
    }

    /// Gives every type a letter of its own: the one it has, or one that is free.
    fn give_letters(&mut self) {
        let types = &self.rules.types;
        let single = |text: &str| {
            let mut signs = text.chars();
            let letter = signs.next().filter(char::is_ascii_alphabetic)?;
            signs.next().is_none().then(|| letter.to_ascii_lowercase())
        };
        let mut taken: Vec<char> = types.iter().filter_map(|kind| single(&kind.letter)).collect();
        let mut all = Vec::new();
        for kind in types {
            let base = kind.letter.strip_prefix('+').and_then(single).filter(|base| taken.contains(base));
            let own = single(&kind.letter).or_else(|| {
                let free = ('a'..='z').find(|letter| !taken.contains(letter));
                taken.extend(free);
                free
            });
            match own {
                Some(own) => all.push((own, base)),
                None => {
                    self.unsaid_in("pieces", "more than 26 piece types", "these pieces");
                    break;
                }
            }
        }
        self.letters = Letters { all };
    }

    /// The types that are written as promoted forms of others.
    pub(super) fn form_of(&self, kind: TypeId) -> Option<char> {
        self.letters.all.get(usize::from(kind))?.1
    }
}
