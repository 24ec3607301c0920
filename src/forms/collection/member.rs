//! Normalizes the names of members, columns and tags: [`usual_name`].

/// Synonyms in lower case without blanks, hyphens and underscores; the first of each list is the
/// name used by this program.
const NAMES: [&[&str]; 9] = [
    &["fen", "epd", "position"],
    &["stipulation", "stip"],
    &["depth", "dm"],
    &["matein", "movestomate", "mate"],
    &["author", "authors"],
    &["variant", "rules", "ruleset", "ucivariant"],
    &["turn", "side", "stm", "tomove", "sidetomove", "activecolor"],
    &["type", "kind"],
    &["name", "problemname"],
];

/// This program's name for the member, column or tag called `name`: `Side_to_move` is `turn`. An
/// unknown name is returned in lower case without blanks, hyphens and underscores.
pub(super) fn usual_name(name: &str) -> String {
    let is_letter = |c: &char| !(c.is_whitespace() || "-_\"\u{feff}".contains(*c));
    let bare: String = name.to_lowercase().chars().filter(is_letter).collect();
    let named = NAMES.iter().find(|names| names.contains(&&*bare));
    named.map_or(bare, |names| names[0].to_owned())
}

/// The number in a member called `mate`, if it is a number; the member may also say whether there
/// is a mate.
pub(super) fn mate_in(text: &str) -> Option<String> {
    text.parse::<i32>().ok().map(|moves| moves.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_many_spellings() {
        for (name, usual) in [
            ("FEN", "fen"),
            ("\u{feff}\"Epd\"", "fen"),
            ("Side_To_Move", "turn"),
            ("sideToMove", "turn"),
            ("mate in", "matein"),
            ("UCI_Variant", "variant"),
            ("mate_rule", "materule"),
        ] {
            assert_eq!(usual_name(name), usual, "{name}");
        }
        assert_eq!(mate_in("-3").as_deref(), Some("-3"));
        assert_eq!(mate_in("True"), None);
    }
}
