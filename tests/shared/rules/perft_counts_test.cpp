// All published leaf counts: up to 300,000 leaves a count, or all of them (minutes) with BOARDBRIDGE_LONG=1.
// Positions are taken as `boardbridge perft` takes them: odd ones that only Playable accepts are counted too.
#include <gtest/gtest.h>

#include <charconv>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "rules/fen.hpp"
#include "rules/position.hpp"
#include "support/shared_folder.hpp"

namespace boardbridge::rules {
namespace {

struct Count {
    std::string fen;
    int depth = 0;
    std::uint64_t leaves = 0;
};

std::uint64_t number(std::string_view text) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    EXPECT_TRUE(error == std::errc{} && end == text.data() + text.size()) << text;
    return n;
}

/// "FEN ;D1 20 ;D2 400".
std::vector<Count> counts_of_epd(const std::string& file) {
    std::vector<Count> counts;
    for (const std::string& line : tests::lines_of(tests::read_shared(file))) {
        if (line.empty()) continue;
        const auto parts = tests::fields_of(line, ';');
        for (std::size_t i = 1; i < parts.size(); ++i) {
            const auto words = tests::fields_of(parts[i], ' ');
            counts.push_back(
                {parts[0], static_cast<int>(number(words.at(0).substr(1))), number(words.at(1))});
        }
    }
    return counts;
}

/// Lines "epd FEN" and "perft DEPTH COUNT".
std::vector<Count> counts_of_perft_file(const std::string& file) {
    std::vector<Count> counts;
    std::string fen;
    for (const std::string& line : tests::lines_of(tests::read_shared(file))) {
        const auto words = tests::fields_of(line, ' ');
        if (words.empty()) continue;
        if (words[0] == "epd") fen = line.substr(4);
        if (words[0] == "perft")
            counts.push_back({fen, static_cast<int>(number(words.at(1))), number(words.at(2))});
    }
    return counts;
}

void check(const std::vector<Count>& counts, std::size_t positions) {
    const std::uint64_t most = std::getenv("BOARDBRIDGE_LONG") != nullptr ? UINT64_MAX : 300000;
    std::set<std::string> seen;
    for (const Count& c : counts) {
        seen.insert(c.fen);
        if (c.leaves > most) continue;
        const auto setup = parse_fen(c.fen);
        ASSERT_TRUE(setup) << c.fen << ": " << setup.error().message;
        const auto p = setup->position(Legality::Playable);
        ASSERT_TRUE(p) << c.fen;
        EXPECT_EQ(perft(*p, c.depth), c.leaves) << c.fen << " depth " << c.depth;
    }
    EXPECT_EQ(seen.size(), positions);
}

TEST(SharedPerft, Standard) { check(counts_of_epd("perft/ethereal-standard.epd"), 127); }
TEST(SharedPerft, Chess960) { check(counts_of_epd("perft/ethereal-fischer.epd"), 960); }
TEST(SharedPerft, Tricky) { check(counts_of_perft_file("perft/shakmaty-tricky.perft"), 26); }

/// Of all these positions only one cannot come about by count of its pieces.
TEST(SharedPerft, AllButOneAreLegal) {
    for (const auto& counts :
         {counts_of_epd("perft/ethereal-standard.epd"), counts_of_epd("perft/ethereal-fischer.epd"),
          counts_of_perft_file("perft/shakmaty-tricky.perft")})
        for (const Count& c : counts) {
            const auto p = parse_fen(c.fen)->position();
            if (p) continue;
            EXPECT_EQ(p.error(), PositionErrors({PositionError::TooManyPieces})) << c.fen;
            EXPECT_TRUE(c.fen.starts_with("kBQQQQQQ/")) << c.fen;
        }
}

}  // namespace
}  // namespace boardbridge::rules
