//! The reasons of a verdict in words, in every language of the output.
//!
//! The text and JSON output of `check` is English; pages and documents use their own language.

use super::{BrokenLine, LineReason, TryReason};
use crate::epd::moves::MoveError;
use crate::record::LEFT_OUT;
use crate::record::claims::LineSource;
use crate::record::line::LineFault;
use keymove_base::error::printable;
use keymove_base::language::Language;

/// The singular and the plural of a phrase.
type NumberForms = [&'static str; 2];

/// The words of one language. The `{}`s of a phrase are filled in order.
pub(super) struct ReasonWords {
    pub language: Language,
    /// King, queen, rook, bishop, knight.
    letters: [char; 5],
    pub no_solution: &'static str,
    pub short: &'static str,
    pub not: &'static str,
    pub no_key: &'static str,
    pub other_key: &'static str,
    pub avoided: NumberForms,
    pub cooked: &'static str,
    pub solutions: NumberForms,
    pub keys: NumberForms,
    pub several: &'static str,
    pub dual: &'static str,
    pub more: &'static str,
    pub more_duals: &'static str,
    pub try_move: &'static str,
    pub undecided: &'static str,
    /// One for each of [`super::UNDECIDED`].
    pub why: [&'static str; 5],
    pub rests_on: &'static str,
    pub unread: &'static str,
    pub unclaimed: &'static str,
    pub duplex: &'static str,
    /// A line of a solution, and its set play; `pv` needs no translation because it is the name of
    /// an operation.
    lines: [&'static str; 2],
    at_ply: &'static str,
    waits: &'static str,
    in_check: &'static str,
    moves: &'static str,
    has_plies: NumberForms,
    no_goal: &'static str,
    /// One for each variant of [`LineReason`] after the first.
    line: [&'static str; 5],
    /// Not a move, not a legal move, ambiguous, too many moves.
    move_errors: [&'static str; 4],
    is_key: &'static str,
    fails_to_more: &'static str,
    refutes_too: &'static str,
    does_not_refute: &'static str,
}

impl ReasonWords {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static ReasonWords {
        match language {
            Language::English | Language::ProblemEnglish => &ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
        }
    }

    /// Moves in SAN with the letters of the language.
    pub fn san(&self, moves: &str) -> String {
        let letter = |c: char| "KQRBN".find(c).map_or(c, |at| self.letters[at]);
        moves.chars().map(letter).collect()
    }

    /// Moves in SAN, one after the other.
    pub fn listed(&self, moves: &[String]) -> String {
        self.san(&printable(&moves.join(", ")))
    }

    /// The fault of a line: `pv Kf6 Kh7: Qg6 does not reach the goal in time`.
    pub fn line(&self, line: &BrokenLine) -> String {
        let mut text = match line.source {
            LineSource::Pv => line.source.name(),
            LineSource::Line => self.lines[0],
            LineSource::SetPlay => self.lines[1],
        }
        .to_owned();
        // There is only one pv, but there may be many lines.
        if line.wrong.is_some() || line.source != LineSource::Pv {
            for m in &line.before {
                text.push_str(&format!(" {}", self.san(m)));
            }
            text.push(':');
        }
        if let Some(m) = &line.wrong {
            text.push_str(&format!(" {}", self.san(m)));
        }
        format!("{text} {}", self.line_reason(&line.reason))
    }

    /// The fault of a move of a line, or of the whole line.
    pub fn line_reason(&self, reason: &LineReason) -> String {
        let at = match reason {
            LineReason::Fault(fault) => return self.fault(fault),
            LineReason::NoSolution => 0,
            LineReason::NoKey => 1,
            LineReason::NoThreat => 2,
            LineReason::BehindTheEnd => 3,
            LineReason::TooSlow => 4,
        };
        self.line[at].to_owned()
    }

    fn fault(&self, fault: &LineFault) -> String {
        let at_ply = |ply: &usize, what: &str| filled(self.at_ply, &[&ply.to_string(), what]);
        match fault {
            LineFault::Illegal(ply, error) => at_ply(ply, &self.move_error(error)),
            LineFault::Waits(ply) => at_ply(ply, self.waits),
            LineFault::InCheck(ply) => at_ply(ply, self.in_check),
            LineFault::Moves(ply, text) => {
                at_ply(ply, &filled(self.moves, &[&printable(text), LEFT_OUT]))
            }
            LineFault::TooShort(plies, due, asked) | LineFault::TooLong(plies, due, asked) => {
                let phrase = self.has_plies[usize::from(*plies != 1)];
                let numbers = [&plies.to_string(), &asked.to_string(), &due.to_string()];
                filled(phrase, &numbers.map(String::as_str))
            }
            LineFault::NoGoal(asked) => filled(self.no_goal, &[&asked.to_string()]),
        }
    }

    fn move_error(&self, error: &MoveError) -> String {
        let (at, text) = match error {
            MoveError::Unreadable(text) => (0, text.as_str()),
            MoveError::Illegal(text) => (1, text.as_str()),
            MoveError::Ambiguous(text) => (2, text.as_str()),
            MoveError::TooManyMoves => (3, ""),
        };
        filled(self.move_errors[at], &[&printable(text)])
    }

    /// Why `first` is not a try, or not in the way claimed.
    pub fn try_reason(&self, first: &str, reason: &TryReason) -> String {
        let first = self.san(first);
        match reason {
            TryReason::Illegal(error) => self.move_error(error),
            TryReason::IsKey => filled(self.is_key, &[&first]),
            TryReason::IllegalReply(error) => format!("{first}: {}", self.move_error(error)),
            TryReason::FailsToMore(named) => {
                filled(self.fails_to_more, &[&first, &self.listed(named)])
            }
            TryReason::RefutedToo(others) => {
                filled(self.refutes_too, &[&self.listed(others), &first])
            }
            TryReason::NotRefuted(wrong) => {
                filled(self.does_not_refute, &[&self.listed(wrong), &first])
            }
        }
    }
}

/// The phrase with its places filled by `values`.
pub(super) fn filled(phrase: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let mut parts = phrase.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(values.next().unwrap_or(&""));
        text.push_str(part);
    }
    text
}

/// The phrase for `number` items.
pub(super) fn counted(phrases: NumberForms, number: u64) -> String {
    filled(phrases[usize::from(number != 1)], &[&number.to_string()])
}

/// English, used in the text and JSON output of `check`.
pub(super) static ENGLISH: ReasonWords = ReasonWords {
    language: Language::English,
    letters: ['K', 'Q', 'R', 'B', 'N'],
    no_solution: "no solution within {}",
    short: "solved in {}",
    not: "{}, not {}",
    no_key: "{} is no key",
    other_key: "{} is no key, {} is",
    avoided: ["am {} is a key", "am {} are keys"],
    cooked: "cooked by {}",
    solutions: ["{} solution", "{} solutions"],
    keys: ["{} key", "{} keys"],
    several: "{}, and the record does not say how many are meant",
    dual: "dual {}",
    more: "and {} more",
    more_duals: "and {} more duals",
    try_move: "try: {}",
    undecided: "undecided: {}",
    why: super::UNDECIDED,
    rests_on: "it rests on {}",
    unread: "not read: {}",
    unclaimed: "the record claims nothing",
    duplex: "duplex: {}",
    lines: ["line", "set play"],
    at_ply: "at ply {}: {}",
    waits: "the side to move does not wait",
    in_check: "a side in check cannot wait",
    moves: "{} stands where {} is due",
    has_plies: ["has {} ply, {} takes {}", "has {} plies, {} takes {}"],
    no_goal: "does not end as {} asks",
    line: [
        "is in no solution that begins so",
        "is no key",
        "is no threat",
        "comes after the end",
        "does not reach the goal in time",
    ],
    move_errors: [
        "{} is not a move",
        "{} is not a legal move",
        "{} may be several moves",
        "a side may have more than 256 moves",
    ],
    is_key: "{} is a key",
    fails_to_more: "{} fails to more than {}",
    refutes_too: "{} refutes {}, too",
    does_not_refute: "{} does not refute {}",
};

static GERMAN: ReasonWords = ReasonWords {
    language: Language::German,
    letters: ['K', 'D', 'T', 'L', 'S'],
    no_solution: "keine Lösung in {} oder weniger",
    short: "gelöst in {}",
    not: "{}, nicht {}",
    no_key: "{} ist kein Schlüssel",
    other_key: "{} ist kein Schlüssel, aber {}",
    avoided: ["am {} ist ein Schlüssel", "am {} sind Schlüssel"],
    cooked: "nebenlösig durch {}",
    solutions: ["{} Lösung", "{} Lösungen"],
    keys: ["{} Schlüssel", "{} Schlüssel"],
    several: "{}, und die Aufgabe sagt nicht, wie viele gemeint sind",
    dual: "Dual {}",
    more: "und {} weitere",
    more_duals: "und {} weitere Duale",
    try_move: "Verführung: {}",
    undecided: "unentschieden: {}",
    why: [
        "die Knotengrenze wurde erreicht",
        "die Zeitgrenze wurde erreicht",
        "abgebrochen",
        "nicht jeder erste Zug wurde entschieden",
        "das Spiel ist zu groß, um es nach Dualen zu durchsuchen",
    ],
    rests_on: "es beruht auf {}",
    unread: "nicht gelesen: {}",
    unclaimed: "die Aufgabe behauptet nichts",
    duplex: "Duplex: {}",
    lines: ["Zugfolge", "Satzspiel"],
    at_ply: "im Halbzug {}: {}",
    waits: "die Partei am Zug wartet nicht",
    in_check: "eine Partei im Schach kann nicht warten",
    moves: "{} steht, wo {} stehen muss",
    has_plies: [
        "hat {} Halbzug, {} verlangt {}",
        "hat {} Halbzüge, {} verlangt {}",
    ],
    no_goal: "endet nicht, wie {} verlangt",
    line: [
        "ist in keiner Lösung, die so beginnt",
        "ist kein Schlüssel",
        "ist keine Drohung",
        "kommt nach dem Ende",
        "erreicht das Ziel nicht rechtzeitig",
    ],
    move_errors: [
        "{} ist kein Zug",
        "{} ist kein zulässiger Zug",
        "{} ist mehrdeutig",
        "eine Partei hat vielleicht mehr als 256 Züge",
    ],
    is_key: "{} ist ein Schlüssel",
    fails_to_more: "{} scheitert an mehr als {}",
    refutes_too: "{} widerlegt {} ebenfalls",
    does_not_refute: "{} widerlegt {} nicht",
};

static FRENCH: ReasonWords = ReasonWords {
    language: Language::French,
    letters: ['R', 'D', 'T', 'F', 'C'],
    no_solution: "pas de solution en {} ou moins",
    short: "résolu en {}",
    not: "{}, et non {}",
    no_key: "{} n’est pas une clé",
    other_key: "{} n’est pas une clé, mais {}",
    avoided: ["am {} est une clé", "am {} sont des clés"],
    cooked: "démoli par {}",
    solutions: ["{} solution", "{} solutions"],
    keys: ["{} clé", "{} clés"],
    several: "{}, et le problème ne dit pas combien sont voulues",
    dual: "dual {}",
    more: "et {} de plus",
    more_duals: "et {} duals de plus",
    try_move: "essai : {}",
    undecided: "indécis : {}",
    why: [
        "la limite de nœuds est atteinte",
        "la limite de temps est atteinte",
        "interrompu",
        "tous les premiers coups ne sont pas décidés",
        "le jeu est trop vaste pour y chercher les duals",
    ],
    rests_on: "cela repose sur {}",
    unread: "non lu : {}",
    unclaimed: "rien n’est annoncé",
    duplex: "duplex : {}",
    lines: ["ligne", "jeu apparent"],
    at_ply: "au demi-coup {} : {}",
    waits: "le camp au trait n’attend pas",
    in_check: "un camp en échec ne peut pas attendre",
    moves: "{} est écrit où il faut {}",
    has_plies: [
        "a {} demi-coup, {} en demande {}",
        "a {} demi-coups, {} en demande {}",
    ],
    no_goal: "ne finit pas comme {} le demande",
    line: [
        "n’est dans aucune solution qui commence ainsi",
        "n’est pas une clé",
        "n’est pas une menace",
        "vient après la fin",
        "n’atteint pas le but à temps",
    ],
    move_errors: [
        "{} n’est pas un coup",
        "{} n’est pas un coup légal",
        "{} peut être plusieurs coups",
        "un camp a peut-être plus de 256 coups",
    ],
    is_key: "{} est une clé",
    fails_to_more: "{} échoue à plus que {}",
    refutes_too: "{} réfute aussi {}",
    does_not_refute: "{} ne réfute pas {}",
};
