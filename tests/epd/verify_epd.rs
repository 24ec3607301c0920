//! The independent checker catches every lie of `tests/forged.epd` and passes every truth.

use std::path::Path;
use std::process::Command;

#[test]
fn self_test_of_verify_epd_passes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_python_chess = Command::new("python3")
        .args(["-c", "import chess"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !has_python_chess {
        eprintln!("skipped: python3 with python-chess is not here");
        return;
    }
    let output = Command::new("python3")
        .arg(root.join("scripts/verify-epd"))
        .arg("--self-test")
        .output()
        .expect("python3 runs");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
