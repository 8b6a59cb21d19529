#include "rules/sensed_board.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {

/// Longer than a piece drops out of its sensor or is misread on landing, shorter than a piece is moved away
/// and back.
constexpr std::chrono::milliseconds kSlip{700};
/// Longer than a wrong code is read when a piece lands, scan included.
constexpr std::chrono::milliseconds kMisread{350};

bool same_colour(Piece a, Piece b) {
    return is_piece(a) && is_piece(b) ? color_of(a) == color_of(b) : a != Piece::None && b != Piece::None;
}

}  // namespace

bool SensedBoard::set(Square s, Piece p, Instant now) {
    const Piece before = placement_[s];
    if (before == p) return false;
    placement_.set(s, p);
    changed_at_[index(s)] = now;
    history_[written_ % kHistory] = Change{now, s, p, before};
    ++written_;
    last_change_ = now;
    return true;
}

Bitboard SensedBoard::assign(const Placement& p, Instant now) {
    Bitboard changed = 0;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        if (set(square_at(i), p[square_at(i)], now)) changed |= bit(square_at(i));
    }
    if (!known_) last_change_ = now;
    known_ = true;
    return changed;
}

void SensedBoard::rotate() {
    placement_ = placement_.rotated();
    std::ranges::reverse(changed_at_);
    for (Change& c : history_) c.square = rotated(c.square);
}

std::optional<Instant> SensedBoard::arrival(Square s, Piece p) const {
    std::optional<Instant> came;
    bool slipped = false;  // before `came` the square was empty for a moment
    for (std::size_t n = 0; n < std::min(written_, kHistory); ++n) {
        const Change& c = history_[(written_ - 1 - n) % kHistory];
        if (c.square != s) continue;
        if (!came) {
            if (c.piece != p) continue;
            came = c.at;
            // Without identity an empty moment may have been a capture.
            if (p == Piece::Unknown) return came;
        } else if (c.piece == Piece::None) {
            // It had only dropped out of its sensor, or it came anew.
            if (slipped || *came - c.at > kSlip || !same_colour(c.previous, p)) return came;
            slipped = true;
            continue;
        } else {
            // It stood there already, perhaps read as another piece.
            if (c.piece != p && *came - c.at > kMisread) return came;
            came = c.at;
            slipped = false;
        }
    }
    return came;
}

std::optional<Instant> SensedBoard::departure(Square s, Piece p) const {
    for (std::size_t n = 0; n < std::min(written_, kHistory); ++n) {
        const Change& c = history_[(written_ - 1 - n) % kHistory];
        if (c.square == s && c.previous == p) return c.at;
    }
    return std::nullopt;
}

bool SensedBoard::arrived_since(Square s, Piece p, Instant since) const {
    for (std::size_t n = 0; n < std::min(written_, kHistory); ++n) {
        const Change& c = history_[(written_ - 1 - n) % kHistory];
        if (c.at < since) return false;
        if (c.square == s && c.piece == p) return true;
    }
    return false;
}

bool SensedBoard::lifted_between(Color c, Instant from, Instant until) const {
    for (std::size_t n = 0; n < std::min(written_, kHistory); ++n) {
        const Change& change = history_[(written_ - 1 - n) % kHistory];
        if (change.at <= from) return false;
        if (change.at >= until || !is_piece(change.previous)) continue;
        if (color_of(change.previous) == c) return true;
    }
    return false;
}

bool SensedBoard::stood_elsewhere(Piece p, Square s, Instant since, Instant at) const {
    for (std::size_t n = 0; n < std::min(written_, kHistory); ++n) {
        const Change& change = history_[(written_ - 1 - n) % kHistory];
        if (change.at < since) return false;
        if (change.at > at || change.square == s || change.piece != p) continue;
        if (piece_at(change.square, at) == p) return true;
    }
    return false;
}

Piece SensedBoard::piece_at(Square s, Instant at) const {
    Piece p = placement_[s];
    if (changed_at_[index(s)] <= at) return p;
    for (std::size_t n = 0; n < std::min(written_, kHistory); ++n) {
        const Change& c = history_[(written_ - 1 - n) % kHistory];
        if (c.at <= at) break;
        if (c.square == s) p = c.previous;
    }
    return p;
}

int SensedBoard::changes_since(Square s, Instant since) const {
    int found = 0;
    for (std::size_t n = 0; n < std::min(written_, kHistory); ++n) {
        const Change& c = history_[(written_ - 1 - n) % kHistory];
        if (c.at < since) break;
        if (c.square == s) ++found;
    }
    return found;
}

std::optional<SensedBoard::Change> SensedBoard::recent(std::size_t n) const {
    if (n >= std::min(written_, kHistory)) return std::nullopt;
    return history_[(written_ - 1 - n) % kHistory];
}

}  // namespace boardbridge::rules
