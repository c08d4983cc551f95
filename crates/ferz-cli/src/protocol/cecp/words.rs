//! The output to the interface.

use ferz::{Level, Outcome, Score, SearchInfo, Side, Strength};

use super::super::session::{BY_GAME, MOST_LINES, Session, WAIT};
use super::Cecp;

impl Cecp {
    /// The features that are announced.
    pub(super) fn introduce(&self) {
        let offers = self.desk.offers.all().filter(|offer| offer.is_shown());
        let names: Vec<&str> = offers.map(|offer| offer.label.as_str()).collect();
        if !self.desk.asked_to_wait {
            self.say(WAIT);
        }
        self.say(
            "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=0 debug=1 colors=0 sigint=0 sigterm=0",
        );
        self.say("feature reuse=1 analyze=1 nps=0 memory=1 smp=1 name=0 ics=0 pause=0");
        self.say(&format!("feature myname=\"ferz {}\"", env!("CARGO_PKG_VERSION")));
        self.say(&format!("feature variants=\"{}\"", names.join(",")));
        self.say(&format!("feature option=\"MultiPV -spin 1 1 {MOST_LINES}\""));
        let (low, high) = (Level::LOWEST, Level::HIGHEST);
        self.say(&format!("feature option=\"Skill Level -spin {high} {low} {high}\""));
        let [low, high] = [Strength::WEAKEST, Strength::STRONGEST].map(Strength::elo);
        self.say("feature option=\"Limit Strength -check 0\"");
        self.say(&format!("feature option=\"Elo -spin {high} {low} {high}\""));
        let combo = |name: &str, default: &str, values: &mut dyn Iterator<Item = &str>| {
            let marked = |value: &str| if value == default { format!("*{value}") } else { value.to_owned() };
            let values: Vec<String> = values.map(marked).collect();
            self.say(&format!("feature option=\"{name} -combo {}\"", values.join(" /// ")));
        };
        combo("Search", BY_GAME, &mut Session::methods());
        for (name, default, values) in self.desk.offers.options() {
            combo(&name, &default, &mut values.iter().map(String::as_str));
        }
        self.say("feature done=1");
    }
}

/// Returns the result, as it is claimed.
pub(super) fn claim(result: &Outcome) -> String {
    let score = match result.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} {{{}}}", result.reason)
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a line of thinking output.
pub(super) fn thinking(insight: &SearchInfo) -> String {
    let turns = |plies: u32| plies.div_ceil(2) as i32;
    let score = match insight.score {
        Score::Value(value) => value,
        Score::Win(plies) => 100_000 + turns(plies),
        Score::Loss(plies) => -100_000 - turns(plies),
    };
    let hundredths = insight.time.as_millis() / 10;
    format!("{} {score} {hundredths} {} {}", insight.depth, insight.nodes, insight.coordinates())
}
