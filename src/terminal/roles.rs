//! The files that the arguments of a command name, standard input and output among them: none is
//! read and written, or written twice.
//!
//! Every argument that takes a path is a file that is read. The exceptions check their files where they
//! open them: `-o`, because the output of `merge` may be an input, and that of other commands is a folder
//! or the beginning of names; and a run over records, which has more files than its arguments name.

use std::any::TypeId;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command};

use crate::NoCommand;
use crate::arguments::is_dash;
use keymove_base::roles::Roles;

const OUTPUT: &str = "output";

/// Looks at the files of the command under `definition` that `matches` is.
///
/// # Errors
///
/// The usage error where one file has two roles.
pub fn apart(program: &str, definition: &Command, matches: &ArgMatches) -> Result<(), NoCommand> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let definition = definition.find_subcommand(name).expect("it was read");
    if matches.subcommand().is_some() {
        return apart(program, definition, matches);
    }
    let mut roles = Roles::default();
    for arg in paths(definition) {
        enter(arg, matches, &mut roles);
    }
    if !matches!(matches.try_contains_id(OUTPUT), Ok(true)) {
        roles.writes_stdout();
    }
    let told = |same| NoCommand::Usage(format!("{program}: {same}\n"));
    roles.check().map_err(told)
}

/// The arguments that name files.
fn paths(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|arg| arg.get_value_parser().type_id() == TypeId::of::<PathBuf>())
        .filter(|arg| arg.get_id() != OUTPUT)
}

/// Enters the files that `arg` names; no file at all is standard input, as `-` is.
fn enter(arg: &Arg, matches: &ArgMatches, roles: &mut Roles) {
    let named = match arg.get_long() {
        Some(long) => format!("--{long}"),
        None => "input".to_owned(),
    };
    let files = matches.get_raw(arg.get_id().as_str());
    if files.is_none() && arg.is_positional() {
        roles.reads_stdin();
    }
    for file in files.into_iter().flatten() {
        match Path::new(file) {
            path if is_dash(path) => roles.reads_stdin(),
            path => roles.reads(&named, path),
        }
    }
}
