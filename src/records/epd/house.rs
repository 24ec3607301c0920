//! The additional parts of a bughouse or crazyhouse record: `[Pn]` after the board, and the
//! operations `Variant`, `MateRule` and `Reserve`.

use shakmaty::{Bitboard, ByColor};

use super::Operation;
use super::refusal::EpdError;
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_rules::house::{Hand, House, MateRule, Reserve, Variant};

/// The opcodes that name the rules of the game.
pub const RULES: [&str; 3] = ["Variant", "MateRule", "Reserve"];

/// The contents of the first field in addition to the men on the board.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct HouseField {
    /// The hands, if the field has brackets or a ninth rank.
    pub hands: Option<ByColor<Hand>>,
    /// Men with a `~`.
    pub promoted: Bitboard,
}

/// The rules of the record, if they are not those of orthodox chess. `column` is the column of the
/// board. The record does not say which side is the defender, to whom the reserve belongs.
pub(super) fn house(
    held: HouseField,
    operations: &[Operation],
    column: usize,
) -> Result<Option<House>, EpdError> {
    let variant = named(operations, RULES[0], Variant::read)?;
    let variant = variant.and_then(|(_, variant)| variant);
    let mate_rule = named(operations, RULES[1], |text| {
        let rule = MateRule::ALL.into_iter().find(|rule| rule.name() == text);
        rule.ok_or_else(|| unknown(RULES[1], text))
    })?;
    let reserve = named(operations, RULES[2], |text| match text {
        "any" => Ok(()),
        _ => Err(unknown(RULES[2], text)),
    })?;
    let Some(variant) = variant else {
        let rule = mate_rule.map(|(o, _)| o).or(reserve.map(|(o, _)| o));
        return match rule {
            _ if held.hands.is_some() || held.promoted.any() => Err(EpdError::new(
                column,
                "a board with a hand or promoted men needs a Variant",
            )),
            Some(operation) => {
                let reason = format!("{} needs a Variant", excerpt(operation.opcode()));
                Err(EpdError::new(operation.column(), reason))
            }
            None => Ok(None),
        };
    };
    let mate_rule = match (variant, mate_rule) {
        (Variant::Crazyhouse, Some((operation, MateRule::Unblockable))) => {
            let reason = "crazyhouse has no other MateRule than now";
            return Err(EpdError::new(operation.column(), reason));
        }
        (Variant::Crazyhouse, _) => MateRule::Now,
        (Variant::Bughouse, rule) => rule.map_or(MateRule::Unblockable, |(_, rule)| rule),
    };
    Ok(Some(House {
        variant,
        mate_rule,
        hands: held.hands.unwrap_or_default(),
        reserve: reserve.map_or(Reserve::Nobody, |_| Reserve::Defender),
        promoted: held.promoted,
    }))
}

fn unknown(opcode: &str, operand: &str) -> Reason {
    format!("{opcode} {} is not known", excerpt(operand.as_bytes())).into()
}

/// The operation named `opcode`, if there is one, with its operand as `read` understands it.
fn named<'a, T: Copy + PartialEq>(
    operations: &'a [Operation],
    opcode: &str,
    read: impl Fn(&str) -> Result<T, Reason>,
) -> Result<Option<(&'a Operation, T)>, EpdError> {
    let mut found: Option<(&Operation, T)> = None;
    for operation in operations.iter().filter(|o| o.is(opcode)) {
        let refuse = |reason: Reason| EpdError::new(operation.column(), reason);
        let value = read(&String::from_utf8_lossy(&operation.text())).map_err(refuse)?;
        if found.is_some_and(|(_, other)| other != value) {
            return Err(refuse(format!("{opcode} says two things").into()));
        }
        found = Some((operation, value));
    }
    Ok(found)
}

/// The opcode of [`RULES`] that `opcode` spells, in any case.
pub(super) fn rule_named(opcode: &[u8]) -> Option<&'static str> {
    let is = |name: &str| opcode.eq_ignore_ascii_case(name.as_bytes());
    if is("UCI_Variant") || is("Rules") {
        return Some(RULES[0]);
    }
    RULES.into_iter().find(|rule| is(rule))
}

/// Writes the operations that name the rules of the game in one form: `variant "Crazyhouse"`
/// becomes `Variant "crazyhouse"`.
pub(super) fn put_rules(operations: &mut [Operation]) {
    for operation in operations {
        let Some(rule) = rule_named(operation.opcode()) else {
            continue;
        };
        let text = String::from_utf8_lossy(&operation.text()).into_owned();
        let written = match (rule, Variant::read(&text)) {
            ("Variant", Ok(Some(variant))) => variant.name().to_owned(),
            ("Variant", _) => text,
            _ => text.to_lowercase(),
        };
        *operation = Operation::string(rule, &written).read_at(operation.column());
    }
}

/// Refuses an operation that is a counter of checks (`3+3` or `+0+0`), because its position is one
/// of three-check.
pub(super) fn deny_checks(operation: &Operation) -> Result<(), EpdError> {
    let counted = operation.opcode();
    let [a, b'+', b] = counted.strip_prefix(b"+").unwrap_or(counted) else {
        return Ok(());
    };
    if !a.is_ascii_digit() || !b.is_ascii_digit() {
        return Ok(());
    }
    let counted = String::from_utf8_lossy(counted);
    let reason = Variant::unknown(format!("three-check ({counted})"));
    Err(EpdError::new(operation.column(), reason))
}
