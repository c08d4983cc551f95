//! Adjudication of games on whose result the players' scores agree, or that are too long.

use ferz::{Score, Side};

use super::player::Reply;

/// Draw adjudication, where both players' scores have been near zero often enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawRule {
    /// The first move number at which it applies.
    number: u32,
    /// The number of consecutive moves of each side …
    count: u32,
    /// … with scores no further from zero than this, in hundredths.
    score: i32,
}

/// Resign adjudication, where a player's scores have been low often enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResignRule {
    /// The number of its consecutive moves …
    count: u32,
    /// … with a score this far below zero, in hundredths.
    score: i32,
    /// True if the opponent must agree.
    both: bool,
}

/// The adjudication rules of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Adjudication {
    pub(crate) draw: Option<DrawRule>,
    pub(crate) resign: Option<ResignRule>,
    /// The maximum number of moves of a game.
    pub(crate) plies: Option<usize>,
}

/// Parses the keys of a rule and their values.
fn keys<const N: usize>(text: &str, names: [&str; N]) -> Result<[Option<i32>; N], String> {
    let mut found = [None; N];
    for word in text.split_whitespace() {
        let wrong = || format!("`{word}` should be `KEY=NUMBER`, where the keys are {}", names.join(", "));
        let (name, value) = word.split_once('=').ok_or_else(wrong)?;
        let at = names.iter().position(|known| *known == name).ok_or_else(wrong)?;
        let value = match value {
            "true" => Some(1),
            "false" => Some(0),
            _ => value.parse().ok().filter(|number| (0..=1_000_000).contains(number)),
        };
        found[at] = Some(value.ok_or_else(wrong)?);
    }
    Ok(found)
}

impl DrawRule {
    /// Reads `movenumber=40 movecount=8 score=10`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let [number, count, score] = keys(text, ["movenumber", "movecount", "score"])?;
        let (number, count, score) = (number.unwrap_or(40), count.unwrap_or(8).max(1), score.unwrap_or(10));
        Ok(Self { number: number.unsigned_abs(), count: count.unsigned_abs(), score })
    }
}

impl ResignRule {
    /// Reads `movecount=3 score=600 twosided=true`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let [count, score, both] = keys(text, ["movecount", "score", "twosided"])?;
        let (count, score) = (count.unwrap_or(3).max(1), score.unwrap_or(600).max(1));
        Ok(Self { count: count.unsigned_abs(), score, both: both == Some(1) })
    }
}

/// The number of consecutive moves at which each side has met a condition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opinions {
    drawn: [u32; 2],
    lost: [u32; 2],
    won: [u32; 2],
}

fn value(score: Score) -> i32 {
    match score {
        Score::Value(value) => value,
        Score::Win(_) => i32::MAX,
        Score::Loss(_) => -i32::MAX,
    }
}

/// Increments or resets a counter.
fn count(row: &mut u32, goes_on: bool) {
    *row = if goes_on { *row + 1 } else { 0 };
}

impl Opinions {
    /// Records a player's score for its move.
    pub(super) fn add(&mut self, rules: &Adjudication, side: Side, reply: &Reply) {
        let (side, value) = (side as usize, reply.score.map(value));
        let is = |test: &dyn Fn(i32) -> bool| value.is_some_and(test);
        count(&mut self.drawn[side], rules.draw.is_some_and(|rule| is(&|value| value.abs() <= rule.score)));
        count(&mut self.lost[side], rules.resign.is_some_and(|rule| is(&|value| value <= -rule.score)));
        count(&mut self.won[side], rules.resign.is_some_and(|rule| is(&|value| value >= rule.score)));
    }

    /// Returns the winner (`Some(None)` for a draw) and the reason, if the game is to be adjudicated.
    pub(super) fn verdict(&self, rules: &Adjudication, number: u32) -> Option<(Option<Side>, &'static str)> {
        let agreed =
            |rule: &DrawRule| number >= rule.number && self.drawn.iter().all(|row| *row >= rule.count);
        if rules.draw.as_ref().is_some_and(agreed) {
            return Some((None, "both call it a draw"));
        }
        let rule = rules.resign?;
        let loser = Side::BOTH.into_iter().find(|&side| {
            let agreed = !rule.both || self.won[side.other() as usize] >= rule.count;
            self.lost[side as usize] >= rule.count && agreed
        })?;
        Some((Some(loser.other()), "the loser calls it lost"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(value: i32) -> Reply {
        Reply { score: Some(Score::Value(value)), ..Reply::default() }
    }

    #[test]
    fn what_both_say_often_enough_is_so() {
        let draw = Some(DrawRule::read("movenumber=2 movecount=2 score=10").unwrap());
        let resign = Some(ResignRule::read("movecount=2 score=300 twosided=true").unwrap());
        let rules = Adjudication { draw, resign, plies: None };
        let mut opinions = Opinions::default();
        for (value, wanted) in [(5, None), (-5, None), (10, None), (0, Some((None, "both call it a draw")))] {
            let side = if opinions.drawn[0] > opinions.drawn[1] { Side::Black } else { Side::White };
            opinions.add(&rules, side, &said(value));
            assert_eq!(opinions.verdict(&rules, 2), wanted);
            assert_eq!(opinions.verdict(&rules, 1), None);
        }
        for _ in 0..2 {
            opinions.add(&rules, Side::White, &said(-400));
            assert_eq!(opinions.verdict(&rules, 9), None);
            opinions.add(&rules, Side::Black, &said(350));
        }
        assert_eq!(opinions.verdict(&rules, 9), Some((Some(Side::Black), "the loser calls it lost")));
        opinions.add(&rules, Side::White, &Reply::default());
        assert_eq!(opinions.verdict(&rules, 9), None);
    }

    #[test]
    fn rules_that_are_none_are_refused() {
        assert!(DrawRule::read("movecount").is_err() && DrawRule::read("moves=3").is_err());
        assert!(ResignRule::read("score=-1").is_err() && ResignRule::read("").is_ok());
    }
}
