//! BPGN: games are read from any bytes, and every operation on a game is tried.

use keymove::error::is_utf16;
use keymove::house::Variant;
use keymove_bpgn::bfen::Bfen;
use keymove_bpgn::check::check;
use keymove_bpgn::finding::BpgnFinding;
use keymove_bpgn::format::{NormalForm, Version, normal_form, write_game};
use keymove_bpgn::game::BpgnGame;
use keymove_bpgn::join::{KEPT, join};
use keymove_bpgn::mine::{MateMining, mine};
use keymove_bpgn::position::{Point, position};
use keymove_bpgn::read::Reader;
use keymove_bpgn::split::split;
use keymove_bpgn::{columns, json};
use serde_json::Value;

use crate::shown;

/// Reads games and does everything with them.
pub fn run(data: &[u8]) {
    let mut normal = Vec::new();
    let mut bytes = 0;
    let mut line = 1;
    if is_utf16(data) {
        return each_game(data, |_| ());
    }
    each_game(data, |game| {
        bytes += game.text().iter().filter(|&&b| !is_blank(b)).count();
        let (first, last) = game.lines();
        assert!(line <= first && first <= last);
        line = last;
        everything(game);
        write_game(game, &NormalForm::default(), &mut normal, &mut Vec::new()).expect("memory");
    });
    let mark = if data.starts_with(b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    let all = data.iter().filter(|&&b| !is_blank(b)).count();
    assert_eq!(bytes, all - mark, "{}", shown(data));
    let mut again = Vec::new();
    each_game(&normal, |game| {
        again.extend(normal_form(game, &NormalForm::default()));
    });
    assert_eq!(shown(&again), shown(&normal), "{}", shown(data));
}

fn each_game(text: &[u8], mut each: impl FnMut(&BpgnGame<'_>)) {
    let mut reader = Reader::new(text);
    loop {
        match reader.next_game() {
            Ok(Some(game)) => each(&game),
            Ok(None) => return,
            // The only input that is refused as a whole.
            Err(_) => return assert!(is_utf16(text), "{}", shown(text)),
        }
    }
}

fn is_blank(byte: u8) -> bool {
    b" \t\n\r\x0b\x0c".contains(&byte)
}

fn everything(game: &BpgnGame<'_>) {
    let mut findings = Vec::new();
    let checked = check(game, &mut findings);
    assert!(checked.played <= game.half_moves().len());
    let mut out = Vec::new();
    columns::write(game, &mut out, &mut findings).expect("memory");
    out.clear();
    json::write(game, "f", 1, &mut out, &mut findings).expect("memory");
    assert_eq!(memchr::memchr(b'\n', &out), Some(out.len() - 1), "one line");
    let value: Value =
        serde_json::from_slice(&out).unwrap_or_else(|error| panic!("{error}: {}", shown(&out)));
    assert!(value.is_object());
    out.clear();
    let wanted = MateMining {
        moves: 2,
        losses: true,
    };
    mine(
        game,
        Variant::Bughouse,
        ("f", 1),
        wanted,
        &mut out,
        &mut findings,
    )
    .expect("memory");
    for line in out.split(|&b| b == b'\n').filter(|line| !line.is_empty()) {
        keymove::epd::Epd::from_ascii(line)
            .unwrap_or_else(|error| panic!("{error}: {}", shown(line)));
    }
    if let Ok(bfen) = position(game, Point::End) {
        let written = bfen.to_string();
        let again = Bfen::read(written.as_bytes()).unwrap_or_else(|e| panic!("{e}: {written}"));
        assert_eq!(again.boards, bfen.boards, "{written}");
    }
    for version in [Version::V10, Version::V12] {
        let style = NormalForm {
            version: Some(version),
            fix_result: true,
            ..NormalForm::default()
        };
        normal_form(game, &style);
    }
    comes_back(game, &mut findings);
    places(game, &findings);
}

/// The two PGNs of a game make its normal form again.
fn comes_back(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) {
    let Some(boards) = split(game, findings) else {
        return;
    };
    let [a, b] = boards.each_ref().map(|pgn| {
        let mut reader = Reader::pgn(&pgn[..]);
        let board = reader.next_board().expect("memory").expect("a game");
        assert!(
            reader.next_board().expect("memory").is_none(),
            "{}",
            shown(pgn)
        );
        board
    });
    let normal = normal_form(game, &KEPT);
    assert_eq!(
        shown(&join(&a, &b).bpgn),
        shown(&normal),
        "{}",
        shown(game.text())
    );
}

/// Every finding has a place within the game.
fn places(game: &BpgnGame<'_>, findings: &[BpgnFinding]) {
    let (first, last) = game.lines();
    let mut places = game.places();
    for finding in findings {
        let place = places.locate(finding.place);
        assert_eq!(place, game.places().locate(finding.place));
        assert!((first..=last + 1).contains(&place.line) && place.column > 0);
        assert!(!finding.line("f", &mut game.places()).contains('\n'));
    }
}
