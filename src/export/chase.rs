//! Chases, if they are those of the rule that has a name there.

use super::Sheet;
use crate::definition::Word;
use crate::ini::pairs::chasing;
use crate::text::Span;

impl Sheet<'_> {
    /// The chases, if they are those of the rule that has a name there.
    pub(super) fn chase(&mut self) {
        let Some(chase) = self.rules.each().find_map(|rule| rule.chases()) else { return };
        let of = |said: &str| chasing(said).filter_map(|option| self.declared_by(option)).collect::<Vec<_>>();
        let (royal, free, beyond_only, heavy) = (of("never-chased"), of("free"), of("beyond"), of("heavy"));
        let rank = self.options.get("soldierPromotionRank").and_then(|rank| rank.parse().ok()).unwrap_or(1u8);
        let playable = self.rules.geometry.playable();
        let beyond = format!("ranks {rank}..{}", self.rules.geometry.ranks);
        let over = self.squares(Some(Word { text: &beyond, span: Span::default() }));
        let on = |kind| if beyond_only.contains(&kind) { over } else { [playable; 2] };
        let both: Vec<_> = of("light").iter().flat_map(|&by| heavy.iter().map(move |&of| (by, of))).collect();
        let same = self.kinds().filter(|kind| !free.contains(kind)).eq(chase.by.iter().copied())
            && self.kinds().filter(|kind| !royal.contains(kind)).eq(chase.of.iter().map(|(kind, _)| *kind))
            && chase.of.iter().all(|(kind, squares)| squares.map(|set| set & playable) == on(*kind))
            && both.len() == chase.even_if_protected.len()
            && both.iter().all(|pair| chase.even_if_protected.contains(pair));
        if same {
            return self.set("chasingRule", "axf");
        }
        self.unsaid_in("chase", "chases other than those of its own named rules", "these chases");
    }
}
