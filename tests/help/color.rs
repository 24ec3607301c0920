//! `--color`: output for people has colour if they request it.

use super::{folder, run};

const ESCAPE: char = '\u{1b}';

/// The text without escape sequences of colour.
fn stripped(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once('m').expect("colours alone");
        plain.push_str(rest);
    }
    plain
}

#[test]
fn output_for_people_has_colour_on_request() {
    let folder = folder("colored");
    for command in [
        "solver problems.epd",
        "solver check problems.epd",
        "solver check problems.inp",
        "solver no-such.epd",
        "solver merge no-such.epd",
        "bpgn format no-such.bpgn",
        "solver check --no-such",
        "solver help nothing",
        "solver -h",
        "solver check --help",
    ] {
        let shown = |command: &str| run(&folder, command).1;
        let plain = shown(command);
        assert!(!plain.contains(ESCAPE), "{command}: {plain}");
        for place in ["--color always", "--color=never --color=always"] {
            let (program, rest) = command.split_once(' ').expect("arguments");
            let colored = shown(&format!("{program} {place} {rest}"));
            assert!(colored.contains(ESCAPE), "{command}: {colored}");
            assert_eq!(stripped(&colored), plain);
        }
        for around in ["NO_COLOR=1", "TERM=dumb", "CLICOLOR_FORCE=1 NO_COLOR=1"] {
            assert_eq!(shown(&format!("{around} {command}")), plain, "{around}");
        }
        assert_eq!(
            shown(&format!("CLICOLOR_FORCE=1 {command} --color never")),
            plain
        );
    }
    let (_, text) = run(&folder, "solver --color always problems.epd");
    assert!(
        text.contains("\u{1b}[32mmate in 2, 1 key\u{1b}[0m"),
        "{text}"
    );
    assert!(text.contains("1.Kf6!\u{1b}[0m"), "{text}");
    let (_, check) = run(&folder, "solver --color always check problems.epd");
    assert!(check.contains("sound\u{1b}[0m"), "{check}");
}
