//! A standalone page: the rules of a game, and a board that knows the legal moves of every position it can show.
//!
//! The moves are generated beforehand: for all positions of the game so far, for all that can follow the last one, as deep as there is room
//! for, and for alternatives. For positions beyond, the page says that it doesn't know.

use std::collections::VecDeque;

use ferz::draw::svg::escaped;
use ferz::{Game, Move, SheetFormat};
use serde::Serialize;

use super::view::{PositionView, VariantView};

/// The number of positions whose moves the page knows.
const MOST: usize = 1000;

/// A position, and where its moves lead. There are many, so the pieces are left to the FEN, and moves are written without names.
#[derive(Debug, Serialize)]
struct Node {
    position: PositionView,
    moves: Vec<[String; 6]>,
    /// For each move of the position, the node it leads to.
    next: Vec<Option<usize>>,
}

#[derive(Debug, Serialize)]
struct Tree {
    variant: VariantView,
    nodes: Vec<Node>,
    /// The positions of the game, from its beginning.
    line: Vec<usize>,
    /// The moves of the game.
    sans: Vec<String>,
}

/// A game as a page of its own, with the script of its board and the style.
pub(super) fn page(game: &Game, script: &str, style: &str) -> String {
    let tree = tree(game);
    let data = serde_json::to_string(&tree).unwrap_or_default();
    // a text of the author's can't end the script
    let data = data.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    let rules = game.variant().rule_sheet(SheetFormat::Html);
    let (of_rules, body) = (between(&rules, "<style>", "</style>"), between(&rules, "<main>", "</main>"));
    let title = escaped(game.variant().title());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
         img-src data:\">\n<title>{title}</title>\n<style>\n{of_rules}\n{style}\n</style>\n</head>\n<body class=\"alone\">\n\
         <div id=\"alone\"></div>\n<main class=\"sheet\">{body}</main>\n\
         <script type=\"application/json\" id=\"tree\">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n"
    )
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let after = text.split_once(from).map_or("", |(_, after)| after);
    after.rsplit_once(to).map_or(after, |(inside, _)| inside)
}

/// The positions that the page shows: those of the game, then what follows the last, then what could have followed the others.
fn tree(game: &Game) -> Tree {
    let mut start = game.clone();
    while start.undo().is_some() {}
    let mut nodes: Vec<Node> = Vec::new();
    let mut line = Vec::new();
    let mut open: VecDeque<(usize, Game)> = VecDeque::new();
    let mut at = start;
    for mv in game.moves().iter().map(Some).chain([None]) {
        let here = add(&mut nodes, &at);
        if let Some(&before) = line.last() {
            let node: &mut Node = &mut nodes[before];
            let made = game.moves()[line.len() - 1].to_string();
            if let Some(way) = node.moves.iter().position(|[mv, ..]| *mv == made) {
                node.next[way] = Some(here);
            }
        }
        line.push(here);
        open.push_front((here, at.clone()));
        if let Some(mv) = mv
            && at.play(mv).is_err()
        {
            break;
        }
    }
    while let Some((from, game)) = open.pop_front() {
        let moves: Vec<Move> = game.legal_moves();
        for (way, mv) in moves.into_iter().enumerate() {
            if nodes.len() >= MOST || nodes[from].next.get(way).is_none_or(Option::is_some) {
                continue;
            }
            let mut after = game.clone();
            if after.play(&mv).is_ok() {
                let to = add(&mut nodes, &after);
                nodes[from].next[way] = Some(to);
                open.push_back((to, after));
            }
        }
        if nodes.len() >= MOST {
            break;
        }
    }
    Tree { variant: VariantView::of(game.variant()), nodes, line, sans: game.sans().to_vec() }
}

fn add(nodes: &mut Vec<Node>, game: &Game) -> usize {
    let mut position = PositionView::of(game);
    let moves = position.take_moves();
    nodes.push(Node { next: vec![None; moves.len()], position, moves });
    nodes.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{MoveKind, Variant, builtin_games};

    #[test]
    fn the_page_of_every_game_is_whole_and_knows_what_follows() {
        let whole = |name: &str| {
            let mut game = Variant::load(name, &[]).unwrap().start();
            for _ in 0..6 {
                // passes only would soon be a repetition
                if let Some(mv) = game.legal_moves().iter().rfind(|mv| mv.kind() != MoveKind::Pass) {
                    game.play(mv).unwrap();
                }
            }
            let tree = tree(&game);
            assert!(tree.nodes.len() <= MOST && tree.line.len() == game.moves().len() + 1, "{name}");
            let last = &tree.nodes[*tree.line.last().unwrap()];
            // some games are over so soon
            let goes_on = !last.next.is_empty() || game.outcome().is_some();
            assert!(last.next.iter().all(Option::is_some) && goes_on, "{name}");
            let page = page(&game, "play()", "");
            assert_eq!(page.matches("</script>").count(), 2, "{name}");
            assert!(!page.contains("http://127") && !page.contains("src=\"http"), "{name}");
        };
        let names = builtin_games();
        std::thread::scope(|scope| {
            for half in 0..2 {
                let (whole, names) = (&whole, names.iter().skip(half).step_by(2));
                scope.spawn(move || names.for_each(|name| whole(name)));
            }
        });
    }
}
