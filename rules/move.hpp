// A legal move, packed in 16 bits, and a fixed-size list of them.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "rules/piece.hpp"
#include "rules/square.hpp"

namespace boardbridge::rules {

enum class MoveKind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

/// from, to and kind. Castling is stored as king takes own rook (to = the rook's square), in standard chess
/// too.
class Move {
public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to, MoveKind kind = MoveKind::Normal,
                   PieceType promotion = PieceType::Knight)
        : bits_(static_cast<std::uint16_t>(static_cast<unsigned>(from) | static_cast<unsigned>(to) << 6U |
                                           (static_cast<unsigned>(promotion) - 2U) << 12U |
                                           static_cast<unsigned>(kind) << 14U)) {}

    constexpr Square from() const { return static_cast<Square>(bits_ & 63U); }
    constexpr Square to() const { return static_cast<Square>(bits_ >> 6U & 63U); }
    constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14U); }
    /// Knight to queen; only for kind() == Promotion.
    constexpr PieceType promotion() const { return static_cast<PieceType>((bits_ >> 12U & 3U) + 2U); }
    constexpr std::uint16_t raw() const { return bits_; }
    static constexpr Move from_raw(std::uint16_t raw) {
        Move m;
        m.bits_ = raw;
        return m;
    }
    friend constexpr bool operator==(Move, Move) = default;

private:
    std::uint16_t bits_ = 0;
};

/// Bounded list: no position reached in play has over 218 legal moves; made-up ones may, and are cut at the
/// capacity (overflowed() tells).
class MoveList {
public:
    static constexpr std::size_t kCapacity = 512;

    void add(Move m) {
        if (size_ < kCapacity)
            moves_[size_++] = m;
        else
            overflowed_ = true;
    }
    void clear() {
        size_ = 0;
        overflowed_ = false;
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    bool overflowed() const { return overflowed_; }
    Move operator[](std::size_t i) const {
        assert(i < size_);
        return moves_[i];
    }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

private:
    std::array<Move, kCapacity> moves_;
    std::size_t size_ = 0;
    bool overflowed_ = false;
};

}  // namespace boardbridge::rules
