// Drives the men of a board towards one mate: best first, and a position is made only when its turn comes. It
// finds a mate (any) or gives up; it proves nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/mate_board.hpp"
#include "rules/mate_ground.hpp"
#include "rules/mate_pattern.hpp"

namespace boardbridge::rules {

class MateDrive {
public:
    MateDrive(const MateBoard& root, const MateGround& ground, const MatePattern& pattern);

    /// True if a mate was found within `budget` positions.
    bool run(std::uint64_t budget);
    /// Moves the pattern still takes, each man counted once.
    int cost() const { return cost_; }
    std::uint64_t nodes() const { return nodes_; }
    /// The mating line, moves as on the MateBoard.
    std::vector<Move> line() const;

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr std::size_t kBuckets = 512;

    struct Aim {
        MateTarget target;
        Distances as_piece;  ///< moves of a man of the target's type
        Distances as_pawn;   ///< moves of a pawn that becomes one
    };
    /// Which man is to fulfil which aim, and what that takes.
    struct Plan {
        std::array<std::uint8_t, 64> aim_of{};  ///< 1 + number of the aim of the man on that square, or 0
        std::array<int, 2> moves{};
        Bitboard defenders = 0;  ///< men of the loser that could take the checking man or step between
        Bitboard guards = 0;     ///< men that bar a king's way
    };
    struct Node {
        PackedBoard board;
        std::uint32_t parent;
        Move move;
    };
    struct Entry {
        std::uint32_t parent;
        std::uint32_t next;  ///< in its bucket
        Move move;
    };

    void add_aim(const MateGround& ground, const MateTarget& target);
    Bitboard way_guards(const MateBoard& b, std::size_t side) const;
    Plan plan(const MateBoard& b) const;
    void add_obstacles(const MateBoard& b, Plan& p) const;
    int score_after(const MateBoard& b, const Plan& p, Move m) const;
    bool visit(const MateBoard& b, std::uint32_t parent, Move m, int score);
    void expand(const MateBoard& b, std::uint32_t self, const Plan& p);
    bool insert(const PackedBoard& b);
    std::size_t bucket_for(std::uint64_t turn) const;
    void push(int score, std::uint32_t parent, Move m);

    MateBoard root_;
    std::vector<Aim> aims_;
    Bitboard aimed_at_ = 0;
    Bitboard line_ = 0;  ///< between the checking man and the king
    std::vector<Node> nodes_seen_;
    std::vector<std::uint32_t> table_;
    std::vector<Entry> entries_;
    std::array<std::uint32_t, kBuckets> heads_;
    std::array<Distances, 2> king_walk_;
    std::size_t lowest_ = 0;
    std::uint64_t nodes_ = 0;
    int cost_ = 0;
};

}  // namespace boardbridge::rules
