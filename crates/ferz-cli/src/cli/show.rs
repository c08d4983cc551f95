//! `ferz show`

use std::io::{Write, stdout};

use ferz::{Game, Variant};

use super::common::{Failure, GameArgs, PositionArgs};
use super::draw::{Look, board};
use super::figures::TextFigures;

/// Show a position and the rules: the board, how the pieces move, how the game ends
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz show courier --moves \"g1f2\"")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// How to draw the pieces
    #[arg(long, value_enum, default_value_t = TextFigures::Letters)]
    glyphs: TextFigures,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let game = args.position.game(&variant)?;
    let mut out = stdout().lock();
    write!(out, "{}", variant.title())?;
    if let Some(year) = variant.year() {
        write!(out, " ({year})")?;
    }
    writeln!(out, ", {} files, {} ranks", variant.files(), variant.ranks())?;
    if !variant.inventors().is_empty() {
        writeln!(out, "by {}", variant.inventors().join(", "))?;
    }
    writeln!(out, "\n{}", board(&game, &Look::plain(args.glyphs.into()), &[]))?;
    position(&mut out, &game)?;
    rules(&mut out, &variant)?;
    Ok(())
}

fn position(out: &mut impl Write, game: &Game) -> Result<(), Failure> {
    match game.outcome() {
        Some(result) => writeln!(out, "{}", result.announcement(game.variant()))?,
        None => {
            let check = if game.is_check() { ", in check" } else { "" };
            writeln!(out, "{} to move{check}", game.variant().side_name(game.side_to_move()))?;
        }
    }
    if let Some(words) = game.moves().last().and_then(|made| made.announcement()) {
        writeln!(out, "The last move was made with the words \u{201c}{words}\u{201d}")?;
    }
    writeln!(out, "FEN: {}", game.fen())?;
    game.position().remembered().iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// The pieces, the rules and the ends in words.
pub(super) fn rules(out: &mut impl Write, variant: &Variant) -> Result<(), Failure> {
    let pieces = variant.piece_types();
    let widest = pieces.iter().map(|piece| piece.name.chars().count()).max().unwrap_or(0);
    writeln!(out, "\nPieces")?;
    for piece in pieces {
        let royal = if piece.royal { " [royal]" } else { "" };
        let notation =
            if piece.notation.is_empty() { String::new() } else { format!("{}: ", piece.notation) };
        writeln!(out, "  {:<2} {:widest$}  {notation}{}{royal}", piece.letter, piece.name, piece.words)?;
    }
    let regions = variant.regions().into_iter().map(|(name, squares)| format!("{name}: {squares}")).collect();
    for (title, lines) in [
        ("Regions", regions),
        ("Rules", variant.special_rules()),
        ("Defaults, where the file says nothing", variant.defaults()),
    ] {
        if !lines.is_empty() {
            writeln!(out, "\n{title}")?;
            lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    let ends = variant.ends();
    writeln!(out, "\nEnds (each is about either player; the first that applies decides)")?;
    if ends.is_empty() {
        writeln!(out, "  nothing ends it")?;
    }
    let widest = ends.iter().map(|end| end.name.chars().count()).max().unwrap_or(0);
    for end in &ends {
        writeln!(out, "  {:widest$}  {:<4}  {}", end.name, end.verdict, end.words)?;
    }
    let options = variant.offered_options();
    if !options.is_empty() {
        writeln!(out, "\nOptions")?;
    }
    for option in &options {
        writeln!(
            out,
            "  {} = {} (of {}): {}",
            option.name,
            option.value,
            option.values.join(", "),
            option.ask
        )?;
        for (other, values) in &option.requires {
            writeln!(out, "    only with {other} = {}", values.join(" or "))?;
        }
    }
    for (title, lines) in [("Notes", variant.notes()), ("Sources", variant.references())] {
        if !lines.is_empty() {
            writeln!(out, "\n{title}")?;
            lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    Ok(())
}
