// Repetitions, en passant, castling, fifty moves and start positions as other programs test them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rules/chess960.hpp"
#include "rules/draws.hpp"
#include "rules/fen.hpp"
#include "rules/san.hpp"
#include "support/shared_folder.hpp"

namespace boardbridge::rules {
namespace {

std::vector<std::vector<std::string>> rows_of(const std::string& file) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : tests::lines_of(tests::read_shared(file)))
        if (!line.empty() && line.front() != '#') rows.push_back(tests::fields_of(line));
    return rows;
}

TEST(SharedRules, Repetitions) {
    std::size_t cases = 0;
    for (const auto& row : rows_of("rules/repetition_cases.tsv")) {
        PositionHistory history{Position()};
        for (const std::string& text : tests::fields_of(row.at(4), ' ')) {
            const auto m = parse_uci(history.current(), text);
            ASSERT_TRUE(m) << row[0] << " " << text;
            history.push(history.current().play(*m));
        }
        EXPECT_EQ(threefold_repetition(history), row[2] == "True") << row[0];
        EXPECT_EQ(fivefold_repetition(history), row[3] == "True") << row[0];
        ++cases;
    }
    EXPECT_EQ(cases, 6U);
}

bool begins(const std::string& text, std::string_view word) { return text.starts_with(word); }

TEST(SharedRules, EnPassant) {
    std::size_t cases = 0;
    for (const auto& row : rows_of("rules/rule_positions.tsv")) {
        if (row.at(0) != "ep" || row.at(2) == "legal captures") continue;
        const auto p = position_from_fen(row[1]);
        ASSERT_TRUE(p) << row[1] << ": " << p.error();
        EXPECT_EQ(parse_uci(*p, row[2]).has_value(), begins(row.at(3), "legal")) << row[1];
        EXPECT_EQ(p->legal_en_passant().has_value(), begins(row[3], "legal")) << row[1];
        ++cases;
    }
    EXPECT_EQ(cases, 8U);
}

TEST(SharedRules, ExactlyThreeCaptures) {
    const auto p = position_from_fen("3q1rk1/ppp1p1pp/4b3/3pPp2/3P4/1K1n4/PPQ2PPP/3b1BNR w - f6 0 1");
    ASSERT_TRUE(p);
    std::vector<std::string> captures;
    for (const Move m : p->legal_moves())
        if (p->captures(m)) captures.push_back(to_san(*p, m));
    EXPECT_EQ(captures.size(), 3U);
}

TEST(SharedRules, CastlingInChess960ByMoves) {
    for (const auto& row : rows_of("rules/rule_positions.tsv")) {
        if (row.at(0) != "castling960" || !begins(row.at(2), "1. d4")) continue;
        auto p = position_from_fen(row[1], true);
        ASSERT_TRUE(p);
        std::size_t plies = 0;
        for (const std::string& word : tests::fields_of(row[2], ' ')) {
            if (word == "then") break;
            if (word.back() == '.') continue;
            const auto m = parse_san(*p, word);
            ASSERT_TRUE(m) << word << ": " << m.error().message;
            p = p->play(*m);
            ++plies;
        }
        EXPECT_EQ(plies, 28U);
        EXPECT_TRUE(parse_san(*p, "O-O-O"));
        return;
    }
    FAIL() << "no such row";
}

TEST(SharedRules, FiftyMoves) {
    std::size_t cases = 0;
    for (const auto& row : rows_of("rules/rule_positions.tsv")) {
        if (row.at(0) != "fifty") continue;
        const auto p = position_from_fen(row[1]);
        ASSERT_TRUE(p) << row[1] << ": " << p.error();
        if (begins(row[2], "claim with")) {
            for (const Move m : p->legal_moves()) EXPECT_EQ(fifty_moves_after(*p, m), !p->captures(m));
        }
        EXPECT_EQ(fifty_moves(*p), begins(row[2], "claim (9.3.2)")) << row[1];
        ++cases;
    }
    EXPECT_EQ(cases, 5U);
}

TEST(SharedRules, IllegalPositions) {
    for (const auto& row : rows_of("rules/rule_positions.tsv")) {
        if (row.at(0) != "illegal_pos" && row[0] != "status") continue;
        const auto setup = parse_fen(row.at(1));
        ASSERT_TRUE(setup) << row[1];
        EXPECT_FALSE(setup->position()) << row[1];
        const auto playable = setup->position(Legality::Playable);
        ASSERT_TRUE(playable) << row[1];
        if (begins(row.at(3), "only Q valid")) {
            EXPECT_EQ(to_fen(*playable), "1r2k3/8/8/8/8/8/8/R3KR2 w Q - 0 1");
        }
    }
}

TEST(SharedRules, Chess960Numbers) {
    std::size_t cases = 0;
    for (const auto& row : rows_of("rules/rule_positions.tsv")) {
        if (row.at(0) != "chess960no") continue;
        EXPECT_EQ(chess960_number(parse_fen(row.at(1))->placement), std::stoi(row.at(3))) << row[1];
        ++cases;
    }
    EXPECT_EQ(cases, 3U);
}

}  // namespace
}  // namespace boardbridge::rules
