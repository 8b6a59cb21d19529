// See dgt_memory.hpp.
#include "drivers/simulated/dgt_memory.hpp"

#include <algorithm>
#include <string_view>

namespace boardbridge::simulated {

using rules::Piece;

namespace {

constexpr std::byte kPowerUp{0x6A};
constexpr std::byte kEnd{0x6B};
constexpr std::byte kFourRows{0x6C};
constexpr std::byte kEmptyBoard{0x6D};
constexpr std::byte kDownloaded{0x6E};
constexpr std::byte kStartPosition{0x6F};
constexpr std::byte kStartPositionRotated{0x7A};
constexpr std::byte kStartTag{0x7B};
constexpr std::byte kNothing{0x7F};
constexpr Micros kSoon = std::chrono::milliseconds(250);

constexpr std::string_view kArray = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

/// Squares on which the fields differ from the start array, seen from either side.
int off_array(const Scanner::Fields& fields, bool rotated) {
    int off = 0;
    for (std::size_t f = 0; f < 64; ++f) {
        const char wanted = kArray[rotated ? 63 - f : f];
        const char is = fields[f] == Piece::None ? '.' : rules::fen_letter(fields[f]);
        if (is != wanted) ++off;
    }
    return off;
}

bool fills_outer_rows(const Scanner::Fields& fields) {
    for (std::size_t f = 0; f < 64; ++f) {
        const bool outer = f < 16 || f >= 48;
        if ((fields[f] != Piece::None) != outer) return false;
    }
    return true;
}

}  // namespace

void DgtMemory::add(std::initializer_list<std::byte> event) {
    bytes_.insert(bytes_.end(), event);
    end_ += event.size();
    while (bytes_.size() > kDumpSize - 1) bytes_.pop_front();
    last_field_.reset();
}

void DgtMemory::add_piece(unsigned field, Piece p, Instant now) {
    const bool soon = last_piece_ && now - *last_piece_ < kSoon;
    const std::byte first = std::byte{0x40} | dgt_piece_code(p) | (soon ? std::byte{0x10} : std::byte{0});
    add({first, static_cast<std::byte>(field)});
    last_piece_ = now;
    last_field_ = field;
}

void DgtMemory::power_up(const Scanner::Fields& fields, Instant now) {
    add({kNothing, kNothing, kNothing, kPowerUp});
    tag_armed_ = true;
    for (unsigned f = 0; f < 64; ++f) {
        if (fields[f] != Piece::None) add_piece(f, fields[f], now);
    }
    add_position_tags(fields);
}

void DgtMemory::piece(unsigned field, Piece p, const Scanner::Fields& now_sensed, Instant now) {
    // A piece that flickers alone rewrites its last entry; one that has been read already stays.
    if (last_field_ == field && end_ - 2 >= taken_ && bytes_.size() >= 2) {
        bytes_.resize(bytes_.size() - 2);
        end_ -= 2;
    }
    add_piece(field, p, now);
    add_position_tags(now_sensed);
}

/// Re-armed only after more than two pieces have left the position.
void DgtMemory::add_position_tags(const Scanner::Fields& fields) {
    const int off = off_array(fields, false);
    const int off_rotated = off_array(fields, true);
    const bool empty = std::all_of(fields.begin(), fields.end(), [](Piece p) { return p == Piece::None; });
    const bool rows = fills_outer_rows(fields);
    if (!tag_armed_) {
        tag_armed_ = std::min(off, off_rotated) > 4 && !rows && !empty;
        return;
    }
    if (off == 0) {
        add({kStartPosition});
    } else if (off_rotated == 0) {
        add({kStartPositionRotated});
    } else if (empty) {
        add({kEmptyBoard});
    } else if (rows) {
        add({kFourRows});
    } else {
        return;
    }
    tag_armed_ = false;
}

void DgtMemory::lever(rules::ClockSide halted, Micros left) {
    const std::int64_t s =
        std::min<std::int64_t>(std::chrono::ceil<std::chrono::seconds>(left).count(), 35999);
    const auto bcd = [](std::int64_t v) { return static_cast<std::byte>((v / 10) << 4 | v % 10); };
    const std::byte side = halted == rules::ClockSide::Left ? std::byte{0x10} : std::byte{0};
    add({std::byte{0x60} | side | static_cast<std::byte>(s / 3600), bcd(s / 60 % 60), bcd(s % 60)});
}

void DgtMemory::start_game(const Scanner::Fields& fields, Instant now) {
    start_ = end_;
    add({kStartTag});
    for (unsigned f = 0; f < 64; ++f) {
        if (fields[f] != Piece::None) add_piece(f, fields[f], now);
    }
}

Bytes DgtMemory::range(std::uint64_t from, std::uint64_t to) const {
    from = std::max(from, first_held());
    if (from >= to) return {};
    const auto at = [this](std::uint64_t p) {
        return bytes_.begin() + static_cast<std::ptrdiff_t>(p - first_held());
    };
    return {at(from), at(to)};
}

Bytes DgtMemory::dump() {
    Bytes out(kDumpSize - 1 - bytes_.size(), kNothing);
    out.insert(out.end(), bytes_.begin(), bytes_.end());
    out.push_back(kEnd);
    add({kDownloaded});
    return out;
}

Bytes DgtMemory::take_changes() {
    Bytes out = range(taken_, end_);
    taken_ = end_;
    return out;
}

Bytes DgtMemory::from_start() const { return range(start_, taken_); }

}  // namespace boardbridge::simulated
