// Seeks a helpmate by walking the graph of all positions that can follow, the promising ones first, and
// proves that there is none when every position has been seen. One search is for one winner; it is
// deterministic.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rules/alert.hpp"
#include "rules/mate_board.hpp"

namespace boardbridge::rules {

class MateSearch {
public:
    explicit MateSearch(const MateBoard& root);

    /// Goes on until `budget` positions have been made in all. Unknown: it may go on from there, unless the
    /// store is full.
    MateVerdict run(std::uint64_t budget);
    bool full() const { return count_ >= kMostKept; }
    std::uint64_t nodes() const { return nodes_; }
    /// The mating line that was found, moves as on the MateBoard.
    std::vector<Move> line() const;

private:
    /// Different positions kept before the question is given up: they bound the memory to some 240 MB.
    static constexpr std::uint32_t kMostKept = 3'500'000;
    static constexpr std::size_t kBlock = 4096;

    /// A PackedBoard and where it came from, without holes.
    struct Node {
        std::array<std::uint64_t, 4> planes;
        std::uint32_t parent;
        Move move;
        std::uint8_t en_passant;
        std::uint8_t turn : 1;
        std::uint8_t expanded : 1;
        PackedBoard board() const { return {planes, en_passant, turn}; }
        bool holds(const PackedBoard& b) const {
            return ((planes[0] ^ b.planes[0]) | (planes[1] ^ b.planes[1]) | (planes[2] ^ b.planes[2]) |
                    (planes[3] ^ b.planes[3])) == 0 &&
                   en_passant == b.en_passant && turn == b.turn;
        }
    };
    /// Where a board is kept, and some bits of its hash.
    struct Slot {
        std::uint32_t number = 0;  ///< 1 + that of the node
        std::uint32_t tag = 0;
    };
    class Queue {
    public:
        void push(int score, std::uint32_t node);
        bool empty() const { return size_ == 0; }
        std::uint32_t pop();

    private:
        std::vector<std::vector<std::uint32_t>> buckets_;
        std::size_t lowest_ = 0;
        std::size_t size_ = 0;
    };

    Node& node(std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
    const Node& node(std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
    bool insert(const MateBoard& b, std::uint32_t parent, Move m);
    void grow_table();
    bool expand(std::uint32_t index);
    void enqueue(const MateBoard& b, std::uint32_t index);
    std::optional<std::uint32_t> next_node();

    std::vector<std::unique_ptr<Node[]>> blocks_;
    std::uint32_t count_ = 0;
    std::vector<Slot> table_;
    Queue mating_, advancing_;
    std::uint32_t oldest_ = 0;
    std::uint64_t turn_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint32_t mate_ = 0;
    bool whole_ = true;  ///< no move was left out
};

}  // namespace boardbridge::rules
