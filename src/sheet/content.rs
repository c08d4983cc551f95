//! The content of a rule sheet, in order.

use std::cmp::Reverse;

use super::{Block, Section, Sheet, pieces, writing};
use crate::board::{Bits, Cells, SquareSet, Symmetry};
use crate::compare;
use crate::draw::board::{Picture, PieceStyle};
use crate::draw::figure;
use crate::draw::text::{Figures, Look, board};
use crate::feature::condition::{Limit, idle};
use crate::feature::end::End;
use crate::feature::rule::Rule;
use crate::feature::scope::in_a_row;
use crate::feature::turn::Turn;
use crate::model::figures::Tile;
use crate::model::pieces::{Royalty, Side};
use crate::{Choice, OptionInfo, Variant};

/// The sheet of a game, with the current values of its options.
pub(super) fn sheet(variant: &Variant) -> Sheet {
    let mut sections =
        vec![section("The board", the_board(variant)), section("The start position", set_up(variant))];
    sections.extend(of_play(variant, true));
    sections.extend([
        section("Options", options(variant)),
        section("Notation", in_cells(variant, writing::blocks(variant))),
        section("Notes", list(variant.notes())),
        section("Sources", list(variant.references())),
    ]);
    sections.retain(|section| !section.blocks.is_empty());
    Sheet { title: variant.title().to_owned(), lead: lead(variant), sections }
}

/// The sections on how the game is played, with pictures or in words alone.
pub(super) fn of_play(variant: &Variant, drawn: bool) -> Vec<Section> {
    let section = |title, blocks| section(title, in_cells(variant, blocks));
    let mut sections = vec![
        section("How the pieces move", pieces::blocks(variant, drawn)),
        section("Playing", course(variant)),
        section("Special rules", special(variant)),
        section("The end of the game", ends(variant)),
    ];
    sections.retain(|section| !section.blocks.is_empty());
    sections
}

fn section(title: &str, blocks: Vec<Block>) -> Section {
    Section { title: title.to_owned(), blocks }
}

/// Returns blocks with the words of the board: squares are called cells if they are hexagons. Names that the game file gives stay as they are.
fn in_cells(variant: &Variant, mut blocks: Vec<Block>) -> Vec<Block> {
    const SQUARE: &str = "square";
    let rules = &variant.rules;
    if rules.geometry.cells != Cells::Hexagons {
        return blocks;
    }
    let types = rules.types.iter().map(|kind| kind.spoken());
    let scope = rules.scope();
    let others = rules.regions.keys().chain(scope.notes).map(|name| name.replace('-', " "));
    let mut words: Vec<String> = types.chain(others).filter(|name| name.contains(SQUARE)).collect();
    words.push(SQUARE.to_owned());
    let reword = |text: &mut String| {
        let (mut said, mut rest) = (String::new(), text.as_str());
        let first = |rest: &str| {
            let found = words.iter().filter_map(|word| Some((rest.find(word.as_str())?, word)));
            found.min_by_key(|(at, word)| (*at, Reverse(word.len())))
        };
        while let Some((at, word)) = first(rest) {
            said += &rest[..at];
            said += if word == SQUARE { "cell" } else { word };
            rest = &rest[at + word.len()..];
        }
        *text = said + rest;
    };
    for block in &mut blocks {
        match block {
            Block::Text(text) => reword(text),
            Block::Key { drawn, written } => [drawn, written].into_iter().for_each(reword),
            Block::List(lines) | Block::Numbered(lines) => lines.iter_mut().for_each(reword),
            Block::Table { rows, .. } => rows.iter_mut().flatten().for_each(reword),
            Block::Heading(_) | Block::Code(_) | Block::Board(..) | Block::Moves(_) => {}
        }
    }
    blocks
}

fn list(lines: &[String]) -> Vec<Block> {
    if lines.is_empty() { Vec::new() } else { vec![Block::List(lines.to_vec())] }
}

fn lead(variant: &Variant) -> Vec<String> {
    let (files, ranks) = (variant.files(), variant.ranks());
    let [white, black] = Side::BOTH.map(|side| variant.side_name(side));
    let board = match variant.rules.geometry.cells {
        Cells::Squares => format!("{files} by {ranks} squares"),
        Cells::Hexagons => format!("{} hexagons", variant.rules.geometry.playable().count()),
    };
    let mut lines = vec![format!("A game for two players, {white} and {black}, on a board of {board}.")];
    let inventors = variant.inventors();
    let by = match inventors {
        [] => String::new(),
        [one] if one == "unknown" => "Inventor unknown".to_owned(),
        names => format!("Invented by {}", in_a_row(names, "and")),
    };
    match (by.is_empty(), variant.year()) {
        (false, Some(year)) => lines.push(format!("{by}, {year}.")),
        (false, None) => lines.push(format!("{by}.")),
        (true, Some(year)) => lines.push(format!("Date: {year}.")),
        (true, None) => {}
    }
    let options = variant.options();
    let answers: Vec<String> = options.iter().map(|one| format!("{} = {}", one.name, one.value)).collect();
    if !answers.is_empty() {
        lines.push(format!("This sheet describes the game with {}.", in_a_row(&answers, "and")));
    }
    lines
}

fn the_board(variant: &Variant) -> Vec<Block> {
    let rules = &variant.rules;
    let geometry = &rules.geometry;
    if geometry.cells == Cells::Hexagons {
        return hexagons(variant);
    }
    let last = char::from(b'a' + geometry.files - 1);
    let [white, black] = Side::BOTH.map(|side| variant.side_name(side));
    let mut lines = vec![format!(
        "The board has {} files, lettered a to {last} from {white}'s left, and {} ranks, numbered 1 to {} from {white}'s side. A square is named by its file and rank: a1 is the corner at {white}'s left{}.",
        geometry.files,
        geometry.ranks,
        geometry.ranks,
        match (rules.grid.is_some(), geometry.dark_corner) {
            (true, _) => "",
            (false, true) => ", and is dark",
            (false, false) => ", and is light",
        }
    )];
    if !geometry.holes.is_empty() {
        let leaps = rules.types.iter().any(|kind| !pieces::leaps(&kind.movement).is_empty());
        let others = match leaps {
            true => "No piece stands on the others, and only a leap crosses them.",
            false => "The others play no part in the game.",
        };
        lines.push(format!("{} {others}", playable(variant)));
    }
    lines.push(match geometry.symmetry {
        Symmetry::Mirror => format!(
            "{black}'s first rank is rank {}. The rules are mirrored for {black}: the files are the same, the ranks are reversed.",
            geometry.ranks
        ),
        Symmetry::Rotate => format!(
            "{black}'s first rank is rank {}. {black} sees the board rotated: {} is to {black} what a1 is to {white}.",
            geometry.ranks,
            geometry.name(geometry.opposite(0))
        ),
        Symmetry::SameSide => "Both players sit on the same side of the board: squares, ranks and directions are the same for both.".to_owned(),
    });
    lines.push(match geometry.symmetry {
        Symmetry::SameSide => "Forward means towards the last rank.".to_owned(),
        _ => "Forward means towards the opponent's first rank.".to_owned(),
    });
    let mut blocks = vec![Block::Text(lines.join(" "))];
    blocks.extend(regions(variant));
    blocks
}

/// The names of regions.
fn regions(variant: &Variant) -> Vec<Block> {
    let (rules, scope) = (&variant.rules, variant.rules.scope());
    let region = |(name, squares): (&String, &[crate::board::SquareSet; 2])| {
        format!("{}: {}", name.replace('-', " "), scope.squares_of_region(*squares, "and"))
    };
    let regions: Vec<String> = rules.regions.iter().map(region).collect();
    match regions.is_empty() {
        true => Vec::new(),
        false => {
            in_cells(variant, vec![Block::Text("Some squares have names:".to_owned()), Block::List(regions)])
        }
    }
}

/// The words about a board of hexagons.
fn hexagons(variant: &Variant) -> Vec<Block> {
    let geometry = &variant.rules.geometry;
    let last = char::from(b'a' + geometry.files - 1);
    let [white, black] = Side::BOTH.map(|side| variant.side_name(side));
    let cells = format!(
        "The board has {} hexagonal cells in {} upright files, lettered a to {last} from {white}'s left. Ranks slope down to the right and are numbered 1 to {} from {white}'s side. A cell is named by its file and rank. {black} sees the board rotated by half a turn.",
        geometry.playable().count(),
        geometry.files,
        geometry.ranks
    );
    let ways = "An orthogonal line passes through the sides of cells, in six directions: up and down a file, and four at a slant. A diagonal passes through their corners, between two neighbouring cells, to the nearest cells of the same colour (there are three colours); it, too, has six directions, two of them level. Forward is up the file, away from the player.";
    let mut blocks = vec![Block::Text(cells), Block::Text(ways.to_owned())];
    blocks.extend(regions(variant));
    blocks
}

/// The squares of play, in words.
fn playable(variant: &Variant) -> String {
    let geometry = &variant.rules.geometry;
    let playable = geometry.playable();
    let (mut dark, mut light) = (0, 0);
    for square in playable.squares() {
        *(if geometry.dark(square) { &mut dark } else { &mut light }) += 1;
    }
    let all = |wanted: bool| geometry.every().filter(|&square| geometry.dark(square) == wanted).count();
    let count = playable.count();
    match (dark, light) {
        (_, 0) if dark == all(true) => format!("Only the {count} dark squares are used."),
        (0, _) if light == all(false) => format!("Only the {count} light squares are used."),
        _ => {
            let holes = variant.rules.scope().squares_listed(geometry.holes, "and");
            format!("{count} squares are used: all but {holes}.")
        }
    }
}

fn set_up(variant: &Variant) -> Vec<Block> {
    let rules = &variant.rules;
    let game = variant.start();
    let text = board(&game, &Look::plain(Figures::Letters), &[]);
    let title = format!("{}: the start position", variant.title());
    let picture = Picture::of(&game, PieceStyle::Drawn, &title).with_regions();
    let scope = rules.scope();
    let squares = |kind: usize, side: Side| {
        let mine = rules.array.iter().filter(|(_, piece)| piece.get() == Some((kind as u8, side)));
        let set = mine.fold(crate::board::SquareSet::NONE, |set, (square, _)| {
            set | crate::board::SquareSet::bit(*square)
        });
        if set.is_empty() { "none".to_owned() } else { scope.squares_listed(set, "and") }
    };
    let row = |(kind, piece): (usize, &crate::model::pieces::PieceType)| {
        vec![
            piece.spoken(),
            format!("{}, {}", piece.letter_of(Side::White), piece.letter_of(Side::Black)),
            squares(kind, Side::White),
            squares(kind, Side::Black),
        ]
    };
    let [white, black] = Side::BOTH.map(|side| variant.side_name(side));
    let head = ["Piece", "Letters", white, black];
    let holes = !rules.geometry.holes.is_empty() && rules.geometry.cells == Cells::Squares;
    let mut more = String::new();
    if holes {
        more += " Squares left blank are not used.";
    }
    if !rules.geometry.walls.is_empty() {
        more += " The lines on the board are walls.";
    }
    let tile = rules.types.iter().find_map(|kind| kind.look.tile);
    let made = match (rules.types.iter().all(figure::is_drawn), tile) {
        (true, _) => "",
        (false, None) => {
            " A disc with a letter is a piece without a figure of its own: the signs around the letter show how it moves."
        }
        (false, Some(_)) => " The signs around the letter of a piece show how it moves.",
    };
    let written =
        format!("In the diagram, capital letters are {white}'s pieces and lower-case letters are {black}'s.");
    let drawn = match tile {
        None => format!("In the picture, light pieces are {white}'s and dark ones are {black}'s."),
        Some(Tile::Pointed) => {
            format!("In the picture, {white}'s pieces point up the board and {black}'s down.")
        }
        Some(Tile::Round) => format!("In the picture, red pieces are {white}'s and dark ones are {black}'s."),
    };
    let points = match picture.lines.is_empty() {
        true => "",
        false => " Pieces stand on the points where lines cross.",
    };
    vec![
        Block::Key { drawn: format!("{drawn}{points}{made}{more}"), written: format!("{written}{more}") },
        Block::Board(Box::new(picture), text),
        Block::Table {
            caption: "Where the pieces start".to_owned(),
            head: head.map(str::to_owned).to_vec(),
            rows: rules.types.iter().enumerate().map(row).collect(),
        },
    ]
}

fn course(variant: &Variant) -> Vec<Block> {
    let rules = &variant.rules;
    let (first, turn) = (rules.first_mover(), rules.the::<Turn>());
    let first = format!("{} moves first", variant.side_name(first));
    let said = turn.sentences(&rules.scope());
    let mut lines = vec![match (turn.has_programme(), turn.may_pass()) {
        (false, false) => {
            format!("{first}. The players take turns, one move at a time. Passing is not allowed.")
        }
        (false, true) => format!("{first}. The players take turns, one move at a time."),
        (true, _) => format!("{first}. The players take turns; a turn may have several moves."),
    }];
    lines.extend(said.into_iter().filter(|line| !line.ends_with("moves first.")));
    if turn.has_programme() && !turn.has_every() {
        lines.push("Every later turn is one move.".to_owned());
    }
    let mut blocks = vec![Block::Text(lines.join(" "))];
    let royal: Vec<u8> = (0u8..).zip(&rules.types).filter(|(_, kind)| kind.royal).map(|(id, _)| id).collect();
    if !royal.is_empty() {
        let who = rules.scope().list(&royal, "or");
        let is = |royalty| royal.iter().any(|&kind| rules.types[usize::from(kind)].royalty == royalty);
        let (subject, last, all) = match (is(Royalty::Last), is(Royalty::Together)) {
            (true, _) => (format!("A player's last {who}"), "last ", ""),
            (_, true) => (format!("The {who}"), "", " (all of them, if the player has several)"),
            _ => (format!("The {who}"), "", ""),
        };
        let removed = royal.iter().any(|&kind| rules.each().any(|rule| rule.may_remove(kind)));
        let unless =
            if removed { format!(", unless it removes the opponent's {who}") } else { String::new() };
        let instead = if removed {
            format!("; or else the move must remove the opponent's {who}")
        } else {
            String::new()
        };
        blocks.push(Block::Text(format!(
            "{subject} is royal: no move may leave the player's own {last}{who} attacked{all}{unless}. A player whose {last}{who} is attacked{all} is in check, and must get out of check at once, usually by moving the {who}, capturing the attacker, or putting a piece in between{instead}. A piece attacks the squares on which it could capture, even if it may not move because that would expose its own {who}."
        )));
    } else {
        let words = match rules.scope().has_captures() {
            true => {
                "No piece is royal: there is no check, and any enemy piece may be captured unless a rule below says otherwise."
            }
            false => "Nothing is captured, and there is no check.",
        };
        blocks.push(Block::Text(words.to_owned()));
    }
    blocks
}

/// Returns the sentences of the features, except for turns, which have been covered.
fn special(variant: &Variant) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (topic, lines) in variant.rules.topics().into_iter().filter(|(topic, _)| *topic != "Turns") {
        blocks.push(Block::Heading(topic.to_owned()));
        blocks.extend(match &lines[..] {
            [only] => vec![Block::Text(only.clone())],
            _ => vec![Block::List(lines)],
        });
    }
    blocks
}

fn ends(variant: &Variant) -> Vec<Block> {
    let endings = variant.rules.endings();
    if endings.is_empty() {
        return vec![Block::Text("No rule ends this game.".to_owned())];
    }
    let course: Vec<&End<SquareSet>> =
        variant.rules.ends.iter().filter(|end| end.condition.is_history()).collect();
    let sorts = course.iter().filter_map(|end| match end.condition.past_limit()? {
        Limit::Occurrences(_) => Some("repetition".to_owned()),
        Limit::Idle(_) => {
            let resets = end.condition.resets()?;
            Some(format!("moves without {}", idle::events(&variant.rules.scope(), resets)))
        }
        Limit::Counted => None,
    });
    let mut sorts: Vec<String> = sorts.collect();
    sorts.dedup();
    let before = match (course.is_empty(), &sorts[..]) {
        (true, _) => String::new(),
        (false, []) => " Rules about the course of the game are tested last.".to_owned(),
        (false, sorts) => {
            format!(" Rules about the course of the game ({}) are tested last.", sorts.join("; "))
        }
    };
    let intro = format!(
        "After every move, these rules are tested in order; the first that applies ends the game at once.{before}"
    );
    let lines = endings.into_iter().map(|(name, words)| format!("{}: {words}", titled(&name)));
    let mut blocks = vec![Block::Text(intro), Block::Numbered(lines.collect())];
    let repeats = |end: &End<SquareSet>| matches!(end.condition.past_limit(), Some(Limit::Occurrences(_)));
    if variant.rules.ends.iter().any(repeats) {
        let game = variant.start();
        let counted = |side| game.held(side).iter().any(|held| held.count.is_some());
        let held = if Side::BOTH.into_iter().any(counted) { " and in hand" } else { "" };
        blocks.push(Block::Text(format!(
            "Positions are the same if the same pieces are on the same squares{held}, the same player is to move, and the same moves are possible."
        )));
    }
    blocks
}

/// The name of a table as a heading: `bare-king` is `Bare king`.
fn titled(name: &str) -> String {
    crate::feature::scope::sentence(&name.replace(['-', '_'], " "))
}

fn options(variant: &Variant) -> Vec<Block> {
    let mut blocks = Vec::new();
    for option in variant.options() {
        blocks.push(Block::Heading(titled(&option.name)));
        if !option.ask.is_empty() {
            blocks.push(Block::Text(option.ask.clone()));
        }
        let others: Vec<String> = option
            .requires
            .iter()
            .map(|(other, values)| format!("{other} = {}", in_a_row(values, "or")))
            .collect();
        if !others.is_empty() {
            blocks.push(Block::Text(format!("It can be chosen only with {}.", in_a_row(&others, "and"))));
        }
        for value in &option.values {
            blocks.extend(answer(variant, &option, value));
        }
    }
    blocks
}

/// Describes a value, and what it changes.
fn answer(variant: &Variant, option: &OptionInfo, value: &str) -> Vec<Block> {
    let name = format!("{}={value}", option.name);
    let plain = |words: &str| vec![Block::Text(format!("{name}: {words}"))];
    if *value == option.value {
        return plain("as this sheet says.");
    }
    let choice = [Choice { name: option.name.clone(), value: value.to_owned() }];
    // the other options keep the values that this sheet is for
    let stay = variant.options().into_iter().filter(|other| other.name != option.name);
    let choices: Vec<Choice> =
        stay.map(|other| Choice { name: other.name, value: other.value }).chain(choice).collect();
    let Ok(other) = variant.with_options(&choices) else {
        return plain("not possible together with the other options of this sheet.");
    };
    let differences = compare::rules(variant, &other, compare::Readers::Players);
    match differences.is_empty() {
        true => plain("changes no rule."),
        false => vec![
            Block::Text(format!("{name} makes these changes:")),
            Block::List(differences.iter().map(otherwise).collect()),
        ],
    }
}

/// A difference as a sentence for a reader of the rest of the sheet.
fn otherwise(one: &compare::Difference) -> String {
    let what = match (&*one.topic, &*one.subject) {
        (topic, "") => titled(topic),
        (topic, subject) => format!("{}: {subject}", titled(topic)),
    };
    let stop = |text: &str| if text.ends_with('.') { text.to_owned() } else { format!("{text}.") };
    match (&one.before, &one.after) {
        (Some(before), None) => format!("{what}, removed: {}", stop(before)),
        (None, Some(after)) => format!("{what}, added: {}", stop(after)),
        (_, after) => format!("{what}, changed: {}", stop(after.as_deref().unwrap_or_default())),
    }
}
