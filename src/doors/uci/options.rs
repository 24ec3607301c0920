//! The options of the engine and their values.

use keymove_base::reason::Reason;
use keymove_rules::house::Variant;
use keymove_solve::{Aim, Kind, PlayKind};

/// The default size of the tables in megabytes.
const MEMORY: usize = 64;

/// The maximum number of threads.
pub const MOST_THREADS: u64 = 512;

/// The default maximum length in moves.
const SEARCH_DEPTH: u16 = 100;

/// The largest value allowed for the length.
pub const LONGEST: u16 = 500;

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "keymove ",
    env!("CARGO_PKG_VERSION"),
    ": proves mates and plays nothing; no evaluation, every mate complete to its end"
);

/// The games by their names in `UCI_Variant`.
const GAMES: [(&str, Option<Variant>); 3] = [
    ("chess", None),
    ("crazyhouse", Some(Variant::Crazyhouse)),
    ("bughouse", Some(Variant::Bughouse)),
];

/// The goals by their names in `Stipulation`: play in which one side forces the goal. Help and
/// series play have no opponent that an engine could answer.
const GOALS: [Kind; 12] = {
    const fn of(play: PlayKind, aim: Aim) -> Kind {
        Kind { play, aim }
    }
    [
        Kind::MATE,
        Kind::STALEMATE,
        Kind::SELFMATE,
        Kind::SELFSTALEMATE,
        Kind::DOUBLESTALEMATE,
        Kind::SELFDOUBLESTALEMATE,
        of(PlayKind::Reflex, Aim::Mate),
        of(PlayKind::Reflex, Aim::Stalemate),
        of(PlayKind::Reflex, Aim::DoubleStalemate),
        of(PlayKind::SemiReflex, Aim::Mate),
        of(PlayKind::SemiReflex, Aim::Stalemate),
        of(PlayKind::SemiReflex, Aim::DoubleStalemate),
    ]
};

/// The goal named by `value`; other known stipulations are refused with the reason.
fn goal(value: &str) -> Result<Kind, Reason> {
    let is_named = |kind: &Kind| kind.name().eq_ignore_ascii_case(value);
    if Kind::ALL
        .into_iter()
        .any(|kind| kind.has_lines() && is_named(&kind))
    {
        return Err(Reason::new(
            "{} has no opponent, so no engine plays it; ask solver itself: kept as it was",
            [value.to_lowercase()],
        ));
    }
    named(value, &GOALS.map(|kind| (kind.name(), kind)))
}

/// The values of the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UciOptions {
    /// `Hash`: megabytes of 2^20 bytes.
    pub memory: usize,
    /// `Threads`: the number of threads that search, 1 to [`MOST_THREADS`].
    pub threads: usize,
    /// `MultiPV`: the number of first moves reported.
    pub shown: usize,
    /// `UCI_Chess960`: whether castling is written as the king taking its rook.
    pub chess960: bool,
    /// `UCI_Variant`.
    pub variant: Option<Variant>,
    /// `SearchDepth`: the maximum length in moves, 1 to [`LONGEST`].
    pub depth: u16,
    /// `Stipulation`.
    pub kind: Kind,
}

impl Default for UciOptions {
    fn default() -> UciOptions {
        UciOptions {
            memory: MEMORY,
            threads: 1,
            shown: 1,
            chess960: false,
            variant: None,
            depth: SEARCH_DEPTH,
            kind: Kind::MATE,
        }
    }
}

impl UciOptions {
    /// The lines that declare the options.
    pub fn offered() -> Vec<String> {
        let combo = |name: &str, values: &[&str]| {
            let vars: String = values.iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {}{vars}", values[0])
        };
        vec![
            format!("option name Hash type spin default {MEMORY} min 1 max 1048576"),
            "option name Clear Hash type button".to_owned(),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            "option name MultiPV type spin default 1 min 1 max 255".to_owned(),
            "option name Ponder type check default false".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            combo("UCI_Variant", &GAMES.map(|(name, _)| name)),
            "option name UCI_AnalyseMode type check default false".to_owned(),
            format!("option name SearchDepth type spin default {SEARCH_DEPTH} min 1 max {LONGEST}"),
            combo("Stipulation", &GOALS.map(Kind::name)),
            format!("option name UCI_EngineAbout type string default {ABOUT}"),
        ]
    }

    /// Sets an option. Names and named values may be in any case, a number outside its range is
    /// clamped, and unknown names are ignored.
    ///
    /// # Errors
    ///
    /// The option does not take this value; it stays as it was.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Reason> {
        let name = name.to_ascii_lowercase();
        let number = |most: u64| {
            let number = value.parse::<i64>();
            let number = number.map_err(|_| Reason::new("{} takes a number", [name.clone()]))?;
            Ok::<_, Reason>(u64::try_from(number).unwrap_or(0).clamp(1, most))
        };
        let size = |most| number(most).map(|n| usize::try_from(n).expect("at most 2^20"));
        match &*name {
            "hash" => self.memory = size(1 << 20)?,
            "multipv" => self.shown = size(255)?,
            "threads" => self.threads = size(MOST_THREADS)?,
            "searchdepth" => {
                self.depth = u16::try_from(number(u64::from(LONGEST))?).expect("at most 500");
            }
            "uci_chess960" => {
                self.chess960 = value
                    .to_ascii_lowercase()
                    .parse()
                    .map_err(|_| "UCI_Chess960 is true or false")?;
            }
            "uci_variant" => self.variant = named(value, &GAMES)?,
            "stipulation" => self.kind = goal(value)?,
            _ => {}
        }
        Ok(())
    }
}

/// The item named by `value`.
fn named<T: Copy>(value: &str, all: &[(&str, T)]) -> Result<T, Reason> {
    let found = all
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(value));
    found.map(|&(_, what)| what).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&(name, _)| name).collect();
        Reason::new("none of {}: kept as it was", [names.join(", ")])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_put_into_their_range_and_the_rest_is_kept() {
        let mut options = UciOptions::default();
        for (name, value) in [
            ("hash", "0"),
            ("MULTIPV", "1000"),
            ("SearchDepth", "-7"),
            ("Threads", "99999"),
            ("UCI_Variant", "Crazyhouse"),
            ("Stipulation", "selfmate"),
            ("uci_chess960", "True"),
            ("Skill Level", "3"),
            ("", ""),
        ] {
            assert_eq!(options.set(name, value), Ok(()), "{name}");
        }
        let set = UciOptions {
            memory: 1,
            threads: 512,
            shown: 255,
            chess960: true,
            variant: Some(Variant::Crazyhouse),
            depth: 1,
            kind: Kind::SELFMATE,
        };
        assert_eq!(options, set);
        for (name, value) in [
            ("Hash", "much"),
            ("Hash", ""),
            ("Threads", "many"),
            ("UCI_Variant", "atomic"),
            ("Stipulation", "helpmate"),
            ("Stipulation", "seriesselfmate"),
            ("Stipulation", "paralysis"),
            ("UCI_Chess960", "yes"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
            assert_eq!(options, set);
        }
    }

    #[test]
    fn every_option_that_is_offered_has_a_type_and_a_default_that_changes_nothing() {
        for line in UciOptions::offered() {
            let rest = line.strip_prefix("option name ").expect("an option");
            let (name, rest) = rest.split_once(" type ").expect("a type");
            let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let mut options = UciOptions::default();
            if kind != "button" {
                let default = rest.strip_prefix("default ").expect("a default");
                let value = default.split(" min ").next().expect("a value");
                let value = value.split(" var ").next().expect("a value");
                assert_eq!(options.set(name, value), Ok(()), "{line}");
            }
            assert_eq!(options, UciOptions::default(), "{line}");
        }
    }
}
