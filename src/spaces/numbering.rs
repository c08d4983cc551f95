//! The numbers of actions, and those of the moves of a position.

use std::collections::HashMap;
use std::sync::Arc;

use super::action::Action;
use super::build::{Class, entries};
use super::hashed;
use crate::Variant;
use crate::board::Square as Number;
use crate::game::{ErasedPosition, Form, Game, Move, NO_TYPE, PieceType, Square, Trait};
use crate::model::pieces::TypeId;
use crate::moves::List;
use crate::order;

/// The number of no action.
pub(super) const NONE: u32 = u32::MAX;

/// The numbers of actions by their two squares.
type ByPair = Box<[u32]>;

/// The actions of a game, numbered: a list that depends on the rules alone.
///
/// It is worked out from the tables of the game: every pair of squares between which some piece may ever move, whatever stands on the
/// board; every promotion; every drop; and what else rules add. See [`Action`] for their kinds and how they are written. In each position,
/// each legal move has one of these numbers, and no two moves share one.
///
/// The last numbers are kept for moves that can't be told from another move of the same position by what an action says, such as captures
/// by different ways between the same squares. In a position where there are more of these than such numbers, which random play does not
/// reach in any game of the library, those beyond have none.
///
/// ```
/// use ferz::spaces::ActionSpace;
/// let chess = ferz::Variant::load("chess", &[])?;
/// let space = ActionSpace::new(&chess);
/// let mut game = chess.start();
/// let e4 = space.number_of(&game, &game.parse_move("e4").unwrap()).unwrap();
/// assert_eq!(space.action(e4).unwrap().to_string(), "e2e4");
/// game.play_text("e4").unwrap();
/// // Black sees the board from the other side
/// assert_eq!(space.move_of(&game, e4).unwrap().to_string(), "e7e5");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ActionSpace {
    variant: Variant,
    actions: Arc<[Action]>,
    squares: usize,
    /// Each square as either side sees it.
    view: Arc<[[Number; 256]; 2]>,
    moves: Arc<[u32]>,
    becomes: Arc<[Option<ByPair>]>,
    with: Arc<[Option<ByPair>]>,
    drops: Arc<[Option<ByPair>]>,
    places: Arc<[u32]>,
    removes: Arc<[u32]>,
    decline: u32,
    pass: u32,
    swap: u32,
    /// The number of each action made with an announcement, from this one on; none where nothing is announced.
    announced: Option<u32>,
    /// The first number for other moves.
    others: u32,
    hash: u64,
}

/// Reusable memory for numbering.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    traits: Vec<Trait>,
    /// For each action, the last numbering that met it.
    met: Vec<u32>,
    round: u32,
}

impl ActionSpace {
    /// Works out the actions of a game.
    pub fn new(variant: &Variant) -> Self {
        let start = variant.start();
        let (entries, others) = entries(variant, start.stand().0);
        let geometry = &variant.rules.geometry;
        let squares = geometry.squares();
        let types = variant.rules.types.len();
        let mut tables: HashMap<(Class, TypeId), Vec<u32>> = HashMap::new();
        let mut actions = Vec::new();
        for &(class, kind, from, to) in &entries {
            let table = tables.entry((class, kind)).or_insert_with(|| vec![NONE; squares * squares]);
            table[usize::from(from) * squares + usize::from(to)] = actions.len() as u32;
            actions.push(action(variant, (class, kind, from, to)));
        }
        let plain = actions.len() as u32;
        let announced = start.stand().0.announces().then_some(plain);
        actions.extend((0..plain).filter(|_| announced.is_some()).map(Action::Announced));
        let first_other = actions.len() as u32;
        actions.extend((1..=others).map(Action::Other));
        let mut by_type = |class| -> Arc<[Option<ByPair>]> {
            let table = |kind| tables.remove(&(class, kind)).map(Vec::into_boxed_slice);
            (0..types as TypeId).map(table).collect()
        };
        let (becomes, with, drops) = (by_type(Class::Becomes), by_type(Class::With), by_type(Class::Drop));
        let mut plain = |class| -> Arc<[u32]> {
            tables.remove(&(class, 0)).unwrap_or_else(|| vec![NONE; squares * squares]).into()
        };
        let (moves, places, removes) = (plain(Class::Move), plain(Class::Place), plain(Class::Remove));
        let [decline, pass, swap] = [Class::Decline, Class::Pass, Class::Swap].map(|class| plain(class)[0]);
        let mut view = [[0; 256]; 2];
        for square in geometry.every() {
            view[0][usize::from(square)] = square;
            view[1][usize::from(square)] = geometry.opposite(square);
        }
        let hash = actions.iter().fold(variant.rules_hash(), |hash, action| {
            hashed(hashed(hash, action.to_string().as_bytes()), &[0])
        });
        Self {
            variant: variant.clone(),
            actions: actions.into(),
            squares,
            view: Arc::new(view),
            moves,
            becomes,
            with,
            drops,
            places,
            removes,
            decline,
            pass,
            swap,
            announced,
            others: first_other,
            hash,
        }
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the number of actions.
    pub fn size(&self) -> usize {
        self.actions.len()
    }

    /// Returns a name that is the same only for the same list of actions of the same rules: that of the game, the number of actions, and a
    /// hash of both the [rules](Variant::rules_hash) and the list.
    ///
    /// ```
    /// use ferz::spaces::ActionSpace;
    /// let space = ActionSpace::new(&ferz::Variant::load("chess", &[])?);
    /// assert!(space.name().starts_with(&format!("chess-{}-", space.size())));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn name(&self) -> String {
        format!("{}-{}-{:016x}", self.variant.name(), self.size(), self.hash)
    }

    /// Returns the action with a number.
    pub fn action(&self, number: u32) -> Option<Action> {
        self.actions.get(number as usize).copied()
    }

    /// Returns all actions, in the order of their numbers.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Returns the legal moves of a game, each with the number of its action; none if the game is over.
    pub fn legal(&self, game: &Game) -> Vec<(u32, Move)> {
        let (board, ..) = game.stand();
        if game.closed().is_some() || board.overflow().is_some() {
            return Vec::new();
        }
        let (mut list, mut numbers) = (List::default(), Vec::new());
        board.moves_into(&mut list);
        self.numbers_into(board, &list, &mut Scratch::default(), &mut numbers);
        let numbered = numbers.iter().zip(&list.moves).filter(|(number, _)| **number != NONE);
        numbered.map(|(&number, &packed)| (number, game.position().describe(packed))).collect()
    }

    /// Returns the number of a legal move's action; `None` if the move is not legal in the game.
    pub fn number_of(&self, game: &Game, of: &Move) -> Option<u32> {
        self.legal(game).into_iter().find(|(_, legal)| legal == of).map(|(number, _)| number)
    }

    /// Returns the legal move with the number of an action; `None` if there is none.
    pub fn move_of(&self, game: &Game, number: u32) -> Option<Move> {
        self.legal(game).into_iter().find(|(known, _)| *known == number).map(|(_, legal)| legal)
    }

    /// Returns the number that a move has if no earlier move of the position has it.
    #[inline]
    fn number(&self, view: &[Number; 256], of: &Trait) -> u32 {
        let place = |square: Number| usize::from(view[usize::from(square)]);
        let pair = || place(of.from) * self.squares + place(of.to);
        let typed = |tables: &[Option<ByPair>], kind: TypeId, at: usize| {
            tables.get(usize::from(kind)).and_then(Option::as_ref).map_or(NONE, |table| table[at])
        };
        let number = match of.form {
            Form::Move if of.adds != NO_TYPE => typed(&self.with, of.adds, pair()),
            Form::Move if of.becomes != NO_TYPE => typed(&self.becomes, of.becomes, pair()),
            Form::Move => self.moves[pair()],
            Form::Drop => typed(&self.drops, of.becomes, place(of.to)),
            Form::Place => self.places[place(of.to)],
            Form::Remove => self.removes[place(of.to)],
            Form::Decline => self.decline,
            Form::Pass => self.pass,
            Form::Swap => self.swap,
            Form::Other => NONE,
        };
        match self.announced {
            Some(first) if of.announced && number != NONE => first + number,
            _ => number,
        }
    }

    /// Replaces the numbers with those of the moves of a list, which are all of the position.
    pub(super) fn numbers_into(
        &self,
        board: &dyn ErasedPosition,
        list: &List,
        scratch: &mut Scratch,
        numbers: &mut Vec<u32>,
    ) {
        board.traits_into(list, &mut scratch.traits);
        let view = &self.view[board.side().index()];
        scratch.met.resize(self.actions.len(), 0);
        scratch.round = scratch.round.wrapping_add(1).max(1);
        numbers.clear();
        let mut shared = false;
        for one in &scratch.traits {
            let number = self.number(view, one);
            numbers.push(number);
            match scratch.met.get_mut(number as usize) {
                Some(met) if *met != scratch.round => *met = scratch.round,
                _ => shared = true,
            }
        }
        if shared {
            self.tell_apart(board, list, numbers);
        }
    }

    /// Gives numbers for other moves to those that share theirs, or have none.
    #[inline(never)]
    fn tell_apart(&self, board: &dyn ErasedPosition, list: &List, numbers: &mut [u32]) {
        let mut by_number: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, &number) in numbers.iter().enumerate() {
            by_number.entry(number).or_default().push(index);
        }
        let mut others: Vec<(String, usize)> = Vec::new();
        for (number, mut sharing) in by_number {
            let own = usize::from(number != NONE);
            if sharing.len() > own {
                sharing.sort_by_cached_key(|&index| board.coordinates(list.moves[index]));
                let written = |&index: &usize| (board.coordinates(list.moves[index]), index);
                others.extend(sharing[own..].iter().map(written));
            }
        }
        order::values(&mut others);
        for (place, (_, index)) in others.into_iter().enumerate() {
            let number = self.others as usize + place;
            numbers[index] = if number < self.actions.len() { number as u32 } else { NONE };
        }
    }
}

/// Returns an action as a value.
fn action(variant: &Variant, (class, kind, from, to): (Class, TypeId, Number, Number)) -> Action {
    let square = |number| Square::numbered(&variant.rules.geometry, number);
    let typed = || -> PieceType { variant.type_at(usize::from(kind)).expect("a type of the game") };
    let (from, to) = (square(from), square(to));
    match class {
        Class::Move => Action::Move { from, to, becomes: None, with: None },
        Class::Becomes => Action::Move { from, to, becomes: Some(typed()), with: None },
        Class::With => Action::Move { from, to, becomes: None, with: Some(typed()) },
        Class::Drop => Action::Drop { piece_type: typed(), to },
        Class::Place => Action::Place { to },
        Class::Remove => Action::Remove { square: to },
        Class::Decline => Action::Decline,
        Class::Pass => Action::Pass,
        Class::Swap => Action::Swap,
    }
}
