//! The meaning of keys and of the mouse, with the one table of keys that the help and the footer are made of.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// A command that can be given at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Undo,
    Redo,
    Hint,
    Flip,
    Level,
    Save,
    Bar,
    Menu,
    Help,
    Rules,
    Back,
    On,
    First,
    Last,
    Resign,
    New,
    Quit,
}

/// The meaning of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// A move of the cursor: columns to the right and rows down.
    Go(i8, i8),
    Confirm,
    Cancel,
    /// The mouse was pressed at a column and a row.
    Point(u16, u16),
    /// A character: a command, or a part of a move.
    Char(char),
    Paste(String),
    Erase,
    Act(Act),
    Resize(u16, u16),
    /// Leave at once, if nothing is lost.
    Interrupt,
    Suspend,
}

/// A key that is a command where no text is being written.
pub(super) struct Key {
    pub(super) letter: char,
    pub(super) act: Act,
    /// A word for the footer; none if it is only in the help.
    pub(super) word: &'static str,
    pub(super) does: &'static str,
}

/// Every such key, in the order of the help.
pub(super) const KEYS: &[Key] = &[
    key('?', Act::Help, "help", "this help"),
    key('q', Act::Quit, "quit", "quit; a saved game can be resumed"),
    key('m', Act::Menu, "menu", "other moves and actions"),
    key('u', Act::Undo, "undo", "take back your last move"),
    key('r', Act::Redo, "", "replay it"),
    key('h', Act::Hint, "hint", "suggest a move"),
    key('f', Act::Flip, "flip", "flip the board"),
    key('l', Act::Level, "level", "level of the engine"),
    key('e', Act::Bar, "value", "show or hide the evaluation"),
    key('s', Act::Save, "save", "save the game in another file from now on"),
    key('p', Act::Back, "", "show the previous move (also Page Up; Home: the first)"),
    key('n', Act::On, "", "show the next move (also Page Down; End: the last)"),
];

const fn key(letter: char, act: Act, word: &'static str, does: &'static str) -> Key {
    Key { letter, act, word, does }
}

/// Returns the command of a character.
pub(super) fn command(letter: char) -> Option<Act> {
    KEYS.iter().find(|key| key.letter == letter).map(|key| key.act)
}

/// Returns the lines of the help; `example` describes the notation of moves.
pub(super) fn help(example: &str) -> Vec<String> {
    let write = format!("just type it{example} and press Enter");
    let fixed = [
        ("arrows", "move the cursor"),
        ("Enter", "choose a piece, then its target (or click)"),
        ("a move", &write),
        ("Esc", "leave a choice, a menu or an earlier position"),
        ("Ctrl-Z", "suspend; `fg` resumes"),
    ];
    let fixed = fixed.iter().map(|(name, does)| format!("{name:>7}  {does}"));
    let letters = KEYS.iter().map(|key| format!("{:>7}  {}", key.letter, key.does));
    let note = "A command's letter followed by a digit or `x` starts a move, if the board has such a file.";
    fixed.chain(letters).chain([String::new(), note.to_owned()]).collect()
}

/// Returns the meaning of an event; `None` for most of them.
pub(super) fn read(event: &Event) -> Option<Intent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => pressed(*key),
        Event::Mouse(mouse) => pointed(*mouse),
        Event::Paste(text) => Some(Intent::Paste(text.clone())),
        Event::Resize(width, height) => Some(Intent::Resize(*width, *height)),
        _ => None,
    }
}

fn pressed(key: KeyEvent) -> Option<Intent> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return match (key.code, key.modifiers) {
            (KeyCode::Char('c' | 'd'), KeyModifiers::CONTROL) => Some(Intent::Interrupt),
            (KeyCode::Char('z'), KeyModifiers::CONTROL) => Some(Intent::Suspend),
            (KeyCode::Char('h'), KeyModifiers::CONTROL) => Some(Intent::Erase),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Left => Intent::Go(-1, 0),
        KeyCode::Right => Intent::Go(1, 0),
        KeyCode::Up => Intent::Go(0, -1),
        KeyCode::Down => Intent::Go(0, 1),
        KeyCode::Enter => Intent::Confirm,
        KeyCode::Esc => Intent::Cancel,
        KeyCode::Backspace => Intent::Erase,
        KeyCode::PageUp => Intent::Act(Act::Back),
        KeyCode::PageDown => Intent::Act(Act::On),
        KeyCode::Home => Intent::Act(Act::First),
        KeyCode::End => Intent::Act(Act::Last),
        KeyCode::F(1) => Intent::Act(Act::Help),
        KeyCode::Char(letter) => Intent::Char(letter),
        _ => return None,
    })
}

fn pointed(mouse: MouseEvent) -> Option<Intent> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Intent::Point(mouse.column, mouse.row)),
        MouseEventKind::Down(MouseButton::Right) => Some(Intent::Cancel),
        MouseEventKind::ScrollUp => Some(Intent::Act(Act::Back)),
        MouseEventKind::ScrollDown => Some(Intent::Act(Act::On)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_help_says() {
        let press = |code, modifiers| read(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(press(KeyCode::Up, KeyModifiers::NONE), Some(Intent::Go(0, -1)));
        assert_eq!(press(KeyCode::Char('N'), KeyModifiers::SHIFT), Some(Intent::Char('N')));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Intent::Interrupt));
        assert_eq!(press(KeyCode::Char('x'), KeyModifiers::ALT), None);
        assert_eq!(press(KeyCode::Home, KeyModifiers::NONE), Some(Intent::Act(Act::First)));
        assert_eq!(command('u'), Some(Act::Undo));
        assert_eq!(command('a'), None);
    }

    #[test]
    fn a_click_is_where_it_was() {
        let at =
            |kind| read(&Event::Mouse(MouseEvent { kind, column: 7, row: 3, modifiers: KeyModifiers::NONE }));
        assert_eq!(at(MouseEventKind::Down(MouseButton::Left)), Some(Intent::Point(7, 3)));
        assert_eq!(at(MouseEventKind::ScrollUp), Some(Intent::Act(Act::Back)));
        assert_eq!(at(MouseEventKind::Moved), None);
    }

    #[test]
    fn the_manual_has_every_key() {
        let manual = include_str!("../../../../../../docs/play.md");
        for key in KEYS {
            assert!(manual.contains(&format!("`{}`", key.letter)), "{}", key.letter);
        }
    }

    #[test]
    fn no_two_keys_are_the_same() {
        let letters: std::collections::BTreeSet<char> = KEYS.iter().map(|key| key.letter).collect();
        assert_eq!(letters.len(), KEYS.len());
    }
}
