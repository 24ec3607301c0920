//! The files of the page. They are part of the program: nothing is read from the machine.

use std::sync::LazyLock;

use crate::drawing;

/// A file of the page.
#[derive(Debug, Clone, Copy)]
pub struct PageFile {
    /// Its name in the address; the page itself has none.
    pub name: &'static str,
    /// What it is.
    pub media: &'static str,
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";

/// All files.
const FILES: &[PageFile] = &[PageFile {
    name: "",
    media: HTML,
    text: include_str!("page/index.html"),
}];

/// Where the page has the shapes of the men.
const SHAPES: &str = "<!--shapes-->";

impl PageFile {
    /// The file of this name.
    pub fn named(name: &str) -> Option<&'static PageFile> {
        FILES.iter().find(|file| file.name == name)
    }

    /// Its text.
    pub fn text(&self) -> &'static str {
        static INDEX: LazyLock<String> = LazyLock::new(|| {
            let shapes = drawing::shapes();
            let drawn =
                format!("<svg class=\"defs\" aria-hidden=\"true\"><defs>{shapes}</defs></svg>");
            include_str!("page/index.html").replace(SHAPES, &drawn)
        });
        match self.name {
            "" => &INDEX,
            _ => self.text,
        }
    }
}
