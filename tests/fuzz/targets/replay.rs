//! `replay TARGET FILE...` sends each file once through a target, without libFuzzer. A panic ends
//! it.

use std::env;
use std::fs;
use std::process::ExitCode;

use keymove_fuzz::TARGETS;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let name = arguments.next().unwrap_or_default();
    let Some((_, run)) = TARGETS.iter().find(|(target, _)| *target == name) else {
        let names: Vec<&str> = TARGETS.iter().map(|(target, _)| *target).collect();
        eprintln!("usage: replay TARGET FILE...; targets: {}", names.join(" "));
        return ExitCode::from(64);
    };
    let mut files = 0;
    for path in arguments {
        match fs::read(&path) {
            Ok(bytes) => {
                eprintln!("{}", path.display());
                run(&bytes);
                files += 1;
            }
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        }
    }
    eprintln!("{files} files");
    ExitCode::SUCCESS
}
