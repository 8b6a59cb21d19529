// The small functions of a PGN game, and the way from a table's score to one.
// It must not know text formats (reader, writer). Source: contract sections 1 and 4.
#include "rules/pgn.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::array<std::pair<IllegalMoves, std::string_view>, 3> kIllegalMoves{
    {{IllegalMoves::Cut, "cut"}, {IllegalMoves::Restart, "restart"}, {IllegalMoves::Keep, "keep"}}};

}  // namespace

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
    for (const PgnTag& tag : tags) {
        if (tag.name == name) return tag.value;
    }
    return std::nullopt;
}

void PgnGame::set_tag(std::string_view name, std::string value) {
    const auto known =
        std::find_if(tags.begin(), tags.end(), [&](const PgnTag& t) { return t.name == name; });
    if (known != tags.end()) {
        known->value = std::move(value);
    } else {
        tags.push_back({std::string(name), std::move(value)});
    }
}

Expected<Position, PositionErrors> pgn_start_position(const Setup& setup) {
    auto position = setup.position();
    if (position) return position;
    std::erase(position.error(), PositionError::TooManyPieces);
    return position.error().empty() ? setup.position(Legality::Playable) : position;
}

std::string to_string(const PgnError& e) {
    return "line " + std::to_string(e.line) + ", column " + std::to_string(e.column) + ": " + e.message;
}

std::string_view to_string(IllegalMoves i) {
    for (const auto& [value, name] : kIllegalMoves) {
        if (value == i) return name;
    }
    return "";
}

std::optional<IllegalMoves> parse_illegal_moves(std::string_view text) {
    for (const auto& [value, name] : kIllegalMoves) {
        if (name == text) return value;
    }
    return std::nullopt;
}

Expected<PgnGame, std::string> to_pgn_game(const GameStarted& start, std::span<const MoveMade> moves,
                                           Result result, std::vector<PgnTag> tags) {
    auto setup = parse_fen(start.start_fen, start.chess960);
    if (!setup) return Unexpected<std::string>("start position: " + setup.error().message);
    PgnGame game;
    game.tags = std::move(tags);
    game.start = *setup;
    game.result = result;
    if (!start.white.empty() && !game.tag("White")) game.set_tag("White", start.white);
    if (!start.black.empty() && !game.tag("Black")) game.set_tag("Black", start.black);
    game.moves.reserve(moves.size());
    for (const MoveMade& made : moves) {
        PgnMove move;
        move.side = made.side;
        move.san = made.san;
        move.fen_after = made.fen_after;
        move.illegal = made.illegal;
        move.guess = made.guess;
        move.clk = made.side == Color::White ? made.clock.white : made.clock.black;
        game.moves.push_back(std::move(move));
    }
    return game;
}

}  // namespace boardbridge::rules
