//! Removes, changes or adds members of a document of Olive and keeps everything else byte for byte.
//!
//! The lines of a changed member are replaced; a new member is inserted before the first one with a
//! later name, because Olive sorts its members. A document whose members do not begin on lines of
//! their own is not changed.

use std::collections::BTreeMap;

use super::begins_document;
use crate::collection::yaml::{Member, YamlDocument};

/// A document as it is in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OliveDocument {
    text: Vec<u8>,
}

impl OliveDocument {
    /// A document with these bytes, including its `---`.
    pub(super) fn new(text: Vec<u8>) -> OliveDocument {
        OliveDocument { text }
    }

    /// The only document in `text`; its `---` and the line feed at its end are added if they are
    /// missing.
    ///
    /// # Errors
    ///
    /// A message if `text` has more than one document.
    pub fn alone(text: &str) -> Result<OliveDocument, String> {
        let mut rows = text.split_inclusive('\n');
        let has_beginning = rows
            .next()
            .is_some_and(|row| begins_document(row.as_bytes()));
        if rows.any(|row| begins_document(row.as_bytes())) {
            return Err("it is more than one document".to_owned());
        }
        let beginning = if has_beginning { "" } else { "---\n" };
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let text = [beginning, text, end].concat();
        Ok(OliveDocument::new(text.into_bytes()))
    }

    /// Whether it has a member of this name.
    pub fn has(&self, name: &str) -> bool {
        let text = String::from_utf8_lossy(&self.text);
        let document = YamlDocument::read(&text).ok().flatten();
        document.is_some_and(|document| document.get(0, name).is_some())
    }

    /// The bytes of the document.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// The document with `solution` as its solution.
    ///
    /// # Errors
    ///
    /// A message that says why a solution cannot be inserted.
    pub fn solved(&self, solution: &str) -> Result<Vec<u8>, String> {
        let change = BTreeMap::from([("solution", Some(block(solution)))]);
        let text = self.edited(&change)?;
        let wanted: Vec<&str> = solution.lines().map(str::trim_end).collect();
        let document = YamlDocument::read(&text).map_err(|(_, reason)| reason)?;
        let found = document.as_ref().and_then(|document| {
            let node = document.get(0, "solution")?;
            document.text(node)
        });
        match found {
            Some(found) if found.trim_end() == wanted.join("\n").trim_end() => {
                Ok(text.into_bytes())
            }
            _ => Err(UNUSUAL.to_owned()),
        }
    }

    /// The document with other members under these names: the new lines of each, or `None` to
    /// remove it.
    ///
    /// # Errors
    ///
    /// A message that says why they cannot be inserted.
    pub fn edited(&self, changes: &BTreeMap<&str, Option<String>>) -> Result<String, String> {
        let text = std::str::from_utf8(&self.text).map_err(|_| "it is not UTF-8".to_owned())?;
        let document = YamlDocument::read(text)
            .map_err(|(_, reason)| reason)?
            .filter(|document| document.is_mapping(0))
            .ok_or_else(|| "it is not a mapping".to_owned())?;
        let members = document.places();
        let mut at: Vec<usize> = members.iter().map(|(_, member)| member.line).collect();
        at.dedup();
        if at.len() < members.len() || members.iter().any(|(_, member)| member.column > 0) {
            return Err("its members do not begin lines of their own".to_owned());
        }
        let rows: Vec<&str> = text.split_inclusive('\n').collect();
        // The places of the changes: the first old line, the line after the last one, the new
        // lines.
        let mut places: Vec<(usize, usize, &str)> = Vec::new();
        for (&changed, lines) in changes {
            let lines = lines.as_deref().unwrap_or_default();
            match members.iter().find(|(name, _)| *name == changed) {
                Some((_, Member { line, end, .. })) => {
                    // Comments after a member belong to the next one.
                    let own = &rows[(line - 1).min(rows.len())..(end - 1).min(rows.len())];
                    let behind = own.iter().rev().take_while(|row| row.starts_with('#'));
                    places.push((*line, end - behind.count(), lines));
                }
                None => {
                    let next = members.iter().find(|(name, _)| *name > changed);
                    let last = members.iter().map(|(_, member)| member.end).max();
                    let line = next.map(|(_, member)| member.line).or(last);
                    let line = line.unwrap_or(rows.len() + 1);
                    places.push((line, line, lines));
                }
            }
        }
        // At the same place, insertions come before removals; the names are already in order.
        places.sort_by_key(|&(from, to, _)| (from, to));
        let is_crlf = rows.first().is_some_and(|row| row.ends_with("\r\n"));
        let end_of_line = if is_crlf { "\r\n" } else { "\n" };
        let mut edited = String::new();
        let mut done = 0;
        for (from, to, lines) in places {
            let from = (from - 1).clamp(done, rows.len());
            edited.extend(rows[done..from].iter().copied());
            done = (to - 1).clamp(from, rows.len());
            if !(edited.is_empty() || edited.ends_with('\n') || lines.is_empty()) {
                edited.push_str(end_of_line);
            }
            edited.push_str(&lines.replace('\n', end_of_line));
        }
        edited.extend(rows[done..].iter().copied());
        // Whatever the file contains, the result must be the same document except for these
        // members.
        if !is_same(&document, &edited, changes) {
            return Err(UNUSUAL.to_owned());
        }
        Ok(edited)
    }
}

/// Why a member cannot be changed.
const UNUSUAL: &str = "it is written in an unusual way";

/// The member `solution` as a block of lines.
fn block(solution: &str) -> String {
    let lines: Vec<&str> = solution.trim_end().lines().map(str::trim_end).collect();
    if lines.iter().all(|line| line.is_empty()) {
        return "solution: ''\n".to_owned();
    }
    // An indented or empty first line would otherwise determine the indentation of the block.
    let mut text = "solution: |2-\n".to_owned();
    for line in lines {
        if !line.is_empty() {
            text.push_str("  ");
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

/// Whether `text` equals `document` with these changes, member by member.
fn is_same(document: &YamlDocument, text: &str, changes: &BTreeMap<&str, Option<String>>) -> bool {
    let Ok(Some(written)) = YamlDocument::read(text) else {
        return false;
    };
    let others = |document: &YamlDocument| {
        let members = document.members(0);
        let names = members.filter_map(|(key, value)| {
            let name = document.text(key)?;
            (!changes.contains_key(name)).then(|| (name.to_owned(), document.shown(value)))
        });
        names.collect::<Vec<_>>()
    };
    let shown = |document: &YamlDocument, name: &str| {
        let node = document.get(0, name)?;
        Some(document.shown(node))
    };
    let is_changed = |(name, lines): (&&str, &Option<String>)| {
        let wanted = lines.as_deref().and_then(|lines| {
            let alone = YamlDocument::read(lines).ok().flatten()?;
            shown(&alone, name)
        });
        wanted.is_some() == lines.is_some() && shown(&written, name) == wanted
    };
    changes.iter().all(is_changed) && others(document) == others(&written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(text: &str, solution: &str) -> Result<String, String> {
        let document = OliveDocument::new(text.as_bytes().to_vec());
        document
            .solved(solution)
            .map(|text| String::from_utf8(text).expect("text"))
    }

    #[test]
    fn only_the_solution_changes() {
        let new = "solution: |2-\n  1.a! zz\n\n    1...b 2.c#\n";
        for old in [
            "solution: x\n",
            "solution: \"a\\nb\\\n  \\ c\"\n",
            "solution: |-\n  a\n\n  b\n",
            "solution: 'a\n\n  b'\n",
            "solution:\n",
            "",
        ] {
            let document = |solution: &str| {
                format!(
                    "---\nalgebraic:\n- Ka1 # here\nauthors: [x]\n{solution}source:\n  name: s\nstipulation: '#2'\n# end\n"
                )
            };
            assert_eq!(
                solved(&document(old), "1.a! zz\n\n  1...b 2.c#\n\n"),
                Ok(document(new)),
                "{old}"
            );
        }
    }

    #[test]
    fn members_go_change_and_come() {
        let document = |text: &str| OliveDocument::new(text.as_bytes().to_vec());
        let text = "---\nalgebraic:\n- Ka1 # here\n# of keywords\nkeywords: [x]\nsource: {name: s}\n\
                    stipulation: '#2'\nzebra: 1\n# end\n";
        let changes = BTreeMap::from([
            ("algebraic", Some("algebraic: {white: [Kb1]}\n".to_owned())),
            ("authors", Some("authors:\n  - A\n".to_owned())),
            ("award", Some("award: {distinction: P}\n".to_owned())),
            ("source", None),
            ("stipulation", Some("stipulation: \"#3\"\n".to_owned())),
            ("twins", None),
        ]);
        assert_eq!(
            document(text).edited(&changes).as_deref(),
            Ok(
                "---\nalgebraic: {white: [Kb1]}\n# of keywords\nauthors:\n  - A\n\
                award: {distinction: P}\nkeywords: [x]\nstipulation: \"#3\"\nzebra: 1\n# end\n"
            )
        );
        // Values that are not valid YAML, contain another member, or are under another name.
        for wrong in ["source: [\n", "source: a\nother: b\n", "keywords: 1\n"] {
            let changes = BTreeMap::from([("source", Some(wrong.to_owned()))]);
            assert!(document(text).edited(&changes).is_err(), "{wrong}");
        }
    }

    #[test]
    fn at_the_end_and_without_a_line_feed() {
        assert_eq!(
            solved("a: 1", "x"),
            Ok("a: 1\nsolution: |2-\n  x\n".to_owned())
        );
        assert_eq!(
            solved("a: 1\r\nb: 2\r\n", "x\ny"),
            Ok("a: 1\r\nb: 2\r\nsolution: |2-\r\n  x\r\n  y\r\n".to_owned())
        );
        assert_eq!(
            solved("a: 1\nsolution: |\n  z\n\n", ""),
            Ok("a: 1\nsolution: ''\n".to_owned())
        );
    }

    #[test]
    fn where_there_is_no_place_nothing_is_written() {
        for text in ["{a: 1, b: 2}", "- a\n", "", "a: [\n", " a: 1\n b: 2\n"] {
            assert!(solved(text, "x").is_err(), "{text}");
        }
    }
}
