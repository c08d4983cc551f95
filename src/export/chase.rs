//! Chases, if they are those of the rule that has a name there.

use super::Sheet;
use crate::board::{Bits, SquareSet};
use crate::ini::chasing::options;
use crate::model::pieces::TypeId;

impl Sheet<'_> {
    /// The chases, if they are those of the rule that has a name there.
    pub(super) fn chase(&mut self) {
        let Some(chase) = self.rules.each().find_map(|rule| rule.chases()) else { return };
        let types = || 0..self.rules.types.len() as TypeId;
        let of = |said: &str| -> Vec<TypeId> {
            let letters = options(said).filter_map(|option| self.options.get(option)?.chars().next());
            letters.filter_map(|letter| types().find(|&kind| self.letters.of(kind) == letter)).collect()
        };
        let (royal, free, beyond_only, heavy) = (of("never-chased"), of("free"), of("beyond"), of("heavy"));
        let rank = self.options.get("soldierPromotionRank").and_then(|rank| rank.parse().ok()).unwrap_or(1u8);
        let over = [1, 2].map(|side| {
            let beyond = |rank_of: u8| match side {
                1 => rank_of + 1 >= rank,
                _ => rank_of + rank <= self.rules.geometry.ranks,
            };
            let squares = self.rules.geometry.every();
            let squares = squares.filter(|&square| beyond(self.rules.geometry.rank(square)));
            squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
        });
        let playable = self.rules.geometry.playable();
        let all = |set: &[SquareSet; 2], wanted: [SquareSet; 2]| {
            set.map(|one| one & playable) == wanted.map(|one| one & playable)
        };
        let on = |kind| if beyond_only.contains(&kind) { over } else { [playable; 2] };
        let by = types().filter(|kind| !free.contains(kind));
        let light = of("light");
        let pairs: Vec<_> = light.iter().flat_map(|&by| heavy.iter().map(move |&of| (by, of))).collect();
        let same = by.eq(chase.by.iter().copied())
            && types().filter(|kind| !royal.contains(kind)).eq(chase.of.iter().map(|(kind, _)| *kind))
            && chase.of.iter().all(|(kind, squares)| all(squares, on(*kind)))
            && pairs.len() == chase.even_if_protected.len()
            && pairs.iter().all(|pair| chase.even_if_protected.contains(pair));
        if same {
            self.set("chasingRule", "axf");
        } else {
            let place = self.root.get("chase").map_or(self.root.span(), |entry| entry.key_span);
            self.unsaid(place, "chases other than those of its own named rules", "these chases");
        }
    }
}
