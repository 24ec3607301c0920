//! Recognizes files without games by their beginning.

use memchr::memchr2;
use serde::de::IgnoredAny;

use keymove_base::error::{BINARY, UTF16, is_binary, is_utf16, without_mark};

/// The reason why a file with this `beginning` holds no games; `reads` says what is read: `games
/// are read from PGN`.
pub fn refusal(beginning: &[u8], reads: &str) -> Option<String> {
    if is_utf16(beginning) {
        return Some(UTF16.to_owned());
    }
    let text = without_mark(beginning).trim_ascii_start();
    // A short record may have a control character in a tag.
    if matches!(text, [b'[', letter, ..] if letter.is_ascii_alphabetic()) {
        return None;
    }
    if is_binary(beginning) {
        return Some(BINARY.to_owned());
    }
    let form = match text {
        [b'{' | b'[', ..] if is_json(text) => "JSON",
        [b'%', b'P', b'D', b'F', b'-', ..] => "PDF",
        [b'<', b'!' | b'?', ..] => "HTML or XML",
        [b'<', letter, ..] if letter.is_ascii_alphabetic() => "HTML or XML",
        _ => return None,
    };
    Some(format!("this is {form}; {reads}"))
}

/// Whether a text is an object or a list, or the beginning of one. A comment in braces is not: even
/// if it begins with a quotation, no colon and value follow.
fn is_json(text: &[u8]) -> bool {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
    let value = match values.next() {
        Some(Ok(_)) => &text[..values.byte_offset()],
        Some(Err(error)) if error.is_eof() => text,
        _ => return false,
    };
    // `{}` is also an empty comment, and `[` a broken tag.
    memchr2(b':', b',', value).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_files_are_named() {
        for (text, form) in [
            (&b"{\"moves\": [\"e2e4\"]}"[..], "this is JSON; "),
            (
                b"\xef\xbb\xbf\n {\n  \"a\" : {\"b\": null, \"c\": tr",
                "this is JSON; ",
            ),
            (b"{\"a\":1}\n{\"a\":2}\n", "this is JSON; "),
            (b"[{\"White\": \"[Event \\\"x\\\"]\"}]", "this is JSON; "),
            (b"[\"e4\", \"e5\"]\n", "this is JSON; "),
            (b"[[1.5, -2], []]", "this is JSON; "),
            (b"<!DOCTYPE html>", "this is HTML or XML; "),
            (b"<?xml version=\"1.0\"?>", "this is HTML or XML; "),
            (b"<html>", "this is HTML or XML; "),
            (b"%PDF-1.4", "this is PDF; "),
            (b"\x7fELF\x02\x01\x01\0\0", BINARY),
            (b"[\0E\0v\0e\0", UTF16),
        ] {
            let refusal = refusal(text, "x").unwrap_or_default();
            assert!(refusal.starts_with(form), "{refusal}: {text:?}");
        }
        for text in [
            "[Event \"x\"]",
            "[Event \"\u{1}\u{2}\"]",
            "[ Event \"x\"]",
            "{\"Deep Blue\": a comment} 1. e4",
            "{\"quoted\"} 1. e4",
            "{} 1. e4 e5 *",
            "[",
            "[]",
            "{ } 1. e4",
            "{12:30}",
            "{a: \"b\"} 1A. e4",
            "<12> rnbqkb-r",
            "1. e4 {(:)}",
            "",
        ] {
            assert_eq!(refusal(text.as_bytes(), "x"), None, "{text}");
        }
    }
}
