// Seeks a helpmate by walking the graph of all positions that can follow, the promising ones first, and
// proves that there is none when every position has been seen. One search is for one winner; it is
// deterministic.
#pragma once

#include <cstdint>
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
    struct Node {
        MateBoard board;
        std::uint32_t parent;
        Move move;
        std::uint16_t depth;
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

    bool known(const MateKey& key);
    void grow_table();
    bool expand(std::uint32_t index);
    void enqueue(std::uint32_t index);

    std::vector<Node> store_;
    std::vector<std::uint32_t> table_;
    std::vector<bool> expanded_;
    Queue mating_, advancing_;
    std::uint32_t oldest_ = 0;
    std::uint64_t budget_;
    std::uint64_t nodes_ = 0;
    std::uint32_t mate_ = 0;
    bool found_ = false;
};

}  // namespace boardbridge::rules
