//! Letters and words of every language, figurines and plain letters.

use crate::support::json::side;
use insta::assert_snapshot;
use keymove::language::Language;
use keymove::report::{Style, error_text, text};

use crate::report::{ALL, judged};

const LANGUAGES: [Language; 3] = [Language::English, Language::German, Language::French];

fn written(line: &str, style: Style) -> String {
    let (epd, findings) = judged(line, ALL);
    String::from_utf8(text(&[side(&epd, &findings)], style, true)).expect("text")
}

#[test]
fn figurines_and_letters() {
    let line = "r1b1k1n1/1p1q4/8/8/8/8/4P1Q1/R1B1K1N1 w - - Stip \"#1\";";
    let diagram = |ascii, language| {
        let text = written(
            line,
            Style {
                ascii,
                language,
                ..Style::default()
            },
        );
        let (diagram, _) = text.split_once("\n\n").expect("a diagram");
        format!("{diagram}\n")
    };
    let mut all = diagram(false, Language::English);
    assert_eq!(all, diagram(false, Language::French));
    for language in LANGUAGES {
        all.push_str(&diagram(true, language));
    }
    assert_snapshot!(all);
}

#[test]
fn words_and_letters() {
    let lines = [
        "8/8/8/8/6p1/7k/7p/2Q4K w - - Stip \"s#2\";",
        "5k2/6R1/1P6/8/8/2b5/5K2/8 w - - Stip \"h#1.5\";",
        "8/8/8/4RN1P/4K3/2P4N/2P2p1Q/4k3 w - - dm 2;",
    ];
    let mut all = String::new();
    for language in LANGUAGES {
        for line in lines {
            let style = Style {
                ascii: true,
                language,
                details: true,
            };
            let text = written(line, style);
            let (_, below) = text.split_once("a b c d e f g h\n\n").expect("a diagram");
            all.push_str(below);
        }
    }
    assert_snapshot!(all);
}

#[test]
fn an_error_has_its_word() {
    let error = |language| {
        let style = Style {
            ascii: true,
            language,
            ..Style::default()
        };
        String::from_utf8(error_text(b"8/8 w", "no", 3, style)).expect("text")
    };
    assert_eq!(
        error(Language::German),
        "Fehler in Spalte 3: „no“\n   8/8 w\n\n"
    );
    assert_eq!(
        error(Language::French),
        "erreur en colonne 3 : « no »\n   8/8 w\n\n"
    );
}
