//! `solver completions` and `solver man`: both are made of the definitions that `--help` is made
//! of.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::{Generator, Shell};
use clap_mangen::Man;

use super::examples;
use crate::command::papers::{Paper, Papers};

/// Write the completions of commands, options and values for a shell
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
    /// The folder for the file, which gets the name that the shell looks for [default: standard
    /// output]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Write the man pages: with DIR a page for every command, otherwise the program's own page
#[derive(Debug, Args)]
pub(super) struct ManPages {
    /// The folder for the pages, as ~/.cargo/share/man/man1 [default: standard output]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Completions {
    pub(super) fn meant(self, definition: &mut Command) -> Papers {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, definition, "solver", &mut text);
        let name = match self.shell {
            // Under this name it is loaded when it is first wanted.
            Shell::Bash => "solver".to_owned(),
            shell => shell.file_name("solver"),
        };
        Papers {
            papers: vec![Paper { name, text }],
            folder: self.folder,
        }
    }
}

impl ManPages {
    pub(super) fn meant(self, definition: Command) -> Papers {
        // `solver-help-compare.1` would say nothing that `solver-compare.1` does not.
        let mut definition = definition.disable_help_subcommand(true);
        definition.build();
        let mut papers = Vec::new();
        add_pages(&definition, "", &mut papers);
        if self.folder.is_none() {
            papers.truncate(1);
        }
        Papers {
            papers,
            folder: self.folder,
        }
    }
}

/// The page of `command`, then those of the commands under it.
fn add_pages(command: &Command, path: &str, papers: &mut Vec<Paper>) {
    let man = Man::new(command.clone()).manual("keymove");
    let mut text = Vec::new();
    man.render(&mut text)
        .expect("memory takes all that is written");
    text.extend_from_slice(examples_section(path).as_bytes());
    papers.push(Paper {
        name: man.get_filename(),
        text,
    });
    for command in command.get_subcommands() {
        let path = format!("{path} {}", command.get_name());
        add_pages(command, path.trim_start(), papers);
    }
}

/// The examples in the language of man pages: line by line as they stand, and their hyphens are
/// those that one types.
fn examples_section(path: &str) -> String {
    let mut text = ".SH EXAMPLES\n.nf\n".to_owned();
    for line in examples::of(path).unwrap_or_default().lines() {
        // A point or quotation mark in first place would be a request.
        text.push_str("\\&");
        text.push_str(&line.trim_start().replace('\\', "\\e").replace('-', "\\-"));
        text.push('\n');
    }
    text + ".fi\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_typed_as_they_stand() {
        let section = examples_section("kriegspiel umpire");
        assert_eq!(
            section,
            ".SH EXAMPLES\n.nf\n\\&printf 'new\\entry e2e4\\entries\\en' | solver kriegspiel umpire\n.fi\n"
        );
        assert!(examples_section("verify").contains("\n\\&solver \\-b \\-\\-proof proofs.txt "));
    }
}
