//! The connections of the server: their number, and how long one may be silent.
//!
//! A connection that is open but has no request, or half of one, is silent. The one that has been silent for longest makes room for a new
//! one, so that clients that only open connections can't keep others out.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::http::{Response, header};
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use indexmap::IndexMap;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use super::games::lock;

/// Connections open at once.
const MOST_CONNECTIONS: usize = 128;
/// The time in which the head of a request must have come, and in which a client must take some of an answer.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);
/// The time that a connection has to send the rest of an answer before another takes its place.
const MOMENT: Duration = Duration::from_millis(100);
/// The wait after the system could not accept a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// The answer where there is no room.
const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// The connections without a request, the one silent for longest first.
#[derive(Debug, Default)]
struct Silent {
    open: Mutex<IndexMap<u64, Arc<Notify>>>,
    count: AtomicU64,
}

impl Silent {
    fn enter(&self, number: u64, close: &Arc<Notify>) {
        lock(&self.open).insert(number, Arc::clone(close));
    }

    fn leave(&self, number: u64) {
        lock(&self.open).shift_remove(&number);
    }

    fn close_oldest(&self) {
        if let Some((_, close)) = lock(&self.open).shift_remove_index(0) {
            close.notify_one();
        }
    }
}

/// Serves forever.
///
/// # Errors
/// If the system lets it accept no more connections.
pub(super) async fn serve(listener: TcpListener, router: Router) -> io::Result<()> {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let silent = Arc::new(Silent::default());
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_passing(&error) => {
                silent.close_oldest();
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            Err(error) => return Err(error),
        };
        match place(&room, &silent).await {
            Some(place) => _ = tokio::spawn(attend(stream, place, Arc::clone(&silent), router.clone())),
            // it is refused by closing, whether or not the client receives the reason
            None => _ = stream.try_write(FULL.as_bytes()),
        }
    }
}

/// Returns `true` for what concerns a single connection, or ends when others close.
fn is_passing(error: &io::Error) -> bool {
    !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::NotConnected | ErrorKind::Unsupported)
}

/// A place for a connection: that of a silent one, if there is no other.
async fn place(room: &Arc<Semaphore>, silent: &Silent) -> Option<OwnedSemaphorePermit> {
    if let Ok(place) = Arc::clone(room).try_acquire_owned() {
        return Some(place);
    }
    silent.close_oldest();
    tokio::time::timeout(2 * MOMENT, Arc::clone(room).acquire_owned()).await.ok()?.ok()
}

/// Answers the requests of a connection.
async fn attend(stream: TcpStream, _place: OwnedSemaphorePermit, silent: Arc<Silent>, router: Router) {
    let number = silent.count.fetch_add(1, Ordering::Relaxed);
    let close = Arc::new(Notify::new());
    let answered = AtomicBool::new(false);
    silent.enter(number, &close);
    let answers = TowerToHyperService::new(router);
    let service = service_fn(|request| {
        silent.leave(number);
        let answer = answers.call(request);
        answered.store(true, Ordering::Relaxed);
        let (silent, close) = (Arc::clone(&silent), Arc::clone(&close));
        async move {
            let answer = answer.await?;
            if !lasts(&answer) {
                silent.enter(number, &close);
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(LONGEST_SILENCE));
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(LONGEST_SILENCE);
    let connection = builder.serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = pin!(connection);
    tokio::select! {
        // a client may disconnect in the middle of an answer
        _ = connection.as_mut() => {}
        () = close.notified() => if answered.load(Ordering::Relaxed) {
            connection.as_mut().graceful_shutdown();
            _ = tokio::time::timeout(MOMENT, connection).await;
        }
    }
    silent.leave(number);
}

/// Returns `true` for an answer that goes on as long as its reader stays.
fn lasts<B>(answer: &Response<B>) -> bool {
    answer.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream")
}
