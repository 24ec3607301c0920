//! `solver man` and `solver completions`: what goes with the program, on standard output or as
//! files.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use super::unwritten;
use keymove_base::desk::ended;
use keymove_base::exit::Exit;
use keymove_base::replacement::replace;
use keymove_base::stop::Stop;

/// Papers, and where they go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Papers {
    /// What there is.
    pub papers: Vec<Paper>,
    /// The folder for their files, made if it is not there; none: standard output, one after the
    /// other.
    pub folder: Option<PathBuf>,
}

/// A file that the program writes about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// The file's name.
    pub name: String,
    /// What it holds.
    pub text: Vec<u8>,
}

/// Writes them.
pub fn run(papers: &Papers) -> Result<Exit, Exit> {
    let Some(folder) = &papers.folder else {
        let mut out = io::stdout().lock();
        let written = papers
            .papers
            .iter()
            .try_for_each(|paper| out.write_all(&paper.text));
        return Ok(ended(written.map(|()| Exit::Success), &Stop::new()));
    };
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, error))?;
    for paper in &papers.papers {
        let path = folder.join(&paper.name);
        replace(&path, &paper.text).map_err(|error| unwritten(&path, error))?;
    }
    Ok(Exit::Success)
}
