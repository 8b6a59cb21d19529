// Filling the attack tables. A factor for each square spreads the occupied squares of its lines over an index
// without two different sets of attacked squares meeting; the factors were found by trying sparse random
// numbers.
#include "rules/attacks.hpp"

namespace boardbridge::rules::attack_tables {

namespace {

// clang-format off
constexpr BySquare kBishopFactors = {
    0x0088208100420882ULL, 0x0002842904010010ULL, 0x00100082104A0801ULL, 0xC0144100200000A0ULL,
    0x0001104000300208ULL, 0x0082282008400400ULL, 0x5000445608400200ULL, 0x0002008401111100ULL,
    0x8062082001020210ULL, 0x0104205818810C40ULL, 0x004010208A005020ULL, 0x2006040420882001ULL,
    0x0110640504040001ULL, 0x0400008844402200ULL, 0x0080441208040480ULL, 0x4080A024090C1010ULL,
    0x0021204860040088ULL, 0x8082000862040400ULL, 0x000C001618051101ULL, 0x4008000C8A004108ULL,
    0x0222120401200010ULL, 0x08F1004200522201ULL, 0x0002010420840400ULL, 0x4010802422080214ULL,
    0x001009104128C502ULL, 0xC502108148101080ULL, 0x0000404004040880ULL, 0x1190040040401021ULL,
    0x2380840204802004ULL, 0x8041004208080800ULL, 0x1108004002024212ULL, 0x00C04080404C0421ULL,
    0x0804200800210210ULL, 0x0008482400180144ULL, 0x082D80D000090400ULL, 0x4803020080080080ULL,
    0x1002120400080408ULL, 0x8010011648420201ULL, 0x000200C200010821ULL, 0x8400A880800A0208ULL,
    0x3004100208001000ULL, 0x0888880410190303ULL, 0x00100C0402009400ULL, 0x8410210411009800ULL,
    0x084008010041040AULL, 0x00C810880A000090ULL, 0x2020040082088880ULL, 0x002A02040031210CULL,
    0x0004020111089804ULL, 0x8021008801080028ULL, 0x04100021081880CCULL, 0x8001827084040010ULL,
    0x00C0402002048020ULL, 0x1200400841110006ULL, 0x8442081214004900ULL, 0x0020010200890C00ULL,
    0x0002C50048204400ULL, 0x1090008048380444ULL, 0x0040080446089000ULL, 0x85219000B8420200ULL,
    0x001A000010420200ULL, 0x90C1104102448501ULL, 0x0804108408080840ULL, 0x80400400820E0021ULL,
};
constexpr BySquare kRookFactors = {
    0x018000904002E580ULL, 0x2040001000402004ULL, 0x0100200041001008ULL, 0x120004100A004020ULL,
    0x0200100820040200ULL, 0x0100190006440028ULL, 0x0400081004008102ULL, 0x0200008201004024ULL,
    0x4002802040048000ULL, 0x420A400820100240ULL, 0x0400802000100080ULL, 0x0010808008001000ULL,
    0x0000808008000400ULL, 0x01C40104001008A0ULL, 0x8414000104080210ULL, 0x0040800060800100ULL,
    0x3200208000804000ULL, 0x0080820021004200ULL, 0x9210008010200080ULL, 0x1818008008100080ULL,
    0x0150808004000800ULL, 0x4001010008020400ULL, 0x20100400C8011002ULL, 0x0058020010812044ULL,
    0x0580208080004000ULL, 0x1020400080200080ULL, 0x0041200680100080ULL, 0x0002004200081020ULL,
    0x0088000404002040ULL, 0x0009000900040042ULL, 0x0215000100020004ULL, 0x0020040200004081ULL,
    0x0244400224800289ULL, 0xA000401000402000ULL, 0xA290001080802000ULL, 0x0050010009001220ULL,
    0x100A800400800800ULL, 0x8122810200800400ULL, 0x8001800200800100ULL, 0x1000800040800100ULL,
    0x0200400080008021ULL, 0x0000400020008080ULL, 0x440040A001030017ULL, 0x9000080010008080ULL,
    0x2400100801010004ULL, 0x0A03000400890002ULL, 0x8040900152040008ULL, 0x00030010804D0006ULL,
    0x0010208000410100ULL, 0x0020182040008080ULL, 0x80100AB083200080ULL, 0x8044200900100100ULL,
    0x4208040008008080ULL, 0x0010800400020080ULL, 0x00481170084A0400ULL, 0x1881000204B04100ULL,
    0x0C34220045008012ULL, 0xC010802040001101ULL, 0x0020102000400901ULL, 0x8000A11001000409ULL,
    0x4002002084110802ULL, 0x0001000400080201ULL, 0x0000521001280884ULL, 0x0110040020411082ULL,
};
// clang-format on

struct Step {
    int file;
    int rank;
};
template <std::size_t N>
using Steps = std::array<Step, N>;
constexpr Steps<4> kDiagonals = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr Steps<4> kLines = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr Steps<8> kKnightSteps = {{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr Steps<8> kKingSteps = {{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

constexpr bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

/// Walks from `s` in one direction up to and including the first occupied square.
constexpr Bitboard walk(Square s, Step step, Bitboard occupied) {
    Bitboard reached = 0;
    int file = file_of(s) + step.file;
    int rank = rank_of(s) + step.rank;
    for (; on_board(file, rank); file += step.file, rank += step.rank) {
        const Bitboard here = bit(make_square(file, rank));
        reached |= here;
        if ((occupied & here) != 0) break;
    }
    return reached;
}

constexpr Bitboard walk_all(Square s, const Steps<4>& directions, Bitboard occupied) {
    Bitboard reached = 0;
    for (const Step step : directions) reached |= walk(s, step, occupied);
    return reached;
}

template <std::size_t N>
constexpr BySquare steps_from_everywhere(const Steps<N>& steps) {
    BySquare table{};
    for (std::size_t i = 0; i < kSquareCount; ++i)
        for (const Step step : steps) {
            const int file = file_of(square_at(i)) + step.file;
            const int rank = rank_of(square_at(i)) + step.rank;
            if (on_board(file, rank)) table[i] |= bit(make_square(file, rank));
        }
    return table;
}

constexpr std::size_t kBishopEntries = 5248;  // the sum of 2^(squares of the mask) over the board
constexpr std::size_t kRookEntries = 102400;
std::array<Bitboard, kBishopEntries> bishop_entries;
std::array<Bitboard, kRookEntries> rook_entries;

/// What stands on the rim cannot block anything beyond it, so the mask leaves it out.
Bitboard mask_of(Square s, const Steps<4>& directions) {
    const Bitboard ends = (kRank1 | kRank8) & ~rank_mask(rank_of(s));
    const Bitboard sides = (kFileA | kFileH) & ~file_mask(file_of(s));
    return walk_all(s, directions, 0) & ~(ends | sides);
}

void fill(std::array<Magic, kSquareCount>& magics, const BySquare& factors, const Steps<4>& directions,
          Bitboard* entries) {
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const Square s = square_at(i);
        const Bitboard mask = mask_of(s, directions);
        const auto bits = static_cast<unsigned>(count(mask));
        magics[i] = {mask, factors[i], entries, 64 - bits};
        Bitboard occupied = 0;
        do {  // every subset of the mask
            entries[(occupied * factors[i]) >> magics[i].shift] = walk_all(s, directions, occupied);
            occupied = (occupied - mask) & mask;
        } while (occupied != 0);
        entries += std::size_t{1} << bits;
    }
}

void fill_between() {
    for (std::size_t a = 0; a < kSquareCount; ++a)
        for (const Steps<4>& directions : {kDiagonals, kLines})
            for (const Step step : directions)
                for (Bitboard line = walk(square_at(a), step, 0); line != 0;) {
                    const Square b = pop_first(line);
                    between[a][index(b)] = walk(square_at(a), step, bit(b)) & ~bit(b);
                }
}

struct Filler {
    Filler() {
        fill(bishop, kBishopFactors, kDiagonals, bishop_entries.data());
        fill(rook, kRookFactors, kLines, rook_entries.data());
        fill_between();
    }
};

}  // namespace

std::array<Magic, kSquareCount> bishop;
std::array<Magic, kSquareCount> rook;
constexpr BySquare knight = steps_from_everywhere(kKnightSteps);
constexpr BySquare king = steps_from_everywhere(kKingSteps);
constexpr std::array<BySquare, 2> pawn = {steps_from_everywhere(Steps<2>{{{-1, 1}, {1, 1}}}),
                                          steps_from_everywhere(Steps<2>{{{-1, -1}, {1, -1}}})};
std::array<BySquare, kSquareCount> between;

namespace {
// Before the static objects of other files: a constant position may be made and searched there.
[[gnu::init_priority(101)]] const Filler filler;
}  // namespace

}  // namespace boardbridge::rules::attack_tables
