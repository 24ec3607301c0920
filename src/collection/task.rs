//! What is asked in words: [`stated_in`] reads a task where a whole text says one, and
//! [`is_statement`] knows a text that only says what is to be done.
//!
//! Read are stipulations (`#2`, `h#2.5`) and English, German and French words with numbers in
//! figures or words: `Mate in two`, `White to move and mate in 3`, `Matt in zwei Zügen`, `Mat en
//! deux coups`. A word that is not known makes the text something else: `Puzzle #12`, `#4 of 100`
//! and `Hook Mate #2` are titles, and a number in a title is no task.

use crate::stipulation::Stipulation;

/// What a word of a task is.
enum TaskWord {
    /// A goal without its length, `#` or `h#`.
    Goal(&'static str),
    /// A stipulation.
    Whole(String),
    /// A number of moves.
    Number(String),
    /// What is said of the task, the side or the diagram.
    Known,
}

/// Goals.
const GOALS: [(&str, &str); 26] = [
    ("mate", "#"),
    ("mates", "#"),
    ("checkmate", "#"),
    ("checkmates", "#"),
    ("matt", "#"),
    ("mat", "#"),
    ("mover", "#"),
    ("mateinmoves", "#"),
    ("züger", "#"),
    ("zueger", "#"),
    ("selfmate", "s#"),
    ("selbstmatt", "s#"),
    ("helpmate", "h#"),
    ("hilfsmatt", "h#"),
    ("reflexmate", "r#"),
    ("reflexmatt", "r#"),
    ("stalemate", "="),
    ("stalemates", "="),
    ("patt", "="),
    ("pat", "="),
    ("selfstalemate", "s="),
    ("selbstpatt", "s="),
    ("helpstalemate", "h="),
    ("hilfspatt", "h="),
    ("seriesmate", "ser-#"),
    ("serieshelpmate", "ser-h#"),
];

/// Goals that a word behind them changes: `mat inverse`, `mat aidé`.
const CHANGED: [(&str, &str); 4] = [
    ("inverse", "s#"),
    ("aidé", "h#"),
    ("aide", "h#"),
    ("réflexe", "r#"),
];

/// Numbers as words; their places are the numbers.
const NUMBERS: [[&str; 4]; 13] = [
    ["", "", "", ""],
    ["one", "eins", "einem", "un"],
    ["two", "zwei", "", "deux"],
    ["three", "drei", "", "trois"],
    ["four", "vier", "", "quatre"],
    ["five", "fünf", "fuenf", "cinq"],
    ["six", "sechs", "", "six"],
    ["seven", "sieben", "", "sept"],
    ["eight", "acht", "", "huit"],
    ["nine", "neun", "", "neuf"],
    ["ten", "zehn", "", "dix"],
    ["eleven", "elf", "", "onze"],
    ["twelve", "zwölf", "zwoelf", "douze"],
];

/// Words beside a task.
const KNOWN: [&str; 62] = [
    "white",
    "black",
    "weiß",
    "weiss",
    "schwarz",
    "weißer",
    "schwarzer",
    "blanc",
    "blancs",
    "noir",
    "noirs",
    "the",
    "to",
    "play",
    "plays",
    "move",
    "moves",
    "and",
    "in",
    "win",
    "wins",
    "draw",
    "draws",
    "give",
    "gives",
    "force",
    "forces",
    "forced",
    "can",
    "should",
    "is",
    "problem",
    "with",
    "der",
    "die",
    "am",
    "zug",
    "zuge",
    "züge",
    "zügen",
    "zuegen",
    "zieht",
    "setzt",
    "hält",
    "gewinnt",
    "remis",
    "beginnt",
    "anzug",
    "und",
    "an",
    "mit",
    "les",
    "le",
    "en",
    "et",
    "au",
    "trait",
    "coup",
    "coups",
    "jouent",
    "font",
    "gagnent",
];

/// The task that `text` says, as a stipulation, if it says one and nothing else.
pub(super) fn stated_in(text: &str) -> Option<String> {
    let mut whole = None;
    let (mut goal, mut number) = (None, None);
    for word in words(text)? {
        match word {
            TaskWord::Known => {}
            TaskWord::Whole(stipulation) if whole.is_none() => whole = Some(stipulation),
            TaskWord::Goal(sign) if goal.is_none() || goal == Some("#") => goal = Some(sign),
            TaskWord::Number(length) if number.is_none() => number = Some(length),
            _ => return None,
        }
    }
    let stipulation = match (whole, goal, number) {
        (Some(whole), None, None) => whole,
        (None, Some(goal), Some(number)) => format!("{goal}{number}"),
        _ => return None,
    };
    Stipulation::read(stipulation.as_bytes())
        .ok()
        .map(|_| stipulation)
}

/// Whether `text` only says who is to move and what for: no name.
pub(super) fn is_statement(text: &str) -> bool {
    words(text).is_some_and(|words| !words.is_empty())
}

/// The words of a text; nothing if one is not known.
fn words(text: &str) -> Option<Vec<TaskWord>> {
    const LONGEST: usize = 100;
    if text.len() > LONGEST {
        return None;
    }
    if let Some(whole) = whole(text.trim()) {
        return Some(vec![TaskWord::Whole(whole)]);
    }
    let text = text.to_lowercase();
    let ends = |c: char| c.is_whitespace() || ",;:!()[]".contains(c);
    let mut all = Vec::new();
    for word in text.split(ends) {
        let word = word.trim_matches('.');
        // How many men there are, how many solutions, and that they were tested: `8+5`, `2.1.1`.
        let is_count = word
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+.*".contains(&b))
            && word.contains(['+', '.', '*'])
            && whole(word).is_none();
        if word.is_empty() || is_count || ["c+", "v", "vv", "duplex"].contains(&word) {
            continue;
        }
        if let Some(stipulation) = whole(word) {
            all.push(TaskWord::Whole(stipulation));
            continue;
        }
        for part in word.split('-').filter(|part| !part.is_empty()) {
            all.extend(task_words(part)?);
        }
    }
    Some(all)
}

/// The stipulation that a word is, in small or capital letters, the length before or behind.
fn whole(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let is_named =
        |text: &String| text.contains(['#', '=']) && Stipulation::usual(text.as_bytes()).is_some();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (length, sign) = word.split_at(digits);
    let turned = format!("{sign}{length}");
    [word.clone(), turned].into_iter().find(is_named)
}

/// What a word of letters or figures is: `zweizüger` is two of them.
fn task_words(word: &str) -> Option<Vec<TaskWord>> {
    let is_number = |word: &str| {
        NUMBERS
            .iter()
            .skip(1)
            .position(|names| names.contains(&word))
    };
    let goal = |word: &str| GOALS.iter().find(|(name, _)| *name == word);
    if let Some((_, sign)) = goal(word).or_else(|| CHANGED.iter().find(|(name, _)| *name == word)) {
        return Some(vec![TaskWord::Goal(sign)]);
    }
    if let Some(before) = is_number(word) {
        return Some(vec![TaskWord::Number((before + 1).to_string())]);
    }
    if KNOWN.contains(&word) {
        return Some(vec![TaskWord::Known]);
    }
    if word.len() <= 3 && word.parse::<u16>().is_ok_and(|number| number > 0) {
        return Some(vec![TaskWord::Number(word.to_owned())]);
    }
    let compound = ["mover", "züger", "zueger"]
        .into_iter()
        .find_map(|end| word.strip_suffix(end))?;
    let number = task_words(compound)?;
    matches!(number[..], [TaskWord::Number(_)])
        .then(|| number.into_iter().chain([TaskWord::Goal("#")]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_read_where_the_whole_text_says_one() {
        for (text, task) in [
            ("mate in 3", "#3"),
            ("Mate in two", "#2"),
            ("Mate in two.", "#2"),
            ("MATE IN ONE", "#1"),
            ("mate in 4 moves", "#4"),
            ("Mate in three moves!", "#3"),
            ("White to move and mate in 2", "#2"),
            ("White mates in five", "#5"),
            ("Black to play, mate in 3", "#3"),
            ("Checkmate in 2", "#2"),
            ("forced mate in 6", "#6"),
            ("Matt in 2", "#2"),
            ("Matt in zwei Zügen", "#2"),
            ("Weiß am Zug, Matt in 3 Zügen", "#3"),
            ("Weiß zieht und setzt in drei Zügen matt", "#3"),
            ("Zweizüger", "#2"),
            ("3-Züger", "#3"),
            ("Mat en deux coups", "#2"),
            ("Les blancs jouent et font mat en 3 coups", "#3"),
            ("mat en 2", "#2"),
            ("Two-mover", "#2"),
            ("three mover", "#3"),
            ("mate-in-2", "#2"),
            ("#2", "#2"),
            ("#2 ...", "#2"),
            ("#2...", "#2"),
            ("#2 (8+5)", "#2"),
            ("2#", "#2"),
            ("H#2.5", "h#2.5"),
            ("h#3 2.1.1", "h#3"),
            ("Helpmate in 2", "h#2"),
            ("Hilfsmatt in 3 Zügen", "h#3"),
            ("Selfmate in four", "s#4"),
            ("Mat aidé en 2 coups", "h#2"),
            ("mat inverse en 3", "s#3"),
            ("Stalemate in 4", "=4"),
        ] {
            assert_eq!(stated_in(text).as_deref(), Some(task), "{text}");
        }
    }

    #[test]
    fn a_number_in_a_title_is_no_task() {
        for text in [
            "",
            "Puzzle #12",
            "#4 of 100",
            "#400 Chess: Problems",
            "Practice: Hook Mate #2",
            "12",
            "Mate",
            "mate in",
            "Mate in two #17",
            "White to move",
            "Hook Mate",
            "Chapter 2",
            "No. 2",
            "Two",
            "Deep Blue 2",
            "Matt Sadler",
            "Pat O'Kelly 2",
            "normal",
            "#0",
            "mate in 0",
            "White 2",
            "mate in 2 or 3",
            "#2 #3",
            "White to move and win",
            "time forfeit",
            "1-0",
            "Mate in many",
            "Study #3",
            "Lesson 3: mate in 2 themes",
            "2020.11.02",
            "?",
        ] {
            assert_eq!(stated_in(text), None, "{text}");
        }
    }

    #[test]
    fn a_statement_is_no_name() {
        for text in [
            "White to move",
            "Black to move and win",
            "Mate in two",
            "#2 ...",
        ] {
            assert!(is_statement(text), "{text}");
        }
        for text in [
            "",
            "Black",
            "A. White",
            "Matt Sadler",
            "Sam Loyd",
            "Winner, A.",
        ] {
            assert_eq!(is_statement(text), text == "Black", "{text}");
        }
    }
}
