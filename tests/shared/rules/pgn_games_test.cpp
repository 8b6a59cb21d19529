// Whole files of other programs: read, written and read again without a difference.
#include <gtest/gtest.h>

#include <algorithm>

#include "rules/pgn.hpp"
#include "support/shared_folder.hpp"

namespace boardbridge::rules {
namespace {

using tests::read_shared;

std::string rewritten(const std::vector<PgnGame>& games) {
    std::string text;
    for (const PgnGame& game : games) text += write_pgn(game);
    return text;
}

TEST(SharedPgn, ReadsAllClockedGamesAndWritesThemBack) {
    const auto games = read_pgn(read_shared("pgn/clocked-438-games.pgn"));
    ASSERT_TRUE(games) << to_string(games.error());
    EXPECT_EQ(games->size(), 438U);
    std::size_t plies = 0;
    std::size_t clocks = 0;
    std::size_t nags = 0;
    for (const PgnGame& game : *games) {
        plies += game.moves.size();
        for (const PgnMove& move : game.moves) {
            EXPECT_TRUE(move.move);
            clocks += move.clk ? 1 : 0;
            nags += move.nags.size();
        }
    }
    EXPECT_EQ(clocks, 28538U);  // as many as the text holds
    EXPECT_GE(plies, clocks);
    EXPECT_EQ(nags, 503U);
    EXPECT_EQ(games->front().moves.front().clk, std::chrono::minutes(5));
    EXPECT_EQ(games->front().moves.back().san, "Qg2#");

    const std::string text = rewritten(*games);
    const auto again = read_pgn(text);
    ASSERT_TRUE(again) << to_string(again.error());
    EXPECT_EQ(*again, *games);
    EXPECT_EQ(rewritten(*again), text);
    bool in_tags = true;
    for (const std::string& line : tests::lines_of(text)) {
        in_tags = line.starts_with('[') || (in_tags && line.empty());
        EXPECT_TRUE(in_tags || line.size() < 80) << line;
    }
}

TEST(SharedPgn, ReadsWhatLiveChessExports) {
    std::size_t games = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(tests::shared_data() / "livechess")) {
        if (entry.path().extension() != ".pgn") continue;
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
        const auto read = read_pgn(text);
        ASSERT_TRUE(read) << entry.path() << ": " << to_string(read.error());
        games += read->size();
        const auto again = read_pgn(rewritten(*read));
        ASSERT_TRUE(again) << entry.path() << ": " << to_string(again.error());
        for (std::size_t i = 0; i < read->size(); ++i)
            EXPECT_EQ(again->at(i).moves, read->at(i).moves) << entry.path();
    }
    EXPECT_GE(games, 10U);
}

}  // namespace
}  // namespace boardbridge::rules
