//! Conversations, line by line: every line has an answer, nothing impossible is accepted, and the
//! attack sees only permitted information.

use keymove::kriegspiel::ending::chance::Chance;
use keymove::kriegspiel::ending::{Ending, EndingTable};
use keymove::kriegspiel::play::conversation::{Conversation, Opening, Seating};

use crate::play::rook;

/// A game from these men, or a drawn start.
pub fn conversation(seating: Seating, men: Option<&str>, seed: u64) -> Conversation {
    conversation_of(rook(), seating, men, seed)
}

fn conversation_of(
    table: &EndingTable,
    seating: Seating,
    men: Option<&str>,
    seed: u64,
) -> Conversation {
    let opening = Opening {
        placement: men.map(|men| men.parse().expect("a placement")),
        kings: None,
        seed,
        longest: 300,
    };
    Conversation::new(table.clone(), seating, opening)
}

/// The first square of the king: the one with this index among the possible squares.
fn place(talk: &mut Conversation, index: usize) -> String {
    let kings: Vec<_> = talk.hunt().kings.into_iter().collect();
    talk.answer(&format!("king {}", kings[index % kings.len()]))
        .to_string()
}

/// Moves the king at random until the umpire accepts the move; adds the answers to `said`.
fn wander(talk: &mut Conversation, chance: &mut Chance, said: &mut Vec<String>) -> String {
    loop {
        let square = shakmaty::Square::new(chance.below(64) as u32);
        let answer = talk.answer(&format!("king {square}")).to_string();
        if answer == "nonsense" {
            continue;
        }
        said.push(answer.clone());
        if answer != "no" {
            return answer;
        }
    }
}

/// The try or move in a line, and the tries refused before it.
fn parts(line: &str) -> (String, String, Vec<String>) {
    let words: Vec<&str> = line.split(' ').collect();
    let refused = line
        .split_once(" refused ")
        .map_or("", |(_, refused)| refused);
    let refused = refused.split(',').filter(|word| !word.is_empty());
    (
        words[1].to_owned(),
        words[2].to_owned(),
        refused.map(str::to_owned).collect(),
    )
}

#[test]
fn the_umpires_words_alone_lead_to_the_same_tries() {
    let mut moves = 0;
    for game in 0..40 {
        let mut chance = Chance::of_game(2, game);
        let mut seen = conversation(Seating::AttackerAndUmpire, None, game);
        let mut blind = conversation(Seating::Attacker, None, game);
        assert_eq!(seen.greeting().to_string(), blind.greeting().to_string());
        let mut line = place(&mut seen, chance.below(64));
        let mut asked = blind.answer("go").to_string();
        while line.starts_with("white ") {
            let (made, checks, refused) = parts(&line);
            for no in refused {
                assert!(asked.starts_with(&format!("try {no} ")), "{asked}");
                asked = blind.answer("no").to_string();
            }
            assert!(asked.starts_with(&format!("try {made} ")), "{asked} {line}");
            moves += 1;
            line = wander(&mut seen, &mut chance, &mut Vec::new());
            asked = blind.answer(&format!("yes {checks}")).to_string();
        }
        assert!(line.starts_with("over 1-0 mate moves "), "{line}");
        let last = line.rsplit(' ').next().expect("a move");
        while !asked.starts_with(&format!("try {last} ")) {
            asked = blind.answer("no").to_string();
            assert!(asked.starts_with("try "), "{asked}");
        }
        // Several kings could be mated, by different checks: one of the words must match.
        let words = ["mate", "mate R", "mate F"];
        let mut said = words.iter().map(|word| blind.answer(word).to_string());
        let over = said.find(|said| !said.starts_with("error")).expect("mate");
        assert!(line.starts_with(&over), "{line} {over}");
    }
    assert!(moves > 400, "{moves}");
}

#[test]
fn the_board_has_whites_move_and_the_king_that_is_moved() {
    let mut talk = conversation(Seating::AttackerAndUmpire, Some("Kd3 Re7"), 1);
    assert_eq!(talk.answer("king d1").to_string(), "white Re7-e3 - mate 31");
    let board = talk.answer("board").to_string();
    assert!(
        board.starts_with("board Kd3 Re3 kings a1,b1,") && board.ends_with(" king d1"),
        "{board}"
    );
    let mut moves = 0;
    for game in 0..20 {
        let mut chance = Chance::of_game(4, game);
        let mut talk = conversation(Seating::AttackerAndUmpire, None, game);
        let mut line = place(&mut talk, chance.below(64));
        while line.starts_with("white ") {
            let made = parts(&line).0;
            let board = talk.answer("board").to_string();
            let words: Vec<&str> = board.split(' ').collect();
            // `Ra1-h1`: the man is on the square after the hyphen.
            let man = format!("{}{}", &made[..1], &made[made.len() - 2..]);
            assert!(words[1..3].contains(&&*man), "{line}: {board}");
            let king = *words.last().expect("a square");
            assert!(words[4].split(',').any(|square| square == king), "{board}");
            moves += 1;
            line = wander(&mut talk, &mut chance, &mut Vec::new());
            if line.starts_with("white ") {
                let undone = talk.answer("undo").to_string();
                let ready = words[..3].join(" ").replace("board", "ready");
                assert!(undone.starts_with(&ready), "{board}: {undone}");
                assert_eq!(talk.answer("board").to_string(), board);
                line = wander(&mut talk, &mut chance, &mut Vec::new());
            }
        }
    }
    assert!(moves > 200, "{moves}");
}

#[test]
fn people_are_told_their_role_and_the_commands() {
    for (seating, due) in [
        (
            Seating::Attacker,
            &[
                "You are Black and the umpire",
                "say it when Black has moved, too",
                "F file",
                "L long diagonal",
                "N knight",
                "R rank",
                "S short diagonal",
            ][..],
        ),
        (
            Seating::AttackerAndUmpire,
            &["You are Black", "I am the umpire"],
        ),
        (
            Seating::Hider,
            &["You are White", "I hide the black king", "Black has moved"],
        ),
    ] {
        let mut talk = conversation(seating, Some("Kf6 Ra1"), 1);
        let told = talk.help().sentence();
        for words in due {
            assert!(told.contains(words), "{words}: {told}");
        }
        let line = talk.help().to_string();
        for word in line.strip_prefix("help ").expect("help").split(", ") {
            let word = word.split(' ').next().expect("a word");
            assert!(told.contains(word), "{word}: {told}");
        }
        let board = talk.answer("board").sentence();
        assert!(board.contains("may be on "), "{board}");
    }
    let mut talk = conversation(Seating::AttackerAndUmpire, Some("Kf6 Ra1"), 1);
    assert_eq!(
        talk.answer("king e6").sentence(),
        "I cannot take that: the king cannot be on e6: it is occupied, attacked, or not among the \
         squares given."
    );
    assert!(
        talk.answer("kong e6")
            .sentence()
            .starts_with("That I do not understand: ")
    );
}

#[test]
fn with_every_hint_taken_the_hider_is_mated_in_the_moves_promised() {
    for seed in 0..10 {
        let mut talk = conversation(Seating::Hider, None, seed);
        let greeting = talk.greeting().to_string();
        let promised = greeting.rsplit(' ').next().expect("a number").to_owned();
        let mut line = String::new();
        while !line.starts_with("over") {
            let hint = talk.answer("hint").to_string();
            let best = hint.split(' ').nth(1).expect("a move").to_owned();
            line = talk.answer(&format!("try {best}")).to_string();
        }
        assert_eq!(line, format!("over 1-0 mate moves {promised}"));
    }
}

#[test]
fn a_careless_attacker_loses_the_rook() {
    let mut talk = conversation(Seating::Hider, Some("Kc3 Ra1"), 1);
    assert_eq!(
        talk.answer("try Ra1-a8").to_string(),
        "over 1/2-1/2 a8 taken moves 1"
    );
    assert!(
        talk.answer("try Kb2")
            .to_string()
            .starts_with("error the game is over")
    );
    assert_eq!(talk.answer("undo").to_string(), talk.greeting().to_string());
    assert_eq!(talk.answer("try a1h8").to_string(), "nonsense");
}

#[test]
fn a_word_taken_back_leaves_everything_as_it_was() {
    for seed in 0..12 {
        let mut chance = Chance::new(seed);
        let seatings = [
            Seating::AttackerAndUmpire,
            Seating::Attacker,
            Seating::Hider,
        ];
        let mut talk = conversation(seatings[seed as usize % 3], None, seed);
        let mut boards = vec![(talk.answer("board").to_string(), talk.hunt().made())];
        for _ in 0..120 {
            let line = match seed % 3 {
                0 => format!("king {}", shakmaty::Square::new(chance.below(64) as u32)),
                1 => {
                    ["no", "yes", "yes R", "yes F", "mate", "taken a1"][chance.below(6)].to_owned()
                }
                _ => {
                    let hint = talk.answer("hint").to_string();
                    let best = hint.split(' ').nth(1).unwrap_or("-").to_owned();
                    format!("try {best}")
                }
            };
            let answer = talk.answer(&line).to_string();
            if !answer.starts_with("error") && answer != "nonsense" {
                boards.push((talk.answer("board").to_string(), talk.hunt().made()));
            }
        }
        assert!(boards.len() > 5, "{}", boards.len());
        boards.pop();
        while let Some(before) = boards.pop() {
            assert!(talk.answer("undo").to_string().starts_with("ready"));
            assert_eq!(
                (talk.answer("board").to_string(), talk.hunt().made()),
                before
            );
        }
        assert_eq!(
            talk.answer("undo").to_string(),
            "error nothing to take back"
        );
    }
}

#[test]
fn impossible_input_is_reported_and_changes_nothing() {
    let mut talk = conversation(Seating::Attacker, Some("Kf6 Ra1"), 1);
    let before = talk.answer("board").to_string();
    for (line, due) in [
        ("yes N", "error no king fits that answer to "),
        ("yes FR", "error no king fits that answer to "),
        ("taken h8", "error no king fits that answer to "),
        ("stalemate", "error no king fits that answer to "),
        ("yes Q", "error a check is R, F, L, S or N, or two of them"),
        ("taken", "error a square is needed, as in taken e5"),
        ("taken z9", "error a square is needed, as in taken e5"),
        ("king e4", "error not in this game: go, "),
        ("try Ra8", "error not in this game: go, "),
        ("hint", "error not in this game: go, "),
        ("no no", "error nothing stands after no"),
        ("new Kc3", "error the men beside the king are "),
        ("new Kc3 Qa1", "error the men are not those of K+R"),
        ("", "error no such word"),
        ("\u{0}\u{1b}[2J", "error no such word"),
        ("hallo", "error no such word"),
    ] {
        let said = talk.answer(line).to_string();
        assert!(said.starts_with(due), "{line}: {said}");
        assert_eq!(talk.answer("board").to_string(), before);
    }
    assert!(
        talk.answer("new Kc3 Ra1")
            .to_string()
            .starts_with("ready Kc3 Ra1 kings ")
    );
    assert_eq!(
        talk.answer("resign").to_string(),
        "over 1-0 black resigns moves 0"
    );
    assert_eq!(talk.answer("quit").to_string(), "bye");
    assert!(talk.is_over());
}

#[test]
fn garbage_is_answered_line_by_line_in_every_game() {
    let words = [
        "new",
        "go",
        "no",
        "yes",
        "mate",
        "stalemate",
        "taken",
        "king",
        "try",
        "hint",
        "board",
        "undo",
        "resign",
        "help",
        "R",
        "e4",
        "Ra1-h1",
        "a1",
        "-",
        "\u{fffd}",
        "Kc3 Ra1",
        "",
    ];
    for (index, seating) in [
        Seating::Attacker,
        Seating::AttackerAndUmpire,
        Seating::Hider,
    ]
    .into_iter()
    .enumerate()
    {
        let mut chance = Chance::new(index as u64);
        let mut talk = conversation(seating, None, 1);
        for _ in 0..3000 {
            let count = 1 + chance.below(3);
            let line: Vec<&str> = (0..count)
                .map(|_| words[chance.below(words.len())])
                .collect();
            let said = talk.answer(&line.join(" ")).to_string();
            assert!(!said.is_empty() && !said.contains('\n'), "{said}");
        }
    }
}

#[test]
fn drawn_starts_are_won_for_sure_and_follow_the_seed() {
    assert_eq!(rook().ending(), Ending::Rook);
    let mut starts = std::collections::HashSet::new();
    for seed in 0..50 {
        let talk = conversation(Seating::Attacker, None, seed);
        let greeting = talk.greeting().to_string();
        assert!(greeting.contains(" mate "), "{greeting}");
        assert_eq!(
            greeting,
            conversation(Seating::Hider, None, seed)
                .greeting()
                .to_string()
        );
        starts.insert(greeting);
    }
    assert!(starts.len() > 30, "{}", starts.len());
}
