// Any bytes as a FEN: what is understood can be written and understood again, and a legal position can be
// played.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "rules/fen.hpp"

using namespace boardbridge::rules;

namespace {

/// Of a legal one. What cannot hold in another, as a right to castle without a rook, need not survive.
void check_setup(const Setup& setup) {
    const std::string fen = to_fen(setup);
    const auto again = parse_fen(fen, setup.chess960);
    if (!again || to_fen(*again) != fen) std::abort();
}

void check_position(const Position& position) {
    const auto again = position_from_fen(to_fen(position), position.chess960());
    if (!again || !again->same_for_repetition(position)) std::abort();
    for (const Move move : position.legal_moves()) {
        const Position after = position.play(move);
        if (after.turn() == position.turn() || !position.is_legal(move)) std::abort();
        if (after.attacked_king(position.turn())) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const bool chess960 : {false, true}) {
        const auto setup = parse_fen(text, chess960);
        if (!setup) {
            if (setup.error().message.empty()) std::abort();
            continue;
        }
        if (to_fen(*setup).empty()) std::abort();
        const auto position = setup->position();
        if (position) {
            check_setup(*setup);
            check_position(*position);
        } else if (position.error().empty()) {
            std::abort();
        }
        if (const auto playable = setup->position(Legality::Playable)) (void)playable->count_legal_moves();
    }
    return 0;
}
