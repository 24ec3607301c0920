//! The commands `completions` and `man`: both are made of the definitions that `--help` is made
//! of.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command, Subcommand};
use clap_complete::{Generator, Shell};
use clap_mangen::Man;

use crate::{Program, examples, print, unwritten};
use keymove_base::exit::Exit;
use keymove_base::replacement::replace;

/// A text that the program writes about itself.
#[derive(Debug, Subcommand)]
pub enum Paper {
    /// Write the completions of commands, options and values for a shell
    Completions(Completions),
    /// Write the man pages: with DIR a page for every command, otherwise the program's own page
    Man(ManPages),
}

impl Paper {
    /// Writes it.
    ///
    /// # Errors
    ///
    /// The exit code: a file cannot be written.
    pub fn run(self, program: &Program) -> Result<Exit, Exit> {
        match self {
            Paper::Completions(completions) => completions.run(program),
            Paper::Man(pages) => pages.run(program),
        }
    }
}

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
    /// The folder for the file, which gets the name that the shell looks for [default: standard
    /// output]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// The arguments of `man`.
#[derive(Debug, Args)]
pub struct ManPages {
    /// The folder for the pages, as ~/.cargo/share/man/man1 [default: standard output]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// A file: its name and its contents.
type NamedText = (String, Vec<u8>);

impl Completions {
    fn run(self, program: &Program) -> Result<Exit, Exit> {
        let (own, mut text) = (program.name, Vec::new());
        clap_complete::generate(self.shell, &mut with_manuals(program), own, &mut text);
        let name = match self.shell {
            // Under this name it is loaded when it is first wanted.
            Shell::Bash => own.to_owned(),
            shell => shell.file_name(own),
        };
        write(self.folder, &[(name, text)])
    }
}

/// The definition, in which `help` has the manuals as well.
fn with_manuals(program: &Program) -> Command {
    let mut definition = program.defined();
    definition.build();
    definition.mut_subcommand("help", |help| {
        let manuals = program
            .manuals
            .iter()
            .filter(|manual| help.find_subcommand(manual.name).is_none());
        let manuals: Vec<Command> = manuals
            .map(|manual| {
                let command = Command::new(manual.name).about(manual.about);
                command.bin_name(format!("{} help {}", program.name, manual.name))
            })
            .collect();
        help.subcommands(manuals)
    })
}

impl ManPages {
    fn run(self, program: &Program) -> Result<Exit, Exit> {
        // `solver-help-compare.1` would say nothing that `solver-compare.1` does not.
        let mut definition = program.defined().disable_help_subcommand(true);
        definition.build();
        let mut papers = Vec::new();
        add_pages(program, &definition, "", &mut papers);
        if self.folder.is_none() {
            papers.truncate(1);
        }
        write(self.folder, &papers)
    }
}

/// Writes papers into a folder, which is made if it is not there, or one to standard output.
fn write(folder: Option<PathBuf>, papers: &[NamedText]) -> Result<Exit, Exit> {
    let Some(folder) = folder else {
        return Ok(print(&papers[0].1));
    };
    fs::create_dir_all(&folder).map_err(|error| unwritten(&folder, error))?;
    for (name, text) in papers {
        let path = folder.join(name);
        replace(&path, text).map_err(|error| unwritten(&path, error))?;
    }
    Ok(Exit::Success)
}

/// The page of `command`, then those of the commands under it.
fn add_pages(program: &Program, command: &Command, path: &str, papers: &mut Vec<NamedText>) {
    let man = Man::new(command.clone()).manual("keymove");
    let mut text = Vec::new();
    man.render(&mut text)
        .expect("memory takes all that is written");
    text.extend_from_slice(examples_section(program, path).as_bytes());
    papers.push((man.get_filename(), text));
    for command in command.get_subcommands() {
        let path = format!("{path} {}", command.get_name());
        add_pages(program, command, path.trim_start(), papers);
    }
}

/// The examples in the language of man pages: line by line as they stand, and their hyphens are
/// those that one types.
fn examples_section(program: &Program, path: &str) -> String {
    let mut text = ".SH EXAMPLES\n.nf\n".to_owned();
    for line in examples::of(program, path).unwrap_or_default().lines() {
        // A point or quotation mark in first place would be a request.
        text.push_str("\\&");
        text.push_str(&line.trim_start().replace('\\', "\\e").replace('-', "\\-"));
        text.push('\n');
    }
    text + ".fi\n"
}
