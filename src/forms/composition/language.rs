//! What Popeye writes, in the language of its input: words, and the letters of the men.

use shakmaty::Role;

use keymove_base::language::Language;

/// The words of one language, as Popeye 4.104 writes them.
#[derive(Debug)]
pub struct Phrases {
    /// Pawn, knight, bishop, rook, queen, king.
    letters: [char; 6],
    /// White, Black.
    pub colours: [char; 2],
    /// Behind a move that threatens.
    pub threat: &'static str,
    /// Behind a move after which whoever must move spoils his position.
    pub zugzwang: &'static str,
    /// Before the refutations of a try.
    pub but: &'static str,
    /// Under a reply that refutes, where there is no try.
    pub refutes: &'static str,
    /// All was found.
    pub finished: &'static str,
    /// Something may be missing.
    pub partial: &'static str,
    /// Before the time that it took.
    pub time: &'static str,
    /// Above twins of a diagram that is no problem.
    pub zero_position: &'static str,
    /// Both sides are asked.
    pub duplex: &'static str,
    /// The sides change their parts.
    pub half_duplex: &'static str,
    /// The diagram has no play.
    pub king_missing: &'static str,
    /// The side not to move is in check.
    pub king_hangs: &'static str,
    /// Before what is wrong with the input.
    pub input_error: &'static str,
    /// Before the word that is wrong.
    pub offending: &'static str,
    /// Rotation, mirror, shift, change of colours.
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

    /// The letter of a man, a capital.
    pub fn letter(&self, role: Role) -> char {
        self.letters[role as usize - 1]
    }

    /// The man that a letter means, in upper or lower case.
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
