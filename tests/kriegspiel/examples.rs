//! The examples of the two notations' documents, and ways to read records in tests.

use keymove_kriegspiel::filter::Comments;
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::read::{Games, Read};
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::notation::{Game, Viewpoint};

/// The unfiltered example of the notation 0.9. Its try `e7` is a mistake: no black man can go
/// there.
pub const UNFILTERED: &str = include_str!("unfiltered.pgn");

/// Its filtered example: a problem, without a token at the end.
pub const FILTERED: &str = include_str!("filtered.pgn");

/// The example of the first proposal, in a position where it can be played. `dd3` is not SAN.
pub const PROPOSAL: &str = r#"[SetUp "1"]
[FEN "4k3/8/8/8/3p4/3r4/1n1PP3/4K3 w - - 0 5"]

5. exd3 {(K:d4,dd3:Td3)} Nxd3+ {(K::CK)} *
"#;

/// The games in `text`; all of them must be readable.
pub fn read_all(text: impl AsRef<[u8]>) -> Vec<Read> {
    Games::new(text.as_ref())
        .collect::<Result<_, _>>()
        .expect("PGN")
}

/// The only game in `text`.
pub fn read_one(text: impl AsRef<[u8]>) -> Read {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The normal form as text.
pub fn written(game: &Game) -> String {
    let mut out = Vec::new();
    write_game(game, &mut out);
    String::from_utf8(out).expect("UTF-8")
}

/// Findings, one per line.
pub fn lines(findings: &[RecordFinding]) -> String {
    findings
        .iter()
        .map(|finding| format!("{finding}\n"))
        .collect()
}

/// Filters and writes the only game in `text`, with the comments that are kept by default.
pub fn filtered(text: &str, wanted: Viewpoint) -> String {
    let comments = Comments::default();
    let made = keymove_kriegspiel::filter::filter(read_one(text).game, wanted, comments);
    written(&made.expect("a game that can be filtered").game)
}

/// All files of a folder of the collections with that ending, by name.
pub fn files(folder: &str, end: &str) -> Vec<(String, String)> {
    let Some(folder) = crate::kriegspiel::data::folder(folder) else {
        return Vec::new();
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(end))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a file");
            (path.display().to_string(), text)
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}
