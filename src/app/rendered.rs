//! Markdown as a terminal shows it: headings, lists, code and tables, in lines of the terminal's width.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use textwrap::core::display_width;
use textwrap::{WordSplitter, fill, wrap};

use keymove_base::paint::Paint;

/// The number of blanks between two columns of a table.
const GAP: usize = 2;

/// A manual in lines of `width` columns, in colour or not. Lines of code are as long as they are.
pub fn rendered(markdown: &str, width: usize, is_colored: bool) -> String {
    let mut page = Page {
        width,
        is_colored,
        ..Page::default()
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.add(event);
    }
    page.text
}

/// Options for lines of at most `width` columns that are broken only at blanks.
pub fn in_columns<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
}

#[derive(Default)]
struct Page {
    width: usize,
    is_colored: bool,
    text: String,
    /// The words of the paragraph, item, heading or cell that has begun.
    words: String,
    /// How they look.
    paint: Option<Paint>,
    is_code: bool,
    /// How deep lists are in lists; the number of the next item, where items have numbers.
    lists: Vec<Option<u64>>,
    /// The bullet or number of the item, until its first word is written.
    mark: String,
    /// The rows of a table; the first is its head.
    rows: Vec<Vec<String>>,
}

impl Page {
    fn add(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Strong | Tag::Emphasis | Tag::TableHead) => {
                self.paint = Some(Paint::Strong);
            }
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => self.paint = None,
            Event::End(TagEnd::Heading(_) | TagEnd::Paragraph) => {
                self.paint = None;
                self.end_paragraph();
                if self.lists.is_empty() {
                    self.text.push('\n');
                }
            }
            Event::Start(Tag::CodeBlock(_)) => self.is_code = true,
            Event::End(TagEnd::CodeBlock) => {
                self.is_code = false;
                self.text.push('\n');
            }
            Event::Text(text) if self.is_code => {
                text.lines().for_each(|line| self.add_code(line));
            }
            Event::Text(text) => self.words.push_str(&self.painted(&text, self.paint)),
            Event::Code(text) => {
                let text = self.painted(&text, Some(Paint::Code));
                self.words.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => self.words.push(' '),
            Event::Start(Tag::List(first)) => {
                // An item may go on with a list of its own.
                self.end_paragraph();
                self.lists.push(first);
            }
            Event::Start(Tag::Item) => {
                self.mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
            }
            Event::End(TagEnd::Item) => self.end_paragraph(),
            Event::End(TagEnd::List(_)) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.text.push('\n');
                }
            }
            Event::Start(Tag::TableRow) => self.rows.push(Vec::new()),
            Event::Start(Tag::Table(_)) => self.rows = vec![Vec::new()],
            Event::End(TagEnd::TableHead) => self.paint = None,
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut self.words);
                self.rows.last_mut().expect("a table has a head").push(cell);
            }
            Event::End(TagEnd::Table) => self.end_table(),
            _ => {}
        }
    }

    fn add_code(&mut self, line: &str) {
        let line = match self.is_colored && !line.is_empty() {
            true => Paint::Code.on(line),
            false => line.to_owned(),
        };
        self.text.push_str(format!("    {line}").trim_end());
        self.text.push('\n');
    }

    /// The words of `text`, each in its colour, so that lines can be broken between them.
    fn painted(&self, text: &str, paint: Option<Paint>) -> String {
        let Some(paint) = paint.filter(|_| self.is_colored) else {
            return text.to_owned();
        };
        let words = text.split(' ').map(|word| match word {
            "" => String::new(),
            word => paint.on(word),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn end_paragraph(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.is_empty() {
            return;
        }
        let indent = "  ".repeat(self.lists.len().saturating_sub(1));
        let first = format!("{indent}{}", std::mem::take(&mut self.mark));
        let rest = format!("{indent}{}", if self.lists.is_empty() { "" } else { "  " });
        let options = in_columns(self.width)
            .initial_indent(&first)
            .subsequent_indent(&rest);
        self.text.push_str(&fill(&words, options));
        self.text.push('\n');
    }

    fn end_table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let mut widths = vec![0; rows[0].len()];
        let mut longest_words = widths.clone();
        for row in &rows {
            for (column, cell) in row.iter().enumerate() {
                widths[column] = display_width(cell).max(widths[column]);
                let words = cell.split(' ').map(display_width).max();
                longest_words[column] = words.max(Some(longest_words[column])).unwrap_or(0);
            }
        }
        // The widest column gives way, until the table fits or no column can.
        let room = self.width.saturating_sub(GAP * (widths.len() - 1));
        while widths.iter().sum::<usize>() > room
            && let Some(widest) = (0..widths.len())
                .filter(|&column| widths[column] > longest_words[column])
                .max_by_key(|&column| widths[column])
        {
            widths[widest] -= 1;
        }
        let rule: Vec<_> = widths.iter().map(|&width| "-".repeat(width)).collect();
        for (number, row) in rows.into_iter().enumerate() {
            self.add_row(&row, &widths);
            if number == 0 {
                self.add_row(&rule, &widths);
            }
        }
        self.text.push('\n');
    }

    fn add_row(&mut self, row: &[String], widths: &[usize]) {
        let cells = row.iter().zip(widths);
        let cells: Vec<_> = cells
            .map(|(cell, &width)| wrap(cell, in_columns(width)))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        for at in 0..height {
            let mut line = String::new();
            for (cell, &width) in cells.iter().zip(widths) {
                let part = cell.get(at).map_or("", |part| part);
                let blanks = (width + GAP).saturating_sub(display_width(part));
                line.push_str(part);
                line.extend(std::iter::repeat_n(' ', blanks));
            }
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manuals::MANUALS;

    #[test]
    fn headings_lists_code_and_tables_have_a_layout() {
        let text = "# One *two*\n\nSome `code`\nand **more**.\n\n- item\n  of two lines\n- another\n  1. a\n  2. b\n\n\
                    ```sh\na  b\n```\n\n| a | `long` |\n|---|---|\n| one two three | x |\n";
        assert_eq!(
            rendered(text, 20, false),
            "One two\n\nSome code and more.\n\n- item of two lines\n- another\n  1. a\n  2. b\n\n    a  b\n\n\
             a              long\n-------------  ----\none two three  x\n\n"
        );
        assert_eq!(
            rendered(
                "| a | b |\n|---|---|\n| one two three | word word word |\n",
                20,
                false
            ),
            "a          b\n---------  ---------\none two    word word\nthree      word\n\n"
        );
        assert_eq!(rendered("a `--no-time`", 8, false), "a\n--no-time\n\n");
        assert_eq!(
            rendered("**a b**", 2, true),
            "\u{1b}[1ma\u{1b}[0m\n\u{1b}[1mb\u{1b}[0m\n\n"
        );
    }

    #[test]
    fn every_manual_fits_the_terminal_and_loses_no_word() {
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        for manual in MANUALS.iter() {
            let wide = rendered(manual.text, 200, false);
            for width in [80, 100, 132] {
                let shown = rendered(manual.text, width, false);
                assert_eq!(letters(&shown), letters(&wide), "{}", manual.name);
                let prose = shown.lines().filter(|line| !line.starts_with("    "));
                let is_long = |line: &&str| display_width(line) > width && line.contains(' ');
                let long: Vec<&str> = prose.filter(is_long).collect();
                assert!(long.is_empty(), "{} at {width}: {long:#?}", manual.name);
            }
            let colored = rendered(manual.text, 80, true);
            let plain = anstream::adapter::strip_str(&colored).to_string();
            assert_eq!(plain, rendered(manual.text, 80, false), "{}", manual.name);
        }
    }
}
