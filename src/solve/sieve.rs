//! Tests one reply against all of the attacker's moves at once, without playing them: [`Sieve`].
//!
//! At an attacker's node with two moves left nearly every move is refuted by the same reply. So the
//! reply is played first, as if the attacker had passed, and the attacker's possibilities after it
//! are measured once: the flights, the men that cover them, and the checks with the defence against
//! each. A move A-B leads to the same position with one man moved from A to B, so only *its*
//! changes are tested: which flights it bares or covers by leaving A, which checks it opens, which
//! flights are hit from B, and whether the man on B spoils the known defence, or mates itself with
//! its second move. A move that does nothing of the kind is refuted by the reply without being
//! played: nine out of ten. Read [`Sieve::set`] for the first half and [`Sieve::pass_of`] for the
//! second.
//!
//! All danger lies in the effects of two moves of the attacker on each other, and every error is a
//! wrong proof. So the sieve errs on one side only: the attacker's coverage is taken too large
//! (lines go *through* the attacker's own men, a man that moves still covers its old squares), pins
//! of his men and checks against him are ignored, a capture by the defender counts only if nothing
//! can pin the man, and everything rare passes: batteries, pawns about to promote, castling, en
//! passant. Moves that pass are searched as before.
//!
//! There are two judges: in tests, and whenever assertions are on, every move that a search cuts is
//! played out (`played_out.rs`); and on random positions, made where the rules meet, all replies
//! are tested against all moves (`judges.rs`). The rarest error of the sieve's first form appeared
//! once in some 10^8 cuts, so run `KEYMOVE_POSITIONS=4000000 cargo test --release -p keymove-solve
//! --lib sieve` with several values of `KEYMOVE_SEED` after a change.

mod hits;
#[cfg(test)]
mod judges;
#[cfg(any(test, debug_assertions))]
mod played_out;
mod scene;
mod second_move;
mod threat;

use super::attacks::{self, Bits, Sq, bit, pop};
use super::board::{BISHOP, Board, KING, KNIGHT, Move, PAWN, QUEEN};
use super::mate_in_one::castling_may_check;
use super::movegen::{self, MoveSink, Targets};
use super::side::{Black, White};
use hits::{Hits, Rays};
use scene::{KingLines, Opened, Scene, reach};
use threat::Threat;

/// The most threats that are kept; positions with more need no sieve.
const THREATS: usize = 48;

const SEVENTH: Bits = 0x00ff_0000_0000_0000;

/// Decides whether a given reply refutes a move of the attacker.
#[derive(Debug)]
pub struct Sieve {
    #[cfg(any(test, debug_assertions))]
    reply: Move,
    scene: Option<Scene>,
    /// Checks that no free man of the defender can answer by a capture.
    threats: Vec<Threat>,
    /// The squares to which a man has to go to spoil the capture after one of the other checks.
    spoiling: Bits,
    /// The reply's squares and those between them, where no man may go untested.
    reply_path: Bits,
    /// Men for which `passes` and `bare` are known.
    asked: Bits,
    /// By square: the squares to which a move of the man there passes.
    passes: [Bits; 64],
    /// By square: the flights that no man covers after the man there has left.
    bare: [Bits; 64],
    rays: Rays,
}

impl Sieve {
    /// A sieve without a reply.
    pub fn new() -> Sieve {
        Sieve {
            #[cfg(any(test, debug_assertions))]
            reply: Move(0),
            scene: None,
            threats: Vec::new(),
            spoiling: 0,
            reply_path: 0,
            asked: 0,
            passes: [0; 64],
            bare: [0; 64],
            rays: Rays::new(),
        }
    }

    /// Takes `reply`, which is legal on `board` although the attacker is to move. Returns whether
    /// it is of use: it is not if it allows a mate in one as it is, or if the sieve knows too
    /// little of such replies (castling, en passant, double steps).
    #[inline(never)]
    pub fn set(&mut self, board: &Board, reply: Move) -> bool {
        let (from, to) = (reply.from(), reply.to());
        if reply.is_castle()
            || reply.is_en_passant()
            || (reply.role() == PAWN && from.abs_diff(to) == 16)
            || board.roles[KING] & bit(to) != 0
        {
            return false;
        }
        let after = board.play_unkeyed::<Black>(reply);
        if after.may_castle && castling_may_check(&after) {
            return false;
        }
        let officers = self.scene.take().map(|scene| scene.officers);
        let mut scene = Scene::new(&after, officers.unwrap_or_default());
        // The man that the reply captures is gone.
        scene.beyond |= bit(to);
        self.threats.clear();
        self.spoiling = 0;
        let refutes = self.add_officers(&scene) && self.add_pawns(&scene);
        self.rays.begin(scene.walls);
        self.scene = Some(scene);
        #[cfg(any(test, debug_assertions))]
        {
            self.reply = reply;
        }
        self.reply_path = bit(from) | bit(to) | attacks::between(from, to);
        self.asked = 0;
        refutes
    }

    /// The reply that refutes moves that do not pass.
    #[cfg(any(test, debug_assertions))]
    pub fn reply(&self) -> Move {
        self.reply
    }

    /// False if one of the threats mates, or if there are too many.
    fn add_officers(&mut self, scene: &Scene) -> bool {
        for &officer in &scene.officers {
            let checks = if scene.batteries & bit(officer.from) != 0 {
                !0
            } else {
                scene.checks(officer.role)
            };
            let mut targets = officer.reach & !scene.us & checks;
            if targets == 0 {
                continue;
            }
            let opened = scene.opened(officer.from);
            while let Some(to) = pop(&mut targets) {
                let m = Move::new(officer.role, officer.from, to, scene.them & bit(to) != 0);
                if !self.add(scene, m, officer.role, opened) {
                    return false;
                }
            }
        }
        true
    }

    fn add_pawns(&mut self, scene: &Scene) -> bool {
        let mut men = scene.us & scene.board.roles[PAWN];
        while let Some(from) = pop(&mut men) {
            let promotes = SEVENTH & bit(from) != 0;
            let checks = if promotes || scene.batteries & bit(from) != 0 {
                !0
            } else {
                scene.pawn_checks
            };
            let all = movegen::pawn_targets::<White>(from, scene.occupied, scene.them);
            let mut targets = all & checks;
            if targets == 0 {
                continue;
            }
            let opened = scene.opened(from);
            while let Some(to) = pop(&mut targets) {
                let capture = scene.them & bit(to) != 0;
                let added = if promotes {
                    // A rook or a bishop mates only where the queen mates, too.
                    [QUEEN, KNIGHT].into_iter().all(|role| {
                        let m = Move::promotion(from, to, role, capture);
                        self.add(scene, m, role, opened)
                    })
                } else {
                    self.add(scene, Move::new(PAWN, from, to, capture), PAWN, opened)
                };
                if !added {
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn add(&mut self, scene: &Scene, m: Move, role: usize, opened: Opened) -> bool {
        if let Some(spoiling) = scene.spoiling_capture(m.from(), m.to()) {
            self.spoiling |= spoiling;
            return true;
        }
        match Threat::new(scene, m, role, opened) {
            Some(threat) if self.threats.len() < THREATS => {
                self.threats.push(threat);
                true
            }
            _ => false,
        }
    }

    /// Whether a legal move of the attacker passes, that is, the reply need not refute it. A move
    /// that does not pass is refuted. Only for a sieve whose last [`set`](Sieve::set) was of use.
    #[inline(always)]
    pub fn passes(&mut self, m: Move) -> bool {
        if m.is_en_passant() || m.is_castle() || m.promoted() != PAWN {
            return true;
        }
        self.passes_of(m.role(), m.from()) & bit(m.to()) != 0
            || (m.is_capture() && self.capturer_may_mate(m))
    }

    /// Appends the attacker's legal moves on `board` that pass.
    pub fn list_passing(&mut self, board: &Board, moves: &mut Vec<Move>) {
        movegen::generate::<White, _>(board, &mut Passing { sieve: self, moves });
    }

    /// The squares to which moves of the man of `role` on `from` pass; not all captures are
    /// included.
    #[inline(always)]
    fn passes_of(&mut self, role: usize, from: Sq) -> Bits {
        let at = usize::from(from);
        if self.asked & bit(from) == 0 {
            self.asked |= bit(from);
            self.passes[at] = self.pass_of(role, from);
        }
        self.passes[at]
    }

    /// The squares to which moves of the man of `role` on `from` pass.
    #[inline(never)]
    fn pass_of(&mut self, role: usize, from: Sq) -> Bits {
        let Some(scene) = &self.scene else {
            return !0;
        };
        let gone = bit(from);
        if scene.beyond & gone != 0 {
            return !0;
        }
        let lines = scene.lines_without(gone);
        let opened = scene.opened(from);
        let bare = scene.uncovered_without(role, from) & !opened.through;
        self.bare[usize::from(from)] = bare;
        let is_line_piece = (BISHOP..=QUEEN).contains(&role);
        // A check at once, or with a man of the attacker in between that may leave; or the
        // attacker's king next to the defender's, which no legal reply allows.
        let checks = match role {
            KING => attacks::king(scene.target),
            PAWN | KNIGHT => scene.checks(role),
            _ => lines.of(role),
        };
        let mut passes = self.reply_path | self.spoiling | checks | scene.behind.of(role);
        let mut hits = Hits::new(&mut self.rays, role);
        for threat in &self.threats {
            if threat.from == from {
                continue;
            }
            let spoiling = threat.spoiling_by(gone, is_line_piece);
            let left = threat.left_by(gone, bare, opened.through);
            passes |= spoiling & hits.all_of(left);
            if left == 0 && spoiling == !0 {
                return !0;
            }
        }
        let opens = lines.all() & !scene.lines.all();
        if scene.in_the_way & gone != 0 || scene.sweeps(opens) || opened.exact & lines.all() != 0 {
            match new_checks(scene, from, lines, bare, &mut hits) {
                Some(squares) => passes |= squares,
                None => return !0,
            }
        }
        let mating = checks & hits.all_of(bare);
        passes | scene.before_second_move(role, from, mating, opened)
    }

    /// Whether the man that captures may mate with its second move.
    #[inline(always)]
    fn capturer_may_mate(&self, m: Move) -> bool {
        let Some(scene) = &self.scene else {
            return true;
        };
        scene.capturer_may_mate(m, self.bare[usize::from(m.from())])
    }
}

/// Collects the moves that pass.
struct Passing<'a> {
    sieve: &'a mut Sieve,
    moves: &'a mut Vec<Move>,
}

impl MoveSink for Passing<'_> {
    #[inline(always)]
    fn targets(&mut self, man: Targets) -> bool {
        if man.to == 0 {
            return false;
        }
        let passes = self.sieve.passes_of(man.role, man.from);
        man.within(passes).moves(|m| self.moves.push(m));
        man.within(man.them & !passes).moves(|m| {
            if self.sieve.capturer_may_mate(m) {
                self.moves.push(m);
            }
        });
        false
    }

    #[inline(always)]
    fn special(&mut self, m: Move) -> bool {
        self.moves.push(m);
        false
    }
}

/// The squares from which the man from `from` completes a mate by a check that becomes possible
/// when it leaves: from there it hits the flights that such a check leaves open. `None` if such a
/// check leaves none open.
#[inline(never)]
fn new_checks(
    scene: &Scene,
    from: Sq,
    lines: KingLines,
    bare: Bits,
    hits: &mut Hits,
) -> Option<Bits> {
    let gone = bit(from);
    let occupied = scene.occupied & !gone;
    let mut squares = 0;
    for &officer in &scene.officers {
        if officer.from == from {
            continue;
        }
        let (checks, checks_before) = match officer.role {
            KING => continue,
            KNIGHT => (scene.knight_checks, scene.knight_checks),
            role => (lines.of(role), scene.lines.of(role)),
        };
        let known = officer.reach & checks_before & !scene.us;
        let mut targets =
            reach(officer.role, officer.from, occupied) & checks & !(scene.us & !gone) & !known;
        if targets == 0 {
            continue;
        }
        let bare = bare & !scene.opened(officer.from).through;
        while let Some(to) = pop(&mut targets) {
            if let Some(spoiling) = scene.spoiling_capture(officer.from, to) {
                squares |= spoiling;
                continue;
            }
            let left = bare & !scene.reach_through(officer.role, to);
            if left == 0 {
                return None;
            }
            squares |= hits.all_of(left);
        }
    }
    Some(squares)
}
