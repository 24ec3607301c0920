//! The normal form has one way to write a game: real games that are randomly rewritten in other
//! words have the same normal form.

use proptest::prelude::*;
use shakmaty::{Move, Role};

use crate::bpgn::real_files::files;
use crate::bpgn::seed::{GNEJS, LAG, RESUMED};
use crate::bpgn::{each_game, errors, formatted, formatted_as, kept, said, show};
use keymove_bpgn::board::BughouseBoard;
use keymove_bpgn::format::{NormalForm, Version, write_game};
use keymove_bpgn::game::{BpgnGame, ItemKind};
use keymove_bpgn::replay::BpgnReplay;
use keymove_games::pgn::MoveText;

/// A sequence of choices, repeated endlessly.
struct Choices<'a>(std::iter::Cycle<std::slice::Iter<'a, u8>>);

impl Choices<'_> {
    fn of(&mut self, number: u8) -> u8 {
        self.0.next().expect("without end") % number
    }
}

/// A legal move written in one of many ways; in the plain way, `san`, if the other way is
/// ambiguous.
fn respelled(board: &BughouseBoard, m: Move, san: &str, choices: &mut Choices<'_>) -> String {
    let plain = san.trim_end_matches(['+', '#']);
    let body = match m {
        Move::Castle { .. } => [
            plain.to_owned(),
            plain.replace('O', "0"),
            plain.to_lowercase(),
        ][usize::from(choices.of(3))]
        .clone(),
        Move::Put { role, to } => match (role, choices.of(3)) {
            (Role::Pawn, 0) => format!("@{to}"),
            (_, 1) => format!("{}@{to}", role.char()),
            _ => plain.to_owned(),
        },
        Move::EnPassant { from, to } => match choices.of(4) {
            0 => format!("{plain}e.p."),
            1 => format!("{from}{to}"),
            2 => format!("x{to}"),
            _ => plain.to_owned(),
        },
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            let letter = match role {
                Role::Pawn => String::new(),
                role => role.upper_char().to_string(),
            };
            let origin = match choices.of(4) {
                0 => from.to_string(),
                1 => from.file().char().to_string(),
                2 => from.rank().char().to_string(),
                _ => String::new(),
            };
            let x = match (capture, choices.of(3)) {
                (Some(_), 0) => "x",
                (Some(_), 1) => ":",
                (None, 0) => "-",
                _ => "",
            };
            let becomes = promotion.map_or(String::new(), |role| match choices.of(3) {
                0 => format!("={}", role.upper_char()),
                1 => role.upper_char().to_string(),
                _ => role.char().to_string(),
            });
            format!("{letter}{origin}{x}{to}{becomes}")
        }
    };
    let meant = MoveText::read_loosely(body.as_bytes())
        .and_then(|(read, _)| board.resolve(read).ok())
        == Some(m);
    let sign = match choices.of(3) {
        0 => &san[plain.len()..],
        1 if san.ends_with('#') => "+",
        _ => "",
    };
    format!("{}{sign}", if meant { &body } else { plain })
}

/// A clock in one of many forms.
fn reclocked(seconds: &str, choices: &mut Choices<'_>) -> String {
    let (whole, fraction) = match seconds.split_once('.') {
        Some((whole, fraction)) => (whole, format!(".{fraction}")),
        None => (seconds, String::new()),
    };
    let Ok(number) = whole.parse::<u32>() else {
        return format!("{{{seconds}}}");
    };
    let (minutes, rest) = (number / 60, number % 60);
    match choices.of(5) {
        0 => format!("{{[%clk 0:{minutes:02}:{rest:02}{fraction}]}}"),
        1 => format!("{{ [%clk {minutes}:{rest:02}{fraction}] }}"),
        2 => format!("{{ {seconds} }}"),
        3 if fraction.is_empty() => format!("{{{seconds}.0}}"),
        3 => format!("{{0{seconds}}}"),
        _ => format!("{{{seconds}}}"),
    }
}

/// A game with other words and line breaks; its tags stay.
fn rewritten(game: &BpgnGame<'_>, choices: &mut Choices<'_>) -> String {
    let first = game.half_moves()[0].at as usize;
    let preamble = game.preamble().first().map(|item| item.span.start as usize);
    let mut text = show(&game.text()[..preamble.unwrap_or(first)]);
    for item in game.preamble() {
        text.push_str(&show(game.bytes(item.span)));
        text.push('\n');
    }
    let mut replay = BpgnReplay::start(game).expect("a position");
    for (index, half_move) in game.half_moves().iter().enumerate() {
        let board = replay.boards.board(half_move.seat.board).clone();
        let played = replay.step(game, half_move).expect("a legal game");
        let san = show(game.bytes(half_move.san));
        text.push_str(&BpgnGame::name(half_move));
        text.push_str([". ", ".", "... ", " "][usize::from(choices.of(4))]);
        text.push_str(&respelled(&board, played.m, &san, choices));
        for item in game.items(index) {
            let written = show(game.bytes(item.span));
            let inside = show(game.inside(item));
            text.push(' ');
            match item.kind {
                ItemKind::Comment { .. }
                    if game.clock(index).is_some() && inside.trim().parse::<f64>().is_ok() =>
                {
                    text.push_str(&reclocked(inside.trim(), choices));
                }
                _ => text.push_str(&written),
            }
        }
        text.push_str([" ", "\n", "\r\n", "  "][usize::from(choices.of(4))]);
    }
    text.push_str(game.result().map_or("*", |(result, _)| result.as_str()));
    for item in game.trailing() {
        text.push(' ');
        text.push_str(&show(game.bytes(item.span)));
    }
    text + "\n\n"
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn two_files_of_the_same_game_become_equal(bytes in prop::collection::vec(any::<u8>(), 997)) {
        let mut texts: Vec<Vec<u8>> = [GNEJS, RESUMED, LAG].map(Vec::from).to_vec();
        texts.extend(files().into_iter().map(|(_, text)| text));
        let mut choices = Choices(bytes.iter().cycle());
        for text in texts {
            let normal = show(&formatted(&text));
            let mut other = String::new();
            each_game(&text, |game| other.push_str(&rewritten(game, &mut choices)));
            prop_assert_eq!(show(&formatted(other.as_bytes())), normal.as_str(), "{}", other);
            prop_assert_eq!(show(&formatted(normal.as_bytes())), normal.as_str());
        }
    }
}

/// Signs, dates and clocks about which `check` has notes are repaired.
#[test]
fn nothing_is_left_to_be_noted_of_the_words() {
    let mut texts: Vec<Vec<u8>> = [GNEJS, RESUMED, LAG].map(Vec::from).to_vec();
    texts.extend(files().into_iter().map(|(_, text)| text));
    for text in texts {
        let normal = formatted(&text);
        assert_eq!(errors(&normal), errors(&text));
        let notes = said(&normal);
        assert!(
            !notes
                .iter()
                .any(|note| note.contains("marked") || note.contains("date")),
            "{notes:?}"
        );
    }
}

#[test]
fn moves_have_one_form_and_opinions_become_annotations() {
    let text = "1A. e2-e4!? {[%clk 0:02:59.9] a\r\nb} 1a. Ng8f6 {-0.5} 2A. Bf1c4? $1 2a. Nf6xe4 {12} \
                3A. Nb1c3 3a. Nexc3 4A. bc3 1B. Ng1f3!! {A:x} *\n";
    let normal = "1A. e4 {179.900} {A:!?} {a\nb} 1a. Nf6 {-0.500} 2A. Bc4 {A:?} $1 2a. Nxe4 {12.000} 3A. Nc3 3a. Nxc3\n\
                  4A. bxc3 1B. Nf3 {A:!!} {A:x} *\n\n";
    assert_eq!(show(&formatted(text.as_bytes())), normal);
    assert_eq!(show(&formatted(normal.as_bytes())), normal);
    assert_eq!(
        show(&kept(text.as_bytes())).replace('\n', " "),
        text.replace("\r\n", " ").replace('\n', " ") + " "
    );
}

#[test]
fn the_comment_that_ends_the_game_has_one_place() {
    let one = "[WhiteA \"a\"]\n[BlackB \"b\"]\n\n1A. e4 {178.5} {b resigns} 1-0\n\n";
    let other = one.replace("{b resigns} 1-0", "1-0 {b resigns}");
    let normal = show(&formatted(one.as_bytes()));
    assert!(
        normal.ends_with("1A. e4 {178.500} {b resigns} 1-0\n\n"),
        "{normal}"
    );
    assert_eq!(show(&formatted(other.as_bytes())), normal);
    assert_eq!(show(&formatted(normal.as_bytes())), normal);
    assert_eq!(
        show(&kept(other.as_bytes())).split("\n\n").nth(1),
        other.split("\n\n").nth(1)
    );
    // Text that would have another meaning after the last half-move stays in its place.
    for stays in [
        "1A. e4 1-0 {178}",
        "1A. e4 1-0 {A:!}",
        "1A. e4 1-0 $1",
        "1-0 {b resigns}",
    ] {
        let normal = show(&formatted(stays.as_bytes()));
        assert_eq!(normal, format!("{stays}\n\n"));
    }
}

#[test]
fn an_opinion_has_one_form_however_it_is_written() {
    for written in [
        "1A. e4! {178} *",
        "1A. e4 ! {178} *",
        "1A. e4 {178} ! *",
        "1A. e4! $1 {178} *",
        "1A. e4 ! $1 {178} *",
        "1A. e4 $1 {A: ! } {178} *",
    ] {
        assert_eq!(errors(written.as_bytes()), [""; 0], "{written}");
        let normal = show(&formatted(written.as_bytes()));
        let due = "1A. e4 {178} {A:!} *\n\n";
        assert_eq!(normal.replace("{A: ! }", "{A:!}"), due, "{written}");
        assert_eq!(show(&formatted(normal.as_bytes())), normal, "{written}");
        let kept = show(&kept(written.as_bytes()));
        assert_eq!(kept, format!("{written}\n\n"));
    }
    // Text with another meaning stays, and text that belongs to no move is not understood.
    let other = show(&formatted(b"1A. e4! $2 $14 *"));
    assert_eq!(other, "1A. e4 {A:!} $2 $14 *\n\n");
    assert_eq!(errors(b"! 1A. e4 *").len(), 1);
}

#[test]
fn after_an_illegal_move_the_text_is_unchanged_and_reported() {
    let text = b"1A. e2e4 1a. e7e5 2A. Ke3 {[%clk 0:01]} 2a. d7d6 *\n";
    assert_eq!(
        show(&formatted(text)),
        "1A. e4 1a. e5 2A. Ke3 {1} 2a. d7d6 *\n\n"
    );
    for keep in [false, true] {
        let style = NormalForm {
            keep,
            ..NormalForm::default()
        };
        let mut findings = Vec::new();
        each_game(text, |game| {
            write_game(game, &style, &mut Vec::new(), &mut findings).expect("memory");
        });
        let told: Vec<&str> = findings
            .iter()
            .map(|finding| finding.text.as_str())
            .collect();
        assert_eq!(told, ["Ke3: no such king can go to e3"]);
    }
}

#[test]
fn tags_have_one_form() {
    let text = br#"[FEN "4k3/8/8/8/8/8/8/4K2R/qPp w H - 60 61 | 4k3/8/8/8/8/8/8/4K3[] b - -"][Date "2006/2/5"][Result "1/2"] 1A. O-O 1/2"#;
    assert_eq!(
        show(&formatted(text)),
        "[Date \"2006.02.05\"]\n[Result \"1/2-1/2\"]\n\
         [FEN \"4k3/8/8/8/8/8/8/4K2R/Ppq w K - 60 61 | 4k3/8/8/8/8/8/8/4K3 b - -\"]\n\n1A. O-O 1/2-1/2\n\n"
    );
    assert!(show(&kept(text)).contains("[Date \"2006/2/5\"]"));
    let exact = NormalForm {
        version: Some(Version::V12),
        ..NormalForm::default()
    };
    let clocks = b"1A. e4 {[%clk 0:00:01] x} *\n";
    assert_eq!(
        show(&formatted_as(clocks, &exact)),
        "1A. e4 {1.000} {x} *\n\n"
    );
}

#[test]
fn variations_and_drops_that_became_nags_are_kept_as_written() {
    for text in [
        "1A. d4 1a. d5 (1a. Nf6 2A. c4 1b. e5) 2A. Nf3 1B. e4 *",
        "1A. d4 (1A. e4 (1A. c4) 1a. e5 {a ) in a comment}) 1a. d5 2A. Nf3 1B. e4 *",
    ] {
        assert_eq!(show(&kept(text.as_bytes())).trim_end(), text);
    }
    let before = "1A. Nf3 1a. e5 2A. Nxe5 2a. d6 3A. a3 3a. dxe5 1B. e4 1b. e5";
    for drop in ["2B. $146@g4", "2B. $146@g4!", "2B. $146 @g4", "2B. $1@g4"] {
        let text = show(&kept(format!("{before} {drop} *").as_bytes()));
        assert!(text.replace('\n', " ").contains(drop), "{text}");
    }
}
