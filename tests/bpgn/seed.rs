//! The standard's three sample games and its other examples, as facts: what is found in them is
//! what is wrong with them.

use keymove::bpgn::bfen::Bfen;
use keymove::bpgn::columns;
use keymove::bpgn::format::NormalForm;
use keymove::bpgn::replay::BpgnReplay;

use crate::bpgn::{checked, each_game, errors, formatted, formatted_as, kept, said, show};

/// Section 2.2, 1996.
pub const GNEJS: &str = r#"[Event "fics rated bughouse match"]
[Site "fics, Oklahoma City, OK USA"]
[Date "1996.08.07"]
[Round "-"]
[WhiteA "raven"][WhiteAElo "2165"]
[BlackA "Gnejs"][BlackAElo "2724"]
[WhiteB "Paaso"][WhiteBElo "1925"]
[BlackB "death"][BlackBElo "2307"]
[TimeControl "300+0"]
[Result "0-1"]

1A. d4 {298} 1a. e6 {298} 2A. e4 {296} 2a. Nf6 {297} 3A. Bd3 {294} 1B. e4 {290}
1b. Nc6 {299} 3a. Nc6 {295} 4A. e5 {292} 2B. Nc3 {287} 2b. Nf6 {298}
4a. Nd5 {293} 3B. Nf3 {285} 3b. d5 {297} 4B. exd5 {285} 5A. Nf3 {288}
4b. Nxd5 {295} 5a. d6 {292} 5B. d3 {282} 6A. Bb5 {285} 6a. Bd7 {291}
5b. e5 {290} 7A. Bxc6 {278} 6B. Nxd5 {278} 7a. Bxc6 {289} 6b. Qxd5 {288}
7B. B@e4 {276} 8A. P@e4 {273} 7b. Qd6 {283} 8a. Nb4 {286} 9A. Nc3 {272}
8B. Bxc6+ {274} 8b. bxc6 {282} 9a. P@g4 {279} 9B. Be3 {268} 10A. Ng5 {268}
10a. dxe5 {278} 11A. Nxf7 {266} 9b. P@d4 {272} 11a. Kxf7 {274} 12A. N@g5+ {263}
10B. N@e4 {262} 12a. Qxg5 {272} 13A. Bxg5 {261} 13a. exd4 {270} 14A. Nd5 {253}
14a. exd5 {264} 10b. dxe3 {239} 15A. B@e6+ {238} 15a. Kxe6 {262}
16A. B@f5+ {236} 16a. Kf7 {260} 11B. Qe2 {250} 11b. exf2+ {237}
17A. P@e6+ {229} 17a. Ke8 {259} 18A. exd5 {207} 18a. Nxd5 {257} 19A. Qxg4 {187}
19a. Bb4+ {255} 12B. Qxf2 {188} 20A. Kf1 {176} 20a. Bb5+ {251} 21A. Kg1 {170}
21a. N@e2+ {248} 22A. Qxe2 {168} 22a. Bxe2 {247} 12b. Qxd3 {215}
23A. P@f7+ {159} 23a. Kf8 {245} 24A. h4 {145} 24a. Bb5 {243} 13B. Bxd3 {162}
13b. Bb4+ {211} 25A. Rh3 {136} 25a. P@e2 {240} 26A. h5 {130} 26a. Q@f1+ {237}
14B. P@c3 {139} 14b. Bxc3+ {210} 15B. bxc3 {138} 27A. Kh2 {108}
27a. B@g1+ {232} 28A. Kg3 {107} 28a. Qxf2+ {231} 15b. P@e7 {187} 29A. Kg4 {105}
29a. N@e5+ {229} {death checkmated} 0-1
"#;

/// Section 3.2, 2002: a game that begins at a position.
pub const RESUMED: &str = r#"[Event "fics unrated bughouse match"]
[Site "fics"]
[Date "2002.05.25"]
[WhiteA "VampireGod"][WhiteAElo "2334"]
[BlackA "JohnnyCarwash"][BlackAElo "UNR"]
[WhiteB "Fudpucker"][WhiteBElo "2138"]
[BlackB "GuestGuest"][BlackBElo "UNR"]
[TimeControl "180+0"]
[Result "1-0"]
[Setup "1"]
[FEN "r1b1k1nr/ppp1qpPp/2n5/1B1p1n1N/3P4/2P5/P1P1QPnP/R1BK2NR/PPBpp b kq - 142 164 | 2Nrkb1r/pPpbqppp/2p5/8/3N4/2P1B3/P1P1QPpP/R3K2R/Ppb w KQk - 142 163"]

14B. Nxe7 {140} 11a. Q@e1+ {160} 14b. gxh1=Q+ {162} 15B. Kd2 {138}
15b. Qxa1 {159} 16B. Qd1 {137} 16b. Qxd1+ {154} 17B. Kxd1 {136} 17b. Bxe7 {154}
18B. b8=Q {134} 18b. Bg4+ {150} 19B. P@f3 {132} 19b. Rxb8 {150}
{GuestGuest resigns} 1-0
"#;

/// Section 4, 2006: lag and milliseconds.
pub const LAG: &str = r#"[Event "FICS rated bughouse match"]
[Site "FICS - freechess.org"]
[Date "2006-02-05"]
[Time "13:26:00"]
[WhiteA "Margency"][WhiteAElo "2126"]
[BlackA "rln"][BlackAElo "2612"]
[WhiteB "Altais"][WhiteBElo "2048"]
[BlackB "izicik"][BlackBElo "2215"]
[TimeControl "180+0"]
[Lag "293 363 226 877 500 443 300 504 363 643 671 444 581 243 749 469 201 506 610 223 568 214 486 688 210 706 1103 246 245 218 218 374 1562 576 491 488 497 273 403 223 271 198 483 569 256 204 219 238 434 232 276 330 244 276 220 308 422 290 201 236 220 236 474 277 235 237 1143 287 368 274 235 210 236 270 251 500 293 229 224 197 222 261 664 388 240 308 274 193 268 268 281 186 1143 274 259 222 211 267 205 276 223 279 236 219 465 229 442 644 338 223 214 235 489 221 265 199 223 273 190 343 183 270 528 306 204 392 201 276 248 239 242 222 300 203 220"]
[Result "0-1"]

{C:This is game number 365771 at http://www.bughouse-db.org}
1A. e4 {178.839} 1a. Nc6 {179.900} 1B. d4 {178.047} 2A. Nc3 {178.628}
2a. Nf6 {179.800} 1b. Nf6 {178.875} 3A. Nf3 {178.398} 2B. Nf3 {177.947}
3a. d5 {179.534} 2b. e6 {178.500} 4A. exd5 {178.188} 3B. Nc3 {177.847}
4a. Nxd5 {179.434} 3b. d5 {177.843} 5A. d4 {178.018} 4B. Bg5 {177.747}
5a. e5 {179.091} 6A. Bb5 {177.357} 4b. Be7 {176.828} 5B. Bxf6 {177.436}
5b. Bxf6 {176.728} 6a. Bb4 {178.075} 6B. e3 {177.336} 7A. O-O {177.177}
7a. Bxc3 {177.232} 8A. Nxe5 {176.666} 6b. Nc6 {175.072} 7B. Bd3 {176.615}
7b. P@e4 {173.259} 8B. Bxe4 {176.325} 8a. Bd7 {173.841} 8b. dxe4 {173.159}
9B. Nxe4 {176.225} 9A. Nxd7 {175.204} 9b. P@d5 {173.059} 10B. Nxf6+ {175.644}
9a. Qxd7 {172.591} 10b. Qxf6 {172.825} 10A. B@h3 {174.873} 10a. P@e6 {170.481}
11A. Bxc6 {172.640} 11a. bxc6 {169.215} 12A. N@e5 {172.540} 11B. B@g5 {168.464}
11b. Qg6 {170.966} 12a. B@b5 {166.575} 12B. N@f4 {167.583} 12b. Qf5 {169.638}
13A. B@d3 {170.226} 13B. N@h4 {164.399} 13a. Bxd3 {162.371} 14A. cxd3 {169.716}
13b. Qe4 {164.341} 14a. Bxd4 {158.215} 14B. P@d3 {162.036} 15A. Nxd7 {167.853}
15a. Kxd7 {158.115} 16A. Qg4 {165.810} 16a. P@c5 {155.662} 14b. B@a5+ {157.450}
15B. B@d2 {160.264} 15b. Bxd2+ {155.810} 16B. Qxd2 {160.164}
17A. B@e4 {158.620} 16b. B@a5 {153.482} 17B. P@c3 {158.872} 17a. h5 {151.881}
18A. Qf3 {157.368} 18a. N@e5 {149.053} 19A. Bxd5 {153.783} 17b. h6 {141.701}
19a. Nxf3+ {147.897} 18B. dxe4 {156.749} 20A. Bxf3 {152.551}
18b. hxg5 {140.998} 20a. B@d6 {146.038} 21A. B@e3 {150.639} 19B. Nhg6 {152.854}
19b. fxg6 {138.248} 21a. Rad8 {140.679} 20B. Nxg6 {144.502} 20b. Q@h7 {136.545}
22A. Bxd4 {110.681} 22a. Bxh2+ {140.579} 21B. P@f7+ {109.381}
21b. Kd8 {136.248} 23A. Kxh2 {106.826} 23a. cxd4 {139.689} 24A. N@e5+ {104.693}
24a. Ke8 {139.095} 25A. Bxc6+ {103.782} 25a. P@d7 {138.017} 22B. Nxh8 {102.211}
26A. Nxd7 {102.521} 22b. Qxh8 {134.905} 23B. N@g8 {101.770}
26a. Q@d6+ {135.829} 27A. N@e5 {100.828} 27a. Qxc6 {135.001}
28A. Nxc6 {100.057} 28a. Rxd7 {133.829} 29A. Ne5 {99.196} 23b. Q@f8 {126.045}
29a. R@d5 {132.204} 30A. Nxd7 {96.873} 24B. N@g6 {98.706} 30a. Kxd7 {132.104}
31A. Bf4 {96.171} 24b. Qhxg8 {124.452} 25B. fxg8=Q {96.734} 31a. Rb8 {129.495}
25b. Qxg8 {123.905} 32A. Rac1 {94.548} 26B. B@h7 {94.481} 26b. Qf7 {122.343}
32a. Q@b6 {124.074} 27B. Nh8 {91.397} 33A. Rxc7+ {92.345} 33a. Qxc7 {123.167}
34A. Bxc7 {92.124} 34a. Kxc7 {122.683} 27b. Qe7 {118.156} 35A. N@a6+ {91.313}
28B. N@g6 {89.163} 35a. Kb7 {121.323} 36A. Nxb8 {90.692} 36a. Kxb8 {120.682}
37A. P@e7 {89.200} 28b. Bd7 {112.671} 29B. N@f7+ {87.771} 29b. Kc8 {111.593}
30B. Nxe7+ {86.649} 30b. Nxe7 {111.374} 37a. Q@d6+ {112.714}
31B. R@d8# {85.317} {izicik checkmated} 0-1
"#;

/// The four-column display of the 1996 game in section 2.3, the lines run together.
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
    // The other two have the right one.
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

/// By how many milliseconds a half-move comes at most before one that the text has before it.
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
fn the_round_of_the_tag_list_is_no_tag() {
    let game = GNEJS.replace("[Round \"-\"]", "[Round -1-]");
    assert_eq!(
        errors(game.as_bytes())[0],
        "error: this is no tag: [Round -1-]"
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
    // The position of the 2002 game is one of sixty-four men.
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
        // But for a mate that is marked as a check, and a date.
        let normal = game
            .replace("N@e5+ {229} {death", "N@e5# {229} {death")
            .replace("2006-02-05", "2006.02.05");
        assert_eq!(
            show(&formatted(on_one_line.as_bytes())),
            format!("{normal}\n")
        );
    }
}
