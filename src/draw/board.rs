//! The content of a picture of a position: grounds, regions, pieces and walls, independent of how it is drawn.

use super::figure;
use crate::board::{Bits, Cells, Geometry, SquareSet};
use crate::game::Held;
use crate::model::pieces::{Side, TypeId};
use crate::{Game, Variant};

/// The kind of ground of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A light square.
    Light,
    /// A dark one.
    Dark,
    /// One of the third colour, on hexagons; or of the only one, on a board for tiles that point.
    Middle,
    /// Not in play.
    Hole,
}

/// The style in which pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceStyle {
    /// Drawn glyphs; for a piece without a drawing, a glyph made from its movement
    Drawn,
    /// The characters of the game on tiles, drawn glyphs for a piece without any
    Kanji,
    /// Letters: capitals for White
    Letters,
    /// Chess glyphs where the game has them, letters elsewhere
    Unicode,
}

/// A piece as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawnPiece {
    /// Its owner.
    pub side: Side,
    /// Its letter, or its glyph.
    pub text: String,
    /// True if the text is a figurine of the piece's own colour.
    pub(crate) figure: bool,
    /// The insides of SVGs of [`figure::SIZE`], drawn instead of the text: seen from White's side, and from Black's.
    pub(crate) drawings: Option<[String; 2]>,
    /// True if it has promoted, and is marked for that.
    pub(crate) promoted: bool,
    /// Its name in full, as `white rook`.
    pub name: String,
}

impl DrawnPiece {
    fn of(variant: &Variant, (kind, side): (TypeId, Side), style: PieceStyle) -> Self {
        let piece = &variant.piece_types()[usize::from(kind)];
        let glyphs = piece.glyphs.as_ref().filter(|_| style == PieceStyle::Unicode);
        let figure = glyphs.map(|glyphs| glyphs[side.index()].clone());
        let letter = match side {
            Side::White => piece.letter.clone(),
            Side::Black => piece.letter.to_lowercase(),
        };
        let kind = &variant.rules.types[usize::from(kind)];
        let drawn = |side| match style {
            PieceStyle::Kanji => figure::kanji(kind, side).unwrap_or_else(|| figure::figure(kind, side)),
            _ => figure::figure(kind, side),
        };
        let drawings = || [drawn(side), drawn(if figure::pointed(kind) { side.other() } else { side })];
        Self {
            side,
            figure: figure.is_some(),
            drawings: matches!(style, PieceStyle::Drawn | PieceStyle::Kanji).then(drawings),
            promoted: false,
            text: figure.unwrap_or(letter),
            name: format!("{} {}", side.name(), piece.name),
        }
    }
}

/// A square as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The ground of the square.
    pub ground: Ground,
    /// The region it is in, as White or as Black sees it, by its index in [`Picture::regions`]: the last, if there are several.
    pub region: Option<usize>,
    /// True if that is tinted.
    pub tinted: bool,
    /// The piece on it.
    pub piece: Option<DrawnPiece>,
    /// A text in the corner, such as the number of the square.
    pub label: Option<String>,
    /// True if a wall stands on it.
    pub(super) obstacle: bool,
    /// True if the square is highlighted, as the squares of the last move are.
    pub(crate) marked: bool,
    /// True if the side whose sight is drawn doesn't see it.
    pub unseen: bool,
}

/// The pieces of a hand, each with its number if that is limited.
pub(crate) type Hand = Vec<(DrawnPiece, Option<u32>)>;

/// A position to be drawn.
///
/// ```
/// use ferz::draw::{Ground, Picture};
/// let courier = ferz::Variant::load("courier", &[])?;
/// let picture = Picture::bare(&courier, "an empty board");
/// assert_eq!((picture.files, picture.ranks, picture.cell(0, 0).ground), (12, 8, Ground::Dark));
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Picture {
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// The shape of the squares.
    pub shape: Cells,
    /// The squares from a1, rank by rank.
    pub cells: Vec<Cell>,
    /// The names of the regions that are tinted.
    pub regions: Vec<String>,
    /// Sides of squares on which walls stand: the square, and whether at its right or above it.
    pub walls: Vec<((u8, u8), Edge)>,
    /// The lines of a board of points, each between two of them; none where pieces stand in squares.
    pub lines: Vec<[(u8, u8); 2]>,
    /// The hands of White and of Black: every type that may be dropped, and how many there are, `None` for an unlimited supply.
    pub(crate) hands: Option<[Hand; 2]>,
    /// True if seen from Black's side.
    pub turned: bool,
    /// The title of the picture, in a few words.
    pub(crate) title: String,
}

/// A side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The one towards higher files.
    Right,
    /// The one towards higher ranks.
    Above,
}

impl Picture {
    /// Creates the picture of a position under a title.
    pub fn of(game: &Game, style: PieceStyle, title: &str) -> Self {
        let mut picture = Self::bare(game.variant(), title);
        for square in game.variant().rules.geometry.every() {
            let cell = &mut picture.cells[usize::from(square)];
            match game.obstacle(square) {
                Some(None) => (cell.ground, cell.obstacle) = (Ground::Hole, true),
                Some(Some(kind)) => {
                    let drawn = DrawnPiece::of(game.variant(), (kind, Side::White), style);
                    let name = game.variant().piece_types()[usize::from(kind)].name.clone();
                    cell.piece = Some(DrawnPiece { name, ..drawn });
                }
                None => {}
            }
            let Some(piece) = game.piece(square) else { continue };
            let drawn = DrawnPiece::of(game.variant(), piece, style);
            picture.cells[usize::from(square)].piece =
                Some(DrawnPiece { promoted: game.is_promoted_at(square), ..drawn });
        }
        let hand = |side| {
            let held = game.held(side).into_iter();
            let drawn = |held: Held| {
                (DrawnPiece::of(game.variant(), (held.piece_type.id(), side), style), held.count)
            };
            held.map(drawn).collect::<Vec<_>>()
        };
        picture.hands = Some(Side::BOTH.map(hand)).filter(|hands| hands.iter().any(|hand| !hand.is_empty()));
        picture
    }

    /// Creates the picture of a position with the side to move or the result as its title; the squares of the last move are highlighted.
    pub fn shown(game: &Game, style: PieceStyle) -> Self {
        let variant = game.variant();
        let title = match game.outcome() {
            Some(outcome) => format!("{}: {}", variant.title(), outcome.announcement(variant)),
            None => format!("{}: {} to move", variant.title(), variant.side_name(game.side_to_move())),
        };
        let mut picture = Self::of(game, style, &title);
        let last = game.moves().last().map(ToString::to_string).unwrap_or_default();
        variant.rules.geometry.named_in(&last).into_iter().for_each(|square| picture.mark(square));
        picture
    }

    /// Creates the picture of an empty board.
    pub fn bare(variant: &Variant, title: &str) -> Self {
        let rules = &variant.rules;
        let geometry = &rules.geometry;
        let named =
            |square| rules.regions.values().rposition(|both| both.iter().any(|seen| seen.has(square)));
        // tiles that point are all of one colour: their board is, too
        let wooden = rules.types.iter().any(figure::pointed);
        let cell = |square| Cell {
            ground: match (geometry.holes.has(square), geometry.colour(square)) {
                (true, _) => Ground::Hole,
                _ if rules.grid.is_some() => Ground::Light,
                _ if wooden => Ground::Middle,
                (_, 0) => Ground::Dark,
                (_, 1) => Ground::Light,
                _ => Ground::Middle,
            },
            region: named(square).filter(|_| !geometry.holes.has(square)),
            tinted: rules.tinted.has(square),
            piece: None,
            label: None,
            obstacle: false,
            marked: false,
            unseen: false,
        };
        Self {
            files: geometry.files,
            ranks: geometry.ranks,
            shape: geometry.cells,
            cells: geometry.every().map(cell).collect(),
            regions: rules.regions.keys().cloned().collect(),
            walls: walls(geometry),
            lines: rules.grid.map_or_else(Vec::new, |grid| grid.lines(geometry)),
            hands: None,
            turned: false,
            title: title.to_owned(),
        }
    }

    /// Returns the picture with all regions tinted, for a text that names them.
    pub(crate) fn with_regions(mut self) -> Self {
        self.cells.iter_mut().for_each(|cell| cell.tinted = true);
        self
    }

    /// Returns the picture with the squares numbered as in the game's notation.
    pub fn numbered(mut self, variant: &Variant) -> Self {
        let rules = &variant.rules;
        for square in rules.geometry.playable().squares() {
            let number = rules.written.number(&rules.geometry, square);
            self.cells[usize::from(square)].label = Some(number.to_string());
        }
        self
    }

    /// Returns the picture of a game as a side [sees](Game::seen_by) it: without what stands on other squares, and without the other side's
    /// hand.
    ///
    /// ```
    /// use ferz::draw::{Picture, PieceStyle};
    /// let game = ferz::Variant::load("dark-chess", &[])?.start();
    /// let picture = Picture::shown(&game, PieceStyle::Letters).seen_by(&game, ferz::Side::White);
    /// let (own, other) = (picture.cell(4, 0), picture.cell(4, 7));
    /// assert!(!own.unseen && own.piece.is_some() && other.unseen && other.piece.is_none());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn seen_by(mut self, game: &Game, side: Side) -> Self {
        let geometry = &game.variant().rules.geometry;
        let unseen = geometry.playable() & !game.squares_seen_by(side);
        let bare = Self::bare(game.variant(), "");
        for square in unseen.squares().map(usize::from) {
            let label = self.cells[square].label.take();
            self.cells[square] = Cell { unseen: true, label, ..bare.cells[square].clone() };
        }
        if game.variant().has_sight()
            && game.outcome().is_none()
            && let Some(hands) = &mut self.hands
        {
            hands[side.other().index()].clear();
        }
        self
    }

    /// Highlights a square.
    fn mark(&mut self, square: u8) {
        if let Some(cell) = self.cells.get_mut(usize::from(square)) {
            cell.marked = true;
        }
    }

    /// Returns the square on a file and a rank, both from 0.
    ///
    /// # Panics
    /// If the board has no such file or rank.
    pub fn cell(&self, file: u8, rank: u8) -> &Cell {
        &self.cells[usize::from(rank) * usize::from(self.files) + usize::from(file)]
    }

    /// Returns `true` if a square that nothing can stand on is nevertheless in play: it holds a wall put there during the game.
    pub(super) fn walled(&self, file: u8, rank: u8) -> bool {
        self.cell(file, rank).obstacle
    }

    /// Returns the pieces in words, each with its squares: `white king e1; black king e8`.
    pub(crate) fn in_words(&self) -> String {
        let mut named: Vec<(&str, Vec<String>)> = Vec::new();
        for (at, cell) in self.cells.iter().enumerate() {
            let Some(piece) = &cell.piece else { continue };
            let files = usize::from(self.files);
            let square = format!("{}{}", char::from(b'a' + (at % files) as u8), at / files + 1);
            match named.iter_mut().find(|(name, _)| *name == piece.name) {
                Some((_, squares)) => squares.push(square),
                None => named.push((&piece.name, vec![square])),
            }
        }
        let one = |(name, squares): &(&str, Vec<String>)| format!("{name} {}", squares.join(" "));
        let mut said: Vec<String> = named.iter().map(one).collect();
        for (piece, count) in self.hands.iter().flatten().flatten().filter(|(_, count)| *count != Some(0)) {
            let count = count.map_or_else(|| "any number".to_owned(), |count| count.to_string());
            said.push(format!("{} in hand: {count}", piece.name));
        }
        if said.is_empty() { "no pieces".to_owned() } else { said.join("; ") }
    }

    /// Returns the names of the regions that are tinted on some square.
    pub(crate) fn tinted(&self) -> Vec<&str> {
        let tinted = |at| self.cells.iter().any(|cell| cell.tinted && cell.region == Some(at));
        let shown = |at: &usize| self.lines.is_empty() && tinted(*at);
        let places = (0..self.regions.len()).filter(shown);
        places.map(|at| self.regions[at].as_str()).collect()
    }

    /// Returns the labels of the squares as a grid of text, the far rank first; a dot where there is none.
    pub(crate) fn labels(&self) -> String {
        let row = |rank: u8| {
            let cells = (0..self.files)
                .map(|file| format!("{:>4}", self.cell(file, rank).label.as_deref().unwrap_or(".")));
            cells.collect::<String>() + "\n"
        };
        (0..self.ranks).rev().map(row).collect()
    }
}

/// Returns the sides of squares between the inside of a wall and the outside.
fn walls(geometry: &Geometry) -> Vec<((u8, u8), Edge)> {
    let inside = |area: &SquareSet, file, rank| geometry.square(file, rank).is_some_and(|sq| area.has(sq));
    let mut found = Vec::new();
    for square in geometry.every() {
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        for (edge, (beside, above)) in [(Edge::Right, (file + 1, rank)), (Edge::Above, (file, rank + 1))] {
            let on_board = geometry.square(beside, above).is_some();
            let between = |area: &SquareSet| inside(area, file, rank) != inside(area, beside, above);
            if on_board && geometry.walls.iter().any(|wall| between(&wall.area)) {
                found.push(((file, rank), edge));
            }
        }
    }
    found
}
