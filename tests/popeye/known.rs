//! Problems of Popeye's own example files with Popeye's output for them: castling, en passant,
//! twins, set play, duplex, help play, play after the key, and the German keywords.

use keymove::solve::Tables;

use crate::popeye::written;

#[test]
fn the_examples_of_popeye_are_written_as_popeye_writes_them() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/popeye/known.txt");
    let text = std::fs::read_to_string(file).expect("the file is there");
    let (_, text) = text.split_once("\n\n").expect("a heading");
    let mut tables = Tables::new(16);
    let mut blocks = 0;
    for block in text.split_terminator("==\n") {
        let (input, output) = block.split_once("--\n").expect("two parts");
        let ours = written(input, &mut tables);
        let lines: Vec<&str> = ours.lines().collect();
        let wanted: Vec<&str> = output.lines().collect();
        if let Some(at) =
            (0..lines.len().max(wanted.len())).find(|&at| lines.get(at) != wanted.get(at))
        {
            panic!(
                "{input}\nline {at}: {:?}, not {:?}\n{ours}",
                lines.get(at),
                wanted.get(at)
            );
        }
        blocks += 1;
    }
    assert_eq!(blocks, 13);
}
