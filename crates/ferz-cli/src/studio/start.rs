//! The positions that games and analyses begin with.

use ferz::{Game, Side, Variant};

use super::fault::Fault;

/// Returns the FEN to begin with: one that was given, or that of a start position by its number.
pub(super) fn start_fen(
    variant: &Variant,
    number: Option<u32>,
    fen: Option<String>,
) -> Result<Option<String>, Fault> {
    let Some(number) = number.filter(|&number| fen.is_none() && Some(number) != variant.usual_start()) else {
        return Ok(fen);
    };
    let position = variant.numbered_start(number).ok_or_else(|| {
        Fault::refused(match variant.starts() {
            0 => "no arrangement of the pieces meets the condition of the start positions".to_owned(),
            all => format!("start positions are numbered from 0 to {}", all - 1),
        })
    })?;
    Ok(Some(position.fen()))
}

/// Returns the position with the other side to move: where it moves shows what it threatens.
pub(super) fn passed(game: &Game) -> Result<Game, Fault> {
    if game.is_check() {
        return Err(Fault::refused("the side to move is in check, so no other threat can be shown"));
    }
    let fen = game.fen();
    let pieces = fen.split(' ').next().unwrap_or_default();
    let side = if game.side_to_move() == Side::White { "b" } else { "w" };
    begin(game.variant(), Some(&format!("{pieces} {side}")))
}

/// Returns a game from a FEN, or from the start position.
pub(super) fn begin(variant: &Variant, fen: Option<&str>) -> Result<Game, Fault> {
    let Some(fen) = fen else { return Ok(variant.start()) };
    variant.start_from(fen).map_err(|error| {
        let help = error.help.map_or_else(String::new, |help| format!(" ({help})"));
        let place: String = fen.get(error.range).unwrap_or_default().chars().take(40).collect();
        Fault::refused(format!("the FEN can't be read at `{place}`: {}{help}", error.message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threat_is_what_the_other_side_would_play() {
        let chess = Variant::load("chess", &[]).unwrap();
        let after = |moves: &str| {
            let mut game = chess.start();
            moves.split(' ').for_each(|mv| _ = game.play_text(mv).unwrap());
            game
        };
        let game = passed(&after("e4 e5 Qh5")).unwrap();
        assert_eq!(game.side_to_move(), Side::White);
        assert!(game.parse_move("Qxe5").is_ok());
        assert!(passed(&after("e4 f5 Qh5")).is_err());
    }
}
