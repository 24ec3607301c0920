//! Stipulations in sentences: [`in_words`] reads a text that states a stipulation and nothing else
//! but the side to move and the number of solutions, and [`is_statement`] recognizes a text that only says who is to move and for what goal.
//!
//! Understood are stipulations (`#2`, `h#2.5`) and English, German and French words with numbers in
//! digits or words: `White to move and mate in 3`, `Weiß am Zug, Matt in zwei Zügen`, `Mat en deux
//! coups`, `#2 (8+5)`, `h#2* 2.1.1`. An unknown word means that the text is something else: `Puzzle
//! #12`, `#4 of 100` and `Hook Mate #2` are titles. So are `Problem #2` and `White #2`: after a
//! word, `#` means "number", unless the word ends a clause.

use shakmaty::Color;

use super::Stipulation;
use super::asked::{AskedText, beginner_of_sentence, solutions_of};

/// The meaning of a word of a task.
enum TaskWord {
    /// A goal without its length, `#` or `h#`.
    Goal(&'static str),
    /// A stipulation.
    Whole(String),
    /// A number of moves.
    Number(String),
    /// One of the sides.
    Side(Color),
    /// The number of solutions, `2.1.1.1`.
    Count(String),
    /// Both sides solve.
    Both,
    /// A word about the task or the diagram.
    Known,
    /// `to`, or the verbs that take its place in other languages.
    Verb,
    /// A comma, a colon or a hyphen between blanks.
    Pause,
}

/// The words for goals; `mat` is followed by a word that changes it in French.
const GOALS: [(&str, &str); 9] = [
    (
        "#",
        "mate mates checkmate checkmates matt mat mover mateinmoves züger zueger",
    ),
    ("s#", "selfmate selbstmatt inverse"),
    ("h#", "helpmate hilfsmatt aidé aide"),
    ("r#", "reflexmate reflexmatt réflexe"),
    ("=", "stalemate stalemates patt pat"),
    ("s=", "selfstalemate selbstpatt"),
    ("h=", "helpstalemate hilfspatt"),
    ("ser-#", "seriesmate"),
    ("ser-h#", "serieshelpmate"),
];

/// Numbers as words; their index is the number.
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

/// The names of White and of Black.
const SIDES: [&str; 2] = [
    "white weiß weiss weißer blanc blancs",
    "black schwarz schwarzer noir noirs",
];

/// Other words that may occur with a task.
const KNOWN: &str = "\
    the play move moves and in win wins draw draws give force forced is problem with der die zug zuge züge \
    zügen zuegen remis anzug und an mit les le en et trait coup coups gagnent";

/// Words that turn the words before them into a sentence.
const VERBS: &str = "\
    to zieht setzt hält gewinnt beginnt am au jouent font plays gives forces can should begins \
    starts";

/// The question in `text`, if it states a stipulation and says nothing but that.
pub(super) fn in_words(text: &str) -> Option<AskedText> {
    let mut whole = None;
    let (mut goal, mut number) = (None, None);
    // Whether words come directly before the next one, and whether they may be its subject.
    let (mut follows, mut has_verb) = (false, false);
    let (mut side, mut is_object) = (None, false);
    let (mut counts, mut duplex) = (Vec::new(), false);
    for word in words(text)? {
        let was_goal = std::mem::replace(&mut is_object, matches!(word, TaskWord::Goal(_)));
        match word {
            TaskWord::Whole(stipulation) if whole.is_none() => {
                if follows && !has_verb && stipulation.starts_with('#') {
                    return None;
                }
                whole = Some(stipulation);
            }
            TaskWord::Goal(sign) if goal.is_none() || goal == Some("#") => goal = Some(sign),
            TaskWord::Number(length) if number.is_none() => number = Some(length),
            TaskWord::Side(named) => {
                // `mate Black in 2` does not say that Black begins.
                side = side.or(Some(named).filter(|_| !was_goal));
                follows = true;
            }
            TaskWord::Known => follows = true,
            TaskWord::Verb => (follows, has_verb) = (true, true),
            TaskWord::Pause => follows = false,
            TaskWord::Count(count) => counts.push(count),
            TaskWord::Both => duplex = true,
            TaskWord::Whole(_) | TaskWord::Goal(_) | TaskWord::Number(_) => return None,
        }
    }
    let stipulation = match (whole, goal, number) {
        (Some(whole), None, None) => whole,
        (None, Some(goal), Some(number)) => format!("{goal}{number}"),
        _ => return None,
    };
    let stipulation = Stipulation::usual(stipulation.as_bytes())?;
    Some(AskedText {
        stipulation,
        beginner: beginner_of_sentence(text, side),
        duplex,
        // `2.1;1.1`
        solutions: solutions_of(&counts.join("."), stipulation),
    })
}

/// The clauses of a text.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ':', '(', ')'])
}

/// Whether a text says anything about who plays or about the number of solutions.
pub(super) fn says_more(text: &str) -> bool {
    let text = text.to_lowercase();
    let mut parts = text.split(|c: char| !(c.is_alphanumeric() || c == '.'));
    parts.any(|word| word == "duplex" || word.starts_with("0.") || side_named(word).is_some())
}

/// The side to play, from a text that names it and says nothing else: `by Black`, `White to move`.
pub fn side_named(text: &str) -> Option<Color> {
    let text = text.to_lowercase();
    let text = text.trim_matches(|c: char| c.is_whitespace() || "()[],;:.".contains(c));
    let name = ["by ", "for ", "par les ", "les ", "durch "];
    let name = name
        .iter()
        .find_map(|word| text.strip_prefix(word))
        .unwrap_or(text);
    let behind = [
        " to move",
        " to play",
        " begins",
        " starts",
        " mates",
        " plays",
        " moves",
        " am zug",
        " beginnt",
        " zieht",
        " commencent",
        " jouent",
        " au trait",
        " ходят",
        " начинают",
    ];
    let name = behind
        .iter()
        .find_map(|word| name.strip_suffix(word))
        .unwrap_or(name);
    match name.trim() {
        "w" | "white" | "wei\u{df}" | "weiss" | "blancs" | "blanc" | "bianco" | "blancas"
        | "белые" => Some(Color::White),
        "b" | "black" | "schwarz" | "noirs" | "noir" | "nero" | "negras" | "черные" | "чёрные" => {
            Some(Color::Black)
        }
        _ => None,
    }
}

/// Whether `text` only says who is to move and for what goal, so that it is not a name.
pub fn is_statement(text: &str) -> bool {
    let is_plain = |word: &TaskWord| {
        matches!(
            word,
            TaskWord::Side(_)
                | TaskWord::Known
                | TaskWord::Verb
                | TaskWord::Pause
                | TaskWord::Goal(_)
        )
    };
    let says_no_task = |words: Vec<TaskWord>| !words.is_empty() && words.iter().all(is_plain);
    words(text).is_some_and(says_no_task) || AskedText::read(text.as_bytes()).is_ok()
}

/// Whether `text`, in lower case, says that a side is to win or to draw, and nothing else.
pub(super) fn is_study(text: &str) -> bool {
    let is_end = |word: &str| {
        matches!(
            word,
            "win" | "wins" | "draw" | "draws" | "gewinnt" | "remis" | "h\u{e4}lt" | "gagnent"
        )
    };
    let is_task = |word: &TaskWord| matches!(word, TaskWord::Whole(_) | TaskWord::Goal(_));
    let ends = |c: char| c.is_whitespace() || ",;:()".contains(c);
    text.split(ends).any(is_end) && words(text).is_some_and(|words| !words.iter().any(is_task))
}

/// The words of a text; `None` if one of them is unknown.
fn words(text: &str) -> Option<Vec<TaskWord>> {
    const LONGEST: usize = 100;
    if text.len() > LONGEST {
        return None;
    }
    if let Some(whole) = whole(text.trim()) {
        return Some(vec![TaskWord::Whole(whole)]);
    }
    let text = text.to_lowercase();
    let ends = |c: char| c.is_whitespace() || ",;:()[]".contains(c);
    let mut all = Vec::new();
    let mut rest = text.as_str();
    while let Some(sign) = rest.chars().next() {
        let (word, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        let in_bracket = text[..text.len() - rest.len()].ends_with(['(', '[']);
        rest = behind;
        if word.is_empty() {
            rest = &rest[sign.len_utf8()..];
            if ",;:([".contains(sign) {
                all.push(TaskWord::Pause);
            }
            continue;
        }
        // `#2!`; before a goal it forbids it: `!=1`.
        let word = match word.trim_end_matches('!') {
            "" if !rest.trim().is_empty() => return None,
            word => word,
        };
        // `#2*`, `h#3vv`: set play and tries exist.
        let bare = word.trim_end_matches(['*', 'v']);
        let word = if whole(bare).is_some() { bare } else { word }.trim_matches('.');
        // The number of men, the number of solutions, and marks of testing: `8+5`, `2.1.1`.
        let is_count = word
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+.*".contains(&b))
            && word.contains(['+', '.', '*'])
            && whole(word).is_none();
        if is_count && !word.contains(['+', '*']) {
            all.push(TaskWord::Count(word.to_owned()));
        }
        if word.is_empty() || is_count || ["c+", "v", "vv"].contains(&word) {
            continue;
        }
        if word == "duplex" {
            all.push(TaskWord::Both);
            continue;
        }
        if word == "-" {
            all.push(TaskWord::Pause);
            continue;
        }
        if let Some(stipulation) = whole(word) {
            all.push(TaskWord::Whole(stipulation));
            continue;
        }
        for part in word.split('-').filter(|part| !part.is_empty()) {
            let found = task_words(part)?;
            // `Mate (2)` is the second problem of that name.
            if in_bracket && matches!(found[..], [TaskWord::Number(_)]) {
                return None;
            }
            all.extend(found);
        }
    }
    Some(all)
}

/// The stipulation in a word, in any case, with the length first or last.
fn whole(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let is_named =
        |text: &String| text.contains(['#', '=']) && Stipulation::usual(text.as_bytes()).is_some();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (length, sign) = word.split_at(digits);
    let turned = format!("{sign}{length}");
    [word.clone(), turned].into_iter().find(is_named)
}

/// The meaning of a word of letters or digits: `zweizüger` has two.
fn task_words(word: &str) -> Option<Vec<TaskWord>> {
    let is_number = |word: &str| {
        NUMBERS
            .iter()
            .skip(1)
            .position(|names| names.contains(&word))
    };
    let is_one_of = |words: &str| words.split(' ').any(|known| known == word);
    if let Some((sign, _)) = GOALS.iter().find(|(_, names)| is_one_of(names)) {
        return Some(vec![TaskWord::Goal(sign)]);
    }
    if let Some(before) = is_number(word) {
        return Some(vec![TaskWord::Number((before + 1).to_string())]);
    }
    if let Some(side) = SIDES.iter().position(|names| is_one_of(names)) {
        return Some(vec![TaskWord::Side(Color::from_white(side == 0))]);
    }
    if is_one_of(VERBS) {
        return Some(vec![TaskWord::Verb]);
    }
    if is_one_of(KNOWN) {
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
            ("White to move, #2", "#2"),
            ("White to play: #3", "#3"),
            ("#2, White to move", "#2"),
            ("White to move #2", "#2"),
            ("White - #2", "#2"),
            ("(#2)", "#2"),
            ("2-mover", "#2"),
            ("h#2*", "h#2"),
            ("#2vv", "#2"),
            ("#2!", "#2"),
            ("h#2.5 0.3.1.1", "h#2.5"),
            ("#2 v", "#2"),
            ("mat inverse en 3", "s#3"),
            ("Stalemate in 4", "=4"),
        ] {
            assert_eq!(
                in_words(text)
                    .map(|read| read.stipulation.to_string())
                    .as_deref(),
                Some(task),
                "{text}"
            );
        }
    }

    #[test]
    fn a_number_in_a_title_is_no_task() {
        for text in [
            "",
            "Puzzle #12",
            "Problem #2",
            "White #2",
            "Move #2",
            "Play #2",
            "Win #2",
            "Mate (2)",
            "the problem #3",
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
            "!=1",
            "!#1",
            "!==1",
            "!!=2",
            "! =2",
            "White to move, !#2",
            "!2#",
        ] {
            assert_eq!(in_words(text), None, "{text}");
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
            "Problem #2",
            "Mate (2)",
            "14. Mate in 2 #3",
        ] {
            assert_eq!(is_statement(text), text == "Black", "{text}");
        }
    }
}
