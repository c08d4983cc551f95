//! Sets of squares: read as variants.ini writes them, written as game files do.

use std::collections::BTreeSet;

use crate::board::Symmetry;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) files: usize,
    pub(super) ranks: usize,
}

/// Squares by file and rank, both from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Squares(pub(super) BTreeSet<(usize, usize)>);

/// A square in letters.
pub(super) fn name((file, rank): (usize, usize)) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap_or(25)), rank + 1)
}

impl Squares {
    /// All squares of a board.
    pub(super) fn all(size: Size) -> Self {
        Self((0..size.files).flat_map(|file| (0..size.ranks).map(move |rank| (file, rank))).collect())
    }

    /// The squares of a list such as `*1 d4 e5`; words that are no squares are returned.
    pub(super) fn read(text: &str, size: Size) -> (Self, Vec<&str>) {
        let mut found = Self::default();
        let mut wrong = Vec::new();
        for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty() && *word != "-") {
            match squares(word, size) {
                Some(some) => found.0.extend(some),
                None => wrong.push(word),
            }
        }
        (found, wrong)
    }

    /// The same squares as the side opposite sees them.
    pub(super) fn opposite(&self, size: Size, symmetry: Symmetry) -> Self {
        let turned = |&(file, rank): &(usize, usize)| match symmetry {
            Symmetry::Mirror => (file, size.ranks - 1 - rank),
            Symmetry::Rotate => (size.files - 1 - file, size.ranks - 1 - rank),
            Symmetry::SameSide => (file, rank),
        };
        Self(self.0.iter().map(turned).collect())
    }

    /// These squares and all squares ahead of them on their files.
    pub(super) fn ahead(&self, size: Size) -> Self {
        let behind = |&(file, rank): &(usize, usize)| (0..=rank).any(|at| self.0.contains(&(file, at)));
        Self(Self::all(size).0.into_iter().filter(behind).collect())
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).copied().collect())
    }

    pub(super) fn within(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).copied().collect())
    }

    /// The squares of a rank.
    pub(super) fn rank(size: Size, rank: usize) -> Self {
        Self((0..size.files).map(|file| (file, rank)).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The squares in words.
    pub(super) fn write(&self, size: Size) -> String {
        let all = Self::all(size);
        let rest = all.without(self);
        match () {
            () if rest.is_empty() => "all".to_owned(),
            () if rest.0.len() <= 3 => {
                format!("all but {}", rest.0.iter().map(|one| name(*one)).collect::<Vec<_>>().join(" "))
            }
            () => self.parts(size),
        }
    }

    /// Whole ranks, then blocks and single squares.
    fn parts(&self, size: Size) -> String {
        let full = |rank: usize| (0..size.files).all(|file| self.0.contains(&(file, rank)));
        let ranks: Vec<usize> = (0..size.ranks).filter(|rank| full(*rank)).collect();
        let mut parts = Vec::new();
        for run in ranks.chunk_by(|one, next| one + 1 == *next) {
            parts.push(match run {
                [rank] => format!("rank {}", rank + 1),
                [first, .., last] => format!("ranks {}..{}", first + 1, last + 1),
                [] => String::new(),
            });
        }
        let mut left: BTreeSet<_> = self.0.iter().filter(|(_, rank)| !full(*rank)).copied().collect();
        while let Some(&corner) = left.iter().min_by_key(|(file, rank)| (*rank, *file)) {
            let far = widest(&left, corner);
            left.retain(|(file, rank)| {
                !((corner.0..=far.0).contains(file) && (corner.1..=far.1).contains(rank))
            });
            parts.push(if far == corner { name(corner) } else { format!("{}..{}", name(corner), name(far)) });
        }
        parts.join(" ")
    }
}

/// The far corner of the largest block that begins at a corner.
fn widest(left: &BTreeSet<(usize, usize)>, (file, rank): (usize, usize)) -> (usize, usize) {
    let mut best = ((file, rank), 1);
    let mut most = usize::MAX;
    for top in rank.. {
        let width = (file..).take_while(|at| left.contains(&(*at, top))).count().min(most);
        if width == 0 {
            break;
        }
        most = width;
        let area = width * (top - rank + 1);
        if area > best.1 {
            best = ((file + width - 1, top), area);
        }
    }
    best.0
}

/// The squares of one word: `e4`, `*4`, `e*`, `*`; squares off the board are left out.
fn squares(word: &str, size: Size) -> Option<Vec<(usize, usize)>> {
    let mut letters = word.chars();
    let file = letters.next()?;
    let rank = letters.as_str();
    let files: Vec<usize> = match file {
        '*' => (0..size.files).collect(),
        'a'..='p' => vec![usize::from(file as u8 - b'a')],
        _ => return None,
    };
    let ranks: Vec<usize> = match rank {
        "*" => (0..size.ranks).collect(),
        "" if file == '*' => (0..size.ranks).collect(),
        digits => vec![digits.parse::<usize>().ok().filter(|rank| (1..=99).contains(rank))? - 1],
    };
    let on = |(file, rank): &(usize, usize)| *file < size.files && *rank < size.ranks;
    Some(files.iter().flat_map(|file| ranks.iter().map(|rank| (*file, *rank))).filter(on).collect())
}
