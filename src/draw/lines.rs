//! The lines of a board whose pieces stand on points.

use crate::board::{Bits, Geometry};
use crate::model::figures::Grid;

/// A line between two points, each a file and a rank.
pub(crate) type Line = [(u8, u8); 2];

impl Grid {
    /// Returns the lines, each as long as possible.
    pub(crate) fn lines(&self, geometry: &Geometry) -> Vec<Line> {
        let (files, ranks) = (geometry.files, geometry.ranks);
        let open = |at: (u8, u8)| geometry.square(at.0, at.1).filter(|square| !geometry.holes.has(*square));
        let joined = |[from, to]: Line| open(from).is_some() && open(to).is_some();
        let flows =
            |file: u8, rank: u8| self.river == Some(rank + 1) && (1..files.saturating_sub(1)).contains(&file);
        let mut lines = Vec::new();
        for rank in 0..ranks {
            let steps = (1..files).map(|file| [(file - 1, rank), (file, rank)]);
            lines.extend(run(steps.filter(|step| joined(*step))));
        }
        for file in 0..files {
            let steps = (1..ranks).map(|rank| [(file, rank - 1), (file, rank)]);
            lines.extend(run(steps.filter(|step| joined(*step) && !flows(file, step[0].1))));
        }
        for area in self.diagonals {
            let has = |at: (u8, u8)| open(at).is_some_and(|square| area.has(square));
            let points: Vec<(u8, u8)> =
                area.squares().map(|at| (geometry.file(at), geometry.rank(at))).collect();
            let least = |of: fn(&(u8, u8)) -> u8| points.iter().map(of).min().unwrap_or(0);
            let corner = least(|at| at.0) + least(|at| at.1);
            let even = points.iter().filter(|(file, rank)| (file + rank - corner) % 2 == 0);
            for &(file, rank) in even {
                let up = [(file, rank), (file + 1, rank + 1)];
                let down = rank.checked_sub(1).map(|below| [(file, rank), (file + 1, below)]);
                lines.extend([Some(up), down].into_iter().flatten().filter(|step| has(step[1])));
            }
        }
        lines
    }
}

/// Joins steps that follow one another.
fn run(steps: impl Iterator<Item = Line>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for [from, to] in steps {
        match lines.last_mut().filter(|line| line[1] == from) {
            Some(line) => line[1] = to,
            None => lines.push([from, to]),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SquareSet;

    #[test]
    fn a_river_breaks_lines_and_an_area_has_its_diagonals() {
        let geometry = Geometry::new(4, 4);
        let area = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
        let squares = area.iter().filter_map(|&(file, rank)| geometry.square(file, rank));
        let palace = squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square));
        let plain = Grid { river: None, diagonals: [SquareSet::NONE; 2] };
        assert_eq!(plain.lines(&geometry).len(), 8);
        let lines = Grid { river: Some(2), diagonals: [palace, SquareSet::NONE] }.lines(&geometry);
        assert!(lines.contains(&[(0, 0), (0, 3)]) && lines.contains(&[(1, 2), (1, 3)]), "{lines:?}");
        let slanting = |line: &&Line| line[0].0 != line[1].0 && line[0].1 != line[1].1;
        let mut crossing: Vec<Line> = lines.iter().filter(slanting).copied().collect();
        crossing.sort_unstable();
        assert_eq!(crossing, [[(0, 0), (1, 1)], [(0, 2), (1, 1)], [(1, 1), (2, 0)], [(1, 1), (2, 2)]]);
    }
}
