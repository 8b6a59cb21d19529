// Finds the line of legal plies that best explains everything a board sensed since a certain position, hands
// at work included. It goes ply by ply, keeps the most likely lines of each length, and is led by the squares
// that pieces left and came to, so that few moves are tried. Source: design section 4, "Rebuilding moves".
#pragma once

#include "rules/line_evidence.hpp"

namespace boardbridge::rules {

class LineDecoder {
public:
    struct Limits {
        std::size_t plies = 8;
        std::size_t width = 16;  ///< lines of one length that are followed
    };
    struct Found {
        PlayedLine line;
        int cost = 0;
    };
    LineDecoder(const LineEvidence& evidence, Limits limits) : evidence_(evidence), limits_(limits) {}

    /// The best line from there that begins with `fixed` and costs less than `below`; nothing if there is
    /// none.
    std::optional<Found> best(const Position& from, const Line& fixed, int below);
    /// What a given line costs, its plies seen or not.
    Found weigh(const Position& from, const Line& moves);
    /// Lines looked at so far.
    std::size_t nodes() const { return nodes_; }

private:
    struct Node {
        PlayedLine line;
        Position position;
        int bound = 0;    ///< the line cannot cost less, however it goes on
        int rank = 0;     ///< halfway from there to what it costs if it ends here
        int sibling = 0;  ///< which line of the length before it continues
    };
    void search(const Position& from, const Line& fixed, bool only_fixed);
    void extend(const Node& node, Move m, bool fixed);
    void add(const Node& node, Move m, const PlayedPly& ply, bool fixed);
    void keep_the_likeliest();
    void judge_end(Node& node);
    bool may_be(const Node& node, Move m) const;
    static std::optional<Square> on_its_way(const PlayedLine& line);

    const LineEvidence& evidence_;
    Limits limits_;
    std::vector<Node> level_;
    std::vector<Node> next_;
    std::optional<Found> best_;
    int below_ = 0;
    std::size_t nodes_ = 0;
};

}  // namespace boardbridge::rules
