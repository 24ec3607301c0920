//! Stipulations that occur in problems but are not solved by this program: [`is_unsolved`].

/// Texts that ask for a solution in the words of a study, or refer the reader elsewhere.
const TEXTS: &str = "\
    +|=|+-|-+|win|wins|draw|draws|gewinn|remis|gain|nulle|see text|see comment|see comments\
    |siehe text|s. text|voir texte|last move|last moves|proof game|retro";

/// Kinds of play known by name, followed by any goal. Longer names come before their beginnings.
const PLAYS: [&str; 16] = [
    "phser-", "pser-", "pser", "ser-", "ser", "reci-", "reci", "semi-", "exact-", "intro-",
    "intro", "hs", "hr", "h", "s", "r",
];

/// Goals other than mate and stalemate.
const GOALS: [&str; 15] = [
    "##!", "##", "#=", "!=", "+", "x", "ep", "ct", "<>", "^", "~", "%", "00", "!", "k",
];

/// Whether a text is a stipulation that occurs in problems but is not solved: a study, `reci-h#2`,
/// `pser-#3`, `hz` with a square, `See text`. False for supported stipulations and for meaningless
/// texts (`#x`).
pub fn is_unsolved(text: &str) -> bool {
    let text = text.trim().trim_matches(['"', '\'']).to_lowercase();
    let text = text.trim_end_matches(['.', '?', '!', ' ']);
    TEXTS.split('|').any(|known| known == text) || super::words::is_study(text) || is_signed(text)
}

/// Whether it consists of play, a goal and a number of moves, and the play or the goal is not
/// supported.
fn is_signed(text: &str) -> bool {
    let mut rest = text;
    let mut is_rare = false;
    while let Some(play) = PLAYS.iter().find(|play| rest.starts_with(**play)) {
        is_rare |= play.starts_with("ph")
            || ["pser", "reci", "intro"].contains(&play.trim_end_matches('-'));
        rest = &rest[play.len()..];
    }
    let square = |text: &str| {
        let square = text.as_bytes();
        matches!(square, [b'z', b'a'..=b'h', b'1'..=b'8', ..])
    };
    let goal = match square(rest) {
        true => Some(3),
        false => GOALS
            .iter()
            .find(|goal| rest.starts_with(**goal))
            .map(|goal| goal.len()),
    };
    is_rare |= goal.is_some();
    let number = match goal {
        Some(length) => &rest[length..],
        None => rest.trim_start_matches(['#', '=']),
    };
    let number = number.trim_start();
    let digits = number
        .strip_suffix(".5")
        .or(number.strip_suffix(".0"))
        .unwrap_or(number);
    is_rare
        && number.len() < rest.len()
        && digits.len() <= 3
        && !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, Stipulation};
    use super::*;

    #[test]
    fn what_problems_ask_and_nobody_solves_here_is_known() {
        for text in [
            "+",
            "=",
            "Win",
            "Draw.",
            "See text",
            "see text.",
            "White to play and win",
            "White to move and draw",
            "Black to move, White wins",
            "Weiß gewinnt",
            "Last move?",
            "reci-h#3",
            "Reci-h=2",
            "recih#2",
            "ser+3",
            "pserh#2",
            "pser-#3",
            "pser-h#7",
            "ser-+3",
            "h+2",
            "##2",
            "h##2",
            "hx3",
            "zc3 2",
            "hzc35",
            "ser-zd12",
            "h~1",
            "x2",
        ] {
            assert!(is_unsolved(text), "{text}");
            assert!(Stipulation::read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_solved_or_means_nothing_is_not() {
        for kind in Kind::ALL {
            let text = format!("{}3", kind.sign());
            assert!(
                !is_unsolved(&text) && !is_unsolved(&format!("exact-{text}")),
                "{text}"
            );
        }
        for text in [
            "",
            "#2",
            "h#2.5",
            "ser-h=4",
            "#x",
            "#",
            "z#2",
            "rr#2",
            "3",
            "mate",
            "#2 #3",
            "#2.5",
            "#3 Loyd",
            "White to move",
            "Black",
            "mate in x",
            "A. Winner",
            "+#3",
            "reci-h#",
            "x",
            "Mate in 2",
            "h#2.55",
            "Qg7#",
        ] {
            assert!(!is_unsolved(text), "{text}");
        }
    }
}
