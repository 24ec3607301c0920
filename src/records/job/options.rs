//! The options that say what records ask for: arguments of the command line, members of a request to
//! the window, keyword arguments in Python, and lines of FILE.run.

use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

use keymove_base::units;
use keymove_solve::{Extent, Kind, Length, Limits, Stipulation, Wanted};

/// The depths that can be typed, in full moves: half of those a record may name.
pub const TYPED_DEPTHS: RangeInclusive<u64> = 1..=Length::LONGEST as u64 / 2;

/// The options for records that name no task, and for every answer.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "What to solve"))]
pub struct Defaults {
    /// Depth in moves for records that name none [default: 5]
    #[serde(rename(serialize = "z"), deserialize_with = "depth")]
    #[cfg_attr(feature = "clap", arg(short = 'z', long, value_name = "N", value_parser = units::number::<u16>(TYPED_DEPTHS),
        long_help = "Depth in full moves for records that name none [default: 5; any for mates with --any]"))]
    pub depth: Option<u16>,

    /// Override the depth of every record; its goal and side stay the same
    #[serde(rename(serialize = "Z"), deserialize_with = "depth")]
    #[cfg_attr(feature = "clap", arg(short = 'Z', long, value_name = "N", value_parser = units::number::<u16>(TYPED_DEPTHS)))]
    pub force_depth: Option<u16>,

    /// The side to move is mated
    #[serde(rename(serialize = "x"))]
    #[cfg_attr(feature = "clap", arg(short = 'x', long, conflicts_with = "stip"))]
    pub mated: bool,

    /// The goal of records that name none (also semireflexmate, doublestalemate and so on)
    #[serde(
        skip_deserializing,
        rename(serialize = "J"),
        serialize_with = "kind_name"
    )]
    #[cfg_attr(feature = "clap", arg(id = "job", short = 'J', long, value_name = "STIP", conflicts_with = "stip",
        value_parser = named_kind()))]
    pub kind: Option<Kind>,

    /// Answer for the other side as well, as if it were to move; records with dup do so anyway
    #[cfg_attr(feature = "clap", arg(long))]
    pub duplex: bool,

    /// The stipulation for records that name none (`--stip`), in place of depth, side and kind.
    #[serde(
        rename(serialize = "stip"),
        serialize_with = "units::as_text",
        deserialize_with = "stipulation"
    )]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub stipulation: Option<Stipulation>,

    /// All keys, the first, or any solution.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub extent: Extent,

    /// Limits of one record.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub limits: Limits,

    /// Output in addition to the verdict.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub wanted: Wanted,
}

/// Reads a kind of stipulation by its name. Being mated is asked for with `-x`. Six are shown:
/// nobody would find them among thirty.
#[cfg(feature = "clap")]
fn named_kind() -> impl clap::builder::TypedValueParser<Value = Kind> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    const SHOWN: [Kind; 6] = [
        Kind::MATE,
        Kind::STALEMATE,
        Kind::SELFMATE,
        Kind::SELFSTALEMATE,
        Kind::HELPMATE,
        Kind::HELPSTALEMATE,
    ];
    let named = |kind: &Kind| *kind != Kind::MATED && kind.is_solved();
    let value = |kind: Kind| PossibleValue::new(kind.name()).hide(!SHOWN.contains(&kind));
    PossibleValuesParser::new(Kind::ALL.into_iter().filter(named).map(value)).map(|name| {
        let mut kinds = Kind::ALL.into_iter();
        kinds.find(|kind| kind.name() == name).expect("it is one")
    })
}

fn depth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    units::given(deserializer, units::number(TYPED_DEPTHS))
}

fn kind_name<S: Serializer>(kind: &Option<Kind>, serializer: S) -> Result<S::Ok, S::Error> {
    units::as_text(&kind.map(Kind::name), serializer)
}

fn stipulation<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Stipulation>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    let read = text.map(|text| text.parse()).transpose();
    read.map_err(D::Error::custom)
}
