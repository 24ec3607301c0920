//! Every game played is a record in which `check` finds no fault.

use keymove::kriegspiel::check::{POSITIONS, check};
use keymove::kriegspiel::ending::chance::Chance;
use keymove::kriegspiel::notation::read::{Games, Read};
use keymove::kriegspiel::notation::write::write_game;
use keymove::kriegspiel::play::conversation::{Conversation, Seating};

use crate::play::conversations::conversation;

/// The findings of `check` in the games played, and their text.
fn judged(talk: &mut Conversation) -> (Vec<String>, String) {
    let mut findings = Vec::new();
    let mut texts = Vec::new();
    for game in talk.records(true) {
        let mut text = Vec::new();
        write_game(&game, &mut text);
        let read: Vec<Read> = Games::new(&text[..])
            .map(|read| read.expect("a game"))
            .collect();
        assert_eq!(read.len(), 1);
        for finding in check(&read[0], POSITIONS) {
            findings.push(finding.to_string());
        }
        texts.push(String::from_utf8(text).expect("UTF-8"));
    }
    (findings, texts.join("\n"))
}

/// Makes this many random moves in the conversation, with more sensible ones than others.
fn chatter(talk: &mut Conversation, seating: Seating, chance: &mut Chance, times: usize) {
    for _ in 0..times {
        let square = shakmaty::Square::new(chance.below(64) as u32);
        let line = match (seating, chance.below(40)) {
            (_, 0) => "undo".to_owned(),
            (Seating::Attacker, 1) => format!("taken {square}"),
            (Seating::Attacker, number) => {
                ["no", "yes", "yes R", "yes F", "mate", "mate R", "stalemate"][number % 7]
                    .to_owned()
            }
            (Seating::AttackerAndUmpire, _) => format!("king {square}"),
            (Seating::Hider, 1..20) => {
                let hint = talk.answer("hint").to_string();
                format!("try {}", hint.split(' ').nth(1).unwrap_or("-"))
            }
            (Seating::Hider, _) => {
                let men = talk.hunt().placement;
                let from = if chance.below(2) == 0 {
                    men.king()
                } else {
                    men.squares()[0]
                };
                format!("try {from}{square}")
            }
        };
        talk.answer(&line);
    }
}

#[test]
fn the_records_of_chance_games_are_right() {
    let (mut games, mut hidden, mut tries, mut captures, mut mates) = (0, 0, 0, 0, 0);
    for seed in 0..24 {
        let seatings = [
            Seating::AttackerAndUmpire,
            Seating::Attacker,
            Seating::Hider,
        ];
        let seating = seatings[seed as usize % 3];
        let mut chance = Chance::of_game(9, seed);
        let mut talk = conversation(seating, None, seed);
        for times in [40, 120, 300] {
            chatter(&mut talk, seating, &mut chance, times);
            if chance.below(3) == 0 {
                talk.answer("resign");
            }
            talk.answer("new");
        }
        chatter(&mut talk, seating, &mut chance, 100);
        let (findings, text) = judged(&mut talk);
        assert!(findings.is_empty(), "{}\n{text}", findings.join("\n"));
        games += text.matches("[Event").count();
        hidden += text.matches("??").count();
        tries += text.matches(":K").count();
        captures += text.matches("(X").count();
        mates += text.matches("# {").count();
    }
    assert!(games > 50, "{games}");
    assert!(hidden > 60 && tries > 20, "{hidden} {tries}");
    assert!(captures > 2 && mates > 2, "{captures} {mates}");
}

#[test]
fn a_game_is_written_as_it_was_played() {
    let mut talk = conversation(Seating::AttackerAndUmpire, Some("Kf6 Ra1"), 1);
    assert!(talk.answer("king h8").to_string().starts_with("white "));
    let (findings, text) = judged(&mut talk);
    assert!(findings.is_empty(), "{findings:?}");
    assert!(
        text.contains("[FEN \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\"]\n"),
        "{text}"
    );
    assert!(
        text.contains("[White \"solver\"]\n[Black \"?\"]\n[Result \"*\"]\n"),
        "{text}"
    );
    assert!(text.ends_with("*\n"), "{text}");
}
