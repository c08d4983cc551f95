//! The layout of a screen of a given size, and the square under a place of it.

use ferz::Cells;
use ferz::draw::{Edge, Ground, Picture};
use ratatui::layout::{Position, Rect};

/// Columns and rows of a square, the best first.
const CELLS: [(u16, u16); 6] = [(7, 3), (6, 3), (5, 2), (4, 2), (3, 1), (2, 1)];
/// Columns left of the board, for the numbers of ranks.
const MARGIN: u16 = 3;
/// Columns between the board and what is beside it, with the evaluation between two spaces.
const GUTTER: u16 = 4;
/// The fewest columns beside the board.
const ASIDE: u16 = 20;
/// The fewest rows below the board: letters of files, words, keys.
const BELOW: u16 = 4;

/// The shape of a board: its size, and between which files and ranks walls stand, for which there is a gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) turned: bool,
    right: Vec<bool>,
    above: Vec<bool>,
    /// The lowest and the highest half cell of a board of hexagons, whose files stand half a cell higher or lower than those beside.
    slope: Option<(i32, i32)>,
}

/// The height of a hexagon above the first one, in half cells.
fn half_cells(file: u8, rank: u8) -> i32 {
    2 * i32::from(rank) - i32::from(file)
}

impl Shape {
    pub(super) fn of(picture: &Picture, turned: bool) -> Self {
        let mut shape = Self {
            turned,
            right: vec![false; usize::from(picture.files)],
            above: vec![false; usize::from(picture.ranks)],
            slope: None,
        };
        if picture.shape == Cells::Hexagons {
            let squares =
                (0..picture.ranks).flat_map(|rank| (0..picture.files).map(move |file| (file, rank)));
            let open = squares.filter(|&(file, rank)| picture.cell(file, rank).ground != Ground::Hole);
            let heights = || open.clone().map(|(file, rank)| half_cells(file, rank));
            shape.slope = heights().min().zip(heights().max());
        }
        for &((file, rank), edge) in &picture.walls {
            match edge {
                Edge::Right => shape.right[usize::from(file)] = true,
                Edge::Above => shape.above[usize::from(rank)] = true,
            }
        }
        shape
    }

    fn size(&self, (wide, high): (u16, u16)) -> (u16, u16) {
        let span = |gaps: &[bool], each: u16| {
            gaps.len() as u16 * each + gaps.iter().filter(|&&gap| gap).count() as u16
        };
        let height = match self.slope {
            Some((low, high_cell)) => (high_cell - low + 2) as u16 * (high / 2),
            None => span(&self.above, high),
        };
        (span(&self.right, wide), height)
    }

    /// The sizes of a square, the best first: hexagons are cut in half.
    fn cells(&self) -> impl DoubleEndedIterator<Item = (u16, u16)> {
        let halves = self.slope.is_some();
        CELLS.into_iter().filter(move |(_, high)| !halves || high % 2 == 0)
    }

    /// The columns and rows that the smallest drawing takes.
    pub(super) fn least(&self) -> (u16, u16) {
        let (width, height) = self.size(self.cells().next_back().unwrap_or_default());
        (MARGIN + width + GUTTER + ASIDE, height + BELOW)
    }
}

/// The layout of the screen.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Columns and rows of a square.
    pub(super) cell: (u16, u16),
    /// The squares with the walls between them.
    pub(super) board: Rect,
    pub(super) bar: Rect,
    pub(super) aside: Rect,
    pub(super) words: Rect,
    pub(super) footer: Rect,
    /// The left edges of the files and the upper edges of the ranks.
    lefts: Vec<u16>,
    tops: Vec<u16>,
    /// The heights of hexagons, and whether they are seen from the other side.
    slope: Option<((i32, i32), bool)>,
}

impl Plan {
    /// The plan for a board on a screen; `None` if the screen is too small.
    pub(super) fn of(shape: &Shape, screen: Rect) -> Option<Self> {
        let fits = |cell: &(u16, u16)| {
            let (width, height) = shape.size(*cell);
            MARGIN + width + GUTTER + ASIDE <= screen.width && height + BELOW <= screen.height
        };
        let cell = shape.cells().find(fits)?;
        let (width, height) = shape.size(cell);
        let board = Rect::new(screen.x + MARGIN, screen.y, width, height);
        let beside = board.right() + GUTTER;
        let below = board.bottom() + 1;
        let footer = screen.bottom() - 1;
        Some(Self {
            cell,
            board,
            bar: Rect::new(board.right() + 1, board.y, 2, height),
            aside: Rect::new(beside, screen.y, screen.right() - beside, below - screen.y),
            words: Rect::new(screen.x, below, screen.width, footer - below),
            footer: Rect::new(screen.x, footer, screen.width, 1),
            lefts: edges(&shape.right, cell.0, board.x, shape.turned),
            tops: edges(&shape.above, cell.1, board.y, !shape.turned),
            slope: shape.slope.map(|slope| (slope, shape.turned)),
        })
    }

    /// The place of a square.
    pub(super) fn square(&self, file: u8, rank: u8) -> Rect {
        let left = self.lefts[usize::from(file)];
        let top = match self.slope {
            Some(((low, high), turned)) => {
                let height = half_cells(file, rank);
                let down = if turned { height - low } else { high - height };
                // cells that are not in play lie outside
                self.board.y + u16::try_from(down).unwrap_or(u16::MAX / 4) * (self.cell.1 / 2)
            }
            None => self.tops[usize::from(rank)],
        };
        Rect::new(left, top, self.cell.0, self.cell.1)
    }

    /// Returns `true` if a place is between files and between ranks, where walls may meet.
    pub(super) fn in_gap(&self, at: Position) -> bool {
        let within =
            |edges: &[u16], at: u16, each: u16| edges.iter().any(|&edge| (edge..edge + each).contains(&at));
        !within(&self.lefts, at.x, self.cell.0) && !within(&self.tops, at.y, self.cell.1)
    }

    /// The file and rank of the square under a place.
    pub(super) fn under(&self, column: u16, row: u16) -> Option<(u8, u8)> {
        let find = |edges: &[u16], at: u16, each: u16| {
            edges.iter().position(|&edge| (edge..edge + each).contains(&at)).map(|at| at as u8)
        };
        let file = find(&self.lefts, column, self.cell.0)?;
        if self.slope.is_some() {
            let ranks = 0..self.tops.len() as u8;
            let mut under = ranks.filter(|&rank| self.square(file, rank).contains((column, row).into()));
            return Some((file, under.next()?));
        }
        Some((file, find(&self.tops, row, self.cell.1)?))
    }
}

/// Returns the start of each file or rank, gaps being behind the one they belong to; `backwards` counts from the far end.
fn edges(gaps: &[bool], each: u16, start: u16, backwards: bool) -> Vec<u16> {
    let mut edges = vec![start; gaps.len()];
    let mut at = start;
    for index in 0..gaps.len() {
        let line = if backwards { gaps.len() - 1 - index } else { index };
        // the line that the gap before this one belongs to: seen from the far end, this one itself
        let owner = if backwards { Some(line).filter(|_| index > 0) } else { line.checked_sub(1) };
        at += u16::from(owner.is_some_and(|owner| gaps[owner]));
        edges[line] = at;
        at += each;
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Variant;

    fn plan(name: &str, turned: bool, size: (u16, u16)) -> Option<(Plan, Picture)> {
        let variant = Variant::load(name, &[]).unwrap();
        let picture = Picture::bare(&variant, "");
        Plan::of(&Shape::of(&picture, turned), Rect::new(0, 0, size.0, size.1)).map(|plan| (plan, picture))
    }

    #[test]
    fn squares_are_as_large_as_there_is_room() {
        assert_eq!(plan("courier", false, (80, 24)).unwrap().0.cell, (4, 2));
        assert_eq!(plan("courier", false, (140, 40)).unwrap().0.cell, (7, 3));
        assert_eq!(plan("chess", false, (48, 12)).unwrap().0.cell, (2, 1));
        assert!(plan("chess", false, (40, 12)).is_none());
        assert!(plan("chess", false, (80, 11)).is_none());
        let large = Shape { turned: false, right: vec![false; 16], above: vec![false; 16], slope: None };
        assert_eq!(Plan::of(&large, Rect::new(0, 0, 80, 24)).unwrap().cell, (3, 1));
    }

    #[test]
    fn every_place_of_a_square_is_under_it_and_no_two_overlap() {
        for name in ["courtyard", "courier", "english-draughts", "glinski"] {
            for turned in [false, true] {
                let (plan, picture) = plan(name, turned, (100, 40)).unwrap();
                let mut seen = std::collections::BTreeSet::new();
                for (file, rank) in (0..picture.files).flat_map(|f| (0..picture.ranks).map(move |r| (f, r))) {
                    if picture.shape == Cells::Hexagons && picture.cell(file, rank).ground == Ground::Hole {
                        continue;
                    }
                    for place in plan.square(file, rank).positions() {
                        assert_eq!(plan.under(place.x, place.y), Some((file, rank)));
                        assert!(plan.board.contains(place) && seen.insert((place.x, place.y)));
                    }
                }
                assert_eq!(plan.under(0, 0), None);
            }
        }
    }
}
