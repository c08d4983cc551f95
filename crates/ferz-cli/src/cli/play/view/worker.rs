//! The engine in a thread of its own: it answers one question at a time, and abandons it as soon as another is asked.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use ferz::{Game, SearchInfo};

use super::super::player::Player;
use super::state::{Found, Kind, Question};

/// The minimum time for a move, so that people can follow it.
const PACE: Duration = Duration::from_millis(300);

/// A question with what is needed to answer it.
struct Task {
    question: Question,
    game: Game,
    seed: u64,
    stop: Arc<AtomicBool>,
}

/// The engine, thinking or idle.
pub(super) struct Worker {
    tasks: Sender<Task>,
    answers: Receiver<(Question, Found)>,
    /// The question last asked, and what stops it.
    now: Option<(Question, Arc<AtomicBool>)>,
}

impl Worker {
    pub(super) fn new() -> Self {
        let (tasks, waiting) = channel::<Task>();
        let (told, answers) = channel();
        std::thread::spawn(move || work(&waiting, &told));
        Self { tasks, answers, now: None }
    }

    /// Returns an answer, if there is one.
    ///
    /// # Errors
    /// If the engine has broken down.
    pub(super) fn answer(&mut self) -> io::Result<Option<(Question, Found)>> {
        let (question, found) = match self.answers.try_recv() {
            Ok(answer) => answer,
            Err(TryRecvError::Empty) => return Ok(None),
            Err(TryRecvError::Disconnected) => return Err(io::Error::other("the engine has broken down")),
        };
        let last = !matches!(found, Found::Worth(..));
        // the same may be asked again
        if last && self.now.as_ref().is_some_and(|(now, _)| *now == question) {
            self.now = None;
        }
        Ok(Some((question, found)))
    }

    /// Lets the engine think about this question and nothing else.
    pub(super) fn ask(&mut self, question: Option<Question>, game: impl FnOnce(Question) -> Game, seed: u64) {
        if self.now.as_ref().map(|(now, _)| *now) == question {
            return;
        }
        if let Some((_, stop)) = self.now.take() {
            stop.store(true, Ordering::Relaxed);
        }
        let Some(question) = question else { return };
        let stop = Arc::new(AtomicBool::new(false));
        self.now = Some((question, Arc::clone(&stop)));
        // if the thread has ended, there is no answer
        _ = self.tasks.send(Task { question, game: game(question), seed, stop });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some((_, stop)) = &self.now {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Answers questions until there is no sender any more.
fn work(waiting: &Receiver<Task>, told: &Sender<(Question, Found)>) {
    let mut player = None;
    for task in waiting {
        if player.is_none() {
            player = Player::new();
        }
        // if there is no receiver any more, there are no more questions either
        let tell = |found| _ = told.send((task.question, found));
        match &player {
            Some(player) => answer(player, &task, &tell),
            None if task.question.kind == Kind::Worth => tell(Found::Enough),
            None => tell(Found::Move(None)),
        }
    }
}

fn answer(player: &Player, task: &Task, tell: &dyn Fn(Found)) {
    let Task { question, game, seed, stop } = task;
    let stopped = || stop.load(Ordering::Relaxed);
    match question.kind {
        _ if stopped() => {}
        Kind::Move => {
            let began = Instant::now();
            let mv = player.choose(game, question.level, *seed, stop);
            while began.elapsed() < PACE && !stopped() {
                std::thread::sleep(Duration::from_millis(10));
            }
            if !stopped() {
                tell(Found::Move(mv));
            }
        }
        Kind::Hint => {
            let mv = player.advise(game, stop).best;
            if !stopped() {
                tell(Found::Move(mv));
            }
        }
        Kind::Worth => {
            let mut report = |insight: &SearchInfo| tell(Found::Worth(insight.score, insight.depth));
            player.judge(game, stop, &mut report);
            if !stopped() {
                tell(Found::Enough);
            }
        }
    }
}
