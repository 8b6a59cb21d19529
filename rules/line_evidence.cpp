#include "rules/line_evidence.hpp"

#include <algorithm>

#include "rules/attacks.hpp"

namespace boardbridge::rules {

namespace {

using std::chrono::milliseconds;

/// Before the certain position stood, the next hand may have been at work already.
constexpr milliseconds kBefore{1500};
/// A full scan.
constexpr milliseconds kScanned{270};
/// A hand needs so long from its piece to the lever; the scan may show the piece later.
constexpr milliseconds kReach{170};

constexpr int kLate = 25;      ///< sensed a whole scan after the press
constexpr int kVeryLate = 50;  ///< ... or only after it had dropped out of its sensor
constexpr int kFarTooLate = 60;
constexpr int kNoPress = 60;  ///< a ply without a press, although a later one has one
constexpr int kNoPly = 60;    ///< a press without a ply
constexpr int kLiftBeforePress = 40;
constexpr int kBackwards = 60;  ///< landed before what it answers, by more than a scan
constexpr int kAlmostBackwards = 6;
constexpr int kLongInTheAir = 15;  ///< lifted long before what it answers had landed
constexpr int kLateLift = 25;
constexpr int kUnseenTaken = 25;  ///< never sensed, and taken at once
constexpr int kUnseenLeft = 45;   ///< never sensed, and went on with its side's next move
constexpr int kUnseen = 80;
constexpr int kInPassing = 20;  ///< a single step leaves the same board, and is seven times as frequent
constexpr int kSlip = 25;       ///< dropped out of its sensor, or adjusted
constexpr int kOnPath = 2;
constexpr int kCameBack = 15;
constexpr int kWrongSquare = 35;
constexpr int kCarried = 25;
constexpr int kAgain = 6;       ///< the same piece over one more square
constexpr int kHeld = 20;       ///< set down by a hand that still has the piece
constexpr int kTakenBack = 40;  ///< the piece was put back to where it came from
constexpr int kMisread = 30;
constexpr int kOddShort = 60;
constexpr int kOdd = 90;

/// What is said to last for a moment seldom lasts much longer.
int cost_of_lasting(std::chrono::microseconds lasted) {
    constexpr milliseconds kMoment{1200};
    constexpr milliseconds kPerPoint{50};
    const auto longer = lasted - kMoment;
    return longer <= milliseconds(0) ? 0 : static_cast<int>(std::min<std::int64_t>(longer / kPerPoint, 200));
}

Bitboard path_of(const Position& before, Move m) {
    if (m.kind() != MoveKind::Castling) return between(m.from(), m.to());
    const std::size_t wing = m.to() > m.from() ? CastlingRights::kKingside : CastlingRights::kQueenside;
    return between(m.from(), castled_king_square(before.turn(), wing)) |
           between(m.to(), castled_rook_square(before.turn(), wing)) | bit(m.from()) | bit(m.to());
}

Bitboard touched_by(const PlayedLine& line) {
    Bitboard touched = 0;
    for (const PlayedPly& ply : line) {
        for (std::size_t i = 0; i < ply.touched; ++i) touched |= bit(ply.touches[i].square);
    }
    return touched;
}

}  // namespace

LineEvidence::LineEvidence(const SensedBoard& board, const Position& base, std::span<const PressSeen> presses,
                           Circumstances circumstances)
    : board_(board), base_(base), presses_(presses), c_(circumstances), log_(board, c_.since - kBefore) {}

/// A ply cannot have landed before the last press of its own side, nor long before what it answers.
Instant LineEvidence::floor_for(const PlayedLine& line) const {
    Instant floor = line.empty() ? c_.since : line.back().landed;
    floor -= milliseconds(900);
    if (line.size() >= 2 && line[line.size() - 2].pressed) {
        floor = std::max(floor, *line[line.size() - 2].pressed);
    }
    return floor;
}

PlayedPly LineEvidence::played(const PlayedLine& line, const Position& before, Move m,
                               Reading reading) const {
    PlayedPly ply;
    ply.move = m;
    ply.side = before.turn();
    ply.mover = before.piece_at(m.from());
    ply.path = path_of(before, m);
    ply.key = m.to();
    if (before.captures(m)) {
        ply.captured = m.kind() == MoveKind::EnPassant ? make_piece(opposite(ply.side), PieceType::Pawn)
                                                       : before.piece_at(m.to());
    }
    for (Bitboard rest = changed_squares(before, m); rest != 0;) {
        const Square s = pop_first(rest);
        ply.touches[ply.touched++] = {s, before.piece_at(s), piece_after(before, m, s), {}, false};
        const bool castled_king = m.kind() == MoveKind::Castling &&
                                  piece_after(before, m, s) == make_piece(ply.side, PieceType::King);
        if (castled_king) ply.key = s;
    }
    const Instant floor = floor_for(line);
    find_arrivals(ply, floor, reading.arrival);
    if (ply.landed == Instant{}) ply.landed = line.empty() ? c_.since : line.back().landed;
    find_departures(ply, line, floor, reading.first_lift);
    if (!ply.seen && ply.left) {
        ply.landed = std::max(ply.landed, ply.lifted);
        for (std::size_t i = 0; i < ply.touched; ++i) {
            if (ply.touches[i].after != Piece::None && !ply.touches[i].seen) ply.touches[i].at = ply.landed;
        }
    }
    return ply;
}

void LineEvidence::find_arrivals(PlayedPly& ply, Instant floor, int nth) const {
    for (std::size_t i = 0; i < ply.touched; ++i) {
        auto& touch = ply.touches[i];
        if (touch.after == Piece::None) continue;
        const SensedLog::Stretch* arrival = nullptr;
        if (nth >= 0) arrival = log_.arrival(touch.square, touch.after, floor, nth);
        if (nth <= kMisreadFirst && touch.square == ply.key) {
            arrival = log_.misread(touch.square, touch.after, floor, kMisreadFirst - nth);
            // A pawn that stands on the last rank is no misread piece: its promotion is not completed.
            if (arrival != nullptr && ply.move.kind() == MoveKind::Promotion && arrival->piece == ply.mover) {
                arrival = nullptr;
            }
            ply.misread = arrival != nullptr;
        }
        if (arrival == nullptr) {
            ply.seen = false;
            continue;
        }
        touch.at = arrival->from;
        touch.seen = true;
        ply.landed = std::max(ply.landed, arrival->misread_since);
    }
}

void LineEvidence::find_departures(PlayedPly& ply, const PlayedLine& line, Instant floor, bool first) const {
    ply.lifted = ply.landed;
    for (std::size_t i = 0; i < ply.touched; ++i) {
        auto& touch = ply.touches[i];
        if (touch.after != Piece::None) {
            if (!touch.seen) touch.at = ply.landed;
            continue;
        }
        const bool victim = ply.move.kind() == MoveKind::EnPassant && touch.square != ply.move.from();
        const Instant soon = !ply.seen ? c_.now : ply.landed + (victim ? milliseconds(1500) : kScanned);
        const Instant earliest = floor - milliseconds(600);
        auto at = log_.departure(touch.square, touch.before, earliest, soon, first || !ply.seen);
        if (!at) {
            at = log_.departure(touch.square, touch.before, floor, ply.landed + milliseconds(1500), true);
            if (at && !victim && ply.move.kind() != MoveKind::Promotion) ply.late_lift = true;
        }
        touch.seen = at.has_value();
        touch.at = at.value_or(ply.landed);
        if (!at) {
            const auto never_there = [&](const PlayedPly& p) {
                return p.key == touch.square && (!p.seen || p.misread);
            };
            ply.left = ply.left && std::ranges::any_of(line, never_there);
            at = log_.departure(touch.square, Piece::Unknown, earliest, soon, false);
            touch.at = at.value_or(ply.landed);
        }
        if (!victim) ply.lifted = ply.seen ? std::min(ply.lifted, touch.at) : touch.at;
    }
}

int LineEvidence::cost_of_presses(PlayedLine& line, bool whole) const {
    if (!c_.clock) return 0;
    int cost = 0;
    std::size_t next = 0;
    int open_plies = 0;
    for (PlayedPly& ply : line) {
        ply.pressed.reset();
        std::size_t found = next;
        while (found < presses_.size() &&
               (presses_[found].side != ply.side || presses_[found].at + c_.late_change < ply.landed)) {
            ++found;
        }
        if (found == presses_.size()) {
            ++open_plies;
            continue;
        }
        cost += kNoPly * static_cast<int>(found - next) + kNoPress * open_plies;
        open_plies = 0;
        next = found + 1;
        ply.pressed = presses_[found].at;
        const auto late = ply.landed - *ply.pressed;
        if (!ply.seen || late <= kReach) continue;
        cost += late <= milliseconds(300) ? kLate : late <= milliseconds(700) ? kVeryLate : kFarTooLate;
    }
    if (!whole) return cost;
    for (std::size_t i = next; i < presses_.size(); ++i) {
        cost += c_.now - presses_[i].at > kScanned ? kNoPly : 4;
    }
    if (c_.running && open_plies > 2) cost += kNoPress * (open_plies - 2);
    return cost;
}

int LineEvidence::cost_of_unseen(const PlayedLine& line, std::size_t i, bool whole) const {
    const PlayedPly& ply = line[i];
    const bool last = i + 1 == line.size();
    if (!last && line[i + 1].move.kind() == MoveKind::EnPassant) return kUnseenTaken + kInPassing;
    if (!last && line[i + 1].move.to() == ply.key) return kUnseenTaken;
    if (last && contains(log_.changed(), ply.key) && board_[ply.key] == Piece::None) return kUnseenTaken;
    const bool went_on = i + 2 < line.size() ? line[i + 2].move.from() == ply.key : !whole;
    return went_on ? kUnseenLeft : kUnseen;
}

int LineEvidence::cost_of_order(const PlayedLine& line, bool whole) const {
    int cost = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const PlayedPly& ply = line[i];
        // At its press a piece stood, however late the scan saw it.
        const Instant answered = i == 0                ? c_.since
                                 : line[i - 1].pressed ? std::min(line[i - 1].landed, *line[i - 1].pressed)
                                                       : line[i - 1].landed;
        if (!ply.seen) {
            cost += cost_of_unseen(line, i, whole);
        } else if (ply.landed < answered) {
            cost += ply.landed + kScanned < answered ? kBackwards : kAlmostBackwards;
        }
        if (ply.late_lift) cost += kLateLift;
        if (!ply.left) cost += kUnseen;
        if (ply.lifted + milliseconds(700) < answered) cost += kLongInTheAir;
        if (i >= 2 && line[i - 2].pressed && ply.lifted < *line[i - 2].pressed + milliseconds(30)) {
            cost += kLiftBeforePress;
        }
    }
    return cost;
}

int LineEvidence::cost_of_plies(PlayedLine& line, bool whole) const {
    const int presses = cost_of_presses(line, whole);
    return presses + cost_of_order(line, whole);
}

int LineEvidence::cost_of_empty(const SensedLog::Stretch& x, bool taken_next, Piece expected) const {
    const SensedLog::Stretch* after = log_.next(x);
    // The captured piece was lifted before the other came.
    if (taken_next && after != nullptr && after->piece != expected) return 0;
    return kSlip + cost_of_lasting(x.until - x.from);
}

int LineEvidence::cost_of_piece(const SensedLog::Stretch& x, const PlayedLine& line, Piece expected,
                                Bitboard held, Strays& strays) const {
    const auto lasted = x.until - x.from;
    int best = lasted < milliseconds(350) ? kOddShort : kOdd;
    std::uint8_t* stray = nullptr;
    for (std::size_t n = 0; n < line.size(); ++n) {
        const PlayedPly& ply = line[n];
        const auto at_most = [&](int first_time, std::uint8_t& times) {
            const int cost = times == 0 ? first_time : kAgain;
            if (cost >= best) return;
            best = cost;
            stray = &times;
        };
        const bool in_flight =
            x.from >= ply.lifted - milliseconds(300) && x.from <= ply.landed + milliseconds(300);
        const bool castles =
            ply.move.kind() == MoveKind::Castling && x.piece == make_piece(ply.side, PieceType::Rook);
        const bool promoted =
            ply.move.kind() == MoveKind::Promotion && x.piece == make_piece(ply.side, ply.move.promotion());
        if (in_flight && (x.piece == ply.mover || castles || promoted) && expected == Piece::None) {
            if (contains(ply.path, x.square)) {
                best = std::min(best, kOnPath);
            } else if (x.square == ply.key) {
                best = std::min(best, kCameBack);
            } else {
                at_most(kWrongSquare, strays.moved[n]);
            }
        }
        if (x.piece == ply.captured && x.from >= ply.lifted - milliseconds(300) &&
            x.from <= ply.landed + milliseconds(1300)) {
            at_most(kCarried, strays.captured[n]);
        }
        // The pawn may stand on the last rank, and a player may change his mind, until the piece is there.
        const bool promoting = ply.move.kind() == MoveKind::Promotion && x.square == ply.key &&
                               is_piece(x.piece) && color_of(x.piece) == ply.side && x.from <= ply.landed;
        if (promoting && !ply.misread && x.piece != make_piece(ply.side, ply.move.promotion())) return 0;
        if (ply.misread && ply.key == x.square && ply.landed == x.from) best = std::min(best, kMisread);
        const bool arrives = std::ranges::any_of(ply.touches, [&](const PlayedPly::Touch& t) {
            return t.seen && t.square == x.square && t.at == x.until;
        });
        if (arrives && lasted <= milliseconds(600)) best = std::min(best, kMisread);
    }
    for (Bitboard rest = expected == Piece::None ? held : 0; rest != 0;) {
        const Square s = pop_first(rest);
        if (end_at(s, line) == x.piece && board_.changed_at(s) <= x.from + milliseconds(300)) {
            best = std::min(best, kHeld);
        }
    }
    if (expected != Piece::None && lasted <= milliseconds(600)) {
        const SensedLog::Stretch* after = log_.next(x);
        if (after != nullptr && after->piece == expected) best = std::min(best, kMisread);
    }
    if (best > kTakenBack && log_.went_back(x)) return kTakenBack;
    if (stray != nullptr && best >= kAgain) ++*stray;
    return best == 0 ? 0 : best + cost_of_lasting(x.until - x.from);
}

/// What stands on the square when the line is over.
Piece LineEvidence::end_at(Square s, const PlayedLine& line) const {
    Piece p = base_.piece_at(s);
    for (const PlayedPly& ply : line) {
        for (std::size_t i = 0; i < ply.touched; ++i) {
            if (ply.touches[i].square == s) p = ply.touches[i].after;
        }
    }
    return p;
}

int LineEvidence::cost_of_stretch(const SensedLog::Stretch& x, const PlayedLine& line, Bitboard touched,
                                  Bitboard held, Strays& strays) const {
    Piece expected = base_.piece_at(x.square);
    if (!contains(touched, x.square) && x.piece == expected) return 0;
    const PlayedPly::Touch* last = nullptr;
    const PlayedPly::Touch* next = nullptr;
    for (const PlayedPly& ply : line) {
        for (std::size_t i = 0; i < ply.touched && next == nullptr; ++i) {
            const auto& touch = ply.touches[i];
            if (touch.square == x.square) (touch.at <= x.from ? last : next) = &touch;
        }
    }
    // Of what was never sensed in time any trace would have been seen before.
    if (last != nullptr && !last->seen) {
        return x.piece == Piece::None ? 0 : x.piece == last->after ? kVeryLate : kMisread;
    }
    if (last != nullptr) expected = last->after;
    if (x.piece == expected) return 0;
    const bool taken_next = next != nullptr && next->before == expected && next->after != Piece::None;
    return x.piece == Piece::None ? cost_of_empty(x, taken_next, expected)
                                  : cost_of_piece(x, line, expected, held, strays);
}

/// The piece that a line's last ply but one brought there was gone before the press that completed the ply.
bool LineEvidence::left_before_press(Square s, const PlayedLine& line) const {
    if (line.size() < 2) return false;
    const PlayedPly& own = line[line.size() - 2];
    return own.seen && own.key == s && own.pressed && board_.changed_at(s) < *own.pressed;
}

/// What the board shows now and the line does not say: a hand at work, or a contradiction.
int LineEvidence::cost_of_rest(const PlayedLine& line, const Position& end) const {
    Bitboard differing = unequal_squares(board_.placement().squares(), end.board());
    const Color turn = end.turn();
    int cost = 0;
    int lifted_own = 0;
    int set_down = 0;  // a hand holds one piece at a time
    while (differing != 0) {
        const Square s = pop_first(differing);
        const Piece sensed = board_[s];
        const Piece expected = end.piece_at(s);
        const auto age = c_.now - board_.changed_at(s);
        if (sensed == Piece::None) {
            if (color_of(expected) == turn) {
                cost += (lifted_own++ == 0 ? 1 : 15) + cost_of_lasting(age) / 4;
                if (left_before_press(s, line)) cost += kLiftBeforePress;
            } else {
                cost += 15 + cost_of_lasting(age);
            }
        } else if (expected == Piece::None) {
            const bool own = is_piece(sensed) && color_of(sensed) == turn;
            const bool carried = !line.empty() && line.back().captured == sensed;
            cost += (own       ? 18
                     : carried ? 20
                               : 30) +
                    25 * set_down++ + (age > milliseconds(700) ? 10 : 0) + cost_of_lasting(age);
        } else {
            cost += 30 + (age > milliseconds(600) ? 40 : 0) + cost_of_lasting(age);
        }
    }
    return cost;
}

int LineEvidence::cost_of_board(const PlayedLine& line, const Position& end) const {
    int cost = cost_of_rest(line, end);
    Strays strays;
    // Pieces that are in a hand now.
    const Bitboard held = end.occupied() & ~board_.placement().occupied();
    const Bitboard touched = touched_by(line);
    for (std::size_t i = 0; i < log_.size(); ++i) {
        const auto& x = log_[i];
        if (x.stood_before || x.until == SensedLog::kOpen || x.from <= c_.since) continue;
        cost += cost_of_stretch(x, line, touched, held, strays);
    }
    return cost;
}

int LineEvidence::cost_of_settled(const PlayedLine& line, int enough) const {
    if (line.empty()) return 0;
    const Instant settled = line.back().landed - milliseconds(900);
    const Bitboard touched = touched_by(line);
    Strays strays;
    int cost = 0;
    for (std::size_t i = 0; i < log_.size() && cost < enough; ++i) {
        const auto& x = log_[i];
        if (x.stood_before || x.until > settled || x.from <= c_.since) continue;
        cost += cost_of_stretch(x, line, touched, 0, strays);
    }
    return cost;
}

}  // namespace boardbridge::rules
