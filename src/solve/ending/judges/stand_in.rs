//! A search in the place of a table gives the table's answers, and nobody can tell the two apart.

use super::*;
use crate::goal::Mate;
use crate::table::Table;

/// The endings of which this run has tables anyway, or all of four men, too.
fn some_names() -> Vec<String> {
    let four_men = match step() {
        1 => all_names(),
        _ => vec!["KQKR".to_owned()],
    };
    let three_men = ["KQK", "KRK"].map(String::from);
    three_men.into_iter().chain(four_men).collect()
}

#[test]
fn a_search_in_the_place_of_a_table_says_the_same() {
    let stop = Stop::new();
    let mut random = SplitMix64(43);
    let (mut mates, mut refutations) = ([0; 8], [0; 8]);
    for text in some_names() {
        let name = name(&text);
        let ending = taken(&name.roster);
        let mut left = share(60);
        while left > 0 {
            let squares = random_squares(&mut random);
            let board = board(&name.roles, name.attackers, &squares);
            if !is_possible(&squares) || Roster::read(&board).is_none() {
                continue;
            }
            let node = match left % 2 {
                0 if ending.attack(&board).is_some() => Question::Attack(&board),
                1 if ending.defence(&board).is_some() => Question::Defence(&board),
                _ => continue,
            };
            left -= 1;
            let mut table = Table::new(1);
            table.begin_job();
            for n in 1..=7 {
                let expected = bounds_within(&mut &*ending, node, n);
                let expected = expected.expect("there is no limit");
                let mut search = Search::<Mate>::new(&mut table, Limits::default(), &stop);
                let found = bounds_within(&mut search, node, n).expect("there is no limit");
                assert_eq!(found, expected, "{text}: {n}, {node:?}");
                let is_mate = found.proved == n;
                let seen = if is_mate {
                    &mut mates
                } else {
                    &mut refutations
                };
                seen[usize::from(n)] += 1;
            }
        }
    }
    let enough = |seen: &[usize]| seen.iter().all(|&count| count >= least(5));
    assert!(
        enough(&mates[3..]) && enough(&refutations[1..]),
        "{mates:?} {refutations:?}"
    );
}

#[test]
fn an_answer_does_not_tell_whether_there_was_a_table() {
    let mut random = SplitMix64(45);
    let (mut searched, mut made) = (0, 0);
    for text in some_names() {
        let name = name(&text);
        let roster = &name.roster;
        let ending = taken(roster);
        // A table of four men takes a second.
        let is_small = roster.men() == 1;
        for i in 0..if is_small { share(60) } else { 12 } {
            let squares = loop {
                let squares = random_squares(&mut random);
                let board = board(&name.roles, name.attackers, &squares);
                if is_possible(&squares) && ending.attack(&board).is_some() {
                    break squares;
                }
            };
            let board = board(&name.roles, name.attackers, &squares);
            let extent = [Extent::AllKeys, Extent::First, Extent::Any][i % 3];
            let told = |endings: &Endings| {
                let verdict = solved(&board, Kind::MATE, extent, endings);
                (format!("{:?}", verdict.outcome()), verdict.counters.nodes)
            };
            let expected = told(endings());
            let fresh = Endings::new(256);
            if is_small && i % 2 == 0 {
                fresh.note_searched(roster.nodes());
            }
            assert_eq!(told(&fresh), expected, "{text}: {board:?}");
            match fresh.has_table(roster) {
                true => made += 1,
                false => searched += 1,
            }
        }
    }
    let enough = least(20);
    assert!(searched >= enough && made >= enough, "{searched}, {made}");
}

#[test]
fn a_table_takes_over_from_the_search_in_its_place() {
    let name = name("KRK");
    let ending = taken(&name.roster);
    let stop = Stop::new();
    let mut random = SplitMix64(46);
    for _ in 0..20 {
        let squares = random_squares(&mut random);
        let board = board(&name.roles, name.attackers, &squares);
        if !is_possible(&squares) || ending.attack(&board).is_none() {
            continue;
        }
        let endings = Endings::new(1);
        let mut table = Table::new(1);
        table.begin_job();
        let mut search = Search::<Mate>::new(&mut table, Limits::default(), &stop);
        search.allow_endings(&endings, 7);
        for n in [4, 6, 7] {
            let node = Question::Attack(&board);
            let is_won = search.read_off(node, n).expect("there is no limit");
            assert_eq!(is_won, ending.attack(&board).map(|length| length <= n));
            assert_eq!(endings.has_table(&name.roster), n > 4);
            endings.note_searched(endings.left_to_search(&name.roster));
        }
        assert_eq!(search.nodes(), 3);
    }
}
