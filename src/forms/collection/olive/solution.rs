//! Reads the solution of a document as written by an author or by Popeye: its parts by twin
//! ([`parts`]), and the claims of each ([`claims`]).

use super::tree::PlayReader;
use crate::collection::solution::{SolutionToken, plain, tokens, unread_operation};
use keymove_records::epd::Operation;
use keymove_solve::Stipulation;

/// The claims of `text` about a problem with this stipulation, as operations of its record.
pub(super) fn claims(text: &str, stipulation: Stipulation) -> Vec<Operation> {
    let mut reader = PlayReader::new(stipulation);
    let text = plain(text);
    for token in tokens(&text) {
        reader.read(token);
    }
    reader.finish()
}

/// Like [`claims`] for one side of a duplex, whose solutions follow one another in `text`. `is_own`
/// says whether a first move belongs to this side; `None` if both sides could make it.
pub(super) fn claims_of_side(
    text: &str,
    stipulation: Stipulation,
    is_own: impl Fn(&str) -> Option<bool>,
) -> Vec<Operation> {
    let text = plain(text);
    // The tokens of each first move and the side it belongs to; tokens before the first one come
    // first.
    let mut blocks: Vec<(Option<bool>, Vec<SolutionToken<'_>>)> = vec![(None, Vec::new())];
    let mut depth = 0usize;
    for token in tokens(&text) {
        match &token {
            SolutionToken::Open => depth += 1,
            SolutionToken::Close => depth = depth.saturating_sub(1),
            SolutionToken::Number(1, dots)
                if depth == 0 && *dots == stipulation.length.has_half() =>
            {
                blocks.push((None, Vec::new()));
            }
            _ => {}
        }
        let Some((side, block)) = blocks.last_mut() else {
            continue;
        };
        if let (SolutionToken::Move(m), [SolutionToken::Number(1, _)]) = (&token, &block[..]) {
            *side = is_own(m);
        }
        block.push(token);
    }
    let mut reader = PlayReader::new(stipulation);
    let mut is_read = blocks.get(1).and_then(|(side, _)| *side) == Some(true);
    for (side, block) in blocks {
        is_read = side.unwrap_or(is_read);
        if is_read {
            block.into_iter().for_each(|token| reader.read(token));
        }
    }
    reader.finish()
}

/// The operations for a solution that was not read at all.
pub(super) fn unread(text: &str) -> Vec<Operation> {
    vec![unread_operation(text.trim())]
}

/// The part of the solution for a twin, or the whole solution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SolutionPart {
    /// The letter of the twin; empty before the first letter.
    pub letter: String,
    /// The text.
    pub text: String,
}

/// The parts of `text` by the letters of their twins, `a)`, `b) bRb4-->f3`, `+c) ...`. The text
/// before the first letter has none. The changes of a twin come before its first move number.
///
/// A label that is not among `letters` numbers solutions if it is a Roman numeral or a number;
/// otherwise it names a twin that the document does not have.
pub(super) fn parts(text: &str, letters: &[&str]) -> Vec<SolutionPart> {
    let mut parts = vec![SolutionPart::default()];
    let mut depth = 0usize;
    let mut begins_word = true;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let found = label(&text[at..]).filter(|_| begins_word && depth == 0);
        match found {
            Some((name, length))
                if !(is_digits(name) && begins_with_move(&text[at + length..])) =>
            {
                let own = letters
                    .iter()
                    .find(|letter| letter.eq_ignore_ascii_case(name));
                at += length;
                if own.is_none() && is_numeral(name) {
                    continue;
                }
                let letter = own.map_or_else(|| name.to_ascii_lowercase(), |&own| own.to_owned());
                let row = row(&text[at..]);
                at += first_number(row).unwrap_or(row.len());
                parts.push(SolutionPart {
                    letter,
                    text: String::new(),
                });
            }
            _ => {
                match c {
                    '(' | '{' | '[' => depth += 1,
                    ')' | '}' | ']' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                begins_word = c.is_whitespace() || c == '"';
                at += c.len_utf8();
                if let Some(part) = parts.last_mut() {
                    part.text.push(c);
                }
            }
        }
    }
    let is_silent = |c: char| c.is_whitespace() || c == '"';
    parts.retain(|part| !part.text.trim_matches(is_silent).is_empty());
    // The first twin may lack its letter.
    if let ([first, others @ ..], Some(letter)) = (&mut parts[..], letters.first())
        && !others.is_empty()
        && first.letter.is_empty()
        && !others.iter().any(|part| part.letter == *letter)
    {
        first.letter = (*letter).to_owned();
    }
    parts
}

/// The row at the beginning of `text`, or as much of it as may name the changes of a twin: each of
/// many labels in one row looks at it.
fn row(text: &str) -> &str {
    const LONGEST: usize = 1000;
    let text = &text[..text.floor_char_boundary(LONGEST)];
    text.lines().next().unwrap_or_default()
}

/// The label at the beginning of `text`, such as `b)`, `+c)`, `II)`, and its length in bytes.
fn label(text: &str) -> Option<(&str, usize)> {
    let bare = text.strip_prefix('+').unwrap_or(text);
    let end = bare.bytes().take(5).position(|b| b == b')')?;
    let (name, behind) = bare.split_at(end);
    let is_letter = name.len() == 1 && name.bytes().all(|b| b.is_ascii_alphabetic());
    let ends = behind[1..].starts_with(|c: char| !c.is_alphanumeric()) || behind.len() == 1;
    let is_label = is_letter && (ends || behind[1..].starts_with(|c: char| c.is_ascii_digit()));
    (is_label || is_numeral(name)).then_some((name, text.len() - behind.len() + 1))
}

/// Whether a move follows a label, so that the label is a move number.
fn begins_with_move(text: &str) -> bool {
    let text = plain(row(text));
    matches!(tokens(text.trim_start())[..], [SolutionToken::Move(_), ..])
}

fn is_digits(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a label is a number in Roman or Arabic numerals.
fn is_numeral(name: &str) -> bool {
    let is_roman = |b: u8| b"IVX".contains(&b);
    !name.is_empty() && name.len() <= 4 && (name.bytes().all(is_roman) || is_digits(name))
}

/// The offset of the first move number: digits and a dot.
fn first_number(text: &str) -> Option<usize> {
    text.match_indices('.').find_map(|(dot, _)| {
        let digits = text[..dot].bytes().rev().take_while(u8::is_ascii_digit);
        let digits = digits.count();
        (digits > 0).then_some(dot - digits)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::rows::one_line;
    use keymove_records::job::stipulation_named;

    /// The claims of a solution, separated by `;`.
    fn read(stipulation: &str, text: &str) -> String {
        let stipulation = stipulation_named(stipulation.as_bytes()).expect("a stipulation");
        let claims: Vec<Operation> = parts(text, &[])
            .iter()
            .flat_map(|part| claims(&part.text, stipulation))
            .collect();
        let claims: Vec<&str> = claims
            .iter()
            .map(|claim| std::str::from_utf8(claim.as_bytes()).expect("text"))
            .collect();
        claims.join("; ")
    }

    /// Compares the claims of solutions with a table. A row has the stipulation, the solution, with
    /// `\n` at the end of a line, and its claims.
    fn hold_to(table: &str) {
        for row in table.lines().skip(1) {
            let (solution, due) = row.split_once(" => ").expect("claims");
            let (stipulation, text) = solution.split_once(": ").expect("a stipulation");
            assert_eq!(read(stipulation, &text.replace("\\n", "\n")), due, "{text}");
        }
    }

    #[test]
    fn a_tree_of_popeye_is_cut_into_lines() {
        let text = "\n      1...d3-d2\n          2.Qb2-c2 #\n\n   1.Qb2-f6 ? threat:\n          2.Bc8-b7 #\n\n          2.Qf6-c6 #\n      1...Bc5*e3\n          2.Rg3*e3 #\n    but\n      1...d3-d2 !\n\n                       1.h2-h4 ! zugzwang.\n      1...e7-e8=S +\n          2.Rg3*e3 #\n\n\nsolution finished.\n";
        assert_eq!(
            read("#2", text),
            "bm h2-h4; Try Qb2-f6 d3-d2; SetPlay d3-d2 Qb2-c2; Line Qb2-f6 -- Bc8-b7; Line Qb2-f6 -- Qf6-c6; Line Qb2-f6 Bc5xe3 Rg3xe3; Line h2-h4 e7-e8=N Rg3xe3"
        );
    }

    #[test]
    fn solutions_written_by_hand_are_read() {
        hold_to(
            r##"
s#6: 1.Sc3? Bxc3? 2.Qf2!\n\nbut 1…Sf2!\n\n1.Rd5! (2.Re5)\n\n1…Bh4 2.Qf2 Bxf2 => bm Rd5; Try Nc3 Nf2; Line Nc3 Bxc3 Qf2; Line Rd5 -- Re5; Line Rd5 Bh4 Qf2 Bxf2
#2: 1.Nd2!? (>2.Nd3/Qa1,Qb1)\nbut\n  1... cxd2!\n1.Nd5! Sc~ 2.c4xd3 ep.# => bm Nd5; Try Nd2 cxd2; Line Nd2 -- Nd3; Line Nd2 -- Qa1; Line Nd2 -- Qb1; Line Nd5 Nc~ c4xd3
#2: 1.Qd4 Kf5 2.Qf4# => bm Qd4; Line Qd4 Kf5 Qf4
#2: Key: 1.Wd4! Kf5 2.Qf4# => Unread "Wd4! Kf5"; Unread "Qf4"
#2: 1.Qd4! Wf5 2.Qf4# 1...Kf6 2.Qe5# => bm Qd4; Line Qd4 Kf6 Qe5; Unread "Wf5"; Unread "Qf4"
#3: 1.Qd4! 3.Qf4# Ke5 2...Kd5 => bm Qd4; Unread "Qf4"; Unread "Ke5"; Unread "Kd5"
h#2: 1...Ka6*a5 2.c5-c4 Sd4-e2 #\n1.Rb4-c4 Bc5-b4 + 2.a5*b4 Sd4-b5 #\n1...Ka6*a5 => SetPlay Ka6xa5 c5-c4 Nd4-e2; Line Rb4-c4 Bc5-b4 a5xb4 Nd4-b5; Unread "Ka6xa5"
h#2.5: 1...Be5-a1   2.Qf8*f4 Re2-b2   3.Ke6-e5 + Rb2-b6 # => Line Be5-a1 Qf8xf4 Re2-b2 Ke6-e5 Rb2-b6
h#1.5: zeroposition\n\n1...  ...  2.a3-a2 Rh7-h1 #\n\n1...Kc2-c3   2.a3-a2 Rh7-h1 # => SetPlay a3-a2 Rh7-h1; Line Kc2-c3 a3-a2 Rh7-h1
ser-h#3:   1.g6-g5   2.Kh7-g6   3.Kg6-h5 Rg4*g5 # => Line g6-g5 -- Kh7-g6 -- Kg6-h5 Rg4xg5
"##,
        );
    }

    #[test]
    fn one_claim_has_many_spellings() {
        let key = "bm Qd4; Line Qd4 -- Qf4; Line Qd4 Kf6 Qe5";
        for text in [
            "1.Qd4! (2.Qf4#) 1...Kf6 2.Qe5#",
            "1.Qd4! {(Qf~)} [2.Qf4#]\n1... Kf6 2. Qe5 mate",
            "\"1.Qd4 ! threat:\n 2.Qf4 #\n 1...Kf6\n 2.Qe5 #\"",
            "1. \u{2655}d4! [A] > 2.\u{2655}f4\u{2021}[B] 1\u{2026}Kf6[a]/~ 2.Qe5#",
            "{a note\n1.Qa1!}Qd4! threat 2.Qf4# (waiting?) 1....Kf6 2.Qe5# (Novotny)",
            "1.Qd4! - droht 2.Qf4 matt; 1...Kf6 2.Qe5 matt",
            "Lösung: 1.Qd4! Drohung 2.Qf4# 1...Kf6, 2.Qe5#",
            "Clé : 1.Qd4! menace 2.Qf4# 1...Kf6 2.Qe5#",
            "Reshenie: 1.Qd4! s ugrozoj 2.Qf4x 1...Kf6 2.Qe5x",
            "1 Qd4! [2 Qf4#] 1 ... Kf6 2 Qe5#",
            "I) 1.Qd4! (2.Qf4#) 1...Kf6 2.Qe5# (2.Qe4+? Kg5!)",
            "Lösung: 1.Dd4! droht 2.Df4# 1...Kf6 2.De5#",
            "1.Фd4! угроза 2.Фf4х 1...Крf6 2.Фe5х",
            "1.qd4! (2.qf4#) 1...kf6 2.qe5#",
            "First published in 1902\n1.Qd4! (2.Qf4#) 1...Kf6 2.Qe5#\nA fine miniature by the master.",
            "1.Qd4! threat: 2.Qf4#\n----------\n1...Kf6 2.Qe5#\n=====",
            "1) Qd4! (2.Qf4#)\n1...Kf6 2) Qe5#",
            "1.Qd4! (2.Qf4#)\n  Kf6 2.Qe5#\n\nC+ Popeye 4.61",
            "Popeye Linux-4.61 (128 MB)\n\n1.Qd4! dr. 2.Qf4# A\n1...Kf6 a 2.Qe5# B'\nsolution finished. Time = 0.5 s",
            "\u{201e}<b>1.Qd4!</b> with the threat 2.Qf4#<br/>\n\u{2022} 1 ..., Kf6 2.Qe5# (not 2.Qe4?)\u{201c}",
            "1.Qd4! &gt; 2.Qf4# 1...Kf6 2.Qe5#\n(computer tested)",
            "ANTICIPATED\nby nobody who was ever named\n\n1.Qd4! (2.Qf4#) 1...Kf6 2.Qe5#",
        ] {
            let found = read("#2", text).replace("; Line Qd4 ~ Qe5", "");
            let mut found: Vec<&str> = found.split("; ").collect();
            // If the place of a move is uncertain, only an `Unsure` is added.
            found.retain(|claim| !claim.starts_with("Unsure"));
            found.sort_unstable();
            found.dedup();
            let mut due: Vec<&str> = key.split("; ").collect();
            due.sort_unstable();
            assert_eq!(found, due, "{text}");
        }
        hold_to(
            r##"
#2: 1.Qd4! zz - 1...Kf6 2.Qe5# => bm Qd4; Line Qd4 Kf6 Qe5
#2: 1.Qd4! blocus 1...ad lib 2.Qe5# => bm Qd4; Line Qd4 ~ Qe5
#2: 1.Qd4! waiting 1...S any 2.Qe5# => bm Qd4; Line Qd4 N~ Qe5
#2: 1.Qd4! 1...Bd6/d5/:d7 2.Qe5# => bm Qd4; Line Qd4 Bd6 Qe5; Line Qd4 d5/Bd5 Qe5; Line Qd4 Bxd7 Qe5
#2: 1.Qd4! 1...Kf6(g6), Kh4 and Rd1 2.S(x)c5# => bm Qd4; Line Qd4 Kf6 Nc5; Line Qd4 g6/Kg6 Nc5; Line Qd4 Kh4 Nc5; Line Qd4 Rd1 Nc5
#2: 1.Qd4! 1...Ba1/Bb2 2.Qe5#/Qf6# => bm Qd4; Line Qd4 Ba1 Qe5/Qf6; Line Qd4 Bb2 Qe5/Qf6
#2: Set play: 1...Kf6 2.Qe5#\nTries: 1.Qa1? zz, but 1...a5!\n1.Qb1? (2.Qf5#) refuted by 1...Kg5! / Kh4!\nKey 1.Qd4! => bm Qd4; Try Qa1 a5; Try Qb1 Kg5 Kh4; SetPlay Kf6 Qe5; Line Qb1 -- Qf5
#2: 1.Qa1? aber 1...a5!\n1.Qb1? mais 1...b5!\n1.Qc1? no 1...c5!\n1.Qd4! => bm Qd4; Try Qa1 a5; Try Qb1 b5; Try Qc1 c5
#2: 1.Qd4! (no threat) 1...Kf6 2.Qe5# => bm Qd4; Line Qd4 Kf6 Qe5
#2: 1.Qd4! 1...Qe3 x e4 2.Rf5 - f7# => bm Qd4; Line Qd4 Qe3xe4 Rf5-f7; Unsure "Qe3 x e4"; Unsure "Rf5 - f7"
#2: *1...Kf6 2.Qe5#\n1.Qd4! zz\n* 1...Kg6 2.Qe5# => bm Qd4; SetPlay Kf6 Qe5; Line Qd4 Kg6 Qe5
#2: 1.Qd4! zz 1...Kf6 2.Qe5#\nSP: 1...Kf6 2.Qa5# => bm Qd4; Line Qd4 Kf6 Qe5; SetPlay Kf6 Qa5
#2: 1.Qd4! 1...Kf6 2.Qe5# Kg8 => bm Qd4; Line Qd4 Kf6 Qe5 Kg8
#2: 1.Qd4! 1...Q~a 2.Qe5# => bm Qd4; Line Qd4 Q~ Qe5; Unread "a"
#2: 1.Qd4! 1...e:d 2.Qe5# => bm Qd4; Line Qd4 exd~ Qe5
#2: 1.Qd4! 1...e1/~ 2.Qe5# => bm Qd4; Line Qd4 e1=Q/e1=R/e1=B/e1=N Qe5; Line Qd4 ~ Qe5
#2: 1.Qa1? but 1...a5! b5! c5!\n1.Qb1? a5!, b5!\n1.Qd4! => bm Qd4; Try Qa1 a5 b5 c5; Try Qb1 a5 b5
#2: 1.Qd4! Kf6 2.Qe5#\nbut cooked: 1.Ra1! 1.Rb1 ! in 2 => bm Qd4 Ra1 Rb1; Line Qd4 Kf6 Qe5
#2: 1.K~? a5! 1.Qd4! => bm Qd4
#2: Clave: 1.Dd4! amenaza 2.Df4# 1...Rf6 2.De5# => bm Qd4; Line Qd4 -- Qf4; Line Qd4 Rf6/Kf6 Qe5
#2: Chiave 1.Dd4! minaccia 2.Df4 matto 1...Ta1 2.De5 matto => bm Qd4; Line Qd4 -- Qf4; Line Qd4 Ra1 Qe5
#2: 1.Qd4! 1...6S~ 2.~xb5# => bm Qd4; Line Qd4 N6~ Kxb5/Qxb5/Rxb5/Bxb5/Nxb5/axb5/cxb5
#2: 1.Qd4! 1...Q(R)c4 2.B(or S)e5# => bm Qd4; Line Qd4 Qc4/Rc4 Be5/Ne5
#2: 1.Qd4! 1...Kf6\nNow comes a fine move\n2.Qe5# => bm Qd4; Line Qd4 Kf6; Unread "Now comes a fine move Qe5"
#2: 1.Qd4!\nSchijnspel\n1...Kf6 2.Qe5# => bm Qd4; Line Qd4 Kf6 Qe5; Unread "Schijnspel"
#2: White may not castle\n1.Qd4! => bm Qd4; Unread "may not castle"
#2: 1.exd6 e.p.! Kf6 2.Qe5# => bm exd6; Line exd6 Kf6 Qe5; Doubt "retro-analysis, which is not done here"
#2: 1.Qd4!? Kf6 2.Qe5# => Line Qd4 Kf6 Qe5; Unread "1.Qd4 !?"
#2: 1.Wd4! Kf6 => Unread "Wd4! Kf6"
h#2: 1.~ Kd4#\n1.Ra1 Kc5 2.Ra2 Kb4# => SetPlay Kd4; Line Ra1 Kc5 Ra2 Kb4
h#2: 1.(...) Kd4# => SetPlay Kd4
h#2: 1.[any] Kd4# => SetPlay Kd4
h#2: 1.?? Kd4# => SetPlay Kd4
h#2: 1.-- Kd4# => SetPlay Kd4
h#2: 1.Ra1 Kc5 2.Ra2 Kb4# (2...Kd8??) => Line Ra1 Kc5 Ra2 Kb4
h#2: Ra1 Kc5 Ra2 Kb4#\nRb1 Kc6 Rb2 Kb5# => Line Ra1 Kc5 Ra2 Kb4; Line Rb1 Kc6 Rb2 Kb5; Unsure "Rb1"
h#2: 1.Ra1\n Kc5 2.Ra2\n Kb4# => Line Ra1 Kc5 Ra2 Kb4; Unsure "Kc5"; Unsure "Kb4"
h#1.5: 1... ... 2.a2 Rh1# => SetPlay a2 Rh1
h#1.5: 1...... 2.a2 Rh1# => SetPlay a2 Rh1
h#1.5: 1... 2.a2 Rh1# => SetPlay a2 Rh1
h#1.5: 1...-- 2.a2 Rh1# => SetPlay a2 Rh1
h#1.5: 1...~ 2.a2 Rh1# => SetPlay a2 Rh1
h#1.5: 1...[any] 2.a2 Rh1# => SetPlay a2 Rh1
h#1.5: Set play: 1... ... 2.a2 Rh1# => SetPlay a2 Rh1
s#2: 1.Qd4! [2.Qf4 ... e:f4#] => bm Qd4; Line Qd4 -- Qf4 exf4
h#2.5: 1... Kd5 2. Ra1, Kc5 3.Ra2 Kb4# => Line Kd5 Ra1 Kc5 Ra2 Kb4
"##,
        );
    }

    #[test]
    fn the_sides_of_a_duplex_are_told_apart_by_their_first_moves() {
        let stipulation = stipulation_named(b"#2").expect("a stipulation");
        let text = "1.Qd4 ! 1...Kf6 2.Qe5 #\n\n1.Ra1 ! 1...Kg1 2.Ra2 #";
        for (own, due) in [("Qd4", "Line Qd4 Kf6 Qe5"), ("Ra1", "Line Ra1 Kg1 Ra2")] {
            let claims = claims_of_side(text, stipulation, |m| Some(m == own));
            assert_eq!(claims[1].as_bytes(), due.as_bytes());
            assert_eq!(claims.len(), 2);
        }
    }

    #[test]
    fn twins_are_told_apart_by_their_letters() {
        let text =
            "a) \n  1.Rb4-c4 Bc5-b4 +\n\nb) bRb4-->f3\n  1.b6*c5\n\n+c) bKc3<-->bPf4 1.e5*d4\n";
        let found: Vec<(String, String)> = parts(text, &["a", "b", "c"])
            .into_iter()
            .map(|part| (part.letter, one_line(&part.text)))
            .collect();
        let due = [
            ("a", "1.Rb4-c4 Bc5-b4 +"),
            ("b", "1.b6*c5"),
            ("c", "1.e5*d4"),
        ];
        assert_eq!(found, due.map(|(l, t)| (l.to_owned(), t.to_owned())));
        assert_eq!(parts("Lovely!\na) 1.x", &[]).len(), 2);
        for text in [
            "1.x b) 1.y",
            "A) 1.x\nB) 1.y",
            "a) (see b) 1.x b) Kc3-d4 1.y",
        ] {
            let parts = parts(text, &["a", "b"]);
            let letters: Vec<&str> = parts.iter().map(|part| part.letter.as_str()).collect();
            assert_eq!(letters, ["a", "b"], "{text}");
            assert_eq!(parts[1].text.trim(), "1.y", "{text}");
        }
        assert_eq!(parts("I) 1.x\nII) 1.y", &[""]).len(), 1);
    }
}
