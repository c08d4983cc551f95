//! Statements about the two players of a game as small trees, and the English in which they are written.
//!
//! A fact of the rules says whom it is about and what it says of them, affirmed or denied; facts are joined by `and` and `or`. Nothing looks
//! into the words of a clause again: what the players are called, which of the squares of both sides are meant, and whether a subject is named
//! once more, is decided when the clause is written, by a [`Writer`].

use std::cell::Cell;
use std::ops::Add;

/// The two players of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The one for whom it is made.
    Player,
    /// The other one.
    Opponent,
}

/// A part of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Name(Role),
    /// Squares that differ for White and Black, seen by one of the players or by both: White's, Black's, and both in one phrase.
    Squares {
        of: Option<Role>,
        each: [String; 2],
        both: String,
    },
    /// Words that are left out in brief.
    Detail(Phrase),
}

/// Words in which the players have no names yet.
///
/// ```ignore
/// Phrase::from("has more ") + pieces + " than " + Role::Opponent
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrase(Vec<Part>);

impl Phrase {
    /// Returns words that are left out in brief.
    pub(crate) fn detail(words: impl Into<Self>) -> Self {
        Self(vec![Part::Detail(words.into())])
    }

    /// Returns the words for squares as White and as Black see them, those of one player or of both.
    pub(crate) fn squares(of: Option<Role>, each: [String; 2], both: String) -> Self {
        Self(vec![Part::Squares { of, each, both }])
    }

    /// Writes the words about “the player” and “the opponent”.
    pub(crate) fn plain(&self) -> String {
        Writer::new(Players::Any).phrase(self)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if it speaks of a player.
    fn names(&self, role: Role) -> bool {
        self.0.iter().any(|part| match part {
            Part::Name(named) => *named == role,
            Part::Detail(words) => words.names(role),
            Part::Text(_) | Part::Squares { .. } => false,
        })
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        if text.is_empty() { Self::default() } else { Self(vec![Part::Text(text)]) }
    }
}

impl From<Role> for Phrase {
    fn from(role: Role) -> Self {
        Self(vec![Part::Name(role)])
    }
}

impl<T: Into<Phrase>> Add<T> for Phrase {
    type Output = Self;

    fn add(mut self, other: T) -> Self {
        self.0.extend(other.into().0);
        self
    }
}

/// Whom or what a statement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    One(Role),
    /// `each player`
    Each,
    /// `neither player`
    Neither,
    Other(Phrase),
}

/// What is said of its subject, beginning with the verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Predicate {
    words: Phrase,
    /// True if it ends in a clause of its own, so that the next verb needs its subject.
    trails: bool,
}

/// A statement, or several of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    Says(Subject, Predicate),
    /// The player has a legal move after which something holds, or has none.
    Can(bool, Box<Clause>),
    All(Vec<Clause>),
    Any(Vec<Clause>),
}

impl Clause {
    /// Returns the statement about a player: `Clause::of(Role::Player, "is in check")`.
    pub(crate) fn of(role: Role, says: impl Into<Phrase>) -> Self {
        Self::Says(Subject::One(role), Predicate { words: says.into(), trails: false })
    }

    /// Returns the statement about something else: `Clause::about("its square", "is on rank 8")`.
    pub(crate) fn about(subject: impl Into<Phrase>, says: impl Into<Phrase>) -> Self {
        Self::Says(Subject::Other(subject.into()), Predicate { words: says.into(), trails: false })
    }

    /// Returns the same statement if it doesn't end in a clause of its own; otherwise one behind which a verb needs its subject.
    pub(crate) fn trailing(self, trails: bool) -> Self {
        match self {
            Self::Says(subject, said) => Self::Says(subject, Predicate { trails, ..said }),
            other => other,
        }
    }

    /// Returns the same statement of another subject, if it is a single one.
    pub(crate) fn with(self, subject: Subject) -> Self {
        match self {
            Self::Says(_, said) => Self::Says(subject, said),
            other => other,
        }
    }

    /// Returns `true` if it speaks of the player for whom it is made.
    pub(crate) fn names_player(&self) -> bool {
        let player = Role::Player;
        match self {
            Self::Says(subject, said) => {
                let about = match subject {
                    Subject::One(role) => *role == player,
                    Subject::Other(words) => words.names(player),
                    Subject::Each | Subject::Neither => false,
                };
                about || said.words.names(player)
            }
            Self::Can(..) => true,
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::names_player),
        }
    }

    /// The subject of a statement, or of all of several.
    fn subject(&self) -> Option<Subject> {
        match self {
            Self::Says(subject, _) => Some(subject.clone()),
            Self::Can(..) => Some(Subject::One(Role::Player)),
            Self::All(parts) | Self::Any(parts) => {
                let mut subjects = parts.iter().map(Self::subject);
                let first = subjects.next()??;
                subjects.all(|subject| subject.as_ref() == Some(&first)).then_some(first)
            }
        }
    }

    /// Returns `true` if a statement says of its subject nothing that speaks of the player.
    fn is_simple(&self) -> bool {
        match self {
            Self::Says(_, said) => !said.words.names(Role::Player),
            Self::Can(..) => false,
            Self::All(parts) | Self::Any(parts) => parts.iter().all(Self::is_simple),
        }
    }

    /// Returns `true` if it is a single statement.
    fn is_single(&self) -> bool {
        matches!(self, Self::Says(..) | Self::Can(..))
    }

    /// Returns `true` if it is a single statement, or two of them.
    fn is_short(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.len() == 2 && parts.iter().all(Self::is_single),
            Self::Says(..) | Self::Can(..) => true,
        }
    }

    /// The number of statements beyond which they are listed.
    const IN_PROSE: usize = 4;

    /// Returns `true` if it has so many parts, or such parts, that they are listed.
    fn is_long(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => {
                parts.len() > Self::IN_PROSE || !parts.iter().all(Self::is_short)
            }
            Self::Says(..) | Self::Can(..) => false,
        }
    }
}

/// What the two players are called.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Players<'a> {
    /// `the player` and `the opponent`
    Any,
    /// The player is anybody: called so where first named, and `that player` from then on.
    Someone(&'a str),
    /// The names of the player and the opponent, and the index of the player's side.
    Sides([&'a str; 2], usize),
}

/// A writer of clauses.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    players: Players<'a>,
    /// True if details are left out.
    brief: bool,
    /// True once the player has been named.
    named: Cell<bool>,
}

impl<'a> Writer<'a> {
    /// Returns a writer that leaves no detail out.
    pub(crate) const fn new(players: Players<'a>) -> Self {
        Self { players, brief: false, named: Cell::new(false) }
    }

    /// Returns a writer that leaves out details.
    pub(crate) const fn brief(players: Players<'a>) -> Self {
        Self { players, brief: true, named: Cell::new(false) }
    }

    /// Writes a clause, without a capital at the beginning and a full stop at the end.
    pub(crate) fn clause(&self, clause: &Clause) -> String {
        let (parts, all) = match clause {
            Clause::All(parts) => (parts, true),
            Clause::Any(parts) => (parts, false),
            Clause::Says(..) | Clause::Can(..) => return self.one(clause, None),
        };
        if !clause.is_long() {
            return self.row(parts, all, None);
        }
        let said: Vec<String> = parts.iter().map(|part| self.one(part, None)).collect();
        let items: Vec<String> = (1..).zip(&said).map(|(at, said)| format!("({at}) {said}")).collect();
        let intro = if all { "all of these hold" } else { "one of these holds" };
        format!("{intro}: {}", items.join("; "))
    }

    /// Writes a clause about the player as what is said of that player, behind `a player who`; `None` if that is not clear.
    pub(crate) fn relative(&self, clause: &Clause) -> Option<String> {
        let player = Subject::One(Role::Player);
        if clause.is_long() || !clause.is_simple() {
            return None;
        }
        if clause.subject().as_ref() == Some(&player) {
            return Some(match clause {
                Clause::All(parts) => self.row(parts, true, Some(&player)),
                Clause::Any(parts) => self.row(parts, false, Some(&player)),
                one => self.one(one, Some(&player)),
            });
        }
        let (parts, link) = match clause {
            Clause::All(parts) => (parts, "and"),
            Clause::Any(parts) => (parts, "or"),
            Clause::Says(..) | Clause::Can(..) => return None,
        };
        let [
            Clause::Says(Subject::One(Role::Player), own),
            Clause::Says(Subject::One(Role::Opponent), other),
        ] = &parts[..]
        else {
            return None;
        };
        let [own, other] = [own, other].map(|said| self.phrase(&said.words));
        Some(format!("{own} {link} whose opponent {other}"))
    }

    /// Writes parts in a row; the subject `before` has just been named. A subject that two parts share, or all of more, is named once.
    fn row(&self, parts: &[Clause], all: bool, before: Option<&Subject>) -> String {
        let (mut last, mut said, mut anew) = (before.cloned(), Vec::new(), false);
        let first = parts.first().and_then(Clause::subject);
        let shared = parts.len() == 2 || parts.iter().all(|part| part.subject() == first);
        for part in parts {
            anew |= !said.is_empty() && (last.is_none() || part.subject() != last);
            said.push(self.one(part, last.as_ref()));
            let trails = !matches!(part, Clause::Says(_, Predicate { trails: false, .. }));
            last = part.subject().filter(|_| shared && !trails);
        }
        let link = if all { "and" } else { "or" };
        match &said[..] {
            [one, other] if all || !anew && parts.iter().all(Clause::is_single) => {
                format!("{one} {link} {other}")
            }
            [one, other] => format!("{one}, {link} {other}"),
            _ => {
                let (end, begin) =
                    said.split_last().map_or(("", &[][..]), |(end, begin)| (end.as_str(), begin));
                if begin.is_empty() { end.to_owned() } else { format!("{}, {link} {end}", begin.join(", ")) }
            }
        }
    }

    /// Writes a part of a row; the subject `before` has just been named.
    fn one(&self, clause: &Clause, before: Option<&Subject>) -> String {
        let subject = clause.subject();
        let shared = before.is_some() && subject.as_ref() == before;
        match clause {
            Clause::Says(of, said) => {
                let named = if shared { String::new() } else { self.subject(of) + " " };
                named + &self.phrase(&said.words)
            }
            Clause::Can(holds, then) => {
                let named = if shared { String::new() } else { self.name(Role::Player) + " " };
                let some = if *holds { "a" } else { "no" };
                format!("{named}has {some} legal move after which {}", self.nested(then))
            }
            Clause::All(parts) | Clause::Any(parts) => {
                let all = matches!(clause, Clause::All(_));
                match &subject {
                    _ if !clause.is_short() => self.nested(clause),
                    Some(of) => {
                        let named = if shared { String::new() } else { self.subject(of) + " " };
                        let both = if all { "both" } else { "either" };
                        format!("{named}{both} {}", self.row(parts, all, Some(of)))
                    }
                    None if all => format!("both {}", self.row(parts, true, None)),
                    None => format!("either {}", self.row(parts, false, None)),
                }
            }
        }
    }

    /// Writes a clause within another, in brackets if it is a long one.
    fn nested(&self, clause: &Clause) -> String {
        match clause {
            Clause::Says(..) | Clause::Can(..) => self.one(clause, None),
            Clause::All(parts) if clause.is_short() => self.row(parts, true, None),
            Clause::Any(parts) if clause.is_short() => self.row(parts, false, None),
            Clause::All(parts) => format!("({})", self.row(parts, true, None)),
            Clause::Any(parts) => format!("({})", self.row(parts, false, None)),
        }
    }

    fn subject(&self, subject: &Subject) -> String {
        match subject {
            Subject::One(role) => self.name(*role),
            Subject::Each => "each player".to_owned(),
            Subject::Neither => "neither player".to_owned(),
            Subject::Other(words) => self.phrase(words),
        }
    }

    fn name(&self, role: Role) -> String {
        let named = match (self.players, role) {
            (Players::Sides([player, _], _), Role::Player) => player,
            (Players::Sides([_, opponent], _), Role::Opponent) => opponent,
            (Players::Any, Role::Player) => "the player",
            (Players::Someone(_), Role::Player) if self.named.replace(true) => "that player",
            (Players::Someone(anybody), Role::Player) => anybody,
            (Players::Any | Players::Someone(_), Role::Opponent) => "the opponent",
        };
        named.to_owned()
    }

    /// Writes words.
    pub(crate) fn phrase(&self, words: &Phrase) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Name(role) => self.name(*role),
            Part::Squares { of, each: [white, black], both } => match (self.players, of) {
                (Players::Sides(_, side), Some(role)) => {
                    let of_white = (side == 0) == (*role == Role::Player);
                    if of_white { white.clone() } else { black.clone() }
                }
                _ => both.clone(),
            },
            Part::Detail(_) if self.brief => String::new(),
            Part::Detail(words) => self.phrase(words),
        };
        words.0.iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mine(says: &str) -> Clause {
        Clause::of(Role::Player, says)
    }

    fn theirs(says: &str) -> Clause {
        Clause::of(Role::Opponent, says)
    }

    fn said(clause: &Clause) -> String {
        Writer::new(Players::Any).clause(clause)
    }

    #[test]
    fn a_subject_is_named_once() {
        let both = Clause::All(vec![mine("has no queen"), mine("is in check")]);
        assert_eq!(said(&both), "the player has no queen and is in check");
        let trailing =
            Clause::All(vec![mine("has a rook that is attacked").trailing(true), mine("is in check")]);
        assert_eq!(said(&trailing), "the player has a rook that is attacked and the player is in check");
        let three = Clause::All(vec![theirs("has no pawn"), mine("has a queen"), mine("is in check")]);
        assert_eq!(
            said(&three),
            "the opponent has no pawn, the player has a queen, and the player is in check"
        );
    }

    #[test]
    fn the_scope_of_a_link_shows() {
        let (a, b, c) = (mine("has a"), theirs("has b"), mine("has c"));
        let either = Clause::All(vec![a.clone(), Clause::Any(vec![b.clone(), c.clone()])]);
        assert_eq!(said(&either), "the player has a and either the opponent has b, or the player has c");
        let both = Clause::Any(vec![Clause::All(vec![a.clone(), b.clone()]), c.clone()]);
        assert_eq!(said(&both), "both the player has a and the opponent has b, or the player has c");
        let deep = Clause::All(vec![a.clone(), Clause::Any(vec![b.clone(), Clause::All(vec![a, c])])]);
        assert_eq!(
            said(&deep),
            "all of these hold: (1) the player has a; (2) (the opponent has b, or the player both has a and has c)"
        );
        assert_ne!(said(&either), said(&both));
    }

    #[test]
    fn players_are_called_what_the_reader_calls_them() {
        let more = Clause::of(Role::Player, Phrase::from("has more pawns than ") + Role::Opponent);
        assert_eq!(
            Writer::new(Players::Sides(["Red", "Blue"], 0)).clause(&more),
            "Red has more pawns than Blue"
        );
        let then = Clause::All(vec![more.clone().trailing(true), mine("is in check")]);
        assert_eq!(
            Writer::new(Players::Someone("a player")).clause(&then),
            "a player has more pawns than the opponent and that player is in check"
        );
        let relative = |clause| Writer::new(Players::Any).relative(clause);
        assert_eq!(relative(&more).as_deref(), Some("has more pawns than the opponent"));
        let own = Clause::of(Role::Opponent, Phrase::from("attacks ") + Role::Player + "'s king");
        assert_eq!(relative(&own), None);
    }

    #[test]
    fn squares_are_those_of_the_side_that_is_meant() {
        let on = Phrase::squares(
            Some(Role::Player),
            ["rank 8".into(), "rank 1".into()],
            "rank 8 (for Black rank 1)".into(),
        );
        let clause = Clause::of(Role::Player, Phrase::from("has a king on ") + on);
        assert_eq!(said(&clause), "the player has a king on rank 8 (for Black rank 1)");
        let black = Writer::new(Players::Sides(["Black", "White"], 1)).clause(&clause);
        assert_eq!(black, "Black has a king on rank 1");
    }
}
