//! The games on offer, and their names.

use std::path::Path;

use ferz::{Choice, LoadError, Variant, builtin_games};

/// The names that CECP and UCI have for the game they were made for.
const STANDARD: &str = "normal chess";

/// Names that CECP interfaces know with rules and start positions of their own.
const TAKEN: &str = "normal wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway twokings kriegspiel \
    atomic 3check shatranj unknown gothic capablanca falcon shogi xiangqi courier knightmate fairy cylinder berolina janus \
    caparandom super great twilight makruk seirawan grand spartan asean lion chu elven";

/// The start positions of those of them whose rules and letters agree with ours where the start position does.
const AGREED: [&str; 3] = [
    "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
    "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
];

/// A game that is offered.
#[derive(Clone, Debug)]
pub(crate) struct SupportedVariant {
    /// Its name in UCI.
    pub(crate) name: String,
    /// Its name in CECP.
    pub(crate) label: String,
    variant: Variant,
}

/// All games that are offered.
#[derive(Clone, Debug)]
pub(crate) struct SupportedVariants(Vec<SupportedVariant>);

/// Returns a name without characters that would end it on a line.
fn plain(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "-_+.".contains(c) { c } else { '-' };
    name.chars().map(kept).collect()
}

fn is_taken(name: &str) -> bool {
    TAKEN.split_whitespace().any(|taken| taken == name)
}

impl SupportedVariants {
    /// Returns the games of the library, and those in some files.
    ///
    /// # Errors
    /// Returns the error of a file that can't be loaded.
    pub(crate) fn new(files: &[impl AsRef<Path>]) -> Result<Self, LoadError> {
        let mut offers = Self(Vec::new());
        for name in builtin_games() {
            offers.add(Variant::load(name, &[])?);
        }
        for file in files {
            let path = file.as_ref().to_string_lossy().into_owned();
            // a path, though it may look like a name
            let path = if path.contains(['/', '\\']) { path } else { format!("./{path}") };
            offers.add(Variant::load(&path, &[])?);
        }
        Ok(offers)
    }

    fn add(&mut self, variant: Variant) {
        let mut name = plain(variant.uci_name());
        while self.0.iter().any(|offer| offer.name.eq_ignore_ascii_case(&name)) {
            name += "-2";
        }
        let (normal, standard) = STANDARD.split_once(' ').unwrap_or_default();
        // a position requires the tables of the game, which take longer to compile than everything else here
        let agreed = || {
            let agrees = |fen: &str| fen.split(' ').next().is_some_and(|board| AGREED.contains(&board));
            variant.says_uci_name() || agrees(&variant.start().fen())
        };
        let taken = is_taken(&name);
        let label = match &name {
            name if name == standard => normal.to_owned(),
            name if taken && !agreed() => format!("ferz-{name}"),
            name => name.clone(),
        };
        self.0.push(SupportedVariant { name, label, variant });
    }

    /// Returns every offer.
    pub(super) fn all(&self) -> impl Iterator<Item = &SupportedVariant> {
        self.0.iter()
    }

    /// Returns the offer that a name of either protocol means.
    pub(crate) fn find(&self, name: &str) -> Option<&SupportedVariant> {
        let exact = self
            .0
            .iter()
            .find(|offer| offer.name == name || offer.label == name || plain(offer.variant.name()) == name);
        let loosely = || self.0.iter().find(|offer| offer.name.eq_ignore_ascii_case(name));
        exact.or_else(loosely).or_else(|| self.0.iter().find(|offer| offer.variant.is_called(name)))
    }

    /// Returns the titles of the games.
    pub(crate) fn titles(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|offer| offer.variant.title())
    }

    /// Returns the game that is played by default.
    pub(crate) fn standard(&self) -> &SupportedVariant {
        let name = STANDARD.split(' ').next_back().unwrap_or_default();
        self.find(name).unwrap_or(&self.0[0])
    }

    /// Returns the name of a game in a record; `None` for the one that programs assume by default.
    pub(crate) fn tag(&self, name: &str) -> Option<String> {
        let label = self.find(name).map_or_else(|| plain(name), |offer| offer.label.clone());
        (label != self.standard().label).then_some(label)
    }

    /// Returns every option of any game: its name, its default, and all values.
    pub(super) fn options(&self) -> Vec<(String, String, Vec<String>)> {
        let mut options: Vec<(String, String, Vec<String>)> = Vec::new();
        for option in self.0.iter().flat_map(|offer| offer.variant.options()) {
            match options.iter_mut().find(|known| known.0 == option.name) {
                Some(known) => {
                    let more = option.values.into_iter().filter(|value| !known.2.contains(value));
                    let more: Vec<_> = more.collect();
                    known.2.extend(more);
                }
                None => options.push((option.name, option.value, option.values)),
            }
        }
        options
    }
}

impl SupportedVariant {
    /// Returns the rules, with the choices that concern them.
    pub(super) fn variant(&self, chosen: &[Choice]) -> Result<Variant, LoadError> {
        let has = |choice: &&Choice| {
            let mut options = self.variant.offered_options().into_iter();
            options.any(|option| option.name == choice.name && option.values.contains(&choice.value))
        };
        let choices: Vec<Choice> = chosen.iter().filter(has).cloned().collect();
        self.variant.with_options(&choices)
    }

    /// The rules with the default options of its game file.
    pub(crate) fn rules(&self) -> &Variant {
        &self.variant
    }

    /// Returns `true` if every move takes one piece from a square to another, or drops one in a game that interfaces for CECP know: they can
    /// show no more.
    pub(super) fn is_shown(&self) -> bool {
        self.variant.has_only_plain_moves(self.is_judged())
    }

    /// Returns `true` if interfaces for CECP judge the game by rules of their own.
    pub(super) fn is_judged(&self) -> bool {
        is_taken(&self.label)
    }
}
