//! Popeye's output in the language of its input: words, and the letters of the men.

use shakmaty::Role;

use keymove_base::language::Language;

/// The words of one language, as Popeye 4.104 writes them.
#[derive(Debug)]
pub struct Phrases {
    /// Pawn, knight, bishop, rook, queen, king.
    letters: [char; 6],
    /// White, Black.
    pub colours: [char; 2],
    /// Follows a move that threatens.
    pub threat: &'static str,
    /// Follows a move that puts the other side in zugzwang.
    pub zugzwang: &'static str,
    /// Precedes the refutations of a try.
    pub but: &'static str,
    /// Follows a reply that refutes, if there is no try.
    pub refutes: &'static str,
    /// The search is complete.
    pub finished: &'static str,
    /// The search may be incomplete.
    pub partial: &'static str,
    /// Precedes the elapsed time.
    pub time: &'static str,
    /// Above the twins of a diagram that is not a problem.
    pub zero_position: &'static str,
    /// Both sides are solved for.
    pub duplex: &'static str,
    /// The sides are exchanged.
    pub half_duplex: &'static str,
    /// The diagram has no play.
    pub king_missing: &'static str,
    /// The side not to move is in check.
    pub king_hangs: &'static str,
    /// Precedes a fault of the input.
    pub input_error: &'static str,
    /// Precedes the offending word.
    pub offending: &'static str,
    /// Rotation, mirror, shift, exchange of colours.
    pub changes: [&'static str; 4],
}

impl Phrases {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static Phrases {
        match language {
            Language::English | Language::ProblemEnglish => &ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
        }
    }

    /// The letter of a man, in upper case.
    pub fn letter(&self, role: Role) -> char {
        self.letters[role as usize - 1]
    }

    /// The man denoted by a letter, in upper or lower case.
    pub fn role(&self, letter: u8) -> Option<Role> {
        let letter = char::from(letter.to_ascii_uppercase());
        Role::ALL
            .into_iter()
            .find(|&role| self.letter(role) == letter)
    }
}

static ENGLISH: Phrases = Phrases {
    letters: ['P', 'S', 'B', 'R', 'Q', 'K'],
    colours: ['w', 'b'],
    threat: "threat:",
    zugzwang: "zugzwang.",
    but: "but",
    refutes: "refutes.",
    finished: "solution finished.",
    partial: "Partial solution",
    time: "Time",
    zero_position: "zeroposition",
    duplex: "Duplex",
    half_duplex: "HalfDuplex",
    king_missing: "both sides need a king",
    king_hangs: "the side to play can capture the king",
    input_error: "input-error:",
    offending: "offending item: ",
    changes: ["rotate", "mirror", "shift", "PolishType"],
};

static GERMAN: Phrases = Phrases {
    letters: ['B', 'S', 'L', 'T', 'D', 'K'],
    colours: ['w', 's'],
    threat: "Drohung:",
    zugzwang: "Zugzwang.",
    but: "Aber",
    refutes: "Widerlegt.",
    finished: "Loesung beendet.",
    partial: "Partielle Loesung",
    time: "Zeit",
    zero_position: "NullStellung",
    duplex: "Duplex",
    half_duplex: "HalbDuplex",
    king_missing: "Es fehlt ein weisser oder schwarzer Koenig",
    king_hangs: "Die am Zug befindliche Partei kann den Koenig schlagen",
    input_error: "Eingabe-Fehler:",
    offending: "Stoerende Eingabe: ",
    changes: ["Drehung", "Spiegelung", "Verschiebung", "Farbwechsel"],
};

static FRENCH: Phrases = Phrases {
    letters: ['P', 'C', 'F', 'T', 'D', 'R'],
    colours: ['b', 'n'],
    threat: "menace:",
    zugzwang: "blocus.",
    but: "mais",
    refutes: "refute.",
    finished: "solution terminee.",
    partial: "solution partielle",
    time: "Temps",
    zero_position: "zeroposition",
    duplex: "Duplex",
    half_duplex: "DemiDuplex",
    king_missing: "il faut un roi de chaque couleur",
    king_hangs: "le camp au trait peut prendre le roi",
    input_error: "erreur:",
    offending: "element fautif: ",
    changes: ["rotation", "miroir", "translation", "CouleurEchange"],
};
