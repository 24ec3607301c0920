//! A YAML document as a tree, built from the events of `saphyr-parser`.
//!
//! An alias refers to the same node and is never expanded: aliases that would expand to terabytes
//! cost only their own bytes. A document has at most [`MOST_NODES`] nodes, and the parser has its
//! own limit for the depth.
//!
//! Reasons for this parser: it is maintained, pure Rust, reports events with their positions, and
//! leaves the meaning of aliases to its user, whereas `serde` readers of YAML expand them.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Marker, Parser, Span};

/// The maximum number of nodes of a document; Olive's have about fifty.
pub const MOST_NODES: usize = 20_000;

/// The maximum number of texts of a [list](YamlDocument::list), and the maximum length in bytes of
/// one that is put together, since a document can refer to one text any number of times.
const MOST_TEXTS: usize = 64;
const LONGEST_TEXT: usize = 4096;

/// A document. The root is the node 0.
#[derive(Debug, Default)]
pub struct YamlDocument {
    nodes: Vec<YamlNode>,
}

/// A node and its position.
#[derive(Debug)]
struct YamlNode {
    value: YamlValue,
    /// The line of its first character, and of the end after its last one, from 1 in the document,
    /// each with a column from 0.
    start: (usize, usize),
    end: (usize, usize),
}

#[derive(Debug)]
enum YamlValue {
    Scalar(String),
    Sequence(Vec<usize>),
    /// Keys and values alternately.
    Mapping(Vec<usize>),
}

/// The place of a member of the root mapping in the document; lines are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The line of the key.
    pub line: usize,
    /// The column of the key, counted from 0.
    pub column: usize,
    /// The first line after it.
    pub end: usize,
}

impl YamlNode {
    /// The number of its items.
    fn items(&self) -> usize {
        match &self.value {
            YamlValue::Scalar(_) => 0,
            YamlValue::Sequence(items) | YamlValue::Mapping(items) => items.len(),
        }
    }
}

impl YamlDocument {
    /// Reads `text` as one document; `None` if it holds no document.
    ///
    /// # Errors
    ///
    /// The fault, with its [place](YamlDocument::place).
    pub fn read(text: &str) -> Result<Option<YamlDocument>, ((usize, usize), String)> {
        let mut document = YamlDocument::default();
        let mut anchors: HashMap<usize, usize> = HashMap::new();
        let mut open: Vec<usize> = Vec::new();
        for event in Parser::new_from_str(text) {
            let place = |marker: &Marker| (marker.line(), marker.col());
            let (event, span) =
                event.map_err(|error| (place(error.marker()), error.info().to_owned()))?;
            let at = place(&span.start);
            if document.nodes.len() > MOST_NODES {
                return Err((at, "the document is too large".to_owned()));
            }
            let mut add = |value: YamlValue, anchor: usize| {
                let node = document.add(value, span, &open);
                anchors.insert(anchor, node);
                node
            };
            match event {
                Event::Scalar(value, _, anchor, _) => {
                    add(YamlValue::Scalar(value.into_owned()), anchor);
                }
                Event::SequenceStart(anchor, _) => {
                    open.push(add(YamlValue::Sequence(Vec::new()), anchor));
                }
                Event::MappingStart(anchor, _) => {
                    open.push(add(YamlValue::Mapping(Vec::new()), anchor));
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    if let Some(node) = open.pop() {
                        document.nodes[node].end = (span.end.line(), span.end.col());
                    }
                }
                Event::Alias(anchor) => {
                    let node = anchors.get(&anchor).copied();
                    let node = node.ok_or_else(|| (at, "an alias of nothing".to_owned()))?;
                    document.put(node, &open);
                }
                Event::DocumentStart(_) if !document.nodes.is_empty() => {
                    let reason = "another document begins here, and --- is missing before it";
                    return Err((at, reason.to_owned()));
                }
                Event::DocumentEnd
                | Event::Nothing
                | Event::StreamStart
                | Event::StreamEnd
                | Event::DocumentStart(_) => {}
            }
        }
        let is_empty = match document.nodes.first().map(|root| &root.value) {
            None => true,
            Some(YamlValue::Scalar(text)) => matches!(text.as_str(), "" | "~" | "null"),
            Some(_) => false,
        };
        Ok((!is_empty).then_some(document))
    }

    fn add(&mut self, value: YamlValue, span: Span, open: &[usize]) -> usize {
        let node = self.nodes.len();
        self.nodes.push(YamlNode {
            value,
            start: (span.start.line(), span.start.col()),
            end: (span.end.line(), span.end.col()),
        });
        self.put(node, open);
        node
    }

    fn put(&mut self, node: usize, open: &[usize]) {
        if let Some(&parent) = open.last() {
            match &mut self.nodes[parent].value {
                YamlValue::Sequence(items) | YamlValue::Mapping(items) => items.push(node),
                YamlValue::Scalar(_) => {}
            }
        }
    }

    /// The value of `key` in the mapping `node`.
    pub fn get(&self, node: usize, key: &str) -> Option<usize> {
        self.members(node)
            .find(|&(name, _)| self.text(name) == Some(key))
            .map(|(_, value)| value)
    }

    /// The keys and values of a mapping; empty for other nodes.
    pub fn members(&self, node: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let items = match &self.nodes[node].value {
            YamlValue::Mapping(items) => items.as_slice(),
            YamlValue::Scalar(_) | YamlValue::Sequence(_) => &[],
        };
        items.chunks_exact(2).map(|pair| (pair[0], pair[1]))
    }

    /// A key of the root that occurs twice, and its name, if it is one of `keys`.
    pub fn repeated<'a>(&self, keys: &[&'a str]) -> Option<(usize, &'a str)> {
        keys.iter().find_map(|&name| {
            let mut same = self
                .members(0)
                .filter(|&(key, _)| self.text(key) == Some(name));
            same.nth(1).map(|(key, _)| (key, name))
        })
    }

    /// Whether a node is a mapping.
    pub fn is_mapping(&self, node: usize) -> bool {
        matches!(self.nodes[node].value, YamlValue::Mapping(_))
    }

    /// The text of a scalar.
    pub fn text(&self, node: usize) -> Option<&str> {
        match &self.nodes[node].value {
            YamlValue::Scalar(text) => Some(text),
            YamlValue::Sequence(_) | YamlValue::Mapping(_) => None,
        }
    }

    /// The scalars of a sequence, or the scalar in its place.
    pub fn texts(&self, node: usize) -> Vec<&str> {
        match &self.nodes[node].value {
            YamlValue::Scalar(text) => vec![text],
            YamlValue::Sequence(items) => {
                items.iter().filter_map(|&item| self.text(item)).collect()
            }
            YamlValue::Mapping(_) => Vec::new(),
        }
    }

    /// The items of a sequence; empty for other nodes.
    pub fn items(&self, node: usize) -> &[usize] {
        match &self.nodes[node].value {
            YamlValue::Sequence(items) => items,
            YamlValue::Scalar(_) | YamlValue::Mapping(_) => &[],
        }
    }

    /// Whether a node is null, an empty text, or a sequence or mapping without members.
    pub fn is_empty(&self, node: usize) -> bool {
        match self.text(node) {
            Some(text) => is_null(text),
            None => self.nodes[node].items() == 0,
        }
    }

    /// The texts that `node` obviously stands for, whatever its form: a text alone, a sequence of
    /// texts, or a mapping, in which `Circe: yes` is `Circe` and `Defence: 1` is `Defence 1`. A
    /// sequence in place of a text is its words. `None` for anything else, and for more than
    /// `MOST_TEXTS`.
    pub fn list(&self, node: usize) -> Option<Vec<Cow<'_, str>>> {
        let alone = [node];
        let items = match &self.nodes[node].value {
            YamlValue::Sequence(items) => items.as_slice(),
            YamlValue::Scalar(_) | YamlValue::Mapping(_) => &alone,
        };
        let mut texts = Vec::new();
        for &item in items {
            if self.is_mapping(item) {
                for (name, value) in self.members(item).take(MOST_TEXTS + 1) {
                    texts.push(self.named(self.text(name)?, value)?);
                }
            } else {
                texts.push(self.words(item)?);
            }
            if texts.len() > MOST_TEXTS {
                return None;
            }
        }
        Some(texts)
    }

    /// A name with its value, `Defence 1`; the name alone if the value only says that it applies.
    fn named<'a>(&'a self, name: &'a str, value: usize) -> Option<Cow<'a, str>> {
        let words = self.words(value)?;
        let applies = is_null(&words) || is_one_of(&words, &["yes", "true", "on"]);
        match is_one_of(&words, &["no", "false", "off"]) {
            true => None,
            false if applies => Some(Cow::Borrowed(name)),
            false => Some(Cow::Owned(format!("{name} {words}"))),
        }
    }

    /// The text of a scalar, or of the scalars in a sequence with blanks between them.
    fn words(&self, node: usize) -> Option<Cow<'_, str>> {
        match &self.nodes[node].value {
            YamlValue::Scalar(text) => Some(Cow::Borrowed(text)),
            YamlValue::Mapping(_) => None,
            YamlValue::Sequence(items) => {
                let mut words = String::new();
                for &item in items {
                    let text = self.text(item)?;
                    if words.len() + text.len() > LONGEST_TEXT {
                        return None;
                    }
                    words.push_str(text);
                    words.push(' ');
                }
                Some(Cow::Owned(words.trim().to_owned()))
            }
        }
    }

    /// A text that distinguishes nodes by their content. It contains only the beginning of long
    /// texts, and only the size of nested nodes, so aliases cannot make it long.
    pub fn shown(&self, node: usize) -> String {
        const BEGINNING: usize = 40;
        match &self.nodes[node].value {
            YamlValue::Scalar(text) => format!("{text:?}"),
            YamlValue::Sequence(items) | YamlValue::Mapping(items) => items
                .iter()
                .map(|&item| match self.text(item) {
                    Some(text) => {
                        let beginning: String = text.chars().take(BEGINNING).collect();
                        format!("{beginning:?} {},", text.len())
                    }
                    None => format!("#{},", self.nodes[item].items()),
                })
                .collect(),
        }
    }

    /// The line at which a node begins, from 1, and the characters of this line before it.
    pub fn place(&self, node: usize) -> (usize, usize) {
        self.nodes[node].start
    }

    /// The names and places of the members of the root, if it is a block mapping.
    pub fn places(&self) -> Vec<(&str, Member)> {
        self.members(0)
            .filter_map(|(key, value)| {
                let YamlNode { start, .. } = self.nodes[key];
                let (last, column) = self.nodes[value].end;
                let end = if column == 0 { last } else { last + 1 };
                let member = Member {
                    line: start.0,
                    column: start.1,
                    end: end.max(start.0 + 1),
                };
                Some((self.text(key)?, member))
            })
            .collect()
    }
}

/// Whether a scalar is one of YAML's forms of null.
pub fn is_null(text: &str) -> bool {
    matches!(text.trim(), "" | "~" | "null" | "Null" | "NULL")
}

fn is_one_of(text: &str, words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| text.trim().eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_many_forms() {
        let list = |text: &str| {
            let document = YamlDocument::read(&format!("a: {text}\n"))
                .expect("YAML")
                .expect("a document");
            let list = document.list(document.get(0, "a").expect("a member"))?;
            Some(list.join("; "))
        };
        for (text, due) in [
            ("x", "x"),
            ("[x, y z]", "x; y z"),
            ("[[x], [y, z]]", "x; y z"),
            ("{x: yes, y: 1, z: ~}", "x; y 1; z"),
            ("[{x: True}, {y: [a1, h1]}]", "x; y a1 h1"),
            ("[]", ""),
        ] {
            assert_eq!(list(text).as_deref(), Some(due), "{text}");
        }
        let long = format!("[{}]", "x,".repeat(MOST_TEXTS + 1));
        for text in ["{x: no}", "{x: {y: z}}", "[[[x]]]", "{[x]: y}", &long] {
            assert_eq!(list(text), None, "{text}");
        }
    }

    #[test]
    fn a_tree_with_aliases() {
        let text = "a: &x [K, &y Q]\nb: *x\nc: {d: *y}\n";
        let document = YamlDocument::read(text).expect("YAML").expect("a document");
        let texts = |key| document.texts(document.get(0, key).expect("a member"));
        assert_eq!(texts("a"), ["K", "Q"]);
        assert_eq!(texts("b"), ["K", "Q"]);
        let inner = document.get(0, "c").expect("a member");
        assert_eq!(
            document.text(document.get(inner, "d").expect("a member")),
            Some("Q")
        );
        assert_eq!(document.get(0, "e"), None);
    }

    #[test]
    fn aliases_that_multiply_cost_nothing() {
        let mut text = "a0: &a0 [x, x]\n".to_owned();
        for level in 1..60 {
            let below = format!("*a{}", level - 1);
            text += &format!("a{level}: &a{level} [{}]\n", vec![below; 10].join(", "));
        }
        let document = YamlDocument::read(&text)
            .expect("YAML")
            .expect("a document");
        assert!(document.nodes.len() < 200, "{}", document.nodes.len());
        let last = document.get(0, "a59").expect("a member");
        assert!(document.list(last).is_none() && document.texts(last).is_empty());
    }

    #[test]
    fn what_is_too_deep_or_too_large_is_an_error() {
        let deep = "[".repeat(1_000_000);
        assert!(YamlDocument::read(&deep).is_err());
        let nested = "- ".repeat(1_000_000);
        assert!(YamlDocument::read(&nested).is_err());
        let large = format!("[{}]", "x,".repeat(MOST_NODES + 10));
        assert!(YamlDocument::read(&large).is_err());
        assert!(YamlDocument::read("a: *nothing\n").is_err());
        for two in ["{a: b}\n{a: c}\n", "{a: b} {a: c}\n", "a: b\n...\na: c\n"] {
            assert!(YamlDocument::read(two).is_err(), "{two}");
        }
        for one in ["a: b\n...\n", "{a: b} # {a: c}\n\n", "---\na: b\n"] {
            assert!(
                YamlDocument::read(one).is_ok_and(|read| read.is_some()),
                "{one}"
            );
        }
        assert!(YamlDocument::read("").expect("nothing").is_none());
    }
}
