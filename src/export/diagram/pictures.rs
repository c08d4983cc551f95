//! Pictures of pieces, by how they move.

use crate::compare::written_alike;
use crate::model::movement::Movement;
use crate::model::pieces::PieceType;
use crate::notation::moves::moves;

/// The names of pictures, with the movements they stand for.
const PICTURES: &str = include_str!("../data/diagram.txt");

/// Returns `true` if every move of a movement goes forward.
pub(super) fn goes_forward(movement: &Movement) -> bool {
    let courses = movement.moves.iter().flat_map(|term| &term.courses).map(|course| &course.cycle);
    let legs = movement.paths.iter().flat_map(|path| &path.legs).map(|leg| &leg.cycle);
    let mut cycles = courses.chain(legs);
    movement.moves.iter().all(|term| term.jumps.is_empty())
        && cycles.all(|cycle| !cycle.is_empty() && cycle.iter().all(|step| step.dy > 0))
}

/// The picture of a piece: the best one that no other piece has, or else the best of all.
pub(super) fn picture(kind: &PieceType, used: &[&'static str]) -> &'static str {
    let lines = PICTURES.lines().filter(|line| !line.starts_with('#'));
    let all = lines.filter_map(|line| line.split_once(char::is_whitespace)).filter(|(_, words)| {
        words.split_whitespace().any(|word| match word {
            "royal" => kind.royal,
            "forward" => goes_forward(&kind.movement),
            "other" => true,
            text => moves(text).is_ok_and(|(movement, _)| written_alike(&movement, &kind.movement)),
        })
    });
    let fitting: Vec<&str> = all.map(|(name, _)| name).collect();
    let free = fitting.iter().find(|name| !used.contains(name));
    free.or(fitting.first()).copied().unwrap_or_default()
}
