//! Real games, if they are available: all are legal, and no false messages are given.

use crate::bpgn::{checked, data, each_game, formatted, kept, said, show};
use keymove_bpgn::bfen::Bfen;
use keymove_bpgn::join::join;
use keymove_bpgn::read::Reader;
use keymove_bpgn::replay::BpgnReplay;
use keymove_bpgn::split::split;

pub fn files() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = data::folder("bpgn") else {
        return Vec::new();
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), std::fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn all_games_are_legal() {
    let mut games = 0;
    for (name, file) in files() {
        let (lines, checked) = checked(&file);
        for game in &checked {
            assert!(game.played > 0 && game.unplayed == 0, "{name}: {lines:?}");
        }
        games += checked.len();
    }
    assert!(games == 0 || games == 20, "{games}");
}

#[test]
fn there_are_sixty_four_men_after_every_half_move() {
    for (name, file) in files() {
        each_game(&file, |game| {
            let mut replay = BpgnReplay::start(game).expect("a position");
            for (index, half_move) in game.half_moves().iter().enumerate() {
                replay.step(game, half_move).expect("a legal move");
                let clock = &mut replay.clocks[half_move.seat.index()];
                *clock = game.clock(index).or(*clock);
                assert_eq!(replay.boards.imbalances(), [""; 0], "{name}");
                let bfen = Bfen {
                    boards: replay.boards.clone(),
                    clocks: replay.clocks,
                    dropped: Vec::new(),
                };
                assert_eq!(Bfen::read(bfen.to_string().as_bytes()), Ok(bfen), "{name}");
            }
        });
    }
}

#[test]
fn nothing_false_is_said() {
    for (name, file) in files() {
        let (errors, notes): (Vec<_>, Vec<_>) = said(&file)
            .into_iter()
            .partition(|line| line.starts_with("error"));
        // One of the real games says that the team of the mated player has won; the games of the
        // standard have their own tests.
        let expected = match name.as_str() {
            "bugaboo_test.bpgn" => 1,
            _ if name.starts_with("seed") => errors.len(),
            _ => 0,
        };
        assert_eq!(errors.len(), expected, "{name}: {errors:?}");
        for error in errors.iter().filter(|_| !name.starts_with("seed")) {
            assert!(error.contains("is mated: 0-1"), "{name}: {error}");
        }
        for note in notes {
            assert!(
                note.ends_with("mate is marked +") || note.contains("the date is not YYYY.MM.DD"),
                "{name}: {note}"
            );
        }
    }
}

#[test]
fn the_normal_form_is_stable_and_survives_two_pgns() {
    for (name, file) in files() {
        let normal = formatted(&file);
        assert_eq!(show(&formatted(&normal)), show(&normal), "{name}");
        let normal = kept(&file);
        assert_eq!(show(&kept(&normal)), show(&normal), "{name}");
        let mut joined = Vec::new();
        each_game(&file, |game| {
            let boards = split(game, &mut Vec::new()).expect("a sound game");
            let [a, b] = boards.each_ref().map(|pgn| {
                Reader::pgn(&pgn[..])
                    .next_board()
                    .expect("read")
                    .expect("a game")
            });
            let restored = join(&a, &b);
            assert_eq!(restored.remarks, [], "{name}");
            joined.extend(restored.bpgn);
        });
        assert_eq!(show(&joined), show(&normal), "{name}");
    }
}

#[test]
fn without_the_places_the_clocks_give_an_order_that_can_be_played() {
    for (name, file) in files() {
        each_game(&file, |game| {
            let boards = split(game, &mut Vec::new()).expect("a sound game");
            let [a, b] = boards.each_ref().map(|pgn| {
                let foreign = show(pgn).replace("[%ply ", "[%eval ");
                Reader::pgn(foreign.as_bytes())
                    .next_board()
                    .expect("read")
                    .expect("a game")
            });
            let joined = join(&a, &b);
            assert_eq!(joined.remarks.len(), 1, "{name}: {:?}", joined.remarks);
            let (_, checked) = checked(&joined.bpgn);
            assert_eq!(checked[0].played, game.half_moves().len(), "{name}");
        });
    }
}
