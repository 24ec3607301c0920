//! The words that composers, their programs and editors use in solutions: [`meaning`].
//!
//! The lists contain English as used by Popeye and its users, German, French, Spanish, Italian, and
//! Russian in Cyrillic and in Latin letters. Any other word counts as not understood.

use super::written::written_move;

/// The meaning of a word in a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordMeaning {
    /// Nothing about the moves: `zugzwang`, `mate`.
    Silent,
    /// An alternative to the last move follows.
    Or,
    /// The refutation of a try follows.
    But,
    /// A threat follows.
    Threat,
    /// Set play follows.
    SetPlay,
    /// Anything but set play follows.
    Heading,
    /// Any move: `any`, `else`.
    AnyMove,
    /// It is not understood.
    Unknown,
}

/// Words and phrases in lower case by meaning, each enclosed in bars.
const WORDS: [(WordMeaning, &str); 7] = [
    (
        WordMeaning::SetPlay,
        "|set play|setplay|set|satzspiel|satz|jeu apparent|illusory play|illyuzornaya igra\
         |illjuzornaja igra|иллюзорная игра|и.и|set-play|apparent play|phase play|scheinspiel\
         |jeux apparents|juego aparente|gioco apparente|sp|s.p|ja|j.a|",
    ),
    (
        WordMeaning::Heading,
        "|solution finished|partial solution|author's solution|solutions|solution|intention|actual play\
         |actual|real play|virtual play|post-key play|main play|main variations|main variation\
         |main lines|main line|variations|variation|keys|key|tries|try play|try|play|by-play\
         |cooked by|cooked|cooks|cook|lösungen|lösung|loesung|lsg|schlüssel|schluessel|verführungen\
         |verführung|verfuehrungen|verfuehrung|varianten|variante|spiel|nebenlösung|nl|essais|essai\
         |jeu réel|jeu reel|clé|clef|reshenie|reshenije|resenie|lozhnye sledy|lozhny sled\
         |lozhniy sled|решение|решения|ложные следы|ложный след|варианты|вариант|побочное решение\
         |диаграмма|diagram|diagramm|diagramme|diagrama|diagramma|author's intention\
         |intended solution|intended|intended key|unintended|short solution|short solutions\
         |short mate|second solution|virtual|real|thematic tries|thematic try|main variants\
         |variants|variant|main threats|after key|lösungszug|kurzlösung|nebenlösungen|nl's\
         |autorlösung|autorabsicht|absicht|intention de l'auteur|themenspiel|hauptspiel\
         |hauptvarianten|hauptvariante|nebenspiel|solutions multiples|démolition|démolitions\
         |jeu virtuel|après la clé|variantes|solución|solucion|soluciones|clave|llave|ensayo\
         |ensayos|intento|intentos|juego real|juego virtual|soluzione|soluzioni|chiave|tentativo\
         |tentativi|saggio|saggi|gioco reale|gioco virtuale|varianti|demolizione|tsook\
         |avtorskoe reshenie|авторское решение|pobochnoe reshenie|sol|лс|л.с|",
    ),
    (
        WordMeaning::But,
        "|but|refuted by|refutes|refutation|refutations|refuted|fails to|fails due to|defeated by|aber|doch\
         |scheitert an|widerlegt durch|widerlegung|mais|réfuté par|refute par|réfutation|no\
         |oproverzhenie|oprovergaetsya|но|опровергается|опровержение|pero|refutado por|refuta\
         |refutación|ma|però|confutato da|confuta|confutazione|refutes by|refuted due to|defeats\
         |spoilt by|spoiled by|fails after|fails because of|fails on|scheitert|widerlegt|widerlegen\
         |réfute|réfutent|jedoch|échoue sur|однако|but only|however|ref|ale|",
    ),
    (
        WordMeaning::Threat,
        "|threatening|threatens|threats|threat|thr|drohungen|drohung|droht|drohend|menaces|menace|menaçant\
         |s ugrozoy|s ugrozoj|s ugrozoi|ugroza|ugrozy|с угрозой|угроза|угр|угрозы|amenaza|amenazas\
         |amenazando|minaccia|minacce|minacciando|main threat|dr|men|with threat|with the threat\
         |mit drohung|mit der drohung|avec menace|avec la menace|grozi|грозит|",
    ),
    (
        WordMeaning::Or,
        "|and|or|and also|or else|und|oder|sowie|et|ou|ou bien|y|o|e|ed|oppure|ovvero|ili|и|или|",
    ),
    (
        WordMeaning::AnyMove,
        "|any other move|any other|any move|any|anything else|anything|all others|all else|others|other\
         |otherwise|else|elsewhere|ad lib|ad libitum|random|moves|beliebig|bel|sonst|andere\
         |quelconque|autre|autres|sinon|lyuboy|lyuboj|lyuboi|ljuboj|inache|любой|любое|любая|иначе\
         |остальное|cualquiera|cualquier|otra|otras|otro|otros|qualsiasi|qualunque|altro|altra\
         |altre|altri|altrimenti|any piece|any black move|any white move|everything else\
         |all other moves|other moves|all moves|whatever|arbitrary|arbitrarily|bel.zug\
         |beliebiger zug|andere züge|n'importe|quelconques|coup quelconque|tout|ad.lib|ad.libitum|",
    ),
    (
        WordMeaning::Silent,
        "|x|xx|zugzwang|zugswang|zz|zzz|zw|waiting move|waiting|wait|block|blocus|tempo|tsugtsvang|cugcvang\
         |цугцванг|finished|checkmate|stalemate|mates|mate|model mate|model|mm|matt|mat|patt|pat\
         |мат|шах|double check|dbl ch|dis ch|disch|dis|dbl|check|ch|schach|échec|echec|with|then\
         |etc|usw|white to play|white to move|black to play|black to move|to play|to move|white\
         |black|weiß|weiss|schwarz|blancs|noirs|белые|черные|чёрные|duplex|dual|duals|minor dual\
         |minor duals|zeroposition|bloqueo|blocco|espera|en espera|attesa|in attesa|zugzwangs\
         |waiting key|waiting block|complete block|incomplete block|mutate|tempozug|wartezug\
         |coup d'attente|attente|jaque|jaque mate|scacco|scacco matto|matto|stallo|ahogado\
         |echec et mat|échec et mat|mat modèle|mustermatt|ideal mate|im|pure mate|mit|avec|con\
         |there is|there are|there is a|there is an|es gibt|il y a|short|kurz|unsound|incorrect\
         |inkorrekt|démoli|неправильно|anticipated|anticipation|version|correction|korrektur\
         |вариант автора|z.z|no threat|no threats|without threat|without a threat|keine drohung\
         |ohne drohung|sans menace|pas de menace|no set play|no set mate|no mate|no dual|no duals\
         |przymus|",
    ),
];

/// The meaning of the words at the beginning of `text`, and their length in bytes: the longest
/// known phrase, otherwise one word.
pub(super) fn meaning(text: &str) -> (WordMeaning, usize) {
    let is_part = |c: char| !(c.is_whitespace() || "()[]{}/,;\"<>".contains(c));
    let end = |from: usize| {
        let rest = text[from..].find(|c: char| !is_part(c));
        rest.map_or(text.len(), |at| from + at)
    };
    let word = end(0);
    let mut longest = (WordMeaning::Unknown, word);
    // A phrase has at most three words.
    let mut at = 0;
    for _ in 0..3 {
        let to = end(at);
        let phrase = text[..to].trim_end_matches(['.', ':', '!', '?', '-', '\'', '+', '#']);
        let lower = phrase
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        let mut known = WORDS
            .iter()
            .filter(|(_, words)| words.contains(&format!("|{lower}|")));
        if let Some(&(meaning, _)) = known.next() {
            longest = (meaning, phrase.len());
        }
        let blanks = text[to..].bytes().take_while(|&b| b == b' ').count();
        at = to + blanks;
        if blanks == 0 || at == text.len() {
            break;
        }
    }
    // `no` is *but* only in Russian.
    let behind = text[longest.1..].trim_start();
    let is_english = text[..longest.1].eq_ignore_ascii_case("no")
        && behind.starts_with(|c: char| c.is_ascii_lowercase())
        && written_move(behind).is_none();
    match is_english {
        true => (WordMeaning::Unknown, longest.1),
        false => longest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_is_read() {
        for (text, meaning_due, length) in [
            ("zugzwang.", WordMeaning::Silent, 8),
            ("waiting 1...a5", WordMeaning::Silent, 7),
            ("Threat:", WordMeaning::Threat, 6),
            ("refuted by 1...a5", WordMeaning::But, 10),
            ("ad lib. 2.Qd4", WordMeaning::AnyMove, 6),
            ("Jeu apparent: 1...", WordMeaning::SetPlay, 12),
            ("Wunderbar! 1.", WordMeaning::Unknown, 10),
        ] {
            assert_eq!(meaning(text), (meaning_due, length), "{text}");
        }
    }
}
