// Whole games as a host would receive them: what the messages say adds up to the true position.
#include "drivers/simulated/simulated_game.hpp"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "rules/fen.hpp"
#include "unit/simulated/bytes.hpp"
#include "unit/simulated/hand_support.hpp"

namespace boardbridge::simulated {
namespace {

using namespace rules;

/// The board as the messages tell it, piece codes by field.
std::vector<std::byte> told(const Recording& recording) {
    std::vector<std::byte> fields(64);
    for (const auto& chunk : recording.chunks()) {
        const auto b = recording.bytes_of(chunk);
        if (b[0] == std::byte{0x86}) std::copy(b.begin() + 3, b.end(), fields.begin());
        if (b[0] == std::byte{0x8E}) fields[std::to_integer<std::size_t>(b[3])] = b[4];
    }
    return fields;
}

std::vector<std::byte> wanted(const Placement& p, bool rotated) {
    std::vector<std::byte> fields(64);
    for (std::size_t i = 0; i < 64; ++i) {
        const Square s = square_at(i);
        const auto field = static_cast<std::size_t>((7 - rank_of(s)) * 8 + file_of(s));
        fields[rotated ? 63 - field : field] = dgt_piece_code(p[s]);
    }
    return fields;
}

TEST(SimulatedGame, TheMessagesEndInTheTruePosition) {
    for (const HandProfile profile : kAllProfiles) {
        for (std::uint64_t seed = 1; seed <= 25; ++seed) {
            const RandomGame game =
                random_game(seed, 80, seed % 2 == 0 ? std::optional<int>(seed * 31) : std::nullopt);
            SimulatedGameOptions o;
            o.hands.profile = profile;
            o.hands.seed = seed;
            o.device.rotated = seed % 3 == 0;
            const SimulatedGame played = simulate_game(game.start, game.moves, o);
            ASSERT_EQ(hex(told(played.recording)), hex(wanted(game.last.placement(), o.device.rotated)))
                << to_string(profile) << " " << seed;
            EXPECT_EQ(played.recording.bytes_of(played.recording.chunks()[0])[0], std::byte{0x86})
                << "the dump comes first";
        }
    }
}

TEST(SimulatedGame, APieceShowsOnTwoSquaresNowAndThen) {
    int twice = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const RandomGame game = random_game(seed, 80);
        SimulatedGameOptions o;
        o.hands.profile = HandProfile::Blitz;
        o.hands.seed = seed;
        const SimulatedGame played = simulate_game(game.start, game.moves, o);
        std::map<std::byte, int> count;
        for (const std::byte b : wanted(game.start.placement(), false)) ++count[b];
        std::vector<std::byte> fields = wanted(game.start.placement(), false);
        for (const auto& chunk : played.recording.chunks()) {
            const auto b = played.recording.bytes_of(chunk);
            if (b[0] != std::byte{0x8E}) continue;
            std::byte& field = fields[std::to_integer<std::size_t>(b[3])];
            --count[field];
            field = b[4];
            if (++count[field] > 1 && (field == std::byte{0x06} || field == std::byte{0x05})) ++twice;
        }
    }
    EXPECT_GT(twice, 3) << "a white king or queen seen twice in a scan";
}

TEST(SimulatedGame, CaptureTextKeepsItsForm) {
    const RandomGame game = random_game(2, 12);
    SimulatedGameOptions o;
    const std::vector<std::string> headers = {"driver: dgt"};
    const std::string text =
        capture_text(simulate_game(game.start, game.moves, o).recording, "hall-1", headers);
    std::istringstream in(text);
    std::string line;
    std::getline(in, line);
    EXPECT_EQ(line, "# boardbridge capture 1");
    std::getline(in, line);
    EXPECT_EQ(line, "# driver: dgt");
    std::getline(in, line);
    EXPECT_EQ(line.substr(0, 33), "0.069 hall-1 rx 86 00 43 08 09 0a");
    double last = 0;
    while (std::getline(in, line)) {
        const double time = std::stod(line);
        EXPECT_GE(time, last);
        last = time;
        EXPECT_EQ(line.find("hall-1 rx 8"), line.find(' ') + 1);
    }
}

TEST(SimulatedGame, NoTimeMessageIsSentTwice) {
    const RandomGame game = random_game(4, 60);
    SimulatedGameOptions o;
    o.hands.profile = HandProfile::Scramble;
    const SimulatedGame played = simulate_game(game.start, game.moves, o);
    std::string last;
    for (const auto& chunk : played.recording.chunks()) {
        const auto b = played.recording.bytes_of(chunk);
        if (b[0] != std::byte{0x8D}) continue;
        EXPECT_NE(hex(b), last);
        last = hex(b);
    }
}

TEST(Sense, OccupancyKnowsNoPieces) {
    const RandomGame game = random_game(6, 80);
    const HandScript script = play(game, HandProfile::Hall, 6);
    for (const bool rotated : {false, true}) {
        Placement board = script.start.occupancy();
        for (const FieldChange& c : sense(script, 6, rotated, true)) {
            const unsigned field = rotated ? 63 - c.field : c.field;
            EXPECT_TRUE(c.piece == Piece::None || c.piece == Piece::Unknown);
            board.set(make_square(static_cast<int>(field % 8), 7 - static_cast<int>(field / 8)), c.piece);
        }
        EXPECT_EQ(board, game.last.placement().occupancy());
    }
}

TEST(RandomGame, AllKindsOfMovesOccurOften) {
    int castlings = 0, promotions = 0, minor = 0, en_passant = 0, captures = 0, plies = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const RandomGame game = random_game(seed, 160);
        Position p = game.start;
        for (const Move m : game.moves) {
            ASSERT_TRUE(p.is_legal(m));
            ++plies;
            castlings += m.kind() == MoveKind::Castling;
            promotions += m.kind() == MoveKind::Promotion;
            minor += m.kind() == MoveKind::Promotion && m.promotion() != PieceType::Queen;
            en_passant += m.kind() == MoveKind::EnPassant;
            captures += p.captures(m);
            p = p.play(m);
        }
        EXPECT_EQ(to_fen(p), to_fen(game.last));
    }
    EXPECT_GT(castlings, 100);
    EXPECT_GT(promotions, 200);
    EXPECT_GT(minor, 40);
    EXPECT_GT(en_passant, 40);
    EXPECT_GT(captures, plies / 10);
}

TEST(RandomGame, EqualSeedsEqualGamesAndChess960Starts) {
    EXPECT_EQ(random_game(7, 60).moves, random_game(7, 60).moves);
    EXPECT_NE(random_game(7, 60).moves, random_game(8, 60).moves);
    EXPECT_EQ(to_fen_placement(random_game(1, 0, 0).start.placement()),
              "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR");
    EXPECT_TRUE(random_game(1, 0, 0).start.chess960());
}

}  // namespace
}  // namespace boardbridge::simulated
