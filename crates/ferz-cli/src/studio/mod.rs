//! The studio: a board in the browser that follows the file one is writing.
//!
//! A server on this machine's own address answers a page that is carried in the program. [`table`] is a game being played, [`document`] a file
//! being written and [`drafts`] what of it is not saved, [`games`] holds them all and tells the pages of changes; [`routes`] and [`files`] are
//! what the page may ask, [`guard`] says who may ask, [`connections`] how many. [`site`] writes the same page without a server.
//!
//! Invariants: a table goes on by the last sound rules of its file; nothing is played in a position the page didn't show; a game is on the
//! disk before the answer to the move that changed it is sent; what a browser was made to send by a page of another origin is turned away.

mod clock;
mod connections;
mod document;
mod drafts;
mod export;
mod fault;
mod files;
mod games;
mod guard;
mod kept;
mod library;
mod new_file;
mod notes;
mod pages;
mod reach;
mod routes;
mod rules;
mod setting;
mod site;
mod start;
mod store;
mod table;
mod thinker;
mod trial;
#[cfg(test)]
mod types;
mod view;
mod watch;

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use drafts::Drafts;
use games::{Games, lock};
use guard::Guard;
use routes::AppState;
pub(crate) use site::{BUILT as SITE_PARTS, Parts as SiteParts, write as write_site};
use store::Store;
use table::Origin;

/// The configuration of the server: what to serve, and where.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) address: SocketAddr,
    /// A built-in game to begin with.
    pub(crate) game: Option<String>,
    /// Files to open; the first is the one to begin with.
    pub(crate) files: Vec<PathBuf>,
    /// The folder for new files.
    pub(crate) folder: PathBuf,
    /// The folder where games are kept; `None` if they are not.
    pub(crate) state: Option<PathBuf>,
}

/// A studio that has an address but doesn't serve yet.
#[derive(Debug)]
pub(crate) struct Studio {
    listener: TcpListener,
    hall: AppState,
}

impl Studio {
    /// Takes the address and opens the files.
    ///
    /// # Errors
    /// Returns what can't be opened, in words.
    pub(crate) fn new(plan: Plan) -> Result<Self, String> {
        let listener = TcpListener::bind(plan.address).map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => format!(
                "the address {} is in use: is another studio running? `--port 0` takes any that is free",
                plan.address
            ),
            _ => format!("can't listen on {}: {error}", plan.address),
        })?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let drafts = Drafts::new(plan.state.as_deref());
        let house = Arc::new(Games::new(Store::new(plan.state), drafts, plan.folder));
        let mut first = plan.game.map(Origin::BuiltIn);
        for path in &plan.files {
            let id = house.open_file(path).map_err(|fault| fault.message().to_owned())?;
            let document = house.document(id).map_err(|fault| fault.message().to_owned())?;
            let path = lock(&document).path.to_string_lossy().into_owned();
            first = first.or(Some(Origin::File(path)));
        }
        let guard = Arc::new(Guard::new(address)?);
        Ok(Self { listener, hall: AppState { house, guard, first } })
    }

    /// The address to open in a browser, with the token where it is needed.
    pub(crate) fn url(&self) -> String {
        let guard = &self.hall.guard;
        let shown = SocketAddr::new(reachable(guard.address.ip()), guard.address.port());
        match guard.is_local() {
            true => format!("http://{shown}/"),
            false => format!("http://{shown}/?token={}", guard.token),
        }
    }

    /// Returns `true` if games outlive the program.
    pub(crate) fn keeps(&self) -> bool {
        self.hall.house.shelf.keeps()
    }

    /// The unsaved texts that were set aside: the file of each, and where it is now.
    pub(crate) fn aside(&self) -> Vec<(PathBuf, PathBuf)> {
        let documents = self.hall.house.documents();
        let aside = documents.iter().filter_map(|document| {
            let document = lock(document);
            Some((document.path.clone(), document.aside.clone()?))
        });
        aside.collect()
    }

    /// Serves until the program is interrupted.
    ///
    /// # Errors
    /// If the system lets it serve no more.
    pub(crate) fn serve(self) -> io::Result<()> {
        watch::watch(&self.hall.house);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let house = Arc::clone(&self.hall.house);
        let done = runtime.block_on(async {
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::select! {
                done = connections::serve(listener, routes::router(self.hall)) => done,
                stopped = tokio::signal::ctrl_c() => stopped,
            }
        });
        // an engine that still thinks is not waited for: what it would play is not played
        runtime.shutdown_background();
        house.end();
        done
    }
}

/// The address under which a server that listens on all addresses is reached: that of this machine in its network, or else in itself.
fn reachable(ip: IpAddr) -> IpAddr {
    let (own, far): (IpAddr, IpAddr) = match ip {
        ip if !ip.is_unspecified() => return ip,
        // addresses for documentation: nothing is sent there, the system only says from where it would be
        IpAddr::V4(_) => (Ipv4Addr::LOCALHOST.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        IpAddr::V6(_) => (Ipv6Addr::LOCALHOST.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()),
    };
    let found = UdpSocket::bind((ip, 0)).and_then(|socket| {
        socket.connect((far, 9))?;
        Ok(socket.local_addr()?.ip())
    });
    found.ok().filter(|ip| !ip.is_unspecified()).unwrap_or(own)
}

/// Returns the game files in a folder, in the order of their names.
///
/// # Errors
/// If it can't be read.
pub(crate) fn definitions(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| is_definition(path))
        .collect();
    found.sort();
    Ok(found)
}

fn is_definition(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    !hidden && path.extension().is_some_and(|ending| ending == "toml") && path.is_file()
}
