//! The walk against exhaustion: lines of all kinds on small random positions, and the content of
//! the table afterwards.

use shakmaty::{Role, Square};

use super::*;
use crate::board::Board;
use crate::board::Orientation;
use crate::goal::Mate;
use crate::limit::Limits;
use crate::rare::{Rare, RareBoard};
use crate::small::position;
use crate::table::{Table, attacker_key};
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;
use keymove_rules::position::Position;

/// Legal moves at random, `plies` of them at most; the last is now and then an impossible move.
fn line(random: &mut SplitMix64, position: &Position, plies: usize) -> Vec<ChessMove> {
    let mut line = Vec::new();
    let mut position = position.clone();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut m = moves[random.below(moves.len())];
        if random.chance(5) {
            m = ChessMove::Normal {
                role: Role::Queen,
                from: Square::A1,
                capture: None,
                to: Square::B3,
                promotion: None,
            };
            line.push(m);
            break;
        }
        line.push(m);
        position.play(m);
    }
    line
}

/// All along the line the walk agrees with exhaustion on whether the side to move reaches the goal
/// of `kind` within `n`, and so does the whole answer with the entries that the walk left in the
/// table.
fn judge<G: Goal>(
    rules: fn(Board, Kind) -> G::Rules,
    kind: Kind,
    position: &Position,
    line: &[ChessMove],
    n: Depth,
    seen: &mut [usize; 2],
) {
    let stop = Stop::new();
    let mut table = Table::new(1);
    table.begin_job();
    let mut search = Search::<G>::new(&mut table, Limits::default(), &stop);
    let orientation = Orientation::new(position.turn());
    let board = rules(orientation.board(position.chess()), kind);
    let mut guide = Guide::new::<G>(0, line, orientation, &board, n);
    guide.begin(n);
    let mut slice = 4;
    let answer = loop {
        let found = search.walk(&mut guide, slice).expect("there is no limit");
        if let Some(answer) = found {
            break answer;
        }
        slice *= 2;
    };
    let truth = wins(kind, position, n);
    assert_eq!(answer, truth, "{kind:?} in {n}: {position:?} {line:?}");
    seen[usize::from(truth)] += 1;
    let mut at = position.clone();
    for (place, (board, _)) in guide.steps.iter().enumerate() {
        let known = search.table.bounds(attacker_key(board.hash()));
        let left = n - place as Depth;
        for length in 1..=n {
            if known.proved <= length {
                assert!(wins(kind, &at, length), "{known:?} after {place} moves");
            }
            if known.refuted >= length {
                assert!(!wins(kind, &at, length), "{known:?} after {place} moves");
            }
        }
        if guide.refuted == Some(place) {
            assert!(!wins(kind, &at, left), "refuted after {place} moves");
            let fault = search.refuted_line(&guide, orientation).expect("a fault");
            assert_eq!((fault.moves, fault.left), (place as u16, left));
            if let Some(reply) = fault.reply {
                let after = at.after(line[2 * place]).after(reply);
                assert!(!wins(kind, &after, left - 1), "{reply:?} refutes nothing");
            }
        }
        for &m in line.iter().skip(2 * place).take(2) {
            if at.is_legal(m) {
                at.play(m);
            }
        }
    }
}

/// Whether the attacker, to move, wins within `n`, as `solver verify` goes through every line.
fn wins(kind: Kind, position: &Position, n: u16) -> bool {
    let rules = keymove_rules::forced::PlayRules::of(kind).expect("forced play");
    // A side without a move reaches nothing.
    !position.legal_moves().is_empty()
        && keymove_rules::exhaust::Exhaustion::new(rules, Stop::new())
            .wins(position, n, &mut u64::MAX.clone())
            .expect("there is no limit")
}

#[test]
fn a_walk_proves_what_exhaustion_proves_whatever_the_line() {
    let mut random = SplitMix64(26);
    let mut seen = [[0; 2]; 3];
    let mut judged = 0;
    while judged < 600 {
        let Some(position) = position(&mut random) else {
            continue;
        };
        let moves = position.legal_moves().len();
        let replies = position
            .passed()
            .map_or(8, |passed| passed.legal_moves().len());
        if moves == 0 || moves > 35 {
            continue;
        }
        judged += 1;
        // As deep as exhaustion can go in little time.
        let n = match moves * replies {
            ..30 => 3,
            30..110 => 2,
            _ => 1,
        };
        let plies = random.below(8);
        let line = line(&mut random, &position, plies);
        judge::<Mate>(
            |board, _| board,
            Kind::MATE,
            &position,
            &line,
            n,
            &mut seen[0],
        );
        let rare = |board, kind| RareBoard::new(board, kind, None);
        judge::<Rare>(rare, Kind::STALEMATE, &position, &line, n, &mut seen[1]);
        judge::<Rare>(rare, Kind::SELFMATE, &position, &line, n, &mut seen[2]);
    }
    let [mates, stalemates, selfmates] = seen;
    assert!(mates[0] > 50 && mates[1] > 50, "{seen:?}");
    assert!(stalemates[1] > 5 && selfmates[0] > 500, "{seen:?}");
}
