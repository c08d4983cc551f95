//! The terminal: taken over while the view is shown, and given back as it was however the view ends.

use std::io::{self, Stdout, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use super::state::View;

/// The terminal while the view is shown; dropping it gives it back.
pub(super) struct Stage {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    signals: Signals,
}

impl Stage {
    /// Takes the terminal over.
    pub(super) fn enter() -> io::Result<Self> {
        give_back_on_panic();
        let signals = Signals::listen()?;
        let terminal = take().and_then(|()| sheet());
        let terminal = terminal.inspect_err(|_| give_back())?;
        Ok(Self { terminal, signals })
    }

    pub(super) fn draw(&mut self, view: &View) -> io::Result<()> {
        if self.terminal.get_frame().area() != view.size {
            // also clears the screen, on which the old picture may have been moved
            self.terminal.resize(view.size)?;
        }
        self.terminal.draw(|frame| view.draw(frame.buffer_mut())).map(|_| ())
    }

    /// Returns `true` if the system wants the program to end.
    pub(super) fn is_ending(&self) -> bool {
        self.signals.end.load(Ordering::Relaxed)
    }

    /// Returns `true` if the program goes on after having been stopped from outside; then takes the screen again.
    pub(super) fn has_resumed(&mut self) -> io::Result<bool> {
        let resumed = self.signals.resumed.swap(false, Ordering::Relaxed);
        if resumed {
            self.take_again()?;
        }
        Ok(resumed)
    }

    /// Gives the terminal back to the shell until the program is continued.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        stop()?;
        self.signals.resumed.store(false, Ordering::Relaxed);
        self.take_again()
    }

    fn take_again(&mut self) -> io::Result<()> {
        // the shell may have changed the modes
        _ = disable_raw_mode();
        take()?;
        execute!(stdout(), Clear(ClearType::All))?;
        // one without knowledge of the screen; asking for the cursor position, as `clear` does, may go unanswered
        self.terminal = sheet()?;
        Ok(())
    }
}

/// The part of the screen that is drawn on: all of it, up to a bound.
fn sheet() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    let (width, height) = measure().unwrap_or((80, 24));
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    Terminal::with_options(CrosstermBackend::new(stdout()), TerminalOptions { viewport })
}

impl Drop for Stage {
    fn drop(&mut self) {
        give_back();
    }
}

/// The maximum numbers of columns and rows of a terminal that are drawn on.
const MOST: (u16, u16) = (1000, 500);

/// Columns and rows of the terminal, as far as they are drawn on.
pub(super) fn measure() -> Option<(u16, u16)> {
    size().ok().filter(|(width, height)| *width > 0 && *height > 0).map(bounded)
}

/// The part of these columns and rows that is drawn on.
pub(super) fn bounded((width, height): (u16, u16)) -> (u16, u16) {
    (width.min(MOST.0), height.min(MOST.1))
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

fn give_back() {
    // a terminal that is gone needs no restoring
    _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    _ = disable_raw_mode();
}

/// A panic must be readable, and leave a terminal that can be used.
fn give_back_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        give_back();
        before(panic);
    }));
}

/// The signals from the system.
struct Signals {
    end: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
}

impl Signals {
    #[cfg(unix)]
    fn listen() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
        let signals = Self { end: Arc::default(), resumed: Arc::default() };
        for signal in [SIGTERM, SIGHUP, SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&signals.end))?;
        }
        signal_hook::flag::register(SIGCONT, Arc::clone(&signals.resumed))?;
        Ok(signals)
    }

    #[cfg(not(unix))]
    fn listen() -> io::Result<Self> {
        Ok(Self { end: Arc::default(), resumed: Arc::default() })
    }
}

#[cfg(unix)]
fn stop() -> io::Result<()> {
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)
}

#[cfg(not(unix))]
fn stop() -> io::Result<()> {
    Ok(())
}
