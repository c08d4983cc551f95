//! A language server for game files.
//!
//! One thread reads what comes, one writes, one answers questions in their order, and two check texts beside that (see
//! [`checking`]). Questions are answered from the newest text, even if it is broken: the [`outline`] finds its way in anything.
//! Nothing here knows more of the language than the tables of keys and the notations say.

mod actions;
mod asking;
mod capabilities;
mod checking;
mod completion;
mod documents;
mod folder;
mod folding;
mod hover;
mod lens;
mod names;
mod navigation;
mod outline;
#[cfg(feature = "studio")]
mod page;
mod position;
mod problems;
mod questions;
mod server;
mod shape;
mod store;
mod symbols;
#[cfg(test)]
mod tests;
mod uri;
mod wire;

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

#[cfg(feature = "studio")]
pub(crate) use page::TextPlace;
use server::Server;
use wire::{Came, Post};

/// Serves an editor until it disconnects; returns whether it shut down in order.
pub(crate) fn serve<I, O>(input: I, output: O) -> bool
where
    I: BufRead + Send + 'static,
    O: Write + Send + 'static,
{
    let (post, letters) = Post::new();
    let (bring, coming) = channel();
    let writer = thread::spawn(move || wire::write_all(output, &letters));
    // this thread isn't joined: it may wait for a message that never comes
    thread::spawn(move || {
        let mut input = input;
        while let Ok(Some(came)) = wire::read(&mut input) {
            if bring.send(came).is_err() {
                return;
            }
        }
    });
    let mut server = Server::new(post.clone());
    let in_order = converse(&mut server, &coming);
    server.end();
    // messages that have been posted are still written
    post.close();
    _ = writer.join();
    in_order
}

fn converse(server: &mut Server, coming: &Receiver<Came>) -> bool {
    while let Ok(came) = coming.recv() {
        match came {
            Came::Message(message) => {
                if let Some(in_order) = server.take(*message) {
                    return in_order;
                }
            }
            Came::Unreadable(why) => server.complain(&why),
        }
    }
    server.is_over()
}
