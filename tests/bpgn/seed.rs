//! The standard's three sample games and its other examples, as facts: the findings in them are
//! their real errors.

use keymove_bpgn::bfen::Bfen;
use keymove_bpgn::columns;
use keymove_bpgn::format::NormalForm;
use keymove_bpgn::replay::BpgnReplay;

use crate::bpgn::{checked, each_game, errors, formatted, formatted_as, kept, said, show};

/// Section 2.2, 1996.
pub const GNEJS: &str = include_str!("gnejs.bpgn");

/// Section 3.2, 2002: a game that begins from a position.
pub const RESUMED: &str = include_str!("resumed.bpgn");

/// Section 4, 2006: lag and milliseconds.
pub const LAG: &str = include_str!("lag.bpgn");

/// The four-column display of the 1996 game in section 2.3, with its lines joined.
const COLUMNS: &str = "\
raven (2165) Gnejs (2724) Paaso (1925) death (2307) 1. d4 {298} 1. e6 {298} 2. e4 {296} 2. Nf6 {297} \
3. Bd3 {294} 1. e4 {290} 1. Nc6 {299} 3. Nc6 {295} 4. e5 {292} 2. Nc3 {287} 2. Nf6 {298} 4. Nd5 \
{293} 3. Nf3 {285} 3. d5 {297} 4. exd5 {285} 5. Nf3 {288} 4. Nxd5 {295} 5. d6 {292} 5. d3 {282} 6. \
Bb5 {285} 6. Bd7 {291} 5. e5 {290} 7. Bxc6 {278} 6. Nxd5 {278} 7. Bxc6 {289} 6. Qxd5 {288} 7. B@e4 \
{276} 8. P@e4 {273} 7. Qd6 {283} 8. Nb4 {286} 9. Nc3 {272} 8. Bxc6+ {274} 8. bxc6 {282} 9. P@g4 \
{279} 9. Be3 {268} 10. Ng5 {268} 10. dxe5 {278} 11. Nxf7 {266} 9. P@d4 {272} 11. Kxf7 {274} 12. \
N@g5+ {263} 10. N@e4 {262} 12. Qxg5 {272} 13. Bxg5 {261} 13. exd4 {270} 14. Nd5 {253} 14. exd5 {264} \
10. dxe3 {239} 15. B@e6+ {238} 15. Kxe6 {262} 16. B@f5+ {236} 16. Kf7 {260} 11. Qe2 {250} 11. exf2+ \
{237} 17. P@e6+ {229} 17. Ke8 {259} 18. exd5 {207} 18. Nxd5 {257} 19. Qxg4 {187} 19. Bb4+ {255} 12. \
Qxf2 {188} 20. Kf1 {176} 20. Bb5+ {251} 21. Kg1 {170} 21. N@e2+ {248} 22. Qxe2 {168} 22. Bxe2 {247} \
12. Qxd3 {215} 23. P@f7+ {159} 23. Kf8 {245} 24. h4 {145} 24. Bb5 {243} 13. Bxd3 {162} 13. Bb4+ \
{211} 25. Rh3 {136} 25. P@e2 {240} 26. h5 {130} 26. Q@f1+ {237} 14. P@c3 {139} 14. Bxc3+ {210} 15. \
bxc3 {138} 27. Kh2 {108} 27. B@g1+ {232} 28. Kg3 {107} 28. Qxf2+ {231} 15. P@e7 {187} 29. Kg4 {105} \
29. N@e5+ {229} {death checkmated} 0-1";

/// The example of section 3.2.
const BFEN: &str = "r2k1r2/pbppNppp/1p2p1nb/1P5N/3N4/4Pn1q/PPP1QP1P/2KR2R1/BrpBBqppN w - - 45 56 | \
                    Q~4rk1/8/8/8/8/8/8/R3K2R w KQ - 45 60";

#[test]
fn all_three_games_are_legal() {
    for (game, half_moves) in [(GNEJS, 88), (RESUMED, 13), (LAG, 135)] {
        let (_, checked) = checked(game.as_bytes());
        assert_eq!(checked.len(), 1);
        assert_eq!((checked[0].played, checked[0].unplayed), (half_moves, 0));
    }
}

#[test]
fn the_comment_of_1996_names_the_wrong_player() {
    assert_eq!(
        said(GNEJS.as_bytes()),
        [
            "note: 29a: mate is marked +",
            "error: death (BlackB) is said to be checkmated, but raven (WhiteA) is",
        ]
    );
}

#[test]
fn the_result_of_2002_is_the_other_teams() {
    assert_eq!(
        said(RESUMED.as_bytes()),
        ["error: the result is 1-0, but GuestGuest (BlackB) lost: 0-1"]
    );
    let style = NormalForm {
        fix_result: true,
        ..NormalForm::default()
    };
    let fixed = formatted_as(RESUMED.as_bytes(), &style);
    assert_eq!(said(&fixed), [""; 0]);
    assert!(show(&fixed).contains("[Result \"0-1\"]"));
    assert!(
        show(&fixed)
            .trim_end()
            .ends_with("{GuestGuest resigns} 0-1")
    );
    // The other two games have the right one.
    for game in [GNEJS, LAG] {
        assert_eq!(
            formatted_as(game.as_bytes(), &style),
            formatted(game.as_bytes())
        );
    }
}

#[test]
fn the_date_of_2006_is_written_otherwise() {
    assert_eq!(
        said(LAG.as_bytes()),
        ["note: the date is not YYYY.MM.DD: 2006-02-05"]
    );
}

/// The maximum number of milliseconds by which a half-move precedes one that is earlier in the
/// text.
fn out_of_order(text: &str, with_lag: bool) -> i64 {
    let mut worst = 0;
    each_game(text.as_bytes(), |game| {
        let lags = show(game.tag("Lag").expect("a lag"));
        let lags: Vec<i64> = lags
            .split(' ')
            .map(|lag| lag.parse().expect("a number"))
            .collect();
        assert_eq!(lags.len(), game.half_moves().len());
        let mut clocks = [180_000; 4];
        let mut lag_of_board = [0; 2];
        let mut latest = 0;
        for (index, half_move) in game.half_moves().iter().enumerate() {
            let (seat, board) = (half_move.seat, half_move.seat.board.index());
            clocks[seat.index()] = game.clock(index).expect("a clock").millis;
            lag_of_board[board] += if with_lag { lags[index] } else { 0 };
            let left = clocks[seat.index()] + clocks[seat.opponent().index()];
            let time = 360_000 - left + lag_of_board[board];
            worst = worst.max(latest - time);
            latest = latest.max(time);
        }
    });
    worst
}

#[test]
fn lag_puts_the_clocks_of_2006_in_the_order_of_the_text() {
    assert_eq!(out_of_order(LAG, false), 5317);
    assert_eq!(out_of_order(LAG, true), 283);
}

#[test]
fn there_are_sixty_four_men_after_every_half_move() {
    for game in [GNEJS, RESUMED, LAG] {
        each_game(game.as_bytes(), |game| {
            let mut replay = BpgnReplay::start(game).expect("a position");
            for (index, half_move) in game.half_moves().iter().enumerate() {
                replay.step(game, half_move).expect("a legal move");
                let clock = &mut replay.clocks[half_move.seat.index()];
                *clock = game.clock(index).or(*clock);
                assert_eq!(replay.boards.imbalances(), [""; 0]);
                let bfen = Bfen {
                    boards: replay.boards.clone(),
                    clocks: replay.clocks,
                    dropped: Vec::new(),
                };
                assert_eq!(Bfen::read(bfen.to_string().as_bytes()), Ok(bfen));
            }
        });
    }
}

#[test]
fn the_round_of_the_tag_list_is_not_a_tag() {
    let game = GNEJS.replace("[Round \"-\"]", "[Round -1-]");
    assert_eq!(
        errors(game.as_bytes())[0],
        "error: this is not a tag: [Round -1-]"
    );
    assert_eq!(checked(game.as_bytes()).1[0].played, 88);
}

#[test]
fn the_example_of_bfen_has_too_few_men() {
    let bfen = Bfen::read(BFEN.as_bytes()).expect("a BFEN");
    assert_eq!(bfen.dropped, [""; 0]);
    assert!(!bfen.boards.imbalances().is_empty());
    assert_eq!(Bfen::read(bfen.to_string().as_bytes()), Ok(bfen));
    let game = format!("[FEN \"{BFEN}\"]\n*\n");
    assert!(
        said(game.as_bytes())
            .iter()
            .any(|line| line.starts_with("note: FEN: these are not the men of two sets"))
    );
    // The position of the 2002 game has sixty-four men.
    each_game(RESUMED.as_bytes(), |game| {
        let bfen = Bfen::read(game.tag("FEN").expect("a FEN")).expect("a BFEN");
        assert_eq!(bfen.boards.imbalances(), [""; 0]);
    });
}

#[test]
fn the_four_columns_are_those_of_the_standard() {
    let mut display = Vec::new();
    each_game(GNEJS.as_bytes(), |game| {
        columns::write(game, &mut display, &mut Vec::new()).expect("memory can be written");
    });
    let display = show(&display);
    let words: Vec<&str> = display.split_ascii_whitespace().collect();
    assert_eq!(words.join(" "), COLUMNS);
    insta::assert_snapshot!(display);
}

#[test]
fn the_games_are_in_normal_form() {
    for game in [GNEJS, RESUMED, LAG] {
        assert_eq!(show(&kept(game.as_bytes())), format!("{game}\n"));
        let on_one_line = game.replace('\n', " ");
        assert_eq!(show(&kept(on_one_line.as_bytes())), format!("{game}\n"));
        // Except for a mate that is marked as a check, and a date.
        let normal = game
            .replace("N@e5+ {229} {death", "N@e5# {229} {death")
            .replace("2006-02-05", "2006.02.05");
        assert_eq!(
            show(&formatted(on_one_line.as_bytes())),
            format!("{normal}\n")
        );
    }
}
