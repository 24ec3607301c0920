//! Records: a written record is read as itself, and no input makes the program panic.

use keymove_games::pgn::foreign::refusal;
use keymove_kriegspiel::check::check;
use keymove_kriegspiel::convert::convert;
use keymove_kriegspiel::filter::{Comments, filter};
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::LONGEST_GAME;
use keymove_kriegspiel::notation::read::{Games, Read, ReadError};
use keymove_kriegspiel::notation::san;
use keymove_kriegspiel::notation::{
    Attachment, Dialect, Game, GameResult, Info, MoveEntry, Payload, PayloadPlaces, Place, Tag,
    Tries, TryList, Turn, Viewpoint,
};
use keymove_kriegspiel::own_board::OwnBoard;
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position as _, Square};

use crate::kriegspiel::examples::{FILTERED, PROPOSAL, UNFILTERED, read_all, read_one, written};

fn unplaced_turns(turns: &mut [Turn]) {
    for turn in turns {
        turn.place = Place::default();
        for attachment in &mut turn.after {
            match attachment {
                Attachment::Payload(payload) => {
                    payload.place = Place::default();
                    payload.parts = PayloadPlaces::default();
                }
                Attachment::Variation(turns) => unplaced_turns(turns),
                _ => {}
            }
        }
    }
}

/// The same game without places.
fn unplaced(mut game: Game) -> Game {
    game.place = Place::default();
    game.end = Place::default();
    game.tags
        .iter_mut()
        .for_each(|tag| tag.place = Place::default());
    unplaced_turns(&mut game.turns);
    game
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    // Everything that a comment may contain, except parentheses: these make payloads.
    prop::collection::vec(
        prop_oneof![
            prop::sample::select(b"a 1:;$%?!,\n\"\\".to_vec()),
            any::<u8>().prop_filter("ends a comment", |b| !b"(){}[".contains(b)),
        ],
        0..12,
    )
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    text().prop_map(|mut text| {
        text.retain(|b| !b"\r\n".contains(b));
        text
    })
}

fn san_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?",
        Just("O-O".to_owned()),
        "[a-z][a-zA-Z0-9=+#-]{0,6}",
    ]
}

fn payload(hidden: bool) -> impl Strategy<Value = Attachment> {
    let info = |notation| {
        let item = prop_oneof![
            (0..64_u32).prop_map(|square| Info::Capture(Square::new(square))),
            "[A-Z]{1,3}".prop_map(|letters| Info::Check(letters.into())),
        ];
        (Just(notation), prop::collection::vec(item, 0..3))
    };
    let tries = if hidden {
        (0..300_u32).prop_map(Tries::Count).boxed()
    } else {
        prop::collection::vec(san_text(), 0..4)
            .prop_map(|sans| Tries::List(TryList::of(sans)))
            .boxed()
    };
    let notation = prop_oneof![Just(Dialect::V09), Just(Dialect::Proposal)];
    (notation.prop_flat_map(info), tries, text(), text()).prop_map(
        |((notation, info), tries, before, rest)| {
            Attachment::Payload(Box::new(Payload {
                before,
                rest,
                ..Payload::new(notation, info.into(), tries)
            }))
        },
    )
}

fn remark() -> impl Strategy<Value = Attachment> {
    let is_remark = |text: &Vec<u8>| Payload::parse(text, Place::START).is_err();
    let why = "is a payload without parentheses";
    prop_oneof![
        text()
            .prop_filter(why, is_remark)
            .prop_map(Attachment::Comment),
        line()
            .prop_filter(why, is_remark)
            .prop_map(Attachment::LineComment),
        line().prop_map(Attachment::Escape),
        any::<u16>().prop_map(Attachment::Nag),
    ]
}

fn turn(filtered: bool, depth: u32) -> BoxedStrategy<Turn> {
    let glyphs = vec![None, Some("!"), Some("??"), Some("?!")];
    let san = (san_text(), prop::sample::select(glyphs))
        .prop_map(|(san, glyph)| (MoveEntry::San(san.into()), glyph));
    let written = if filtered {
        prop_oneof![san, Just((MoveEntry::Hidden, None))].boxed()
    } else {
        san.boxed()
    };
    let attachment = if depth == 0 {
        remark().boxed()
    } else {
        let variation =
            prop::collection::vec(turn(filtered, depth - 1), 1..3).prop_map(Attachment::Variation);
        prop_oneof![4 => remark(), 1 => variation].boxed()
    };
    (written, prop::collection::vec(attachment, 0..3))
        .prop_flat_map(|((written, glyph), remarks)| {
            let hidden = written == MoveEntry::Hidden;
            (
                Just((written, glyph, remarks)),
                prop::option::of((payload(hidden), 0..4_usize)),
            )
        })
        .prop_map(|((written, glyph, mut after), payload)| {
            if let Some((payload, index)) = payload {
                after.insert(index.min(after.len()), payload);
            }
            Turn {
                written,
                glyph,
                after: after.into(),
                place: Place::default(),
            }
        })
        .boxed()
}

fn game() -> impl Strategy<Value = Game> {
    let tag = ("[A-Z][A-Za-z0-9_]{0,8}", line())
        .prop_map(|(name, value)| Tag {
            name: name.into_bytes(),
            value,
            place: Place::default(),
        })
        .boxed();
    let terminations = vec![
        GameResult::White,
        GameResult::Black,
        GameResult::Draw,
        GameResult::Unknown,
    ];
    any::<bool>().prop_flat_map(move |filtered| {
        (
            prop::collection::vec(tag.clone(), 0..4),
            prop::collection::vec(remark(), 0..2),
            prop::collection::vec(turn(filtered, 2), 0..5),
            prop::sample::select(terminations.clone()),
        )
            .prop_map(move |(mut tags, opening, turns, termination)| {
                if filtered {
                    tags.push(Tag {
                        name: b"Filtered".to_vec(),
                        value: b"white".to_vec(),
                        place: Place::default(),
                    });
                }
                Game {
                    tags,
                    opening: opening.into(),
                    turns,
                    termination: Some(termination),
                    ..Game::default()
                }
            })
    })
}

/// Every operation on a text; none may panic.
fn everything(text: &[u8]) {
    for read in Games::new(text) {
        let Ok(read) = read else {
            continue;
        };
        check(&read, 200);
        for wanted in [
            Viewpoint::No,
            Viewpoint::For(Color::White),
            Viewpoint::For(Color::Black),
        ] {
            let _ = filter(read.game.clone(), wanted, Comments::Keep);
        }
        for to in [Dialect::V09, Dialect::Proposal] {
            let _ = convert(read.game.clone(), to);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_is_read_as_itself(games in prop::collection::vec(game(), 1..3)) {
        let text: Vec<u8> = games
            .iter()
            .map(|game| {
                let mut out = Vec::new();
                keymove_kriegspiel::notation::write::write_game(game, &mut out);
                out
            })
            .collect::<Vec<_>>()
            .join(&b'\n');
        // Many control characters are binary data.
        prop_assume!(refusal(&text, "").is_none());
        let read: Vec<Game> = read_all(&text)
            .into_iter()
            .map(|read| unplaced(read.game))
            .collect();
        prop_assert_eq!(read, games);
    }

    #[test]
    fn changed_bytes_do_not_panic(
        which in 0..3_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..8),
    ) {
        let mut text = [UNFILTERED, FILTERED, PROPOSAL][which].as_bytes().to_vec();
        for (index, byte, change) in changes {
            if text.is_empty() {
                break;
            }
            let index = index.index(text.len());
            match change {
                0 => text[index] = byte,
                1 => text.insert(index, b"()[]{};$%?,:\"\n x"[usize::from(byte) % 16]),
                _ => {
                    text.remove(index);
                }
            }
        }
        everything(&text);
    }

    #[test]
    fn noise_does_not_panic(text in prop::collection::vec(any::<u8>(), 0..200)) {
        everything(&text);
    }

    #[test]
    fn every_try_is_written_so_that_it_is_read_as_itself(
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let mut position = Chess::default();
        for choice in choices {
            let own = OwnBoard::of(&position, position.turn());
            for tried in own.tries() {
                let text = san::write(tried, &own);
                prop_assert_eq!(san::read(&text, &own).map(|(read, _)| read), Ok(tried));
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        }
    }
}

fn syntax_errors(text: &[u8]) -> String {
    Games::new(text)
        .map(|read| match read {
            Ok(read) => format!("a game of {} half-moves\n", read.game.turns.len()),
            Err(ReadError::Syntax(RecordFinding { place, text, .. })) => {
                format!("{}:{}: {text}\n", place.line, place.column)
            }
            Err(ReadError::Io(error)) => panic!("{error}"),
        })
        .collect()
}

#[test]
fn errors_have_a_place_and_the_next_game_is_read() {
    let long = format!("1. e4 {{{}}} *\n", "x".repeat(LONGEST_GAME + 1));
    let deep = format!("1. e4 {}{} *\n", "(1. d4 ".repeat(100), ")".repeat(100));
    let shown: String = [
        "[Event \"a]\n[Event \"b\"]\n1. e4 *\n",
        "[Event a]\n1. e4 *\n",
        "[Event \"a\"]\n[FEN \"8/8]\n[depth \"1\"]\n\n1. e4 *\n\n[depth \"3\"]\n*\n",
        "[\"a\"]\n1. e4 *\n",
        "[Event \"a\"\n1. e4 *\n",
        "1. e4 {open\n[Event \"b\"]\n\n1. d4 {(:)} *\n",
        "1. e4 (1. d4\n[Event \"b\"]\n1. d4 *\n",
        "1. e4 (1. d4 *\n",
        "1. e4 () e5 *\n",
        "1. e4 ) e5 *\n",
        "1. e4 } e5 *\n",
        "(1. e4) e5 *\n",
        "?? 1. e4 *\n",
        "1. e4 $ *\n",
        "1. e4 $99999 *\n",
        &long,
        &deep,
    ]
    .into_iter()
    .map(|text| {
        let head: String = text.chars().take(40).collect();
        format!("{head:?}\n{}\n", syntax_errors(text.as_bytes()))
    })
    .collect();
    insta::assert_snapshot!(shown);
}

/// The tags of each game, by their values.
fn values(text: &str) -> Vec<String> {
    let value = |tag: &Tag<Vec<u8>>| String::from_utf8_lossy(&tag.value).into_owned();
    let tags = |read: &Read| read.game.tags.iter().map(value).collect::<Vec<_>>();
    let games = read_all(text.as_bytes());
    games.iter().map(|read| tags(read).join(" ")).collect()
}

#[test]
fn games_without_moves_need_no_result_between_them() {
    let apart = "[FEN \"a\"]\n[depth \"1\"]\n\n[FEN \"b\"]\n[depth \"3\"]\n";
    assert_eq!(values(apart), ["a 1", "b 3"]);
    let named = "[Event \"a\"]\n[depth \"1\"]\n[Event \"b\"]\n[depth \"3\"]\n";
    assert_eq!(values(named), ["a 1", "b 3"]);
    let remarked = "[FEN \"a\"]\n{a remark}\n[FEN \"b\"]\n";
    assert_eq!(values(remarked), ["a", "b"]);
    // A tag that occurs twice, and a blank line among the tags.
    assert_eq!(values("[FEN \"a\"]\n[FEN \"b\"]\n*\n"), ["a b"]);
    assert_eq!(values("[FEN \"a\"]\n\n[depth \"1\"]\n*\n"), ["a 1"]);
}

#[test]
fn two_question_marks_are_a_move_only_in_a_filtered_record() {
    let plain = read_one("1. e4?? e5 ?? 2. Nf3 {good} ?? *").game;
    assert_eq!(plain.turns.len(), 3);
    assert_eq!(plain.turns[0].glyph, Some("??"));
    assert_eq!(plain.turns[1].glyph, Some("??"));
    assert_eq!(plain.turns[2].after[1], Attachment::Nag(4));
    let filtered = read_one("[Filtered \"White\"] 1. e4?? {(:)} ?? {(:0)} 2.d4 {(:)}2...?? *").game;
    let hidden: Vec<bool> = filtered
        .turns
        .iter()
        .map(|turn| turn.written == MoveEntry::Hidden)
        .collect();
    assert_eq!(hidden, [false, true, false, true]);
    assert_eq!(filtered.turns[0].glyph, Some("??"));
}

#[test]
fn what_is_no_kriegspiel_is_kept() {
    let text = "\u{feff}[Event \"a \\\"b\\\" \\\\\"]\r\n[Odd_Tag \"1\"]\r\n\r\n{before} 1.e4!{first}{ look (:d5)\r\nhere }\
        $1 (1. d4 {(:)} d5 (1... Nf6 $6)) ; to the end\r\n1...e5 2. Nf3 1/2-1/2\r\n";
    insta::assert_snapshot!(written(&read_one(text).game));
}

#[test]
fn the_payload_is_the_first_comment_that_holds_one() {
    let game =
        read_one("1. e4 {a (remark)} {(Xe5,CFN:Ra1,e8=Q) (more)} {(:)} e5 {( : 12 )} *").game;
    let first = game.turns[0].payload().expect("a payload");
    assert_eq!(
        first.info[..],
        [Info::Capture(Square::E5), Info::Check("FN".into())]
    );
    assert_eq!(first.tries.count(), 2);
    assert_eq!(first.rest, b" (more)");
    assert_eq!(
        game.turns[1].payload().map(|p| p.tries.clone()),
        Some(Tries::Count(12))
    );
}

/// Found by the fuzz target: each was written in a form that read as another game.
#[test]
fn odd_words_are_written_so_that_they_come_back() {
    for (record, normal) in [
        // Two numbers are not a move.
        ("1. e4 {(:)} 4.1. e5 {(:)} *", "1. e4 {(:)}\ne5 {(:)}\n*\n"),
        ("1. e4 {(:)} 2.1-0", "1. e4 {(:)}\n1-0\n"),
        // Not an escape, which begins a line.
        ("1. e4 {(:)} %e5 {(:)} *", "1. e4 {(:)}\n %e5 {(:)}\n*\n"),
        // Neither a result nor a number with a remark, which may be left out.
        ("1. *? {(:)} 1? {(:)} *", "1. *? {(:)}\n1? {(:)}\n*\n"),
        ("1. ??? {(:)} !!! *", "1. ??? {(:)}\n!!!\n*\n"),
        // Each reading took one CR away.
        ("1. e4 {(:)} ;x\r\r\n%y\r\r\n*", "1. e4 {(:)} ;x\n%y\n*\n"),
        // A hidden move, not a remark on the move before.
        ("1. e4 {(:)} 1... ?? {x} *", "1. e4 {(:)}\n1... ?? {x}\n*\n"),
    ] {
        let first = written(&read_one(record).game);
        assert_eq!(first, normal);
        let mut read = read_one(&first);
        assert_eq!(written(&read.game), normal);
        for turn in &mut read.game.turns {
            turn.glyph = None;
        }
        assert_eq!(written(&read.game), normal);
    }
}

#[test]
fn a_move_is_known_whatever_is_remarked_on_it() {
    for (word, glyph) in [
        ("e4??", "??"),
        ("e4???", "??"),
        ("e4!!?", "!?"),
        ("e4?!!", "!!"),
    ] {
        let read = read_one(format!("1. {word} {{(:)}} *"));
        let turn = &read.game.turns[0];
        assert_eq!(turn.written, MoveEntry::San("e4".into()), "{word}");
        assert_eq!(turn.glyph, Some(glyph), "{word}");
    }
}

#[test]
fn moves_are_as_specific_as_the_own_board_asks() {
    let spell = |fen: &str, from: Square, to: Square| {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let own = OwnBoard::of(&position, position.turn());
        let tried = own
            .tries()
            .into_iter()
            .find(|tried| matches!(tried, keymove_kriegspiel::own_board::Try::Step { from: f, to: t, .. } if (*f, *t) == (from, to)))
            .expect("a try");
        san::write(tried, &own)
    };
    // The knight on d4 is in the way of one rook only on the full board.
    assert_eq!(
        spell("4k3/8/8/8/R2n3R/8/8/4K3 w - - 0 1", Square::A4, Square::C4),
        "Rac4"
    );
    assert_eq!(
        spell("4k3/8/8/8/R2N3R/8/8/4K3 w - - 0 1", Square::A4, Square::C4),
        "Rc4"
    );
    assert_eq!(
        spell("4k3/8/8/R7/8/R7/8/4K3 w - - 0 1", Square::A5, Square::A4),
        "R5a4"
    );
    assert_eq!(
        spell(
            "4k3/8/8/8/1N3N2/8/1N6/4K3 w - - 0 1",
            Square::B4,
            Square::D3
        ),
        "Nb4d3"
    );
    assert_eq!(
        spell("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Square::E1, Square::F1),
        "Kf1"
    );
}
