//! A sheet as one HTML file, with its style and its pictures inside; also well-formed as XML.

use super::{Block, Moves, Section, Sheet};
use crate::draw::svg::{self, Frame, STYLE, escaped};

/// The style of the page: for light and dark screens, and for paper.
const PAGE: &str = "\
:root{color-scheme:light dark;--paper:#fffdf8;--text:#1b1b1b;--soft:#6a6355;--rule:#d9d0bd}\
body{margin:0 auto;max-width:46rem;padding:1.5rem;overflow-wrap:break-word;background:var(--paper);color:var(--text);\
font:1.02rem/1.55 Georgia,'Times New Roman',serif}\
h1{font-size:2.1rem;line-height:1.2;margin:.5rem 0 1rem}h2{font-size:1.45rem;margin:2.2rem 0 .6rem;\
border-bottom:1px solid var(--rule)}h3{font-size:1.12rem;margin:1.5rem 0 .3rem}\
p,ul,ol{margin:.5rem 0}li{margin:.25rem 0}\
.wide{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-style:italic;color:var(--soft)}\
th,td{border:1px solid var(--rule);padding:.3rem .6rem;text-align:left;vertical-align:top}\
figure{margin:1rem 0}figure svg{max-width:100%;height:auto}figcaption{color:var(--soft);font-size:.92rem}\
.moves{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}.moves>svg{flex:0 1 auto;max-width:min(20rem,100%)}\
.legend{list-style:none;padding:0;flex:1 1 14rem}.legend li{display:flex;gap:.6rem;align-items:center}\
.legend svg{flex:none}code{font-family:'DejaVu Sans Mono',Consolas,monospace;font-size:.92em;overflow-wrap:anywhere}\
@media (prefers-color-scheme:dark){:root{--paper:#191713;--text:#e8e4da;--soft:#aaa28f;--rule:#4a4437}}\
@media (max-width:30rem){body{padding:.8rem}h1{font-size:1.6rem}.legend{flex-basis:10rem}}\
@media print{:root{--paper:#fff;--text:#000}body{max-width:none;padding:0;font-size:10.5pt}\
figure,table,li{break-inside:avoid}h2,h3{break-after:avoid}}";

/// Writes a sheet down as a page.
pub(crate) fn write(sheet: &Sheet) -> String {
    let title = escaped(&sheet.title);
    let lead: String = sheet.lead.iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    let mut ids = 0;
    let sections: String = sheet.sections.iter().map(|part| section(part, &mut ids)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}: rules</title>\n\
         <style>\n{PAGE}\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{lead}{sections}</main>\n</body>\n</html>\n"
    )
}

/// Writes sections without pictures down as part of a page of another style.
pub(crate) fn fragment(sections: &[Section]) -> String {
    let one = |section: &Section| {
        let blocks: String = section.blocks.iter().map(|block| one(block, &mut 0)).collect();
        format!("<h2>{}</h2>\n{blocks}", escaped(&section.title))
    };
    sections.iter().map(one).collect()
}

fn section(section: &Section, ids: &mut usize) -> String {
    *ids += 1;
    let id = format!("s{ids}");
    let blocks: String = section.blocks.iter().map(|block| one(block, ids)).collect();
    format!(
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>\n{blocks}</section>\n",
        escaped(&section.title)
    )
}

fn one(block: &Block, ids: &mut usize) -> String {
    let items = |lines: &[String]| {
        lines.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect::<String>()
    };
    match block {
        Block::Heading(title) => format!("<h3>{}</h3>\n", escaped(title)),
        Block::Text(text) | Block::Key { drawn: text, .. } => format!("<p>{}</p>\n", escaped(text)),
        Block::List(lines) => format!("<ul>\n{}</ul>\n", items(lines)),
        Block::Numbered(lines) => format!("<ol>\n{}</ol>\n", items(lines)),
        Block::Table { caption, head, rows } => table(caption, head, rows),
        Block::Code(text) => format!("<p><code>{}</code></p>\n", escaped(text)),
        Block::Board(picture, _) => {
            *ids += 1;
            let drawn = svg::board(picture, Frame::Within(&format!("p{ids}")));
            let tinted = picture.tinted();
            let tints = match tinted.is_empty() {
                true => String::new(),
                false => format!("; tinted: {}", tinted.join(", ")),
            };
            format!(
                "<figure>\n{drawn}<figcaption>{}{}</figcaption>\n</figure>\n",
                escaped(&picture.title),
                escaped(&tints)
            )
        }
        Block::Moves(moves) => diagram(moves, ids),
    }
}

fn table(caption: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let heads: String = head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell))).collect();
    let row = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(at, cell)| match at {
            0 => format!("<th scope=\"row\">{}</th>", escaped(cell)),
            _ => format!("<td>{}</td>", escaped(cell)),
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\">\n<table>\n<caption>{}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
        escaped(caption)
    )
}

fn diagram(moves: &Moves, ids: &mut usize) -> String {
    *ids += 1;
    let frame = format!("p{ids}");
    let drawn =
        svg::movement(&moves.diagram, &moves.letter, &moves.title, &moves.words, Frame::Within(&frame));
    let item = |sign: &crate::draw::sign::Sign| {
        format!("<li>{}<span>{}</span></li>\n", svg::sign(*sign), escaped(sign.words()))
    };
    let legend: String = moves.diagram.signs().iter().map(item).collect();
    format!(
        "<figure>\n<div class=\"moves\">\n{drawn}<ul class=\"legend\">\n{legend}</ul>\n</div>\n<figcaption>{}</figcaption>\n</figure>\n",
        escaped(&moves.title)
    )
}
