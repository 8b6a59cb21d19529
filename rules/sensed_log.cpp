#include "rules/sensed_log.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {

/// A wrong code is read so long at most when a piece lands, scan included.
constexpr std::chrono::milliseconds kMisread{550};
/// A scan, between what left one square and what came to another.
constexpr std::chrono::milliseconds kScanned{300};

}  // namespace

SensedLog::SensedLog(const SensedBoard& board, Instant since) {
    std::size_t oldest = 0;
    while (true) {
        const auto change = board.recent(oldest);
        if (!change || change->at < since) break;
        ++oldest;
    }
    for (std::size_t n = oldest; n > 0; --n) {
        const auto change = *board.recent(n - 1);
        if (!contains(changed_, change.square)) {
            changed_ |= bit(change.square);
            add(change.square, change.previous, since, true);
        }
        add(change.square, change.piece, change.at, false);
        if (change.previous != Piece::None) departed_ |= bit(change.square);
        if (is_piece(change.piece)) arrived_[index(color_of(change.piece))] |= bit(change.square);
        came_[static_cast<std::size_t>(change.piece)] |= bit(change.square);
    }
    find_absences();
}

void SensedLog::find_absences() {
    for (std::size_t i = 0; i < size_; ++i) {
        const Stretch& before = stretches_[i];
        const Stretch* gone = before.piece != Piece::None ? next(before) : nullptr;
        const Stretch* again = gone != nullptr && gone->piece == Piece::None ? next(*gone) : nullptr;
        if (again != nullptr && again->piece == before.piece)
            absences_.push_back({before.square, before.piece, gone->from, again->from});
    }
}

void SensedLog::add(Square s, Piece p, Instant from, bool stood_before) {
    const auto i = static_cast<std::int16_t>(size_++);
    Stretch& added = stretches_[static_cast<std::size_t>(i)];
    added = Stretch{s, p, from, kOpen, from, -1, stood_before};
    if (stood_before) {
        heads_[index(s)] = i;
    } else {
        Stretch& last = stretches_[static_cast<std::size_t>(tails_[index(s)])];
        const bool misread =
            !last.stood_before && is_piece(last.piece) && is_piece(p) && from - last.from <= kMisread;
        if (misread) added.misread_since = last.from;
        last.until = from;
        last.next = i;
    }
    tails_[index(s)] = i;
}

const SensedLog::Stretch* SensedLog::arrival(Square s, Piece p, Instant floor, int nth) const {
    if (!contains(changed_, s)) return nullptr;
    for (const Stretch* x = first(s); x != nullptr; x = next(*x)) {
        if (x->stood_before || x->piece != p || x->from < floor) continue;
        if (nth-- == 0) return x;
    }
    return nullptr;
}

const SensedLog::Stretch* SensedLog::misread(Square s, Piece p, Instant floor, int nth) const {
    if (!contains(changed_, s)) return nullptr;
    for (const Stretch* x = first(s); x != nullptr; x = next(*x)) {
        if (x->stood_before || x->piece == p || x->piece == Piece::None || x->from < floor) continue;
        if (x->until != kOpen && x->until - x->from > kMisread) continue;
        if (nth-- == 0) return x;
    }
    return nullptr;
}

bool SensedLog::went_back(const Stretch& x) const {
    return std::ranges::any_of(absences_, [&x](const Absence& a) {
        return a.piece == x.piece && a.square != x.square && a.from <= x.from + kScanned &&
               a.until + kScanned >= x.until;
    });
}

std::optional<Instant> SensedLog::departure(Square s, Piece p, Instant floor, Instant until,
                                            bool first_one) const {
    std::optional<Instant> found;
    if (!contains(changed_, s)) return found;
    for (const Stretch* x = first(s); x != nullptr && x->until <= until; x = next(*x)) {
        const bool it = p == Piece::Unknown ? x->piece != Piece::None : x->piece == p;
        if (!it || x->until < floor) continue;
        found = x->until;
        if (first_one) break;
    }
    return found;
}

}  // namespace boardbridge::rules
