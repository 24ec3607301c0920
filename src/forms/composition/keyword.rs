//! Keywords, which any unique beginning stands for: `stip` is `Stipulation`, `s` might be two.
//!
//! The words are those of Popeye 4.104 in its three languages, as the program's published tables
//! and example files have them. [`BeginProblem`](BEGIN) tells which language the rest is in.

use keymove_base::language::Language;

/// A word with the spellings of English, German and French.
pub type Spellings<T> = (T, [&'static str; 3]);

/// What begins the input, by language.
pub const BEGIN: [Spellings<Language>; 3] = [
    (Language::English, ["BeginProblem"; 3]),
    (Language::German, ["AnfangProblem"; 3]),
    (Language::French, ["DebutProbleme"; 3]),
];

/// What a beginning of a word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning<T> {
    /// No word of the table begins so.
    Nothing,
    /// This one.
    Only(T),
    /// Several words begin so, and none is just so long.
    Several,
}

impl<T> Meaning<T> {
    /// The word, if it is one.
    pub fn only(self) -> Option<T> {
        match self {
            Meaning::Only(value) => Some(value),
            Meaning::Nothing | Meaning::Several => None,
        }
    }
}

/// Looks for `word`, whole or its beginning, in upper or lower case.
pub fn meaning<T: Copy>(table: &[Spellings<T>], language: Language, word: &[u8]) -> Meaning<T> {
    let mut found = Meaning::Nothing;
    for &(value, spellings) in table {
        let spelling = spellings[column(language)].as_bytes();
        let Some(beginning) = spelling.get(..word.len()) else {
            continue;
        };
        if word.is_empty() || !beginning.eq_ignore_ascii_case(word) {
            continue;
        }
        if spelling.len() == word.len() {
            return Meaning::Only(value);
        }
        found = match found {
            Meaning::Nothing => Meaning::Only(value),
            Meaning::Only(_) | Meaning::Several => Meaning::Several,
        };
    }
    found
}

/// Where in a row the spelling of a language stands.
fn column(language: Language) -> usize {
    match language {
        Language::English | Language::ProblemEnglish => 0,
        Language::German => 1,
        Language::French => 2,
    }
}

/// What may stand between `BeginProblem` and `EndProblem`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    /// The end of all problems.
    End,
    /// The end of this problem.
    Next,
    /// Another form of the problem.
    Twin,
    /// The diagram is no problem; what follows makes one of it.
    ZeroPosition,
    /// A line of text.
    Remark,
    /// A stipulation in the language of Popeye's own structures.
    Structured,
    /// Who made it.
    Author,
    /// Where it was published.
    Origin,
    /// What it won.
    Award,
    /// Its title.
    Title,
    /// The men.
    Pieces,
    /// The men, as the first field of a FEN.
    Forsyth,
    /// The men of the start of a game.
    InitialArray,
    /// A rule that is not of orthodox chess.
    Condition,
    /// What is to be written.
    Option,
    /// What is to be reached.
    Stipulation,
    /// A file for what is written; it is not.
    Protocol,
    /// A file for a diagram in LaTeX; it is not written.
    Latex,
    /// A letter of such a diagram.
    LatexPieces,
}

/// The keywords.
pub const KEYWORDS: [Spellings<Keyword>; 19] = [
    (Keyword::End, ["EndProblem", "EndeProblem", "FinProbleme"]),
    (Keyword::Next, ["NextProblem", "WeiteresProblem", "ASuivre"]),
    (Keyword::Twin, ["Twin", "Zwilling", "Jumeau"]),
    (
        Keyword::ZeroPosition,
        ["ZeroPosition", "NullStellung", "ZeroPosition"],
    ),
    (Keyword::Remark, ["Remark", "Bemerkung", "Remarque"]),
    (
        Keyword::Structured,
        ["SStipulation", "SForderung", "SEnonce"],
    ),
    (Keyword::Author, ["Author", "Autor", "Auteur"]),
    (Keyword::Origin, ["Origin", "Quelle", "Source"]),
    (Keyword::Award, ["Award", "Auszeichnung", "Prix"]),
    (Keyword::Title, ["Title", "Titel", "Titre"]),
    (Keyword::Pieces, ["Pieces", "Steine", "Pieces"]),
    (Keyword::Forsyth, ["Forsyth"; 3]),
    (
        Keyword::InitialArray,
        [
            "InitialGameArray",
            "PartieAnfangsStellung",
            "PositionInitialePartie",
        ],
    ),
    (Keyword::Condition, ["Condition", "Bedingung", "Condition"]),
    (Keyword::Option, ["Option"; 3]),
    (Keyword::Stipulation, ["Stipulation", "Forderung", "Enonce"]),
    (Keyword::Protocol, ["Protocol", "Protokoll", "Protocol"]),
    (Keyword::Latex, ["LaTeX"; 3]),
    (
        Keyword::LatexPieces,
        ["LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"],
    ),
];

/// What may follow `Option`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayOption {
    /// No diagram.
    NoBoard,
    /// The play after the keys.
    Variation,
    /// First moves that one reply refutes.
    Try,
    /// First moves that at most so many replies refute.
    Defence,
    /// What follows if the other side begins.
    SetPlay,
    /// Neither threats nor zugzwang; then every reply is a variation.
    NoThreat,
    /// No variations that reach the goal sooner than they need.
    NoShortVariations,
    /// Every first move with its number.
    MoveNumbers,
    /// The number of the first move to be looked at.
    StartMoveNumber,
    /// The number of the last one.
    UpToMoveNumber,
    /// So many solutions at most.
    MaxSolutions,
    /// So many seconds at most.
    MaxTime,
    /// In help play: the set play alone.
    WhiteToPlay,
    /// The sides change their parts.
    HalfDuplex,
    /// Both: as it stands, and with the parts changed.
    Duplex,
    /// Corners and kings' squares that do not castle.
    NoCastling,
    /// A pawn that has just made a double step.
    EnPassant,
    /// The key is played already.
    PostKeyPlay,
    /// A way of searching, with a number or without.
    Intelligent,
    /// What changes nothing of a solution.
    Idle,
    /// A bound on the king's squares to flee to, with a number: spares work, may lose solutions.
    MaxFlightsquares,
    /// A bound on replies that are not answered at once, with two numbers: the same.
    NonTrivial,
    /// A way of ending early what has no mating man left, which is found out anyway.
    KeepMatingPiece,
    /// What this program does not do.
    Unsupported,
}

/// The options.
pub const CHOICES: [Spellings<PlayOption>; 38] = [
    (
        PlayOption::NoBoard,
        ["NoBoard", "OhneBrett", "SansEchiquier"],
    ),
    (
        PlayOption::Variation,
        ["Variations", "Varianten", "Variantes"],
    ),
    (PlayOption::Try, ["Try", "Verfuehrung", "Essais"]),
    (PlayOption::Defence, ["Defence", "Widerlegung", "Defense"]),
    (PlayOption::SetPlay, ["SetPlay", "Satzspiel", "Apparent"]),
    (
        PlayOption::NoThreat,
        ["NoThreat", "OhneDrohung", "SansMenace"],
    ),
    (
        PlayOption::NoShortVariations,
        [
            "NoShortVariations",
            "OhneKurzVarianten",
            "SansVariantesCourtes",
        ],
    ),
    (
        PlayOption::MoveNumbers,
        ["MoveNumbers", "Zugnummern", "Trace"],
    ),
    (
        PlayOption::StartMoveNumber,
        ["StartMoveNumber", "StartZugnummer", "Enroute"],
    ),
    (
        PlayOption::UpToMoveNumber,
        ["UpToMoveNumber", "BisZugnummer", "JusquAuCoup"],
    ),
    (
        PlayOption::MaxSolutions,
        ["MaxSolutions", "MaxLoesungen", "MaxSolutions"],
    ),
    (PlayOption::MaxTime, ["MaxTime", "MaxZeit", "MaxTemps"]),
    (
        PlayOption::WhiteToPlay,
        ["WhiteToPlay", "WeissBeginnt", "ApparentSeul"],
    ),
    (
        PlayOption::HalfDuplex,
        ["HalfDuplex", "HalbDuplex", "DemiDuplex"],
    ),
    (PlayOption::Duplex, ["Duplex"; 3]),
    (
        PlayOption::NoCastling,
        ["NoCastling", "KeineRochade", "SansRoquer"],
    ),
    (PlayOption::EnPassant, ["EnPassant"; 3]),
    (
        PlayOption::PostKeyPlay,
        ["PostKeyPlay", "NachSchluessel", "ApresCle"],
    ),
    (PlayOption::Intelligent, ["Intelligent"; 3]),
    (PlayOption::Idle, ["Beep", "Pieps", "Bip"]),
    (
        PlayOption::Idle,
        ["SuppressGrid", "OhneGitter", "SansGrille"],
    ),
    (
        PlayOption::Idle,
        ["WriteGrid", "ZeichneGitter", "AjouteGrille"],
    ),
    (
        PlayOption::Idle,
        ["MultiSolutions", "MehrereLoesungen", "MultiSolutions"],
    ),
    (PlayOption::Unsupported, ["NoWk", "OhneWk", "SansRB"]),
    (PlayOption::Unsupported, ["NoBk", "OhneSk", "SansRN"]),
    (PlayOption::Unsupported, ["Threat", "Drohung", "Menace"]),
    (
        PlayOption::MaxFlightsquares,
        ["MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"],
    ),
    (PlayOption::Unsupported, ["Search", "Suchen", "Search"]),
    (
        PlayOption::Unsupported,
        ["NoSymmetry", "KeineSymmetrie", "NonSymetrique"],
    ),
    (
        PlayOption::NonTrivial,
        ["NonTrivial", "NichtTrivial", "NonTrivial"],
    ),
    (
        PlayOption::KeepMatingPiece,
        [
            "KeepMatingPiece",
            "HalteMattsetzendenStein",
            "RetiensPieceMatante",
        ],
    ),
    (PlayOption::Unsupported, ["Quodlibet"; 3]),
    (
        PlayOption::Unsupported,
        [
            "StopOnShortSolutions",
            "StopNachKurzloesungen",
            "FinApresSolutionsCourtes",
        ],
    ),
    (
        PlayOption::Unsupported,
        [
            "CastlingMutuallyExclusive",
            "RochadenGegenseitigAusschliessend",
            "RoquesMutuellementExclusifs",
        ],
    ),
    (
        PlayOption::Unsupported,
        ["GoalIsEnd", "ZielIstEnde", "ButEstFin"],
    ),
    (
        PlayOption::Unsupported,
        ["NullMoves", "NullZuege", "CoupsVides"],
    ),
    (
        PlayOption::Unsupported,
        ["LastCapture", "LetzterSchlag", "DernierePrise"],
    ),
    (PlayOption::Unsupported, ["Hole", "Loch", "Trou"]),
];

/// What may follow `Twin` and `ZeroPosition`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twinning {
    /// A man goes to another square.
    Move,
    /// Two men change places.
    Exchange,
    /// Another stipulation.
    Stipulation,
    /// Another stipulation, in structures.
    Structured,
    /// Men are added.
    Add,
    /// Men are taken away.
    Remove,
    /// The twin is made of the last twin, not of the diagram.
    Continued,
    /// The board is turned.
    Rotate,
    /// Another rule.
    Condition,
    /// The colours change.
    PolishType,
    /// The board is mirrored.
    Mirror,
    /// All men go the same way.
    Shift,
    /// All men of one kind become another kind.
    Substitute,
}

/// The words of twins.
pub const TWINNINGS: [Spellings<Twinning>; 13] = [
    (Twinning::Move, ["move", "versetze", "deplacement"]),
    (Twinning::Exchange, ["exchange", "tausche", "echange"]),
    (
        Twinning::Stipulation,
        ["stipulation", "Forderung", "enonce"],
    ),
    (
        Twinning::Structured,
        ["sstipulation", "SForderung", "senonce"],
    ),
    (Twinning::Add, ["add", "hinzufuegen", "ajoute"]),
    (Twinning::Remove, ["remove", "entferne", "ote"]),
    (Twinning::Continued, ["continued", "ferner", "enplus"]),
    (Twinning::Rotate, ["rotate", "Drehung", "rotation"]),
    (Twinning::Condition, ["condition", "Bedingung", "condition"]),
    (
        Twinning::PolishType,
        ["PolishType", "Farbwechsel", "CouleurEchange"],
    ),
    (Twinning::Mirror, ["mirror", "Spiegelung", "miroir"]),
    (Twinning::Shift, ["shift", "Verschiebung", "translation"]),
    (Twinning::Substitute, ["substitute", "ersetze", "remplace"]),
];

/// Whose men follow; `None`: neutral ones.
pub const COLOURS: [Spellings<Option<shakmaty::Color>>; 3] = [
    (Some(shakmaty::Color::White), ["White", "Weiss", "Blanc"]),
    (Some(shakmaty::Color::Black), ["Black", "Schwarz", "Noir"]),
    (None, ["Neutral", "Neutral", "Neutre"]),
];

/// What men may be in fairy chess, beside their colour.
pub const ATTRIBUTES: [Spellings<()>; 14] = [
    ((), ["Royal", "Koeniglich", "Royale"]),
    ((), ["Kamikaze"; 3]),
    ((), ["Paralysing", "Paralysierend", "Paralysante"]),
    ((), ["Chameleon", "Chamaeleon", "Cameleon"]),
    ((), ["Jigger"; 3]),
    ((), ["Volage"; 3]),
    ((), ["Functionary", "Beamtet", "Fonctionnaire"]),
    ((), ["HalfNeutral", "HalbNeutral", "DemiNeutre"]),
    (
        (),
        [
            "HurdleColourChanging",
            "SprungbockFarbeWechselnd",
            "CouleurEchangeantSautoir",
        ],
    ),
    ((), ["Protean", "Proteisch", "Protee"]),
    ((), ["Magic", "Magisch", "Magique"]),
    ((), ["Uncapturable", "Unschlagbar", "Imprenable"]),
    ((), ["Patrol", "Patrouille", "Patrouille"]),
    ((), ["Frischauf"; 3]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unique_beginning_is_enough_and_a_whole_word_always() {
        let keyword = |word: &str| meaning(&KEYWORDS, Language::English, word.as_bytes());
        assert_eq!(keyword("stip"), Meaning::Only(Keyword::Stipulation));
        assert_eq!(keyword("FORS"), Meaning::Only(Keyword::Forsyth));
        assert_eq!(keyword("s"), Meaning::Several);
        assert_eq!(keyword("latex"), Meaning::Only(Keyword::Latex));
        assert_eq!(keyword("stipulations"), Meaning::Nothing);
        assert_eq!(keyword(""), Meaning::Nothing);
        let german = |word: &str| meaning(&KEYWORDS, Language::German, word.as_bytes());
        assert_eq!(german("ford"), Meaning::Only(Keyword::Stipulation));
        assert_eq!(german("stip"), Meaning::Nothing);
        let option = |word: &str| meaning(&CHOICES, Language::German, word.as_bytes());
        assert_eq!(option("satz"), Meaning::Only(PlayOption::SetPlay));
        assert_eq!(option("circe"), Meaning::Nothing);
    }

    /// A word that no beginning but itself stands for, is there; none is twice in a language.
    #[test]
    fn every_word_of_every_table_is_found_by_itself() {
        fn all<T: Copy + std::fmt::Debug + PartialEq>(table: &[Spellings<T>]) {
            for language in [Language::English, Language::German, Language::French] {
                for (at, &(value, spellings)) in table.iter().enumerate() {
                    let word = spellings[column(language)];
                    let lower = word.to_ascii_lowercase();
                    let found = meaning(table, language, lower.as_bytes());
                    assert_eq!(found, Meaning::Only(value), "{word}");
                    let same =
                        |row: &Spellings<T>| row.1[column(language)].eq_ignore_ascii_case(word);
                    assert_eq!(table.iter().position(same), Some(at), "{word} is twice");
                }
            }
        }
        all(&KEYWORDS);
        all(&CHOICES);
        all(&TWINNINGS);
        all(&COLOURS);
        all(&ATTRIBUTES);
    }
}
