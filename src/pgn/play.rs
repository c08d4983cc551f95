//! Replaying a record by the rules of its game.

use super::lexer::{glyph, is_plain};
use super::{Fault, Line, Note, Place, Ply, Record, Termination};
use crate::order;
use crate::{Game, Move, Variant};

/// The notation in which moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// In standard algebraic notation, or the notation of the game's players.
    San,
    /// In coordinate notation.
    Coordinates,
}

/// The result of replaying a record.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game at the end of its main line, as far as that could be played.
    pub game: Game,
    /// The record in one notation, without what could not be played. Its move numbers are right, signs such as `!?` behind moves have
    /// become glyphs, and its outcome and FEN are in its tags.
    pub record: Record,
    /// Everything that is wrong with the record, in its syntax and by the rules, in order of place.
    pub faults: Vec<Fault>,
}

impl Record {
    /// Returns the game at the beginning of the record: the position of its tag `FEN`, or the start position.
    ///
    /// # Errors
    /// Returns the fault of a tag that does not give a position.
    pub fn begin(&self, variant: &Variant) -> Result<Game, Fault> {
        match (self.whole_tag("FEN"), self.whole_tag("SetUp")) {
            (Some(tag), _) => variant.start_from(&tag.value).map_err(|error| {
                let help = error.help.map_or_else(String::new, |help| format!(" ({help})"));
                Fault::error(tag.place, format!("the FEN can't be read: {}{help}", error.message))
            }),
            (None, Some(tag)) if tag.value == "1" => {
                Err(Fault::error(tag.place, "`SetUp` announces a start position, but there is no tag `FEN`"))
            }
            _ => Ok(variant.start()),
        }
    }

    /// Replays the record by the rules of a game: the main line, and every variation.
    ///
    /// A move may be in any notation that fits exactly one legal move. What follows an illegal move of the same line is skipped. If a
    /// game goes on although it was drawn by repetition or without progress, this is a warning.
    pub fn play(&self, variant: &Variant, notation: Notation) -> Played {
        let mut faults = self.faults.clone();
        let (mut game, sound) = match self.begin(variant) {
            Ok(game) => (game, true),
            Err(fault) => {
                faults.push(fault);
                (variant.start(), false)
            }
        };
        let begun = game.fen();
        let mut walk = Walk { faults, notation, warned: false };
        let mut record =
            Self { tags: self.tags.clone(), place: self.place, end: self.end, ..Self::default() };
        if sound {
            record.line = walk.line(&mut game, &self.line);
            walk.outcome(&game, self);
        }
        record.termination = self.termination;
        record.set("Result", self.termination.unwrap_or(Termination::Unknown).word());
        record.begin_at(variant, &begun);
        let mut faults = walk.faults;
        order::by_key(&mut faults, |fault| fault.place);
        Played { game, record, faults }
    }

    /// Sets the tags for the position where the record begins.
    fn begin_at(&mut self, variant: &Variant, fen: &str) {
        self.tags.retain(|tag| !matches!(tag.name.as_str(), "SetUp" | "FEN"));
        if fen != variant.start().fen() {
            self.set("SetUp", "1");
            self.set("FEN", fen);
        }
    }

    /// Returns the record of a game: its moves, its first position, the result, and the options it is played with. The tag `Variant` is
    /// left to the caller.
    ///
    /// ```
    /// let mut game = ferz::Variant::load("chess", &[])?.start_from("4k3/8/8/8/8/8/8/R3K3 w Q - 0 9").unwrap();
    /// game.play_text("O-O-O").unwrap();
    /// let record = ferz::pgn::Record::of(&game, ferz::pgn::Notation::San);
    /// assert!(record.to_string().ends_with("[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 9\"]\n\n9. O-O-O *\n"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn of(game: &Game, notation: Notation) -> Self {
        let mut first = game.clone();
        let mut plies = Vec::new();
        while let Some(san) = first.sans().last().cloned()
            && let Some(last) = first.undo()
        {
            let turn = Some((first.position().fullmove_number(), last.side()));
            let text = chosen(&last, &san, notation);
            plies.push(Ply { text, turn, ..Ply::default() });
        }
        plies.reverse();
        let termination = Termination::of(game.outcome().as_ref());
        let line = Line { before: Vec::new(), plies };
        let mut record = Self { line, termination: Some(termination), ..Self::default() };
        record.set("Result", termination.word());
        let variant = game.variant();
        let options = variant.options();
        if !options.is_empty() {
            let chosen: Vec<String> =
                options.into_iter().map(|option| format!("{}={}", option.name, option.value)).collect();
            record.set("VariantOptions", &chosen.join(", "));
        }
        record.begin_at(variant, &first.fen());
        record
    }
}

/// Returns a move in a notation that can be read back.
fn chosen(played: &Move, san: &str, notation: Notation) -> String {
    if notation == Notation::San && is_plain(san) { san.to_owned() } else { played.to_string() }
}

/// The signs at the end of a move that annotate it.
fn remarks(text: &str) -> &str {
    &text[text.trim_end_matches(['!', '?']).len()..]
}

struct Walk {
    faults: Vec<Fault>,
    notation: Notation,
    warned: bool,
}

impl Walk {
    /// Plays a line from the current position, and leaves the game at its end.
    fn line(&mut self, game: &mut Game, line: &Line) -> Line {
        let mut done = Line { before: line.before.clone(), plies: Vec::new() };
        for ply in &line.plies {
            let Some((mv, glyph)) = self.find(game, ply) else { break };
            let mut notes: Vec<Note> = glyph.map(Note::Nag).into_iter().collect();
            for note in &ply.notes {
                match note {
                    Note::Variation(other) => notes.push(Note::Variation(self.variation(game, other))),
                    note if notes.contains(note) && matches!(note, Note::Nag(_)) => {}
                    note => notes.push(note.clone()),
                }
            }
            let turn = Some((game.position().fullmove_number(), game.side_to_move()));
            game.play_unclaimed(&mv);
            let text = chosen(&mv, game.sans().last().map_or("", String::as_str), self.notation);
            done.plies.push(Ply { text, turn, notes, place: ply.place });
        }
        done
    }

    /// Plays a variation, and takes it back.
    fn variation(&mut self, game: &mut Game, line: &Line) -> Line {
        let before = game.moves().len();
        let done = self.line(game, line);
        while game.moves().len() > before {
            game.undo();
        }
        done
    }

    /// Returns the written move, and the glyph its annotation stands for.
    fn find(&mut self, game: &Game, ply: &Ply) -> Option<(Move, Option<u8>)> {
        let remark = remarks(&ply.text);
        let bare = &ply.text[..ply.text.len() - remark.len()];
        let found = match game.parse_unclaimed(&ply.text) {
            // no legal move has this announcement, so the sign is only an annotation
            Err(error) if error.is_illegal() && !remark.is_empty() => game.parse_unclaimed(bare),
            found => found,
        };
        let mv = found
            .map_err(|error| {
                let message = format!("`{}` can't be played: {error}", ply.text);
                self.faults.push(Fault::error(ply.place, message));
            })
            .ok()?;
        self.look_back(game, ply.place);
        let remark = if mv.is_announced() { &remark[1.min(remark.len())..] } else { remark };
        Some((mv, glyph(remark)))
    }

    /// Reports, once per record, that the game was over before this move.
    fn look_back(&mut self, game: &Game, place: Place) {
        if self.warned {
            return;
        }
        if let Some(result) = game.outcome() {
            self.warned = true;
            let message =
                format!("the game was over before this move ({}); nobody claimed the draw", result.reason);
            self.faults.push(Fault::warning(place, message));
        }
    }

    /// Compares the record's outcome with that of the game.
    fn outcome(&mut self, game: &Game, record: &Record) {
        let written = record.termination.unwrap_or(Termination::Unknown);
        if let Some(tag) = record
            .whole_tag("Result")
            .filter(|tag| record.termination.is_some() && tag.value != written.word())
        {
            let message = format!("the tag says {}, but the game ends with {}", tag.value, written.word());
            self.faults.push(Fault::error(tag.place, message));
        }
        let complete = game.moves().len() == record.line.plies.len();
        let Some(result) = game.outcome().filter(|_| complete && record.termination.is_some()) else {
            return;
        };
        let outcome = Termination::of(Some(&result));
        if outcome == written {
            return;
        }
        let message = format!(
            "the game is over, {} ({}), but it ends with {}",
            outcome.word(),
            result.reason,
            written.word()
        );
        // an unclaimed draw, or a game whose result was not recorded
        let unclaimed = written == Termination::Unknown || game.explorer().outcome().is_none();
        self.faults.push(if unclaimed {
            Fault::warning(record.end, message)
        } else {
            Fault::error(record.end, message)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    fn play(game: &str, text: &str) -> Played {
        let record = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        record.play(&Variant::load(game, &[]).unwrap(), Notation::San)
    }

    #[test]
    fn moves_are_read_in_many_writings() {
        let text =
            "1. Pe2e4! e7-e5 2. Ng1-f3 Nb8c6 3. Bc4?! Bc5+ 4. 0-0 Nge7 5. d4 exd4 6. c2-c3 dxc3 7. Nb1xc3 *";
        let played = play("chess", text);
        assert_eq!(played.faults, []);
        let text = played.record.to_string();
        assert!(text.contains("1. e4 $1 e5 2. Nf3 Nc6 3. Bc4 $6 Bc5 4. O-O Nge7 5. d4"), "{text}");
    }

    #[test]
    fn promotions_are_read_in_many_writings() {
        for mv in ["a8=Q", "a8Q", "a7a8q", "a7a8Q", "a7a8=q", "Pa8=Q+", "a8=Q#"] {
            let text = format!("[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n{mv} *");
            let played = play("chess", &text);
            assert_eq!(played.faults, [], "{mv}");
            assert_eq!(played.record.line.plies[0].text, "a8=Q");
        }
    }

    #[test]
    fn faults_by_the_rules_have_their_places() {
        let faults = |text: &str| -> Vec<String> {
            play("chess", text).faults.iter().map(|f| f.to_string().chars().take(58).collect()).collect()
        };
        assert_eq!(
            faults("1. e4 e5\n2. Ke3 Nf6 (2... Qd2) *"),
            ["2:4: error: `Ke3` can't be played: `Ke3` is not a move in "]
        );
        assert_eq!(faults("1. e4 (1. e5 e6) (1. d4 d9) e5 *").len(), 2);
        assert_eq!(faults("[FEN \"8/8 w\"]\n*").len(), 1);
        assert_eq!(faults("[SetUp \"1\"]\n*").len(), 1);
        assert_eq!(faults("[Result \"1-0\"]\n*").len(), 1);
        assert_eq!(
            faults("f3 e5 g4 Qh4 1-0"),
            ["1:17: error: the game is over, 0-1 (checkmate), but it end"]
        );
        assert_eq!(faults("f3 e5 g4 Qh4 a3 0-1").len(), 1);
    }

    #[test]
    fn a_draw_that_nobody_claims_is_a_warning() {
        let around = "Nf3 Nf6 Ng1 Ng8 ".repeat(3);
        let played = play("chess", &format!("{around} e4 e5 1-0"));
        assert_eq!(played.game.moves().len(), 14);
        assert_eq!(played.faults.len(), 1);
        assert!(played.faults[0].to_string().starts_with("1:33: warning: "), "{}", played.faults[0]);
    }

    #[test]
    fn a_word_said_with_a_move_is_no_remark() {
        let choice = crate::Choice { name: "gardez".to_owned(), value: "declared".to_owned() };
        let variant = Variant::load("korkserschach", &[choice]).unwrap();
        let text = "[FEN \"3qk3/8/8/8/8/8/8/R3K3 w - - 0 1 first=-\"]\n1. Rd1!! Kf8! *";
        let record = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let played = record.play(&variant, Notation::San);
        assert_eq!(played.faults, []);
        let plies = &played.record.line.plies;
        assert!(plies[0].text.starts_with("Rd1!") && plies[0].notes == [Note::Nag(1)], "{plies:?}");
        assert!(plies[1].text.starts_with("Kf8") && plies[1].notes == [Note::Nag(1)], "{plies:?}");
    }
}
