//! The words of the page around the records, in every language of the output.

use std::sync::LazyLock;

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
    /// The column of the language in [`JUDGED`].
    column: usize,
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
    pub fn verdicts(&self) -> Vec<(&'static str, &'static str)> {
        self.named(&JUDGED[..VERDICTS])
    }

    /// The outcomes' names and words.
    pub fn outcomes(&self) -> Vec<(&'static str, &'static str)> {
        self.named(&JUDGED[VERDICTS..])
    }

    fn named(&self, rows: &[[&'static str; 4]]) -> Vec<(&'static str, &'static str)> {
        let named = rows.iter().map(|row| (row[0], row[self.column]));
        named.collect()
    }

    /// The word for a verdict or an outcome, or else its name.
    pub fn word(&self, name: &'static str) -> &'static str {
        let row = JUDGED.iter().find(|row| row[0] == name);
        row.map_or(name, |row| row[self.column])
    }
}

const VERDICTS: usize = 1 + Defect::NAMES.len();

/// The names of the verdicts, then of the outcomes, each with its words in English, German and French.
static JUDGED: LazyLock<Vec<[&str; 4]>> = LazyLock::new(|| {
    let rows = include_str!("words.tsv").lines().map(|row| {
        let mut words = row.split('\t');
        [(); 4].map(|()| words.next().expect("a row has three languages"))
    });
    rows.collect()
});

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
    column: 1,
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
    column: 2,
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
    column: 3,
};

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_records::soundness::SOUND;

    #[test]
    fn every_verdict_has_its_word_in_every_language() {
        for language in [Language::English, Language::German, Language::French] {
            let words = PageWords::of(language);
            let names: Vec<&str> = words.verdicts().iter().map(|(name, _)| *name).collect();
            let due: Vec<&str> = [SOUND].into_iter().chain(Defect::NAMES).collect();
            assert_eq!(names, due);
        }
    }
}
