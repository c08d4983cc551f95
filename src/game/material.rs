//! The material balance, for interfaces that show it beside the board: what each side has more of than the other, measured from the start
//! position, and what that is worth.

use super::piece::PieceType;
use super::session::Game;
use crate::model::pieces::{Side, TypeId};

/// The material balance of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Balance {
    /// By side: the types of which it has more than the other, with how many more; armies that began unequal are balanced.
    pub more: [Vec<(PieceType, u32)>; 2],
    /// The difference in points, for White. The most numerous piece is worth about one.
    pub points: i32,
}

impl Game {
    /// Returns the material balance. A piece in hand counts for its holder; where hands never run out, there is no balance.
    ///
    /// ```
    /// let chess = ferz::Variant::load("chess", &[])?;
    /// let mut game = chess.start();
    /// ["e4", "d5", "exd5"].map(|text| game.play_text(text).unwrap());
    /// let balance = game.balance();
    /// assert_eq!((&balance.more[0][..], balance.points), (&[(chess.piece_type("pawn").unwrap(), 1)][..], 1));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn balance(&self) -> Balance {
        let board = &self.position().board;
        let endless = |side: Side| !board.counts_hands() && !self.held(side).is_empty();
        if Side::BOTH.into_iter().any(endless) {
            return Balance::default();
        }
        let [now, start] = [self.numbers(), self.variant().start().numbers()];
        let mut balance = Balance::default();
        for kind in 0..now.len() {
            let difference: i32 = (now[kind][0] - start[kind][0]) - (now[kind][1] - start[kind][1]);
            if difference == 0 {
                continue;
            }
            let side = if difference > 0 { Side::White } else { Side::Black };
            let piece_type = PieceType::of(&self.variant().rules.types, kind as TypeId);
            balance.more[side.index()].push((piece_type, difference.unsigned_abs()));
            if !self.variant().rules.types[kind].royal {
                balance.points += difference * points(board.piece_value(kind as TypeId));
            }
        }
        balance
    }

    /// Returns the numbers of White's and Black's pieces of each type, those in hand among them.
    fn numbers(&self) -> Vec<[i32; 2]> {
        let rules = &self.variant().rules;
        let mut numbers = vec![[0; 2]; rules.types.len()];
        for (kind, side) in rules.geometry.every().filter_map(|square| self.piece(square)) {
            numbers[usize::from(kind)][side.index()] += 1;
        }
        for side in Side::BOTH {
            for (kind, number) in self.position().board.hand(side) {
                numbers[usize::from(kind)][side.index()] += i32::from(number);
            }
        }
        numbers
    }
}

/// Returns a value in hundredths as whole points. A piece of negative value, which its owner wants to lose, counts the same.
fn points(value: i32) -> i32 {
    ((value.abs() + 50) / 100).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn told(game: &Game) -> String {
        let types = &game.variant().rules.types;
        let Balance { more, points } = game.balance();
        let of = |side: &Vec<(PieceType, u32)>| {
            side.iter()
                .map(|(kind, count)| format!("{count}{}", types[kind.index()].letter))
                .collect::<Vec<_>>()
                .join(" ")
        };
        format!("{} / {} {points:+}", of(&more[0]), of(&more[1]))
    }

    fn after(name: &str, moves: &str) -> String {
        let mut game = Variant::load(name, &[]).unwrap().start();
        for mv in moves.split_whitespace() {
            game.play_text(mv).unwrap();
        }
        told(&game)
    }

    #[test]
    fn what_both_have_lost_is_not_told() {
        assert_eq!(after("chess", "e4 d5 exd5"), "1P /  +1");
        assert_eq!(after("chess", "e4 d5 exd5 Qxd5"), " /  +0");
        assert_eq!(after("chess", "e4 d5 exd5 Qxd5 Nc3 Qa5 b4 Qxb4"), " / 1P -1");
    }

    #[test]
    fn a_promotion_is_a_pawn_less_and_a_piece_more() {
        let game = |fen: &str| told(&Variant::load("chess", &[]).unwrap().start_from(fen).unwrap());
        let promoted = game("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNQ w Qkq - 0 1");
        assert!(promoted.starts_with("1Q / 1R +"), "{promoted}");
    }

    #[test]
    fn a_piece_in_hand_is_counted_once() {
        assert_eq!(after("crazyhouse", "e4 d5 exd5"), "2P /  +2");
        assert_eq!(after("crazyhouse", "e4 d5 exd5 Nf6 P@e4"), "2P /  +2");
    }

    #[test]
    fn where_hands_never_run_out_there_is_no_balance() {
        let text = "extends = \"shogi\"\n[hand]\nsupply = \"unlimited\"\n";
        let mut game = Variant::from_text("endless.toml", text, &[]).unwrap().start();
        let drop = game.legal_moves().into_iter().find(|mv| mv.is_drop()).unwrap();
        game.play(&drop).unwrap();
        assert_eq!(game.balance(), Balance::default());
    }

    #[test]
    fn armies_that_begin_unequal_are_balanced() {
        for name in crate::builtin_games() {
            let balance = Variant::load(name, &[]).unwrap().start().balance();
            assert_eq!(balance, Balance::default(), "{name}");
        }
    }
}
