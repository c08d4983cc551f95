//! The data sent to the page: boards, positions and moves as JSON.

use ferz::draw::{self, Edge, Ground, Picture};
use ferz::{
    Balance, Cells, Game, Held, Manner, Move, MoveKind, Obstacle, Piece, PieceType, Score, SearchInfo, Side,
    Square, Variant,
};
use serde::Serialize;

/// The parts of a game that don't change while it is played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Variant"))]
pub(super) struct VariantView {
    title: String,
    year: Option<String>,
    inventors: Vec<String>,
    /// What White and Black are called in this game.
    sides: [String; 2],
    files: u8,
    ranks: u8,
    /// True if its squares are hexagons.
    hexagons: bool,
    squares: Vec<SquareView>,
    regions: Vec<String>,
    walls: Vec<WallView>,
    /// The lines of a board of points, each between two of them, a file and a rank; none where pieces stand in squares.
    lines: Vec<[(u8, u8); 2]>,
    pieces: Vec<PieceTypeView>,
    options: Vec<OptionView>,
    /// The number of start positions; 1 if pieces are not shuffled.
    starts: u32,
    /// True if there can be walls on its squares.
    has_walls: bool,
    /// How the game ends, in sentences.
    ends: Vec<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Square"))]
struct SquareView {
    name: String,
    /// `light`, `dark`, `middle` on hexagons and where all squares are of one colour, or `hole`.
    #[cfg_attr(test, ts(type = "\"light\" | \"dark\" | \"middle\" | \"hole\""))]
    ground: &'static str,
    /// Its place in the list of regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    region: Option<usize>,
    /// True if that has a colour of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    tinted: bool,
    /// Its number in written games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    label: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Wall"))]
struct WallView {
    file: u8,
    rank: u8,
    /// `right` or `above`.
    #[cfg_attr(test, ts(type = "\"right\" | \"above\""))]
    edge: &'static str,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PieceType"))]
struct PieceTypeView {
    name: String,
    letter: String,
    words: String,
    notation: String,
    royal: bool,
    /// True if it belongs to nobody.
    neutral: bool,
    /// White's glyph and Black's: the insides of SVGs of 45 by 45.
    figures: [String; 2],
    /// The same made from the movement.
    compass: [String; 2],
    /// The same with the characters of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    kanji: Option<[String; 2]>,
    /// True if its figures point towards the enemy.
    pointed: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Choice"))]
pub(super) struct OptionView {
    name: String,
    ask: String,
    values: Vec<String>,
    value: String,
}

impl VariantView {
    pub(super) fn of(variant: &Variant) -> Self {
        let mut picture = Picture::bare(variant, variant.title());
        if variant.numbers_squares() {
            picture = picture.numbered(variant);
        }
        let square = |(square, cell): (Square, &draw::Cell)| SquareView {
            name: square.to_string(),
            ground: match cell.ground {
                Ground::Light => "light",
                Ground::Dark => "dark",
                Ground::Middle => "middle",
                Ground::Hole => "hole",
            },
            region: cell.region,
            tinted: cell.tinted && cell.region.is_some(),
            label: cell.label.clone(),
        };
        let wall = |&((file, rank), edge): &((u8, u8), Edge)| WallView {
            file,
            rank,
            edge: match edge {
                Edge::Right => "right",
                Edge::Above => "above",
            },
        };
        let piece = |info: &ferz::PieceTypeInfo| {
            let of = |side| Piece { piece_type: info.piece_type, side };
            PieceTypeView {
                name: info.name.clone(),
                letter: info.letter.clone(),
                words: info.words.clone(),
                notation: info.notation.clone(),
                royal: info.royal,
                neutral: info.neutral,
                figures: Side::BOTH.map(|side| draw::figure(variant, of(side))),
                compass: Side::BOTH.map(|side| draw::compass(variant, of(side))),
                kanji: draw::kanji(variant, of(Side::White))
                    .zip(draw::kanji(variant, of(Side::Black)))
                    .map(<[String; 2]>::from),
                pointed: draw::is_pointed(variant, info.piece_type),
            }
        };
        Self {
            title: variant.title().to_owned(),
            year: variant.year().map(str::to_owned),
            inventors: variant.inventors().to_vec(),
            sides: Side::BOTH.map(|side| variant.side_name(side).to_owned()),
            files: picture.files,
            ranks: picture.ranks,
            hexagons: picture.shape == Cells::Hexagons,
            squares: every(variant).zip(&picture.cells).map(square).collect(),
            walls: picture.walls.iter().map(wall).collect(),
            lines: picture.lines,
            pieces: variant.piece_types().iter().map(piece).collect(),
            options: options(variant),
            regions: picture.regions,
            starts: variant.starts(),
            has_walls: has_walls(variant),
            ends: variant.ends().into_iter().map(|end| end.sentence).collect(),
        }
    }
}

/// Returns `true` if a FEN may put a wall on a square in play.
fn has_walls(variant: &Variant) -> bool {
    let Some(first) = variant.squares().next() else { return false };
    let files = usize::from(variant.files());
    let (file, rank) = (usize::from(first.file()), usize::from(first.rank()));
    let empty = |count: usize| if count > 0 { count.to_string() } else { String::new() };
    let row = |at: usize| match at == rank {
        true => format!("{}*{}", empty(file), empty(files - file - 1)),
        false => empty(files),
    };
    let rows: Vec<String> = (0..usize::from(variant.ranks())).rev().map(row).collect();
    let game = variant.start_from(&format!("{} w", rows.join("/")));
    game.is_ok_and(|game| game.position().obstacle_at(first) == Some(Obstacle::Wall))
}

/// All squares between the edges of the board, rank by rank.
fn every(variant: &Variant) -> impl Iterator<Item = Square> + use<> {
    let files = variant.files();
    (0..variant.ranks()).flat_map(move |rank| (0..files).filter_map(move |file| Square::new(file, rank)))
}

/// The options of a game, with the values in force.
pub(super) fn options(variant: &Variant) -> Vec<OptionView> {
    let view = |option: ferz::OptionInfo| OptionView {
        name: option.name,
        ask: option.ask,
        values: option.values,
        value: option.value,
    };
    variant.offered_options().into_iter().map(view).collect()
}

/// A position, and what can be done in it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Position"))]
pub(super) struct PositionView {
    pub(super) ply: usize,
    fen: String,
    #[cfg_attr(test, ts(type = "Side"))]
    side: &'static str,
    check: bool,
    result: Option<ResultView>,
    pieces: Vec<PieceView>,
    /// The squares on which there are walls.
    walled: Vec<String>,
    moves: Vec<MoveView>,
    /// What is put on the board now, in a part of a turn.
    puts: Option<PutView>,
    /// The number of the move, as the FEN counts.
    number: u32,
    /// Plies without progress, and after how many of them the game ends.
    idle: (u32, Option<u32>),
    /// The state of the position besides its pieces, in sentences.
    remembered: Vec<String>,
    /// The hands of White and of Black; null in a game without drops.
    hands: Option<[Vec<HeldView>; 2]>,
    /// The squares that the last move names.
    last: Vec<String>,
    material: MaterialView,
    /// The squares that White does not see, and those that Black does not; left out where everything is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    unseen: Option<[Vec<String>; 2]>,
}

/// The material balance.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Material"))]
struct MaterialView {
    /// The pieces of which White has more than Black, and those of which Black has; none where captured pieces go to a hand, which shows them.
    more: [Vec<MoreView>; 2],
    /// The difference in points, for White.
    points: i32,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "More"))]
struct MoreView {
    #[serde(rename = "type")]
    kind: usize,
    count: u32,
}

impl MaterialView {
    fn of(game: &Game) -> Self {
        let Balance { more, points, .. } = game.balance();
        let view = |more: Vec<(PieceType, u32)>| {
            more.into_iter().map(|(kind, count)| MoreView { kind: kind.index(), count }).collect()
        };
        let more = if game.keeps_captured() { [Vec::new(), Vec::new()] } else { more.map(view) };
        Self { more, points }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Outcome"))]
struct ResultView {
    #[cfg_attr(test, ts(type = "Side | null"))]
    winner: Option<&'static str>,
    reason: String,
    words: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Piece"))]
struct PieceView {
    square: String,
    #[serde(rename = "type")]
    kind: usize,
    #[cfg_attr(test, ts(type = "Side | \"neutral\""))]
    side: &'static str,
    /// True if it has promoted and may become again what it was.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    promoted: bool,
}

/// What a part of a turn puts on the board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Put"))]
struct PutView {
    /// Its type; null for a wall.
    #[serde(rename = "type")]
    kind: Option<usize>,
    /// The square that it leaves, if it is on the board already.
    from: Option<String>,
    /// True if a piece is taken off the board instead.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    removes: bool,
}

impl PutView {
    fn of(game: &Game, moves: &[Move]) -> Option<Self> {
        if !moves.is_empty() && moves.iter().all(|mv| mv.kind() == MoveKind::Remove) {
            return Some(Self { kind: None, from: None, removes: true });
        }
        let put = moves.iter().find(|mv| mv.kind() == MoveKind::Place)?;
        let after = played(game, put)?;
        let (old, new) = (game.position(), after.position());
        let kind = match new.obstacle_at(put.to()?) {
            Some(Obstacle::Neutral(kind)) => Some(kind.index()),
            _ => None,
        };
        let left = |&square: &Square| old.obstacle_at(square).is_some() && new.obstacle_at(square).is_none();
        let from = every(game.variant()).find(left).map(|square| square.to_string());
        Some(Self { kind, from, removes: false })
    }
}

/// Returns the game after a legal move.
fn played(game: &Game, mv: &Move) -> Option<Game> {
    let mut after = game.clone();
    after.play(mv).ok().map(|()| after)
}

/// Returns the square of the piece that castles together with another.
fn partner(game: &Game, castling: &Move) -> Option<String> {
    let old = game.position();
    let own = |square: &Square| {
        Some(*square) != castling.from()
            && old.piece_at(*square).is_some_and(|piece| piece.side == castling.side())
    };
    let after = played(game, castling)?;
    let moved = |square: &Square| own(square) && after.position().piece_at(*square) != old.piece_at(*square);
    let named = castling.named_squares().into_iter().find(own);
    named.or_else(|| every(game.variant()).find(moved)).map(|square| square.to_string())
}

/// Pieces of a type in hand.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Held"))]
struct HeldView {
    #[serde(rename = "type")]
    kind: usize,
    /// The name of the hand's place of this type: what drops of it come from.
    from: String,
    /// Null if there are as many as wanted.
    count: Option<u32>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Move"))]
struct MoveView {
    /// In coordinate notation, by which it is played.
    #[serde(rename = "move")]
    mv: String,
    san: String,
    from: String,
    to: String,
    /// `move`, `capture` or `special`.
    #[cfg_attr(test, ts(type = "\"move\" | \"capture\" | \"special\""))]
    kind: &'static str,
    /// The words that tell it from others between the same squares; empty for a plain move.
    words: String,
    /// The piece that the moving one becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    becomes: Option<usize>,
    /// In castling, the square of the piece that castles with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    partner: Option<String>,
}

/// A line of play that the engine has found.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Line"))]
pub(super) struct LineView {
    /// Its number among the best lines, from 1.
    number: usize,
    depth: u32,
    /// The score for White, as of a hint.
    value: Option<i64>,
    mate: Option<i64>,
    /// The squares of its first move.
    from: String,
    to: String,
    moves: Vec<String>,
    sans: Vec<String>,
    nodes: u64,
    /// In milliseconds.
    time: u64,
}

/// The moves of a line that are written out.
const LONGEST_LINE: usize = 16;

impl LineView {
    pub(super) fn of(game: &Game, info: &SearchInfo) -> Self {
        let (value, mate) = for_white(info.score, game.side_to_move());
        let first = info.pv.first().map(|mv| game.in_words(mv));
        let (from, to) = first.map(|words| (words.from, words.to)).unwrap_or_default();
        let mut ahead = game.clone();
        let before = ahead.moves().len();
        let moves = info.pv.iter().take(LONGEST_LINE).take_while(|mv| ahead.play(mv).is_ok());
        Self {
            number: info.number,
            depth: info.depth,
            value,
            mate,
            from,
            to,
            moves: moves.map(ToString::to_string).collect(),
            sans: ahead.sans().iter().skip(before).cloned().collect(),
            nodes: info.nodes,
            time: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// The score for White: a value in hundredths of the most numerous piece, or a mate in so many plies, below 0 against White.
pub(super) fn for_white(score: Score, side: Side) -> (Option<i64>, Option<i64>) {
    let sign = if side == Side::White { 1 } else { -1 };
    match score {
        Score::Value(value) => (Some(sign * i64::from(value)), None),
        Score::Win(plies) => (None, Some(sign * i64::from(plies))),
        Score::Loss(plies) => (None, Some(-sign * i64::from(plies))),
    }
}

/// A move that was played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Made"))]
pub(super) struct MadeView {
    san: String,
    #[serde(rename = "move")]
    mv: String,
    #[cfg_attr(test, ts(type = "Side"))]
    side: &'static str,
    says: Option<String>,
}

impl MadeView {
    /// Returns the moves of a game.
    pub(super) fn all(game: &Game) -> Vec<Self> {
        let view = |(made, san): (&Move, &String)| Self {
            san: san.clone(),
            mv: made.to_string(),
            side: made.side().name(),
            says: made.announcement().map(str::to_owned),
        };
        game.moves().iter().zip(game.sans()).map(view).collect()
    }
}

impl PositionView {
    /// Takes out the moves, as lists in the order of their fields, and the pieces, which are in the FEN as well.
    pub(super) fn take_moves(&mut self) -> Vec<[String; 6]> {
        self.pieces.clear();
        let list = |mv: MoveView| [mv.mv, mv.san, mv.from, mv.to, mv.kind.to_owned(), mv.words];
        std::mem::take(&mut self.moves).into_iter().map(list).collect()
    }

    /// The game is over: the time of a side is up.
    pub(super) fn end_on_time(&mut self, variant: &Variant, late: Side, winner: Option<Side>) {
        let name = |side| variant.side_name(side);
        let words = match winner {
            Some(winner) => format!("{} has won on time.", name(winner)),
            None => {
                format!("Draw: {}'s time is up, but {} can't win any more.", name(late), name(late.other()))
            }
        };
        self.result = Some(ResultView { winner: winner.map(Side::name), reason: "time".to_owned(), words });
        self.moves.clear();
    }

    pub(super) fn of(game: &Game) -> Self {
        let position = game.position();
        let piece = |square: Square| {
            let Piece { piece_type, side } = position.piece_at(square)?;
            let (kind, promoted) = (piece_type.index(), game.is_promoted(square));
            Some(PieceView { square: square.to_string(), kind, side: side.name(), promoted })
        };
        let nobodys = |square: Square| match position.obstacle_at(square)? {
            Obstacle::Neutral(kind) => Some(PieceView {
                square: square.to_string(),
                kind: kind.index(),
                side: "neutral",
                promoted: false,
            }),
            _ => None,
        };
        let squares = || every(game.variant());
        let walled = squares().filter(|&square| position.obstacle_at(square) == Some(Obstacle::Wall));
        let (moves, result) = (game.legal_moves(), game.outcome());
        let last = game.moves().last().map(Move::named_squares).unwrap_or_default();
        Self {
            ply: game.moves().len(),
            fen: game.fen(),
            side: game.side_to_move().name(),
            check: game.is_check(),
            result: result.map(|result| ResultView {
                winner: result.winner.map(Side::name),
                words: game.outcome_in_words().unwrap_or_default(),
                reason: result.reason,
            }),
            walled: walled.map(|square| square.to_string()).collect(),
            pieces: squares().filter_map(|square| piece(square).or_else(|| nobodys(square))).collect(),
            moves: moves.iter().map(|mv| MoveView::of(game, mv)).collect(),
            puts: PutView::of(game, &moves),
            number: game.position().fullmove_number(),
            idle: game.progress(),
            remembered: game.remembered_beside(true),
            hands: HeldView::hands(game),
            material: MaterialView::of(game),
            last: last.iter().map(Square::to_string).collect(),
            unseen: unseen(game),
        }
    }
}

/// Returns the squares that White does not see, and those that Black does not; `None` if everything is seen.
fn unseen(game: &Game) -> Option<[Vec<String>; 2]> {
    let of = |side| {
        let seen = game.seen_by(side);
        game.variant()
            .squares()
            .filter(|square| !seen.contains(square))
            .map(|square| square.to_string())
            .collect()
    };
    (game.variant().has_sight() && game.outcome().is_none()).then(|| Side::BOTH.map(of))
}

impl HeldView {
    fn hands(game: &Game) -> Option<[Vec<Self>; 2]> {
        let of = |side| {
            let view = |held: Held| {
                let from = place(game, held.piece_type, side);
                Self { kind: held.piece_type.index(), from, count: held.count }
            };
            game.held(side).into_iter().map(view).collect::<Vec<_>>()
        };
        let hands = Side::BOTH.map(of);
        hands.iter().any(|hand| !hand.is_empty()).then_some(hands)
    }
}

/// The name of a hand's place of a type: its letter as in a FEN and `@`.
fn place(game: &Game, kind: PieceType, side: Side) -> String {
    let letter = &game.variant()[kind].letter;
    match side {
        Side::White => format!("{letter}@"),
        Side::Black => format!("{}@", letter.to_lowercase()),
    }
}

impl MoveView {
    fn of(game: &Game, mv: &Move) -> Self {
        let info = game.in_words(mv);
        let words = info.words();
        let kind = match info.manner() {
            _ if mv.kind() == MoveKind::Remove => "capture",
            Manner::Special if !mv.is_drop() => "special",
            Manner::Capture => "capture",
            _ => "move",
        };
        let held = game.dropped_from(mv).map(|kind| place(game, kind, mv.side()));
        Self {
            mv: info.coordinates,
            san: info.san,
            from: held.unwrap_or(info.from),
            to: info.to,
            kind,
            words,
            becomes: mv.promotion().map(|kind| kind.index()),
            partner: Some(mv).filter(|mv| mv.is_castling()).and_then(|mv| partner(game, mv)),
        }
    }
}
