//! The commands that may be written at the prompt besides moves.

/// A line as it is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// An empty line.
    Nothing,
    /// No command, so a move or a mistake.
    Move(&'a str),
    /// The legal moves: all, or those of a square or piece.
    Moves(&'a str),
    Hint,
    Undo,
    Redo,
    Board,
    Fen,
    History,
    Rules,
    Flip,
    Save(&'a str),
    Resign,
    New,
    Help,
    Quit,
}

/// A command as written, what follows it, and what it does.
pub(super) struct Entry {
    pub(super) names: &'static [&'static str],
    pub(super) operand: &'static str,
    pub(super) does: &'static str,
    read: fn(&str) -> Command<'_>,
}

/// Every command, in the order of the help.
pub(super) const COMMANDS: &[Entry] = &[
    entry(
        &["moves"],
        " [SQUARE]",
        "the legal moves, of one square if you name it (`?e2` does the same)",
        |of| Command::Moves(of),
    ),
    entry(&["hint"], "", "suggest a move", |_| Command::Hint),
    entry(&["undo", "back"], "", "take back your last move", |_| Command::Undo),
    entry(&["redo"], "", "replay it", |_| Command::Redo),
    entry(&["board"], "", "show the board again", |_| Command::Board),
    entry(&["flip"], "", "flip the board", |_| Command::Flip),
    entry(&["history"], "", "the moves so far", |_| Command::History),
    entry(&["rules"], "", "the pieces, and how the game ends", |_| Command::Rules),
    entry(&["fen"], "", "the position in one line, for `--fen`", |_| Command::Fen),
    entry(&["save"], " FILE", "save the game in this file from now on", |file| Command::Save(file)),
    entry(&["resign"], "", "resign the game", |_| Command::Resign),
    entry(&["new"], "", "start a new game", |_| Command::New),
    entry(&["help", "?", "h"], "", "this help", |_| Command::Help),
    entry(&["quit", "exit", "q"], "", "quit; a saved game can be resumed", |_| Command::Quit),
];

const fn entry(
    names: &'static [&'static str],
    operand: &'static str,
    does: &'static str,
    read: fn(&str) -> Command<'_>,
) -> Entry {
    Entry { names, operand, does, read }
}

/// Reads a line.
pub(super) fn read(line: &str) -> Command<'_> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let plain = word.to_lowercase();
    if line.is_empty() {
        return Command::Nothing;
    }
    if let Some(entry) = COMMANDS.iter().find(|entry| entry.names.contains(&plain.as_str())) {
        return match (entry.read)(rest.trim()) {
            Command::Help if word == "?" && !rest.is_empty() => Command::Moves(rest.trim()),
            command => command,
        };
    }
    match line.strip_prefix('?') {
        Some(square) => Command::Moves(square.trim()),
        None => Command::Move(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        assert_eq!(read("  "), Command::Nothing);
        assert_eq!(read("e2e4 "), Command::Move("e2e4"));
        assert_eq!(read("Undo"), Command::Undo);
        assert_eq!(read("moves  e2"), Command::Moves("e2"));
        assert_eq!(read("?e2"), Command::Moves("e2"));
        assert_eq!(read("? e2"), Command::Moves("e2"));
        assert_eq!(read("?"), Command::Help);
        assert_eq!(read("save my game"), Command::Save("my game"));
    }
}
