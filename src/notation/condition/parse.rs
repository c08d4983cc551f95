//! From text to a tree of conditions.

use std::ops::Range;

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};
use pest_derive::Parser;

use super::{Chosen, Condition, Fact, Form, Idle, Pieces, Reached, Shape, Spellings, Term, mistake};
use crate::model::condition::{Always, Comparison, Doing, Its, Safety, Whose};
use crate::notation::Fault;
use crate::notation::parse::{stopped, word_at};
use crate::notation::pieces::{Name, mistake::not_a_name};
use crate::notation::squares::{SquareExpr, squares};

#[derive(Parser)]
#[grammar = "grammar/condition.pest"]
struct Grammar;

/// Returns the tree of a text, and the faults of its parts.
pub(super) fn parse(text: &str, phrases: &[Spellings]) -> Result<(Condition, Vec<Fault>), Fault> {
    let misplaced =
        |at, expected: &[&str]| mistake::misplaced(text, at, (word_at(text, at), phrases), expected);
    let parsed = Grammar::parse(Rule::condition, text);
    // the text before the place where the grammar gave up may be at fault as well, and is reported first
    let begun =
        parsed.as_ref().map_or_else(|_| Grammar::parse(Rule::beginning, text).ok(), |all| Some(all.clone()));
    let facts = begun.into_iter().flat_map(Pairs::flatten).filter(|pair| pair.as_rule() == Rule::fact);
    for fact in facts {
        if let Some((at, begins)) = stray(&fact, phrases) {
            return Err(misplaced(at, instead(&text[..at], begins)));
        }
    }
    let parsed = parsed.map_err(|error| {
        let (at, expected) = stopped(&error, words);
        misplaced(at, &expected)
    })?;
    let mut reader = Reader { faults: Vec::new(), ahead: false };
    let whole = parsed.flat_map(Pair::into_inner).next();
    let tree = whole.map(|pair| reader.any(pair)).ok_or_else(|| mistake::empty(text))?;
    Ok((tree, reader.faults))
}

/// Returns the pieces that an effect is about.
pub(super) fn selection(text: &str) -> Result<Vec<Chosen>, Vec<Fault>> {
    let parsed = Grammar::parse(Rule::selection, text).map_err(|error| {
        let (at, expected) = stopped(&error, words);
        vec![mistake::misplaced_selection(text, at, word_at(text, at), &expected)]
    })?;
    let mut reader = Reader { faults: Vec::new(), ahead: false };
    let chosen = parsed.flat_map(Pair::into_inner).filter_map(|pair| match pair.as_rule() {
        Rule::it => Some(Chosen::It),
        Rule::pieces => Some(Chosen::Pieces(reader.pieces(pair))),
        _ => None,
    });
    let chosen = chosen.collect();
    if reader.faults.is_empty() { Ok(chosen) } else { Err(reader.faults) }
}

/// Returns the offset of the first word of a fact that continues no phrase, and whether it is the fact's first word.
fn stray(fact: &Pair<'_, Rule>, phrases: &[Spellings]) -> Option<(usize, bool)> {
    let words: Vec<Pair<'_, Rule>> = fact.clone().into_inner().collect();
    let spelt = |count: usize| {
        let words: Vec<&str> = words[..count].iter().map(Pair::as_str).collect();
        phrases.iter().any(|spellings| spellings.contains(&words.join(" ").as_str()))
    };
    let known = (1..=words.len()).rev().find(|&count| spelt(count)).unwrap_or(0);
    words.get(known).map(|word| (word.as_span().start(), known == 0))
}

/// Returns what could follow a text in the place of the next word: of one with which a condition begins, or of one behind a condition.
fn instead(before: &str, begins: bool) -> &'static [&'static str] {
    let denied =
        before.split(|c: char| c.is_whitespace() || c == '(').rfind(|word| !word.is_empty()) == Some("not");
    let within = before.matches('(').count() > before.matches(')').count();
    match (begins, denied, within) {
        (true, false, _) => &["a condition"],
        (true, true, _) => &["a condition", "a number", "an opening bracket", "some pieces"],
        (false, _, false) => &["`and`", "`or`"],
        (false, _, true) => &["`and`", "`or`", "a closing bracket"],
    }
}

/// The author's term for a place.
pub(super) const IN: &str = "`in` and some squares";

/// Returns the author's term for something that the parser expected.
fn words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::and => "`and`",
        Rule::or => "`or`",
        Rule::open => "an opening bracket",
        Rule::close => "a closing bracket",
        Rule::operator => "a comparison such as `= 1`",
        Rule::number => "a number",
        Rule::pieces | Rule::whole | Rule::typed | Rule::owner => "some pieces",
        Rule::name => "the name of a piece type",
        Rule::place | Rule::r#in | Rule::on => IN,
        Rule::region | Rule::its => "some squares",
        Rule::it => "`it`",
        Rule::at | Rule::between => "`at` and a movement",
        Rule::movement => "a movement such as `K`",
        Rule::origin => "`it`, `its square`, `its start`",
        Rule::passed_over => "`its way`",
        Rule::a_wall => "`a wall`",
        Rule::from => "`from`",
        Rule::but => "`but`",
        Rule::every | Rule::bare => "`any`",
        Rule::reached => "`at` and a movement",
        Rule::attacked => "`attacked`",
        Rule::safe => "`safe`",
        Rule::guarded => "`guarded`",
        Rule::enclosed => "`enclosed`",
        Rule::attacking => "`attacking` and some pieces",
        Rule::unit => "`plies` or `moves`",
        Rule::occurrence_word => "`occurrence`",
        Rule::checking => "`always checking`",
        Rule::both_checking => "`both always checking`",
        Rule::chasing => "`always chasing`",
        Rule::both_chasing => "`both always chasing`",
        Rule::reset | Rule::capture => "`capture`",
        Rule::drop => "`drop`",
        Rule::move_word => "`move`",
        Rule::without => "`without`",
        Rule::in_a_row | Rule::on_a_line | Rule::by => "`in a row`, `on a line` or `by` and a number",
        Rule::of => "`of` and the pieces",
        Rule::times_word => "`times`",
        Rule::connects_word => "`connects`",
        Rule::goal => "some squares",
        Rule::to => "`to` and some squares",
        Rule::along => "`at` and a movement",
        Rule::through => "`through its square`",
        Rule::either | Rule::both | Rule::unary | Rule::not | Rule::group | Rule::can | Rule::fact => {
            "a condition"
        }
        Rule::compare | Rule::count | Rule::holds | Rule::occurrence | Rule::idle => "a condition",
        Rule::row | Rule::connects | Rule::grouped | Rule::stands => "a condition",
        Rule::in_one_group => "`in one group`",
        _ => return None,
    })
}

/// The movement behind `at`, with its bytes.
fn movement_in(pair: Pair<'_, Rule>) -> Option<Name> {
    let movement = pair.into_inner().find(|part| part.as_rule() == Rule::movement)?;
    Some((movement.as_str().to_owned(), range(&movement)))
}

/// A builder of the tree; a faulty part is put in as it is, so that the rest is still checked.
struct Reader {
    faults: Vec<Fault>,
    /// True inside a `can`.
    ahead: bool,
}

fn range(pair: &Pair<'_, Rule>) -> Range<usize> {
    let start = pair.as_span().start();
    start..start + pair.as_str().trim_end().len()
}

impl Reader {
    fn any(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let at = range(&pair);
        match pair.as_rule() {
            Rule::either => self.joined(pair, Condition::Or),
            Rule::both => self.joined(pair, Condition::And),
            Rule::unary => self.unary(pair),
            Rule::group => self.inner(pair),
            Rule::can => self.can(pair, at),
            Rule::fact => fact(
                Form::Words(pair.into_inner().map(|word| word.as_str()).collect::<Vec<_>>().join(" ")),
                at,
            ),
            Rule::compare => self.compare(pair, at),
            Rule::noted => self.noted(pair, at),
            Rule::row => self.row(pair, at),
            Rule::connects | Rule::grouped => self.connects(pair, at),
            Rule::stands => self.stands(pair, at),
            Rule::attacks => self.later("attacks", pair, at),
            Rule::occurrence => self.occurrence(pair, at),
            Rule::idle => self.idle(pair, at),
            _ => fact(Form::Holds(self.pieces(pair)), at),
        }
    }

    fn can(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        if self.ahead {
            self.faults.push(mistake::nested_can(at));
            return self.inner(pair);
        }
        self.ahead = true;
        let inner = self.inner(pair);
        self.ahead = false;
        Condition::Can(Box::new(inner))
    }

    /// The condition in brackets.
    fn inner(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let at = range(&pair);
        let inner = pair.into_inner().find(|inner| inner.as_rule() == Rule::either);
        inner.map_or(fact(Form::Words(String::new()), at), |inner| self.any(inner))
    }

    fn joined(&mut self, pair: Pair<'_, Rule>, join: fn(Vec<Condition>) -> Condition) -> Condition {
        let parts = pair.into_inner().filter(|inner| !matches!(inner.as_rule(), Rule::and | Rule::or));
        let mut parts: Vec<Condition> = parts.map(|inner| self.any(inner)).collect();
        if parts.len() == 1 { parts.remove(0) } else { join(parts) }
    }

    fn unary(&mut self, pair: Pair<'_, Rule>) -> Condition {
        let at = range(&pair);
        let (mut denied, mut part) = (false, fact(Form::Words(String::new()), at));
        for inner in pair.into_inner() {
            match inner.as_rule() {
                // two of them cancel each other out
                Rule::not => denied = !denied,
                _ => part = self.any(inner),
            }
        }
        if denied { Condition::Not(Box::new(part)) } else { part }
    }

    fn compare(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let (mut sums, mut checks, mut op, mut right) = (Vec::new(), None, Comparison::Equal, 0);
        for inner in pair.into_inner() {
            let (range, text) = (range(&inner), inner.as_str());
            match inner.as_rule() {
                Rule::sum => sums.push(self.sum(inner)),
                Rule::checks => {
                    let said = inner.into_inner().find(|inner| inner.as_rule() == Rule::whole);
                    checks = Some(said.map_or(Whose::Mine, |said| side(said.as_str())));
                }
                Rule::operator => op = self.note(mistake::comparison(text, range)).unwrap_or(op),
                _ => right = self.note(mistake::number(text, range, 9999)).unwrap_or(0),
            }
        }
        if let Some(whose) = checks {
            return fact(Form::Checks { whose, op, right }, at);
        }
        let mut sums = sums.into_iter();
        let (left, sum) = (sums.next().unwrap_or_default(), sums.next().unwrap_or_default());
        match (&left[..], &sum[..]) {
            ([Term::Count(pieces)], []) => fact(Form::Count { pieces: pieces.clone(), op, right }, at),
            (_, []) => fact(Form::Compared { left, op, right: vec![Term::Number(right)] }, at),
            _ => fact(Form::Compared { left, op, right: sum }, at),
        }
    }

    /// The parts of a sum.
    fn sum(&mut self, pair: Pair<'_, Rule>) -> Vec<Term> {
        let mut terms = Vec::new();
        for part in pair.into_inner() {
            let at = range(&part);
            match part.as_rule() {
                Rule::count => terms.push(Term::Count(self.pieces_in(part))),
                Rule::points => terms.push(Term::Points(self.pieces_in(part), at)),
                Rule::area => {
                    let said = part.into_inner().find(|part| part.as_rule() == Rule::whole);
                    terms.push(Term::Area(said.map_or(Whose::Mine, |said| side(said.as_str()))));
                }
                Rule::length => terms.push(Term::Length(at)),
                Rule::number => {
                    terms
                        .push(Term::Number(self.note(mistake::number(part.as_str(), at, 9999)).unwrap_or(0)));
                }
                _ => {}
            }
        }
        terms
    }

    /// Reports a form that is known but can't be played yet; its parts are read all the same.
    fn later(&mut self, word: &str, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        self.faults.push(mistake::not_playable(word, at.clone()));
        fact(Form::Holds(self.pieces_in(pair)), at)
    }

    fn noted(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let (mut theirs, mut name, mut times) = (false, (String::new(), at.clone()), 1);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::they => theirs = true,
                Rule::name => name = (part.as_str().to_owned(), range(&part)),
                Rule::times => {
                    let number = part.into_inner().find(|part| part.as_rule() == Rule::number);
                    let number =
                        number.and_then(|part| self.note(mistake::times(part.as_str(), range(&part))));
                    times = number.unwrap_or(1);
                }
                _ => {}
            }
        }
        fact(Form::Noted { theirs, name, times }, at)
    }

    fn row(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let (mut number, mut shape, mut pieces) = (None, Shape::Row, Pieces::all(at.clone()));
        let (mut along, mut through) = (None, None);
        for part in pair.into_inner() {
            let (text, range) = (part.as_str(), range(&part));
            match part.as_rule() {
                Rule::number => {
                    let said = self.note(mistake::number(text, range, 256)).unwrap_or(1);
                    match number {
                        None => number = Some(said),
                        Some(_) => shape = Shape::Block { ranks: said },
                    }
                }
                Rule::on_a_line => shape = Shape::Line,
                Rule::pieces => pieces = self.pieces(part),
                Rule::along => along = movement_in(part),
                Rule::through => {
                    let of = part.into_inner().find(|part| part.as_rule() == Rule::origin);
                    through = of.map(|of| Its::named(of.as_str()).unwrap_or(Its::Square));
                }
                _ => {}
            }
        }
        fact(Form::Row { number: number.unwrap_or(1), shape, pieces, along, through }, at)
    }

    fn connects(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let in_one_group = pair.as_rule() == Rule::grouped;
        let (mut pieces, mut ends, mut along) = (Pieces::all(at.clone()), Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::typed => {
                    pieces.range = range(&part);
                    self.types(part, &mut pieces);
                }
                Rule::goal => ends.extend(self.region(&part)),
                Rule::along => along = movement_in(part),
                _ => {}
            }
        }
        match (in_one_group, ends.len()) {
            // the fault is noted
            (false, 0 | 1) => fact(Form::Holds(pieces), at),
            _ => fact(Form::Connects { pieces, ends, along }, at),
        }
    }

    fn stands(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let (mut its, mut region) = (Its::Square, None);
        let (mut by, mut from) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::its => its = Its::named(part.as_str()).unwrap_or(its),
                Rule::region => region = self.region(&part),
                Rule::movement => by = Some((part.as_str().to_owned(), range(&part))),
                Rule::origin => from = Some(Its::named(part.as_str()).unwrap_or(Its::Square)),
                _ => {}
            }
        }
        if let Some(by) = by {
            return fact(Form::Reaches { its, by, from }, at);
        }
        match region {
            Some(region) => fact(Form::Stands { its, region }, at),
            // the fault is noted
            None => fact(Form::Words(String::new()), at),
        }
    }

    fn pieces_in(&mut self, pair: Pair<'_, Rule>) -> Pieces {
        let at = range(&pair);
        let selected = pair.into_inner().find(|inner| inner.as_rule() == Rule::pieces);
        selected.map_or_else(|| Pieces::all(at), |inner| self.pieces(inner))
    }

    fn pieces(&mut self, pair: Pair<'_, Rule>) -> Pieces {
        let mut selected = Pieces::all(range(&pair));
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::whole => selected.side = side(inner.as_str()),
                Rule::typed => self.types(inner, &mut selected),
                Rule::attacked => selected.safety = Some(Safety::Attacked),
                Rule::safe => selected.safety = Some(Safety::Safe),
                Rule::guarded => selected.safety = Some(Safety::Guarded),
                Rule::enclosed => selected.enclosed = true,
                Rule::attacking => selected.attacking = self.victims(inner).map(Box::new),
                Rule::reached => selected.reached = self.reached(inner).map(Box::new),
                Rule::held => selected.in_hand = true,
                _ => match inner.into_inner().last() {
                    Some(its) if matches!(its.as_rule(), Rule::its | Rule::beyond) => {
                        selected.its = Its::named(its.as_str());
                    }
                    region => selected.region = region.and_then(|region| self.region(&region)),
                },
            }
        }
        selected
    }

    /// The pieces that others attack.
    fn victims(&mut self, pair: Pair<'_, Rule>) -> Option<Pieces> {
        let typed = pair.into_inner().find(|part| part.as_rule() == Rule::typed)?;
        let mut selected = Pieces::all(range(&typed));
        self.types(typed, &mut selected);
        Some(selected)
    }

    /// The owner and the types of some pieces.
    fn types(&mut self, pair: Pair<'_, Rule>, selected: &mut Pieces) {
        let mut except = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::owner => selected.side = side(part.as_str()),
                Rule::but => except = true,
                Rule::name if except => selected.except.push(self.name(&part)),
                Rule::name => selected.types.push(self.name(&part)),
                _ => {}
            }
        }
    }

    /// The squares that a movement leads to from a square of a move.
    fn reached(&mut self, pair: Pair<'_, Rule>) -> Option<Reached> {
        let (mut by, mut from, mut until, mut of) = (None, None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::movement | Rule::line => by = Some((part.as_str().to_owned(), range(&part))),
                Rule::origin | Rule::passed_over => {
                    from = Some(Its::named(part.as_str()).unwrap_or(Its::Square));
                }
                Rule::typed => {
                    let mut selected = Pieces::all(range(&part));
                    self.types(part, &mut selected);
                    *(if from.is_some() { &mut until } else { &mut of }) = Some(Box::new(selected));
                }
                _ => {}
            }
        }
        Some(Reached { by: by?, from: from.unwrap_or(Its::Square), of, until })
    }

    fn name(&mut self, pair: &Pair<'_, Rule>) -> Name {
        self.faults.extend(not_a_name(pair.as_str(), range(pair)));
        (pair.as_str().to_owned(), range(pair))
    }

    fn region(&mut self, pair: &Pair<'_, Rule>) -> Option<SquareExpr> {
        let start = pair.as_span().start();
        match squares(pair.as_str()) {
            Ok(tree) => Some(tree.shifted(start)),
            Err(faults) => {
                let shifted = faults.into_iter().map(|fault| {
                    let range = fault.range.start + start..fault.range.end + start;
                    Fault { range, ..fault }
                });
                self.faults.extend(shifted);
                None
            }
        }
    }

    fn occurrence(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let mut inner = pair.into_inner();
        let ordinal = inner.next().map_or("", |inner| inner.as_str());
        let always = inner.find_map(|inner| {
            let (doing, both) = match inner.as_rule() {
                Rule::checking => (Doing::Checking, false),
                Rule::both_checking => (Doing::Checking, true),
                Rule::chasing => (Doing::Chasing, false),
                Rule::both_chasing => (Doing::Chasing, true),
                _ => return None,
            };
            Some(Always { doing, both })
        });
        let times = self.note(mistake::ordinal(ordinal, at.start..at.start + ordinal.len())).unwrap_or(2);
        fact(Form::Occurrence { times, always }, at)
    }

    fn idle(&mut self, pair: Pair<'_, Rule>, at: Range<usize>) -> Condition {
        let (mut plies, mut captures, mut drops, mut pieces) = (0, false, false, Vec::new());
        // Whether a piece type has been named that no `move` has followed yet.
        let mut open = false;
        for inner in pair.into_inner() {
            let (range, text) = (range(&inner), inner.as_str());
            match inner.as_rule() {
                Rule::number => plies = self.note(mistake::number(text, range, 9999)).unwrap_or(0),
                Rule::unit if text.starts_with('m') => plies *= 2,
                Rule::reset => {
                    for part in inner.into_inner() {
                        open = part.as_rule() == Rule::name
                            || (open && matches!(part.as_rule(), Rule::capture | Rule::drop));
                        captures |= part.as_rule() == Rule::capture;
                        drops |= part.as_rule() == Rule::drop;
                        pieces.extend((part.as_rule() == Rule::name).then(|| self.name(&part)));
                    }
                }
                _ => {}
            }
        }
        self.faults.extend(pieces.last().filter(|_| open).map(mistake::no_move_word));
        if plies == 0 || (pieces.is_empty() && !captures && !drops) {
            self.faults.push(mistake::idle_without(at.clone(), plies));
        }
        fact(Form::Idle(Idle { plies, captures, drops, pieces }), at)
    }

    fn note<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.faults.push(fault)).ok()
    }
}

fn fact(form: Form, range: Range<usize>) -> Condition {
    Condition::Fact(Fact { form, range })
}

fn side(word: &str) -> Whose {
    match word {
        "mine" | "my" => Whose::Mine,
        "theirs" | "their" => Whose::Theirs,
        _ => Whose::Both,
    }
}
