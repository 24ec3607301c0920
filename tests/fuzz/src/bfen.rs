//! BFEN: both boards with hands and clocks. Reading and writing gives the same text.

use keymove_bpgn::bfen::Bfen;
use keymove_bpgn::mate::MateRule;
use keymove_bpgn::seat::BoardName;

use crate::shown;

/// Reads and writes.
pub fn run(data: &[u8]) {
    let first = match Bfen::read(data) {
        Ok(first) => first,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = first.to_string();
    let second =
        Bfen::read(written.as_bytes()).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(second.boards, first.boards, "{}", shown(data));
    assert_eq!(second.clocks, first.clocks, "{}", shown(data));
    assert!(second.dropped.is_empty(), "{written}: {:?}", second.dropped);
    assert_eq!(second.to_string(), written, "{}", shown(data));
    for name in BoardName::ALL {
        let board = first.boards.board(name);
        let moves = board.legal_moves();
        if board.is_mate(MateRule::Now) {
            assert!(moves.is_empty() && board.checkers().any(), "{written}");
        }
        // A mate that is final is also a mate now.
        assert!(!board.is_mate(MateRule::Unblockable) || board.is_mate(MateRule::Now));
        for m in moves {
            let mut after = board.clone();
            after.play(m);
            assert_ne!(after.turn(), board.turn());
        }
    }
}
