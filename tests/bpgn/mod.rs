//! The promises of `bpgn`, one file each. They share one crate, because each crate is linked
//! separately.

mod archives;
mod boards;
mod command_line;
use crate::support::data;
use crate::support::feed;
mod long_files;
mod matches;
mod mutated;
mod normal;
mod page;
mod reading;
mod real_files;
mod rules;
mod seed;
mod thrown_men;
mod twin;

use keymove_bpgn::check::{CheckResult, check};
use keymove_bpgn::finding::BpgnFinding;
use keymove_bpgn::format::{NormalForm, normal_form};
use keymove_bpgn::game::BpgnGame;
use keymove_bpgn::join::KEPT;
use keymove_bpgn::read::Reader;

/// Applies a function to every game of a text.
fn each_game(text: &[u8], mut each: impl FnMut(&BpgnGame<'_>)) {
    let mut reader = Reader::new(text);
    while let Some(game) = reader.next_game().expect("memory can be read") {
        each(&game);
    }
}

/// The messages of `check` about every game, as lines without the file.
fn checked(text: &[u8]) -> (Vec<String>, Vec<CheckResult>) {
    let (mut lines, mut all) = (Vec::new(), Vec::new());
    each_game(text, |game| {
        let mut findings: Vec<BpgnFinding> = Vec::new();
        all.push(check(game, &mut findings));
        let mut places = game.places();
        lines.extend(
            findings
                .iter()
                .map(|finding| finding.line("f", &mut places)),
        );
    });
    (lines, all)
}

/// The messages, without their places.
fn said(text: &[u8]) -> Vec<String> {
    checked(text)
        .0
        .iter()
        .map(|line| line.split_once(": ").expect("a message").1.to_owned())
        .collect()
}

/// The errors among the messages.
fn errors(text: &[u8]) -> Vec<String> {
    said(text)
        .into_iter()
        .filter(|line| line.starts_with("error"))
        .collect()
}

/// The normal form of all games.
fn formatted(text: &[u8]) -> Vec<u8> {
    formatted_as(text, &NormalForm::default())
}

/// The same with moves, clocks and dates unchanged.
fn kept(text: &[u8]) -> Vec<u8> {
    formatted_as(text, &KEPT)
}

fn formatted_as(text: &[u8], style: &NormalForm) -> Vec<u8> {
    let mut all = Vec::new();
    each_game(text, |game| all.extend(normal_form(game, style)));
    all
}

fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
