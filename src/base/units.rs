//! Numbers as people type them: `10M` nodes, `2GiB` of memory, `1h30m`.
//!
//! Counts are decimal (k is 1000), memory is binary (G is 1024 MB, as MB is 2^20 bytes throughout),
//! times are seconds unless a unit says otherwise. `5M` is no time: a month was hardly meant.
//!
//! Programs give the same as numbers or as text: [`given_count`] and [`given_seconds`] read both.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use parse_size::{ByteSuffix, Config};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

use crate::reason::Reason;

/// Reads a whole number between the ends of `range`.
pub fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, Reason> + Clone + Send + Sync {
    move |text| {
        let number: Result<i64, _> = text.parse();
        let number = number.map_err(|_| "not a whole number, as 1 or 20")?;
        // Nothing that is counted is below 0, nor near this.
        let number = within(u64::try_from(number).unwrap_or(u64::MAX), &range)?;
        T::try_from(number).map_err(|_| "too large".into())
    }
}

/// Reads a count between the ends of `range`: `1000`, `10k`, `2.5M`, `1G`, `1e6`.
pub fn count<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, Reason> + Clone + Send + Sync {
    move |text| {
        let counts = Config::new().with_byte_suffix(ByteSuffix::Deny);
        // Without a unit there are no parts.
        let is_part =
            text.parse::<u64>().is_err() && text.bytes().all(|b| b"0123456789.".contains(&b));
        let count = counts.parse_size(text).ok().filter(|_| !is_part);
        let count = count.ok_or("not a count, as 5000, 20k, 1.5M, 2G or 1e6")?;
        T::try_from(within(count, &range)?).map_err(|_| "too large".into())
    }
}

/// Reads memory in megabytes of 2^20 bytes: `512`, `512M`, `2G`, `2GiB`.
pub fn megabytes(text: &str) -> Result<usize, Reason> {
    const MEGABYTE: u64 = 1 << 20;
    let sizes = Config::new().with_binary().with_default_factor(MEGABYTE);
    let size = sizes
        .parse_size(text)
        .ok()
        .filter(|size| size % MEGABYTE == 0);
    let size = size.ok_or("not a size in megabytes, as 512, 512M or 2G")?;
    let size = within(size / MEGABYTE, &(1..=1 << 24))?;
    Ok(usize::try_from(size).expect("2^24 at most"))
}

/// Reads a time that is more than 0: `90`, `0.5`, `500ms`, `90s`, `5m`, `1.5h`, `1h30m`.
pub fn seconds(text: &str) -> Result<Duration, Reason> {
    let time = match text.parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) if text.contains('M') => None,
        Err(_) => humantime::parse_duration(text).ok(),
    };
    match time {
        None => Err("not a time, as 90, 0.5, 500ms, 90s, 5m or 1h30m".into()),
        Some(Duration::ZERO) => Err("must be more than 0 seconds".into()),
        Some(time) => Ok(time),
    }
}

/// Reads one of `values` by its name.
#[cfg(feature = "clap")]
pub fn named<T: Copy + Send + Sync + 'static>(
    values: &'static [(&'static str, T)],
) -> impl clap::builder::TypedValueParser<Value = T> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(values.iter().map(|(name, _)| *name)).map(|name| {
        let mut values = values.iter();
        values.find(|(own, _)| *own == name).expect("it is one").1
    })
}

/// A number as a program gives it.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "a number, or a text with its unit")]
enum Given {
    Whole(u64),
    Real(f64),
    Text(String),
}

/// Deserializes a number from a number or from text, with the reader of such texts.
///
/// # Errors
///
/// Those of `read`.
pub fn given<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl Fn(&str) -> Result<T, Reason>,
) -> Result<Option<T>, D::Error> {
    let given: Option<Given> = Option::deserialize(deserializer)?;
    let text = given.map(|given| match given {
        Given::Whole(number) => number.to_string(),
        Given::Real(number) => number.to_string(),
        Given::Text(text) => text,
    });
    text.map(|text| read(&text))
        .transpose()
        .map_err(D::Error::custom)
}

/// Deserializes a [`count`] that is at least 1, from a number or from text.
///
/// # Errors
///
/// It is no such count.
pub fn given_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    given(deserializer, count::<u64>(1..=u64::MAX))
}

/// Deserializes a time in [`seconds`], from a number or from text.
///
/// # Errors
///
/// It is no such time.
pub fn given_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    given(deserializer, seconds)
}

/// Serializes a time as the number of its seconds, in text.
///
/// # Errors
///
/// Those of the serializer.
pub fn as_seconds<S: Serializer>(
    time: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    as_text(&time.map(|time| time.as_secs_f64()), serializer)
}

/// Serializes a value as its text.
///
/// # Errors
///
/// Those of the serializer.
pub fn as_text<S: Serializer>(
    value: &Option<impl Display>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

fn within(number: u64, range: &RangeInclusive<u64>) -> Result<u64, Reason> {
    if range.contains(&number) {
        return Ok(number);
    }
    let (start, end) = (range.start().to_string(), range.end().to_string());
    Err(match *range.end() {
        u64::MAX => Reason::new("must be at least {}", [start]),
        _ => Reason::new("must be between {} and {}", [start, end]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_decimal_and_exact() {
        let count = count::<u64>(0..=u64::MAX);
        for (text, number) in [
            ("0", 0),
            ("1000", 1000),
            ("10k", 10_000),
            ("10K", 10_000),
            ("2.5M", 2_500_000),
            ("1G", 1_000_000_000),
            ("1e6", 1_000_000),
            ("1.5E3", 1500),
            ("0.001k", 1),
            ("1_000", 1000),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
        for text in [
            "",
            "k",
            "M",
            "1.5",
            "0.5",
            "10B",
            "10x",
            "e6",
            "1e20",
            "-1",
            "1kk",
            "0x10",
            "18446744073709551616",
            "20000000000G",
            "inf",
            "many",
        ] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_keep_within_their_ends() {
        let between = |low: u64, high: u64| {
            Reason::new(
                "must be between {} and {}",
                [low, high].map(|n| n.to_string()),
            )
        };
        let small = count::<u64>(1..=1024);
        assert_eq!(small("1k"), Ok(1000));
        assert_eq!(small("2k"), Err(between(1, 1024)));
        let at_least = count::<u64>(1..=u64::MAX);
        assert_eq!(
            at_least("0"),
            Err(Reason::new("must be at least {}", ["1"]))
        );
        let moves = number::<u16>(1..=1000);
        assert_eq!(moves("12"), Ok(12));
        assert_eq!(moves("0"), Err(between(1, 1000)));
        assert_eq!(number::<u16>(0..=9)("-1"), Err(between(0, 9)));
        for text in ["2.5", "many", "", "1e3", "5k"] {
            assert_eq!(moves(text), Err("not a whole number, as 1 or 20".into()));
        }
    }

    #[test]
    fn memory_is_binary_and_megabytes_without_a_unit() {
        for text in [
            "2048", "2048M", "2048MB", "2048MiB", "2G", "2g", "2GB", "2GiB", "2 GiB", "2.0G",
        ] {
            assert_eq!(megabytes(text), Ok(2048), "{text}");
        }
        assert_eq!(megabytes("1.5G"), Ok(1536));
        for text in ["0", "0G", "1.5", "1k", "G", "-1", "16385G", "2Gx"] {
            assert!(megabytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_seconds_without_a_unit() {
        for (text, milliseconds) in [
            ("90", 90_000),
            ("0.25", 250),
            ("500ms", 500),
            ("90s", 90_000),
            ("5m", 300_000),
            ("5min", 300_000),
            ("1.5h", 5_400_000),
            ("1h30m", 5_400_000),
            ("1h 30m", 5_400_000),
            ("2 days", 172_800_000),
        ] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(seconds(text), Ok(time), "{text}");
        }
        for text in [
            "", "m", "5M", "0", "0h", "-1", "inf", "nan", "infs", "1e300h", "soon",
        ] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
