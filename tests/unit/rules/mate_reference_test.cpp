// Who can still mate, against a plain walk through every position that can follow, made with Position alone:
// random walls of pawns and few pieces, as many positions as their graphs are small. Wherever the walk has an
// answer, the proofs and the search must have the same one.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

#include "rules/fen.hpp"
#include "rules/mate_possible.hpp"

namespace boardbridge::rules {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int kShare = 5;  // the walk is slow under a sanitizer
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr int kShare = 5;
#else
constexpr int kShare = 1;
#endif
#else
constexpr int kShare = 1;
#endif

/// So many positions are judged; BOARDBRIDGE_MATE_ROUNDS multiplies them, for long runs by hand.
int wanted(int positions) {
    const char* named = std::getenv("BOARDBRIDGE_MATE_ROUNDS");
    const int rounds = named == nullptr ? 1 : std::max(1, std::atoi(named));
    return std::max(1, positions * rounds / kShare);
}

/// What the walk has found; `whole`: it has seen everything, so what was not found is not there.
struct Walk {
    std::array<bool, 2> mates{};
    bool whole = false;
};

Walk walk_from(const Position& start, std::size_t limit) {
    Walk walk;
    std::vector<Position> queue{start};
    std::unordered_set<std::uint64_t> seen{start.repetition_key()};
    seen.reserve(limit + 1);
    queue.reserve(limit);
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const Position p = queue[at];
        const MoveList moves = p.legal_moves();
        if (moves.empty() && p.in_check()) walk.mates[index(opposite(p.turn()))] = true;
        if (walk.mates[0] && walk.mates[1]) return walk;
        for (const Move m : moves) {
            const Position next = p.play(m);
            if (!seen.insert(next.repetition_key()).second) continue;
            if (queue.size() == limit) return walk;
            queue.push_back(next);
        }
    }
    walk.whole = true;
    return walk;
}

class Board {
public:
    bool put(char piece, int square) {
        if (squares_[static_cast<std::size_t>(square)] != '.') return false;
        squares_[static_cast<std::size_t>(square)] = piece;
        return true;
    }
    std::string fen(char turn) const {
        std::string text;
        for (int rank = 7; rank >= 0; --rank) {
            int empty = 0;
            for (int file = 0; file < 8; ++file) {
                const char c = squares_[static_cast<std::size_t>(rank * 8 + file)];
                if (c == '.') {
                    ++empty;
                    continue;
                }
                if (empty > 0) text += static_cast<char>('0' + std::exchange(empty, 0));
                text += c;
            }
            if (empty > 0) text += static_cast<char>('0' + empty);
            if (rank > 0) text += '/';
        }
        return text + ' ' + turn + " - - 0 1";
    }

private:
    std::array<char, 64> squares_ = [] {
        std::array<char, 64> s{};
        s.fill('.');
        return s;
    }();
};

class Maker {
public:
    explicit Maker(unsigned seed) : random_(seed) {}

    /// Pairs of pawns that face each other, hardly ever able to take, some pawns astray, and these pieces.
    std::string walls(int strays, const std::string& pieces) {
        Board b;
        int before = -1;
        for (int file = 0; file < 8; ++file) {
            if (below(4) == 0) {
                before = -1;
                continue;
            }
            int rank = 1 + below(5);
            if (before >= 0) rank = before + (below(2) == 0 ? 1 : -1);
            if (rank < 1 || rank > 5) rank = before == 1 ? 2 : 4;
            b.put('P', rank * 8 + file);
            b.put('p', rank * 8 + 8 + file);
            before = rank;
        }
        for (int i = 0; i < strays; ++i) {
            const char pawn = below(2) == 0 ? 'P' : 'p';
            b.put(pawn, 8 + below(48));
        }
        return place(b, "Kk" + pieces);
    }
    /// The kings close to each other in a corner, and these pieces: mates are near where there are any.
    std::string few(const std::string& pieces) {
        Board b;
        b.put('k', 56 + below(2));
        b.put('K', 40 + below(3));
        return place(b, pieces);
    }
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

private:
    std::string place(Board& b, const std::string& pieces) {
        for (const char piece : pieces) {
            const bool pawn = piece == 'P' || piece == 'p';
            while (!b.put(piece, pawn ? 8 + below(48) : below(64))) {
            }
        }
        return b.fen(below(2) == 0 ? 'w' : 'b');
    }

    std::mt19937 random_;
};

struct Tally {
    int compared = 0;
    int impossible = 0;
};

void compare(const Position& p, const Walk& walk, Tally& tally) {
    for (const Color winner : {Color::White, Color::Black}) {
        const bool mates = walk.mates[index(winner)];
        if (!mates && !walk.whole) continue;
        const MateAnswer answer = seek_mate(p, winner);
        ASSERT_EQ(answer.verdict, mates ? MateVerdict::Possible : MateVerdict::Impossible)
            << to_fen(p) << " for " << (winner == Color::White ? "White" : "Black");
        ++tally.compared;
        tally.impossible += mates ? 0 : 1;
        if (!mates) continue;
        Position at = p;
        for (const Move m : answer.line) {
            ASSERT_TRUE(at.is_legal(m)) << to_fen(p);
            at = at.play(m);
        }
        ASSERT_TRUE(at.checkmate() && at.turn() != winner) << to_fen(p);
    }
    if (quick_dead_position(p) && walk.whole) {
        EXPECT_FALSE(walk.mates[0] || walk.mates[1]) << to_fen(p);
    }
}

/// Judges positions that `make` thinks up until the walk could tell something of so many.
template <class Make>
Tally judge(int positions, std::size_t limit, Make make) {
    Tally tally;
    for (int judged = 0, tried = 0; judged < positions && tried < 60 * positions; ++tried) {
        const auto p = position_from_fen(make());
        if (!p) continue;
        const Walk walk = walk_from(*p, limit);
        if (!walk.whole && !walk.mates[0] && !walk.mates[1]) continue;
        compare(*p, walk, tally);
        if (testing::Test::HasFatalFailure()) return tally;
        ++judged;
    }
    return tally;
}

/// Some of these, by the maker's dice.
template <std::size_t N>
const char* one_of(const std::array<const char*, N>& pieces, Maker& make) {
    return pieces[static_cast<std::size_t>(make.below(static_cast<int>(N)))];
}

TEST(MateReference, walls_of_pawns) {
    Maker make(1);
    const Tally tally = judge(wanted(120), 1'500, [&] { return make.walls(make.below(3), ""); });
    EXPECT_GT(tally.impossible, wanted(60));
}

TEST(MateReference, walls_and_pieces) {
    constexpr std::array<const char*, 8> kPieces = {"B", "b", "Bb", "BB", "Bbb", "N", "n", "Nb"};
    Maker make(2);
    const Tally tally = judge(wanted(15), 6'000, [&] {
        const int free = make.below(2);
        return make.walls(free, one_of(kPieces, make));
    });
    EXPECT_GE(tally.compared, wanted(15));
}

TEST(MateReference, few_pieces) {
    constexpr std::array<const char*, 12> kPieces = {"Bb",  "BN",  "Bp",  "Np",  "Rn", "Qb",
                                                     "BBn", "NNp", "Rbp", "Bnp", "Rr", "BbP"};
    Maker make(3);
    const Tally tally = judge(wanted(80), 1'500, [&] { return make.few(one_of(kPieces, make)); });
    EXPECT_GT(tally.compared, wanted(60));
}

/// Kings without room: stalemates, forced captures, mates that can't be avoided.
TEST(MateReference, cages) {
    constexpr std::array<const char*, 6> kPieces = {"Q", "q", "Rb", "Bn", "NNp", "Pq"};
    Maker make(4);
    const Tally tally = judge(wanted(150), 3'000, [&] {
        for (;;) {
            const int free = 2 + make.below(4);
            const std::string fen = make.walls(free, one_of(kPieces, make));
            const auto p = position_from_fen(fen);
            if (p && p->count_legal_moves() <= 3) return fen;
        }
    });
    EXPECT_GT(tally.compared, wanted(150));
}

}  // namespace
}  // namespace boardbridge::rules
