// Every move of a file of games: read, and written again exactly as another program wrote it.
#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "rules/fen.hpp"
#include "rules/san.hpp"
#include "support/shared_folder.hpp"

namespace boardbridge::rules {
namespace {

std::string without_comments(const std::string& line) {
    std::string text;
    bool comment = false;
    for (const char c : line) {
        if (c == '{') comment = true;
        if (!comment) text += c;
        if (c == '}') comment = false;
    }
    return text;
}

TEST(SharedSan, WritesMovesAsItReadsThem) {
    std::size_t plies = 0;
    for (const std::string& line : tests::lines_of(tests::read_shared("pgn/clocked-438-games.pgn"))) {
        if (!line.starts_with("1. ")) continue;  // a game's moves are one line there
        Position p;
        for (std::string word : tests::fields_of(without_comments(line), ' ')) {
            if (word.empty() || std::isalpha(static_cast<unsigned char>(word.front())) == 0) continue;
            while (word.ends_with('!') || word.ends_with('?')) word.pop_back();
            const auto m = parse_san(p, word);
            ASSERT_TRUE(m) << m.error().message;
            ASSERT_EQ(to_san(p, *m), word) << to_fen(p);
            ASSERT_EQ(parse_uci(p, to_uci(p, *m)), *m);
            p = p.play(*m);
            ++plies;
        }
    }
    EXPECT_GT(plies, 28000U);
}

}  // namespace
}  // namespace boardbridge::rules
