// Any bytes as a PGN file: every game that is read can be written, and what was written is read as the same
// game.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "rules/pgn.hpp"

using namespace boardbridge::rules;

namespace {

void check_writing(const PgnGame& game) {
    const std::string text = write_pgn(game);
    const auto again = read_pgn(text);
    if (!again || again->size() != 1) std::abort();
    const PgnGame& copy = again->front();
    if (copy.moves.size() != game.moves.size() || copy.result != game.result) std::abort();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if (copy.moves[i].move != game.moves[i].move ||
            copy.moves[i].clk.has_value() != game.moves[i].clk.has_value()) {
            std::abort();
        }
    }
    if (write_pgn(copy) != text) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    PgnReader reader(text);
    std::size_t found = 0;
    for (auto game = reader.next(); game; game = reader.next()) {
        if (++found > size) std::abort();  // every game or mistake uses up some of the text
        if (*game) {
            check_writing(**game);
        } else if (to_string(game->error()).empty() || game->error().line < 1 || game->error().column < 1) {
            std::abort();
        }
    }
    return 0;
}
