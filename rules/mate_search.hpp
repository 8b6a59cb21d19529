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
    /// `budget`: positions that may be made.
    MateSearch(const MateBoard& root, std::uint64_t budget);

    MateVerdict run();
    std::uint64_t nodes() const { return nodes_; }
    /// The mating line that was found, moves as on the MateBoard.
    std::vector<Move> line() const;

private:
    /// Different positions kept before the question is given up: they bound the memory to some 250 MB.
    static constexpr std::uint32_t kMostKept = 4'000'000;
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
    std::optional<std::uint32_t> next_node(std::uint64_t turn);

    std::vector<std::unique_ptr<Node[]>> blocks_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> table_;
    Queue mating_, advancing_;
    std::uint32_t oldest_ = 0;
    std::uint64_t budget_;
    std::uint64_t nodes_ = 0;
    std::uint32_t mate_ = 0;
};

}  // namespace boardbridge::rules
