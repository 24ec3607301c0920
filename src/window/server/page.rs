//! The files of the page. They are part of the program: nothing is read from the machine.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use keymove_base::drawing;
use keymove_games::viewer;
use sha2::{Digest, Sha256};

/// A file of the page.
#[derive(Debug, Clone, Copy)]
pub struct PageFile {
    /// Its name in the address; the page itself has none.
    pub name: &'static str,
    /// Its media type.
    pub media: &'static str,
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// A file of `src/window/page/`.
macro_rules! page_file {
    ($name:literal, $media:expr) => {
        page_file!($name, $media, include_str!(concat!("../page/", $name)))
    };
    ($name:literal, $media:expr, $text:expr) => {
        PageFile {
            name: $name,
            media: $media,
            text: $text,
        }
    };
}

/// All files.
const FILES: &[PageFile] = &[
    page_file!("", HTML, include_str!("../page/index.html")),
    page_file!("arrows.js", SCRIPT),
    page_file!("backend.js", SCRIPT),
    page_file!("board.js", SCRIPT, viewer::BOARD_SCRIPT),
    page_file!("checking.js", SCRIPT),
    page_file!("compose.js", SCRIPT),
    page_file!("de.js", SCRIPT),
    page_file!("defects.js", SCRIPT),
    page_file!("dom.js", SCRIPT),
    page_file!("edit.js", SCRIPT),
    page_file!("files.js", SCRIPT),
    page_file!("fr.js", SCRIPT),
    page_file!("grid.js", SCRIPT),
    page_file!("help.js", SCRIPT),
    page_file!("history.js", SCRIPT),
    page_file!("limits.js", SCRIPT),
    page_file!("list.js", SCRIPT),
    page_file!("main.js", SCRIPT),
    page_file!("opening.js", SCRIPT),
    page_file!("play.js", SCRIPT, viewer::PLAY_SCRIPT),
    page_file!("pointer.js", SCRIPT),
    page_file!("position.js", SCRIPT),
    page_file!("reader.js", SCRIPT),
    page_file!("record.js", SCRIPT),
    page_file!("saving.js", SCRIPT),
    page_file!("sheet.js", SCRIPT),
    page_file!("solve.js", SCRIPT),
    page_file!("store.js", SCRIPT),
    page_file!("stream.js", SCRIPT),
    page_file!("texts.js", SCRIPT),
    page_file!("walk.js", SCRIPT),
];

/// Where the page has the shapes of the men.
const SHAPES: &str = "<!--shapes-->";
/// Where it has its style, which is inside the page: a file of its own would delay the first paint.
const STYLE: &str = "<link rel=\"stylesheet\" href=\"page.css\">";
const CSS: &str = include_str!("../page/page.css");

/// The SHA-256 of the style, by which the policy of the page allows it.
pub fn style_digest() -> String {
    STANDARD.encode(Sha256::digest(CSS))
}

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
            let page = include_str!("../page/index.html").replace(SHAPES, &drawn);
            page.replace(STYLE, &format!("<style>{CSS}</style>"))
        });
        match self.name {
            "" => &INDEX,
            _ => self.text,
        }
    }
}
