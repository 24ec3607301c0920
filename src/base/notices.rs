//! Findings in the formats of CI services: GitHub annotations, or JUnit XML test cases. `compare`,
//! `verify` and `check` write them with `--format github` and `--format junit`.
//!
//! Both are written line by line, so memory use is constant; the totals of JUnit's suites are left
//! to the reader, and Jenkins, GitLab and the GitHub actions compute them from the cases.

use crate::drawing::escaped;
use crate::error::{printable, steers};

/// The format of notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeForm {
    /// A line `::error file=...,line=...::...` for each finding.
    Github,
    /// A `testcase` for each record or claim, in a `testsuite`.
    Junit,
}

/// The form of a judgement of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgementForm {
    /// Lines for people.
    Text,
    /// JSON Lines.
    Json,
    /// Notices for a CI service.
    Notices(NoticeForm),
}

/// A notice about a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notice<'a> {
    /// The file; empty if it is unknown.
    pub file: &'a str,
    /// The line number, from 1; 0 for the whole file.
    pub line: u64,
    /// The verdict or the claim that was checked.
    pub name: &'a str,
    /// The fault; `None` if there is none.
    pub wrong: Option<&'a str>,
}

impl NoticeForm {
    /// The text before all notices of the command `suite`.
    pub fn head(self, suite: &str) -> String {
        match self {
            NoticeForm::Github => String::new(),
            NoticeForm::Junit => format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"solver {suite}\">\n"
            ),
        }
    }

    /// The text after all notices.
    pub fn tail(self) -> &'static str {
        match self {
            NoticeForm::Github => "",
            NoticeForm::Junit => "</testsuite>\n</testsuites>\n",
        }
    }

    /// A notice with its line feed; empty if the format has nothing for it.
    pub fn written(self, notice: &Notice<'_>) -> String {
        match self.rest(notice.name, notice.wrong) {
            told if told.is_empty() => told,
            told => self.begun(notice.file, notice.line) + &told + "\n",
        }
    }

    /// The beginning of a notice: the place of the record.
    pub fn begun(self, file: &str, line: u64) -> String {
        match (self, line) {
            (NoticeForm::Github, _) if file.is_empty() || file == "-" => "::error ".to_owned(),
            (NoticeForm::Github, 0) => format!("::error file={},", property(file)),
            (NoticeForm::Github, _) => format!("::error file={},line={line},", property(file)),
            (NoticeForm::Junit, 0) => {
                let file = xml(file);
                format!("<testcase classname=\"{file}\" name=\"{file} ")
            }
            (NoticeForm::Junit, _) => {
                let file = xml(file);
                format!("<testcase classname=\"{file}\" name=\"{file}:{line} ")
            }
        }
    }

    /// The rest of a notice about something that was not checked, with the reason. Empty if the
    /// format has nothing for it.
    pub fn skipped(self, name: &str, why: &str) -> String {
        match self {
            NoticeForm::Github => String::new(),
            NoticeForm::Junit => {
                let (name, why) = (xml(name), xml(why));
                format!("{name}\"><skipped message=\"{why}\"/></testcase>")
            }
        }
    }

    /// The rest of a notice, without a line feed: what was checked, and the fault. Empty if the
    /// format has nothing for it.
    pub fn rest(self, name: &str, wrong: Option<&str>) -> String {
        match (self, wrong) {
            (NoticeForm::Github, None) => String::new(),
            (NoticeForm::Github, Some(wrong)) => {
                format!("title={}::{}", property(name), data(wrong))
            }
            (NoticeForm::Junit, None) => format!("{}\"/>", xml(name)),
            (NoticeForm::Junit, Some(wrong)) => {
                let (name, wrong) = (xml(name), xml(wrong));
                format!("{name}\"><failure message=\"{wrong}\">{wrong}</failure></testcase>")
            }
        }
    }
}

/// A text escaped for the part after `::` in a command for GitHub's runner.
fn data(text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D");
    printable(&escaped.replace('\n', "%0A")).into_owned()
}

/// A text escaped for the part before it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A text escaped for XML; characters that XML forbids, or that control the display, are replaced.
fn xml(text: &str) -> String {
    let allowed = |c| match c {
        '\t' | '\n' | '\r' => c,
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        c if steers(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    let escaped = escaped(&text.chars().map(allowed).collect::<String>());
    // Unescaped, a reader would take them for blanks.
    let escaped = escaped.replace('\t', "&#9;").replace('\n', "&#10;");
    escaped.replace('\r', "&#13;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_record_ends_a_notice_or_begins_another_command() {
        let notice = Notice {
            file: "a,b:c.epd",
            line: 3,
            name: "cooked",
            wrong: Some("100%\n::set-output name=x::y <b a=\"1\">&\u{7}"),
        };
        assert_eq!(
            NoticeForm::Github.written(&notice),
            "::error file=a%2Cb%3Ac.epd,line=3,title=cooked::100%25%0A::set-output name=x::y <b a=\"1\">&\u{fffd}\n"
        );
        let case = NoticeForm::Junit.written(&notice);
        assert!(
            case.contains("100%&#10;::set-output name=x::y &lt;b a=&quot;1&quot;&gt;&amp;\u{fffd}"),
            "{case}"
        );
        assert_eq!(case.lines().count(), 1);
        let sound = Notice {
            wrong: None,
            ..notice
        };
        assert_eq!(NoticeForm::Github.written(&sound), "");
        assert!(
            NoticeForm::Junit
                .written(&sound)
                .ends_with("name=\"a,b:c.epd:3 cooked\"/>\n")
        );
    }
}
