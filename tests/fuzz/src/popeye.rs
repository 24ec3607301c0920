//! Popeye's input: reading always ends, errors have places within the input, and every problem can be written as a
//! record.

use std::io::Cursor;

use keymove::Epd;
use keymove::collection::{Collection, CollectionEntry, InputForm, Reading};
use keymove::composition::Compositions;

use crate::shown;

/// Reads all problems of an input.
pub fn run(data: &[u8]) {
    let lines = data.split(|&b| b == b'\n').count() as u64;
    let mut compositions = 0;
    for read in Compositions::new(data) {
        compositions += 1;
        match read {
            Ok(composition) => {
                assert!(composition.line <= lines, "{}", shown(data));
                assert!(!composition.twins.is_empty(), "{}", shown(data));
                let labels = composition.twins.iter().filter(|twin| twin.label.is_some());
                let alone = composition.twins.len() == 1 && !composition.zero_position;
                assert_eq!(
                    labels.count(),
                    if alone { 0 } else { composition.twins.len() }
                );
            }
            Err(error) => {
                assert!(
                    (1..=lines).contains(&error.line),
                    "{error}: {}",
                    shown(data)
                );
                assert!(error.column >= 1 && !error.to_string().is_empty());
            }
        }
    }
    // Each problem takes at least one word.
    assert!(compositions <= data.len(), "{}", shown(data));
    let reading = Reading::default();
    let entries = Collection::open(
        InputForm::Popeye,
        Box::new(Cursor::new(data.to_vec())),
        1,
        &reading,
    )
    .expect("there is a reader");
    let mut records = 0;
    for entry in entries {
        let CollectionEntry::Problem(problem) = entry else {
            continue;
        };
        records += 1;
        assert!((1..=lines).contains(&problem.number), "{}", shown(data));
        if let Ok(record) = &problem.record {
            let again = Epd::from_ascii(&problem.line());
            assert_eq!(again.as_ref(), Ok(record), "{}", shown(data));
        }
    }
    assert!(records + 1 >= compositions, "{}", shown(data));
}
