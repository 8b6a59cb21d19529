// All published leaf counts: up to 300,000 leaves a count, or all of them with BOARDBRIDGE_LONG=1: half a
// million million leaves, a quarter of an hour on two cores. Positions are taken as `boardbridge perft` takes
// them: odd ones that only Playable accepts are counted too.
#include <gtest/gtest.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>
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

/// What is wrong with a count; nothing if it is right.
std::string fault_of(const Count& c) {
    const auto setup = parse_fen(c.fen);
    if (!setup) return c.fen + ": " + setup.error().message;
    const auto p = setup->position(Legality::Playable);
    if (!p) return c.fen + ": not even Playable";
    const std::uint64_t leaves = perft(*p, c.depth);
    if (leaves == c.leaves) return "";
    return c.fen + " depth " + std::to_string(c.depth) + ": " + std::to_string(leaves) + ", not " +
           std::to_string(c.leaves);
}

void check(const std::vector<Count>& counts, std::size_t positions) {
    const std::uint64_t most = std::getenv("BOARDBRIDGE_LONG") != nullptr ? UINT64_MAX : 300000;
    std::set<std::string> seen;
    for (const Count& c : counts) seen.insert(c.fen);
    EXPECT_EQ(seen.size(), positions);
    std::atomic<std::size_t> next = 0;
    std::vector<std::string> faults(counts.size());
    {
        std::vector<std::jthread> workers;
        for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
            workers.emplace_back([&] {
                for (std::size_t n = next++; n < counts.size(); n = next++) {
                    if (counts[n].leaves <= most) faults[n] = fault_of(counts[n]);
                }
            });
        }
    }
    for (const std::string& fault : faults) EXPECT_EQ(fault, "");
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
