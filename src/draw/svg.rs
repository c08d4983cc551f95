//! Positions and movements as SVG: drawn with classes, so that one style sheet serves a page of many pictures.

use std::fmt::Write as _;

use super::board::{DrawnPiece, Edge, Ground, Picture};
use super::movement::{Diagram, Spot};
use super::sign::Sign;
use super::{figure, hexagons};
use crate::board::Cells;
use crate::model::pieces::Side;

/// The style of every picture, for light and dark pages. A standalone picture includes it.
pub const STYLE: &str = "\
.ferz{color:#1b1b1b;font-family:'DejaVu Sans','Segoe UI Symbol','Noto Sans Symbols 2','Apple Symbols',sans-serif;\
print-color-adjust:exact;-webkit-print-color-adjust:exact}\
.ferz .light{fill:#efe6d5}.ferz .dark{fill:#cdb793}.ferz .middle{fill:#dfcfb4}.ferz .hole{fill:none}\
.ferz .line{stroke:#6b5b45;stroke-width:1.2}.ferz .edge{fill:none;stroke:#6b5b45;stroke-width:1}.ferz .wall{stroke:#7a1f1f;stroke-width:4;stroke-linecap:round}\
.ferz .mark{fill:#e3b505;opacity:.55}.ferz .region{opacity:.22}\
.ferz .r0{fill:#2a6fdb}.ferz .r1{fill:#2e9e4f}.ferz .r2{fill:#b04ac0}.ferz .r3{fill:#d1621a}.ferz .r4{fill:#138a8a}\
.ferz .r5{fill:#b8233f}.ferz .promoted{fill:#c8281e;stroke:#fff;stroke-width:1}.ferz .tray{fill:#efe6d5}\
.ferz text.count{font-size:13px;font-weight:bold;text-anchor:start}\
.ferz text{text-anchor:middle;fill:#1b1b1b}\
.ferz text.rim{fill:currentColor;font-size:13px}.ferz text.label{font-size:11px}\
.ferz .white{fill:#fdfbf6;stroke:#1b1b1b;stroke-width:1.5}.ferz .black{fill:#26211b;stroke:#000;stroke-width:1.5}\
.ferz text.onblack{fill:#fdfbf6}.ferz text.figure{font-size:34px}\
.ferz .go{fill:#1d5f8a;stroke:#1d5f8a;stroke-width:2}.ferz .way{fill:none;stroke:#1d5f8a;stroke-width:2}\
.ferz .only{fill:#fdfbf6;stroke:#1d5f8a;stroke-width:2.5}\
.ferz .take{fill:none;stroke:#a3231d;stroke-width:3.5;stroke-linecap:round}\
.ferz .victim{fill:#a3231d}.ferz text.once{font-size:11px;font-weight:bold}.ferz .pass{fill:#6b5b45}\
@media (prefers-color-scheme:dark){.ferz{color:#e8e4da}.ferz .light{fill:#d9cfbd}.ferz .dark{fill:#a8946f}.ferz .middle{fill:#c1b296}\
.legend .ferz text{fill:currentColor}.legend .ferz .way{stroke:#6db3e0}.legend .ferz .go{fill:#6db3e0;stroke:#6db3e0}\
.legend .ferz .take{stroke:#e8776f}.legend .ferz .victim{fill:#e8776f}}\
@media print{.ferz,.legend .ferz text{color:#000;fill:#000}}";

/// The side length of a square.
pub(super) const SQUARE: i32 = 40;
/// The height of a hand beside the board, with the gap between them.
const TRAY: i32 = 40;
/// The mark of a promoted piece: a star about its upper middle.
const STAR: &str = "M0 -3l2 4.2 4.6.6-3.4 3.2.9 4.6-4.1-2.3-4.1 2.3.9-4.6-3.4-3.2 4.6-.6z";
/// The margin around a board, for its coordinates.
const MARGIN: i32 = 24;

/// Returns a text escaped for use between tags or in an attribute; characters that XML does not allow are replaced.
///
/// ```
/// assert_eq!(ferz::draw::svg::escaped("<a & b>"), "&lt;a &amp; b&gt;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\n' | '\t' => safe.push(sign),
            c if c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c) => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// A picture in a page, or alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// In a page that has [`STYLE`]; its titles derive their ids from this word, which no other picture of the page has.
    Within(&'a str),
    /// As a standalone file.
    Alone,
}

/// Returns an SVG of a size, with its title and a description for screen readers.
fn svg(
    frame: Frame<'_>,
    (left, top, width, height): (i32, i32, i32, i32),
    title: &str,
    words: &str,
    body: &str,
) -> String {
    let (id, style) = match frame {
        Frame::Within(id) => (id, String::new()),
        Frame::Alone => ("ferz", format!("<style>{STYLE}</style>\n")),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ferz\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" \
         viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title id=\"{id}-t\">{}</title>\n<desc id=\"{id}-d\">{}</desc>\n{style}{body}</svg>\n",
        escaped(title),
        escaped(words)
    )
}

/// Returns a picture of a position as SVG.
///
/// ```
/// use ferz::draw::{Picture, PieceStyle, svg};
/// let game = ferz::Variant::load("chess", &[])?.start();
/// let drawn = svg::board(&Picture::of(&game, PieceStyle::Drawn, "to begin with"), svg::Frame::Within("p1"));
/// assert!(drawn.contains("<title id=\"p1-t\">to begin with</title>"));
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn board(picture: &Picture, frame: Frame<'_>) -> String {
    if picture.shape == Cells::Hexagons {
        return board_of_hexagons(picture, frame);
    }
    let (files, ranks) = (i32::from(picture.files), i32::from(picture.ranks));
    let place = |file: u8, rank: u8| {
        let (file, rank) = (i32::from(file), i32::from(rank));
        match picture.turned {
            false => (file * SQUARE, (ranks - 1 - rank) * SQUARE),
            true => ((files - 1 - file) * SQUARE, rank * SQUARE),
        }
    };
    let mut body = String::new();
    let middle = |(file, rank)| {
        let (x, y) = place(file, rank);
        (x + SQUARE / 2, y + SQUARE / 2)
    };
    let every = || (0..picture.ranks).flat_map(|rank| (0..picture.files).map(move |file| (file, rank)));
    every().for_each(|at| body += &ground(picture, at, middle(at)));
    for &[from, to] in &picture.lines {
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        _ = writeln!(body, "<line class=\"line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }
    every().for_each(|at| body += &content(picture, at, middle(at)));
    _ = writeln!(body, "<rect class=\"edge\" width=\"{}\" height=\"{}\"/>", files * SQUARE, ranks * SQUARE);
    for &((file, rank), edge) in &picture.walls {
        let (x, y) = place(file, rank);
        let near = if picture.turned { 0 } else { SQUARE };
        let (from, to) = match edge {
            Edge::Right => ((x + near, y), (x + near, y + SQUARE)),
            Edge::Above => ((x, y + SQUARE - near), (x + SQUARE, y + SQUARE - near)),
        };
        _ = writeln!(
            body,
            "<line class=\"wall\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            from.0, from.1, to.0, to.1
        );
    }
    body += &coordinates(picture, place);
    let mut size = (-MARGIN, -6, files * SQUARE + MARGIN + 6, ranks * SQUARE + MARGIN + 6);
    if let Some(hands) = &picture.hands {
        let (far, near) = if picture.turned { (0, 1) } else { (1, 0) };
        body += &hand(&hands[far], (files, -6 - TRAY), picture.turned);
        body += &hand(&hands[near], (files, ranks * SQUARE + MARGIN), picture.turned);
        size = (size.0, size.1 - TRAY, size.2, size.3 + 2 * TRAY);
    }
    svg(frame, size, &picture.title, &picture.in_words(), &body)
}

/// Returns a position on hexagons as SVG: the letter of a file stands below it, the number of a rank before it.
fn board_of_hexagons(picture: &Picture, frame: Frame<'_>) -> String {
    let turn = if picture.turned { -1 } else { 1 };
    let place = |file: i32, rank: i32| {
        let (x, y) = hexagons::centre(Cells::Hexagons, (file, rank));
        (turn * x, turn * y)
    };
    let (mut body, mut rim, mut points) = (String::new(), String::new(), Vec::new());
    let open =
        |file: u8, rank: u8| picture.cell(file, rank).ground != Ground::Hole || picture.walled(file, rank);
    for rank in 0..picture.ranks {
        for file in (0..picture.files).filter(|&file| open(file, rank)) {
            let at = place(file.into(), rank.into());
            points.push(at);
            body += &(ground(picture, (file, rank), at) + &content(picture, (file, rank), at));
        }
    }
    let mut name = |(x, y): (i32, i32), text: String| {
        points.push((x, y));
        _ = writeln!(rim, "<text class=\"rim\" x=\"{x}\" y=\"{y}\" dy=\"0.35em\">{text}</text>");
    };
    for file in 0..picture.files {
        let mut ranks = (0..picture.ranks).filter(|&rank| open(file, rank));
        let near = if picture.turned { ranks.next_back() } else { ranks.next() };
        if let Some(near) = near {
            let (x, y) = place(file.into(), near.into());
            name((x, y + 33), char::from(b'a' + file).to_string());
        }
    }
    for rank in 0..picture.ranks {
        let mut files = (0..picture.files).filter(|&file| open(file, rank));
        let left = if picture.turned { files.next_back() } else { files.next() };
        if let Some(left) = left {
            let (x, y) = place(left.into(), rank.into());
            name((x - 28, y - 17), (rank + 1).to_string());
        }
    }
    let (xs, ys): (Vec<i32>, Vec<i32>) = points.into_iter().unzip();
    let span = |of: &[i32]| (of.iter().min().copied().unwrap_or(0), of.iter().max().copied().unwrap_or(0));
    let ((left, right), (top, foot)) = (span(&xs), span(&ys));
    let size = (left - 34, top - 30, right - left + 68, foot - top + 60);
    svg(frame, size, &picture.title, &picture.in_words(), &(body + &rim))
}

/// Draws the pieces of a hand with their numbers beside a board with a number of files, leaving out types of which there are none.
fn hand(hand: &[(DrawnPiece, Option<u32>)], (files, y): (i32, i32), turned: bool) -> String {
    let width = files * SQUARE;
    let mut body = format!(
        "<rect class=\"tray\" x=\"0\" y=\"{y}\" width=\"{width}\" height=\"{}\" rx=\"4\"/>\n",
        TRAY - 4
    );
    let held = hand.iter().filter(|(_, count)| *count != Some(0));
    // as large as possible with room for all types
    let scale = (f64::from(width) / (1.5 * f64::from(SQUARE) * hand.len().max(1) as f64)).min(0.8);
    for (at, (piece, count)) in held.enumerate() {
        let x = 1.5 * f64::from(SQUARE) * scale * at as f64;
        let top = f64::from(y) + (f64::from(TRAY - 4) - f64::from(SQUARE) * scale) / 2.0;
        _ = writeln!(body, "<g class=\"held\" transform=\"translate({x:.1} {top:.1}) scale({scale:.3})\">");
        body += &draw_piece(piece, (0, 0), turned);
        let count = count.map_or_else(|| "any".to_owned(), |count| count.to_string());
        _ = writeln!(
            body,
            "<text class=\"count\" x=\"{}\" y=\"{}\">{count}</text></g>",
            SQUARE + 2,
            SQUARE - 4
        );
    }
    body
}

fn coordinates(picture: &Picture, place: impl Fn(u8, u8) -> (i32, i32)) -> String {
    let mut body = String::new();
    let foot = i32::from(picture.ranks) * SQUARE + 11;
    for file in 0..picture.files {
        let x = place(file, 0).0 + SQUARE / 2;
        _ = writeln!(
            body,
            "<text class=\"rim\" x=\"{x}\" y=\"{foot}\" dy=\"0.35em\">{}</text>",
            char::from(b'a' + file)
        );
    }
    for rank in 0..picture.ranks {
        let y = place(0, rank).1 + SQUARE / 2;
        _ = writeln!(body, "<text class=\"rim\" x=\"-12\" y=\"{y}\" dy=\"0.35em\">{}</text>", rank + 1);
    }
    body
}

/// Draws the ground of a square around a point.
fn ground(picture: &Picture, (file, rank): (u8, u8), (middle, centre): (i32, i32)) -> String {
    let (shape, cell) = (picture.shape, picture.cell(file, rank));
    let ground = match cell.ground {
        Ground::Light => "light",
        Ground::Dark => "dark",
        Ground::Middle => "middle",
        Ground::Hole => "hole",
    };
    let outline = |class: &str| hexagons::outline(shape, class, (middle, centre));
    let mut body = outline(ground);
    if cell.ground == Ground::Middle && shape == Cells::Squares {
        body += &outline("edge");
    }
    // lines show the areas of a board of points
    if let Some(region) = cell.region.filter(|_| cell.tinted && picture.lines.is_empty()) {
        body += &outline(&format!("region r{}", region % 6));
    }
    if cell.marked {
        body += &outline("mark");
    }
    body
}

/// Draws what is on a square around a point.
fn content(picture: &Picture, (file, rank): (u8, u8), (middle, centre): (i32, i32)) -> String {
    let cell = picture.cell(file, rank);
    let mut body = String::new();
    if let Some(label) = &cell.label {
        _ = writeln!(
            body,
            "<text class=\"label\" x=\"{middle}\" y=\"{centre}\" dy=\"0.35em\">{}</text>",
            escaped(label)
        );
    }
    if cell.unseen {
        _ = writeln!(body, "<text class=\"rim\" x=\"{middle}\" y=\"{centre}\" dy=\"0.35em\">?</text>");
    }
    match &cell.piece {
        Some(piece) => body + &draw_piece(piece, (middle - SQUARE / 2, centre - SQUARE / 2), picture.turned),
        None => body,
    }
}

/// Draws a piece, its square's corner being at a point, on a board that may be turned round.
fn draw_piece(piece: &DrawnPiece, (x, y): (i32, i32), turned: bool) -> String {
    let (middle, centre) = (x + SQUARE / 2, y + SQUARE / 2);
    let mut body = String::new();
    let mark = |mut body: String| {
        if piece.promoted {
            let (x, y) = (x + 33, y + 3);
            _ = writeln!(body, "<path class=\"promoted\" transform=\"translate({x} {y})\" d=\"{STAR}\"/>");
        }
        body
    };
    if let Some(drawings) = &piece.drawings {
        let drawing = &drawings[usize::from(turned)];
        let scale = f64::from(SQUARE) / f64::from(figure::SIZE);
        _ = writeln!(
            body,
            "<g class=\"piece\" transform=\"translate({x} {y}) scale({scale:.4})\">{drawing}</g>"
        );
        return mark(body);
    }
    let text = escaped(&piece.text);
    if piece.figure {
        _ = writeln!(
            body,
            "<text class=\"figure\" x=\"{middle}\" y=\"{centre}\" dy=\"0.35em\">{text}</text>"
        );
        return mark(body);
    }
    let (disc, ink) = match piece.side {
        Side::White => ("white", ""),
        Side::Black => ("black", " class=\"onblack\""),
    };
    let size = if piece.text.chars().count() > 1 { 15 } else { 19 };
    _ = writeln!(body, "<circle class=\"{disc}\" cx=\"{middle}\" cy=\"{centre}\" r=\"16\"/>");
    _ = writeln!(
        body,
        "<text{ink} x=\"{middle}\" y=\"{centre}\" dy=\"0.35em\" font-size=\"{size}\">{text}</text>"
    );
    mark(body)
}

/// Returns a movement diagram as SVG, the piece's letter in the middle, with a title and the movement in words for screen readers.
///
/// ```
/// use ferz::{Cells, draw::{Diagram, svg}, movement::Movement, text::Span};
/// let (movement, _) = Movement::read(Cells::Squares, "N", Span::default()).unwrap();
/// let drawn = svg::movement(&Diagram::of(&movement), "N", "knight", &movement.words(), svg::Frame::Alone);
/// assert!(drawn.contains(">knight</title>"));
/// ```
pub fn movement(diagram: &Diagram, letter: &str, title: &str, words: &str, frame: Frame<'_>) -> String {
    let radius = i32::from(diagram.radius);
    let middle = |(x, y): (i8, i8)| hexagons::centre(diagram.cells, (x.into(), y.into()));
    let mut body = String::new();
    for at in diagram.squares() {
        let sum = i32::from(at.0) + i32::from(at.1);
        let class = match diagram.cells {
            Cells::Squares => ["dark", "light"][sum.rem_euclid(2) as usize],
            Cells::Hexagons => ["dark", "light", "middle"][sum.rem_euclid(3) as usize],
        };
        body += &hexagons::outline(diagram.cells, class, middle(at));
    }
    for line in &diagram.lines {
        let mut points: Vec<(i32, i32)> = vec![(0, 0)];
        points.extend(line.squares.iter().map(|&square| middle(square)));
        let last = points[points.len() - 1];
        let before = points[points.len().saturating_sub(2)];
        let tip = line.onward.map(|onward| match diagram.cells {
            Cells::Squares => towards(last, middle(onward), (radius * SQUARE) + SQUARE * 3 / 4),
            Cells::Hexagons => (last.0 + (last.0 - before.0) * 2 / 3, last.1 + (last.1 - before.1) * 2 / 3),
        });
        points.extend(tip);
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        _ = writeln!(body, "<polyline class=\"way\" points=\"{}\"/>", path.join(" "));
        body += &tip.map_or_else(String::new, |tip| head(last, tip));
    }
    for (&at, spot) in &diagram.spots {
        body += &marks(*spot, middle(at));
    }
    body += "<circle class=\"white\" r=\"16\"/>\n";
    let size = if letter.chars().count() > 1 { 15 } else { 19 };
    _ = writeln!(body, "<text dy=\"0.35em\" font-size=\"{size}\">{}</text>", escaped(letter));
    let half =
        radius * SQUARE + if diagram.cells == Cells::Hexagons { 2 * SQUARE + radius * 6 } else { SQUARE };
    svg(frame, (-half, -half, 2 * half, 2 * half), title, words, &body)
}

/// Returns the point on the way to another at which a picture ends whose size is twice `half`.
fn towards(from: (i32, i32), to: (i32, i32), half: i32) -> (i32, i32) {
    let far = to.0.abs().max(to.1.abs()).max(1);
    let tip = (to.0 * half / far, to.1 * half / far);
    if tip == from { to } else { tip }
}

/// Returns the head of an arrow from one point to another.
fn head(from: (i32, i32), tip: (i32, i32)) -> String {
    let (dx, dy) = (f64::from(tip.0 - from.0), f64::from(tip.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * 10.0, dy / length * 10.0);
    let (x, y) = (f64::from(tip.0), f64::from(tip.1));
    format!(
        "<polygon class=\"go\" points=\"{:.0},{:.0} {:.0},{:.0} {:.0},{:.0}\"/>\n",
        x,
        y,
        x - ux - uy * 0.5,
        y - uy + ux * 0.5,
        x - ux + uy * 0.5,
        y - uy - ux * 0.5
    )
}

fn marks(spot: Spot, at: (i32, i32)) -> String {
    let mut body = String::new();
    let way = spot.sign();
    if spot.victim {
        // beside the ride's own mark, if it has one
        let at = if way.is_some() { (at.0 - 12, at.1 - 12) } else { at };
        body += &glyph(Sign::Victim, at);
    }
    match way {
        Some(way) => body += &glyph(way, at),
        None if spot.lands && !spot.victim => body += &glyph(Sign::Lands, at),
        None if spot.only_passes() => body += &glyph(Sign::Passes, at),
        None => {}
    }
    if spot.second {
        // beside the mark of another way there
        let marked = way.is_some() || spot.lands || spot.victim;
        body += &glyph(Sign::Second, if marked { (at.0 + 12, at.1 + 12) } else { at });
    }
    if let Some(hop) = spot.hop() {
        body += &glyph(hop, at);
    }
    if let Some(sometimes) = spot.sometimes() {
        body += &glyph(sometimes, (at.0 + 14, at.1 - 13));
    }
    if way.is_some() && spot.lands && !spot.victim {
        // beside the mark of the move
        body += &glyph(Sign::Lands, (at.0 - 12, at.1 + 12));
    }
    body
}

/// Returns the shape of a sign around a point.
fn glyph(sign: Sign, (x, y): (i32, i32)) -> String {
    let diamond = |class: &str, r: i32| {
        format!(
            "<polygon class=\"{class}\" points=\"{x},{} {},{y} {x},{} {},{y}\"/>\n",
            y - r,
            x + r,
            y + r,
            x - r
        )
    };
    let disc = |class: &str, r: i32| format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>\n");
    let cross = |r: i32| {
        format!(
            "<path class=\"take\" d=\"M{} {}L{} {}M{} {}L{} {}\"/>\n",
            x - r,
            y - r,
            x + r,
            y + r,
            x - r,
            y + r,
            x + r,
            y - r
        )
    };
    let word = |text: &str| format!("<text class=\"once\" x=\"{x}\" y=\"{y}\" dy=\"0.35em\">{text}</text>\n");
    match sign {
        Sign::Both => disc("go", 8),
        Sign::Move => disc("only", 8),
        Sign::Take => cross(7),
        Sign::LeapBoth => diamond("go", 11),
        Sign::LeapMove => diamond("only", 11),
        Sign::LeapTake => diamond("only", 15) + &cross(4),
        Sign::Victim => {
            format!(
                "<polygon class=\"victim\" points=\"{},{} {},{} {x},{}\"/>\n",
                x - 8,
                y - 6,
                x + 8,
                y - 6,
                y + 8
            )
        }
        Sign::Lands => {
            format!("<rect class=\"only\" x=\"{}\" y=\"{}\" width=\"14\" height=\"14\"/>\n", x - 7, y - 7)
        }
        Sign::Second => {
            let (x, y) = (x - 6, y - 6);
            format!("<rect class=\"victim\" x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\"/>\n")
        }
        Sign::Passes => disc("pass", 3),
        Sign::Hop => word("^"),
        Sign::HopTake => word("×"),
        Sign::First => word("1"),
        Sign::Somewhere => word("~"),
        Sign::Partly => word("*"),
        Sign::Onward => {
            format!("<polyline class=\"way\" points=\"{},{y} {},{y}\"/>\n", x - 12, x + 6)
                + &head((x, y), (x + 12, y))
        }
    }
}

/// Returns a sign alone, for a legend beside words, hidden from screen readers.
pub(crate) fn sign(sign: Sign) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ferz\" aria-hidden=\"true\" viewBox=\"-18 -18 36 36\" \
         width=\"20\" height=\"20\">{}</svg>",
        glyph(sign, (0, 0)).trim_end()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::draw::board::PieceStyle;
    use crate::draw::movement::Diagram;

    fn count(svg: &str, class: &str) -> usize {
        let document = roxmltree::Document::parse(svg).expect("well-formed");
        document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
    }

    #[test]
    fn every_man_square_hole_and_wall_is_drawn() {
        let game = Variant::load("courtyard", &[]).unwrap().start();
        let mut picture = Picture::of(&game, PieceStyle::Letters, "<a> & \u{1}");
        let drawn = board(&picture, Frame::Alone);
        let shapes =
            ["white", "black", "dark", "hole", "light", "wall", "rim"].map(|class| count(&drawn, class));
        assert_eq!(shapes, [15, 15, 50, 50, 0, 12, 20]);
        assert!(drawn.contains("&lt;a&gt; &amp; \u{fffd}"), "{drawn}");
        picture.turned = true;
        let turned = board(&picture, Frame::Alone);
        assert_eq!(count(&turned, "wall"), 12);
        assert_ne!(turned, drawn);
    }

    #[test]
    fn the_largest_board_and_the_longest_leap_are_well_formed() {
        let rows = "+M ".repeat(16);
        let text = format!(
            "game.name = \"Large\"\nboard = {{ files = 16, ranks = 16 }}\nsetup.white = [\"{}\"]\nend.stuck.lose = \"no move\"\n\
             pieces.man = {{ letter = \"+M\", moves = \"(15,15)0 zR qNN i(1,14) mW cF\", glyphs = [\"<\", \"&\"] }}",
            rows.trim()
        );
        let variant = Variant::from_text("large.toml", &text, &[]).unwrap();
        let picture = Picture::of(&variant.start(), PieceStyle::Unicode, "large");
        assert_eq!(count(&board(&picture, Frame::Alone), "figure"), 32);
        let diagram = Diagram::of(&variant.rules.types[0].movement);
        let drawn = movement(&diagram, "+M", "moves", "words", Frame::Alone);
        assert!(count(&drawn, "way") > 4 && count(&drawn, "once") == 8, "{}", count(&drawn, "once"));
    }

    #[test]
    fn drawn_men_stand_on_their_squares() {
        let game = Variant::load("courier", &[]).unwrap().start();
        let drawn = board(&Picture::shown(&game, PieceStyle::Drawn), Frame::Alone);
        assert_eq!(count(&drawn, "piece"), 48);
    }

    #[test]
    fn hands_are_beside_the_board_and_promoted_men_are_marked() {
        let variant = Variant::load("crazyhouse", &[]).unwrap();
        let game = variant.start_from("4k3/8/8/8/8/8/4Q~3/4K3[QPPn] w - - 0 1").unwrap();
        for style in [PieceStyle::Drawn, PieceStyle::Letters, PieceStyle::Unicode] {
            let mut picture = Picture::shown(&game, style);
            let drawn = board(&picture, Frame::Alone);
            assert_eq!(["held", "count", "promoted", "tray"].map(|class| count(&drawn, class)), [3, 3, 1, 2]);
            assert!(drawn.contains("white pawn in hand: 2; black knight in hand: 1"), "{drawn}");
            picture.turned = true;
            assert_ne!(board(&picture, Frame::Alone), drawn);
        }
        let bare = Picture::shown(&Variant::load("chess", &[]).unwrap().start(), PieceStyle::Drawn);
        assert_eq!(count(&board(&bare, Frame::Alone), "tray"), 0);
    }

    #[test]
    fn a_position_says_its_men_in_words() {
        let variant = Variant::load("chess", &[]).unwrap();
        let game = variant.start_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let words = Picture::of(&game, PieceStyle::Letters, "").in_words();
        assert_eq!(words, "white king e1; white rook h1; black king e8");
        assert_eq!(Picture::bare(&variant, "").in_words(), "no pieces");
    }
}
