//! The collections of problems and compositions.

use std::collections::{BTreeMap, BTreeSet};

use keymove_base::stop::Stop;
use keymove_kriegspiel::announcement::{Directions, captured_square};
use keymove_kriegspiel::belief::Belief;
use keymove_kriegspiel::belief::board::CompactBoard;
use keymove_kriegspiel::belief::history::{follow, start};
use keymove_kriegspiel::notation::Game;
use keymove_kriegspiel::notation::read::Games;
use keymove_kriegspiel::notation::{MoveEntry, Payload};
use keymove_kriegspiel::own_board::OwnBoard;
use keymove_kriegspiel::problem::goal::MateEndings;
use keymove_kriegspiel::problem::search::solve;
use keymove_kriegspiel::problem::show::keys;
use keymove_kriegspiel::problem::{Allowance, Conclusion, Inquiry};
use keymove_kriegspiel::rules::RuleSet;
use shakmaty::{EnPassantMode, Position as _};

use crate::beliefs::data;

const LIMITS: Allowance = Allowance {
    positions: 100_000,
    until: None,
};

/// The rows of a table with a header, by the names of the columns.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split('\t').collect();
    lines
        .map(|line| {
            let fields = line.split('\t').chain(std::iter::repeat(""));
            let named = head.iter().map(|name| (*name).to_owned());
            named.zip(fields.map(str::to_owned)).collect()
        })
        .collect()
}

#[test]
fn every_problem_has_its_answer() {
    let Some(folder) = data::folder("kriegspiel/problems") else {
        return;
    };
    let answers = std::fs::read_to_string(folder.join("answers.tsv")).expect("a table");
    let answers = rows(&answers);
    assert!(!answers.is_empty());
    let mut folded = 0;
    for row in answers {
        let id = &row["id"];
        let number = |name: &str| row[name].parse::<usize>().expect("a number");
        let text = std::fs::read(folder.join(format!("{id}.pgn"))).expect("a record");
        let mut games = Games::new(text.as_slice());
        let game = games.next().expect("a game").expect("PGN").game;
        assert_eq!(game.turns.len(), number("plies"), "{id}");
        let mut beliefs: Vec<Vec<CompactBoard>> = Vec::new();
        let keep = |belief: &Belief| beliefs.push(belief.boards().to_vec());
        let history = follow(&game, LIMITS.positions, || false, keep).expect("a history");
        assert_eq!(history.player.to_string(), row["side"], "{id}");
        let belief = history.belief.expect("a belief");
        // The table counts different FENs, including en-passant squares that cannot be used; its
        // numbers agree with the plain twin, which has each of our positions once per FEN.
        let mut largest = 1;
        let mut times = BTreeMap::new();
        for (index, turn) in game.turns.iter().enumerate() {
            let hidden = turn.written == MoveEntry::Hidden;
            times = if hidden {
                counted_by_fen(&beliefs[index], turn.payload().expect("a payload"))
            } else {
                beliefs[index + 1].iter().map(|board| (*board, 1)).collect()
            };
            let ours: BTreeSet<CompactBoard> = beliefs[index + 1].iter().copied().collect();
            assert!(ours.iter().eq(times.keys()), "{id}: half-move {index}");
            largest = largest.max(times.values().sum());
        }
        assert_eq!(times.values().sum::<usize>(), number("belief"), "{id}");
        assert_eq!(largest, number("max_belief"), "{id}");
        folded += usize::from(beliefs.iter().map(Vec::len).max() < Some(largest));
        let own = belief.boards()[0].own_board(history.player);
        let problem = Inquiry {
            belief,
            depth: 1,
            goal: MateEndings::default(),
            keys: false,
            rules: RuleSet::default(),
            is_whole: true,
        };
        match solve(&problem, LIMITS, &Stop::new()) {
            Conclusion::Yes { plan, .. } => {
                assert_eq!(row["mate_in_1_forced"], "True", "{id}");
                let tries: Vec<_> = plan.steps.iter().map(|step| step.tried).collect();
                assert_eq!(keys(&tries, &own).join(" "), row["tries"], "{id}");
            }
            Conclusion::No { left, winnable } => {
                assert_eq!(row["mate_in_1_forced"], "False", "{id}");
                let mates: Vec<&CompactBoard> = left.iter().filter(|board| mates(board)).collect();
                assert_eq!(winnable, Some(mates.len()), "{id}");
                let all: usize = left.iter().map(|board| times[board]).sum();
                assert_eq!(all, number("states_left"), "{id}");
                let all: usize = mates.iter().map(|board| times[*board]).sum();
                assert_eq!(all, number("states_with_a_mate"), "{id}");
            }
            undecided => panic!("{id}: {undecided:?}"),
        }
    }
    assert!(folded > 0, "nothing was folded");
}

/// The positions after a hidden move from `before`, each with the number of its different FENs.
fn counted_by_fen(before: &[CompactBoard], payload: &Payload) -> BTreeMap<CompactBoard, usize> {
    let mut seen = BTreeSet::new();
    let checks = payload.checks().expect("known letters");
    let count = payload.tries.count() as usize;
    for board in before {
        let position = board.position().expect("a position");
        let moves = position.legal_moves();
        let tries = OwnBoard::of(&position, position.turn()).tries().len();
        if tries - moves.len() < count {
            continue;
        }
        for played in moves {
            if captured_square(played) != payload.capture() {
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(played);
            if Directions::of(&after) == checks && !after.legal_moves().is_empty() {
                seen.insert((
                    CompactBoard::of(&after),
                    after.ep_square(EnPassantMode::Always),
                ));
            }
        }
    }
    let mut times = BTreeMap::new();
    for (board, _) in seen {
        *times.entry(board).or_default() += 1;
    }
    times
}

fn mates(board: &CompactBoard) -> bool {
    let position = board.position().expect("a position");
    position.legal_moves().into_iter().any(|played| {
        let mut after = position.clone();
        after.play_unchecked(played);
        after.is_checkmate()
    })
}

#[test]
fn every_two_mover_has_its_keys() {
    let Some(folder) = data::folder("kriegspiel") else {
        return;
    };
    let table = std::fs::read_to_string(folder.join("composed.tsv")).expect("a table");
    let bare = |key: &str| key.replace("(#1)", "").replace(['x', '+', '#'], "");
    let (mut solved, mut without) = (0, 0);
    for row in rows(&table) {
        if row["status"] != "ok" || row["orthodox_keys"].is_empty() {
            continue;
        }
        let title = &row["title"];
        // One of them has a man of unknown kind, drawn as a pawn on its last rank.
        let mut game = Game::default();
        game.set_tag("FEN", &row["fen"]);
        let start = start(&game).expect("a position");
        let board = CompactBoard::of(&start);
        let problem = Inquiry {
            belief: Belief::certain(board),
            depth: 3,
            goal: MateEndings::default(),
            keys: true,
            rules: RuleSet::default(),
            is_whole: true,
        };
        let found: BTreeSet<String> = match solve(&problem, LIMITS, &Stop::new()) {
            Conclusion::Yes {
                keys: all, open, ..
            } => {
                assert!(open.is_empty());
                let own = board.own_board(board.turn());
                keys(&all, &own).iter().map(|key| bare(key)).collect()
            }
            Conclusion::No { .. } => BTreeSet::new(),
            Conclusion::Undecided(reason) => panic!("{title}: {reason:?}"),
        };
        let expected: BTreeSet<String> =
            row["berkeley_keys"].split_whitespace().map(bare).collect();
        assert_eq!(found, expected, "{title}");
        if expected.is_empty() {
            without += 1;
        } else {
            solved += 1;
        }
    }
    assert!(
        solved >= 5 && without >= 5,
        "{solved} solved, {without} without a key"
    );
}
