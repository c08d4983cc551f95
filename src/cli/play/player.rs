//! A simple player that knows no game: it counts men by how far they got in a few random games, looks two steps ahead and
//! follows captures a little further. Equal choices fall by the seed, so that a seed tells a whole game.

use crate::{Game, Side, Step, Variant};

/// What a won game is worth, far more than any number of men.
const WON: i32 = 1_000_000;
/// What a man is worth that takes one step of its own in a random position.
const MAN: i32 = 100;
/// What one more step to choose from is worth.
const FREEDOM: i32 = 4;
/// How far chance may move a choice.
const CHANCE: u64 = 12;
/// Steps looked at for one answer.
const BUDGET: u32 = 12_000;
/// How many captures it follows beyond its depth.
const CAPTURES: u32 = 4;

/// The player.
#[derive(Clone, Debug)]
pub(super) struct Player {
    seed: u64,
    /// The worth of each type of man.
    values: Vec<i32>,
}

impl Player {
    /// A player of a game, having tried it out.
    pub(super) fn new(variant: &Variant, seed: u64) -> Self {
        Self { seed, values: values(variant) }
    }

    /// Its step; `None` when the game is over.
    pub(super) fn choose(&self, game: &Game) -> Option<Step> {
        let mut dice = Dice(self.seed ^ (game.made().len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut search = Search { player: self, side: game.side(), game: game.clone(), left: BUDGET };
        let mut best: Option<(i32, Step)> = None;
        for step in search.ordered() {
            let luck = dice.below(CHANCE) as i32;
            let floor = best.map_or(-2 * WON, |(worth, _)| worth - luck);
            let worth = search.after(step, 1, (floor, 2 * WON)) + luck;
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, step));
            }
        }
        best.map(|(_, step)| step)
    }

    /// The men of a side less those of the other.
    fn men(&self, game: &Game, side: Side) -> i32 {
        let variant = game.variant();
        let squares =
            (0..variant.files()).flat_map(|file| (0..variant.ranks()).map(move |rank| (file, rank)));
        let worth =
            |(kind, owner): (usize, Side)| if owner == side { self.values[kind] } else { -self.values[kind] };
        squares.filter_map(|(file, rank)| game.at(file, rank)).map(worth).sum()
    }
}

/// A look ahead: values are from one side's point of view throughout, since a turn may have several steps.
struct Search<'a> {
    player: &'a Player,
    side: Side,
    game: Game,
    left: u32,
}

impl Search<'_> {
    /// The legal steps, captures first.
    fn ordered(&self) -> Vec<Step> {
        let mut steps = self.game.steps();
        steps.sort_by_key(|step| !step.takes());
        steps
    }

    /// The value of the position after a step, exact only within the window.
    fn after(&mut self, step: Step, depth: u32, window: (i32, i32)) -> i32 {
        self.left = self.left.saturating_sub(1);
        self.game.advance(step);
        let value = self.value(depth, step.takes(), window);
        self.game.undo();
        value
    }

    fn value(&mut self, depth: u32, taken: bool, window: (i32, i32)) -> i32 {
        if let Some(result) = self.game.result() {
            let sooner = depth as i32;
            return match result.winner {
                Some(winner) if winner == self.side => WON + sooner,
                Some(_) => -WON - sooner,
                None => 0,
            };
        }
        let steps = self.ordered();
        match depth {
            0 => self.standing(&steps, CAPTURES, taken, window),
            _ => {
                self.best(&steps, window, None, |search, step, window| search.after(step, depth - 1, window))
            }
        }
    }

    /// The men and the freedom of the side to move; after a capture, what taking back makes of them.
    fn standing(&mut self, steps: &[Step], more: u32, taken: bool, window: (i32, i32)) -> i32 {
        let mine = self.game.side() == self.side;
        let freedom = steps.len() as i32 * if mine { FREEDOM } else { -FREEDOM };
        let still = self.player.men(&self.game, self.side) + freedom;
        if !taken || more == 0 || self.left == 0 {
            return still;
        }
        let takes: Vec<Step> = steps.iter().copied().filter(|step| step.takes()).collect();
        self.best(&takes, window, Some(still), |search, step, window| {
            search.left = search.left.saturating_sub(1);
            search.game.advance(step);
            let steps = search.game.steps();
            let value = search.standing(&steps, more - 1, true, window);
            search.game.undo();
            value
        })
    }

    /// The best of some steps for the side to move, or doing without them.
    fn best(
        &mut self,
        steps: &[Step],
        (mut low, mut high): (i32, i32),
        without: Option<i32>,
        value: impl Fn(&mut Self, Step, (i32, i32)) -> i32,
    ) -> i32 {
        let mine = self.game.side() == self.side;
        let mut best = without.unwrap_or(if mine { -2 * WON } else { 2 * WON });
        for &step in steps {
            if mine {
                low = low.max(best)
            } else {
                high = high.min(best)
            }
            if low >= high {
                break;
            }
            let value = value(self, step, (low, high));
            best = if mine { best.max(value) } else { best.min(value) };
        }
        best
    }
}

/// The worth of each type: how many steps a man of it has, on the average of a few random games.
fn values(variant: &Variant) -> Vec<i32> {
    let (mut men, mut steps) = (vec![1; variant.pieces().len()], vec![1; variant.pieces().len()]);
    let mut dice = Dice(1);
    for _ in 0..GAMES {
        let mut game = variant.start();
        for _ in 0..PLIES {
            let choices = game.steps();
            let Some(&step) = choices.get(dice.below(choices.len() as u64) as usize) else { break };
            let at = |square| {
                let geometry = &variant.rules.geometry;
                game.at(geometry.file(square), geometry.rank(square)).map(|(kind, _)| kind)
            };
            choices.iter().filter_map(|step| at(step.from)).for_each(|kind| steps[kind] += 1);
            let own = variant.rules.geometry.every().filter(|&square| {
                let geometry = &variant.rules.geometry;
                game.at(geometry.file(square), geometry.rank(square))
                    .is_some_and(|(_, side)| side == game.side())
            });
            own.filter_map(at).for_each(|kind| men[kind] += 1);
            game.advance(step);
        }
    }
    steps.iter().zip(&men).map(|(&steps, &men): (&i32, &i32)| MAN + MAN * steps / men).collect()
}

/// Random games and their length at most, from which men are valued.
const GAMES: u32 = 4;
const PLIES: u32 = 120;

/// Numbers that look random: splitmix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }
}
