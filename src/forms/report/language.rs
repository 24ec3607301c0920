//! The words of the text output, and the letters of the men, in every supported language.
//!
//! The reasons of errors stay in English, as on stderr; so do JSON, EPD and SVG.

use std::fmt::Display;

use shakmaty::{Color, Role};

use keymove_base::language::Language;
use keymove_solve::{Aim, Kind, LimitKind, PlayKind, Stipulation};

/// The singular and the plural of a phrase; `{}` is replaced by the number.
type NumberForms = [&'static str; 2];

/// The words of one language. In a phrase, `{}` is replaced by a number or a name.
#[derive(Debug)]
pub struct Words {
    /// The message if a run was stopped.
    pub stopped: &'static str,
    /// The heading of the solutions of all records.
    pub all_solutions: &'static str,
    /// Pawn, knight, bishop, rook, queen, king.
    letters: [char; 6],
    /// White, Black.
    to_move: [&'static str; 2],
    mated_already: [&'static str; 2],
    stalemated_already: [&'static str; 2],
    /// The names of the goals, by aim: mate, stalemate, double stalemate.
    goals: [&'static str; 3],
    /// The same in kinds of play that have a name, for which `{}` stands.
    compound: [&'static str; 3],
    /// The names of the kinds of play, by [`play_index`]; that of direct play is empty.
    plays: [&'static str; 11],
    /// The goal in this number of moves.
    reached: &'static str,
    /// No goal within this number of moves.
    absent: &'static str,
    /// The phrases of exact play: reached, and not reached.
    exactly: [&'static str; 2],
    /// The side to move is mated in this number of moves, and is not.
    mated: [&'static str; 2],
    /// The limits: nodes, time, stopped.
    limits: [&'static str; 3],
    keys: NumberForms,
    solutions: NumberForms,
    undecided: NumberForms,
    nodes: NumberForms,
    /// The castling rights of the position.
    pub castling: &'static str,
    /// A king and a rook on their first squares may not castle.
    pub no_castling: &'static str,
    /// The square that can be captured on en passant.
    pub en_passant: &'static str,
    /// Men in hand.
    pub in_hand: &'static str,
    /// The length is not proved to be the shortest possible.
    pub not_shortest: &'static str,
    /// The length is less than stipulated.
    pub shorter: &'static str,
    /// The length is more than stipulated: within the stipulated number of moves it is open.
    pub longer: &'static str,
    /// Introduces what is proved not to exist.
    pub proved: &'static str,
    /// Nothing at all is proved.
    pub nothing_proved: &'static str,
    /// The heading of the other side's answer.
    pub duplex: &'static str,
    /// The replies after which there is no mate.
    pub escapes: &'static str,
    /// Lines counted, but not listed.
    pub more: &'static str,
    /// A number that may be too small.
    pub at_least: &'static str,
    /// The heading of keys that are longer than the shortest.
    pub longer_keys: &'static str,
    /// The heading of the set play.
    pub set_play: &'static str,
    /// The heading of the tries.
    pub tries: &'static str,
    /// There is nothing below a heading.
    pub none: &'static str,
    /// The heading of threats that do not fit in brackets.
    pub threat: &'static str,
    /// Zugzwang.
    pub zugzwang: &'static str,
    /// Precedes the refutations of a try.
    pub but: &'static str,
    /// Precedes a dual.
    pub or: &'static str,
    /// The play has gaps; `{}` is the limit that ended the search.
    pub incomplete: &'static str,
    /// Precedes the main line.
    pub line: &'static str,
    /// Precedes the reason why a line is not a job; `{}` is the column.
    pub error: &'static str,
}

impl Words {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static Words {
        match language {
            Language::English => &ENGLISH,
            Language::ProblemEnglish => &PROBLEM_ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
        }
    }

    /// The letter of a man, in upper case.
    pub fn letter(&self, role: Role) -> char {
        self.letters[role as usize - 1]
    }

    /// The phrase for the side to move.
    pub fn to_move(&self, color: Color) -> &'static str {
        of_color(&self.to_move, color)
    }

    /// `color` is already checkmated.
    pub fn mated_already(&self, color: Color) -> &'static str {
        of_color(&self.mated_already, color)
    }

    /// `color` is already stalemated.
    pub fn stalemated_already(&self, color: Color) -> &'static str {
        of_color(&self.stalemated_already, color)
    }

    /// The goal is reached in `length` moves.
    pub fn reached(&self, asked: Stipulation, length: impl Display) -> String {
        let Kind { play, aim } = asked.kind;
        let phrase = if asked.exact {
            self.exactly[0]
        } else {
            self.reached
        };
        match play_index(play) {
            Some(play) => self.of_goal(phrase, play, aim, length),
            None => filled(self.mated[0], length),
        }
    }

    /// The goal is proved not to be reached within `length` moves.
    pub fn absent(&self, asked: Stipulation, length: impl Display) -> String {
        let Kind { play, aim } = asked.kind;
        let phrase = if asked.exact {
            self.exactly[1]
        } else {
            self.absent
        };
        let absent = match play_index(play) {
            Some(play) => self.of_goal(phrase, play, aim, length),
            None => filled(self.mated[1], length),
        };
        format!("{} {absent}", self.proved)
    }

    /// `phrase` with a goal and a length.
    fn of_goal(&self, phrase: &str, play: usize, aim: Aim, length: impl Display) -> String {
        let aim = match aim {
            Aim::Mate => 0,
            Aim::Stalemate => 1,
            Aim::DoubleStalemate => 2,
        };
        let goal = match self.plays[play] {
            "" => self.goals[aim].to_owned(),
            play => filled(self.compound[aim], play),
        };
        filled(&phrase.replace("{goal}", &goal), length)
    }

    /// The limit that ended the search.
    pub fn limit(&self, limit: LimitKind) -> &'static str {
        self.limits[match limit {
            LimitKind::Nodes => 0,
            LimitKind::Time => 1,
            LimitKind::Stopped => 2,
        }]
    }

    /// The number of keys.
    pub fn keys(&self, number: usize) -> String {
        counted(&self.keys, number as u64)
    }

    /// The number of solutions.
    pub fn solutions(&self, number: u64) -> String {
        counted(&self.solutions, number)
    }

    /// The number of undecided first moves.
    pub fn undecided(&self, number: usize) -> String {
        counted(&self.undecided, number as u64)
    }

    /// The number of nodes.
    pub fn nodes(&self, number: u64) -> String {
        counted(&self.nodes, number)
    }
}

/// The phrase with `value` in place of `{}`.
pub fn filled(phrase: &str, value: impl Display) -> String {
    phrase.replace("{}", &value.to_string())
}

fn counted(phrases: &NumberForms, number: u64) -> String {
    filled(phrases[usize::from(number != 1)], number)
}

fn of_color(words: &[&'static str; 2], color: Color) -> &'static str {
    color.fold_wb(words[0], words[1])
}

/// The index of a kind of play in [`Words::plays`]; being mated has phrases of its own.
fn play_index(play: PlayKind) -> Option<usize> {
    match play {
        PlayKind::Direct => Some(0),
        PlayKind::Mated => None,
        PlayKind::SelfPlay => Some(1),
        PlayKind::Reflex => Some(2),
        PlayKind::SemiReflex => Some(3),
        PlayKind::Help => Some(4),
        PlayKind::HelpSelf => Some(5),
        PlayKind::HelpReflex => Some(6),
        PlayKind::Series => Some(7),
        PlayKind::SeriesHelp => Some(8),
        PlayKind::SeriesSelf => Some(9),
        PlayKind::SeriesReflex => Some(10),
    }
}

static ENGLISH: Words = ENGLISH_WORDS;

static PROBLEM_ENGLISH: Words = Words {
    letters: ['P', 'S', 'B', 'R', 'Q', 'K'],
    ..ENGLISH_WORDS
};

const ENGLISH_WORDS: Words = Words {
    letters: ['P', 'N', 'B', 'R', 'Q', 'K'],
    to_move: ["White to move", "Black to move"],
    mated_already: ["White is checkmated already", "Black is checkmated already"],
    stalemated_already: ["White is stalemated already", "Black is stalemated already"],
    goals: ["mate", "stalemate", "double stalemate"],
    compound: ["{}mate", "{}stalemate", "{} double stalemate"],
    plays: [
        "",
        "self",
        "reflex",
        "semi-reflex",
        "help",
        "helpself",
        "helpreflex",
        "series",
        "serieshelp",
        "seriesself",
        "seriesreflex",
    ],
    reached: "{goal} in {}",
    absent: "no {goal} within {}",
    exactly: ["{goal} in exactly {}", "no {goal} in exactly {}"],
    mated: ["mated in {}", "not mated within {}"],
    limits: [
        "stopped by the node limit",
        "stopped by the time limit",
        "interrupted",
    ],
    keys: ["1 key", "{} keys"],
    solutions: ["1 solution", "{} solutions"],
    undecided: ["1 first move undecided", "{} first moves undecided"],
    nodes: ["1 node", "{} nodes"],
    castling: "castling {}",
    no_castling: "no castling",
    en_passant: "en passant {}",
    in_hand: "in hand {}",
    not_shortest: "not proved the shortest",
    shorter: "shorter than stipulated",
    longer: "within {} open",
    proved: "proved:",
    nothing_proved: "nothing proved",
    duplex: "duplex: {}",
    escapes: "escapes:",
    more: "and {} more",
    at_least: "at least {}",
    longer_keys: "longer:",
    set_play: "set play:",
    tries: "tries:",
    none: "none",
    threat: "threat:",
    zugzwang: "zugzwang",
    but: "but",
    or: "or",
    incomplete: "the play is incomplete: {}",
    line: "line:",
    error: "error in column {}:",
    stopped: "The run was stopped: records are missing here.",
    all_solutions: "Solutions",
};

static GERMAN: Words = Words {
    letters: ['B', 'S', 'L', 'T', 'D', 'K'],
    to_move: ["Weiß am Zug", "Schwarz am Zug"],
    mated_already: ["Weiß ist schon matt", "Schwarz ist schon matt"],
    stalemated_already: ["Weiß ist schon patt", "Schwarz ist schon patt"],
    goals: ["Matt", "Patt", "Doppelpatt"],
    compound: ["{}matt", "{}patt", "{}doppelpatt"],
    plays: [
        "",
        "Selbst",
        "Reflex",
        "Semireflex",
        "Hilfs",
        "Hilfsselbst",
        "Hilfsreflex",
        "Serien",
        "Serienhilfs",
        "Serienselbst",
        "Serienreflex",
    ],
    reached: "{goal} in {}",
    absent: "kein {goal} in {} oder weniger",
    exactly: ["{goal} in genau {}", "kein {goal} in genau {}"],
    mated: ["wird matt in {}", "wird nicht matt in {} oder weniger"],
    limits: [
        "beendet durch die Knotengrenze",
        "beendet durch die Zeitgrenze",
        "unterbrochen",
    ],
    keys: ["1 Schlüssel", "{} Schlüssel"],
    solutions: ["1 Lösung", "{} Lösungen"],
    undecided: ["1 erster Zug unentschieden", "{} erste Züge unentschieden"],
    nodes: ["1 Knoten", "{} Knoten"],
    castling: "Rochade {}",
    no_castling: "keine Rochade",
    en_passant: "en passant {}",
    in_hand: "auf der Hand {}",
    not_shortest: "nicht als kürzestes bewiesen",
    shorter: "kürzer als gefordert",
    longer: "innerhalb von {} offen",
    proved: "bewiesen:",
    nothing_proved: "nichts bewiesen",
    duplex: "Duplex: {}",
    escapes: "es entkommt:",
    more: "und {} weitere",
    at_least: "mindestens {}",
    longer_keys: "länger:",
    set_play: "Satzspiel:",
    tries: "Verführungen:",
    none: "keine",
    threat: "Drohung:",
    zugzwang: "Zugzwang",
    but: "aber",
    or: "oder",
    incomplete: "das Spiel ist unvollständig: {}",
    line: "Verlauf:",
    error: "Fehler in Spalte {}:",
    stopped: "Der Lauf wurde abgebrochen: Hier fehlen Aufgaben.",
    all_solutions: "Lösungen",
};

static FRENCH: Words = Words {
    letters: ['P', 'C', 'F', 'T', 'D', 'R'],
    to_move: ["trait aux Blancs", "trait aux Noirs"],
    mated_already: ["les Blancs sont déjà mat", "les Noirs sont déjà mat"],
    stalemated_already: ["les Blancs sont déjà pat", "les Noirs sont déjà pat"],
    goals: ["mat", "pat", "double pat"],
    compound: ["mat{}", "pat{}", "double pat{}"],
    plays: [
        "",
        " inverse",
        " réflexe",
        " semi-réflexe",
        " aidé",
        " inverse aidé",
        " réflexe aidé",
        " de série",
        " aidé de série",
        " inverse de série",
        " réflexe de série",
    ],
    reached: "{goal} en {}",
    absent: "pas de {goal} en {} ou moins",
    exactly: ["{goal} en {} exactement", "pas de {goal} en {} exactement"],
    mated: ["mat subi en {}", "pas de mat subi en {} ou moins"],
    limits: [
        "arrêt par la limite de nœuds",
        "arrêt par la limite de temps",
        "interrompu",
    ],
    keys: ["1 clé", "{} clés"],
    solutions: ["1 solution", "{} solutions"],
    undecided: ["1 premier coup indécis", "{} premiers coups indécis"],
    nodes: ["1 nœud", "{} nœuds"],
    castling: "roque {}",
    no_castling: "sans roque",
    en_passant: "en passant {}",
    in_hand: "en main {}",
    not_shortest: "non prouvé le plus court",
    shorter: "plus court que demandé",
    longer: "en {} non décidé",
    proved: "prouvé :",
    nothing_proved: "rien de prouvé",
    duplex: "duplex : {}",
    escapes: "échappe :",
    more: "et {} de plus",
    at_least: "au moins {}",
    longer_keys: "plus long :",
    set_play: "jeu apparent :",
    tries: "essais :",
    none: "néant",
    threat: "menace :",
    zugzwang: "blocus",
    but: "mais",
    or: "ou",
    incomplete: "le jeu est incomplet : {}",
    line: "suite :",
    error: "erreur en colonne {} :",
    stopped: "Calcul interrompu : des problèmes manquent ici.",
    all_solutions: "Solutions",
};
