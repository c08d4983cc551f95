//! Every sheet says everything, in every format.

use super::{Block, Look, Sheet, html, markdown, pieces, sheet, text};
use crate::{Choice, Variant, builtin_games};

fn all() -> Vec<(Variant, Sheet)> {
    let load = |name: &&str| Variant::load(name, &[]).expect("a built-in game");
    let with_sheet = |variant: Variant| (variant.clone(), sheet(&variant));
    builtin_games().iter().map(load).map(with_sheet).collect()
}

/// The words of a text, so that line breaks don't matter.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A sheet in every format as running text.
fn written(sheet: &Sheet) -> [String; 4] {
    let page = html::write(sheet);
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&page, options).expect("well-formed");
    let shown: Vec<&str> =
        document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect();
    let plain = |look| flat(&text::write(sheet, look));
    [
        plain(Look::default()),
        plain(Look { ascii: true }),
        flat(&markdown::write(sheet, Look::default()).replace('\\', "")),
        flat(&shown.join("")),
    ]
}

#[test]
fn every_sheet_names_every_piece_end_option_topic_and_source() {
    for (variant, sheet) in all() {
        let mut wanted: Vec<String> =
            variant.rules.topics().into_iter().flat_map(|(_, lines)| lines).collect();
        wanted.retain(|line| !line.ends_with("moves first."));
        wanted.extend(variant.rules.endings().into_iter().map(|(_, words)| words));
        if variant.rules.geometry.cells == crate::board::Cells::Hexagons {
            wanted.iter_mut().for_each(|line| *line = line.replace("square", "cell"));
        }
        wanted.extend(variant.notes().iter().chain(variant.references()).cloned());
        let rules = &variant.rules;
        for (id, piece) in (0..).zip(&rules.types) {
            // neutral pieces have no moves
            wanted.push(match (piece.neutral, piece.moves_only_conditionally()) {
                (true, _) => format!("The {} belongs to neither player", piece.spoken()),
                (_, true) => format!("The {} moves only under a condition", piece.spoken()),
                _ => pieces::moves(rules, piece, &pieces::movement(rules, (id, piece))),
            });
        }
        for option in variant.options() {
            wanted.push(option.ask.clone());
            wanted.extend(option.values.iter().map(|value| format!("{}={value}", option.name)));
        }
        for (format, shown) in ["text", "ascii", "markdown", "html"].iter().zip(written(&sheet)) {
            for words in &wanted {
                assert!(shown.contains(&flat(words)), "{} as {format} lacks: {words}", variant.name());
            }
        }
    }
}

#[test]
fn no_section_and_no_block_is_empty() {
    for (variant, sheet) in all() {
        for section in &sheet.sections {
            let name = format!("{}: {}", variant.name(), section.title);
            assert!(!section.blocks.is_empty(), "{name}");
            assert!(!matches!(section.blocks.last(), Some(Block::Heading(_))), "{name} ends in a heading");
            for pair in section.blocks.windows(2) {
                assert!(!matches!(pair, [Block::Heading(_), Block::Heading(_)]), "{name}: an empty part");
            }
            for block in &section.blocks {
                let full = match block {
                    Block::Heading(text) | Block::Text(text) | Block::Code(text) => !text.trim().is_empty(),
                    Block::Key { drawn, written } => !drawn.is_empty() && !written.is_empty(),
                    Block::List(lines) | Block::Numbered(lines) => {
                        !lines.is_empty() && lines.iter().all(|line| !line.trim().is_empty())
                    }
                    Block::Table { head, rows, .. } => {
                        !rows.is_empty() && rows.iter().all(|row| row.len() == head.len())
                    }
                    Block::Board(picture, text) => !picture.cells.is_empty() && text.lines().count() > 1,
                    Block::Moves(moves) => !moves.diagram.signs().is_empty(),
                };
                assert!(full, "{name}: {block:?}");
            }
        }
    }
}

#[test]
fn text_keeps_to_its_width_and_ascii_to_its_signs() {
    for (variant, sheet) in all() {
        let plain = text::write(&sheet, Look::default());
        let long = plain.lines().find(|line| line.chars().count() > 80 && !line.contains('/'));
        assert_eq!(long, None, "{}", variant.name());
        let ascii = text::write(&sheet, Look { ascii: true });
        assert!(!ascii.contains(['●', '○', '◆', '◇', '→', '▼']), "{}", variant.name());
        let moves = variant.rules.types.iter().any(|kind| !kind.notation.is_empty());
        assert!(!moves || plain.contains(['●', '○', '▼', '◆', '◇', '×']), "{}", variant.name());
    }
}

#[test]
fn pages_are_readable_without_seeing_them() {
    for (variant, sheet) in all() {
        let page = html::write(&sheet);
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&page, options).expect("well-formed");
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let mut single = ids.clone();
        single.sort_unstable();
        single.dedup();
        assert_eq!(single.len(), ids.len(), "{}: an id stands twice", variant.name());
        let svgs = document.descendants().filter(|node| node.tag_name().name() == "svg");
        for svg in svgs.filter(|svg| svg.attribute("aria-hidden").is_none()) {
            let labels = svg.attribute("aria-labelledby").expect("a picture has a title").split(' ');
            labels.for_each(|label| assert!(ids.contains(&label), "{label}"));
        }
        let html = "http://www.w3.org/1999/xhtml";
        for table in document.descendants().filter(|node| node.has_tag_name((html, "table"))) {
            assert!(table.children().any(|node| node.has_tag_name((html, "caption"))));
            assert!(table.descendants().any(|node| node.attribute("scope") == Some("col")));
        }
        assert_eq!(document.descendants().filter(|node| node.has_tag_name((html, "h1"))).count(), 1);
        for outside in ["src=", "href=", "@import", "url("] {
            assert!(!page.contains(outside), "{}: not self-contained: {outside}", variant.name());
        }
    }
}

#[test]
fn signs_of_an_author_stay_what_they_are() {
    let text = "extends = \"chess\"\n[game]\nname = \"A <b> & \\\"*_c_*\\\"\"\nnotes = [\"<script>x</script>\", \"1. a | b\"]\n\
                [pieces]\nqueen = { glyphs = [\"<\", \"&\"] }\n";
    let variant = Variant::from_text("odd.toml", text, &[]).expect("a sound game");
    let sheet = sheet(&variant);
    let page = html::write(&sheet);
    assert!(page.contains("A &lt;b&gt; &amp; &quot;*_c_*&quot;"), "{page}");
    assert!(!page.contains("<script>"));
    let down = markdown::write(&sheet, Look::default());
    assert!(down.starts_with("# A \\<b\\> \\& \"\\*\\_c\\_\\*\""), "{down}");
    assert!(down.contains("- 1\\. a \\| b"), "{down}");
    written(&sheet);
}

#[test]
fn a_sheet_is_for_the_options_chosen() {
    let choices = [Choice { name: "double-step".to_owned(), value: "off".to_owned() }];
    let variant = Variant::load("korkserschach", &choices).unwrap();
    for shown in written(&sheet(&variant)) {
        assert!(shown.contains("double-step = off"), "{shown}");
        assert!(shown.contains("double-step=off: as this sheet says."), "{shown}");
        let other = shown.split("double-step=on makes these changes:").nth(1).expect("the other value");
        assert!(
            other
                .split("Opening")
                .next()
                .unwrap()
                .contains("on its first move, it may also move 2 squares straight forward")
        );
    }
}

#[test]
fn a_game_of_almost_nothing_has_a_sheet() {
    let text = "game.name = \"Still\"\nboard = { files = 1, ranks = 2 }\nsetup.white = [\"S\"]\npieces.stone = { letter = \"S\", moves = \"mW\" }";
    let variant = Variant::from_text("still.toml", text, &[]).expect("a sound game");
    for shown in written(&sheet(&variant)) {
        assert!(shown.contains("No rule ends this game."), "{shown}");
    }
}

#[test]
fn two_sheets_read_as_they_were_read() {
    for (name, look) in [("courtyard", Look::default()), ("courier-spiel", Look { ascii: true })] {
        let variant = Variant::load(name, &[]).unwrap();
        insta::assert_snapshot!(format!("{name}_text"), text::write(&sheet(&variant), look));
    }
    let variant = Variant::load("courtyard", &[]).unwrap();
    insta::assert_snapshot!("courtyard_markdown", markdown::write(&sheet(&variant), Look::default()));
    insta::assert_snapshot!("courtyard_html", html::write(&sheet(&variant)));
}

#[test]
fn pieces_are_drawn_and_regions_tinted_for_both_sides_and_named() {
    let text = "extends = \"chess\"\n[regions]\nodd = \"a4..c4 f4..h4 b5 d7 f7 h7\"\n\
                [promotion]\non = \"odd\"\n\
                [options]\none = { values = { off = {}, on = {} } }\n\
                two = { values = { off = {}, on = {} }, requires = { one = \"on\" } }\n";
    let variant = Variant::from_text("odd.toml", text, &[]).expect("a sound game");
    let sheet = sheet(&variant);
    let page = html::write(&sheet);
    // those of White, and of Black on the other side
    assert_eq!(page.matches("class=\"region r0\"").count(), 18);
    assert!(page.contains("In the picture, light pieces are White"), "{page}");
    assert!(!page.contains("A disc with a letter"), "all have figures");
    let shown = text::write(&sheet, Look::default());
    // wherever its lines are broken
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("capital letters are White's pieces"), "{shown}");
    assert!(shown.contains("promotes on the odd;"), "{shown}");
    assert!(shown.contains("It can be chosen only with one = on."), "{shown}");
}

#[test]
fn squares_that_are_not_played_on_are_named() {
    let text = "extends = \"chess\"\n[board]\nsquares = \"all but d4..e5\"\n";
    let variant = Variant::from_text("lake.toml", text, &[]).expect("a sound game");
    for shown in written(&sheet(&variant)) {
        assert!(shown.contains("60 squares are used: all but d4, e4, d5 and e5."), "{shown}");
    }
}
