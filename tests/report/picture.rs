//! SVG pictures: well formed, with an arrow for each key, and the same bytes for the same findings.

use keymove::report::svg::{Drawing, Look, draw};

use crate::report::{ALL, judged};

fn drawing(line: &str) -> Drawing {
    let (epd, findings) = judged(line, ALL);
    draw(&epd, &findings, Look::Screen)
}

/// A small reader of XML: tags are closed in order, attributes are quoted, text is escaped. Returns
/// the names of all elements in their order.
fn elements(xml: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut names = Vec::new();
    let mut rest = xml.trim();
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "{text}");
        for entity in text.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;"].iter().any(|e| entity.starts_with(e)),
                "{text}"
            );
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let (tag, alone) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let quotes = attributes.matches('"').count();
        assert_eq!(quotes, 2 * attributes.matches("=\"").count(), "{tag}");
        assert!(
            !attributes.contains('<') && !attributes.contains('&'),
            "{tag}"
        );
        names.push(name.to_owned());
        if !alone {
            open.push(name);
        }
    }
    assert_eq!((open, rest), (Vec::new(), ""));
    names
}

fn count(svg: &str, name: &str) -> usize {
    elements(svg).iter().filter(|n| *n == name).count()
}

#[test]
fn a_picture_is_well_formed() {
    let Drawing { name, svg } = drawing("kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"A <b> & \"; ");
    assert_eq!(name, "A-b");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    assert!(svg.contains("<title>A &lt;b&gt; &amp; </title>"), "{svg}");
    assert!(
        svg.contains(">#2</text>") && svg.contains(">3+4</text>"),
        "{svg}"
    );
    assert_eq!(count(&svg, "polygon"), 1);
    // Seven men and the margin.
    assert_eq!(count(&svg, "g"), 8);
    assert_eq!(count(&svg, "title"), 1);
}

#[test]
fn every_key_has_an_arrow() {
    let keys = |line| count(&drawing(line).svg, "polygon");
    assert_eq!(keys("8/4p3/8/8/3Q3R/K2p4/8/N1k5 w - - dm 2;"), 3);
    // Four promotions that mate, or two: one arrow.
    assert_eq!(keys("k7/2P5/1K6/8/8/8/8/8 w - - dm 1;"), 1);
    assert_eq!(keys("8/8/8/8/8/5k2/8/K6R w - - Stip \"#2\";"), 0);
    assert_eq!(keys("8/8/7p/4K3/6k1/1Q6/8/8 b - - Stip \"h#2\";"), 1);
    assert_eq!(keys("R6k/8/7K/8/8/8/8/8 b - - Stip \"#2\";"), 0);
}

#[test]
fn castling_is_the_move_of_the_king() {
    // From e1 to c1: both on the first rank, 45 units a square from 24 on.
    let svg = drawing("8/2N5/8/8/1P6/8/3R4/R3K2k w Q - Stip \"#1\";").svg;
    let polygon = svg
        .lines()
        .find(|l| l.contains("0-0-0") || l.starts_with("<polygon"));
    assert!(
        polygon.expect("an arrow").contains(" 140.5,347.5 "),
        "{polygon:?}"
    );
}

#[test]
fn the_same_findings_give_the_same_picture() {
    let line = "8/4p3/8/8/3Q3R/K2p4/8/N1k5 w - - dm 2;";
    assert_eq!(drawing(line), drawing(line));
    assert_eq!(drawing(line).name, "");
}

/// The value of an attribute, as a number.
fn number(tag: &str, attribute: &str) -> f64 {
    let start = tag
        .find(&format!("{attribute}=\""))
        .unwrap_or_else(|| panic!("no {attribute} in {tag}"))
        + attribute.len()
        + 2;
    let value = &tag[start..];
    let value = &value[..value.find('"').expect("a quote")];
    value.parse().expect("a number")
}

#[test]
fn captions_and_hands_stay_in_the_picture_without_overlap() {
    let mut hands = 0;
    for suite in ["bughouse", "crazyhouse", "play"] {
        let path = format!("{}/suites/{suite}.epd", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).expect("a suite").lines() {
            if keymove::epd::passes_through(line.as_bytes()) {
                continue;
            }
            let Ok(epd) = keymove::epd::Epd::from_ascii(line.as_bytes()) else {
                continue;
            };
            // The men in hand do not depend on the findings.
            let (_, findings) = judged("7k/8/8/8/8/8/8/K7 w - - Stip \"#1\";", ALL);
            let svg = draw(&epd, &findings, Look::Screen).svg;
            let (width, height) = (number(&svg, "width"), number(&svg, "height"));
            let mut rows: Vec<(f64, f64, f64)> = Vec::new();
            for text in svg.lines().filter(|l| l.contains("font-size=")) {
                let Some(start) = text.find("<text") else {
                    continue;
                };
                let text = &text[start..];
                let (x, y) = (number(text, "x"), number(text, "y"));
                let words =
                    &text[text.find('>').expect("an end") + 1..text.find("</").expect("text")];
                // No letter of these words is wider.
                let long = words.chars().count() as f64 * number(text, "font-size") * 0.62;
                let from = if text.contains("\"end\"") {
                    x - long
                } else {
                    x
                };
                assert!(
                    from >= 0.0 && from + long <= width && y <= height,
                    "{line}\n{text}"
                );
                assert!(
                    rows.iter()
                        .all(|&(start, end, row)| row != y || start >= from + long || end <= from),
                    "{line}\n{text}"
                );
                rows.push((from, from + long, y));
            }
            let men: usize = match epd.position().house() {
                None => 0,
                Some(house) => {
                    let fields = epd.fields();
                    let inside = fields.split(['[', ']']).nth(1).unwrap_or("");
                    let kinds: std::collections::BTreeSet<char> = inside.chars().collect();
                    hands += usize::from(!kinds.is_empty());
                    assert!(svg.contains(&format!(">{}", house.variant.name())));
                    kinds.len()
                }
            };
            assert_eq!(svg.matches(" scale(0.65)").count(), men, "{line}");
            for place in svg.split("translate(").skip(1) {
                let (x, y) = place.split_once(' ').expect("two numbers");
                let y = y.split(')').next().expect("an end");
                let (x, y): (f64, f64) = (x.parse().expect("x"), y.parse().expect("y"));
                assert!(
                    x >= 0.0 && x + 29.0 <= width && y + 29.0 <= height,
                    "{line}"
                );
            }
        }
    }
    assert!(hands > 10, "{hands}");
}

#[test]
fn a_key_that_is_a_drop_is_marked() {
    let svg = drawing("4K3/P1P4k/8/8/8/1n6/8/7q[BRQ] w - - Variant \"crazyhouse\"; dm 2;").svg;
    assert_eq!(svg.matches("class=\"key\"").count(), 2, "B@f5+ and Q@f7+");
    assert_eq!(count(&svg, "polygon"), 0);
}

#[test]
fn a_book_is_black_and_white_without_keys_and_coordinates() {
    let (epd, findings) = judged("k7/8/2K5/8/8/8/8/1Q6 w - - Stip \"#1\";", ALL);
    let book = draw(&epd, &findings, Look::Book).svg;
    let screen = draw(&epd, &findings, Look::Screen).svg;
    assert!(screen.contains("#c9a77c") && screen.contains("class=\"key\""));
    assert!(!elements(&book).is_empty());
    for part in book.split("=\"#").skip(1) {
        let colour = part.split('"').next().expect("a colour");
        assert!(
            matches!(&colour[..1], "0" | "2" | "4" | "f")
                && colour.bytes().all(|b| b == colour.as_bytes()[0]),
            "{colour}"
        );
    }
    assert!(!book.contains("class=\"key\"") && !book.contains(">a</text>"));
}
