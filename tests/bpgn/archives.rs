//! Files in the forms of other programs, each rebuilt from the known facts about its form (none is
//! a real file; all available real ones are BPGN): the same short match, which must give the same
//! result.

use crate::bpgn::{errors, formatted, said, show};
use keymove_bpgn::join::join;
use keymove_bpgn::pgn::PgnGame;
use keymove_bpgn::read::Reader;

/// bughouse.pro: times since the match began, captures by pawns without their file, no signs and
/// no result at the end.
const BUGHOUSE_PRO: &str = r#"[Event "Unrated Bughouse Match"]
[Site "bughouse.pro"]
[UTCDate "2026.11.21"]
[UTCTime "13:37:00"]
[Round "1"]
[WhiteA "Ann"]
[BlackA "Bob"]
[WhiteB "Cid"]
[BlackB "Dee"]
[TimeControl "180"]
[Variant "Bughouse"]
[Promotion "Upgrade"]
[Result "1-0"]
[Termination "normal"]
[Outcome "Ann & Dee won: Bob & Cid checkmated"]
1B. Nf3 {[ts=1.300]} 1A. e4 {[ts=1.500]} 1a. d5 {[ts=2.600]} 1b. e5 {[ts=3.300]}
2A. xd5 {[ts=3.900]} 2B. Nxe5 {[ts=5.100]} 2a. Nd7 {[ts=6.400]} 2b. Nc6 {[ts=6.800]}
3A. Qe2 {[ts=7.800]} 3B. N1c3 {[ts=8.600]} 3b. Nxe5 {[ts=9.700]} 3a. c6 {[ts=10.200]}
4A. N@d6 {[ts=14.700]}
"#;

/// pychess: capital letters for all men, one array for both boards, no clocks.
const PYCHESS: &str = r#"[Event "?"]
[Site "https://www.pychess.org/analysis/bughouse"]
[Date "2026.11.21"]
[WhiteA "Ann"]
[BlackA "Bob"]
[WhiteB "Cid"]
[BlackB "Dee"]
[Result "*"]
[Variant "Bughouse"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"]
[SetUp "1"]

1B.Nf3 1A.e4 1A.d5 1B.e5 2A.exd5 2B.Nxe5 2A.Nd7 2B.Nc6 3A.Qe2 3B.Nc3 3B.Nxe5 3A.c6 4A.N@d6# *
"#;

/// chess.com: one PGN for each board.
const CHESS_COM: [&str; 2] = [
    r#"[Event "Live Chess - Bughouse"]
[Site "Chess.com"]
[Date "2026.11.21"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Variant "Bughouse"]
[WhiteElo "1850"]
[BlackElo "1790"]
[TimeControl "180"]
[EndTime "13:37:15 GMT+0000"]
[Termination "Ann won by checkmate"]

1. e4 {[%clk 0:02:58.5]} 1... d5 {[%clk 0:02:58.9]} 2. exd5 {[%clk 0:02:57.2]} 2... Nd7 {[%clk 0:02:56.4]}
3. Qe2 {[%clk 0:02:55.8]} 3... c6 {[%clk 0:02:54]} 4. N@d6# {[%clk 0:02:51.3]} 1-0
"#,
    r#"[Event "Live Chess - Bughouse"]
[Site "Chess.com"]
[Date "2026.11.21"]
[White "Cid"]
[Black "Dee"]
[Result "0-1"]
[Variant "Bughouse"]
[WhiteElo "1720"]
[BlackElo "1910"]
[TimeControl "180"]
[Termination "Dee won by checkmate"]

1. Nf3 {[%clk 0:02:58.7]} 1... e5 {[%clk 0:02:58]} 2. Nxe5 {[%clk 0:02:56.9]} 2... Nc6 {[%clk 0:02:56.3]}
3. Nc3 {[%clk 0:02:55.1]} 3... Nxe5 {[%clk 0:02:55.2]} 0-1
"#,
];

pub const MOVES: &str = "\
1B. Nf3 {178.700} 1A. e4 {178.500} 1a. d5 {178.900} 1b. e5 {178.000}
2A. exd5 {177.200} 2B. Nxe5 {176.900} 2a. Nd7 {176.400} 2b. Nc6 {176.300}
3A. Qe2 {175.800} 3B. Nc3 {175.100} 3b. Nxe5 {175.200} 3a. c6 {174.000}
4A. N@d6# {171.300} 1-0
";

/// The movetext of a normal form.
pub fn movetext(normal: &[u8]) -> String {
    let normal = show(normal);
    let (_, moves) = normal.split_once("\n\n").expect("tags");
    moves.trim_end().to_owned() + "\n"
}

fn without_clocks(moves: &str) -> String {
    let mut rest = moves;
    let mut text = String::new();
    while let Some((before, behind)) = rest.split_once(" {") {
        text.push_str(before);
        rest = behind.split_once('}').expect("a brace").1;
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn times_since_the_match_began_become_clocks() {
    let normal = formatted(BUGHOUSE_PRO.as_bytes());
    assert_eq!(movetext(&normal), MOVES);
    assert_eq!(formatted(&normal), normal);
    assert_eq!(errors(BUGHOUSE_PRO.as_bytes()), [""; 0]);
    // If one time is missing, the later clocks of that board are unknown.
    let holed = BUGHOUSE_PRO.replace(" {[ts=3.900]}", "");
    let on_one_line = |text: &str| movetext(&formatted(text.as_bytes())).replace('\n', " ");
    let moves = on_one_line(&holed);
    assert!(moves.contains("1a. d5 {178.900}") && moves.contains("3B. Nc3 {175.100}"));
    assert!(
        moves.contains("2A. exd5 2B.") && moves.contains("2a. Nd7 {[ts=6.400]}"),
        "{moves}"
    );
    let timeless = BUGHOUSE_PRO.replace("[TimeControl \"180\"]\n", "");
    assert!(on_one_line(&timeless).contains("2A. exd5 {[ts=3.900]}"));
}

#[test]
fn black_may_have_capital_letters_and_an_array_stand_for_both_boards() {
    let normal = formatted(PYCHESS.as_bytes());
    let moves = without_clocks(&movetext(&normal));
    assert_eq!(moves, without_clocks(MOVES).replace("1-0", "*"));
    assert_eq!(formatted(&normal), normal);
    let notes = said(PYCHESS.as_bytes());
    assert_eq!(
        notes,
        [
            "note: 1a: Black's numbers have capital letters, too; taken for Black's",
            "note: the result is *, but Bob (BlackA) is mated: 1-0"
        ]
    );
    // Only the initial array works: otherwise the state of the other board is unknown.
    let begun = PYCHESS.replace("PPPPPPPP/RNBQKBNR[]", "PPP1PPPP/RNBQKBNR[]");
    assert_eq!(
        errors(begun.as_bytes()),
        ["error: FEN: two boards with | between them are needed"]
    );
}

#[test]
fn two_pgns_of_a_match_are_joined_in_the_order_of_the_clocks() {
    let read = |text: &str| -> PgnGame {
        let mut reader = Reader::pgn(text.as_bytes());
        reader.next_board().expect("read").expect("a game")
    };
    let joined = join(&read(CHESS_COM[0]), &read(CHESS_COM[1]));
    assert_eq!(joined.remarks.len(), 1, "{:?}", joined.remarks);
    assert_eq!(movetext(&formatted(&joined.bpgn)), MOVES);
    assert_eq!(errors(&joined.bpgn), [""; 0]);
    let tags = show(&joined.bpgn);
    for tag in [
        "[BlackB \"Dee\"][BlackBElo \"1910\"]",
        "[Variant \"Bughouse\"]",
        "[EndTime \"13:37:15 GMT+0000\"]",
        "[Termination \"Ann won by checkmate\"]",
    ] {
        assert_eq!(tags.matches(tag).count(), 1, "{tag} in {tags}");
    }
    // A game with other rules is not joined as a game of bughouse.
    let duck = CHESS_COM.map(|text| read(&text.replace("Bughouse", "Bughouse DuckChess")));
    let joined = join(&duck[0], &duck[1]);
    assert_eq!(
        errors(&joined.bpgn),
        ["error: Variant Bughouse DuckChess: these are not the rules of bughouse; not played"]
    );
}
