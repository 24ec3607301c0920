// Brute force for chess problems, written from the rules alone; it shares nothing with the solver or with python-chess.
// Slow and plain on purpose: a board of 64 squares, every move played out, no pruning except a memory of positions that
// were asked before and a stop at the first move that settles a question.
//
//     g++ -O3 -march=native -std=c++17 -o brute brute.cpp
//     printf '7k/8/8/4K3/8/8/6Q1/8 w - -\t#2\n' | ./brute
//     2 <TAB> e5f6 <TAB> 1
//
// One line of input: FEN (four fields), a tab, a question, and for men in hand a tab and the rules. The questions:
//
//   #3 =3 ==3 s#3 r#3 semi-r#3 h#2.5 hs#3 hr#3 ser-#4 ser-h#4 ser-s#4 ser-r#4 ...
//                  shortest length within the bound, all first moves of that length (UCI), number of lines (help and
//                  series play) or of keys; "0 - 0": not reached within the bound
//   -#3            the number of moves until the side to move is mated, the replies that last this long, their number
//   counts h#3     the number of lines of each length up to the bound: "1:0 2:1 3:17"
//   lines h#3      every line of exactly that length, moves joined by ",", "--" for an omitted move
//   line h#3 MOVES whether MOVES (in the form of "lines") is such a line: yes or no
//   within #3      the moves that reach the goal within 3 (all of them, not only the shortest), or "-"
//   replies #2     the side to move is the defender: each of its moves with the attacker's result, e.g. e7e5=2:d1h5,f3f7
//                  (shortest length and all moves of that length), e7e6=- (not within the bound) or e7e6=goal
//   perft 3        the number of legal sequences of this many plies
//   state          mate, stalemate, check or quiet, for the side to move
//   moves          all legal moves
//
// The rules of a board with hands: "crazyhouse", "bughouse now", "bughouse unblockable", with " reserve white" or
// " reserve black" if that side may drop any man. Hands are written [Pn].
// A question that takes more nodes than argument 1 (default 20 million) is answered "hard".

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using std::string;
using std::vector;

enum Colour { WHITE = 0, BLACK = 1 };
enum Role { NONE = 0, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
const string LETTERS = ".PNBRQK";

struct Man {
    uint8_t role : 4, colour : 4;
    Man(int r = NONE, int c = WHITE) : role(r), colour(c) {}
};

struct Move {
    int from = -1; // -1: a drop
    int to = 0;
    int promotion = NONE; // the piece that a pawn becomes, or the man that is dropped
    bool passant = false;
    int rook = -1; // the square of the rook with which the king castles
};

enum Variant { CHESS, BUGHOUSE, CRAZYHOUSE };
struct Rules {
    Variant variant = CHESS;
    bool unblockable = false;
    int reserve = -1; // the colour that may drop any man
};
static Rules rules;

struct Position {
    Man board[64];
    uint8_t turn = WHITE;
    uint8_t king[2] = {64, 64};
    int8_t castle[2][2] = {{-1, -1}, {-1, -1}}; // colour, 0: king's side; the file of a rook that may castle
    int8_t passant = -1;                        // the square behind a pawn that went two squares
    uint8_t hand[2][7] = {};
    uint64_t promoted = 0; // a bit for each man that was a pawn
};
static bool bit(uint64_t set, int s) { return set >> s & 1; }
static void put(uint64_t& set, int s, bool is_in) { set = (set & ~(uint64_t(1) << s)) | uint64_t(is_in) << s; }

struct TooHard {};
static uint64_t spent = 0, effort = 20000000;
static void count() {
    if (++spent > effort) throw TooHard();
}

static int file_of(int s) { return s & 7; }
static int rank_of(int s) { return s >> 3; }
static bool inside(int f, int r) { return f >= 0 && f < 8 && r >= 0 && r < 8; }
static int square(int f, int r) { return r * 8 + f; }

static const int KNIGHT_STEPS[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int KING_STEPS[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
// The first four of KING_STEPS are those of a rook, the others those of a bishop.

// Whether a man of `by` attacks `target`.
static bool attacked(const Position& p, int target, int by) {
    int f = file_of(target), r = rank_of(target), back = by == WHITE ? -1 : 1;
    auto is = [&](int x, int y, int role) {
        return inside(x, y) && p.board[square(x, y)].role == role && p.board[square(x, y)].colour == by;
    };
    for (auto& d : KNIGHT_STEPS)
        if (is(f + d[0], r + d[1], KNIGHT)) return true;
    if (is(f - 1, r + back, PAWN) || is(f + 1, r + back, PAWN)) return true;
    for (int i = 0; i < 8; i++) {
        int dx = KING_STEPS[i][0], dy = KING_STEPS[i][1], x = f + dx, y = r + dy;
        if (is(x, y, KING)) return true;
        while (inside(x, y) && p.board[square(x, y)].role == NONE) x += dx, y += dy;
        if (is(x, y, QUEEN) || is(x, y, i < 4 ? ROOK : BISHOP)) return true;
    }
    return false;
}

static bool in_check(const Position& p, int colour) { return attacked(p, p.king[colour], !colour); }

static Position play(const Position& before, const Move& m) {
    Position p = before;
    int us = p.turn;
    p.passant = -1;
    p.turn = !us;
    if (m.from < 0) {
        p.board[m.to] = Man(m.promotion, us);
        put(p.promoted, m.to, false);
        if (rules.reserve != us) p.hand[us][m.promotion]--;
        return p;
    }
    Man man = p.board[m.from];
    int taken = m.passant ? square(file_of(m.to), rank_of(m.from)) : m.to;
    if (p.board[taken].role != NONE && m.rook < 0) {
        if (rules.variant == CRAZYHOUSE) p.hand[us][bit(p.promoted, taken) ? int(PAWN) : int(p.board[taken].role)]++;
        p.board[taken] = Man();
        put(p.promoted, taken, false);
    }
    bool was_promoted = bit(p.promoted, m.from);
    p.board[m.from] = Man();
    put(p.promoted, m.from, false);
    if (m.rook >= 0) p.board[m.rook] = Man();
    if (m.promotion != NONE) {
        man.role = m.promotion;
        was_promoted = rules.variant != CHESS;
    }
    p.board[m.to] = man;
    put(p.promoted, m.to, was_promoted);
    if (m.rook >= 0) p.board[square(file_of(m.to) == 6 ? 5 : 3, rank_of(m.to))] = Man(ROOK, us);
    if (man.role == KING) {
        p.king[us] = m.to;
        p.castle[us][0] = p.castle[us][1] = -1;
    }
    for (int colour : {WHITE, BLACK})
        for (int side : {0, 1}) {
            int8_t& rook = p.castle[colour][side];
            for (int s : {m.from, m.to})
                if (rook >= 0 && s == square(rook, colour == WHITE ? 0 : 7)) rook = -1;
        }
    if (man.role == PAWN && abs(m.to - m.from) == 16) p.passant = (m.to + m.from) / 2;
    return p;
}

// Calls `each` with each legal move and the position after it, until it returns false (stop).
template <class Each> static bool moves(const Position& p, Each each) {
    int us = p.turn, them = !us;
    auto offer = [&](const Move& m) {
        Position after = play(p, m);
        if (in_check(after, us)) return true;
        return bool(each(m, after));
    };
    auto pawn = [&](int from, int to, bool passant) {
        if (rank_of(to) == 0 || rank_of(to) == 7) {
            for (int role : {QUEEN, ROOK, BISHOP, KNIGHT})
                if (!offer({from, to, role})) return false;
            return true;
        }
        return offer({from, to, NONE, passant});
    };
    for (int from = 0; from < 64; from++) {
        Man man = p.board[from];
        if (man.role == NONE || man.colour != us) continue;
        int f = file_of(from), r = rank_of(from);
        if (man.role == PAWN) {
            int up = us == WHITE ? 1 : -1;
            if (!inside(f, r + up)) continue;
            if (p.board[square(f, r + up)].role == NONE) {
                if (!pawn(from, square(f, r + up), false)) return false;
                bool home = r == (us == WHITE ? 1 : 6);
                if (home && p.board[square(f, r + 2 * up)].role == NONE)
                    if (!pawn(from, square(f, r + 2 * up), false)) return false;
            }
            for (int side : {-1, 1}) {
                if (!inside(f + side, r + up)) continue;
                int to = square(f + side, r + up);
                bool takes = p.board[to].role != NONE && p.board[to].colour == them;
                bool passant = to == p.passant && r == (us == WHITE ? 4 : 3) && p.board[to].role == NONE
                    && p.board[square(f + side, r)].role == PAWN && p.board[square(f + side, r)].colour == them;
                if ((takes || passant) && !pawn(from, to, passant)) return false;
            }
            continue;
        }
        bool far = man.role == BISHOP || man.role == ROOK || man.role == QUEEN;
        int first = man.role == BISHOP ? 4 : 0, last = man.role == ROOK ? 4 : 8;
        auto& steps = man.role == KNIGHT ? KNIGHT_STEPS : KING_STEPS;
        for (int i = first; i < last; i++)
            for (int x = f + steps[i][0], y = r + steps[i][1]; inside(x, y); x += steps[i][0], y += steps[i][1]) {
                const Man& there = p.board[square(x, y)];
                if (there.role != NONE && there.colour == us) break;
                if (!offer({from, square(x, y)})) return false;
                if (there.role != NONE || !far) break;
            }
        if (man.role == KING)
            for (int side : {0, 1}) {
                int home = us == WHITE ? 0 : 7, rook = p.castle[us][side];
                if (rook < 0) continue;
                int to = side == 0 ? 6 : 2, rook_to = side == 0 ? 5 : 3;
                bool free = true;
                for (int x = std::min({f, to, rook, rook_to}); x <= std::max({f, to, rook, rook_to}); x++)
                    free = free && (x == f || x == rook || p.board[square(x, home)].role == NONE);
                // The king does not castle out of check, nor over an attacked square, nor into check.
                for (int x = std::min(f, to); x <= std::max(f, to); x++) free = free && !attacked(p, square(x, home), them);
                if (free && !offer({from, square(to, home), NONE, false, square(rook, home)})) return false;
            }
    }
    if (rules.variant != CHESS)
        for (int role = PAWN; role <= QUEEN; role++) {
            if (p.hand[us][role] == 0 && rules.reserve != us) continue;
            for (int to = 0; to < 64; to++) {
                if (p.board[to].role != NONE) continue;
                if (role == PAWN && (rank_of(to) == 0 || rank_of(to) == 7)) continue;
                if (!offer({-1, to, role})) return false;
            }
        }
    return true;
}

static bool stuck(const Position& p) {
    return moves(p, [](const Move&, const Position&) { return false; });
}

// Whether any man, of whatever kind, dropped by the side to move would answer the check.
static bool blockable(const Position& p) {
    int us = p.turn;
    for (int to = 0; to < 64; to++) {
        if (p.board[to].role != NONE) continue;
        Position after = p;
        after.board[to] = Man(KNIGHT, us);
        if (!in_check(after, us)) return true;
    }
    return false;
}

static bool is_mate(const Position& p) {
    if (!in_check(p, p.turn) || !stuck(p)) return false;
    return !(rules.variant == BUGHOUSE && rules.unblockable && blockable(p));
}

static Position passed(const Position& p) {
    Position after = p;
    after.turn = !p.turn;
    after.passant = -1;
    return after;
}

static bool is_stalemate(const Position& p) {
    // In bughouse a side without a move waits for a man.
    return rules.variant != BUGHOUSE && !in_check(p, p.turn) && stuck(p);
}

enum Aim { MATE, STALEMATE, DOUBLE };
static bool reached(const Position& p, Aim aim) {
    if (aim == MATE) return is_mate(p);
    return is_stalemate(p) && (aim == STALEMATE || stuck(passed(p)));
}

static bool can_reach(const Position& p, Aim aim) {
    return !moves(p, [&](const Move&, const Position& after) { return !reached(after, aim); });
}

// ---- the memory

// Everything that the future of a position depends on, and a number.
static string key_of(const Position& p, int extra) {
    string key = {char(extra), char(p.turn), char(p.passant)};
    for (int s = 0; s < 64; s++) {
        const Man& m = p.board[s];
        bool promoted = rules.variant == CRAZYHOUSE && bit(p.promoted, s);
        key += char(m.role ? m.role + 8 * m.colour + 16 * promoted : 0);
    }
    for (int c : {0, 1}) {
        for (int s : {0, 1}) key += char(p.castle[c][s]);
        if (rules.variant != CHESS) key.append(p.hand[c], p.hand[c] + 7);
    }
    return key;
}

// ---- forced play: direct, self and reflex

enum Play { DIRECT, SELF, REFLEX, SEMI };
struct Bounds {
    int refuted = 0, proved = 1 << 20;
};

struct Forced {
    Play play_kind;
    Aim aim;
    std::unordered_map<string, Bounds> memory;

    // Whether the side to move reaches the goal within n. Shorter ways are tried first.
    bool wins(const Position& p, int n) {
        if (n <= 0) return false;
        string key = key_of(p, 0);
        Bounds known = memory[key];
        if (n <= known.refuted) return false;
        if (n >= known.proved) return true;
        count();
        bool may_choose = !(play_kind == REFLEX && can_reach(p, aim));
        for (int k = known.refuted + 1; k <= n; k++) {
            if (may_choose && !moves(p, [&](const Move&, const Position& after) { return !loses(after, k); })) {
                memory[key].proved = k;
                return true;
            }
            memory[key].refuted = k;
        }
        return false;
    }

    // The same after a move of the attacker, which n counts: the other side is to reply.
    bool loses(const Position& p, int n) {
        if (play_kind == REFLEX || play_kind == SEMI) {
            if (can_reach(p, aim)) return true;
        }
        bool any = false;
        if (play_kind == DIRECT) {
            if (n == 1) return reached(p, aim);
            bool all = moves(p, [&](const Move&, const Position& after) {
                any = true;
                return wins(after, n - 1);
            });
            return any ? all : reached(p, aim);
        }
        bool all = moves(p, [&](const Move&, const Position& after) {
            any = true;
            return reached(after, aim) || wins(after, n - 1);
        });
        return any && all;
    }

    // Whether the side to move is mated within n (direct play).
    bool mated(const Position& p, int n) {
        bool any = false;
        bool all = moves(p, [&](const Move&, const Position& after) {
            any = true;
            return n > 0 && wins(after, n);
        });
        return any ? all : reached(p, aim);
    }
};

// ---- cooperative play: help, helpself, helpreflex, series

struct Joint {
    string play_kind; // h hs hr ser- ser-h ser-s ser-r
    Aim aim;
    std::unordered_map<string, uint64_t> memory;

    bool series() const { return play_kind.compare(0, 4, "ser-") == 0; }

    bool goes_on(const Position& p, int left) {
        if (left == 1 && (play_kind == "hs" || play_kind == "ser-s"))
            return moves(p, [&](const Move&, const Position& after) { return reached(after, aim); });
        if (left > 1 && (play_kind == "hr" || play_kind == "ser-r")) return !can_reach(p, aim);
        return true;
    }

    // Calls `each` with each first move and the number of lines that begin with it.
    template <class Each> void firsts(const Position& p, int left, Each each) {
        if (!goes_on(p, left)) return;
        moves(p, [&](const Move& m, const Position& after) {
            int waits_above = play_kind == "ser-" ? 1 : 2;
            if (!series() || left <= waits_above) {
                each(m, after, left - 1, false);
            } else if (!in_check(after, after.turn) && !(play_kind == "ser-r" && can_reach(after, aim))) {
                each(m, passed(after), left - 2, true);
            }
            return true;
        });
    }

    uint64_t lines(const Position& p, int left) {
        if (left == 0) return reached(p, aim);
        string key = key_of(p, 1 + left);
        auto known = memory.find(key);
        if (known != memory.end()) return known->second;
        count();
        uint64_t sum = 0;
        firsts(p, left, [&](const Move&, const Position& after, int rest, bool) { sum += lines(after, rest); });
        memory[key] = sum;
        return sum;
    }
};

// ---- reading and writing

static string name(int s) { return string(1, 'a' + file_of(s)) + string(1, '1' + rank_of(s)); }

static string uci(const Move& m) {
    if (m.from < 0) return string(1, LETTERS[m.promotion]) + "@" + name(m.to);
    // Castling that is not the usual one names the rook's square, as in Chess960.
    if (m.rook >= 0 && (file_of(m.from) != 4 || file_of(m.rook) % 7 != 0)) return name(m.from) + name(m.rook);
    string text = name(m.from) + name(m.to);
    if (m.promotion) text += char(LETTERS[m.promotion] + 32);
    return text;
}

static Position read(const string& fen) {
    Position p;
    std::istringstream words(fen);
    string board, turn, castling, passant;
    if (!(words >> board >> turn >> castling >> passant)) throw std::runtime_error("no FEN");
    string hands;
    if (size_t bracket = board.find('['); bracket != string::npos) {
        hands = board.substr(bracket + 1, board.size() - bracket - 2);
        board = board.substr(0, bracket);
    }
    int f = 0, r = 7;
    for (char c : board) {
        if (c == '/') {
            f = 0;
            r--;
        } else if (c == '~') {
            put(p.promoted, square(f - 1, r), true);
        } else if (c >= '1' && c <= '8') {
            f += c - '0';
        } else {
            size_t role = LETTERS.find(toupper(c));
            if (role == string::npos || role == 0 || !inside(f, r)) throw std::runtime_error("bad board");
            int colour = islower(c) ? BLACK : WHITE;
            if (role == KING) p.king[colour] = square(f, r);
            p.board[square(f++, r)] = Man(role, colour);
        }
    }
    if (p.king[WHITE] == 64 || p.king[BLACK] == 64) throw std::runtime_error("no king");
    for (char c : hands) p.hand[islower(c) ? BLACK : WHITE][LETTERS.find(toupper(c))]++;
    p.turn = turn == "w" ? WHITE : BLACK;
    for (char c : castling)
        if (c != '-') {
            int colour = islower(c) ? BLACK : WHITE, home = colour == WHITE ? 0 : 7, file = toupper(c) - 'A';
            auto is_rook = [&](int f) { return p.board[square(f, home)].role == ROOK && p.board[square(f, home)].colour == colour; };
            // K and Q stand for the outermost rooks.
            if (toupper(c) == 'K')
                for (file = 7; file > 0 && !is_rook(file);) file--;
            if (toupper(c) == 'Q')
                for (file = 0; file < 7 && !is_rook(file);) file++;
            if (is_rook(file)) p.castle[colour][file < file_of(p.king[colour])] = file;
        }
    if (passant != "-") p.passant = square(passant[0] - 'a', passant[1] - '1');
    return p;
}

struct Stipulation {
    string play;
    Aim aim = MATE;
    int half = 0; // twice the number of moves
};

static Stipulation stipulation(const string& text) {
    size_t sign = text.find_first_of("#=");
    if (sign == string::npos) throw std::runtime_error("no stipulation");
    Stipulation s;
    s.play = text.substr(0, sign);
    size_t number = sign + 1;
    if (text[sign] == '=') {
        s.aim = STALEMATE;
        if (text.compare(sign, 2, "==") == 0) {
            s.aim = DOUBLE;
            number++;
        }
    }
    s.half = int(atof(text.c_str() + number) * 2 + 0.5);
    return s;
}

static string length_text(int half) { return std::to_string(half / 2) + (half % 2 ? ".5" : ""); }

static string joined(vector<string> all, const char* between = " ") {
    std::sort(all.begin(), all.end());
    string text;
    for (auto& one : all) text += (text.empty() ? "" : between) + one;
    return text.empty() ? "-" : text;
}

static bool is_joint(const Stipulation& s) { return s.play[0] == 'h' || s.play.compare(0, 4, "ser-") == 0; }

static int plies(const Stipulation& s, int half) { return s.play == "ser-" ? half - 1 : half; }

static string lines_of(Joint& joint, const Position& p, int left) {
    vector<string> found;
    std::function<void(const Position&, int, string)> walk = [&](const Position& at, int rest, string before) {
        if (rest == 0) {
            if (reached(at, joint.aim)) found.push_back(before);
            return;
        }
        if (!joint.lines(at, rest)) return;
        joint.firsts(at, rest, [&](const Move& m, const Position& after, int then, bool waits) {
            walk(after, then, before + (before.empty() ? "" : ",") + uci(m) + (waits ? ",--" : ""));
        });
    };
    walk(p, left, "");
    return joined(found);
}

// Whether a line, with a comma after each move, is a solution of this many half-moves.
static bool is_line(Joint& joint, const Position& p, int left, const string& line) {
    if (line.empty() || left == 0) return line.empty() && left == 0 && reached(p, joint.aim);
    bool found = false;
    joint.firsts(p, left, [&](const Move& m, const Position& after, int then, bool waits) {
        string written = uci(m) + (waits ? ",--," : ",");
        if (line.compare(0, written.size(), written) == 0)
            found = found || is_line(joint, after, then, line.substr(written.size()));
    });
    return found;
}

static const string NOTHING = "0\t-\t0";

static string result(int half, const vector<string>& keys, uint64_t number) {
    return length_text(half) + "\t" + joined(keys) + "\t" + std::to_string(number);
}

static uint64_t perft(const Position& p, int depth) {
    uint64_t sum = 0;
    if (depth == 0) return 1;
    moves(p, [&](const Move&, const Position& after) { sum += perft(after, depth - 1); return true; });
    return sum;
}

// The moves for which `works` returns true.
template <class Works> static vector<string> those(const Position& p, Works works) {
    vector<string> found;
    moves(p, [&](const Move& m, const Position& after) {
        if (works(after)) found.push_back(uci(m));
        return true;
    });
    return found;
}

static string answer_joint(const Position& p, const Stipulation& s, const string& verb, const string& line) {
    Joint joint{s.play, s.aim, {}};
    if (verb == "line") return is_line(joint, p, plies(s, s.half), line + ",") ? "yes" : "no";
    if (verb == "lines") return lines_of(joint, p, plies(s, s.half));
    string counts;
    for (int half = s.half % 2 == 1 ? 1 : 2; half <= s.half; half += 2) {
        if (half < 2 && s.play != "h") continue;
        uint64_t number = joint.lines(p, plies(s, half));
        if (verb == "counts") {
            counts += (counts.empty() ? "" : " ") + length_text(half) + ":" + std::to_string(number);
        } else if (number) {
            vector<string> keys;
            joint.firsts(p, plies(s, half), [&](const Move& m, const Position& after, int left, bool) {
                if (joint.lines(after, left)) keys.push_back(uci(m));
            });
            return result(half, keys, number);
        }
    }
    return verb == "counts" ? counts : NOTHING;
}

// The shortest length within `most` in which the side to move reaches the goal (0 if there is none), and all moves of
// that length.
static int shortest(Forced& forced, const Position& p, int most, vector<string>& found) {
    for (int n = 1; n <= most; n++)
        if (forced.wins(p, n)) {
            found = those(p, [&](const Position& after) { return forced.loses(after, n); });
            return n;
        }
    return 0;
}

static string answer_replies(Forced& forced, const Position& p, int bound) {
    vector<string> all;
    moves(p, [&](const Move& m, const Position& after) {
        vector<string> found;
        string said = "-";
        if (forced.play_kind != DIRECT && reached(after, forced.aim))
            said = "goal";
        else if (int n = shortest(forced, after, bound, found))
            said = std::to_string(n) + ":" + joined(found, ",");
        all.push_back(uci(m) + "=" + said);
        return true;
    });
    return joined(all);
}

static string answer_forced(const Position& p, const Stipulation& s, const string& verb) {
    Play kind = s.play == "s" ? SELF : s.play == "r" ? REFLEX : s.play == "semi-r" ? SEMI : DIRECT;
    Forced forced{kind, s.aim, {}};
    int bound = s.half / 2;
    if (verb == "replies") return answer_replies(forced, p, bound);
    if (verb == "within") {
        if (kind == REFLEX && can_reach(p, s.aim)) return "-";
        return joined(those(p, [&](const Position& after) { return forced.loses(after, bound); }));
    }
    vector<string> found;
    if (s.play == "-") {
        for (int n = 0; n <= bound; n++)
            if (forced.mated(p, n)) {
                found = those(p, [&](const Position& after) { return n > 0 && !forced.wins(after, n - 1); });
                return result(2 * n, found, found.size());
            }
        return NOTHING;
    }
    int n = shortest(forced, p, bound, found);
    return result(2 * n, found, found.size());
}

static string answer(const Position& p, const string& question) {
    std::istringstream words(question);
    string verb, rest, line;
    words >> verb >> rest >> line;
    if (verb == "perft") return std::to_string(perft(p, atoi(rest.c_str())));
    if (verb == "moves") return joined(those(p, [](const Position&) { return true; }));
    if (verb == "state") {
        bool check = in_check(p, p.turn);
        return is_mate(p) ? "mate" : is_stalemate(p) ? "stalemate" : check ? "check" : "quiet";
    }
    bool is_asked_plainly = rest.empty();
    Stipulation s = stipulation(is_asked_plainly ? verb : rest);
    if (is_asked_plainly) verb = "";
    return is_joint(s) ? answer_joint(p, s, verb, line) : answer_forced(p, s, verb);
}

int main(int argc, char** argv) {
    if (argc > 1) effort = strtoull(argv[1], nullptr, 10);
    string line;
    while (std::getline(std::cin, line)) {
        vector<string> cells;
        std::istringstream in(line);
        for (string cell; std::getline(in, cell, '\t');) cells.push_back(cell);
        string said;
        try {
            if (cells.size() < 2) throw std::runtime_error("no question");
            rules = Rules();
            Position p = read(cells[0]);
            if (cells.size() > 2) {
                const string& named = cells[2];
                rules.variant = named.find("crazyhouse") == 0 ? CRAZYHOUSE : BUGHOUSE;
                rules.unblockable = named.find("unblockable") != string::npos;
                if (named.find("reserve white") != string::npos) rules.reserve = WHITE;
                if (named.find("reserve black") != string::npos) rules.reserve = BLACK;
            }
            spent = 0;
            said = answer(p, cells[1]);
        } catch (TooHard&) {
            said = "hard";
        } catch (std::exception& e) {
            said = string("error: ") + e.what();
        }
        std::cout << said << "\n" << std::flush;
    }
}
