// Sets of squares as 64-bit words: bit i is Square i (a1 = bit 0).
#pragma once

#include <bit>
#include <cstdint>

#include "rules/square.hpp"

namespace boardbridge::rules {

using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square s) { return Bitboard{1} << index(s); }
constexpr bool contains(Bitboard b, Square s) { return (b >> index(s) & 1) != 0; }
constexpr int count(Bitboard b) { return std::popcount(b); }
/// Lowest square of a set that is not empty.
constexpr Square first(Bitboard b) { return static_cast<Square>(std::countr_zero(b)); }
/// Takes the lowest square out of a set that is not empty.
constexpr Square pop_first(Bitboard& b) {
    const Square s = first(b);
    b &= b - 1;
    return s;
}

constexpr Bitboard kFileA = 0x0101010101010101ULL;
constexpr Bitboard kFileH = kFileA << 7;
constexpr Bitboard kRank1 = 0xFFULL;
constexpr Bitboard kRank8 = kRank1 << 56;
constexpr Bitboard file_mask(int file) { return kFileA << file; }
constexpr Bitboard rank_mask(int rank) { return kRank1 << (8 * rank); }

}  // namespace boardbridge::rules
