//! The text about a record in reading order, and its layout: lines of at most 80 columns, and
//! variations one below the other or side by side. HTML and LaTeX have their own layouts.

use super::sheet::reading;
use keymove_base::paint::Paint;

/// The maximum length of a line that can be broken.
pub(super) const COLUMNS: usize = 80;

/// The indentation of a variation.
pub(super) const STEP: usize = 3;

/// The maximum indentation; deeper variations are distinguished only by their move numbers.
pub(super) const DEEPEST: usize = 39;

/// A move and the play after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextNode {
    /// The move, if the play after it is written below it.
    pub text: String,
    /// The play after it.
    pub children: Vec<TextNode>,
    /// The move and all play after it in one line, if it does not branch.
    pub linear: Option<String>,
}

impl TextNode {
    /// The move and all play after it as one line, if it does not branch and the line has at most
    /// `columns` visible characters, or nothing follows the move.
    pub fn short_line(&self, columns: usize) -> Option<&str> {
        let fits = |line: &&str| self.children.is_empty() || reading(line).count() <= columns;
        self.linear.as_deref().filter(fits)
    }

    /// Whether the two have the same visible text, whatever the moves do on the board.
    pub fn reads_as(&self, other: &TextNode) -> bool {
        let same = |a: &str, b: &str| reading(a).eq(reading(b));
        let linear = match (&self.linear, &other.linear) {
            (Some(a), Some(b)) => same(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        linear
            && same(&self.text, &other.text)
            && self.children.len() == other.children.len()
            && self
                .children
                .iter()
                .zip(&other.children)
                .all(|(a, b)| a.reads_as(b))
    }
}

/// A part of the text about a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Passage {
    /// A line with this indentation, broken if it is too long.
    Line(usize, String),
    /// A line that is not broken.
    Verbatim(String),
    /// An empty line.
    Blank,
    /// A move and the play after it, with this indentation.
    Play(usize, TextNode),
}

/// The text about a record, under construction.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The passages in reading order.
    pub passages: Vec<Passage>,
    /// Whether moves are marked, for a [sheet](super::sheet).
    pub marked: bool,
    /// Whether its text has colour.
    pub color: bool,
    /// Passages that have colour in text, by their places.
    pub painted: Vec<(usize, Paint)>,
}

impl Page {
    /// An empty page whose moves will be marked.
    pub fn with_marks() -> Page {
        Page {
            marked: true,
            ..Page::default()
        }
    }

    /// Adds a line, broken at blanks if it is too long; continuation lines are indented more than a
    /// variation would be.
    pub fn line(&mut self, indent: usize, text: &str) {
        self.passages.push(Passage::Line(indent, text.to_owned()));
    }

    /// Adds lines that are not broken.
    pub fn verbatim(&mut self, text: &str) {
        self.passages.push(Passage::Verbatim(text.to_owned()));
    }

    /// Adds an empty line.
    pub fn blank(&mut self) {
        self.passages.push(Passage::Blank);
    }

    /// Adds a move and the play after it, in one line if it fits.
    pub fn node(&mut self, indent: usize, node: &TextNode) {
        self.passages.push(Passage::Play(indent, node.clone()));
    }

    /// In text the last passage has a colour; of a move and what follows it, the move.
    pub fn paint(&mut self, paint: Paint) {
        self.painted.push((self.passages.len() - 1, paint));
    }

    /// The page as text, ending with a line feed.
    pub fn into_text(self) -> String {
        let mut sheet = String::new();
        let mut painted = self.painted.iter().filter(|_| self.color).peekable();
        for (place, passage) in self.passages.iter().enumerate() {
            let start = sheet.len();
            match passage {
                Passage::Line(indent, text) => line(&mut sheet, *indent, text),
                Passage::Verbatim(text) => sheet.extend([text, "\n"]),
                Passage::Blank => sheet.push('\n'),
                Passage::Play(indent, node) => play(&mut sheet, *indent, node),
            }
            if let Some((_, paint)) = painted.next_if(|(painted, _)| *painted == place) {
                let text = sheet.split_off(start);
                let end = match passage {
                    Passage::Play(..) => text.find([' ', '\n']).unwrap_or(text.len()),
                    _ => text.trim_end().len(),
                };
                sheet.push_str(&paint.on(&text[..end]));
                sheet.push_str(&text[end..]);
            }
        }
        sheet
    }
}

/// Writes a line, broken at blanks if it is too long.
fn line(sheet: &mut String, indent: usize, text: &str) {
    let mut column = 0;
    for (at, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if at > 0 && column + 1 + width <= COLUMNS {
            sheet.push(' ');
            column += 1;
        } else {
            // Continuation lines are indented more than a variation would be.
            column = if at == 0 { indent } else { indent + 2 * STEP };
            sheet.push_str(if at == 0 { "" } else { "\n" });
            sheet.extend(std::iter::repeat_n(' ', column));
        }
        sheet.push_str(word);
        column += width;
    }
    sheet.push('\n');
}

/// Writes a move and the play after it, in one line if it fits.
fn play(sheet: &mut String, indent: usize, node: &TextNode) {
    match node.short_line(COLUMNS - indent) {
        Some(linear) => line(sheet, indent, linear),
        None => {
            line(sheet, indent, &node.text);
            for child in &node.children {
                play(sheet, (indent + STEP).min(DEEPEST), child);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(node: &TextNode) -> String {
        let mut page = Page::default();
        page.node(STEP, node);
        page.into_text()
    }

    #[test]
    fn a_long_line_is_broken_at_blanks() {
        let mut page = Page::default();
        page.line(3, &["1...Kxa1,"; 20].join(" "));
        let text = page.into_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(
            lines
                .iter()
                .all(|l| l.len() <= COLUMNS && !l.ends_with(' '))
        );
        assert!(lines[0].starts_with("   1") && lines[1].starts_with("         1"));
        assert_eq!(text.matches("Kxa1").count(), 20);
    }

    #[test]
    fn a_word_longer_than_the_page_stays_whole() {
        let mut page = Page::default();
        page.line(0, &"x".repeat(200));
        assert_eq!(page.into_text(), "x".repeat(200) + "\n");
    }

    #[test]
    fn what_does_not_fit_stands_below() {
        let child = TextNode {
            text: "2...Kb1 3.Qa1#".to_owned(),
            children: Vec::new(),
            linear: Some("2...Kb1 3.Qa1#".to_owned()),
        };
        let mut node = TextNode {
            text: "1...Ka1 2.Qc3+".to_owned(),
            children: vec![child],
            linear: Some("1...Ka1 2.Qc3+ Kb1 3.Qa1#".to_owned()),
        };
        assert_eq!(page(&node), "   1...Ka1 2.Qc3+ Kb1 3.Qa1#\n");
        node.linear = Some("1...Ka1, ".repeat(10));
        assert_eq!(page(&node), "   1...Ka1 2.Qc3+\n      2...Kb1 3.Qa1#\n");
    }
}
