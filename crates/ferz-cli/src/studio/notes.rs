//! The annotations of a game: variations, comments and marks, as PGN has them.
//!
//! They are kept beside the game, as moves after moves from its beginning. Taking back a move of the game loses none of them.

use ferz::Game;
use ferz::pgn::{Line, Note as Remark, Ply};
use serde::{Deserialize, Serialize};

use super::fault::Fault;

/// The number of moves that variations and annotated moves may have in all.
const MOST: usize = 4000;

/// A move of the game or of a variation, with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Node {
    /// The place of the move before it; 0, the first, stands for the beginning.
    after: usize,
    /// In coordinate notation.
    #[serde(rename = "move", alias = "step")]
    mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    /// Numeric annotation glyphs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<u8>,
}

/// The annotations of a game; those of the beginning come first, and a move comes after the one it follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notes(Vec<Node>);

/// A change of the annotations at a move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Noted {
    /// The moves from the beginning of the game, in coordinate notation.
    pub(super) path: Vec<String>,
    #[serde(default)]
    comment: Option<String>,
    #[serde(default)]
    marks: Option<Vec<u8>>,
    /// True to take the move away, with all that follows it.
    #[serde(default)]
    pub(super) remove: bool,
    /// True to let its variation take the place of the line that it is an alternative to.
    #[serde(default)]
    pub(super) promote: bool,
}

/// A move of the game or of a variation as the page sees it.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Note"))]
pub(super) struct NoteView {
    /// The place of the move before it in the list; 0 is the beginning.
    after: usize,
    #[serde(rename = "move")]
    mv: String,
    san: String,
    #[cfg_attr(test, ts(type = "Side"))]
    side: &'static str,
    number: u32,
    comment: String,
    marks: Vec<u8>,
}

impl Notes {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.0.len()];
        for (at, node) in self.0.iter().enumerate().skip(1) {
            children[node.after].push(at);
        }
        children
    }

    fn find(&self, after: usize, mv: &str) -> Option<usize> {
        let is = |node: &Node| node.after == after && node.mv == mv;
        self.0.iter().skip(1).position(is).map(|at| at + 1)
    }

    /// Returns the place of a move, which is there from now on.
    fn enter(&mut self, after: usize, mv: &str) -> usize {
        if self.0.is_empty() {
            self.0.push(Node::default());
        }
        self.find(after, mv).unwrap_or_else(|| {
            self.0.push(Node { after, mv: mv.to_owned(), ..Node::default() });
            self.0.len() - 1
        })
    }

    /// Changes the annotations; the caller must make sure that the path can be played.
    pub(super) fn change(&mut self, noted: Noted) -> Result<(), Fault> {
        if noted.remove {
            self.remove(&noted.path);
            return Ok(());
        }
        let at = self.enter_all(&noted.path)?;
        if let Some(comment) = noted.comment {
            self.0[at].comment = comment.trim().to_owned();
        }
        if let Some(marks) = noted.marks {
            self.0[at].marks = marks;
        }
        Ok(())
    }

    /// Returns the place of the last of some moves from the beginning, which are all there from now on.
    pub(super) fn enter_all(&mut self, path: &[String]) -> Result<usize, Fault> {
        if self.0.is_empty() {
            self.0.push(Node::default());
        }
        let at = path.iter().fold(0, |at, mv| self.enter(at, mv));
        if self.0.len() > MOST {
            return Err(Fault::refused(format!("a game can have at most {MOST} annotated moves")));
        }
        Ok(at)
    }

    fn place(&self, path: &[String]) -> Option<usize> {
        path.iter().try_fold(0, |at, mv| self.find(at, mv))
    }

    /// Puts the last move of a line that is not the first of its alternatives before them; a move that follows no more than `least` others
    /// stays where it is. Returns whether there is one.
    pub(super) fn raise(&mut self, path: &[String], least: usize) -> bool {
        let mut children = self.children();
        let places: Vec<usize> = (0..=path.len()).map_while(|length| self.place(&path[..length])).collect();
        let is_second = |&at: &usize| children[places[at - 1]].first() != places.get(at);
        let Some(depth) = (least + 2..places.len()).rev().find(is_second) else { return false };
        let raised = places[depth];
        children[self.0[raised].after].sort_by_key(|&child| child != raised);
        let mut ordered: Vec<Node> = Vec::new();
        let mut open = vec![(0, 0)];
        while let Some((at, after)) = open.pop() {
            let place = ordered.len();
            ordered.push(Node { after, ..self.0[at].clone() });
            open.extend(children[at].iter().rev().map(|&child| (child, place)));
        }
        self.0 = ordered;
        true
    }

    /// Returns a line, and how it goes on: each time with the first move that follows.
    pub(super) fn line_from(&self, path: &[String]) -> Vec<String> {
        let (mut line, children) = (path.to_vec(), self.children());
        let mut at = self.place(path);
        while let Some(next) = at.and_then(|at| children.get(at)?.first().copied()) {
            line.push(self.0[next].mv.clone());
            at = Some(next);
        }
        line
    }

    /// Removes a move with all that follows it; for the beginning, everything.
    fn remove(&mut self, path: &[String]) {
        let Some(at) = self.place(path) else { return };
        let mut places: Vec<Option<usize>> = Vec::new();
        let mut kept: Vec<Node> = Vec::new();
        for (index, node) in self.0.drain(..).enumerate() {
            let after = places.get(node.after).copied().unwrap_or(Some(0));
            let stays = if index == at { None } else { after };
            places.push(stays.map(|_| kept.len()));
            if let Some(after) = stays {
                kept.push(Node { after, ..node });
            }
        }
        self.0 = kept;
    }

    /// Returns the moves that can be played from the beginning of a game, each before those that follow it.
    pub(super) fn view(&self, mut game: Game) -> Vec<NoteView> {
        let children = self.children();
        let mut view: Vec<NoteView> = Vec::new();
        // the node, its depth, and the place of the move before it in the view
        let mut open = vec![(0, 0, 0)];
        while let Some((at, depth, after)) = open.pop().filter(|_| !self.is_empty()) {
            let node = &self.0[at];
            while game.moves().len() >= depth.max(1) {
                game.undo();
            }
            let (number, side) = (game.position().fullmove_number(), game.side_to_move().name());
            if at > 0 && game.play_text(&node.mv).is_err() {
                continue;
            }
            let place = view.len();
            view.push(NoteView {
                after,
                mv: node.mv.clone(),
                san: game.sans().last().filter(|_| at > 0).cloned().unwrap_or_default(),
                side,
                number,
                comment: node.comment.clone(),
                marks: node.marks.clone(),
            });
            open.extend(children[at].iter().rev().map(|&child| (child, depth + 1, place)));
        }
        view
    }

    /// Reads the annotations of a line in coordinate notation; none if the line has only moves.
    pub(super) fn read(line: &Line) -> Self {
        let mut notes = Self(vec![Node::default()]);
        notes.add(0, line);
        let plain = notes.0.len() == line.plies.len() + 1;
        let silent = notes.0.iter().all(|node| node.comment.is_empty() && node.marks.is_empty());
        if plain && silent || notes.0.len() > MOST { Self::default() } else { notes }
    }

    fn add(&mut self, mut after: usize, line: &Line) {
        let mut words = line.before.join(" ");
        if after == 0 && self.0.len() == 1 {
            self.0[0].comment = std::mem::take(&mut words);
        }
        for ply in &line.plies {
            let at = self.enter(after, &ply.text);
            let mut comments: Vec<&str> =
                Some(&*words).into_iter().filter(|words| !words.is_empty()).collect();
            for note in &ply.notes {
                match note {
                    Remark::Nag(mark) => self.0[at].marks.push(*mark),
                    Remark::Comment(text) => comments.push(text),
                    Remark::Variation(other) => self.add(after, other),
                }
            }
            self.0[at].comment = comments.join(" ");
            words.clear();
            after = at;
        }
    }

    /// Returns a game and what is written about it as a line in coordinate notation.
    pub(super) fn line(&self, moves: &[String]) -> Line {
        let mut all = self.clone();
        let main = moves.iter().fold(0, |at, mv| all.enter(at, mv));
        if all.is_empty() {
            return Line::default();
        }
        let mut children = all.children();
        let mut at = main;
        while at > 0 {
            // the game comes first
            let after = all.0[at].after;
            children[after].sort_by_key(|&child| child != at);
            at = after;
        }
        let before = Some(all.0[0].comment.clone()).filter(|words| !words.is_empty()).into_iter().collect();
        let plies = match children[0].split_first() {
            Some((&first, others)) if !moves.is_empty() => all.plies(&children, first, others),
            _ => Vec::new(),
        };
        Line { before, plies }
    }

    fn plies(&self, children: &[Vec<usize>], first: usize, others: &[usize]) -> Vec<Ply> {
        let (mut at, mut beside) = (first, others);
        let mut plies = Vec::new();
        loop {
            let node = &self.0[at];
            let mut notes: Vec<Remark> = node.marks.iter().map(|&mark| Remark::Nag(mark)).collect();
            notes.extend((!node.comment.is_empty()).then(|| Remark::Comment(node.comment.clone())));
            let variation = |&other: &usize| {
                let plies = self.plies(children, other, &[]);
                Remark::Variation(Line { plies, ..Line::default() })
            };
            notes.extend(beside.iter().map(variation));
            plies.push(Ply { text: node.mv.clone(), notes, ..Ply::default() });
            let Some((&next, more)) = children[at].split_first() else { return plies };
            (at, beside) = (next, more);
        }
    }
}

#[cfg(test)]
mod tests {
    use ferz::Variant;

    use super::super::table::{Origin, Seats, Table};
    use super::*;

    fn noted(path: &str) -> Noted {
        let path = path.split_whitespace().map(str::to_owned).collect();
        Noted { path, comment: None, marks: None, remove: false, promote: false }
    }

    fn sans(notes: &Notes) -> Vec<String> {
        let view = notes.view(Variant::load("chess", &[]).unwrap().start());
        view.into_iter().skip(1).map(|note| note.san).collect()
    }

    #[test]
    fn variations_come_and_go() {
        let mut notes = Notes::default();
        notes.change(noted("e2e4 e7e5 g1f3")).unwrap();
        notes.change(noted("d2d4 d7d5")).unwrap();
        notes
            .change(Noted { comment: Some(" old ".to_owned()), marks: Some(vec![6]), ..noted("e2e4 c7c5") })
            .unwrap();
        assert_eq!(sans(&notes), ["e4", "e5", "Nf3", "c5", "d4", "d5"]);
        notes.change(noted("e2e4 e2e4")).unwrap();
        assert_eq!(sans(&notes).len(), 6);
        notes.change(Noted { remove: true, ..noted("e2e4 e7e5") }).unwrap();
        assert_eq!(sans(&notes), ["e4", "c5", "d4", "d5"]);
        notes.change(Noted { remove: true, ..noted("") }).unwrap();
        assert!(notes.is_empty() && notes.view(Variant::load("chess", &[]).unwrap().start()).is_empty());
    }

    #[test]
    fn a_line_of_the_game_alone_has_nothing_to_be_noted() {
        let plies = ["e2e4", "e7e5"].map(|text| Ply { text: text.to_owned(), ..Ply::default() }).to_vec();
        assert!(Notes::read(&Line { plies, ..Line::default() }).is_empty());
    }

    #[test]
    fn what_is_written_about_a_game_goes_out_as_pgn_and_comes_in_again() {
        let text = "{A start} 1. e4 $1 {best [%cal Ge2e4]} (1. d4 d5 (1... Nf6 {Indian}) 2. c4) (1. c4) 1... e5 2. Nf3 *";
        let variant = Variant::load("chess", &[]).unwrap();
        let origin = Origin::BuiltIn("chess".to_owned());
        let mut table = Table::of_pgn(origin.clone(), &variant, text, Seats::default()).unwrap();
        let written = table.pgn("x", "2026-05-31").unwrap().replace('\n', " ");
        assert!(written.contains(text), "{written}");
        let sans: Vec<String> = table.noted().into_iter().map(|note| note.san).collect();
        assert_eq!(sans, ["", "e4", "e5", "Nf3", "d4", "d5", "c4", "Nf6", "c4"]);
        let path = ["d2d4", "f5"].map(str::to_owned).to_vec();
        table
            .annotate(serde_json::from_value(serde_json::json!({ "path": path, "marks": [6] })).unwrap())
            .unwrap();
        let written = table.pgn("x", "").unwrap();
        assert!(written.contains("(1... f5\n$6)"), "{written}");
        let again = Table::restored(&table.kept(), &variant).unwrap();
        assert_eq!(again.noted(), table.noted());
        assert_eq!(table.after(&path).unwrap().moves().len(), 2);
        assert!(table.after(&["e2e5".to_owned()]).is_err());
        table.undo(Some(0)).unwrap();
        assert_eq!(table.noted().len(), 10);
        let plain = Table::of_pgn(origin, &variant, "1. e4 e5 *", Seats::default()).unwrap();
        assert!(plain.noted().is_empty());
    }

    #[test]
    fn a_variation_takes_the_place_of_another_or_of_the_game() {
        let variant = Variant::load("chess", &[]).unwrap();
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Bc4 *";
        let mut table =
            Table::of_pgn(Origin::BuiltIn("chess".to_owned()), &variant, text, Seats::default()).unwrap();
        let mut promote = |path: &str| {
            let path: Vec<&str> = path.split_whitespace().collect();
            table.annotate(
                serde_json::from_value(serde_json::json!({ "path": path, "promote": true })).unwrap(),
            )?;
            Ok::<String, Fault>(table.pgn("x", "")?.lines().last().unwrap_or_default().to_owned())
        };
        assert!(promote("e2e4 e7e5").is_err());
        assert_eq!(
            promote("e2e4 c7c5 c2c3 d7d5").unwrap(),
            "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6) 2... d5) 2. Bc4 *"
        );
        assert_eq!(promote("e2e4 c7c5").unwrap(), "1. e4 c5 (1... e5 2. Bc4) 2. c3 (2. Nf3 d6) 2... d5 *");
        assert_eq!(
            promote("e2e4 c7c5 g1f3 d7d6").unwrap(),
            "1. e4 c5 (1... e5 2. Bc4) 2. Nf3 (2. c3 d5) 2... d6 *"
        );
        assert_eq!(
            promote("e2e4 c7c5 g1f3 d7d6 d2d4").unwrap(),
            "1. e4 c5 (1... e5 2. Bc4) 2. Nf3 (2. c3 d5) 2... d6 3. d4 *"
        );
    }
}
