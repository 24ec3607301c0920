//! The words of the page around the records, in every language of the output.

use keymove_base::language::Language;
use keymove_records::soundness::Defect;

/// The words of one language.
pub(super) struct PageWords {
    /// The code of the language.
    pub code: &'static str,
    pub title: &'static str,
    pub contents: &'static str,
    pub search: &'static str,
    pub verdict: &'static str,
    pub outcome: &'static str,
    pub stipulation: &'static str,
    /// For all values of a filter.
    pub all: &'static str,
    pub unfold: &'static str,
    pub fold: &'static str,
    /// A note that some functions need scripts.
    pub no_script: &'static str,
    pub summary: &'static str,
    pub lengths: &'static str,
    pub nodes: &'static str,
    pub time: &'static str,
    /// For a record without a name; its line number follows.
    pub line: &'static str,
    pub claimed: &'static str,
    /// The names with their words.
    verdicts: [(&'static str, &'static str); 1 + Defect::NAMES.len()],
    outcomes: [(&'static str, &'static str); 7],
}

impl PageWords {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static PageWords {
        match language {
            Language::English | Language::ProblemEnglish => &ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
        }
    }

    /// The verdicts' names and words, [`keymove_records::soundness::SOUND`] first.
    pub fn verdicts(&self) -> &[(&'static str, &'static str)] {
        &self.verdicts
    }

    /// The outcomes' names and words.
    pub fn outcomes(&self) -> &[(&'static str, &'static str)] {
        &self.outcomes
    }

    /// The word for a verdict or an outcome, or else its name.
    pub fn word(&self, name: &'static str) -> &'static str {
        let all = self.verdicts.iter().chain(&self.outcomes);
        all.into_iter()
            .find(|(of, _)| *of == name)
            .map_or(name, |(_, word)| word)
    }
}

static ENGLISH: PageWords = PageWords {
    code: "en",
    title: "Chess problems",
    contents: "Contents",
    search: "Search",
    verdict: "Verdict",
    outcome: "Outcome",
    stipulation: "Stipulation",
    all: "all",
    unfold: "Unfold all",
    fold: "Fold all",
    no_script: "Contents, filters and search need scripts; everything else is here.",
    summary: "Summary",
    lengths: "Lengths",
    nodes: "Nodes",
    time: "Time",
    line: "line",
    claimed: "claimed:",
    verdicts: [
        ("sound", "sound"),
        ("illegal", "illegal"),
        ("no solution", "no solution"),
        ("short", "short"),
        ("key", "other key"),
        ("avoided", "key in am"),
        ("try", "other try"),
        ("line", "line goes wrong"),
        ("cooked", "cooked"),
        ("count", "other number"),
        ("dual", "dual"),
        ("several", "several"),
        ("undecided", "undecided"),
        ("unread", "not all read"),
        ("unclaimed", "nothing claimed"),
        ("unsupported", "unsupported"),
    ],
    outcomes: [
        ("solved", "solved"),
        ("lost", "mated"),
        ("over", "over already"),
        ("refuted", "refuted"),
        ("longer", "longer than asked"),
        ("gave up", "gave up"),
        ("error", "error"),
    ],
};

static GERMAN: PageWords = PageWords {
    code: "de",
    title: "Schachprobleme",
    contents: "Inhalt",
    search: "Suche",
    verdict: "Urteil",
    outcome: "Ergebnis",
    stipulation: "Forderung",
    all: "alle",
    unfold: "Alles aufklappen",
    fold: "Alles zuklappen",
    no_script: "Inhalt, Filter und Suche brauchen Skripte; alles andere ist hier.",
    summary: "Übersicht",
    lengths: "Längen",
    nodes: "Knoten",
    time: "Zeit",
    line: "Zeile",
    claimed: "behauptet:",
    verdicts: [
        ("sound", "korrekt"),
        ("illegal", "unzulässig"),
        ("no solution", "unlösbar"),
        ("short", "kurzlösig"),
        ("key", "anderer Schlüssel"),
        ("avoided", "Schlüssel in am"),
        ("try", "andere Verführung"),
        ("line", "Zugfolge falsch"),
        ("cooked", "nebenlösig"),
        ("count", "andere Anzahl"),
        ("dual", "dualistisch"),
        ("several", "mehrere Lösungen"),
        ("undecided", "unentschieden"),
        ("unread", "nicht ganz gelesen"),
        ("unclaimed", "nichts behauptet"),
        ("unsupported", "nicht unterstützt"),
    ],
    outcomes: [
        ("solved", "gelöst"),
        ("lost", "wird matt"),
        ("over", "schon zu Ende"),
        ("refuted", "widerlegt"),
        ("longer", "länger als gefordert"),
        ("gave up", "aufgegeben"),
        ("error", "Fehler"),
    ],
};

static FRENCH: PageWords = PageWords {
    code: "fr",
    title: "Problèmes d’échecs",
    contents: "Sommaire",
    search: "Recherche",
    verdict: "Verdict",
    outcome: "Résultat",
    stipulation: "Énoncé",
    all: "tous",
    unfold: "Tout déplier",
    fold: "Tout replier",
    no_script: "Sommaire, filtres et recherche demandent des scripts ; le reste est ici.",
    summary: "Bilan",
    lengths: "Longueurs",
    nodes: "Nœuds",
    time: "Temps",
    line: "ligne",
    claimed: "annoncé :",
    verdicts: [
        ("sound", "correct"),
        ("illegal", "illégal"),
        ("no solution", "insoluble"),
        ("short", "solution plus courte"),
        ("key", "autre clé"),
        ("avoided", "clé dans am"),
        ("try", "autre essai"),
        ("line", "ligne fausse"),
        ("cooked", "démoli"),
        ("count", "autre nombre"),
        ("dual", "dual"),
        ("several", "plusieurs solutions"),
        ("undecided", "indécis"),
        ("unread", "pas tout lu"),
        ("unclaimed", "rien d’annoncé"),
        ("unsupported", "non pris en charge"),
    ],
    outcomes: [
        ("solved", "résolu"),
        ("lost", "mat subi"),
        ("over", "déjà fini"),
        ("refuted", "réfuté"),
        ("longer", "plus long que demandé"),
        ("gave up", "abandonné"),
        ("error", "erreur"),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_records::soundness::SOUND;

    #[test]
    fn every_verdict_has_its_word_in_every_language() {
        for language in [Language::English, Language::German, Language::French] {
            let words = PageWords::of(language);
            let names: Vec<&str> = words.verdicts.iter().map(|(name, _)| *name).collect();
            let due: Vec<&str> = [SOUND].into_iter().chain(Defect::NAMES).collect();
            assert_eq!(names, due);
        }
    }
}
